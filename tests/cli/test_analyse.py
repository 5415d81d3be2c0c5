from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from tests.cli.conftest import CLEAN, PLAYED, ROOT, UNFINISHED, Command, environment
from whistlog.analysis import solver
from whistlog.notation.schema import schema

native = pytest.mark.skipif(not solver.available(), reason="no native solver")


@native
def test_a_deal_with_its_costs(whistlog: Command) -> None:
    Path("a.whist").write_text("North: Ana\n\n" + PLAYED)
    status, out, err = whistlog("analyse", "a.whist")
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "Deal 1"
    assert lines[2].startswith("Par: NS ")
    tricks = [line for line in lines if line[2:3] == "."]
    assert len(tricks) == 13
    assert tricks[-1].endswith("NS 7 7 7 7")
    costs = [line for line in lines if "as the cards lay; better: " in line]
    assert costs
    assert all(" cost one trick " in line or " cost two tricks " in line for line in costs)
    assert "error" not in out
    assert "N Ana" in out
    assert lines[-1].endswith(" = 7.")


@native
def test_json_follows_its_schema_and_adds_up(whistlog: Command) -> None:
    Path("a.whist").write_text(CLEAN + "\nGame 2\n" + PLAYED)
    status, out, _ = whistlog("analyse", "a.whist", "--format", "json", "--from", "12")
    assert status == 0
    document = json.loads(out)
    validator = Draft202012Validator(dict(schema("analysis")))
    assert not list(validator.iter_errors(document))
    first, _, played = document["deals"]
    assert not first["analysed"]
    assert [r["name"] for r in first["remarks"]] == ["hands-unknown"]
    assert (played["game"], played["deal"]) == (2, 1)
    sides = played["costs"]["sides"]
    assert played["par"]["NS"] - sides["NS"] + sides["EW"] == played["end"]["NS"] == 7
    assert len(played["plays"]) == 52
    assert [t["trick"] for t in played["continuation"]["tricks"]] == [12, 13]
    advised = [p for p in played["plays"] if p["better"]]
    assert advised
    assert all(p["card"] not in b["cards"] for p in advised for b in p["better"])


def test_the_example_of_the_schema_follows_it() -> None:
    document = dict(schema("analysis"))
    assert not list(Draft202012Validator(document).iter_errors(document["examples"][0]))


@native
def test_one_deal_and_a_continuation(whistlog: Command) -> None:
    Path("a.whist").write_text(PLAYED + "\n" + PLAYED.replace("Deal 1", "Deal 2"))
    out = whistlog("analyse", "a.whist", "--deal", "2", "--from", "11").out
    assert out.startswith("Deal 2")
    assert "Deal 1" not in out
    assert "From trick 11 on, one of the best ways to play:\n11.  E " in out
    assert out == whistlog("analyse", "a.whist", "-d", "2", "--from", "11").out


@native
def test_a_revoke_is_told(whistlog: Command) -> None:
    text = PLAYED.replace("10♣ 5♣  8♣  -> S", "4♠  5♣  8♣  -> E").split(" 3. S")[0]
    status, out, _ = whistlog("analyse", "-", stdin=text)
    assert status == 0
    assert "Trick 2: S's 4♠ is a revoke: the analysis goes on from the play as it stood." in out


def test_deals_that_cannot_be_analysed_say_why(whistlog: Command) -> None:
    for text in (CLEAN, UNFINISHED):
        status, out, _ = whistlog("analyse", "-", stdin=text)
        assert status == 1
        assert "Not analysed:\n  ! The hands of N, E, S and W can't be told from the record." in out


@pytest.mark.parametrize(
    ("args", "status"),
    [
        (("none",), 2),
        (("a.whist", "--deal", "9"), 2),
        (("a.whist", "--game", "2"), 2),
        (("a.whist", "--rules", "none"), 2),
        (("a.whist", "--from", "0"), 2),
        (("empty.whist",), 1),
    ],
)
def test_what_is_not_there_is_said(whistlog: Command, args: tuple[str, ...], status: int) -> None:
    Path("a.whist").write_text(PLAYED)
    Path("empty.whist").write_text("Event: x\n")
    result = whistlog("analyse", *args)
    assert result.status == status
    assert result.err


def test_without_the_library_it_says_what_it_cannot_do(
    whistlog: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solver, "available", lambda: False)
    Path("a.whist").write_text(PLAYED)
    status, out, _ = whistlog("analyse", "a.whist")
    assert status == 0
    assert "! The native solver is missing: par is not known, and only the last 8 tricks" in out
    assert "\n 5. " not in out
    assert "\n 6. " in out


@native
@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise on Windows")
def test_control_c_ends_it(tmp_path: Path) -> None:
    (tmp_path / "a.whist").write_text("\n".join([PLAYED] * 400))
    process = subprocess.Popen(
        [sys.executable, "-m", "whistlog", "analyse", "a.whist"],
        cwd=tmp_path,
        env=environment(),
        stdout=(tmp_path / "out").open("wb"),
        stderr=subprocess.PIPE,
    )
    end = time.monotonic() + 20
    while not (tmp_path / "out").stat().st_size and time.monotonic() < end:
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert err.decode().strip() == "whistlog: interrupted"


def test_checking_does_not_load_the_solver() -> None:
    loaded = "import sys, whistlog.cli.app; print([m for m in sys.modules if 'analysis' in m])"
    out = subprocess.run(
        [sys.executable, "-c", loaded], cwd=ROOT, env=environment(), capture_output=True, text=True
    ).stdout
    assert out.strip() == "[]"


@native
def test_seats_have_the_names_of_the_record(whistlog: Command) -> None:
    sample = (ROOT / "samples" / "clean" / "seats-aybz.whist").read_text("utf-8")
    status, out, _ = whistlog("analyse", "-", stdin=sample)
    assert status == 0
    assert "Par: AB " in out
    assert out.splitlines()[-1].startswith("AB: par ")
    status, out, _ = whistlog(
        "analyse", "-", stdin=sample.split(" 4. ")[0] + " 4. A: 8♣ 7♠ 2♣ A♣\n"
    )
    assert "A led, though it was Z's turn" in out


BID = ROOT / "samples" / "clean" / "bid-uptown.whist"
QUICK = ("--expected", "--samples", "20", "--jobs", "1")


@native
def test_what_cards_were_expected_to_lose(whistlog: Command) -> None:
    status, out, err = whistlog("analyse", BID, *QUICK, "--seed", "1")
    assert (status, err) == (0, "")
    lines = out.splitlines()
    told = [line for line in lines if line.startswith("     By what ")]
    assert [line for line in told if re.search(r"loses \d\.\d\d ±\d\.\d\d tricks on average", line)]
    assert [line for line in told if " loses nothing on average (5 layouts)." in line]
    assert [line for line in told if re.search(r"for certain \(0\.\d\d ±0\.\d\d, \d+ l", line)]
    # Every card with a cost has such a line.
    costs = sum(" as the cards lay" in line for line in lines if line.startswith("     "))
    assert len(told) >= costs > 5
    at = lines.index("By what each player could know (up to 20 layouts a card, seed 1):")
    assert [line[2] for line in lines[at + 1 : at + 5]] == list("NSEW")
    assert lines[-2].endswith("(luck) = 3.")
    assert lines[-1].endswith("a loss of a few tenths is a hint, no more.")


@native
def test_the_sum_of_cards_losses_and_luck_is_the_tricks(whistlog: Command) -> None:
    line = whistlog("analyse", BID, *QUICK).out.splitlines()[-2]
    side, sum_ = line.rstrip(".").split(": ")
    assert side == "NS"
    terms, total = re.sub(r"\(\w+( \w+)?\)", "", sum_).split("=")
    numbers = [float(n.replace(" ", "")) for n in re.findall(r"[-+]? ?[\d.]+", terms)]
    assert len(numbers) == 6
    assert numbers[0] == 6.5
    assert sum(numbers) == pytest.approx(float(total), abs=0.03)


@native
def test_expected_losses_in_json(whistlog: Command) -> None:
    status, out, _ = whistlog("analyse", BID, *QUICK, "--seed", "3", "-f", "json")
    assert status == 0
    document = json.loads(out)
    assert not list(Draft202012Validator(dict(schema("analysis"))).iter_errors(document))
    (deal,) = document["deals"]
    found = deal["expected"]
    assert (found["samples"], found["seed"], found["left_out"]) == (20, 3, [])
    split, sides = found["split"], found["sides"]
    total = split["half"] + split["cards"] + split["rest"]
    for name in ("loss", "luck"):
        total += sides["EW"][name] - sides["NS"][name]
    assert total == pytest.approx(deal["end"]["NS"])
    for play in deal["plays"]:
        expected = play["expected"]
        assert expected["loss"] + expected["luck"] == pytest.approx(play["cost"])
        named = [card for option in expected["options"] for card in option["cards"]]
        assert play["card"] in named
        assert len(named) == len(set(named))
    assert whistlog("analyse", BID, *QUICK, "--seed", "3", "-f", "json").out == out
    assert whistlog("analyse", BID, *QUICK, "--seed", "4", "-f", "json").out != out


@native
def test_without_expected_there_is_none_in_json(whistlog: Command) -> None:
    (deal,) = json.loads(whistlog("analyse", BID, "-f", "json").out)["deals"]
    assert deal["expected"] is None
    assert {play["expected"] for play in deal["plays"]} == {None}


@native
def test_a_time_limit_leaves_out_the_first_tricks(whistlog: Command) -> None:
    Path("a.whist").write_text(PLAYED)
    status, out, _ = whistlog("analyse", "a.whist", *QUICK, "--time-limit", "0.05")
    assert status == 0
    assert "  ! The time was up: what cards were expected to lose is told from trick " in out
    assert "By what each player could know" in out
    assert out.splitlines()[-2].endswith(" = 7.")


def test_the_last_tricks_without_the_library(
    whistlog: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solver, "available", lambda: False)
    Path("a.whist").write_text(PLAYED)
    status, out, _ = whistlog("analyse", "a.whist", *QUICK)
    assert status == 0
    assert "  ! Without the native solver, what cards were expected to lose is told for the" in out
    assert "By what each player could know" in out


@pytest.mark.parametrize(
    "args",
    [
        ("--samples", "50"),
        ("--seed", "1"),
        ("--jobs", "2"),
        ("--time-limit", "9"),
        ("--expected", "--samples", "19"),
        ("--expected", "--time-limit", "0"),
        ("--expected", "--jobs", "-1"),
    ],
)
def test_options_that_do_not_fit_are_refused(whistlog: Command, args: tuple[str, ...]) -> None:
    Path("a.whist").write_text(PLAYED)
    status, out, err = whistlog("analyse", "a.whist", *args)
    assert (status, out) == (2, "")
    assert args[-2 if len(args) > 1 and args[-1][-1:].isdigit() else -1] in err


@native
@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise on Windows")
def test_control_c_ends_the_weighing(whistlog: Command) -> None:
    Path("a.whist").write_text(PLAYED)
    timer = threading.Timer(1.5, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    started = time.monotonic()
    status, out, err = whistlog("analyse", "a.whist", "--expected", "--samples", "100000")
    assert time.monotonic() - started > 1.4
    assert (status, out, err) == (130, "", "whistlog: interrupted\n")
