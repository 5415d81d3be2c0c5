"""What a deal, a game and a rubber are worth, and when a game is over (R23-R28, B18-B19, D1-D4).

One function for each family of games counts what the tricks of a deal are worth, and `settle`
puts together all that counts in a deal; everything else that scores asks them. Pairs are
always in the order of `Side`: (North-South, East-West).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

from whistlog.cards import ACE, SEATS, SIDES, Seat, Side
from whistlog.rules.profile import Profile

Pair = tuple[int, int]

LOVE: Final[Pair] = (0, 0)

HONOURS: Final = 0b1111 << ACE - 3
"""Mask of ace, king, queen and knave among the thirteen cards of a suit."""


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


class Penalty(NamedTuple):
    """What a revoke costs (CAV 72).

    Attributes:
        side: the side whose gain it is; the other one revoked.
        choice: it takes ``tricks`` from the other side, ``add``s points to its own score, or
            ``deduct``s them from the other side's.
        amount: how many.
    """

    side: Side
    choice: str
    amount: int


class Extras(NamedTuple):
    """What counts in a deal beside its tricks.

    Attributes:
        honours: points that each side counts for honours.
        penalties: of revokes.
        barred: for each side, whether it can't win the game with this deal: it has revoked.
        called: who called honours before a card was played: they count first; or None.
    """

    honours: Pair = LOVE
    penalties: tuple[Penalty, ...] = ()
    barred: tuple[bool, bool] = (False, False)
    called: Side | None = None


NOTHING: Final = Extras()

ORDER: Final = ("penalty", "tricks", "honours")
"""The order in which a deal is counted; the first side with enough points wins (CAV 5)."""


def settle(
    before: Pair,
    points: Pair,
    profile: Profile,
    extras: Extras = NOTHING,
    *,
    order: Sequence[str] = ORDER,
    law: bool = True,
) -> Pair:
    """Count a finished deal: penalties, then tricks, then honours (CAV 5, HOF 50).

    It ends as soon as a side has won the game; a side that revoked stops one point short of
    it (CAV 82).

    Args:
        before: the score before the deal.
        points: what its tricks are worth, after those that penalties `moved`.
        profile: the rules.
        extras: what counts beside the tricks.
        order: another order than that of the law, to find out what players did.
        law: False to count everything, even though a side has won, or may not win.

    Returns:
        The score after the deal.

    >>> from whistlog.rules.profile import builtin
    >>> rules = builtin("short-honours")
    >>> settle((3, 3), (2, 0), rules, Extras(honours=(0, 2)))
    (5, 3)
    """
    score = [*before]
    target = profile.target
    if extras.called is not None and law:
        order = ("honours", *(stage for stage in order if stage != "honours"))

    def add(side: int, number: int) -> None:
        total = score[side] + number
        if law and extras.barred[side] and target is not None and number > 0:
            total = min(total, max(score[side], target - 1))
        score[side] = max(0, total) if number < 0 and profile.lose is None else total

    def won() -> bool:
        return law and target_reached((score[0], score[1]), profile)

    for stage in order:
        if stage == "penalty":
            for taker, choice, amount in extras.penalties:
                if choice == "add":
                    add(taker, amount)
                elif choice == "deduct":
                    add(1 - taker, -amount)
                if won():
                    break
        elif stage == "tricks":
            for side, number in enumerate(points):
                add(side, number)
        else:
            for side, number in enumerate(extras.honours):
                add(side, number)
        if won():
            break
    return score[0], score[1]


def moved(tricks: Pair, extras: Extras) -> Pair:
    """The tricks after those that penalties take from a side."""
    ns, ew = tricks
    for side, choice, amount in extras.penalties:
        if choice == "tricks":
            number = min(amount, (ew, ns)[side])
            ns, ew = (ns + number, ew - number) if side is Side.NS else (ns - number, ew + number)
    return ns, ew


def honour_points(held: Pair, before: Pair | None, profile: Profile) -> Pair:
    """What the honours that each side was dealt count (CAV 3-4).

    Args:
        held: how many of the four each side was dealt.
        before: the score before the deal, which may bar a side from counting any; None where
            it is not known.
        profile: the rules.

    >>> from whistlog.rules.profile import builtin
    >>> rules = builtin("short-honours")
    >>> honour_points((1, 3), (0, 0), rules), honour_points((1, 3), (0, 4), rules)
    ((0, 2), (0, 0))
    """
    rules, bar = profile.honours, profile.honours_bar
    if rules is None:
        return LOVE
    worth = {3: rules.three, 4: rules.all}
    ns, ew = (
        0 if bar is not None and before is not None and before[side] >= bar else worth.get(n, 0)
        for side, n in zip(SIDES, held)
    )
    return ns, ew


def game_value(losers: int, profile: Profile) -> int | None:
    """What a game is worth to its winners (CAV 8); None where the rules give it no value.

    Args:
        losers: the score of the losers.
        profile: the rules.

    >>> from whistlog.rules.profile import builtin
    >>> [game_value(n, builtin("rubber")) for n in range(5)]
    [3, 2, 2, 1, 1]
    """
    target, losers = profile.target, max(0, losers)
    if target is None or profile.value is None:
        return None
    if profile.value == "american":
        return target - losers
    few = 2 * losers < target
    if profile.value == "long":
        return 2 if few == (profile.long_values == "few-double") else 1
    return 3 if not losers else 2 if few else 1


def rubber_points(games: Sequence[tuple[Side, int]], profile: Profile) -> Pair | None:
    """The points of a rubber (CAV 9-10); None where it is not decided.

    Args:
        games: the winners of its games and what each game was worth.
        profile: the rules.

    >>> from whistlog.rules.profile import builtin
    >>> rubber_points([(Side.NS, 3), (Side.EW, 1), (Side.NS, 2)], builtin("rubber"))
    (6, 0)
    """
    rules = profile.rubber
    if rules is None:
        return None
    for side in SIDES:
        if sum(winner is side for winner, _ in games) == 2:
            points = sum(value if winner is side else -value for winner, value in games)
            points += rules.bonus
            return (points, 0) if side is Side.NS else (0, points)
    return None


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
    rules, most = profile.bid, profile.tricks
    if rules is None or not 0 <= tricks <= most or not 1 <= level <= 7:
        raise ValueError(f"{tricks} tricks for a bid of {level} are no result")
    over_book = max(0, tricks - profile.book)
    short = profile.book + level - tricks
    double = 2 if rules.no_trump == "double" and form == "nt" else 1
    if short <= 0:
        boston = _BOSTON[rules.boston] if tricks == most else 1
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
    rules = profile.bid
    if rules is None:
        honours = profile.honours
        most = max(honours.all, honours.three) if honours is not None else 0
        return 0, profile.tricks - profile.book + most
    bids = [
        points
        for level in range(rules.minimum, 8)
        for tricks in range(rules.kitty_trick == "bidder", profile.tricks + 1)
        for points in bid_points(tricks, level, "nt", profile)
    ]
    return min(bids), max(bids)


def one_side_scores(profile: Profile) -> bool:
    """Whether only one side can score in a deal: then there are no ties (R27, B18, AMB-27)."""
    return profile.bid is not None or (profile.honours is None and _odd_trick(profile))


def _odd_trick(profile: Profile) -> bool:
    """Whether exactly one side has more tricks than the book."""
    return profile.book * 2 + 1 >= profile.tricks


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
    if profile.target is not None and profile.bid is None and _odd_trick(profile):
        # Each deal is worth at least a point, and both sides can be one short of the target.
        last = profile.target - 1
        limits.append(max(0, last - score[0]) + max(0, last - score[1]) + 1)
    return min(limits, default=None)


def dealer_of(first: Seat, number: int) -> Seat:
    """Who deals the deal of this number (from 1), when the first was dealt by ``first`` (R11).

    >>> dealer_of(Seat.W, 2).name
    'N'
    """
    return SEATS[(first + number - 1) & 3]
