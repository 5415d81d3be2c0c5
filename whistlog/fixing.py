"""Putting a record right where there is exactly one way, in the text itself.

Every fix is tried out: the text is read and checked again with it, and it is kept only if its
finding is gone, nothing new is found, and every line of the record is understood. All that a
fix does not concern stays as it was written, to the last blank.
"""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from whistlog.diagnostics.values import Diagnostic, Fix
from whistlog.rules.profile import Profile

MOST_TRIES: Final = 200
"""How often a text is checked again before the rest of its fixes are given up."""


@dataclass(frozen=True, slots=True)
class Fixed:
    """A text that was put right.

    Attributes:
        text: the text; as it was if nothing could be done.
        applied: the findings that are gone, sorted by place.
        refused: findings whose fix would have led to another finding.
        understood: whether every line was understood in the end; else nothing was changed.
    """

    text: str
    applied: tuple[Diagnostic, ...]
    refused: tuple[Diagnostic, ...]
    understood: bool


def fix_text(
    text: str,
    *,
    rules: Profile | None = None,
    language: str | None = None,
    wanted: Callable[[str], bool] = lambda name: True,
) -> Fixed:
    """Apply all fixes that can be applied.

    Args:
        text: a record; LF or CRLF.
        rules: the profile to check by; by default the one that each game names.
        language: code of the language to read in where the text states none.
        wanted: whether findings of a name are to be put right.

    >>> print(fix_text("Dealer: W\\nTrump: 4S\\n1. N: AH 3H 6H KH -> E\\n").text)
    Dealer: W
    Trump: 4S
    1. N: AH 3H 6H KH -> N
    <BLANKLINE>
    """
    return _Fixing(text, rules, language).run(wanted)


class _Fixing:
    """A text on its way; ``found`` are always the findings of the text as it is."""

    def __init__(self, text: str, rules: Profile | None, language: str | None) -> None:
        self.text = text
        self.applied: list[Diagnostic] = []
        self._rules = rules
        self._language = language
        self._tries = 0
        self._found, self._unread = self._check(text)

    def run(self, wanted: Callable[[str], bool]) -> Fixed:
        """Apply what can be applied."""
        start = self.text
        offered: list[Diagnostic] = []
        tried: set[_What] = set()
        # What was put right may leave only one way to put another thing right.
        while True:
            offered = [d for d in self._found if d.fix is not None and wanted(d.name)]
            some = list(dict.fromkeys(w for w in map(_what, offered) if w not in tried))
            if not some:
                break
            tried.update(some)
            self._apply(some)
        if self._unread:
            return Fixed(start, (), tuple(self.applied) + tuple(offered), False)
        refused = tuple(offered)
        self.applied.sort(key=lambda d: d.sort_key)
        return Fixed(self.text, tuple(self.applied), refused, True)

    def _apply(self, some: list[_What]) -> None:
        """Put findings right; where that can't be done with all, with those that it can."""
        here = [d for d in self._found if d.fix is not None and _what(d) in some]
        if not here or self._tries >= MOST_TRIES:
            return
        self._tries += 1
        text = spliced(self.text, [d.fix for d in here if d.fix is not None])
        found, unread = self._check(text)
        expected = Counter(map(_what, self._found)) - Counter(map(_what, here))
        if unread <= self._unread and not Counter(map(_what, found)) - expected:
            self.text, self._found, self._unread = text, found, unread
            self.applied += here
        elif len(some) > 1:
            self._apply(some[: len(some) // 2])
            self._apply(some[len(some) // 2 :])

    def _check(self, text: str) -> tuple[list[Diagnostic], int]:
        """All findings, and how many lines could not be understood."""
        from whistlog.api import check_stream

        stream = io.BytesIO(text.encode("utf-8", "surrogateescape"))
        found: list[Diagnostic] = []
        unread = 0
        for report in check_stream(stream, rules=self._rules, language=self._language):
            found += report.diagnostics
            unread += sum(d.severity == "error" for d in report.faults) + report.fatal
        return found, unread


def spliced(text: str, fixes: Sequence[Fix]) -> str:
    """A text with fixes applied to it; of two at the same place the first one counts."""
    lines = text.split("\n")
    last: tuple[int, int] | None = None
    for fix in sorted(fixes, key=lambda f: (f.span.line, f.span.column), reverse=True):
        span = fix.span
        if last is not None and span.line == last[0] and span.end_column > last[1]:
            continue
        line = lines[span.line - 1]
        lines[span.line - 1] = line[: span.column - 1] + fix.text + line[span.end_column - 1 :]
        last = (span.line, span.column)
    return "\n".join(lines)


_What = tuple[str, int, int | None]


def _what(found: Diagnostic) -> _What:
    """What a finding is about, where its column may have moved."""
    return found.name, found.span.line, found.trick
