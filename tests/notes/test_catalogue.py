"""The catalogue of observations: complete, and its sentences can be filled."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from string import Formatter

import pytest

from tests.notes.deals import Line
from whistlog.notes import registry
from whistlog.notes.annotator import OBSERVATIONS, RETROSPECTS
from whistlog.notes.observation import SITUATIONS
from whistlog.notes.registry import SCHOOLS, Entry, catalogue
from whistlog.notes.values import VERDICTS, Note
from whistlog.sentences.spoken import SPOKEN

ENTRIES = list(catalogue().values())


def named(sentence: str) -> set[str]:
    """The facts that a sentence names."""
    return {name.split(".")[0] for _, name, _, _ in Formatter().parse(sentence) if name}


def test_every_observation_has_an_entry_and_every_entry_an_observation() -> None:
    codes = [o.code for o in (*OBSERVATIONS, *RETROSPECTS)]
    assert len(codes) == len(set(codes))
    assert {e.code for e in ENTRIES if e.game == "whist"} <= set(codes) <= set(catalogue())


def test_codes_and_names() -> None:
    names = [e.name for e in ENTRIES]
    assert len(names) == len(set(names))
    for entry in ENTRIES:
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", entry.name), entry.name
        assert re.fullmatch(r"BW\d\d" if entry.game == "bid" else r"[A-Z]\d\d", entry.code)


@pytest.mark.parametrize("entry", ENTRIES, ids=[e.code for e in ENTRIES])
def test_entry(entry: Entry) -> None:
    assert entry.game in ("whist", "bid")
    assert entry.tier in ("core", "extended", "optional")
    assert entry.schools
    assert set(entry.schools) <= set(SCHOOLS)
    assert entry.severity in range(4)
    for words in (entry.summary, entry.when, entry.why, entry.source):
        assert words == words.strip() != ""
    assert not entry.summary.endswith(".")
    assert entry.when.endswith(".")
    assert entry.why.endswith(".")
    assert set(entry.explains) <= set(catalogue()) - {entry.code}
    assert set(entry.instead) <= set(catalogue()) - {entry.code}
    assert entry.sentences
    for sentence in entry.sentences.values():
        assert sentence == sentence.strip() != ""
    if entry.rate is not None:
        followed, all_ = entry.rate
        assert 0 <= followed <= all_ > 0


def test_situations() -> None:
    known = {name for names in SITUATIONS for name in names}
    for observation in OBSERVATIONS:
        assert observation.on, observation.code
        assert set(observation.on) <= known, observation.code


def test_one_fault_is_criticised_once() -> None:
    """Of two observations that mean the same fault the one that names it better speaks, and the
    other does not praise it."""
    met = 0
    for seed in range(160):
        line = Line.random(random.Random(seed))
        notes = [n for n in line.notes(SCHOOLS[seed % 4]).notes if n.explained is None]
        said = {(n.moment.play, n.code) for n in notes}
        faults = {(n.moment.play, n.code) for n in notes if n.verdict == "departs"}
        for play, code in faults:
            entry = catalogue()[code]
            met += bool(entry.instead)
            others = {(play, other) for other in entry.instead}
            assert not (faults if entry.hindsight else said) & others, (seed, play)
    assert met > 50


def spoken() -> Iterator[Note]:
    """All that is said of some hundred random deals, under each of the schools."""
    for seed in range(160):
        line = Line.random(random.Random(seed))
        score = (seed % 5, seed // 5 % 5) if seed % 3 else None
        yield from line.notes(SCHOOLS[seed % len(SCHOOLS)], score).notes


def test_what_is_said_has_a_sentence_that_can_be_filled() -> None:
    wrong = set()
    for note in spoken():
        entry = catalogue()[note.code]
        sentence = entry.sentences.get(note.key)
        if sentence is None or not named(sentence) <= set(note.facts):
            wrong.add((note.code, note.key, tuple(note.facts)))
        assert note.verdict in VERDICTS
        assert note.severity in range(4)
    assert wrong == set()


INFERRED = [
    ("L12", "through"),
    ("L12", "weakness"),
    ("L12", "departs"),
    ("L18", "follows"),
    ("L18", "weak"),
    ("L19", "enemy"),
    ("T04", "follows"),
    ("T04", "departs"),
]
"""Sentences about hands that the player did not see."""

SUPPOSED = re.compile(r"may be taken to|sup[oô]r|supuesto|suponer|suposar|supposer")


@pytest.mark.parametrize("language", SPOKEN)
@pytest.mark.parametrize(("code", "key"), INFERRED)
def test_what_can_only_be_inferred_is_said_so(code: str, key: str, language: str) -> None:
    said = registry.sentence(code, key, language)
    assert SUPPOSED.search(said), said
