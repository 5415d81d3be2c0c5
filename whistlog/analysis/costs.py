"""What a recorded deal was worth with all cards seen, and what each card cost.

`analyse` takes a replay and gives the analysis with remarks on what it could not do. Nothing is
printed or raised for what a record holds. Method and limits: ``docs/analysis.md``.

Pairs of numbers are tricks of the whole deal in the order of `Side`: (North-South, East-West).
A kitty that counts as a trick is one of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from whistlog.analysis import endings
from whistlog.analysis.codes import Codes, after
from whistlog.analysis.position import Position
from whistlog.cards import JOKERS, SEATS, Card, Seat
from whistlog.replay.positions import kitty_first
from whistlog.replay.values import PlayedTrick, Replay
from whistlog.rules.profile import SHORT, Profile
from whistlog.sentences.phrases import Listed
from whistlog.sentences.tables import say

if TYPE_CHECKING:
    from whistlog.analysis.expected import Expected
    from whistlog.rules.play import Order

Pair = tuple[int, int]

ANY_LENGTH: Final = 13
"""Cards a hand that the native solver takes."""


_NO_FACTS: Final[Mapping[str, object]] = {}


class Remark(NamedTuple):
    """Something to know about an analysis.

    Attributes:
        name: what it is, in kebab case; with ``remark-`` before it, the key of its sentence.
        facts: those that fill the sentence; seats are named as the record names them.
        trick: the trick it is about, from 1, or None.
    """

    name: str
    facts: Mapping[str, object] = _NO_FACTS
    trick: int | None = None

    @property
    def message(self) -> str:
        """The sentence, with the seats and sides as N E S W, NS EW."""
        return self.said("NESW", ("NS", "EW"))

    def said(self, letters: Sequence[str], sides: Sequence[str]) -> str:
        """The sentence, with the seats and sides as a record calls them."""
        facts = {key: _named(value, letters) for key, value in self.facts.items()}
        return say(f"remark-{self.name}", **facts, NS=sides[0], EW=sides[1])


def _named(value: object, letters: Sequence[str]) -> object:
    """A fact with the letters of its seats."""
    if isinstance(value, Seat):
        return letters[value]
    if isinstance(value, tuple):
        return Listed((_named(v, letters) for v in value), "and")
    return value


class Better(NamedTuple):
    """Cards of equal rank (no card in play lies between them) that would have cost less.

    Attributes:
        cards: the cards, highest first.
        saves: tricks that any of them takes more than the card that was played.
    """

    cards: tuple[Card, ...]
    saves: int


@dataclass(frozen=True, slots=True)
class PlayCost:
    """One card that was played, as the cards lay.

    Attributes:
        trick: number of the trick, from 1.
        seat: who played it.
        card: the card.
        legal: False for a revoke.
        cost: tricks it gave away; a revoke may have a negative one.
        better: what would have cost less, the best first; empty where nothing would.
        before: tricks of the deal that each side takes with best play from before the card on.
        after: the same once it is played.
    """

    trick: int
    seat: Seat
    card: Card
    legal: bool
    cost: int
    better: tuple[Better, ...]
    before: Pair
    after: Pair


class Shift(NamedTuple):
    """A change of the value that no card made.

    Attributes:
        trick: the trick before which it happened, from 1.
        north_south: tricks that North-South gained by it.
    """

    trick: int
    north_south: int


class PlannedTrick(NamedTuple):
    """A trick of a best continuation."""

    trick: int
    leader: Seat
    cards: tuple[Card, ...]
    winner: Seat


@dataclass(frozen=True, slots=True)
class Continuation:
    """One way to play on best from the start of a trick; there may be others as good.

    Attributes:
        trick: where it begins, from 1.
        tricks: the tricks to the end of the deal.
        value: tricks of the deal that each side has at its end.
    """

    trick: int
    tricks: tuple[PlannedTrick, ...]
    value: Pair


@dataclass(frozen=True, slots=True)
class Analysis:
    """A deal, with all cards seen.

    For a deal that is analysed from its first card to its last,
    ``end[0] == par[0] - side_costs[0] + side_costs[1] + sum of shifts``, and ``end`` is what the
    sides took.

    Attributes:
        par: tricks of each side with best play by all four from the first card on; None where
            that can't be told.
        plays: the cards that were analysed, in the order of play.
        shifts: changes of the value that no card made.
        end: tricks of each side with best play after the last card analysed, or None.
        result: tricks of each side in the record, claims included; None if some are missing.
        continuation: the best continuation that was asked for.
        expected: what the cards were expected to lose, if that was asked for
            (`whistlog.analysis.expected.weigh`).
    """

    par: Pair | None = None
    plays: tuple[PlayCost, ...] = ()
    shifts: tuple[Shift, ...] = ()
    end: Pair | None = None
    result: Pair | None = None
    continuation: Continuation | None = None
    expected: Expected | None = None

    def at(self, trick: int, seat: Seat) -> PlayCost | None:
        """The card that a seat played to a trick, from 1; None where it was not analysed."""
        return next((p for p in self.plays if p.trick == trick and p.seat is seat), None)

    @property
    def analysed(self) -> bool:
        """Whether there is anything in it."""
        return self.par is not None or bool(self.plays) or self.continuation is not None

    @property
    def seat_costs(self) -> tuple[int, int, int, int]:
        """The sum of the costs of each seat's cards."""
        n, e, s, w = (sum(p.cost for p in self.plays if p.seat is seat) for seat in SEATS)
        return n, e, s, w

    @property
    def side_costs(self) -> Pair:
        """The sum of the costs of each side's cards."""
        n, e, s, w = self.seat_costs
        return n + s, e + w


class _Valued(NamedTuple):
    """One play with its values for the side that made it."""

    seat: int
    card: int
    legal: bool
    value: int
    played: int
    values: Mapping[int, int]


class _Solver(NamedTuple):
    """How values are found: the native solver, or the one for endings."""

    most: int
    values: Callable[[Position], Mapping[int, int]]
    trace: Callable[[Position, Sequence[int]], Iterable[_Valued]]


def _solver() -> _Solver:
    from whistlog.analysis import solver

    if not solver.available():
        return _Solver(endings.MAX_ENDING, endings.values, _ending_trace)

    def trace(position: Position, plays: Sequence[int]) -> Iterable[_Valued]:
        for step in solver.trace(position, plays):
            yield _Valued(
                step.player, step.card, step.legal, step.value, step.played_value, step.values
            )

    return _Solver(ANY_LENGTH, solver.values, trace)


def _ending_trace(position: Position, plays: Sequence[int]) -> Iterable[_Valued]:
    for card in plays:
        seat = position.player
        values = endings.values(position)
        left = position.hands[seat].bit_count()
        following, won = after(position, card)
        if card in values:
            played = values[card]
        elif not any(following.hands):
            played = int(won is not None and won % 2 == seat % 2)
        else:
            rest = endings.solve(following)
            same = following.player % 2 == seat % 2
            total = left - (won is not None)
            played = (rest if same else total - rest) + (won is not None and won % 2 == seat % 2)
        yield _Valued(seat, card, card in values, max(values.values()), played, values)
        position = following


@dataclass(slots=True)
class _Segment:
    """Cards that followed each other by the rules, for one trace."""

    position: Position
    plays: list[int] = field(default_factory=list)
    where: list[tuple[int, Pair, int]] = field(default_factory=list)
    """For each card: the trick, the tricks won before it, and the tricks left with it."""


class _State(NamedTuple):
    """The start of a trick."""

    position: Position
    won: Pair


def analyse(
    replay: Replay, profile: Profile = SHORT, *, continue_from: int | None = None
) -> tuple[Analysis, tuple[Remark, ...]]:
    """Analyse a deal double dummy: par, and the cost of every card.

    Args:
        replay: what happened in the deal.
        profile: the rules it was replayed by.
        continue_from: number of a trick, from 1, from whose start the best continuation is
            wanted.

    Returns:
        The analysis, and remarks on what is unusual in it or why there is none. A deal in
        which something is missing is analysed as far as it goes.
    """
    remarks: list[Remark] = []
    hands = starting_hands(replay, profile, remarks)
    if hands is None or replay.order is None:
        return Analysis(), tuple(remarks)
    return _Deal(replay, profile, hands, replay.order, remarks).analyse(continue_from)


def position_after(replay: Replay, profile: Profile = SHORT) -> Position | None:
    """The position after the last trick of a record, in codes that rank as uptown.

    None where it can't be told, where no card is left, and where values would not be exact:
    before a first trick that counts for two, and where a joker may not be led at any time.
    """
    unused: list[Remark] = []
    hands = starting_hands(replay, profile, unused)
    if hands is None or replay.order is None:
        return None
    return _Deal(replay, profile, hands, replay.order, unused).position_after()


def starting_hands(
    replay: Replay, profile: Profile, remarks: list[Remark]
) -> tuple[int, int, int, int] | None:
    """The hands that were played, or None with the reason why they are not known."""
    if replay.order is None or (replay.trump is None and replay.trump_basis is None):
        remarks.append(Remark("trump-unknown"))
        return None
    hands = list(replay.known_hands)
    if replay.declarer is not None and (replay.exchanged is not None or profile.kitty):
        hands[replay.declarer] = replay.exchanged
    known = [bits for bits in hands if bits is not None]
    if len(known) < 4:
        missing = tuple(seat for seat in SEATS if hands[seat] is None)
        remarks.append(Remark("hands-unknown", {"n": len(missing), "seats": missing}))
        return None
    n, e, s, w = known
    if (n | e | s | w).bit_count() != sum(bits.bit_count() for bits in known):
        remarks.append(Remark("hands-overlap"))
        return None
    if any(bits.bit_count() != profile.hand_size for bits in known):
        sizes = tuple(bits.bit_count() for bits in known)
        facts = {"size": profile.hand_size, "seats": SEATS, "sizes": sizes}
        remarks.append(Remark("hands-uneven", facts))
        return None
    return n, e, s, w


class _Deal:
    """The work on one deal."""

    def __init__(
        self,
        replay: Replay,
        profile: Profile,
        hands: tuple[int, int, int, int],
        order: Order,
        remarks: list[Remark],
    ) -> None:
        self.replay = replay
        self.profile = profile
        self.codes = Codes(order)
        self.remarks = remarks
        self.solver = _solver()
        n, e, s, w = (self.codes.mask(bits) for bits in hands)
        self.hands = (n, e, s, w)
        self.states: dict[int, _State] = {}
        self.won = kitty_first(replay)
        self.segments: list[_Segment] = []
        self.segment: _Segment | None = None
        self.last: _State | None = None
        """Where the analysis ends, within a trick or not."""

    def analyse(self, continue_from: int | None) -> tuple[Analysis, tuple[Remark, ...]]:
        """Do it."""
        replay, profile = self.replay, self.profile
        if self.solver.most < profile.hand_size:
            self._remark("solver-missing", tricks=self.solver.most)
        if self._joker_leads_bound():
            self._remark("joker-leads")
        self._walk()
        plays, shifts = self._plays()
        par = None
        first = self.states.get(1)
        if self._solvable(first):
            at_once = bool(plays) and plays[0].trick == 1
            par = plays[0].before if at_once else self._value(first)
        end = self._end()
        if plays and par is not None and plays[0].before != par:
            shifts.insert(0, Shift(plays[0].trick, plays[0].before[0] - par[0]))
        latest = plays[-1].after if plays else par
        if latest is not None and end is not None and latest != end:
            trick = plays[-1].trick + 1 if plays else 1
            shifts.append(Shift(trick, end[0] - latest[0]))
        result = None
        if replay.complete:
            result = (replay.won[0] + replay.claimed[0], replay.won[1] + replay.claimed[1])
        if any(replay.claimed) and end is not None and result is not None and result != end:
            self._remark(
                "claim-differs", ns=result[0], ew=result[1], best_ns=end[0], best_ew=end[1]
            )
        continuation = None if continue_from is None else self._continue(continue_from)
        analysis = Analysis(par, plays, tuple(shifts), end, result, continuation)
        return analysis, tuple(self.remarks)

    def position_after(self) -> Position | None:
        """The position after the last trick, where its value is exact."""
        self._walk()
        number = len(self.replay.tricks) + 1
        state = self.states.get(number)
        if state is None or not any(state.position.hands) or self._joker_leads_bound():
            return None
        if number == 1 and self._kitty_moves():
            return None
        return state.position

    def _joker_leads_bound(self) -> bool:
        """Whether there are jokers that may not be led at any time, which no solver knows of."""
        bid = self.profile.bid
        held = self.hands[0] | self.hands[1] | self.hands[2] | self.hands[3]
        free = bid is None or bid.joker_lead == "allowed"
        return self.codes.trump is None and bool(held & JOKERS) and not free

    def _remark(self, name: str, trick: int | None = None, **facts: object) -> None:
        self.remarks.append(Remark(name, facts, trick))

    def _kitty_moves(self) -> bool:
        """Whether the kitty goes to whoever takes the first trick, which is then worth two."""
        bid = self.profile.bid
        return bid is not None and bid.kitty_trick == "first-trick"

    def _walk(self) -> None:
        """Cut the play into segments, and keep the start of every trick."""
        leader = self._first_leader()
        if leader is None:
            self._remark("leader-unknown")
            return
        if not self.replay.tricks:
            self._remark("tricks-missing")
            self.states[1] = self._state(leader)
            if self._kitty_moves():
                self._remark("kitty-moves")
            return
        for number, trick in enumerate(self.replay.tricks, start=1):
            if not self._trick(trick, number, leader):
                break
            assert trick.winner is not None
            leader = trick.winner
            self.won[leader.side] += 1 + (number == 1 and self._kitty_moves())
            self.last = self.states[number + 1] = self._state(leader)

    def _state(self, leader: Seat) -> _State:
        """The start of a trick with what is known now."""
        position = Position(self.hands, self.codes.trump, "uptown", leader)
        return _State(position, (self.won[0], self.won[1]))

    def _trick(self, trick: PlayedTrick, number: int, leader: Seat) -> bool:
        """Take in a trick; return whether the next one can follow.

        Args:
            trick: the trick.
            number: which trick of the deal it has to be.
            leader: who has to lead.
        """
        if trick.number != number:
            self._remark("trick-missing", number)
            return False
        led = trick.seats[0] if trick.seats else leader
        if led is None:
            self._remark("players-unknown", number)
            return False
        if led is not leader:
            self._remark("lead-out-of-turn", number, led=led, due=leader)
            self.segment = None
        state = self._state(led)
        self.states[number] = self.last = state
        left = self.hands[led].bit_count()
        if left > self.solver.most or not self._weighable(trick, number):
            self.segment = None
        elif self.segment is None:
            self.segment = _Segment(state.position)
            self.segments.append(self.segment)
        if not self._cards(trick, number, state, left) or len(trick.cards) != 4:
            return False
        if trick.winner is None:
            self.last = None
            self._remark("winner-unknown", number)
            return False
        return True

    def _cards(self, trick: PlayedTrick, number: int, state: _State, left: int) -> bool:
        """Take in the cards of a trick; return whether they could have been played."""
        position = state.position
        for seat, card in zip(trick.seats, trick.cards):
            if not card.known or seat is None:
                self._remark("card-unrecorded", number)
                return False
            code = self.codes.to[card.code]
            if not self.hands[seat] >> code & 1:
                self._remark("card-not-held", number, seat=seat, card=card.name)
                return False
            n, e, s, w = (
                bits & ~(1 << code) if i == seat else bits for i, bits in enumerate(self.hands)
            )
            self.hands = (n, e, s, w)
            if self.segment is not None:
                self.segment.plays.append(code)
                self.segment.where.append((number, state.won, left))
                position, _ = after(position, code)
                self.last = _State(position, state.won)
        return True

    def _first_leader(self) -> Seat | None:
        """Who has to lead to the first trick."""
        replay = self.replay
        if replay.declarer is not None:
            return replay.declarer
        if replay.dealer is not None and self.profile.bid is None:
            return replay.dealer.next
        if replay.tricks and replay.tricks[0].seats:
            return replay.tricks[0].seats[0]
        return None

    def _weighable(self, trick: PlayedTrick, number: int) -> bool:
        """Whether the cards of a trick have costs."""
        if number == 1 and self._kitty_moves():
            self._remark("kitty-moves", 1)
            return False
        seats = trick.seats
        if all(b is None or a is None or a.next is b for a, b in pairwise(seats)):
            return True
        self._remark("play-out-of-turn", number)
        return False

    def _plays(self) -> tuple[tuple[PlayCost, ...], list[Shift]]:
        """Weigh the cards of all segments."""
        plays: list[PlayCost] = []
        shifts: list[Shift] = []
        for segment in self.segments:
            position = segment.position
            steps = list(self.solver.trace(position, segment.plays)) if segment.plays else []
            for index, (step, (number, won, left)) in enumerate(zip(steps, segment.where)):
                before = _totals(step.seat, step.value, won, left)
                then = _totals(step.seat, step.played, won, left)
                if index == 0 and plays and plays[-1].after != before:
                    shifts.append(Shift(number, before[0] - plays[-1].after[0]))
                seat, card = SEATS[step.seat], self.codes.card[step.card]
                cost = step.value - step.played
                better = self._better(step, position) if step.played < step.value else ()
                plays.append(PlayCost(number, seat, card, step.legal, cost, better, before, then))
                if not step.legal:
                    self._remark("revoke", number, seat=seat, card=card.name)
                position, _ = after(position, step.card)
        return tuple(plays), shifts

    def _better(self, step: _Valued, position: Position) -> tuple[Better, ...]:
        """The cards that take more than the one played, equal ones together, the best first."""
        others = 0
        for seat, bits in enumerate(position.hands):
            if seat != step.seat:
                others |= bits
        for code in position.table:
            others |= 1 << code
        gains: dict[int, list[int]] = {}
        for code, value in step.values.items():
            if value > step.played:
                gains.setdefault(value - step.played, []).append(code)
        found = [
            (saves, group)
            for saves, codes in gains.items()
            for group in self.codes.groups(codes, others)
        ]
        found.sort(key=lambda item: (-item[0], self.codes.rank(item[1][0])))
        return tuple(
            Better(tuple(self.codes.card[code] for code in group), saves) for saves, group in found
        )

    def _solvable(self, state: _State | None) -> bool:
        if state is None:
            return False
        left = max(bits.bit_count() for bits in state.position.hands)
        whole = left == self.profile.hand_size
        return left <= self.solver.most and not (whole and self._kitty_moves())

    def _value(self, state: _State | None) -> Pair | None:
        """What the sides have in the end with best play from a position on."""
        if state is None:
            return None
        position = state.position
        if not any(position.hands) and not position.table:
            return state.won
        if not self._solvable(state):
            return None
        seat = position.player
        value = max(self.solver.values(position).values())
        return _totals(seat, value, state.won, position.hands[seat].bit_count())

    def _end(self) -> Pair | None:
        """The value where the analysis ends."""
        if self.last is None:
            return None
        return self._value(self.last)

    def _continue(self, number: int) -> Continuation | None:
        """Play on from the start of a trick, one of the best cards after the other."""
        state = self.states.get(number)
        if state is None or not any(state.position.hands):
            self._remark("trick-not-there", number)
            return None
        if not self._solvable(state):
            self._remark("trick-too-early", number)
            return None
        position, won = state.position, list(state.won)
        tricks: list[PlannedTrick] = []
        cards: list[Card] = []
        start = number
        while any(position.hands):
            leader = position.leader
            values = self.solver.values(position)
            best = max(values.values())
            # Any of the best will do; the lowest, and no trump, looks the most natural.
            code = min(
                (c for c, value in values.items() if value == best),
                key=lambda c: (self.codes.rank(c)[0] == self.codes.trump, c % 13 if c < 52 else c),
            )
            cards.append(self.codes.card[code])
            position, winner = after(position, code)
            if winner is not None:
                tricks.append(PlannedTrick(number, SEATS[leader], tuple(cards), SEATS[winner]))
                won[winner % 2] += 1
                cards, number = [], number + 1
        return Continuation(start, tuple(tricks), (won[0], won[1]))


def _totals(seat: int, value: int, won: Pair, left: int) -> Pair:
    """Tricks of the deal, from those a side takes of the ones left and those that are won."""
    own, other = won[0] + value, won[1] + left - value
    if seat % 2:
        own, other = won[0] + left - value, won[1] + value
    return own, other
