// The C ABI: checks positions, drives the zero-window search and shares work between threads.
#include "whistlog_solver.h"

#include <atomic>
#include <exception>
#include <new>
#include <thread>
#include <vector>

#include "search.hpp"

using whistlog::card_bit;
using whistlog::kDeadSuit;
using whistlog::Move;
using whistlog::MoveList;
using whistlog::Search;
using whistlog::State;
using whistlog::Stop;
using whistlog::suit_of;
using whistlog::Trick;

struct wl_context {
  explicit wl_context(uint64_t bytes) : search(bytes) {}
  Search search;
  wl_position last = {};
  bool has_last = false;
};

namespace {

constexpr uint64_t kDefaultMemory = uint64_t{200} << 20;
constexpr uint64_t kEveryCard = 0x7FFF7FFF7FFF7FFFu;

struct Root {
  State state;
  Trick trick;
  int played;
  int seat;
};

int count_cards(uint64_t cards) {
  int n = 0;
  for (; cards != 0; cards &= cards - 1) ++n;
  return n;
}

int32_t check(const wl_position& p) {
  if (p.trump < WL_NO_TRUMP || p.trump > 3) return WL_BAD_TRUMP;
  if (p.leader > 3) return WL_BAD_LEADER;
  if (p.table_count > 3) return WL_BAD_TABLE_COUNT;
  uint64_t seen = 0;
  int dead = 0;
  for (int h = 0; h < 4; ++h) {
    if (p.hands[h] & ~kEveryCard) return WL_BAD_CARD;
    if (p.hands[h] & seen) return WL_DUPLICATE_CARD;
    seen |= p.hands[h];
    dead += p.dead[h];
  }
  for (int i = 0; i < p.table_count; ++i) {
    int code = p.table[i];
    if (code == WL_DEAD_CARD) {
      ++dead;
      continue;
    }
    if (code > WL_DEAD_CARD || !(kEveryCard >> code & 1)) return WL_BAD_CARD;
    if (seen >> code & 1) return WL_DUPLICATE_CARD;
    seen |= uint64_t{1} << code;
  }
  if (dead > 0 && p.trump != WL_NO_TRUMP) return WL_DEAD_WITH_TRUMP;
  if (dead > 2) return WL_TOO_MANY_DEAD;
  int full = 0;
  for (int i = 0; i < 4; ++i) {
    int h = (p.leader + i) & 3;
    int n = count_cards(p.hands[h]) + p.dead[h] + (i < p.table_count ? 1 : 0);
    if (n > WL_MAX_CARDS) return WL_TOO_MANY_CARDS;
    if (i == 0) full = n;
    if (n != full) return WL_UNEQUAL_HANDS;
  }
  return full == 0 ? WL_EMPTY_HANDS : WL_OK;
}

bool same_position(const wl_position& a, const wl_position& b) {
  if (a.trump != b.trump || a.leader != b.leader || a.table_count != b.table_count) return false;
  for (int h = 0; h < 4; ++h) {
    if (a.hands[h] != b.hands[h] || a.dead[h] != b.dead[h]) return false;
  }
  for (int i = 0; i < a.table_count; ++i) {
    if (a.table[i] != b.table[i]) return false;
  }
  return true;
}

// The table of the context stays when the position is the one it was filled with.
Root prepare(wl_context& context, const wl_position& p) {
  uint64_t holders[4];
  for (int h = 0; h < 4; ++h) holders[h] = p.hands[h];
  for (int i = 0; i < p.table_count; ++i) {
    if (p.table[i] != WL_DEAD_CARD) holders[(p.leader + i) & 3] |= uint64_t{1} << p.table[i];
  }
  if (!context.has_last || !same_position(context.last, p)) {
    context.has_last = false;
    context.search.set_deal(holders, p.trump);
    context.last = p;
    context.has_last = true;
  }
  Root root;
  for (int h = 0; h < 4; ++h) {
    root.state.hands[h] = context.search.compress(p.hands[h]);
    root.state.dead[h] = p.dead[h];
  }
  for (int i = 0; i < p.table_count; ++i) {
    int h = (p.leader + i) & 3;
    if (p.table[i] == WL_DEAD_CARD) continue;
    int code = context.search.compress_code(p.table[i]);
    Search::put(root.trick, p.trump, h, code >> 4, 1u << (code & 15));
  }
  root.played = p.table_count;
  root.seat = (p.leader + p.table_count) & 3;
  return root;
}

void remove_card(State& state, int seat, int suit, uint32_t bit) {
  if (suit == kDeadSuit) {
    --state.dead[seat];
  } else {
    state.hands[seat] &= ~card_bit(suit, bit);
  }
}

// The position after a card; `won` tells whether seats 0 and 2 won a trick by it.
Root after(const Search& search, const Root& root, int suit, uint32_t bit, int* won) {
  Root next = root;
  *won = 0;
  remove_card(next.state, root.seat, suit, bit);
  Search::put(next.trick, search.trump(), root.seat, suit, bit);
  next.seat = (root.seat + 1) & 3;
  if (++next.played == 4) {
    next.seat = next.trick.best_seat;
    *won = next.seat & 1 ? 0 : 1;
    next.played = 0;
    next.trick = Trick();
  }
  return next;
}

bool reaches(Search& search, const Root& root, int need) {
  if (need <= 0) return true;
  if (need > Search::tricks_left(root.state, root.seat)) return false;
  return search.reaches(root.state, root.trick, root.played, root.seat, need);
}

// The tricks of seats 0 and 2, known to lie between low and high.
int find_value(Search& search, const Root& root, int low, int high, int guess) {
  while (low < high) {
    int need = guess <= low ? low + 1 : guess > high ? high : guess;
    if (reaches(search, root, need)) {
      low = need;
      guess = need + 1;
    } else {
      high = need - 1;
      guess = need - 1;
    }
  }
  return low;
}

// Tricks of seats 0 and 2 that high cards, trumps and short suits promise: where to look first.
// The weights, in 64ths of a trick, were fitted to random deals.
struct GuessWeights {
  int plain[5], trump[5], trump_length, ruff, lead;
};
constexpr GuessWeights kWithTrump = {{50, 28, 12, 6, 4}, {54, 39, 17, 9, 6}, 27, 9, 17};
constexpr GuessWeights kNoTrump = {{69, 37, 20, 11, 4}, {0, 0, 0, 0, 0}, 0, 0, 25};

int guess_value(const Search& search, const Root& root, int n) {
  const int trump = search.trump();
  const GuessWeights& w = trump >= 0 ? kWithTrump : kNoTrump;
  const uint64_t* hands = root.state.hands;
  const uint64_t ours = hands[0] | hands[2], all = ours | hands[1] | hands[3];
  int sum = root.seat & 1 ? -w.lead : w.lead;
  for (int s = 0; s < 4; ++s) {
    const int* worth = s == trump ? w.trump : w.plain;
    uint32_t cards = suit_of(all, s);
    for (int k = 0; cards != 0; ++k) {
      uint32_t bit = 1u << whistlog::top_index(cards);
      cards ^= bit;
      int value = (k < 5 ? worth[k] : 0) + (s == trump ? w.trump_length : 0);
      sum += suit_of(ours, s) & bit ? value : -value;
    }
  }
  if (trump >= 0) {
    for (int h = 0; h < 4; ++h) {
      int missing = 0;
      for (int s = 0; s < 4; ++s) {
        if (s != trump) missing += whistlog::larger(0, 3 - count_cards(suit_of(hands[h], s)));
      }
      int ruffs = whistlog::smaller(missing, count_cards(suit_of(hands[h], trump)));
      sum += h & 1 ? -w.ruff * ruffs : w.ruff * ruffs;
    }
  }
  int guess = (32 * n + sum + 32) / 64;
  return whistlog::smaller(n, whistlog::larger(0, guess));
}

int whole_value(Search& search, const Root& root) {
  int n = Search::tricks_left(root.state, root.seat);
  return find_value(search, root, 0, n, guess_value(search, root, n));
}

int side_value(int value, int tricks, int seat) { return seat & 1 ? tricks - value : value; }

struct Valued {
  Move move;
  int value;  // of seats 0 and 2
};

// The value of every group of equal cards, given the value of the position.
int value_moves(Search& search, const Root& root, int best, Valued out[]) {
  MoveList list;
  search.legal_moves(root.state, root.trick, root.played, root.seat, list);
  int n = Search::tricks_left(root.state, root.seat);
  bool ours = !(root.seat & 1);
  for (int i = 0; i < list.count; ++i) {
    const Move& move = list.moves[i];
    int won;
    Root next = after(search, root, move.suit, move.bit, &won);
    int value;
    if (list.count == 1) {
      value = best;
    } else if (ours) {
      value = won + find_value(search, next, 0, best - won, best - won);
    } else {
      value = won + find_value(search, next, whistlog::larger(0, best - won), n - won, best - won + 1);
    }
    out[i] = Valued{move, value};
  }
  return list.count;
}

uint8_t list_cards(const Search& search, const Root& root, const Valued valued[], int groups,
                   wl_card_value cards[WL_MAX_CARDS]) {
  int n = Search::tricks_left(root.state, root.seat);
  int count = 0;
  for (int i = 0; i < groups; ++i) {
    const Move& move = valued[i].move;
    auto value = static_cast<int8_t>(side_value(valued[i].value, n, root.seat));
    if (move.suit == kDeadSuit) {
      cards[count++] = wl_card_value{WL_DEAD_CARD, value};
      continue;
    }
    uint32_t own = suit_of(root.state.hands[root.seat], move.suit);
    for (uint32_t bit = move.low; bit <= move.bit; bit <<= 1) {
      if (own & bit) {
        auto code = static_cast<uint8_t>(search.original_code(move.suit, bit));
        cards[count++] = wl_card_value{code, value};
      }
    }
  }
  for (int i = 1; i < count; ++i) {
    wl_card_value v = cards[i];
    int j = i;
    for (; j > 0 && cards[j - 1].card > v.card; --j) cards[j] = cards[j - 1];
    cards[j] = v;
  }
  return static_cast<uint8_t>(count);
}

template <class Work>
int32_t guarded(const Work& work) {
  try {
    return work();
  } catch (const Stop& stop) {
    return stop.why;
  } catch (const std::bad_alloc&) {
    return WL_NO_MEMORY;
  } catch (...) {
    return WL_INTERNAL;
  }
}

// Calls work(context, i) for every i below count.
template <class Work>
int32_t share_out(int32_t count, int32_t threads, uint64_t memory, const wl_limits* limits,
                  const Work& work) {
  if (count < 0 || threads < 0) return WL_BAD_COUNT;
  if (threads == 0) threads = static_cast<int32_t>(std::thread::hardware_concurrency());
  if (threads < 1) threads = 1;
  if (threads > count) threads = count;
  if (threads == 0) return WL_OK;
  if (memory == 0) memory = kDefaultMemory;
  std::atomic<int32_t> next{0};
  std::atomic<int32_t> failure{WL_OK};
  auto body = [&]() {
    int32_t status = guarded([&]() -> int32_t {
      std::unique_ptr<wl_context> context(
          new wl_context(memory / static_cast<uint64_t>(threads)));
      for (int32_t i = next++; i < count; i = next++) {
        if (limits != nullptr && limits->stop != nullptr && *limits->stop != 0) {
          return WL_CANCELLED;
        }
        if (work(*context, i) == WL_CANCELLED) return WL_CANCELLED;
      }
      return WL_OK;
    });
    if (status != WL_OK) failure = status;
  };
  std::vector<std::thread> pool;
  try {
    for (int32_t i = 1; i < threads; ++i) pool.emplace_back(body);
  } catch (const std::exception&) {
    // Fewer threads do the same work.
  }
  body();
  for (std::thread& t : pool) t.join();
  return failure;
}

}  // namespace

extern "C" {

int32_t wl_abi_version(void) { return WL_ABI_VERSION; }

const char* wl_status_text(int32_t status) {
  switch (status) {
    case WL_OK:
      return "no error";
    case WL_CANCELLED:
      return "the work was cancelled";
    case WL_NODE_LIMIT:
      return "the node limit was reached";
    case WL_TIME_LIMIT:
      return "the time limit was reached";
    case WL_NULL_ARGUMENT:
      return "a required argument is missing";
    case WL_BAD_TRUMP:
      return "the trump suit is not one of 0..3 or -1";
    case WL_BAD_LEADER:
      return "the leader is not one of 0..3";
    case WL_BAD_TABLE_COUNT:
      return "more than three cards lie on the table";
    case WL_BAD_CARD:
      return "a card has no such suit or strength";
    case WL_DUPLICATE_CARD:
      return "a card is in two places";
    case WL_UNEQUAL_HANDS:
      return "the sizes of the hands do not fit the cards on the table";
    case WL_EMPTY_HANDS:
      return "no card is left to play";
    case WL_TOO_MANY_CARDS:
      return "a hand has more than 13 cards";
    case WL_DEAD_WITH_TRUMP:
      return "dead cards need a deal without trumps";
    case WL_TOO_MANY_DEAD:
      return "there are more than two dead cards";
    case WL_BAD_PLAY:
      return "a card played is not in the hand of the player to move";
    case WL_TOO_MANY_PLAYS:
      return "there are more plays than cards";
    case WL_NO_MEMORY:
      return "memory could not be had";
    case WL_BAD_COUNT:
      return "a count is negative";
    case WL_INTERNAL:
      return "the solver failed";
    default:
      return "unknown status";
  }
}

wl_context* wl_context_new(uint64_t memory_bytes) {
  return new (std::nothrow) wl_context(memory_bytes == 0 ? kDefaultMemory : memory_bytes);
}

void wl_context_free(wl_context* context) { delete context; }

uint64_t wl_context_nodes(const wl_context* context) {
  return context == nullptr ? 0 : context->search.nodes();
}

int32_t wl_check(const wl_position* position) {
  return position == nullptr ? WL_NULL_ARGUMENT : check(*position);
}

int32_t wl_solve(wl_context* context, const wl_position* position, const wl_limits* limits,
                 int32_t* tricks) {
  if (context == nullptr || position == nullptr || tricks == nullptr) return WL_NULL_ARGUMENT;
  if (int32_t status = check(*position)) return status;
  return guarded([&]() -> int32_t {
    Root root = prepare(*context, *position);
    context->search.set_limits(limits);
    int value = whole_value(context->search, root);
    *tricks = side_value(value, Search::tricks_left(root.state, root.seat), root.seat);
    return WL_OK;
  });
}

int32_t wl_values(wl_context* context, const wl_position* position, const wl_limits* limits,
                  wl_values_result* result) {
  if (context == nullptr || position == nullptr || result == nullptr) return WL_NULL_ARGUMENT;
  if (int32_t status = check(*position)) return status;
  return guarded([&]() -> int32_t {
    Root root = prepare(*context, *position);
    Search& search = context->search;
    search.set_limits(limits);
    int value = whole_value(search, root);
    Valued valued[WL_MAX_CARDS + 1];
    int groups = value_moves(search, root, value, valued);
    result->count = list_cards(search, root, valued, groups, result->cards);
    result->value = static_cast<int8_t>(
        side_value(value, Search::tricks_left(root.state, root.seat), root.seat));
    return WL_OK;
  });
}

int32_t wl_trace(wl_context* context, const wl_position* position, const uint8_t* plays,
                 int32_t play_count, int32_t every_card, const wl_limits* limits,
                 wl_trace_step* steps) {
  if (context == nullptr || position == nullptr) return WL_NULL_ARGUMENT;
  if (play_count < 0) return WL_BAD_COUNT;
  if (play_count > 0 && (plays == nullptr || steps == nullptr)) return WL_NULL_ARGUMENT;
  if (int32_t status = check(*position)) return status;
  int cards_left = 0;
  for (int h = 0; h < 4; ++h) cards_left += count_cards(position->hands[h]) + position->dead[h];
  if (play_count > cards_left) return WL_TOO_MANY_PLAYS;
  return guarded([&]() -> int32_t {
    Root root = prepare(*context, *position);
    Search& search = context->search;
    search.set_limits(limits);
    int value = -1;  // of seats 0 and 2 in the position before the play, when known
    for (int32_t i = 0; i < play_count; ++i) {
      int code = plays[i];
      int suit = kDeadSuit;
      uint32_t bit = 1;
      if (code == WL_DEAD_CARD) {
        if (root.state.dead[root.seat] == 0) return WL_BAD_PLAY;
      } else {
        if (code > WL_DEAD_CARD || !(kEveryCard >> code & 1)) return WL_BAD_PLAY;
        int small = search.compress_code(code);
        if ((small & 15) == 15 || !(root.state.hands[root.seat] >> small & 1)) {
          return WL_BAD_PLAY;
        }
        suit = small >> 4;
        bit = 1u << (small & 15);
      }
      wl_trace_step& step = steps[i];
      int n = Search::tricks_left(root.state, root.seat);
      bool ours = !(root.seat & 1);
      if (value < 0) value = whole_value(search, root);
      MoveList list;
      search.legal_moves(root.state, root.trick, root.played, root.seat, list);
      step.player = static_cast<uint8_t>(root.seat);
      step.legal = 0;
      for (int j = 0; j < list.count; ++j) {
        const Move& move = list.moves[j];
        if (move.suit == suit && bit <= move.bit && bit >= move.low) step.legal = 1;
      }
      step.value = static_cast<int8_t>(side_value(value, n, root.seat));
      step.count = 0;
      int played = -1;
      if (every_card != 0) {
        Valued valued[WL_MAX_CARDS + 1];
        int groups = value_moves(search, root, value, valued);
        step.count = list_cards(search, root, valued, groups, step.cards);
        for (int j = 0; j < groups; ++j) {
          const Move& move = valued[j].move;
          if (move.suit == suit && bit <= move.bit && bit >= move.low) played = valued[j].value;
        }
      } else if (step.legal && list.count == 1) {
        played = value;
      }
      int won;
      Root next = after(search, root, suit, bit, &won);
      int rest = Search::tricks_left(next.state, next.seat);
      if (played < 0) {
        int low = 0, high = rest;
        if (step.legal) {
          // A legal card is worth no more to its player than the position was.
          if (ours) {
            high = value - won < high ? value - won : high;
          } else {
            low = value - won > low ? value - won : low;
          }
        }
        int guess = ours ? value - won : value - won + 1;
        played = won + (rest == 0 ? 0 : find_value(search, next, low, high, guess));
      }
      step.played_value = static_cast<int8_t>(side_value(played, n, root.seat));
      value = played - won;
      root = next;
    }
    return WL_OK;
  });
}

int32_t wl_solve_many(const wl_position* positions, int32_t count, int32_t threads,
                      uint64_t memory_bytes, const wl_limits* limits, int8_t* tricks,
                      int32_t* statuses) {
  if (count > 0 && (positions == nullptr || tricks == nullptr || statuses == nullptr)) {
    return WL_NULL_ARGUMENT;
  }
  for (int32_t i = 0; i < count; ++i) statuses[i] = WL_CANCELLED;
  return share_out(count, threads, memory_bytes, limits, [&](wl_context& context, int32_t i) {
    int32_t value = 0;
    statuses[i] = wl_solve(&context, &positions[i], limits, &value);
    tricks[i] = static_cast<int8_t>(value);
    return statuses[i];
  });
}

int32_t wl_values_many(const wl_position* positions, int32_t count, int32_t threads,
                       uint64_t memory_bytes, const wl_limits* limits, wl_values_result* results,
                       int32_t* statuses) {
  if (count > 0 && (positions == nullptr || results == nullptr || statuses == nullptr)) {
    return WL_NULL_ARGUMENT;
  }
  for (int32_t i = 0; i < count; ++i) statuses[i] = WL_CANCELLED;
  return share_out(count, threads, memory_bytes, limits, [&](wl_context& context, int32_t i) {
    statuses[i] = wl_values(&context, &positions[i], limits, &results[i]);
    return statuses[i];
  });
}

}  // extern "C"
