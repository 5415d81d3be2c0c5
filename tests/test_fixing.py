"""Fixes: what is put right, and what is left alone."""

from __future__ import annotations

import io
import random
from pathlib import Path

import pytest

import whistlog
from tests.deals import CLEAN, NO_HANDS
from whistlog.fixing import fix_text

SAMPLES = Path(__file__).parent.parent / "samples"
RAW = sorted(p for p in (SAMPLES / "faulty").glob("*.whist") if ".fixed" not in p.name)


def names(text: str) -> list[str]:
    return [d.name for d in whistlog.check(text)]


def applied(text: str) -> tuple[str, list[str]]:
    fixed = fix_text(text)
    return fixed.text, [d.name for d in fixed.applied]


DEAL = """\
Dealer: W
Trump: 4S
1. N: AH 3H 6H KH{}
2. {} 2H 10H 4C QH
Unfinished:
"""


def test_a_wrong_winner_is_marked_rightly() -> None:
    text, found = applied(DEAL.format("  ->  E  # so", "N:"))
    assert text == DEAL.format("  ->  N  # so", "N:")
    assert found == ["winner-wrong"]


def test_a_winner_from_whom_the_play_went_on_is_left_alone() -> None:
    text = DEAL.format(" -> E", "E:")
    fixed = fix_text(text)
    assert (fixed.text, fixed.applied, fixed.refused) == (text, (), ())
    assert ("winner-wrong", None) in [(d.name, d.fix) for d in whistlog.check(text)]


@pytest.mark.parametrize("language", ["pt", "es", "ca", "fr"])
def test_the_letter_of_a_seat_is_that_of_the_language(language: str) -> None:
    deal = DEAL.format(" -> E", "W:").replace("N: AH", "W: AH").replace("Dealer: W", "Dealer: S")
    record, _ = whistlog.parse(deal)
    text = whistlog.format(record, language=language)
    found = fix_text(text)
    assert "winner-wrong" in [d.name for d in found.applied]
    assert "winner-wrong" not in names(found.text)


@pytest.mark.parametrize(
    ("change", "offered"),
    [
        (("", ""), True),
        # Who is written as the winner is the one who led on.
        (("2. S: 2♠", "2. E: 2♠"), False),
        # The turn-up is not the dealer's.
        (("Trump:  J♠", "Trump:  K♠"), False),
        # A card of the trick was dealt to another.
        (("6♣  7♣  Q♣  9♣", "6♣  7♣  Q♣  8♣"), False),
        # Two cards are turned up.
        (("Trump:  J♠", "Trump:  J♠\nTrump:  8♠"), False),
    ],
)
def test_a_mark_is_changed_only_if_nothing_else_may_be_wrong(
    change: tuple[str, str], offered: bool
) -> None:
    text = CLEAN.replace("9♣\n 2.", "9♣ -> E\n 2.").replace(*change)
    if not offered:
        assert all(d.fix is None for d in whistlog.check(text))
    else:
        assert applied(text) == (text.replace("-> E", "-> S"), ["winner-wrong"])


def test_a_total_is_changed_only_if_the_winners_are_written_and_nothing_else_is_wrong() -> None:
    total = "Tricks: NS 13, EW 0\n"
    open_end = NO_HANDS + total
    assert [(d.name, d.fix) for d in whistlog.check(open_end)] == [("trick-total", None)]
    marked = NO_HANDS.replace("10♥ 3♣  3♥", "10♥ 3♣  3♥ -> N") + total
    assert applied(marked)[1] == ["trick-total"]
    spoiled = marked.replace("Trump:  J♠", "Trump:  K♠")
    assert all(d.fix is None for d in whistlog.check(spoiled))


def test_figures_are_put_right_in_their_own_spelling() -> None:
    text, found = applied(
        "score :  ns 2,  EW 0\nDeal 1\nDealer: W\nTricks:NS 9 , ew 4\n"
        "points :EW  0,  ns  4  {late}  # why\nScore: ns 5,EW 0\n"
    )
    assert text.endswith("\npoints :EW  0,  ns  3  {late}  # why\nScore: ns 5,EW 0\n")
    assert found == ["points-wrong"]


def test_points_and_score() -> None:
    text, found = applied("Dealer: W\nTricks: NS 9, EW 4\nPoints: NS 2\nScore: NS 4, EW 0\n")
    assert text == "Dealer: W\nTricks: NS 9, EW 4\nPoints: NS 3\nScore: NS 3, EW 0\n"
    assert found == ["points-wrong", "running-score"]


def test_a_score_that_the_next_deals_follow_is_left_alone() -> None:
    text = (
        "Deal 1\nDealer: W\nTricks: NS 9, EW 4\nScore: NS 4, EW 0\n"
        "Deal 2\nDealer: N\nTricks: NS 6, EW 7\nScore: NS 4, EW 1\n"
    )
    fixed = fix_text(text)
    assert fixed.text == text
    assert [d.name for d in fixed.refused] == ["running-score"]


def test_a_colon_and_a_misspelt_word() -> None:
    text, found = applied("Dael 1\nDealer W\nTrikcs: NS 9, EW 4\n")
    assert text == "Deal 1\nDealer: W\nTricks: NS 9, EW 4\n"
    assert found == ["keyword-misspelt", "colon-missing", "keyword-unknown"]


def test_nothing_is_changed_in_a_record_that_is_not_understood() -> None:
    text = "Dealer W\nthe lamp went out and we had to play on in the dark\n"
    fixed = fix_text(text)
    assert (fixed.text, fixed.applied, fixed.understood) == (text, (), False)


def whole_deal() -> str:
    return (SAMPLES / "clean" / "canonical.whist").read_text(encoding="utf-8")


def test_the_suit_of_a_card_that_was_led() -> None:
    text = whole_deal()
    lines = text.split("\n")
    index = next(i for i, line in enumerate(lines) if line.startswith(" 1."))
    card = lines[index].split()[2]
    lines[index] = lines[index].replace(card, card[:-1], 1)
    broken = "\n".join(lines)
    assert "suit-missing" in names(broken)
    fixed, found = applied(broken)
    assert found == ["suit-missing"]
    assert whistlog.parse(fixed)[0] == whistlog.parse(text)[0]


def test_the_suit_is_not_guessed() -> None:
    text = "Dealer: W\nTrump: 4S\n1. N: A 3H 6H KH\nUnfinished:\n"
    fixed = fix_text(text)
    assert (fixed.text, fixed.understood) == (text, True) or not fixed.applied


@pytest.mark.parametrize("path", RAW, ids=[p.stem for p in RAW])
def test_no_fix_changes_a_card_or_brings_a_finding(path: Path) -> None:
    data = path.read_bytes()
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return
    if len(text) > 20_000:
        return
    before, _ = whistlog.parse(text)
    fixed = fix_text(text)
    after, _ = whistlog.parse(fixed.text)
    left = names(fixed.text)
    assert len(left) + len(fixed.applied) <= len(names(text))
    assert not set(left) - set(names(text))
    if not {"suit-missing", "cards-unknown"} & {d.name for d in fixed.applied}:
        assert cards(before) == cards(after)


def cards(record: whistlog.Record) -> list[tuple[str, ...]]:
    return [
        tuple(play.card.name for play in trick.plays)
        for game in record.games
        for deal in game.deals
        for trick in deal.tricks
    ]


def test_one_wrong_mark_or_figure_is_put_back() -> None:
    """One slip in a complete deal is found and undone, to the last blank."""
    text = whole_deal()
    lines = text.split("\n")
    rng = random.Random(7)
    marks = [i for i, line in enumerate(lines) if "-> " in line.partition("#")[0]]
    figures = [i for i, line in enumerate(lines) if line.startswith("Tricks:")]
    assert len(marks) > 9
    assert len(figures) == 1
    for i in marks + figures:
        changed = list(lines)
        if i in marks:
            head, _, mark = lines[i].partition("-> ")
            other = rng.choice([s for s in "NESW" if s != mark[0]])
            changed[i] = f"{head}-> {other}{mark[1:]}"
        else:
            changed[i] = "Tricks: NS 13, EW 0"
        fixed = fix_text("\n".join(changed)).text
        assert whistlog.parse(fixed)[0] == whistlog.parse(text)[0]


def test_a_finding_in_json_has_no_fix() -> None:
    record, _ = whistlog.parse("Dealer: W\nTricks: NS 9, EW 4\nPoints: NS 2\n")
    data = io.BytesIO(whistlog.to_json(record, validate=False).encode()).getvalue()
    found = [d for r in whistlog.api.check_json(data) for d in r.diagnostics]
    assert [(d.name, d.fix) for d in found] == [("points-wrong", None)]
