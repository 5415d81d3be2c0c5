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
    TRUMP,
    TRUMPS,
    TURN_UP,
    TURNED,
    VOID,
    WINS,
    Observation,
    Retrospect,
    Story,
)
from whistlog.notes.returns import return_partner
from whistlog.notes.values import PLAIN_FOLLOWS, Moment, Said, departs, follows
from whistlog.notes.view import ACE, KNAVE, SUIT, TEN, View, card_at, highest, lowest, ranks

_EIGHT: Final = TEN - 2
_SOONEST: Final = 4
"""Before this trick no trumps can be gone that matter."""

_HONOURS: Final = sum(0xF << 13 * suit + KNAVE for suit in range(4))
_HIGH: Final = sum(0x1F << 13 * suit + TEN for suit in range(4))
_ACES: Final = sum(1 << 13 * suit + ACE for suit in range(4))


def _cannot_win(view: View) -> bool:
    """Whether a player who follows suit has no card that would win the trick."""
    return view.legal < view.best or not view.best & SUIT[view.led]


def _thrown_honour(view: View, card: Card) -> bool:
    """Whether a card that doesn't win is a high one, while a lower card of its suit that is not
    as good may be played (G05)."""
    bit = card.bit
    if card.rank < KNAVE or view.number > LAST_HONOUR:
        return False
    if card.suit == view.led and not (_cannot_win(view) or view.partner_winning):
        return False
    low = lowest(view.legal & SUIT[(bit.bit_length() - 1) // 13])
    return low != bit and not low & view.equals(bit) and not view.beats(bit)


def fourth_cheap(view: View, card: Card) -> Said | None:
    """F01: fourth hand wins as cheaply as possible."""
    if view.best_seat == (view.seat + 2) & 3:
        return None
    winners = view.winners
    if not winners:
        return None
    bit = card.bit
    cheapest = view.cheapest()
    if not bit & winners:
        if winners & SUIT[view.led]:
            return departs("lost", card=card, named=card_at(cheapest))
        return None
    if card.suit == view.led:
        if bit == cheapest or bit & view.equals(cheapest):
            return PLAIN_FOLLOWS
    elif bit & view.equals(cheapest):
        return PLAIN_FOLLOWS if winners & ~view.equals(cheapest) else None
    return departs(card=card, named=card_at(cheapest))


def fourth_no_waste(view: View, card: Card) -> Said | None:
    """F02: fourth hand plays the lowest when the partner has the trick."""
    if view.best_seat != (view.seat + 2) & 3:
        return None
    bit = card.bit
    low = lowest(view.legal)
    if bit == low or bit & view.equals(low):
        return PLAIN_FOLLOWS
    if view.beats(bit) or _thrown_honour(view, card):
        return None  # G03, G05
    return departs(severity=1 if card.rank <= _EIGHT else None, card=card, lowest=card_at(low))


def lowest_of_equals(view: View, card: Card) -> Said | None:
    """G01: of touching cards the lowest wins."""
    bit = card.bit
    best = view.best
    suit = SUIT[card.code // 13]
    if bit < best if best & suit else card.suit == view.led or card.suit != view.trump:
        return None
    held = view.hand & suit
    others = suit & ~(held | view.seen)
    below = held & bit - 1
    # The best card on the table is below one that wins.
    lower = below > best & suit and not others & bit - 1 & -highest(below)
    above = held & -bit << 1
    if not lower and (not above or others & -bit & lowest(above) - 1):
        return None
    low = view.lowest_equal(bit) if lower else bit
    if view.place >= 2 and (view.mastered or (view.place == 3 and low != view.cheapest())):
        return None  # G03, G04, F01
    return departs(card=card, named=card_at(low)) if lower else PLAIN_FOLLOWS


def lowest_when_losing(view: View, card: Card) -> Said | None:
    """G02: who can't win plays the lowest."""
    if not _cannot_win(view) or (view.place == 3 and view.partner_winning):
        return None
    bit = card.bit
    low = lowest(view.legal)
    if bit == low or bit & view.equals(low):
        return PLAIN_FOLLOWS
    if _thrown_honour(view, card):
        return None  # G05
    return departs(card=card, lowest=card_at(low))


def overtakes_partner(view: View, card: Card) -> Said | None:
    """G03: the partner's card is left to win when it is sure to."""
    best = view.best
    legal = view.legal
    if view.best_seat != (view.seat + 2) & 3 or not legal > best > lowest(legal):
        return None
    if not best & SUIT[view.led] or not view.mastered:
        return None
    if card.bit < best:
        return PLAIN_FOLLOWS
    return departs(severity=None if view.place == 3 else 1, card=card, partner=card_at(best))


def ruffs_partner(view: View, card: Card) -> Said | None:
    """G04: a trick that the partner is sure of is not ruffed."""
    if not view.partner_winning or not view.trumps or not view.mastered:
        return None
    winners = view.winners
    if not winners or winners == view.legal:
        return None
    if not card.bit & winners:
        return PLAIN_FOLLOWS
    return departs(severity=None if view.place == 3 else 1, card=card, partner=card_at(view.best))


def honour_thrown(view: View, card: Card) -> Said | None:
    """G05: no high card is given away while a lower one may be played."""
    if card.suit == view.led:
        lost = view.legal < view.best or not view.best & SUIT[view.led]
        if card.rank < KNAVE:
            kept = lost and view.legal & _HONOURS and view.number <= LAST_HONOUR
            return PLAIN_FOLLOWS if kept else None
        if not lost and not view.partner_winning:
            return None
    if card.rank >= KNAVE and _thrown_honour(view, card):
        return departs(severity=None if card.rank > KNAVE else 1, card=card)
    return None


def keeps_turn_up(view: View, card: Card) -> Said | None:
    """G06: the dealer plays another trump rather than the turn-up, if they are equal."""
    if view.seat != view.dealer or card.suit != view.trump or not view.turn_held:
        return None
    turned = view.turned
    assert turned is not None
    equals = view.equals(turned.bit)
    if not equals & card.bit or not equals & equals - 1 or view.declared(1 - view.side):
        return None
    if card is turned:
        return departs(card=card, named=card_at(lowest(equals & ~turned.bit)))
    return follows(card=card, turned=turned)


def remembers_turn_up(view: View, card: Card) -> Said | None:
    """G07: an honour turned up lies where it lies."""
    dealer = view.dealer
    if view.led != view.trump or not view.turn_held or dealer == view.seat:
        return None
    turned = view.turned
    assert turned is not None
    if turned.rank < KNAVE or (view.place == 1 and dealer == view.partner):
        return None
    winners = view.winners
    top = lowest(winners & -turned.bit)
    low = highest(winners & turned.bit - 1)
    if not top or not low or view.unseen(view.led) & top - 1 & -low != turned.bit:
        return None
    bit = card.bit
    behind = dealer == view.lho
    if bit & view.equals(low):
        if behind:
            return departs("behind", card=card, turned=turned)
        return follows("safe", card=card, turned=turned)
    if bit & view.equals(top):
        if not behind:
            named = card_at(view.lowest_equal(low))
            return departs("needless", card=card, turned=turned, named=named)
        if view.place == 2:
            return follows("high", card=card, turned=turned)
    return None


def lowest_as_good(view: View, bit: int) -> Card:
    """The lowest card that is as good as one: an honour of trumps between them that was turned up
    counts for nothing where it does not lie behind (G07)."""
    card = card_at(view.lowest_equal(bit))
    turned = remembers_turn_up(view, card)
    if turned is None or turned.key != "needless":
        return card
    named: Card = turned.facts["named"]
    return named


def boss_never_made(story: Story, leads: Sequence[Moment]) -> Iterator[tuple[Moment, Said]]:
    """G08: what has become the best of its suit is cashed while nobody can ruff it."""
    told: set[tuple[int, int]] = set()
    for moment in leads:
        view = moment.view
        if view is None or (moment.trick < _SOONEST and view.trump >= 0):
            continue
        bosses = _counted(view)
        if not bosses:
            continue
        bit = moment.card.bit
        if view.boss(bit):
            if bit & bosses and any(not view.boss(b) for b in _bits(view.hand)):
                yield moment, PLAIN_FOLLOWS
            continue
        for boss in _bits(bosses):
            if (view.seat, boss) not in told and _lost(story, moment, boss):
                told.add((view.seat, boss))
                yield moment, departs(card=moment.card, boss=card_at(boss))
                break


def _counted(view: View) -> int:
    """The plain cards of a leader that have become the best of their suits, aces not among
    them."""
    found = 0
    for suit, mask in enumerate(SUIT):
        held = view.hand & mask
        if held and suit != view.trump:
            top = highest(held)
            if not top & _ACES and view.boss(top):
                found |= top
    return found


def _bits(cards: int) -> Iterator[int]:
    while cards:
        yield cards & -cards
        cards &= cards - 1


def _lost(story: Story, moment: Moment, bit: int) -> bool:
    """Whether a card went later to a trick that the other side won."""
    for trick in story.tricks[moment.trick :]:
        if trick.card_of(moment.seat).bit == bit:
            return (trick.winner ^ moment.seat) & 1 == 1
    return False


def establishes(view: View, card: Card) -> Said | None:
    """G09: a long suit is led until its small cards win."""
    suit, trump, hand, rounds = card.code // 13, view.trump, view.hand, view.rounds
    if rounds[suit]:
        length = (hand & SUIT[suit]).bit_count()
        if (
            length > 2
            and _one_more_round(view, suit)
            and any(_worse(view, s, length) for s in (0, 1, 2, 3))
        ):
            return follows(suit=SUITS[suit])
        return None
    for other in (0, 1, 2, 3):
        if rounds[other] and other != trump and (hand & SUIT[other]).bit_count() > 2:
            length = (hand & SUIT[other]).bit_count()
            if _worse(view, suit, length) and _one_more_round(view, other):
                if makes_partner_ruff(view, other):
                    continue  # L19
                if change_of_suit(view, card) or return_partner(view, card):
                    return None  # L13, L14
                return departs(card=card, suit=SUITS[other])
    return None


def _worse(view: View, suit: int, length: int) -> bool:
    """Whether a plain suit is held that has not been led, shorter than a given length, and
    without ace and king or three honours."""
    held = view.hand & SUIT[suit]
    return (
        0 < held.bit_count() < length
        and not view.rounds[suit]
        and suit != view.trump
        and not strong_holding(ranks(held, suit))
    )


def _one_more_round(view: View, suit: int) -> bool:
    """Whether one more round of a long suit that the side has led, and three cards of which are
    left or more, makes the rest of it good."""
    held = (view.hand & SUIT[suit]).bit_count()
    if (view.original & SUIT[suit]).bit_count() < 4:
        return False
    out = view.unseen(suit).bit_count()
    return (
        0 < out <= held + 1
        and not view.can_ruff(view.lho, suit)
        and not view.can_ruff(view.rho, suit)
        and any(t.suit == suit and (t.leader ^ view.seat) & 1 == 0 for t in view.past)
    )


def refuses_overruff(view: View, card: Card) -> Said | None:
    """G10: with four trumps and a suit to bring in, an opponent's ruff is not over-ruffed."""
    trumps = view.trumps
    best = view.best
    if (
        trumps < best
        or view.led == view.trump
        or not best & SUIT[view.trump]
        or view.partner_winning
        or trumps == view.legal
        or trumps.bit_count() < 4
        or view.established() < 0
    ):
        return None
    if card.bit & view.winners:
        return departs(card=card, ruff=card_at(best))
    return None if card.bit & trumps else follows(ruff=card_at(best))


def saves_the_ruff(story: Story, voids: Sequence[Moment]) -> Iterator[tuple[Moment, Said]]:
    """G11: small trumps of a weak hand take a ruff while there is one."""
    for moment in voids:
        view = moment.view
        if view is None or view.trumps.bit_count() > 2 or not _losing_hand(view, view.trumps):
            continue
        trumps = view.trumps
        if moment.card.bit & trumps:
            if moment.card.bit & view.winners:
                yield moment, follows(card=moment.card)
        elif trumps & view.winners and all(_lost(story, moment, b) for b in _bits(trumps)):
            yield moment, departs(card=moment.card, trumps=tuple(map(card_at, _bits(trumps))))


def _losing_hand(view: View, trumps: int) -> bool:
    """Whether all trumps held are small, none is the best, and no suit has four cards."""
    return (
        not trumps & _HIGH
        and not view.boss(highest(trumps))
        and all((view.hand & suit).bit_count() < 4 for suit in SUIT)
    )


OBSERVATIONS: Final[tuple[Observation, ...]] = (
    Observation("F01", (FOURTH, FOURTH_VOID), fourth_cheap, needs=CAN_WIN, bars=PARTNER_WINS),
    Observation("F02", (FOURTH,), fourth_no_waste, needs=PARTNER_WINS),
    Observation("G01", (*FOLLOWING, *VOID), lowest_of_equals, needs=WINS),
    Observation("G02", FOLLOWING, lowest_when_losing, bars=CAN_WIN),
    Observation("G03", (THIRD, FOURTH), overtakes_partner, needs=CAN_WIN | PARTNER_WINS),
    Observation(
        "G04", (THIRD_VOID, FOURTH_VOID), ruffs_partner, needs=CAN_WIN | PARTNER_WINS | TRUMPS
    ),
    Observation("G05", (*FOLLOWING, *VOID), honour_thrown, needs=SPARE),
    Observation("G06", (TRUMP, *FOLLOWING, *VOID), keeps_turn_up, needs=TURN_UP),
    Observation("G07", (SECOND, THIRD), remembers_turn_up, needs=TURNED),
    Observation("G09", (PLAIN,), establishes),
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
