"""What is cut without Lark is cut as Lark cuts it, and ordinary records are cut without it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lark import Tree as Parsed

from whistlog.notation.blocks import iter_texts
from whistlog.notation.cutting import Tree, cut
from whistlog.notation.grammar import STARTS, parse
from whistlog.notation.languages import context
from whistlog.notation.lines import parse_line
from whistlog.notation.reader import read_sections

SAMPLES = Path(__file__).parents[2] / "samples"
HEADS = (
    *("", "Event:", "Deal", "Deal ", "Game:", "1.", "12 .", "\t3\t.", "NS:", "Auction: "),
    *("Tricks: ", "{a}", "#", " N: ", "٣:", "1\u00a0.", "a b :", "-:", "Deal\u2003"),
)
PIECES = (
    *("A♥", "3", "10♥", "-", "--", "x", "N:", "E :", "->", "=>", "→", "W", "{a}", "{b \\} c}"),
    *("{un", "}", "(", "(6♣)", ")", ",", "!", "?!", "^", "# c", "#", "\\", "\\#", "\\\\", "é", "٣"),
    *("NS", "9", "EW 4", "-3", "N-S", "x-", "-x", "-:", "x-:", "a-b", "=", ">", "Event:", "Deal"),
    *("Game 2", "1.", "1 .", "pass", "3 up", ":", "(rest)", "NS (rest of it)", "N: A♥! {x} (4♣)"),
)
GAPS = st.sampled_from(["", "", " ", " ", "  ", "\t", "\u00a0", "\u202f", "\u2003"])


@st.composite
def lines(draw: st.DrawFn) -> str:
    text = draw(st.sampled_from(HEADS))
    for piece in draw(st.lists(st.sampled_from(PIECES), max_size=9)):
        text += draw(GAPS) + piece
    return text + draw(GAPS)


def plainly(tokens: Sequence[Any]) -> list[tuple[object, ...]]:
    return [
        (str(t.data), plainly(t.children))
        if isinstance(t, Tree | Parsed)
        else (t.type, str(t), t.start_pos, t.end_pos)
        for t in tokens
    ]


def assert_alike(line: str, rule: str) -> bool:
    """Whether the line was cut, and then as the grammar does it."""
    found = cut(line, rule)
    if found is None:
        return False
    assert plainly(found) == plainly(parse(line, rule)), (line, rule)
    return True


@given(lines(), st.sampled_from(STARTS))
@settings(max_examples=4000, deadline=None)
def test_what_is_cut_is_cut_as_the_grammar_does(line: str, rule: str) -> None:
    assert_alike(line, rule)


def test_lines_of_every_rule_are_cut() -> None:
    for line, rule in (
        ("  # only a comment", "comment"),
        ("{a note} {\\}}# and a comment", "annotation"),
        ("Event: \\#3 {no note}  # comment", "text"),
        ("Deal 7 # comment", "headline"),
        ("Trump:\tno trump", "value"),
        ("N: ♠ K J 6, H A97, -- dotted.x.y.z # hand", "hand"),
        ("Auction: pass, 3 up {a} {b}, N: 4 nt #c", "auction"),
        ("12 . N: A♥!, 3 {x} (4♣)? E:K♥ - -> W {y}  # z", "trick"),
        ("Claim: N-S (the rest), EW -3 {a} # b", "tally"),
        ("Penalty: EW, - 3 tricks", "incident"),
    ):
        assert assert_alike(line, rule), line


@pytest.mark.parametrize("folder", ["clean", "historical", "notes"])
def test_samples_need_no_lark(folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(line: str, rule: str) -> None:
        raise AssertionError("Lark was asked for")

    monkeypatch.setattr("whistlog.notation.grammar.parse", refused)
    paths = list((SAMPLES / folder).glob("*.whist"))
    assert paths
    for path in paths:
        with path.open("rb") as stream:
            for section in read_sections(iter_texts(stream), path=path.name):
                for i in range(len(section.value.items)):
                    section.value.span(i, ("card", 0))


def test_words_that_are_bad_are_told_without_lark(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("whistlog.notation.grammar.parse", None)
    faults = parse_line("3. N: A♥ 3♥ hearts 4 -> Q", context("en")).faults
    assert [f.name for f in faults] == ["card-syntax", "seat-syntax"]
