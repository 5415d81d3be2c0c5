"""From records to text: the canonical spelling.

A record reads back equal from what is written here, and writing it again changes nothing.
Lines that could not be understood are written as they were.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, Final

from whistlog.cards import CARDS, LOW, UNRECORDED, Card, Ranking, sort_hand
from whistlog.notation.detect import Detector
from whistlog.notation.languages import context, language, language_code
from whistlog.record import (
    FORMAT_VERSION,
    SEAT_SYSTEMS,
    Annotation,
    Auction,
    Call,
    Comment,
    Deal,
    Dealer,
    DealLine,
    GameLine,
    Hand,
    Header,
    Incident,
    Item,
    Pile,
    Play,
    RankingLine,
    Record,
    SeatSystem,
    Tag,
    Tally,
    Trick,
    Trump,
    Unreadable,
    kind,
)

COMMENT_COLUMN: Final = 35
"""Comments behind lines start here, or two blanks after a longer line."""


def format_record(
    record: Record, *, ascii: bool = False, language: str | None = None, version: bool = True
) -> str:
    """Write a record.

    Args:
        record: what to write.
        ascii: write cards with letters, in the language that a ``Language:`` line names,
            else in English. Where too few cards are named for a reader to see that it is
            English, ``Language: en`` is added.
        language: write keywords and letters of this language, and say so in the header.
        version: state the version of the format at the top, as ``Format: whist 1``.

    Raises:
        KeyError: there is no such language.
    """
    parts: list[str] = []
    for i, game in enumerate(record.games):
        state = ascii and language is None and not _shows_english(game.deals)
        header = format_header(
            game.header,
            ascii=ascii,
            language="en" if state and _stated(game.header) is None else language,
            version=version and i == 0,
        )
        if header:
            parts.append(header)
        parts.extend(
            format_deal(deal, game.header, ascii=ascii, language=language) for deal in game.deals
        )
    return "\n".join(parts)


def format_header(
    header: Header, *, ascii: bool = False, language: str | None = None, version: bool = False
) -> str:
    """Write the lines of a game before its first deal; nothing for an empty header."""
    items = list(header.items)
    if language is not None:
        items = _state(items, "language", language)
    if version and not any(type(i) is Tag and i.known and i.key == "format" for i in items):
        items.insert(_first_line(items), Tag("format", f"whist {FORMAT_VERSION}"))
    return _style(header, ascii, language).section(items)


def format_deal(
    deal: Deal, header: Header | None = None, *, ascii: bool = False, language: str | None = None
) -> str:
    """Write a deal as it is written below this header.

    Tricks and hands in which a card could not be read are written as they were, too.
    """
    header = header or Header(())
    return _style(header, ascii, language).section(_with_faults_as_written(deal, header))


def _with_faults_as_written(deal: Deal, header: Header) -> Sequence[Item]:
    source = deal.source
    if source is None:
        return deal.items
    items = list(deal.items)
    for i, item in enumerate(items):
        if isinstance(item, Trick):
            unsure = any(play.card is UNRECORDED for play in item.plays)
        else:
            unsure = isinstance(item, Hand) and UNRECORDED in item.cards
        if unsure:
            from whistlog.notation.lines import parse_line

            text = source.lines[source.item_lines[i]]
            if parse_line(text, context(header.language, header.seats.name)).faults:
                items[i] = Unreadable(text)
    return items


def _state(items: list[Item], key: str, value: str) -> list[Item]:
    for i, item in enumerate(items):
        if type(item) is Tag and item.known and item.key == key:
            if language_code(item.value) != value:
                items[i] = Tag(key, value, comment=item.comment)
            return items
    at = _first_line(items)
    first = items[at] if at < len(items) else None
    if type(first) is Tag and first.known and first.key == "format":
        at += 1
    items.insert(at, Tag(key, value))
    return items


def _first_line(items: Sequence[Item]) -> int:
    """Where a line goes that should come first: after ``Game``, or after opening comments."""
    for i, item in enumerate(items):
        if type(item) is GameLine:
            return i + 1
    return next((i for i, item in enumerate(items) if type(item) is not Comment), len(items))


def _stated(header: Header) -> str | None:
    value = header.tag("language")
    return language_code(value) if value is not None else None


def _shows_english(deals: Iterable[Deal]) -> bool:
    """Whether English letters in every deal, read in order, can only be English."""
    detector = Detector()
    for deal in deals:
        for line in _Style(None, SEAT_SYSTEMS["NESW"], ascii=True).lines(deal.items):
            detector.feed(line)
        if detector.ambiguous or detector.language not in (None, "en"):
            return False
    return True


def _style(header: Header, ascii: bool, code: str | None) -> _Style:
    return _cached_style(code or _stated(header), header.seats.name, ascii)


@cache
def _cached_style(code: str | None, seats: str, ascii: bool) -> _Style:
    return _Style(code, SEAT_SYSTEMS[seats], ascii)


class _Style:
    """How things are written in one language and seat system."""

    def __init__(self, code: str | None, seats: SeatSystem, ascii: bool) -> None:
        # Without a language, words are English, and cards are written so that they are
        # understood in every language: with symbols.
        table = language(code or "en")
        self.table = table
        self.ascii = ascii
        self.suits = table.suit_letters if ascii else tuple("♠♥♦♣")
        self.ranks = [table.rank_letter(rank) for rank in range(13)]
        self.cards: dict[Card, str] = {UNRECORDED: "-"}
        for card in (*CARDS, *LOW):
            mark = "" if card.suit is None else self.suits[card.suit]
            self.cards[card] = card.name if not mark else self._rank(card) + mark
        compass = seats.name == "NESW"
        self.seats = (
            tuple(letters[0] for letters in table.seat_letters) if compass else seats.letters
        )
        a, b, c, d = self.seats
        self.sides = (a + c, b + d)
        self.keys = {key: words[0] for key, words in table.keys.items()}
        self.keys |= {
            key: words[0]
            for key, words in zip(("north", "east", "south", "west"), table.seat_words)
        }
        words = {key: names[0] for key, names in table.words.items()}
        self.words = words

    def _rank(self, c: Card) -> str:
        return self.ranks[c.rank] if c.rank >= 0 else "x"

    # Sections

    def section(self, items: Sequence[Item]) -> str:
        lines = self.lines(items)
        return "\n".join(lines) + "\n" if lines else ""

    def lines(self, items: Sequence[Item]) -> list[str]:
        """The lines of a section, with the blank line before its tricks."""
        widths = _Widths(self, items)
        lines: list[str] = []
        comments = 0
        for i, item in enumerate(items):
            if type(item) is Trick and widths.first_trick == i and len(lines) > comments:
                lines.insert(len(lines) - comments, "")
            comments = comments + 1 if type(item) is Comment else 0
            lines.append(self._line(item, widths, i))
        return lines

    def _line(self, item: Item, widths: _Widths, i: int) -> str:
        if type(item) is Unreadable:
            return item.text
        if type(item) is Comment:
            return _comment(item.comment or "")
        body: str = _BODIES[type(item)](self, item, widths, i)
        if item.comment is None:
            return body
        gap = max(2, COMMENT_COLUMN - len(body))
        return body + " " * gap + _comment(item.comment)

    # Lines

    def _keyed(self, key: str, value: str, width: int) -> str:
        return f"{key + ':':<{width}}{value}" if value else f"{key}:"

    def _tag(self, item: Tag, widths: _Widths, i: int) -> str:
        return self._keyed(self.key(item), item.value.replace("#", "\\#"), widths.key[i])

    def key(self, item: Item) -> str:
        """The keyword of a line."""
        if type(item) is Tag:
            if not item.known:
                return item.key
            if item.key.startswith("player "):
                return f"{self.keys['player']} {item.key[7:].upper()}"
        name: str = getattr(item, "key", kind(item))
        return self.keys.get(name) or name.capitalize()

    def _game(self, item: GameLine, widths: _Widths, i: int) -> str:
        label = item.label.replace("#", "\\#")
        # A colon in the label would otherwise be taken for the one behind a keyword.
        colon = ":" if ":" in label and not label[0].isdigit() else ""
        return f"{self.keys['game']}{colon} {label}".rstrip(" ")

    def _deal(self, item: DealLine, widths: _Widths, i: int) -> str:
        return self.keys["deal"] if item.number is None else f"{self.keys['deal']} {item.number}"

    def _annotation(self, item: Annotation, widths: _Widths, i: int) -> str:
        return _notes(item.notes)[1:]

    def _dealer(self, item: Dealer, widths: _Widths, i: int) -> str:
        return self._keyed(self.key(item), self.seats[item.seat], widths.key[i])

    def _trump(self, item: Trump, widths: _Widths, i: int) -> str:
        if item.card is not None:
            value = self.cards[item.card]
        elif item.suit is not None:
            value = self.suits[item.suit]
        else:
            value = self.words["none"]
        return self._keyed(self.key(item), value, widths.key[i])

    def _ranking(self, item: RankingLine, widths: _Widths, i: int) -> str:
        value = self.words["uptown" if item.ranking is Ranking.UPTOWN else "downtown"]
        return self._keyed(self.key(item), value, widths.key[i])

    def _hand(self, item: Hand, widths: _Widths, i: int) -> str:
        seat = self.seats[item.seat]
        if not item.cards:
            return f"{seat}: -"
        groups = self.groups(item)
        last = max(n for n, group in enumerate(groups) if group)
        cells = [f"{g:<{w}}" for g, w in zip(groups[:last], widths.hand)] + [groups[last]]
        return f"{seat}: " + "    ".join(cells)

    def groups(self, item: Hand) -> list[str]:
        """A hand by suits, and last what has none."""
        groups: list[list[str]] = [[], [], [], [], []]
        for c in sort_hand(item.cards):
            if c.suit is None:
                groups[4].append(c.name)
            else:
                groups[c.suit].append(self._rank(c))
        written = [f"{mark} {' '.join(g) or '-'}" for mark, g in zip(self.suits, groups)]
        return [*written, " ".join(groups[4])]

    def _pile(self, item: Pile, widths: _Widths, i: int) -> str:
        words: list[str] = []
        if item.cards is not None:
            words += [self.cards[c] for c in item.cards] or ["-"]
        elif item.count is not None:
            words.append(str(item.count))
        if item.shown is not None:
            words.append(self.words["shown" if item.shown else "hidden"])
        return self._keyed(self.key(item), " ".join(words), widths.key[i])

    def _auction(self, item: Auction, widths: _Widths, i: int) -> str:
        calls = ", ".join(self._call(call) for call in item.calls)
        return self._keyed(self.key(item), calls, widths.key[i])

    def _call(self, call: Call) -> str:
        if call.text is not None:
            said = call.text
        elif call.level is None or call.form is None:
            said = self.words["pass"]
        else:
            said = f"{call.level} {self.words[call.form]}"
        by = f"{self.seats[call.seat]}: " if call.seat is not None else ""
        return by + said + _notes(call.notes)

    def _trick(self, item: Trick, widths: _Widths, i: int) -> str:
        line = f"{item.number:>2}."
        first = item.plays[0] if item.plays else None
        if item.leader is not None:
            line += f" {self.seats[item.leader]}:"
        elif first is not None and first.seat is not None:
            line += " -:"  # else the seat of the first card would be the leader
        noted = False
        for n, play in enumerate(item.plays):
            cell = self.play(play)
            # Columns hold until a note takes its room.
            line += f" {cell}" if noted else f" {cell:<{widths.plays[n]}}"
            if play.notes:
                line = line.rstrip() + _notes(play.notes)
                noted = True
        line = line.rstrip()
        if item.winner is not None or item.notes:
            column = widths.arrow if not noted else 0
            seat = "-" if item.winner is None else self.seats[item.winner]
            line = f"{line:<{column}} -> {seat}" + _notes(item.notes)
        return line

    def play(self, play: Play) -> str:
        """A play without its notes."""
        cell = self.cards[play.card]
        if play.withdrawn:
            cell = f"({cell})"
        by = f"{self.seats[play.seat]}:" if play.seat is not None else ""
        return by + cell + play.glyphs

    def _tally(self, item: Tally, widths: _Widths, i: int) -> str:
        rest = f"({self.words['rest']})"
        values = ", ".join(
            f"{self.sides[side]} {rest if number is None else number}"
            for side, number in item.values
        )
        return self._keyed(self.key(item), values + _notes(item.notes), widths.key[i])

    def _incident(self, item: Incident, widths: _Widths, i: int) -> str:
        return self._keyed(self.key(item), self._incident_value(item), widths.key[i])

    def _incident_value(self, item: Incident) -> str:
        if item.key in ("unfinished", "misdeal", "redeal"):
            return item.text.replace("#", "\\#")
        if item.side is not None:
            value = self.sides[item.side]
            if item.amount is not None:
                amount = {
                    "tricks": f" {item.amount} {self.words['tricks']}",
                    "add": f" +{item.amount}",
                    "deduct": f" -{item.amount}",
                }
                value += amount[item.choice or "tricks"]
            return value
        value = "-" if item.seat is None else self.seats[item.seat]
        if item.trick is not None:
            value += f", {self.words['trick']} {item.trick}"
        if item.card is not None:
            value += f" {self.cards[item.card]}"
        elif item.suit is not None:
            value += f" {self.suits[item.suit]}"
        return value


class _Widths:
    """How wide the columns of a section are."""

    __slots__ = ("arrow", "first_trick", "hand", "key", "plays")

    def __init__(self, style: _Style, items: Sequence[Item]) -> None:
        self.key: dict[int, int] = {}
        self.hand = [0, 0, 0, 0]
        self.plays: list[int] = []
        self.arrow = 0
        self.first_trick: int | None = None
        run: list[int] = []
        widest = LEAST_KEY
        for i, item in enumerate(items):
            if isinstance(item, Trick):
                if self.first_trick is None:
                    self.first_trick = i
                self._trick(style, item)
            elif isinstance(item, Hand):
                if item.cards:
                    groups = style.groups(item)
                    self.hand = [max(w, len(g)) for w, g in zip(self.hand, groups)]
            elif isinstance(item, _KEYED):
                run.append(i)
                width = len(style.key(item)) + 2
                widest = max(widest, width) if width <= MOST_KEY else widest
                self.key[i] = widest
                continue
            elif isinstance(item, (Comment, Annotation, Unreadable)):
                continue
            for n in run:
                self.key[n] = widest
            run, widest = [], LEAST_KEY
        for n in run:
            self.key[n] = widest
        for n, item in enumerate(items):
            if n in self.key:
                self.key[n] = max(self.key[n], len(style.key(item)) + 2)

    def _trick(self, style: _Style, item: Trick) -> None:
        at = 6
        for n, play in enumerate(item.plays):
            if n == len(self.plays):
                self.plays.append(LEAST_PLAY)
            self.plays[n] = max(self.plays[n], len(style.play(play)))
            at += self.plays[n] + 1
            if play.notes:
                return
        self.arrow = max(self.arrow, at)


LEAST_KEY: Final = len("Dealer: ")
MOST_KEY: Final = 16
LEAST_PLAY: Final = len("10♠")

_KEYED: Final = (Tag, Dealer, Trump, RankingLine, Pile, Auction, Tally, Incident)
_BODIES: Final[dict[type, Any]] = {
    Annotation: _Style._annotation,
    Tag: _Style._tag,
    GameLine: _Style._game,
    DealLine: _Style._deal,
    Dealer: _Style._dealer,
    Trump: _Style._trump,
    RankingLine: _Style._ranking,
    Hand: _Style._hand,
    Pile: _Style._pile,
    Auction: _Style._auction,
    Trick: _Style._trick,
    Tally: _Style._tally,
    Incident: _Style._incident,
}


def _comment(text: str) -> str:
    return f"# {text}" if text and not text.startswith("#") else f"#{text}"


def _notes(notes: Sequence[str]) -> str:
    return "".join(f" {{{_note(text)}}}" for text in notes)


def _note(text: str) -> str:
    # A backslash at the end would hide the closing brace.
    return text.replace("}", "\\}") + (" " if text.endswith("\\") else "")
