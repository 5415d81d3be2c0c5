"""Records as JSON documents, and back.

A document says what was written, line by line (``lines``), so that text → JSON → text loses
nothing, and beside it, told apart, what whistlog concluded (``inferred``). Its shape is
``schemas/record.schema.json``. An archive is a text with one document a line, each holding
one game (NDJSON): it is written and read in constant memory.
"""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from whistlog.cards import (
    CARDS,
    LOW,
    SEATS,
    SIDES,
    SUITS,
    UNRECORDED,
    Card,
    Ranking,
    Seat,
    Side,
    Suit,
    card,
)
from whistlog.diagnostics.values import Diagnostic
from whistlog.notation import jsonscan
from whistlog.notation.languages import language_code, seat_system
from whistlog.notation.schema import explain, pointer, printable, shown
from whistlog.notation.schema import validate as validate_document
from whistlog.notation.writable import obstacles
from whistlog.record import (
    NOWHERE,
    SEAT_SYSTEMS,
    Annotation,
    Auction,
    Call,
    Comment,
    Deal,
    Dealer,
    DealLine,
    Game,
    GameLine,
    Hand,
    Header,
    Incident,
    Item,
    Pile,
    Play,
    RankingLine,
    Record,
    Span,
    Tag,
    Tally,
    Trick,
    Trump,
    Unreadable,
)
from whistlog.sentences.phrases import Phrase

JSON_VERSION: Final = 1
"""The version of the JSON format that this package reads and writes."""

MAX_LINE: Final = 1 << 26
"""Bytes of one line of an archive that are read; what is longer is skipped and reported."""

MAX_DEPTH: Final = 100
"""Where a document that is nested too deeply for the machine is said to be too deep."""

Object = dict[str, Any]
Conclusions = Iterable[Mapping[str, object] | None]
"""What was concluded about each deal, in order: the ``inferred`` objects, or None."""


class CannotWriteJSON(ValueError):
    """A record that no valid document can say.

    Attributes:
        diagnostics: why, with the places in the text that the record was read from.
    """

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        super().__init__("; ".join(d.message for d in diagnostics[:3]))
        self.diagnostics = tuple(diagnostics)


# --- writing ---------------------------------------------------------------------------


def to_json(record: Record, *, conclusions: Conclusions = ()) -> Object:
    """Return the document of a record.

    Args:
        record: what was written.
        conclusions: an ``inferred`` object, or None, for each deal of the record in order.

    Raises:
        CannotWriteJSON: the record has lines that were not understood.

    >>> to_json(Record())
    {'whistlog': 1, 'kind': 'record', 'games': []}
    """
    refuse_unreadable(record.games)
    concluded = iter(conclusions)
    games = [_game(game, concluded) for game in record.games]
    return {"whistlog": JSON_VERSION, "kind": "record", "games": games}


def dumps(
    record: Record,
    *,
    conclusions: Conclusions = (),
    indent: int | None = 2,
    validate: bool = True,
) -> str:
    """Return the JSON text of a record.

    Args:
        record: what was written.
        conclusions: an ``inferred`` object, or None, for each deal of the record in order.
        indent: blanks for each level; a line of the record is a line of the text. None for
            all on one line.
        validate: whether the document is validated before it is given away.

    Raises:
        CannotWriteJSON: the record has lines that were not understood, or (a record made in
            Python) texts that no line can hold.
    """
    document = to_json(record, conclusions=conclusions)
    if validate:
        violations = validate_document(document) or _half_characters(document)
        if violations:
            raise CannotWriteJSON(violations)
    if indent is None:
        return json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    return _spread(document, "document", "\n", "\n" + " " * indent)


_SPREAD: Final = frozenset(
    ("document", "games", "game", "header", "lines", "deals", "deal", "inferred", "hands", "tricks")
)
_MEMBERS: Final = {"games": "game", "deals": "deal"}


def _spread(value: Any, name: str, line: str, inner: str) -> str:
    """Lay a document out so that a line of the record is a line of JSON.

    Args:
        value: the value.
        name: what it is; what is not in `_SPREAD` stays on one line.
        line, inner: line feeds with the margins outside and inside it.
    """
    if not value or name not in _SPREAD:
        return json.dumps(value, ensure_ascii=False)
    deeper = inner + inner[len(line) :]
    if isinstance(value, dict):
        parts = [f"{json.dumps(k)}: {_spread(v, k, inner, deeper)}" for k, v in value.items()]
        return "{" + inner + ("," + inner).join(parts) + line + "}"
    member = _MEMBERS.get(name, "")
    return (
        "["
        + inner
        + ("," + inner).join([_spread(v, member, inner, deeper) for v in value])
        + line
        + "]"
    )


def dump_lines(
    games: Iterable[Game],
    *,
    conclude: Callable[[Game], Conclusions] | None = None,
    validate: bool = True,
) -> Iterator[str]:
    """Yield the lines of an archive, one document for each game, without line ends.

    Args:
        games: the games, which may be a stream.
        conclude: gives the ``inferred`` objects for the deals of a game.
        validate: whether each document is validated before it is given away.

    Raises:
        CannotWriteJSON: as `dumps`, when the game in question is reached.
    """
    for game in games:
        conclusions = conclude(game) if conclude is not None else ()
        yield dumps(Record((game,)), conclusions=conclusions, indent=None, validate=validate)


def refuse_unreadable(games: Iterable[Game]) -> None:
    """Refuse lines that were not understood.

    Raises:
        CannotWriteJSON: there are some; all are named.
    """
    findings = [
        Diagnostic(
            "json-unreadable-line",
            span=section.span(index),
            args={"found": shown(item.text)},
            game=number,
            deal=section.number if isinstance(section, Deal) else None,
        )
        for number, game in enumerate(games, 1)
        for section in (game.header, *game.deals)
        for index, item in section.find(Unreadable)
    ]
    if findings:
        raise CannotWriteJSON(findings)


def _game(game: Game, conclusions: Iterator[Mapping[str, object] | None]) -> Object:
    header: Object = {"lines": [_line(item) for item in game.header.items]}
    deals = []
    for deal in game.deals:
        written: Object = {"lines": [_line(item) for item in deal.items]}
        concluded = next(conclusions, None)
        if concluded is not None:
            written["inferred"] = concluded
        deals.append(written)
    return {"header": header, "deals": deals}


def _line(item: Item) -> Object:
    line = _WRITERS[type(item)](item)
    if item.comment is not None:
        line["comment"] = item.comment
    return line


def _comment(item: Comment) -> Object:
    return {"kind": "comment"}


def _annotation(item: Annotation) -> Object:
    return {"kind": "annotation", "notes": list(item.notes)}


def _tag(item: Tag) -> Object:
    line: Object = {"kind": "tag", "key": item.key, "value": item.value}
    if not item.known:
        line["known"] = False
    return line


def _game_line(item: GameLine) -> Object:
    return {"kind": "game", "label": item.label} if item.label else {"kind": "game"}


def _deal_line(item: DealLine) -> Object:
    return {"kind": "deal"} if item.number is None else {"kind": "deal", "number": item.number}


def _dealer(item: Dealer) -> Object:
    return {"kind": "dealer", "seat": item.seat.name}


def _trump(item: Trump) -> Object:
    if item.card is not None:
        return {"kind": "trump", "card": item.card.name}
    return {"kind": "trump", "suit": item.suit.symbol if item.suit is not None else None}


def _ranking(item: RankingLine) -> Object:
    return {"kind": "ranking", "ranking": item.ranking.name.lower()}


def _hand(item: Hand) -> Object:
    return {"kind": "hand", "seat": item.seat.name, "cards": [c.name for c in item.cards]}


def _pile(item: Pile) -> Object:
    line: Object = {"kind": "pile", "key": item.key}
    if item.cards is not None:
        line["cards"] = [c.name for c in item.cards]
    if item.count is not None:
        line["count"] = item.count
    if item.shown is not None:
        line["shown"] = item.shown
    return line


def _auction(item: Auction) -> Object:
    return {"kind": "auction", "calls": [_call(call) for call in item.calls]}


def _call(call: Call) -> Object:
    if call.text is not None:
        value: Object = {"text": call.text}
    elif call.level is None:
        value = {"pass": True}
    else:
        value = {"level": call.level}
    if call.form is not None:
        value["form"] = call.form
    if call.seat is not None:
        value["seat"] = call.seat.name
    if call.notes:
        value["notes"] = list(call.notes)
    return value


def _trick(item: Trick) -> Object:
    line: Object = {"kind": "trick", "number": item.number}
    if item.leader is not None:
        line["leader"] = item.leader.name
    line["plays"] = [_play(play) for play in item.plays]
    if item.winner is not None:
        line["winner"] = item.winner.name
    if item.notes:
        line["notes"] = list(item.notes)
    return line


def _play(play: Play) -> Object:
    value: Object = {"card": play.card.name}
    if play.glyphs:
        value["glyphs"] = play.glyphs
    if play.notes:
        value["notes"] = list(play.notes)
    if play.seat is not None:
        value["seat"] = play.seat.name
    if play.withdrawn:
        value["withdrawn"] = True
    return value


def _tally(item: Tally) -> Object:
    values = [
        {"side": side.name} if number is None else {"side": side.name, "number": number}
        for side, number in item.values
    ]
    line: Object = {"kind": "tally", "key": item.key, "values": values}
    if item.notes:
        line["notes"] = list(item.notes)
    return line


def _incident(item: Incident) -> Object:
    line: Object = {"kind": "incident", "key": item.key}
    if item.seat is not None:
        line["seat"] = item.seat.name
    if item.side is not None:
        line["side"] = item.side.name
    if item.trick is not None:
        line["trick"] = item.trick
    if item.card is not None:
        line["card"] = item.card.name
    if item.suit is not None:
        line["suit"] = item.suit.symbol
    if item.choice is not None:
        line["choice"] = item.choice
    if item.amount is not None:
        line["amount"] = item.amount
    if item.text:
        line["text"] = item.text
    return line


_WRITERS: Final[dict[type, Callable[[Any], Object]]] = {
    Comment: _comment,
    Annotation: _annotation,
    Tag: _tag,
    GameLine: _game_line,
    DealLine: _deal_line,
    Dealer: _dealer,
    Trump: _trump,
    RankingLine: _ranking,
    Hand: _hand,
    Pile: _pile,
    Auction: _auction,
    Trick: _trick,
    Tally: _tally,
    Incident: _incident,
}


# --- reading ---------------------------------------------------------------------------


def loads(
    data: str | bytes, *, path: str = "", validate: bool = True
) -> tuple[Record | None, tuple[Diagnostic, ...]]:
    """Read a record from a JSON text.

    Args:
        data: the text, or its bytes in UTF-8.
        path: the name of the file, for the findings.
        validate: whether the document is validated against its schema. Without it a document
            that whistlog wrote is read more quickly; any other is read or refused, and of
            names that stand twice the last counts.

    Returns:
        The record, or None when the document was refused, and why; every finding has its
        line and columns in the text.
    """
    document, findings = parse(data, unique=validate)
    record = None
    if not findings:
        record, findings = _from_json(document, validate)
        if findings:  # how deep Python itself can read is not the same in all its versions
            findings = _too_deep(_decoded(data)[0]) or findings
    if findings:
        findings = _placed(findings, data, path)
    return record, findings


def from_json(
    document: object, *, validate: bool = True
) -> tuple[Record | None, tuple[Diagnostic, ...]]:
    """Read a record from a document, as `json.load` gives it.

    Args:
        document: the document; its ``inferred`` parts are not used.
        validate: whether the document is validated against its schema.

    Returns:
        The record, or None when the document was refused, and why: all violations, each with
        its JSON pointer in ``args["pointer"]``.
    """
    if validate and (halves := _half_characters(document)):
        return None, halves
    return _from_json(document, validate)


def _from_json(document: object, validate: bool) -> tuple[Record | None, tuple[Diagnostic, ...]]:
    if validate and (violations := validate_document(document)):
        return None, violations
    try:
        games = tuple(_read_game(game) for game in document["games"])  # type: ignore[index]
    except (AttributeError, KeyError, TypeError, ValueError, RecursionError):
        return None, explain(document)
    record = Record(games)
    if validate and (found := tuple(_unwritable(record))):
        return None, found
    return record, ()


def _unwritable(record: Record) -> Iterator[Diagnostic]:
    for path, problem, advice in obstacles(record):
        args = {**_at(pointer(path)), "problem": problem, "advice": advice}
        yield Diagnostic("json-unwritable", args=args)


def iter_lines(
    stream: Iterable[str | bytes], *, path: str = "", validate: bool = True
) -> Iterator[tuple[Game | None, tuple[Diagnostic, ...]]]:
    """Read an archive with one document a line, in constant memory.

    Args:
        stream: an open file, or its lines.
        path: the name of the file, for the findings.
        validate: as `loads`.

    Yields:
        Each game with its findings; a line that was refused gives None and its findings, and
        the lines behind it are read all the same. Blank lines are passed over.
    """
    for number, line in enumerate(_bounded(stream), 1):
        if line is None:
            span = Span(number, 1, number, 1)
            args: Object = {"limit": MAX_LINE}
            yield None, (Diagnostic("json-too-long", span=span, args=args, path=path),)
        elif line.strip():
            record, findings = loads(line, path=path, validate=validate)
            findings = tuple(replace(d, span=d.span.down(number - 1)) for d in findings)
            if record is None:
                yield None, findings
                if findings[0].args.get("whole_file"):
                    return
            else:
                for game in record.games:
                    yield game, findings


def _bounded(stream: Iterable[str | bytes]) -> Iterator[str | bytes | None]:
    """The lines of a stream, with None for those that are longer than `MAX_LINE`."""
    readline = getattr(stream, "readline", None)
    if readline is None:
        for line in stream:
            yield line if len(line) <= MAX_LINE else None
        return
    while line := readline(MAX_LINE + 1):
        if len(line) <= MAX_LINE:
            yield line
            continue
        newline = b"\n" if isinstance(line, bytes) else "\n"
        while line and not line.endswith(newline):
            line = readline(MAX_LINE)
        yield None


def parse(data: str | bytes, *, unique: bool = True) -> tuple[object, tuple[Diagnostic, ...]]:
    """Read JSON strictly: the value, or None and what is wrong, never an exception.

    Refused beside what is no JSON: other encodings than UTF-8, names that stand twice in one
    object, NaN, Infinity and numbers of more than fifteen digits, halves of characters, and
    nesting that is too deep for the machine. A whole number that is written with a point or
    an exponent (``1.0``) is read as the whole number.

    Args:
        data: the text, or its bytes.
        unique: whether names that stand twice are looked for, which takes most of the time.
    """
    text, findings = _decoded(data)
    if findings:
        return None, findings
    try:
        value = json.loads(
            text,
            object_pairs_hook=_object if unique else None,
            parse_constant=_refuse_number,
            parse_int=_integer,
            parse_float=_float,
        )
    except json.JSONDecodeError as error:
        return None, (_syntax_error(text, error),)
    except RecursionError:
        return None, _too_deep(text)
    except _NotPlainJSON:
        return None, _not_plain(text)
    if _HALF.search(text) and (halves := _halves(text)):
        return None, halves
    return value, ()


class _NotPlainJSON(Exception):
    """Something that the `json` module reads and this format refuses; it says nothing of where."""


def _object(pairs: list[tuple[str, object]]) -> Object:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise _NotPlainJSON
    return value


def _refuse_number(text: str) -> object:
    raise _NotPlainJSON


def _integer(text: str) -> int:
    if len(text) > 16 or len(text.lstrip("-")) > 15:
        raise _NotPlainJSON
    return int(text)


def _float(text: str) -> int | float:
    value = float(text)
    if not abs(value) < 1e15:
        raise _NotPlainJSON
    return int(value) if value.is_integer() else value


_NOT_UTF8: Final = (
    (codecs.BOM_UTF32_LE, "UTF-32"),
    (codecs.BOM_UTF32_BE, "UTF-32"),
    (codecs.BOM_UTF16_LE, "UTF-16"),
    (codecs.BOM_UTF16_BE, "UTF-16"),
)


def _decoded(data: str | bytes) -> tuple[str, tuple[Diagnostic, ...]]:
    if isinstance(data, str):
        return data.removeprefix("\ufeff"), ()
    other = next((name for bom, name in _NOT_UTF8 if data.startswith(bom)), None)
    if other is None and b"\0" in data[:4]:
        other = "UTF-16 or UTF-32"
    if other is not None:
        return "", (_encoding_error(Phrase("text-is", {"encoding": other}), Span(1, 1, 1, 1)),)
    try:
        return data.decode("utf-8").removeprefix("\ufeff"), ()
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8").removeprefix("\ufeff")
        span = jsonscan.Lines(before).span(len(before), len(before))
        at = {"byte": f"0x{data[error.start]:02x}", "offset": error.start}
        byte = Phrase("byte-at", at)
        return "", (_encoding_error(byte, span, whole_file=False),)


def _encoding_error(problem: object, span: Span, *, whole_file: bool = True) -> Diagnostic:
    args = {**_at(""), "problem": problem, "whole_file": whole_file}
    return Diagnostic("json-encoding", span=span, args=args)


_PROBLEMS: Final = {
    "Expecting value": "json-value-missing",
    "Extra data": "json-after-end",
    "Unterminated string starting at": "json-text-open",
    "Expecting ',' delimiter": "json-comma-missing",
    "Expecting ':' delimiter": "json-colon",
    "Expecting property name enclosed in double quotes": "json-name-missing",
    "Illegal trailing comma before end of object": "json-comma-object",
    "Illegal trailing comma before end of array": "json-comma-list",
    "Invalid control character at": "json-control",
    "Invalid \\escape": "json-escape",
    "Invalid \\uXXXX escape": "json-escape-u",
}


_JSON_BLANKS: Final = " \t\n\r"
_LAST_COMMA: Final[dict[tuple[str | None, str], str]] = {
    ("json-name-missing", "}"): "json-comma-object",
    ("json-value-missing", "]"): "json-comma-list",
}


def _syntax_error(text: str, error: json.JSONDecodeError) -> Diagnostic:
    offset = min(error.pos, len(text))
    key = _PROBLEMS.get(error.msg.rstrip(": "))
    before = text[:offset].rstrip(_JSON_BLANKS)
    last = _LAST_COMMA.get((key, text[offset : offset + 1]))
    if last is not None and before.endswith(","):
        # Before Python 3.13 the bracket is blamed.
        key = last
        offset = len(before) - 1
    if not text.strip():
        key = "json-empty"
    elif error.msg == "Expecting value" and offset == len(text):
        key = "json-cut-off"
    problem: object = error.msg if key is None else Phrase(key)
    span = jsonscan.Lines(text).span(offset, min(offset + 1, len(text)))
    return Diagnostic("json-syntax", span=span, args={**_at(""), "problem": problem})


def _not_plain(text: str) -> tuple[Diagnostic, ...]:
    """Names that stand twice and numbers that are refused, with their places."""
    lines = jsonscan.Lines(text)
    findings = []
    for path, start, end, repeated in jsonscan.values(text):
        if repeated:
            args = {**_at(_pointer(path)), "name": shown(path[-1])}
            findings.append(Diagnostic("json-duplicate-key", lines.span(start, end), args))
        elif text[start] in "-0123456789NI":
            token = text[start:end]
            try:
                json.loads(
                    token, parse_constant=_refuse_number, parse_int=_integer, parse_float=_float
                )
            except _NotPlainJSON:
                found: object = token
                if len(token) > 20:
                    found = Phrase("number-of-characters", {"number": len(token)})
                args = {**_at(_pointer(path)), "found": found}
                findings.append(Diagnostic("json-number", lines.span(start, end), args))
            except ValueError:  # no number at all: the scan has gone astray
                break
        if len(findings) == MOST:
            break
    return tuple(findings)


MOST: Final = 100
"""Findings of one document that are not about its schema."""

_HALF: Final = re.compile(r"[\ud800-\udfff]|\\u[dD][89a-fA-F]")


def _half_characters(document: object) -> tuple[Diagnostic, ...]:
    """Halves of characters in a document that was made in Python; no text of JSON has them."""
    findings: list[Diagnostic] = []

    def walk(value: object, path: tuple[str | int, ...]) -> None:
        pairs: Iterable[tuple[Any, object]] = ()
        if isinstance(value, dict):
            pairs = value.items()
        elif isinstance(value, list):
            pairs = enumerate(value)
        elif isinstance(value, str) and (half := re.search("[\ud800-\udfff]", value)):
            args = {**_at(_pointer(path)), "found": f"\\u{ord(half[0]):04x}"}
            findings.append(Diagnostic("json-surrogate", args=args))
        for key, inner in pairs:
            walk(inner, (*path, key))

    try:
        json.dumps(document, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        walk(document, ())
    except (RecursionError, TypeError, ValueError):
        pass  # no JSON at all: the schema says so
    return tuple(findings)


def _halves(text: str) -> tuple[Diagnostic, ...]:
    """Texts and names with one half of a character."""
    lines = jsonscan.Lines(text)
    findings = []
    for path, start, end, repeated in jsonscan.values(text):
        if repeated:
            continue
        named = path[-1] if path and isinstance(path[-1], str) else ""
        string = json.loads(text[start:end]) if text[start] == '"' else ""
        for part in (string, named):
            half = re.search("[\ud800-\udfff]", part)
            if half:
                args = {**_at(_pointer(path)), "found": f"\\u{ord(half[0]):04x}"}
                findings.append(Diagnostic("json-surrogate", lines.span(start, end), args))
                break
        if len(findings) == MOST:
            break
    return tuple(findings)


def _too_deep(text: str) -> tuple[Diagnostic, ...]:
    """Nesting that no record has; nothing if the text has none."""
    offset = jsonscan.too_deep(text, MAX_DEPTH)
    span = jsonscan.Lines(text).span(offset, offset + 1)
    return (Diagnostic("json-too-deep", span=span, args=_at("")),) if offset else ()


def _pointer(path: Iterable[str | int]) -> str:
    """A pointer that is short enough to be shown many times."""
    return pointer(part[:100] if isinstance(part, str) else part for part in path)


def _at(where: str) -> Object:
    return {"pointer": where, "place": printable(where) if where else Phrase("the-document")}


def _placed(findings: Iterable[Diagnostic], data: str | bytes, path: str) -> tuple[Diagnostic, ...]:
    """The findings with their places in the text, in the order of the places."""
    findings = [replace(d, path=path) for d in findings]
    homeless = {str(d.args["pointer"]) for d in findings if d.span is NOWHERE}
    if homeless:
        text, _ = _decoded(data)
        places = jsonscan.locate(text, homeless)
        findings = [
            replace(d, span=places.get(str(d.args["pointer"]), NOWHERE)) if d.span is NOWHERE else d
            for d in findings
        ]
    return tuple(sorted(findings, key=lambda d: (d.span, d.code)))


def _read_game(game: Object) -> Game:
    items = tuple(_read_line(line) for line in game["header"]["lines"])
    language, seats = None, SEAT_SYSTEMS["NESW"]
    for item in items:
        if isinstance(item, Tag) and item.known:
            if item.key == "language":
                language = language_code(item.value) or language
            elif item.key == "seats":
                name = seat_system(item.value)
                seats = SEAT_SYSTEMS[name] if name else seats
    return Game(
        Header(items, language=language, seats=seats),
        tuple(Deal(tuple(_read_line(line) for line in deal["lines"])) for deal in game["deals"]),
    )


def _read_line(line: Object) -> Item:
    return _READERS[line["kind"]](line, line.get("comment"))


def _notes(value: Object) -> tuple[str, ...]:
    return tuple(value.get("notes", ()))


def _optional_int(value: Object, key: str) -> int | None:
    number = value.get(key)
    return None if number is None else int(number)


def _read_trump(line: Object, comment: str | None) -> Trump:
    name = line.get("card")
    return Trump(
        card=card(name) if name is not None else None,
        suit=_SUIT.get(line.get("suit")),
        comment=comment,
    )


def _read_pile(line: Object, comment: str | None) -> Pile:
    cards = line.get("cards")
    return Pile(
        line["key"],
        cards=_cards(cards) if cards is not None else None,
        count=_optional_int(line, "count"),
        shown=line.get("shown"),
        comment=comment,
    )


def _read_call(value: Object) -> Call:
    return Call(
        level=_optional_int(value, "level"),
        form=value.get("form"),
        text=value.get("text"),
        seat=_SEAT[value.get("seat")],
        notes=_notes(value),
    )


def _read_trick(line: Object, comment: str | None) -> Trick:
    return Trick(
        int(line["number"]),
        _SEAT[line.get("leader")],
        tuple([_read_play(play) for play in line["plays"]]),
        winner=_SEAT[line.get("winner")],
        notes=_notes(line),
        comment=comment,
    )


def _read_play(value: Object) -> Play:
    if len(value) == 1:
        return _PLAYS[value["card"]]
    return Play(
        card(value["card"]),
        value.get("glyphs", ""),
        _notes(value),
        _SEAT[value.get("seat")],
        value.get("withdrawn", False),
    )


def _read_tally(line: Object, comment: str | None) -> Tally:
    values = tuple(
        (_SIDE[value["side"]], _optional_int(value, "number")) for value in line["values"]
    )
    return Tally(line["key"], values, notes=_notes(line), comment=comment)


def _read_incident(line: Object, comment: str | None) -> Incident:
    name = line.get("card")
    return Incident(
        line["key"],
        seat=_SEAT[line.get("seat")],
        side=_SIDE[line["side"]] if "side" in line else None,
        trick=_optional_int(line, "trick"),
        card=card(name) if name is not None else None,
        suit=_SUIT[line["suit"]] if "suit" in line else None,
        choice=line.get("choice"),
        amount=_optional_int(line, "amount"),
        text=line.get("text", ""),
        comment=comment,
    )


def _cards(names: Iterable[str]) -> tuple[Card, ...]:
    return tuple(map(card, names))


_PLAYS: Final = {c.name: Play(c) for c in (*CARDS, *LOW, UNRECORDED)}
_SEAT: Final[dict[str | None, Seat | None]] = {None: None, **{s.name: s for s in SEATS}}
_SIDE: Final[dict[str, Side]] = {s.name: s for s in SIDES}
_SUIT: Final[dict[str | None, Suit | None]] = {None: None, **{s.symbol: s for s in SUITS}}

_READERS: Final[dict[str, Callable[[Object, str | None], Item]]] = {
    "comment": lambda line, comment: Comment(comment),
    "annotation": lambda line, comment: Annotation(tuple(line["notes"]), comment),
    "tag": lambda line, comment: Tag(line["key"], line["value"], line.get("known", True), comment),
    "game": lambda line, comment: GameLine(line.get("label", ""), comment),
    "deal": lambda line, comment: DealLine(_optional_int(line, "number"), comment),
    "dealer": lambda line, comment: Dealer(Seat[line["seat"]], comment),
    "trump": _read_trump,
    "ranking": lambda line, comment: RankingLine(Ranking[line["ranking"].upper()], comment),
    "hand": lambda line, comment: Hand(Seat[line["seat"]], _cards(line["cards"]), comment),
    "pile": _read_pile,
    "auction": lambda line, comment: Auction(
        tuple(_read_call(call) for call in line["calls"]), comment
    ),
    "trick": _read_trick,
    "tally": _read_tally,
    "incident": _read_incident,
}
