"""Discards (D01 to D05).

The conditions are those of the catalogue (``catalogue/*.toml``), which names the sources.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from whistlog.cards import SUITS, Card
from whistlog.notes.observation import (
    DECLARED,
    DISCARD,
    PARTNERS,
    THROWN,
    VOID,
    Observation,
    Retrospect,
)
from whistlog.notes.values import PLAIN_FOLLOWS, Said, departs, follows, neutral
from whistlog.notes.view import ACE, KNAVE, QUEEN, SUIT, View, card_at, highest, ranks

_HONOURS: Final = 0b1111 << KNAVE
_ACES: Final = sum(1 << 13 * suit + ACE for suit in range(4))
_GUARDED: Final = sum(0b111 << 13 * suit + QUEEN for suit in range(4))
"""The cards that can want a guard."""


def _discarded(view: View, card: Card) -> int:
    """The suit of a card that is thrown away; -1 for a trump."""
    suit = (card.bit.bit_length() - 1) // 13
    return -1 if suit == view.trump else suit


def _plain(view: View) -> Iterator[int]:
    """The plain suits that the player may throw from."""
    for suit in range(4):
        if suit != view.trump and view.legal & SUIT[suit]:
            yield suit


def _just_guarded(view: View, suit: int) -> int:
    """The king or queen of a suit that is guarded, and would not be after one discard from it.

    A card is guarded if it is accompanied by as many others as better ones are out.

    Returns:
        Its bit; 0 if there is none.
    """
    held = view.hand & SUIT[suit]
    top = highest(held)
    if not top or (top.bit_length() - 1) % 13 < QUEEN:
        return 0
    better = (view.unseen(suit) & -top).bit_count()
    return top if 0 < better == held.bit_count() - 1 else 0


def _unguards(view: View, suit: int) -> int:
    """What a discard from a suit would leave without its guard: a king, a queen, a bare ace."""
    held = view.hand & SUIT[suit]
    if held.bit_count() == 2 and ranks(held, suit) >> ACE & 1:
        return highest(held)
    return _just_guarded(view, suit)


def _spare(view: View, suit: int) -> bool:
    """Whether a suit has a card to throw, no ace, that leaves no honour without its guard."""
    return bool(view.legal & SUIT[suit] & ~_ACES) and not _unguards(view, suit)


def weakest_suit(view: View, card: Card) -> Said | None:
    """D01: the first discard is from the weakest suit, unless the enemy is strong in trumps."""
    suit = _discarded(view, card)
    if suit < 0 or view.thrown[view.seat] or view.declared(1 - view.side):
        return None
    suits = list(_plain(view))
    if len(suits) < 2:
        return None
    lengths = {s: (view.hand & SUIT[s]).bit_count() for s in suits}
    # A card that is best of its suit is no weak suit, however short.
    weak = [s for s in suits if not view.boss(highest(view.hand & SUIT[s]))]
    theirs = view.own_suit[view.partner]
    if theirs in weak and lengths[theirs] == 1:
        weak.remove(theirs)  # D05
    shorter = [s for s in weak if lengths[s] < lengths[suit]]
    bare = [s for s in shorter if not ranks(view.hand, s) & _HONOURS]
    if bare and lengths[suit] == max(lengths.values()):
        return departs(card=card, suit=SUITS[min(bare, key=lengths.__getitem__)])
    if all(_just_guarded(view, s) for s in shorter):
        return PLAIN_FOLLOWS
    return None


def from_strength(view: View, card: Card) -> Said | None:
    """D02: against strong trumps the first discard is from the suit that can best spare it."""
    suit = _discarded(view, card)
    if suit < 0 or view.thrown[view.seat] or not view.declared(1 - view.side):
        return None
    others = [s for s in _plain(view) if s != suit]
    if not others:
        return None
    if card.rank == ACE and not (view.partner_winning and view.hand & SUIT[suit] == card.bit):
        return departs("ace", card=card) if any(_spare(view, s) for s in _plain(view)) else None
    bare = _unguards(view, suit)
    if not bare or bare == card.bit:
        return follows(suit=SUITS[suit]) if any(_unguards(view, s) for s in others) else None
    if not any(_spare(view, s) for s in others):
        return None
    return departs(card=card, honour=card_at(bare))


def keep_guards(view: View, card: Card) -> Said | None:
    """D03: honours keep their guards while there is something else to throw."""
    suit = _discarded(view, card)
    if not view.hand & _GUARDED or (not view.thrown[view.seat] and view.declared(1 - view.side)):
        return None
    others = [s for s in _plain(view) if s != suit]
    bare = _unguards(view, suit)
    if bare and bare != card.bit:
        if not any(_spare(view, s) for s in others):
            return None
        return departs(severity=2 if view.number <= 6 else 1, card=card, honour=card_at(bare))
    if not bare:
        for other in others:
            kept = _just_guarded(view, other)
            if kept:
                return follows(card=card, honour=card_at(kept))
    return None


def command_thrown(view: View, card: Card) -> Said | None:
    """D04: the best card of a suit, thrown from length, tells the partner whose suit it is."""
    suit = _discarded(view, card)
    if suit < 0 or (view.hand & SUIT[suit]).bit_count() < 3 or not view.boss(card.bit):
        return None
    return neutral(card=card, suit=SUITS[suit])


def keep_partners_suit(view: View, card: Card) -> Said | None:
    """D05: the last card of the partner's suit is kept, to lead it to him."""
    if _discarded(view, card) < 0:
        return None
    suit = view.own_suit[view.partner]
    if suit < 0 or (view.hand & SUIT[suit]).bit_count() != 1 or view.void(view.partner, suit):
        return None
    if sum(done.suit == suit and done.leader == view.partner for done in view.past) < 2:
        return None
    if all(s == suit for s in _plain(view)):
        return None
    if card.bit & SUIT[suit]:
        return departs(card=card, suit=SUITS[suit])
    return PLAIN_FOLLOWS


OBSERVATIONS: Final[tuple[Observation, ...]] = (
    Observation("D01", VOID, weakest_suit, needs=DISCARD, bars=THROWN | DECLARED),
    Observation("D02", VOID, from_strength, needs=DISCARD | DECLARED, bars=THROWN),
    Observation("D03", VOID, keep_guards, needs=DISCARD),
    Observation("D04", VOID, command_thrown, needs=DISCARD),
    Observation("D05", VOID, keep_partners_suit, needs=DISCARD | PARTNERS),
)

RETROSPECTS: Final[tuple[Retrospect, ...]] = ()
