"""The terminal: colour where somebody can see it, a bar for long work, keys.

Rich is imported only when there is a terminal to use it on.
"""

from __future__ import annotations

import io
import os
import sys
import time
from typing import TYPE_CHECKING, Any, Final, TextIO

from whistlog.render.base import Output, Piece, StreamOutput

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress

STYLES: Final = {
    "error": "bold red",
    "warning": "bold yellow",
    "info": "bold blue",
    "note": "bold blue",
    "help": "bold",
    "place": "",
    "frame": "blue",
    "strong": "bold",
    "ok": "green",
    "red": "red",
    "dim": "dim",
}
"""How each role looks; none of them is needed to understand a text."""

PATIENCE: Final = 1.0
"""Seconds of work before a progress bar is shown."""


def is_terminal(stream: TextIO) -> bool:
    """Whether a person watches this stream."""
    try:
        return stream.isatty()
    except ValueError:
        return False


def wants_colour(stream: TextIO) -> bool:
    """Whether to colour what goes to a stream.

    ``NO_COLOR`` (https://no-color.org) forbids it, ``FORCE_COLOR`` demands it, and
    otherwise it is for terminals.
    """
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return is_terminal(stream) and os.environ.get("TERM") != "dumb"


def output(stream: TextIO | None = None) -> Output:
    """The output for people on a stream; standard output by default."""
    stream = stream or sys.stdout
    return RichOutput(console(stream)) if wants_colour(stream) else StreamOutput(stream)


def utf8_output() -> Output:
    """Standard output for programs: no colour, and UTF-8 whatever the terminal uses."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
    return StreamOutput(sys.stdout)


def console(stream: TextIO) -> Console:
    """A Rich console on a stream, in the colours of the terminal."""
    from rich.console import Console

    colour = wants_colour(stream)
    return Console(
        file=stream,
        force_terminal=True if colour else None,
        no_color=not colour,
        highlight=False,
        markup=False,
        emoji=False,
        soft_wrap=True,
    )


class RichOutput:
    """An output in colour."""

    def __init__(self, target: Console) -> None:
        from rich.text import Text

        self._console = target
        self._text = Text

    def write(self, *pieces: Piece) -> None:
        """Write the texts in the styles of their roles."""
        styled = (p if isinstance(p, str) else (p[0], STYLES.get(p[1], "")) for p in pieces)
        self._console.print(self._text.assemble(*styled, end=""), soft_wrap=True, end="")


class Bar:
    """A progress bar on standard error: only on a terminal, only for work that takes a while.

    Call `advance` as the work goes on and `pause` before anything is printed.
    """

    def __init__(self, title: str, total: int) -> None:
        self._title = title
        self._total = total
        self._done = 0
        self._shown = 0.0
        self._from = time.monotonic() + PATIENCE
        self._progress: Progress | None = None
        self._task: Any = None
        self._enabled = is_terminal(sys.stderr) and os.environ.get("TERM") != "dumb"

    def advance(self, amount: int) -> None:
        """Count more of the total as done."""
        self._done += amount
        if not self._enabled:
            return
        now = time.monotonic()
        if now < self._from or now - self._shown < 0.1:
            return
        self._shown = now
        if self._progress is None:
            self._start()
        assert self._progress is not None
        self._progress.update(self._task, completed=min(self._done, self._total))
        self._progress.start()
        self._progress.refresh()

    def pause(self) -> None:
        """Take the bar away until the next step, so that lines can be printed."""
        if self._progress is not None:
            self._progress.stop()

    def close(self) -> None:
        """Take the bar away for good."""
        self.pause()
        self._enabled = False

    def _start(self) -> None:
        from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            TextColumn("{task.percentage:>3.0f} %"),
            TimeRemainingColumn(),
            console=console(sys.stderr),
            transient=True,
            auto_refresh=False,
            redirect_stdout=False,
            redirect_stderr=False,
        )
        self._task = self._progress.add_task(self._title, total=self._total)
