"""Boards compared: tricks over average, match points, and what a team of four has won by."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from whistlog.cards import SIDES, Side
from whistlog.contest import Result, fold_name


@dataclass(frozen=True, slots=True)
class Row:
    """A result of a board beside the other results of that board. Pairs are (NS, EW).

    Attributes:
        result: the result.
        over: tricks above the average of all who sat the same way.
        match_points: pairs sitting the same way with fewer tricks, and half of those with as
            many.
        swing: with two results: tricks of North-South more than at the other table.
    """

    result: Result
    over: tuple[Fraction, Fraction]
    match_points: tuple[Fraction, Fraction]
    swing: int | None


@dataclass(frozen=True, slots=True)
class Board:
    """A board with its results, those with most tricks for North-South first."""

    name: str
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """What a pair has won on all of its boards.

    Attributes:
        rank: the place; pairs with as many match points share it.
        tied: whether somebody shares it.
        pair: their names.
        boards: boards that they played and that can be compared.
        tricks: tricks on them.
        over: tricks above average.
        match_points: their sum.
        possible: the most match points that they could have had.
    """

    rank: int
    tied: bool
    pair: str
    boards: int
    tricks: int
    over: Fraction
    match_points: Fraction
    possible: int


@dataclass(frozen=True, slots=True)
class Teams:
    """Two tables, four pairs: two teams, each with a pair on either side of the board.

    Attributes:
        names: the two pairs of either team.
        tricks: tricks of either team on all boards.
        margin: tricks above half of the total; positive if the first team has won.
    """

    names: tuple[tuple[str, str], tuple[str, str]]
    tricks: tuple[int, int]
    margin: int


@dataclass(frozen=True, slots=True)
class Comparison:
    """All boards of an event.

    Attributes:
        title: event and date.
        boards: in the order of their numbers.
        standings: the pairs, best first.
        teams: where two tables of the same four pairs played all boards, else None.
        unknown: results whose tricks are not known, which count nowhere.
    """

    title: str
    boards: tuple[Board, ...]
    standings: tuple[Standing, ...]
    teams: Teams | None
    unknown: int


def compare(results: Iterable[Result]) -> tuple[Comparison, ...]:
    """Compare the results of boards, event by event."""
    events: dict[tuple[str, str], dict[str, list[Result]]] = {}
    unknown: dict[tuple[str, str], int] = defaultdict(int)
    titles: dict[tuple[str, str], str] = {}
    for result in results:
        if result.board is None:
            continue
        boards = events.setdefault(result.event, {})
        titles.setdefault(result.event, result.title)
        if result.tricks is None:
            unknown[result.event] += 1
        else:
            boards.setdefault(result.key[1], []).append(result)
    return tuple(_event(titles[event], boards, unknown[event]) for event, boards in events.items())


def _event(title: str, boards: dict[str, list[Result]], unknown: int) -> Comparison:
    compared = [_board(results) for _, results in sorted(boards.items(), key=_board_order)]
    return Comparison(
        title, tuple(compared), _standings(compared), _teams(list(boards.values())), unknown
    )


def _board_order(entry: tuple[str, object]) -> tuple[int, str]:
    name = entry[0]
    return (int(name), "") if name.isdecimal() and len(name) < 10 else (1 << 40, name)


def _tricks(result: Result) -> tuple[int, int]:
    assert result.tricks is not None
    return result.tricks


def _board(results: list[Result]) -> Board:
    counts = [_tricks(r) for r in results]
    rows = []
    for result in results:
        mine = _tricks(result)
        over, points = [], []
        for side in SIDES:
            field = [c[side] for c in counts]
            over.append(mine[side] - Fraction(sum(field), len(field)))
            beaten = sum(n < mine[side] for n in field)
            equal = sum(n == mine[side] for n in field) - 1
            points.append(beaten + Fraction(equal, 2))
        swing = None
        if len(results) == 2:
            other = counts[1] if result is results[0] else counts[0]
            swing = mine[Side.NS] - other[Side.NS]
        rows.append(Row(result, (over[0], over[1]), (points[0], points[1]), swing))
    rows.sort(key=lambda row: -_tricks(row.result)[Side.NS])
    return Board((results[0].board or "").strip(), tuple(rows))


def pair_key(result: Result, side: Side) -> str:
    """What tells a pair from others: its players, in whatever seats."""
    names = (result.players[side], result.players[side + 2])
    if any(names):
        return " & ".join(sorted(map(fold_name, names)))
    return fold_name(result.pair(side))


def _standings(boards: list[Board]) -> tuple[Standing, ...]:
    names: dict[str, str] = {}
    sums: dict[str, list[Fraction]] = {}
    for board in boards:
        for row in board.rows:
            for side in SIDES:
                key = pair_key(row.result, side)
                names.setdefault(key, row.result.pair(side))
                total = sums.setdefault(key, [Fraction(0)] * 5)
                gained: tuple[int | Fraction, ...] = (
                    1, _tricks(row.result)[side], row.over[side], row.match_points[side],
                    len(board.rows) - 1,
                )  # fmt: skip
                for i, number in enumerate(gained):
                    total[i] += number

    def share(key: str) -> Fraction:
        _, _, _, points, possible = sums[key]
        return points / possible if possible else Fraction(0)

    # Pairs that played unequal numbers of boards are ranked by the share that they won.
    ranked = sorted(sums, key=lambda key: (-share(key), names[key]))
    shares = [share(key) for key in ranked]
    return tuple(
        Standing(
            shares.index(mine) + 1,
            shares.count(mine) > 1,
            names[key],
            int(sums[key][0]),
            int(sums[key][1]),
            sums[key][2],
            sums[key][3],
            int(sums[key][4]),
        )
        for key, mine in zip(ranked, shares)
    )


def _teams(boards: list[list[Result]]) -> Teams | None:
    """The two teams, if all boards were played by the same four pairs at two tables."""
    if not boards or any(len(results) != 2 for results in boards):
        return None
    first, second = boards[0]
    teams = (
        (pair_key(first, Side.NS), pair_key(second, Side.EW)),
        (pair_key(second, Side.NS), pair_key(first, Side.EW)),
    )
    if len({*teams[0], *teams[1]}) != 4:
        return None
    tricks = [0, 0]
    for results in boards:
        seated = []
        for result in results:
            team = [next((i for i in (0, 1) if pair_key(result, s) in teams[i]), -1) for s in SIDES]
            if sorted(team) != [0, 1]:
                return None
            seated.append(team)
            for side in SIDES:
                tricks[team[side]] += _tricks(result)[side]
        if seated[0] == seated[1]:
            return None  # the same team sat the same way at both tables
    names = (
        (first.pair(Side.NS), second.pair(Side.EW)),
        (second.pair(Side.NS), first.pair(Side.EW)),
    )
    return Teams(names, (tricks[0], tricks[1]), (tricks[0] - tricks[1]) // 2)
