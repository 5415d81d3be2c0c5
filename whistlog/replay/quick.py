"""The quick pass: a deal in which everything is recorded and nothing is out of order.

It looks at each card once. Whatever it does not expect, it leaves to
`whistlog.replay.careful`, which reaches the same result for what is in order.
"""

from __future__ import annotations

from functools import cache, cached_property
from typing import Any, Final, NamedTuple

from whistlog.cards import CARDS, PACK_52, SEATS, Card, Ranking, Suit
from whistlog.record import NOBODY, Deal, PlainTricks
from whistlog.replay.values import Basis, PlayedTrick, Replay
from whistlog.rules.play import Order, order
from whistlog.rules.profile import Profile
from whistlog.rules.trumps import due_trump

CLOCKWISE: Final = tuple(tuple(SEATS[(s + i) & 3] for i in range(4)) for s in range(4))
"""The four seats in order of play, by leader."""

_LEFT: Final = (1, 2, 3, 0)
_INFERRED: Final = (Basis.INFERRED,) * 4
_WRITTEN: Final = (Basis.WRITTEN,) * 4


def quick_replay(deal: Deal, profile: Profile, index: int | None = None) -> Replay | None:
    """Replay a deal that is complete and in order; None for any other.

    Args:
        deal: the deal.
        profile: the rules of a game without an auction.
        index: how many deals came before; without it no deal of a rotation is read.
    """
    layout = deal.layout
    if (
        layout.dealer is None
        or layout.incidents
        or layout.repeated
        or layout.unreadable
        or layout.ranking is not None
        or layout.auction is not None
        or layout.kitty is not None
        or layout.discards is not None
        or "claim" in layout.tallies
        or "concede" in layout.tallies
        or profile.pack != PACK_52
    ):
        return None
    tricks = layout.plain_tricks
    size = profile.hand_size
    if tricks is None or len(tricks.leaders) != size:
        return None
    line = layout.trump
    turn_up: Card | None = None
    trump: Suit | None
    if profile.trump_source == "turn-up":
        if line is None:
            return None
        turn_up = line[1].card
        if turn_up is None or turn_up.suit is None or not turn_up.bit:
            return None
        trump = turn_up.suit
    else:
        due = due_trump(profile, index)
        if due is None or (
            line is not None and (line[1].card is not None or line[1].suit is not due[0])
        ):
            return None
        trump = due[0]
    dealer = layout.dealer[1].seat
    rules = order(trump)
    first = _LEFT[dealer]
    outcome = play_out(tricks, first, rules)
    if outcome is None:
        return None
    played, takers = outcome
    north, east, south, west = played
    # Fifty-two cards that add up to the pack: no card came twice.
    if north + east + south + west != PACK_52:
        return None
    if turn_up is not None and not played[dealer] & turn_up.bit:
        return None
    basis: tuple[Basis, ...] = _WRITTEN
    for entry, cards in zip(layout.hand_lines, played):
        if entry is None:
            basis = _INFERRED
        elif entry[1].mask != cards:
            return None
    if basis is _INFERRED and any(layout.hand_lines):
        basis = tuple([Basis.INFERRED if h is None else Basis.WRITTEN for h in layout.hand_lines])
    side = takers.count(1) + takers.count(3)
    pair = (size - side, side)
    clean = object.__new__(CleanReplay)
    clean.__dict__.update(
        dealer=dealer,
        turn_up=turn_up,
        trump=trump,
        trump_basis=TRUMP_BASIS[line is None],
        order=rules,
        hands=played,
        hands_basis=basis,
        won=pair,
        won_recorded=pair,
        _layout=layout,
        _first=first,
        _takers=takers,
    )
    return clean


def play_out(
    tricks: PlainTricks, lead: int, rules: Order
) -> tuple[tuple[int, int, int, int], bytes] | None:
    """Play out tricks, if each is led and won by whom it should be and no revoke shows.

    All tricks at once: what is known of each card is a byte of a long number, and a step of the
    reckoning is one operation on such numbers. A row of `PlainTricks` or of a seat is a byte a
    trick, the first trick lowest.

    Returns:
        By seat, the mask of the cards played; and the numbers of the seats that took the
        tricks.
    """
    size = len(tricks.leaders)
    row, ones, high, twos, threes, all_high, all_sevens, whole, keeps, seats = _lanes(size)
    marks, worths, trump = _tables(rules)
    cards = tricks.cards
    suits, worth = cards.translate(marks), cards.translate(worths)
    led = suits[:size]
    free = 0 in led  # a joker sets no suit at no trump (AMB-20)
    if free:
        led = _setters(suits, size)
    # Who takes the tricks. What neither follows nor is a trump is worth nothing.
    able = _number(suits[size:], "little") & (_number(led * 3, "little") | trump * all_high >> 7)
    able = able + all_sevens & all_high
    others = _number(worth[size:], "little") & able - (able >> 7)
    best = _number(worth[:size], "little")
    # A byte less another keeps its highest bit, if that was set, unless the other is more: so
    # each step finds where the next card beats the best so far, and makes a mask of it.
    width = 8 * size
    second, third, fourth = others & row, others >> width & row, others >> 2 * width
    beats = ((best | high) - second & high) ^ high
    beats -= beats >> 7
    best ^= (best ^ second) & beats
    place = beats & ones
    beats = ((best | high) - third & high) ^ high
    beats -= beats >> 7
    best ^= (best ^ third) & beats
    place ^= (place ^ twos) & beats
    beats = ((best | high) - fourth & high) ^ high
    beats -= beats >> 7
    place ^= (place ^ threes) & beats
    # The seats of those cards: each leads from where the trick before was taken.
    took = (place + lead) * ones & threes
    takers = took.to_bytes(size, "little")
    leads = (took << 8 & row | lead).to_bytes(size, "little")
    if not (_agree(tricks.winners, takers) and _agree(tricks.leaders, leads)):
        return None
    # The cards as each seat played them: the rows are turned by one where an odd seat led, and
    # by two where South or West did.
    played = _number(cards, "little")
    turned = (played << width | played >> 3 * width) & whole
    played ^= (played ^ turned) & _number((leads * 4).translate(_ODD), "little")
    turned = (played << 2 * width | played >> 2 * width) & whole
    played ^= (played ^ turned) & _number((leads * 4).translate(_UPPER), "little")
    by_seat = played.to_bytes(4 * size, "little")
    # What a seat plays later, it holds: it must follow if it does.
    follows = _number(by_seat.translate(marks), "little")
    held = follows
    for shift, keep in keeps:
        held |= held >> shift & keep
    asked = led * 4
    if free:
        asked = _asked_of(suits, led, leads)
    if held & _number(asked, "little") | follows != follows:
        return None
    # By card, from the highest code down, who played it.
    holders = by_seat.maketrans(by_seat, seats)[_LAST_CARD::-1]
    north, east, south, west = [int(holders.translate(table), 2) for table in _HELD_BY]
    return (north, east, south, west), takers


def _setters(suits: bytes, size: int) -> bytes:
    """By trick the suit that is set: by the first card that has one (AMB-20)."""
    led = bytearray(suits[:size])
    i = led.find(0)
    while i >= 0:
        led[i] = next(filter(None, suits[i::size]), 0)
        i = led.find(0, i + 1)
    return bytes(led)


def _asked_of(suits: bytes, led: bytes, leads: bytes) -> bytes:
    """By seat and trick the suit to follow: none for jokers before a suit is set (AMB-20)."""
    size = len(led)
    asked = bytearray(led * 4)
    i = suits.find(0, 0, size)
    while i >= 0:
        for place, suit in enumerate(suits[i::size]):
            if suit:
                break
            asked[(leads[i] + place & 3) * size + i] = 0
        i = suits.find(0, i + 1, size)
    return bytes(asked)


class _Lanes(NamedTuple):
    """Numbers of a byte a trick, to reckon with as many tricks at once.

    Attributes:
        row: all bits of each byte.
        ones, high, twos, threes: in each byte the lowest bit, the highest, the number 2, 3.
        all_high, all_sevens: of three rows, the highest bit of each byte, and all the others.
        whole: all bits of four rows.
        keeps: how far to shift, and what to keep of four rows, to take each byte together with
            all behind it in its row.
        seats: four rows of bytes that stand for the seats.
    """

    row: int
    ones: int
    high: int
    twos: int
    threes: int
    all_high: int
    all_sevens: int
    whole: int
    keeps: tuple[tuple[int, int], ...]
    seats: bytes


@cache
def _lanes(size: int) -> _Lanes:
    def number(byte: int, rows: int = 1, kept: int = size) -> int:
        return _number((bytes([byte]) * kept + bytes(size - kept)) * rows, "little")

    steps = [step for step in (1, 2, 4, 8) if step < size]
    return _Lanes(
        number(0xFF),
        number(1),
        number(0x80),
        number(2),
        number(3),
        number(0x80, 3),
        number(0x7F, 3),
        number(0xFF, 4),
        tuple([(8 * n, number(0xFF, 4, size - n)) for n in steps]),
        b"".join([bytes([holder]) * size for holder in _HOLDER]),
    )


@cache
def _tables(rules: Order) -> tuple[bytes, bytes, int]:
    """Of each card by its code the suit, as a bit; what it is worth where it can win; trumps."""
    suits = bytes([1 << s & 0b1111 for s in rules.suit[: len(CARDS)]])
    worths = bytes([rules.strength[c.code][c.code] for c in CARDS])
    rest = bytes(256 - len(CARDS))
    return suits + rest, worths + rest, 0 if rules.trump is None else 1 << rules.trump


_number: Final = int.from_bytes
_LAST_CARD: Final = CARDS[-1].code
_ODD: Final = bytes((0, 0xFF, 0, 0xFF)) + bytes(252)
_UPPER: Final = bytes((0, 0, 0xFF, 0xFF)) + bytes(252)
"""By the seat that led, all bits of a byte or none: whether rows are turned by one, by two."""
_HOLDER: Final = [0x80 + seat for seat in SEATS]
"""The seats as bytes that are the code of no card."""
_HELD_BY: Final = [bytes([b"01"[i == holder] for i in range(256)]) for holder in _HOLDER]
"""By seat: the digit 1 for what it holds."""
_new: Final[Any] = tuple.__new__
"""The constructors of named tuples, less a call."""


def _agree(written: bytes, right: bytes) -> bool:
    """Whether the seats that are written are the right ones."""
    return written == right or (
        NOBODY in written and all(w in (r, NOBODY) for w, r in zip(written, right))
    )


class CleanReplay(Replay):
    """The replay of a deal that is in order: what nobody asks for is not worked out."""

    dealer_basis = Basis.WRITTEN
    ranking = Ranking.UPTOWN
    declarer = None
    facts = ()
    claimed = (0, 0)
    undecided = 0
    unplayed = 0
    regular = True

    @cached_property
    def tricks(self) -> tuple[PlayedTrick, ...]:
        """The tricks, as they were written."""
        lead = self.__dict__["_first"]
        takers, layout = self.__dict__["_takers"], self.__dict__["_layout"]
        plain, items = layout.plain_tricks, layout.trick_items
        result: list[PlayedTrick] = []
        size = len(takers)
        played = [CARDS[code] for code in plain.cards]
        cards = zip(*[played[at : at + size] for at in range(0, 4 * size, size)])
        for item, four, taker, written in zip(items, cards, takers, plain.winners):
            seats = CLOCKWISE[lead]
            recorded = None if written == NOBODY else SEATS[written]
            fields = (item, len(result) + 1, seats[0], seats, four, SEATS[taker], recorded)
            result.append(_new(PlayedTrick, fields))
            lead = taker
        return tuple(result)


TRUMP_BASIS: Final = (Basis.WRITTEN, Basis.INFERRED)
"""How trumps are known, by whether their line is missing."""
