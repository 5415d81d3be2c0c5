"""Deals of bid whist for tests: bid, exchanged and played at random by the rules.

As in `tests.deals` everything is worked out slowly and apart from the package: the auction
is judged from all its calls each time, the score is looked up in the table of the rules.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from tests.deals import allowed, placed, taker
from whistlog.cards import CARDS, SEATS, Card, Ranking, Seat, Side, Suit, sort_hand
from whistlog.record import (
    Auction,
    Call,
    Deal,
    Dealer,
    DealLine,
    Hand,
    Item,
    Pile,
    Play,
    RankingLine,
    Tally,
    Trick,
    Trump,
)
from whistlog.rules.profile import BidRules, Profile, builtin

FORMS = ("up", "down", "nt")
Spoken = tuple[int, str] | None
"""A call: number and form, or None for a pass."""

BID = builtin("bid")

TABLE = {
    # by the number bid: the score for 13, 12, 11, 10, 9, 8, 7, 6, 5 tricks and for 1 trick
    1: (7, 6, 5, 4, 3, 2, 1, -1, -2, -6),
    2: (7, 6, 5, 4, 3, 2, -1, -2, -3, -7),
    3: (7, 6, 5, 4, 3, -1, -2, -3, -4, -8),
    4: (7, 6, 5, 4, -1, -2, -3, -4, -5, -9),
    5: (7, 6, 5, -1, -2, -3, -4, -5, -6, -10),
    6: (7, 6, -1, -2, -3, -4, -5, -6, -7, -11),
    7: (7, -1, -2, -3, -4, -5, -6, -7, -8, -12),
}
"""The score of a bid, as it stands in the rules."""

COLUMNS = (13, 12, 11, 10, 9, 8, 7, 6, 5, 1)


# The auction once more, from all its calls.


def higher(one: tuple[int, str], other: tuple[int, str], rules: BidRules) -> bool:
    """Whether a bid beats another."""
    if one[0] != other[0] or rules.bids == "number":
        return one[0] > other[0]
    if rules.downtown == "equal":
        return one[1] == "nt" and other[1] != "nt"
    return FORMS.index(one[1]) > FORMS.index(other[1])


def finished(calls: Sequence[Spoken], rules: BidRules) -> bool:
    """Whether an auction is over."""
    bids = [i for i, c in enumerate(calls) if c is not None]
    if rules.rounds == "one":
        return len(calls) >= 4
    if not bids:
        return len(calls) >= 4
    if bids[0] == 3 and (rules.all_pass == "dealer" or rules.reentry != "allowed"):
        return True
    return len(calls) - 1 - bids[-1] >= 3


def may_say(calls: Sequence[Spoken], call: Spoken, rules: BidRules) -> bool:
    """Whether the next player may make a call."""
    if finished(calls, rules):
        return False
    bids = [(i, c) for i, c in enumerate(calls) if c is not None]
    if call is None:
        return not (len(calls) == 3 and not bids and rules.all_pass == "dealer")
    if call[0] < rules.minimum or (rules.bids == "number" and call[1] != "up"):
        return False
    mine = calls[len(calls) % 4 :: 4]
    if None in mine and rules.reentry != "allowed":
        return False
    if not bids:
        return True
    place, standing = bids[-1]
    if higher(call, standing, rules):
        return True
    dealer = len(calls) % 4 == 3
    as_high = not higher(standing, call, rules)
    return rules.dealer_equals and dealer and as_high and place % 4 != 3


ALL: tuple[Spoken, ...] = (None, *((n, f) for n in range(1, 8) for f in FORMS))


def random_auction(rng: random.Random, rules: BidRules) -> list[Spoken]:
    """A legal auction in which somebody bids."""
    while True:
        calls: list[Spoken] = []
        while not finished(calls, rules):
            choice = [c for c in ALL if may_say(calls, c, rules)]
            low = [c for c in choice if c is not None][: rng.randrange(1, 6)]
            passing = None in choice and (not low or rng.random() < 0.5)
            calls.append(None if passing else rng.choice(low))
        if any(calls):
            return calls


def score_of(level: int, tricks: int) -> int:
    """The score of a bid by the table, which the rest of a row continues by one."""
    row = dict(zip(COLUMNS, TABLE[level]))
    return row[tricks] if tricks in row else row[5] - (5 - tricks)


@dataclass
class BidBoard:
    """A deal of bid whist, to be spoiled and written down.

    Attributes:
        hands: as dealt.
        calls: the auction, from the dealer's left; ``speakers`` are written before them.
        hand: the twelve cards that the declarer plays with.
        discards: what went back.
        lead, tricks, marks: as in `tests.deals.Board`.
    """

    dealer: Seat
    hands: list[list[Card]]
    kitty: list[Card]
    calls: list[Call]
    declarer: Seat
    level: int
    form: str
    trump: Suit | None
    ranking: Ranking
    discards: list[Card]
    lead: list[Seat] = field(default_factory=list)
    tricks: list[list[Card]] = field(default_factory=list)
    marks: list[Seat] = field(default_factory=list)
    won: list[int] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    score: list[int] = field(default_factory=list)
    named: list[Item] = field(default_factory=list)
    with_hands: bool = True
    with_kitty: str = "cards"
    with_discards: str = "cards"
    with_leaders: bool = True
    with_marks: bool = True
    with_points: bool = True
    with_score: bool = True

    @classmethod
    def random(cls, rng: random.Random, profile: Profile = BID) -> BidBoard:
        """Deal, bid, exchange and play at random, by the rules."""
        rules = profile.bid
        assert rules is not None
        pack = [c for c in CARDS if c.bit & profile.pack]
        rng.shuffle(pack)
        size = rules.hand
        dealer = SEATS[rng.randrange(4)]
        hands = [list(sort_hand(pack[size * i : size * i + size])) for i in range(4)]
        kitty = pack[4 * size :]
        spoken = random_auction(rng, rules)
        at = max(i for i, c in enumerate(spoken) if c is not None)
        level, form = spoken[at] or (0, "")
        declarer = SEATS[(dealer + 1 + at) % 4]
        if rules.bids == "number":
            form = rng.choice(FORMS)
        trump = None if form == "nt" else rng.choice(list(Suit))
        ranking = Ranking.DOWNTOWN if form == "down" else Ranking.UPTOWN
        if form == "nt":
            ranking = rng.choice(list(Ranking))
        both = [*hands[declarer], *kitty]
        discards = rng.sample(both, len(kitty))
        calls = [Call() if c is None else Call(*c) for c in spoken]
        self = cls(dealer, hands, kitty, calls, declarer, level, form, trump, ranking, discards)
        left = [list(h) for h in hands]
        left[declarer] = [c for c in both if c not in discards]
        leader = declarer
        self.won = [0, 0]
        kitty_trick = rules.kitty_trick
        if kitty_trick == "bidder":
            self.won[declarer % 2] = 1
        for n in range(size):
            trick: list[Card] = []
            for i in range(4):
                hand = left[(leader + i) % 4]
                c = rng.choice(allowed(hand, trick, trump))
                hand.remove(c)
                trick.append(c)
            self.lead.append(leader)
            self.tricks.append(trick)
            low_ace = rules.downtown_ace == "low" and ranking is Ranking.DOWNTOWN
            leader = SEATS[(leader + taker(trick, trump, ranking, low_ace=low_ace)) % 4]
            self.marks.append(leader)
            self.won[leader % 2] += 1 + (n == 0 and kitty_trick == "first-trick")
        self.points = [0, 0]
        self.score = [2, -1]
        self.settle()
        return self

    def settle(self) -> None:
        """Write the points and the score that the table of the rules gives."""
        side = self.declarer % 2
        gain = score_of(self.level, self.won[side])
        self.points = [0, 0]
        self.points[side] = gain
        self.score = [2, -1]
        self.score[side] += gain

    @property
    def side(self) -> int:
        """The side that won the auction."""
        return self.declarer % 2

    @property
    def call(self) -> int:
        """The place of the bid that won."""
        return max(i for i, c in enumerate(self.calls) if c.level is not None)

    def seat_at(self, trick: int, place: int) -> Seat:
        """Who plays a card."""
        return SEATS[(self.lead[trick] + place) % 4]

    def where(self, c: Card) -> tuple[int, int] | None:
        """The trick and place where a card is played."""
        for t, trick in enumerate(self.tricks):
            if c in trick:
                return t, trick.index(c)
        return None

    def deal(self) -> Deal:
        """Write it down; `tests.deals.place` finds out where a diagnostic points."""
        return placed(self.items())

    def items(self) -> list[Item]:
        """The lines of the deal."""
        items: list[Item] = [DealLine(1), Dealer(self.dealer)]
        if self.with_hands:
            items += [Hand(s, tuple(self.hands[s])) for s in SEATS]
        if self.with_kitty == "cards":
            items.append(Pile("kitty", tuple(self.kitty)))
        elif self.with_kitty == "count":
            items.append(Pile("kitty", None, len(self.kitty)))
        items.append(Auction(tuple(self.calls)))
        if self.named:
            items += self.named
        else:
            items += [Trump(None, self.trump)] if self.trump is not None else [Trump()]
            if self.form != "up" and (self.form == "nt" or self.numbers):
                items.append(RankingLine(self.ranking))
        if self.with_discards == "cards":
            items.append(Pile("discards", tuple(self.discards)))
        elif self.with_discards == "count":
            items.append(Pile("discards", None, len(self.discards)))
        for n, (trick, lead, mark) in enumerate(zip(self.tricks, self.lead, self.marks), 1):
            items.append(
                Trick(
                    n,
                    lead if self.with_leaders else None,
                    tuple(Play(c) for c in trick),
                    mark if self.with_marks else None,
                )
            )
        items.append(_pair("tricks", self.won))
        if self.with_points:
            items.append(_pair("points", self.points))
        if self.with_score:
            items.append(_pair("score", self.score))
        return items

    numbers: bool = False

    def line(self, kind: type, key: str | None = None, number: int = 0) -> int:
        """The index of a line, as `deal` writes it."""
        found = [
            i
            for i, item in enumerate(self.items())
            if isinstance(item, kind) and (key is None or getattr(item, "key", None) == key)
        ]
        return found[number]


def _pair(key: str, numbers: Sequence[int]) -> Tally:
    return Tally(key, tuple((side, numbers[side]) for side in Side))
