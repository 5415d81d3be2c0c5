"""The call for trumps and its answers (P01 to P04), and what was there to be seen (I02, I03).

The conditions are those of the catalogue (``catalogue/*.toml``), which names the sources.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

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
    Observation,
    Retrospect,
    Story,
)
from whistlog.notes.values import Moment, Said, departs, follows, neutral
from whistlog.notes.view import ACE, KNAVE, SUIT, TEN, View, card_at, highest, rank_of, ranks

_HONOURS: Final = 0b1111 << KNAVE


class Call(NamedTuple):
    """A card that was higher than it need be, and a lower one of its suit after it.

    Attributes:
        first: the play of the higher card.
        trumps: the caller's trumps before it, as thirteen bits.
        second: the play of the lower one.
        forced: the second card was the last of its suit, so the first alone was a choice.
    """

    first: Moment
    trumps: int
    second: Moment
    forced: bool

    def said(self, verdict: Said) -> Iterator[tuple[Moment, Said]]:
        """The notes on both cards; on the first alone where the second was forced."""
        if self.forced:
            yield self.first, verdict
        else:
            yield self.first, neutral("begun", **verdict.facts)
            yield self.second, verdict


def calls(story: Story, *, in_trumps: bool = False) -> Iterator[Call]:
    """The calls of a deal in the order in which they were completed, one a player.

    The higher card could not win when it was played and its player, who had not led the suit
    to that trick, held a lower one; the lower one fell on a later lead, before trumps were led.

    Args:
        story: the deal.
        in_trumps: look for the same among the trumps that fall on the leads of the partner.
    """
    trump = story.trump
    if not (_high_low(story) if in_trumps else story.called):
        return
    moments = {4 * m.trick + m.seat: m for m in story.moments}
    held = list(story.hands)
    begun: dict[tuple[int, int], tuple[Moment, int]] = {}
    made: set[int] = set()
    for number, done in enumerate(story.tricks, 1):
        if done.suit == trump and not in_trumps:
            return
        if in_trumps and done.suit != trump:
            # Of such a trick only the trumps matter that are gone afterwards.
            for place, card in enumerate(done.cards):
                hand = held[(done.leader + place) & 3]
                if card.suit == trump and hand:
                    held[(done.leader + place) & 3] = hand & ~card.bit
            continue
        winning = done.cards[0]
        for place, card in enumerate(done.cards):
            seat = (done.leader + place) & 3
            hand = held[seat]
            beats = card.suit == winning.suit and card.rank > winning.rank
            beats = beats or (card.suit == trump != winning.suit)
            looked = not in_trumps or place == 2
            moment = moments.get(4 * number + seat)
            if looked and place and hand and card.suit == done.suit and moment is not None:
                key = (seat, done.suit)
                if key in begun and card.rank < begun[key][0].card.rank:
                    if seat not in made:
                        forced = hand & SUIT[done.suit] == card.bit
                        yield Call(*begun[key], moment, forced)
                    made.add(seat)
                elif not beats and hand & SUIT[done.suit] & card.bit - 1:
                    begun[key] = (moment, ranks(hand, trump))
            if hand:
                held[seat] = hand & ~card.bit
            if beats:
                winning = card


def _high_low(story: Story) -> bool:
    """Whether a third hand played a trump to trumps, and later a lower one."""
    high: dict[int, int] = {}
    for leader, cards, suit, _ in story.tricks:
        if suit == story.trump and cards[2].code // 13 == suit:
            rank = cards[2].rank
            if rank < high.get(leader, 0):
                return True
            high[leader] = rank if leader not in high else max(rank, high[leader])
    return False


def _enough(trumps: int) -> bool:
    """Whether trumps are enough to call for them: four with two honours, five with one."""
    honours = (trumps & _HONOURS).bit_count()
    return trumps.bit_count() >= 6 - min(honours, 2)


def _split(story: Story) -> tuple[list[Call], list[Call]]:
    """The calls, and those that answer a call of the partner."""
    own: list[Call] = []
    echoes: list[Call] = []
    for call in calls(story):
        asked = any(c.first.seat.partner is call.first.seat for c in own)
        (echoes if asked else own).append(call)
    return own, echoes


def call_for_trumps(story: Story, _: Sequence[Moment]) -> Iterator[tuple[Moment, Said]]:
    """P01: a card that was too high, and a lower one: lead trumps, partner."""
    if story.trump < 0:
        return
    for call in _split(story)[0]:
        say = follows if _enough(call.trumps) else departs
        cards: dict[str, Any] = {"first": call.first.card, "second": call.second.card}
        yield from call.said(say(n=call.trumps.bit_count(), **cards))


def echo(story: Story, _: Sequence[Moment]) -> Iterator[tuple[Moment, Said]]:
    """P02: a call in answer to the partner's call or trump lead shows four trumps."""
    if story.trump < 0:
        return
    # Partners both called, the first for trumps and the second in answer.
    found = _split(story)[1] if story.called & story.called >> 2 else []
    found += calls(story, in_trumps=True)
    for call in found:
        n = ((story.hands[call.first.seat] or 0) & SUIT[story.trump]).bit_count()
        cards: dict[str, Any] = {"first": call.first.card, "second": call.second.card}
        yield from call.said((follows if n >= 4 else departs)(n=n, **cards))


def call_ignored(view: View, card: Card) -> Said | None:
    """P04: the partner has called, and the first lead after it is no trump."""
    called = view.called[view.partner]
    if not called or not view.trumps or view.rounds[view.trump]:
        return None
    if any(done.leader == view.seat for done in view.past[called:]):
        return None
    if card.suit == view.trump:
        return None
    return departs(card=card, trump=SUITS[view.trump])


def marked_void(view: View, card: Card) -> Said | None:
    """I02: a good card led into the ruff of the last player, who is known to be out of it."""
    suit = (card.bit.bit_length() - 1) // 13
    if card.rank < TEN or suit == view.trump or not view.can_ruff(view.rho, suit):
        return None
    if view.void(view.partner, suit) or not view.trumps_out:
        return None
    if view.declared(1 - view.side) or strong_in_trumps(view, view.rho):
        return None  # to make strong trumps ruff is another matter (L18)
    for other in range(4):
        held = view.hand & SUIT[other]
        if held and other not in (suit, view.trump):
            known = any(view.void(seat, other) for seat in (view.lho, view.partner, view.rho))
            if not known or view.safe_boss(highest(held)):
                return departs(card=card, seat=SEATS[view.rho], suit=SUITS[suit])
    return None


def boss_unrecognised(story: Story, plays: Sequence[Moment]) -> Iterator[tuple[Moment, Said]]:
    """I03: the best card left of a suit was held back, and the enemy took the trick."""
    for moment in plays:
        view, card = moment.view, moment.card
        if view is None or moment.trick > len(story.tricks):
            continue
        led = view.led
        top = highest(view.legal)
        if rank_of(top) == ACE or not view.boss(top) or card.bit & view.equals(top):
            continue
        if not view.beats(top) or story.tricks[moment.trick - 1].winner & 1 == view.side:
            continue
        won = story.tricks[moment.trick - 1].card_of(story.tricks[moment.trick - 1].winner)
        if won.suit == led:
            yield moment, departs(card=card, boss=card_at(top))


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
