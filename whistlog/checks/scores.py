"""Tricks, points, running score and the order of deals, from deal to deal of a game.

What the record says is compared with what the cards and the rules give. A wrong figure is
blamed once: the players went on from it, so whatever follows from it is accepted. To that
end two scores are kept, the *true* one and the *players'* own, and a figure is wrong only
when it agrees with neither.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from whistlog.cards import SEATS, SIDES, Seat, Side
from whistlog.diagnostics.values import Diagnostic, Related
from whistlog.record import (
    NOWHERE,
    Deal,
    GameLine,
    Header,
    Incident,
    Layout,
    Part,
    Span,
    Tally,
    Unreadable,
)
from whistlog.rules.profile import Profile
from whistlog.rules.scoring import (
    LOVE,
    Pair,
    deal_points,
    game_over,
    leading_side,
    longest_game,
    one_side_scores,
    target_reached,
)

if TYPE_CHECKING:
    from whistlog.replay import Replay


@dataclass(frozen=True, slots=True)
class DealScore:
    """The score of a deal. Pairs are (North-South, East-West); None is "not known".

    Attributes:
        tricks: tricks taken.
        points: points of the deal.
        before: running score before the deal.
        after: running score after it.
        over: whether the game is over after it.
        winner: who has won the game; None while it lasts, and for a tie.
        basis: where the tricks come from: ``counted`` (the cards), ``written`` (the figures of
            the record), ``undecided`` (neither), ``void`` (a misdeal or a new deal: nothing
            is scored).
    """

    tricks: Pair | None
    points: Pair | None
    before: Pair | None
    after: Pair | None
    over: bool
    winner: Side | None
    basis: str


def start(header: Header, profile: Profile) -> GameScore:
    """Begin a game under a profile, with the score brought forward in its header."""
    if profile.bid is not None:
        from whistlog.checks.bid_scores import BidGameScore

        return BidGameScore(header, profile)
    return GameScore(header, profile)


class GameScore:
    """The state of a game between its deals.

    Attributes:
        profile: the rules.
        deals: number of finished deals so far.
        score: the true running score, or None where it is not known.
        over: whether the game is over.
        expected_dealer: who should deal next, or None where it is not known.
    """

    __slots__ = (
        "_counted_number",
        "_dealer_place",
        "_doubt",
        "_first_number",
        "_header",
        "_kitty",
        "_letters",
        "_limit",
        "_number",
        "_number_place",
        "_origins",
        "_players",
        "_said",
        "_score_place",
        "_sides",
        "_single",
        "_tallies",
        "_total",
        "_void_before",
        "deals",
        "expected_dealer",
        "over",
        "profile",
        "score",
    )

    def __init__(self, header: Header, profile: Profile) -> None:
        """Begin a game; see `start`."""
        self.profile = profile
        self.deals = 0
        self.expected_dealer: Seat | None = None
        self._header = header
        self._letters = header.seats.letters
        self._sides = header.seats.sides
        self._total = profile.tricks
        # Whether the kitty is among the tricks won.
        self._kitty = False
        self._single = one_side_scores(profile)
        score = LOVE
        self._score_place: Place | None = None
        for i, tally in header.tallies("score"):
            score = (tally.get(Side.NS) or 0, tally.get(Side.EW) or 0)
            self._score_place = (header, i)
            break
        self.score: Pair | None = score
        # The score as the players keep it, where it differs from the true one.
        self._players: Pair | None = None
        self.over = target_reached(score, profile)
        self._limit = longest_game(profile, score)
        # Deal numbers: as written, and as they would be without a slip of the pen.
        self._number: int | None = None
        self._first_number = 0
        self._counted_number = 0
        self._number_place: Place | None = None
        self._dealer_place: Place | None = None
        self._void_before = False
        # Deals are missing before the next one, so that the score may have changed meanwhile.
        # The same holds where a line of the header can't be read.
        self._doubt = any(header.find(Unreadable))
        # What is said at most once in a game.
        self._said: set[str] = set()
        # The figures of the deal that is judged; and, by the index of a line that a later one
        # completes, where each of its numbers stands.
        self._tallies: dict[str, tuple[int, Tally]] = {}
        self._origins: dict[int, list[tuple[int, int]]] = {}

    # -- a deal ---------------------------------------------------------------------------

    def deal(self, deal: Deal, replay: Replay) -> tuple[DealScore, tuple[Diagnostic, ...]]:
        """Score the next deal of the game and check the figures that the record gives for it.

        Returns:
            The score of the deal, and what is wrong with the written figures, the number of
            the deal, its dealer, or its place in the game.
        """
        layout = deal.layout
        void, lost = _interrupted(layout) if layout.incidents else (None, 0)
        found: list[Diagnostic] = []
        self._sequence(deal, replay.dealer, void, lost, found)
        before = self.score
        if void is not None:
            winner = leading_side(before) if self.over and before is not None else None
            return DealScore(None, LOVE, before, before, self.over, winner, "void"), tuple(found)
        if self.over:
            self._still_playing(deal, found)
        elif self.deals == self._limit and before is None:
            self._once("game-too-long", deal, found, deals=self._limit)
        won = replay.won
        # The common case, worth its own way: every figure is as it should be.
        if (
            won[0] + won[1] == self._total
            and won == replay.won_recorded
            and before is not None
            and self._players is None
            and not self.over
            and not self._doubt
            and not layout.incidents
            and not layout.repeated
        ):
            points = self._worth(won)
            if points is not None:
                after = (before[0] + points[0], before[1] + points[1])
                if self._agrees(deal, layout.tallies, won, points, after):
                    self.score = after
                    self.deals += 1
                    self.over = over = game_over(after, self.deals, self.profile)
                    winner = leading_side(after) if over else None
                    score = DealScore(won, points, before, after, over, winner, "counted")
                    return score, tuple(found)
        return self._judge(deal, replay, found), tuple(found)

    def _worth(self, tricks: Pair) -> Pair | None:
        """The points of a deal with these tricks; None where they can't be known."""
        return deal_points(tricks, self.profile)

    def end(self) -> tuple[Diagnostic, ...]:
        """Check the winner whom the header names, if the record goes on to the end of the game."""
        found: list[Diagnostic] = []
        if self.over and self.deals:
            self._check_winner(self._header, list(self._header.find(Incident)), found)
        return tuple(found)

    # -- order of the deals ---------------------------------------------------------------

    def _sequence(
        self,
        deal: Deal,
        dealer: Seat | None,
        void: str | None,
        lost: int,
        found: list[Diagnostic],
    ) -> None:
        """Check the number of the deal and who dealt it; remember what the next must be."""
        layout = deal.layout
        regular = True
        number = layout.deal_line[1].number if layout.deal_line is not None else None
        if layout.deal_line is not None and number is not None:
            last = self._number
            if last is None:
                self._first_number = number
                if (
                    number > 1
                    and self._score_place is None
                    and not self.deals
                    and not any(self._header.find(GameLine))
                ):
                    # The record begins in the middle of a game, at a score that it leaves out.
                    self.score = self._limit = None
            elif (
                number != last + 1
                and number != self._counted_number + 1
                and not (self._void_before and number == last)
            ):
                regular = False
                found.append(self._number_fault(deal, layout.deal_line[0], number, last))
            self._number = number
            self._number_place = (deal, layout.deal_line[0])
            self._counted_number = number if regular else self._counted_number + 1
        elif not self._void_before:
            self._counted_number += 1
        self._void_before = void is not None

        expected = self.expected_dealer
        if layout.dealer is not None:
            i, dealer = layout.dealer[0], layout.dealer[1].seat
            # After a misdeal on a line of this same deal the next player may have dealt.
            if (
                dealer is not expected
                and expected is not None
                and regular
                and dealer is not SEATS[(expected + lost) & 3]
            ):
                found.append(self._dealer_fault(deal, i, dealer, expected))
            self._dealer_place = (deal, i)
        elif expected is not None:
            dealer = SEATS[(expected + lost) & 3]
        if dealer is not None:
            self.expected_dealer = dealer if void == "redeal" else SEATS[(dealer + 1) & 3]

    def _number_fault(self, deal: Deal, index: int, number: int, last: int) -> Diagnostic:
        repeated = self._first_number <= number <= last
        self._doubt = not repeated and number > last
        return Diagnostic(
            "deal-number-repeated" if repeated else "deal-number-order",
            deal.span(index, ("number",)),
            {"number": number, "last": last, "expected": self._counted_number + 1},
            related_place("previous", self._number_place, ("number",)),
        )

    def _dealer_fault(self, deal: Deal, index: int, dealer: Seat, expected: Seat) -> Diagnostic:
        return Diagnostic(
            "dealer-rotation",
            deal.span(index, ("value",)),
            {"dealer": self._letters[dealer], "expected": self._letters[expected]},
            related_place("previous", self._dealer_place, ("value",)),
            seat=self._letters[dealer],
        )

    def _still_playing(self, deal: Deal, found: list[Diagnostic]) -> None:
        """Report a deal after the end of the game, once."""
        limit = self.profile.deals
        if self.score is not None and target_reached(self.score, self.profile):
            side = leading_side(self.score)
            assert side is not None
            self._once(
                "game-over-missed",
                deal,
                found,
                related=related_place("won", self._score_place),
                side=self._sides[side],
                score=self._pair(self.score),
                target=self.profile.target,
            )
        else:
            self._once("too-many-deals", deal, found, deals=limit)

    def _once(
        self,
        name: str,
        deal: Deal,
        found: list[Diagnostic],
        *,
        index: int | None = None,
        related: tuple[Related, ...] = (),
        **args: object,
    ) -> None:
        """Report something about a deal that is said once in a game."""
        if name in self._said:
            return
        self._said.add(name)
        if index is None:
            index = deal.layout.deal_line[0] if deal.layout.deal_line is not None else 0
        span = deal.span(index) if deal.items else NOWHERE
        found.append(Diagnostic(name, span, args, related))

    # -- the figures of a deal ------------------------------------------------------------

    def _agrees(
        self,
        deal: Deal,
        tallies: dict[str, tuple[int, Tally]],
        won: Pair,
        points: Pair,
        after: Pair,
    ) -> bool:
        """Whether every figure written for a deal is the one that its cards give."""
        entry = tallies.get("tricks")
        if entry is not None and not says(entry[1], won):
            return False
        entry = tallies.get("points")
        if entry is not None and not says(entry[1], points):
            return False
        entry = tallies.get("score")
        if entry is not None:
            if not says(entry[1], after):
                return False
            self._score_place = (deal, entry[0])
        return True

    def _judge(self, deal: Deal, replay: Replay, found: list[Diagnostic]) -> DealScore:
        """Score a deal in which something is missing, disputed or wrong.

        In each of the lists the true figure comes first and the one by which the players went
        on comes last; both are accepted in what follows.
        """
        self._gather(deal, found)
        counts, basis = self._tricks(deal, replay, found)
        points = self._points(deal, counts, found)
        broken_off = not counts and any(x.key == "unfinished" for _, x in deal.layout.incidents)
        before = self._running(deal, points or ([LOVE] if broken_off else []), found)
        self.deals += 1
        explained = broken_off or deal.layout.unreadable
        if not counts and not explained and not any(d.name.startswith("trick-") for d in found):
            for key in ("points", "score"):
                entry = self._tallies.get(key)
                if entry is not None:
                    self._once("score-undecided", deal, found, index=entry[0])
        over = self._is_over(self.score)
        self.over = over and (self._players is None or self._is_over(self._players))
        self._doubt = False
        if "game-over-missed" not in self._said and "too-many-deals" not in self._said:
            self._check_winner(deal, deal.layout.incidents, found)
        after = self.score
        gained = points[0] if points else None
        if gained is None and before is not None and after is not None:
            gained = (after[0] - before[0], after[1] - before[1])
        return DealScore(
            tricks=counts[0] if counts else None,
            points=gained,
            before=before,
            after=after,
            over=over,
            winner=leading_side(after) if over and after is not None else None,
            basis=basis,
        )

    def _gather(self, deal: Deal, found: list[Diagnostic]) -> None:
        """Take in the figures of a deal; a line for the other side completes an earlier one."""
        layout = deal.layout
        self._origins = {}
        self._tallies = layout.tallies
        if not layout.repeated:
            return
        self._tallies = dict(layout.tallies)
        for later, i in layout.repeated:
            second = deal.items[later]
            if type(second) is not Tally or second.key not in ("tricks", "points", "score"):
                continue
            tally = self._tallies[second.key][1]
            places = self._origins.setdefault(i, [(i, k) for k in range(len(tally.values))])
            for k, (side, number) in enumerate(second.values):
                if tally.get(side) is None:
                    tally = replace(tally, values=(*tally.values, (side, number)))
                    places.append((later, k))
                elif tally.get(side) != number:
                    span = deal.span(later, ("side", k))
                    found.append(fault("line-repeated", span, related_place("first", (deal, i))))
                    break
            self._tallies[second.key] = (i, tally)

    def _span(self, deal: Deal, index: int, position: int) -> Span:
        """Where a number of a figure stands."""
        places = self._origins.get(index)
        if places is not None:
            index, position = places[position]
        return deal.span(index, ("side", position))

    def _tricks(
        self, deal: Deal, replay: Replay, found: list[Diagnostic]
    ) -> tuple[list[Pair], str]:
        """The trick counts to accept, and where they come from."""
        layout = deal.layout
        counts: list[Pair] = []
        for won in (replay.won, replay.won_recorded):
            full = _sum(won, replay.claimed)
            if sum(full) == self._total and full not in counts:
                counts.append(full)
        doubtful = _doubtful(layout, replay, self.profile.hand_size)
        if counts and doubtful:
            ns = counts[0][0]
            near = range(max(0, ns - doubtful), min(self._total, ns + doubtful) + 1)
            counts = [counts[0], *((n, self._total - n) for n in near), counts[-1]]
        basis = "counted" if counts else "undecided"
        entry = self._tallies.get("tricks")
        if entry is None:
            return counts, basis
        i, tally = entry
        written = self._whole(tally)
        if counts:
            said = next((c for c in counts if says(tally, c)), written)
            if not any(says(tally, c) for c in counts):
                wrong = _first_wrong(tally, counts[0])
                span = self._span(deal, i, wrong)
                found.append(
                    fault(
                        "trick-total",
                        span,
                        written=self._tally(tally),
                        counted=self._pair(counts[0]),
                    )
                )
            if said is not None:
                counts.append(said)
            return counts, basis
        won = replay.won
        broken_off = any(x.key == "unfinished" for _, x in layout.incidents)
        if written is None:
            # Of a deal that was broken off, the tricks so far may be written down.
            if not (broken_off and _is_short(tally, self._total)):
                found.append(
                    fault(
                        "trick-total-sum",
                        deal.span(i),
                        written=self._tally(tally),
                        total=self._total,
                    )
                )
            elif sum(won) == len(layout.tricks) + self._kitty and not (
                says(tally, won) or says(tally, replay.won_recorded)
            ):
                span = self._span(deal, i, _first_wrong(tally, won))
                found.append(
                    fault("trick-total", span, written=self._tally(tally), counted=self._pair(won))
                )
            return counts, basis
        other = replay.won_recorded
        least = (min(won[0], other[0]) - doubtful, min(won[1], other[1]) - doubtful)
        for side in SIDES:
            if written[side] < least[side]:
                span = self._span(deal, i, _position(tally, side))
                found.append(
                    fault(
                        "trick-total-short",
                        span,
                        written=self._tally(tally),
                        side=self._sides[side],
                        won=least[side],
                    )
                )
                return counts, basis
        return [written], "written"

    def _points(self, deal: Deal, counts: list[Pair], found: list[Diagnostic]) -> list[Pair]:
        """The points of the deal to accept."""
        accepted = [deal_points(count, self.profile) for count in counts]
        entry = self._tallies.get("points")
        if entry is None:
            return accepted
        i, tally = entry
        numbers = [n for _, n in tally.values if n is not None]
        likely = accepted[0] if accepted else LOVE if self._single else None
        written = _completed(tally, likely)
        span = self._span(deal, i, _first_wrong(tally, likely or LOVE))
        if self._single and sum(n > 0 for n in numbers) > 1:
            found.append(fault("both-scored", span, written=self._tally(tally)))
        elif accepted:
            said = next((p for p in accepted if says(tally, p)), None)
            if said is None:
                found.append(
                    fault(
                        "points-wrong",
                        span,
                        written=self._tally(tally),
                        tricks=self._pair(counts[0]),
                        expected=self._pair(accepted[0]),
                    )
                )
            else:
                written = said
        elif max(numbers, default=0) > self._most or sum(numbers) > self._total:
            found.append(
                fault(
                    "points-too-many",
                    span,
                    written=self._tally(tally),
                    most=self._most,
                    total=self._total,
                )
            )
            return accepted
        return accepted if written is None else [*accepted, written]

    def _running(self, deal: Deal, points: list[Pair], found: list[Diagnostic]) -> Pair | None:
        """Carry the score over the deal, check the written one; return the score before."""
        mine, players = self.score, self._players
        bases = [base for base in (players, mine) if base is not None]
        entry = self._tallies.get("score")
        true = _sum(mine, points[0]) if mine is not None and points else None
        kept = _sum(bases[0], points[-1]) if bases and points else None
        place = self._score_place
        if entry is not None:
            i, tally = entry
            self._score_place = (deal, i)
            sums = [_sum(base, p) for base in bases for p in points]
            if self.over and not any(says(tally, s) for s in sums):
                restart = next((p for p in points if says(tally, p)), None)
                if restart is not None:
                    # A new game that the record does not announce, which has been reported.
                    self._restart(restart)
                    return LOVE
            said = next((s for s in sums if says(tally, s)), None)
            if said is not None:
                kept = said
            else:
                kept = _completed(tally, kept or (bases[0] if bases else None))
                fits = not sums or self._doubt
                if fits and self._possible(tally, bases, points):
                    true = kept
                else:
                    self._score_fault(deal, i, tally, bases, points, place, found)
                    if true is None:
                        true = kept
        self.score = true if true is not None else kept
        self._players = kept if kept is not None and kept != self.score else None
        return mine

    def _restart(self, score: Pair) -> None:
        self.score, self._players = score, None
        self.deals = 0
        self._limit = longest_game(self.profile)
        self._said -= {"game-over-missed", "too-many-deals"}

    def _possible(self, tally: Tally, bases: list[Pair], points: list[Pair]) -> bool:
        """Whether a written score can be right, as far as anything is known."""
        if bases and not self._doubt:
            changes = [
                [n - base[side] for side, n in tally.values if n is not None] for base in bases
            ]
            return any(
                all(0 <= n <= self._most for n in change)
                and not (self._single and sum(n > 0 for n in change) > 1)
                for change in changes
            )
        least = points[-1:] + bases[:1]
        return all(n is None or n >= sum(pair[side] for pair in least) for side, n in tally.values)

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
        related = related_place("previous", place)
        span = self._span(
            deal, index, _first_wrong(tally, _sum(base, points[0] if points else LOVE))
        )
        rises = [n - base[side] for side, n in tally.values if n is not None]
        written = self._tally(tally)
        # Of both sides that rise, the one that scored must be right: else it is just a slip.
        right = not points or any(
            n and number == base[side] + n
            for side, number in tally.values
            for n in [points[0][side]]
        )
        if self._single and len(rises) > 1 and min(rises) > 0 and right:
            if not any(d.name == "both-scored" for d in found):
                found.append(fault("both-scored", span, related, written=written))
        elif bases and points:
            found.append(
                fault(
                    "running-score",
                    span,
                    related,
                    written=written,
                    before=self._pair(base),
                    points=self._pair(points[0]),
                    expected=self._pair(_sum(base, points[0])),
                )
            )
        else:
            least = base if bases else points[0]
            found.append(
                fault(
                    "running-score-impossible",
                    span,
                    related,
                    written=written,
                    least=self._pair(least),
                    most=self._most,
                )
            )

    # -- the end of the game --------------------------------------------------------------

    def _is_over(self, score: Pair | None) -> bool:
        if score is None:
            return self.profile.deals is not None and self.deals >= self.profile.deals
        return game_over(score, self.deals, self.profile)

    def _check_winner(
        self,
        section: Header | Deal,
        incidents: list[tuple[int, Incident]],
        found: list[Diagnostic],
    ) -> None:
        """Check the lines that declare a winner."""
        scores = [score for score in (self.score, self._players) if score is not None]
        for i, incident in incidents:
            if incident.key != "winner" or incident.side is None or not scores:
                continue
            side = incident.side
            ended = [score for score in scores if self._is_over(score)]
            if any(leading_side(score) is side for score in ended):
                continue
            args: dict[str, object] = {"side": self._sides[side], "score": self._pair(scores[0])}
            if ended:
                leader = leading_side(ended[0])
                args["winner"] = "nobody" if leader is None else self._sides[leader]
                found.append(Diagnostic("game-winner-wrong", section.span(i), args))
            else:
                target, deals = self.profile.target, self.profile.deals
                lose = self.profile.lose
                args["end"] = " or ".join(
                    [f"{target} points"] * (target is not None)
                    + [f"{lose} below nothing"] * (lose is not None)
                    + [f"{deals} deals"] * (deals is not None)
                )
                found.append(Diagnostic("game-not-over", section.span(i), args))

    # -- words ----------------------------------------------------------------------------

    @property
    def _most(self) -> int:
        return self._total - self.profile.book

    def _whole(self, tally: Tally) -> Pair | None:
        """Both trick counts of a line that gives one or both, if they make up a deal."""
        ns, ew = tally.get(Side.NS), tally.get(Side.EW)
        if ns is None and ew is not None:
            ns = self._total - ew
        elif ew is None and ns is not None:
            ew = self._total - ns
        if ns is None or ew is None or ns < 0 or ew < 0 or ns + ew != self._total:
            return None
        return (ns, ew)

    def _pair(self, pair: Pair) -> str:
        return f"{self._sides[0]} {pair[0]}, {self._sides[1]} {pair[1]}"

    def _tally(self, tally: Tally) -> str:
        return ", ".join(f"{self._sides[side]} {n}" for side, n in tally.values if n is not None)


Place = tuple[Header | Deal, int]
"""A line: its section and its index there."""


def related_place(note: str, place: Place | None, part: Part = ()) -> tuple[Related, ...]:
    """A second place for a diagnostic, if there is one."""
    if place is None:
        return ()
    span: Span = place[0].span(place[1], part)
    return () if span == NOWHERE else (Related(note, span),)


def fault(name: str, span: Span, related: tuple[Related, ...] = (), **args: object) -> Diagnostic:
    """A diagnostic, its facts as keywords."""
    return Diagnostic(name, span, args, related)


def _interrupted(layout: Layout) -> tuple[str | None, int]:
    """Whether a misdeal or a new deal made this one void, and the deals lost before it.

    A line after the tricks, or without any, ends the deal that stands above it; a line
    before the first trick tells of an attempt before.

    Returns:
        ``misdeal``, ``redeal`` or None; and the number of misdeals before the deal.
    """
    void: str | None = None
    lost = 0
    first = layout.tricks[0][0] if layout.tricks else -1
    for i, incident in layout.incidents:
        if incident.key in ("misdeal", "redeal"):
            if i > first:
                void = incident.key
            elif incident.key == "misdeal":
                lost += 1
    return void, lost


def _doubtful(layout: Layout, replay: Replay, total: int) -> int:
    """How many tricks may have gone to the other side than the record makes it seem.

    Where something is wrong with a trick, the error that was reported may be a slip of the
    pen, and the figures that the players wrote down are right.
    """
    doubtful = len(
        {
            fact.trick
            for fact in replay.facts
            if fact.trick is not None and not fact.acknowledged and fact.name not in _CERTAIN
        }
    )
    left = total - len(layout.tricks)
    for key in ("claim", "concede"):
        entry = layout.tallies.get(key)
        if entry is not None and sum(n or 0 for _, n in entry[1].values) > left:
            doubtful += sum(replay.claimed)  # more was claimed than was left
    return doubtful


_CERTAIN = frozenset(("revoke-undecidable", "revoke-corrected"))
"""Facts that leave no doubt about who took a trick."""


def says(tally: Tally, pair: Pair) -> bool:
    """Whether every number of a line is the one of the pair."""
    values = tally.values
    if len(values) == 2:  # as nearly always: worth the shorter way
        (one, first), (other, second) = values
        return first == pair[one] and second == pair[other]
    return all(number == pair[side] for side, number in values)


def _is_short(tally: Tally, total: int) -> bool:
    return sum(n or 0 for _, n in tally.values) < total


def _first_wrong(tally: Tally, pair: Pair) -> int:
    """The position of the first number that differs from the pair."""
    for position, (side, number) in enumerate(tally.values):
        if number != pair[side]:
            return position
    return 0


def _position(tally: Tally, side: Side) -> int:
    return next((k for k, (s, _) in enumerate(tally.values) if s == side), 0)


def _completed(tally: Tally, fallback: Pair | None) -> Pair | None:
    """Both numbers of a line, a missing one taken from elsewhere."""
    numbers = [tally.get(side) for side in SIDES]
    if fallback is not None:
        numbers = [fallback[s] if n is None else n for s, n in zip(SIDES, numbers)]
    ns, ew = numbers
    return None if ns is None or ew is None else (ns, ew)


def _sum(a: Pair, b: Pair) -> Pair:
    return (a[0] + b[0], a[1] + b[1])
