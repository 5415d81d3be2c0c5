"""From bytes to headers and deals, as a stream in constant memory.

A stream is cut into texts of whole lines, texts into blocks (at ``Game`` and ``Deal``
lines), a block is read line by line into items, and sections are handed on as they are read,
some at a time, so that one bad deal never hides its neighbours and a large archive needs no
more memory than a small file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from whistlog.diagnostics.values import Diagnostic, Fix
from whistlog.notation.blocks import MAX_SECTION, Block, Spread, iter_blocks, with_next
from whistlog.notation.boundaries import (
    HEADER_KINDS,
    HEADER_TALLIES,
    header_below,
    opens_deal,
    says_play,
    second_deals,
)
from whistlog.notation.languages import (
    LANGUAGES,
    MAX_LINE,
    LineContext,
    context,
    how_to_read,
)
from whistlog.notation.languages import (
    language as language_table,
)
from whistlog.notation.quick import HEADER_ONLY, QuickReader, quick_reader
from whistlog.record import (
    SEAT_SYSTEMS,
    Comment,
    Deal,
    Dealer,
    DealLine,
    Game,
    GameLine,
    Header,
    Item,
    Part,
    Record,
    Source,
    Span,
    Tag,
    Tally,
)

if TYPE_CHECKING:
    from whistlog.notation.detect import Detector
    from whistlog.notation.lines import ParsedLine


_new = tuple.__new__  # the constructors of `Source` and `Section`, less a call


class Section(NamedTuple):
    """A header or a deal with the faults of its text.

    Attributes:
        value: the `Header` that starts a game, or a `Deal`.
        diagnostics: what could not be read, sorted by place.
        game: 1-based number of the game in the stream.
        deal: the number on the deal's line, else its place in the game; None for a header.
    """

    value: Header | Deal
    diagnostics: tuple[Diagnostic, ...]
    game: int
    deal: int | None


_Fault = tuple[int, str, int, int, Mapping[str, object], tuple[int, int, str] | None]
"""Index of a line, name, columns, facts, and how to put it right."""


class _Draft:
    """The items of a section that is being read."""

    __slots__ = (
        "block", "faults", "has_content", "has_game", "item_lines", "items", "played", "start",
        "wrong",
    )  # fmt: skip

    def __init__(self, block: Block, start: int, wrong: Diagnostic | None = None) -> None:
        self.block = block
        # What is wrong with the language of the block.
        self.wrong = wrong
        self.start = start
        self.items: list[Item] = []
        self.item_lines: list[int] = []
        self.faults: list[_Fault] = []
        self.has_content = self.has_game = self.played = False

    def add(self, index: int, item: Item) -> None:
        """Add the item of the block's line ``index``."""
        self.items.append(item)
        self.item_lines.append(index - self.start)
        if type(item) is not Comment:
            self.has_content = True
            self.has_game = self.has_game or type(item) is GameLine
            self.played = self.played or says_play(item)


def _parsed(
    lines: list[str], items: list[Item | None], at: list[int], ctx: LineContext
) -> dict[int, ParsedLine]:
    """The lines that the quick reader left, by their indexes."""
    left = [index for index, item in zip(at, items) if item is None]
    if not left:
        return {}
    from whistlog.notation.lines import parse_line

    return {index: parse_line(lines[index], ctx) for index in left}


def _left(items: list[Item | None]) -> bool:
    """Whether a line is left for the grammar."""
    return any(item is None for item in items)


class _Quick(NamedTuple):
    """What the quick reader makes of a block, and the context in which it read."""

    items: list[Item | None]
    at: list[int]
    complete: bool
    heads: bool
    ctx: LineContext


class SectionReader:
    """Turns texts into sections; holds what carries over within a game.

    Args:
        path: the name of the file, for diagnostics.
        language: the language to read in where a record states none.
    """

    def __init__(self, path: str = "", language: str | None = None) -> None:
        self._path = path
        self._given = language
        self._game = 0
        self._deals = 0
        self._in_header = True
        self._language = language
        self._seats = "NESW"
        self._among: tuple[str, ...] = LANGUAGES
        self._detector: Detector | None = None
        # The line that states the language, and its number, until it is found to be wrong.
        self._stated: tuple[int, str] | None = None
        # The lines of the game's first deal, and the block below the one that is read.
        self._first: list[str] = []
        self._below: Block | None = None
        # What reads the deals of the game as it is known to be written.
        self._reader: _Tools | None = None

    def sections(self, texts: Iterable[str], first_line: int = 1) -> Iterator[Section]:
        """Yield the sections of a stream of texts."""
        above: Block | None = None
        held: list[Section] = []
        for blocks in with_next(iter_blocks(texts, first_line)):
            ready: list[Section] = []
            for block, self._below in blocks:
                if above is not None:
                    if block.starts_game:
                        # Header lines above the first `Game` line are those of its game.
                        self._game = 0
                        block = above.joined(block)
                    else:
                        ready += held
                    above = None
                elif not self._game and not block.starts_game and not block.dropped:
                    held = list(self._block(block))
                    if len(held) == 1 and isinstance(held[0].value, Header):
                        above = block
                    else:
                        ready += held
                    continue
                ready += self._block(block)
            yield from ready
        if above is not None:
            yield from held

    def _start_game(self) -> None:
        self._game += 1
        self._deals = 0
        self._in_header = True
        self._language = self._given
        self._seats = "NESW"
        self._among = LANGUAGES
        self._detector = None
        self._stated = None
        self._first = []
        self._reader = None

    def _block(self, block: Block) -> Iterable[Section]:
        if block.starts_game or not self._game:
            self._start_game()
        elif not self._in_header and not block.dropped and block.offsets is None:
            section = self._plain_deal(block)
            if section is not None:
                return (section,)
        items, at, complete, heads, ctx = self._read(block)
        if complete and not block.dropped:
            if self._in_header:
                simple = HEADER_KINDS.issuperset(map(type, items)) and HEADER_TALLIES.issuperset(
                    [item.key for item in items if type(item) is Tally]
                )
            else:
                kinds = list(map(type, items))
                simple = bool(items) and kinds[0] is DealLine and not heads
                simple = simple and kinds.count(Dealer) < 2 and kinds.count(Tally) < 4
            if simple:
                return (self._section(block, 0, items, at, (), ctx),)  # type: ignore[arg-type]
        return self._carefully(block, items, at, ctx)

    def _plain_deal(self, block: Block) -> Section | None:
        """Make a section of a block that is simply a deal, its tricks and hands as a whole."""
        lines = block.lines
        if self._reader is None:
            self._reader = _tools(self._language, self._seats, self._among)
        _, reader, locate = self._reader
        found = reader.deal(lines)
        if found is None:
            self._reader = None  # the language may come to light
            return None
        items, at = found
        del lines[at[-1] + 1 :]
        deal = Deal.plain(items, _new(Source, (block.first_line, lines, at, locate)))
        if deal.layout.repeated:
            return None  # it may be two deals
        self._deals += 1
        if self._deals == 1:
            self._first = lines
        number = items[0].number or self._deals  # type: ignore[union-attr]
        return _new(Section, (deal, (), self._game, number))

    def _carefully(
        self, block: Block, items: list[Item | None], at: list[int], ctx: LineContext
    ) -> Iterator[Section]:
        """Make sections of a block that is not simply a deal, or not quickly read."""
        parsed = _parsed(block.lines, items, at, ctx)
        wrong = None
        if parsed and ctx.language is not None:
            otherwise = self._written_otherwise(block, parsed, ctx)
            if otherwise is not None:
                wrong, code = otherwise
                ctx, reader, _ = _tools(code, self._seats, LANGUAGES)
                items, at, *_ = reader.read(block.lines, False)
                parsed = _parsed(block.lines, items, at, ctx)
        draft = _Draft(block, 0, wrong)
        read = [parsed[i].item if item is None else item for i, item in zip(at, items)]
        seconds, header = second_deals(read), header_below(read)
        for place, (index, item) in enumerate(zip(at, read)):
            line = block.lines[index]
            faults = parsed[index].faults if items[place] is None else ()
            kind = type(item)
            if place in seconds:
                yield self._close(draft, ctx)
                draft = _Draft(block, index)
                draft.faults.append((index, "deal-line-missing", 0, len(line.rstrip()), {}, None))
            if kind is DealLine or (kind is GameLine and (not self._in_header or draft.has_game)):
                if draft.has_content:
                    yield self._close(draft, ctx)
                    draft = _Draft(block, index)
                elif kind is DealLine and self._in_header:
                    yield self._close(_Draft(block, draft.start), ctx)
                if kind is GameLine:
                    self._start_game()
            elif self._in_header and item is not None and opens_deal(item):
                yield self._close(draft, ctx)
                draft = _Draft(block, index)
            elif kind is Tag and not self._in_header and item.known and item.key in HEADER_ONLY:  # type: ignore[union-attr]
                if item.key == "rules" and draft.played and place >= header:  # type: ignore[union-attr]
                    # A line that begins the next game is missing.
                    yield self._close(draft, ctx)
                    self._start_game()
                    draft = _Draft(block, index)
                facts: dict[str, object] = {"key": item.key}  # type: ignore[union-attr]
                draft.faults.append((index, "line-misplaced", 0, len(line.rstrip()), facts, None))
            for f in faults:
                if f.once and any(o[1] == f.name for o in draft.faults):
                    continue  # said once in a section
                draft.faults.append((index, f.name, f.start, f.end, f.args, f.fix))
            if item is not None:
                draft.add(index, item)
        if block.dropped:
            facts = {"limit": MAX_SECTION, "dropped": block.dropped}
            last = len(block.lines) - 1
            end = len(block.lines[last])
            draft.faults.append((last, "section-too-long", 0, end, facts, None))
        if draft.items or draft.faults:
            yield self._close(draft, ctx)

    def _written_otherwise(
        self, block: Block, parsed: Mapping[int, ParsedLine], ctx: LineContext
    ) -> tuple[Diagnostic, str] | None:
        """Whether a block is written in another language than it is read in.

        Returns:
            The finding, and the language; None if it is not, or nobody can tell which it is.
            Where all of the game is, the ``Language:`` line is to blame and counts no more.
        """
        from whistlog.notation.detect import any_foreign, is_foreign, written_otherwise
        from whistlog.sentences.phrases import Listed

        foreign = [i for i, line in parsed.items() if is_foreign(line)]
        below = self._below if self._in_header and self._stated is not None else None
        lines = block.lines if below is None or below.starts_game else block.lines + below.lines
        if len(foreign) < (2 if lines is block.lines else 1):
            return None
        codes = written_otherwise(lines, ctx)
        if not codes:
            return None
        facts: dict[str, object] = {
            "other": Listed([language_table(code).name for code in codes], "or"),
            "language": language_table(ctx.language or codes[0]).name,
        }
        if self._stated is None or any_foreign(self._first, context(codes[0], self._seats)):
            # The deals before were written as they should be.
            line = block.first_line + block.offset(foreign[0])
            text = block.lines[foreign[0]]
            place = Span(line, 1, line, len(text.rstrip()) + 1)
            return Diagnostic("language-wrong", place, facts, path=self._path), codes[0]
        self._language = codes[0]
        self._reader = None
        line, text = self._stated
        self._stated = None
        start, end = _Locate(ctx)(text, ("value",))
        place = Span(line, start + 1, line, end + 1)
        fix = Fix(place, codes[0]) if len(codes) == 1 else None
        return Diagnostic("language-wrong", place, facts, path=self._path, fix=fix), codes[0]

    def _settle(self, block: Block) -> None:
        """Let ``Language:`` and ``Seats:`` lines say how the block is to be read.

        As everywhere, the first of a kind counts.
        """
        for index, line in reversed(list(enumerate(block.lines))):
            found = how_to_read(line)
            if found is not None:
                key, value = found
                if key == "language":
                    self._language = value
                    self._stated = (block.first_line + block.offset(index), line)
                else:
                    self._seats = value

    def _read(self, block: Block) -> _Quick:
        """Read what the quick reader can, in the language that the block is written in."""
        lines = block.lines
        text = "".join(lines)
        plain = text.isprintable()
        if len(text) > MAX_LINE and any(len(line) > MAX_LINE for line in lines):
            # A line that is too long is none that the quick reader knows.
            plain = False
            lines = [line if len(line) <= MAX_LINE else "\0" for line in lines]
        bare = "#" not in text and "{" not in text
        found = self._attempt(lines, plain, bare, None)
        if not found.complete and self._in_header:
            self._settle(block)
            found = self._attempt(lines, plain, bare, found)
        if not found.complete and self._language is None and _left(found.items):
            self._detect(block)
            found = self._attempt(lines, plain, bare, found)
        return found

    def _attempt(self, lines: list[str], plain: bool, bare: bool, before: _Quick | None) -> _Quick:
        """Read lines as far as it is known how; ``before`` again if nothing new is known."""
        ctx, reader, _ = _tools(self._language, self._seats, self._among)
        if before is not None and before.ctx is ctx:
            return before
        return _new(_Quick, (*reader.read(lines, plain, bare=bare), ctx))

    def _detect(self, block: Block) -> None:
        """Let the letters of a block tell the language, with those of the blocks before it."""
        from whistlog.notation.detect import Detector

        if self._detector is None:
            self._detector = Detector()
        for line in block.lines:
            self._detector.feed(line)
        self._language = self._detector.language
        self._among = self._detector.candidates

    def _close(self, draft: _Draft, ctx: LineContext) -> Section:
        section = self._section(
            draft.block, draft.start, draft.items, draft.item_lines, draft.faults, ctx
        )
        if draft.wrong is None:
            return section
        wrong = replace(draft.wrong, game=section.game, deal=section.deal)
        found = sorted((wrong, *section.diagnostics), key=attrgetter("sort_key"))
        return section._replace(diagnostics=tuple(found))

    def _section(
        self,
        block: Block,
        start: int,
        items: list[Item],
        item_lines: list[int],
        faults: Sequence[_Fault],
        ctx: LineContext,
    ) -> Section:
        """Make the header, or the next deal."""
        lines: Sequence[str] = block.lines
        if start or len(items) < len(lines):
            lines = lines[start : start + item_lines[-1] + 1] if item_lines else []
        first_line = block.first_line + block.offset(start)
        if block.offsets is not None and item_lines:
            offsets = [o - block.offsets[start] for o in block.offsets[start:]]
            item_lines = [offsets[i] for i in item_lines]
            lines = Spread(dict(zip(offsets, lines)), item_lines[-1] + 1)
        source = _new(Source, (first_line, lines, item_lines, _Locate(ctx)))
        number: int | None = None
        value: Header | Deal
        if self._in_header:
            self._in_header = False
            value = Header.read(tuple(items), source, self._language, SEAT_SYSTEMS[self._seats])
        else:
            self._deals += 1
            if self._deals == 1:
                self._first = block.lines
            value = Deal(tuple(items), source=source)
            number = self._deals
            for item in items:
                if type(item) is DealLine:
                    number = item.number or number
                    break
        if not faults:
            return _new(Section, (value, (), self._game, number))
        diagnostics = tuple(
            Diagnostic(
                name,
                Span(line, a + 1, line, b + 1),
                facts,
                path=self._path,
                game=self._game,
                deal=number,
                fix=_fix(line, fix),
            )
            for i, name, a, b, facts, fix in faults
            for line in [block.first_line + block.offset(i)]
        )
        return Section(value, diagnostics, self._game, number)


def _fix(line: int, fix: tuple[int, int, str] | None) -> Fix | None:
    return None if fix is None else Fix(Span(line, fix[0] + 1, line, fix[1] + 1), fix[2])


class _Locate:
    """Finds a part of a line, loading the grammar only when somebody asks."""

    __slots__ = ("_ctx",)

    def __init__(self, ctx: LineContext) -> None:
        self._ctx = ctx

    def __call__(self, line: str, part: Part) -> tuple[int, int]:
        found = quick_reader(self._ctx).parts(line)
        if found is not None:
            return found.get(part) or found[()]
        from whistlog.notation.lines import locator

        return locator(self._ctx)(line, part)


_Tools = tuple[LineContext, QuickReader, _Locate]


@lru_cache(maxsize=64)
def _tools(language: str | None, seats: str, among: tuple[str, ...]) -> _Tools:
    """What reads the lines of a game that is known to be written so."""
    ctx = context(language, seats, among)
    return ctx, quick_reader(ctx), _Locate(ctx)


def read_sections(
    texts: Iterable[str], *, path: str = "", language: str | None = None
) -> Iterator[Section]:
    """Read a stream of texts into headers and deals: each game's header, then its deals.

    Texts are pieces of whole lines with LF line ends, for example from `iter_texts`. A line
    that cannot be understood becomes an `Unreadable` item and a diagnostic; reading goes on.
    """
    return SectionReader(path, language).sections(texts)


def read_record(
    text: str, *, path: str = "", language: str | None = None
) -> tuple[Record, tuple[Diagnostic, ...]]:
    """Read a whole text.

    >>> record, diagnostics = read_record("Dealer: W\\nTrump: 4♠\\n1. N: A♥ 3 6♣ K\\n")
    >>> record.games[0].deals[0].turn_up, diagnostics
    (card('4♠'), ())
    """
    games: list[tuple[Header, list[Deal]]] = []
    diagnostics: list[Diagnostic] = []
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    if text and not text.endswith("\n"):
        text += "\n"
    for section in read_sections((text,), path=path, language=language):
        diagnostics.extend(section.diagnostics)
        if isinstance(section.value, Header):
            games.append((section.value, []))
        else:
            games[-1][1].append(section.value)
    record = Record(tuple(Game(header, tuple(deals)) for header, deals in games))
    return record, tuple(diagnostics)
