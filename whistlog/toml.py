"""The TOML files of the package, parsed once and then kept as Python keeps its modules.

A table is kept beside its file, in ``__pycache__``, by the import system and on its terms: it
is made again when the file has changed, and it is not kept where Python may not write.
"""

from __future__ import annotations

from importlib.machinery import SourceFileLoader
from types import CodeType
from typing import Any


class _Loader(SourceFileLoader):
    """Loads a table as if its file were a module that has one value."""

    def source_to_code(self, data: Any, path: Any, *, _optimize: int = -1) -> CodeType:  # type: ignore[override]
        import tomllib

        # TOML has no value whose representation needs more than Python's own literals, but for
        # dates, infinities and NaN, which no table of the package holds.
        return compile(f"table = {tomllib.loads(data.decode())!r}", path, "exec")


def load(path: str) -> dict[str, Any]:
    """The table in a TOML file of the package.

    Raises:
        OSError: it can't be read.
        ValueError: it is not TOML in UTF-8.
    """
    code = _Loader("table", path).get_code("table")
    assert code is not None
    values: dict[str, Any] = {}
    exec(code, values)
    table: dict[str, Any] = values["table"]
    return table
