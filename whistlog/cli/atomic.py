"""Writing a file so that it is either the old one or the new one, whatever happens."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterator
from typing import BinaryIO


@contextlib.contextmanager
def replacing(path: str) -> Iterator[BinaryIO]:
    """Give a stream whose bytes replace the file when the block ends without an exception.

    They are written to a temporary file in the same folder and brought to the disk before
    it takes the name. The permissions and, where that is allowed, the owner of an existing
    file are kept, and a symbolic link goes on pointing to the file that is replaced. (A
    second hard link keeps the old text: it can't be otherwise with a file put in whole.)

    Raises:
        OSError: it can't be written; the file is as it was.
    """
    target = os.path.realpath(path)
    if os.path.isdir(target):
        raise IsADirectoryError(21, "it is a folder", path)
    folder, name = os.path.split(target)
    old = _existing(target)
    handle, temporary = tempfile.mkstemp(prefix=f".{name[:100]}.", suffix=".tmp", dir=folder)
    try:
        with open(handle, "wb") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        if old is not None and hasattr(os, "chown"):
            with contextlib.suppress(PermissionError):
                os.chown(temporary, old.st_uid, old.st_gid)
        os.chmod(temporary, _new_mode() if old is None else old.st_mode & 0o7777)
        os.replace(temporary, target)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise


def _existing(path: str) -> os.stat_result | None:
    try:
        found = os.stat(path)
    except FileNotFoundError:
        return None
    if not os.access(path, os.W_OK):
        # Replacing it would be possible, but its owner does not want it changed.
        raise PermissionError(13, "permission denied", path)
    return found


def _new_mode() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
