"""What the score asks for (X01, X02).

The conditions are those of the catalogue (``catalogue/*.toml``), which names the sources.
"""

from __future__ import annotations

from typing import Final

from whistlog.cards import Card
from whistlog.notes.observation import LEAD, ODD, SCORE, Observation, Retrospect
from whistlog.notes.values import Said, departs, follows
from whistlog.notes.view import SUIT, View, card_at, highest


def tricks_to_save(view: View) -> int | None:
    """Tricks that the player's side still needs to keep the other from winning the game.

    None where that can't be told: no score, or a game that this deal can't lose.
    """
    if view.score is None or view.target is None:
        return None
    theirs = view.book + view.target - view.score[1 - view.side]
    if not view.book < theirs <= 13:
        return None
    return max(0, 14 - theirs - view.won[view.side])


def sure_winners(view: View) -> int:
    """The cards that are certain to win if they are led now, one after the other.

    Trumps from the top as long as they are the best; where no trump is out that the others could
    have, the same in every suit.
    """
    sure = 0
    for suit in range(4):
        held = view.hand & SUIT[suit]
        if suit == view.trump or not view.trumps_out:
            unseen = view.unseen(suit)
            sure |= held & ~((1 << unseen.bit_length()) - 1)
    return sure


def save_the_game(view: View, card: Card) -> Said | None:
    """X01: sure winners that save the game are made at once."""
    need = tricks_to_save(view)
    left = 14 - view.number
    if not need or 2 * (left - need + 1) > left:
        return None
    sure = sure_winners(view)
    if sure.bit_count() < need or sure == view.hand:
        return None
    if card.bit & sure:
        return follows(n=need)
    return departs(card=card, n=need, winner=card_at(highest(sure)))


def odd_trick(view: View, card: Card) -> Said | None:
    """X02: with six tricks home, a certain winner makes the odd trick first."""
    if view.won[view.side] != view.book or not view.book or tricks_to_save(view):
        return None
    sure = sure_winners(view)
    if not sure or sure == view.hand:
        return None
    if card.bit & sure:
        return follows(card=card)
    if view.trump >= 0:
        sure &= ~SUIT[view.trump]  # a best trump wins whenever it is played
    return departs(card=card, winner=card_at(highest(sure))) if sure else None


OBSERVATIONS: Final[tuple[Observation, ...]] = (
    Observation("X01", (LEAD,), save_the_game, needs=SCORE),
    Observation("X02", (LEAD,), odd_trick, needs=ODD),
)

RETROSPECTS: Final[tuple[Retrospect, ...]] = ()
