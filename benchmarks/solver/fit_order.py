"""Fit solver/order_table.inc to the samples that solver/order_samples.cpp writes.

    python benchmarks/solver/fit_order.py --rows 4196 --out table.inc samples.bin...

Needs numpy. Each move of a sampled node has up to six table indices; the sum of the entries orders
the moves. First the chance that a good move comes first is raised, by a softmax over the sums;
then the expected excess cost of the first move, on a log scale, is lowered. Several fits to
samples of different seeds, averaged, do better than any one of them:

    python benchmarks/solver/fit_order.py --out solver/order_table.inc --average a.inc b.inc
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import numpy as np

MOVES = 14
SCALE = 32
RECORD = np.dtype(
    [
        ("played", "<i4"),
        ("count", "<i4"),
        ("features", "<i2", (MOVES, 6)),
        ("good", "i1", (MOVES,)),
        ("padding", "i1", (2,)),
        ("nodes", "<u4", (MOVES,)),
    ]
)


def write(path, entries):
    lines = [entries[i : i + 20] for i in range(0, len(entries), 20)]
    path.write_text("".join(", ".join(map(str, line)) + ",\n" for line in lines))


def read_table(path):
    return [int(entry) for entry in path.read_text().replace("\n", " ").split(",") if entry.strip()]


def fit(records, rows, steps, softmax_steps):
    features = records["features"].astype(np.int64)
    features[features < 0] = rows  # an entry that stays zero
    real = np.arange(MOVES)[None, :] < records["count"][:, None]
    cost = records["nodes"].astype(float)
    good = (records["good"] > 0) & real
    bad = real & ~good
    cheapest = np.where(good, cost, np.inf).min(axis=1, keepdims=True)
    worth = np.where(good, np.sqrt((cheapest + 2) / (cost + 2)), 0)
    weight = np.log1p((cost * bad).sum(1) / np.maximum(1, bad.sum(1))) + 0.3
    weight /= weight.mean()
    excess = np.log((cost + np.where(good, 0, cheapest + 4) + 4) / (cheapest + 4))
    excess = np.where(real, excess + 0.7 * bad, 0)
    size = (((cost * real).sum(1) / real.sum(1)) + 4) ** 0.25
    size /= size.mean()

    table = np.zeros(rows + 1)
    first, second = np.zeros(rows + 1), np.zeros(rows + 1)
    for step in range(steps):
        score = np.where(real, table[features].sum(2), -np.inf)
        chance = np.exp(score - score.max(1, keepdims=True))
        chance /= chance.sum(1, keepdims=True)
        if step < softmax_steps:
            wanted = chance * worth
            wanted /= np.maximum(wanted.sum(1, keepdims=True), 1e-30)
            slope = (chance - wanted) * weight[:, None]
        else:
            mean = (chance * excess).sum(1, keepdims=True)
            slope = chance * (excess - mean) * size[:, None]
        gradient = np.bincount(
            features.ravel(), weights=np.repeat(slope[:, :, None], 6, 2).ravel(), minlength=rows + 1
        )
        gradient = gradient / len(records) + 2e-6 * table
        gradient[rows] = 0
        first = 0.9 * first + 0.1 * gradient
        second = 0.99 * second + 0.01 * gradient**2
        rate = 0.03 if step > steps - 50 else 0.15
        table -= rate * first / (np.sqrt(second) + 1e-5)
        table[rows] = 0
        if step % 50 == 0 or step == steps - 1:
            chosen = score.argmax(1)
            hits = good[np.arange(len(records)), chosen].mean()
            over = (excess[np.arange(len(records)), chosen] * size).mean()
            print(f"step {step}: good move first {hits:.4f}, excess {over:.4f}", flush=True)
    return np.clip(np.round(table[:rows] * SCALE), -2000, 2000).astype(int).tolist()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--rows", type=int, default=4196, help="order::kSize in solver/order.hpp")
    parser.add_argument("--most", type=int, default=110000, help="records used")
    parser.add_argument("--steps", type=int, default=300)
    parser.add_argument("--average", action="store_true", help="the files are tables to average")
    parser.add_argument("files", type=Path, nargs="+")
    options = parser.parse_args()
    if options.average:
        tables = [read_table(path) for path in options.files]
        write(options.out, [round(sum(column) / len(tables)) for column in zip(*tables)])
        return 0
    records = np.concatenate([np.fromfile(path, RECORD) for path in options.files])
    if len(records) > options.most:
        rng = np.random.default_rng(0)
        records = records[rng.choice(len(records), options.most, replace=False)]
    print(f"{len(records)} nodes")
    write(options.out, fit(records, options.rows, options.steps, options.steps // 3))
    return 0


if __name__ == "__main__":
    sys.exit(main())
