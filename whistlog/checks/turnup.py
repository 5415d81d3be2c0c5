"""The turn-up, and where trumps come from (F2)."""

from __future__ import annotations

from typing import Final

from whistlog.checks.findings import Reporter
from whistlog.diagnostics.values import Diagnostic
from whistlog.record import Trump
from whistlog.replay.values import Replay
from whistlog.rules.profile import Profile
from whistlog.rules.trumps import due_trump

FACTS: Final = frozenset(("turnup-not-dealers", "turnup-unplayed"))
"""The facts of a replay that belong here."""


def check_turn_up(say: Reporter, replay: Replay, profile: Profile, index: int) -> list[Diagnostic]:
    """Check the trump line of a deal.

    Args:
        say: makes the diagnostics.
        replay: what happened.
        profile: the rules.
        index: how many deals of the game came before.
    """
    found = [say.of(fact) for fact in replay.facts if fact.name in FACTS]
    misfit = next((say.of(fact) for fact in replay.facts if fact.name == "trump-misfit"), None)
    layout = say.deal.layout
    source = profile.trump_source
    if layout.trump is None:
        known = replay.trump_basis is not None or source == "auction"
        if not known and layout.tricks and not layout.unreadable:
            found.append(say.at("trump-missing", layout.tricks[0][0]))
        return found
    item, line = layout.trump
    if source == "turn-up":
        if line.card is None and (layout.tricks or any(layout.hands)):
            if line.suit is None:
                found.append(say.at("trump-none", item, ("value",)))
            else:
                found.append(say.at("turnup-missing", item, ("value",), {"suit": line.suit}))
    elif line.card is not None:
        args = {"card": line.card, "profile": profile.name}
        found.append(say.at("trump-source-conflict", item, ("value",), args))
    if layout.repeated:
        found += _mismatch(say, item, line)
    if source in ("rotation", "fixed", "none"):
        found += _slot(say, item, line, profile, index)
    if misfit is not None and not any(d.name in _WRONG_SUIT for d in found):
        found.append(misfit)
    return found


_WRONG_SUIT: Final = frozenset(("trump-mismatch", "trump-rotation", "trump-fixed", "trump-none"))
"""Findings that say already that the trump line names a wrong suit."""


def _mismatch(say: Reporter, item: int, line: Trump) -> list[Diagnostic]:
    """A second trump line that names another suit."""
    items = say.deal.items
    found = []
    for later, first in say.deal.layout.repeated:
        other = items[later]
        if first != item or not isinstance(other, Trump):
            continue
        card = line.card or other.card
        if line.card is not None and other.card is not None:
            continue
        suits = [t.suit if t.card is None else t.card.suit for t in (line, other)]
        if suits[0] is not suits[1]:
            named = suits[1] if line.card is not None else suits[0]
            args = {"card": card, "suit": named if named is not None else "none"}
            found.append(
                say.at("trump-mismatch", later, ("value",), args, (("first", item, ("value",)),))
            )
    return found


def _slot(say: Reporter, item: int, line: Trump, profile: Profile, index: int) -> list[Diagnostic]:
    """The suit that it is the turn of, against the one that is written."""
    prescribed = due_trump(profile, index)
    suit = line.suit if line.card is None else line.card.suit
    if prescribed is None or suit is prescribed[0] or (line.card is not None and suit is None):
        return []
    due = prescribed[0]
    args = {
        "suit": suit if suit is not None else "none",
        "due": due if due is not None else "none",
        "number": index + 1,
        "profile": profile.name,
    }
    name = "trump-rotation" if profile.trump_source == "rotation" else "trump-fixed"
    return [say.at(name, item, ("value",), args)]
