"""Streams of bytes to headers and deals: the same however the stream is cut."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from whistlog.notation import blocks
from whistlog.notation.blocks import NotText, iter_texts
from whistlog.notation.reader import Section, read_record, read_sections
from whistlog.record import Comment, Deal, GameLine, Header, Span, Unreadable

SAMPLES = sorted((Path(__file__).parents[2] / "samples" / "clean").glob("*.whist"))
WHIST = """\
# a file of two games

# above the first game
Game 1
Event: one

# above the first deal
Deal 1
Dealer: N
1. E: A♥ 3 6♣ K

# at the end of the first deal

Deal 2
Dealer: E
Game 2
Dealer: S
"""


class Slow(io.RawIOBase):
    """A stream that gives a few bytes at a time."""

    def __init__(self, data: bytes, sizes: list[int]) -> None:
        super().__init__()
        self.data = data
        self.sizes = sizes
        self.at = 0

    def read(self, size: int = -1, /) -> bytes:
        step = self.sizes[self.at % len(self.sizes)]
        self.at += 1
        piece, self.data = self.data[:step], self.data[step:]
        return piece


def sections(text: str) -> list[Section]:
    return list(read_sections((text,)))


def test_sections_of_a_file() -> None:
    found = sections(WHIST)
    assert [(type(s.value).__name__, s.game, s.deal) for s in found] == [
        ("Header", 1, None),
        ("Deal", 1, 1),
        ("Deal", 1, 2),
        ("Header", 2, None),
        ("Deal", 2, 1),
    ]
    first = [item.comment for _, item in found[0].value.find(Comment)]
    assert first == ["a file of two games", "above the first game"]
    second = [item.comment for _, item in found[1].value.find(Comment)]
    assert second == ["above the first deal", "at the end of the first deal"]


def test_places_are_those_of_the_file() -> None:
    deal = sections(WHIST)[1].value
    assert isinstance(deal, Deal)
    index, trick = deal.layout.tricks[0]
    assert trick.plays[2].card.name == "6♣"
    assert deal.span(index, ("card", 2)) == Span(10, 12, 10, 14)
    assert deal.span(index, ("leader",)) == Span(10, 4, 10, 5)


def test_deal_without_a_deal_line() -> None:
    found = sections("Event: x\nDealer: W\nTrump: 4♠\n")
    assert [type(s.value) for s in found] == [Header, Deal]
    assert found[1].value.span(0) == Span(2, 1, 2, 10)


def test_every_game_has_a_header() -> None:
    found = sections("Deal 1\nDealer: W\nGame\nDeal 1\nDealer: N\n")
    assert [type(s.value) for s in found] == [Header, Deal, Header, Deal]


@pytest.mark.parametrize("path", SAMPLES, ids=lambda p: p.stem)
@given(sizes=st.lists(st.integers(1, 70), min_size=1, max_size=8))
@settings(max_examples=15, deadline=None)
def test_cutting_the_stream_changes_nothing(path: Path, sizes: list[int]) -> None:
    data = path.read_bytes()
    whole = "".join(iter_texts(io.BytesIO(data)))
    assert "".join(iter_texts(Slow(data, sizes))) == whole
    assert "\r" not in whole
    assert not whole.startswith("\ufeff")
    one = list(read_sections(iter_texts(io.BytesIO(data))))
    other = list(read_sections(iter_texts(Slow(data, sizes))))
    assert [(s.value, s.diagnostics, s.game, s.deal) for s in one] == [
        (s.value, s.diagnostics, s.game, s.deal) for s in other
    ]
    for a, b in zip(one, other):
        assert [a.value.span(i) for i in range(len(a.value.items))] == [
            b.value.span(i) for i in range(len(b.value.items))
        ]


@given(st.lists(st.integers(1, 5), min_size=1, max_size=5))
def test_undecodable_bytes_are_kept_apart(sizes: list[int]) -> None:
    data = "é♠".encode() + b"\xff\xe2\x99" + "♥\n".encode() + b"\xc3"
    text = "".join(iter_texts(Slow(data, sizes)))
    assert text == "é♠\udcff\udce2\udc99♥\n\udcc3\n"


def test_bom_and_line_ends() -> None:
    data = "\ufeffDealer: W\r\nTrump: 4♠\r\n".encode()
    assert list(iter_texts(io.BytesIO(data))) == ["Dealer: W\nTrump: 4♠\n"]


def test_latin_1() -> None:
    data = "Language: pt\nDador: O\n# Mão\n".encode("latin-1")
    assert "Mão" in "".join(iter_texts(io.BytesIO(data), "latin-1"))


@pytest.mark.parametrize(
    ("data", "encoding", "name"),
    [
        ("Dealer: W\n".encode("utf-16"), "utf-8", "encoding-utf16"),
        ("Dealer: W\n".encode("utf-16-le") * 9, "utf-8", "encoding-utf16"),
        (b"\x00" * 5000, "utf-8", "not-text"),
        (b"Dealer: W\n\xff", "ascii", "undecodable"),
        (b"Dealer: W\n", "utf-16", "undecodable"),
    ],
)
def test_what_is_no_text_is_refused(data: bytes, encoding: str, name: str) -> None:
    with pytest.raises(NotText) as caught:
        list(iter_texts(io.BytesIO(data), encoding))
    assert caught.value.name == name


def test_long_line_is_one_fault_and_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blocks, "BLOCK", 20_000)
    for tail in (b"", b"\nDeal 1\nDealer: W\n"):
        data = b"Dealer: " + b"W" * 300_000 + tail
        texts = list(iter_texts(io.BytesIO(data)))
        assert sum(map(len, texts)) < 50_000
        found = list(read_sections(texts))
        names = [d.name for s in found for d in s.diagnostics]
        assert names == ["line-too-long"]
        if tail:
            assert isinstance(found[-1].value, Deal)
            assert found[-1].value.span(0).line == 2


def test_long_section_is_one_fault_and_the_next_deal_is_read() -> None:
    text = "Deal 1\n" + "1. N: A♥ 3 6♣ K\n" * 5000 + "Deal 2\nDealer: W\n"
    found = sections(text)
    names = [d.name for s in found for d in s.diagnostics]
    assert names == ["section-too-long"]
    assert found[-1].deal == 2
    assert found[-1].value.span(1).line == 5003


def test_blank_lines_make_no_section_long() -> None:
    found = sections("Deal 1\n" + "\n" * 5000 + "Dealer: W\nDeal 2\nDealer: N\n")
    assert [s.diagnostics for s in found] == [(), (), ()]
    assert found[1].value.span(1).line == 5002
    assert found[2].value.span(1).line == 5004


@pytest.mark.parametrize("blank", ["\n", " \t\n"])
@pytest.mark.parametrize("many", [3, 3000, 400_000])
def test_blank_lines_of_any_number_are_passed_over_and_counted(blank: str, many: int) -> None:
    gap = blank * many
    text = f"{gap}Dealer: W\n{gap}Trump: x\n{gap}# of deal 2\nDeal 2\nDealer: N\n{gap}"
    _, first, second = read_sections(iter_texts(io.BytesIO(text.encode())))
    assert first.value.span(0).line == many + 1
    assert [d.span.line for d in first.diagnostics] == [2 * many + 2]
    assert second.value.span(0).line == 3 * many + 3
    assert second.value.span(2).line == 3 * many + 5


def test_one_bad_deal_does_not_hide_its_neighbours() -> None:
    text = "Deal 1\nDealer: W\nDeal 2\nDeler W\n1. N: Z♥ 3♥ 4♥ 5♥\nDeal 3\nDealer: E\n"
    found = sections(text)
    assert [s.deal for s in found] == [None, 1, 2, 3]
    assert [len(s.diagnostics) for s in found] == [0, 0, 2, 0]
    assert any(found[2].value.find(Unreadable))


def test_language_is_found_from_letters() -> None:
    record, diagnostics = read_record("Deal 1\nTrump: 4C\nDeal 2\n1. AE RE DE VE\n2. AC AP AO 2O\n")
    assert record.games[0].deals[1].tricks[1].plays[0].card.name == "A♥"
    assert [d.name for d in diagnostics] == ["lang-ambiguous"]
    assert diagnostics[0].span == Span(2, 8, 2, 10)


@pytest.mark.parametrize(
    "line", ["Language: pt", "Seats: AYBZ", "Rules: long", "Format: whist 1", "Pack: 52 as 13x4"]
)
def test_lines_of_the_whole_game_have_no_place_in_a_deal(line: str) -> None:
    for text in (f"Deal 1\n{line}\nTrump: ♥\n", f"Trump: ♠\n{line}\n"):
        for _ in range(2):  # the quick reader remembers lines
            _, diagnostics = read_record(text)
            assert [d.name for d in diagnostics] == ["line-misplaced"]
            assert diagnostics[0].span.line == 2


@pytest.mark.parametrize("above", ["Rules: american\n\n", "# note\n\nSeats: AYBZ\n", "Foo: x\n"])
def test_header_lines_above_the_first_game_line_are_those_of_the_first_game(above: str) -> None:
    found = sections(f"{above}Game 1\nDeal 1\nTricks: {{x}} NS 1\nGame 2\nDeal 1\n")
    assert [(type(s.value), s.game) for s in found] == [
        (Header, 1),
        (Deal, 1),
        (Header, 2),
        (Deal, 2),
    ]
    header = found[0].value
    assert isinstance(header, Header)
    assert any(header.find(GameLine))
    assert header.seats.name == ("AYBZ" if "AYBZ" in above else "NESW")
    assert header.span(0).line == 1


def test_header_alone() -> None:
    assert [type(s.value) for s in sections("Rules: american\n")] == [Header]
    assert [type(s.value) for s in sections("Rules: american\nGame\n")] == [Header]


@pytest.mark.parametrize("line", ["Event: {}", "# {}", "1. N: A♥ 3♥ 6♥ K♥ -> N # {}"])
def test_a_line_that_is_too_long_is_never_read(line: str) -> None:
    _, diagnostics = read_record("Dealer: W\n" + line.format("x" * 17_000) + "\nTrump: 4♠\n")
    assert [(d.name, d.span.line) for d in diagnostics] == [("line-too-long", 2)]


@pytest.mark.parametrize("line", ["1. N: ZZ 2S 3S 4S", "N: ZZ 2S 3S 4S", "Kitty: ZZ"])
def test_what_is_wrong_with_the_first_line_of_a_deal_belongs_to_the_deal(line: str) -> None:
    header, deal = read_sections([f"Event: x\n\n{line}\nDealer: W\n"])
    assert header.diagnostics == ()
    assert [(d.name, d.deal, d.span.line) for d in deal.diagnostics] == [("card-syntax", 1, 3)]


def test_what_one_missing_line_causes_is_said_once() -> None:
    _, diagnostics = read_record("Dealer: Z\n1. A: A♥ 3♥ 4♥ 5♥\n2. Y: K♥ 6♥ 7♥ 8♥ -> B\n")
    assert [d.name for d in diagnostics] == ["seats-unstated"]


def test_a_game_line_in_the_middle_of_a_block_starts_a_game() -> None:
    for line in ("\u2003Game 2", "Game 2"):
        found = sections(f"Game 1\nEvent: x\n{line}\nEvent: y\nDeal 1\n")
        assert [(type(s.value), s.game) for s in found] == [(Header, 1), (Header, 2), (Deal, 2)]
