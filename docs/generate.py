"""Write the pages that follow from the catalogues of findings and notes and from the samples.

    python docs/generate.py            # write the pages that are out of date
    python docs/generate.py --check    # only say which they are; exit status 1 if any
    python docs/generate.py --results  # also write anew what the samples are expected to give

The pages are ``docs/diagnostics.md``, ``docs/gallery.md``, ``docs/checks.md``,
``docs/notes.md`` and ``samples/README.md``. The expected results of ``samples/faulty`` and the
JSON twins of ``samples/clean`` are data that tests hold, so they are only written when asked
for: look at what changed before it is kept.
"""

from __future__ import annotations

import contextlib
import dataclasses
import io
import json
import os
import re
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import whistlog
from whistlog.cli.check import run
from whistlog.diagnostics.registry import Entry, catalogue
from whistlog.notes import registry as notes
from whistlog.render import Excerpts, StreamOutput, create
from whistlog.render.json import as_dict

ROOT = Path(__file__).resolve().parent.parent
SAMPLES = ROOT / "samples"
FAULTY = SAMPLES / "faulty"

GROUPS = {
    "F": "Files",
    "S": "What is written",
    "C": "Cards and tricks",
    "T": "The turn-up and trumps",
    "P": "The play",
    "G": "Tricks, points and the order of deals",
    "A": "Auction and kitty",
    "J": "JSON documents",
    "R": "Rule profiles",
}
"""Headings by the letter of the code."""

NOTE_GROUPS = {
    "L": "Leads",
    "S": "Second hand",
    "T": "Third hand",
    "F": "Fourth hand",
    "G": "Winning cheaply, throwing away, counting",
    "D": "Discards",
    "P": "Signals",
    "I": "Inferences",
    "X": "The score",
    "C": "Coups",
    "BW": "Bid whist",
}
"""Headings of the observations by the letters of the code."""

WIDTH = 100
"""Columns of a sample's line that a page shows."""

LINES = 24
"""Lines of a sample that a page shows before it cuts some out."""


@dataclass(frozen=True)
class Result:
    """What whistlog says about a faulty sample.

    Attributes:
        document: as in ``NAME.expected.json``.
        command: what to type.
        text: what is printed.
    """

    document: dict[str, Any]
    command: str
    text: str


@cache
def index() -> dict[str, dict[str, Any]]:
    """``samples/index.toml``."""
    return tomllib.loads((SAMPLES / "index.toml").read_text(encoding="utf-8"))


def faulty(name: str) -> Path | None:
    """The failing sample of a finding, or None if it has none."""
    for suffix in (".whist", ".json", ".toml"):
        path = FAULTY / (name + suffix)
        if path.exists():
            return path
    return None


def fixed(path: Path) -> Path:
    """The corrected record of a failing one."""
    return path.with_name(path.stem + ".fixed" + path.suffix)


def result(path: Path) -> Result:
    """Run whistlog on a faulty or fixed sample in the way that shows its fault."""
    with contextlib.chdir(path.parent):
        name = path.name
        if path.suffix == ".toml":
            return _profile(name)
        subject = path.name.split(".")[0]
        if subject == "json-unreadable-line":
            return _convert(name)
        options = index()["options"].get(subject, {})
        typed = "".join(
            f" --{key}" if value is True else f" --{key} {value}" for key, value in options.items()
        )
        document = json.loads(_printed(name, "json", options))
        for found in document["diagnostics"]:
            del found["path"]
        return Result(document, f"whistlog check{typed} {name}", _printed(name, "full", options))


def _printed(name: str, format: str, options: dict[str, Any]) -> str:
    stream = io.StringIO()
    with contextlib.redirect_stdout(stream):
        run([name], format=format, **options)
    return stream.getvalue()


def _profile(name: str) -> Result:
    _, found = whistlog.load_profile(name)
    try:
        lines = Path(name).read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError:
        lines = []
    return _rendered(found, lines, f"whistlog check --rules {name} game.whist")


def _convert(name: str) -> Result:
    record, _ = whistlog.read(name)
    assert record is not None
    found: whistlog.api.Diagnostics = ()
    try:
        whistlog.to_json(record)
    except ValueError as refused:
        found = tuple(
            dataclasses.replace(d, path=name)
            for d in refused.diagnostics  # type: ignore[attr-defined]
        )
    lines = Path(name).read_text(encoding="utf-8").splitlines()
    return _rendered(found, lines, f"whistlog convert {name}")


def _rendered(found: whistlog.api.Diagnostics, lines: list[str], command: str) -> Result:
    stream = io.StringIO()
    renderer = create("full", StreamOutput(stream))
    documents = []
    for diagnostic in found:
        renderer.diagnostic(diagnostic, Excerpts.of_lines(enumerate(lines, start=1)))
        documents.append(as_dict(diagnostic))
        del documents[-1]["path"]
    return Result({"diagnostics": documents}, command, stream.getvalue())


def expected(path: Path) -> Path:
    """The file with the expected result of a faulty sample."""
    return path.with_name(path.stem + ".expected.json")


# Pages


def pages() -> dict[Path, str]:
    """The generated pages by path."""
    return {
        ROOT / "docs" / "diagnostics.md": diagnostics_page(),
        ROOT / "docs" / "gallery.md": gallery_page(),
        ROOT / "docs" / "checks.md": checks_page(),
        ROOT / "docs" / "notes.md": notes_page(),
        SAMPLES / "README.md": samples_page(),
    }


NOTE = "<!-- Written by docs/generate.py; change the catalogue or the samples instead. -->\n"


def _groups() -> Iterator[tuple[str, list[Entry]]]:
    entries = list(catalogue().values())
    for letter in sorted({e.code[0] for e in entries}, key=list(GROUPS).index):
        yield GROUPS[letter], [e for e in entries if e.code[0] == letter]


def _anchor(entry: Entry) -> str:
    return f"{entry.code.lower()}-{entry.name}"


def diagnostics_page() -> str:
    """Every finding: what it is, why it matters, a record that shows it, what to do."""
    parts = [
        NOTE,
        "# Diagnostics\n",
        "Everything that whistlog can find, by code. A code never changes its meaning, and a\n"
        "name says the same in words: both can be given to `whistlog explain`, and to\n"
        "`--select` and `--ignore` of `whistlog check`. An *error* fails a check, a *warning*\n"
        "only with `--strict`, *info* never. What each of them prints in full is in the\n"
        "[gallery](gallery.md); the records are in [samples/faulty](../samples/faulty).\n",
        "| code | name | severity | |\n|---|---|---|---|",
    ]
    for _, entries in _groups():
        parts += [
            f"| [{e.code}](#{_anchor(e)}) | `{e.name}` | {e.severity} | {e.summary} |"
            for e in entries
        ]
    for heading, entries in _groups():
        parts.append(f"\n## {heading}\n")
        parts += [_entry(entry) for entry in entries]
    return "\n".join(parts)


def _entry(entry: Entry) -> str:
    path = faulty(entry.name)
    parts = [
        f"### {entry.code} {entry.name}",
        f"*{entry.severity}*: {entry.summary}",
        f"**Why.** {_flat(entry.why)}",
    ]
    if path is None:
        parts.append(f"**Message.** {_plain(entry.message)}")
        parts.append(f"**No sample.** {_reason(entry.name)}")
    else:
        found = result(path)
        mine = next(d for d in found.document["diagnostics"] if d["name"] == entry.name)
        parts.append(f"**A sample that shows it**: [{path.name}](../samples/faulty/{path.name})")
        parts.append(_fenced(_shown(path, mine["line"] or 1), _kind(path)))
        parts.append(f"**Message.** {mine['message']}")
        if mine["help"]:
            parts.append(f"**Help.** {mine['help']}")
    if entry.fix:
        if _is_sentence(entry.fix):
            parts.append(f"**What to do.** {_flat(entry.fix)}")
        else:
            parts += ["**What to do**, for example:", _fenced(entry.fix.strip())]
    if path is not None:
        good = fixed(path)
        parts.append(f"**Corrected**: [{good.name}](../samples/faulty/{good.name})")
        parts.append(_fenced(_changes(path, good), "diff"))
    source = f"[Rules](sources.md): {entry.source}. " if entry.source else ""
    parts.append(f"{source}Since {entry.since}.")
    return "\n\n".join(part.strip("\n") for part in parts) + "\n"


def _is_sentence(text: str) -> bool:
    return text.rstrip().endswith(".") and "\n" not in text.strip() and text[:1].isupper()


def _plain(message: str) -> str:
    return re.sub(r"\{(\w+)\}", r"⟨\1⟩", _flat(message))


def _flat(text: str) -> str:
    return " ".join(text.replace("{{", "{").replace("}}", "}").split())


def _reason(name: str) -> str:
    return str(index()["no-sample"].get(name, "None yet."))


def gallery_page() -> str:
    """Every faulty sample with what whistlog prints about it."""
    parts = [
        NOTE,
        "# Gallery of findings\n",
        "Every failing record of [samples/faulty](../samples/faulty), and what whistlog prints\n"
        "about it. What the findings mean is on the page on [diagnostics](diagnostics.md).\n",
    ]
    for heading, entries in _groups():
        shown = [(e, path) for e in entries if (path := faulty(e.name)) is not None]
        if shown:
            parts.append(f"## {heading}\n")
        for entry, path in shown:
            found = result(path)
            parts.append(f"### {entry.code} {entry.name}\n")
            first = found.document["diagnostics"][0]["line"] or 1
            parts.append(_fenced(_shown(path, first), _kind(path)))
            parts.append(_fenced(f"$ {found.command}\n{_cut_lines(found.text)}"))
    without = [e for e in catalogue().values() if faulty(e.name) is None]
    parts.append("## Without a sample\n")
    parts += [f"- **{e.code} {e.name}**: {_reason(e.name)}" for e in without]
    return "\n".join(parts) + "\n"


def checks_page() -> str:
    """The catalogue of checks: for each what makes it, and a record that shows it."""
    parts = [
        NOTE,
        "# The catalogue of checks\n",
        "Every check of the catalogue of rules (F1 to F5), the findings that make it, and a\n"
        "failing sample of each. *Needs* is what a record must hold for the check to be made:\n"
        "**D** the hands, **P** the play, **T** the turn-up or the dealer, **S** the lines with\n"
        "figures, **A** the auction and the kitty. Where it is missing the check is silent, or\n"
        "says that it can't be decided.\n",
    ]
    without = []
    for section, table in checks().items():
        parts += [f"## {section} {table['title']}\n", "| check | needs | findings | samples |"]
        parts.append("|---|---|---|---|")
        for row in table["rows"]:
            if "without" in row:
                without.append(f"- **{row['check']}** ({section}): {row['without']}")
                parts.append(f"| `{row['check']}` | {row['needs']} | not made, see below | |")
                continue
            entries = [catalogue()[name] for name in row["findings"]]
            found = ", ".join(
                f"[{e.code}](diagnostics.md#{_anchor(e)}) `{e.name}` ({e.severity})"
                for e in entries
            )
            if "remark" in row:
                found += f": {row['remark']}"
            samples = ", ".join(
                f"[{path.name}](../samples/faulty/{path.name})"
                for e in entries
                if (path := faulty(e.name)) is not None
            )
            parts.append(f"| `{row['check']}` | {row['needs']} | {found} | {samples} |")
        parts.append("")
    parts += ["## What is not checked\n", *without, ""]
    parts.append(
        "Not detectable from any record: cards exposed, signals by voice, a wrong shuffle or cut,\n"
        "who gathered the tricks, which cards were exchanged unless the discards are written down."
    )
    return "\n".join(parts) + "\n"


@cache
def checks() -> dict[str, Any]:
    """``docs/checks.toml``."""
    return tomllib.loads((ROOT / "docs" / "checks.toml").read_text(encoding="utf-8"))


def notes_page() -> str:
    """Every observation of the annotator: what it looks at, when it is silent, on whose word."""
    parts = [
        NOTE,
        "# Notes\n",
        "What `whistlog annotate` looks at, by code. An observation says of a play that it\n"
        "*follows* a rule of the game or *departs* from it, or remarks on it without judging\n"
        "(*neutral*). It knows only what the player could know at that moment, unless it is\n"
        "marked as *seen afterwards*. A departure is no mistake: only what a play cost can say\n"
        "that. The severity of a departure is 0 (for information) to 3 (serious).\n",
        "A *school* is one tradition of teaching: `hoyle` (1743 to 1800), `cavendish` (the long\n"
        "suit with the old leads), `american` (American leads), `modern` (advice to beginners\n"
        "today). A note is made only if the school that judges holds the observation. The keys of\n"
        "the sources are explained under [sources](sources.md). Where the cards of\n"
        "[Cavendish's 39 model hands](sources.md) allow a count, it is given how often their\n"
        "players do what the rule says; the conditions of the counts were simpler than these.\n",
        "| code | name | tier | schools | severity | |\n|---|---|---|---|---|---|",
    ]
    groups: dict[str, list[notes.Entry]] = {letters: [] for letters in NOTE_GROUPS}
    for entry in sorted(notes.catalogue().values(), key=lambda e: e.code):
        groups[entry.code.rstrip("0123456789")].append(entry)
    for entries in groups.values():
        parts += [
            f"| [{e.code}](#{e.code.lower()}-{e.name}) | `{e.name}` | {e.tier} |"
            f" {', '.join(e.schools)} | {e.severity} | {e.summary} |"
            for e in entries
        ]
    for letters, entries in groups.items():
        if entries:
            parts.append(f"\n## {NOTE_GROUPS[letters]}\n")
            parts += [_observation(entry) for entry in entries]
    return "\n".join(parts)


def _observation(entry: notes.Entry) -> str:
    marks = [entry.tier, ", ".join(entry.schools), f"severity {entry.severity}"]
    if entry.hindsight:
        marks.append("needs the analysis" if entry.needs else "seen afterwards")
    parts = [
        f"### {entry.code} {entry.name}",
        f"*{'; '.join(marks)}*: {entry.summary}",
        f"**When.** {_flat(entry.when)}",
    ]
    if entry.exceptions:
        parts.append(f"**Except.** {_flat(entry.exceptions)}")
    parts.append(f"**Why.** {_flat(entry.why)}")
    if entry.explains:
        parts.append(f"**Explains** departures from {', '.join(entry.explains)}.")
    if entry.instead:
        parts.append(f"**Speaks instead of** {', '.join(entry.instead)}, of the same fault.")
    says = [f"- `{key}`: {_plain(words)}" for key, words in entry.sentences.items()]
    parts.append("**Says**\n\n" + "\n".join(says))
    records = ", ".join(
        f"[{path.name}](../samples/notes/{path.name})"
        for kind in ("fires", "not")
        if (path := SAMPLES / "notes" / f"{entry.code}-{kind}.whist").exists()
    )
    if records:
        parts.append(f"**Samples**: {records}.")
    rate = ""
    if entry.rate is not None:
        rate = f" Followed {entry.rate[0]} times of {entry.rate[1]} in the model hands."
    parts.append(f"[Source](sources.md): {entry.source}.{rate}")
    return "\n\n".join(parts) + "\n"


def samples_page() -> str:
    """The index of the samples."""
    parts = [
        NOTE,
        "# Samples\n",
        "The conformance suite of the record format. `tests/test_samples.py` holds all that is\n"
        "said here: clean records check clean, survive the formatter and the way to JSON and\n"
        "back; faulty records give exactly what stands beside them; printed hands show their\n"
        "printed faults and nothing else.\n",
        "- `clean/`: records of every feature; some have a twin in JSON.\n"
        "- `faulty/`: for each finding a record `NAME.whist` (or `.json`, or a rule profile\n"
        "  `.toml`) that shows it, `NAME.expected.json` with what `whistlog check --format json`\n"
        "  says about it (without the path), and `NAME.fixed.whist`, the same record corrected.\n"
        "- `profiles/`: rule profiles that some of the faulty records need.\n"
        "- `historical/`: hands from old books, with their misprints left as they stand.\n"
        "- `notes/`: for each observation of the [annotator](../docs/notes.md) a record in which\n"
        "  it speaks (`CODE-fires.whist`) and one in which it must not (`CODE-not.whist`); their\n"
        "  first line says at which play.\n"
        "- `index.toml`: what the samples show; this page is made from it by\n"
        "  `docs/generate.py`.\n",
        "The deals and players are invented, but for the historical hands.\n",
        "To add a diagnostic: put its record and the corrected one into `faulty/`, run\n"
        "`python docs/generate.py --results`, and read what it wrote.\n",
        "## Clean\n",
        "| record | shows | remarks |\n|---|---|---|",
    ]
    for name, about in sorted(index()["clean"].items()):
        twin = SAMPLES / "clean" / f"{name}.json"
        json_too = f", [JSON](clean/{name}.json)" if twin.exists() else ""
        remarks = ", ".join(f"`{r}`" for r in about.get("remarks", ()))
        parts.append(f"| [{name}](clean/{name}.whist){json_too} | {about['text']} | {remarks} |")
    parts += ["\n## Historical\n", "| record | source | fault in print |\n|---|---|---|"]
    for name, about in sorted(index()["historical"].items()):
        faults = ", ".join(
            f"`{f['name']}` at trick {f['trick']}, {f['seat']}" for f in about.get("faults", ())
        )
        parts.append(f"| [{name}](historical/{name}.whist) | {about['text']} | {faults} |")
    parts += ["\n## Faulty\n", "| code | record | |\n|---|---|---|"]
    for entry in catalogue().values():
        path = faulty(entry.name)
        if path is not None:
            parts.append(
                f"| {entry.code} | [{path.name}](faulty/{path.name}),"
                f" [corrected](faulty/{fixed(path).name}) | {entry.summary} |"
            )
    return "\n".join(parts) + "\n"


# Showing samples


def _kind(path: Path) -> str:
    return {".json": "json", ".toml": "toml"}.get(path.suffix, "whist")


def _lines(path: Path) -> list[str]:
    """A sample's lines as they can be shown: what can't be seen is made visible."""
    data = path.read_bytes()
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        if b"\0" in data:
            rows = [data[i : i + 16].hex(" ") for i in range(0, min(len(data), 64), 16)]
            return [*rows, "..."] if len(data) > 64 else rows
        text = data.decode("utf-8", "backslashreplace")
    if not text.strip():
        return ["(empty)"]
    lines = text.removesuffix("\n").split("\n")
    return [_cut("".join(_picture(c) for c in line)) for line in lines]


def _picture(char: str) -> str:
    return chr(0x2400 + ord(char)) if ord(char) < 32 else char


def _cut(line: str) -> str:
    return line if len(line) <= WIDTH else line[: WIDTH - 1] + "…"


def _cut_lines(text: str) -> str:
    return "\n".join(_picture_line(line) for line in text.rstrip("\n").split("\n"))


def _picture_line(line: str) -> str:
    return line if len(line) <= 400 else line[:399] + "…"


def _shown(path: Path, around: int) -> str:
    """The sample, cut in the middle where it is long, but never at the line in question."""
    lines = _lines(path)
    if len(lines) <= LINES:
        return "\n".join(lines)
    keep = {*range(6), *range(around - 4, around + 2), *range(len(lines) - 3, len(lines))}
    shown: list[str] = []
    for i, line in enumerate(lines):
        if i in keep:
            shown.append(line)
        elif shown[-1] != "...":
            shown.append("...")
    return "\n".join(shown)


def _changes(bad: Path, good: Path) -> str:
    """The lines that the correction takes out and puts in."""
    from difflib import unified_diff

    before, after = _lines(bad), _lines(good)
    diff = [d for d in unified_diff(before, after, n=0, lineterm="") if d[:3] not in ("---", "+++")]
    lines = [d for d in diff if not d.startswith("@@")]
    return "\n".join(lines if len(lines) <= LINES else [*lines[:8], "...", *lines[-4:]])


def _fenced(text: str, kind: str = "text") -> str:
    return f"```{kind}\n{text}\n```\n"


# Data


def results() -> dict[Path, str]:
    """The expected results and the JSON twins, by path."""
    found = {}
    for name in catalogue():
        path = faulty(name)
        if path is not None:
            found[expected(path)] = _json(result(path).document)
    for twin in sorted((SAMPLES / "clean").glob("*.json")):
        record, _ = whistlog.read(twin.with_suffix(".whist"))
        assert record is not None
        found[twin] = whistlog.to_json(record)
    return found


def _json(document: dict[str, Any]) -> str:
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def main(arguments: list[str]) -> int:
    """Write or check the pages; return the exit status."""
    unknown = set(arguments) - {"--check", "--results"}
    if unknown:
        print(__doc__)
        return 2
    old = []
    texts = results() if "--results" in arguments else {}
    if "--check" not in arguments:
        _write(texts)
        texts = {}
    texts |= pages()
    for path, text in texts.items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            old.append(path)
    for path in old:
        print(f"out of date: {path.relative_to(ROOT)}")
    if "--check" in arguments:
        return 1 if old else 0
    _write({path: texts[path] for path in old})
    return 0


def _write(texts: dict[Path, str]) -> None:
    for path, text in texts.items():
        with path.open("w", encoding="utf-8", newline="\n") as stream:
            stream.write(text)


if __name__ == "__main__":
    os.environ["NO_COLOR"] = "1"
    sys.exit(main(sys.argv[1:]))
