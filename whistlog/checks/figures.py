"""The lines of figures in a record, and diagnostics about them."""

from __future__ import annotations

from whistlog.cards import SIDES, Side
from whistlog.diagnostics.values import Diagnostic, Fix, Related
from whistlog.record import NOWHERE, Deal, Header, Part, Span, Tally
from whistlog.rules.scoring import Pair

Place = tuple[Header | Deal, int]
"""A line: its section and its index there."""


def related_place(note: str, place: Place | None, part: Part = ()) -> tuple[Related, ...]:
    """A second place for a diagnostic, if there is one."""
    if place is None:
        return ()
    span: Span = place[0].span(place[1], part)
    return () if span == NOWHERE else (Related(note, span),)


def fault(
    name: str,
    span: Span,
    related: tuple[Related, ...] = (),
    fix: Fix | None = None,
    **args: object,
) -> Diagnostic:
    """A diagnostic, its facts as keywords."""
    return Diagnostic(name, span, args, related, fix=fix)


def says(tally: Tally, pair: Pair) -> bool:
    """Whether every number of a line is the one of the pair."""
    values = tally.values
    if len(values) == 2:  # as nearly always: worth the shorter way
        (one, first), (other, second) = values
        return first == pair[one] and second == pair[other]
    return all(number == pair[side] for side, number in values)


def is_short(tally: Tally, total: int) -> bool:
    """Whether the numbers of a line make up less than a whole."""
    return sum(n or 0 for _, n in tally.values) < total


def first_wrong(tally: Tally, pair: Pair) -> int:
    """The position of the first number that differs from the pair."""
    for position, (side, number) in enumerate(tally.values):
        if number != pair[side]:
            return position
    return 0


def position_of(tally: Tally, side: Side) -> int:
    """The position of a side on a line."""
    return next((k for k, (s, _) in enumerate(tally.values) if s == side), 0)


def completed(tally: Tally, fallback: Pair | None) -> Pair | None:
    """Both numbers of a line, a missing one taken from elsewhere."""
    numbers = [tally.get(side) for side in SIDES]
    if fallback is not None:
        numbers = [fallback[s] if n is None else n for s, n in zip(SIDES, numbers)]
    ns, ew = numbers
    return None if ns is None or ew is None else (ns, ew)


def added(a: Pair, b: Pair) -> Pair:
    """The sum of two pairs."""
    return (a[0] + b[0], a[1] + b[1])


def difference(a: Pair, b: Pair) -> Pair:
    """One pair less another."""
    return (a[0] - b[0], a[1] - b[1])
