"""Boards and drives as ``whistlog score`` shows them."""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from whistlog.cards import SIDES
from whistlog.contest import Contest
from whistlog.contest.boards import Comparison, Row, Standing, compare
from whistlog.contest.drive import Drive, rank
from whistlog.render.base import visible, width
from whistlog.sentences.tables import decimal, say

if TYPE_CHECKING:
    from whistlog.render import Output

BOARD_COLUMNS: Final = (
    "event", "board", "table", "pair_ns", "pair_ew", "tricks_ns", "tricks_ew", "over_ns",
    "over_ew", "match_points_ns", "match_points_ew", "swing",
)  # fmt: skip
PLAYER_COLUMNS: Final = ("event", "rank", "tied", "player", "deals", "tricks", "unknown")


def boards_of(contest: Contest) -> tuple[Comparison, ...]:
    """The boards of a contest, compared."""
    return compare(contest.results)


def drives_of(contest: Contest) -> tuple[Drive, ...]:
    """The rankings of its drives; those in which no player has a name are left out."""
    return tuple(drive for drive in rank(contest.results) if drive.players)


# For people


def write_boards(comparisons: Iterable[Comparison], out: Output, *, space: bool) -> None:
    """Write the boards, the ranking of the pairs and the teams, as for a notice board."""
    for comparison in comparisons:
        if space:
            out.write("\n")
        space = True
        title = say("boards") + (f" - {comparison.title}" if comparison.title else "")
        out.write((visible(title), "strong"), "\n")
        _table(out, _board_rows(comparison), left=(1, 2, 3))
        if comparison.unknown:
            out.write(say("results-left-out", n=comparison.unknown), "\n")
        out.write("\n", (say("boards-ranking"), "strong"), "\n")
        _table(out, _standing_rows(comparison.standings), left=(1,))
        if comparison.teams is not None:
            out.write(_teams(comparison), "\n")


def _board_rows(comparison: Comparison) -> Iterator[list[str]]:
    swings = any(row.swing is not None for board in comparison.boards for row in board.rows)
    swing = ["swing"] if swings else []
    first = ("board", "table", "north-south", "east-west")
    yield [
        *(say(f"column-{name}") for name in first),
        *("NS", "EW", say("column-over"), f"{say('column-points')} NS", "EW"),
        *(say(f"column-{name}") for name in swing),
    ]
    for board in comparison.boards:
        name = board.name
        for row in board.rows:
            yield [name, *_board_cells(row), *([_signed(row.swing)] if swings else [])]
            name = ""


def _board_cells(row: Row) -> list[str]:
    result = row.result
    assert result.tricks is not None
    return [
        result.table,
        *(result.pair(side) for side in SIDES),
        *map(str, result.tricks),
        _signed(row.over[0]),
        *map(_number, row.match_points),
    ]


def _standing_rows(standings: Sequence[Standing]) -> Iterator[list[str]]:
    names = ("pair", "boards", "tricks", "over", "points", "of")
    yield ["", *(say(f"column-{name}") for name in names), "%"]
    for s in standings:
        share = decimal(float(100 * s.match_points / s.possible), ".1f") if s.possible else "-"
        yield [
            _rank(s.rank, s.tied), s.pair, str(s.boards), str(s.tricks), _signed(s.over),
            _number(s.match_points), str(s.possible), share,
        ]  # fmt: skip


def _teams(comparison: Comparison) -> str:
    teams = comparison.teams
    assert teams is not None
    first, second = (say("with", a=names[0], b=names[1]) for names in teams.names)
    numbers = f"{max(teams.tricks)}-{min(teams.tricks)}"
    if not teams.margin:
        return visible(say("teams-tie", first=first, second=second, score=numbers))
    winner, loser = (first, second) if teams.margin > 0 else (second, first)
    margin = say("tricks", n=abs(teams.margin))
    return visible(say("teams-beat", winner=winner, loser=loser, margin=margin, score=numbers))


def write_drives(drives: Iterable[Drive], out: Output, *, space: bool) -> None:
    """Write the ranking of the players."""
    for drive in drives:
        if space:
            out.write("\n")
        space = True
        title = say("players") + (f" - {drive.title}" if drive.title else "")
        out.write((visible(title), "strong"), "\n")
        rows = [["", *(say(f"column-{name}") for name in ("player", "deals", "tricks")), ""]]
        for p in drive.players:
            remark = say("deals-unknown", n=p.unknown) if p.unknown else ""
            rows.append([_rank(p.rank, p.tied), p.name, str(p.deals), str(p.tricks), remark])
        _table(out, rows, left=(1, 4))
        out.write(visible(_verdict(drive)), "\n")


def _verdict(drive: Drive) -> str:
    best = [p.name for p in drive.players if p.rank == 1]
    tricks = say("tricks", n=drive.players[0].tricks)
    names = ", ".join(best)
    if not drive.finished:
        key = "drive-ahead" if len(best) == 1 else "drive-ahead-several"
    else:
        key = "drive-won" if len(best) == 1 else "drive-tie"
    return say(key, players=names, tricks=tricks)


def _table(out: Output, lines: Iterable[Sequence[str]], left: Sequence[int]) -> None:
    rows = [list(map(visible, line)) for line in lines]
    widths = [max(width(row[i]) for row in rows) for i in range(len(rows[0]))]
    for number, row in enumerate(rows):
        cells = []
        for i, (cell, space) in enumerate(zip(row, widths)):
            blank = " " * (space - width(cell))
            cells.append(cell + blank if i in left else blank + cell)
        line = "  ".join(cells).rstrip()
        out.write((line, "dim") if number == 0 else line, "\n")


def _rank(place: int, tied: bool) -> str:
    return f"{place}=" if tied else str(place)


def _number(number: Fraction | int) -> str:
    """A number with one decimal where it is not whole."""
    return str(number) if number == int(number) else decimal(float(number), ".1f")


def _signed(number: Fraction | int | None) -> str:
    if number is None:
        return ""
    return f"+{_number(number)}" if number > 0 else _number(number)


# For programs


def print_csv(comparisons: Iterable[Comparison], drives: Iterable[Drive], kind: str) -> None:
    """Print the results of boards, or the ranking of players, for a spreadsheet."""
    from whistlog.cli.score import cell

    writer = csv.writer(sys.stdout, lineterminator="\n")
    if kind == "boards":
        writer.writerow(BOARD_COLUMNS)
        for comparison in comparisons:
            for board in comparison.boards:
                for row in board.rows:
                    result = row.result
                    texts = (comparison.title, board.name, result.table)
                    pairs = (result.pair(side) for side in SIDES)
                    writer.writerow(
                        [
                            *map(cell, (*texts, *pairs)),
                            *(result.tricks or ()),
                            *map(_decimal, (*row.over, *row.match_points)),
                            row.swing,
                        ]
                    )
        return
    writer.writerow(PLAYER_COLUMNS)
    for drive in drives:
        for p in drive.players:
            tied = "yes" if p.tied else "no"
            writer.writerow(
                [cell(drive.title), p.rank, tied, cell(p.name), p.deals, p.tricks, p.unknown]
            )


def boards_value(comparison: Comparison) -> dict[str, Any]:
    """Boards as JSON values; fractions are rounded to three decimals."""
    teams = comparison.teams
    return {
        "event": comparison.title,
        "boards": [
            {
                "board": board.name,
                "results": [_result(row) for row in board.rows],
            }
            for board in comparison.boards
        ],
        "ranking": [
            {
                "rank": s.rank,
                "tied": s.tied,
                "pair": s.pair,
                "boards": s.boards,
                "tricks": s.tricks,
                "over": _decimal(s.over),
                "match_points": _decimal(s.match_points),
                "possible": s.possible,
            }
            for s in comparison.standings
        ],
        "teams": None
        if teams is None
        else {
            "pairs": [list(names) for names in teams.names],
            "tricks": list(teams.tricks),
            "margin": teams.margin,
        },
        "unknown": comparison.unknown,
    }


def _result(row: Row) -> dict[str, Any]:
    result = row.result
    return {
        "path": result.place.path,
        "table": result.table,
        "pairs": _pair([result.pair(side) for side in SIDES]),
        "tricks": _pair(result.tricks or ()),
        "over": _pair([_decimal(n) for n in row.over]),
        "match_points": _pair([_decimal(n) for n in row.match_points]),
        "swing": row.swing,
    }


def _pair(values: Sequence[Any]) -> dict[str, Any]:
    return {side.name: value for side, value in zip(SIDES, values)}


def _decimal(number: Fraction) -> int | float:
    return int(number) if number == int(number) else round(float(number), 3)


def drive_value(drive: Drive) -> dict[str, Any]:
    """A ranking as JSON values."""
    return {
        "event": drive.title,
        "finished": drive.finished,
        "players": [
            {
                "rank": p.rank,
                "tied": p.tied,
                "player": p.name,
                "deals": p.deals,
                "tricks": p.tricks,
                "unknown": p.unknown,
            }
            for p in drive.players
        ],
    }
