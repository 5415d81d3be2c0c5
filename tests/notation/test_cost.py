"""What odd lines cost is bounded by their length."""

from __future__ import annotations

import sys

import pytest

import whistlog


@pytest.mark.parametrize("line", ["1. N: AH 3H 6H KH {}", "Evnt: {}", "Tricks: NS 9 {}"])
@pytest.mark.parametrize("unit", ["{ ", "{\\\\ ", "\\{", "{{"])
def test_braces_without_end_are_looked_at_once(line: str, unit: str) -> None:
    """A line of them would take seconds, were each looked at to the end of the line."""
    for_one = names(line.format(unit))
    assert names(line.format(unit * 3_500)) == for_one != []


def names(line: str) -> list[str]:
    """The findings of a record with this line, but for what is missing in it."""
    _, found = whistlog.parse(f"Dealer: W\nTrump: 4S\n{line}\n")
    return [finding.name for finding in found]


@pytest.mark.parametrize("line", ["Dealer: W", "Tricks: NS 9 EW 4", "N: AH", "Rules: short"])
def test_a_line_that_stands_again_and_again_is_compared_once(line: str) -> None:
    """A deal of them would take seconds, were each compared with all that stand below it."""

    def calls(number: int) -> int:
        count = 0

        def seen(_: object, event: str, __: object) -> None:
            nonlocal count
            count += event == "call"

        lines = f"{line}\n" * number
        text = f"1. N: AH 3H 6H KH\n{lines}2. N: AS 3S 6S KS\n"
        sys.setprofile(seen)
        try:
            whistlog.parse(text)
        finally:
            sys.setprofile(None)
        return count

    calls(1)  # what is loaded once
    assert calls(400) < 2.5 * calls(200)
