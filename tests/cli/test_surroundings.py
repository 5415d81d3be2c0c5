"""Every command, one after the other in a process of its own, in other surroundings."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import PLAYED, WRONG, environment

COMMANDS = {
    "check a.whist": 1,
    "check --diff a.whist": 1,
    "check -f github a.whist": 1,
    "fmt --diff b.whist": 1,
    "replay b.whist": 0,
    "score b.whist": 0,
    "analyse b.whist": 0,
    "annotate --samples 20 b.whist": 0,
    "annotate --diff --no-expected b.whist": 1,
    "annotate --summary --no-analysis b.whist": 0,
    "explain revoke-inferred L01": 0,
    "rules bid": 0,
    "--messages fr explain P4": 0,
    "--messages fr check c.whist": 2,
    "check --help": 0,
    "check --no-such-option": 2,
    "rules ♠": 2,
    "convert b.whist": 0,
    "check -f json a.whist": 1,
    "check -f sarif a.whist": 1,
    "analyse -f json b.whist": 0,
}
"""Each with its status. The last ones write for programs, in UTF-8 whatever the terminal knows."""

FOR_PROGRAMS = 4

CODE = """\
import sys
from whistlog.__main__ import main
for line in open("commands", encoding="utf-8"):
    status = main(line.split())
    print("\\n==", status, flush=True)
    print("==", file=sys.stderr, flush=True)
"""


def all_commands(folder: Path, **more: str) -> tuple[list[bytes], bytes]:
    """What each command prints, with its status, and all that goes to standard error."""
    (folder / "a.whist").write_text(WRONG, encoding="utf-8")
    (folder / "b.whist").write_text(PLAYED, encoding="utf-8")
    (folder / "commands").write_text("\n".join(COMMANDS), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", CODE],
        cwd=folder,
        env=environment(**more),
        stdin=subprocess.DEVNULL,
        capture_output=True,
    )
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr
    return re.findall(rb".*?\n== \d\n", done.stdout, re.DOTALL), done.stderr


@pytest.fixture(scope="module")
def usual(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[bytes], bytes]:
    return all_commands(tmp_path_factory.mktemp("usual"))


def statuses(printed: list[bytes]) -> list[int]:
    return [int(text[-2:]) for text in printed]


def test_each_has_its_status(usual: tuple[list[bytes], bytes]) -> None:
    assert statuses(usual[0]) == list(COMMANDS.values())


def test_nothing_depends_on_assertions_or_docstrings(
    tmp_path: Path, usual: tuple[list[bytes], bytes]
) -> None:
    assert all_commands(tmp_path, PYTHONOPTIMIZE="2") == usual


@pytest.mark.parametrize(
    "more",
    [
        {"PYTHONIOENCODING": "ascii"},
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    ],
)
def test_what_a_terminal_cannot_show_is_escaped(
    tmp_path: Path, usual: tuple[list[bytes], bytes], more: dict[str, str]
) -> None:
    printed, said = all_commands(tmp_path, **more)
    assert statuses(printed) == statuses(usual[0])
    assert said.isascii()
    assert b"".join(printed[: -FOR_PROGRAMS - 1]).isascii()
    assert rb"\u2660" in b"".join(printed)
    assert printed[-FOR_PROGRAMS - 1 :] == usual[0][-FOR_PROGRAMS - 1 :]


@pytest.mark.parametrize("columns", ["1", "20", "many"])
def test_a_narrow_window_changes_help_only(
    tmp_path: Path, usual: tuple[list[bytes], bytes], columns: str
) -> None:
    printed, said = all_commands(tmp_path, COLUMNS=columns, TERM="dumb")
    helping = list(COMMANDS).index("check --help")
    assert said == usual[1]
    assert [*printed[:helping], *printed[helping + 1 :]] == [
        *usual[0][:helping],
        *usual[0][helping + 1 :],
    ]
