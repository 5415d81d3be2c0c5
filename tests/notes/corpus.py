"""Cavendish's hands I to XV, with what the book says of single plays (``cavendish.toml``)."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import whistlog
from whistlog.cards import Card, Seat, card

ROOT: Final = Path(__file__).resolve().parents[2]
HISTORICAL: Final = ROOT / "samples" / "historical"
NUMBERS: Final = range(1, 16)


class Played(NamedTuple):
    """One card of a hand.

    Attributes:
        play: its place among the cards of the hand, from 0.
        trick: number of the trick, from 1.
        place: place in the trick, 0 is the leader.
        seat: who played it.
        card: the card.
        held: mask of what the player was dealt.
    """

    play: int
    trick: int
    place: int
    seat: Seat
    card: Card
    held: int


class Hand(NamedTuple):
    """One hand of the book.

    Attributes:
        number: its number in the book.
        deal: the record of it.
        replay: what happened.
        profile: its rules.
        score: points of each side before it.
        letters: those of the four seats, clockwise from North's.
        plays: its cards in the order of play.
    """

    number: int
    deal: whistlog.Deal
    replay: whistlog.Replay
    profile: whistlog.Profile
    score: tuple[int, int]
    letters: tuple[str, str, str, str]
    plays: tuple[Played, ...]

    def seat(self, name: str) -> Seat:
        """The seat that the book calls so."""
        return Seat(self.letters.index(name))

    def played(self, trick: int, seat: str) -> Played:
        """What a player played to a trick."""
        who = self.seat(seat)
        return next(p for p in self.plays if p.trick == trick and p.seat == who)


class Remark(NamedTuple):
    """What the book says of one play; see the head of ``cavendish.toml``.

    Attributes:
        hand: number of the hand.
        played: the play.
        kind: ``play`` or ``inference``.
        says: the gist of it.
        verdict: the book's verdict on a play; None of an inference.
        approved: whether the book thinks the play right.
        codes: the observations that match it; none where none can be expected.
        reason: why none can be expected.
    """

    hand: int
    played: Played
    kind: str
    says: str
    verdict: str | None
    approved: bool
    codes: frozenset[str]
    reason: str | None


@cache
def data() -> dict[str, list[dict[str, Any]]]:
    """The tables of ``cavendish.toml``."""
    return tomllib.loads(Path(__file__).with_name("cavendish.toml").read_text("utf-8"))


@cache
def hand(number: int) -> Hand:
    """A hand of the book, read from its record."""
    header, part = whistlog.check_file(HISTORICAL / f"cavendish-{number:02}.whist")
    assert header.header is not None
    assert part.deal is not None
    assert part.deal.score is not None
    replay, score = part.deal.replay, part.deal.score.before
    assert score is not None
    plays: list[Played] = []
    for trick in replay.tricks:
        for place, (seat, c) in enumerate(zip(trick.seats, trick.cards)):
            held = None if seat is None else replay.hands[seat]
            assert seat is not None
            assert held is not None
            plays.append(Played(len(plays), trick.number, place, seat, c, held))
    letters = header.header.seats.letters
    return Hand(number, part.deal.deal, replay, part.profile, score, letters, tuple(plays))


def hands() -> tuple[Hand, ...]:
    """All fifteen."""
    return tuple(map(hand, NUMBERS))


def played(entry: dict[str, Any]) -> Played:
    """The play that an entry points at.

    Raises:
        ValueError: the record has another card there, or none.
    """
    where = f"hand {entry['hand']}, trick {entry['trick']}, {entry['seat']}"
    try:
        found = hand(entry["hand"]).played(entry["trick"], entry["seat"])
    except StopIteration:
        raise ValueError(f"{where}: no such play") from None
    if found.card is not card(entry["card"]):
        raise ValueError(f"{where}: {found.card}, not {entry['card']}")
    return found


def remarks(kind: str = "play") -> Iterator[Remark]:
    """What the book says of plays, of one kind, each beside its play."""
    for entry in data()["remark"]:
        if entry["kind"] == kind:
            verdict = entry.get("verdict")
            yield Remark(
                entry["hand"],
                played(entry),
                kind,
                entry["says"],
                verdict,
                entry.get("approved", verdict != "departs"),
                frozenset(entry.get("codes", ())),
                entry.get("reason"),
            )
