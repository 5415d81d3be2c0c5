"""The places of a record's items in the JSON text that it was read from.

A JSON text is read without places, as they cost more than the reading. `JsonPlaces` gives
the record marks instead, which come back in findings, and looks the values of all marks up
at the end, in one scan of the text.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from whistlog.diagnostics.values import Diagnostic
from whistlog.notation.jsonscan import locate
from whistlog.record import (
    NOWHERE,
    Auction,
    Deal,
    Game,
    Hand,
    Header,
    Item,
    Part,
    Pile,
    Record,
    Source,
    Span,
    Trick,
)

_LISTS: Final[dict[type, str]] = {
    Trick: "plays",
    Hand: "cards",
    Pile: "cards",
    Auction: "calls",
}


class JsonPlaces:
    """A record whose findings can be placed in its JSON text.

    Attributes:
        record: equal to the one that was given, with marks for places.
    """

    def __init__(self, record: Record) -> None:
        self._items: list[tuple[str, Item]] = []
        self._found: dict[str, Span] = {}
        self.record = Record(
            tuple(
                Game(
                    self._header(game.header, f"/games/{i}/header/lines"),
                    tuple(
                        Deal(
                            deal.items,
                            source=self._source(deal.items, f"/games/{i}/deals/{j}/lines"),
                        )
                        for j, deal in enumerate(game.deals)
                    ),
                )
                for i, game in enumerate(record.games)
            )
        )

    def find(self, text: str, findings: Iterable[Diagnostic]) -> None:
        """Look up in the text all places that findings about `record` point at."""
        spans = [span for d in findings for span in (d.span, *(r.span for r in d.related))]
        pointers = {self._pointer(span) for span in spans if span != NOWHERE}
        if pointers:
            self._found = locate(text, pointers)

    def placed(self, found: Diagnostic) -> Diagnostic:
        """The finding with its places in the text, after `find`."""
        if found.span == NOWHERE and not found.related:
            return found
        related = tuple(r._replace(span=self._place(r.span)) for r in found.related)
        return replace(found, span=self._place(found.span), related=related, fix=None)

    def _header(self, header: Header, pointer: str) -> Header:
        return replace(header, source=self._source(header.items, pointer))

    def _source(self, items: tuple[Item, ...], pointer: str) -> Source:
        # A mark is a span that no text has: the line is a number of ours, and the column is
        # 2 more than the number of the card, play or call that is meant.
        first = len(self._items) + 1
        self._items.extend((f"{pointer}/{i}", item) for i, item in enumerate(items))
        count = range(len(items))
        return Source(first, ("",) * len(items), tuple(count), _mark)

    def _pointer(self, span: Span) -> str:
        pointer, item = self._items[span.line - 1]
        key = _LISTS.get(type(item))
        if span.column > 1 and key is not None:
            return f"{pointer}/{key}/{span.column - 2}"
        return pointer

    def _place(self, span: Span) -> Span:
        return NOWHERE if span == NOWHERE else self._found.get(self._pointer(span), NOWHERE)


def _mark(_: str, part: Part) -> tuple[int, int]:
    if len(part) == 2 and part[0] == "card" and isinstance(part[1], int):
        return part[1] + 1, part[1] + 2
    return 0, 1
