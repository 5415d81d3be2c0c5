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
def _texts() -> Mapping[str, str]:
    """The text of each file of the catalogue."""
    texts = {}
    for name in sorted(os.listdir(CATALOGUE)):
        if name.endswith(".toml"):
            with open(os.path.join(CATALOGUE, name), encoding="utf-8") as stream:
                texts[name] = stream.read()
    return texts


@cache
def _entries(file: str) -> Mapping[str, Entry]:
    import tomllib

    return {
        name: Entry(name=name, **table) for name, table in tomllib.loads(_texts()[file]).items()
    }


@cache
def catalogue() -> Mapping[str, Entry]:
    """All entries by name, in the order of their codes."""
    entries = [e for file in _texts() for e in _entries(file).values()]
    return {e.name: e for e in sorted(entries, key=lambda e: e.code)}


@cache
def entry(name: str) -> Entry:
    """The entry of a name; of the catalogue no more is read than the file that has it.

    Raises:
        KeyError: there is no such finding.
    """
    for file, text in _texts().items():
        if f"\n[{name}]\n" in text or text.startswith(f"[{name}]\n"):
            return _entries(file)[name]
    raise KeyError(name)
