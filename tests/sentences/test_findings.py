"""What is found in the samples, said in every language."""

from __future__ import annotations

import json
import pickle
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import whistlog
from whistlog import Diagnostic
from whistlog._files import data_dir
from whistlog.sentences.phrases import titles
from whistlog.sentences.spoken import SPOKEN, speaking

FAULTY = Path(__file__).parents[2] / "samples" / "faulty"

SAMPLES = sorted(
    path
    for path in FAULTY.iterdir()
    if path.suffix in (".whist", ".json", ".ndjson")
    and ".fixed." not in path.name
    and ".expected." not in path.name
)

ENGLISH = re.compile(r"\b(the|is|are|with|of|this|that|and|or|must|not|be|to|by|was)\b")

QUOTED = re.compile(r"“[^”]*”|«[^»]*»|`[^`]*`|\"[^\"]*\"")

OF_THE_SCHEMA = {
    "json-bad-value",
    "json-missing-property",
    "json-out-of-bounds",
    "json-schema",
    "json-wrong-type",
}
"""Findings whose help is the description in the schema, which is English and only said so."""


def said(found: Diagnostic, language: str) -> Iterator[str]:
    with speaking(language):
        yield found.message
        yield found.help
        yield from (found.related_message(place) for place in found.related)


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
def test_every_sentence_is_whole(path: Path) -> None:
    """No fact is missing, and no words among the facts are left in English."""
    for report in whistlog.check_file(path):
        for found in report.diagnostics:
            found = pickle.loads(pickle.dumps(found))  # as between processes
            sentences = {language: list(said(found, language)) for language in SPOKEN}
            for language, texts in sentences.items():
                for text, english in zip(texts, sentences["en"], strict=True):
                    assert not re.search(r"<[a-z_]+>", text)
                    assert bool(text) == bool(english) or found.name in OF_THE_SCHEMA
                    if language != "en":
                        assert not ENGLISH.search(QUOTED.sub("", text)), text


def test_titles_of_the_schema() -> None:
    """Everything that the schema of records calls by a name has one in every language."""
    text = (data_dir("schemas") / "record.schema.json").read_text(encoding="utf-8")
    names: dict[str, None] = {}

    def gather(pairs: list[tuple[str, object]]) -> dict[str, object]:
        names.update((value, None) for key, value in pairs if key == "title" and type(value) is str)
        return dict(pairs)

    json.loads(text, object_pairs_hook=gather)
    for language in SPOKEN[1:]:
        assert sorted(titles(language)) == sorted(names)
    assert titles("en") == {}
