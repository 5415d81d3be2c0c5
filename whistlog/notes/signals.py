"""The call for trumps and its answers (P01 to P04), and what was there to be seen (I02, I03).

The conditions are those of the catalogue (``catalogue/*.toml``), which names the sources.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from whistlog.cards import SEATS, SUITS, Card
from whistlog.notes.forces import strong_in_trumps
from whistlog.notes.observation import (
    AGAIN,
    CALLED,
    CAN_WIN,
    DRAWN,
    FRESH,
    HIGH,
    PLAIN,
    PLAIN_LED,
    RUFF,
    SECOND,
    THIRD,
    TRUMPS,
    Call,
    Observation,
    Remark,
    Retrospect,
    Story,
)
from whistlog.notes.values import Said, departs, follows, neutral
from whistlog.notes.view import ACE, KNAVE, SUIT, TOP, View, card_at

_HONOURS: Final = 0b1111 << KNAVE
_ACE: Final = 1 << ACE


def _said(call: Call, verdict: Said) -> Iterator[Remark]:
    """The notes on both cards of a call; on the first alone where the second was forced."""
    if call.forced:
        yield call.first, verdict
    else:
        yield call.first, neutral("begun", **verdict[2])
        yield call.second, verdict


def _calls(story: Story, *, in_trumps: bool = False) -> dict[int, Call]:
    """By seat, the first call of a player, in the order in which they were completed.

    Args:
        story: the deal.
        in_trumps: those among the trumps that fall on the leads of the partner.
    """
    found: dict[int, Call] = {}
    for call in story.calls:
        _, trick, _, seat, card, _ = story.plays[call.second]
        if (card.suit == story.trump) is in_trumps and trick <= len(story.tricks):
            found.setdefault(seat, call)
    return found


def _cards(story: Story, call: Call) -> dict[str, Any]:
    """The higher and the lower card of a call, as facts."""
    return {"first": story.plays[call.first][4], "second": story.plays[call.second][4]}


def _enough(trumps: int) -> bool:
    """Whether trumps are enough to call for them: four with two honours, five with one."""
    honours = (trumps & _HONOURS).bit_count()
    return trumps.bit_count() >= 6 - min(honours, 2)


def _split(story: Story) -> tuple[dict[int, Call], dict[int, Call]]:
    """The calls, and those that answer a call of the partner."""
    own: dict[int, Call] = {}
    answers: dict[int, Call] = {}
    for seat, call in _calls(story).items():
        (answers if seat ^ 2 in own else own)[seat] = call
    return own, answers


def call_for_trumps(story: Story, _: Sequence[View]) -> Iterator[Remark]:
    """P01: a card that was too high, and a lower one: lead trumps, partner."""
    if not story.calls:
        return
    for call in _split(story)[0].values():
        say = follows if _enough(call.trumps) else departs
        yield from _said(call, say(n=call.trumps.bit_count(), **_cards(story, call)))


def echo(story: Story, _: Sequence[View]) -> Iterator[Remark]:
    """P02: a call in answer to the partner's call or trump lead shows four trumps."""
    if not story.calls:
        return
    answers = [*_split(story)[1].items(), *_calls(story, in_trumps=True).items()]
    for seat, call in answers:
        n = ((story.hands[seat] or 0) & SUIT[story.trump]).bit_count()
        yield from _said(call, (follows if n >= 4 else departs)(n=n, **_cards(story, call)))


def call_ignored(view: View, card: Card) -> Said | None:
    """P04: the partner has called, and the first lead after it is no trump."""
    called, seat = view.called[view.partner], view.seat
    if view.rounds[view.trump] or any(done.leader == seat for done in view.past[called:]):
        return None
    return departs(card=card, trump=SUITS[view.trump])


def marked_void(view: View, card: Card) -> Said | None:
    """I02: a good card led into the ruff of the last player, who is known to be out of it."""
    suit, rho = view.suit, view.rho
    if not view.can_ruff(rho, suit) or view.void(view.partner, suit):
        return None
    if view.declared(1 - view.side) or strong_in_trumps(view, rho):
        return None  # to make strong trumps ruff is another matter (L18)
    for other in view.plain:
        held = view.hand[other]
        if held and other != suit:
            known = any(view.void(seat, other) for seat in (view.lho, view.partner, rho))
            if not known or (view.boss(other, TOP[held]) and not view.may_be_ruffed(other)):
                return departs(card=card, seat=SEATS[rho], suit=SUITS[suit])
    return None


def boss_unrecognised(story: Story, plays: Sequence[View]) -> Iterator[Remark]:
    """I03: the best card left of a suit was held back, and the enemy took the trick."""
    for view in plays:
        if view.number > len(story.tricks):
            continue
        led = view.led
        top = TOP[view.held]
        if top == _ACE or not view.boss(led, top) or top & view.alike:
            continue
        done = story.tricks[view.number - 1]
        if (done.winner ^ view.seat) & 1 and done.card_of(done.winner).suit == led:
            yield view.play, departs(card=view.card, boss=card_at(led, top))


OBSERVATIONS: Final[tuple[Observation, ...]] = (
    Observation("P04", (PLAIN,), call_ignored, needs=CALLED | TRUMPS),
    Observation("I02", (PLAIN,), marked_void, needs=HIGH | RUFF, bars=DRAWN),
)

RETROSPECTS: Final[tuple[Retrospect, ...]] = (
    Retrospect("P01", call_for_trumps),
    Retrospect("P02", echo),
    Retrospect(
        "I03", boss_unrecognised, (SECOND, THIRD), needs=PLAIN_LED | CAN_WIN, bars=FRESH | AGAIN
    ),
)
