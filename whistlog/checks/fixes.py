"""How to put a finding right, where there is exactly one way.

A fix changes what somebody worked out (a figure, the mark of a winner) or a letter that was
left out; it never changes a card that was played. Whether it may be applied is decided by
`whistlog.fixing`, which checks the record again with it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from whistlog.cards import CARDS, PACK_52, SUITS, Seat
from whistlog.diagnostics.values import Diagnostic, Fix
from whistlog.record import Deal, Header, Part, SeatSystem, Span, Trick
from whistlog.replay.values import Basis, Replay

_NUMBER: Final = re.compile(r"[-−]?[0-9]+$")


def numbers(section: Header | Deal, places: Sequence[tuple[int, int, int]]) -> Fix | None:
    """Write other numbers into a line of figures, keeping the spelling of all the rest.

    Args:
        section: where the line stands.
        places: (index of the line's item, position of the side on it, the right number).

    Returns:
        The fix; None where the record has no text, or the numbers stand on several lines.
    """
    changes = []
    items = {item for item, _, _ in places}
    source = section.source
    if source is None or len(items) != 1:
        return None
    (item,) = items
    line = source.lines[source.item_lines[item]]
    for _, position, number in places:
        start, end = source.locate(line, ("side", position))
        match = _NUMBER.search(line, start, end)
        if match is None:
            return None
        if int(match[0].replace("−", "-")) != number:
            changes.append((match.start(), match.end(), str(number)))
    if not changes:
        return None
    changes.sort()
    begin, end = changes[0][0], changes[-1][1]
    text, at = "", begin
    for start, stop, new in changes:
        text += line[at:start] + new
        at = stop
    number = source.first_line + source.item_lines[item]
    return Fix(Span(number, begin + 1, number, end + 1), text)


def seat(
    section: Header | Deal, item: int, part: Part, right: Seat, seats: SeatSystem, code: str | None
) -> Fix | None:
    """Write another seat, with the letter that the record's language has for it."""
    if section.source is None:
        return None
    letter = seats.letters[right]
    if code is not None and seats.name == "NESW":
        from whistlog.notation.languages import language

        letter = language(code).seat_letters[right][0]
    return Fix(section.span(item, part), letter)


def missing_suit(
    found: Diagnostic, deal: Deal, replay: Replay, seats: SeatSystem, code: str | None
) -> Fix | None:
    """The suit of a card that was written as a rank alone, where only one is possible.

    It is where every other card of that rank was played to another trick, or the hand of the
    player holds only one that was not.

    Args:
        found: the finding ``suit-missing``.
        deal: the deal.
        replay: what happened in it.
        seats: how its seats are named.
        code: its language.
    """
    from whistlog.notation.languages import context

    source = deal.source
    rank = context(code, seats.name).rank_tokens.get(str(found.args.get("text", "")))
    entry = None
    if source is not None and rank is not None:
        index = found.span.line - source.first_line
        entry = next((e for e in deal.layout.tricks if source.item_lines[e[0]] == index), None)
    if entry is None or source is None or rank is None:
        return None
    item, trick = entry
    columns = (found.span.column - 1, found.span.end_column - 1)
    line = source.lines[index]
    place = next(
        (i for i in range(len(trick.plays)) if source.locate(line, ("card", i)) == columns), None
    )
    if place is None or trick.plays[place].withdrawn:
        return None
    possible = PACK_52
    for _, other in deal.layout.tricks:
        for play in other.plays:
            if not play.withdrawn:
                possible &= ~play.card.bit
    player = _player(replay, item, trick, place)
    if player is not None and replay.hands_basis[player] is Basis.WRITTEN:
        possible &= replay.hands[player] or 0
    fits = [suit for suit in SUITS if possible & CARDS[suit * 13 + rank].bit]
    if len(fits) != 1:
        return None
    end = found.span.end_column
    return Fix(Span(found.span.line, end, found.span.line, end), fits[0].symbol)


def _player(replay: Replay, item: int, trick: Trick, place: int) -> Seat | None:
    played = next((t for t in replay.tricks if t.item == item), None)
    if played is None:
        return None
    at = place - sum(play.withdrawn for play in trick.plays[:place])
    return played.seats[at] if at < len(played.seats) else None
