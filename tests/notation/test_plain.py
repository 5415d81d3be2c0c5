"""A deal that is read as a whole is the one that is read line by line."""

from __future__ import annotations

import copy
import pickle
import random
from dataclasses import FrozenInstanceError

import pytest

from tests.bids import BidBoard
from tests.deals import Board
from whistlog.diagnostics.values import Diagnostic
from whistlog.notation.reader import SectionReader, read_record
from whistlog.notation.writer import format_record
from whistlog.record import Deal, Game, Header, Record, Tag

LETTERS = "♠♥♦♣-0123456789AKQJNESW:.>#{}x!^ \t\u00a0"
WORDS = ["♠", "♥", "♦", "♣", "♤", "♡", "-", "A", "9", "10", "4♠", "BJ", "x", "A♥!", "#", "->", "N:"]


def by_line(text: str, monkeypatch: pytest.MonkeyPatch) -> tuple[Record, tuple[Diagnostic, ...]]:
    """The record as it is read line by line."""
    with monkeypatch.context() as patch:
        patch.setattr(SectionReader, "_plain_deal", lambda self, block: None)
        return read_record(text)


def assert_same(text: str, monkeypatch: pytest.MonkeyPatch) -> int:
    """Both ways of reading agree; returns how many deals were read as a whole."""
    record, found = read_record(text)
    whole = [d for g in record.games for d in g.deals if "items" not in vars(d)]
    other, same_found = by_line(text, monkeypatch)
    assert found == same_found
    for game, same in zip(record.games, other.games, strict=True):
        for deal, twin in zip(game.deals, same.deals, strict=True):
            layout, right = deal.layout, twin.layout
            assert layout.hands == right.hands
            assert layout.tricks == right.tricks
            assert layout.tallies == right.tallies
            assert layout.tags == right.tags
            assert layout.repeated == right.repeated
            assert layout.remarks == right.remarks
            assert layout.plain_tricks == right.plain_tricks
            assert deal == twin
            assert [deal.span(i) for i in range(len(deal.items))] == [
                twin.span(i) for i in range(len(twin.items))
            ]
    assert record == other
    return len(whole)


def some_deal(rng: random.Random) -> Deal:
    if rng.random() < 0.4:
        return BidBoard.random(rng).deal()
    board = Board.random(rng)
    board.with_hands = rng.random() < 0.8
    return board.deal()


def test_records_as_they_are_written(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = 0
    for seed in range(60):
        rng = random.Random(seed)
        deals = tuple(some_deal(rng) for _ in range(3))
        text = format_record(Record((Game(Header((Tag("event", "Club"),)), deals),)))
        whole += assert_same(text, monkeypatch)
    assert whole > 100


def test_records_with_a_slip_of_the_pen(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = 0
    for seed in range(250):
        rng = random.Random(seed)
        text = format_record(Record((Game(Header(()), (some_deal(rng), some_deal(rng))),)))
        for _ in range(rng.randrange(1, 4)):
            at = rng.randrange(len(text))
            text = text[:at] + rng.choice(LETTERS) + text[at + rng.randrange(2) :]
        whole += assert_same(text, monkeypatch)
    assert whole > 100


def test_records_with_a_word_out_of_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = 0
    for seed in range(250):
        rng = random.Random(seed)
        text = format_record(Record((Game(Header(()), (some_deal(rng), some_deal(rng))),)))
        lines = text.split("\n")
        for _ in range(rng.randrange(1, 4)):
            at = rng.choice([i for i, line in enumerate(lines) if "♠" in line])
            words = lines[at].split(" ")
            words.insert(rng.randrange(1, len(words) + 1), rng.choice(WORDS))
            lines[at] = " ".join(words)
        whole += assert_same("\n".join(lines), monkeypatch)
    assert whole > 30


DEAL = """Deal 1
Dealer: W
Trump:  4♠
N: ♠ K J 6    ♥ A 9 7 2    ♦ A Q 5    ♣ 10 8 3

 1. N: A♥ 3♥ 6♣ K♥ -> N
 2. N: 2♥ 10♥ 4♣ Q♥ -> W
"""


@pytest.mark.parametrize(
    ("holdings", "cards"),
    [
        ("♠ A K ♥ Q ♠ J ♦ 2 ♣ 3", "- - Q♥ - 2♦ 3♣"),
        ("♠ A K ♥ Q ♤ J ♦ 2 ♣ 3", "- - Q♥ - 2♦ 3♣"),
        ("♠ A ♠ K ♥ Q ♦ 2 ♣ 3", "- - Q♥ 2♦ 3♣"),
        ("♠ A ♥ Q ♥ - ♦ 2 ♣ 3", "A♠ - 2♦ 3♣"),
        ("♠ A ♥ Q ♣ - ♦ 2 ♣ 3", "A♠ Q♥ 2♦ -"),
        ("♠ A ♥ Q ♦ 2 ♣ 4 ♣ 3", "A♠ Q♥ 2♦ - -"),
    ],
)
def test_a_suit_named_again_loses_no_card(holdings: str, cards: str) -> None:
    """They are cards of which nobody knows, as one of the two names stands for another suit."""
    text = f"Game\n\n{DEAL}\n{DEAL}".replace(
        "♠ K J 6    ♥ A 9 7 2    ♦ A Q 5    ♣ 10 8 3", holdings
    )
    record, found = read_record(text)
    for deal in record.games[0].deals:
        (hand,) = deal.hands.values()
        assert sorted(c.name or "-" for c in hand) == sorted(cards.split())
    assert [d.name for d in found] == ["suit-repeated"] * 2


def test_lines_of_any_length(monkeypatch: pytest.MonkeyPatch) -> None:
    text = f"Game 1\n\n{DEAL}\n{DEAL}"
    assert assert_same(text, monkeypatch) == 2
    for number in (40, 90, 20_000):
        for old in ("6    ♥", "K♥ ->", "N: A♥ ", "3\n", "Trump:  "):
            wide = text.replace(
                old, old.replace(" ", " " * number).replace("\n", " " * number + "\n")
            )
            assert_same(wide, monkeypatch)
            assert bool(read_record(wide)[1]) is (number > 16_384)


def test_a_deal_read_as_a_whole_is_a_value() -> None:
    deal = read_record(f"Game 1\n\n{DEAL}")[0].games[0].deals[0]
    assert "items" not in vars(deal)
    assert pickle.loads(pickle.dumps(deal, 5)) == copy.copy(deal) == Deal(deal.items)
    assert hash(deal) == hash(Deal(deal.items))
    with pytest.raises(AttributeError):
        deal.nothing  # noqa: B018
    with pytest.raises(FrozenInstanceError):
        deal.items = ()  # type: ignore[misc]
