"""What the tricks of a deal are worth, and when a game is over (rules R23-R28).

One function for each family of games counts the points of a deal; everything else that
scores asks it. Pairs are always in the order of `Side`: (North-South, East-West).
"""

from __future__ import annotations

from typing import Final

from whistlog.cards import SEATS, SIDES, Seat, Side
from whistlog.rules.profile import Profile

Pair = tuple[int, int]

LOVE: Final[Pair] = (0, 0)


def deal_points(tricks: Pair, profile: Profile) -> Pair:
    """The points of a finished deal: one for each trick of a side over the book (R23-R25).

    Raises:
        ValueError: the tricks are not those of a finished deal.

    >>> from whistlog.rules.profile import SHORT
    >>> deal_points((9, 4), SHORT), deal_points((0, 13), SHORT)
    ((3, 0), (0, 7))
    """
    ns, ew = tricks
    if ns < 0 or ew < 0 or ns + ew != profile.tricks:
        raise ValueError(f"tricks {tricks} do not make up a deal of {profile.tricks}")
    book = profile.book
    return (ns - book if ns > book else 0, ew - book if ew > book else 0)


def one_side_scores(profile: Profile) -> bool:
    """Whether only one side can score in a deal: then there are no ties (R27)."""
    return profile.book * 2 + 1 >= profile.tricks


def target_reached(score: Pair, profile: Profile) -> bool:
    """Whether a side has the points that win the game (R26: at least the target).

    Two sides that reach it in the same deal with the same score play on.
    """
    target = profile.target
    return target is not None and max(score) >= target and score[0] != score[1]


def game_over(score: Pair, deals: int, profile: Profile) -> bool:
    """Whether the game is over with this score after so many finished deals.

    >>> from whistlog.rules.profile import SHORT
    >>> game_over((5, 4), 9, SHORT), game_over((4, 4), 8, SHORT)
    (True, False)
    """
    return target_reached(score, profile) or (profile.deals is not None and deals >= profile.deals)


def leading_side(score: Pair) -> Side | None:
    """The side with more points, who has won when the game is over; None for a tie."""
    if score[0] == score[1]:
        return None
    return SIDES[score[1] > score[0]]


def longest_game(profile: Profile, score: Pair = LOVE) -> int | None:
    """The greatest number of deals that a game can take from a score on; None: no limit.

    >>> from whistlog.rules.profile import SHORT
    >>> longest_game(SHORT), longest_game(SHORT, (4, 4))
    (9, 1)
    """
    limits = []
    if profile.deals is not None:
        limits.append(profile.deals)
    if profile.target is not None and one_side_scores(profile):
        # Each deal is worth at least a point, and both sides can be one short of the target.
        limits.append(sum(max(0, profile.target - 1 - points) for points in score) + 1)
    return min(limits, default=None)


def dealer_of(first: Seat, number: int) -> Seat:
    """Who deals the deal of this number (from 1), when the first was dealt by ``first`` (R11).

    >>> dealer_of(Seat.W, 2).name
    'N'
    """
    return SEATS[(first + number - 1) & 3]
