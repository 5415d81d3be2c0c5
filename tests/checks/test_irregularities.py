"""What goes wrong at the table and what it does to the deal, by the number of the law (E2-E6)."""

from __future__ import annotations

import pytest

import whistlog
from tests.deals import CLEAN, NO_HANDS, edited
from whistlog import check
from whistlog.cards import SIDES, Seat
from whistlog.checks import DealReport

NS, EW = SIDES


def told(text: str) -> list[str]:
    """The names of what is found, but that there are few tricks."""
    return [d.name for d in check(text) if d.name != "deal-short"]


def reports(text: str) -> list[DealReport]:
    record, faults = whistlog.parse(text)
    assert faults == ()
    return [report for game in whistlog.score(record) for report in game]


# -- out of turn (E2) ----------------------------------------------------------------------

WRONG_LEAD = """\
Dealer: W
Trump: 2♠
1. N: 4♥ 5♥ 6♥ 7♥
2. E: 2♦^ 3♦ 4♦ 5♦
3. 2♣ 3♣ 4♣ 5♣
"""
"""West wins the first trick and East leads to the second; all four play."""


def test_cav_63_a_lead_out_of_turn_that_all_followed_stands() -> None:
    assert told(WRONG_LEAD) == ["acknowledged"]
    assert told(WRONG_LEAD.replace("^", "")) == ["lead-wrong-seat"]
    replay = reports(WRONG_LEAD)[0].replay
    assert [t.leader for t in replay.tricks] == [Seat.N, Seat.E, Seat.N]
    assert [t.winner for t in replay.tricks] == [Seat.W, Seat.N, Seat.W]
    assert replay.won == (1, 2)


def test_hof_66_a_card_led_out_of_turn_and_taken_back_costs_nothing() -> None:
    text = edited(WRONG_LEAD, ("2. E: 2♦^ 3♦ 4♦ 5♦", "2. W: E:(2♦) 5♦ 4♦ 2♦ 3♦"))
    assert told(text) == []
    assert [t.winner for t in reports(text)[0].replay.tricks[:2]] == [Seat.W, Seat.W]


def test_cav_67_third_hand_before_second() -> None:
    text = "Dealer: W\nTrump: 2♠\n1. N: 4♥ S:6♥^ E:5♥ 7♥ -> W\n"
    assert told(text) == ["acknowledged"]
    assert told(text.replace("^", "")) == ["out-of-turn"]
    assert reports(text)[0].replay.won == (0, 1)


# -- exposed and called cards (E3) ---------------------------------------------------------

CALLED = """\
Dealer: W
Trump: 2♠
E: ♠ 3 4 5 ♥ 5 6 8 ♦ 2 3 4 5 ♣ 2 3 4
Exposed: E 8♥
Called: E 8♥
1. N: 4♥ 5♥ 2♥ 7♥
"""


def test_cav_56_an_exposed_card_may_be_called() -> None:
    assert told(CALLED) == ["called-card-refused"]
    assert told(edited(CALLED, ("4♥ 5♥", "4♥ 8♥"))) == []


def test_cav_60_a_call_never_forces_a_revoke() -> None:
    assert told(edited(CALLED, ("N: 4♥ 5♥ 2♥ 7♥", "N: 7♦ 5♦ 8♦ 9♦"))) == []


def test_cav_61_to_refuse_a_call_costs_what_a_revoke_costs() -> None:
    text = f"{CALLED}Tricks: NS 8, EW 5\nPenalty: NS +3\nScore: NS 5, EW 0\n"
    assert told(text) == ["called-card-refused"]
    assert told(text + "Revoke: E, trick 1\n") == ["called-card-refused"]
    obeyed = edited(CLEAN, (" 1. N: 6♣  7♣", "Called: E 7♣\n 1. N: 6♣  7♣"))
    assert told(f"{obeyed}Penalty: NS +3\n") == ["penalty-without-revoke"]
    assert told(edited(obeyed, ("Called: E 7♣", "Called: E 8♣")) + "Penalty: NS +3\n") == [
        "called-card-refused"
    ]


def test_cav_76_a_card_taken_back_lies_exposed_and_may_be_called() -> None:
    text = """\
Dealer: W
Trump: 2♠
1. N: 4♥ (2♦) 5♥ 6♥ 7♥
Exposed: E 2♦
Called: E 2♦
2. W: 3♦ 4♦ {} 5♦
Unfinished:
"""
    assert told(text.format("2♦")) == ["revoke-corrected"]
    assert told(text.format("6♦")) == ["revoke-corrected", "called-card-refused"]


# -- the deal (E5) -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "dealer"), [("Misdeal: a card was turned", "N"), ("Redeal: a faced card", "W")]
)
def test_cav_44_cav_37_who_deals_after_a_deal_that_is_void(line: str, dealer: str) -> None:
    """After a misdeal the next player, after a new deal the same; nothing is scored."""
    for seat in "NESW":
        text = f"Deal 1\nDealer: W\n{line}\n\nDeal 2\nDealer: {seat}\nTricks: NS 7, EW 6\n"
        assert told(text) == ([] if seat == dealer else ["dealer-rotation"])
        first, second = (r.score for r in reports(text))
        assert first is not None
        assert second is not None
        assert (first.basis, first.after, second.after) == ("void", (0, 0), (1, 0))


def test_a_deal_that_is_given_up_during_the_play_is_void() -> None:
    lines = CLEAN.splitlines(keepends=True)
    begun = "".join(lines[:12]) + "Redeal: the pack was not right\n\n"
    text = begun + CLEAN.replace("Deal 1", "Deal 2") + "Score: EW 2\n"
    assert told(text) == []


def test_hof_34_a_deal_out_of_turn_stands() -> None:
    text = "Dealer: W\nTricks: NS 7, EW 6\n\nDeal 2\nDealer: S\nTricks: NS 7, EW 6\nScore: NS 2\n"
    after = "\nDeal 3\nDealer: {}\nTricks: NS 7, EW 6\nScore: NS 3\n"
    (found,) = check(text + after.format("W"))
    assert (found.name, found.severity) == ("dealer-rotation", "warning")
    assert told(text + after.format("N")) == ["dealer-rotation", "dealer-rotation"]


# -- claims (E6) ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "tricks", "found"),
    [
        ("Claim: NS (rest)", (8, 5), ["claim-not-forced"]),
        ("Claim: EW 1", (7, 6), []),
        ("Concede: NS (rest)", (4, 9), []),
        ("Concede: EW 3", (7, 6), []),
        ("Claim: NS 1, EW 3", (5, 8), ["claim-not-forced"]),
    ],
)
def test_cav_59_the_result_stands_as_admitted(
    line: str, tricks: tuple[int, int], found: list[str]
) -> None:
    """Of nine tricks North and South have four; each of the other four goes to a side."""
    lines = CLEAN.splitlines(keepends=True)
    start = next(i for i, text in enumerate(lines) if text.startswith(" 1."))
    text = "".join(lines[: start + 9])
    assert reports(text)[0].replay.won == (4, 5)
    (report,) = reports(f"{text}{line}\n")
    assert report.score is not None
    assert (report.score.tricks, report.score.basis) == (tricks, "counted")
    assert told(f"{text}{line}\nTricks: NS {tricks[0]}, EW {tricks[1]}\n") == found


@pytest.mark.parametrize("line", ["Misdeal", "Redeal"])
@pytest.mark.parametrize(
    ("figures", "after", "found"),
    [
        ("", "NS 2, EW 0", []),
        ("Tricks: NS 1, EW 0", "NS 2, EW 0", []),
        ("Score: NS 0, EW 0", "NS 2, EW 0", []),
        ("Points: NS 0, EW 0", "NS 2, EW 0", []),
        ("Score: NS 2, EW 0", "NS 4, EW 0", ["void-scored"]),
        ("Score: NS 2, EW 0", "NS 2, EW 0", ["void-scored"]),
        ("Score: NS 2, EW 0", "NS 3, EW 0", ["void-scored", "running-score"]),
        ("Points: NS 2\nScore: NS 2, EW 0", "NS 4, EW 0", ["void-scored"]),
        ("Honours: NS 4", "NS 2, EW 0", ["void-scored"]),
    ],
)
def test_cav_44_a_misdeal_changes_no_score(
    line: str, figures: str, after: str, found: list[str]
) -> None:
    dealer = "N" if line == "Misdeal" else "W"
    text = (
        f"Rules: short-honours\nDeal 1\nDealer: W\n{line}: faced\n{figures}\n"
        f"Deal 2\nDealer: {dealer}\nTricks: NS 8, EW 5\nScore: {after}\n"
    )
    assert told(text) == found


def test_no_more_can_be_claimed_than_is_left() -> None:
    lines = CLEAN.splitlines(keepends=True)
    start = next(i for i, text in enumerate(lines) if text.startswith(" 1."))
    text = "".join(lines[: start + 12])
    assert told(text + "Claim: NS 2\n") == ["claim-impossible"]
    assert told(text + "Claim: NS -1\n") == ["claim-impossible"]
    assert told("Tricks: NS 8, EW 5\nClaim: NS -1\n") == ["claim-impossible"]


@pytest.mark.parametrize(
    ("lines", "tricks", "found"),
    [
        ("Claim: NS (rest), EW (rest)", None, ["claim-impossible"]),
        ("Claim: NS 3, EW 2", None, ["claim-impossible"]),
        ("Claim: NS (rest)\nClaim: EW (rest)", (8, 5), ["line-repeated"]),
        ("Claim: NS (rest)\nClaim: EW 1", (8, 5), ["line-repeated"]),
        ("Claim: NS (rest)\nConcede: NS (rest)", (8, 5), ["line-repeated"]),
        ("Concede: EW (rest)\nClaim: EW (rest)", (4, 9), ["line-repeated"]),
        ("Claim: NS 2\nClaim: EW 3", (6, 7), ["line-repeated"]),
        ("Claim: NS 2\nClaim: EW 2", (6, 7), []),
        ("Claim: NS 2\nClaim: EW (rest)", (6, 7), []),
        ("Claim: NS 2\nConcede: NS 2", (6, 7), []),
        ("Claim: NS 2, EW (rest)", (6, 7), []),
        ("Claim: NS (rest), EW 1", (7, 6), []),
        ("Concede: NS 1, EW (rest)", (7, 6), []),
        ("Claim: NS (rest)\nConcede: EW (rest)", (8, 5), []),
    ],
)
def test_two_claims_of_one_deal_agree(
    lines: str, tricks: tuple[int, int] | None, found: list[str]
) -> None:
    """Of nine tricks North and South have four; the first line counts."""
    whole = CLEAN.splitlines(keepends=True)
    start = next(i for i, text in enumerate(whole) if text.startswith(" 1."))
    text = "".join(line for line in whole[: start + 9] if line[:3] not in ("N: ", "E: "))
    (report,) = reports(f"{text}{lines}\n")
    if tricks is not None:
        assert report.score is not None
        assert (report.score.tricks, report.score.basis) == (tricks, "counted")
    assert told(f"{text}{lines}\n") == found


@pytest.mark.parametrize("deal", [CLEAN, NO_HANDS])
@pytest.mark.parametrize(
    ("above", "line", "found"),
    [
        (" 5. ", "Exposed: S 6♥", []),
        (" 5. ", "Exposed: W J♦", ["exposed-not-held"]),  # it was played to trick 3
        (" 5. ", "Called: S 2♠", ["exposed-not-held"]),
        (" 5. ", "Exposed: W 6♥", ["exposed-not-held"]),  # South plays it
        (" 3. ", "Exposed: W J♦", []),
        ("Tricks", "Exposed: W J♦", []),  # when it was is not said
    ],
)
def test_cav_56_only_a_card_that_is_held_can_be_exposed(
    deal: str, above: str, line: str, found: list[str]
) -> None:
    text = edited(deal + "Tricks: NS 5, EW 8\n", (above, f"{line}\n{above}"))
    assert told(text) == found


@pytest.mark.parametrize("deal", [CLEAN, NO_HANDS])
def test_cav_76_only_a_card_that_is_held_can_be_taken_back(deal: str) -> None:
    """To trick 3 West plays the knave of diamonds; he first played something else."""
    line = " 3. E: A♦  2♦  J♦  4♦"
    for card, found in {
        "10♣": ["revoke-corrected"],
        "6♦": [],
        "9♣": ["revoke-corrected", "exposed-not-held"],  # gone in trick 1
        "Q♦": ["exposed-not-held"],  # North's
    }.items():
        text = edited(deal, (line, f" 3. E: A♦ 2♦ ({card}) J♦ 4♦"))
        assert [n for n in told(text) if n != "revoke-undecidable"] == found
