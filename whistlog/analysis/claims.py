"""Claims that give a side more than it could have forced (E6)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from whistlog.analysis import endings
from whistlog.analysis.costs import position_after
from whistlog.analysis.position import LimitError, Position
from whistlog.cards import SEATS, Side
from whistlog.replay.incidents import given

if TYPE_CHECKING:
    from whistlog.checks.findings import Reporter
    from whistlog.diagnostics.values import Diagnostic
    from whistlog.record import Deal
    from whistlog.replay.values import Replay
    from whistlog.rules.profile import Profile

MAX_NODES: Final = 4_000_000
"""Positions that the native solver may look at for a claim: ten times what whole deals need."""


def not_forced(say: Reporter, replay: Replay, profile: Profile) -> tuple[Diagnostic, ...]:
    """Hold a claim or concession against best play of the rest by all four.

    Nothing is found where that can't be told: hands or tricks that are not known, cards that
    may be called, positions that are too hard. To give up more than one must is no fault.

    Args:
        say: makes the diagnostics of the deal.
        replay: what happened in it; nothing of it may be in doubt.
        profile: the rules it was replayed by.
    """
    deal = say.deal
    # A card that may be called is not free to be played best.
    if any(incident.key in ("exposed", "called") for _, incident in deal.layout.incidents):
        return ()
    position = position_after(replay, profile)
    if position is None:
        return ()
    left = position.hands[0].bit_count()
    if sum(replay.claimed) > left:
        return ()
    wanted = list(_given(deal, left))
    if not any(number for _, _, _, number in wanted):
        return ()
    value = _value(position)
    if value is None:
        return ()
    found = []
    for item, place, side, number in wanted:
        forced = value if SEATS[position.leader].side is side else left - value
        if number > forced:
            args = {"side": side, "number": number, "forced": forced}
            found.append(say.at("claim-not-forced", item, ("side", place), args))
    return tuple(found)


def _given(deal: Deal, left: int) -> Iterator[tuple[int, int, Side, int]]:
    """What the line gives to those who claim, or keeps for those who concede a part.

    Yields:
        The line, the place in it, the side, and its number of tricks.
    """
    tallies = deal.layout.tallies
    if "claim" in tallies:
        item, tally = tallies["claim"]
        for place, (side, number) in enumerate(tally.values):
            yield item, place, side, given(tally, left)[side] if number is None else number
    elif "concede" in tallies:
        item, tally = tallies["concede"]
        # Where both sides are named, nobody can be said to have kept anything.
        if len(tally.values) == 1:
            side, number = tally.values[0]
            yield item, 0, side, 0 if number is None else left - number


def _value(position: Position) -> int | None:
    """Tricks that the side to lead can force, or None where that takes too long."""
    from whistlog.analysis import solver

    if not solver.available():
        if position.hands[0].bit_count() > endings.MAX_ENDING:
            return None
        return endings.solve(position)
    # A table of its own: what is found may not depend on the deals before.
    own = solver.Solver()
    try:
        return own.solve(position, nodes=MAX_NODES)
    except LimitError:
        return None
    finally:
        own.close()
