"""``whistlog analyse --write``: what cards cost, written into the record."""

from __future__ import annotations

from typing import TYPE_CHECKING

from whistlog.cli.noting import Target, exchange

if TYPE_CHECKING:
    from whistlog.annotating import MachineNote
    from whistlog.api import Report
    from whistlog.record import Header


def run(target: Target) -> int:
    """Exchange the machine notes of a record for what its cards cost.

    Args:
        target: the record, and what is to be done with it.

    Returns:
        The exit status; see `whistlog.cli.noting.exchange`.

    Raises:
        CommandError: an option is wrong, there is no such deal, or a file can't be written.
    """
    return exchange(target, _costs)


def _costs(header: Header, report: Report, number: int) -> tuple[MachineNote, ...] | None:
    from whistlog.analysis.costs import analyse
    from whistlog.render.analysis_notes import notes
    from whistlog.render.board import Names

    assert report.deal is not None
    replay = report.deal.replay
    analysis, remarks = analyse(replay, report.profile)
    if not analysis.analysed:
        return None
    return tuple(notes(analysis, remarks, report.deal.deal, replay, Names(header)))
