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
    LOW,
    QUEEN,
    TEN,
    TOP,
    Done,
    View,
    card_at,
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
    partner, suit = view.partner, view.suit
    theirs = view.own_suit[partner]
    if theirs < 0 or view.number >= LATE or not view.hand[theirs]:
        return None
    if suit != theirs and view.rounds[suit]:
        return None
    if view.called[partner] or view.trump_leader[view.side] == partner:
        return None
    if view.may_be_ruffed(theirs):
        return None
    past = view.past
    opened = [trick.suit for trick in past].index(theirs)
    if any(trick.leader == view.seat for trick in past[opened:]):
        return None
    opening = past[opened]
    if opening.cards[0].rank in _WEAK or _fell(opening, view):
        return None
    if any(s != theirs and _strong(view.hand[s]) for s in view.plain):
        return None
    if suit == theirs:
        return follows(suit=SUITS[theirs])
    return None if view.boss(suit, view.bit) else departs(suit=SUITS[theirs])


def _fell(trick: Done, view: View) -> bool:
    """Whether an opponent threw an honour on a higher card, so that he probably has no more."""
    best = trick.cards[0].rank
    for place, card in enumerate(trick.cards):
        if card.code // 13 == trick.suit:
            if place & 1 != (view.seat - trick.leader) & 1 and TEN < card.rank < best:
                return True
            best = max(best, card.rank)
    return False


def _strong(held: int) -> bool:
    """Whether a suit is one of the player's own to lead: five cards, or a sequence of honours."""
    return (
        held.bit_count() >= 5
        or strong_holding(held)
        or any(held & sequence == sequence for sequence in _SEQUENCES)
    )


def return_card(view: View, card: Card) -> Said | None:
    """L15: of two cards left the higher is returned, of three or more the lowest; the best."""
    suit, held, alike = view.suit, view.held, view.alike
    if alike == held:
        return None
    if suit == view.trump:
        if view.called[view.partner]:
            return None  # L17
    elif view.may_be_ruffed(suit):
        return None
    key, wanted = _returned(view, suit)
    if alike & wanted:
        return follows(key, card=card, suit=SUITS[suit])
    named = card_at(suit, wanted)
    return departs(f"{key}-departs", card=card, named=named, suit=SUITS[suit])


def _returned(view: View, suit: int) -> tuple[str, int]:
    """Which card of a suit is returned, as a bit, with the sentence that says why (L15)."""
    held = view.hand[suit]
    top = TOP[held]
    higher = view.out[suit] >> top.bit_length()
    if not higher:
        return "best", top
    if not higher & higher - 1 and view.equals(suit, top) != top:
        return "next", top
    if held.bit_count() == 2:
        return "two", top
    return "more", LOW[held]


def return_trump(view: View, card: Card) -> Said | None:
    """L16: the partner's lead of trumps from strength is returned at once."""
    partner, trump, seat = view.partner, view.trump, view.seat
    if view.called[seat] or view.void(partner, trump):
        return None
    if view.void(view.lho, trump) and view.void(view.rho, trump):
        return None
    first = -1
    for leader, cards, led, _ in view.past:
        if leader == partner:
            if led == trump:
                first = cards[0].rank if first < 0 else first
            elif first >= 0:
                return None  # he has had enough of them
        elif leader == seat and first >= 0:
            return None
    if view.suit == trump:
        return None if view.hand.count(0) == 3 else follows()
    if first in _WEAK:
        return None
    if (
        view.won[view.side] == view.book
        and view.boss(view.suit, view.bit)
        and not view.may_be_ruffed(view.suit)
    ):
        return None  # makes sure of the odd trick
    return departs(named=card_at(trump, _returned(view, trump)[1]))


def answer_call(view: View, card: Card) -> Said | None:
    """L17: the trump that answers a call: the best of three, the lowest of four, the ace."""
    trump, seat = view.trump, view.seat
    called = view.called[view.partner]
    if any(t.suit == trump or t.leader == seat for t in view.past[called:]):
        return None
    trumps = view.trumps
    key, wanted = "best", TOP[trumps]
    if trumps.bit_count() > 3 and trumps < 1 << ACE and not strong_holding(trumps):
        key, wanted = "lowest", LOW[trumps]
    if view.alike & wanted:
        return follows(key, card=card)
    return departs(f"{key}-departs", 1, card=card, named=card_at(trump, wanted))


OBSERVATIONS: Final[tuple[Observation, ...]] = (
    Observation("L14", (PLAIN,), return_partner, needs=EARLY | PARTNERS, bars=ANSWERS | CALLED),
    Observation("L15", (LEAD,), return_card, needs=RETURNS),
    Observation("L16", (LEAD,), return_trump, needs=ANSWERS | TRUMPS),
    Observation("L17", (TRUMP,), answer_call, needs=CALLED),
)

RETROSPECTS: Final[tuple[Retrospect, ...]] = ()
