"""How findings are shown: one renderer a file, all with the same streaming interface.

A renderer gets `Renderer.begin`, then each diagnostic with a way to look up source lines,
then `Renderer.end` with the counts. It writes pieces of text with *roles* to an `Output`;
whether a role becomes a colour is the output's affair, so no renderer knows a terminal.
"""

from __future__ import annotations

from importlib import import_module
from typing import Final

from whistlog.render.base import (
    Excerpts,
    Output,
    Piece,
    Renderer,
    StreamOutput,
    Summary,
)

__all__ = [
    "FORMATS",
    "Excerpts",
    "Output",
    "Piece",
    "Renderer",
    "StreamOutput",
    "Summary",
    "create",
]

FORMATS: Final = ("full", "concise", "json", "github", "sarif")
"""Names of the renderers; each is a module of this package."""

MACHINE_FORMATS: Final = frozenset({"json", "sarif"})
"""Formats that are one document, where nothing else may be printed."""


def create(name: str, output: Output, *, validate: bool = True) -> Renderer:
    """Make the renderer of a format.

    Args:
        name: one of `FORMATS`.
        output: where it writes.
        validate: hold every diagnostic against the schema first (``json`` only).

    Raises:
        KeyError: there is no such format.
    """
    if name not in FORMATS:
        raise KeyError(name)
    module = import_module(f"whistlog.render.{name}")
    renderer: Renderer = module.create(output, validate)
    return renderer
