"""From bytes to texts of whole lines, and from texts to blocks of lines: one for each section.

Both go through a stream in constant memory, however large the file and whatever is in it.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, Protocol, overload

from whistlog.notation.languages import boundary_pattern, boundary_words, fold

BLOCK: Final = 1 << 20
"""Bytes read at a time, and the most of one section that is kept."""

MAX_SECTION: Final = 2_000
"""Lines of one section that are read, blank ones apart; a deal in full has some forty."""


class ByteStream(Protocol):
    """Anything with ``read(size) -> bytes``."""

    def read(self, size: int = -1, /) -> bytes:
        """Return at most ``size`` bytes; nothing at the end."""


class NotText(Exception):
    """The stream holds no text in the expected encoding.

    Attributes:
        name: name of the diagnostic.
        line: 1-based line at which reading stopped.
        facts: what fills its sentence.
    """

    def __init__(self, name: str, line: int, facts: dict[str, object]) -> None:
        super().__init__(name)
        self.name = name
        self.line = line
        self.facts = facts


def iter_texts(stream: ByteStream, encoding: str = "utf-8") -> Iterator[str]:
    """Yield the text of a byte stream in pieces of whole lines, with LF line ends.

    In UTF-8 an undecodable byte comes out as a lone surrogate (``surrogateescape``), for
    the line parser to report; a byte order mark at the start is dropped. Of a line longer
    than `BLOCK` the rest is dropped; the line parser refuses it long before.

    Raises:
        NotText: the stream is UTF-16, or binary, or not in the encoding asked for.
        LookupError: there is no such encoding.
    """
    utf8 = codecs.lookup(encoding).name in ("utf-8", "utf-8-sig")
    decoder = None if utf8 else codecs.getincrementaldecoder(encoding)("strict")
    rest = ""
    tail = b""
    offset = 0
    line = 1
    skipping = False
    first = True
    while True:
        block = stream.read(BLOCK)
        ended = not block
        if decoder is not None:
            try:
                text = decoder.decode(block, ended)
            except UnicodeError as error:
                # UTF-16 without its byte order mark has no place to point at.
                at = offset + getattr(error, "start", 0)
                facts: dict[str, object] = {"encoding": encoding, "offset": at}
                raise NotText("undecodable", line + rest.count("\n"), facts) from None
        else:
            if not offset:
                _refuse_binary(block)
            # A character may be cut in two by the end of the block.
            whole, tail = (tail, b"") if ended else _whole_characters(tail + block)
            text = whole.decode("utf-8", "surrogateescape")
        if first and text:
            first = False
            text = text.removeprefix("\ufeff")
        offset += len(block)
        if skipping:
            cut = text.find("\n")
            if cut < 0 and not ended:
                continue
            text = text[cut:] if cut >= 0 else ""
            skipping = False
        end = text.rfind("\n") + 1
        if end:
            piece = rest + text[:end]
            rest = text[end:]
            if decoder is not None:
                line += piece.count("\n")  # UTF-8 is only refused at its first line
            yield piece.replace("\r\n", "\n") if "\r" in piece else piece
        else:
            rest += text
            if len(rest) > BLOCK:
                rest = rest[:BLOCK]
                skipping = True
        if ended:
            if rest:
                yield rest.removesuffix("\r") + "\n"
            return


def _refuse_binary(block: bytes) -> None:
    if block.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise NotText("encoding-utf16", 1, {})
    head = block[:4096]
    zeros = head.count(0)
    if zeros * 4 > len(head):
        # Latin letters in UTF-16 have their zeros all on the same side.
        aside = head[::2].count(0) in (0, zeros)
        raise NotText("encoding-utf16" if aside else "not-text", 1, {})
    unseen = len(head) - len(head.translate(None, _UNSEEN))
    if unseen > 8 and unseen * 32 > len(head):
        raise NotText("not-text", 1, {})


_UNSEEN: Final = bytes((*range(9), *range(14, 27), *range(28, 32)))
"""Bytes that no text has, in any encoding that is a superset of ASCII."""


def _whole_characters(data: bytes) -> tuple[bytes, bytes]:
    """Split off the first bytes of a UTF-8 character that is cut off at the end."""
    for back in range(1, min(4, len(data)) + 1):
        byte = data[-back]
        if byte >= 0xC0:
            length = 2 if byte < 0xE0 else 3 if byte < 0xF0 else 4
            return (data[:-back], data[-back:]) if back < length else (data, b"")
        if byte < 0x80:
            break
    return data, b""


@dataclass(slots=True)
class Block:
    """The lines from one ``Game`` or ``Deal`` line to the next.

    Attributes:
        first_line: number of the first line in the file.
        lines: the lines.
        starts_game: whether the first of them starts a game.
        dropped: how many lines were not read.
        offsets: how far each line is from the first one, where blank ones were left out.
    """

    first_line: int
    lines: list[str]
    starts_game: bool
    dropped: int = 0
    offsets: list[int] | None = None

    def joined(self, below: Block) -> Block:
        """This block and the next one as one that does not start at a ``Game`` line."""
        offsets = None
        if self.offsets is not None or below.offsets is not None:
            down = below.first_line - self.first_line
            offsets = [self.offset(i) for i in range(len(self.lines))]
            offsets += [down + below.offset(i) for i in range(len(below.lines))]
        return Block(self.first_line, self.lines + below.lines, False, below.dropped, offsets)

    def offset(self, index: int) -> int:
        """How far a line is from the first one."""
        return index if self.offsets is None else self.offsets[index]


class Spread(Sequence[str]):
    """Lines with blank ones between them that are not kept."""

    def __init__(self, lines: dict[int, str], length: int) -> None:
        self._lines = lines
        self._length = length

    @overload
    def __getitem__(self, index: int) -> str: ...

    @overload
    def __getitem__(self, index: slice) -> list[str]: ...

    def __getitem__(self, index: int | slice) -> str | list[str]:
        places = range(self._length)[index]
        if isinstance(places, range):
            return [self._lines.get(i, "") for i in places]
        return self._lines.get(places, "")

    def __len__(self) -> int:
        return self._length


AHEAD: Final = 64
"""Sections of one text that are read before the first of them is handed on.

Reading some and then checking some is quicker than a change between the two at each deal.
"""


def iter_blocks(texts: Iterable[str], first_line: int) -> Iterator[list[Block]]:
    """Cut texts into blocks that start at ``Game`` and ``Deal`` lines, some at a time."""
    kinds = boundary_words()
    games: dict[str, bool] = {}
    find = _boundary().finditer
    # The line feed in front makes the first line like the others.
    pending = "\n"
    starts_game = False
    dropped = 0
    gaps: list[tuple[int, int]] = []
    line = first_line
    for text in texts:
        pending += text
        ready: list[Block] = []
        start = 0
        for match in find(pending, 0 if line == first_line else 1):
            cut = _cut(pending, start, match.start())
            if cut > start:
                block = _block(pending[start + 1 : cut], line, starts_game, dropped, gaps)
                height = len(block.lines)
                if block.offsets is not None:
                    height = pending.count("\n", start, cut)
                line += height + dropped
                if gaps:
                    line += sum(blank for _, blank in gaps)
                    gaps = []
                ready.append(block)
                if len(ready) == AHEAD:
                    yield ready
                    ready = []
                start = cut
                dropped = 0
            word = match[1]
            if word not in games:
                games[word] = kinds[fold(word)] == "game"
            starts_game = games[word]
        if ready:
            yield ready
        if start:
            # the line end before the boundary stays as the mark of its line start
            pending = pending[start:]
        if len(pending) > BLOCK + 1:
            pending = _without_blanks(pending, gaps)
        if len(pending) > BLOCK + 1:
            kept = pending.rindex("\n", 0, BLOCK) if "\n" in pending[1:BLOCK] else BLOCK
            dropped += pending.count("\n", kept) - 1
            pending = pending[:kept] + "\n"
    if len(pending) > 1:
        yield [_block(pending[1:].removesuffix("\n"), line, starts_game, dropped, gaps)]


@cache
def _boundary() -> re.Pattern[str]:
    return re.compile("\n" + boundary_pattern(), re.IGNORECASE)


def with_next(some: Iterable[list[Block]]) -> Iterator[list[tuple[Block, Block | None]]]:
    """Each block with the one below it."""
    last: list[Block] = []
    for blocks in some:
        blocks = last + blocks
        last = [blocks.pop()]
        yield list(zip(blocks, (*blocks[1:], *last)))
    yield [(block, None) for block in last]


def _block(
    text: str, first_line: int, starts_game: bool, dropped: int, gaps: list[tuple[int, int]]
) -> Block:
    lines = text.split("\n")
    if len(lines) <= MAX_SECTION and not gaps:
        return Block(first_line, lines, starts_game, dropped)
    from whistlog.notation.cutting import BLANKS

    filled = [i for i, line in enumerate(lines) if line.strip(BLANKS)]
    if len(filled) > MAX_SECTION:
        dropped += len(lines) - filled[MAX_SECTION]
        del filled[MAX_SECTION:]
    offsets = []
    left = passed = 0
    for i in filled:
        while passed < len(gaps) and gaps[passed][0] <= i:
            left += gaps[passed][1]
            passed += 1
        offsets.append(i + left)
    return Block(first_line, [lines[i] for i in filled], starts_game, dropped, offsets)


def _without_blanks(pending: str, gaps: list[tuple[int, int]]) -> str:
    """A text without most of its blank lines.

    Which are left out is added to ``gaps``: the index of the line below them, as it is then,
    and how many there were.
    """
    pieces: list[str] = []
    end = index = 0
    for match in _blank_lines().finditer(pending):
        pieces.append(pending[end : match.start()])
        index += pieces[-1].count("\n") + 2
        pieces.append("\n\n")
        gaps.append((index - 1, match[0].count("\n") - 2))
        end = match.end()
    return "".join((*pieces, pending[end:]))


@cache
def _blank_lines() -> re.Pattern[str]:
    from whistlog.notation.cutting import BLANKS

    return re.compile(rf"\n(?:[{BLANKS}]*\n){{2,}}")


def _cut(text: str, start: int, end: int) -> int:
    """Where the block from ``start`` ends whose next block's first line begins at ``end``.

    Comment lines right above, with no blank line between, go with that line; where a block
    holds nothing but comments, all of it does, and ``start`` is returned.
    """
    cut = end
    while cut > start:
        above = text.rfind("\n", start, cut)
        if above < 0 or text[above + 1] not in _MAY_BE_COMMENT:
            break
        if not text[above + 1 : cut].lstrip(" \t").startswith("#"):
            break
        cut = above
    if cut > start and text[start + 1] not in _MAY_BE_COMMENT:
        return cut
    return cut if _CONTENT.search(text, start, cut) else start


_MAY_BE_COMMENT: Final = "# \t\n"

_CONTENT: Final = re.compile(r"\n[ \t]*[^\s#]")
