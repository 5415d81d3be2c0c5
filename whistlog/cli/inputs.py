"""What a person names on the command line, turned into files that are read."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from whistlog.cli.errors import CommandError
from whistlog.diagnostics.values import Diagnostic
from whistlog.sentences.phrases import reason_of
from whistlog.sentences.tables import say

if TYPE_CHECKING:
    from io import RawIOBase
    from typing import BinaryIO

STDIN: Final = "-"
SUFFIXES: Final = (".whist", ".txt")
"""Files that are taken from a folder."""
_MAGIC: Final = frozenset("*?[")


class Input(NamedTuple):
    """One file to read, or what is wrong with its name."""

    path: str
    fault: Diagnostic | None = None


class Fault(Exception):
    """A file that can't be read, or not to its end; ``found`` says why."""

    def __init__(self, found: Diagnostic) -> None:
        super().__init__(found.name)
        self.found = found


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
        yield from _folder(name)
    elif os.path.lexists(name) or not _MAGIC.intersection(name):
        # Whether it can be opened is seen when it is opened.
        yield Input(name)
    else:
        import glob

        matches = sorted(glob.glob(name, recursive=True))
        if not matches:
            yield Input(name, Diagnostic("file-missing", path=name))
        for match in matches:
            yield from _folder(match) if os.path.isdir(match) else (Input(match),)


def _folder(name: str) -> Iterator[Input]:
    empty = True
    for found in _walk(name):
        empty = False
        yield found
    if empty:
        yield Input(name, Diagnostic("folder-without-records", path=name))


def _walk(folder: str) -> Iterator[Input]:
    try:
        with os.scandir(folder) as scan:
            entries = sorted(scan, key=lambda e: e.name)
    except OSError as error:
        yield Input(folder, _unreadable(folder, error))
        return
    for entry in entries:
        if entry.name.startswith("."):
            continue
        if entry.is_dir(follow_symlinks=False):
            yield from _walk(entry.path)
        elif entry.name.lower().endswith(SUFFIXES) and not _is_no_file(entry.path):
            yield Input(entry.path)


def _is_no_file(path: str) -> bool:
    """Whether this is a folder, or a pipe or device, which may never end.

    What can't be looked at, as a link that leads nowhere, may be a file.
    """
    return os.path.exists(path) and not os.path.isfile(path)


def is_json(path: str) -> bool:
    """Whether a file holds a record as JSON, by its ending.

    >>> is_json("a/B.JSON"), is_json("a.whist")
    (True, False)
    """
    return path.lower().endswith(".json")


def is_archive(path: str) -> bool:
    """Whether a file holds one JSON document a line, by its ending."""
    return path.lower().endswith((".ndjson", ".jsonl"))


def total_size(files: Iterable[Input]) -> int:
    """Bytes of all files whose size can be known."""
    total = 0
    for file in files:
        if file.path != STDIN and file.fault is None:
            with contextlib.suppress(OSError, ValueError):
                total += os.stat(file.path).st_size
    return total


_FIRST: Final = 1 << 20
"""Bytes that are looked at to tell what a stream holds."""


class Stream:
    """The bytes of a file, or of standard input, as they are read.

    Every failure to read comes out as a `Fault`.
    """

    def __init__(
        self, path: str, source: BinaryIO | RawIOBase, advance: Callable[[int], None]
    ) -> None:
        self.path = path
        self._source = source
        self._advance = advance
        self._ahead = b""
        self._before = self._state()
        # A file that grows as fast as it is read would never end.
        self._left = self._before[0] if self._before and self._before[0] else None

    def read(self, size: int = -1, /) -> bytes:
        """At most ``size`` bytes; nothing at the end that the file had when it was opened.

        Raises:
            Fault: the file can't be read.
        """
        if self._ahead:
            cut = len(self._ahead) if size < 0 else size
            seen, self._ahead = self._ahead[:cut], self._ahead[cut:]
            return seen
        if self._left is not None:
            size = self._left if size < 0 else min(size, self._left)
        try:
            block: bytes = self._source.read(size) or b""
        except OSError as error:
            raise Fault(_unreadable(self.path, error)) from None
        if self._left is not None:
            self._left -= len(block)
        self._advance(len(block))
        return block

    def beginning(self) -> bytes:
        """What comes first, without blanks in front of it; it stays to be read.

        Raises:
            Fault: the file can't be read.
        """
        seen = self.read(_FIRST)
        while len(seen) < _FIRST and not seen.strip() and (more := self.read(_FIRST)):
            seen += more
        self._ahead = seen + self._ahead
        return seen.lstrip()

    def read_all(self) -> bytes:
        """All bytes that are left."""
        blocks = []
        while block := self.read(1 << 20):
            blocks.append(block)
        return b"".join(blocks)

    def part(self, start: int, end: int) -> _Part:
        """The bytes of a file from one place to another.

        Raises:
            Fault: the file can't be read.
        """
        try:
            self._source.seek(start)
            if self._left is not None:
                self._left = max(0, self._left - start)
        except OSError as error:
            raise Fault(_unreadable(self.path, error)) from None
        return _Part(self, end - start)

    def confirm_unchanged(self) -> None:
        """Make sure that the file is still the one that was opened.

        Raises:
            Fault: it was changed while it was read.
        """
        if self._state() != self._before:
            raise Fault(Diagnostic("file-changed", path=self.path))

    def _state(self) -> tuple[int, int] | None:
        try:
            state = os.fstat(self._source.fileno())
        except (OSError, ValueError):
            return None
        # Only of a file can it be said that it changed: a pipe fills as it is read.
        return (state.st_size, state.st_mtime_ns) if stat.S_ISREG(state.st_mode) else None


class _Part:
    """The next so many bytes of a stream."""

    def __init__(self, stream: Stream, size: int) -> None:
        self._stream = stream
        self._left = size

    def read(self, size: int = -1, /) -> bytes:
        """At most ``size`` bytes; nothing at the end of the part."""
        wanted = self._left if size < 0 else min(size, self._left)
        block = self._stream.read(wanted) if wanted else b""
        self._left -= len(block)
        return block


@contextlib.contextmanager
def opened(path: str, advance: Callable[[int], None] = lambda _: None) -> Iterator[Stream]:
    """Open a file, or standard input for ``-``.

    Args:
        path: as it was typed.
        advance: told the number of bytes after each read.

    Raises:
        Fault: it can't be opened.
    """
    if path == STDIN:
        if sys.stdin is None:
            raise Fault(_unreadable(path, OSError(errno.EBADF, "there is no standard input")))
        yield Stream(path, sys.stdin.buffer, advance)
        return
    try:
        source = open(path, "rb", buffering=0)  # noqa: SIM115
    except FileNotFoundError:
        raise Fault(Diagnostic("file-missing", path=path)) from None
    except (OSError, ValueError) as error:
        raise Fault(_unreadable(path, error)) from None
    with source:
        yield Stream(path, source, advance)


def _unreadable(path: str, error: Exception) -> Diagnostic:
    return Diagnostic("file-unreadable", args={"reason": reason_of(error)}, path=path)


def known_language(code: str | None) -> str | None:
    """The language that an option names.

    Raises:
        CommandError: there is none of this code.
    """
    if code is None:
        return None
    from whistlog.notation.languages import LANGUAGES

    if code.lower() not in LANGUAGES:
        raise CommandError(say("no-language", code=code, known=", ".join(LANGUAGES)))
    return code.lower()


def known_encoding(name: str | None) -> str:
    """The encoding that an option names, ``utf-8`` by default.

    Raises:
        CommandError: there is none of this name, or it is none of a text.
    """
    if name is None:
        return "utf-8"
    import codecs

    try:
        info = codecs.lookup(name)
        "".encode(info.name)
    except (LookupError, ValueError):
        raise CommandError(say("no-encoding", name=name)) from None
    return info.name
