"""``whistlog analyse``: what deals were worth and what each card cost, with all cards seen."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

from whistlog.cli.errors import CLEAN, FOUND, USAGE, missing
from whistlog.cli.inputs import known_encoding, known_language
from whistlog.cli.reading import reports_of
from whistlog.cli.terminal import output, utf8_output
from whistlog.cli.weighing import Weighing, weigh
from whistlog.record import Header
from whistlog.render import board

if TYPE_CHECKING:
    from whistlog.analysis.costs import Analysis, Remark
    from whistlog.api import Report


def run(
    path: str,
    *,
    game: int | None = None,
    deal: int | None = None,
    continue_from: int | None = None,
    expected: Weighing | None = None,
    format: str = "text",
    rules: str | None = None,
    language: str | None = None,
    encoding: str | None = None,
    validate: bool = True,
) -> int:
    """Print the analysis of deals, one after the other.

    Args:
        path: a file, or ``-``.
        game: only this game of the file.
        deal: only deals with this number.
        continue_from: show the best continuation from the start of this trick.
        expected: tell what cards were expected to lose, and how that is found; no if None.
        format: ``text`` or ``json``.
        rules: name or file of a profile.
        language: language of the letters, where a record does not state it.
        encoding: encoding of the file, UTF-8 if None.
        validate: hold JSON that is read or written against its schema.

    Returns:
        The exit status: 1 if there is no deal that could be analysed.

    Raises:
        CommandError: an option is wrong, or there is no such deal.
    """
    from whistlog.analysis.costs import analyse
    from whistlog.cli.profiles import load

    profile = load(rules) if rules is not None else None
    writer: _Text | _Json = _Json(path, validate) if format == "json" else _Text()
    header, place = Header(()), 0
    seen = analysed = fatal = False
    writer.begin()
    for report in reports_of(
        path,
        rules=profile,
        language=known_language(language),
        encoding=known_encoding(encoding),
        validate=validate,
    ):
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
                analysis, remarks = analyse(
                    report.deal.replay, report.profile, continue_from=continue_from
                )
                if expected is not None:
                    analysis, more = weigh(report, analysis, expected, number)
                    remarks += more
                seen, analysed = True, analysed or analysis.analysed
                writer.deal(header, report, number, analysis, remarks)
    writer.end()
    sys.stdout.flush()
    if fatal:
        return USAGE
    if not seen:
        raise missing(path, game, deal)
    return CLEAN if analysed else FOUND


class _Text:
    """The format for people."""

    def __init__(self) -> None:
        self._out = output()
        self._first = True

    def begin(self) -> None:
        """Write nothing."""

    def deal(
        self,
        header: Header,
        report: Report,
        number: int,
        analysis: Analysis,
        remarks: tuple[Remark, ...],
    ) -> None:
        """Write one deal."""
        from whistlog.render.analysis import lines

        assert report.deal is not None
        if not self._first:
            self._out.write("\n")
        self._first = False
        names = board.Names(header)
        deal, replay = report.deal.deal, report.deal.replay
        for line in (
            *board.heading(header, deal, number, replay, names),
            *lines(analysis, remarks, names),
        ):
            self._out.write(*board.coloured(line), "\n")

    def end(self) -> None:
        """Write nothing."""


class _Json:
    """The format for programs: written as a stream, one deal a line."""

    def __init__(self, path: str, validate: bool) -> None:
        self._out = utf8_output()
        self._path = path
        self._validate = validate
        self._comma = ""

    def begin(self) -> None:
        """Open the document."""
        from whistlog.render.analysis import VERSION

        self._out.write(f'{{"version": {VERSION}, "deals": [')

    def deal(
        self,
        header: Header,
        report: Report,
        number: int,
        analysis: Analysis,
        remarks: tuple[Remark, ...],
    ) -> None:
        """Write one deal.

        Raises:
            ValueError: what we were about to write does not follow the schema.
        """
        from whistlog.render.analysis import VERSION, as_dict

        assert report.deal is not None
        value: dict[str, Any] = as_dict(
            analysis,
            remarks,
            report.deal.replay,
            path=self._path,
            game=report.game,
            deal=number,
        )
        if self._validate:
            from whistlog.notation.schema import validate

            faults = validate({"version": VERSION, "deals": [value]}, "analysis")
            if faults:
                raise ValueError(f"not a valid analysis: {faults[0].message}")
        self._out.write(f"{self._comma}\n{json.dumps(value, ensure_ascii=False)}")
        self._comma = ","

    def end(self) -> None:
        """Close the document."""
        self._out.write("\n]}\n" if self._comma else "]}\n")
