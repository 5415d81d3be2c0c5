"""Deals of bid whist for tests of the notes: hidden cards that change places.

As in `tests.notes.deals`; here a card may also be hidden in the kitty or among those put away.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from tests.bids import BID, BidBoard, Spoken, finished, may_say
from tests.deals import allowed, belongs, suit_to_follow, taker
from whistlog.cards import CARDS, SEATS, Card, Ranking, Seat, Suit, sort_hand
from whistlog.notes.annotator import DealNotes, annotate
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
    Trick,
    Trump,
)
from whistlog.replay import replay
from whistlog.rules.profile import Profile


@dataclass(frozen=True)
class BidLine:
    """A deal of bid whist, with the calls and the cards so far.

    Attributes:
        profile: its rules.
        dealer: who dealt.
        hands: the cards dealt to each seat.
        kitty: the others.
        calls: the auction so far.
        declarer, trump, ranking: who plays what; no matter while the auction is not over.
        away: what was put away; None before that.
        plays: who played what, in order.
    """

    profile: Profile
    dealer: Seat
    hands: tuple[frozenset[Card], ...]
    kitty: frozenset[Card]
    calls: tuple[Spoken, ...]
    declarer: Seat
    trump: Suit | None
    ranking: Ranking
    away: frozenset[Card] | None
    plays: tuple[tuple[Seat, Card], ...]

    @classmethod
    def random(cls, chance: random.Random, profile: Profile = BID) -> BidLine:
        """A deal that is bid at random, and played at random or a little like whist."""
        board = BidBoard.random(chance, profile)
        line = cls(
            profile,
            board.dealer,
            tuple(frozenset(hand) for hand in board.hands),
            frozenset(board.kitty),
            tuple(None if c.level is None else (c.level, c.form or "") for c in board.calls),
            board.declarer,
            board.trump,
            board.ranking,
            frozenset(board.discards),
            (),
        )
        if chance.random() < 0.5:
            line = line.sensible()
        return line.played(chance, chance.choice((0.0, 0.5, 0.9)))

    def sensible(self) -> BidLine:
        """The same deal with long trumps, and with low cards put away."""
        pool = self.hands[self.declarer] | self.kitty
        trump = self.trump
        if trump is not None:
            trump = max(Suit, key=lambda suit: sum(c.suit is suit for c in pool))
        other = replace(self, trump=trump)
        worst = sorted(pool, key=lambda c: (belongs(c, trump) is trump, other.height(c), c.code))
        return replace(other, away=frozenset(worst[: len(self.kitty)]))

    @property
    def low_ace(self) -> bool:
        """Whether the ace is the lowest card."""
        rules = self.profile.bid
        assert rules is not None
        return rules.downtown_ace == "low" and self.ranking is Ranking.DOWNTOWN

    @property
    def size(self) -> int:
        """Cards of a hand."""
        return len(self.hands[0])

    def winner(self, trick: list[Card]) -> int:
        """The place of the card that wins a trick so far."""
        return taker(trick, self.trump, self.ranking, low_ace=self.low_ace)

    def played(self, chance: random.Random, habit: float) -> BidLine:
        """The same deal, with cards played; ``habit`` is how often not at random."""
        left = [set(self.hands[seat]) for seat in SEATS]
        left[self.declarer] = (left[self.declarer] | self.kitty) - (self.away or set())
        plays: list[tuple[Seat, Card]] = []
        leader = self.declarer
        for _ in range(self.size):
            trick: list[Card] = []
            for i in range(4):
                seat = SEATS[(leader + i) % 4]
                may = allowed(sorted(left[seat], key=lambda c: c.code), trick, self.trump)
                c = chance.choice(may)
                if chance.random() < habit:
                    c = self._habitual(chance, may, trick)
                left[seat].remove(c)
                trick.append(c)
                plays.append((seat, c))
            leader = SEATS[(leader + self.winner(trick)) % 4]
        return replace(self, plays=tuple(plays))

    def height(self, c: Card) -> int:
        """How high a card stands in its suit."""
        if c.suit is None:
            return c.rank + 20 if self.trump is not None else -1
        if self.ranking is Ranking.UPTOWN or (c.rank == 12 and not self.low_ace):
            return c.rank
        return -1 if c.rank == 12 else 11 - c.rank

    def _habitual(self, chance: random.Random, may: list[Card], trick: list[Card]) -> Card:
        """The lowest card where the partner or nobody can win, else the lowest that wins."""
        low = min(may, key=lambda c: (belongs(c, self.trump) is self.trump, self.height(c)))
        if not trick:
            return max(may, key=self.height) if chance.random() < 0.5 else low
        best = [c for c in may if self.winner([*trick, c]) == len(trick)]
        ours = len(trick) >= 2 and self.winner(trick) == len(trick) - 2
        return low if not best or ours else min(best, key=self.height)

    # What a player knows.

    def at_call(self, place: int) -> BidLine:
        """The deal up to a call, and with it."""
        return replace(self, calls=self.calls[: place + 1], away=None, plays=())

    def caller(self, place: int) -> Seat:
        """Who made a call."""
        return SEATS[(self.dealer + 1 + place) % 4]

    def call_choice(self, place: int) -> bool:
        """Whether more than one call might be made."""
        rules = self.profile.bid
        assert rules is not None
        before = self.calls[:place]
        options: list[Spoken] = [None, (7, "nt"), (7, "up"), (6, "up"), (1, "up")]
        return sum(may_say(before, call, rules) for call in options) > 1

    def held(self, seat: Seat, number: int) -> set[Card]:
        """What a seat holds before the play of a number."""
        hand = set(self.hands[seat])
        if seat is self.declarer and self.away is not None:
            hand = (hand | self.kitty) - self.away
        return hand - {card for _, card in self.plays[:number]}

    def trick_before(self, number: int) -> list[Card]:
        """The cards of the trick that a play belongs to, before it."""
        return [card for _, card in self.plays[number // 4 * 4 : number]]

    def choice(self, number: int) -> bool:
        """Whether two cards might be played that were not as good as each other."""
        seat, _ = self.plays[number]
        hand, trick = self.held(seat, number), self.trick_before(number)
        may = allowed(sorted(hand, key=lambda c: c.code), trick, self.trump)
        suit = belongs(may[0], self.trump)
        if len({belongs(c, self.trump) for c in may}) > 1:
            return True
        place = [self.height(c) for c in may]
        between = {
            c
            for c in CARDS
            if c.bit & self.profile.pack
            and belongs(c, self.trump) == suit
            and min(place) < self.height(c) < max(place)
            and c not in hand
        }
        gone = {c for _, c in self.plays[:number]}
        if seat is self.declarer:
            gone |= self.away or set()
        if trick:
            gone.discard(trick[self.winner(trick)])
        return bool(between - gone)

    def voids(self, number: int) -> list[set[object]]:
        """The suits that each seat has not followed before the play of a number."""
        shown: list[set[object]] = [set() for _ in SEATS]
        for k, (seat, card) in enumerate(self.plays[:number]):
            led = suit_to_follow(self.trick_before(k), self.trump)
            if led is not None and belongs(card, self.trump) != led:
                shown[seat].add(led)
        return shown

    def exchanged(
        self, chance: random.Random, player: Seat, number: int, *, kitty_known: bool = False
    ) -> BidLine:
        """The deal as it may also be for all that a player can know before a card.

        The cards that the player can't see change places: those in the other hands, in the
        kitty and among those put away. A kitty that was shown stays the kitty. Nobody gets a
        card of a suit that was not followed.

        Args:
            chance: for the changes.
            player: who knows no more.
            number: of the play, from 0; 0 before the first one too.
            kitty_known: the player has taken the kitty up, or it was shown.
        """
        shown = self.voids(number)
        before = {card for _, card in self.plays[:number]}
        seen = self.hands[player] | before
        if player is self.declarer and kitty_known:
            seen |= self.kitty
        hands = [set(hand) for hand in self.hands]
        kitty, away = set(self.kitty), None if self.away is None else set(self.away)

        def origin(c: Card) -> set[Card]:
            return next(place for place in (*hands, kitty) if c in place)

        def holder(c: Card) -> Seat | None:
            if away is not None and c in away:
                return None
            if c in kitty:
                return self.declarer if away is not None else None
            return SEATS[next(i for i, hand in enumerate(hands) if c in hand)]

        hidden = [c for c in CARDS if c.bit & self.profile.pack and c not in seen]
        for _ in range(3 * len(hidden)):
            x, y = chance.choice(hidden), chance.choice(hidden)
            if x is y or (kitty_known and (x in kitty) is not (y in kitty)):
                continue
            a, b = holder(x), holder(y)
            if a is not None and belongs(y, self.trump) in shown[a]:
                continue
            if b is not None and belongs(x, self.trump) in shown[b]:
                continue
            one, other = origin(x), origin(y)
            swap = {x: y, y: x}
            for place in [one] if one is other else [one, other]:
                changed = {swap.get(c, c) for c in place}
                place.clear()
                place |= changed
            if away is not None:
                away = {swap.get(c, c) for c in away}
        return replace(
            self,
            hands=tuple(frozenset(hand) for hand in hands),
            kitty=frozenset(kitty),
            away=None if away is None else frozenset(away),
            plays=self.plays[: number + 1],
        )

    # The record.

    def deal(self) -> Deal:
        """Its record, with all hands."""
        rules = self.profile.bid
        assert rules is not None
        items: list[Item] = [DealLine(1), Dealer(self.dealer)]
        items += [Hand(s, sort_hand(self.hands[s])) for s in SEATS]
        items.append(Pile("kitty", sort_hand(self.kitty)))
        items.append(Auction(tuple(Call() if c is None else Call(*c) for c in self.calls)))
        if finished(self.calls, rules):
            bid = [c for c in self.calls if c is not None][-1]
            named: list[Item] = [Trump() if self.trump is None else Trump(None, self.trump)]
            if bid[1] == "nt" or rules.bids == "number":
                named.append(RankingLine(self.ranking))
            away = [] if self.away is None else [Pile("discards", sort_hand(self.away))]
            items += [*away, *named] if rules.declare == "after" else [*named, *away]
        for k in range(0, len(self.plays), 4):
            trick = self.plays[k : k + 4]
            items.append(Trick(k // 4 + 1, trick[0][0], tuple(Play(c) for _, c in trick)))
        return Deal(tuple(items))

    def notes(self, school: str = "cavendish") -> DealNotes:
        """The notes on it."""
        return annotate(replay(self.deal(), self.profile), self.profile, school=school)
