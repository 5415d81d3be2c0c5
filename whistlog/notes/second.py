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
from whistlog.notes.view import ACE, KNAVE, SUIT, TEN, View, card_at, highest, lowest, ranks
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
    led = view.led
    held = ranks(view.hand, led)
    # No row has less than two touching cards or honours.
    if not held & held - 1:
        return 0
    kind = "trumps" if led == view.trump else "plain"
    for row in table():
        if (
            held & row.held == row.held
            and row.suit in ("", kind)
            and row.length in (0, held.bit_count())
            and not (row.weak_trumps and view.trumps.bit_count() > 3)
        ):
            return row.play << 13 * led
    return 0


def _small_card(view: View) -> bool:
    """Whether a nine or lower was led, and the suit has not been led before."""
    return not view.rounds[view.led] and view.cards[0].rank <= _NINE


def _covers(view: View) -> bool:
    """Whether second hand holds the king with one small card on a nine, or the queen on a ten,
    of a suit that the leader opens (S04)."""
    held = ranks(view.hand, view.led)
    above = {_NINE: KNAVE + 2, TEN: KNAVE + 1}.get(view.cards[0].rank)
    return (
        above is not None
        and held.bit_count() == 2
        and bool(held >> above & 1)
        and lowest(held) < 1 << _NINE
        and not view.rounds[view.led]
    )


def second_low(view: View, card: Card) -> Said | None:
    """S01: the lowest on a small card, first round of a plain suit."""
    led = view.led
    if led == view.trump or not _small_card(view) or table_card(view) or _covers(view):
        return None
    if view.legal < view.best or view.can_ruff(view.partner, led):
        return None
    low = lowest(view.legal)
    if card.bit & view.equals(low):
        return PLAIN_FOLLOWS
    if not view.trumps_out and view.boss(card.bit):
        # With no trump out the best card may take the lead, to run what is good.
        good = any(view.boss(highest(view.hand & SUIT[s])) for s in range(4) if s != led)
        return follows("lead", card=card) if good else None
    return departs(card=card, lowest=card_at(low))


def second_table(view: View, card: Card) -> Said | None:
    """S02: what the table names for two touching cards and the like."""
    if not _small_card(view):
        return None
    named = table_card(view)
    if not named or named < view.best:
        return None
    if card.bit & view.equals(named):
        return follows(card=card, suit=SUITS[view.led])
    return departs(card=card, named=lowest_as_good(view, named), suit=SUITS[view.led])


def ace_on_honour(view: View, card: Card) -> Said | None:
    """S03: the ace on an honour; no other honour, unless it lies around the one led."""
    first = view.cards[0]
    if not KNAVE <= first.rank < ACE or view.rounds[view.led]:
        return None
    held = ranks(view.hand, view.led)
    above = held & ~((2 << first.rank) - 1)
    if not above:
        return None
    low = lowest(view.legal)
    if above & _TOP:
        king_led = first.rank == ACE - 1
        if king_led and held >> KNAVE & 1 and held.bit_count() > 2:
            return None  # the Bath coup (C01)
        if card.bit & view.equals(1 << 13 * view.led + ACE):
            return follows("ace-follows", honour=first, card=card)
        return departs("ace-departs", card=card, honour=first)
    if above & above - 1:
        return None  # king and queen on a knave
    fourchette = held >> first.rank + 1 & 1 and held >> first.rank - 1 & 1
    wanted = 1 << 13 * view.led + first.rank + 1 if fourchette else low
    key = "cover" if fourchette else "pass"
    if card.bit & view.equals(wanted):
        return follows(f"{key}-follows", honour=first, card=card)
    return departs(f"{key}-departs", honour=first, card=card, named=card_at(wanted))


def cover_nine_ten(view: View, card: Card) -> Said | None:
    """S04: king and one small on a nine, queen and one small on a ten."""
    if not _covers(view) or view.led == view.trump:
        return None
    top = highest(view.legal)
    if card.bit == top:
        return follows(card=card, led=view.cards[0])
    return departs(card=card, led=view.cards[0], named=card_at(top))


def winner_second_round(view: View, card: Card) -> Said | None:
    """S05: the best card of a plain suit goes up in its second round."""
    led = view.led
    if led == view.trump or view.rounds[led] != 1:
        return None
    top = highest(view.legal)
    if top < view.best or not view.best & SUIT[led] or not view.boss(top):
        return None
    if view.can_ruff(view.lho, led) or view.can_ruff(view.partner, led):
        return None
    if card.bit & view.equals(top):
        return PLAIN_FOLLOWS
    return departs(card=card, boss=card_at(view.lowest_equal(top)))


def ruff_doubtful(view: View, card: Card) -> Said | None:
    """S06: with four trumps at first leave a doubtful card to the partner, with three ruff it."""
    trumps = view.trumps
    if not trumps or view.legal == trumps or view.led == view.trump:
        return None
    if view.boss(view.best) or view.void(view.partner, view.led):
        return None
    strong = (view.original & SUIT[view.trump]).bit_count() >= 4
    ruffed = bool(card.bit & trumps)
    key = "strong" if strong else "weak"
    if ruffed is not strong:
        return follows(f"{key}-follows", led=view.cards[0])
    return departs(f"{key}-departs", led=view.cards[0])


def holds_up_trumps(view: View, card: Card) -> Said | None:
    """S07: the best card led is not ruffed, to keep four trumps for an established suit."""
    suit = view.established()
    if suit < 0 or not view.boss(view.best):
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
