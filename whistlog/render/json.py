"""One JSON document with all findings and the counts, valid by ``schemas/diagnostics``."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from whistlog.record import NOWHERE
from whistlog.render.base import Excerpts, Output, Summary
from whistlog.render.document import Document

if TYPE_CHECKING:
    from whistlog.diagnostics import Diagnostic
    from whistlog.record import Span

VERSION = 1
"""Version of the document."""


class Json:
    """The format for programs: written as a stream, one diagnostic a line."""

    def __init__(self, output: Output, validate: bool) -> None:
        self._document = Document(
            output,
            "diagnostics",
            VERSION,
            "diagnostics",
            validate=validate,
            others={"summary": summary_dict()},
        )

    def begin(self) -> None:
        """Open the document."""
        self._document.begin()

    def diagnostic(self, found: Diagnostic, excerpts: Excerpts) -> None:
        """Write one object.

        Raises:
            ValueError: what we were about to write does not follow the schema.
        """
        self._document.add(as_dict(found))

    def end(self, summary: Summary) -> None:
        """Close the document with the counts."""
        counts = summary_dict(summary)
        self._document.check([], {"summary": counts})
        self._document.end(f', "summary": {json.dumps(counts)}')


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
