"""What only a process of its own shows: signals, pipes, full disks, terminals, start-up."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.conftest import CLEAN, PLAYED, WRONG, environment, process

posix = pytest.mark.skipif(os.name == "nt", reason="POSIX only")

SAMPLES = Path(__file__).parents[2] / "samples"

HEAVY = ("typer", "rich", "lark", "jsonschema", "concurrent.futures", "multiprocessing", "csv")

RARE = (
    "pathlib",
    "urllib",
    "whistlog.checks.auction",
    "whistlog.checks.cards",
    "whistlog.checks.causes",
    "whistlog.checks.findings",
    "whistlog.contest.checks",
    "whistlog.notation.lines",
    "whistlog.replay.careful",
    "whistlog.rules.auction",
)
"""Modules that a clean deal of classic whist, and no finding, has no need of."""


def imported(*args: str, cwd: Path) -> set[str]:
    """The modules that a call imports."""
    code = (
        "import sys; from whistlog.__main__ import main; main(sys.argv[1:]); "
        "print(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *args], cwd=cwd, env=environment(), capture_output=True
    )
    return set(done.stderr.decode().split())


def test_the_version_needs_nothing(tmp_path: Path) -> None:
    modules = imported("--version", cwd=tmp_path)
    assert "whistlog" in modules
    assert not modules & {*HEAVY, "typing", "dataclasses", "whistlog.cli", "whistlog.api"}


def test_checking_a_clean_record_needs_no_heavy_library(tmp_path: Path) -> None:
    (tmp_path / "a.whist").write_text(PLAYED)
    modules = imported("check", "a.whist", cwd=tmp_path)
    assert "whistlog.checks" in modules
    assert not modules & {*HEAVY, *RARE}


def test_a_finding_needs_no_rich_without_a_terminal(tmp_path: Path) -> None:
    (tmp_path / "a.whist").write_text(WRONG)
    assert not imported("check", "a.whist", cwd=tmp_path) & {*HEAVY}


def test_notes_in_a_record_need_no_lark(tmp_path: Path) -> None:
    for name in ("annotations", "machine-notes", "letters-fr"):
        (tmp_path / "a.whist").write_bytes((SAMPLES / "clean" / f"{name}.whist").read_bytes())
        assert not imported("check", "a.whist", cwd=tmp_path) & {*HEAVY}


def test_the_version_is_printed(tmp_path: Path) -> None:
    for option in ("--version", "-V"):
        with process(option, cwd=tmp_path) as run:
            out, err = run.communicate()
        assert (run.returncode, err) == (0, b"")
        assert out.startswith(b"whistlog 0.")


def assert_quiet_after_hanging_up(run: subprocess.Popen[bytes], seconds: float) -> None:
    """A process whose output is read no further ends with 141 and says nothing."""
    assert run.stdout is not None
    run.stdout.readline()
    run.stdout.close()
    assert run.wait(seconds) == 141
    assert run.stderr is not None
    assert run.stderr.read() == b""


@posix
@pytest.mark.parametrize("format", ["full", "json"])
def test_a_closed_pipe_ends_quietly(tmp_path: Path, format: str) -> None:
    (tmp_path / "a.whist").write_text("foo\n" * 1900)
    with process("check", "--format", format, "a.whist", cwd=tmp_path) as run:
        assert_quiet_after_hanging_up(run, 20)


@posix
def test_ctrl_c_ends_with_a_short_message(tmp_path: Path) -> None:
    with process("check", "-", cwd=tmp_path) as run:
        assert run.stdin is not None
        run.stdin.write(CLEAN.encode())
        run.stdin.flush()
        time.sleep(1)
        run.send_signal(signal.SIGINT)
        assert run.wait(20) == 130
        assert run.stderr is not None
        assert run.stderr.read() == b"whistlog: interrupted\n"


def two_jobs(folder: Path, deal: str = PLAYED) -> subprocess.Popen[bytes]:
    """A check in two processes, in a session of its own, that has long to do."""
    games = "".join(f"Game {i}\n{deal}\n" for i in range(6_000))
    (folder / "a.whist").write_text(f"{WRONG}\n{games}")
    return subprocess.Popen(
        [sys.executable, "-m", "whistlog", "check", "-j", "2", "-f", "concise", "a.whist"],
        cwd=folder,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


@posix
def test_ctrl_c_stops_all_processes(tmp_path: Path) -> None:
    with two_jobs(tmp_path) as run:
        assert run.stdout is not None
        run.stdout.readline()
        os.killpg(run.pid, signal.SIGINT)
        _, err = run.communicate(timeout=20)
    assert run.returncode == 130
    assert err == b"whistlog: interrupted\n"
    with pytest.raises(ProcessLookupError):
        os.killpg(run.pid, 0)


@posix
def test_a_closed_pipe_stops_all_processes(tmp_path: Path) -> None:
    with two_jobs(tmp_path, WRONG) as run:
        assert_quiet_after_hanging_up(run, 30)
    with pytest.raises(ProcessLookupError):
        os.killpg(run.pid, 0)


@posix
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_the_other_processes_end_with_the_first(tmp_path: Path, number: int) -> None:
    with two_jobs(tmp_path) as run:
        assert run.stdout is not None
        run.stdout.readline()
        run.send_signal(number)
        # Their ends of the pipes are closed only when all of them are gone.
        _, err = run.communicate(timeout=20)
    assert b"Traceback" not in err
    for _ in range(200):
        try:
            os.killpg(run.pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)
    pytest.fail("a process is left")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
@pytest.mark.parametrize(
    "args",
    [
        ("check", "a.whist"),
        ("check", "-f", "json", "a.whist"),
        ("convert", "a.whist"),
        ("score", "a.whist"),
        ("explain",),
        ("rules",),
        ("replay", "a.whist"),
        ("--version",),
        ("--help",),
    ],
)
def test_a_full_disk_is_reported(tmp_path: Path, args: tuple[str, ...]) -> None:
    (tmp_path / "a.whist").write_text(PLAYED)
    with (
        Path("/dev/full").open("wb") as full,
        process(*args, cwd=tmp_path, stdout=full) as run,
    ):
        _, err = run.communicate()
    assert run.returncode == 2
    assert b"no space left" in err
    assert b"Traceback" not in err


@posix
@pytest.mark.parametrize("args", ["--version", "--help", "check --help", "rules"])
def test_a_page_that_nobody_reads_ends_quietly(tmp_path: Path, args: str) -> None:
    shell = f'(sleep 1; "{sys.executable}" -m whistlog {args}; echo $? >&2) | true'
    done = subprocess.run(["sh", "-c", shell], cwd=tmp_path, env=environment(), capture_output=True)
    assert done.stderr == b"141\n"


@posix
@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-", ">&- 2>&- <&-"])
@pytest.mark.parametrize(
    ("args", "status"),
    [
        ("check a.whist", 1),
        ("convert a.whist -o a.json", 0),
        ("fmt --diff a.whist", 1),
        ("score a.whist", 1),
        ("--help", 0),
        ("--version", 0),
        ("check", 2),
        ("check -", 2),
    ],
)
def test_a_closed_output_is_no_mistake(tmp_path: Path, closed: str, args: str, status: int) -> None:
    (tmp_path / "a.whist").write_text(WRONG)
    shell = f'exec "{sys.executable}" -m whistlog {args} {closed}'
    done = subprocess.run(
        ["sh", "-c", shell],
        cwd=tmp_path,
        env=environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
    )
    assert done.returncode == (1 if args == "check -" and "<" not in closed else status)
    assert b"Traceback" not in done.stderr


def on_a_terminal(*args: str, cwd: Path, **more: str) -> tuple[int, str]:
    """Run a command with its output on a terminal."""
    import pty

    master, slave = pty.openpty()
    run = subprocess.Popen(
        [sys.executable, "-m", "whistlog", *args],
        cwd=cwd,
        env=environment(COLUMNS="100", **more),
        stdin=subprocess.DEVNULL,
        stdout=slave,
        stderr=slave,
    )
    os.close(slave)
    output = b""
    while True:
        try:
            block = os.read(master, 4096)
        except OSError:
            break
        if not block:
            break
        output += block
    os.close(master)
    return run.wait(20), output.decode().replace("\r\n", "\n")


@posix
def test_colour_is_for_terminals_and_never_needed(tmp_path: Path) -> None:
    (tmp_path / "a.whist").write_text(WRONG)
    with process("check", "a.whist", cwd=tmp_path) as run:
        plain = run.communicate()[0].decode()
    status, coloured = on_a_terminal("check", "a.whist", cwd=tmp_path)
    assert status == 1
    assert "\x1b[" not in plain
    assert "\x1b[1;31merror[P404]\x1b[0m" in coloured
    import re

    assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == plain
    assert on_a_terminal("check", "a.whist", cwd=tmp_path, NO_COLOR="1") == (1, plain)
    assert on_a_terminal("check", "a.whist", cwd=tmp_path, TERM="dumb") == (1, plain)


def test_colour_can_be_forced(tmp_path: Path) -> None:
    (tmp_path / "a.whist").write_text(WRONG)
    with process("check", "a.whist", cwd=tmp_path, FORCE_COLOR="1") as run:
        assert b"\x1b[" in run.communicate()[0]
    with process("check", "a.whist", cwd=tmp_path, FORCE_COLOR="1", NO_COLOR="1") as run:
        assert b"\x1b[" not in run.communicate()[0]


def test_a_terminal_without_suit_symbols_is_no_reason_to_stop(tmp_path: Path) -> None:
    (tmp_path / "a.whist").write_text(WRONG)
    with process("check", "a.whist", cwd=tmp_path, PYTHONIOENCODING="ascii") as run:
        out, err = run.communicate()
    assert (run.returncode, err) == (1, b"")
    assert rb"\u2660" in out


@posix
def test_completion_is_offered(tmp_path: Path) -> None:
    # It is for the shell that the command is typed in, which is looked for among its parents.
    shell = f'"{sys.executable}" -m whistlog --show-completion; exit $?'
    done = subprocess.run(
        ["bash", "-c", shell], cwd=tmp_path, env=environment(), capture_output=True, check=False
    )
    assert done.returncode == 0
    assert b"_WHISTLOG_COMPLETE" in done.stdout
    with process(
        cwd=tmp_path,
        _WHISTLOG_COMPLETE="complete_bash",
        COMP_WORDS="whistlog ch",
        COMP_CWORD="1",
    ) as run:
        out, _ = run.communicate()
    assert out.split() == [b"check"]
