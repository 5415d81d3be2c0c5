"""Where the data that is not Python lives: beside the package when installed, else the sources."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).parent


def data_dir(name: str) -> Path:
    """The folder of a kind of data (``grammar``, ``schemas``).

    An installed package carries it in ``_data``; a checkout, also one that is installed in
    place, has it at the top of the repository.
    """
    installed = _PACKAGE / "_data" / name
    return installed if installed.is_dir() else _PACKAGE.parent / name
