"""The auction and the kitty (F5): here, that a game without bidding has neither (R18)."""

from __future__ import annotations

from whistlog.checks.findings import Reporter
from whistlog.diagnostics.values import Diagnostic
from whistlog.record import Layout
from whistlog.rules.profile import Profile


def has_bidding(layout: Layout) -> bool:
    """Whether a deal has lines that only a game with bidding knows."""
    return (
        layout.auction is not None
        or layout.kitty is not None
        or layout.discards is not None
        or layout.ranking is not None
    )


def check_auction(say: Reporter, profile: Profile) -> list[Diagnostic]:
    """Report the lines of a bidding in a game without one, at the first of them."""
    if profile.trump_source == "auction":
        return []
    layout = say.deal.layout
    lines = (
        ("Auction", layout.auction),
        ("Kitty", layout.kitty),
        ("Discards", layout.discards),
        ("Ranking", layout.ranking),
    )
    written = [(entry[0], name) for name, entry in lines if entry is not None]
    if not written:
        return []
    names = " and ".join(name for _, name in written)
    return [say.at("bidding-foreign", min(written)[0], (), {"lines": names, "rules": profile.name})]
