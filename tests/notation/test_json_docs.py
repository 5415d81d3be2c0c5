"""The page on the JSON format shows what whistlog really writes."""

from __future__ import annotations

import doctest
import json
import re
from pathlib import Path

import whistlog
from whistlog.notation.jsondoc import dumps
from whistlog.notation.schema import validate

PAGE = Path(__file__).parents[2] / "docs" / "json.md"
TEXT = PAGE.read_text(encoding="utf-8")


def block(language: str) -> str:
    found = re.search(rf"```{language}\n(.*?)```", TEXT, re.DOTALL)
    assert found
    return found[1]


def test_the_example_is_what_whistlog_writes() -> None:
    record, faults = whistlog.parse(block("whist"))
    assert faults == ()
    assert block("json") == whistlog.to_json(record) + "\n"
    assert validate(json.loads(block("json"))) == ()


def test_the_example_can_be_read() -> None:
    record, faults = whistlog.from_json(block("json"))
    assert faults == ()
    assert record == whistlog.parse(block("whist"))[0]


def test_the_python_examples_run() -> None:
    results = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert results.attempted >= 5
    assert results.failed == 0


def test_the_layout_is_the_document() -> None:
    record, _ = whistlog.parse(block("whist"))
    assert json.loads(dumps(record)) == json.loads(dumps(record, indent=None))
    assert "\n" not in dumps(record, indent=None)
    assert len(re.findall(r'^ +\{"kind"', dumps(record), re.MULTILINE)) == 8
