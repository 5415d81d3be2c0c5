"""One slip of the pen on a line of a whole game is one finding, though much follows from it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from whistlog import check

SAMPLES = Path(__file__).parents[2] / "samples" / "clean"

GAMES = [
    "american",
    "fixed-trump",
    "game-to-five",
    "long",
    "misdeal",
    "no-trump",
    "rotation",
    "rotation-no-trump",
    "rubber",
    "score-only",
]


def sample(name: str) -> list[str]:
    return (SAMPLES / f"{name}.whist").read_text("utf-8").splitlines()


def told(lines: list[str]) -> list[str]:
    found = check("\n".join(lines) + "\n")
    return [d.name for d in found if d.severity != "info"]


@pytest.mark.parametrize("name", GAMES)
def test_a_wrong_dealer_is_one_finding(name: str) -> None:
    lines = sample(name)
    dealt = [i for i, line in enumerate(lines) if line.startswith("Dealer: ")]
    assert dealt
    for i in dealt:
        for seat in "NESW".replace(lines[i][8], ""):
            names = told([*lines[:i], f"Dealer: {seat}", *lines[i + 1 :]])
            assert len(names) == 1, (i + 1, seat, names)
            assert names[0] in ("dealer-rotation", "turnup-not-dealers", "lead-wrong-seat")


def test_who_deals_out_of_turn_twice_is_told_twice() -> None:
    lines = "Deal 1\nDealer: N\nTricks: NS 7, EW 6\n".splitlines()
    lines += "Deal 2\nDealer: W\nTricks: NS 7, EW 6\n".splitlines()
    for third, count in {"N": 1, "S": 1, "E": 2, "W": 2}.items():
        names = told([*lines, "Deal 3", f"Dealer: {third}", "Tricks: NS 7, EW 6"])
        assert names == ["dealer-rotation"] * count


def test_a_dealer_may_be_shown_by_the_lead_where_the_turn_up_is_nowhere() -> None:
    lines = sample("two-hands")
    for seat in "NSW":
        names = told([line.replace("Dealer: E", f"Dealer: {seat}") for line in lines])
        assert len(names) == 1


@pytest.mark.parametrize("name", ["drive", "rotation", "rotation-no-trump"])
@pytest.mark.parametrize("number", [2, 3, 4])
def test_a_rotation_that_is_shifted_is_blamed_once(name: str, number: int) -> None:
    lines = sample(name)
    wrong = [re.sub(r"^Deal 1$", f"Deal {number}", line) for line in lines]
    assert told(wrong).count("trump-rotation") == 1


@pytest.mark.parametrize("name", ["drive", "rotation", "rotation-no-trump"])
def test_one_wrong_suit_in_a_rotation_is_one_finding(name: str) -> None:
    lines = sample(name)
    trumps = [i for i, line in enumerate(lines) if line.startswith("Trump: ")]
    for i in trumps:
        for suit in "♠♥♦♣".replace(lines[i][7], ""):
            names = told([*lines[:i], f"Trump: {suit}", *lines[i + 1 :]])
            assert names == ["trump-rotation"], (i + 1, suit, names)


def test_two_wrong_suits_in_a_rotation_are_two_findings() -> None:
    lines = sample("drive")
    trumps = [i for i, line in enumerate(lines) if line.startswith("Trump: ")]
    for i in (trumps[3], trumps[9]):
        lines[i] = "Trump: ♥"
    assert told(lines) == ["trump-rotation", "trump-rotation"]


@pytest.mark.parametrize("points", [5, 7, 99999])
def test_a_score_brought_forward_with_which_the_game_was_won(points: int) -> None:
    lines = [line.replace("NS 2, EW 0", f"NS {points}, EW 0") for line in sample("full-deal")]
    assert told(lines) == ["game-over-missed"]


@pytest.mark.parametrize("key", ["Exposed", "Called"])
@pytest.mark.parametrize("hands", [True, False])
def test_a_card_exposed_or_called_that_the_seat_does_not_hold(key: str, hands: bool) -> None:
    lines = [line for line in sample("called-card") if hands or line[:3] not in _HANDS]
    assert told(lines) == []
    for seat in "NEW":
        changed = [re.sub(f"^{key}: S", f"{key}: {seat}", line) for line in lines]
        assert told(changed) == ["exposed-not-held"]


_HANDS = ("N: ", "E: ", "S: ", "W: ")
