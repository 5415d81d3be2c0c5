"""The way through a deal: what each player could know before each card."""

from __future__ import annotations

from typing import Any, Final

from whistlog.cards import SEATS, Card, Seat
from whistlog.notes.observation import Story
from whistlog.notes.values import Moment
from whistlog.notes.view import SUIT, Done, View, differ
from whistlog.replay.quick import CLOCKWISE
from whistlog.replay.values import Replay
from whistlog.rules.profile import SHORT, Profile

_Four = tuple[int, int, int, int]

_NOBODY: Final = (0, 0, 0, 0)
_PACK: Final = sum(SUIT)
_TURNS: Final = tuple(tuple(map(int, seats)) for seats in CLOCKWISE)

_tuple: Final[Any] = tuple.__new__
"""Makes a named tuple of its fields, all of them given; three times as fast as to call it."""


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
    original = replay.known_hands
    hands = list(original)
    if rules is None:
        return Story((), (), original, replay.won, -1, 0)
    trump = -1 if replay.trump is None else int(replay.trump)
    trump_mask = SUIT[trump] if trump >= 0 else 0
    dealer = -1 if replay.dealer is None else int(replay.dealer)
    turned = replay.turn_up
    turn_held = turned is not None and dealer >= 0
    target, book, regular = profile.target, profile.book, replay.regular
    seen = play = leaders = 0
    voids = thrown = called = rounds = _NOBODY
    openers = own_suit = (-1, -1, -1, -1)
    trump_leader = (-1, -1)
    # Once trumps have been led there is nothing to call for.
    calling = trump >= 0
    wasted: dict[tuple[int, int], int] = {}
    moments: list[Moment] = []
    past: tuple[Done, ...] = ()
    won = (0, 0)

    for number, trick in enumerate(replay.tricks, 1):
        _, _, _, seats, cards, winner, _ = trick
        leader = seats[0] if seats else None
        if leader is None or not (regular or all(0 <= c.code < 52 for c in cards)):
            break
        clockwise = seats == CLOCKWISE[leader][: len(seats)]
        if not clockwise and (None in seats or len(set(seats)) < len(seats)):
            break
        turn: tuple[int, ...] = _TURNS[leader] if clockwise else seats  # type: ignore[assignment]  # none of them is None
        first = turn[0]
        lead = cards[0]
        led = lead.code // 13
        of_led = rules.follow[lead.code]
        best = place = 0
        best_seat = -1
        for card in cards:
            seat = turn[place]
            bit = card.bit
            hand = hands[seat]
            if hand is not None:
                if clockwise and hand & bit:
                    legal = rules.legal(hand, lead if place else None)
                    view = None
                    # A card of another suit is never as good.
                    if legal & bit and (
                        legal & ~SUIT[card.code // 13] or differ(legal, hand | seen, best)
                    ):
                        view = View()
                        view.seat = seat
                        view.partner = partner = seat ^ 2
                        view.lho = seat + 1 & 3
                        view.rho = seat - 1 & 3
                        view.side = seat & 1
                        view.place = place
                        view.hand = hand
                        view.original = original[seat]  # type: ignore[assignment]
                        view.legal = legal
                        view.number = number
                        view.trump = trump
                        view.trumps = trumps = hand & trump_mask
                        view.dealer = dealer
                        view.turned = turned
                        view.turn_held = turn_held
                        view.leader = first
                        view.best = best
                        view.best_seat = best_seat
                        view.partner_winning = best_seat == partner
                        view.seen = seen
                        view.out = out = _PACK & ~(hand | seen)
                        view.trumps_out = out & trump_mask
                        view.voids = voids
                        view.thrown = thrown
                        view.rounds = rounds
                        view.leaders = leaders
                        view.openers = openers
                        view.own_suit = own_suit
                        view.trump_leader = trump_leader
                        view.called = called
                        view.past = past
                        view.won = won
                        view.score = score
                        view.target = target
                        view.book = book
                        view.school = school
                        if place:
                            view.led = led
                            view.cards = cards[:place]
                            if best & of_led:
                                view.winners = (
                                    legal & of_led & -best << 1 if legal & of_led else trumps
                                )
                            else:
                                view.winners = 0 if legal & of_led else trumps & -best << 1
                        else:
                            view.led = -1
                            view.cards = ()
                            view.winners = legal
                    moments.append(_tuple(Moment, (play, number, place, SEATS[seat], card, view)))
                hands[seat] = hand & ~bit
            play += 1
            seen |= bit
            if card is turned:
                turn_held = False
            if bit & of_led:
                if not place:
                    best, best_seat = bit, seat
                else:
                    if calling and led != trump:
                        high = wasted.get((seat, led), 0)
                        if bit < high:
                            if not called[seat]:
                                called = _with(called, seat, number)
                        elif bit < best or not best & of_led:
                            wasted[seat, led] = bit
                    if bit > best and best & of_led:
                        best, best_seat = bit, seat
            else:
                voids = _with(voids, seat, voids[seat] | 1 << led)
                if not bit & trump_mask:
                    thrown = _with(thrown, seat, thrown[seat] | bit)
                elif best & of_led or bit > best:
                    best, best_seat = bit, seat
            place += 1
        if openers[led] < 0:
            openers = _with(openers, led, first)
            if led == trump:
                calling = False
                trump_leader = (-1, first) if first & 1 else (first, -1)
            elif own_suit[first] < 0:
                own_suit = _with(own_suit, first, led)
        rounds = _with(rounds, led, rounds[led] + 1)
        leaders |= 1 << first
        if winner is None or place < 4:
            break
        in_turn = cards if clockwise else _in_turn(leader, seats, cards)
        past = (*past, _tuple(Done, (first, in_turn, led, int(winner))))
        won = (won[0], won[1] + 1) if winner & 1 else (won[0] + 1, won[1])
    calls = 0
    if called is not _NOBODY:
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
