"""The documentation's own examples are right."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from whistlog import check
from whistlog.diagnostics import catalogue
from whistlog.notation.reader import read_record
from whistlog.notes.registry import catalogue as observations

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


def quoted() -> set[str]:
    """The keys of sources that the catalogue and the page on rules quote."""
    texts = [entry.source for entry in catalogue().values()]
    texts.append((DOCS / "rules.md").read_text("utf-8"))
    key = r"\b(?:[RB]\d\d|AMB-\d\d|[ADE]\d|F[1-5]|Part [A-Z]|CAV|HOF|EQ|GBH|RFC \d+)\b"
    return {found for text in texts for found in re.findall(key, text)}


def test_every_source_that_is_quoted_is_explained() -> None:
    page = (DOCS / "sources.md").read_text("utf-8")
    explained = set(re.findall(r"^\| ([A-Z]+(?:[- ]?[\dA-Z]+)?|Part G)\b", page, re.M))
    explained |= {f"F{number}" for number in range(1, 6)}
    assert len(quoted()) > 60
    assert quoted() - explained == set()


def test_every_book_on_the_play_is_explained() -> None:
    page = (DOCS / "sources.md").read_text("utf-8")
    first = re.findall(r"^\| ([A-Z][^|]*) \|", page, re.M)
    explained = {key.split()[0] for cell in first for key in cell.split(",")}
    for entry in observations().values():
        for place in entry.source.split(";"):
            assert place.split()[0].rstrip(".,") in explained, (entry.code, place)


def test_no_section_of_a_page_stands_twice() -> None:
    for page in (*DOCS.glob("*.md"), DOCS.parent / "README.md"):
        text = re.sub(r"^```.*?^```", "", page.read_text("utf-8"), flags=re.M | re.S)
        titles = re.findall(r"^## .*", text, re.M)
        assert len(titles) == len(set(titles)), page.name
