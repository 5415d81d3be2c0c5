"""The annotator beside Cavendish's own remarks on his hands I to XV.

What the book says of single plays is data (``cavendish.toml``), each with the observations that a
teacher would expect, or with the reason why none can be.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache

from tests.notes import corpus
from whistlog.notes.annotator import annotate
from whistlog.notes.values import DEPARTS, FOLLOWS, Note

MODEL = "ABAAAYZZAYZZZAZ"
"""The seat of the player who plays by the book, by hand."""


@cache
def notes() -> dict[tuple[int, int], list[Note]]:
    """All notes without analysis, by hand and play."""
    found = defaultdict(list)
    for hand in corpus.hands():
        for note in annotate(hand.replay, hand.profile, score=hand.score).notes:
            found[hand.number, note.moment.play].append(note)
    return found


def matched(remark: corpus.Remark) -> bool:
    """Whether a note says what the remark says, with the same verdict."""
    return any(
        note.code in remark.codes and note.verdict == remark.verdict
        for note in notes()[remark.hand, remark.played.play]
    )


def test_seven_remarks_in_ten_are_matched() -> None:
    remarks = list(corpus.remarks())
    hits = [remark for remark in remarks if matched(remark)]
    assert len(hits) >= 0.7 * len(remarks)
    assert len(hits) >= 0.9 * sum(1 for remark in remarks if remark.codes)


def test_the_model_player_is_hardly_criticised() -> None:
    """Less than one play in twenty, and each is listed with the reason."""
    plays = 0
    criticised = {}
    for hand, model in zip(corpus.hands(), MODEL):
        seat = hand.seat(model)
        for play in hand.plays:
            if play.seat is seat:
                plays += 1
                codes = {n.code for n in notes()[hand.number, play.play] if n.critical}
                if codes:
                    criticised[hand.number, play.trick, model] = codes
    assert len(criticised) < 0.05 * plays
    listed = corpus.data()["criticised"]
    assert criticised == {(c["hand"], c["trick"], c["seat"]): set(c["codes"]) for c in listed}
    assert all(corpus.played(entry) and entry["reason"] for entry in listed)


def test_calls_and_echoes_are_found_and_no_others() -> None:
    named = {
        (entry["hand"], corpus.hand(entry["hand"]).seat(entry["seat"]))
        for entry in corpus.data()["signal"]
        if entry["sign"] in ("call", "echo")
    }
    found = {
        (hand, note.moment.seat)
        for (hand, _), ns in notes().items()
        for note in ns
        if note.code in ("P01", "P02") and note.verdict in (FOLLOWS, DEPARTS)
    }
    assert named <= found
    assert len(found - named) <= 1


def test_openings_agree_with_the_table_of_leads() -> None:
    for hand in corpus.hands():
        codes = {n.code: n.verdict for n in notes()[hand.number, 0]}
        assert codes["L02"] == FOLLOWS, hand.number
        assert codes.get("L01") != DEPARTS, hand.number


def test_rates_of_the_model_hands() -> None:
    """The calibration column, as far as these fifteen hands reach."""
    counts: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for ns in notes().values():
        for note in ns:
            if note.verdict in (FOLLOWS, DEPARTS) and note.explained is None:
                counts[note.code][note.verdict == FOLLOWS] += 1
    assert counts["T01"][0] == 0
    assert counts["T01"][1] >= 15
    assert counts["L16"] == [0, counts["L16"][1]]
    assert counts["L16"][1] >= 8
    departed, followed = counts["G01"]
    assert departed <= 1
    assert followed >= 20
