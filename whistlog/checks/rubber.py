"""The games of a file as they make rubbers (D4, F4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from typing import Final

from whistlog.cards import SIDES, Side
from whistlog.checks.figures import fault, first_wrong, says
from whistlog.diagnostics.values import Diagnostic
from whistlog.record import NOWHERE, Deal, GameLine, Header, Tag, Tally
from whistlog.rules.profile import Profile
from whistlog.rules.scoring import LOVE, Pair, rubber_points
from whistlog.sentences.phrases import Phrase


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

    def copy(self) -> RubberScore:
        """The state as it is now."""
        other = copy(self)
        other.games = list(self.games)
        return other

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


def check_values(
    section: Header | Deal,
    tallies: Mapping[str, tuple[int, Tally]],
    won: Sequence[tuple[Side, int | None]],
    profile: Profile,
    rubber: RubberScore | None,
    sides: Sequence[str],
) -> list[Diagnostic]:
    """Check what the record says that the game and the rubber are worth.

    Args:
        section: where it says so.
        tallies: its figures.
        won: winner and value of the game, as they are and as the players have them; nothing
            while it lasts.
        profile: the rules.
        rubber: the rubber that the game belongs to.
        sides: the names of the sides.
    """

    def words(pair: Pair) -> str:
        return ", ".join(f"{sides[side]} {pair[side]}" for side in SIDES)

    found = []
    for key in ("value", "rubber"):
        entry = tallies.get(key)
        if entry is None:
            continue
        index, tally = entry
        if (profile.value if key == "value" else rubber) is None:
            span = section.span(index, ("key",))
            args = {"rules": profile.name, "what": Phrase(f"keyword-{key}")}
            found.append(Diagnostic("value-foreign", span, args))
            continue
        right: list[Pair] = []
        if key == "value":
            right = [_for(side, value or 0) for side, value in won]
            expected: object = words(right[0]) if right else Phrase("value-nothing")
        elif rubber is not None:
            if not rubber.known:
                continue
            points = [rubber.points(side, value) for side, value in won]
            right = [pair for pair in points if pair is not None]
            if right:
                rubber.stated = True
                expected = words(right[0])
            else:
                right = [rubber.so_far(*(won[0] if won else (None, None)))]
                expected = Phrase("rubber-so-far", {"points": words(right[0])})
        if not any(says(tally, pair) for pair in right):
            place = first_wrong(tally, right[0] if right else LOVE)
            written = ", ".join(f"{sides[side]} {n}" for side, n in tally.values if n is not None)
            span = section.span(index, ("side", place))
            found.append(fault(_NAMES[key], span, written=written, expected=expected))
    return found


def _for(side: Side, number: int) -> Pair:
    return (number, 0) if side is Side.NS else (0, number)


_NAMES: Final = {"value": "game-value", "rubber": "rubber-value"}
