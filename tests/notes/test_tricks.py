"""Fourth hand, and what holds in every place (F01, F02, G01 to G11)."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from tests.deals import allowed, taker
from tests.notes import corpus
from tests.notes.deals import Line
from tests.notes.positions import note, verdict
from whistlog.cards import CARDS, SEATS, Card
from whistlog.notes.annotator import annotate
from whistlog.notes.observation import Story
from whistlog.notes.registry import catalogue

F = ("follows", "follows")
D = ("departs", "departs")
KING = {"trump": "K♠"}
"""The dealer, who sits before the first to lead, holds the king of trumps."""

OVER = "S: 6♦ 5♦ A♦ 7♦; "
"""North gets the lead, though South had to begin."""

OWN = "S: 4♥ A♥ Q♥ 9♥; W: 7♦ 2♦ 3♦ Q♦; "
HIS = "N: 3♥ 6♥ K♥ 7♥; "
"""A round of hearts, which South has opened or North."""

STRONG = "A972.AKQ4..Q9432"

CASES = [
    # Fourth hand.
    ("F01", F, "932.AQ74.Q86.Q93", "W: 3♥ 5♥ J♥ Q♥", {}),
    ("F01", D, "932.AQ74.Q86.Q93", "W: 3♥ 5♥ J♥ A♥", {}),
    ("F01", ("departs", "lost"), "932.AQ74.Q86.Q93", "W: 3♥ 5♥ J♥ 4♥", {}),
    ("F01", F, "932.KQ74.Q86.Q93", "W: 3♥ 5♥ J♥ K♥", {}),  # as good as the queen: G01
    ("F01", None, "932.AQ74.Q86.Q93", "W: 3♥ K♥ J♥ Q♥", {}),  # the partner's trick
    ("F01", None, "932.J74.Q862.Q93", "W: 3♥ 5♥ K♥ 4♥", {}),  # nothing wins
    ("F01", F, "942.AQJ874..Q932", "W: 3♦ 5♦ K♦ 2♠", {}),
    ("F01", D, "942.AQJ874..Q932", "W: 3♦ 5♦ K♦ 9♠", {}),
    ("F01", None, "942.AQJ874..Q932", "W: 3♦ 5♦ K♦ 2♣", {}),  # to ruff or not
    ("F02", F, "932.AQ74.Q86.Q93", "W: 3♥ K♥ J♥ 4♥", {}),
    ("F02", D, "932.AQ74.Q86.Q93", "W: 3♥ K♥ J♥ 7♥", {}),
    ("F02", None, "932.AQ74.Q86.Q93", "W: 3♥ K♥ J♥ A♥", {}),  # G03
    ("F02", None, "932.AQ74.Q86.Q93", "W: 3♥ K♥ J♥ Q♥", {}),  # G05
    ("F02", D, "932.AQ74.Q86.Q93", "W: 3♥ 5♠ J♥ 7♥", {}),  # a ruff has it too
    ("F02", F, "932.A764.Q86.Q93", "W: 3♥ K♥ 5♥ 6♥", {}),  # four and six touch now
    # The lowest of equals.
    ("G01", F, "932.KQ74.Q86.Q93", "W: 3♥ 5♥ J♥ Q♥", {}),
    ("G01", D, "932.KQ74.Q86.Q93", "W: 3♥ 5♥ J♥ K♥", {}),
    ("G01", D, "932.KQJ4.Q86.Q93", "N: 3♥ 5♥ Q♥", {}),
    ("G01", None, "932.KJ74.Q86.Q93", "W: 3♥ Q♥ 9♥ K♥", {}),  # the queen lies between
    ("G01", None, "932.AQ74.Q86.Q93", "N: 3♥ 5♥ Q♥", {}),
    ("G01", None, "932.KQ74.Q86.Q93", "N: A♥ 5♥ 4♥", {}),  # does not win
    ("G01", None, "932.KQ74.Q86.Q93", "N: 3♥ 5♥ 7♥ 2♥; S: K♥", {}),  # a lead
    ("G01", None, "932.AK74.Q86.Q93", "W: 3♥ 5♥ 6♥ K♥", {}),  # F01
    ("G01", F, "932.AQJ74..Q9432", "W: 3♦ 5♦ K♦ 2♠", {}),
    ("G01", None, "932.AQJ74..Q9432", "W: 3♦ K♦ 5♦ 3♠", {}),  # G04
    ("G01", None, "932.KQ74.Q86.Q93", "W: 3♥ J♥ 5♥ K♥", {}),  # G03
    ("G01", D, "932.AQJ74..Q9432", "W: 3♦ 5♦ K♦ 3♠", {}),
    ("G01", None, "932.AQJ74..Q9432", "W: 3♦ 5♦ K♦ 3♣", {}),
    # The lowest on a trick that is lost.
    ("G02", F, "932.J74.Q862.Q93", "W: 3♥ 5♥ K♥ 4♥", {}),
    ("G02", D, "932.J74.Q862.Q93", "W: 3♥ 5♥ K♥ 7♥", {}),
    ("G02", None, "932.J74.Q862.Q93", "W: 3♥ 5♥ K♥ J♥", {}),  # G05
    ("G02", None, "932.J74.Q862.Q93", "W: 3♥ A♥ K♥ 7♥", {}),  # F02
    ("G02", None, "932.J74.Q862.Q93", "W: 3♥ 5♥ 10♥ 7♥", {}),  # it might be won
    ("G02", D, "932.AJ74.Q86.Q93", "W: 3♥ 5♥ 6♠ 7♥", {}),  # it has been ruffed
    ("G02", D, "932.J74.Q862.Q93", "N: A♥ 5♥ 7♥", {}),  # on the partner's ace too
    ("G02", F, "932.J654.Q86.Q93", "W: 3♥ 7♥ K♥ 6♥", {}),  # four to six touch
    # The partner's card.
    ("G03", F, "932.AQ74.Q86.Q93", "W: 3♥ J♥ 5♥ 4♥", {}),
    ("G03", D, "932.AQ74.Q86.Q93", "W: 3♥ J♥ 5♥ A♥", {}),
    ("G03", D, "932.AQ74.Q86.Q93", "W: 3♥ J♥ 5♥ Q♥", {}),
    ("G03", D, "932.A74.Q862.Q93", "N: K♥ 5♥ A♥", {}),
    ("G03", F, "932.A74.Q862.Q93", "N: K♥ 5♥ 4♥", {}),
    ("G03", None, "932.AQ.Q8642.Q93", "W: 3♥ J♥ 5♥ A♥", {}),  # no lower card
    ("G03", None, "932.A74.Q862.Q93", "N: Q♥ 5♥ A♥", {}),  # the king may beat it
    ("G04", F, "932.AQJ74..Q9432", "W: 3♦ K♦ 5♦ 3♣", {}),
    ("G04", D, "932.AQJ74..Q9432", "W: 3♦ K♦ 5♦ 2♠", {}),
    ("G04", None, "932.AQJ74..Q9432", "W: 3♦ K♦ A♦ 2♠", {}),  # it has been beaten
    ("G04", D, "932.AQJ74..Q9432", "N: A♦ 5♦ 2♠", {}),
    ("G04", None, "932.AQJ74..Q9432", "N: Q♦ 5♦ 2♠", {}),  # it may be
    # Honours.
    ("G05", F, "932.J74.Q862.Q93", "W: 3♥ 5♥ K♥ 4♥", {}),
    ("G05", D, "932.J74.Q862.Q93", "W: 3♥ 5♥ K♥ J♥", {}),
    ("G05", None, "932.1074.Q862.Q93", "W: 3♥ 5♥ K♥ 4♥", {}),  # no honour
    ("G05", None, "932.AQ7.Q862.Q93", "W: 3♥ 5♥ K♥ Q♥", {}),  # F01
    ("G05", D, "932.AQJ74..Q9432", "W: 3♦ K♦ 5♦ Q♣", {}),
    ("G05", None, "932.AQJ74..Q9432", "W: 3♦ K♦ 5♦ 2♠", {}),
    ("G05", None, "95432.AQJ..Q9432", "W: 3♦ K♦ 5♦ Q♥", {}),  # the knave is as good
    # The turn-up.
    ("G06", F, "932.AQ74.Q86.Q93", "W: 5♠ K♠ 6♠ 3♠", {}),
    ("G06", D, "932.AQ74.Q86.Q93", "W: 5♠ K♠ 6♠ 2♠", {}),
    ("G06", None, "932.AQ74.Q86.Q93", "W: 5♠ K♠ 6♠ 9♠", {}),
    ("G06", None, "932.AQ74.Q86.Q93", "N: 5♠ 6♠ 3♠", {}),  # not the dealer
    ("G06", F, "932.AQJ74..Q9432", "W: 3♦ 5♦ K♦ 3♠", {}),
    ("G06", None, "932.AQJ74..Q9432", "W: 3♦ 5♦ K♦ 2♠", {}),  # the lowest that wins (G01)
    # The opponents have led trumps: the unknown card is kept.
    ("G06", None, "10732.AQ74.Q86.Q9", "W: A♠ 5♠ 6♠ 7♠; W: 4♠ K♠ 8♠ 2♠", {}),
    ("G06", D, "10732.AQ74.Q86.Q9", "W: 3♥ K♥ 6♥ 4♥; N: A♠ 5♠ 2♠", {}),
    ("G07", ("follows", "safe"), "AQ72.932.Q86.Q93", OVER + "N: 3♠ 5♠ Q♠", KING),
    ("G07", ("departs", "needless"), "AQ72.932.Q86.Q93", OVER + "N: 3♠ 5♠ A♠", KING),
    ("G07", None, "AQ72.932.Q86.Q93", OVER + "N: 3♠ 5♠ 2♠", KING),
    ("G07", ("departs", "behind"), "AQ72.932.Q86.Q93", "N: 3♠ 5♠ Q♠", KING),
    ("G07", ("follows", "high"), "AQ72.932.Q86.Q93", "N: 3♠ 5♠ A♠", KING),
    ("G07", None, "AJ72.932.Q86.Q93", "N: 3♠ 5♠ J♠", KING),  # the queen is out too
    ("G07", None, "AQ72.932.Q86.Q93", "N: 3♠ 5♠ Q♠", {}),  # a small card was turned up
    ("G07", ("departs", "behind"), "AQ72.932.Q86.Q93", "N: 5♦ K♦ 8♦ 7♦; E: 3♠ Q♠", KING),
    ("G07", None, "AQ72.932.Q86.Q93", "N: 5♦ K♦ 8♦ 7♦; E: 3♠ A♠", KING),
    ("G07", None, "J972.A32.Q86.Q93", "N: 3♠ 5♠ 9♠", {"trump": "10♠"}),  # no honour
    ("G07", None, "AQ72.932.Q86.Q93", "E: 3♠ Q♠", KING),  # the partner's
    ("G07", None, "932.AQ72.Q86.Q93", "N: 3♥ 5♥ Q♥", KING),  # not trumps
    # A long suit.
    ("G09", F, "932.KJ542.Q86.Q9", OWN + "S: 5♥", {}),
    ("G09", None, "932.KJ542.Q86.Q9", OWN + "S: 9♠", {}),  # trumps
    ("G09", None, "932.KJ542.Q86.Q9", OWN + "S: Q♣", {}),  # L13
    ("G09", None, "932.KJ542.Q86.Q9", OWN.replace("Q♥", "7♥") + "S: Q♣", {}),  # he was weak
    ("L13", D, "932.KJ542.Q86.Q9", OWN + "S: Q♣", {}),
    ("G09", D, "932.KJ542.AK6.Q9", HIS + "S: Q♣", {}),
    ("G09", F, "932.KJ542.AK6.Q9", HIS + "S: 4♥", {}),
    ("G09", None, "932.KJ54.AK65.Q9", HIS + "S: Q♣", {}),  # more than one round
    ("G09", None, "93.KJ542.AK6.Q98", HIS + "S: K♦", {}),  # ace and king
    ("G09", None, "93.KJ542.AK.Q982", HIS + "S: 2♣", {}),  # as long as the hearts that are left
    ("G09", None, "932.KJ542.A86.Q9", HIS + "S: Q♣", {}),  # L14
    ("L14", D, "932.KJ542.A86.Q9", HIS + "S: Q♣", {}),
    # Over-ruffs.
    ("G10", D, STRONG, "N: 9♦ 3♠ 7♠", {}),
    ("G10", F, STRONG, "N: 9♦ 3♠ 2♣", {}),
    ("G10", None, "972.AKQ4..Q96432", "N: 9♦ 3♠ 7♠", {}),  # three trumps
    ("G10", None, STRONG, "N: 9♦ 5♦ 7♠", {}),  # nobody has ruffed
    ("G10", None, "9732.AKQ4..Q9432", "N: 9♦ Q♠ 2♣", {}),  # nothing can over-ruff
    ("G10", None, "9732.A984..Q9432", "N: 9♦ 6♠ 7♠", {}),  # no suit to bring in
]


@pytest.mark.parametrize(("code", "expected", "hand", "plays", "options"), CASES)
def test_play(
    code: str,
    expected: tuple[str, str] | None,
    hand: str,
    plays: str,
    options: dict[str, Any],
) -> None:
    dealer = "NESW"["NESW".index(plays[0]) - 1]
    trump = "2♠" if dealer == "S" else "J♠"
    assert verdict(code, hand, plays, **{"dealer": dealer, "trump": trump, **options}) == expected


@pytest.mark.parametrize(
    ("code", "hand", "plays", "severity"),
    [
        ("F01", "932.AQ74.Q86.Q93", "W: 3♥ 5♥ J♥ A♥", 2),
        ("F01", "932.AQ74.Q86.Q93", "W: 3♥ 5♥ J♥ 4♥", 2),  # not won at all
        ("F02", "932.AQ74.Q86.Q93", "W: 3♥ K♥ J♥ 7♥", 1),
        ("F02", "932.A974.Q86.Q93", "W: 3♥ K♥ J♥ 9♥", 2),
        ("G03", "932.AQ74.Q86.Q93", "W: 3♥ J♥ 5♥ A♥", 2),
        ("G03", "932.A74.Q862.Q93", "N: K♥ 5♥ A♥", 1),  # third hand
        ("G04", "932.AQJ74..Q9432", "W: 3♦ K♦ 5♦ 2♠", 2),
        ("G04", "932.AQJ74..Q9432", "N: A♦ 5♦ 2♠", 1),
        ("G05", "932.Q74.Q862.Q93", "W: 3♥ 5♥ K♥ Q♥", 2),
        ("G05", "932.J74.Q862.Q93", "W: 3♥ 5♥ K♥ J♥", 1),
    ],
)
def test_severity(code: str, hand: str, plays: str, severity: int) -> None:
    dealer, trump = ("S", "2♠") if plays[0] == "W" else ("W", "J♠")
    found = note(code, hand, plays, dealer=dealer, trump=trump)
    assert found is not None
    assert (found.verdict, found.severity) == ("departs", severity)


def as_good(line: Line, number: int, a: Card, b: Card) -> bool:
    """Whether two cards that a player holds win against the same cards: no card between them is
    hidden from him, nor is the best on the table."""
    seat, _ = line.plays[number]
    trick = line.trick_before(number)
    best = trick[taker(trick, line.trump)] if trick else None
    known = line.held(seat, number) | {c for _, c in line.plays[:number]}
    low, high = sorted((a.rank, b.rank))
    between = {c for c in CARDS[:52] if c.suit is a.suit and low < c.rank < high}
    return a.suit is b.suit and best not in between and between <= known


def wanted(line: Line, number: int) -> dict[str, str | None]:
    """What F01, F02 and G02 are to say of a card that follows suit."""
    seat, played = line.plays[number]
    trick = line.trick_before(number)
    may = allowed(line.held(seat, number), trick, line.trump)
    winners = [c for c in may if taker([*trick, c], line.trump) == len(trick)]
    low = min(may, key=lambda c: c.rank)
    lowest = as_good(line, number, played, low)
    ours = len(trick) > 1 and taker(trick, line.trump) == len(trick) - 2
    thrown = played.rank >= 9 and not lowest and number // 4 < 11
    said: dict[str, str | None] = dict.fromkeys(("F01", "F02", "G02"))
    if len(trick) == 3 and ours:
        if lowest:
            said["F02"] = "follows"
        elif played not in winners and not thrown:
            said["F02"] = "departs"
    elif not winners:
        said["G02"] = "follows" if lowest else None if thrown else "departs"
    elif len(trick) == 3:
        cheap = as_good(line, number, played, min(winners, key=lambda c: c.rank))
        said["F01"] = "follows" if played in winners and cheap else "departs"
    return said


def test_cheapness_by_hand() -> None:
    """The same rules, worked out from sets of cards."""
    spoke = 0
    for seed in range(60):
        line = Line.random(random.Random(seed))
        found = {
            (n.moment.play, n.code): n.verdict
            for n in line.notes("cavendish").notes
            if n.code in ("F01", "F02", "G02")
        }
        for number, (_, played) in enumerate(line.plays):
            trick = line.trick_before(number)
            if not trick or played.suit is not trick[0].suit or not line.choice(number):
                continue
            for code, said in wanted(line, number).items():
                assert found.get((number, code)) == said, (seed, number, code)
                spoke += said is not None
    assert spoke > 400


def test_looking_back() -> None:
    """What is said with all hands open of a card that never made a trick is so."""
    spoke = {"G08": 0, "G11": 0}
    for seed in range(150):
        line = Line.random(random.Random(seed))
        for school, code in (("cavendish", "G08"), ("hoyle", "G11")):
            notes = line.notes(school)
            assert isinstance(notes.story, Story)
            for found in notes.notes:
                if found.code != code or found.verdict != "departs":
                    continue
                spoke[code] += 1
                seat, number = found.moment.seat, found.moment.play
                lost = [found.facts["boss"]] if code == "G08" else found.facts["trumps"]
                for card in lost:
                    at = line.plays.index((seat, card))
                    assert at > number
                    assert (notes.story.tricks[at // 4].winner - seat) % 2 == 1
                if code == "G08":
                    others = [line.held(s, number) for s in SEATS if s is not seat]
                    (boss,) = lost
                    assert not any(
                        c.suit is boss.suit and c.rank > boss.rank for hand in others for c in hand
                    )
                    enemies = line.held(seat.next, number) | line.held(seat.partner.next, number)
                    assert not any(c.suit is line.trump for c in enemies)
    assert min(spoke.values()) > 3


@pytest.mark.parametrize(
    ("hand", "trick", "seat", "code", "by"),
    [(13, 4, "Z", "G02", "T07"), (13, 7, "Z", "G02", "T07"), (8, 3, "B", "G05", "T07")],
)
def test_what_explains_a_departure(hand: int, trick: int, seat: str, code: str, by: str) -> None:
    """Cavendish's unblocking plays are no faults."""
    deal = corpus.hand(hand)
    play = deal.played(trick, seat).play
    notes = annotate(deal.replay, deal.profile, score=deal.score).notes
    (found,) = (n for n in notes if n.moment.play == play and n.code == code)
    assert (found.verdict, found.explained) == ("departs", by)


def test_the_turn_up_explains_the_higher_of_equals() -> None:
    """The dealer wins with the higher trump, to keep the one that all know."""
    found = note("G01", "KQ3.K742.Q86.Q93", "W: 2♠ 5♠ J♠ K♠", dealer="S", trump="Q♠")
    assert found is not None
    assert (found.verdict, found.explained) == ("departs", "G06")


RATES = {
    "T01": (20, 20),
    "T02": (1, 1),
    "T03": (1, 1),
    "F01": (15, 16),  # trick 8 of hand VIII, where the book prints a card of another player
    "F02": (16, 16),
    "G01": (21, 22),
    "G02": (98, 101),  # three times the partner's suit is unblocked
    "G03": (7, 7),
    "G04": (5, 5),
    "G06": (1, 2),
}
"""How often the players of Cavendish's hands I to XV follow: (followed, all)."""


def test_rates_in_the_model_hands() -> None:
    """As in all 39 of them: third hand high, the lowest of equals, no waste in fourth hand; the
    turn-up is played as often as kept."""
    counted: Counter[tuple[str, bool]] = Counter()
    for deal in corpus.hands():
        for found in annotate(deal.replay, deal.profile, score=deal.score).notes:
            counted[found.code, found.verdict == "follows"] += 1
    rates = {c: (counted[c, True], counted[c, True] + counted[c, False]) for c in RATES}
    assert rates == RATES
    for code, (followed, of) in RATES.items():
        rate = catalogue()[code].rate
        if rate is not None and code != "G06":
            assert abs(followed / of - rate[0] / rate[1]) < 0.13, code
