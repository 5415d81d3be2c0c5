"""Observations look at nothing that the player could not know, and want a choice."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.notes.deals import Line
from tests.strategies import chances
from whistlog.notes.annotator import OBSERVATIONS, RETROSPECTS, DealNotes
from whistlog.notes.registry import SCHOOLS, catalogue
from whistlog.notes.view import LOW, TOP, above, alike

schools = st.sampled_from(SCHOOLS)
lines = chances.map(Line.random)
scores = st.none() | st.tuples(st.integers(0, 4), st.integers(0, 4))


def sayings(notes: DealNotes, number: int) -> list[tuple[object, ...]]:
    """What is said of one play, by those who are not to look at other hands or later cards."""
    entries = catalogue()
    return [
        (n.code, n.verdict, n.key, dict(n.facts), n.severity)
        for n in notes.notes
        if n.moment.play == number and not entries[n.code].hindsight
    ]


@given(st.integers(0, 8191), st.integers(0, 8191), st.integers(0, 12))
def test_ranks_as_good_as_each_other(held, others, rank):  # type: ignore[no-untyped-def]
    """The tables against a walk to both sides, up to the first card that makes a difference."""
    bit = 1 << rank
    held, others = held | bit, others & ~(held | bit)
    found = bit
    for ranks in (range(rank + 1, 13), range(rank - 1, -1, -1)):
        for other in ranks:
            if others >> other & 1:
                break
            found |= held & 1 << other
    assert alike(held, others, bit) == found
    assert above(held, bit) == sum(held & 1 << r for r in range(rank + 1, 13))
    assert TOP[held] == 1 << held.bit_length() - 1
    assert LOW[held] == next(1 << r for r in range(13) if held >> r & 1)


@settings(max_examples=100, deadline=None)
@given(lines, chances, schools)
def test_a_record_that_contradicts_itself_is_gone_through(line, chance, school):  # type: ignore[no-untyped-def]
    """Cards that were played twice, or by who does not hold them."""
    plays = list(line.plays)
    for _ in range(chance.randrange(1, 5)):
        a, b = chance.randrange(52), chance.randrange(52)
        (seat, _), (_, card) = plays[a], plays[b]
        plays[a] = (seat, card)
    notes = replace(line, plays=tuple(plays)).notes(school)
    assert all(plays[n.moment.play] == (n.moment.seat, n.moment.card) for n in notes.notes)


@settings(max_examples=200, deadline=None)
@given(lines, chances, schools, scores)
def test_hidden_cards_change_nothing(line, chance, school, score):  # type: ignore[no-untyped-def]
    """Neither the cards of the others nor what is played later."""
    full = line.notes(school, score)
    for number in chance.sample(range(48), 6):
        other = line.exchanged(chance, number)
        assert sayings(other.notes(school, score), number) == sayings(full, number)


@settings(max_examples=250, deadline=None)
@given(lines, schools, scores)
def test_nothing_is_said_without_a_choice(line, school, score):  # type: ignore[no-untyped-def]
    for note in line.notes(school, score).notes:
        # Which of two equal cards is played first is what a signal consists of.
        signal = note.code in ("P01", "P02") and line.options(note.moment.play) > 1
        assert signal or line.choice(note.moment.play), note.code
        assert (note.moment.seat, note.moment.card) == line.plays[note.moment.play]


@given(lines, chances)
def test_exchanged_cards_fit_what_was_seen(line, chance):  # type: ignore[no-untyped-def]
    """The exchange itself is right, so that the property above means something."""
    number = chance.randrange(52)
    player, _ = line.plays[number]
    other = line.exchanged(chance, number)
    assert other.hands[player] == line.hands[player]
    assert other.plays == line.plays[: number + 1]
    assert all(card in other.hands[seat] for seat, card in other.plays[:number])
    assert Counter(c for h in other.hands for c in h) == Counter(c for h in line.hands for c in h)
    assert line.up in other.hands[line.dealer]
    for seat, shown in enumerate(line.voids(number)):
        assert not {c.suit for c in other.held(seat, number)} & shown


def test_the_random_deals_make_most_observations_speak() -> None:
    """A property says something only of what happens in the deals that it is tried on."""
    import random

    spoke: set[str] = set()
    for seed in range(300):
        line = Line.random(random.Random(seed))
        spoke |= {n.code for n in line.notes(SCHOOLS[seed % 4]).notes}
    silent = {o.code for o in OBSERVATIONS} - spoke
    assert len(silent) <= len(OBSERVATIONS) // 4, silent
    assert OBSERVATIONS or RETROSPECTS
