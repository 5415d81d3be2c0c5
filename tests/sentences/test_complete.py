"""Every language has every sentence, with the same facts in it."""

from __future__ import annotations

import re
import string
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from whistlog.diagnostics.registry import CATALOGUE
from whistlog.notation.languages import LANGUAGES
from whistlog.notes import registry
from whistlog.rules.profile import builtin, profile_names
from whistlog.sentences.catalogue import Catalogue
from whistlog.sentences.spoken import SPOKEN
from whistlog.sentences.tables import FOLDER, sentence

TRANSLATED = SPOKEN[1:]

CATALOGUES = {
    "findings": (CATALOGUE, ("summary", "message", "help", "why", "fix", "notes")),
    "notes": (
        str(Path(registry.__file__).with_name("catalogue")),
        ("summary", "when", "exceptions", "why", "sentences"),
    ),
}
"""Every folder of entries, and the fields that hold words or tables of words."""

UNFILLED = ("summary", "why", "fix")
"""Fields that are shown as they stand."""

ALIKE = {
    "pt": {"analysis-sum", "keyword-rubber", "profile-bid", "rubber-is"},
    "es": {
        "analysis-sum",
        "error",
        "errors-one",
        "frame-error",
        "keyword-rubber",
        "profile-bid",
        "rubber-is",
    },
    "ca": {
        "analysis-sum",
        "error",
        "errors-many",
        "errors-one",
        "frame-arguments",
        "frame-error",
        "keyword-rubber",
        "profile-bid",
        "rubber-is",
    },
    "fr": {
        "column-points",
        "column-table",
        "frame-some-options",
        "note",
        "page-sources",
        "points-many",
        "points-one",
        "profile-bid",
    },
}
"""Keys of sentences that are the same in English, by language."""


def facts(words: str) -> list[str]:
    """The facts that a sentence names, and how they are formatted."""
    return sorted(
        f"{name}!{conversion}:{form}"
        for _, name, form, conversion in string.Formatter().parse(words)
        if name is not None
    )


@cache
def table(language: str) -> dict[str, str]:
    return tomllib.loads((Path(FOLDER) / f"{language}.toml").read_text(encoding="utf-8"))


def test_languages() -> None:
    """What can be written can be spoken."""
    assert SPOKEN == LANGUAGES


@pytest.mark.parametrize("language", SPOKEN)
def test_lines_are_toml(language: str) -> None:
    """A table means the same when it is read line by line and when it is parsed."""
    assert table(language)
    for key, words in table(language).items():
        assert sentence(key, language) == words, key


@pytest.mark.parametrize("language", TRANSLATED)
def test_same_keys(language: str) -> None:
    """No table lacks a sentence or has one too many; their order is the same."""
    assert list(table(language)) == list(table("en"))


def test_every_sentence_is_said() -> None:
    """Its key stands in the code, whole or with a beginning that is completed there."""
    code = "".join(path.read_text("utf-8") for path in Path(FOLDER).parent.rglob("*.py"))
    beginnings = tuple(re.findall(r"""(?:f["']|keys\(")([a-z-]+-)["{]""", code))
    unsaid = []
    for key in table("en"):
        whole = {key, re.sub("-(one|many)$", "", key)}
        if not any(f"{quote}{k}{quote}" in code for k in whole for quote in "\"'"):
            unsaid += [] if key.startswith(beginnings) else [key]
    assert unsaid == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_same_facts(language: str) -> None:
    """No sentence lacks a fact or has one too many."""
    wrong = {
        key: words
        for key, words in table(language).items()
        if facts(words) != facts(table("en")[key])
    }
    assert not wrong


@pytest.mark.parametrize("language", TRANSLATED)
def test_translated(language: str) -> None:
    """No sentence is left in English."""
    alike = {
        key
        for key, words in table(language).items()
        if words == table("en")[key] and re.search(r"[A-Za-z]{2}", re.sub(r"{.*?}", "", words))
    }
    assert alike == ALIKE.get(language, set())


def every_file() -> Iterator[Any]:
    """Each file of each catalogue, by language."""
    for name, (folder, fields) in CATALOGUES.items():
        for file in Catalogue(folder).files:
            for language in TRANSLATED:
                yield pytest.param(folder, fields, file, language, id=f"{name}-{file}-{language}")


@pytest.mark.parametrize(("folder", "fields", "file", "language"), list(every_file()))
def test_entries(folder: str, fields: tuple[str, ...], file: str, language: str) -> None:
    """A translated file has the words of every entry, and the facts of its sentences."""
    english = tomllib.loads((Path(folder) / file).read_text(encoding="utf-8"))
    translated = Catalogue(folder).translated(language, file)
    assert list(translated) == list(english)
    for name, entry in english.items():
        expected = words_of({field: entry[field] for field in fields if field in entry})
        given = words_of(translated[name])
        assert set(given) == set(expected), name
        for field, words in given.items():
            assert words != expected[field], (name, field)
            if field not in UNFILLED:
                assert facts(words) == facts(expected[field]), (name, field)


def words_of(entry: dict[str, Any]) -> dict[str, str]:
    """The fields that have words; a sample of a record, where one puts it right, has none."""
    words: dict[str, str] = {}
    for field, value in entry.items():
        if isinstance(value, dict):
            words |= {f"{field}.{key}": text for key, text in words_of(value).items()}
        elif field == "fix" and (value.startswith("#") or not value.endswith(".")):
            continue
        elif re.sub(r"{.*?}|\W", "", value):
            words[field] = value
    return words


def test_profiles() -> None:
    """The names of the built-in rules in the table are those of the rules."""
    for name in profile_names():
        profile = builtin(name)
        words = table("en")[f"profile-{name}"], table("en")[f"about-{name}"]
        assert words == (profile.title, profile.description)
