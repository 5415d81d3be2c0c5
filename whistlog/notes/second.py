"""Second hand (S01 to S07).

The conditions are those of the catalogue (``catalogue/*.toml``), which names the sources.
"""

from __future__ import annotations

from typing import Final

from whistlog.cards import Card
from whistlog.notes.observation import SECOND, Observation, Retrospect
from whistlog.notes.values import PLAIN_FOLLOWS, Said, departs
from whistlog.notes.view import TEN, View, card_at, lowest


def second_low(view: View, card: Card) -> Said | None:
    """S01: the lowest on a small card, first round of a plain suit."""
    led = view.led
    if led == view.trump or view.rounds[led] or view.cards[0].rank > TEN - 1:
        return None
    low = lowest(view.legal)
    if card.bit & view.equals(low):
        return PLAIN_FOLLOWS
    return departs(card=card, lowest=card_at(low))


OBSERVATIONS: Final[tuple[Observation, ...]] = (Observation("S01", (SECOND,), second_low),)

RETROSPECTS: Final[tuple[Retrospect, ...]] = ()
