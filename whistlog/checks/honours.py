"""Honours: what the record claims for them, and what the cards and the score allow (D1, D2, F4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from whistlog.cards import Side
from whistlog.checks.findings import Reporter
from whistlog.diagnostics.values import Diagnostic
from whistlog.record import Tally
from whistlog.replay.honours import honours_held, honours_of
from whistlog.replay.values import Replay
from whistlog.rules.profile import Profile
from whistlog.rules.scoring import LOVE, Pair, honour_points
from whistlog.sentences.phrases import Listed


@dataclass(frozen=True, slots=True)
class Honours:
    """What may be counted for honours in a deal.

    Attributes:
        claimed: points to accept as claimed: first those of the law, last those of the
            players.
        due: points that were not claimed and would be counted if they had been; first the
            most likely.
        called: who called them before a card was played, so that they count first.
        found: what is wrong.
    """

    claimed: tuple[Pair, ...] = (LOVE,)
    due: tuple[Pair, ...] = ()
    called: Side | None = None
    found: list[Diagnostic] = field(default_factory=list)


def read_honours(
    say: Reporter,
    replay: Replay,
    profile: Profile,
    entry: tuple[int, Tally] | None,
    before: Sequence[Pair],
    places: Sequence[tuple[int, int]] | None = None,
) -> Honours:
    """Judge the honours of a deal.

    Args:
        say: makes the findings of the deal.
        replay: what happened in it.
        profile: the rules.
        entry: the line ``Honours:``, with its place in the deal.
        before: the score before the deal, as it is and as the players have it, where known.
        places: line and position of each number, where they stand on two lines.
    """
    claims = [] if entry is None else [(s, n) for s, n in entry[1].values if n]
    if entry is not None and profile.honours is None:
        if not claims:
            return Honours()
        told = say.at("honours-foreign", entry[0], ("key",), {"rules": profile.name})
        return Honours((LOVE, _pair(dict(claims))), found=[told])
    held: Sequence[Pair] = honours_held(replay)
    due = _due(held, before, profile)
    rules = profile.honours
    if not claims or entry is None or rules is None:
        if rules is not None and rules.claim == "automatic":
            return Honours(tuple(due))
        return Honours(due=tuple(d for d in due if d != LOVE))
    found = []
    right: dict[Side, int] = {}
    called: Side | None = None
    bar = profile.honours_bar
    for side, number in claims:
        place = next(k for k, (s, _) in enumerate(entry[1].values) if s is side)
        line, place = (entry[0], place) if places is None else places[place]
        args: dict[str, object] = {"side": side, "written": number}
        if bar is not None and before and all(score[side] >= bar for score in before):
            args |= {"score": before[0][side], "bar": bar}
            found.append(say.at("honours-barred", line, ("side", place), args))
        elif number not in {pair[side] for pair in _due(held, before, profile)}:
            worth = sorted({pair[side] for pair in _due(held, before, profile)})
            args |= _dealt(replay, held, side) | {"expected": Listed(worth, "or")}
            found.append(say.at("honours-wrong", line, ("side", place), args))
            right[side] = due[0][side] if len(due) == 1 else 0
        else:
            right[side] = number
            # What one side was dealt the other was not.
            held = [h for h in held if any(d[side] == number for d in _due((h,), before, profile))]
            calls = rules.call is not None and _before_play(say, line)
            if calls and any(score[side] == rules.call for score in before):
                called = side
            elif calls and before:
                args |= {"score": before[0][side], "call": rules.call}
                found.append(say.at("honours-called", line, ("side", place), args))
    claimed = list(dict.fromkeys((_pair(right), _pair(dict(claims)))))
    # A claim that is wrong may be a slip of the pen for what the score holds.
    slips = () if not found else tuple(d for d in due if d != LOVE and d not in claimed)
    return Honours(tuple(claimed), slips, called, found)


def _due(held: Sequence[Pair], before: Sequence[Pair], profile: Profile) -> list[Pair]:
    """The points for honours, by each way to deal them and each score before; the likely first."""
    points = [honour_points(h, b, profile) for b in before or (None,) for h in held]
    return list(dict.fromkeys(points))


def _pair(numbers: dict[Side, int]) -> Pair:
    return numbers.get(Side.NS, 0), numbers.get(Side.EW, 0)


def _dealt(replay: Replay, held: Sequence[Pair], side: Side) -> dict[str, object]:
    """How many honours a side was dealt, in words."""
    numbers = sorted({pair[side] for pair in held})
    words = Listed(numbers, "or")
    cards = honours_of(replay, side)
    if len(numbers) == 1 and cards and len(cards) == numbers[0]:
        return {"held": f"{words} ({' '.join(c.name for c in cards)})"}
    return {"held": words}


def _before_play(say: Reporter, index: int) -> bool:
    """Whether a line stands above the first trick."""
    tricks = say.deal.layout.tricks
    return bool(tricks) and index < tricks[0][0]
