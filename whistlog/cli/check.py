"""``whistlog check``: everything that is wrong with records."""

from __future__ import annotations

import contextlib
import os
import sys
from collections import deque
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from whistlog.api import Report
from whistlog.cli.errors import CLEAN, FOUND, USAGE
from whistlog.cli.inputs import (
    STDIN,
    Fault,
    Input,
    expand,
    is_archive,
    is_json,
    opened,
    total_size,
)
from whistlog.cli.reading import Options, reports
from whistlog.cli.terminal import Bar, output, utf8_output
from whistlog.contest import Contest
from whistlog.render import MACHINE_FORMATS, Excerpts, Renderer, Summary, create
from whistlog.sentences.tables import say

if TYPE_CHECKING:
    from whistlog.cli.selection import Selection
    from whistlog.diagnostics import Diagnostic
    from whistlog.record import Source

PARALLEL_FROM: Final = 1 << 22
"""Bytes from which several processes are worth their start."""

KEPT: Final = 4
"""Sections whose lines are kept for excerpts, beside the header of the game."""


def run(
    paths: Iterable[str],
    *,
    rules: str | None = None,
    language: str | None = None,
    encoding: str | None = None,
    format: str = "full",
    select: Iterable[str] = (),
    ignore: Iterable[str] = (),
    strict: bool = False,
    validate: bool = True,
    jobs: int = 1,
    fix: bool = False,
    diff: bool = False,
) -> int:
    """Check files and print what is wrong with them.

    Args:
        paths: files, folders, patterns, ``-``.
        rules: name or file of a profile, instead of those that the records name.
        language: language of the letters, where a record does not state it.
        encoding: encoding of the files, UTF-8 if None.
        format: one of `whistlog.render.FORMATS`.
        select: show only these names, codes or beginnings of codes; commas allow several.
        ignore: do not show these.
        strict: warnings fail the check too, and what could not be decided is told.
        validate: hold JSON that is read or written against its schema.
        jobs: number of processes; 0 is one for each processor.
        fix: put right what can be put right in one way only, and check what comes out.
        diff: only show what ``fix`` would change.

    Returns:
        The exit status.

    Raises:
        CommandError: an option is wrong.
    """
    options = Options.typed(rules, language, encoding, validate, strict)
    selection = _selection(select, ignore)
    out = utf8_output() if format in MACHINE_FORMATS else output()
    files = list(expand(paths))
    size = total_size(files)
    work = Work(create(format, out, validate=validate), selection, Bar(say("checking"), size))
    processes = jobs or os.cpu_count() or 1
    if fix or diff:
        from whistlog.cli.fixing import Job

        wanted = selection.shows if selection is not None else _any
        job = Job(options, work, wanted, diff=diff)
        job.refuse(files)
        for file in files:
            job.do(file)
        job.report()
        if diff:
            return USAGE if work.unreadable else FOUND if job.fixed else CLEAN
    work.renderer.begin()
    try:
        if processes > 1 and size >= PARALLEL_FROM:
            from whistlog.cli.parallel import check_files

            check_files(files, options, work, processes)
        else:
            for file in files:
                check_one(file, options, work)
        compared = work.contest.findings()
        lines = _lines(compared, options.encoding) if compared else {}
        for found in compared:
            work.show(found, Excerpts.of_lines(lines.get(found.path, {}).items()))
    finally:
        work.bar.close()
    work.renderer.end(work.summary)
    sys.stdout.flush()
    if work.unreadable:
        return USAGE
    return FOUND if work.summary.errors or (strict and work.summary.warnings) else CLEAN


def _any(name: str) -> bool:
    return True


class Work:
    """The state of a run: the renderer, the counts, and the lines kept for excerpts."""

    def __init__(self, renderer: Renderer, selection: Selection | None, bar: Bar) -> None:
        self.renderer = renderer
        self.summary = Summary()
        self.bar = bar
        self.unreadable = False
        self.contest = Contest()
        self._selection = selection

    def show(self, found: Diagnostic, excerpts: Excerpts, *, always: bool = False) -> None:
        """Show and count a finding, if the person wants to see it."""
        if not always and self._selection is not None and not self._selection.shows(found.name):
            return
        self.bar.pause()
        self.summary.add(found.severity)
        self.renderer.diagnostic(found, excerpts)

    def fail(self, found: Diagnostic) -> None:
        """Show that a file can't be read; that can't be ignored."""
        self.unreadable = True
        self.show(found, Excerpts(), always=True)


def check_one(file: Input, options: Options, work: Work) -> None:
    """Check one file and show what is wrong with it."""
    if file.fault is not None:
        work.fail(file.fault)
        return
    try:
        with opened(file.path, work.bar.advance) as stream:
            work.summary.files += 1
            found = reports(file.path, stream, options, contest=work.contest)
            _show_all(found, work, is_text=not is_json(file.path) and not is_archive(file.path))
            stream.confirm_unchanged()
    except Fault as fault:
        work.fail(fault.found)


def _show_all(found_in: Iterable[Report], work: Work, *, is_text: bool) -> None:
    # A document of JSON is no text to read: it often is one line, and its place is enough.
    summary = work.summary
    nothing = Excerpts()
    for report, excerpts in with_excerpts(found_in):
        if not is_text:
            excerpts = nothing
        if report.header is not None:
            summary.games += 1
        elif report.deal is not None:
            summary.deals += 1
        if report.fatal:
            for found in report.diagnostics:
                work.fail(found)
        elif report.diagnostics:
            for found in report.diagnostics:
                work.show(found, excerpts)


def with_excerpts(reports: Iterable[Report]) -> Iterator[tuple[Report, Excerpts]]:
    """Yield reports with the lines that their findings are likely to point at.

    Those are the header of the game and the last few deals; nothing more is kept, so that
    memory stays the same however large a file is.
    """
    header: Source | None = None
    recent: deque[Source | None] = deque(maxlen=KEPT)
    nothing = Excerpts()
    for report in reports:
        if report.header is not None:
            header = report.header.source
            recent.clear()
        elif report.deal is not None:
            recent.append(report.deal.deal.source)
        yield report, Excerpts((*recent, header)) if report.diagnostics else nothing


def _lines(found: Iterable[Diagnostic], encoding: str) -> dict[str, dict[int, str]]:
    """The lines that findings point at, by file; read again, as all files have been read."""
    wanted: dict[str, set[int]] = {}
    for one in found:
        if one.path != STDIN and not is_json(one.path) and not is_archive(one.path):
            numbers = wanted.setdefault(one.path, set())
            numbers.update((one.span.line, *(r.span.line for r in one.related)))
    lines: dict[str, dict[int, str]] = {}
    for path, numbers in wanted.items():
        some = lines.setdefault(path, {})
        last = max(numbers)
        with (
            contextlib.suppress(OSError),
            open(path, encoding=encoding, errors="replace", newline="\n") as stream,
        ):
            for number, line in enumerate(stream, start=1):
                if number in numbers:
                    some[number] = line.rstrip("\r\n").removeprefix("\ufeff")
                if number >= last:
                    break
    return lines


def _selection(select: Iterable[str], ignore: Iterable[str]) -> Selection | None:
    select, ignore = _parts(select), _parts(ignore)
    if not select and not ignore:
        return None
    from whistlog.cli.selection import Selection

    return Selection(select, ignore)


def _parts(values: Iterable[str]) -> tuple[str, ...]:
    """The values of an option that may be repeated and may hold commas."""
    parts = (part.strip() for value in values for part in value.split(","))
    return tuple(part for part in parts if part)
