"""The command line, run in this process, and records to run it on."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple, Protocol

import pytest

from whistlog.cli import run

ROOT = Path(__file__).parents[2]

CLEAN = """\
Event:  Tuesday club
North:  Ana
East:   Bruno
South:  Carla
West:   Davi

Deal 1
Dealer: W
Trump:  5♦
Tricks: NS 8, EW 5
Score:  NS 2, EW 0

Deal 2
Dealer: N
Trump:  5♣
Tricks: NS 9, EW 4
Score:  NS 5, EW 0
"""
"""A finished game of which only the results were written down."""

PLAYED = """\
Deal 1
Dealer: E
Trump:  5♦
N: ♠ Q 9 5  ♥ 6  ♦ 9 7 2  ♣ A K J 8 7 2
E: ♠ K J 10  ♥ Q J 7 3  ♦ A J 6 5  ♣ Q 9
S: ♠ A 7 4 3  ♥ A 9  ♦ Q 10 8 4 3  ♣ 10 6
W: ♠ 8 6 2  ♥ K 10 8 5 4 2  ♦ K  ♣ 5 4 3

 1. S: 3♠  6♠  9♠  J♠  -> E
 2. E: 9♣  10♣ 5♣  8♣  -> S
 3. S: A♥  4♥  6♥  Q♥  -> S
 4. S: 7♠  2♠  Q♠  10♠ -> N
 5. N: 7♦  J♦  3♦  K♦  -> W
 6. W: 5♥  2♣  3♥  9♥  -> S
 7. S: 4♠  8♠  5♠  K♠  -> E
 8. E: Q♣  6♣  4♣  J♣  -> E
 9. E: 7♥  Q♦  8♥  K♣  -> S
10. S: 8♦  2♥  9♦  A♦  -> E
11. E: J♥  4♦  10♥ A♣  -> S
12. S: A♠  3♣  7♣  5♦  -> E
13. E: 6♦  10♦ K♥  2♦  -> S
Tricks: NS 7, EW 6
Score:  NS 1, EW 0
"""
"""A deal with all of its cards."""


WRONG = PLAYED.replace("Q♠  10♠ -> N", "Q♠  10♠ -> S")
"""The same deal with a wrong winner in trick 4, on line 12."""

UNREADABLE = PLAYED.replace("8♠", "ZZ")
"""The same deal with a card that can't be read, on line 15."""

UNFINISHED = "Dealer: W\nTrump: 4♠\n 1. N: A♥  3♥  6♥  K♥\n"
"""A warning, and no error."""


class Result(NamedTuple):
    """What a command did."""

    status: int
    out: str
    err: str


class Command(Protocol):
    """Runs a command."""

    def __call__(self, *args: str | Path, stdin: str | bytes = b"") -> Result: ...


def in_process(*args: str | Path, stdin: str | bytes = b"") -> Result:
    """Run the command line in this process."""
    data = stdin.encode() if isinstance(stdin, str) else stdin
    streams = sys.stdin, sys.stdout, sys.stderr
    out, err = io.BytesIO(), io.BytesIO()
    ours = (
        io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"),
        io.TextIOWrapper(out, encoding="utf-8", write_through=True),
        io.TextIOWrapper(err, encoding="utf-8", write_through=True),
    )
    sys.stdin, sys.stdout, sys.stderr = ours
    try:
        status = run([str(a) for a in args])
        return Result(status, out.getvalue().decode(), err.getvalue().decode())
    finally:
        sys.stdin, sys.stdout, sys.stderr = streams


@pytest.fixture
def whistlog(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Command:
    """The command line in an empty folder, with mistakes of its own raised."""
    monkeypatch.setenv("WHISTLOG_TRACEBACK", "1")
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    return in_process


def environment(**more: str) -> dict[str, str]:
    """The environment of a process of its own."""
    kept = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "FORCE_COLOR")}
    return {**kept, "PYTHONPATH": str(ROOT), "TERM": "xterm", **more}


def process(
    *args: str | Path, cwd: Path | None = None, stdout: object = subprocess.PIPE, **more: str
) -> subprocess.Popen[bytes]:
    """Start the command line as a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "whistlog", *map(str, args)],
        stdin=subprocess.PIPE,
        stdout=stdout,  # type: ignore[arg-type]
        stderr=subprocess.PIPE,
        cwd=cwd,
        env=environment(**more),
    )
