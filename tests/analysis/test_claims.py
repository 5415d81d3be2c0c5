"""Claims against best play of the rest: random deals, cut short, with an oracle for endings."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path

import pytest

import whistlog
from tests.analysis import minimax
from whistlog.analysis import claims, solver
from whistlog.cards import CARDS, SUITS

SAMPLES = Path(__file__).resolve().parents[2] / "samples"
SEATS = "NESW"
SIDES = ("NS", "EW")


def a_deal(rng, left):
    """A record with hands, played by chance until some tricks are left, and what is left."""
    pack = rng.sample(range(52), 52)
    hands = [sorted(pack[i::4]) for i in range(4)]
    trump = rng.randrange(4)
    dealer = next(i for i, hand in enumerate(hands) if any(c // 13 == trump for c in hand))
    up = rng.choice([c for c in hands[dealer] if c // 13 == trump])
    lines = [f"Dealer: {SEATS[dealer]}", f"Trump: {CARDS[up].name}"]
    lines += [
        f"{SEATS[i]}: {' '.join(CARDS[c].name for c in hand)}" for i, hand in enumerate(hands)
    ]
    seat = (dealer + 1) % 4
    for number in range(1, 14 - left):
        laid = []
        for i in range(4):
            player = (seat + i) % 4
            card = rng.choice(minimax.legal(hands[player], laid, trump))
            hands[player].remove(card)
            laid.append((player, card))
        lines.append(f"{number}. {SEATS[seat]}: {' '.join(CARDS[c].name for _, c in laid)}")
        seat = minimax.winner(laid, trump, "uptown")
    return "\n".join(lines), hands, trump, seat


def oracle(hands, trump, leader):
    """The tricks that each side can force, by plain minimax."""
    left = len(hands[0])
    best = max(minimax.card_values(hands, trump, "uptown", leader).values())
    return (best, left - best) if leader % 2 == 0 else (left - best, best)


def findings(text):
    return whistlog.check(f"{text}\n")


def not_forced(text):
    found = [d for d in findings(text) if d.severity != "info"]
    assert all(d.name == "claim-not-forced" for d in found), [d.message for d in found]
    return [(d.span.line, d.args["side"], d.args["number"], d.args["forced"]) for d in found]


@pytest.mark.parametrize("library", [True, False])
def test_endings_agree_with_plain_minimax(native, monkeypatch, library):
    monkeypatch.setattr(solver, "available", lambda: library)
    rng = random.Random(11)
    for _ in range(25):
        left = rng.choice([1, 2, 3, 4])
        text, hands, trump, leader = a_deal(rng, left)
        forced = oracle(hands, trump, leader)
        line = text.count("\n") + 2
        for side, name in enumerate(SIDES):
            for number in range(left + 1):
                expected = [(line, name, number, forced[side])] if number > forced[side] else []
                assert not_forced(f"{text}\nClaim: {name} {number}") == expected
                # Who gives up a part keeps the others.
                given = f"{text}\nConcede: {name} {left - number}"
                assert not_forced(given) == expected
            rest = [(line, name, left, forced[side])] if left > forced[side] else []
            assert not_forced(f"{text}\nClaim: {name} (rest)") == rest
            assert not_forced(f"{text}\nConcede: {name} (rest)") == []


def test_long_claims_agree_with_the_solver(native):
    rng = random.Random(5)
    for left in (7, 9, 11, 13):
        text, hands, trump, leader = a_deal(rng, left)
        value = solver.solve(solver.Position.of(hands, trump, leader))
        name = SIDES[leader % 2]
        line = text.count("\n") + 2
        assert not_forced(f"{text}\nClaim: {name} {value}") == []
        if value < left:
            told = [(line, name, value + 1, value)]
            assert not_forced(f"{text}\nClaim: {name} {value + 1}") == told


def test_where_both_sides_are_named_each_is_held_against_its_own(native):
    rng, ns = random.Random(2), 0
    while not ns:
        text, hands, trump, leader = a_deal(rng, 4)
        ns, ew = oracle(hands, trump, leader)
    line = text.count("\n") + 2
    assert not_forced(f"{text}\nClaim: NS {ns}, EW {ew}") == []
    told = [(line, "EW", ew + 1, ew)]
    assert not_forced(f"{text}\nClaim: NS {ns - 1}, EW {ew + 1}") == told


def too_much(left=3, seed=0):
    """A deal with a claim that can be defeated."""
    rng = random.Random(seed)
    while True:
        text, hands, trump, leader = a_deal(rng, left)
        forced = oracle(hands, trump, leader)
        if forced[0] < left:
            return f"{text}\nClaim: NS (rest)"


def test_nothing_is_said_without_the_hands():
    text = too_much()
    assert not_forced(text)
    lines = [x for x in text.split("\n") if x[:3] not in ("N: ", "S: ")]
    assert not any(d.name == "claim-not-forced" for d in findings("\n".join(lines)))


def test_one_hand_follows_from_the_other_three():
    text = too_much()
    lines = [x for x in text.split("\n") if not x.startswith("N: ")]
    assert [x[1:] for x in not_forced("\n".join(lines))] == [x[1:] for x in not_forced(text)]


def test_nothing_is_said_where_a_card_may_be_called():
    text, hands, trump, leader = a_deal(random.Random(0), 3)
    forced = oracle(hands, trump, leader)
    side = SIDES[forced.index(min(forced))]
    exposed = f"Exposed: N {CARDS[hands[0][0]].name}"
    assert not_forced(f"{text}\nClaim: {side} (rest)")
    assert not_forced(f"{text}\n{exposed}\nClaim: {side} (rest)") == []


def test_nothing_is_said_beside_an_error():
    text = too_much()
    wrong = findings(f"{text}\nTricks: NS 13, EW 13")
    assert any(d.severity == "error" for d in wrong)
    assert not any(d.name == "claim-not-forced" for d in wrong)


def test_nothing_is_said_where_the_limit_is_hit(native, monkeypatch):
    text, _, _, leader = a_deal(random.Random(3), 13)
    name = SIDES[leader % 2]
    assert not_forced(f"{text}\nClaim: {name} (rest)")
    monkeypatch.setattr(claims, "MAX_NODES", 5)
    assert not_forced(f"{text}\nClaim: {name} (rest)") == []


def test_nothing_is_said_of_long_claims_without_the_library(monkeypatch):
    monkeypatch.setattr(solver, "available", lambda: False)
    text, _, _, leader = a_deal(random.Random(3), 9)
    assert not_forced(f"{text}\nClaim: {SIDES[leader % 2]} (rest)") == []


def test_a_finding_can_be_passed_over():
    text = too_much() + "  # whistlog: ignore claim-not-forced (all agreed)"
    assert findings(text) == ()


def test_records_and_json_give_the_same():
    text = (SAMPLES / "faulty" / "claim-not-forced.whist").read_text(encoding="utf-8")
    told = [(d.name, dict(d.args)) for d in whistlog.check(text)]
    assert [name for name, _ in told] == ["claim-not-forced"]
    record, _ = whistlog.parse(text)
    assert [(d.name, dict(d.args)) for d in whistlog.check(record)] == told
    document = whistlog.to_json(record)
    reports = whistlog.check_json(document)
    [found] = [d for report in reports for d in report.diagnostics]
    assert (found.name, dict(found.args)) == told[0]
    value = document.splitlines()[found.span.line - 1][found.span.column - 1 :]
    assert json.JSONDecoder().raw_decode(value)[0]["key"] == "claim"


def bid_whist(name, left):
    """A sample of bid whist without its last tricks, and the side that took each of those."""
    text = (SAMPLES / "clean" / f"{name}.whist").read_text(encoding="utf-8")
    text = text.replace("Discards: 6\n", "Discards: 3♠ 2♠ 3♥ 3♣ 2♦ 4♣\n")
    record, _ = whistlog.parse(text)
    replay = whistlog.replay_deal(record.games[0].deals[0], record.games[0].header.rules)
    kept = []
    for line in text.splitlines():
        number, dot, _ = line.strip().partition(".")
        if dot and number.isdigit():
            if int(number) > 12 - left:
                continue
        elif line.startswith(("Tricks:", "Score:", "Points:", "Result:")):
            continue
        kept.append(line)
    hands = [list(hand) for hand in ([], [], [], [])]
    for trick in replay.tricks[12 - left :]:
        for seat, card in zip(trick.seats, trick.cards):
            hands[seat].append(card.code)
    leader = replay.tricks[12 - left].seats[0]
    trump = None if replay.trump is None else SUITS.index(replay.trump)
    ranking = replay.ranking.name.lower()
    best = max(minimax.card_values(hands, trump, ranking, int(leader)).values())
    forced = (best, left - best) if leader % 2 == 0 else (left - best, best)
    return "\n".join(kept), forced


@pytest.mark.parametrize("name", ["bid-uptown", "bid-downtown", "bid-no-trump"])
@pytest.mark.parametrize("left", [2, 3, 4])
def test_bid_whist_without_the_kitty(name, left):
    text, forced = bid_whist(name, left)
    for side, letters in enumerate(SIDES):
        for number in range(left + 1):
            found = findings(f"{text}\nClaim: {letters} {number}")
            told = [d.args["forced"] for d in found if d.name == "claim-not-forced"]
            assert told == ([forced[side]] if number > forced[side] else [])


def test_nothing_is_said_where_the_cards_put_away_are_not_known():
    text, forced = bid_whist("bid-no-trump", 3)
    claim = f"Claim: {SIDES[forced.index(min(forced))]} (rest)"
    assert not_forced(f"{text}\n{claim}")
    assert not_forced(f"{text.replace('3♠ 2♠ 3♥ 3♣ 2♦ 4♣', '6')}\n{claim}") == []


def test_other_deals_load_nothing_of_it():
    code = (
        "import sys, whistlog\n"
        "whistlog.check(open(sys.argv[1], encoding='utf-8').read())\n"
        "print([m for m in sys.modules if m.startswith('whistlog.analysis')])\n"
    )
    path = SAMPLES / "clean" / "canonical.whist"
    run = subprocess.run(
        [sys.executable, "-c", code, path], capture_output=True, text=True, check=True
    )
    assert run.stdout.strip() == "[]"
