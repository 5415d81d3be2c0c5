"""What each card was expected to lose, given only what its player could know.

For each card that was a choice, layouts of the unseen cards are drawn from all that its player
could not exclude (`whistlog.analysis.knowledge`), every legal card is valued in each of them with
best play by all four, and the values of a card are averaged. The expected loss of a card is the
best average less its own. What a card cost beyond that, as the cards lay, is luck. Method and
limits: ``docs/analysis.md``.
"""

from __future__ import annotations

import contextlib
import ctypes
import math
import random
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final, NamedTuple

from whistlog.analysis import endings
from whistlog.analysis.codes import Codes
from whistlog.analysis.costs import Analysis, PlayCost, Remark, starting_hands
from whistlog.analysis.costs import analyse as with_all_seen
from whistlog.analysis.knowledge import Choice, choices
from whistlog.analysis.layouts import Layouts
from whistlog.analysis.position import LimitError, Position
from whistlog.cards import SEATS, Card, Seat
from whistlog.record import Deal
from whistlog.replay.incidents import called_plays, exposed_cards
from whistlog.replay.values import Replay
from whistlog.rules.profile import Profile

SAMPLES: Final = 200
"""Layouts that are looked at for a card where it is close; down to a quarter elsewhere."""

FEWEST: Final = 20
MOST: Final = 100_000
"""The smallest and the largest number that may be asked for instead."""

BATCH: Final = 500
"""Layouts that are valued in one go, so that any number of them needs little memory."""

EARLY_TRICKS: Final = 2
EARLY_PART: Final = 10
"""In the first two tricks a tenth of the layouts must do: they take most of the time."""

NOISE: Final = 0.15
"""Expected losses up to this many tricks are not reported."""

DOUBT: Final = 1.28
"""Standard deviations beyond which a tenth of a normal distribution lies."""

LONGEST_ENDING: Final = 5
"""Tricks at the end that are weighed without the native library."""


class Option(NamedTuple):
    """Cards among which it made no difference to their player which one was played.

    Attributes:
        cards: the cards, highest first.
        loss: tricks that any of them loses on average against the best.
    """

    cards: tuple[Card, ...]
    loss: float


@dataclass(frozen=True, slots=True)
class ExpectedLoss:
    """One card that was played, by what its player could know.

    Attributes:
        trick: number of the trick, from 1.
        seat: who played it.
        card: the card.
        cost: tricks it gave away as the cards lay.
        loss: tricks it loses on average against the best card; not rounded to nothing where it
            is within the noise, which is what ``reported`` is for.
        error: standard error of ``loss``, 0 where every layout was looked at.
        samples: layouts that were looked at; 0 where there was no choice.
        layouts: how many there are.
        options: the cards that might have been played, the best on average first.
    """

    trick: int
    seat: Seat
    card: Card
    cost: int
    loss: float
    error: float
    samples: int
    layouts: int
    options: tuple[Option, ...]

    @property
    def reported(self) -> float:
        """The loss, or 0 where it can't be told from chance: up to 0.15 or two errors."""
        return self.loss if self.loss > max(NOISE, 2 * self.error) else 0.0

    @property
    def told(self) -> bool:
        """Whether it is worth telling: it cost something as the cards lay, or lost something."""
        return bool(self.cost or self.reported)

    @property
    def luck(self) -> float:
        """Tricks it cost as the cards lay beyond what was to be expected: bad luck if positive."""
        return self.cost - self.loss

    @property
    def better(self) -> tuple[Option, ...]:
        """The cards that are better on average than the one played, the best first."""
        return tuple(option for option in self.options if option.loss < self.loss)


class Split(NamedTuple):
    """Where the tricks of North-South came from; they are counted from half of the tricks.

    ``north_south - half == cards - losses[0] + losses[1] - luck[0] + luck[1] + rest``

    Attributes:
        half: half of the tricks of the deal.
        north_south: what they have with best play after the last card.
        cards: what the cards, and in bid whist the auction and the exchange, were worth to them
            beyond that.
        losses: sum of the expected losses of each side.
        luck: sum of the bad luck of each side.
        rest: what no card that was weighed explains: revokes, play out of turn, cards left out.
    """

    half: float
    north_south: int
    cards: float
    losses: tuple[float, float]
    luck: tuple[float, float]
    rest: int


@dataclass(frozen=True, slots=True)
class Expected:
    """The cards of a deal, by what their players could know.

    Attributes:
        plays: the cards that were weighed, in the order of play.
        left_out: trick and seat of those with a cost that were not, in the order of play.
        samples: the most layouts for a card.
        seed: what chance began with; the same seed gives the same result.
        half: half of the tricks of a deal.
    """

    plays: tuple[ExpectedLoss, ...]
    left_out: tuple[tuple[int, Seat], ...]
    samples: int
    seed: int
    half: float

    def at(self, trick: int, seat: Seat) -> ExpectedLoss | None:
        """What was found about the card that a seat played to a trick, from 1."""
        return next((p for p in self.plays if p.trick == trick and p.seat is seat), None)

    @property
    def seat_losses(self) -> tuple[float, float, float, float]:
        """The sum of the expected losses of each seat's cards, those within the noise too."""
        n, e, s, w = (math.fsum(p.loss for p in self.plays if p.seat is seat) for seat in SEATS)
        return n, e, s, w

    @property
    def seat_luck(self) -> tuple[float, float, float, float]:
        """The sum of the bad luck of each seat's cards."""
        n, e, s, w = (math.fsum(p.luck for p in self.plays if p.seat is seat) for seat in SEATS)
        return n, e, s, w

    def split(self, analysis: Analysis) -> Split | None:
        """Where the tricks came from; None for a deal without par or without an end."""
        if analysis.par is None or analysis.end is None:
            return None
        rest = sum(shift.north_south for shift in analysis.shifts)
        left_out = frozenset(self.left_out)
        for play in analysis.plays:
            if (play.trick, play.seat) in left_out:
                rest += play.cost if play.seat % 2 else -play.cost
        losses, luck = self.seat_losses, self.seat_luck
        return Split(
            self.half,
            analysis.end[0],
            analysis.par[0] - self.half,
            (losses[0] + losses[2], losses[1] + losses[3]),
            (luck[0] + luck[2], luck[1] + luck[3]),
            rest,
        )


@dataclass(frozen=True, slots=True)
class Settings:
    """How much is looked at.

    Attributes:
        samples: the most layouts for a card, from 20 to 100,000. A quarter of them do, or more,
            as soon as it is settled what all would tell. In the first two tricks it is a tenth,
            or half of that. All are looked at where there are no more.
        seed: what chance begins with.
        jobs: threads of the solver, 0 for one on each processor. They change no result.
        seconds: time after which cards are left out, the last tricks being weighed first.
    """

    samples: int = SAMPLES
    seed: int = 0
    jobs: int = 0
    seconds: float | None = None

    def __post_init__(self) -> None:
        """Raise ``ValueError`` for what can't be."""
        if not FEWEST <= self.samples <= MOST:
            raise ValueError(f"the number of samples must be from {FEWEST} to {MOST}.")
        if self.jobs < 0:
            raise ValueError("the number of jobs is negative.")
        if self.seconds is not None and self.seconds <= 0:
            raise ValueError("the time limit must be more than 0 seconds.")


Progress = Callable[[int, int], None]
"""Told how much is done, and of how much."""


def analyse(
    replay: Replay,
    profile: Profile,
    settings: Settings | None = None,
    *,
    continue_from: int | None = None,
    progress: Progress | None = None,
    deal: Deal | None = None,
) -> tuple[Analysis, tuple[Remark, ...]]:
    """Analyse a deal, and find what its cards were expected to lose where that is wanted.

    Args:
        replay: what happened in the deal.
        profile: the rules it was replayed by.
        settings: how much is looked at for the expected losses; without them there are none.
        continue_from: as for `whistlog.analysis.costs.analyse`.
        progress, deal: as for `weigh`.
    """
    analysis, remarks = with_all_seen(replay, profile, continue_from=continue_from)
    if settings is None:
        return analysis, remarks
    analysis, more = weigh(replay, profile, analysis, settings, progress, deal)
    return analysis, (*remarks, *more)


def weigh(
    replay: Replay,
    profile: Profile,
    analysis: Analysis,
    settings: Settings = Settings(),
    progress: Progress | None = None,
    deal: Deal | None = None,
) -> tuple[Analysis, tuple[Remark, ...]]:
    """Find what each card of an analysis was expected to lose.

    Args:
        replay: what happened in the deal.
        profile: the rules it was replayed by.
        analysis: the costs of its cards, from `whistlog.analysis.costs.analyse`.
        settings: how much is looked at.
        progress: told about the work as it goes on.
        deal: the deal as written, which tells of cards exposed and called. A player whose card
            was called had no choice, so it is not weighed.

    Returns:
        The analysis with ``expected``, and remarks on what was left out; both as they were
        where no card has a cost.
    """
    unused: list[Remark] = []
    hands = starting_hands(replay, profile, unused)
    if hands is None or replay.order is None or not analysis.plays:
        return analysis, ()
    costs = {(play.trick, play.seat): play for play in analysis.plays}
    found: dict[tuple[int, Seat], ExpectedLoss] = {}
    exposed = () if deal is None else exposed_cards(deal, replay)
    free = costs.keys() if deal is None else costs.keys() - called_plays(deal, replay)
    work = [
        (choice, costs[choice.trick, choice.seat])
        for choice in choices(replay, profile, hands, exposed)
        if (choice.trick, choice.seat) in free
    ]
    remarks: list[Remark] = []
    with _clock(settings.seconds) as clock:
        table = _Table(Codes(replay.order), settings, clock)
        if not table.native:
            remarks.append(
                Remark("expected-endings", {"tricks": LONGEST_ENDING}),
            )
        # What takes longest comes last, so that little is left out when time is up.
        ahead = [
            (choice, cost)
            for choice, cost in reversed(work)
            if cost.legal and (table.native or choice.hand.bit_count() <= LONGEST_ENDING)
        ]
        effort = [_effort(choice) for choice, _ in ahead]
        done, total = 0, sum(effort)
        for (choice, cost), part in zip(ahead, effort):
            loss = table.weigh(choice, cost)
            if loss is None:
                remarks.append(_out_of_time(choice))
                break
            found[choice.trick, choice.seat] = loss
            done += part
            if progress is not None:
                progress(done, total)
    plays = tuple(found[key] for key in costs if key in found)
    left_out = tuple(key for key in costs if key not in found)
    expected = Expected(plays, left_out, settings.samples, settings.seed, profile.tricks / 2)
    return replace(analysis, expected=expected), tuple(remarks)


def _out_of_time(choice: Choice) -> Remark:
    return Remark("time-limit", {"trick": choice.trick, "seat": choice.seat})


def _effort(choice: Choice) -> int:
    """How much time a card takes, by experience: each trick more takes three times as long."""
    if choice.legal.bit_count() == 1:
        return 1
    tricks = choice.hand.bit_count()
    early = 1 if choice.trick <= EARLY_TRICKS else EARLY_PART // 2
    return 1 + int(early * 3.0 ** (tricks - 4))


class _Clock:
    """Tells when time is up."""

    def __init__(self) -> None:
        self.stop: Final = ctypes.c_int32(0)
        self.deadline = math.inf

    @property
    def over(self) -> bool:
        """Whether it is."""
        return time.monotonic() >= self.deadline


@contextlib.contextmanager
def _clock(seconds: float | None) -> Iterator[_Clock]:
    clock = _Clock()
    if seconds is None:
        yield clock
        return

    def ring() -> None:
        clock.stop.value = 1

    clock.deadline = time.monotonic() + seconds
    timer = threading.Timer(seconds, ring)
    timer.daemon = True
    timer.start()
    try:
        yield clock
    finally:
        timer.cancel()


class _Table:
    """Weighs the cards of one deal."""

    def __init__(self, codes: Codes, settings: Settings, clock: _Clock) -> None:
        from whistlog.analysis import solver

        self.native: Final = solver.available()
        self._codes: Final = codes
        self._settings: Final = settings
        self._clock: Final = clock

    def weigh(self, choice: Choice, cost: PlayCost) -> ExpectedLoss | None:
        """Weigh a card; None where the time is up."""
        codes, known = self._codes, choice.layouts
        layouts = Layouts(known.sizes, ((codes.mask(cards), at) for cards, at in known.groups))
        table = tuple(codes.to[card.code] for card in choice.table)
        others = sum(cards for cards, _ in layouts.groups) | sum(1 << code for code in table)
        legal = codes.mask(choice.legal)
        groups = codes.groups((code for code in range(54) if legal >> code & 1), others)
        played = next(i for i, group in enumerate(groups) if codes.to[choice.card.code] in group)
        loss, error, samples, losses = 0.0, 0.0, 0, [0.0] * len(groups)
        if len(groups) > 1:
            sample = self._sample(choice, layouts, table, groups, played)
            if sample is None:
                return None
            loss, error, samples, losses = sample.loss, sample.error, sample.number, sample.losses
            if samples == layouts.count:
                error = 0.0
        options = sorted(
            (
                Option(tuple(codes.card[code] for code in group), lost)
                for group, lost in zip(groups, losses)
            ),
            key=lambda option: option.loss,
        )
        return ExpectedLoss(
            choice.trick,
            choice.seat,
            choice.card,
            cost.cost,
            loss,
            error,
            samples,
            layouts.count,
            tuple(options),
        )

    def _sample(
        self,
        choice: Choice,
        layouts: Layouts,
        table: tuple[int, ...],
        groups: list[list[int]],
        played: int,
    ) -> _Sample | None:
        """Value the groups in layouts: in all, or in as many as it takes."""
        hand, seed = self._codes.mask(choice.hand), self._settings.seed

        def position(layout: tuple[int, ...]) -> Position:
            n, e, s, w = (hand if seat is choice.seat else layout[seat] for seat in SEATS)
            return Position((n, e, s, w), self._codes.trump, "uptown", choice.leader, table)

        stages = _stages(self._settings.samples, choice.trick)
        sample = _Sample(played, [[] for _ in groups])
        if layouts.count <= stages[-1]:
            return sample if self._value(sample, groups, map(position, layouts)) else None
        # A stream of its own for each card: what is left out changes nothing elsewhere.
        rng = random.Random(f"{seed}/{choice.trick}/{int(choice.seat)}")
        for number in stages:
            drawn = (position(layouts.draw(rng)) for _ in range(number - sample.number))
            if not self._value(sample, groups, drawn):
                return None
            if sample.settled(stages[-1]):
                break
        return sample

    def _value(
        self, sample: _Sample, groups: list[list[int]], positions: Iterable[Position]
    ) -> bool:
        """Add the values of the groups in positions to a sample; False where the time is up."""
        left = iter(positions)
        while batch := list(islice(left, BATCH)):
            for values in self._values(batch):
                if values is None:
                    return False
                for row, group in zip(sample.rows, groups):
                    row.append(values[group[0]])
        return True

    def _values(self, positions: list[Position]) -> Iterable[Mapping[int, int] | None]:
        """The values of all legal cards in positions; None at the end where the time is up."""
        if self.native:
            from whistlog.analysis import solver

            try:
                return solver.values_many(
                    positions, threads=self._settings.jobs, stop=self._clock.stop
                )
            except LimitError:
                return (None,)
        return (None if self._clock.over else endings.values(p) for p in positions)


def _stages(most: int, trick: int) -> list[int]:
    """After how many layouts it is asked whether more are needed; the last number is of all."""
    if trick <= EARLY_TRICKS:
        most //= EARLY_PART
        return sorted({max(2, most * tenths // 10) for tenths in range(5, 11)})
    return sorted({most * eighths // 8 for eighths in range(2, 9)})


@dataclass(slots=True)
class _Sample:
    """Values of groups of cards in layouts.

    Attributes:
        played: the group of the card that was played.
        rows: by group, its value in each layout.
    """

    played: int
    rows: list[list[int]]

    @property
    def number(self) -> int:
        """How many layouts."""
        return len(self.rows[0])

    @property
    def losses(self) -> list[float]:
        """By group, what it loses on average against the best."""
        sums = [sum(row) for row in self.rows]
        return [(max(sums) - total) / self.number for total in sums]

    @property
    def loss(self) -> float:
        """What the card that was played loses."""
        return self.losses[self.played]

    @property
    def error(self) -> float:
        """The standard error of the difference, layout by layout, of the best and the played."""
        sums = [sum(row) for row in self.rows]
        return self._lead(self.rows[sums.index(max(sums))])[1]

    def settled(self, full: int) -> bool:
        """Whether so many layouts in all would very probably tell the same of the card.

        What is still to come moves the mean of all by a standard error times the root of its
        part, and shrinks the error. So for the card that is best now, if it is reported, or for
        each card, if none is, there is at most one chance in ten that it will cross the bar.
        """
        part = self.number / full
        leads = [self._lead(row) for i, row in enumerate(self.rows) if i != self.played]
        # How far they are above the bar, and how far that may still change.
        margins = [
            (lead - max(NOISE, 2 * error * math.sqrt(part)), DOUBT * error * math.sqrt(1 - part))
            for lead, error in leads
        ]
        above, doubt = margins[leads.index(max(leads))]
        return above >= doubt or all(-above >= doubt for above, doubt in margins)

    def _lead(self, row: list[int]) -> tuple[float, float]:
        """The mean of what a group has more than the card played, and its standard error."""
        number = self.number
        more = [a - b for a, b in zip(row, self.rows[self.played])]
        mean = sum(more) / number
        if number == 1:
            return mean, 0.0
        squares = math.fsum((m - mean) ** 2 for m in more)
        return mean, math.sqrt(squares / (number - 1) / number)
