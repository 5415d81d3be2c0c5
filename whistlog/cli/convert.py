"""``whistlog convert``: text to JSON, and JSON to text."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from whistlog.cli.errors import CLEAN, FOUND, USAGE
from whistlog.cli.inputs import (
    STDIN,
    Fault,
    Stream,
    is_archive,
    is_json,
    opened,
)
from whistlog.cli.reading import Options, reports
from whistlog.cli.refusal import Refusals
from whistlog.cli.spool import Spool
from whistlog.cli.terminal import Bar
from whistlog.record import Deal, Game, GameLine, Header
from whistlog.sentences.tables import say

if TYPE_CHECKING:
    pass

_BY_SUFFIX: Final = {
    ".json": "json",
    ".ndjson": "ndjson",
    ".jsonl": "ndjson",
    ".whist": "text",
    ".txt": "text",
}


def run(
    path: str,
    *,
    to: str | None = None,
    target: str | None = None,
    ascii: bool = False,
    rules: str | None = None,
    language: str | None = None,
    encoding: str | None = None,
    validate: bool = True,
) -> int:
    """Convert one file.

    Args:
        path: a file, or ``-``: text, or JSON where ``to`` is ``text``.
        to: ``json``, ``text`` or ``ndjson``; None: by the ending of the target, else text
            for JSON and JSON for text.
        target: file to write; None is standard output.
        ascii: letters for suits, when text is written.
        rules: name or file of the profile by which conclusions are drawn.
        language: language of the letters, where a text does not state it.
        encoding: encoding of a text, UTF-8 if None.
        validate: hold JSON against its schema.

    Returns:
        The exit status: 1 when the input was refused.

    Raises:
        CommandError: an option is wrong, or the target can't be written.
    """
    from_json = is_json(path) or is_archive(path) or (path == STDIN and to == "text")
    to = to or _by_suffix(target) or ("text" if from_json else "json")
    options = Options.typed(rules, language, encoding, validate)
    job = _Job(path, from_json, ascii, options)
    with ExitStack() as stack:
        spool = Spool()
        stack.callback(spool.close)
        stack.callback(job.bar.close)
        try:
            stream = stack.enter_context(opened(path, job.bar.advance))
            write = {"text": job.write_text, "json": job.write_json, "ndjson": job.write_lines}
            write[to](stream, spool)
            stream.confirm_unchanged()
        except Fault as fault:
            job.refusals.show((fault.found,))
            return USAGE
        if job.refusals.any:
            key = "nothing-converted" if target is None else "not-converted"
            sys.stderr.write(f"{say(key, path=target)}\n")
            return USAGE if job.fatal else FOUND
        spool.give(target)
    return CLEAN


class _Job:
    """One conversion: what is read, and how."""

    def __init__(self, path: str, from_json: bool, ascii: bool, options: Options) -> None:
        self.path = path
        self.from_json = from_json
        self.ascii = ascii
        self.options = options
        self.validate = options.validate
        self.refusals = Refusals()
        self.fatal = False
        self.bar = Bar(say("converting"), 0)

    def write_text(self, stream: Stream, spool: Spool) -> None:
        """Write the canonical text, game by game."""
        from whistlog.notation.writer import format_record
        from whistlog.record import Record

        first = True
        for game, _ in self._games(stream):
            game = game if first else _set_apart(game)
            text = format_record(Record((game,)), ascii=self.ascii, version=first)
            if text:
                spool.write(text if first else f"\n{text}")
                first = False

    def write_json(self, stream: Stream, spool: Spool) -> None:
        """Write one document."""
        from whistlog.notation.jsondoc import CannotWriteJSON, dumps
        from whistlog.record import Record

        games: list[Game] = []
        conclusions: list[dict[str, Any]] = []
        for game, concluded in self._games(stream):
            games.append(_set_apart(game) if games else game)
            conclusions.extend(concluded)
        if self.refusals.any:
            return
        try:
            text = dumps(Record(tuple(games)), conclusions=conclusions, validate=self.validate)
        except CannotWriteJSON as error:
            self.refusals.show(error.diagnostics)
        else:
            spool.write(f"{text}\n")

    def write_lines(self, stream: Stream, spool: Spool) -> None:
        """Write an archive with a document for each game, in constant memory."""
        from whistlog.notation.jsondoc import CannotWriteJSON, dumps
        from whistlog.record import Record

        for game, concluded in self._games(stream):
            if self.refusals.any:
                continue
            try:
                text = dumps(
                    Record((game,)),
                    conclusions=concluded,
                    indent=None,
                    validate=self.validate,
                )
            except CannotWriteJSON as error:
                self.refusals.show(error.diagnostics)
            else:
                spool.write(f"{text}\n")

    def _games(self, stream: Stream) -> Iterator[tuple[Game, list[dict[str, Any]]]]:
        """Yield the games with what follows from their deals, as far as they are understood."""
        from whistlog.inferred import inferred

        header: Header | None = None
        deals: list[Deal] = []
        concluded: list[dict[str, Any]] = []
        as_json = self.from_json and not is_archive(self.path)
        for report in reports(self.path, stream, self.options, json=as_json):
            if not report.understood:
                self.fatal = self.fatal or (report.fatal and not self.from_json)
                self.refusals.show(report.faults, _source(report.header, report.deal))
            if report.header is not None:
                if header is not None:
                    yield Game(header, tuple(deals)), concluded
                header, deals, concluded = report.header, [], []
            elif report.deal is not None and not self.refusals.any:
                deals.append(report.deal.deal)
                concluded.append(inferred(report.deal, report.profile))
        if header is not None:
            yield Game(header, tuple(deals)), concluded


def _set_apart(game: Game) -> Game:
    """A game that can stand below another one: in an archive it needs no ``Game`` line."""
    header = game.header
    if any(header.find(GameLine)):
        return game
    return Game(replace(header, items=(GameLine(), *header.items), source=None), game.deals)


def _source(header: Header | None, deal: Any) -> Any:
    if header is not None:
        return header.source
    return deal.deal.source if deal is not None else None


def _by_suffix(target: str | None) -> str | None:
    if target is None:
        return None
    return next((kind for end, kind in _BY_SUFFIX.items() if target.lower().endswith(end)), None)
