"""Leads: when each observation speaks, and when it must be silent (L01 to L13)."""

from __future__ import annotations

import pytest

from tests.notes import corpus
from tests.notes.positions import note, verdict
from whistlog.notes.annotator import annotate

F = ("follows", "follows")
D = ("departs", "departs")
SECOND = ("follows", "second")
SECOND_DEPARTS = ("departs", "second-departs")

DISCARDED = "E: 5♦ 2♥ 7♦ A♦; N: Q♣"
LOST = (
    "N: 2♥ 3♥ 4♥ A♥; W: A♣ 2♣ 3♣ 5♣; W: K♣ 4♣ 6♣ 7♣; W: Q♣ 9♣ 8♣ J♣; W: A♦ 2♦ 3♦ 4♦; "
    "W: 5♦ K♦ 6♦ 7♦; N: 3♠"
)

CASES = [
    # The longest suit.
    ("L01", F, "K2.QJ5.97632.A83", "N: 3♦", {}),
    ("L01", D, "K2.QJ5.97632.A83", "N: 8♣", {}),
    ("L01", D, "K32.J5.97632.A83", "N: J♥", {}),
    ("L01", None, "K2.AKQ5.97632.83", "N: K♥", {}),  # as good as a card more
    ("L01", None, "KQ32.QJ5.976.A83", "N: 9♦", {}),  # all plain suits are as long
    ("L01", None, "K9632.A2.Q43.J92", "N: 6♠", {}),  # trumps
    ("L01", D, "984.A9.Q10.KJ7632", "E: 5♦ 6♦ 7♦ 10♦; N: Q♦", {"dealer": "N"}),
    ("L01", None, "984.A9.A10.KJ7632", "E: 5♦ 6♦ 7♦ 10♦; N: A♦", {"dealer": "N"}),  # the best
    (
        "L01",
        None,  # the partner's suit
        "984.K109.2.QJ7632",
        "E: 5♦ K♦ 6♦ 2♦; S: 3♥ 5♥ K♥ 2♥; N: 9♥",
        {"dealer": "N"},
    ),
    ("L01", None, "984.K10963.A2.Q65", DISCARDED, {"dealer": "N"}),  # the partner threw from it
    # The table of leads.
    ("L02", F, "K32.76.AQJ3.Q962", "N: A♦", {}),
    ("L02", D, "K32.76.AQJ3.Q962", "N: 3♦", {}),
    ("L02", D, "A10.76.K8742.Q932", "N: 2♦", {}),
    ("L02", None, "A104.76.K8742.Q93", "E: 5♠ 6♠ 7♠ A♠; N: 2♦", {"dealer": "N"}),  # hides it
    ("L02", None, "K32.76.A963.QJ92", "N: A♦", {}),  # L11
    ("L02", F, "K32.76.A9632.QJ9", "N: A♦", {}),
    ("L02", F, "AQ1052.76.K87.Q93", "N: Q♠", {"trump": "J♠"}),
    ("L02", D, "AQ1052.76.K87.Q93", "N: Q♠", {"trump": "8♠"}),
    ("L02", SECOND, "K32.76.AQJ102.Q96", "N: A♦ 4♦ 5♦ 6♦; N: 10♦", {}),
    ("L02", SECOND_DEPARTS, "K32.76.AQJ102.Q96", "N: A♦ 4♦ 5♦ 6♦; N: Q♦", {}),
    ("L02", None, "K32.76.AQ742.Q96", "N: A♦ K♦ 5♦ 6♦; N: Q♦", {}),  # has become the best
    ("L02", D, "K32.76.AK742.Q96", "N: K♦", {"school": "american"}),
    ("L02", F, "K32.76.AK742.Q96", "N: K♦", {"school": "hoyle"}),
    # American leads.
    ("L03", F, "K32.76.K8742.Q96", "N: 4♦", {"school": "american"}),
    ("L03", D, "K32.76.K8742.Q96", "N: 2♦", {"school": "american"}),
    ("L03", None, "K32.76.K8742.Q96", "N: K♦", {"school": "american"}),
    ("L03", None, "K32.76.K8742.Q96", "N: 4♦", {"school": "cavendish"}),
    ("L04", SECOND, "K32.76.A8742.Q96", "N: A♦ 5♦ 6♦ 9♦; N: 4♦", {"school": "american"}),
    ("L04", SECOND_DEPARTS, "K32.76.A8742.Q96", "N: A♦ 5♦ 6♦ 9♦; N: 2♦", {"school": "american"}),
    ("L02", None, "K32.76.A8742.Q96", "N: A♦ 5♦ 6♦ 9♦; N: 2♦", {"school": "american"}),
    # Trumps from five.
    ("L05", F, "K9632.A2.Q43.J92", "N: 6♠", {}),
    ("L05", D, "K9632.A2.Q43.J92", "N: 3♦", {}),
    ("L05", None, "K963.A2.Q432.J92", "N: 3♦", {}),
    ("L05", None, "97632.K2.Q43.J92", "N: 3♦", {}),  # a poor hand
    ("L05", D, "97632.K2.A43.J92", "N: 3♦", {}),
    ("L05", None, "K9632.A2.Q43.J92", "N: 3♦", {"score": (3, 0)}),  # lacks two points
    ("L05", D, "K9632.A2.Q43.J92", "N: 3♦", {"score": (2, 3)}),
    # Trumps from four.
    (
        "L06",
        F,  # a long card counts
        "A962.42.864.K1074",
        "N: 4♣ 6♣ A♣ 2♣; S: J♣ 5♣ 7♣ 8♣; S: 3♣ Q♣ K♣ 9♣; N: 2♠",
        {},
    ),
    ("L06", None, "A962.A2.8643.K107", "N: 2♠", {}),  # a bare ace does not
    ("L06", D, "A962.42.86.AKQJ4", "N: K♣ 2♣ 3♣ 5♣; N: J♣ 6♣ 8♣ 9♣; N: 8♦", {}),
    ("L06", None, "A96.432.86.AKQJ4", "N: K♣ 2♣ 3♣ 5♣; N: 8♦", {}),
    (
        "L06",
        ("follows", "partner"),
        "J1075.K6.A1092.A86",
        "N: K♦ 7♦ 2♦ 4♦; N: 5♦ 8♦ A♦ J♦; S: 5♠",
        {},
    ),
    # Trumps from three or fewer.
    ("L07", D, "K32.A9762.QJ3.95", "N: 2♠", {}),
    ("L07", None, "K932.A976.QJ3.95", "N: 2♠", {}),
    ("L07", ("follows", "command"), "32.A96.A8754.A93", "N: 3♠", {}),
    (
        "L07",
        ("follows", "two"),
        "A2.K96.Q8754.J93",
        "W: 5♠ 2♠ 6♠ 7♠; S: 3♥ 4♥ K♥ 2♥; N: A♠",
        {"dealer": "S"},
    ),
    (
        "L07",
        ("follows", "ruffs"),
        "K32.K76.AQ3.9754",
        "N: A♦ 8♠ 4♦ 5♦; E: A♣ 2♣ 7♠ 4♣; W: 2♥ K♥ 4♥ 3♥; N: 2♠",
        {},
    ),
    ("L07", D, "K32.Q72.KJ2.10942", LOST, {}),
    ("L07", D, "K32.Q72.KJ2.10942", LOST, {"score": (0, 3)}),
    ("L07", None, "K32.Q72.KJ2.10942", LOST, {"score": (0, 4)}),  # two tricks lose the game
    # Singletons.
    ("L08", F, "K32.A97652.QJ3.5", "N: 6♥", {}),
    ("L08", D, "K32.A97652.QJ3.5", "N: 5♣", {}),
    ("L08", None, "K732.A9762.QJ3.5", "N: 5♣", {}),  # four trumps: L01
    ("L01", D, "K732.A9762.QJ3.5", "N: 5♣", {}),
    ("L01", None, "K32.A97652.QJ3.5", "N: 5♣", {}),
    ("L08", None, "932.A97652.QJ3.5", "N: 5♣", {"school": "hoyle"}),
    ("L08", D, "932.A97652.QJ3.5", "N: 5♣", {"school": "hoyle", "score": (0, 0)}),
    ("L08", ("follows", "odd"), "932.A97652.QJ3.5", "N: 5♣", {"school": "hoyle", "score": (4, 0)}),
    ("L08", D, "K32.A97652.QJ3.5", "N: 5♣", {"school": "hoyle", "score": (4, 0)}),
    ("L08", None, "K32.A97652.QJ3.5", "N: 5♣", {"trump": "none"}),
    ("L01", D, "K32.A97652.QJ3.5", "N: 5♣", {"trump": "none"}),
    # Short suits.
    ("L09", F, "K932.A9762.J3.52", "N: J♦", {}),
    ("L09", D, "K932.A9762.J3.52", "N: 3♦", {}),
    ("L09", F, "K932.A976.K83.52", "N: 3♦", {}),
    ("L09", D, "K932.A976.K83.52", "N: K♦", {}),
    ("L09", None, "K932.Q976.A83.52", "N: A♦", {}),  # L11
    ("L09", ("follows", "partner"), "984.K10963.A2.Q65", DISCARDED, {"dealer": "N"}),
    # Tenaces.
    ("L10", D, "32.AQ95.K974.J83", "N: 5♥", {"school": "hoyle"}),
    ("L10", F, "32.AQ95.K974.J83", "N: 4♦", {"school": "hoyle"}),
    ("L10", None, "32.AQJ5.K974.J83", "N: A♥", {"school": "hoyle"}),
    ("L10", None, "32.AQ95.K974.J83", "N: 5♥", {}),
    # Aces.
    ("L11", D, "K32.76.A963.QJ92", "N: A♦", {}),
    ("L11", F, "K32.76.A963.QJ92", "N: 3♦", {}),
    ("L11", None, "K32.76.AQJ3.Q962", "N: A♦", {}),
    ("L11", None, "K32.76.AK63.Q962", "N: K♦", {}),
    ("L11", None, "K32.76.A9632.QJ9", "N: A♦", {}),
    ("L11", None, "K32.A7.A9632.QJ9", "N: A♥", {}),  # two cards
    # Strength and weakness.
    (
        "L12",
        ("follows", "through"),
        "32.9765.K982.K85",
        "N: 5♣ A♣ 3♣ 2♣; E: 4♦ 5♦ 6♦ K♦; N: 8♦",
        {},
    ),
    (
        "L12",
        D,
        "32.9765.K982.K85",
        "N: 5♣ A♣ 3♣ 2♣; E: 4♥ 2♥ A♥ 5♥; W: 4♦ K♦ 5♦ 6♦; N: 8♦",
        {},
    ),
    (
        "L12",
        None,  # the best card
        "32.9765.AK82.K85",
        "N: 5♣ A♣ 3♣ 2♣; E: 4♥ 2♥ A♥ 5♥; W: 4♦ K♦ 5♦ 6♦; N: A♦",
        {},
    ),
    (
        "L12",
        ("follows", "weakness"),
        "32.9765.KJ82.A85",
        "N: A♣ 4♣ 3♣ 4♦; N: 8♦",
        {},
    ),
    # Going on with a suit.
    ("L13", D, "32.K54.A83.KQ742", "N: K♣ 3♣ 8♣ 5♣; N: 3♦", {}),
    ("L13", F, "32.K54.A83.KQ742", "N: K♣ 3♣ 8♣ 5♣; N: 4♣", {}),
    ("L13", None, "32.K5.AK83.KQ742", "N: K♣ 3♣ 8♣ 5♣; N: K♦", {}),  # ace and king
    ("L13", None, "32.K54.A83.KQ742", "N: K♣ 3♣ 8♣ 6♥; N: 3♦", {}),  # would be ruffed
    ("L13", None, "32.K54.A83.KQ742", "N: K♣ 3♣ 6♥ 8♣; N: 3♦", {}),  # the partner is out of it
    (
        "L13",
        ("follows", "left"),
        "K954.AJ4.QJ4.K62",
        "N: 4♠ J♠ 7♠ 3♠; E: 5♥ 2♥ K♥ A♥; N: Q♦",
        {"trump": "Q♣"},
    ),
    (
        "L13",
        None,  # somebody will ruff it
        "Q4.10843.J53.K972",
        "N: 2♣ J♣ A♣ 4♣; S: 3♣ 10♣ K♣ Q♣; N: 3♥",
        {"trump": "2♦"},
    ),
]


@pytest.mark.parametrize(
    ("code", "expected", "hand", "plays", "options"),
    CASES,
    ids=[f"{code}-{i}" for i, (code, *_) in enumerate(CASES)],
)
def test_lead(code, expected, hand, plays, options):  # type: ignore[no-untyped-def]
    assert verdict(code, hand, plays, **options) == expected


def test_severity() -> None:
    def severity(code: str, hand: str, plays: str) -> int:
        found = note(code, hand, plays)
        assert found is not None
        return found.severity

    assert severity("L01", "K2.QJ5.97632.A83", "N: 8♣") == 1
    assert severity("L01", "K32.J5.97632.A83", "N: J♥") == 2
    assert severity("L09", "K932.A9762.J3.52", "N: 3♦") == 1
    assert severity("L09", "K932.A976.K83.52", "N: K♦") == 0
    assert severity("L02", "K32.76.AQJ102.Q96", "N: A♦ 4♦ 5♦ 6♦; N: Q♦") == 0


def test_a_departure_names_what_the_table_has() -> None:
    found = note("L02", "A10.76.K8742.Q932", "N: 2♦")
    assert found is not None
    assert [c.name for c in found.facts["named"]] == ["4♦"]


def test_openings_of_the_book_agree() -> None:
    for hand in corpus.hands():
        found = annotate(hand.replay, hand.profile, score=hand.score).notes
        opening = [n for n in found if n.moment.play == 0]
        said = {(n.code, n.verdict) for n in opening if n.code in ("L01", "L02", "L05", "L08")}
        assert ("L02", "follows") in said
        assert {verdict for _, verdict in said} == {"follows"}, hand.number
