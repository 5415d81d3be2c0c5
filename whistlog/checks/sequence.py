"""The order of the deals of a game: their numbers, and who deals."""

from __future__ import annotations

from enum import Enum, auto
from typing import TYPE_CHECKING, Final

from whistlog.cards import SEATS, Seat
from whistlog.checks.figures import Place, related_place
from whistlog.diagnostics.values import Diagnostic
from whistlog.record import Deal, Header
from whistlog.rules.profile import Profile

if TYPE_CHECKING:
    from whistlog.replay import Replay


class Standing(Enum):
    """What the number of a deal tells of the deals before it."""

    MIDDLE = auto()
    """The record begins with it, in the middle of a game."""
    GAP = auto()
    """Deals are missing before it."""
    MISPLACED = auto()
    """It fills a gap that has been told: it is in the wrong place."""
    SLIP = auto()
    """It is a slip of the pen."""


class DealOrder:
    """What is known of the deals so far, as far as their order goes.

    Attributes:
        profile: the rules.
        expected_dealer: who should deal next, or None where it is not known.
    """

    __slots__ = (
        "_counted_number",
        "_dealer_place",
        "_dealer_too",
        "_first_number",
        "_highest",
        "_letters",
        "_misplaced",
        "_number",
        "_number_place",
        "_skipped",
        "_void_before",
        "expected_dealer",
        "profile",
    )

    def __init__(self, header: Header, profile: Profile) -> None:
        """Begin a game."""
        self.profile = profile
        self.expected_dealer: Seat | None = None
        self._letters = header.seats.letters
        # Deal numbers: as written, and as they would be without a slip of the pen.
        self._number: int | None = None
        self._first_number = 0
        self._counted_number = 0
        # The highest number so far, and the ranges below it that no deal has had.
        self._highest = 0
        self._skipped: tuple[tuple[int, int], ...] = ()
        self._number_place: Place | None = None
        self._dealer_place: Place | None = None
        # Whose turn to deal it is too, as the last dealer may be a slip of the pen.
        self._dealer_too: Seat | None = None
        self._void_before = False
        # Whether the deal before stands in the wrong place.
        self._misplaced = False

    def _sequence(
        self,
        deal: Deal,
        replay: Replay,
        void: str | None,
        lost: int,
        found: list[Diagnostic],
    ) -> Standing | None:
        """Check the number of the deal and who dealt it; remember what the next must be.

        Args:
            deal: the deal.
            replay: what happened.
            void: ``misdeal`` or ``redeal``, if the deal does not count.
            lost: how many deals were lost before it.
            found: takes what is wrong.

        Returns:
            What the number tells of the deals before, if not that all of them are here.
        """
        layout, dealer = deal.layout, replay.dealer
        regular, misplaced = True, False
        standing: Standing | None = None
        number = layout.deal_line[1].number if layout.deal_line is not None else None
        if layout.deal_line is not None and number is not None:
            last = self._number
            if last is None:
                self._first_number = number
                if number > 1:
                    standing = Standing.MIDDLE
            elif (
                number != last + 1
                and number != self._counted_number + 1
                and not (self._void_before and number == last)
            ):
                regular = False
                standing = self._number_fault(deal, layout.deal_line[0], number, last, found)
                misplaced = standing is Standing.MISPLACED
            else:
                if self._misplaced:
                    standing = Standing.GAP
                if number <= last:
                    # The number before was a slip of the pen: no deal is missing.
                    self._skipped = tuple((a, b) for a, b in self._skipped if not a <= number <= b)
            self._misplaced = misplaced
            self._number = number
            self._number_place = (deal, layout.deal_line[0])
            self._counted_number = number if regular else self._counted_number + 1
        elif not self._void_before:
            self._counted_number += 1
        self._void_before = void is not None

        expected, too = self.expected_dealer, self._dealer_too
        on = 0 if void == "redeal" else 1
        self._dealer_too = None
        if layout.dealer is not None:
            i, dealer = layout.dealer[0], layout.dealer[1].seat
            shown = _dealer_shown(replay, dealer) if replay.facts else None
            if shown is not None:
                self._dealer_too = SEATS[(shown + on) & 3]
            if dealer is not expected and expected is not None:
                # After a misdeal on a line of this same deal the next player may have dealt.
                turns = {expected, SEATS[(expected + lost) & 3]}
                if too is not None:
                    turns |= {too, SEATS[(too + lost) & 3]}
                if dealer not in turns and shown not in turns and regular:
                    found.append(self._dealer_fault(deal, i, dealer, expected))
                if dealer not in turns and shown is None:
                    self._dealer_too = SEATS[(expected + lost + on) & 3]
            self._dealer_place = (deal, i)
        elif expected is not None:
            dealer = SEATS[(expected + lost) & 3]
        contest = self.profile.contest
        if misplaced or (
            contest is not None and (contest == "boards" or deal.tag("north") is not None)
        ):
            # The dealer belongs to the board, or others come to the table.
            self.expected_dealer = self._dealer_too = None
        elif dealer is not None:
            self.expected_dealer = SEATS[(dealer + on) & 3]
        return standing

    def _number_fault(
        self, deal: Deal, index: int, number: int, last: int, found: list[Diagnostic]
    ) -> Standing:
        """Say what is wrong with a number, unless it fills a gap that has been told."""
        gap = next((g for g in self._skipped if g[0] <= number <= g[1]), None)
        new = [(last + 1, number - 1)]
        if gap is not None:
            new = [(gap[0], number - 1), (number + 1, gap[1])]
        gaps = [*(g for g in self._skipped if g is not gap), *(g for g in new if g[0] <= g[1])]
        self._skipped = tuple(gaps[-_GAPS:])
        highest = max(self._highest, last)
        repeated = gap is None and self._first_number <= number <= highest
        self._highest = max(highest, number)
        if gap is not None:
            return Standing.MISPLACED
        expected = self._counted_number + 1
        found.append(
            Diagnostic(
                "deal-number-repeated" if repeated else "deal-number-order",
                deal.span(index, ("number",)),
                {"number": number, "last": last, "expected": expected},
                related_place("previous", self._number_place, ("number",)),
            )
        )
        return Standing.GAP if not repeated and number > last else Standing.SLIP

    def _dealer_fault(self, deal: Deal, index: int, dealer: Seat, expected: Seat) -> Diagnostic:
        return Diagnostic(
            "dealer-rotation",
            deal.span(index, ("value",)),
            {"dealer": self._letters[dealer], "expected": self._letters[expected]},
            related_place("previous", self._dealer_place, ("value",)),
            seat=self._letters[dealer],
        )


def _dealer_shown(replay: Replay, dealer: Seat) -> Seat | None:
    """Who dealt by the play, where that is not whom the record names."""
    shown: Seat | None = None
    for fact in replay.facts:
        if fact.name == "turnup-not-dealers":
            shown = fact.args.get("holder")
        elif fact.name == "lead-wrong-seat" and fact.trick == 1:
            shown = SEATS[(dealer + fact.args["played"] - fact.args["expected"]) & 3]
        else:
            continue
        break
    return shown


_GAPS: Final = 100
"""How many gaps between the numbers of deals are remembered."""
