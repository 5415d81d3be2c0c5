"""Values of the native solver against a plain minimax and against DDS."""

from __future__ import annotations

import random

import pytest

from tests.analysis import minimax
from tests.analysis.conftest import LONG, often
from whistlog.analysis.position import Position


def position_of(case):
    hands, trump, ranking, leader, table = case
    return Position.of(hands, trump, leader, ranking, table)


@pytest.mark.parametrize("seed", range(often(20, 5)))
def test_small_positions_match_minimax(native, seed):
    rng = random.Random(seed)
    for _ in range(100):
        case = minimax.random_position(rng, rng.choice([1, 2, 2, 3, 3]))
        want = minimax.card_values(*case)
        position = position_of(case)
        assert native.values(position) == want, case
        assert native.solve(position) == max(want.values()), case


@pytest.mark.parametrize("seed", range(often(8, 2)))
def test_four_card_positions_match_minimax(native, seed):
    rng = random.Random(1000 + seed)
    for _ in range(often(25, 15)):
        case = minimax.random_position(rng, 4)
        assert native.values(position_of(case)) == minimax.card_values(*case), case


@pytest.mark.parametrize("seed", range(often(4, 1)))
def test_five_card_positions_match_minimax(native, seed):
    rng = random.Random(2000 + seed)
    for _ in range(often(4, 1)):
        case = minimax.random_position(rng, 5, bunch=22)
        assert native.values(position_of(case)) == minimax.card_values(*case), case


@pytest.mark.parametrize("seed", range(often(8, 4)))
def test_dead_jokers_match_minimax(native, seed):
    rng = random.Random(3000 + seed)
    for _ in range(60):
        size = rng.choice([2, 3, 3, 4]) if LONG else rng.choice([2, 3, 3])
        case = minimax.random_position(rng, size, jokers=2)
        case = (case[0], None, *case[2:])
        # The cards on the table were legal with a trump suit; drop those that no longer are.
        if case[4]:
            continue
        assert native.values(position_of(case)) == minimax.card_values(*case), case


@pytest.mark.parametrize("seed", range(often(8, 1)))
def test_fifteen_trumps_match_minimax(native, seed):
    rng = random.Random(4000 + seed)
    for _ in range(3):
        trump = rng.randrange(4)
        cards = [13 * trump + rank for rank in range(13)] + [52, 53]
        others = [card for card in range(52) if card // 13 != trump]
        cards += rng.sample(others, 1)
        rng.shuffle(cards)
        hands = [cards[4 * i : 4 * i + 4] for i in range(4)]
        case = (hands, trump, rng.choice(["uptown", "downtown"]), rng.randrange(4), ())
        assert native.values(position_of(case)) == minimax.card_values(*case), case


def deal(rng, size):
    cards = rng.sample(range(52), 4 * size)
    return [cards[i * size : (i + 1) * size] for i in range(4)]


@pytest.mark.parametrize("size", range(4, 12))
def test_classic_deals_match_dds(native, dds, size):
    rng = random.Random(size)
    solver = native.Solver()
    for _ in range(often(120, 40) if size < 9 else often(30, 15) if size < 11 else often(10, 5)):
        hands, trump, leader = deal(rng, size), rng.choice([None, 0, 1, 2, 3]), rng.randrange(4)
        position = Position.of(hands, trump, leader)
        want = dds.values(hands, trump, leader)
        assert solver.values(position) == want, (hands, trump, leader)
        assert solver.solve(position) == max(want.values())


@pytest.mark.parametrize("trump", [0, 1, 2, 3, None])
def test_whole_deals_match_dds(native, dds, trump):
    rng = random.Random(99 if trump is None else trump)
    for _ in range(3):
        hands, leader = deal(rng, 13), rng.randrange(4)
        want = dds.values(hands, trump, leader)
        assert native.values(Position.of(hands, trump, leader)) == want, (hands, trump, leader)


@pytest.mark.parametrize("count", [1, 2, 3])
def test_positions_within_a_trick_match_dds(native, dds, count):
    rng = random.Random(count)
    for _ in range(often(100, 40)):
        hands, trump, leader = deal(rng, 7), rng.choice([None, 0, 1, 2, 3]), rng.randrange(4)
        table = []
        for i in range(count):
            seat = (leader + i) % 4
            card = rng.choice(minimax.legal(hands[seat], [(0, c) for c in table], trump))
            hands[seat].remove(card)
            table.append(card)
        want = dds.values(hands, trump, leader, table)
        assert native.values(Position.of(hands, trump, leader, table=table)) == want


def test_a_partner_with_only_trumps_must_ruff(native):
    # West's ace would cash, but east, with trumps alone, has to ruff it and then lead.
    hands = [[0, 15], [13 * 3 + 1, 13 * 3 + 5], [4, 13 * 3 + 3], [13 + 9, 13 + 12]]
    case = (hands, 3, "uptown", 3, ())
    want = minimax.card_values(*case)
    assert max(want.values()) == 1
    assert native.values(position_of(case)) == want


def test_a_joker_led_lets_the_next_natural_card_set_the_suit(native):
    # North leads a worthless joker, east's club king is the first natural card and wins.
    hands = [[52], [39 + 11], [12], [39 + 3]]
    assert native.values(Position.of(hands, None, 0)) == {52: 0}
    # Two jokers first: south sets the suit, and west cannot follow.
    hands = [[52], [53], [0], [13]]
    assert native.values(Position.of(hands, None, 0)) == {52: 1}


def test_jokers_top_the_trump_suit(native):
    # The big joker beats the little one and the ace, in both rankings.
    for ranking in ("uptown", "downtown"):
        hands = [[53], [52], [12], [11]]
        assert native.solve(Position.of(hands, 0, 1, ranking)) == 0
        assert native.solve(Position.of(hands, 0, 0, ranking)) == 1


def test_downtown_turns_the_ranks_below_the_ace(native):
    hands = [[11], [0], [5], [3]]
    assert native.solve(Position.of(hands, None, 0, "uptown")) == 1
    assert native.solve(Position.of(hands, None, 0, "downtown")) == 0
