"""The games of a file as they make rubbers (D4, F4)."""

from __future__ import annotations

from typing import Final

from whistlog.cards import SIDES, Side
from whistlog.diagnostics.values import Diagnostic
from whistlog.record import NOWHERE, GameLine, Header, Tag
from whistlog.rules.profile import Profile
from whistlog.rules.scoring import LOVE, Pair, rubber_points


class RubberScore:
    """The state of a rubber between its games.

    Attributes:
        profile: the rules.
        games: winner and value of the games that are over.
        known: whether they are all known.
        stated: whether the record has stated what the rubber is worth.
    """

    __slots__ = ("_about", "_surplus", "games", "known", "profile", "stated")

    def __init__(self, profile: Profile) -> None:
        """Begin a rubber under a profile."""
        self.profile = profile
        self._about: dict[str, str] = {}
        self._restart()

    def _restart(self) -> None:
        self.games: list[tuple[Side, int]] = []
        self.known = True
        self.stated = False
        self._surplus = False

    def begin(self, header: Header) -> tuple[Diagnostic, ...]:
        """Begin the next game; report one that the rubber does not need."""
        about = {
            tag.key: tag.value for _, tag in header.find(Tag) if tag.known and tag.key in _IDENTITY
        }
        other = any(self._about.get(key, value) != value for key, value in about.items())
        self._about = about if other else self._about | about
        decided = rubber_points(self.games, self.profile) is not None
        if other or self.stated or self._surplus or (decided and len(self.games) > 2):
            self._restart()
        elif decided:
            self._surplus = True
            item = next((i for i, _ in header.find(GameLine)), 0)
            span = header.span(item) if header.items else NOWHERE
            side = self.games[0][0]
            return (Diagnostic("third-game-needless", span, {"side": header.seats.sides[side]}),)
        return ()

    def end(self, winner: Side | None, value: int | None) -> None:
        """End a game: its winner, or None where nobody is known to have won, and its value."""
        if winner is None:
            self.known = False
        elif not self._surplus:
            self.games.append((winner, 1 if value is None else value))

    def points(self, winner: Side, value: int | None) -> Pair | None:
        """The points of the rubber if the game that is played ends like this; None: not over."""
        if not self.known or self._surplus:
            return None
        return rubber_points([*self.games, (winner, 1 if value is None else value)], self.profile)

    def so_far(self, winner: Side | None, value: int | None) -> Pair:
        """The values of the games, with the one that is played if it is won."""
        total = [*LOVE]
        for side, worth in self.games:
            total[side] += worth
        if winner is not None:
            total[winner] += 1 if value is None else value
        ns, ew = (total[side] for side in SIDES)
        return ns, ew


_IDENTITY: Final = frozenset(("north", "east", "south", "west", "date", "event", "table"))
"""The tags by which one rubber is told from another."""
