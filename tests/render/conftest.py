"""Findings to render, of kinds that only these tests know."""

from __future__ import annotations

import io

import pytest

from whistlog.diagnostics import Diagnostic, Related, registry
from whistlog.diagnostics.registry import Entry
from whistlog.record import Span
from whistlog.render import Excerpts, StreamOutput, Summary, create

ENTRIES = {
    "revoke": Entry(
        "revoke",
        "P901",
        "error",
        "a card of another suit",
        "{seat} played {card} to a {suit} lead.",
        help="Look at both cards.",
        why="The suit led must be followed.",
        fix="Correct the card.",
        notes={"proof": "Here is the {suit}."},
    ),
    "odd-tag": Entry("odd-tag", "S902", "warning", "an unknown word", "“{word}” is not known."),
    "hint": Entry("hint", "I903", "info", "a remark", "Hands are not recorded."),
}

TEXT = """\
Deal 1
Dealer: W
 1. N: A♥  3♥  6♣  K♥
 2. N: 2♥  5♥  7♥  9♥
 3. W: 2♦  5♦  4♥  9♦
"""

REVOKE = Diagnostic(
    "revoke",
    Span(3, 16, 3, 18),
    {"seat": "South", "card": "6♣", "suit": "heart"},
    (Related("proof", Span(5, 16, 5, 18)),),
    path="club/game 1.whist",
    game=1,
    deal=1,
    trick=1,
    seat="S",
)


@pytest.fixture(autouse=True)
def _entries(monkeypatch: pytest.MonkeyPatch) -> None:
    known = {**registry.catalogue(), **ENTRIES}
    monkeypatch.setattr(registry, "catalogue", lambda language="en": known)
    monkeypatch.setattr(
        "whistlog.diagnostics.values.entry", lambda name, language="en": known[name]
    )
    monkeypatch.setattr("whistlog.render.sarif.catalogue", lambda language="en": ENTRIES)


@pytest.fixture
def excerpts() -> Excerpts:
    return Excerpts.of_lines(enumerate(TEXT.splitlines(), start=1))


@pytest.fixture
def show(excerpts: Excerpts):
    """Render findings in a format and return the text."""

    def render(format: str, *findings: Diagnostic, lines: Excerpts | None = None) -> str:
        stream = io.StringIO()
        renderer = create(format, StreamOutput(stream))
        summary = Summary(files=1, games=1, deals=1)
        renderer.begin()
        for found in findings:
            summary.add(found.severity)
            renderer.diagnostic(found, excerpts if lines is None else lines)
        renderer.end(summary)
        return stream.getvalue()

    return render
