"""What may be played and who takes the trick: one answer for the whole whist family.

An `Order` is what the trump suit and the direction of the ranks make of the pack. Its two
methods, `Order.legal` and `Order.winner`, are the only places in whistlog that know how a
suit is followed and how a trick is won (rules R12-R17, B10-B12, AMB-20); everything else
asks them. Both read tables that are indexed by `Card.code`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Final

from whistlog.cards import ACE, CARDS, JOKERS, LOW, SUITS, Card, Ranking, Suit, suit_mask

NO_SUIT: Final = 4
"""The suit number of a joker when there are no trumps: it follows nothing."""
UNKNOWN_SUIT: Final = 5
"""The suit number of a card that was not recorded at all."""

_TRUMP: Final = 20
_HIGHEST_LOW_CARD: Final = 7
"""Rank of the nine: an ``x`` stands for a nine or less."""


@dataclass(frozen=True, slots=True, eq=False)
class Order:
    """Who follows and who wins under one trump suit and one direction of the ranks.

    Get one from `order`; the same arguments give the same object.

    Attributes:
        trump: the trump suit, or None for a deal without trumps.
        ranking: uptown or downtown.
        suit: by card code, the suit that the card belongs to: 0..3, `NO_SUIT` or
            `UNKNOWN_SUIT`. Jokers belong to the trump suit.
        follow: by code of the card that sets the suit, the mask of the cards that follow it;
            0 when the card sets no suit.
        strength: by code of the card that sets the suit, then by card code, how high the
            card stands in that trick; 0 for a card that cannot win it.

    Cards that were not recorded have negative codes, which count from the ends of the
    tables: they have a suit where it is known, follow it, and have no strength.
    """

    trump: Suit | None
    ranking: Ranking
    suit: tuple[int, ...] = field(repr=False)
    follow: tuple[int, ...] = field(repr=False)
    strength: tuple[bytes, ...] = field(repr=False)

    def legal(self, hand: int, led: Card | None) -> int:
        """Which cards of a hand may be played (R12-R15, B11, AMB-20).

        Args:
            hand: mask of the cards held.
            led: the card that set the suit of the trick, as `setter` finds it; None for the
                leader, who may play any card, trumps included.
        """
        return (led is not None and hand & self.follow[led.code]) or hand

    def setter(self, cards: Sequence[Card]) -> Card | None:
        """The card that sets the suit to be followed: the first one that has a suit."""
        for c in cards:
            if self.suit[c.code] != NO_SUIT:
                return c
        return None

    def winner(self, cards: Sequence[Card]) -> int:
        """Place in the trick (0 is the leader) of the card that wins it (R16, B10-B12).

        The cards must be known ones; `decided_winner` copes with others.
        """
        return self.winning_place([c.code for c in cards])

    def winning_place(self, codes: Sequence[int]) -> int:
        """As `winner`, of cards that are given by their codes."""
        first = codes[0]
        row = self.strength[first]
        best = row[first]
        if not best:
            led = self.setter([CARDS[code] for code in codes])
            if led is None:
                return 0
            row = self.strength[led.code]
        at = 0
        if len(codes) == 4:
            # The same as the loop below, in half the time.
            _, second, third, fourth = codes
            value = row[second]
            if value > best:
                best = value
                at = 1
            value = row[third]
            if value > best:
                best = value
                at = 2
            return 3 if row[fourth] > best else at
        for i, code in enumerate(codes):
            value = row[code]
            if value > best:
                best = value
                at = i
        return at

    def decided_winner(self, cards: Sequence[Card]) -> int | None:
        """As `winner`, but None where a card that was not recorded leaves it open.

        An ``x`` is a nine or less. A ``-`` may be anything.
        """
        if all(c.bit for c in cards):
            return self.winner(cards)
        suits = [self.suit[c.code] for c in cards]
        if UNKNOWN_SUIT in suits:
            return None
        top = self.trump if self.trump is not None and self.trump in suits else None
        if top is None:
            led = self.setter(cards)
            if led is None:
                return None
            top = SUITS[self.suit[led.code]]
        rivals = [i for i, s in enumerate(suits) if s == top]
        if len(rivals) == 1:
            return rivals[0]
        row = self.strength[LOW[top].code]
        known = [i for i in rivals if cards[i].bit]
        if not known:
            return None
        best = max(known, key=lambda i: row[cards[i].code])
        if len(known) < len(rivals):
            spots = [row[top * 13 + rank] for rank in range(_HIGHEST_LOW_CARD + 1)]
            if row[cards[best].code] < max(spots):
                return None
        return best


def order(trump: Suit | None, ranking: Ranking = Ranking.UPTOWN, *, low_ace: bool = False) -> Order:
    """The order of the cards for a trump suit (None: no trumps) and a direction.

    Args:
        trump: the trump suit.
        ranking: uptown (ace, king … two) or downtown (ace, two … king) (B10).
        low_ace: downtown only: the ace is lowest, a house rule.

    >>> spades = order(Suit.SPADES)
    >>> spades.winner([CARDS[25], CARDS[14], CARDS[2], CARDS[24]])  # A♥ 3♥ 4♠ K♥
    2
    """
    return _order(trump, ranking, low_ace)


@cache
def _order(trump: Suit | None, ranking: Ranking, low_ace: bool) -> Order:
    height = [
        rank + 1
        if ranking is Ranking.UPTOWN
        else (1 if low_ace else 13)
        if rank == ACE
        else 12 - rank + low_ace
        for rank in range(13)
    ]
    joker_suit = NO_SUIT if trump is None else int(trump)
    suit = [int(c.suit) if c.suit is not None else joker_suit for c in CARDS]
    masks = [suit_mask(s) | (JOKERS if s is trump else 0) for s in SUITS] + [0, 0]
    rows = []
    for led in range(NO_SUIT + 2):
        row = bytearray(len(CARDS) + 5)
        for c in CARDS:
            own = suit[c.code]
            if own == NO_SUIT or own not in (led, trump):
                continue
            value = 14 + (c.code - 52) if c.is_joker else height[c.rank]
            row[c.code] = value + (_TRUMP if own == trump else 0)
        rows.append(bytes(row))
    # Negative codes count from the end: -1 is the unrecorded card, -2 - s a low card of suit s.
    suit += [int(s) for s in reversed(SUITS)] + [UNKNOWN_SUIT]
    return Order(
        trump=trump,
        ranking=ranking,
        suit=tuple(suit),
        follow=tuple(masks[s] for s in suit),
        strength=tuple(rows[s] for s in suit),
    )
