"""The turn-up and the source of trumps: each finding at its place, and its cause alone."""

from __future__ import annotations

import pytest

from tests.deals import CLEAN, NO_HANDS, edited, only, related, said
from whistlog import check, load_profile, parse
from whistlog.cards import Suit
from whistlog.replay import replay

ROTATION = "Rules: rotation\n"


def test_turnup_not_dealers_by_the_hands() -> None:
    text = edited(CLEAN, ("Trump:  J♠", "Trump:  K♠"))
    found = only(text)
    assert (found.name, found.span.line, found.seat) == ("turnup-not-dealers", 3, "W")
    assert related(text, found)[-1] == ("holder", "K")


def test_turnup_not_dealers_by_the_play() -> None:
    text = edited(NO_HANDS, ("Trump:  J♠", "Trump:  K♠"))
    found = only(text)
    assert (found.name, found.trick, found.seat) == ("turnup-not-dealers", 7, "S")
    assert related(text, found) == [("turn-up", "K♠"), ("dealer", "Dealer: W")]


def test_the_turnup_and_another_card_in_the_wrong_hands_are_one_finding() -> None:
    text = edited(CLEAN, ("W: ♠ J 8", "W: ♠ 5 8"), ("♠ K 10 5 2", "♠ K 10 J 2"))
    assert said(text) == [("turnup-not-dealers", "J♠")]


def test_a_wrong_dealer_is_one_finding() -> None:
    text = edited(CLEAN, ("Dealer: W", "Dealer: S"))
    found = only(text)
    assert found.name == "turnup-not-dealers"
    assert related(text, found)[-1] == ("led", "N")


def test_turnup_unplayed() -> None:
    """All of W's cards are on record, and the jack of spades is not among them."""
    text = edited(NO_HANDS, (" 6. W: J♠", " 6. W: 5♠"), (" 9. N: A♣  4♣  5♠", " 9. N: A♣  4♣  -"))
    names = [name for name, _ in said(text)]
    assert "turnup-unplayed" in names
    assert "revoke-undecidable" not in names


def test_turnup_unplayed_is_no_consequence_of_a_slip() -> None:
    text = edited(NO_HANDS, (" 6. W: J♠", " 6. W: 7♠"))
    assert [name for name, _ in said(text)] == ["card-twice"]


def test_turnup_missing_is_a_warning() -> None:
    found = only(edited(CLEAN, ("Trump:  J♠", "Trump:  ♠")))
    assert (found.name, found.severity) == ("turnup-missing", "warning")


def test_trump_missing_is_a_warning() -> None:
    found = only(edited(CLEAN, ("Trump:  J♠\n", "")))
    assert (found.name, found.severity) == ("trump-missing", "warning")


def test_trump_none() -> None:
    assert ("trump-none", "none") in said(edited(CLEAN, ("Trump:  J♠", "Trump:  none")))


def test_trump_mismatch() -> None:
    text = edited(CLEAN, ("Trump:  J♠\n", "Trump:  J♠\nTrump: ♥\n"))
    found = only(text)
    assert (found.name, found.span.line) == ("trump-mismatch", 4)
    assert related(text, found) == [("first", "J♠")]
    assert said(edited(CLEAN, ("Trump:  J♠\n", "Trump:  J♠\nTrump: ♠\n"))) == []


def test_trump_source_conflict() -> None:
    text = ROTATION + edited(CLEAN, ("Trump:  J♠", "Trump:  4♥"))
    assert said(text)[0] == ("trump-source-conflict", "4♥")


@pytest.mark.parametrize(("number", "suit"), [(1, "♥"), (2, "♦"), (3, "♠"), (4, "♣"), (5, "♥")])
def test_trump_rotation(number: int, suit: str) -> None:
    for written in "♠♥♦♣":
        text = f"{ROTATION}Deal {number}\nDealer: W\nTrump: {written}\n"
        text += "1. N: A♥ K♥ Q♥ J♥\nUnfinished: x\n"
        expected = [] if written == suit else [("trump-rotation", written)]
        assert said(text) == expected


def test_trump_follows_the_rotation_where_it_is_not_written() -> None:
    deal = "Deal {n}\nDealer: {d}\n1. {l}: A♠ 2♥ 2♦ 2♣ -> {w}\nUnfinished: x\n"
    text = ROTATION + deal.format(n=1, d="W", l="N", w="E") + deal.format(n=2, d="N", l="E", w="W")
    assert {name for name, _ in said(text)} == {"revoke-undecidable"}
    wrong = ROTATION + deal.format(n=1, d="W", l="N", w="W")
    assert ("winner-wrong", "W") in said(wrong)


TWO_WRONG = """\
Rules: rotation
Deal 1
Dealer: W
Trump: ♠
1. N: A♦ 3♦ 4♥ 6♦ -> S
2. S: K♣ 2♣ 3♣ 7♥ -> E
Unfinished:
"""


def test_a_wrong_trump_suit_is_blamed_once() -> None:
    text = edited(TWO_WRONG, ("rotation", "spades"))
    found = [d for d in check(text) if d.severity == "error"]
    assert [(d.name, d.args["suit"], d.args["fits"]) for d in found] == [("trump-misfit", "♠", "♥")]
    assert related(text, found[0]) == [("fits", "S")]
    # The deal is counted with the suit that fits.
    profile, _ = load_profile("spades")
    (deal,) = parse(text)[0].games[0].deals
    happened = replay(deal, profile)
    assert (happened.trump, happened.won) == (Suit.HEARTS, (1, 1))


def test_the_wrong_suit_of_a_rotation_is_blamed_once() -> None:
    assert errors(TWO_WRONG) == [("trump-rotation", "♠")]
    one = edited(TWO_WRONG, ("3♣ 7♥ -> E", "3♣ 5♣ -> S"))
    assert errors(one) == [("trump-rotation", "♠")]
    # One winner alone is no reason to doubt a suit that is the right one.
    assert errors(edited(one, ("rotation", "spades"))) == [("winner-wrong", "S")]


def errors(text: str) -> list[tuple[str, str]]:
    names = {d.name for d in check(text) if d.severity == "error"}
    return [(name, what) for name, what in said(text) if name in names]


def test_the_turnup_exchanged_with_the_dealers_card_is_one_cause() -> None:
    text = """\
Dealer: W
Trump: 7♠
1. N: K♠ 2♠ 3♠ 4♠ -> N
2. N: K♥ 7♠ 8♥ 9♥ -> W
3. N: A♥ 2♥ 3♥ 4♥
Unfinished:
"""
    assert errors(text) == [("turnup-not-dealers", "7♠")]
