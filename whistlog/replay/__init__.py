"""What happened in a deal: position by position, with its irregularities as facts.

`replay` gives the whole deal, `positions` walks through it card by card.
"""

from __future__ import annotations

from whistlog.cards import Seat
from whistlog.record import Deal
from whistlog.replay.positions import positions
from whistlog.replay.quick import quick_replay
from whistlog.replay.values import Basis, Evidence, Fact, PlayedTrick, Position, Replay
from whistlog.rules.profile import SHORT, Profile

__all__ = [
    "Basis",
    "Evidence",
    "Fact",
    "PlayedTrick",
    "Position",
    "Replay",
    "positions",
    "replay",
]


def replay(
    deal: Deal, profile: Profile = SHORT, *, index: int = 0, dealer: Seat | None = None
) -> Replay:
    """Replay a deal under a profile, going on after an irregularity as the table did.

    Args:
        deal: the deal as written.
        profile: the rules.
        index: how many deals of the game came before (misdeals left out): it finds the
            trump suit where trumps rotate.
        dealer: whose turn it was to deal, used where the record does not tell.
    """
    if profile.bid is None:
        result = quick_replay(deal, profile, index)
    else:
        from whistlog.replay.quick_bid import quick_bid_replay

        result = quick_bid_replay(deal, profile, profile.bid)
    if result is None:
        from whistlog.replay.careful import careful_replay

        result = careful_replay(deal, profile, index=index, dealer=dealer)
    return result
