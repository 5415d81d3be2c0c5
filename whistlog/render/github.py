"""Workflow commands, which GitHub shows beside the lines of a pull request."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from whistlog.render.base import Excerpts, Output, Summary, circumstances, has_place

if TYPE_CHECKING:
    from whistlog.diagnostics import Diagnostic

_LEVELS: Final = {"error": "error", "warning": "warning", "info": "notice"}


class Github:
    """The format ``::error file=…,line=…,col=…,title=…::message``."""

    def __init__(self, output: Output) -> None:
        self._output = output

    def begin(self) -> None:
        """Write nothing."""

    def diagnostic(self, found: Diagnostic, excerpts: Excerpts) -> None:
        """Write one command on one line."""
        properties = {"file": found.path}
        if has_place(found):
            span = found.span
            properties["line"] = str(span.line)
            properties["endLine"] = str(span.end_line)
            if span.line == span.end_line:
                # GitHub takes columns only within one line; its end column is inclusive.
                properties["col"] = str(span.column)
                properties["endColumn"] = str(max(span.end_column - 1, span.column))
        properties["title"] = f"{found.code} {found.name}"
        text = ",".join(f"{key}={escape_property(value)}" for key, value in properties.items())
        where = circumstances(found)
        message = found.message + (f" ({where})" if where else "")
        if found.help:
            message += "\n" + found.help
        self._output.write(f"::{_LEVELS[found.severity]} {text}::{escape_data(message)}\n")

    def end(self, summary: Summary) -> None:
        """Write nothing: the log shows the count."""


def escape_data(text: str) -> str:
    r"""Escape the message of a command.

    >>> escape_data("50%\nof it")
    '50%25%0Aof it'
    """
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def escape_property(text: str) -> str:
    """Escape the value of a property, where commas and colons mean something too.

    >>> escape_property("a,b:c")
    'a%2Cb%3Ac'
    """
    return escape_data(text).replace(":", "%3A").replace(",", "%2C")


def create(output: Output, validate: bool) -> Github:
    """Make the renderer."""
    return Github(output)
