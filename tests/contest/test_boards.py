"""Boards at several tables: compared, and held against each other."""

from __future__ import annotations

import io
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import whistlog
from whistlog.api import check_json, check_stream, to_json
from whistlog.cards import Side
from whistlog.contest import Contest, Place, Result
from whistlog.contest.boards import compare
from whistlog.record import NOWHERE

TABLE = """\
Event: Tuesday
Rules: duplicate
Table: {table}
North: {n}
East: {e}
South: {s}
West: {w}

Deal 1
Board: 1
Dealer: {dealer}
Trump: {turn_up}
Tricks: NS {one}, EW {ew}

Deal 2
Board: 2
Dealer: N
Trump: 9♥
Tricks: NS 6, EW 7
"""


def table(number: int, players: str = "ABCD", one: int = 7, **more: str) -> str:
    values = {"dealer": "W", "turn_up": "4♠", **more}
    n, e, s, w = (f"Player{letter}" for letter in players)
    return TABLE.format(table=number, n=n, e=e, s=s, w=w, one=one, ew=13 - one, **values)


def told(*texts: str) -> list[whistlog.Diagnostic]:
    contest = Contest()
    for i, text in enumerate(texts):
        for report in check_stream(io.BytesIO(text.encode()), path=f"{i}.whist", contest=contest):
            assert not [d for d in report.diagnostics if d.severity != "info"]
    return list(contest.findings())


def test_the_same_board_at_two_tables() -> None:
    assert told(table(1), table(2, "EFGH")) == []


@pytest.mark.parametrize(
    ("change", "what"),
    [({"dealer": "E"}, "dealer"), ({"turn_up": "5♠"}, "turn-up")],
)
def test_a_board_that_differs(change: dict[str, str], what: str) -> None:
    (found,) = told(table(1), table(2, "EFGH", **change))
    assert found.name == "board-mismatch"
    assert (found.path, found.span.line, found.deal, str(found.args["what"])) == (
        "1.whist",
        10,
        1,
        what,
    )
    assert "at table 1 (0.whist:10)" in found.message


HANDS = [
    "N: AKQJT98765432.-.-.-\nE: -.AKQJT98765432.-.-\nS: -.-.AKQJT98765432.-\n"
    "W: -.-.-.AKQJT98765432\n",
    "N: AKQJT98765432.-.-.-\nE: -.-.AKQJT98765432.-\nS: -.AKQJT98765432.-.-\n"
    "W: -.-.-.AKQJT98765432\n",
]


def with_hands(which: int, number: int, players: str) -> str:
    text = table(number, players, turn_up="4♣")
    return text.replace("Tricks: NS 7", HANDS[which] + "Tricks: NS 7", 1)


def test_a_board_with_other_hands() -> None:
    assert told(with_hands(0, 1, "ABCD"), with_hands(0, 2, "EFGH")) == []
    (found,) = told(with_hands(0, 1, "ABCD"), with_hands(1, 2, "EFGH"))
    assert (found.name, str(found.args["what"])) == ("board-mismatch", "hand of E")
    assert found.message.endswith("; and another hand of S.")
    # A table that did not write the hands down agrees with both.
    assert told(with_hands(0, 1, "ABCD"), table(2, "EFGH", turn_up="4♣")) == []


def test_a_player_who_meets_a_board_twice() -> None:
    found = told(table(1), table(2, "EFGA"))
    assert [(d.name, d.args["board"], str(d.args["names"])) for d in found] == [
        ("board-repeat", "1", "PlayerA"),
    ]


def test_other_events_are_other_boards() -> None:
    other = table(2, "ABCD", dealer="E").replace("Event: Tuesday", "Event: Friday")
    assert told(table(1), other) == []
    dated = table(2, "ABCD").replace("Rules:", "Date: 2026-11-24\nRules:")
    assert told(table(1), dated) == []


def test_in_one_file_the_other_place_is_shown() -> None:
    text = table(1) + "\nGame 2\n" + table(2, "EFGH", dealer="E")
    (found,) = whistlog.check(text)
    assert found.name == "board-mismatch"
    assert [(r.note, r.span.line) for r in found.related] == [("other", 10)]
    record, _ = whistlog.parse(text)
    assert [d.name for d in whistlog.check(record)] == ["board-mismatch"]
    reports = check_json(to_json(record))
    assert [d.name for r in reports for d in r.diagnostics] == ["board-mismatch"]


def test_a_difference_that_the_record_explains() -> None:
    text = table(2, "EFGH", dealer="E").replace(
        "Board: 1\n", "Board: 1 # whistlog: ignore board-mismatch (played out of turn)\n"
    )
    assert told(table(1), text) == []


def test_no_warning_for_the_dealer_from_board_to_board() -> None:
    assert whistlog.check(table(1).replace("Dealer: N", "Dealer: W")) == ()
    classic = table(1).replace("Rules: duplicate", "Rules: short").replace("Dealer: N", "Dealer: S")
    assert "dealer-rotation" in [d.name for d in whistlog.check(classic)]


# The figures


def result(board: str, tricks: tuple[int, int] | None, players: str, place: str = "") -> Result:
    n, e, s, w = players
    return Result(
        ("", ""), "", board, place, 1, (n, e, s, w), ("NS", "EW"), tricks, None, None,
        (None, None, None, None), Place("", NOWHERE, 1, 1), single=False,
    )  # fmt: skip


def test_match_points_and_tricks_over_average() -> None:
    (found,) = compare(
        [result("1", (9, 4), "abcd"), result("1", (7, 6), "efgh"), result("1", (7, 6), "ijkl")]
    )
    (board,) = found.boards
    assert [row.result.tricks for row in board.rows] == [(9, 4), (7, 6), (7, 6)]
    assert board.rows[0].over == (Fraction(4, 3), Fraction(-4, 3))
    assert [row.match_points for row in board.rows] == [
        (2, 0), (Fraction(1, 2), Fraction(3, 2)), (Fraction(1, 2), Fraction(3, 2)),
    ]  # fmt: skip
    assert [(s.rank, s.tied, s.pair) for s in found.standings] == [
        (1, False, "a & c"), (2, True, "f & h"), (2, True, "j & l"),
        (4, True, "e & g"), (4, True, "i & k"), (6, False, "b & d"),
    ]  # fmt: skip


def test_a_team_of_four() -> None:
    """The margin is what a team has above half of all tricks (D5)."""
    (found,) = compare(
        [
            result("1", (9, 4), "abcd", "1"),
            result("1", (7, 6), "efgh", "2"),
            result("2", (3, 10), "cdab", "1"),
            result("2", (4, 9), "efgh", "2"),
        ]
    )
    assert found.teams is not None
    assert found.teams.names == (("a & c", "f & h"), ("e & g", "b & d"))
    assert (found.teams.tricks, found.teams.margin) == ((9 + 6 + 3 + 9, 4 + 7 + 10 + 4), 1)
    swings = [[row.swing for row in board.rows] for board in found.boards]
    assert swings == [[2, -2], [1, -1]]


def test_no_team_where_a_pair_plays_with_another_pair() -> None:
    (found,) = compare([result("1", (9, 4), "abcd"), result("1", (7, 6), "aecf")])
    assert found.teams is None


def test_a_result_that_is_not_known_counts_nowhere() -> None:
    (found,) = compare([result("1", None, "abcd"), result("1", (7, 6), "efgh")])
    assert found.unknown == 1
    assert found.boards[0].rows[0].match_points == (0, 0)
    assert {s.possible for s in found.standings} == {0}


def test_boards_are_in_the_order_of_their_numbers() -> None:
    results = [result(name, (7, 6), "abcd") for name in ("10", "9", "b", "a")]
    (found,) = compare(results)
    assert [board.name for board in found.boards] == ["9", "10", "a", "b"]


fields = st.lists(st.integers(0, 13), min_size=1, max_size=9)


@given(st.lists(fields, min_size=1, max_size=4))
def test_sums(boards: list[list[int]]) -> None:
    """Against a count of every pair of results; and what must always come out."""
    results = []
    for number, counts in enumerate(boards):
        for i, ns in enumerate(counts):
            names = [f"{letter}{i}" for letter in "news"]
            results.append(
                Result(
                    ("", ""), "", str(number), "", 1,
                    (names[0], names[1], names[2], names[3]), ("NS", "EW"), (ns, 13 - ns),
                    None, None, (None, None, None, None), Place("", NOWHERE, 1, 1), single=False,
                )
            )  # fmt: skip
    (found,) = compare(results)
    for board, counts in zip(found.boards, boards, strict=True):
        n = len(counts)
        for side in Side:
            assert sum(row.over[side] for row in board.rows) == 0
            assert sum(row.match_points[side] for row in board.rows) == Fraction(n * (n - 1), 2)
        for row in board.rows:
            assert row.result.tricks is not None
            mine = row.result.tricks[Side.NS]
            points = sum(Fraction((mine > o) * 2 + (mine == o), 2) for o in counts) - Fraction(1, 2)
            assert row.match_points[Side.NS] == points
            assert row.match_points[Side.NS] + row.match_points[Side.EW] == n - 1
    assert sum(s.match_points for s in found.standings) == sum(
        len(c) * (len(c) - 1) for c in boards
    )
    ranks = [s.rank for s in found.standings]
    assert ranks == sorted(ranks)


def test_another_board_is_not_met_twice() -> None:
    text = table(1).replace("Board: 2", "Board: 1")
    assert [d.name for d in told(text)] == ["board-mismatch"]


def test_a_player_at_two_seats_is_told_once_for_a_game() -> None:
    found = told(table(1), table(2, "EFEH"))
    assert [(d.name, d.path, d.args["player"], str(d.args["seats"])) for d in found] == [
        ("player-twice", "1.whist", "PlayerE", "N and S")
    ]


def test_players_who_meet_several_boards_again_are_told_once() -> None:
    found = told(table(1), table(2, "EFGH"), table(3, "AXYZ"), table(4, "AXCZ"))
    assert [(d.name, d.path, str(d.args["names"]), str(d.args["more"])) for d in found] == [
        ("board-repeat", "2.whist", "PlayerA", " and 1 more"),
        ("board-repeat", "3.whist", "PlayerA and PlayerC", " and 1 more"),
        ("board-repeat", "3.whist", "PlayerX and PlayerZ", " and 1 more"),
    ]


def test_a_deal_without_a_board_is_told_once_for_a_game() -> None:
    text = table(2, "EFGH").replace("Board: 1\n", "").replace("Board: 2\n", "")
    found = told(table(1), text)
    assert [(d.name, d.path, d.deal) for d in found] == [("board-missing", "1.whist", 1)]


def test_the_seats_of_a_board_are_those_of_the_record() -> None:
    seats = [("Rules:", "Seats: AYBZ\nRules:"), ("North", "Player A"), ("East", "Player Y")]
    seats += [("South", "Player B"), ("West", "Player Z"), ("NS ", "AB "), ("EW ", "YZ ")]
    seats += [("Dealer: N", "Dealer: A")]
    one, other = table(1, dealer="A"), table(2, "EFGH", dealer="Y")
    for old, new in seats:
        one, other = one.replace(old, new), other.replace(old, new)
    (found,) = told(one, other)
    assert (found.name, found.args["other"], found.args["here"]) == ("board-mismatch", "A", "Y")


@pytest.mark.parametrize("comment", ["Game 2{}\n", "Game 2\n# {}\n"])
@pytest.mark.parametrize("name", ["board-repeat", "G592", "player-twice, board-repeat"])
def test_a_comment_in_the_header_speaks_for_the_game(comment: str, name: str) -> None:
    mark = f"whistlog: ignore {name} (a second table)"
    begin = comment.replace("{}", mark if "# {}" in comment else f" # {mark}")
    text = table(1) + "\n" + begin + table(2, "EFGA")
    assert whistlog.check(text) == ()
    assert len(whistlog.check(table(1) + "\nGame 2\n" + table(2, "EFGA"))) == 1
