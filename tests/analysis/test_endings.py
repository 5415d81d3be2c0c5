"""The Python solver of endings."""

from __future__ import annotations

import random

import pytest

from tests.analysis import minimax
from whistlog.analysis import endings
from whistlog.analysis.position import Position, PositionError, Reason


def of(case):
    hands, trump, ranking, leader, table = case
    return Position.of(hands, trump, leader, ranking, table)


@pytest.mark.parametrize("seed", range(10))
def test_small_endings_match_minimax(seed):
    rng = random.Random(seed)
    for _ in range(60):
        case = minimax.random_position(rng, rng.choice([1, 2, 2, 3, 3]))
        want = minimax.card_values(*case)
        assert endings.values(of(case)) == want, case
        assert endings.solve(of(case)) == max(want.values())


@pytest.mark.parametrize("size", [4, 5, 6])
def test_longer_endings_match_the_native_solver(native, size):
    rng = random.Random(size)
    for _ in range(25):
        case = minimax.random_position(rng, size)
        assert endings.values(of(case)) == native.values(of(case)), case


def test_the_longest_ending_is_solved(native):
    rng = random.Random(8)
    case = minimax.random_position(rng, endings.MAX_ENDING, table=0)
    assert endings.values(of(case)) == native.values(of(case))


def test_beyond_its_bound_it_says_so():
    pack = list(range(36))
    position = Position.of([pack[9 * i : 9 * i + 9] for i in range(4)], None, 0)
    with pytest.raises(endings.EndingTooLongError, match="9 cards a hand") as caught:
        endings.solve(position)
    assert caught.value.cards == 9
    assert caught.value.reason is Reason.TOO_MANY_CARDS


@pytest.mark.parametrize(
    ("hands", "trump", "leader", "table", "reason"),
    [
        ([[0], [1], [2], []], None, 0, [], Reason.UNEQUAL_HANDS),
        ([[0], [1], [2], [3]], None, 0, [4], Reason.UNEQUAL_HANDS),
        ([[], [], [], []], None, 0, [], Reason.EMPTY_HANDS),
        ([[0], [0], [2], [3]], None, 0, [], Reason.DUPLICATE_CARD),
        ([[0], [1], [2], [3]], 4, 0, [], Reason.BAD_TRUMP),
        ([[0], [1], [2], [3]], None, 4, [], Reason.BAD_LEADER),
        ([[], [1], [2], [3]], None, 0, [1], Reason.DUPLICATE_CARD),
        ([[], [1], [2], [3]], None, 0, [54], Reason.BAD_CARD),
        ([[0], [1], [2], [3]], None, 0, [4, 5, 6, 7], Reason.BAD_TABLE_COUNT),
        ([list(range(14)), list(range(14, 28)), list(range(28, 42)), [42, 43]], None, 0, [],
         Reason.TOO_MANY_CARDS),
    ],
)  # fmt: skip
def test_bad_positions_are_refused_by_both_solvers(native, hands, trump, leader, table, reason):
    position = Position.of(hands, trump, leader, table=table)
    for solve in (endings.solve, endings.values, native.solve, native.values):
        with pytest.raises(PositionError) as caught:
            solve(position)
        assert caught.value.reason is reason
