"""What odd lines cost is bounded by their length."""

from __future__ import annotations

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
