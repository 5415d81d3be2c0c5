"""A line that stands twice: the first one counts, and the second is reported."""

from __future__ import annotations

import pytest

from tests.deals import CLEAN, edited, related, said
from whistlog import check

HEADER = "Rules: short\nEvent: Club\nNorth: Ana\nScore: NS 2, EW 0\n"


@pytest.mark.parametrize(
    "line",
    [
        "Dealer: W",
        "Trump:  J♠",
        "N: ♠ 9            ♥ J 10 5 2    ♦ K Q 4       ♣ A K 6 5 2",
    ],
)
def test_an_identical_line_in_a_deal(line: str) -> None:
    text = edited(CLEAN, (line, f"{line}\n{line}  # again"))
    (found,) = check(text)
    assert (found.name, found.severity) == ("line-again", "warning")
    assert related(text, found) == [("first", line)]


@pytest.mark.parametrize(
    ("line", "other"),
    [
        ("Dealer: W", "Dealer: N"),
        ("Trump:  J♠", "Trump: 8♠"),
        ("Deal 1", "Board: 1\nBoard: 2"),
        ("E: ♠ A Q 4        ♥ K           ♦ A 8 5 3     ♣ J 8 7 4 3", "E: ♠ A Q 5"),
    ],
)
def test_a_line_that_contradicts_another_in_a_deal(line: str, other: str) -> None:
    text = edited(CLEAN, (line, f"{line}\n{other}"))
    assert said(text) == [("line-repeated", other.splitlines()[-1])]


def test_the_same_cards_in_another_order_say_the_same() -> None:
    line = "E: ♠ A Q 4        ♥ K           ♦ A 8 5 3     ♣ J 8 7 4 3"
    other = "E: ♣ J 8 7 4 3 ♦ A 8 5 3 ♥ K ♠ 4 Q A"
    assert said(edited(CLEAN, (line, f"{line}\n{other}"))) == [("line-again", other)]


@pytest.mark.parametrize(
    ("line", "other"),
    [
        ("Rules: short", "Rules: long"),
        ("Event: Club", "Event: Home"),
        ("North: Ana", "North: Eva"),
        ("Score: NS 2, EW 0", "Score: NS 2, EW 1"),
    ],
)
def test_a_line_in_a_header(line: str, other: str) -> None:
    assert said(HEADER + line + "\n" + CLEAN) == [("line-again", line)]
    at = "EW 1" if other.startswith("Score") else other
    assert said(HEADER + other + "\n" + CLEAN) == [("line-repeated", at)]


def test_lines_that_complete_each_other_and_names_of_ones_own_may_stand_twice() -> None:
    head = "Deal 1\nDealer: W\nWeather: rain\nWeather: sun\n"
    assert said(head + "Tricks: NS 9\nTricks: EW 4\n") == []
    assert said(head + "Tricks: NS 9, EW 4\nTricks: EW 4\n") == [("line-again", "Tricks: EW 4")]
    assert said(head + "Tricks: NS 9, EW 4\nTricks: EW 5\n") == [("line-repeated", "EW 5")]


SCORED = edited(CLEAN, ("Deal 1", "Score: NS 1, EW 1\nDeal 1")) + (
    "Tricks: NS 5, EW 8\nPoints: EW 2\nScore: NS 1, EW 3\n"
    "Deal 2\nDealer: N\nTricks: NS 7, EW 6\nScore: NS 2, EW 3\n"
)


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("Dealer: W", "Dealer: N"),
        ("Trump:  J♠", "Trump: 8♥"),
        ("Trump:  J♠", "Trump: 9♣"),
        ("Tricks: NS 5, EW 8", "Tricks: NS 6, EW 7"),
        ("Points: EW 2", "Points: EW 1"),
        ("Score: NS 1, EW 3", "Score: NS 1, EW 4"),
        ("Score: NS 1, EW 1", "Score: NS 0, EW 1"),
    ],
)
@pytest.mark.parametrize("first", [True, False])
def test_two_lines_that_contradict_each_other_are_one_finding(
    right: str, wrong: str, first: bool
) -> None:
    lines = (right, wrong) if first else (wrong, right)
    assert said(SCORED) == []
    text = edited(SCORED, (right + "\n", "\n".join(lines) + "\n"))
    (found,) = check(text)
    assert found.name == "line-repeated"
    assert (found.args["first"], found.args["second"]) == tuple(" ".join(x.split()) for x in lines)
    assert found.span.line == text.splitlines().index(lines[1]) + 1
    (place,) = found.related
    assert place.span.line == found.span.line - 1
    if right not in ("Points: EW 2", "Score: NS 1, EW 1"):
        assert place.note == ("first" if first else "misfit")


@pytest.mark.parametrize(
    "slips",
    [
        (("Dealer: W", "Dealer: N"), ("Tricks: NS 5, EW 8", "Tricks: NS 6, EW 7")),
        (("Trump:  J♠", "Trump: 8♥"), ("Points: EW 2", "Points: EW 1")),
        (("Points: EW 2", "Points: EW 1"), ("Score: NS 1, EW 3", "Score: NS 1, EW 4")),
    ],
)
def test_several_contradictions_are_a_finding_each(slips: tuple[tuple[str, str], ...]) -> None:
    text = edited(SCORED, *((f"{right}\n", f"{wrong}\n{right}\n") for right, wrong in slips))
    found = check(text)
    assert [d.name for d in found] == ["line-repeated"] * len(slips)
    assert {d.related[0].note for d in found} == {"misfit"}


def test_what_is_wrong_by_both_of_two_lines_is_told() -> None:
    text = edited(SCORED, ("Dealer: W", "Dealer: N\nDealer: W"), ("EW 8", "EW 7"))
    names = [name for name, _ in said(text)]
    assert names == ["line-repeated", "trick-total"]


def test_of_long_lines_the_beginning_is_told() -> None:
    (found,) = check(f"Event: {'a' * 9_000}\nEvent: {'b' * 9_000}\n\n{CLEAN}")
    for key, letter in (("first", "a"), ("second", "b")):
        assert found.args[key] == f"Event: {letter * 92}…"
