"""Coups, and other play that looks odd for a reason (C01 to C11).

The conditions are those of the catalogue (``catalogue/*.toml``), which names the sources.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from whistlog.cards import SUITS, Card
from whistlog.notes.observation import (
    BOSS,
    CAN_WIN,
    COMMAND,
    DISCARD,
    DRAWN,
    EARLY,
    FOLLOWING,
    FOURTH,
    FOURTH_VOID,
    FRESH,
    HIGH,
    HONOUR_LED,
    LEAD,
    NEAR_END,
    NO_RUFF,
    PARTNER_WINS,
    PARTNERS,
    PLAIN,
    PLAIN_LED,
    RUFF_PARTNER,
    SECOND,
    SECOND_VOID,
    TRUMP,
    TRUMPS,
    VOID,
    WINS,
    Observation,
    Remark,
    Retrospect,
    Story,
)
from whistlog.notes.second import second_table
from whistlog.notes.values import Said, departs, follows, neutral
from whistlog.notes.view import (
    ACE,
    KING,
    KNAVE,
    LOW,
    QUEEN,
    SUIT,
    TOP,
    View,
    card_at,
)


def _enemy_led(view: View) -> bool:
    return (view.leader - view.seat) & 1 == 1


def bath(view: View, card: Card) -> Said | None:
    """C01: ace, knave and a small card wait on the king."""
    king, held = view.cards[0], view.held
    if king.rank != KING or view.best != 1 << KING or not _enemy_led(view):
        return None
    if not (held >> ACE & 1 and held >> KNAVE & 1 and held & (1 << KNAVE) - 1):
        return None
    if not view.out[view.led] >> QUEEN & 1:
        return None
    if card.rank < KNAVE:
        return follows(card=card, king=king)
    return departs(ace=card, king=king) if card.rank == ACE else None


def hold_up(view: View, card: Card) -> Said | None:
    """C09: the best card waits, where it can't be lost by waiting."""
    led = view.led
    top = TOP[view.held]
    if top & view.alike or not view.boss(led, top) or not _enemy_led(view):
        return None
    if view.place == 1 and led != view.trump and not view.rounds[led]:
        return None  # second hand low
    if view.place == 1 and second_table(view, card) is not None:
        return None  # S02
    return follows(card=card, boss=card_at(led, top))


def grand(view: View, card: Card) -> Said | None:
    """C03: near the end a trump too many is got rid of, on the partner's trick or below a ruff."""
    trumps, trump = view.trumps, view.trump
    if view.number < 9 or not trumps & trumps - 1 or view.hand.count(0) == 3:
        return None
    if view.void(view.rho, trump):
        return None
    under = view.best_suit == trump and view.bit < view.best
    if not (view.mastered or under):
        return None
    return neutral("under" if under else "partner", card=card)


def place_the_lead(view: View, card: Card) -> Said | None:
    """C06: with a tenace in trumps a higher card is thrown, so as not to win a later round."""
    held = view.held
    if view.number < 8 or held.bit_count() != 2 or view.bit != TOP[held] or view.alike == held:
        return None
    tenace = _tenace(view)
    return neutral(card=card, trumps=tenace) if tenace else None


def _tenace(view: View) -> tuple[Card, ...]:
    """The best trump and the third best, with the second one out."""
    out, trumps = view.trumps_out, view.trumps
    second = TOP[out]
    above, below = trumps & -second, TOP[trumps & second - 1]
    if above.bit_count() != 1 or below < TOP[out & ~second] or not below:
        return ()
    return card_at(view.trump, above), card_at(view.trump, below)


def underplay(view: View, card: Card) -> Said | None:
    """C08: a small card is led from the best, once the suit has gone round."""
    suit = view.suit
    if not view.out[suit] or view.may_be_ruffed(suit):
        return None
    return neutral(card=card, boss=card_at(suit, TOP[view.held]))


def last_trump_thrown(view: View, card: Card) -> Said | None:
    """C10: a trump that loses is led near the end, and the lead with it."""
    return neutral(card=card) if 10 <= view.number <= 12 and view.hand.count(0) < 3 else None


def cross_ruff(view: View, card: Card) -> Said | None:
    """C11: each partner is out of a suit that the other can lead."""
    suit, trump = view.suit, view.trump
    if (
        not view.can_ruff(view.partner, suit)
        or view.boss(suit, view.bit)
        or view.can_ruff(view.lho, suit)
    ):
        return None
    for other in view.plain:
        if other == suit or view.hand[other] or view.void(view.partner, other):
            continue
        if any(done.suit == other and done.card_of(view.seat).suit == trump for done in view.past):
            return follows(card=card, own=SUITS[other], suit=SUITS[suit])
    return None


def _held(story: Story, view: View, seat: int, suit: int) -> int:
    """The ranks of a suit that another seat still holds, all hands open."""
    return (story.hands[seat] or 0) >> 13 * suit & view.out[suit]


def _threat(story: Story, view: View, suit: int) -> tuple[int, int]:
    """The card that would win by length or rank if a player threw one more of its suit, whose
    partner does not guard it.

    Returns:
        Its rank, as a bit, and its seat; zeros if there is none.
    """
    guards = view.hand[suit]
    spare = guards.bit_count() - 1
    found = (0, 0)
    if spare < 0:
        return found
    others = _held(story, view, view.partner, suit)
    for seat in (view.lho, view.rho):
        own = _held(story, view, seat, suit)
        if own.bit_count() <= spare:
            continue
        for _ in range(spare):
            if own < guards | others:
                break  # the first cards of its suit are not the best
            own -= TOP[own]
        else:
            top = TOP[own]
            if others < top < guards:
                found = (top, seat)
    return found


class _Squeeze(NamedTuple):
    """A squeeze that worked.

    Attributes:
        view: of the discard.
        threat: the card that won in the end.
        owner: who held it.
    """

    view: View
    threat: Card
    owner: int


def squeeze(story: Story, discards: Sequence[View]) -> Iterator[Remark]:
    """C05: a discard that had to give up one of two guards, and the trick that came of it."""
    for view, threat, _ in _squeezes(story, discards):
        yield view.play, neutral(card=view.card, threat=threat, suit=threat.suit)


def vienna(story: Story, discards: Sequence[View]) -> Iterator[Remark]:
    """C04: the best card was cashed, so that the partner's next one became the threat."""
    for view, threat, owner in _squeezes(story, discards):
        partner = owner ^ 2
        played = 0
        for at, done in enumerate(story.tricks[: view.number - 1]):
            card = done.card_of(partner)
            between = SUIT[done.suit] & card.bit - 1 & -threat.bit << 1 & ~played
            played |= sum(c.bit for c in done.cards)
            # One card lay between them: the guard.
            if threat.suit == done.suit and done.winner == partner and between.bit_count() == 1:
                play = 4 * at + (partner - done.leader & 3)
                chosen = play in story.plays and story.plays[play][5] is not None
                if chosen and card.bit > threat.bit:
                    yield play, neutral(card=card, threat=threat)


def _squeezes(story: Story, discards: Sequence[View]) -> Iterator[_Squeeze]:
    if None in story.hands:
        return
    for view in discards:
        if view.number > len(story.tricks):
            continue
        done = story.tricks[view.number - 1]
        if (done.leader ^ done.winner) & 1:
            continue  # the leader's side did not win it
        bit, owner = _threat(story, view, view.suit)
        if bit and _guards_all(story, view):
            threat = card_at(view.suit, bit)
            if _won(story, view, threat):
                yield _Squeeze(view, threat, owner)


def _guards_all(story: Story, view: View) -> bool:
    """Whether every card of a player who guards the suit of his discard was a guard or a winner,
    and more than one suit is guarded."""
    others = [suit for suit in range(4) if suit != view.suit]
    guarded = [suit for suit in others if _threat(story, view, suit)[0]]
    for suit in others:
        held = view.hand[suit]
        if held and suit not in guarded:
            against = [_held(story, view, seat, suit) for seat in (view.lho, view.rho)]
            if LOW[held] < max(against):
                return False  # there was a card to spare
    return bool(guarded)


def _won(story: Story, view: View, card: Card) -> bool:
    """Whether a card won a trick after a play."""
    for trick in story.tricks[view.number :]:
        if card in trick.cards:
            return trick.card_of(trick.winner) is card
    return False


def deschapelles(story: Story, leads: Sequence[View]) -> Iterator[Remark]:
    """C02: an honour is given up to make an entry for the partner's suit."""
    for view in leads:
        card = view.card
        if not KNAVE <= card.rank < ACE:
            continue
        suit, bit = view.suit, view.bit
        theirs = view.own_suit[view.partner]
        if suit == theirs or view.hand[theirs] or view.held & (bit >> 1 | bit << 1):
            continue
        if story.hands[view.partner] is None:
            continue
        own, entry = (_held(story, view, view.partner, s) for s in (theirs, suit))
        others = view.out[theirs] & ~own
        if own.bit_count() >= 2 and others < LOW[own] and 0 < entry < bit:
            yield view.play, neutral(card=card, suit=SUITS[theirs])


OBSERVATIONS: Final[tuple[Observation, ...]] = (
    Observation("C01", (SECOND, FOURTH), bath, needs=FRESH | HONOUR_LED | CAN_WIN),
    Observation("C03", VOID, grand, needs=NEAR_END | PLAIN_LED, bars=DISCARD | DRAWN),
    Observation(
        "C06", FOLLOWING, place_the_lead, needs=NEAR_END | PLAIN_LED | TRUMPS, bars=WINS | DRAWN
    ),
    Observation("C08", (LEAD,), underplay, needs=COMMAND, bars=FRESH | BOSS),
    Observation("C09", (SECOND, FOURTH), hold_up, needs=CAN_WIN | NO_RUFF, bars=PARTNER_WINS),
    Observation("C10", (TRUMP,), last_trump_thrown, bars=EARLY | COMMAND),
    Observation("C11", (LEAD,), cross_ruff, needs=RUFF_PARTNER | TRUMPS, bars=DRAWN),
)

RETROSPECTS: Final[tuple[Retrospect, ...]] = (
    Retrospect("C02", deschapelles, (PLAIN,), needs=PARTNERS | HIGH, bars=BOSS),
    Retrospect("C04", vienna, (SECOND_VOID, FOURTH_VOID), needs=NEAR_END | DISCARD, bars=TRUMPS),
    Retrospect("C05", squeeze, (SECOND_VOID, FOURTH_VOID), needs=NEAR_END | DISCARD, bars=TRUMPS),
)
