"""Deals for tests of the notes: as many cards as wanted, hidden ones that change places."""

from __future__ import annotations

import random
from dataclasses import dataclass

from tests.deals import Board, allowed, taker
from whistlog.cards import CARDS, SEATS, Card, Seat, Suit, mask, sort_hand
from whistlog.notes.annotator import DealNotes, annotate
from whistlog.record import Deal, Dealer, DealLine, Hand, Item, Play, Trick, Trump
from whistlog.replay import replay


@dataclass(frozen=True)
class Line:
    """A deal and the cards played so far.

    Attributes:
        dealer: who dealt.
        up: the card turned up.
        hands: the thirteen cards dealt to each seat.
        plays: who played what, in order.
    """

    dealer: Seat
    up: Card
    hands: tuple[frozenset[Card], ...]
    plays: tuple[tuple[Seat, Card], ...]

    @classmethod
    def random(cls, chance: random.Random) -> Line:
        """A deal that is played to its end: at random, or half of the time a little like whist.

        Chance alone seldom plays a suit twice or keeps the trumps; good plays alone never
        depart from anything.
        """
        board = Board.random(chance, tricks=0)
        trump = board.up.suit
        habit = chance.choice((0.0, 0.5, 0.9))
        left = [list(hand) for hand in board.hands]
        plays: list[tuple[Seat, Card]] = []
        leader = board.dealer.next
        for _ in range(13):
            trick: list[Card] = []
            for i in range(4):
                seat = SEATS[(leader + i) % 4]
                may = allowed(left[seat], trick, trump)
                if chance.random() < habit:
                    c = _habitual(chance, may, trick, trump, plays, seat)
                else:
                    c = chance.choice(may)
                left[seat].remove(c)
                trick.append(c)
                plays.append((seat, c))
            leader = SEATS[(leader + taker(trick, trump)) % 4]
        hands = tuple(frozenset(hand) for hand in board.hands)
        return cls(board.dealer, board.up, hands, tuple(plays))

    @property
    def trump(self) -> Suit:
        """The suit of the turn-up."""
        assert self.up.suit is not None
        return self.up.suit

    def until(self, number: int) -> Line:
        """The deal up to the play of a number, from 0, and with it."""
        return Line(self.dealer, self.up, self.hands, self.plays[: number + 1])

    def trick_before(self, number: int) -> list[Card]:
        """The cards of the trick that a play belongs to, before it."""
        return [card for _, card in self.plays[number // 4 * 4 : number]]

    def held(self, seat: Seat, number: int) -> frozenset[Card]:
        """What a seat holds before the play of a number."""
        return self.hands[seat] - {card for _, card in self.plays[:number]}

    def options(self, number: int) -> int:
        """How many cards might be played."""
        seat, _ = self.plays[number]
        return len(allowed(self.held(seat, number), self.trick_before(number), self.trump))

    def choice(self, number: int) -> bool:
        """Whether there was one: two cards might be played that were not as good as each other."""
        seat, _ = self.plays[number]
        hand = self.held(seat, number)
        trick = self.trick_before(number)
        may = allowed(hand, trick, self.trump)
        if len({c.suit for c in may}) > 1:
            return True
        place = [c.rank for c in may]
        between = {
            c
            for c in CARDS[:52]
            if c.suit is may[0].suit and min(place) < c.rank < max(place) and c not in hand
        }
        gone = {c for _, c in self.plays[:number]}
        if trick:
            gone.discard(trick[taker(trick, self.trump)])
        return bool(between - gone)

    def voids(self, number: int) -> list[set[Suit | None]]:
        """The suits that each seat has not followed before the play of a number."""
        shown: list[set[Suit | None]] = [set() for _ in SEATS]
        for k, (seat, card) in enumerate(self.plays[:number]):
            led = self.plays[k // 4 * 4][1].suit
            if card.suit is not led:
                shown[seat].add(led)
        return shown

    def exchanged(self, chance: random.Random, number: int) -> Line:
        """The deal as it may also be for all that the player of a card can know, up to that card.

        The cards that the player can't see change places among the three others, each of whom
        keeps their number, holds nothing of a suit that was not followed, and the dealer
        the turn-up.
        """
        player, _ = self.plays[number]
        shown = self.voids(number)
        before = {card for _, card in self.plays[:number]}
        hands = [set(hand) for hand in self.hands]
        others = [seat for seat in SEATS if seat is not player]
        hidden = [
            (seat, card)
            for seat in others
            for card in sorted(hands[seat] - before, key=lambda c: c.code)
            if not (card is self.up and seat is self.dealer)
        ]
        for _ in range(3 * len(hidden)):
            i, j = chance.randrange(len(hidden)), chance.randrange(len(hidden))
            (a, x), (b, y) = hidden[i], hidden[j]
            if a is b or x.suit in shown[b] or y.suit in shown[a]:
                continue
            hidden[i], hidden[j] = (a, y), (b, x)
            hands[a] = hands[a] - {x} | {y}
            hands[b] = hands[b] - {y} | {x}
        exchanged = tuple(frozenset(hand) for hand in hands)
        return Line(self.dealer, self.up, exchanged, self.plays[: number + 1])

    def deal(self) -> Deal:
        """Its record, with all hands."""
        items: list[Item] = [DealLine(1), Dealer(self.dealer), Trump(self.up)]
        items += [Hand(s, sort_hand(self.hands[s])) for s in SEATS]
        for k in range(0, len(self.plays), 4):
            trick = self.plays[k : k + 4]
            items.append(Trick(k // 4 + 1, trick[0][0], tuple(Play(c) for _, c in trick)))
        return Deal(tuple(items))

    def notes(self, school: str, score: tuple[int, int] | None = None) -> DealNotes:
        """The notes on it."""
        return annotate(replay(self.deal()), school=school, score=score)


def _habitual(
    chance: random.Random,
    may: list[Card],
    trick: list[Card],
    trump: Suit | None,
    plays: list[tuple[Seat, Card]],
    seat: Seat,
) -> Card:
    """What a beginner would play: suits that were led before, low cards, the winner at the end."""
    if not trick:
        led = [c.suit for k, (_, c) in enumerate(plays) if k % 4 == 0]
        again = [c for c in may if c.suit in led]
        return chance.choice(again or may)
    low = min(may, key=lambda c: (c.suit is trump, c.rank))
    best = [c for c in may if taker([*trick, c], trump) == len(trick)]
    ours = len(trick) >= 2 and taker(trick, trump) == len(trick) - 2
    if not best or ours or chance.random() < 0.3:
        return low
    return min(best, key=lambda c: (c.suit is trump, c.rank))


def bits(text: str) -> int:
    """Mask of cards in the short form: suits in the order ♠ ♥ ♦ ♣, divided by dots.

    >>> bits("AK..T9.") == mask([CARDS[12], CARDS[11], CARDS[34], CARDS[33]])
    True
    """
    names = "23456789TJQKA"
    return mask(
        CARDS[13 * suit + names.index(rank)]
        for suit, ranks in enumerate(text.split("."))
        for rank in ranks
    )
