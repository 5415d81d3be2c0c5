"""Unseen cards: the count, the list and the draws against every way to deal them out."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from whistlog.analysis.layouts import Layouts


def by_hand(sizes, groups):
    """Every layout, by trying every place for every card."""
    cards = [
        (code, [place for place in range(len(sizes)) if places >> place & 1])
        for bits, places in groups
        for code in range(bits.bit_length())
        if bits >> code & 1
    ]
    found = set()
    for where in product(*(places for _, places in cards)):
        if all(where.count(place) == size for place, size in enumerate(sizes)):
            layout = [0] * len(sizes)
            for (code, _), place in zip(cards, where):
                layout[place] |= 1 << code
            found.add(tuple(layout))
    return found


@st.composite
def knowledge(draw):
    """Up to eight cards in four places, each group with places of its own."""
    places = draw(st.lists(st.integers(0, 15), min_size=1, max_size=8))
    codes = draw(st.permutations(range(54)))[: len(places)]
    sizes = [0, 0, 0, 0]
    for _ in places:
        sizes[draw(st.integers(0, 3))] += 1
    return sizes, [(1 << code, where) for code, where in zip(codes, places)]


@given(knowledge(), st.randoms(use_true_random=False))
def test_count_and_list_are_those_found_by_trying(known, rng):
    sizes, groups = known
    layouts, expected = Layouts(sizes, groups), by_hand(sizes, groups)
    assert layouts.count == len(expected)
    listed = list(layouts)
    assert len(listed) == len(set(listed))
    assert set(listed) == expected
    if expected:
        assert layouts.draw(rng) in expected
    else:
        with pytest.raises(ValueError, match="can't lie"):
            layouts.draw(rng)


CASES = [
    pytest.param((2, 2, 2), [(0b111111, 0b111)], id="nothing-known"),
    pytest.param((0, 3, 2, 1), [(0b111, 0b0110), (0b111000, 0b1110)], id="a-void"),
    pytest.param((2, 2, 2), [(0b11, 0b011), (0b1100, 0b110), (0b110000, 0b101)], id="three-voids"),
    pytest.param((1, 2, 2, 2), [(1, 0b0100), (0b1110, 0b1010), (0b1110000, 0b1111)], id="known"),
    pytest.param((3, 1, 1, 3), [(0b1111, 0b1011), (0b11110000, 0b1101)], id="uneven"),
    # None, one or both of the first group in the first place: 30, 60 and 10 layouts.
    pytest.param((2, 3, 2), [(0b11, 0b011), (0b1111100, 0b111)], id="weights"),
]


@pytest.mark.parametrize(("sizes", "groups"), CASES)
@pytest.mark.parametrize("seed", [1, 2])
def test_every_layout_is_as_likely_as_any_other(sizes, groups, seed):
    expected = by_hand(sizes, groups)
    layouts = Layouts(sizes, groups)
    rng = random.Random(seed)
    each = 80
    drawn = Counter(layouts.draw(rng) for _ in range(each * len(expected)))
    assert set(drawn) == expected
    square = sum((number - each) ** 2 / each for number in drawn.values())
    free = len(expected) - 1
    # Six standard deviations of chi-square, which a fair draw passes but for one in millions.
    assert abs(square - free) < 6 * (2 * free) ** 0.5


def test_counts_of_whole_deals():
    others = (1 << 39) - 1
    assert Layouts((0, 13, 13, 13), [(others, 0b1110)]).count == 84478098072866400
    # The turn-up is in the third hand; the others have no card of the first suit.
    suit = (1 << 9) - 1
    groups = [(1 << 38, 0b1000), (suit, 0b0010), (others ^ suit ^ (1 << 38), 0b1110)]
    assert Layouts((0, 13, 13, 13), groups).count == comb(29, 4) * comb(25, 12)


def test_numbers_must_fit():
    with pytest.raises(ValueError, match="2 cards for 3 places"):
        Layouts((1, 2), [(0b11, 0b11)])
