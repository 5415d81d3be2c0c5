from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

import whistlog as api
from tests.cli.conftest import CLEAN, PLAYED, UNREADABLE, WRONG, Command
from whistlog.notation.schema import schema

TEXT = "# first\n" + CLEAN + "\nGame 2\nclub table: 7\n\n" + PLAYED.replace("6♣ ", "6♣!{why?} ")


def test_there_and_back_loses_nothing(whistlog: Command) -> None:
    Path("a.whist").write_text(TEXT)
    assert whistlog("convert", "a.whist", "-o", "a.json") == (0, "", "")
    document = json.loads(Path("a.json").read_text())
    assert list(Draft202012Validator(schema("record")).iter_errors(document)) == []
    status, text, _ = whistlog("convert", "a.json")
    assert status == 0
    assert api.parse(text)[0] == api.parse(TEXT)[0]


def test_what_is_inferred_is_told_apart(whistlog: Command) -> None:
    deal = json.loads(whistlog("convert", "-", stdin=PLAYED).out)["games"][0]["deals"][0]
    assert deal["inferred"]["tricks_won"] == {"NS": 7, "EW": 6}
    assert deal["inferred"]["trump"] == "♦"
    assert deal["inferred"]["hands"]["N"]["basis"] == "written"


def test_an_archive_and_back(whistlog: Command) -> None:
    Path("a.whist").write_text(TEXT)
    status, lines, _ = whistlog("convert", "--to", "ndjson", "a.whist")
    assert status == 0
    assert len(lines.splitlines()) == 2
    Path("a.ndjson").write_text(lines)
    assert whistlog("convert", "a.ndjson", "-o", "b.txt").status == 0
    assert [g.deals for g in api.parse(Path("b.txt").read_text())[0].games] == [
        g.deals for g in api.parse(TEXT)[0].games
    ]


def test_standard_input_and_output(whistlog: Command) -> None:
    document = whistlog("convert", "-", stdin=WRONG).out
    assert json.loads(document)["kind"] == "record"
    assert (
        api.parse(whistlog("convert", "--to", "text", "-", stdin=document).out)[0]
        == (api.parse(WRONG)[0])
    )


@pytest.mark.parametrize("to", ["json", "ndjson", "text"])
def test_text_that_is_not_understood_is_refused(whistlog: Command, to: str) -> None:
    Path("a.whist").write_text(CLEAN + "\nGame 2\n" + UNREADABLE)
    Path("b.out").write_text("old")
    status, out, err = whistlog("convert", "a.whist", "--to", to, "-o", "b.out")
    assert (status, out) == (1, "")
    assert "error[S" in err
    assert "a.whist:" in err
    assert "was not written" in err
    assert Path("b.out").read_text() == "old"
    assert sorted(p.name for p in Path().iterdir()) == ["a.whist", "b.out"]


def test_json_that_is_not_valid_is_refused_with_all_its_violations(whistlog: Command) -> None:
    Path("a.json").write_text('{"whistlog": 1, "kind": "record", "gmaes": [], "x": 1}')
    status, out, err = whistlog("convert", "a.json")
    assert (status, out) == (1, "")
    assert "/gmaes" in err
    assert "/x" in err


@pytest.mark.parametrize(
    ("content", "name"), [(b"{", "a.json"), (b"", "a.json"), (b"\xff\xfe{\0", "a.txt")]
)
def test_what_is_no_record_at_all(whistlog: Command, content: bytes, name: str) -> None:
    Path(name).write_bytes(content)
    status, out, err = whistlog("convert", name)
    assert status in (1, 2)
    assert out == ""
    assert "error[" in err


def test_a_missing_file(whistlog: Command) -> None:
    status, out, err = whistlog("convert", "none.whist")
    assert (status, out) == (2, "")
    assert "F001" in err


@pytest.mark.parametrize("target", ["no/such/folder.json", "."])
def test_a_target_that_cannot_be_written(whistlog: Command, target: str) -> None:
    status, out, err = whistlog("convert", "-", "-o", target, stdin=CLEAN)
    assert (status, out) == (2, "")
    assert "was not written" in err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
def test_a_device_is_written_and_not_replaced(whistlog: Command) -> None:
    status, _, err = whistlog("convert", "-", "-o", "/dev/full", stdin=CLEAN)
    assert status == 2
    assert "no space left" in err
    assert not Path("/dev/full").is_file()


def test_letters(whistlog: Command) -> None:
    document = whistlog("convert", "-", stdin=PLAYED).out
    text = whistlog("convert", "--to", "text", "--ascii", "-", stdin=document).out
    assert text.isascii()
    assert api.parse(text)[0].games[0].deals == api.parse(PLAYED)[0].games[0].deals
