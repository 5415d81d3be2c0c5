"""``whistlog replay``: a deal trick by trick, printed or stepped through with keys."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

from whistlog.cli.asked import Asked, Chosen
from whistlog.cli.errors import CLEAN, USAGE, CommandError
from whistlog.cli.inputs import STDIN
from whistlog.cli.reading import Options
from whistlog.cli.terminal import is_terminal, output
from whistlog.render import board
from whistlog.sentences.tables import say

if TYPE_CHECKING:
    from whistlog.render import Output


def run(
    path: str,
    *,
    game: int | None = None,
    deal: int | None = None,
    trick: int | None = None,
    step: bool | None = None,
    rules: str | None = None,
    language: str | None = None,
    encoding: str | None = None,
    validate: bool = True,
) -> int:
    """Print the tricks of deals, or step through them.

    Args:
        path: a file, or ``-``.
        game: only this game of the file.
        deal: only deals with this number.
        trick: only this trick; where to begin when stepping.
        step: step with keys; None: if standard input and output are a terminal.
        rules: name or file of a profile.
        language: language of the letters, where a record does not state it.
        encoding: encoding of the file, UTF-8 if None.
        validate: hold JSON that is read against its schema.

    Returns:
        The exit status.

    Raises:
        CommandError: an option is wrong, or there is no such deal.
    """
    terminal = path != STDIN and is_terminal(sys.stdin) and is_terminal(sys.stdout)
    if step and not terminal:
        raise CommandError(say("stepping-needs"))
    asked = Asked(game, deal)
    deals = asked.deals(path, Options.typed(rules, language, encoding, validate))
    if terminal if step is None else step:
        from whistlog.cli.stepper import step_through

        empty = step_through(deals, trick)
    else:
        empty = _print(deals, trick, output())
    if asked.fatal:
        return USAGE
    if empty:
        raise asked.missing(path)
    return CLEAN


def _print(deals: Iterator[Chosen], trick: int | None, out: Output) -> bool:
    empty = True
    for shown in deals:
        if not empty:
            out.write("\n")
        empty = False
        for line in deal_lines(shown, trick):
            out.write(*board.coloured(line), "\n")
    return empty


def deal_lines(shown: Chosen, trick: int | None = None) -> Iterator[str]:
    """All that is to be said about a deal, or about one trick of it.

    Raises:
        CommandError: the deal has no such trick.
    """
    replay, deal = shown.deal.replay, shown.deal.deal
    names = board.Names(shown.header)
    findings = board.findings_by_trick(shown.findings)
    won = board.running(replay)
    if trick is not None and all(t.number != trick for t in replay.tricks):
        raise CommandError(say("no-trick", deal=shown.number, trick=trick))
    yield from board.heading(shown.header, deal, shown.number, replay, names)
    if trick is None:
        for text in findings.get(None, ()):
            yield f"  ! {text}"
        hands = replay.known_hands
        if any(hand is not None for hand in hands):
            yield ""
            yield from board.compass(hands, names)
        yield ""
    for played, score in zip(replay.tricks, won):
        if trick is None or played.number == trick:
            yield from board.trick_lines(deal, played, score, names)
            for text in findings.get(played.number, ()):
                yield f"   ! {text}"
    if trick is None:
        yield ""
        yield from board.result_lines(replay, shown.deal.score, names)
