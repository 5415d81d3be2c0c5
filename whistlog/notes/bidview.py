"""What a player of bid whist can know, in the auction and in the play.

As in classic whist (`whistlog.notes.view`) an observation has these views and nothing else. The
views of the play have all cards in the codes of `whistlog.analysis.codes`: within a suit the
stronger card has the higher bit whichever way the deal ranks, and the jokers are on top of the
trumps, or a suit of their own at no trump.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple

from whistlog.analysis.codes import Codes
from whistlog.cards import JOKERS, Card
from whistlog.notes.values import Said, Step
from whistlog.notes.view import SUIT
from whistlog.record import Call
from whistlog.rules.auction import Bidding, refusal
from whistlog.rules.play import NO_SUIT, Order
from whistlog.rules.profile import BidRules

if TYPE_CHECKING:
    from whistlog.analysis.costs import PlayCost

LEAD: Final = "lead"
FOLLOWING: Final = "following"
VOID: Final = "void"
"""Where an observation of a play is asked: of a leader, of a player who follows suit, of one who
can't."""


class AuctionView(NamedTuple):
    """What a player knows before a call, before naming trumps, or before putting cards away.

    Attributes:
        seat: the player.
        hand: mask of the cards dealt to the player, as they are printed.
        kitty: mask of the kitty if the player has taken it up, else 0.
        bidding: the auction before the call; after its end, for the declarer.
        calls: who has made which call so far, in order.
        rules: of the auction.
        book: tricks of a side that are worth nothing: a bid promises as many more.
        level: the number that the declarer has bid; 0 before the end of the auction.
        form: the form of that bid (``up``, ``down``, ``nt``), "" before the end.
        order: the trump suit and the ranking, for one who puts cards away; else None.
    """

    seat: int
    hand: int
    kitty: int
    bidding: Bidding
    calls: tuple[tuple[int, Call], ...]
    rules: BidRules
    book: int
    level: int = 0
    form: str = ""
    order: Order | None = None

    def may_say(self, level: int, form: str) -> bool:
        """Whether the player may make a bid."""
        return refusal(self.bidding, Call(level, form), self.rules) is None

    @property
    def partner_stands(self) -> bool:
        """Whether the bid that stands is the partner's."""
        bidder = self.bidding.bidder
        return bidder is not None and bidder == (self.seat + 2) & 3


class BidView(NamedTuple):
    """What a player knows before playing a card of bid whist.

    Attributes:
        seat: the player.
        place: place in the trick, 0 leads.
        hand: mask of the cards held.
        legal: mask of the cards that may be played.
        number: number of the trick, from 1.
        trump: the trump suit, or -1.
        order: trump suit and ranking, with the one function for what is legal and who wins.
        codes: the codes of the cards.
        suits: by suit, the mask of its cards, jokers among the trumps; at no trump the jokers
            are the fifth.
        declarer: who won the auction.
        cards: the cards of this trick so far.
        led: the suit that is to be followed, or -1.
        best: bit of the card that is winning the trick, or 0.
        best_seat: who played it, or -1.
        seen: mask of all cards played before.
        gone: mask of the cards put away, for the declarer who knows them; else 0.
        kitty: mask of the kitty as far as the player saw it: the declarer always, the others
            where it was shown.
        voids: by seat, bits ``1 << suit`` of the suits that the seat has shown not to hold.
        rounds: by suit, how often it was led before this trick.
        won: tricks won by each side, with a kitty that counts.
        need: tricks of the deal that the declarer's side has promised, or None.
    """

    seat: int
    place: int
    hand: int
    legal: int
    number: int
    trump: int
    order: Order
    codes: Codes
    suits: tuple[int, ...]
    declarer: int
    cards: tuple[Card, ...]
    led: int
    best: int
    best_seat: int
    seen: int
    gone: int
    kitty: int
    voids: tuple[int, ...]
    rounds: tuple[int, ...]
    won: tuple[int, ...]
    need: int | None

    @property
    def side(self) -> int:
        """The player's side."""
        return self.seat & 1

    @property
    def declaring(self) -> bool:
        """Whether the player or the partner won the auction."""
        return self.side == self.declarer & 1

    @property
    def partner_winning(self) -> bool:
        """Whether the partner's card is winning the trick."""
        return self.best_seat == (self.seat + 2) & 3

    def bit(self, card: Card) -> int:
        """The bit of a card here."""
        return 1 << self.codes.to[card.code]

    def card_at(self, bit: int) -> Card:
        """The card of a bit here."""
        return self.codes.card[bit.bit_length() - 1]

    def suit_of(self, bit: int) -> int:
        """The suit that a card belongs to: a joker to the trumps, or to none (4)."""
        suit = (bit.bit_length() - 1) // 13
        if suit < NO_SUIT:
            return suit
        return self.trump if self.trump >= 0 else NO_SUIT

    def trumps(self) -> int:
        """The player's trumps; 0 where there are none."""
        return self.hand & self.suits[self.trump] if self.trump >= 0 else 0

    def unseen(self, suit: int) -> int:
        """The cards of a suit that the player neither holds nor saw played or put away."""
        return self.suits[suit] & ~(self.hand | self.seen | self.gone)

    def against(self, suit: int) -> int:
        """The unseen cards of a suit that an opponent may hold: none if both have shown out;
        what the declarer took up with the kitty is with no opponent of the declarer."""
        left, right = (self.seat + 1) & 3, (self.seat + 3) & 3
        if self.voids[left] & self.voids[right] & 1 << suit:
            return 0
        out = self.unseen(suit)
        return out & ~self.kitty if self.declaring else out

    def boss(self, bit: int) -> bool:
        """Whether no unseen card of its suit outranks a card. A joker at no trump is none."""
        suit = self.suit_of(bit)
        return suit < NO_SUIT and self.unseen(suit) < bit << 1

    def side_bosses(self) -> int:
        """The cards held that are the best left of their suits, trumps apart."""
        bosses = 0
        for suit in range(4):
            held = self.hand & self.suits[suit]
            if suit != self.trump and held:
                # The best one, and what is as good as it.
                bosses |= held & ~((1 << self.unseen(suit).bit_length()) - 1)
        return bosses

    def differ(self, one: int, other: int) -> bool:
        """Whether two cards held are not as good as each other."""
        known = self.hand | self.seen | self.gone
        return one != other and differ(one | other, known, self.best, self.suits)

    def winners(self) -> int:
        """The legal cards that would win the trick as it now stands; all, for the leader."""
        best = self.best
        if not best:
            return self.legal
        suit = self.suit_of(best)
        higher = self.legal & self.suits[suit] & ~((best << 1) - 1)
        if self.trump >= 0 and suit != self.trump:
            higher |= self.legal & self.suits[self.trump]
        return higher

    def printed(self, bits: int) -> int:
        """A set of cards as they are printed: the mask of their own bits."""
        out = 0
        while bits:
            low = bits & -bits
            out |= self.card_at(low).bit
            bits ^= low
        return out

    def cards_of(self, bits: int) -> tuple[Card, ...]:
        """The cards of a set, the best first."""
        found = []
        while bits:
            top = highest(bits)
            found.append(self.card_at(top))
            bits ^= top
        return tuple(found)


def suits_with_jokers(trump: int) -> tuple[int, ...]:
    """By suit, the mask of its cards; the fifth are jokers that belong to none."""
    suits = [*SUIT, JOKERS]
    if trump >= 0:
        suits[trump] |= JOKERS
    return tuple(suits)


class BeforePlay(NamedTuple):
    """An observation of calls, of what the declarer names, or of what is put away.

    Attributes:
        code: its entry in the catalogue.
        on: the kinds of steps of which it is asked (`whistlog.notes.values.Step`).
        look: what it says of a step, given what its player could know; None for nothing. It is
            never asked where there was no choice.
    """

    code: str
    on: tuple[str, ...]
    look: Callable[[AuctionView, Step], Said | None]


class OfPlay(NamedTuple):
    """An observation of single plays, as `whistlog.notes.observation.Observation`.

    Attributes:
        code: its entry in the catalogue.
        on: where it is asked: `LEAD`, `FOLLOWING`, `VOID`.
        look: what it says of a card.
    """

    code: str
    on: tuple[str, ...]
    look: Callable[[BidView, Card], Said | None]


class Weighed(NamedTuple):
    """An observation of single plays that needs to know what they cost as the cards lay.

    Its entry in the catalogue says so (``needs = "analysis"``, ``hindsight``).

    Attributes:
        code: its entry in the catalogue.
        look: what it says of a card, given what its player could know and what it cost.
    """

    code: str
    look: Callable[[BidView, Card, PlayCost], Said | None]


def differ(legal: int, known: int, best: int, suits: tuple[int, ...]) -> bool:
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


def highest(bits: int) -> int:
    """The highest bit of a mask; 0 of an empty one."""
    return 1 << bits.bit_length() - 1 if bits else 0


def lowest(bits: int) -> int:
    """The lowest bit of a mask; 0 of an empty one."""
    return bits & -bits
