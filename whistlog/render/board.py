"""How a deal looks in plain text: hands around the table, tricks in lines, the score.

Everything is a list of lines; colour is added by `coloured` and is never needed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from whistlog.cards import JOKERS, SEATS, SIDES, SUITS, Ranking, Seat, Suit, cards_of, suit_mask
from whistlog.record import Annotation, Call, Deal, Header, Trick
from whistlog.render.base import Piece, visible, width
from whistlog.replay.positions import kitty_first, kitty_with
from whistlog.replay.values import PlayedTrick, Position, Replay
from whistlog.rules.auction import spoken
from whistlog.sentences.tables import say

if TYPE_CHECKING:
    from whistlog.checks.scores import DealScore
    from whistlog.diagnostics import Diagnostic

SIDE: Final = 24
"""Columns of the hands of West and East."""

CENTRE: Final = 22
"""Columns between them."""

_PLAYERS: Final = ("north", "east", "south", "west")


class Names:
    """What the seats and sides are called in a game.

    Attributes:
        letters: by seat.
        sides: by side.
    """

    def __init__(self, header: Header) -> None:
        self.letters = header.seats.letters
        self.sides = header.seats.sides
        self._players = [header.tag(key) for key in _PLAYERS]

    def called(self, seat: Seat) -> str:
        """The name of a player as it is written; the letter of the seat where there is none."""
        return self._players[seat] or self.letters[seat]

    def player(self, seat: Seat) -> str:
        """Letter and name: ``W Davi``."""
        name = self._players[seat]
        return f"{self.letters[seat]} {visible(name)}" if name else self.letters[seat]

    def pair(self, numbers: tuple[int, int]) -> str:
        """Numbers of both sides: ``NS 9, EW 4``."""
        return ", ".join(f"{self.sides[side]} {numbers[side]}" for side in SIDES)


def heading(header: Header, deal: Deal, number: int, replay: Replay, names: Names) -> list[str]:
    """What is known of a deal before the first card."""
    title = say("deal-title", number=number if deal.number is None else deal.number)
    event = header.tag("event")
    lines = [f"{title} - {visible(event)}" if event else title]
    facts = []
    if replay.dealer is not None:
        facts.append(say("dealer-is", seat=names.letters[replay.dealer]))
    facts.append(trump_line(replay))
    lines.append(", ".join(facts) + ".")
    return lines + list(bidding_lines(deal, replay, names))


def bidding_lines(deal: Deal, replay: Replay, names: Names) -> Iterator[str]:
    """Bid whist: the auction, who plays what, the kitty and what went back."""
    layout = deal.layout
    letters = names.letters
    if layout.auction is not None and replay.contract is not None:
        calls = layout.auction[1].calls
        seat = None if replay.dealer is None else replay.dealer.next
        words = []
        for call in calls:
            seat = call.seat if call.seat is not None else seat
            by = "" if seat is None else f"{letters[seat]} "
            words.append(by + visible(str(spoken(call))))
            seat = None if seat is None else seat.next
        yield say("auction-was", calls=", ".join(words))
    yield from contract_line(replay, names)
    piles = []
    for title, entry in (("kitty", layout.kitty), ("discards", layout.discards)):
        if entry is not None:
            cards, count = entry[1].cards, entry[1].count
            if cards is not None:
                piles.append(say(f"pile-{title}", cards=" ".join(c.name for c in cards)))
            elif count is not None:
                piles.append(say(f"pile-{title}", cards=say("cards", n=count)))
    if piles:
        yield " ".join(piles)


def contract_line(replay: Replay, names: Names) -> Iterator[str]:
    """Who plays what, in bid whist; no line where it is not known."""
    if replay.contract is not None:
        declarer, level, form, _ = replay.contract
        if level is not None and form is not None:
            bid = spoken(Call(level, form))
            yield say("declarer-plays", player=names.player(declarer), bid=bid)


def trump_line(replay: Replay) -> str:
    """Trump in words."""
    if replay.trump_basis is None and replay.trump is None:
        words = say("trump-not-known")
    elif replay.trump is None:
        words = say("trump-is-none")
    else:
        words = say("trump-is", suit=replay.trump.symbol)
    if replay.turn_up is not None:
        words += f" ({say('turned-up', card=replay.turn_up.name)})"
    if replay.ranking is Ranking.DOWNTOWN:
        words += f", {say('downtown')}"
    return words


def hand_lines(hand: int | None) -> list[str]:
    """A hand, one suit a line; four lines, and one more for jokers.

    >>> from whistlog.cards import card, mask
    >>> hand_lines(mask([card("A♠"), card("10♠"), card("2♣")]))
    ['♠ A 10', '♥ -', '♦ -', '♣ 2']
    """
    if hand is None:
        return [f"({say('not-known')})", "", "", ""]
    lines = [f"{suit.symbol} {_ranks(hand, suit)}" for suit in SUITS]
    if hand & JOKERS:
        lines.append(" ".join(c.name for c in reversed(cards_of(hand & JOKERS))))
    return lines


def _ranks(hand: int, suit: Suit) -> str:
    cards = reversed(cards_of(hand & suit_mask(suit)))
    return " ".join(c.name[:-1] for c in cards) or "-"


def hand_line(hand: int | None) -> str:
    """A hand in one line.

    >>> from whistlog.cards import card, mask
    >>> hand_line(mask([card("A♠"), card("10♠"), card("2♣")]))
    '♠ A 10  ♥ -  ♦ -  ♣ 2'
    """
    return "  ".join(line for line in hand_lines(hand) if line)


def compass(
    hands: Sequence[int | None], names: Names, middle: Sequence[str] = (), *, flat: bool = False
) -> list[str]:
    """The four hands around the table, with something in the middle.

    Args:
        hands: by seat; None for one that is not known.
        names: what the seats are called.
        middle: lines for the middle.
        flat: North and South in one line each, below the name.
    """
    blocks = [[names.player(seat), *hand_lines(hands[seat])] for seat in SEATS]
    indent = " " * (SIDE // 2 + CENTRE // 2)
    if flat:
        indent = " " * (SIDE // 2)
        for seat in (Seat.N, Seat.S):
            blocks[seat][1:] = [hand_line(hands[seat])]
    lines = [indent + line for line in blocks[Seat.N]]
    rows = max(len(blocks[Seat.W]), len(blocks[Seat.E]), len(middle))
    for i in range(rows):
        west, centre, east = (
            part[i] if i < len(part) else "" for part in (blocks[Seat.W], middle, blocks[Seat.E])
        )
        lines.append(f"{_pad(west, SIDE)}{_pad(centre, CENTRE)}{east}".rstrip())
    return lines + [indent + line for line in blocks[Seat.S]]


def _pad(text: str, columns: int) -> str:
    return text + " " * max(1, columns - width(text))


def table(position: Position) -> list[str]:
    """The cards on the table, each before its player, for the middle of a compass."""
    shown = {seat: card.name for seat, card in position.table if seat is not None}
    n, e, s, w = (shown.get(seat, "?" if seat is position.turn else ".") for seat in SEATS)
    return [f"{n:^18}", "", f"{w:^8}  {e:^8}", "", f"{s:^18}"]


def trick_lines(
    deal: Deal, trick: PlayedTrick, won: tuple[int, int], names: Names
) -> Iterator[str]:
    """A trick on a line: who played what in which order, who won, and the tricks so far.

    Annotations follow on lines of their own, in braces as they are written.
    """
    item = deal.items[trick.item]
    assert isinstance(item, Trick)
    standing = [play for play in item.plays if not play.withdrawn]
    cells = [
        _pad(f"{'?' if seat is None else names.letters[seat]} {play.card.name}{play.glyphs}", 8)
        for seat, play in zip(trick.seats, standing)
    ]
    line = f"{trick.number:>2}.  {''.join(cells):<32}"
    if trick.winner is not None:
        line += f"  {say('wins', seat=names.letters[trick.winner])}"
        if trick.recorded is not None and trick.recorded is not trick.winner:
            line += f" ({say('written-winner', seat=names.letters[trick.recorded])})"
    elif len(trick.cards) == 4:
        line += f"  {say('winner-not-known')}"
    yield f"{line:<58} {names.pair(won)}"
    for play in item.plays:
        if play.withdrawn:
            yield f"     {say('taken-back', card=play.card.name)}"
        for note in play.notes:
            yield f"     {play.card.name}: {{{visible(note)}}}"
    notes = [*item.notes]
    for following in deal.items[trick.item + 1 :]:
        if not isinstance(following, Annotation):
            break
        notes.extend(note for note in following.notes if not _on_deal(note))
    for note in notes:
        yield f"     {{{visible(note)}}}"


def _on_deal(note: str) -> bool:
    """Whether an annotation on a line of its own says that it is about the whole deal."""
    from whistlog.annotating import DEAL, mark_of

    return mark_of(note) == DEAL


def running(replay: Replay) -> list[tuple[int, int]]:
    """Tricks won by each side after every trick; a kitty that counts is one of them."""
    won = kitty_first(replay)
    result = []
    for number, trick in enumerate(replay.tricks):
        if trick.winner is not None:
            won[trick.winner.side] += 1 + kitty_with(replay, number)
        result.append((won[0], won[1]))
    return result


def result_lines(replay: Replay, score: DealScore | None, names: Names) -> Iterator[str]:
    """How a deal ended: tricks, points, the running score, the game."""
    if any(replay.claimed):
        yield say("was-claimed", tricks=names.pair(replay.claimed))
    if replay.unplayed:
        yield say("unplayed", n=replay.unplayed)
    parts = []
    if score is not None:
        if score.tricks is not None:
            parts.append(say("tricks-were", tricks=names.pair(score.tricks)))
        # Of a deal in which nothing was decided there is nothing to tell.
        idle = score.basis in ("undecided", "void") and not any(score.points or ())
        if score.points is not None and not idle:
            parts.append(say("points-were", points=names.pair(score.points)))
        if any(score.honours):
            parts.append(say("honours-were", points=names.pair(score.honours)))
        if score.penalties:
            from whistlog.checks.penalties import said

            parts += [
                say("penalty-was", side=names.sides[p.side], penalty=said(p))
                for p in score.penalties
            ]
        if score.after is not None and not idle:
            parts.append(say("score-is", score=names.pair(score.after)))
        if score.over:
            parts.append(
                say("game-tied")
                if score.winner is None
                else say("game-won", side=names.sides[score.winner])
            )
        if score.value is not None:
            parts.append(say("value-is", value=score.value))
        if score.rubber is not None:
            parts.append(say("rubber-is", points=names.pair(score.rubber)))
    if parts:
        yield " ".join(parts)


def findings_by_trick(findings: Iterable[Diagnostic]) -> dict[int | None, list[str]]:
    """Errors and warnings of a deal as lines, by the trick that they blame."""
    lines: dict[int | None, list[str]] = {}
    for found in findings:
        if found.severity != "info":
            text = f"{say(found.severity)} {found.code}: {visible(found.message)}"
            lines.setdefault(found.trick, []).append(text)
    return lines


def coloured(line: str) -> list[Piece]:
    """A line with the symbols of hearts and diamonds in red."""
    pieces: list[Piece] = []
    start = 0
    for i, c in enumerate(line):
        if c in "♥♦":
            pieces += [line[start:i], (c, "red")]
            start = i + 1
    pieces.append(line[start:])
    return pieces
