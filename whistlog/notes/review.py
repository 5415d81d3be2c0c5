"""A deal as a teacher goes through it: notes, what they cost, what decided, who played how."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from operator import itemgetter
from typing import TYPE_CHECKING, Final, NamedTuple

from whistlog.cards import SEATS, Card, Seat
from whistlog.notes.annotator import annotate
from whistlog.notes.outcome import Decision, Goal, decisions, goals, worth
from whistlog.notes.registry import DEFAULT_SCHOOL
from whistlog.notes.values import DEPARTS, FOLLOWS, NEUTRAL, Note
from whistlog.replay.values import Replay
from whistlog.rules.profile import SHORT, Profile

if TYPE_CHECKING:
    from whistlog.analysis.costs import Analysis, PlayCost

MOMENTS: Final = 4
"""How many plays are named as those that decided a deal."""

Key = tuple[int, Seat]


class Weight(NamedTuple):
    """What one play cost.

    Attributes:
        cost: tricks it gave away as the cards lay.
        loss: tricks it was expected to lose given what the player knew, where that is above the
            noise, else 0; None where that was not worked out.
        points: points that the tricks were worth to the side, None where they can't be told.
        goals: what the side could have had for certain before the card and not after it, as
            the cards lay.
    """

    cost: int
    loss: float | None = None
    points: int | None = None
    goals: tuple[Goal, ...] = ()

    @property
    def free(self) -> bool:
        """Whether it is known to have cost nothing: neither as the cards lay, nor by what was
        to be expected."""
        return self.cost <= 0 and self.loss == 0


class KeyPlay(NamedTuple):
    """A play that decided the deal.

    Attributes:
        trick: number of the trick, from 1.
        seat: who played.
        card: the card.
        weight: what it cost; None where that is not known.
        notes: what is said of it.
    """

    trick: int
    seat: Seat
    card: Card
    weight: Weight | None
    notes: tuple[Note, ...]


class PlayerReview(NamedTuple):
    """How one player played.

    Attributes:
        seat: the seat.
        followed: by code, how often an observation was followed.
        departed: by code, how often it was departed from; departures that a signal or a coup
            explains are in `explained` instead.
        explained: by code, the departures that were explained.
        harmless: by code, how many of `departed` are no criticism: they are known to have cost
            nothing, or the observation never is one.
        cost: tricks given away as the cards lay; None without analysis.
        loss: tricks expected to be lost; None where that was not worked out.
    """

    seat: Seat
    followed: Mapping[str, int]
    departed: Mapping[str, int]
    explained: Mapping[str, int]
    harmless: Mapping[str, int]
    cost: int | None
    loss: float | None


@dataclass(frozen=True, eq=False)
class Review:
    """A deal as a teacher goes through it. What nobody asks for is not worked out.

    Attributes:
        school: the school that judged.
        notes: in the order of play, with what the plays cost where that is known.
        weights: by trick and seat, what the plays cost; empty without analysis.
        goals: what the sides played for.
        replay: what happened.
    """

    school: str
    notes: tuple[Note, ...]
    weights: Mapping[Key, Weight]
    goals: tuple[Goal, ...]
    replay: Replay

    @cached_property
    def decisions(self) -> tuple[Decision, ...]:
        """When the goals were reached."""
        return decisions(self.replay, self.goals)

    @cached_property
    def key_plays(self) -> tuple[KeyPlay, ...]:
        """The few plays that decided the deal, in the order of play."""
        return _key_plays(self.replay, self.notes, self.weights)

    @cached_property
    def players(self) -> tuple[PlayerReview, ...]:
        """By seat, how each played."""
        return _players(self.notes, self.weights)


def review(
    replay: Replay,
    profile: Profile = SHORT,
    *,
    score: tuple[int, int] | None = None,
    school: str = DEFAULT_SCHOOL,
    analysis: Analysis | None = None,
) -> Review:
    """Go through a deal.

    Args:
        replay: what happened.
        profile: the rules.
        score: points of each side before the deal, None where they are not known.
        school: one of `registry.SCHOOLS`.
        analysis: what each card cost as the cards lay, and what it was expected to lose, where
            that was worked out.
    """
    wanted = goals(replay, profile, score)
    weights: dict[Key, Weight] = {}
    costs = {} if analysis is None else {(p.trick, p.seat): p for p in analysis.plays}
    notes = annotate(replay, profile, score=score, school=school, costs=costs).notes
    if analysis is not None:
        expected = analysis.expected
        losses: dict[Key, float] = {}
        if expected is not None:
            losses = {(play.trick, play.seat): play.reported for play in expected.plays}
        for key, play in costs.items():
            weights[key] = _weight(play, losses.get(key), replay, profile, wanted)
        notes = tuple(_weighed(note, weights) for note in notes)
    return Review(school, notes, weights, wanted, replay)


def _weight(
    play: PlayCost, loss: float | None, replay: Replay, profile: Profile, wanted: Iterable[Goal]
) -> Weight:
    side = play.seat.side
    before, after = (worth(pair, replay, profile) for pair in (play.before, play.after))
    points = None
    if before is not None and after is not None:
        points = before - after if side == 0 else after - before
    lost = tuple(
        goal
        for goal in wanted
        if goal.side is side and play.before[side] >= goal.tricks > play.after[side]
    )
    return Weight(play.cost, loss, points, lost)


def _weighed(note: Note, weights: Mapping[Key, Weight]) -> Note:
    """A note with what the play cost; a departure that cost nothing is no criticism."""
    weight = weights.get((note.moment.trick, note.moment.seat))
    if weight is None:
        return note
    free = note.verdict == DEPARTS and weight.free
    return note._replace(cost=weight.cost, loss=weight.loss, severity=0 if free else note.severity)


def _key_plays(
    replay: Replay, notes: tuple[Note, ...], weights: Mapping[Key, Weight]
) -> tuple[KeyPlay, ...]:
    """The plays that mattered most: what cost the most as the cards lay, be it bad luck, a goal
    of the side before a trick; where costs are not known, the departures that a teacher takes
    most seriously. What cost nothing decided nothing, whatever was to be expected of it."""
    severities: dict[Key, int] = {}
    for note in notes:
        if note.verdict == DEPARTS and note.severity and note.explained is None:
            moment = note.moment
            if moment.card is not None:
                key = (moment.trick, moment.seat)
                severities[key] = max(note.severity, severities.get(key, 0))

    keys = list(severities)
    if weights:
        keys = [key for key, weight in weights.items() if weight.cost > 0]
        keys.sort(key=lambda key: _rank(weights[key], severities.get(key, 0)), reverse=True)
    elif len(keys) > MOMENTS:
        keys.sort(key=severities.__getitem__, reverse=True)
    del keys[MOMENTS:]
    said: dict[Key, list[Note]] = {key: [] for key in keys}
    numbers = {number for number, _ in keys}
    for note in notes:
        moment = note.moment
        number = moment.trick
        if number in numbers and (number, moment.seat) in said:
            said[number, moment.seat].append(note)
    tricks = replay.tricks
    found = []
    for key in keys:
        number, seat = key
        trick = tricks[number - 1]
        place = trick.seats.index(seat)
        play = KeyPlay(number, seat, trick.cards[place], weights.get(key), tuple(said[key]))
        found.append((number, place, play))
    found.sort(key=_IN_ORDER)
    return tuple([play for _, _, play in found])


def _rank(weight: Weight, severity: int) -> tuple[float, ...]:
    return (len(weight.goals), weight.cost, weight.loss or 0, severity)


_IN_ORDER: Final = itemgetter(0, 1)


def _players(notes: Iterable[Note], weights: Mapping[Key, Weight]) -> tuple[PlayerReview, ...]:
    counts: list[tuple[dict[str, int], dict[str, int], dict[str, int], dict[str, int]]] = [
        ({}, {}, {}, {}) for _ in SEATS
    ]
    for note in notes:
        verdict = note.verdict
        if verdict == NEUTRAL:
            continue
        code = note.code
        followed, departed, excused, harmless = counts[note.moment.seat]
        if verdict == FOLLOWS:
            followed[code] = followed.get(code, 0) + 1
        elif note.explained is not None:
            excused[code] = excused.get(code, 0) + 1
        else:
            departed[code] = departed.get(code, 0) + 1
            if not note.severity:
                harmless[code] = harmless.get(code, 0) + 1
    if not weights:
        return tuple([PlayerReview(s, *count, None, None) for s, count in zip(SEATS, counts)])
    players = []
    for seat in SEATS:
        mine = [weight for key, weight in weights.items() if key[1] is seat]
        losses = [weight.loss for weight in mine if weight.loss is not None]
        cost = sum(weight.cost for weight in mine)
        loss = sum(losses) if losses else None
        players.append(PlayerReview(seat, *counts[seat], cost, loss))
    return tuple(players)
