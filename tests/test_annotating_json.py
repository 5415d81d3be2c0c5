"""Machine notes in JSON: as in text, and nothing else of the document moves."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

import whistlog
from tests.test_annotating import PATHS, at_random, nothing
from whistlog.annotating import MachineNote, annotate
from whistlog.annotating_json import annotate_json
from whistlog.api import Report
from whistlog.notation.jsondoc import dump_lines, dumps
from whistlog.notation.writer import format_record
from whistlog.record import Header

RECORDS = {path.stem: whistlog.parse(path.read_text("utf-8"))[0] for path in PATHS}

LAYOUTS: dict[str, Callable[[Any], str]] = {
    "plain": lambda document: json.dumps(document),
    "letters": lambda document: json.dumps(document, ensure_ascii=False),
    "compact": lambda document: json.dumps(document, ensure_ascii=False, separators=(",", ":")),
    "two": lambda document: json.dumps(document, indent=2),
    "three": lambda document: json.dumps(document, indent=3, ensure_ascii=False),
    "tab": lambda document: json.dumps(document, indent="\t") + "\n",
}


@pytest.mark.parametrize("name", RECORDS)
def test_the_notes_are_those_of_the_text(name: str) -> None:
    record = RECORDS[name]
    text = annotate_json(dumps(record), nothing).text
    plain = annotate(format_record(record), nothing).text
    put = 0
    for seed in range(5):
        notes = at_random(seed)
        done, beside = annotate_json(text, notes), annotate(plain, notes)
        assert done.put == beside.put
        put += done.put
        found, faults = whistlog.from_json(done.text)
        assert not faults
        assert found is not None
        assert format_record(found) == beside.text
        again = annotate_json(done.text, notes)
        assert (again.text, again.put, again.taken) == (done.text, done.put, done.put)
        assert annotate_json(done.text, nothing).text == text
    assert bool(put) == any(game.deals for game in record.games)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("name", ["full-deal", "bid-uptown", "machine-notes"])
def test_every_layout_stays_as_it_is(name: str, layout: str) -> None:
    record = RECORDS[name]
    text = LAYOUTS[layout](json.loads(dumps(record)))
    text = annotate_json(text, nothing).text
    done = annotate_json(text, at_random(1))
    assert done.put
    assert done.text != text
    assert LAYOUTS[layout](json.loads(done.text)) == done.text
    assert annotate_json(done.text, nothing).text == text


def test_what_can_be_written_in_several_ways_stays_so() -> None:
    plays = '[{"card":"A♥"},{"card":"3♥"},{"card":"6♥"},{"card":"K♥"}]'
    trick = f'{{"plays" :{plays},"number":1.0,"kind":"trick"}}'
    text = f"""{{"kind": "record", "whistlog": 1, "games": [{{"deals": [{{"lines":
        [{{"seat": "W", "kind": "dealer"}}, {{"kind":"trump", "card": "4♠"}} ,
        {trick}
        ] }}], "header": {{"lines": []}} }}]}}"""
    done = annotate_json(text, lambda header, report: [a_note(2)])
    head, _, tail = text.partition(trick)
    assert done.text.startswith(head)
    assert done.text.endswith(tail)
    line = done.text[len(head) : -len(tail)]
    # That layout is nobody's: the line has another now, but says the same in the same order.
    assert line == (
        '{"plays": [{"card": "A♥", "glyphs": "!", "notes": ["whistlog !: so"]}, {"card": "3♥"}, '
        '{"card": "6♥"}, {"card": "K♥"}], "number": 1.0, "kind": "trick"}'
    )
    assert json.loads(annotate_json(done.text, nothing).text) == json.loads(text)


def a_note(item: int) -> MachineNote:
    return MachineNote("so", item, 0, "!")


def test_archives_line_by_line() -> None:
    games = [game for record in RECORDS.values() for game in record.games]
    lines = list(dump_lines(games))
    lines.insert(1, "")
    text = annotate_json("\n".join(lines) + "\n", nothing, archive=True).text
    seen: list[int] = []

    def notes(header: Header, report: Report) -> list[MachineNote]:
        seen.append(report.game)
        return [MachineNote("so")]

    done = annotate_json(text, notes, archive=True)
    deals = [len(game.deals) for game in games]
    assert seen == [n for n, count in enumerate(deals, 1) for _ in range(count)]
    assert done.put == sum(deals)
    assert done.text.count("\n") == text.count("\n")
    assert annotate_json(done.text, nothing, archive=True).text == text


def test_what_is_refused_is_left_alone() -> None:
    bad = '{"whistlog": 1, "kind": "record"}'
    done = annotate_json(bad, nothing)
    assert (done.text, done.understood) == (bad, False)
    good = dumps(RECORDS["full-deal"], indent=None)
    done = annotate_json(f"{good}\n{bad}\n", nothing, archive=True)
    assert not done.understood
    (report,) = done.refused
    assert report.faults[0].span.line == 2
