"""Expected losses: against minimax over every layout; sums, seeds, limits."""

from __future__ import annotations

import math
import random
from dataclasses import replace

import pytest

import whistlog
from tests.analysis import minimax
from tests.analysis.conftest import ROOT
from tests.analysis.test_costs import random_replay
from tests.bids import BidBoard
from tests.deals import Board
from whistlog import parse, replay_deal
from whistlog.analysis import solver
from whistlog.analysis.costs import analyse
from whistlog.analysis.expected import LONGEST_ENDING, Settings, weigh
from whistlog.analysis.knowledge import choices
from whistlog.cards import CARDS, Seat
from whistlog.record import Game, Header, Record, Tag
from whistlog.replay import replay as replay_of
from whistlog.rules.profile import SHORT, builtin

FEW = Settings(samples=20, jobs=1)
ALL = Settings(samples=100_000, jobs=1)


def small(rng, size, *, jokers=0, spare=0, legal=True):
    """A random deal of few cards, some of which nobody has, with its analysis."""
    replay, profile, (hands, *_) = random_replay(rng, size, jokers=jokers, legal=legal)
    pack = sum(1 << code for hand in hands for code in hand)
    others = [code for code in range(52) if not pack >> code & 1]
    pack |= sum(1 << code for code in rng.sample(others, spare))
    profile = replace(profile, pack=pack)
    return replay, profile, analyse(replay, profile)[0]


def codes_of(bits):
    return [code for code in range(54) if bits >> code & 1]


@pytest.mark.parametrize(("jokers", "spare"), [(0, 0), (2, 0), (0, 1), (1, 1)])
def test_losses_are_those_of_minimax_over_every_layout(native, jokers, spare):
    rng = random.Random(10 * jokers + spare)
    compared = different = 0
    for _ in range(6):
        replay, profile, analysis = small(rng, 3, jokers=jokers, spare=spare)
        analysis, _ = weigh(replay, profile, analysis, replace(ALL, samples=1200))
        ranking = replay.ranking.name.lower()
        trump = None if replay.trump is None else int(replay.trump)
        for choice in choices(replay, profile, replay.hands):
            if choice.layouts.count > 60:
                continue
            found = analysis.expected.at(choice.trick, choice.seat)
            sums = dict.fromkeys(codes_of(choice.legal), 0)
            for layout in choice.layouts:
                hands = [codes_of(bits) for bits in layout[:4]]
                hands[choice.seat] = codes_of(choice.hand)
                table = [c.code for c in choice.table]
                values = minimax.card_values(hands, trump, ranking, choice.leader, table)
                for code, value in values.items():
                    sums[code] += value
            best = max(sums.values())
            count = choice.layouts.count
            losses = {c.code: option.loss for option in found.options for c in option.cards}
            assert losses == pytest.approx({c: (best - s) / count for c, s in sums.items()})
            assert found.loss == pytest.approx(losses[choice.card.code])
            assert found.options[0].loss == 0
            assert (found.error, found.layouts) == (0, count)
            assert found.samples == (count if len(found.options) > 1 else 0)
            compared += 1
            different += len(set(sums.values())) > 1
    assert compared > 30
    assert different > 3


def check_sums(analysis, profile):
    expected = analysis.expected
    split = expected.split(analysis)
    assert split.north_south == analysis.end[0]
    assert split.half == profile.tricks / 2
    losses, luck = split.losses, split.luck
    total = split.cards - losses[0] + losses[1] - luck[0] + luck[1] + split.rest
    assert math.isclose(total, analysis.end[0] - profile.tricks / 2, abs_tol=1e-9)
    for side in (0, 1):
        assert losses[side] == pytest.approx(sum(expected.seat_losses[side::2]))
        assert luck[side] == pytest.approx(sum(expected.seat_luck[side::2]))
    for play in expected.plays:
        assert play.loss >= 0
        assert play.luck == play.cost - play.loss
        assert play.cost == analysis.at(play.trick, play.seat).cost
        assert play.reported in (0, play.loss)
    weighed = {(p.trick, p.seat) for p in expected.plays}
    assert not weighed & set(expected.left_out)
    every = [(p.trick, p.seat) for p in analysis.plays]
    assert [key for key in every if key in weighed] == [(p.trick, p.seat) for p in expected.plays]
    assert [key for key in every if key not in weighed] == list(expected.left_out)
    return split


@pytest.mark.parametrize("name", ["short", "bid", "bid-pagat"])
@pytest.mark.parametrize("seed", [1, 2])
def test_cards_losses_and_luck_add_up_to_the_tricks(native, name, seed):
    rng = random.Random(seed)
    profile = builtin(name)
    board = Board.random(rng) if name == "short" else BidBoard.random(rng, profile)
    done = replay_of(board.deal(), profile)
    analysis, _ = analyse(done, profile)
    analysis, remarks = weigh(done, profile, analysis, FEW)
    assert not remarks
    assert not analysis.expected.left_out
    split = check_sums(analysis, profile)
    assert split.rest == 0
    assert analysis.end == done.won
    assert split.half == 6.5
    assert any(play.loss for play in analysis.expected.plays)


def test_where_the_kitty_goes_with_a_trick_cards_are_weighed_from_the_second_on(native):
    profile = builtin("bid-52")
    board = BidBoard.random(random.Random(4), profile)
    board.numbers = True
    done = replay_of(board.deal(), profile)
    analysis, _ = weigh(done, profile, analyse(done, profile)[0], FEW)
    assert {play.trick for play in analysis.expected.plays} == set(range(2, 13))
    assert analysis.expected.split(analysis) is None


@pytest.mark.parametrize("legal", [True, False])
def test_sums_hold_with_revokes_which_are_not_weighed(native, legal):
    rng = random.Random(7)
    for size in (3, 5, 6):
        replay, profile, analysis = small(rng, size, legal=legal)
        analysis, _ = weigh(replay, profile, analysis, FEW)
        check_sums(analysis, profile)
        revokes = [(p.trick, p.seat) for p in analysis.plays if not p.legal]
        assert list(analysis.expected.left_out) == revokes
        assert bool(revokes) is not legal


def test_a_card_without_a_choice_loses_nothing(native):
    replay, profile, analysis = small(random.Random(3), 5)
    analysis, _ = weigh(replay, profile, analysis, FEW)
    last = [play for play in analysis.expected.plays if play.trick == 5]
    assert len(last) == 4
    for play in last:
        assert (play.samples, play.loss, play.error, play.better) == (0, 0, 0, ())
        assert [option.cards for option in play.options] == [(play.card,)]


def test_equal_cards_stand_together_and_only_they(native):
    rng = random.Random(8)
    together = 0
    for _ in range(4):
        replay, profile, analysis = small(rng, 6)
        analysis, _ = weigh(replay, profile, analysis, FEW)
        rank = replay.order.strength
        for choice in choices(replay, profile, replay.hands):
            found = analysis.expected.at(choice.trick, choice.seat)
            named = [c for option in found.options for c in option.cards]
            assert sorted(c.code for c in named) == codes_of(choice.legal)
            out = sum(bits for bits, _ in choice.layouts.groups) | sum(c.bit for c in choice.table)
            for option in found.options:
                together += len(option.cards) > 1
                high, low = option.cards[0], option.cards[-1]
                row = rank[high.code]
                between = [
                    c for c in CARDS if c.bit & out and row[low.code] < row[c.code] < row[high.code]
                ]
                assert not [c for c in between if c.suit is high.suit]
    assert together > 10


def test_the_same_seed_gives_the_same_whatever_the_jobs(native):
    profile = builtin("bid")
    done = replay_of(BidBoard.random(random.Random(5), profile).deal(), profile)
    costs, _ = analyse(done, profile)
    results = [
        weigh(done, profile, costs, Settings(samples=20, seed=seed, jobs=jobs))[0].expected
        for seed, jobs in ((1, 1), (1, 2), (2, 1))
    ]
    assert results[0] == results[1]
    assert results[0].plays != results[2].plays
    assert results[2].seed == 2


def test_sampled_losses_are_near_those_over_every_layout(native):
    """Some dozens of differences, none of them beyond five standard errors."""
    rng = random.Random(12)
    seen = 0
    for _ in range(8):
        replay, profile, costs = small(rng, 5)
        sampled, _ = weigh(replay, profile, costs, Settings(samples=40, jobs=1))
        exact, _ = weigh(replay, profile, costs, Settings(samples=2000, jobs=1))
        for one, other in zip(sampled.expected.plays, exact.expected.plays):
            if one.trick >= 3 and other.samples == other.layouts > one.samples:
                seen += 1
                assert abs(one.loss - other.loss) < 5 * max(one.error, 0.05)
    assert seen > 15


def test_more_is_looked_at_where_it_is_close(native):
    profile = builtin("bid")
    done = replay_of(BidBoard.random(random.Random(2), profile).deal(), profile)
    costs, _ = analyse(done, profile)
    analysis, _ = weigh(done, profile, costs, Settings(samples=60, jobs=1))
    sampled = [p for p in analysis.expected.plays if 0 < p.samples < p.layouts]
    early = [p for p in sampled if p.trick <= 2]
    assert {p.samples for p in early} <= {3, 4, 5, 6}
    later = [p for p in sampled if p.trick > 2]
    assert {p.samples for p in later} <= {15, 22, 30, 37, 45, 52, 60}
    assert {15, 60} <= {p.samples for p in later}
    for play in sampled:
        most = 6 if play.trick <= 2 else 60
        if play.samples == most:
            continue
        # By what one time in ten may still come, it would be told as it is.
        part = play.samples / most
        bar = max(0.15, 2 * play.error * part**0.5)
        doubt = 1.28 * play.error * (1 - part) ** 0.5
        if play.reported:
            assert play.loss >= bar + doubt
        else:
            assert play.loss <= bar - doubt
    few = [p for p in analysis.expected.plays if p.layouts <= 6 and len(p.options) > 1]
    assert few
    assert all(p.samples == p.layouts for p in few)


def test_without_the_library_the_end_is_weighed_all_the_same(native, monkeypatch):
    board = Board.random(random.Random(6))
    done = replay_of(board.deal(), SHORT)
    settings = Settings(samples=20, jobs=1)
    whole, _ = weigh(done, SHORT, analyse(done, SHORT)[0], settings)
    monkeypatch.setattr(solver, "available", lambda: False)
    costs, _ = analyse(done, SHORT)
    analysis, remarks = weigh(done, SHORT, costs, settings)
    assert [r.name for r in remarks] == ["expected-endings"]
    plays = analysis.expected.plays
    assert {p.trick for p in plays} == set(range(14 - LONGEST_ENDING, 14))
    assert plays == whole.expected.plays[-len(plays) :]
    assert analysis.expected.split(analysis) is None


@pytest.mark.parametrize("library", [True, False])
def test_when_time_is_up_the_last_tricks_are_there(native, monkeypatch, library):
    board = Board.random(random.Random(6))
    done = replay_of(board.deal(), SHORT)
    costs, _ = analyse(done, SHORT)
    if not library:
        monkeypatch.setattr(solver, "available", lambda: False)
    whole, _ = weigh(done, SHORT, costs, FEW)
    limited = Settings(samples=20, jobs=1, seconds=0.1 if library else 0.02)
    analysis, remarks = weigh(done, SHORT, costs, limited)
    plays, left_out = analysis.expected.plays, analysis.expected.left_out
    assert left_out
    assert remarks[-1].name == "time-limit"
    assert plays == whole.expected.plays[len(whole.expected.plays) - len(plays) :]
    if library:
        split = check_sums(analysis, SHORT)
        gone = [analysis.at(*key) for key in left_out]
        assert split.rest == sum(-p.cost if p.seat % 2 == 0 else p.cost for p in gone)


def test_progress_goes_up_to_the_whole(native):
    replay, profile, costs = small(random.Random(1), 6)
    told = []
    weigh(replay, profile, costs, FEW, lambda done, total: told.append((done, total)))
    assert told == sorted(told)
    assert len({total for _, total in told}) == 1
    assert told[-1][0] == told[-1][1]


@pytest.mark.parametrize(
    "wrong", [{"samples": 19}, {"samples": 100_001}, {"jobs": -1}, {"seconds": 0.0}]
)
def test_settings_that_cannot_be(wrong):
    with pytest.raises(ValueError, match=r"\.$"):
        Settings(**wrong)


def test_a_deal_without_costs_is_left_as_it_is():
    board = Board.random(random.Random(6), tricks=0)
    done = replay_of(board.deal(), SHORT)
    analysis, _ = analyse(done, SHORT)
    assert weigh(done, SHORT, analysis) == (analysis, ())


FORK = """\
Dealer: E
Trump: ♣
N: ♠ A Q
E: {}
S: {}
W: {}
 1. S: 2♠ 4♠ {} {}
"""


@pytest.mark.parametrize(
    ("hands", "played", "cost", "loss"),
    [
        (("♠ K  ♥ 2", "♠ 2 3", "♠ 4  ♥ 3"), "Q♠ K♠", 2, 4 / 12),
        (("♠ K  ♥ 2", "♠ 2 3", "♠ 4  ♥ 3"), "A♠ K♠", 0, 0),
        (("♥ 2 3", "♠ 2 3", "♠ 4 K"), "A♠ 2♥", 1, 0),
        (("♥ 2 3", "♠ 2 3", "♠ 4 K"), "Q♠ 2♥", 0, 4 / 12),
    ],
)
def test_a_fork_worked_out_by_hand(native, hands, played, cost, loss):
    """North has A♠ Q♠; 2♠ and 4♠ are played, K♠ 3♠ 3♥ 2♥ out: two with East, one each elsewhere.

    In these twelve layouts the A♠ takes 19 tricks. K♠ and 3♠ with East: one trick, twice. K♠
    with East and a heart, so that it falls: two tricks, four times. K♠ with West: one, three
    times. K♠ with South: two, three times. The Q♠ takes 2 + 1 + 6 + 6.
    """
    record, _ = parse(FORK.format(*hands, *played.split()))
    done = replay_deal(record.games[0].deals[0])
    profile = replace(SHORT, hand_size=2, pack=sum(done.hands))
    analysis, _ = analyse(done, profile)
    found = weigh(done, profile, analysis, ALL)[0].expected.at(1, Seat.N)
    assert (found.layouts, found.samples, found.error) == (12, 12, 0)
    assert (found.cost, found.loss) == (cost, pytest.approx(loss))
    assert found.luck == pytest.approx(cost - loss)
    assert found.reported == found.loss
    assert [option.cards[0].name for option in found.options] == ["A♠", "Q♠"]
    assert [option.cards[0].name for option in found.better] == (["A♠"] if loss else [])


def test_the_function_of_the_package_finds_a_card_by_trick_and_seat(native):
    board = BidBoard.random(random.Random(9), builtin("bid"))
    record = Record((Game(Header((Tag("rules", "bid"),)), (board.deal(),)),))
    [[(analysis, remarks)]] = whistlog.analyse(record, expected=FEW)
    assert not remarks
    assert (analysis.expected.samples, analysis.expected.seed) == (20, 0)
    for trick, cards in enumerate(board.tricks, start=1):
        for place, c in enumerate(cards):
            seat = board.seat_at(trick - 1, place)
            found = analysis.expected.at(trick, seat)
            assert (found.card, analysis.at(trick, seat).card) == (c, c)
    assert analysis.at(13, Seat.N) is None
    assert analysis.expected.at(13, Seat.N) is None
    [[(plain, _)]] = whistlog.analyse(record)
    assert plain.expected is None
    assert plain == replace(analysis, expected=None)


def test_a_called_card_is_not_weighed(native):
    record, _ = whistlog.read(ROOT / "samples" / "clean" / "called-card.whist")
    [[(analysis, _)]] = whistlog.analyse(record, expected=FEW)
    assert analysis.expected.left_out == ((10, Seat.S),)
    check_sums(analysis, SHORT)
