"""Points and the end of the game: invariants over all results and random games."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from whistlog.cards import SEATS, Seat, Side
from whistlog.rules.profile import SHORT, load_profile, profile_names
from whistlog.rules.scoring import (
    deal_points,
    dealer_of,
    game_over,
    leading_side,
    longest_game,
    one_side_scores,
    target_reached,
)

RESULTS = st.integers(0, 13).map(lambda n: (n, 13 - n))


@pytest.mark.parametrize("tricks", [(13, 1), (6, 6), (-1, 14), (14, -1), (0, 0)])
def test_what_is_no_finished_deal_has_no_points(tricks: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="do not make up a deal of 13"):
        deal_points(tricks, SHORT)


@pytest.mark.parametrize("ns", range(14))
def test_where_every_trick_counts(ns: int) -> None:
    drive, _ = load_profile("drive")
    assert drive is not None
    assert deal_points((ns, 13 - ns), drive) == (ns, 13 - ns)
    assert not one_side_scores(drive)


@given(RESULTS, st.integers(0, 6))
def test_a_trick_is_a_point_beyond_the_book(tricks: tuple[int, int], book: int) -> None:
    points = deal_points(tricks, replace(SHORT, book=book))
    assert points == tuple(max(0, n - book) for n in tricks)


@pytest.mark.parametrize(("name", "most"), [("short", 9), ("american", 13), ("long", 19)])
@given(data=st.data())
def test_a_game_ends_within_its_longest(name: str, most: int, data: st.DataObject) -> None:
    profile, _ = load_profile(name)
    assert profile is not None
    assert longest_game(profile) == most
    score, deals = (0, 0), 0
    while not game_over(score, deals, profile):
        assert deals < most
        points = deal_points(data.draw(RESULTS), profile)
        left = longest_game(profile, score)
        score = (score[0] + points[0], score[1] + points[1])
        deals += 1
        after = longest_game(profile, score)
        assert left is not None
        assert after is not None
        assert after < left or game_over(score, deals, profile)
    target = profile.target
    assert target is not None
    assert max(score) >= target > min(score)
    assert score[leading_side(score) or 0] == max(score)


@pytest.mark.parametrize(("name", "most"), [("short", 9), ("american", 13), ("long", 19)])
def test_the_longest_game_can_be_played(name: str, most: int) -> None:
    profile, _ = load_profile(name)
    assert profile is not None
    score, deals = [0, 0], 0
    while not game_over((score[0], score[1]), deals, profile):
        points = deal_points((7, 6) if deals % 2 else (6, 7), profile)
        score = [score[0] + points[0], score[1] + points[1]]
        deals += 1
    assert deals == most


def test_a_fixed_number_of_deals_ends_the_game_whatever_the_score() -> None:
    tournament, _ = load_profile("tournament")
    assert tournament is not None
    assert longest_game(tournament) == 12
    assert not game_over((70, 0), 11, tournament)
    assert game_over((3, 3), 12, tournament)
    assert leading_side((3, 3)) is None
    both = replace(SHORT, deals=4)
    assert longest_game(both) == 4
    assert game_over((5, 0), 2, both)
    assert game_over((4, 0), 4, both)
    assert longest_game(replace(tournament, deals=None)) is None


def test_two_sides_at_the_target_with_the_same_score_play_on() -> None:
    every_trick = replace(SHORT, book=0, target=20)
    assert not target_reached((20, 20), every_trick)
    assert target_reached((21, 20), every_trick)
    assert longest_game(every_trick) is None


@given(st.sampled_from(SEATS), st.integers(1, 60))
def test_the_dealer_of_a_deal_sits_as_many_seats_on(first: Seat, number: int) -> None:
    seat = first
    for _ in range(number - 1):
        seat = seat.next
    assert dealer_of(first, number) is seat


def test_the_leading_side() -> None:
    assert leading_side((1, 0)) is Side.NS
    assert leading_side((0, 1)) is Side.EW


@pytest.mark.parametrize("name", profile_names())
def test_every_built_in_game_comes_to_an_end(name: str) -> None:
    profile, _ = load_profile(name)
    assert profile is not None
    if profile.contest == "boards":
        return  # as many deals as there are boards
    # Where a bid can lose points, a game can go on for ever.
    assert (longest_game(profile) is None) == (profile.bid is not None)
    assert profile.target is not None or profile.deals is not None
