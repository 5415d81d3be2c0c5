"""One slip of the pen, one finding: at its place, and nothing that only follows from it."""

from __future__ import annotations

import re
from itertools import permutations
from pathlib import Path

import pytest

from tests.deals import edited, related, said
from whistlog import check, format, parse
from whistlog.fixing import fix_text
from whistlog.notation.languages import LANGUAGES, language

SAMPLES = Path(__file__).parents[2] / "samples" / "clean"


def sample(name: str, *changes: tuple[str, str]) -> str:
    return edited((SAMPLES / f"{name}.whist").read_text("utf-8"), *changes)


@pytest.mark.parametrize(
    ("name", "right", "wrong", "found"),
    [
        ("full-deal", "Trump: ", "Trmup: ", "keyword-unknown"),
        ("full-deal", "Score:  NS 2", "Scroe:  NS 2", "keyword-unknown"),
        ("shortest", "Trump: 4S", "Trmup: 4S", "keyword-unknown"),
        ("shortest", "Trump: 4S", "Trump4S", "keyword-misspelt"),
        ("bid-uptown", "Trump: ", "Trmup: ", "keyword-unknown"),
        ("bid-uptown", "Auction:", "Acution:", "keyword-unknown"),
        ("bid-uptown", "Rules:", "Ruels:", "keyword-unknown"),
        ("bid-uptown", "Kitty:", "Kity:", "keyword-misspelt"),
        ("bid-uptown", "Discards:", "Discrads:", "keyword-misspelt"),
        ("bid-no-trump", "Ranking:", "Rnaking:", "keyword-unknown"),
        ("honours", "Rules:", "Ruels:", "keyword-unknown"),
    ],
)
def test_what_a_misspelt_line_says_is_not_missing(
    name: str, right: str, wrong: str, found: str
) -> None:
    text = sample(name, (right, wrong))
    assert said(text) == [(found, wrong.partition(":")[0])]


@pytest.mark.parametrize(
    ("right", "wrong"),
    [("pass, 3 up", "pass 3 up"), ("3 up, pass, pass, pass", "3 up pass pass pass")],
)
def test_a_missing_comma_in_an_auction(right: str, wrong: str) -> None:
    assert said(sample("bid-uptown", (right, wrong))) == [("comma-missing", wrong)]


@pytest.mark.parametrize("up", ["K♣", "♠", "♦", "♣"])
def test_the_order_of_dealing_and_a_trump_line_in_another_suit(up: str) -> None:
    text = sample("order-of-dealing", ("Trump: K♥", f"Trump: {up}"))
    assert said(text) == [("turnup-not-last", "K♥")]


RECORD = parse(sample("game-to-five"))[0]
WRITTEN = {
    code: re.split(
        r"(?m)^(?=(?:Deal|Mão|Mano|Mà|Donne) )", format(RECORD, ascii=True, language=code)
    )
    for code in LANGUAGES
}
PAIRS = [pair for pair in permutations(LANGUAGES, 2) if set(pair) != {"es", "ca"}]


@pytest.mark.parametrize(("written", "stated"), PAIRS)
def test_a_record_in_another_language_than_it_says(written: str, stated: str) -> None:
    head, *deals = WRITTEN[written]
    text = head.replace(f" {written}\n", f" {stated}\n", 1) + "".join(deals)
    assert said(text) == [("language-wrong", stated)]
    (found,) = check(text)
    assert language(written).name in str(found.args["other"])
    assert found.args["language"] == language(stated).name
    if written not in ("es", "ca"):
        assert fix_text(text).text == head + "".join(deals)
    # What else is wrong is found all the same.
    wrong = re.sub(r"-> .\n", "-> S\n", text, count=1)
    assert [name for name, _ in said(wrong)] == ["language-wrong", "winner-wrong"]


@pytest.mark.parametrize(("written", "stated"), PAIRS)
@pytest.mark.parametrize("is_stated", [True, False])
def test_a_deal_in_another_language_than_the_rest(
    written: str, stated: str, is_stated: bool
) -> None:
    head, first, second, *rest = WRITTEN[stated]
    if not is_stated:
        head = re.sub(rf"(?m)^\S+: +{stated}\n", "", head)
    text = head + first + WRITTEN[written][2] + "".join(rest)
    (found,) = check(text)
    line = text.splitlines()[found.span.line - 1]
    assert found.name == "language-wrong"
    assert line in WRITTEN[written][2]
    assert line not in second


def test_letters_that_nobody_can_read_are_told_one_by_one() -> None:
    text = "Language: en\nDealer: W\nTrump: 4♠\n1. N: AX 3♥ YH ZE\nUnfinished:\n"
    assert [name for name, _ in said(text)] == ["card-syntax"] * 3


@pytest.mark.parametrize("card", ["2♠", "5♠", "7♦"])
@pytest.mark.parametrize("counted", ["Discards: 6", "Kitty: 6 shown\nDiscards: 6"])
def test_a_card_led_that_was_put_away(card: str, counted: str) -> None:
    text = sample("bid-uptown", (" 3. E: A♣", f" 3. E: {card}"))
    for line in counted.splitlines():
        text = re.sub(rf"(?m)^{line.partition(':')[0]}: .*$", line, text)
    assert said(text) == [("lead-misfit", card)]


def test_revokes_that_the_record_speaks_of_are_no_misprint() -> None:
    text = sample("bid-uptown", (" 3. E: A♣", " 3. E: 2♠"))
    text = re.sub("(?m)^Discards: .*$", "Discards: 6", text) + "Revoke: S, trick 3\n"
    assert "lead-misfit" not in {name for name, _ in said(text)}


def test_totals_of_players_where_nobody_has_any_are_told_once() -> None:
    line = "Totals: Ana 8, Bruno 5"
    deals = re.sub("(?m)^(Trump: .*)$", rf"\1\n{line}", sample("game-to-five"))
    assert deals.count(line) > 2
    assert said(deals) == [("totals-foreign", line)]
    assert said(f"{line}\n{deals}") == [("totals-foreign", line)]
    assert said(f"Rules: unheard-of\n{line}\n") == [("profile-unknown", "unheard-of")]


@pytest.mark.parametrize("name", ["full-deal", "bid-uptown", "claim"])
def test_a_deal_that_is_complete_is_not_unfinished(name: str) -> None:
    line = "Unfinished: the lamp went out"
    assert said(sample(name) + line) == [("unfinished-complete", line)]
    assert said("Dealer: W\nTrump: 4♠\n" + line) == []


@pytest.mark.parametrize("name", ["duplicate", "drive-partners"])
def test_a_player_at_two_seats_is_told_at_the_second(name: str) -> None:
    text = (SAMPLES / f"{name}.whist").read_text("utf-8")
    first = text.index("South: Carla")
    wrong = text[:first] + "South: Ana" + text[first + 12 :]
    assert said(wrong) == [("player-twice", "Ana")]
    (found,) = check(wrong)
    assert wrong.splitlines()[found.span.line - 1] == "South: Ana"
    assert said(text.replace("Carla", "Ana")) == [("player-twice", "Ana")]
    assert said(text.replace("Carla", "ANA")) == [("player-twice", "ANA")]


@pytest.mark.parametrize("rules", ["bid", "spades", "no-trump", "rotation", "drive"])
def test_a_game_with_turned_up_cards_by_rules_that_have_none(rules: str) -> None:
    text = sample("game-to-five", ("Rules: short", f"Rules: {rules}"))
    assert said(text) == [("trump-source-conflict", "7♣")]


@pytest.mark.parametrize("rules", ["short", "drive", "rotation"])
def test_games_of_bid_whist_by_other_rules_are_told_once(rules: str) -> None:
    _, deal = sample("bid-uptown").split("Rules: bid\n")
    text = f"Rules: {rules}\n{deal}"
    text += "".join(deal.replace("Deal 1", f"Deal {n}\nHand: {n}") for n in (2, 3))
    assert [name for name, _ in said(text)] == ["bidding-foreign"]


@pytest.mark.parametrize(
    ("calls", "name"),
    [
        ("pass, 3 up, pass, pass, pass, pass", "bid-after-end"),
        ("pass, pass, 3 up, pass, pass", "auction-open"),
        ("pass, 3 up, pass, pass", "auction-open"),
        ("pass, 3 up, 2 down, pass, pass, pass", "bid-too-low"),
    ],
)
def test_a_call_too_many_or_too_few_is_one_finding(calls: str, name: str) -> None:
    text = sample("bid-uptown", ("pass, 3 up, pass, pass, pass", calls))
    assert [found for found, _ in said(text)] == [name]


def test_a_wrong_dealer_of_bid_whist_is_named_beside_the_lead() -> None:
    text = sample("bid-uptown", ("Dealer: W", "Dealer: N"))
    assert said(text) == [("lead-wrong-seat", "E")]
    (found,) = check(text)
    assert related(text, found)[-1] == ("dealer", "N")
    assert found.related[-1].args["other"] == "W"


@pytest.mark.parametrize("one", "NES")
def test_hands_of_bid_whist_before_the_wrong_seats(one: str) -> None:
    other = "NESW"["NESW".index(one) + 1]
    text = sample("bid-uptown", (f"\n{one}: ", "\n?: "), (f"\n{other}: ", f"\n{one}: "))
    assert said(text.replace("\n?: ", f"\n{other}: ")) == [("hands-exchanged", one)]


@pytest.mark.parametrize("name", ["full-deal", "bid-uptown"])
def test_cards_shifted_on_their_line_are_one_finding(name: str) -> None:
    lines = sample(name).splitlines(keepends=True)
    shifts = 0
    for i, line in enumerate(lines):
        cards = re.findall(r"(?:10|[2-9AKQJ])[♠♥♦♣]!?|BJ|LJ", line)
        if line[:3].strip(" .").isdecimal() and len(cards) == 4:
            shifted = line.partition(":")[0] + ": " + " ".join((*cards[1:], cards[0]))
            text = "".join((*lines[:i], shifted + line[-6:], *lines[i + 1 :]))
            if "->" in text.splitlines()[i]:
                assert len(said(text)) == 1, shifted
                assert check(text)[0].span.line == i + 1
                shifts += 1
    assert shifts > 10


@pytest.mark.parametrize("name", ["game-to-five", "bid-uptown", "drive"])
@pytest.mark.parametrize("numbered", [True, False])
def test_a_deal_pasted_twice_counts_once(name: str, numbered: bool) -> None:
    head, first, *rest = re.split("(?m)^(?=Deal )", sample(name).rstrip() + "\n\n")
    text = head + first + first + "".join(rest)
    if not numbered:
        text = re.sub(r"(?m)^Deal \d+.*$", "Deal", text)
    found = check(text)
    if name == "drive":  # Nothing but a score is written in it: it could have come again.
        assert {d.name for d in found} & {"deal-number-repeated", "dealer-rotation"}
        return
    assert [d.name for d in found] == ["deal-again"]
    assert text.splitlines()[found[0].span.line - 1].startswith("Deal")


@pytest.mark.parametrize("name", ["game-to-five", "rotation", "tournament"])
def test_a_deal_whose_first_line_is_missing(name: str) -> None:
    text = sample(name)
    for match in list(re.finditer(r"(?m)^Deal (?!1\b).*\n", text)):
        without = text[: match.start()] + text[match.end() :]
        (found,) = check(without)
        assert found.name == "deal-line-missing"
        assert found.span.line == text[: match.start()].count("\n") + 1


def test_lines_of_a_deal_pasted_twice() -> None:
    text = sample("bid-uptown")
    lines = text.partition("Deal 1\n")[2]
    (found,) = check(text + lines)
    assert (found.name, found.span.line) == ("deal-line-missing", text.count("\n") + 1)


def test_two_deals_that_changed_places() -> None:
    head, *deals = re.split("(?m)^(?=Deal )", sample("game-to-five").rstrip() + "\n\n")
    for i in range(1, len(deals) - 1):
        changed = [*deals[:i], deals[i + 1], deals[i], *deals[i + 2 :]]
        (order,) = check(head + "".join(changed))
        assert (order.name, order.args["number"]) == ("deal-number-order", i + 2)


def test_a_game_whose_first_line_is_missing() -> None:
    text = (SAMPLES / "rubber.whist").read_text("utf-8")
    for number in (2, 3):
        (line,) = re.findall(rf"(?m)^Game {number}.*\n", text)
        without = text.replace(line, "")
        assert said(without) == [("line-misplaced", "Rules: rubber")]


@pytest.mark.parametrize(
    ("winner", "tricks", "score", "found"),
    [
        # West won trick 2, and by the mark it is a trick of the same side.
        ("E", "NS 9, EW 4", "NS 5, EW 0", ["winner-wrong"]),
        ("E", "NS 10, EW 3", "NS 5, EW 0", ["winner-wrong", "trick-total"]),
        ("E", "NS 8, EW 5", "NS 4, EW 0", ["winner-wrong", "trick-total"]),
        ("E", "NS 9, EW 4", "NS 6, EW 0", ["winner-wrong", "running-score"]),
        # By the mark it is the trick of North and South: one more for them, never one fewer.
        ("S", "NS 9, EW 4", "NS 5, EW 0", ["winner-wrong"]),
        ("S", "NS 10, EW 3", "NS 6, EW 0", ["winner-wrong"]),
        ("S", "NS 8, EW 5", "NS 4, EW 0", ["winner-wrong", "trick-total"]),
        ("S", "NS 11, EW 2", "NS 7, EW 0", ["winner-wrong", "trick-total"]),
    ],
)
def test_a_wrong_winner_covers_only_the_figures_that_follow_from_it(
    winner: str, tricks: str, score: str, found: list[str]
) -> None:
    text = sample(
        "full-deal",
        ("Q♥  -> W", f"Q♥  -> {winner}"),
        ("Tricks: NS 9, EW 4", f"Tricks: {tricks}"),
        ("Score:  NS 5, EW 0", f"Score:  {score}"),
    )
    assert [d.name for d in check(text)] == found


@pytest.mark.parametrize("winner", "NS")
def test_two_wrong_winners_the_one_for_either_side(winner: str) -> None:
    """The players may have counted by the first and not by the second."""
    text = sample(
        "full-deal",
        ("Q♥  -> W", f"Q♥  -> {winner}"),
        ("5♣   -> S", "5♣   -> E"),
        ("Tricks: NS 9, EW 4", "Tricks: NS 10, EW 3"),
        ("Score:  NS 5, EW 0", "Score:  NS 6, EW 0"),
    )
    assert [d.name for d in check(text)] == ["winner-wrong"] * 2


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("♠ K J 6    ♥ A 9 7 2", "♠ K J 6    ♠ A 9 7 2"),
        ("♠ K J 6    ♥ A 9 7 2", "♥ K J 6    ♥ A 9 7 2"),
        ("♠ K J 6    ♥ A 9 7 2", "♠KJ6 ♠A972"),
        ("♦ 4    ♣ 7 2", "♣ 4    ♣ 7 2"),
    ],
)
def test_a_suit_that_is_named_twice_in_a_hand(right: str, wrong: str) -> None:
    """Which of the two is another suit cannot be told, so neither is held against the play."""
    assert [d.name for d in check(sample("full-deal", (right, wrong)))] == ["suit-repeated"]


@pytest.mark.parametrize("extra", ["", " 2♣"])
def test_a_card_written_twice_among_those_put_away(extra: str) -> None:
    line = next(x for x in sample("bid-uptown").splitlines() if x.startswith("Discards:"))
    text = sample("bid-uptown", (line, line.replace("2♠", "2♠ 2♠" + extra)))
    twice = ["discard-twice"] * (2 if extra else 1)
    assert [d.name for d in check(text)] == twice


@pytest.mark.parametrize(
    ("plays", "found"),
    [
        ("N: A♥  3♥  W:6♣  K♥", [("card-not-held", "6♣")]),
        ("N: A♥  3♥  N:6♣  K♥", [("card-not-held", "6♣")]),
        ("N: A♥  3♥  W:6♣  S:K♥", [("card-not-held", "6♣")]),
        ("N: A♥  3♥  S:6♣  W:K♥", []),
    ],
)
def test_a_seat_written_before_a_card_of_another(plays: str, found: list[tuple[str, str]]) -> None:
    """The hands tell who played it, but what the line says is not passed over."""
    assert said(sample("full-deal", ("N: A♥  3♥  6♣!  K♥", plays))) == found


@pytest.mark.parametrize("winner", ["W", "N"])
def test_a_deal_without_trumps_in_a_game_that_has_them(winner: str) -> None:
    """One trick is enough to tell that there were trumps, as by the rules there must be."""
    text = (
        f"Dealer: W\nTrump: none\n1. N: A♥ 3♥ 6♥ 2♠ -> {winner}\n2. {winner}: 3♣ 4♣\nUnfinished:\n"
    )
    assert [d.name for d in check(text)] == ["trump-none", "revoke-undecidable"]
