"""How an analysis looks: in lines for people, and as JSON values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final

from whistlog.cards import SEATS, SIDES, Ranking, Seat
from whistlog.render.board import Names
from whistlog.sentences.tables import decimal, say

if TYPE_CHECKING:
    from whistlog.analysis.costs import Analysis, Better, Continuation, PlayCost, Remark
    from whistlog.analysis.expected import Expected, ExpectedLoss
    from whistlog.replay.values import Replay

VERSION: Final = 2
"""Version of the JSON document."""


def tricks_in_words(number: int) -> str:
    """A number of tricks.

    >>> tricks_in_words(1), tricks_in_words(2), tricks_in_words(11)
    ('one trick', 'two tricks', '11 tricks')
    """
    return say(f"tricks-{number}") if number < 8 else say("tricks", n=number)


def better_in_words(better: Sequence[Better], cost: int) -> str:
    """The better cards: ``A♦, K♠=Q♠ (saves one trick)``; equal cards are joined by =."""
    parts = []
    for group in better:
        words = "=".join(card.name for card in group.cards)
        # What saves all that was lost needs no more words.
        if group.saves != cost:
            words += f" ({say('analysis-saves', tricks=tricks_in_words(group.saves))})"
        parts.append(words)
    return ", ".join(parts)


def cost_in_words(play: PlayCost, most: int | None = None) -> str:
    """What a card cost: ``cost one trick as the cards lay; better: 9♠``.

    Args:
        play: the card.
        most: how many of the better cards, or groups of equal ones, are named; None for all.
    """
    tricks = tricks_in_words(play.cost) if play.cost else say("nothing")
    if not play.better:
        return say("analysis-cost", tricks=tricks)
    better = better_in_words(play.better[:most], play.cost)
    if most is not None and len(play.better) > most:
        better = say("and", a=better, b=say("analysis-others"))
    return say("analysis-cost-better", tricks=tricks, better=better)


def lines(analysis: Analysis, remarks: Sequence[Remark], names: Names) -> Iterator[str]:
    """All that is to be said about a deal, after its heading."""
    if not analysis.analysed:
        yield say("analysis-none")
        yield from remark_lines(remarks, names)
        return
    if analysis.par is not None:
        yield say("analysis-par", par=names.pair(analysis.par))
    yield from remark_lines((r for r in remarks if r.trick is None), names)
    by_trick = {
        number: list(found)
        for number, found in groupby(
            sorted((r for r in remarks if r.trick is not None), key=lambda r: r.trick or 0),
            key=lambda r: r.trick,
        )
    }
    if analysis.plays:
        yield ""
        yield say("analysis-behind", side=names.sides[0])
    tricks = {n: list(found) for n, found in groupby(analysis.plays, key=lambda p: p.trick)}
    for number in sorted(set(tricks) | {n for n in by_trick if n is not None}):
        if number in tricks:
            yield from _trick(number, tricks[number], analysis.expected, names)
        for remark in by_trick.get(number, ()):
            yield f"  ! {say('analysis-at-trick', number=number, text=_said(remark, names))}"
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


def remark_lines(remarks: Iterable[Remark], names: Names) -> Iterator[str]:
    """What is unusual in an analysis, and why something is missing."""
    for remark in remarks:
        text = _said(remark, names)
        if remark.trick is not None:
            text = say("analysis-at-trick", number=remark.trick, text=text)
        yield f"  ! {text}"


def remarks_as_list(remarks: Iterable[Remark]) -> list[dict[str, Any]]:
    """The same as JSON values."""
    return [{"name": r.name, "message": r.message, "trick": r.trick} for r in remarks]


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
            won = tricks_in_words(-play.cost)
            who = f"{names.letters[play.seat]} {play.card.name}"
            yield f"     {say('analysis-revoke-won', play=who, tricks=won)}"
        loss = None if expected is None else expected.at(number, play.seat)
        if loss is not None and loss.told:
            yield f"     {_sentence(loss_in_words(loss, names))}"


def _sentence(words: str) -> str:
    return f"{capital(words)}."


def capital(words: str) -> str:
    """Words with a capital letter in front, all others as they are."""
    return words[0].upper() + words[1:]


def loss_in_words(loss: ExpectedLoss, names: Names) -> str:
    """What a card was expected to lose, and how sure that is, as a part of a sentence."""
    every = loss.samples == loss.layouts
    seen = say("analysis-all-layouts" if every else "analysis-layouts", number=loss.samples)
    noise = "" if every else f" ±{decimal(loss.error, '.2f')}"
    facts = {
        "seat": names.letters[loss.seat],
        "card": loss.card.name,
        "layouts": seen,
        "loss": decimal(loss.loss, ".2f") + noise,
    }
    if loss.reported:
        best = ", ".join("=".join(c.name for c in o.cards) for o in loss.options if not o.loss)
        return say("analysis-loses", **facts, best=best)
    return say("analysis-loses-perhaps" if loss.loss else "analysis-loses-nothing", **facts)


def _totals(analysis: Analysis, names: Names) -> Iterator[str]:
    costs = analysis.seat_costs
    yield say("analysis-costs")
    for side in SIDES:
        seats = [seat for seat in SEATS if seat.side is side]
        players = ", ".join(f"{names.player(seat)} {costs[seat]}" for seat in seats)
        yield f"  {names.sides[side]} {analysis.side_costs[side]} ({players})"
    if analysis.par is not None and analysis.end is not None:
        (ns, ew), first = analysis.side_costs, names.sides[0]
        shifted = sum(shift.north_south for shift in analysis.shifts)
        sum_ = f"{analysis.par[0]} {_signed(-ns) if ns else '- 0'} {_signed(ew)}"
        if shifted:
            sum_ += f" {_signed(shifted)} ({say('analysis-out-of-turn')})"
        yield say("analysis-sum", side=first, sum=sum_, end=analysis.end[0])


def _expected_totals(analysis: Analysis, expected: Expected, names: Names) -> Iterator[str]:
    yield say("titled", title=capital(expected_heading(expected)))
    totals = expected_totals(expected, names)
    width = max(len(name) for name, _ in totals)
    for name, both in totals:
        yield f"  {name.ljust(width)}  {both}"
    split = split_in_words(analysis, expected, names)
    if split is not None:
        yield f"{split}."
    yield _sentence(say("analysis-limits"))


def expected_heading(expected: Expected) -> str:
    """How the expected losses of a deal were found, as a part of a sentence."""
    return say("analysis-expected", samples=expected.samples, seed=expected.seed)


def expected_totals(expected: Expected, names: Names) -> list[tuple[str, str]]:
    """Each player, and his expected loss and bad luck in words; partners together."""
    totals = []
    for seat in (SEATS[seat] for side in SIDES for seat in (side, side + 2)):
        loss, luck = expected.seat_losses[seat], _rounded(expected.seat_luck[seat])
        both = say("analysis-loss-luck", loss=decimal(loss, ".2f"), luck=decimal(luck, ".2f"))
        totals.append((names.player(seat), both))
    return totals


def split_in_words(analysis: Analysis, expected: Expected, names: Names) -> str | None:
    """Where the tricks came from, as a sum; None for a deal without par or without an end."""
    split = expected.split(analysis)
    if split is None:
        return None
    losses = f"{_hundredths(-split.losses[0])} {_hundredths(split.losses[1])}"
    luck = f"{_hundredths(-split.luck[0])} {_hundredths(split.luck[1])}"
    rest = f" {_signed(split.rest)} ({say('analysis-rest')})" if split.rest else ""
    return say(
        "analysis-split",
        side=names.sides[0],
        cards=f"{decimal(split.half, 'g')} {_signed(split.cards)}",
        losses=losses,
        luck=luck,
        rest=rest,
        end=split.north_south,
    )


def _rounded(number: float) -> float:
    """To hundredths; nothing has no sign."""
    return round(number, 2) + 0.0


def _hundredths(number: float) -> str:
    number = _rounded(number)
    return f"{'-' if number < 0 else '+'} {decimal(abs(number), '.2f')}"


def _signed(number: float) -> str:
    return f"{'-' if number < 0 else '+'} {decimal(abs(number), 'g')}"


def _continuation(found: Continuation, names: Names) -> Iterator[str]:
    yield say("analysis-continuation", number=found.trick)
    for trick in found.tricks:
        cells = "".join(
            f"{names.letters[(trick.leader + i) % 4]} {card.name}".ljust(8)
            for i, card in enumerate(trick.cards)
        )
        wins = say("wins", seat=names.letters[trick.winner])
        yield f"{trick.trick:>2}.  {cells:<32}  {wins}"
    yield say("analysis-gives", tricks=names.pair(found.value))


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
        "remarks": remarks_as_list(remarks),
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
