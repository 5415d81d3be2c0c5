"""The catalogue of observations, read from ``catalogue/*.toml`` when first asked for."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from whistlog.sentences.catalogue import Catalogue

WORDS: Final = Catalogue(str(Path(__file__).with_name("catalogue")))
"""The entries with their translations."""

SCHOOLS: Final = ("hoyle", "cavendish", "american", "modern")
"""Who may judge a play: the tradition of 1743 to 1800; the long-suit game with the old leads;
American leads; the advice that is given to beginners today."""

DEFAULT_SCHOOL: Final = "cavendish"


class Entry(NamedTuple):
    """One observation.

    Attributes:
        code: its code, a group letter and two digits (``S01``); bid whist's begin with ``BW``.
        name: kebab-case name (``second-hand-low``).
        game: ``whist`` or ``bid``.
        tier: ``core``, ``extended`` or ``optional``.
        schools: the schools that hold it.
        severity: of a departure: 0 information, 1 small, 2 notable, 3 serious.
        summary: one line for lists.
        when: what it looks at.
        exceptions: when it does not speak; may be empty.
        why: why the rule is sound.
        source: books and places.
        sentences: by key, what is said of a play, with ``{facts}``.
        praise: following it is worth telling, not only departing from it.
        hindsight: it is seen only with all hands open, or from what came later.
        needs: ``analysis`` if it speaks only where it is known what the cards cost as they lay.
        explains: codes of observations whose criticism of the same play it silences, because
            the play is a signal, an unblocking or a coup, or makes a trick that the score asks for.
        instead: codes of observations that are silent about a play that this one criticises, or
            are explained by it if it needs hindsight: it is the same fault, better named.
        rate: how often it is followed in Cavendish's 39 model deals: (followed, all); None
            where that is not known.
    """

    code: str
    name: str
    game: str
    tier: str
    schools: tuple[str, ...]
    severity: int
    summary: str
    when: str
    exceptions: str
    why: str
    source: str
    sentences: Mapping[str, str]
    praise: bool = False
    hindsight: bool = False
    needs: str = ""
    explains: tuple[str, ...] = ()
    instead: tuple[str, ...] = ()
    rate: tuple[int, int] | None = None


@cache
def catalogue(language: str = "en") -> Mapping[str, Entry]:
    """All entries by code, in the order of the files and of their entries, in English."""
    return {code: _entry(code, WORDS.entry(code, language)) for code in WORDS.names()}


def sentence(code: str, key: str, language: str) -> str:
    """What is said of a play, with ``{facts}``.

    Raises:
        KeyError: the observation does not exist, or says no such thing.
    """
    sentences: Mapping[str, str] = WORDS.entry(code, language)["sentences"]
    return sentences[key]


def _entry(code: str, table: Mapping[str, Any]) -> Entry:
    fields = {"game": "whist", "exceptions": "", "schools": SCHOOLS, **table}
    for name in ("schools", "rate", "explains", "instead"):
        if name in fields:
            fields[name] = tuple(fields[name])
    return Entry(code=code, **fields)
