"""What notes without analysis cost beside a check of the same records, in one run.

    pip install -e '.[bench]'
    python benchmarks/bench_annotate.py [--deals 400] [--rounds 9]

Both read the records from text in one process. The check parses, replays, checks and scores; the
annotator does all this, then goes through each play and adds up how each player did, which is what
a summary of an archive wants of a deal. A round's ratio is taken within the round, and the median
of the rounds is printed. Generated deals are played at random, which gives
more departures than people do; the printed hands of the samples are measured too.
"""

from __future__ import annotations

import argparse
import io
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import generate

from whistlog.api import Report, check_stream
from whistlog.notes.review import review

HISTORICAL = Path(__file__).parent.parent / "samples" / "historical"


def reports(texts: Sequence[bytes]) -> Iterator[Report]:
    """The reports of a check."""
    for text in texts:
        yield from check_stream(io.BytesIO(text), path="-")


def check(data: Sequence[bytes]) -> int:
    """Check all deals; how many there were."""
    return sum(report.deal is not None for report in reports(data))


def annotate(data: Sequence[bytes]) -> int:
    """Check all deals and go through them; how many notes there were."""
    notes = 0
    for report in reports(data):
        if report.deal is not None:
            score = report.deal.score
            before = None if score is None else score.before
            found = review(report.deal.replay, report.profile, score=before)
            notes += len(found.notes) if found.players else 0
    return notes


def timed(work: Callable[[Sequence[bytes]], int], data: Sequence[bytes]) -> tuple[float, int]:
    """CPU seconds, and what came of it."""
    start = time.process_time()
    found = work(data)
    return time.process_time() - start, found


def main() -> None:
    """Print the ratios."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--deals", type=int, default=400)
    options.add_argument("--rounds", type=int, default=9)
    given = options.parse_args()
    texts: list[str] = []
    deals = 0
    for text, played in generate.games(20261130, 0.0, 8):
        texts.append(text)
        deals += played
        if deals >= given.deals:
            break
    printed = [path.read_bytes() for path in sorted(HISTORICAL.glob("cavendish-*.whist"))]
    for name, data in (("generated", ["".join(texts).encode()]), ("printed hands", printed)):
        check(data), annotate(data)
        ratios, costs = [], []
        for _ in range(given.rounds):
            checking, number = timed(check, data)
            annotating, notes = timed(annotate, data)
            ratios.append(annotating / checking)
            costs.append(annotating / number)
        print(
            f"{name}: {number} deals, {notes / number:.0f} notes a deal; check and notes "
            f"{1e6 * min(costs):.0f} us a deal, {statistics.median(ratios):.2f} x the check "
            f"({min(ratios):.2f}-{max(ratios):.2f})"
        )


if __name__ == "__main__":
    main()
