"""What does not fit together between tables: boards that differ, totals that are wrong."""

from __future__ import annotations

from collections import defaultdict
from typing import Any, Final

from whistlog.cards import SEATS, cards_of
from whistlog.contest import Contest, Place, Result, Total, fold_name
from whistlog.diagnostics.values import Diagnostic, Fix, Related
from whistlog.record import NOWHERE, Span
from whistlog.sentences.phrases import Listed, Phrase

LETTERS: Final = "NESW"


def check_contest(contest: Contest) -> tuple[Diagnostic, ...]:
    """All findings about a contest (rules D5, D6)."""
    found = (*_mismatches(contest), *_repeats(contest))
    if contest.beyond is None:
        return (*found, *_totals(contest))
    # Without all of the deals no total can be judged.
    args: dict[str, object] = {
        "limit": Phrase("number", {"n": contest.limit}),
        "left": Phrase("number", {"n": contest.left_out}),
    }
    return (*found, _at("contest-too-large", contest.beyond, args))


def _at(name: str, place: Place, args: dict[str, object], **more: Any) -> Diagnostic:
    return Diagnostic(
        name, place.span, args, path=place.path, game=place.game, deal=place.deal, **more
    )


def _mismatches(contest: Contest) -> list[Diagnostic]:
    """Boards that are not the same wherever they are played."""
    found = []
    first: dict[tuple[object, str], tuple[object, Result]] = {}
    for result in contest.results:
        if result.board is None:
            continue
        differences: list[tuple[Phrase, str, str, Result]] = []
        for what, value in _content(result):
            key = (result.key, str(what))
            seen = first.setdefault(key, (value, result))
            if seen[0] != value:
                differences.append((what, _say(what, seen[0]), _say(what, value), seen[1]))
        if differences and "board-mismatch" not in result.ignored:
            what, other, here, origin = differences[0]
            others = [name for name, *_ in differences[1:]]
            more = Phrase("board-more", {"what": Listed(others)}) if others else ""
            args: dict[str, object] = {
                "board": result.board,
                "what": what,
                "here": here,
                "other": other,
                "where": _where(origin, result),
                "more": more,
            }
            found.append(
                _at("board-mismatch", result.place, args, related=_related(origin, result))
            )
    return found


def _content(result: Result) -> list[tuple[Phrase, object]]:
    content: list[tuple[Phrase, object]] = []
    if result.dealer is not None:
        content.append((Phrase("board-dealer"), result.dealer))
    if result.turn_up is not None:
        content.append((Phrase("board-turn-up"), result.turn_up))
    for seat in SEATS:
        hand = result.hands[seat]
        if hand is not None:
            content.append((Phrase("board-hand", {"seat": LETTERS[seat]}), hand))
    return content


def _say(what: Phrase, value: Any) -> str:
    if what.key == "board-dealer":
        return LETTERS[value]
    if what.key == "board-turn-up":
        return str(value.name)
    return " ".join(card.name for card in cards_of(value))


def _where(origin: Result, result: Result) -> Phrase:
    """Where another result stands, in words."""
    line: object = Phrase("on-line", {"number": origin.place.span.line})
    if origin.place.path != result.place.path:
        line = f"{origin.place.path}:{origin.place.span.line}"
    if origin.table:
        return Phrase("at-table", {"table": origin.table, "place": line})
    return Phrase("elsewhere", {"place": line})


def _related(origin: Result, result: Result) -> tuple[Related, ...]:
    if origin.place.path != result.place.path or origin.place.span == NOWHERE:
        return ()
    return (Related("other", origin.place.span),)


def _repeats(contest: Contest) -> list[Diagnostic]:
    """Players who meet a board twice."""
    found = []
    met: dict[tuple[object, str], Result] = {}
    for result in contest.results:
        if result.board is None:
            continue
        again: dict[int, tuple[Result, list[str]]] = {}
        for name in result.players:
            if name:
                before = met.setdefault((result.key, fold_name(name)), result)
                if before is not result:
                    again.setdefault(id(before), (before, []))[1].append(name)
        if "board-repeat" in result.ignored:
            continue
        for origin, names in again.values():
            args: dict[str, object] = {
                "board": result.board,
                "names": Listed(names, "and" if len(names) < 3 else ""),
                "where": _where(origin, result),
            }
            found.append(_at("board-repeat", result.place, args, related=_related(origin, result)))
    return found


def _totals(contest: Contest) -> list[Diagnostic]:
    """Totals of players that are not the sum of their deals."""
    found: list[Diagnostic] = []
    if not contest.totals:
        return found
    tricks: dict[tuple[object, str], list[tuple[int, int | None]]] = defaultdict(list)
    for result in contest.results:
        if result.single:
            for seat in SEATS:
                name = result.players[seat]
                if name:
                    won = None if result.tricks is None else result.tricks[seat & 1]
                    tricks[result.event, fold_name(name)].append((result.number, won))
    undecided: dict[tuple[str, int, int | None, int], list[tuple[Total, Phrase]]] = {}
    for total in contest.totals:
        if "drive-total" in total.ignored:
            continue
        deals = tricks.get((total.event, fold_name(total.player)), [])
        last = total.after if total.after is not None else total.deals
        if last is None:
            last = max((number for number, _ in deals), default=0)
        counted = [(n, won) for n, won in deals if n <= last]
        args: dict[str, object] = {"player": total.player, "total": total.total}
        numbers = sorted(n for n, _ in counted)
        unknown = sorted({*range(1, last + 1)} - {n for n, won in counted if won is not None})
        if unknown or len(set(numbers)) != len(numbers) or not numbers:
            line = (total.place.path, total.place.game, total.after, total.place.span.line)
            undecided.setdefault(line, []).append((total, _why(unknown, numbers)))
            continue
        right = sum(won for _, won in counted if won is not None)
        if right != total.total:
            args["expected"] = right
            args["deals"] = last
            found.append(_at("drive-total", total.place, args, fix=_fix(total, right)))
    for some in undecided.values():
        first, why = some[0]
        names = ", ".join(total.player for total, _ in some)
        why = why if len(some) == 1 else Phrase("total-deals-missing")
        args = {"player": names, "why": why}
        found.append(_at("drive-total-undecided", first.place, args))
    return found


def _why(unknown: list[int], numbers: list[int]) -> Phrase:
    if not numbers:
        return Phrase("total-no-deal")
    if not unknown:
        return Phrase("total-deal-twice")
    some: list[object] = [*unknown[:4], *[Phrase("more")] * (len(unknown) > 4)]
    joint = "and" if len(unknown) > 4 else ""
    return Phrase("total-uncounted", {"n": len(unknown), "numbers": Listed(some, joint)})


def _fix(total: Total, right: int) -> Fix | None:
    span = total.place.span
    if span == NOWHERE or span.end_column - span.column != len(str(total.total)):
        return None
    return Fix(Span(span.line, span.column, span.line, span.end_column), str(right))
