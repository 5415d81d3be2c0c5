from __future__ import annotations

import io
import sys

import pytest

from whistlog.cli import terminal
from whistlog.cli.terminal import Bar


class Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


def watched(monkeypatch: pytest.MonkeyPatch) -> Screen:
    """Make standard error a terminal."""
    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "80")
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    return screen


def test_long_work_shows_a_bar_that_goes_away(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    screen = watched(monkeypatch)
    monkeypatch.setattr(terminal, "PATIENCE", 0)
    bar = Bar("Checking", 200)
    bar.advance(100)
    assert "Checking" in screen.getvalue()
    assert "50 %" in screen.getvalue()
    print("found")
    assert capsys.readouterr().out == "found\n"
    bar.pause()
    paused = len(screen.getvalue())
    assert screen.getvalue().endswith(("\x1b[2K", "\x1b[?25h", "\r"))
    bar.close()
    bar.advance(100)
    assert len(screen.getvalue()) == paused


def test_short_work_shows_none(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = watched(monkeypatch)
    bar = Bar("Checking", 200)
    bar.advance(200)
    bar.close()
    assert screen.getvalue() == ""


def test_there_is_none_without_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    monkeypatch.setattr(terminal, "PATIENCE", 0)
    bar = Bar("Checking", 200)
    bar.advance(100)
    assert sys.stderr.getvalue() == ""  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("environment", "colour"),
    [
        ({}, True),
        ({"NO_COLOR": "1"}, False),
        ({"NO_COLOR": ""}, True),
        ({"TERM": "dumb"}, False),
        ({"TERM": "dumb", "FORCE_COLOR": "1"}, True),
        ({"NO_COLOR": "1", "FORCE_COLOR": "1"}, False),
    ],
)
def test_when_there_is_colour(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], colour: bool
) -> None:
    screen = watched(monkeypatch)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert terminal.wants_colour(screen) is colour
