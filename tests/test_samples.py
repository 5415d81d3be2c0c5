"""The samples: what is said of each in ``samples/index.toml`` and beside it holds."""

from __future__ import annotations

import contextlib
import importlib.util
import io
import json
import os
import re
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import whistlog
import whistlog.api
from whistlog.cards import Side
from whistlog.cli.check import run
from whistlog.cli.inputs import Fault, opened
from whistlog.diagnostics.registry import catalogue
from whistlog.notation.writer import format_record

ROOT = Path(__file__).resolve().parent.parent
SAMPLES = ROOT / "samples"


def _generator() -> ModuleType:
    spec = importlib.util.spec_from_file_location("generate", ROOT / "docs" / "generate.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["generate"] = module
    spec.loader.exec_module(module)
    return module


generate = _generator()
INDEX: dict[str, dict[str, Any]] = generate.index()

CLEAN = sorted((SAMPLES / "clean").glob("*.whist"))
HISTORICAL = sorted((SAMPLES / "historical").glob("*.whist"))
READABLE = [*CLEAN, *HISTORICAL]
TWINS = sorted((SAMPLES / "clean").glob("*.json"))
FAULTY = [path for name in catalogue() if (path := generate.faulty(name)) is not None]


def named(paths: list[Path]) -> Any:
    """Parametrize by path, with names that can be read."""
    return pytest.mark.parametrize("path", paths, ids=[f"{p.parent.name}/{p.name}" for p in paths])


def checked(*names: str, **options: Any) -> tuple[int, dict[str, Any]]:
    """What ``whistlog check --format json`` returns and prints."""
    stream = io.StringIO()
    with contextlib.redirect_stdout(stream):
        status = run(names, format="json", **options)
    return status, json.loads(stream.getvalue())


def read(path: Path) -> whistlog.Record:
    record, faults = whistlog.read(path)
    assert faults == ()
    assert record is not None
    return record


# Clean records


def test_index_names_every_record() -> None:
    assert sorted(p.stem for p in CLEAN) == sorted(INDEX["clean"])
    assert sorted(p.stem for p in HISTORICAL) == sorted(INDEX["historical"])


@named(CLEAN)
def test_clean_record_checks_clean(path: Path) -> None:
    remarks = INDEX["clean"][path.stem].get("remarks", [])
    # Some are results only, which a strict check says of each.
    status, document = checked(str(path), strict=True, ignore=["play-unrecorded"])
    assert [d["name"] for d in document["diagnostics"]] == remarks
    assert all(d["severity"] == "info" for d in document["diagnostics"])
    assert status == 0


@named(CLEAN)
def test_clean_record_checks_clean_in_python(path: Path) -> None:
    remarks = INDEX["clean"][path.stem].get("remarks", [])
    in_file = [d.name for report in whistlog.check_file(path) for d in report.diagnostics]
    assert in_file == remarks
    assert [d.name for d in whistlog.check(read(path))] == remarks


@named(READABLE)
def test_nothing_is_lost_by_formatting(path: Path) -> None:
    record = read(path)
    text = format_record(record)
    again, faults = whistlog.parse(text)
    assert faults == ()
    assert again == record
    assert format_record(again) == text


@named(READABLE)
def test_formatting_in_any_language_means_the_same(path: Path) -> None:
    record = read(path)
    before = [d.name for d in whistlog.check(record)]
    for language in ("en", "pt", "es", "ca", "fr"):
        for ascii in (False, True):
            text = format_record(record, language=language, ascii=ascii)
            assert [d.name for d in whistlog.check(text)] == before


@named(READABLE)
def test_nothing_is_lost_by_json(path: Path) -> None:
    record = read(path)
    document = whistlog.to_json(record)
    assert whistlog.from_json(document) == (record, ())


CANONICAL = [p for p in READABLE if re.search("^Format: ", p.read_text("utf-8-sig"), re.MULTILINE)]


@named(CANONICAL)
def test_canonical_record_is_what_the_formatter_writes(path: Path) -> None:
    ascii = path.stem.endswith("-ascii")
    text = path.read_text(encoding="utf-8")
    assert format_record(read(path), version=True, ascii=ascii) == text


def test_enough_is_canonical() -> None:
    assert {p.stem for p in HISTORICAL} <= {p.stem for p in CANONICAL}
    assert {"canonical", "canonical-ascii"} <= {p.stem for p in CANONICAL}


def test_canonical_records_are_the_full_deal() -> None:
    full = read(SAMPLES / "clean" / "full-deal.whist").games[0]
    for name in ("canonical", "canonical-ascii", "canonical-fr"):
        game = read(SAMPLES / "clean" / f"{name}.whist").games[0]
        assert game.deals == full.deals
        assert [i for i in game.header.items if i in full.header.items] == list(full.header.items)


@named(TWINS)
def test_twin_says_the_same(path: Path) -> None:
    record = read(path.with_suffix(".whist"))
    assert read(path) == record
    assert whistlog.to_json(record) == path.read_text(encoding="utf-8")
    status, document = checked(str(path), strict=True)
    names = [d["name"] for d in document["diagnostics"]]
    assert (status, names) == (0, INDEX["clean"][path.stem].get("remarks", []))


def test_bytes_are_as_they_should_be() -> None:
    clean = SAMPLES / "clean"
    crlf = (clean / "crlf.whist").read_bytes()
    assert crlf.count(b"\r\n") == crlf.count(b"\n") > 10
    assert (clean / "bom.whist").read_bytes().startswith(b"\xef\xbb\xbf")
    assert not (clean / "no-final-newline.whist").read_bytes().endswith(b"\n")


# Faulty records


def test_every_finding_has_a_sample_or_a_reason() -> None:
    without = {name for name in catalogue() if generate.faulty(name) is None}
    assert without == set(INDEX["no-sample"])


def test_every_file_among_the_faulty_belongs_to_a_finding() -> None:
    known = set()
    for path in FAULTY:
        known |= {path.name, generate.fixed(path).name, generate.expected(path).name}
    assert {p.name for p in (SAMPLES / "faulty").iterdir()} == known


@named(FAULTY)
def test_faulty_record_gives_what_is_expected(path: Path) -> None:
    document = json.loads(generate.expected(path).read_text(encoding="utf-8"))
    assert generate.result(path).document == document


@named(FAULTY)
def test_faulty_record_shows_its_fault_and_no_other(path: Path) -> None:
    document = json.loads(generate.expected(path).read_text(encoding="utf-8"))
    names = [d["name"] for d in document["diagnostics"]]
    assert names.count(path.stem) == 1
    others = [d for d in document["diagnostics"] if d["name"] != path.stem]
    assert all(d["severity"] == "info" for d in others)


@named(FAULTY)
def test_fixed_record_is_clean(path: Path) -> None:
    remarks = generate.result(generate.fixed(path)).document["diagnostics"]
    assert path.stem not in [d["name"] for d in remarks]
    # What the players acknowledged or corrected at the table stays in the record.
    assert {d["name"] for d in remarks} <= {"acknowledged", "revoke-corrected"}


@named(FAULTY)
def test_finding_points_into_its_file(path: Path) -> None:
    document = json.loads(generate.expected(path).read_text(encoding="utf-8"))
    text = path.read_bytes().decode("utf-8-sig", "replace")
    lines = text.split("\n")
    for found in document["diagnostics"]:
        for place in (found, *found["related"]):
            if place["line"] is None:  # it is about the whole file
                continue
            assert 1 <= place["line"] <= place["end_line"] <= len(lines)
            start, end = place["column"], place["end_column"]
            assert (place["line"], start) <= (place["end_line"], end)
            if place["line"] == place["end_line"]:
                assert end <= len(lines[place["line"] - 1]) + 1


# Findings that are not about what a file says


def test_file_missing(tmp_path: Path) -> None:
    status, document = checked(str(tmp_path / "monday.whist"))
    assert (status, [d["name"] for d in document["diagnostics"]]) == (2, ["file-missing"])


def test_folder_without_records(tmp_path: Path) -> None:
    (tmp_path / "club.rec").write_text("Dealer: W\n")
    status, document = checked(str(tmp_path))
    names = [d["name"] for d in document["diagnostics"]]
    assert (status, names) == (2, ["folder-without-records"])


@pytest.mark.skipif(os.name != "posix", reason="a link that leads to itself")
def test_file_unreadable(tmp_path: Path) -> None:
    loop = tmp_path / "loop.whist"
    loop.symlink_to(loop)
    status, document = checked(str(loop))
    assert (status, [d["name"] for d in document["diagnostics"]]) == (2, ["file-unreadable"])


def test_file_changed(tmp_path: Path) -> None:
    path = tmp_path / "growing.whist"
    path.write_text("Dealer: W\n")
    with opened(str(path)) as stream:
        stream.read(5)
        path.write_text("Dealer: W\nTrump: 4♠\n", encoding="utf-8")
        with pytest.raises(Fault) as fault:
            stream.confirm_unchanged()
    assert fault.value.found.name == "file-changed"


class Slow(io.BytesIO):
    """A stream that gives a few bytes at a time."""

    def read(self, size: int | None = -1, /) -> bytes:
        return super().read(50)


def test_json_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("whistlog.notation.jsondoc.MAX_LINE", 100)
    good = b'{"whistlog": 1, "kind": "record", "games": []}\n'
    stream = Slow(good + b'{"whistlog": 1' + b" " * 100 + b"}\n" + good)
    found = [d for report in whistlog.api.check_json_lines(stream) for d in report.diagnostics]
    assert [(d.name, d.span.line) for d in found] == [("json-too-long", 2)]


# Printed hands


@named(HISTORICAL)
def test_printed_faults_are_found_and_nothing_else(path: Path) -> None:
    faults = INDEX["historical"][path.stem].get("faults", [])
    _, document = checked(str(path))
    found = [
        {key: d[key] for key in ("name", "trick", "seat")}
        for d in document["diagnostics"]
        if d["severity"] != "info"
    ]
    assert found == faults


def test_proof_of_the_printed_revoke() -> None:
    _, document = checked(str(SAMPLES / "historical" / "foster-3.whist"))
    (revoke,) = (d for d in document["diagnostics"] if d["severity"] == "error")
    lines = (SAMPLES / "historical" / "foster-3.whist").read_text(encoding="utf-8").split("\n")
    proof = next(r for r in revoke["related"] if "A♣" in r["message"])
    line = lines[proof["line"] - 1]
    assert line.startswith("13.")
    assert line[proof["column"] - 1 : proof["end_column"] - 1] == "A♣"


CAVENDISH = [p for p in HISTORICAL if p.stem.startswith("cavendish")]


@named(CAVENDISH)
def test_printed_counts_agree_with_the_play(path: Path) -> None:
    deal = read(path).games[0].deals[0]
    replay = whistlog.replay_deal(deal)
    won = [0, 0]
    for written, played in zip(deal.tricks, replay.tricks, strict=True):
        assert played.winner is not None
        won[played.winner.side] += 1
        assert written.notes == (f"AB {won[Side.NS]}, YZ {won[Side.EW]}",)
        assert written.winner is played.winner
    assert len(deal.tricks) >= 7


def test_printed_results() -> None:
    """The tricks over six that the books state (rules H)."""
    by_cards = {
        "cavendish-01": (3, 0),
        "cavendish-02": (2, 0),
        "cavendish-03": (3, 0),
        "cavendish-04": (1, 0),
        "cavendish-05": (2, 0),
        "cavendish-06": (2, 0),
        "cavendish-08": (0, 2),
        "cavendish-09": (3, 0),
        "cavendish-10": (0, 5),
        "cavendish-11": (0, 3),
        "cavendish-12": (0, 1),
        "cavendish-13": (0, 1),
        "cavendish-14": (0, 1),
        "cavendish-15": (0, 3),
        "elwell-1": (0, 4),
        "elwell-2": (0, 3),
        "elwell-3": (0, 4),
        "elwell-4": (0, 4),
    }
    for name, over in by_cards.items():
        record = read(SAMPLES / "historical" / f"{name}.whist")
        ((report,),) = whistlog.score(record)
        assert report.score is not None
        assert report.score.tricks is not None
        assert (name, tuple(max(0, n - 6) for n in report.score.tricks)) == (name, over)


def test_all_printed_hands_are_there() -> None:
    names = {p.stem for p in HISTORICAL}
    assert {f"cavendish-{n:02}" for n in range(1, 16)} <= names
    assert {"foster-1", "foster-3"} <= names


# Pages


def test_pages_are_up_to_date() -> None:
    for path, text in generate.pages().items():
        assert path.read_text(encoding="utf-8") == text, f"run docs/generate.py: {path.name}"


def test_pages_link_to_what_is_there() -> None:
    for page in (*(ROOT / "docs").glob("*.md"), SAMPLES / "README.md"):
        text = page.read_text(encoding="utf-8")
        for target in re.findall(r"\]\(([^)#]+?)(?:#[^)]*)?\)", text):
            if "://" not in target:
                assert (page.parent / target).exists(), f"{page.name}: {target}"


# The catalogue of checks

CATALOGUE = {
    "F1": "CARD_SYNTAX LANG_AMBIGUOUS CARD_FOREIGN CARD_TWICE CARD_NOT_HELD DEAL_DUP DEAL_MISSING "
    "HAND_COUNT TRICK_SIZE SEAT_TWICE TOO_MANY_TRICKS DEAL_SHORT SUIT_OVERFLOW",
    "F2": "TURNUP_NOT_DEALERS TURNUP_NOT_LAST TURNUP_UNPLAYED TRUMP_MISMATCH "
    "TRUMP_SOURCE_CONFLICT TRUMP_ROTATION",
    "F3": "LEAD_WRONG_SEAT OUT_OF_TURN WINNER_WRONG REVOKE REVOKE_INFERRED REVOKE_TURNUP "
    "REVOKE_BY_COUNT REVOKE_STATUS REVOKE_UNDECIDABLE AFTER_SHOWOUT CLAIM_IMPOSSIBLE "
    "CLAIM_NOT_FORCED CALLED_CARD_REFUSED",
    "F4": "TRICK_TOTAL POINTS_WRONG BOTH_SCORED HONOURS_WRONG HONOURS_BARRED HONOURS_UNCLAIMED "
    "ORDER_OF_COUNTING RUNNING_SCORE GAME_NOT_OVER GAME_OVER_MISSED GAME_TOO_LONG GAME_VALUE "
    "RUBBER_VALUE THIRD_GAME_NEEDLESS DEALER_ROTATION PENALTY_WRONG BOARD_MISMATCH BOARD_REPEAT "
    "DRIVE_TOTAL",
    "F5": "BID_FORM BID_TOO_LOW BID_BELOW_MIN BID_TURN BID_AFTER_PASS BID_AFTER_END ALL_PASS "
    "AUCTION_OPEN DECLARE_MISSING DECLARE_KIND KITTY_COUNT DISCARD_COUNT DISCARD_NOT_HELD "
    "DISCARD_PLAYED KITTY_NOT_SHOWN KITTY_NOT_COUNTED LEAD_WRONG_SEAT JOKER_WINS_NT JOKER_SUIT "
    "RANK_DIRECTION DEFENDER_SCORED BID_SCORE",
}
"""The rows of Part F of the rules."""


def test_every_check_of_the_rules_has_a_row() -> None:
    rows = {s: [row["check"] for row in t["rows"]] for s, t in generate.checks().items()}
    assert rows == {section: names.split() for section, names in CATALOGUE.items()}


def test_every_row_has_findings_with_samples_or_a_reason() -> None:
    for table in generate.checks().values():
        for row in table["rows"]:
            names = row.get("findings", [])
            assert bool(names) != ("without" in row), row["check"]
            assert set(names) <= set(catalogue()), row["check"]
            assert not names or any(generate.faulty(n) is not None for n in names), row["check"]


def test_every_finding_about_a_deal_is_in_a_row() -> None:
    named = {
        n for t in generate.checks().values() for r in t["rows"] for n in r.get("findings", ())
    }
    others = {
        name
        for name, entry in catalogue().items()
        if entry.code[0] in "CTPGA" and name not in named
    }
    assert others == {
        "acknowledged",
        "bidding-foreign",
        "line-again",
        "line-repeated",
        "pack-conflict",
        "pack-unclear",
        "revoke-penalty",
        "revoke-penalty-both",
        "trick-number",
        "trick-numbers-exchanged",
        "tricks-exchanged",
    }
