"""The exchange with the kitty: cards put away that nobody had, or that are played after all."""

from __future__ import annotations

from typing import Any

from whistlog.cards import SEATS, Card, cards_of, sort_hand
from whistlog.record import Deal, Pile
from whistlog.replay.dealt import KITTY, Dealt
from whistlog.replay.seating import Seating
from whistlog.replay.values import Evidence, Fact
from whistlog.rules.play import Order
from whistlog.rules.profile import Profile


def exchange_facts(
    deal: Deal, profile: Profile, dealt: Dealt, seating: Seating, rules: Order
) -> tuple[list[Fact], set[int]]:
    """Judge the kitty and the cards put away against the hands and the play.

    Returns:
        The facts; and the places in ``seating.foreign`` of the cards that they explain.
    """
    facts: list[Fact] = []
    excused: set[int] = set()
    layout = deal.layout
    if layout.kitty is not None:
        item, kitty = layout.kitty
        if kitty.cards is None and kitty.count is not None and kitty.count != profile.kitty:
            args = {"count": kitty.count, "size": profile.kitty}
            facts.append(Fact("kitty-count", item, ("value",), None, None, args))
    if layout.discards is not None:
        item, discards = layout.discards
        facts += _number(item, discards, profile, dealt, seating)
        if discards.cards is not None:
            for i, c in enumerate(discards.cards):
                fact = _discard(item, i, c, discards.cards, profile, dealt, seating, excused)
                if fact is not None:
                    facts.append(fact)
    if rules.trump is None and profile.bid is not None and profile.bid.joker_lead != "allowed":
        facts += _joker_leads(seating)
    return facts, excused


def _number(
    item: int, discards: Pile, profile: Profile, dealt: Dealt, seating: Seating
) -> list[Fact]:
    """Whether as many cards went back as were taken up."""
    cards = discards.cards
    number = discards.count if cards is None else len(cards)
    size = profile.kitty
    if number is None or any(c.suit is None and not c.bit for c in cards or ()):
        return []  # it is not known, or what could not be read may stand for any number
    args: dict[str, Any] = {"count": number, "size": size}
    if number > size >= len({c.code for c in cards or ()}) and cards is not None:
        return []  # a card is written twice, which is told
    if number > size:
        return [Fact("discard-count", item, ("value",), None, None, args)]
    kitty = dealt.mask[KITTY]
    if number == size or kitty.bit_count() != size or dealt.takers.bit_count() != 1:
        return []
    # Fewer than the kitty: then it is the cards of his own that he gave for as many others.
    back = sum(1 for c in cards or () if c.bit & kitty)
    taker = SEATS[dealt.takers.bit_length() - 1]
    taken = cards_of(seating.taken[taker] & kitty)
    if back:
        args["taken"] = size
    elif len(taken) > number:
        args["taken"] = len(taken)
    else:
        return []
    evidence: tuple[Evidence, ...] = ()
    if not back:
        for row in seating.rows:
            for i, p in enumerate(row.plays):
                if p.card is taken[-1]:
                    shown = {"cards": sort_hand(taken), "by": taker}
                    evidence = (Evidence("kitty-played", row.item, row.part(i), shown),)
    return [Fact("discard-count", item, ("value",), None, taker, args, evidence)]


def _discard(
    item: int,
    i: int,
    c: Card,
    cards: tuple[Card, ...],
    profile: Profile,
    dealt: Dealt,
    seating: Seating,
    excused: set[int],
) -> Fact | None:
    """What is wrong with one card that was put away."""
    part = ("card", i)
    if not c.bit:
        return None
    if not c.bit & profile.pack:
        return Fact("card-foreign", item, part, None, None, {"card": c})
    if c in cards[:i]:
        place = Evidence("first", item, ("card", cards.index(c)), {"card": c})
        return Fact("discard-twice", item, part, None, None, {"card": c}, (place,))
    sure = dealt.takers.bit_count() == 1
    taker = SEATS[dealt.takers.bit_length() - 1] if sure else None
    owner = dealt.owner(c)
    for row in seating.rows:
        for k, p in enumerate(row.plays):
            if p.card is not c:
                continue
            who = row.seats[k]
            if owner is not None and taker is not None and owner is not taker and who is owner:
                # He holds it and plays it: it is the line of the cards put away that is wrong.
                return _not_held(item, part, c, dealt, seating, excused)
            excused |= {j for j, f in enumerate(seating.foreign) if f.row is row and f.place == k}
            place = Evidence("discarded", item, part, {"card": c})
            args = {"card": c}
            return Fact("discard-played", row.item, row.part(k), row.number, who, args, (place,))
    if taker is None:
        return None
    if dealt.unclaimed & c.bit:
        return None  # a line is too long or too short, which is told
    if owner is not None and owner is not taker:
        return _not_held(item, part, c, dealt, seating, excused)
    nowhere = owner is None and dealt.known[taker] and dealt.items[KITTY] is not None
    if nowhere and not dealt.owners[c.code]:
        return _not_held(item, part, c, dealt, seating, excused)
    return None


def _not_held(
    item: int,
    part: tuple[str, int],
    c: Card,
    dealt: Dealt,
    seating: Seating,
    excused: set[int],
) -> Fact:
    taker = SEATS[dealt.takers.bit_length() - 1]
    owner = dealt.owner(c)
    args: dict[str, Any] = {"card": c, "owner": owner}
    evidence: list[Evidence] = []
    if owner is not None:
        place = dealt.card_place(owner, c)
        if place is not None:
            evidence.append(Evidence("hand", *place, {"card": c, "owner": owner}))
        # Two cards have changed places in the hands: one cause explains both.
        for j, f in enumerate(seating.foreign):
            if f.seat is owner and f.owner is taker and j not in excused:
                excused.add(j)
                shown = {"card": f.card, "by": f.seat, "trick": f.row.number}
                evidence.append(Evidence("counterpart", f.row.item, f.row.part(f.place), shown))
                break
    return Fact("discard-not-held", item, part, None, taker, args, tuple(evidence))


def _joker_leads(seating: Seating) -> list[Fact]:
    """Jokers led at no trump by a player who had other cards."""
    facts = []
    for n, row in enumerate(seating.rows):
        if not row.plays or not row.plays[0].card.is_joker or 0 in row.doubtful:
            continue
        seat = row.seats[0]
        for later in seating.rows[n + 1 :]:
            at = later.seats.index(seat) if seat in later.seats else None
            if at is None or at in later.doubtful or not later.plays[at].card.bit:
                continue
            held = later.plays[at].card
            if not held.is_joker:
                shown = {"card": held, "trick": later.number}
                facts.append(
                    Fact(
                        "joker-lead",
                        row.item,
                        row.part(0),
                        row.number,
                        seat,
                        {"card": row.plays[0].card, "held": held},
                        (Evidence("held", later.item, later.part(at), shown),),
                        "^" in row.plays[0].glyphs,
                    )
                )
                break
    return facts
