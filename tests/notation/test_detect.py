"""Detection of the language: the table of collisions, tried out in full."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from tests.strategies import game_record, play_deal
from whistlog import format, parse
from whistlog.cards import SEATS
from whistlog.notation.detect import Detector
from whistlog.notation.languages import LANGUAGES

SUIT_LETTERS = {"en": "SHDC", "pt": "ECOP", "es": "PCDT", "ca": "PCDT", "fr": "PCKT"}
LETTERS = sorted({letter for letters in SUIT_LETTERS.values() for letter in letters})
AMBIGUOUS = [{"C"}, {"P"}, {"C", "D"}, {"C", "H"}, {"C", "P"}]
"""reference: languages §4, item 4: the only sets that can't be decided."""


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
        # {C, H} could be German, where both are hearts.
        assert letters == {"C", "H"} or not agree(codes, letters)
        assert detector.ambiguous
        assert detector.language is None
    else:
        assert agree(codes, letters)
        assert not detector.ambiguous
        assert detector.language == codes[0]


def test_only_these_sets_are_ambiguous() -> None:
    undecided = [s for s in SETS if not agree(survivors(s), s)]
    assert sorted(map(sorted, undecided)) == sorted(sorted(s) for s in AMBIGUOUS if s != {"C", "H"})


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
    assert found[0].args["readings"] == "4♣ in English; 4♥ in Português, Español, Català, Français"
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
