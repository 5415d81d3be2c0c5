"""Positions of a deal in plain numbers, and what can be wrong with them.

Suits 0..3 are spades, hearts, diamonds, clubs; seats 0..3 are north, east, south, west,
clockwise; a natural card is ``13 * suit + rank`` with rank 0 for the two up to 12 for the ace; 52
is the little joker and 53 the big one.  A set of cards is an ``int`` with bit ``card`` set for
each.

With a trump suit the jokers are its two highest cards.  Without one they belong to no suit and
never win; a joker led lets the next natural card set the suit to follow.  Downtown ranks, low to
high, K Q J 10 9 8 7 6 5 4 3 2 A.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Final, Literal

Ranking = Literal["uptown", "downtown"]

LITTLE_JOKER: Final = 52
BIG_JOKER: Final = 53
MAX_CARDS: Final = 13
DEAD_CARD: Final = 64
"""The code of a joker without a trump suit."""

_ALL_CARDS: Final = (1 << 54) - 1


class Reason(IntEnum):
    """Why the native solver gave no answer; the numbers of ``wl_status`` in its header."""

    CANCELLED = 1
    NODE_LIMIT = 2
    TIME_LIMIT = 3
    NULL_ARGUMENT = 10
    BAD_TRUMP = 11
    BAD_LEADER = 12
    BAD_TABLE_COUNT = 13
    BAD_CARD = 14
    DUPLICATE_CARD = 15
    UNEQUAL_HANDS = 16
    EMPTY_HANDS = 17
    TOO_MANY_CARDS = 18
    DEAD_WITH_TRUMP = 19
    TOO_MANY_DEAD = 20
    BAD_PLAY = 21
    TOO_MANY_PLAYS = 22
    NO_MEMORY = 23
    BAD_COUNT = 24
    INTERNAL = 25


class SolverError(Exception):
    """The base of every error of this module; ``reason`` is its cause."""

    def __init__(self, reason: Reason, text: str) -> None:
        """Keep the cause beside its wording."""
        super().__init__(text)
        self.reason = reason


class PositionError(SolverError, ValueError):
    """A position or a play that cannot be solved as it stands."""


class LimitError(SolverError):
    """The work was cancelled, or reached its node or time limit, before an answer."""


@dataclass(frozen=True, slots=True)
class Position:
    """Cards in four hands and on the table.

    ``hands`` holds four sets of cards, north first, without the cards on the table; ``table``
    holds up to three cards of the current trick in order of play; ``leader`` is the seat that
    leads, or led, that trick.  ``trump`` is a suit or ``None``.  Nothing is checked here: the
    functions that take a position raise ``PositionError``.
    """

    hands: tuple[int, int, int, int]
    trump: int | None
    ranking: Ranking
    leader: int
    table: tuple[int, ...] = ()

    @classmethod
    def of(
        cls,
        hands: Sequence[Iterable[int]],
        trump: int | None,
        leader: int,
        ranking: Ranking = "uptown",
        table: Iterable[int] = (),
    ) -> Position:
        """Make a position from four collections of card codes.

        Raises ``PositionError`` when there are not four hands, a code is not in 0..53 or a hand
        names a card twice.
        """
        if len(hands) != 4:
            raise PositionError(Reason.BAD_CARD, f"four hands are needed, not {len(hands)}")
        n, e, s, w = (_mask(hand) for hand in hands)
        return cls((n, e, s, w), trump, ranking, leader, tuple(table))

    @property
    def player(self) -> int:
        """The seat to move."""
        return (self.leader + len(self.table)) % 4


def _mask(cards: Iterable[int]) -> int:
    mask = 0
    for card in cards:
        if not 0 <= card <= BIG_JOKER:
            raise PositionError(Reason.BAD_CARD, f"no card has the code {card}")
        if mask >> card & 1:
            raise PositionError(Reason.DUPLICATE_CARD, f"a hand holds card {card} twice")
        mask |= 1 << card
    return mask


@dataclass(slots=True)
class Codes:
    """A position in codes of ``16 * suit + strength``, the higher strength winning.

    ``hands`` are sets of codes without the dead cards, which ``dead`` counts for each hand.
    """

    hands: list[int]
    dead: list[int]
    table: list[int]


@functools.cache
def strengths(ranking: Ranking, trump: int | None) -> tuple[int, ...]:
    """The native code of every card."""
    codes = []
    for card in range(52):
        suit, rank = divmod(card, 13)
        strength = rank if ranking == "uptown" or rank == 12 else 11 - rank
        codes.append(16 * suit + strength)
    if trump is None:
        return (*codes, DEAD_CARD, DEAD_CARD)
    return (*codes, 16 * trump + 13, 16 * trump + 14)


@functools.cache
def cards_by_code(ranking: Ranking, trump: int | None) -> dict[int, int]:
    """The card of every native code."""
    codes = enumerate(strengths(ranking, trump))
    return {code: card for card, code in codes if code != DEAD_CARD}


def codes(position: Position) -> Codes:
    """Translate a position; raise ``PositionError`` for anything codes cannot express.

    Numbers out of range, unknown cards and cards in two places are found; the sizes of the hands
    are not looked at.
    """
    trump = position.trump
    if trump is not None and not 0 <= trump <= 3:
        raise PositionError(Reason.BAD_TRUMP, f"no suit has the number {trump}")
    if not 0 <= position.leader <= 3:
        raise PositionError(Reason.BAD_LEADER, f"no seat has the number {position.leader}")
    if position.ranking not in ("uptown", "downtown"):
        raise PositionError(Reason.BAD_CARD, f"no ranking is called {position.ranking!r}")
    if len(position.table) > 3:
        raise PositionError(Reason.BAD_TABLE_COUNT, f"{len(position.table)} cards lie on the table")
    if len(position.hands) != 4:
        raise PositionError(Reason.BAD_CARD, f"{len(position.hands)} hands, not four")
    by_card = strengths(position.ranking, trump)
    out = Codes([0, 0, 0, 0], [0, 0, 0, 0], [])
    seen = 0
    for seat, hand in enumerate(position.hands):
        if hand & ~_ALL_CARDS:
            raise PositionError(Reason.BAD_CARD, f"the hand of seat {seat} has an unknown card")
        if seen & hand:
            card = (seen & hand).bit_length() - 1
            raise PositionError(Reason.DUPLICATE_CARD, f"card {card} is in two hands")
        seen |= hand
        while hand:
            low = hand & -hand
            code = by_card[low.bit_length() - 1]
            if code == DEAD_CARD:
                out.dead[seat] += 1
            else:
                out.hands[seat] |= 1 << code
            hand ^= low
    for card in position.table:
        if not 0 <= card <= BIG_JOKER:
            raise PositionError(Reason.BAD_CARD, f"no card has the code {card}")
        if seen >> card & 1:
            raise PositionError(Reason.DUPLICATE_CARD, f"card {card} is in two places")
        seen |= 1 << card
        out.table.append(by_card[card])
    return out


def check_sizes(position: Position) -> int:
    """Count the tricks not yet complete; raise ``PositionError`` when the hands are uneven."""
    sizes = [hand.bit_count() for hand in position.hands]
    for i in range(len(position.table)):
        sizes[(position.leader + i) % 4] += 1
    if max(sizes) > MAX_CARDS:
        raise PositionError(Reason.TOO_MANY_CARDS, f"a hand has {max(sizes)} cards")
    if min(sizes) != max(sizes):
        raise PositionError(Reason.UNEQUAL_HANDS, f"the hands have {sizes} cards")
    if sizes[0] == 0:
        raise PositionError(Reason.EMPTY_HANDS, "no card is left to play")
    return sizes[0]
