"""The laws that count a deal, a game and a rubber, each test named after its law (D1-D4, E1)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from whistlog.cards import SIDES, Side
from whistlog.rules.profile import SHORT, Profile, builtin
from whistlog.rules.scoring import (
    NOTHING,
    ORDER,
    Extras,
    Pair,
    Penalty,
    deal_points,
    game_over,
    game_value,
    honour_points,
    leading_side,
    moved,
    rubber_points,
)
from whistlog.rules.scoring import settle as settle_points

NS, EW = SIDES
CLUB = builtin("short-honours")
RUBBER = builtin("rubber")
LONG = builtin("long-honours")
AMERICAN = builtin("american")

RESULTS = st.integers(0, 13).map(lambda n: (n, 13 - n))
HELD = st.integers(0, 4).map(lambda n: (n, 4 - n))
PENALTIES = st.builds(
    Penalty, st.sampled_from(SIDES), st.sampled_from(["tricks", "add", "deduct"]), st.just(3)
)


def settle(
    before: Pair, tricks: Pair, profile: Profile, extras: Extras = NOTHING, **how: Any
) -> Pair:
    """The score after a deal with these tricks."""
    points = deal_points(moved(tricks, extras), profile)
    return settle_points(before, points, profile, extras, **how)


def revoked(side: Side, *penalties: Penalty, honours: Pair = (0, 0)) -> Extras:
    return Extras(honours, penalties, (side is NS, side is EW))


def below(target: int) -> st.SearchStrategy[Pair]:
    """Scores at which a game to this target is not over."""
    return st.tuples(st.integers(0, target - 1), st.integers(0, target - 1))


# -- the worked examples of penalties (E1): North-South have revoked ------------------------


def test_vector_three_tricks() -> None:
    """2-2, NS took 8: five are left, EW have eight and score two."""
    extras = revoked(NS, Penalty(EW, "tricks", 3))
    assert moved((8, 5), extras) == (5, 8)
    assert settle((2, 2), (8, 5), SHORT, extras) == (2, 4)


def test_vector_three_points_win_at_once() -> None:
    """2-2, NS took 8: the penalty comes first and wins, so their tricks don't count."""
    assert settle((2, 2), (8, 5), SHORT, revoked(NS, Penalty(EW, "add", 3))) == (2, 5)


def test_vector_three_points_off() -> None:
    """3-1, NS took 11: down to nothing, then five, of which they may keep four."""
    assert settle((3, 1), (11, 2), SHORT, revoked(NS, Penalty(EW, "deduct", 3))) == (4, 1)


def test_vector_nobody_wins() -> None:
    """4-0, NS took all 13: EW have three, NS stay at four."""
    after = settle((4, 0), (13, 0), SHORT, revoked(NS, Penalty(EW, "add", 3)))
    assert after == (4, 3)
    assert not game_over(after, 1, SHORT)


def test_vector_cavendish_treble() -> None:
    """0-2, NS took all 13 and had four honours: EW win a treble all the same (CAV 72-V)."""
    extras = revoked(NS, Penalty(EW, "add", 3), honours=(4, 0))
    after = settle((0, 2), (13, 0), RUBBER, extras)
    assert after == (0, 5)
    assert leading_side(after) is EW
    assert game_value(after[NS], RUBBER) == 3


# -- honours -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("held", "points"),
    [((4, 0), (4, 0)), ((3, 1), (2, 0)), ((2, 2), (0, 0)), ((1, 3), (0, 2)), ((0, 4), (0, 4))],
)
def test_cav_3(held: Pair, points: Pair) -> None:
    assert honour_points(held, (0, 0), CLUB) == points
    assert honour_points(held, (0, 0), LONG) == points
    assert honour_points(held, (0, 0), SHORT) == (0, 0)


def test_cav_4() -> None:
    assert honour_points((4, 0), (4, 0), CLUB) == (0, 0)
    assert honour_points((4, 0), (3, 4), CLUB) == (4, 0)
    assert honour_points((0, 3), (4, 3), CLUB) == (0, 2)
    assert honour_points((4, 0), None, CLUB) == (4, 0)
    seven = replace(CLUB, target=7)
    assert honour_points((4, 0), (5, 0), seven) == (4, 0)
    assert honour_points((4, 0), (6, 0), seven) == (0, 0)


def test_long_whist_counts_no_honours_at_nine() -> None:
    assert honour_points((3, 1), (8, 0), LONG) == (2, 0)
    assert honour_points((3, 1), (9, 0), LONG) == (0, 0)


def test_cav_5_hand_23() -> None:
    """Three-all, YZ hold three honours, AB take eight tricks: AB win."""
    assert settle((3, 3), (8, 5), CLUB, Extras((0, 2))) == (5, 3)


def test_cav_5_hand_12() -> None:
    """AB 0, YZ 4; AB hold three honours, YZ take seven tricks: YZ win."""
    assert settle((0, 4), (6, 7), CLUB, Extras((2, 0))) == (0, 5)


def test_cav_5_hand_20() -> None:
    """From love nine tricks and three honours make five."""
    assert settle((0, 0), (9, 4), CLUB, Extras((2, 0))) == (5, 0)


@pytest.mark.parametrize(
    ("before", "tricks", "honours", "after"),
    [
        ((0, 0), (8, 5), (2, 0), (4, 0)),  # VI: AB two and two by honours
        ((0, 0), (4, 9), (0, 2), (0, 5)),  # XI, XV: three and two by honours are a game
        ((0, 0), (9, 4), (2, 0), (5, 0)),  # IX
        ((4, 4), (6, 7), (0, 0), (4, 5)),  # XIV: the odd trick decides
        ((0, 4), (6, 7), (4, 0), (0, 5)),  # VII: though AB have four honours
        ((0, 0), (2, 11), (0, 0), (0, 5)),  # X: five by cards
    ],
)
def test_cavendish_hands(before: Pair, tricks: Pair, honours: Pair, after: Pair) -> None:
    assert settle(before, tricks, CLUB, Extras(honours)) == after


def test_honours_called_at_eight_count_first() -> None:
    extras = Extras((2, 0), called=NS)
    assert settle((8, 9), (5, 8), LONG, extras) == (10, 9)
    assert settle((8, 9), (5, 8), LONG, Extras((2, 0))) == (8, 11)


# -- revokes -------------------------------------------------------------------------------


def test_cav_72_counts_before_every_other_score() -> None:
    assert settle((4, 2), (7, 6), SHORT, revoked(NS, Penalty(EW, "add", 3))) == (4, 5)


def test_cav_72_as_many_penalties_as_revokes() -> None:
    two = (Penalty(EW, "tricks", 3), Penalty(EW, "deduct", 3))
    assert settle((4, 0), (8, 5), SHORT, revoked(NS, *two)) == (1, 2)
    assert settle((4, 0), (13, 0), SHORT, revoked(NS, two[0], two[0])) == (4, 0)


def test_nobody_falls_below_nothing() -> None:
    assert settle((2, 1), (4, 9), SHORT, revoked(NS, Penalty(EW, "deduct", 3))) == (0, 4)
    assert settle((0, 0), (2, 11), SHORT, revoked(NS, Penalty(EW, "tricks", 3))) == (0, 7)


@pytest.mark.parametrize(("profile", "most"), [(SHORT, 4), (AMERICAN, 6), (LONG, 9)])
def test_cav_82(profile: Profile, most: int) -> None:
    extras = revoked(NS, Penalty(EW, "tricks", 2), honours=(4, 0))
    assert settle((most - 1, 0), (13, 0), profile, extras) == (most, 0)
    assert settle((most, 0), (13, 0), profile, extras) == (most, 0)


def test_cav_81_each_is_punished_and_neither_wins() -> None:
    extras = Extras(penalties=(Penalty(NS, "add", 3), Penalty(EW, "add", 3)), barred=(True, True))
    assert settle((3, 3), (13, 0), SHORT, extras) == (4, 4)


def test_hof_85_the_revokes_cancel_and_neither_wins() -> None:
    assert settle((3, 3), (13, 0), SHORT, Extras(barred=(True, True))) == (4, 3)


def test_american_code_takes_two_tricks() -> None:
    extras = revoked(NS, Penalty(EW, "tricks", 2))
    assert settle((0, 0), (8, 5), AMERICAN, extras) == (0, 1)


# -- any deal ------------------------------------------------------------------------------


@given(below(5), RESULTS)
def test_without_extras_a_deal_adds_its_points(before: Pair, tricks: Pair) -> None:
    points = deal_points(tricks, CLUB)
    after = (before[0] + points[0], before[1] + points[1])
    assert settle(before, tricks, CLUB) == after == settle(before, tricks, CLUB, law=False)


@given(below(5), RESULTS, HELD, st.lists(PENALTIES, max_size=3))
def test_a_deal_has_at_most_one_winner(
    before: Pair, tricks: Pair, held: Pair, penalties: list[Penalty]
) -> None:
    """Nobody falls below nothing, and who revoked does not win."""
    offenders = {p.side.other for p in penalties}
    barred = (NS in offenders, EW in offenders)
    extras = Extras(honour_points(held, before, CLUB), tuple(penalties), barred)
    after = settle(before, tricks, CLUB, extras)
    assert min(after) >= 0
    assert min(after) < 5
    for side in SIDES:
        assert after[side] < 5 or not barred[side]
    if not penalties:
        assert max(after[0] - before[0], after[1] - before[1]) > 0
        assert after[0] >= before[0]
        assert after[1] >= before[1]


@given(below(5), RESULTS, HELD)
def test_the_order_matters_only_where_somebody_wins(before: Pair, tricks: Pair, held: Pair) -> None:
    extras = Extras(honour_points(held, before, CLUB))
    after = settle(before, tricks, CLUB, extras)
    if max(after) < 5:
        assert settle(before, tricks, CLUB, extras, order=ORDER[::-1]) == after


@given(RESULTS, st.lists(PENALTIES.filter(lambda p: p.choice == "tricks"), max_size=5))
def test_moved_tricks_stay_a_deal(tricks: Pair, penalties: list[Penalty]) -> None:
    after = moved(tricks, NOTHING._replace(penalties=tuple(penalties)))
    assert sum(after) == 13
    assert min(after) >= 0


@given(st.data())
def test_a_game_with_honours_ends_within_nine_deals(data: st.DataObject) -> None:
    score, deals = (0, 0), 0
    while not game_over(score, deals, CLUB):
        assert deals < 9
        held = honour_points(data.draw(HELD), score, CLUB)
        score = settle(score, data.draw(RESULTS), CLUB, Extras(held))
        deals += 1
    assert max(score) >= 5 > min(score)


# -- games and rubbers ---------------------------------------------------------------------


@pytest.mark.parametrize(("losers", "value"), list(enumerate([3, 2, 2, 1, 1])))
def test_cav_8(losers: int, value: int) -> None:
    assert game_value(losers, RUBBER) == value
    assert game_value(losers, CLUB) is None


@pytest.mark.parametrize("losers", range(10))
def test_a_long_game_is_a_single_or_a_double(losers: int) -> None:
    assert game_value(losers, LONG) == (1 if losers >= 5 else 2)
    other = replace(LONG, long_values="few-single")
    assert game_value(losers, other) == (2 if losers >= 5 else 1)


@pytest.mark.parametrize("losers", range(7))
def test_an_american_game_is_worth_seven_less_what_the_losers_have(losers: int) -> None:
    assert game_value(losers, AMERICAN) == 7 - losers


VALUES = st.sampled_from([1, 2, 3])


@given(VALUES, VALUES, st.sampled_from(SIDES))
def test_cav_9(one: int, two: int, side: Side) -> None:
    """A rubber of two games is worth four to eight (D4)."""
    points = rubber_points([(side, one), (side, two)], RUBBER)
    assert points is not None
    assert points[side.other] == 0
    assert points[side] == one + two + 2
    assert 4 <= points[side] <= 8
    assert rubber_points([(side, one)], RUBBER) is None
    assert rubber_points([(side, one), (side.other, two)], RUBBER) is None


@given(st.tuples(VALUES, VALUES, VALUES), st.sampled_from(SIDES), st.booleans())
def test_cav_10(values: tuple[int, int, int], side: Side, first: bool) -> None:
    """A rubber of three games is worth one to seven (D4)."""
    lost, won = (0, 1) if first else (1, 0)
    winners = {lost: side.other, won: side, 2: side}
    points = rubber_points([(winners[i], value) for i, value in enumerate(values)], RUBBER)
    assert points is not None
    assert points[side.other] == 0
    assert points[side] == values[won] + values[2] + 2 - values[lost]
    assert 1 <= points[side] <= 7


@given(st.data())
def test_any_rubber_that_is_played_is_in_its_range(data: st.DataObject) -> None:
    games: list[tuple[Side, int]] = []
    while rubber_points(games, RUBBER) is None:
        assert len(games) < 3
        score, deals = (0, 0), 0
        while not game_over(score, deals, RUBBER):
            held = honour_points(data.draw(HELD), score, RUBBER)
            score, deals = settle(score, data.draw(RESULTS), RUBBER, Extras(held)), deals + 1
        winner = leading_side(score)
        assert winner is not None
        value = game_value(score[winner.other], RUBBER)
        assert value in (1, 2, 3)
        games.append((winner, value))
    points = rubber_points(games, RUBBER)
    assert points is not None
    assert sum(points) in (range(4, 9) if len(games) == 2 else range(1, 8))


def test_without_rubbers_nothing_is_a_rubber() -> None:
    assert rubber_points([(NS, 3), (NS, 3)], CLUB) is None
    assert rubber_points([(NS, 1), (NS, 1)], replace(RUBBER, value=None)) == (4, 0)
