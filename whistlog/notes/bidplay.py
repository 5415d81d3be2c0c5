"""The play of bid whist (BW09 to BW15).

The conditions are those of ``catalogue/bid.toml``, which names the sources. Cards are in the
codes of a `BidView`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from whistlog.cards import ACE, JOKERS, Card, Ranking
from whistlog.notes.bidview import FOLLOWING, LEAD, VOID, BidView, OfPlay, Weighed, highest, lowest
from whistlog.notes.values import PLAIN_FOLLOWS, Said, departs, follows
from whistlog.notes.view import SUIT

if TYPE_CHECKING:
    from whistlog.analysis.costs import PlayCost

LONG: Final = 5
"""Trumps that a declarer draws with."""


def draw_trumps(view: BidView, card: Card) -> Said | None:
    """BW09: long trumps headed by the best are drawn before side suits are cashed."""
    trumps = view.trumps()
    if view.seat != view.declarer or trumps.bit_count() < LONG:
        return None
    out = view.against(view.trump)
    bosses = view.side_bosses()
    if not out or not bosses or not (trumps & JOKERS or view.boss(highest(trumps))):
        return None
    if view.need is not None and view.won[view.side] + 1 == view.need:
        return None  # one more trick, and the bid is made
    bit = view.bit(card)
    if bit & trumps:
        return follows(card=card)
    if bit & bosses:
        return departs(card=card, out=out.bit_count())
    return None


def cash_after_trumps(view: BidView, card: Card) -> Said | None:
    """BW10: when no trump is against, the best cards are cashed."""
    if view.trump < 0 or not view.declaring or view.against(view.trump):
        return None
    bosses = view.side_bosses()
    if not bosses:
        return None
    risky = 0
    for suit in range(4):
        held = view.hand & view.suits[suit]
        fresh = suit != view.trump and not view.rounds[suit] and not held & bosses
        if fresh and held.bit_count() < 4:
            risky |= held
    bit = view.bit(card)
    if bit & risky:
        return departs(card=card, bosses=view.cards_of(bosses))
    return PLAIN_FOLLOWS if risky and bit & bosses else None


def rank_slip(view: BidView, card: Card) -> Said | None:
    """BW11: downtown a card is not played as if the deal ranked uptown (following suit).

    Downtown the codes run from the king up to the two, so that uptown a lower code is the
    higher card, but for the ace.
    """
    if view.order.ranking is not Ranking.DOWNTOWN:
        return None
    winners = view.winners()
    last = view.place == 3
    if winners and not last:
        return None
    bit = view.bit(card)
    natural = view.legal & SUIT[view.led]
    ace = _ace(view, view.led)
    if winners and not view.partner_winning:
        # The last player: a card that would take the trick uptown, and does not here.
        best = view.best
        slips = natural & best - 1 if best & SUIT[view.led] & ~ace else 0
        if not slips:
            return None
        if bit & winners:
            return PLAIN_FOLLOWS
        won_by = view.card_at(lowest(winners))
        return departs("high", card=card, best=view.card_at(best), winner=won_by)
    # The trick is lost, or the partner's: the lowest card, which is not the lowest uptown.
    low = lowest(view.legal)
    seeming = highest(natural & ~ace) or natural or low
    if not view.differ(low, seeming):
        return None
    if not view.differ(low, bit):
        return PLAIN_FOLLOWS
    return departs("low", card=card, lowest=view.card_at(low)) if bit == seeming else None


def rank_slip_leading(view: BidView, card: Card) -> Said | None:
    """BW11: downtown a card is not led as if it were best, which it would be uptown."""
    if view.order.ranking is not Ranking.DOWNTOWN:
        return None
    bosses = view.side_bosses()
    if not bosses:
        return None
    seeming = 0
    for suit in range(4):
        held = view.hand & view.suits[suit] & ~bosses
        if suit == view.trump or not view.rounds[suit] or not held:
            continue
        out = view.unseen(suit)
        if not out & _ace(view, suit):
            # Uptown the best are those below the lowest code that is out.
            seeming |= held & (out & -out) - 1 if out else held
    if not seeming:
        return None
    bit = view.bit(card)
    if bit & bosses:
        return PLAIN_FOLLOWS
    if bit & seeming:
        return departs("lead", card=card, bosses=view.cards_of(bosses))
    return None


def _ace(view: BidView, suit: int) -> int:
    """The bit of an ace, which is the best card of its suit uptown."""
    return 1 << view.codes.to[13 * suit + ACE]


def joker_lead(view: BidView, card: Card) -> Said | None:
    """BW12: at no trump no joker is led while there is another card."""
    if view.trump >= 0 or not view.legal & JOKERS or not view.legal & ~JOKERS:
        return None
    return departs(card=card) if card.is_joker else PLAIN_FOLLOWS


def joker_discard(view: BidView, card: Card) -> Said | None:
    """BW13: at no trump a joker is the first discard."""
    if view.trump >= 0 or view.led < 0 or not view.legal & JOKERS or not view.legal & ~JOKERS:
        return None
    return follows("discard", card=card) if card.is_joker else departs("kept-discard", card=card)


def set_defence(view: BidView, card: Card, play: PlayCost) -> Said | None:
    """BW14: the defenders keep best cards and guards until the bid is set."""
    need, side = view.need, view.declarer & 1
    if need is None or view.declaring or not view.place:
        return None
    if not play.before[side] < need <= play.after[side]:
        return None
    bit = view.bit(card)
    suit = view.suit_of(bit)
    if suit in (4, view.trump):
        return None
    if view.boss(bit) and (suit != view.led or view.partner_winning or not bit & view.winners()):
        return departs("boss", card=card)
    if suit == view.led:
        return None
    held = view.hand & view.suits[suit]
    above = (view.unseen(suit) & ~((1 << held.bit_length()) - 1)).bit_count()
    if held.bit_count() - 1 == above:
        return departs("guard", card=card, guarded=view.card_at(highest(held & ~bit)))
    return None


def stop_at_contract(view: BidView, card: Card, play: PlayCost) -> Said | None:
    """BW15: no finesse that can lose a bid which is safe without it."""
    need, side = view.need, view.side
    if need is None or not view.declaring or play.before[side] < need:
        return None
    if view.place not in (1, 2) or view.led < 0 or view.partner_winning:
        return None
    following = view.legal & view.suits[view.led]
    top = highest(following)
    winners = following & view.winners()
    if not top & winners or not view.boss(top):
        return None
    finesses = 0
    rest = winners & ~top
    while rest:
        low = lowest(rest)
        if view.differ(low, top):
            finesses |= low
        rest ^= low
    if not finesses:
        return None
    bit = view.bit(card)
    if bit & finesses:
        if play.after[side] >= need:
            return None
        return departs(card=card, boss=view.card_at(top), needed=need)
    return PLAIN_FOLLOWS if not view.differ(bit, top) and play.after[side] >= need else None


OBSERVATIONS: Final[tuple[OfPlay, ...]] = (
    OfPlay("BW09", (LEAD,), draw_trumps),
    OfPlay("BW10", (LEAD,), cash_after_trumps),
    OfPlay("BW11", (FOLLOWING,), rank_slip),
    OfPlay("BW11", (LEAD,), rank_slip_leading),
    OfPlay("BW12", (LEAD,), joker_lead),
    OfPlay("BW13", (VOID,), joker_discard),
)

WEIGHED: Final[tuple[Weighed, ...]] = (
    Weighed("BW14", set_defence),
    Weighed("BW15", stop_at_contract),
)
