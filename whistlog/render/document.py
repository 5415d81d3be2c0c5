"""A JSON document that is mostly one list, written as a stream: one value a line."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from whistlog.render.base import Output

_NOTHING: Final[Mapping[str, Any]] = {}


class Document:
    """A document with a version and a list, which no more memory is needed for the longer it is.

    Args:
        output: where it goes.
        schema: the schema that it follows.
        version: its version.
        key: the name of the list.
        validate: hold what is written against the schema.
        others: what else the schema asks for, to hold a single value against it.
    """

    def __init__(
        self,
        output: Output,
        schema: str,
        version: int,
        key: str,
        *,
        validate: bool,
        others: Mapping[str, Any] = _NOTHING,
    ) -> None:
        self._output = output
        self._schema = schema
        self._version = version
        self._key = key
        self._validate = validate
        self._others = others
        self._comma = ""

    def begin(self) -> None:
        """Open the document."""
        self._output.write(f'{{"version": {self._version}, "{self._key}": [')

    def add(self, value: Any) -> None:
        """Write one value of the list.

        Raises:
            ValueError: what we were about to write does not follow the schema.
        """
        self.check([value], self._others)
        self._output.write(f"{self._comma}\n{json.dumps(value, ensure_ascii=False)}")
        self._comma = ","

    def end(self, rest: str = "") -> None:
        """Close the list and the document.

        Args:
            rest: what stands behind the list, from the comma on.
        """
        close = "\n]" if self._comma else "]"
        self._output.write(f"{close}{rest}}}\n")

    def check(self, values: list[Any], others: Mapping[str, Any]) -> None:
        """Hold a document with these values against the schema, if that is wanted.

        Raises:
            ValueError: it does not follow it.
        """
        if not self._validate:
            return
        from whistlog.notation.schema import validate

        document = {"version": self._version, self._key: values, **others}
        faults = validate(document, self._schema)
        if faults:
            raise ValueError(f"not a valid document of {self._schema}: {faults[0].message}")
