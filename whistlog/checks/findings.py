"""From facts to diagnostics: places, words and names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from whistlog.cards import Card, Seat, Side, Suit
from whistlog.diagnostics.values import Diagnostic, Related, Sentence
from whistlog.record import Deal, Part, SeatSystem
from whistlog.replay.values import Fact
from whistlog.sentences.phrases import Phrase


@dataclass(frozen=True, slots=True)
class Reporter:
    """Makes the diagnostics of one deal.

    Attributes:
        deal: the deal.
        seats: how its seats are named.
        language: the language in which the deal is written, where known.
    """

    deal: Deal
    seats: SeatSystem
    language: str | None = None

    def of(self, fact: Fact, name: str | None = None) -> Diagnostic:
        """The diagnostic for a fact, under its own name or another."""
        deal = self.deal
        found = Diagnostic(
            name or fact.name,
            deal.span(fact.item, fact.part),
            self.words(_sentence(fact)),
            tuple(
                Related(e.note, deal.span(e.item, e.part), self.words(e.args))
                for e in fact.evidence
            ),
            trick=fact.trick,
            seat=None if fact.seat is None else self.seats.letters[fact.seat],
        )
        if fact.acknowledged:
            return _acknowledged(found)
        return found

    def at(
        self,
        name: str,
        item: int,
        part: Part = (),
        args: Mapping[str, Any] | None = None,
        related: tuple[tuple[str, int, Part], ...] = (),
        *,
        trick: int | None = None,
        seat: Seat | None = None,
    ) -> Diagnostic:
        """A diagnostic about a part of a line; ``related`` holds (note, item, part)."""
        return Diagnostic(
            name,
            self.deal.span(item, part),
            self.words(args or {}),
            tuple(Related(note, self.deal.span(i, p)) for note, i, p in related),
            trick=trick,
            seat=None if seat is None else self.seats.letters[seat],
        )

    def words(self, args: Mapping[str, Any]) -> dict[str, object]:
        """Facts in words: cards, suits and seats by name; ``counted`` is a number of cards."""
        words = {key: self.word(value) for key, value in args.items()}
        if "count" in args:
            words["counted"] = Phrase("cards", {"n": args["count"]})
        return words

    def word(self, value: Any) -> object:
        """One fact in words."""
        if isinstance(value, Seat):
            return self.seats.letters[value]
        if isinstance(value, Side):
            return self.seats.sides[value]
        if isinstance(value, Suit):
            return value.symbol
        if isinstance(value, Card):
            return value.name
        if isinstance(value, tuple):
            return ", ".join(str(self.word(v)) for v in value)
        if isinstance(value, Phrase):
            return Phrase(value.key, self.words(value.facts))
        if isinstance(value, Enum):
            return str(value)
        return value


def _sentence(fact: Fact) -> dict[str, Any]:
    args = {key: value for key, value in fact.args.items() if value is not None}
    args.setdefault("seat", Phrase("somebody") if fact.seat is None else fact.seat)
    return args


def _acknowledged(found: Diagnostic) -> Diagnostic:
    """What the players themselves marked with ``^`` is told, but is no fault of the record."""
    return Diagnostic(
        "acknowledged",
        found.span,
        {"finding": found.name, "what": Sentence(found), "code": found.code},
        tuple(Related("place", r.span, {"note": Sentence(found, r)}) for r in found.related),
        trick=found.trick,
        seat=found.seat,
    )
