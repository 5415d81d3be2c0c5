"""What follows from a contradiction between two lines: the deal is judged by the other one too.

Where a record says a thing twice in two ways, the first one counts, and nothing is changed. But
if less is wrong with the deal by the other one, the first is most likely the wrong one, and what
is wrong with it alone is no further finding.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Final, TypeVar

from whistlog.checks.repeated import contradicting
from whistlog.diagnostics.values import Diagnostic
from whistlog.record import Deal, Trump

Diagnostics = tuple[Diagnostic, ...]
_T = TypeVar("_T")

MOST: Final = 4
"""Contradictions of a deal that are weighed; nobody makes more."""


def without_consequences(
    deal: Deal, found: Diagnostics, judge: Callable[[Deal], Diagnostics]
) -> Diagnostics:
    """The findings about a deal without those that the other one of two lines makes go away.

    Args:
        deal: the deal.
        found: what is wrong with it.
        judge: says what is wrong with another deal in its place.
    """
    fitting: list[int] = []
    for cause, other in _others(deal, found):
        by_other = judge(other)
        if _weight(by_other) < _weight(found):
            deal = other
            left = {(d.name, d.span) for d in by_other}
            found = tuple(d for d in found if d.name in _CAUSES or (d.name, d.span) in left)
            fitting.append(cause)
    return tuple(_fits_second(d) if d.span.line in fitting else d for d in found)


def _others(deal: Deal, found: Diagnostics) -> Iterator[tuple[int, Deal]]:
    """The deal by the other one of two lines, and the line that is blamed for it."""
    for later, first in contradicting(deal)[:MOST]:
        yield deal.span(later).line, _exchanged(deal, later, first)
    dealt, trump = deal.layout.dealt, deal.layout.trump
    last = None if dealt is None or not dealt[1].cards else dealt[1].cards[-1]
    if dealt is not None and trump is not None and any(d.name == "turnup-not-last" for d in found):
        items = list(deal.items)
        items[trump[0]] = Trump(last, None, trump[1].comment)
        yield deal.span(dealt[0]).line, Deal(tuple(items), source=deal.source)


def _exchanged(deal: Deal, one: int, other: int) -> Deal:
    """The deal with two lines in each other's place."""
    source = deal.source
    if source is not None:
        source = source._replace(item_lines=_swapped(source.item_lines, one, other))
    return Deal(tuple(_swapped(deal.items, one, other)), source=source)


def _swapped(values: Sequence[_T], one: int, other: int) -> list[_T]:
    swapped = list(values)
    swapped[one], swapped[other] = values[other], values[one]
    return swapped


_CAUSES: Final = frozenset(("line-repeated", "turnup-not-last"))


def _weight(found: Diagnostics) -> int:
    """How much is wrong, the contradictions themselves apart."""
    return sum(d.name not in _CAUSES and d.severity != "info" for d in found)


def _fits_second(found: Diagnostic) -> Diagnostic:
    """The finding about two lines of which the second fits the rest of the deal."""
    if found.name != "line-repeated":
        return found
    return replace(found, related=tuple(r._replace(note="misfit") for r in found.related))
