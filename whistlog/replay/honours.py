"""The honours of a deal: who was dealt the ace, king, queen and knave of trumps."""

from __future__ import annotations

from typing import Final

from whistlog.cards import SEATS, Card, Seat, Side, Suit, cards_of, sort_hand
from whistlog.replay.values import REVOKES, Replay
from whistlog.rules.play import order
from whistlog.rules.scoring import HONOURS, Pair

NUMBER: Final = HONOURS.bit_count()
"""How many honours there are."""


def honours_held(replay: Replay) -> tuple[Pair, ...]:
    """Each way in which the honours can have been dealt, as numbers for the two sides.

    One way where the hands are known, written or from the play; more where some of the honours
    can be with either side; (0, 0) where there are no trumps.
    """
    suit = replay.trump
    if suit is None:
        return ((0, 0),) if replay.trump_basis is not None else _ways(0, 0)
    honours = _honours(suit)
    held = [0, 0]
    for seat in SEATS:
        held[seat.side] |= (replay.hands[seat] or 0) & honours
    if held[0] & held[1]:  # dealt to both, if we believe the record
        return _ways(0, 0)
    unseen = honours & ~(held[0] | held[1])
    if unseen:
        closed = [seat for seat in SEATS if _has_no_other(replay, seat)]
        for side in (0, 1):
            if sum(seat.side == side for seat in closed) == 2:
                held[1 - side] |= unseen
                break
    return _ways(held[0].bit_count(), held[1].bit_count())


def _ways(ns: int, ew: int) -> tuple[Pair, ...]:
    return tuple((n, NUMBER - n) for n in range(ns, NUMBER - ew + 1))


def _has_no_other(replay: Replay, seat: Seat) -> bool:
    """Whether a seat can't have been dealt a trump that the record does not show."""
    hand = replay.known_hands[seat]
    if hand is not None and hand.bit_count() >= 13:
        return True
    rules = replay.order or order(replay.trump)
    for number, trick in enumerate(replay.tricks, start=1):
        if trick.number != number or seat not in trick.seats:
            return False
        played = trick.cards[trick.seats.index(seat)]
        if not played.bit:
            return False
        led = rules.setter(trick.cards)
        if led is None or not led.bit or rules.suit[led.code] != replay.trump:
            continue
        if rules.suit[played.code] != replay.trump:
            # Out of trumps: what he had of them he played before, unless he revoked.
            return not any(f.seat is seat and f.name in REVOKES for f in replay.facts)
    return False


def honours_of(replay: Replay, side: Side) -> tuple[Card, ...]:
    """The honours that a side is known to have been dealt, from the ace down."""
    if replay.trump is None:
        return ()
    bits = 0
    for seat in SEATS:
        if seat.side is side:
            bits |= replay.hands[seat] or 0
    return sort_hand(cards_of(bits & _honours(replay.trump)))


def _honours(suit: Suit) -> int:
    return HONOURS << 13 * suit
