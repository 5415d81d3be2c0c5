"""No sentence stands in the code that shows things or finds faults: it would have one language."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "whistlog"

ROOMS = ("cli", "render", "checks", "contest", "replay", "notation", "notes", "rules")

SENTENCE = re.compile(r"[A-Za-z]{3,}[ ,:;]+[a-z]{2,}")
"""Two words in a row."""

OTHERS = {
    "cli/atomic.py": r"permission denied",  # of the system, by its number
    "cli/inputs.py": r"there is no standard input",
    "cli/stepper.py": r"(next|previous) (trick|deal)",  # names of moves
    "cli/terminal.py": r"bold \w+",  # of styles
    "notation/jsondoc.py": r"(Expecting|Extra|Unterminated|Illegal|Invalid) .*",  # Python's
    "rules/profile.py": r"Short whist|To five points, no honours; .*",  # defaults of a profile
    "rules/profile_file.py": r".*end of document.*",  # the parser's
}
"""What looks like a sentence and is none, or is somebody else's."""


def texts(path: Path) -> Iterator[str]:
    """The texts in a module that are neither documentation nor of an error in a program."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    aside = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr | ast.Assert):
            aside.update(map(id, ast.walk(node) if isinstance(node, ast.Assert) else [node.value]))
        if isinstance(node, ast.Raise) and "CommandError" not in ast.unparse(node):
            aside.update(map(id, ast.walk(node)))
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in aside:
            yield node.value


@pytest.mark.parametrize("room", ROOMS)
def test_no_sentences(room: str) -> None:
    found = []
    for path in sorted((PACKAGE / room).rglob("*.py")):
        name = path.relative_to(PACKAGE).as_posix()
        others = re.compile(OTHERS.get(name, r"(?!)"), re.DOTALL)
        found += [
            (name, text)
            for text in texts(path)
            if SENTENCE.search(text) and not others.fullmatch(text)
        ]
    assert not found
