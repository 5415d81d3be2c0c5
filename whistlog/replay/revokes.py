"""Who did not follow suit though he could: by the hand, by a later card, by the turn-up, by count.

A seat that does not follow is taken at its word until something proves that it held a card
of the suit led (rules F3, E1). A seat whose hand is known is judged by its hand; one whose
hand is not known by what it plays later, by the card it turned up, or because the cards of
the suit that nobody has shown can be nowhere else.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from whistlog.cards import SEATS, Card, Seat, Suit, cards_of, sort_hand
from whistlog.replay.dealt import KITTY, Dealt
from whistlog.replay.seating import Row, Seating
from whistlog.replay.values import Evidence, Fact
from whistlog.rules.play import NO_SUIT, UNKNOWN_SUIT, Order
from whistlog.rules.profile import Profile


@dataclass(slots=True)
class ShowOut:
    """A seat that did not follow suit."""

    row: Row
    place: int
    seat: Seat
    suit: int
    follow: int


@dataclass(slots=True)
class TurnUp:
    """The card turned up, its line, and who holds it, where all that can be trusted."""

    card: Card
    item: int
    dealer: Seat


@dataclass(slots=True)
class Revokes:
    """Looks for the revokes of one deal.

    ``unknown`` tells that jokers may be trumps of a suit that is not known.
    """

    profile: Profile
    rules: Order
    dealt: Dealt
    seating: Seating
    turn_up: TurnUp | None
    over: bool
    unknown: bool = False
    facts: list[Fact] = field(default_factory=list)
    undecided: list[ShowOut] = field(default_factory=list)
    played: int = 0

    def run(self) -> list[Fact]:
        """Return the facts about revokes."""
        for row in self.seating.rows:
            for p in row.plays:
                self.played |= p.card.bit
        shown = self._show_outs()
        for out in shown:
            if self.dealt.known[out.seat]:
                self._by_hand(out)
            else:
                self._by_play(out)
        if self.undecided:
            self._by_count(shown)
        self._corrected()
        return self.facts

    def _show_outs(self) -> list[ShowOut]:
        rules = self.rules
        result = []
        for row in self.seating.rows:
            if row.number == self.profile.hand_size or not row.plays:
                continue
            lead = self._led(row)
            if lead is None:
                continue
            led_at, suit = lead
            for i in range(led_at + 1, len(row.plays)):
                seat = row.seats[i]
                if seat is None or i in row.doubtful:
                    continue
                own = rules.suit[row.plays[i].card.code]
                if self.unknown and row.plays[i].card.is_joker:
                    continue
                if own not in (suit, UNKNOWN_SUIT):
                    follow = rules.follow[row.plays[led_at].card.code]
                    result.append(ShowOut(row, i, seat, suit, follow))
        return result

    def _led(self, row: Row) -> tuple[int, int] | None:
        """Where the card is that set the suit, and the suit; None where that is in doubt."""
        for i, p in enumerate(row.plays):
            if i in row.doubtful:
                return None
            suit = self.rules.suit[p.card.code]
            if suit == UNKNOWN_SUIT or (self.unknown and p.card.is_joker):
                return None
            if suit != NO_SUIT:
                return i, suit
        return None

    def _later(self, out: ShowOut) -> tuple[Row, int] | None:
        """The first later card of the suit by the same seat that can be relied on."""
        after = False
        for row in self.seating.rows:
            if row is out.row:
                after = True
                continue
            if not after:
                continue
            for i, p in enumerate(row.plays):
                if (
                    row.seats[i] is out.seat
                    and i not in row.doubtful
                    and self.rules.suit[p.card.code] == out.suit
                ):
                    return row, i
        return None

    def _by_hand(self, out: ShowOut) -> None:
        seat, dealt = out.seat, self.dealt
        later = self._later(out)
        own = dealt.hold[seat] & out.follow
        # What anybody has played is no longer in this hand, whatever its line says.
        unplayed = own & ~self.played
        proved = later is not None and (
            later[0].plays[later[1]].card.bit & own
            or not later[0].plays[later[1]].card.bit
            or bool(self.seating.taken[seat] & later[0].plays[later[1]].card.bit)
        )
        if not proved and unplayed.bit_count() <= self._spare(out):
            return
        evidence = []
        held = later[0].plays[later[1]].card if later is not None and proved else None
        if held is None or not held.bit:
            held = sort_hand(cards_of(unplayed or own))[-1] if unplayed or own else None
        if held is not None:
            place = dealt.card_place(seat, held)
            if place is not None:
                evidence.append(Evidence("hand", *place, {"card": held}))
        if held is None and later is not None:
            held = later[0].plays[later[1]].card
        self._revoke("revoke", out, later if proved else None, evidence, {"held": held})

    def _spare(self, out: ShowOut) -> int:
        """How many of the suit's cards on his line he may have been without by then."""
        seat = out.seat
        spare = self.dealt.spare[seat] + self.seating.wild[seat]
        before = 0
        last = 0
        for row in self.seating.rows:
            if row is out.row:
                break
            before += row.number - last - 1
            last = row.number
            mine = [p.card for s, p in zip(row.seats, row.plays) if s is seat]
            if not mine:
                before += 1
            for c in mine:
                if not c.bit and self.rules.suit[c.code] in (out.suit, UNKNOWN_SUIT):
                    before += 1
        return spare + before + (out.row.number - last - 1)

    def _by_play(self, out: ShowOut) -> None:
        later = self._later(out)
        up = self.turn_up
        if (
            up is not None
            and up.dealer is out.seat
            and up.card.bit & out.follow
            and not self._may_be_gone(up.card, out)
        ):
            evidence = [Evidence("turn-up", up.item, ("value",), {"card": up.card})]
            self._revoke("revoke-turnup", out, later, evidence, {"held": up.card})
        elif later is not None:
            held = later[0].plays[later[1]].card
            self._revoke("revoke-inferred", out, later, [], {"held": held})
        else:
            self.undecided.append(out)

    def _may_be_gone(self, c: Card, out: ShowOut) -> bool:
        """Whether the turn-up was played by then, or may have been, unrecorded."""
        last = 0
        for row in self.seating.rows:
            if any(p.card is c for p in row.plays) or row.number != last + 1:
                return True
            if row is out.row:
                return False
            last = row.number
            if out.seat not in row.seats:
                return True
            at = row.seats.index(out.seat)
            if at in row.doubtful or not row.plays[at].card.bit:
                return True
        return False

    def _revoke(
        self,
        name: str,
        out: ShowOut,
        later: tuple[Row, int] | None,
        evidence: list[Evidence],
        facts: dict[str, Any],
    ) -> None:
        row, p = out.row, out.row.plays[out.place]
        args: dict[str, Any] = {"card": p.card, "suit": Suit(out.suit)} | facts
        if later is not None:
            proof = later[0].plays[later[1]].card
            args["later"] = later[0].number
            evidence.append(
                Evidence(
                    "after-showout",
                    later[0].item,
                    later[0].part(later[1]),
                    {"card": proof, "trick": later[0].number},
                )
            )
        sealed = self._sealed(out)
        if sealed is not None:
            evidence.append(sealed)
        args["status"] = "established" if sealed is not None or self.over else "correctable"
        self.facts.append(
            Fact(
                name,
                row.item,
                row.part(out.place),
                row.number,
                out.seat,
                args,
                tuple(evidence),
                "^" in p.glyphs,
            )
        )

    def _sealed(self, out: ShowOut) -> Evidence | None:
        """The later card of the same side by which the revoke is established (CAV 73)."""
        after = False
        for row in self.seating.rows:
            if after:
                for i, seat in enumerate(row.seats):
                    if seat is not None and seat.side is out.seat.side:
                        args = {"by": seat, "trick": row.number}
                        return Evidence("established", row.item, row.part(i), args)
            after = after or row is out.row
        return None

    def _by_count(self, shown: list[ShowOut]) -> None:
        open_questions: list[ShowOut] = []
        certain = not self.seating.gap and all(
            not row.doubtful and all(p.card.bit for p in row.plays) for row in self.seating.rows
        )
        known = self.dealt.gone
        for s in SEATS:
            if self.dealt.known[s]:
                known |= self.dealt.mask[s]
        decided: set[tuple[Seat, int]] = set()
        for out in self.undecided:
            unseen = self.profile.pack & out.follow & ~self.played & ~known
            if not self.dealt.takers >> out.seat & 1:
                unseen &= ~self.dealt.mask[KITTY]
            if self.turn_up is not None and self.turn_up.dealer is not out.seat:
                unseen &= ~self.turn_up.card.bit
            if not unseen and certain:
                continue
            if certain and self._room(out, shown) < unseen.bit_count():
                others = [o for o in shown if o.suit == out.suit and o.seat is not out.seat]
                if not any(self._capacity(o.seat) and not self.dealt.known[o.seat] for o in others):
                    decided.add((out.seat, out.suit))
                    count = unseen.bit_count()
                    self._revoke(
                        "revoke-by-count",
                        out,
                        None,
                        [],
                        {"count": count, "cards": sort_hand(cards_of(unseen))},
                    )
                    continue
            if self._unrecorded(out.seat):
                open_questions.append(out)
        if open_questions:
            first = open_questions[0]
            pairs = list(dict.fromkeys((o.seat, o.suit) for o in open_questions))
            self.facts.append(
                Fact(
                    "revoke-undecidable",
                    first.row.item,
                    first.row.part(first.place),
                    first.row.number,
                    first.seat,
                    {
                        "suit": Suit(first.suit),
                        "count": len(pairs),
                        "seats": tuple(dict.fromkeys(s for s, _ in pairs)),
                    },
                )
            )

    def _unrecorded(self, seat: Seat) -> int:
        """How many cards of a seat are not in the record, for no fault told elsewhere."""
        rows = self.seating.rows
        blank = sum(
            1 for row in rows for s, p in zip(row.seats, row.plays) if s is seat and not p.card.bit
        )
        return self.profile.hand_size - len(rows) + blank

    def _capacity(self, seat: Seat) -> int:
        """How many cards of a seat the record does not show."""
        shown = sum(
            1
            for row in self.seating.rows
            for i, s in enumerate(row.seats)
            if s is seat and row.plays[i].card.bit and i not in row.doubtful
        )
        return max(0, self.profile.hand_size - shown)

    def _room(self, out: ShowOut, shown: list[ShowOut]) -> int:
        """How many unseen cards of the suit can be elsewhere than with the seat."""
        room = self.profile.kitty
        for seat in SEATS:
            if seat is out.seat or self.dealt.known[seat]:
                continue
            if any(o.seat is seat and o.suit == out.suit for o in shown):
                continue
            room += self._capacity(seat)
        return room

    def _corrected(self) -> None:
        """Cards taken back that would have been revokes."""
        for row in self.seating.rows:
            lead = self._led(row) if row.back else None
            if lead is None:
                continue
            led_at, suit = lead
            for place, c, seat in row.back:
                if seat is None or place < row.places[led_at]:
                    continue
                stands = next(
                    (
                        i
                        for i, s in enumerate(row.seats)
                        if s is seat and self.rules.suit[row.plays[i].card.code] == suit
                    ),
                    None,
                )
                own = self.rules.suit[c.code]
                if stands is None or own in (suit, UNKNOWN_SUIT):
                    continue
                self.facts.append(
                    Fact(
                        "revoke-corrected",
                        row.item,
                        ("card", place),
                        row.number,
                        seat,
                        {"card": c, "suit": Suit(suit)},
                        (
                            Evidence(
                                "instead",
                                row.item,
                                row.part(stands),
                                {"card": row.plays[stands].card},
                            ),
                        ),
                    )
                )
