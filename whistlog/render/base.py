"""What renderers share: the interface, the counts, source lines, widths and safe text."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol, TextIO

from whistlog.sentences.tables import say

if TYPE_CHECKING:
    from whistlog.diagnostics import Diagnostic
    from whistlog.record import Source

Piece = str | tuple[str, str]
"""Text, or (text, role); roles are ``error``, ``warning``, ``info``, ``note``, ``help``,
``place``, ``frame``, ``strong``, ``ok``."""

TAB: Final = 4
"""Columns of a tab stop in an excerpt."""


@dataclass(slots=True)
class Summary:
    """The counts at the end of a run."""

    files: int = 0
    games: int = 0
    deals: int = 0
    errors: int = 0
    warnings: int = 0
    infos: int = 0

    def add(self, severity: str) -> None:
        """Count one finding of a severity."""
        if severity == "error":
            self.errors += 1
        elif severity == "warning":
            self.warnings += 1
        else:
            self.infos += 1

    def sentence(self) -> str:
        """The counts in words.

        >>> Summary(files=1, games=1, deals=3, errors=1).sentence()
        'Checked 3 deals: 1 error.'
        >>> Summary(files=2, games=2, deals=1).sentence()
        'Checked 1 deal in 2 files: no errors.'
        """
        found = [
            say(key, n=number)
            for key, number in (
                ("errors", self.errors),
                ("warnings", self.warnings),
                ("remarks", self.infos),
            )
            if number
        ]
        if not self.errors and not self.warnings:
            found.insert(0, say("no-errors"))
        deals, words = say("deals", n=self.deals), ", ".join(found)
        if self.files > 1:
            files = say("files", n=self.files)
            return say("checked-in-files", deals=deals, files=files, found=words)
        return say("checked", deals=deals, found=words)


class Output(Protocol):
    """Where a renderer writes."""

    def write(self, *pieces: Piece) -> None:
        """Write pieces of text; line ends are written as ``\\n``."""


class StreamOutput:
    """An output without colour."""

    def __init__(self, stream: TextIO) -> None:
        self._write = stream.write

    def write(self, *pieces: Piece) -> None:
        """Write the texts and leave the roles aside."""
        self._write("".join(p if isinstance(p, str) else p[0] for p in pieces))


class Excerpts:
    """The source lines that are at hand: the section in hand and those that proofs point to.

    A stream is never read twice, so only a few sections are kept: a line of any other one
    is None, and its place is then shown without an excerpt.
    """

    __slots__ = ("_lines",)

    def __init__(self, sources: Iterable[Source | None] = ()) -> None:
        self._lines: list[tuple[int, Sequence[str]]] = [
            (s.first_line, s.lines) for s in sources if s is not None
        ]

    @classmethod
    def of_lines(cls, lines: Iterable[tuple[int, str]]) -> Excerpts:
        """Excerpts from (line number, text) pairs."""
        self = cls()
        self._lines = [(number, (text,)) for number, text in lines]
        return self

    def line(self, number: int) -> str | None:
        """The text of a line by its 1-based number, or None."""
        for first, lines in self._lines:
            if 0 <= number - first < len(lines):
                return lines[number - first]
        return None


class Renderer(Protocol):
    """The interface of every format."""

    def begin(self) -> None:
        """Write what comes before the first diagnostic."""

    def diagnostic(self, found: Diagnostic, excerpts: Excerpts) -> None:
        """Write one diagnostic."""

    def end(self, summary: Summary) -> None:
        """Write what comes after the last one."""


def width(text: str) -> int:
    """Columns that a text takes on a terminal.

    >>> width("♠ K"), width("e\\u0301"), width("漢")
    (3, 1, 2)
    """
    if text.isascii():
        return len(text)
    return sum(_char_width(c) for c in text)


def _char_width(c: str) -> int:
    if c < "\u0300":
        return 1
    if unicodedata.category(c) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(c) in ("W", "F") else 1


def visible(text: str) -> str:
    """A text that can't disturb a terminal: one sign for every control or bidi character.

    Code points keep their number and order, so columns still fit.

    >>> visible("a\\x00b\\x1b[1m\\x7f")
    'a␀b␛[1m␡'
    """
    return text if text.isprintable() else "".join(map(_visible_char, text))


def _visible_char(c: str) -> str:
    if c.isprintable() or c == "\t" or c == "\u00a0":
        return c
    if c < " ":
        return chr(0x2400 + ord(c))
    if c == "\x7f":
        return "␡"
    category = unicodedata.category(c)
    if category == "Zs" or c in "\u200c\u200d\ufeff":
        return c
    return "\ufffd"


def expand(line: str, start: int, end: int) -> tuple[str, int, int]:
    """Lay a line out for an excerpt.

    Args:
        line: the line as it stands in the file.
        start, end: the columns to mark, 0-based in code points, the end exclusive.

    Returns:
        The line with tabs expanded and control characters made visible, and the columns of
        the mark on the terminal, at least one wide.

    >>> expand("\\tA♥ 3♥", 4, 6)
    ('    A♥ 3♥', 7, 9)
    """
    line = visible(line)
    if line.isascii() and "\t" not in line:
        return line, start, max(end, start + 1)
    laid: list[str] = []
    column = left = right = 0
    for i, c in enumerate(line):
        if i == start:
            left = column
        if i == end:
            right = column
        if c == "\t":
            step = TAB - column % TAB
            laid.append(" " * step)
            column += step
        else:
            laid.append(c)
            column += _char_width(c)
    if start >= len(line):
        left = column + start - len(line)
    if end >= len(line):
        right = column + end - len(line)
    return "".join(laid), left, max(right, left + 1)


def place(found: Diagnostic) -> str:
    """The place of a finding: ``game.txt:14:15``, or as much of it as is known."""
    path = visible(found.path) or "<text>"
    if not has_place(found):
        return path
    return f"{path}:{found.span.line}:{found.span.column}"


def has_place(found: Diagnostic) -> bool:
    """Whether the finding points at a line of a text, not at a file or a JSON document."""
    from whistlog.record import NOWHERE

    return found.span != NOWHERE


def circumstances(found: Diagnostic) -> str:
    """Game, deal, trick and seat of a finding, as far as they are known.

    >>> from whistlog.diagnostics import Diagnostic
    >>> circumstances(Diagnostic("x", game=1, deal=3, trick=2, seat="N"))
    'game 1, deal 3, trick 2, N'
    """
    known = [
        say(key, number=number)
        for key, number in (
            ("in-game", found.game),
            ("in-deal", found.deal),
            ("in-trick", found.trick),
        )
        if number is not None
    ]
    if found.seat is not None:
        known.append(found.seat)
    return ", ".join(known)
