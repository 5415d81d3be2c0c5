"""One line of text to one item, with exact places; the definition of the format.

The grammar (``grammar/line.lark``) cuts a line into its parts (most of them without Lark, see
`whistlog.notation.cutting`); this module looks the words up in the language's tables and makes
the item. A line is read on its own, so a fault never
reaches its neighbours, and a bad word is one fault among good words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from itertools import pairwise, product
from typing import TYPE_CHECKING, Any, Final, NoReturn

from whistlog.cards import CARDS, LOW, SEATS, SUITS, UNRECORDED, Card, Ranking, Seat, Side, Suit
from whistlog.cards import _written_order as written_order
from whistlog.notation.cutting import BLANKS, comment_text, cut, note_text
from whistlog.notation.languages import (
    LANGUAGES,
    MAX_LINE,
    PLAYER_KEYS,
    LineContext,
    all_keywords,
    all_words,
    context,
    fold,
    language,
    language_code,
    seat_system,
    slips_between,
    suit_words,
)
from whistlog.record import (
    FORMAT_VERSION,
    GLYPHS,
    Annotation,
    Auction,
    Call,
    Comment,
    Dealer,
    DealLine,
    GameLine,
    Hand,
    Incident,
    Item,
    Part,
    Pile,
    Play,
    RankingLine,
    Tag,
    Tally,
    Trick,
    Trump,
    Unreadable,
)
from whistlog.sentences.phrases import Listed, Phrase, shortened

if TYPE_CHECKING:
    from whistlog.notation.cutting import Token, Tree


@dataclass(frozen=True, slots=True)
class Fault:
    """Something in a line that could not be understood.

    Attributes:
        name: name of the finding in the catalogue.
        start, end: 0-based columns in code points, the end exclusive.
        args: the facts that fill its sentence.
        fix: the one way to put it right, if there is one: columns and the new text.
    """

    name: str
    start: int
    end: int
    args: Mapping[str, object] = field(default_factory=dict)
    fix: tuple[int, int, str] | None = None

    @property
    def once(self) -> bool:
        """Whether its cause is a line that is missing: it is told once, not on every line."""
        return self.name in _ONCE_IN_SECTION


@dataclass(frozen=True, slots=True)
class ParsedLine:
    """What a line says.

    Attributes:
        item: None for a blank line; `Unreadable` where the line was not understood. A card
            that was not understood is `UNRECORDED` in its trick or hand.
        faults: by place.
        parts: 0-based columns of the parts of the line.
    """

    item: Item | None
    faults: tuple[Fault, ...] = ()
    parts: Mapping[Part, tuple[int, int]] = field(default_factory=dict)


def parse_line(text: str, ctx: LineContext) -> ParsedLine:
    """Read one line, given without its line end.

    >>> line = parse_line("2. N: 2h 10 4c q -> W", context("en"))
    >>> [play.card.name for play in line.item.plays], line.item.winner.name
    (['2♥', '10♥', '4♣', 'Q♥'], 'W')
    >>> parse_line("Dealer: Q", context("en")).faults[0].name
    'seat-syntax'
    """
    if len(text) > MAX_LINE:
        args = {"length": len(text), "limit": MAX_LINE}
        return ParsedLine(Unreadable(text), (Fault("line-too-long", 0, MAX_LINE, args),))
    control = _CONTROL.search(text)
    if control is not None:
        return ParsedLine(Unreadable(text), (_control_fault(text, control.start()),))
    if not text.strip(BLANKS):
        return ParsedLine(None)
    return _Line(text, ctx).parse()


@cache
def locator(ctx: LineContext) -> Callable[[str, Part], tuple[int, int]]:
    """Find parts of lines by reading them again: a `whistlog.record.Source.locate`."""

    @lru_cache(maxsize=8)
    def parts(text: str) -> Mapping[Part, tuple[int, int]]:
        return parse_line(text, ctx).parts

    def locate(text: str, part: Part) -> tuple[int, int]:
        found = parts(text)
        return found.get(part) or found.get(()) or _extent(text)

    return locate


_CONTROL: Final = re.compile("[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_FIRST_WORD: Final = re.compile(rf"[{BLANKS}]*([^{BLANKS}:#{{}}]+)")
_KEY: Final = re.compile(rf"[{BLANKS}]*([^:#{{}}]*):")
_CUT: Final = re.compile(rf"[^{BLANKS}]+")
_NUMBER: Final = re.compile(r"[-−]?[0-9]+")
_CALL: Final = re.compile(rf"[^{BLANKS};/|]+")
"""A word of calls that something else than commas divides."""
_BID: Final = re.compile(r"([0-9]{1,2})\s*(\D*)")
_NAME: Final = re.compile(r"[^\W\d_][\w .'’/&-]*")

_START: Final = {
    **dict.fromkeys(("dealer", "trump", "ranking", "winner"), "value"),
    **dict.fromkeys(("kitty", "discards", "dealt"), "pile"),
    "auction": "auction",
    **dict.fromkeys(
        ("tricks", "score", "points", "honours", "claim", "concede", "value", "rubber"), "tally"
    ),
    **dict.fromkeys(("revoke", "penalty", "exposed", "called"), "incident"),
    **dict.fromkeys(("game", "deal"), "headline"),
}
_INSTEAD: Final = re.compile(rf"[{BLANKS}]*[=–—-](?![0-9>])")
"""What may stand where a colon should."""
_MARKS: Final = frozenset("♠♥♦♣♤♡♢♧")
_CARD_LETTERS: Final = frozenset("AKQJTRDVXSHCEOPBL")
"""Letters of suits and ranks, of all languages; in a word of others nobody meant a card."""
_PLAYERS: Final = frozenset((*PLAYER_KEYS, "player"))
_ASIDE: Final = re.compile(r"\{(?:[^}\\]|\\+[^}\\]|\\+\})*(?:(\})|\\*\Z)|#.*|(?:->|=>|→).*")
_TAIL: Final = re.compile("#.*|(?:->|=>|→).*")
_VALUE_WORD: Final = re.compile(rf"[^{BLANKS},:()!?^]+")
_ROMAN: Final = (
    "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII", "XIII"
)  # fmt: skip
_TRICK_NAME: Final = re.compile(
    rf"([^\W\d_]*?)[{BLANKS}.-]*(?:([0-9]{{1,2}})|(?<![^\W\d_])({'|'.join(_ROMAN)}))(\.?)"
    rf"(?:[{BLANKS}]+([^\W\d_]+))?",
    re.IGNORECASE,
)
"""Names of tricks: a word or none, a number in figures or Roman, and the leader."""
_FIGURE: Final = re.compile(r"[-−+]?[0-9]{1,6}(?:[-–:/][0-9]{0,6})?")
_FIGURES: Final = re.compile(r"[0-9]+")
_REASONS: Final = frozenset(("unfinished", "misdeal", "redeal"))


def _control_fault(text: str, at: int) -> Fault:
    """The fault of a line that holds a character that no line may hold.

    There is one for a line: what else is wrong with it is most likely of the same origin.
    """
    char = text[at]
    if char == "\r":
        return Fault("carriage-return", at, at + 1)
    if not "\udc80" <= char <= "\udcff":
        return Fault("control-character", at, at + 1, {"code": f"U+{ord(char):04X}"})
    end = at + 1
    while end < len(text) and "\udc80" <= text[end] <= "\udcff":
        end += 1
    return Fault("undecodable-byte", at, end, {"byte": f"0x{ord(char) - 0xDC00:02X}"})


def _extent(text: str) -> tuple[int, int]:
    stripped = text.strip(BLANKS)
    start = text.index(stripped) if stripped else 0
    return start, start + len(stripped)


class _Failed(Exception):
    """The line cannot be understood any further; its fault is noted."""


@dataclass(slots=True)
class _Word:
    text: str
    start: int
    end: int


def _blanked(aside: re.Match[str]) -> str:
    """Blanks for what is beside the words; an annotation that is not closed keeps its text."""
    text = aside[0]
    if text[0] == "{" and not aside[1]:
        return _TAIL.sub(lambda m: " " * len(m[0]), text)
    return " " * len(text)


class _Line:
    """One line being read."""

    def __init__(self, text: str, ctx: LineContext) -> None:
        self.text = text
        self.ctx = ctx
        self.faults: list[Fault] = []
        self.parts: dict[Part, tuple[int, int]] = {}
        self.comment: str | None = None
        self.in_trick = False
        self.behind: int | None = None

    def parse(self) -> ParsedLine:
        try:
            item = self._item()
        except _Failed:
            # What was written is kept whole, the comment with it.
            item = Unreadable(self.text)
        if () not in self.parts:
            self.parts[()] = _extent(self.text)
        return ParsedLine(item, tuple(sorted(self.faults, key=lambda f: f.start)), self.parts)

    # Which rule

    def _item(self) -> Item:
        text = self.text
        first = text.lstrip(BLANKS)[0]
        if first == "#":
            self._tokens("comment")
            return Comment(self.comment)
        if first == "{":
            notes = tuple(note_text(token) for token in self._tokens("annotation"))
            return Annotation(notes, self.comment)
        if first in "0123456789":
            return self._trick()
        match = _KEY.match(text)
        word = _FIRST_WORD.match(text)
        opening = self.ctx.keyword(word[1]) if word else None
        if match is None:
            if opening in ("game", "deal"):
                return self._headline(opening)
            self._no_colon(word, opening)
        name = match[1].rstrip(BLANKS)
        start = match.start(1)
        self.parts["key",] = (start, start + len(name))
        key = self.ctx.keyword(name)
        seat = self.ctx.seat(name) if len(name) == 1 else self._seat_of_hand(key)
        if seat is not None:
            return self._hand(seat)
        if key in _START:
            return getattr(self, f"_{_START[key]}")(key)  # type: ignore[no-any-return]
        if key is None and opening in ("game", "deal") and word:
            rest = text[word.end() :].lstrip(BLANKS)
            if rest[:1].isdigit():  # "Game 2: final"
                return self._headline(opening)
        return self._tag(key, name, start)

    def _no_colon(self, word: re.Match[str] | None, opening: str | None) -> NoReturn:
        start, end = _extent(self.text)
        if word is None:
            self._fail("line-unknown", start, end, {"text": self.text[start:end]})
        place = word.span(1)
        if opening is not None or self.ctx.seat(word[1]) is not None:
            instead = _INSTEAD.match(self.text, place[1])
            fix = (place[1], instead.end() if instead else place[1], ":")
            self._fail("colon-missing", *place, {"word": word[1]}, self._sound(fix))
        short = len(self.text.partition("#")[0].split()) <= 2
        near, fix_ = self._suggestion(word[1], place, ("", ":"), short=short)
        if near is not None:
            facts = {"word": word[1], "suggestion": near}
            self._fail("keyword-misspelt", *place, facts, fix_)
        self._fail("line-unknown", start, end, {"text": self.text[start:end]})

    def _suggestion(
        self, name: str, place: tuple[int, int], tails: tuple[str, ...], short: bool = True
    ) -> tuple[str | None, tuple[int, int, str] | None]:
        """The keyword that a word most likely stands for, and how to put it right.

        The words that are near are tried in the line: one with which it can be read goes
        before one with which it can't, and is the only one that may be put there unasked.
        """
        best: list[tuple[bool, int, str, str, tuple[int, int, str] | None]] = []
        for distance, known in _near(name):
            key = all_keywords()[known]
            if key in _PLAYERS and self.ctx.keywords.get(known) != key:
                continue  # a player's name in another language
            if not (short or key in _START):
                continue
            near = _spellings()[known]
            fixes = [self._sound((*place, near + tail)) for tail in tails]
            fix = next((f for f in fixes if f is not None), None)
            if fix is None and not (short or key in ("game", "deal")):
                continue  # a sentence that begins with such a word
            best.append((fix is None, distance, key, near, fix))
        if not best:
            return None, None
        # Games and deals rarely have a colon; where the value tells nothing, they go behind.
        best.sort(key=lambda e: (e[0], e[1], e[2] in ("game", "deal") and ":" in self.text))
        unread, distance, key, near, fix = best[0]
        only = all(b[:2] > (unread, distance) or b[2] == key for b in best[1:])
        return near, fix if only and key not in _PLAYERS else None

    def _sound(self, fix: tuple[int, int, str]) -> tuple[int, int, str] | None:
        """The change, if the line can be read after it."""
        start, end, new = fix
        parsed = parse_line(self.text[:start] + new + self.text[end:], self.ctx)
        item = parsed.item
        if parsed.faults or type(item) is Unreadable:
            return None
        if type(item) is Auction and any(call.text is not None for call in item.calls):
            return None
        return None if type(item) is Tag and not item.known else fix

    def _no_trick(self, name: str, start: int, end: int) -> None:
        """Refuse a trick whose number is not written as one (``Trick 1:``, ``I.``)."""
        match = _TRICK_NAME.fullmatch(name)
        if match is None:
            return
        word, digits, roman, dot, rest = match.groups()
        if word and "trick" not in _meaning(word) and fold(word) not in ("t", "tr", "trick"):
            return
        cards = self._holds_cards()
        if roman and not (word or (cards and (dot or len(name) > 1 or self._cards_in() == 4))):
            return
        if rest and self.ctx.seat(rest) is None:
            return
        number = int(digits) if digits else _ROMAN.index(roman.upper()) + 1
        fix = (start, start + match.start(5), f"{number}. ") if rest else None
        if not rest:
            fix = (start, self.text.index(":", end) + 1, f"{number}.")
        self._fail("cards-unknown", start, end, {"word": name, "number": number}, self._sound(fix))  # type: ignore[arg-type]

    def _value_words(self) -> list[_Word]:
        begin = self.text.index(":") + 1
        body = _ASIDE.sub(_blanked, self.text)
        return [_Word(m[0], *m.span()) for m in _VALUE_WORD.finditer(body, begin)]

    def _cards_in(self) -> int:
        words = self._value_words()
        return sum(any(w.text in context(c).card_tokens for c in LANGUAGES) for w in words)

    def _holds_cards(self) -> bool:
        """Whether the free text of a line is cards: two with symbols, or nothing but cards."""
        words = [w for w in self._value_words() if not (len(w.text) == 1 and self.ctx.seat(w.text))]
        marked = sum(not _MARKS.isdisjoint(w.text) for w in words)
        if sum(w.text in context(None).card_tokens for w in words) > 1 or (
            len(words) > 1 and self._cards_in() >= len(words)
        ):
            return True
        if not marked:
            return False
        holding = _read_holding(words, self.ctx)
        return not holding.faults and len(holding.cards) > 1

    def _seat_of_hand(self, key: str | None) -> Seat | None:
        """The seat of a line ``North:`` that has a hand where the player's name stands."""
        if key in PLAYER_KEYS:
            seat: Seat | None = SEATS[PLAYER_KEYS.index(key)]
        elif key is not None and key.startswith("player "):
            seat = self.ctx.seat(key[7:])
        else:
            return None
        value = self.text.partition(":")[2].partition("#")[0]
        marked = not _MARKS.isdisjoint(value)
        if seat is None or "{" in value or not (marked or any(c in value for c in "0123456789")):
            return None
        words = self._value_words()
        if not words or not (marked or self.ctx.language):
            return None
        holding = _read_holding(words, self.ctx)
        if holding.faults or len(holding.cards) < (1 if marked else 3):
            return None
        return seat

    # Lines by kind

    def _tag(self, key: str | None, name: str, start: int) -> Item:
        end = start + len(name)
        if key is None:
            self._no_trick(name, start, end)
            if len(name) <= 2 and (len(name) == 1 or self._looks_like_cards()):
                self._bad_seat(name, start, end)
            if not _NAME.fullmatch(name):
                self._fail("line-unknown", *_extent(self.text), {"text": self.text[start:end]})
            near, fix = self._suggestion(name, (start, end), ("",))
            facts = {"word": name, "suggestion": near}
            if self._holds_cards():
                if near is not None:
                    self._fail("keyword-misspelt", start, end, facts, fix)
                self._fail("cards-unknown", start, end, {"word": name, "number": 1})
            if near is not None:
                self._fault("keyword-unknown", start, end, facts, fix)
        value = self._text_value()
        if key in _REASONS:
            return Incident(key, text=value, comment=self.comment)
        place = self.parts.get(("value",), (end, end))
        if key == "language" and language_code(value) is None:
            codes = ", ".join(LANGUAGES)
            self._fault("language-unknown", *place, {"text": value, "known": codes})
        elif key == "seats" and seat_system(value) is None:
            self._fault("seats-unknown", *place, {"text": value})
        elif key == "format":
            self._format(value, place)
        return Tag(key or " ".join(name.split()), value, key is not None, self.comment)

    def _format(self, value: str, place: tuple[int, int]) -> None:
        words = value.split()
        if len(words) != 2 or words[0].lower() != "whist" or not words[1].isdecimal():
            self._fault("format-unknown", *place, {"text": value})
        elif len(words[1]) > 6 or int(words[1]) > FORMAT_VERSION:
            facts = {"version": words[1][:20], "known": FORMAT_VERSION}
            self._fault("format-newer", *place, facts)

    def _text_value(self) -> str:
        return self._free(self._tokens("text")[1:])

    def _free(self, tokens: Sequence[Any]) -> str:
        if not tokens:
            return ""
        token = tokens[0]
        value = str(token).rstrip(BLANKS)
        self.parts["value",] = (token.start_pos, token.start_pos + len(value))
        return value.replace("\\#", "#")

    def _headline(self, key: str) -> Item:
        head, *rest = self._tokens("headline")
        word = head.rstrip(BLANKS + ":")
        self.parts["key",] = (head.start_pos, head.start_pos + len(word))
        label = self._free(rest)
        if key == "game":
            return GameLine(label, self.comment)
        if not label:
            return DealLine(None, self.comment)
        return DealLine(self._number(label, *self.parts["value",], least=0), self.comment)

    def _value(self, key: str) -> Item:
        words = self._words(self._tokens("value")[1:])
        text = " ".join(w.text for w in words)
        start, end = words[0].start, words[-1].end
        self.parts["value",] = (start, end)
        ctx = self.ctx
        if key == "dealer":
            return Dealer(self._seat(text, start, end), self.comment)
        if key == "winner":
            self.parts["side", 0] = (start, end)
            return Incident(key, side=self._side(text, start, end), comment=self.comment)
        if key == "ranking":
            meant = _meaning(text)
            for ranking in Ranking:
                if ranking.name.lower() in meant:
                    return RankingLine(ranking, self.comment)
            self._fail("ranking-syntax", start, end, {"text": text})
        if "none" in _meaning(text):
            return Trump(comment=self.comment)
        suit = ctx.suit(text)
        if suit is not None:
            return Trump(None, suit, self.comment)
        card = ctx.card_tokens.get(text) or ctx.card_tokens.get(text.replace(" ", ""))
        if card is None:
            self._bad_card(text, start, end, name="trump-syntax")
            raise _Failed
        self.parts["card", 0] = (start, end)
        return Trump(card, None, self.comment)

    def _hand(self, seat: Seat) -> Item:
        words = self._words(self._tokens("hand")[1:])
        self.parts["value",] = start, end = (words[0].start, words[-1].end)
        if not any(_is_suit_word(w.text) for w in words) and all(
            self._is_prose(w.text, goes_on=i > 0) for i, w in enumerate(words)
        ):
            self._fail("card-syntax", start, end, {"text": self.text[start:end]})
        return Hand(seat, self._cards(words, sort=True), self.comment)

    def _pile(self, key: str) -> Item:
        words = self._words(self._tokens("hand")[1:])
        self.parts["value",] = (words[0].start, words[-1].end)
        shown: bool | None = None
        meant = _meaning(words[-1].text)
        if "shown" in meant or "hidden" in meant:
            shown = "shown" in meant
            words.pop()
        if not words:
            return Pile(key, None, None, shown, self.comment)
        only = words[0]
        if len(words) == 1 and only.text.isdecimal():
            self.parts["number",] = (only.start, only.end)
            count = self._number(only.text, only.start, only.end, least=0)
            return Pile(key, None, count, shown, self.comment)
        return Pile(key, self._cards(words), None, shown, self.comment)

    def _auction(self, key: str) -> Item:
        calls: list[Call] = []
        for tree in self._tokens("auction")[1:]:
            self._calls(tree, calls)
        self.parts["value",] = (self.parts["card", 0][0], self.parts["card", len(calls) - 1][1])
        return Auction(tuple(calls), self.comment)

    def _calls(self, tree: Tree, calls: list[Call]) -> None:
        """Add a call; several where nothing but blanks divides them."""
        seat: Seat | None = None
        notes: list[str] = []
        tokens: list[Any] = tree.children
        for token in tokens:
            if token.type == "BY":
                seat = self._by(token)
            elif token.type == "BID":
                bid = token
            else:
                notes.append(note_text(token))
        pieces = [_Word(str(bid), *_place(bid))]
        if _read_call(bid)[2] is not None:
            start = bid.start_pos
            words = [_Word(m[0], start + m.start(), start + m.end()) for m in _CALL.finditer(bid)]
            if seat is None and len(words) > 1 and self.ctx.seat(words[0].text) is not None:
                own = bid[words[0].end - start :].lstrip(BLANKS)
                if _read_call(own)[2] is None:
                    seat = self.ctx.seat(words[0].text)
                    pieces = [_Word(own, words[1].start, words[-1].end)]
                    words = words[1:]
            several = _several_calls(words)
            pieces = several if len(several) > 1 else pieces
        if len(pieces) > 1:
            start, end = pieces[0].start, pieces[-1].end
            facts = {"before": pieces[0].text, "after": pieces[1].text}
            fix = (start, end, ", ".join(piece.text for piece in pieces))
            self._fault("comma-missing", start, end, facts, fix)
        for piece in pieces:
            self.parts["card", len(calls)] = (piece.start, piece.end)
            own = tuple(notes) if piece is pieces[-1] else ()
            calls.append(Call(*_read_call(piece.text), seat, own))
            seat = None

    def _trick(self) -> Item:
        number, *tokens = self._tokens("trick")
        self.in_trick = True
        digits = number[:-1].rstrip(BLANKS)
        self.parts["number",] = place = (number.start_pos, number.start_pos + len(digits))
        n = self._number(digits, *place)
        leader: Seat | None = None
        winner: Seat | None = None
        plays: list[Play] = []
        after: list[str] | None = None
        by: Seat | None = None
        withdrawn = False
        led: Card | None = None
        for i, token in enumerate(tokens):
            kind = token.type
            if kind == "CARDS":
                words = self._words((token,))
                if i == 0 and self._is_leader(words):
                    leader = self._leader_without_colon(words.pop(0))
                prose: _Word | None = None
                for w in words:
                    if self._is_prose(w.text, prose is not None):
                        if prose is None:
                            prose = _Word(w.text, w.start, w.end)
                            if sum(not play.withdrawn for play in plays) < 4:
                                self.parts["card", len(plays)] = (w.start, w.end)
                                plays.append(Play(UNRECORDED, "", (), by, withdrawn))
                                led, by = led or _UNKNOWN, None
                        prose.end = w.end
                        continue
                    self._prose(prose)
                    prose = None
                    self.parts["card", len(plays)] = (w.start, w.end)
                    if self.behind is None and sum(not p.withdrawn for p in plays) >= 4:
                        self.behind = w.start
                    faults = len(self.faults)
                    card = self._card(w.text, w.start, w.end, led)
                    if card is UNRECORDED and len(self.faults) == faults and self._split(w):
                        # One card with a blank in it.
                        self.parts["card", len(plays) - 1] = (self.faults[-1].start, w.end)
                        continue
                    if led is None and not withdrawn:
                        # Where the card led could not be read, what follows is not blamed.
                        led = _UNKNOWN if self.faults and card is UNRECORDED else card
                    plays.append(Play(card, "", (), by, withdrawn))
                    by = None
                self._prose(prose)
                if withdrawn and len(words) > 1:
                    self._fault("line-syntax", *_place(token), _ONE_WITHDRAWN)
                withdrawn = False
            elif kind == "BY":
                by = self._by(token)
                if i == 0:
                    leader, by = by, None
                    name = token[:-1].rstrip(BLANKS)
                    self.parts["leader",] = (token.start_pos, token.start_pos + len(name))
            elif kind == "GLYPHS":
                plays[-1] = replace(plays[-1], glyphs=self._glyphs(token))
            elif kind == "NOTE":
                if after is None:
                    plays[-1] = replace(plays[-1], notes=(*plays[-1].notes, note_text(token)))
                else:
                    after.append(note_text(token))
            elif kind == "LPAR":
                withdrawn = True
            elif kind == "SEAT":
                self.parts["winner",] = _place(token)
                after = []
                if token.strip("-"):
                    winner = self._seat(token, *_place(token))
        return Trick(n, leader, tuple(plays), winner, tuple(after or ()), self.comment)

    def _is_prose(self, word: str, goes_on: bool) -> bool:
        """Whether a word is no attempt at a card: letters alone, too many or too strange."""
        if not word.isalpha() or word in self.ctx.card_tokens:
            return False
        if len(word) > 3 and self.in_trick:
            return True
        if len(word) > 2:
            return not all(char in _CARD_LETTERS for char in word.upper())
        if not goes_on:
            return len(word) == 2 and _CARD_LETTERS.isdisjoint(word.upper())
        return not (word in self.ctx.rank_tokens or word in self.ctx.suit_tokens)

    def _prose(self, prose: _Word | None) -> None:
        if prose is not None:
            text = self.text[prose.start : prose.end]
            self._fault("card-syntax", prose.start, prose.end, {"text": text})

    def _is_leader(self, words: list[_Word]) -> bool:
        """Whether the first word of a trick is its leader with the colon forgotten."""
        ctx, first = self.ctx, words[0].text
        if ctx.seat(first) is None or first in ctx.card_tokens or len(words) < 2:
            return False
        if first in ctx.rank_tokens:
            return len(words) == 5
        return first not in ctx.suit_tokens or words[1].text not in ctx.rank_tokens

    def _leader_without_colon(self, w: _Word) -> Seat:
        self.parts["leader",] = (w.start, w.end)
        self._fault("colon-missing", w.start, w.end, {"word": w.text}, (w.end, w.end, ":"))
        return self._seat(w.text, w.start, w.end)

    def _split(self, w: _Word) -> bool:
        """Whether the last fault ends with this word and is a card but for blanks."""
        fault = self.faults[-1] if self.faults else None
        if fault is None or fault.end != w.end or fault.start == w.start:
            return False
        words = self.text[fault.start : fault.end].split()
        joined = "".join(words[-2:]) in self.ctx.card_tokens
        return len(words) > 1 and (joined or not _MARKS.isdisjoint(w.text))

    def _glyphs(self, token: Token) -> str:
        glyphs = str(token)
        if glyphs.replace("^", "", 1) not in GLYPHS:
            self._fault("glyph-syntax", *_place(token), {"text": glyphs})
            return ""
        return glyphs

    def _tally(self, key: str) -> Item:
        self._no_side()
        tokens = self._tokens("tally")[1:]
        values: list[tuple[Side, int | None]] = []
        notes: list[str] = []
        for share in tokens:
            if getattr(share, "type", None) == "NOTE":
                notes.append(note_text(share))
                continue
            side, amount = share.children
            start, end = _place(side)
            self.parts["side", len(values)] = (start, amount.end_pos)
            who = self._side(str(side), start, end)
            if any(who is other for other, _ in values):
                self._fail("side-repeated", start, end, {"side": str(side)})
            number: int | None = None
            if key not in ("claim", "concede") or "rest" not in _meaning(amount):
                number = self._number(str(amount), *_place(amount))
            values.append((who, number))
        self.parts["value",] = (self.parts["side", 0][0], self.parts["side", len(values) - 1][1])
        return Tally(key, tuple(values), tuple(notes), self.comment)

    def _no_side(self) -> None:
        """Refuse a figure that says not whose it is."""
        words = self._value_words()
        if not words or not (_FIGURE.fullmatch(words[0].text) or "rest" in _meaning(words[0].text)):
            return
        start, end = words[0].start, words[-1].end
        name = self.text[slice(*self.parts["key",])]
        a, b = self.ctx.seats.sides
        if self.ctx.seats.name == "NESW" and self.ctx.language:
            seats = [names[0] for names in language(self.ctx.language).seat_letters]
            a, b = seats[0] + seats[2], seats[1] + seats[3]
        figures = _FIGURES.findall(self.text[start:end])
        value = f"{a} {figures[0]}" if figures else f"{a} (rest)"
        if len(figures) == 2:
            value += f", {b} {figures[1]}"
        facts = {"text": self.text[start:end], "example": f"{name}: {value}"}
        self._fail("side-missing", start, end, facts)

    def _incident(self, key: str) -> Item:
        words = self._words(self._tokens("incident")[1:])
        first, rest = words[0], words[1:]
        self.parts["value",] = (first.start, words[-1].end)
        if key == "penalty":
            return self._penalty(first, rest)
        seat = self._seat(first.text, first.start, first.end)
        if key == "revoke":
            if rest and "trick" in _meaning(rest[0].text):
                rest = rest[1:]
            if not rest:
                if len(words) > 1:
                    self._incomplete(Phrase("expected-trick"))
                return Incident(key, seat=seat, comment=self.comment)
            self._only(rest, 1)
            self.parts["number",] = (rest[0].start, rest[0].end)
            number = self._number(rest[0].text, rest[0].start, rest[0].end, least=1, most=13)
            return Incident(key, seat=seat, trick=number, comment=self.comment)
        if not rest:
            self._incomplete(_name("CARDS"))
        self._only(rest, 1)
        word = rest[0]
        self.parts["card", 0] = (word.start, word.end)
        card = self.ctx.card_tokens.get(word.text)
        suit = self.ctx.suit(word.text) if key == "called" and card is None else None
        if card is None and suit is None:
            self._bad_card(word.text, word.start, word.end)
            raise _Failed
        return Incident(key, seat=seat, card=card, suit=suit, comment=self.comment)

    def _penalty(self, first: _Word, rest: list[_Word]) -> Item:
        self.parts["side", 0] = (first.start, first.end)
        side = self._side(first.text, first.start, first.end)
        if not rest:
            self._incomplete(Phrase("expected-penalty"))
        start, end = rest[0].start, rest[-1].end
        written = " ".join(w.text for w in rest).replace("−", "-")
        match = re.fullmatch(r"([+-]?) ?([0-9]{1,6})(?: (.+))?", written)
        choice = None
        if match:
            sign, _, unit = match.groups()
            if sign and unit is None:
                choice = "add" if sign == "+" else "deduct"
            elif not sign and unit is not None and "tricks" in _meaning(unit):
                choice = "tricks"
        if match is None or choice is None:
            self._fail("penalty-syntax", start, end, {"text": written})
        self.parts["number",] = (start, end)
        return Incident(
            "penalty", side=side, choice=choice, amount=int(match[2]), comment=self.comment
        )

    # Words

    def _words(self, tokens: Sequence[Any]) -> list[_Word]:
        """Cut tokens that are words in a row."""
        words: list[_Word] = []
        for token in tokens:
            start = token.start_pos
            words.extend(
                _Word(m[0], start + m.start(), start + m.end()) for m in _CUT.finditer(token)
            )
        return words

    def _only(self, words: list[_Word], number: int) -> None:
        if len(words) > number:
            extra = words[number]
            facts = {"found": extra.text, "expected": _name("$END")}
            self._fail("line-syntax", extra.start, words[-1].end, facts)

    def _number(
        self, text: str, start: int, end: int, least: int | None = None, most: int | None = None
    ) -> int:
        digits = text.replace("−", "-")
        if len(digits) > 7 or not _NUMBER.fullmatch(digits):
            self._fail("number-syntax", start, end, {"text": self.text[start:end]})
        number = int(digits)
        if (least is not None and number < least) or (most is not None and number > most):
            self._fail("number-syntax", start, end, {"text": digits})
        return number

    def _by(self, token: Token) -> Seat | None:
        name = token[:-1].rstrip(BLANKS)
        if not name.strip("-"):
            return None
        return self._seat(name, token.start_pos, token.start_pos + len(name))

    def _seat(self, name: str, start: int, end: int) -> Seat:
        name = str(name)
        seat = self.ctx.seat(name)
        if seat is None:
            self._bad_seat(name, start, end)
        return seat

    def _bad_seat(self, name: str, start: int, end: int) -> NoReturn:
        facts = self._seat_args(name)
        if self.ctx.seats.name == "NESW" and name.upper() in _OTHER_SEATS:
            self._fail("seats-unstated", start, end, facts)
        self._fail("seat-syntax", start, end, facts)

    def _seat_args(self, name: str) -> dict[str, object]:
        letters = self.ctx.seats.letters
        if self.ctx.seats.name == "NESW" and self.ctx.language:
            table = language(self.ctx.language)
            letters = tuple(names[0] for names in table.seat_letters)  # type: ignore[assignment]
        return {"text": name, "known": " ".join(letters)}

    def _side(self, name: str, start: int, end: int) -> Side:
        side = self.ctx.side(name)
        if side is None:
            if self.ctx.seats.name == "NESW" and _OTHER_SEATS.issuperset(name.upper()):
                self._fail("seats-unstated", start, end, self._seat_args(name))
            known = Listed(self.ctx.seats.sides, "or")
            self._fail("side-syntax", start, end, {"text": name, "known": known})
        return side

    # Cards

    def _card(self, word: str, start: int, end: int, led: Card | None) -> Card:
        """A card of a trick; a rank alone follows the suit led."""
        card = self.ctx.card_tokens.get(word)
        if card is not None:
            return card
        if not word.strip("-") and (start == 0 or self.text[start - 1] in BLANKS + ":(,.}"):
            return UNRECORDED
        rank = self.ctx.rank_tokens.get(word)
        if rank is not None or word in ("x", "X"):
            if led is _UNKNOWN:
                return UNRECORDED
            if led is None or led.suit is None:
                self._card_fault("suit-missing", start, end, {"text": word})
                return UNRECORDED
            return LOW[led.suit] if rank is None else CARDS[led.suit * 13 + rank]
        self._bad_card(word, start, end)
        return UNRECORDED

    def _bad_card(self, word: str, start: int, end: int, name: str = "card-syntax") -> None:
        readings: Mapping[str, list[str]] = {}
        here = self.ctx.language
        if word not in self.ctx.suit_tokens:
            readings = _readings(word, self.ctx)
            if here is not None and any(language(here).name in n for n in readings.values()):
                readings = {}  # letters beside symbols are at fault, not the language
        facts: dict[str, object] = {"text": word}
        if readings:
            facts["readings"] = _say_readings(readings)
            if here is None:
                name = "lang-ambiguous"
                if any(f.name == name for f in self.faults):
                    return  # said once in a line
            else:
                name = "card-language"
                facts["language"] = language(here).name
        self._card_fault(name, start, end, facts)

    def _card_fault(self, name: str, start: int, end: int, args: Mapping[str, object]) -> None:
        """Report a card; neighbours that can't be read either are most likely one slip."""
        last = self.faults[-1] if self.faults else None
        if (
            last is not None
            and (last.name in _CARD_FAULTS or (last.end == start and last.name == "lang-ambiguous"))
            and last.end <= start
            and not self.text[last.end : start].strip(BLANKS + ",!?^()")
            and (not self.in_trick or self._one_slip(last, start, end))
        ):
            self.faults.pop()
            name, start = "card-syntax", last.start
            args = {"text": self.text[start:end]}
        self._fault(name, start, end, args)

    def _one_slip(self, last: Fault, start: int, end: int) -> bool:
        """Whether two words of a trick are most likely one card, cut in two by a blank.

        Or what stands behind the four cards, an arrow that was not one for example.
        """
        if self.behind is not None and last.start >= self.behind:
            return True
        before, word = self.text[last.start : last.end].split()[-1], self.text[start:end]
        suits = self.ctx.suit_tokens
        joined = before + word
        return (
            before in suits
            or word in suits
            or before in self.ctx.rank_tokens
            or joined in self.ctx.card_tokens
            or joined in self.ctx.rank_tokens
        )

    def _cards(self, words: list[_Word], sort: bool = False) -> tuple[Card, ...]:
        """The cards of a pile as written, of a hand in the order in which hands are written."""
        table = self.ctx.card_tokens
        full = [table.get(w.text) for w in words]
        holding = _Holding()
        if None not in full:
            holding.cards = [(c, w.start, w.end) for c, w in zip(full, words)]  # type: ignore[misc]
        else:
            holding = _read_holding(words, self.ctx)
        if (
            sort
            and holding.faults
            and all(w.text.isalpha() for w in words)
            and any(len(w.text) > 2 for w in words)
            and not any(card.known for card, _, _ in holding.cards)
        ):
            # Names, most likely.
            start, end = words[0].start, words[-1].end
            if not any(_readings(w.text, self.ctx) for w in words):
                self._fail("card-syntax", start, end, {"text": self.text[start:end]})
        if sort:
            holding.cards.sort(key=lambda entry: written_order(entry[0]))
        for i, (_, start, end) in enumerate(holding.cards):
            self.parts["card", i] = (start, end)
        for name, w in holding.faults:
            if name == "card-syntax":
                self._bad_card(w.text, w.start, w.end)
            elif name == "suit-repeated":
                self._fault(name, w.start, w.end, {"text": w.text})
            else:
                self._card_fault(name, w.start, w.end, {"text": w.text})
        return tuple(card for card, _, _ in holding.cards)

    def _looks_like_cards(self) -> bool:
        words = self.text.partition(":")[2].split()
        known = sum(1 for w in words if w in self.ctx.card_tokens or w in self.ctx.rank_tokens)
        return known * 2 > len(words)

    # Grammar and faults

    def _tokens(self, start: str) -> list[Any]:
        """The parts of a line that follows this rule, without its comment."""
        tokens: list[Any] | None = cut(self.text, start)
        if tokens is None:
            tokens = self._parsed(start)
        last = tokens[-1]
        if getattr(last, "type", None) == "COMMENT":
            tokens.pop()
            self.comment = comment_text(last)
            self.parts["comment",] = _place(last)
            begin, end = _extent(self.text[: last.start_pos])
            if begin < end:
                self.parts[()] = (begin, end)
        return tokens

    def _parsed(self, start: str) -> list[Any]:
        """The parts by the grammar, which knows what is wrong with a line that has none."""
        from lark.exceptions import UnexpectedInput

        from whistlog.notation.grammar import parse

        try:
            return parse(self.text, start)
        except UnexpectedInput as error:
            self._explain(error)
            raise _Failed from None

    def _explain(self, error: Exception) -> None:
        """Turn what Lark could not go on with into one fault."""
        token = getattr(error, "token", None)
        names = getattr(error, "accepts", None) or getattr(error, "expected", None)
        if names is None:
            names = getattr(error, "allowed", None)
        expected = _say_expected(names or ())
        code_end = len(self.text.rstrip(BLANKS))
        if token is not None and token.type == "$END":
            return self._fault("line-incomplete", code_end, code_end, {"expected": expected})
        at = token.start_pos if token is not None else error.pos_in_stream  # type: ignore[attr-defined]
        char = self.text[at]
        if char == "{":
            closing = self.text.find("}", at)
            if closing < 0:
                return self._fault("annotation-unclosed", at, code_end)
            return self._fault("annotation-misplaced", at, closing + 1)
        if char == "#":
            end = len(self.text[:at].rstrip(BLANKS))
            return self._fault("line-incomplete", end, end, {"expected": expected})
        end = at + 1
        while end < len(self.text) and self.text[end] not in BLANKS + "#{":
            end += 1
        found = shortened(self.text[at:end])
        return self._fault("line-syntax", at, end, {"found": found, "expected": expected})

    def _incomplete(self, expected: Phrase) -> None:
        end = self.parts["value",][1]
        self._fail("line-incomplete", end, end, {"expected": expected})

    def _fault(
        self,
        name: str,
        start: int,
        end: int,
        args: Mapping[str, object] = {},
        fix: tuple[int, int, str] | None = None,
    ) -> None:
        text = args.get("text")
        if isinstance(text, str):
            args = {**args, "text": shortened(text)}
        self.faults.append(Fault(name, start, end, args, fix))

    def _fail(
        self,
        name: str,
        start: int,
        end: int,
        args: Mapping[str, object] = {},
        fix: tuple[int, int, str] | None = None,
    ) -> NoReturn:
        self._fault(name, start, end, args, fix)
        raise _Failed


_UNKNOWN: Final = Card(-9, None, -1, "")
"""Stands for the card led where it could not be read: what follows it is not blamed again."""


_ONCE_IN_SECTION: Final = frozenset(("lang-ambiguous", "seats-unstated"))

_OTHER_SEATS: Final = frozenset("ABCDYZ")
_CARD_FAULTS: Final = frozenset(("card-syntax", "card-language", "suit-missing"))
_ONE_WITHDRAWN: Final = {"found": ")", "expected": Phrase("expected-withdrawn")}


def _place(token: Token) -> tuple[int, int]:
    return token.start_pos, token.end_pos


def _meaning(text: str) -> frozenset[str]:
    return all_words().get(fold(text), frozenset())


_FORM_LETTERS: Final = {"": "up", "u": "up", "d": "down", "n": "nt"}


def _read_call(written: str) -> tuple[int | None, str | None, str | None]:
    """Level, form and, where it is no call, the text."""
    if "pass" in _meaning(written):
        return None, None, None
    match = _BID.fullmatch(written)
    if match:
        form = _FORM_LETTERS.get(match[2].lower())
        if form is None:
            meant = _meaning(match[2])
            form = next((form for form in ("up", "down", "nt") if form in meant), None)
        if form is not None:
            return int(match[1]), form, None
    return None, None, " ".join(written.split())


def _several_calls(words: list[_Word]) -> list[_Word]:
    """The calls that words in a row make up, the longest first; nothing if they make up none."""
    calls: list[_Word] = []
    while words:
        for number in range(min(len(words), 4), 0, -1):
            text = " ".join(w.text for w in words[:number])
            if _read_call(text)[2] is None:
                calls.append(_Word(text, words[0].start, words[number - 1].end))
                words = words[number:]
                break
        else:
            return []
    return calls


@dataclass(slots=True)
class _Holding:
    cards: list[tuple[Card, int, int]] = field(default_factory=list)
    faults: list[tuple[str, _Word]] = field(default_factory=list)
    suits: int = 0
    repeated: list[Suit] = field(default_factory=list)

    def repeat(self, suit: Suit, w: _Word) -> None:
        """Take in that a suit is named again: which of its cards are of another is not known."""
        self.faults.append(("suit-repeated", w))
        self.repeated.append(suit)


@dataclass(slots=True)
class _Group:
    """A suit as it is read, and how a word continues it."""

    suit: Suit | None = None
    empty: bool = False
    seen: int = 0
    named: int = 0
    repeated: bool = False
    lost: bool = False
    alone: list[tuple[Suit, _Word, int]] = field(default_factory=list)

    def open(self, suit: Suit) -> None:
        self.lost = False
        self.repeated |= bool(self.seen >> suit & 1)
        self.seen |= 1 << suit
        self.suit = suit
        self.empty = True

    def name(self, suit: Suit) -> bool:
        """Open a suit by its name; whether this is the first time."""
        first = not self.named >> suit & 1
        self.named |= 1 << suit
        self.open(suit)
        return first


def _read_holding(words: list[_Word], ctx: LineContext) -> _Holding:
    """Read suit groups, full cards, the dotted form, or a mixture.

    In Spanish and Catalan a D, in French a K, is a rank and a suit. Where symbols name the
    suits, such letters are ranks; else every reading is tried, and the only sensible one is taken.
    """
    if ctx.language is None and ctx.among != LANGUAGES:
        return _read_in_each(words, ctx)
    words = _unpacked(words, ctx)
    letters = frozenset(
        i for i, w in enumerate(words) if w.text[0].isalpha() and w.text[0] in ctx.suit_tokens
    )
    symbols = sum(not w.text.isascii() for w in words)
    if symbols and symbols >= len(letters):
        return _read_groups(words, ctx, letters)[0]
    doubtful = [i for i in sorted(letters) if words[i].text[0] in ctx.rank_tokens]
    if not doubtful or len(doubtful) > 8:
        return _read_groups(words, ctx, frozenset(doubtful))[0]
    sensible: list[_Holding] = []
    for choice in product((False, True), repeat=len(doubtful)):
        as_ranks = frozenset(i for i, chosen in zip(doubtful, choice) if chosen)
        holding, group = _read_groups(words, ctx, as_ranks)
        cards = [card for card, _, _ in holding.cards if card.known]
        if holding.faults or group.repeated or len(set(cards)) != len(cards):
            continue
        if all(set(cards) != {c for c, _, _ in other.cards} for other in sensible):
            holding.suits = group.seen
            sensible.append(holding)
    if len(sensible) > 1:
        whole = [h for h in sensible if h.suits == 0b1111]
        sensible = whole if len(whole) == 1 else sensible
    if len(sensible) > 1:
        ordered = [h for h in sensible if _descending([c for c, _, _ in h.cards])]
        sensible = ordered or sensible
    if len(sensible) == 1:
        return sensible[0]
    if not sensible:
        return _read_groups(words, ctx, frozenset())[0]
    # Only what all readings share is certain; the longest shows how many cards there are.
    shared = set.intersection(*({card for card, _, _ in h.cards} for h in sensible))
    holding = max(sensible, key=lambda h: len(h.cards))
    holding.cards = [(c if c in shared else UNRECORDED, a, b) for c, a, b in holding.cards]
    holding.faults = [("card-ambiguous", words[doubtful[0]])]
    return holding


def _unpacked(words: list[_Word], ctx: LineContext) -> list[_Word]:
    """Cut words that hold several suits (``♠KJ6♥A972``); suits in words become symbols."""
    found: list[_Word] = []
    for w in words:
        text = w.text
        if len(text) < 3 or text in ctx.card_tokens:
            found.append(w)
            continue
        suit = suit_words().get(fold(text)) if text.isalpha() else None
        if suit is not None:
            found.append(_Word(suit.symbol, w.start, w.end))
            continue
        marks = "♠♥♦♣♤♡♢♧"
        if _MARKS.isdisjoint(text):
            # Letters of suits that are letters of ranks too can't be cut at.
            letters = [t for t in ctx.suit_tokens if t.isalpha()]
            marks = "" if any(t in ctx.rank_tokens for t in letters) else "".join(letters)
        if not marks or sum(char in marks for char in text) < 2:
            found.append(w)
            continue
        first = text[0] in marks
        piece = rf"[{marks}][^{marks}]*" if first else rf"[^{marks}]+[{marks}][\ufe0e\ufe0f]?"
        cut = [
            _Word(m[0], w.start + m.start(), w.start + m.end()) for m in re.finditer(piece, text)
        ]
        good = all(c.text in ctx.card_tokens or (first and _is_group(c.text, ctx)) for c in cut)
        good |= first and not text[0].isascii()  # then one that is bad is told alone
        found.extend(cut if good and sum(len(c.text) for c in cut) == len(text) else [w])
    return found


def _is_suit_word(text: str) -> bool:
    return len(text) > 2 and fold(text) in suit_words()


def _is_group(text: str, ctx: LineContext) -> bool:
    """Whether a text is a suit, or a suit with its ranks."""
    leading = _leading_suit(text, ctx)
    return leading is not None and (
        len(text) == leading[1] or _ranks(text[leading[1] :], ctx) is not None
    )


def _read_in_each(words: list[_Word], ctx: LineContext) -> _Holding:
    """Read a hand in each language that it may be in; what they do not share is not read."""
    contexts = [context(code, ctx.seats.name) for code in ctx.among]
    holdings = [_read_holding(words, one) for one in contexts]
    best, *others = sorted(holdings, key=lambda h: len(h.faults))
    others = [h for h in others if len(h.faults) == len(best.faults)]
    shared = {(card, a, b) for card, a, b in best.cards}.intersection(*(h.cards for h in others))
    if all(len(shared) == len(h.cards) for h in (best, *others)):
        return best
    best.cards = [(c if (c, a, b) in shared else UNRECORDED, a, b) for c, a, b in best.cards]
    parted = (w for w in words if len({_letter_reading(w.text, one) for one in contexts}) > 1)
    best.faults = [("card-syntax", next(parted, words[0]))]
    return best


def _letter_reading(word: str, ctx: LineContext) -> object:
    return ctx.suit_tokens.get(word[0]), ctx.rank_tokens.get(word), ctx.card_tokens.get(word)


def read_cards(words: Sequence[str], ctx: LineContext) -> tuple[tuple[Card, ...], int]:
    """Read the words of a hand: its cards in the order written, and the number of faults.

    A letter that can be a suit or a rank is none: the hand can be in the language.
    """
    full = [ctx.card_tokens.get(w) for w in words]
    if None not in full:
        return tuple(full), 0  # type: ignore[arg-type]
    holding = _read_holding([_Word(w, 0, 0) for w in words], ctx)
    faults = sum(name != "card-ambiguous" for name, _ in holding.faults)
    return tuple(card for card, _, _ in holding.cards), faults


def _descending(cards: list[Card]) -> bool:
    return all(a.suit is not b.suit or a.rank > b.rank or not b.known for a, b in pairwise(cards))


def _read_groups(
    words: list[_Word], ctx: LineContext, as_ranks: frozenset[int]
) -> tuple[_Holding, _Group]:
    holding = _Holding()
    group = _Group()
    ranks, suits = ctx.rank_tokens, ctx.suit_tokens
    for i, w in enumerate(words):
        rank = ranks.get(w.text)
        if rank is not None and group.suit is not None and (i in as_ranks or w.text not in suits):
            holding.cards.append((CARDS[group.suit * 13 + rank], w.start, w.end))
            group.empty = False
            continue
        if _read_word(w, i in as_ranks, ctx, group, holding):
            continue
        # The place of the card is kept, so that a hand of thirteen stays one. The word may
        # have been a suit: what follows it without one is not blamed again.
        marked = not _MARKS.isdisjoint(w.text)
        count = len(w.text.replace("10", "T")) - 1 if marked and w.text[0] in suits else 1
        holding.cards.extend([(UNRECORDED, w.start, w.end)] * min(max(count, 1), 13))
        bare = group.suit is None and _ranks(w.text, ctx) is not None
        if not (bare and group.lost):
            holding.faults.append(("suit-missing" if bare else "card-syntax", w))
        group.suit = None
        group.empty = False
        group.lost = True
    for suit, w, before in group.alone:
        # A suit that is named with nothing behind it is void, if the hand has none of it.
        own = [card for card, _, _ in holding.cards if card.suit is suit]
        after = holding.cards[before : before + 1]
        if own and not (after and after[0][0].suit is suit) and not holding.faults:
            holding.faults.append(("suit-repeated", w))
    if holding.repeated:
        holding.cards = [
            (UNRECORDED if card.suit in holding.repeated else card, start, end)
            for card, start, end in holding.cards
        ]
    return holding, group


def _read_word(w: _Word, as_rank: bool, ctx: LineContext, group: _Group, holding: _Holding) -> bool:
    text = w.text
    suit = None if as_rank else ctx.suit_tokens.get(text)
    if suit is not None:
        if not group.name(suit):
            holding.repeat(suit, w)
        group.alone.append((suit, w, len(holding.cards)))
        return True
    if not as_rank or (len(text) > 1 and text[0] not in ctx.suit_tokens):
        card = ctx.card_tokens.get(text)
        if card is not None:
            holding.cards.append((card, w.start, w.end))
            leading = _leading_suit(text, ctx)
            if leading is not None and not (text[0] in ctx.rank_tokens and len(text) == 2 and
                                            card.suit is not leading[0]):  # fmt: skip
                group.open(leading[0])
            else:
                group.suit = None
            group.empty = False
            return True
    if not text.strip("-"):
        # Nothing in the suit just named, or in the whole hand.
        if group.empty or (group.suit is None and not holding.cards):
            group.empty = False
            return True
        return False
    if text.count(".") == 3:
        return not group.empty and not holding.cards and _read_dotted(w, ctx, holding)
    start = 0
    if not as_rank:
        leading = _leading_suit(text, ctx)
        if leading is not None and (run := _ranks(text[leading[1] :], ctx)) is not None:
            if not group.name(leading[0]):
                holding.repeat(leading[0], w)
            start = leading[1]
    if group.suit is None:
        return False
    run = _ranks(text[start:], ctx)
    if run is None:
        return False
    group.empty = False
    for rank, at, size in run:
        where = w.start + start + at
        holding.cards.append((_of(group.suit, rank), where, where + size))
    return True


def _read_dotted(w: _Word, ctx: LineContext, holding: _Holding) -> bool:
    at = w.start
    cards: list[tuple[Card, int, int]] = []
    for suit, part in zip(SUITS, w.text.split(".")):
        # T can only be ten here: no letter is a suit.
        run = [] if not part.strip("-") else _ranks(part, ctx, ten="Tt")
        if run is None:
            return False
        cards.extend((_of(suit, r), at + i, at + i + size) for r, i, size in run)
        at += len(part) + 1
    holding.cards.extend(cards)
    return True


def _of(suit: Suit, rank: int) -> Card:
    return LOW[suit] if rank < 0 else CARDS[suit * 13 + rank]


def _leading_suit(text: str, ctx: LineContext) -> tuple[Suit, int] | None:
    suit = ctx.suit_tokens.get(text[0])
    if suit is None:
        return None
    return suit, 2 if text[1:2] in ("\ufe0f", "\ufe0e") else 1


def _ranks(text: str, ctx: LineContext, ten: str = "") -> list[tuple[int, int, int]] | None:
    """Ranks written without blanks as (rank, offset, length); -1 for an unknown low card."""
    run: list[tuple[int, int, int]] = []
    i = 0
    while i < len(text):
        size = 2 if text.startswith("10", i) else 1
        piece = text[i : i + size]
        rank = -1 if piece in "xX" else 8 if piece in ten else ctx.rank_tokens.get(piece)
        if rank is None:
            return None
        run.append((rank, i, size))
        i += size
    return run or None


def _readings(word: str, ctx: LineContext) -> dict[str, list[str]]:
    """How a word would be read: names of languages by reading, which is "" for no card.

    Of the languages that the record may be in; of all, if it is in one that is known, or if
    the word is nothing in those.
    """
    if ctx.language is None:
        found = _readings_in(word, ctx.among, ctx.seats.name)
        if len(found) == 1:
            read = next(iter(found.values()))
            found[""] = [n for c in ctx.among if (n := language(c).name) not in read]
        if found:
            return found
    return _readings_in(word, LANGUAGES, ctx.seats.name)


def _readings_in(word: str, among: Sequence[str], seats: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for code in among:
        ctx = context(code, seats)
        suit = ctx.suit_tokens.get(word)
        if suit is not None:
            reading = suit.symbol
        elif word in ctx.card_tokens:
            reading = ctx.card_tokens[word].name
        else:
            holding = _read_holding([_Word(word, 0, len(word))], ctx)
            if holding.faults or not holding.cards:
                continue
            reading = " ".join(card.name for card, _, _ in holding.cards)
        found.setdefault(reading, []).append(language(code).name)
    return found


def _say_readings(readings: Mapping[str, list[str]]) -> Listed:
    words = (
        Phrase("reading", {"what": what or Phrase("no-card"), "languages": ", ".join(names)})
        for what, names in readings.items()
    )
    return Listed(words, comma="; ")


def _say_expected(names: Sequence[str]) -> Listed:
    from whistlog.notation.grammar import EXPECTED

    words = [_name(token) for token in EXPECTED if token in names]
    return Listed(words[:3] or [_name("$END")], "or")


def _name(token: str) -> Phrase:
    """What a token is called when it is missed."""
    return Phrase(f"expected-{token.removeprefix('$').lower()}")


@cache
def _spellings() -> dict[str, str]:
    spelled: dict[str, str] = {}
    for code in LANGUAGES:
        table = language(code)
        for names in (*table.keys.values(), *table.seat_words):
            for name in names:
                spelled.setdefault(fold(name), name)
    return spelled


@cache
def _keyword_letters() -> list[tuple[str, frozenset[str]]]:
    return [(word, frozenset(word)) for word in all_keywords() if len(word) > 2]


@lru_cache(maxsize=1024)
def _near(name: str) -> list[tuple[int, str]]:
    """The keywords that are one slip away from a word (two if it is long), with the slips."""
    folded = fold(name)
    if len(folded) < 3 or len(folded) > 24:
        return []
    keys = all_keywords()
    if any(keys.get(folded.removesuffix(end)) == "player" for end in ("s", "es")):
        return []  # "Players:" is a tag like any other
    slips = 1 if len(folded) < 6 else 2
    letters = frozenset(folded)
    found = []
    for known, its in _keyword_letters():
        # A slip changes two letters of the set at most; this spares nearly all comparisons.
        allowed = min(slips, 1 if len(known) < 6 else 2)
        if abs(len(known) - len(folded)) <= slips and len(letters ^ its) <= 2 * slips:
            distance = slips_between(folded, known)
            if distance <= allowed:
                found.append((distance, known))
    return found
