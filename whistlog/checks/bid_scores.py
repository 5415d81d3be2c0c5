"""The score of bid whist: only the side that won the auction gains or loses (B18-B19, F5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from whistlog.cards import SIDES, Side
from whistlog.checks.figures import Place, fault, position_of, related_place, says
from whistlog.checks.scores import DealScore, GameScore
from whistlog.diagnostics.values import Diagnostic, Fix
from whistlog.record import Call, Deal, Header, Tally
from whistlog.rules.auction import say as spoken
from whistlog.rules.profile import BidRules, Profile
from whistlog.rules.scoring import LOVE, Pair, bid_points, change_range
from whistlog.sentences.phrases import Phrase

if TYPE_CHECKING:
    from whistlog.replay.values import Contract, Replay


class BidGameScore(GameScore):
    """The state of a game of bid whist between its deals."""

    __slots__ = ("_replay",)

    def __init__(self, header: Header, profile: Profile, *, doubt: bool = False) -> None:
        super().__init__(header, profile, doubt=doubt)
        self._replay: Replay | None = None

    def deal(self, deal: Deal, replay: Replay) -> tuple[DealScore, tuple[Diagnostic, ...]]:
        """Score the next deal; see `GameScore.deal`."""
        self._replay = replay
        self._kitty = replay.kitty_to is not None
        return super().deal(deal, replay)

    # -- what a bid is worth --------------------------------------------------------------

    def _worth(self, tricks: Pair) -> Pair | None:
        contract = self._contract
        if contract is None:
            return None
        side = contract.declarer & 1
        points = self._bid_points(tricks[side], contract)[0]
        return (0, points) if side else (points, 0)

    def _worths(self, tricks: Pair) -> list[Pair]:
        return self._readings(tricks)

    def _readings(self, tricks: Pair, side: Side | None = None) -> list[Pair]:
        """The points of the deal, by each way to count a shortfall; none if they are not known."""
        contract = self._contract
        if contract is None:
            return []
        if side is None:
            side = contract.declarer.side
        points = self._bid_points(tricks[side], contract)
        return [(0, n) for n in points] if side else [(n, 0) for n in points]

    @property
    def _contract(self) -> Contract | None:
        """The bid, where it is known and can be no other than it seems."""
        replay = self._replay
        contract = None if replay is None else replay.contract
        if replay is None or contract is None or contract.level is None:
            return None
        if replay.facts and any(f.name in _UNSETTLED for f in replay.facts):
            return None
        return contract

    def _bid_points(self, tricks: int, contract: Contract) -> tuple[int, ...]:
        assert contract.level is not None
        return bid_points(tricks, contract.level, contract.form, self.profile)

    @property
    def _rules(self) -> BidRules:
        return self.profile.bid or BidRules()

    def _sides_in_doubt(self) -> list[Side]:
        """Whose bid it may have been: the other side's too, if that side led to the first trick."""
        replay = self._replay
        if replay is None or replay.contract is None:
            return []
        side = replay.contract.declarer.side
        led = any(
            f.name == "lead-wrong-seat" and f.trick == 1 and not f.acknowledged
            for f in replay.facts
        )
        return [side, side.other] if led else [side]

    # -- the figures of a deal ------------------------------------------------------------

    def _tricks(
        self, deal: Deal, replay: Replay, found: list[Diagnostic]
    ) -> tuple[list[Pair], str]:
        entry = self._tallies.get("tricks")
        taker = replay.kitty_to
        if entry is not None and self._adrift(deal, replay):
            written = self._whole(entry[1])
            return ([], "undecided") if written is None else ([written], "written")
        if entry is None or taker is None:
            return super()._tricks(deal, replay, found)
        index, tally = entry
        side = taker.side
        full = (replay.won[0] + replay.claimed[0], replay.won[1] + replay.claimed[1])
        if sum(full) != self._total:
            ns, ew = tally.get(Side.NS), tally.get(Side.EW)
            if ns is None or ew is None or ns + ew != self._total - 1:
                return super()._tricks(deal, replay, found)
            full = (ns + (side is Side.NS), ew + (side is Side.EW))
        short = (full[0] - (side is Side.NS), full[1] - (side is Side.EW))
        if tally.get(side) is None or not says(tally, short) or replay.won != replay.won_recorded:
            return super()._tricks(deal, replay, found)
        position = next(k for k, (s, _) in enumerate(tally.values) if s is side)
        found.append(
            fault(
                "kitty-not-counted",
                self._span(deal, index, position),
                fix=self._fix(deal, index, tally, [full]),
                written=self._tally(tally),
                side=self._sides[side],
                counted=self._pair(full),
            )
        )
        return [full, short], "counted" if replay.complete else "written"

    def _adrift(self, deal: Deal, replay: Replay) -> bool:
        """Whether it hangs on an auction that is at fault who played which card."""
        layout = deal.layout
        return (
            any(f.name in _UNSETTLED for f in replay.facts)
            and not any(layout.hands)
            and bool(layout.tricks)
            and layout.tricks[0][1].leader is None
        )

    def _points(self, deal: Deal, counts: list[Pair], found: list[Diagnostic]) -> list[Pair]:
        if not self._counting.plain:
            return super()._points(deal, counts, found)
        accepted = self._choose(deal, counts, found)
        entry = self._tallies.get("points")
        if entry is None:
            return accepted
        index, tally = entry
        if accepted:
            if any(says(tally, p) for p in accepted):
                chosen = next(p for p in accepted if says(tally, p))
                return [*accepted, chosen]
            due = accepted[0]
            side = self._declarer_side()
            for k, (s, n) in enumerate(tally.values):
                if s is not side and n:
                    self._defender(found, deal, index, k, tally)
                    return [*accepted, self._as_written(tally, due)]
            wrong = next((k for k, (s, n) in enumerate(tally.values) if n != due[s]), 0)
            fix = self._fix(deal, index, tally, self._all_readings())
            self._bid_score(found, deal, index, wrong, self._tally(tally), counts[0], due, fix)
            return [*accepted, self._as_written(tally, due)]
        moved = [k for k, (_, n) in enumerate(tally.values) if n]
        if len(moved) > 1:
            self._defender(found, deal, index, moved[1], tally)
            return []
        low, high = change_range(self.profile)
        if any(n is not None and not low <= n <= high for _, n in tally.values):
            span = self._span(deal, index, moved[0])
            found.append(
                fault("bid-score-impossible", span, written=self._tally(tally), low=low, high=high)
            )
            return []
        return [self._as_written(tally, LOVE)]

    def _choose(self, deal: Deal, counts: list[Pair], found: list[Diagnostic]) -> list[Pair]:
        """The points to accept; where a shortfall can be counted two ways, the way of the players.

        The first reading is the one in tricks, the second the one in points (AMB-22).
        """
        sides = self._sides_in_doubt()
        both = [r for s in sides for count in counts for r in [self._readings(count, s)] if r]
        first = [r[0] for r in both]
        if not any(len(r) > 1 for r in both):
            return first
        second = [r[-1] for r in both]
        bases = [base for base in (self._players, self.score) if base is not None]
        for key in ("points", "score"):
            entry = self._tallies.get(key)
            if entry is None:
                continue
            index, tally = entry
            froms = [LOVE] if key == "points" else bases
            by_tricks, by_points = (
                any(says(tally, (b[0] + p[0], b[1] + p[1])) for b in froms for p in some)
                for some in (first, second)
            )
            if by_tricks:
                return first
            if by_points:
                found.append(
                    fault(
                        "bid-score-reading",
                        self._span(deal, index, position_of(tally, SIDES[second[0][1] != 0])),
                        bid=self._bid(deal),
                        tricks=max(first[0], key=abs),
                        points=max(second[0], key=abs),
                    )
                )
                return second
        return first

    def _possible(self, tally: Tally, bases: list[Pair], points: list[Pair]) -> bool:
        if not bases or self._doubt:
            return True
        low, high = change_range(self.profile)
        return any(
            sum(n != base[side] for side, n in tally.values if n is not None) <= 1
            and all(low <= n - base[side] <= high for side, n in tally.values if n is not None)
            for base in bases
        )

    def _score_fault(
        self,
        deal: Deal,
        index: int,
        tally: Tally,
        bases: list[Pair],
        points: list[Pair],
        place: Place | None,
        found: list[Diagnostic],
    ) -> None:
        base = bases[0] if bases else LOVE
        if not points:
            low, high = change_range(self.profile)
            moved = [k for k, (s, n) in enumerate(tally.values) if n is not None and n != base[s]]
            span = self._span(deal, index, moved[-1] if moved else 0)
            found.append(
                fault(
                    "bid-score-impossible",
                    span,
                    related_place("previous", place),
                    written=self._tally(tally),
                    low=low,
                    high=high,
                )
            )
            return
        side = self._declarer_side()
        due = (base[0] + points[0][0], base[1] + points[0][1])
        numbers = dict(tally.values)
        sound = side is None or numbers.get(side) in (None, due[side], base[side])
        for k, (s, n) in enumerate(tally.values):
            if s is not side and n is not None and n > base[s] and sound:
                self._defender(found, deal, index, k, tally)
                return
        wrong = next((k for k, (s, n) in enumerate(tally.values) if n != due[s]), 0)
        if tally.values[wrong][0] is not side or "points" in self._tallies:
            super()._score_fault(deal, index, tally, bases, points, place, found)
            return
        tricks = self._counting.tricks[0] if self._counting.tricks else LOVE
        sums = [(b[0] + p[0], b[1] + p[1]) for b in bases for p in self._all_readings()]
        fix = self._fix(deal, index, tally, sums)
        self._bid_score(found, deal, index, wrong, self._tally(tally), tricks, due, fix)

    def _all_readings(self) -> list[Pair]:
        """What the deal can be worth, in every way of counting it that is accepted."""
        sides = self._sides_in_doubt()
        readings = [
            self._readings(count, side) for side in sides for count in self._counting.tricks
        ]
        return [pair for reading in readings for pair in reading or ()]

    # -- words ----------------------------------------------------------------------------

    def _declarer_side(self) -> Side | None:
        sides = self._sides_in_doubt()
        return sides[0] if sides else None

    def _as_written(self, tally: Tally, due: Pair) -> Pair:
        numbers = [tally.get(side) for side in SIDES]
        ns, ew = (due[side] if n is None else n for side, n in zip(SIDES, numbers))
        return ns, ew

    def _bid(self, deal: Deal) -> object:
        replay, auction = self._replay, deal.layout.auction
        contract = None if replay is None else replay.contract
        if contract is None or contract.call is None or auction is None:
            return Phrase("the-bid")
        call = auction[1].calls[contract.call]
        return spoken(Call(call.level, call.form), self._rules)

    def _defender(
        self, found: list[Diagnostic], deal: Deal, index: int, position: int, tally: Tally
    ) -> None:
        side = tally.values[position][0]
        if any(d.name == "defender-scored" for d in found):
            return
        found.append(
            fault(
                "defender-scored",
                self._span(deal, index, position),
                written=self._tally(tally),
                side=self._sides[side],
                other=self._sides[side.other],
            )
        )

    def _bid_score(
        self,
        found: list[Diagnostic],
        deal: Deal,
        index: int,
        position: int,
        written: str,
        tricks: Pair,
        due: Pair,
        fix: Fix | None,
    ) -> None:
        side = self._declarer_side()
        found.append(
            fault(
                "bid-score",
                self._span(deal, index, position),
                fix=fix,
                written=written,
                bid=self._bid(deal),
                side="" if side is None else self._sides[side],
                tricks="?" if side is None else tricks[side],
                expected=self._pair(due),
            )
        )


_UNSETTLED = frozenset(
    (
        "bid-form",
        "bid-form-later",
        "bid-turn",
        "bid-too-low",
        "bid-below-min",
        "all-pass",
        "auction-open",
    )
)
"""Faults of an auction after which the bid that won is not certain."""
