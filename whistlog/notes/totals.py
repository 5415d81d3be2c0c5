"""Totals over many deals: how often each player followed what, and what the cards cost."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from whistlog.cards import SEATS

if TYPE_CHECKING:
    from whistlog.notes.review import Review


@dataclass(slots=True)
class Sample:
    """What deals cost a player, of which only mean and spread are kept.

    Attributes:
        n: how many deals.
        total: the sum of their costs.
        squares: the sum of the squares.
        weighed: of how many cards the cost is known.
        played: how many were played in these deals.
    """

    n: int = 0
    total: float = 0.0
    squares: float = 0.0
    weighed: int = 0
    played: int = 0

    def add(self, value: float, weighed: int = 0, played: int = 0) -> None:
        """Take in one more deal."""
        self.n += 1
        self.total += value
        self.squares += value * value
        self.weighed += weighed
        self.played += played

    @property
    def mean(self) -> float | None:
        """The mean; None of nothing."""
        return self.total / self.n if self.n else None

    @property
    def error(self) -> float | None:
        """The standard error of the mean; None with fewer than two numbers.

        >>> sample = Sample()
        >>> for value in (1, 2, 3):
        ...     sample.add(value)
        >>> sample.mean, round(sample.error, 4)
        (2.0, 0.5774)
        """
        if self.n < 2:
            return None
        variance = (self.squares - self.total * self.total / self.n) / (self.n - 1)
        return math.sqrt(max(0.0, variance) / self.n)


@dataclass(slots=True)
class PlayerTotals:
    """What is known of one player after many deals. It takes no more room with every deal.

    Attributes:
        name: the name in the records; the letter of the seat where they give none.
        deals: how many deals were looked at.
        followed: by code, how often an observation was followed.
        departed: by code, how often it was departed from without an explanation.
        costs: the costs a deal, in tricks as the cards lay.
        losses: the same of the expected losses.
    """

    name: str
    deals: int = 0
    followed: Counter[str] = field(default_factory=Counter)
    departed: Counter[str] = field(default_factory=Counter)
    costs: Sample = field(default_factory=Sample)
    losses: Sample = field(default_factory=Sample)


class Totals:
    """The totals of all players, in the order in which they were met.

    Attributes:
        players: by name.
        deals: how many deals were taken in.
        analysed: in how many of them costs are known.
    """

    def __init__(self) -> None:
        self.players: dict[str, PlayerTotals] = {}
        self.deals = 0
        self.analysed = 0

    def add(self, review: Review, players: Iterable[str]) -> None:
        """Take in a deal.

        Args:
            review: the deal.
            players: by seat, whose totals it goes to.
        """
        self.deals += 1
        self.analysed += bool(review.weights)
        played = Counter(seat for trick in review.replay.tricks for seat in trick.seats)
        weighed = Counter(seat for _, seat in review.weights)
        expected = Counter(
            seat for (_, seat), weight in review.weights.items() if weight.loss is not None
        )
        for seat, name in zip(SEATS, players):
            totals = self.players.get(name)
            if totals is None:
                totals = self.players[name] = PlayerTotals(name)
            one = review.players[seat]
            totals.deals += 1
            totals.followed.update(one.followed)
            totals.departed.update(one.departed)
            if one.cost is not None:
                totals.costs.add(one.cost, weighed[seat], played[seat])
            if one.loss is not None:
                totals.losses.add(one.loss, expected[seat], played[seat])


def codes_met(players: Iterable[PlayerTotals]) -> list[str]:
    """The observations that any of the players met, by code."""
    return sorted({code for player in players for code in (*player.followed, *player.departed)})
