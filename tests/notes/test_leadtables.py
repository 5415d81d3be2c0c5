"""The tables of leads: what the books say, and that a table leaves no holding without a lead."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from whistlog.cards import RANK_NAMES
from whistlog.notes import leadtables
from whistlog.notes.leadtables import Leads, lead_set, second_set, tables
from whistlog.notes.registry import SCHOOLS


def held(names: str) -> int:
    """Mask of ranks by their names, for example ``A K 10 2``."""
    return sum(1 << RANK_NAMES.index(name) for name in names.split())


def spelled(bits: int) -> str:
    """The names of a mask of ranks, the highest first."""
    return " ".join(RANK_NAMES[rank] for rank in range(12, -1, -1) if bits >> rank & 1)


def led(holding: str, school: str = "cavendish", **options: object) -> str:
    """The cards that a table names."""
    return spelled(lead_set(held(holding), school, **options).named)  # type: ignore[arg-type]


def then(holding: str, first: str, school: str = "cavendish", trump: bool = False) -> str:
    """The cards that a table names for the second lead."""
    return spelled(second_set(held(holding), RANK_NAMES.index(first), school, trump).named)


@pytest.mark.parametrize(
    ("holding", "plain", "trumps"),
    [
        ("A K Q J", "K", "J"),
        ("A K Q 5", "K", "Q"),
        ("A K J 5 2", "K", "K"),
        ("A K 7 5 2", "K", "5"),
        ("A K 9 7 5 3 2", "K", "K"),
        ("A Q J 10", "A", "A"),
        ("A Q J 3", "A", "A"),
        ("A 9 7 5 2", "A 5", "5"),
        ("A 9 7 6 5 3 2", "A 6", "A"),
        ("A 7 5 2", "2", "2"),
        ("K Q J 10", "10", "10"),
        ("K Q J 2", "K", "K"),
        ("K Q J 3 2", "J", "J"),
        ("K Q 10 3", "K", "K"),
        ("K Q 9 7 3", "K", "7"),
        ("K J 10 9", "9", "9"),
        ("K J 10 6 2", "10 6", "10 6"),
        ("K 9 7 4 2", "4", "4"),
        ("Q J 10 9", "Q", "Q"),
        ("Q J 7 5 2", "5", "5"),
        ("J 10 9 8", "J 8", "8"),
        ("10 8 6 4 2", "4", "4"),
        ("A K", "A", "A"),
        ("A K 4", "K", "K"),
        ("Q J 4", "Q", "Q"),
        ("K 7 4", "4", "4"),
        ("J 7 4", "J", "J"),
        ("9 4", "9", "9"),
    ],
)
def test_cavendish(holding: str, plain: str, trumps: str) -> None:
    assert (led(holding), led(holding, trump=True)) == (plain, trumps)


@pytest.mark.parametrize(
    ("holding", "hoyle", "american"),
    [
        ("A K Q J", "K", "K"),
        ("A K Q J 4", "K", "J"),
        ("A K 7 4", "K", "K"),
        ("A K 7 4 2", "K", "A"),
        ("K Q 7 4", "K", "K"),
        ("K Q 7 4 2", "K", "Q"),
        ("K J 10 4", "10 4", "10 4"),
        ("Q J 10 4", "Q", "Q 10"),
        ("K 9 7 4 2", "4 2", "4"),
        ("A 7 5 2", "2", "2"),
    ],
)
def test_other_schools(holding: str, hoyle: str, american: str) -> None:
    assert (led(holding, "hoyle"), led(holding, "american")) == (hoyle, american)


@pytest.mark.parametrize(
    ("holding", "turned", "by", "first"),
    [
        ("A Q 10 4", "J", "right", "Q"),
        ("A Q 10 4", "J", "left", "4"),
        ("K J 9 4", "10", "right", "J"),
        ("Q J 9 4", "10", "right", "Q"),
        ("J 10 8 4", "9", "right", "J"),
        ("A Q J 4", "K", "partner", "4"),
        ("A Q J 4", "K", "right", "A"),
        ("J 10 9 4", "Q", "left", "J"),
    ],
)
def test_turn_up(holding: str, turned: str, by: str, first: str) -> None:
    rank = RANK_NAMES.index(turned)
    assert led(holding, trump=True, turned=rank, by=by) == first
    assert led(holding, turned=rank, by=by) == led(holding)


@pytest.mark.parametrize(
    ("holding", "first", "plain", "trumps"),
    [
        ("A K Q J", "K", "J", ""),
        ("A K Q 5", "K", "Q", ""),
        ("A K Q 5", "Q", "", "A"),
        ("A K Q 5 2", "Q", "", "K"),
        ("A K 7 5 2", "K", "A", ""),
        ("A Q J 4", "A", "Q", "Q"),
        ("A Q J 4 2", "A", "J", "J"),
        ("A 9 7 5 2", "A", "5", ""),
        ("K Q J 2", "K", "J", "J"),
        ("K Q J 3 2", "J", "K", "K"),
        ("K Q J 4 3 2", "J", "Q", "Q"),
        ("Q J 10 4", "Q", "J", "J"),
        ("Q J 10 4 2", "Q", "10", "10"),
        ("K 9 7 4 2", "4", "", ""),
    ],
)
def test_second_lead(holding: str, first: str, plain: str, trumps: str) -> None:
    assert (then(holding, first), then(holding, first, trump=True)) == (plain, trumps)


def test_small_cards_next_to_each_other_are_as_good() -> None:
    assert spelled(lead_set(held("K 9 5 4 2"), "cavendish").accepted) == "5 4"
    assert spelled(lead_set(held("K Q 5 4 2"), "cavendish").accepted) == "K"
    assert spelled(lead_set(held("J 10 9 8"), "cavendish").accepted) == "J 9 8"


def holdings() -> Iterator[int]:
    """All holdings of one card or more."""
    yield from range(1, 1 << 13)


@pytest.mark.parametrize("school", SCHOOLS)
@pytest.mark.parametrize("trump", [False, True])
def test_every_holding_has_a_lead(school: str, trump: bool) -> None:
    for holding in holdings():
        named, accepted = lead_set(holding, school, trump)
        assert 0 != named == named & accepted
        assert accepted & ~holding == 0
        for rank in range(13):
            if named >> rank & 1:
                again = second_set(holding, rank, school, trump)
                assert again.accepted & ~holding == 0
                assert not again.accepted >> rank & 1


def test_no_two_rows_contradict_each_other() -> None:
    assert set(tables()) == {*SCHOOLS, "short"}
    for name, table in tables().items():
        for rows in (table.plain, table.trumps):
            seen = set()
            for row in rows:
                for length in range(row.least, row.most + 1):
                    assert (row.holding, length) not in seen, (name, spelled(row.holding))
                    seen.add((row.holding, length))


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ('["A X", "4+", "K", ""]', "X"),
        ('["A K", "four", "K", ""]', "four"),
        ('["A K", "4+", "king", ""]', "not a card: king"),
        ('["A K", "4+"]', "values to unpack"),
    ],
)
def test_a_row_that_is_wrong_is_quoted(
    row: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "leads.toml"
    path.write_text(f"[hoyle]\nplain = [{row}]\n", "utf-8")
    monkeypatch.setattr(leadtables, "TABLES", path)
    tables.cache_clear()
    try:
        with pytest.raises(ValueError, match=r"leads\.toml") as wrong:
            tables()
        assert words in str(wrong.value)
    finally:
        tables.cache_clear()


def test_no_opinion() -> None:
    assert second_set(held("K 9 7 4 2"), RANK_NAMES.index("K"), "cavendish") == Leads(0, 0)
