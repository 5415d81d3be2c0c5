"""The notes on a deal: every observation asked about every play, then weighed together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

from whistlog.cards import Card, Seat
from whistlog.notes import (
    coups,
    discards,
    forces,
    leads,
    returns,
    second,
    signals,
    stakes,
    third,
    tricks,
)
from whistlog.notes.observation import SITUATIONS, Observation, Retrospect, Story
from whistlog.notes.registry import DEFAULT_SCHOOL, catalogue
from whistlog.notes.story import tell
from whistlog.notes.values import DEPARTS, BidMoment, Moment, Note, Said, Step
from whistlog.notes.view import View
from whistlog.replay.values import Replay
from whistlog.rules.profile import SHORT, Profile

if TYPE_CHECKING:
    from whistlog.analysis.costs import PlayCost
    from whistlog.notes.bidstory import BidStory

_NO_COSTS: Final[Mapping[tuple[int, Seat], PlayCost]] = MappingProxyType({})

_Look = tuple[str, int, Callable[[View, Card], Said | None]]

_MODULES: Final = (leads, returns, forces, second, third, tricks, discards, signals, stakes, coups)

OBSERVATIONS: Final[tuple[Observation, ...]] = tuple(o for m in _MODULES for o in m.OBSERVATIONS)
"""The observations of single plays, in the order in which their notes stand."""

RETROSPECTS: Final[tuple[Retrospect, ...]] = tuple(r for m in _MODULES for r in m.RETROSPECTS)
"""The observations that look back over a deal."""


@dataclass(frozen=True, slots=True)
class DealNotes:
    """The notes on one deal.

    Attributes:
        school: the school that judged.
        notes: in the order of play; those of one play in the order of the registry.
        story: the deal as the players saw it.
    """

    school: str
    notes: tuple[Note, ...]
    story: Story | BidStory


class _Asked(NamedTuple):
    """Who is asked, under one school.

    Attributes:
        at: by place in the trick and by situation, as in `SITUATIONS`.
        after: those who look back.
    """

    at: tuple[tuple[tuple[_Look, ...], ...], ...]
    after: tuple[tuple[str, int, Callable[[Story], Iterable[tuple[Moment, Said]]]], ...]


@cache
def _asked(school: str) -> _Asked:
    entries = catalogue()

    def heard(code: str) -> bool:
        return school in entries[code].schools

    def on(situations: tuple[str, ...]) -> tuple[_Look, ...]:
        return tuple(
            (o.code, entries[o.code].severity, o.look)
            for o in OBSERVATIONS
            if not set(situations).isdisjoint(o.on) and heard(o.code)
        )

    return _Asked(
        tuple(tuple(map(on, situations)) for situations in SITUATIONS),
        tuple((r.code, entries[r.code].severity, r.look) for r in RETROSPECTS if heard(r.code)),
    )


def annotate(
    replay: Replay,
    profile: Profile = SHORT,
    *,
    score: tuple[int, int] | None = None,
    school: str = DEFAULT_SCHOOL,
    costs: Mapping[tuple[int, Seat], PlayCost] = _NO_COSTS,
) -> DealNotes:
    """Say of every play of a deal what it follows or departs from.

    A deal of bid whist has observations of its own (`whistlog.notes.bid`), of the auction and
    what follows it too.

    Args:
        replay: the deal.
        profile: its rules.
        score: points of each side before the deal, None where they are not known.
        school: one of `registry.SCHOOLS`.
        costs: by trick and seat, what the cards cost as they lay, for the few observations that
            need it; empty without analysis.
    """
    if profile.bid is not None:
        return _annotate_bid(replay, profile, school, costs)
    story = tell(replay, profile, score=score, school=school)
    asked = _asked(school)
    notes: list[Note] = []
    for moment in story.moments:
        view = moment.view
        if view is None:
            continue
        card = moment.card
        place, suit = view.place, card.code // 13
        if place:
            situation = 1 if suit != view.led else 0
        else:
            situation = (view.leaders >> view.seat & 1) + (2 if suit == view.trump else 0)
        for code, severity, look in asked.at[place][situation]:
            said = look(view, card)
            if said is not None:
                notes.append(_note(code, severity, moment, said))
    for code, severity, look_back in asked.after:
        for moment, said in look_back(story):
            notes.append(_note(code, severity, moment, said))
    return DealNotes(school, _explained(notes), story)


def _annotate_bid(
    replay: Replay,
    profile: Profile,
    school: str,
    costs: Mapping[tuple[int, Seat], PlayCost],
) -> DealNotes:
    from whistlog.notes.bid import remarks
    from whistlog.notes.bidstory import tell_bid

    entries = catalogue()
    story = tell_bid(replay, profile)
    notes = [
        _note(code, entries[code].severity, moment, said)
        for code, moment, said in remarks(story, school, costs)
    ]
    return DealNotes(school, tuple(notes), story)


def _note(code: str, severity: int, moment: Moment | BidMoment | Step, said: Said) -> Note:
    if said.severity is not None:
        severity = said.severity
    elif said.verdict != DEPARTS:
        severity = 0
    return Note(code, said.verdict, severity, moment, said.key, said.facts)


def _explained(notes: list[Note]) -> tuple[Note, ...]:
    """Put the notes in order, and silence criticism that a signal or a coup explains."""
    entries = catalogue()
    reasons: dict[int, list[str]] = defaultdict(list)
    for note in notes:
        if entries[note.code].explains and note.verdict != DEPARTS:
            reasons[note.moment.play].append(note.code)
    if reasons:
        for i, note in enumerate(notes):
            if note.verdict == DEPARTS:
                for code in reasons.get(note.moment.play, ()):
                    if note.code in entries[code].explains:
                        notes[i] = note._replace(explained=code)
                        break
    notes.sort(key=_place)
    return tuple(notes)


def _place(note: Note) -> int:
    return note.moment.play
