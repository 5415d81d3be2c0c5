"""Telling why a file was refused, on standard error."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

from whistlog.cli.terminal import output
from whistlog.render import Excerpts, Renderer, create

if TYPE_CHECKING:
    from whistlog.diagnostics import Diagnostic
    from whistlog.record import Source


class Refusals:
    """Prints findings as they come, and remembers that there were some.

    Attributes:
        any: whether there was an error.
    """

    def __init__(self) -> None:
        self.any = False
        self._renderer: Renderer | None = None

    def show(self, findings: Iterable[Diagnostic], source: Source | None = None) -> None:
        """Print findings with their lines."""
        excerpts = Excerpts((source,))
        for found in findings:
            self.any = self.any or found.severity == "error"
            if self._renderer is None:
                sys.stdout.flush()
                self._renderer = create("full", output(sys.stderr))
            self._renderer.diagnostic(found, excerpts)
