"""Second hand (S01 to S07).

The conditions are those of the catalogue (``catalogue/*.toml``), which names the sources.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from whistlog.cards import RANK_NAMES, SUITS, Card
from whistlog.notes.observation import (
    AGAIN,
    CAN_WIN,
    DISCARD,
    FOUR,
    FRESH,
    HONOUR_LED,
    PLAIN_LED,
    SECOND,
    SECOND_VOID,
    SMALL_LED,
    TRUMPS,
    Observation,
    Retrospect,
)
from whistlog.notes.tricks import lowest_as_good
from whistlog.notes.values import PLAIN_FOLLOWS, Said, departs, follows, neutral
from whistlog.notes.view import ACE, KNAVE, LOW, TEN, TOP, View, card_at
from whistlog.toml import load

TABLE: Final = Path(__file__).with_name("tables") / "second.toml"

_NINE: Final = TEN - 1
_TOP: Final = 1 << ACE


class Row(NamedTuple):
    """One row of the table of second hand.

    Attributes:
        held: ranks that must all be held, as thirteen bits.
        play: the rank to play, as a bit.
        suit: ``plain``, ``trumps`` or "" for both.
        length: the number of cards of the suit, 0 for any.
        weak_trumps: only with three trumps or fewer.
    """

    held: int
    play: int
    suit: str = ""
    length: int = 0
    weak_trumps: bool = False


@cache
def table() -> tuple[Row, ...]:
    """The table of second hand (``tables/second.toml``)."""
    bits = {name: 1 << rank for rank, name in enumerate(RANK_NAMES)}
    rows = []
    for row in load(str(TABLE))["row"]:
        held = sum(bits[name] for name in row.pop("holding").split())
        rows.append(Row(held, bits[row.pop("play")], **row))
    return tuple(rows)


def table_card(view: View) -> int:
    """The card that the table of second hand names for a holding, as a bit; 0 for none."""
    kind = "trumps" if view.led == view.trump else "plain"
    return _table_rank(view.hand[view.led], kind, view.trumps.bit_count() <= 3)


@cache
def _table_rank(held: int, kind: str, weak: bool) -> int:
    """What the table names for a holding, as a bit; 0 for nothing.

    Args:
        held: the ranks held.
        kind: ``plain`` or ``trumps``.
        weak: the player has three trumps or fewer.
    """
    length = held.bit_count()
    for row in table():
        if (
            held & row.held == row.held
            and row.suit in ("", kind)
            and row.length in (0, length)
            and (weak or not row.weak_trumps)
        ):
            return row.play
    return 0


_COVERED: Final = {_NINE: 1 << KNAVE + 2, TEN: 1 << KNAVE + 1}
"""The king covers the nine, the queen the ten."""


def _covers(view: View) -> bool:
    """Whether second hand holds the king with one small card on a nine, or the queen on a ten,
    of a suit that the leader opens (S04)."""
    above = _COVERED.get(view.cards[0].rank)
    if above is None:
        return False
    held = view.held
    return held.bit_count() == 2 and TOP[held] == above and LOW[held] < 1 << _NINE


def second_low(view: View, card: Card) -> Said | None:
    """S01: the lowest on a small card, first round of a plain suit."""
    led = view.led
    if table_card(view) or _covers(view) or view.can_ruff(view.partner, led):
        return None
    low = LOW[view.held]
    if low & view.alike:
        return PLAIN_FOLLOWS
    if not view.trumps_out and view.boss(led, view.bit):
        # With no trump out the best card may take the lead, to run what is good.
        good = any(view.hand[s] > view.out[s] for s in range(4) if s != led)
        return follows("lead", card=card) if good else None
    return departs(card=card, lowest=card_at(led, low))


def second_table(view: View, card: Card) -> Said | None:
    """S02: what the table names for two touching cards and the like."""
    led = view.led
    if view.rounds[led] or view.cards[0].rank > _NINE:
        return None
    bit = table_card(view)
    if not bit or bit < view.best:
        return None
    if bit & view.alike:
        return follows(card=card, suit=SUITS[led])
    return departs(card=card, named=lowest_as_good(view, bit), suit=SUITS[led])


def ace_on_honour(view: View, card: Card) -> Said | None:
    """S03: the ace on an honour; no other honour, unless it lies around the one led."""
    first, held, led = view.cards[0], view.held, view.led
    above = held >> first.rank + 1
    if not above:
        return None
    if held >= _TOP:
        king_led = first.rank == ACE - 1
        if king_led and held >> KNAVE & 1 and held.bit_count() > 2:
            return None  # the Bath coup (C01)
        if view.alike & _TOP:
            return follows("ace-follows", honour=first, card=card)
        return departs("ace-departs", card=card, honour=first)
    if above & above - 1:
        return None  # king and queen on a knave
    if above & 1 and held >> first.rank - 1 & 1:
        key, wanted = "cover", 2 << first.rank  # a fourchette
    else:
        key, wanted = "pass", LOW[held]
    if wanted & view.alike:
        return follows(f"{key}-follows", honour=first, card=card)
    return departs(f"{key}-departs", honour=first, card=card, named=card_at(led, wanted))


def cover_nine_ten(view: View, card: Card) -> Said | None:
    """S04: king and one small on a nine, queen and one small on a ten."""
    if not _covers(view):
        return None
    top = TOP[view.held]
    if view.bit == top:
        return follows(card=card, led=view.cards[0])
    return departs(card=card, led=view.cards[0], named=card_at(view.led, top))


def winner_second_round(view: View, card: Card) -> Said | None:
    """S05: the best card of a plain suit goes up in its second round."""
    led = view.led
    top = TOP[view.held]
    if not view.boss(led, top) or view.can_ruff(view.lho, led) or view.can_ruff(view.partner, led):
        return None
    if top & view.alike:
        return PLAIN_FOLLOWS
    return departs(card=card, boss=card_at(led, view.lowest_equal(led, top)))


def ruff_doubtful(view: View, card: Card) -> Said | None:
    """S06: with four trumps at first leave a doubtful card to the partner, with three ruff it."""
    trump, led = view.trump, view.led
    if view.hand.count(0) == 3 or view.best > view.out[led] or view.void(view.partner, led):
        return None
    strong = view.dealt[trump].bit_count() >= 4
    ruffed = view.suit == trump
    key = "strong" if strong else "weak"
    if ruffed is not strong:
        return follows(f"{key}-follows", led=view.cards[0])
    return departs(f"{key}-departs", led=view.cards[0])


def holds_up_trumps(view: View, card: Card) -> Said | None:
    """S07: the best card led is not ruffed, to keep four trumps for an established suit."""
    suit = view.established()
    if suit < 0 or view.best < view.out[view.led]:
        return None
    return neutral(card=card, led=view.cards[0], suit=SUITS[suit])


OBSERVATIONS: Final[tuple[Observation, ...]] = (
    Observation("S01", (SECOND,), second_low, needs=FRESH | PLAIN_LED | SMALL_LED | CAN_WIN),
    Observation("S02", (SECOND,), second_table, needs=FRESH | SMALL_LED),
    Observation("S03", (SECOND,), ace_on_honour, needs=FRESH | HONOUR_LED),
    Observation("S04", (SECOND,), cover_nine_ten, needs=FRESH | PLAIN_LED, bars=HONOUR_LED),
    Observation("S05", (SECOND,), winner_second_round, needs=AGAIN | PLAIN_LED | CAN_WIN),
    Observation("S06", (SECOND_VOID,), ruff_doubtful, needs=PLAIN_LED | TRUMPS),
    Observation("S07", (SECOND_VOID,), holds_up_trumps, needs=PLAIN_LED | FOUR | DISCARD),
)

RETROSPECTS: Final[tuple[Retrospect, ...]] = ()
