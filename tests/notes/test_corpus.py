"""What the book says of single plays points at plays of the records, and makes sense there."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.notes import corpus
from whistlog.cards import card, cards_of, suit_mask

GROUPS = {"L": 23, "S": 7, "T": 7, "F": 2, "G": 11, "D": 5, "P": 4, "I": 3, "X": 5, "C": 11}
CODES = {f"{group}{n:02}" for group, last in GROUPS.items() for n in range(1, last + 1)}
"""The observations of classic whist."""

REMARKS = corpus.data()["remark"]


def named(entry: dict[str, Any]) -> str:
    """A name of an entry that can be read."""
    trick = entry.get("trick") or "-".join(map(str, entry.get("tricks", ())))
    return f"{entry['hand']}.{trick}-{entry.get('seat', '')}-{entry.get('kind', '')}"


@pytest.mark.parametrize("entry", REMARKS, ids=named)
def test_a_remark_points_at_a_play(entry: dict[str, Any]) -> None:
    """Its card was played there, by that player."""
    assert corpus.played(entry).card.name == entry["card"]


@pytest.mark.parametrize("entry", REMARKS, ids=named)
def test_a_remark_can_be_measured_against(entry: dict[str, Any]) -> None:
    """A judged play has codes that exist, or a reason for having none; an inference has neither."""
    assert 0 < len(entry["says"].split()) <= 15
    if entry["kind"] == "inference":
        assert entry.keys() <= {"hand", "trick", "seat", "card", "kind", "says"}
        return
    assert entry["kind"] == "play"
    assert entry["verdict"] in ("follows", "departs", "neutral")
    assert set(entry["codes"]) <= CODES
    assert bool(entry["codes"]) != entry.get("reason", "").startswith("not expressible: ")
    assert not entry.get("approved") or entry["verdict"] == "departs"


def test_codes_are_asked_of_choices() -> None:
    """No observation is expected of a player who had only one card to play."""
    for remark in corpus.remarks():
        hand = corpus.hand(remark.hand)
        before = [p for p in hand.plays if p.play < remark.played.play]
        left = remark.played.held
        for p in before:
            if p.seat == remark.played.seat:
                left &= ~p.card.bit
        if remark.played.place:
            led = before[-remark.played.place].card.suit
            assert led is not None
            left = left & suit_mask(led) or left
        forced = left == remark.played.card.bit
        assert not (forced and remark.codes), remark


def test_remarks_are_in_order_and_stand_once() -> None:
    """The file goes through the hands trick by trick, and no play is judged twice."""
    places = [(entry["hand"], entry["trick"]) for entry in REMARKS]
    assert places == sorted(places)
    keys = Counter((e["hand"], e["trick"], e["seat"], e["kind"]) for e in REMARKS)
    assert max(keys.values()) == 1


@pytest.mark.parametrize(
    "entry", [*corpus.data()["signal"], *corpus.data()["no_call"]], ids=lambda entry: named(entry)
)
def test_signals_are_plays_of_one_plain_suit(entry: dict[str, Any]) -> None:
    """All their cards were played there, to a plain suit that somebody else had led."""
    hand = corpus.hand(entry["hand"])
    cards = [
        corpus.played({**entry, "trick": trick, "card": name})
        for trick, name in zip(entry["tricks"], entry["cards"], strict=True)
    ]
    assert len({p.card.suit for p in cards}) == 1
    for p in cards:
        assert p.card.suit is not hand.replay.trump
        assert p.place > 0
        assert hand.plays[p.play - p.place].card.suit is p.card.suit


@pytest.mark.parametrize(
    "entry",
    [
        e
        for e in (*corpus.data()["signal"], *corpus.data()["no_call"])
        if e.get("sign") != "unblocking"
    ],
    ids=named,
)
def test_what_looks_like_a_call_goes_from_high_to_low(entry: dict[str, Any]) -> None:
    """The first card loses its trick, and the second is lower."""
    hand = corpus.hand(entry["hand"])
    first, second = (
        corpus.played({**entry, "trick": trick, "card": name})
        for trick, name in zip(entry["tricks"], entry["cards"], strict=True)
    )
    assert first.card.rank > second.card.rank
    assert hand.replay.tricks[first.trick - 1].winner is not first.seat


def test_openings_are_the_first_leads() -> None:
    """Each is what the record begins with, from what its leader held of the suit."""
    openings = corpus.data()["opening"]
    assert [entry["hand"] for entry in openings] == list(corpus.NUMBERS)
    for entry in openings:
        hand = corpus.hand(entry["hand"])
        first = hand.plays[0]
        assert first.card is card(entry["card"])
        suit = first.card.suit
        assert suit is not None
        held = sorted(cards_of(first.held & suit_mask(suit)), key=lambda c: -c.rank)
        assert " ".join(c.name[:-1] for c in held) == entry["holding"]
        assert (suit is hand.replay.trump) == entry.get("trump", False)


def test_faults_name_players() -> None:
    """A fault that names no play names a hand and a player."""
    for entry in corpus.data()["fault"]:
        corpus.hand(entry["hand"]).seat(entry["seat"])
        assert entry["says"]
