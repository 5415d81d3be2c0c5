"""Every observation has a record in which it speaks and one in which it must not.

Each is ``samples/notes/CODE-fires.whist`` or ``CODE-not.whist``. Its first line tells what is
expected at which play::

    # L08 departs: 1 N 7♦
    # L08 silent: 1 N
    # L03 follows (american): 1 N 4♦

that is: the observation, its verdict (``follows``, ``departs``, ``neutral``) or ``silent``, the
school where it is not the usual one or the first that holds the observation, the trick, the
player, and for a verdict the card. More lines of the kind may come after it.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import pytest

import whistlog
from whistlog.cards import Seat, card
from whistlog.checks import DealReport
from whistlog.notes.annotator import OBSERVATIONS, RETROSPECTS, annotate
from whistlog.notes.registry import DEFAULT_SCHOOL, SCHOOLS, catalogue
from whistlog.notes.values import VERDICTS, Moment, Note
from whistlog.replay.values import Basis
from whistlog.rules.profile import Profile

SAMPLES = Path(__file__).resolve().parent.parent.parent / "samples" / "notes"
CODES = [o.code for o in OBSERVATIONS] + [r.code for r in RETROSPECTS]
PAIR = ("fires", "not")

_EXPECTED = re.compile(r"# (\w+) (\w+)(?: \((\w+)\))?: (\d+) ([NESW])(?: (\S+))?")


class Expected(NamedTuple):
    """One line of what a sample expects."""

    code: str
    verdict: str
    school: str
    trick: int
    seat: Seat
    card: str | None


def expected(path: Path) -> list[Expected]:
    """What a sample expects, from its first lines."""
    found = []
    for line in path.read_text("utf-8").splitlines():
        match = _EXPECTED.fullmatch(line)
        if match is None:
            break
        code, verdict, school, trick, seat, name = match.groups()
        assert verdict in (*VERDICTS, "silent"), line
        if school is None:
            schools = catalogue()[code].schools
            school = DEFAULT_SCHOOL if DEFAULT_SCHOOL in schools else schools[0]
        assert school in SCHOOLS, line
        found.append(Expected(code, verdict, school, int(trick), Seat[seat], name))
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


def at(moments: tuple[Moment, ...], line: Expected) -> Moment:
    """The play that a line is about."""
    (moment,) = (m for m in moments if (m.trick, m.seat) == (line.trick, line.seat))
    return moment


@pytest.mark.parametrize("kind", PAIR)
@pytest.mark.parametrize("code", CODES)
def test_sample(code: str, kind: str) -> None:
    path = SAMPLES / f"{code}-{kind}.whist"
    lines = expected(path)
    assert all(line.code == code for line in lines)
    assert (lines[0].verdict == "silent") is (kind == "not")
    deal, profile, score = checked(path)
    for line in lines:
        notes = annotate(deal.replay, profile, score=score, school=line.school)
        moment = at(notes.story.moments, line)
        of_play: list[Note] = [
            n for n in notes.notes if (n.code, n.moment.play) == (code, moment.play)
        ]
        if line.verdict == "silent":
            assert of_play == [], line
            continue
        assert [n.verdict for n in of_play] == [line.verdict], line
        assert line.card is not None
        assert moment.card is card(line.card), line


def test_every_sample_belongs_to_an_observation() -> None:
    names = {path.name for path in SAMPLES.iterdir()}
    assert names <= {f"{code}-{kind}.whist" for code in catalogue() for kind in PAIR}
