"""How a deal may be counted: by the law, and as the players may have done it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import permutations

from whistlog.checks.figures import difference, says
from whistlog.record import Tally
from whistlog.rules.profile import Profile
from whistlog.rules.scoring import LOVE, NOTHING, ORDER, Extras, Pair, moved, settle

Tallies = Mapping[str, tuple[int, Tally]]


class Counting:
    """What a deal counts: its tricks, and what counts beside them.

    In both lists that which is true comes first, and that by which the players went on comes
    last; all are accepted.

    Attributes:
        profile: the rules.
        tricks: the tricks as they may have been won; none where they are not known.
        extras: what may count beside them.
    """

    __slots__ = ("_worths", "extras", "profile", "tricks")

    def __init__(self, profile: Profile, worths: Callable[[Pair], list[Pair]]) -> None:
        """Begin with a deal of which nothing is known.

        Args:
            profile: the rules.
            worths: what tricks are worth, by each way to count them.
        """
        self.profile = profile
        self._worths = worths
        self.tricks: list[Pair] = []
        self.extras: list[Extras] = [NOTHING]

    @property
    def plain(self) -> bool:
        """Whether nothing but tricks counts."""
        return self.extras == [NOTHING]

    @property
    def penalised(self) -> bool:
        """Whether a penalty may have been taken."""
        return any(extras.penalties for extras in self.extras)

    def changes(self, base: Pair | None) -> list[Pair]:
        """What the deal may have added to a score; None where that score is not known."""
        if self.plain:
            return [points for count in self.tricks for points in self._worths(count)]
        start = base if base is not None else (self.profile.tricks, self.profile.tricks)
        return [
            difference(after, start)
            for extras in self.extras
            for count in self.tricks
            for after in self._after(start, count, extras, law=base is not None)
        ]

    def _after(
        self,
        base: Pair,
        count: Pair,
        extras: Extras,
        *,
        order: Sequence[str] = ORDER,
        law: bool = True,
    ) -> Iterator[Pair]:
        for points in self._worths(moved(count, extras)):
            yield settle(base, points, self.profile, extras, order=order, law=law)

    def against_law(self, bases: Sequence[Pair]) -> list[tuple[str, Pair]]:
        """Scores that follow from counting against the law, and the finding that this is."""
        if not self.tricks or self.plain:
            return []
        count = self.tricks[0]
        result: list[tuple[str, Pair]] = []
        for base in bases:
            for extras in self.extras:
                free = extras._replace(barred=(False, False))
                result += [("revoker-wins", after) for after in self._after(base, count, free)]
                orders = [self._after(base, count, extras, order=o) for o in permutations(ORDER)]
                orders.append(self._after(base, count, extras, law=False))
                result += [("order-of-counting", after) for some in orders for after in some]
        right = {
            after
            for base in bases
            for extras in self.extras
            for one in self.tricks
            for after in self._after(base, one, extras)
        }
        return [(name, after) for name, after in result if after not in right]

    def says_tricks(self, tally: Tally, count: Pair) -> bool:
        """Whether a line gives these tricks, before or after some were taken as a penalty."""
        return says(tally, count) or any(
            says(tally, moved(count, extras)) for extras in self.extras if extras.penalties
        )

    def says_by_cards(self, tally: Tally) -> bool:
        """Whether a line gives the points for tricks alone, where others stand beside them."""
        return not self.plain and any(
            says(tally, points)
            for count in self.tricks
            for extras in self.extras
            for points in self._worths(moved(count, extras))
        )

    def shown(self, extras: Extras, tallies: Tallies, bases: Sequence[Pair]) -> bool:
        """Whether figures follow from other extras, and not from those that are true."""
        for key in ("score", "points"):
            entry = tallies.get(key)
            if entry is None:
                continue
            with_them, without = (
                any(
                    says(entry[1], after if key == "score" else difference(after, base))
                    for base in bases
                    for count in self.tricks
                    for after in self._after(base, count, some)
                )
                for some in (extras, self.extras[0])
            )
            if with_them != without:
                return with_them
        return False

    def differs(self, base: Pair | None, extras: Extras) -> bool:
        """Whether other extras than those that are true would make another score."""
        if base is None or not self.tricks:
            return False
        count = self.tricks[0]
        one, other = (list(self._after(base, count, e)) for e in (extras, self.extras[0]))
        return one != other

    def honours(self, base: Pair | None) -> Pair:
        """The points for honours that came to be counted."""
        true = self.extras[0]
        if true.honours == LOVE or not self.tricks:
            return LOVE
        if base is not None and not self.differs(base, true._replace(honours=LOVE)):
            return LOVE  # the game was won before
        return true.honours
