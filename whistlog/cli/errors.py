"""Exit statuses, and the one exception with which a command ends early."""

from __future__ import annotations

from typing import Final

CLEAN: Final = 0
FOUND: Final = 1
"""Errors were found (with ``--strict``: errors or warnings)."""
USAGE: Final = 2
"""A wrong command line, or input that can't be read."""
OWN_FAULT: Final = 70
"""A mistake in whistlog itself."""
INTERRUPTED: Final = 130
BROKEN_PIPE: Final = 141
"""What a shell reports for a process that wrote to a closed pipe."""


class CommandError(Exception):
    """A command can't go on; the message is for the person who typed it.

    Attributes:
        status: the exit status.
    """

    def __init__(self, message: str, status: int = USAGE) -> None:
        super().__init__(message)
        self.status = status


def missing(path: str, game: int | None, deal: int | None) -> CommandError:
    """What is to be raised where there is no deal of those asked for."""
    from whistlog.sentences.tables import say

    if game is None and deal is None:
        return CommandError(say("no-deal-in", path=path), FOUND)
    asked = (("in-game", game), ("in-deal", deal))
    wanted = ", ".join(say(key, number=number) for key, number in asked if number is not None)
    return CommandError(say("not-there", wanted=wanted, path=path))
