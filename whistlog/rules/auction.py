"""The auction of bid whist: what may be called, which bid stands, when it is over (B03-B09).

`refusal` is the only place that knows what may be called, and `after` the only one that
knows what a call does; `legal_calls` and `hold` ask them. A call is a
`whistlog.record.Call`; a `Bidding` is the auction between two calls.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from whistlog.cards import SEATS, Seat
from whistlog.record import Call
from whistlog.rules.profile import BidRules
from whistlog.sentences.phrases import Phrase, shortened

FORMS: Final = ("up", "down", "nt")
"""The forms of a bid, the lowest first (B05, B06)."""

LEVELS: Final = range(1, 8)
"""The numbers that can be bid (B04)."""

PASS: Final = Call()
BIDS: Final = tuple(Call(level, form) for level in LEVELS for form in FORMS)
"""The 21 bids, the lowest first (B06)."""


class Bidding(NamedTuple):
    """An auction between two calls.

    Attributes:
        dealer: who dealt, and speaks last in each round.
        turn: who speaks next.
        level, form: the bid that stands; 0 and None before the first.
        rank: how high it is, or -1.
        bidder: who made it, or None.
        passes: how many have passed since then, or from the start.
        passed: the seats that have passed, as bits.
        calls: how many calls were made.
        over: whether the auction is over.
    """

    dealer: Seat
    turn: Seat
    level: int = 0
    form: str | None = None
    rank: int = -1
    bidder: Seat | None = None
    passes: int = 0
    passed: int = 0
    calls: int = 0
    over: bool = False

    @property
    def forced(self) -> bool:
        """Whether the other three have passed before the dealer, with no bid made (B08)."""
        return self.bidder is None and self.passes == 3 and self.turn is self.dealer


def start(dealer: Seat) -> Bidding:
    """The auction before its first call: the player at the dealer's left speaks (B03)."""
    return Bidding(dealer, SEATS[(dealer + 1) & 3])


def rank(level: int, form: str | None, rules: BidRules) -> int:
    """How high a bid is (B06); of two bids with the same rank neither beats the other.

    >>> rank(4, "down", BidRules()) - rank(4, "up", BidRules())
    1
    >>> rank(5, "up", BidRules()) - rank(4, "nt", BidRules())
    1
    """
    height = 3 * (level - 1)
    if rules.bids == "number" or form == "up":
        return height
    if form == "nt":
        return height + 2
    return height + (rules.downtown == "higher")


def refusal(bidding: Bidding, call: Call, rules: BidRules) -> str | None:
    """Why a call may not be made, as the name of the finding; None for a legal call.

    Of several reasons the first one counts: what is no call at all, then whose turn it is,
    then whether it is high enough.
    """
    level = call.level
    if call.text is not None or (level is not None and not 1 <= level <= 7):
        return "bid-form"
    if level is not None and rules.bids == "number" and call.form != "up":
        # A number alone is read as uptown.
        return "bid-form-later"
    if bidding.over:
        return "bid-after-end"
    seat = bidding.turn
    if call.seat is not None and call.seat is not seat:
        return "bid-turn"
    if level is None:
        return "all-pass" if bidding.forced and rules.all_pass == "dealer" else None
    if level < rules.minimum:
        return "bid-below-min"
    height = rank(level, call.form, rules)
    if height <= bidding.rank:
        equals = rules.dealer_equals and seat is bidding.dealer and bidding.bidder is not seat
        if height < bidding.rank or not equals:
            return "bid-too-low"
    if bidding.passed >> seat & 1 and rules.reentry != "allowed":
        return "pass-final" if rules.reentry == "forbidden" else "bid-after-pass"
    return None


def after(bidding: Bidding, call: Call, rules: BidRules) -> Bidding:
    """The auction after a call of the player in turn, be it legal or not."""
    dealer, seat, level, form, height, bidder, passes, passed, calls, _ = bidding
    calls += 1
    over = rules.rounds == "one" and calls >= 4
    if call.level is None and call.text is None:
        passes += 1
        passed |= 1 << seat
        over = over or passes >= (3 if bidder is not None else 4)
    else:
        # The dealer whom the others left the auction to wins it at once (B08).
        alone = bidding.forced and (rules.all_pass == "dealer" or rules.reentry != "allowed")
        over = over or alone
        bidder, passes = seat, 0
        passed &= ~(1 << seat)
        if call.level is None:
            level, form, height = 0, None, -1
        else:
            level, form = call.level, call.form
            height = rank(level, form, rules)
    turn = SEATS[(seat + 1) & 3]
    return Bidding(dealer, turn, level, form, height, bidder, passes, passed, calls, over)


def legal_calls(bidding: Bidding, rules: BidRules) -> tuple[Call, ...]:
    """All calls that the player in turn may make; none when the auction is over.

    >>> len(legal_calls(start(Seat.W), BidRules()))
    22
    """
    return tuple(c for c in (PASS, *BIDS) if refusal(bidding, c, rules) is None)


class AuctionFault(NamedTuple):
    """Something wrong in an auction.

    Attributes:
        name: name of the finding.
        call: place of the call; the last one where the fault is what follows it not.
        seat: who spoke.
        args: particulars.
        other: place of another call that it rests on, or None.
    """

    name: str
    call: int
    seat: Seat
    args: Mapping[str, Any]
    other: int | None = None


class Outcome(NamedTuple):
    """What an auction came to.

    Attributes:
        declarer: who won it; None where nobody bid, or while it is not over.
        level, form: of the bid that won; level None where it could not be read.
        call: its place among the calls.
        over: whether the auction is over.
        seats: who made each call.
        bids: (place, seat) of all bids; after a fault any of them may be the one that won.
        faults: what is wrong, in the order of the calls.
    """

    declarer: Seat | None
    level: int | None
    form: str | None
    call: int | None
    over: bool
    seats: tuple[Seat, ...]
    bids: tuple[tuple[int, Seat], ...]
    faults: tuple[AuctionFault, ...]


def hold(calls: Sequence[Call], dealer: Seat, rules: BidRules) -> Outcome:
    """Go through the calls of a whole auction, on after a fault as the players went on.

    A call that is too low stands as if it had been accepted. Who has passed for good and is
    left out where seats are written has passed again.
    """
    bidding = start(dealer)
    faults: list[AuctionFault] = []
    seats: list[Seat] = []
    bids: list[tuple[int, Seat]] = []
    doubt = False  # a call could not be understood: what follows from it is not known
    shifted: Seat | None = None  # whose turn it would be, had nobody spoken out of turn
    exchanged: tuple[Seat, Seat] | None = None  # who spoke for whom, and so once the other way
    standing: int | None = None
    for i, call in enumerate(calls):
        seat = call.seat
        if seat is not None and seat is not bidding.turn:
            if seat is shifted:
                bidding, shifted = bidding._replace(turn=seat), None
            elif shifted is not None and exchanged == (shifted, seat):
                bidding = bidding._replace(turn=shifted)
            else:
                bidding = _left_out(bidding, seat, rules)
        reason = refusal(bidding, call, rules)
        if seat is None:
            seat = bidding.turn
        told = reason == "bid-turn" and exchanged == (bidding.turn, seat)
        if reason == "bid-after-end" and call.level is None:
            # One pass too many, where it is not known whose passes were left out.
            told = any(fault.name == "bid-turn" for fault in faults)
        if reason is not None and not told and not (doubt and reason in _CONSEQUENCES):
            faults.append(_fault(reason, i, seat, call, bidding, standing, rules))
        if reason == "bid-after-end":
            # What comes after the end changes nothing.
            seats += [SEATS[(seat + k) & 3] for k in range(len(calls) - i)]
            break
        if reason == "bid-turn":
            exchanged = None if told else (seat, bidding.turn)
            shifted = SEATS[(bidding.turn + 1) & 3]
            bidding = bidding._replace(turn=seat)
        elif shifted is not None:
            shifted = SEATS[(shifted + 1) & 3]
        unclear = reason in ("bid-form", "bid-form-later") and call.level is None
        doubt = doubt or reason in ("bid-form", "all-pass")
        if call.level is not None or unclear:
            bids.append((i, seat))
            standing = i
        seats.append(seat)
        passed = bidding.passed
        bidding = after(bidding, call, rules)
        if reason == "bid-turn":
            # Whoever it was that spoke, he has not passed for good.
            bidding = bidding._replace(passed=passed)
        if reason == "bid-form" and not unclear:
            # Nobody can say what the next bid had to beat.
            bidding = bidding._replace(rank=-1)
    if not bidding.over and any(call.seat is not None for call in calls):
        for _ in range(3):
            if bidding.over or not _gone(bidding, rules):
                break
            bidding = after(bidding, PASS, rules)
    over = bidding.over
    doubt = doubt or any(f.name == "bid-turn" for f in faults)
    if not over and calls and not doubt and not _over_without(calls, faults, dealer, rules):
        last = len(calls) - 1
        args = {"missing": 3 - bidding.passes if bidding.bidder is not None else None}
        faults.append(AuctionFault("auction-open", last, seats[last], args, standing))
    found = tuple(faults)
    if bidding.bidder is None or standing is None:
        return Outcome(None, None, None, None, over, tuple(seats), tuple(bids), found)
    level = bidding.level if 1 <= bidding.level <= 7 else None
    winner = seats[standing]
    return Outcome(winner, level, bidding.form, standing, over, tuple(seats), tuple(bids), found)


def quick_hold(
    calls: Sequence[Call], dealer: Seat, rules: BidRules
) -> tuple[Seat, int, str, int] | None:
    """Who wins a whole auction in which nothing is out of order, in a fraction of the time.

    Returns:
        Declarer, number, form and place of the bid that wins, as in `Outcome`; None for any
        auction that may be out of order: that is for `hold` to say.
    """
    ranks, last_round, alone, final, minimum = _settings(rules)
    standing = winner = -1
    passes = 0
    out = [False, False, False, False]
    i = 0
    more = len(calls)
    for level, form, text, seat, _ in calls:
        more -= 1
        if seat is not None or text is not None:
            return None
        if level is None:
            passes += 1
            out[i & 3] = True
            if winner < 0:
                if passes == 4:
                    return None
            elif passes == 3 and more:
                return None
        else:
            height = ranks.get((level, form), -1)
            if height <= standing or level < minimum or (final and out[i & 3]):
                return None
            if passes == 3 and alone and more:
                return None
            forced = passes == 3
            standing, winner = height, i
            passes = 3 if forced and alone else 0
        i += 1
    if winner < 0 or (i != 4 if last_round else passes < 3):
        return None
    call = calls[winner]
    if call.level is None or call.form is None:
        return None
    return SEATS[(dealer + 1 + winner) & 3], call.level, call.form, winner


@lru_cache(maxsize=16)
def _settings(
    rules: BidRules,
) -> tuple[dict[tuple[int, str | None], int], bool, bool, bool, int]:
    """What `quick_hold` wants to know of the rules, at hand."""
    bids = BIDS if rules.bids == "form" else tuple(c for c in BIDS if c.form == "up")
    ranks = {(c.level or 0, c.form): rank(c.level or 0, c.form, rules) for c in bids}
    alone = rules.all_pass == "dealer" or rules.reentry != "allowed"
    return ranks, rules.rounds == "one", alone, rules.reentry != "allowed", rules.minimum


_CONSEQUENCES: Final = frozenset(("bid-after-end", "all-pass", "bid-turn", "bid-too-low"))
"""What is not said of a call after one that could not be understood."""


def _gone(bidding: Bidding, rules: BidRules) -> bool:
    """Whether the player in turn has passed for good."""
    return bool(bidding.passed >> bidding.turn & 1) and rules.reentry != "allowed"


def _over_without(
    calls: Sequence[Call], faults: Sequence[AuctionFault], dealer: Seat, rules: BidRules
) -> bool:
    """Whether the auction is over and in order if its one bid that is too low is a pass."""
    if len(faults) != 1 or faults[0].name not in ("bid-too-low", "bid-below-min"):
        return False
    place = faults[0].call
    meant = [*calls[:place], Call(seat=calls[place].seat), *calls[place + 1 :]]
    outcome = hold(meant, dealer, rules)
    return outcome.over and not outcome.faults


def _left_out(bidding: Bidding, seat: Seat, rules: BidRules) -> Bidding:
    """The auction at the turn of a seat, if all before it have passed for good; else as it is."""
    skipped = bidding
    while skipped.turn is not seat:
        if skipped.over or not _gone(skipped, rules):
            return bidding
        skipped = after(skipped, PASS, rules)
    return skipped


def _perhaps(text: str) -> Call | None:
    """The bid that a text which is none may stand for: its number, and the form that it names.

    A suit stands for uptown (AMB-30), and no trump has no direction yet (B05).
    """
    from whistlog.notation.languages import all_keywords, all_words, fold, suit_words

    if re.match(r"[1-7](?![0-9])", text) is None:
        return None
    words = re.findall(r"[^\W\d_]+", text)[:6]
    named: set[str] = set()
    for start in range(len(words)):
        for end in range(start, len(words)):
            named |= all_words().get(fold(" ".join(words[start : end + 1])), frozenset())
    form = next((form for form in reversed(FORMS) if form in named), None)
    if form is None:
        for word in map(fold, words):
            if len(word) > 1 and word not in suit_words() and all_keywords().get(word) != "trump":
                return None
    return Call(int(text[0]), form or "up")


def _fault(
    name: str,
    place: int,
    seat: Seat,
    call: Call,
    bidding: Bidding,
    standing: int | None,
    rules: BidRules,
) -> AuctionFault:
    args: dict[str, Any] = {"bid": say(call, rules)}
    other = None
    if name == "bid-turn":
        args["expected"] = bidding.turn
    elif name == "bid-below-min":
        args["minimum"] = rules.minimum
    elif name == "bid-too-low":
        args["standing"] = say(Call(bidding.level, bidding.form), rules)
        other = standing
    elif name == "bid-after-end":
        other = standing
    elif name == "bid-form":
        perhaps = _perhaps(call.text or "")
        args["hint"] = ""
        if perhaps is not None:
            args["hint"] = Phrase("perhaps-bid", {"bid": spoken(perhaps)})
    return AuctionFault(name, place, seat, args, other)


def say(call: Call, rules: BidRules) -> str | Phrase:
    """A call in words: ``pass``, ``4 down``, ``4`` where the form is named later."""
    if rules.bids == "number" and call.text is None and call.form == "up":
        return str(call.level)
    return spoken(call)


def spoken(call: Call) -> str | Phrase:
    """A call in words, with its form."""
    if call.text is not None:
        return shortened(call.text)
    if call.level is None:
        return Phrase("bid-pass")
    return Phrase(f"bid-{call.form}", {"number": call.level})
