"""Time the analysis of what cards were expected to lose, beside DDS on the same machine.

    python benchmarks/solver/bench_expected.py --deals 10

Deals are random and played at random by the rules. Times are processor seconds of the whole
process; the last column puts them as they would be where DDS takes 11 ms for a classic deal
(median), which a run of DDS between the deals tells. Without endplay that column is left out.
``--positions`` counts the positions that the solver visits instead, in millions: no other program
disturbs that.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.analysis import dds_oracle
from tests.bids import BidBoard
from tests.deals import Board
from whistlog.analysis import costs, expected, solver
from whistlog.replay import replay
from whistlog.rules.profile import SHORT, builtin

REFERENCE = 11.0
"""Milliseconds of DDS (median of classic deals with a trump) that the aim is stated for."""


def dds_times(dds, rng, number):
    times = []
    for _ in range(number):
        pack = rng.sample(range(52), 52)
        deal = dds.deal([pack[i::4] for i in range(4)], rng.randrange(4), 0)
        start = time.process_time()
        dds.run(deal, 1)
        times.append((time.process_time() - start) * 1e3)
    return times


def spent(board, profile, settings):
    done = replay(board.deal(), profile)
    analysis, _ = costs.analyse(done, profile)
    start = time.process_time()
    analysis, remarks = expected.weigh(done, profile, analysis, settings)
    seconds = time.process_time() - start
    assert not remarks
    assert len(analysis.expected.plays) == 4 * profile.hand_size
    return seconds


def visited(board, profile, settings):
    """Millions of positions that the solver visits for a deal, one layout after the other."""
    done = replay(board.deal(), profile)
    analysis, _ = costs.analyse(done, profile)
    table, count, many = solver.Solver(), 0, solver.values_many

    def one_by_one(positions, **_):
        nonlocal count
        for position in positions:
            yield table.values(position)
            count += table.nodes

    solver.values_many = one_by_one
    try:
        expected.weigh(done, profile, analysis, settings)
    finally:
        solver.values_many = many
    return count / 1e6


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--samples", type=int, default=expected.SAMPLES)
    parser.add_argument("--positions", action="store_true")
    options = parser.parse_args()
    settings = expected.Settings(options.samples, jobs=1)
    measure = visited if options.positions else spent
    timed = not options.positions and dds_oracle.path() is not None
    dds = dds_oracle.Dds() if timed else None
    bid = builtin("bid")
    kinds = {
        "classic": lambda rng: (Board.random(rng), SHORT),
        "bid whist": lambda rng: (BidBoard.random(rng, bid), bid),
    }
    columns = ["median", "mean", "most"]
    if timed:
        columns += ["DDS ms", "median at 11", "mean at 11"]
    print(" " * 12 + "".join(f"{column:>14}" for column in columns))
    for name, make in kinds.items():
        rng, times, theirs = random.Random(options.seed), [], []
        for _ in range(options.deals):
            times.append(measure(*make(rng), settings))
            if dds is not None:
                theirs += dds_times(dds, random.Random(len(theirs)), 20)
        median, mean = statistics.median(times), statistics.mean(times)
        figures = [median, mean, max(times)]
        if theirs:
            clock = statistics.median(theirs)
            figures += [clock, median * REFERENCE / clock, mean * REFERENCE / clock]
        line = f"{name:12}" + "".join(f"{figure:14.2f}" for figure in figures)
        print(line, flush=True)


if __name__ == "__main__":
    main()
