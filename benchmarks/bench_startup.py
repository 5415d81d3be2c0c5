"""Start-up: what a person waits for, as a ratio to ``python -c pass``, in one run.

python benchmarks/bench_startup.py [--rounds 21]
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

SAMPLES = Path(__file__).parent.parent / "samples"
COMMAND = shutil.which("whistlog") or str(Path(sys.executable).with_name("whistlog"))
CASES = {
    "python -c pass": [sys.executable, "-c", "pass"],
    "whistlog --version": [COMMAND, "--version"],
    **{
        f"whistlog check{''.join(f' {o}' for o in options)}, {what}": [
            COMMAND, "check", *options, str(SAMPLES / sample),
        ]
        for what, sample, options in (
            ("a clean record", "clean/full-deal.whist", ()),
            ("a faulty record", "historical/cavendish-08.whist", ()),
            ("a faulty record", "historical/cavendish-08.whist", ("--strict", "--format=concise")),
            ("a record with notes", "clean/machine-notes.whist", ()),
            ("a line that only the grammar explains", "faulty/line-syntax.whist", ()),
            ("a clean record", "clean/full-deal.whist", ("--jobs=2",)),
        )
    },
}  # fmt: skip


def seconds(command: list[str]) -> float:
    """Wall time of one run."""
    start = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    return time.perf_counter() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=21)
    args = parser.parse_args()
    for command in CASES.values():
        seconds(command)
    rounds = [{name: seconds(c) for name, c in CASES.items()} for _ in range(args.rounds)]
    base = next(iter(CASES))
    print("| command | median ms | ratio |\n|---|---|---|")
    for name in CASES:
        ms = statistics.median(r[name] for r in rounds) * 1000
        ratio = statistics.median(r[name] / r[base] for r in rounds)
        print(f"| {name} | {ms:.1f} | {ratio:.1f} |")


if __name__ == "__main__":
    main()
