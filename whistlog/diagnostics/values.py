"""The value that every stage returns beside its result."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final, NamedTuple

from whistlog.diagnostics.registry import entry
from whistlog.record import NOWHERE, Span
from whistlog.sentences.catalogue import fill
from whistlog.sentences.spoken import spoken

_NOTHING: Final[Mapping[str, object]] = {}


class Severity(StrEnum):
    """How much a finding matters; only errors (and, when strict, warnings) fail a check."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


# Named tuples, as they are made in a tenth of the time that a dataclass takes: what a clean
# record does not need must not delay it.
class Related(NamedTuple):
    """A second place that a finding points at, for example the proof of a revoke.

    Attributes:
        note: key of the sentence in the catalogue's ``[notes]`` of the finding's entry.
        args: the facts that fill it.
        span: where.
    """

    note: str
    span: Span
    args: Mapping[str, object] = _NOTHING


class Fix(NamedTuple):
    """The one way to put a finding right: a piece of a line and what to write instead.

    Attributes:
        span: the piece, on one line; empty where something is to be put in.
        text: the new text, without line ends.
    """

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding.

    Attributes:
        name: kebab-case name, for example ``revoke-inferred``; it must be in the catalogue.
        span: the place it blames.
        args: the facts that fill the sentence: strings, numbers, and `Phrase` for words.
        related: further places.
        path: the file, as the user named it; ``-`` for standard input.
        game, deal, trick: 1-based numbers where known (``deal`` is the number written on
            the ``Deal`` line, else its position in the game); seat: letter of the seat.
        fix: how to put it right, where there is exactly one way; no card that was played
            is ever changed by it.
    """

    name: str
    span: Span = NOWHERE
    args: Mapping[str, object] = field(default_factory=dict)
    related: tuple[Related, ...] = ()
    path: str = ""
    game: int | None = None
    deal: int | None = None
    trick: int | None = None
    seat: str | None = None
    fix: Fix | None = None

    @property
    def code(self) -> str:
        """The stable code, for example ``P405``."""
        return entry(self.name).code

    @property
    def severity(self) -> Severity:
        """The severity in the catalogue."""
        return Severity(entry(self.name).severity)

    @property
    def message(self) -> str:
        """The sentence, filled, in the language that is spoken."""
        return fill(entry(self.name, spoken()).message, self.args)

    @property
    def help(self) -> str:
        """What to do about it, filled; may be empty."""
        return fill(entry(self.name, spoken()).help, self.args)

    def related_message(self, related: Related) -> str:
        """The sentence for one of the related places."""
        note = entry(self.name, spoken()).notes[related.note]
        return fill(note, {**self.args, **related.args})

    @property
    def sort_key(self) -> tuple[Any, ...]:
        """Order by file, line, column; at the same place what is the cause comes first."""
        s = self.span
        code = self.code
        group = _CAUSES.find(code[0])
        return (self.path, s.line, s.column, s.end_line, s.end_column, group, code)


@dataclass(frozen=True, slots=True)
class Sentence:
    """The sentence of a finding as a fact of another one; text when it is shown.

    Attributes:
        found: the finding.
        related: the place whose sentence it is; None for the finding's own.
    """

    found: Diagnostic
    related: Related | None = None

    def __str__(self) -> str:
        if self.related is None:
            return self.found.message
        return self.found.related_message(self.related)


_CAUSES: Final = "FSCTPAG"
"""The groups of findings: what is wrong with the cards comes before what it does to the score."""
