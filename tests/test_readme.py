"""The README's commands print what the README shows.

``python tests/test_readme.py`` writes the output of its commands into the README anew.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from whistlog.analysis.solver import available

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
BLOCK = re.compile(r"(?<=```console\n).*?(?=```)", re.S)
COMMAND = re.compile(r"^\$ (.*)\n", re.M)


def run(command: str) -> str:
    """What a command prints, as a person sees it in a terminal without colour."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = os.environ | {
        "PATH": path,
        "NO_COLOR": "1",
        "COLUMNS": "100",
        "WHISTLOG_LANG": "en",
    }
    result = subprocess.run(
        ["bash", "-c", command],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=60,
        check=False,
    )
    return "\n".join(line.rstrip() for line in result.stdout.decode("utf-8").splitlines())


def shown(block: str) -> str:
    """A block with the output of its commands."""
    return "".join(f"$ {c}\n{run(c)}\n" for c in COMMAND.findall(block))


BLOCKS = BLOCK.findall(README.read_text("utf-8"))


@pytest.mark.parametrize("block", BLOCKS, ids=lambda b: COMMAND.findall(b)[0][:50])
def test_commands(block: str) -> None:
    if re.search("whistlog (analyse|annotate)", block) and not available():
        pytest.skip("the native solver is not built")
    assert shown(block) == block


def test_python_example(capsys: pytest.CaptureFixture[str]) -> None:
    found = re.findall(
        r"```python\n(.*?)```\n\nprints\n\n```text\n(.*?)```", README.read_text("utf-8"), re.S
    )
    assert len(found) == 1
    for example, output in found:
        exec(compile(example, "README.md", "exec"), {})
        assert capsys.readouterr().out == output


def test_gate_runs_the_test_command() -> None:
    gate = (ROOT / ".ci" / "run").read_text("utf-8")
    commands = re.findall(r"```sh\n(.*?)\n```", README.read_text("utf-8"), re.S)
    assert len(commands) == 2
    assert commands[1] in gate


if __name__ == "__main__":
    text = README.read_text("utf-8")
    README.write_text(BLOCK.sub(lambda m: shown(m[0]), text), "utf-8")
