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
    RIGHT_OUT,
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
    LOW,
    QUEEN,
    TEN,
    TOP,
    View,
    card_at,
)

_NINE: Final = TEN - 1
_A: Final = 1 << ACE
_Q: Final = 1 << QUEEN
_AKQ: Final = 1 << ACE | 1 << KING | 1 << QUEEN
_AQ: Final = 1 << ACE | 1 << QUEEN
_AJ: Final = 1 << ACE | 1 << KNAVE


def _next(view: View, top: int) -> int:
    """The best card that would win the trick and is not as good as the top one, as a bit; 0 for
    none: to play it is to finesse."""
    return TOP[view.winners & ~view.equals(view.led, top)]


def _between(view: View, low: int, high: int) -> int:
    """The cards of the suit led between two cards that the player has neither seen nor holds."""
    return view.out[view.led] & high - 1 & -low


def _wanted(view: View) -> bool:
    """Whether third hand, who can beat the trick, has reason to: the partner's card is small or
    beaten. (His honour may be left to win.)"""
    return not view.partner_winning or view.cards[0].rank <= _NINE


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
    suit = view.cards[1].code // 13
    return suit != view.led and suit != view.trump


def _tenace(view: View) -> tuple[int, int]:
    """The best card and the third best of the suit, where third hand holds both and either would
    win for the moment; zeros where not."""
    top = TOP[view.held]
    if not view.boss(view.led, top):
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
    held = view.held
    top = TOP[held]
    if held & _AKQ == _AQ and view.best < _Q:
        return None  # T02
    if view.partner_winning and not _between(view, view.best, top):
        return None
    if top & view.alike:
        return PLAIN_FOLLOWS
    second = _next(view, top)
    if second & view.alike and (
        # T03, T05, and the finesse against an honour that was turned up.
        (1 << QUEEN <= top < _A and second >= 1 << TEN)
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
    held, led = view.held, view.led
    if held <= _A or not _wanted(view):
        return None
    second = _next(view, _A)
    if not second or not _between(view, second, _A):
        return None
    if second == _Q:
        if _right_is_out(view) or _decides(view) or _sure(view, second, _A):
            return None  # T05, T06, G07
        if second & view.alike:
            return follows(card=card, ace=card_at(led, _A))
        named = card_at(led, view.lowest_equal(led, second))
        if view.bit == _A:
            return departs("ace", card=card, named=named)
        return departs("low", severity=2, card=card, named=named)
    if second == 1 << KNAVE and _turned_right(view) and second & view.alike:
        return follows("turned", card=card, turned=view.turned)
    return None


def _sure(view: View, low: int, high: int) -> bool:
    """Whether the only card between two that is out was turned up, so that all know where it
    is."""
    turned = view.turned
    return (
        turned is not None
        and view.turn_held
        and turned.suit == view.led
        and _between(view, low, high) == 1 << turned.rank
    )


def no_finesse_against_partner(view: View, card: Card) -> Said | None:
    """T03: no finesse from king and knave, king and ten or queen and ten in the suit that the
    partner opens."""
    top, led = TOP[view.held], view.led
    if not _Q <= top < _A or not _wanted(view):
        return None
    second = _next(view, top)
    if second < 1 << TEN or _right_is_out(view) or _turned_right(view):
        return None
    if led != view.trump and view.own_suit[view.partner] >= 0:
        return None
    if _sure(view, second, top):
        return None  # G07
    if top & view.alike:
        return follows(card=card, suit=SUITS[led])
    if second & view.alike:
        named = card_at(led, view.lowest_equal(led, top))
        return departs(card=card, suit=SUITS[led], named=named)
    return None


def obligatory_finesse(view: View, card: Card) -> Said | None:
    """T04: with the second and the fourth best of a suit that the partner returns, a finesse
    when the best must lie on the left."""
    led = view.led
    if view.openers[led] != view.seat:
        return None
    top = TOP[view.held]
    above = view.out[led] & -top
    if not above or above & above - 1:
        return None
    second = _next(view, top)
    if not second or _between(view, second, top).bit_count() != 1:
        return None
    if view.equals(led, top) != top or not _left_of(view, above):
        return None
    if second & view.alike:
        return follows(card=card, best=card_at(led, above), suit=SUITS[led])
    if top & view.alike:
        named = card_at(led, view.lowest_equal(led, second))
        return departs(card=card, best=card_at(led, above), named=named)
    return None


def _left_of(view: View, best: int) -> bool:
    """Whether the best card of the suit must lie on the left, if not with the partner (who would
    have returned it): it was turned up there, or the player on the right, last to play when the
    suit was opened, did not take the partner's trick with it."""
    turned, led = view.turned, view.led
    if turned is not None and turned.suit == led and 1 << turned.rank == best and view.turn_held:
        return view.dealer == view.lho
    first = next(trick for trick in view.past if trick.suit == led)
    return first.winner == view.partner and first.card_of(view.partner).suit == led


def finesse_against_nothing(view: View, card: Card) -> Said | None:
    """T05: no finesse when second hand has just shown that he has none of the suit."""
    led = view.led
    if view.number > 10:
        return None
    top, second = _tenace(view)
    if not top or view.void(view.lho, led) or _sure(view, second, top):
        return None
    if finesse_at_score(view, card):
        return None  # T06
    if top & view.alike:
        return follows(card=card, suit=SUITS[led])
    if second & view.alike:
        named = card_at(led, view.lowest_equal(led, top))
        return departs(card=card, suit=SUITS[led], named=named)
    return None


def finesse_at_score(view: View, card: Card) -> Said | None:
    """T06: no finesse when the trick decides the game or the odd trick."""
    reached = _decides(view)
    if not reached:
        return None
    led = view.led
    top = TOP[view.held]
    if not view.boss(led, top):
        return None
    second = _next(view, top)
    if not second or view.void(view.lho, led):
        return None
    if _sure(view, second, top) and view.dealer != view.lho:
        return None
    if top & view.alike:
        return follows(f"{reached}-follows", card=card)
    named = card_at(led, view.lowest_equal(led, top))
    return departs(f"{reached}-departs", card=card, named=named)


def unblock(view: View, card: Card) -> Said | None:
    """T07: out of the way of the partner's long suit."""
    led = view.led
    dealt = view.dealt[led]
    n = dealt.bit_count()
    if n > 4:
        return None
    if view.rounds[led]:
        return _unblock_later(view, card, dealt) if view.openers[led] == view.partner else None
    first = view.cards[0].rank
    if first < KNAVE or (view.winners and not view.partner_winning):
        return None
    if n == 4:
        return _keeps_lowest(view, card) if LOW[dealt & dealt - 1] == view.bit else None
    if n == 2 and dealt & _A and (first == KNAVE or (first == KING and dealt == _AJ)):
        return _gets_rid(view, card, ACE, 2)
    return None


def _unblock_later(view: View, card: Card, dealt: int) -> Said | None:
    """T07 when the partner goes on with the suit that he opened."""
    led, held = view.led, view.held
    first = view.cards[0].rank
    low = LOW[dealt]
    n = dealt.bit_count()
    if n == 4 and held & low:
        # The third best went first; now the next, until the lowest alone is left.
        if held & LOW[dealt & ~low] or not LOW[held & ~low] & view.alike:
            return None
        return _keeps_lowest(view, card)
    if held.bit_count() != 2:
        return None
    top = TOP[held]
    if n == 3 and view.partner_winning:
        opened = next(trick for trick in view.past if trick.suit == led).cards[0].rank
        if top == _A and opened == KNAVE and first >= QUEEN:
            return _gets_rid(view, card, ACE, 1)
        if top == 1 << KING and opened == ACE and first in (KNAVE, TEN):
            return _gets_rid(view, card, KING, 1)
    if (
        view.bit == top
        and view.boss(led, top)
        and held & (1 << first) - 1
        and not _between(view, 1 << first, top)
    ):
        return follows("command", card=card, suit=SUITS[led])
    return None


def _keeps_lowest(view: View, card: Card) -> Said | None:
    if LOW[view.held] & view.alike or view.bit & view.winners:
        return None
    return follows("four", card=card, suit=SUITS[view.led])


def _gets_rid(view: View, card: Card, rank: int, severity: int) -> Said:
    """The verdict on a player who should part with a high card of two."""
    suit = SUITS[view.led]
    if card.rank == rank:
        return follows("high", card=card, suit=suit)
    return departs(severity=severity, high=card_at(view.led, 1 << rank), suit=suit)


def rule_of_eleven(view: View, card: Card) -> Said | None:
    """I01: eleven less the pips of a fourth-best lead is the number of higher cards that the
    leader has not."""
    if view.own_suit[view.partner] >= 0:
        return None
    led = view.led
    first, right = view.cards[:2]
    higher = right.code // 13 == led and right.rank > first.rank
    left = 9 - first.rank - (view.held >> first.rank).bit_count() - higher
    if left == 1:
        return neutral("one", led=first)
    winners = view.winners
    if left or not winners:
        return None
    bit = view.bit
    if view.partner_winning:
        if winners == view.held:
            return None
        return departs("high", card=card, led=first) if bit & winners else follows(led=first)
    cheapest = LOW[winners]
    enough = view.equals(led, cheapest)
    if not winners & ~enough or not bit & winners:
        return None
    if bit & enough:
        return follows("cheap", card=card, led=first)
    return departs(card=card, led=first, named=card_at(led, cheapest))


OBSERVATIONS: Final[tuple[Observation, ...]] = (
    Observation("T01", (THIRD,), third_high, needs=FRESH | CAN_WIN),
    Observation("T02", (THIRD,), finesse_ace_queen, needs=FRESH | CAN_WIN),
    Observation("T03", (THIRD,), no_finesse_against_partner, needs=FRESH | CAN_WIN),
    Observation("T04", (THIRD,), obligatory_finesse, needs=AGAIN | CAN_WIN),
    Observation("T05", (THIRD,), finesse_against_nothing, needs=CAN_WIN | RIGHT_OUT),
    Observation("T06", (THIRD,), finesse_at_score, needs=NEAR_END | CAN_WIN),
    Observation("T07", (THIRD,), unblock, needs=PLAIN_LED),
    Observation("I01", (THIRD,), rule_of_eleven, needs=FRESH | PLAIN_LED | SMALL_LED),
)

RETROSPECTS: Final[tuple[Retrospect, ...]] = ()
