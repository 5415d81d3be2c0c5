"""Hands, cards and the number of tricks: each finding at its place, and its cause alone."""

from __future__ import annotations

import re

import pytest

from tests.deals import CLEAN, NO_HANDS, edited, only, related, said
from whistlog import check, parse
from whistlog.replay import replay


def test_a_clean_deal_has_nothing() -> None:
    assert said(CLEAN) == []
    assert said(NO_HANDS) == []


def test_card_not_held_names_the_owner() -> None:
    text = edited(CLEAN, (" 8. E: 5♦  10♦ 7♥  K♦", " 8. E: 5♦  10♦ 7♥  J♣"))
    found = only(text)
    assert (found.name, found.trick, found.seat) == ("card-not-held", 8, "N")
    assert found.message == "N plays J♣, but J♣ was dealt to E."
    assert related(text, found) == [("hand", "J")]


def test_card_not_held_leaves_the_card_with_its_owner() -> None:
    """The owner plays it later, and nothing more is said."""
    text = edited(CLEAN, (" 2. S: 2♠  6♠", " 2. S: 2♠  A♠"))
    assert said(text) == [("card-not-held", "A♠")]


def test_two_cards_that_changed_places_are_one_finding() -> None:
    text = edited(CLEAN, ("J 8 7 4 3", "Q 8 7 4 3"), ("10 9 7 2    ♣ Q", "10 9 7 2    ♣ J"))
    found = only(text)
    assert (found.name, found.trick, found.seat) == ("card-not-held", 1, "S")
    assert related(text, found) == [("hand", "Q"), ("counterpart", "J♣")]


def test_card_not_dealt_when_only_one_hand_is_on_record() -> None:
    text = edited(
        NO_HANDS, ("Trump:  J♠\n", "Trump:  J♠\nS: ♠ K 10 5 2 ♥ Q 9 6 3 ♦ 10 9 7 2 ♣ A\n")
    )
    assert said(text) == [("card-not-dealt", "Q♣"), ("card-not-held", "A♣")]


def test_card_twice_after_its_owner_played_it() -> None:
    text = edited(CLEAN, ("12. W: 8♠  5♣  J♣  Q♥", "12. W: 8♠  5♣  J♣  4♦"))
    found = only(text)
    assert (found.name, found.trick, found.seat) == ("card-twice", 12, "S")
    assert related(text, found) == [("first", "4♦")]


def test_card_twice_without_hands() -> None:
    text = edited(NO_HANDS, (" 8. E: 5♦  10♦ 7♥  K♦", " 8. E: 5♦  10♦ 7♥  J♣"))
    assert said(text) == [("card-twice", "J♣")]


def test_card_foreign_in_a_hand() -> None:
    text = edited(CLEAN, ("♦ J 6         ♣ 10 9", "♦ J 6         ♣ 10 BJ"))
    found = only(text)
    assert found.name == "card-foreign"
    assert [note for note, _ in related(text, found)] == ["missing", "played"]


def test_card_foreign_in_the_play() -> None:
    assert said(edited(NO_HANDS, ("8♥  10♥ 3♣  3♥", "8♥  10♥ LJ  3♥"))) == [("card-foreign", "LJ")]


def test_deal_dup_names_the_card_that_is_missing() -> None:
    text = edited(CLEAN, ("♦ 10 9 7 2    ♣ Q", "♦ 10 8 7 2    ♣ Q"))
    found = only(text)
    assert (found.name, found.args["card"]) == ("deal-dup", "8♦")
    assert found.span.line == 6
    assert [(n, w) for n, w in related(text, found)] == [
        ("first", "8"),
        ("missing", "8"),
        ("played", "9♦"),
    ]


def test_hand_count_of_two_hands_is_one_finding() -> None:
    text = edited(CLEAN, ("♣ J 8 7 4 3", "♣ J 8 7 4"), ("♦ 10 9 7 2    ♣ Q", "♦ 10 9 7 2    ♣ Q 3"))
    found = only(text)
    assert (found.name, found.seat, found.span.line) == ("hand-count", "S", 6)
    assert related(text, found)[0][0] == "short"
    assert related(text, found)[1] == ("played", "3♣")


def test_hand_count_names_the_card_that_no_hand_has() -> None:
    text = edited(CLEAN, ("♣ J 8 7 4 3", "♣ J 8 7 4"))
    found = only(text)
    assert (found.name, found.seat) == ("hand-count", "E")
    assert [note for note, _ in related(text, found)] == ["missing", "played"]


def test_hand_count_of_a_single_hand() -> None:
    text = "Dealer: W\nTrump: J♠\nN: ♠ A K ♥ A\n"
    assert said(text) == [("hand-count", "♠ A K ♥ A")]


def test_deal_missing_with_an_unreadable_card_is_not_said() -> None:
    text = edited(CLEAN, ("♣ J 8 7 4 3", "♣ J 8 7 4 %"))
    assert [name for name, _ in said(text)] == ["card-syntax"]


def test_an_unreadable_hand_line_has_no_consequences() -> None:
    text = edited(CLEAN, ("E: ♠ A Q 4  ", "E; ♠ A Q 4  "))
    assert len(said(text)) == 1


def test_an_unreadable_trick_line_has_no_consequences() -> None:
    text = edited(CLEAN, (" 8. E: 5♦", " 8; E: 5♦"))
    names = [name for name, _ in said(text)]
    assert len([n for n in names if n != "tricks-left-out"]) == 1


def test_suit_overflow_counts_low_cards() -> None:
    text = (
        "Dealer: W\nTrump: J♠\n1. N: A♥ K♥ Q♥ J♥\n2. N: 10♥ 9♥ 8♥ 7♥\n"
        "3. N: 6♥ 5♥ 4♥ 3♥\n4. N: x♥ x♥ 2♣ 3♣\nUnfinished: dark\n"
    )
    assert ("suit-overflow", "x♥") in said(text)
    assert "revoke-undecidable" not in [name for name, _ in said(text)]


def test_trick_size_names_who_is_missing() -> None:
    text = edited(CLEAN, (" 4. E: 3♦  9♦  6♦  Q♦", " 4. E: 3♦  9♦  Q♦"))
    found = only(text)
    assert (found.name, found.trick, found.args["count"]) == ("trick-size", 4, 3)
    assert found.args["missing"] == "W"


def test_trick_size_of_five_points_at_the_fifth() -> None:
    text = edited(CLEAN, (" 4. E: 3♦  9♦  6♦  Q♦", " 4. E: 3♦  9♦  6♦  Q♦ J♣"))
    assert said(text) == [("trick-size", "J♣")]


def test_seat_twice() -> None:
    text = edited(NO_HANDS, (" 4. E: 3♦  9♦  6♦  Q♦", " 4. E: 3♦  9♦  6♦  S:Q♦"))
    assert said(text) == [("seat-twice", "Q♦")]


def test_trick_number_repeated() -> None:
    text = edited(CLEAN, (" 4. E:", " 3. E:"))
    found = only(text)
    assert (found.name, found.args["expected"]) == ("trick-number", 4)
    assert related(text, found) == [("earlier", "3")]


def test_trick_number_slip_is_blamed_and_not_the_next() -> None:
    assert said(edited(CLEAN, (" 4. E:", " 9. E:"))) == [("trick-number", "9")]


def test_a_trick_written_twice() -> None:
    line = " 4. E: 3♦  9♦  6♦  Q♦\n"
    assert said(edited(CLEAN, (line, line + line))) == [("trick-number", "4")]


def test_tricks_left_out_are_information() -> None:
    text = edited(CLEAN, (" 4. E: 3♦  9♦  6♦  Q♦\n", ""), (" 5. N: 2♣  8♣  7♦  10♣\n", ""))
    found = only(text)
    assert (found.name, found.severity) == ("tricks-left-out", "info")
    assert (found.args["first"], found.args["last"], found.args["count"]) == (4, 5, 2)


def test_too_many_tricks() -> None:
    text = CLEAN + "14. W: 2♥ 3♥ 4♥ 5♥\n15. W: 6♥ 7♥ 8♥ 9♥\n"
    assert said(text) == [("too-many-tricks", "14")]


@pytest.mark.parametrize("ending", ["Unfinished: tea\n", "Claim: NS 1\n", "Concede: EW 2\n"])
def test_deal_short(ending: str) -> None:
    short = CLEAN[: CLEAN.index("12. W")]
    assert said(short) == [("deal-short", "11. E: 8♦  6♥  3♠  K♣")]
    assert said(short + ending) == []


def test_a_result_without_its_tricks_is_not_short() -> None:
    assert said("Dealer: W\nTricks: NS 9, EW 4\n") == []


def test_a_line_that_contradicts_another() -> None:
    text = edited(CLEAN, ("Trump:  J♠\n", "Trump:  J♠\nDealer: N\n"))
    assert said(text) == [("line-repeated", "Dealer: N")]


def numbered(numbers: list[int]) -> str:
    """The clean deal without hands, its tricks numbered otherwise."""
    lines = NO_HANDS.splitlines()
    head = [x for x in lines if not re.match(" *[0-9]", x)]
    tricks = [x.split(".", 1)[1] for x in lines if re.match(" *[0-9]", x)]
    return "\n".join([*head, *(f"{n}.{x}" for n, x in zip(numbers, tricks)), ""])


@pytest.mark.parametrize(
    ("numbers", "wrong"),
    [
        ([1, 2, 3, 4, 5, 6, 6, 7, 8, 9, 10, 11, 12], "6"),
        ([1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14], "7"),
        ([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14], "2"),
    ],
)
def test_numbers_that_go_on_from_a_slip_are_no_further_slips(
    numbers: list[int], wrong: str
) -> None:
    assert said(numbered(numbers)) == [("trick-number", wrong)]


def test_two_slips_in_the_numbers_are_two_findings() -> None:
    numbers = [1, 2, 2, 3, 4, 5, 5, 6, 7, 8, 9, 10, 11]
    assert said(numbered(numbers)) == [("trick-number", "2"), ("trick-number", "5")]


@pytest.mark.parametrize("text", [CLEAN, NO_HANDS])
def test_two_lines_exchanged_are_played_in_the_order_of_their_numbers(text: str) -> None:
    lines = text.splitlines()
    at = next(i for i, x in enumerate(lines) if x.startswith(" 4."))
    lines[at], lines[at + 1] = lines[at + 1], lines[at]
    wrong = "\n".join(lines)
    assert said(wrong) == [("tricks-exchanged", "5")]
    assert related(wrong, only(wrong)) == [("other", "4")]
    deals = [parse(t)[0].games[0].deals[0] for t in (text, wrong)]
    one, other = (replay(d) for d in deals)
    assert [t.cards for t in one.tricks] == [t.cards for t in other.tricks]
    assert one.won == other.won


def test_two_numbers_exchanged_are_told_from_two_lines_exchanged() -> None:
    text = numbered([1, 2, 3, 5, 4, *range(6, 14)])
    assert said(text) == [("trick-numbers-exchanged", "5")]


def test_one_card_is_counted_in_the_singular() -> None:
    text = "Dealer: W\nTrump: 4♠\n1. N: A♥\n2. N: 2♥ 3♥ 4♥ 5♥\nUnfinished:\n"
    assert only(text).message == "This trick has 1 card instead of four."


def test_at_the_same_place_the_cause_comes_first() -> None:
    text = (
        "Dealer: W\nTrump: 7♠\n1. N: K♥ 2♥ 3♣ 4♥ -> N\n2. N: A♥ 5♥ 8♥ 9♥ -> N\n"
        "Tricks: NS 9, EW 4\nUnfinished:\n"
    )
    assert [d.name for d in check(text)] == ["revoke-inferred", "revoke-penalty"]
