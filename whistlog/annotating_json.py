"""Machine notes put into records that are JSON, and taken out again.

The notes are those of `whistlog.annotating`: a document is written as text, annotated there, and
read again, and the lines of the record that have changed are put into the JSON text in their
places. All else stays as it is to the last blank. What is put in is laid out as what it stands
in the place of, so that what is taken off leaves the text as it was; only where a line is laid
out in a way that `json.dumps` has not, it is laid out anew.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Any, NamedTuple

from whistlog.annotating import Annotated, Notes, annotate
from whistlog.api import Report, parse
from whistlog.notation import jsonscan
from whistlog.notation.jsondoc import loads, to_json
from whistlog.notation.writer import format_record
from whistlog.record import Header

if TYPE_CHECKING:
    from whistlog.annotating import MachineNote
    from whistlog.api import Rules

_Dump = Callable[[Any], str]


def annotate_json(
    text: str, notes: Notes, *, rules: Rules = None, path: str = "", archive: bool = False
) -> Annotated:
    """Take the machine notes off a JSON text and put new ones in.

    Args:
        text: a document, or an archive.
        notes, rules, path: as for `whistlog.annotating.annotate`.
        archive: the text has a document a line.

    >>> deal = ["Dealer: W", "Trump: 4S", "1. N: AH 3H 6H KH -> N"]
    >>> from whistlog import parse, to_json
    >>> from whistlog.annotating import MachineNote
    >>> text = to_json(parse("\\n".join(deal))[0])
    >>> note = MachineNote("a good lead", item=2, card=0, glyph="!")
    >>> done = annotate_json(text, lambda header, report: [note])
    >>> '{"card": "A♥", "glyphs": "!", "notes": ["whistlog !: a good lead"]}' in done.text
    True
    >>> annotate_json(done.text, lambda header, report: ()).text == text
    True
    """
    if not archive:
        return _document(text, notes, rules, path)
    games, last = 0, 1

    def further(header: Header, report: Report) -> Iterable[MachineNote] | None:
        nonlocal last
        last = report.game
        return notes(header, report._replace(game=games + report.game))

    new: list[str] = []
    put = taken = left_out = 0
    refused: list[Report] = []
    for number, line in enumerate(text.split("\n")):
        last = 1
        if line.strip():
            done = _document(line, further, rules, path, number)
            line, games = done.text, games + last
            put, taken, left_out = put + done.put, taken + done.taken, left_out + done.left_out
            refused += done.refused
        new.append(line)
    if refused:
        return Annotated(text, refused=tuple(refused))
    return Annotated("\n".join(new), put, taken, left_out)


def _document(text: str, notes: Notes, rules: Rules, path: str, above: int = 0) -> Annotated:
    """Exchange the notes of one document, so many lines below the start of the file."""
    record, faults = loads(text, path=path)
    if record is None:
        faults = tuple(replace(found, span=found.span.down(above)) for found in faults)
        refused = Report(0, diagnostics=faults, faults=faults, fatal=True)
        return Annotated(text, refused=(refused,))
    plain = format_record(record)
    done = annotate(plain, notes, rules=rules, path=path)
    if done.text == plain:
        return replace(done, text=text)
    before, after = (list(_sections(_as_json(t))) for t in (plain, done.text))
    written = _sections(json.loads(text))
    places = _places(text)
    edits: list[_Edit] = []
    for key, was, is_, stands in zip(places, before, after, written):
        if was == is_:
            continue
        if len(was) > len(stands):
            # The version of the format, which a text has and a document may lack.
            extra = next(i for i, line in enumerate(was) if line.get("key") == "format")
            del was[extra], is_[extra]
        edits += _edits(text, places[key], stands, was, is_)
    return replace(done, text=_edited(text, edits))


def _as_json(text: str) -> dict[str, Any]:
    """A record in text as the document that it is in JSON."""
    record, _ = parse(text)
    return to_json(record)


def _sections(document: dict[str, Any]) -> Iterator[list[dict[str, Any]]]:
    """The lines of each header and deal."""
    for game in document["games"]:
        yield game["header"]["lines"]
        for deal in game["deals"]:
            yield deal["lines"]


_Places = list[tuple[int, int]]


def _places(text: str) -> dict[tuple[int, int], _Places]:
    """Where the lines of each header and deal begin and end, by game and deal in their order.

    The deals are counted from 0; a header has -1.
    """
    found: dict[tuple[int, int], _Places] = {}
    for path, start, end, repeated in jsonscan.values(text):
        if repeated or not path or path[0] != "games":
            continue
        match path:
            case ["games", int(game), "header", "lines", *line]:
                key = (game, -1)
            case ["games", int(game), "deals", int(deal), "lines", *line]:
                key = (game, deal)
            case _:
                continue
        if len(line) < 2:
            places = found.setdefault(key, [])
            places += [(start, end)] * len(line)
    return dict(sorted(found.items()))


class _Edit(NamedTuple):
    """A piece of the text, in code points, and what is put in its place."""

    start: int
    end: int
    text: str


def _edited(text: str, edits: list[_Edit]) -> str:
    """The text after edits, no two of which overlap."""
    pieces: list[str] = []
    at = 0
    for start, end, new in sorted(edits, key=lambda edit: (edit.start, edit.end)):
        pieces += text[at:start], new
        at = end
    return "".join((*pieces, text[at:]))


def _edits(
    text: str,
    places: _Places,
    written: list[dict[str, Any]],
    before: list[dict[str, Any]],
    after: list[dict[str, Any]],
) -> Iterator[_Edit]:
    """What makes the lines of a section those that they are to be.

    Args:
        text: the whole text.
        places: of the lines in it.
        written: the lines, as they are written there.
        before: the same, as whistlog writes them.
        after: as they are to be.
    """
    old, new = ([json.dumps(line) for line in lines] for lines in (before, after))
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    for _, i, upto, j, to in matcher.get_opcodes():
        if old[i:upto] == new[j:to]:
            continue
        both = min(upto - i, to - j)
        for k in range(both):
            start, end = places[i + k]
            line = _merged(written[i + k], before[i + k], after[j + k])
            yield _Edit(start, end, _style(text, start, end)(line))
        if i + both < upto:
            yield _without(places, i + both, upto)
        for line in after[j + both : to]:
            # Notes stand below something: no section begins with one.
            start, end = places[upto - 1]
            margin = re.search(r"[ \t\r\n]*\Z", text[:start])
            blanks = margin[0] if margin else ""
            yield _Edit(end, end, f",{blanks}{_style(text, start, end)(line)}")


def _without(places: _Places, first: int, upto: int) -> _Edit:
    """Lines taken out, with the comma in front of them or, where there is none, behind."""
    if first:
        return _Edit(places[first - 1][1], places[upto - 1][1], "")
    return _Edit(places[0][0], places[upto][0] if upto < len(places) else places[-1][1], "")


def _merged(written: Any, before: Any, after: Any) -> Any:
    """What is written, with what is different after and before.

    The order of the properties stays, and so does what can be written in several ways.
    """
    if before == after:
        return written
    if isinstance(written, dict) and isinstance(after, dict):
        kept = {
            key: _merged(value, before.get(key), after[key]) if key in after else value
            for key, value in written.items()
            if key in after or key not in before
        }
        return kept | {key: value for key, value in after.items() if key not in kept}
    if isinstance(written, list) and len(written) == len(before) == len(after):
        return [_merged(*three) for three in zip(written, before, after)]
    return after


def _style(text: str, start: int, end: int) -> _Dump:
    """What lays out a value as a value of the text is laid out."""
    found = text[start:end]
    value = json.loads(found)
    rest = found.partition("\n")[2]
    inner = rest[: len(rest) - len(rest.lstrip(" \t"))]
    line = text[text.rfind("\n", 0, start) + 1 : start]
    margin = line[: len(line) - len(line.lstrip(" \t"))]

    def dump(ascii: bool, compact: bool) -> _Dump:
        comma = "," if compact or rest else ", "
        indent = inner[len(margin) :] if rest else None

        def laid_out(value: Any) -> str:
            said = json.dumps(
                value,
                ensure_ascii=ascii,
                indent=indent,
                separators=(comma, ":" if compact else ": "),
            )
            return said.replace("\n", "\n" + margin)

        return laid_out

    styles = [dump(ascii, compact) for ascii in (False, True) for compact in (False, True)]
    return next((style for style in styles if style(value) == found), dump(False, False))
