"""Revokes in the record: claims, penalties, late and wrong ones, both sides (E1, F4)."""

from __future__ import annotations

from dataclasses import replace

import pytest

import whistlog
from tests.deals import CLEAN, edited
from whistlog import check
from whistlog.cards import SIDES
from whistlog.checks import DealScore
from whistlog.rules.profile import SHORT, PenaltyRules, Profile, builtin
from whistlog.rules.scoring import Penalty

NS, EW = SIDES

REVOKE = """\
Dealer: E
Trump: A♥
N: ♠ A 9 5 3 2  ♥ Q 9  ♦ K Q  ♣ A 10 7 2
E: ♠ 7  ♥ A K 10 2  ♦ 10 7 5 3 2  ♣ K J 5
S: ♠ Q J 10 6  ♥ J 6 5 4  ♦ J 6  ♣ 6 4 3
W: ♠ K 8 4  ♥ 8 7 3  ♦ A 9 8 4  ♣ Q 9 8
 1. S: Q♠  K♠  A♠  7♠
 2. N: 2♠  2♦  J♠  4♠
 3. S: 3♣  8♣  A♣  5♣
 4. N: 3♠  3♦  10♠ 4♦^
 5. S: 4♥  3♥  Q♥  K♥
 6. E: 5♦  6♦  A♦  Q♦
 7. W: 8♦  K♦  7♦  J♦
 8. N: 2♣  J♣  4♣  9♣
 9. E: A♥  5♥  7♥  9♥
10. E: 10♦ 6♣  9♦  5♠
11. E: K♣  6♠  Q♣  7♣
12. E: 2♥  6♥  8♥  9♠
13. W: 8♠  10♣ 10♥ J♥
"""
"""West keeps the eight of spades in trick 4, and knows it; North and South take six tricks."""

BLANK = "Deal 1\nTricks: NS {}, EW {}\n"


def told(text: str, rules: Profile | None = None) -> list[str]:
    """The names of what is found, but for what the revoke is and what it would cost."""
    found = check(text, rules=rules)
    for d in found:
        sentences = [d.message, d.help, *(d.related_message(r) for r in d.related)]
        assert all("<" not in sentence for sentence in sentences), sentences
    return [d.name for d in found if d.name not in ("acknowledged", "revoke", "revoke-penalty")]


def scored(text: str, rules: Profile | None = None) -> DealScore:
    record, faults = whistlog.parse(text)
    assert faults == ()
    score = whistlog.score(record, rules=rules)[-1][-1].score
    assert score is not None
    return score


def by(**changes: object) -> Profile:
    """The rules of short whist with another law of penalties."""
    return replace(SHORT, penalty=SHORT.penalty._replace(**changes))  # type: ignore[arg-type]


# -- the worked examples of E1, as they are written down -----------------------------------


@pytest.mark.parametrize(
    ("before", "tricks", "penalty", "after"),
    [
        ("NS 2, EW 2", (8, 5), "EW 3 tricks", "NS 2, EW 4"),
        ("NS 2, EW 2", (8, 5), "EW +3", "NS 2, EW 5\nWinner: EW"),
        ("NS 3, EW 1", (11, 2), "NS -3", "NS 4, EW 1"),
        ("NS 4, EW 0", (13, 0), "EW +3", "NS 4, EW 3"),
        ("NS 0, EW 2", (13, 0), "EW +3", "NS 0, EW 5\nWinner: EW\nValue: EW 3"),
    ],
    ids=["three_tricks", "wins_at_once", "three_off", "nobody_wins", "cavendish_treble"],
)
def test_worked_examples(before: str, tricks: tuple[int, int], penalty: str, after: str) -> None:
    deal = f"Score: {before}\n{BLANK.format(*tricks)}Revoke: N\nPenalty: {penalty}\n"
    rules = builtin("rubber")
    assert told(f"{deal}Score: {after}\n", rules) == []
    score = scored(deal, rules)
    assert score.after is not None
    assert after.startswith(f"NS {score.after[0]}, EW {score.after[1]}")


def test_cavendish_treble_counts_no_honours_of_the_revoking_side() -> None:
    deal = f"Rules: rubber\nScore: NS 0, EW 2\n{BLANK.format(13, 0)}Honours: NS 4\nRevoke: N\n"
    deal += "Penalty: EW +3\n"
    assert told(deal + "Score: EW 5\nValue: EW 3\n") == []
    score = scored(deal)
    assert (score.winner, score.value, score.honours) == (EW, 3, (0, 0))


# -- a revoke in the cards -----------------------------------------------------------------


def test_amb_12_a_revoke_is_told_and_the_deal_counts_as_played() -> None:
    found = [d for d in check("Score: NS 2, EW 2\n" + REVOKE) if d.name == "revoke-penalty"]
    assert [(d.severity, d.span.line, d.seat, d.trick) for d in found] == [("info", 11, "W", 4)]
    assert scored("Score: NS 2, EW 2\n" + REVOKE).after == (2, 3)
    message = found[0].message
    assert "as it was played: NS 2, EW 3." in message
    assert (
        "3 tricks (NS 5, EW 2), 3 points for them (NS 5, EW 2) or 3 off EW (NS 2, EW 1)" in message
    )
    assert message.endswith("by the American, 2 tricks (NS 4, EW 2).")


def test_a_revoke_that_nobody_marked_is_an_error_and_costs_nothing() -> None:
    text = edited(REVOKE, ("4♦^", "4♦"))
    assert [d.name for d in check(text)] == ["revoke", "revoke-penalty"]
    assert told(text + "Score: EW 1\n") == []


@pytest.mark.parametrize("claim", ["W", "W, trick 4"])
def test_a_revoke_that_is_claimed_is_no_fault_of_the_record(claim: str) -> None:
    text = edited(REVOKE, ("4♦^", "4♦"))
    names = [d.name for d in check(f"{text}Revoke: {claim}\nPenalty: NS +3\nScore: NS 3, EW 1\n")]
    assert names == ["acknowledged"]
    assert "revoke" in [d.name for d in check(text + "Revoke: E, trick 4\n")]
    # A wrong number is one slip, and whoever takes a penalty knows of the revoke.
    wrong = f"{text}Revoke: W, trick 5\nPenalty: NS +3\nScore: NS 3, EW 1\n"
    assert [d.name for d in check(wrong)] == ["acknowledged", "revoke-elsewhere"]
    assert [d.name for d in check(text + "Penalty: NS +3\nScore: NS 3, EW 1\n")] == names
    assert "revoke" in [d.name for d in check(text + "Penalty: EW +3\n")]


@pytest.mark.parametrize(
    ("penalty", "after"),
    [("NS 3 tricks", "NS 5, EW 2"), ("NS +3", "NS 5, EW 2"), ("EW -3", "NS 2, EW 1")],
)
def test_cav_72_each_form_of_the_penalty(penalty: str, after: str) -> None:
    text = f"Score: NS 2, EW 2\n{REVOKE}Revoke: W, trick 4\nPenalty: {penalty}\n"
    names = [d.name for d in check(f"{text}Score: {after}\n")]
    assert names == ["acknowledged"]
    assert told(f"{text}Score: NS 2, EW 3\n") == ["running-score"]
    score = scored(text)
    side = EW if penalty.startswith("EW") else NS
    assert len(score.penalties) == 1
    assert score.penalties[0].side is NS
    assert side is NS or score.penalties[0].choice == "deduct"


@pytest.mark.parametrize("tricks", ["NS 6, EW 7", "NS 9, EW 4"])
def test_tricks_may_be_written_before_or_after_those_that_were_taken(tricks: str) -> None:
    text = f"{REVOKE}Penalty: NS 3 tricks\nTricks: {tricks}\nScore: NS 3, EW 0\n"
    assert told(text) == []
    assert told(text.replace(f"Tricks: {tricks}", "Tricks: NS 7, EW 6")) == ["trick-total"]


@pytest.mark.parametrize("points", ["NS 0, EW -1", "EW 1", "EW -1"])
def test_points_may_hold_the_penalty_or_leave_it_to_its_own_line(points: str) -> None:
    text = f"Score: NS 2, EW 2\n{REVOKE}Penalty: EW -3\nPoints: {points}\nScore: NS 2, EW 1\n"
    assert told(text) == []
    assert told(text.replace(f"Points: {points}", "Points: EW 2")) == ["points-wrong"]


def test_american_code() -> None:
    text = f"Rules: american\n{REVOKE}Penalty: NS 2 tricks\nTricks: NS 8, EW 5\nScore: NS 2\n"
    assert told(text) == []
    assert told(text.replace("Penalty: NS 2 tricks", "Penalty: NS +2")) == ["penalty-wrong"]
    assert told(text.replace("Penalty: NS 2 tricks", "Penalty: NS 3 tricks")) == ["penalty-wrong"]


def test_rules_may_exact_the_penalty_without_a_line() -> None:
    always = by(apply="always")
    assert scored(REVOKE, always).after == (3, 0)
    assert scored(REVOKE, by(apply="always", size=2, choices=("add", "tricks"))).after == (2, 1)
    assert scored(REVOKE + "Penalty: NS +3\n", always).after == (3, 1)
    assert [d.name for d in check(REVOKE, rules=always)] == ["acknowledged"]


# -- claims --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("claim", "name"),
    [
        ("W, trick 4", None),
        ("W", None),
        ("W, trick 5", "revoke-elsewhere"),
        ("E", "revoke-not-found"),
        ("E, trick 2", "revoke-not-found"),
        ("S, trick 4", "revoke-not-found"),
    ],
)
def test_cav_77_the_tricks_are_searched(claim: str, name: str | None) -> None:
    assert told(f"{REVOKE}Revoke: {claim}\n") == ([name] if name else [])


def test_a_claim_that_the_record_cannot_refute_is_believed() -> None:
    text = edited(REVOKE, ("4♦^", "-"), ("W: ♠ K 8 4", "# W: ♠ K 8 4"))
    assert told(f"{text}Revoke: W, trick 4\nPenalty: NS +3\n") == []
    assert told(f"{text}Revoke: E, trick 3\n") == ["revoke-not-found"]


def test_cav_76_a_revoke_that_was_corrected_costs_nothing() -> None:
    text = edited(REVOKE, ("4♦^", "(4♦) 8♠"), ("13. W: 8♠", "13. W: 4♦"))
    assert told(text) == ["revoke-corrected"]
    names = told(f"{text}Revoke: W, trick 4\nPenalty: NS 3 tricks\n")
    # The penalty that was taken for it is no further finding.
    assert sorted(names) == ["revoke-corrected", "revoke-was-corrected"]
    assert "penalty-without-revoke" in told(f"{text}Penalty: NS 3 tricks\n")
    assert told(f"{CLEAN}Revoke: W, trick 4\nPenalty: NS +3\n") == ["revoke-not-found"]
    score = scored(f"{text}Penalty: NS 3 tricks\n")
    assert score.points == scored(text).points


def test_cav_73_a_revoke_is_established_when_the_side_plays_on() -> None:
    lines = REVOKE.splitlines(keepends=True)
    open_still = "".join(lines[:10]) + "Unfinished:\n"
    assert "revoke-status" in told(open_still)
    assert "revoke-status" not in told("".join(lines[:11]) + "Unfinished:\n")


def test_hof_77_a_claim_of_the_rest_establishes_it() -> None:
    lines = REVOKE.splitlines(keepends=True)
    claimed = "".join(lines[:10]) + "Claim: EW (rest)\n"
    names = [d.name for d in check(claimed)]
    assert names == ["acknowledged", "revoke-penalty", "claim-not-forced"]
    assert scored(claimed).tricks == (4, 9)


def test_cav_59_a_revoke_costs_also_where_the_hands_were_thrown_in() -> None:
    lines = REVOKE.splitlines(keepends=True)
    text = "Score: NS 1, EW 4\n" + "".join(lines[:10]) + "Concede: NS (rest)\nPenalty: NS +3\n"
    assert told(text + "Score: NS 4, EW 4\n") == []


# -- late ----------------------------------------------------------------------------------


def after_a_deal(line: str) -> str:
    text = edited(REVOKE, ("4♦^", "8♠"), ("13. W: 8♠", "13. W: 4♦"))
    first = f"Rules: long\nDeal 1\n{text}\n"
    second = text.replace("Dealer: E\nTrump: A♥\n", f"Deal 2\nDealer: S\nTrump: 6♣\n{line}\n")
    return first + second


@pytest.mark.parametrize(
    "line", ["Revoke: W, trick 4", "Penalty: NS 3 tricks", "Revoke: W, trick 4\nPenalty: NS +3"]
)
def test_cav_78_a_claim_after_the_next_deal_is_late(line: str) -> None:
    names = [n for n in told(after_a_deal(line)) if n.startswith(("revoke-c", "penalty"))]
    assert names == ["revoke-claim-late"]


def test_in_the_first_deal_nothing_is_late() -> None:
    text = edited(REVOKE, (" 1. S:", "Revoke: W, trick 4\nPenalty: NS 3 tricks\n 1. S:"))
    assert told(text + "Score: NS 3, EW 0\n") == []
    plain = edited(REVOKE, ("4♦^", "8♠"), ("13. W: 8♠", "13. W: 4♦"))
    plain = edited(plain, (" 1. S:", "Penalty: NS 3 tricks\n 1. S:"))
    assert told(plain) == ["penalty-without-revoke"]


# -- wrong penalties -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("penalties", "name", "after"),
    [
        (["NS 2 tricks"], "penalty-wrong", (3, 0)),
        (["NS +5"], "penalty-wrong", (3, 1)),
        (["NS 0 tricks"], "penalty-wrong", (3, 0)),
        (["NS +2", "EW -1"], "penalty-split", (3, 1)),
        (["NS 1 tricks", "NS 2 tricks"], "penalty-split", (3, 0)),
        (["NS 6 tricks"], "penalty-too-many", (3, 0)),
        (["NS +3", "EW -3"], "penalty-too-many", (3, 1)),
        (["EW 3 tricks"], "penalty-without-revoke", (0, 1)),
        (["NS -3"], "penalty-without-revoke", (0, 1)),
    ],
)
def test_penalty_wrong(penalties: list[str], name: str, after: tuple[int, int]) -> None:
    text = REVOKE + "".join(f"Penalty: {p}\n" for p in penalties)
    assert told(text) == [name]
    assert scored(text).after == after


def test_a_score_that_follows_from_a_wrong_penalty_is_not_blamed() -> None:
    assert told(f"{REVOKE}Penalty: NS +4\nScore: NS 4, EW 1\n") == ["penalty-wrong"]
    assert told(f"{REVOKE}Penalty: EW +3\nScore: NS 0, EW 4\n") == ["penalty-without-revoke"]
    assert told(f"{REVOKE}Penalty: NS +4\nScore: NS 6, EW 1\n") == [
        "penalty-wrong",
        "running-score",
    ]


def test_hof_75_one_penalty_for_each_revoke_in_any_form() -> None:
    claims = (
        "Score: NS 3, EW 0\nDeal 1\nTricks: NS 9, EW 4\nRevoke: N, trick 3\nRevoke: S, trick 7\n"
    )
    assert told(f"{claims}Penalty: EW 3 tricks\nPenalty: EW +3\nScore: NS 3, EW 4\n") == []
    assert told(f"{claims}Penalty: EW 6 tricks\nScore: NS 3, EW 4\n") == []
    assert told(f"{claims}Penalty: EW 4 tricks\n") == ["penalty-wrong"]


def test_hof_86_revoker_wins() -> None:
    text = f"Score: NS 4, EW 0\n{BLANK.format(13, 0)}Revoke: N\nPenalty: EW +3\n"
    assert told(f"{text}Score: NS 4, EW 3\n") == []
    assert told(f"{text}Score: NS 11, EW 3\n") == ["revoker-wins"]
    assert told(f"{text}Score: NS 11, EW 3\nWinner: NS\n") == ["revoker-wins"]
    assert told(f"{text}Winner: NS\n") == ["revoker-wins"]
    assert told(f"{text}Score: NS 5, EW 3\n") == ["running-score"]


def test_order_of_counting_a_penalty_first() -> None:
    text = f"Score: NS 2, EW 2\n{BLANK.format(8, 5)}Revoke: N\nPenalty: EW +3\n"
    assert told(f"{text}Score: NS 4, EW 5\n") == ["order-of-counting"]


# -- both sides ----------------------------------------------------------------------------

BOTH = f"Score: NS 3, EW 3\n{BLANK.format(9, 4)}Revoke: N, trick 2\nRevoke: E, trick 5\n"


def test_cav_81_each_side_is_punished_and_neither_wins() -> None:
    text = f"{BOTH}Penalty: NS +3\nPenalty: EW +3\n"
    assert told(f"{text}Score: NS 4, EW 4\n") == []
    assert told(f"{text}Score: NS 6, EW 3\n") == ["running-score"]
    assert told(f"{BOTH}Penalty: EW -3\nScore: NS 4, EW 0\n") == []


def test_hof_85_the_revokes_cancel_and_neither_wins() -> None:
    rules = by(both="cancel")
    found = told(f"{BOTH}Penalty: NS +3\nScore: NS 4, EW 3\n", rules)
    assert found == ["penalty-both-cancel"]
    more = f"{BOTH}Revoke: W, trick 7\nPenalty: NS +3\n"
    assert told(f"{more}Score: NS 4, EW 3\n", rules) == []  # one of two is left


def test_eq_18_there_is_a_new_deal() -> None:
    rules = by(both="redeal")
    assert told(f"{BOTH}Penalty: NS +3\n", rules) == ["penalty-both-redeal"]
    assert told(f"{BOTH}Redeal: both revoked\n", rules) == []


TWO = edited(REVOKE, ("5♦  6♦  A♦", "5♦  6♣^ A♦"), ("10♦ 6♣  9♦", "10♦ 6♦  9♦"))
"""South revokes, too: in trick 6."""


def test_revokes_of_both_sides_by_every_code() -> None:
    text = "Score: NS 3, EW 3\n" + TWO
    found = [d for d in check(text) if d.name == "revoke-penalty-both"]
    assert [d.severity for d in found] == ["info"]
    assert told(text) == ["revoke-penalty-both"]
    assert "<" not in found[0].message


def test_rules_may_exact_the_penalties_of_both_sides() -> None:
    text = "Score: NS 3, EW 3\n" + TWO
    played = scored(text)
    assert played.tricks is not None
    assert played.after is not None
    punish = scored(text, by(apply="always", choices=("add",)))
    assert punish.penalties == (Penalty(EW, "add", 3), Penalty(NS, "add", 3))
    assert punish.after == (4, 4)
    cancel = scored(text, by(apply="always", both="cancel"))
    assert cancel.penalties == ()
    assert cancel.after is not None
    assert max(cancel.after) == 4
    redeal = scored(text, by(apply="always", both="redeal"))
    assert (redeal.basis, redeal.after) == ("void", (3, 3))


def test_after_a_new_deal_for_two_revokes_the_same_player_deals() -> None:
    rules = by(apply="always", both="redeal")
    text = f"Deal 1\n{TWO}\nDeal 1\nDealer: {{}}\nTricks: NS 7, EW 6\nScore: NS 1\n"
    assert told(text.format("E"), rules) == []
    assert told(text.format("S"), rules) == ["dealer-rotation"]


def test_the_american_penalty_is_two_tricks() -> None:
    assert builtin("american").penalty == PenaltyRules(2, ("tricks",))


# -- bid whist -----------------------------------------------------------------------------

BID = """\
Rules: bid
Deal 1
Dealer: W
Auction: 3 up, pass, pass, pass
Trump: ♥
Tricks: NS 9, EW 4
Revoke: {}
Penalty: {}
"""
"""North bids three and North and South make it: three points, before any penalty."""


@pytest.mark.parametrize(
    ("seat", "penalty", "after"),
    [
        ("N", "EW 3 tricks", "NS -3, EW 0"),
        ("N", "EW +3", "NS 3, EW 3"),
        ("N", "NS -3", "NS 0, EW 0"),
        ("E", "NS 3 tricks", "NS 6, EW 0"),
        ("E", "EW -3", "NS 3, EW -3"),
    ],
)
def test_penalties_in_bid_whist(seat: str, penalty: str, after: str) -> None:
    """Tricks that are taken can break a bid, and a score can fall below nothing."""
    text = BID.format(seat, penalty)
    assert told(f"{text}Score: {after}\n") == []
    found = check(f"{text}Score: NS 4, EW 4\n")
    assert len(found) == 1
    assert "1 tricks" not in found[0].message


def test_a_wrong_penalty_in_bid_whist() -> None:
    assert told(BID.format("E", "EW -2")) == ["penalty-wrong"]


@pytest.mark.parametrize(("rules", "last"), [("short", 13), ("bid", 12)])
def test_nobody_revokes_with_his_last_card(rules: str, last: int) -> None:
    auction = "Auction: 3 up, pass, pass, pass\n" if rules == "bid" else ""
    text = f"Rules: {rules}\n{auction}Tricks: NS 8, EW 5\n"
    assert told(f"{text}Revoke: N, trick {last - 1}\n") == []
    assert told(f"{text}Revoke: N, trick {last}\n") == ["revoke-not-found"]
    assert told(f"{text}Revoke: N, trick 14\n") == ["number-syntax"]


@pytest.mark.parametrize("penalty", ["NS 3 tricks", "NS +3", "EW -3"])
def test_a_penalty_for_the_side_whose_revoke_is_claimed(penalty: str) -> None:
    text = BLANK.format(8, 5) + "Revoke: N, trick 3\n"
    assert told(f"{text}Penalty: {penalty}\n") == ["penalty-without-revoke"]
    assert told(f"{text}Revoke: W, trick 4\nPenalty: {penalty}\n") == []
