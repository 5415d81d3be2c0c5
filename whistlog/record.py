"""What was written: immutable values, one per line of a record. Nothing is judged here.

A file is a sequence of *games*; a game is a `Header` (the lines before its first deal) and
its `Deal`s; a deal is a sequence of *items*, one for each line that is not blank, in the
order in which they were written. Nothing is dropped: comments, annotations, unknown tags
and repeated lines are items too, so that text → record → text loses nothing.

Every item has a ``comment``: the text after ``#`` on its line, or None. Places are asked
for with `Deal.span`, which finds them only when somebody wants to know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from whistlog.cards import (
    CARDS,
    LOW,
    SEATS,
    UNRECORDED,
    Card,
    Ranking,
    Seat,
    Side,
    Suit,
    cards_of,
    mask,
    sort_hand,
)

FORMAT_VERSION: Final = 1
"""The version of the text format that this package reads and writes."""

_C = TypeVar("_C", bound=type)


def _value(cls: _C) -> _C:
    """Make a named tuple equal only to values of its own class, as a dataclass is.

    (Named tuples because an archive holds so many of them, and because a program that checks
    one small record spends most of its time defining classes.)
    """

    def equal(self: tuple[object, ...], other: object) -> bool:
        return type(other) is cls and tuple.__eq__(self, other)

    def unequal(self: tuple[object, ...], other: object) -> bool:
        return not equal(self, other)

    methods = {"__eq__": equal, "__ne__": unequal, "__hash__": tuple.__hash__}
    for name, method in methods.items():
        setattr(cls, name, method)
    return cls


@_value
class Span(NamedTuple):
    """A place in a text: 1-based lines and columns in code points, the end column exclusive."""

    line: int
    column: int
    end_line: int
    end_column: int

    def down(self, lines: int) -> Span:
        """The same place so many lines further down."""
        return Span(self.line + lines, self.column, self.end_line + lines, self.end_column)


@_value
class SeatSystem(NamedTuple):
    """How the seats are named in a record, clockwise; partners are always opposite.

    Attributes:
        name: the value of the ``Seats:`` line: ``NESW``, ``ABCD`` or ``AYBZ``.
        letters: seat letters by `Seat`.
        sides: side names by `Side`, for example ``("NS", "EW")``.
    """

    name: str
    letters: tuple[str, str, str, str]
    sides: tuple[str, str]


SEAT_SYSTEMS: Final = {
    "NESW": SeatSystem("NESW", ("N", "E", "S", "W"), ("NS", "EW")),
    "ABCD": SeatSystem("ABCD", ("A", "B", "C", "D"), ("AC", "BD")),
    "AYBZ": SeatSystem("AYBZ", ("A", "Y", "B", "Z"), ("AB", "YZ")),
}


@dataclass(frozen=True, slots=True)
class Play:
    """One card of a trick, with what was written beside it.

    Attributes:
        card: the card; `UNRECORDED` or one of `LOW` if it was not fully written down.
        glyphs: assessment marks as written, from ``! ? ^`` (``^`` acknowledges an
            irregularity, as in PBN 2.1 §3.9).
        notes: the texts of the ``{annotations}`` that follow the card.
        seat: who played it, where the writer said so (``E:6♣``); None for clockwise order.
        withdrawn: the card was played and taken back, written ``(6♣)``.
    """

    card: Card
    glyphs: str = ""
    notes: tuple[str, ...] = ()
    seat: Seat | None = None
    withdrawn: bool = False


GLYPHS: Final = frozenset(("", "!", "?", "!!", "??", "!?", "?!"))
"""What an assessment of a card can be; one ``^`` may stand beside it."""

PLAYS: Final[dict[Card, Play]] = {c: Play(c) for c in (*CARDS, UNRECORDED, *LOW)}
"""One shared `Play` for each card that nothing is written beside."""


@_value
class Call(NamedTuple):
    """One call of an auction (bid whist).

    Attributes:
        level: the number bid, or None for a pass.
        form: ``up``, ``down`` or ``nt``; None for a pass and for a form that is no bid.
        text: the call as written where it is no legal call at all (judged by the checks).
        seat: who spoke, where the writer said so.
        notes: annotations that follow the call.
    """

    level: int | None = None
    form: str | None = None
    text: str | None = None
    seat: Seat | None = None
    notes: tuple[str, ...] = ()


@_value
class Comment(NamedTuple):
    """A line that holds only a ``#`` comment; ``comment`` is its text without the ``#``."""

    comment: str | None


@_value
class Annotation(NamedTuple):
    """A line that holds only ``{annotations}``: it belongs to the trick above, or the deal."""

    notes: tuple[str, ...]
    comment: str | None = None


@_value
class Tag(NamedTuple):
    """A ``Name: text`` line whose value is free text.

    Attributes:
        key: the canonical English key in lower case for a known tag (``event``, ``date``,
            ``rules``, ``format``, ``language``, ``seats``, ``board``, ``north`` …), else
            the name as it was written.
        value: the text, without surrounding blanks.
        known: whether the key is one that whistlog knows.
    """

    key: str
    value: str
    known: bool = True
    comment: str | None = None


@_value
class GameLine(NamedTuple):
    """A ``Game`` line: a new game starts; the label is free (``Game 2``)."""

    label: str = ""
    comment: str | None = None


@_value
class DealLine(NamedTuple):
    """A ``Deal n`` line."""

    number: int | None = None
    comment: str | None = None


@_value
class Dealer(NamedTuple):
    """``Dealer: W``."""

    seat: Seat
    comment: str | None = None


@_value
class Trump(NamedTuple):
    """``Trump: 4♠`` (the card turned up), ``Trump: ♥`` (a suit) or ``Trump: none``.

    Exactly one of the three is meant: ``card`` set; ``suit`` set; neither.
    """

    card: Card | None = None
    suit: Suit | None = None
    comment: str | None = None


@_value
class RankingLine(NamedTuple):
    """``Ranking: downtown``: the direction named after a no-trump bid."""

    ranking: Ranking
    comment: str | None = None


@_value
class Hand(NamedTuple):
    """``N: ♠ K J 6 ♥ …``: the cards dealt to a seat, as written (any order, any number)."""

    seat: Seat
    cards: tuple[Card, ...]
    comment: str | None = None

    @property
    def mask(self) -> int:
        """Mask of the cards; 0 if one is written twice, or not in full."""
        bits = mask(self.cards)
        return bits if bits.bit_count() == len(self.cards) else 0


@_value
class Pile(NamedTuple):
    """``Kitty:``, ``Discards:`` or ``Dealt:``: cards, or their number; ``shown`` for the kitty.

    Attributes:
        key: ``kitty``, ``discards`` or ``dealt`` (the pack in the order in which it was dealt,
            from the dealer's left).
        cards: the cards, or None where only the number is recorded.
        count: the number where only that is recorded.
        shown: True or False where the record says ``shown`` or ``hidden``; else None.
    """

    key: str
    cards: tuple[Card, ...] | None = None
    count: int | None = None  # type: ignore[assignment]
    shown: bool | None = None
    comment: str | None = None


@_value
class Auction(NamedTuple):
    """``Auction: pass, 3 up, …`` from the dealer's left, clockwise."""

    calls: tuple[Call, ...]
    comment: str | None = None


@_value
class Trick(NamedTuple):
    """One trick line.

    Attributes:
        number: the number written before the dot.
        leader: who led, where written.
        plays: the cards in the order in which they were played.
        winner: who took it according to the record (``-> W``).
        notes: annotations after the winner, which belong to the whole trick.
    """

    number: int
    leader: Seat | None
    plays: tuple[Play, ...]
    winner: Seat | None = None
    notes: tuple[str, ...] = ()
    comment: str | None = None


@_value
class Tally(NamedTuple):
    """A line with a number for a side or for both: ``Tricks: NS 9, EW 4``.

    Attributes:
        key: ``tricks`` (of the deal), ``score`` (running, or brought forward in a header),
            ``points`` (of the deal), ``honours``, ``claim``, ``concede``, ``value`` (of the
            game) or ``rubber``.
        values: (side, number) pairs in the order written; the number is None for a claim or
            concession of all the rest.
    """

    key: str
    values: tuple[tuple[Side, int | None], ...]
    notes: tuple[str, ...] = ()
    comment: str | None = None

    def get(self, side: Side) -> int | None:
        """The number written for a side, or None."""
        for s, number in self.values:
            if s == side:
                return number
        return None


@_value
class Incident(NamedTuple):
    """Something that happened at the table, written on a line of its own.

    Attributes:
        key: ``unfinished``, ``misdeal``, ``redeal`` (``text`` is the reason);
            ``revoke`` (``seat``, ``trick``: a revoke claimed); ``penalty`` (``side`` takes
            ``amount`` ``tricks``, adds ``amount`` points, or has them deducted, in
            ``choice``); ``exposed``, ``called`` (``seat`` and ``card`` or ``suit``);
            ``winner`` (``side`` is declared winner of the game).
        choice: ``tricks``, ``add`` or ``deduct`` for a penalty.
    """

    key: str
    seat: Seat | None = None
    side: Side | None = None
    trick: int | None = None
    card: Card | None = None
    suit: Suit | None = None
    choice: str | None = None
    amount: int | None = None
    text: str = ""
    comment: str | None = None


@_value
class Unreadable(NamedTuple):
    """A line that could not be understood, kept as it was written; a fault was reported."""

    text: str
    comment: str | None = None


Item = (
    Comment
    | Annotation
    | Tag
    | GameLine
    | DealLine
    | Dealer
    | Trump
    | RankingLine
    | Hand
    | Pile
    | Auction
    | Trick
    | Tally
    | Incident
    | Unreadable
)


class PlainHand(NamedTuple):
    """A `Hand` in the order of `sort_hand`, of known cards, as long as nobody asks for it."""

    seat: Seat
    mask: int

    def written(self) -> Hand:
        """The line."""
        return Hand(self.seat, sort_hand(cards_of(self.mask)))


NOBODY: Final = 0xFF
"""Stands for a leader or winner who is not written, in a `PlainTricks`."""


class PlainTricks(NamedTuple):
    """The trick lines of a deal: numbered from 1, of four known cards each, in turn.

    An archive holds little else, and to replay a deal no more is needed than this.

    Attributes:
        leaders: by trick, the number of the seat that led; `NOBODY` where it is not written.
        cards: the codes of the cards in the order in which they were played: by trick the first
            cards, then the second ones, the third ones, the fourth ones.
        winners: by trick, the number of the seat that took it, or `NOBODY`.
    """

    leaders: bytes
    cards: bytes
    winners: bytes

    def written(self) -> list[Trick]:
        """The lines, if nothing was written on them beside this."""
        plays = [PLAYS[CARDS[code]] for code in self.cards]
        size = len(self.leaders)
        return [
            Trick(
                i + 1,
                None if leader == NOBODY else SEATS[leader],
                tuple(plays[i::size]),
                None if winner == NOBODY else SEATS[winner],
            )
            for i, (leader, winner) in enumerate(zip(self.leaders, self.winners))
        ]

    @classmethod
    def of(cls, tricks: Sequence[tuple[int, Trick]]) -> PlainTricks | None:
        """What a replay needs of trick lines; None if it needs more than this of them."""
        size = len(tricks)
        leaders, cards, winners = bytearray(size), bytearray(4 * size), bytearray(size)
        for i, (_, trick) in enumerate(tricks):
            if trick.number != i + 1 or len(trick.plays) != 4:
                return None
            leaders[i] = NOBODY if trick.leader is None else trick.leader
            for place, play in enumerate(trick.plays):
                if play.withdrawn or play.seat is not None or not play.card.bit:
                    return None
                cards[place * size + i] = play.card.code
            winners[i] = NOBODY if trick.winner is None else trick.winner
        return cls(bytes(leaders), bytes(cards), bytes(winners))


PlainItem = Item | PlainHand | PlainTricks
"""One item, or all trick lines of a deal."""

_KINDS: Final = {
    Comment: "comment",
    Annotation: "annotation",
    Tag: "tag",
    GameLine: "game",
    DealLine: "deal",
    Dealer: "dealer",
    Trump: "trump",
    RankingLine: "ranking",
    Hand: "hand",
    Pile: "pile",
    Auction: "auction",
    Trick: "trick",
    Tally: "tally",
    Incident: "incident",
    Unreadable: "unreadable",
}


def kind(item: Item) -> str:
    """What kind of item this is, by the name that JSON documents use.

    >>> kind(Comment("a remark")), kind(Dealer(Seat.W))
    ('comment', 'dealer')
    """
    return _KINDS[type(item)]


Part = tuple[str | int, ...]
"""A part of a line: ``()`` for all of it; ``("card", i)`` for the i-th card, play or call;
``("key",)``, ``("value",)``, ``("leader",)``, ``("winner",)``, ``("number",)``,
``("side", i)`` for the rest."""


@_value
class Source(NamedTuple):
    """Where the items of a header or deal stand in a text.

    Attributes:
        first_line: 1-based number of the first line of the section in its file.
        lines: the text of the section's lines, without line ends.
        item_lines: for each item the index into ``lines``.
        locate: finds a part of a line, given the line's text: 0-based start and end columns
            in code points; the whole line without comment for an unknown part.
    """

    first_line: int
    lines: Sequence[str]
    item_lines: Sequence[int]
    locate: Callable[[str, Part], tuple[int, int]]

    def span(self, item: int, part: Part = ()) -> Span:
        """The span of a part of item number ``item``."""
        index = self.item_lines[item]
        start, end = self.locate(self.lines[index], part)
        line = self.first_line + index
        return Span(line, start + 1, line, end + 1)


_T = TypeVar("_T")

NOWHERE: Final = Span(1, 1, 1, 1)
"""The place of what has no text: records that were made in Python or read from JSON."""


@dataclass(frozen=True)
class _Section:
    items: tuple[Item, ...]
    source: Source | None = field(default=None, compare=False, repr=False, kw_only=True)

    def span(self, item: int, part: Part = ()) -> Span:
        """The place of an item, or of a part of it, in the text it was read from."""
        return self.source.span(item, part) if self.source is not None else NOWHERE

    def find(self, cls: type[_T]) -> Iterator[tuple[int, _T]]:
        """Yield (index, item) for the items of a class, in the order written."""
        for i, item in enumerate(self.items):
            if isinstance(item, cls):
                yield i, item

    @cached_property
    def layout(self) -> Layout:
        """The items by what they are, found in one pass."""
        return Layout(self.items)

    def tag(self, key: str) -> str | None:
        """The value of the first known tag with this key, or None."""
        entry = self.layout.tags.get(key)
        return None if entry is None else entry[1].value

    def tallies(self, key: str) -> Iterator[tuple[int, Tally]]:
        """Yield (index, tally) for the tallies of a kind, in the order written."""
        return ((i, t) for i, t in self.find(Tally) if t.key == key)


@dataclass(frozen=True)
class Header(_Section):
    """The lines of a game before its first deal.

    Attributes:
        language: code of the language in which the game is written, stated or detected;
            None where nothing depends on it.
        seats: the seat system stated by ``Seats:``.
    """

    language: str | None = field(default=None, compare=False)
    seats: SeatSystem = field(default=SEAT_SYSTEMS["NESW"], compare=False)

    @classmethod
    def read(
        cls, items: tuple[Item, ...], source: Source, language: str | None, seats: SeatSystem
    ) -> Header:
        """What the constructor makes of these, in less time."""
        self = cls.__new__(cls)
        self.__dict__.update(
            items=items, source=source, language=language, seats=seats, layout=Layout(items)
        )
        return self

    def __eq__(self, other: object) -> bool:
        # A ``Format:`` line tells about the text, not about the game: the formatter adds it,
        # and a record reads back equal all the same.
        if not isinstance(other, Header):
            return NotImplemented
        return self._about_game() == other._about_game()

    def __hash__(self) -> int:
        return hash(tuple(self._about_game()))

    def _about_game(self) -> list[Item]:
        return [i for i in self.items if not (type(i) is Tag and i.known and i.key == "format")]

    @property
    def rules(self) -> str | None:
        """The profile that the ``Rules:`` line names, or None."""
        return self.tag("rules")


@dataclass(frozen=True)
class Deal(_Section):
    """The lines of one deal."""

    @classmethod
    def plain(cls, items: Sequence[PlainItem], source: Source | None = None) -> Deal:
        """A deal whose tricks and hands are made into items when somebody asks for them.

        It is the same deal as the one that is made of the items.
        """
        self = cls.__new__(cls)
        self.__dict__.update(_plain=items, source=source, layout=Layout(items))
        return self

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> object:
            plain = self.__dict__.get("_plain") if name == "items" else None
            if plain is None:
                raise AttributeError(name, name=name, obj=self)
            items: list[Item] = []
            for item in plain:
                if type(item) is PlainTricks:
                    items += item.written()
                else:
                    items.append(item.written() if type(item) is PlainHand else item)
            self.__dict__["items"] = made = tuple(items)
            return made

    @property
    def number(self) -> int | None:
        """The number on the ``Deal`` line, or None."""
        entry = self.layout.deal_line
        return entry[1].number if entry else None

    @property
    def dealer(self) -> Seat | None:
        """Who dealt, or None if not recorded."""
        entry = self.layout.dealer
        return entry[1].seat if entry else None

    @property
    def turn_up(self) -> Card | None:
        """The card turned up, or None."""
        entry = self.layout.trump
        return entry[1].card if entry else None

    @property
    def hands(self) -> dict[Seat, tuple[Card, ...]]:
        """The hands as written, by seat; seats without a hand line are absent."""
        return {
            seat: entry[1].cards
            for seat, entry in zip(SEATS, self.layout.hands)
            if entry is not None
        }

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """The trick lines, in the order written."""
        return tuple(t for _, t in self.layout.tricks)


class Layout:
    """The items of a section by what they are, each with its index; the first of a kind counts.

    Attributes:
        deal_line, dealer, trump, ranking, kitty, discards, dealt, auction: the line, or None.
        tallies: by their keys.
        tags: the known ones, by their keys.
        incidents: in the order written.
        repeated: later lines that say the same thing again, as (index, index of the first).
        unreadable: whether there is a line that could not be understood.
        remarks: whether a line has a comment.
        hand_lines: the hands, by seat, as they were read.
    """

    __slots__ = (
        "_hands", "_plain", "_tricks", "auction", "deal_line", "dealer", "dealt", "discards",
        "hand_lines", "incidents", "kitty", "ranking", "remarks", "repeated", "tags", "tallies",
        "trump", "unreadable",
    )  # fmt: skip

    deal_line: tuple[int, DealLine] | None
    dealer: tuple[int, Dealer] | None
    trump: tuple[int, Trump] | None
    ranking: tuple[int, RankingLine] | None
    kitty: tuple[int, Pile] | None
    discards: tuple[int, Pile] | None
    dealt: tuple[int, Pile] | None
    auction: tuple[int, Auction] | None

    def __init__(self, items: Iterable[PlainItem]) -> None:
        """Sort the items of a section by kind."""
        self.deal_line = self.dealer = self.trump = self.ranking = self.auction = None
        self.kitty = self.discards = self.dealt = None
        self.tallies: dict[str, tuple[int, Tally]] = {}
        self.tags: dict[str, tuple[int, Tag]] = {}
        self.incidents: list[tuple[int, Incident]] = []
        self.repeated: list[tuple[int, int]] = []
        self.unreadable = self.remarks = False
        self.hand_lines: list[tuple[int, Hand | PlainHand] | None] = [None] * 4
        self._hands: list[tuple[int, Hand] | None] | None = None
        self._tricks: list[tuple[int, Trick]] = []
        self._plain: tuple[int, PlainTricks] | None = None
        i = 0
        for item in items:
            kind = type(item)
            slot = _SLOTS.get(kind)
            if slot is not None:
                if kind is Pile:
                    slot = item.key  # type: ignore[union-attr]
                first = getattr(self, slot)
                if first is None:
                    setattr(self, slot, (i, item))
                else:
                    self.repeated.append((i, first[0]))
            elif kind is Tag:
                if item.known:  # type: ignore[union-attr]
                    entry = (i, item)
                    first = self.tags.setdefault(item.key, entry)  # type: ignore[union-attr, arg-type]
                    if first is not entry:
                        self.repeated.append((i, first[0]))
            elif kind is Trick:
                self._tricks.append((i, item))  # type: ignore[arg-type]
            elif kind is PlainHand or kind is Hand:
                seat = item.seat  # type: ignore[union-attr]
                first = self.hand_lines[seat]  # type: ignore[index]
                if first is None:
                    self.hand_lines[seat] = (i, item)  # type: ignore[index, assignment]
                else:
                    self.repeated.append((i, first[0]))
            elif kind is PlainTricks:
                self._plain = (i, item)  # type: ignore[assignment]
                i += len(item.leaders)  # type: ignore[union-attr]
                continue
            elif kind is Tally:
                entry = (i, item)
                first = self.tallies.setdefault(item.key, entry)  # type: ignore[union-attr, arg-type]
                if first is not entry:
                    self.repeated.append((i, first[0]))
            elif kind is Incident:
                self.incidents.append((i, item))  # type: ignore[arg-type]
            elif kind is Unreadable:
                self.unreadable = True
            if kind is not PlainHand and item.comment is not None:  # type: ignore[union-attr]
                self.remarks = True
            i += 1

    @property
    def hands(self) -> list[tuple[int, Hand] | None]:
        """The hand lines, by seat."""
        if self._hands is None:
            self._hands = [
                entry if entry is None or type(entry[1]) is Hand else (entry[0], entry[1].written())  # type: ignore[misc, union-attr]
                for entry in self.hand_lines
            ]
        return self._hands

    @property
    def tricks(self) -> list[tuple[int, Trick]]:
        """The trick lines."""
        if self._plain is not None and not self._tricks:
            first, tricks = self._plain
            self._tricks = list(enumerate(tricks.written(), first))
        return self._tricks

    @property
    def trick_items(self) -> Sequence[int]:
        """The indices of the trick lines."""
        if self._plain is not None and not self._tricks:
            first, tricks = self._plain
            return range(first, first + len(tricks.leaders))
        return [index for index, _ in self._tricks]

    @property
    def plain_tricks(self) -> PlainTricks | None:
        """The tricks in short; None if there is more to them than that."""
        return PlainTricks.of(self._tricks) if self._plain is None else self._plain[1]


_SLOTS: Final[dict[type, str]] = {
    DealLine: "deal_line",
    Dealer: "dealer",
    Trump: "trump",
    RankingLine: "ranking",
    Auction: "auction",
    Pile: "",  # its key: kitty, discards or dealt
}


@dataclass(frozen=True)
class Game:
    """One game: its header and its deals."""

    header: Header
    deals: tuple[Deal, ...] = ()


@dataclass(frozen=True)
class Record:
    """All that one file holds."""

    games: tuple[Game, ...] = ()
