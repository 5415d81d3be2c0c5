"""The catalogue of findings, read from ``catalogue/*.toml`` when first asked for."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

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


@cache
def catalogue() -> Mapping[str, Entry]:
    """All entries by name, in the order of their codes."""
    import tomllib

    entries: list[Entry] = []
    for name in sorted(os.listdir(CATALOGUE)):
        if not name.endswith(".toml"):
            continue
        with open(os.path.join(CATALOGUE, name), "rb") as stream:
            tables = tomllib.load(stream)
        entries.extend(Entry(name=name, **table) for name, table in tables.items())
    return {e.name: e for e in sorted(entries, key=lambda e: e.code)}


def entry(name: str) -> Entry:
    """The entry of a name.

    Raises:
        KeyError: there is no such finding.
    """
    return catalogue()[name]
