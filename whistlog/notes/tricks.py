"""Fourth hand, and what holds in every place (F01, F02, G01 to G11).

The conditions are those of the catalogue (``catalogue/*.toml``), which names the sources.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from whistlog.cards import SUITS, Card
from whistlog.notes.forces import makes_partner_ruff
from whistlog.notes.leads import change_of_suit, strong_holding
from whistlog.notes.observation import (
    CAN_WIN,
    FOLLOWING,
    FOUR,
    FOURTH,
    FOURTH_VOID,
    LAST_HONOUR,
    LEAD,
    LONG,
    NO_RUFF,
    PARTNER_WINS,
    PLAIN,
    PLAIN_LED,
    RUFFED,
    SECOND,
    SECOND_VOID,
    SPARE,
    THIRD,
    THIRD_VOID,
    TOUCHES,
    TRUMP,
    TRUMPS,
    TURN_UP,
    TURNED,
    VOID,
    WINS,
    Observation,
    Remark,
    Retrospect,
    Story,
)
from whistlog.notes.returns import return_partner
from whistlog.notes.values import DEPARTS, PLAIN_FOLLOWS, Said, departs, follows
from whistlog.notes.view import ACE, KNAVE, LOW, TEN, TOP, View, card_at

_EIGHT: Final = TEN - 2
_SOONEST: Final = 4
"""Before this trick no trumps can be gone that matter."""

_ACE: Final = 1 << ACE
_TEN: Final = 1 << TEN
_KNAVE: Final = 1 << KNAVE


def _thrown_honour(view: View) -> bool:
    """Whether a card that doesn't win is a high one, while a lower card of its suit that is not
    as good may be played (G05)."""
    bit = view.bit
    if bit < _KNAVE or view.number > LAST_HONOUR:
        return False
    if view.suit == view.led:
        if (view.winners and not view.partner_winning) or bit & view.winners:
            return False
    elif view.suit == view.trump and bit & view.winners:
        return False
    return LOW[view.held] < LOW[view.alike]


def fourth_cheap(view: View, card: Card) -> Said | None:
    """F01: fourth hand wins as cheaply as possible."""
    winners, suit, led = view.winners, view.suit, view.led
    cheapest = LOW[winners]
    if view.hand[led]:
        if cheapest & view.alike:
            return PLAIN_FOLLOWS
        key = DEPARTS if view.bit & winners else "lost"
        return departs(key, card=card, named=card_at(led, cheapest))
    if suit != view.trump or not view.bit & winners:
        return None
    if cheapest & view.alike:
        return PLAIN_FOLLOWS if winners & ~view.alike else None
    return departs(card=card, named=card_at(suit, cheapest))


def fourth_no_waste(view: View, card: Card) -> Said | None:
    """F02: fourth hand plays the lowest when the partner has the trick."""
    low = LOW[view.held]
    if low & view.alike:
        return PLAIN_FOLLOWS
    if view.bit & view.winners or _thrown_honour(view):
        return None  # G03, G05
    severity = 1 if card.rank <= _EIGHT else None
    return departs(severity=severity, card=card, lowest=card_at(view.suit, low))


def lowest_of_equals(view: View, card: Card) -> Said | None:
    """G01: of touching cards the lowest wins."""
    bit = view.bit
    low = LOW[view.alike]
    if view.place >= 2 and (view.mastered or (view.place == 3 and low != LOW[view.winners])):
        return None  # G03, G04, F01
    if low == bit:
        return PLAIN_FOLLOWS
    return departs(card=card, named=card_at(view.suit, low))


def lowest_when_losing(view: View, card: Card) -> Said | None:
    """G02: who can't win plays the lowest."""
    if view.place == 3 and view.partner_winning:
        return None
    low = LOW[view.held]
    if low & view.alike:
        return PLAIN_FOLLOWS
    if _thrown_honour(view):
        return None  # G05
    return departs(card=card, lowest=card_at(view.suit, low))


def overtakes_partner(view: View, card: Card) -> Said | None:
    """G03: the partner's card is left to win when it is sure to."""
    best = view.best
    if view.winners == view.held or not view.mastered:
        return None
    if view.bit < best:
        return PLAIN_FOLLOWS
    severity = None if view.place == 3 else 1
    return departs(severity=severity, card=card, partner=card_at(view.led, best))


def ruffs_partner(view: View, card: Card) -> Said | None:
    """G04: a trick that the partner is sure of is not ruffed."""
    if not view.mastered or (view.winners == view.trumps and view.hand.count(0) == 3):
        return None
    if view.suit != view.trump or not view.bit & view.winners:
        return PLAIN_FOLLOWS
    severity = None if view.place == 3 else 1
    return departs(severity=severity, card=card, partner=card_at(view.best_suit, view.best))


def honour_thrown(view: View, card: Card) -> Said | None:
    """G05: no high card is given away while a lower one may be played."""
    if view.bit < _KNAVE:
        return PLAIN_FOLLOWS
    if _thrown_honour(view):
        return departs(severity=None if card.rank > KNAVE else 1, card=card)
    return None


def keeps_turn_up(view: View, card: Card) -> Said | None:
    """G06: the dealer plays another trump rather than the turn-up, if they are equal."""
    turned, alike = view.turned, view.alike
    assert turned is not None
    bit = 1 << turned.rank
    if not alike & bit or alike == bit or view.declared(1 - view.side):
        return None
    if card is turned:
        if view.place and bit & view.winners and bit == LOW[alike]:
            return None  # G01
        return departs(card=card, named=card_at(view.suit, LOW[alike & ~bit]))
    return follows(card=card, turned=turned)


def remembers_turn_up(view: View, card: Card) -> Said | None:
    """G07: an honour turned up lies where it lies."""
    dealer, led = view.dealer, view.led
    if led != view.trump or not view.turn_held or dealer == view.seat:
        return None
    turned = view.turned
    assert turned is not None
    if turned.rank < KNAVE or (view.place == 1 and dealer == view.partner):
        return None
    winners, honour = view.winners, 1 << turned.rank
    top = LOW[winners & -honour]
    low = TOP[winners & honour - 1]
    if not top or not low or view.out[led] & top - 1 & -low != honour:
        return None
    # The card need not be the one that was played (`lowest_as_good`).
    bit = 1 << card.rank
    behind = dealer == view.lho
    if bit & view.equals(led, low):
        if behind:
            return departs("behind", card=card, turned=turned)
        return follows("safe", card=card, turned=turned)
    if bit & view.equals(led, top):
        if not behind:
            named = card_at(led, view.lowest_equal(led, low))
            return departs("needless", card=card, turned=turned, named=named)
        if view.place == 2:
            return follows("high", card=card, turned=turned)
    return None


def lowest_as_good(view: View, bit: int) -> Card:
    """The lowest card of the suit led that is as good as one: an honour of trumps between them
    that was turned up counts for nothing where it does not lie behind (G07)."""
    card = card_at(view.led, view.lowest_equal(view.led, bit))
    said = remembers_turn_up(view, card)
    if said is None:
        return card
    _, key, facts, _ = said
    named: Card = facts["named"] if key == "needless" else card
    return named


def boss_never_made(story: Story, leads: Sequence[View]) -> Iterator[Remark]:
    """G08: what has become the best of its suit is cashed while nobody can ruff it."""
    told: set[tuple[int, Card]] = set()
    for view in leads:
        if view.number < _SOONEST and view.trump >= 0:
            continue
        bosses = _counted(view)
        if not bosses:
            continue
        if view.boss(view.suit, view.bit):
            if view.card in bosses and _holds_less(view):
                yield view.play, PLAIN_FOLLOWS
            continue
        for boss in bosses:
            if (view.seat, boss) not in told and _lost(story, view, boss):
                told.add((view.seat, boss))
                yield view.play, departs(card=view.card, boss=boss)
                break


def _counted(view: View) -> list[Card]:
    """The plain cards of a leader that have become the best of their suits, aces not among
    them."""
    found = []
    for suit in view.plain:
        held = view.hand[suit]
        if view.out[suit] < held < _ACE:
            found.append(card_at(suit, TOP[held]))
    return found


def _holds_less(view: View) -> bool:
    """Whether the player holds a card that is not the best of its suit."""
    return any(held > 0 and LOW[held] < out for held, out in zip(view.hand, view.out))


def _lost(story: Story, view: View, card: Card) -> bool:
    """Whether a card went later to a trick that the other side won."""
    for trick in story.tricks[view.number :]:
        if trick.card_of(view.seat) is card:
            return (trick.winner ^ view.seat) & 1 == 1
    return False


def establishes(view: View, card: Card) -> Said | None:
    """G09: a long suit is led until its small cards win."""
    suit, hand, rounds = view.suit, view.hand, view.rounds
    if rounds[suit]:
        length = view.held.bit_count()
        if (
            length > 2
            and _one_more_round(view, suit)
            and any(_worse(view, s, length) for s in view.plain)
        ):
            return follows(suit=SUITS[suit])
        return None
    for other in view.plain:
        length = hand[other].bit_count()
        if (
            length > 2
            and rounds[other]
            and _worse(view, suit, length)
            and _one_more_round(view, other)
            and not makes_partner_ruff(view, other)  # L19
        ):
            if change_of_suit(view, card) or return_partner(view, card):
                return None  # L13, L14
            return departs(card=card, suit=SUITS[other])
    return None


def _worse(view: View, suit: int, length: int) -> bool:
    """Whether a plain suit is held that has not been led, shorter than a given length, and
    without ace and king or three honours."""
    held = view.hand[suit]
    return 0 < held.bit_count() < length and not view.rounds[suit] and not strong_holding(held)


def _one_more_round(view: View, suit: int) -> bool:
    """Whether one more round of a long suit that the side has led, and three cards of which are
    left or more, makes the rest of it good."""
    if not view.leads[view.side] >> suit & 1 or view.dealt[suit].bit_count() < 4:
        return False
    out = view.out[suit].bit_count()
    return 0 < out <= view.hand[suit].bit_count() + 1 and not view.may_be_ruffed(suit)


def refuses_overruff(view: View, card: Card) -> Said | None:
    """G10: with four trumps and a suit to bring in, an opponent's ruff is not over-ruffed."""
    if view.hand.count(0) == 3 or view.established() < 0:
        return None
    ruff = card_at(view.best_suit, view.best)
    if view.suit != view.trump:
        return follows(ruff=ruff)
    return departs(card=card, ruff=ruff) if view.bit & view.winners else None


def saves_the_ruff(story: Story, voids: Sequence[View]) -> Iterator[Remark]:
    """G11: small trumps of a weak hand take a ruff while there is one."""
    for view in voids:
        if view.trumps.bit_count() > 2 or not _losing_hand(view):
            continue
        if view.suit == view.trump:
            if view.bit & view.winners:
                yield view.play, follows(card=view.card)
        elif view.winners:
            trumps = tuple(
                [card_at(view.trump, 1 << rank) for rank in range(TEN) if view.trumps >> rank & 1]
            )
            if all(_lost(story, view, trump) for trump in trumps):
                yield view.play, departs(card=view.card, trumps=trumps)


def _losing_hand(view: View) -> bool:
    """Whether all trumps held are small, none is the best, and no suit has four cards."""
    trumps = view.trumps
    return (
        trumps < _TEN
        and trumps < view.trumps_out
        and all(held.bit_count() < 4 for held in view.hand)
    )


OBSERVATIONS: Final[tuple[Observation, ...]] = (
    Observation("F01", (FOURTH, FOURTH_VOID), fourth_cheap, needs=CAN_WIN, bars=PARTNER_WINS),
    Observation("F02", (FOURTH,), fourth_no_waste, needs=PARTNER_WINS),
    Observation("G01", (*FOLLOWING, *VOID), lowest_of_equals, needs=WINS | TOUCHES),
    Observation("G02", FOLLOWING, lowest_when_losing, bars=CAN_WIN),
    Observation("G03", (THIRD, FOURTH), overtakes_partner, needs=CAN_WIN | PARTNER_WINS),
    Observation(
        "G04", (THIRD_VOID, FOURTH_VOID), ruffs_partner, needs=CAN_WIN | PARTNER_WINS | TRUMPS
    ),
    Observation("G05", (*FOLLOWING, *VOID), honour_thrown, needs=SPARE),
    Observation("G06", (TRUMP, *FOLLOWING, *VOID), keeps_turn_up, needs=TURN_UP),
    Observation("G07", (SECOND, THIRD), remembers_turn_up, needs=TURNED),
    Observation("G09", (PLAIN,), establishes, needs=LONG),
    Observation(
        "G10",
        (SECOND_VOID, THIRD_VOID, FOURTH_VOID),
        refuses_overruff,
        needs=RUFFED | FOUR | CAN_WIN | PLAIN_LED,
        bars=PARTNER_WINS,
    ),
)

RETROSPECTS: Final[tuple[Retrospect, ...]] = (
    Retrospect("G08", boss_never_made, (LEAD,), needs=NO_RUFF),
    Retrospect("G11", saves_the_ruff, VOID, needs=PLAIN_LED | TRUMPS, bars=FOUR | PARTNER_WINS),
)
