"""Bid whist as `whistlog replay` and `whistlog score` show it."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from tests.bids import BidBoard
from whistlog.checks import Checker
from whistlog.cli.score import run as run_score
from whistlog.notation.writer import format_record
from whistlog.record import Game, Header, Record, Tag, Tally
from whistlog.render import board
from whistlog.replay import positions
from whistlog.rules.profile import BidRules, builtin

HEADER = Header((Tag("rules", "bid"), Tag("north", "Ana")))


def shown(b: BidBoard) -> list[str]:
    checker = Checker()
    checker.header(HEADER)
    report = checker.deal(b.deal())
    return board.heading(HEADER, report.deal, 1, report.replay, board.Names(HEADER))


@pytest.mark.parametrize("seed", range(10))
def test_the_heading_tells_the_auction_and_the_kitty(seed: int) -> None:
    b = BidBoard.random(random.Random(seed))
    _, facts, auction, contract, piles = shown(b)
    assert facts.startswith(f"Dealer {b.dealer.name}, ")
    first = b.calls[0]
    said = "pass" if first.level is None else f"{first.level} {first.form}"
    assert auction.startswith(f"Auction: {b.dealer.next.name} {said}, ")
    name = "N Ana" if b.declarer.name == "N" else b.declarer.name
    assert contract == f"{name} plays {b.level} {b.form}."
    assert piles == (
        f"Kitty: {' '.join(c.name for c in b.kitty)}. "
        f"Put away: {' '.join(c.name for c in b.discards)}."
    )
    hidden = shown(replace(b, with_kitty="count", with_discards="none"))
    assert hidden[-1] == "Kitty: 6 cards."


@pytest.mark.parametrize("kitty_trick", ["bidder", "first-trick", "none"])
def test_the_tricks_so_far_count_the_kitty(kitty_trick: str) -> None:
    profile = builtin("bid").with_bid(BidRules(kitty_trick=kitty_trick))
    b = BidBoard.random(random.Random(2), profile)
    checker = Checker(profile)
    checker.header(HEADER)
    happened = checker.deal(b.deal()).replay
    running = board.running(happened)
    assert running[-1] == tuple(b.won) == happened.won
    before = [p.won for p in positions(happened) if p.number == 0]
    assert before[1:] == running
    assert sum(before[0]) == (kitty_trick == "bidder")
    assert sum(running[0]) == 1 + (kitty_trick != "none")


def test_the_table_of_the_score_has_the_bids(tmp_path, capsys: pytest.CaptureFixture[str]) -> None:
    b = BidBoard.random(random.Random(3))
    header = Header((*HEADER.items, Tally("score", ((0, 2), (1, -1)))))  # type: ignore[arg-type]
    text = format_record(Record((Game(header, (b.deal(),)),)))
    path = tmp_path / "bid.whist"
    path.write_text(text, encoding="utf-8")
    assert run_score([str(path)]) == 0
    _, heads, row, _ = capsys.readouterr().out.splitlines()
    assert heads.split()[:4] == ["deal", "dealer", "bid", "trump"]
    trump = "none" if b.trump is None else b.trump.symbol
    numbers = [*b.won, *b.points, *b.score]
    assert row.split() == [
        "1", b.dealer.name, b.declarer.name, str(b.level), b.form, trump, *map(str, numbers)
    ]  # fmt: skip
