"""The play: each finding at its place, with its proof, and its cause alone."""

from __future__ import annotations

from tests.deals import CLEAN, NO_HANDS, edited, only, related, said

OPENING = "Dealer: W\nTrump: J♠\n"


def test_lead_wrong_seat_to_the_first_trick() -> None:
    text = OPENING + "1. E: A♥ 3♥ 6♥ K♥\nUnfinished: x\n"
    found = only(text)
    assert (found.name, found.trick, found.seat) == ("lead-wrong-seat", 1, "E")
    assert found.args["expected"] == "N"
    assert related(text, found) == [("eldest", "Dealer: W")]


def test_lead_wrong_seat_stands_and_play_goes_on_from_it() -> None:
    text = OPENING + "1. N: A♥ 3♥ 6♥ K♥\n2. S: 2♦ 3♦ 4♦ 5♦ -> E\n3. E: 2♣ 3♣ 4♣ 5♣\nUnfinished: x\n"
    found = only(text)
    assert (found.name, found.trick, found.seat) == ("lead-wrong-seat", 2, "S")
    assert related(text, found) == [("won", "A♥")]


def test_the_cards_tell_who_led() -> None:
    """The leader is not written; the hands show that E led the fifth trick out of turn."""
    text = edited(CLEAN, (" 5. N: 2♣  8♣  7♦  10♣", " 5. 8♣  7♦  10♣ 2♣"))
    found = only(text)
    assert (found.name, found.trick, found.seat) == ("lead-wrong-seat", 5, "E")


def test_a_wrong_leader_where_the_cards_are_in_order() -> None:
    text = edited(CLEAN, (" 5. N: 2♣", " 5. S: 2♣"))
    found = only(text)
    assert (found.name, found.trick, found.args["cards_of"]) == ("lead-wrong-seat", 5, "N")
    assert said(text) == [("lead-wrong-seat", "S")]


def test_out_of_turn_by_the_hands() -> None:
    text = edited(CLEAN, (" 5. N: 2♣  8♣  7♦  10♣", " 5. N: 2♣  7♦  8♣  10♣"))
    found = only(text)
    assert (found.name, found.trick, found.seat) == ("out-of-turn", 5, "S")
    assert said(text) == [("out-of-turn", "7♦")]


def test_out_of_turn_by_the_seats_as_written() -> None:
    text = OPENING + "1. N: A♥ S:6♥ E:3♥ K♥\nUnfinished: x\n"
    assert said(text) == [("out-of-turn", "6♥")]


def test_winner_wrong() -> None:
    text = edited(CLEAN, (" 5. N: 2♣  8♣  7♦  10♣", " 5. N: 2♣  8♣  7♦  10♣ -> E"))
    found = only(text)
    assert (found.name, found.trick) == ("winner-wrong", 5)
    assert (found.args["recorded"], found.args["winner"], found.args["card"]) == ("E", "W", "10♣")
    assert said(text) == [("winner-wrong", "E")]
    assert related(text, found) == [("won", "10♣")]


def test_a_lead_by_the_false_winner_is_not_blamed_again() -> None:
    text = OPENING + "1. N: A♥ 3♥ 6♥ K♥ -> W\n2. W: 2♦ 3♦ 4♦ 5♦ -> S\nUnfinished: x\n"
    assert said(text) == [("winner-wrong", "W")]


def test_revoke_by_the_hand() -> None:
    text = edited(
        CLEAN,
        (" 2. S: 2♠  6♠  9♠  Q♠", " 2. S: 2♠  6♠  9♠  8♣"),
        (" 5. N: 2♣  8♣", " 5. N: 2♣  Q♠"),
    )
    names = [name for name, _ in said(text)]
    assert names[0] == "revoke"


def test_revoke_points_at_the_hand_and_at_the_later_card() -> None:
    text = edited(
        CLEAN, (" 1. N: 6♣  7♣  Q♣  9♣", " 1. N: 6♣  7♣  Q♣  7♥"), ("10♦ 7♥  K♦", "10♦ 9♣  K♦")
    )
    found = only(text)
    assert (found.name, found.trick, found.seat, found.args["held"]) == ("revoke", 1, "W", "10♣")
    assert related(text, found) == [("hand", "10"), ("after-showout", "10♣"), ("established", "6♠")]


def test_revoke_inferred_from_a_later_card() -> None:
    text = edited(
        NO_HANDS,
        (" 1. N: 6♣  7♣  Q♣  9♣", " 1. N: 6♣  7♣  Q♣  7♥"),
        ("10♦ 7♥  K♦", "10♦ 9♣  K♦"),
    )
    found = only(text)
    assert (found.name, found.trick, found.seat, found.args["later"]) == (
        "revoke-inferred",
        1,
        "W",
        5,
    )
    assert related(text, found)[0] == ("after-showout", "10♣")


def test_every_revoke_in_a_suit_is_told_once() -> None:
    text = OPENING + ("1. N: A♥ 2♣ 6♥ K♥\n2. N: Q♥ 3♣ 7♥ J♥\n3. N: 8♥ 4♥ 3♥ 9♥\nUnfinished: x\n")
    assert said(text) == [("revoke-inferred", "2♣"), ("revoke-inferred", "3♣")]


def test_revoke_turnup_needs_no_later_card() -> None:
    text = OPENING + "1. N: A♠ 3♠ 6♠ K♥\n2. N: 2♦ 3♦ 4♦ 5♦\nUnfinished: x\n"
    found = only(text)
    assert (found.name, found.trick, found.seat, found.args["held"]) == (
        "revoke-turnup",
        1,
        "W",
        "J♠",
    )
    assert related(text, found) == [("turn-up", "J♠"), ("established", "3♦")]


def test_no_revoke_turnup_once_the_turnup_is_played() -> None:
    text = OPENING + "1. N: A♠ 3♠ 6♠ J♠\n2. N: K♠ 4♠ 7♠ 2♥\nUnfinished: x\n"
    assert [name for name, _ in said(text)] == ["revoke-undecidable"]


def test_no_revoke_by_count_while_the_cards_can_be_elsewhere() -> None:
    text = OPENING + (
        "1. N: A♥ 2♥ 3♥ 4♥\n2. N: K♥ 5♥ 6♥ 7♥\n3. N: Q♥ 8♥ 9♥ 2♣\n4. N: J♥ 3♣ 4♣ 5♣\n"
        "Unfinished: x\n"
    )
    assert [name for name, _ in said(text)] == ["revoke-undecidable"]


def test_revoke_by_count_in_a_deal_that_stops_before_the_last_trick() -> None:
    """The last four cards: of the others nobody can hold the diamond that was not played."""
    text = NO_HANDS[: NO_HANDS.index("12. W")] + "Unfinished: x\n"
    text = edited(text, (" 5. N: 2♣  8♣  7♦  10♣", " 5. N: 2♣  8♣  Q♥  10♣"))
    assert [name for name, _ in said(text)] == ["revoke-undecidable"]


def test_revoke_by_count_when_all_others_have_shown_out_or_are_known() -> None:
    text = (
        "Dealer: W\nTrump: J♠\n"
        "N: ♥ A K Q J ♠ A K Q 10 ♦ A K Q J 10\n"
        "E: ♥ 2 5 8 ♠ 9 8 7 6 5 4 3 2 ♦ 9 8\n"
        "1. N: A♥ 2♥ 3♥ 4♥\n2. N: K♥ 5♥ 6♥ 7♥\n3. N: Q♥ 8♥ 9♥ 2♣\nUnfinished: x\n"
    )
    # The ten of hearts is with S or W, and S has followed each time.
    assert [name for name, _ in said(text)] == ["revoke-undecidable"]
    text = edited(text, ("Unfinished: x\n", "4. N: J♥ 9♠ 3♣ 4♣\nUnfinished: x\n"))
    # Now S shows out too: one of the two has revoked, but which?
    assert [name for name, _ in said(text)] == ["revoke-undecidable"]
    text = edited(text, ("E: ♥", "S: ♥ 3 6 9 ♦ 7 6 5 4 3 2 ♣ 3 J 10 9\nE: ♥"))
    # With three hands known the fourth is what is left, and it has the ten.
    assert [x for x in said(text) if x[0] == "revoke"] == [("revoke", "2♣"), ("revoke", "4♣")]


def test_revoke_status_while_it_can_be_corrected() -> None:
    text = OPENING + "1. N: A♠ 3♠ 6♠ K♥\nUnfinished: x\n"
    assert said(text) == [("revoke-turnup", "K♥"), ("revoke-status", "K♥")]


def test_a_revoke_corrected_in_time_is_no_revoke() -> None:
    text = edited(CLEAN, (" 1. N: 6♣  7♣  Q♣  9♣", " 1. N: 6♣  7♣  Q♣  (7♥) 9♣"))
    found = only(text)
    assert (found.name, found.severity, found.seat) == ("revoke-corrected", "info", "W")
    assert related(text, found) == []


def test_what_cannot_be_decided_is_said_once() -> None:
    text = OPENING + "1. N: A♥ 2♣ 6♥ K♦\n2. N: Q♥ 3♣ 7♥ J♦\nUnfinished: x\n"
    found = only(text)
    assert (found.name, found.severity, found.args["seats"]) == (
        "revoke-undecidable",
        "info",
        "E, W",
    )


def test_an_acknowledged_irregularity_is_information() -> None:
    text = edited(
        NO_HANDS,
        (" 1. N: 6♣  7♣  Q♣  9♣", " 1. N: 6♣  7♣  Q♣  7♥^"),
        ("10♦ 7♥  K♦", "10♦ 9♣  K♦"),
    )
    found = only(text)
    assert (found.name, found.severity) == ("acknowledged", "info")
    assert found.args["finding"] == "revoke-inferred"
    assert "revoke" in found.message


def test_cards_that_were_not_recorded_leave_the_winner_open() -> None:
    found = only(edited(CLEAN, ("8♥  10♥ 3♣  3♥", "8♥  -   3♣  3♥")))
    assert (found.name, found.severity, found.trick) == ("winner-undecidable", "info", 13)


def test_the_next_lead_shows_who_won() -> None:
    assert said(edited(CLEAN, (" 5. N: 2♣  8♣  7♦  10♣", " 5. N: 2♣  8♣  7♦  -"))) == []


def test_a_low_card_of_the_wrong_suit_is_a_revoke() -> None:
    text = edited(CLEAN, (" 2. S: 2♠  6♠  9♠  Q♠", " 2. S: 2♠  6♠  x♥  Q♠"))
    assert ("revoke", "x♥") in said(text)


def test_leader_unknown_without_dealer_and_leader() -> None:
    text = edited(NO_HANDS, ("Dealer: W\n", ""), (" 1. N: 6♣", " 1. 6♣"))
    assert ("leader-unknown", " 1. 6♣  7♣  Q♣  9♣".strip()) in said(text) or said(text) == []


def test_claim_impossible() -> None:
    short = CLEAN[: CLEAN.index("12. W")]
    assert said(short + "Claim: NS 1\n") == []
    assert said(short + "Claim: NS 2\n") == [("claim-not-forced", "NS 2")]
    assert said(short + "Claim: NS 3\n") == [("claim-impossible", "3")] or said(
        short + "Claim: NS 3\n"
    ) == [("claim-impossible", "NS 3")]


def test_called_card_refused() -> None:
    text = edited(CLEAN, (" 5. N: 2♣", "Called: S 7♦\n 5. N: 2♣"))
    assert said(text) == []
    text = edited(CLEAN, (" 5. N: 2♣", "Called: S 6♥\n 5. N: 2♣"))
    found = only(text)
    assert (found.name, found.severity, found.trick) == ("called-card-refused", "warning", 5)


def test_a_call_never_makes_a_player_revoke() -> None:
    text = edited(CLEAN, (" 5. N: 2♣", "Called: E K♥\n 5. N: 2♣"))
    assert said(text) == []
