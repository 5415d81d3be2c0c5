"""Lines that say once more what a line of the same header or deal has said already."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from whistlog.checks.figures import fault, related_place
from whistlog.diagnostics.values import Diagnostic
from whistlog.record import (
    Auction,
    Deal,
    Dealer,
    Hand,
    Header,
    Item,
    Pile,
    RankingLine,
    Tag,
    Tally,
    Trump,
)


def repeated_lines(section: Header | Deal) -> tuple[Diagnostic, ...]:
    """Report the second of two lines, as an error if they contradict each other."""
    pairs = section.layout.repeated if isinstance(section, Deal) else list(_in_header(section))
    found = []
    for later, first in pairs:
        one, other = section.items[first], section.items[later]
        name = _name(one, other, in_deal=isinstance(section, Deal))
        if name is not None:
            related = related_place("first", (section, first))
            found.append(fault(name, section.span(later), related))
    return tuple(found)


def _in_header(header: Header) -> Iterator[tuple[int, int]]:
    """The lines of a header that say something again: (index, index of the first)."""
    seen: dict[str, int] = {}
    for i, item in enumerate(header.items):
        if isinstance(item, Tally) or (isinstance(item, Tag) and item.known):
            first = seen.setdefault(item.key, i)
            if first != i:
                yield i, first


_FIGURES: Final = frozenset(("tricks", "points", "score"))


def _name(one: Item, other: Item, *, in_deal: bool) -> str | None:
    """The finding about two lines; None where they complete each other, or it is told elsewhere."""
    if type(one) is not type(other):
        return None
    if _bare(one) == _bare(other):
        return "line-again"
    if isinstance(one, Hand) and isinstance(other, Hand):
        same = sorted(c.code for c in one.cards) == sorted(c.code for c in other.cards)
        return "line-again" if same else "line-repeated"
    if isinstance(one, Tally) and isinstance(other, Tally):
        shared = [side for side, _ in other.values if one.get(side) is not None]
        if all(one.get(side) == other.get(side) for side in shared):
            return "line-again" if len(shared) == len(other.values) else None
        return None if in_deal and one.key in _FIGURES else "line-repeated"
    if isinstance(one, Trump) and isinstance(other, Trump):
        # A card and a suit complete each other, or are told to be at odds.
        return None if (one.card is None) is not (other.card is None) else "line-repeated"
    if isinstance(one, Dealer | Pile | Auction | RankingLine | Tag):
        return "line-repeated"
    return None


def _bare(item: Item) -> Item:
    """A line without its comment."""
    return item._replace(comment=None)
