"""What the hand lines say: who holds which card, and where they contradict each other."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from whistlog.cards import SEATS, Card, Seat, cards_of, mask, sort_hand
from whistlog.record import Deal
from whistlog.replay.values import Evidence, Fact
from whistlog.rules.profile import Profile

KITTY: Final = 4
"""The kitty's place beside the four seats."""


@dataclass(slots=True)
class Dealt:
    """The cards dealt, as written.

    Attributes:
        items: by seat (and `KITTY`), the index of the line, or None.
        mask: by seat (and `KITTY`), the cards on that line that are in the pack.
        known: by seat, whether the whole hand is known, be it with faults.
        inferred: the seat whose hand is what the other three leave, or None.
        owners: by card code, the seats whose lines show the card, as bits.
        need: by seat, how many cards its line is short of, or shows wrongly.
        absent: the cards on no line; 0 where that can't be told.
        unclaimed: the cards that a seat with a short line may turn out to hold.
        spare: by seat, how many cards of ``hold`` it may not have played with.
        free: by seat, cards that it may hold besides (the kitty, for who takes it).
        hold: by seat, the cards that it may have played with: those of its line, and for who
            takes the kitty those of the kitty too, without the ones put away.
        takers: the seats that may have taken the kitty, as bits.
        put_away: the cards on the line of those put away.
        gone: of these, the ones that are not played after all.
    """

    items: list[int | None] = field(default_factory=lambda: [None] * 5)
    mask: list[int] = field(default_factory=lambda: [0] * 5)
    count: list[int] = field(default_factory=lambda: [0] * 5)
    known: list[bool] = field(default_factory=lambda: [False] * 4)
    inferred: Seat | None = None
    owners: list[int] = field(default_factory=lambda: [0] * 54)
    need: list[int] = field(default_factory=lambda: [0] * 4)
    absent: int = 0
    unclaimed: int = 0
    spare: list[int] = field(default_factory=lambda: [0] * 4)
    free: list[int] = field(default_factory=lambda: [0] * 4)
    hold: list[int] = field(default_factory=lambda: [0] * 4)
    takers: int = 0b1111
    put_away: int = 0
    gone: int = 0
    places: dict[int, list[tuple[int, int]]] = field(default_factory=dict)
    foreign: list[tuple[int, int, Card]] = field(default_factory=list)

    @property
    def any_known(self) -> bool:
        """Whether the lines tell anything about who holds what."""
        return any(self.mask)

    def owner(self, c: Card) -> Seat | None:
        """The one seat whose line shows a card, or which took it with the kitty; or None."""
        if not c.bit:
            return None
        owners = self.owners[c.code]
        return _ONE_SEAT.get(self.takers if owners == 1 << KITTY else owners)

    def holds(self, seat: Seat, c: Card) -> bool:
        """Whether a seat may hold a card as far as the lines tell."""
        bit = c.bit
        if not bit:
            return True
        if self.known[seat]:
            return bool(
                (self.mask[seat] | self.free[seat]) & bit
                or (self.need[seat] and self.unclaimed & bit)
            )
        own = 1 << seat | (1 << KITTY if self.takers >> seat & 1 else 0)
        return not self.owners[c.code] & ~own

    def card_place(self, seat: int, c: Card) -> tuple[int, tuple[str, int]] | None:
        """The line and part where a seat's card is written, be it in the kitty; or None."""
        for s, i in self.places.get(c.code, ()):
            item = self.items[s]
            if item is not None and (s == seat or (s == KITTY and self.takers >> seat & 1)):
                return item, ("card", i)
        return None


_ONE_SEAT: Final = {1 << s: s for s in SEATS}


def read_hands(
    deal: Deal,
    profile: Profile,
    takers: Collection[Seat] = (),
    belongs: Sequence[Seat] = SEATS,
) -> Dealt:
    """Take in the hand lines (and the kitty) of a deal.

    Args:
        deal: the deal.
        profile: the rules.
        takers: the seats that may have taken the kitty; none: any of them.
        belongs: by the seat written before a hand, the seat whose hand it is.
    """
    dealt = Dealt()
    layout = deal.layout
    pack = profile.pack
    size = profile.hand_size
    lines: list[tuple[int, int, tuple[Card, ...]]] = [
        (seat, entry[0], entry[1].cards)
        for seat, entry in zip(belongs, layout.hands)
        if entry is not None
    ]
    if layout.kitty is not None and layout.kitty[1].cards is not None and profile.kitty:
        lines.append((KITTY, layout.kitty[0], layout.kitty[1].cards))
    unknown = 0
    seen = 0
    for seat, item, cards in lines:
        dealt.items[seat] = item
        dealt.count[seat] = len(cards)
        blanks = 0
        for i, c in enumerate(cards):
            if not c.bit:
                blanks += 1
                continue
            if not c.bit & pack:
                dealt.foreign.append((seat, i, c))
                continue
            dealt.places.setdefault(c.code, []).append((seat, i))
            dealt.owners[c.code] |= 1 << seat
            dealt.mask[seat] |= c.bit
        seen |= dealt.mask[seat]
        unknown += blanks
        if seat != KITTY:
            dealt.known[seat] = not blanks
    doubled = {code for code, places in dealt.places.items() if len(places) > 1}
    for seat in SEATS:
        if dealt.items[seat] is None:
            continue
        shared = sum(1 for code in doubled if dealt.owners[code] >> seat & 1)
        over = dealt.count[seat] - size
        dealt.need[seat] = max(0, size - dealt.mask[seat].bit_count()) + shared
        dealt.spare[seat] = max(0, over) + shared
    written = [s for s in SEATS if dealt.items[s] is not None]
    rest = pack & ~seen
    if len(written) == 4 and not unknown:
        kitty_open = profile.kitty and dealt.items[KITTY] is None
        dealt.absent = 0 if kitty_open else rest
    elif len(written) == 3 and not unknown and not doubled and not dealt.foreign:
        fourth = next(s for s in SEATS if dealt.items[s] is None)
        if rest.bit_count() == size:
            dealt.inferred = fourth
            dealt.known[fourth] = True
            dealt.mask[fourth] = rest
            dealt.count[fourth] = size
            for c in cards_of(rest):
                dealt.owners[c.code] = 1 << fourth
            rest = 0
    long_hands = 0
    for seat in written:
        if dealt.count[seat] > size:
            long_hands |= dealt.mask[seat]
    dealt.unclaimed = rest | long_hands
    dealt.hold = dealt.mask[:4]
    if profile.kitty:
        dealt.takers = sum(1 << seat for seat in takers) or 0b1111
        _exchange(dealt, deal, profile, rest)
    return dealt


def _exchange(dealt: Dealt, deal: Deal, profile: Profile, rest: int) -> None:
    """What the kitty and the cards put away do to the hand of who took it.

    Args:
        dealt: the lines, which are filled in.
        deal: the deal.
        profile: the rules.
        rest: the cards on no line.
    """
    layout = deal.layout
    size = profile.kitty
    kitty = dealt.mask[KITTY] if dealt.items[KITTY] is not None else rest
    doubled = any(
        len(places) > 1 and any(seat == KITTY for seat, _ in places)
        for places in dealt.places.values()
    )
    if kitty.bit_count() < size or doubled:
        # A card that is in a hand too may stand for one that is on no line.
        kitty |= dealt.unclaimed
    discards = layout.discards[1] if layout.discards is not None else None
    number = size
    if discards is not None:
        cards = discards.cards
        number = (discards.count if cards is None else len(cards)) or 0
        number = size if discards.count is None and cards is None else min(number, size)
        played = 0
        for _, trick in layout.tricks:
            for play in trick.plays:
                played |= play.card.bit
        dealt.put_away = mask(cards or ()) & profile.pack
        if kitty.bit_count() == size and (
            dealt.put_away & kitty or (played & kitty).bit_count() > number
        ):
            number = size  # fewer than he took, which is a fault of the line
        dealt.gone = dealt.put_away & ~played
    for seat in SEATS:
        if not dealt.takers >> seat & 1:
            continue
        dealt.free[seat] = kitty
        own = dealt.mask[seat]
        if number < size:
            # So many of his own cards for as many of the kitty, nobody knows which.
            dealt.hold[seat] = own & ~dealt.gone
            dealt.spare[seat] += number - (own & dealt.gone).bit_count()
        else:
            dealt.hold[seat] = (own | kitty if kitty.bit_count() == size else own) & ~dealt.gone
            dealt.spare[seat] += max(0, size - (dealt.gone & (own | kitty)).bit_count())
    if dealt.takers.bit_count() > 1:
        # Who took the kitty is not known, and everybody may still have his own cards.
        dealt.hold = dealt.mask[:4]


def hand_facts(
    dealt: Dealt,
    profile: Profile,
    moved: list[tuple[Seat, Card, Evidence]],
    taken: list[int],
    *,
    readable: bool,
) -> list[Fact]:
    """What is wrong with the hand lines; one fact for each cause.

    Args:
        dealt: the lines.
        profile: the rules.
        moved, taken: what the play shows, as in `Seating`.
        readable: False when the deal has lines that could not be read: then cards that are
            on no line are no fault of the lines that were read.
    """
    facts: list[Fact] = []
    size = profile.hand_size
    absent = list(cards_of(dealt.absent)) if readable else []
    over: dict[int, int] = {
        s: dealt.count[s] - size
        for s in SEATS
        if dealt.items[s] is not None and dealt.count[s] != size
    }
    if dealt.items[KITTY] is not None and dealt.count[KITTY] != profile.kitty:
        over[KITTY] = dealt.count[KITTY] - profile.kitty
    short = {s for s, _, _ in moved}
    played = {c: (seat, evidence) for seat, c, evidence in moved}
    wrong: list[Fact] = []
    for seat, i, c in dealt.foreign:
        item = dealt.items[seat]
        assert item is not None
        wrong.append(Fact("card-foreign", item, ("card", i), None, _seat(seat), {"card": c}))
    for code in sorted(k for k, places in dealt.places.items() if len(places) > 1):
        c = _card(code)
        places = dealt.places[code]
        takers: list[int] = [s for s in SEATS if taken[s] & c.bit]
        takers += [KITTY] * any(dealt.takers >> s & 1 for s in takers)
        # The first place stands, unless the play shows that another one is right, or its
        # line is too long.
        kept = next(
            (p for p in places if p[0] in takers),
            next((p for p in places if over.get(p[0], 0) <= 0 and p[0] not in short), places[0])
            if not takers
            else places[0],
        )
        for seat, i in places:
            if (seat, i) == kept:
                continue
            item, kept_item = dealt.items[seat], dealt.items[kept[0]]
            assert item is not None
            assert kept_item is not None
            wrong.append(
                Fact(
                    "deal-dup",
                    item,
                    ("card", i),
                    None,
                    _seat(seat),
                    {"card": c, "other": _seat(kept[0])},
                    (Evidence("first", kept_item, ("card", kept[1]), {"card": c}),),
                )
            )
            if over.get(seat, 0) > 0:
                over[seat] -= 1
    # One card too many and one card in nobody's hand: the one stands for the other.
    pairing = len(wrong) == 1 and len(absent) == 1
    for fact in wrong:
        args = dict(fact.args)
        evidence = fact.evidence
        if pairing:
            args["missing"] = absent[0]
            note = Evidence("missing", fact.item, fact.part, {"missing": absent[0]})
            evidence = (*evidence, note)
            if absent[0] in played:
                evidence = (*evidence, played[absent[0]][1])
        facts.append(Fact(fact.name, fact.item, fact.part, None, fact.seat, args, evidence))
    if wrong and absent and (pairing or len(wrong) >= len(absent)):
        absent = []
    over = {s: n for s, n in over.items() if n}
    facts += _count_facts(dealt, over, absent, played, profile)
    if absent and not over:
        last = max(i for i in dealt.items if i is not None)
        facts.append(Fact("deal-missing", last, (), None, None, {"cards": sort_hand(absent)}))
    return facts


def _count_facts(
    dealt: Dealt,
    over: dict[int, int],
    absent: list[Card],
    played: dict[Card, tuple[Seat, Evidence]],
    profile: Profile,
) -> list[Fact]:
    """Lines with too many or too few cards; of a long and a short one the long one is blamed.

    Args:
        dealt: the lines.
        over: by seat (and `KITTY`), how many cards its line has too many; below nothing: too few.
        absent: the cards on no line.
        played: by card, who with a short line played it, and where.
        profile: the rules.
    """

    def fact(place: int, args: dict[str, Any], evidence: tuple[Evidence, ...] = ()) -> Fact:
        item = dealt.items[place]
        assert item is not None
        size = profile.kitty if place == KITTY else profile.hand_size
        args = {"count": dealt.count[place], "size": size} | args
        name = "kitty-count" if place == KITTY else "hand-count"
        return Fact(name, item, ("value",), None, _seat(place), args, evidence)

    if len(over) == 2 and sum(over.values()) == 0:
        long, short = sorted(over, key=lambda s: -over[s])
        moved = [
            (c, evidence)
            for c, (seat, evidence) in played.items()
            if seat == short and dealt.mask[long] & c.bit
        ]
        item = dealt.items[short]
        assert item is not None
        other = _seat(short)
        shown: dict[str, Any] = {"count": dealt.count[short]}
        if other is not None:
            shown["seat"] = other
        short_line = Evidence("short-kitty" if other is None else "short", item, ("value",), shown)
        args: dict[str, Any] = {"other": other}
        if moved:
            args["moved"] = sort_hand(c for c, _ in moved)
        return [fact(long, args, (short_line, *(e for _, e in moved)))]
    short_by = -sum(n for n in over.values() if n < 0)
    single = len(over) == 1 and short_by == len(absent) > 0
    if single:
        (place,) = over
        item = dealt.items[place]
        assert item is not None
        cards = sort_hand(absent)
        note = Evidence("missing", item, ("value",), {"missing": cards})
        return [
            fact(place, {"missing": cards}, (note, *(played[c][1] for c in cards if c in played)))
        ]
    return [fact(place, {}) for place in sorted(over)]


def _seat(place: int) -> Seat | None:
    return SEATS[place] if place < KITTY else None


def _card(code: int) -> Card:
    return cards_of(1 << code)[0]
