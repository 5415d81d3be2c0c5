"""Revokes in records without all hands: what is said is true, and what is certain is said."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tests.deals import Board, belongs, place, placed, taker
from whistlog.cards import SEATS, Seat
from whistlog.checks import Checker
from whistlog.diagnostics import Diagnostic
from whistlog.record import Hand, Header, Incident

REVOKES = {"revoke", "revoke-inferred", "revoke-turnup", "revoke-by-count"}


def judged(board: Board, known: list[Seat], tricks: int) -> list[Diagnostic]:
    """Check the first tricks of a deal of which only some hands are on record."""
    items = [
        item for item in board.deal().items if not isinstance(item, Hand) or item.seat in known
    ]
    cut = len(items) - 13 + tricks
    deal = placed([*items[:cut], Incident("unfinished", text="cut off")])
    checker = Checker()
    checker.header(Header(()))
    return list(checker.deal(deal).diagnostics)


def spoiled(rng: random.Random) -> Board:
    """A deal in which some cards of a seat changed places, so that there may be revokes."""
    board = Board.random(rng)
    board.with_marks = False
    for _ in range(rng.randrange(1, 3)):
        t, i = rng.randrange(12), rng.randrange(1, 4)
        u = rng.randrange(t + 1, 13)
        j = (board.seat_at(t, i) - board.lead[u]) % 4
        board.tricks[t][i], board.tricks[u][j] = board.tricks[u][j], board.tricks[t][i]
    return board


def leads_in_order(board: Board) -> bool:
    """Whether the winner of each trick still leads to the next."""
    return all(
        board.seat_at(t, taker(board.tricks[t], board.up.suit)) is board.lead[t + 1]
        for t in range(12)
    )


def true_revokes(board: Board, tricks: int) -> dict[tuple[int, int], int]:
    """The revokes among the first tricks, and the next trick in which the suit is played."""
    found = {}
    for t in range(tricks):
        suit = belongs(board.tricks[t][0], board.up.suit)
        for i in range(1, 4):
            if belongs(board.tricks[t][i], board.up.suit) == suit:
                continue
            seat = board.seat_at(t, i)
            for u in range(t + 1, 13):
                c = board.tricks[u][(seat - board.lead[u]) % 4]
                if belongs(c, board.up.suit) == suit:
                    found[t, i] = u
                    break
    return found


@pytest.mark.parametrize("hands", range(4))
def test_revokes_of_partial_records(hands: int) -> None:
    counts: Counter[str] = Counter()
    for seed in range(800):
        rng = random.Random(f"{hands} {seed}")
        board = spoiled(rng)
        known = rng.sample(SEATS, hands)
        tricks = rng.randrange(1, 14)
        if not leads_in_order(board):
            continue
        true = true_revokes(board, tricks)
        first = 3 + hands
        said = {}
        for d in judged(board, known, tricks):
            if d.name == "lead-misfit":
                # Two at once in a trick that nobody follows: it is told as a wrong lead.
                trick = place(d)[0] - first
                several = [at for at in true if at[0] == trick]
                assert len(several) > 1
                for at in several:
                    del true[at]
            if d.name in REVOKES:
                item, part = place(d)
                said[item - first, int(part[1])] = d.name
                counts[d.name] += 1
        assert said.keys() <= true.keys(), (seed, said)
        for (t, i), u in true.items():
            seat = board.seat_at(t, i)
            suit = belongs(board.tricks[t][0], board.up.suit)
            turn_up = (
                seat is board.dealer
                and suit == belongs(board.up, board.up.suit)
                and board.where(board.up)[0] > t
            )
            if seat in known or hands == 3:
                assert said[t, i] == "revoke"
            elif turn_up:
                assert said[t, i] == "revoke-turnup"
            elif u < tricks:
                assert said[t, i] == "revoke-inferred"
            else:
                assert said.get((t, i), "revoke-by-count") == "revoke-by-count"
    assert counts["revoke"] or not hands
    assert counts["revoke-inferred"] or hands == 3
    assert counts["revoke-turnup"] or hands == 3
    assert counts["revoke-by-count"] or hands != 2
