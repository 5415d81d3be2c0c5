"""What a document can say and a text cannot: lines that would not be read back as they were.

The schema keeps out what no line can hold. What is left concerns how lines stand together
(where a deal begins is seen from its lines) and words that mean something else in a text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from whistlog.notation.boundaries import opens_deal
from whistlog.notation.quick import HEADER_ONLY
from whistlog.notation.schema import shown
from whistlog.record import (
    Annotation,
    Auction,
    Comment,
    Deal,
    DealLine,
    Game,
    GameLine,
    Hand,
    Header,
    Incident,
    Item,
    Record,
    Tag,
    Tally,
    Trick,
)
from whistlog.sentences.phrases import Phrase

Path = tuple[str | int, ...]


class Obstacle(NamedTuple):
    """Why a record would not be read back from its text.

    Attributes:
        path: the path of the line or list in the document.
        problem: what is wrong.
        advice: what to do.
    """

    path: Path
    problem: Phrase
    advice: Phrase


def obstacles(record: Record) -> Iterator[Obstacle]:
    """Yield all that keeps a record from being read back from the text it would be written as.

    The record is one whose document follows the schema.
    """
    last = len(record.games) - 1
    for g, game in enumerate(record.games):
        yield from _header(game, g, g == last)
        header = game.header
        for d, deal in enumerate(game.deals):
            yield from _deal(deal, ("games", g, "deals", d, "lines"), first=d == 0)
        yield from _lines(header.items, header, ("games", g, "header", "lines"))
        for d, deal in enumerate(game.deals):
            yield from _lines(deal.items, header, ("games", g, "deals", d, "lines"))


def _header(game: Game, number: int, last: bool) -> Iterator[Obstacle]:
    items = game.header.items
    path: Path = ("games", number, "header", "lines")
    written = [i for i, item in enumerate(items) if type(item) is not Comment]
    starts = [i for i, item in enumerate(items) if type(item) is GameLine]
    if number and not starts:
        yield Obstacle(
            path,
            Phrase("unwritable-first-game"),
            Phrase("advice-begin-game"),
        )
    for i in starts:
        # Lines above the first Game line of a file are read as lines of its header.
        if i != (written[0] if number else starts[0]):
            yield Obstacle(
                (*path, i),
                Phrase("unwritable-game-line"),
                Phrase("advice-move-up-game"),
            )
    if not items and not game.deals:
        yield Obstacle(path, Phrase("unwritable-game-empty"), Phrase("advice-take-away"))
    elif written and not (number or starts or game.deals or last):
        yield Obstacle(
            path,
            Phrase("unwritable-above-game"),
            Phrase("advice-begin-game"),
        )
    elif items and not written:
        # Comments right above a Game or Deal line are read as part of what it starts.
        if game.deals and game.deals[0].layout.deal_line is not None:
            yield Obstacle(
                path,
                Phrase("unwritable-comments-deal"),
                Phrase("advice-move-into-deal"),
            )
        elif not game.deals and not last:
            yield Obstacle(
                path,
                Phrase("unwritable-comments-game"),
                Phrase("advice-move-into-game"),
            )


def _deal(deal: Deal, path: Path, *, first: bool) -> Iterator[Obstacle]:
    items = deal.items
    starts = [i for i, item in enumerate(items) if type(item) is DealLine]
    written = next((i for i, item in enumerate(items) if type(item) is not Comment), None)
    for i in starts:
        if i != written:
            yield Obstacle(
                (*path, i),
                Phrase("unwritable-deal-line"),
                Phrase("advice-move-up-deal"),
            )
    if not starts and not first:
        yield Obstacle(
            path,
            Phrase("unwritable-first-deal"),
            Phrase("advice-begin-deal"),
        )
    elif not starts and (not items or not opens_deal(items[0])):
        yield Obstacle(
            path,
            Phrase("unwritable-read-as-header"),
            Phrase("advice-begin-deal"),
        )
    for i, item in enumerate(items):
        if type(item) is Tag and item.known and item.key in HEADER_ONLY:
            yield Obstacle(
                (*path, i),
                Phrase("unwritable-whole-game"),
                Phrase("advice-move-to-header"),
            )


_PLAYERS: Final = ("north", "east", "south", "west", "player ")

LONG: Final = 8_000
"""Characters of free text from which a line is tried."""

MOST: Final = 900_000
"""Characters of free text that one section can have."""


def _lines(items: tuple[Item, ...], header: Header, path: Path) -> Iterator[Obstacle]:
    """Lines that must be tried: written, and read again."""
    total = 0
    for i, item in enumerate(items):
        size = _size(item)
        total += size
        if isinstance(item, Tally):
            sides = {side for side, _ in item.values}
            if len(sides) < len(item.values):
                yield Obstacle(
                    (*path, i), Phrase("unwritable-two-numbers"), Phrase("advice-keep-one")
                )
        if size > LONG:
            if not _read_back(item, header):
                yield Obstacle((*path, i), Phrase("unwritable-line-long"), Phrase("advice-shorten"))
        elif isinstance(item, Tag):
            if not item.known and not _read_back(item, header):
                problem = Phrase("unwritable-read-not-name", {"text": shown(item.key)})
                yield Obstacle((*path, i, "key"), problem, Phrase("advice-other-name"))
            elif item.key.startswith(_PLAYERS) and not _read_back(item, header):
                problem = Phrase("unwritable-read-hand", {"text": shown(item.value)})
                yield Obstacle((*path, i, "value"), problem, Phrase("advice-write-hand"))
        elif isinstance(item, GameLine):
            if item.label and not _read_back(item, header):
                problem = Phrase("unwritable-read-not-label", {"text": shown(item.label)})
                yield Obstacle((*path, i, "label"), problem, Phrase("advice-other-label"))
        elif (
            isinstance(item, Auction)
            and any(call.text is not None for call in item.calls)
            and not _read_back(item, header)
        ):
            problem = Phrase("unwritable-call-text")
            yield Obstacle((*path, i), problem, Phrase("advice-write-call"))
    if total > MOST:
        yield Obstacle(path, Phrase("unwritable-part-long"), Phrase("advice-shorten"))


def _size(item: Item) -> int:
    """Characters of free text in a line, about."""
    size = len(item.comment) if item.comment is not None else 0
    if isinstance(item, Trick):
        size += 5 * len(item.plays)
        for play in item.plays:
            if play.notes:
                size += sum(map(len, play.notes))
        return size + sum(map(len, item.notes))
    if isinstance(item, Auction):
        return size + sum(15 + sum(map(len, call.notes)) for call in item.calls)
    if isinstance(item, (Tally, Annotation)):
        return size + sum(map(len, item.notes))
    if isinstance(item, Tag):
        return size + len(item.value)
    if isinstance(item, Incident):
        return size + len(item.text)
    if isinstance(item, GameLine):
        return size + len(item.label)
    return size + (5 * len(item.cards) if isinstance(item, Hand) else 0)


def _read_back(item: Item, header: Header) -> bool:
    from whistlog.notation.languages import boundary_pattern, context
    from whistlog.notation.lines import parse_line
    from whistlog.notation.writer import format_deal

    line = format_deal(Deal((item,)), header).strip("\n")
    if re.match(boundary_pattern(), line, re.IGNORECASE) and type(item) is not GameLine:
        return False
    parsed = parse_line(line, context(header.language, header.seats.name))
    return parsed.item == item
