"""Comments that pass findings over."""

from __future__ import annotations

import pytest

import whistlog

DEAL = """\
Deal 1{deal}
Dealer: W
Trump: 4S
1. N: AH 3H 6C KH{first}
2. N: 2H 10H 4H QH{second}
Unfinished:
"""
WHY = " (the book prints it so)"


def names(text: str) -> list[str]:
    found = [d.name for d in whistlog.check(text)]
    record, _ = whistlog.parse(text)
    assert [d.name for d in whistlog.check(record)] == found
    again = whistlog.format(record)
    assert sorted(d.name for d in whistlog.check(again)) == sorted(found), "formatting keeps it"
    return found


def deal(deal: str = "", first: str = "", second: str = "") -> str:
    return DEAL.format(deal=deal, first=first, second=second)


def test_without_a_comment() -> None:
    assert names(deal()) == ["revoke-inferred"]


@pytest.mark.parametrize(
    "text",
    [
        deal(first=f"  # whistlog: ignore revoke-inferred{WHY}"),
        deal(first=f"  # Whistlog:ignore REVOKE_INFERRED{WHY}"),
        deal(first=f"  # whistlog: ignore P410{WHY}"),
        deal(deal=f"  # whistlog: ignore revoke-inferred{WHY}"),
        f"# whistlog: ignore revoke-inferred{WHY}\n" + deal(),
        deal() + f"# whistlog: ignore revoke-inferred{WHY}\n",
        f"Event: Tuesday\n# whistlog: ignore revoke-inferred{WHY}\n\n" + deal(),
        f"Game 1 # whistlog: ignore revoke-inferred{WHY}\n" + deal(),
    ],
)
def test_passed_over(text: str) -> None:
    code = whistlog.diagnostics.entry("revoke-inferred").code
    assert names(text.replace("P410", code)) == []


def test_on_another_line_it_does_nothing() -> None:
    text = deal(second=f"  # whistlog: ignore revoke-inferred{WHY}")
    assert names(text) == ["revoke-inferred", "suppression-unused"]


def test_it_says_where_and_what() -> None:
    (found,) = (
        d
        for d in whistlog.check(deal(second=f" # whistlog: ignore winner-wrong{WHY}"))
        if d.name == "suppression-unused"
    )
    line = deal(second=f" # whistlog: ignore winner-wrong{WHY}").split("\n")[4]
    assert (found.span.line, found.span.end_column) == (5, len(line) + 1)
    assert line[found.span.column - 1 :].startswith("# whistlog")
    assert found.message == "There is no winner-wrong to pass over on this line."


def test_a_reason_is_needed() -> None:
    assert names(deal(first=" # whistlog: ignore revoke-inferred")) == ["suppression-reason"]
    assert names(deal(first=" # whistlog: ignore revoke-inferred ( )")) == ["suppression-reason"]


def test_an_unknown_name() -> None:
    text = deal(first=f" # whistlog: ignore revoke-infered{WHY}")
    assert names(text) == ["revoke-inferred", "suppression-unknown"]
    (found,) = (d for d in whistlog.check(text) if d.name == "suppression-unknown")
    assert "Did you mean “revoke-inferred”?" in found.message


def test_not_understood() -> None:
    assert names(deal(second=" # whistlog: look away")) == ["revoke-inferred", "suppression-syntax"]
    assert names(deal(second=" # whistlog is a program")) == ["revoke-inferred"]


def test_several_names_and_only_one_of_them_found() -> None:
    text = deal(first=f" # whistlog: ignore revoke-inferred, winner-wrong{WHY}")
    assert names(text) == ["suppression-unused"]


def test_a_whole_game_but_not_the_next() -> None:
    text = f"Event: x\n# whistlog: ignore revoke-inferred{WHY}\n\n{deal()}\nGame 2\n{deal()}"
    found = whistlog.check(text)
    assert [(d.name, d.game) for d in found] == [("revoke-inferred", 2)]
    unused = text.replace("revoke-inferred", "card-twice", 1)
    assert [d.name for d in whistlog.check(unused)] == [
        "suppression-unused",
        "revoke-inferred",
        "revoke-inferred",
    ]


def test_json_keeps_it() -> None:
    record, _ = whistlog.parse(deal(first=f"  # whistlog: ignore revoke-inferred{WHY}"))
    data = whistlog.to_json(record)
    assert [d.name for r in whistlog.api.check_json(data) for d in r.diagnostics] == []


def test_a_misprint_of_a_word_is_passed_over_but_not_a_line_that_is_lost() -> None:
    text = f"Dealer: W\nSourcee: Cavendish # whistlog: ignore keyword-unknown{WHY}\n"
    assert [d.name for d in whistlog.check(text)] == ["deal-short"] or not whistlog.check(text)
