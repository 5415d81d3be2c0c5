"""The quick pass: a deal in which everything is recorded and nothing is out of order.

It looks at each card once. Whatever it does not expect, it leaves to
`whistlog.replay.careful`, which reaches the same result for what is in order.
"""

from __future__ import annotations

from functools import cached_property
from struct import Struct
from typing import Any, Final

from whistlog.cards import CARDS, PACK_52, SEATS, Card, Ranking, Suit
from whistlog.record import NOBODY, Deal, PlainTricks
from whistlog.replay.values import Basis, PlayedTrick, Replay
from whistlog.rules.play import Order, order
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
        trump_basis=_BASIS[line is None],
        order=rules,
        hands=played,
        hands_basis=basis,
        won=pair,
        won_recorded=pair,
        _rows=tricks.rows,
        _items=layout.trick_items,
        _first=first,
        _takers=takers,
    )
    return clean


def play_out(
    tricks: PlainTricks, lead: int, rules: Order
) -> tuple[tuple[int, int, int, int], bytearray] | None:
    """Play out tricks, if each is led and won by whom it should be and no revoke shows.

    Returns:
        By seat, the mask of the cards played; and the numbers of the seats that took the
        tricks.
    """
    winning_place = rules.winning_place
    tricks_in_order = list(_CARDS(tricks.rows))
    leads = bytearray()
    takers = bytearray()
    for cards in tricks_in_order:
        leads.append(lead)
        lead = (lead + winning_place(cards)) & 3
        takers.append(lead)
    if not (_agree(tricks.winners, takers) and _agree(tricks.leaders, leads)):
        return None
    bits, follow = _BITS, rules.follow
    # From the last trick back: what a seat plays later, it holds.
    held = [0, 0, 0, 0]
    for (a, b, c, d), lead in zip(reversed(tricks_in_order), reversed(leads)):
        first, second, third, fourth = _SEATS[lead]
        asked = follow[a]
        held[first] |= bits[a]
        card = bits[b]
        if not card & asked and held[second] & asked:
            return None
        held[second] |= card
        if not asked:  # a joker sets no suit at no trump (AMB-20)
            asked = follow[b]
        card = bits[c]
        if not card & asked and held[third] & asked:
            return None
        held[third] |= card
        if not asked:
            asked = follow[c]
        card = bits[d]
        if not card & asked and held[fourth] & asked:
            return None
        held[fourth] |= card
    north, east, south, west = held
    return (north, east, south, west), takers


_CARDS: Final = Struct("2x4Bx").iter_unpack
"""The cards of each trick."""
_ROWS: Final = Struct("7B").iter_unpack
"""All that a row of `PlainTricks` holds."""
_tuple: Final[Any] = tuple.__new__
_SEATS: Final = tuple(tuple((s + i) & 3 for i in range(4)) for s in range(4))
"""As `CLOCKWISE`, in plain numbers, which index faster."""


def _agree(written: bytes, right: bytearray) -> bool:
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
        takers, rows, items = (self.__dict__[name] for name in ("_takers", "_rows", "_items"))
        result = []
        for item, (number, _, a, b, c, d, written), taker in zip(items, _ROWS(rows), takers):
            seats = CLOCKWISE[lead]
            cards = (CARDS[a], CARDS[b], CARDS[c], CARDS[d])
            recorded = None if written == NOBODY else SEATS[written]
            fields = (item, number, seats[0], seats, cards, SEATS[taker], recorded)
            result.append(_tuple(PlayedTrick, fields))
            lead = taker
        return tuple(result)


_BASIS: Final = (Basis.WRITTEN, Basis.INFERRED)
