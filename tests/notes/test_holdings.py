"""Holdings in which one observation or card is right, and its neighbour is not."""

from __future__ import annotations

from pathlib import Path

import pytest

import whistlog
from tests.notes.positions import note, verdict
from whistlog.notes.values import DEPARTS

BACK = "E: 3♥ 4♥ J♥ 5♥; W: 2♣ A♣ 4♣ 3♣; N: 5♣ J♣ 9♣ 6♣; E: 8♥ 7♥"
"""East leads hearts a second time."""


def said(code: str, hand: str, plays: str) -> tuple[str, str] | None:
    """Verdict and key of a note, where the first to lead sits after the dealer."""
    dealer = _dealer(plays)
    return verdict(code, hand, plays, dealer=dealer, trump="2♠" if dealer == "S" else "4♠")


def _dealer(plays: str) -> str:
    return "NESW"["NESW".index(plays[0]) - 1]


def test_the_bath_coup_needs_the_queen_against_it() -> None:
    """With the queen in hand there is no tenace to keep."""
    assert said("C01", "932.AJ74.Q86.Q93", "W: K♥ 5♥ 3♥ A♥") == ("departs", "departs")
    assert said("C01", "932.AQJ4.Q86.Q93", "W: K♥ 5♥ 3♥ A♥") is None
    assert said("C01", "932.AJ74.Q86.Q93", "W: K♥ Q♥ 3♥ A♥") is None


def test_king_and_queen_on_a_knave_may_cover_or_wait() -> None:
    assert said("S03", "932.KQ74.Q86.A93", "E: J♥ Q♥") is None
    assert said("S03", "932.KQ74.Q86.A93", "E: J♥ 4♥") is None
    assert said("S03", "932.K974.Q86.A93", "E: J♥ K♥") == ("departs", "pass-departs")


def test_no_hold_up_where_second_hand_has_a_card_to_play() -> None:
    """Trumps too: from ace and king the king, from ace, queen and ten the ten (S02)."""
    assert said("S02", "AK92.J74.Q86.Q93", "E: 3♠ 2♠") == ("departs", "departs")
    assert said("C09", "AK92.J74.Q86.Q93", "E: 3♠ 2♠") is None
    assert said("C09", "AQ102.J74.Q86.Q93", "E: 3♠ 10♠") is None
    assert said("C09", "A982.J74.Q86.Q93", "E: 3♠ 2♠") == ("follows", "follows")


@pytest.mark.parametrize(
    ("code", "key", "hand", "plays", "named"),
    [
        # Of a longer sequence the lowest.
        ("S02", "named", "932.KQJ105.Q8.Q93", "E: 3♥ 5♥", "10♥"),
        (
            "S05",
            "boss",
            "932.AK74.Q86.Q93",
            BACK,
            "K♥",
        ),
        # Of three trumps the lowest is returned, of two the higher.
        ("L16", "named", "KJ3.J742.A86.Q93", "N: 5♠ A♠ J♠ 4♠; E: 2♣ Q♣ 4♣ 5♣; S: 2♥", "K♠"),
        ("L16", "named", "J93.J742.A86.A93", "N: 5♠ K♠ J♠ 4♠; E: 2♣ A♣ 4♣ 5♣; S: 2♥", "9♠"),
        ("L16", "named", "J983.J742.A8.A93", "N: 5♠ K♠ J♠ 4♠; E: 2♣ A♣ 4♣ 5♣; S: 2♥", "3♠"),
    ],
)
def test_the_card_named(code: str, key: str, hand: str, plays: str, named: str) -> None:
    found = note(code, hand, plays, dealer=_dealer(plays))
    assert found is not None
    assert found.verdict == DEPARTS
    assert found.facts[key].name == named


def test_the_partner_threw_from_the_longest_suit() -> None:
    """It is no suit to lead, and another is not called the longest."""
    hand = "A3.KQ942.A863.Q9"
    facts = {"dealer": "N", "trump": "none"}
    assert verdict("L01", hand, "E: K♠ A♠ 5♠ 6♠; S: Q♣", **facts) == ("departs", "departs")
    assert verdict("L01", hand, "E: K♠ A♠ 5♠ 6♥; S: Q♣", **facts) is None


def test_a_discard_on_the_partners_card_shows_no_trumps() -> None:
    """Who throws while his partner is winning has not refused to ruff."""
    hand = "AQ7654.K96.KJ6.2"
    play = "E: 5♠ 9♠ 2♠ 8♠; S: {} 3♠ 7♦ A♠; E: Q♠"
    facts = {"dealer": "N", "trump": "A♣"}
    assert verdict("L18", hand, play.format("K♠"), **facts) is None
    assert verdict("I02", hand, play.format("K♠"), **facts) == ("departs", "departs")


def test_nothing_is_kept_back_that_an_opponent_ruffs() -> None:
    """A small card from the best of the suit is no underplay then."""
    hand = "32.AK1094.AQ86.Q9"
    plays = "E: 5♦ Q♦ 7♦ 9♦; S: K♥ 5♥ 6♥ {}; S: 4♥"
    facts = {"dealer": "N", "trump": "4♠"}
    assert verdict("C08", hand, plays.format("7♥"), **facts) == ("neutral", "neutral")
    assert verdict("C08", hand, plays.format("3♥"), **facts) == ("neutral", "neutral")
    assert (
        verdict("C08", hand, plays.replace("6♥ {}", "7♥ 6♥").replace("5♥ 7", "2♣ 7"), **facts)
        is None
    )


def test_who_has_only_trumps_does_not_choose_to_return_them() -> None:
    plays = "N: A♠ 4♠ 3♠ 5♠; N: A♣ 4♣ 3♣ 5♣; N: A♦ 4♦ 2♦ 5♦; N: K♦ 7♦ 3♦ 6♦; N: 5♥ 2♥ K♥ 4♥; S: 7♥"
    only, others = "3.AKQJ109873.32.3", "32.AKQJ10973.32.3"
    assert verdict("L16", only, plays, trump="4♥") is None
    assert verdict("L16", others, plays, trump="4♥") == ("follows", "follows")


def test_to_ruff_what_the_partner_may_lose_is_no_grand_coup() -> None:
    """A trump too many is got rid of only on a trick that was won."""
    path = Path(__file__).parents[2] / "samples" / "notes" / "C03-fires.whist"
    sure = path.read_text("utf-8")
    unsure = sure.replace("K J 6 5", "K J 8 6").replace("A 10 8 4", "A 10 5 4")
    unsure = unsure.replace("8♣  3♣  8♥  5♣", "5♣  3♣  8♥  8♣")
    for text, times in ((sure, 1), (unsure, 0)):
        [[found]] = whistlog.annotate(whistlog.parse(text)[0])
        assert sum(n.code == "C03" for n in found.notes) == times
