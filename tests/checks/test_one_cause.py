"""One slip of the pen, one finding: at its place, and nothing that only follows from it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.deals import edited, said

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
