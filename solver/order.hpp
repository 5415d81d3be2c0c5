// Move ordering. Nothing here can change a value, only the time taken to find it.
//
// Each move gets the sum of a few table entries, chosen by what it does. The entries in
// order_table.inc were fitted to searches of random deals so that the moves that reached the
// goal of a node come before those that did not.
#pragma once

#include "search.hpp"

namespace whistlog {

namespace order {

// Sizes of the blocks of the table, and where they begin.
constexpr int kLeadTop = 0;                              // kind of suit, three owners, kind of card
constexpr int kLeadLength = kLeadTop + 3 * 125 * 4;      // kind of suit, own, partner's
constexpr int kLeadFoes = kLeadLength + 3 * 5 * 4;       // kind of suit, left's, right's
constexpr int kLeadRuff = kLeadFoes + 3 * 4 * 4;         // who could ruff, singleton
constexpr int kLeadNeed = kLeadRuff + 32;                // kind of suit and card, owner, need
constexpr int kFollow = kLeadNeed + 3 * 4 * 5 * 5;       // place, suit, wins, held, standing, card
constexpr int kFollowRank = kFollow + 3 * 3 * 2 * 2 * 3 * 4;
constexpr int kFollowNeed = kFollowRank + 3 * 3 * 4 * 3 * 3;
constexpr int kRuff = kFollowNeed + 3 * 2 * 2 * 3 * 2 * 5;
constexpr int kDiscard = kRuff + 3 * 2 * 2 * 3 * 3;
constexpr int kDiscardLength = kDiscard + 3 * 2 * 3 * 5 * 5 * 2;
constexpr int kDiscardGuard = kDiscardLength + 3 * 5 * 4;
constexpr int kDead = kDiscardGuard + 2 * 4 * 4 * 2;
constexpr int kSize = kDead + 8;

constexpr int16_t table[kSize] = {
#include "order_table.inc"
};

struct Features {
  int count = 0;
  int16_t id[6];
  void add(int x) { id[count++] = static_cast<int16_t>(x); }
};

inline int weight(const Features& f) {
  int w = 0;
  for (int i = 0; i < f.count; ++i) w += table[f.id[i]];
  return w;
}

// How much of what is left a side needs.
inline int need_class(int wanted, int n) {
  if (wanted <= 1) return 0;
  if (wanted >= n) return 4;
  return 3 * wanted <= n ? 1 : 3 * wanted <= 2 * n ? 2 : 3;
}

// The owner of the i-th highest card seen from a seat: 0 itself, then clockwise; 4 for none.
inline int owner(const SuitInfo& in, int i, int seat) {
  if (i >= in.count) return 4;
  return (static_cast<int>(in.owners >> (30 - 2 * i) & 3) - seat) & 3;
}

}  // namespace order

#ifdef WL_SAMPLE_ORDER
void sample_features(int move, const order::Features& f);
#endif

template <bool kTrump, bool kDead>
void Search::weigh_leads(MoveList& list, int seat, const uint32_t m[4],
                         const SuitInfo* const info[4], int n, int need) const {
  const int goal = order::need_class(seat & 1 ? n - need + 1 : need, n);
  const int partner = seat ^ 2, left = (seat + 1) & 3, right = (seat + 3) & 3;
  for (int i = 0; i < list.count; ++i) {
    Move& move = list.moves[i];
    order::Features f;
    if (kDead && move.suit == kDeadSuit) {
      f.add(order::kDead);
    } else {
      const SuitInfo& in = *info[move.suit];
      const int kind = !kTrump ? 0 : move.suit == trump_ ? 2 : 1;
      const int first = order::owner(in, 0, seat), second = order::owner(in, 1, seat);
      const int l = in.length(seat), p = in.length(partner);
      const int o1 = in.length(left), o2 = in.length(right);
      const int above = count16(m[move.suit] & ~(2 * move.bit - 1));
      const bool lowest = (suit_of(state_.hands[seat], move.suit) & (move.low - 1)) == 0;
      const int card = above == 0 ? 0 : above == 1 ? 1 : lowest ? 2 : 3;
      const int third = order::owner(in, 2, seat);
      f.add(order::kLeadTop + (((kind * 5 + first) * 5 + second) * 5 + third) * 4 + card);
      f.add(order::kLeadNeed + ((kind * 4 + card) * 5 + first) * 5 + goal);
      f.add(order::kLeadLength + (kind * 5 + smaller(l, 5) - 1) * 4 + smaller(p, 3));
      f.add(order::kLeadFoes + (kind * 4 + smaller(o1, 3)) * 4 + smaller(o2, 3));
      if (kTrump && kind == 1) {
        const SuitInfo& t = *info[trump_];
        int who = (o1 == 0 && t.length(left) > 0) + 2 * (o2 == 0 && t.length(right) > 0) +
                  4 * (p == 0 && t.length(partner) > 0) + 8 * (t.length(seat) > 0) +
                  16 * (l == 1);
        f.add(order::kLeadRuff + who);
      }
    }
    move.weight = order::weight(f);
#ifdef WL_SAMPLE_ORDER
    sample_features(i, f);
#endif
  }
}

template <bool kTrump, bool kDead, int kPlayed>
void Search::weigh(MoveList& list, const Trick& trick, uint64_t all, int seat, int n,
                   int need) const {
  const int goal = order::need_class(seat & 1 ? n - need + 1 : need, n);
  const int trump = kTrump ? trump_ : -1;
  const int lead = trick.lead_suit;
  const int foe = (seat + 1) & 3, partner = seat ^ 2;
  // Could `h`, yet to play, beat a card of suit s?
  auto beats = [&](int h, int s, uint32_t bit) {
    uint64_t hand = state_.hands[h];
    uint32_t follows = suit_of(hand, lead);
    if (follows != 0) return s == lead && follows > bit;
    if (!kTrump) return false;
    uint32_t trumps = suit_of(hand, trump);
    return s == trump ? trumps > bit : trumps != 0;
  };
  if (kDead && lead < 0) {
    for (int i = 0; i < list.count; ++i) {
      Move& move = list.moves[i];
      move.weight = move.suit == kDeadSuit ? 1 : -count16(suit_of(all, move.suit) & (move.bit - 1));
    }
    return;
  }
  const bool following = suit_of(state_.hands[seat], lead) != 0;
  const bool ours = ((trick.best_seat ^ seat) & 1) == 0;
  // 0: a foe wins the trick as it stands; 1: the partner may win it; 2: the partner surely does.
  int standing = 0;
  if (kPlayed == 1) standing = beats(partner, trick.best_suit, trick.best_bit) ? 1 : 0;
  if (kPlayed == 2 && ours) standing = beats(foe, trick.best_suit, trick.best_bit) ? 1 : 2;
  if (kPlayed == 3 && ours) standing = 2;
  const int mode = !kTrump ? 0 : lead == trump ? 2 : 1;
  for (int i = 0; i < list.count; ++i) {
    Move& move = list.moves[i];
    order::Features f;
    if (kDead && move.suit == kDeadSuit) {
      f.add(order::kDead + 1 + standing);
    } else {
      const uint32_t own = suit_of(state_.hands[seat], move.suit);
      const uint32_t in_play = suit_of(all, move.suit);
      const bool lowest = (own & (move.low - 1)) == 0;
      const bool wins =
          move.suit == trick.best_suit ? move.bit > trick.best_bit : move.suit == trump;
      const bool held = kPlayed == 3 || !beats(foe, move.suit, move.bit);
      f.add(order::kFollowNeed +
            (((((kPlayed - 1) * 2 + wins) * 2 + held) * 3 + standing) * 2 + following) * 5 + goal);
      if (following) {
        const uint32_t higher = move.bit > trick.best_bit ? ~(2 * trick.best_bit - 1) : 0;
        const bool lowest_winner = wins && (own & higher & (move.low - 1)) == 0;
        const int card = lowest ? 0 : lowest_winner ? 1 : own < 2 * move.bit ? 2 : 3;
        f.add(order::kFollow +
              ((((kPlayed - 1) * 3 + mode) * 2 + wins) * 2 + held) * 12 + standing * 4 + card);
        const uint32_t above = ~(2 * move.bit - 1);
        const int foes_above =
            count16((suit_of(state_.hands[foe], lead) |
                     suit_of(state_.hands[(seat + 3) & 3], lead)) & above);
        const int partner_above = count16(suit_of(state_.hands[partner], lead) & above);
        f.add(order::kFollowRank +
              (((kPlayed - 1) * 3 + standing) * 4 + smaller(foes_above, 3)) * 9 +
              smaller(partner_above, 2) * 3 + smaller(count16(own), 3) - 1);
      } else if (kTrump && move.suit == trump) {
        const int size = lowest ? 0 : (in_play & ~(2 * move.bit - 1)) == 0 ? 2 : 1;
        f.add(order::kRuff + ((((kPlayed - 1) * 2 + wins) * 2 + held) * 3 + standing) * 3 + size);
      } else {
        const SuitInfo& in = info_[move.suit][suit_of(state_.hands[0] | state_.hands[1] |
                                                          state_.hands[2] | state_.hands[3],
                                                      move.suit)];
        const int first = order::owner(in, 0, seat), second = order::owner(in, 1, seat);
        f.add(order::kDiscard +
              ((((kPlayed - 1) * 2 + kTrump) * 3 + standing) * 25 + first * 5 + second) * 2 +
              (lowest ? 0 : 1));
        const int l = count16(own), p = in.length(partner);
        const int higher = count16(in_play & ~own & ~(2 * (1u << top_index(own)) - 1));
        f.add(order::kDiscardGuard +
              ((kTrump * 4 + smaller(higher, 3)) * 4 + smaller(l, 4) - 1) * 2 + (lowest ? 0 : 1));
        f.add(order::kDiscardLength + ((kTrump ? kPlayed == 3 : 2) * 5 + smaller(l, 5) - 1) * 4 +
              smaller(p, 3));
      }
    }
    move.weight = order::weight(f);
#ifdef WL_SAMPLE_ORDER
    sample_features(i, f);
#endif
  }
}

}  // namespace whistlog
