"""Bid whist before the first trick: who won the auction, what was named, who took the kitty.

Where an auction, or what was named after it, is at fault, several readings of it may be
possible. `readings` gives them all, the likeliest first; the careful replay takes the one
that leaves the least to explain.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

from whistlog.cards import SEATS, Ranking, Seat, Suit
from whistlog.record import Call, Deal
from whistlog.replay.values import Basis, Contract, Evidence, Fact
from whistlog.rules.auction import Outcome, hold
from whistlog.rules.profile import BidRules, Profile


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to understand an auction and what was named after it.

    Attributes:
        contract: who won with what bid, or None.
        suit, ranking: trump and direction.
        basis: where they are known from; None: they are not.
        takers: who may have taken the kitty; none where nothing tells.
    """

    contract: Contract | None
    suit: Suit | None
    ranking: Ranking
    basis: Basis | None
    takers: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Bidding:
    """The auction of a deal.

    Attributes:
        dealer: who dealt, or None; `dealer_basis` tells how that is known.
        outcome: what the calls came to; None where there are none.
        readings: the ways to understand it, the likeliest first.
        facts: what is wrong with the calls.
    """

    dealer: Seat | None
    dealer_basis: Basis | None
    outcome: Outcome | None
    readings: tuple[Reading, ...]
    facts: tuple[Fact, ...]


def read_bidding(deal: Deal, profile: Profile, expected: Seat | None) -> Bidding:
    """Read the auction of a deal.

    Args:
        deal: the deal.
        profile: the rules, with an auction.
        expected: whose turn it was to deal.
    """
    layout = deal.layout
    rules = profile.bid or BidRules()
    calls = layout.auction[1].calls if layout.auction is not None else ()
    leader = _leader(deal)
    dealer, basis = _dealer(deal, calls, expected, leader, rules)
    outcome = hold(calls, SEATS[3] if dealer is None else dealer, rules) if calls else None
    facts: tuple[Fact, ...] = ()
    if outcome is not None and layout.auction is not None:
        facts = _facts(outcome, calls, layout.auction[0], known=dealer is not None)
        if dealer is None:
            outcome = outcome._replace(declarer=None)
    contracts = _contracts(outcome, calls, leader)
    readings = [
        Reading(contract, suit, ranking, by, takers)
        for contract in contracts
        for suit, ranking, by in _named(deal, rules, contract, outcome)
        for takers in _takers(contract, leader)
    ]
    return Bidding(dealer, basis, outcome, tuple(readings), facts)


def named_form(
    form: str | None, rules: BidRules, suit: Suit | None, ranking: Ranking
) -> str | None:
    """The form of a bid; where a bid is a number alone, as the winner named it."""
    if rules.bids != "number":
        return form
    return "nt" if suit is None else "down" if ranking is Ranking.DOWNTOWN else "up"


def _leader(deal: Deal) -> Seat | None:
    """Who led to the first trick, as written or else as the hands tell."""
    tricks = deal.layout.tricks
    if not tricks or tricks[0][1].number != 1:
        return None
    first = tricks[0][1]
    if first.leader is not None:
        return first.leader
    if not first.plays:
        return None
    play = first.plays[0]
    if play.seat is not None:
        return play.seat
    holders = [s for s, cards in deal.hands.items() if play.card in cards and play.card.bit]
    return holders[0] if len(holders) == 1 else None


def _dealer(
    deal: Deal,
    calls: tuple[Call, ...],
    expected: Seat | None,
    leader: Seat | None,
    rules: BidRules,
) -> tuple[Seat | None, Basis | None]:
    layout = deal.layout
    if layout.dealer is not None:
        return layout.dealer[1].seat, Basis.WRITTEN
    for i, call in enumerate(calls):
        if call.seat is not None:
            return SEATS[(call.seat - i - 1) & 3], Basis.INFERRED
    if expected is not None:
        return expected, Basis.INFERRED
    if calls and leader is not None:
        # Who won the auction leads.
        winner = hold(calls, SEATS[3], rules).declarer
        if winner is not None:
            return SEATS[(leader - winner + 3) & 3], Basis.INFERRED
    return None, None


def _facts(
    outcome: Outcome, calls: tuple[Call, ...], item: int, *, known: bool
) -> tuple[Fact, ...]:
    facts = []
    for name, place, seat, args, other in outcome.faults:
        evidence: tuple[Evidence, ...] = ()
        if other is not None and other != place:
            shown = {"by": outcome.seats[other]} if known else {}
            evidence = (Evidence("standing", item, ("card", other), shown),)
        who = seat if known else calls[place].seat
        facts.append(Fact(name, item, ("card", place), None, who, args, evidence))
    return tuple(facts)


def _contracts(
    outcome: Outcome | None, calls: tuple[Call, ...], leader: Seat | None
) -> list[Contract | None]:
    """The bids that may have won, the likeliest first."""
    if outcome is None:
        return [None if leader is None else Contract(leader, None, None, None)]

    def contract(place: int, seat: Seat) -> Contract:
        call = calls[place]
        level = call.level if call.level is not None and 1 <= call.level <= 7 else None
        return Contract(seat, level, call.form, place)

    found: list[Contract | None] = []
    if outcome.declarer is not None and outcome.call is not None:
        found.append(contract(outcome.call, outcome.declarer))
    if outcome.faults:
        # What went wrong may be a slip of the pen: then another bid won.
        last = {seat: place for place, seat in outcome.bids}
        others = [(at, seat) for seat, at in last.items() if at != outcome.call]
        others += [
            (at, call.seat)
            for at, call in enumerate(calls)
            if call.seat is not None and call.level is not None and call.seat not in last
        ]
        others += [
            (fault.call, fault.args["expected"])
            for fault in outcome.faults
            if fault.name == "bid-turn" and calls[fault.call].level is not None
        ]
        found += [contract(at, seat) for at, seat in sorted(others, reverse=True)]
        unread = not outcome.over and any(f.name == "bid-form" for f in outcome.faults)
        if unread and leader is not None:
            # What could not be understood may hold the end of the auction.
            found.append(Contract(leader, None, None, None))
        led = [c for c in found if c is not None and c.declarer is leader]
        found = [*led] or found
    return found or [None if leader is None else Contract(leader, None, None, None)]


def _named(
    deal: Deal, rules: BidRules, contract: Contract | None, outcome: Outcome | None
) -> list[tuple[Suit | None, Ranking, Basis | None]]:
    """The trump suits and directions that can be meant, the likeliest first."""
    layout = deal.layout
    up, down = Ranking.UPTOWN, Ranking.DOWNTOWN
    line = layout.trump[1] if layout.trump is not None else None
    suit = None
    if line is not None:
        suit = line.suit if line.card is None else line.card.suit
    written = layout.ranking[1].ranking if layout.ranking is not None else None
    form = None if contract is None or rules.bids == "number" else contract.form
    directions: list[Ranking]
    if form is None:
        if rules.bids == "number" and contract is not None and suit is not None:
            directions = [up if written is None else written]
        else:
            directions = [up, down] if written is None else [written]
        suits = [suit]
        basis = Basis.WRITTEN if line is not None else None
        if line is None and written is not None:
            # Only who bids no trump has to name the direction alone.
            basis = Basis.INFERRED
    elif form == "nt":
        directions = [up, down] if written is None else [written]
        suits = [None] if suit is None else [None, suit]
        basis = Basis.WRITTEN if line is not None else Basis.INFERRED
    else:
        own = down if form == "down" else up
        other = up if own is down else down
        slip = (
            outcome is not None
            and contract is not None
            and any(fault.call == contract.call for fault in outcome.faults)
        )
        directions = [own, other] if slip or written is other else [own]
        suits = [suit]
        basis = Basis.WRITTEN if suit is not None else None
    return [(s, d, basis) for s, d in product(suits, directions)]


def _takers(contract: Contract | None, leader: Seat | None) -> list[tuple[Seat, ...]]:
    if contract is None:
        return [()]
    declarer = contract.declarer
    if leader is None or leader is declarer:
        return [(declarer,)]
    # Somebody else leads: either he leads out of turn, or the auction is not what it seems.
    return [(declarer,), (leader,)]
