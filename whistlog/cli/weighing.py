"""What cards were expected to lose, worked out with a bar to look at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from whistlog.cli.terminal import Bar
from whistlog.sentences.tables import say

if TYPE_CHECKING:
    from whistlog.analysis.costs import Analysis, Remark
    from whistlog.analysis.expected import Settings
    from whistlog.cli.asked import Chosen


def weighed(
    chosen: Chosen, settings: Settings | None, *, continue_from: int | None = None
) -> tuple[Analysis, tuple[Remark, ...]]:
    """Analyse a deal, and find what cards were expected to lose where that is wanted.

    Args:
        chosen: the deal.
        settings: how expected losses are found, with a progress bar on a terminal; None for none.
        continue_from: the trick from whose start the best continuation is wanted.
    """
    from whistlog.analysis.expected import analyse

    bar, shown = Bar(say("weighing", number=chosen.number), 1000), 0

    def progress(done: int, total: int) -> None:
        nonlocal shown
        bar.advance(1000 * done // total - shown)
        shown = 1000 * done // total

    try:
        return analyse(
            chosen.deal.replay,
            chosen.report.profile,
            settings,
            continue_from=continue_from,
            progress=progress,
            deal=chosen.deal.deal,
        )
    finally:
        bar.close()
