"""The sentences of the commands and renderers: ``en.toml`` and its translations.

A table is flat, one sentence a line, so a sentence is found without parsing the table. A
test holds that each table is TOML and that both ways of reading agree.
"""

from __future__ import annotations

import os
from functools import cache
from typing import Final

from whistlog.sentences.catalogue import fill
from whistlog.sentences.spoken import spoken

FOLDER: Final = os.path.dirname(__file__)


@cache
def _table(language: str) -> str:
    with open(os.path.join(FOLDER, f"{language}.toml"), encoding="utf-8") as stream:
        return f"\n{stream.read()}"


@cache
def sentence(key: str, language: str) -> str | None:
    """The sentence of a key, with its ``{facts}``; None if the table lacks it."""
    table, start = _table(language), f'\n{key} = "'
    at = table.find(start) + len(start)
    return table[at : table.index('"\n', at)].replace('\\"', '"') if at >= len(start) else None


@cache
def keys(start: str) -> tuple[str, ...]:
    """The keys that start so, in the order of the table."""
    lines = _table("en").split("\n")
    return tuple(line.partition(" ")[0] for line in lines if line.startswith(start))


def say(key: str, /, **facts: object) -> str:
    """A sentence in the language that is spoken, filled.

    Where the fact ``n`` is a number, ``key-one`` and ``key-many`` go before ``key``, by the
    grammar of the language; ``{n}`` is shown with its thousands set apart.

    Raises:
        KeyError: there is no such sentence.

    >>> say("deals", n=1), say("deals", n=2000)
    ('1 deal', '2,000 deals')
    """
    language = spoken()
    n = facts.get("n")
    words = None
    if isinstance(n, int):
        words = sentence(f"{key}-{_form(n, language)}", language)
        facts["n"] = number(n)
    if words is None:
        words = sentence(key, language)
    if words is None:
        raise KeyError(f"{key} ({language})")
    return fill(words, facts)


def _form(n: int, language: str) -> str:
    """The form of the noun: French counts nothing in the singular, the others do not."""
    return "one" if abs(n) == 1 or (n == 0 and language == "fr") else "many"


def number(n: int) -> str:
    """A whole number as it is written in the language that is spoken.

    >>> number(12), number(-1234567)
    ('12', '-1,234,567')
    """
    if -1000 < n < 1000:
        return str(n)
    return f"{n:,}".replace(",", sentence("thousands", spoken()) or "")


def decimal(x: float, form: str) -> str:
    """A number in a format, with the decimal sign of the language that is spoken.

    >>> decimal(0.5, "+.2f")
    '+0.50'
    """
    return format(x, form).replace(".", sentence("decimal", spoken()) or ".")
