"""The play: leads, turns, winners, revokes, claims and called cards (F3)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from whistlog.cards import SIDES, Seat
from whistlog.checks.auction import told
from whistlog.checks.findings import Reporter
from whistlog.checks.repeated import contradicting, contradiction
from whistlog.diagnostics.values import Diagnostic
from whistlog.record import Deal, Incident, Tally, Trick
from whistlog.replay.incidents import called_at, given, offender
from whistlog.replay.values import REVOKES, Fact, PlayedTrick, Replay
from whistlog.rules.play import order
from whistlog.rules.profile import Profile
from whistlog.sentences.phrases import Phrase

FACTS: Final = REVOKES | {
    "lead-misfit",
    "lead-wrong-seat",
    "out-of-turn",
    "revoke-undecidable",
    "winner-wrong",
}
"""The facts of a replay that are told under their own names."""


def check_play(say: Reporter, replay: Replay, profile: Profile) -> list[Diagnostic]:
    """Check the play of a deal."""
    found = []
    known = _acknowledged(say.deal, replay) if say.deal.layout.incidents else frozenset()
    for fact, name in told(replay.facts, replay, profile):
        if fact.name in REVOKES and (fact.seat, fact.trick) in known:
            fact = replace(fact, acknowledged=True)
        if fact.name in FACTS:
            found.append(say.of(fact, name))
            one = fact.args.get("count", 1) == 1
            if fact.name == "winner-wrong" and one and _sole(say.deal, replay, fact):
                found[-1] = _marked(say, fact, found[-1])
        if fact.name in REVOKES and fact.args["status"] == "correctable":
            found.append(_status(say, fact, "correctable"))
        elif fact.name == "revoke-corrected":
            found.append(_status(say, fact, "corrected"))
    layout = say.deal.layout
    if "claim" in layout.tallies or "concede" in layout.tallies:
        found += _claims(say, replay, profile)
    if layout.incidents:
        found += _called(say, replay)
    if layout.tricks:
        found += _undecided(say, replay)
    return found


def _acknowledged(deal: Deal, replay: Replay) -> frozenset[tuple[Seat | None, int | None]]:
    """Seats and tricks of the revokes that the players knew of: claimed, or paid for.

    A claim that names the wrong trick is of the one revoke that the seat made.
    """
    revokes = [(f.seat, f.trick) for f in replay.facts if f.name in REVOKES]
    claims = [(x.seat, x.trick) for _, x in deal.layout.incidents if x.key == "revoke"]
    paid = {offender(x) for _, x in deal.layout.incidents if x.key == "penalty"}
    known: set[tuple[Seat | None, int | None]] = set()
    for seat, trick in revokes:
        others = [t for s, t in revokes if s is seat and t != trick]
        claimed = [t for s, t in claims if s is seat]
        if (
            (seat is not None and seat.side in paid)
            or not {trick, None}.isdisjoint(claimed)
            or (claimed and not others)
        ):
            known.add((seat, trick))
    return frozenset(known)


def _sole(deal: Deal, replay: Replay, fact: Fact) -> bool:
    """Whether it can only be the winner's mark that is wrong.

    Nothing else in the deal may be in doubt; and who led to the next trick, where that is
    written or shown by the hands, is the one who won this.
    """
    others = [f for f in replay.facts if f.item != fact.item or f.part != fact.part]
    others = [f for f in others if not f.acknowledged]
    if fact.acknowledged or any(f.name not in _NO_DOUBT for f in others):
        return False
    if any(type(deal.items[later]) is not Tally for later, _ in deal.layout.repeated):
        return False
    following = next((t for t in replay.tricks if t.number == (fact.trick or 0) + 1), None)
    if following is not None and following.leader is not fact.args["winner"]:
        return False
    if not any(f.name == "winner-wrong" for f in others):
        return True
    # With two wrong marks the trumps may be wrong: then somebody must have led on.
    line = None if following is None else deal.items[following.item]
    return isinstance(line, Trick) and (line.leader is not None or any(deal.layout.hands))


_NO_DOUBT: Final = frozenset(("revoke-corrected", "revoke-undecidable", "winner-wrong"))
"""Facts that leave the cards, the turn-up and the order of the tricks beyond doubt."""


def _marked(say: Reporter, fact: Fact, found: Diagnostic) -> Diagnostic:
    """The finding about a winner's mark with the right one."""
    from whistlog.checks.fixes import seat

    right: Seat = fact.args["winner"]
    fix = seat(say.deal, fact.item, fact.part, right, say.seats, say.language)
    return replace(found, fix=fix)


def _status(say: Reporter, fact: Fact, status: str) -> Diagnostic:
    """Whether a revoke stands (E1); a revoke that is established is told as such."""
    name = "revoke-corrected" if status == "corrected" else "revoke-status"
    return say.at(
        name,
        fact.item,
        fact.part,
        {"seat": fact.seat, "card": fact.args["card"], "suit": fact.args["suit"]},
        trick=fact.trick,
        seat=fact.seat,
    )


def _undecided(say: Reporter, replay: Replay) -> list[Diagnostic]:
    """Say once where players, and where winners, can't be told."""
    adrift = next((t for t in replay.tricks if t.cards and None in t.seats[:4]), None)
    if adrift is not None and len(adrift.cards) <= 4:
        return [say.at("leader-unknown", adrift.item, (), trick=adrift.number)]
    blank = [t for t in replay.tricks if t.winner is None and any(not c.bit for c in t.cards)]
    if not blank:
        return []
    first = blank[0]
    place = next(i for i, c in enumerate(first.cards) if not c.bit)
    others = len(blank) - 1
    more = Phrase("and-more", {"number": others}) if others else ""
    args = {"count": len(blank), "more": more, "card": first.cards[place]}
    return [say.at("winner-undecidable", first.item, ("card", place), args, trick=first.number)]


def _claims(say: Reporter, replay: Replay, profile: Profile) -> list[Diagnostic]:
    """Claims and concessions of more tricks than are left, or at odds with each other (E6)."""
    left = max(0, profile.hand_size - len(replay.tricks))
    told = {later for later, _ in contradicting(say.deal)}
    found = []
    first: tuple[int, Tally] | None = None
    for item, tally in enumerate(say.deal.items):
        if not isinstance(tally, Tally) or tally.key not in ("claim", "concede") or item in told:
            continue
        numbers = [number for _, number in tally.values]
        rest = left if numbers == [None, None] else 0
        total = 0
        for i, number in enumerate(numbers):
            total += rest if number is None else number
            if total > left or (number or 0) < 0:
                args = {"tricks": Phrase("tricks", {"n": total}), "left": left, "what": tally.key}
                found.append(say.at("claim-impossible", item, ("side", i), args))
                break
        else:
            if first is None:
                first = item, tally
            elif not _agree(first[1], tally, left):
                found.append(contradiction(say.deal, first[0], item))
    return found


def _agree(one: Tally, other: Tally, left: int) -> bool:
    """Whether two claims give the same, be it that the second gives the other side the rest."""
    if given(one, left) == given(other, left):
        return True
    (_, number), *more = one.values
    return (
        one.key == other.key
        and number is not None
        and not more
        and other.values == ((SIDES[1 - one.values[0][0]], None),)
    )


def refused(deal: Deal, replay: Replay) -> Iterator[tuple[int, Incident, PlayedTrick, int]]:
    """The calls that could have been obeyed and were not (E3), which counts as a revoke (CAV 61).

    Yields:
        The index of the call, the call, the trick, and the place in it of the card played.
    """
    for item, incident in deal.layout.incidents:
        if incident.key != "called" or incident.seat is None:
            continue
        trick = called_at(replay, item, incident)
        if trick is None or incident.seat not in trick.seats:
            continue
        place = trick.seats.index(incident.seat)
        played = trick.cards[place]
        if played.bit and played is not incident.card and _could(replay, trick, place, incident):
            yield item, incident, trick, place


def _called(say: Reporter, replay: Replay) -> list[Diagnostic]:
    """Called cards that could have been played and were not (E3)."""
    found = []
    for item, incident, trick, place in refused(say.deal, replay):
        say_card = incident.card if incident.card is not None else incident.suit
        args = {"seat": incident.seat, "called": say_card, "card": trick.cards[place]}
        found.append(
            say.at(
                "called-card-refused",
                trick.item,
                ("card", _written_place(say, trick, place)),
                args,
                (("called", item, ()),),
                trick=trick.number,
                seat=incident.seat,
            )
        )
    return found


def _written_place(say: Reporter, trick: PlayedTrick, place: int) -> int:
    """The place on the line of a card that stands, withdrawn cards included."""
    plays = next(t.plays for i, t in say.deal.layout.tricks if i == trick.item)
    return [i for i, p in enumerate(plays) if not p.withdrawn][place]


def _could(replay: Replay, trick: PlayedTrick, place: int, incident: Incident) -> bool:
    """Whether the call could be obeyed, as far as the record tells."""
    rules = replay.order if replay.order is not None else order(None)
    seat: Seat = incident.seat  # type: ignore[assignment]
    played = trick.cards[place]
    led = rules.setter(trick.cards[:place]) if place else None
    hand = replay.known_hands[seat]
    gone = later = 0
    for t in replay.tricks:
        if seat in t.seats:
            bit = t.cards[t.seats.index(seat)].bit
            if t.number < trick.number:
                gone |= bit
            elif t.number > trick.number:
                later |= bit
    held = later | played.bit if hand is None else hand & ~gone
    if incident.card is not None:
        if incident.card.bit & gone or (hand is not None and not incident.card.bit & held):
            return False
        if led is None:
            return True
        own = rules.suit[incident.card.code]
        # A call never obliges a player to revoke.
        return own == rules.suit[led.code] or not rules.follow[led.code] & held
    if incident.suit is None or rules.suit[played.code] == incident.suit or led is not None:
        return False
    return any(held >> code & 1 and rules.suit[code] == incident.suit for code in range(54))
