"""What follows from what was written, in the form in which the JSON documents carry it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from whistlog.cards import SEATS, SIDES, cards_of, sort_hand

if TYPE_CHECKING:
    from whistlog.checks import DealReport
    from whistlog.rules.profile import Profile


def inferred(deal: DealReport, profile: Profile) -> dict[str, Any]:
    """The ``inferred`` object of a deal: hands, players, winners, tricks, points, score.

    What is not known is left out, and so are hands of which only some cards are known.
    """
    replay, score = deal.replay, deal.score
    result: dict[str, Any] = {"rules": profile.name}
    if replay.dealer is not None:
        result["dealer"] = replay.dealer.name
    if replay.turn_up is not None:
        result["turn_up"] = replay.turn_up.name
    if replay.trump_basis is not None:
        result["trump"] = replay.trump.symbol if replay.trump is not None else None
    hands = {
        seat.name: {
            "cards": [c.name for c in sort_hand(cards_of(mask))],
            "basis": str(basis),
        }
        for seat, mask, basis in zip(SEATS, replay.known_hands, replay.hands_basis)
        if mask is not None
    }
    if hands:
        result["hands"] = hands
    if replay.tricks:
        result["tricks"] = [
            {
                "number": trick.number,
                **({"leader": trick.leader.name} if trick.leader is not None else {}),
                "plays": [
                    {"card": card.name} if seat is None else {"seat": seat.name, "card": card.name}
                    for seat, card in zip(trick.seats, trick.cards)
                ],
                **({"winner": trick.winner.name} if trick.winner is not None else {}),
            }
            for trick in replay.tricks
        ]
    if not replay.undecided and replay.tricks:
        result["tricks_won"] = _pair(replay.won)
    if any(replay.claimed):
        result["tricks_claimed"] = _pair(replay.claimed)
    if score is not None:
        if score.points is not None:
            result["points"] = _pair(score.points)
        if score.after is not None:
            result["score"] = _pair(score.after)
    return result


def _pair(pair: tuple[int, int]) -> dict[str, int]:
    return {side.name: pair[side] for side in SIDES}
