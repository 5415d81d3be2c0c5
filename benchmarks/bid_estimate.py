"""What the rough count of a bid whist hand is worth (BW03), held against best play.

    python benchmarks/bid_estimate.py [--deals 1600]

Deals at random; one player declares in each of the three forms in turn, with the trump suit (or
direction) for which the count is highest, takes the kitty, keeps trumps and winners and puts
away what is left, shortest suits first. The tricks are those of best play by all four with all
cards seen. Printed are the mean and the spread of tricks less estimate, and the mean tricks by
estimate.
"""

from __future__ import annotations

import argparse
import random
import statistics
from collections import defaultdict

from whistlog.analysis.position import Position
from whistlog.analysis.position import Ranking as Direction
from whistlog.analysis.solver import solve_many
from whistlog.cards import JOKERS, SUITS, Ranking, Suit, cards_of, suit_mask
from whistlog.notes.bidding import best_ranks, estimate, run
from whistlog.rules.play import order
from whistlog.rules.profile import BidRules

RULES = BidRules()


def kept(pool: int, trump: Suit | None, ranking: Ranking) -> int:
    """The twelve cards that a sensible player keeps of eighteen."""
    row = order(trump, ranking).strength
    keep = 0 if trump is None else pool & (suit_mask(trump) | JOKERS)
    winners = [run(pool, suit, best_ranks(ranking, False)) for suit in SUITS if suit is not trump]
    losers = pool & ~keep & ~sum(winners)
    length = {suit: (losers & suit_mask(suit)).bit_count() for suit in SUITS}
    away = sorted(
        cards_of(losers),
        key=lambda c: (0, 0) if c.suit is None else (length[c.suit], row[c.code][c.code]),
    )
    away += sorted(cards_of(sum(winners)), key=lambda c: row[c.code][c.code])
    away += sorted(cards_of(keep), key=lambda c: row[c.code][c.code])
    return pool & ~sum(c.bit for c in away[: RULES.kitty])


def deal(rng: random.Random, form: int) -> tuple[int, Position]:
    """An estimate, and the position before the first card."""
    pack = list(cards_of(RULES.pack))
    rng.shuffle(pack)
    size = RULES.hand
    hands = [sum(c.bit for c in pack[size * i : size * i + size]) for i in range(4)]
    kitty = RULES.pack & ~sum(hands)
    ways: list[tuple[Suit | None, Ranking]] = (
        [(None, ranking) for ranking in Ranking]
        if form == 2
        else [(suit, Ranking(form)) for suit in SUITS]
    )
    hope, trump, ranking = max(
        ((estimate(hands[0], *way, RULES), *way) for way in ways), key=lambda found: found[0]
    )
    hands[0] = kept(hands[0] | kitty, trump, ranking)
    n, e, s, w = hands
    number = None if trump is None else int(trump)
    direction: Direction = "downtown" if ranking is Ranking.DOWNTOWN else "uptown"
    return hope, Position((n, e, s, w), number, direction, 0, ())


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=1600)
    count = parser.parse_args().deals
    rng = random.Random(20261130)
    deals = [deal(rng, number % 3) for number in range(count)]
    tricks = [1 + value for value in solve_many([position for _, position in deals])]
    off = [taken - hope for (hope, _), taken in zip(deals, tricks)]
    print(f"{count} deals: tricks less estimate {statistics.mean(off):+.2f}", end=", ")
    print(f"standard deviation {statistics.stdev(off):.2f}")
    by_hope: dict[int, list[int]] = defaultdict(list)
    for (hope, _), taken in zip(deals, tricks):
        by_hope[hope].append(taken)
    for hope, found in sorted(by_hope.items()):
        print(f"  estimate {hope:>2}: {statistics.mean(found):5.2f} tricks in {len(found)} deals")


if __name__ == "__main__":
    main()
