"""The short way to ``check``: its usual options, read without building the whole command line.

Typer takes as long to load as a small record takes to check. What is read here is read as
Typer reads it, which tests hold for lists of arguments made at random; whatever is not as
plain as that is left to Typer, and so is all that is wrong.
"""

from __future__ import annotations

import os
from typing import Any, Final

from whistlog.render import FORMATS

FLAGS: Final = {
    "--strict": ("strict", True),
    "--no-validate": ("validate", False),
    "--fix": ("fix", True),
    "--diff": ("diff", True),
}
"""Options without a value: the parameter of `whistlog.cli.check.run` and what it becomes."""

VALUES: Final = {
    "--rules": "rules",
    "-r": "rules",
    "--language": "language",
    "-l": "language",
    "--encoding": "encoding",
    "--format": "format",
    "-f": "format",
}
"""Options with a value: the parameter that it is for."""

LISTS: Final = {"--select": "select", "--ignore": "ignore"}
"""Options that may be given several times, each time with a value."""


def check_call(args: list[str]) -> tuple[list[str], dict[str, Any]] | None:
    """The paths and options that arguments give to `whistlog.cli.check.run`.

    Returns:
        None for what is not ``check`` with paths and the options known here.

    >>> check_call(["check", "--strict", "-f", "json", "game.txt"])
    (['game.txt'], {'strict': True, 'format': 'json'})
    >>> check_call(["check", "--jobs", "2", "game.txt"])
    """
    if args[:1] != ["check"] or any(name.endswith("_COMPLETE") for name in os.environ):
        return None
    paths: list[str] = []
    options: dict[str, Any] = {}
    left = iter(args[1:])
    for arg in left:
        if arg == "-" or not arg.startswith("-"):
            paths.append(arg)
        elif arg in FLAGS:
            parameter, value = FLAGS[arg]
            options[parameter] = value
        else:
            name, joined, text = arg.partition("=")
            if not joined:
                text = next(left, "-")
            if text.startswith("-") or (joined and not name.startswith("--")):
                return None
            if name in LISTS:
                options.setdefault(LISTS[name], []).append(text)
            elif name in VALUES and (VALUES[name] != "format" or text in FORMATS):
                options[VALUES[name]] = text
            else:
                return None
    return (paths, options) if paths else None
