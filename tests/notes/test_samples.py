"""Every observation has a record in which it speaks and one in which it must not.

Each is ``samples/notes/CODE-fires.whist`` or ``CODE-not.whist``. Its first line tells what is
expected at which play::

    # L08 departs: 1 N 7♦
    # L08 silent: 1 N
    # L03 follows (american): 1 N 4♦
    # BW03 departs: call 2 E 3 up
    # BW06 departs: declaration E ♥
    # BW07 silent: exchange E

that is: the observation, its verdict (``follows``, ``departs``, ``neutral``) or ``silent``, the
school where it is not the usual one or the first that holds the observation, the trick, the
player, and for a verdict the card; in bid whist also which call, or what the declarer did after
the auction. More lines of the kind may come after it.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import pytest

import whistlog
from whistlog.analysis import solver
from whistlog.analysis.costs import analyse
from whistlog.cards import Ranking, Seat
from whistlog.checks import DealReport
from whistlog.notes import bid
from whistlog.notes.annotator import OBSERVATIONS, RETROSPECTS, annotate
from whistlog.notes.bidstory import BidStory
from whistlog.notes.observation import Story
from whistlog.notes.registry import DEFAULT_SCHOOL, SCHOOLS, catalogue
from whistlog.notes.values import CALL, DECLARATION, VERDICTS, BidMoment, Moment, Note, Step
from whistlog.replay.values import Basis
from whistlog.rules.profile import Profile

SAMPLES = Path(__file__).resolve().parent.parent.parent / "samples" / "notes"
CODES = [o.code for o in OBSERVATIONS] + [r.code for r in RETROSPECTS] + list(bid.CODES)
PAIR = ("fires", "not")

_EXPECTED = re.compile(
    r"# (\w+) (\w+)(?: \((\w+)\))?: (?:(call|declaration|exchange) ?)?(\d*) ?([NESW])(?: (.+))?"
)


class Expected(NamedTuple):
    """One line of what a sample expects."""

    code: str
    verdict: str
    school: str
    kind: str | None
    number: int
    seat: Seat
    subject: str | None


def expected(path: Path) -> list[Expected]:
    """What a sample expects, from its first lines."""
    found = []
    for line in path.read_text("utf-8").splitlines():
        match = _EXPECTED.fullmatch(line)
        if match is None:
            break
        code, verdict, school, kind, number, seat, name = match.groups()
        assert verdict in (*VERDICTS, "silent"), line
        if school is None:
            schools = catalogue()[code].schools
            school = DEFAULT_SCHOOL if DEFAULT_SCHOOL in schools else schools[0]
        assert school in SCHOOLS, line
        found.append(Expected(code, verdict, school, kind, int(number or 0), Seat[seat], name))
    assert found, f"{path.name}: its first line does not say what is expected"
    return found


def checked(path: Path) -> tuple[DealReport, Profile, tuple[int, int] | None]:
    """The deal of a sample, which is to be clean, its rules and the score before it."""
    reports = list(whistlog.check_file(path))
    assert [d.message for r in reports for d in r.diagnostics if d.severity != "info"] == []
    ((report, deal),) = ((r, r.deal) for r in reports if r.deal is not None)
    assert set(deal.replay.hands_basis) == {Basis.WRITTEN}
    assert deal.score is not None
    return deal, report.profile, deal.score.before


def at(story: Story | BidStory, line: Expected) -> Moment | BidMoment | Step:
    """The play or step that a line is about."""
    if line.kind is None:
        (moment,) = (m for m in story.moments if (m.trick, m.seat) == (line.number, line.seat))
        return moment
    assert isinstance(story, BidStory)
    place = line.number - 1 if line.kind == CALL else 0
    (step,) = (s for s in story.steps if (s.kind, s.place) == (line.kind, place))
    assert step.seat is line.seat
    return step


def subject(moment: Moment | BidMoment | Step) -> str | None:
    """The card, the bid, or what was named."""
    if moment.card is not None:
        return moment.card.name
    if moment.kind == CALL:
        assert moment.call is not None
        return "pass" if moment.call.level is None else f"{moment.call.level} {moment.call.form}"
    if moment.kind == DECLARATION:
        if moment.trump is not None:
            return moment.trump.symbol
        return "downtown" if moment.ranking is Ranking.DOWNTOWN else "uptown"
    return None


@pytest.mark.parametrize("kind", PAIR)
@pytest.mark.parametrize("code", CODES)
def test_sample(code: str, kind: str) -> None:
    path = SAMPLES / f"{code}-{kind}.whist"
    lines = expected(path)
    assert all(line.code == code for line in lines)
    assert (lines[0].verdict == "silent") is (kind == "not")
    deal, profile, score = checked(path)
    for line in lines:
        costs = {}
        if catalogue()[code].needs == "analysis":
            if not solver.available():
                pytest.skip("no native solver")
            costs = {(p.trick, p.seat): p for p in analyse(deal.replay, profile)[0].plays}
        notes = annotate(deal.replay, profile, score=score, school=line.school, costs=costs)
        moment = at(notes.story, line)
        of_play: list[Note] = [
            n for n in notes.notes if (n.code, n.moment.play) == (code, moment.play)
        ]
        if line.verdict == "silent":
            assert of_play == [], line
            continue
        assert [n.verdict for n in of_play] == [line.verdict], line
        assert line.subject == subject(moment), line


def test_every_sample_belongs_to_an_observation() -> None:
    names = {path.name for path in SAMPLES.iterdir()}
    assert names <= {f"{code}-{kind}.whist" for code in catalogue() for kind in PAIR}
