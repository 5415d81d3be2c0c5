"""What an observation is, and in which situations of the play it is asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

from whistlog.cards import Card
from whistlog.notes.values import Moment, Said
from whistlog.notes.view import ACE, KNAVE, SUIT, TEN, Done, View

LEAD: Final = "lead"
OPENING: Final = "opening"
PLAIN: Final = "plain"
PLAIN_OPENING: Final = "plain-opening"
PLAIN_LATER: Final = "plain-later"
TRUMP: Final = "trump"
"""The player leads: any card, at his first lead in the deal, or a card of a plain suit, also by
whether it is his first lead, or a trump."""

SECOND: Final = "second"
THIRD: Final = "third"
FOURTH: Final = "fourth"
"""The player follows suit."""

SECOND_VOID: Final = "second-void"
THIRD_VOID: Final = "third-void"
FOURTH_VOID: Final = "fourth-void"
"""The player has none of the suit led, and ruffs or discards."""

FOLLOWING: Final = (SECOND, THIRD, FOURTH)
VOID: Final = (SECOND_VOID, THIRD_VOID, FOURTH_VOID)

SITUATIONS: Final[tuple[tuple[str, ...], ...]] = (
    (LEAD, PLAIN, OPENING, PLAIN_OPENING),
    (LEAD, PLAIN, PLAIN_LATER),
    (LEAD, TRUMP, OPENING),
    (LEAD, TRUMP),
    (SECOND,),
    (SECOND_VOID,),
    (THIRD,),
    (THIRD_VOID,),
    (FOURTH,),
    (FOURTH_VOID,),
)
"""The names of each. Of a leader: a plain suit at his first lead, later, and trumps at his first
lead, later. Of the others by place: following suit, and void of the suit led."""

_BIT: Final = tuple(1 << n for n in range(4, 40))
"""The four lowest bits of the signs of a play are the place of its situation in `SITUATIONS`."""

FRESH, AGAIN, NEAR_END, PARTNERS, HONOUR, TURN_UP, ONE, TRUMPS, FOUR, FIVE, DRAWN, NO_RUFF = _BIT[
    :12
]
"""Conditions of any play. The suit led, or to be led, has not been led before; it has been led
once. The trick is one of the last seven. The player has one trump; any; four at least; five at
least. He knows of no trump that he has not; no opponent can have one, or they are led. The partner
has opened a plain suit. The card is an honour, the ten not among them. It is a trump of the
dealer, who still has the turn-up."""

EARLY, TABLE, LAST, ACE_HELD, COMMAND, BOSS, HIGH = _BIT[12:19]
"""Conditions of a lead. The trick is one of the first eight. The suit is the player's to lead by
the table: four cards or more that nobody has led, or he has led it once. The card is his last of
it. He has its ace; the best card that is left; this is as good. It is a ten or higher."""

OWN, OURS, RETURNS, ANSWERS, CALLED, ODD, SCORE = _BIT[19:26]
"""Conditions of a lead. The player has opened a plain suit before. His side has opened this suit;
the partner has, and it is led for the second time. The partner was the first to lead trumps; he
has called for them. One trick more is the odd trick. The score is known."""

PARTNER_OUT, LEFT_OUT, RUFF, RUFF_PARTNER = _BIT[26:30]
"""Conditions of a lead. Partner, or left opponent, is out of some suit. An opponent has shown that
he has none of this suit; the partner is known to have none."""

PLAIN_LED, SMALL_LED, HONOUR_LED, CAN_WIN, WINS, PARTNER_WINS, RUFFED = _BIT[12:19]
"""Conditions of other plays. A plain suit was led; a nine or lower; an honour below the ace. The
player has a card that wins for the moment; he plays one. The partner's is winning; a ruff is."""

SPARE, DISCARD, THROWN, DECLARED, TURNED = _BIT[19:24]
"""Conditions of other plays. There is an honour to be given away. The card is thrown away; one was
before; the other side has declared strength in trumps. An honour turned up is still in hand."""

_COUNT: Final = (0, ONE | TRUMPS, TRUMPS, TRUMPS, FOUR | TRUMPS, *(FIVE | FOUR | TRUMPS,) * 9)
"""By number of trumps."""

LAST_LONG: Final = 8
"""The last trick in which suits are led for their length."""

LAST_HONOUR: Final = 11
"""In the last two tricks it says nothing which card goes first."""

_HONOURS: Final = sum(0xF << 13 * suit + KNAVE for suit in range(4))
_ACES: Final = sum(1 << 13 * suit + ACE for suit in range(4))


def signs(view: View, card: Card) -> int:
    """The situation of a play, and which of the conditions hold that observations ask for.

    They are what is plain to see, so that few observations are asked in vain.
    """
    bit, suit = card.bit, card.code // 13
    seat, trump, partner = view.seat, view.trump, view.partner
    found = _COUNT[view.trumps.bit_count()]
    if view.number > 6:
        found |= NEAR_END
    if not view.trumps_out:
        found |= DRAWN | NO_RUFF
    if view.own_suit[partner] >= 0:
        found |= PARTNERS
    if card.rank >= KNAVE:
        found |= HONOUR
    if suit == trump and seat == view.dealer and view.turn_held:
        found |= TURN_UP
    place = view.place
    if place:
        led, winners = view.led, view.winners
        rounds = view.rounds[led]
        found |= (FRESH if not rounds else AGAIN if rounds == 1 else 0) + place + place
        if winners:
            found |= CAN_WIN | WINS if bit & winners else CAN_WIN
        if view.partner_winning:
            found |= PARTNER_WINS
        if led != trump:
            found |= PLAIN_LED
        else:
            found |= NO_RUFF
            if view.turn_held and view.turned.rank >= KNAVE:  # type: ignore[union-attr]
                found |= TURNED
        if suit == led:
            first = view.cards[0].rank
            if first < TEN:
                found |= SMALL_LED
            elif TEN < first < ACE:
                found |= HONOUR_LED
            if (
                view.legal & _HONOURS
                and (not winners or view.partner_winning)
                and view.number <= LAST_HONOUR
            ):
                found |= SPARE
            return found + 2
        if view.best & ~SUIT[led]:
            found |= RUFFED
        if suit != trump:
            found |= DISCARD
            if view.thrown[seat]:
                found |= THROWN
            if view.declared(1 - view.side):
                found |= DECLARED
        if card.rank >= KNAVE and view.number <= LAST_HONOUR:
            found |= SPARE
        return found + 3

    mask = SUIT[suit]
    out, held, opener = view.out & mask, view.hand & mask, view.openers[suit]
    if opener < 0:
        found |= FRESH
        if (view.original & mask).bit_count() > 3:
            found |= TABLE
    elif opener & 1 == view.side:
        found |= OURS
        if view.rounds[suit] == 1:
            found |= AGAIN | TABLE if opener == seat else AGAIN | RETURNS
    if view.number <= LAST_LONG:
        found |= EARLY
    if held == bit:
        found |= LAST
    if held & _ACES:
        found |= ACE_HELD
    if out < held:
        found |= COMMAND | BOSS if out < bit else COMMAND
    if card.rank >= TEN:
        found |= HIGH
    if view.own_suit[seat] >= 0:
        found |= OWN
    if view.trump_leader[view.side] == partner:
        found |= ANSWERS
    if view.called[partner]:
        found |= CALLED
    if view.won[view.side] == view.book:
        found |= ODD
    if view.score is not None:
        found |= SCORE
    voids = view.voids
    mine, left, right = voids[partner], voids[view.lho], voids[view.rho]
    if mine:
        found |= PARTNER_OUT
        if mine >> suit & 1:
            found |= RUFF_PARTNER
    if not out:
        found |= RUFF_PARTNER
    if left:
        found |= LEFT_OUT
        if trump >= 0 and left & right & 1 << trump:
            found |= NO_RUFF
    if (left | right) >> suit & 1:
        found |= RUFF
    return found + (view.leaders >> seat & 1) + (2 if suit == trump else 0)


class Observation(NamedTuple):
    """One observation of single plays.

    Attributes:
        code: its entry in the catalogue.
        on: the situations in which it is asked.
        look: what it says of a card, given what its player could know; None where it has
            nothing to say. It is never asked where there was no choice.
        needs: conditions that must hold, or it is not asked.
        bars: conditions of which none may hold.
    """

    code: str
    on: tuple[str, ...]
    look: Callable[[View, Card], Said | None]
    needs: int = 0
    bars: int = 0


class Story(NamedTuple):
    """A deal after its last card, for observations that look back.

    Attributes:
        moments: the plays of those whose hands are known, in order.
        tricks: the finished tricks.
        hands: by seat, the mask of the cards dealt, or None. Only observations that are marked
            ``hindsight`` in the catalogue may use the hands of others.
        won: tricks of each side, with those that were claimed.
        trump: the trump suit, or -1.
        called: bits ``1 << seat`` of those whose cards may be a call for trumps (`View.called`).
    """

    moments: tuple[Moment, ...]
    tricks: tuple[Done, ...]
    hands: tuple[int | None, ...]
    won: tuple[int, int]
    trump: int
    called: int


class Retrospect(NamedTuple):
    """An observation that needs more than one play.

    Attributes:
        code: its entry in the catalogue.
        look: yields the moments that it remarks on, and what it says of each; of those that it
            is given, if it names situations.
        on: the situations of the plays with a choice that it is given: if there are none it is
            not asked. Empty for one that looks at the whole story.
        needs, bars: conditions of those plays, as in `Observation`.
    """

    code: str
    look: Callable[[Story, Sequence[Moment]], Iterable[tuple[Moment, Said]]]
    on: tuple[str, ...] = ()
    needs: int = 0
    bars: int = 0
