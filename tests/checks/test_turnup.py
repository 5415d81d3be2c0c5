"""The turn-up and the source of trumps: each finding at its place, and its cause alone."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.deals import CLEAN, NO_HANDS, edited, only, related, said
from whistlog import check, load_profile, parse
from whistlog.cards import LOW, Card, Suit, card
from whistlog.replay import replay

ROTATION = "Rules: rotation\n"


def test_turnup_not_dealers_by_the_hands() -> None:
    text = edited(CLEAN, ("Trump:  J♠", "Trump:  K♠"))
    found = only(text)
    assert (found.name, found.span.line, found.seat) == ("turnup-not-dealers", 3, "W")
    assert related(text, found)[-1] == ("holder", "K")


def test_turnup_not_dealers_by_the_play() -> None:
    text = edited(NO_HANDS, ("Trump:  J♠", "Trump:  K♠"))
    found = only(text)
    assert (found.name, found.trick, found.seat) == ("turnup-not-dealers", 7, "S")
    assert related(text, found) == [("turn-up", "K♠"), ("dealer", "Dealer: W")]


def test_the_turnup_and_another_card_in_the_wrong_hands_are_one_finding() -> None:
    text = edited(CLEAN, ("W: ♠ J 8", "W: ♠ 5 8"), ("♠ K 10 5 2", "♠ K 10 J 2"))
    assert said(text) == [("turnup-not-dealers", "J♠")]


def test_a_wrong_dealer_is_one_finding() -> None:
    text = edited(CLEAN, ("Dealer: W", "Dealer: S"))
    found = only(text)
    assert found.name == "turnup-not-dealers"
    assert related(text, found)[-1] == ("led", "N")


def test_turnup_unplayed() -> None:
    """All of W's cards are on record, and the jack of spades is not among them."""
    text = edited(NO_HANDS, (" 6. W: J♠", " 6. W: 5♠"), (" 9. N: A♣  4♣  5♠", " 9. N: A♣  4♣  -"))
    names = [name for name, _ in said(text)]
    assert "turnup-unplayed" in names
    assert "revoke-undecidable" not in names


def test_turnup_unplayed_is_no_consequence_of_a_slip() -> None:
    text = edited(NO_HANDS, (" 6. W: J♠", " 6. W: 7♠"))
    assert [name for name, _ in said(text)] == ["card-twice"]


def test_turnup_missing_is_a_warning() -> None:
    found = only(edited(CLEAN, ("Trump:  J♠", "Trump:  ♠")))
    assert (found.name, found.severity) == ("turnup-missing", "warning")


def test_trump_missing_is_a_warning() -> None:
    found = only(edited(CLEAN, ("Trump:  J♠\n", "")))
    assert (found.name, found.severity) == ("trump-missing", "warning")


def test_trump_none() -> None:
    assert ("trump-none", "none") in said(edited(CLEAN, ("Trump:  J♠", "Trump:  none")))


def test_trump_mismatch() -> None:
    text = edited(CLEAN, ("Trump:  J♠\n", "Trump:  J♠\nTrump: ♥\n"))
    found = only(text)
    assert (found.name, found.span.line) == ("trump-mismatch", 4)
    assert related(text, found) == [("first", "J♠")]
    assert said(edited(CLEAN, ("Trump:  J♠\n", "Trump:  J♠\nTrump: ♠\n"))) == []


def test_trump_source_conflict() -> None:
    text = ROTATION + edited(CLEAN, ("Trump:  J♠", "Trump:  4♥"))
    assert said(text)[0] == ("trump-source-conflict", "4♥")


@pytest.mark.parametrize(("number", "suit"), [(1, "♥"), (2, "♦"), (3, "♠"), (4, "♣"), (5, "♥")])
def test_trump_rotation(number: int, suit: str) -> None:
    for written in "♠♥♦♣":
        text = f"{ROTATION}Deal {number}\nDealer: W\nTrump: {written}\n"
        text += "1. N: A♥ K♥ Q♥ J♥\nUnfinished: x\n"
        expected = [] if written == suit else [("trump-rotation", written)]
        assert said(text) == expected


def test_trump_follows_the_rotation_where_it_is_not_written() -> None:
    deal = "Deal {n}\nDealer: {d}\n1. {l}: A♠ 2♥ 2♦ 2♣ -> {w}\nUnfinished: x\n"
    text = ROTATION + deal.format(n=1, d="W", l="N", w="E") + deal.format(n=2, d="N", l="E", w="W")
    assert {name for name, _ in said(text)} == {"revoke-undecidable"}
    wrong = ROTATION + deal.format(n=1, d="W", l="N", w="W")
    assert ("winner-wrong", "W") in said(wrong)


TWO_WRONG = """\
Rules: rotation
Deal 1
Dealer: W
Trump: ♠
1. N: A♦ 3♦ 4♥ 6♦ -> S
2. S: K♣ 2♣ 3♣ 7♥ -> E
Unfinished:
"""


def test_a_wrong_trump_suit_is_blamed_once() -> None:
    text = edited(TWO_WRONG, ("rotation", "spades"))
    found = [d for d in check(text) if d.severity == "error"]
    assert [(d.name, d.args["suit"], d.args["fits"]) for d in found] == [("trump-misfit", "♠", "♥")]
    assert related(text, found[0]) == [("fits", "S")]
    # The deal is counted with the suit that fits.
    profile, _ = load_profile("spades")
    (deal,) = parse(text)[0].games[0].deals
    happened = replay(deal, profile)
    assert (happened.trump, happened.won) == (Suit.HEARTS, (1, 1))


def test_the_wrong_suit_of_a_rotation_is_blamed_once() -> None:
    assert errors(TWO_WRONG) == [("trump-rotation", "♠")]
    one = edited(TWO_WRONG, ("3♣ 7♥ -> E", "3♣ 5♣ -> S"))
    assert errors(one) == [("trump-rotation", "♠")]
    # One winner alone is no reason to doubt a suit that is the right one.
    assert errors(edited(one, ("rotation", "spades"))) == [("winner-wrong", "S")]


def errors(text: str) -> list[tuple[str, str]]:
    names = {d.name for d in check(text) if d.severity == "error"}
    return [(name, what) for name, what in said(text) if name in names]


def test_the_turnup_exchanged_with_the_dealers_card_is_one_cause() -> None:
    text = """\
Dealer: W
Trump: 7♠
1. N: K♠ 2♠ 3♠ 4♠ -> N
2. N: K♥ 7♠ 8♥ 9♥ -> W
3. N: A♥ 2♥ 3♥ 4♥
Unfinished:
"""
    assert errors(text) == [("turnup-not-dealers", "7♠")]


# -- the order of dealing -------------------------------------------------------------------


def in_order_of_dealing(change: Callable[[list[Card]], None] = lambda order: None) -> str:
    """The clean deal with a line that tells how its cards were dealt, changed as asked."""
    deal = parse(CLEAN)[0].games[0].deals[0]
    assert deal.dealer is not None
    assert deal.turn_up is not None
    left: dict[int, list[Card]] = {seat: list(hand) for seat, hand in deal.hands.items()}
    left[deal.dealer].remove(deal.turn_up)
    left[deal.dealer].append(deal.turn_up)
    order = [left[(deal.dealer + 1 + i) % 4].pop(0) for i in range(52)]
    change(order)
    return edited(CLEAN, ("N: ♠", f"Dealt: {' '.join(c.name for c in order)}\nN: ♠"))


def exchange(a: int, b: int) -> Callable[[list[Card]], None]:
    """Two cards of the order in each other's place."""

    def change(order: list[Card]) -> None:
        order[a], order[b] = order[b], order[a]

    return change


def dealt(text: str, place: int) -> str:
    """The card at a place of the order as written."""
    return text.partition("Dealt: ")[2].split()[place]


def test_the_last_card_dealt_is_the_turnup() -> None:
    assert said(in_order_of_dealing()) == []


@pytest.mark.parametrize("place", [0, 47, 50])
def test_another_last_card_is_one_finding(place: int) -> None:
    text = in_order_of_dealing(exchange(place, 51))
    found = only(text)
    assert said(text) == [("turnup-not-last", dealt(text, 51))]
    assert related(text, found) == [("turn-up", "J♠")]


def test_a_turnup_of_another_seat_is_to_blame_itself() -> None:
    text = edited(in_order_of_dealing(), ("Trump:  J♠", "Trump:  K♠"))
    assert only(text).name == "turnup-not-dealers"


def test_the_order_is_compared_without_hands_and_play() -> None:
    lines = in_order_of_dealing(exchange(47, 51)).splitlines()
    text = "\n".join(line for line in lines if line.startswith(("Dealer", "Trump", "Dealt")))
    assert said(text + "\n") == [("turnup-not-last", dealt(text, 51))]


def test_no_card_is_turned_up_where_trumps_go_in_turn() -> None:
    text = in_order_of_dealing(exchange(47, 51)).replace("Trump:  J♠", "Trump: ♠")
    found = check(text, rules="rotation")
    assert not [d for d in found if d.name.startswith(("dealt", "turnup"))]


def test_a_card_dealt_to_another_seat_is_said_once() -> None:
    text = in_order_of_dealing(exchange(9, 20))
    found = only(text)
    assert said(text) == [("dealt-not-held", dealt(text, 9))]
    assert related(text, found) == [("hand", dealt(text, 9)[:-1])]


def test_a_card_dealt_to_another_seat_by_the_play_alone() -> None:
    lines = in_order_of_dealing(exchange(9, 20)).splitlines(keepends=True)
    text = "".join(line for line in lines if not line.startswith(("N:", "E:", "S:", "W:")))
    assert said(text) == [("dealt-not-held", dealt(text, 9))]


def test_the_order_is_the_whole_pack() -> None:
    def leave_out(order: list[Card]) -> None:
        del order[30]

    def add(order: list[Card]) -> None:
        order.insert(30, LOW[0])

    for change, count in ((leave_out, 51), (add, 53)):
        found = only(in_order_of_dealing(change))
        assert (found.name, found.args["count"]) == ("dealt-count", count)


@pytest.mark.parametrize("number", [51, 52])
def test_the_number_alone(number: int) -> None:
    text = edited(CLEAN, ("N: ♠", f"Dealt: {number}\nN: ♠"))
    assert said(text) == ([] if number == 52 else [("dealt-count", "51")])


@pytest.mark.parametrize(("name", "other"), [("dealt-twice", 5), ("dealt-foreign", None)])
def test_a_card_that_cannot_be_dealt(name: str, other: int | None) -> None:
    def change(order: list[Card]) -> None:
        order[30] = card("BJ") if other is None else order[other]

    text = in_order_of_dealing(change)
    assert said(text) == [(name, dealt(text, 30))]


def test_a_card_that_was_not_noted_down_proves_nothing() -> None:
    def change(order: list[Card]) -> None:
        order[51] = order[7] = LOW[0]

    assert said(in_order_of_dealing(change)) == []


def test_an_unreadable_card_makes_the_order_no_shorter() -> None:
    text = in_order_of_dealing()
    text = text.replace(f"{dealt(text, 8)} {dealt(text, 9)}", f"{dealt(text, 8)} Z♠", 1)
    assert [d.name for d in check(text)] == ["card-syntax"]


def test_a_misdeal_has_no_order_to_check() -> None:
    text = "Dealer: W\nTrump: 4♠\nDealt: 4♠ 5♠\nMisdeal: a card was exposed\n"
    assert "dealt-count" not in {d.name for d in check(text)}
