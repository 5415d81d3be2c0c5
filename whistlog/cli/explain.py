"""``whistlog explain``: the page of a finding, or the list of them all."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from whistlog.cli.errors import CLEAN, CommandError
from whistlog.cli.terminal import output
from whistlog.diagnostics import Entry, catalogue
from whistlog.render import Output


def run(names: Iterable[str] = ()) -> int:
    """Print the page of each finding named; without names, a list of all.

    Raises:
        CommandError: there is no such finding.
    """
    out = output()
    pages = [find(name) for name in names]
    if not pages:
        _print_list(out)
    for i, page in enumerate(pages):
        if i:
            out.write("\n")
        _print_page(out, page)
    return CLEAN


def find(name: str) -> Entry:
    """The entry of a code or a name, in any case.

    Raises:
        CommandError: there is none; the message names those that are spelled like it.
    """
    wanted = name.strip().lower().replace("_", "-")
    entries = catalogue()
    for entry in entries.values():
        if wanted in (entry.code.lower(), entry.name):
            return entry
    raise CommandError(f"there is no finding “{name}”.{suggestion(wanted)}")


def suggestion(wanted: str) -> str:
    """A sentence with the codes or names that resemble what was typed."""
    entries = catalogue().values()
    known = [e.code.lower() for e in entries] + [e.name for e in entries]
    close = get_close_matches(wanted, known, n=3, cutoff=0.6)
    close += [e.name for e in entries if len(wanted) > 2 and wanted in e.name][:3]
    spelled = list(dict.fromkeys(c.upper() if len(c) == 4 else c for c in close))[:4]
    if not spelled:
        return " `whistlog explain` lists them all."
    return f" Did you mean {' or '.join(spelled)}?"


def _print_list(out: Output) -> None:
    longest = max(len(e.name) for e in catalogue().values())
    for e in catalogue().values():
        out.write(
            (f"{e.code}", e.severity), f"  {e.name:<{longest}}  {e.severity:<7}  {e.summary}\n"
        )


def _print_page(out: Output, e: Entry) -> None:
    out.write((f"{e.code} {e.name}", "strong"), " (", (e.severity, e.severity), ")\n\n")
    out.write(_wrapped(e.summary), "\n")
    for title, text in (("Why", e.why), ("What to do", e.fix)):
        if text.strip():
            out.write("\n", (title, "strong"), "\n", _wrapped(text), "\n")
    if e.source:
        out.write("\n", ("Rules", "strong"), f"\n{e.source}\n")
    out.write("\n", (f"In whistlog since {e.since}.", "dim"), "\n")


def _wrapped(text: str) -> str:
    """Paragraphs at a width for reading; lines that are indented or a record stay as they are."""
    import textwrap

    paragraphs = []
    for paragraph in text.strip("\n").split("\n\n"):
        if "\n" in paragraph or paragraph.startswith(" "):
            paragraphs.append(paragraph.rstrip())
        else:
            paragraphs.append(textwrap.fill(paragraph, 88))
    return "\n\n".join(paragraphs)
