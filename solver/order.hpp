// Move ordering. Nothing here can change a value, only the time taken to find it.
#pragma once

#include "search.hpp"

namespace whistlog {

template <bool kTrump, bool kDead>
void Search::weigh_leads(MoveList& list, int seat, const uint32_t m[4],
                         const SuitInfo* const info[4]) const {
  const int partner = seat ^ 2, left = (seat + 1) & 3, right = (seat + 3) & 3;
  for (int i = 0; i < list.count; ++i) {
    Move& move = list.moves[i];
    if (kDead && move.suit == kDeadSuit) {
      move.weight = -40;
      continue;
    }
    const SuitInfo& in = *info[move.suit];
    int top = static_cast<int>(in.owners >> 30);
    bool is_top = (m[move.suit] & ~(2 * move.bit - 1)) == 0;
    int l = in.length(seat), p = in.length(partner), o1 = in.length(left),
        o2 = in.length(right);
    int w = 0;
    if (kTrump && move.suit != trump_) {
      const SuitInfo& t = *info[trump_];
      bool ruff1 = o1 == 0 && t.length(left) > 0, ruff2 = o2 == 0 && t.length(right) > 0;
      bool ruffp = p == 0 && t.length(partner) > 0;
      if (ruff1 || ruff2) {
        w -= 20;
      } else if (ruffp) {
        w += 30;
      } else if (is_top) {
        w += 20;
      } else if (top == partner) {
        w += 15;
      }
      if (l == 1 && t.length(seat) > 0) w += 10;
    } else {
      if (is_top) {
        w += kTrump ? 15 : 25;
      } else if (top == partner) {
        w += kTrump ? 10 : 22;
      } else if (top == right) {
        w += 4;
      }
      if (!kTrump) w += 2 * (l + p - o1 - o2);
    }
    if (!is_top) w -= count16(m[move.suit] & (move.low - 1));
    move.weight = w;
  }
}

template <bool kTrump, bool kDead, int kPlayed>
void Search::weigh(MoveList& list, const Trick& trick, uint64_t all, int seat) const {
  const int trump = kTrump ? trump_ : -1;
  const int lead = trick.lead_suit;
  // Could `h`, yet to play, beat a card of suit s?
  auto beats = [&](int h, int s, uint32_t bit) {
    uint64_t hand = state_.hands[h];
    uint32_t follows = suit_of(hand, lead);
    if (follows != 0) return s == lead && follows > bit;
    if (!kTrump) return false;
    uint32_t trumps = suit_of(hand, trump);
    return s == trump ? trumps > bit : trumps != 0;
  };
  const bool following = lead >= 0 && suit_of(state_.hands[seat], lead) != 0;
  const int foe = (seat + 1) & 3, partner = seat ^ 2;
  const bool ours = trick.best_suit >= 0 && ((trick.best_seat ^ seat) & 1) == 0;
  for (int i = 0; i < list.count; ++i) {
    Move& move = list.moves[i];
    if (kDead && (move.suit == kDeadSuit || lead < 0)) {
      move.weight = move.suit == kDeadSuit ? 10 : 0;
      continue;
    }
    uint32_t in_play = suit_of(all, move.suit);
    int rank = count16(in_play & (move.bit - 1));
    bool wins = move.suit == trick.best_suit ? move.bit > trick.best_bit : move.suit == trump;
    int w = -rank;
    if (wins) {
      bool held;
      if (kPlayed == 3) {
        held = true;
      } else {
        held = !beats(foe, move.suit, move.bit);
      }
      bool spare = false;
      if (kPlayed == 1) spare = !ours && beats(partner, trick.best_suit, trick.best_bit);
      if (kPlayed > 1) {
        spare = ours && (kPlayed == 3 || !beats(foe, trick.best_suit, trick.best_bit));
      }
      if (held && !spare) {
        w += 40;
      } else if (held) {
        w += kPlayed == 1 ? 15 : -10;
      } else {
        w += kPlayed == 1 ? -5 : 0;
      }
    }
    if (!following && move.suit != trump) {
      // A discard: long suits first, and a high card last.
      w += count16(suit_of(state_.hands[seat], move.suit));
    }
    move.weight = w;
  }
}

}  // namespace whistlog
