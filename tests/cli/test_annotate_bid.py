"""``whistlog annotate`` on bid whist: what is said before the first card."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import ROOT, Command

NOTES = ROOT / "samples" / "notes"
CLEAN = ROOT / "samples" / "clean"


def test_what_comes_before_the_first_card_is_told_before_the_first_trick(whistlog: Command) -> None:
    status, out, err = whistlog("annotate", "--no-analysis", "--all", CLEAN / "bid-downtown.whist")
    assert (status, err) == (0, "")
    call = out.index("     + W 3 down: By a rough count the hand is worth 9 tricks")
    assert out.index("♠ Q J 8 2  ♥ A J 10 7") < call < out.index("\n 1.  W BJ")
    assert "What decided the deal:" not in out


def test_a_bad_call_is_shown_with_the_hand_and_decides_nothing(whistlog: Command) -> None:
    out = whistlog("annotate", "--no-analysis", NOTES / "BW05-fires.whist").out
    _, _, rest = out.partition("     - N 3 up: The dealer must bid, and 1 was enough")
    assert rest.splitlines()[1] == "       In hand: ♠ 10 5 3  ♥ K 10 8 4  ♦ K 8 6  ♣ 8 5."
    assert "What decided the deal:" not in out


def test_all_that_is_put_away_and_named(whistlog: Command) -> None:
    out = whistlog("annotate", "--no-analysis", "--all", CLEAN / "bid-uptown.whist").out
    lines = [line.strip() for line in out.splitlines()]
    named = lines.index("+ E names ♥: Trumps are one of the longest suits. [BW06]")
    away = lines.index(
        "+ E puts away 2♠ 5♠ 7♦ 9♦ 2♣ 10♣: Losers are put away, and the winners kept. [BW07]"
    )
    first = next(i for i, line in enumerate(lines) if line.startswith("1.  E LJ"))
    assert named < away < first
    assert lines[first + 1].startswith("+ E LJ: Draws trumps")
    # Classic whist has its own observations.
    assert "[L0" not in out
    assert "[G0" not in out


def test_a_bad_exchange_is_shown_with_the_kitty(whistlog: Command) -> None:
    out = whistlog("annotate", "--no-analysis", NOTES / "BW08-fires.whist").out
    lines = [line.strip() for line in out.splitlines()]
    at = next(i for i, line in enumerate(lines) if "[BW08]" in line)
    assert lines[at].startswith("- E puts away 3♠ K♠ Q♦ 4♣ 9♣ J♣: ")
    assert lines[at + 1] == "In hand: ♠ A K 9 8 3 2  ♥ -  ♦ Q J 8 3 2  ♣ A J 9 6 4 3  LJ."


def test_steps_in_json(whistlog: Command) -> None:
    out = whistlog("annotate", "--no-analysis", "-f", "json", CLEAN / "bid-no-trump.whist").out
    (deal,) = json.loads(out)["deals"]
    steps = [note for note in deal["notes"] if note["card"] is None]
    assert {note["trick"] for note in steps} == {0}
    assert all(note["step"] is None for note in deal["notes"] if note["trick"])
    assert steps == deal["notes"][: len(steps)]
    told = {json.dumps(note["step"]) for note in steps}
    assert '{"kind": "call", "place": 4, "call": null}' in told
    assert '{"kind": "call", "place": 2, "call": {"number": 3, "form": "nt"}}' in told
    assert any('"kind": "exchange"' in step for step in told)
    assert all(note["cost"] is None for note in steps)


def test_a_direction_that_is_named(whistlog: Command) -> None:
    sample = NOTES / "BW01-fires.whist"
    out = whistlog("annotate", "--no-analysis", sample).out
    assert "     - E names downtown: The hand is better uptown" in out
    (deal,) = json.loads(whistlog("annotate", "--no-analysis", "-f", "json", sample).out)["deals"]
    declared = {"kind": "declaration", "trump": None, "ranking": "downtown"}
    assert declared in [note["step"] for note in deal["notes"]]


def test_steps_count_in_the_totals(whistlog: Command) -> None:
    out = whistlog("annotate", "--no-analysis", "--summary", CLEAN / "bid-uptown.whist").out
    east = out.partition("\nE:")[2].partition("\nS:")[0]
    assert "BW06  trump-length" in east
    assert "BW08  trump-put-away" in east


@pytest.mark.parametrize("name", ["bid-uptown", "bid-downtown", "bid-no-trump"])
def test_notes_in_the_record(whistlog: Command, tmp_path: Path, name: str) -> None:
    path = tmp_path / "deal.whist"
    path.write_bytes((CLEAN / f"{name}.whist").read_bytes())
    options = ("annotate", "--no-analysis", "--all", "--write")
    assert whistlog(*options, path).status == 0
    text = path.read_text("utf-8")
    assert "{whistlog deal: " in text
    assert "[BW0" in text
    assert whistlog("check", path).status == 0
    assert whistlog(*options, path).status == 0
    assert path.read_text("utf-8") == text
    assert whistlog("annotate", "--clear", path).status == 0
    assert path.read_bytes() == (CLEAN / f"{name}.whist").read_bytes()
