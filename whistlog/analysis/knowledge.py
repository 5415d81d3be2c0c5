"""What the player of each card knew about the cards that he could not see.

He knew his own hand; every card played, and by whom; that a player who did not follow suit had
no card of it; the card turned up, which lay in the dealer's hand until it was played; how many
cards each hand still had. In bid whist the declarer knew the cards that he put away. For the
others they are unseen like a hand, and where all saw the kitty its cards can only be in the
declarer's hand or put away. A card exposed is in the hand of its owner.

Nothing is concluded from what players chose to play, to bid or to put away.

A revoke is not known until it shows: until then the player who made it is taken to have none of
the suit. It shows when he plays a card of it, when the record marks it as known to the players
(``^``), and when the cards can no longer lie as all have shown them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from whistlog.analysis.layouts import Layouts
from whistlog.cards import JOKERS, SEATS, SUITS, Card, Seat, suit_mask
from whistlog.replay.incidents import Exposed
from whistlog.replay.positions import positions
from whistlog.replay.values import REVOKES, Replay
from whistlog.rules.play import Order
from whistlog.rules.profile import Profile

AWAY: Final = 4
"""The place of the cards put away; the places before it are the seats."""


class Choice(NamedTuple):
    """A card about to be played, and what its player could see.

    Cards and sets of cards have the codes of `whistlog.cards.Card`.

    Attributes:
        trick: number of the trick, from 1.
        seat: whose turn it is.
        card: the card that was played.
        table: the cards of the trick that lie on the table, in the order of play.
        leader: who led it.
        hand: set of the cards that the player holds.
        legal: set of those that may be played.
        layouts: how the cards that the player can't see may lie, by seat and `AWAY`.
    """

    trick: int
    seat: Seat
    card: Card
    table: tuple[Card, ...]
    leader: Seat
    hand: int
    legal: int
    layouts: Layouts


def choices(
    replay: Replay,
    profile: Profile,
    hands: tuple[int, int, int, int],
    exposed: Iterable[Exposed] = (),
) -> Iterator[Choice]:
    """Go through the play, as far as tricks, cards and players are known.

    Args:
        replay: what happened in the deal.
        profile: the rules it was replayed by.
        hands: by seat, the set of the cards that were played with, after any exchange.
        exposed: cards that lay face up on the table.
    """
    order = replay.order
    assert order is not None
    known = _Knowledge(replay, profile, hands, order, tuple(exposed))
    for position in positions(replay):
        seat, card = position.turn, position.card
        if seat is None or card is None or not known.hands[seat] & card.bit:
            return
        trick = replay.tricks[position.trick].number
        if trick != position.trick + 1:
            return
        if not position.number:
            leader = seat
        known.look(trick, position.voids, position.turn_up)
        table = tuple(c for _, c in position.table)
        hand = known.hands[seat]
        yield Choice(
            trick,
            seat,
            card,
            table,
            leader,
            hand,
            order.legal(hand, order.setter(table)),
            known.layouts(seat, position.played),
        )
        known.play(seat, card, position.number)


class _Knowledge:
    """What all players know, and what is true, while the play goes on."""

    def __init__(
        self,
        replay: Replay,
        profile: Profile,
        hands: tuple[int, int, int, int],
        order: Order,
        exposed: tuple[Exposed, ...],
    ) -> None:
        self.hands: Final = list(hands)
        n, e, s, w = hands
        held = n | e | s | w
        self._pack: Final = profile.pack | held
        self._away: Final = self._pack & ~held
        self._replay: Final = replay
        taken = 0 if replay.declarer is None else hands[replay.declarer]
        seen = replay.kitty if replay.kitty_shown else None
        # A kitty of which other players hold cards was not written right.
        self._kitty: Final = 0 if seen is None or seen & ~(taken | self._away) else seen
        self._suits: Final = tuple(
            suit_mask(suit) | (JOKERS if suit is order.trump else 0) for suit in SUITS
        )
        bid = profile.bid
        self._jokers_last: Final = (
            order.trump is None and bid is not None and bid.joker_lead != "allowed"
        )
        self._only_jokers = [0, 0, 0, 0]
        self._revealed: Final = [
            (fact.trick, fact.seat)
            for fact in replay.facts
            if fact.name in REVOKES and fact.acknowledged and fact.seat is not None
        ]
        self._exposed: Final = exposed
        self._voids: list[int] = [0, 0, 0, 0]
        self._seen: list[tuple[int, Seat]] = []
        """Cards of which everybody knows whose they are."""

    def look(self, trick: int, voids: tuple[int, int, int, int], turn_up: Card | None) -> None:
        """Take in what the table shows before a card."""
        self._voids = [a | b for a, b in zip(voids, self._only_jokers)]
        for when, seat in self._revealed:
            if when is not None and when <= trick:
                self._voids[seat] = self._true_voids(seat)
        self._seen = [
            (card.bit & self.hands[seat], seat)
            for when, seat, card in self._exposed
            if when <= trick
        ]
        dealer = self._replay.dealer
        if turn_up is not None and dealer is not None:
            self._seen.append((turn_up.bit & self.hands[dealer], dealer))

    def play(self, seat: Seat, card: Card, number: int) -> None:
        """Take in a card."""
        self.hands[seat] &= ~card.bit
        natural = not card.is_joker
        if self._jokers_last and not number:
            # A joker may be led from jokers alone.
            self._only_jokers[seat] = 0 if natural else self._pack & ~JOKERS
        elif natural:
            self._only_jokers[seat] = 0

    def layouts(self, player: Seat, played: int) -> Layouts:
        """How the cards that a player can't see may lie."""
        found = self._layouts(player, played, self._voids)
        if not found.count:
            # Somebody must have revoked, and all can see it.
            voids = [self._true_voids(seat) for seat in SEATS]
            found = self._layouts(player, played, voids)
        return found

    def _true_voids(self, seat: Seat) -> int:
        """The voids that a seat has shown and really has."""
        held = self.hands[seat]
        return sum(s for s in self._suits if s & self._voids[seat] and not s & held)

    def _layouts(self, player: Seat, played: int, voids: list[int]) -> Layouts:
        declarer = self._replay.declarer
        unseen = self._pack & ~self.hands[player] & ~played
        sizes = [0 if i == player else hand.bit_count() for i, hand in enumerate(self.hands)]
        if player is declarer:
            unseen &= ~self._away
            sizes.append(0)
        else:
            sizes.append(self._away.bit_count())
        groups: list[tuple[int, int]] = []
        for card, seat in self._seen:
            groups.append((card & unseen, 1 << seat))
            unseen &= ~card
        after_kitty = (1 << AWAY) | (0 if declarer is None else 1 << declarer)
        parts = ((unseen & ~self._kitty, -1), (unseen & self._kitty, after_kitty))
        for suit in (*self._suits, JOKERS & ~sum(self._suits)):
            free = sum(1 << seat for seat in SEATS if not suit & voids[seat]) | (1 << AWAY)
            groups.extend((cards & suit, places & free) for cards, places in parts)
        return Layouts(sizes, groups)
