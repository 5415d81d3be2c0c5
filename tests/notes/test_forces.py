"""Making others ruff, the last trump, the last card of a suit (L18 to L22)."""

from __future__ import annotations

import pytest

from tests.notes.positions import verdict

F = ("follows", "follows")
D = ("departs", "departs")
HAND = "A93.A72.KQ86.853"
RUFFED = "E: 6♥ 3♥ 4♥ A♥; N: 8♦"
"""Behind a king of diamonds that E ruffed."""
DRAWN = "W: 5♠ A♠ 7♠ 4♠"
"""West leads trumps; South dealt."""
SOUTH = {"dealer": "S"}

CASES = [
    # The other side.
    ("L18", F, "A94.A72.KQ86.853", "E: 5♠ 6♠ 7♠ A♠; N: K♦ 3♥ 5♦ 7♦; N: 8♦", {"dealer": "N"}),
    ("L18", F, HAND, "N: K♦ 3♥ 5♦ 7♦; N: 8♦", {}),  # E let the king go
    (
        "L18",
        ("departs", "weak"),
        HAND,
        f"W: 5♠ A♠ 7♠ 4♠; N: K♦ 10♠ 5♦ 7♦; {RUFFED}",
        {"dealer": "S"},
    ),
    (
        "L18",
        ("departs", "both"),
        HAND,
        f"W: 5♠ A♠ 7♠ 4♠; N: K♦ 10♠ 5♦ 2♣; {RUFFED}",
        {"dealer": "S"},
    ),
    ("L18", None, HAND, f"N: K♦ 10♠ 5♦ 7♦; {RUFFED}", {}),  # nobody has shown strength
    # The partner.
    ("L19", D, HAND, "N: K♦ 3♦ 5♥ 7♦; N: 8♦", {}),
    ("L19", F, HAND, "N: K♦ 3♦ 5♥ 7♦; N: 8♣", {}),
    ("L19", ("follows", "strong"), "A932.A7.KQ86.853", "N: K♦ 3♦ 5♥ 7♦; N: 8♦", {}),
    ("L19", None, "A93.A72.AK86.853", "N: K♦ 3♦ 5♥ 7♦; N: A♦", {}),  # he need not
    ("L19", None, HAND, "N: K♦ 3♦ 5♠ 7♦; S: 4♥ 5♥ A♥ 6♥; N: 8♦", {}),  # he did before
    ("L19", ("follows", "enemy"), HAND, f"{DRAWN}; N: K♦ 3♦ 5♥ 7♦; N: 8♦", SOUTH),
    ("L19", None, HAND, "N: K♦ 3♥ 4♥ 5♥; N: 8♦", {}),  # everybody is out of it
    (
        "L19",
        ("follows", "odd"),
        "83.A72.KQ1086.AK3",
        "N: K♦ 3♦ 5♥ 7♦; N: A♣ 2♣ 4♣ 5♣; N: K♣ 6♣ 7♣ 8♣; N: A♥ 3♥ 4♥ 8♥; N: 3♣ 9♣ 10♣ J♣; "
        "W: 9♥ 2♥ 6♥ K♥; S: 2♠ 5♠ 8♠ 4♠; N: 8♦",
        {"trump": "9♠"},
    ),
    # The last trump: S keeps the queen against E's spades; W leads his and brings them in.
    (
        "L20",
        ("follows", "keep"),
        "Q854.KQ83.983.A6",
        "E: 10♠ 4♠ 6♠ 9♠; E: A♥ 3♥ 7♥ 4♥; E: J♥ K♥ 2♥ 5♥; S: 8♦ 7♦ K♦ Q♦; N: 4♦ 6♦ 9♦ A♦; "
        "W: Q♣ 5♣ 10♥ 6♣; E: A♠ 8♠ 7♠ 3♠; E: 2♠ 5♠ K♠ 3♣; W: J♣ 2♣ 2♦ A♣; S: 8♥ K♣ 10♦ 6♥; "
        "S: Q♠",
        {"trump": "4♥", "dealer": "N"},
    ),
    (
        "L20",
        ("departs", "keep-departs"),
        "6.QJ984.1075.K964",
        "W: 4♥ 3♥ 7♥ 6♥; E: 2♥ A♥ Q♥ 10♥; S: 3♦ 7♦ 4♦ J♦; E: 9♠ K♠ 6♠ 2♠; S: 2♣ K♣ 7♣ 8♣; "
        "W: 9♣ 5♣ 10♣ Q♣; S: A♦ 5♦ K♦ 8♦; S: 2♦ 10♦ J♠ A♣; W: 9♥ K♥ 3♠ 6♦; N: Q♠ 7♠ 8♠ J♥; "
        "W: 8♥",
        {"trump": "6♥", "dealer": "S"},
    ),
    # The last card of a suit, with a partner who has no trump.
    (
        "L21",
        D,
        "K9.AK96.AKQ.Q742",
        "E: 2♣ 5♣ 3♣ J♣; N: 6♣ 4♣ 8♣ 9♣; W: K♣ A♣ 7♣ 10♣; N: 8♠ 9♠ 10♠ 2♦; S: 4♠ 3♥ 2♠ K♠; E: Q♣",
        {"trump": "J♠", "dealer": "N"},
    ),
    # The player on the left.
    ("L22", D, HAND, f"N: K♦ 10♠ 5♦ 7♦; {RUFFED}", {}),
    ("L22", F, HAND, "N: K♦ 10♠ 5♦ 7♦; E: 6♥ 3♥ 4♥ A♥; N: 8♣", {}),
    ("L22", None, HAND, f"N: K♦ 10♠ 5♥ 7♦; {RUFFED}", {}),  # the partner is out of it too
    ("L22", None, HAND, "N: K♦ 3♥ 5♦ 7♦; N: 8♦", {}),  # E is strong
]


@pytest.mark.parametrize(
    ("code", "expected", "hand", "plays", "options"),
    CASES,
    ids=[f"{code}-{i}" for i, (code, *_) in enumerate(CASES)],
)
def test_force(code, expected, hand, plays, options):  # type: ignore[no-untyped-def]
    assert verdict(code, hand, plays, **options) == expected
