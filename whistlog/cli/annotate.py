"""``whistlog annotate``: go through deals as a teacher would."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple, Protocol

from whistlog.cards import SEATS
from whistlog.cli.asked import Asked, Chosen, Pages
from whistlog.cli.errors import CLEAN, USAGE
from whistlog.cli.inputs import expand
from whistlog.cli.noting import Rewrite, exchange
from whistlog.cli.reading import Options
from whistlog.cli.terminal import output, utf8_output
from whistlog.cli.weighing import weighed
from whistlog.render import board
from whistlog.render.document import Document

if TYPE_CHECKING:
    from whistlog.analysis.costs import Analysis, Remark
    from whistlog.analysis.expected import Settings
    from whistlog.annotating import MachineNote
    from whistlog.notes.review import Review


def run(
    paths: Iterable[str],
    *,
    game: int | None = None,
    deal: int | None = None,
    school: str = "cavendish",
    analysis: bool = True,
    expected: Settings | None = None,
    everything: bool = False,
    summary: bool = False,
    format: str = "text",
    rules: str | None = None,
    language: str | None = None,
    encoding: str | None = None,
    validate: bool = True,
) -> int:
    """Print the notes on deals, or the totals of many.

    Args:
        paths: files, folders, patterns, ``-``.
        game: only this game of each file.
        deal: only deals with this number.
        school: who judges: one of `whistlog.notes.registry.SCHOOLS`.
        analysis: work out what each card cost as the cards lay.
        expected: work out what each card was expected to lose, and how; no if None.
        everything: show the routine, too.
        summary: print the totals of the players instead of the notes.
        format: ``text`` or ``json``.
        rules: name or file of a profile, instead of those that the records name.
        language: language of the letters, where a record does not state it.
        encoding: encoding of the files, UTF-8 if None.
        validate: hold JSON that is read or written against its schema.

    Returns:
        The exit status: 1 if there is no deal to look at.

    Raises:
        CommandError: an option is wrong, or there is no such deal.
    """
    options = Options.typed(rules, language, encoding, validate)
    asked = Asked(game, deal)
    writer: _Writer
    if summary:
        writer = _Summary(format, analysis)
    else:
        writer = _Json(validate) if format == "json" else _Text(everything)
    writer.begin()
    for source in expand(paths):
        if source.fault is not None:
            asked.refuse((source.fault,))
            continue
        for chosen in asked.deals(source.path, options):
            writer.deal(chosen, _look(chosen, school, analysis, expected))
    writer.end()
    sys.stdout.flush()
    if asked.fatal:
        return USAGE
    if not asked.seen:
        raise asked.missing(", ".join(paths))
    return CLEAN


def write(
    target: Rewrite,
    *,
    school: str = "cavendish",
    analysis: bool = True,
    expected: Settings | None = None,
    everything: bool = False,
) -> int:
    """Exchange the machine notes of a record for those of a teacher.

    Args:
        target: the record, and what is to be done with it.
        school, analysis, expected, everything: as for `run`.

    Returns:
        The exit status; see `whistlog.cli.noting.exchange`.

    Raises:
        CommandError: an option is wrong, there is no such deal, or a file can't be written.
    """
    from whistlog.render.notes import machine_notes

    def speak(chosen: Chosen) -> tuple[MachineNote, ...]:
        looked = _look(chosen, school, analysis, expected)
        return tuple(
            machine_notes(
                looked.review,
                chosen.deal.deal,
                chosen.deal.replay,
                board.Names(chosen.header),
                analysis=looked.analysis,
                everything=everything,
            )
        )

    return exchange(target, speak)


class Looked(NamedTuple):
    """What a teacher found in a deal.

    Attributes:
        review: the notes.
        analysis: what its cards cost; None where that is not known.
        remarks: what the analysis could not do.
    """

    review: Review
    analysis: Analysis | None = None
    remarks: tuple[Remark, ...] = ()


def _look(chosen: Chosen, school: str, analysis: bool, expected: Settings | None) -> Looked:
    from whistlog.notes.review import review

    costs, remarks = weighed(chosen, expected) if analysis else (None, ())
    if costs is not None and not costs.analysed:
        costs = None
    notes = review(
        chosen.deal.replay,
        chosen.report.profile,
        score=chosen.deal.before,
        school=school,
        analysis=costs,
    )
    return Looked(notes, costs, remarks)


class _Writer(Protocol):
    def begin(self) -> None:
        """Write what stands before the first deal."""

    def deal(self, chosen: Chosen, looked: Looked) -> None:
        """Write one deal, or take it in."""

    def end(self) -> None:
        """Write what stands after the last one."""


class _Text:
    """The format for people."""

    def __init__(self, everything: bool) -> None:
        self._pages = Pages()
        self._everything = everything

    def begin(self) -> None:
        """Write nothing."""

    def deal(self, chosen: Chosen, looked: Looked) -> None:
        """Write one deal."""
        from whistlog.render.notes import lines

        said = lines(
            looked.review,
            chosen.deal.deal,
            chosen.deal.replay,
            board.Names(chosen.header),
            score=chosen.deal.before,
            analysis=looked.analysis,
            remarks=looked.remarks,
            everything=self._everything,
        )
        self._pages.deal(chosen, said)

    def end(self) -> None:
        """Write nothing."""


class _Json:
    """The format for programs: written as a stream, one deal a line."""

    def __init__(self, validate: bool) -> None:
        from whistlog.render.notes import VERSION

        self._document = Document(utf8_output(), "notes", VERSION, "deals", validate=validate)

    def begin(self) -> None:
        """Open the document."""
        self._document.begin()

    def deal(self, chosen: Chosen, looked: Looked) -> None:
        """Write one deal.

        Raises:
            ValueError: what we were about to write does not follow the schema.
        """
        from whistlog.render.notes import as_dict

        self._document.add(
            as_dict(
                looked.review,
                board.Names(chosen.header),
                path=chosen.path,
                game=chosen.game,
                deal=chosen.number,
                score=chosen.deal.before,
                remarks=looked.remarks,
            )
        )

    def end(self) -> None:
        """Close the document."""
        self._document.end()


class _Summary:
    """The totals of many deals: a table, or JSON."""

    def __init__(self, format: str, costs: bool) -> None:
        from whistlog.notes.totals import Totals

        self._format = format
        self._costs = costs
        self._totals = Totals()

    def begin(self) -> None:
        """Write nothing."""

    def deal(self, chosen: Chosen, looked: Looked) -> None:
        """Take a deal in."""
        names = board.Names(chosen.header)
        players = [names.called(seat) for seat in SEATS]
        self._totals.add(looked.review, players)

    def end(self) -> None:
        """Write the totals."""
        from whistlog.render.notes import summary_lines, totals_as_dict

        if self._format == "json":
            out = utf8_output()
            out.write(json.dumps(totals_as_dict(self._totals), ensure_ascii=False, indent=2), "\n")
            return
        plain = output()
        for line in summary_lines(self._totals, costs=self._costs):
            plain.write(line, "\n")
