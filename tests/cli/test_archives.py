"""Archives of games that know nothing of each other become one text, and one document."""

from __future__ import annotations

import json
from pathlib import Path

import whistlog as api
from tests.cli.conftest import CLEAN, PLAYED, Command


def _archive(whistlog: Command) -> list[str]:
    lines = []
    for text in (CLEAN, PLAYED, CLEAN):
        Path("one.whist").write_text(text)
        lines.append(whistlog("convert", "one.whist", "--to", "ndjson").out)
    Path("all.ndjson").write_text("".join(lines))
    return lines


def test_games_of_an_archive_stay_apart_in_text(whistlog: Command) -> None:
    _archive(whistlog)
    assert whistlog("convert", "all.ndjson", "-o", "all.whist").status == 0
    text = Path("all.whist").read_text()
    assert text.count("Format:") == 1
    record, faults = api.parse(text)
    assert faults == ()
    assert [len(game.deals) for game in record.games] == [2, 1, 2]
    assert api.format(record) == text


def test_games_of_an_archive_stay_apart_in_one_document(whistlog: Command) -> None:
    _archive(whistlog)
    assert whistlog("convert", "all.ndjson", "--to", "json", "-o", "all.json").status == 0
    record, faults = api.from_json(Path("all.json").read_bytes())
    assert faults == ()
    assert record is not None
    assert [len(game.deals) for game in record.games] == [2, 1, 2]


def test_text_to_archive_to_text_changes_nothing(whistlog: Command) -> None:
    Path("a.whist").write_text(api.format(api.parse(CLEAN + "\nGame 2\n\n" + PLAYED)[0]))
    assert whistlog("convert", "a.whist", "-o", "a.ndjson").status == 0
    assert len([json.loads(line) for line in Path("a.ndjson").read_text().splitlines()]) == 2
    assert whistlog("convert", "a.ndjson", "-o", "b.whist").status == 0
    assert Path("b.whist").read_text() == Path("a.whist").read_text()
