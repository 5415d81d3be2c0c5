"""The language tables: every spelling of a card, no collisions, keywords everywhere."""

from __future__ import annotations

import re
import unicodedata
from itertools import combinations

import pytest

from whistlog.cards import BIG_JOKER, CARDS, LITTLE_JOKER, LOW, SEATS, SUITS, Seat, Side
from whistlog.notation.languages import (
    LANGUAGES,
    RANKS,
    all_words,
    boundary_pattern,
    boundary_words,
    context,
    fold,
    how_to_read,
    language,
    language_code,
    seat_words,
    suit_words,
)
from whistlog.notation.lines import parse_line
from whistlog.record import SEAT_SYSTEMS, kind

SUIT_LETTERS = {"en": "SHDC", "pt": "ECOP", "es": "PCDT", "ca": "PCDT", "fr": "PCKT"}
"""reference: languages §1."""

RANK_LETTERS = {
    "en": {"A": "A", "K": "K", "Q": "Q", "J": "J", "10": "T"},
    "pt": {"A": "A", "K": "RK", "Q": "DQ", "J": "VJ", "10": ""},
    "es": {"A": "A", "K": "KR", "Q": "QD", "J": "JV", "10": ""},
    "ca": {"A": "A", "K": "RK", "Q": "DQ", "J": "JV", "10": ""},
    "fr": {"A": "A", "K": "RK", "Q": "DQ", "J": "VJ", "10": ""},
}
"""reference: languages §2; T is ten in English alone."""

SYMBOLS = {0: "♠♤", 1: "♥♡", 2: "♦♢", 3: "♣♧"}


def spellings(code: str) -> list[tuple[str, int]]:
    """Every spelling of every natural card in a language, with the card's code."""
    found = []
    for suit in SUITS:
        marks = [SUIT_LETTERS[code][suit], SUIT_LETTERS[code][suit].lower()]
        marks += [s + v for s in SYMBOLS[suit] for v in ("", "\ufe0f", "\ufe0e")]
        for rank, name in enumerate(RANKS):
            letters = RANK_LETTERS[code].get(name, "")
            names = {*letters, *letters.lower()} | ({name} if name.isdigit() else set())
            for n in names:
                for m in marks:
                    found += [(n + m, suit * 13 + rank), (m + n, suit * 13 + rank)]
    return found


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_spelling_of_a_card(code: str) -> None:
    tokens = context(code).card_tokens
    written = spellings(code)
    for text, number in written:
        assert tokens[text] is CARDS[number], text
    # And nothing else, but jokers and low cards.
    rest = set(tokens) - {text for text, _ in written}
    assert {tokens[text] for text in rest} == {*LOW, LITTLE_JOKER, BIG_JOKER}
    assert all("x" in t.lower() for t in rest if t.upper() not in ("BJ", "LJ"))


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_spelling_means_two_cards(code: str) -> None:
    meant: dict[str, int] = {}
    for text, number in spellings(code):
        assert meant.setdefault(text, number) == number, text


def test_ten_as_a_letter_would_collide_outside_english() -> None:
    """The reason why T is refused there: T is clubs, D is the dama."""
    assert "TH" in context("en").card_tokens
    for code in ("pt", "es", "ca", "fr"):
        assert "T♥" not in context(code).card_tokens
    assert context("es").card_tokens["TD"] is CARDS[3 * 13 + RANKS.index("Q")]
    assert context("en").card_tokens["TD"] is CARDS[2 * 13 + RANKS.index("10")]


def test_without_a_language_only_symbols_and_ranks_that_are_safe() -> None:
    ctx = context(None)
    assert {name for name in ctx.suit_tokens if name.isalpha()} == set()
    assert ctx.card_tokens["R♥"] is ctx.card_tokens["♥k"] is CARDS[13 + 11]
    assert ctx.card_tokens["D♥"] is ctx.card_tokens["Q♥"]
    assert "T♥" not in ctx.card_tokens
    assert not any(c.isalpha() for text in ctx.card_tokens for c in text if c not in
                   "AKQJRDVXakqjrdvxBLbl")  # fmt: skip


@pytest.mark.parametrize("code", LANGUAGES)
def test_cards_are_written_as_they_are_read(code: str) -> None:
    table = language(code)
    tokens = context(code).card_tokens
    for card in CARDS[:52]:
        assert card.suit is not None
        rank = table.rank_letter(card.rank)
        assert tokens[rank + card.suit.symbol] is card
        assert tokens[rank + table.suit_letters[card.suit]] is card


@pytest.mark.parametrize("code", LANGUAGES)
def test_what_is_written_is_never_a_suit_and_a_rank_at_once(code: str) -> None:
    """Else a hand in letters could not be told apart (Spanish D, French K)."""
    table = language(code)
    ranks = {table.rank_letter(r) for r in range(13)}
    assert not ranks & set(table.suit_letters)


def test_keywords_of_all_languages_do_not_collide() -> None:
    meant: dict[str, str] = {}
    for code in LANGUAGES:
        for key, words in language(code).keys.items():
            for word in words:
                assert meant.setdefault(fold(word), key) == key, (word, code)
    for word, seat in seat_words().items():
        assert word not in meant
        assert meant.setdefault(word, seat.name) == seat.name


def test_values_of_all_languages_do_not_collide() -> None:
    together = [{"nt", "none"}, {"up", "uptown"}, {"down", "downtown"}, {"trick", "tricks"}]
    for word, keys in all_words().items():
        assert len(keys) == 1 or any(keys <= group for group in together), (word, keys)
    assert not set(suit_words()) & set(all_words())
    by_language = [language(code).suit_words for code in LANGUAGES]
    for a, b in combinations(by_language, 2):
        assert all(b.get(word, suit) is suit for word, suit in a.items())


def test_every_language_has_all_words() -> None:
    english = language("en")
    for code in LANGUAGES:
        table = language(code)
        assert table.keys.keys() == english.keys.keys()
        assert table.words.keys() == english.words.keys()
        assert all(table.keys.values())
        assert all(table.words.values())
        assert len(set(table.suit_letters)) == 4


@pytest.mark.parametrize("code", [None, *LANGUAGES])
def test_keywords_of_every_language_are_read_everywhere(code: str | None) -> None:
    ctx = context(code)
    for other in LANGUAGES:
        for key, words in language(other).keys.items():
            for word in words:
                for form in ("NFC", "NFD"):
                    text = unicodedata.normalize(form, word)
                    for spelling in (text, text.upper(), text.lower(), f" {text.title()} "):
                        assert ctx.keyword(spelling.strip()) == key, spelling


def test_players() -> None:
    ctx = context("en", "ABCD")
    assert ctx.keyword("Player A") == "player a"
    assert ctx.keyword("jogador b") == "player b"
    assert ctx.keyword("North") == "north"
    assert ctx.keyword("Ouest") == "west"
    assert ctx.keyword("Planter A") is None


@pytest.mark.parametrize("code", LANGUAGES)
def test_seats(code: str) -> None:
    ctx = context(code)
    assert [ctx.seat(name) for name in "NES"] == list(SEATS[:3])
    assert ctx.seat("W") is ctx.seat("w") is Seat.W
    assert (ctx.seat("O") is Seat.W) == (code != "en")
    assert (ctx.seat("L") is Seat.E) == (code == "pt")
    for word, seat in (("Oeste", "W"), ("LESTE", "E"), ("Sud", "S"), ("Est", "E")):
        assert ctx.seat(word) is Seat[seat]


def test_no_letter_is_two_seats() -> None:
    """So letters of seats are read before the language is known: O is West wherever it is one."""
    for letter in "NESWOL":
        seats = {context(code).seat(letter) for code in LANGUAGES} - {None}
        assert seats == {context(None).seat(letter)}
    assert context(None).seat("O") is Seat.W
    assert context(None).seat("Ouest") is Seat.W


def test_letters_that_all_languages_left_share() -> None:
    ctx = context(None, "NESW", ("pt", "es", "ca", "fr"))
    assert ctx.card_tokens["AC"] is ctx.card_tokens["CA"] is CARDS[13 + 12]
    assert ctx.suit_tokens["C"] == 1
    for name in ("6P", "6D", "6K", "6E", "6T", "10S"):
        assert name not in ctx.card_tokens
    assert context("pt", "NESW", ("es", "ca")) is context("pt")


@pytest.mark.parametrize("name", SEAT_SYSTEMS)
def test_seat_systems(name: str) -> None:
    ctx = context("en", name)
    for seat, letter in zip(SEATS, ctx.seats.letters):
        assert ctx.seat(letter) is ctx.seat(letter.lower()) is seat
    for side, both in zip(Side, ctx.seats.sides):
        assert ctx.side(both) is ctx.side(both[::-1]) is ctx.side(both.lower()) is side
        assert ctx.side(f"{both[0]}-{both[1]}") is ctx.side(f"{both[0]}/{both[1]}") is side
    assert ctx.side("NE") is None


def test_sides_in_words() -> None:
    ctx = context("pt")
    assert ctx.side("EO") is ctx.side("LO") is ctx.side("ew") is ctx.side("Este-Oeste") is Side.EW
    assert ctx.side("Norte/Sul") is Side.NS


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("Game", "game"),
        ("gAme 2", "game"),
        ("Game:2", "game"),
        ("  PARTIDA 3: final  # a: b", "game"),
        ("Game the last # note: x", "game"),
        ("Deal 1", "deal"),
        ("Mão 2", "deal"),
        (unicodedata.normalize("NFD", "MÃO 2"), "deal"),
        ("mao 2", "deal"),
        ("Donne:", "deal"),
        ("Game master: Ana", None),
        ("Games 2", None),
        ("Dealer: W", None),
        ("Deal1", None),
    ],
)
def test_lines_that_start_games_and_deals(line: str, key: str | None) -> None:
    match = re.match(boundary_pattern(), line, re.IGNORECASE)
    assert (boundary_words()[fold(match[1])] if match else None) == key
    item = parse_line(line, context(None)).item
    assert (item is not None and kind(item) in ("game", "deal")) == (key is not None)


@pytest.mark.parametrize(
    ("text", "code"),
    [("pt", "pt"), ("PT-br", "pt"), ("català", "ca"), ("FRANCAIS", "fr"), ("", None), ("de", None)],
)
def test_codes(text: str, code: str | None) -> None:
    assert language_code(text) == code


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("Language: pt", ("language", "pt")),
        ("Lanugage: pt", None),  # which is reported to mean nothing
        ("Seat: AYBZ", None),
        ("Idioma : es # x", ("language", "es")),
        ("Language pt", ("language", "pt")),
        ("Language: px", ("language", "pt")),
        ("Language: e", None),
        ("Seats: AYBZ", ("seats", "AYBZ")),
        ("Seats: AYB", ("seats", "AYBZ")),
        ("Seats: XYZ", None),
        ("Dealer: W", None),
        ("", None),
    ],
)
def test_how_a_record_is_to_be_read(line: str, found: tuple[str, str] | None) -> None:
    assert how_to_read(line) == found
