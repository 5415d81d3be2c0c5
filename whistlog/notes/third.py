"""Third hand (T01 to T07, I01).

The conditions are those of the catalogue (``catalogue/*.toml``), which names the sources.
"""

from __future__ import annotations

from typing import Final

from whistlog.cards import SUITS, Card
from whistlog.notes.observation import (
    AGAIN,
    CAN_WIN,
    FRESH,
    NEAR_END,
    PLAIN_LED,
    SMALL_LED,
    THIRD,
    Observation,
    Retrospect,
)
from whistlog.notes.tricks import lowest_as_good
from whistlog.notes.values import PLAIN_FOLLOWS, Said, departs, follows, neutral
from whistlog.notes.view import (
    ACE,
    KING,
    KNAVE,
    QUEEN,
    SUIT,
    TEN,
    View,
    card_at,
    highest,
    lowest,
    rank_of,
    ranks,
)

_NINE: Final = TEN - 1
_A: Final = 1 << ACE
_AKQ: Final = 1 << ACE | 1 << KING | 1 << QUEEN
_AQ: Final = 1 << ACE | 1 << QUEEN
_AJ: Final = 1 << ACE | 1 << KNAVE


def _next(view: View, top: int) -> int:
    """The best card that would win the trick and is not as good as the top one, as a bit; 0 for
    none: to play it is to finesse."""
    return highest(view.winners & ~view.equals(top))


def _between(view: View, low: int, high: int) -> int:
    """The cards of the suit led between two cards that the player has neither seen nor holds."""
    return view.unseen(view.led) & high - 1 & -low


def _wanted(view: View) -> bool:
    """Whether third hand can beat the trick and has reason to: the suit is led for the first
    time, and the partner's card is small or beaten. (His honour may be left to win.)"""
    best = view.best
    if view.rounds[view.led] or not best & SUIT[view.led] or view.legal < best:
        return False
    first = view.cards[0]
    return first.bit != best or first.rank <= _NINE


def _turned_right(view: View) -> bool:
    """Whether the suit is trumps and the dealer, on the right, holds an honour turned up."""
    turned = view.turned
    return (
        turned is not None
        and view.led == view.trump
        and view.turn_held
        and view.dealer == view.rho
        and turned.rank >= KNAVE
    )


def _right_is_out(view: View) -> bool:
    """Whether second hand has just thrown a card of another suit, and no trump."""
    suit = view.cards[1].suit
    return suit != view.led and suit != view.trump


def _tenace(view: View) -> tuple[int, int]:
    """The best card and the third best of the suit, where third hand holds both and either would
    win for the moment; zeros where not."""
    top = highest(view.legal)
    if top < view.best or not view.best & SUIT[view.led] or not view.boss(top):
        return 0, 0
    second = _next(view, top)
    if not second or _between(view, second, top).bit_count() != 1:
        return 0, 0
    return top, second


def _decides(view: View) -> str:
    """What this trick decides, from trick 7: a game that three tricks save is in no danger."""
    return view.reaches() if view.number >= 7 else ""


def third_high(view: View, card: Card) -> Said | None:
    """T01: the highest on the partner's small card, or the lowest of its equals."""
    if not _wanted(view):
        return None
    top = highest(view.legal)
    bit = card.bit
    if ranks(view.hand, view.led) & _AKQ == _AQ and ranks(view.best, view.led) < 1 << QUEEN:
        return None  # T02
    if view.partner_winning and not _between(view, view.best, top):
        return None
    if bit & view.equals(top):
        return PLAIN_FOLLOWS
    if bit & view.equals(_next(view, top)) and (
        # T03, T05, and the finesse against an honour that was turned up.
        (rank_of(top) in (KING, QUEEN) and rank_of(_next(view, top)) >= TEN)
        or _right_is_out(view)
        or _turned_right(view)
    ):
        return None
    if finesse_at_score(view, card):
        return None  # T06
    return departs(card=card, named=lowest_as_good(view, top))


def finesse_ace_queen(view: View, card: Card) -> Said | None:
    """T02: the queen from ace and queen; in trumps the knave from ace and knave, when an honour
    was turned up on the right."""
    led = view.led
    held = ranks(view.hand, led)
    if not held & _A or not held & ~_A or not _wanted(view):
        return None
    bit = card.bit
    ace = 1 << 13 * led + ACE
    second = _next(view, ace)
    if not second or not _between(view, second, ace):
        return None
    rank = rank_of(second)
    if rank == QUEEN:
        if _right_is_out(view) or _decides(view) or _sure(view, second, ace):
            return None  # T05, T06, G07
        if bit & view.equals(second):
            return follows(card=card, ace=card_at(ace))
        if bit & ace:
            return departs("ace", card=card, named=card_at(view.lowest_equal(second)))
        return departs("low", severity=2, card=card, named=card_at(view.lowest_equal(second)))
    if rank == KNAVE and _turned_right(view) and bit & view.equals(second):
        return follows("turned", card=card, turned=view.turned)
    return None


def _sure(view: View, low: int, high: int) -> bool:
    """Whether the only card between two that is out was turned up, so that all know where it
    is."""
    turned = view.turned
    return turned is not None and view.turn_held and _between(view, low, high) == turned.bit


def no_finesse_against_partner(view: View, card: Card) -> Said | None:
    """T03: no finesse from king and knave, king and ten or queen and ten in the suit that the
    partner opens."""
    top = highest(view.legal)
    if rank_of(top) not in (KING, QUEEN) or not _wanted(view):
        return None
    second = _next(view, top)
    if not second or rank_of(second) < TEN or _right_is_out(view) or _turned_right(view):
        return None
    if view.led != view.trump and view.own_suit[view.partner] >= 0:
        return None
    if _sure(view, second, top):
        return None  # G07
    if card.bit & view.equals(top):
        return follows(card=card, suit=SUITS[view.led])
    if card.bit & view.equals(second):
        return departs(card=card, suit=SUITS[view.led], named=card_at(view.lowest_equal(top)))
    return None


def obligatory_finesse(view: View, card: Card) -> Said | None:
    """T04: with the second and the fourth best of a suit that the partner returns, a finesse
    when the best must lie on the left."""
    led = view.led
    if view.rounds[led] != 1 or view.openers[led] != view.seat:
        return None
    top = highest(view.legal)
    above = view.unseen(led) & ~((top << 1) - 1)
    if not above or above & above - 1 or top < view.best or not view.best & SUIT[led]:
        return None
    second = _next(view, top)
    if not second or _between(view, second, top).bit_count() != 1:
        return None
    if view.equals(top) != top or not _left_of(view, above):
        return None
    if card.bit & view.equals(second):
        return follows(card=card, best=card_at(above), suit=SUITS[led])
    if card.bit & view.equals(top):
        return departs(card=card, best=card_at(above), named=card_at(view.lowest_equal(second)))
    return None


def _left_of(view: View, best: int) -> bool:
    """Whether the best card of the suit must lie on the left, if not with the partner (who would
    have returned it): it was turned up there, or the player on the right, last to play when the
    suit was opened, did not take the partner's trick with it."""
    turned = view.turned
    if turned is not None and turned.bit == best and view.turn_held:
        return view.dealer == view.lho
    first = next(trick for trick in view.past if trick.suit == view.led)
    return first.winner == view.partner and first.card_of(view.partner).suit == view.led


def finesse_against_nothing(view: View, card: Card) -> Said | None:
    """T05: no finesse when second hand has just shown that he has none of the suit."""
    if not _right_is_out(view) or view.number > 10:
        return None
    top, second = _tenace(view)
    if not top or view.void(view.lho, view.led) or _sure(view, second, top):
        return None
    if finesse_at_score(view, card):
        return None  # T06
    if card.bit & view.equals(top):
        return follows(card=card, suit=SUITS[view.led])
    if card.bit & view.equals(second):
        return departs(card=card, suit=SUITS[view.led], named=card_at(view.lowest_equal(top)))
    return None


def finesse_at_score(view: View, card: Card) -> Said | None:
    """T06: no finesse when the trick decides the game or the odd trick."""
    reached = _decides(view)
    if not reached:
        return None
    top = highest(view.legal)
    if top < view.best or not view.best & SUIT[view.led] or not view.boss(top):
        return None
    second = _next(view, top)
    if not second or view.void(view.lho, view.led):
        return None
    if _sure(view, second, top) and view.dealer != view.lho:
        return None
    if card.bit & view.equals(top):
        return follows(f"{reached}-follows", card=card)
    if card.bit < top:
        return departs(f"{reached}-departs", card=card, named=card_at(view.lowest_equal(top)))
    return None


def unblock(view: View, card: Card) -> Said | None:
    """T07: out of the way of the partner's long suit."""
    led = view.led
    dealt = view.original & SUIT[led]
    if led == view.trump or dealt.bit_count() > 4:
        return None
    if view.rounds[led]:
        return _unblock_later(view, card, dealt) if view.openers[led] == view.partner else None
    first = view.cards[0]
    if first.rank < KNAVE or not (view.best == first.bit or view.legal < view.best):
        return None
    held = ranks(dealt, led)
    n = dealt.bit_count()
    if n == 4:
        return _keeps_lowest(view, card) if lowest(dealt & dealt - 1) == card.bit else None
    if n == 2 and held & _A and (first.rank == KNAVE or (first.rank == KING and held == _AJ)):
        return _gets_rid(view, card, ACE, 2)
    return None


def _unblock_later(view: View, card: Card, dealt: int) -> Said | None:
    """T07 when the partner goes on with the suit that he opened."""
    led = view.led
    first = view.cards[0]
    low = lowest(dealt)
    n = dealt.bit_count()
    if n == 4 and view.legal & low:
        # The third best went first; now the next, until the lowest alone is left.
        if view.legal & lowest(dealt & ~low) or not card.bit & view.equals(
            lowest(view.legal & ~low)
        ):
            return None
        return _keeps_lowest(view, card)
    if view.legal.bit_count() != 2:
        return None
    top = highest(view.legal)
    if n == 3 and view.partner_winning:
        opened = next(trick for trick in view.past if trick.suit == led).cards[0].rank
        rank = rank_of(top)
        if rank == ACE and opened == KNAVE and first.rank >= QUEEN:
            return _gets_rid(view, card, ACE, 1)
        if rank == KING and opened == ACE and first.rank in (KNAVE, TEN):
            return _gets_rid(view, card, KING, 1)
    if (
        card.bit == top
        and view.boss(top)
        and view.legal & first.bit - 1
        and not _between(view, first.bit, top)
    ):
        return follows("command", card=card, suit=SUITS[led])
    return None


def _keeps_lowest(view: View, card: Card) -> Said | None:
    if card.bit & view.equals(lowest(view.legal)) or view.beats(card.bit):
        return None
    return follows("four", card=card, suit=SUITS[view.led])


def _gets_rid(view: View, card: Card, rank: int, severity: int) -> Said:
    """The verdict on a player who should part with a high card of two."""
    high = 1 << 13 * view.led + rank
    if card.bit == high:
        return follows("high", card=card, suit=SUITS[view.led])
    return departs(severity=severity, high=card_at(high), suit=SUITS[view.led])


def rule_of_eleven(view: View, card: Card) -> Said | None:
    """I01: eleven less the pips of a fourth-best lead is the number of higher cards that the
    leader has not."""
    led = view.led
    first = view.cards[0]
    if (
        view.rounds[led]
        or led == view.trump
        or first.rank > _NINE
        or view.own_suit[view.partner] >= 0
    ):
        return None
    higher = SUIT[led] & ~((first.bit << 1) - 1)
    right = view.cards[1].bit
    left = 9 - first.rank - (view.hand & higher).bit_count() - (right & higher != 0)
    if left == 1:
        return neutral("one", led=first)
    winners = view.winners
    if left or not winners:
        return None
    bit = card.bit
    if view.partner_winning:
        if winners == view.legal:
            return None
        return departs("high", card=card, led=first) if bit & winners else follows(led=first)
    cheapest = lowest(winners)
    enough = view.equals(cheapest)
    if not winners & ~enough or not bit & winners:
        return None
    if bit & enough:
        return follows("cheap", card=card, led=first)
    return departs(card=card, led=first, named=card_at(cheapest))


OBSERVATIONS: Final[tuple[Observation, ...]] = (
    Observation("T01", (THIRD,), third_high, needs=FRESH | CAN_WIN),
    Observation("T02", (THIRD,), finesse_ace_queen, needs=FRESH | CAN_WIN),
    Observation("T03", (THIRD,), no_finesse_against_partner, needs=FRESH | CAN_WIN),
    Observation("T04", (THIRD,), obligatory_finesse, needs=AGAIN | CAN_WIN),
    Observation("T05", (THIRD,), finesse_against_nothing, needs=CAN_WIN),
    Observation("T06", (THIRD,), finesse_at_score, needs=NEAR_END | CAN_WIN),
    Observation("T07", (THIRD,), unblock, needs=PLAIN_LED),
    Observation("I01", (THIRD,), rule_of_eleven, needs=FRESH | PLAIN_LED | SMALL_LED),
)

RETROSPECTS: Final[tuple[Retrospect, ...]] = ()
