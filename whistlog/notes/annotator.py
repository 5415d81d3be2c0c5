"""The notes on a deal: every observation asked about every play, then weighed together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
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
from whistlog.notes.observation import SITUATIONS, Observation, Retrospect, Story, signs
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

_tuple: Final[Any] = tuple.__new__

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
    """Who is asked about a play.

    Attributes:
        now: those who say at once what they have to say.
        later: those who look back, as places in their list.
    """

    now: tuple[_Look, ...]
    later: tuple[int, ...]


class _School:
    """Who is asked, under one school.

    Attributes:
        back: those who look back.
        known: by the signs of a play, who is asked; of those that were met.
    """

    def __init__(self, school: str) -> None:
        entries = catalogue()
        self.back = [r for r in RETROSPECTS if school in entries[r.code].schools]
        self.known: dict[int, _Asked] = {}
        self._all = [o for o in OBSERVATIONS if school in entries[o.code].schools]

    def asked(self, seen: int) -> _Asked:
        """Who is asked about a play with these signs."""
        names = set(SITUATIONS[seen & 15])
        entries = catalogue()

        def wanted(one: Observation | Retrospect) -> bool:
            fits = seen & (one.needs | one.bars) == one.needs
            return fits and not names.isdisjoint(one.on)

        now = tuple((o.code, entries[o.code].severity, o.look) for o in self._all if wanted(o))
        later = tuple(i for i, r in enumerate(self.back) if wanted(r))
        found = self.known[seen] = _Asked(now, later)
        return found


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
    judge, entries = _school(school), catalogue()
    known, asked = judge.known, judge.asked
    kept: list[list[Moment]] = [[] for _ in judge.back]
    notes: list[Note] = []
    for moment in story.moments:
        view = moment.view
        if view is None:
            continue
        card = moment.card
        seen = signs(view, card)
        now, later = known.get(seen) or asked(seen)
        for code, severity, look in now:
            said = look(view, card)
            if said is not None:
                notes.append(_note(code, severity, moment, said))
        for one in later:
            kept[one].append(moment)
    told = len(notes)
    for retrospect, moments in zip(judge.back, kept):
        if moments or not retrospect.on:
            severity = entries[retrospect.code].severity
            for moment, said in retrospect.look(story, moments):
                notes.append(_note(retrospect.code, severity, moment, said))
    if len(notes) > told:
        notes.sort(key=_place)
    return DealNotes(school, _settled(notes), story)


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
    verdict, key, facts, own = said
    if own is not None:
        severity = own
    elif verdict != DEPARTS:
        severity = 0
    fields = (code, verdict, severity, moment, key, facts, None, None, None)
    return _tuple(Note, fields)  # type: ignore[no-any-return]


def _settled(notes: list[Note]) -> tuple[Note, ...]:
    """Silence criticism that a signal or a coup explains, and say of one fault once what it is."""
    explaining, naming = _related()
    entries = catalogue()
    reasons: dict[int, list[tuple[str, tuple[str, ...]]]] = defaultdict(list)
    named: set[tuple[int, str]] = set()
    for note in notes:
        code, verdict, _, moment, _, _, _, _, _ = note
        if verdict != DEPARTS:
            if code in explaining:
                reasons[moment.play].append((code, entries[code].explains))
        elif code in naming:
            entry = entries[code]
            if entry.hindsight:
                # What is known later takes nothing back that could be said at once.
                reasons[moment.play].append((code, entry.instead))
            else:
                named.update((moment.play, other) for other in entry.instead)
    if named:
        notes = [
            note
            for note in notes
            if note.verdict != DEPARTS or (note.moment.play, note.code) not in named
        ]
    if reasons:
        for i, note in enumerate(notes):
            if note.verdict == DEPARTS:
                for code, silenced in reasons.get(note.moment.play, ()):
                    if note.code in silenced:
                        notes[i] = note._replace(explained=code)
                        break
    return tuple(notes)


@cache
def _related() -> tuple[frozenset[str], frozenset[str]]:
    """The observations that explain a departure, and those that name it in another's stead."""
    entries = catalogue().values()
    return (
        frozenset(entry.code for entry in entries if entry.explains),
        frozenset(entry.code for entry in entries if entry.instead),
    )


def _place(note: Note) -> int:
    return note.moment.play
