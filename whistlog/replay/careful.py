"""The careful replay: any deal, whole or in part, in order or not."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from whistlog.cards import SEATS, SUITS, Card, Ranking, Seat, Suit
from whistlog.record import Call, Deal, Part
from whistlog.replay.bidding import Bidding, Reading, named_form, read_bidding
from whistlog.replay.dealt import KITTY, Dealt, hand_facts, read_hands
from whistlog.replay.exchange import exchange_facts
from whistlog.replay.incidents import given
from whistlog.replay.revokes import Revokes, TurnUp
from whistlog.replay.seating import NO_SLIPS, Foreign, Frame, Lead, Row, Seating, Slips, seat_tricks
from whistlog.replay.values import REVOKES, Basis, Contract, Evidence, Fact, PlayedTrick, Replay
from whistlog.rules.play import Order, order
from whistlog.rules.profile import Profile
from whistlog.rules.trumps import due_trump


@dataclass(frozen=True, slots=True)
class _Trumps:
    turn_up: Card | None
    suit: Suit | None
    basis: Basis | None
    ranking: Ranking
    order: Order | None


def careful_replay(
    deal: Deal, profile: Profile, *, index: int = 0, dealer: Seat | None = None
) -> Replay:
    """Replay any deal; see `whistlog.replay.replay`."""
    bidding = None
    if profile.trump_source == "auction":
        bidding = read_bidding(deal, profile, dealer)
        readings = bidding.readings
    else:
        readings = (_READ_NOTHING,)
    best: tuple[_Judged, Frame, _Trumps, Reading] | None = None
    rival: tuple[_Judged, Reading] | None = None
    for reading in readings:
        if bidding is None:
            trumps = read_trumps(deal, profile, index)
        else:
            trumps = _named(reading, profile)
        dealt = read_hands(deal, profile, reading.takers)
        who, basis, by = _dealer(deal, dealt, trumps.turn_up, dealer, bidding)
        frame = _frame(deal, profile, dealt, trumps, who, by, reading.contract)
        judged = _judge(deal, profile, frame, trumps)
        for slips in _slips(judged, dealt):
            # What can be taken in more than one way is taken so that least is left to explain.
            other = _judge(deal, profile, frame, trumps, slips)
            if _weight(other) < _weight(judged):
                judged = other
        owners = _by_the_play(judged, frame)
        if owners is not None:
            # The play shows the hands at other seats: are they written before the wrong ones?
            dealt = read_hands(deal, profile, reading.takers, owners)
            found = _dealer(deal, dealt, trumps.turn_up, dealer, bidding)
            other_frame = _frame(deal, profile, dealt, trumps, found[0], found[2], reading.contract)
            other = _judge(deal, profile, other_frame, trumps)
            if _unexplained(other) + 1 < _unexplained(judged):
                other.facts.append(_hands_exchanged(deal, owners))
                judged, frame, (who, basis, by) = other, other_frame, found
        if best is None or _weight(judged) < _weight(best[0]):
            best = judged, frame, trumps, reading
            rival = None
        elif rival is None and _weight(judged) == _weight(best[0]):
            rival = judged, reading
    assert best is not None
    judged, frame, trumps, reading = best
    if bidding is not None and rival is None and _weight(judged) > 1:
        turned = _turned(deal, profile, frame, trumps, reading)
        if turned is not None and _weight(turned[0]) < _weight(judged):
            judged, frame, trumps = turned
    due = due_trump(profile, index)
    line = deal.layout.trump
    if due is not None:
        against = due[0] is not trumps.suit
    else:
        # Where a card is turned up there are trumps.
        none = line is not None and line[1].card is None and line[1].suit is None
        against = none and profile.trump_source == "turn-up"
    meant = _other_trumps(deal, profile, judged, frame, trumps, doubted=against)
    if meant is not None:
        judged, frame, trumps = meant
    if rival is not None and _apart(judged, reading, *rival):
        # Two orders of the cards explain the play equally well: nobody can tell who won.
        trumps = replace(trumps, basis=None, order=None)
        frame = replace(frame, rules=None)
        judged = _judge(deal, profile, frame, trumps)
    dealt, contract = frame.dealt, reading.contract
    if contract is not None and profile.bid is not None and trumps.order is not None:
        form = named_form(contract.form, profile.bid, trumps.suit, trumps.ranking)
        contract = contract._replace(form=form)
    facts, seating, up = judged.facts, judged.seating, judged.turn_up
    rows = seating.rows
    _wrong_dealer(facts, rows, dealt)
    if bidding is not None:
        _perhaps_dealt(deal, facts)
        facts += bidding.facts
    facts.sort(key=_written_order)
    hands, hands_basis = _hands(profile, dealt, seating, up)
    won, recorded, undecided = _count(rows, profile, contract)
    claimed = _claimed(deal, profile.hand_size - len(rows))
    unplayed = max(0, profile.hand_size - len(rows) - sum(claimed))
    return Replay(
        dealer=who,
        dealer_basis=basis,
        turn_up=trumps.turn_up,
        trump=trumps.suit,
        trump_basis=trumps.basis,
        ranking=trumps.ranking,
        order=trumps.order,
        declarer=None if contract is None else contract.declarer,
        hands=hands,
        hands_basis=hands_basis,
        tricks=tuple(
            PlayedTrick(
                r.item,
                r.number,
                r.leader,
                tuple(r.seats),
                tuple(r.cards),
                r.winner,
                r.trick.winner,
            )
            for r in rows
        ),
        facts=tuple(facts),
        won=won,
        won_recorded=recorded,
        claimed=claimed,
        undecided=undecided,
        unplayed=unplayed,
        contract=contract,
        kitty_to=_kitty_to(rows, profile, contract),
        kitty_with_first=_with_first(profile),
        kitty=_kitty(profile, dealt),
        kitty_shown=_kitty_shown(deal, profile, trumps.suit),
        exchanged=_exchanged(profile, seating, dealt, contract),
        calls=_calls(deal, profile),
    )


def _calls(deal: Deal, profile: Profile) -> tuple[Call, ...]:
    auction = deal.layout.auction
    return () if auction is None or profile.bid is None else auction[1].calls


_READ_NOTHING: Final = Reading(None, None, Ranking.UPTOWN, None, ())


def _frame(
    deal: Deal,
    profile: Profile,
    dealt: Dealt,
    trumps: _Trumps,
    dealer: Seat | None,
    dealer_item: int | None,
    contract: Contract | None,
) -> Frame:
    layout = deal.layout
    lead = Lead(None if dealer is None else dealer.next, dealer_item)
    if profile.trump_source == "auction":
        lead = Lead(None if contract is None else contract.declarer)
        if contract is not None and contract.call is not None and layout.auction is not None:
            lead = lead._replace(
                item=layout.auction[0], part=("card", contract.call), note="declarer"
            )
    return Frame(
        rules=trumps.order,
        dealt=dealt,
        eldest=lead,
        dealer=dealer if layout.dealer is not None else None,
        turn_up=trumps.turn_up,
        broken_off=len(layout.tricks) < profile.hand_size or _ended_early(deal),
    )


@dataclass(slots=True)
class _Judged:
    facts: list[Fact]
    seating: Seating
    turn_up: TurnUp | None


def _judge(
    deal: Deal,
    profile: Profile,
    frame: Frame,
    trumps: _Trumps,
    slips: Slips = NO_SLIPS,
) -> _Judged:
    """Work out the tricks and collect what was out of order."""
    dealt = frame.dealt
    seating = seat_tricks(deal, profile, frame, slips)
    rows = seating.rows
    facts = seating.facts
    up_facts, up, excused = _turn_up_facts(
        deal, profile, dealt, seating, trumps, frame.dealer, anyhow=slips.turn_up
    )
    facts += up_facts
    rules = trumps.order if trumps.order is not None else order(None)
    if profile.kitty:
        kitty_facts, also = exchange_facts(deal, profile, dealt, seating, rules)
        facts += kitty_facts
        excused |= also
    facts += _foreign_facts(dealt, seating.foreign, excused)
    facts += Revokes(
        profile,
        rules,
        dealt,
        seating,
        up,
        _over(deal, profile, rows),
        unknown=trumps.order is None and profile.bid is not None,
    ).run()
    if any(f.name in REVOKES for f in facts):
        facts[:] = _misled(deal, facts, rows)
    if any(f.name == "lead-wrong-seat" for f in facts):
        facts[:] = _shifted(facts, rows, rules, dealt)
    readable = not deal.layout.unreadable
    facts += hand_facts(dealt, profile, seating.moved, seating.taken, readable=readable)
    facts += _overflow(rows)
    if any(f.name in ("suit-overflow", "turnup-unplayed") for f in facts):
        # A card is written wrongly, which may be the one that was not shown.
        facts[:] = [f for f in facts if f.name != "revoke-undecidable"]
    return _Judged(facts, seating, up)


def _misled(deal: Deal, facts: list[Fact], rows: list[Row]) -> list[Fact]:
    """The facts with one in place of the revokes of a trick in which nobody follows suit.

    Where two or three could have, they did not all revoke: it was another card that was led.
    Revokes of which the record itself speaks are left as they are.
    """
    revokes = [f for f in facts if f.name in REVOKES and not f.acknowledged]
    if any(i.key in ("revoke", "penalty") for _, i in deal.layout.incidents):
        return facts
    for row in rows:
        mine = [f for f in revokes if f.trick == row.number and f.item == row.item]
        if len(mine) < 2 or len(row.plays) < 4 or row.plays[0].card.is_joker:
            continue
        led = row.plays[0].card
        suits = [p.card.suit for p in row.plays[1:4]]
        if led.suit in suits or not all(p.card.bit for p in row.plays[1:4]):
            continue
        # What was led is what the others followed: two of them at least.
        if len({f.args["card"].suit for f in mine}) > len(mine) - 1:
            continue
        evidence = tuple(
            Evidence("follows", f.item, f.part, {"seat": f.seat, "held": f.args["held"]})
            for f in mine
            if f.args.get("held") is not None
        )
        args = {"card": led, "seats": tuple(f.seat for f in mine)}
        fact = Fact("lead-misfit", row.item, row.part(0), row.number, row.seats[0], args, evidence)
        gone = [*mine, *(f for f in facts if f.name == "winner-wrong" and f.item == row.item)]
        facts = [f for f in facts if all(f is not g for g in gone)] + [fact]
    return facts


def _shifted(facts: list[Fact], rows: list[Row], rules: Order, dealt: Dealt) -> list[Fact]:
    """The facts without those of tricks that are in order if the right seat led.

    Their cards are shifted on the line: it is the lead that is wrong, and nothing else.
    """
    gone = [0, 0, 0, 0]
    for row in rows:
        lead = next((f for f in facts if f.name == "lead-wrong-seat" and f.item == row.item), None)
        others = [f for f in facts if f.item == row.item and f.name in _IN_ORDER]
        if (
            lead is not None
            and others
            and _in_order(row, lead.args["expected"], rules, dealt, gone)
        ):
            facts = [f for f in facts if all(f is not other for other in others)]
        for seat, p in zip(row.seats, row.plays):
            if seat is not None:
                gone[seat] |= p.card.bit
    return facts


_IN_ORDER: Final = REVOKES | {"lead-misfit", "winner-wrong"}
"""Facts that depend on the order in which the cards of a trick were played."""


def _in_order(row: Row, leader: Seat, rules: Order, dealt: Dealt, gone: list[int]) -> bool:
    """Whether a trick is in order if this seat led to it, by the hands."""
    if len(row.plays) != 4 or leader not in row.seats or None in row.seats:
        return False
    first = row.seats.index(leader)
    seats = [*row.seats[first:], *row.seats[:first]]
    cards = [*row.cards[first:], *row.cards[:first]]
    if seats != [SEATS[(leader + i) & 3] for i in range(4)] or not all(c.bit for c in cards):
        return False
    led = rules.setter(cards)
    if led is None or not all(dealt.known):
        return False
    for seat, c in zip(seats, cards):
        left = dealt.hold[seat] & ~gone[seat]  # type: ignore[index]
        if rules.suit[c.code] != rules.suit[led.code] and left & rules.follow[led.code]:
            return False
    marked = row.trick.winner
    return marked is None or marked is seats[rules.winner(cards)]


def _slips(judged: _Judged, dealt: Dealt) -> list[Slips]:
    """What may be slips of the pen in the tricks in which something is out of order."""
    if _weight(judged) < 2:
        return []
    found = []
    if any(f.name == "tricks-exchanged" for f in judged.facts):
        found.append(Slips(numbers=True))
    if _tricks(judged, "turnup-not-dealers"):
        found.append(Slips(turn_up=True))
    tangled = _tricks(judged, "out-of-turn")
    if tangled:
        # Either the cards of a trick are out of order, or the hands are written wrongly.
        found.append(Slips(hands=tangled))
    if not dealt.any_known:
        # Either the wrong seat led, or the leader is written wrongly: the cards may tell.
        leads = _tricks(judged, "lead-wrong-seat")
        found += [Slips(leaders=frozenset({n})) for n in sorted(leads)[:4]]
        if len(leads) > 1:
            found.append(Slips(leaders=leads))
    return found


def _by_the_play(judged: _Judged, frame: Frame) -> tuple[Seat, ...] | None:
    """Whose hands the hand lines are by the play, if it is nobody's own; None: as written."""
    dealt, rules = frame.dealt, frame.rules
    if _unexplained(judged) < 3 or rules is None or None in dealt.items[:4]:
        return None
    votes = [[0, 0, 0, 0] for _ in SEATS]
    leader = frame.eldest.seat
    for row in judged.seating.rows:
        cards = row.cards
        if row.trick.leader is not None:
            leader = row.trick.leader
        if leader is None or len(cards) != 4 or not all(c.bit for c in cards):
            leader = None
            continue
        for i, c in enumerate(cards):
            owner = dealt.owner(c)
            if owner is not None and not dealt.owners[c.code] & 1 << KITTY:
                votes[owner][(leader + i) & 3] += 1
        leader = SEATS[(leader + rules.winner(cards)) & 3]
    belongs = tuple(SEATS[max(range(4), key=lambda s: v[s])] for v in votes)
    agreed = sum(max(v) for v in votes)
    if len(set(belongs)) < 4 or belongs == SEATS or agreed < max(12, 0.9 * sum(map(sum, votes))):
        return None
    return belongs


def _hands_exchanged(deal: Deal, belongs: tuple[Seat, ...]) -> Fact:
    """The fact that hands are written before the wrong seats."""
    moved = [s for s in SEATS if belongs[s] is not s]
    lines = [deal.layout.hands[s] for s in moved]
    items = [line[0] for line in lines if line is not None]
    others = tuple(
        Evidence("exchanged", item, ("key",), {"seat": s, "owner": belongs[s]})
        for item, s in zip(items, moved)
    )
    args = {"seats": tuple(moved)}
    return Fact("hands-exchanged", items[0], ("key",), None, moved[0], args, others)


def _tricks(judged: _Judged, name: str) -> frozenset[int]:
    return frozenset(f.trick for f in judged.facts if f.name == name and f.trick is not None)


def _turned(
    deal: Deal, profile: Profile, frame: Frame, trumps: _Trumps, reading: Reading
) -> tuple[_Judged, Frame, _Trumps] | None:
    """Bid whist: the deal as if the ranks were meant the other way round, told as a fault."""
    layout, contract = deal.layout, reading.contract
    if trumps.order is None or contract is None or contract.call is None:
        return None
    part: Part = ("card", contract.call)
    if layout.ranking is not None:
        item, part = layout.ranking[0], ("value",)
    elif layout.auction is not None:
        item = layout.auction[0]
    else:
        return None
    down = trumps.ranking is Ranking.DOWNTOWN
    other = replace(reading, ranking=Ranking.UPTOWN if down else Ranking.DOWNTOWN)
    names = ("downtown", "uptown") if down else ("uptown", "downtown")
    meant = _named(other, profile)
    around = replace(frame, rules=meant.order)
    judged = _judge(deal, profile, around, meant)
    args = dict(zip(("direction", "wrong"), names))
    judged.facts.append(Fact("rank-turned", item, part, None, contract.declarer, args))
    return judged, around, meant


_BY_TRUMPS: Final = REVOKES | {"lead-wrong-seat", "out-of-turn", "winner-wrong"}


def _other_trumps(
    deal: Deal,
    profile: Profile,
    judged: _Judged,
    frame: Frame,
    trumps: _Trumps,
    *,
    doubted: bool,
) -> tuple[_Judged, Frame, _Trumps] | None:
    """The deal under the one other trump suit that explains its leads and winners.

    One wrong trump line makes an error of many a trick, so it is blamed once, in their place.
    ``doubted`` tells that the suit is not the one that the rules prescribe.
    """
    entry = deal.layout.trump
    wrong = _open_faults(judged)
    up = next((f for f in judged.facts if f.name == "turnup-not-dealers"), None)
    if entry is None or not wrong or len(wrong) + (up is not None or doubted) < 2:
        return None
    suits: list[Suit | None] = [s for s in SUITS if s is not trumps.suit]
    if profile.bid is not None:
        if trumps.suit is None:
            return None  # the bid says so too
    elif profile.trump_source != "turn-up" and trumps.suit is not None:
        suits.append(None)
    fitting = []
    for suit in suits:
        low = profile.bid is not None and profile.bid.downtown_ace == "low"
        down = trumps.ranking is Ranking.DOWNTOWN
        ranks = order(suit, trumps.ranking, low_ace=low and down)
        meant = replace(trumps, turn_up=None, suit=suit, basis=Basis.INFERRED, order=ranks)
        around = replace(frame, rules=meant.order, turn_up=None)
        other = _judge(deal, profile, around, meant)
        left = len(_open_faults(other))
        if left <= len(wrong) // 4 and _weight(other) < _weight(judged):
            fitting.append((left, other, around, meant))
    fitting.sort(key=lambda found: found[0])
    if not fitting or (len(fitting) > 1 and fitting[0][0] == fitting[1][0]):
        return None
    _, other, around, meant = fitting[0]
    first = min(wrong, key=_written_order)
    named = meant.suit if meant.suit is not None else "none"
    fits = Evidence("fits", first.item, first.part, {"fits": named})
    item = entry[0]
    if up is not None:
        evidence = (*up.evidence, fits)
        if up.item != item:
            # The trump line is wrong, not the play that shows it.
            args = {"card": up.args["card"], "holder": up.args["holder"]}
            evidence = (Evidence("played", up.item, up.part, args), fits)
        fact = replace(
            up, item=item, part=("value",), trick=None, seat=frame.dealer, evidence=evidence
        )
    else:
        written = trumps.suit if trumps.suit is not None else "none"
        shown = {"suit": written, "fits": named, "count": len(wrong)}
        fact = Fact("trump-misfit", item, ("value",), None, None, shown, (fits,))
    other.facts[:] = [f for f in other.facts if f.name != "turnup-not-dealers"]
    other.facts.append(fact)
    return other, around, meant


def _open_faults(judged: _Judged) -> list[Fact]:
    """The faults of the play that another trump suit might explain."""
    return [f for f in judged.facts if f.name in _BY_TRUMPS and not f.acknowledged]


def _apart(judged: _Judged, reading: Reading, other: _Judged, rival: Reading) -> bool:
    """Whether two readings of the same bid give tricks to different seats."""
    if (reading.contract, reading.takers) != (rival.contract, rival.takers):
        return False
    rows = zip(judged.seating.rows, other.seating.rows)
    return any(a.winner is not b.winner for a, b in rows)


def _weight(judged: _Judged) -> int:
    """How much there is to explain."""
    return sum(1 for f in judged.facts if f.name not in _MERE_NOTES)


def _unexplained(judged: _Judged) -> int:
    """The same, with the tricks of which it can't be told who played them."""
    adrift = sum(1 for row in judged.seating.rows if None in row.seats[:4])
    return adrift + _weight(judged)


_MERE_NOTES: Final = frozenset(("revoke-corrected", "revoke-undecidable"))


def _written_order(fact: Fact) -> tuple[int, int]:
    part: Part = fact.part
    place = part[1] if len(part) == 2 and isinstance(part[1], int) else -1
    return fact.item, place


def read_trumps(deal: Deal, profile: Profile, index: int) -> _Trumps:
    """The trump suit, from the record or else from the profile."""
    layout = deal.layout
    source = profile.trump_source
    turn_up = suit = None
    basis: Basis | None = None
    if layout.trump is not None:
        line = layout.trump[1]
        basis = Basis.WRITTEN
        if line.card is None:
            suit = line.suit
        elif line.card.suit is not None:
            suit = line.card.suit
            if source == "turn-up" and line.card.bit:
                turn_up = line.card
        else:
            basis = None
    else:
        due = due_trump(profile, index)
        if due is not None:
            suit, basis = due[0], Basis.INFERRED
    rules = None if basis is None else order(suit)
    return _Trumps(turn_up, suit, basis, Ranking.UPTOWN, rules)


def _named(reading: Reading, profile: Profile) -> _Trumps:
    """Trump and direction as one reading of the auction has them."""
    bid = profile.bid
    rules = None
    if reading.basis is not None:
        low_ace = bid is not None and bid.downtown_ace == "low"
        down = reading.ranking is Ranking.DOWNTOWN
        rules = order(reading.suit, reading.ranking, low_ace=low_ace and down)
    return _Trumps(None, reading.suit, reading.basis, reading.ranking, rules)


def _dealer(
    deal: Deal,
    dealt: Dealt,
    turn_up: Card | None,
    expected: Seat | None,
    bidding: Bidding | None,
) -> tuple[Seat | None, Basis | None, int | None]:
    """Who dealt, how that is known, and the line that says it."""
    layout = deal.layout
    if layout.dealer is not None:
        return layout.dealer[1].seat, Basis.WRITTEN, layout.dealer[0]
    if bidding is not None:
        return bidding.dealer, bidding.dealer_basis, None
    if turn_up is not None:
        holder = dealt.owner(turn_up)
        if holder is not None and layout.trump is not None:
            return holder, Basis.INFERRED, layout.trump[0]
    if layout.tricks:
        item, first = layout.tricks[0]
        leader = first.leader
        if leader is None and first.plays:
            leader = first.plays[0].seat
        if leader is not None and first.number == 1:
            return SEATS[(leader + 3) & 3], Basis.INFERRED, item
    return expected, None if expected is None else Basis.INFERRED, None


def _ended_early(deal: Deal) -> bool:
    """Whether the record says that the deal was not played out."""
    layout = deal.layout
    return (
        any(i.key in _BREAKS for _, i in layout.incidents)
        or "claim" in layout.tallies
        or "concede" in layout.tallies
    )


_BREAKS: Final = frozenset(("unfinished", "misdeal", "redeal"))


def _over(deal: Deal, profile: Profile, rows: list[Row]) -> bool:
    """Whether the hand is over, so that a revoke can no longer be corrected (E1)."""
    tallies = deal.layout.tallies
    return (
        len(rows) >= profile.hand_size
        or (bool(rows) and rows[-1].number >= profile.hand_size)
        or "claim" in tallies
        or "concede" in tallies
    )


def _turn_up_facts(
    deal: Deal,
    profile: Profile,
    dealt: Dealt,
    seating: Seating,
    trumps: _Trumps,
    dealer: Seat | None,
    *,
    anyhow: bool,
) -> tuple[list[Fact], TurnUp | None, set[int]]:
    """Judge the turn-up against the dealer, ``anyhow`` even where it is played in doubt.

    Returns:
        The facts; the turn-up, if it can be relied on; and the places in
        ``seating.foreign`` of the cards that are explained by it.
    """
    up = trumps.turn_up
    layout = deal.layout
    if up is None or dealer is None or layout.trump is None or layout.dealer is None:
        return [], None, set()
    item = layout.trump[0]
    trusted = TurnUp(up, item, dealer)
    if not up.bit & profile.pack:
        return [Fact("card-foreign", item, ("value",), None, None, {"card": up})], None, set()
    holder = dealt.owner(up)
    dealer_line = Evidence("dealer", layout.dealer[0], (), {"dealer": dealer})
    args = {"card": up, "dealer": dealer}
    absent = dealt.known[dealer] and not dealt.mask[dealer] & up.bit
    elsewhere = not dealt.known[dealer] and holder is not None and holder is not dealer
    if absent or elsewhere:
        if absent and dealt.need[dealer] and dealt.unclaimed & up.bit:
            return [], None, set()
        evidence: tuple[Evidence, ...] = (dealer_line,)
        hand_item = dealt.items[dealer]
        if hand_item is not None:
            evidence = (*evidence, Evidence("hand", hand_item, (), {"dealer": dealer}))
        if holder is not None:
            place = dealt.card_place(holder, up)
            if place is not None:
                note = Evidence("holder", *place, {"holder": holder, "card": up})
                evidence = (*evidence, note)
        excused = _excused(seating.foreign, dealer, up)
        named = args | {"holder": holder}
        fact = Fact("turnup-not-dealers", item, ("value",), None, dealer, named, evidence)
        return [fact], None, excused
    for row in seating.rows:
        for i, p in enumerate(row.plays):
            if p.card is not up or row.seats[i] is None or (i in row.doubtful and not anyhow):
                continue
            seat = row.seats[i]
            if seat is dealer:
                return [], trusted, set()
            line = Evidence("turn-up", item, ("value",), {"card": up})
            named = args | {"holder": seat}
            return (
                [
                    Fact(
                        "turnup-not-dealers",
                        row.item,
                        row.part(i),
                        row.number,
                        seat,
                        named,
                        (line, dealer_line),
                    )
                ],
                None,
                set(),
            )
    if _sound_hand(profile, seating, dealer):
        return [Fact("turnup-unplayed", item, ("value",), None, dealer, args)], None, set()
    return [], trusted, set()


def _wrong_dealer(facts: list[Fact], rows: list[Row], dealt: Dealt) -> None:
    """If another seat holds the turn-up, or may, and its left leads, it dealt: one cause."""
    at = next((i for i, f in enumerate(facts) if f.name == "turnup-not-dealers"), None)
    lead = next((f for f in facts if f.name == "lead-wrong-seat" and f.trick == 1), None)
    if at is None or lead is None:
        return
    holder = facts[at].args.get("holder")
    if holder is None and rows[0].leader is not None:
        right = SEATS[(rows[0].leader + 3) & 3]
        holder = right if dealt.holds(right, facts[at].args["card"]) else None
    if holder is not None and rows[0].leader is holder.next:
        led = Evidence("led", lead.item, lead.part, {"leader": lead.seat, "holder": holder})
        facts[at] = replace(facts[at], evidence=(*facts[at].evidence, led))
        facts.remove(lead)


def _perhaps_dealt(deal: Deal, facts: list[Fact]) -> None:
    """Bid whist: say who dealt if it is the dealer's line and not the lead that is wrong."""
    at = next(
        (i for i, f in enumerate(facts) if f.name == "lead-wrong-seat" and f.trick == 1), None
    )
    if at is None or deal.layout.dealer is None:
        return
    item, line = deal.layout.dealer
    fact = facts[at]
    other = SEATS[(line.seat + fact.args["played"] - fact.args["expected"]) & 3]
    dealt = Evidence("dealer", item, ("value",), {"other": other})
    facts[at] = replace(fact, evidence=(*fact.evidence, dealt))


def _sound_hand(profile: Profile, seating: Seating, seat: Seat) -> bool:
    """Whether every card that a seat played in the deal is recorded beyond doubt."""
    shown = 0
    for row in seating.rows:
        for i, s in enumerate(row.seats):
            if s is seat and row.plays[i].card.bit and i not in row.doubtful:
                shown += 1
    return shown == profile.hand_size and not seating.wild[seat]


def _excused(foreign: list[Foreign], dealer: Seat, up: Card) -> set[int]:
    """The dealer's own playing of the turn-up, and the card that stands for it elsewhere."""
    mine = [k for k, f in enumerate(foreign) if f.seat is dealer and f.card is up]
    if not mine:
        return set()
    other = foreign[mine[0]].owner
    pair = [k for k, f in enumerate(foreign) if f.owner is dealer and f.seat is other]
    return {mine[0], *pair[:1]}


def _foreign_facts(dealt: Dealt, foreign: list[Foreign], excused: set[int]) -> list[Fact]:
    """One fact for each card played by a seat that did not hold it.

    Where two seats play each a card of the other, one cause explains both.
    """
    facts = []
    done = set(excused)
    for k, f in enumerate(foreign):
        if k in done:
            continue
        evidence: list[Evidence] = []
        args: dict[str, object] = {"card": f.card, "owner": f.owner}
        if f.owner is not None:
            place = dealt.card_place(f.owner, f.card)
            if place is not None:
                evidence.append(Evidence("hand", *place, {"card": f.card, "owner": f.owner}))
        else:
            item = dealt.items[f.seat]
            if item is not None:
                evidence.append(Evidence("own-hand", item, ()))
        pair = next(
            (
                j
                for j in range(k + 1, len(foreign))
                if j not in done and foreign[j].seat is f.owner and foreign[j].owner is f.seat
            ),
            None,
        )
        if pair is not None:
            done.add(pair)
            g = foreign[pair]
            args["exchanged"] = g.card
            evidence.append(
                Evidence(
                    "counterpart",
                    g.row.item,
                    g.row.part(g.place),
                    {"card": g.card, "by": g.seat, "trick": g.row.number},
                )
            )
        in_kitty = dealt.owners[f.card.code] == 1 << KITTY
        facts.append(
            Fact(
                "card-in-kitty" if in_kitty else "card-not-held",
                f.row.item,
                f.row.part(f.place),
                f.row.number,
                f.seat,
                args,
                tuple(evidence),
            )
        )
    return facts


def _overflow(rows: list[Row]) -> list[Fact]:
    """More cards of a suit than there are, low cards without a rank included."""
    seen: list[set[int]] = [set(), set(), set(), set()]
    low = [0, 0, 0, 0]
    done: set[int] = set()
    facts = []
    for row in rows:
        for i, p in enumerate(row.plays):
            c = p.card
            if c.suit is None:
                continue
            suit = c.suit
            if c.bit:
                seen[suit].add(c.code)
            else:
                low[suit] += 1
            if low[suit] and len(seen[suit]) + low[suit] > 13 and suit not in done:
                done.add(suit)
                facts.append(
                    Fact(
                        "suit-overflow",
                        row.item,
                        row.part(i),
                        row.number,
                        row.seats[i],
                        {"suit": suit, "card": c},
                    )
                )
    return facts


def _hands(
    profile: Profile, dealt: Dealt, seating: Seating, up: TurnUp | None
) -> tuple[
    tuple[int | None, int | None, int | None, int | None],
    tuple[Basis | None, Basis | None, Basis | None, Basis | None],
]:
    hands: list[int | None] = []
    basis: list[Basis | None] = []
    for seat in SEATS:
        if dealt.items[seat] is not None:
            blanks = not dealt.known[seat]
            hands.append(dealt.mask[seat])
            basis.append(Basis.PARTIAL if blanks else Basis.WRITTEN)
            continue
        if dealt.inferred is seat:
            hands.append(dealt.mask[seat])
            basis.append(Basis.INFERRED)
            continue
        bits = seating.taken[seat]
        whole = _sound_hand(profile, seating, seat)
        if profile.kitty and dealt.takers >> seat & 1:
            # What he plays may be from the kitty, and he has put cards away.
            bits &= ~dealt.mask[KITTY]
            whole = False
            if dealt.items[KITTY] is None:
                bits = 0
        if up is not None and up.dealer is seat:
            bits |= up.card.bit
        hands.append(bits or None)
        basis.append(Basis.INFERRED if whole else Basis.PARTIAL if bits else None)
    return tuple(hands), tuple(basis)  # type: ignore[return-value]


def _count(
    rows: list[Row], profile: Profile, contract: Contract | None
) -> tuple[tuple[int, int], tuple[int, int], int]:
    """Tricks won, by the true winners and as written, and how many can't be decided."""
    won, recorded = [0, 0], [0, 0]
    undecided = 0
    for row in rows:
        if row.winner is not None:
            won[row.winner.side] += 1
        else:
            undecided += 1
        written = row.trick.winner if row.trick.winner is not None else row.winner
        if written is not None:
            recorded[written.side] += 1
    if profile.tricks > profile.hand_size:
        taker = _kitty_to(rows, profile, contract)
        if taker is not None:
            won[taker.side] += 1
            written = rows[0].trick.winner if rows and _with_first(profile) else None
            recorded[(written if written is not None else taker).side] += 1
        elif rows or not _with_first(profile):
            undecided += 1
    return (won[0], won[1]), (recorded[0], recorded[1]), undecided


def _with_first(profile: Profile) -> bool:
    return profile.bid is not None and profile.bid.kitty_trick == "first-trick"


def _kitty_to(rows: list[Row], profile: Profile, contract: Contract | None) -> Seat | None:
    """Who has the kitty as a trick (B13)."""
    if profile.bid is None or profile.bid.kitty_trick == "none":
        return None
    if _with_first(profile):
        return rows[0].winner if rows and rows[0].number == 1 else None
    return None if contract is None else contract.declarer


def _kitty_shown(deal: Deal, profile: Profile, trump: Suit | None) -> bool:
    """Whether all four saw the kitty."""
    kitty = deal.layout.kitty
    if kitty is not None and kitty[1].shown is not None:
        return kitty[1].shown
    return profile.bid is not None and profile.bid.kitty_is_shown(trump)


def _kitty(profile: Profile, dealt: Dealt) -> int | None:
    """The cards of the kitty, as written or as the four hands leave them."""
    if not profile.kitty:
        return None
    if dealt.items[KITTY] is not None:
        bits = dealt.mask[KITTY]
    elif all(dealt.known) and dealt.inferred is None:
        bits = profile.pack & ~(dealt.mask[0] | dealt.mask[1] | dealt.mask[2] | dealt.mask[3])
    else:
        return None
    return bits if bits.bit_count() == profile.kitty else None


def _exchanged(
    profile: Profile, seating: Seating, dealt: Dealt, contract: Contract | None
) -> int | None:
    """The cards that the declarer played with."""
    if contract is None or not profile.kitty:
        return None
    seat = contract.declarer
    if _sound_hand(profile, seating, seat):
        return seating.taken[seat]
    certain = dealt.known[seat] and dealt.takers == 1 << seat and not dealt.spare[seat]
    if certain and dealt.hold[seat].bit_count() == profile.hand_size:
        return dealt.hold[seat]
    return None


def _claimed(deal: Deal, left: int) -> tuple[int, int]:
    """The tricks that a claim or a concession gives to each side, of those left."""
    for key in ("claim", "concede"):
        entry = deal.layout.tallies.get(key)
        if entry is not None:
            return given(entry[1], max(0, left))
    return 0, 0
