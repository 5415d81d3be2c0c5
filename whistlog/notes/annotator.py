"""The notes on a deal: every observation asked about every play, then weighed together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from operator import itemgetter
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

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
from whistlog.notes.observation import (
    SITUATIONS,
    Observation,
    Retrospect,
    Story,
    signs,
    signs_of_lead,
)
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

_new: Final[Any] = tuple.__new__

_Look = tuple[str, Callable[[View, Card], Said | None]]
_Wanting = tuple[tuple[str, ...], int, int, Any]
"""Situations, needs, bars, and who it is."""

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


_Asked = tuple[tuple[_Look, ...], tuple[int, ...]]
"""Who is asked about a play: those who say at once what they have to say; those who look back, as
places in their list."""


class _Situation(dict[int, _Asked]):
    """Who is asked in one situation, by the signs of a play; of those that were met.

    Attributes:
        signs: the signs that make a difference.
    """

    def __init__(self, names: Iterable[str], now: Iterable[_Wanting], later: Iterable[_Wanting]):
        fits = set(names)
        self._now, self._later = (
            [(needs, bars, it) for on, needs, bars, it in some if not fits.isdisjoint(on)]
            for some in (now, later)
        )
        self.signs = 0
        for needs, bars, _ in self._now + self._later:
            self.signs |= needs | bars

    def __missing__(self, seen: int) -> _Asked:
        now, later = (
            tuple(it for needs, bars, it in some if seen & (needs | bars) == needs)
            for some in (self._now, self._later)
        )
        self[seen] = now, later
        return now, later


class _School:
    """Who is asked, under one school.

    Attributes:
        back: those who look back.
        situations: by place in `SITUATIONS`, who is asked.
    """

    def __init__(self, school: str) -> None:
        entries = catalogue()
        now = [
            (o.on, o.needs, o.bars, (o.code, o.look))
            for o in OBSERVATIONS
            if school in entries[o.code].schools
        ]
        self.back = [r for r in RETROSPECTS if school in entries[r.code].schools]
        later = [(r.on, r.needs, r.bars, place) for place, r in enumerate(self.back)]
        self.situations = [_Situation(names, now, later) for names in SITUATIONS]


_school = cache(_School)


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
    judge = _school(school)
    situations = judge.situations
    kept: list[list[View]] = [[] for _ in judge.back]
    remarks: list[tuple[int, str, Said]] = []
    for play, _, _, _, card, view in story.plays.values():
        if view is None:
            continue
        place, seen = signs(view) if view.place else signs_of_lead(view)
        situation = situations[place]
        now, later = situation[seen & situation.signs]
        for code, look in now:
            said = look(view, card)
            if said is not None:
                remarks.append((play, code, said))
        for one in later:
            kept[one].append(view)
    told = len(remarks)
    for retrospect, views in zip(judge.back, kept):
        if views or not retrospect.on:
            code = retrospect.code
            for play, said in retrospect.look(story, views):
                remarks.append((play, code, said))
    if len(remarks) > told:
        remarks.sort(key=_PLAY)
    return DealNotes(school, _settled(story, remarks), story)


def _annotate_bid(
    replay: Replay,
    profile: Profile,
    school: str,
    costs: Mapping[tuple[int, Seat], PlayCost],
) -> DealNotes:
    from whistlog.notes.bid import remarks
    from whistlog.notes.bidstory import tell_bid

    story = tell_bid(replay, profile)
    severities = _related().severities
    notes = [
        _note(code, severities[code], moment, said)
        for code, moment, said in remarks(story, school, costs)
    ]
    return DealNotes(school, tuple(notes), story)


def _note(
    code: str,
    severity: int,
    moment: Moment | BidMoment | Step,
    said: Said,
    explained: str | None = None,
) -> Note:
    verdict, key, facts, own = said
    if own is not None:
        severity = own
    elif verdict != DEPARTS:
        severity = 0
    fields = (code, verdict, severity, moment, key, facts, explained, None, None)
    return _new(Note, fields)  # type: ignore[no-any-return]


def _settled(story: Story, remarks: list[tuple[int, str, Said]]) -> tuple[Note, ...]:
    """The notes: criticism that a signal or a coup explains is silenced, and of one fault is
    said once what it is, and nothing in its praise."""
    explaining, naming, late, severities = _related()
    explained: dict[tuple[int, str], str] = {}
    named: dict[tuple[int, str], str] = {}
    for play, code, said in remarks:
        if said[0] != DEPARTS:
            if code in explaining:
                for other in explaining[code]:
                    explained.setdefault((play, other), code)
        elif code in naming:
            if code in late:
                # What is known later takes nothing back that could be said at once.
                for other in naming[code]:
                    explained.setdefault((play, other), code)
            else:
                named.update([((play, other), code) for other in naming[code]])
    notes = []
    last = -1
    for play, code, said in remarks:
        reason = None
        name = named.get((play, code))
        if said[0] == DEPARTS:
            if name is not None:
                continue
            reason = explained.get((play, code))
        elif name is not None and (play, name) not in explained:
            continue
        if play != last:
            last = play
            moment = _new(Moment, story.plays[play])
        notes.append(_note(code, severities[code], moment, said, reason))
    return tuple(notes)


class _Related(NamedTuple):
    """What the catalogue says of the observations among each other.

    Attributes:
        explaining: by code, the departures that it explains.
        naming: by code, those in whose stead it names a fault.
        late: the codes of those that are seen only afterwards.
        severities: by code, of a departure.
    """

    explaining: Mapping[str, tuple[str, ...]]
    naming: Mapping[str, tuple[str, ...]]
    late: frozenset[str]
    severities: Mapping[str, int]


@cache
def _related() -> _Related:
    entries = catalogue()
    return _Related(
        {code: entry.explains for code, entry in entries.items() if entry.explains},
        {code: entry.instead for code, entry in entries.items() if entry.instead},
        frozenset(code for code, entry in entries.items() if entry.hindsight),
        {code: entry.severity for code, entry in entries.items()},
    )


_PLAY: Final = itemgetter(0)
