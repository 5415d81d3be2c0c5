"""The Lark grammar, loaded when the first line needs it, and its tokens in a player's words."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from whistlog._files import data_dir
from whistlog.notation.cutting import evened

if TYPE_CHECKING:
    from lark import Lark, Token, Tree

STARTS: Final = (
    "comment", "annotation", "text", "headline", "value", "hand", "auction", "trick", "tally",
    "incident",
)  # fmt: skip
"""The rules that a line can follow."""

EXPECTED: Final = (
    "CARDS", "SEAT", "SIDE", "AMOUNT", "VALUE", "HOLDING", "BID", "NUMBER", "KEY", "HEAD", "COMMA",
    "ARROW", "RPAR", "$END",
)  # fmt: skip
"""The tokens that are named when they are missed, those that help most first; tokens that are
always optional are not named. Their names are sentences: ``expected-cards``."""


def parse(line: str, rule: str) -> list[Token | Tree[Token]]:
    """The parts of a line that follows one of the rules `STARTS`.

    Raises:
        UnexpectedInput: of Lark, where it does not follow it.
    """
    even = evened(line).replace("→", _ARROW)
    tree: Tree[Token] = grammar().parse(even, start=rule)
    if even != line:
        return [_as_written(child, line) for child in tree.children]
    return tree.children


def _as_written(part: Token | Tree[Token], line: str) -> Token | Tree[Token]:
    from lark import Token

    if isinstance(part, Token):
        return part.update(value=line[part.start_pos : part.end_pos])
    part.children = [_as_written(child, line) for child in part.children]
    return part


_ARROW: Final = "\x1a"
"""What the grammar has for ``→``, of the same length: a character that no line holds."""


@cache
def grammar() -> Lark:
    """The line grammar, built once, or taken from the user's cache (a tenth of the time)."""
    from lark import Lark, __version__

    folder = data_dir("grammar")
    sources = [(folder / name).read_bytes() for name in ("line.lark", "terminals.lark")]
    path = _cache_file(b"\0".join([*sources, __version__.encode(), repr(OPTIONS).encode()]))
    if path is not None:
        # Whatever is wrong with the cached one (damaged, of another Python), it is built anew.
        with suppress(Exception), path.open("rb") as stream:
            return Lark.load(stream)
    lark = Lark(sources[0].decode(), import_paths=[str(folder)], **OPTIONS)
    if path is not None:
        with suppress(OSError):
            _save(lark, path)
    return lark


def _cache_file(content: bytes) -> Path | None:
    """Where the built grammar is kept; None if there is no folder that is the user's alone.

    Building is skipped by unpickling, which must never read what somebody else wrote.
    """
    import hashlib

    version = f"{sys.implementation.cache_tag}".encode()
    name = f"grammar-{hashlib.sha256(content + version).hexdigest()[:20]}.pickle"
    try:
        folder = _cache_home() / "whistlog"
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        state = folder.stat()
        if hasattr(os, "geteuid") and (state.st_uid != os.geteuid() or state.st_mode & 0o022):
            return None
    except (OSError, RuntimeError):
        return None
    return folder / name


def _cache_home() -> Path:
    given = Path(os.environ.get("XDG_CACHE_HOME") or ".")
    if given.is_absolute():
        return given
    if sys.platform == "win32" and os.environ.get("LOCALAPPDATA"):
        return Path(os.environ["LOCALAPPDATA"])
    return Path.home() / ".cache"


def _save(lark: Lark, path: Path) -> None:
    import tempfile

    handle, name = tempfile.mkstemp(dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as stream:
            lark.save(stream)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


OPTIONS: Final[dict[str, Any]] = {
    "parser": "lalr",
    "lexer": "contextual",
    "start": list(STARTS),
    "maybe_placeholders": False,
}
"""How the grammar is built; a test builds it with ``strict=True`` too."""
