"""SARIF 2.1.0, the format of code-scanning services; one run, rules from the catalogue."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

from whistlog import __version__
from whistlog.diagnostics import catalogue
from whistlog.record import NOWHERE
from whistlog.render.base import Excerpts, Output, Summary
from whistlog.sentences.spoken import spoken

if TYPE_CHECKING:
    from whistlog.diagnostics import Diagnostic, Entry
    from whistlog.record import Span

SCHEMA: Final = "https://json.schemastore.org/sarif-2.1.0.json"

_LEVELS: Final = {"error": "error", "warning": "warning", "info": "note"}


class Sarif:
    """The format written as a stream: the tool and its rules first, then the results."""

    def __init__(self, output: Output) -> None:
        self._output = output
        self._comma = ""
        self._index: dict[str, int] = {}

    def begin(self) -> None:
        """Open the log with every rule of the catalogue."""
        rules = list(catalogue(spoken()).values())
        self._index = {e.name: i for i, e in enumerate(rules)}
        driver = {
            "name": "whistlog",
            "version": __version__,
            "rules": [_rule(e) for e in rules],
        }
        self._output.write(
            f'{{"$schema": {json.dumps(SCHEMA)}, "version": "2.1.0", "runs": [{{"tool": '
            f"{json.dumps({'driver': driver}, ensure_ascii=False)}, "
            '"columnKind": "unicodeCodePoints", "results": ['
        )

    def diagnostic(self, found: Diagnostic, excerpts: Excerpts) -> None:
        """Write one result."""
        result: dict[str, Any] = {
            "ruleId": found.code,
            "ruleIndex": self._index[found.name],
            "level": _LEVELS[found.severity],
            "message": {"text": found.message + (f"\n{found.help}" if found.help else "")},
            "locations": [_location(found.path, found.span)],
        }
        if found.related:
            result["relatedLocations"] = [
                {
                    "id": i,
                    "message": {"text": found.related_message(r)},
                    **_location(found.path, r.span),
                }
                for i, r in enumerate(found.related)
            ]
        if found.fix is not None:
            artifact = _location(found.path, found.fix.span)["physicalLocation"]
            change = {
                "artifactLocation": artifact["artifactLocation"],
                "replacements": [
                    {
                        "deletedRegion": artifact["region"],
                        "insertedContent": {"text": found.fix.text},
                    }
                ],
            }
            result["fixes"] = [{"artifactChanges": [change]}]
        known = {
            key: value
            for key, value in (
                ("game", found.game),
                ("deal", found.deal),
                ("trick", found.trick),
                ("seat", found.seat),
            )
            if value is not None
        }
        if known:
            result["properties"] = known
        self._output.write(f"{self._comma}\n{json.dumps(result, ensure_ascii=False)}")
        self._comma = ","

    def end(self, summary: Summary) -> None:
        """Close the log."""
        self._output.write("\n]}]}\n" if self._comma else "]}]}\n")


def _rule(e: Entry) -> dict[str, Any]:
    rule: dict[str, Any] = {
        "id": e.code,
        "name": e.name,
        "shortDescription": {"text": e.summary},
        "defaultConfiguration": {"level": _LEVELS[e.severity]},
    }
    if e.why:
        rule["fullDescription"] = {"text": e.why.strip()}
    if e.fix:
        rule["help"] = {"text": e.fix.strip()}
    return rule


def _location(path: str, span: Span) -> dict[str, Any]:
    physical: dict[str, Any] = {"artifactLocation": {"uri": quote(path.replace("\\", "/"))}}
    if span != NOWHERE:
        physical["region"] = {
            "startLine": span.line,
            "startColumn": span.column,
            "endLine": span.end_line,
            "endColumn": span.end_column,
        }
    return {"physicalLocation": physical}


def create(output: Output, validate: bool) -> Sarif:
    """Make the renderer."""
    return Sarif(output)
