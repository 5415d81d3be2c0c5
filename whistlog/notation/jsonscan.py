"""Places in a JSON text: where the value of a JSON pointer stands.

Only asked for when something is wrong, so a plain scan in Python is quick enough. It takes
no recursion and linear time whatever the nesting, and stops quietly where the text is no
JSON.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterator
from json import decoder
from typing import Any, Final

from whistlog.record import Span

_string: Callable[[str, int, bool], tuple[str, int]] = decoder.scanstring  # type: ignore[attr-defined]
_TOKEN: Final = re.compile(r'[ \t\n\r]*(?:([\[\]{},:"])|([^\s\[\]{},:"]+))')

Path = tuple[str | int, ...]


def values(text: str) -> Iterator[tuple[list[str | int], int, int, bool]]:
    """Yield (path, start, end, repeated) for each value, innermost first.

    The path is one list that changes while the scan goes on: copy what is to be kept. Start
    and end are code points from 0, the end exclusive. ``repeated`` marks a property that its
    object already has; such a property is yielded twice, first with the place of its name.
    """
    path: list[str | int] = []
    opened: list[int] = []
    names: list[set[str] | None] = []  # of the objects around this place; None for a list
    named = False
    position = 0
    while match := _TOKEN.match(text, position):
        mark, position = match[1], match.end()
        start = match.start(1) if mark else match.start(2)
        if mark == '"':
            try:
                string, position = _string(text, position, True)
            except ValueError:
                return
            around = names[-1] if names else None
            if around is not None and not named:
                named = True
                path[-1] = string
                if string in around:
                    yield path, start, position, True
                around.add(string)
                continue
        elif mark in ("[", "{"):
            opened.append(start)
            names.append(None if mark == "[" else set())
            path.append(0 if mark == "[" else "")
            named = False
            continue
        elif mark in ("]", "}"):
            if not opened:
                return
            start = opened.pop()
            names.pop()
            path.pop()
        elif mark == ",":
            if path and isinstance(path[-1], int):
                path[-1] += 1
            named = False
            continue
        elif mark == ":":
            continue
        yield path, start, position, False


def locate(text: str, pointers: Collection[str]) -> dict[str, Span]:
    """The places of the values of some JSON pointers; those that do not exist are absent."""
    wanted: dict[str | None, Any] = {}  # a tree of the pointers' parts, with the pointer at None
    for where in pointers:
        node = wanted
        for part in where.split("/")[1:]:
            node = node.setdefault(part.replace("~1", "/").replace("~0", "~"), {})
        node[None] = where
    deepest = max((where.count("/") for where in pointers), default=0)
    lines = Lines(text)
    found: dict[str, Span] = {}
    for path, start, end, repeated in values(text):
        if repeated or len(path) > deepest:
            continue
        node = wanted
        for step in path:
            node = node.get(str(step), _NOTHING)
        if None in node:
            found[node[None]] = lines.span(start, end)
    return found


_NOTHING: Final[dict[str | None, Any]] = {}


def too_deep(text: str, limit: int) -> int:
    """Where the text opens more lists and objects than the limit, in code points from 0."""
    depth = 0
    for match in re.finditer(r'"(?:[^"\\]|\\.)*"|[\[\]{}]', text):
        if match[0] in "[{":
            depth += 1
            if depth > limit:
                return match.start()
        elif match[0] in "]}":
            depth -= 1
    return 0


class Lines:
    """Turns places in a text into lines and columns.

    Args:
        text: the whole text; lines end with a line feed.
    """

    def __init__(self, text: str) -> None:
        self.starts = [0, *(m.end() for m in re.finditer("\n", text))]

    def span(self, start: int, end: int) -> Span:
        """The span from one place to another (in code points from 0)."""
        return Span(*self._place(start), *self._place(end))

    def _place(self, offset: int) -> tuple[int, int]:
        line = bisect_right(self.starts, offset)
        return line, offset - self.starts[line - 1] + 1
