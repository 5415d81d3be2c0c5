"""Bid whist before the first card (BW01 to BW08, BW13)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import whistlog
from whistlog.cards import Ranking, Suit, card, mask
from whistlog.notes.annotator import annotate
from whistlog.notes.bidding import estimate
from whistlog.notes.values import CALL, DECLARATION, EXCHANGE
from whistlog.record import Deal
from whistlog.rules.profile import BidRules, Profile, builtin

BID = builtin("bid")
NUMBER = replace(BID, bid=BidRules(bids="number"))

UP = "♠ A K Q 7 6  ♥ K Q 8  ♦ 9 8  ♣ 10 7"
DOWN = "♠ A 3 2 8 7  ♥ 3 2 8  ♦ 9 8  ♣ 10 7"
EVEN = "♠ A K 3 8 7  ♥ Q 2 8  ♦ 9 8  ♣ 10 7"
NEARLY = "♠ A K 3 8 7  ♥ Q 9 8  ♦ 9 8  ♣ 10 7"
WEAK = "♠ J 10 9 8  ♥ J 10 9  ♦ J 10 9  ♣ 9 8"
JOKER = "♠ A K Q 7 6  ♥ K Q 8  ♦ 9 8  ♣ 10  LJ"
JOKERS = "♠ A K Q 7 6  ♥ K Q 8  ♦ 9 8  BJ LJ"
STRONG = "♠ A K Q J 10 9 8  ♥ A K  ♦ A  BJ LJ"


def parsed(*lines: str) -> Deal:
    """A deal from its lines."""
    record, found = whistlog.parse("Rules: bid\n\n" + "\n".join(lines) + "\n")
    assert found == ()
    return record.games[0].deals[0]


def verdict(
    code: str, deal: Deal, kind: str, place: int = 0, profile: Profile = BID
) -> tuple[str, str, int] | None:
    """Verdict, key and severity of the note on a step; None where nothing is said."""
    notes = annotate(whistlog.replay_deal(deal, profile), profile).notes
    found = [
        (n.verdict, n.key, n.severity)
        for n in notes
        if n.code == code
        and n.moment.card is None
        and (n.moment.kind, n.moment.place) == (kind, place)
    ]
    assert len(found) <= 1
    return found[0] if found else None


def call(code: str, hand: str, calls: str, profile: Profile = BID) -> tuple[str, str] | None:
    """Verdict and key of the note on the last of some calls, the hand being its caller's."""
    place = calls.count(",")
    seat = "NESW"[place % 4]
    found = verdict(
        code, parsed("Dealer: W", f"{seat}: {hand}", f"Auction: {calls}"), CALL, place, profile
    )
    return None if found is None else found[:2]


def declared(
    code: str, hand: str, bid: str, *named: str, profile: Profile = BID
) -> tuple[str, str] | None:
    """The same of what North names after winning the auction."""
    deal = parsed("Dealer: W", f"N: {hand}", f"Auction: {bid}, pass, pass, pass", *named)
    found = verdict(code, deal, DECLARATION, profile=profile)
    return None if found is None else found[:2]


@pytest.mark.parametrize(
    ("hand", "trump", "ranking", "tricks"),
    [
        # Two trumps beyond three, ace and king of them: four points; seven and three tricks.
        (UP, Suit.SPADES, Ranking.UPTOWN, 10),
        (UP, Suit.HEARTS, Ranking.UPTOWN, 10),
        (UP, None, Ranking.UPTOWN, 9),
        (UP, Suit.DIAMONDS, Ranking.DOWNTOWN, 8),
        (DOWN, Suit.SPADES, Ranking.DOWNTOWN, 10),
        (DOWN, None, Ranking.DOWNTOWN, 9),
        (JOKER, Suit.SPADES, Ranking.UPTOWN, 11),
        (JOKERS, Suit.SPADES, Ranking.UPTOWN, 12),
        (WEAK, None, Ranking.UPTOWN, 7),
        (STRONG, Suit.SPADES, Ranking.UPTOWN, 13),
    ],
)
def test_the_rough_count(hand: str, trump: Suit | None, ranking: Ranking, tricks: int) -> None:
    ((_, cards),) = parsed(f"N: {hand}").hands.items()
    assert len(cards) == 12
    assert estimate(mask(cards), trump, ranking, BidRules()) == tricks


def test_the_rough_count_goes_by_the_rules() -> None:
    hand = mask([card("2♥"), card("3♥"), card("A♥")])
    assert estimate(hand, None, Ranking.DOWNTOWN, BidRules()) == 9
    # The ace is the lowest: two and three are still the best.
    assert estimate(hand, None, Ranking.DOWNTOWN, BidRules(downtown_ace="low")) == 8
    assert estimate(hand, None, Ranking.DOWNTOWN, BidRules(kitty_trick="none")) == 8


@pytest.mark.parametrize(
    ("hand", "calls", "expected"),
    [
        (UP, "3 up", ("follows", "follows")),
        (UP, "3 down", ("departs", "departs-down")),
        (DOWN, "3 down", ("follows", "follows")),
        (DOWN, "3 up", ("departs", "departs-up")),
        (EVEN, "3 up", None),
        (NEARLY, "3 up", None),
        (NEARLY, "3 down", None),
        (UP, "3 nt", None),
        (UP, "pass", None),
        # Not a second time, and not where uptown was no longer to be had at that number.
        (UP, "2 down, pass, 2 nt, pass, 3 down", None),
        (UP, "2 up, 2 down", None),
        (UP, "2 up, 3 down", ("departs", "departs-down")),
    ],
)
def test_direction_of_a_bid(hand: str, calls: str, expected: tuple[str, str] | None) -> None:
    assert call("BW01", hand, calls) == expected


def test_direction_that_is_named() -> None:
    assert declared("BW01", UP, "3 nt", "Ranking: uptown") == ("follows", "follows")
    assert declared("BW01", UP, "3 nt", "Ranking: downtown") == ("departs", "departs-down")
    # It was bid, and is not named anew.
    assert declared("BW01", UP, "3 down", "Trump: ♠") is None
    named = ("Trump: ♠", "Ranking: downtown")
    assert declared("BW01", UP, "3 up", *named, profile=NUMBER) == ("departs", "departs-down")


@pytest.mark.parametrize(
    ("hand", "calls", "expected"),
    [
        (JOKERS, "3 nt", ("departs", "departs-two")),
        (JOKER, "3 nt", ("departs", "departs-one")),
        (JOKER, "3 up", ("follows", "follows")),
        (UP, "3 nt", None),
        (JOKER, "pass", None),
        # Only no trump is higher at that number.
        (JOKER, "3 down, 3 nt", None),
        (JOKER, "3 down, 4 nt", ("departs", "departs-one")),
    ],
)
def test_jokers_at_no_trump(hand: str, calls: str, expected: tuple[str, str] | None) -> None:
    assert call("BW02", hand, calls) == expected


def test_jokers_at_no_trump_that_is_named() -> None:
    named = ("Trump: no trump", "Ranking: uptown")
    assert declared("BW02", JOKER, "3 up", *named, profile=NUMBER) == ("departs", "departs-one")
    assert declared("BW02", JOKER, "3 up", "Trump: ♠", profile=NUMBER) == ("follows", "follows")
    assert declared("BW02", JOKER, "3 up", "Trump: ♠") is None


@pytest.mark.parametrize(
    ("hand", "calls", "expected"),
    [
        (UP, "1 up", ("follows", "bid")),
        (UP, "5 up", ("follows", "bid")),
        (UP, "6 up", ("departs", "overbid")),
        (JOKERS, "4 up", ("follows", "bid")),
        # Low bids are no fault: tricks above the bid count too.
        (JOKERS, "1 up", ("follows", "bid")),
        (JOKERS, "pass, 4 up, pass", ("departs", "underbid")),
        (JOKERS, "pass, 5 up, pass", None),
        (UP, "pass, 6 up, pass", ("follows", "pass")),
        # The partner may still bid, or has passed.
        (JOKERS, "pass", None),
        (JOKERS, "2 up, pass", None),
        (JOKERS, "1 up, 2 up, pass", None),
        (JOKERS, "pass, pass, pass", ("departs", "underbid")),
        # The partner's bid stands; the dealer must bid.
        (WEAK, "3 up, pass, 4 up", None),
        (JOKERS, "3 up, pass, pass", None),
        (WEAK, "pass, pass, pass, 4 up", None),
    ],
)
def test_level_likely(hand: str, calls: str, expected: tuple[str, str] | None) -> None:
    assert call("BW03", hand, calls) == expected


def test_the_partner_has_no_call_to_come_where_each_speaks_once() -> None:
    once = replace(BID, bid=BidRules(rounds="one"))
    assert call("BW03", JOKERS, "1 up, 2 up, pass", once) == ("departs", "underbid")
    assert call("BW03", JOKERS, "1 up, pass", once) is None


@pytest.mark.parametrize(
    ("hand", "calls", "expected"),
    [
        (WEAK, "3 up, pass, 4 up", ("departs", "departs")),
        (JOKERS, "3 up, pass, 4 up", ("follows", "better")),
        (WEAK, "3 up, pass, pass", ("follows", "follows")),
        (WEAK, "3 up, pass, 3 down", None),
        (WEAK, "3 up, 4 up", None),
        (WEAK, "3 up, 4 up, 5 up", None),
    ],
)
def test_partners_bid_stands(hand: str, calls: str, expected: tuple[str, str] | None) -> None:
    assert call("BW04", hand, calls) == expected


@pytest.mark.parametrize(
    ("hand", "calls", "expected"),
    [
        (WEAK, "pass, pass, pass, 1 up", ("follows", "follows")),
        (WEAK, "pass, pass, pass, 1 nt", ("follows", "follows")),
        (WEAK, "pass, pass, pass, 3 up", ("departs", "departs")),
        (JOKERS, "pass, pass, pass, 2 up", None),
        (WEAK, "pass, pass, 2 up", None),
    ],
)
def test_forced_minimum(hand: str, calls: str, expected: tuple[str, str] | None) -> None:
    assert call("BW05", hand, calls) == expected


@pytest.mark.parametrize(
    ("hand", "trump", "expected"),
    [
        (UP, "♠", ("follows", "follows")),
        (UP, "♦", ("departs", "departs")),
        ("♠ 8 7 6 5  ♥ K 3  ♦ 10 9 8  ♣ 10 7 4", "♥", None),
        ("♠ 8 7 6 5  ♥ J 10 3  ♦ 9 8  ♣ 10 7 4", "♥", ("follows", "follows")),
    ],
)
def test_trump_length(hand: str, trump: str, expected: tuple[str, str] | None) -> None:
    assert declared("BW06", hand, "3 up", f"Trump: {trump}") == expected
    assert declared("BW06", hand, "3 nt", "Ranking: uptown") is None


def exchange(
    code: str, hand: str, kitty: str, kept: str, bid: str = "3 up", named: str = "Trump: ♠"
) -> tuple[str, str] | None:
    """Verdict and key of the note on what North puts away; the others' hands don't matter.

    Args:
        code: the observation.
        hand: dealt to North.
        kitty: its six cards.
        kept: the six of all these that are put away.
        bid: of North.
        named: trump or direction.
    """
    auction = f"Auction: {bid}, pass, pass, pass"
    deal = parsed("Dealer: W", f"N: {hand}", f"Kitty: {kitty}", auction, named, f"Discards: {kept}")
    found = verdict(code, deal, EXCHANGE)
    return None if found is None else found[:2]


KITTY = "J♦ 7♦ J♣ 5♣ 4♣ 3♣"


@pytest.mark.parametrize(
    ("away", "expected"),
    [
        # ♠ A K Q 7 6  ♥ K Q 8  ♦ J 9 8 7  ♣ J 10 7 5 4 3
        ("J♦ 9♦ 8♦ 7♦ 4♣ 3♣", ("follows", "void")),
        ("7♦ 8♦ 7♣ 5♣ 4♣ 3♣", ("follows", "follows")),
        # The nine of diamonds stays alone, but no other card does.
        ("J♦ 8♦ 7♦ J♣ 7♣ 5♣", ("follows", "follows")),
    ],
)
def test_losers_put_away(away: str, expected: tuple[str, str]) -> None:
    hand = "♠ A K Q 7 6  ♥ A Q 8  ♦ 9 8  ♣ 10 7"
    assert exchange("BW07", hand, KITTY, away) == expected


def test_winners_and_single_losers() -> None:
    hand = "♠ A K Q 7 6 5 4  ♥ A  ♦ 9 8  ♣ 10 7"
    kitty = "J♦ 7♦ J♣ 5♣ K♥ 8♥"
    assert exchange("BW07", hand, kitty, "A♥ J♦ 7♦ J♣ 5♣ 7♣") == ("departs", "winner")
    assert exchange("BW07", hand, kitty, "K♥ J♦ 7♦ J♣ 5♣ 7♣") == ("departs", "winner")
    # 9♦ and 10♣ alone: with the nine put away and a club kept diamonds could be ruffed.
    spread = exchange(
        "BW07", "♠ A K Q 7 6 5 4 3 2  ♥ A  ♦ 9  ♣ 10", "J♦ 7♦ J♣ 5♣ 9♥ 8♥", "J♦ 7♦ J♣ 5♣ 9♥ 8♥"
    )
    assert spread == ("departs", "spread")
    # A void is no aim at no trump.
    free = exchange(
        "BW07",
        "♠ A K Q 7 6 5 4 3 2  ♥ A  ♦ 9  ♣ 10",
        "J♦ 7♦ J♣ 5♣ 9♥ 8♥",
        "J♦ 7♦ J♣ 5♣ 9♥ 8♥",
        "3 nt",
        "Ranking: uptown",
    )
    assert free == ("follows", "follows")


def test_winners_go_where_nothing_else_is_left() -> None:
    hand = "♠ A K Q J 10 9 8  ♥ A K Q J 10"
    assert exchange("BW07", hand, "9♥ 8♥ A♦ K♦ A♣ K♣", "9♥ 8♥ A♦ K♦ A♣ K♣") is None


@pytest.mark.parametrize(
    ("away", "expected"),
    [
        ("J♦ 9♦ 8♦ 7♦ 4♣ 3♣", ("follows", "follows")),
        ("6♠ 9♦ 8♦ 7♦ 4♣ 3♣", ("departs", "departs")),
    ],
)
def test_trump_put_away(away: str, expected: tuple[str, str]) -> None:
    hand = "♠ A K Q 7 6  ♥ A Q 8  ♦ 9 8  ♣ 10 7"
    assert exchange("BW08", hand, KITTY, away) == expected


def test_a_trump_of_eight_may_go() -> None:
    hand = "♠ A K Q 7 6 5 4  ♥ A Q 8  ♦ 9  LJ"
    assert exchange("BW08", hand, KITTY, "4♠ J♦ 7♦ 5♣ 4♣ 3♣") is None
    assert exchange("BW08", hand, KITTY, "4♠ J♦ 7♦ 5♣ 4♣ 3♣", "3 nt", "Ranking: uptown") is None


def test_jokers_put_away() -> None:
    hand = "♠ A K Q 7 6  ♥ A Q 8  ♦ 9 8  ♣ 10  LJ"
    named = ("3 nt", "Ranking: uptown")
    assert exchange("BW13", hand, KITTY, "LJ J♦ 7♦ 5♣ 4♣ 3♣", *named) == ("follows", "put-away")
    assert exchange("BW13", hand, KITTY, "8♦ J♦ 7♦ 5♣ 4♣ 3♣", *named) == ("departs", "kept")
    assert exchange("BW13", hand, KITTY, "LJ J♦ 7♦ 5♣ 4♣ 3♣") is None


def test_one_joker_is_a_smaller_fault() -> None:
    deals = [parsed("Dealer: W", f"N: {h}", "Auction: 3 nt") for h in (JOKERS, JOKER)]
    severities: list[Any] = [verdict("BW02", deal, CALL) for deal in deals]
    assert [found[2] for found in severities] == [2, 1]


def test_nothing_is_said_after_a_call_that_is_out_of_order() -> None:
    deal = parsed("Dealer: W", f"N: {UP}", f"S: {WEAK}", "Auction: 3 up, 2 up, 4 up")
    steps = annotate(whistlog.replay_deal(deal, BID), BID).story.steps
    assert [step.place for step in steps] == [0]


def test_seats_may_be_left_out_once_they_have_passed() -> None:
    calls = "N: 1 up, E: pass, S: pass, W: 2 up, N: 3 up, W: 4 up, N: pass"
    deal = parsed("Dealer: W", f"N: {UP}", f"W: {WEAK}", f"Auction: {calls}")
    steps = annotate(whistlog.replay_deal(deal, BID), BID).story.steps
    assert [(step.seat.name, step.place) for step in steps if step.kind == CALL] == [
        ("N", 0),
        ("W", 3),
        ("N", 4),
        ("W", 5),
        ("N", 6),
    ]


def test_an_unknown_hand_is_not_judged() -> None:
    deal = parsed("Dealer: W", f"N: {UP}", "Auction: 3 up, 4 up, pass, pass, pass", "Trump: ♠")
    notes = annotate(whistlog.replay_deal(deal, BID), BID).notes
    assert {n.moment.seat.name for n in notes} == {"N"}
