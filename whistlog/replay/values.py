"""What a replay consists of: immutable values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import Any, Final, NamedTuple

from whistlog.cards import Card, Ranking, Seat, Suit
from whistlog.record import Call, Part
from whistlog.rules.play import Order

_NOTHING: Final[Mapping[str, Any]] = {}


class Basis(StrEnum):
    """Where a piece of knowledge comes from."""

    WRITTEN = "written"
    INFERRED = "inferred"
    PARTIAL = "partial"


class PlayedTrick(NamedTuple):
    """One trick as it was played.

    Attributes:
        item: index of the trick line in `Deal.items`.
        number: which trick of the deal it is, from 1.
        leader: who led; None where nothing tells.
        seats: who played each card, in the order of play; None where nothing tells.
        cards: the cards that stand, in the order of play (withdrawn ones are left out).
        winner: who took it by the rules; None where that can't be decided.
        recorded: who took it as written, or None.
    """

    item: int
    number: int
    leader: Seat | None
    seats: tuple[Seat | None, ...]
    cards: tuple[Card, ...]
    winner: Seat | None
    recorded: Seat | None


class Evidence(NamedTuple):
    """A second place that a fact rests on.

    Attributes:
        note: what the place shows, a key of the notes of the finding.
        item: index of the line in `Deal.items`.
        part: the part of that line.
        args: particulars (cards, seats, suits, numbers).
    """

    note: str
    item: int
    part: Part = ()
    args: Mapping[str, Any] = _NOTHING


@dataclass(frozen=True, slots=True)
class Fact:
    """An irregularity that the replay met, with its evidence.

    Attributes:
        name: name of the finding it amounts to (kebab case).
        item: index in `Deal.items` of the line where it is.
        part: the part of that line.
        trick: number of the trick, from 1; None outside the play.
        seat: whose irregularity it is; None where it is nobody's.
        args: particulars (cards, seats, suits, numbers).
        evidence: the places it rests on.
        acknowledged: the record marks it with ``^``: the players knew of it.
    """

    name: str
    item: int
    part: Part = ()
    trick: int | None = None
    seat: Seat | None = None
    args: Mapping[str, Any] = field(default_factory=dict)
    evidence: tuple[Evidence, ...] = ()
    acknowledged: bool = False


REVOKES: Final = frozenset(("revoke", "revoke-inferred", "revoke-turnup", "revoke-by-count"))
"""The names of the facts that are revokes."""


class Contract(NamedTuple):
    """What the winner of an auction promised (bid whist).

    Attributes:
        declarer: who won the auction.
        level: the number bid; None where no bid is recorded, or none that can be read.
        form: ``up``, ``down`` or ``nt``, of the bid or, where a bid is a number alone, as it
            was named afterwards; None where that is not recorded.
        call: place of the bid among the calls, or None.
    """

    declarer: Seat
    level: int | None
    form: str | None
    call: int | None


@dataclass(frozen=True, eq=False)
class Replay:
    """What happened in a deal, under the rules of a profile.

    Pairs of numbers are in the order of `Side`: (North-South, East-West).

    Attributes:
        dealer: who dealt, or None; ``dealer_basis`` tells whether that was written.
        turn_up: the card turned up, or None.
        trump: the trump suit; None where there is none, or it is not known.
        trump_basis: ``written``, ``inferred`` (from the profile), or None: not known.
        ranking: the direction of the ranks.
        order: the order of the cards that follows; None while the trump is not known.
        declarer: bid whist: who won the auction, or None.
        hands: by seat, the mask of the cards dealt; None where nothing is known.
        hands_basis: by seat: ``written``; ``inferred`` from the play or from the other
            hands; ``partial``, only some of the cards are known; None.
        tricks: the tricks, in the order written.
        facts: the irregularities, in the order of the record.
        won: tricks of each side, by the true winners; a kitty that counts is one of them.
        won_recorded: tricks of each side, by the winners as written where they are written.
        claimed: tricks of each side that were claimed or conceded, not played.
        undecided: tricks in the record whose winner can't be decided.
        unplayed: tricks of the deal that the record neither shows nor gives to a side.
        contract: bid whist: the bid that won the auction; None where nobody is known to have.
        kitty_to: bid whist: who has the kitty as a trick; None where that is not known, or it
            is no trick.
        kitty_with_first: whether the kitty goes with the first trick that is played.
        kitty: bid whist: mask of the kitty, or None where it is not known.
        kitty_shown: bid whist: whether all four saw the kitty: as the record says, or else by
            the rules.
        exchanged: bid whist: mask of the cards that the declarer played with, after the
            exchange with the kitty; None where that is not known.
        calls: bid whist: the calls of the auction as written, from the dealer's left on.
        regular: the deal is complete and in order: there is nothing to ask about its cards,
            its auction and its play.
    """

    dealer: Seat | None
    dealer_basis: Basis | None
    turn_up: Card | None
    trump: Suit | None
    trump_basis: Basis | None
    ranking: Ranking
    order: Order | None
    declarer: Seat | None
    hands: tuple[int | None, int | None, int | None, int | None]
    hands_basis: tuple[Basis | None, Basis | None, Basis | None, Basis | None]
    tricks: tuple[PlayedTrick, ...]
    facts: tuple[Fact, ...]
    won: tuple[int, int]
    won_recorded: tuple[int, int]
    claimed: tuple[int, int]
    undecided: int
    unplayed: int
    contract: Contract | None = None
    kitty_to: Seat | None = None
    kitty_with_first: bool = False
    kitty: int | None = None
    kitty_shown: bool = False
    exchanged: int | None = None
    calls: tuple[Call, ...] = ()
    regular: bool = field(default=False, compare=False)

    def __eq__(self, other: object) -> bool:
        """Whether the same happened, however it was worked out."""
        if not isinstance(other, Replay):
            return NotImplemented
        return all(
            getattr(self, f.name) == getattr(other, f.name) for f in fields(Replay) if f.compare
        )

    __hash__ = None  # type: ignore[assignment]

    @property
    def known_hands(self) -> tuple[int | None, ...]:
        """By seat, the cards dealt where all of them are known, written or inferred."""
        return tuple(
            [
                hand if basis is Basis.WRITTEN or basis is Basis.INFERRED else None
                for hand, basis in zip(self.hands, self.hands_basis)
            ]
        )

    @property
    def complete(self) -> bool:
        """Whether every trick of the deal is accounted for."""
        return not self.undecided and not self.unplayed


class Position(NamedTuple):
    """The table just before a card is played, or after the last one.

    Attributes:
        trick: index into `Replay.tricks` of the trick in progress (or of the last one).
        number: how many cards of it lie on the table.
        turn: who plays next; None when the play is over or it can't be told.
        table: the cards of the trick in progress with their players.
        card: the card played next, or None at the end.
        hands: by seat, the mask of the cards still held; None where they are not known.
        legal: mask of the cards that the player in turn may play; None where not known.
        played: mask of all cards played so far.
        voids: by seat, the mask of the cards that the seat has shown not to hold, by not
            following suit; until a card of that suit tells that it was a revoke.
        turn_up: the card turned up, until it is played.
        won: tricks won so far.
    """

    trick: int
    number: int
    turn: Seat | None
    table: tuple[tuple[Seat | None, Card], ...]
    card: Card | None
    hands: tuple[int | None, int | None, int | None, int | None]
    legal: int | None
    played: int
    voids: tuple[int, int, int, int]
    turn_up: Card | None
    won: tuple[int, int]
