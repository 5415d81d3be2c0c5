"""The auction against a slow model that looks at all calls each time, exhaustively."""

from __future__ import annotations

import random
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.bids import ALL, Spoken, finished, higher, may_say, random_auction
from whistlog.cards import SEATS, Seat
from whistlog.record import Call
from whistlog.rules.auction import (
    BIDS,
    PASS,
    Bidding,
    after,
    hold,
    legal_calls,
    quick_hold,
    rank,
    refusal,
    start,
)
from whistlog.rules.profile import BidRules

HOUSES = [
    BidRules(rounds=rounds, reentry=reentry, all_pass=all_pass, downtown=downtown, bids=bids,
             dealer_equals=equals, minimum=minimum)
    for rounds, reentry, all_pass, downtown, bids, equals, minimum in [
        ("many", "warned", "dealer", "higher", "form", False, 1),
        ("many", "forbidden", "redeal", "equal", "form", False, 1),
        ("many", "allowed", "dealer", "higher", "form", False, 2),
        ("many", "allowed", "redeal", "equal", "form", True, 1),
        ("one", "warned", "dealer", "higher", "form", True, 1),
        ("one", "warned", "redeal", "higher", "number", True, 1),
        ("many", "warned", "dealer", "higher", "number", False, 2),
    ]
]  # fmt: skip


def to_call(spoken: Spoken) -> Call:
    return PASS if spoken is None else Call(*spoken)


def spoken_of(call: Call) -> Spoken:
    return None if call.level is None else (call.level, call.form or "")


def count(bidding: Bidding, calls: list[Spoken], rules: BidRules, alphabet: list[Spoken]) -> int:
    """Go through all auctions of these calls, holding the model to the slow one at each."""
    assert bidding.over == finished(calls, rules)
    options = {spoken_of(c) for c in legal_calls(bidding, rules)}
    assert options == {c for c in ALL if may_say(calls, c, rules)}
    if bidding.over:
        return 1
    return sum(
        count(after(bidding, to_call(c), rules), [*calls, c], rules, alphabet)
        for c in alphabet
        if c in options
    )


@pytest.mark.parametrize("rules", HOUSES)
def test_every_auction_of_few_bids(rules: BidRules) -> None:
    """All auctions with the bids of two numbers (one, where passes are not final)."""
    levels = (2,) if rules.reentry == "allowed" else (2, 3)
    alphabet: list[Spoken] = [None, *product(levels, ("up", "down", "nt"))]
    assert count(start(Seat.W), [], rules, alphabet) > 10


def test_how_many_auctions_there_are() -> None:
    """With one number of bids there are few enough to count them otherwise.

    Passes are final: who is still in, in turn, passes or makes one of the higher bids.
    """
    rules = BidRules()

    def auctions(still_in: int, turn: int, left: int, bidder: int | None) -> int:
        if bidder is not None and still_in == 1 << bidder:
            return 1
        following = (turn + 1) % 4
        if not still_in >> turn & 1:
            return auctions(still_in, following, left, bidder)
        if bidder is None and still_in == 1 << turn:
            return left  # the dealer, whom the others have left alone
        if bidder == turn:
            # The others have all passed or bid since; he goes on only if somebody bid.
            return 0
        out = auctions(still_in & ~(1 << turn), following, left, bidder)
        return out + sum(
            auctions(still_in, following, left - bid, turn) for bid in range(1, left + 1)
        )

    alphabet: list[Spoken] = [None, *((2, form) for form in ("up", "down", "nt"))]
    assert count(start(Seat.W), [], rules, alphabet) == auctions(0b1111, 0, 3, None)


@pytest.mark.parametrize("rules", HOUSES)
def test_bids_are_ordered_as_the_rules_say(rules: BidRules) -> None:
    for one, other in product(BIDS, BIDS):
        a, b = spoken_of(one), spoken_of(other)
        assert a is not None
        assert b is not None
        assert (rank(*a, rules) > rank(*b, rules)) == higher(a, b, rules)


@pytest.mark.parametrize("rules", HOUSES)
def test_a_whole_auction_has_the_winner_of_its_last_bid(rules: BidRules) -> None:
    for seed in range(200):
        rng = random.Random(seed)
        spoken = random_auction(rng, rules)
        calls = [to_call(c) for c in spoken]
        dealer = rng.choice(SEATS)
        result = hold(calls, dealer, rules)
        last = max(i for i, c in enumerate(spoken) if c is not None)
        assert result.faults == ()
        assert result.over
        assert result.declarer is SEATS[(dealer + 1 + last) % 4]
        assert (result.level, result.form, result.call) == (*(spoken[last] or ()), last)
        seats = [Call(c.level, c.form, None, s) for c, s in zip(calls, result.seats)]
        assert hold(seats, dealer, rules) == result


anything = st.sampled_from([PASS, PASS, PASS, *BIDS, Call(8, "up"), Call(text="4 trump")])


@given(
    st.lists(anything, max_size=12),
    st.sampled_from(SEATS),
    st.sampled_from([r for r in HOUSES if not r.dealer_equals]),
)
def test_the_quick_way_is_the_same_or_declines(
    calls: list[Call], dealer: Seat, rules: BidRules
) -> None:
    whole = hold(calls, dealer, rules)
    quick = quick_hold(calls, dealer, rules)
    clean = not whole.faults and whole.over and whole.declarer is not None
    expected = (whole.declarer, whole.level, whole.form, whole.call) if clean else None
    assert quick == expected


@pytest.mark.parametrize("rules", HOUSES)
def test_the_quick_way_knows_most_auctions(rules: BidRules) -> None:
    for seed in range(200):
        calls = [to_call(c) for c in random_auction(random.Random(seed), rules)]
        whole = hold(calls, Seat.N, rules)
        quick = quick_hold(calls, Seat.N, rules)
        assert quick == (whole.declarer, whole.level, whole.form, whole.call) or (
            rules.dealer_equals and quick is None
        )


@given(st.lists(anything, max_size=14), st.sampled_from(SEATS), st.sampled_from(HOUSES))
def test_any_calls_come_to_something(calls: list[Call], dealer: Seat, rules: BidRules) -> None:
    result = hold(calls, dealer, rules)
    assert len(result.seats) == len(calls)
    assert all(0 <= f.call < len(calls) for f in result.faults)
    if result.declarer is not None:
        assert result.call is not None
        assert result.declarer is result.seats[result.call]
    first = next((f for f in result.faults if f.name != "auction-open"), None)
    bidding = start(dealer)
    for i, call in enumerate(calls):
        # The first fault is where the first call that is not legal stands.
        if refusal(bidding, call, rules) is not None:
            assert first is not None
            assert first.call == i
            break
        bidding = after(bidding, call, rules)
    else:
        assert first is None
        assert result.over == bidding.over


def test_two_seats_exchanged_are_one_fault() -> None:
    n, e, s, w = SEATS
    calls = [Call(3, "up", seat=n), Call(seat=w), Call(seat=s), Call(seat=e)]
    assert [(f.name, f.call) for f in hold(calls, w, BidRules()).faults] == [("bid-turn", 1)]


def test_two_neighbours_exchanged_are_one_fault() -> None:
    n, e, s, w = SEATS
    calls = [Call(seat=n), Call(3, "up", seat=e), Call(seat=w), Call(seat=s), Call(seat=n)]
    assert [(f.name, f.call) for f in hold(calls, w, BidRules()).faults] == [("bid-turn", 2)]
    calls = [Call(seat=e), Call(3, "up", seat=n), Call(seat=s), Call(seat=w), Call(seat=n)]
    assert [(f.name, f.call) for f in hold(calls, w, BidRules()).faults] == [("bid-turn", 0)]


@pytest.mark.parametrize("low", [Call(3, "up"), Call(2, "nt"), Call(1, "up")])
@pytest.mark.parametrize("place", [2, 3, 4])
def test_a_bid_that_is_too_low_does_not_leave_the_auction_open(low: Call, place: int) -> None:
    calls = [PASS, Call(3, "up"), PASS, PASS, PASS]
    calls[place] = low
    result = hold(calls, Seat.W, BidRules(minimum=2, reentry="allowed"))
    name = "bid-below-min" if low.level == 1 else "bid-too-low"
    assert [(f.name, f.call) for f in result.faults] == [(name, place)]


def test_an_auction_with_a_bid_too_low_may_be_open_all_the_same() -> None:
    result = hold([PASS, Call(3, "up"), Call(3, "up"), PASS], Seat.W, BidRules())
    assert [f.name for f in result.faults] == ["bid-too-low", "auction-open"]


def test_who_has_passed_for_good_may_be_left_out() -> None:
    n, e, s, w = SEATS
    calls = [
        Call(seat=n), Call(3, "up", seat=e), Call(seat=s), Call(4, "down", seat=w), Call(seat=e),
    ]  # fmt: skip
    result = hold(calls, w, BidRules())
    assert (result.declarer, result.over, result.faults) == (w, True, ())
    names = [f.name for f in hold(calls, w, BidRules(reentry="allowed")).faults]
    assert names == ["bid-turn"]
