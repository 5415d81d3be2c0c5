"""The pack that a record states."""

from __future__ import annotations

import random

import pytest

from tests.bids import BID, BidBoard
from whistlog.api import check
from whistlog.checks import Checker
from whistlog.notation.writer import format_record
from whistlog.record import Game, Header, Record, Tag
from whistlog.rules.profile import BidRules


def profile_of(pack: str, rules: str = "bid") -> tuple[int, int, int]:
    checker = Checker()
    assert checker.header(Header((Tag("rules", rules), Tag("pack", pack)))) == ()
    profile = checker.profile
    return profile.pack.bit_count(), profile.hand_size, profile.kitty


@pytest.mark.parametrize(
    ("pack", "facts"),
    [
        ("54", (54, 12, 6)),
        ("54 as 12x4+6", (54, 12, 6)),
        ("54 as 12×4+6", (54, 12, 6)),
        ("54 as 13x4+2", (54, 13, 2)),
        ("54 cards, 13 x 4 + 2", (54, 13, 2)),
        ("53 as 12x4+5", (53, 12, 5)),
        ("52", (52, 12, 4)),
        ("52 as 12x4+4", (52, 12, 4)),
    ],
)
def test_bid_whist_is_played_with_the_pack_that_is_stated(
    pack: str, facts: tuple[int, int, int]
) -> None:
    assert profile_of(pack) == facts
    assert profile_of(pack, "bid-pagat") == facts


@pytest.mark.parametrize(("jokers", "hand", "pack"), [
    (2, 12, "54 as 12x4+6"), (2, 13, "54 as 13x4+2"), (0, 12, "52 as 12x4+4"),
])  # fmt: skip
def test_a_deal_of_each_pack_is_clean(jokers: int, hand: int, pack: str) -> None:
    board = BidBoard.random(random.Random(7), BID.with_bid(BidRules(jokers=jokers, hand=hand)))
    board.with_points = board.with_score = False
    header = Header((Tag("rules", "bid"), Tag("pack", pack)))
    text = format_record(Record((Game(header, (board.deal(),)),)))
    assert check(text) == ()
    other = "52 as 12x4+4" if jokers else "54 as 12x4+6"
    assert check(text.replace(pack, other)) != ()


def test_classic_whist_deals_the_whole_pack() -> None:
    assert profile_of("52", "short") == profile_of("52 as 13x4", "short") == (52, 13, 0)


@pytest.mark.parametrize(
    ("rules", "pack", "name"),
    [
        ("short", "54", "pack-conflict"),
        ("bid", "54 as 12x4+5", "pack-conflict"),
        ("bid", "52 as 13x4", "pack-conflict"),
        ("bid", "48 as 12x4", "pack-conflict"),
        ("bid", "Bee No. 92", "pack-unclear"),
    ],
)
def test_a_pack_that_cannot_be(rules: str, pack: str, name: str) -> None:
    (found,) = check(f"Rules: {rules}\nPack: {pack}\n")
    assert found.name == name
    assert "<" not in found.message + found.help
    assert (found.span.line, found.span.column) == (2, 7)
