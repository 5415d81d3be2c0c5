"""Coups, and other play that looks odd for a reason (C01 to C11).

The conditions are those of the catalogue (``catalogue/*.toml``), which names the sources.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from whistlog.cards import SUITS, Card
from whistlog.notes.observation import (
    BOSS,
    CAN_WIN,
    COMMAND,
    DISCARD,
    DRAWN,
    FOLLOWING,
    FOURTH,
    FOURTH_VOID,
    FRESH,
    HONOUR,
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
    Retrospect,
    Story,
)
from whistlog.notes.second import second_table
from whistlog.notes.values import Moment, Said, departs, follows, neutral
from whistlog.notes.view import (
    ACE,
    KING,
    KNAVE,
    QUEEN,
    SUIT,
    View,
    card_at,
    highest,
    lowest,
    ranks,
    suit_of,
)


def _enemy_led(view: View) -> bool:
    return (view.leader - view.seat) & 1 == 1


def bath(view: View, card: Card) -> Said | None:
    """C01: ace, knave and a small card wait on the king."""
    led = view.led
    if not _enemy_led(view) or view.rounds[led] or view.cards[0].rank != KING:
        return None
    if view.best != view.cards[0].bit:
        return None
    held = ranks(view.hand, led)
    if not (held >> ACE & 1 and held >> KNAVE & 1 and held & (1 << KNAVE) - 1):
        return None
    if not ranks(view.unseen(led), led) >> QUEEN & 1:
        return None
    king = view.cards[0]
    if card.rank < KNAVE:
        return follows(card=card, king=king)
    return departs(ace=card, king=king) if card.rank == ACE else None


def hold_up(view: View, card: Card) -> Said | None:
    """C09: the best card waits, where it can't be lost by waiting."""
    led = view.led
    if not _enemy_led(view) or (led != view.trump and view.trumps_out):
        return None
    if view.place == 1 and not view.rounds[led] and led != view.trump:
        return None  # second hand low
    if view.place == 1 and second_table(view, card) is not None:
        return None  # S02
    top = highest(view.legal)
    if view.partner_winning or not view.boss(top) or not top & view.winners:
        return None
    if card.bit & view.equals(top):
        return None
    return follows(card=card, boss=card_at(top))


def grand(view: View, card: Card) -> Said | None:
    """C03: near the end a trump too many is got rid of, on the partner's trick or below a ruff."""
    if view.trump < 0 or card.suit != view.trump or view.led == view.trump:
        return None
    trumps = view.trumps
    if view.hand.bit_count() > 5 or trumps.bit_count() < 2 or view.legal == trumps:
        return None
    if not view.trumps_out or view.void(view.rho, view.trump):
        return None
    under = bool(view.best & SUIT[view.trump]) and card.bit < view.best
    if not (view.mastered or under):
        return None
    return neutral("under" if under else "partner", card=card)


def place_the_lead(view: View, card: Card) -> Said | None:
    """C06: with a tenace in trumps a higher card is thrown, so as not to win a later round."""
    led = view.led
    if view.trump < 0 or led == view.trump or view.hand.bit_count() > 6:
        return None
    held = view.hand & SUIT[led]
    if held.bit_count() != 2 or card.bit != highest(held) or card.bit & view.winners:
        return None
    if card.bit & view.equals(lowest(held)):
        return None
    tenace = _tenace(view)
    return neutral(card=card, trumps=tenace) if tenace else None


def _tenace(view: View) -> tuple[Card, ...]:
    """The best trump and the third best, with the second one out."""
    out = view.trumps_out
    trumps = view.trumps
    second = highest(out)
    above, below = trumps & -second << 1 if second else 0, trumps & second - 1 if second else 0
    if above.bit_count() != 1 or not below or below < highest(out & ~second):
        return ()
    return card_at(above), card_at(highest(below))


def underplay(view: View, card: Card) -> Said | None:
    """C08: a small card is led from the best, once the suit has gone round."""
    suit = (card.bit.bit_length() - 1) // 13
    if not view.rounds[suit] or not view.unseen(suit):
        return None
    top = highest(view.hand & SUIT[suit])
    if not view.boss(top) or card.bit & view.equals(top):
        return None
    if view.can_ruff(view.lho, suit) or view.can_ruff(view.rho, suit):
        return None
    return neutral(card=card, boss=card_at(top))


def last_trump_thrown(view: View, card: Card) -> Said | None:
    """C10: a trump that loses is led near the end, and the lead with it."""
    if view.trump < 0 or card.suit != view.trump or not 2 <= view.hand.bit_count() <= 4:
        return None
    if view.boss(highest(view.trumps)) or view.trumps == view.hand:
        return None
    return neutral(card=card)


def cross_ruff(view: View, card: Card) -> Said | None:
    """C11: each partner is out of a suit that the other can lead."""
    suit = (card.bit.bit_length() - 1) // 13
    if not view.can_ruff(view.partner, suit) or not view.trumps or view.boss(card.bit):
        return None
    if view.can_ruff(view.lho, suit) or not view.trumps_out:
        return None
    for other in range(4):
        if other in (suit, view.trump) or view.hand & SUIT[other]:
            continue
        if not view.void(view.partner, other) and any(
            done.suit == other and done.card_of(view.seat).suit == view.trump for done in view.past
        ):
            return follows(card=card, own=SUITS[other], suit=SUITS[suit])
    return None


class _Threat(NamedTuple):
    """A card that one opponent alone keeps from winning, with no card to spare.

    Attributes:
        card: the card that threatens, as a bit.
        suit: its suit.
    """

    card: int
    suit: int


def _threats(hands: list[int], guard: int, suits: Iterable[int]) -> Iterator[_Threat]:
    """The cards that would win by length or rank if an opponent threw one more of their suit.

    Args:
        hands: what each seat holds.
        guard: the opponent.
        suits: those to look at.
    """
    other = (guard + 2) & 3
    for seat in ((guard + 1) & 3, (guard + 3) & 3):
        for suit in suits:
            own = hands[seat] & SUIT[suit]
            guarded = hands[guard] & SUIT[suit]
            outside = guarded | hands[other] & SUIT[suit]
            for nth in range(1, guarded.bit_count() + 1):
                top = highest(own)
                if not top:
                    break
                if top < outside:
                    beaten_by_other = top < hands[other] & SUIT[suit]
                    if nth == guarded.bit_count() and top < guarded and not beaten_by_other:
                        yield _Threat(top, suit)
                    break
                own ^= top


def squeeze(story: Story, discards: Sequence[Moment]) -> Iterator[tuple[Moment, Said]]:
    """C05: a discard that had to give up one of two guards, and the trick that came of it."""
    yield from ((found.moment, found.said) for found in _squeezes(story, discards))


def vienna(story: Story, discards: Sequence[Moment]) -> Iterator[tuple[Moment, Said]]:
    """C04: the best card was cashed, so that the partner's next one became the threat."""
    for found in _squeezes(story, discards):
        moments = {4 * m.trick + m.seat: m for m in story.moments}
        suit = suit_of(found.threat)
        partner = (found.owner + 2) & 3
        played = 0
        for number, done in enumerate(story.tricks[: found.moment.trick - 1], 1):
            card = done.card_of(partner)
            between = SUIT[suit] & card.bit - 1 & -found.threat << 1 & ~played
            played |= sum(c.bit for c in done.cards)
            # One card lay between them: the guard.
            if done.suit == suit and done.winner == partner and between.bit_count() == 1:
                moment = moments.get(4 * number + partner)
                if moment is not None and moment.view is not None and card.bit > found.threat:
                    yield moment, neutral(card=card, threat=card_at(found.threat))


class _Squeeze(NamedTuple):
    """A squeeze that worked.

    Attributes:
        moment: the discard.
        said: what is said of it.
        threat: the card that won in the end, as a bit.
        owner: who held it.
    """

    moment: Moment
    said: Said
    threat: int
    owner: int


def _squeezes(story: Story, discards: Sequence[Moment]) -> Iterator[_Squeeze]:
    if None in story.hands:
        return
    hands = [hand or 0 for hand in story.hands]
    for moment in discards:
        view, card, number = moment.view, moment.card, moment.trick
        if view is None or number > len(story.tricks):
            continue
        done = story.tricks[number - 1]
        if (done.leader ^ done.winner) & 1:
            continue  # the leader's side did not win it
        held = [hand & ~view.seen for hand in hands]
        found = _squeezed(story, number, moment.seat, card, held)
        if found is not None:
            owner = next(s for s in range(4) if held[s] & found.card)
            said = neutral(card=card, threat=card_at(found.card), suit=SUITS[found.suit])
            yield _Squeeze(moment, said, found.card, owner)


def _squeezed(story: Story, number: int, seat: int, card: Card, held: list[int]) -> _Threat | None:
    """The threat that a discard let through, where every card was a guard or a winner."""
    hand = held[seat]
    if story.trump >= 0 and hand & SUIT[story.trump]:
        return None
    thrown = card.code // 13
    if not any(_threats(held, seat, (thrown,))):
        return None
    threats = {threat.suit: threat for threat in _threats(held, seat, range(4))}
    if len(threats) < 2:
        return None
    for suit in range(4):
        own = hand & SUIT[suit]
        against = (held[(seat + 1) & 3] | held[(seat + 3) & 3]) & SUIT[suit]
        if own and suit not in threats and lowest(own) < against:
            return None  # there was a card to spare
    threat = threats[thrown]
    for later in story.tricks[number:]:
        for c in later.cards:
            if c.bit == threat.card:
                return threat if later.card_of(later.winner) is c else None
    return None


def deschapelles(story: Story, leads: Sequence[Moment]) -> Iterator[tuple[Moment, Said]]:
    """C02: an honour is given up to make an entry for the partner's suit."""
    for moment in leads:
        view, card = moment.view, moment.card
        if view is None:
            continue
        suit = card.code // 13
        theirs = view.own_suit[view.partner]
        if suit == theirs or card.rank == ACE or view.hand & SUIT[theirs]:
            continue
        if view.hand & (card.bit >> 1 | card.bit << 1) & SUIT[suit]:
            continue
        dealt = story.hands[view.partner]
        if dealt is None:
            continue
        left = dealt & ~view.seen
        own = left & SUIT[theirs]
        others = view.unseen(theirs) & ~own
        entry = left & SUIT[suit]
        if own.bit_count() >= 2 and others < lowest(own) and entry and highest(entry) < card.bit:
            yield moment, neutral(card=card, suit=SUITS[theirs])


OBSERVATIONS: Final[tuple[Observation, ...]] = (
    Observation("C01", (SECOND, FOURTH), bath, needs=FRESH | HONOUR_LED | CAN_WIN),
    Observation("C03", VOID, grand, needs=NEAR_END | PLAIN_LED, bars=DISCARD | DRAWN),
    Observation(
        "C06", FOLLOWING, place_the_lead, needs=NEAR_END | PLAIN_LED | TRUMPS, bars=WINS | DRAWN
    ),
    Observation("C08", (LEAD,), underplay, needs=COMMAND, bars=FRESH | BOSS),
    Observation("C09", (SECOND, FOURTH), hold_up, needs=CAN_WIN | NO_RUFF, bars=PARTNER_WINS),
    Observation("C10", (TRUMP,), last_trump_thrown, needs=NEAR_END, bars=COMMAND),
    Observation("C11", (LEAD,), cross_ruff, needs=RUFF_PARTNER | TRUMPS, bars=DRAWN),
)

RETROSPECTS: Final[tuple[Retrospect, ...]] = (
    Retrospect("C02", deschapelles, (PLAIN,), needs=PARTNERS | HONOUR, bars=BOSS),
    Retrospect("C04", vienna, (SECOND_VOID, FOURTH_VOID), needs=NEAR_END | DISCARD, bars=TRUMPS),
    Retrospect("C05", squeeze, (SECOND_VOID, FOURTH_VOID), needs=NEAR_END | DISCARD, bars=TRUMPS),
)
