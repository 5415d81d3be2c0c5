"""Words among facts: they become text when they are shown, and not before.

These are plain classes, as a dataclass would take a start-up's time to make.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final

from whistlog.sentences.spoken import spoken
from whistlog.sentences.tables import FOLDER, say, sentence
from whistlog.toml import load

_NOTHING: Final[Mapping[str, object]] = {}
_NO_TITLES: Final[Mapping[str, str]] = {}


SHOWN: Final = 40
"""How much of a text that is not understood a finding shows, in characters."""


def shortened(text: str, most: int = SHOWN) -> str:
    """The beginning of a text that is too long for a sentence."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


class Phrase:
    """Words among the facts of a finding.

    Attributes:
        key: of the sentence.
        facts: those that fill it; they may be phrases too.
    """

    __slots__ = ("facts", "key")

    def __init__(self, key: str, facts: Mapping[str, object] = _NOTHING) -> None:
        self.key = key
        self.facts = facts

    def __str__(self) -> str:
        return say(self.key, **self.facts)

    def __repr__(self) -> str:
        return f"Phrase({self.key!r}, {dict(self.facts)!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Phrase):
            return NotImplemented
        return self.key == other.key and self.facts == other.facts

    def __hash__(self) -> int:
        return hash(self.key)


class Listed:
    """Several facts in a row.

    Attributes:
        items: the facts.
        joint: key of what stands between the last two (``and``, ``or``); "" where that is
            as between the others.
        comma: what stands between the others.
    """

    __slots__ = ("comma", "items", "joint")

    def __init__(self, items: Iterable[object], joint: str = "", comma: str = ", ") -> None:
        self.items = tuple(items)
        self.joint = joint
        self.comma = comma

    def __str__(self) -> str:
        words = [str(item) for item in self.items]
        if not self.joint or len(words) < 2:
            return self.comma.join(words)
        return say(self.joint, a=self.comma.join(words[:-1]), b=words[-1])

    def __repr__(self) -> str:
        return f"Listed({self.items!r}, {self.joint!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Listed):
            return NotImplemented
        return (self.items, self.joint, self.comma) == (other.items, other.joint, other.comma)

    def __hash__(self) -> int:
        return hash((self.joint, len(self.items)))


def reason_of(error: Exception) -> str | Phrase:
    """Why a file can't be read or written, as a sentence goes on with it."""
    import errno

    number = getattr(error, "errno", None)
    key = f"errno-{errno.errorcode.get(number or 0, '').lower()}"
    if sentence(key, "en") is not None:
        return Phrase(key)
    # What the system says of the rarer ones is in its own words.
    return (getattr(error, "strerror", None) or str(error)).lower()


class Title:
    """What a JSON Schema calls a part of a document; the schemas themselves are English.

    Attributes:
        text: the title in the schema.
    """

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text

    def __str__(self) -> str:
        return titles(spoken()).get(self.text, self.text)

    def __repr__(self) -> str:
        return f"Title({self.text!r})"

    def __eq__(self, other: object) -> bool:
        return self.text == other.text if isinstance(other, Title) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.text)


@cache
def titles(language: str) -> Mapping[str, str]:
    """The titles of the schema of records, by those in English; none for English itself."""
    if language == "en":
        return _NO_TITLES
    return load(os.path.join(FOLDER, "schema", f"{language}.toml"))
