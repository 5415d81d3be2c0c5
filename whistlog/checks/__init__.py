"""What is wrong with a record: every deal is replayed and judged under its profile.

A `Checker` goes through the games of one file in order. The checks stand in modules by
what they look at: `cards` (F1), `turnup` (F2), `play` (F3), `scores` (F4), `auction` (F5).
What follows only from something else that is wrong is left out (`causes`).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from whistlog.checks.scores import DealScore, GameScore, start
from whistlog.record import (
    SEAT_SYSTEMS,
    Comment,
    Deal,
    DealLine,
    Header,
    Item,
    Layout,
    Tag,
    Tally,
)
from whistlog.replay import Replay, replay
from whistlog.replay.values import Basis
from whistlog.rules.profile import SHORT, Profile, load_profile

if TYPE_CHECKING:
    from whistlog.cards import Seat
    from whistlog.checks.findings import Reporter
    from whistlog.checks.rubber import RubberScore
    from whistlog.diagnostics.values import Diagnostic

__all__ = ["Checker", "DealReport", "DealScore"]


_new = tuple.__new__  # the constructor of `DealReport`, less a call


class DealReport(NamedTuple):
    """What the checks make of one deal.

    Attributes:
        deal: what was written.
        replay: what happened.
        score: what it was worth; None where the rules of the game are not known.
        diagnostics: what is wrong, sorted by place.
    """

    deal: Deal
    replay: Replay
    score: DealScore | None
    diagnostics: tuple[Diagnostic, ...]

    @property
    def before(self) -> tuple[int, int] | None:
        """Points of each side before the deal, or None where they are not known."""
        return None if self.score is None else self.score.before


class Checker:
    """Checks the games of a file, one section after the other.

    Args:
        rules: the profile to check by; by default the one that the ``Rules:`` line of each
            game names, or ``short``.
        strict: say also of which deals no card was recorded, so that nothing can be decided.

    >>> checker = Checker()
    >>> checker.header(Header(()))
    ()
    >>> checker.deal(Deal(())).replay.tricks
    ()
    >>> checker.end_game()
    ()
    """

    def __init__(self, rules: Profile | None = None, *, strict: bool = False) -> None:
        self._given = rules
        self._strict = strict
        self._known = True
        self._after_unknown = False
        self._rotated = 0
        self._seats = SEAT_SYSTEMS["NESW"]
        self._language: str | None = None
        self._first: int | None = None
        # The deal before, and who dealt it.
        self._last: Deal | None = None
        self._dealt_by: Seat | None = None
        self.profile: Profile = rules or SHORT
        # Whether it has been said that the deals are those of another game.
        self._foreign = False
        # Whether a card was turned up in the deal before, where the rules have none.
        self._turning = False
        # Whether totals of players are counted, or it has been said that they are not.
        self._totals = False
        self._rubber: RubberScore | None = None
        self._game: GameScore = start(Header(()), self.profile)

    def header(self, header: Header, faults: tuple[Diagnostic, ...] = ()) -> tuple[Diagnostic, ...]:
        """Begin a game. A profile that is not known is reported at the line that names it.

        Args:
            header: what was written.
            faults: what could not be read of it. A line whose keyword is misspelt says what
                nobody knows: the rules, or the score.
        """
        found: tuple[Diagnostic, ...] = ()
        profile: Profile | None = self._given
        unread: frozenset[str] = frozenset()
        if faults:
            from whistlog.checks.causes import misspelt

            unread = misspelt(faults)
        self._known = profile is not None or "rules" not in unread
        if profile is None:
            name = header.rules
            profile = SHORT
            if name is not None:
                loaded, found = load_profile(name, files=False)
                self._known = loaded is not None
                if loaded is not None:
                    profile = loaded
                elif found:
                    found = _at_rules(header, found)
        if self._known and header.tag("pack") is not None:
            from whistlog.checks.pack import stated_pack

            profile, wrong = stated_pack(header, profile)
            found = (*found, *wrong)
        self.profile = profile
        self._seats = header.seats
        self._language = header.language
        self._first = self._last = None
        self._rotated = 0
        self._foreign = self._turning = False
        doubt = "score" in unread
        if header.layout.repeated:
            from whistlog.checks.repeated import contradicting, repeated_lines

            found = (*found, *repeated_lines(header))
            doubt = doubt or any(
                type(header.items[later]) is Tally for later, _ in contradicting(header)
            )
        self._game = start(header, profile, doubt=doubt)
        self._totals = profile.contest == "players" or not self._known
        if not self._totals and header.tag("totals") is not None:
            found = (*found, *self._foreign_totals(header))
        if profile.rubber is not None and self._known:
            found = (*found, *self._in_rubber(header, profile))
        elif self._known:
            self._rubber = None
        elif self._rubber is not None:
            # A game by rules that nobody knows: what the rubber is worth can't be told.
            self._rubber.known = False
        self._after_unknown = not self._known
        return found

    def _in_rubber(self, header: Header, profile: Profile) -> tuple[Diagnostic, ...]:
        """Put the game that begins into its rubber."""
        from whistlog.checks.rubber import RubberScore

        rubber = self._rubber
        if rubber is None or rubber.profile != profile:
            self._rubber = rubber = RubberScore(profile)
            rubber.known = not self._after_unknown
        self._game.rubber = rubber
        return rubber.begin(header)

    def deal(self, deal: Deal) -> DealReport:
        """Check the next deal of the game."""
        layout = deal.layout
        dealer = None if layout.dealer is None else layout.dealer[1].seat
        last, self._last = self._last, deal
        if dealer is self._dealt_by and last is not None and _same(deal, last):
            return self._once_more(deal, last)
        self._dealt_by = dealer
        if layout.repeated or layout.dealt is not None:
            return self._weighed(deal)
        return self._deal(deal)

    def _once_more(self, deal: Deal, last: Deal) -> DealReport:
        """Report a deal that is the one before it again: it counts once."""
        from whistlog.checks.figures import related_place
        from whistlog.diagnostics.values import Diagnostic

        game = self._game
        happened = replay(deal, self.profile, dealer=game.expected_dealer)
        lines = deal.layout.deal_line, last.layout.deal_line
        here, there = (0 if line is None else line[0] for line in lines)
        related = related_place("previous", (last, there))
        found = (Diagnostic("deal-again", deal.span(here), {}, related),)
        score = DealScore(None, (0, 0), game.score, game.score, game.over, None, "void")
        return DealReport(deal, happened, score if self._known else None, found)

    def _weighed(self, deal: Deal) -> DealReport:
        """Check a deal that says things twice, without what follows from a contradiction."""
        from whistlog.checks.causes import after_contradictions

        game, said = self._game.copy(), self._said
        report = self._deal(deal)
        after = self._game, self._said

        def judged(other: Deal) -> tuple[Diagnostic, ...]:
            self._game, self._said = game.copy(), said
            return self._deal(other).diagnostics

        found = after_contradictions(deal, report.diagnostics, judged)
        self._game, self._said = after
        return report if found == report.diagnostics else report._replace(diagnostics=found)

    @property
    def _said(self) -> tuple[int, bool, bool, bool]:
        """What was said of the game so far and is not said again."""
        return self._rotated, self._turning, self._totals, self._foreign

    @_said.setter
    def _said(self, said: tuple[int, bool, bool, bool]) -> None:
        self._rotated, self._turning, self._totals, self._foreign = said

    def _deal(self, deal: Deal) -> DealReport:
        game = self._game
        profile = self.profile
        if self._first is None:
            number = deal.number
            self._first = 0 if number is None or number < 1 else number - 1
        index = self._first + game.deals
        happened = replay(deal, profile, index=index, dealer=game.expected_dealer)
        layout = deal.layout
        again: tuple[Diagnostic, ...] = ()
        if layout.repeated:
            from whistlog.checks.repeated import repeated_lines

            again = repeated_lines(deal)
        if not self._known:
            found = (*self._without_rules(deal, happened), *again)
            return DealReport(deal, happened, None, tuple(sorted(found, key=_place)))
        if profile.bid is None:
            other = layout.auction is not None and (layout.kitty or layout.discards) is not None
        else:
            other = layout.auction is None and _of_classic(layout)
        if other:
            scored = None if profile.bid is None else game.deal(deal, happened)[0]
            return DealReport(deal, happened, scored, self._other_game(deal, happened, again))
        score, scoring = game.deal(deal, happened)
        if happened.regular or (
            not happened.facts
            and happened.trump_basis is Basis.WRITTEN
            and happened.turn_up is not None
            and not happened.unplayed
            and not happened.undecided
            and not layout.repeated
            and not layout.incidents
            and "claim" not in layout.tallies
            and "concede" not in layout.tallies
            and not (layout.auction or layout.kitty or layout.discards or layout.ranking)
            and all(len(trick.plays) <= 4 for _, trick in layout.tricks)
        ):
            # Nothing was out of order: the checks of cards, turn-up and play have no
            # question left to ask.
            found = scoring
        else:
            found = self._judge(deal, happened, index)
            if self._turning:
                scoring = tuple(d for d in scoring if d.name not in _BY_RULES)
            found = (*found, *scoring)
            if profile.bid is not None and len(found) > 1:
                from whistlog.checks.causes import after_auction

                found = after_auction(deal, found)
        if layout.dealt is not None:
            found = (*found, *self._order_of_dealing(deal, happened))
        if layout.tags and not self._totals and "totals" in layout.tags:
            found = (*found, *self._foreign_totals(deal))
        if again:
            found = (*found, *again)
        if self._strict and not happened.tricks and score.basis != "void":
            found = (*found, *_unrecorded(deal))
        if len(found) > 1:
            found = tuple(sorted(found, key=_place))
        return _new(DealReport, (deal, happened, score, found))

    def _other_game(
        self, deal: Deal, happened: Replay, again: tuple[Diagnostic, ...]
    ) -> tuple[Diagnostic, ...]:
        """Say of a deal of bid whist by other rules, or the other way round, that it is one.

        Nothing else is right in it, nor in the deals that follow: it is said once in a game.
        """
        found: list[Diagnostic] = []
        if not self._foreign:
            self._foreign = True
            say = self.reporter(deal)
            if self.profile.bid is None:
                from whistlog.checks.auction import check_auction

                found = check_auction(say, happened, self.profile)
            else:
                from whistlog.checks.turnup import conflict

                found = [conflict(say, self.profile)]
        return tuple(sorted((*found, *again), key=_place))

    def _foreign_totals(self, section: Header | Deal) -> tuple[Diagnostic, ...]:
        """Say, once in a game, that nobody has a total of his own."""
        from whistlog.diagnostics.values import Diagnostic

        self._totals = True
        at = next(i for i, tag in section.find(Tag) if tag.known and tag.key == "totals")
        args = {"rules": self.profile.name}
        return (Diagnostic("totals-foreign", section.span(at), args),)

    def reporter(self, deal: Deal) -> Reporter:
        """What makes the diagnostics of a deal of this game."""
        from whistlog.checks.findings import Reporter

        return Reporter(deal, self._seats, self._language)

    def end_game(self) -> tuple[Diagnostic, ...]:
        """End the game: check what can only be known after its last deal."""
        return self._game.end() if self._known else ()

    def with_fixes(
        self, faults: tuple[Diagnostic, ...], report: DealReport
    ) -> tuple[Diagnostic, ...]:
        """The faults of a deal's text, with the fixes that follow from the rest of the deal."""
        if all(found.name != "suit-missing" for found in faults):
            return faults
        from whistlog.checks.fixes import missing_suit

        deal, happened = report.deal, report.replay
        return tuple(
            replace(d, fix=missing_suit(d, deal, happened, self._seats, self._language))
            if d.name == "suit-missing"
            else d
            for d in faults
        )

    def _judge(self, deal: Deal, happened: Replay, index: int) -> tuple[Diagnostic, ...]:
        from whistlog.checks.auction import check_auction
        from whistlog.checks.cards import check_cards
        from whistlog.checks.play import check_play

        say = self.reporter(deal)
        return (
            *check_cards(say, happened, self.profile),
            *self._turn_up(say, happened, index),
            *check_play(say, happened, self.profile),
            *check_auction(say, happened, self.profile),
        )

    def _turn_up(self, say: Reporter, happened: Replay, index: int) -> list[Diagnostic]:
        """Check the trump line; a rotation that the players went on with is blamed once."""
        from whistlog.checks.turnup import check_turn_up, rotated

        found = check_turn_up(say, happened, self.profile, index)
        conflict = any(d.name == "trump-source-conflict" for d in found)
        if conflict and self._turning:
            # So the deals before were dealt: by other rules, which has been said.
            found = [d for d in found if d.name != "trump-source-conflict"]
        self._turning = conflict
        if say.deal.layout.trump is None or self.profile.trump_source != "rotation":
            return found
        if not any(d.name == "trump-rotation" for d in found):
            self._rotated = 0
            return found
        if self._rotated:
            other = check_turn_up(say, happened, self.profile, index + self._rotated)
            if not any(d.name == "trump-rotation" for d in other):
                return other
        self._rotated = rotated(happened.trump, self.profile, index)
        return found

    def _order_of_dealing(self, deal: Deal, happened: Replay) -> list[Diagnostic]:
        from whistlog.checks.findings import Reporter
        from whistlog.checks.turnup import check_dealt

        return check_dealt(Reporter(deal, self._seats, self._language), happened, self.profile)

    def _without_rules(self, deal: Deal, happened: Replay) -> tuple[Diagnostic, ...]:
        """Check a deal whose profile is not known, by what holds in every classic game."""
        from whistlog.checks.cards import check_cards
        from whistlog.checks.play import check_play

        layout = deal.layout
        if layout.auction is not None or layout.kitty is not None:
            return ()
        say = self.reporter(deal)
        found = (
            *check_cards(say, happened, self.profile),
            *check_play(say, happened, self.profile),
        )
        return tuple(sorted(found, key=_place))


def _same(deal: Deal, last: Deal) -> bool:
    """Whether a deal in which cards were played is another one word for word."""
    one, other = deal.layout, last.layout
    if one.plain_tricks != other.plain_tricks or not one.tricks:
        return False

    def lines(items: tuple[Item, ...]) -> list[Item]:
        return [i._replace(comment=None) for i in items if type(i) not in (DealLine, Comment)]

    return lines(deal.items) == lines(last.items)


def _of_classic(layout: Layout) -> bool:
    """Whether a card is turned up in a deal, and nobody draws or puts away."""
    turned = layout.trump is not None and layout.trump[1].card is not None
    return turned and layout.kitty is None and layout.discards is None


_BY_RULES: Final = frozenset(
    (
        "both-scored",
        "game-not-over",
        "game-over-missed",
        "game-winner-wrong",
        "points-wrong",
        "running-score",
        "too-many-deals",
    )
)
"""Findings about the score that only follow from other rules than the record was kept by."""


def _place(found: Diagnostic) -> tuple[object, ...]:
    return found.sort_key


def _unrecorded(deal: Deal) -> tuple[Diagnostic, ...]:
    """Say of a deal without a trick that nothing of its play can be decided."""
    from whistlog.diagnostics.values import Diagnostic

    if not deal.items:
        return ()
    layout = deal.layout
    entry = layout.tallies.get("tricks") or layout.deal_line
    return (Diagnostic("play-unrecorded", deal.span(0 if entry is None else entry[0])),)


def _at_rules(header: Header, found: tuple[Diagnostic, ...]) -> tuple[Diagnostic, ...]:
    for i, tag in header.find(Tag):
        if tag.known and tag.key == "rules":
            return tuple(replace(d, span=header.span(i, ("value",))) for d in found)
    return found
