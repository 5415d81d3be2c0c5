"""How an analysis looks: in lines for people, and as JSON values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final

from whistlog.cards import SEATS, SIDES, Ranking, Seat
from whistlog.render.board import Names

if TYPE_CHECKING:
    from whistlog.analysis.costs import Analysis, Better, Continuation, PlayCost, Remark
    from whistlog.analysis.expected import Expected, ExpectedLoss
    from whistlog.replay.values import Replay

VERSION: Final = 2
"""Version of the JSON document."""

_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven")


def tricks_in_words(number: int) -> str:
    """A number of tricks.

    >>> tricks_in_words(1), tricks_in_words(2), tricks_in_words(11)
    ('one trick', 'two tricks', '11 tricks')
    """
    word = _NUMBERS[number] if number < len(_NUMBERS) else str(number)
    return f"{word} trick{'' if number == 1 else 's'}"


def better_in_words(better: Sequence[Better], cost: int) -> str:
    """The better cards: ``A♦, K♠=Q♠ (saves one trick)``; equal cards are joined by =."""
    parts = []
    for group in better:
        words = "=".join(card.name for card in group.cards)
        # What saves all that was lost needs no more words.
        if group.saves != cost:
            words += f" (saves {tricks_in_words(group.saves)})"
        parts.append(words)
    return ", ".join(parts)


def cost_in_words(play: PlayCost, most: int | None = None) -> str:
    """What a card cost: ``cost one trick as the cards lay; better: 9♠``.

    Args:
        play: the card.
        most: how many of the better cards, or groups of equal ones, are named; None for all.
    """
    text = f"cost {tricks_in_words(play.cost) if play.cost else 'nothing'} as the cards lay"
    if play.better:
        text += f"; better: {better_in_words(play.better[:most], play.cost)}"
        if most is not None and len(play.better) > most:
            text += " and others"
    return text


def lines(analysis: Analysis, remarks: Sequence[Remark], names: Names) -> Iterator[str]:
    """All that is to be said about a deal, after its heading."""
    if not analysis.analysed:
        yield "Not analysed:"
        yield from _remarks(remarks, names)
        return
    if analysis.par is not None:
        yield f"Par: {names.pair(analysis.par)}, with all cards seen and best play by all four."
    yield from _remarks((r for r in remarks if r.trick is None), names)
    by_trick = {
        number: list(found)
        for number, found in groupby(
            sorted((r for r in remarks if r.trick is not None), key=lambda r: r.trick or 0),
            key=lambda r: r.trick,
        )
    }
    if analysis.plays:
        yield ""
        yield (
            f"Behind each trick: the tricks that {names.sides[0]} have in the end with best play, "
            "after each card."
        )
    tricks = {n: list(found) for n, found in groupby(analysis.plays, key=lambda p: p.trick)}
    for number in sorted(set(tricks) | {n for n in by_trick if n is not None}):
        if number in tricks:
            yield from _trick(number, tricks[number], analysis.expected, names)
        for remark in by_trick.get(number, ()):
            yield f"  ! Trick {number}: {_said(remark, names)}"
    if analysis.plays:
        yield ""
        yield from _totals(analysis, names)
    if analysis.expected is not None and analysis.expected.plays:
        yield ""
        yield from _expected_totals(analysis, analysis.expected, names)
    if analysis.continuation is not None:
        yield ""
        yield from _continuation(analysis.continuation, names)


def _said(remark: Remark, names: Names) -> str:
    return remark.said(names.letters, names.sides)


def _remarks(remarks: Iterable[Remark], names: Names) -> Iterator[str]:
    for remark in remarks:
        where = "" if remark.trick is None else f"Trick {remark.trick}: "
        yield f"  ! {where}{_said(remark, names)}"


def _trick(
    number: int, plays: Sequence[PlayCost], expected: Expected | None, names: Names
) -> Iterator[str]:
    cells = ""
    for play in plays:
        mark = f" {-play.cost:+}" if play.cost else ""
        cells += f"{names.letters[play.seat]} {play.card.name}{mark}".ljust(10)
    trace = " ".join(str(play.after[0]) for play in plays)
    yield f"{number:>2}.  {cells:<40}  {names.sides[0]} {trace}"
    for play in plays:
        if play.cost > 0:
            yield f"     {names.letters[play.seat]} {play.card.name} {cost_in_words(play)}."
        elif play.cost < 0:
            gain = tricks_in_words(-play.cost)
            yield f"     {names.letters[play.seat]} {play.card.name}, a revoke, won {gain}."
        loss = None if expected is None else expected.at(number, play.seat)
        if loss is not None and (loss.cost or loss.reported):
            yield f"     {_loss_in_words(loss, names)}"


def _loss_in_words(loss: ExpectedLoss, names: Names) -> str:
    """What a card was expected to lose, and how sure that is."""
    text = f"By what {names.letters[loss.seat]} could know, {loss.card.name} loses "
    every = loss.samples == loss.layouts
    seen = f"all {loss.layouts} layouts" if every else f"{loss.samples} layouts"
    noise = "" if every else f" ±{loss.error:.2f}"
    if loss.reported:
        best = ", ".join("=".join(c.name for c in o.cards) for o in loss.options if not o.loss)
        return f"{text}{loss.loss:.2f}{noise} tricks on average ({seen}); best: {best}."
    if not loss.loss:
        return f"{text}nothing on average ({seen})."
    return f"{text}nothing for certain ({loss.loss:.2f}{noise}, {seen})."


def _totals(analysis: Analysis, names: Names) -> Iterator[str]:
    costs = analysis.seat_costs
    yield "Cost in tricks as the cards lay:"
    for side in SIDES:
        seats = [seat for seat in SEATS if seat.side is side]
        players = ", ".join(f"{names.player(seat)} {costs[seat]}" for seat in seats)
        yield f"  {names.sides[side]} {analysis.side_costs[side]} ({players})"
    if analysis.par is not None and analysis.end is not None:
        (ns, ew), first = analysis.side_costs, names.sides[0]
        shifted = sum(shift.north_south for shift in analysis.shifts)
        sum_ = f"{analysis.par[0]} {_signed(-ns) if ns else '- 0'} {_signed(ew)}"
        if shifted:
            sum_ += f" {_signed(shifted)} (play out of turn)"
        yield f"{first}: par {sum_} = {analysis.end[0]}."


def _expected_totals(analysis: Analysis, expected: Expected, names: Names) -> Iterator[str]:
    yield (
        f"By what each player could know (up to {expected.samples} layouts a card, "
        f"seed {expected.seed}):"
    )
    seats = [SEATS[seat] for side in SIDES for seat in (side, side + 2)]
    width = max(len(names.player(seat)) for seat in seats)
    for seat in seats:
        loss, luck = expected.seat_losses[seat], expected.seat_luck[seat]
        name = names.player(seat).ljust(width)
        yield f"  {name}  expected loss {loss:.2f}, bad luck {_rounded(luck):.2f}"
    split = expected.split(analysis)
    if split is not None:
        yield (
            f"{names.sides[0]}: {split.half:g} {_signed(split.cards)} (cards) "
            f"{_hundredths(-split.losses[0])} {_hundredths(split.losses[1])} (expected losses) "
            f"{_hundredths(-split.luck[0])} {_hundredths(split.luck[1])} (luck)"
            f"{f' {_signed(split.rest)} (the rest)' if split.rest else ''} "
            f"= {split.north_south}."
        )


def _rounded(number: float) -> float:
    """To hundredths; nothing has no sign."""
    return round(number, 2) + 0.0


def _hundredths(number: float) -> str:
    number = _rounded(number)
    return f"{'-' if number < 0 else '+'} {abs(number):.2f}"


def _signed(number: float) -> str:
    return f"{'-' if number < 0 else '+'} {abs(number):g}"


def _continuation(found: Continuation, names: Names) -> Iterator[str]:
    yield f"From trick {found.trick} on, one of the best ways to play:"
    for trick in found.tricks:
        cells = "".join(
            f"{names.letters[(trick.leader + i) % 4]} {card.name}".ljust(8)
            for i, card in enumerate(trick.cards)
        )
        yield f"{trick.trick:>2}.  {cells:<32}  {names.letters[trick.winner]} wins"
    yield f"That gives {names.pair(found.value)}."


def as_dict(
    analysis: Analysis,
    remarks: Sequence[Remark],
    replay: Replay,
    *,
    path: str,
    game: int,
    deal: int,
) -> dict[str, Any]:
    """An analysis as JSON values, by ``schemas/analysis.schema.json``."""
    costs = analysis.seat_costs
    continuation = analysis.continuation
    expected = analysis.expected
    return {
        "path": path,
        "game": game,
        "deal": deal,
        "dealer": None if replay.dealer is None else replay.dealer.name,
        "trump": None if replay.trump is None else replay.trump.symbol,
        "ranking": "downtown" if replay.ranking is Ranking.DOWNTOWN else "uptown",
        "analysed": analysis.analysed,
        "par": _pair(analysis.par),
        "plays": [
            _play(play, None if expected is None else expected.at(play.trick, play.seat))
            for play in analysis.plays
        ],
        "costs": {
            "players": {seat.name: costs[seat] for seat in SEATS},
            "sides": _pair(analysis.side_costs),
        },
        "shifts": [{"trick": s.trick, "NS": s.north_south} for s in analysis.shifts],
        "expected": None if expected is None else _expected(analysis, expected),
        "end": _pair(analysis.end),
        "result": _pair(analysis.result),
        "continuation": None
        if continuation is None
        else {
            "trick": continuation.trick,
            "tricks": [
                {
                    "trick": trick.trick,
                    "leader": trick.leader.name,
                    "cards": [card.name for card in trick.cards],
                    "winner": trick.winner.name,
                }
                for trick in continuation.tricks
            ],
            "value": _pair(continuation.value),
        },
        "remarks": [{"name": r.name, "message": r.message, "trick": r.trick} for r in remarks],
    }


def _expected(analysis: Analysis, expected: Expected) -> dict[str, Any]:
    losses, luck = expected.seat_losses, expected.seat_luck
    split = expected.split(analysis)
    return {
        "samples": expected.samples,
        "seed": expected.seed,
        "players": {seat.name: {"loss": losses[seat], "luck": luck[seat]} for seat in SEATS},
        "sides": {
            side.name: {
                "loss": losses[side] + losses[side + 2],
                "luck": luck[side] + luck[side + 2],
            }
            for side in SIDES
        },
        "split": None
        if split is None
        else {"half": split.half, "cards": split.cards, "rest": split.rest},
        "left_out": [{"trick": trick, "seat": seat.name} for trick, seat in expected.left_out],
    }


def _loss(loss: ExpectedLoss) -> dict[str, Any]:
    return {
        "loss": loss.loss,
        "error": loss.error,
        "reported": loss.reported,
        "luck": loss.luck,
        "samples": loss.samples,
        "layouts": loss.layouts,
        "options": [
            {"cards": [card.name for card in option.cards], "loss": option.loss}
            for option in loss.options
        ],
    }


def _play(play: PlayCost, loss: ExpectedLoss | None) -> dict[str, Any]:
    seat: Seat = play.seat
    return {
        "trick": play.trick,
        "seat": seat.name,
        "card": play.card.name,
        "legal": play.legal,
        "cost": play.cost,
        "better": [
            {"cards": [card.name for card in group.cards], "saves": group.saves}
            for group in play.better
        ],
        "before": _pair(play.before),
        "after": _pair(play.after),
        "expected": None if loss is None else _loss(loss),
    }


def _pair(pair: tuple[int, int] | None) -> dict[str, int] | None:
    return None if pair is None else {side.name: pair[side] for side in SIDES}
