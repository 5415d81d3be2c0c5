"""A player's own profile: read, validated, and every fault in it found at once.

Only needed for files, so that the built-in profiles load without `jsonschema`.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from whistlog._files import data_dir
from whistlog.diagnostics.values import Diagnostic
from whistlog.record import NOWHERE, Span
from whistlog.rules.profile import LARGEST, Profile, from_table, profile_names
from whistlog.sentences.phrases import Listed, Phrase, reason_of

if TYPE_CHECKING:
    from jsonschema import ValidationError


def read(path: Path) -> tuple[Profile | None, tuple[Diagnostic, ...]]:
    """Read a profile from a file.

    Returns:
        The profile, or None when the file can't be used, and its faults in the order of the
        lines that they blame.
    """
    text, reason = _text(path)
    if text is None:
        return None, (_diagnostic("profile-unreadable", path, NOWHERE, reason=reason),)
    try:
        table = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        span, reason = _toml_fault(text, error)
        return None, (_diagnostic("profile-not-toml", path, span, reason=reason),)
    faults = tuple(sorted(_faults(path, text, table), key=lambda d: d.sort_key))
    if faults:
        return None, faults
    return from_table(path.stem, table), ()


def unknown(name: str, *, path: str = "", span: Span = NOWHERE) -> Diagnostic:
    """The finding for a profile name that does not exist."""
    names = profile_names()
    return Diagnostic(
        "profile-unknown",
        span,
        {"profile": _short(name), "names": ", ".join(names), "hint": _hint(name, names)},
        path=path,
    )


@cache
def schema() -> Mapping[str, Any]:
    """The JSON Schema of a profile (draft 2020-12)."""
    text = (data_dir("schemas") / "profile.schema.json").read_text(encoding="utf-8")
    loaded: Mapping[str, Any] = json.loads(text)
    return loaded


def _text(path: Path) -> tuple[str | None, object]:
    """The text of a file, or None and the reason."""
    try:
        if path.exists() and not path.is_file():
            return None, Phrase("no-file")
        with path.open("rb") as stream:
            data = stream.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        return None, reason_of(error)
    if len(data) > LARGEST:
        return None, Phrase("larger-than", {"kilobytes": LARGEST // 1024})
    try:
        return data.decode("utf-8-sig"), ""
    except UnicodeDecodeError as error:
        return None, Phrase("byte-not-utf8", {"offset": error.start})


def _toml_fault(text: str, error: Exception) -> tuple[Span, object]:
    # The parser's own reasons are English: they come as they are.
    reason = str(error)
    found = re.search(r" \(at (?:line (\d+), column (\d+)|end of document)\)$", reason)
    if isinstance(error, RecursionError):
        return NOWHERE, Phrase("brackets-without-end")
    if found is None:
        return NOWHERE, reason
    reason = reason[: found.start()]
    if found[1] is None:
        lines = text.rstrip().split("\n")
        return _point(len(lines), len(lines[-1]) + 1), reason
    return _point(int(found[1]), int(found[2])), reason


def _point(line: int, column: int) -> Span:
    return Span(line, column, line, column + 1)


def _faults(path: Path, text: str, table: Mapping[str, Any]) -> Iterator[Diagnostic]:
    from jsonschema import Draft202012Validator

    places = _places(text)
    sound = True
    for error in Draft202012Validator(schema()).iter_errors(table):
        sound = False
        yield from _fault(path, places, error)
    extended = table.get("extends")
    if isinstance(extended, str) and extended and extended not in profile_names():
        yield unknown(extended, path=str(path), span=_place(places, ("extends",)))
    elif sound:
        yield from _idle(path, places, table)


def _idle(path: Path, places: _Places, table: Mapping[str, Any]) -> Iterator[Diagnostic]:
    """Keys that have no effect beside what the file, or the profile it extends, says."""
    profile = from_table(path.stem, table)
    useless: list[tuple[str, ...]] = []
    if profile.bid is None:
        useless += [("bid",), ("game", "lose")]
    if profile.trump_source in ("auction", "none"):
        useless.append(("honours",))
    for at in useless:
        if at[0] in table and (len(at) == 1 or at[1] in table[at[0]]):
            yield _diagnostic(
                "profile-key-useless",
                path,
                _place(places, at),
                pointer=_pointer(at),
                key=_spelled(at),
                source=profile.trump_source,
            )
    idle: list[tuple[tuple[str, ...], str]] = []
    game = table.get("game", {})
    if "value" in game and "target" not in game:
        idle.append((("game", "value"), "no target"))
    if "long_values" in game and game.get("value") != "long":
        idle.append((("game", "long_values"), 'no value = "long"'))
    if profile.bid is not None:
        bid = table.get("bid", {})
        idle += [(("bid", k), other) for k, other in profile.bid.idle().items() if k in bid]
    for at, other in idle:
        yield _diagnostic(
            "profile-key-idle",
            path,
            _place(places, at),
            pointer=_pointer(at),
            key=_spelled(at),
            other=other,
        )
    if profile.bid is not None and profile.kitty < 1:
        at = ("bid", "hand") if "hand" in table["bid"] else ("bid", "jokers")
        yield _diagnostic(
            "profile-no-kitty",
            path,
            _place(places, at),
            pointer=_pointer(at),
            hand=profile.hand_size,
            pack=52 + profile.bid.jokers,
        )


def _fault(path: Path, places: _Places, error: ValidationError) -> Iterator[Diagnostic]:
    """Say what one violation of the schema means for the file."""
    where = tuple(error.absolute_path)
    part: Any = error.schema
    instance: Any = error.instance
    if error.validator == "not":
        if not isinstance(instance, dict):
            return  # of the wrong kind, which is reported
        at = (*where, part["not"]["required"][0])
        source = instance["source"]
        yield _diagnostic(
            "profile-key-useless",
            path,
            _place(places, at),
            pointer=_pointer(at),
            key=_spelled(at),
            source=source,
        )
    elif error.validator == "additionalProperties":
        known = tuple(part["properties"])
        for key in sorted(set(instance) - set(known)):
            at = (*where, key)
            yield _diagnostic(
                "profile-key-unknown",
                path,
                _place(places, at),
                pointer=_pointer(at),
                key=_spelled(at),
                known=", ".join(known),
                hint=_hint(key, known),
            )
    elif error.validator in ("required", "anyOf"):
        if error.validator == "required":
            # The message names the one key that is missing; the rest is only in the schema.
            key = next(k for k in part["required"] if repr(k) in error.message)
            if any(get_close_matches(other, [key]) for other in instance):
                return  # misspelt, which is reported
        else:
            if set(instance) - set(part["properties"]):
                return  # of unknown keys, which are reported, one may be meant
            key = Listed((option["required"][0] for option in part["anyOf"]), "or")
        yield _diagnostic(
            "profile-key-missing",
            path,
            _place(places, where),
            pointer=_pointer(where),
            table=_spelled(where),
            key=key,
        )
    else:
        yield _diagnostic(
            "profile-value",
            path,
            _place(places, where),
            pointer=_pointer(where),
            key=_spelled(where),
            written=_written(instance),
            expected=_expected(part),
        )


def _expected(part: Mapping[str, Any]) -> Phrase:
    """What a value must be, in words, from its schema."""
    if "enum" in part:
        return Phrase("one-of", {"words": ", ".join(f'"{word}"' for word in part["enum"])})
    kind = part.get("type")
    if kind == "boolean":
        return Phrase("true-or-false")
    if kind == "integer":
        return Phrase("whole-number", {"least": part["minimum"], "most": part["maximum"]})
    if kind == "array":
        key = "list-of-different-words" if part.get("uniqueItems") else "list-of-words"
        return Phrase(key, {"most": part["maxItems"], "each": _expected(part["items"])})
    if kind == "object":
        return Phrase("table-with", {"keys": ", ".join(part["properties"])})
    return Phrase("line-in-quotes", {"most": part["maxLength"]})


def _written(value: object) -> str | Phrase:
    """A value as it stands in a TOML file, or nearly so."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int) and value.bit_length() > 256:
        return Phrase("many-digits")
    if isinstance(value, str):
        return _short(json.dumps(value, ensure_ascii=False))
    if isinstance(value, Mapping):
        return Phrase("a-table")
    if isinstance(value, Sequence):
        return Phrase("a-list")
    return _short(str(value))


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "..."


def _spelled(where: Sequence[str | int]) -> str | Phrase:
    """A place in the file as a player would say it: ``[game] target``, ``[trump] order 2``."""
    if not where:
        return Phrase("the-file")
    words = [str(part + 1) if isinstance(part, int) else part for part in map(_short_part, where)]
    if len(words) > 1 or where[0] in _TABLES:
        words[0] = f"[{words[0]}]"
    return " ".join(words)


_TABLES: Final = ("trump", "score", "game", "bid", "honours", "rubber", "penalty")


def _short_part(part: str | int) -> str | int:
    return _short(part) if isinstance(part, str) else part


def _pointer(where: Sequence[str | int]) -> str:
    """A JSON pointer (RFC 6901)."""
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in where)


def _hint(word: str, known: Sequence[str]) -> str | Phrase:
    close = get_close_matches(word[:80].lower(), known, n=1)
    return Phrase("hint", {"name": close[0]}) if close else ""


_Places = dict[tuple[str, ...], Span]

_HEADER: Final = re.compile(r"\s*\[\s*([\w-]+)\s*\]")
_KEY: Final = re.compile(r"\s*(([\w-]+)(?:\s*\.\s*([\w-]+))?)\s*=")


def _places(text: str) -> _Places:
    """Where the tables and the keys of a file stand: enough to point at a line."""
    places: _Places = {}
    table: tuple[str, ...] = ()
    for number, line in enumerate(text.split("\n"), start=1):
        if header := _HEADER.match(line):
            table = (header[1],)
            start, end = line.index("["), header.end()
        elif key := _KEY.match(line):
            start, end = key.span(1)
            place = Span(number, start + 1, number, end + 1)
            if key[3]:
                places.setdefault((*table, key[2]), place)
                places.setdefault((*table, key[2], key[3]), place)
            else:
                places.setdefault((*table, key[2]), place)
            continue
        else:
            continue
        places.setdefault(table, Span(number, start + 1, number, end + 1))
    return places


def _place(places: _Places, where: Sequence[str | int]) -> Span:
    """The place of a key, or of the nearest table around it."""
    names = tuple(map(str, where))
    while names:
        if names in places:
            return places[names]
        names = names[:-1]
    return NOWHERE


def _diagnostic(name: str, path: Path, span: Span, **args: object) -> Diagnostic:
    return Diagnostic(name, span, {"file": path.name, **args}, path=str(path))
