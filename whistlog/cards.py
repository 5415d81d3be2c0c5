"""Suits, ranks, cards, seats and sides: the vocabulary that everything else is written in.

A card is one of 54 interned `Card` values, so cards compare by identity and carry the
bit that represents them in a hand. A hand as a set of cards is an ``int`` mask with bit
``card.code`` set; `suit_mask` gives the thirteen bits of a suit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import IntEnum
from typing import Final


class Suit(IntEnum):
    """The four suits, in the order in which a hand is written."""

    SPADES = 0
    HEARTS = 1
    DIAMONDS = 2
    CLUBS = 3

    @property
    def symbol(self) -> str:
        """The filled suit symbol, for example ``♠``."""
        return "♠♥♦♣"[self]

    @property
    def letter(self) -> str:
        """The canonical (English) letter, one of ``S H D C``."""
        return "SHDC"[self]


class Seat(IntEnum):
    """The four seats, clockwise from North; partners sit opposite (Law: rules R01)."""

    N = 0
    E = 1
    S = 2
    W = 3

    @property
    def next(self) -> Seat:
        """The seat to the left: the next to play."""
        return SEATS[(self + 1) & 3]

    @property
    def partner(self) -> Seat:
        """The seat opposite."""
        return SEATS[(self + 2) & 3]

    @property
    def side(self) -> Side:
        """The partnership of this seat."""
        return SIDES[self & 1]


class Side(IntEnum):
    """The two partnerships: seats 0 and 2, seats 1 and 3."""

    NS = 0
    EW = 1

    @property
    def other(self) -> Side:
        """The opposing side."""
        return SIDES[1 - self]


class Ranking(IntEnum):
    """How the cards of a suit rank (bid whist, rule B10): ace high, or low cards high."""

    UPTOWN = 0
    DOWNTOWN = 1


SUITS: Final = tuple(Suit)
SEATS: Final = tuple(Seat)
SIDES: Final = tuple(Side)

RANK_NAMES: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
"""Canonical rank names by rank number 0..12."""

TWO: Final = 0
ACE: Final = 12


class Card:
    """One card, or the trace of a card that was not recorded.

    Attributes:
        code: 0..51 for natural cards (``suit * 13 + rank``), 52 the little joker, 53 the
            big joker; negative for a card that was not recorded.
        suit: the suit printed on it; None for jokers and for `UNRECORDED`.
        rank: 0 (two) .. 12 (ace); 13 and 14 for the jokers; -1 when not recorded.
        bit: ``1 << code``, or 0 when the card was not recorded.
        name: canonical spelling: ``A♥``, ``10♠``, ``BJ``, ``LJ``, ``-``, ``x♥``.

    Cards are interned: get them from `card`, `CARDS`, `LOW` or `UNRECORDED`, and compare
    them with ``is`` or ``==``.
    """

    __slots__ = ("bit", "code", "name", "rank", "suit")

    code: int
    suit: Suit | None
    rank: int
    bit: int
    name: str

    def __init__(self, code: int, suit: Suit | None, rank: int, name: str) -> None:
        self.code = code
        self.suit = suit
        self.rank = rank
        self.bit = 1 << code if code >= 0 else 0
        self.name = name

    @property
    def is_joker(self) -> bool:
        """Whether this is the little or the big joker."""
        return self.code >= 52

    @property
    def known(self) -> bool:
        """False for `UNRECORDED` and the cards of `LOW`."""
        return self.bit != 0

    @property
    def ascii(self) -> str:
        """Spelling with letters only: ``AH``, ``10S``, ``BJ``, ``-``, ``xH``."""
        if self.suit is None:
            return self.name
        return self.name[:-1] + self.suit.letter

    def __repr__(self) -> str:
        return f"card({self.name!r})"

    def __str__(self) -> str:
        return self.name

    def __copy__(self) -> Card:
        return self

    def __deepcopy__(self, memo: object) -> Card:
        return self

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return card, (self.name,)


CARDS: Final[tuple[Card, ...]] = (
    *(Card(s * 13 + r, s, r, f"{RANK_NAMES[r]}{s.symbol}") for s in SUITS for r in range(13)),
    Card(52, None, 13, "LJ"),
    Card(53, None, 14, "BJ"),
)
"""All 54 cards by code."""

LITTLE_JOKER: Final = CARDS[52]
BIG_JOKER: Final = CARDS[53]
UNRECORDED: Final = Card(-1, None, -1, "-")
"""A card that was played but not written down."""
LOW: Final = tuple(Card(-2 - s, s, -1, f"x{s.symbol}") for s in SUITS)
"""An unknown low card of each suit, written ``x♥``."""

_BY_NAME: Final = {c.name: c for c in (*CARDS, UNRECORDED, *LOW)} | {
    c.ascii: c for c in (*CARDS, *LOW)
}

PACK_52: Final = (1 << 52) - 1
PACK_54: Final = (1 << 54) - 1
JOKERS: Final = LITTLE_JOKER.bit | BIG_JOKER.bit


def card(name: str) -> Card:
    """Return the card with this canonical name (``A♥``, ``10♠``, ``AH``, ``BJ``).

    Raises:
        KeyError: the name is not canonical. Free spellings are read by `whistlog.notation`.

    >>> card("10♠").suit.name, card("AH") is card("A♥")
    ('SPADES', True)
    """
    return _BY_NAME[name]


def suit_mask(suit: Suit) -> int:
    """Mask of the thirteen natural cards of a suit.

    >>> suit_mask(Suit.SPADES) == 0b1111111111111
    True
    """
    return 0x1FFF << (suit * 13)


def mask(cards: Iterable[Card]) -> int:
    """Mask of a collection of cards; unrecorded cards add nothing.

    >>> cards_of(mask([card("A♥"), card("2♠")]))
    (card('2♠'), card('A♥'))
    """
    result = 0
    for c in cards:
        result |= c.bit
    return result


def iter_mask(bits: int) -> Iterator[Card]:
    """Yield the cards of a mask by ascending code."""
    while bits:
        low = bits & -bits
        yield CARDS[low.bit_length() - 1]
        bits ^= low


def cards_of(bits: int) -> tuple[Card, ...]:
    """Return the cards of a mask by ascending code."""
    return tuple(iter_mask(bits))


def sort_hand(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Order a hand as it is written: ♠ ♥ ♦ ♣, each from the ace down, then jokers.

    >>> [c.name for c in sort_hand([card("2♠"), card("BJ"), card("A♠")])]
    ['A♠', '2♠', 'BJ']
    """
    return tuple(sorted(cards, key=_written_order))


def _written_order(c: Card) -> tuple[int, int]:
    if c.suit is not None:
        return (c.suit, -c.rank)
    return (4 if c.is_joker else 5, -c.rank)
