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
HEADER_TALLIES: Final = frozenset(("score",))
"""The tallies of a header: any other can open a deal."""

_IN_HEADER: Final = (Comment, Annotation, Tag, GameLine, Unreadable)


def opens_deal(item: Item) -> bool:
    """Whether a line can only belong to a deal, so that a ``Deal`` line may be left out."""
    if isinstance(item, _IN_HEADER):
        return False
    if type(item) is Tally:
        return item.key not in ("score", "rubber", "value")
    return not (type(item) is Incident and item.key == "winner")


def second_deals(items: list[Item | None]) -> set[int]:
    """Where deals begin whose ``Deal`` line is missing.

    That is where a line opens a deal that the lines above have opened and played, and another
    line at least says once more what they have said.
    """
    found: set[int] = set()
    above: set[object] = set()
    played = False
    for i, item in enumerate(items):
        kind = type(item)
        if kind is DealLine or kind is GameLine:
            above, played = set(), False
            continue
        key = _opening(item)
        if key is not None and played and key in above:
            below: set[object] = set()
            for other in items[i:]:
                if type(other) is DealLine or type(other) is GameLine:
                    break
                below |= {_opening(other), _playing(other)} & above
            if len(below - {None}) > 1:
                found.add(i)
                above, played = set(), False
        playing = _playing(item)
        above |= {key, playing}
        played = played or playing is not None
    return found


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


def ends_game(above: list[Item], below: list[Item | None]) -> bool:
    """Whether what follows a deal that was played are the lines of a header."""
    played = any(_playing(item) is not None for item in above)
    return played and all(item is None or type(item) in HEADER_KINDS for item in below)
