from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import pytest

import whistlog as library
from tests.cli.conftest import CLEAN, PLAYED, ROOT, Command
from whistlog.analysis import solver
from whistlog.notation.schema import validate
from whistlog.sentences.spoken import SPOKEN

native = pytest.mark.skipif(not solver.available(), reason="no native solver")

HAND_VI = ROOT / "samples" / "historical" / "cavendish-06.whist"
HAND_VII = ROOT / "samples" / "historical" / "cavendish-07.whist"


def test_a_call_is_told_at_both_cards(whistlog: Command) -> None:
    status, out, err = whistlog("annotate", "--no-analysis", HAND_VI)
    assert (status, err) == (0, "")
    assert "     · B 6♥: Begins a call for trumps: 6♥ now, 5♥ later. [P01]\n" in out
    assert "     + B 5♥: 5♥ after 6♥ is a call for trumps, from 4 of them. [P01]\n" in out
    assert "Judged by the school of Cavendish." in out
    assert "YZ save it with 3 tricks" in out
    assert "YZ had saved the game with trick 5." in out
    assert "cost" not in out.lower()


def test_a_departure_shows_the_hand(whistlog: Command) -> None:
    out = whistlog("annotate", "--no-analysis", HAND_VII).out
    _, _, rest = out.partition("     - Z Q♠: ")
    assert "[L01]" in rest.splitlines()[0]
    assert rest.splitlines()[1].strip() == "In hand: ♠ Q  ♥ A Q 6 5 4  ♦ J 6 5 3  ♣ 9 8."


def test_cards_that_a_rule_leaves_open_are_alternatives(whistlog: Command) -> None:
    """The ace or the fourth-best may be led; the two cards of a tenace stand together."""
    notes = ROOT / "samples" / "notes"
    out = whistlog("annotate", "--no-analysis", notes / "L17-fires.whist").out
    assert "the table of leads names A♣ or 6♣. [L02]" in out
    out = whistlog("annotate", "--no-analysis", notes / "C06-fires.whist").out
    assert "the lead is to come up to Q♥ and 10♥. [C06]" in out


def test_the_card_that_goes_up_is_named(whistlog: Command) -> None:
    """From ace and king it is the king that takes the honour."""
    path = ROOT / "samples" / "notes" / "L20-fires.whist"
    out = whistlog("annotate", "--no-analysis", "--all", path).out
    assert "     + W K♦: K♦ goes up on J♦. [S03]\n" in out


@native
def test_a_departure_that_cost_nothing_is_said_to_have_cost_nothing(whistlog: Command) -> None:
    out = whistlog("annotate", "--no-expected", HAND_VII).out
    line = next(line for line in out.splitlines() if line.startswith("     - Z Q♠: "))
    # Nobody has asked what was to be expected.
    assert line.endswith("[L01] It cost nothing as the cards lay.")
    out = whistlog("annotate", "--samples", "20", HAND_VII).out
    line = next(line for line in out.splitlines() if line.startswith("     - Z Q♠: "))
    assert line.endswith("[L01] It cost nothing.")


@native
def test_of_goals_at_one_trick_the_one_that_says_most_is_told(whistlog: Command) -> None:
    """At this score the seventh trick is the odd trick and wins the game for one side, and saves
    it for the other."""
    out = whistlog("annotate", "--no-expected", HAND_VII).out
    line = next(line for line in out.splitlines() if line.startswith("  trick 8, A J♠: "))
    assert line.endswith("Worth 2 points. The game could have been saved.")
    decided = [line for line in out.splitlines() if line.endswith("with trick 10.")]
    assert decided == ["YZ had the game with trick 10."]


@native
def test_costs_are_those_of_the_analysis(whistlog: Command) -> None:
    (deal,) = json.loads(whistlog("annotate", "--no-expected", "-f", "json", HAND_VII).out)["deals"]
    (analysed,) = json.loads(whistlog("analyse", "-f", "json", HAND_VII).out)["deals"]
    costs = {(c["trick"], c["seat"]): c["cost"] for c in deal["costs"]}
    assert costs == {(p["trick"], p["seat"]): p["cost"] for p in analysed["plays"] if p["cost"]}
    for note in deal["notes"]:
        assert note["cost"] == costs.get((note["trick"], note["seat"]), 0)
        assert note["loss"] is None
    for seat, player in deal["players"].items():
        assert player["cost"] == analysed["costs"]["players"][seat]
    swing = next(c for c in deal["costs"] if c["trick"] == 8)
    assert swing["points"] == 2
    assert {goal["kind"] for goal in swing["goals"]} == {"odd", "save"}
    assert {"trick": 8, "seat": "N", "card": "J♠"} in deal["key_plays"]


@native
def test_expected_losses_are_joined(whistlog: Command) -> None:
    Path("a.whist").write_text(PLAYED)
    options = ("--expected", "--samples", "20", "-f", "json")
    (deal,) = json.loads(whistlog("annotate", *options, "a.whist").out)["deals"]
    (analysed,) = json.loads(whistlog("analyse", *options, "a.whist").out)["deals"]
    reported = {
        (p["trick"], p["seat"]): p["expected"]["reported"]
        for p in analysed["plays"]
        if p["expected"]
    }
    for cost in deal["costs"]:
        assert cost["loss"] == pytest.approx(reported[cost["trick"], cost["seat"]], abs=0.001)
    for note in deal["notes"]:
        if note["verdict"] == "departs" and note["cost"] == 0 and note["loss"] == 0:
            assert note["severity"] == 0
    # What cost nothing as the cards lay did not decide the deal.
    costs = {(c["trick"], c["seat"]): c["cost"] for c in deal["costs"]}
    assert deal["key_plays"]
    assert all(costs[play["trick"], play["seat"]] > 0 for play in deal["key_plays"])
    text = whistlog("annotate", "--expected", "--samples", "20", "a.whist").out
    assert "Expected loss:" in text


def test_json_follows_its_schema(whistlog: Command) -> None:
    document = json.loads(whistlog("annotate", "--no-analysis", "-f", "json", HAND_VI.parent).out)
    assert validate(document, "notes") == ()
    assert len(document["deals"]) == 21


def test_a_summary_counts_the_players_over_all_deals(whistlog: Command) -> None:
    folder = HAND_VI.parent
    status, out, err = whistlog("annotate", "--summary", "--no-analysis", folder)
    assert (status, err) == (0, "")
    assert out.startswith("21 deals looked at.\n")
    assert re.search(r"^  T01 +third-hand-high +\d+ / \d+ +\d+ % +100 %$", out, re.M)
    document = json.loads(
        whistlog("annotate", "--summary", "--no-analysis", "-f", "json", folder).out
    )
    assert validate(document, "notes") == ()
    deals = json.loads(whistlog("annotate", "--no-analysis", "-f", "json", folder).out)["deals"]
    followed = sum(d["players"][s]["followed"].get("G02", 0) for d in deals for s in "NESW")
    counted = sum(
        o["followed"]
        for p in document["totals"]["players"]
        for o in p["observations"]
        if o["code"] == "G02"
    )
    assert counted == followed > 50


@native
def test_a_summary_has_costs_with_their_uncertainty(whistlog: Command) -> None:
    out = whistlog("annotate", "--summary", "-f", "json", HAND_VI, HAND_VII).out
    players = {p["name"]: p for p in json.loads(out)["totals"]["players"]}
    analysed = [
        json.loads(whistlog("analyse", "-f", "json", path).out)["deals"][0]["costs"]["players"]
        for path in (HAND_VI, HAND_VII)
    ]
    costs = [one["N"] for one in analysed]
    mean = sum(costs) / 2
    error = (sum((c - mean) ** 2 for c in costs) / 2) ** 0.5
    assert players["A"]["cost"] == {
        "n": 2,
        "weighed": 18,
        "played": 18,
        "mean": mean,
        "error": pytest.approx(error, abs=1e-4),
    }
    assert players["A"]["loss"] is None


def test_a_summary_says_what_its_costs_rest_on(
    whistlog: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    blind = Path("blind.whist")
    blind.write_text(re.sub(r"(?m)^[AYBZ]: ♠.*\n", "", HAND_VI.read_text("utf-8")), "utf-8")
    if solver.available():
        out = whistlog("annotate", "--summary", HAND_VI, HAND_VII).out
        assert re.search(r"^A: 2 deals; cost \d.* cards lay$", out, re.M)
        assert "known of" not in out
        out = whistlog("annotate", "--summary", HAND_VI, blind).out
        assert "(known of 1 / 2 deals, 8 / 8 cards)" in out
    # Without it the last tricks are weighed, and no card of a deal whose hands are not known.
    monkeypatch.setattr(solver, "available", lambda: False)
    arguments = ("annotate", "--summary", HAND_VII, blind)
    out = whistlog(*arguments).out
    totals = json.loads(whistlog(*arguments, "-f", "json").out)
    assert validate(totals, "notes") == ()
    totals = totals["totals"]
    assert (totals["analysed"], totals["deals"]) == (1, 2)
    assert f"\nCosts are known of {totals['analysed']} of them.\n" in out
    for player in totals["players"]:
        cost = player["cost"]
        assert cost["weighed"] < cost["played"]
        assert (
            f"(known of {cost['n']} / {player['deals']} deals, "
            f"{cost['weighed']} / {cost['played']} cards)" in out
        )
    # Nothing is said of costs that nobody asked for.
    out = whistlog("annotate", "--summary", "--no-analysis", HAND_VI, blind).out
    assert "known of" not in out


@native
def test_departures_that_cost_nothing_are_told_apart(whistlog: Command) -> None:
    options = ("--samples", "20", "--jobs", "1")
    text = whistlog("annotate", *options, HAND_VII).out
    assert "departed at no cost from" in text
    (deal,) = json.loads(whistlog("annotate", *options, "-f", "json", HAND_VII).out)["deals"]
    told = text.partition("The players:\n")[2]
    for seat, player in deal["players"].items():
        notes = [
            note
            for note in deal["notes"]
            if note["seat"] == seat and note["verdict"] == "departs" and not note["explained"]
        ]
        free = Counter(note["code"] for note in notes if not note["severity"])
        assert player["harmless"] == free
        assert player["departed"] == Counter(note["code"] for note in notes)
    for player, own in zip(
        deal["players"].values(), re.split(r"^  [AYBZ]: ", told, flags=re.M)[1:]
    ):
        faults = re.search(r"departed from (.*)", own)
        listed = set(re.findall(r"[A-Z]\d\d", faults[1])) if faults else set()
        departed, free = player["departed"], player["harmless"]
        assert listed == {code for code, n in departed.items() if n > free.get(code, 0)}
        harmless = re.search(r"departed at no cost from (.*)", own)
        assert set(re.findall(r"[A-Z]\d\d", harmless[1]) if harmless else ()) <= set(free)


def test_everything_shows_the_routine(whistlog: Command) -> None:
    short = whistlog("annotate", "--no-analysis", HAND_VI).out
    long = whistlog("annotate", "--no-analysis", "--all", HAND_VI).out
    assert "[G02]" in long
    assert "[G02]" not in short
    assert len(long) > len(short)


def test_the_school_is_named_and_judges(whistlog: Command) -> None:
    american = whistlog("annotate", "--no-analysis", "--all", "--school", "american", HAND_VI).out
    assert "Judged by American leads." in american
    assert "[L03]" in american
    assert "[L03]" not in whistlog("annotate", "--no-analysis", "--all", HAND_VI).out


@pytest.mark.parametrize("language", SPOKEN)
def test_every_language_has_the_frame(whistlog: Command, language: str) -> None:
    status, out, _ = whistlog("--messages", language, "annotate", "--no-analysis", HAND_VI)
    assert status == 0
    assert "P01" in out
    assert "<" not in out
    if language != "en":
        assert "Judged by" not in out


def test_writing_twice_changes_nothing_and_clearing_restores(whistlog: Command) -> None:
    before = HAND_VI.read_bytes()
    Path("a.whist").write_bytes(before)
    assert whistlog("annotate", "-w", "--no-analysis", "a.whist").status == 0
    once = Path("a.whist").read_bytes()
    assert "5♥ {whistlog: 5♥ after 6♥ is a call" in once.decode()
    assert whistlog("annotate", "-w", "--no-analysis", "a.whist").status == 0
    assert Path("a.whist").read_bytes() == once
    assert whistlog("check", "a.whist").status == 0
    assert whistlog("fmt", "--check", "a.whist").status == 0
    assert whistlog("annotate", "--clear", "a.whist").status == 0
    assert Path("a.whist").read_bytes() == before


def test_hands_that_are_not_known_give_no_notes_and_no_fault(whistlog: Command) -> None:
    Path("a.whist").write_text(CLEAN)
    status, out, err = whistlog("annotate", "a.whist")
    assert (status, err) == (0, "")
    assert "Deal 2" in out


@pytest.mark.parametrize(
    "options",
    [
        ("--expected", "--no-analysis"),
        ("--seed", "1", "--no-expected"),
        ("--write", "--summary"),
        ("--write", "-f", "json"),
        ("--school", "clay"),
    ],
)
def test_options_that_exclude_each_other(whistlog: Command, options: tuple[str, ...]) -> None:
    Path("a.whist").write_text(CLEAN)
    status, out, err = whistlog("annotate", *options, "a.whist")
    assert (status, out) == (2, "")
    assert "Error" in err or err.startswith("whistlog: ")


def test_what_is_not_there_is_said(whistlog: Command) -> None:
    Path("a.whist").write_text(CLEAN)
    assert whistlog("annotate", "-d", "9", "a.whist")[0::2] == (
        2,
        "whistlog: there is no deal 9 in a.whist.\n",
    )
    assert whistlog("annotate", "nowhere.whist").status == 2
    Path("e.whist").write_text("# nothing\n")
    assert whistlog("annotate", "e.whist")[0::2] == (1, "whistlog: there is no deal in e.whist.\n")


def test_the_library_says_the_same(whistlog: Command) -> None:
    record, _ = library.read(HAND_VI)
    [[review]] = library.annotate(record)
    (deal,) = json.loads(whistlog("annotate", "--no-analysis", "-f", "json", HAND_VI).out)["deals"]
    assert [(n.code, n.verdict, n.moment.trick) for n in review.notes] == [
        (n["code"], n["verdict"], n["trick"]) for n in deal["notes"]
    ]
    with pytest.raises(ValueError, match="there is no school “clay”"):
        library.annotate(record, school="clay")


@native
def test_what_the_analysis_could_not_do_is_said(whistlog: Command) -> None:
    """Else a cost that was not worked out would look like none."""
    limited = ("annotate", "--time-limit", "0.001", "--deal", "1", HAND_VII)
    out = whistlog(*limited).out
    assert "  ! The time was up" in out
    (deal,) = json.loads(whistlog(*limited, "-f", "json").out)["deals"]
    assert [remark["name"] for remark in deal["remarks"]] == ["time-limit"]


def test_why_there_are_no_costs(whistlog: Command) -> None:
    """Not all hands of this deal are known."""
    path = ROOT / "samples" / "clean" / "two-hands.whist"
    (deal,) = json.loads(whistlog("annotate", "--no-expected", "-f", "json", path).out)["deals"]
    names = [remark["name"] for remark in deal["remarks"]]
    assert names == ["hands-unknown"]
    assert "  ! The hand" in whistlog("annotate", "--no-expected", path).out
    assert "  ! " not in whistlog("annotate", "--no-analysis", path).out


def test_what_is_at_stake_is_divided_as_the_language_does(whistlog: Command) -> None:
    out = whistlog("--messages", "fr", "annotate", "--no-analysis", HAND_VII).out
    line = next(line for line in out.splitlines() if line.startswith("En jeu"))
    assert line.count("\N{NO-BREAK SPACE}; ") == line.count(";") == 3
