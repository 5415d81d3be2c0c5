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
