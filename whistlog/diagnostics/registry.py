"""The catalogue of findings, read from ``catalogue/*.toml`` when first asked for.

The translated words are in ``catalogue/pt/*.toml`` and so on, under the same headings.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

from whistlog.sentences.catalogue import Catalogue

CATALOGUE: Final = os.path.join(os.path.dirname(__file__), "catalogue")


class Entry(NamedTuple):
    """One kind of finding.

    Attributes:
        name: kebab-case name.
        code: stable code, a group letter and three digits.
        severity: ``error``, ``warning`` or ``info``.
        summary: one line for lists.
        message: the sentence, with ``{facts}``.
        help: the hint, with ``{facts}``; may be empty.
        why: why it matters; the rule, law or book it follows.
        fix: what a correct record looks like, or what to do.
        source: the rules of reference it implements (``R13``, ``CAV 61``).
        notes: sentences for related places, by key.
        since: version in which it appeared.
    """

    name: str
    code: str
    severity: str
    summary: str
    message: str
    help: str = ""
    why: str = ""
    fix: str = ""
    source: str = ""
    since: str = "0.1.0"
    notes: Mapping[str, str] = {}


_CATALOGUE: Final = Catalogue(CATALOGUE)


@cache
def catalogue(language: str = "en") -> Mapping[str, Entry]:
    """All entries by name, in the order of their codes, with their words in a language."""
    entries = (entry(name, language) for name in _CATALOGUE.names())
    return {e.name: e for e in sorted(entries, key=lambda e: e.code)}


@cache
def entry(name: str, language: str = "en") -> Entry:
    """The entry of a name; of the catalogue no more is read than the files that have it.

    Raises:
        KeyError: there is no such finding.
    """
    return Entry(name=name, **_CATALOGUE.entry(name, language))
