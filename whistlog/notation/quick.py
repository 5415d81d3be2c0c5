"""The quick reader: the commonest lines in their commonest spelling, without the grammar.

A line that is written as the formatter writes it needs no grammar: it is split at blanks
and its words are looked up. Everything else is declined (None) and goes to
`whistlog.notation.lines.parse_line`, whose grammar is the definition of the format; a
property test holds that whatever is read here is read there as the same item. Archives
are read several times faster for it, and a clean file is read without loading Lark.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from itertools import islice
from typing import Any, Final

from whistlog.cards import CARDS, LOW, UNRECORDED, Card, Ranking, Seat, Side, Suit, mask, sort_hand
from whistlog.notation.languages import MAX_LINE, PLAYER_KEYS, LineContext
from whistlog.record import (
    FORMAT_VERSION,
    GLYPHS,
    PLAYS,
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
    PlainHand,
    PlainItem,
    PlainTricks,
    Play,
    RankingLine,
    Tag,
    Tally,
    Trick,
    Trump,
)

_new = tuple.__new__  # the constructors of named tuples, less a call
_MEMORY: Final = 512
"""Lines that are remembered with their items: dealers, turn-ups, totals come again and again."""
_PLACES: Final = [-1] * 60
for _place, _card in enumerate(sort_hand((*CARDS, UNRECORDED, *LOW))):
    _PLACES[_card.code] = _place
"""Place of each card in a hand as it is written, by code (negative codes from the end)."""
_COUNTS: Final = {str(n): n for n in range(100)}
_NUMBERS: Final = {str(n): n for n in range(-999, 1000)}
_TRICKS: Final = {f"{n}.": n for n in range(1, 14)}
_IN_ORDER: Final = bytes(range(1, 14))
_FIRST: Final = (" 1. ", "1. ")
_TRICK: Final = re.compile(r" ?(\d+\.) +(\S+:) +(\S+) +(\S+) +(\S+) +(\S+) +-> +(\S+) *").fullmatch
_LONGEST: Final = 100
"""Letters of a line, or of a part of it, that is read in pieces."""
_PIECES: Final = 8192
"""Pieces of each kind that are remembered: there are that many holdings in a suit."""
_FORMS: Final = ("up", "down", "nt")

Words = list[str]
_Reader = Callable[["QuickReader", Words, str, object], Item | None]


class QuickReader:
    """Reads lines for one language and seat system; get it from `quick_reader`."""

    def __init__(self, ctx: LineContext) -> None:
        self._cards = ctx.card_tokens
        self._jokers = {t: c for t, c in ctx.card_tokens.items() if c.is_joker}
        ranks = ctx.rank_tokens
        letters = {t: s for t, s in ctx.suit_tokens.items() if t.isalpha()}
        self._suits = {t: s for t, s in ctx.suit_tokens.items() if t not in letters}
        self._marks = frozenset("".join(self._suits))
        self._all_suits = ctx.suit_tokens if ctx.language else self._suits
        if ctx.language and ranks.keys().isdisjoint(letters):
            self._suits |= letters  # no letter is a rank too
        self._lettered = {t for t, c in ctx.card_tokens.items() if t.isascii() and not c.is_joker}
        self._lettered |= letters.keys() & self._suits.keys()
        full: dict[str, Play] = {t: PLAYS[c] for t, c in ctx.card_tokens.items()}
        full["-"] = PLAYS[UNRECORDED]
        for c in CARDS[:52]:
            for glyph in (*GLYPHS - {""}, "^"):
                full[c.name + glyph] = Play(c, glyph)
        self._of_suit: dict[Suit | None, dict[str, Card]] = {
            s: {t: CARDS[s * 13 + r] for t, r in ranks.items()} for s in Suit
        }
        follow: dict[Suit | None, dict[str, Play]] = {
            s: full | {t: PLAYS[c] for t, c in self._of_suit[s].items()} for s in Suit
        }
        follow[None] = full
        self._follow = follow
        self._first = {t: (play, follow[play.card.suit]) for t, play in full.items()}
        self._seats = ctx.seat_tokens
        self._leaders = {f"{t}:": seat for t, seat in ctx.seat_tokens.items()}
        self._sides = ctx.sides
        # What was met so far. Of a trick: number, leader and first card; the next two; the last
        # card and the winner; and where they were last found.
        self._heads: dict[str, bytes] = {}
        self._middles: dict[str, bytes] = {}
        self._tails: dict[str, bytes] = {}
        self._cuts = (slice(0), slice(0), slice(0))
        # The cards in one suit, in the last one with the jokers behind them, as bits by rank.
        self._holdings: dict[str, int] = {}
        self._last_holdings: dict[str, int] = {}
        self._language = ctx.language
        self._system = ctx.seats.name
        # With the blank that mostly stands before a call.
        self._bids = {" pass": Call()} | {
            f" {n} {form}": Call(n, form) for n in range(1, 8) for form in _FORMS
        }
        self._known: dict[str, Item] = {}
        self._words: dict[str, tuple[_Reader, object]] = {}
        for word, key in ctx.keywords.items():
            reader = _READERS.get(key)
            if reader is not None:
                self._words[word if key in _BARE else f"{word}:"] = (reader, key)
        self._tags = {w: key for w, (reader, key) in self._words.items() if reader is _TAG}

    def deal(self, lines: list[str]) -> tuple[list[PlainItem], list[int]] | None:
        """Read the lines of a block that is one deal, all of it of the commonest kind.

        Args:
            lines: the lines, without line ends.

        Returns:
            The items, and for each the index of its line, a trick an item; None for anything
            else, which is for `read`.
        """
        known = self._known
        items: list[PlainItem] = []
        at: list[int] = []
        played = False
        rows = enumerate(lines)
        for index, line in rows:
            if not line:
                continue
            item: PlainItem | None = known.get(line)
            if item is None:
                head, mark, holdings = line.partition(" ♠ ")
                if len(line) > MAX_LINE:
                    return None
                if mark:
                    item = self._plain_hand(head, holdings)
                elif line.startswith(_FIRST) and not played:
                    tricks = self._plain_tricks(lines[index : index + 13])
                    if tricks is None:
                        return None
                    played = True
                    items.append(tricks)
                    at.append(index)
                    at += [i for i, _ in islice(rows, len(tricks.leaders) - 1)]
                    continue
                elif words := line.split():
                    if not line.isprintable():
                        return None
                    item, key = self._line(line, words)
                    if key in HEADER_ONLY:
                        return None
                elif line.strip(" \t"):
                    return None
                else:
                    continue
            kind = type(item)
            if kind in _NO_PLACE and not (kind is DealLine and not items):
                return None
            items.append(item)  # type: ignore[arg-type]
            at.append(index)
        return (items, at) if items and type(items[0]) is DealLine else None

    def _plain_tricks(self, lines: list[str]) -> PlainTricks | None:
        """The tricks that the lines begin with, each with leader, winner and four cards.

        A line is looked up in three pieces, cut where the last one could be cut: mostly the
        cards of a deal stand below each other.
        """
        heads, middles, tails = self._heads, self._middles, self._tails
        head, middle, tail = self._cuts
        rows: list[bytes] = []
        for line in lines:
            try:
                rows += heads[line[head]], middles[line[middle]], tails[line[tail]]
            except KeyError:
                pieces = self._pieces(line)
                if not pieces:
                    break
                rows += pieces
                head, middle, tail = self._cuts
        number = len(rows) // 3
        made = b"".join(rows)
        if not number or made[::7] != _IN_ORDER[:number]:
            return None
        cards = made[2::7] + made[3::7] + made[4::7] + made[5::7]
        return _new(PlainTricks, (made[1::7], cards, made[6::7]))

    def _pieces(self, line: str) -> tuple[bytes, bytes, bytes] | None:
        """The pieces of a trick, which are remembered; None if it has not the commonest form."""
        match = _TRICK(line)
        if match is None or len(line) > _LONGEST:
            return None
        number, leader, a, b, c, d, winner = match.groups()
        cards = self._cards
        try:
            head = bytes((_TRICKS[number], self._leaders[leader], cards[a].code))
            middle = bytes((cards[b].code, cards[c].code))
            tail = bytes((cards[d].code, self._seats[winner]))
        except (KeyError, ValueError):  # a card that was not recorded has a code below nothing
            return None
        second, fourth = match.start(4), match.start(6)
        self._cuts = cuts = slice(second), slice(second, fourth), slice(fourth, None)
        for memory, cut, piece in zip(
            (self._heads, self._middles, self._tails), cuts, (head, middle, tail)
        ):
            text = line[cut]
            if len(memory) >= _PIECES:
                memory.clear()
            memory[text] = piece
        return head, middle, tail

    def _plain_hand(self, head: str, text: str) -> PlainHand | None:
        """The hand of a line, its cards in the order of `sort_hand`, from behind its ``♠``."""
        spades, _, text = text.partition(" ♥ ")
        hearts, _, text = text.partition(" ♦ ")
        diamonds, _, clubs = text.partition(" ♣ ")
        memory = self._holdings
        try:
            bits = (
                memory[spades.rstrip(" ")]
                | memory[hearts.rstrip(" ")] << 13
                | memory[diamonds.rstrip(" ")] << 26
                | self._last_holdings[clubs.rstrip(" ")] << 39
            )
        except KeyError:
            bits = 0
            for suit, holding in zip(Suit, (spades, hearts, diamonds, clubs)):
                found = self._new_holding(holding.rstrip(" "), last=suit is Suit.CLUBS)
                if found is None:
                    return None
                bits |= found << 13 * suit
        seat = self._leaders.get(head)
        return None if seat is None or not bits else _new(PlainHand, (seat, bits))

    def _new_holding(self, text: str, *, last: bool) -> int | None:
        """The cards in a suit, a bit a rank; behind the last suit stand the jokers."""
        if len(text) > _LONGEST or not text.isprintable():
            return None
        suit = Suit.CLUBS if last else Suit.SPADES
        words = text.split()
        if not self._suits.keys().isdisjoint(words):
            return None  # a suit out of its place, or named again
        cards = () if words == ["-"] else self._written_cards(["", suit.symbol, *words])
        if cards is None or any(c.suit is not suit and not (last and c.is_joker) for c in cards):
            return None
        bits = mask(cards) >> 13 * suit
        if bits.bit_count() < len(cards):
            return None
        memory = self._last_holdings if last else self._holdings
        if len(memory) >= _PIECES:
            memory.clear()
        memory[text] = bits
        return bits

    def read(
        self, lines: list[str], plain: bool, *, bare: bool = False
    ) -> tuple[list[Item | None], list[int], bool, bool]:
        """Read the lines of a block.

        Args:
            lines: the lines, without line ends.
            plain: whether all of them are printable: no tabs, no control characters.
            bare: whether there is no ``#`` and no brace in them.

        Returns:
            For each line that is not blank its item, or None where it is not of the
            commonest kind; the indexes of these lines; whether all were read; whether one
            of them is `HEADER_ONLY`.
        """
        complete = True
        heads = False
        items: list[Item | None] = []
        at: list[int] = []
        known = self._known
        tags = self._tags if plain else {}
        for index, line in enumerate(lines):
            # What `_tag` does, for the lines that headers are made of.
            word, _, value = line.partition(" ")
            key = tags.get(word)
            if key is not None:
                value = value.strip(" ")
                if (
                    value
                    and (bare or ("#" not in value and "{" not in value))
                    and (key not in _PLAYERS or self._is_name(value))
                ):
                    items.append(_new(Tag, (key, value, True, None)))
                    at.append(index)
                    if key in HEADER_ONLY:
                        heads = True
                    continue
            item: Item | None = known.get(line)
            if item is None:
                words = line.split()
                if words and (plain or line.isprintable()):
                    item, head = self._line(line, words)
                    if head in HEADER_ONLY:
                        heads = True
                        complete = complete and head not in _STEERING
                elif not line.strip(" \t"):
                    continue
                if item is None:
                    complete = False
            items.append(item)
            at.append(index)
        return items, at, complete, heads

    def _line(self, line: str, words: Words) -> tuple[Item | None, object]:
        """Read a printable line that is not blank; None if it is not of the commonest kind.

        Returns:
            The item; and, for a line that begins with a keyword, the key.
        """
        item: Item | None = None
        key: object = None
        head = words[0]
        if head in _TRICKS:
            item = self._trick(words) or self._with_notes(line) or self._noted_trick(line, {})
        elif head[0] == "{":
            remarks = _remarks(line)
            item = None if remarks is None else Annotation(*remarks[:2])
        elif head in self._leaders:
            cards = self._written_cards(words)
            if cards is not None:
                item = _new(Hand, (self._leaders[head], cards, None))
        elif head in self._words:
            reader, key = self._words[head]
            item = reader(self, words, line, key)
            if item is not None and type(item) not in _EACH_ITS_OWN:
                known = self._known
                if len(known) >= _MEMORY:
                    known.clear()
                known[line] = item
        return self._with_tail(line) if item is None else item, key

    def _with_tail(self, line: str) -> Item | None:
        """A line that ends in a comment or is one; a tally or an auction with annotations."""
        body, mark, comment = line.partition("#")
        note = body.find("{")
        if note >= 0:
            item = self._only(line[:note])
            remarks = _remarks(line[note:])
            if remarks is None or type(item) is not Tally:
                return None
            return item._replace(notes=remarks[0], comment=remarks[1])
        if not mark or "\\" in line:
            return None
        comment = _comment(comment)
        if not body.strip(" "):
            return Comment(comment)
        item = self._only(body)
        return None if item is None else item._replace(comment=comment)

    def _only(self, line: str) -> Item | None:
        """The item of one line, if it is read here."""
        items, _, complete, _ = self.read([line], True)
        return items[0] if complete and items else None

    def _with_notes(self, line: str) -> Trick | None:
        """A trick with annotations, and nothing else beside what `_trick` reads."""
        if "\\" in line:
            return None
        start, *notes = line.split("{")
        words = start.split()
        places = []
        texts = []
        for note in notes:
            text, end, rest = note.partition("}")
            if not end:
                return None
            places.append(len(words))
            texts.append(text.strip(" "))
            words += rest.split()
        item = self._trick(words) if notes else None
        if item is None:
            return None
        number, leader, cards, winner, _, _ = item
        plays = list(cards)
        after: tuple[str, ...] = ()
        for place, text in zip(places, texts):
            card = place - (2 if leader is None else 3)
            if place == len(words) and winner is not None:
                after += (text,)
            elif 0 <= card < 4:
                play = plays[card]
                plays[card] = Play(play.card, play.glyphs, (*play.notes, text))
            else:
                return None
        return _new(Trick, (number, leader, tuple(plays), winner, after, None))

    def _noted_trick(self, line: str, parts: dict[Part, tuple[int, int]]) -> Trick | None:
        """A trick with annotations, glyphs, seats, cards taken back, a comment.

        Args:
            parts: is filled with the places.
        """
        from whistlog.notation.cutting import comment_text, cut, note_text

        tokens: list[Any] | None = cut(line, "trick")
        if tokens is None:
            return None
        number = _TRICKS.get(tokens[0])
        leader: Seat | None = None
        winner: Seat | None = None
        by: Seat | None = None
        withdrawn = False
        comment: str | None = None
        plays: list[Play] = []
        after: list[str] | None = None
        full = self._cards
        first: Card | None = None
        led = _NOTHING
        for token in tokens[1:]:
            kind, start, end = token.type, token.start_pos, token.end_pos
            if kind == "CARDS":
                for match in _WORD.finditer(line, start, end):
                    word = match[0]
                    card = full.get(word) or led.get(word)
                    if card is None:
                        if word != "-" or line[match.start() - 1] != " ":
                            return None
                        card = UNRECORDED
                    if first is None and not withdrawn:
                        first = card
                        led = self._of_suit.get(card.suit, _NOTHING)
                    parts["card", len(plays)] = match.span()
                    plain = by is None and not withdrawn
                    plays.append(PLAYS[card] if plain else Play(card, "", (), by, withdrawn))
                    by = None
                    if withdrawn and match.end() != end:
                        return None
                withdrawn = False
            elif kind == "BY":
                name = token[:-1].rstrip(" ")
                by = self._seats.get(name)
                if by is None:
                    return None
                if not plays and leader is None and not withdrawn:
                    leader, by = by, None
                    parts["leader",] = (start, start + len(name))
            elif kind == "GLYPHS":
                play = plays[-1]
                if token.replace("^", "", 1) not in GLYPHS:
                    return None
                plays[-1] = Play(play.card, str(token), (), play.seat, play.withdrawn)
            elif kind == "NOTE":
                if after is None:
                    play = plays[-1]
                    notes = (*play.notes, note_text(token))
                    plays[-1] = Play(play.card, play.glyphs, notes, play.seat, play.withdrawn)
                else:
                    after.append(note_text(token))
            elif kind == "LPAR":
                withdrawn = True
            elif kind == "SEAT":
                winner = self._seats.get(token)
                if winner is None:
                    return None
                parts["winner",] = (start, end)
                after = []
            elif kind == "COMMENT":
                comment = comment_text(token)
                parts["comment",] = (start, end)
        if number is None or not plays:
            return None
        start = tokens[0].start_pos
        parts["number",] = (start, tokens[0].end_pos - 1)
        end = len(line) if comment is None else parts["comment",][0]
        parts[()] = (start, len(line[:end].rstrip(" ")))
        return _new(Trick, (number, leader, tuple(plays), winner, tuple(after or ()), comment))

    def parts(self, line: str) -> dict[Part, tuple[int, int]] | None:
        """The places of the parts of a line, as `ParsedLine.parts`; None if not read here."""
        if len(line) > MAX_LINE:
            return None
        items, _, complete, _ = self.read([line], line.isprintable())
        if not complete or not items:
            return None
        item = items[0]
        found: dict[Part, tuple[int, int]] = {}
        if type(item) is Trick:
            self._noted_trick(line, found)
            return found
        last = end = len(line)
        noted = type(item) is Annotation or (type(item) is Tally and item.notes != ())
        note = line.find("{") if noted else -1
        if item.comment is not None:  # type: ignore[union-attr]
            remarks = _remarks(line[note:]) if note >= 0 else None
            last = end = line.index("#") if remarks is None else note + remarks[2]
            found["comment",] = (end, len(line))
        if note >= 0:
            end = note
        words = [m.span() for m in _WORD.finditer(line, 0, end)]
        start, stop = words[0] if words else (end, end)
        found[()] = (start, len(line[:last].rstrip(" ")))
        if not words:
            if type(item) is Comment:
                found[()] = (end, len(line.rstrip(" ")))
            return found
        kind = type(item)
        found["key",] = (start, stop - (line[stop - 1] == ":"))
        del words[0]
        if not words:
            return found
        found["value",] = (words[0][0], words[-1][1])
        if kind is Trump and item.card is not None:  # type: ignore[union-attr]
            found["card", 0] = words[0]
        elif kind is Tally:
            for i in range(0, len(words), 2):
                start, (_, stop) = words[i][0], words[i + 1]
                found["side", i // 2] = (start, stop - (line[stop - 1] == ","))
        elif kind is Incident and item.key == "winner":  # type: ignore[union-attr]
            found["side", 0] = words[0]
        elif kind is Pile and item.cards is None:  # type: ignore[union-attr]
            found["number",] = words[0]
        elif kind is Pile or kind is Hand:
            if kind is Pile and item.shown is not None:  # type: ignore[union-attr]
                del words[-1]
            cards = (w for w in words if line[w[0]] != "-" and line[w[0] : w[1]] not in self._suits)
            for i, word in enumerate(cards):
                found["card", i] = word
        elif kind is Auction:
            at = line.index(":") + 1
            for i, text in enumerate(line[at:end].split(",")):
                start = at + len(text) - len(text.lstrip(" "))
                found["card", i] = (start, start + len(text.strip(" ")))
                at += len(text) + 1
        return found

    def _trick(self, words: Words) -> Trick | None:
        """A trick, with or without its leader and its winner."""
        number, *words = words
        winner: Seat | None = None
        leader: Seat | None = None
        try:
            if len(words) > 5:
                *words, arrow, win = words
                if arrow != "->":
                    return None
                winner = self._seats[win]
            if len(words) == 5:
                leader = self._leaders[words.pop(0)]
            a, b, c, d = words
            play, follow = self._first[a]
            plays = (play, follow[b], follow[c], follow[d])
        except (KeyError, ValueError):
            return None
        return _new(Trick, (_TRICKS[number], leader, plays, winner, (), None))

    def _written_cards(self, words: Words) -> tuple[Card, ...] | None:
        """The cards of a hand in the order of `sort_hand`; any other order is declined."""
        suits = self._suits
        table = self._cards
        named = -1
        bare = False
        cards = []
        last = -1
        for word in words[1:]:
            card = table.get(word)
            if card is not None:
                place = _PLACES[card.code]
                if place < last:
                    return None
                last = place
                cards.append(card)
                bare = False
            elif word in suits:
                if bare or suits[word] <= named:
                    return None
                named = suits[word]
                table = self._of_suit[named]
                bare = True
            elif bare and word == "-":
                table = _NOTHING
                bare = False
            elif not bare and word in self._jokers:
                card = self._jokers[word]
                place = _PLACES[card.code]
                if place < last:
                    return None
                last = place
                cards.append(card)
                table = _NOTHING
            else:
                return None
        if bare or not cards:
            return None
        if not (self._lettered.isdisjoint(words) or all(map(str.isascii, words))):
            return None  # letters and symbols do not mix
        return tuple(cards)

    def _pile(self, words: Words, line: str, key: object) -> Item | None:
        if len(words) == 2 and words[1] in _COUNTS:
            return Pile(key, None, _COUNTS[words[1]])  # type: ignore[arg-type]
        shown = _SHOWN.get(words[-1])
        if shown is not None:
            words = words[:-1]
        table = self._cards
        try:
            cards = tuple(map(table.__getitem__, words[1:]))
        except KeyError:
            return None
        return _new(Pile, (key, cards, None, shown, None)) if cards else None

    def _auction(self, words: Words, line: str, key: object) -> Item | None:
        bids = self._bids
        texts = line.partition(":")[2].split(",")
        try:
            return _new(Auction, (tuple(map(bids.__getitem__, texts)), None))
        except KeyError:
            calls = [bids.get(f" {text.strip()}") for text in texts]
            return None if None in calls else Auction(tuple(calls))  # type: ignore[arg-type]

    def _deal(self, words: Words, line: str, key: object) -> Item | None:
        if len(words) == 1:
            return DealLine()
        return DealLine(int(words[1])) if len(words) == 2 and _is_number(words[1]) else None

    def _game(self, words: Words, line: str, key: object) -> Item | None:
        if len(words) == 1:
            return GameLine()
        return GameLine(words[1]) if len(words) == 2 and _is_number(words[1]) else None

    def _dealer(self, words: Words, line: str, key: object) -> Item | None:
        seat = self._seats.get(words[1]) if len(words) == 2 else None
        return None if seat is None else Dealer(seat)

    def _trump(self, words: Words, line: str, key: object) -> Item | None:
        if len(words) != 2:
            return None
        word = words[1]
        card = self._cards.get(word)
        if card is not None:
            return Trump(card)
        suit = self._all_suits.get(word)
        if suit is None:
            return Trump() if word == "none" else None
        return Trump(None, suit)

    def _ranking(self, words: Words, line: str, key: object) -> Item | None:
        if len(words) != 2 or words[1] not in _RANKINGS:
            return None
        return RankingLine(_RANKINGS[words[1]])

    def _tally(self, words: Words, line: str, key: object) -> Item | None:
        sides = self._sides
        if len(words) == 5:
            _, side, number, other, last = words
            if number[-1] != ",":
                return None
            first = self._pair(sides.get(side), number[:-1])
            second = self._pair(sides.get(other), last)
            if first is None or second is None or first[0] == second[0]:
                return None
            return Tally(key, (first, second))  # type: ignore[arg-type]
        if len(words) == 3:
            pair = self._pair(sides.get(words[1]), words[2])
            return None if pair is None else Tally(key, (pair,))  # type: ignore[arg-type]
        return None

    @staticmethod
    def _pair(side: Side | None, number: str) -> tuple[Side, int] | None:
        n = _NUMBERS.get(number)
        return None if side is None or n is None else (side, n)

    def _winner(self, words: Words, line: str, key: object) -> Item | None:
        side = self._sides.get(words[1]) if len(words) == 2 else None
        return None if side is None else Incident("winner", side=side)

    def _reason(self, words: Words, line: str, key: object) -> Item | None:
        if len(words) == 1:
            return Incident(key)  # type: ignore[arg-type]
        tag = self._tag(words, line, key)
        return None if tag is None else Incident(key, text=tag.value)  # type: ignore[arg-type]

    def _steering(self, words: Words, line: str, key: object) -> Item | None:
        """A line that says how to read: one that says how it is being read already."""
        right = {"format": f"whist {FORMAT_VERSION}", "language": self._language}
        value = line.partition(":")[2].strip(" ")
        return Tag(key, value) if value == right.get(key, self._system) else None  # type: ignore

    def _tag(self, words: Words, line: str, key: object) -> Tag | None:
        value = line[line.index(":") + 1 :].strip(" \t")
        if not value or "#" in value or "{" in value:
            return None
        if key in _PLAYERS and not self._is_name(value):
            return None
        return _new(Tag, (key, value, True, None))

    def _is_name(self, value: str) -> bool:
        """Whether what stands behind a player's seat can't be a hand."""
        return (value.isascii() or self._marks.isdisjoint(value)) and (
            self._language is None or _DIGITS.isdisjoint(value)
        )


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdecimal() and len(word) < 7


_RANKINGS: Final = {"uptown": Ranking.UPTOWN, "downtown": Ranking.DOWNTOWN}
_SHOWN: Final = {"shown": True, "hidden": False}


def _remarks(line: str) -> tuple[tuple[str, ...], str | None, int] | None:
    """The annotations that a line is, the comment behind them, and where it begins."""
    text = line.strip(" ")[1:-1]
    if line.endswith("}") and "}" not in text and "\\" not in text:
        return (text.strip(" "),), None, len(line)
    from whistlog.notation.cutting import comment_text, cut, note_text

    tokens: list[Any] | None = cut(line, "annotation")
    if tokens is None:
        return None
    end = tokens[-1].start_pos
    comment = comment_text(tokens.pop()) if tokens[-1].type == "COMMENT" else None
    return tuple([note_text(token) for token in tokens]), comment, end


def _comment(text: str) -> str:
    text = text.rstrip(" ")
    return text[1:] if text.startswith(" ") else text


_WORD: Final = re.compile(r"\S+")
_NOTHING: Final[dict[str, Card]] = {}
_DIGITS: Final = frozenset("0123456789")
_PLAYERS: Final = frozenset(PLAYER_KEYS)
_STEERING: Final = {"language", "seats"}
"""Lines that tell how the others are read: the reader has to look at them itself."""
HEADER_ONLY: Final = _STEERING | {"rules", "format", "pack"}
"""Lines that say something of a whole game and have no place in a deal."""
_BARE: Final = {"deal", "game"}
_EACH_ITS_OWN: Final = {Tag, Pile, Auction, GameLine}
"""Lines that hardly ever come again as they are."""
_NO_PLACE: Final = {type(None), Trick, DealLine, GameLine}
"""What is no item of a deal that is read as a whole: a line that is not understood, a trick
by itself, the beginning of something else."""
_TAG: Final = QuickReader._tag
_READERS: Final[dict[str, _Reader]] = {
    "deal": QuickReader._deal,
    "game": QuickReader._game,
    "dealer": QuickReader._dealer,
    "trump": QuickReader._trump,
    "ranking": QuickReader._ranking,
    "kitty": QuickReader._pile,
    "discards": QuickReader._pile,
    "dealt": QuickReader._pile,
    "auction": QuickReader._auction,
    "winner": QuickReader._winner,
    **dict.fromkeys(("unfinished", "misdeal", "redeal"), QuickReader._reason),
    **dict.fromkeys(("format", "language", "seats"), QuickReader._steering),
    **dict.fromkeys(
        ("tricks", "score", "points", "honours", "value", "rubber"), QuickReader._tally
    ),
    **dict.fromkeys(
        (
            *("event", "site", "date", "time", "round", "board", "table", "source", "rules"),
            *PLAYER_KEYS,
        ),
        _TAG,
    ),
}


@lru_cache(maxsize=64)
def quick_reader(ctx: LineContext) -> QuickReader:
    """The quick reader for a language and seat system."""
    return QuickReader(ctx)
