"""A walk through a deal, one position before each card."""

from __future__ import annotations

from collections.abc import Iterator

from whistlog.cards import SEATS, Card, Seat
from whistlog.replay.values import Position, Replay
from whistlog.rules.play import order


def positions(replay: Replay) -> Iterator[Position]:
    """Yield the position before each card of a deal, and the last one when all is played.

    >>> from whistlog.record import Deal
    >>> from whistlog.replay import replay
    >>> [p.turn for p in positions(replay(Deal(())))]
    [None]
    """
    held = list(replay.known_hands)
    if replay.declarer is not None:
        # He plays with what he has after the exchange with the kitty.
        held[replay.declarer] = replay.exchanged
    rules = replay.order if replay.order is not None else order(None)
    played = 0
    voids = [0, 0, 0, 0]
    won = kitty_first(replay)
    turn_up = replay.turn_up
    last = len(replay.tricks) - 1

    def position(
        trick: int,
        table: tuple[tuple[Seat | None, Card], ...],
        turn: Seat | None,
        card: Card | None,
    ) -> Position:
        hand = None if turn is None else held[turn]
        led = rules.setter([c for _, c in table]) if table else None
        return Position(
            trick=max(0, trick),
            number=len(table),
            turn=turn,
            table=table,
            card=card,
            hands=tuple(held),  # type: ignore[arg-type]
            legal=None if hand is None else rules.legal(hand, led),
            played=played,
            voids=tuple(voids),  # type: ignore[arg-type]
            turn_up=turn_up,
            won=(won[0], won[1]),
        )

    for number, trick in enumerate(replay.tricks):
        table: tuple[tuple[Seat | None, Card], ...] = ()
        for seat, card in zip(trick.seats, trick.cards):
            yield position(number, table, seat, card)
            led = rules.setter([c for _, c in table]) if table else None
            if seat is not None:
                hand = held[seat]
                if hand is not None:
                    held[seat] = hand & ~card.bit
                follow = 0 if led is None else rules.follow[led.code]
                if led is not None and rules.suit[card.code] not in (rules.suit[led.code], 5):
                    voids[seat] |= follow
                if voids[seat] & card.bit:
                    # He revoked, which all can see now.
                    voids[seat] &= ~rules.follow[card.code]
            played |= card.bit
            if card is turn_up:
                turn_up = None
            table = (*table, (seat, card))
        if trick.winner is not None:
            won[trick.winner.side] += 1 + kitty_with(replay, number)
        if number == last:
            short = len(table) < 4
            turn = _next(table) if short else trick.winner
            if not any(held) and not short and None not in held:
                turn = None
            yield position(number, table if short else (), turn, None)
    if not replay.tricks:
        yield position(0, (), None, None)


def kitty_first(replay: Replay) -> list[int]:
    """The tricks of each side before the first card: the kitty is one for who bid (B13)."""
    won = [0, 0]
    if replay.kitty_to is not None and not replay.kitty_with_first:
        won[replay.kitty_to.side] = 1
    return won


def kitty_with(replay: Replay, number: int) -> int:
    """1 if the kitty goes with a trick, by its index in ``Replay.tricks``, else 0."""
    return int(number == 0 and replay.kitty_to is not None and replay.kitty_with_first)


def _next(table: tuple[tuple[Seat | None, Card], ...]) -> Seat | None:
    """Who plays after the cards on the table, in clockwise order."""
    if not table:
        return None
    seat = table[-1][0]
    return None if seat is None else SEATS[(seat + 1) & 3]
