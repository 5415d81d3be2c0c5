"""JSON documents against their schemas: every violation, in words, with its JSON pointer.

The schemas are the files of ``schemas/``. Their titles are noun phrases ("a card such as
A♥ …") that complete the sentences of the findings, so that a schema is corrected and its
messages with it. ``jsonschema`` is imported when the first document is validated; where
``jsonschema_rs`` is installed it says quickly whether a document is valid, and the slower
library only explains why one is not.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any, Final

from whistlog._files import data_dir
from whistlog.diagnostics.values import Diagnostic
from whistlog.sentences.phrases import Phrase, Title

SHOWN: Final = 40
"""Characters of a value that a message shows."""

MOST: Final = 10_000
"""Violations that are listed; a document with more is not looked at any further."""


@cache
def schema(name: str) -> Mapping[str, Any]:
    """The schema of a kind of document (``record``), as JSON.

    Raises:
        KeyError: there is no such schema.
    """
    path = data_dir("schemas") / f"{name}.schema.json"
    if not path.is_file():
        raise KeyError(name)
    with path.open(encoding="utf-8") as stream:
        result: Mapping[str, Any] = json.load(stream)
    return result


def validate(document: object, name: str = "record") -> tuple[Diagnostic, ...]:
    """All violations of a schema by a document (the first `MOST`); none if it follows it.

    Each finding carries the JSON pointer of what it blames in ``args["pointer"]``; where the
    document came from a text, `whistlog.notation.jsondoc.loads` adds the line and column.

    >>> [d.args["pointer"] for d in validate({"whistlog": 1, "kind": "record", "gmaes": []})]
    ['/gmaes', '']

    Raises:
        KeyError: there is no such schema.
    """
    if is_valid(document, name):
        return ()
    return explain(document, name)


def is_valid(document: object, name: str = "record") -> bool:
    """Whether a document follows a schema; the quickest way to know.

    Raises:
        KeyError: there is no such schema.
    """
    quick = _quick(name)
    if quick is not None:
        try:
            return quick(document)
        except Exception:  # what it cannot represent (half characters, huge numbers)
            pass
    try:
        valid: bool = _validator(name).is_valid(document)
    except RecursionError:
        return False
    return valid


def explain(document: object, name: str = "record") -> tuple[Diagnostic, ...]:
    """All violations of a schema by a document, found by ``jsonschema`` alone."""
    found: dict[tuple[object, ...], Diagnostic] = {}
    try:
        for error in _validator(name).iter_errors(document):
            for diagnostic in _findings(error):
                args = diagnostic.args
                found.setdefault((diagnostic.name, args["pointer"], args.get("name")), diagnostic)
            if len(found) >= MOST:
                break
    except RecursionError:
        return (Diagnostic("json-too-deep", args=_at(())),)
    return tuple(found.values())


@cache
def _validator(name: str) -> Any:
    from jsonschema import Draft202012Validator

    return Draft202012Validator(_inlined(schema(name)))


@cache
def _quick(name: str) -> Callable[[object], bool] | None:
    try:
        import jsonschema_rs
    except ImportError:
        return None
    check: Callable[[object], bool] = jsonschema_rs.Draft202012Validator(schema(name)).is_valid
    return check


def _inlined(root: Mapping[str, Any]) -> Mapping[str, Any]:
    """The schema with each reference replaced by what it names: twice as quick.

    What stands beside a reference overrides what it names. References must be of the form
    ``#/$defs/name`` and never lead back to themselves.
    """

    def walk(node: Any) -> Any:
        if isinstance(node, list):
            return [walk(value) for value in node]
        if not isinstance(node, dict):
            return node
        if "$ref" in node:
            target = root["$defs"][node["$ref"].removeprefix("#/$defs/")]
            node = {**target, **{k: v for k, v in node.items() if k != "$ref"}}
        return {key: walk(value) for key, value in node.items() if key not in _SILENT}

    inlined: Mapping[str, Any] = walk({k: v for k, v in root.items() if k != "$defs"})
    return inlined


_SILENT: Final = ("examples", "default")
_LIMITS: Final = {
    "minLength": "text-too-short",
    "maxLength": "text-too-long",
    "minItems": "list-too-short",
    "maxItems": "list-too-long",
    "minimum": "number-too-small",
    "maximum": "number-too-large",
}


def _findings(error: Any) -> Iterator[Diagnostic]:
    """The findings for one violation; one for each property that is missing or too much."""
    node, keyword, path = error.schema, error.validator, tuple(error.absolute_path)
    what = Title(node["title"]) if "title" in node else Phrase("this-object")
    about = node.get("description", "")
    at = _at(path)
    if keyword == "additionalProperties":
        allowed = node.get("properties", {})
        known = ", ".join(allowed)
        for key in error.instance:
            if key not in allowed:
                args = {**_at((*path, key)), "what": what, "name": shown(key), "known": known}
                yield Diagnostic("json-unknown-property", args=args)
    elif keyword in ("required", "dependentRequired"):
        for key in _missing(error):
            args = {**at, "what": what, "name": shown(key), "about": about}
            yield Diagnostic("json-missing-property", args=args)
    else:
        args = {**at, "found": shown(error.instance), "expected": what, "about": about}
        if keyword == "type":
            yield Diagnostic("json-wrong-type", args=args)
        elif keyword in ("const", "enum", "pattern", "oneOf", "anyOf", "not"):
            yield Diagnostic("json-bad-value", args=args)
        elif keyword in _LIMITS:
            args["problem"] = Phrase(_LIMITS[keyword], {"bound": error.validator_value})
            yield Diagnostic("json-out-of-bounds", args=args)
        else:
            yield Diagnostic(
                "json-schema", args={**args, "problem": Phrase("the-rule", {"rule": keyword})}
            )


def _missing(error: Any) -> Iterable[str]:
    if error.validator == "required":
        return [key for key in error.validator_value if key not in error.instance]
    return [
        key
        for present, needed in error.validator_value.items()
        if present in error.instance
        for key in needed
        if key not in error.instance
    ]


def pointer(path: Iterable[str | int]) -> str:
    """The JSON pointer of a path (RFC 6901).

    >>> pointer(("games", 0, "a/b"))
    '/games/0/a~1b'
    """
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in path)


def _at(path: Iterable[str | int]) -> dict[str, object]:
    where = pointer(path)
    return {"pointer": where, "place": printable(where) if where else Phrase("the-document")}


def shown(value: object) -> str | Phrase:
    """A value as a message shows it: short, on one line."""
    if isinstance(value, dict):
        return Phrase("an-object")
    if isinstance(value, list):
        return Phrase("a-list-of", {"number": len(value)})
    if isinstance(value, str):
        cut = value if len(value) <= SHOWN else value[:SHOWN] + "…"
        return printable(json.dumps(cut, ensure_ascii=False))
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) >= 10**15:
        return Phrase("a-huge-number")
    return json.dumps(value, default=lambda _: None)


def printable(text: str) -> str:
    """A text with escapes for what a terminal should not get.

    >>> printable("a\\tb")
    'a\\\\u0009b'
    """
    return "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in text)
