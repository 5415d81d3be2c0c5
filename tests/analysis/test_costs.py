"""Par and the costs of cards: sums, revokes, what is missing, endings without the library."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

import whistlog
from tests.analysis import minimax
from tests.cli.conftest import PLAYED
from whistlog import parse, replay_deal
from whistlog.analysis import solver
from whistlog.analysis.costs import analyse
from whistlog.cards import CARDS, SEATS, SUITS, Ranking, Seat, Suit, card
from whistlog.replay.values import Basis, PlayedTrick, Replay
from whistlog.rules.play import order
from whistlog.rules.profile import SHORT, BidRules


def replay_of(text):
    record, faults = parse(text)
    assert not faults
    return replay_deal(record.games[0].deals[0])


def played_out(hands, trump, ranking, leader, plays, *, low_ace=False):
    """A replay of hands of any length; ``plays`` are lists of four codes."""
    rules = order(trump, ranking, low_ace=low_ace)
    tricks, won = [], [0, 0]
    for number, codes in enumerate(plays, 1):
        cards = tuple(CARDS[code] for code in codes)
        seats = tuple(SEATS[(leader + i) % 4] for i in range(4))
        leader = seats[rules.winner(cards)]
        won[leader.side] += 1
        tricks.append(PlayedTrick(0, number, seats[0], seats, cards, leader, None))
    first = tricks[0].seats[0]
    return Replay(
        dealer=SEATS[(first + 3) % 4], dealer_basis=Basis.WRITTEN, turn_up=None, trump=trump,
        trump_basis=Basis.WRITTEN, ranking=ranking, order=rules, declarer=None,
        hands=tuple(sum(1 << c for c in hand) for hand in hands),
        hands_basis=(Basis.WRITTEN,) * 4, tricks=tuple(tricks), facts=(),
        won=(won[0], won[1]), won_recorded=(won[0], won[1]), claimed=(0, 0), undecided=0,
        unplayed=0,
    )  # fmt: skip


def random_replay(rng, size, *, legal=True, jokers=0):
    hands, trump, ranking, leader, _ = minimax.random_position(
        rng, size, table=0, jokers=jokers, bunch=52
    )
    left = [list(hand) for hand in hands]
    seat, plays = leader, []
    while any(left):
        laid = []
        for i in range(4):
            player = (seat + i) % 4
            choice = minimax.legal(left[player], laid, trump) if legal else left[player]
            code = rng.choice(choice)
            left[player].remove(code)
            laid.append((player, code))
        plays.append([code for _, code in laid])
        seat = minimax.winner(laid, trump, ranking)
    ranks = Ranking.UPTOWN if ranking == "uptown" else Ranking.DOWNTOWN
    suit = None if trump is None else SUITS[trump]
    replay = played_out(hands, suit, ranks, leader, plays)
    return replay, replace(SHORT, hand_size=size), (hands, trump, ranking, leader)


def total(analysis):
    ns, ew = analysis.side_costs
    return analysis.par[0] - ns + ew + sum(shift.north_south for shift in analysis.shifts)


@pytest.mark.parametrize("legal", [True, False])
@pytest.mark.parametrize("size", [3, 6, 9, 13])
def test_par_less_costs_is_what_was_taken(native, size, legal):
    rng = random.Random(size)
    for _ in range(12 if size < 13 else 3):
        replay, rules, _ = random_replay(rng, size, legal=legal)
        analysis, remarks = analyse(replay, rules)
        assert total(analysis) == analysis.end[0] == replay.won[0] == analysis.result[0]
        assert sum(analysis.par) == sum(analysis.end) == size
        assert len(analysis.plays) == 4 * size
        revokes = [play for play in analysis.plays if not play.legal]
        assert len([r for r in remarks if r.name == "revoke"]) == len(revokes)
        assert not (legal and revokes)


@pytest.mark.parametrize("jokers", [0, 2])
def test_advice_is_right_and_never_the_card_played(native, jokers):
    rng = random.Random(jokers)
    advised = 0
    for _ in range(12):
        replay, rules, (hands, trump, ranking, leader) = random_replay(rng, 3, jokers=jokers)
        analysis, _ = analyse(replay, rules)
        left = [list(hand) for hand in hands]
        seat, laid = leader, []
        for play in analysis.plays:
            assert play.seat == seat
            table = [code for _, code in laid]
            values = minimax.card_values(left, trump, ranking, laid[0][0] if laid else seat, table)
            code = play.card.code
            saves = {c: value - values[code] for c, value in values.items()}
            named = {c.code: group.saves for group in play.better for c in group.cards}
            assert named == {c: gain for c, gain in saves.items() if gain > 0}
            assert code not in named
            assert play.cost == max(saves.values())
            assert [g.saves for g in play.better] == sorted(
                (g.saves for g in play.better), reverse=True
            )
            advised += bool(named)
            left[seat].remove(code)
            laid.append((seat, code))
            if len(laid) == 4:
                seat, laid = minimax.winner(laid, trump, ranking), []
            else:
                seat = (seat + 1) % 4
    assert advised > 5


def test_equal_cards_are_named_together(native):
    # North led the two; king and queen are equals, the ten is none: east holds the jack.
    names = ["K♠ Q♠ 10♠ 2♥", "J♠ 9♠ 3♥ A♥", "2♠ 3♠ 4♥ 5♥", "4♠ 5♠ 6♥ K♥"]
    hands = [[card(name).code for name in hand.split()] for hand in names]
    codes = [card(name).code for name in ["2♥", "A♥", "4♥", "6♥"]]
    replay = played_out(hands, None, Ranking.UPTOWN, Seat.N, [codes])
    analysis, _ = analyse(replay, replace(SHORT, hand_size=4))
    first = analysis.plays[0]
    assert first.cost == 1
    assert first.better == (((card("K♠"), card("Q♠")), 1),)
    assert analysis.end[0] == analysis.par[0] - 1


def test_low_aces_are_low(native):
    # Downtown the two beats the three; a low ace loses to both.
    hands = [[12], [1], [0], [2]]
    rules = replace(SHORT, hand_size=1)
    for low, winner in ((False, 0), (True, 2)):
        replay = played_out(hands, None, Ranking.DOWNTOWN, Seat.N, [[12, 1, 0, 2]], low_ace=low)
        assert replay.tricks[0].winner == winner
        assert analyse(replay, rules)[0].par == (1, 0)
    replay = played_out([[12], [0], [5], [6]], None, Ranking.DOWNTOWN, Seat.N, [[12, 0, 5, 6]],
                        low_ace=True)  # fmt: skip
    assert analyse(replay, rules)[0].par == (0, 1)


def test_a_recorded_deal(native):
    analysis, remarks = analyse(replay_of(PLAYED))
    assert remarks == ()
    assert analysis.end == analysis.result == (7, 6)
    assert total(analysis) == 7
    assert [p.card.name for p in analysis.plays[:4]] == ["3♠", "6♠", "9♠", "J♠"]


def test_a_continuation_reaches_the_value_it_promises(native):
    analysis, _ = analyse(replay_of(PLAYED), continue_from=4)
    plan = analysis.continuation
    assert [t.trick for t in plan.tricks] == list(range(4, 14))
    # What was best at the start of trick 4 is what its first card was compared with.
    at = next(p for p in analysis.plays if p.trick == 4)
    assert plan.value == at.before
    cards = {c for t in plan.tricks for c in t.cards}
    assert cards == {p.card for p in analysis.plays if p.trick >= 4}
    rules = order(Suit.DIAMONDS)
    for one in plan.tricks:
        assert one.winner == SEATS[(one.leader + rules.winner(one.cards)) % 4]
    late, remarks = analyse(replay_of(PLAYED), continue_from=14)
    assert late.continuation is None
    assert remarks[-1].name == "trick-not-there"


def test_a_revoke_is_analysed_as_it_stood(native):
    # South, who holds clubs, throws a spade on trick 2.
    text = PLAYED.replace("10♣ 5♣  8♣  -> S", "4♠  5♣  8♣  -> E").split(" 3. S")[0]
    analysis, remarks = analyse(replay_of(text))
    (revoke,) = [p for p in analysis.plays if not p.legal]
    assert (revoke.seat, revoke.card.name, revoke.trick) == (Seat.S, "4♠", 2)
    (remark,) = [r for r in remarks if r.name == "revoke"]
    assert remark.message.startswith("S's 4♠ is a revoke: the analysis goes on from the play as")
    assert len(analysis.plays) == 8
    assert total(analysis) == analysis.end[0]


def test_a_lead_out_of_turn_is_a_shift_and_no_cost(native):
    text = PLAYED.split(" 2. E")[0] + " 2. S: 10♣  3♣  A♣  9♣ -> N\n"
    analysis, remarks = analyse(replay_of(text))
    assert "lead-out-of-turn" in [r.name for r in remarks]
    assert total(analysis) == analysis.end[0]
    assert len(analysis.plays) == 8


@pytest.mark.parametrize(
    ("change", "name"),
    [
        (lambda t: t.split(" 1. S")[0], "tricks-missing"),
        (lambda t: t.replace("Trump:  5♦\n", "").split("N: ")[0], "trump-unknown"),
        (lambda t: "".join(x + "\n" for x in t.split("\n")[:5]), "hands-unknown"),
        (lambda t: t.replace(" 5. N: 7♦  J♦", " 5. N: 7♦  -"), "card-unrecorded"),
    ],
)
def test_what_is_missing_is_named(native, change, name):
    analysis, remarks = analyse(replay_of(change(PLAYED)))
    assert name in [r.name for r in remarks]
    if name in ("trump-unknown", "hands-unknown"):
        assert not analysis.analysed
        assert analysis.plays == ()
    elif name == "tricks-missing":
        assert sum(analysis.par) == 13
        assert analysis.plays == ()
    else:
        assert analysis.plays[-1].card.name == "7♦"


def test_a_claim_is_compared_with_best_play(native):
    text = PLAYED.split(" 9. E")[0]
    replay = replay_of(text)
    end = analyse(replay)[0].end
    right = end[0] - replay.won[0]
    for claim, differs in ((right, False), (right + 1, True)):
        analysis, remarks = analyse(replay_of(f"{text}Claim: NS {claim}\n"))
        assert analysis.end == end
        assert ("claim-differs" in [r.name for r in remarks]) == differs
        assert (analysis.result != end) == differs


def test_the_kitty_of_the_first_trick_is_left_out(native):
    rng = random.Random(1)
    replay, rules, _ = random_replay(rng, 4)
    rules = replace(rules, bid=BidRules(kitty_trick="first-trick"))
    winner = replay.tricks[0].winner
    replay = replace(replay, declarer=replay.tricks[0].leader, kitty_to=winner,
                     kitty_with_first=True)  # fmt: skip
    analysis, remarks = analyse(replay, replace(rules, hand_size=4, kitty=0))
    assert analysis.par is None
    assert analysis.plays[0].trick == 2
    assert sum(analysis.end) == 5
    assert "kitty-moves" in [r.name for r in remarks]


def test_without_the_library_the_last_tricks_are_analysed(native, monkeypatch):
    text = PLAYED
    full, _ = analyse(replay_of(text), continue_from=9)
    monkeypatch.setattr(solver, "available", lambda: False)
    analysis, remarks = analyse(replay_of(text), continue_from=9)
    assert analysis.par is None
    assert remarks[0].name == "solver-missing"
    assert analysis.plays == tuple(p for p in full.plays if p.trick >= 6)
    assert analysis.continuation == full.continuation
    early, remarks = analyse(replay_of(text.split(" 3. S")[0]), continue_from=2)
    assert not early.analysed
    assert remarks[-1].name == "trick-too-early"


@pytest.mark.parametrize("legal", [True, False])
def test_endings_agree_with_the_native_solver(native, monkeypatch, legal):
    rng = random.Random(5)
    cases = [random_replay(rng, 5, legal=legal, jokers=rng.choice([0, 2]))[:2] for _ in range(8)]
    want = [analyse(*case)[0] for case in cases]
    monkeypatch.setattr(solver, "available", lambda: False)
    assert [analyse(*case)[0] for case in cases] == want


def test_leads_of_jokers_that_the_rules_forbid_are_remarked(native):
    rng = random.Random(3)
    while True:
        replay, rules, (_, trump, *_) = random_replay(rng, 3, jokers=2)
        if trump is None:
            break
    for lead, remarked in (("allowed", False), ("only-jokers", True)):
        bid = BidRules(kitty_trick="none", joker_lead=lead)
        _, remarks = analyse(replay, replace(rules, bid=bid, hand_size=3, kitty=0))
        assert ("joker-leads" in [r.name for r in remarks]) == remarked


def test_the_public_function_takes_whole_records(native):
    record, _ = parse(PLAYED + "\nGame 2\n" + PLAYED)
    first, second = whistlog.analyse(record, rules="american", continue_from=12)
    ((analysis, remarks),) = second
    assert first == second
    assert remarks == ()
    assert analysis == analyse(replay_of(PLAYED), continue_from=12)[0]
