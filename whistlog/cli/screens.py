"""The screen of the stepping view, laid out so that it fits the window.

There are a few layouts, each lower than the one before. A deal keeps its layout from its
first card to its last, so that nothing jumps while a person steps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from whistlog.render import board
from whistlog.render.base import width
from whistlog.sentences.tables import say

if TYPE_CHECKING:
    from whistlog.cli.asked import Chosen
    from whistlog.replay.values import Position

MARGIN: Final = "  "
"""In front of the lines that go on with the line above."""


class View:
    """One position of a deal, in words.

    Args:
        shown: the deal.
        positions: all of its positions.
        at: index of the one to show.
    """

    def __init__(self, shown: Chosen, positions: Sequence[Position], at: int) -> None:
        self.replay = shown.deal.replay
        self.score = shown.deal.score
        self.names = board.Names(shown.header)
        self.position = positions[at]
        self.ends = at == len(positions) - 1
        self._shown = shown

    def heading(self) -> list[str]:
        """What is known of the deal; the title and the trump come first."""
        shown = self._shown
        lines = board.heading(shown.header, shown.deal.deal, shown.number, self.replay, self.names)
        before = self.score.before if self.score is not None else None
        if before is not None:
            lines[1] += f" {say('score-before', score=self.names.pair(before))}"
        return lines

    def now(self) -> str:
        """What happens next; empty if there is no trick."""
        position, tricks = self.position, self.replay.tricks
        if not tricks:
            return ""
        where = {"number": tricks[position.trick].number, "last": tricks[-1].number}
        if position.card is None:
            return say("now-end", **where)
        who = self.names.letters[position.turn] if position.turn is not None else "?"
        key = "now-plays" if position.number else "now-leads"
        return say(key, **where, seat=who, card=position.card.name)

    def last_trick(self) -> str:
        """The trick that was just turned, while the table is empty."""
        position, tricks = self.position, self.replay.tricks
        index = position.trick - 1 if position.card is not None else position.trick
        if position.number or index < 0 or not tricks:
            return ""
        trick = tricks[index]
        letters = self.names.letters
        cards = "  ".join(
            f"{'?' if seat is None else letters[seat]} {card.name}"
            for seat, card in zip(trick.seats, trick.cards)
        )
        if trick.winner is None:
            return say("trick-was", number=trick.number, cards=cards)
        winner = letters[trick.winner]
        return say("trick-was-won", number=trick.number, cards=cards, seat=winner)

    def turn_up(self) -> str:
        """The card turned up, while it lies on the table."""
        if self.position.turn_up is None:
            return ""
        dealer = self.replay.dealer
        card = self.position.turn_up.name
        if dealer is None:
            return say("turn-up-lies", card=card)
        return say("turn-up-of", card=card, seat=self.names.letters[dealer])

    def won(self) -> str:
        """The tricks so far."""
        return say("tricks-won", tricks=self.names.pair(self.position.won))

    def remarks(self) -> Iterator[str]:
        """What the checks say about the trick; at the end, about the whole deal too."""
        tricks = self.replay.tricks
        findings = board.findings_by_trick(self._shown.findings)
        numbers = [tricks[self.position.trick].number] if tricks else []
        for number in (*numbers, None) if self.ends else numbers:
            for text in findings.get(number, ()):
                yield f"! {text}"

    def result(self) -> list[str]:
        """How the deal ended, at its end."""
        return list(board.result_lines(self.replay, self.score, self.names)) if self.ends else []

    def on_the_table(self) -> str:
        """The cards on the table in a line."""
        cards = "  ".join(
            f"{'?' if seat is None else self.names.letters[seat]} {card.name}"
            for seat, card in self.position.table
        )
        return say("on-the-table", cards=cards or "-")


def _roomy(view: View) -> Iterator[str]:
    yield from view.heading()
    yield ""
    middle = board.table(view.position)
    yield from board.compass(view.position.hands, view.names, middle)
    yield ""
    if view.replay.tricks:
        yield view.now()
    yield view.last_trick()
    yield view.turn_up()
    yield view.won()
    yield from view.remarks()
    if view.ends:
        yield ""
        yield from view.result()


def _compact(view: View) -> Iterator[str]:
    middle = board.table(view.position)
    yield from view.heading()
    yield ""
    yield from board.compass(view.position.hands, view.names, middle, flat=True)
    yield ""
    yield from _below(view)


def _close(view: View) -> Iterator[str]:
    return (line for line in _compact(view) if line)


def _small(view: View) -> Iterator[str]:
    yield from view.heading()[:2]
    yield from board.contract_line(view.replay, view.names)
    for letter, hand in zip(view.names.letters, view.position.hands):
        yield f"{letter} {board.hand_line(hand)}"
    yield view.on_the_table()
    yield from _below(view)


def _below(view: View) -> Iterator[str]:
    """What stands below the hands; the turn-up only matters before the first trick is turned."""
    if now := view.now():
        yield now
    yield view.last_trick() or view.turn_up()
    yield view.won()
    yield from view.result()
    yield from view.remarks()


LAYOUTS: Final[tuple[Callable[[View], Iterator[str]], ...]] = (_roomy, _compact, _close, _small)


def screen(
    shown: Chosen, positions: Sequence[Position], at: int, columns: int, rows: int
) -> list[str]:
    """The lines of the screen, at most as many as the window has, with the keys in the last.

    Args:
        shown: the deal.
        positions: all of its positions.
        at: index of the one to show.
        columns, rows: size of the window.
    """
    tricks = shown.deal.replay.tricks
    keys = _keys(max((t.number for t in tricks), default=0), columns)
    for layout in LAYOUTS:
        # The last position has the most to say below the hands, an irregular trick next.
        needed = (
            len(_wrapped(layout(View(shown, positions, i)), columns))
            for i in {at, *_longest(shown, positions)}
        )
        if max(needed) < rows:
            break
    lines = _wrapped(layout(View(shown, positions, at)), columns)
    room = max(0, rows - 1)
    if len(lines) > room:
        more = len(lines) - room + 1
        note = say("window-small", number=more)
        lines = [*lines[: max(0, room - 1)], _cropped(note, columns)][:room]
    elif layout is _roomy and len(lines) + 1 < rows:
        return [*lines, "", keys]
    return [*lines, *[""] * (room - len(lines)), keys][:rows]


def _longest(shown: Chosen, positions: Sequence[Position]) -> list[int]:
    """Positions that may need more lines than others."""
    irregular = {found.trick for found in shown.findings}
    tricks = shown.deal.replay.tricks
    some = [0, len(positions) - 1]
    seen = set()
    for i, position in enumerate(positions):
        if tricks and position.trick not in seen and tricks[position.trick].number in irregular:
            seen.add(position.trick)
            some.append(i)
    return some


def _keys(last: int, columns: int) -> str:
    """The keys, in as many words as there is room for."""
    words = {
        name: say(f"keys-{name}") for name in ("next", "back", "card", "trick", "deal", "quit")
    }
    words["go"] = f"{say('keys-go', last=last)}   " if last > 1 else ""
    close = {**words, "go": words["go"].strip()}
    for text in (
        "→ n {next}   ← p {back}   ↓ ↑ {trick}   {go}Home End   ] [ {deal}   q {quit}".format(
            **words
        ),
        "→ n {next}  ← p {back}  ↓ ↑ {trick}  {go}  Home End  ] [ {deal}  q {quit}".format(**close),
        "→ {next}  ← {back}  ↓ ↑ {trick}  {go}  ] [ {deal}  q {quit}".format(**close),
        "→ ← {card}  ↓ ↑ {trick}  ] [ {deal}  q {quit}".format(**close),
    ):
        if width(text) < columns:
            return text
    return _cropped("q {quit}".format(**words), columns)


def _wrapped(lines: Iterator[str], columns: int) -> list[str]:
    """Lines that are not wider than the window: sentences go on below, tables are cut."""
    fitting = []
    for line in lines:
        if width(line) <= columns:
            fitting.append(line)
        elif line.startswith(" ") or "   " in line:
            fitting.append(_cropped(line, columns))
        else:
            fitting += _broken(line, columns)
    return fitting


def _broken(line: str, columns: int) -> Iterator[str]:
    import textwrap

    yield from textwrap.wrap(
        line, max(columns, len(MARGIN) + 1), subsequent_indent=MARGIN, break_on_hyphens=False
    )


def _cropped(line: str, columns: int) -> str:
    return line if width(line) <= columns else line[: max(0, columns - 1)] + "…"
