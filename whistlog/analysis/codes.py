"""The cards of a deal in codes that rank as uptown, whatever the ranking of the deal is.

In each suit the thirteen cards get the codes of a pack by their strength, so that a solver needs
to know one ranking only. Jokers stay where they are: on top of the trumps, or dead.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from whistlog.analysis.position import Position
from whistlog.cards import CARDS

if TYPE_CHECKING:
    from whistlog.rules.play import Order


class Codes:
    """The codes of a deal.

    Attributes:
        to: by `Card.code`, the code here.
        card: by code, the card.
        trump: the trump suit, or None.
    """

    def __init__(self, order: Order) -> None:
        to = list(range(54))
        for suit in range(4):
            row = order.strength[13 * suit]
            for rank, code in enumerate(
                sorted(range(13 * suit, 13 * suit + 13), key=row.__getitem__)
            ):
                to[code] = 13 * suit + rank
        self.to: Final = tuple(to)
        self.card: Final = {new: CARDS[code] for code, new in enumerate(to)}
        self.trump: Final = None if order.trump is None else int(order.trump)

    def mask(self, bits: int) -> int:
        """A set of cards in these codes."""
        out = 0
        while bits:
            low = bits & -bits
            out |= 1 << self.to[low.bit_length() - 1]
            bits ^= low
        return out

    def rank(self, code: int) -> tuple[int, int]:
        """A key of order: suits in turn, jokers with the trumps, the highest card first."""
        suit = code // 13 if code < 52 else 4 if self.trump is None else self.trump
        return suit, -code

    def equal(self, high: int, low: int, others: int) -> bool:
        """Whether two cards belong to one suit with no card of the others between them.

        Without trumps jokers are worth nothing, both alike.
        """
        suit = self.rank(high)[0]
        if self.rank(low)[0] != suit:
            return False
        return not any(
            others >> code & 1 and self.rank(code)[0] == suit for code in range(low + 1, high)
        )

    def groups(self, codes: Iterable[int], others: int) -> list[list[int]]:
        """Cards of a hand, equal ones together, the highest first.

        Args:
            codes: the cards.
            others: set of the cards that make a difference where they lie between two of them.
        """
        found: list[list[int]] = []
        for code in sorted(codes, key=self.rank):
            if found and self.equal(found[-1][-1], code, others):
                found[-1].append(code)
            else:
                found.append([code])
        return found


def after(position: Position, card: int) -> tuple[Position, int | None]:
    """The position once a card is played, and who took the trick if it is complete."""
    seat = position.player
    n, e, s, w = (
        hand & ~(1 << card) if i == seat else hand for i, hand in enumerate(position.hands)
    )
    table = (*position.table, card)
    leader, winner = position.leader, None
    if len(table) == 4:
        winner = leader = (leader + _winner(table, position.trump)) % 4
        table = ()
    return Position((n, e, s, w), position.trump, "uptown", leader, table), winner


def _winner(table: Sequence[int], trump: int | None) -> int:
    best, best_suit = -1, -1
    for place, card in enumerate(table):
        suit = trump if card >= 52 else card // 13
        if suit is None:
            continue
        if best < 0 or (card > table[best] if suit == best_suit else suit == trump):
            best, best_suit = place, suit
    return best
