"""How the cards that a player can't see may lie: counted, drawn and listed exactly.

Cards are in sets (an ``int`` with bit ``code`` set for each), and so are places. The places are
numbered by the caller; `whistlog.analysis.views` takes the four seats and the cards put away.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate, combinations
from math import comb
from typing import Final

Layout = tuple[int, ...]
"""By place, the set of the cards that lie there."""

_Room = tuple[int, ...]


class Layouts:
    """All ways in which unseen cards may lie.

    The cards are taken in groups: cards of a group may lie in the same places. For each group in
    turn the numbers of its cards in the places are chosen; ``_ways`` counts, for what room is
    left, how many layouts the groups still to come allow. That makes the count exact, and every
    layout as likely as any other when the numbers are drawn in proportion to it.

    Attributes:
        sizes: by place, how many unseen cards lie there.
        groups: pairs of a set of cards and the set of places where each of them may lie.
    """

    def __init__(self, sizes: Sequence[int], groups: Iterable[tuple[int, int]]) -> None:
        """Take the knowledge about unseen cards.

        Args:
            sizes: by place, how many unseen cards lie there.
            groups: pairs of a set of cards and the set of places where each of them may lie.
                No card is in two groups; groups with the same places become one.

        Raises:
            ValueError: the numbers of cards and of places differ.
        """
        self.sizes: Final[_Room] = tuple(sizes)
        open_places = sum(1 << i for i, size in enumerate(self.sizes) if size)
        merged: dict[int, int] = {}
        for cards, places in groups:
            if cards:
                places &= open_places
                merged[places] = merged.get(places, 0) | cards
        # Those with the least choice first, so that little is left to choose at the end.
        ordered = sorted(merged.items(), key=lambda group: (group[0].bit_count(), group))
        self.groups: Final = tuple((cards, places) for places, cards in ordered)
        self._cards: Final = tuple(_listed(cards) for cards, _ in self.groups)
        self._places: Final = tuple(_listed(places) for _, places in self.groups)
        if sum(map(len, self._cards)) != sum(self.sizes):
            raise ValueError(f"{sum(map(len, self._cards))} cards for {sum(self.sizes)} places")
        self._memo: Final[dict[tuple[int, _Room], int]] = {}
        self._choices: Final[dict[tuple[int, _Room], tuple[list[_Room], list[int]]]] = {}

    @cached_property
    def count(self) -> int:
        """How many layouts there are; 0 where the knowledge contradicts itself."""
        return self._ways(0, self.sizes)

    def draw(self, rng: random.Random) -> Layout:
        """Draw a layout, each with the same chance.

        Raises:
            ValueError: there is none.
        """
        if not self.count:
            raise ValueError("the cards can't lie in any way")
        layout = [0] * len(self.sizes)
        room = self.sizes
        for group, cards in enumerate(self._cards):
            numbers, upto = self._choice(group, room)
            pick = rng.randrange(upto[-1])
            low = 0
            while upto[low] <= pick:
                low += 1
            shuffled = list(cards)
            rng.shuffle(shuffled)
            at = 0
            for place, number in enumerate(numbers[low]):
                for code in shuffled[at : at + number]:
                    layout[place] |= 1 << code
                at += number
            room = tuple(a - b for a, b in zip(room, numbers[low]))
        return tuple(layout)

    def __iter__(self) -> Iterator[Layout]:
        """Every layout, once, in an order that depends on nothing else."""
        if self.count:
            yield from self._list(0, self.sizes, (0,) * len(self.sizes))

    def _ways(self, group: int, room: _Room) -> int:
        """In how many ways the groups from one on fill the room that is left."""
        if group == len(self.groups):
            return 1
        key = group, room
        found = self._memo.get(key)
        if found is None:
            found = sum(self._weight(group, room, numbers) for numbers in self._split(group, room))
            self._memo[key] = found
        return found

    def _weight(self, group: int, room: _Room, numbers: _Room) -> int:
        """How many layouts there are in which a group has certain numbers in the places."""
        ways, left = 1, len(self._cards[group])
        for number in numbers:
            ways *= comb(left, number)
            left -= number
        return ways * self._ways(group + 1, tuple(a - b for a, b in zip(room, numbers)))

    def _choice(self, group: int, room: _Room) -> tuple[list[_Room], list[int]]:
        """The numbers that are possible for a group, and the running sums of their weights."""
        key = group, room
        found = self._choices.get(key)
        if found is None:
            splits = list(self._split(group, room))
            weights = accumulate(self._weight(group, room, numbers) for numbers in splits)
            found = self._choices[key] = splits, list(weights)
        return found

    def _split(self, group: int, room: _Room) -> Iterator[_Room]:
        """The ways to divide the number of a group's cards among the places it may lie in."""
        places = self._places[group]
        number = len(self._cards[group])
        if group == len(self.groups) - 1:
            # The last group fills what is left.
            if sum(room[place] for place in places) == number == sum(room):
                yield room
            return
        yield from _divide(number, places, room, [0] * len(room))

    def _list(self, group: int, room: _Room, layout: Layout) -> Iterator[Layout]:
        if group == len(self.groups):
            yield layout
            return
        for numbers in self._split(group, room):
            rest = tuple(a - b for a, b in zip(room, numbers))
            if self._ways(group + 1, rest):
                for more in _deal(self._cards[group], numbers, layout):
                    yield from self._list(group + 1, rest, more)


def _listed(bits: int) -> tuple[int, ...]:
    return tuple(i for i in range(bits.bit_length()) if bits >> i & 1)


def _divide(number: int, places: Sequence[int], room: _Room, into: list[int]) -> Iterator[_Room]:
    if not places:
        if not number:
            yield tuple(into)
        return
    first, rest = places[0], places[1:]
    least = max(0, number - sum(room[place] for place in rest))
    for here in range(least, min(number, room[first]) + 1):
        into[first] = here
        yield from _divide(number - here, rest, room, into)
    into[first] = 0


def _deal(cards: Sequence[int], numbers: Sequence[int], layout: Layout) -> Iterator[Layout]:
    """Every way to lay cards, so many in each place, beside those that lie there."""
    place = next((i for i, number in enumerate(numbers) if number), None)
    if place is None:
        yield layout
        return
    later = (*(0 for _ in numbers[: place + 1]), *numbers[place + 1 :])
    for chosen in combinations(cards, numbers[place]):
        bits = sum(1 << code for code in chosen)
        rest = [code for code in cards if not bits >> code & 1]
        more = (*layout[:place], layout[place] | bits, *layout[place + 1 :])
        yield from _deal(rest, later, more)
