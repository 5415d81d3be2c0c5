"""What the annotator says: immutable values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from whistlog.cards import Card, Ranking, Seat, Suit
from whistlog.notes.view import mask_of

if TYPE_CHECKING:
    from whistlog.notes.bidview import AuctionView, BidView
    from whistlog.notes.view import View
    from whistlog.record import Call

FOLLOWS: Final = "follows"
DEPARTS: Final = "departs"
NEUTRAL: Final = "neutral"
VERDICTS: Final = (FOLLOWS, DEPARTS, NEUTRAL)


Said = tuple[str, str, Mapping[str, Any], int | None]
"""What an observation says of one play: one of `VERDICTS`; which sentence of the catalogue's entry
says it; what fills the sentence: cards, seats, sides, suits, numbers, tuples of cards; and the
severity, 0 (information) to 3 (serious), where it differs from the catalogue's. (A plain tuple, as
there are so many.)"""


def follows(key: str = FOLLOWS, severity: int | None = None, **facts: Any) -> Said:
    """The play follows the observation."""
    return FOLLOWS, key, facts, severity


def departs(key: str = DEPARTS, severity: int | None = None, **facts: Any) -> Said:
    """The play departs from it; which is no error until it is known to have cost something."""
    return DEPARTS, key, facts, severity


def neutral(key: str = NEUTRAL, severity: int | None = None, **facts: Any) -> Said:
    """The play is worth a remark, but follows or departs from nothing."""
    return NEUTRAL, key, facts, severity


PLAIN_FOLLOWS: Final = follows()
"""A play that follows an observation, with nothing more to say."""


class Moment(NamedTuple):
    """One card that was played, by somebody whose hand is known.

    Attributes:
        play: its place among the cards of the deal, from 0.
        trick: number of the trick, from 1.
        place: place in the trick, 0 is the leader.
        seat: who played it.
        card: the card.
        view: what the player could know; None where there was no choice: one card only might
            be played, or all that might were equal, or the card was a revoke.
    """

    play: int
    trick: int
    place: int
    seat: Seat
    card: Card
    view: View | None

    @property
    def held(self) -> int | None:
        """The cards of which one was chosen; None where there was no choice."""
        return None if self.view is None else mask_of(self.view.hand)


class BidMoment(NamedTuple):
    """One card of bid whist that was played, by somebody whose hand is known.

    Attributes:
        play, trick, place, seat, card: as in `Moment`.
        view: what the player could know; None where there was no choice.
    """

    play: int
    trick: int
    place: int
    seat: Seat
    card: Card
    view: BidView | None

    @property
    def held(self) -> int | None:
        """The cards of which one was chosen; None where there was no choice."""
        return None if self.view is None else self.view.printed(self.view.hand)


CALL: Final = "call"
DECLARATION: Final = "declaration"
EXCHANGE: Final = "exchange"


class Step(NamedTuple):
    """What a player of bid whist does before the first card is played.

    Attributes:
        play: its place before the first card: -1 is the last such step.
        kind: ``call``, ``declaration`` (the declarer names trumps or direction) or ``exchange``
            (the declarer puts cards away).
        place: of a call, its place in the auction, from 0; else 0.
        seat: who it is.
        call: the call; None for what is none.
        trump: the suit named by a declaration, None for no trump.
        ranking: the direction that a declaration names; else None.
        cards: the cards put away.
        view: what the player could know; None where there was no choice.
    """

    play: int
    kind: str
    place: int
    seat: Seat
    call: Call | None = None
    trump: Suit | None = None
    ranking: Ranking | None = None
    cards: tuple[Card, ...] = ()
    view: AuctionView | None = None

    @property
    def trick(self) -> int:
        """0: what stands before the first trick."""
        return 0

    @property
    def card(self) -> None:
        """None: no card is played."""
        return None

    @property
    def held(self) -> int | None:
        """The cards that the player looked at, a kitty taken up among them."""
        return None if self.view is None else self.view.hand | self.view.kitty


class Note(NamedTuple):
    """One remark on one play, or on a step before the first card of bid whist.

    Attributes:
        code: the observation, for example ``S01``.
        verdict: one of `VERDICTS`.
        severity: 0 information, 1 small, 2 notable, 3 serious.
        moment: the play or the step.
        key: which sentence of the catalogue's entry says it.
        facts: what fills the sentence.
        explained: code of the observation that explains a departure (a signal, an unblocking, a
            coup), which silences the criticism; None where nothing does.
        cost: tricks it cost as the cards lay (double-dummy); None where not known.
        loss: tricks it was expected to lose given what the player knew, where that is above
            the noise, else 0; None where not known.
    """

    code: str
    verdict: str
    severity: int
    moment: Moment | BidMoment | Step
    key: str
    facts: Mapping[str, Any]
    explained: str | None = None
    cost: int | None = None
    loss: float | None = None

    @property
    def critical(self) -> bool:
        """Whether it finds fault: a departure that matters and that nothing explains."""
        return self.verdict == DEPARTS and self.severity > 0 and self.explained is None
