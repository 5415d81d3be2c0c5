"""The Lark grammar, loaded when the first line needs it, and its tokens in a player's words."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Final

from whistlog._files import data_dir

if TYPE_CHECKING:
    from lark import Lark

STARTS: Final = (
    "comment", "annotation", "text", "headline", "value", "hand", "auction", "trick", "tally",
    "incident",
)  # fmt: skip
"""The rules that a line can follow."""

EXPECTED: Final = {
    "CARDS": "a card such as 9♠",
    "SEAT": "a seat such as N",
    "SIDE": "a side such as NS",
    "AMOUNT": "a number",
    "VALUE": "a word or a number",
    "HOLDING": "cards such as ♠ K J 6",
    "BID": "a call such as “3 up” or “pass”",
    "NUMBER": "the number of the trick and a dot",
    "KEY": "a keyword and a colon",
    "HEAD": "a keyword",
    "COMMA": "a comma",
    "ARROW": "“->” and the winner",
    "RPAR": "a closing “)”",
    "$END": "the end of the line",
}
"""What a token is called when it is missed; tokens that are always optional are not named."""


@cache
def grammar() -> Lark:
    """The line grammar, built once."""
    from lark import Lark

    return Lark(
        (data_dir("grammar") / "line.lark").read_text(encoding="utf-8"),
        import_paths=[str(data_dir("grammar"))],
        **OPTIONS,
    )


OPTIONS: Final[dict[str, Any]] = {
    "parser": "lalr",
    "lexer": "contextual",
    "start": list(STARTS),
    "maybe_placeholders": False,
}
"""How the grammar is built; a test builds it with ``strict=True`` too."""
