"""The schema of records: documented, closed, bounded, and the same to both libraries."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import strategies
from whistlog.cards import CARDS, LOW, UNRECORDED
from whistlog.notation.jsondoc import to_json
from whistlog.notation.languages import PLAYER_KEYS, language
from whistlog.notation.schema import explain, is_valid, pointer, schema, validate
from whistlog.record import Record

RECORD = schema("record")
EXAMPLE = RECORD["examples"][0]


def subschemas(node: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """All schemas inside a schema, with their paths; conditions (`if`) are none."""
    yield path, node
    for keyword in ("properties", "$defs"):
        for name, inner in node.get(keyword, {}).items():
            yield from subschemas(inner, (*path, keyword, name))
    for keyword in ("items", "then", "else", "not"):
        if isinstance(node.get(keyword), dict):
            yield from subschemas(node[keyword], (*path, keyword))


def target(node: dict[str, Any]) -> dict[str, Any]:
    """A schema with what it refers to."""
    if "$ref" in node:
        return {**RECORD["$defs"][node["$ref"].rpartition("/")[2]], **node}
    return node


PROPERTIES = {
    "/".join(path): target(node)
    for path, node in subschemas(RECORD)
    if len(path) > 1 and path[-2] in ("properties", "$defs") and not {"then", "else"} & {*path}
}
OBJECTS = {
    "/".join(path): node for path, node in subschemas(RECORD) if node.get("type") == "object"
}
BOUNDS = {
    "string": ("maxLength", "pattern", "enum", "const"),
    "array": ("maxItems",),
    "integer": ("maximum", "enum", "const"),
}


def test_the_schema_follows_its_metaschema_and_is_versioned() -> None:
    from jsonschema import Draft202012Validator

    Draft202012Validator.check_schema(RECORD)
    assert RECORD["$id"] == "urn:whistlog:record:1"
    assert len(PROPERTIES) > 80


@pytest.mark.parametrize("path", PROPERTIES)
def test_every_property_has_a_title_a_description_and_valid_examples(path: str) -> None:
    from jsonschema import Draft202012Validator

    node = PROPERTIES[path]
    assert node.get("title"), path
    assert node.get("description", "").endswith("."), path
    assert node.get("examples"), path
    validator = Draft202012Validator({**node, "$defs": RECORD["$defs"]})
    for example in node["examples"]:
        assert validator.is_valid(example), (path, example)


@pytest.mark.parametrize("path", OBJECTS)
def test_every_object_is_closed(path: str) -> None:
    node = OBJECTS[path]
    # Where `kind` or `key` decides what an object is, the schemas it leads to are closed.
    assert node.get("additionalProperties") is False or "then" in node
    if "additionalProperties" in node:
        assert set(node.get("required", ())) <= set(node["properties"])


@pytest.mark.parametrize("path", PROPERTIES)
def test_everything_is_bounded(path: str) -> None:
    node = PROPERTIES[path]
    kind = node.get("type")
    if kind in BOUNDS:
        assert any(keyword in node for keyword in BOUNDS[kind]), path


def test_every_example_record_is_valid() -> None:
    for example in RECORD["examples"]:
        assert validate(example) == ()


@pytest.mark.parametrize("name", ["record", "diagnostics", "profile"])
def test_all_schemas_can_be_loaded(name: str) -> None:
    assert schema(name)["$id"].startswith("urn:whistlog:")


def test_there_is_no_other_schema() -> None:
    with pytest.raises(KeyError):
        schema("no such schema")


def test_the_known_keys_are_those_of_the_language_tables() -> None:
    lines = {"game", "deal"}
    import tomllib

    from whistlog.notation.languages import TABLES

    table = tomllib.loads((Path(TABLES) / "en.toml").read_text(encoding="utf-8"))
    keys = {*table["tags"], *PLAYER_KEYS} - lines
    assert set(language("en").keys) >= keys - set(PLAYER_KEYS)

    def known(key: str) -> bool:
        header = [{"kind": "tag", "key": key, "value": "x"}]
        return is_valid({**EXAMPLE, "games": [{"header": {"lines": header}, "deals": []}]})

    assert [key for key in keys if not known(key)] == []
    assert known("player a")
    assert not any(map(known, ["dealer", "weather", "Event", "player", "player ab"][:3]))


def _play(name: str) -> dict[str, Any]:
    trick = {"kind": "trick", "number": 1, "plays": [{"card": name}]}
    return {**EXAMPLE, "games": [{"header": {"lines": []}, "deals": [{"lines": [trick]}]}]}


def test_cards_are_spelled_in_one_way() -> None:
    assert all(is_valid(_play(c.name)) for c in (*CARDS, *LOW, UNRECORDED))
    for name in [
        "",
        "AH",
        "a♥",
        "♥A",
        "1♥",
        "11♥",
        "10",
        "♥",
        "A♥ ",
        "A♥\n",
        "--",
        "X♥",
        "T♥",
        "JB",
    ]:
        assert not is_valid(_play(name)), name


LINE = {
    "comment": (
        "comment",
        ["", "x", " x", "#", "a\tb", "é♥ {}"],
        ["x ", "\n", "a\nb", "a\r", "\x00"],
    ),
    "note": ("notes", ["", "a", "}", "a {b} c", "\\"], [" a", "a ", "a\nb", "\u2028", "\x7f"]),
    "value": ("value", ["", "a", "# {", "a # b", "♥"], [" a", "a ", "a\n", "\x85", "\t"]),
}


@pytest.mark.parametrize("name", LINE)
def test_texts_that_no_line_can_hold_are_refused(name: str) -> None:
    key, good, bad = LINE[name]

    def header(text: str) -> dict[str, Any]:
        line: dict[str, Any] = {"kind": "tag", "key": "event", "value": "x"}
        if key == "notes":
            line = {"kind": "annotation"}
        line[key] = [text] if key == "notes" else text
        return {**EXAMPLE, "games": [{"header": {"lines": [line]}, "deals": []}]}

    assert [text for text in good if not is_valid(header(text))] == []
    assert [text for text in bad if is_valid(header(text))] == []


def test_glyphs_are_one_assessment_and_one_mark_of_an_irregularity() -> None:
    def play(glyphs: str) -> bool:
        trick = {"kind": "trick", "number": 1, "plays": [{"card": "A♥", "glyphs": glyphs}]}
        games = [{"header": {"lines": []}, "deals": [{"lines": [trick]}]}]
        return is_valid({**EXAMPLE, "games": games})

    assert all(map(play, ["!", "?", "!!", "??", "!?", "?!", "^", "!^", "^!", "!^?", "^??"]))
    assert not any(map(play, ["", "!!!", "^^", "!^!!", "x", "!\n", " !"]))


def test_pointers_are_escaped() -> None:
    assert pointer(()) == ""
    assert pointer(("a/b", 0, "~")) == "/a~1b/0/~0"


# --- both libraries --------------------------------------------------------------------------


def _spots(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    pairs: Any = ()
    if isinstance(value, dict):
        pairs = value.items()
    elif isinstance(value, list):
        pairs = enumerate(value)
    for key, inner in pairs:
        yield (*path, key)
        yield from _spots(inner, (*path, key))


def mutated(document: Any, data: st.DataObject) -> Any:
    """A document with one value changed, taken away, or put where it does not belong."""
    document = copy.deepcopy(document)
    spot = data.draw(st.sampled_from(list(_spots(document))))
    parent = document
    for key in spot[:-1]:
        parent = parent[key]
    change = data.draw(st.sampled_from(["drop", "set", "add"]))
    value = data.draw(
        st.none() | st.booleans() | st.integers(-2, 2) | st.just(1.0)
        | st.text(st.characters(exclude_characters="<>$"), max_size=3)  # marks of a slip of ours
        | st.sampled_from(["N", "NS", "♥", "A♥", "trick", "tag", "NS\n", "A♥\n", [], {}])
    )  # fmt: skip
    if change == "drop":
        del parent[spot[-1]]
    elif change == "add" and isinstance(parent, dict):
        parent[data.draw(st.sampled_from(["extra", "kind", "notes", "seat", "card"]))] = value
    else:
        parent[spot[-1]] = value
    return document


@settings(max_examples=150, deadline=None)
@given(strategies.records, st.data())
def test_both_libraries_give_the_same_verdict(record: Record, data: st.DataObject) -> None:
    fast = pytest.importorskip("jsonschema_rs").Draft202012Validator(RECORD)
    document = mutated(to_json(record), data)
    assert fast.is_valid(document) == (explain(document) == ())


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_findings_are_in_words_and_point_at_what_is_there(data: st.DataObject) -> None:
    document = mutated(EXAMPLE, data)
    for found in validate(document):
        value: Any = document
        for part in str(found.args["pointer"]).split("/")[1:]:
            part = part.replace("~1", "/").replace("~0", "~")
            value = value[int(part) if isinstance(value, list) else part]
        text = found.message + found.help
        assert "<" not in text.replace("<=", "")
        assert "$" not in found.message or "$schema" in found.message
        assert json.dumps(found.args, default=str)
