"""One line a finding: ``path:line:column: severity CODE name message``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from whistlog.render.base import Excerpts, Output, Summary, place, visible
from whistlog.sentences.tables import say

if TYPE_CHECKING:
    from whistlog.diagnostics import Diagnostic


class Concise:
    """The format for people in a hurry, and for editors that jump to places."""

    def __init__(self, output: Output) -> None:
        self._output = output

    def begin(self) -> None:
        """Write nothing."""

    def diagnostic(self, found: Diagnostic, excerpts: Excerpts) -> None:
        """Write one line."""
        severity = str(found.severity)
        self._output.write(
            f"{place(found)}: ",
            (say(severity), severity),
            f" {found.code} {found.name} {visible(found.message)}\n",
        )

    def end(self, summary: Summary) -> None:
        """Write the counts."""
        self._output.write(summary.sentence(), "\n")


def create(output: Output, validate: bool) -> Concise:
    """Make the renderer."""
    return Concise(output)
