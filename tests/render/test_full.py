from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.render.conftest import REVOKE
from whistlog.diagnostics import Diagnostic, Related
from whistlog.record import Span
from whistlog.render import Excerpts
from whistlog.render.base import expand, visible, width


def test_a_finding_with_its_proof(show) -> None:
    assert show("full", REVOKE) == (
        "error[P901] revoke: South played 6♣ to a heart lead.\n"
        " --> club/game 1.whist:3:16 (game 1, deal 1, trick 1, S)\n"
        "  |\n"
        "3 |  1. N: A♥  3♥  6♣  K♥\n"
        "  |                ^^\n"
        "  ...\n"
        "5 |  3. W: 2♦  5♦  4♥  9♦\n"
        "  |                -- Here is the heart.\n"
        "  = help: Look at both cards.\n"
        "\n"
        "Checked 1 deal: 1 error.\n"
    )


def test_a_proof_whose_line_is_gone_is_named_by_its_number(show) -> None:
    only = Excerpts.of_lines([(3, " 1. N: A♥  3♥  6♣  K♥")])
    assert "  = note: Here is the heart. (line 5)\n" in show("full", REVOKE, lines=only)


def test_two_places_on_one_line_are_drawn_below_it(show) -> None:
    found = Diagnostic(
        "revoke", Span(3, 16, 3, 18), REVOKE.args, (Related("proof", Span(3, 8, 3, 10)),), path="a"
    )
    assert show("full", found).splitlines()[3:6] == [
        "3 |  1. N: A♥  3♥  6♣  K♥",
        "  |                ^^",
        "  |        -- Here is the heart.",
    ]


def test_a_finding_about_a_file_has_no_excerpt(show) -> None:
    assert show("full", Diagnostic("hint", path="a.txt")) == (
        "info[I903] hint: Hands are not recorded.\n"
        "  --> a.txt\n"
        "\n"
        "Checked 1 deal: no errors, 1 remark.\n"
    )


def test_nothing_found_is_said_too(show) -> None:
    assert show("full") == "Checked 1 deal: no errors.\n"
    assert show("concise") == "Checked 1 deal: no errors.\n"


def test_a_mark_stands_below_what_it_marks_after_tabs_and_wide_signs(show) -> None:
    line = "\tE\u0301v\u6f22: x"
    found = Diagnostic("odd-tag", Span(1, 8, 1, 9), {"word": "x"}, path="a")
    lines = show("full", found, lines=Excerpts.of_lines([(1, line)])).splitlines()
    source, mark = (row.split("|", 1)[1] for row in lines[3:5])
    assert width(mark.split("^")[0]) == width(source.split("x")[0])


def test_control_characters_never_reach_a_terminal(show) -> None:
    line = "Event: \x1b]0;owned\x07 \u202e x\x00"
    found = Diagnostic("odd-tag", Span(1, 8, 1, 9), {"word": "\x1b[31m"}, path="a\x1b.txt")
    text = show("full", found, lines=Excerpts.of_lines([(1, line)]))
    assert all(c.isprintable() or c == "\n" for c in text)
    assert "Event: ␛]0;owned␇" in text


def test_a_very_long_line_is_cut_around_the_mark(show) -> None:
    line = "x" * 50_000 + "HERE" + "y" * 50_000
    found = Diagnostic("odd-tag", Span(1, 50_001, 1, 50_005), {"word": "HERE"}, path="a")
    text = show("full", found, lines=Excerpts.of_lines([(1, line)]))
    source, mark = text.splitlines()[3:5]
    assert max(map(len, text.splitlines())) < 200
    assert source[mark.index("^") : mark.rindex("^") + 1] == "HERE"
    assert "…" in source


@pytest.mark.parametrize("length", [159, 160, 161, 200])
@pytest.mark.parametrize("at", [0, 60, 158])
def test_the_mark_is_right_on_both_sides_of_the_limit(show, length: int, at: int) -> None:
    line = "." * at + "#" + "." * (length - at - 1)
    found = Diagnostic("odd-tag", Span(1, at + 1, 1, at + 2), {"word": "#"}, path="a")
    text = show("full", found, lines=Excerpts.of_lines([(1, line)]))
    source, mark = text.splitlines()[3:5]
    assert source[mark.index("^")] == "#"


def test_a_place_at_the_end_of_a_line_is_marked_behind_it(show) -> None:
    found = Diagnostic("odd-tag", Span(2, 10, 2, 10), {"word": ""}, path="a")
    assert show("full", found).splitlines()[4] == "  |          ^"


@given(st.text(max_size=30), st.integers(0, 35), st.integers(0, 35))
def test_expanding_keeps_every_visible_sign_and_marks_at_least_one_column(
    line: str, start: int, end: int
) -> None:
    line = line.replace("\n", "")
    text, left, right = expand(line, min(start, end), max(start, end))
    assert right > left >= 0
    assert "\t" not in text
    assert len(visible(line)) == len(line)
