"""Records in which something is missing are checked as far as they go, and say how far."""

from __future__ import annotations

from pathlib import Path

import pytest

import whistlog

SAMPLE = Path(__file__).parents[2] / "samples" / "clean" / "full-deal.whist"
LINES = [line.partition("#")[0].rstrip() for line in SAMPLE.read_text("utf-8").split("\n")]
DEALER = next(line for line in LINES if line.startswith("Dealer"))
TRUMP = next(line for line in LINES if line.startswith("Trump"))
HANDS = [line for line in LINES if line[:3] in ("N: ", "E: ", "S: ", "W: ")]
TRICKS = [line for line in LINES if line.lstrip()[:1].isdigit()]
RESULTS = ["Tricks: NS 9, EW 4", "Points: NS 3", "Score: NS 3, EW 0"]


def names(*lines: str | list[str]) -> list[str]:
    flat = [line for part in lines for line in ([part] if isinstance(part, str) else part)]
    return [d.name for d in whistlog.check("\n".join(flat) + "\n")]


def with_card(trick: int, place: int, card: str) -> list[str]:
    """The tricks with one card written otherwise."""
    words = TRICKS[trick - 1].split()
    cards = [i for i, word in enumerate(words) if set(word) & set("♠♥♦♣")]
    words[cards[place]] = card
    return [*TRICKS[: trick - 1], " ".join(words), *TRICKS[trick:]]


def test_the_sample_is_whole() -> None:
    assert (len(HANDS), len(TRICKS)) == (4, 13)
    assert names(DEALER, TRUMP, HANDS, TRICKS, RESULTS) == []


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        ([DEALER, TRUMP, *TRICKS], []),
        ([DEALER, TRUMP, HANDS[0], HANDS[2], *TRICKS], []),
        ([DEALER, TRUMP, HANDS[1], *TRICKS], []),
        ([DEALER, TRUMP, *HANDS], []),
        ([TRUMP, *HANDS, *TRICKS], []),
        ([DEALER, *HANDS, *TRICKS], ["trump-missing"]),
        (TRICKS, ["trump-missing"]),
        ([DEALER, "Trump: ♠", *HANDS, *TRICKS], ["turnup-missing"]),
        ([DEALER, *RESULTS], []),
        ([DEALER, RESULTS[0]], []),
        ([DEALER, "Tricks: NS 9"], []),
        (["Deal 1", RESULTS[2]], ["score-undecided"]),
        ([DEALER], []),
        (["Deal 1"], []),
    ],
)
def test_what_is_missing_is_no_error(lines: list[str], found: list[str]) -> None:
    assert names(lines) == found
    assert not [d for d in whistlog.check("\n".join(lines)) if d.severity == "error"]


@pytest.mark.parametrize("place", range(4))
@pytest.mark.parametrize("trick", range(1, 14))
@pytest.mark.parametrize("hands", [HANDS, []])
def test_a_card_that_was_not_recorded(trick: int, place: int, hands: list[str]) -> None:
    found = names(DEALER, TRUMP, hands, with_card(trick, place, "-"), RESULTS)
    assert set(found) <= {"revoke-undecidable", "winner-undecidable"}


def test_that_a_card_is_missing_is_said_wherever_something_hangs_on_it() -> None:
    silent = [
        (trick, place)
        for trick in range(1, 14)
        for place in range(4)
        if not names(DEALER, TRUMP, with_card(trick, place, "-"))
    ]
    # North did not show out before and took this trick, as it is written.
    assert silent == [(11, 2)]


def test_a_low_card_follows_suit_and_loses() -> None:
    led = next(w[-1] for w in TRICKS[0].split() if set(w) & set("♠♥♦♣"))
    found = names(DEALER, TRUMP, HANDS, with_card(1, 1, f"x{led}"), RESULTS)
    assert found == []
    found = names(DEALER, TRUMP, with_card(1, 1, f"x{led}"), RESULTS)
    assert found == ["revoke-undecidable"]


@pytest.mark.parametrize("hands", [HANDS, []])
def test_tricks_missing_in_the_middle(hands: list[str]) -> None:
    some = [*TRICKS[:5], *TRICKS[8:]]
    found = names(DEALER, TRUMP, hands, some, RESULTS)
    assert found == (["tricks-left-out"] if hands else ["revoke-undecidable", "tricks-left-out"])
    # What can be told is told: a side can't have fewer tricks than it is seen to win.
    assert "trick-total-short" in names(DEALER, TRUMP, hands, some, "Tricks: NS 0, EW 13")


def test_a_trick_known_only_by_its_winner() -> None:
    unknown = [f"{i}. {'' if i > 1 else 'N: '}- - - - -> N" for i in range(1, 14)]
    assert names(DEALER, TRUMP, unknown, "Tricks: NS 13, EW 0") == ["winner-undecidable"]
    assert "trick-total" in names(DEALER, TRUMP, unknown, "Tricks: NS 12, EW 1")


@pytest.mark.parametrize("played", range(1, 13))
def test_a_deal_broken_off(played: int) -> None:
    some = TRICKS[:played]
    assert set(names(DEALER, TRUMP, some, "Unfinished: dinner")) <= {"revoke-undecidable"}
    assert names(DEALER, TRUMP, HANDS, some, "Unfinished: dinner") == []
    assert "deal-short" in names(DEALER, TRUMP, some)
    half = " ".join(TRICKS[played].partition("->")[0].split()[:4])
    assert set(names(DEALER, TRUMP, some, half, "Unfinished:")) <= {"revoke-undecidable"}
    assert "trick-size" in names(DEALER, TRUMP, some, half, TRICKS[played:])


def test_errors_are_found_beside_what_is_missing() -> None:
    """One card is not recorded, and another trick has the wrong winner."""
    lines = with_card(13, 1, "-")
    head, _, winner = lines[1].partition("-> ")
    other = "E" if winner != "E" else "S"
    lines[1] = f"{head}-> {other}"
    assert "winner-wrong" in names(DEALER, TRUMP, HANDS, lines)


def test_strict_says_what_could_not_be_decided(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from whistlog.cli.check import run

    path = tmp_path / "game.whist"
    lines = [DEALER, TRUMP, *with_card(13, 0, "-")]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert run([str(path)], strict=True, format="concise") == 0
    out = capsys.readouterr().out
    assert "winner-undecidable" in out
    assert "revoke-undecidable" in out


@pytest.mark.parametrize(
    "lines",
    [
        [DEALER, TRUMP, with_card(1, 1, "Z♥")],
        [DEALER, TRUMP, HANDS, with_card(2, 3, "11♥"), RESULTS],
        [DEALER, TRUMP, HANDS[0].replace("♥ A", "♥ Z"), HANDS[1:], TRICKS, RESULTS],
        [DEALER, TRUMP, HANDS[0].replace("♦ A", "Y A")],
        [DEALER, TRUMP, "N: KJ6.A9Z2.AQ5.T84"],
    ],
)
def test_a_card_that_cannot_be_read_has_no_companions(lines: list[str | list[str]]) -> None:
    assert names(*lines) == ["card-syntax"]
