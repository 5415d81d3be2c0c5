"""A drive: every player counts the tricks of his side, whoever was his partner."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from whistlog.cards import SEATS
from whistlog.contest import Result, fold_name


@dataclass(frozen=True, slots=True)
class Player:
    """What a player has won.

    Attributes:
        rank: the place; players with as many tricks share it.
        tied: whether somebody shares it.
        name: the name.
        deals: deals whose tricks are known.
        unknown: deals whose tricks are not known.
        tricks: the total.
    """

    rank: int
    tied: bool
    name: str
    deals: int
    unknown: int
    tricks: int


@dataclass(frozen=True, slots=True)
class Drive:
    """The ranking of a drive.

    Attributes:
        title: event and date.
        players: best first.
        deals: how many deals were to be played, or None.
        nameless: seats of deals without a name, which count for nobody.
    """

    title: str
    players: tuple[Player, ...]
    deals: int | None
    nameless: int

    @property
    def finished(self) -> bool:
        """Whether everybody has played all the deals."""
        return all(not p.unknown and p.deals == self.deals for p in self.players)


def rank(results: Iterable[Result]) -> tuple[Drive, ...]:
    """Rank the players of drives, event by event. A tie is a tie (AMB-11)."""
    events: dict[tuple[str, str], list[Result]] = {}
    for result in results:
        if result.single:
            events.setdefault(result.event, []).append(result)
    return tuple(_rank(some) for some in events.values())


def _rank(results: list[Result]) -> Drive:
    names: dict[str, str] = {}
    totals: dict[str, list[int]] = {}
    nameless = 0
    for result in results:
        for seat in SEATS:
            name = result.players[seat]
            if not name:
                nameless += 1
                continue
            key = fold_name(name)
            names.setdefault(key, name)
            total = totals.setdefault(key, [0, 0, 0])
            if result.tricks is None:
                total[1] += 1
            else:
                total[0] += 1
                total[2] += result.tricks[seat & 1]
    ranked = sorted(totals, key=lambda key: (-totals[key][2], names[key]))
    tricks = [totals[key][2] for key in ranked]
    players = tuple(
        Player(
            tricks.index(won) + 1,
            tricks.count(won) > 1,
            names[key],
            totals[key][0],
            totals[key][1],
            won,
        )
        for key, won in zip(ranked, tricks)
    )
    return Drive(results[0].title, players, results[0].deals, nameless)
