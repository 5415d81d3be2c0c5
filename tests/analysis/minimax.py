"""Plain minimax over small positions, sharing nothing with the solver it is compared with.

A position is four lists of card codes, a trump suit or None, a ranking, the seat to move and the
cards on the table as (seat, card) pairs.  Nothing is pruned, merged or ordered; a memo over
whole positions is the only economy.
"""

from __future__ import annotations

import random

UP = ["2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"]
DOWN = ["K", "Q", "J", "T", "9", "8", "7", "6", "5", "4", "3", "2", "A"]


def face(card):
    return UP[card % 13]


def suit_in_play(card, trump):
    """The suit a card counts as; None for a worthless joker."""
    if card in (52, 53):
        return trump
    return card // 13


def strength(card, ranking):
    if card == 53:
        return 101
    if card == 52:
        return 100
    order = UP if ranking == "uptown" else DOWN
    return order.index(face(card))


def suit_led(table, trump):
    for _seat, card in table:
        suit = suit_in_play(card, trump)
        if suit is not None:
            return suit
    return None


def legal(hand, table, trump):
    led = suit_led(table, trump)
    if led is not None:
        same = [card for card in hand if suit_in_play(card, trump) == led]
        if same:
            return same
    return list(hand)


def winner(table, trump, ranking):
    led = suit_led(table, trump)
    trumps = [play for play in table if trump is not None and suit_in_play(play[1], trump) == trump]
    pool = trumps or [play for play in table if suit_in_play(play[1], trump) == led]
    return max(pool, key=lambda play: strength(play[1], ranking))[0]


def north_south(hands, seat, table, trump, ranking, memo):
    """Tricks north and south take from here on."""
    key = (hands, seat, table)
    if key in memo:
        return memo[key]
    if not any(hands) and not table:
        return 0
    results = []
    for card in legal(hands[seat], table, trump):
        rest = tuple(c for c in hands[seat] if c != card)
        after = (*hands[:seat], rest, *hands[seat + 1 :])
        laid = (*table, (seat, card))
        if len(laid) == 4:
            taker = winner(laid, trump, ranking)
            gain = 1 if taker in (0, 2) else 0
            results.append(gain + north_south(after, taker, (), trump, ranking, memo))
        else:
            results.append(north_south(after, (seat + 1) % 4, laid, trump, ranking, memo))
    memo[key] = max(results) if seat in (0, 2) else min(results)
    return memo[key]


def card_values(hands, trump, ranking, leader, table=()):
    """Each legal card of the player to move with the tricks its side takes from here on."""
    laid = tuple(((leader + i) % 4, card) for i, card in enumerate(table))
    seat = (leader + len(table)) % 4
    hands = tuple(tuple(sorted(hand)) for hand in hands)
    total = len(hands[seat])
    memo = {}
    values = {}
    for card in legal(hands[seat], laid, trump):
        rest = tuple(c for c in hands[seat] if c != card)
        after = (*hands[:seat], rest, *hands[seat + 1 :])
        now = (*laid, (seat, card))
        if len(now) == 4:
            taker = winner(now, trump, ranking)
            ns = (1 if taker in (0, 2) else 0) + north_south(after, taker, (), trump, ranking, memo)
        else:
            ns = north_south(after, (seat + 1) % 4, now, trump, ranking, memo)
        values[card] = ns if seat in (0, 2) else total - ns
    return values


def random_position(rng: random.Random, size: int, *, table=None, jokers=None, bunch=None):
    """Random hands of ``size`` cards and up to three cards played legally from them.

    ``bunch`` packs the cards into fewer ranks, which makes equal cards and voids common.
    """
    trump = rng.choice([None, 0, 1, 2, 3])
    ranking = rng.choice(["uptown", "downtown"])
    leader = rng.randrange(4)
    if bunch is None:
        bunch = rng.choice([4 * size, 4 * size + 3, 26, 52])
    bunch = max(bunch, 4 * size)
    pack = rng.sample(range(52), min(bunch, 52))
    if jokers is None:
        jokers = rng.choice([0, 1, 2, 2])
    cards = rng.sample(pack, 4 * size - jokers) + rng.sample([52, 53], jokers)
    rng.shuffle(cards)
    hands = [cards[i * size : (i + 1) * size] for i in range(4)]
    if table is None:
        table = rng.randrange(4)
    laid = []
    for i in range(table):
        seat = (leader + i) % 4
        card = rng.choice(legal(hands[seat], [(0, c) for c in laid], trump))
        hands[seat].remove(card)
        laid.append(card)
    return hands, trump, ranking, leader, tuple(laid)
