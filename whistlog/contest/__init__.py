"""What is compared beyond one table: boards played at several tables, and drives.

A `Contest` takes the deals of any number of games, in any number of files, and keeps what
belongs to a comparison: deals with a ``Board:`` line, and deals of a game in which everybody
has a total of his own. `findings` says what does not fit together; `boards` and `drive` make
the tables.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from whistlog.cards import Card, Seat, Side
from whistlog.record import NOWHERE, Deal, Header, SeatSystem, Span, Tag
from whistlog.replay.values import Basis

if TYPE_CHECKING:
    from whistlog.checks import DealReport
    from whistlog.diagnostics.values import Diagnostic
    from whistlog.rules.profile import Profile

__all__ = ["Contest", "Result", "Total"]

Pair = tuple[int, int]

LIMIT: Final = 100_000
"""Deals that a check compares: what is compared must be kept, a kilobyte or so a deal."""


class Place(NamedTuple):
    """Where a line stands, in which file, game and deal."""

    path: str
    span: Span
    game: int
    deal: int | None


class Result(NamedTuple):
    """One deal as it was played at one table.

    Attributes:
        event: event and date: only what agrees in both is compared.
        title: the same as written.
        board: the number or name of the board; None in a drive.
        table: the table, or "".
        number: the number of the deal in its game.
        players: names by seat, or "" where none is written.
        sides: what the record calls the sides.
        tricks: tricks that count for each side, after penalties; None if not known.
        dealer: who dealt the board, or None.
        turn_up: the card turned up, or None.
        hands: masks of the hands by seat, where all of the hand is known.
        place: of the board's line, or of the deal.
        single: whether everybody has a total of his own.
        ignored: findings that a comment of the deal passes over.
        deals: how many deals a drive has, or None.
    """

    event: tuple[str, str]
    title: str
    board: str | None
    table: str
    number: int
    players: tuple[str, str, str, str]
    sides: tuple[str, str]
    tricks: Pair | None
    dealer: Seat | None
    turn_up: Card | None
    hands: tuple[int | None, int | None, int | None, int | None]
    place: Place
    single: bool
    ignored: frozenset[str] = frozenset()
    deals: int | None = None

    @property
    def key(self) -> tuple[tuple[str, str], str]:
        """What is the same wherever the board is played."""
        return self.event, fold_name(self.board or "")

    def pair(self, side: Side) -> str:
        """The names of a side; its table and seats where there are no names."""
        names = [name for name in (self.players[side], self.players[side + 2]) if name]
        if names:
            return " & ".join(names)
        where = f"table {self.table}" if self.table else self.place.path or "?"
        return f"{self.sides[side]} of {where}"


class Total(NamedTuple):
    """A total of a player as it was written down.

    Attributes:
        player: the name; the text where it is no total of a player.
        total: the number, or None.
        after: the deal after which it stood; None for the end.
        deals: how many deals the drive has, or None.
    """

    event: tuple[str, str]
    player: str
    total: int | None
    after: int | None
    place: Place
    ignored: frozenset[str] = frozenset()
    deals: int | None = None


def fold_name(name: str) -> str:
    """A name as it is compared: without regard to case and blanks."""
    return " ".join(name.split()).casefold()


class Twice(NamedTuple):
    """A player who is written at two seats of a table.

    Attributes:
        player: the name.
        seats: letters of the seats.
        place: of the second name.
        first: of the first name.
        event: event and date.
        ignored: findings that comments pass over.
    """

    player: str
    seats: tuple[str, ...]
    place: Place
    first: Span
    event: tuple[str, str]
    ignored: frozenset[str]


T = TypeVar("T")


class Contest:
    """The results of several tables.

    Attributes:
        limit: the most deals, and totals, that are kept; None: all.
        results: deals that are compared, in the order read.
        totals: totals as written, in the order read.
        twice: players at two seats, each once for a game.
        boardless: of each game that compares boards the first deal that names none.
        beyond: place of the first deal that was left out, or None.
        left_out: how many were left out.
        open: whether all deals of the game are compared: its header or its rules say so.
    """

    limit: int | None = LIMIT

    def __init__(self) -> None:
        self.results: list[Result] = []
        self.totals: list[Total] = []
        self.twice: dict[tuple[str, int, str], Twice] = {}
        self.boardless: list[Place] = []
        self.beyond: Place | None = None
        self.left_out = 0
        self._shared: dict[object, object] = {}
        self._header: Header = Header(())
        self._tags: dict[str, tuple[str, int]] | None = None
        self.open = False

    def header(
        self, header: Header, profile: Profile, path: str, game: int, *, board: bool
    ) -> None:
        """Begin a game; ``board``: its header has a ``Board:`` line."""
        self._header = header
        self._tags = None
        self.open = board or profile.contest is not None
        if profile.contest == "players":
            self._tags = tags = _tags(header)
            if "totals" in tags:
                self._totals(
                    header,
                    tags,
                    profile,
                    Place(path, NOWHERE, game, None),
                    None,
                    tags,
                    _ignored(header),
                )

    def deal(
        self,
        report: DealReport,
        profile: Profile,
        path: str,
        game: int,
        number: int | None,
    ) -> None:
        """Take in a deal of the game that has a ``Board:`` line, or any where it is `open`."""
        header = self._header
        if self._tags is None:
            self._tags = _tags(header)
        of_game = self._tags
        number = number or 0
        deal, score, replay = report.deal, report.score, report.replay
        own = _tags(deal)
        tags = {**of_game, **own}
        single = profile.contest == "players"
        place = Place(path, _span(deal, own, "board"), game, number)
        ignored = _ignored(deal) | _ignored(header)
        if "totals" in own and single:
            self._totals(deal, own, profile, place, number, tags, ignored)
        if score is not None and score.basis == "void":
            return
        if "board" not in tags and not single:
            if profile.contest == "boards" and "board-missing" not in ignored:
                self._boardless(place._replace(span=deal.span(0) if deal.items else NOWHERE))
            return
        if self.limit is not None and len(self.results) >= self.limit:
            self._leave_out(place, 1)
            return
        tricks = None
        if score is not None:
            tricks = score.points if profile.book == 0 else score.tricks
            tricks = tricks if score.tricks is not None else None
        if deal.span(0) != NOWHERE and place.span == NOWHERE and deal.items:
            place = place._replace(span=deal.span(0))
        # A hand that follows from the play is only known where the play is in order.
        known = (Basis.WRITTEN,) if replay.facts else (Basis.WRITTEN, Basis.INFERRED)
        hands = [
            h if basis in known else None for h, basis in zip(replay.hands, replay.hands_basis)
        ]
        names = [tags[key][0] if key in tags else "" for key in _players(header.seats)]
        if len({*map(fold_name, filter(None, names))}) < sum(map(bool, names)):
            self._twice(deal, tags, own, place, ignored)
        self.results.append(
            Result(
                self._one(_event(tags)),
                self._one(", ".join(tags[key][0] for key in ("event", "date") if key in tags)),
                tags["board"][0] if "board" in tags else None,
                self._one(tags["table"][0] if "table" in tags else ""),
                number,
                self._one((names[0], names[1], names[2], names[3])),
                header.seats.sides,
                tricks,
                deal.dealer,
                replay.turn_up,
                (hands[0], hands[1], hands[2], hands[3]),
                place,
                single,
                ignored,
                profile.deals,
            )
        )

    def _twice(
        self,
        deal: Deal,
        tags: dict[str, tuple[str, int]],
        own: dict[str, tuple[str, int]],
        place: Place,
        ignored: frozenset[str],
    ) -> None:
        """Take in who sits at two seats of a table, at the second of his names."""
        seats = self._header.seats
        named: dict[str, list[tuple[str, str]]] = {}
        for letter, key in zip(seats.letters, _players(seats)):
            if key in tags:
                named.setdefault(fold_name(tags[key][0]), []).append((letter, key))
        for name, at in named.items():
            if len(at) > 1:
                spans = [_span(deal if k in own else self._header, tags, k) for _, k in at]
                spans.sort()
                self.twice.setdefault(
                    (place.path, place.game, name),
                    Twice(
                        tags[at[0][1]][0],
                        tuple(letter for letter, _ in at),
                        place._replace(span=spans[1]),
                        spans[0],
                        _event(tags),
                        ignored,
                    ),
                )

    def _totals(
        self,
        section: Header | Deal,
        own: dict[str, tuple[str, int]],
        profile: Profile,
        place: Place,
        after: int | None,
        tags: dict[str, tuple[str, int]],
        ignored: frozenset[str],
    ) -> None:
        text, item = own["totals"]
        span = section.span(item, ("value",))
        for name, number, start, end in read_totals(text):
            if self.limit is not None and len(self.totals) >= self.limit:
                self._leave_out(place, 0)
                return
            where = span
            if section.source is not None:
                first = span.column + start
                where = Span(span.line, first, span.line, span.column + end)
            self.totals.append(
                Total(
                    _event(tags),
                    name,
                    number,
                    after,
                    place._replace(span=where),
                    ignored,
                    profile.deals,
                )
            )

    def _boardless(self, place: Place) -> None:
        last = self.boardless[-1] if self.boardless else None
        same = last is not None and (last.path, last.game) == (place.path, place.game)
        if not same and (self.limit is None or len(self.boardless) < self.limit):
            self.boardless.append(place)

    def _one(self, value: T) -> T:
        """The same value as before, if there was one: most deals of a game agree in these."""
        if len(self._shared) > 4096:
            self._shared.clear()
        return self._shared.setdefault(value, value)  # type: ignore[return-value]

    def _leave_out(self, place: Place, deals: int) -> None:
        self.beyond = self.beyond or place
        self.left_out += deals

    def add(self, other: Contest, games: int = 0, *, places: bool = True) -> None:
        """Take in what another contest has.

        Args:
            other: the other one.
            games: games of the same file before it.
            places: whether its places can be shown to people; False for those of JSON.
        """

        def moved(place: Place) -> Place:
            span = place.span if places else NOWHERE
            return place._replace(span=span, game=place.game + games)

        for result in other.results:
            place = moved(result.place)
            if self.limit is not None and len(self.results) >= self.limit:
                self._leave_out(place, 1)
                continue
            self.results.append(
                result._replace(
                    event=self._one(result.event),
                    title=self._one(result.title),
                    table=self._one(result.table),
                    players=self._one(result.players),
                    sides=self._one(result.sides),
                    place=place._replace(path=self._one(place.path)),
                )
            )
        for total in other.totals:
            place = moved(total.place)
            if self.limit is not None and len(self.totals) >= self.limit:
                self._leave_out(place, 0)
                break
            self.totals.append(total._replace(event=self._one(total.event), place=place))
        for (path, game, name), twice in other.twice.items():
            if self.limit is not None and len(self.twice) >= self.limit:
                break
            first = twice.first if places else NOWHERE
            found = twice._replace(place=moved(twice.place), first=first)
            self.twice.setdefault((path, game + games, name), found)
        for place in other.boardless:
            self._boardless(moved(place))
        if other.beyond is not None:
            self._leave_out(moved(other.beyond), other.left_out)

    def findings(self) -> tuple[Diagnostic, ...]:
        """What does not fit together, in the order of what was read."""
        if not self.results and not self.totals and not self.boardless:
            return ()
        from whistlog.contest.checks import check_contest

        return check_contest(self)


def read_totals(text: str) -> list[tuple[str, int | None, int, int]]:
    """Names and numbers of a ``Totals:`` line, and where each number stands in it.

    What is no total of a player has no number, and its own place.

    >>> read_totals("Ana 7, Bruno Dias 6, Carla")
    [('Ana', 7, 4, 5), ('Bruno Dias', 6, 18, 19), ('Carla', None, 21, 26)]
    """
    found: list[tuple[str, int | None, int, int]] = []
    at = 0
    for part in text.split(","):
        words = part.rsplit(None, 1)
        end = at + len(part.rstrip())
        if len(words) == 2 and words[1].isdecimal() and len(words[1]) < 7:
            found.append((words[0].strip(" :="), int(words[1]), end - len(words[1]), end))
        elif words:
            found.append((part.strip(), None, at + len(part) - len(part.lstrip()), end))
        at += len(part) + 1
    return found


def _tags(section: Header | Deal) -> dict[str, tuple[str, int]]:
    """Values and places of the tags that matter here; the first of its kind counts."""
    tags: dict[str, tuple[str, int]] = {}
    for i, item in enumerate(section.items):
        if type(item) is Tag and item.known and item.value:
            tags.setdefault(item.key, (item.value, i))
    return tags


def _players(seats: SeatSystem) -> tuple[str, ...]:
    if seats.name == "NESW":
        return ("north", "east", "south", "west")
    return tuple(f"player {letter.lower()}" for letter in seats.letters)


def _event(tags: dict[str, tuple[str, int]]) -> tuple[str, str]:
    event, date = (fold_name(tags[key][0]) if key in tags else "" for key in ("event", "date"))
    return event, date


def _span(section: Header | Deal, tags: dict[str, tuple[str, int]], key: str) -> Span:
    return section.span(tags[key][1], ("value",)) if key in tags else NOWHERE


def _ignored(section: Header | Deal) -> frozenset[str]:
    from whistlog.checks.suppress import named, speaks

    return named(section) if speaks(section) else frozenset()
