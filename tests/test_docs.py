"""The documentation's own examples are right."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from whistlog import check
from whistlog.notation.reader import read_record

DOCS = Path(__file__).parent.parent / "docs"
EXAMPLES = re.findall(r"```whist\n(.*?)```", (DOCS / "record-format.md").read_text("utf-8"), re.S)


@pytest.mark.parametrize("text", EXAMPLES)
def test_examples_of_the_format_are_understood(text: str) -> None:
    record, diagnostics = read_record(text)
    assert record.games
    assert not diagnostics, [d.message for d in diagnostics]
    assert not [d.message for d in check(text) if d.severity == "error"]


def test_links_lead_somewhere() -> None:
    pages = [*DOCS.glob("*.md"), *DOCS.parent.glob("*.md")]
    broken = [
        f"{page.name}: {target}"
        for page in pages
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text("utf-8"))
        if not (page.parent / target).exists()
    ]
    assert not broken
