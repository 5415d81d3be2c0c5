from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from tests.cli.conftest import CLEAN, PLAYED, UNFINISHED, WRONG, Command
from whistlog.notation.schema import schema

SAMPLES = Path(__file__).parents[2] / "samples" / "clean"


def test_the_table_of_a_game(whistlog: Command) -> None:
    Path("a.whist").write_text(CLEAN)
    assert whistlog("score", "a.whist") == (
        0,
        "Game 1 - Tuesday club (Short whist, a.whist)\n"
        "deal  dealer  trump  tricks NS  tricks EW  points NS  points EW  score NS  score EW\n"
        "   1       W      ♦          8          5          2          0         2         0"
        "  as written\n"
        "   2       N      ♣          9          4          3          0         5         0"
        "  as written\n"
        "NS win the game 5-0.\n",
        "",
    )


def test_a_game_that_is_not_over(whistlog: Command) -> None:
    status, out, _ = whistlog("score", "-", stdin=PLAYED)
    assert status == 0
    assert out.splitlines()[-1] == "The game is not over: NS 1, EW 0."
    out = whistlog("score", "-", stdin=UNFINISHED).out
    assert "?" in out


def test_a_score_below_nothing_is_no_row_of_dashes(whistlog: Command) -> None:
    text = (
        "Rules: bid\nScore: NS -3\n\nDeal 1\nDealer: W\nAuction: 3 up, pass, pass, pass\n"
        "Trump: ♥\nTricks: NS 7, EW 6\nScore: NS -5, EW 0\n"
    )
    assert whistlog("score", "-", stdin=text).out.splitlines()[-1] == "EW win the game 0 : -5."


def test_csv(whistlog: Command) -> None:
    Path("=a.whist").write_text(CLEAN + "\nGame 2\n" + PLAYED)
    rows = list(csv.DictReader(io.StringIO(whistlog("score", "-f", "csv", "=a.whist").out)))
    assert [(r["game"], r["deal"], r["tricks_ns"], r["score_ns"], r["basis"]) for r in rows] == [
        ("1", "1", "8", "2", "written"),
        ("1", "2", "9", "5", "written"),
        ("2", "1", "7", "1", "counted"),
    ]
    assert {r["path"] for r in rows} == {"'=a.whist"}


@pytest.mark.parametrize(
    ("sample", "number", "form", "declarer"),
    [
        ("bid-uptown", 3, "up", "E"),
        ("bid-downtown", 3, "down", "W"),
        ("bid-no-trump", 3, "nt", "S"),
    ],
)
def test_the_bid_is_in_csv_and_json(
    whistlog: Command, sample: str, number: int, form: str, declarer: str
) -> None:
    path = str(SAMPLES / f"{sample}.whist")
    (row,) = csv.DictReader(io.StringIO(whistlog("score", "-f", "csv", path).out))
    assert row["bid"] == f"{declarer} {number} {form}"
    document = json.loads(whistlog("score", "-f", "json", path).out)
    assert list(Draft202012Validator(schema("score")).iter_errors(document)) == []
    (deal,) = document["games"][0]["deals"]
    assert deal["bid"] == {"declarer": declarer, "number": number, "form": form}


def test_json(whistlog: Command) -> None:
    Path("a.whist").write_text(
        CLEAN + "\nGame 2\nSeats: AYBZ\n\n" + UNFINISHED.replace("W", "Z").replace("N:", "A:")
    )
    document = json.loads(whistlog("score", "-f", "json", "a.whist").out)
    Draft202012Validator.check_schema(schema("score"))
    validator = Draft202012Validator(schema("score"))
    assert list(validator.iter_errors(document)) == []
    for example in schema("score")["examples"]:
        assert list(validator.iter_errors(example)) == []
    first, second = document["games"]
    assert (first["score"], first["over"], first["winner"]) == ({"NS": 5, "EW": 0}, True, "NS")
    assert second["sides"] == {"NS": "AB", "EW": "YZ"}
    assert second["deals"][0]["points"] is None


def test_rules_change_the_end(whistlog: Command) -> None:
    Path("a.whist").write_text(CLEAN)
    out = whistlog("score", "--rules", "long", "a.whist").out
    assert "The game is not over: NS 5, EW 0." in out


def test_errors_are_not_passed_over(whistlog: Command) -> None:
    status, out, err = whistlog("score", "-", stdin=WRONG)
    assert status == 1
    assert "1 error" in out
    assert "whistlog check" in err


def test_nothing_to_score(whistlog: Command) -> None:
    assert whistlog("score", "none").status == 2
    assert json.loads(whistlog("score", "-f", "json", "none").out) == {"version": 1, "games": []}


RUBBER = """\
Rules: rubber
Score: NS 2, EW 2
Deal 1
Tricks: NS 9, EW 4
Honours: EW 2
Score: NS 5, EW 2

Game 2
Rules: rubber
Deal 1
Tricks: NS 13, EW 0
Revoke: N
Penalty: EW 3 tricks
Score: NS 4, EW 0
Deal 2
Tricks: NS 8, EW 5
Score: NS 6, EW 0
Rubber: NS 7
"""
"""Two games of a rubber: honours that come too late, a revoke."""


def test_honours_penalties_and_rubbers_are_shown(whistlog: Command) -> None:
    Path("a.whist").write_text(RUBBER)
    status, out, _ = whistlog("score", "a.whist")
    assert status == 0
    lines = out.splitlines()
    assert "honours" not in out
    assert lines[3] == "NS win the game 5-2, worth 2 points."
    assert lines[-3].endswith("as written, penalty for EW: 3 tricks")
    assert lines[-1] == "NS win the game 6-0, worth 3 points. NS win the rubber by 7 points."
    Path("a.whist").write_text(RUBBER.replace("9, EW 4", "8, EW 5").replace("NS 5, EW 2", "EW 4"))
    assert "as written, EW 2 by honours" in whistlog("score", "a.whist").out


def test_what_a_program_reads_of_a_rubber(whistlog: Command) -> None:
    Path("a.whist").write_text(RUBBER)
    first, second = json.loads(whistlog("score", "-f", "json", "a.whist").out)["games"]
    assert (first["value"], first["rubber"]) == (2, None)
    assert (second["value"], second["rubber"]) == (3, {"NS": 7, "EW": 0})
    penalty = {"side": "EW", "choice": "tricks", "amount": 3}
    assert [deal["penalties"] for deal in second["deals"]] == [[penalty], []]
    rows = list(csv.DictReader(io.StringIO(whistlog("score", "-f", "csv", "a.whist").out)))
    assert [row["penalties"] for row in rows] == ["", "EW tricks 3", ""]
    assert [row["honours_ew"] for row in rows] == ["0", "0", "0"]
