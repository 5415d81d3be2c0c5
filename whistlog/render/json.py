"""One JSON document with all findings and the counts, valid by ``schemas/diagnostics``."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from whistlog.record import NOWHERE
from whistlog.render.base import Excerpts, Output, Summary

if TYPE_CHECKING:
    from whistlog.diagnostics import Diagnostic
    from whistlog.record import Span

VERSION = 1
"""Version of the document."""


class Json:
    """The format for programs: written as a stream, one diagnostic a line."""

    def __init__(self, output: Output, validate: bool) -> None:
        self._output = output
        self._validate = validate
        self._comma = ""

    def begin(self) -> None:
        """Open the document."""
        self._output.write(f'{{"version": {VERSION}, "diagnostics": [')

    def diagnostic(self, found: Diagnostic, excerpts: Excerpts) -> None:
        """Write one object.

        Raises:
            ValueError: what we were about to write does not follow the schema.
        """
        value = as_dict(found)
        if self._validate:
            self._check({"version": VERSION, "diagnostics": [value], "summary": summary_dict()})
        self._output.write(f"{self._comma}\n{json.dumps(value, ensure_ascii=False)}")
        self._comma = ","

    def end(self, summary: Summary) -> None:
        """Close the document with the counts."""
        counts = summary_dict(summary)
        if self._validate:
            self._check({"version": VERSION, "diagnostics": [], "summary": counts})
        close = "\n], " if self._comma else "], "
        self._output.write(f'{close}"summary": {json.dumps(counts)}}}\n')

    def _check(self, document: dict[str, Any]) -> None:
        from whistlog.notation.schema import validate

        faults = validate(document, "diagnostics")
        if faults:
            raise ValueError(f"not a valid document of findings: {faults[0].message}")


def as_dict(found: Diagnostic) -> dict[str, Any]:
    """A diagnostic as JSON values: all fields, null where one is not known, and a fix if any.

    Lines and columns are 1-based and count code points; the end column is exclusive.
    """
    value: dict[str, Any] = {
        "code": found.code,
        "name": found.name,
        "severity": str(found.severity),
        "message": found.message,
        "help": found.help,
        "path": found.path,
        **_place(found.span),
        "game": found.game,
        "deal": found.deal,
        "trick": found.trick,
        "seat": found.seat,
        "related": [
            {"message": found.related_message(r), "path": found.path, **_place(r.span)}
            for r in found.related
        ],
    }
    if found.fix is not None:
        value["fix"] = {**_place(found.fix.span), "text": found.fix.text}
    return value


def summary_dict(summary: Summary | None = None) -> dict[str, int]:
    """The counts as JSON values."""
    s = summary or Summary()
    return {
        "files": s.files,
        "games": s.games,
        "deals": s.deals,
        "errors": s.errors,
        "warnings": s.warnings,
        "infos": s.infos,
    }


def _place(span: Span) -> dict[str, int | None]:
    if span == NOWHERE:
        return {"line": None, "column": None, "end_line": None, "end_column": None}
    return {
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
    }


def create(output: Output, validate: bool) -> Json:
    """Make the renderer."""
    return Json(output, validate)
