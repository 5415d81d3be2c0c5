"""One illegal change to a clean deal: the right finding at the right place, and nothing else."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.deals import Board, Place, allowed, belongs, place, taker
from whistlog.cards import SEATS, SUITS, UNRECORDED, Seat, Suit
from whistlog.checks import Checker
from whistlog.diagnostics import Diagnostic, Severity
from whistlog.record import Header
from whistlog.rules.profile import SHORT

ROUNDS = 60
Expected = tuple[str, Place]
Mutation = Callable[[Board, random.Random], Expected | None]


def findings(board: Board) -> list[Diagnostic]:
    """What the checker says about one deal."""
    checker = Checker(SHORT)
    checker.header(Header(()))
    return list(checker.deal(board.deal()).diagnostics)


def errors(board: Board) -> list[Expected]:
    return [(d.name, place(d)) for d in findings(board) if d.severity == Severity.ERROR]


def boards(seed: int, **changes: bool) -> Board:
    return replace(Board.random(random.Random(seed)), **changes)


def styles(*, hands: bool | None = None) -> list[dict[str, bool]]:
    """The ways to write a deal: with or without hands, leaders and winners."""
    return [
        {"with_hands": h, "with_leaders": a, "with_marks": b}
        for h in ((True, False) if hands is None else (hands,))
        for a in (True, False)
        for b in (True, False)
    ]


def pick(rng: random.Random) -> tuple[int, int]:
    return rng.randrange(13), rng.randrange(4)


# The mutations. Each changes the board and says what must be found; None: try another one.


def swap_between_hands(b: Board, rng: random.Random) -> Expected:
    one, two = rng.sample(SEATS, 2)
    i, j = rng.randrange(13), rng.randrange(13)
    x, y = b.hands[one][i], b.hands[two][j]
    b.hands[one][i], b.hands[two][j] = y, x
    if b.up in (x, y):
        return "turnup-not-dealers", (b.trump_line, ("value",))
    t, p = min(b.where(x), b.where(y))
    if b.where(x)[0] == b.where(y)[0] and "out-of-turn" in {name for name, _ in errors(b)}:
        # By the hands as written, the two have played in the wrong order: as good a reading.
        return "out-of-turn", (b.trick_line(t), ("card", p))
    return "card-not-held", (b.trick_line(t), ("card", p))


def move_between_hands(b: Board, rng: random.Random) -> Expected:
    one, two = rng.sample(SEATS, 2)
    b.hands[two].append(b.hands[one].pop(rng.randrange(13)))
    return "hand-count", (b.hand_line(two), ("value",))


def drop_from_hand(b: Board, rng: random.Random) -> Expected:
    seat = rng.choice(SEATS)
    b.hands[seat].pop(rng.randrange(13))
    return "hand-count", (b.hand_line(seat), ("value",))


def double_in_hands(b: Board, rng: random.Random) -> Expected:
    one, two = rng.sample(SEATS, 2)
    i = rng.randrange(13)
    b.hands[one][i] = rng.choice(b.hands[two])
    return "deal-dup", (b.hand_line(one), ("card", i))


def double_in_one_hand(b: Board, rng: random.Random) -> Expected:
    seat = rng.choice(SEATS)
    i, j = sorted(rng.sample(range(13), 2))
    b.hands[seat][j] = b.hands[seat][i]
    return "deal-dup", (b.hand_line(seat), ("card", j))


def exchange_hands(b: Board, rng: random.Random) -> Expected | None:
    """Hands are written before the wrong seats."""
    order = rng.sample(range(4), 4)
    moved = [s for s in SEATS if order[s] != s]
    if not moved:
        return None
    b.hands = [b.hands[order[s]] for s in SEATS]
    if not (b.with_leaders or b.with_marks) and len({(order[s] - s) % 4 for s in SEATS}) == 1:
        # All hands one or two seats on: the same as another dealer.
        return "turnup-not-dealers", (b.trump_line, ("value",))
    return "hands-exchanged", (b.hand_line(moved[0]), ("key",))


def swap_within_trick(b: Board, rng: random.Random) -> Expected:
    t = rng.randrange(13)
    i, j = sorted(rng.sample(range(4), 2))
    trick = b.tricks[t]
    trick[i], trick[j] = trick[j], trick[i]
    return "out-of-turn", (b.trick_line(t), ("card", i))


def swap_across_tricks(b: Board, rng: random.Random) -> Expected | None:
    (t, i), (u, j) = sorted((pick(rng), pick(rng)))
    if t == u or b.seat_at(t, i) is b.seat_at(u, j):
        return None
    b.tricks[t][i], b.tricks[u][j] = b.tricks[u][j], b.tricks[t][i]
    return "card-not-held", (b.trick_line(t), ("card", i))


def lead_from_wrong_seat(b: Board, rng: random.Random) -> Expected | None:
    t = rng.randrange(13)
    trick = b.tricks[t]
    if len({belongs(c, b.up.suit) for c in trick}) > 1:
        return None
    k = rng.randrange(1, 4)
    b.tricks[t] = trick[k:] + trick[:k]
    b.lead[t] = b.seat_at(t, k)
    return "lead-wrong-seat", (b.trick_line(t), ("leader",) if b.with_leaders else ("card", 0))


def wrong_leader_letter(b: Board, rng: random.Random) -> Expected:
    t = rng.randrange(13)
    b.lead[t] = rng.choice([s for s in SEATS if s is not b.lead[t]])
    return "lead-wrong-seat", (b.trick_line(t), ("leader",))


def wrong_dealer(b: Board, rng: random.Random) -> Expected:
    b.dealer = rng.choice([s for s in SEATS if s is not b.dealer])
    if b.with_hands:
        return "turnup-not-dealers", (b.trump_line, ("value",))
    t, i = b.where(b.up)
    return "turnup-not-dealers", (b.trick_line(t), ("card", i))


def revoke(b: Board, rng: random.Random) -> Expected | None:
    """Two cards of a seat change places, so that one trick holds a revoke and nothing else."""
    t, i = pick(rng)
    seat = b.seat_at(t, i)
    u = rng.randrange(13)
    if u <= t or i == 0:
        return None
    j = (seat - b.lead[u]) % 4
    b.tricks[t][i], b.tricks[u][j] = b.tricks[u][j], b.tricks[t][i]
    faults = slow_faults(b)
    if faults != [(t, i)]:
        return None
    trump = b.up.suit
    if b.with_hands:
        name = "revoke"
    elif seat is b.dealer and belongs(b.tricks[t][0], trump) == trump and b.where(b.up)[0] > t:
        name = "revoke-turnup"
    else:
        name = "revoke-inferred"
    return name, (b.trick_line(t), ("card", i))


def slow_faults(b: Board) -> list[tuple[int, int]]:
    """Every card played against the rules, and every trick led by the wrong seat."""
    left = [[] for _ in SEATS]
    for t, trick in enumerate(b.tricks):
        for i, c in enumerate(trick):
            left[b.seat_at(t, i)].append(c)
    faults = []
    leader = b.dealer.next
    for t, trick in enumerate(b.tricks):
        if b.lead[t] is not leader:
            faults.append((t, -1))
        for i, c in enumerate(trick):
            hand = left[b.seat_at(t, i)]
            if c not in allowed(hand, trick[:i], b.up.suit):
                faults.append((t, i))
            hand.remove(c)
        leader = SEATS[(b.lead[t] + taker(trick, b.up.suit)) % 4]
        if leader is not b.marks[t]:
            faults.append((t, -2))
    return faults


def double_in_play(b: Board, rng: random.Random) -> Expected | None:
    (t, i), (u, j) = pick(rng), pick(rng)
    if (t, i) == (u, j):
        return None
    b.tricks[t][i] = b.tricks[u][j]
    if b.with_hands and (u, j) > (t, i) and b.seat_at(t, i) is not b.seat_at(u, j):
        return "card-not-held", (b.trick_line(t), ("card", i))
    if b.with_hands and b.seat_at(t, i) is not b.seat_at(u, j):
        return "card-twice", (b.trick_line(t), ("card", i))
    v, k = max((t, i), (u, j))
    return "card-twice", (b.trick_line(v), ("card", k))


def wrong_winner(b: Board, rng: random.Random) -> Expected:
    t = rng.randrange(13)
    b.marks[t] = rng.choice([s for s in SEATS if s is not b.marks[t]])
    return "winner-wrong", (b.trick_line(t), ("winner",))


def drop_from_trick(b: Board, rng: random.Random) -> Expected:
    t, i = pick(rng)
    del b.tricks[t][i]
    return "trick-size", (b.trick_line(t), ())


def insert_in_trick(b: Board, rng: random.Random) -> Expected:
    t, i = pick(rng)
    u, j = pick(rng)
    b.tricks[t].insert(i + 1, b.tricks[u][j])
    return "trick-size", (b.trick_line(t), ("card", 4))


def number_twice(b: Board, rng: random.Random) -> Expected:
    t = rng.randrange(1, 13)
    b.numbers[t] = rng.randrange(1, t + 1)
    return "trick-number", (b.trick_line(t), ("number",))


def another_turn_up(b: Board, rng: random.Random) -> Expected | None:
    others = [c for s in SEATS if s is not b.dealer for c in b.hands[s] if c.suit is b.up.suit]
    if not others:
        return None
    b.up = rng.choice(others)
    if b.with_hands:
        return "turnup-not-dealers", (b.trump_line, ("value",))
    t, i = b.where(b.up)
    return "turnup-not-dealers", (b.trick_line(t), ("card", i))


def another_trump_suit(b: Board, rng: random.Random) -> Expected | None:
    """A card of another suit, not the dealer's, while the tricks fit the true suit alone."""
    others = [c for s in SEATS if s is not b.dealer for c in b.hands[s] if c.suit != b.up.suit]
    up = rng.choice(others)

    def wrong(suit: Suit | None) -> int:
        return sum(
            SEATS[(b.lead[t] + taker(trick, suit)) % 4] is not b.marks[t]
            for t, trick in enumerate(b.tricks[:-1])
        )

    if wrong(up.suit) < 4 or any(wrong(s) < 2 for s in SUITS if s is not b.up.suit):
        return None
    b.up = up
    return "turnup-not-dealers", (b.trump_line, ("value",))


KINDS: list[tuple[Mutation, list[dict[str, bool]]]] = [
    (swap_between_hands, styles(hands=True)),
    (move_between_hands, styles(hands=True)),
    (drop_from_hand, styles(hands=True)),
    (double_in_hands, styles(hands=True)),
    (double_in_one_hand, styles(hands=True)),
    (exchange_hands, styles(hands=True)),
    (swap_within_trick, styles(hands=True)),
    (swap_across_tricks, styles(hands=True)),
    (lead_from_wrong_seat, [s for s in styles() if s["with_hands"] or s["with_leaders"]]),
    (
        wrong_leader_letter,
        [s for s in styles() if s["with_leaders"] and (s["with_hands"] or s["with_marks"])],
    ),
    (wrong_dealer, [s for s in styles() if s["with_leaders"]]),
    (revoke, styles()),
    (double_in_play, styles()),
    (wrong_winner, [s for s in styles() if s["with_marks"]]),
    (drop_from_trick, styles()),
    (insert_in_trick, styles()),
    (number_twice, styles()),
    (another_turn_up, styles()),
    (another_trump_suit, [s for s in styles() if s["with_hands"] or s["with_leaders"]]),
]


@pytest.mark.parametrize(("kind", "style"), [(k, s) for k, ss in KINDS for s in ss])
def test_one_change_gives_one_error_at_its_place(kind: Mutation, style: dict[str, bool]) -> None:
    done = 0
    seed = 0
    while done < ROUNDS:
        seed += 1
        rng = random.Random(f"{kind.__name__} {seed}")
        board = boards(seed, **style)
        expected = kind(board, rng)
        if expected is None:
            continue
        done += 1
        assert errors(board) == [expected], (seed, [d.message for d in findings(board)])


@pytest.mark.parametrize("style", styles())
def test_a_clean_deal_gives_no_finding(style: dict[str, bool]) -> None:
    for seed in range(200):
        assert findings(boards(seed, **style)) == []


@pytest.mark.parametrize("style", styles())
def test_cards_not_recorded_are_no_error(style: dict[str, bool]) -> None:
    for seed in range(200):
        rng = random.Random(seed)
        board = boards(seed, **style)
        for _ in range(rng.randrange(1, 6)):
            t, i = pick(rng)
            board.tricks[t][i] = UNRECORDED
        assert errors(board) == []


@pytest.mark.parametrize("style", styles())
def test_a_deal_broken_off_is_no_error(style: dict[str, bool]) -> None:
    for seed in range(200):
        rng = random.Random(seed)
        board = boards(seed, **style)
        del board.tricks[rng.randrange(1, 13) :]
        del board.tricks[-1][rng.randrange(1, 5) :]
        board.marks[len(board.tricks) - 1] = Seat.N
        if len(board.tricks[-1]) == 4:
            board.with_marks = False
        assert errors(board) == []
