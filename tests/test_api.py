"""The public functions, and the examples in the documentation of the modules they stand in."""

from __future__ import annotations

import doctest
import importlib
import io
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import whistlog
from tests.cli.conftest import CLEAN, PLAYED, ROOT, WRONG

MODULES = (
    "whistlog",
    "whistlog.api",
    "whistlog.cards",
    "whistlog.cli",
    "whistlog.cli.inputs",
    "whistlog.render.base",
    "whistlog.render.board",
    "whistlog.render.github",
)


@pytest.mark.parametrize("name", MODULES)
def test_examples_run(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name))
    assert result.attempted
    assert not result.failed


@pytest.mark.parametrize("name", whistlog.__all__)
def test_every_public_name_is_there_and_documented(name: str) -> None:
    value = getattr(whistlog, name)
    assert name in dir(whistlog)
    if name not in ("__version__",):
        assert value.__doc__


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="nonsense"):
        whistlog.nonsense  # noqa: B018


def test_importing_costs_nothing() -> None:
    code = (
        "import sys; before = set(sys.modules); import whistlog; print(set(sys.modules) - before)"
    )
    out = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=True)
    assert out.stdout.strip() == b"{'whistlog'}"


def test_text_and_json_there_and_back() -> None:
    record, faults = whistlog.parse(CLEAN + "\nGame 2\n" + PLAYED)
    assert faults == ()
    text = whistlog.format(record)
    assert whistlog.parse(text) == (record, ())
    assert whistlog.from_json(whistlog.to_json(record)) == (record, ())


def test_reading_files(tmp_path: Path) -> None:
    record, _ = whistlog.parse(PLAYED)
    path = tmp_path / "a.whist"
    path.write_bytes(b"\xef\xbb\xbf" + PLAYED.replace("\n", "\r\n").encode())
    assert whistlog.read(path) == (record, ())
    path.write_bytes(PLAYED.encode("utf-16"))
    read, faults = whistlog.read(path)
    assert read is None
    assert [f.name for f in faults] == ["encoding-utf16"]
    assert whistlog.read(path, encoding="utf-16") == (record, ())
    path = tmp_path / "a.json"
    path.write_text(whistlog.to_json(record))
    assert whistlog.read(path) == (record, ())
    with pytest.raises(FileNotFoundError):
        whistlog.read(tmp_path / "none")
    with pytest.raises(LookupError):
        whistlog.read(tmp_path / "a.whist", encoding="utf-99")


def test_checking_text_records_and_files_agrees(tmp_path: Path) -> None:
    path = tmp_path / "a.whist"
    path.write_text(WRONG)
    record, _ = whistlog.parse(WRONG)
    by_text, by_record = whistlog.check(WRONG), whistlog.check(record)
    by_file = [found for report in whistlog.check_file(path) for found in report.diagnostics]
    (found,) = by_text
    assert (found.name, found.span.line, found.game, found.deal, found.trick) == (
        "winner-wrong",
        12,
        1,
        1,
        4,
    )
    assert by_record == by_text
    assert [(f.name, f.span, f.path) for f in by_file] == [(found.name, found.span, str(path))]


def test_a_report_for_each_part(tmp_path: Path) -> None:
    path = tmp_path / "a.whist"
    path.write_text(CLEAN + "\nGame 2\n" + PLAYED)
    parts = [(r.game, r.header is not None, r.deal is not None) for r in whistlog.check_file(path)]
    assert parts == [
        (1, True, False),
        (1, False, True),
        (1, False, True),
        (2, True, False),
        (2, False, True),
    ]


def test_rules_can_be_given() -> None:
    text = CLEAN + "\nDeal 3\nDealer: E\nTrump: 5♠\nTricks: NS 7, EW 6\n"
    long, faults = whistlog.load_profile("long")
    assert faults == ()
    assert [f.name for f in whistlog.check(text)] == ["game-over-missed"]
    assert whistlog.check(text, rules=long) == ()
    record, _ = whistlog.parse(text)
    (deals,) = whistlog.score(record, rules=long)
    assert [d.score.after for d in deals if d.score] == [(2, 0), (5, 0), (6, 0)]


def test_what_is_inferred_follows_the_rules_given() -> None:
    record, _ = whistlog.parse(PLAYED)
    long, _ = whistlog.load_profile("long")
    document = json.loads(whistlog.to_json(record, rules=long))
    assert document["games"][0]["deals"][0]["inferred"]["rules"] == "long"


def test_a_replay() -> None:
    record, _ = whistlog.parse(PLAYED)
    replay = whistlog.replay_deal(record.games[0].deals[0])
    assert replay.won == (7, 6)
    assert replay.complete


DEALT = "Dealer: W\nTrump: 4S\nTricks: NS 9, EW 4\nPoints: NS 3\nScore: NS 5, EW 0\n"


def test_rules_can_be_named(tmp_path: Path) -> None:
    text = "Score: NS 2, EW 0\n\nDeal 1\n" + DEALT
    record, _ = whistlog.parse(text)
    american, _ = whistlog.load_profile("american")
    by_name = whistlog.score(record, rules="American")[0][0]
    assert by_name.score is not None
    assert not by_name.score.over
    assert whistlog.check(text, rules="american") == whistlog.check(text, rules=american)
    (tmp_path / "mine.toml").write_text('title = "Mine"\nextends = "american"\n')
    assert whistlog.check(record, rules=str(tmp_path / "mine.toml")) == whistlog.check(text)


@pytest.mark.parametrize("rules", ["nonsense", "nowhere/none.toml"])
def test_unknown_rules_are_named(rules: str) -> None:
    record, _ = whistlog.parse(DEALT)
    calls = [
        lambda: whistlog.check(DEALT, rules=rules),
        lambda: whistlog.check(record, rules=rules),
        lambda: whistlog.score(record, rules=rules),
        lambda: whistlog.to_json(record, rules=rules),
        lambda: whistlog.replay_deal(record.games[0].deals[0], rules),
        lambda: list(whistlog.check_stream(io.BytesIO(), rules=rules)),
        lambda: list(whistlog.check_json("{}", rules=rules)),
    ]
    for call in calls:
        with pytest.raises(ValueError, match=re.escape(rules.split("/")[-1])):
            call()


def test_unknown_languages_are_named(tmp_path: Path) -> None:
    record, _ = whistlog.parse(DEALT)
    (tmp_path / "a.whist").write_text(DEALT)
    calls = [
        lambda: whistlog.parse(DEALT, language="de"),
        lambda: whistlog.read(tmp_path / "a.whist", language="de"),
        lambda: whistlog.format(record, language="de"),
        lambda: list(whistlog.check_file(tmp_path / "a.whist", language="de")),
    ]
    for call in calls:
        with pytest.raises(ValueError, match="“de”; there are en, pt"):
            call()
    assert "Carteador" in whistlog.format(record, language="PT")


@pytest.mark.parametrize(
    "line",
    [
        *("Trump: {}", "Ranking: {}", "Penalty: NS {}", "Dealer: {}", "Winner: {}", "Revoke: {}"),
        *("Tricks: {} 3", "Language: {}", "Format: {}", "Seats: {}", "Auction: {}", "Kitty: {}"),
        *("Exposed: N {}", "# whistlog: {}", "# whistlog: ignore {}", "1. N: AH 3H 4H {}", "{}"),
    ],
)
def test_what_is_not_understood_is_shown_in_short(line: str) -> None:
    for sign in ("x", "♥", "8!"):
        for found in whistlog.check("Rules: bid\n" + line.format(sign * 300) + "\n"):
            assert len(found.message) < 200, found.message
