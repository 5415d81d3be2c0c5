"""Cards exposed and called, and which tricks they belong to; tricks that were given away."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from whistlog.cards import SIDES, Card, Seat, Side
from whistlog.record import Deal, Incident, Tally
from whistlog.replay.values import PlayedTrick, Replay


class Exposed(NamedTuple):
    """A card that lies face up on the table until it is played (CAV 56).

    Attributes:
        trick: number of the first trick that is played with it there.
        seat: whose card it is.
        card: the card.
    """

    trick: int
    seat: Seat
    card: Card


def exposed_cards(deal: Deal, replay: Replay) -> Iterator[Exposed]:
    """The cards that were exposed while there were tricks to come."""
    for item, incident in deal.layout.incidents:
        if incident.key == "exposed" and incident.seat is not None and incident.card is not None:
            trick = next((t for t in replay.tricks if t.item > item), None)
            if trick is not None:
                yield Exposed(trick.number, incident.seat, incident.card)


def withdrawn_cards(deal: Deal, replay: Replay) -> Iterator[tuple[int, int, Seat, Card]]:
    """The cards that were taken back: line, place on it, whose, and which.

    Each belongs to whoever plays next, unless a seat is written.
    """
    lines = dict(deal.layout.tricks)
    for trick in replay.tricks:
        plays = lines[trick.item].plays
        if len(plays) == len(trick.cards):
            continue
        standing = 0
        for place, play in enumerate(plays):
            if not play.withdrawn:
                standing += 1
                continue
            seat = play.seat
            if seat is None and standing < len(trick.seats):
                seat = trick.seats[standing]
            if seat is not None:
                yield trick.item, place, seat, play.card


def called_at(replay: Replay, item: int, incident: Incident) -> PlayedTrick | None:
    """The trick for which a card was called: the one named, or the next one written."""
    for trick in replay.tricks:
        if incident.trick is not None:
            if trick.number == incident.trick:
                return trick
        elif trick.item > item:
            return trick
    return None


def called_plays(deal: Deal, replay: Replay) -> frozenset[tuple[int, Seat]]:
    """Trick and seat of the cards that were not free to be chosen, because one was called."""
    found = set()
    for item, incident in deal.layout.incidents:
        if incident.key == "called" and incident.seat is not None:
            trick = called_at(replay, item, incident)
            if trick is not None:
                found.add((trick.number, incident.seat))
    return frozenset(found)


def offender(penalty: Incident) -> Side:
    """The side that a penalty is taken from."""
    side = penalty.side if penalty.side is not None else Side.NS
    return side if penalty.choice == "deduct" else side.other


def given(tally: Tally, left: int) -> tuple[int, int]:
    """The tricks that each side takes by a claim or a concession, of those left.

    A side that the line does not name has what is left over, and so has one that takes the
    rest beside a number of the other.
    """
    pair: list[int | None] = [None, None]
    for side, number in tally.values:
        pair[side if tally.key == "claim" else 1 - side] = number
    first = tally.values[0][0] if tally.key == "claim" else SIDES[1 - tally.values[0][0]]
    taker = first if pair[first] is not None or pair[1 - first] is None else SIDES[1 - first]
    number = pair[taker]
    taken = left if number is None else max(0, min(number, left))
    other = pair[1 - taker]
    over = left - taken if other is None else max(0, min(other, left))
    return (taken, over) if taker == 0 else (over, taken)
