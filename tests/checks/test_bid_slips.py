"""One slip of the pen in a deal of bid whist is one finding, at its place."""

from __future__ import annotations

from pathlib import Path

import pytest

import whistlog
from whistlog.fixing import fix_text

SAMPLES = Path(__file__).parents[2] / "samples" / "clean"


def said(sample: str, old: str, new: str) -> list[tuple[str, str, int]]:
    """The findings after one change: name, the text they point at, and the line."""
    text = (SAMPLES / f"{sample}.whist").read_text("utf-8")
    assert text.count(old) == 1
    changed = text.replace(old, new)
    lines = changed.splitlines()
    return [
        (f.name, lines[f.span.line - 1][f.span.column - 1 : f.span.end_column - 1], f.span.line)
        for f in whistlog.check(changed)
    ]


CALLS = "pass, 3 up, pass, pass, pass"


@pytest.mark.parametrize(
    ("calls", "expected"),
    [
        ("pass 3 up pass pass pass", ("comma-missing", "pass 3 up pass pass pass")),
        ("pass; 3 up; pass; pass; pass", ("comma-missing", "pass; 3 up; pass; pass; pass")),
        ("pass, 3 up, 3 up, pass, pass", ("bid-too-low", "3 up")),
        ("pass, 3 up, pass, 2 down, pass", ("bid-too-low", "2 down")),
        ("N: pass, E: 3 up, W: pass, S: pass, N: pass", ("bid-turn", "pass")),
    ],
)
def test_a_slip_in_the_auction(calls: str, expected: tuple[str, str]) -> None:
    assert said("bid-uptown", CALLS, calls) == [(*expected, 11)]


@pytest.mark.parametrize(
    ("sample", "trump"), [("bid-uptown", "♥"), ("bid-downtown", "♣")], ids=["uptown", "downtown"]
)
@pytest.mark.parametrize("suit", ["♠", "♥", "♦", "♣"])
def test_a_wrong_trump_suit(sample: str, trump: str, suit: str) -> None:
    expected = [] if suit == trump else [("trump-misfit", suit, 12)]
    assert said(sample, f"Trump: {trump}", f"Trump: {suit}") == expected


@pytest.mark.parametrize("card", ["4♥", "BJ"])
def test_a_card_turned_up_after_an_auction(card: str) -> None:
    expected = [("trump-source-conflict", card, 12)]
    assert said("bid-uptown", "Trump: ♥ ", f"Trump: {card} ") == expected
    new = f"Trump: {card}\nRanking: uptown"
    assert said("bid-no-trump", "Ranking: uptown", new) == expected


@pytest.mark.parametrize(
    ("old", "new", "side"),
    [
        ("Score: NS 0, EW 4", "Score: NS 0, EW 4, EW 5", "EW"),
        ("Score: NS 0, EW 4", "Score: EW 5, EW 4", "EW"),
        ("Tricks: NS 3, EW 10", "Tricks: NS 3, NS 10", "NS"),
    ],
)
def test_a_side_that_stands_twice(old: str, new: str, side: str) -> None:
    line = 28 if old.startswith("Score") else 27
    assert said("bid-uptown", old, new) == [("side-repeated", side, line)]


@pytest.mark.parametrize(
    ("trick", "card", "line"),
    [(" 2. E: BJ  4♥", "Q♠", 16), (" 5. E: Q♥  A♥", "10♥", 19), (" 9. W: K♦  8♦", "Q♠", 23)],
)
def test_a_card_of_the_kitty_written_at_another_seat(trick: str, card: str, line: int) -> None:
    wrong = f"{trick[:-2]}{card}"
    assert said("bid-uptown", trick, wrong) == [("card-in-kitty", card, line)]


@pytest.mark.parametrize("unread", ["none", "six", "2♠ 2♣ foo bar", "2♠ foo"])
def test_discards_that_cannot_be_read_are_not_counted(unread: str) -> None:
    ((name, _, line),) = said("bid-uptown", "2♠ 2♣ 5♠ 7♦ 9♦ 10♣", unread)
    assert (name, line) == ("card-syntax", 13)


@pytest.mark.parametrize("rules", ["Ruels: bid", "Rules: short", "Rules: duplicate", "Date: today"])
@pytest.mark.parametrize("sample", ["bid-uptown", "bid-downtown", "bid-no-trump"])
def test_bid_whist_by_other_rules_is_one_finding(sample: str, rules: str) -> None:
    found = {name for name, _, _ in said(sample, "Rules: bid", rules)}
    cause = "keyword-unknown" if rules.startswith("Ruels") else "bidding-foreign"
    assert found - {"board-missing"} == {cause}


def test_a_kitty_that_was_not_counted_can_be_put_right() -> None:
    text = (SAMPLES / "bid-uptown.whist").read_text("utf-8")
    wrong = text.replace("NS 3, EW 10", "NS 3, EW 9")
    assert [f.name for f in whistlog.check(wrong)] == ["kitty-not-counted"]
    assert fix_text(wrong).text == text
