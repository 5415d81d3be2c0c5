"""Stepping through deals with keys, on the whole screen of a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from whistlog.cli.errors import CommandError
from whistlog.cli.keys import Keyboard, keyboard
from whistlog.cli.screens import screen
from whistlog.cli.terminal import console
from whistlog.render import board
from whistlog.replay import positions
from whistlog.sentences.tables import say

if TYPE_CHECKING:
    from whistlog.cli.asked import Chosen
    from whistlog.replay.values import Position

_MOVES: Final = {
    "n": "next", "right": "next", " ": "next", "\n": "next", "\r": "next",
    "p": "back", "left": "back", "\x7f": "back", "\b": "back",
    "down": "next trick", "up": "previous trick",
    "home": "first", "end": "last",
    "]": "next deal", "d": "next deal", "pagedown": "next deal",
    "[": "previous deal", "u": "previous deal", "pageup": "previous deal",
    "q": "quit", "escape": "quit", "\x04": "quit",
}  # fmt: skip

PATIENCE: Final = 0.5
"""Seconds after which we look whether the window has changed its size."""


class Walk:
    """One deal, and where in it we are."""

    def __init__(self, shown: Chosen, trick: int | None = None) -> None:
        self.shown = shown
        self.positions: list[Position] = list(positions(shown.deal.replay))
        self.at = 0
        if trick is not None:
            self.go_to(trick)

    def go_to(self, trick: int) -> None:
        """Go to the start of a trick; stay if there is none of this number."""
        tricks = self.shown.deal.replay.tricks
        for i, position in enumerate(self.positions):
            starts = position.number == 0 and position.card is not None
            if starts and tricks[position.trick].number == trick:
                self.at = i
                return

    def step_trick(self, forward: bool) -> None:
        """Go to the start of the next trick, or of this one, or of the one before."""
        starts = [i for i, p in enumerate(self.positions) if p.number == 0]
        if forward:
            self.at = min((i for i in starts if i > self.at), default=len(self.positions) - 1)
        else:
            self.at = max((i for i in starts if i < self.at), default=0)

    def move(self, move: str) -> None:
        """Follow a key."""
        last = len(self.positions) - 1
        if move == "next":
            self.at = min(self.at + 1, last)
        elif move == "back":
            self.at = max(self.at - 1, 0)
        elif move == "first":
            self.at = 0
        elif move == "last":
            self.at = last
        else:
            self.step_trick(move == "next trick")


def step_through(deals: Iterator[Chosen], trick: int | None) -> bool:
    """Step through deals until the person quits.

    Returns:
        Whether there was no deal at all.
    """
    first = next(deals, None)
    if first is None:
        return True
    if trick is not None and all(t.number != trick for t in first.deal.replay.tricks):
        raise CommandError(say("no-trick", deal=first.number, trick=trick))
    from rich.text import Text

    terminal = console(sys.stdout)
    walks = [Walk(first, trick)]
    at = 0
    with keyboard() as keys, terminal.screen(hide_cursor=True) as full:
        while True:
            walk, size = walks[at], terminal.size
            lines = screen(walk.shown, walk.positions, walk.at, size.width, size.height)
            pieces = [p for line in lines for p in (*board.coloured(line), "\n")]
            full.update(Text.assemble(*pieces, no_wrap=True, overflow="crop"))
            while not keys.waiting(PATIENCE) and terminal.size == size:
                pass
            if terminal.size != size:
                continue
            move = _next_move(keys, walk)
            if move == "quit":
                return False
            if move == "next deal":
                if at + 1 == len(walks):
                    following = next(deals, None)
                    if following is None:
                        continue
                    walks.append(Walk(following))
                at += 1
            elif move == "previous deal":
                at = max(0, at - 1)
            elif move:
                walks[at].move(move)


def _next_move(keys: Keyboard, walk: Walk) -> str | None:
    """The move that the next key means; a number is followed at once."""
    try:
        key = keys.key()
        if key.isdecimal():
            tricks = walk.shown.deal.replay.tricks
            walk.go_to(keys.number(key, max((t.number for t in tricks), default=0)))
            return None
    except EOFError:
        return "quit"
    return _MOVES.get(key)
