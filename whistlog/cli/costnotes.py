"""``whistlog analyse --write``: what cards cost, written into the record."""

from __future__ import annotations

from typing import TYPE_CHECKING

from whistlog.cli.noting import Rewrite, exchange
from whistlog.cli.weighing import weighed

if TYPE_CHECKING:
    from whistlog.analysis.expected import Settings
    from whistlog.annotating import MachineNote
    from whistlog.cli.asked import Chosen


def run(target: Rewrite, expected: Settings | None = None) -> int:
    """Exchange the machine notes of a record for what its cards cost.

    Args:
        target: the record, and what is to be done with it.
        expected: write what cards were expected to lose, too, and how that is found; no if None.

    Returns:
        The exit status; see `whistlog.cli.noting.exchange`.

    Raises:
        CommandError: an option is wrong, there is no such deal, or a file can't be written.
    """

    def speak(chosen: Chosen) -> tuple[MachineNote, ...] | None:
        from whistlog.render.analysis_notes import notes
        from whistlog.render.board import Names

        analysis, remarks = weighed(chosen, expected)
        if not analysis.analysed:
            return None
        deal = chosen.deal
        return tuple(notes(analysis, remarks, deal.deal, deal.replay, Names(chosen.header)))

    return exchange(target, speak)
