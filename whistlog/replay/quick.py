"""The quick pass: a deal in which everything is recorded and nothing is out of order.

It looks at each card once. Whatever it does not expect, it leaves to
`whistlog.replay.careful`, which reaches the same result for what is in order.
"""

from __future__ import annotations

from typing import Final

from whistlog.cards import SEATS
from whistlog.record import Deal
from whistlog.replay.values import Basis, PlayedTrick, Replay
from whistlog.rules.play import Order, order
from whistlog.rules.profile import Profile

CLOCKWISE: Final = tuple(tuple(SEATS[(s + i) & 3] for i in range(4)) for s in range(4))
"""The four seats in order of play, by leader."""

_LEFT: Final = (1, 2, 3, 0)
_TABLES: Final = tuple((CLOCKWISE[s], s, (s + 1) & 3, (s + 2) & 3, (s + 3) & 3) for s in range(4))
"""By leader: the seats in order of play, and their numbers (plain numbers index faster)."""

_new = tuple.__new__
_INFERRED: Final = (Basis.INFERRED,) * 4
_WRITTEN: Final = (Basis.WRITTEN,) * 4


def quick_replay(deal: Deal, profile: Profile) -> Replay | None:
    """Replay a deal that is complete and in order; None for any other."""
    layout = deal.layout
    if (
        layout.dealer is None
        or layout.trump is None
        or profile.trump_source != "turn-up"
        or layout.incidents
        or layout.repeated
        or layout.unreadable
        or layout.ranking is not None
    ):
        return None
    lines = layout.tricks
    if len(lines) != profile.hand_size:
        return None
    turn_up = layout.trump[1].card
    if turn_up is None or turn_up.suit is None or not turn_up.bit:
        return None
    dealer = layout.dealer[1].seat
    rules: Order = order(turn_up.suit)
    follows = rules.follow
    winner_of = rules.winner
    played = [0, 0, 0, 0]
    voids = [0, 0, 0, 0]
    won = [0, 0, 0, 0]
    lead = _LEFT[dealer]
    tricks = []
    number = 0
    for item, trick in lines:
        number += 1  # noqa: SIM113
        plays = trick.plays
        if trick.number != number or len(plays) != 4:
            return None
        seats, one, two, three, four = _TABLES[lead]
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
        a = first.card
        b = second.card
        c = third.card
        d = fourth.card
        # A card of a suit in which the seat has shown out: somebody has revoked.
        bit = a.bit
        if bit & voids[one]:
            return None
        played[one] |= bit
        follow = follows[a.code]
        bit = b.bit
        if not bit & follow:
            voids[two] |= follow
        if bit & voids[two]:
            return None
        played[two] |= bit
        bit = c.bit
        if not bit & follow:
            voids[three] |= follow
        if bit & voids[three]:
            return None
        played[three] |= bit
        bit = d.bit
        if not bit & follow:
            voids[four] |= follow
        if bit & voids[four]:
            return None
        played[four] |= bit
        cards = (a, b, c, d)
        at = winner_of(cards)
        taker = seats[at]
        recorded = trick.winner
        if recorded is not None and recorded is not taker:
            return None
        lead = (lead + at) & 3
        won[lead] += 1
        tricks.append(_new(PlayedTrick, (item, number, seats[0], seats, cards, taker, recorded)))
    # 4 x 13 cards that make up the whole pack are 52 different ones.
    if played[0] | played[1] | played[2] | played[3] != profile.pack:
        return None
    if not played[dealer] & turn_up.bit:
        return None
    basis: tuple[Basis, ...] = _INFERRED
    hands = layout.hands
    if hands != _NO_HANDS:
        if None in hands:
            basis = tuple(Basis.INFERRED if h is None else Basis.WRITTEN for h in hands)
        else:
            basis = _WRITTEN
        size = profile.hand_size
        for seat in SEATS:
            entry = hands[seat]
            if entry is not None:
                dealt = entry[1].cards
                bits = 0
                for card in dealt:
                    bits |= card.bit
                if bits != played[seat] or len(dealt) != size:
                    return None
    pair = (won[0] + won[2], won[1] + won[3])
    if "claim" in layout.tallies or "concede" in layout.tallies:
        return None
    return Replay(
        dealer,
        Basis.WRITTEN,
        turn_up,
        turn_up.suit,
        Basis.WRITTEN,
        rules.ranking,
        rules,
        None,
        tuple(played),  # type: ignore[arg-type]
        basis,  # type: ignore[arg-type]
        tuple(tricks),
        (),
        pair,
        pair,
        (0, 0),
        0,
        0,
    )


_NO_HANDS: Final = [None] * 4
