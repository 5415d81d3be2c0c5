"""Rule profiles: what the game is, as data."""

from __future__ import annotations

from dataclasses import dataclass

from whistlog.cards import PACK_52, Suit


@dataclass(frozen=True)
class Profile:
    """The rules of one game, read from a small TOML file.

    Attributes:
        name: the name that ``Rules:`` and ``--rules`` use.
        pack: mask of the cards in the pack.
        hand_size: cards dealt to each player.
        kitty: number of cards left over.
        trump_source: ``turn-up``, ``rotation``, ``fixed``, ``auction`` or ``none``.
        trumps: the rotation (None is a deal without trump), or the one fixed suit.
        target: points that win the game, or None.
        deals: fixed number of deals, or None.
    """

    name: str = "short"
    pack: int = PACK_52
    hand_size: int = 13
    kitty: int = 0
    trump_source: str = "turn-up"
    trumps: tuple[Suit | None, ...] = ()
    target: int | None = 5
    deals: int | None = None
