"""Lines that say once more what a line of the same header or deal has said already."""

from __future__ import annotations

from typing import Final

from whistlog.checks.figures import related_place
from whistlog.diagnostics.values import Diagnostic
from whistlog.record import (
    SEAT_SYSTEMS,
    Auction,
    Deal,
    Dealer,
    Hand,
    Header,
    Item,
    Part,
    Pile,
    RankingLine,
    Tag,
    Tally,
    Trump,
)
from whistlog.sentences.phrases import shortened


def repeated_lines(section: Header | Deal) -> tuple[Diagnostic, ...]:
    """Report the second of two lines, as an error if they contradict each other."""
    found = []
    for later, first in section.layout.repeated:
        one, other = section.items[first], section.items[later]
        name = _name(one, other)
        if name is None:
            continue
        if name == "line-repeated":
            found.append(contradiction(section, first, later))
        else:
            related = related_place("first", (section, first))
            found.append(Diagnostic(name, section.span(later), related=related))
    return tuple(found)


def contradiction(section: Header | Deal, first: int, later: int) -> Diagnostic:
    """The finding that a line contradicts an earlier one."""
    args = {"first": _text(section, first), "second": _text(section, later)}
    part = _contradicting(section.items[first], section.items[later])
    related = related_place("first", (section, first))
    return Diagnostic("line-repeated", section.span(later, part), args, related)


def contradicting(section: Header | Deal) -> list[tuple[int, int]]:
    """The lines that contradict an earlier one: (index, index of the first)."""
    items = section.items
    return [
        (i, first)
        for i, first in section.layout.repeated
        if _name(items[first], items[i]) == "line-repeated"
    ]


def _name(one: Item, other: Item) -> str | None:
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
        return "line-repeated"
    if isinstance(one, Trump) and isinstance(other, Trump):
        # A card and a suit complete each other, or are told to be at odds.
        return None if (one.card is None) is not (other.card is None) else "line-repeated"
    if isinstance(one, Dealer | Pile | Auction | RankingLine | Tag):
        return "line-repeated"
    return None


def _bare(item: Item) -> Item:
    """A line without its comment."""
    return item._replace(comment=None)


def _contradicting(one: Item, other: Item) -> Part:
    """The number that contradicts, of a line with figures; else the line."""
    if isinstance(one, Tally) and isinstance(other, Tally):
        for k, (side, number) in enumerate(other.values):
            if one.get(side) not in (None, number):
                return ("side", k)
    return ()


_MOST: Final = 100
"""Characters of a line that are told; a hand or an auction in full has fewer."""


def _text(section: Header | Deal, index: int) -> str:
    """A line as it stands in the text; where there is none, as it would be written."""
    return shortened(" ".join(_written(section, index).split()), _MOST)


def _written(section: Header | Deal, index: int) -> str:
    source = section.source
    if source is not None:
        line = source.lines[source.item_lines[index]]
        start, end = source.locate(line, ())
        if line[start:end]:
            return line[start:end]
    from whistlog.notation.writer import format_deal

    seats = section.seats if isinstance(section, Header) else SEAT_SYSTEMS["NESW"]
    return format_deal(Deal((_bare(section.items[index]),)), Header((), seats=seats))
