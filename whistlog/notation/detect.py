"""Which language's letters a record uses, when no ``Language:`` line says so.

Every line in which letters stand for suits or seats is read in each language. The languages
that read all of it best survive; if they agree on every card, the letters are decided, else they
are ambiguous and nothing is guessed (reference: a C alone is ♣ or ♥, a P alone ♣ or ♠; any
three different suit letters decide). What the letters leave open a keyword decides that one
of the surviving languages alone has (``Trunfo:``); English keywords decide nothing, because
everybody uses them. Symbols and ranks alone decide nothing and cost next to nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Sequence
from functools import cache
from itertools import islice, pairwise
from operator import itemgetter
from typing import TYPE_CHECKING, Final

from whistlog.cards import Card
from whistlog.notation.languages import LANGUAGES, LineContext, context, fold, own_keywords

if TYPE_CHECKING:
    from whistlog.notation.lines import ParsedLine

_MARKS: Final = "♠♥♦♣♤♡♢♧"
_PLAIN: Final = re.compile(
    rf"\s*(?:[0-9]+\.\s*)?(?:[^\W\d_][^:#{{]*:)?"
    rf"([\s0-9{_MARKS}\ufe0e\ufe0fAKQJDXRVakqjdxrv!?^(),.\-]*)"
    r"(?:(?:->|→|=>)[^#{]*)?(?:[#{].*)?"
)
_ROMANCE: Final = re.compile("[RVrv]")
_NOTES: Final = re.compile(r"\{(?:[^}\\]|\\+[^}\\]|\\+\})*(?:(\})|\\*\Z)|#.*")
"""Annotations and comments; one that is not closed is taken to the end, once for all."""
_DIVIDERS: Final = re.compile(r"[\s,()!?^]+")
_PREFIX: Final = re.compile(r"(?<![^\s,(])[^\W\d_]\s*:")
_ARROW: Final = re.compile(r"(?:->|→|=>).*")

_SEAT: Final = re.compile(r"\s*(?:[0-9]+\.\s*)?([^\W\d_])\s*:|[^:#{]*:\s*([^\W\d_])\s*(?:#.*)?$")
"""A line that begins with a seat's letter, or whose value is one."""

ENOUGH: Final = 2.0
"""Faults by which a reading must be better than all that disagree to be final."""


def _without(note: re.Match[str]) -> str:
    """What stands instead of an annotation: a blank; one that is not closed keeps its text."""
    text = note[0]
    return text.partition("#")[0] + " " if text[0] == "{" and not note[1] else " "


class Detector:
    """Detects the language of a game; feed it lines, ask it at the end of a section.

    >>> detector = Detector()
    >>> detector.feed("Trump: 4C")
    >>> detector.ambiguous, detector.language
    (True, None)
    >>> detector.feed("1. N: AE 3E 6P RE")
    >>> detector.ambiguous, detector.language
    (False, 'pt')
    """

    __slots__ = ("_apart", "_faults", "_final", "_own", "_romance", "_seen", "_west")

    def __init__(self) -> None:
        self._faults = dict.fromkeys(LANGUAGES, 0.0)
        self._apart: set[tuple[str, str]] = set()
        self._seen = False
        self._romance = False
        self._west = False
        self._own: set[str] = set()
        self._final = False

    def feed(self, line: str) -> None:
        """Take a line into account."""
        if self._final:
            return
        if "{" in line:
            line = _NOTES.sub(_without, line)  # what an annotation says, and hides, is no card
        self._take_words(line)
        match = _PLAIN.fullmatch(line)
        if match is not None:
            cards = match[1]
            if not cards.isascii() or not cards.strip():
                if not self._romance and _ROMANCE.search(cards):
                    # Kings and jacks of the Romance languages beside symbols.
                    self._romance = True
                    self._faults["en"] += 1
                return
        read = _card_field(line)
        if read is None:
            return
        kind, words = read
        readings: dict[str, Hashable] = {}
        worst = best = None
        for code in LANGUAGES:
            readings[code], faults = kind(words, context(code))
            self._faults[code] += faults
            worst = faults if worst is None else max(worst, faults)
            best = faults if best is None else min(best, faults)
        for i, a in enumerate(LANGUAGES):
            for b in LANGUAGES[i + 1 :]:
                if readings[a] != readings[b]:
                    self._apart.add((a, b))
                    self._seen = True
        self._seen |= worst != best
        self._final = self._certain()

    def _take_words(self, line: str) -> None:
        """Take keywords of one language and letters of seats that English has not."""
        name, colon, _ = line.partition(":")
        if colon and len(name) < 24:
            own = own_keywords().get(fold(name))
            if own is not None:
                self._own.add(own)
        if not self._west:
            match = _SEAT.match(line)
            letter = (match[1] or match[2]) if match else ""
            if letter and letter in "OoLl" and (match[1] or _names_seat(name)):  # type: ignore[index]
                # West, and in Portuguese East too, wherever they are seats at all.
                self._west = True
                self._faults["en"] += 1

    @property
    def language(self) -> str | None:
        """The language, or None if nothing depends on it or it is ambiguous."""
        survivors = self._survivors()
        if not self._seen or len(survivors) == len(LANGUAGES) or self._disagree(survivors):
            return None
        return survivors[0]

    @property
    def ambiguous(self) -> bool:
        """Whether letters were seen that two languages read as different cards."""
        return self._seen and self._disagree(self._survivors())

    @property
    def candidates(self) -> tuple[str, ...]:
        """The languages that remain where the letters are ambiguous, in the usual order."""
        return tuple(self._survivors()) if self.ambiguous else LANGUAGES

    def _survivors(self) -> list[str]:
        least = min(self._faults.values())
        left = [code for code in LANGUAGES if self._faults[code] == least]
        if len(self._own) == 1 and self._own.issubset(left) and self._disagree(left):
            return list(self._own)
        return left

    def _disagree(self, codes: list[str]) -> bool:
        return any(a in codes and b in codes for a, b in self._apart)

    def _certain(self) -> bool:
        least = min(self._faults.values())
        near = [code for code in LANGUAGES if self._faults[code] < least + ENOUGH]
        return len(near) == 1 or near == _ALIKE


_ALIKE: Final = ["es", "ca"]
"""Languages that write all cards alike."""


_FOREIGN: Final = frozenset(
    ("card-language", "card-syntax", "seat-syntax", "side-syntax", "trump-syntax")
)
"""Faults of a line that is read in a language that it is not written in."""


def is_foreign(line: ParsedLine) -> int:
    """How much on a line may be of another language than it was read in."""
    return sum(fault.name in _FOREIGN for fault in line.faults)


def any_foreign(lines: Sequence[str], ctx: LineContext) -> bool:
    """Whether anything in lines may be of another language."""
    from whistlog.notation.lines import parse_line

    return any(is_foreign(parse_line(line, ctx)) for line in lines)


_MOST_LETTERS: Final = 400
_MOST_LINES: Final = 100


def written_otherwise(lines: Sequence[str], ctx: LineContext) -> tuple[str, ...]:
    """The languages in which lines make sense that make none in the given one.

    Several are named only if the lines say the same in all of them. A few faults may be left,
    a quarter of those in the given language: slips of the pen. Of lines beyond all measure none
    is looked at, and of very many the first.

    >>> written_otherwise(["N: AE RO 3C", "Dealer: O"], context("en"))
    ('pt',)
    """
    from whistlog.notation.lines import parse_line

    def faults(line: str, other: LineContext) -> tuple[int, object]:
        parsed = parse_line(line, other)
        return is_foreign(parsed), parsed.item

    some = islice((line for line in lines if len(line) <= _MOST_LETTERS), _MOST_LINES)
    wrong = {line: faults(line, ctx)[0] for line in some}
    if not any(wrong.values()):
        return ()
    bearable = sum(wrong.values()) // 4
    readings: dict[str, tuple[int, list[object]]] = {}
    for code in LANGUAGES:
        other = context(code, ctx.seats.name)
        left = 0
        items: list[object] = []
        # The worst come first, as they are most likely to decide.
        for line in sorted(wrong, key=lambda line: -wrong[line]):
            number, item = faults(line, other)
            left += number
            items.append(item)
            if left > bearable:
                break
        else:
            readings[code] = (left, items)
    best = min(readings.values(), key=itemgetter(0), default=None)
    if best is None or any(r != best for r in readings.values() if r[0] == best[0]):
        return ()
    return tuple(code for code, reading in readings.items() if reading == best)


def _names_seat(name: str) -> bool:
    return len(name) <= 24 and context("en").keyword(name.strip()) == "dealer"


_Kind = Callable[[list[str], LineContext], tuple[Hashable, float]]


def _card_field(line: str) -> tuple[_Kind, list[str]] | None:
    """The words of a line that are cards, and how they are read; None if it has no cards."""
    start = line.lstrip()[:1]
    if start in "#{" or not start:
        return None
    if start in "0123456789":
        body = line.partition(".")[2]
        kind: _Kind = _read_plays
    else:
        name, colon, body = line.partition(":")
        if not colon:
            return None
        found = _kind_of(name.strip())
        if found is None:
            return None
        kind = found
    body = _ARROW.sub("", _NOTES.sub(_without, body))
    if kind is _read_plays:
        body = _PREFIX.sub(" ", body)
    # In the dotted form no letter is a suit.
    words = [w for w in _DIVIDERS.split(body) if w and w.count(".") != 3]
    if kind is _read_incident:
        words = words[1:]
    return (kind, words) if words else None


@cache
def _kinds() -> dict[str, _Kind]:
    return {
        "trump": _read_single,
        "kitty": _read_pile,
        "discards": _read_pile,
        "dealt": _read_pile,
        "exposed": _read_incident,
        "called": _read_incident,
    }


def _kind_of(name: str) -> _Kind | None:
    if len(name) == 1:
        return _read_hand if name.isalpha() else None
    if len(name) > 24:
        return None
    key = context("en").keyword(name)
    return None if key is None else _kinds().get(key)


def _read_plays(words: list[str], ctx: LineContext) -> tuple[Hashable, float]:
    cards = [ctx.card_tokens.get(w) or ctx.rank_tokens.get(w) for w in words]
    return tuple(cards), float(
        sum(c is None and w.strip("-xX") != "" for c, w in zip(cards, words))
    )


def _read_single(words: list[str], ctx: LineContext) -> tuple[Hashable, float]:
    text = "".join(words)
    if len(text) > 4:  # "hearts", "none": words are the same everywhere
        return None, 0.0
    card: object = ctx.card_tokens.get(text)
    if card is None:
        card = ctx.suit_tokens.get(text)
    return card, float(card is None)


def _read_incident(words: list[str], ctx: LineContext) -> tuple[Hashable, float]:
    return _read_single(words[:1], ctx)


def _read_pile(words: list[str], ctx: LineContext) -> tuple[Hashable, float]:
    if len(words[-1]) > 3 and words[-1].isalpha():  # "shown", "hidden"
        words = words[:-1]
    if not words or (len(words) == 1 and words[0].isdigit()):
        return None, 0.0
    return _read_hand(words, ctx)


def _read_hand(words: list[str], ctx: LineContext) -> tuple[Hashable, float]:
    from whistlog.notation.lines import read_cards

    cards, faults = read_cards(words, ctx)
    known = [c for c in cards if c.known]
    doubts = len(known) - len(set(known))
    if not faults and not _in_order(known):
        doubts += 0.5  # type: ignore[assignment]
    return cards, float(faults + doubts)


def _in_order(cards: list[Card]) -> bool:
    return all(a.suit is not b.suit or a.rank > b.rank for a, b in pairwise(cards))
