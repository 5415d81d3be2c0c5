from __future__ import annotations

import os
import re
import select
import subprocess
import sys
import time
from pathlib import Path

import pytest

import whistlog as whistlog_api
from tests.cli.conftest import CLEAN, PLAYED, UNFINISHED, WRONG, Command, environment
from whistlog.api import Report
from whistlog.cli.asked import Chosen
from whistlog.cli.screens import screen
from whistlog.record import Header
from whistlog.render.base import width
from whistlog.replay import positions


def test_all_tricks_of_a_deal(whistlog: Command) -> None:
    Path("a.whist").write_text("North: Ana\n\n" + PLAYED)
    status, out, err = whistlog("replay", "a.whist")
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "Deal 1"
    assert lines[1] == "Dealer E, trump ♦ (5♦ turned up)."
    assert lines[3].strip() == "N Ana"
    assert lines[4].strip() == "♠ Q 9 5"
    assert "♥ K 10 8 5 4 2" in out
    tricks = [line for line in lines if re.match(r"[ \d]\d\. ", line)]
    assert len(tricks) == 13
    assert tricks[0].split() == (
        ["1.", "S", "3♠", "W", "6♠", "N", "9♠", "E", "J♠", "E", "wins", "NS", "0,", "EW", "1"]
    )
    assert tricks[12].endswith("NS 7, EW 6")
    assert lines[-1] == "Tricks: NS 7, EW 6. Points: NS 1, EW 0. Score: NS 1, EW 0."


@pytest.mark.parametrize(
    "end", ["", "Unfinished:\n", "Winner: NS\n", "Misdeal: a card was exposed\n"]
)
def test_where_nothing_was_decided_no_points_are_told(whistlog: Command, end: str) -> None:
    Path("a.whist").write_text(UNFINISHED + end)
    _, out, _ = whistlog("replay", "a.whist")
    assert out.splitlines()[-1] == "12 tricks are not recorded."


def test_irregularities_stand_below_their_trick(whistlog: Command) -> None:
    lines = whistlog("replay", "-", stdin=WRONG).out.splitlines()
    (at,) = [i for i, line in enumerate(lines) if "P404" in line]
    assert lines[at - 1].startswith(" 4.")
    assert "N wins (written: S)" in lines[at - 1]


def test_one_deal_and_one_trick(whistlog: Command) -> None:
    Path("a.whist").write_text(CLEAN + "\nGame 2\n" + PLAYED)
    assert "\nDeal 2" in whistlog("replay", "a.whist").out
    assert whistlog("replay", "a.whist", "--deal", "2").out.startswith("Deal 2")
    out = whistlog("replay", "a.whist", "--game", "2", "--deal", "1", "--trick", "13").out
    assert "\n13. " in out
    assert "12. " not in out


@pytest.mark.parametrize(
    "args",
    [
        ("--deal", "9"),
        ("--game", "2"),
        ("--trick", "14"),
        ("--step",),
        ("--rules", "none"),
    ],
)
def test_what_is_not_there_is_said(whistlog: Command, args: tuple[str, ...]) -> None:
    Path("a.whist").write_text(PLAYED)
    status, _, err = whistlog("replay", "a.whist", *args)
    assert status == 2
    assert err.startswith("whistlog: ")


def test_files_that_cannot_be_replayed(whistlog: Command) -> None:
    assert whistlog("replay", "none").status == 2
    Path("a.txt").write_text("Event: x\n")
    assert whistlog("replay", "a.txt").status == 1
    Path("b.txt").write_bytes(b"\0" * 100)
    assert whistlog("replay", "b.txt").status == 2


def test_annotations_and_unknown_hands(whistlog: Command) -> None:
    text = UNFINISHED.replace("6♥ ", "6♥ {South is short} ") + "{a good start}\n"
    out = whistlog("replay", "-", stdin=text).out
    assert "6♥: {South is short}" in out
    assert "a good start" in out


def test_json_is_replayed_like_text(whistlog: Command) -> None:
    Path("a.whist").write_text(PLAYED)
    whistlog("convert", "a.whist", "-o", "a.json")
    assert whistlog("replay", "a.json") == whistlog("replay", "a.whist")


class Terminal:
    """A replay on a terminal of its own, driven by keys."""

    def __init__(
        self, *args: str, cwd: Path, size: tuple[int, int] = (100, 50), **more: str
    ) -> None:
        import fcntl
        import pty
        import termios

        self.master, slave = pty.openpty()
        self.resize(*size)
        self.run = subprocess.Popen(
            [sys.executable, "-m", "whistlog", "replay", *args],
            cwd=cwd,
            env=environment(**more),
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(slave, termios.TIOCSCTTY, 0),
        )
        os.close(slave)

    def resize(self, columns: int, rows: int) -> None:
        """Give the window another size."""
        import fcntl
        import struct
        import termios

        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def read(self, until: str) -> str:
        """Read the screen, to its last line, until it shows a text."""
        shown = b""
        end = time.monotonic() + 15
        while time.monotonic() < end:
            if select.select([self.master], [], [], 0.2)[0]:
                try:
                    shown += os.read(self.master, 65536)
                except OSError:
                    break
                text = re.sub(r"\x1b\[[\d;?]*[a-zA-Z]", "", shown.decode(errors="replace"))
                if until in text and "q quit" in text[text.rindex(until) :]:
                    return text.replace("\r", "")
        raise AssertionError(f"{until!r} was not shown, but {shown.decode(errors='replace')}")

    def press(self, keys: str, until: str) -> str:
        """Press keys and read the screen."""
        os.write(self.master, keys.encode())
        return self.read(until)

    def close(self, keys: str) -> int:
        """Press keys that end the replay, and return its status."""
        os.write(self.master, keys.encode())
        end = time.monotonic() + 15
        while self.run.poll() is None and time.monotonic() < end:
            if select.select([self.master], [], [], 0.1)[0]:
                try:
                    os.read(self.master, 65536)
                except OSError:
                    break
        status = self.run.wait(15)
        os.close(self.master)
        return status


@pytest.mark.skipif(os.name == "nt", reason="no pseudo-terminals")
def test_stepping_with_keys(tmp_path: Path) -> None:
    (tmp_path / "a.whist").write_text(CLEAN + "\nGame 2\n" + PLAYED)
    terminal = Terminal("a.whist", "--game", "2", cwd=tmp_path)
    screen = terminal.read("q quit")
    assert "S leads 3♠ next" in screen
    assert "The turn-up 5♦ of E lies on the table." in screen
    assert "Tricks won: NS 0, EW 0." in screen
    assert "♠ A 7 4 3" in screen
    assert "W plays 6♠ next" in terminal.press("n", "q quit")
    assert re.search("♠ A 7 4 *\n", terminal.press("p\x1b[C", "W plays 6♠ next."))
    assert "S leads 3♠ next" in terminal.press("\x1b[D", "q quit")
    assert "Trick 1 was S 3♠  W 6♠  N 9♠  E J♠, E wins." in terminal.press("\x1b[B", "q quit")
    assert "S leads 7♠ next" in terminal.press("4", "Trick 4 of 13")
    assert "E leads J♥ next" in terminal.press("11", "Trick 11 of 13")
    last = terminal.press("\x1b[F", "the end of the record")
    assert "Tricks won: NS 7, EW 6." in last
    assert "Score: NS 1, EW 0." in last
    assert "turn-up" not in last.split("Trick 13 of 13")[1]
    assert "S leads 3♠ next" in terminal.press("\x1b[H", "Trick 1 of 13")
    assert terminal.close("q") == 0


@pytest.mark.skipif(os.name == "nt", reason="no pseudo-terminals")
def test_stepping_from_deal_to_deal(tmp_path: Path) -> None:
    (tmp_path / "a.whist").write_text(PLAYED + "\n" + PLAYED.replace("Deal 1", "Deal 2"))
    terminal = Terminal("a.whist", "--trick", "2", cwd=tmp_path, NO_COLOR="1")
    assert "E leads 9♣ next" in terminal.read("q quit")
    assert "Trick 1 of 13" in terminal.press("]", "Deal 2")
    terminal.press("]x[", "Deal 1")
    assert terminal.close("\x03") == 130


@pytest.mark.skipif(os.name == "nt", reason="no pseudo-terminals")
def test_the_screen_fits_the_window_and_follows_its_size(tmp_path: Path) -> None:
    (tmp_path / "a.whist").write_text(PLAYED)
    terminal = Terminal("a.whist", cwd=tmp_path, size=(80, 24))
    assert "Tricks won: NS 0, EW 0." in terminal.read("1-13 go to trick")
    terminal.resize(50, 15)
    assert "E ♠ K J 10  ♥ Q J 7 3  ♦ A J 6 5  ♣ Q 9" in terminal.read("q quit")
    terminal.resize(50, 8)
    assert "Window too small: " in terminal.read("q quit")
    terminal.resize(100, 50)
    assert "Tricks won: NS 0, EW 0." in terminal.read("1-13 go to trick")
    assert terminal.close("q") == 0


SAMPLES = sorted((Path(__file__).parents[2] / "samples").rglob("*.whist"))


@pytest.mark.parametrize("size", [(80, 24), (50, 15), (200, 60), (12, 4), (1, 1)])
def test_no_screen_is_larger_than_its_window(size: tuple[int, int]) -> None:
    columns, rows = size
    for path in SAMPLES[::3]:
        for game in whistlog_api.score(whistlog_api.parse(path.read_text("utf-8", "replace"))[0]):
            for report in game:
                found = Report(1, deal=report, diagnostics=report.diagnostics)
                deal = Chosen(str(path), Header(()), 1, found)
                walk = list(positions(report.replay))
                for at in {0, len(walk) // 2, len(walk) - 1}:
                    lines = screen(deal, walk, at, columns, rows)
                    assert len(lines) <= rows
                    assert max(map(width, lines)) <= columns
                    if rows >= 15:
                        assert lines[-1].endswith("q quit")
                        tricks = report.replay.tricks
                        assert not tricks or any(x.startswith("Trick ") for x in lines)
                    if rows == 24:
                        assert any(x.startswith("Tricks won: ") for x in lines)
                        assert not any("too small" in x for x in lines)
