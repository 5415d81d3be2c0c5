"""What a person names on the command line, turned into files to read."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from whistlog.diagnostics.values import Diagnostic

STDIN: Final = "-"
SUFFIXES: Final = (".whist", ".txt")
"""Files that are taken from a folder."""
_MAGIC: Final = frozenset("*?[")


class Input(NamedTuple):
    """One file to read, or what is wrong with its name."""

    path: str
    fault: Diagnostic | None = None


def expand(names: Iterable[str]) -> Iterator[Input]:
    """Yield the files that names, folders and patterns stand for, each once.

    A folder stands for the ``.whist`` and ``.txt`` files in it and below it, in the order
    of their names; a pattern for the files it matches; ``-`` for standard input. A name
    that stands for nothing is yielded with a fault.
    """
    seen: set[str] = set()
    for name in names:
        for found in _expand_one(name):
            key = found.path if found.path == STDIN else os.path.normpath(found.path)
            if key not in seen:
                seen.add(key)
                yield found


def _expand_one(name: str) -> Iterator[Input]:
    if name == STDIN:
        yield Input(name)
    elif os.path.isdir(name):
        files = list(_walk(name))
        if not files:
            yield Input(name, Diagnostic("folder-without-records", path=name))
        yield from map(Input, files)
    elif os.path.lexists(name) or not _MAGIC.intersection(name):
        # Whether it can be opened is seen when it is opened.
        yield Input(name)
    else:
        import glob

        matches = sorted(glob.glob(name, recursive=True))
        if not matches:
            yield Input(name, Diagnostic("file-missing", path=name))
        for match in matches:
            yield from _expand_one(match)


def _walk(folder: str) -> Iterator[str]:
    entries = []
    try:
        with os.scandir(folder) as scan:
            entries = sorted(scan, key=lambda e: e.name)
    except OSError:
        return
    for entry in entries:
        if entry.name.startswith("."):
            continue
        if entry.is_dir(follow_symlinks=False):
            yield from _walk(entry.path)
        elif entry.name.lower().endswith(SUFFIXES) and entry.is_file():
            yield entry.path


def is_json(path: str) -> bool:
    """Whether a file holds a record as JSON, by its ending.

    >>> is_json("a/B.JSON"), is_json("a.whist")
    (True, False)
    """
    return path.lower().endswith(".json")
