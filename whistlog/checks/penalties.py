"""Revokes and what they cost: claims and penalties in the record, and what each code gives (E1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from whistlog.cards import SEATS, SIDES, Seat, Side
from whistlog.checks.findings import Reporter
from whistlog.checks.play import refused
from whistlog.diagnostics.values import Diagnostic
from whistlog.record import Incident
from whistlog.replay.incidents import offender
from whistlog.replay.values import REVOKES, Fact, Replay
from whistlog.rules.play import order
from whistlog.rules.profile import PenaltyRules, Profile
from whistlog.rules.scoring import Extras, Pair, Penalty, deal_points, moved, settle
from whistlog.sentences.phrases import Listed, Phrase

Taken = tuple[tuple[Penalty, ...], tuple[bool, bool]]
"""Penalties, and which sides can't win the game with the deal."""

NONE: Final[Taken] = ((), (False, False))

ENGLISH: Final = PenaltyRules()
"""The English codes of 1864 and 1900."""

AMERICAN: Final = PenaltyRules(2, ("tricks",))
"""The code of the American Whist League."""


@dataclass(slots=True)
class Penalties:
    """What the revokes of a deal cost.

    Attributes:
        taken: what to accept: first that of the law, last that of the players.
        redeal: whether the deal is void because both sides revoked.
        unpunished: the established revokes for which no penalty was taken.
        found: what is wrong.
    """

    taken: list[Taken] = field(default_factory=lambda: [NONE])
    redeal: bool = False
    unpunished: list[Fact] = field(default_factory=list)
    found: list[Diagnostic] = field(default_factory=list)


def established(replay: Replay) -> list[Fact]:
    """The revokes that stand, in the order of the play."""
    return [f for f in replay.facts if f.name in REVOKES and f.args.get("status") == "established"]


def read_penalties(say: Reporter, replay: Replay, profile: Profile, *, first: bool) -> Penalties:
    """Judge the claims of revokes and the penalties of a deal.

    Args:
        say: makes the findings of the deal.
        replay: what happened in it.
        profile: the rules.
        first: whether no deal was played before it.
    """
    return _Reader(say, replay, profile, first).run()


class _Reader:
    def __init__(self, say: Reporter, replay: Replay, profile: Profile, first: bool) -> None:
        self.say = say
        self.replay = replay
        self.profile = profile
        self.rules = profile.penalty
        self.first = first
        self.found: list[Diagnostic] = []
        self.claimed: set[Side] = set()  # sides of which a claim holds good
        self.refuted: set[Side] = set()  # sides of which a claim does not
        self.facts = established(replay)
        self.revokes = Counter(f.seat.side for f in self.facts if f.seat is not None)
        # Not to obey a call, when one can, costs the same (CAV 61): it may be claimed.
        self.refused = [
            (incident.seat, trick.number)
            for _, incident, trick, _ in refused(say.deal, replay)
            if incident.seat is not None
        ]

    def run(self) -> Penalties:
        lines = self._in_time()
        if any(incident.key == "penalty" for _, incident in lines):
            self.revokes.update(seat.side for seat, _ in self.refused)
        for item, incident in lines:
            if incident.key == "revoke":
                self._claim(item, incident)
        written = [(i, x) for i, x in lines if x.key == "penalty"]
        both = all(self.revokes[side] for side in SIDES)
        taken = self._written(written, both)
        punished = {offender(x) for _, x in written}
        if not written and self.rules.apply == "always":
            if both and self.rules.both == "redeal":
                return Penalties(redeal=True, found=self.found)
            law = self._automatic(both)
            if self.revokes:
                taken = [(law, self._barred(law, both) if law or both else (False, False))]
            punished = set(SIDES)
        unpunished = [f for f in self.facts if f.seat is not None and f.seat.side not in punished]
        return Penalties(taken, False, unpunished, self.found)

    def _in_time(self) -> list[tuple[int, Incident]]:
        """The claims and penalties that are about this deal.

        One above its first trick is about the deal before, and too late (CAV 78): unless
        this deal has the revoke too.
        """
        layout = self.say.deal.layout
        start = layout.tricks[0][0] if layout.tricks else -1
        lines, late = [], []
        for item, incident in layout.incidents:
            if incident.key not in ("revoke", "penalty"):
                continue
            side = incident.seat.side if incident.seat is not None else offender(incident)
            if item < start and not self.first and not self.revokes[side]:
                late.append((item, incident))
            else:
                lines.append((item, incident))
        if late:
            self.found.append(self.say.at("revoke-claim-late", late[0][0]))
        return lines

    # -- claims ---------------------------------------------------------------------------

    def _claim(self, item: int, incident: Incident) -> None:
        """Judge one claim; one that the record can't refute counts as a revoke."""
        seat, number = incident.seat, incident.trick
        revokes = [(f.seat, f.trick) for f in self.facts] + list(self.refused)
        if seat is None:
            return
        if any(s is seat and number in (None, t) for s, t in revokes):
            self.claimed.add(seat.side)
            return
        # In the last trick everybody plays the one card that is left to him.
        last = number is not None and number >= self.profile.hand_size
        corrected = any(
            f.name == "revoke-corrected" and f.seat is seat and number in (None, f.trick)
            for f in self.replay.facts
        )
        followed = number is not None and self._followed(seat, number)
        if corrected or last or followed or self._sure(seat):
            other = next((f.trick for f in self.facts if f.seat is seat), None)
            name = "revoke-not-found"
            if corrected:
                name = "revoke-was-corrected"
            elif other is not None:
                name = "revoke-elsewhere"
            args: dict[str, object] = {"seat": seat, "other": other}
            where = Phrase("the-deal") if number is None else Phrase("in-trick", {"number": number})
            args["trick"] = where
            found = self.say.at(name, item, (), args, trick=number, seat=seat)
            self.found.append(found)
            self.refuted.add(seat.side)
        else:
            self.claimed.add(seat.side)
            self.revokes[seat.side] += 1

    def _followed(self, seat: Seat, number: int) -> bool:
        """Whether a seat is seen to have led, or to have followed suit, in a trick."""
        rules = self.replay.order or order(None)
        for trick in self.replay.tricks:
            if trick.number != number or seat not in trick.seats:
                continue
            place = trick.seats.index(seat)
            led = rules.setter(trick.cards[:place])
            played = trick.cards[place]
            if led is None:
                return bool(played.bit)
            return played.suit is not None and rules.suit[played.code] == rules.suit[led.code]
        return False

    def _sure(self, seat: Seat) -> bool:
        """Whether the record shows that all the revokes of a seat are those that were found."""
        replay = self.replay
        if replay.unplayed or any(f.name in _OPEN for f in replay.facts):
            return False
        return all(
            seat in t.seats and t.cards[t.seats.index(seat)].bit for t in replay.tricks
        ) and bool(replay.tricks)

    # -- penalties ------------------------------------------------------------------------

    def _written(self, lines: Sequence[tuple[int, Incident]], both: bool) -> list[Taken]:
        """The penalties as they should be, and as they are written."""
        rules = self.rules
        law: list[Penalty] = []
        players: list[Penalty] = []
        clean = True
        for side in SIDES:  # that revoked
            mine = [(i, x) for i, x in lines if offender(x) is side]
            if not mine:
                continue
            number = self.revokes[side]
            allowed = number
            if both and rules.both == "cancel":
                allowed = _uncancelled(self.revokes)[side]
            elif both and rules.both == "redeal":
                allowed = 0
            each: list[Penalty] = []
            for item, x in mine:
                players.append(_penalty(x))
                each += self._one(item, x, mine)
            elsewhere = bool(self.claimed) and side not in self.claimed
            if not number and elsewhere:
                allowed = 0  # the claims of the record tell
            elif not number and not any(self._sure(s) for s in SEATS if s.side is side):
                allowed = len(each)  # the record can't tell
            elif number and not all(self._sure(s) for s in SEATS if s.side is side):
                allowed = max(allowed, len(each) if not both or rules.both == "punish" else 0)
            if len(each) > allowed:
                item, x = mine[min(len(mine) - 1, allowed)]
                args: dict[str, object] = {"side": side.other, "offender": side, "count": len(each)}
                args |= {"times": _times(number)}
                name = "penalty-without-revoke"
                if both and allowed < number:
                    name = f"penalty-both-{rules.both}"
                elif number:
                    name = "penalty-too-many"
                # What was claimed wrongly was paid for wrongly, which is no further finding.
                if number or side not in self.refuted:
                    self.found.append(self.say.at(name, item, (), args))
            law += each[:allowed]
            clean = clean and each[:allowed] == [_penalty(x) for _, x in mine]
        result = [(tuple(law), self._barred(law, both))] if lines else [NONE]
        if not clean:
            result.append((tuple(players), (False, False)))
            result.append((tuple(players), self._barred(players, both)))
        return result

    def _one(self, item: int, x: Incident, lines: Sequence[tuple[int, Incident]]) -> list[Penalty]:
        """The penalties that a line stands for: one for each revoke it pays for."""
        rules = self.rules
        taken = _penalty(x)
        size = rules.size
        args: dict[str, object] = {
            "side": taken.side,
            "written": said(taken),
            "expected": Listed((said(Penalty(taken.side, c, size)) for c in rules.choices), "or"),
        }
        choice = taken.choice if taken.choice in rules.choices else rules.choices[0]
        if taken.amount % size or not taken.amount or choice != taken.choice:
            whole = sum(_penalty(y).amount for _, y in lines)
            if len(lines) > 1 and whole % size == 0:
                # A penalty can't be divided (CAV 72); it is said once.
                if item != lines[0][0]:
                    return []
                args["written"] = Listed((said(_penalty(y)) for _, y in lines), "and")
                self.found.append(self.say.at("penalty-split", item, (), args))
                return [Penalty(taken.side, choice, size)] * (whole // size)
            self.found.append(self.say.at("penalty-wrong", item, (), args))
            return [Penalty(taken.side, choice, size)]
        return [Penalty(taken.side, choice, size)] * (taken.amount // size)

    def _automatic(self, both: bool) -> tuple[Penalty, ...]:
        """The penalties that are due where the rules exact them without a line."""
        rules = self.rules
        due = _uncancelled(self.revokes) if both and rules.both == "cancel" else self.revokes
        one = [Penalty(side.other, rules.choices[0], rules.size) for side in SIDES]
        return tuple(one[side] for side in SIDES for _ in range(due[side]))

    def _barred(self, penalties: Sequence[Penalty], both: bool) -> tuple[bool, bool]:
        if both:
            return True, True
        offenders = {p.side.other for p in penalties}
        return Side.NS in offenders, Side.EW in offenders


_OPEN: Final = frozenset(("revoke-undecidable", "trick-size", "out-of-turn", "seat-twice"))
"""Facts after which there may have been revokes that can't be seen."""


def _penalty(x: Incident) -> Penalty:
    return Penalty(offender(x).other, x.choice or "tricks", x.amount or 0)


def _times(number: int) -> Phrase:
    return Phrase({1: "once", 2: "twice"}.get(number, "times"), {"number": number})


def said(penalty: Penalty) -> Phrase:
    """A penalty in words: ``3 tricks``, ``3 points added``."""
    key = {"tricks": "tricks", "add": "points-added"}.get(penalty.choice, "points-deducted")
    return Phrase(key, {"n": penalty.amount})


# -- what each code would give ------------------------------------------------------------


def would_cost(
    say: Reporter, facts: Sequence[Fact], before: Pair, tricks: Pair, played: Pair, profile: Profile
) -> Diagnostic:
    """What the established revokes of a deal would cost by each code (AMB-12).

    Args:
        say: makes the findings of the deal.
        facts: the revokes.
        before: the score before the deal.
        tricks: the tricks as they were won.
        played: the score after the deal as it was played.
        profile: the rules.
    """
    revokes = Counter(f.seat.side for f in facts if f.seat is not None)
    barred = revokes[Side.NS] > 0, revokes[Side.EW] > 0
    sides = [side for side in SIDES if revokes[side]]

    def words(score: Pair) -> str:
        return ", ".join(f"{say.seats.sides[side]} {score[side]}" for side in SIDES)

    def after(choice: str, size: int, times: Counter[Side]) -> str:
        law = tuple(Penalty(s.other, choice, size) for s in SIDES for _ in range(times[s]))
        extras = Extras(penalties=law, barred=barred)
        points = deal_points(moved(tricks, extras), profile)
        return words(settle(before, points, profile, extras))

    first = facts[0]
    args: dict[str, object] = {
        "played": words(played),
        "size": ENGLISH.size,
        "american_size": AMERICAN.size,
        "american": after(AMERICAN.choices[0], AMERICAN.size, revokes),
    }
    args |= {choice: after(choice, ENGLISH.size, revokes) for choice in ENGLISH.choices}
    if len(sides) == 1:
        number = revokes[sides[0]]
        args |= {"side": sides[0], "other": sides[0].other}
        args["times"] = "" if number == 1 else Phrase("in-brackets", {"words": _times(number)})
        name = "revoke-penalty"
    else:
        args["cancelled"] = after("tricks", ENGLISH.size, _uncancelled(revokes))
        name = "revoke-penalty-both"
    return say.at(name, first.item, first.part, args, trick=first.trick, seat=first.seat)


def _uncancelled(revokes: Counter[Side]) -> Counter[Side]:
    """The revokes that are left when one cancels one of the other side."""
    return Counter({side: max(0, revokes[side] - revokes[side.other]) for side in SIDES})
