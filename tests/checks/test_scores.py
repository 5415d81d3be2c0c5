"""The score from deal to deal: a record is given as short lines, the play as its result."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from whistlog.cards import SEATS, SIDES, Card, Seat, Side
from whistlog.checks.scores import GameScore, start
from whistlog.diagnostics import Diagnostic
from whistlog.record import (
    SEAT_SYSTEMS,
    Comment,
    Deal,
    Dealer,
    DealLine,
    GameLine,
    Header,
    Incident,
    Item,
    Play,
    Source,
    Tally,
    Trick,
    Unreadable,
)
from whistlog.replay import Fact
from whistlog.rules.profile import SHORT, Profile, load_profile
from whistlog.rules.scoring import deal_points

KEYS = {"Tricks", "Points", "Score", "Claim", "Concede"}
PAIRS = st.integers(0, 13).map(lambda n: (n, 13 - n))


@dataclass(frozen=True)
class Outcome:
    """As much of a replay as the score asks for."""

    won: tuple[int, int] = (7, 6)
    won_recorded: tuple[int, int] | None = None
    claimed: tuple[int, int] = (0, 0)
    dealer: Seat | None = None
    facts: tuple[Fact, ...] = ()

    def __post_init__(self) -> None:
        if self.won_recorded is None:
            object.__setattr__(self, "won_recorded", self.won)


def item(line: str) -> Item:
    if line.startswith("Deal "):
        return DealLine(int(line[5:]))
    if line.startswith("Dealer: "):
        return Dealer(Seat[line[8:]])
    if line == "Game":
        return GameLine()
    if line in ("Unfinished", "Misdeal", "Redeal"):
        return Incident(line.lower())
    if line.startswith("Winner: "):
        return Incident("winner", side=Side[line[8:]])
    if line == "trick":
        return Trick(1, None, (Play(Card(0, None, 0, "")),) * 4)
    if line.startswith("?"):
        return Unreadable(line)
    key, _, rest = line.partition(": ")
    assert key in KEYS
    values = [part.split() for part in rest.split(", ")]
    return Tally(key.lower(), tuple((Side[side], int(n)) for side, n in values))


def locate(line: str, part: tuple[str | int, ...]) -> tuple[int, int]:
    if part[:1] == ("side",):
        found = list(re.finditer(r"(?:NS|EW) -?\d+", line))[int(part[1])]
        return found.span()
    return 0, len(line)


def section(cls: type, text: str, first_line: int):
    lines = tuple(part.strip() for part in text.strip().split("/")) if text.strip() else ()
    source = Source(first_line, lines, tuple(range(len(lines))), locate)
    return cls(tuple(item(line) for line in lines), source=source)


class Table:
    """A game at a table: deals go in, findings come out."""

    def __init__(self, header: str = "", profile: Profile = SHORT) -> None:
        self.game: GameScore = start(section(Header, header, 1), profile)
        self.line = 10

    def play(self, text: str, outcome: Outcome | tuple[int, int] = (7, 6)) -> list[str]:
        """Play a deal; return the names of the findings."""
        return [d.name for d in self.findings(text, outcome)]

    def findings(
        self, text: str, outcome: Outcome | tuple[int, int] = (7, 6)
    ) -> tuple[Diagnostic, ...]:
        if isinstance(outcome, tuple):
            outcome = Outcome(outcome)
        self.score, found = self.game.deal(section(Deal, text, self.line), outcome)
        self.line += 10
        for diagnostic in found:
            sentences = [diagnostic.message, diagnostic.help]
            sentences += [diagnostic.related_message(r) for r in diagnostic.related]
            assert all("<" not in sentence for sentence in sentences), sentences
        return found


def test_a_clean_deal_is_counted() -> None:
    table = Table("Score: NS 2, EW 0")
    text = "Deal 1/Dealer: W/Tricks: NS 9, EW 4/Points: NS 3, EW 0/Score: NS 5, EW 0"
    assert table.play(text, (9, 4)) == []
    score = table.score
    assert (score.tricks, score.points, score.before, score.after) == (
        (9, 4),
        (3, 0),
        (2, 0),
        (5, 0),
    )
    assert (score.over, score.winner, score.basis) == (True, Side.NS, "counted")


def test_a_line_may_name_one_side_only() -> None:
    table = Table()
    assert table.play("Tricks: EW 4/Points: NS 3/Score: EW 0", (9, 4)) == []


@pytest.mark.parametrize(
    ("line", "name", "columns"),
    [
        ("Tricks: NS 8, EW 5", "trick-total", (9, 13)),
        ("Tricks: EW 5", "trick-total", (9, 13)),
        ("Tricks: NS 9, EW 5", "trick-total", (15, 19)),
        ("Points: NS 2, EW 0", "points-wrong", (9, 13)),
        ("Points: NS 0, EW 3", "points-wrong", (9, 13)),
        ("Points: NS 3, EW 1", "both-scored", (15, 19)),
        ("Score: NS 4, EW 0", "running-score", (8, 12)),
        ("Score: EW 1", "running-score", (8, 12)),
        ("Score: NS 3, EW 1", "both-scored", (14, 18)),
    ],
)
def test_a_wrong_figure_is_blamed_where_it_stands(
    line: str, name: str, columns: tuple[int, int]
) -> None:
    (found,) = Table().findings(f"Deal 1/{line}", (9, 4))
    assert found.name == name
    span = found.span
    assert (span.line, span.column, span.end_column) == (11, *columns)


def test_a_wrong_trick_total_is_the_cause_of_the_points_and_the_score() -> None:
    table = Table()
    assert table.play("Tricks: NS 8, EW 5/Points: NS 2, EW 0/Score: NS 2, EW 0", (9, 4)) == [
        "trick-total"
    ]
    assert table.score.after == (3, 0)
    assert table.play("Score: NS 3, EW 0") == []
    assert table.play("Score: NS 4, EW 0") == []


def test_wrong_points_are_the_cause_of_the_score() -> None:
    assert Table().play("Points: NS 4, EW 0/Score: NS 4, EW 0", (9, 4)) == ["points-wrong"]


def test_two_slips_are_two_findings() -> None:
    table = Table()
    assert table.play("Tricks: NS 8, EW 5/Score: NS 4, EW 0", (9, 4)) == [
        "trick-total",
        "running-score",
    ]


def test_after_a_wrong_score_only_a_new_slip_is_reported() -> None:
    table = Table(profile=load_profile("long")[0])
    assert table.play("Score: NS 2, EW 0") == ["running-score"]
    assert table.play("Score: NS 3, EW 0") == []  # goes on from the wrong one
    assert table.play("Points: NS 1") == []
    assert table.play("Score: NS 6, EW 0") == ["running-score"]
    assert table.play("Score: NS 5, EW 0") == []  # back to the right one
    assert table.play("Score: NS 7, EW 0") == ["running-score"]
    assert table.score.after == (6, 0)


def test_the_finding_names_what_was_expected_and_points_at_the_score_before() -> None:
    table = Table("Score: NS 1, EW 1")
    (found,) = table.findings("Score: NS 4, EW 1")
    assert found.message == (
        "The score is written as NS 4, EW 1, but NS 1, EW 1 and NS 1, EW 0 in this deal make "
        "NS 2, EW 1."
    )
    assert [r.span.line for r in found.related] == [1]
    (found,) = table.findings("Score: NS 1, EW 1")
    assert [r.span.line for r in found.related] == [10]


def test_figures_that_follow_the_recorded_winners_are_accepted() -> None:
    table = Table()
    play = Outcome(won=(7, 6), won_recorded=(6, 7))
    assert table.play("Tricks: NS 6, EW 7/Points: EW 1/Score: NS 0, EW 1", play) == []
    assert table.score.after == (1, 0)
    assert table.play("Score: NS 1, EW 1", (7, 6)) == []
    assert Table().play("Tricks: NS 7, EW 6/Score: NS 1, EW 0", play) == []
    assert Table().play("Tricks: NS 8, EW 5", play) == ["trick-total"]


def test_the_score_follows_the_players_through_deals_without_one() -> None:
    table = Table()
    assert table.play("Tricks: NS 6, EW 7", Outcome((7, 6), (6, 7))) == []
    assert table.play("Score: NS 1, EW 1") == []


def test_the_two_sides_may_stand_on_two_lines() -> None:
    table = Table()
    assert table.play("Tricks: NS 9/Tricks: EW 4/Score: NS 3/Score: EW 0", (9, 4)) == []
    (found,) = table.findings("Score: NS 4/Score: EW 1")
    assert (found.name, found.span.line, found.span.column) == ("both-scored", 21, 8)
    (found,) = Table().findings("Score: EW 0/Score: NS 2/Score: NS 2")
    assert (found.name, found.span.line) == ("running-score", 11)


def test_side_names_are_those_of_the_seats() -> None:
    header = replace(section(Header, "", 1), seats=SEAT_SYSTEMS["AYBZ"])
    _, found = start(header, SHORT).deal(section(Deal, "Score: NS 2, EW 0", 1), Outcome())
    assert "AB 2, YZ 0" in found[0].message


@pytest.mark.parametrize("name", ["card-not-held", "card-twice", "lead-wrong-seat"])
def test_figures_that_differ_by_a_trick_that_is_wrong_already_are_accepted(name: str) -> None:
    play = Outcome((7, 6), facts=(Fact(name, 3, trick=2), Fact(name, 4, trick=2)))
    assert Table().play("Tricks: NS 6, EW 7/Points: EW 1/Score: NS 0, EW 1", play) == []
    assert Table().play("Score: NS 2, EW 0", play) == []
    assert Table().play("Tricks: NS 5, EW 8/Score: NS 0, EW 2", play) == ["trick-total"]
    table = Table()
    assert table.play("", play) == []
    assert table.play("Score: NS 2, EW 0") == []
    assert table.play("Score: NS 2, EW 1") == ["running-score"]


def test_a_revoke_that_the_players_acknowledged_leaves_no_doubt_about_the_tricks() -> None:
    play = Outcome((7, 6), facts=(Fact("revoke", 3, trick=2, acknowledged=True),))
    assert Table().play("Tricks: NS 6, EW 7", play) == ["trick-total"]
    play = Outcome((7, 6), facts=(Fact("revoke-undecidable", 3, trick=2),))
    assert Table().play("Tricks: NS 6, EW 7", play) == ["trick-total"]


def test_a_claim_of_too_much_leaves_the_rest_in_doubt() -> None:
    play = Outcome((6, 6), claimed=(1, 0))
    text = "trick/" * 12 + "Claim: NS {}/Tricks: NS 6, EW 7"
    assert Table().play(text.format(1), play) == ["trick-total"]
    assert Table().play(text.format(2), play) == []


def test_what_could_not_be_read_is_not_blamed_on_the_score() -> None:
    table = Table("?Score NS")
    assert table.play("Score: NS 3, EW 2") == []
    assert table.play("Score: NS 5, EW 2") == ["running-score"]
    assert Table().play("?12. N/Score: NS 3, EW 0", (7, 5)) == []


# -- what is missing ----------------------------------------------------------------------


def test_without_the_play_the_written_tricks_count() -> None:
    table = Table()
    assert table.play("Tricks: NS 9, EW 4/Score: NS 3, EW 0", (0, 0)) == []
    assert (table.score.basis, table.score.points) == ("written", (3, 0))
    assert table.play("Tricks: EW 8/Score: NS 4, EW 0", (0, 0)) == ["running-score"]


@pytest.mark.parametrize("line", ["Tricks: NS 9, EW 5", "Tricks: NS 14", "Tricks: NS 3, EW 3"])
def test_written_tricks_must_make_a_deal(line: str) -> None:
    assert Table().play(f"{line}/Score: NS 3, EW 0", (0, 0)) == ["trick-total-sum"]


def test_written_tricks_are_no_fewer_than_those_recorded() -> None:
    (found,) = Table().findings("Tricks: NS 9, EW 4", (3, 5))
    assert found.name == "trick-total-short"
    assert found.span.column == 15
    assert Table().play("Tricks: NS 8, EW 5", (3, 5)) == []


def test_tricks_claimed_or_conceded_are_counted() -> None:
    table = Table()
    assert table.play("Score: NS 3, EW 0", Outcome((6, 4), claimed=(3, 0))) == []
    assert (table.score.tricks, table.score.basis) == ((9, 4), "counted")


def test_what_cannot_be_decided_is_said_once_and_the_written_score_is_taken() -> None:
    table = Table()
    assert table.play("Score: NS 2, EW 0", (3, 3)) == ["score-undecided"]
    score = table.score
    assert (score.tricks, score.points, score.after, score.basis) == (
        None,
        (2, 0),
        (2, 0),
        "undecided",
    )
    assert table.play("Score: NS 2, EW 2", (3, 3)) == []
    assert table.play("Score: NS 3, EW 2") == []
    assert table.play("Score: NS 3, EW 2") == ["running-score"]


def test_nothing_is_said_where_nothing_is_written() -> None:
    table = Table()
    assert table.play("", (3, 3)) == []
    assert table.score.after is None
    assert table.play("Score: NS 3, EW 2") == []
    assert table.score.after == (3, 2)


def test_written_points_stand_in_for_unknown_tricks() -> None:
    table = Table()
    assert table.play("Points: NS 2/Score: NS 2, EW 0", (0, 0)) == ["score-undecided"]
    assert table.play("Points: NS 2/Score: NS 3, EW 0", (0, 0)) == ["running-score"]
    assert table.play("Points: NS 8", (0, 0)) == ["points-too-many"]


@pytest.mark.parametrize("written", ["NS 1, EW 0", "NS 10, EW 0"])
def test_some_scores_are_impossible_whatever_the_tricks(written: str) -> None:
    names = Table("Score: NS 2, EW 0").play(f"Score: {written}", (3, 3))
    assert names == ["running-score-impossible", "score-undecided"]


def test_a_score_below_nothing_is_impossible_even_where_nothing_is_known() -> None:
    table = Table()
    assert table.play("", (3, 3)) == []
    assert "running-score-impossible" in table.play("Score: NS -1, EW 0", (3, 3))


def test_an_unfinished_deal_scores_nothing() -> None:
    table = Table("Score: NS 2, EW 0")
    assert table.play("Unfinished/Tricks: NS 3, EW 1/Score: NS 2, EW 0", (3, 1)) == []
    assert table.score.after == (2, 0)
    tricks = "trick/trick/trick/trick/Unfinished"
    assert table.play(f"{tricks}/Tricks: NS 2, EW 2", (3, 1)) == ["trick-total"]


def test_a_record_may_begin_in_the_middle_of_a_game() -> None:
    table = Table()
    assert table.play("Deal 4/Score: NS 3, EW 4") == []
    assert table.play("Deal 5/Score: NS 5, EW 4") == ["running-score"]
    assert Table().play("Deal 4/Score: NS 0, EW 4") == ["running-score-impossible"]
    assert Table("Game").play("Deal 4/Score: NS 3, EW 4") == ["running-score"]


# -- the end of the game ------------------------------------------------------------------


def test_a_deal_after_the_end_is_reported_once() -> None:
    table = Table("Score: NS 4, EW 4")
    assert table.play("Deal 9/Score: NS 5, EW 4") == []
    (found,) = table.findings("Deal 10/Score: NS 6, EW 4")
    assert (found.name, found.span.line) == ("game-over-missed", 20)
    assert [r.span.line for r in found.related] == [11]
    assert table.play("Deal 11/Score: NS 7, EW 4") == []


def test_a_new_game_that_is_not_announced_is_followed() -> None:
    table = Table()
    assert table.play("Score: NS 7, EW 0", (13, 0)) == []
    assert table.play("Score: NS 1, EW 0") == ["game-over-missed"]
    assert (table.score.before, table.score.after, table.score.over) == ((0, 0), (1, 0), False)
    assert table.play("Score: NS 8, EW 0", (13, 0)) == []
    assert table.play("Score: NS 9, EW 0") == ["game-over-missed"]


def test_a_game_that_was_over_before_it_began() -> None:
    (found,) = Table("Score: NS 5, EW 0").findings("Deal 1")
    assert found.name == "game-over-missed"
    assert [r.span.line for r in found.related] == [1]


def test_a_disputed_score_does_not_end_the_game() -> None:
    table = Table("Score: NS 4, EW 0")
    assert table.play("Score: NS 4, EW 0") == ["running-score"]
    assert table.play("Score: NS 5, EW 0") == []


def test_the_winner_is_checked() -> None:
    table = Table("Score: NS 3, EW 4")
    (found,) = table.findings("Score: NS 4, EW 4/Winner: NS")
    assert (found.name, found.span.line) == ("game-not-over", 11)
    assert table.play("Score: NS 5, EW 4/Winner: EW") == ["game-winner-wrong"]
    assert Table("Score: NS 4, EW 4").play("Winner: NS") == []


def test_the_winner_that_follows_from_a_wrong_score_is_accepted() -> None:
    table = Table("Score: NS 3, EW 0")
    assert table.play("Score: NS 5, EW 0/Winner: NS") == ["running-score"]


def test_the_winner_in_the_header_is_checked_at_the_end() -> None:
    table = Table("Winner: EW/Score: NS 4, EW 4")
    assert table.game.end() == ()
    table.play("Deal 9")
    assert [d.name for d in table.game.end()] == ["game-winner-wrong"]
    table = Table("Winner: NS")
    table.play("Deal 1")
    assert table.game.end() == ()  # the record breaks off


def test_a_fixed_number_of_deals() -> None:
    profile = replace(SHORT, target=None, deals=2)
    table = Table(profile=profile)
    assert table.play("Deal 1/Winner: NS", (13, 0)) == ["game-not-over"]
    assert table.play("Deal 2/Score: NS 7, EW 7", (0, 13)) == []
    assert (table.score.over, table.score.winner) == (True, None)
    assert table.play("Deal 3") == ["too-many-deals"]
    assert table.play("Deal 4") == []


def test_a_tie_has_no_winner() -> None:
    table = Table(profile=replace(SHORT, target=None, deals=2))
    table.play("", (13, 0))
    (found,) = table.findings("Winner: EW", (0, 13))
    assert (found.name, str(found.args["winner"])) == ("game-winner-wrong", "nobody")


def test_where_every_trick_counts_both_sides_score() -> None:
    table = Table(profile=load_profile("drive")[0])
    assert table.play("Points: NS 9, EW 4/Score: NS 9, EW 4", (9, 4)) == []
    assert table.play("Points: NS 8, EW 4/Score: NS 17, EW 8", (9, 4)) == ["points-wrong"]
    assert table.play("Score: NS 25, EW 14", (9, 4)) == ["running-score"]


def test_a_game_of_unknown_results_cannot_last_for_ever() -> None:
    table = Table()
    names = [table.play(f"Deal {n}", (3, 3)) for n in range(1, 12)]
    assert [n for n, found in enumerate(names, start=1) if found] == [10]
    assert names[9] == ["game-too-long"]


# -- the order of the deals ---------------------------------------------------------------


def test_the_deal_passes_to_the_left() -> None:
    table = Table()
    assert [table.play(f"Dealer: {s}", (0, 0)) for s in "WNESWN"] == [[]] * 6
    assert table.game.expected_dealer is Seat.E


def test_after_a_wrong_dealer_the_next_is_left_of_whoever_dealt() -> None:
    table = Table()
    table.play("Dealer: W")
    (found,) = table.findings("Dealer: E")
    assert found.name == "dealer-rotation"
    assert found.message == "E deals, but it is the turn of N."
    assert [r.span.line for r in found.related] == [10]
    assert table.play("Dealer: S") == []


def test_a_dealer_who_is_not_written_is_taken_to_be_the_right_one() -> None:
    table = Table()
    table.play("Dealer: W")
    assert table.play("") == []
    assert table.play("Dealer: E") == []


def test_the_dealer_may_follow_from_the_play() -> None:
    table = Table()
    table.play("", Outcome(dealer=Seat.W))
    assert table.play("Dealer: E") == ["dealer-rotation"]


@pytest.mark.parametrize(("what", "dealer"), [("Misdeal", "N"), ("Redeal", "W")])
def test_a_void_deal_scores_nothing_and_decides_who_deals(what: str, dealer: str) -> None:
    for other in "NESW":
        table = Table("Score: NS 1, EW 0")
        assert table.play(f"Deal 3/Dealer: W/{what}", (0, 0)) == []
        assert (table.score.basis, table.score.after) == ("void", (1, 0))
        names = table.play(f"Deal 3/Dealer: {other}/Score: NS 2, EW 0")
        assert names == ([] if other == dealer else ["dealer-rotation"])
        assert table.game.deals == 1


def test_a_misdeal_before_the_deal_itself() -> None:
    table = Table()
    table.play("Deal 1/Dealer: W")
    assert table.play("Deal 2/Misdeal/Dealer: E/trick") == []
    assert table.score.basis == "counted"
    assert table.play("Deal 3/Dealer: S") == []


def test_a_deal_given_up_during_play_is_void() -> None:
    table = Table()
    assert table.play("Deal 1/Dealer: W/trick/Redeal", (1, 0)) == []
    assert table.score.basis == "void"
    assert table.play("Deal 1/Dealer: W") == []


@pytest.mark.parametrize(
    ("numbers", "names"),
    [
        ((1, 2, 3), [[], [], []]),
        ((1, 1, 2), [[], ["deal-number-repeated"], []]),
        ((1, 1, 3), [[], ["deal-number-repeated"], []]),
        ((1, 3, 4), [[], ["deal-number-order"], []]),
        ((1, 7, 3), [[], ["deal-number-order"], []]),
        ((5, 4, 7), [[], ["deal-number-order"], []]),
        # Deal 2 comes late, which was told before; it is no second deal 2, but the next one is.
        ((1, 3, 2, 4), [[], ["deal-number-order"], [], []]),
        ((1, 5, 3, 3), [[], ["deal-number-order"], [], ["deal-number-repeated"]]),
        ((1, 4, 2, 2), [[], ["deal-number-order"], [], ["deal-number-repeated"]]),
    ],
)
def test_the_numbers_of_the_deals(numbers: tuple[int, ...], names: list[list[str]]) -> None:
    table = Table("Game")
    assert [table.play(f"Deal {n}") for n in numbers] == names


def test_where_deals_are_missing_the_score_and_the_dealer_may_have_changed() -> None:
    table = Table()
    table.play("Deal 1/Dealer: W/Score: NS 1, EW 0")
    assert table.play("Deal 3/Dealer: E/Score: NS 2, EW 2") == ["deal-number-order"]
    assert table.score.after == (2, 2)
    assert table.play("Deal 4/Dealer: S/Score: NS 3, EW 2") == []


# -- any game -----------------------------------------------------------------------------


@given(st.lists(PAIRS, min_size=9, max_size=9), st.sampled_from(SEATS), st.data())
def test_a_game_kept_without_a_slip_is_clean(
    results: list[tuple[int, int]], dealer: Seat, data: st.DataObject
) -> None:
    """And one wrong figure in it gives one finding, at its place."""
    table = Table()
    score = (0, 0)
    texts = []
    for n, tricks in enumerate(results, start=1):
        points = deal_points(tricks, SHORT)
        score = (score[0] + points[0], score[1] + points[1])
        texts.append(
            f"Deal {n}/Dealer: {SEATS[(dealer + n - 1) & 3].name}"
            f"/Tricks: NS {tricks[0]}, EW {tricks[1]}"
            f"/Points: NS {points[0]}, EW {points[1]}/Score: NS {score[0]}, EW {score[1]}"
        )
        assert table.play(texts[-1], tricks) == []
        assert table.score.over == (max(score) >= 5)
        if table.score.over:
            break
    assert table.score.over
    assert table.score.winner is SIDES[score[1] > score[0]]

    wrong = data.draw(st.integers(0, len(texts) - 1))
    number = data.draw(st.integers(4, 9))
    figures = list(re.finditer(r"\d+", texts[wrong]))[1:]
    at = data.draw(st.sampled_from(figures))
    texts[wrong] = texts[wrong][: at.start()] + str(int(at[0]) + number) + texts[wrong][at.end() :]
    table = Table()
    found = [(n, d) for n, text in enumerate(texts) for d in table.findings(text, results[n])]
    assert [n for n, _ in found] == [wrong]
    line = 10 * (wrong + 1) + texts[wrong][: at.start()].count("/")
    assert found[0][1].span.line == line


def test_items_without_text_have_no_place() -> None:
    deal = Deal((Comment("x"), item("Score: NS 9, EW 0")))
    _, found = start(Header(()), SHORT).deal(deal, Outcome())
    assert [d.name for d in found] == ["running-score"]
    assert found[0].related == ()
