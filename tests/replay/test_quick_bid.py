"""Bid whist: the quick pass gives what the careful one gives, or declines."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from tests.bids import BidBoard
from tests.checks.test_bid_mutations import CASES, HOUSES, STYLES
from whistlog.replay.careful import careful_replay
from whistlog.replay.quick_bid import quick_bid_replay


@pytest.mark.parametrize("house", HOUSES)
def test_the_quick_pass_is_the_careful_one(house: str) -> None:
    profile = HOUSES[house]
    assert profile.bid is not None
    quick = 0
    for seed in range(40):
        rng = random.Random(seed)
        board = BidBoard.random(rng, profile)
        board.numbers = profile.bid.bids == "number"
        deal = replace(board, **rng.choice(STYLES)).deal()
        happened = quick_bid_replay(deal, profile, profile.bid)
        careful = careful_replay(deal, profile)
        assert careful.facts == ()
        if happened is not None:
            assert happened == careful
            assert happened.regular
            quick += 1
    assert quick == 40 or (profile.bid.dealer_equals and quick > 20)


@pytest.mark.parametrize("mutation", CASES, ids=lambda m: m.__name__)
def test_the_quick_pass_declines_what_has_a_fault(mutation) -> None:
    profile = HOUSES["bid"]
    assert profile.bid is not None
    for seed in range(150):
        rng = random.Random(seed)
        board = BidBoard.random(rng)
        expected = mutation(board, rng)
        if expected is not None:
            happened = quick_bid_replay(board.deal(), profile, profile.bid)
            careful = careful_replay(board.deal(), profile)
            assert happened is None or happened == careful
