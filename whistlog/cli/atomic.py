"""Writing a file so that it is either the old one or the new one, whatever happens."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterator
from typing import TextIO


@contextlib.contextmanager
def replacing(path: str) -> Iterator[TextIO]:
    """Give a stream whose text replaces the file when the block ends without an exception.

    The text is written, as UTF-8 with LF line ends, to a temporary file in the same folder
    and brought to the disk before it takes the name. The permissions of an existing file
    are kept, and a symbolic link goes on pointing to the file that is replaced.

    Raises:
        OSError: it can't be written; the file is as it was.
    """
    target = os.path.realpath(path)
    folder, name = os.path.split(target)
    handle, temporary = tempfile.mkstemp(prefix=f".{name}.", suffix=".tmp", dir=folder)
    try:
        with open(handle, "w", encoding="utf-8", newline="\n") as stream:  # noqa: PTH123
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        os.chmod(temporary, _mode(target))
        os.replace(temporary, target)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise


def _mode(path: str) -> int:
    try:
        return os.stat(path).st_mode & 0o7777
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask
