"""The way through a deal: what each player could know before each card."""

from __future__ import annotations

from typing import Final

from whistlog.cards import SEATS, Card, Seat
from whistlog.notes.observation import Story
from whistlog.notes.values import Moment
from whistlog.notes.view import Done, View, differ
from whistlog.replay.quick import CLOCKWISE
from whistlog.replay.values import Basis, Replay
from whistlog.rules.profile import SHORT, Profile

_Four = tuple[int, int, int, int]

_NOBODY: Final = (0, 0, 0, 0)


def tell(
    replay: Replay,
    profile: Profile = SHORT,
    *,
    score: tuple[int, int] | None = None,
    school: str = "cavendish",
) -> Story:
    """Go through a deal of classic whist, as far as its cards are on record.

    Args:
        replay: the deal.
        profile: its rules.
        score: points of each side before the deal, None where they are not known.
        school: the school that judges.
    """
    rules = replay.order
    hands: list[int | None] = [
        bits if basis in (Basis.WRITTEN, Basis.INFERRED) else None
        for bits, basis in zip(replay.hands, replay.hands_basis)
    ]
    original = tuple(hands)
    if rules is None:
        return Story((), (), original, replay.won, -1, 0)
    trump = -1 if replay.trump is None else int(replay.trump)
    dealer = -1 if replay.dealer is None else int(replay.dealer)
    turned = replay.turn_up
    turn_held = turned is not None and dealer >= 0
    target, book, regular = profile.target, profile.book, replay.regular
    seen = play = leaders = 0
    voids = thrown = called = rounds = _NOBODY
    openers = own_suit = (-1, -1, -1, -1)
    trump_leader = (-1, -1)
    wasted: dict[tuple[int, int], int] = {}
    moments: list[Moment] = []
    past: tuple[Done, ...] = ()
    won = (0, 0)

    for number, trick in enumerate(replay.tricks, 1):
        seats, cards = trick.seats, trick.cards
        leader = seats[0] if seats else None
        if leader is None or not (regular or all(0 <= c.code < 52 for c in cards)):
            break
        clockwise = seats == CLOCKWISE[leader][: len(seats)]
        if not clockwise and (None in seats or len(set(seats)) < len(seats)):
            break
        turn: tuple[int, ...] = seats  # type: ignore[assignment]  # none of them is None
        led = cards[0].code // 13
        of_led = rules.follow[cards[0].code]
        best = 0
        best_seat = -1
        for place, card in enumerate(cards):
            seat = turn[place]
            bit = card.bit
            hand = hands[seat]
            if hand is not None:
                if clockwise and hand & bit:
                    legal = (place and hand & of_led) or hand
                    view = None
                    if legal & bit and differ(legal, hand | seen, best):
                        view = View(
                            seat,
                            place,
                            hand,
                            original[seat],  # type: ignore[arg-type]
                            legal,
                            number,
                            trump,
                            dealer,
                            turned,
                            turn_held,
                            leader,
                            cards[:place],
                            led if place else -1,
                            best,
                            best_seat,
                            seen,
                            voids,
                            thrown,
                            rounds,
                            leaders,
                            openers,
                            own_suit,
                            trump_leader,
                            called,
                            past,
                            won,
                            score,
                            target,
                            book,
                            school,
                        )
                    moments.append(Moment(play, number, place, SEATS[seat], card, view))
                hands[seat] = hand & ~bit
            play += 1
            seen |= bit
            if card is turned:
                turn_held = False
            if bit & of_led:
                if place and led != trump:
                    high = wasted.get((seat, led), 0)
                    if bit < high:
                        # Once trumps have been led there is nothing to call for.
                        if not called[seat] and trump >= 0 and openers[trump] < 0:
                            called = _with(called, seat, number)
                    elif bit < best or not best & of_led:
                        wasted[seat, led] = bit
                if not place or (bit > best and best & of_led):
                    best, best_seat = bit, seat
                continue
            voids = _with(voids, seat, voids[seat] | 1 << led)
            if card.code // 13 != trump:
                thrown = _with(thrown, seat, thrown[seat] | bit)
            elif best & of_led or bit > best:
                best, best_seat = bit, seat
        if openers[led] < 0:
            openers = _with(openers, led, leader)
            if led != trump and own_suit[leader] < 0:
                own_suit = _with(own_suit, leader, led)
            if led == trump:
                trump_leader = (leader, -1) if leader & 1 == 0 else (-1, leader)
        rounds = _with(rounds, led, rounds[led] + 1)
        leaders |= 1 << leader
        if trick.winner is None or len(cards) < 4:
            break
        in_turn = cards if clockwise else _in_turn(leader, seats, cards)
        past = (*past, Done(leader, in_turn, led, trick.winner))
        won = (won[0] + 1, won[1]) if trick.winner & 1 == 0 else (won[0], won[1] + 1)
    calls = sum(1 << seat for seat in range(4) if called[seat])
    return Story(tuple(moments), past, original, won, trump, calls)


def _with(four: _Four, at: int, value: int) -> _Four:
    """A tuple with one of its numbers replaced."""
    a, b, c, d = four
    if at == 0:
        return (value, b, c, d)
    if at == 1:
        return (a, value, c, d)
    return (a, b, value, d) if at == 2 else (a, b, c, value)


def _in_turn(
    leader: int, seats: tuple[Seat | None, ...], cards: tuple[Card, ...]
) -> tuple[Card, ...]:
    """The cards of a trick that was played out of turn, clockwise from the leader."""
    by_seat = dict(zip(seats, cards))
    return tuple(by_seat[Seat((leader + i) & 3)] for i in range(4))
