"""Drives: every player's total, whoever the partner."""

from __future__ import annotations

import io
import random

import pytest

import whistlog
from whistlog.api import check_stream
from whistlog.contest import Contest
from whistlog.contest.drive import Drive, rank
from whistlog.fixing import fix_text

TRUMPS = "♥♣♦♠"


def evening(deals: int = 8, seed: int = 1) -> tuple[list[str], dict[str, int]]:
    """The records of two tables at which eight players change partners, and the totals."""
    rng = random.Random(seed)
    players = ["Ana", "Bruno", "Carla Dias", "Davi", "Eva", "Gil", "Inês", "João"]
    totals = dict.fromkeys(players, 0)
    texts = [f"Event: Harvest drive\nRules: drive\nTable: {t}\n" for t in (1, 2)]
    for deal in range(1, deals + 1):
        rng.shuffle(players)
        for t in (0, 1):
            seated = players[4 * t : 4 * t + 4]
            ns = rng.randrange(14)
            for i, name in enumerate(seated):
                totals[name] += 13 - ns if i % 2 else ns
            names = zip(("North", "East", "South", "West"), seated)
            texts[t] += f"\nDeal {deal}\n" + "".join(f"{k}: {v}\n" for k, v in names)
            texts[t] += f"Dealer: {rng.choice('NESW')}\nTrump: {TRUMPS[(deal - 1) % 4]}\n"
            texts[t] += f"Tricks: NS {ns}, EW {13 - ns}\n"
            texts[t] += "Totals: " + ", ".join(f"{n} {totals[n]}" for n in seated) + "\n"
    return texts, totals


def read(*texts: str) -> tuple[Contest, list[whistlog.Diagnostic]]:
    contest = Contest()
    found = []
    for i, text in enumerate(texts):
        for report in check_stream(io.BytesIO(text.encode()), path=f"{i}.whist", contest=contest):
            found += report.diagnostics
    return contest, [*found, *contest.findings()]


def ranking(*texts: str) -> Drive:
    (drive,) = rank(read(*texts)[0].results)
    return drive


@pytest.mark.parametrize("seed", range(5))
def test_an_evening_with_changing_partners(seed: int) -> None:
    texts, totals = evening(24, seed)
    assert read(*texts)[1] == []
    drive = ranking(*texts)
    assert {p.name: p.tricks for p in drive.players} == totals
    assert sum(totals.values()) == 24 * 2 * 26
    assert drive.finished
    tricks = [p.tricks for p in drive.players]
    assert tricks == sorted(tricks, reverse=True)
    for p in drive.players:
        assert p.rank == 1 + sum(n > p.tricks for n in tricks)
        assert p.tied == (tricks.count(p.tricks) > 1)


def test_a_drive_that_is_not_over() -> None:
    assert not ranking(*evening(8)[0]).finished


def test_a_wrong_total_is_found_at_its_number() -> None:
    texts, _ = evening(4)
    lines = texts[1].split("\n")
    index = next(i for i, line in enumerate(lines) if line.startswith("Totals"))
    name, number = lines[index].partition(": ")[2].split(",")[1].strip().rsplit(" ", 1)
    lines[index] = lines[index].replace(f"{name} {number}", f"{name} {int(number) + 1}")
    (found,) = read(texts[0], "\n".join(lines))[1]
    assert (found.name, found.path, found.span.line) == ("drive-total", "1.whist", index + 1)
    marked = lines[index][found.span.column - 1 : found.span.end_column - 1]
    assert marked == str(int(number) + 1)
    assert (found.args["player"], found.args["expected"]) == (name, int(number))


ONE_TABLE = """\
Rules: drive
North: Ana
East: Bruno
South: Carla
West: Davi
Totals: Ana 8, Carla 8

Deal 1
Trump: ♥
Tricks: NS 8, EW 5
Totals: Bruno 5, Carla 9
"""


def test_totals_that_cannot_be_checked() -> None:
    """The header's totals are those of the whole evening, of which there is one deal."""
    found = whistlog.check(ONE_TABLE)
    assert [(d.name, d.args["player"]) for d in found] == [
        ("drive-total-undecided", "Ana, Carla"),
        ("drive-total", "Carla"),
    ]


def test_a_wrong_total_can_be_fixed() -> None:
    fixed = fix_text(ONE_TABLE)
    assert [d.name for d in fixed.applied] == ["drive-total"]
    assert fixed.text == ONE_TABLE.replace("Carla 9", "Carla 8")


def test_a_name_that_nobody_has() -> None:
    text = ONE_TABLE.replace("Bruno 5", "Bruna 5").replace("Carla 9", "Carla 8")
    assert [str(d.args["why"]) for d in whistlog.check(text)] == [
        "deals 2, 3, 4, 5 and more are missing",
        "no deal names this player",
    ]
    short = ONE_TABLE.replace("Totals: Ana 8, Carla 8\n", "").replace("EW 5", "EW 4")
    (fault, remark) = whistlog.check(short)
    assert (fault.name, str(remark.args["why"])) == ("trick-total-sum", "deal 1 can't be counted")


def test_nobody_plays_a_deal_at_two_tables() -> None:
    event = "Event: Winter drive\n"
    one = ONE_TABLE.replace("Totals: Ana 8, Carla 8\n", event).partition("Totals")[0]
    other = one.replace("Ana", "Eva").replace("Carla", "Fay").replace("Davi", "Gil")
    for texts in ([f"{one}\nGame 2\n{other}"], [one, other]):
        assert [(d.name, d.args["player"]) for d in read(*texts)[1]] == [
            ("player-two-tables", "Bruno")
        ]
    assert read(one, other.replace("Bruno", "Bruno D."))[1] == []
    assert read(one, other.replace("Deal 1", "Deal 2").replace("♥", "♣"))[1] == []
    assert read(one, other.replace("Winter", "Spring"))[1] == []
    assert read(one.replace(event, ""), other.replace(event, ""))[1] == []


def test_the_wrong_trump_in_the_rotation() -> None:
    found = whistlog.check(ONE_TABLE.replace("Trump: ♥", "Trump: ♠"))
    assert "trump-rotation" in [d.name for d in found]


def test_the_dealer_is_free_where_players_change_tables() -> None:
    texts, _ = evening(8)
    assert "dealer-rotation" not in [d.name for d in read(*texts)[1]]


def test_totals_survive_formatting_and_json() -> None:
    for language in ("en", "pt", "es", "ca", "fr"):
        record, _ = whistlog.parse(evening(2)[0][0])
        text = whistlog.format(record, language=language)
        again, faults = whistlog.parse(text)
        assert faults == ()
        assert again.games[0].deals == record.games[0].deals
    assert whistlog.from_json(whistlog.to_json(record)) == (record, ())


@pytest.mark.parametrize("wrong", ["Ana", "Ana 1e3", "Ana 999999999999", "7", "Ana -3", "Ana ½"])
def test_what_is_no_total_is_not_passed_over(wrong: str) -> None:
    text = evening(1)[0][0]
    text = text[: text.index("Totals:")] + f"Totals: {wrong}, Zoe 7\n"
    found = [d for d in read(text)[1] if d.name == "drive-total-syntax"]
    assert [(d.args["text"], d.span.column, d.span.end_column) for d in found] == [
        (wrong, 9, 9 + len(wrong))
    ]
