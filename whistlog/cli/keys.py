"""Single keys from a terminal, on every system that Python runs on."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from typing import Final

NAMES: Final = {
    "[C": "right", "[D": "left", "[A": "up", "[B": "down", "[H": "home", "[F": "end",
    "OC": "right", "OD": "left", "OA": "up", "OB": "down", "OH": "home", "OF": "end",
    "[1~": "home", "[7~": "home", "[4~": "end", "[8~": "end",
    "[5~": "pageup", "[6~": "pagedown",
}  # fmt: skip
"""What terminals send after Escape for the keys that have no letter."""

_WINDOWS: Final = {
    "M": "right", "K": "left", "H": "up", "P": "down", "G": "home", "O": "end",
    "I": "pageup", "Q": "pagedown",
}  # fmt: skip

QUIET: Final = 0.05
"""Seconds after Escape in which the rest of a key arrives."""

SECOND_DIGIT: Final = 0.7
"""Seconds in which a second digit makes a number with two digits."""


@contextlib.contextmanager
def keyboard() -> Iterator[Keyboard]:
    """Read keys as they are pressed; the terminal is as before when the block ends."""
    if sys.platform == "win32":  # pragma: no cover
        yield Keyboard(-1)
        return
    import termios
    import tty

    handle = sys.stdin.fileno()
    before = termios.tcgetattr(handle)
    try:
        # Not raw: Ctrl-C still interrupts, and output is still translated.
        tty.setcbreak(handle)
        yield Keyboard(handle)
    finally:
        termios.tcsetattr(handle, termios.TCSADRAIN, before)


class Keyboard:
    """Gives the keys that are pressed, one by one."""

    def __init__(self, handle: int) -> None:
        self._handle = handle

    def key(self) -> str:
        """Wait for a key and name it.

        Returns:
            A sign as typed, or ``right``, ``left``, ``up``, ``down``, ``home``, ``end``,
            ``pageup``, ``pagedown``, ``escape``; ``""`` when the keyboard is gone.
        """
        if self._handle < 0:  # pragma: no cover
            return _windows_key()
        sign = self._byte()
        if sign != "\x1b":
            return sign
        sequence = ""
        while self._ready(QUIET):
            sequence += self._byte()
            if sequence in NAMES:
                return NAMES[sequence]
            if len(sequence) > 1 and (sequence[-1].isalpha() or sequence[-1] == "~"):
                return ""  # a key that we don't know
        return "escape" if not sequence else ""

    def number(self, first: str, largest: int) -> int:
        """A number of which the first digit has been typed; waits for a second if it can be."""
        if int(first) * 10 <= largest and self._ready(SECOND_DIGIT):
            second = self._byte()
            if second.isdecimal():
                return int(first + second)
        return int(first)

    def waiting(self, seconds: float) -> bool:
        """Wait for a key for so long; whether one can be had (or only waited for)."""
        return self._handle < 0 or self._ready(seconds)

    def _ready(self, seconds: float) -> bool:
        if self._handle < 0:  # pragma: no cover
            return False
        import select

        return bool(select.select([self._handle], [], [], seconds)[0])

    def _byte(self) -> str:
        data = os.read(self._handle, 1)
        if not data:
            raise EOFError
        return data.decode("latin-1")


def _windows_key() -> str:  # pragma: no cover
    import msvcrt

    sign: str = msvcrt.getwch()  # type: ignore[attr-defined,unused-ignore]
    if sign == "\x03":
        raise KeyboardInterrupt
    if sign in "\x00\xe0":
        return _WINDOWS.get(msvcrt.getwch(), "")  # type: ignore[attr-defined,unused-ignore]
    return "escape" if sign == "\x1b" else sign
