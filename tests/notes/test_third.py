"""Third hand (T01 to T07, I01)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.notes.positions import verdict

F = ("follows", "follows")
D = ("departs", "departs")
AMERICAN = {"school": "american"}
RIGHT = {"dealer": "E", "trump": "K♠"}
"""The dealer, on the right of third hand, holds the king of trumps."""

FIRST = {"dealer": "E"}
OVER = "S: 6♦ 5♦ A♦ 7♦; "
"""North gets the lead, though South had to begin."""

SIX = (
    "N: A♦ 2♦ 5♦ 3♦; N: K♦ 4♦ 6♦ 7♦; N: Q♦ 9♦ 8♦ 10♦; "
    "N: A♣ 2♣ 3♣ 5♣; N: K♣ 6♣ 4♣ 7♣; N: Q♣ 8♣ 9♣ 10♣; "
)
FIVE = (
    "N: A♦ 2♦ 5♦ 3♦; N: K♦ 4♦ 6♦ 7♦; N: Q♦ 9♦ 8♦ 10♦; "
    "N: A♣ 2♣ 3♣ 5♣; N: J♣ Q♣ 4♣ 7♣; E: 5♠ 2♠ 6♠ A♠; "
)
"""Six tricks, of which North and South have won all, or five."""

CASES = [
    # The highest, or the lowest of its equals.
    ("T01", F, "932.K742.Q86.Q93", "N: 3♥ 5♥ K♥", {}),
    ("T01", D, "932.K742.Q86.Q93", "N: 3♥ 5♥ 7♥", {}),
    ("T01", D, "932.K742.Q86.Q93", "N: 3♥ 5♥ 2♥", {}),
    ("T01", F, "932.KQJ2.Q86.Q93", "N: 3♥ 5♥ J♥", {}),
    ("T01", F, "932.KQJ2.Q86.Q93", "N: 3♥ 5♥ K♥", {}),  # G01 tells them apart
    ("T01", F, "932.A742.Q86.Q93", "N: 10♥ K♥ A♥", {}),  # his ten is beaten
    ("T01", None, "932.A742.Q86.Q93", "N: Q♥ 5♥ A♥", {}),  # his queen is not
    ("T01", None, "932.J742.Q86.Q93", "N: 3♥ Q♥ 2♥", {}),  # can't beat it
    ("T01", None, "932.10742.Q86.Q93", "N: 9♥ 5♥ 2♥", {}),  # the ten does no more than the nine
    ("T01", D, "932.J742.Q86.Q93", "N: 9♥ 5♥ 2♥", {}),
    ("T01", None, "932.AQ72.Q86.Q93", "N: 3♥ 5♥ 2♥", {}),  # T02
    ("T01", D, "932.AJ72.Q86.Q93", "N: 3♥ 5♥ J♥", {}),  # no finesse in a plain suit
    ("T01", None, "932.KJ72.Q86.Q93", "N: 3♥ 5♥ J♥", {}),  # T03
    ("T01", D, "932.KJ72.Q86.Q93", "N: 3♥ 5♥ 2♥", {}),
    ("T01", None, "932.K742.Q86.Q93", "N: A♥ 5♥ 2♥ 6♥; N: 9♥ 10♥ 7♥", {}),  # second round
    ("T01", D, "K972.742.Q86.Q93", "N: 3♠ 5♠ 9♠", {}),  # trumps too
    ("T01", None, "932.K742.Q86.Q93", "N: 3♥ 5♠ 2♥", {}),  # second hand has ruffed
    ("T01", None, "932.K1072.Q86.Q93", "N: 3♥ 5♥ 10♥", {}),  # T03
    ("T01", None, "AJ72.932.Q86.Q93", OVER + "N: 3♠ 5♠ J♠", RIGHT),  # T02
    # Ace and queen.
    ("T02", F, "932.AQ72.Q86.Q93", "N: 3♥ 5♥ Q♥", {}),
    ("T02", F, "932.AQJ2.Q86.Q93", "N: 3♥ 5♥ J♥", {}),
    ("T02", ("departs", "ace"), "932.AQ72.Q86.Q93", "N: 3♥ 5♥ A♥", {}),
    ("T02", ("departs", "low"), "932.AQ72.Q86.Q93", "N: 3♥ 5♥ 2♥", {}),
    ("T02", None, "932.AQ72.Q86.Q93", "N: 3♥ K♥ A♥", {}),  # no finesse left
    ("T02", None, "932.AKQ2.Q86.Q93", "N: 3♥ 5♥ A♥", {}),  # all equal
    ("T02", None, "932.AQ72.Q86.Q93", "N: 3♥ 5♦ Q♥", {}),  # T05
    ("T02", F, "AQ72.932.Q86.Q93", "N: 3♠ 5♠ Q♠", {}),
    ("T02", None, "AQ72.932.Q86.Q93", "N: 3♠ 5♠ Q♠", {"trump": "K♠"}),  # G07
    ("T02", ("follows", "turned"), "AJ72.932.Q86.Q93", OVER + "N: 3♠ 5♠ J♠", RIGHT),
    ("T02", None, "AJ72.932.Q86.Q93", OVER + "N: 3♠ 5♠ A♠", RIGHT),  # nobody is blamed
    ("T02", None, "AJ72.932.Q86.Q93", "N: 3♠ 5♠ J♠", {"trump": "K♠"}),  # on the left
    # No finesse against the partner.
    ("T03", F, "932.KJ72.Q86.Q93", "N: 3♥ 5♥ K♥", {}),
    ("T03", D, "932.KJ72.Q86.Q93", "N: 3♥ 5♥ J♥", {}),
    ("T03", D, "932.K1072.Q86.Q93", "N: 3♥ 5♥ 10♥", {}),
    ("T03", D, "932.Q1072.Q86.Q93", "N: 3♥ 5♥ 10♥", {}),
    ("T03", None, "932.K972.Q86.Q93", "N: 3♥ 5♥ 9♥", {}),  # T01
    ("T03", None, "932.KQ72.Q86.Q93", "N: 3♥ 5♥ Q♥", {}),  # equals
    ("T03", None, "932.KJ72.Q86.Q93", "N: 3♥ Q♥ K♥", {}),  # the knave would not win
    ("T03", D, "KJ72.932.Q86.Q93", "N: 3♠ 5♠ J♠", {}),
    ("T03", None, "KJ72.932.Q86.Q93", OVER + "N: 3♠ 5♠ J♠", {"dealer": "E", "trump": "Q♠"}),
    ("T03", None, "932.KJ72.Q86.Q93", "N: A♦ 5♦ 6♦ 7♦; N: 3♥ 5♥ J♥", {}),  # his second suit
    # The obligatory finesse.
    ("T04", F, "932.Q1042.Q86.Q93", "S: 4♥ 3♥ K♥ 5♥; N: 7♥ 8♥ 10♥", FIRST),
    ("T04", D, "932.Q1042.Q86.Q93", "S: 4♥ 3♥ K♥ 5♥; N: 7♥ 8♥ Q♥", FIRST),
    ("T04", None, "932.Q1042.Q86.Q93", "S: 4♥ 3♥ K♥ 5♥; N: 7♥ 8♥ 2♥", FIRST),
    ("T04", None, "932.Q942.Q86.Q93", "S: 4♥ 3♥ K♥ 5♥; N: 7♥ 8♥ Q♥", FIRST),  # two between
    ("T04", None, "932.KJ42.Q86.Q93", "S: 4♥ 3♥ 7♥ 8♥; E: 2♦ 6♦ 3♦ A♦; N: 5♥ 6♥ K♥", FIRST),
    ("T04", None, "932.Q1042.Q86.Q93", "S: 4♥ A♥ K♥ 5♥; W: 2♦ A♦ 3♦ 6♦; N: 7♥ 8♥ Q♥", FIRST),
    ("T04", None, "932.QJ92.Q86.Q93", "S: 2♥ 3♥ K♥ 5♥; N: 4♥ 7♥ J♥", FIRST),  # two that touch
    # A second hand that is out.
    ("T05", F, "932.AJ72.Q86.Q93", "N: K♥ 5♥ 2♥ 3♥; N: 4♥ 5♦ A♥", {}),
    ("T05", D, "932.AJ72.Q86.Q93", "N: K♥ 5♥ 2♥ 3♥; N: 4♥ 5♦ J♥", {}),
    ("T05", D, "932.AQ72.Q86.Q93", "N: 4♥ 5♦ Q♥", {}),
    ("T05", None, "932.AQ72.Q86.Q93", "N: 4♥ 5♥ Q♥", {}),
    ("T05", None, "932.AQ72.Q86.Q93", "N: 4♥ 5♠ 2♥", {}),  # it ruffs
    ("T05", None, "932.A972.Q86.Q93", "N: 4♥ 5♦ 9♥", {}),  # not third best
    ("T05", None, "932.AQ72.Q86.Q93", "N: 4♥ 5♠ A♥", {}),
    # The trick that decides.
    ("T06", None, "932.AJ72.865.943", SIX + "N: 4♥ 5♠ A♥", {}),  # it has been ruffed
    ("T06", ("follows", "odd-follows"), "932.AJ72.865.943", SIX + "N: 4♥ 5♥ A♥", {}),
    ("T06", ("departs", "odd-departs"), "932.AJ72.865.943", SIX + "N: 4♥ 5♥ J♥", {}),
    (
        "T06",
        ("follows", "game-follows"),
        "932.AJ72.865.943",
        SIX + "N: 4♥ 5♥ A♥",
        {"score": (4, 0)},
    ),
    (
        "T06",
        ("departs", "game-departs"),
        "932.AJ72.865.943",
        SIX + "N: 4♥ 5♥ J♥",
        {"score": (4, 0)},
    ),
    (
        "T06",
        ("follows", "save-follows"),
        "932.AJ72.865.943",
        SIX + "N: 4♥ 5♥ A♥",
        {"score": (0, 4)},
    ),
    (
        "T06",
        ("departs", "save-departs"),
        "932.AJ72.865.943",
        SIX + "N: 4♥ 5♥ J♥",
        {"score": (0, 4)},
    ),
    ("T06", None, "932.AJ72.865.943", FIVE + "N: 4♥ 6♥ J♥", {}),
    ("T06", None, "932.KJ72.865.943", SIX + "N: 4♥ 5♥ J♥", {}),  # the king may lose
    ("T05", None, "932.AQ72.865.943", SIX + "N: 4♥ J♣ Q♥", {}),  # T06
    ("T06", ("departs", "odd-departs"), "932.AQ72.865.943", SIX + "N: 4♥ J♣ Q♥", {}),
    ("T01", None, "932.AJ72.865.943", SIX + "N: 4♥ 5♥ J♥", {}),
    # Out of the way.
    ("T07", ("follows", "high"), "932.A7.Q8642.Q93", "N: J♥ 5♥ A♥", {}),
    ("T07", D, "932.A7.Q8642.Q93", "N: J♥ 5♥ 7♥", {}),
    ("T07", None, "932.A73.Q842.Q93", "N: J♥ 5♥ 3♥", {}),  # three: in the second round
    ("T07", D, "932.A73.Q842.Q93", "N: J♥ 5♥ 3♥ 2♥; N: K♥ 6♥ 7♥", {}),
    ("T07", ("follows", "high"), "932.A73.Q842.Q93", "N: J♥ 5♥ 3♥ 2♥; N: K♥ 6♥ A♥", {}),
    ("T07", None, "932.A73.Q842.Q93", "N: Q♥ 5♥ 3♥ 2♥; N: K♥ 6♥ 7♥", {}),  # not from five
    ("T07", ("follows", "high"), "932.AJ.Q8642.Q93", "N: K♥ 5♥ A♥", {}),
    ("T07", D, "932.AJ.Q8642.Q93", "N: K♥ 5♥ J♥", {}),
    ("T07", None, "932.A7.Q8642.Q93", "N: K♥ 5♥ 7♥", {}),
    ("T07", D, "932.K73.Q842.Q93", "N: A♥ 5♥ 3♥ 2♥; N: J♥ 6♥ 7♥", {}),
    ("T07", ("follows", "high"), "932.K73.Q842.Q93", "N: A♥ 5♥ 3♥ 2♥; N: J♥ 6♥ K♥", {}),
    ("T07", None, "932.K73.Q842.Q93", "N: A♥ 5♥ 3♥ 2♥; N: 4♥ 6♥ 7♥", {}),
    ("T07", ("follows", "four"), "932.10984.Q86.Q93", "N: A♥ 5♥ 8♥", {}),
    ("T07", None, "932.10984.Q86.Q93", "N: A♥ 5♥ 4♥", {}),  # nobody is blamed
    ("T07", None, "932.10984.Q86.Q93", "N: A♥ 5♥ 9♥", {}),  # second best
    ("T07", ("follows", "four"), "932.10984.Q86.Q93", "N: A♥ 5♥ 8♥ 2♥; N: K♥ 6♥ 9♥", {}),
    ("T07", None, "932.10974.Q86.Q93", "N: A♥ 5♥ 4♥ 2♥; N: K♥ 6♥ 9♥", {}),  # it has not begun
    ("T07", None, "932.10984.Q86.Q93", "N: A♥ 5♥ 10♥ 2♥; N: K♥ 6♥ 9♥", {}),  # nor so
    ("T07", None, "932.109843.Q8.Q93", "N: A♥ 5♥ 8♥", {}),  # five
    ("T07", None, "10983.942.Q86.Q93", "N: A♠ 5♠ 8♠", {}),  # trumps
    (
        "T07",
        ("follows", "command"),
        "932.K83.Q842.Q93",
        "N: 4♥ A♥ 3♥ 2♥; E: 7♦ 2♦ 3♦ K♦; N: Q♥ 5♥ K♥",
        {},
    ),
    # The rule of eleven.
    ("I01", ("neutral", "one"), "932.AJ42.Q86.Q93", "N: 8♥ 5♥ J♥", AMERICAN),
    ("I01", F, "932.AJ92.Q86.Q93", "N: 8♥ 5♥ 2♥", AMERICAN),
    ("I01", ("departs", "high"), "932.AJ92.Q86.Q93", "N: 8♥ 5♥ 9♥", AMERICAN),
    ("I01", ("follows", "cheap"), "932.AJ72.Q86.Q93", "N: 8♥ 10♥ J♥", AMERICAN),
    ("I01", D, "932.AJ72.Q86.Q93", "N: 8♥ 10♥ A♥", AMERICAN),
    ("I01", None, "932.AJ72.Q86.Q93", "N: 5♥ 10♥ A♥", AMERICAN),  # two are out
    ("I01", None, "932.AJ72.Q86.Q93", "N: 8♥ 10♥ 2♥", AMERICAN),  # T01
    ("I01", None, "932.A742.Q86.Q93", "N: 9♥ 10♥ A♥", AMERICAN),  # nothing cheaper wins
    ("I01", None, "932.AQJ9.Q86.Q93", "N: 8♥ 10♥ J♥", AMERICAN),  # no fourth best
    ("I01", None, "932.AJ92.Q86.Q93", "N: A♦ 5♦ 6♦ 7♦; N: 8♥ 5♥ 2♥", AMERICAN),
    (
        "I01",
        None,
        "632.983.AJ92.Q93",
        "N: A♠ 5♠ 2♠ 7♠; N: 8♦ 5♦ 2♦",
        {"school": "american", "trump": "4♥"},
    ),
    ("I01", None, "AJ92.932.Q86.Q93", "N: 8♠ 5♠ 2♠", AMERICAN),
    ("I01", None, "932.AJ92.Q86.Q93", "N: 8♥ 5♥ 2♥", {}),  # another school
]


@pytest.mark.parametrize(("code", "expected", "hand", "plays", "options"), CASES)
def test_play(
    code: str,
    expected: tuple[str, str] | None,
    hand: str,
    plays: str,
    options: dict[str, Any],
) -> None:
    assert verdict(code, hand, plays, **options) == expected
