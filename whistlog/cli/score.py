"""``whistlog score``: the score of deals and games."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

from whistlog.cards import SIDES
from whistlog.cli.errors import CLEAN, FOUND, USAGE
from whistlog.cli.inputs import expand
from whistlog.cli.reading import Options, reports_of
from whistlog.cli.refusal import Refusals
from whistlog.cli.terminal import output, utf8_output
from whistlog.contest import Contest
from whistlog.record import Call, Header
from whistlog.render.base import visible, width
from whistlog.render.document import Document
from whistlog.rules.auction import spoken
from whistlog.sentences.tables import say, sentence

if TYPE_CHECKING:
    from whistlog.checks import DealReport, DealScore
    from whistlog.contest.boards import Comparison
    from whistlog.contest.drive import Drive
    from whistlog.render import Output
    from whistlog.replay import Replay
    from whistlog.replay.values import Contract
    from whistlog.rules.profile import Profile

Pair = tuple[int, int]


@dataclass(slots=True)
class Row:
    """A deal of the table."""

    number: int
    report: DealReport
    errors: int


@dataclass(slots=True)
class GameTable:
    """A game with its deals."""

    path: str
    number: int
    header: Header
    profile: Profile
    rows: list[Row] = field(default_factory=list)
    errors: int = 0

    @property
    def score(self) -> Pair | None:
        """The running score after the last deal."""
        last = self.rows[-1].report.score if self.rows else None
        return last.after if last is not None else None


def run(
    paths: Iterable[str],
    *,
    rules: str | None = None,
    format: str = "table",
    language: str | None = None,
    encoding: str | None = None,
    validate: bool = True,
    only: str | None = None,
) -> int:
    """Print the score of the deals and games in files.

    Args:
        paths: files, folders, patterns, ``-``.
        rules: name or file of a profile, instead of those that the records name.
        format: ``table``, ``csv`` or ``json``.
        language: language of the letters, where a record does not state it.
        encoding: encoding of the files, UTF-8 if None.
        validate: hold JSON that is read or written against its schema.
        only: ``boards`` or ``players``: print nothing but their comparison or ranking; by
            default the games, and for people and in JSON what is compared after them.

    Returns:
        The exit status: 1 if there are errors in a record, as the score may be wrong then.

    Raises:
        CommandError: an option is wrong.
    """
    options = Options.typed(rules, language, encoding, validate)
    writer = _WRITERS[format](validate, only)
    problems = _Problems()
    contest = Contest()
    contest.limit = None  # whoever wants a table wants all of it
    writer.begin()
    for game in _games(paths, options, problems, contest):
        if only is None:
            writer.game(game)
    problems.errors += sum(found.severity == "error" for found in contest.findings())
    writer.end(_compared(contest, only))
    sys.stdout.flush()
    if problems.errors:
        print(
            say("score-may-be-wrong", errors=say("errors", n=problems.errors)),
            file=sys.stderr,
        )
    if problems.unreadable:
        return USAGE
    return FOUND if problems.errors else CLEAN


class Compared(NamedTuple):
    """What is compared beyond the tables of single games."""

    boards: tuple[Comparison, ...] = ()
    drives: tuple[Drive, ...] = ()


def _compared(contest: Contest, only: str | None) -> Compared:
    """What there is to compare; boards that nobody asked for only if they were played twice."""
    if not contest.results:
        return Compared()
    from whistlog.cli.contest import boards_of, drives_of

    boards = () if only == "players" else boards_of(contest)
    if only is None:
        boards = tuple(c for c in boards if any(len(board.rows) > 1 for board in c.boards))
    return Compared(boards, () if only == "boards" else drives_of(contest))


class _Problems:
    errors = 0
    unreadable = False


def _games(
    paths: Iterable[str], options: Options, problems: _Problems, contest: Contest
) -> Iterator[GameTable]:
    for file in expand(paths):
        if file.fault is not None:
            problems.unreadable = True
            Refusals().show((file.fault,))
            continue
        game: GameTable | None = None
        place = 0
        for report in reports_of(file.path, options, contest=contest):
            errors = sum(found.severity == "error" for found in report.diagnostics)
            if report.fatal:
                problems.unreadable = True
                Refusals().show(report.diagnostics)
                continue
            problems.errors += errors
            if report.header is not None:
                if game is not None:
                    yield game
                game = GameTable(file.path, report.game, report.header, report.profile)
                place = 0
            elif report.deal is not None and game is not None:
                place += 1
                number = report.deal.deal.number
                game.rows.append(Row(place if number is None else number, report.deal, errors))
        if game is not None:
            yield game


class _Writer(Protocol):
    def begin(self) -> None: ...
    def game(self, game: GameTable) -> None: ...
    def end(self, compared: Compared) -> None: ...


class _Table:
    """A table for people."""

    def __init__(self, validate: bool, only: str | None) -> None:
        self._out: Output = output()
        self._only = only
        self._first = True

    def begin(self) -> None:
        """Write nothing."""

    def game(self, game: GameTable) -> None:
        """Write the table of a game, but not of boards: those are compared at the end."""
        if game.profile.contest == "boards":
            return
        if not self._first:
            self._out.write("\n")
        self._first = False
        event = game.header.tag("event")
        title = say("game-title", number=game.number) + (f" - {visible(event)}" if event else "")
        self._out.write((title, "strong"), f" ({_rules(game.profile)}, {visible(game.path)})\n")
        sides = game.header.seats.sides
        kinds = [say(f"column-{kind}") for kind in ("tricks", "points", "score")]
        pairs = [f"{kind} {side}" for kind in kinds for side in sides]
        first = ["deal", "dealer", *(["bid"] if game.profile.bid is not None else []), "trump"]
        rows = [[*(say(f"column-{name}") for name in first), *pairs, ""]]
        rows += [self._row(game, row) for row in game.rows]
        widths = [max(width(row[i]) for row in rows) for i in range(len(rows[0]))]
        for i, row in enumerate(rows):
            cells = [
                " " * (space - width(cell)) + cell for cell, space in zip(row[:-1], widths[:-1])
            ]
            line = "  ".join((*cells, row[-1])).rstrip()
            self._out.write((line, "dim") if i == 0 else line, "\n")
        self._out.write(_verdict(game), "\n")

    def _row(self, game: GameTable, row: Row) -> list[str]:
        replay, score = row.report.replay, row.report.score
        letters = game.header.seats.letters
        if replay.trump is not None:
            trump = replay.trump.symbol
        else:
            trump = say("no-suit") if replay.trump_basis is not None else "?"
        cells = [
            str(row.number),
            "?" if replay.dealer is None else letters[replay.dealer],
            *([_bid(replay, letters)] if game.profile.bid is not None else []),
            trump,
        ]
        for pair in (
            (None, None, None) if score is None else (score.tricks, score.points, score.after)
        ):
            cells += ["?", "?"] if pair is None else [str(pair[0]), str(pair[1])]
        remarks = []
        if score is not None and score.basis in _BASES:
            remarks.append(say(f"basis-{score.basis}"))
        if score is not None:
            remarks += _extras(score, game.header.seats.sides)
        if row.errors:
            remarks.append(say("errors", n=row.errors))
        return [*cells, ", ".join(remarks)]

    def end(self, compared: Compared) -> None:
        """Write what is compared beyond the games."""
        if compared.boards or compared.drives:
            from whistlog.cli.contest import write_boards, write_drives

            write_boards(compared.boards, self._out, space=not self._first)
            space = not self._first or bool(compared.boards)
            write_drives(compared.drives, self._out, space=space)
        elif self._only is not None:
            self._out.write(say(f"no-{self._only}"), "\n")
        elif self._first:
            self._out.write(say("no-game"), "\n")


def _rules(profile: Profile) -> str:
    """The title of the rules; that of a player's own profile is as the player wrote it."""
    key = f"profile-{profile.name}"
    own = sentence(key, "en") != profile.title
    return profile.title if own else say(key)


def _bid(replay: Replay, letters: Sequence[str]) -> str:
    """Who won the auction of bid whist, and with what."""
    contract = replay.contract
    if contract is None:
        return "?"
    level, form = contract.level, contract.form
    bid = f"{level or '?'} {form or '?'}"
    if level is not None and form is not None:
        bid = str(spoken(Call(level, form)))
    return f"{letters[contract.declarer]} {bid}"


_BASES: Final = frozenset(("written", "undecided", "void"))
"""Where the tricks come from, where that is worth a remark."""


def _extras(score: DealScore, sides: Sequence[str]) -> Iterator[str]:
    """What counted in a deal beside its tricks, in words."""
    for side in SIDES:
        if score.honours[side]:
            yield say("by-honours", side=sides[side], points=score.honours[side])
    if score.penalties:
        from whistlog.checks.penalties import said

        for penalty in score.penalties:
            yield say("penalty-for", side=sides[penalty.side], penalty=said(penalty))


def _verdict(game: GameTable) -> str:
    if not game.rows:
        return say("no-deals")
    last = game.rows[-1].report.score
    sides = game.header.seats.sides
    if last is None or last.after is None:
        return say("score-unknown")
    between = "-" if min(last.after) >= 0 else " : "
    numbers = f"{last.after[0]}{between}{last.after[1]}"
    if game.profile.contest == "players" and game.rows[-1].report.deal.tag("north") is not None:
        return say("own-totals")
    if not last.over:
        standing = ", ".join(f"{sides[s]} {last.after[s]}" for s in SIDES)
        return say("game-going-on", score=standing)
    if last.winner is None:
        return say("game-tie", score=numbers)
    if last.winner == 1:
        numbers = f"{last.after[1]}{between}{last.after[0]}"
    winner = sides[last.winner]
    if last.value is None:
        verdict = [say("game-winner", side=winner, score=numbers)]
    else:
        value = say("points", n=last.value)
        verdict = [say("game-winner-worth", side=winner, score=numbers, points=value)]
    for side in SIDES:
        if last.rubber is not None and last.rubber[side]:
            points = say("points", n=last.rubber[side])
            verdict.append(say("rubber-winner", side=sides[side], points=points))
    return " ".join(verdict)


_COLUMNS: Final = (
    "path", "game", "deal", "dealer", "trump", "tricks_ns", "tricks_ew", "points_ns",
    "points_ew", "score_ns", "score_ew", "honours_ns", "honours_ew", "penalties", "basis", "errors",
    "bid",
)  # fmt: skip


class _Csv:
    """A line for each deal, for a spreadsheet; what is not known is empty."""

    def __init__(self, validate: bool, only: str | None) -> None:
        utf8_output()
        self._writer = csv.writer(sys.stdout, lineterminator="\n")
        self._only = only

    def begin(self) -> None:
        """Write the names of the columns."""
        if self._only is None:
            self._writer.writerow(_COLUMNS)

    def game(self, game: GameTable) -> None:
        """Write the deals of a game."""
        for row in game.rows:
            value = _deal(row)
            pairs: list[object] = []
            for key in ("tricks", "points", "score", "honours"):
                pair = value[key] or {}
                pairs += [pair.get("NS"), pair.get("EW")]
            self._writer.writerow(
                [
                    cell(game.path),
                    game.number,
                    value["deal"],
                    value["dealer"],
                    value["trump"],
                    *pairs,
                    "; ".join(" ".join(map(str, p.values())) for p in value["penalties"]),
                    value["basis"],
                    value["errors"],
                    " ".join(str(part or "?") for part in (value["bid"] or {}).values()),
                ]
            )

    def end(self, compared: Compared) -> None:
        """Write the boards or the players, where they are wanted."""
        if self._only is not None:
            from whistlog.cli.contest import print_csv

            print_csv(*compared, self._only)


def cell(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    return f"'{text}" if text[:1] in ("=", "+", "@", "-") and text != "-" else text


class _Json:
    """One document, written game by game."""

    def __init__(self, validate: bool, only: str | None) -> None:
        self._document = Document(utf8_output(), "score", 1, "games", validate=validate)

    def begin(self) -> None:
        """Open the document."""
        self._document.begin()

    def game(self, game: GameTable) -> None:
        """Write a game.

        Raises:
            ValueError: what we were about to write does not follow the schema.
        """
        last = game.rows[-1].report.score if game.rows else None
        sides = game.header.seats.sides
        value = {
            "path": game.path,
            "game": game.number,
            "rules": game.profile.name,
            "sides": {"NS": sides[0], "EW": sides[1]},
            "deals": [_deal(row) for row in game.rows],
            "score": _pair(game.score),
            "over": last is not None and last.over,
            "winner": last.winner.name if last is not None and last.winner is not None else None,
            "value": last.value if last is not None else None,
            "rubber": _pair(last.rubber) if last is not None else None,
        }
        self._document.add(value)

    def end(self, compared: Compared) -> None:
        """Write what is compared beyond the games, and close the document.

        Raises:
            ValueError: what we were about to write does not follow the schema.
        """
        rest = ""
        if compared.boards or compared.drives:
            from whistlog.cli.contest import boards_value, drive_value

            more = {
                "boards": [boards_value(c) for c in compared.boards],
                "drives": [drive_value(d) for d in compared.drives],
            }
            self._document.check([], more)
            for key, value in more.items():
                rest += f',\n"{key}": {json.dumps(value, ensure_ascii=False)}'
        self._document.end(rest)


def _deal(row: Row) -> dict[str, Any]:
    replay, score = row.report.replay, row.report.score
    contract = replay.contract
    return {
        "deal": row.number,
        "dealer": replay.dealer.name if replay.dealer is not None else None,
        "trump": replay.trump.symbol if replay.trump is not None else None,
        "bid": None if contract is None else _bid_value(contract),
        "tricks": _pair(score.tricks if score is not None else None),
        "points": _pair(score.points if score is not None else None),
        "score": _pair(score.after if score is not None else None),
        "honours": _pair(score.honours if score is not None else None),
        "penalties": [
            {"side": p.side.name, "choice": p.choice, "amount": p.amount}
            for p in (score.penalties if score is not None else ())
        ],
        "basis": score.basis if score is not None else "undecided",
        "errors": row.errors,
    }


def _bid_value(contract: Contract) -> dict[str, object]:
    return {
        "declarer": contract.declarer.name,
        "number": contract.level,
        "form": contract.form,
    }


def _pair(pair: Pair | None) -> dict[str, int] | None:
    return None if pair is None else {side.name: pair[side] for side in SIDES}


_WRITERS: Final[dict[str, Any]] = {"table": _Table, "csv": _Csv, "json": _Json}
