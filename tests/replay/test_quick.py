"""Tricks that are played out at once, beside the same tricks card by card."""

from __future__ import annotations

import random

import pytest

from whistlog.cards import CARDS, LITTLE_JOKER, SEATS, Card, Ranking, Suit
from whistlog.record import NOBODY, PlainTricks
from whistlog.replay.quick import play_out
from whistlog.rules.play import Order, order

Hands = tuple[int, int, int, int]


def card_by_card(tricks: PlainTricks, lead: int, rules: Order) -> tuple[Hands, bytes] | None:
    """What `play_out` says, by the one legality function and the one trick-winner function."""
    size = len(tricks.leaders)
    table = [[CARDS[code] for code in tricks.cards[i::size]] for i in range(size)]
    leads, takers = [], []
    for cards in table:
        leads.append(lead)
        lead = lead + rules.winner(cards) & 3
        takers.append(lead)
    for written, right in ((tricks.leaders, leads), (tricks.winners, takers)):
        if any(w not in (r, NOBODY) for w, r in zip(written, right, strict=True)):
            return None
    held = [0, 0, 0, 0]
    for cards, lead in zip(reversed(table), reversed(leads)):
        for place, card in enumerate(cards):
            seat = lead + place & 3
            led = rules.setter(cards[:place])
            held[seat] |= card.bit
            if not rules.legal(held[seat], led) & card.bit:
                return None
    return (held[0], held[1], held[2], held[3]), bytes(takers)


def play(rng: random.Random, rules: Order, cards: list[Card], lead: int) -> PlainTricks:
    """Random tricks: mostly by the rules, seats mostly written, as they are or not."""
    size = len(cards) // 4
    hands = [set(cards[seat::4]) for seat in SEATS]
    slips = rng.choice((0, 0, 0, 0.05))
    unsaid = rng.choice((0, 0, 0.2))
    leaders, rows, winners = [], [], []
    for _ in range(size):
        trick: list[Card] = []
        for place in range(4):
            hand = hands[lead + place & 3]
            mask = sum(card.bit for card in hand)
            may = rules.legal(mask, rules.setter(trick))
            some = [c for c in hand if c.bit & may or rng.random() < slips]
            trick.append(rng.choice(sorted(some, key=lambda c: c.code)))
            hand.remove(trick[-1])
        leaders.append(NOBODY if rng.random() < unsaid else lead)
        lead = lead + rules.winner(trick) & 3
        if rng.random() < slips:
            lead = rng.randrange(4)
        winners.append(NOBODY if rng.random() < unsaid else lead)
        rows.append([card.code for card in trick])
    columns = [row[place] for place in range(4) for row in rows]
    return PlainTricks(bytes(leaders), bytes(columns), bytes(winners))


@pytest.mark.parametrize("trump", [*Suit, None])
@pytest.mark.parametrize("ranking", Ranking)
def test_all_tricks_at_once_are_the_tricks_one_by_one(trump: Suit | None, ranking: Ranking) -> None:
    rng = random.Random(f"{trump}{ranking}")
    right = wrong = joker_led = 0
    for _ in range(400):
        rules = order(trump, ranking, low_ace=rng.random() < 0.2)
        pack = [*CARDS] if rng.random() < 0.5 else [*CARDS[:52]]
        rng.shuffle(pack)
        if rng.random() < 0.05:
            pack[0] = pack[1]  # the same card twice
        lead = rng.randrange(4)
        tricks = play(rng, rules, pack[: 4 * rng.randint(1, 13)], lead)
        expected = card_by_card(tricks, lead, rules)
        found = play_out(tricks, lead, rules)
        if len(set(tricks.cards)) < len(tricks.cards):
            # Hands can't be told then, only that there are too few cards in them.
            assert found is None or sum(found[0]).bit_count() < len(tricks.cards)
            continue
        assert found == expected
        right += found is not None
        wrong += found is None
        joker_led += max(tricks.cards[: len(tricks.leaders)]) >= LITTLE_JOKER.code
    assert right > 80
    assert wrong > 30
    assert joker_led > 20
