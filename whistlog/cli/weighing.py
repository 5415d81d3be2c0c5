"""What cards were expected to lose, worked out with a bar to look at."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from whistlog.cli.terminal import Bar
from whistlog.sentences.tables import say

if TYPE_CHECKING:
    from whistlog.analysis.costs import Analysis, Remark
    from whistlog.api import Report


class Weighing(NamedTuple):
    """How expected losses are to be found: what was given, as in `analysis.expected.Settings`."""

    samples: int | None = None
    seed: int | None = None
    jobs: int | None = None
    seconds: float | None = None


def weigh(
    report: Report, analysis: Analysis, wanted: Weighing, number: int
) -> tuple[Analysis, tuple[Remark, ...]]:
    """Add what cards were expected to lose, with a progress bar on a terminal."""
    from whistlog.analysis.expected import SAMPLES, Settings
    from whistlog.analysis.expected import weigh as expected

    assert report.deal is not None
    samples = SAMPLES if wanted.samples is None else wanted.samples
    settings = Settings(samples, wanted.seed or 0, wanted.jobs or 0, wanted.seconds)
    bar, shown = Bar(say("weighing", number=number), 1000), 0

    def progress(done: int, total: int) -> None:
        nonlocal shown
        bar.advance(1000 * done // total - shown)
        shown = 1000 * done // total

    try:
        return expected(
            report.deal.replay, report.profile, analysis, settings, progress, report.deal.deal
        )
    finally:
        bar.close()
