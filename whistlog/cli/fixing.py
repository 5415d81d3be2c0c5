"""``whistlog check --fix`` and ``--diff``: records put right where there is one way to."""

from __future__ import annotations

import codecs
import os
import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final

from whistlog.cli.errors import CommandError
from whistlog.cli.inputs import STDIN, Fault, Input, is_archive, is_json, opened
from whistlog.cli.spool import Spool
from whistlog.cli.terminal import output
from whistlog.fixing import Fixed, fix_text
from whistlog.render.base import visible
from whistlog.sentences.tables import say

if TYPE_CHECKING:
    from whistlog.cli.check import Options, Work

LARGEST: Final = 1 << 24
"""Bytes of the largest file that is put right: it is checked again for every attempt."""


class Job:
    """A run over some files.

    Args:
        options: what every file is checked with.
        work: what shows findings.
        wanted: whether findings of a name are to be put right.
        diff: show the changes, and change nothing.
    """

    def __init__(
        self, options: Options, work: Work, wanted: Callable[[str], bool], *, diff: bool
    ) -> None:
        self._options = options
        self._work = work
        self._wanted = wanted
        self._diff = diff
        self.fixed = 0
        self._files = 0
        self._left: list[str] = []

    def refuse(self, files: Iterable[Input]) -> None:
        """Refuse what can't be put right in place.

        Raises:
            CommandError: one of the files is JSON, or standard input is to be changed.
        """
        for file in files:
            if is_json(file.path) or is_archive(file.path):
                raise CommandError(
                    f"{file.path} is JSON; --fix and --diff are for records as text."
                )
            if file.path == STDIN and not self._diff:
                raise CommandError("--fix changes files; standard input is none. Try --diff.")
            if os.path.exists(file.path) and not os.path.isfile(file.path) and not self._diff:
                raise CommandError(f"--fix changes regular files; {file.path} is none.")

    def do(self, file: Input) -> None:
        """Put one file right, or show what would change."""
        if file.fault is not None:
            if self._diff:
                self._work.fail(file.fault)
            return
        try:
            with opened(file.path) as stream:
                data = stream.read(LARGEST + 1)
                while len(data) <= LARGEST and (block := stream.read(LARGEST + 1 - len(data))):
                    data += block
                stream.confirm_unchanged()
        except Fault as fault:
            if self._diff:
                self._work.fail(fault.found)
            return
        if len(data) > LARGEST:
            self._left.append(f"{file.path} is too large for --fix and --diff")
            return
        bom = codecs.BOM_UTF8 if data.startswith(codecs.BOM_UTF8) else b""
        encoding = self._options.encoding
        if encoding not in ("utf-8", "utf-8-sig"):
            bom = b""
        try:
            before = data[len(bom) :].decode("utf-8" if bom else encoding)
        except UnicodeError:
            self._left.append(f"{file.path} holds bytes that are no text and was left as it is")
            return
        options = self._options
        result = fix_text(
            before, rules=options.rules, language=options.language, wanted=self._wanted
        )
        if not result.understood and result.refused:
            self._left.append(f"{file.path} was not understood in full and was left as it is")
        elif result.refused:
            some = say("findings", n=len(result.refused))
            self._left.append(f"{file.path}: {some} not fixed, as that leads to another finding")
        if not result.applied:
            return
        try:
            after = bom + result.text.encode("utf-8" if bom else encoding)
        except UnicodeError:
            self._left.append(f"{file.path} was left as it is: its encoding lacks a sign")
            return
        self.fixed += len(result.applied)
        self._files += 1
        if self._diff:
            self._show(file.path, before, result)
        else:
            spool = Spool()
            try:
                spool.write_bytes(after)
                spool.give(file.path)
            finally:
                spool.close()

    def _show(self, path: str, before: str, result: Fixed) -> None:
        import difflib

        old = before.removesuffix("\n").split("\n")
        new = result.text.removesuffix("\n").split("\n")
        out = output()
        for line in difflib.unified_diff(old, new, path, path, lineterm="", n=2):
            role = {"+": "ok", "-": "error", "@": "frame"}.get(line[0], "")
            out.write((visible(line.removesuffix("\r")), role), "\n")

    def report(self) -> None:
        """Say what was done, on standard error."""
        sys.stdout.flush()
        for remark in self._left:
            print(f"{remark}.", file=sys.stderr)
        if self.fixed:
            would = "would be " if self._diff else ""
            findings, files = say("findings", n=self.fixed), say("files", n=self._files)
            print(f"{findings} {would}fixed in {files}.", file=sys.stderr)
