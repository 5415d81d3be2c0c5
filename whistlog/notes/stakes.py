"""What the score asks for (X01, X02).

The conditions are those of the catalogue (``catalogue/*.toml``), which names the sources.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from whistlog.cards import Card
from whistlog.notes.observation import DANGER, LEAD, ODD, Observation, Retrospect
from whistlog.notes.values import Said, departs, follows
from whistlog.notes.view import TOP, View, card_at


def _sure_winners(view: View) -> list[int]:
    """By suit, the cards that are certain to win if they are led now, one after the other.

    Trumps from the top as long as they are the best; where no trump is out that the others could
    have, the same in every suit.
    """
    drawn = not view.trumps_out
    return [
        held >> (n := out.bit_length()) << n if drawn or suit == view.trump else 0
        for suit, (held, out) in enumerate(zip(view.hand, view.out))
    ]


def _highest(sure: Sequence[int]) -> Card | None:
    """The highest card of the last suit that has one; None where no suit has."""
    for suit in (3, 2, 1, 0):
        if sure[suit]:
            return card_at(suit, TOP[sure[suit]])
    return None


def save_the_game(view: View, card: Card) -> Said | None:
    """X01: sure winners that save the game are made at once."""
    need = view.saving - view.won[view.side]
    sure = _sure_winners(view)
    if sum([cards.bit_count() for cards in sure]) < need or tuple(sure) == view.hand:
        return None
    if view.bit & sure[view.suit]:
        return follows(n=need)
    return departs(card=card, n=need, winner=_highest(sure))


def odd_trick(view: View, card: Card) -> Said | None:
    """X02: with six tricks home, a certain winner makes the odd trick first."""
    if not view.book or view.saving > view.won[view.side]:
        return None
    sure = _sure_winners(view)
    if not any(sure) or tuple(sure) == view.hand:
        return None
    if view.bit & sure[view.suit]:
        return follows(card=card)
    if view.trump >= 0:
        sure[view.trump] = 0  # a best trump wins whenever it is played
    winner = _highest(sure)
    return None if winner is None else departs(card=card, winner=winner)


OBSERVATIONS: Final[tuple[Observation, ...]] = (
    Observation("X01", (LEAD,), save_the_game, needs=DANGER),
    Observation("X02", (LEAD,), odd_trick, needs=ODD),
)

RETROSPECTS: Final[tuple[Retrospect, ...]] = ()
