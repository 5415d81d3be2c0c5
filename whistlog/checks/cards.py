"""Cards and structure: the hands as written, the number of tricks, whose card was played (F1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from whistlog.cards import Card, Seat
from whistlog.checks.findings import Reporter
from whistlog.diagnostics.values import Diagnostic
from whistlog.record import Part
from whistlog.replay.incidents import called_at, withdrawn_cards
from whistlog.replay.values import Fact, Replay
from whistlog.rules.profile import Profile
from whistlog.sentences.phrases import Listed, Phrase

HANDS: Final = frozenset(
    (
        "card-foreign",
        "card-not-held",
        "card-twice",
        "deal-dup",
        "deal-missing",
        "hand-count",
        "hands-exchanged",
    )
)
"""The facts of a replay that leave open who holds what."""

FACTS: Final = HANDS | {
    "seat-twice",
    "suit-overflow",
    "too-many-tricks",
    "trick-number",
    "trick-numbers-exchanged",
    "trick-size",
    "tricks-exchanged",
}
"""The facts of a replay that belong here."""


def check_cards(say: Reporter, replay: Replay, profile: Profile) -> list[Diagnostic]:
    """Check the cards of a deal."""
    found = [_told(say, fact) for fact in replay.facts if fact.name in FACTS]
    layout = say.deal.layout
    if replay.unplayed and replay.tricks and not layout.unreadable:
        found += _missing_tricks(say, replay, profile)
    if not any(f.name in FACTS for f in replay.facts):
        found += _exposed(say, replay, profile)
    played = not replay.unplayed and all(len(t.cards) >= 4 for t in replay.tricks)
    if layout.incidents and replay.tricks and played:
        found += [
            say.at("unfinished-complete", item)
            for item, incident in layout.incidents
            if incident.key == "unfinished"
        ]
    return found


def _exposed(say: Reporter, replay: Replay, profile: Profile) -> list[Diagnostic]:
    """Cards exposed, called or taken back that the seat did not hold at that time (E3)."""
    shown = list(_shown(say, replay))
    if not shown:
        return []
    played = {
        card.code: (trick.item, seat)
        for trick in replay.tricks
        for seat, card in zip(trick.seats, trick.cards)
    }
    taker = None if replay.contract is None else replay.contract.declarer
    found = []
    for item, part, at, seat, card in shown:
        if not card.bit:
            continue
        if card.code in played:
            when, player = played[card.code]
            held = at <= when and player in (seat, None)
        else:
            hand = replay.hands[seat]
            whole = hand is not None and hand.bit_count() == profile.hand_size
            exchanged = bool(profile.kitty) and taker in (seat, None)
            held = exchanged or not whole or bool((hand or 0) & card.bit)
        if not held:
            args = {"seat": seat, "card": card}
            found.append(say.at("exposed-not-held", item, part, args, seat=seat))
    return found


def _shown(say: Reporter, replay: Replay) -> Iterator[tuple[int, Part, int, Seat, Card]]:
    """The cards that were shown without being played: line and part, when, whose, which."""
    for item, incident in say.deal.layout.incidents:
        seat, card = incident.seat, incident.card
        if incident.key not in ("exposed", "called") or seat is None or card is None:
            continue
        # Below the last trick a line does not tell when it was.
        trick = called_at(replay, item, incident)
        yield item, (), -1 if trick is None else trick.item, seat, card
    for item, place, seat, card in withdrawn_cards(say.deal, replay):
        yield item, ("card", place), item, seat, card


def _told(say: Reporter, fact: Fact) -> Diagnostic:
    """Some findings have a sentence of their own where more is known."""
    name = fact.name
    if name == "card-not-held" and fact.args.get("owner") is None:
        return say.of(fact, "card-not-dealt")
    return say.of(fact)


def _missing_tricks(say: Reporter, replay: Replay, profile: Profile) -> list[Diagnostic]:
    layout = say.deal.layout
    found = []
    numbers = [t.number for t in replay.tricks]
    left_out = numbers[-1] - len(numbers)
    size = profile.hand_size
    if left_out > 0:
        k = next(k for k, n in enumerate(numbers) if n != k + 1)
        before = numbers[k - 1] if k else 0
        found.append(
            say.at(
                "tricks-left-out",
                replay.tricks[k].item,
                ("number",),
                {
                    "count": left_out,
                    "first": before + 1,
                    "last": numbers[k] - 1,
                    "missing": _ranges(numbers),
                },
            )
        )
    broken_off = layout.incidents and any(
        i.key in ("unfinished", "misdeal", "redeal") for _, i in layout.incidents
    )
    claimed = "claim" in layout.tallies or "concede" in layout.tallies
    if numbers[-1] < size and not broken_off and not claimed:
        args = {"count": len(numbers), "last": numbers[-1], "size": size}
        found.append(say.at("deal-short", replay.tricks[-1].item, (), args))
    return found


def _ranges(numbers: list[int]) -> Phrase:
    """The numbers missing below the last one, in words."""
    gaps = [(a + 1, b - 1) for a, b in zip((0, *numbers), numbers) if b > a + 1]
    words = Listed(a if a == b else Phrase("range", {"a": a, "b": b}) for a, b in gaps)
    return Phrase("tricks-missing", {"n": sum(b - a + 1 for a, b in gaps), "numbers": words})
