"""Records as JSON documents and back."""

from __future__ import annotations

import io
import json
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import strategies
from whistlog.cards import sort_hand
from whistlog.notation import jsondoc
from whistlog.notation.jsondoc import (
    CannotWriteJSON,
    dump_lines,
    dumps,
    from_json,
    iter_lines,
    loads,
    to_json,
)
from whistlog.notation.reader import read_record
from whistlog.notation.schema import schema, validate
from whistlog.notation.writer import format_record
from whistlog.record import (
    Comment,
    Deal,
    DealLine,
    Game,
    Hand,
    Header,
    Record,
    Tag,
    Unreadable,
)

EXAMPLE = schema("record")["examples"][0]
TEXT = json.dumps(EXAMPLE, ensure_ascii=False, indent=2)


def names(findings: tuple[Any, ...]) -> list[str]:
    return [d.name for d in findings]


def places(findings: tuple[Any, ...]) -> list[tuple[int, int, int, int]]:
    return [(d.span.line, d.span.column, d.span.end_line, d.span.end_column) for d in findings]


def pointers(findings: tuple[Any, ...]) -> set[object]:
    return {d.args["pointer"] for d in findings}


def document(*lines: dict[str, Any], header: tuple[dict[str, Any], ...] = ()) -> dict[str, Any]:
    """A document of one deal with these lines."""
    deal = {"lines": [{"kind": "deal", "number": 1}, *lines]}
    return {
        "whistlog": 1,
        "kind": "record",
        "games": [{"header": {"lines": list(header)}, "deals": [deal]}],
    }


# --- round trips ---------------------------------------------------------------------------


@settings(max_examples=40, deadline=None)
@given(strategies.records)
def test_record_to_json_and_back_is_the_same_record(record: Record) -> None:
    document = to_json(record)
    assert validate(document) == ()
    assert from_json(document) == (record, ())
    assert loads(dumps(record)) == (record, ())


@settings(max_examples=20, deadline=None)
@given(strategies.played_games(most=3), st.booleans(), st.booleans())
def test_played_games_survive(deals: tuple[Any, ...], hands: bool, winners: bool) -> None:
    record = strategies.game_record(deals, hands=hands, winners=winners, tally=True)
    assert loads(dumps(record, indent=None)) == (record, ())


@settings(max_examples=30, deadline=None)
@given(strategies.records)
def test_seats_are_told_by_the_seats_line(record: Record) -> None:
    again, _ = from_json(to_json(record))
    assert again is not None
    for game, other in zip(record.games, again.games):
        assert other.header.seats is game.header.seats


def test_what_was_not_written_is_left_out() -> None:
    record, findings = loads(TEXT)
    assert findings == ()
    assert record is not None
    assert (
        to_json(record)["games"][0]["deals"][0]["lines"]
        == (EXAMPLE["games"][0]["deals"][0]["lines"])
    )


def test_conclusions_stand_beside_what_was_written() -> None:
    record, _ = loads(TEXT)
    assert record is not None
    inferred = EXAMPLE["games"][0]["deals"][0]["inferred"]
    assert to_json(record, conclusions=[inferred]) == EXAMPLE
    assert from_json(to_json(record, conclusions=[inferred])) == (record, ())


def test_conclusions_must_follow_the_schema() -> None:
    record, _ = loads(TEXT)
    assert record is not None
    with pytest.raises(CannotWriteJSON) as caught:
        dumps(record, conclusions=[{"dealer": "west"}])
    assert pointers(caught.value.diagnostics) == {"/games/0/deals/0/inferred/dealer"}


def test_a_line_that_was_not_understood_is_refused() -> None:
    deal = Deal((DealLine(7), Unreadable("1. N: what is this?"), Unreadable("???")))
    with pytest.raises(CannotWriteJSON, match="what is this") as caught:
        to_json(Record((Game(Header(()), (deal,)),)))
    assert names(caught.value.diagnostics) == ["json-unreadable-line"] * 2
    assert [(d.game, d.deal) for d in caught.value.diagnostics] == [(1, 7), (1, 7)]


@pytest.mark.parametrize(
    "item",
    [
        Comment("two\nlines"),
        Comment("ends with a blank "),
        Tag("event", "one\rtwo"),
        Tag("event", " starts with a blank"),
        Tag("event", "bell \x07"),
        Tag("event", "half of a card \ud83c"),
        Tag("no such tag", "known, it says"),
        Tag("a:b", "x", known=False),
        Tag("", "x", known=False),
    ],
)
def test_what_no_line_can_hold_is_refused(item: Any) -> None:
    record = Record((Game(Header((item,)), ()),))
    with pytest.raises(CannotWriteJSON):
        dumps(record)
    assert from_json(to_json(record))[0] is None


# --- archives ------------------------------------------------------------------------------


@settings(max_examples=20, deadline=None)
@given(st.lists(strategies.games(), max_size=3))
def test_an_archive_gives_its_games_again(games: list[Game]) -> None:
    lines = list(dump_lines(games))
    assert all("\n" not in line for line in lines)
    text = "".join(line + "\n" for line in lines)
    for stream in (lines, io.StringIO(text), io.BytesIO(text.encode())):
        assert list(iter_lines(stream)) == [(game, ()) for game in games]


def test_a_bad_line_of_an_archive_does_not_hide_its_neighbours() -> None:
    good = json.dumps(EXAMPLE)
    bad = good.replace('"dealer"', '"deler"', 1)
    read = list(iter_lines([good, "", bad, "{", "  \n", good], path="a.ndjson"))
    assert [game is not None for game, _ in read] == [True, False, False, True]
    assert [d.span.line for _, found in read for d in found] == [3, 4]
    assert {d.path for _, found in read for d in found} == {"a.ndjson"}


def test_a_very_long_line_of_an_archive_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    good = json.dumps(EXAMPLE) + "\n"
    monkeypatch.setattr(jsondoc, "MAX_LINE", len(good) + 10)
    text = good + "[" + "1," * 5 * len(good) + "\n" + good
    for stream in (io.StringIO(text), io.BytesIO(text.encode()), text.splitlines(keepends=True)):
        read = list(iter_lines(stream))
        assert [game is not None for game, _ in read] == [True, False, True]
        assert names(read[1][1]) == ["json-too-long"]
        assert read[1][1][0].span.line == 2


def test_archives_are_read_and_written_as_they_come() -> None:
    record, _ = loads(TEXT)
    assert record is not None
    seen = 0

    def endless() -> Iterator[Game]:
        nonlocal seen
        while True:
            seen += 1
            yield record.games[0]

    for n, (game, findings) in enumerate(iter_lines(dump_lines(endless())), 1):
        assert (game, findings) == (record.games[0], ())
        assert seen == n
        if n == 50:
            break


def test_an_archive_in_utf16_is_refused_once() -> None:
    data = (json.dumps(EXAMPLE) + "\n") * 3
    read = list(iter_lines(io.BytesIO(data.encode("utf-16"))))
    assert [names(found) for _, found in read] == [["json-encoding"]]


# --- what is no JSON -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "name", "place"),
    [
        ("", "json-syntax", (1, 1, 1, 1)),
        ("  \n ", "json-syntax", (2, 2, 2, 2)),
        ("{", "json-syntax", (1, 2, 1, 2)),
        ('{"a":\n 1,}', "json-syntax", (2, 3, 2, 4)),
        ('{"a": 1, \n}', "json-syntax", (1, 8, 1, 9)),
        ("[1 ,\n]", "json-syntax", (1, 4, 1, 5)),
        ("[1, }", "json-syntax", (1, 5, 1, 6)),
        ("[1,\n 2", "json-syntax", (2, 3, 2, 3)),
        ('{"a" 1}', "json-syntax", (1, 6, 1, 7)),
        ('["\n"]', "json-syntax", (1, 3, 2, 1)),
        ("[] x", "json-syntax", (1, 4, 1, 5)),
        ('{"a": 1,\n "a": 2}', "json-duplicate-key", (2, 2, 2, 5)),
        ('[{"b": {"♥": 1, "\\u2665": 2}}]', "json-duplicate-key", (1, 17, 1, 25)),
        ("[1, NaN]", "json-number", (1, 5, 1, 8)),
        ("[-Infinity]", "json-number", (1, 2, 1, 11)),
        ("[1e400]", "json-number", (1, 2, 1, 7)),
        ("\n" + "9" * 9000, "json-number", (2, 1, 2, 9001)),
        ('["a", "\\ud800"]', "json-surrogate", (1, 7, 1, 15)),
        ('{"\\udfff": 1}', "json-surrogate", (1, 12, 1, 13)),
    ],
)
def test_what_is_no_json_is_told_with_its_place(
    text: str, name: str, place: tuple[int, int, int, int]
) -> None:
    record, findings = loads(text, path="x.json")
    assert record is None
    assert names(findings) == [name]
    assert places(findings) == [place]
    assert findings[0].path == "x.json"
    assert findings[0].message


@pytest.mark.parametrize("nest", ["[", '{"a":', '{"whistlog":1,"kind":"record","games":[' + "["])
@pytest.mark.parametrize("depth", [200, 5_000, 100_000])
def test_deep_nesting_is_refused_and_never_crashes(nest: str, depth: int) -> None:
    closed = nest * depth + "1" + {"[": "]", "{": "}"}[nest[0]] * depth
    for text in (nest * depth, closed):
        record, findings = loads(text)
        assert record is None
        assert findings


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-be"])
def test_other_encodings_are_refused(encoding: str) -> None:
    record, findings = loads(TEXT.encode(encoding))
    assert record is None
    assert names(findings) == ["json-encoding"]
    assert "UTF-" in findings[0].message


def test_a_byte_order_mark_is_welcome() -> None:
    expected = loads(TEXT)
    assert expected[0] is not None
    assert loads(TEXT.encode("utf-8-sig")) == expected
    assert loads("\ufeff" + TEXT) == expected


def test_an_undecodable_byte_is_told_with_its_offset() -> None:
    data = b'{\n "a": "\xc3\xa9\xff"}'
    _, findings = loads(data)
    assert names(findings) == ["json-encoding"]
    assert "offset 11" in findings[0].message
    assert places(findings)[0][:2] == (2, 9)


def test_numbers_that_are_whole_may_be_written_otherwise() -> None:
    record, findings = loads(TEXT.replace('"number": 1,', '"number": 1.0,'))
    assert findings == ()
    assert record == loads(TEXT)[0]


# --- what is no record ---------------------------------------------------------------------


def test_all_violations_are_told_each_with_its_pointer() -> None:
    bad = document(
        {"kind": "dealer", "seat": "w"},
        {"kind": "trick", "number": -1, "plays": [{"card": "1♥"}, {"card": "A♥", "gliphs": "!"}]},
        {"kind": "hand", "cards": ["A♥", "-"]},
        {"kind": "tally", "key": "tricks", "values": [{"side": "NS", "number": "nine"}]},
        {"kind": "trump"},
        {"kind": "auction", "calls": [{"level": 3, "form": "up"}, {"level": 3}]},
        {"kind": "incident", "key": "penalty", "side": "NS", "choice": "both", "amount": 3},
        {"kind": "nothing"},
        {},
        header=({"kind": "trick", "number": 1, "plays": []}, {"kind": "game", "label": 2}),
    )
    bad["extra/part"] = 1
    _, findings = from_json(bad)
    lines = "/games/0/deals/0/lines"
    assert pointers(findings) == {
        "/extra~1part",
        "/games/0/header/lines/0/kind",
        "/games/0/header/lines/1/label",
        f"{lines}/1/seat",
        f"{lines}/2/number",
        f"{lines}/2/plays/0/card",
        f"{lines}/2/plays/1/gliphs",
        f"{lines}/3",  # no seat
        f"{lines}/3/cards/1",
        f"{lines}/4/values/0/number",
        f"{lines}/5",  # neither card nor suit
        f"{lines}/6/calls/1",  # no form
        f"{lines}/7/choice",
        f"{lines}/8/kind",
        f"{lines}/9",  # no kind
    }
    assert all(d.message and "<" not in d.message + d.help for d in findings)


def test_violations_point_into_the_text() -> None:
    text = TEXT.replace('"4♠"', '"4S"', 1).replace('"leader": "N"', '"leader": "North"', 1)
    _, findings = loads(text)
    lines = text.split("\n")
    assert [
        lines[d.span.line - 1][d.span.column - 1 : d.span.end_column - 1] for d in findings
    ] == [
        '"4S"',
        '"North"',
    ]


def test_a_value_that_spans_lines_is_pointed_at_whole() -> None:
    _, findings = loads('{"whistlog": 1, "kind": "record",\n "games": {\n  "a": 1\n }}')
    assert places(findings) == [(2, 11, 4, 3)]


def test_a_document_that_is_all_wrong_takes_bounded_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("whistlog.notation.schema.MOST", 50)
    _, findings = loads(json.dumps({**EXAMPLE, "games": [1] * 20_000}))
    assert len(findings) == 50


@pytest.mark.parametrize("text", ["null", "3", '"record"', "[]", "{}", '{"games": []}'])
def test_other_documents_are_refused(text: str) -> None:
    record, findings = loads(text)
    assert record is None
    assert findings


def test_a_later_version_is_refused() -> None:
    _, findings = loads(json.dumps({**EXAMPLE, "whistlog": 2}))
    assert pointers(findings) == {"/whistlog"}


def test_without_validation_a_valid_document_is_the_same_and_a_broken_one_refused() -> None:
    assert loads(TEXT, validate=False) == loads(TEXT)
    for broken in (
        {**EXAMPLE, "games": 3},
        document({"kind": "trick"}),
        document({"kind": "x"}),
        document({"kind": "dealer", "seat": []}),
        document({"kind": "trump", "card": {}}),
        document([]),  # type: ignore[arg-type]
        7,
    ):
        record, findings = from_json(broken, validate=False)
        assert record is None
        assert findings


@pytest.mark.parametrize("value", [{1, 2}, (), b"x", float("nan"), 10**400, {3: 4}, object])
def test_what_is_no_json_value_is_refused(value: object) -> None:
    for document in (value, {**EXAMPLE, "games": value}, {**EXAMPLE, "whistlog": value}):
        record, findings = from_json(document)
        assert record is None
        assert findings[0].message


# --- what text cannot say --------------------------------------------------------------------

DEAL = {"lines": [{"kind": "deal", "number": 1}]}
EVENT = {"kind": "tag", "key": "event", "value": "x"}
REMARK = {"kind": "comment", "comment": "x"}
GAME = {"kind": "game"}
DEALER = {"kind": "dealer", "seat": "N"}


def game(header: list[Any], *deals: list[Any]) -> dict[str, Any]:
    return {"header": {"lines": header}, "deals": [{"lines": lines} for lines in deals]}


@pytest.mark.parametrize(
    ("games", "pointer"),
    [
        ([game([])], "/games/0/header/lines"),
        ([game([EVENT], DEAL["lines"]), game([EVENT])], "/games/1/header/lines"),
        ([game([EVENT], DEAL["lines"]), game([EVENT, GAME])], "/games/1/header/lines/1"),
        ([game([EVENT]), game([GAME, EVENT])], "/games/0/header/lines"),
        ([game([GAME, GAME])], "/games/0/header/lines/1"),
        ([game([REMARK]), game([GAME])], "/games/0/header/lines"),
        ([game([REMARK], DEAL["lines"])], "/games/0/header/lines"),
        ([game([EVENT], [EVENT])], "/games/0/deals/0/lines"),
        ([game([EVENT], [])], "/games/0/deals/0/lines"),
        ([game([EVENT], [REMARK, DEALER])], "/games/0/deals/0/lines"),
        ([game([EVENT], [DEALER], [DEALER])], "/games/0/deals/1/lines"),
        ([game([EVENT], [DEALER, *DEAL["lines"]])], "/games/0/deals/0/lines/1"),
        ([game([EVENT], DEAL["lines"] * 2)], "/games/0/deals/0/lines/1"),
        (
            [game([], [*DEAL["lines"], {"kind": "tag", "key": "seats", "value": "ABCD"}])],
            "/games/0/deals/0/lines/1",
        ),
        (
            [game([{"kind": "tag", "key": "Dealer", "value": "x", "known": False}])],
            "/games/0/header/lines/0/key",
        ),
        (
            [
                game(
                    [],
                    [
                        *DEAL["lines"],
                        {
                            "kind": "tally",
                            "key": "tricks",
                            "values": [{"side": "NS", "number": 9}, {"side": "NS", "number": 4}],
                        },
                    ],
                )
            ],
            "/games/0/deals/0/lines/1",
        ),
        (
            [game([], [*DEAL["lines"], {"kind": "auction", "calls": [{"text": "pass"}]}])],
            "/games/0/deals/0/lines/1",
        ),
        (
            [
                game(
                    [],
                    [
                        *DEAL["lines"],
                        {
                            "kind": "trick",
                            "number": 1,
                            "plays": [{"card": "A♥", "notes": ["x" * 9000, "y" * 9000]}],
                        },
                    ],
                )
            ],
            "/games/0/deals/0/lines/1",
        ),
    ],
)
def test_what_would_not_be_read_back_from_text_is_refused(games: list[Any], pointer: str) -> None:
    document = {"whistlog": 1, "kind": "record", "games": games}
    assert validate(document) == ()
    record, findings = loads(json.dumps(document))
    assert record is None
    assert names(findings) == ["json-unwritable"]
    assert pointers(findings) == {pointer}
    assert findings[0].help
    assert from_json(document, validate=False)[0] is not None


@pytest.mark.parametrize(
    "games",
    [
        [],
        [game([REMARK])],
        [game([], DEAL["lines"])],
        [game([REMARK], [DEALER], [REMARK, *DEAL["lines"]])],
        [game([EVENT, REMARK], [REMARK, *DEAL["lines"], DEALER])],
        [game([GAME]), game([REMARK, GAME, EVENT], [DEALER])],
    ],
)
def test_what_would_be_read_back_is_welcome(games: list[Any]) -> None:
    document = {"whistlog": 1, "kind": "record", "games": games}
    record, findings = from_json(document)
    assert findings == ()
    assert record is not None
    again, faults = read_record(format_record(record))
    assert faults == ()
    assert again == record


def sorted_hands(record: Record) -> Record:
    """The record with its hands in the order in which the formatter writes them."""

    def items(section: Any) -> tuple[Any, ...]:
        return tuple(
            item._replace(cards=sort_hand(item.cards)) if isinstance(item, Hand) else item
            for item in section.items
        )

    return Record(
        tuple(
            Game(
                replace(game.header, items=items(game.header)),
                tuple(Deal(items(deal)) for deal in game.deals),
            )
            for game in record.games
        )
    )


@settings(max_examples=40, deadline=None)
@given(strategies.records)
def test_record_to_json_to_text_is_the_same_record(record: Record) -> None:
    again, findings = loads(dumps(record))
    assert again is not None, findings
    text = format_record(again)
    assert text == format_record(record)
    assert read_record(text) == (sorted_hands(record), ())


MARKS = "#{}\\:.,-–>^!?()xX \t\u00a0\u1680\u2003\u205f019NESWAKQJTD♠♥♦♣éab=→+−"


@settings(max_examples=40, deadline=None)
@given(strategies.records, st.randoms(use_true_random=False))
def test_whatever_text_says_json_can_say(record: Record, chance: random.Random) -> None:
    text = format_record(record, version=False)
    for _ in range(chance.randint(1, 3)):
        at, cut = chance.randint(0, len(text)), chance.choice([0, 0, 1, 2, 5])
        put = "".join(chance.choices(MARKS, k=chance.randint(0, 2)))
        text = text[:at] + put + text[at + cut :]
    changed, faults = read_record(text)
    if faults:
        return
    again, findings = loads(dumps(changed))
    if findings:
        # "Game rules: …" starts a game, and is a tag: the one thing that JSON cannot say.
        assert all(str(d.args["pointer"]).endswith("/key") for d in findings)
    else:
        assert again == changed


# --- anything at all -----------------------------------------------------------------------

JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=10,
)


@settings(max_examples=100, deadline=None)
@given(JSON_VALUES)
def test_any_value_is_read_or_refused(value: object) -> None:
    record, findings = loads(json.dumps(value))
    assert record is None
    assert findings
    assert loads(json.dumps(value), validate=False)[0] is None


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=40) | st.text(max_size=40))
def test_any_text_is_read_or_refused(data: str | bytes) -> None:
    record, findings = loads(data)
    assert record is None
    assert findings


def _spots(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    pairs: Any = ()
    if isinstance(value, dict):
        pairs = value.items()
    elif isinstance(value, list):
        pairs = enumerate(value)
    return [path, *(spot for key, inner in pairs for spot in _spots(inner, (*path, key)))]


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_a_document_with_one_value_changed_is_read_or_refused_there(data: st.DataObject) -> None:
    changed = json.loads(TEXT)
    spot = data.draw(st.sampled_from(_spots(changed)[1:]))
    value = data.draw(JSON_VALUES)
    parent = changed
    for key in spot[:-1]:
        parent = parent[key]
    parent[spot[-1]] = value
    text = json.dumps(changed)
    record, findings = loads(text)
    assert (record is None) == bool(findings)
    if record is not None:
        assert from_json(to_json(record)) == (record, ())


@settings(max_examples=150, deadline=None)
@given(st.integers(0, len(TEXT)), st.integers(0, 3), st.sampled_from('x"{}[],:0\\é♠ \n'))
def test_a_text_with_one_slip_is_read_or_refused(at: int, cut: int, put: str) -> None:
    text = TEXT[:at] + put + TEXT[at + cut :]
    record, findings = loads(text)
    assert (record is None) == bool(findings)
    for d in findings:
        assert 1 <= d.span.line <= text.count("\n") + 1
