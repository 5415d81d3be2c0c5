"""What the player to act can know: observations are written against this view and nothing else.

A `View` holds the player's own hand and what the table has seen. It has no other hand, so no
observation can use a hidden card; those that look back with all hands open say so in the
catalogue (``hindsight``).

Suits, seats and sides are small numbers (`Suit`, `Seat`, `Side`); -1 stands for no suit and no
seat. Cards of one suit are *ranks*: thirteen bits, the two lowest. Cards of all suits are four of
these, by suit. (Numbers of more than thirty bits cost Python several times as much.)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from whistlog.cards import CARDS, Card

SUIT: Final = (0x1FFF, 0x1FFF << 13, 0x1FFF << 26, 0x1FFF << 39)
"""By suit, the mask of its thirteen cards (`whistlog.cards`)."""

TEN, KNAVE, QUEEN, KING, ACE = 8, 9, 10, 11, 12
"""Ranks as `Card.rank` has them; the two is 0."""

Four = tuple[int, int, int, int]
"""By suit or by seat."""


def _tops() -> tuple[int, ...]:
    tops = [0]
    for rank in range(13):
        tops += [1 << rank] * (1 << rank)
    return tuple(tops)


def _lows() -> tuple[int, ...]:
    lows = [0]
    for rank in range(13):
        lows += [1 << rank, *lows[1:]]
    return tuple(lows)


TOP: Final = _tops()
"""By ranks, the highest of them; 0 of none."""

LOW: Final = _lows()
"""By ranks, the lowest of them; 0 of none."""

HAS: Final = tuple(tuple(bool(suits >> suit & 1) for suit in range(4)) for suits in range(16))
"""By a set of suits (bits ``1 << suit``), by suit, whether it is one of them."""


class Done(NamedTuple):
    """A finished trick.

    Attributes:
        leader: who led.
        cards: the four cards in the order of play.
        suit: the suit led.
        winner: who took it.
    """

    leader: int
    cards: tuple[Card, ...]
    suit: int
    winner: int

    def card_of(self, seat: int) -> Card:
        """The card that a seat played to it."""
        return self.cards[(seat - self.leader) & 3]


class View:
    """What a player knows before playing a card (classic whist; ranks run from ace to two).

    `whistlog.notes.story` fills it, and nobody writes to it later.

    Attributes:
        seat: the player.
        partner: the seat opposite.
        lho: the opponent on the left, who plays next.
        rho: the opponent on the right, who played before.
        side: the player's side.
        place: place in the trick: 0 leads, 1 second hand, 2 third hand, 3 fourth hand.
        hand: by suit, the ranks held.
        dealt: by suit, the ranks dealt to the player.
        out: by suit, the ranks that the player has neither seen nor holds (the turn-up is one
            of them until it is played: its place is known, not its fall).
        play: place of the play that is looked at among the cards of the deal, from 0.
        card: its card.
        suit: the suit of this card.
        bit: its rank, as a bit.
        held: the ranks held of its suit. A player who follows may play these, any other player
            all cards.
        alike: those of them that are as good as it (`equals`).
        winners: the ranks that would win the trick as it now stands: of the suit led, or of
            trumps if the player has none of it; 0 for the leader.
        number: number of the trick, from 1.
        trump: the trump suit, or -1.
        plain: the other suits.
        trumps: the ranks of trumps held.
        trumps_out: the ranks of trumps that are out.
        dealer: who dealt, or -1.
        turned: the card turned up, or None.
        turn_held: the turn-up has not been played, so all know that the dealer holds it.
        leader: who led to this trick, or is to lead.
        cards: the cards of this trick so far, in the order of play.
        led: the suit led, or -1.
        best: rank of the card that is winning this trick, as a bit; 0 for the leader.
        best_suit: its suit, or -1; trumps if the trick has been ruffed.
        partner_winning: it is the partner's.
        voids: by seat, bits ``1 << suit`` of the suits that the seat has shown not to hold.
        thrown: by seat, bits ``1 << suit`` of the suits from which it has thrown a card that
            neither followed nor trumped.
        rounds: by suit, how often it was led before this trick.
        leads: by side, bits ``1 << suit`` of the suits that the side has led.
        leaders: bits ``1 << seat`` of the seats that have led before.
        openers: by suit, who led it first, or -1.
        own_suit: by seat, the first plain suit that the seat opened, or -1.
        trump_leader: by side, who of it was the first to lead trumps unless the other side had
            led them before, or -1: that side has declared strength.
        called: by seat, number of the trick in which it completed a call for trumps (before
            any were led, a card that could not help, and later a lower one of the same plain
            suit); 0 for none.
        past: the finished tricks.
        won: tricks won by each side.
        score: points of each side before the deal, or None where they are not known.
        target: points that win the game, or None.
        saving: tricks that keep the other side from winning the game in this deal; 0 where it
            can't, or that can't be told.
        book: tricks of a side that are worth nothing.
        school: the school that judges.
    """

    __slots__ = (
        "alike", "best", "best_suit", "bit", "book", "called", "card",
        "cards", "dealer", "dealt", "hand", "held", "leader", "leaders", "leads", "led",
        "lho", "number", "openers", "out", "own_suit", "partner", "partner_winning",
        "past", "place", "plain", "play", "rho", "rounds", "saving", "school", "score",
        "seat", "side", "suit", "target", "thrown", "trump", "trump_leader", "trumps",
        "trumps_out", "turn_held", "turned", "voids", "winners", "won",
    )  # fmt: skip

    seat: int
    partner: int
    lho: int
    rho: int
    side: int
    place: int
    hand: Four
    dealt: Four
    out: Four
    play: int
    card: Card
    suit: int
    bit: int
    held: int
    alike: int
    winners: int
    number: int
    trump: int
    plain: tuple[int, ...]
    trumps: int
    trumps_out: int
    dealer: int
    turned: Card | None
    turn_held: bool
    leader: int
    cards: tuple[Card, ...]
    led: int
    best: int
    best_suit: int
    partner_winning: bool
    voids: Four
    thrown: Four
    rounds: Four
    leads: tuple[int, ...]
    leaders: int
    openers: Four
    own_suit: Four
    trump_leader: tuple[int, ...]
    called: Four
    past: tuple[Done, ...]
    won: tuple[int, int]
    score: tuple[int, int] | None
    target: int | None
    saving: int
    book: int
    school: str

    def boss(self, suit: int, bit: int) -> bool:
        """Whether no unseen card of its suit outranks a card (trumps apart)."""
        return bit > self.out[suit]

    def void(self, seat: int, suit: int) -> bool:
        """Whether another seat is known not to hold a suit: it did not follow, or there are no
        cards of it left that the player can't see."""
        return HAS[self.voids[seat]][suit] or not self.out[suit]

    def can_ruff(self, seat: int, suit: int) -> bool:
        """Whether a seat is known to be out of a plain suit and may still hold a trump."""
        if not self.trumps_out or suit == self.trump:
            return False
        void = HAS[self.voids[seat]]
        return not void[self.trump] and (void[suit] or not self.out[suit])

    def may_be_ruffed(self, suit: int) -> bool:
        """Whether an opponent is known to be out of a plain suit and may still hold a trump."""
        return self.can_ruff(self.lho, suit) or self.can_ruff(self.rho, suit)

    def equals(self, suit: int, bit: int) -> int:
        """The player's cards that are as good as one of them: every card between has been
        played or is held, and the card that is winning the trick does not lie between."""
        others = self.out[suit]
        if suit == self.best_suit:
            others |= self.best
        return alike(self.hand[suit], others, bit)

    def lowest_equal(self, suit: int, bit: int) -> int:
        """The lowest of the player's cards that are as good as one of them."""
        return LOW[self.equals(suit, bit)]

    @property
    def mastered(self) -> bool:
        """Whether the partner's card is sure to take the trick: boss of its suit, and no
        opponent still to play is known to be able to ruff it."""
        if not self.partner_winning:
            return False
        if self.place == 3:
            return True
        suit = self.best_suit
        return self.best > self.out[suit] and not self.can_ruff(self.lho, suit)

    def established(self) -> int:
        """A plain suit that the player has established, or -1: it has three winners; or it has
        been led, and of what is left of four cards or more all are the best but one at most."""
        for suit in self.plain:
            held = self.hand[suit]
            winners = (held >> self.out[suit].bit_length()).bit_count()
            if winners >= 3:
                return suit
            # A long card counts, a bare ace or an ace with one small card does not.
            if (
                winners
                and self.rounds[suit]
                and self.dealt[suit].bit_count() >= 4
                and held.bit_count() - winners <= 1
            ):
                return suit
        return -1

    def declared(self, side: int) -> bool:
        """Whether a side has declared strength in trumps: it led them of its own accord, or one
        of its players has called for them."""
        return self.trump_leader[side] >= 0 or bool(self.called[side] or self.called[side + 2])

    def reaches(self) -> str:
        """What the side reaches if it wins this trick: ``game`` (as many tricks as win the game
        at this score), ``save`` (as many as keep the others from it), ``odd`` (the first trick
        that scores); "" for none of these. Honours don't count."""
        tricks = self.won[self.side] + 1
        if (
            self.score is not None
            and self.target is not None
            and tricks == self.book + self.target - self.score[self.side]
        ):
            return "game"
        if tricks == self.saving:
            return "save"
        return "odd" if self.book and tricks == self.book + 1 else ""


def alike(held: int, others: int, bit: int) -> int:
    """The cards of a suit that are as good as one of them, as none of the others lies between.

    Args:
        held: the ranks held.
        others: the ranks that make a difference.
        bit: the rank, as a bit.
    """
    below = others & bit - 1
    return held & _FROM[others - below] - _UP_TO[below]


_FROM: Final = (1 << 13, *LOW[1:])
"""By ranks that bound from above, the least that is too high."""

_UP_TO: Final = tuple([2 * top or 1 for top in TOP])
"""By ranks that bound from below, the least that is not too low."""


def above(held: int, bit: int) -> int:
    """Those ranks that are higher than one, given as a bit."""
    return held - (held & bit + bit - 1)


def mask_of(ranks: Sequence[int]) -> int:
    """The mask of cards that are given as ranks by suit."""
    spades, hearts, diamonds, clubs = ranks
    return spades | hearts << 13 | diamonds << 26 | clubs << 39


def ranks_of(mask: int) -> Four:
    """The ranks by suit of a mask of cards."""
    return (mask & 0x1FFF, mask >> 13 & 0x1FFF, mask >> 26 & 0x1FFF, mask >> 39 & 0x1FFF)


def card_at(suit: int, bit: int) -> Card:
    """The card of a suit that has a rank, as a bit."""
    return CARDS[13 * suit + bit.bit_length() - 1]
