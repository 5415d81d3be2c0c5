"""``whistlog analyse``: what deals were worth and what each card cost, with all cards seen."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from whistlog.cli.asked import Asked, Chosen, Pages
from whistlog.cli.errors import CLEAN, FOUND, USAGE
from whistlog.cli.reading import Options
from whistlog.cli.terminal import utf8_output
from whistlog.cli.weighing import weighed
from whistlog.render import board
from whistlog.render.document import Document

if TYPE_CHECKING:
    from whistlog.analysis.costs import Analysis, Remark
    from whistlog.analysis.expected import Settings


def run(
    path: str,
    *,
    game: int | None = None,
    deal: int | None = None,
    continue_from: int | None = None,
    expected: Settings | None = None,
    format: str = "text",
    rules: str | None = None,
    language: str | None = None,
    encoding: str | None = None,
    validate: bool = True,
) -> int:
    """Print the analysis of deals, one after the other.

    Args:
        path: a file, or ``-``.
        game: only this game of the file.
        deal: only deals with this number.
        continue_from: show the best continuation from the start of this trick.
        expected: tell what cards were expected to lose, and how that is found; no if None.
        format: ``text`` or ``json``.
        rules: name or file of a profile.
        language: language of the letters, where a record does not state it.
        encoding: encoding of the file, UTF-8 if None.
        validate: hold JSON that is read or written against its schema.

    Returns:
        The exit status: 1 if there is no deal that could be analysed.

    Raises:
        CommandError: an option is wrong, or there is no such deal.
    """
    options = Options.typed(rules, language, encoding, validate)
    asked = Asked(game, deal)
    writer: _Text | _Json = _Json(validate) if format == "json" else _Text()
    analysed = False
    writer.begin()
    for chosen in asked.deals(path, options):
        analysis, remarks = weighed(chosen, expected, continue_from=continue_from)
        analysed = analysed or analysis.analysed
        writer.deal(chosen, analysis, remarks)
    writer.end()
    sys.stdout.flush()
    if asked.fatal:
        return USAGE
    if not asked.seen:
        raise asked.missing(path)
    return CLEAN if analysed else FOUND


class _Text:
    """The format for people."""

    def __init__(self) -> None:
        self._pages = Pages()

    def begin(self) -> None:
        """Write nothing."""

    def deal(self, chosen: Chosen, analysis: Analysis, remarks: tuple[Remark, ...]) -> None:
        """Write one deal."""
        from whistlog.render.analysis import lines

        self._pages.deal(chosen, lines(analysis, remarks, board.Names(chosen.header)))

    def end(self) -> None:
        """Write nothing."""


class _Json:
    """The format for programs: written as a stream, one deal a line."""

    def __init__(self, validate: bool) -> None:
        from whistlog.render.analysis import VERSION

        self._document = Document(utf8_output(), "analysis", VERSION, "deals", validate=validate)

    def begin(self) -> None:
        """Open the document."""
        self._document.begin()

    def deal(self, chosen: Chosen, analysis: Analysis, remarks: tuple[Remark, ...]) -> None:
        """Write one deal.

        Raises:
            ValueError: what we were about to write does not follow the schema.
        """
        from whistlog.render.analysis import as_dict

        self._document.add(
            as_dict(
                analysis,
                remarks,
                chosen.deal.replay,
                path=chosen.path,
                game=chosen.game,
                deal=chosen.number,
            )
        )

    def end(self) -> None:
        """Close the document."""
        self._document.end()
