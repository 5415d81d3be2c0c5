"""The way through a deal of bid whist: what each player could know before each call and card."""

from __future__ import annotations

from functools import cache
from typing import Any, Final, NamedTuple

from whistlog.analysis.codes import Codes
from whistlog.cards import JOKERS, Card, Ranking, cards_of
from whistlog.notes.bidview import AuctionView, BidView, differ, suits_with_jokers
from whistlog.notes.values import CALL, DECLARATION, EXCHANGE, BidMoment, Step
from whistlog.record import Call
from whistlog.replay.positions import kitty_first, kitty_with
from whistlog.replay.quick import CLOCKWISE
from whistlog.replay.values import Replay
from whistlog.rules.auction import BIDS, PASS, Bidding, after, hold, refusal, start
from whistlog.rules.play import NO_SUIT, Order
from whistlog.rules.profile import BidRules, Profile

HIGHEST: Final = BIDS[::-1]
"""The bids, the highest first."""


class BidStory(NamedTuple):
    """A deal of bid whist as its players saw it.

    Attributes:
        steps: what was done before the first card by those whose hands are known, in order.
        moments: the plays of those whose hands are known, in order.
    """

    steps: tuple[Step, ...]
    moments: tuple[BidMoment, ...]


def tell_bid(replay: Replay, profile: Profile) -> BidStory:
    """Go through a deal of bid whist, as far as it is on record and in order.

    Args:
        replay: the deal.
        profile: its rules, with an auction.
    """
    dealt = list(replay.known_hands)
    steps = [*_calls(replay, profile, dealt), *_after_the_auction(replay, profile, dealt)]
    return BidStory(
        tuple([Step(play, *step) for play, step in enumerate(steps, -len(steps))]),
        () if replay.order is None else tuple(_plays(replay, profile, replay.order, dealt)),
    )


_Step = tuple[Any, ...]
"""The fields of a `Step` but the first."""


def _calls(replay: Replay, profile: Profile, dealt: list[int | None]) -> list[_Step]:
    """The calls, up to the first that is out of order."""
    rules, dealer = profile.bid, replay.dealer
    if rules is None or dealer is None:
        return []
    steps: list[_Step] = []
    bidding = start(dealer)
    made: tuple[tuple[int, Call], ...] = ()
    regular = replay.regular
    seats = () if regular else hold(replay.calls, dealer, rules).seats
    for place, call in enumerate(replay.calls):
        seat = bidding.turn
        if not regular:
            if place >= len(seats):
                break
            seat = seats[place]
            # Who has passed for good may be left out where seats are written.
            while bidding.turn is not seat and bidding.passed >> bidding.turn & 1:
                bidding = after(bidding, PASS, rules)
            if refusal(bidding, call, rules) is not None:
                break
        hand = dealt[seat]
        if hand is not None:
            view = None
            if call.level is not None or _may_bid(bidding, rules):
                view = AuctionView(seat, hand, 0, bidding, made, rules, profile.book)
            steps.append((CALL, place, seat, call, None, None, (), view))
        made = (*made, (seat, call))
        bidding = after(bidding, call, rules)
    return steps


def _may_bid(bidding: Bidding, rules: BidRules) -> bool:
    """Whether the player in turn may make a bid, and need not pass."""
    return any(refusal(bidding, bid, rules) is None for bid in HIGHEST)


def _after_the_auction(replay: Replay, profile: Profile, dealt: list[int | None]) -> list[_Step]:
    """What the declarer named and put away, where that is known."""
    rules, contract, order = profile.bid, replay.contract, replay.order
    if rules is None or contract is None or contract.level is None or order is None:
        return []
    seat = contract.declarer
    hand, kitty = dealt[seat], replay.kitty
    if hand is None or contract.form is None:
        return []
    bidding = Bidding(seat if replay.dealer is None else replay.dealer, seat, over=True)
    late = rules.declare == "after"
    view = AuctionView(
        seat,
        hand,
        kitty or 0 if late else 0,
        bidding,
        (),
        rules,
        profile.book,
        contract.level,
        contract.form,
    )
    named = (DECLARATION, 0, seat, None, replay.trump, replay.ranking, (), view)
    if kitty is None or replay.exchanged is None or not profile.kitty:
        return [named]
    away = (hand | kitty) & ~replay.exchanged
    if away.bit_count() != profile.kitty or replay.exchanged & ~(hand | kitty):
        return [named]
    view = view._replace(kitty=kitty, order=order)
    put = (EXCHANGE, 0, seat, None, None, None, cards_of(away), view)
    return [put, named] if late else [named, put]


@cache
def _codes(order: Order) -> Codes:
    return Codes(order)


def _plays(
    replay: Replay, profile: Profile, order: Order, dealt: list[int | None]
) -> list[BidMoment]:
    codes = _codes(order)
    to = codes.to
    downtown = order.ranking is Ranking.DOWNTOWN
    declarer = replay.declarer
    contract = replay.contract
    kitty = gone = 0
    need = None
    played = list(dealt)
    if declarer is not None:
        pool, kept = dealt[declarer], replay.exchanged
        played[declarer] = kept
        kitty = replay.kitty or 0
        if pool is not None and kept is not None and replay.kitty is not None:
            gone = (pool | kitty) & ~kept
        if contract is not None and contract.level is not None:
            need = profile.book + contract.level
    hands = played
    if downtown:
        hands = [None if bits is None else codes.mask(bits) for bits in played]
        kitty, gone = codes.mask(kitty), codes.mask(gone)
    trump = -1 if order.trump is None else int(order.trump)
    suits = suits_with_jokers(trump)
    jokers_stay = trump < 0 and profile.bid is not None and profile.bid.joker_lead != "allowed"
    seen = play = 0
    voids = [0, 0, 0, 0]
    rounds = [0, 0, 0, 0]
    won = kitty_first(replay)
    moments: list[BidMoment] = []
    regular, kitty_shown = replay.regular, replay.kitty_shown
    bidder = -1 if declarer is None else int(declarer)
    for number, trick in enumerate(replay.tricks):
        seats, cards = trick.seats, trick.cards
        leader = seats[0] if seats else None
        if leader is None:
            break
        if not regular and (
            seats != CLOCKWISE[leader][: len(seats)] or not all(c.bit for c in cards)
        ):
            break
        setter: Card | None = None
        led = best_seat = -1
        best = 0
        shown, led_before, before = tuple(voids), tuple(rounds), tuple(won)
        for place, card in enumerate(cards):
            seat = seats[place]
            assert seat is not None
            bit = 1 << to[card.code]
            suit = order.suit[card.code]
            hand = hands[seat]
            if hand is not None:
                # The codes keep each card in its suit, which is all that legality asks for.
                legal = order.legal(hand, setter)
                if jokers_stay and not place:
                    legal = legal & ~JOKERS or legal
                own = gone if seat is declarer else 0
                view = None
                choice = legal & bit and legal & legal - 1
                if choice and differ(legal, hand | seen | own, best, suits):
                    view = BidView(
                        seat,
                        place,
                        hand,
                        legal,
                        number + 1,
                        trump,
                        order,
                        codes,
                        suits,
                        bidder,
                        cards[:place],
                        led,
                        best,
                        best_seat,
                        seen,
                        own,
                        kitty if kitty_shown or seat is declarer else 0,
                        shown,
                        led_before,
                        before,
                        need,
                    )
                moments.append(BidMoment(play, number + 1, place, seat, card, view))
                hands[seat] = hand & ~bit
            play += 1
            seen |= bit
            if setter is None:
                if suit != NO_SUIT:
                    setter, led = card, suit
                    best, best_seat = bit, seat
            elif suit == led:
                if best & suits[led] and bit > best:
                    best, best_seat = bit, seat
            else:
                voids[seat] |= 1 << led
                shown = tuple(voids)
                if suit == trump and (not best & suits[suit] or bit > best):
                    best, best_seat = bit, seat
        if led >= 0:
            rounds[led] += 1
        if trick.winner is None or len(cards) < 4:
            break
        won[trick.winner & 1] += 1 + kitty_with(replay, number)
    return moments
