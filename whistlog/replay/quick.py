"""The quick pass: a deal in which everything is recorded and nothing is out of order.

It looks at each card once. Whatever it does not expect, it leaves to
`whistlog.replay.careful`, which reaches the same result for what is in order.
"""

from __future__ import annotations

from functools import cached_property
from operator import attrgetter
from typing import Final

from whistlog.cards import CARDS, PACK_52, SEATS, Card, Ranking, Suit
from whistlog.record import Deal
from whistlog.replay.values import Basis, PlayedTrick, Replay
from whistlog.rules.play import Order, order
from whistlog.rules.profile import Profile
from whistlog.rules.trumps import due_trump

CLOCKWISE: Final = tuple(tuple(SEATS[(s + i) & 3] for i in range(4)) for s in range(4))
"""The four seats in order of play, by leader."""

_LEFT: Final = (1, 2, 3, 0)
# By card code; jokers and cards that were not recorded (negative codes) set bits of their own,
# which no pack of 52 cards lets through.
_SUIT_BITS: Final = (*(1 << (code // 13) for code in range(52)), 16, 16, 32, 32, 32, 32, 32)
_bit = attrgetter("bit")
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
    lines = layout.tricks
    if len(lines) != profile.hand_size:
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
    dealer: int = layout.dealer[1].seat
    rules: Order = order(trump)
    winner_of = rules.winner
    # Suits as bits 1, 2, 4, 8: a seat's voids fit into a small number, which is cheap.
    suit_bit = _SUIT_BITS
    void_n = void_e = void_s = void_w = 0
    lead = _LEFT[dealer]
    leads = [lead]
    table = []
    number = 0
    for _, trick in lines:
        number += 1  # noqa: SIM113
        plays = trick.plays
        if trick.number != number or len(plays) != 4:
            return None
        seats = CLOCKWISE[lead]
        leader = trick.leader
        if leader is not None and leader is not seats[0]:
            return None
        first, second, third, fourth = plays
        if (
            first.seat is not None
            or second.seat is not None
            or third.seat is not None
            or fourth.seat is not None
            or first.withdrawn
            or second.withdrawn
            or third.withdrawn
            or fourth.withdrawn
        ):
            return None
        cards = (first.card, second.card, third.card, fourth.card)
        led = suit_bit[cards[0].code]
        if lead == 0:
            n, e, s, w = cards
            table.append(cards)
        elif lead == 1:
            e, s, w, n = cards
            table.append((n, e, s, w))
        elif lead == 2:
            s, w, n, e = cards
            table.append((n, e, s, w))
        else:
            w, n, e, s = cards
            table.append((n, e, s, w))
        # A card of a suit in which the seat has shown out: somebody has revoked.
        suit = suit_bit[n.code]
        if suit & void_n:
            return None
        if suit != led:
            void_n |= led
        suit = suit_bit[e.code]
        if suit & void_e:
            return None
        if suit != led:
            void_e |= led
        suit = suit_bit[s.code]
        if suit & void_s:
            return None
        if suit != led:
            void_s |= led
        suit = suit_bit[w.code]
        if suit & void_w:
            return None
        if suit != led:
            void_w |= led
        at = winner_of(cards)
        recorded = trick.winner
        if recorded is not None and recorded is not seats[at]:
            return None
        lead = (lead + at) & 3
        leads.append(lead)
    columns = tuple(zip(*table))
    # Fifty-two cards that together make up the pack: no card came twice.
    if set().union(*columns) != _PACK:
        return None
    if turn_up is not None and turn_up not in columns[dealer]:
        return None
    basis: tuple[Basis, ...] = _INFERRED
    hands = layout.hands
    if hands != _NO_HANDS:
        if None in hands:
            basis = tuple([Basis.INFERRED if h is None else Basis.WRITTEN for h in hands])
        else:
            basis = _WRITTEN
        size = profile.hand_size
        for entry, column in zip(hands, columns):
            if entry is not None:
                dealt = entry[1].cards
                if len(dealt) != size or set(dealt) != set(column):
                    return None
    del leads[0]
    side = leads.count(1) + leads.count(3)
    pair = (len(leads) - side, side)
    clean = object.__new__(CleanReplay)
    clean.__dict__.update(
        dealer=layout.dealer[1].seat,
        turn_up=turn_up,
        trump=trump,
        trump_basis=_BASIS[line is None],
        order=rules,
        hands_basis=basis,
        won=pair,
        won_recorded=pair,
        _lines=lines,
        _first=_LEFT[dealer],
        _takers=leads,
        _columns=columns,
    )
    return clean


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
    def hands(self) -> tuple[int, int, int, int]:
        """The hands: whoever played a card held it."""
        columns = self.__dict__["_columns"]
        return tuple([sum(map(_bit, column)) for column in columns])

    @cached_property
    def tricks(self) -> tuple[PlayedTrick, ...]:
        """The tricks, as they were written."""
        lead = self.__dict__["_first"]
        result = []
        takers = self.__dict__["_takers"]
        for number, ((item, trick), taker) in enumerate(zip(self.__dict__["_lines"], takers), 1):
            seats = CLOCKWISE[lead]
            cards = tuple([p.card for p in trick.plays])
            result.append(
                PlayedTrick(item, number, seats[0], seats, cards, SEATS[taker], trick.winner)
            )
            lead = taker
        return tuple(result)


_BASIS: Final = (Basis.WRITTEN, Basis.INFERRED)
_PACK: Final = frozenset(CARDS[:52])
_NO_HANDS: Final = [None] * 4
