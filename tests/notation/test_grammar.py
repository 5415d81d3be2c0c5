"""The grammar itself: no two tokens collide, and no token's name reaches a person."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from lark import Lark

from whistlog._files import data_dir
from whistlog.cards import Seat
from whistlog.diagnostics import catalogue
from whistlog.notation.cutting import BLANKS
from whistlog.notation.grammar import EXPECTED, OPTIONS, STARTS, grammar, parse
from whistlog.notation.languages import context
from whistlog.notation.lines import parse_line
from whistlog.record import Dealer

GRAMMAR = data_dir("grammar")


def test_no_tokens_collide_and_no_rule_conflicts() -> None:
    pytest.importorskip("interegular")
    text = (GRAMMAR / "line.lark").read_text(encoding="utf-8")
    Lark(text, import_paths=[str(GRAMMAR)], strict=True, **OPTIONS)


def test_the_proof_would_see_a_collision() -> None:
    pytest.importorskip("interegular")
    from lark.exceptions import LexError

    text = (GRAMMAR / "line.lark").read_text(encoding="utf-8")
    text = text.replace("comment: COMMENT", "comment: COMMENT | OTHER\nOTHER: /#x+/")
    with pytest.raises(LexError, match="Collision"):
        Lark(text, import_paths=[str(GRAMMAR)], strict=True, **OPTIONS)


def test_every_rule_is_reached() -> None:
    rules = {rule.origin.name for rule in grammar().rules}
    assert rules >= set(STARTS)


def test_every_token_that_can_be_missed_has_words() -> None:
    """Of a line cut off anywhere, what is expected is said in words."""
    names = {t.name for t in grammar().terminals}
    unnamed = names - set(EXPECTED) - {"BLANK"}
    # These may always be left out, or are never looked for alone.
    assert unnamed <= {"COMMENT", "NOTE", "TEXT", "BY", "GLYPHS", "LPAR"}
    assert set(EXPECTED) - {"$END"} <= names


def test_blanks_divide_and_nothing_else_does() -> None:
    for char in map(chr, range(0x3100)):
        if not char.isalnum():
            read = parse_line(f"Dealer:{char}W", context("en")).item
            assert (read == Dealer(Seat.W)) == (char in BLANKS), hex(ord(char))
            parts = parse(f"Dealer: W{char}", "value") if char in BLANKS else []
            assert [str(part) for part in parts] == ["Dealer:", "W"][: len(parts)]


def test_tokens_are_as_they_were_written() -> None:
    line = "Auction:\u2003pass\t, 3\u00a0up {a → b\u3000}"
    key, first, second = parse(line, "auction")
    assert (key, first.children, second.children) == (
        "Auction:", ["pass"], ["3\u00a0up", "{a → b\u3000}"]
    )  # fmt: skip
    arrow = parse("1. → N", "trick")[1]
    assert (arrow, arrow.start_pos, arrow.end_pos) == ("→", 3, 4)


CUT = "1. N: A♥ 3♥! {x} (6♣) E:K♥ -> W {y}  # z"


@pytest.mark.parametrize("line", [CUT, "Auction: pass, 3 up {x}", "Claim: NS (rest) {x}"])
def test_names_of_tokens_stay_inside(line: str) -> None:
    ctx = context("en")
    names = [t.name for t in grammar().terminals] + ["$END", "LPAR", "Token"]
    for i in range(len(line)):
        for text in (line[:i], line[:i] + ")" + line[i:], line[:i] + "=" + line[i:]):
            for fault in parse_line(text, ctx).faults:
                said = catalogue()[fault.name]
                shown = said.message.format(**fault.args) + said.help.format(**fault.args)
                assert not any(re.search(rf"\b{re.escape(n)}\b", shown) for n in names), shown


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """A cache folder of its own, and no grammar built yet."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    grammar.cache_clear()
    yield tmp_path
    grammar.cache_clear()


def reads() -> bool:
    """Whether the grammar is there for a line that nothing else can explain."""
    return parse_line("1. N: A♥ = 3♥", context("en")).faults[0].name == "line-syntax"


def test_the_built_grammar_is_kept_for_the_user(fresh: Path) -> None:
    assert reads()
    (kept,) = fresh.glob("whistlog/*")
    written = kept.stat().st_mtime_ns
    grammar.cache_clear()
    assert reads()
    assert kept.stat().st_mtime_ns == written
    kept.write_bytes(b"damaged")
    grammar.cache_clear()
    assert reads()
    assert kept.stat().st_size > 1000


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="POSIX permissions")
def test_a_folder_that_others_can_write_to_is_not_trusted(fresh: Path) -> None:
    folder = fresh / "whistlog"
    folder.mkdir()
    folder.chmod(0o777)
    assert reads()
    assert not list(folder.iterdir())


def test_without_a_cache_folder(fresh: Path) -> None:
    (fresh / "whistlog").write_text("a file, not a folder")
    assert reads()
