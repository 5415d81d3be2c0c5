"""Bid whist before the first card: calls, what is named, what is put away (BW01 to BW08, BW13).

The conditions are those of ``catalogue/bid.toml``, which names the sources. Cards are as printed.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from whistlog.cards import CARDS, JOKERS, SUITS, Ranking, Suit, mask, suit_mask
from whistlog.notes.bidview import AuctionView, BeforePlay
from whistlog.notes.values import (
    CALL,
    DECLARATION,
    EXCHANGE,
    PLAIN_FOLLOWS,
    Said,
    Step,
    departs,
    follows,
)
from whistlog.rules.auction import FORMS, LEVELS
from whistlog.rules.play import order
from whistlog.rules.profile import BidRules

_RANKINGS: Final = {"up": Ranking.UPTOWN, "down": Ranking.DOWNTOWN}


@cache
def best_ranks(ranking: Ranking, low_ace: bool) -> tuple[int, ...]:
    """The ranks of a suit, the best first."""
    row = order(None, ranking, low_ace=low_ace).strength[0]
    return tuple(sorted(range(13), key=row.__getitem__, reverse=True))


def _ranks(ranking: Ranking, rules: BidRules) -> tuple[int, ...]:
    return best_ranks(ranking, ranking is Ranking.DOWNTOWN and rules.downtown_ace == "low")


def run(cards: int, suit: Suit, ranks: tuple[int, ...]) -> int:
    """The cards of a suit that are sure of a trick each, trumps apart: the best and those that
    follow it without a gap."""
    found = 0
    for rank in ranks:
        bit = 1 << 13 * suit + rank
        if not cards & bit:
            break
        found |= bit
    return found


def estimate(cards: int, trump: Suit | None, ranking: Ranking, rules: BidRules) -> int:
    """How many tricks a side may hope for, by a rough count of the hand that bids (BW03).

    A rule of thumb and no more: six tricks, one for a kitty that counts, and two thirds of a
    trick for each point. A point counts each trump beyond three, jokers among them, each joker,
    each of the two best trumps, and in the other suits each of the best cards that follow each
    other without a gap.

    The points are those of the players' tradition; what they are worth was measured
    (``benchmarks/bid_estimate.py``): in 1600 random deals of the profile ``bid``, with best play
    by all four after an exchange that kept trumps and winners, the declarer's side took 0.25
    tricks more than the estimate on average, with a standard deviation of 2.3.

    Args:
        cards: mask of the hand.
        trump: the trump suit, or None for no trump.
        ranking: the direction.
        rules: of the auction.
    """
    return _estimates(cards, ranking, rules)[4 if trump is None else trump]


def _estimates(cards: int, ranking: Ranking, rules: BidRules) -> tuple[int, ...]:
    """By trump suit, and last for no trump, the estimate of a hand."""
    return _counted(cards, _ranks(ranking, rules), int(rules.kitty_trick != "none"), rules.hand)


@lru_cache(maxsize=64)
def _counted(cards: int, ranks: tuple[int, ...], kitty: int, size: int) -> tuple[int, ...]:
    jokers = (cards & JOKERS).bit_count()
    suits = [_points(cards >> 13 * suit & 0x1FFF, jokers, ranks) for suit in SUITS]
    plain = sum([side for side, _ in suits])
    points = [plain - side + trump for side, trump in suits]
    points.append(plain)
    return tuple([min(6 + kitty + (2 * n + 1) // 3, size + kitty) for n in points])


@lru_cache(maxsize=1 << 14)
def _points(held: int, jokers: int, ranks: tuple[int, ...]) -> tuple[int, int]:
    """The points of a suit's thirteen bits, as a plain suit and as trumps."""
    best = held & (1 << ranks[0] | 1 << ranks[1])
    beyond = max(0, held.bit_count() + jokers - 3)
    return run(held, SUITS[0], ranks).bit_count(), beyond + jokers + best.bit_count()


def hoped_for(view: AuctionView, form: str | None) -> int:
    """The best estimate of the player's hand for a bid of a form; of any form, where a bid is
    a number alone."""
    if view.rules.bids != "number" and form in _RANKINGS:
        return max(_estimates(view.hand, _RANKINGS[form], view.rules)[:4])
    up, down = (_estimates(view.hand, ranking, view.rules) for ranking in Ranking)
    return max(*up, *down) if view.rules.bids == "number" else max(up[4], down[4])


def _first_of_its_form(view: AuctionView, form: str | None) -> bool:
    """Whether the player has not yet bid this form."""
    return not any(seat == view.seat and call.form == form for seat, call in view.calls)


@cache
def _best_three(ranks: tuple[int, ...]) -> int:
    """The three best cards of every suit."""
    return sum(1 << 13 * suit + rank for suit in SUITS for rank in ranks[:3])


def _tops(cards: int, ranking: Ranking, rules: BidRules) -> int:
    """How many cards a hand has of the three best ranks of each suit."""
    return (cards & _best_three(_ranks(ranking, rules))).bit_count()


def direction_fit(view: AuctionView, step: Step) -> Said | None:
    """BW01: the direction in which the hand has the better cards."""
    if step.kind == CALL:
        call = step.call
        if call is None or view.rules.bids == "number" or call.form not in _RANKINGS:
            return None
        if not _first_of_its_form(view, call.form):
            return None
        if call.form == "down" and not view.may_say(call.level or 0, "up"):
            return None
        chosen = _RANKINGS[call.form]
    else:
        if view.rules.bids != "number" and view.form != "nt":
            return None
        if step.ranking is None:
            return None
        chosen = step.ranking
    cards = view.hand | view.kitty
    up, down = (_tops(cards, ranking, view.rules) for ranking in Ranking)
    has, other = (up, down) if chosen is Ranking.UPTOWN else (down, up)
    if abs(has - other) < 2:
        return None
    if has > other:
        return follows(up=up, down=down)
    key = "up" if chosen is Ranking.UPTOWN else "down"
    return departs(f"departs-{key}", up=up, down=down)


def jokers_at_no_trump(view: AuctionView, step: Step) -> Said | None:
    """BW02: no bid of no trump with a joker."""
    jokers = (view.hand & JOKERS).bit_count()
    if not jokers:
        return None
    if step.kind == CALL:
        call = step.call
        if call is None or call.level is None or view.rules.bids == "number":
            return None
        if call.form != "nt":
            return PLAIN_FOLLOWS
        if not any(view.may_say(call.level, form) for form in _RANKINGS):
            return None
    elif view.rules.bids != "number":
        return None
    elif step.trump is not None:
        return PLAIN_FOLLOWS
    if jokers == 2:
        return departs("departs-two")
    return departs("departs-one", severity=1)


def level_likely(view: AuctionView, step: Step) -> Said | None:
    """BW03: a bid that the hand is likely to make, by a rough count."""
    call = step.call
    if call is None or _forced(view) or view.partner_stands:
        return None
    if call.level is not None:
        hope, needed = hoped_for(view, call.form), view.book + call.level
        if hope <= needed - 2:
            return departs("overbid", estimate=hope, needed=needed)
        return follows("bid", estimate=hope, needed=needed)
    if _partner_may_bid(view):
        return None
    hopes = {form: hoped_for(view, form) for form in FORMS}
    least = view.book + max(view.bidding.level, view.rules.minimum)
    if max(hopes.values()) <= least - 2:
        return follows("pass")
    lowest = {form: _lowest(view, form) for form in FORMS}
    spare, form = max((hopes[form] - view.book - lowest[form], form) for form in FORMS)
    if spare >= 2:
        return departs("underbid", estimate=hopes[form], needed=view.book + lowest[form])
    return None


def _partner_may_bid(view: AuctionView) -> bool:
    """Whether the partner has a call to come."""
    partner = (view.seat + 2) & 3
    if view.rules.rounds == "one":
        return all(seat != partner for seat, _ in view.calls)
    return not view.bidding.passed >> partner & 1


def _lowest(view: AuctionView, form: str) -> int:
    """The lowest number that the player may bid in a form; more than any if there is none."""
    least = max(view.bidding.level, view.rules.minimum)
    return next((n for n in LEVELS[least - 1 :] if view.may_say(n, form)), len(LEVELS) * 2)


def raise_partner(view: AuctionView, step: Step) -> Said | None:
    """BW04: the partner's bid stands, unless the own hand is clearly better."""
    call = step.call
    if call is None or not view.partner_stands:
        return None
    if call.level is None:
        return PLAIN_FOLLOWS
    if call.level <= view.bidding.level:
        return None
    hope, needed = hoped_for(view, call.form), view.book + call.level
    if hope >= needed:
        return follows("better", estimate=hope, needed=needed)
    return departs(estimate=hope, needed=needed)


def _forced(view: AuctionView) -> bool:
    """Whether the player must bid, as the others have all passed."""
    return view.bidding.forced and view.rules.all_pass == "dealer"


def forced_minimum(view: AuctionView, step: Step) -> Said | None:
    """BW05: the dealer who must bid says the least."""
    call = step.call
    if call is None or call.level is None or not _forced(view):
        return None
    if call.level == view.rules.minimum:
        return follows()
    hope, needed = hoped_for(view, call.form), view.book + call.level
    if hope >= needed:
        return None
    return departs(estimate=hope, needed=needed, minimum=view.rules.minimum)


def trump_length(view: AuctionView, step: Step) -> Said | None:
    """BW06: trumps are one of the longest suits."""
    trump, ranking = step.trump, step.ranking
    if trump is None or ranking is None:
        return None
    cards = view.hand | view.kitty
    longest = max(SUITS, key=lambda suit: (cards & suit_mask(suit)).bit_count())
    length, most = ((cards & suit_mask(suit)).bit_count() for suit in (trump, longest))
    if length > most - 2:
        return follows()
    chosen, other = (estimate(cards, s, ranking, view.rules) for s in (trump, longest))
    if chosen >= other:
        return None
    return departs(suit=trump, length=length, longest=longest, most=most)


def discard_short(view: AuctionView, step: Step) -> Said | None:
    """BW07: put away losers so that a suit runs out, and keep winners."""
    if view.order is None:
        return None
    trump = view.order.trump
    pool, away = view.hand | view.kitty, mask(step.cards)
    kept = pool & ~away
    ranks = _ranks(view.order.ranking, view.rules)
    losers = kept & JOKERS if trump is None else 0
    thrown = winners = alone = 0
    empty = spare = None
    sides = [suit for suit in SUITS if suit is not trump]
    for suit in sides:
        best = run(pool, suit, ranks)
        own = kept & suit_mask(suit)
        winners |= best
        losers |= own & ~best
        thrown |= best & away
        if own and not own & own - 1 and not own & best:
            alone |= own
        elif pool & suit_mask(suit) and not own:
            empty = suit
    if thrown:
        if not losers:
            return None
        row = view.order.strength
        card = max((c for c in step.cards if c.bit & thrown), key=lambda c: row[c.code][c.code])
        return departs("winner", card=card)
    if trump is not None:
        singles = tuple(c for c in CARDS if c.bit & alone)
        spare = next((c for c in step.cards if any(c.suit is one.suit for one in singles)), None)
        if len(singles) >= 2 and spare is not None:
            return departs("spread", cards=singles)
        if empty is not None:
            return follows("void", suit=empty)
    return PLAIN_FOLLOWS if winners else None


def discard_trump(view: AuctionView, step: Step) -> Said | None:
    """BW08: no trump and no joker is put away."""
    if view.order is None or view.order.trump is None:
        return None
    trumps = suit_mask(view.order.trump) | JOKERS
    pool = (view.hand | view.kitty) & trumps
    thrown = tuple(c for c in step.cards if c.bit & trumps)
    if not thrown:
        return PLAIN_FOLLOWS if pool else None
    return None if pool.bit_count() > 7 else departs(cards=thrown, held=pool.bit_count())


def joker_put_away(view: AuctionView, step: Step) -> Said | None:
    """BW13: at no trump the jokers go first."""
    if view.order is None or view.order.trump is not None:
        return None
    jokers = (view.hand | view.kitty) & JOKERS
    if not jokers:
        return None
    return departs("kept") if jokers & ~mask(step.cards) else follows("put-away")


OBSERVATIONS: Final[tuple[BeforePlay, ...]] = (
    BeforePlay("BW01", (CALL, DECLARATION), direction_fit),
    BeforePlay("BW02", (CALL, DECLARATION), jokers_at_no_trump),
    BeforePlay("BW03", (CALL,), level_likely),
    BeforePlay("BW04", (CALL,), raise_partner),
    BeforePlay("BW05", (CALL,), forced_minimum),
    BeforePlay("BW06", (DECLARATION,), trump_length),
    BeforePlay("BW07", (EXCHANGE,), discard_short),
    BeforePlay("BW08", (EXCHANGE,), discard_trump),
    BeforePlay("BW13", (EXCHANGE,), joker_put_away),
)
