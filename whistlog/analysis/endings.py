"""Exact double-dummy values of endings in plain Python.

For places without the native library.  Positions and values are those of
``whistlog.analysis.solver``; up to ``MAX_ENDING`` cards a hand are taken, and
``EndingTooLongError`` says so beyond.  The method is a zero-window search that remembers
positions by who holds the highest, the second highest ... card of each suit, so that endings
that differ in dead ranks only are solved once.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from whistlog.analysis.position import (
    BIG_JOKER,
    DEAD_CARD,
    LITTLE_JOKER,
    Position,
    PositionError,
    Reason,
    cards_by_code,
    check_sizes,
    codes,
)

MAX_ENDING: Final = 8
"""Cards a hand, those on the table counted with their hands."""

_SUIT: Final = 0xFFFF

_Card = int
"""A code of ``whistlog.analysis.position.Codes``, or ``DEAD_CARD``."""


class EndingTooLongError(PositionError):
    """More cards a hand than the Python solver takes on; the native solver has no such bound."""

    def __init__(self, cards: int) -> None:
        """Say how many cards a hand were given and how many would do."""
        super().__init__(
            Reason.TOO_MANY_CARDS,
            f"{cards} cards a hand are too many without the native solver, which is missing or "
            f"was not asked; {MAX_ENDING} are the most",
        )
        self.cards = cards


@dataclass(slots=True)
class _Table:
    """Cards of the trick under way and who wins so far."""

    count: int = 0
    led: int = -1
    best: _Card = -1
    seat: int = -1

    def with_card(self, seat: int, card: _Card, trump: int) -> _Table:
        if card == DEAD_CARD:
            return _Table(self.count + 1, self.led, self.best, self.seat)
        suit = card >> 4
        if self.led < 0:
            return _Table(self.count + 1, suit, card, seat)
        best_suit = self.best >> 4
        if card > self.best if suit == best_suit else suit == trump:
            return _Table(self.count + 1, self.led, card, seat)
        return _Table(self.count + 1, self.led, self.best, self.seat)


@dataclass(slots=True)
class _Search:
    """The mutable state of one search: hands, dead cards, and what is known of positions."""

    hands: list[int]
    dead: list[int]
    trump: int
    bounds: dict[tuple[int, ...], tuple[int, int]] = field(default_factory=dict)

    def groups(self, seat: int, suit: int, alive: int) -> list[_Card]:
        """One card, the highest, of each run of equal cards; the highest run first."""
        own = self.hands[seat] >> 16 * suit & _SUIT
        others = (alive >> 16 * suit & _SUIT) & ~own
        out = []
        while own:
            top = own.bit_length() - 1
            out.append(16 * suit + top)
            below = others & ((1 << top) - 1)
            own &= (1 << below.bit_length()) - 1
        return out

    def moves(self, seat: int, table: _Table, alive: int) -> list[_Card]:
        """Legal cards, equal ones once, those likely to decide the trick first."""
        if table.led >= 0 and self.hands[seat] >> 16 * table.led & _SUIT:
            found = self.groups(seat, table.led, alive)
            if table.best >> 4 != table.led or found[0] < table.best:
                found.reverse()
            elif table.count == 3:
                # The cheapest winner, then the lowest.
                winners = [card for card in found if card > table.best]
                found = [winners[-1], *reversed(found[len(winners) :]), *winners[:-1]]
            elif table.seat == seat ^ 2:
                found.reverse()
            return found
        found = []
        for suit in range(4):
            run = self.groups(seat, suit, alive)
            if suit == self.trump and table.count:
                found = run[::-1] + found
            elif table.count:
                found += run[::-1]
            else:
                found += run
        if table.count == 0:
            found.sort(key=lambda card: alive >> card & (_SUIT >> (card & 15)) != 1)
        if self.dead[seat]:
            found.append(DEAD_CARD)
        return found

    def play(self, seat: int, card: _Card) -> None:
        if card == DEAD_CARD:
            self.dead[seat] -= 1
        else:
            self.hands[seat] ^= 1 << card

    def take_back(self, seat: int, card: _Card) -> None:
        if card == DEAD_CARD:
            self.dead[seat] += 1
        else:
            self.hands[seat] ^= 1 << card

    def after(
        self, seat: int, card: _Card, table: _Table, alive: int, left: int, need: int
    ) -> bool:
        """Tell whether north and south reach ``need`` tricks once ``card`` is played."""
        self.play(seat, card)
        laid = table.with_card(seat, card, self.trump)
        if laid.count == 4:
            result = self.lead(laid.seat, left - 1, need - (not laid.seat & 1))
        else:
            result = self.follow((seat + 1) % 4, laid, alive, left, need)
        self.take_back(seat, card)
        return result

    def follow(self, seat: int, table: _Table, alive: int, left: int, need: int) -> bool:
        ours = not seat & 1
        for card in self.moves(seat, table, alive):
            if self.after(seat, card, table, alive, left, need) == ours:
                return ours
        return not ours

    def key(self, seat: int, alive: int) -> tuple[int, ...]:
        """Who holds each card of each suit, the lowest first, behind a leading one."""
        north, east, south, _west = self.hands
        out = [seat, *self.dead]
        for shift in (0, 16, 32, 48):
            cards = alive >> shift & _SUIT
            owners = 1
            while cards:
                low = cards & -cards
                bit = low << shift
                owner = 0 if north & bit else 1 if east & bit else 2 if south & bit else 3
                owners = owners << 2 | owner
                cards ^= low
            out.append(owners)
        return tuple(out)

    def sure(self, seat: int, alive: int) -> int:
        """Count tricks the leader can cash from the top with nobody able to ruff."""
        hand = self.hands[seat]
        foes = self.hands[(seat + 1) % 4] | self.hands[(seat + 3) % 4]
        trump = self.trump
        if trump >= 0 and (foes | self.hands[seat ^ 2]) >> 16 * trump & _SUIT:
            suits: tuple[int, ...] = (trump,)
        else:
            suits = (0, 1, 2, 3)
        total = 0
        for suit in suits:
            own = hand >> 16 * suit & _SUIT
            others = (alive >> 16 * suit & _SUIT) & ~own
            total += (own >> others.bit_length()).bit_count()
        return total

    def lead(self, seat: int, left: int, need: int) -> bool:
        if need <= 0:
            return True
        if need > left:
            return False
        ours = not seat & 1
        north, east, south, west = self.hands
        alive = north | east | south | west
        if self.sure(seat, alive) >= (need if ours else left - need + 1):
            return ours
        key = self.key(seat, alive)
        low, high = self.bounds.get(key, (0, left))
        if low >= need:
            return True
        if high < need:
            return False
        result = self.follow(seat, _Table(), alive, left, need)
        self.bounds[key] = (need, high) if result else (low, need - 1)
        return result


def values(position: Position) -> dict[int, int]:
    """Value every legal card of the player to move, in tricks of the player's side.

    Raises ``EndingTooLongError`` beyond ``MAX_ENDING`` cards a hand and ``PositionError`` for a
    position that makes no sense.
    """
    in_codes = codes(position)
    left = check_sizes(position)
    if left > MAX_ENDING:
        raise EndingTooLongError(left)
    trump = -1 if position.trump is None else position.trump
    search = _Search(in_codes.hands, in_codes.dead, trump)
    table = _Table()
    alive = 0
    for i, card in enumerate(in_codes.table):
        table = table.with_card((position.leader + i) % 4, card, trump)
        if card != DEAD_CARD:
            alive |= 1 << card
    for hand in search.hands:
        alive |= hand
    seat = position.player
    ours = not seat & 1
    names = cards_by_code(position.ranking, position.trump)
    found: dict[int, int] = {}
    guess = left // 2
    for top in search.moves(seat, table, alive):
        low, high = 0, left
        while low < high:
            need = min(max(guess, low + 1), high)
            if search.after(seat, top, table, alive, left, need):
                low = guess = need
                guess += 1
            else:
                high = guess = need - 1
        guess = low
        value = low if ours else left - low
        if top == DEAD_CARD:
            for joker in (LITTLE_JOKER, BIG_JOKER):
                if position.hands[seat] >> joker & 1:
                    found[joker] = value
            continue
        others = alive & ~search.hands[seat]
        code = top
        while code >= top & ~15 and not others >> code & 1:
            if search.hands[seat] >> code & 1:
                found[names[code]] = value
            code -= 1
    return dict(sorted(found.items()))


def solve(position: Position) -> int:
    """Count the tricks the side to move takes.  Errors as for ``values``."""
    return max(values(position).values())
