// Zero-window search with partition-search transpositions. docs/solver.md tells the method.
#pragma once

#include <chrono>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>

#include "table.hpp"
#include "whistlog_solver.h"

namespace whistlog {

struct Stop {
  wl_status why;
};

constexpr int kDeadSuit = 4;
constexpr uint64_t kSuitMask = 0xFFFF;
constexpr int kFirst = 5000;  // more than any sum of weights
constexpr uint32_t kPairs = 0x55555555u;

inline int top_index(uint32_t x) { return 31 - __builtin_clz(x); }
inline int low_index(uint64_t x) { return __builtin_ctzll(x); }
inline uint32_t suit_of(uint64_t cards, int s) {
  return static_cast<uint32_t>(cards >> (16 * s) & kSuitMask);
}
inline uint64_t card_bit(int s, uint32_t bit) { return uint64_t{bit} << (16 * s); }
inline int count16(uint32_t x) {
  x = x - ((x >> 1) & 0x5555);
  x = (x & 0x3333) + ((x >> 2) & 0x3333);
  x = (x + (x >> 4)) & 0x0F0F;
  return static_cast<int>((x + (x >> 8)) & 31);
}
// Pairs of bits that are set in an Owners word reduced to its low bits.
inline int count_pairs(uint32_t x) {
  x = (x & 0x33333333u) + ((x >> 2) & 0x33333333u);
  x = (x + (x >> 4)) & 0x0F0F0F0Fu;
  return static_cast<int>((x * 0x01010101u) >> 24);
}
inline int smaller(int a, int b) { return a < b ? a : b; }
inline int larger(int a, int b) { return a > b ? a : b; }

// What the search asks about the cards of one suit still in play.
struct SuitInfo {
  Owners owners;
  uint16_t lengths;  // four bits a seat
  uint16_t count;
  int length(int seat) const { return lengths >> (4 * seat) & 15; }
};

struct Move {
  int suit;
  int weight;
  uint32_t bit;  // the highest of a group of equal cards, a bit of its suit
  uint32_t low;  // the lowest of the group
};

struct MoveList {
  int count = 0;
  Move moves[WL_MAX_CARDS + 1];
  void add(int suit, uint32_t bit, uint32_t low) { moves[count++] = Move{suit, 0, bit, low}; }
  // Moves the best of those from i on to place i.
  Move& pick(int i) {
    int best = i;
    for (int j = i + 1; j < count; ++j) {
      if (moves[j].weight > moves[best].weight) best = j;
    }
    if (best != i) {
      Move m = moves[best];
      for (int j = best; j > i; --j) moves[j] = moves[j - 1];
      moves[i] = m;
    }
    return moves[i];
  }
};

// The trick under way. best_suit is -1 until a natural card lies on the table.
struct Trick {
  int lead_suit = -1;
  int best_suit = -1;
  int best_seat = 0;
  uint32_t best_bit = 0;
  uint64_t cards = 0;  // natural cards on the table
};

// The card that last reached the goal at nodes that look alike to the player.
struct Remembered {
  uint32_t tag;
  int8_t suit;  // -1 for none
  uint16_t bit;
  bool is(const Move& move) const {
    return move.suit == suit && move.low <= bit && bit <= move.bit;
  }
};

struct State {
  uint64_t hands[4];
  int dead[4];
};

#ifdef WL_SAMPLE_ORDER
// Hooks of order_samples.cpp.
struct Outcome {
  bool good;
  uint64_t nodes;
};
template <int kPlayed, class Try>
void sample_order(int count, int tricks, const Try& attempt);
#endif

class Search {
 public:
  explicit Search(uint64_t bytes) : table_(bytes) {}

  // Fixes the cards that take part and who holds or has just played them; compressed strengths are meaningful until the next call.
  void set_deal(const uint64_t holders[4], int trump) {
    trump_ = trump;
    uint64_t all = holders[0] | holders[1] | holders[2] | holders[3];
    std::memset(compressed_, 0xFF, sizeof compressed_);
    size_t total = 0;
    for (int s = 0; s < 4; ++s) total += size_t{1} << count16(suit_of(all, s));
    if (total > info_size_) {
      info_store_.reset(new SuitInfo[total]);
      info_size_ = total;
    }
    SuitInfo* next = info_store_.get();
    for (int s = 0; s < 4; ++s) {
      int n = 0;
      int owner[16];
      for (int r = 0; r < 15; ++r) {
        uint64_t bit = uint64_t{1} << (16 * s + r);
        if (!(all & bit)) continue;
        compressed_[16 * s + r] = static_cast<uint8_t>(n);
        original_[16 * s + n] = static_cast<uint8_t>(16 * s + r);
        owner[n] = 0;
        for (int h = 0; h < 4; ++h) {
          if (holders[h] & bit) owner[n] = h;
        }
        ++n;
      }
      info_[s] = next;
      next[0] = SuitInfo{0, 0, 0};
      for (uint32_t m = 1; m < (1u << n); ++m) {
        int top = top_index(m);
        const SuitInfo& rest = next[m ^ (1u << top)];
        next[m].owners = static_cast<uint32_t>(owner[top]) << 30 | rest.owners >> 2;
        next[m].lengths = static_cast<uint16_t>(rest.lengths + (1 << (4 * owner[top])));
        next[m].count = static_cast<uint16_t>(rest.count + 1);
      }
      next += size_t{1} << n;
    }
    table_.clear();
    std::memset(killer_, 0, sizeof killer_);
    int cards = 0;
    for (uint64_t left = all; left != 0; left &= left - 1) ++cards;
    // Short hands need few, and no time to clear more.
    size_t wanted = size_t{8} << smaller((cards + 3) / 4, kMostRememberedLog - 3);
    if (wanted > remembered_size_) {
      remembered_.reset(new Remembered[wanted]);
      remembered_size_ = wanted;
    }
    remembered_mask_ = wanted - 1;
    for (size_t i = 0; i < wanted; ++i) remembered_[i] = Remembered{0, -1, 0};
  }

  uint64_t compress(uint64_t cards) const {
    uint64_t out = 0;
    for (; cards != 0; cards &= cards - 1) out |= uint64_t{1} << compress_code(low_index(cards));
    return out;
  }
  int compress_code(int code) const { return (code & ~15) | compressed_[code]; }
  int original_code(int suit, uint32_t bit) const {
    return original_[16 * suit + top_index(bit)];
  }

  void set_limits(const wl_limits* limits) {
    static const wl_limits none = {0, 0, nullptr};
    limits_ = limits == nullptr ? none : *limits;
    nodes_ = 0;
    next_check_ = 0;
    if (limits_.milliseconds != 0) {
      deadline_ = std::chrono::steady_clock::now() +
                  std::chrono::milliseconds(limits_.milliseconds);
    }
  }
  uint64_t nodes() const { return nodes_; }

  // Can seats 0 and 2 take `need` of the tricks not yet won, when `seat` is to play?
  bool reaches(const State& state, const Trick& trick, int played, int seat, int need) {
    state_ = state;
    int n = tricks_left(state, seat);
    uint64_t relevant = 0;
    check_limits();
    if (trump_ >= 0) return start<true, false>(trick, played, seat, n, need, relevant);
    if (state.dead[0] + state.dead[1] + state.dead[2] + state.dead[3] > 0 ||
        (played > 0 && trick.lead_suit < 0)) {
      return start<false, true>(trick, played, seat, n, need, relevant);
    }
    return start<false, false>(trick, played, seat, n, need, relevant);
  }

  static int tricks_left(const State& state, int seat) {
    int n = state.dead[seat];
    for (uint64_t h = state.hands[seat]; h != 0; h &= h - 1) ++n;
    return n;
  }

  // The legal moves of a seat, equal cards together.
  void legal_moves(const State& state, const Trick& trick, int played, int seat,
                   MoveList& list) const {
    uint64_t all = state.hands[0] | state.hands[1] | state.hands[2] | state.hands[3] |
                   trick.cards;
    uint32_t follow = played > 0 && trick.lead_suit >= 0
                          ? suit_of(state.hands[seat], trick.lead_suit)
                          : 0;
    if (follow != 0) {
      groups(follow, suit_of(all, trick.lead_suit), trick.lead_suit, list);
      return;
    }
    for (int s = 0; s < 4; ++s) {
      groups(suit_of(state.hands[seat], s), suit_of(all, s), s, list);
    }
    if (state.dead[seat] > 0) list.add(kDeadSuit, 1, 1);
  }

  // Puts a card of `seat` on the table; the caller removes it from the hand.
  static void put(Trick& trick, int trump, int seat, int suit, uint32_t bit) {
    if (suit == kDeadSuit) return;
    trick.cards |= card_bit(suit, bit);
    if (trick.lead_suit < 0) {
      trick.lead_suit = suit;
    } else if (!(suit == trick.best_suit ? bit > trick.best_bit : suit == trump)) {
      return;
    }
    trick.best_suit = suit;
    trick.best_bit = bit;
    trick.best_seat = seat;
  }

  int trump() const { return trump_; }

 private:
  static void groups(uint32_t own, uint32_t all, int suit, MoveList& list) {
    uint32_t others = all & ~own;
    while (own != 0) {
      uint32_t top = 1u << top_index(own);
      uint32_t below = others & (top - 1);
      uint32_t floor = below != 0 ? 2u << top_index(below) : 1u;
      uint32_t group = own & ~(floor - 1);
      list.add(suit, top, group & (0u - group));
      own ^= group;
    }
  }

  void check_limits() {
    next_check_ = nodes_ + 1024;
    if (limits_.stop != nullptr && *limits_.stop != 0) throw Stop{WL_CANCELLED};
    if (limits_.nodes != 0 && nodes_ >= limits_.nodes) throw Stop{WL_NODE_LIMIT};
    if (limits_.nodes != 0 && next_check_ > limits_.nodes) next_check_ = limits_.nodes;
    if (limits_.milliseconds != 0 && std::chrono::steady_clock::now() >= deadline_) {
      throw Stop{WL_TIME_LIMIT};
    }
  }

  template <bool kTrump, bool kDead>
  bool start(const Trick& trick, int played, int seat, int n, int need, uint64_t& relevant) {
    uint64_t all = state_.hands[0] | state_.hands[1] | state_.hands[2] | state_.hands[3] |
                   trick.cards;
    switch (played) {
      case 0:
        return lead<kTrump, kDead>(seat, n, need, relevant);
      case 1:
        return follow<kTrump, kDead, 1>(trick, all, seat, n, need, relevant);
      case 2:
        return follow<kTrump, kDead, 2>(trick, all, seat, n, need, relevant);
      default:
        return follow<kTrump, kDead, 3>(trick, all, seat, n, need, relevant);
    }
  }

  template <bool kTrump, bool kDead>
  bool lead(int seat, int n, int need, uint64_t& relevant);
  template <bool kTrump, bool kDead, int kPlayed>
  bool follow(const Trick& trick, uint64_t all, int seat, int n, int need, uint64_t& relevant);
  template <bool kTrump, bool kDead, int kPlayed>
  bool play(const Move& move, const Trick& trick, uint64_t all, int seat, int n, int need,
            uint64_t& relevant);
  template <bool kTrump, bool kDead>
  bool last_trick(int seat, int need, uint64_t& relevant);
  template <bool kTrump, bool kDead, int kPlayed>
  bool try_moves(MoveList& list, const Trick& trick, uint64_t all, int seat, int n, int need,
                 uint64_t& relevant);
  template <bool kTrump, bool kDead>
  int quick_tricks(int seat, const uint32_t m[4], const SuitInfo* const info[4], int wanted,
                   uint64_t& relevant) const;
  bool later_tops(int seat, int n, const uint32_t m[4], const SuitInfo* const info[4],
                  int wanted, uint64_t& relevant) const;
  template <bool kTrump>
  bool second_hand_tricks(const Trick& trick, uint64_t all, int seat, int wanted,
                          uint64_t& relevant) const;
  int later_trumps(int side, const uint32_t m[4], const SuitInfo* const info[4], int wanted,
                   uint64_t& relevant) const;
  template <bool kTrump, bool kDead>
  void weigh_leads(MoveList& list, int seat, const uint32_t m[4], const SuitInfo* const info[4],
                   int n, int need) const;
  template <bool kTrump, bool kDead, int kPlayed>
  void weigh(MoveList& list, const Trick& trick, uint64_t all, int seat, int n,
             int need) const;

  // Names what a player sees of a node: its own cards, the trick so far, what is needed, and who
  // has how many trumps. More of the other hands would leave too few nodes alike.
  template <bool kTrump, int kPlayed>
  uint64_t look(const Trick& trick, uint64_t all, int seat, int n, int need) const {
    uint64_t place = static_cast<uint64_t>(seat | kPlayed << 2 | n << 4 | need << 8);
    uint64_t key = state_.hands[seat] * 0x9E3779B97F4A7C15u;
    if (kTrump) place |= uint64_t{info_[trump_][suit_of(all, trump_)].lengths} << 16;
    if (kPlayed > 0) {
      place |= static_cast<uint64_t>((trick.lead_suit & 7) << 12 | (trick.best_seat & 1) << 15);
      // The card to beat matters where it can be beaten.
      if (trick.lead_suit >= 0 && (kTrump || suit_of(state_.hands[seat], trick.lead_suit) != 0)) {
        key ^= (card_bit(trick.best_suit, trick.best_bit) * 0xBF58476D1CE4E5B9u) << 1;
      }
    }
    key = (key ^ place * 0x94D049BB133111EBu) * 0xBF58476D1CE4E5B9u;
    key ^= key >> 31;
    key *= 0xBF58476D1CE4E5B9u;
    return key ^ key >> 29;
  }
  Remembered& remembered(uint64_t key) { return remembered_[key & remembered_mask_]; }

  // The k highest cards of suit s among those in m.
  static uint64_t top_cards(int s, uint32_t m, int k) {
    uint32_t rest = m;
    for (; k > 0 && rest != 0; --k) rest ^= 1u << top_index(rest);
    return card_bit(s, m ^ rest);
  }

  int trump_ = -1;
  State state_ = {};
  const SuitInfo* info_[4] = {};
  std::unique_ptr<SuitInfo[]> info_store_;
  size_t info_size_ = 0;
  uint8_t compressed_[64];
  uint8_t original_[64];
  Table table_;
  Move killer_[WL_MAX_CARDS + 1][4];
  static constexpr int kMostRememberedLog = 14;
  std::unique_ptr<Remembered[]> remembered_;
  size_t remembered_size_ = 0, remembered_mask_ = 0;
  wl_limits limits_ = {0, 0, nullptr};
  uint64_t nodes_ = 0, next_check_ = 0;
  std::chrono::steady_clock::time_point deadline_;
};

// ---------------------------------------------------------------------------------------------

template <bool kTrump, bool kDead>
bool Search::last_trick(int seat, int need, uint64_t& relevant) {
  Trick trick;
  for (int i = 0; i < 4; ++i) {
    int h = (seat + i) & 3;
    uint64_t hand = state_.hands[h];
    if (kDead && hand == 0) continue;
    int code = low_index(hand);
    put(trick, kTrump ? trump_ : -1, h, code >> 4, 1u << (code & 15));
  }
  uint64_t best = card_bit(trick.best_suit, trick.best_bit);
  uint64_t same = trick.cards & (kSuitMask << (16 * trick.best_suit));
  relevant = same != best ? best : 0;
  bool ours = !(trick.best_seat & 1);
  return ours ? need <= 1 : need <= 0;
}

template <bool kTrump, bool kDead, int kPlayed>
inline bool Search::play(const Move& move, const Trick& trick, uint64_t all, int seat, int n,
                         int need, uint64_t& relevant) {
  Trick next = trick;
  bool result;
  if (kDead && move.suit == kDeadSuit) {
    --state_.dead[seat];
  } else {
    state_.hands[seat] ^= card_bit(move.suit, move.bit);
    put(next, kTrump ? trump_ : -1, seat, move.suit, move.bit);
  }
  if constexpr (kPlayed < 3) {
    result = follow<kTrump, kDead, kPlayed + 1>(next, all, (seat + 1) & 3, n, need, relevant);
  } else {
    int won = next.best_seat & 1 ? 0 : 1;
    result = lead<kTrump, kDead>(next.best_seat, n - 1, need - won, relevant);
    uint64_t best = card_bit(next.best_suit, next.best_bit);
    if ((next.cards & (kSuitMask << (16 * next.best_suit))) != best) relevant |= best;
  }
  if (kDead && move.suit == kDeadSuit) {
    ++state_.dead[seat];
  } else {
    state_.hands[seat] ^= card_bit(move.suit, move.bit);
  }
  return result;
}

template <bool kTrump, bool kDead, int kPlayed>
inline bool Search::try_moves(MoveList& list, const Trick& trick, uint64_t all, int seat, int n,
                              int need, uint64_t& relevant) {
  bool ours = !(seat & 1);
  uint64_t key = 0;
  if (list.count > 1) {
    key = look<kTrump, kPlayed>(trick, all, seat, n, need);
    const Remembered& known = remembered(key);
    if (known.tag == static_cast<uint32_t>(key >> 32)) {
      for (int i = 0; i < list.count; ++i) {
        if (known.is(list.moves[i])) list.moves[i].weight += kFirst;
      }
    }
  }
  uint64_t sum = 0;
  uint32_t same_below[5] = {0, 0, 0, 0, 0};
#ifdef WL_SAMPLE_ORDER
  sample_order<kPlayed>(list.count, n, [&](int i) {
    uint64_t ignored = 0, before = nodes_;
    bool good = play<kTrump, kDead, kPlayed>(list.moves[i], trick, all, seat, n, need,
                                             ignored) == ours;
    return Outcome{good, nodes_ - before};
  });
#endif
  for (int i = 0; i < list.count; ++i) {
    const Move& move = list.pick(i);
    if (move.bit < same_below[move.suit]) continue;
    uint64_t mine = 0;
    if (play<kTrump, kDead, kPlayed>(move, trick, all, seat, n, need, mine) == ours) {
      relevant = mine;
      if (list.count > 1) {
        remembered(key) = Remembered{static_cast<uint32_t>(key >> 32),
                                     static_cast<int8_t>(move.suit),
                                     static_cast<uint16_t>(move.bit)};
      }
      if (kPlayed == 0) killer_[n][seat] = move;
      return ours;
    }
    sum |= mine;
    // Where the card's own rank mattered, the ranks of its equals, left untried, matter too.
    if (!kDead || move.suit != kDeadSuit) {
      uint32_t in_suit = suit_of(mine, move.suit);
      uint32_t lowest = in_suit != 0 ? in_suit & (0u - in_suit) : 1u << 16;
      if (lowest <= move.bit) {
        sum |= card_bit(move.suit, move.low);
      } else {
        // Any card of the suit below the ranks that mattered fails for the same reason.
        same_below[move.suit] = lowest;
      }
    }
  }
  relevant = sum;
  return !ours;
}

template <bool kTrump, bool kDead, int kPlayed>
bool Search::follow(const Trick& trick, uint64_t all, int seat, int n, int need,
                    uint64_t& relevant) {
  if constexpr (kPlayed == 1) {
    if (!kDead || trick.lead_suit >= 0) {
      bool ours = !(seat & 1);
      int wanted = ours ? need : n - need + 1;
      if (second_hand_tricks<kTrump>(trick, all, seat, wanted, relevant)) return ours;
    }
  }
  MoveList list;
  uint64_t hand = state_.hands[seat];
  uint32_t same = !kDead || trick.lead_suit >= 0 ? suit_of(hand, trick.lead_suit) : 0;
  if (same != 0) {
    groups(same, suit_of(all, trick.lead_suit), trick.lead_suit, list);
  } else {
    for (int s = 0; s < 4; ++s) groups(suit_of(hand, s), suit_of(all, s), s, list);
    if (kDead && state_.dead[seat] > 0) list.add(kDeadSuit, 1, 1);
  }
  if (list.count > 1) weigh<kTrump, kDead, kPlayed>(list, trick, all, seat, n, need);
  return try_moves<kTrump, kDead, kPlayed>(list, trick, all, seat, n, need, relevant);
}

template <bool kTrump, bool kDead>
bool Search::lead(int seat, int n, int need, uint64_t& relevant) {
  relevant = 0;
  if (need <= 0) return true;
  if (need > n) return false;
  if (++nodes_ >= next_check_) check_limits();
  if (n == 1) return last_trick<kTrump, kDead>(seat, need, relevant);

  uint64_t all = state_.hands[0] | state_.hands[1] | state_.hands[2] | state_.hands[3];
  uint32_t m[4];
  const SuitInfo* info[4];
  for (int s = 0; s < 4; ++s) {
    m[s] = suit_of(all, s);
    info[s] = &info_[s][m[s]];
  }
  uint64_t lengths = uint64_t{info[0]->lengths} | uint64_t{info[1]->lengths} << 16 |
                     uint64_t{info[2]->lengths} << 32 | uint64_t{info[3]->lengths} << 48;
  uint32_t state = 4 * static_cast<uint32_t>(n) + static_cast<uint32_t>(seat);
  table_.prefetch(lengths, state);

  bool ours = !(seat & 1);
  int wanted = ours ? need : n - need + 1;
  if (quick_tricks<kTrump, kDead>(seat, m, info, wanted, relevant) >= wanted) return ours;
  int against = n - wanted + 1;
  if (kTrump && info[trump_]->count > 0) {
    if (later_trumps((seat + 1) & 1, m, info, against, relevant) >= against) return !ours;
  } else if (later_tops(seat, n, m, info, against, relevant)) {
    return !ours;
  }

  Pattern owners = {info[0]->owners | uint64_t{info[1]->owners} << 32,
                    info[2]->owners | uint64_t{info[3]->owners} << 32};
  constexpr int kOpen = 8;
  int undecided = 0, open_entries[kOpen];
  Table::Shape* const shape = table_.find(lengths, state);
  if (shape != nullptr) {
    for (int i = shape->count - 1; i >= 0; --i) {
      const Entry& e = shape->entries[i];
      if ((((owners.low ^ e.owners.low) & e.mask.low) |
           ((owners.high ^ e.owners.high) & e.mask.high)) != 0) {
        continue;
      }
      bool high = e.lower >= need;
      if (high || e.upper < need) {
        relevant = 0;
        for (int s = 0; s < 4; ++s) {
          uint32_t suit_mask =
              static_cast<uint32_t>((s < 2 ? e.mask.low : e.mask.high) >> (32 * (s & 1)));
          if (suit_mask != 0) {
            relevant |= top_cards(s, m[s], 16 - __builtin_ctz(suit_mask) / 2);
          }
        }
        return high;
      }
      if (undecided < kOpen) open_entries[undecided++] = i;
    }
  }

  MoveList list;
  for (int s = 0; s < 4; ++s) groups(suit_of(state_.hands[seat], s), m[s], s, list);
  if (kDead && state_.dead[seat] > 0) list.add(kDeadSuit, 1, 1);
  if (list.count > 1) {
    weigh_leads<kTrump, kDead>(list, seat, m, info, n, need);
    const Move& killer = killer_[n][seat];
    for (int i = 0; i < list.count; ++i) {
      Move& move = list.moves[i];
      if (killer.bit != 0 && killer.suit == move.suit && killer.bit <= move.bit &&
          killer.bit >= move.low) {
        move.weight += 16;
      }
    }
  }
  bool result = try_moves<kTrump, kDead, 0>(list, Trick(), all, seat, n, need, relevant);

  uint32_t masks[4];
  for (int s = 0; s < 4; ++s) {
    uint32_t r = suit_of(relevant, s);
    masks[s] = 0;
    if (r != 0) {
      int k = count16(m[s] >> low_index(r));
      masks[s] = ~0u << (32 - 2 * k);
    }
  }
  Pattern mask = {masks[0] | uint64_t{masks[1]} << 32, masks[2] | uint64_t{masks[3]} << 32};
  owners.low &= mask.low;
  owners.high &= mask.high;
  Entry* e = nullptr;
  if (Table::Shape* now = undecided > 0 ? table_.find(lengths, state) : nullptr) {
    for (int j = 0; j < undecided; ++j) {
      if (open_entries[j] >= now->count) continue;
      Entry& old = now->entries[open_entries[j]];
      if (old.owners.low == owners.low && old.owners.high == owners.high &&
          old.mask.low == mask.low && old.mask.high == mask.high) {
        e = &old;
        break;
      }
    }
  }
  if (e == nullptr) {
    e = table_.add(lengths, state);
    *e = Entry{owners, mask, 0, static_cast<int8_t>(n)};
  }
  if (result) {
    e->lower = static_cast<int8_t>(need);
  } else {
    e->upper = static_cast<int8_t>(need - 1);
  }
  return result;
}

// Tricks the side on lead can cash without losing the lead. At least `wanted` is enough.
template <bool kTrump, bool kDead>
int Search::quick_tricks(int seat, const uint32_t m[4], const SuitInfo* const info[4], int wanted,
                         uint64_t& relevant) const {
  const int partner = seat ^ 2, left = (seat + 1) & 3, right = (seat + 3) & 3;
  const int trump = kTrump ? trump_ : -1;
  const uint32_t parity = seat & 1 ? kPairs : 0;
  const uint32_t self = static_cast<uint32_t>(seat) * kPairs;
  // The leader's tricks, those of them from its own highest cards, the partner's, ranks needed.
  int own[4], pure[4], entries[4], top_own[4], top[4];
  bool entry = false;
  int own_sum = 0, partner_sum = 0;
  int missing = 0, plain_excess = kDead ? state_.dead[partner] : 0;
  int trumps_left_left = kTrump ? info[trump]->length(left) : 0;
  int trumps_left_right = kTrump ? info[trump]->length(right) : 0;
  int partner_trumps = kTrump ? info[trump]->length(partner) : 0;
  int sure_trumps = 0;
  int own_trumps = kTrump ? info[trump]->length(seat) : 0;

  for (int i = 0; i < 4; ++i) {
    int s = i;
    if (kTrump) s = i == 0 ? trump : (i <= trump ? i - 1 : i);
    const SuitInfo& in = *info[s];
    int l = in.length(seat), p = in.length(partner);
    int o1 = in.length(left), o2 = in.length(right);
    own[s] = pure[s] = entries[s] = top_own[s] = top[s] = 0;
    if (l + p > 0) {
      int limit = 15;
      if (kTrump && s != trump) {
        if (trumps_left_left > 0) limit = o1;
        if (trumps_left_right > 0) limit = smaller(limit, o2);
      }
      uint32_t foes = (in.owners ^ parity) & kPairs;
      int n_top = smaller(in.count, foes != 0 ? __builtin_clz(foes) / 2 : 16);
      if (n_top > 0 && limit > 0) {
        uint32_t diff = in.owners ^ self;
        diff = (diff | diff >> 1) & kPairs;
        const int first = smaller(in.count, diff != 0 ? __builtin_clz(diff) / 2 : 16);
        int partner_top = count_pairs(diff >> (32 - 2 * n_top));
        if (n_top == 16) partner_top = count_pairs(diff);
        int own_top = n_top - partner_top;
        int partner_low = p - partner_top;
        int a = larger(first, smaller(own_top, partner_low));
        int need_top = a == first ? a : n_top;
        a = smaller(a, limit);
        if (a < first) need_top = a;
        pure[s] = smaller(first, a);
        int b = smaller(partner_top, larger(0, p - a));
        if (a < own_top) b = smaller(b, l - own_top);
        b = smaller(b, limit - a);
        // The partner's cards that come next below the leader's own highest win whatever the
        // leader plays to them, so any card left there is the way to them.
        int run = 0;
        if (a == first && l > a) {
          const uint32_t rest = (~diff & kPairs) & (~0u >> (2 * a));
          run = smaller(rest != 0 ? __builtin_clz(rest) / 2 : 16, n_top) - a;
          run = smaller(run, smaller(p, limit) - a);
          if (run <= b) run = 0;
          b = larger(b, run);
        }
        if (kTrump && s == trump) sure_trumps = b;
        int most = larger(o1, o2);
        if (a >= most && p <= a) {
          a = smaller(l, limit);
        } else if (b > 0 && a + b >= most && l - a <= b) {
          b = smaller(p - a, limit - a);
        }
        top_own[s] = need_top;
        if (run > 0) {
          need_top = a + run;
          entry = true;
        } else if (b > 0) {
          need_top = n_top;
          if (l > own_top && l > a) entry = true;
        }
        own[s] = a;
        entries[s] = b;
        top[s] = need_top;
        own_sum += a;
        partner_sum += b;
      }
    }
    missing += larger(0, own[s] - p);
    if (s != trump) plain_excess += larger(0, p - own[s]);
    if (kTrump && s == trump) {
      trumps_left_left -= own[s];
      trumps_left_right -= own[s];
      partner_trumps -= own[s];
      own_trumps -= own[s];
    }
  }

  // The partner may also come in by a ruff that no foe can overruff.
  int ruff = 0;
  if (kTrump && !entry && partner_trumps > 0) {
    for (int s = 0; s < 4 && !entry; ++s) {
      if (s == trump || info[s]->length(partner) > 0 || info[s]->length(seat) <= own[s]) continue;
      if (trumps_left_left > 0 && info[s]->length(left) <= own[s]) continue;
      if (trumps_left_right > 0 && info[s]->length(right) <= own[s]) continue;
      entry = true;
      ruff = partner_trumps > entries[trump];
    }
  }

  int total;
  if (kTrump && partner_trumps > 0 && missing > plain_excess) {
    // The partner is forced to ruff the trick after the discards run out, and has the lead.
    total = own_sum - (missing - plain_excess) + 1;
    if (total > own_sum) total = own_sum;
  } else if (entry && own_sum < wanted) {
    int losers = kDead ? state_.dead[partner] : 0;
    for (int s = 0; s < 4; ++s) {
      if (s == trump) continue;
      losers += larger(0, info[s]->length(partner) - own[s] - entries[s]);
    }
    total = own_sum + partner_sum + ruff - larger(0, missing - losers);
    if (total < own_sum) total = own_sum;
    if (kTrump && own_trumps > 0 && partner_sum > 0) {
      int short_by = 0, excess = 0;
      for (int s = 0; s < 4; ++s) {
        int rest = info[s]->length(seat) - own[s];
        short_by += larger(0, entries[s] - rest);
        if (s != trump) excess += larger(0, rest - entries[s]);
      }
      if (short_by > excess) total = larger(own_sum, total - (short_by - excess) + 1);
    }
  } else {
    total = own_sum;
    if (kTrump) total += sure_trumps;
  }
  if (total >= wanted) {
    // No more ranks than the tricks wanted rest on. Trumps come first: they may be the reason
    // that the plain tricks are safe.
    bool leader_alone = own_sum >= wanted;
    int rest = wanted;
    for (int i = 0; i < 4 && rest > 0; ++i) {
      int s = i;
      if (kTrump) s = i == 0 ? trump : (i <= trump ? i - 1 : i);
      int used = top[s];
      if (leader_alone) {
        used = top_own[s];
        if (s != trump && rest < own[s] && rest <= pure[s]) used = rest;
        rest -= own[s];
      }
      if (used > 0) relevant |= top_cards(s, m[s], used);
    }
  }
  return total;
}

// Can the side of the second hand surely win the trick and cash enough more at once?
template <bool kTrump>
bool Search::second_hand_tricks(const Trick& trick, uint64_t all, int seat, int wanted,
                                uint64_t& relevant) const {
  const int leader = (seat + 3) & 3, third = (seat + 1) & 3;
  const int s = trick.lead_suit, trump = kTrump ? trump_ : -1;
  const uint32_t third_cards = suit_of(state_.hands[third], s);
  if (kTrump && s != trump && third_cards == 0 && suit_of(state_.hands[third], trump) != 0) {
    return false;
  }
  const uint32_t to_beat = trick.best_bit | third_cards;
  for (int c = seat; c < 8; c += 2) {
    const int h = c & 3, mate = h ^ 2;
    const uint32_t own = suit_of(state_.hands[h], s);
    // The partner must be able to stay below.
    const uint32_t mate_cards = suit_of(state_.hands[mate], s);
    if (own > to_beat && (mate_cards & (0u - mate_cards)) < own) {
      int foe_trumps[2] = {0, 0};  // of the leader and the third hand, after this trick
      if (kTrump) {
        const uint32_t t1 = suit_of(state_.hands[leader], trump);
        const uint32_t t2 = suit_of(state_.hands[third], trump);
        foe_trumps[0] = count16(t1);
        foe_trumps[1] = count16(t2) - (s == trump && t2 != 0);
      }
      int cap = 15;
      if (kTrump && suit_of(state_.hands[mate], trump) != 0) {
        // The partner must not have to ruff before the last of these tricks.
        cap = 0;
        for (int r = 0; r < 4; ++r) {
          if (r != trump) cap += count16(suit_of(state_.hands[mate], r));
        }
        ++cap;
      }
      int total = 1;
      uint64_t ranks = 0;
      const uint32_t top = 1u << top_index(own);
      bool first = true;
      for (int i = 0; i < 4 && (first || total < wanted); ++i) {
        int r = i;
        if (kTrump) r = i == 0 ? trump : (i <= trump ? i - 1 : i);
        const uint32_t in_play = suit_of(all, r);
        const SuitInfo& in = info_[r][in_play];
        if (in.count == 0) continue;
        uint32_t diff = in.owners ^ (static_cast<uint32_t>(h) * kPairs);
        diff = (diff | diff >> 1) & kPairs;
        int pure = smaller(in.count, diff != 0 ? __builtin_clz(diff) / 2 : 16);
        if (pure == 0) continue;
        int rounds = pure;
        if (kTrump && r != trump) {
          const int spent = r == s;
          if (foe_trumps[0] > 0) {
            rounds = smaller(rounds, spent + count16(suit_of(state_.hands[leader], r)));
          }
          if (foe_trumps[1] > 0) {
            rounds = smaller(rounds, in.length(third));
          }
        }
        if (r == s) {
          // One of these rounds is the trick under way.
          rounds = larger(rounds, 1);
          total += rounds - 1;
        } else {
          total += rounds;
        }
        if (kTrump && r == trump) {
          const int more = rounds - (r == s);
          foe_trumps[0] -= more;
          foe_trumps[1] -= more;
        }
        if (rounds > 0) ranks |= top_cards(r, in_play, rounds);
        first = false;
      }
      const bool no_trumps = !kTrump || suit_of(all, trump) == 0;
      if (no_trumps && total < wanted) {
        // On to the partner's highest cards, or those next below the winner's own, through a suit
        // in which the winner has a card to spare.
        bool link = false;
        int more = 0;
        uint64_t more_ranks = 0;
        for (int r = 0; r < 4; ++r) {
          const uint32_t in_play = suit_of(all, r);
          const SuitInfo& in = info_[r][in_play];
          if (r == s || in.count == 0) continue;
          uint32_t diff = in.owners ^ (static_cast<uint32_t>(h) * kPairs);
          diff = (diff | diff >> 1) & kPairs;
          const int pure = smaller(in.count, diff != 0 ? __builtin_clz(diff) / 2 : 16);
          if (pure == in.count) continue;
          diff = in.owners ^ (static_cast<uint32_t>(mate) * kPairs);
          diff = (diff | diff >> 1) & kPairs & (~0u >> (2 * pure));
          int run = smaller(in.count, diff != 0 ? __builtin_clz(diff) / 2 : 16);
          run = smaller(run, in.length(mate)) - pure;
          if (run <= 0) continue;
          more += run;
          more_ranks |= top_cards(r, in_play, pure + run);
          if (in.length(h) > pure) link = true;
        }
        if (link && total + more >= wanted) {
          total += more;
          ranks |= more_ranks;
        }
      }
      if (smaller(total, cap) >= wanted) {
        relevant = ranks | card_bit(s, top);
        return true;
      }
    }
    if (c > seat) break;
  }
  return false;
}

// Without trumps: must the side on lead come to a suit whose highest card a foe has kept, and is
// that enough? The side can lead its own suits, those it heads, no oftener than it has cards.
inline bool Search::later_tops(int seat, int n, const uint32_t m[4],
                               const SuitInfo* const info[4], int wanted,
                               uint64_t& relevant) const {
  int rounds = state_.dead[seat] + state_.dead[seat ^ 2];
  int tops[4] = {0, 0, 0, 0}, suits[4] = {0, 0, 0, 0};
  bool led[4] = {false, false, false, false}, link[4] = {false, false, false, false};
  for (int s = 0; s < 4; ++s) {
    const SuitInfo& in = *info[s];
    if (in.count == 0) continue;
    const int h = static_cast<int>(in.owners >> 30);
    const int most = larger(in.length(seat), in.length(seat ^ 2));
    if (((h ^ seat) & 1) == 0) {
      rounds += most;
      if (rounds >= n) return false;
      continue;
    }
    uint32_t diff = in.owners ^ (static_cast<uint32_t>(h) * kPairs);
    diff = (diff | diff >> 1) & kPairs;
    tops[h] += smaller(in.count, diff != 0 ? __builtin_clz(diff) / 2 : 16);
    ++suits[h];
    if (in.length(h ^ 2) > 0) link[h ^ 2] = true;
    if (most > 0) led[h] = true;
  }
  if (n - rounds < wanted) return false;
  // A foe who is led to takes its highest cards from there on; one who wins by other means has
  // won a trick already. Either may go on to the partner's through a card kept for that. Until
  // then each keeps those cards, and one in every suit it heads.
  for (int h = (seat + 1) & 1; h < 4; h += 2) {
    int kept = larger(suits[h], smaller(tops[h], wanted));
    const int alone = tops[h] + !led[h];
    if (alone < wanted) {
      if (!link[h] || alone + tops[h ^ 2] < wanted) return false;
      ++kept;
    }
    if (kept > n - rounds) return false;
  }
  uint64_t ranks = 0;
  for (int s = 0; s < 4; ++s) {
    const SuitInfo& in = *info[s];
    if (in.count == 0 || (((in.owners >> 30) ^ static_cast<uint32_t>(seat)) & 1) == 0) continue;
    uint32_t diff = in.owners ^ ((in.owners >> 30) * kPairs);
    diff = (diff | diff >> 1) & kPairs;
    int k = smaller(in.count, diff != 0 ? __builtin_clz(diff) / 2 : 16);
    ranks |= top_cards(s, m[s], wanted == 1 ? 1 : k);
  }
  relevant = ranks;
  return true;
}

// Tricks the highest trumps give a side sooner or later, whatever is played.
inline int Search::later_trumps(int side, const uint32_t m[4], const SuitInfo* const info[4],
                                int wanted, uint64_t& relevant) const {
  const SuitInfo& in = *info[trump_];
  if (in.count == 0) return 0;
  uint32_t foes = (in.owners ^ (side != 0 ? kPairs : 0)) & kPairs;
  int n_top = smaller(in.count, foes != 0 ? __builtin_clz(foes) / 2 : 16);
  if (n_top > 0) {
    // Two hands with all of them lose none while one has a card to spare for each of the other's.
    int best = smaller(n_top, larger(in.length(side), in.length(side ^ 2)));
    if (best >= wanted) relevant = top_cards(trump_, m[trump_], wanted);
    return best;
  }
  if (wanted == 1 && in.count > 1) {
    // The second best trump, guarded, over the hand with the best.
    int first = in.owners >> 30, second = in.owners >> 28 & 3;
    if (second == ((first + 1) & 3) && in.length(second) > 1) {
      relevant = top_cards(trump_, m[trump_], 2);
      return 1;
    }
  }
  return 0;
}

}  // namespace whistlog

#include "order.hpp"
