"""What an analysis says inside a record: machine notes behind cards, and below the deal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from whistlog.annotating import MachineNote, place_of
from whistlog.cards import SEATS, SIDES
from whistlog.record import Deal, Trick
from whistlog.render.analysis import (
    capital,
    cost_in_words,
    expected_heading,
    expected_totals,
    loss_in_words,
    split_in_words,
    tricks_in_words,
)
from whistlog.render.board import Names
from whistlog.sentences.tables import say

if TYPE_CHECKING:
    from whistlog.analysis.costs import Analysis, PlayCost, Remark
    from whistlog.analysis.expected import Expected
    from whistlog.replay.values import Replay

MOST: Final = 4
"""How many better cards a note names, or groups of equal ones; `analyse` prints all."""

_GLYPHS: Final = {0: "", 1: "?!"}
_MORE: Final = "?"
"""The glyph of a card by the tricks that it cost.

A cost with all cards seen is no blame, so no card gets ``??``: that is for people to say. What a
card was expected to lose is an estimate and has no glyph.
"""


def notes(
    analysis: Analysis, remarks: Sequence[Remark], deal: Deal, replay: Replay, names: Names
) -> Iterator[MachineNote]:
    """Yield a note for each card with a cost or a loss and each revoke, then those on the deal."""
    expected = analysis.expected
    for play in analysis.plays:
        text = _said(play)
        loss = None if expected is None else expected.at(play.trick, play.seat)
        if loss is not None and loss.told:
            lost = loss_in_words(loss, names)
            text = f"{text}. {capital(lost)}" if text else lost
        if text:
            # The analysis numbers the tricks as they were played.
            played = replay.tricks[play.trick - 1]
            trick = deal.items[played.item]
            assert isinstance(trick, Trick)
            place = place_of(trick, played.cards.index(play.card))
            glyph = _GLYPHS.get(play.cost, _MORE) if play.legal else ""
            yield MachineNote(text, played.item, place, glyph)
    if not analysis.analysed:
        return
    if analysis.par is not None:
        par = names.pair(analysis.par)
        yield MachineNote(say("noted-par", par=par))
    if analysis.plays:
        yield MachineNote(say("noted-costs", costs=_totals(analysis, names)))
    if expected is not None and expected.plays:
        yield from _expected(analysis, expected, names)
    for remark in remarks:
        if remark.name != "revoke":
            text = remark.said(names.letters, names.sides)
            if remark.trick is not None:
                text = say("noted-at-trick", number=remark.trick, text=text)
            yield MachineNote(text)


def _expected(analysis: Analysis, expected: Expected, names: Names) -> Iterator[MachineNote]:
    totals = ", ".join(f"{name} ({both})" for name, both in expected_totals(expected, names))
    yield MachineNote(f"{say('titled', title=expected_heading(expected))} {totals}")
    split = split_in_words(analysis, expected, names)
    if split is not None:
        yield MachineNote(split)
    yield MachineNote(say("analysis-limits"))


def _said(play: PlayCost) -> str:
    if play.legal:
        return cost_in_words(play, MOST) if play.cost else ""
    if play.cost < 0:
        return say("noted-revoke-won", tricks=tricks_in_words(-play.cost))
    return say("noted-revoke", cost=cost_in_words(play, MOST))


def _totals(analysis: Analysis, names: Names) -> str:
    costs = analysis.seat_costs
    sides = []
    for side in SIDES:
        players = ", ".join(f"{names.player(s)} {costs[s]}" for s in SEATS if s.side is side)
        sides.append(f"{names.sides[side]} {analysis.side_costs[side]} ({players})")
    return ", ".join(sides)
