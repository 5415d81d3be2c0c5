"""What must hold of values whatever the position."""

from __future__ import annotations

import random
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.analysis import minimax
from tests.analysis.conftest import often
from whistlog.analysis import solver
from whistlog.analysis.position import Position


@st.composite
def positions(draw, smallest=1, largest=8, jokers=None, table=None, natural=False):
    seed = draw(st.integers(0, 2**32))
    size = draw(st.integers(smallest, largest))
    rng = random.Random(seed)
    return minimax.random_position(rng, size, table=table, jokers=0 if natural else jokers)


def of(case):
    hands, trump, ranking, leader, table = case
    return Position.of(hands, trump, leader, ranking, table)


def mapped(case, rule):
    hands, trump, ranking, leader, table = case
    return (
        [[rule(c) for c in hand] for hand in hands],
        trump,
        ranking,
        leader,
        tuple(rule(c) for c in table),
    )


@settings(max_examples=often(150, 60), deadline=None)
@given(positions(), st.permutations(range(4)))
def test_suits_can_change_names(native, case, names):
    def rule(card):
        return card if card >= 52 else 13 * names[card // 13] + card % 13

    hands, trump, ranking, leader, table = mapped(case, rule)
    renamed = (hands, None if trump is None else names[trump], ranking, leader, table)
    want = {rule(card): value for card, value in native.values(of(case)).items()}
    assert native.values(of(renamed)) == want


@settings(max_examples=often(150, 60), deadline=None)
@given(positions(), st.integers(1, 3))
def test_seats_can_turn_round(native, case, turn):
    hands, trump, ranking, leader, table = case
    turned = [hands[(seat - turn) % 4] for seat in range(4)]
    rotated = (turned, trump, ranking, (leader + turn) % 4, table)
    assert native.values(of(rotated)) == native.values(of(case))


@settings(max_examples=often(150, 60), deadline=None)
@given(positions(natural=True))
def test_only_the_order_of_ranks_in_play_matters(native, case):
    hands, trump, _ranking, leader, table = case
    case = (hands, trump, "uptown", leader, table)
    packed = {}
    in_play = sorted([*(card for hand in hands for card in hand), *table])
    for suit in range(4):
        cards = [card for card in in_play if card // 13 == suit]
        packed.update({card: 13 * suit + i for i, card in enumerate(cards)})
    want = {packed[card]: value for card, value in native.values(of(case)).items()}
    assert native.values(of(mapped(case, packed.__getitem__))) == want


@settings(max_examples=often(150, 60), deadline=None)
@given(positions(natural=True))
def test_downtown_is_uptown_with_ranks_turned(native, case):
    hands, trump, _ranking, leader, table = case

    def rule(card):
        rank = card % 13
        return card if rank == 12 else card - rank + 11 - rank

    up = (hands, trump, "uptown", leader, table)
    down = mapped((hands, trump, "downtown", leader, table), rule)
    want = {rule(card): value for card, value in native.values(of(up)).items()}
    assert native.values(of(down)) == want


@settings(max_examples=often(60, 30), deadline=None)
@given(positions(largest=7, table=0), st.integers(0, 2**32))
def test_values_along_a_legal_play(native, case, seed):
    """Each card's value is the position's at best, and a trick moves the value by one at most."""
    rng = random.Random(seed)
    hands, trump, ranking, leader, _ = case
    hands = [list(hand) for hand in hands]
    plays = []
    tricks = {0: 0, 1: 0}
    totals = []
    seat = leader
    while any(hands):
        laid = []
        position = Position.of(hands, trump, seat, ranking)
        n = len(hands[seat])
        value = native.solve(position)
        totals.append(tricks[0] + (value if seat % 2 == 0 else n - value))
        for i in range(4):
            player = (seat + i) % 4
            values = native.values(
                Position.of(hands, trump, seat, ranking, [card for _, card in laid])
            )
            assert sorted(values) == sorted(minimax.legal(hands[player], laid, trump))
            card = max(values, key=lambda c: (values[c], rng.random()))
            hands[player].remove(card)
            laid.append((player, card))
            plays.append(card)
        seat = minimax.winner(laid, trump, ranking)
        tricks[seat % 2] += 1
    # Nobody erred, so the total stays what it was foretold to be.
    assert set(totals) == {tricks[0]}
    for step in native.trace(of(case), plays):
        assert step.cost == 0


@settings(max_examples=often(60, 30), deadline=None)
@given(positions(largest=7, table=0), st.integers(0, 2**32))
def test_costs_add_up_to_the_tricks_taken(native, case, seed):
    rng = random.Random(seed)
    hands, trump, ranking, leader, _ = case
    hands = [list(hand) for hand in hands]
    size = len(hands[0])
    plays, winners = [], []
    seat = leader
    while any(hands):
        laid = []
        for i in range(4):
            player = (seat + i) % 4
            card = rng.choice(minimax.legal(hands[player], laid, trump))
            hands[player].remove(card)
            laid.append((player, card))
        plays += [card for _, card in laid]
        seat = minimax.winner(laid, trump, ranking)
        winners.append(seat)
    steps = native.trace(of(case), plays, every_card=False)
    par = steps[0].value if leader % 2 == 0 else size - steps[0].value
    lost = sum(step.cost for step in steps if step.player % 2 == 0)
    gained = sum(step.cost for step in steps if step.player % 2 == 1)
    assert par - lost + gained == sum(1 for winner in winners if winner % 2 == 0)
    assert all(step.legal and step.cost >= 0 and step.values == {} for step in steps)
    full = native.trace(of(case), plays)
    assert [(s.value, s.played_value) for s in full] == [(s.value, s.played_value) for s in steps]
    assert all(step.values[step.card] == step.played_value for step in full)
    assert all(max(step.values.values()) == step.value for step in full)
    for one, two in pairwise(full):
        if one.player % 2 == two.player % 2:
            assert two.value in (one.played_value, one.played_value - 1)


@settings(max_examples=often(60, 30), deadline=None)
@given(positions(smallest=2, largest=7, table=0))
def test_one_trick_less_changes_the_value_by_one_at_most(native, case):
    hands, trump, ranking, leader, _ = case
    value = native.solve(of(case))
    best = native.values(of(case))
    assert max(best.values()) == value
    # Both sides follow the solver through one trick: the total is unchanged by construction, so
    # the rest is worth the old value or one less.
    hands = [list(hand) for hand in hands]
    laid = []
    for i in range(4):
        player = (leader + i) % 4
        values = native.values(
            Position.of(hands, trump, leader, ranking, [card for _, card in laid])
        )
        card = max(values, key=values.__getitem__)
        hands[player].remove(card)
        laid.append((player, card))
    seat = minimax.winner(laid, trump, ranking)
    rest = native.solve(Position.of(hands, trump, seat, ranking))
    if seat % 2 != leader % 2:
        rest = len(hands[0]) - rest
    assert value - rest in (0, 1)


def test_the_solver_module_is_the_one_tested(native):
    assert native is solver
