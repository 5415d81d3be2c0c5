"""What was at stake in a deal, and when it was decided (R23-R26, B18)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from operator import itemgetter
from typing import Final, NamedTuple

from whistlog.cards import SIDES, Side
from whistlog.replay.positions import kitty_first, kitty_with
from whistlog.replay.values import Replay
from whistlog.rules.profile import Profile
from whistlog.rules.scoring import Pair, bid_points, deal_points


class Goal(NamedTuple):
    """A number of tricks that means something to a side.

    Attributes:
        kind: ``odd`` (the first trick that scores), ``game`` (what wins the game at this score),
            ``save`` (what keeps the other side from winning it), ``bid`` (what was bid),
            ``set`` (what makes the other side's bid fail).
        side: whose goal it is.
        tricks: how many tricks it takes, a kitty that counts included.
    """

    kind: str
    side: Side
    tricks: int


class Decision(NamedTuple):
    """A goal that was reached, with the trick that did it.

    Attributes:
        goal: the goal.
        trick: number of the trick, from 1; 0 for what a kitty decided before the play.
    """

    goal: Goal
    trick: int


def goals(replay: Replay, profile: Profile, score: Pair | None) -> tuple[Goal, ...]:
    """What the sides play for: nothing that no number of tricks can reach.

    Args:
        replay: the deal.
        profile: its rules.
        score: points of each side before the deal, None where they are not known.
    """
    total, book = profile.tricks, profile.book
    if profile.bid is None:
        return _classic_goals(total, book, profile.target, score)
    contract = replay.contract
    if contract is None or contract.level is None:
        return ()
    side = contract.declarer.side
    need = book + contract.level
    if need > total:
        return ()
    return (Goal("bid", side, need), Goal("set", side.other, total - need + 1))


@lru_cache(maxsize=256)
def _classic_goals(
    total: int, book: int, target: int | None, score: Pair | None
) -> tuple[Goal, ...]:
    found = []
    if 0 < book < total:
        found = [Goal("odd", side, book + 1) for side in SIDES]
    if score is not None and target is not None:
        for side in SIDES:
            need = book + target - score[side]
            if book < need <= total:
                found += [Goal("game", side, need), Goal("save", side.other, total - need + 1)]
    return tuple(found)


def decisions(replay: Replay, wanted: Iterable[Goal]) -> tuple[Decision, ...]:
    """When goals were reached by the tricks as they were won, first come first.

    Args:
        replay: the deal.
        wanted: its goals.
    """
    # By side, the numbers of the tricks that it won; a kitty before the play is one, too.
    won = tuple([0] * tricks for tricks in kitty_first(replay))
    kitty = replay.kitty_to is not None
    for number, trick in enumerate(replay.tricks):
        winner = trick.winner
        if winner is None:
            break
        mine = won[winner & 1]
        mine.append(number + 1)
        if kitty and kitty_with(replay, number):
            mine.append(number + 1)
    reached = [
        Decision(goal, won[goal.side][goal.tricks - 1])
        for goal in wanted
        if goal.tricks <= len(won[goal.side])
    ]
    reached.sort(key=_TRICK)
    return tuple(reached)


_TRICK: Final = itemgetter(1)


def worth(tricks: Pair, replay: Replay, profile: Profile) -> int | None:
    """Points of a deal for North-South less those for East-West; None where they depend on a
    bid that is not known.

    Args:
        tricks: tricks of the whole deal for each side.
        replay: the deal.
        profile: its rules.
    """
    if profile.bid is None:
        points = deal_points(tricks, profile)
        return points[0] - points[1]
    contract = replay.contract
    if contract is None or contract.level is None or not 1 <= contract.level <= 7:
        return None
    side = contract.declarer.side
    gained = bid_points(tricks[side], contract.level, contract.form, profile)[0]
    return gained if side is Side.NS else -gained
