"""Output that is kept back until all of it is there.

What turns out to be impossible half way is then never half written.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from typing import BinaryIO, Final, cast

from whistlog.cli.atomic import replacing
from whistlog.cli.errors import CommandError
from whistlog.sentences.phrases import reason_of
from whistlog.sentences.tables import say

IN_MEMORY: Final = 1 << 23
"""Bytes that are kept in memory; more goes to a temporary file."""

_BLOCK: Final = 1 << 20


class Spool:
    """Text that has been written but not given away."""

    def __init__(self) -> None:
        self._file = tempfile.SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115

    def write(self, text: str) -> None:
        """Add text."""
        self._file.write(text.encode("utf-8"))

    def write_bytes(self, data: bytes) -> None:
        """Add text in whatever encoding."""
        self._file.write(data)

    def close(self) -> None:
        """Forget the text."""
        self._file.close()

    def blocks(self) -> Iterator[bytes]:
        """The text in its bytes, from the start."""
        self._file.seek(0)
        while block := self._file.read(_BLOCK):
            yield block

    def text(self) -> str:
        """The whole text."""
        return b"".join(self.blocks()).decode("utf-8")

    def equals(self, stream: BinaryIO) -> bool:
        """Whether a stream holds the same bytes."""
        self._file.seek(0)
        while True:
            block = self._file.read(_BLOCK)
            if stream.read(_BLOCK) != block:
                return False
            if not block:
                return True

    def give(self, path: str | None) -> None:
        """Write the text to a file, all or nothing, or to standard output for None.

        Raises:
            CommandError: the file can't be written; it is as it was.
            OSError: standard output can't be written.
        """
        if path is None:
            self._print()
            return
        try:
            if _is_special(path):
                with open(path, "wb") as stream:
                    stream.writelines(self.blocks())
            else:
                with replacing(path) as stream:
                    stream.writelines(self.blocks())
        except OSError as error:
            reason = reason_of(error)
            raise CommandError(say("was-not-written", path=path, reason=reason)) from None

    def _print(self) -> None:
        sys.stdout.flush()
        target = getattr(sys.stdout, "buffer", None)
        if target is None:
            sys.stdout.write(self.text())
        else:
            for block in self.blocks():
                cast(BinaryIO, target).write(block)
        sys.stdout.flush()


def _is_special(path: str) -> bool:
    """Whether a path is a device or a pipe, which can be written but not replaced."""
    return os.path.exists(path) and not os.path.isfile(path) and not os.path.isdir(path)
