"""Where trumps come from in the games without a turn-up and without an auction."""

from __future__ import annotations

from whistlog.cards import Suit
from whistlog.rules.profile import Profile


def due_trump(profile: Profile, index: int | None) -> tuple[Suit | None] | None:
    """The trump that the rules prescribe for a deal (A5, AMB-09, D7).

    Args:
        profile: the rules.
        index: how many deals of the game came before, where trumps rotate.

    Returns:
        The suit (None: no trumps) in a tuple of one; None where nothing is prescribed.

    >>> from whistlog.rules.profile import builtin
    >>> due_trump(builtin("rotation"), 5)
    (<Suit.DIAMONDS: 2>,)
    """
    source, trumps = profile.trump_source, profile.trumps
    if source == "none":
        return (None,)
    if source == "fixed" and trumps:
        return (trumps[0],)
    if source == "rotation" and trumps and index is not None:
        return (trumps[index % len(trumps)],)
    return None
