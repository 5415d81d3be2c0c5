"""What the writer writes reads back equal, in every language, and is already canonical."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import strategies
from whistlog import format, parse
from whistlog.cards import CARDS, SEATS, SIDES, sort_hand
from whistlog.notation.languages import LANGUAGES, context
from whistlog.notation.lines import parse_line
from whistlog.notation.writer import format_deal, format_header, format_record
from whistlog.record import (
    Deal,
    Game,
    Hand,
    Header,
    Incident,
    Item,
    Record,
    Tag,
    Tally,
)

LINES = st.one_of(strategies.deal_items, strategies.deal_lines)


def canonical(item: Item) -> Item:
    """Hands are read in the order in which they are written."""
    return item._replace(cards=sort_hand(item.cards)) if isinstance(item, Hand) else item


@given(LINES, st.sampled_from((None, *LANGUAGES)), st.booleans(), st.sampled_from(["NESW", "AYBZ"]))
@settings(max_examples=600, deadline=None)
def test_every_line_reads_back(item: Item, code: str | None, ascii: bool, seats: str) -> None:
    ctx = context(code or ("en" if ascii else None), seats)
    header = Header((), seats=ctx.seats)
    text = format_deal(Deal((item,)), header, ascii=ascii, language=code).removesuffix("\n")
    parsed = parse_line(text, ctx)
    assert not parsed.faults, text
    assert parsed.item == canonical(item), text


def with_sorted_hands(record: Record) -> Record:
    return Record(
        tuple(
            Game(
                Header(tuple(map(canonical, game.header.items)), seats=game.header.seats),
                tuple(Deal(tuple(map(canonical, deal.items))) for deal in game.deals),
            )
            for game in record.games
        )
    )


@given(strategies.records)
@settings(max_examples=80, deadline=None)
def test_records_read_back_and_stay(record: Record) -> None:
    text = format(record)
    again, faults = parse(text)
    assert not faults
    assert again == with_sorted_hands(record)
    assert format(again) == text


@given(strategies.records, st.sampled_from(LANGUAGES), st.booleans())
@settings(max_examples=80, deadline=None)
def test_records_in_any_language(record: Record, code: str, ascii: bool) -> None:
    text = format(record, language=code, ascii=ascii)
    again, faults = parse(text)
    assert not faults
    assert format(again) == text if not ascii else format(again, ascii=True) == text
    # Back without the line that names the language, which was added.
    for game, original in zip(again.games, with_sorted_hands(record).games):
        assert game.header.tag("language") == code
        rest = [i for i in game.header.items if not (type(i) is Tag and i.key == "language")]
        assert Header(tuple(rest)) == original.header
        assert game.deals == original.deals


@given(st.integers(0, 10_000))
@settings(max_examples=40, deadline=None)
def test_a_whole_deal_in_letters_needs_no_language(seed: int) -> None:
    import random

    pack = list(CARDS[:52])
    random.Random(seed).shuffle(pack)
    hands = tuple(Hand(s, sort_hand(pack[s::4])) for s in SEATS)
    record = Record((Game(Header(()), (Deal(hands),)),))
    text = format(record, ascii=True)
    assert "Language" not in text
    assert text.isascii()
    again, faults = parse(text)
    assert not faults
    assert again == record


def test_letters_that_decide_nothing_need_a_language() -> None:
    record, _ = parse("Dealer: W\nTrump: 4♣\n1. N: 5♣ 6♣ 7♣ 8♣\n")
    text = format(record, ascii=True)
    assert "Language: en" in text
    again, faults = parse(text)
    assert not faults
    assert again.games[0].deals == record.games[0].deals


EXAMPLE = """\
# A club evening.
event: Tuesday club, table 2
RULES: short # a profile
Score: NS 2, EW 0#brought forward
Deal 1
dealer: w
trump: 4s
n: ♣ 8 4 10 ♠KJ6 ♥ A972 ♦ AQ5
e: ♠ AQ ♥ - ♦ K ♣ 2
1. n: ah 3 6c! k
02. n:2h 10h {a note} 4c q=>w
tricks: ns 9 ew 4
# on the next deal
Deal 2
"""

FORMATTED = """\
# A club evening.
Format: whist 1
Event:  Tuesday club, table 2
Rules:  short                      # a profile
Score:  NS 2, EW 0                 # brought forward

Deal 1
Dealer: W
Trump:  4♠
N: ♠ K J 6    ♥ A 9 7 2    ♦ A Q 5    ♣ 10 8 4
E: ♠ A Q      ♥ -          ♦ K        ♣ 2

 1. N: A♥  3♥  6♣! K♥
 2. N: 2♥  10♥ {a note} 4♣  Q♥ -> W
Tricks: NS 9, EW 4

# on the next deal
Deal 2
"""


def test_layout() -> None:
    record, faults = parse(EXAMPLE)
    assert not faults
    assert format(record) == FORMATTED.replace("4♣  Q♥ ->", "4♣ Q♥ ->")


def test_streaming_is_the_same() -> None:
    record, _ = parse(EXAMPLE)
    game = record.games[0]
    parts = [format_header(game.header, version=True)]
    parts += [format_deal(deal, game.header) for deal in game.deals]
    assert "\n".join(parts) == format_record(record)


def test_portuguese() -> None:
    record, _ = parse(EXAMPLE)
    text = format(record, language="pt")
    assert "Carteador: O\n" in text
    assert "N: ♠ R V 6    ♥ A 9 7 2    ♦ A D 5    ♣ 10 8 4\n" in text
    assert "Vazas: NS 9, EO 4\n" in text.replace("Vazas:  ", "Vazas: ")


def test_unreadable_lines_stay_as_they_are() -> None:
    text = "Dealer:   Q   # who?\n  1. N: A♥ {open\n"
    record, faults = parse(text)
    assert len(faults) == 2
    written = format(record)
    assert "Dealer:   Q   # who?\n" in written
    assert "  1. N: A♥ {open\n" in written


def test_what_was_not_understood_is_never_lost() -> None:
    text = "Deal 1\nN: ♠ K Z 6 ♥ 2\n1. N: A♥ 3♥x 6♣ K♥ -> W\n2. N: - 3♥ 4♥ 5♥\n"
    record, faults = parse(text)
    assert len(faults) == 2
    written = format(record)
    assert "N: ♠ K Z 6 ♥ 2\n" in written
    assert "1. N: A♥ 3♥x 6♣ K♥ -> W\n" in written
    assert " 2. N: -   3♥  4♥  5♥\n" in written
    again, found = parse(written)
    assert again == record
    assert [f.name for f in found] == [f.name for f in faults]


@pytest.mark.parametrize("label", ["", "2", "2: the final", "type: x", "a # b", "\\#", "{x}: y"])
def test_labels_of_games(label: str) -> None:
    from whistlog.record import GameLine

    item = GameLine(label, "why")
    text = format_header(Header((item,)), version=False).removesuffix("\n")
    assert parse_line(text, context("en")).item == item


@pytest.mark.parametrize("text", ["#", "a#b", "\\", "\\#", "#\\", "x\\\\#y", "}", "{", "a {b}"])
def test_free_text_of_every_kind(text: str) -> None:
    items = (
        Tag("event", text, comment=text),
        Incident("misdeal", text=text, comment="c"),
        Tally("claim", ((SIDES[0], None),), (text, text)),
    )
    for item in items:
        line = format_deal(Deal((item,))).removesuffix("\n")
        assert parse_line(line, context("en")).item == item, line


def test_all_cards_in_all_languages() -> None:
    """parse(print(x, lang)) = x for every language and all 54 cards."""
    for code in LANGUAGES:
        for ascii in (False, True):
            for card in CARDS:
                item = Incident("exposed", seat=SEATS[0], card=card)
                text = format_deal(Deal((item,)), language=code, ascii=ascii).removesuffix("\n")
                assert parse_line(text, context(code)).item == item


@pytest.mark.parametrize("above", ["", "Format: whist 1\n", "# a club\nFormat: whist 1\n"])
def test_the_language_stands_below_the_format(above: str) -> None:
    record, _ = parse(f"{above}Event: x\n\nDealer: W\nTrump: 4S\n")
    lines = format_record(record, language="pt").splitlines()
    at = lines.index("Formato: whist 1")
    assert lines[at + 1 : at + 3] == ["Língua:  pt", "Evento:  x"]
