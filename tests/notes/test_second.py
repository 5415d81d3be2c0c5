"""Second hand: trumps that are held up (S07)."""

from __future__ import annotations

import pytest

from tests.notes.positions import verdict

STRONG = "KJ72.AKQ3..QJ963"
HELD_UP = ("neutral", "neutral")


@pytest.mark.parametrize(
    ("hand", "plays", "said"),
    [
        (STRONG, "E: A♦ 3♣", HELD_UP),
        (STRONG, "E: A♦ 2♠", None),  # he ruffs
        (STRONG, "E: K♦ 3♣", None),  # the ace is out: a doubtful card (S06)
        ("KJ2.AKQ3..QJ9643", "E: A♦ 3♣", None),  # three trumps
        ("KJ72.AK43..QJ963", "E: A♦ 3♣", None),  # nothing to bring in
    ],
)
def test_trumps_held_up(hand: str, plays: str, said: tuple[str, str] | None) -> None:
    assert verdict("S07", hand, plays, dealer="N") == said
