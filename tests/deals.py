"""Deals for tests: dealt and played at random by the rules, and easy to spoil.

A `Board` is a deal that can be changed freely before it is written down; it has its own
slow and separate idea of the rules, so that the tests do not lean on the code they test.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass, field

from whistlog import check
from whistlog.cards import CARDS, SEATS, Card, Ranking, Seat, Suit, card, sort_hand
from whistlog.diagnostics import Diagnostic
from whistlog.record import (
    Deal,
    Dealer,
    DealLine,
    Hand,
    Item,
    Part,
    Play,
    Source,
    Trick,
    Trump,
)

Place = tuple[int, Part]


def cards(text: str) -> list[Card]:
    """Cards by their canonical names, for example ``A♥ 10♠ BJ``."""
    return [card(name) for name in text.split()]


# The rules once more, slowly.


def belongs(c: Card, trump: Suit | None) -> object:
    """The suit that a card counts as: jokers are trumps, or nothing when there are none."""
    if c.name in ("BJ", "LJ"):
        return trump if trump is not None else "no suit"
    return c.suit


def suit_to_follow(trick: list[Card], trump: Suit | None) -> object | None:
    """The suit of the first card that has one."""
    for c in trick:
        if belongs(c, trump) != "no suit":
            return belongs(c, trump)
    return None


def allowed(hand: Iterable[Card], trick: list[Card], trump: Suit | None) -> list[Card]:
    """The cards of a hand that may be played to a trick."""
    hand = list(hand)
    suit = suit_to_follow(trick, trump)
    following = [c for c in hand if suit is not None and belongs(c, trump) == suit]
    return following or hand


def taker(
    trick: list[Card],
    trump: Suit | None,
    ranking: Ranking = Ranking.UPTOWN,
    *,
    low_ace: bool = False,
) -> int:
    """The place in a trick of the card that wins it."""
    names = [*"23456789", "10", *"JQKA"]
    if ranking is Ranking.DOWNTOWN:
        names = [*"KQJ", "10", *"98765432A"]
    if low_ace:
        names.insert(0, names.pop())
    names += ["LJ", "BJ"]

    def height(c: Card) -> int:
        return names.index(c.name if c.suit is None else c.name[:-1])

    for suit in (trump, suit_to_follow(trick, trump)):
        rivals = [i for i, c in enumerate(trick) if suit is not None and belongs(c, trump) == suit]
        if rivals:
            return max(rivals, key=lambda i: height(trick[i]))
    return 0


@dataclass
class Board:
    """A deal of classic whist, to be spoiled and written down.

    Attributes:
        lead: who leads to each trick.
        tricks: the cards of each trick, in the order of play.
        numbers: the numbers written before the tricks.
        marks: the winners written behind them.
    """

    dealer: Seat
    up: Card
    hands: list[list[Card]]
    lead: list[Seat] = field(default_factory=list)
    tricks: list[list[Card]] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)
    marks: list[Seat] = field(default_factory=list)
    with_hands: bool = True
    with_leaders: bool = True
    with_marks: bool = True

    @classmethod
    def random(cls, rng: random.Random, tricks: int = 13) -> Board:
        """Deal and play at random, by the rules."""
        pack = list(CARDS[:52])
        rng.shuffle(pack)
        dealer = SEATS[rng.randrange(4)]
        hands = [pack[13 * i : 13 * i + 13] for i in range(4)]
        up = rng.choice(hands[dealer])
        self = cls(dealer, up, [list(sort_hand(h)) for h in hands])
        left = [list(h) for h in hands]
        leader = dealer.next
        for n in range(tricks):
            trick: list[Card] = []
            for i in range(4):
                hand = left[(leader + i) % 4]
                c = rng.choice(allowed(hand, trick, up.suit))
                hand.remove(c)
                trick.append(c)
            self.lead.append(leader)
            self.tricks.append(trick)
            self.numbers.append(n + 1)
            leader = SEATS[(leader + taker(trick, up.suit)) % 4]
            self.marks.append(leader)
        return self

    def seat_at(self, trick: int, place: int) -> Seat:
        """Who plays a card."""
        return SEATS[(self.lead[trick] + place) % 4]

    def where(self, c: Card) -> tuple[int, int]:
        """The trick and place where a card is played."""
        for t, trick in enumerate(self.tricks):
            if c in trick:
                return t, trick.index(c)
        raise ValueError(c)

    def deal(self) -> Deal:
        """Write it down; `place` finds out where a diagnostic points."""
        items: list[Item] = [DealLine(1), Dealer(self.dealer), Trump(self.up)]
        if self.with_hands:
            items += [Hand(s, tuple(self.hands[s])) for s in SEATS]
        for n, trick, lead, mark in zip(self.numbers, self.tricks, self.lead, self.marks):
            items.append(
                Trick(
                    n,
                    lead if self.with_leaders else None,
                    tuple(Play(c) for c in trick),
                    mark if self.with_marks else None,
                )
            )
        return placed(items)

    # Items by number, as `deal` writes them.

    @property
    def trump_line(self) -> int:
        """The item of the trump line."""
        return 2

    def hand_line(self, seat: Seat) -> int:
        """The item of a hand line."""
        return 3 + seat

    def trick_line(self, trick: int) -> int:
        """The item of a trick, by its index."""
        return (7 if self.with_hands else 3) + trick


_PARTS: list[Part] = [()]


def placed(items: Iterable[Item]) -> Deal:
    """A deal whose lines have places that `place` can turn back into items and parts."""
    items = tuple(items)

    def locate(line: str, part: Part) -> tuple[int, int]:
        if part not in _PARTS:
            _PARTS.append(part)
        column = _PARTS.index(part)
        return column, column + 1

    lines = tuple(str(i) for i in range(len(items)))
    return Deal(items, source=Source(1, lines, tuple(range(len(items))), locate))


def place(found: Diagnostic) -> Place:
    """The item and the part of it that a diagnostic about a `placed` deal points at."""
    return found.span.line - 1, _PARTS[found.span.column - 1]


CLEAN = """\
Deal 1
Dealer: W
Trump:  J♠
N: ♠ 9            ♥ J 10 5 2    ♦ K Q 4       ♣ A K 6 5 2
E: ♠ A Q 4        ♥ K           ♦ A 8 5 3     ♣ J 8 7 4 3
S: ♠ K 10 5 2     ♥ Q 9 6 3     ♦ 10 9 7 2    ♣ Q
W: ♠ J 8 7 6 3    ♥ A 8 7 4     ♦ J 6         ♣ 10 9

 1. N: 6♣  7♣  Q♣  9♣
 2. S: 2♠  6♠  9♠  Q♠
 3. E: A♦  2♦  J♦  4♦
 4. E: 3♦  9♦  6♦  Q♦
 5. N: 2♣  8♣  7♦  10♣
 6. W: J♠  2♥  4♠  10♠
 7. W: 7♠  5♥  A♠  K♠
 8. E: 5♦  10♦ 7♥  K♦
 9. N: A♣  4♣  5♠  A♥
10. S: 9♥  4♥  J♥  K♥
11. E: 8♦  6♥  3♠  K♣
12. W: 8♠  5♣  J♣  Q♥
13. W: 8♥  10♥ 3♣  3♥
"""
"""A deal played by the rules, as text; S and W each took their share with trumps."""

NO_HANDS = "".join(
    line for line in CLEAN.splitlines(keepends=True) if line[:2] not in ("N:", "E:", "S:", "W:")
)
"""The same without the hands."""


def edited(text: str, *changes: tuple[str, str]) -> str:
    """A text with some places changed; each must be there exactly once."""
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


def said(text: str) -> list[tuple[str, str]]:
    """What is found in a text: names, and what of the text each points at."""
    lines = text.splitlines()
    return [
        (d.name, lines[d.span.line - 1][d.span.column - 1 : d.span.end_column - 1])
        for d in check(text)
        if d.name not in _COSTS
    ]


def only(text: str) -> Diagnostic:
    """The one thing found in a text."""
    (found,) = (d for d in check(text) if d.name not in _COSTS)
    return found


_COSTS = ("revoke-penalty", "revoke-penalty-both")
"""What is added to every revoke that stands, whatever else is said about it."""


def related(text: str, found: Diagnostic) -> list[tuple[str, str]]:
    """The notes of a finding, and what of the text each points at."""
    lines = text.splitlines()
    return [
        (r.note, lines[r.span.line - 1][r.span.column - 1 : r.span.end_column - 1])
        for r in found.related
    ]
