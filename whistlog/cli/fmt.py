"""``whistlog fmt``: records in the canonical spelling."""

from __future__ import annotations

import codecs
import os
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from typing import TYPE_CHECKING, BinaryIO, Final, NamedTuple, cast

from whistlog.cli.errors import CLEAN, FOUND, USAGE, CommandError
from whistlog.cli.inputs import (
    STDIN,
    Fault,
    Input,
    Stream,
    expand,
    is_archive,
    is_json,
    known_encoding,
    known_language,
    opened,
    total_size,
)
from whistlog.cli.refusal import Refusals
from whistlog.cli.spool import IN_MEMORY, Spool
from whistlog.cli.terminal import Bar, output
from whistlog.record import Deal, Game, Header, Record
from whistlog.sentences.tables import say

if TYPE_CHECKING:
    from whistlog.notation.blocks import ByteStream
    from whistlog.notation.reader import Section

LARGEST_DIFF: Final = 1 << 23
"""Bytes of the largest file of which differences are shown."""


class Style(NamedTuple):
    """How records are written."""

    ascii: bool
    language: str | None


def run(
    paths: Iterable[str],
    *,
    check: bool = False,
    diff: bool = False,
    ascii: bool = False,
    language: str | None = None,
    encoding: str | None = None,
) -> int:
    """Rewrite files in the canonical spelling; ``-`` goes to standard output.

    A file that is not understood in full is left as it is, and what is wrong is printed.

    Args:
        paths: files, folders, patterns, ``-``.
        check: change nothing; exit with 1 if a file would change.
        diff: change nothing; print what would change.
        ascii: letters for suits.
        language: language to write in; that of each record if None.
        encoding: encoding of the files, UTF-8 if None; they are written in UTF-8.

    Returns:
        The exit status: 1 for files that were not understood, or would change.

    Raises:
        CommandError: an option is wrong, or a file can't be written.
    """
    style = Style(ascii, known_language(language))
    known = known_encoding(encoding)
    files = list(expand(paths))
    job = _Job(style, known, check, diff, Bar(say("formatting"), total_size(files)))
    try:
        for file in files:
            job.do(file)
    finally:
        job.bar.close()
    job.report()
    return job.status


class _Job:
    """A run over some files."""

    def __init__(self, style: Style, encoding: str, check: bool, diff: bool, bar: Bar) -> None:
        self.style = style
        self.encoding = encoding
        self.check = check
        self.diff = diff
        self.bar = bar
        self.status = CLEAN
        self.something = False  # but blank lines, in the file at hand
        self.changed = 0
        self.same = 0
        self.refused = 0

    def do(self, file: Input) -> None:
        """Format one file."""
        refusals = Refusals()
        with ExitStack() as stack:
            spool = Spool()
            stack.callback(spool.close)
            try:
                if file.fault is not None:
                    raise Fault(file.fault)
                if is_json(file.path) or is_archive(file.path):
                    raise CommandError(say("is-json", path=file.path, option="fmt"))
                stream = stack.enter_context(opened(file.path, self.bar.advance))
                source: ByteStream = stream
                piped = file.path == STDIN or not os.path.isfile(file.path)
                if piped and file.path != STDIN and not (self.check or self.diff):
                    raise CommandError(say("no-regular-file", path=file.path))
                if piped and (self.check or self.diff):
                    source = original = stack.enter_context(_copy(stream))
                understood = self._format(file.path, source, spool, refusals)
                stream.confirm_unchanged()
            except Fault as fault:
                self.bar.pause()
                refusals.show((fault.found,))
                self.status = USAGE
                return
            if not understood:
                self.refused += 1
                self.status = max(self.status, FOUND)
            elif not self.something:
                self.same += 1
            elif piped and not (self.check or self.diff):
                spool.give(None)
            elif piped:
                self._settle(file.path, original, spool)
            else:
                with open(file.path, "rb") as before:
                    self._settle(file.path, before, spool)

    def _format(self, path: str, stream: ByteStream, spool: Spool, refusals: Refusals) -> bool:
        """Write the canonical text of a stream to a spool; whether it was all understood."""
        from whistlog.api import not_text
        from whistlog.notation.blocks import NotText, iter_texts
        from whistlog.notation.reader import read_sections

        understood = True
        self.something = False

        def watched() -> Iterator[Section]:
            nonlocal understood
            for section in read_sections(iter_texts(stream, self.encoding), path=path):
                self.something = self.something or bool(section.value.items)
                faults = [d for d in section.diagnostics if d.severity == "error"]
                if faults:
                    understood = False
                    self.bar.pause()
                    refusals.show(faults, section.value.source)
                yield section

        try:
            for text in canonical(watched(), self.style):
                if understood:
                    spool.write(text)
        except NotText as reason:
            raise Fault(not_text(reason, path)) from None
        return understood

    def _settle(self, path: str, before: BinaryIO, spool: Spool) -> None:
        """Compare with the file as it is, and replace it or tell the difference."""
        before.seek(0)
        if spool.equals(before):
            self.same += 1
            return
        self.changed += 1
        self.bar.pause()
        if self.diff:
            self._show_diff(path, before, spool)
        if self.check or self.diff:
            self.status = max(self.status, FOUND)
            if self.check and not self.diff:
                print(say("would-reformat", path=path))
        elif self.encoding not in ("utf-8", "utf-8-sig") and _is_utf8(before):
            raise CommandError(say("is-utf8", path=path, encoding=self.encoding))
        else:
            spool.give(path)

    def _show_diff(self, path: str, before: BinaryIO, spool: Spool) -> None:
        import difflib

        from whistlog.notation.blocks import iter_texts

        if before.seek(0, 2) > LARGEST_DIFF:
            print(say("would-reformat-large", path=path))
            return
        before.seek(0)
        old = "".join(iter_texts(before, self.encoding)).split("\n")[:-1]
        new = spool.text().split("\n")[:-1]
        out = output()
        for line in difflib.unified_diff(old, new, path, path, lineterm="", n=2):
            role = {"+": "ok", "-": "error", "@": "frame"}.get(line[0], "")
            out.write((line, role), "\n")

    def report(self) -> None:
        """Say what was done, on standard error."""
        parts = []
        if self.changed:
            key = "would-be-reformatted" if self.check or self.diff else "reformatted"
            parts.append(say(key, n=self.changed))
        if self.same:
            parts.append(say("unchanged-files", n=self.same))
        if self.refused:
            parts.append(say("refused-files", n=self.refused))
        if parts:
            sys.stdout.flush()
            print(", ".join(parts) + ".", file=sys.stderr)


def _is_utf8(stream: BinaryIO) -> bool:
    """Whether a file has letters beyond ASCII and all of them are UTF-8."""
    stream.seek(0)
    decoder = codecs.getincrementaldecoder("utf-8")()
    beyond = False
    try:
        while block := stream.read(1 << 20):
            beyond = beyond or not block.isascii()
            decoder.decode(block)
        decoder.decode(b"", True)
    except UnicodeDecodeError:
        return False
    return beyond


def _copy(stream: Stream) -> BinaryIO:
    """A copy of a stream that can be read again."""
    copy = tempfile.SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115
    while block := stream.read(1 << 20):
        copy.write(block)
    copy.seek(0)
    return cast(BinaryIO, copy)


def canonical(sections: Iterable[Section], style: Style) -> Iterator[str]:
    """Yield the canonical text of a stream of sections, piece by piece.

    Deals are written one by one; only with ``ascii`` a game is kept until its end, since
    its header depends on the letters in all of its deals.
    """
    from whistlog.notation.writer import format_deal, format_header, format_record

    between = ""
    first = True
    if style.ascii:
        for game in _games(sections):
            text = format_record(
                Record((game,)), ascii=True, language=style.language, version=first
            )
            first = False
            if text:
                yield between + text
                between = "\n"
        return
    header = Header(())
    for section in sections:
        value = section.value
        if isinstance(value, Header):
            header = value
            text = format_header(header, language=style.language, version=first)
            first = False
        else:
            text = format_deal(value, header, language=style.language)
        if text:
            yield between + text
            between = "\n"


def _games(sections: Iterable[Section]) -> Iterator[Game]:
    header: Header | None = None
    deals: list[Deal] = []
    for section in sections:
        if isinstance(section.value, Header):
            if header is not None:
                yield Game(header, tuple(deals))
            header, deals = section.value, []
        else:
            deals.append(section.value)
    if header is not None:
        yield Game(header, tuple(deals))
