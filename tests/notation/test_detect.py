"""Detection of the language: the table of collisions, tried out in full."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from tests.strategies import game_record, play_deal
from whistlog import format, parse
from whistlog.cards import SEATS
from whistlog.notation.detect import Detector
from whistlog.notation.languages import LANGUAGES, context
from whistlog.notation.lines import parse_line

SUIT_LETTERS = {"en": "SHDC", "pt": "ECOP", "es": "PCDT", "ca": "PCDT", "fr": "PCKT"}
LETTERS = sorted({letter for letters in SUIT_LETTERS.values() for letter in letters})
AMBIGUOUS = [{"C"}, {"P"}, {"C", "D"}, {"C", "P"}]
"""The only sets that can't be decided (reference: languages §4, item 4, without German)."""


def survivors(letters: set[str]) -> list[str]:
    return [code for code in LANGUAGES if letters <= set(SUIT_LETTERS[code])]


def agree(codes: list[str], letters: set[str]) -> bool:
    return len({tuple(SUIT_LETTERS[c].index(x) for x in sorted(letters)) for c in codes}) == 1


def detect(lines: list[str]) -> Detector:
    detector = Detector()
    for line in lines:
        detector.feed(line)
    return detector


SETS = [set(some) for n in (1, 2, 3, 4) for some in combinations(LETTERS, n)]
SETS = [letters for letters in SETS if survivors(letters)]


@pytest.mark.parametrize("letters", SETS, ids=lambda s: "".join(sorted(s)))
def test_every_set_of_suit_letters(letters: set[str]) -> None:
    """Figures as ranks, so that suit letters alone decide."""
    cards = [f"{n}{letter}" for n, letter in zip("98765432", sorted(letters))]
    detector = detect(["1. N: " + " ".join(cards)])
    codes = survivors(letters)
    if letters in AMBIGUOUS:
        assert not agree(codes, letters)
        assert detector.candidates == tuple(codes)
        assert detector.ambiguous
        assert detector.language is None
    else:
        assert agree(codes, letters)
        assert not detector.ambiguous
        assert detector.language == codes[0]


def test_only_these_sets_are_ambiguous() -> None:
    undecided = [s for s in SETS if not agree(survivors(s), s)]
    assert sorted(map(sorted, undecided)) == sorted(map(sorted, AMBIGUOUS))


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("hands", [True, False])
def test_a_whole_deal_decides(code: str, hands: bool) -> None:
    rng = random.Random(code)
    for _ in range(5):
        record = game_record([play_deal(rng, SEATS[0])], hands=hands)
        text = format(record, language=code, ascii=True)
        lines = [line for line in text.splitlines() if code not in line.split()]
        detector = detect(lines)
        assert detector.language == ("es" if code == "ca" else code)
        again, faults = parse("\n".join(lines))
        assert not faults
        assert again.games[0].deals == record.games[0].deals


@pytest.mark.parametrize("code", LANGUAGES)
def test_symbols_decide_nothing(code: str) -> None:
    record = game_record([play_deal(random.Random(1), SEATS[0])], tally=True, winners=True)
    text = format(record, language=code)
    detector = detect([line for line in text.splitlines() if code not in line.split()])
    assert not detector.ambiguous
    assert detector.language is None


def test_ranks_help() -> None:
    """A king written R is no English."""
    assert detect(["1. N: 9C 8C"]).ambiguous
    detector = detect(["1. N: 9C 8C", "2. N: RC VC"])
    assert detector.language == "pt"
    assert not detector.ambiguous
    detector = detect(["2. N: R♥ V♥", "1. N: 9C 8C"])
    assert detector.language == "pt"


def test_hearts_and_clubs_in_one_trick_are_english() -> None:
    record, found = parse("Dealer: W\nTrump: 4♠\n1. N: AH 3 6C K\n")
    assert not found
    plays = record.games[0].deals[0].tricks[0].plays
    assert [p.card.name for p in plays] == ["A♥", "3♥", "6♣", "K♥"]


@pytest.mark.parametrize("line", ["Dealer: O", "Dador: o  # West", "O: ♠ K", " 1. L: A♥", "9. O :"])
def test_a_seat_that_english_has_not(line: str) -> None:
    detector = detect([line, "Trump: 4C"])
    assert detector.language == "pt"  # as in Spanish, Catalan, French
    assert not detector.ambiguous


def test_a_word_like_a_seat_is_no_seat() -> None:
    assert detect(["Table: O", "Board: L", "{O: x}", "# O: x", "Trump: 4C"]).ambiguous


@pytest.mark.parametrize(("word", "code"), [("Trunfo", "pt"), ("Triunfo", "es"), ("Atout", "fr")])
def test_a_keyword_of_one_language_decides_between_those_left(word: str, code: str) -> None:
    assert detect([f"{word}: 4P"]).language == code
    assert detect([f"{word}: 4♠", "1. N: AH 3H"]).language == "en"
    assert detect([f"{word}: 4♠", "1. N: A♥"]).language is None
    assert detect([f"{word}: 4P", "Trumfo: 4P", "Baza: x", "Dador: O"]).ambiguous


def test_what_all_languages_left_share_is_read() -> None:
    detector = detect(["Dealer: O", "Trump: 4♠", "1. N: AC 3 6P RC"])
    assert detector.candidates == ("pt", "es", "ca", "fr")
    ctx = context(detector.language, "NESW", detector.candidates)
    parsed = parse_line("1. N: AC 3 6P RC", ctx)
    assert [p.card.name for p in parsed.item.plays] == ["A♥", "3♥", "-", "K♥"]  # type: ignore
    (fault,) = parsed.faults
    assert (fault.name, fault.start, fault.end) == ("lang-ambiguous", 11, 13)
    assert str(fault.args["readings"]) == "6♣ in Português; 6♠ in Español, Català, Français"


def test_a_hand_is_read_in_each_language_left() -> None:
    detector = detect(["N: C R D 5 P 9"])
    assert detector.candidates == ("pt", "es", "ca", "fr")
    parsed = parse_line("N: C R D 5 P 9", context(None, "NESW", detector.candidates))
    (fault,) = parsed.faults
    assert (fault.name, fault.start) == ("lang-ambiguous", 7)
    assert "K♥" in [card.name for card in parsed.item.cards]  # type: ignore[union-attr]


def test_ten_as_a_letter_is_english() -> None:
    assert detect(["N: ♠ K T 5 ♥ A"]).language == "en"


def test_one_typing_error_changes_nothing() -> None:
    good = ["N: S K J 6 H A 9 7 2 D A Q 5 C 10 8 4", "1. N: AH 3H 6C KH"]
    for line in range(2):
        for i in range(3, len(good[line])):
            for char in "EPOTKZ9":
                lines = list(good)
                lines[line] = lines[line][:i] + char + lines[line][i + 1 :]
                assert detect(lines).language == "en", lines


def test_free_text_is_no_evidence() -> None:
    lines = ["Event: 4C 5P 6E", "# 1. N: 4C", "{9P}", "Score: NS 4", "Dealer: E", "North: P C"]
    detector = detect([*lines, "1. N: 4♥ 5♥ {6C 7P} # 8C"])
    assert detector.language is None
    assert not detector.ambiguous


def test_the_readings_are_named_once() -> None:
    _, found = parse("Dealer: W\nTrump: 4C\n1. N: 5C 6 7 8\n2. N: 9C 10 2 3\n")
    assert [d.name for d in found] == ["lang-ambiguous"]
    readings = "4♣ in English; 4♥ in Português, Español, Català, Français"
    assert str(found[0].args["readings"]) == readings
    assert (found[0].span.line, found[0].span.column, found[0].span.end_column) == (2, 8, 10)


def test_a_stated_language_decides() -> None:
    for code, name in (("en", "4♣"), ("pt", "4♥"), ("fr", "4♥")):
        record, found = parse(f"Language: {code}\nDeal 1\nTrump: 4C\n")
        assert not found
        assert record.games[0].deals[0].turn_up.name == name  # type: ignore[union-attr]


def test_a_language_given_by_the_caller_decides() -> None:
    record, found = parse("Trump: 4C\n", language="ca")
    assert not found
    assert record.games[0].deals[0].turn_up.name == "4♥"  # type: ignore[union-attr]
