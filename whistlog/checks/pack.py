"""The pack that a record states: ``Pack: 54 as 12x4+6`` (bid whist, Part G)."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from whistlog.diagnostics.values import Diagnostic
from whistlog.record import Header, Tag
from whistlog.rules.profile import Profile
from whistlog.sentences.phrases import Phrase

_STATED: Final = re.compile(
    r"(?P<pack>[0-9]{2})\s*(?:\w+)?"
    r"(?:\s*[=:,]?\s*(?P<hand>1[0-9])\s*[x×*]\s*4(?:\s*\+\s*(?P<kitty>[0-9]{1,2}))?)?",
    re.IGNORECASE,
)


def stated_pack(header: Header, profile: Profile) -> tuple[Profile, tuple[Diagnostic, ...]]:
    """The profile with the pack, the hands and the kitty that a record states.

    Returns:
        The profile; and what is wrong with the ``Pack:`` line, in which case the profile is
        as it was.
    """
    for i, tag in header.find(Tag):
        if not tag.known or tag.key != "pack" or not tag.value:
            continue
        match = _STATED.fullmatch(tag.value.strip())
        span = header.span(i, ("value",))
        if match is None:
            return profile, (Diagnostic("pack-unclear", span, {"written": tag.value[:40]}),)
        changed = _with(profile, *(int(n) if n else None for n in match.group(1, 2, 3)))
        if changed is None:
            args = {
                "written": tag.value,
                "profile": profile.name,
                "pack": profile.pack.bit_count(),
                "hand": profile.hand_size,
                "kitty": Phrase("and-kitty", {"size": profile.kitty}) if profile.kitty else "",
            }
            return profile, (Diagnostic("pack-conflict", span, args),)
        return changed, ()
    return profile, ()


def _with(
    profile: Profile, pack: int | None, hand: int | None, kitty: int | None
) -> Profile | None:
    """The profile with a pack of so many cards, if it can be played with it."""
    if pack is None or (hand is not None and 4 * hand + (kitty or 0) != pack):
        return None
    if profile.bid is None:
        same = pack == profile.pack.bit_count() and hand in (None, profile.hand_size)
        return profile if same else None
    if not 52 <= pack <= 54:
        return None
    if hand is None:
        hand = profile.hand_size if pack > 4 * profile.hand_size else 12
    if hand not in (12, 13) or pack <= 4 * hand:
        return None
    return profile.with_bid(replace(profile.bid, jokers=pack - 52, hand=hand))
