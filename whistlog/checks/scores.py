"""Tricks, points and running score, from deal to deal of a game.

What the record says is compared with what the cards and the rules give. A wrong figure is
blamed once: the players went on from it, so whatever follows from it is accepted. To that
end two scores are kept, the *true* one and the *players'* own, and a figure is wrong only
when it agrees with neither.
"""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, NamedTuple, Self

from whistlog.cards import SIDES, Side
from whistlog.checks.counting import Counting
from whistlog.checks.figures import (
    Place,
    added,
    completed,
    difference,
    fault,
    first_wrong,
    is_short,
    position_of,
    related_place,
    says,
)
from whistlog.checks.sequence import DealOrder, Standing
from whistlog.diagnostics.values import Diagnostic, Fix, Related
from whistlog.record import (
    NOWHERE,
    Deal,
    GameLine,
    Header,
    Incident,
    Layout,
    Span,
    Tally,
)
from whistlog.rules.profile import Profile
from whistlog.rules.scoring import (
    HONOURS,
    LOVE,
    Extras,
    Pair,
    Penalty,
    change_range,
    deal_points,
    game_over,
    game_value,
    honour_points,
    leading_side,
    longest_game,
    one_side_scores,
    settle,
    target_reached,
)
from whistlog.sentences.phrases import Listed, Phrase

if TYPE_CHECKING:
    from whistlog.checks.findings import Reporter
    from whistlog.checks.penalties import Penalties
    from whistlog.checks.rubber import RubberScore
    from whistlog.replay import Replay


class DealScore(NamedTuple):
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
        honours: points of each side for honours.
        penalties: what the revokes of the deal cost.
        value: what the game is worth to its winner, once it is over; None where games have no
            value.
        rubber: points of the rubber, once it is over.
    """

    tricks: Pair | None
    points: Pair | None
    before: Pair | None
    after: Pair | None
    over: bool
    winner: Side | None
    basis: str
    honours: Pair = LOVE
    penalties: tuple[Penalty, ...] = ()
    value: int | None = None
    rubber: Pair | None = None


def start(header: Header, profile: Profile, *, doubt: bool = False) -> GameScore:
    """Begin a game under a profile, with the score brought forward in its header.

    ``doubt``: a line that may tell a score could not be read.
    """
    if profile.bid is not None:
        from whistlog.checks.bid_scores import BidGameScore

        return BidGameScore(header, profile, doubt=doubt)
    return GameScore(header, profile, doubt=doubt)


class GameScore(DealOrder):
    """The state of a game between its deals.

    Attributes:
        profile: the rules.
        deals: number of finished deals so far.
        score: the true running score, or None where it is not known.
        over: whether the game is over.
        rubber: the rubber that the game belongs to, or None.
    """

    __slots__ = (
        "_before",
        "_counting",
        "_doubt",
        "_from",
        "_header",
        "_kitty",
        "_marked",
        "_origins",
        "_plain",
        "_players",
        "_said",
        "_score_place",
        "_sides",
        "_sure",
        "_tallies",
        "_total",
        "deals",
        "over",
        "rubber",
        "score",
    )

    def __init__(self, header: Header, profile: Profile, *, doubt: bool = False) -> None:
        """Begin a game; see `start`."""
        super().__init__(header, profile)
        self.deals = 0
        self._header = header
        self._sides = header.seats.sides
        self._total = profile.tricks
        # Whether the kitty is among the tricks won.
        self._kitty = False
        self.rubber: RubberScore | None = None
        # Whether nothing but tricks counts, as far as the rules go.
        self._plain = profile.honours is None
        score = LOVE
        self._score_place: Place | None = None
        # Deals are missing before the next one, so that the score may have changed meanwhile.
        # The same holds where a line of the header can't be read.
        layout = header.layout
        self._doubt = doubt or layout.unreadable
        entry = layout.tallies.get("score")
        if entry is not None:
            score = (entry[1].get(Side.NS) or 0, entry[1].get(Side.EW) or 0)
            self._score_place = (header, entry[0])
        self.score: Pair | None = score
        # The score as the players keep it, where it differs from the true one.
        self._players: Pair | None = None
        self.over = target_reached(score, profile)
        # The score from which a game can only take so many deals; None: there is no telling.
        self._from: Pair | None = score
        # What is said at most once in a game.
        self._said: set[str] = set()
        # The figures of the deal that is judged; and, by the index of a line that a later one
        # completes, where each of its numbers stands.
        self._tallies: dict[str, tuple[int, Tally]] = {}
        # The score before it; and what it counts, which only a deal that is judged needs.
        self._before: Pair | None = None
        self._counting: Counting
        # Whether nothing else is wrong with it, and whether all its winners are written.
        self._sure = self._marked = True
        self._origins: dict[int, list[tuple[int, int]]] = {}

    def copy(self) -> Self:
        """The state as it is now, for a deal to be judged that was perhaps not played."""
        other = copy(self)
        other._said = set(self._said)
        if self.rubber is not None:
            other.rubber = self.rubber.copy()
        return other

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
        costs = self._costs(deal, replay) if layout.incidents or replay.facts else None
        if costs is not None and costs.redeal:
            void = "redeal"
        standing = self._sequence(deal, replay, void, lost, found)
        if standing is not None:
            self._out_of_order(standing)
        before = self.score
        if void is not None:
            self._void(deal, void, found)
            before = self.score
            winner = leading_side(before) if self.over and before is not None else None
            return DealScore(None, LOVE, before, before, self.over, winner, "void"), tuple(found)
        if self.over:
            self._still_playing(deal, found)
            if not self.deals:
                # Nobody plays on from such a score: it is wrong as it was brought forward.
                before = self.score = self._from = None
                self.over = False
        elif before is None and self._from is not None:
            limit = longest_game(self.profile, self._from)
            if self.deals == limit:
                self._once("game-too-long", deal, found, deals=limit)
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
            and costs is None
        ):
            points = self._worth(won) if self._plain else self._with_honours(deal, replay, before)
            if points is not None:
                after = (before[0] + points[0], before[1] + points[1])
                if self._agrees(deal, layout.tallies, won, points, after):
                    self.score = after
                    self.deals += 1
                    self.over = over = game_over(after, self.deals, self.profile)
                    winner = leading_side(after) if over else None
                    score = DealScore(won, points, before, after, over, winner, "counted")
                    if not self._plain:
                        honours = difference(points, deal_points(won, self.profile))
                        score = score._replace(honours=honours)
                    return self._ended(score) if over else score, tuple(found)
        return self._judge(deal, replay, costs, found), tuple(found)

    def _void(self, deal: Deal, void: str, found: list[Diagnostic]) -> None:
        """Check that a deal which does not count has changed nothing."""
        self._gather(deal)
        for key in ("points", "honours"):
            entry = self._tallies.get(key)
            if entry is not None and any(number for _, number in entry[1].values):
                found.append(self._void_fault(deal, void, entry, LOVE))
                break
        entry = self._tallies.get("score")
        if entry is None:
            return
        bases = [base for base in (self._players, self.score) if base is not None]
        told = bool(found)
        self._score_place = (deal, entry[0])
        if any(says(entry[1], base) for base in bases):
            return
        written = completed(entry[1], bases[0] if bases else None)
        if not bases or self._doubt:
            self.score, self._players, self._doubt = written, None, False
            return
        if not told:
            found.append(self._void_fault(deal, void, entry, bases[0]))
        self._players = written

    def _void_fault(
        self, deal: Deal, void: str, entry: tuple[int, Tally], right: Pair
    ) -> Diagnostic:
        index, tally = entry
        span = self._span(deal, index, first_wrong(tally, right))
        args = {
            "written": self._tally(tally),
            "void": Phrase(f"void-{void}"),
            "expected": self._pair(right),
        }
        return Diagnostic("void-scored", span, args)

    def _ended(self, score: DealScore) -> DealScore:
        """The score of the last deal of a game, with what game and rubber are worth."""
        if score.winner is None or (self.profile.value is None and self.rubber is None):
            return score
        value = self._value(score.after, score.winner)
        rubber = self.rubber.points(score.winner, value) if self.rubber is not None else None
        return score._replace(value=value, rubber=rubber)

    def _value(self, score: Pair | None, winner: Side) -> int | None:
        return None if score is None else game_value(score[winner.other], self.profile)

    def _worth(self, tricks: Pair) -> Pair | None:
        """The points of a deal with these tricks; None where they can't be known."""
        return deal_points(tricks, self.profile)

    def _with_honours(self, deal: Deal, replay: Replay, before: Pair) -> Pair | None:
        """The points of a deal with its honours, where they are known and duly claimed."""
        hands, trump = replay.hands, replay.trump
        rules = self.profile.honours
        if trump is None or rules is None or rules.call is not None or None in hands:
            return None
        ns, ew = hands[0] | hands[2], hands[1] | hands[3]  # type: ignore[operator]
        if ns | ew != self.profile.pack or ns & ew:
            return None
        number = (ns >> 13 * trump & HONOURS).bit_count()
        due = honour_points((number, 4 - number), before, self.profile)
        entry = deal.layout.tallies.get("honours")
        if entry is None:
            if due != LOVE and rules.claim == "needed":
                return None
        elif not says(entry[1], due) or any(due[s] and entry[1].get(s) is None for s in SIDES):
            return None
        points = deal_points(replay.won, self.profile)
        if due == LOVE:
            return points
        return difference(settle(before, points, self.profile, Extras(due)), before)

    def _worths(self, tricks: Pair) -> list[Pair]:
        """The points of a deal with these tricks, by each way to count them."""
        return [deal_points(tricks, self.profile)]

    def end(self) -> tuple[Diagnostic, ...]:
        """Check the winner whom the header names, if the record goes on to the end of the game."""
        found: list[Diagnostic] = []
        if self.over and self.deals:
            self._counting = Counting(self.profile, self._worths)
            layout = self._header.layout
            self._check_winner(self._header, layout.incidents, found)
            self._check_values(self._header, layout.tallies, found)
        self._end_game()
        return tuple(found)

    def _end_game(self) -> None:
        """Put the game into its rubber."""
        if self.rubber is not None and (self.deals or self.over):
            winner = leading_side(self.score) if self.over and self.score is not None else None
            value = None if winner is None else self._value(self.score, winner)
            self.rubber.end(winner, value)

    # -- order of the deals ---------------------------------------------------------------

    def _out_of_order(self, standing: Standing) -> None:
        """Take in what the number of a deal tells of those before."""
        if standing is Standing.MIDDLE:
            if (
                self._score_place is None
                and not self.deals
                and not any(self._header.find(GameLine))
            ):
                # The record begins in the middle of a game, at a score that it leaves out.
                self.score = self._from = None
            return
        if standing is Standing.MISPLACED:
            # It was told where it is missing: what stands above it is not what came before it.
            self.score = self._players = None
            self.over = False
        self._doubt = standing is not Standing.SLIP

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
        figures = len(tallies)
        entry = tallies.get("tricks")
        if entry is not None:
            if not says(entry[1], won):
                return False
            figures -= 1
        entry = tallies.get("points")
        if entry is not None:
            if not says(entry[1], points):
                return False
            figures -= 1
        entry = tallies.get("score")
        if entry is not None:
            if not says(entry[1], after):
                return False
            figures -= 1
        if figures and (figures > 1 or self._plain or "honours" not in tallies):
            return False
        if entry is not None:
            self._score_place = (deal, entry[0])
        return True

    def _judge(
        self, deal: Deal, replay: Replay, costs: Penalties | None, found: list[Diagnostic]
    ) -> DealScore:
        """Score a deal in which something is missing, disputed or wrong.

        In each of the lists the true figure comes first and the one by which the players went
        on comes last; both are accepted in what follows.
        """
        self._gather(deal)
        self._counting = counting = Counting(self.profile, self._worths)
        self._sure = _sure(deal, replay)
        self._marked = _marked(deal.layout)
        if costs is not None:
            found += costs.found
            counting.extras = [Extras(penalties=p, barred=b) for p, b in costs.taken]
            if costs.taken[0][0]:
                self._from = None  # with penalties a game can take any number of deals
        counts, basis = self._tricks(deal, replay, found)
        counting.tricks = counts
        if not self._plain or "honours" in self._tallies:
            self._honours(deal, replay, found)
        self._before = self.score
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
        if costs is not None and costs.unpunished and counts:
            self._would_cost(deal, costs, found)
        score = DealScore(
            tricks=counts[0] if counts else None,
            points=gained,
            before=before,
            after=after,
            over=over,
            winner=leading_side(after) if over and after is not None else None,
            basis=basis,
            honours=counting.honours(before),
            penalties=counting.extras[0].penalties,
        )
        if "value" in self._tallies or "rubber" in self._tallies:
            self._check_values(deal, self._tallies, found)
        return self._ended(score) if over else score

    # -- what counts beside tricks --------------------------------------------------------

    def _say(self, deal: Deal) -> Reporter:
        from whistlog.checks.findings import Reporter

        return Reporter(deal, self._header.seats)

    def _costs(self, deal: Deal, replay: Replay) -> Penalties | None:
        """What the revokes of a deal cost, where there are any, or the record speaks of any."""
        incidents = deal.layout.incidents
        if not any(x.key in ("revoke", "penalty") for _, x in incidents) and not any(
            f.name.startswith("revoke") for f in replay.facts
        ):
            return None
        from whistlog.checks.penalties import read_penalties

        first = not self.deals and not self._void_before
        return read_penalties(self._say(deal), replay, self.profile, first=first)

    def _would_cost(self, deal: Deal, costs: Penalties, found: list[Diagnostic]) -> None:
        """Say what the revokes would cost for which no penalty was taken."""
        from whistlog.checks.penalties import would_cost

        before, profile = self._before, self.profile
        if (
            before is not None
            and profile.bid is None
            and profile.book
            and not target_reached(before, profile)
        ):
            tricks = self._counting.tricks[0]
            played = added(before, self._counting.changes(before)[0])
            say, revokes = self._say(deal), costs.unpunished
            found.append(would_cost(say, revokes, before, tricks, played, profile))

    def _honours(self, deal: Deal, replay: Replay, found: list[Diagnostic]) -> None:
        """Take in what each side counts for honours."""
        from whistlog.checks.honours import read_honours

        say, entry = self._say(deal), self._tallies.get("honours")
        bases = [base for base in (self.score, self._players) if base is not None]
        places = None if entry is None else self._origins.get(entry[0])
        honours = read_honours(say, replay, self.profile, entry, bases, places)
        found += honours.found
        counting = self._counting
        counting.extras = [
            e._replace(honours=claimed, called=honours.called)
            for e in counting.extras
            for claimed in honours.claimed
        ]
        unclaimed = counting.extras[0]
        for due in honours.due:
            with_due = unclaimed._replace(honours=due)
            if counting.shown(with_due, self._tallies, bases):
                # The figures of the deal include them: so they were claimed.
                counting.extras.insert(0, with_due)
                return
        if len(honours.due) == 1 and not honours.found:
            (due,) = honours.due
            if counting.differs(self.score, unclaimed._replace(honours=due)):
                side = SIDES[due[1] > 0]
                args = {"side": side, "points": due[side]}
                entry = self._tallies.get("score") or self._tallies.get("points")
                found.append(say.at("honours-unclaimed", entry[0] if entry else 0, (), args))

    def _gather(self, deal: Deal) -> None:
        """Take in the figures of a deal; a line for the other side completes an earlier one."""
        layout = deal.layout
        self._origins = {}
        self._tallies = layout.tallies
        if not layout.repeated:
            return
        self._tallies = dict(layout.tallies)
        for later, i in layout.repeated:
            second = deal.items[later]
            if type(second) is not Tally or second.key not in _FIGURES:
                continue
            tally = self._tallies[second.key][1]
            places = self._origins.setdefault(i, [(i, k) for k in range(len(tally.values))])
            for k, (side, number) in enumerate(second.values):
                if tally.get(side) is None:
                    tally = tally._replace(values=(*tally.values, (side, number)))
                    places.append((later, k))
                elif tally.get(side) != number:
                    break  # they contradict each other: the first one counts
            self._tallies[second.key] = (i, tally)

    def _span(self, deal: Deal, index: int, position: int) -> Span:
        """Where a number of a figure stands."""
        places = self._origins.get(index)
        if places is not None:
            index, position = places[position]
        return deal.span(index, ("side", position))

    def _fix(self, deal: Deal, index: int, tally: Tally, right: list[Pair]) -> Fix | None:
        """The line with the right numbers, where only one pair of them can be right."""
        if len(set(right)) != 1 or (tally.key != "tricks" and not self._counting.tricks):
            return None
        if not self._sure or (tally.key == "tricks" and not self._marked):
            return None  # it may be another line that is wrong
        from whistlog.checks.fixes import numbers

        origins = self._origins.get(index)
        return numbers(
            deal,
            [
                (*(origins[k] if origins is not None else (index, k)), right[0][side])
                for k, (side, number) in enumerate(tally.values)
                if number != right[0][side]
            ],
        )

    def _tricks(
        self, deal: Deal, replay: Replay, found: list[Diagnostic]
    ) -> tuple[list[Pair], str]:
        """The trick counts to accept, and where they come from."""
        layout = deal.layout
        counts: list[Pair] = []
        for won in (replay.won, replay.won_recorded):
            full = added(won, replay.claimed)
            if sum(full) == self._total and full not in counts:
                counts.append(full)
        fewer, more = _doubtful(layout, replay, self.profile.hand_size)
        if counts and (fewer or more):
            ns = counts[0][0]
            near = range(max(0, ns - fewer), min(self._total, ns + more) + 1)
            counts = [counts[0], *((n, self._total - n) for n in near), counts[-1]]
        basis = "counted" if counts else "undecided"
        entry = self._tallies.get("tricks")
        if entry is None:
            return counts, basis
        i, tally = entry
        written = self._whole(tally)
        if counts:
            said = next((c for c in counts if self._counting.says_tricks(tally, c)), None)
            if said is None:
                said = written
                wrong = first_wrong(tally, counts[0])
                span = self._span(deal, i, wrong)
                found.append(
                    fault(
                        "trick-total",
                        span,
                        fix=self._fix(deal, i, tally, counts),
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
            if not (broken_off and is_short(tally, self._total)):
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
                span = self._span(deal, i, first_wrong(tally, won))
                found.append(
                    fault("trick-total", span, written=self._tally(tally), counted=self._pair(won))
                )
            return counts, basis
        other = replay.won_recorded
        least = (min(won[0], other[0]) - fewer, min(won[1], other[1]) - more)
        for side in SIDES:
            if written[side] < least[side]:
                span = self._span(deal, i, position_of(tally, side))
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
        accepted = self._counting.changes(self.score)
        entry = self._tallies.get("points")
        if entry is None:
            return accepted
        i, tally = entry
        single = self._single and self._counting.plain
        numbers = [n for _, n in tally.values if n is not None]
        likely = accepted[0] if accepted else LOVE if single else None
        written = completed(tally, likely)
        span = self._span(deal, i, first_wrong(tally, likely or LOVE))
        if single and sum(n > 0 for n in numbers) > 1:
            found.append(fault("both-scored", span, written=self._tally(tally)))
        elif accepted:
            said = next((p for p in accepted if says(tally, p)), None)
            if said is None and self._counting.says_by_cards(tally):
                said = accepted[-1]
            if said is None:
                found.append(
                    fault(
                        "points-wrong",
                        span,
                        fix=self._fix(deal, i, tally, accepted),
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
        true = added(mine, points[0]) if mine is not None and points else None
        kept = added(bases[0], points[-1]) if bases and points else None
        place = self._score_place
        if entry is not None:
            i, tally = entry
            self._score_place = (deal, i)
            sums = [added(base, p) for base in bases for p in points]
            if players is not None and not self._counting.plain:
                sums += [added(players, p) for p in self._counting.changes(players)]
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
                kept = completed(tally, kept or (bases[0] if bases else None))
                fits = not sums or self._doubt
                if fits and (self._counting.penalised or self._possible(tally, bases, points)):
                    true = kept
                elif not self._against_law(deal, i, tally, bases, place, found):
                    self._score_fault(deal, i, tally, bases, points, place, found)
                if true is None:
                    true = kept
        self.score = true if true is not None else kept
        self._players = kept if kept is not None and kept != self.score else None
        return mine

    def _restart(self, score: Pair) -> None:
        self._end_game()
        self.score, self._players = score, None
        self.deals = 0
        self._from = LOVE
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

    def _against_law(
        self,
        deal: Deal,
        index: int,
        tally: Tally,
        bases: list[Pair],
        place: Place | None,
        found: list[Diagnostic],
    ) -> bool:
        """Whether a score follows from counting against the law; report that."""
        for name, after in self._counting.against_law(bases):
            if says(tally, after):
                if not any(d.name in _UNLAWFUL for d in found):
                    right = added(bases[0], self._counting.changes(bases[0])[0])
                    span = self._span(deal, index, first_wrong(tally, right))
                    args = {"written": self._tally(tally), "expected": self._pair(right)}
                    found.append(Diagnostic(name, span, args, related_place("previous", place)))
                return True
        return False

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
            deal, index, first_wrong(tally, added(base, points[0] if points else LOVE))
        )
        rises = [n - base[side] for side, n in tally.values if n is not None]
        written = self._tally(tally)
        # Of both sides that rise, the one that scored must be right: else it is just a slip.
        right = not points or any(
            n and number == base[side] + n
            for side, number in tally.values
            for n in [points[0][side]]
        )
        alone = self._single and self._counting.plain
        if alone and len(rises) > 1 and min(rises) > 0 and right:
            if not any(d.name == "both-scored" for d in found):
                found.append(fault("both-scored", span, related, written=written))
        elif bases and points:
            found.append(
                fault(
                    "running-score",
                    span,
                    related,
                    self._fix(deal, index, tally, [added(b, p) for b in bases for p in points]),
                    written=written,
                    before=self._pair(base),
                    points=self._pair(points[0]),
                    expected=self._pair(added(base, points[0])),
                )
            )
        else:
            least = base if bases or not points else points[0]
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
            if self._named_against_law(section, i, side, found):
                continue
            args: dict[str, object] = {"side": self._sides[side], "score": self._pair(scores[0])}
            if ended:
                leader = leading_side(ended[0])
                args["winner"] = Phrase("nobody") if leader is None else self._sides[leader]
                found.append(Diagnostic("game-winner-wrong", section.span(i), args))
            else:
                target, deals = self.profile.target, self.profile.deals
                lose = self.profile.lose
                ends = (("points", target), ("below-nothing", lose), ("deals", deals))
                args["end"] = Listed((Phrase(k, {"n": n}) for k, n in ends if n is not None), "or")
                found.append(Diagnostic("game-not-over", section.span(i), args))

    def _named_against_law(
        self, section: Header | Deal, index: int, side: Side, found: list[Diagnostic]
    ) -> bool:
        """Whether a winner follows from counting against the law; report that once."""
        if self._before is None:
            return False
        expected = self._pair(self.score) if self.score is not None else Phrase("unknown")
        for name, after in self._counting.against_law([self._before]):
            if self._is_over(after) and leading_side(after) is side:
                if not any(d.name == name for d in found):
                    written = Phrase("won-by", {"side": self._sides[side]})
                    found.append(
                        fault(name, section.span(index), written=written, expected=expected)
                    )
                return True
        return False

    def _check_values(
        self,
        section: Header | Deal,
        tallies: dict[str, tuple[int, Tally]],
        found: list[Diagnostic],
    ) -> None:
        """Check what the record says that the game and the rubber are worth."""
        from whistlog.checks.rubber import check_values

        scores = [score for score in (self.score, self._players) if score is not None]
        if scores:
            ends = [(s, leading_side(s)) for s in scores if self._is_over(s)]
            won = [(side, self._value(s, side)) for s, side in ends if side is not None]
            found += check_values(section, tallies, won, self.profile, self.rubber, self._sides)

    # -- words ----------------------------------------------------------------------------

    @property
    def _single(self) -> bool:
        return one_side_scores(self.profile)

    @property
    def _most(self) -> int:
        return change_range(self.profile)[1]

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


def _doubtful(layout: Layout, replay: Replay, total: int) -> Pair:
    """How many tricks fewer, and how many more, North-South may have than the record makes it seem.

    Where something is wrong with a trick, the error that was reported may be a slip of the
    pen, and the figures that the players wrote down are right. A wrong winner alone leaves
    two who may have taken it.
    """
    wrong: dict[int, set[str]] = {}
    for fact in replay.facts:
        if fact.trick is not None and not fact.acknowledged and fact.name not in _CERTAIN:
            wrong.setdefault(fact.trick, set()).add(fact.name)
    fewer = more = 0
    for number, names in wrong.items():
        if names == {"winner-wrong"}:
            for trick in replay.tricks:
                if trick.number == number and trick.winner is not None:
                    recorded = trick.winner if trick.recorded is None else trick.recorded
                    true, written = trick.winner.side, recorded.side
                    fewer += true is Side.NS and written is Side.EW
                    more += true is Side.EW and written is Side.NS
        else:
            fewer, more = fewer + 1, more + 1
    left = total - len(layout.tricks)
    for key in ("claim", "concede"):
        entry = layout.tallies.get(key)
        numbers = [] if entry is None else [n or 0 for _, n in entry[1].values]
        if sum(numbers) > left or any(n < 0 for n in numbers):
            # So many can't have been claimed.
            fewer, more = fewer + sum(replay.claimed), more + sum(replay.claimed)
    return fewer, more


def _sure(deal: Deal, replay: Replay) -> bool:
    """Whether nothing is wrong with the cards, the trumps and the play of a deal."""
    return all(f.acknowledged or f.name in _CERTAIN for f in replay.facts) and all(
        type(deal.items[later]) is Tally for later, _ in deal.layout.repeated
    )


def _marked(layout: Layout) -> bool:
    """Whether the winner of every trick is written, or leads to the next as written."""
    tricks = [trick for _, trick in layout.tricks]
    return all(
        trick.winner is not None or (after is not None and after.leader is not None)
        for trick, after in zip(tricks, [*tricks[1:], None])
    )


_FIGURES = frozenset(("tricks", "points", "score", "honours"))
"""Figures of a deal that may stand on a line for each side."""

_UNLAWFUL = frozenset(("honours-barred", "honours-wrong"))
"""Findings after which a score that is counted against the law is no further one."""

_CERTAIN = frozenset(("revoke-undecidable", "revoke-corrected"))
"""Facts that leave no doubt about who took a trick."""
