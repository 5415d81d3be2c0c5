"""Following suit and winning tricks, against a slow second opinion and another implementation."""

from __future__ import annotations

import random
import sys
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.deals import Board, allowed, cards, taker
from whistlog.cards import CARDS, SUITS, Card, Ranking, Suit, card, cards_of, mask
from whistlog.rules.play import NO_SUIT, UNKNOWN_SUIT, order

trumps = st.sampled_from([None, *SUITS])
rankings = st.sampled_from(list(Ranking))
hands = st.lists(st.sampled_from(CARDS), min_size=1, max_size=13, unique=True)
tricks = st.lists(st.sampled_from(CARDS), min_size=1, max_size=4, unique=True)


def legal(hand: str, led: str, trump: Suit | None) -> str:
    rules = order(trump)
    return " ".join(c.name for c in cards_of(rules.legal(mask(cards(hand)), card(led))))


def winner(text: str, trump: Suit | None, ranking: Ranking = Ranking.UPTOWN) -> str:
    trick = cards(text)
    return trick[order(trump, ranking).winner(trick)].name


@given(hands, tricks, trumps, rankings)
def test_legal_as_the_slow_reading_has_it(
    hand: list[Card], trick: list[Card], trump: Suit | None, ranking: Ranking
) -> None:
    rules = order(trump, ranking)
    led = rules.setter(trick)
    assert set(cards_of(rules.legal(mask(hand), led))) == set(allowed(hand, trick, trump))


@given(hands, trumps)
def test_the_leader_may_play_anything(hand: list[Card], trump: Suit | None) -> None:
    assert order(trump).legal(mask(hand), None) == mask(hand)


@given(tricks, trumps, rankings)
def test_winner_as_the_slow_reading_has_it(
    trick: list[Card], trump: Suit | None, ranking: Ranking
) -> None:
    rules = order(trump, ranking)
    assert rules.winner(trick) == rules.decided_winner(trick) == taker(trick, trump, ranking)


@given(tricks, trumps, rankings, st.data())
def test_no_loser_wins_by_a_card_that_was_not_recorded(
    trick: list[Card], trump: Suit | None, ranking: Ranking, data: st.DataObject
) -> None:
    """What is decided with a low card instead of its rank stays so for every such rank."""
    at = data.draw(st.integers(0, len(trick) - 1))
    suit = trick[at].suit
    if suit is None:
        return
    rules = order(trump, ranking)
    vague = [*trick[:at], card(f"x{suit.symbol}"), *trick[at + 1 :]]
    decided = rules.decided_winner(vague)
    for rank in range(8):
        exact = CARDS[suit * 13 + rank]
        if decided is not None and exact not in trick:
            assert rules.winner([*trick[:at], exact, *trick[at + 1 :]]) == decided


def test_winner_with_cards_that_were_not_recorded() -> None:
    spades = order(Suit.SPADES)
    assert spades.decided_winner(cards("A♥ x♥ x♥ x♥")) == 0
    assert spades.decided_winner(cards("A♥ x♥ x♠ x♥")) == 2
    assert spades.decided_winner(cards("5♥ x♥ 3♣ 2♦")) is None
    assert spades.decided_winner(cards("x♥ x♥ 3♣ 2♦")) is None
    assert spades.decided_winner(cards("A♥ - 3♣ 2♦")) is None


def test_the_same_order_is_the_same_object() -> None:
    assert order(Suit.SPADES) is order(Suit.SPADES, Ranking.UPTOWN)
    assert order(None, Ranking.DOWNTOWN) is not order(None)


# Bid whist


@pytest.mark.parametrize(
    ("ranking", "names"),
    [
        (Ranking.UPTOWN, [*"23456789", "10", *"JQKA"]),
        (Ranking.DOWNTOWN, [*"KQJ", "10", *"98765432A"]),
    ],
)
def test_b10_ranks_uptown_and_downtown_with_the_jokers_on_top(
    ranking: Ranking, names: list[str]
) -> None:
    in_trumps = [card(f"{name}♥") for name in names] + [card("LJ"), card("BJ")]
    rules = order(Suit.HEARTS, ranking)
    for low, high in pairwise(in_trumps):
        assert rules.winner([low, high]) == 1
        assert rules.winner([high, low]) == 0


def test_b11_with_trumps_the_jokers_are_trumps() -> None:
    assert legal("LJ 3♠", "K♥", Suit.HEARTS) == "LJ"
    assert legal("LJ 3♠", "BJ", Suit.HEARTS) == "LJ"
    assert legal("LJ 3♠ 4♥", "K♠", Suit.HEARTS) == "3♠"
    assert legal("LJ 4♥ 2♣", "K♠", Suit.HEARTS) == "4♥ 2♣ LJ"
    assert winner("A♠ LJ K♠ 2♠", Suit.HEARTS) == "LJ"
    assert winner("A♥ LJ BJ K♥", Suit.HEARTS) == "BJ"


@pytest.mark.parametrize("ranking", list(Ranking))
def test_b12_without_trumps_the_jokers_win_nothing(ranking: Ranking) -> None:
    assert winner("3♠ BJ LJ 2♥", None, ranking) == "3♠"
    assert order(None).suit[card("BJ").code] == NO_SUIT


def test_amb_20_a_joker_led_without_trumps_leaves_the_suit_to_the_next_card() -> None:
    rules = order(None)
    assert rules.setter(cards("BJ 4♦ A♠")) is card("4♦")
    assert rules.setter(cards("BJ LJ")) is None
    assert rules.legal(mask(cards("4♦ A♠")), rules.setter(cards("BJ"))) == mask(cards("4♦ A♠"))
    assert winner("BJ 4♦ A♠ 5♦", None) == "5♦"
    assert winner("BJ LJ 4♦ A♠", None) == "4♦"


def test_amb_20_a_joker_is_thrown_only_when_void() -> None:
    assert legal("LJ 4♦", "K♦", None) == "4♦"
    assert legal("LJ 4♣", "K♦", None) == "4♣ LJ"


def test_a_low_ace_is_a_house_rule_of_downtown() -> None:
    rules = order(Suit.HEARTS, Ranking.DOWNTOWN, low_ace=True)
    assert rules.winner(cards("K♠ A♠ 2♠ 3♠")) == 2
    assert rules.winner(cards("A♠ K♠ A♦ K♦")) == 1


def test_cards_that_were_not_recorded_have_a_suit_where_it_is_known() -> None:
    rules = order(Suit.HEARTS)
    assert rules.suit[card("x♠").code] == Suit.SPADES
    assert rules.suit[card("-").code] == UNKNOWN_SUIT
    assert rules.follow[card("x♠").code] == mask(CARDS[:13])
    assert rules.follow[card("-").code] == 0


# Another implementation


@pytest.mark.skipif(sys.version_info >= (3, 13), reason="whist-core needs an older Python")
def test_agreement_with_whist_core() -> None:
    """Every card of every hand, and every trick, of deals played at random."""
    theirs = pytest.importorskip("whist_core.cards.card")
    containers = pytest.importorskip("whist_core.cards.card_container")
    checker = pytest.importorskip("whist_core.game.legal_checker").LegalChecker
    their_card = {
        c: theirs.Card(suit=theirs.Suit(c.suit.symbol), rank=list(theirs.Rank)[c.rank])
        for c in CARDS[:52]
        if c.suit is not None
    }
    for seed in range(12):
        board = Board.random(random.Random(seed))
        trump = board.up.suit
        assert trump is not None
        rules = order(trump)
        left = [list(hand) for hand in board.hands]
        for t, trick in enumerate(board.tricks):
            stack = containers.OrderedCardContainer.empty()
            for i, c in enumerate(trick):
                hand = left[board.seat_at(t, i)]
                held = containers.UnorderedCardContainer.with_cards(*(their_card[x] for x in hand))
                ours = rules.legal(mask(hand), trick[0] if i else None)
                for x in hand:
                    legal_there = checker.check_legal(held, their_card[x], stack.first)
                    assert bool(ours & x.bit) == legal_there
                hand.remove(c)
                stack.add(their_card[c])
            place, _ = stack.get_turn_and_winner_card(theirs.Suit(trump.symbol))
            assert place == rules.winner(trick)
