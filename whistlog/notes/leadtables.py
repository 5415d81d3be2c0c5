"""The tables of leads (``tables/leads.toml``): holding to card, school by school."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from whistlog.cards import RANK_NAMES
from whistlog.toml import load

TABLES: Final = Path(__file__).with_name("tables") / "leads.toml"

LEFT: Final = "left"
PARTNER: Final = "partner"
RIGHT: Final = "right"
PLACES: Final = ("", LEFT, PARTNER, RIGHT)
"""Where another seat is, by how far it is to the left of the leader."""

_RANK: Final = {name: rank for rank, name in enumerate(RANK_NAMES)}
_RELATIVE: Final = ("4th", "low", "top")
_NINE: Final = _RANK["9"]


class Row(NamedTuple):
    """One row of a table.

    Attributes:
        holding: mask of the thirteen ranks, the highest cards of the suit.
        least: how many cards the suit has at least.
        most: and at most.
        first: the cards that may be led, as words of the table.
        then: those that may be led next; none where the table has no opinion.
        turned: rank of the turn-up that the row is about, or -1.
        by: one of `PLACES`, where its owner sits.
    """

    holding: int
    least: int
    most: int
    first: tuple[str, ...]
    then: tuple[str, ...] = ()
    turned: int = -1
    by: str = ""


class Table(NamedTuple):
    """The rows of one school, those first that name most cards.

    Attributes:
        plain: for plain suits.
        trumps: for trumps; those for plain suits count there too.
        turned: for trumps with a turn-up that matters.
    """

    plain: tuple[Row, ...]
    trumps: tuple[Row, ...]
    turned: tuple[Row, ...]


class Leads(NamedTuple):
    """What a table says of a holding.

    Attributes:
        named: mask of the ranks that it names.
        accepted: those, and small cards (nine and below) next to them in the holding, which are
            as good. Which of touching honours is led is what the table is about.
    """

    named: int
    accepted: int


NO_LEADS: Final = Leads(0, 0)
"""The table has no opinion."""


@cache
def tables() -> dict[str, Table]:
    """The tables by school, and that of ``short`` suits.

    Raises:
        ValueError: a row can't be read; the message quotes it.
    """
    return {name: _table(data) for name, data in load(str(TABLES)).items()}


@cache
def lead_set(
    holding: int, school: str, trump: bool = False, turned: int = -1, by: str = ""
) -> Leads:
    """The cards of a suit that a school leads first.

    Args:
        holding: mask of the thirteen ranks dealt to the leader.
        school: one of `registry.SCHOOLS`.
        trump: whether the suit is trumps.
        turned: rank of the card turned up, of this suit, if it has not been played; else -1.
        by: one of `PLACES`, where its owner sits.

    >>> king_and_four = 0b1000010010101
    >>> lead_set(king_and_four, "cavendish").named == 1 << RANK_NAMES.index("4")
    True
    """
    row = _row(holding, school, trump, turned, by)
    return NO_LEADS if row is None else _leads(row.first, holding)


@cache
def second_set(holding: int, first: int, school: str, trump: bool = False) -> Leads:
    """The cards that a school leads after the first has won.

    Args:
        holding: mask of the thirteen ranks dealt to the leader.
        first: rank of the card that was led first.
        school: one of `registry.SCHOOLS`.
        trump: whether the suit is trumps.
    """
    row = _row(holding, school, trump, -1, "")
    if row is None or not row.then or not _leads(row.first, holding).accepted >> first & 1:
        return NO_LEADS
    named, accepted = _leads(row.then, holding)
    return Leads(named & ~(1 << first), accepted & ~(1 << first))


def _row(holding: int, school: str, trump: bool, turned: int, by: str) -> Row | None:
    """The row that fits best: of those that name most cards, the first."""
    length = holding.bit_count()
    table = tables()[school if length > 3 else "short"]
    if trump and turned >= 0:
        for row in table.turned:
            if (row.turned, row.by) == (turned, by) and _fits(row, holding, length):
                return row
    found = [
        next((row for row in rows if _fits(row, holding, length)), None)
        for rows in ((table.trumps, table.plain) if trump else (table.plain,))
    ]
    return max(filter(None, found), key=_named, default=None)


def _fits(row: Row, holding: int, length: int) -> bool:
    named = row.holding
    return row.least <= length <= row.most and (not named or holding & -(named & -named) == named)


def _leads(words: tuple[str, ...], holding: int) -> Leads:
    """The ranks that words of the table mean in a holding."""
    named = 0
    for word in words:
        if word in _RANK:
            named |= holding & 1 << _RANK[word]
        elif word == "top":
            named |= 1 << holding.bit_length() - 1
        else:
            fourth = _from_top(holding, min(4, holding.bit_count()))
            named |= fourth if word == "4th" else holding & (fourth << 1) - 1
    small = holding & (2 << _NINE) - 1
    accepted = named
    grown = 0
    while grown != accepted:
        grown = accepted
        accepted |= small & ((accepted & small) << 1 | (accepted & small) >> 1)
    return Leads(named, accepted)


def _from_top(holding: int, count: int) -> int:
    """The bit of the second, third, ... highest card."""
    for _ in range(count - 1):
        holding ^= 1 << holding.bit_length() - 1
    return 1 << holding.bit_length() - 1


# Reading


def _table(data: dict[str, Any]) -> Table:
    plain = [_read(row) for row in data["plain"]]
    trumps = [_read(row) for row in data.get("trumps", ())]
    turned = [_read_turned(row) for row in data.get("turned", ())]
    return Table(*(tuple(sorted(r, key=_named, reverse=True)) for r in (plain, trumps, turned)))


def _named(row: Row) -> int:
    """How many cards a row names."""
    return row.holding.bit_count()


def _read(row: list[str]) -> Row:
    try:
        holding, length, first, then = row
        least, most = _length(length)
        return Row(_ranks(holding), least, most, _words(first), _words(then) if then else ())
    except (KeyError, ValueError) as wrong:
        raise ValueError(f"{TABLES.name}: {row}: {wrong}") from None


def _read_turned(row: list[str]) -> Row:
    try:
        holding, turned, by, first = row
        if by not in PLACES[1:]:
            raise ValueError(f"not a place: {by}")
        return Row(_ranks(holding), 4, 13, _words(first), (), _RANK[turned], by)
    except (KeyError, ValueError) as wrong:
        raise ValueError(f"{TABLES.name}: {row}: {wrong}") from None


def _length(text: str) -> tuple[int, int]:
    if text.endswith("+"):
        return int(text[:-1]), 13
    least, _, most = text.partition("-")
    return int(least), int(most or least)


def _ranks(text: str) -> int:
    return sum(1 << _RANK[name] for name in text.split())


def _words(text: str) -> tuple[str, ...]:
    words = tuple(text.split(" or "))
    for word in words:
        if word not in _RANK and word not in _RELATIVE:
            raise ValueError(f"not a card: {word}")
    return words
