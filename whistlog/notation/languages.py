"""The languages in which a record can be written: letters and words, from one table each.

Words (``Carteador:``, ``Norte``, ``copas``) are safe and understood everywhere; letters
are not (``C`` is clubs in English and hearts in Portuguese) and belong to one language.
"""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, Final

from whistlog.cards import BIG_JOKER, CARDS, LITTLE_JOKER, LOW, SEATS, SUITS, Card, Seat, Side, Suit
from whistlog.record import SEAT_SYSTEMS, SeatSystem
from whistlog.toml import load

TABLES: Final = os.path.join(os.path.dirname(__file__), "tables")

MAX_LINE: Final = 16_384
"""Code points of the longest line that is read."""

LANGUAGES: Final = ("en", "pt", "es", "ca", "fr")
"""Codes of the languages, in the order in which detection prefers equals."""

SYMBOLS: Final = ("♠♤", "♥♡", "♦♢", "♣♧")
"""Symbols by suit: the filled one, which is written, and the outline."""

RANKS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")

PLAYER_KEYS: Final = ("north", "east", "south", "west")

_VARIATION: Final = ("", "\ufe0f", "\ufe0e")  # a symbol may ask for its emoji or text shape
_NEUTRAL: Final = {"A": 12, "K": 11, "R": 11, "Q": 10, "D": 10, "J": 9, "V": 9}
_COMPASS: Final = "NESW"


def fold(word: str) -> str:
    """Reduce a word to what matters in it: no case, no accents, single blanks, plain dashes.

    >>> fold("  Leilão ") == fold("LEILA\\u0303O") == "leilao"
    True
    """
    if word.isascii():
        return " ".join(word.casefold().split())
    word = unicodedata.normalize("NFKD", word).replace("’", "'").replace("‑", "-")
    word = "".join(c for c in word if not unicodedata.combining(c))
    return " ".join(word.casefold().split())


class Language:
    """One language table.

    Attributes:
        code, name: for example ``pt`` and ``Português``.
        suit_letters: the letter that is written, by suit.
        suit_marks: all letters that are read, by suit.
        suit_words: folded names of suits.
        ranks: letters by rank name (``A K Q J 10``), the one that is written first.
        seat_letters: letters by seat, the one that is written first.
        seat_words: the word for each seat, as written.
        keys: words at the head of a line by canonical key, the one that is written first.
        words: words in values by canonical word, the one that is written first.
    """

    __slots__ = (
        "code", "jokers", "keys", "name", "ranks", "seat_letters", "seat_words", "suit_letters",
        "suit_marks", "suit_words", "words",
    )  # fmt: skip

    def __init__(self, table: Mapping[str, Any]) -> None:
        self.code: str = table["code"]
        self.name: str = table["name"]
        suits = list(table["suits"].values())
        self.suit_letters: tuple[str, ...] = tuple(names[0] for names in suits)
        self.suit_marks: tuple[tuple[str, ...], ...] = tuple(
            tuple(name for name in names if len(name) == 1) for names in suits
        )
        self.suit_words: dict[str, Suit] = {
            fold(word): suit for suit, names in zip(SUITS, suits) for word in names if word[1:]
        }
        self.ranks: dict[str, list[str]] = table["ranks"]
        self.jokers: dict[str, list[str]] = table["jokers"]
        seats = [table["seats"][letter] for letter in _COMPASS]
        self.seat_letters: tuple[tuple[str, ...], ...] = tuple(
            tuple(name for name in names if len(name) == 1) for names in seats
        )
        self.seat_words: tuple[tuple[str, ...], ...] = tuple(
            tuple(name for name in names if len(name) > 1) for names in seats
        )
        self.keys: dict[str, list[str]] = table["tags"] | table["lines"]
        self.words: dict[str, list[str]] = table["words"]

    def rank_letter(self, rank: int) -> str:
        """How a rank (0..12) is written."""
        name = RANKS[rank]
        return self.ranks[name][0] if name in self.ranks else name


@cache
def language(code: str) -> Language:
    """The table of a language.

    Raises:
        KeyError: there is no such language.
    """
    if code not in LANGUAGES:
        raise KeyError(code)
    return Language(load(os.path.join(TABLES, f"{code}.toml")))


@cache
def all_keywords() -> Mapping[str, str]:
    """Canonical key of every word, folded, that can stand at the head of a line."""
    keys: dict[str, str] = {}
    for code in LANGUAGES:
        table = language(code)
        for key, words in table.keys.items():
            for word in words:
                keys.setdefault(fold(word), key)
        for key, names in zip(PLAYER_KEYS, table.seat_words):
            for name in names:
                keys.setdefault(fold(name), key)
    return MappingProxyType(keys)


@cache
def own_keywords() -> Mapping[str, str]:
    """The language of every keyword, folded, that one language has and that is not English.

    The names of players (``Norte``) are none: they are names of seats rather than keywords.
    """
    owners: dict[str, set[str]] = {}
    for code in LANGUAGES:
        for words in language(code).keys.values():
            for word in words:
                owners.setdefault(fold(word), set()).add(code)
    return MappingProxyType(
        {
            word: next(iter(codes))
            for word, codes in owners.items()
            if len(codes) == 1 and "en" not in codes
        }
    )


@cache
def all_words() -> Mapping[str, frozenset[str]]:
    """Canonical words that a folded word in a value can stand for."""
    words: dict[str, set[str]] = {}
    for code in LANGUAGES:
        for key, spellings in language(code).words.items():
            for spelling in spellings:
                words.setdefault(fold(spelling), set()).add(key)
    return MappingProxyType({word: frozenset(keys) for word, keys in words.items()})


@cache
def suit_words() -> Mapping[str, Suit]:
    """Suits by their folded names in all languages."""
    return MappingProxyType(
        {word: suit for code in LANGUAGES for word, suit in language(code).suit_words.items()}
    )


@cache
def seat_words() -> Mapping[str, Seat]:
    """Compass seats by their folded words in all languages."""
    return MappingProxyType(
        {
            fold(word): seat
            for code in LANGUAGES
            for seat, names in zip(SEATS, language(code).seat_words)
            for word in names
        }
    )


@cache
def boundary_words() -> Mapping[str, str]:
    """First words, folded, of the lines that start a ``game`` or a ``deal``."""
    return MappingProxyType(
        {
            fold(word): key
            for code in LANGUAGES
            for key in ("game", "deal")
            for word in language(code).keys[key]
        }
    )


@cache
def boundary_pattern(key: str | None = None) -> str:
    """Pattern of the head of a line that starts a game or a deal (or only one of the two).

    To be used with ``re.IGNORECASE``; group 1 is the first word. A tag that only begins with
    such a word (``Game master: Ana``) is none.
    """
    words = {
        form
        for code in LANGUAGES
        for k in ("game", "deal")
        if key in (None, k)
        for word in language(code).keys[k]
        for form in (word.lower(), unicodedata.normalize("NFD", word.lower()), fold(word))
    }
    choice = "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
    # Few lines begin with one of these letters: a look at it spares the words.
    letters = "".join(sorted({word[0] + word[0].upper() for word in words}))
    return (
        rf"[ \t]*(?=[{letters}])({choice})(?![^\s#{{:])(?=[^\S\n]*(?:[:0-9]|[^:\n]*(?:[\n#]|\Z)))"
    )


class LineContext:
    """What the words and letters of a line mean: a language and a seat system.

    Get one from `context`; there is one object for each pair, so contexts compare by
    identity.

    Attributes:
        language: its code, or None while nothing has shown which it is: then only symbols
            and letters that are the same in all languages that it may be are understood.
        among: the languages that it may be.
        seats: the seat system.
        suit_tokens: spellings of suits, letters and symbols, upper and lower case.
        rank_tokens: spellings of ranks, as rank numbers 0..12.
        card_tokens: spellings of whole cards, in either order.
        seat_tokens: spellings of seats.
        sides: spellings of sides.
        keywords: words at the head of lines, in English and the record's language, as
            they are written and in lower case; `keyword` knows all languages.
    """

    __slots__ = (
        "among", "card_tokens", "keywords", "language", "rank_tokens", "seat_tokens", "seats",
        "sides", "suit_tokens",
    )  # fmt: skip

    def __init__(
        self, code: str | None, seats: SeatSystem, among: tuple[str, ...] = LANGUAGES
    ) -> None:
        self.language = code
        self.among = among if code is None else (code,)
        self.seats = seats
        table = None if code is None else language(code)
        tables = [language("en")]
        if table is not None and code != "en":
            tables.append(table)
        self.suit_tokens = _suit_tokens(table)
        self.rank_tokens = _rank_tokens(table)
        if among != LANGUAGES and code is None:
            self.suit_tokens |= _shared([context(c).suit_tokens for c in among])
        self.card_tokens = _card_tokens(self.suit_tokens, self.rank_tokens)
        if among != LANGUAGES and code is None:
            shared = _shared([context(c).card_tokens for c in among])
            self.card_tokens = {
                name: card
                for name, card in self.card_tokens.items()
                if not name.isascii() or name in shared
            }
        self.seat_tokens = _seat_tokens([language(c) for c in self.among], seats)
        self.sides = _side_tokens(self.seat_tokens)
        self.keywords: dict[str, str] = {}
        for words in tables:
            for key, names in (*words.keys.items(), *zip(PLAYER_KEYS, words.seat_words)):
                for name in names:
                    self.keywords.setdefault(name, key)
                    self.keywords.setdefault(name.lower(), key)

    def keyword(self, name: str) -> str | None:
        """The canonical key that a word at the head of a line stands for, in any language.

        >>> context(None).keyword("CARTEADOR"), context("pt").keyword("Shuffler")
        ('dealer', None)
        """
        key = self.keywords.get(name)
        if key is not None:
            return key
        folded = fold(name)
        key = all_keywords().get(folded)
        if key is None and folded[-2:-1] == " " and all_keywords().get(folded[:-2]) == "player":
            return f"player {folded[-1]}"
        return key

    def seat(self, name: str) -> Seat | None:
        """The seat that a letter or a word stands for."""
        seat = self.seat_tokens.get(name)
        if seat is None and len(name) > 1 and self.seats.name == "NESW":
            seat = seat_words().get(fold(name))
        return seat

    def side(self, name: str) -> Side | None:
        """The side that letters or words stand for: ``NS``, ``N-S``, ``north/south``."""
        side = self.sides.get(name)
        if side is None:
            first, second = _two_seats(name)
            a, b = self.seat(first), self.seat(second)
            if a is not None and b is not None and a.partner is b:
                side = a.side
        return side

    def suit(self, name: str) -> Suit | None:
        """The suit that a symbol, a letter or a word stands for."""
        suit = self.suit_tokens.get(name)
        return suit if suit is not None else suit_words().get(fold(name))

    def __repr__(self) -> str:
        return f"context({self.language!r}, {self.seats.name!r})"


def context(
    language: str | None = None, seats: str = "NESW", among: tuple[str, ...] = LANGUAGES
) -> LineContext:
    """The context of a language (a code of `LANGUAGES`, or None) and a seat system.

    Where the language is None, ``among`` names those that it may still be, if they are known
    not to be all (`whistlog.notation.detect.Detector.candidates`).

    Raises:
        KeyError: there is no such language or seat system.

    >>> context("pt").card_tokens["AC"], context("en").card_tokens["AC"]
    (card('A♥'), card('A♣'))
    """
    return _context(language, seats, LANGUAGES if language else among)


@cache
def _context(language: str | None, seats: str, among: tuple[str, ...]) -> LineContext:
    return LineContext(language, SEAT_SYSTEMS[seats], among)


def language_code(text: str) -> str | None:
    """The code of a language that a ``Language:`` line names, or None.

    >>> language_code("pt-BR"), language_code("Français"), language_code("tlh")
    ('pt', 'fr', None)
    """
    folded = fold(text)
    code = folded.replace("_", "-").partition("-")[0]
    if code in LANGUAGES:
        return code
    return next((code for code in LANGUAGES if fold(language(code).name) == folded), None)


def seat_system(text: str) -> str | None:
    """The name of the seat system that a ``Seats:`` line names, or None.

    >>> seat_system("a y b z"), seat_system("NSEW")
    ('AYBZ', None)
    """
    name = text.upper().replace(" ", "")
    return name if name in SEAT_SYSTEMS else None


def how_to_read(line: str) -> tuple[str, str] | None:
    """What a line says about how the record is to be read.

    Returns:
        ``("language", code)`` or ``("seats", name)``; None for any other line. One slip of the
        pen in the value is forgiven here, so that it is reported once, where it is, and not
        again in every line below.

    >>> how_to_read("Llengua: ca  # català"), how_to_read("Seats: AYBX"), how_to_read("Date: x")
    (('language', 'ca'), ('seats', 'AYBZ'), None)
    """
    line = line.partition("#")[0].strip()
    name, _, value = line.partition(":" if ":" in line else " ")
    value = value.strip()
    if not value or len(name) > 20 or len(value) > 20:
        return None
    name = fold(name)
    key = all_keywords().get(name)
    if key == "language":
        code = language_code(value) or _only(LANGUAGES, fold(value))
        return None if code is None else (key, code)
    if key == "seats":
        system = seat_system(value) or _only(tuple(SEAT_SYSTEMS), value.upper())
        return None if system is None else (key, system)
    return None


def _only(known: tuple[str, ...], text: str) -> str | None:
    """The one that is a word of the text, or one slip away from it."""
    near = [k for k in known if k in text.split()]
    near = near or [k for k in known if slips_between(k, text) <= 1]
    return near[0] if len(near) == 1 else None


def slips_between(a: str, b: str) -> int:
    """Letters added, left out, changed, or swapped with their neighbour.

    >>> slips_between("delaer", "dealer"), slips_between("trump", "trumps")
    (1, 1)
    """
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        new = [i]
        for j, y in enumerate(b, 1):
            cost = min(row[j] + 1, new[j - 1] + 1, row[j - 1] + (x != y))
            if before and j > 1 and x == b[j - 2] and a[i - 2] == y:
                cost = min(cost, before[j - 2] + 1)
            new.append(cost)
        before, row = row, new
    return row[-1]


def _both_cases(letters: Iterable[str]) -> set[str]:
    return {form for letter in letters for form in (letter.upper(), letter.lower())}


def _suit_tokens(table: Language | None) -> dict[str, Suit]:
    tokens: dict[str, Suit] = {}
    for suit in SUITS:
        for symbol in SYMBOLS[suit]:
            for variation in _VARIATION:
                tokens[symbol + variation] = suit
        if table:
            for form in _both_cases(table.suit_marks[suit]):
                tokens[form] = suit
    return tokens


def _rank_tokens(table: Language | None) -> dict[str, int]:
    tokens = {name: rank for rank, name in enumerate(RANKS[:9])}
    if table:
        for name, letters in table.ranks.items():
            for form in _both_cases(letters):
                tokens[form] = RANKS.index(name)
    else:
        for letter, rank in _NEUTRAL.items():
            tokens[letter] = tokens[letter.lower()] = rank
    return tokens


def _card_tokens(suits: Mapping[str, Suit], ranks: Mapping[str, int]) -> dict[str, Card]:
    # Either order never gives two cards: T is ten only where no suit is T
    # (reference: the collision table; a test tries all).
    tokens: dict[str, Card] = {}
    for mark, suit in suits.items():
        for name, rank in ranks.items():
            c = CARDS[suit * 13 + rank]
            tokens[name + mark] = c
            tokens[mark + name] = c
        for name in "xX":
            tokens[name + mark] = tokens[mark + name] = LOW[suit]
    for form in ("BJ", "bj", "Bj"):
        tokens[form] = BIG_JOKER
    for form in ("LJ", "lj", "Lj"):
        tokens[form] = LITTLE_JOKER
    return tokens


def _shared(tables: list[dict[str, Any]]) -> dict[str, Any]:
    first, *rest = tables
    return {
        name: value
        for name, value in first.items()
        if all(table.get(name) == value for table in rest)
    }


def _seat_tokens(tables: list[Language], seats: SeatSystem) -> dict[str, Seat]:
    # No letter is two seats in two languages (a test tries all).
    tokens: dict[str, Seat] = {}
    for seat in SEATS:
        letters = {seats.letters[seat]}
        if seats.name == "NESW":
            letters = letters.union(*(table.seat_letters[seat] for table in tables))
        for form in _both_cases(letters):
            tokens[form] = seat
    return tokens


def _side_tokens(letters: Mapping[str, Seat]) -> dict[str, Side]:
    sides = {
        a + b: seat.side
        for a, seat in letters.items()
        for b, other in letters.items()
        if seat.partner is other
    }
    return sides | {name.lower(): side for name, side in sides.items()}


def _two_seats(name: str) -> tuple[str, str]:
    for divider in "-/+&":
        first, found, second = name.partition(divider)
        if found:
            return first.strip(), second.strip()
    return "", ""
