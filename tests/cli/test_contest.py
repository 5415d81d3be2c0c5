"""Boards and drives on the command line."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from tests.cli.conftest import Command
from tests.contest.test_boards import table
from tests.contest.test_drive import evening
from whistlog.cli import check as check_module
from whistlog.cli import parallel
from whistlog.contest import Contest


def boards(**more: str) -> None:
    Path("1.whist").write_text(table(1, "ABCD", 9))
    Path("2.whist").write_text(table(2, "EFGH", 7, **more))


def test_the_table_of_boards(whistlog: Command) -> None:
    boards()
    status, out, err = whistlog("score", "1.whist", "2.whist")
    assert (status, err) == (0, "")
    assert (
        out
        == """\
Boards - Tuesday
board  table  North-South        East-West          NS  EW  over  points NS   EW  swing
    1  1      PlayerA & PlayerC  PlayerB & PlayerD   9   4    +1          1    0     +2
       2      PlayerE & PlayerG  PlayerF & PlayerH   7   6    -1          0    1     -2
    2  1      PlayerA & PlayerC  PlayerB & PlayerD   6   7     0        0.5  0.5      0
       2      PlayerE & PlayerG  PlayerF & PlayerH   6   7     0        0.5  0.5      0

Ranking
    pair               boards  tricks  over  points  of     %
1=  PlayerA & PlayerC       2      15    +1     1.5   2  75.0
1=  PlayerF & PlayerH       2      13    +1     1.5   2  75.0
3=  PlayerB & PlayerD       2      11    -1     0.5   2  25.0
3=  PlayerE & PlayerG       2      13    -1     0.5   2  25.0
Teams of four: PlayerA & PlayerC with PlayerF & PlayerH beat PlayerE & PlayerG with \
PlayerB & PlayerD by 2 tricks, 28-24.
"""
    )


def test_boards_for_programs(whistlog: Command) -> None:
    boards()
    _, out, _ = whistlog("score", "--boards", "--format", "csv", "1.whist", "2.whist")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert [(r["board"], r["table"], r["tricks_ns"], r["swing"]) for r in rows] == [
        ("1", "1", "9", "2"), ("1", "2", "7", "-2"), ("2", "1", "6", "0"), ("2", "2", "6", "0"),
    ]  # fmt: skip
    _, out, _ = whistlog("score", "--format", "json", "1.whist", "2.whist")
    document = json.loads(out)
    assert len(document["games"]) == 2
    assert document["drives"] == []
    (comparison,) = document["boards"]
    assert comparison["teams"]["margin"] == 2


def test_boards_that_differ(whistlog: Command) -> None:
    boards(dealer="E")
    status, out, _ = whistlog("check", "1.whist", "2.whist")
    assert status == 1
    assert "board-mismatch" in out
    assert whistlog("score", "--boards", "1.whist", "2.whist")[0] == 1
    assert whistlog("check", "1.whist")[0] == 0


def test_several_processes_find_the_same(
    whistlog: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    boards(dealer="E")
    text = Path("1.whist").read_text() + "\nGame 2\n" + Path("2.whist").read_text()
    Path("all.whist").write_text(text)
    alone = whistlog("check", "--format", "json", "all.whist", "1.whist")
    monkeypatch.setattr("whistlog.cli.check.PARALLEL_FROM", 0)
    monkeypatch.setattr(parallel, "RANGE", 100)
    found = whistlog("check", "--format", "json", "--jobs", "2", "all.whist", "1.whist")
    assert found[:2] == alone[:2]
    assert "board-mismatch" in found[1]
    assert "board-repeat" in found[1]


def test_the_ranking_of_a_drive(whistlog: Command) -> None:
    for i, text in enumerate(evening(24)[0]):
        Path(f"table-{i}.whist").write_text(text, encoding="utf-8")
    status, out, _ = whistlog("score", "--players", "table-0.whist", "table-1.whist")
    assert status == 0
    lines = out.splitlines()
    assert lines[0] == "Players - Harvest drive"
    assert len(lines) == 11
    assert "wins the drive with" in lines[-1] or lines[-1].startswith("A tie: ")
    _, out, _ = whistlog("score", "--players", "--format", "csv", "table-0.whist", "table-1.whist")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert {r["deals"] for r in rows} == {"24"}
    _, out, _ = whistlog("score", "--format", "json", "table-0.whist", "table-1.whist")
    assert len(json.loads(out)["drives"][0]["players"]) == 8


def test_a_tie_is_a_tie(whistlog: Command) -> None:
    names = "Rules: drive\nNorth: Ana\nEast: Bruno\nSouth: Carla\nWest: Davi\n"
    deals = (f"\nDeal {d}\nTricks: NS {6 + d % 2}, EW {7 - d % 2}\n" for d in range(1, 25))
    Path("a.whist").write_text(names + "".join(deals))
    _, out, _ = whistlog("score", "--players", "a.whist")
    assert out.splitlines()[-1] == "A tie: Ana, Bruno, Carla, Davi with 156 tricks."


def test_nothing_to_compare(whistlog: Command) -> None:
    Path("a.whist").write_text("Dealer: W\n")
    assert whistlog("score", "--boards", "a.whist")[1] == "There are no boards to compare.\n"
    assert whistlog("score", "--boards", "--players", "a.whist")[0] == 2


def many(number: int) -> str:
    """Games of one board each; every board is played twice, the second time with other hands."""
    return "".join(
        f"Game {i}\nEvent: Match\nTable: {i % 2}\n\nDeal 1\nBoard: {i // 2}\n"
        f"Dealer: {'WE'[i % 2]}\nTrump: 4S\nTricks: NS 7, EW 6\n\n"
        for i in range(number)
    )


def test_comparisons_are_bounded_and_say_so(
    whistlog: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("a.whist").write_text(many(60))
    whole = whistlog("check", "a.whist", "-f", "concise").out
    assert whole.count("board-mismatch") == 30
    assert "G595" not in whole
    monkeypatch.setattr(Contest, "limit", 40)
    alone = whistlog("check", "a.whist", "-f", "concise").out
    assert alone.count("board-mismatch") == 20
    assert "contest-too-large More than 40 deals are to be compared" in alone
    assert "; 20 were left out" in alone
    assert whistlog("score", "a.whist", "--boards", "-f", "csv").out.count("\n") == 61


@pytest.mark.parametrize("limit", [None, 40])
def test_several_processes_compare_as_one_does(
    whistlog: Command, monkeypatch: pytest.MonkeyPatch, limit: int | None
) -> None:
    Path("a.whist").write_text(many(60))
    Path("b.whist").write_text(many(20))
    monkeypatch.setattr(Contest, "limit", limit)
    alone = whistlog("check", "a.whist", "b.whist", "-f", "json")
    assert "board-mismatch" in alone.out
    monkeypatch.setattr(check_module, "PARALLEL_FROM", 0)
    monkeypatch.setattr(parallel, "RANGE", 300)
    assert whistlog("check", "a.whist", "b.whist", "-f", "json", "--jobs", "2") == alone
