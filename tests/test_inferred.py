"""What documents say beside what was written."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

import whistlog
from tests import strategies
from whistlog.cards import SEATS, SIDES, sort_hand
from whistlog.record import Record


def inferred(record: Record) -> list[dict[str, Any]]:
    document = json.loads(whistlog.to_json(record))
    return [deal["inferred"] for game in document["games"] for deal in game["deals"]]


@settings(max_examples=25, deadline=None)
@given(strategies.played_games(most=3), st.booleans(), st.booleans(), st.booleans())
def test_a_deal_that_was_played_out_is_known_whole(
    deals: tuple[strategies.Played, ...], hands: bool, leaders: bool, winners: bool
) -> None:
    record = strategies.game_record(deals, hands=hands, leaders=leaders, winners=winners)
    score = [0, 0]
    for played, found in zip(deals, inferred(record), strict=True):
        assert found["rules"] == "short"
        assert found["dealer"] == played.dealer.name
        assert found["turn_up"] == played.turn_up.name
        assert found["trump"] == played.turn_up.name[-1]
        for seat, cards in zip(SEATS, played.hands):
            assert found["hands"][seat.name] == {
                "cards": [c.name for c in sort_hand(cards)],
                "basis": "written" if hands else "inferred",
            }
        for i, trick in enumerate(found["tricks"]):
            leader = played.leaders[i]
            assert trick["leader"] == leader.name
            assert trick["winner"] == played.winners[i].name
            assert [(p["seat"], p["card"]) for p in trick["plays"]] == [
                (SEATS[(leader + n) % 4].name, c.name) for n, c in enumerate(played.tricks[i])
            ]
        assert found["tricks_won"] == dict(zip(("NS", "EW"), played.won))
        for side in SIDES:
            score[side] += max(0, played.won[side] - 6)
        assert found["score"] == {"NS": score[0], "EW": score[1]}


@settings(max_examples=80, deadline=None)
@given(strategies.records)
def test_conclusions_about_anything_follow_the_schema(record: Record) -> None:
    text = whistlog.to_json(record)  # raises where they do not
    assert whistlog.from_json(text) == (record, ())


def test_tricks_that_were_claimed_are_told_apart() -> None:
    record, _ = whistlog.parse("Dealer: W\nTrump: 4♠\n1. N: A♥ 3 6 K\nClaim: NS (rest)\n")
    (found,) = inferred(record)
    assert found["tricks_won"] == {"NS": 1, "EW": 0}
    assert found["tricks_claimed"] == {"NS": 12, "EW": 0}


def test_what_is_not_known_is_left_out() -> None:
    record, _ = whistlog.parse("1. A♥ 3 6 K\n")
    (found,) = inferred(record)
    assert "dealer" not in found
    assert "trump" not in found
    assert [set(play) for play in found["tricks"][0]["plays"]] == [{"card"}] * 4
    assert "winner" not in found["tricks"][0]
