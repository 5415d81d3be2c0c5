"""Checking large files in several processes, with the same output as in one.

A file is cut at ``Game`` lines into ranges of bytes; only the ranges travel to the other
processes, and only findings come back, in the order of the files.
"""

from __future__ import annotations

import multiprocessing
import os
import re
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from functools import cache, partial
from multiprocessing.connection import wait
from multiprocessing.synchronize import Event
from typing import Final, NamedTuple

from whistlog.api import check_stream
from whistlog.cli.check import Work, check_one, with_excerpts
from whistlog.cli.errors import CommandError
from whistlog.cli.inputs import STDIN, Fault, Input, Stream, is_archive, is_json, opened
from whistlog.cli.reading import Options
from whistlog.contest import Contest
from whistlog.diagnostics.values import Diagnostic
from whistlog.render import Excerpts
from whistlog.rules.profile import builtin, profile_names
from whistlog.sentences.tables import say

RANGE: Final = 1 << 20
"""Bytes of a range, and a little more to the next ``Game`` line."""

AHEAD: Final = 2
"""Ranges for each process that may wait to be printed."""


class Range(NamedTuple):
    """A part of a file that starts at a game: bytes ``start`` to ``end``."""

    path: str
    start: int
    end: int
    first_line: int


class Outcome(NamedTuple):
    """What was found in a range; each finding with the lines for its excerpt."""

    games: int
    deals: int
    findings: list[tuple[Diagnostic, tuple[tuple[int, str], ...], bool]]
    contest: Contest


def check_files(files: Iterable[Input], options: Options, work: Work, processes: int) -> None:
    """Check files in several processes and show their findings in order.

    Raises:
        CommandError: a process died.
    """
    stop = multiprocessing.Event()
    pool = ProcessPoolExecutor(processes, initializer=_start, initargs=(stop,))
    _end_on_sigterm()
    waiting: deque[Callable[[], None]] = deque()
    try:
        for step in _steps(files, options, work, pool):
            waiting.append(step)
            if len(waiting) > processes * AHEAD:
                waiting.popleft()()
        while waiting:
            waiting.popleft()()
    except BrokenProcessPool:
        raise CommandError(say("process-killed")) from None
    except BaseException:
        # If they were ended while they hand over what they found, the executor would wait for
        # the rest of it without end.
        stop.set()
        pool.shutdown(cancel_futures=True)
        raise
    pool.shutdown()


def _end_on_sigterm() -> None:
    """Let SIGTERM end this process as an exception does, so that its children end too."""

    def end(number: int, frame: object) -> None:
        raise SystemExit(128 + number)

    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, end)


_stop: Event | None = None
"""Set when this process of several is to stop; None in the first."""


def _start(stop: Event) -> None:
    # Ctrl-C reaches every process of the terminal; the first one does the talking, and tells
    # the others to stop.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    global _stop
    _stop = stop
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """End this process when the first one is gone, however it went."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


def _steps(
    files: Iterable[Input], options: Options, work: Work, pool: ProcessPoolExecutor
) -> Iterator[Callable[[], None]]:
    """Submit all ranges; yield what is to be done, in order, when each is ready."""
    for file in files:
        if not _divisible(file, options):
            yield partial(check_one, file, options, work)
            continue
        try:
            with opened(file.path) as stream:
                work.summary.files += 1
                shown = _Shown()
                for part in ranges(file.path, stream):
                    future = pool.submit(check_range, part, options)
                    yield partial(_show, future, part, shown, work)
                stream.confirm_unchanged()
        except Fault as fault:
            yield partial(work.fail, fault.found)


def _divisible(file: Input, options: Options) -> bool:
    return (
        file.fault is None
        and file.path != STDIN
        and not is_json(file.path)
        and not is_archive(file.path)
        and options.encoding in ("utf-8", "utf-8-sig")
        and (options.rules is None or options.rules.rubber is None)
        and os.path.isfile(file.path)
    )


class _Shown:
    """What was shown of a file so far."""

    games = 0


def _show(future: Future[Outcome], part: Range, shown: _Shown, work: Work) -> None:
    outcome = future.result()
    work.bar.advance(part.end - part.start)
    for found, lines, fatal in outcome.findings:
        if shown.games and found.game is not None:
            found = replace(found, game=found.game + shown.games)
        if fatal:
            work.fail(found)
        else:
            work.show(found, Excerpts.of_lines(lines))
    work.contest.add(outcome.contest, shown.games)
    shown.games += outcome.games
    work.summary.games += outcome.games
    work.summary.deals += outcome.deals


def check_range(part: Range, options: Options) -> Outcome:
    """Check a part of a file, as far as there is time."""
    games = deals = 0
    contest = Contest()
    findings: list[tuple[Diagnostic, tuple[tuple[int, str], ...], bool]] = []
    try:
        with opened(part.path) as stream:
            reports = check_stream(
                stream.part(part.start, part.end),
                path=part.path,
                rules=options.rules,
                encoding=options.encoding,
                language=options.language,
                first_line=part.first_line,
                contest=contest,
                strict=options.strict,
            )
            for report, excerpts in with_excerpts(reports):
                if _stop is not None and _stop.is_set():
                    break
                games += report.header is not None
                deals += report.deal is not None
                findings.extend((d, _lines(d, excerpts), report.fatal) for d in report.diagnostics)
    except Fault as fault:
        findings.append((fault.found, (), True))
    return Outcome(games, deals, findings, contest)


def _lines(found: Diagnostic, excerpts: Excerpts) -> tuple[tuple[int, str], ...]:
    numbers = sorted({found.span.line, *(r.span.line for r in found.related)})
    texts = ((number, excerpts.line(number)) for number in numbers)
    return tuple((number, text) for number, text in texts if text is not None)


def ranges(path: str, stream: Stream) -> Iterator[Range]:
    """Cut a file into ranges that start where a game starts, and number their lines.

    Raises:
        Fault: the file can't be read.
    """
    start = position = 0
    line = first_line = 1
    rest = b""
    while block := stream.read(RANGE):
        block = rest + block
        end = block.rfind(b"\n") + 1
        rest, block = block[end:], block[:end]
        if len(rest) > RANGE:
            # A line longer than any: it can't be a Game line, so its length is all we need.
            position += len(rest)
            rest = b""
        cut = _cut(block) if position > start and not _in_rubber(block) else None
        if cut is not None:
            line_of_cut = line + block.count(b"\n", 0, cut)
            yield Range(path, start, position + cut, first_line)
            start, first_line = position + cut, line_of_cut
        line += block.count(b"\n")
        position += end
    yield Range(path, start, position + len(rest), first_line)


def _in_rubber(block: bytes) -> bool:
    """Whether games of a block may belong to a rubber, which must be checked in one piece."""
    return _rubber_rules().search(block) is not None


@cache
def _rubber_rules() -> re.Pattern[bytes]:
    names = [name for name in profile_names() if builtin(name).rubber is not None]
    return re.compile(f":[ \\t]*(?:{'|'.join(names)})\\b".encode(), re.IGNORECASE)


def _cut(block: bytes) -> int | None:
    """Where the first game of a block starts, with the comments right above it."""
    for match in _game_line().finditer(block):
        cut = match.start()
        while cut:
            above = block.rfind(b"\n", 0, cut - 1) + 1
            if not block[above:cut].lstrip(b" \t").startswith(b"#"):
                return cut
            cut = above
    return None


@cache
def _game_line() -> re.Pattern[bytes]:
    from whistlog.notation.languages import boundary_pattern

    return re.compile(f"^{boundary_pattern('game')}".encode(), re.MULTILINE | re.IGNORECASE)
