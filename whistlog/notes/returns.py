"""Returning the partner's suit, and answering his trumps (L14 to L17).

The conditions are those of the catalogue (``catalogue/leads.toml``), which names the sources.
"""

from __future__ import annotations

from typing import Final

from whistlog.cards import SUITS, Card
from whistlog.notes.leads import LATE, strong_holding
from whistlog.notes.observation import (
    ANSWERS,
    CALLED,
    EARLY,
    LEAD,
    PARTNERS,
    PLAIN,
    RETURNS,
    TRUMP,
    TRUMPS,
    Observation,
    Retrospect,
)
from whistlog.notes.values import Said, departs, follows
from whistlog.notes.view import (
    ACE,
    KING,
    KNAVE,
    QUEEN,
    SUIT,
    TEN,
    Done,
    View,
    card_at,
    highest,
    lowest,
    ranks,
)

_WEAK: Final = (TEN - 1, TEN, KNAVE)
"""Cards that are led from weakness more often than from strength."""

_SEQUENCES: Final = (
    1 << ACE | 1 << KING,
    1 << KING | 1 << QUEEN,
    1 << QUEEN | 1 << KNAVE | 1 << TEN,
    1 << ACE | 1 << QUEEN | 1 << KNAVE,
)


def return_partner(view: View, card: Card) -> Said | None:
    """L14: without a strong suit of his own a player returns the partner's."""
    partner = (view.seat + 2) & 3
    theirs = view.own_suit[partner]
    if theirs < 0 or view.number >= LATE:
        return None
    suit, trump = card.code // 13, view.trump
    if (suit != theirs and view.rounds[suit]) or not view.hand & SUIT[theirs]:
        return None
    if view.called[partner] or view.trump_leader[partner & 1] == partner:
        return None
    if view.can_ruff(view.lho, theirs) or view.can_ruff(view.rho, theirs):
        return None
    opened = [trick.suit for trick in view.past].index(theirs)
    if any(trick.leader == view.seat for trick in view.past[opened:]):
        return None
    opening = view.past[opened]
    if opening.cards[0].rank in _WEAK or _fell(opening, view):
        return None
    if any(_strong(view, s) for s in range(4) if s not in (theirs, trump)):
        return None
    if suit == theirs:
        return follows(suit=SUITS[theirs])
    return None if view.boss(card.bit) else departs(suit=SUITS[theirs])


def _fell(trick: Done, view: View) -> bool:
    """Whether an opponent threw an honour on a higher card, so that he probably has no more."""
    best = trick.cards[0].bit
    for place, card in enumerate(trick.cards):
        if (
            place & 1 != (view.seat - trick.leader) & 1
            and card.code // 13 == trick.suit
            and card.rank > TEN
            and card.bit < best
        ):
            return True
        if card.code // 13 == trick.suit:
            best = max(best, card.bit)
    return False


def _strong(view: View, suit: int) -> bool:
    """Whether a suit is one of the player's own to lead: five cards, or a sequence of honours."""
    held = ranks(view.hand, suit)
    return (
        held.bit_count() >= 5
        or strong_holding(held)
        or any(held & sequence == sequence for sequence in _SEQUENCES)
    )


def return_card(view: View, card: Card) -> Said | None:
    """L15: of two cards left the higher is returned, of three or more the lowest; the best."""
    suit = card.code // 13
    if view.rounds[suit] != 1 or view.openers[suit] ^ 2 != view.seat:
        return None
    held = view.hand & SUIT[suit]
    if view.equals(card.bit) == held:
        return None
    trump = view.trump
    if suit == trump:
        if view.called[view.partner]:
            return None  # L17
    elif view.can_ruff(view.lho, suit) or view.can_ruff(view.rho, suit):
        return None
    key, wanted = _returned(view, suit)
    if card.bit & view.equals(wanted):
        return follows(key, card=card, suit=SUITS[suit])
    return departs(f"{key}-departs", card=card, named=card_at(wanted), suit=SUITS[suit])


def _returned(view: View, suit: int) -> tuple[str, int]:
    """Which card of a suit is returned, as a bit, with the sentence that says why (L15)."""
    held = view.hand & SUIT[suit]
    top = highest(held)
    higher = view.unseen(suit) >> top.bit_length()
    if not higher:
        return "best", top
    if not higher & higher - 1 and view.equals(top) != top:
        return "next", top
    if held.bit_count() == 2:
        return "two", top
    return "more", lowest(held)


def return_trump(view: View, card: Card) -> Said | None:
    """L16: the partner's lead of trumps from strength is returned at once."""
    partner, trump = (view.seat + 2) & 3, view.trump
    if view.trump_leader[partner & 1] != partner or not view.trumps or view.called[view.seat]:
        return None
    if view.void(partner, trump):
        return None
    if view.void(view.lho, trump) and view.void(view.rho, trump):
        return None
    led = -1
    for trick in view.past:
        if trick.leader == partner:
            if trick.suit == trump:
                led = trick.cards[0].rank if led < 0 else led
            elif led >= 0:
                return None  # he has had enough of them
        elif trick.leader == view.seat and led >= 0:
            return None
    if card.code // 13 == trump:
        return follows() if view.hand != view.trumps else None
    if led in _WEAK:
        return None
    if view.won[view.side] == view.book and view.safe_boss(card.bit):
        return None  # makes sure of the odd trick
    return departs(named=card_at(_returned(view, trump)[1]))


def answer_call(view: View, card: Card) -> Said | None:
    """L17: the trump that answers a call: the best of three, the lowest of four, the ace."""
    partner, trump = (view.seat + 2) & 3, view.trump
    called = view.called[partner]
    if not called:
        return None
    if any(t.suit == trump or t.leader == view.seat for t in view.past[called:]):
        return None
    trumps = view.trumps
    top = highest(trumps)
    held = ranks(trumps, trump)
    key, wanted = "best", top
    if trumps.bit_count() > 3 and held < 1 << ACE and not strong_holding(held):
        key, wanted = "lowest", lowest(trumps)
    if card.bit & view.equals(wanted):
        return follows(key, card=card)
    return departs(f"{key}-departs", 1, card=card, named=card_at(wanted))


OBSERVATIONS: Final[tuple[Observation, ...]] = (
    Observation("L14", (PLAIN,), return_partner, needs=EARLY | PARTNERS, bars=ANSWERS | CALLED),
    Observation("L15", (LEAD,), return_card, needs=RETURNS),
    Observation("L16", (LEAD,), return_trump, needs=ANSWERS | TRUMPS),
    Observation("L17", (TRUMP,), answer_call, needs=CALLED),
)

RETROSPECTS: Final[tuple[Retrospect, ...]] = ()
