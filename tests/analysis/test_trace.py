"""Traces: whole plays, revokes, bad plays."""

from __future__ import annotations

import random

import pytest

from tests.analysis import minimax
from whistlog.analysis.position import Position, PositionError, Reason


def played(rng, hands, trump, ranking, leader, *, legal=True):
    """A random play of all the cards, and the winner of each trick."""
    hands = [list(hand) for hand in hands]
    plays, winners = [], []
    seat = leader
    while any(hands):
        laid = []
        for i in range(4):
            player = (seat + i) % 4
            choice = minimax.legal(hands[player], laid, trump) if legal else hands[player]
            card = rng.choice(choice)
            hands[player].remove(card)
            laid.append((player, card))
            plays.append(card)
        seat = minimax.winner(laid, trump, ranking)
        winners.append(seat)
    return plays, winners


@pytest.mark.parametrize("seed", range(12))
def test_every_step_matches_minimax_revokes_and_jokers_included(native, seed):
    rng = random.Random(seed)
    for _ in range(12):
        case = minimax.random_position(rng, rng.choice([2, 3, 3]), table=0)
        hands, trump, ranking, leader, _table = case
        plays, _ = played(rng, hands, trump, ranking, leader, legal=rng.random() < 0.4)
        steps = native.trace(Position.of(hands, trump, leader, ranking), plays)
        hands = [list(hand) for hand in hands]
        laid, seat = [], leader
        for card, step in zip(plays, steps, strict=True):
            first = laid[0][0] if laid else seat
            want = minimax.card_values(hands, trump, ranking, first, [c for _, c in laid])
            legal = minimax.legal(hands[seat], laid, trump)
            assert step.player == seat
            assert step.card == card
            assert step.legal == (card in legal)
            assert step.values == want
            assert step.value == max(want.values())
            left = len(hands[seat])
            hands[seat].remove(card)
            laid.append((seat, card))
            if len(laid) == 4:
                seat = minimax.winner(laid, trump, ranking)
                laid = []
                ns = minimax.north_south(
                    tuple(tuple(h) for h in hands), seat, (), trump, ranking, {}
                ) + (seat % 2 == 0)
            else:
                seat = (seat + 1) % 4
                ns = minimax.north_south(
                    tuple(tuple(h) for h in hands), seat, tuple(laid), trump, ranking, {}
                )
            assert step.played_value == (ns if step.player % 2 == 0 else left - ns)


@pytest.mark.parametrize("seed", range(3))
def test_a_whole_deal_matches_dds(native, dds, seed):
    rng = random.Random(seed)
    pack = rng.sample(range(52), 52)
    hands = [pack[13 * i : 13 * i + 13] for i in range(4)]
    trump, leader = rng.choice([None, 0, 1, 2, 3]), rng.randrange(4)
    plays, winners = played(rng, hands, trump, "uptown", leader)
    steps = native.trace(Position.of(hands, trump, leader), plays, every_card=False)
    totals = dds.trace(hands, trump, leader, plays)
    # DDS stops once the last trick has begun.
    assert len(totals) == 49
    for i, (step, total) in enumerate(zip(steps, totals, strict=False)):
        won = sum(1 for w in winners[: i // 4] if w % 2 != leader % 2)
        rest = 13 - i // 4
        others = step.value if step.player % 2 != leader % 2 else rest - step.value
        assert won + others == total


def test_a_card_of_another_hand_is_refused(native):
    position = Position.of([[0, 1], [2, 3], [4, 5], [6, 7]], None, 0)
    for plays in ([2], [0, 1], [0, 2, 4, 6, 0], [51], [52]):
        with pytest.raises(PositionError) as caught:
            native.trace(position, plays)
        assert caught.value.reason is Reason.BAD_PLAY
    with pytest.raises(PositionError) as caught:
        native.trace(position, [54])
    assert caught.value.reason is Reason.BAD_PLAY


def test_the_joker_played_is_the_one_held(native):
    position = Position.of([[52, 1], [2, 3], [4, 5], [53, 7]], None, 0)
    assert native.trace(position, [52])[0].values.keys() == {1, 52}
    with pytest.raises(PositionError) as caught:
        native.trace(position, [53])
    assert caught.value.reason is Reason.BAD_PLAY


def test_more_plays_than_cards_are_refused(native):
    position = Position.of([[0], [2], [4], [6]], None, 0)
    with pytest.raises(PositionError) as caught:
        native.trace(position, [0, 2, 4, 6, 1])
    assert caught.value.reason is Reason.TOO_MANY_PLAYS


def test_no_plays_make_no_steps(native):
    assert native.trace(Position.of([[0], [2], [4], [6]], None, 0), []) == []


def test_a_trace_can_begin_within_a_trick(native):
    position = Position.of([[0, 12], [3], [4], [6, 7]], None, 1, table=[2, 5])
    steps = native.trace(position, [7, 12, 0, 3, 4, 6])
    assert [step.player for step in steps] == [3, 0, 0, 1, 2, 3]
    # North's ace was the only winner; east then holds the five against south's six.
    assert steps[1].values == {0: 1, 12: 1} or steps[1].value == 1
