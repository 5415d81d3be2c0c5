"""What belongs to a header and what to a deal; where the line that begins one was forgotten."""

from __future__ import annotations

from typing import Final

from whistlog.record import (
    Annotation,
    Auction,
    Comment,
    Dealer,
    DealLine,
    GameLine,
    Hand,
    Incident,
    Item,
    Tag,
    Tally,
    Trick,
    Trump,
    Unreadable,
)

HEADER_KINDS: Final = frozenset((Tag, GameLine, Comment, Tally))
"""What a header is mostly made of."""
HEADER_TALLIES: Final = frozenset(("score", "rubber", "value"))
"""The tallies of a header: any other can open a deal."""

_IN_HEADER: Final = (Comment, Annotation, Tag, GameLine, Unreadable)


def opens_deal(item: Item) -> bool:
    """Whether a line can only belong to a deal, so that a ``Deal`` line may be left out."""
    if isinstance(item, _IN_HEADER):
        return False
    if type(item) is Tally:
        return item.key not in HEADER_TALLIES
    return not (type(item) is Incident and item.key == "winner")


def second_deals(items: list[Item | None]) -> set[int]:
    """Where deals begin whose ``Deal`` line is missing.

    That is where a line opens a deal that the lines above have opened and played, and another
    line at least says once more what they have said.
    """
    found: set[int] = set()
    # What the lines above have said and a line is still to say again.
    again: set[object] = set()
    played = False
    for i, (item, later) in enumerate(zip(items, _said_later(items))):
        if _begins(item):
            again, played = set(), False
            continue
        if played and len(again) > 1 and _opening(item) in again:
            found.add(i)
            again, played = set(), False
        again -= _said(item)
        again |= later
        played = played or _playing(item) is not None
    return found


def _said_later(items: list[Item | None]) -> list[set[object]]:
    """By line, what it says that a line below says again, in what seems to be the same deal."""
    later: list[set[object]] = []
    below: set[object] = set()
    for item in reversed(items):
        if _begins(item):
            below.clear()
        said = _said(item)
        later.append(said & below)
        below |= said
    later.reverse()
    return later


def _begins(item: Item | None) -> bool:
    return type(item) is DealLine or type(item) is GameLine


def _said(item: Item | None) -> set[object]:
    """What a line says at most once in a deal."""
    return {_opening(item), _playing(item)} - {None}


def _opening(item: Item | None) -> object:
    """What a line says that stands at the beginning of a deal; None for other lines."""
    if isinstance(item, Hand):
        return "hand", item.seat
    if isinstance(item, Tally) and item.key == "tricks" and len(item.values) == 2:
        return item.key
    return type(item) if isinstance(item, (Auction, Dealer, Trump)) else None


def _playing(item: Item | None) -> object:
    """What a line says of the play of a deal; None for other lines."""
    if isinstance(item, Trick):
        return "trick", item.number
    return item.key if isinstance(item, Tally) and item.key != "honours" else None


def says_play(item: Item) -> bool:
    """Whether a line says something of the play of a deal."""
    return _playing(item) is not None


def header_below(items: list[Item | None]) -> int:
    """From which line on there are none but those of a header, and some that can't be read."""
    for i in range(len(items), 0, -1):
        item = items[i - 1]
        if item is not None and type(item) not in HEADER_KINDS:
            return i
    return 0
