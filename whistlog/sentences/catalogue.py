"""Folders of tables with an entry under each heading, and their translations."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from whistlog.toml import load


class Catalogue:
    """Entries by name, in English in ``*.toml``, translated in ``pt/*.toml`` and so on.

    The English file has all data of an entry; a translated file has the same headings with
    the words that differ. No more is loaded than the file that has what is asked for.

    Args:
        folder: where the files are.
    """

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._parsed: dict[tuple[str, str], Mapping[str, Any]] = {}

    @cached_property
    def files(self) -> tuple[str, ...]:
        """The names of the files, in order."""
        return tuple(sorted(n for n in os.listdir(self._folder) if n.endswith(".toml")))

    def names(self) -> Iterator[str]:
        """The names of all entries."""
        for file in self.files:
            yield from self._entries("en", file)

    def entry(self, name: str, language: str = "en") -> Mapping[str, Any]:
        """The data of an entry, its words in a language; in English where that lacks them.

        Raises:
            KeyError: there is no such entry.
        """
        file = self._file_of(name)
        data: Mapping[str, Any] = self._entries("en", file)[name]
        if language == "en":
            return data
        words = self._entries(language, file).get(name, {})
        return {key: _laid_over(value, words.get(key)) for key, value in data.items()}

    def translated(self, language: str, file: str) -> Mapping[str, Any]:
        """The entries of a translated file, as it stands."""
        return self._entries(language, file)

    def _file_of(self, name: str) -> str:
        # Where tables can't be kept, parsing those that do not have it would take its time.
        for file in self.files:
            with open(os.path.join(self._folder, file), encoding="utf-8") as stream:
                text = stream.read()
            if f"\n[{name}]\n" in text or text.startswith(f"[{name}]\n"):
                return file
        raise KeyError(name)

    def _entries(self, language: str, file: str) -> Mapping[str, Any]:
        key = (language, file)
        if key not in self._parsed:
            path = (file,) if language == "en" else (language, file)
            try:
                self._parsed[key] = load(os.path.join(self._folder, *path))
            except FileNotFoundError:
                self._parsed[key] = {}
        return self._parsed[key]


def _laid_over(english: Any, words: Any) -> Any:
    """Words over English ones; a table of words key by key."""
    if isinstance(english, dict) and isinstance(words, dict):
        return english | words
    return english if words is None else words


def fill(words: str, facts: Mapping[str, object]) -> str:
    """Fill a sentence.

    A fact that is missing shows as its name, never as a traceback.

    >>> fill("{card} of {suit}", {"card": "K"})
    'K of <suit>'
    """
    return words.format_map(_Facts(facts))


class _Facts(dict[str, object]):
    def __missing__(self, key: str) -> str:
        return f"<{key}>"
