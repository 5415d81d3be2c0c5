"""Discards (D01 to D05).

The conditions are those of the catalogue (``catalogue/*.toml``), which names the sources.
"""

from __future__ import annotations

from typing import Final

from whistlog.cards import SUITS, Card
from whistlog.notes.observation import (
    COMMANDS,
    DECLARED,
    DISCARD,
    GUARDED,
    LAST_OF_PARTNERS,
    THROWN,
    VOID,
    Observation,
    Retrospect,
)
from whistlog.notes.values import PLAIN_FOLLOWS, Said, departs, follows, neutral
from whistlog.notes.view import ACE, KNAVE, QUEEN, TOP, View, card_at

_HONOURS: Final = 0b1111 << KNAVE
_QUEEN: Final = 1 << QUEEN
_ACE: Final = 1 << ACE


def _plain(view: View) -> list[int]:
    """The plain suits that the player may throw from."""
    hand = view.hand
    return [suit for suit in view.plain if hand[suit]]


def _just_guarded(view: View, suit: int) -> int:
    """The king or queen of a suit that is guarded, and would not be after one discard from it.

    A card is guarded if it is accompanied by as many others as better ones are out.

    Returns:
        Its bit; 0 if there is none.
    """
    held = view.hand[suit]
    if held < _QUEEN:
        return 0
    top = TOP[held]
    better = (view.out[suit] & -top).bit_count()
    return top if 0 < better == held.bit_count() - 1 else 0


def _unguards(view: View, suit: int) -> int:
    """What a discard from a suit would leave without its guard: a king, a queen, a bare ace."""
    held = view.hand[suit]
    if held >= _ACE and held.bit_count() == 2:
        return _ACE
    return _just_guarded(view, suit)


def _spare(view: View, suit: int) -> bool:
    """Whether a suit has a card to throw, no ace, that leaves no honour without its guard."""
    return bool(view.hand[suit] & ~_ACE) and not _unguards(view, suit)


def weakest_suit(view: View, card: Card) -> Said | None:
    """D01: the first discard is from the weakest suit, unless the enemy is strong in trumps."""
    hand, out = view.hand, view.out
    suits = _plain(view)
    if len(suits) < 2:
        return None
    length = view.held.bit_count()
    theirs = view.own_suit[view.partner]
    # A card that is best of its suit is no weak suit, however short; nor the last card of the
    # partner's suit (D05).
    shorter = [
        s
        for s in suits
        if hand[s] < out[s]
        and hand[s].bit_count() < length
        and not (s == theirs and hand[s].bit_count() == 1)
    ]
    bare = [s for s in shorter if not hand[s] & _HONOURS]
    if bare and length == max([hand[s].bit_count() for s in suits]):
        shortest = min(bare, key=lambda s: hand[s].bit_count())
        return departs(card=card, suit=SUITS[shortest])
    if view.bit < out[view.suit] and all(_just_guarded(view, s) for s in shorter):
        return PLAIN_FOLLOWS
    return None


def from_strength(view: View, card: Card) -> Said | None:
    """D02: against strong trumps the first discard is from the suit that can best spare it."""
    suit = view.suit
    others = [s for s in _plain(view) if s != suit]
    if not others:
        return None
    if view.bit == _ACE and not (view.partner_winning and view.held == _ACE):
        return departs("ace", card=card) if any(_spare(view, s) for s in _plain(view)) else None
    bare = _unguards(view, suit)
    if not bare or bare == view.bit:
        return follows(suit=SUITS[suit]) if any(_unguards(view, s) for s in others) else None
    if not any(_spare(view, s) for s in others):
        return None
    return departs(card=card, honour=card_at(suit, bare))


def keep_guards(view: View, card: Card) -> Said | None:
    """D03: honours keep their guards while there is something else to throw."""
    suit = view.suit
    if not view.thrown[view.seat] and view.declared(1 - view.side):
        return None
    bare = _unguards(view, suit)
    if bare:
        if bare == view.bit or not any(_spare(view, s) for s in _plain(view) if s != suit):
            return None
        severity = 2 if view.number <= 6 else 1
        return departs(severity=severity, card=card, honour=card_at(suit, bare))
    for other in view.plain:
        kept = other != suit and _just_guarded(view, other)
        if kept:
            return follows(card=card, honour=card_at(other, kept))
    return None


def command_thrown(view: View, card: Card) -> Said | None:
    """D04: the best card of a suit, thrown from length, tells the partner whose suit it is."""
    return neutral(card=card, suit=SUITS[view.suit])


def keep_partners_suit(view: View, card: Card) -> Said | None:
    """D05: the last card of the partner's suit is kept, to lead it to him."""
    partner = view.partner
    suit = view.own_suit[partner]
    if view.void(partner, suit):
        return None
    if sum([done.suit == suit and done.leader == partner for done in view.past]) < 2:
        return None
    if all(s == suit for s in _plain(view)):
        return None
    if view.suit == suit:
        return departs(card=card, suit=SUITS[suit])
    return PLAIN_FOLLOWS


OBSERVATIONS: Final[tuple[Observation, ...]] = (
    Observation("D01", VOID, weakest_suit, needs=DISCARD, bars=THROWN | DECLARED),
    Observation("D02", VOID, from_strength, needs=DISCARD | DECLARED, bars=THROWN),
    Observation("D03", VOID, keep_guards, needs=DISCARD | GUARDED),
    Observation("D04", VOID, command_thrown, needs=DISCARD | COMMANDS),
    Observation("D05", VOID, keep_partners_suit, needs=DISCARD | LAST_OF_PARTNERS),
)

RETROSPECTS: Final[tuple[Retrospect, ...]] = ()
