"""What the tricks of a deal are worth, and when a game is over (rules R23-R28, B18-B19).

One function for each family of games counts the points of a deal; everything else that
scores asks it. Pairs are always in the order of `Side`: (North-South, East-West).
"""

from __future__ import annotations

from functools import cache
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


def bid_points(tricks: int, level: int, form: str | None, profile: Profile) -> tuple[int, ...]:
    """What a bid gains or loses for the side that made it (B18); the other side scores nothing.

    Args:
        tricks: tricks of that side, the kitty included.
        level, form: the bid.
        profile: the rules, with an auction.

    Returns:
        The points, negative for a bid that failed. Where the rules leave open whether the
        shortfall is counted in tricks or in points (AMB-22) and it matters, both: first the
        one in tricks, which is meant where nobody says so.

    Raises:
        ValueError: no deal has so many tricks, or nobody can bid so many.

    >>> from whistlog.rules.profile import builtin
    >>> bid_points(9, 7, "up", builtin("bid")), bid_points(5, 4, "up", builtin("bid"))
    ((-4,), (-5, -4))
    """
    rules = profile.bid
    if rules is None or not 0 <= tricks <= profile.tricks or not 1 <= level <= 7:
        raise ValueError(f"{tricks} tricks for a bid of {level} are no result")
    over_book = max(0, tricks - profile.book)
    short = profile.book + level - tricks
    double = 2 if rules.no_trump == "double" and form == "nt" else 1
    if short <= 0:
        boston = _BOSTON[rules.boston] if tricks == profile.tricks else 1
        return (over_book * boston * double,)
    if rules.failed == "bid":
        return (-level * double,)
    by_tricks, by_points = -short * double, (over_book - level) * double
    if rules.failed == "points":
        return (by_points,)
    if rules.failed == "tricks" or by_tricks == by_points:
        return (by_tricks,)
    return (by_tricks, by_points)


_BOSTON: Final = {"single": 1, "double": 2, "quadruple": 4}


@cache
def change_range(profile: Profile) -> tuple[int, int]:
    """The least and the most that the score of a side can change by in a deal.

    >>> from whistlog.rules.profile import SHORT, builtin
    >>> change_range(SHORT), change_range(builtin("bid"))
    ((0, 7), (-12, 7))
    """
    most = profile.tricks - profile.book
    rules = profile.bid
    if rules is None:
        return 0, most
    bids = [
        points
        for level in range(rules.minimum, 8)
        for tricks in range(rules.kitty_trick == "bidder", profile.tricks + 1)
        for points in bid_points(tricks, level, "nt", profile)
    ]
    return min(bids), max(bids)


def one_side_scores(profile: Profile) -> bool:
    """Whether only one side can score in a deal: then there are no ties (R27, B18)."""
    return profile.bid is not None or profile.book * 2 + 1 >= profile.tricks


def target_reached(score: Pair, profile: Profile) -> bool:
    """Whether a side has the points that win the game, or those that lose it (R26, B19).

    At least the target, or at most as far below nothing as the profile says. Two sides that
    reach it in the same deal with the same score play on.
    """
    target, lose = profile.target, profile.lose
    return score[0] != score[1] and (
        (target is not None and max(score) >= target) or (lose is not None and min(score) <= -lose)
    )


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
    if profile.target is not None and profile.bid is None and one_side_scores(profile):
        # Each deal is worth at least a point, and both sides can be one short of the target.
        limits.append(sum(max(0, profile.target - 1 - points) for points in score) + 1)
    return min(limits, default=None)


def dealer_of(first: Seat, number: int) -> Seat:
    """Who deals the deal of this number (from 1), when the first was dealt by ``first`` (R11).

    >>> dealer_of(Seat.W, 2).name
    'N'
    """
    return SEATS[(first + number - 1) & 3]
