"""What the observations say of one play together."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.deals import allowed
from tests.notes.biddeals import BidLine
from tests.notes.deals import Line
from tests.notes.positions import note, verdict
from tests.strategies import chances
from whistlog.cards import Card
from whistlog.notes.registry import SCHOOLS, catalogue
from whistlog.notes.values import DEPARTS, Note

schools = st.sampled_from(SCHOOLS)
lines = chances.map(Line.random)
bid_lines = chances.map(BidLine.random)


def faults(line: Line, number: int, card: Card, school: str) -> list[Note]:
    """What would have been criticised at once if another card had been played."""
    seat, _ = line.plays[number]
    other = Line(line.dealer, line.up, line.hands, (*line.plays[:number], (seat, card)))
    entries = catalogue()
    return [
        note
        for note in other.notes(school, (3, 3)).notes
        if note.moment.play == number and note.critical and not entries[note.code].hindsight
    ]


@settings(max_examples=80, deadline=None)
@given(lines, schools)
def test_the_card_that_is_named_is_not_criticised(line: Line, school: str) -> None:
    """Who does not lead, and had played what a note names, would have done right. (Of leads one
    note may name the suit and another the card of the suit that was led.)"""
    entries = catalogue()
    for found in line.notes(school, (3, 3)).notes:
        number = found.moment.play
        named = found.facts.get("named") or found.facts.get("lowest") or found.facts.get("boss")
        if not number % 4 or not found.critical or entries[found.code].hindsight:
            continue
        if isinstance(named, Card):
            assert not faults(line, number, named, school), (found.code, named)


@settings(max_examples=60, deadline=None)
@given(lines, chances, schools)
def test_some_card_is_criticised_by_nobody(line, chance, school):  # type: ignore[no-untyped-def]
    """No player is in the wrong whatever he does."""
    for number in chance.sample(range(48), 4):
        assert not all_wrong(line, number, school), number


@pytest.mark.parametrize("school", SCHOOLS)
@pytest.mark.parametrize(
    ("seed", "number"),
    [(1047, 40), (1774, 4), (1889, 12), (2067, 8), (7803, 32), (7839, 36)],
)
def test_a_lead_is_no_choice_of_evils(seed: int, number: int, school: str) -> None:
    """Where the other suit makes the partner ruff (L19), one may lead into a void or open a
    suit; and for the odd trick (X02) one may open any."""
    assert not all_wrong(Line.random(random.Random(seed)), number, school)


@settings(max_examples=60, deadline=None)
@given(bid_lines)
def test_some_card_is_criticised_by_nobody_in_bid_whist(line: BidLine) -> None:
    entries = catalogue()

    def wrong(number: int, card: Card) -> bool:
        seat, _ = line.plays[number]
        other = replace(line, plays=(*line.plays[:number], (seat, card)))
        return any(
            note.critical and not entries[note.code].hindsight
            for note in other.notes("cavendish").notes
            if note.moment.trick and note.moment.play == number
        )

    for number, (seat, card) in enumerate(line.plays):
        if wrong(number, card):
            may = allowed(line.held(seat, number), line.trick_before(number), line.trump)
            assert not all(wrong(number, other) for other in may), number


def all_wrong(line: Line, number: int, school: str) -> bool:
    """Whether each card that might be played would have been criticised."""
    seat, _ = line.plays[number]
    may = allowed(line.held(seat, number), line.trick_before(number), line.trump)
    return all(faults(line, number, card, school) for card in may)


def test_which_of_two_equal_cards_is_nothing_where_neither_is_right() -> None:
    """From king, knave and ten third hand should not have finessed at all."""
    hand, play = "932.KJ104.Q86.Q93", "N: 3♥ 5♥ J♥"
    assert verdict("T03", hand, play) == (DEPARTS, "departs")
    assert verdict("G01", hand, play) is None


def test_the_last_card_of_the_partners_suit_beside_trumps() -> None:
    """It may be thrown where the only other way is to ruff the partner's trick (G04)."""
    plays = "N: A♠ 2♠ 6♠ 3♠; N: K♠ 4♠ 7♠ 5♠; N: A♦ 2♦ 8♠"
    assert verdict("D05", "876.AKQJ1098765..", plays, trump="2♥") is None
    assert verdict("D05", "876.AKQJ109876..4", plays, trump="2♥") == (DEPARTS, "departs")
    assert verdict("G04", "876.AKQJ1098765..", plays.replace("8♠", "5♥"), trump="2♥") is not None


def test_the_turn_up_as_the_lowest_of_touching_cards() -> None:
    """One rule keeps it (G06), another plays it (G01): no card is criticised."""
    hand, play = "AK7.Q742.Q86.Q93", "W: 3♥ A♥ 5♥ 2♥; N: 2♠ 3♠ K♠"
    assert verdict("G06", hand, play, dealer="S", trump="K♠") is None
    assert verdict("G01", hand, play, dealer="S", trump="K♠") == ("follows", "follows")


@pytest.mark.parametrize(
    ("hand", "card", "said"),
    [
        # A suit of winners is no weak suit.
        ("2.AKQ..AQ9876543", "A♥", {"D01": None, "D04": "neutral"}),
        # The best card with the next one tells the partner something, and is not given away.
        ("762.AK73..QJ8643", "A♥", {"D04": "neutral", "G05": None}),
        # Without the next one it tells nothing.
        ("762.A973..QJ8643", "A♥", {"D04": None, "G05": "departs"}),
        # The shortest suit, but it unguards the king.
        ("7652.K3..QJ86432", "3♥", {"D01": None, "D03": "departs"}),
    ],
)
def test_what_a_discard_is(hand: str, card: str, said: dict[str, str | None]) -> None:
    for code, expected in said.items():
        found = note(code, hand, f"E: A♦ 3♦ 4♦ {card}", trump="2♠", dealer="N")
        told = None if found is None or found.explained else found.verdict
        assert told == expected, code
