"""The quick pass: a deal in which everything is recorded and nothing is out of order.

It looks at each card once. Whatever it does not expect, it leaves to
`whistlog.replay.careful`, which reaches the same result for what is in order.
"""

from __future__ import annotations

from functools import cached_property
from struct import Struct
from typing import Final

from whistlog.cards import CARDS, PACK_52, SEATS, Card, Ranking, Suit
from whistlog.record import NOBODY, Deal, PlainTricks
from whistlog.replay.values import Basis, PlayedTrick, Replay
from whistlog.rules.play import NO_SUIT, Order, order
from whistlog.rules.profile import Profile
from whistlog.rules.trumps import due_trump

CLOCKWISE: Final = tuple(tuple(SEATS[(s + i) & 3] for i in range(4)) for s in range(4))
"""The four seats in order of play, by leader."""

_LEFT: Final = (1, 2, 3, 0)
_BITS: Final = [c.bit for c in CARDS]
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
    if tricks is None or len(tricks.rows) != 7 * size:
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
    # Fifty-two cards that together make up the pack: no card came twice.
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
        trump_basis=_BASIS[line is None],
        order=rules,
        hands=played,
        hands_basis=basis,
        won=pair,
        won_recorded=pair,
        _deal=deal,
        _first=first,
        _takers=takers,
    )
    return clean


def play_out(
    tricks: PlainTricks, lead: int, rules: Order
) -> tuple[tuple[int, int, int, int], bytearray] | None:
    """Play out tricks, if each is led and won by whom it should be and no revoke shows.

    Returns:
        By seat, the sum of the bits of the cards played: their mask if none came twice; and
        the numbers of the seats that took the tricks.
    """
    winning_place = rules.winning_place
    takers = bytearray((lead,))
    for trick in _CARDS(tricks.rows):
        lead = (lead + winning_place(trick)) & 3
        takers.append(lead)
    leads = bytes(takers[:-1])
    del takers[0]
    if not (_agree(tricks.winners, takers) and _agree(tricks.leaders, leads)):
        return None
    columns = _by_seat(tricks.rows, leads)
    if _revoked(columns, tricks.rows, leads, rules.suit_bits):
        return None
    bit = _BITS.__getitem__
    north, east, south, west = columns
    played = (
        sum(map(bit, north)),
        sum(map(bit, east)),
        sum(map(bit, south)),
        sum(map(bit, west)),
    )
    return played, takers


_CARDS: Final = Struct("2x4Bx").iter_unpack
"""The cards of each trick."""


def _agree(written: bytes, right: bytes | bytearray) -> bool:
    """Whether the seats that are written are the right ones."""
    return written == right or (
        NOBODY in written and all(w in (r, NOBODY) for w, r in zip(written, right))
    )


_NO_SUIT: Final = 1 << NO_SUIT
_LED_BY: Final = tuple(bytes(0xFF * (n == s) for n in range(256)) for s in range(4))
"""By seat, what makes a mask of the tricks that it led."""

# From here on all tricks are looked at at once: a number with a byte for each of them.


def _by_seat(rows: bytes, leads: bytes) -> tuple[bytes, bytes, bytes, bytes]:
    """The cards of each seat, in the order of the tricks."""
    number = int.from_bytes
    first, second = number(rows[2::7]), number(rows[3::7])
    third, fourth = number(rows[4::7]), number(rows[5::7])
    n, e, s, w = [number(leads.translate(table)) for table in _LED_BY]
    size = len(leads)
    return (
        (first & n | fourth & e | third & s | second & w).to_bytes(size),
        (second & n | first & e | fourth & s | third & w).to_bytes(size),
        (third & n | second & e | first & s | fourth & w).to_bytes(size),
        (fourth & n | third & e | second & s | first & w).to_bytes(size),
    )


def _revoked(
    columns: tuple[bytes, bytes, bytes, bytes], rows: bytes, leads: bytes, suit_bits: bytes
) -> bool:
    """Whether a seat plays a card of a suit in which it has shown out."""
    led = rows[2::7].translate(suit_bits)
    asked = [int.from_bytes(led)] * 4 if _NO_SUIT not in led else _asked(rows, leads, suit_bits)
    for suit, column in zip(asked, columns):
        played = int.from_bytes(column.translate(suit_bits))
        out = (suit & ~played) >> 8
        # Who is out of a suit stays so: every trick passes it on to those after it.
        out |= out >> 8
        out |= out >> 16
        out |= out >> 32
        out |= out >> 64
        if out & played:
            return True
    return False


def _asked(rows: bytes, leads: bytes, suit_bits: bytes) -> list[int]:
    """The suits that each seat is asked for, where jokers are led at no trump.

    The first card after a joker sets the suit, for those who play after it (AMB-20).
    """
    lanes = [bytearray(len(leads)) for _ in SEATS]
    for number, (lead, cards) in enumerate(zip(leads, _CARDS(rows))):
        asked = 0
        for seat, code in zip(CLOCKWISE[lead], cards):
            lanes[seat][number] = asked
            asked = asked or suit_bits[code] & ~_NO_SUIT
    return [int.from_bytes(lane) for lane in lanes]


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
        result = []
        takers = self.__dict__["_takers"]
        lines = self.__dict__["_deal"].layout.tricks
        for number, ((item, trick), taker) in enumerate(zip(lines, takers), 1):
            seats = CLOCKWISE[lead]
            cards = tuple([p.card for p in trick.plays])
            result.append(
                PlayedTrick(item, number, seats[0], seats, cards, SEATS[taker], trick.winner)
            )
            lead = taker
        return tuple(result)


_BASIS: Final = (Basis.WRITTEN, Basis.INFERRED)
