"""Lines cut into the tokens of the grammar without the grammar, where that is simple.

Loading Lark takes longer than all else that is done to a small record, and few lines need it:
the tokens of a line differ by their first characters, so that they can be cut off one by one,
and whether they may follow each other is a pattern over their kinds. What does not fit is
left to Lark, which also says what is wrong with it; a property test holds that both cut
alike.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple


class Token(str):
    """A token: its text, its kind by the grammar's name, and its 0-based columns."""

    __slots__ = ("end_pos", "start_pos", "type")

    type: str
    start_pos: int
    end_pos: int

    def __new__(cls, kind: str, line: str, start: int, end: int) -> Token:
        """The token of this kind that is cut out of a line."""
        self = super().__new__(cls, line[start:end])
        self.type, self.start_pos, self.end_pos = kind, start, end
        return self


class Tree(NamedTuple):
    """Tokens that belong together: a ``call`` or a ``share``."""

    data: str
    children: list[Token]


BLANKS: Final = (
    " \t\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u3000"
)
"""What divides words; in the grammar it is the space, see `evened`."""

_EVEN: Final = dict.fromkeys(map(ord, BLANKS), " ")

_KEY: Final = re.compile(r" *([^ \d:#{}][^:#{}]*:)")
_HEADS: Final = {
    "headline": ("HEAD", re.compile(r" *([^ \d:#{}]+ *:?)")),
    "trick": ("NUMBER", re.compile(r" *([0-9]+ *\.)")),
    **dict.fromkeys(("text", "value", "hand", "auction", "tally", "incident"), ("KEY", _KEY)),
}
_TEXT: Final = re.compile(r" *((?=[^ #])(?:[^#\\]|\\+[^\\])*\\*)?(#.*)?")
_PIECE: Final = re.compile(
    r" *(?:(->|=>|→)|([^ {}#()!?^:,=>→]+)( *:)?|(\{(?:[^}\\]|\\+[^\\])*\})|([!?^]+)|([(),])|(#.*))"
)
"""Arrow; word, with the colon that makes it a seat; annotation; glyphs; mark; comment."""
_ARROW, _WORD, _COLON, _NOTE, _GLYPHS, _MARK, _COMMENT = range(1, 8)
_LETTERS: Final = {_ARROW: "A", _COLON: "B", _NOTE: "N", _GLYPHS: "G", _COMMENT: "C"}
_NAMES: Final = {"A": "ARROW", "B": "BY", "N": "NOTE", "G": "GLYPHS", "C": "COMMENT", "(": "LPAR"}

# The rules of the grammar by the kinds of tokens: w is a word, W are words in a row.
_PLAY: Final = r"(?:[wW]|\([wW]\))G?N*"
_SHARE: Final = r"(?:ww|w\(w+\))"
_SHAPES: Final = {
    "comment": re.compile("C"),
    "annotation": re.compile("N+C?"),
    "value": re.compile("[wW]C?"),
    "hand": re.compile("[wW](?:,[wW])*C?"),
    "incident": re.compile("[wW](?:,[wW])*C?"),
    "auction": re.compile("B?[wW]N*(?:,B?[wW]N*)*C?"),
    "trick": re.compile(rf"(?:(?:B|{_PLAY})(?:,?B?{_PLAY})*)?(?:AwN*)?C?"),
    "tally": re.compile(rf"{_SHARE}(?:,?{_SHARE})*N*C?"),
}
_WORDS: Final = {
    "value": "VALUE",
    "hand": "HOLDING",
    "incident": "VALUE",
    "auction": "BID",
    "trick": "CARDS",
}  # fmt: skip
"""What words in a row are in a rule; in the others they stand alone."""


def evened(line: str) -> str:
    """A line with a space for each of its blanks, as the grammar has it."""
    return line if line.isprintable() else line.translate(_EVEN)


def cut(line: str, rule: str) -> list[Token | Tree] | None:
    """Cut a line that follows a rule of the grammar, one of `whistlog.notation.grammar.STARTS`.

    Returns:
        What Lark makes of it (the children of its tree); None if that is for Lark to say.

    >>> [(token.type, str(token)) for token in cut("Trump: 4♠  # a spade", "value")]
    [('KEY', 'Trump:'), ('VALUE', '4♠'), ('COMMENT', '# a spade')]
    """
    plain = evened(line)
    if not plain.isprintable():
        return None
    found: list[Token | Tree] = []
    at = 0
    if rule in _HEADS:
        kind, pattern = _HEADS[rule]
        match = pattern.match(plain)
        if match is None:
            return None
        found.append(Token(kind, line, *match.span(1)))
        at = match.end()
    if rule in ("text", "headline"):
        match = _TEXT.fullmatch(plain, at)
        if match is None:
            return None
        for group, kind in ((1, "TEXT"), (2, "COMMENT")):
            if match[group]:
                found.append(Token(kind, line, *match.span(group)))
        return found
    pieces = _pieces(plain, at, in_rows=rule in _WORDS)
    if pieces is None or not _SHAPES[rule].fullmatch("".join([p[0] for p in pieces])):
        return None
    if rule == "tally":
        return found + _shares(line, pieces)
    words = _WORDS.get(rule, "")
    for kind, start, end in pieces:
        if kind in "wW":
            name = "SEAT" if type(found[-1]) is Token and found[-1].type == "ARROW" else words
        elif kind in "),":
            continue
        else:
            name = _NAMES[kind]
        token = Token(name, line, start, end)
        if rule != "auction" or kind == "C":
            found.append(token)
        elif kind == "B" or (kind in "wW" and not _waits(found[-1])):
            found.append(Tree("call", [token]))
        else:
            found[-1].children.append(token)  # type: ignore[union-attr]
    return found


def note_text(token: str) -> str:
    """What an annotation says."""
    return token[1:-1].strip(BLANKS).replace("\\}", "}")


def comment_text(token: str) -> str:
    """What a comment says."""
    return token[1:].removeprefix(" ").rstrip(BLANKS)


_Piece = tuple[str, int, int]
"""A token's letter and its columns."""


def _pieces(line: str, at: int, *, in_rows: bool) -> list[_Piece] | None:
    """Cut the rest of a line; None where nothing can be cut off."""
    pieces: list[_Piece] = []
    end = len(line)
    while at < end:
        match = _PIECE.match(line, at)
        if match is None:
            return None if line[at:].strip(" ") else pieces
        at = match.end()
        group = match.lastindex
        assert group is not None
        if group == _WORD:
            start, stop = match.span(_WORD)
            if in_rows and pieces and pieces[-1][0] in "wW":
                pieces[-1] = ("W", pieces[-1][1], stop)
            else:
                pieces.append(("w", start, stop))
            continue
        if group == _COLON:
            word = match[_WORD]
            if "-" in word and word.strip("-"):
                return None  # it may be a word and a seat
            pieces.append(("B", match.start(_WORD), match.end(_COLON)))
            continue
        start, stop = match.span(group)
        pieces.append((line[start] if group == _MARK else _LETTERS[group], start, stop))
    return pieces


def _shares(line: str, pieces: list[_Piece]) -> list[Token | Tree]:
    found: list[Token | Tree] = []
    left = iter(pieces)
    for kind, start, end in left:
        if kind == "w":
            side = Token("SIDE", line, start, end)
            kind, start, end = next(left)
            name = "AMOUNT"
            if kind == "(":
                name = "VALUE"
                _, start, end = next(left)
                for kind, _, stop in left:
                    if kind == ")":
                        break
                    end = stop
            found.append(Tree("share", [side, Token(name, line, start, end)]))
        elif kind != ",":
            found.append(Token(_NAMES[kind], line, start, end))
    return found


def _waits(last: Token | Tree) -> bool:
    """Whether a call lacks its bid."""
    return type(last) is Tree and len(last.children) == 1 and last.children[0].type == "BY"
