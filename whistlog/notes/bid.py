"""What is said of a deal of bid whist: its observations asked about each step and each play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Final

from whistlog.notes import bidding, bidplay
from whistlog.notes.bidstory import BidStory
from whistlog.notes.bidview import FOLLOWING, LEAD, VOID, BeforePlay, OfPlay, Weighed
from whistlog.notes.registry import catalogue
from whistlog.notes.values import CALL, DECLARATION, EXCHANGE, BidMoment, Said, Step

if TYPE_CHECKING:
    from whistlog.analysis.costs import PlayCost
    from whistlog.cards import Seat

Remark = tuple[str, BidMoment | Step, Said]

BEFORE_PLAY: Final[tuple[BeforePlay, ...]] = bidding.OBSERVATIONS
OF_PLAY: Final[tuple[OfPlay, ...]] = bidplay.OBSERVATIONS
WEIGHED: Final[tuple[Weighed, ...]] = bidplay.WEIGHED

CODES: Final = tuple(
    sorted({o.code for o in BEFORE_PLAY} | {o.code for o in OF_PLAY} | {o.code for o in WEIGHED})
)
"""The observations of bid whist."""


class _Asked:
    """Who is asked, under one school.

    Attributes:
        before: by kind of step.
        plays: by situation of the play.
        weighed: of every play that was analysed.
    """

    def __init__(self, school: str) -> None:
        heard = {code for code in CODES if school in catalogue()[code].schools}
        self.before = {
            kind: [o for o in BEFORE_PLAY if kind in o.on and o.code in heard]
            for kind in (CALL, DECLARATION, EXCHANGE)
        }
        self.plays = {
            where: [o for o in OF_PLAY if where in o.on and o.code in heard]
            for where in (LEAD, FOLLOWING, VOID)
        }
        self.weighed = [o for o in WEIGHED if o.code in heard]


@cache
def _asked(school: str) -> _Asked:
    return _Asked(school)


def remarks(
    story: BidStory, school: str, costs: Mapping[tuple[int, Seat], PlayCost]
) -> Iterator[Remark]:
    """What the observations of a school say of a deal.

    Args:
        story: the deal.
        school: the school that judges.
        costs: by trick and seat, what the cards cost as they lay; empty without analysis.
    """
    asked = _asked(school)
    for step in story.steps:
        if step.view is not None:
            for early in asked.before[step.kind]:
                said = early.look(step.view, step)
                if said is not None:
                    yield early.code, step, said
    lead, following, void = (asked.plays[where] for where in (LEAD, FOLLOWING, VOID))
    for moment in story.moments:
        view = moment.view
        if view is None:
            continue
        card = moment.card
        if not view.place:
            observations = lead
        else:
            observations = following if view.order.suit[card.code] == view.led else void
        for observation in observations:
            said = observation.look(view, card)
            if said is not None:
                yield observation.code, moment, said
        play = costs.get((moment.trick, moment.seat)) if costs else None
        if play is not None:
            for weighed in asked.weighed:
                said = weighed.look(view, card, play)
                if said is not None:
                    yield weighed.code, moment, said
