"""Time the native solver on random deals, beside DDS where DDS can solve them.

    python benchmarks/solver/bench_solver.py --deals 200

Both solvers get the same deals in turn in one run on one thread, so the ratios hold on a busy
machine when the times do not. Times are milliseconds inside the library call.

    python benchmarks/solver/bench_solver.py --positions --deals 2000 --seed 12

counts the positions visited instead, in thousands: the same on any machine.
"""

from __future__ import annotations

import argparse
import ctypes
import random
import statistics
import sys
import time
from itertools import pairwise
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.analysis import dds_oracle, minimax
from whistlog.analysis import solver
from whistlog.analysis.position import Position, strengths


def classic(rng, trump):
    pack = rng.sample(range(52), 52)
    hands = [pack[13 * i : 13 * i + 13] for i in range(4)]
    return hands, rng.randrange(4) if trump else None, "uptown", rng.randrange(4)


def bid(rng, trump):
    """Twelve cards a hand; the kitty takes six plain cards, so both jokers are in play."""
    suit = rng.randrange(4) if trump else None
    plain = [card for card in range(52) if card // 13 != suit]
    kitty = set(rng.sample(plain, 6))
    pack = [card for card in range(54) if card not in kitty]
    rng.shuffle(pack)
    hands = [pack[12 * i : 12 * i + 12] for i in range(4)]
    return hands, suit, rng.choice(["uptown", "downtown"]), rng.randrange(4)


def random_play(rng, hands, trump, ranking, leader):
    hands = [list(hand) for hand in hands]
    plays, seat = [], leader
    while any(hands):
        laid = []
        for i in range(4):
            player = (seat + i) % 4
            card = rng.choice(minimax.legal(hands[player], laid, trump))
            hands[player].remove(card)
            laid.append((player, card))
            plays.append(card)
        seat = minimax.winner(laid, trump, ranking)
    return plays


def clocked(call, *arguments):
    start = time.perf_counter()
    result = call(*arguments)
    return (time.perf_counter() - start) * 1e3, result


class Ours:
    def __init__(self):
        self.lib = solver._library()
        self.solver = solver.Solver()

    def native(self, case):
        hands, trump, ranking, leader = case
        out = solver._CPosition()
        solver._native(Position.of(hands, trump, leader, ranking), out)
        return out

    def solve(self, case):
        out, tricks = self.native(case), ctypes.c_int32()
        spent, status = clocked(
            self.lib.wl_solve, self.solver._context, ctypes.byref(out), None, ctypes.byref(tricks)
        )
        assert status == 0
        return spent, tricks.value

    def values(self, case):
        out, result = self.native(case), solver._CValues()
        spent, status = clocked(
            self.lib.wl_values, self.solver._context, ctypes.byref(out), None, ctypes.byref(result)
        )
        assert status == 0
        return spent, sorted(result.cards[i].value for i in range(result.count))

    def trace(self, case, plays, every_card=0):
        out, steps = self.native(case), (solver._CStep * 52)()
        by_card = strengths(case[2], case[1])
        native = (ctypes.c_uint8 * len(plays))(*(by_card[card] for card in plays))
        arguments = (ctypes.byref(out), native, len(plays), every_card, None, steps)
        spent, status = clocked(self.lib.wl_trace, self.solver._context, *arguments)
        assert status == 0
        return spent, [step.value - step.played_value for step in steps[: len(plays)]]


def dds_solve(dds, case):
    spent, out = clocked(dds.run, dds.deal(case[0], case[1], case[3]), 1)
    return spent, out.score[0]


def dds_values(dds, case):
    hands, trump, _, leader = case
    spent, _ = clocked(dds.run, dds.deal(hands, trump, leader), 3)
    return spent, sorted(dds.values(hands, trump, leader).values())


def dds_trace(dds, case, plays):
    deal, trace = dds.deal(case[0], case[1], case[3]), dds.play_trace(plays)
    spent, totals = clocked(dds.declarer_tricks, deal, trace)
    # One card's cost is the change in the total of the side that did not play it.
    return spent, [abs(b - a) for a, b in pairwise(totals)]


def line(name, ours, theirs=None):
    def numbers(times):
        times = sorted(times)
        p99 = times[min(len(times) - 1, int(0.99 * len(times)))]
        return statistics.median(times), statistics.fmean(times), p99

    median, mean, p99 = numbers(ours)
    text = f"{name:34} {median:8.2f} {mean:8.2f} {p99:8.1f} {p99 / median:6.1f}"
    if theirs:
        dds_median, dds_mean, _ = numbers(theirs)
        text += f" {dds_median:8.2f} {dds_mean:8.2f} {median / dds_median:7.2f}"
        text += f" {mean / dds_mean:7.2f}"
    print(text, flush=True)
    return median


def count_positions(count, seed):
    print(f"{'':34} {'median':>8} {'mean':>8} {'p99':>8} {'p99/md':>6}")
    ours = Ours()
    for name, (deal, trump) in {
        "classic, trump": (classic, True),
        "classic, no trump": (classic, False),
        "bid, 15 trumps": (bid, True),
        "bid, dead jokers": (bid, False),
    }.items():
        rng, visited = random.Random(seed), []
        for _ in range(count):
            ours.solve(deal(rng, trump))
            visited.append(ours.solver.nodes / 1e3)
        line(name, visited)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--seed", type=int, default=2)
    parser.add_argument("--positions", action="store_true", help="count positions, not time")
    options = parser.parse_args()
    if options.positions:
        count_positions(options.deals, options.seed)
        return 0
    dds = dds_oracle.Dds() if dds_oracle.path() is not None else None
    ours, rng = Ours(), random.Random(options.seed)
    count = options.deals
    print(
        f"{'':34} {'median':>8} {'mean':>8} {'p99':>8} {'p99/md':>6} {'DDS md':>8} {'DDS avg':>8}"
        f" {'ratio':>7} {'of avg':>7}"
    )
    tasks = {
        "classic, trump, result": (True, ours.solve, dds_solve),
        "classic, no trump, result": (False, ours.solve, dds_solve),
        "classic, trump, every card": (True, ours.values, dds_values),
    }
    for name, (trump, mine, other) in tasks.items():
        times, dds_times = [], []
        for _ in range(count):
            case = classic(rng, trump)
            spent, result = mine(case)
            times.append(spent)
            if dds:
                spent, want = other(dds, case)
                dds_times.append(spent)
                assert result == want, (case, result, want)
        line(name, times, dds_times)
    times, dds_times, full = [], [], []
    for _ in range(count):
        case = classic(rng, True)
        plays = random_play(rng, *case)
        spent, result = ours.trace(case, plays)
        times.append(spent)
        if dds:
            spent, want = dds_trace(dds, case, plays)
            dds_times.append(spent)
            assert result[: len(want)] == want, (case, plays)
        full.append(ours.trace(case, plays, 1)[0])
    line("classic, trump, trace of 52 costs", times, dds_times)
    line("the same, every card at every play", full)
    line("bid, 15 trumps, result", [ours.solve(bid(rng, True))[0] for _ in range(count)])
    line("bid, dead jokers, result", [ours.solve(bid(rng, False))[0] for _ in range(count)])

    positions = []
    for _ in range(count):
        hands, trump, ranking, leader = classic(rng, True)
        positions.append(Position.of(hands, trump, leader, ranking))
    spent = {}
    for threads in (1, 2):
        solver.solve_many(positions[:4], threads=threads)
        spent[threads], _ = clocked(lambda n=threads: solver.solve_many(positions, threads=n))
    print(f"two threads over {count} deals: {spent[1] / spent[2]:.2f} times one thread")
    return 0


if __name__ == "__main__":
    sys.exit(main())
