"""Compare every card's value with DDS on random classic deals of 4 to 13 cards.

    python benchmarks/solver/dds_diff.py --deals 20000

Needs endplay, which carries DDS. Exits with 1 on the first batch with a difference, printing it.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.analysis import dds_oracle
from whistlog.analysis import solver
from whistlog.analysis.position import Position

# Deals of each size: most are short, where DDS and a mistake are both cheap to find.
SHARES = {4: 25, 5: 20, 6: 15, 7: 12, 8: 9, 9: 7, 10: 5, 11: 3.5, 12: 2, 13: 1.5}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=20000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if dds_oracle.path() is None:
        print("endplay is not installed", file=sys.stderr)
        return 2
    dds = dds_oracle.Dds()
    ours = solver.Solver()
    rng = random.Random(options.seed)
    sizes, kinds = list(SHARES), [None, None, 0, 1, 2, 3]
    seen, cards, different = Counter(), 0, 0
    for _ in range(options.deals):
        size = rng.choices(sizes, SHARES.values())[0]
        pack = rng.sample(range(52), 4 * size)
        hands = [pack[size * i : size * (i + 1)] for i in range(4)]
        trump, leader = rng.choice(kinds), rng.randrange(4)
        want = dds.values(hands, trump, leader)
        got = ours.values(Position.of(hands, trump, leader))
        seen[size, trump is not None] += 1
        cards += len(want)
        if got != want:
            different += 1
            print(f"hands {hands} trump {trump} leader {leader}\n  DDS  {want}\n  ours {got}")
    print(f"{'cards':>5} {'trump':>7} {'no trump':>9}")
    for size in sizes:
        print(f"{size:5} {seen[size, True]:7} {seen[size, False]:9}")
    print(f"{options.deals} deals, {cards} cards valued, {different} deals different")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
