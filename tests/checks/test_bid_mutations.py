"""Bid whist: legal deals check clean; one illegal change is one finding, at its place."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from itertools import product

import pytest

from tests.bids import BID, BidBoard
from tests.deals import Place, allowed, belongs, place, placed, taker
from whistlog.cards import CARDS, LOW, SEATS, UNRECORDED, Ranking, Side, Suit
from whistlog.checks import Checker
from whistlog.diagnostics import Diagnostic
from whistlog.record import (
    Auction,
    Call,
    Hand,
    Header,
    Incident,
    Item,
    Pile,
    Play,
    RankingLine,
    Tally,
    Trick,
    Trump,
    Unreadable,
)
from whistlog.replay import positions
from whistlog.rules.profile import BidRules, Profile, builtin

ROUNDS = 40
Expected = tuple[str, Place]
Mutation = Callable[[BidBoard, random.Random], Expected | None]

BEFORE = Header((Tally("score", ((Side.NS, 2), (Side.EW, -1))),))


def findings(board: BidBoard, profile: Profile = BID) -> list[Diagnostic]:
    """What the checker says about one deal, infos left out."""
    checker = Checker(profile)
    checker.header(BEFORE)
    found = checker.deal(board.deal()).diagnostics
    for d in found:
        assert "<" not in d.message + d.help
        for related in d.related:
            assert "<" not in d.related_message(related)
    return [d for d in found if d.severity != "info"]


def places(board: BidBoard, profile: Profile = BID) -> list[Expected]:
    return [(d.name, place(d)) for d in findings(board, profile)]


STYLES = [
    {"with_hands": h, "with_kitty": k, "with_discards": d, "with_leaders": a, "with_marks": b}
    for h, k, d, a, b in product(
        (True, False), ("cards", "count", "none"), ("cards", "count", "none"), (True, False),
        (True, False),
    )
]  # fmt: skip

HOUSES = {
    "bid": BID,
    "bid-pagat": builtin("bid-pagat"),
    "bid-52": builtin("bid-52"),
    "13x4+2": BID.with_bid(BidRules(hand=13)),
    "one joker, re-entry": BID.with_bid(BidRules(jokers=1, reentry="allowed", downtown="equal")),
    "numbers, low aces": BID.with_bid(
        BidRules(bids="number", downtown_ace="low", kitty_trick="none", dealer_equals=True)
    ),
    "redeals": BID.with_bid(BidRules(all_pass="redeal", minimum=3, kitty_trick="first-trick")),
}


@pytest.mark.parametrize("house", HOUSES)
@pytest.mark.parametrize("seed", range(12))
def test_a_legal_deal_is_clean(house: str, seed: int) -> None:
    profile = HOUSES[house]
    assert profile.bid is not None
    board = BidBoard.random(random.Random(seed), profile)
    board.numbers = profile.bid.bids == "number"
    # The table of the rules is that of `bid`; what other houses pay is tested elsewhere.
    board.with_points = board.with_score = house == "bid"
    for style in STYLES:
        assert findings(replace(board, **style), profile) == []


# Mutations of the auction.


def bid_too_low(b: BidBoard, rng: random.Random) -> Expected | None:
    bids = [i for i, c in enumerate(b.calls) if c.level is not None]
    if len(bids) < 2:
        return None
    at = rng.choice(bids[1:])
    before = b.calls[bids[bids.index(at) - 1]]
    b.calls[at] = Call(before.level, before.form)
    return "bid-too-low", (b.line(Auction), ("card", at))


def pass_left_out(b: BidBoard, rng: random.Random) -> Expected | None:
    if len(b.calls) < 5 or b.calls[-1].level is not None:
        return None
    b.calls.pop()
    return "auction-open", (b.line(Auction), ("card", len(b.calls) - 1))


def pass_added(b: BidBoard, rng: random.Random) -> Expected:
    b.calls.append(Call())
    return "bid-after-end", (b.line(Auction), ("card", len(b.calls) - 1))


def nonsense(b: BidBoard, rng: random.Random) -> Expected:
    at = rng.randrange(len(b.calls))
    b.calls[at] = rng.choice(
        [Call(text="4 trump"), Call(text="4 hearts"), Call(text="3 nt up"), Call(8, "up"),
         Call(0, "down"), Call(text="double")]
    )  # fmt: skip
    return "bid-form", (b.line(Auction), ("card", at))


def wrong_speaker(b: BidBoard, rng: random.Random) -> Expected:
    seats = [SEATS[(b.dealer + 1 + i) % 4] for i in range(len(b.calls))]
    at = rng.randrange(len(b.calls))
    # Not a seat that may be left out because it has passed.
    seats[at] = SEATS[(seats[at] + 3) % 4]
    b.calls = [c._replace(seat=s) for c, s in zip(b.calls, seats)]
    return "bid-turn", (b.line(Auction), ("card", at))


def all_pass(b: BidBoard, rng: random.Random) -> Expected:
    b.calls = [Call()] * 4
    return "all-pass", (b.line(Auction), ("card", 3))


# Mutations of what is named.


def trump_left_out(b: BidBoard, rng: random.Random) -> Expected | None:
    if b.form == "nt":
        b.named = [Trump()]
        return "direction-missing", (b.line(Auction), ("card", b.call))
    b.named = [RankingLine(b.ranking)]
    return "declare-missing", (b.line(Auction), ("card", b.call))


def suit_at_no_trump(b: BidBoard, rng: random.Random) -> Expected | None:
    if b.form == "nt":
        b.named = [RankingLine(b.ranking), Trump(None, rng.choice(list(Suit)))]
    else:
        b.named = [Trump()]
    return "declare-kind", (b.line(Trump), ("value",))


def wrong_direction_named(b: BidBoard, rng: random.Random) -> Expected | None:
    if b.form == "nt":
        return None
    other = Ranking.UPTOWN if b.ranking is Ranking.DOWNTOWN else Ranking.DOWNTOWN
    b.named = [Trump(None, b.trump), RankingLine(other)]
    return "declare-kind", (b.line(RankingLine), ("value",))


def other_direction(b: BidBoard, rng: random.Random) -> Expected | None:
    """The bid, or what was named, says the other direction; the play stays as it was."""
    other = Ranking.UPTOWN if b.ranking is Ranking.DOWNTOWN else Ranking.DOWNTOWN
    wrong = sum(
        taker(trick, b.trump, b.ranking) != taker(trick, b.trump, other) for trick in b.tricks
    )
    if wrong < 3:
        return None
    if b.form == "nt":
        b.named = [RankingLine(other)]
        return "rank-turned", (b.line(RankingLine), ("value",))
    if b.form != "up":
        return None  # the bid would be too low
    b.calls[b.call] = Call(b.level, "down")
    return "rank-turned", (b.line(Auction), ("card", b.call))


# Mutations of the kitty and the cards put away.


def kitty_short(b: BidBoard, rng: random.Random) -> Expected:
    b.kitty.pop(rng.randrange(len(b.kitty)))
    return "kitty-count", (b.line(Pile, "kitty"), ("value",))


def kitty_to_hand(b: BidBoard, rng: random.Random) -> Expected:
    seat = rng.choice(SEATS)
    b.hands[seat].append(b.kitty.pop())
    return "hand-count", (b.line(Hand, None, seat), ("value",))


def kitty_card_of_another(b: BidBoard, rng: random.Random) -> Expected:
    i = rng.randrange(len(b.kitty))
    seat = rng.choice([s for s in SEATS if s is not b.declarer])
    b.kitty[i] = rng.choice(b.hands[seat])
    return "deal-dup", (b.line(Pile, "kitty"), ("card", i))


def kitty_hand_swap(b: BidBoard, rng: random.Random) -> Expected | None:
    seat = rng.choice([s for s in SEATS if s is not b.declarer])
    i, j = rng.randrange(12), rng.randrange(6)
    theirs, ours = b.hands[seat][i], b.kitty[j]
    b.hands[seat][i], b.kitty[j] = ours, theirs
    at, mine = b.where(theirs), b.where(ours)
    assert at is not None
    if mine is None:
        return "discard-not-held", (b.line(Pile, "discards"), ("card", b.discards.index(ours)))
    t, p = min(at, mine)
    if at[0] == mine[0]:
        return None  # the two may as well have played in the wrong order
    name = "card-in-kitty" if (t, p) == at else "card-not-held"
    return name, (b.line(Trick, None, t), ("card", p))


def discard_of_another(b: BidBoard, rng: random.Random) -> Expected:
    i = rng.randrange(6)
    seat = rng.choice([s for s in SEATS if s is not b.declarer])
    b.discards[i] = rng.choice(b.hands[seat])
    return "discard-not-held", (b.line(Pile, "discards"), ("card", i))


def discard_played(b: BidBoard, rng: random.Random) -> Expected:
    i, t = rng.randrange(6), rng.randrange(12)
    p = next(p for p in range(4) if b.seat_at(t, p) is b.declarer)
    b.discards[i] = b.tricks[t][p]
    return "discard-played", (b.line(Trick, None, t), ("card", p))


def discard_twice(b: BidBoard, rng: random.Random) -> Expected:
    i, j = sorted(rng.sample(range(6), 2))
    b.discards[j] = b.discards[i]
    return "discard-twice", (b.line(Pile, "discards"), ("card", j))


def discard_missing(b: BidBoard, rng: random.Random) -> Expected | None:
    gone = b.discards.pop(rng.randrange(6))
    rest = set(b.discards) & set(b.kitty)
    kept = set(b.kitty) - set(b.discards) - {gone}
    if not rest and len(kept) <= 5:
        return None  # five cards of the hand for five of the kitty
    return "discard-count", (b.line(Pile, "discards"), ("value",))


def discard_more(b: BidBoard, rng: random.Random) -> Expected:
    b.discards.append(next(c for c in CARDS if c not in b.discards and b.where(c) is None)
                      if len(b.discards) < 6 else b.discards[0])  # fmt: skip
    b.with_discards = "count"
    return "discard-count", (b.line(Pile, "discards"), ("value",))


# Mutations of the play.


def card_that_went_back(b: BidBoard, rng: random.Random) -> Expected:
    t = rng.randrange(12)
    p = rng.randrange(4)
    b.tricks[t][p] = rng.choice(b.discards)
    return "discard-played", (b.line(Trick, None, t), ("card", p))


def wrong_first_leader(b: BidBoard, rng: random.Random) -> Expected | None:
    trick = b.tricks[0]
    if len({belongs(c, b.trump) for c in trick}) > 1:
        return None
    k = rng.randrange(1, 4)
    b.tricks[0] = trick[k:] + trick[:k]
    b.lead[0] = b.seat_at(0, k)
    part = ("leader",) if b.with_leaders else ("card", 0)
    return "lead-wrong-seat", (b.line(Trick), part)


def wrong_winner(b: BidBoard, rng: random.Random) -> Expected | None:
    t = rng.randrange(12)
    b.marks[t] = rng.choice([s for s in SEATS if s is not b.marks[t]])
    p = next(p for p in range(4) if b.seat_at(t, p) is b.marks[t])
    best = b.tricks[t][taker(b.tricks[t], b.trump, b.ranking)]
    other = Ranking.UPTOWN if b.ranking is Ranking.DOWNTOWN else Ranking.DOWNTOWN
    name = "winner-wrong"
    if b.trump is None and b.tricks[t][p].is_joker:
        name = "joker-wins-nt"
    elif b.trump is not None and best.is_joker and not b.tricks[t][p].is_joker:
        name = "joker-is-trump"
    elif taker(b.tricks[t], b.trump, other) == p:
        name = "rank-direction"
    return name, (b.line(Trick, None, t), ("winner",))


def revoke(b: BidBoard, rng: random.Random) -> Expected | None:
    """Two cards of one seat change places, so that it does not follow in the earlier trick."""
    t, u = sorted(rng.sample(range(12), 2))
    p = rng.randrange(1, 4)
    seat = b.seat_at(t, p)
    q = next(q for q in range(4) if b.seat_at(u, q) is seat)
    trick, later = b.tricks[t], b.tricks[u]
    held = [
        c for x in range(t, 12) for c in b.tricks[x] if b.seat_at(x, b.tricks[x].index(c)) is seat
    ]
    ours, theirs = trick[p], later[q]
    if theirs in allowed(held, trick[:p], b.trump):
        return None
    if all(belongs(c, b.trump) == "no suit" for c in later[:q]):
        return None  # the card sets the suit of its trick
    trick[p], later[q] = theirs, ours
    # Nothing but the revoke may be wrong: the same seats win, and the later card is allowed.
    for x in (t, u):
        place_ = taker(b.tricks[x], b.trump, b.ranking)
        if b.seat_at(x, place_) is not b.marks[x]:
            return None
    for x in range(t, u + 1):
        mine = next(i for i in range(4) if b.seat_at(x, i) is seat)
        rest = [
            c for y in range(x, 12) for k, c in enumerate(b.tricks[y]) if b.seat_at(y, k) is seat
        ]
        if x != t and b.tricks[x][mine] not in allowed(rest, b.tricks[x][:mine], b.trump):
            return None
    suits = [belongs(c, b.trump) for c in b.tricks[t]]
    led = next((s for s in suits[:p] if s != "no suit"), None)
    proof = next(
        c
        for y in range(t + 1, 12)
        for k, c in enumerate(b.tricks[y])
        if b.seat_at(y, k) is seat and belongs(c, b.trump) == led
    )
    joker = b.trump is not None and (theirs.is_joker or proof.is_joker)
    name = "joker-suit" if joker else "revoke" if b.with_hands else "revoke-inferred"
    return name, (b.line(Trick, None, t), ("card", p))


# Mutations of the figures.


def kitty_not_counted(b: BidBoard, rng: random.Random) -> Expected:
    b.won[b.side] -= 1
    return "kitty-not-counted", (b.line(Tally, "tricks"), ("side", b.side))


def trick_moved(b: BidBoard, rng: random.Random) -> Expected | None:
    if not b.won[b.side]:
        return None
    b.won[b.side] -= 1
    b.won[1 - b.side] += 1
    return "trick-total", (b.line(Tally, "tricks"), ("side", 0))


def points_wrong(b: BidBoard, rng: random.Random) -> Expected:
    b.points[b.side] += rng.choice((-20, 20))
    return "bid-score", (b.line(Tally, "points"), ("side", b.side))


def defender_points(b: BidBoard, rng: random.Random) -> Expected:
    b.points[1 - b.side] = rng.randrange(1, 5)
    return "defender-scored", (b.line(Tally, "points"), ("side", 1 - b.side))


def defender_score(b: BidBoard, rng: random.Random) -> Expected:
    b.score[1 - b.side] += rng.randrange(1, 5)
    return "defender-scored", (b.line(Tally, "score"), ("side", 1 - b.side))


def score_wrong(b: BidBoard, rng: random.Random) -> Expected:
    b.score[b.side] += rng.choice((-20, 20))
    name = "running-score" if b.with_points else "bid-score"
    return name, (b.line(Tally, "score"), ("side", b.side))


ANY = (True, False)
CASES: dict[Mutation, dict[str, tuple[object, ...]]] = {
    bid_too_low: {},
    pass_left_out: {},
    pass_added: {},
    nonsense: {},
    wrong_speaker: {},
    all_pass: {"with_leaders": (True,)},
    trump_left_out: {},
    suit_at_no_trump: {},
    wrong_direction_named: {},
    other_direction: {"with_leaders": (True,)},
    kitty_short: {"with_kitty": ("cards",)},
    kitty_to_hand: {"with_hands": (True,), "with_kitty": ("cards",)},
    kitty_card_of_another: {"with_hands": (True,), "with_kitty": ("cards",)},
    kitty_hand_swap: {
        "with_hands": (True,),
        "with_kitty": ("cards",),
        "with_discards": ("cards",),
    },
    discard_of_another: {"with_hands": (True,), "with_discards": ("cards",)},
    discard_played: {"with_discards": ("cards",)},
    discard_twice: {"with_discards": ("cards",)},
    discard_missing: {"with_kitty": ("cards",), "with_discards": ("cards",)},
    discard_more: {},
    card_that_went_back: {"with_discards": ("cards",)},
    wrong_first_leader: {"with_leaders": (True,)},
    wrong_winner: {"with_marks": (True,)},
    revoke: {},
    kitty_not_counted: {},
    trick_moved: {},
    points_wrong: {"with_points": (True,)},
    defender_points: {"with_points": (True,)},
    defender_score: {"with_points": ANY},
    score_wrong: {"with_points": ANY},
}
_ALL = {
    "with_hands": ANY,
    "with_kitty": ("cards", "count", "none"),
    "with_discards": ("cards", "count", "none"),
    "with_leaders": ANY,
    "with_marks": ANY,
}


@pytest.mark.parametrize("mutation", CASES, ids=lambda m: m.__name__)
def test_one_change_is_one_finding_at_its_place(mutation: Mutation) -> None:
    options = _ALL | CASES[mutation]
    done = 0
    for seed in range(40 * ROUNDS):
        rng = random.Random(seed)
        style = {key: rng.choice(values) for key, values in options.items()}
        board = replace(BidBoard.random(rng), **style)
        expected = mutation(board, rng)
        if expected is None:
            continue
        assert places(board) == [expected], (seed, style)
        done += 1
        if done == ROUNDS:
            break
    assert done >= ROUNDS // 4


@pytest.mark.parametrize(
    ("reentry", "names"),
    [("allowed", set()), ("warned", {"bid-after-pass"}), ("forbidden", {"pass-final"})],
)
def test_a_bid_after_a_pass(reentry: str, names: set[str]) -> None:
    loose = BID.with_bid(BidRules(reentry="allowed"))
    done = 0
    for seed in range(200):
        board = BidBoard.random(random.Random(seed), loose)
        again = [
            i
            for i, c in enumerate(board.calls)
            if c.level is not None and i >= 4 and board.calls[i - 4].level is None
        ]
        if not again:
            continue
        found = places(board, BID.with_bid(BidRules(reentry=reentry)))
        line = board.line(Auction)
        assert set(found) == {(name, (line, ("card", i))) for i in again for name in names}
        done += 1
    assert done > 20


def spoiled(items: list[Item], rng: random.Random) -> list[Item]:
    """A few lines of a deal lost, doubled, exchanged or written wrongly."""
    for _ in range(rng.randrange(1, 5)):
        i = rng.randrange(len(items))
        item = items[i]
        kind = rng.randrange(8)
        if kind == 0 and len(items) > 1:
            del items[i]
        elif kind == 1:
            items.insert(rng.randrange(len(items)), item)
        elif kind == 2:
            items[i], items[0] = items[0], items[i]
        elif kind == 3:
            items.insert(i, rng.choice(ODD_LINES))
        elif isinstance(item, Trick):
            plays = [Play(rng.choice(ODD_CARDS)) if rng.random() < 0.3 else p for p in item.plays]
            leader, winner = rng.choice([None, *SEATS]), rng.choice([None, *SEATS])
            items[i] = Trick(item.number, leader, tuple(plays[: rng.randrange(1, 6)]), winner)
        elif isinstance(item, Hand):
            items[i] = Hand(item.seat, item.cards[: rng.randrange(13)])
        elif isinstance(item, Auction):
            calls = list(item.calls)
            calls[rng.randrange(len(calls))] = rng.choice(ODD_CALLS)
            items[i] = Auction(tuple(calls[: rng.randrange(1, 20)]))
        elif isinstance(item, Pile):
            some = tuple(rng.sample(CARDS, rng.randrange(9)))
            items[i] = Pile(item.key, rng.choice([some, None]), rng.choice([3, None]), True)
    return items


ODD_CARDS = [*CARDS, UNRECORDED, *LOW]
ODD_CALLS = [Call(), Call(8, "up"), Call(text="x"), Call(7, "nt"), Call(2, "down", seat=SEATS[1])]
ODD_LINES: list[Item] = [
    Incident("unfinished"),
    Incident("misdeal"),
    Incident("redeal"),
    Tally("claim", ((Side.NS, None),)),
    Tally("concede", ((Side.EW, 3),)),
    Trump(CARDS[3]),
    Trump(),
    RankingLine(Ranking.DOWNTOWN),
    Unreadable("x"),
]


@pytest.mark.parametrize("house", HOUSES)
def test_whatever_is_written_is_checked_in_whole_sentences(house: str) -> None:
    profile = HOUSES[house]
    for seed in range(60):
        rng = random.Random(f"{house} {seed}")
        board = replace(BidBoard.random(rng, profile), **rng.choice(STYLES))
        items = spoiled(board.items(), rng)
        checker = Checker(profile)
        checker.header(BEFORE)
        for _ in range(2):
            found = checker.deal(placed(items))
            for d in found.diagnostics:
                assert "<" not in d.message + d.help
                assert all("<" not in d.related_message(r) for r in d.related)
            assert len(list(positions(found.replay))) >= 1
        checker.end_game()
