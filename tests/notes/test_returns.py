"""Returning the partner's suit, answering his trumps (L14 to L17)."""

from __future__ import annotations

import pytest

from tests.notes.positions import verdict

F = ("follows", "follows")
D = ("departs", "departs")
OPENED = "N: 4♦ 5♦ K♦ 2♦; S: "
CALL = "W: A♦ 8♦ 5♦ 2♦; W: K♦ 3♦ 6♦ 9♦; W: 4♥ 5♥ 6♥ A♥; S: "
NO_CALL = "W: A♦ 3♦ 5♦ 2♦; W: K♦ 8♦ 6♦ 9♦; W: 4♥ 5♥ 6♥ A♥; S: "
CALLED = {"dealer": "S"}

CASES = [
    # The partner's suit.
    ("L14", D, "932.J742.K86.Q93", OPENED + "7♥", {}),
    ("L14", F, "932.J742.K86.Q93", OPENED + "8♦", {}),
    ("L14", None, "932.J7642.K8.Q93", OPENED + "6♥", {}),  # five of his own
    ("L14", None, "932.KQ42.K86.Q93", OPENED + "K♥", {}),  # a sequence
    ("L14", None, "932.A742.K86.Q93", OPENED + "A♥", {}),  # the best card
    ("L14", None, "932.J742.K86.Q93", OPENED + "9♠", {}),  # trumps
    ("L14", None, "932.J742.K86.Q93", "N: 9♦ 5♦ K♦ 2♦; S: 7♥", {}),  # from weakness
    ("L14", None, "932.J742.K86.Q93", "N: 4♦ 5♦ K♦ Q♦; S: 7♥", {}),  # W has no more
    ("L14", D, "932.J742.A86.Q93", "N: 4♦ K♦ A♦ 2♦; S: 7♥", {}),  # E may have
    ("L14", None, "932.J742.K86.Q93", "N: 4♦ 3♥ K♦ 2♦; S: 7♥", {}),  # E will ruff
    # The card.
    ("L15", ("follows", "two"), "932.J742.K86.Q93", OPENED + "8♦", {}),
    ("L15", ("departs", "two-departs"), "932.J742.K86.Q93", OPENED + "6♦", {}),
    ("L15", ("follows", "more"), "932.J74.K863.Q93", OPENED + "3♦", {}),
    ("L15", ("departs", "more-departs"), "932.J74.K863.Q93", OPENED + "8♦", {}),
    ("L15", ("follows", "best"), "932.J74.AK63.Q93", OPENED + "A♦", {}),
    ("L15", ("departs", "best-departs"), "932.J74.AK63.Q93", OPENED + "3♦", {}),
    ("L15", ("follows", "next"), "932.J74.KQJ6.Q93", OPENED + "Q♦", {}),
    ("L15", ("follows", "next"), "932.J74.KQJ6.Q93", OPENED + "J♦", {}),
    ("L15", ("departs", "next-departs"), "932.J74.KQJ6.Q93", OPENED + "6♦", {}),
    ("L15", None, "9532.J742.K8.Q93", OPENED + "8♦", {}),  # one card left
    ("L15", None, "932.J742.K87.Q93", OPENED + "7♦", {}),  # as good as each other
    ("L15", None, "932.J742.K86.Q93", "N: 4♦ 3♥ K♦ 2♦; S: 6♦", {}),  # would be ruffed
    ("L15", ("follows", "two"), "K93.J742.A86.Q93", "N: 5♠ 6♠ K♠ 4♠; S: 9♠", {}),
    # Trumps.
    ("L16", F, "K93.J742.A86.Q93", "N: 5♠ 6♠ K♠ 4♠; S: 9♠", {}),
    ("L16", D, "K93.J742.A86.Q93", "N: 5♠ 6♠ K♠ 4♠; S: 2♥", {}),
    ("L16", None, "K93.J742.A86.Q93", "N: J♠ Q♠ K♠ 4♠; S: 2♥", {}),  # from weakness
    ("L16", F, "K93.J742.A86.Q93", "N: J♠ Q♠ K♠ 4♠; S: 9♠", {}),
    ("L16", None, "K93.J742.A86.Q93", "N: A♠ 6♠ 3♠ 4♠; N: 5♦ 7♦ A♦ 2♦; S: 2♥", {}),  # he stopped
    ("L16", D, "K93.J742.A86.Q93", "N: A♠ 6♠ 3♠ 4♠; N: 5♠ 7♠ K♠ 2♠; S: 2♥", {}),
    # A call.
    ("L17", ("follows", "best"), "K94.A72.972.Q853", CALL + "K♠", CALLED),
    ("L17", ("departs", "best-departs"), "K94.A72.972.Q853", CALL + "9♠", CALLED),
    ("L17", ("follows", "lowest"), "10874.A72.972.Q85", CALL + "4♠", CALLED),
    ("L17", ("departs", "lowest-departs"), "10874.A72.972.Q85", CALL + "10♠", CALLED),
    ("L17", ("follows", "best"), "A984.A72.972.Q85", CALL + "A♠", CALLED),
    ("L17", ("departs", "best-departs"), "A984.A72.972.Q85", CALL + "4♠", CALLED),
    ("L17", None, "K94.A72.972.Q853", CALL + "Q♣", CALLED),  # P04
    ("L17", None, "K94.A72.972.Q853", NO_CALL + "9♠", CALLED),
]


@pytest.mark.parametrize(
    ("code", "expected", "hand", "plays", "options"),
    CASES,
    ids=[f"{code}-{i}" for i, (code, *_) in enumerate(CASES)],
)
def test_return(code, expected, hand, plays, options):  # type: ignore[no-untyped-def]
    assert verdict(code, hand, plays, **options) == expected
