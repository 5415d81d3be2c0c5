"""``whistlog explain``: the page of a finding or an observation, or the list of a group or of all.

Findings are what ``check`` reports (codes of a letter and three digits), observations are what
``annotate`` looks at (a letter or two, and two digits).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches

from whistlog.cli.errors import CLEAN, CommandError
from whistlog.cli.terminal import output
from whistlog.diagnostics import Entry, catalogue
from whistlog.notes import registry
from whistlog.render import Output
from whistlog.sentences.phrases import Listed
from whistlog.sentences.spoken import spoken
from whistlog.sentences.tables import say

Page = Entry | registry.Entry


def _pages() -> list[Page]:
    """The findings, then the observations."""
    return [*catalogue(spoken()).values(), *registry.catalogue(spoken()).values()]


def _kind(page: Page) -> str:
    """What is listed beside a name: the severity of a finding, or that it is an observation."""
    return page.severity if isinstance(page, Entry) else "note"


def run(names: Iterable[str] = ()) -> int:
    """Print the page of each finding named, and the list of each group (``P``, ``P4``).

    Without names, the list of all. What is not known is said at the end.

    Raises:
        CommandError: there is no such finding or observation.
    """
    out = output()
    unknown = []
    printed = False
    names = tuple(names)
    for name in names:
        try:
            found = find(name)
        except CommandError as error:
            unknown.append(str(error))
            continue
        if printed:
            out.write("\n")
        printed = True
        if len(found) > 1 or (is_group(name) and found[0].code.lower() != name.strip().lower()):
            _print_list(out, found)
        else:
            _print_page(out, found[0])
    if not names:
        _print_list(out, _pages())
    if unknown:
        raise CommandError("\nwhistlog: ".join(unknown))
    return CLEAN


def find(name: str) -> tuple[Page, ...]:
    """The entry of a code or a name, or all those of a group, in any case.

    Raises:
        CommandError: there is none; the message names those that are spelled like it.
    """
    wanted = name.strip().lower().replace("_", "-")
    entries = _pages()
    found: tuple[Page, ...] = tuple(e for e in entries if wanted in (e.code.lower(), e.name))
    if not found and is_group(name):
        found = tuple(e for e in entries if e.code.lower().startswith(wanted))
    if not found:
        raise CommandError(say("no-page", name=name, hint=suggestion(wanted)))
    return found


def is_group(name: str) -> bool:
    """Whether a name may be the beginning of codes: ``P``, ``P4``, ``P40`` or ``BW``."""
    wanted = name.strip()
    letters = wanted.rstrip("0123456789")
    return len(wanted) < 4 and letters.isalpha() and len(letters) < 3


def suggestion(wanted: str) -> str:
    """A sentence with the codes or names that resemble what was typed."""
    entries = _pages()
    known = [e.code.lower() for e in entries] + [e.name for e in entries]
    close = get_close_matches(wanted, known, n=3, cutoff=0.6)
    close += [e.name for e in entries if len(wanted) > 2 and wanted in e.name][:3]
    spelled = list(dict.fromkeys(c.upper() if c[-1].isdecimal() else c for c in close))[:4]
    if not spelled:
        return say("explain-lists")
    return say("did-you-mean", names=Listed(spelled, "or"))


def _print_list(out: Output, pages: Sequence[Page]) -> None:
    longest = max(len(e.name) for e in pages)
    widest = max(len(say(kind)) for kind in ("error", "warning", "info", "note"))
    for e in pages:
        kind = _kind(e)
        words = say(kind)
        out.write((f"{e.code}", kind), f"  {e.name:<{longest}}  {words:<{widest}}  {e.summary}\n")


def _print_page(out: Output, e: Page) -> None:
    kind = _kind(e)
    out.write((f"{e.code} {e.name}", "strong"), " (", (say(kind), kind), ")\n\n")
    out.write(_wrapped(e.summary), "\n")
    if isinstance(e, Entry):
        parts = [("why", e.why), ("what-to-do", e.fix)]
    else:
        parts = [("when", e.when), ("but", e.exceptions), ("why", e.why)]
        parts += [("schools", ", ".join(e.schools))]
        if e.hindsight:
            key = "afterwards-analysis" if e.needs else "afterwards-text"
            parts.append(("afterwards", say(key)))
        if e.rate is not None:
            followed, asked = e.rate
            parts.append(("model-deals", say("model-deals-text", followed=followed, asked=asked)))
    for title, text in parts:
        if text.strip():
            out.write("\n", (say(f"page-{title}"), "strong"), "\n", _wrapped(text), "\n")
    if e.source:
        title = say("page-rules" if isinstance(e, Entry) else "page-sources")
        out.write("\n", (title, "strong"), f" ({say('see-sources')})\n{e.source}\n")
    if isinstance(e, Entry):
        out.write("\n", (say("since", version=e.since), "dim"), "\n")


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
