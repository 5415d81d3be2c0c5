"""What is wrong with a deal only because something else is: it is no further finding.

The first cause is told, and what follows from it is left out: what could not be read, a fault of
the auction, two lines that contradict each other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final, TypeVar

from whistlog.checks.repeated import contradicting
from whistlog.diagnostics.values import Diagnostic
from whistlog.notation.languages import all_keywords, fold
from whistlog.record import Deal, Trump

Diagnostics = tuple[Diagnostic, ...]
_T = TypeVar("_T")

MOST: Final = 4
"""Contradictions of a deal that are weighed; nobody makes more."""

# -- what could not be read -------------------------------------------------------------------


def after_text(faults: Diagnostics, found: Diagnostics) -> Diagnostics:
    """The findings about a deal without those that only follow from the faults of its text.

    A card that can't be read makes its line neither too long nor too short; what a line says
    whose keyword is misspelt is not missing.

    Args:
        faults: what could not be read of the deal, sorted by place.
        found: what is wrong with what could be read.
    """
    lines = {fault.span.line for fault in faults if fault.severity == "error"}
    unread = misspelt(faults)
    return tuple(
        d
        for d in found
        if not (d.name in _INCOMPLETE and d.span.line in lines)
        and not (d.name in _UNDECIDED and (lines or unread))
        and _MISSING.get(d.name) not in unread
        and not (d.name == "deal-again" and faults[0].name == "deal-line-missing")
    )


def misspelt(faults: Diagnostics) -> frozenset[str]:
    """The keywords of the lines that begin with something that is close to one."""
    near = [d.args["suggestion"] for d in faults if d.name in _NO_KEYWORD]
    if not near:
        return frozenset()
    return frozenset(all_keywords()[fold(str(word))] for word in near)


_NO_KEYWORD: Final = frozenset(("keyword-misspelt", "keyword-unknown"))


_INCOMPLETE: Final = frozenset(
    (
        "dealt-count",
        "hand-count",
        "kitty-count",
        "leader-unknown",
        "trick-size",
        "winner-undecidable",
    )
)
"""Findings that say that something is missing on a line."""

_UNDECIDED: Final = frozenset(("leader-unknown", "revoke-undecidable"))
"""Findings that say that the record does not tell something."""

_MISSING: Final = {
    "auction-missing": "auction",
    "declare-missing": "trump",
    "direction-missing": "ranking",
    "turnup-missing": "trump",
    "trump-missing": "trump",
}
"""Findings that say that a line is missing, and the keyword of that line."""


# -- faults of the auction --------------------------------------------------------------------


def after_auction(deal: Deal, found: Diagnostics) -> Diagnostics:
    """The findings about a deal without those that follow from a fault in its auction.

    A call that is left out, doubled or in the wrong place makes another bid, another declarer
    and another score. Of several faults of an auction the first one that is an error is told.
    """
    if deal.layout.auction is None:
        return found
    line = deal.span(deal.layout.auction[0]).line
    own = [d for d in found if d.name in _AUCTION and d.span.line == line]
    errors = [d for d in own if d.severity == "error"]
    turned = [d for d in found if d.name == "rank-turned" and d.span.line == line]
    cause = next(iter(errors or (turned if own else ())), None)
    if cause is None:
        return found
    return tuple(
        d
        for d in found
        if d.name == cause.name
        or not (d in own or d.name in _BY_AUCTION or (d.name == "lead-wrong-seat" and d.trick == 1))
    )


_AUCTION: Final = frozenset(
    (
        "all-pass",
        "auction-open",
        "bid-after-end",
        "bid-after-pass",
        "bid-below-min",
        "bid-form",
        "bid-form-later",
        "bid-too-low",
        "bid-turn",
        "pass-final",
    )
)
"""Findings about the calls of an auction."""

_BY_AUCTION: Final = frozenset(
    (
        "bid-score",
        "bid-score-impossible",
        "bid-score-reading",
        "declare-kind",
        "declare-missing",
        "direction-missing",
        "kitty-not-shown",
        "kitty-shown",
        "rank-turned",
    )
)
"""Findings that depend on which bid it was that won."""


# -- contradictions ---------------------------------------------------------------------------


def after_contradictions(
    deal: Deal, found: Diagnostics, judge: Callable[[Deal], Diagnostics]
) -> Diagnostics:
    """The findings about a deal without those that the other one of two lines makes go away.

    Where a record says a thing twice in two ways, the first one counts, and nothing is changed.
    But if less is wrong with the deal by the other one, the first is most likely the wrong one.

    Args:
        deal: the deal.
        found: what is wrong with it.
        judge: says what is wrong with another deal in its place.
    """
    fitting: list[int] = []
    for later, first in contradicting(deal)[:MOST]:
        # What a deal is judged by next has the lines in their places that fit better so far.
        other = _exchanged(deal, later, first)
        left = _left(found, judge(other))
        if left is not None:
            deal, found = other, left
            fitting.append(deal.span(first).line)
    if any(d.name == "turnup-not-last" for d in found):
        left = _left(found, judge(_with_last_card(deal)))
        found = found if left is None else left
    return tuple(_fits_second(d) if d.span.line in fitting else d for d in found)


def _left(found: Diagnostics, by_other: Diagnostics) -> Diagnostics | None:
    """What is wrong either way, and the causes; None if not less is wrong with the other deal."""
    if _weight(by_other) >= _weight(found):
        return None
    left = {(d.name, d.span) for d in by_other}
    return tuple(d for d in found if d.name in _CAUSES or (d.name, d.span) in left)


def _with_last_card(deal: Deal) -> Deal:
    """The deal with the card turned up that was dealt last; these are at odds in it."""
    dealt, trump = deal.layout.dealt, deal.layout.trump
    assert dealt is not None
    assert trump is not None
    cards = dealt[1].cards
    assert cards
    items = list(deal.items)
    items[trump[0]] = Trump(cards[-1], None, trump[1].comment)
    return Deal(tuple(items), source=deal.source)


def _exchanged(deal: Deal, one: int, other: int) -> Deal:
    """The deal with two lines in each other's place."""
    source = deal.source
    if source is not None:
        source = source._replace(item_lines=_swapped(source.item_lines, one, other))
    return Deal(tuple(_swapped(deal.items, one, other)), source=source)


def _swapped(values: Sequence[_T], one: int, other: int) -> list[_T]:
    swapped = list(values)
    swapped[one], swapped[other] = values[other], values[one]
    return swapped


_CAUSES: Final = frozenset(("line-repeated", "turnup-not-last"))


def _weight(found: Diagnostics) -> int:
    """How much is wrong, the contradictions themselves apart."""
    return sum(d.name not in _CAUSES and d.severity != "info" for d in found)


def _fits_second(found: Diagnostic) -> Diagnostic:
    """The finding about two lines of which the second fits the rest of the deal."""
    if found.name != "line-repeated":
        return found
    return replace(found, related=tuple(r._replace(note="misfit") for r in found.related))
