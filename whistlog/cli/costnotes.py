"""``whistlog analyse --write``: what cards cost, written into the record."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from whistlog.cli.analyse import missing
from whistlog.cli.errors import CLEAN, FOUND
from whistlog.cli.inputs import known_encoding, known_language
from whistlog.cli.noting import write_notes
from whistlog.record import Header

if TYPE_CHECKING:
    from whistlog.annotating import MachineNote
    from whistlog.api import Report


def run(
    path: str,
    *,
    game: int | None = None,
    deal: int | None = None,
    clear: bool = False,
    target: str | None = None,
    diff: bool = False,
    rules: str | None = None,
    language: str | None = None,
    encoding: str | None = None,
) -> int:
    """Exchange the machine notes of a record for what its cards cost.

    Args:
        path: a file, or ``-``, which goes to standard output.
        game: only this game of the file; the notes of others stay as they are.
        deal: only deals with this number.
        clear: take notes off, and put none in.
        target: file to write instead; ``-`` is standard output.
        diff: change nothing; print what would change.
        rules: name or file of a profile.
        language: language of the letters, where a record does not state it.
        encoding: encoding of the file, UTF-8 if None.

    Returns:
        The exit status: 1 if there is no deal that could be analysed, if the record was not
        understood, or if ``diff`` shows a change.

    Raises:
        CommandError: an option is wrong, there is no such deal, or a file can't be written.
    """
    from whistlog.cli.profiles import load

    profile = load(rules) if rules is not None else None
    job = _Job(path, game, deal, clear)
    status = write_notes(
        path,
        job.notes,
        target=target,
        diff=diff,
        rules=profile,
        language=known_language(language),
        encoding=known_encoding(encoding),
        confirm=job.confirm,
    )
    return FOUND if status == CLEAN and not (job.analysed or clear) else status


class _Job:
    """A run over the deals of a file."""

    def __init__(self, path: str, game: int | None, deal: int | None, clear: bool) -> None:
        self._path = path
        self._game = game
        self._deal = deal
        self._clear = clear
        self._header = Header(())
        self._place = 0
        self._seen = False
        self.analysed = False

    def notes(self, header: Header, report: Report) -> Iterator[MachineNote] | None:
        """The notes of a deal, or None if it was not asked for."""
        assert report.deal is not None
        if header is not self._header:
            self._header, self._place = header, 0
        self._place += 1
        written = report.deal.deal.number
        number = self._place if written is None else written
        if self._game not in (None, report.game) or self._deal not in (None, number):
            return None
        self._seen = True
        return iter(()) if self._clear else self._costs(header, report)

    def _costs(self, header: Header, report: Report) -> Iterator[MachineNote]:
        from whistlog.analysis.costs import analyse
        from whistlog.render.analysis_notes import notes
        from whistlog.render.board import Names

        assert report.deal is not None
        replay = report.deal.replay
        analysis, remarks = analyse(replay, report.profile)
        self.analysed = self.analysed or analysis.analysed
        yield from notes(analysis, remarks, report.deal.deal, replay, Names(header))

    def confirm(self) -> None:
        """Go no further where there is no deal of those asked for."""
        if not self._seen:
            raise missing(self._path, self._game, self._deal)
