"""The way through a deal: what each player could know before each card."""

from __future__ import annotations

from typing import Any, Final

from whistlog.cards import SEATS, Card, Seat
from whistlog.notes.observation import Call, Play, Story
from whistlog.notes.view import HAS, LOW, TOP, Done, Four, View, above, alike, mask_of, ranks_of
from whistlog.replay.quick import CLOCKWISE
from whistlog.replay.values import Replay
from whistlog.rules.profile import SHORT, Profile

_NOBODY: Final = (0, 0, 0, 0)
_NOTHING: Final = (0, -1, 0)
_PLAIN: Final = ((1, 2, 3), (0, 2, 3), (0, 1, 3), (0, 1, 2), (0, 1, 2, 3))
"""By trump suit, the other suits; last without trumps."""

_NUMBERS: Final = (0, 1, 2, 3)
"""By seat, its plain number."""

_AROUND: Final = tuple((s ^ 2, s + 1 & 3, s - 1 & 3, s & 1) for s in _NUMBERS)
"""By seat, the partner, the opponents on the left and on the right, and the side."""

_SUIT_OF: Final = tuple(code // 13 for code in range(52))
_BITS: Final = tuple(1 << rank for rank in range(13))
_TURNS: Final = tuple(tuple(map(int, seats)) for seats in CLOCKWISE)

_new: Final[Any] = tuple.__new__
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
    dealt = replay.known_hands
    if rules is None:
        return Story({}, (), dealt, replay.won, -1, ())
    trump = -1 if replay.trump is None else int(replay.trump)
    plain = _PLAIN[trump]
    dealer = -1 if replay.dealer is None else int(replay.dealer)
    turned = replay.turn_up
    turn_held = turned is not None and dealer >= 0
    target, book, regular = profile.target, profile.book, replay.regular
    saving = (_saving(score, 0, profile), _saving(score, 1, profile))
    original = [None if hand is None else ranks_of(hand) for hand in dealt]
    hands = [list(hand or _NOBODY) for hand in original]
    left = [0x1FFF, 0x1FFF, 0x1FFF, 0x1FFF]
    leaders = 0
    voids = thrown = called = rounds = _NOBODY
    openers = own_suit = (-1, -1, -1, -1)
    trump_leader = (-1, -1)
    leads = won = (0, 0)
    # Once trumps have been led there is nothing to call for.
    calling = trump >= 0
    wasted: dict[int, tuple[int, int, int]] = {}
    calls: list[Call] = []
    plays: dict[int, Play] = {}
    past: tuple[Done, ...] = ()
    play = -1

    for number, trick in enumerate(replay.tricks, 1):
        seats, cards, winner = trick.seats, trick.cards, trick.winner
        leader = seats[0] if seats else None
        if leader is None:
            break
        clockwise = regular
        if not regular:
            if not all(0 <= c.code < 52 for c in cards):
                break
            clockwise = seats == CLOCKWISE[leader][: len(seats)]
            if not clockwise and (None in seats or len(set(seats)) < len(seats)):
                break
        turn: tuple[int, ...] = _TURNS[leader] if clockwise else seats  # type: ignore[assignment]  # none of them is None
        first = turn[0]
        lead = cards[0]
        led = _SUIT_OF[lead.code]
        best = place = 0
        best_suit = best_seat = -1
        for card in cards:
            play += 1
            seat = turn[place]
            suit = _SUIT_OF[card.code]
            bit = _BITS[card.rank]
            hand = hands[seat]
            held = hand[suit]
            known = held & bit
            if known:
                follows = suit == led if place else False
                # Where all is in order nobody holds what was played.
                others = left[suit] - held if regular else left[suit] & ~held
                if suit == best_suit:
                    others |= best
                # A card of another suit is never as good.
                choice = others & TOP[held] - LOW[held] or not (follows or hand.count(0) == 3)
                if choice and not regular:
                    # Of what is in order the replay has asked.
                    asked = lead if place else None
                    choice = clockwise and rules.legal(mask_of(hand), asked) & card.bit
                view = None
                if choice:
                    spades, hearts, diamonds, clubs = hand
                    view = View()
                    view.seat = seat
                    view.partner, view.lho, view.rho, view.side = partner, _, _, side = _AROUND[
                        seat
                    ]
                    view.place = place
                    view.hand = (spades, hearts, diamonds, clubs)
                    view.dealt = original[seat]  # type: ignore[assignment]  # it is known
                    a, b, c, d = left
                    if regular:
                        out = (a - spades, b - hearts, c - diamonds, d - clubs)
                    else:
                        out = (a & ~spades, b & ~hearts, c & ~diamonds, d & ~clubs)
                    view.out = out
                    view.play = play
                    view.card = card
                    view.suit = suit
                    view.bit = bit
                    view.held = held
                    view.alike = bit if held == bit else alike(held, others, bit)
                    view.number = number
                    view.trump = trump
                    view.plain = plain
                    if trump >= 0:
                        view.trumps = trumps = hand[trump]
                        view.trumps_out = out[trump]
                    else:
                        view.trumps = view.trumps_out = trumps = 0
                    view.dealer = dealer
                    view.turned = turned
                    view.turn_held = turn_held
                    view.leader = first
                    view.best = best
                    view.best_suit = best_suit
                    view.partner_winning = best_seat == partner
                    view.voids = voids
                    view.thrown = thrown
                    view.rounds = rounds
                    view.leads = leads
                    view.leaders = leaders
                    view.openers = openers
                    view.own_suit = own_suit
                    view.trump_leader = trump_leader
                    view.called = called
                    view.past = past
                    view.won = won
                    view.score = score
                    view.target = target
                    view.saving = saving[side]
                    view.book = book
                    view.school = school
                    if place:
                        view.led = led
                        view.cards = cards[:place]
                        if not follows:
                            view.winners = above(trumps, best) if best_suit == trump else trumps
                        else:
                            view.winners = above(held, best) if best_suit == led else 0
                    else:
                        view.led = -1
                        view.cards = ()
                        view.winners = 0
                if clockwise:
                    plays[play] = (play, number, place, SEATS[seat], card, view)
                hand[suit] = held - bit
            left[suit] -= bit if regular else left[suit] & bit
            if card is turned:
                turn_held = False
            if suit == led:
                if not place:
                    best, best_suit, best_seat = bit, suit, seat
                else:
                    if calling if led != trump else place == 2:
                        high, at, trumps = wasted.get(4 * led + seat, _NOTHING)
                        if bit < high:
                            if at in plays and play in plays:
                                calls.append(Call(at, play, trumps, held == bit))
                            if led != trump and not called[seat]:
                                called = _with(called, seat, number)
                        elif best_suit != led or bit < best:
                            wasted[4 * led + seat] = (bit, play, hand[trump])
                    if bit > best and best_suit == led:
                        best, best_seat = bit, seat
            else:
                if not HAS[voids[seat]][led]:
                    voids = _with(voids, seat, voids[seat] | 1 << led)
                if suit == trump:
                    if best_suit == led or bit > best:
                        best, best_suit, best_seat = bit, suit, seat
                elif not HAS[thrown[seat]][suit]:
                    thrown = _with(thrown, seat, thrown[seat] | 1 << suit)
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
        if first & 1:
            leads = (leads[0], leads[1] | 1 << led)
        else:
            leads = (leads[0] | 1 << led, leads[1])
        if winner is None or place < 4:
            break
        in_turn = cards if clockwise else _in_turn(leader, seats, cards)
        past = (*past, _new(Done, (first, in_turn, led, _NUMBERS[winner])))
        won = (won[0], won[1] + 1) if winner & 1 else (won[0] + 1, won[1])
    return Story(plays, past, dealt, won, trump, tuple(calls))


def _saving(score: tuple[int, int] | None, side: int, profile: Profile) -> int:
    """The tricks with which a side keeps the other from winning the game in one deal; 0 where it
    can't lose it, or that can't be told."""
    if score is None or profile.target is None:
        return 0
    theirs = profile.book + profile.target - score[1 - side]
    return 14 - theirs if profile.book < theirs <= 13 else 0


def _with(four: Four, at: int, value: int) -> Four:
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
