"""What an observation is, and in which situations of the play it is asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from whistlog.cards import Card
from whistlog.notes.values import Moment, Said
from whistlog.notes.view import Done, View

LEAD: Final = "lead"
OPENING: Final = "opening"
PLAIN: Final = "plain"
PLAIN_OPENING: Final = "plain-opening"
PLAIN_LATER: Final = "plain-later"
TRUMP: Final = "trump"
"""The player leads: any card, at his first lead in the deal, or a card of a plain suit, also by
whether it is his first lead, or a trump."""

SECOND: Final = "second"
THIRD: Final = "third"
FOURTH: Final = "fourth"
"""The player follows suit."""

SECOND_VOID: Final = "second-void"
THIRD_VOID: Final = "third-void"
FOURTH_VOID: Final = "fourth-void"
"""The player has none of the suit led, and ruffs or discards."""

FOLLOWING: Final = (SECOND, THIRD, FOURTH)
VOID: Final = (SECOND_VOID, THIRD_VOID, FOURTH_VOID)

SITUATIONS: Final[tuple[tuple[tuple[str, ...], ...], ...]] = (
    (
        (LEAD, PLAIN, OPENING, PLAIN_OPENING),
        (LEAD, PLAIN, PLAIN_LATER),
        (LEAD, TRUMP, OPENING),
        (LEAD, TRUMP),
    ),
    ((SECOND,), (SECOND_VOID,)),
    ((THIRD,), (THIRD_VOID,)),
    ((FOURTH,), (FOURTH_VOID,)),
)
"""By place in the trick. Of a leader: a plain suit at his first lead, later, and trumps at his
first lead, later. Of the others: following suit, and void of the suit led."""


class Observation(NamedTuple):
    """One observation of single plays.

    Attributes:
        code: its entry in the catalogue.
        on: the situations in which it is asked.
        look: what it says of a card, given what its player could know; None where it has
            nothing to say. It is never asked where there was no choice.
    """

    code: str
    on: tuple[str, ...]
    look: Callable[[View, Card], Said | None]


class Story(NamedTuple):
    """A deal after its last card, for observations that look back.

    Attributes:
        moments: the plays of those whose hands are known, in order.
        tricks: the finished tricks.
        hands: by seat, the mask of the cards dealt, or None. Only observations that are marked
            ``hindsight`` in the catalogue may use the hands of others.
        won: tricks of each side, with those that were claimed.
        trump: the trump suit, or -1.
        called: bits ``1 << seat`` of those whose cards may be a call for trumps (`View.called`).
    """

    moments: tuple[Moment, ...]
    tricks: tuple[Done, ...]
    hands: tuple[int | None, ...]
    won: tuple[int, int]
    trump: int
    called: int


class Retrospect(NamedTuple):
    """An observation that needs more than one play.

    Attributes:
        code: its entry in the catalogue.
        look: yields the moments that it remarks on, and what it says of each.
    """

    code: str
    look: Callable[[Story], Iterable[tuple[Moment, Said]]]
