"""What does not fit together between tables: boards that differ, totals that are wrong."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import Any

from whistlog.cards import SEATS, cards_of
from whistlog.contest import Contest, Place, Result, Total, fold_name
from whistlog.diagnostics.values import Diagnostic, Fix, Related
from whistlog.record import NOWHERE, Span
from whistlog.sentences.phrases import Listed, Phrase


def check_contest(contest: Contest) -> tuple[Diagnostic, ...]:
    """All findings about a contest (rules D5, D6)."""
    apart, doubtful = _apart(contest)
    found = (
        *(_at("board-missing", place, {}) for place in contest.boardless),
        *_twice(contest),
        *_boards(contest),
        *apart,
    )
    if contest.beyond is None:
        return (*found, *_totals(contest, doubtful))
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


def _twice(contest: Contest) -> list[Diagnostic]:
    """Players who sit at two seats of a table, told once for a game."""
    return [
        _at(
            "player-twice",
            twice.place,
            {"player": twice.player, "seats": Listed(twice.seats, "and")},
            related=() if twice.first == NOWHERE else (Related("first", twice.first),),
        )
        for twice in contest.twice.values()
        if "player-twice" not in twice.ignored
    ]


def _boards(contest: Contest) -> list[Diagnostic]:
    """What is wrong with boards. One that differs is another board, so nobody meets it twice."""
    differing: set[int] = set()
    found = _mismatches(contest, differing)
    return [*found, *_repeats(contest, differing)]


def _mismatches(contest: Contest, differing: set[int]) -> list[Diagnostic]:
    """Boards that are not the same wherever they are played; their places in ``differing``."""
    found = []
    first: dict[tuple[object, str], tuple[object, Result]] = {}
    for place, result in enumerate(contest.results):
        if result.board is None:
            continue
        differences: list[tuple[Phrase, str, str, Result]] = []
        for what, value in _content(result):
            key = (result.key, str(what))
            seen = first.setdefault(key, (value, result))
            if seen[0] != value:
                say = [_say(what, content, result) for content in (seen[0], value)]
                differences.append((what, say[0], say[1], seen[1]))
        if differences:
            differing.add(place)
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
            content.append((Phrase("board-hand", {"seat": _letter(result, seat)}), hand))
    return content


def _letter(result: Result, seat: int) -> str:
    """What the record calls a seat."""
    return result.sides[seat & 1][seat >> 1]


def _say(what: Phrase, value: Any, result: Result) -> str:
    if what.key == "board-dealer":
        return _letter(result, value)
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


def _repeats(contest: Contest, differing: set[int]) -> list[Diagnostic]:
    """Players who meet a board twice."""
    found: list[Diagnostic] = []
    met: dict[tuple[object, str], Result] = {}
    # One who plays several boards again at the same two tables is told once.
    told: dict[object, tuple[int, int]] = {}
    for place, result in enumerate(contest.results):
        if result.board is None or place in differing:
            continue
        again: dict[int, tuple[Result, list[str]]] = {}
        for name in result.players:
            if (
                name
                and (result.place.path, result.place.game, fold_name(name)) not in contest.twice
            ):
                before = met.setdefault((result.key, fold_name(name)), result)
                if before is not result:
                    again.setdefault(id(before), (before, []))[1].append(name)
        if "board-repeat" in result.ignored:
            continue
        for origin, names in again.values():
            games = tuple((r.place.path, r.place.game) for r in (result, origin))
            key = (*games, tuple(sorted(map(fold_name, names))))
            if key in told:
                at, others = told[key]
                told[key] = (at, others + 1)
                more = Phrase("and-more", {"number": others + 1})
                found[at] = replace(found[at], args={**found[at].args, "more": more})
                continue
            told[key] = (len(found), 0)
            args: dict[str, object] = {
                "board": result.board,
                "more": "",
                "names": Listed(names, "and" if len(names) < 3 else ""),
                "where": _where(origin, result),
            }
            found.append(_at("board-repeat", result.place, args, related=_related(origin, result)))
    return found


def _apart(contest: Contest) -> tuple[list[Diagnostic], set[tuple[str, str]]]:
    """Players of a drive who play one deal at two tables, told once for two games.

    Returns:
        The findings, and the events in which that is so.
    """
    found = []
    events: set[tuple[str, str]] = set()
    met: dict[tuple[object, int, str], Result] = {}
    told: set[object] = set()
    for result in contest.results:
        # Without a name and a date it may be another evening.
        if not result.single or not result.number or result.event == ("", ""):
            continue
        for name in result.players:
            if not name:
                continue
            before = met.setdefault((result.event, result.number, fold_name(name)), result)
            games = tuple((r.place.path, r.place.game) for r in (before, result))
            if games[0] == games[1]:
                continue
            events.add(result.event)
            if (fold_name(name), *games) in told:
                continue
            told.add((fold_name(name), *games))
            if "player-two-tables" not in result.ignored:
                args: dict[str, object] = {
                    "player": name,
                    "deal": result.number,
                    "where": _where(before, result),
                }
                related = _related(before, result)
                found.append(_at("player-two-tables", result.place, args, related=related))
    return found, events


def _totals(contest: Contest, doubtful: set[tuple[str, str]]) -> list[Diagnostic]:
    """Totals of players that are not the sum of their deals.

    Args:
        contest: the contest.
        doubtful: events in which somebody plays in two places.
    """
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
    # Whoever is written at two seats stands in the place of somebody.
    doubtful = doubtful | {twice.event for twice in contest.twice.values()}
    undecided: dict[tuple[str, int, int | None, int], list[tuple[Total, Phrase]]] = {}
    for total in contest.totals:
        if total.total is None:
            if "drive-total-syntax" not in total.ignored:
                found.append(_at("drive-total-syntax", total.place, {"text": total.player}))
            continue
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
            if total.event in doubtful:
                continue
            line = (total.place.path, total.place.game, total.after, total.place.span.line)
            absent = [n for n in unknown if n not in numbers]
            undecided.setdefault(line, []).append((total, _why(unknown, absent, numbers)))
            continue
        right = sum(won for _, won in counted if won is not None)
        if right != total.total:
            args["expected"] = right
            args["deals"] = last
            found.append(_at("drive-total", total.place, args, fix=_fix(total, right)))
    for some in undecided.values():
        first, why = some[0]
        names = ", ".join(total.player for total, _ in some)
        if any(other != why for _, other in some):
            why = Phrase("total-deals-missing")
        args = {"player": names, "why": why}
        found.append(_at("drive-total-undecided", first.place, args))
    return found


def _why(unknown: list[int], absent: list[int], numbers: list[int]) -> Phrase:
    if not numbers:
        return Phrase("total-no-deal")
    if not unknown:
        return Phrase("total-deal-twice")
    told = absent or unknown
    some: list[object] = [*told[:4], *[Phrase("more")] * (len(told) > 4)]
    joint = "and" if len(told) > 4 else ""
    key = "total-absent" if absent else "total-uncounted"
    return Phrase(key, {"n": len(told), "numbers": Listed(some, joint)})


def _fix(total: Total, right: int) -> Fix | None:
    span = total.place.span
    if span == NOWHERE or span.end_column - span.column != len(str(total.total)):
        return None
    return Fix(Span(span.line, span.column, span.line, span.end_column), str(right))
