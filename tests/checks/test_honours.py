"""Honours in the record: counted from the cards, claimed, barred, called, in order (D1, D2, F4)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import whistlog
from tests.deals import CLEAN, NO_HANDS, edited, only
from whistlog import check
from whistlog.cards import SIDES
from whistlog.checks import DealScore
from whistlog.replay.honours import honours_held
from whistlog.rules.profile import builtin

NS, EW = SIDES

CLUB = "Rules: short-honours\n"
LONG = "Rules: long-honours\n"
# In `CLEAN` East holds ace and queen of trumps, South the king, West turned up the knave; East
# and West take eight tricks.


def names(text: str) -> list[str]:
    found = check(text)
    for d in found:
        sentences = [d.message, d.help, *(d.related_message(r) for r in d.related)]
        assert all("<" not in sentence for sentence in sentences), sentences
    return [d.name for d in found]


def scored(text: str, profile: str | None = None) -> DealScore:
    record, faults = whistlog.parse(text)
    assert faults == ()
    rules = None if profile is None else builtin(profile)
    score = whistlog.score(record, rules=rules)[-1][-1].score
    assert score is not None
    return score


def held(text: str) -> tuple[tuple[int, int], ...]:
    record, _ = whistlog.parse(text)
    return honours_held(whistlog.replay_deal(record.games[0].deals[0]))


def first_tricks(text: str, number: int) -> str:
    """A record that breaks off after some tricks."""
    lines = text.splitlines(keepends=True)
    start = next(i for i, line in enumerate(lines) if line.startswith(" 1."))
    return "".join(lines[: start + number]) + "Unfinished:\n"


# -- who was dealt them --------------------------------------------------------------------


@pytest.mark.parametrize("deal", [CLEAN, NO_HANDS])
def test_hof_48_honours_are_those_that_were_dealt(deal: str) -> None:
    """From the hands, or from thirteen tricks; not from who won them."""
    assert held(deal) == ((1, 3),)
    text = CLUB + deal + "Honours: EW 2\nPoints: EW 4\nScore: NS 0, EW 4\n"
    assert names(text) == []
    score = scored(text)
    assert (score.points, score.honours, score.after) == ((0, 4), (0, 2), (0, 4))


def test_honours_of_a_deal_that_is_not_recorded_can_be_anywhere() -> None:
    assert held("Dealer: W\nTrump: 4♠\n") == ((0, 4), (1, 3), (2, 2), (3, 1), (4, 0))
    assert held("Dealer: W\nTrump: A♠\n") == ((0, 4), (1, 3), (2, 2), (3, 1))


def test_what_is_played_narrows_it_down() -> None:
    assert held(first_tricks(NO_HANDS, 1)) == ((0, 4), (1, 3), (2, 2), (3, 1))
    assert held(first_tricks(NO_HANDS, 2)) == ((0, 4), (1, 3), (2, 2))
    assert held(first_tricks(NO_HANDS, 7)) == ((1, 3),)


def test_two_hands_of_a_side_are_enough() -> None:
    text = edited(CLEAN, ("N: ♠ 9 ", "# N: "), ("S: ♠ K", "# S: ♠ K"))
    assert held(first_tricks(text, 0)) == ((1, 3),)


def test_who_is_out_of_trumps_has_no_more_honours() -> None:
    text = "Dealer: W\nTrump: 2♠\n1. N: 9♠ 10♠ 3♠ 4♠\n2. E: 8♠ 3♥ 5♠ 4♥\n"
    assert held(text) == ((0, 4),)
    assert len(held(edited(text, ("3♥", "6♠")))) == 5
    # Unless he has revoked.
    assert held(text + "3. E: 2♣ 3♣ 4♣ A♠\n") == ((1, 3), (2, 2), (3, 1), (4, 0))


def test_an_unrecorded_card_may_have_been_an_honour() -> None:
    text = "Dealer: W\nTrump: 2♠\n1. N: 9♠ 10♠ - 4♠\n2. E: 8♠ 3♥ 3♦ 4♥\n3. E: 7♠ 5♥ 3♥ 6♥\n"
    assert len(held(text)) == 5


def test_without_trumps_there_are_no_honours() -> None:
    record, _ = whistlog.parse("Dealer: W\nTrump: none\n")
    assert honours_held(whistlog.replay_deal(record.games[0].deals[0])) == ((0, 0),)


# -- what is written -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "expected"),
    [("EW 4", "that is 2"), ("NS 2", "that is 0"), ("EW 3", "that is 2")],
)
def test_honours_wrong(line: str, expected: str) -> None:
    found = only(f"{CLUB}{CLEAN}Honours: {line}\n")
    assert (found.name, found.span.line, found.span.column) == ("honours-wrong", 23, 10)
    assert found.message.endswith(expected + ".")


def test_the_finding_names_the_cards() -> None:
    assert "3 (A♠ Q♠ J♠) of the four" in only(f"{CLUB}{CLEAN}Honours: EW 4\n").message


def test_wrong_honours_are_the_cause_of_the_score() -> None:
    assert names(f"{CLUB}{CLEAN}Honours: EW 4\nScore: NS 0, EW 6\n") == ["honours-wrong"]
    assert names(f"{CLUB}{CLEAN}Honours: EW 4\nScore: NS 0, EW 4\n") == ["honours-wrong"]


@pytest.mark.parametrize("score", ["NS 0, EW 4", "NS 0, EW 2", "NS 2, EW 2"])
def test_honours_of_the_wrong_side_are_the_cause_of_the_score(score: str) -> None:
    assert names(f"{CLUB}{CLEAN}Honours: NS 2\nScore: {score}\n") == ["honours-wrong"]


def test_honours_that_can_be_are_believed() -> None:
    deal = CLUB + "Dealer: W\nTrump: A♠\nTricks: NS 6, EW 7\n"
    assert names(deal + "Honours: EW 4\nScore: EW 5\n") == []
    assert names(deal + "Honours: NS 2\nScore: NS 2, EW 1\n") == []
    assert names(deal + "Honours: NS 4\n") == ["honours-wrong"]  # the ace is West's
    assert names(deal + "Honours: NS 1\n") == ["honours-wrong"]


def test_the_honours_of_the_two_sides_may_stand_on_two_lines() -> None:
    deal = f"{CLUB}Dealer: W\nTrump: 4♠\nTricks: NS 7, EW 6\n"
    score = scored(deal + "Honours: EW 0\nHonours: NS 2\n")
    assert (score.after, score.honours) == ((3, 0), (2, 0))


def test_honours_of_one_side_leave_fewer_for_the_other() -> None:
    deal = f"{CLUB}Dealer: W\nTrump: 4♠\nTricks: NS 7, EW 6\n"
    assert names(deal + "Honours: NS 2\n") == []
    assert names(deal + "Honours: EW 4\n") == []
    text = deal + "Honours: NS 2, EW 2\n"
    assert names(text) == ["honours-wrong"]
    (found,) = check(text)
    assert (found.span.column, str(found.args["held"]), str(found.args["expected"])) == (
        len("Honours: NS 2, ") + 1,
        "1",
        "0",
    )
    (other,) = check(deal + "Honours: NS 2\nHonours: EW 2\n")
    assert (other.name, other.span.line) == (found.name, found.span.line + 1)
    (found,) = check(deal + "Honours: NS 3\n")
    assert str(found.args["expected"]) == "0, 2 or 4"


@pytest.mark.parametrize("points", ["EW 4", "EW 2", "NS 0, EW 4"])
def test_points_may_hold_the_honours_or_leave_them_to_their_own_line(points: str) -> None:
    text = f"{CLUB}{CLEAN}Honours: EW 2\nPoints: {points}\nScore: NS 0, EW 4\n"
    assert names(text) == []
    assert names(text.replace(f"Points: {points}", "Points: EW 3")) == ["points-wrong"]


def test_hof_49_honours_barred() -> None:
    """A side at four when the deal begins can't count honours."""
    text = f"{CLUB}Score: NS 0, EW 4\n{edited(CLEAN, ('Deal 1', 'Deal 5'))}"
    found = only(text + "Honours: EW 2\n")
    assert (found.name, found.span.line) == ("honours-barred", 24)
    assert only(text + "Honours: EW 2\nScore: EW 8\n").name == "honours-barred"
    assert only(text + "Honours: EW 2\nScore: EW 6\n").name == "honours-barred"
    assert names(text.replace("EW 4", "EW 3") + "Honours: EW 2\nScore: EW 5\n") == []


def test_long_whist_bars_honours_at_nine() -> None:
    text = LONG + "Score: NS 0, EW {}\n" + edited(CLEAN, ("Deal 1", "Deal 9")) + "Honours: EW 2\n"
    assert names(text.format(9)) == ["honours-barred"]
    assert names(text.format(8)) == []
    assert names(text.format(4)) == []


def test_cav_6_honours_unclaimed() -> None:
    """They are lost; that is told, and nothing is corrected."""
    text = CLUB + CLEAN + "Score: NS 0, EW 2\n"
    (found,) = check(text)
    assert (found.name, found.severity, found.span.line) == ("honours-unclaimed", "info", 23)
    assert scored(text).after == (0, 2)
    assert names(CLUB + CLEAN) == ["honours-unclaimed"]
    assert names(CLUB + CLEAN + "Honours: NS 0, EW 0\n") == ["honours-unclaimed"]


def test_cav_7_a_score_that_holds_them_is_a_claim() -> None:
    text = CLUB + CLEAN + "Score: NS 0, EW 4\n"
    assert names(text) == []
    assert scored(text).honours == (0, 2)
    assert names(CLUB + CLEAN + "Points: EW 4\n") == []


def test_honours_may_count_without_a_claim() -> None:
    club = builtin("short-honours")
    assert club.honours is not None
    rules = replace(club, honours=club.honours._replace(claim="automatic"))
    record, _ = whistlog.parse(CLEAN)
    assert check(record, rules=rules) == ()
    (((report,),)) = whistlog.score(record, rules=rules)
    assert report.score is not None
    assert report.score.after == (0, 4)


def test_honours_need_rules_that_count_them() -> None:
    found = only(CLEAN + "Honours: EW 2\nScore: EW 4\n")
    assert (found.name, found.span.line) == ("honours-foreign", 22)
    assert "“short”" in found.message
    assert names(CLEAN + "Honours: EW 0\n") == []


def test_both_sides_may_score_in_a_deal() -> None:
    deal = CLUB + "Dealer: W\nTrump: 2♠\nTricks: NS 6, EW 7\nHonours: NS 2\n"
    assert names(deal + "Points: NS 2, EW 1\nScore: NS 2, EW 1\n") == []


# -- the order of counting -----------------------------------------------------------------

SCORE = "Score: NS 3, EW 3\nDeal 9\nTricks: NS 8, EW 5\nHonours: EW 2\n"


def test_cav_5_tricks_win_before_honours() -> None:
    """Cavendish's Hand XXIII, at three-all."""
    assert names(f"{CLUB}{SCORE}Score: NS 5, EW 3\nWinner: NS\n") == []
    score = scored(CLUB + SCORE)
    assert (score.winner, score.after, score.honours) == (NS, (5, 3), (0, 0))


@pytest.mark.parametrize(
    "lines",
    [
        "Score: NS 3, EW 5",
        "Score: NS 5, EW 5",
        "Winner: EW",
        "Score: NS 3, EW 5\nWinner: EW",
        "Score: NS 5, EW 5\nWinner: EW",
    ],
)
def test_order_of_counting(lines: str) -> None:
    assert names(f"{CLUB}{SCORE}{lines}\n") == ["order-of-counting"]


def test_hof_50_a_slip_is_no_wrong_order() -> None:
    assert names(f"{CLUB}{SCORE}Score: NS 6, EW 3\n") == ["running-score"]


def test_nothing_is_unclaimed_that_would_not_count() -> None:
    text = f"{CLUB}Score: NS 4, EW 2\n{edited(CLEAN, ('Deal 1', 'Deal 9'))}"
    assert names(text) == ["honours-unclaimed"]
    assert names(text.replace("EW 2", "EW 3")) == []


# -- calling at eight ----------------------------------------------------------------------


def called(score: int) -> str:
    text = edited(CLEAN, ("Deal 1", "Deal 9"), (" 1. N:", "Honours: EW 2\n 1. N:"))
    return f"{LONG}Score: NS 9, EW {score}\n{text}"


def test_gbh_16_honours_called_at_eight_count_first() -> None:
    text = called(8)
    assert names(text) == []
    assert scored(text).after == (9, 10)


@pytest.mark.parametrize("score", [0, 7])
def test_gbh_21_honours_called_at_another_score(score: int) -> None:
    (found,) = check(called(score))
    assert (found.name, found.severity) == ("honours-called", "warning")


def test_in_short_whist_honours_are_not_called() -> None:
    assert names(called(3).replace(LONG, CLUB).replace("NS 9", "NS 3")) == []


# -- hands that were printed ---------------------------------------------------------------

PRINTED = {
    1: ((2, 2), (3, 0)),
    6: ((3, 1), (4, 0)),
    7: ((4, 0), None),
    9: ((3, 1), (5, 0)),
    10: ((2, 2), (0, 5)),
    11: ((1, 3), (0, 5)),
    12: ((3, 1), (0, 5)),
    14: ((1, 3), (4, 5)),
    15: ((1, 3), (0, 5)),
}
"""By the number of Cavendish's hand: the honours of each side, and the score after the deal."""


@pytest.mark.parametrize("number", PRINTED)
def test_cavendish_hands(number: int) -> None:
    """Twelve and fourteen are won by the odd trick, though the others, or nobody, count honours."""
    path = Path(__file__).parents[2] / "samples" / "historical" / f"cavendish-{number:02}.whist"
    record, _ = whistlog.read(path)
    assert record is not None
    ((report,),) = whistlog.score(record, rules=builtin("short-honours"))
    assert report.score is not None
    honours, after = PRINTED[number]
    assert honours_held(report.replay) == (honours,)
    assert after is None or report.score.after == after
