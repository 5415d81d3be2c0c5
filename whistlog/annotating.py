"""Machine notes: put into the text of a record, and taken out again.

A machine note is an annotation with a mark of ours in front, so that everybody sees who speaks,
and so that it can be found again: ``{whistlog: cost one trick as the cards lay}``. The mark is
part of the format (``docs/record-format.md``):

- ``{whistlog: text}`` is about the card, or the trick, that it belongs to;
- ``{whistlog ?: text}`` says besides that the glyph ``?`` of the card is ours too;
- ``{whistlog deal: text}``, on a line of its own, is about the deal as a whole.

`annotate` takes off all that bears the mark, with the glyphs, and puts new notes in. Whatever a
human wrote stays to the last blank; only tricks that are in the canonical spelling are kept in it,
so that their columns go on standing below each other. What is taken off leaves the text as it was
before it was put in.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, NamedTuple

from whistlog.notation.blocks import BLOCK, MAX_SECTION
from whistlog.notation.cutting import BLANKS
from whistlog.notation.languages import MAX_LINE
from whistlog.record import Annotation, Comment, Deal, Header, Item, Play, Trick

if TYPE_CHECKING:
    from whistlog.api import Report, Rules

GLYPHS: Final = ("!", "!!", "?", "??", "!?", "?!")
"""The glyphs that a machine note may put behind its card."""

DEAL: Final = "deal"
"""What the mark of a note on the whole deal says instead of a glyph."""

_MARK: Final = re.compile(r"whistlog(?: (deal|!!|\?\?|!\?|\?!|!|\?))?:(?: |$)")
_WORD: Final = "whistlog"
_BRACKET: Final = re.compile(rf"[{BLANKS}]*\)")
_GLYPHS: Final = re.compile(rf"([{BLANKS}]*)([!?^]+)")
_NOTE: Final = re.compile(rf"[{BLANKS}]*\{{(?:[^}}\\]|\\+[^}}\\]|\\+\}})*\}}")
"""The tokens of ``grammar/terminals.lark``, with the blanks before them."""
_UNSAFE: Final = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
"""What no line may hold."""
_PASSING: Final = (Comment, type(None))


class MachineNote(NamedTuple):
    """Something to be said in a record.

    Attributes:
        text: what is said, on one line; may be empty where there is a glyph.
        item: index in `Deal.items` of a trick; None for the deal as a whole.
        card: index in `Trick.plays` of a card; None for the trick as a whole.
        glyph: one of `GLYPHS`, or nothing; it is put only where the card has none, once.
    """

    text: str
    item: int | None = None
    card: int | None = None
    glyph: str = ""


Notes = Callable[["Header", "Report"], "Iterable[MachineNote] | None"]
"""What gives the notes of a deal."""


@dataclass(frozen=True, slots=True)
class Annotated:
    """A text with machine notes.

    Attributes:
        text: the text; as it was if it was not understood.
        put: how many notes are in it now; those of deals that were left alone are not counted.
        taken: how many machine notes were taken off.
        left_out: how many found no room, because a line or a deal would have become too long.
        refused: what prevents that anything is changed: reports of which not all was understood.
    """

    text: str
    put: int = 0
    taken: int = 0
    left_out: int = 0
    refused: tuple[Report, ...] = ()

    @property
    def understood(self) -> bool:
        """Whether all of the text was understood, so that it could be changed."""
        return not self.refused


def mark_of(note: str) -> str | None:
    """The mark of an annotation: a glyph, ``deal``, or nothing; None where a human wrote it.

    >>> mark_of("whistlog ?: cost one trick"), mark_of("whistlog: a ruff"), mark_of("a ruff")
    ('?', '', None)
    """
    match = _MARK.match(note)
    return None if match is None else match[1] or ""


def place_of(trick: Trick, standing: int) -> int:
    """The index in ``plays`` of a card, counted without those that were withdrawn.

    Raises:
        IndexError: there are not so many cards.
    """
    return [i for i, play in enumerate(trick.plays) if not play.withdrawn][standing]


def annotate(
    text: str,
    notes: Notes,
    *,
    rules: Rules = None,
    language: str | None = None,
    path: str = "",
) -> Annotated:
    """Take the machine notes off a text and put new ones in.

    Doing it twice changes nothing, and with no notes it gives back the text without any.

    Args:
        text: a record; LF or CRLF.
        notes: called for each deal with the header of its game and its report; gives what is to
            be said, in this order, or None to leave the deal and its notes alone.
        rules: the profile to check by, or its name; by default the one that each game names.
        language: code of the language to read in where the text states none.
        path: the name of the file, for diagnostics.

    Raises:
        ValueError: there is no such profile or language, or a note is about nothing in its deal.

    >>> deal = "Dealer: W\\nTrump: 4S\\n1. N: AH 3H 6H KH -> N\\n"
    >>> note = MachineNote("a good lead", item=2, card=0, glyph="!")
    >>> done = annotate(deal, lambda header, report: [note])
    >>> print(done.text)
    Dealer: W
    Trump: 4S
    1. N: AH! {whistlog !: a good lead} 3H 6H KH -> N
    <BLANKLINE>
    >>> annotate(done.text, lambda header, report: ()).text == deal
    True
    """
    from whistlog.api import check_stream

    lines = _Text(text)
    count = _Count()
    refused: list[Report] = []
    header = Header(())
    above: Sequence[str] = ()
    stream = io.BytesIO(text.encode("utf-8", "surrogateescape"))
    for report in check_stream(stream, path=path, rules=rules, language=language):
        if not report.understood:
            refused.append(report)
        wanted: Iterable[MachineNote] | None = ()
        section: Header | Deal
        if report.header is not None:
            section = header = report.header
            above = ()
        elif report.deal is not None:
            section = report.deal.deal
            wanted = None if refused else notes(header, report)
        else:
            continue
        if not refused and wanted is not None:
            _Section(section, header, above, count).exchange(tuple(wanted), lines)
        # A first deal may be read in one piece with its header; the others stand alone.
        above = section.source.lines if report.header is not None and section.source else ()
    if refused:
        return Annotated(text, refused=tuple(refused))
    return Annotated(lines.text(), count.put, count.taken, count.left_out)


@dataclass(slots=True)
class _Count:
    put: int = 0
    taken: int = 0
    left_out: int = 0


class _Text:
    """The lines of a text with their ends, while some are changed, put in and taken out."""

    def __init__(self, text: str) -> None:
        self._bom = "\ufeff" if text.startswith("\ufeff") else ""
        *whole, rest = text.removeprefix("\ufeff").split("\n")
        self._old = [_with_end(line, "\n") for line in whole]
        if rest:
            self._old.append(_with_end(rest, ""))
        self._new: dict[int, str | None] = {}
        self._below: dict[int, list[str]] = {}

    def change(self, number: int, line: str | None) -> None:
        """Put a line where another is; None takes it out."""
        self._new[number] = line

    def put_below(self, number: int, lines: list[str]) -> None:
        """Put lines below one."""
        self._below[number] = lines

    def text(self) -> str:
        """The text as it is now."""
        found: list[tuple[str, str]] = []
        usual = next((end for _, end in self._old if end), "\n")
        for number, (old, end) in enumerate(self._old, start=1):
            line = self._new.get(number, old)
            if line is not None:
                found.append((line, end))
            elif found and not end.endswith("\n"):
                found[-1] = (found[-1][0], end)  # without a line end, as the text was before
            for below in self._below.get(number, ()):
                if found and not end.endswith("\n"):
                    found[-1] = (found[-1][0], usual)
                found.append((below, end))
        return self._bom + "".join(line + end for line, end in found)


def _with_end(line: str, end: str) -> tuple[str, str]:
    content = line.removesuffix("\r")
    return content, line[len(content) :] + end


class _Line(NamedTuple):
    """A line as it is to be, with nothing respelt; None for one that goes."""

    item: Item | None
    text: str | None


class _Section:
    """A header or deal whose machine notes are exchanged."""

    def __init__(
        self, section: Header | Deal, header: Header, above: Sequence[str], count: _Count
    ) -> None:
        source = section.source
        assert source is not None
        self._section = section
        self._header = header
        self._source = source
        self._count = count
        self._old = [source.lines[i] for i in source.item_lines]
        # More would not be read.
        self._lines_left = MAX_SECTION - len(above) - len(self._old)
        self._room = BLOCK // 2 - sum(len(line) + 1 for line in (*above, *source.lines))

    def exchange(self, notes: Sequence[MachineNote], text: _Text) -> None:
        """Take the machine notes off the lines of a text, and put others in."""
        by_item, whole = self._sorted(notes)
        if not notes and not any(_WORD in line for line in self._old):
            return
        below: dict[int, list[str]] = {}
        here: dict[int, list[MachineNote]] = {}
        new: list[_Line] = []
        for i, (item, line) in enumerate(zip(self._section.items, self._old)):
            if type(item) is Trick and (i in by_item or _WORD in line):
                here[i], own = _by_place(item, by_item.get(i, []))
                new.append(self._trick(i, item, here[i]))
                self._on_own_lines(_WORD, own, below.setdefault(i, []))
            elif type(item) is Annotation and _WORD in line:
                new.append(self._annotation(item, line))
            else:
                new.append(_Line(item, line))
        if whole:
            # Comments at the end may be about what follows.
            last = max(i for i, line in enumerate(new) if type(line.item) not in _PASSING)
            self._on_own_lines(f"{_WORD} {DEAL}", whole, below.setdefault(last, []))
        for i, (old, spelt) in enumerate(zip(self._old, self._spelt(new, here))):
            number = self._source.first_line + self._source.item_lines[i]
            if spelt != old:
                text.change(number, spelt)
            if below.get(i):
                text.put_below(number, below[i])

    def _sorted(
        self, notes: Iterable[MachineNote]
    ) -> tuple[dict[int, list[MachineNote]], list[MachineNote]]:
        """The notes by trick, and those on the deal."""
        items = self._section.items
        by_item: dict[int, list[MachineNote]] = {}
        whole: list[MachineNote] = []
        for note in notes:
            note = note._replace(text=_on_one_line(note.text))
            if note.glyph and (note.glyph not in GLYPHS or note.card is None):
                raise ValueError(f"no such glyph, or no card for it: {note}")
            if note.item is None and note.card is None:
                whole += [note] * bool(note.text)
                continue
            index = -1 if note.item is None else note.item
            item = items[index] if 0 <= index < len(items) else None
            if type(item) is not Trick or note.card not in (None, *range(len(item.plays))):
                raise ValueError(f"no such card or trick: {note}")
            by_item.setdefault(index, []).append(note)
        return by_item, whole

    def _on_own_lines(self, mark: str, notes: Iterable[MachineNote], lines: list[str]) -> None:
        for note in notes:
            line = _braced(mark, note.text)
            if self._lines_left > 0 and len(line) <= MAX_LINE and len(line) < self._room:
                lines.append(line)
                self._lines_left -= 1
                self._room -= len(line) + 1
                self._count.put += 1
            else:
                self._count.left_out += 1

    def _annotation(self, item: Annotation, line: str) -> _Line:
        kept = _human(item.notes)
        if kept == item.notes:
            return _Line(item, line)
        self._count.taken += len(item.notes) - len(kept)
        if not kept and item.comment is None:
            return _Line(None, None)
        behind = _Behind(line, 0)
        text = behind.text("", []) + line[behind.end :]
        if mark_of(item.notes[0]) is not None:
            text = text.lstrip(BLANKS)
        return _Line(item._replace(notes=kept) if kept else Comment(item.comment), text)

    def _trick(self, index: int, trick: Trick, notes: list[MachineNote]) -> _Line:
        """A trick with as many of these notes as find room; the others are taken out of them."""
        old = self._old[index]
        for written in (trick.notes, *(play.notes for play in trick.plays)):
            self._count.taken += len(written) - len(_human(written))
        while True:
            line = self._with_notes(index, trick, notes)
            assert line.text is not None
            added = len(line.text) - len(old)
            # Strictly less, for the blank that `_spelt` may add.
            if not notes or (len(line.text) < MAX_LINE and added < self._room):
                break
            notes.pop()
            self._count.left_out += 1
        self._room -= added
        self._count.put += len(notes)
        return line

    def _with_notes(
        self, index: int, trick: Trick, notes: Sequence[MachineNote], *, wide: bool = False
    ) -> _Line:
        """A trick with these notes instead of the machine notes that it has.

        Args:
            index: of its item.
            trick: as it was written.
            notes: those that go into its line.
            wide: put two blanks before the first one.
        """
        line, locate = self._old[index], self._source.locate
        pieces: list[str] = []
        plays: list[Play] = []
        at = 0
        blanks = "  " if wide else " "
        for i, play in enumerate(trick.plays):
            if not play.notes and all(note.card != i for note in notes):
                plays.append(play)
                continue
            behind = _Behind(line, locate(line, ("card", i))[1], withdrawn=play.withdrawn)
            glyphs, added = _without_ours(play), []
            for note in notes:
                if note.card == i:
                    glyph = "" if glyphs else note.glyph
                    glyphs += glyph
                    added.append(_braced(f"{_WORD} {glyph}".rstrip(" "), note.text))
            pieces += line[at : behind.start], behind.text(glyphs, added, blanks)
            at, blanks = behind.end, " " if added else blanks
            said = (*_human(play.notes), *map(_said, added))
            plays.append(replace(play, glyphs=glyphs, notes=said))
        after = _human(trick.notes)
        whole = [_braced(_WORD, note.text) for note in notes if note.card is None]
        if whole or after != trick.notes:
            behind = _Behind(line, locate(line, ("winner",))[1])
            pieces += line[at : behind.start], behind.text("", whole, blanks)
            at = behind.end
        pieces.append(line[at:])
        after = (*after, *map(_said, whole))
        return _Line(trick._replace(plays=tuple(plays), notes=after), "".join(pieces))

    def _spelt(self, new: Sequence[_Line], notes: dict[int, list[MachineNote]]) -> list[str | None]:
        """The lines as they are to be written.

        Tricks in the canonical spelling stay in it. Others must not fall into it by chance:
        their own spelling would be lost when the notes are taken off.
        """
        texts = [line.text for line in new]
        items = self._section.items
        if isinstance(self._section, Header) or texts == self._old:
            return texts
        # No other line depends on notes, nor do these depend on other lines.
        at = [i for i, item in enumerate(items) if type(item) is Trick or type(item) is Annotation]
        for ascii in (False, True):
            canonical = self._canonical([new[i].item for i in at], ascii)
            if self._canonical([items[i] for i in at], ascii) == [self._old[i] for i in at]:
                if all(len(line or "") <= MAX_LINE for line in canonical):
                    for i, line in zip(at, canonical):
                        texts[i] = line
                    return texts
            elif canonical == [texts[i] for i in at]:
                first = next((i for i in sorted(notes) if notes[i]), None)
                if first is not None:
                    trick = items[first]
                    assert type(trick) is Trick
                    texts[first] = self._with_notes(first, trick, notes[first], wide=True).text
        return texts

    def _canonical(self, items: Sequence[Item | None], ascii: bool) -> list[str | None]:
        """The line of each item in the canonical spelling."""
        from whistlog.notation.writer import format_deal

        here = Deal(tuple(item for item in items if item is not None))
        lines = iter(filter(None, format_deal(here, self._header, ascii=ascii).split("\n")))
        return [None if item is None else next(lines) for item in items]


class _Behind:
    """What stands behind a card or winner: a bracket, a glyph, annotations.

    Attributes:
        start: the column behind the card.
        end: the column behind all that belongs to it.
    """

    def __init__(self, line: str, start: int, *, withdrawn: bool = False) -> None:
        bracket = _BRACKET.match(line, start) if withdrawn else None
        self._bracket = bracket[0] if bracket else ""
        at = bracket.end() if bracket else start
        glyphs = _GLYPHS.match(line, at)
        self._gap, self._glyphs = (glyphs[1], glyphs[2]) if glyphs else ("", "")
        self._notes: list[str] = []
        at = glyphs.end() if glyphs else at
        while note := _NOTE.match(line, at):
            self._notes.append(note[0])
            at = note.end()
        self.start = start
        self.end = at

    def text(self, glyphs: str, added: Iterable[str], blanks: str = " ") -> str:
        """It once more, with these glyphs, and other machine notes at its end."""
        kept = [note for note in self._notes if mark_of(_said(note.lstrip(BLANKS))) is None]
        gap = self._gap if glyphs else ""
        new = "".join((blanks if i == 0 else " ") + note for i, note in enumerate(added))
        return self._bracket + gap + glyphs + "".join(kept) + new


def _by_place(
    trick: Trick, notes: Iterable[MachineNote]
) -> tuple[list[MachineNote], list[MachineNote]]:
    """The notes that go into the line of a trick, and those that need lines of their own.

    A note on a trick stands behind its winner. Glyphs that can't be put, with nothing to say,
    are left out.
    """
    arrow = trick.winner is not None or bool(_human(trick.notes))
    here: list[MachineNote] = []
    own: list[MachineNote] = []
    marked = {i for i, play in enumerate(trick.plays) if _without_ours(play)}
    for note in notes:
        if not note.text and (not note.glyph or note.card in marked):
            continue
        if note.card is None and not arrow:
            own.append(note)
            continue
        here.append(note)
        if note.glyph and note.card is not None:
            marked.add(note.card)
    return here, own


def _human(notes: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(note for note in notes if mark_of(note) is None)


def _without_ours(play: Play) -> str:
    """The glyphs of a card without the one that a machine note says is its own."""
    judged = play.glyphs.replace("^", "")
    if judged and any(mark_of(note) == judged for note in play.notes):
        return "^" if "^" in play.glyphs else ""
    return play.glyphs


def _on_one_line(text: str) -> str:
    """A text with nothing in it that a line may not hold."""
    return " ".join(_UNSAFE.sub(" ", text).split())


def _braced(mark: str, text: str) -> str:
    """An annotation as it is written."""
    words = f"{mark}: {text}" if text else f"{mark}:"
    # A backslash at the end would hide the closing brace.
    return "{" + words.replace("}", "\\}") + (" }" if words.endswith("\\") else "}")


def _said(written: str) -> str:
    """What an annotation says."""
    return written[1:-1].strip(BLANKS).replace("\\}", "}")
