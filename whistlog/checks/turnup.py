"""The turn-up, and where trumps come from (F2)."""

from __future__ import annotations

from typing import Final

from whistlog.cards import SEATS, Card, Suit
from whistlog.checks.cards import HANDS
from whistlog.checks.findings import Reporter
from whistlog.diagnostics.values import Diagnostic
from whistlog.record import Part, Trump
from whistlog.replay.values import Replay
from whistlog.rules.profile import Profile
from whistlog.rules.trumps import due_trump
from whistlog.sentences.phrases import Phrase

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
        found.append(conflict(say, profile))
    if layout.repeated:
        found += _mismatch(say, item, line)
    if source in ("rotation", "fixed", "none") and line.card is None:
        found += _slot(say, item, line, profile, index)
    if misfit is not None and not any(d.name in _WRONG_SUIT for d in found):
        found.append(misfit)
    return found


def conflict(say: Reporter, profile: Profile) -> Diagnostic:
    """Say that no card is turned up by these rules."""
    assert say.deal.layout.trump is not None
    item, line = say.deal.layout.trump
    args = {"card": line.card, "profile": profile.name}
    return say.at("trump-source-conflict", item, ("value",), args)


_WRONG_SUIT: Final = frozenset(("trump-mismatch", "trump-rotation", "trump-fixed", "trump-none"))
"""Findings that say already that the trump line names a wrong suit."""


def check_dealt(say: Reporter, replay: Replay, profile: Profile) -> list[Diagnostic]:
    """Check the order in which the cards were dealt, where it is written (``Dealt:``).

    At most one finding: a line that is not the whole pack proves nothing about the turn-up,
    and a last card that is misplaced is in a wrong hand as well.
    """
    layout = say.deal.layout
    if layout.dealt is None or any(i.key in ("misdeal", "redeal") for _, i in layout.incidents):
        return []
    item, line = layout.dealt
    pack = profile.pack
    if line.cards is None:
        if line.count is None or line.count == pack.bit_count():
            return []
        return [_dealt_count(say, item, ("number",), line.count, profile)]
    cards = line.cards
    first: dict[Card, int] = {}
    for i, c in enumerate(cards):
        if c.bit and not c.bit & pack:
            return [say.at("dealt-foreign", item, ("card", i), {"card": c})]
        if c.bit and first.setdefault(c, i) != i:
            again = (("first", item, ("card", first[c])),)
            return [say.at("dealt-twice", item, ("card", i), {"card": c}, again)]
    if len(cards) != pack.bit_count():
        return [_dealt_count(say, item, ("value",), len(cards), profile)]
    if profile.trump_source == "turn-up" and layout.trump is not None:
        last = cards[-1]
        trump = layout.trump[1]
        turn_up = trump.card if trump.card is not None or trump.suit is last.suit else trump.suit
        # Where the turn-up is not the dealer's, that line is to blame and is reported.
        told = any(fact.name in FACTS for fact in replay.facts)
        if turn_up is not None and last.bit and turn_up != last and not told:
            args = {"card": last, "turn_up": turn_up}
            related = (("turn-up", layout.trump[0], ("value",)),)
            return [say.at("turnup-not-last", item, ("card", len(cards) - 1), args, related)]
    return _not_held(say, replay, profile)


def _dealt_count(say: Reporter, item: int, part: Part, count: int, profile: Profile) -> Diagnostic:
    return say.at("dealt-count", item, part, {"count": count, "pack": profile.pack.bit_count()})


_UNSURE: Final = FACTS | HANDS
"""Facts after which it is not known for certain who was dealt what."""


def _not_held(say: Reporter, replay: Replay, profile: Profile) -> list[Diagnostic]:
    """The first card that falls, in the order of dealing, to a seat that did not hold it."""
    layout = say.deal.layout
    if (
        layout.dealt is None
        or layout.dealt[1].cards is None
        or replay.dealer is None
        or profile.kitty
        or any(fact.name in _UNSURE for fact in replay.facts)
    ):
        return []
    item, line = layout.dealt
    for i, c in enumerate(line.cards or ()):
        seat = SEATS[(replay.dealer + 1 + i) & 3]
        held = replay.hands[seat]
        if not c.bit or held is None or held.bit_count() != profile.hand_size or held & c.bit:
            continue
        place = _shown(say, c)
        related = () if place is None else (("hand", *place),)
        return [say.at("dealt-not-held", item, ("card", i), {"card": c, "seat": seat}, related)]
    return []


def _shown(say: Reporter, c: Card) -> tuple[int, Part] | None:
    """Where a card stands in the hands, or in the play."""
    for entry in say.deal.layout.hands:
        if entry is not None and c in entry[1].cards:
            return entry[0], ("card", entry[1].cards.index(c))
    for item, trick in say.deal.layout.tricks:
        for i, play in enumerate(trick.plays):
            if play.card == c:
                return item, ("card", i)
    return None


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
            args = {"card": card, "suit": named if named is not None else Phrase("no-suit")}
            found.append(
                say.at("trump-mismatch", later, ("value",), args, (("first", item, ("value",)),))
            )
    return found


def rotated(suit: Suit | None, profile: Profile, index: int) -> int:
    """How many deals a rotation is ahead of its turn, when this suit is trump; 0: not at all."""
    turns = range(1, len(profile.trumps or ()))
    return next((n for n in turns if due_trump(profile, index + n) == (suit,)), 0)


def _slot(say: Reporter, item: int, line: Trump, profile: Profile, index: int) -> list[Diagnostic]:
    """The suit that it is the turn of, against the one that is written."""
    prescribed = due_trump(profile, index)
    suit = line.suit if line.card is None else line.card.suit
    if prescribed is None or suit is prescribed[0] or (line.card is not None and suit is None):
        return []
    due = prescribed[0]
    args = {
        "suit": suit if suit is not None else Phrase("no-suit"),
        "due": due if due is not None else Phrase("no-suit"),
        "number": index + 1,
        "profile": profile.name,
    }
    name = "trump-rotation" if profile.trump_source == "rotation" else "trump-fixed"
    return [say.at(name, item, ("value",), args)]
