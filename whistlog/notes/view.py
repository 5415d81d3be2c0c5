"""What the player to act can know: observations are written against this view and nothing else.

A `View` holds the player's own hand and what the table has seen. It has no other hand, so no
observation can use a hidden card; those that look back with all hands open say so in the
catalogue (``hindsight``).

Suits, seats and sides are small numbers (`Suit`, `Seat`, `Side`), sets of cards are masks
(`whistlog.cards`), one card of a set is its bit; -1 stands for no suit and no seat.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from whistlog.cards import CARDS, Card

SUIT: Final = (0x1FFF, 0x1FFF << 13, 0x1FFF << 26, 0x1FFF << 39)
"""By suit, the mask of its thirteen cards."""

TEN, KNAVE, QUEEN, KING, ACE = 8, 9, 10, 11, 12
"""Ranks as `Card.rank` has them; the two is 0."""


class Done(NamedTuple):
    """A finished trick.

    Attributes:
        leader: who led.
        cards: the four cards in the order of play.
        suit: the suit led.
        winner: who took it.
    """

    leader: int
    cards: tuple[Card, ...]
    suit: int
    winner: int

    def card_of(self, seat: int) -> Card:
        """The card that a seat played to it."""
        return self.cards[(seat - self.leader) & 3]


class View:
    """What a player knows before playing a card (classic whist; ranks run from ace to two).

    `whistlog.notes.story` fills it, and nobody writes to it later.

    Attributes:
        seat: the player.
        partner: the seat opposite.
        lho: the opponent on the left, who plays next.
        rho: the opponent on the right, who played before.
        side: the player's side.
        place: place in the trick: 0 leads, 1 second hand, 2 third hand, 3 fourth hand.
        hand: mask of the cards held.
        original: mask of the thirteen cards dealt to the player.
        legal: mask of the cards that may be played.
        winners: mask of those that would win the trick as it now stands; all, for the leader.
        number: number of the trick, from 1.
        trump: the trump suit, or -1.
        trumps: mask of the trumps held.
        dealer: who dealt, or -1.
        turned: the card turned up, or None.
        turn_held: the turn-up has not been played, so all know that the dealer holds it.
        leader: who led to this trick, or is to lead.
        cards: the cards of this trick so far, in the order of play.
        led: the suit led, or -1.
        best: bit of the card that is winning this trick; 0 for the leader.
        best_seat: who played it, or -1.
        partner_winning: it is the partner's.
        seen: mask of all cards played before, those of this trick included.
        out: mask of the cards that the player has neither seen nor holds.
        trumps_out: the trumps among them.
        voids: by seat, bits ``1 << suit`` of the suits that the seat has shown not to hold.
        thrown: by seat, the mask of the cards that neither followed nor trumped.
        rounds: by suit, how often it was led before this trick.
        leaders: bits ``1 << seat`` of the seats that have led before.
        openers: by suit, who led it first, or -1.
        own_suit: by seat, the first plain suit that the seat opened, or -1.
        trump_leader: by side, who of it was the first to lead trumps unless the other side had
            led them before, or -1: that side has declared strength.
        called: by seat, number of the trick in which it completed a call for trumps (before
            any were led, a card that could not help, and later a lower one of the same plain
            suit); 0 for none.
        past: the finished tricks.
        won: tricks won by each side.
        score: points of each side before the deal, or None where they are not known.
        target: points that win the game, or None.
        book: tricks of a side that are worth nothing.
        school: the school that judges.
    """

    __slots__ = (
        "best", "best_seat", "book", "called", "cards", "dealer", "hand", "leader", "leaders",
        "led", "legal", "lho", "number", "openers", "original", "out", "own_suit", "partner",
        "partner_winning", "past", "place", "rho", "rounds", "school", "score", "seat", "seen",
        "side", "target", "thrown", "trump", "trump_leader", "trumps", "trumps_out", "turn_held",
        "turned", "voids", "winners", "won",
    )  # fmt: skip

    seat: int
    partner: int
    lho: int
    rho: int
    side: int
    place: int
    hand: int
    original: int
    legal: int
    winners: int
    number: int
    trump: int
    trumps: int
    dealer: int
    turned: Card | None
    turn_held: bool
    leader: int
    cards: tuple[Card, ...]
    led: int
    best: int
    best_seat: int
    partner_winning: bool
    seen: int
    out: int
    trumps_out: int
    voids: tuple[int, ...]
    thrown: tuple[int, ...]
    rounds: tuple[int, ...]
    leaders: int
    openers: tuple[int, ...]
    own_suit: tuple[int, ...]
    trump_leader: tuple[int, ...]
    called: tuple[int, ...]
    past: tuple[Done, ...]
    won: tuple[int, ...]
    score: tuple[int, int] | None
    target: int | None
    book: int
    school: str

    def played(self, seat: int) -> int:
        """The cards that a seat has played."""
        bits = 0
        for trick in self.past:
            bits |= trick.card_of(seat).bit
        at = (seat - self.leader) & 3
        return bits | self.cards[at].bit if at < len(self.cards) else bits

    def unseen(self, suit: int) -> int:
        """The cards of a suit that the player has neither seen nor holds (the turn-up is one
        of them until it is played: its place is known, not its fall)."""
        return SUIT[suit] & self.out

    def boss(self, bit: int) -> bool:
        """Whether no unseen card of its suit outranks a card (trumps apart)."""
        return SUIT[(bit.bit_length() - 1) // 13] & self.out < bit << 1

    def void(self, seat: int, suit: int) -> bool:
        """Whether another seat is known not to hold a suit: it did not follow, or there are no
        cards of it left that the player can't see."""
        return bool(self.voids[seat] >> suit & 1) or not SUIT[suit] & self.out

    def can_ruff(self, seat: int, suit: int) -> bool:
        """Whether a seat is known to be out of a plain suit and may still hold a trump."""
        if not self.trumps_out or suit == self.trump:
            return False
        voids = self.voids[seat]
        return not voids >> self.trump & 1 and (
            bool(voids >> suit & 1) or not SUIT[suit] & self.out
        )

    def safe_boss(self, bit: int) -> bool:
        """Whether a card is boss and no opponent can be known to ruff it."""
        suit = (bit.bit_length() - 1) // 13
        return self.boss(bit) and not (
            self.can_ruff(self.lho, suit) or self.can_ruff(self.rho, suit)
        )

    def equals(self, bit: int) -> int:
        """The player's cards that are as good as one of them: every card between has been
        played or is held, and the card that is winning the trick does not lie between."""
        suit = SUIT[(bit.bit_length() - 1) // 13]
        held = self.hand & suit
        others = suit & (self.out | self.best)
        above = others & -bit << 1
        if above:
            held &= (above & -above) - 1
        return held >> (below := (others & bit - 1).bit_length()) << below

    def lowest_equal(self, bit: int) -> int:
        """The lowest of the player's cards that are as good as one of them."""
        equals = self.equals(bit)
        return equals & -equals

    def beats(self, bit: int) -> bool:
        """Whether a card would win the trick as it now stands."""
        return bool(bit & self.winners)

    def cheapest(self) -> int:
        """The lowest winner, of the plain suit before trumps; 0 where there is none."""
        winners = self.winners & ~self.trumps or self.winners
        return winners & -winners

    @property
    def mastered(self) -> bool:
        """Whether the partner's card is sure to take the trick: boss of its suit, and no
        opponent still to play is known to be able to ruff it."""
        if not self.partner_winning:
            return False
        if self.place == 3:
            return True
        suit = (self.best.bit_length() - 1) // 13
        if self.unseen(suit) >= self.best << 1:
            return False
        return suit == self.trump or not self.can_ruff(self.lho, suit)

    def established(self) -> int:
        """A plain suit that the player has established, or -1: it has three winners; or it has
        been led, and of what is left of four cards or more all are the best but one at most."""
        for suit in (0, 1, 2, 3):
            held = self.hand & SUIT[suit]
            if suit == self.trump or not held:
                continue
            winners = (held >> (SUIT[suit] & self.out).bit_length()).bit_count()
            if winners >= 3:
                return suit
            # A long card counts, a bare ace or an ace with one small card does not.
            long = self.rounds[suit] and (self.original & SUIT[suit]).bit_count() >= 4
            if winners and long and held.bit_count() - winners <= 1:
                return suit
        return -1

    def declared(self, side: int) -> bool:
        """Whether a side has declared strength in trumps: it led them of its own accord, or one
        of its players has called for them."""
        return self.trump_leader[side] >= 0 or bool(self.called[side] or self.called[side + 2])

    def reaches(self) -> str:
        """What the side reaches if it wins this trick: ``game`` (as many tricks as win the game
        at this score), ``save`` (as many as keep the others from it), ``odd`` (the first trick
        that scores); "" for none of these. Honours don't count."""
        side = self.seat & 1
        tricks = self.won[side] + 1
        if self.score is not None and self.target is not None:
            goal = self.book + self.target
            if tricks == goal - self.score[side]:
                return "game"
            if tricks == 14 - goal + self.score[1 - side]:
                return "save"
        return "odd" if self.book and tricks == self.book + 1 else ""


def differ(legal: int, known: int, best: int, suits: tuple[int, ...] = SUIT) -> bool:
    """Whether not all of a player's cards are as good as each other.

    Args:
        legal: mask of the cards.
        known: mask of the cards that the player holds or saw played.
        best: bit of the card that is winning the trick, or 0.
        suits: by suit, the mask of its cards.
    """
    low = legal & -legal
    if legal == low:
        return False
    suit = suits[(low.bit_length() - 1) // 13]
    if legal & ~suit:
        return True
    return bool(suit & (1 << legal.bit_length() - 1) - low & (~known | best))


def ranks(bits: int, suit: int) -> int:
    """The thirteen bits of one suit of a mask, the two lowest."""
    return bits >> 13 * suit & 0x1FFF


def highest(bits: int) -> int:
    """The highest bit of a mask; 0 of an empty one."""
    return 1 << bits.bit_length() - 1 if bits else 0


def lowest(bits: int) -> int:
    """The lowest bit of a mask; 0 of an empty one."""
    return bits & -bits


def suit_of(bit: int) -> int:
    """The suit of a bit."""
    return (bit.bit_length() - 1) // 13


def rank_of(bit: int) -> int:
    """The rank of a bit, 0 for the two and 12 for the ace."""
    return (bit.bit_length() - 1) % 13


def card_at(bit: int) -> Card:
    """The card of a bit."""
    return CARDS[bit.bit_length() - 1]
