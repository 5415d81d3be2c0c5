"""Files that are changed in place: read whole, and put back with nothing else changed."""

from __future__ import annotations

import codecs
import os
from typing import Final, NamedTuple

from whistlog.cli.errors import CommandError
from whistlog.cli.inputs import STDIN, is_archive, is_json, opened
from whistlog.cli.spool import Spool
from whistlog.cli.terminal import output
from whistlog.render.base import visible
from whistlog.sentences.tables import say

LARGEST: Final = 1 << 24
"""Bytes of the largest file that is changed in place."""


class Unsuitable(Exception):
    """A file that has to be left as it is; the text says why, without a full stop."""


class Whole(NamedTuple):
    """All of a file.

    Attributes:
        text: what it says, with its line ends and without a byte order mark.
        encoding: how it says so.
        bom: the byte order mark, or nothing.
    """

    text: str
    encoding: str
    bom: bytes

    def encoded(self, text: str, path: str) -> bytes:
        """Another text, in bytes as this one was.

        Raises:
            Unsuitable: the encoding lacks a sign.
        """
        try:
            return self.bom + text.encode(self.encoding)
        except UnicodeError:
            raise Unsuitable(say("left-encoding", path=path)) from None


def give(data: bytes, target: str | None) -> None:
    """Write bytes to a file, all or nothing, or to standard output for None.

    Raises:
        CommandError: the file can't be written; it is as it was.
    """
    spool = Spool()
    try:
        spool.write_bytes(data)
        spool.give(target)
    finally:
        spool.close()


def read_whole(path: str, encoding: str, option: str) -> Whole:
    """Read a file that an option is to change.

    Args:
        path: the file, or ``-``.
        encoding: of the file.
        option: the option, for messages.

    Raises:
        Fault: it can't be read.
        Unsuitable: it is too large, or not in the encoding.
    """
    with opened(path) as stream:
        data = stream.read(LARGEST + 1)
        while len(data) <= LARGEST and (block := stream.read(LARGEST + 1 - len(data))):
            data += block
        stream.confirm_unchanged()
    if len(data) > LARGEST:
        raise Unsuitable(say("too-large", path=path, option=option))
    bom = b""
    if encoding in ("utf-8", "utf-8-sig"):
        bom = codecs.BOM_UTF8 if data.startswith(codecs.BOM_UTF8) else b""
        encoding = "utf-8"
    try:
        return Whole(data[len(bom) :].decode(encoding), encoding, bom)
    except UnicodeError:
        raise Unsuitable(say("left-no-text", path=path)) from None


def refuse_json(path: str, option: str) -> None:
    """Refuse a file that can't be changed as text.

    Raises:
        CommandError: it is JSON.
    """
    if is_json(path) or is_archive(path):
        raise CommandError(say("is-json", path=path, option=option))


def refuse_special(path: str, option: str) -> None:
    """Refuse a file that can't be changed in place.

    Raises:
        CommandError: it is a folder, a device or a pipe.
    """
    if path != STDIN and os.path.exists(path) and not os.path.isfile(path):
        raise CommandError(say("changes-files", option=option, path=path))


def show_difference(path: str, before: str, after: str) -> None:
    """Print what is different in a text, as ``diff -u`` does."""
    import difflib

    old = before.removesuffix("\n").split("\n")
    new = after.removesuffix("\n").split("\n")
    out = output()
    for line in difflib.unified_diff(old, new, path, path, lineterm="", n=2):
        role = {"+": "ok", "-": "error", "@": "frame"}.get(line[0], "")
        out.write((visible(line.removesuffix("\r")), role), "\n")
