"""Making others ruff, the last trump, the last card of a suit (L18 to L22).

The conditions are those of the catalogue (``catalogue/forces.toml``), which names the sources.
"""

from __future__ import annotations

from typing import Final

from whistlog.cards import CARDS, SEATS, SUITS, Card
from whistlog.notes.observation import (
    BOSS,
    DRAWN,
    LAST,
    LEAD,
    LEFT_OUT,
    ONE,
    PARTNER_OUT,
    PLAIN,
    RUFF,
    Observation,
    Retrospect,
)
from whistlog.notes.values import DEPARTS, PLAIN_FOLLOWS, Said, departs, follows, neutral
from whistlog.notes.view import SUIT, Done, View

_END: Final = 12
"""From this trick on nobody is made stronger or weaker by a ruff."""


def strong_in_trumps(view: View, seat: int) -> bool:
    """Whether an opponent has shown strength in trumps: he led them first, has called for them,
    or let a trick that the other side was winning go to it rather than ruff it."""
    if view.trump_leader[seat & 1] == seat or view.called[seat]:
        return True
    thrown, trump = view.thrown[seat], view.trump
    if thrown:
        for trick in view.past:
            lost = (trick.winner ^ seat) & 1 and trick.suit != trump
            if lost and thrown & trick.card_of(seat).bit and not _partners(trick, seat, trump):
                return True
    return False


def _partners(trick: Done, seat: int, trump: int) -> bool:
    """Whether third hand played while the partner, who led, was winning the trick."""
    if trick.leader ^ seat != 2:
        return False
    first, second = trick.cards[:2]
    suit = second.code // 13
    return suit != trump and (suit != trick.suit or second.code < first.code)


def _other_suit(view: View, suit: int) -> bool:
    """Whether the player holds another plain suit that no opponent is known to be able to
    ruff, and that the partner is not made to ruff."""
    hand, trump = view.hand, view.trump
    lho, rho = view.lho, view.rho
    for other in (0, 1, 2, 3):
        held = other not in (suit, trump) and hand & SUIT[other]
        if held and not (
            view.can_ruff(lho, other)
            or view.can_ruff(rho, other)
            or makes_partner_ruff(view, other)
        ):
            return True
    return False


def makes_partner_ruff(view: View, suit: int) -> bool:
    """Whether L19 speaks against every card of a plain suit that is held."""
    highest = CARDS[(view.hand & SUIT[suit]).bit_length() - 1]
    said = force_partner(view, highest)
    return said is not None and said.verdict == DEPARTS


def force_enemy(view: View, card: Card) -> Said | None:
    """L18: the strong opponent is made to ruff, not the weak one, and not when both are out."""
    suit = card.code // 13
    seat, voids = view.seat, view.voids
    lho, rho = (seat + 1) & 3, (seat + 3) & 3
    if not (voids[lho] | voids[rho]) >> suit & 1 or view.number >= _END:
        return None
    left, right = view.can_ruff(lho, suit), view.can_ruff(rho, suit)
    if left and right:
        return departs("both", suit=SUITS[suit]) if _other_suit(view, suit) else None
    if not left and not right:
        return None
    seat, other = (lho, rho) if left else (rho, lho)
    if strong_in_trumps(view, seat):
        return follows(seat=SEATS[seat], suit=SUITS[suit])
    if strong_in_trumps(view, other) and _other_suit(view, suit):
        return departs("weak", seat=SEATS[seat], other=SEATS[other], suit=SUITS[suit])
    return None


def force_partner(view: View, card: Card) -> Said | None:
    """L19: a player with three trumps or fewer does not make his partner ruff."""
    trump, partner = view.trump, (view.seat + 2) & 3
    voids = view.voids[partner]
    if not voids or trump < 0 or voids >> trump & 1 or not view.trumps_out:
        return None
    suit = card.code // 13
    weak = view.trumps.bit_count() <= 3
    if not voids >> suit & 1:
        if not weak or not _could_force(view, voids) or _may_force(view):
            return None
        return PLAIN_FOLLOWS
    if view.void(view.lho, suit) and view.void(view.rho, suit):
        return None
    if not weak:
        return follows("strong", suit=SUITS[suit])
    if view.won[view.side] == view.book:
        return follows("odd", suit=SUITS[suit])
    if view.declared(1 - view.side):
        return follows("enemy", suit=SUITS[suit])
    if view.boss(card.bit) or _may_force(view):
        return None
    return departs(suit=SUITS[suit], count=view.trumps.bit_count())


def _could_force(view: View, voids: int) -> bool:
    """Whether the player holds a card, not the best, of one of some suits."""
    hand = view.hand
    for suit in (0, 1, 2, 3):
        if voids >> suit & 1:
            held = hand & SUIT[suit]
            if held and held <= view.unseen(suit):
                return True
    return False


def _may_force(view: View) -> bool:
    """Whether a partner may be forced from weakness: he has ruffed already, there is a
    cross-ruff, or the strength in trumps is with the other side."""
    trump, partner = view.trump, view.partner
    if view.declared(1 - view.side) or view.voids[view.seat] & ~(1 << trump):
        return True
    return any(t.card_of(partner).code // 13 == trump != t.suit for t in view.past)


def last_trump(view: View, card: Card) -> Said | None:
    """L20: whether the last trump of the other side is drawn with the best one."""
    trump = view.trump
    own = view.hand & SUIT[trump] if trump >= 0 else 0
    if not own or own & own - 1 or view.number < 4:
        return None
    out = view.trumps_out
    if not out or out & out - 1 or own < out:
        return None
    partner, lho, rho = view.partner, view.lho, view.rho
    if not view.void(partner, trump):
        return None
    drawn = card.bit == own
    for suit in range(4):
        held = view.hand & SUIT[suit]
        # All of them are best, and more than one, so that an entry for them is worth a trump.
        if suit != trump and held & held - 1 and held & -held > view.unseen(suit):
            return follows(suit=SUITS[suit]) if drawn else departs(suit=SUITS[suit])
    for seat, other in ((lho, rho), (rho, lho)):
        suit = view.own_suit[seat]
        if suit < 0 or not view.void(seat, trump) or not view.voids[other] >> suit & 1:
            continue
        left = view.unseen(suit)
        if left and left & -left > view.hand & SUIT[suit]:
            facts = {"seat": SEATS[seat], "suit": SUITS[suit]}
            return departs("keep-departs", **facts) if drawn else follows("keep", **facts)
    return None


def thirteenth(view: View, card: Card) -> Said | None:
    """L21: the last card of a suit is led while there are trumps out."""
    suit = card.code // 13
    trump = view.trump
    if view.hand & SUIT[suit] != card.bit or view.unseen(suit):
        return None
    if not view.trumps_out:
        return None
    if view.void(view.lho, trump) and view.void(view.rho, trump):
        return None
    if view.void(view.partner, trump):
        others = (s for s in range(4) if s != suit and view.hand & SUIT[s])
        return departs(card=card) if any(s == trump or view.unseen(s) for s in others) else None
    return neutral(card=card)


def into_void(view: View, card: Card) -> Said | None:
    """L22: a suit that the next player is known to be out of."""
    seat, trump = view.seat, view.trump
    lho = (seat + 1) & 3
    voids = view.voids[lho]
    if not voids or trump < 0 or voids >> trump & 1 or view.number >= _END:
        return None
    suit = card.code // 13
    if not view.trumps_out:
        return None
    rho, partner = (seat + 3) & 3, (seat + 2) & 3
    if not voids >> suit & 1:
        held = any(view.hand & SUIT[s] for s in range(4) if voids >> s & 1)
        return PLAIN_FOLLOWS if held and not view.can_ruff(rho, suit) else None
    if view.can_ruff(rho, suit) or view.void(partner, suit) or not _other_suit(view, suit):
        return None
    if strong_in_trumps(view, lho) or strong_in_trumps(view, rho):
        return None  # L18
    return departs(seat=SEATS[lho], suit=SUITS[suit])


OBSERVATIONS: Final[tuple[Observation, ...]] = (
    Observation("L18", (PLAIN,), force_enemy, needs=RUFF),
    Observation("L19", (PLAIN,), force_partner, needs=PARTNER_OUT, bars=DRAWN),
    Observation("L20", (LEAD,), last_trump, needs=ONE, bars=DRAWN),
    Observation("L21", (PLAIN,), thirteenth, needs=LAST | BOSS, bars=DRAWN),
    Observation("L22", (PLAIN,), into_void, needs=LEFT_OUT, bars=DRAWN),
)

RETROSPECTS: Final[tuple[Retrospect, ...]] = ()
