"""Who played which card, who led, and who took each trick.

The tricks are gone through in order. Where the record leaves a leader out, he is the true
winner of the trick before; where the cards say otherwise and the hands are known, the
cards are believed. A card that raises doubt about itself (played twice, or dealt to
somebody else) is no evidence of anything else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from whistlog.cards import SEATS, Card, Seat
from whistlog.record import Deal, Part, Play, Trick
from whistlog.replay.dealt import KITTY, Dealt
from whistlog.replay.quick import CLOCKWISE
from whistlog.replay.values import Evidence, Fact
from whistlog.rules.play import NO_SUIT, UNKNOWN_SUIT, Order, order
from whistlog.rules.profile import Profile


@dataclass(slots=True)
class Row:
    """A trick while it is being worked out.

    Attributes:
        item, trick, number: the line, and which trick of the deal it is.
        places: index in ``trick.plays`` of each card that stands.
        plays: those cards.
        leader, seats, winner: as in `PlayedTrick`.
        doubtful: places in the trick of cards that are no evidence.
        whole: four cards by four seats.
        back: cards that were taken back: (index in the plays, card, seat).
        possible: who may have taken it, where it is in doubt.
    """

    item: int
    trick: Trick
    number: int
    places: list[int]
    plays: list[Play]
    leader: Seat | None = None
    seats: list[Seat | None] = field(default_factory=list)
    winner: Seat | None = None
    doubtful: set[int] = field(default_factory=set)
    whole: bool = False
    back: list[tuple[int, Card, Seat | None]] = field(default_factory=list)
    possible: set[Seat] = field(default_factory=set)
    order_reported: bool = False

    @property
    def cards(self) -> list[Card]:
        """The cards that stand."""
        return [p.card for p in self.plays]

    def part(self, i: int) -> Part:
        """The part of the line that holds card number ``i`` of those that stand."""
        return ("card", self.places[i])


@dataclass(slots=True)
class Foreign:
    """A card that a seat played although it was dealt to another, or to nobody."""

    row: Row
    place: int
    seat: Seat
    card: Card
    owner: Seat | None


@dataclass(slots=True)
class Seating:
    """The result: the tricks worked out, and what was out of order on the way.

    Attributes:
        rows: the tricks.
        facts: irregularities.
        foreign: cards played by a seat that did not hold them.
        gap: tricks that are left out between those written.
        wild: by seat, how many cards it played that are not what they seem.
        taken: by seat, mask of the cards that it played beyond doubt.
        moved: cards that a seat with a short hand line turned out to hold.
    """

    rows: list[Row]
    facts: list[Fact]
    foreign: list[Foreign]
    gap: int
    wild: list[int]
    taken: list[int]
    moved: list[tuple[Seat, Card, Evidence]]


_NATURAL: Final = order(None)


def number_tricks(
    deal: Deal, profile: Profile, *, as_written: bool = False
) -> tuple[list[Row], list[Fact], int]:
    """Number the tricks: the rows, the facts, and how many tricks are left out between them.

    Args:
        deal: the deal.
        profile: the rules.
        as_written: where lines are numbered crosswise, the lines are in order, not the numbers.
    """
    rows: list[Row] = []
    facts: list[Fact] = []
    size = profile.hand_size
    expected = 1
    gap = 0
    lines = deal.layout.tricks
    crossed = _crossed(lines, size)
    if crossed:
        facts.append(_exchanged(lines, crossed, as_written=as_written))
        if not as_written:
            lines = sorted(lines, key=lambda line: line[1].number)
    last: int | None = None
    slipped = False
    for k, (item, trick) in enumerate(lines):
        written = trick.number
        if len(rows) == size:
            facts.append(Fact("too-many-tricks", item, ("number",), written, None, {"size": size}))
            break
        number = expected
        # After a slip the numbers may go on from it: that is no further slip.
        follows = slipped and last is not None and written == last + 1
        last = written
        if written == expected:
            slipped = False
        elif not follows and k not in crossed:
            following = lines[k + 1][1].number if k + 1 < len(lines) else None
            slip = (
                written < expected
                or written > size
                or written + len(lines) - 1 - k > size
                or following == expected + 1
                or (following is not None and following <= written)
            )
            if slip:
                args = {"number": written, "expected": expected}
                earlier = next((r for r in rows if r.trick.number == written), None)
                evidence = (Evidence("earlier", earlier.item, ("number",)),) if earlier else ()
                facts.append(Fact("trick-number", item, ("number",), written, None, args, evidence))
                if earlier is not None and _same(earlier.trick, trick):
                    continue
                slipped = True
            else:
                number = written
                gap += written - expected
        standing = [i for i, p in enumerate(trick.plays) if not p.withdrawn]
        row = Row(item, trick, number, standing, [trick.plays[i] for i in standing])
        rows.append(row)
        expected = number + 1
    return rows, facts, gap


def _crossed(lines: Sequence[tuple[int, Trick]], size: int) -> Collection[int]:
    """The places of two lines that stand one for the other by their numbers, or none."""
    numbers = [trick.number for _, trick in lines]
    inner = sorted(numbers)
    wrong = [k for k, (n, due) in enumerate(zip(numbers, inner)) if n != due]
    if len(wrong) != 2 or len(set(numbers)) < len(numbers):
        return ()
    return wrong if inner[0] >= 1 and inner[-1] <= size else ()


def _exchanged(
    lines: Sequence[tuple[int, Trick]], crossed: Collection[int], *, as_written: bool
) -> Fact:
    """The fact that two lines, or the numbers of two, have changed places."""
    first, second = (lines[k] for k in sorted(crossed))
    args = {"number": first[1].number, "expected": second[1].number}
    there = (Evidence("other", second[0], ("number",), {"number": second[1].number}),)
    name = "trick-numbers-exchanged" if as_written else "tricks-exchanged"
    return Fact(name, first[0], ("number",), first[1].number, None, args, there)


def _same(a: Trick, b: Trick) -> bool:
    return bool(a.plays) and [p.card for p in a.plays] == [p.card for p in b.plays]


class Lead(NamedTuple):
    """Who leads to the first trick, or None, and the place that tells it.

    Attributes:
        seat: who leads.
        item, part: where it can be seen.
        note: what is to be seen there.
    """

    seat: Seat | None
    item: int | None = None
    part: Part = ()
    note: str = "eldest"


@dataclass(frozen=True, slots=True)
class Frame:
    """What is settled before the first trick.

    Attributes:
        rules: the order of the cards, or None while the trumps are not known.
        dealt: the hands as written.
        eldest: who leads to the first trick.
        dealer, turn_up: where both are written.
        broken_off: the record says, or shows, that the deal was not played out.
    """

    rules: Order | None
    dealt: Dealt
    eldest: Lead
    dealer: Seat | None
    turn_up: Card | None
    broken_off: bool


@dataclass(frozen=True, slots=True)
class Slips:
    """Slips of the pen to allow for: numbers of tricks.

    Attributes:
        hands: the hands are wrong about these tricks, in which everybody played in turn.
        leaders: the leader as written is wrong; who should have led did.
        numbers: the numbers of two tricks have changed places, not their lines.
        turn_up: the turn-up and the dealer's card in its trick have changed places.
    """

    hands: frozenset[int] = frozenset()
    leaders: frozenset[int] = frozenset()
    numbers: bool = False
    turn_up: bool = False


NO_SLIPS: Final = Slips()


def seat_tricks(deal: Deal, profile: Profile, frame: Frame, slips: Slips = NO_SLIPS) -> Seating:
    """Work out the tricks of a deal.

    Args:
        deal: the deal.
        profile: the rules.
        frame: what is settled before the first trick.
        slips: what to take for a slip of the pen.
    """
    first = Seater(deal, profile, frame, slips, frozenset())
    seating = first.run()
    if first.disputed:
        # A hand has the card, but its player plays it twice: which of the two is the slip
        # can't be told, so once more with neither of them as evidence.
        return Seater(deal, profile, frame, slips, frozenset(first.disputed)).run()
    return seating


class Seater:
    """Works out the tricks of one deal, one after the other."""

    def __init__(
        self,
        deal: Deal,
        profile: Profile,
        frame: Frame,
        slips: Slips,
        distrusted: frozenset[int],
    ) -> None:
        self.slips = slips
        self.frame = frame
        self.rules = frame.rules
        self.dealt = frame.dealt
        self.pack = profile.pack
        self.auction = profile.bid is not None
        self.rows, self.facts, self.gap = number_tricks(deal, profile, as_written=slips.numbers)
        self.foreign: list[Foreign] = []
        self.wild = [0, 0, 0, 0]
        self.taken = [0, 0, 0, 0]
        self.moved: list[tuple[Seat, Card, Evidence]] = []
        self.first_play: dict[int, tuple[Row, int]] = {}
        self.legit: dict[int, tuple[Row, int]] = {}
        self.need = list(self.dealt.need)
        times = Counter(c.code for r in self.rows for c in r.cards if c.bit)
        self.repeated = {code for code, n in times.items() if n > 1}
        self.distrusted = distrusted
        self.disputed: set[int] = set()

    def run(self) -> Seating:
        """Work out all tricks."""
        before: Row | None = None
        for row in self.rows:
            if before is not None and row.number != before.number + 1:
                before = None
            expected, accepted = self._expected(row, before)
            self._sit(row, expected, accepted)
            self._lead(row, expected, accepted, before)
            self._cards(row)
            self._win(row)
            before = row
        return Seating(
            self.rows, self.facts, self.foreign, self.gap, self.wild, self.taken, self.moved
        )

    # Who leads

    def _expected(self, row: Row, before: Row | None) -> tuple[Seat | None, list[Seat]]:
        """Who should lead, and who may have led without a further word."""
        if row.number == 1:
            eldest = self.frame.eldest.seat
            return eldest, [] if eldest is None else [eldest]
        if before is None:
            return None, []
        accepted = [] if before.winner is None else [before.winner]
        recorded = before.trick.winner
        if recorded is not None:
            accepted.append(recorded)
        accepted += sorted(before.possible)
        if recorded is None and len(before.possible) > 1:
            # The winner hangs on a card that is in doubt.
            return None, accepted
        return before.winner if before.winner is not None else recorded, accepted

    def _lead(
        self, row: Row, expected: Seat | None, accepted: Sequence[Seat], before: Row | None
    ) -> None:
        leader = row.leader
        written = row.trick.leader
        if leader is None or row.order_reported:
            return
        if expected is None:
            if before is not None and leader in before.possible and before.whole:
                before.winner = leader
            return
        by_letter = written is not None and written is not leader
        if leader in accepted and not by_letter:
            if before is not None and before.possible and leader in before.possible:
                before.winner = leader
            return
        if by_letter and written in accepted and leader not in accepted:
            by_letter = False
        seat = written if by_letter else leader
        in_letter = written is not None and written is not expected
        evidence: tuple[Evidence, ...] = ()
        if before is not None and before.winner is not None:
            won = before.seats.index(before.winner)
            evidence = (
                Evidence(
                    "won",
                    before.item,
                    before.part(won),
                    {"winner": before.winner, "card": before.plays[won].card},
                ),
            )
        elif before is None:
            _, item, part, note = self.frame.eldest
            if item is not None:
                evidence = (Evidence(note, item, part, {"winner": expected}),)
        args: dict[str, Any] = {"played": seat, "expected": expected}
        if by_letter:
            args["cards_of"] = leader
            cards = Evidence("cards-of", row.item, row.part(0), {"leader": leader})
            evidence = (*evidence, cards)
        self._fact(
            "lead-wrong-seat",
            row,
            ("leader",) if in_letter else row.part(0),
            seat,
            args,
            evidence,
            acknowledged=bool(row.plays) and "^" in row.plays[0].glyphs,
        )

    # Who played what

    def _sit(self, row: Row, expected: Seat | None, accepted: Sequence[Seat]) -> None:
        plays = row.plays
        dealt = self.dealt
        written = row.trick.leader
        if written is None and plays and plays[0].seat is not None:
            written = plays[0].seat
        if row.number in self.slips.leaders and expected is not None:
            written = expected
        leader = written if written is not None else expected
        if leader is None:
            leader = next(
                (SEATS[(p.seat - i) & 3] for i, p in enumerate(plays) if p.seat is not None), None
            )
        cards = row.cards
        seats = self._walk(leader, plays)
        if len(cards) > 4:
            seats = self._five(row, seats, leader)
        elif dealt.any_known and cards:
            owners = [self._owner(c) for c in cards]
            fits = self._fits(seats, cards)
            if leader is None or fits < len(cards):
                seats = self._by_cards(row, seats, owners, fits, leader, accepted)
        row.seats = seats
        row.leader = seats[0] if seats else leader
        self._order(row, expected, accepted)
        row.back = self._withdrawn(row)

    def _owner(self, c: Card) -> Seat | None:
        if c.code in self.legit:
            return None
        # Of the turn-up the dealer is a surer owner than any hand line.
        return self.frame.dealer if c is self.frame.turn_up else self.dealt.owner(c)

    def _fits(self, seats: Sequence[Seat | None], cards: Sequence[Card]) -> int:
        holds = self.dealt.holds
        return sum(1 for s, c in zip(seats, cards) if s is not None and holds(s, c))

    def _walk(self, leader: Seat | None, plays: Sequence[Play]) -> list[Seat | None]:
        """The seats in clockwise order from the leader, but for what is written."""
        seats: list[Seat | None] = []
        seat = leader
        for i, p in enumerate(plays):
            if p.seat is not None:
                seat = p.seat
            elif i and seat is not None:
                seat = seat.next
                for _ in range(3):
                    if seat in seats:
                        seat = seat.next
                if seat in seats:
                    seats.append(None)
                    continue
            seats.append(seat)
        return seats

    def _by_cards(
        self,
        row: Row,
        seats: list[Seat | None],
        owners: list[Seat | None],
        fits: int,
        leader: Seat | None,
        accepted: Sequence[Seat],
    ) -> list[Seat | None]:
        """Let the hands tell who played, where they tell it beyond doubt."""
        cards = row.cards
        n = len(cards)
        told = [o for o in owners if o is not None]
        distinct = len(set(told)) == len(told)
        if n == 4 and len(told) == 4 and distinct:
            if row.number in self.slips.hands and owners != list(CLOCKWISE[told[0]]):
                return seats
            for i, p in enumerate(row.plays):
                if p.seat is not None and p.seat is not owners[i]:
                    self.foreign.append(Foreign(row, i, p.seat, p.card, owners[i]))
            return list(owners)
        if n in (2, 3) and len(told) == n and distinct:
            return list(owners)
        rotations = [*accepted, *(s for s in SEATS if s not in accepted)]
        scores = {s: self._fits(self._walk(s, _bare(row.plays)), cards) for s in rotations}
        best = max(rotations, key=lambda s: scores[s])
        alone = sum(1 for s in rotations if scores[s] == scores[best]) == 1
        if leader is None:
            likely = {s for s in accepted if scores[s] == scores[best]}
            return self._walk(best, row.plays) if alone or likely == {best} else seats
        fitting = [s for s in accepted if scores[s] == n]
        if fitting and row.trick.leader is None:
            return self._walk(fitting[0], row.plays)
        if alone and len(told) >= 3 and scores[best] >= n - 1 and fits <= 1:
            return self._walk(best, _bare(row.plays))
        if alone and row.trick.leader is None and best in accepted and scores[best] > fits:
            return self._walk(best, row.plays)
        return seats

    def _five(self, row: Row, seats: list[Seat | None], leader: Seat | None) -> list[Seat | None]:
        """More than four cards: leave out the one that is played elsewhere or does not fit."""
        if leader is None:
            return seats
        cards = row.cards
        again = [i for i, c in enumerate(cards) if c.code in self.repeated]
        sat: dict[int, list[Seat | None]] = {}
        fits: dict[int, int] = {}
        for out in again or range(len(cards)):
            rest = [p for i, p in enumerate(row.plays) if i != out][:4]
            players = self._walk(leader, rest)
            fits[out] = self._fits(players, [p.card for p in rest])
            sat[out] = [*players[:out], None, *players[out:]]
        best = [out for out in sat if fits[out] == max(fits.values())]
        # Between the cards that may be the one too many nobody knows who played what.
        row.doubtful |= set(range(best[0], best[-1] + 1))
        return (sat[best[-1]] + [None] * len(cards))[: len(cards)]

    def _order(self, row: Row, expected: Seat | None, accepted: Sequence[Seat]) -> None:
        """Judge the number of cards and their order within the trick."""
        seats, n = row.seats, len(row.plays)
        known = [s for s in seats if s is not None]
        doubled = next((i for i, s in enumerate(seats) if s is not None and s in seats[:i]), None)
        row.whole = n >= 4 and len(set(known)) == 4
        if doubled is not None:
            seat = seats[doubled]
            first = seats.index(seat)
            self._fact(
                "seat-twice",
                row,
                row.part(doubled),
                seat,
                {"card": row.plays[doubled].card},
                (Evidence("first", row.item, row.part(first), {"card": row.plays[first].card}),),
            )
            row.whole = False
            row.doubtful |= {doubled, first}
        elif n == 4:
            self._turns(row, expected, accepted)
        if n > 4 and doubled is None:
            fifth = row.plays[4].card
            again = [
                i for i, p in enumerate(row.plays) if p.card.bit and p.card.code in self.repeated
            ]
            evidence = tuple(
                Evidence("again", row.item, row.part(i), {"card": row.plays[i].card})
                for i in again[:1]
            )
            self._fact("trick-size", row, row.part(4), None, {"count": n, "card": fifth}, evidence)
            row.doubtful |= {i for i, s in enumerate(seats) if s is None}
        elif n < 4 and not self._may_be_short(row):
            args: dict[str, Any] = {"count": n}
            missing = [s for s in SEATS if s not in seats]
            told = self.dealt.any_known and self._fits(seats, row.cards) == n > 0
            named = any(p.seat is not None for p in row.plays[1:])
            seat = missing[0] if len(missing) == 1 and (told or named) else None
            if seat is not None:
                args["missing"] = seat
                if seat is expected or expected is None:
                    row.doubtful.add(0)
            else:
                row.doubtful |= set(range(n))
            row.order_reported = seat is expected
            note = () if seat is None else (Evidence("missing", row.item, (), {"missing": seat}),)
            self._fact("trick-size", row, (), seat, args, note)

    def _may_be_short(self, row: Row) -> bool:
        """The last trick of a deal that was broken off may be."""
        return row is self.rows[-1] and self.frame.broken_off

    def _turns(self, row: Row, expected: Seat | None, accepted: Sequence[Seat]) -> None:
        seats = row.seats
        leader = seats[0]
        if leader is None or None in seats:
            return
        if all(seats[i] is due for i, due in enumerate(CLOCKWISE[leader])):
            return
        if expected is not None and leader not in accepted:
            leader = expected
        i, due = next((i, s) for i, s in enumerate(CLOCKWISE[leader]) if seats[i] is not s)
        row.order_reported = True
        if i == 0 and row.plays[0].seat is None and row.trick.leader is not seats[0]:
            # Which card was led is no longer sure, so nothing follows from the others.
            row.doubtful.add(0)
        self._fact(
            "out-of-turn",
            row,
            row.part(i),
            seats[i],
            {"card": row.plays[i].card, "expected": due},
            acknowledged="^" in row.plays[i].glyphs,
        )

    def _withdrawn(self, row: Row) -> list[tuple[int, Card, Seat | None]]:
        """The cards taken back; each belongs to whoever plays next, unless a seat is written."""
        back = []
        for i, p in enumerate(row.trick.plays):
            if p.withdrawn:
                after = next((k for k, place in enumerate(row.places) if place > i), None)
                seat = p.seat
                if seat is None and after is not None:
                    seat = row.seats[after]
                back.append((i, p.card, seat))
        return back

    # Whose card it was

    def _cards(self, row: Row) -> None:
        dealt = self.dealt
        for i, (seat, p) in enumerate(zip(row.seats, row.plays)):
            c = p.card
            if not c.bit:
                continue
            if self.slips.turn_up and c is self.frame.turn_up and seat is not self.frame.dealer:
                for k, other in enumerate(row.seats):
                    if k == i or other is self.frame.dealer:
                        self._doubt(row, k, other)
                continue
            if not c.bit & self.pack:
                self._fact("card-foreign", row, row.part(i), seat, {"card": c})
                self._doubt(row, i, seat)
                continue
            if len(row.plays) > 4 and row.seats[i] is None:
                continue
            mine = (
                seat is not None
                and c.code not in self.distrusted
                and (
                    (dealt.known[seat] and bool(dealt.mask[seat] & c.bit))
                    or (dealt.takers == 1 << seat and bool(dealt.mask[KITTY] & c.bit))
                )
            )
            away = dealt.put_away & c.bit
            if away and not (mine and seat is not None and not dealt.takers >> seat & 1):
                self._doubt(row, i, seat)
                continue
            earlier = self.legit.get(c.code) or (None if mine else self.first_play.get(c.code))
            if earlier is not None:
                if mine and self.legit[c.code] is earlier:
                    self.disputed.add(c.code)
                self._twice(row, i, seat, c, earlier)
                self._doubt(row, i, seat)
                continue
            self.first_play[c.code] = (row, i)
            if c.code in self.distrusted and seat is not None:
                self._doubt(row, i, seat)
                continue
            if mine or seat is None:
                if mine:
                    self.legit[c.code] = (row, i)
            elif dealt.known[seat] and not dealt.free[seat] & c.bit:
                if self.need[seat] and dealt.unclaimed & c.bit:
                    self.need[seat] -= 1
                    self.moved.append(
                        (
                            seat,
                            c,
                            Evidence("played", row.item, row.part(i), {"card": c, "by": seat}),
                        )
                    )
                else:
                    self._stranger(row, i, seat, c)
                    continue
            elif not dealt.known[seat] and not dealt.holds(seat, c):
                self._stranger(row, i, seat, c)
                continue
            if c.code in self.repeated and not mine:
                # Without the hands nobody can tell which of the two is the slip.
                row.doubtful.add(i)
            if seat is not None:
                self.taken[seat] |= c.bit

    def _twice(
        self, row: Row, i: int, seat: Seat | None, c: Card, earlier: tuple[Row, int]
    ) -> None:
        first_row, first = earlier
        args = {"card": c, "first": first_row.number, "by": first_row.seats[first]}
        place = Evidence("first", first_row.item, first_row.part(first), {"card": c})
        self._fact("card-twice", row, row.part(i), seat, args, (place,))

    def _stranger(self, row: Row, i: int, seat: Seat, c: Card) -> None:
        self.foreign.append(Foreign(row, i, seat, c, self.dealt.owner(c)))
        self._doubt(row, i, seat)

    def _doubt(self, row: Row, i: int, seat: Seat | None) -> None:
        row.doubtful.add(i)
        if seat is not None:
            self.wild[seat] += 1

    # Who took it

    def _win(self, row: Row) -> None:
        recorded = row.trick.winner
        if not row.whole:
            if recorded is not None:
                row.possible = {recorded}
            return
        at = [i for i, s in enumerate(row.seats) if s is not None]
        cards = [row.plays[i].card for i in at]
        seats = [s for s in row.seats if s is not None]
        place = self._winner(cards)
        row.winner = None if place is None else seats[place]
        doubtful = [k for k, i in enumerate(at) if i in row.doubtful]
        if doubtful:
            row.possible = {seats[k] for k in doubtful}
            if 0 in doubtful:
                row.possible = set(SEATS)
            elif place is not None:
                sound = [k for k in range(len(at)) if k not in doubtful]
                best = self._winner([cards[k] for k in sound])
                if best is not None:
                    row.possible.add(seats[sound[best]])
                row.possible.add(seats[place])
            if recorded in row.possible:
                row.winner = recorded
            return
        if recorded is None or row.winner is None:
            if row.winner is None:
                row.possible = set(SEATS) if recorded is None else {recorded}
            return
        if recorded is not row.winner:
            won = seats.index(row.winner)
            self._fact(
                "winner-wrong",
                row,
                ("winner",),
                recorded,
                {"recorded": recorded, "winner": row.winner, "card": cards[won]},
                (Evidence("won", row.item, row.part(at[won]), {"card": cards[won]}),),
            )

    def _winner(self, cards: Sequence[Card]) -> int | None:
        rules = self.rules
        if rules is not None:
            return rules.decided_winner(cards)
        if self.auction:
            return None
        # Trumps are not known: only a trick all in one suit is decided.
        suits = {_NATURAL.suit[c.code] for c in cards}
        if len(suits) == 1 and not suits & {NO_SUIT, UNKNOWN_SUIT}:
            return _NATURAL.decided_winner(cards)
        return None

    def _fact(
        self,
        name: str,
        row: Row,
        part: Part,
        seat: Seat | None,
        args: dict[str, Any],
        evidence: tuple[Evidence, ...] = (),
        *,
        acknowledged: bool = False,
    ) -> None:
        self.facts.append(
            Fact(name, row.item, part, row.number, seat, args, evidence, acknowledged)
        )


def _bare(plays: Sequence[Play]) -> list[Play]:
    """The plays without the seats written beside them."""
    return [Play(p.card) for p in plays]
