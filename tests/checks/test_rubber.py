"""Games and rubbers: what the record says that they are worth (D2-D4, F4)."""

from __future__ import annotations

from dataclasses import replace

import pytest

import whistlog
from whistlog import check
from whistlog.cards import SIDES
from whistlog.checks import DealScore
from whistlog.rules.profile import Profile, builtin

NS, EW = SIDES

WON = {
    "NS 1": "Game{n}\nRules: rubber\nScore: NS 4, EW 4\nTricks: NS 7, EW 6\n",
    "NS 2": "Game{n}\nRules: rubber\nScore: NS 4, EW 2\nTricks: NS 7, EW 6\n",
    "NS 3": "Game{n}\nRules: rubber\nTricks: NS 11, EW 2\n",
    "EW 1": "Game{n}\nRules: rubber\nScore: NS 3, EW 2\nTricks: NS 4, EW 9\n",
    "EW 2": "Game{n}\nRules: rubber\nScore: NS 1\nTricks: NS 2, EW 11\n",
    "EW 3": "Game{n}\nRules: rubber\nTricks: NS 2, EW 11\n",
}
"""A game of each value, begun at some score and decided by one deal."""


def games(*values: str, lines: str = "", header: str = "") -> str:
    """A file of games; lines are put behind the last one, a header into each."""
    texts = [WON[v].format(n=f" {n}") + f"Value: {v}\n" for n, v in enumerate(values, start=1)]
    if header:
        texts = [t.replace("Rules:", f"{header}\nRules:") for t in texts]
    return "\n".join(texts) + lines


def told(text: str, rules: Profile | None = None) -> list[str]:
    found = check(text, rules=rules)
    for d in found:
        sentences = [d.message, d.help, *(d.related_message(r) for r in d.related)]
        assert all("<" not in sentence for sentence in sentences), sentences
    return [d.name for d in found]


def scores(text: str, rules: Profile | None = None) -> list[DealScore]:
    record, faults = whistlog.parse(text)
    assert faults == ()
    return [d.score for game in whistlog.score(record, rules=rules) for d in game if d.score]


# -- games ---------------------------------------------------------------------------------


@pytest.mark.parametrize("value", WON)
def test_hof_53_the_value_of_a_game(value: str) -> None:
    assert told(games(value)) == []
    assert scores(games(value))[0].value == int(value[-1])
    side, number = value.split()
    for other in {1, 2, 3, 4} - {int(number)}:
        text = games(value).replace(f"Value: {value}", f"Value: {side} {other}")
        assert told(text) == ["game-value"]


def test_game_value_names_the_number_and_the_right_one() -> None:
    text = games("NS 2").replace("Value: NS 2", "Value: NS 3")
    (found,) = check(text)
    assert (found.span.line, found.span.column) == (5, 8)
    assert "worth NS 3, but it is worth NS 2, EW 0" in found.message
    assert told(games("NS 2").replace("Value: NS 2", "Value: EW 2")) == ["game-value"]
    assert told(games("NS 2").replace("Value: NS 2", "Value: NS 2, EW 0")) == []


def test_a_game_that_is_not_over_has_no_value() -> None:
    text = "Rules: rubber\nTricks: NS 8, EW 5\nValue: NS 1\n"
    assert told(text) == ["game-value"]
    assert scores(text)[0].value is None


def test_the_value_that_follows_from_a_wrong_score_is_accepted() -> None:
    text = "Rules: rubber\nScore: NS 4\nTricks: NS 7, EW 6\nScore: NS 5, EW 1\nValue: NS 2\n"
    assert told(text) == ["running-score"]


def test_the_american_game_is_worth_seven_less_the_score_of_the_losers() -> None:
    text = "Rules: american\nScore: NS 6, EW 4\nTricks: NS 9, EW 4\nScore: NS 9, EW 4\n"
    assert told(text + "Value: NS 3\n") == []
    assert told(text + "Value: NS 5\n") == ["game-value"]


@pytest.mark.parametrize(("losers", "value"), [(0, 2), (4, 2), (5, 1), (9, 1)])
def test_the_long_game_is_a_double_or_a_single(losers: int, value: int) -> None:
    rules = builtin("long-honours")
    text = f"Score: NS 9, EW {losers}\nTricks: NS 7, EW 6\nValue: NS {value}\n"
    assert told(text, rules) == []
    assert told(text, replace(rules, long_values="few-single")) == ["game-value"]


@pytest.mark.parametrize("line", ["Value: NS 3", "Rubber: NS 5"])
def test_rules_that_know_no_values(line: str) -> None:
    (found,) = check(f"Tricks: NS 11, EW 2\n{line}\n")
    assert (found.name, found.severity, found.span.line) == ("value-foreign", "warning", 2)


# -- rubbers -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("values", "points"),
    [
        (("NS 3", "NS 3"), "NS 8"),
        (("NS 1", "NS 1"), "NS 4"),
        (("EW 2", "EW 1"), "EW 5"),
        (("NS 1", "EW 3", "NS 1"), "NS 1"),
        (("EW 1", "NS 3", "NS 3"), "NS 7"),
        (("NS 2", "EW 2", "EW 3"), "EW 5"),
    ],
)
def test_hof_54_55_the_points_of_a_rubber(values: tuple[str, ...], points: str) -> None:
    side, number = points.split()
    assert told(games(*values, lines=f"Rubber: {points}\n")) == []
    assert told(games(*values)) == []
    last = scores(games(*values))[-1]
    assert last.rubber is not None
    assert last.rubber == ((int(number), 0) if side == "NS" else (0, int(number)))
    assert [s.rubber for s in scores(games(*values))[:-1]] == [None] * (len(values) - 1)
    for other in range(10):
        if other != int(number):
            text = games(*values, lines=f"Rubber: {side} {other}\n")
            assert told(text) == ["rubber-value"]


def test_rubber_value_is_blamed_at_its_number() -> None:
    (found,) = check(games("NS 1", "NS 1", lines="Rubber: NS 2\n"))
    assert (found.name, found.span.line, found.span.column) == ("rubber-value", 12, 9)
    assert "NS 4, EW 0" in found.message


def test_points_of_a_rubber_that_is_not_over() -> None:
    assert told(games("NS 2", lines="Rubber: NS 2\n")) == []
    assert told(games("NS 2", "EW 3", lines="Rubber: NS 2, EW 3\n")) == []
    (found,) = check(games("NS 2", "EW 3", lines="Rubber: NS 4\n"))
    assert found.name == "rubber-value"
    assert "so far" in found.message


def test_hof_46_third_game_needless() -> None:
    (found,) = check(games("NS 1", "NS 2", "EW 3"))
    assert (found.name, found.severity, found.span.line) == ("third-game-needless", "warning", 13)
    assert found.message.startswith("A third game begins here, but NS")
    # It is told once; what follows is another rubber.
    text = games("NS 1", "NS 2", "EW 3", "EW 3", "EW 3", lines="Rubber: EW 8\n")
    assert told(text) == ["third-game-needless"]


def test_after_a_rubber_of_three_games_another_begins() -> None:
    text = games("NS 1", "EW 2", "NS 3", "EW 1", "EW 1", lines="Rubber: EW 4\n")
    assert told(text) == []


def test_a_line_closes_a_rubber_of_two_games() -> None:
    text = games("NS 1", "NS 2", lines="Rubber: NS 5\n") + "\n" + games("EW 3", "EW 3")
    assert told(text + "Rubber: EW 8\n") == []


@pytest.mark.parametrize("tag", ["North: Eva", "Date: 2026-11-25", "Table: 4", "Event: B"])
def test_other_players_begin_another_rubber(tag: str) -> None:
    name = tag.split(":")[0]
    text = games("NS 1", "NS 2", header=f"{name}: A") + "\n" + games("EW 3", "EW 3", header=tag)
    assert told(text + "Rubber: EW 8\n") == []
    same = text.replace(tag, f"{name}: A")
    assert told(same) == ["third-game-needless"]


def test_other_rules_begin_another_rubber() -> None:
    text = games("NS 1") + "\nGame\nRules: long\nTricks: NS 7, EW 6\n\n" + games("NS 2")
    assert told(text + "Rubber: NS 2\n") == []


def test_a_game_that_nobody_won_leaves_the_rubber_open() -> None:
    unknown = "Game\nRules: rubber\nTricks: NS 7, EW 6\n\n"
    text = games("NS 1") + "\n" + unknown + games("NS 2", lines="Rubber: NS 5\n")
    assert told(text) == []
    assert [s.rubber for s in scores(text)] == [None, None, None]


def test_a_game_that_is_not_announced_belongs_to_the_rubber() -> None:
    """The record goes on with the next game without a line for it."""
    text = """\
Rules: rubber
Deal 1
Tricks: NS 11, EW 2
Score: NS 5, EW 0
Deal 2
Tricks: NS 11, EW 2
Score: NS 5, EW 0
Rubber: NS 8
"""
    assert told(text) == ["game-over-missed"]


def test_a_drawn_fixed_number_of_deals_has_no_value() -> None:
    rules = replace(builtin("rubber"), deals=2, target=None, value=None)
    text = "Tricks: NS 7, EW 6\n\nDeal 2\nTricks: NS 6, EW 7\nRubber: NS 2\n"
    assert told(text, rules) == ["rubber-value"]


def test_a_game_by_unknown_rules_leaves_the_rubber_open() -> None:
    text = games("NS 1", "EW 2", "NS 2", lines="Rubber: NS 3\n")
    assert told(text) == []
    for number in (1, 2, 3):
        parts = text.split("Rules: rubber")
        wrong = "Rules: rubber".join(parts[:number]) + "Rules: ruber"
        wrong += "Rules: rubber".join(parts[number:])
        assert told(wrong) == ["profile-unknown"]
