"""``whistlog annotate``: go through deals as a teacher would."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple, Protocol

from whistlog.api import Report
from whistlog.cards import SEATS
from whistlog.cli.errors import CLEAN, USAGE, missing
from whistlog.cli.inputs import expand, known_encoding, known_language
from whistlog.cli.noting import Target, exchange
from whistlog.cli.reading import reports_of
from whistlog.cli.terminal import output, utf8_output
from whistlog.cli.weighing import Weighing, weigh
from whistlog.record import Header
from whistlog.render import board

if TYPE_CHECKING:
    from whistlog.analysis.costs import Analysis, Remark
    from whistlog.annotating import MachineNote
    from whistlog.checks import DealReport
    from whistlog.cli.inputs import Input
    from whistlog.notes.review import Review
    from whistlog.rules.profile import Profile


def run(
    paths: Iterable[str],
    *,
    game: int | None = None,
    deal: int | None = None,
    school: str = "cavendish",
    analysis: bool = True,
    expected: Weighing | None = None,
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
    from whistlog.cli.profiles import load

    profile = load(rules) if rules is not None else None
    writer: _Writer = (
        _Summary(format) if summary else _Json(validate) if format == "json" else _Text(everything)
    )
    seen = fatal = False
    writer.begin()
    for source in expand(paths):
        header, place = Header(()), 0
        for report in _reports(source, profile, language, encoding, validate):
            if report.fatal:
                fatal = True
                for found in report.diagnostics:
                    print(f"whistlog: {found.path}: {found.message}", file=sys.stderr)
            elif report.header is not None:
                header, place = report.header, 0
            elif report.deal is not None:
                place += 1
                written = report.deal.deal.number
                number = place if written is None else written
                if (game is None or report.game == game) and (deal is None or number == deal):
                    seen = True
                    looked = _look(report, school, number, analysis, expected)
                    writer.deal(Place(source.path, header, report, number), *looked)
    writer.end()
    sys.stdout.flush()
    if fatal:
        return USAGE
    if not seen:
        raise missing(", ".join(paths), game, deal)
    return CLEAN


def write(
    target: Target,
    *,
    school: str = "cavendish",
    analysis: bool = True,
    expected: Weighing | None = None,
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

    def speak(header: Header, report: Report, number: int) -> tuple[MachineNote, ...]:
        review, costs, _ = _look(report, school, number, analysis, expected)
        assert report.deal is not None
        return tuple(
            machine_notes(
                review,
                report.deal.deal,
                report.deal.replay,
                board.Names(header),
                analysis=costs,
                everything=everything,
            )
        )

    return exchange(target, speak)


def _reports(
    source: Input,
    profile: Profile | None,
    language: str | None,
    encoding: str | None,
    validate: bool,
) -> Iterator[Report]:
    if source.fault is not None:
        return iter((Report(0, diagnostics=(source.fault,), fatal=True),))
    return reports_of(
        source.path,
        rules=profile,
        language=known_language(language),
        encoding=known_encoding(encoding),
        validate=validate,
    )


class Place(NamedTuple):
    """A deal and where it stands."""

    path: str
    header: Header
    report: Report
    number: int

    @property
    def result(self) -> DealReport:
        """The deal with its replay and score."""
        assert self.report.deal is not None
        return self.report.deal

    @property
    def score(self) -> tuple[int, int] | None:
        """Points of each side before the deal."""
        return None if self.result.score is None else self.result.score.before


def _look(
    report: Report, school: str, number: int, analysis: bool, expected: Weighing | None
) -> tuple[Review, Analysis | None, tuple[Remark, ...]]:
    """The notes on a deal, what its cards cost, and what the analysis could not do."""
    from whistlog.notes.review import review

    result = report.deal
    assert result is not None
    found = None
    remarks: tuple[Remark, ...] = ()
    if analysis:
        from whistlog.analysis.costs import analyse

        found, remarks = analyse(result.replay, report.profile)
        if expected is not None:
            found, more = weigh(report, found, expected, number)
            remarks += more
        if not found.analysed:
            found = None
    return (
        review(
            result.replay,
            report.profile,
            score=None if result.score is None else result.score.before,
            school=school,
            analysis=found,
        ),
        found,
        remarks,
    )


class _Writer(Protocol):
    def begin(self) -> None:
        """Write what stands before the first deal."""

    def deal(
        self,
        place: Place,
        review: Review,
        analysis: Analysis | None,
        remarks: tuple[Remark, ...],
    ) -> None:
        """Write one deal, or take it in."""

    def end(self) -> None:
        """Write what stands after the last one."""


class _Text:
    """The format for people."""

    def __init__(self, everything: bool) -> None:
        self._out = output()
        self._first = True
        self._everything = everything

    def begin(self) -> None:
        """Write nothing."""

    def deal(
        self,
        place: Place,
        review: Review,
        analysis: Analysis | None,
        remarks: tuple[Remark, ...],
    ) -> None:
        """Write one deal."""
        from whistlog.render.notes import lines

        if not self._first:
            self._out.write("\n")
        self._first = False
        names = board.Names(place.header)
        deal, replay = place.result.deal, place.result.replay
        for line in (
            *board.heading(place.header, deal, place.number, replay, names),
            *lines(
                review,
                deal,
                replay,
                names,
                score=place.score,
                analysis=analysis,
                remarks=remarks,
                everything=self._everything,
            ),
        ):
            self._out.write(*board.coloured(line), "\n")

    def end(self) -> None:
        """Write nothing."""


class _Json:
    """The format for programs: written as a stream, one deal a line."""

    def __init__(self, validate: bool) -> None:
        self._out = utf8_output()
        self._validate = validate
        self._comma = ""

    def begin(self) -> None:
        """Open the document."""
        from whistlog.render.notes import VERSION

        self._out.write(f'{{"version": {VERSION}, "deals": [')

    def deal(
        self,
        place: Place,
        review: Review,
        analysis: Analysis | None,
        remarks: tuple[Remark, ...],
    ) -> None:
        """Write one deal.

        Raises:
            ValueError: what we were about to write does not follow the schema.
        """
        from whistlog.render.notes import VERSION, as_dict

        value = as_dict(
            review,
            board.Names(place.header),
            path=place.path,
            game=place.report.game,
            deal=place.number,
            score=place.score,
            remarks=remarks,
        )
        if self._validate:
            from whistlog.notation.schema import validate

            faults = validate({"version": VERSION, "deals": [value]}, "notes")
            if faults:
                raise ValueError(f"not valid notes: {faults[0].message}")
        self._out.write(f"{self._comma}\n{json.dumps(value, ensure_ascii=False)}")
        self._comma = ","

    def end(self) -> None:
        """Close the document."""
        self._out.write("\n]}\n" if self._comma else "]}\n")


class _Summary:
    """The totals of many deals: a table, or JSON."""

    def __init__(self, format: str) -> None:
        from whistlog.notes.totals import Totals

        self._format = format
        self._totals = Totals()

    def begin(self) -> None:
        """Write nothing."""

    def deal(
        self,
        place: Place,
        review: Review,
        analysis: Analysis | None,
        remarks: tuple[Remark, ...],
    ) -> None:
        """Take a deal in."""
        self._totals.add(review, player_names(place.header))

    def end(self) -> None:
        """Write the totals."""
        from whistlog.render.notes import summary_lines, totals_as_dict

        if self._format == "json":
            out = utf8_output()
            out.write(json.dumps(totals_as_dict(self._totals), ensure_ascii=False, indent=2), "\n")
            return
        plain = output()
        for line in summary_lines(self._totals):
            plain.write(line, "\n")


def player_names(header: Header) -> list[str]:
    """By seat, the name of the player, or the letter of the seat where there is none."""
    keys = ("north", "east", "south", "west")
    return [header.tag(key) or header.seats.letters[seat] for key, seat in zip(keys, SEATS)]
