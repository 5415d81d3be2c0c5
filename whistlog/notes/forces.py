"""Making others ruff, the last trump, the last card of a suit (L18 to L22).

The conditions are those of the catalogue (``catalogue/forces.toml``), which names the sources.
"""

from __future__ import annotations

from typing import Final

from whistlog.cards import SEATS, SUITS, Card
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
from whistlog.notes.view import HAS, LOW, TOP, Done, View

_END: Final = 12
"""From this trick on nobody is made stronger or weaker by a ruff."""


def strong_in_trumps(view: View, seat: int) -> bool:
    """Whether an opponent has shown strength in trumps: he led them first, has called for them,
    or let a trick that the other side was winning go to it rather than ruff it."""
    if view.trump_leader[seat & 1] == seat or view.called[seat]:
        return True
    if view.thrown[seat]:
        trump = view.trump
        for trick in view.past:
            if (
                (trick.winner ^ seat) & 1
                and trick.suit != trump
                and trick.card_of(seat).code // 13 not in (trick.suit, trump)
                and not _partners(trick, seat, trump)
            ):
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
    for other in view.plain:
        if (
            other != suit
            and view.hand[other]
            and not view.may_be_ruffed(other)
            and not makes_partner_ruff(view, other)
        ):
            return True
    return False


def makes_partner_ruff(view: View, suit: int) -> bool:
    """Whether L19 speaks against every card of a plain suit that is held."""
    said = _forcing(view, suit, TOP[view.hand[suit]])
    return said is not None and said[0] == DEPARTS


def force_enemy(view: View, card: Card) -> Said | None:
    """L18: the strong opponent is made to ruff, not the weak one, and not when both are out."""
    suit, lho, rho = view.suit, view.lho, view.rho
    if view.number >= _END:
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
    return _forcing(view, view.suit, view.bit)


def _forcing(view: View, suit: int, bit: int) -> Said | None:
    """What L19 says of the lead of a card of a plain suit."""
    void = HAS[view.voids[view.partner]]
    if void[view.trump] or not view.trumps_out:
        return None
    weak = view.trumps.bit_count() <= 3
    if not void[suit]:
        if not weak or not _could_force(view, void) or _may_force(view):
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
    if view.boss(suit, bit) or _may_force(view):
        return None
    return departs(suit=SUITS[suit], count=view.trumps.bit_count())


def _could_force(view: View, void: tuple[bool, ...]) -> bool:
    """Whether the player holds a card, not the best, of a suit that the partner is out of."""
    hand, out = view.hand, view.out
    return any(void[suit] and 0 < hand[suit] < out[suit] for suit in view.plain)


def _may_force(view: View) -> bool:
    """Whether a partner may be forced from weakness: he has ruffed already, there is a
    cross-ruff, or the strength in trumps is with the other side."""
    trump, partner = view.trump, view.partner
    if view.declared(1 - view.side) or view.voids[view.seat] & ~(1 << trump):
        return True
    return any(t.suit != trump and t.card_of(partner).suit == trump for t in view.past)


def last_trump(view: View, card: Card) -> Said | None:
    """L20: whether the last trump of the other side is drawn with the best one."""
    trump, own, out = view.trump, view.trumps, view.trumps_out
    if out & out - 1 or own < out or view.number < 4 or not view.void(view.partner, trump):
        return None
    drawn = view.suit == trump
    for suit in view.plain:
        held = view.hand[suit]
        # All of them are best, and more than one, so that an entry for them is worth a trump.
        if held & held - 1 and LOW[held] > view.out[suit]:
            return follows(suit=SUITS[suit]) if drawn else departs(suit=SUITS[suit])
    for seat, other in ((view.lho, view.rho), (view.rho, view.lho)):
        suit = view.own_suit[seat]
        if suit < 0 or not view.void(seat, trump) or not view.voids[other] >> suit & 1:
            continue
        left = view.out[suit]
        if left and LOW[left] > view.hand[suit]:
            facts = {"seat": SEATS[seat], "suit": SUITS[suit]}
            return departs("keep-departs", **facts) if drawn else follows("keep", **facts)
    return None


def thirteenth(view: View, card: Card) -> Said | None:
    """L21: the last card of a suit is led while there are trumps out."""
    suit, trump, hand = view.suit, view.trump, view.hand
    if view.out[suit]:
        return None
    if view.void(view.lho, trump) and view.void(view.rho, trump):
        return None
    if view.void(view.partner, trump):
        others = [s for s in range(4) if s != suit and hand[s]]
        return departs(card=card) if any(s == trump or view.out[s] for s in others) else None
    return neutral(card=card)


def into_void(view: View, card: Card) -> Said | None:
    """L22: a suit that the next player is known to be out of."""
    suit, lho, rho = view.suit, view.lho, view.rho
    void = HAS[view.voids[lho]]
    if void[view.trump] or view.number >= _END:
        return None
    if not void[suit]:
        if view.can_ruff(rho, suit):
            return None
        held = [s for s in view.plain if void[s] and view.hand[s]]
        return PLAIN_FOLLOWS if held else None
    if view.can_ruff(rho, suit) or view.void(view.partner, suit) or not _other_suit(view, suit):
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
