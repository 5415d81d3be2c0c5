"""The auction and the kitty (F5); and that a game without bidding has neither (R18)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace as changed
from typing import Any, Final

from whistlog.cards import Card, Ranking, Seat
from whistlog.checks.findings import Reporter
from whistlog.diagnostics.values import Diagnostic
from whistlog.record import Auction, Layout, Part
from whistlog.replay.values import Contract, Fact, Replay
from whistlog.rules.auction import hold
from whistlog.rules.auction import say as spoken
from whistlog.rules.play import order
from whistlog.rules.profile import BidRules, Profile
from whistlog.sentences.phrases import Listed, Phrase

FACTS: Final = frozenset(
    (
        "bid-form",
        "bid-form-later",
        "bid-turn",
        "bid-too-low",
        "bid-below-min",
        "bid-after-pass",
        "pass-final",
        "bid-after-end",
        "all-pass",
        "kitty-count",
        "card-in-kitty",
        "discard-count",
        "discard-not-held",
        "discard-twice",
        "discard-played",
        "joker-lead",
        "rank-turned",
    )
)
"""The facts of a replay that belong here; ``auction-open`` too, once there is play."""


def check_auction(say: Reporter, replay: Replay, profile: Profile) -> list[Diagnostic]:
    """Check the auction, what was named after it, and the exchange with the kitty."""
    rules = profile.bid
    if rules is None:
        return _foreign(say, profile)
    layout = say.deal.layout
    played = bool(layout.tricks) or "tricks" in layout.tallies
    found = [
        say.of(fact)
        for fact in replay.facts
        if fact.name in FACTS or (fact.name == "auction-open" and played)
    ]
    if layout.auction is None:
        if layout.tricks and not layout.unreadable:
            found.append(say.at("auction-missing", layout.tricks[0][0]))
    elif played and _passed_out(layout.auction[1], rules):
        found.append(say.at("passed-out", layout.auction[0], ("value",)))
    if replay.contract is not None and not layout.unreadable and not _slip(layout, replay):
        wrong = _declared(say, replay.contract, rules)
        found += wrong
        if not wrong:
            found += _shown(say, replay, rules)
    return found


def _passed_out(auction: Auction, rules: BidRules) -> bool:
    """Whether all four have passed where that means a new deal."""
    outcome = hold(auction.calls, Seat.W, rules)
    return outcome.over and outcome.declarer is None and not outcome.faults


def _slip(layout: Layout, replay: Replay) -> bool:
    """Whether something is wrong with the bid that won, so that it may be another one."""
    contract = replay.contract
    if layout.auction is None or contract is None or contract.call is None:
        return False
    item, part = layout.auction[0], ("card", contract.call)
    return any(
        f.item == item and f.part == part and f.name not in _CERTAIN_BIDS for f in replay.facts
    )


_CERTAIN_BIDS: Final = frozenset(("bid-after-pass", "pass-final", "auction-open"))


def _declared(say: Reporter, contract: Contract, rules: BidRules) -> list[Diagnostic]:
    """Trump or direction, named as the bid demands (B09, AMB-18)."""
    layout = say.deal.layout
    if layout.auction is None or contract.call is None:
        return []
    item = layout.auction[0]
    place: Part = ("card", contract.call)
    call = layout.auction[1].calls[contract.call]
    args: dict[str, Any] = {"bid": spoken(call, rules), "declarer": contract.declarer}
    bid = (("bid", item, place),)
    trump, ranking = layout.trump, layout.ranking
    suit = None
    if trump is not None:
        suit = trump[1].suit if trump[1].card is None else trump[1].card.suit
    form = None if rules.bids == "number" else contract.form
    if rules.bids != "number" and form is None:
        return []  # the bid can't be read, which has been said
    if trump is not None and trump[1].card is not None:
        return []  # no card is turned up, which has been said
    found = []
    if form == "nt":
        if trump is not None and suit is not None:
            found.append(say.at("declare-kind", trump[0], ("value",), args, bid))
    elif form is not None:
        if trump is not None and suit is None:
            found.append(say.at("declare-kind", trump[0], ("value",), args, bid))
        own = Ranking.DOWNTOWN if form == "down" else Ranking.UPTOWN
        if ranking is not None and ranking[1].ranking is not own:
            found.append(say.at("declare-kind", ranking[0], ("value",), args, bid))
    if not found and layout.tricks:
        if form == "nt" or (form is None and trump is not None and suit is None):
            if ranking is None:
                found.append(say.at("direction-missing", item, place, args))
        elif trump is None:
            found.append(say.at("declare-missing", item, place, args))
    named = [entry[0] for entry in (trump, ranking) if entry is not None]
    late = layout.discards is not None and named and min(named) > layout.discards[0]
    if not found and late and rules.declare == "before" and layout.discards is not None:
        after = (("discards", layout.discards[0], ()),)
        found.append(say.at("declare-late", min(named), (), args, after))
    return found


def _shown(say: Reporter, replay: Replay, rules: BidRules) -> list[Diagnostic]:
    """Whether the kitty was shown when it should have been (B14)."""
    kitty, contract = say.deal.layout.kitty, replay.contract
    if kitty is None or kitty[1].shown is None or contract is None:
        return []
    if rules.kitty_shown == "trump" and replay.trump_basis is None:
        return []
    due = rules.kitty_is_shown(replay.trump)
    if kitty[1].shown is due:
        return []
    return [say.at("kitty-not-shown" if due else "kitty-shown", kitty[0], ("value",))]


# -- the play ---------------------------------------------------------------------------------


def told(facts: Sequence[Fact], replay: Replay, profile: Profile) -> list[tuple[Fact, str | None]]:
    """The facts of the play with the names that bid whist has for some of them.

    Where the ranks were taken the wrong way round in several tricks, it is said once.
    """
    if profile.bid is None:
        return [(fact, None) for fact in facts]
    result: list[tuple[Fact, str | None]] = []
    turned: int | None = None
    for fact in facts:
        name = _name(fact, replay, profile.bid)
        if name != "rank-direction":
            result.append((fact, name))
            continue
        down = replay.ranking is Ranking.DOWNTOWN
        words = {
            "direction": Phrase("downtown" if down else "uptown"),
            "wrong": Phrase("uptown" if down else "downtown"),
        }
        if turned is None:
            turned = len(result)
            result.append((changed(fact, args={**fact.args, **words, "count": 1}), name))
        else:
            first = result[turned][0]
            count = first.args["count"] + 1
            result[turned] = (
                changed(first, args={**first.args, "count": count}),
                "rank-directions",
            )
    return result


def _name(fact: Fact, replay: Replay, rules: BidRules) -> str | None:
    if fact.name == "winner-wrong":
        return _winner_name(fact, replay, rules)
    if fact.name in ("revoke", "revoke-inferred") and replay.trump is not None:
        cards: tuple[Card | None, ...] = (fact.args["card"], fact.args.get("held"))
        if None not in cards and any(c is not None and c.is_joker for c in cards):
            return "joker-suit"
    return None


def _winner_name(fact: Fact, replay: Replay, rules: BidRules) -> str | None:
    """Why a trick was given to the wrong seat, where its cards tell."""
    trick = next(t for t in replay.tricks if t.item == fact.item)
    recorded: Seat = fact.args["recorded"]
    if recorded not in trick.seats or not all(c.bit for c in trick.cards):
        return None
    theirs = trick.cards[trick.seats.index(recorded)]
    if replay.trump is None and theirs.is_joker:
        return "joker-wins-nt"
    if replay.trump is not None and fact.args["card"].is_joker and not theirs.is_joker:
        return "joker-is-trump"
    other = Ranking.UPTOWN if replay.ranking is Ranking.DOWNTOWN else Ranking.DOWNTOWN
    low = rules.downtown_ace == "low" and other is Ranking.DOWNTOWN
    place = order(replay.trump, other, low_ace=low).winner(trick.cards)
    return "rank-direction" if trick.seats[place] is recorded else None


# -- a game without bidding -------------------------------------------------------------------


def _foreign(say: Reporter, profile: Profile) -> list[Diagnostic]:
    """Report the lines of a bidding in a game without one, at the first of them."""
    layout = say.deal.layout
    lines = (
        ("auction", layout.auction),
        ("kitty", layout.kitty),
        ("discards", layout.discards),
        ("ranking", layout.ranking),
    )
    written = [(entry[0], name) for name, entry in lines if entry is not None]
    if not written:
        return []
    names = Listed((Phrase(f"keyword-{name}") for _, name in written), "and")
    return [say.at("bidding-foreign", min(written)[0], (), {"lines": names, "rules": profile.name})]
