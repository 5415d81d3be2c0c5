"""Findings that the record itself says are to be passed over, with the reason.

    1. N: A♥ 3♥ 6♣ K♥   # whistlog: ignore revoke-inferred (the book prints it so)

Such a comment speaks for its line; on a line of its own in a deal, or on the ``Deal`` line,
for the whole deal; on a line of its own before the first deal, or on the ``Game`` line, for
the whole game. One that passes nothing over is reported, and so is one without a reason.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from whistlog.diagnostics.registry import catalogue
from whistlog.diagnostics.values import Diagnostic
from whistlog.record import NOWHERE, Comment, Deal, DealLine, GameLine, Header, Span
from whistlog.sentences.phrases import Phrase, shortened

MARK: Final = "whistlog:"
"""What a comment to whistlog begins with, in any case."""

_FORM: Final = re.compile(r"ignore\s+([\w-]+(?:\s*,\s*[\w-]+)*)\s*(?:\((.*)\))?", re.I | re.S)


@dataclass(slots=True)
class _Ignore:
    """One name in a comment: ``line`` is None where it speaks for more than its line."""

    name: str
    line: int | None
    span: Span
    used: bool = False

    def covers(self, found: Diagnostic) -> bool:
        return found.name == self.name and self.line in (None, found.span.line)


def speaks(section: Header | Deal) -> bool:
    """Whether a comment of a section is meant for whistlog."""
    for item in section.items:
        comment = item.comment
        if comment is not None and comment.lstrip()[: len(MARK)].lower() == MARK:
            return True
    return False


def named(section: Header | Deal) -> frozenset[str]:
    """The findings that a section's comments pass over."""
    return frozenset(ignore.name for ignore in _read(section)[0])


_ELSEWHERE: Final = frozenset(
    (
        "board-mismatch",
        "board-missing",
        "board-repeat",
        "drive-total",
        "drive-total-syntax",
        "drive-total-undecided",
        "player-twice",
        "player-two-tables",
    )
)
"""Findings that are only made when all tables are known: `whistlog.contest` passes them over."""


class Suppressions:
    """What the comments of a game say, from its header to its end."""

    def __init__(self) -> None:
        self._game: list[_Ignore] = []

    def header(self, header: Header, found: tuple[Diagnostic, ...]) -> tuple[Diagnostic, ...]:
        """Begin a game: what is left of the findings about its header."""
        self._game, faults = _read(header)
        return (*self._left(found, ()), *faults)

    def deal(self, deal: Deal, found: tuple[Diagnostic, ...]) -> tuple[Diagnostic, ...]:
        """What is left of the findings about a deal."""
        own, faults = _read(deal)
        left = self._left(found, own)
        return (*left, *faults, *_unused(own))

    def end(self, found: tuple[Diagnostic, ...]) -> tuple[Diagnostic, ...]:
        """What is left of the findings about the end of the game, and what was not used."""
        left = self._left(found, ())
        unused = _unused(self._game)
        self._game = []
        return (*left, *unused)

    def _left(
        self, found: tuple[Diagnostic, ...], own: Iterable[_Ignore]
    ) -> tuple[Diagnostic, ...]:
        ignores = (*self._game, *own)
        left = []
        for one in found:
            covering = [i for i in ignores if i.covers(one)]
            for ignore in covering:
                ignore.used = True
            if not covering:
                left.append(one)
        return tuple(left)


def _read(section: Header | Deal) -> tuple[list[_Ignore], list[Diagnostic]]:
    ignores: list[_Ignore] = []
    faults: list[Diagnostic] = []
    for i, item in enumerate(section.items):
        text = (item.comment or "").strip()
        if text[: len(MARK)].lower() != MARK:
            continue
        span = section.span(i, ("comment",))
        match = _FORM.fullmatch(text[len(MARK) :].strip())
        if match is None:
            faults.append(Diagnostic("suppression-syntax", span, {"text": shortened(text)}))
            continue
        whole = isinstance(item, (Comment, DealLine, GameLine))
        for word in match[1].split(","):
            name = _name(word.strip())
            if name is None:
                faults.append(_unknown(word.strip(), span))
            else:
                ignores.append(_Ignore(name, None if whole else span.line, span))
        if not (match[2] or "").strip() and ignores and ignores[-1].span == span:
            faults.append(Diagnostic("suppression-reason", span, {"names": match[1]}))
    return ignores, faults


def _name(word: str) -> str | None:
    """The name of a finding that is named by its name or its code."""
    wanted = word.lower().replace("_", "-")
    for entry in catalogue().values():
        if wanted in (entry.name, entry.code.lower()):
            return entry.name
    return None


def _unknown(word: str, span: Span) -> Diagnostic:
    from difflib import get_close_matches

    near = get_close_matches(word.lower().replace("_", "-"), list(catalogue()), 1)
    suggestion = Phrase("did-you-mean", {"names": f"“{near[0]}”"}) if near else ""
    return Diagnostic(
        "suppression-unknown", span, {"word": shortened(word), "suggestion": suggestion}
    )


def _unused(ignores: Iterable[_Ignore]) -> list[Diagnostic]:
    return [
        Diagnostic("suppression-unused", i.span, {"name": i.name, "where": _where(i)})
        for i in ignores
        if not i.used and i.name not in _ELSEWHERE
    ]


def _where(ignore: _Ignore) -> Phrase:
    return Phrase("here" if ignore.line is None or ignore.span == NOWHERE else "on-this-line")
