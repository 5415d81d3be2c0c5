"""A finding with its source lines, the places marked, and what to do about it.

error[P405] revoke-inferred: South played 6♣ to a heart lead and held 4♥
  --> game.txt:14:15 (deal 1, trick 1, S)
   |
14 |  1. N: A♥  3♥  6♣  K♥
   |                ^^
   ...
17 |  4. N: 2♥  5♥  4♥  9♥
   |                -- here is the heart
   = help: ...
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from whistlog.render.base import (
    Excerpts,
    Output,
    Summary,
    circumstances,
    expand,
    has_place,
    place,
    visible,
)
from whistlog.sentences.tables import say

if TYPE_CHECKING:
    from whistlog.diagnostics import Diagnostic
    from whistlog.record import Span

LONGEST: Final = 160
"""Code points of a source line that are shown; a longer one is cut around its mark."""

BEFORE: Final = 60
"""Code points kept before the mark of a line that is cut."""


@dataclass(frozen=True, slots=True)
class _Mark:
    span: Span
    text: str
    main: bool


class Full:
    """The format for reading at leisure; the default."""

    def __init__(self, output: Output) -> None:
        self._output = output

    def begin(self) -> None:
        """Write nothing."""

    def diagnostic(self, found: Diagnostic, excerpts: Excerpts) -> None:
        """Write a paragraph, with an empty line after it."""
        write = self._output.write
        severity = str(found.severity)
        write(
            (f"{say(severity)}[{found.code}]", severity),
            f" {found.name}: ",
            (visible(found.message), "strong"),
            "\n",
        )
        marks = [_Mark(found.span, "", True)] if has_place(found) else []
        marks += [_Mark(r.span, found.related_message(r), False) for r in found.related]
        drawn = [m for m in marks if excerpts.line(m.span.line) is not None]
        gutter = max((len(str(m.span.line)) for m in drawn), default=2)
        where = circumstances(found)
        write(" " * gutter, ("--> ", "frame"), (place(found), "place"))
        write(f" ({where})\n" if where else "\n")
        self._draw(drawn, gutter, excerpts)
        for mark in marks:
            if mark not in drawn and not mark.main:
                line = mark.span.line
                where = f" ({say('on-line', number=line)})" if line > 1 else ""
                self._remark(gutter, "note", f"{mark.text}{where}")
        if found.help:
            self._remark(gutter, "help", found.help)
        if found.fix is not None:
            empty = found.fix.span.column == found.fix.span.end_column
            what = "fix-put-in" if empty else "fix-write"
            self._remark(gutter, "fix", say(what, text=found.fix.text))
        write("\n")

    def end(self, summary: Summary) -> None:
        """Write the counts."""
        self._output.write(summary.sentence(), "\n")

    def _draw(self, marks: list[_Mark], gutter: int, excerpts: Excerpts) -> None:
        if not marks:
            return
        write = self._output.write
        bar = (" " * gutter + " |", "frame")
        write(bar, "\n")
        previous: int | None = None
        shown = ""
        # The place that is blamed comes first among the marks of one line.
        for mark in sorted(marks, key=lambda m: (m.span.line, not m.main, m.span.column)):
            number = mark.span.line
            source = excerpts.line(number)
            assert source is not None
            text, left, right = _cut(source, mark.span)
            # Of a long line, each mark may need another piece.
            if number != previous or text != shown:
                if previous is not None and number > previous + 1:
                    write((" " * gutter + " ...", "frame"), "\n")
                write((f"{number:>{gutter}} |", "frame"), f" {text}".rstrip(), "\n")
            previous, shown = number, text
            sign, role = ("^", "error") if mark.main else ("-", "note")
            pointer = (sign * (right - left), role)
            label = (" " + visible(mark.text), role) if mark.text else ""
            write(bar, " " * (left + 1), pointer, label, "\n")

    def _remark(self, gutter: int, kind: str, text: str) -> None:
        first, *more = text.rstrip().split("\n")
        pad, title = " " * gutter, say("titled", title=say(kind))
        self._output.write((f"{pad} = ", "frame"), (f"{title} ", "help"), visible(first), "\n")
        for line in more:
            self._output.write(f"{pad}   {' ' * len(title)} {visible(line)}\n")


def _cut(line: str, span: Span) -> tuple[str, int, int]:
    """A source line for display, with the columns to mark on the terminal."""
    start = span.column - 1
    end = span.end_column - 1 if span.end_line == span.line else len(line)
    if len(line) <= LONGEST:
        return expand(line, start, end)
    first = max(0, min(start - BEFORE, len(line) - LONGEST))
    head = "…" if first else ""
    tail = "…" if first + LONGEST < len(line) else ""
    shift = first - len(head)
    piece = head + line[first : first + LONGEST] + tail
    return expand(piece, start - shift, min(end - shift, len(head) + LONGEST))


def create(output: Output, validate: bool) -> Full:
    """Make the renderer."""
    return Full(output)
