"""What an observation is, and in which situations of the play it is asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from whistlog.cards import Card, Seat
from whistlog.notes.values import Moment, Said
from whistlog.notes.view import ACE, HAS, KNAVE, QUEEN, TEN, Done, View

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

_BIT: Final = tuple(1 << n for n in range(30))
"""No more, for the sake of speed (`whistlog.notes.view`)."""

FRESH, TURN_UP, TRUMPS, FOUR, DRAWN, NO_RUFF = _BIT[:6]
"""Conditions of any play. The suit led, or to be led, has not been led before. The card is a trump
of the dealer, who still has the turn-up. The player has trumps; four at least. He knows of no
trump that he has not; no opponent can have one, or they are led."""

EARLY, TABLE, LAST, ACE_HELD, COMMAND, BOSS, HIGH, LONG, ONE, FIVE = _BIT[6:16]
"""Conditions of a lead. The trick is one of the first eight. The suit is the player's to lead by
the table: four cards or more that nobody has led, or he has led it once. The card is his last of
it. He has its ace; the best card that is left; this is as good. It is a ten or higher. He has
three cards or more of a plain suit that his side has led. He has one trump; five at least."""

OWN, PARTNERS, OURS, RETURNS, ANSWERS, CALLED, ODD, DANGER = _BIT[16:24]
"""Conditions of a lead. The player, or the partner, has opened a plain suit. His side has opened
this suit; the partner has, and it is led for the second time. The partner was the first to lead
trumps; he has called for them. One trick more is the odd trick. The other side wins the game with
half of the tricks that are left, or fewer."""

PARTNER_OUT, LEFT_OUT, RUFF, RUFF_PARTNER = _BIT[24:28]
"""Conditions of a lead. Partner, or left opponent, is out of some suit. An opponent has shown that
he has none of this suit; the partner is known to have none."""

AGAIN, NEAR_END, PLAIN_LED, SMALL_LED, HONOUR_LED, CAN_WIN, WINS, TOUCHES = _BIT[6:14]
"""Conditions of other plays. The suit led has been led once before. The trick is one of the last
seven. A plain suit was led; a nine or lower; an honour below the ace. The player has a card that
wins for the moment; he plays one. He has another that is as good as the one that he plays."""

PARTNER_WINS, RUFFED, SPARE, TURNED, RIGHT_OUT = _BIT[14:19]
"""Conditions of other plays. The partner's card is winning; a ruff is. An honour is given away, or
kept when the trick is lost. An honour turned up is still in hand. Second hand has thrown a card
of another suit away."""

DISCARD, THROWN, DECLARED, GUARDED, COMMANDS, LAST_OF_PARTNERS = _BIT[19:25]
"""Conditions of other plays. The card is thrown away; one was before; the other side has declared
strength in trumps. There is a queen or better in hand. The card that is thrown away is the best
of three or more, and the next best is kept. The player has one card of the suit that the partner
has opened."""

_COUNT: Final = (0, TRUMPS, TRUMPS, TRUMPS, *(FOUR | TRUMPS,) * 10)
"""By number of trumps."""

_LEADERS: Final = (0, ONE | TRUMPS, *_COUNT[2:5], *(FIVE | FOUR | TRUMPS,) * 9)
"""The same of a leader."""

_DRAWN: Final = DRAWN | NO_RUFF
_WINNING: Final = CAN_WIN | WINS
_BEST: Final = COMMAND | BOSS

LAST_LONG: Final = 8
"""The last trick in which suits are led for their length."""

LAST_HONOUR: Final = 11
"""In the last two tricks it says nothing which card goes first."""

_HONOURS: Final = 0b1111 << KNAVE
_ACE: Final = 1 << ACE
_TEN: Final = 1 << TEN
_KNAVE: Final = 1 << KNAVE
_QUEEN: Final = 1 << QUEEN


def signs(view: View) -> tuple[int, int]:
    """The situation of a play that is no lead, as its place in `SITUATIONS`; and which of the
    conditions hold that observations ask for.

    They are what is plain to see, so that few observations are asked in vain.
    """
    led, trump, winners, suit, bit = view.led, view.trump, view.winners, view.suit, view.bit
    place, partners, number = view.place, view.partner_winning, view.number
    # No sign is found twice, so that they can be added up, which is faster than to combine them.
    found = _COUNT[view.trumps.bit_count()]
    rounds = view.rounds[led]
    if rounds < 2:
        found += AGAIN if rounds else FRESH
    if number > 6:
        found += NEAR_END
    if partners:
        found += PARTNER_WINS
    if not view.trumps_out:
        found += _DRAWN
    elif led == trump:
        found += NO_RUFF
    if led != trump:
        found += PLAIN_LED
    elif view.turn_held and view.turned.rank >= KNAVE:  # type: ignore[union-attr]  # it is held
        found += TURNED
    if suit == trump and view.turn_held and view.seat == view.dealer:
        found += TURN_UP
    if view.alike != bit:
        found += TOUCHES
    if suit == led:
        cards = view.cards
        first = cards[0].rank
        if first < TEN:
            found += SMALL_LED
        elif TEN < first < ACE:
            found += HONOUR_LED
        if winners:
            found += _WINNING if bit & winners else CAN_WIN
            if place == 2:
                second = cards[1].code // 13
                if second != led and second != trump:
                    found += RIGHT_OUT
            if partners and bit >= _KNAVE and number <= LAST_HONOUR:
                found += SPARE
        elif view.held & _HONOURS and number <= LAST_HONOUR:
            found += SPARE
        return place + place + 2, found
    if winners:
        found += _WINNING if suit == trump and bit & winners else CAN_WIN
    if view.best_suit != led:
        found += RUFFED
    if bit >= _KNAVE and number <= LAST_HONOUR:
        found += SPARE
    if suit != trump:
        found += DISCARD
        hand = view.hand
        theirs = view.own_suit[view.partner]
        if theirs >= 0 and hand[theirs].bit_count() == 1:
            found += LAST_OF_PARTNERS
        if view.thrown[view.seat]:
            found += THROWN
        if view.declared(1 - view.side):
            found += DECLARED
        if min(bit, view.held & ~bit) > view.out[suit] and view.held.bit_count() > 2:
            found += COMMANDS
        if max(hand) >= _QUEEN:
            found += GUARDED
    return place + place + 3, found


def signs_of_lead(view: View) -> tuple[int, int]:
    """The same of a lead."""
    suit, bit, held, seat = view.suit, view.bit, view.held, view.seat
    trump, partner, side, own = view.trump, view.partner, view.side, view.own_suit
    out, opener, number = view.out[suit], view.openers[suit], view.number
    found = _LEADERS[view.trumps.bit_count()]
    if opener < 0:
        found += FRESH
        if view.dealt[suit].bit_count() > 3:
            found += TABLE
    elif opener & 1 == side:
        found += OURS
        if view.rounds[suit] == 1:
            found += TABLE if opener == seat else RETURNS
    if number <= LAST_LONG:
        found += EARLY
    if held == bit:
        found += LAST
    if held >= _ACE:
        found += ACE_HELD
    if out < held:
        found += _BEST if out < bit else COMMAND
    if bit >= _TEN:
        found += HIGH
    if own[seat] >= 0:
        found += OWN
    if own[partner] >= 0:
        found += PARTNERS
    if view.trump_leader[side] == partner:
        found += ANSWERS
    if view.called[partner]:
        found += CALLED
    won = view.won[side]
    if won == view.book:
        found += ODD
    need = view.saving - won
    if need > 0 and number + 2 * need >= 16:
        found += DANGER
    voids = view.voids
    mine, left, right = voids[partner], HAS[voids[view.lho]], HAS[voids[view.rho]]
    if mine:
        found += PARTNER_OUT
    if not out or HAS[mine][suit]:
        found += RUFF_PARTNER
    if voids[view.lho]:
        found += LEFT_OUT
    if left[suit] or right[suit]:
        found += RUFF
    if not view.trumps_out:
        found += _DRAWN
    elif left[trump] and right[trump]:
        found += NO_RUFF
    first = 1 if HAS[view.leaders][seat] else 0
    if suit == trump:
        if view.turn_held and seat == view.dealer:
            found += TURN_UP
        return first + 2, found
    ours = view.leads[side]
    if ours:
        for other in view.plain:
            if HAS[ours][other] and view.hand[other].bit_count() > 2:
                return first, found + LONG
    return first, found


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


Remark = tuple[int, Said]
"""A play, by its place among the cards of the deal, and what is said of it."""


class Call(NamedTuple):
    """A card that was higher than it need be, and a lower one of its suit after it.

    The higher card could not win when it was played and its player, who had not led the suit to
    that trick, held a lower one, which fell on a later lead: in a plain suit before trumps were
    led, where it is a call for trumps, or of the trumps that fell on the leads of the partner.

    Attributes:
        first: the play of the higher card, by its place among the cards of the deal.
        second: that of the lower one.
        trumps: ranks of the trumps that the player held.
        forced: the second card was the last of its suit, so the first alone was a choice.
    """

    first: int
    second: int
    trumps: int
    forced: bool


Play = tuple[int, int, int, Seat, Card, View | None]
"""The fields of a `Moment`, which is made of those only of which something is said."""


class Story(NamedTuple):
    """A deal after its last card, for observations that look back.

    Attributes:
        plays: by place among the cards of the deal, the plays of those whose hands are known.
        tricks: the finished tricks.
        hands: by seat, the mask of the cards dealt, or None. Only observations that are marked
            ``hindsight`` in the catalogue may use the hands of others.
        won: tricks of each side, with those that were claimed.
        trump: the trump suit, or -1.
        calls: what may be a call for trumps or an answer to it, in the order of completion.
    """

    plays: Mapping[int, Play]
    tricks: tuple[Done, ...]
    hands: tuple[int | None, ...]
    won: tuple[int, int]
    trump: int
    calls: tuple[Call, ...]

    @property
    def moments(self) -> tuple[Moment, ...]:
        """The plays, in order."""
        return tuple(map(Moment._make, self.plays.values()))


class Retrospect(NamedTuple):
    """An observation that needs more than one play.

    Attributes:
        code: its entry in the catalogue.
        look: yields the plays that it remarks on, by their place among the cards of the deal, and
            what it says of each; of those that it is given, if it names situations.
        on: the situations of the plays with a choice that it is given: if there are none it is
            not asked. Empty for one that looks at the whole story.
        needs, bars: conditions of those plays, as in `Observation`.
    """

    code: str
    look: Callable[[Story, Sequence[View]], Iterable[Remark]]
    on: tuple[str, ...] = ()
    needs: int = 0
    bars: int = 0
