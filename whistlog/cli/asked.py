"""The deals of a file that a person asks for, and no others."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from whistlog.cli.errors import FOUND, CommandError
from whistlog.cli.reading import Options, reports_of
from whistlog.cli.terminal import output
from whistlog.record import Header
from whistlog.render import board
from whistlog.sentences.tables import say

if TYPE_CHECKING:
    from whistlog.api import Report
    from whistlog.checks import DealReport
    from whistlog.diagnostics import Diagnostic


class Chosen(NamedTuple):
    """A deal that was asked for, with what surrounds it.

    Attributes:
        path: the file.
        header: the header of its game.
        number: as it is written, else its place in the game.
        report: the deal with all that was found.
    """

    path: str
    header: Header
    number: int
    report: Report

    @property
    def game(self) -> int:
        """The number of its game in the file."""
        return self.report.game

    @property
    def deal(self) -> DealReport:
        """The deal with its replay and score."""
        assert self.report.deal is not None
        return self.report.deal

    @property
    def findings(self) -> tuple[Diagnostic, ...]:
        """What is wrong with it."""
        return self.report.diagnostics


class Asked:
    """Which deals a person asks for, and whether there were any.

    Args:
        game: only this game of each file.
        deal: only deals with this number.

    Attributes:
        seen: whether there was one.
        fatal: whether a file could not be read to its end.
    """

    def __init__(self, game: int | None = None, deal: int | None = None) -> None:
        self._game = game
        self._deal = deal
        self._header = Header(())
        self._place = 0
        self.seen = False
        self.fatal = False

    def number(self, header: Header, report: Report) -> int | None:
        """The number of the next deal of a file, or None if it was not asked for.

        Args:
            header: that of its game.
            report: the deal.
        """
        assert report.deal is not None
        if header is not self._header:
            self._header, self._place = header, 0
        self._place += 1
        written = report.deal.deal.number
        number = self._place if written is None else written
        if self._game not in (None, report.game) or self._deal not in (None, number):
            return None
        self.seen = True
        return number

    def deals(self, path: str, options: Options) -> Iterator[Chosen]:
        """Yield the deals of a file that were asked for, as they are read.

        What prevents it from being read is told on standard error.
        """
        header = Header(())
        for report in reports_of(path, options):
            if report.fatal:
                self.refuse(report.diagnostics)
            elif report.header is not None:
                header = report.header
            elif report.deal is not None:
                number = self.number(header, report)
                if number is not None:
                    yield Chosen(path, header, number, report)

    def refuse(self, findings: tuple[Diagnostic, ...]) -> None:
        """Tell why a file can't be read."""
        self.fatal = True
        for found in findings:
            print(f"whistlog: {found.path}: {found.message}", file=sys.stderr)

    def missing(self, path: str) -> CommandError:
        """What is to be raised where there was no such deal."""
        if self._game is None and self._deal is None:
            return CommandError(say("no-deal-in", path=path), FOUND)
        asked = (("in-game", self._game), ("in-deal", self._deal))
        wanted = ", ".join(say(key, number=number) for key, number in asked if number is not None)
        return CommandError(say("not-there", wanted=wanted, path=path))


class Pages:
    """Deals written for people, one after the other."""

    def __init__(self) -> None:
        self._out = output()
        self._first = True

    def deal(self, chosen: Chosen, lines: Iterable[str]) -> None:
        """Write a deal: its heading, and what is said of it."""
        if not self._first:
            self._out.write("\n")
        self._first = False
        names = board.Names(chosen.header)
        deal = chosen.deal
        heading = board.heading(chosen.header, deal.deal, chosen.number, deal.replay, names)
        for line in (*heading, *lines):
            self._out.write(*board.coloured(line), "\n")
