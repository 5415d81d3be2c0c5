"""How a teacher's notes look: in lines for people, and as JSON values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from whistlog.annotating import MachineNote, place_of
from whistlog.cards import SEATS, SIDES, Card, Ranking, Seat, Side, Suit
from whistlog.notes.registry import catalogue, sentence
from whistlog.notes.totals import codes_met
from whistlog.notes.values import DEPARTS, EXCHANGE, FOLLOWS, NEUTRAL
from whistlog.record import Deal, Trick
from whistlog.render import board
from whistlog.render.base import visible
from whistlog.rules import auction
from whistlog.sentences.catalogue import fill
from whistlog.sentences.spoken import spoken
from whistlog.sentences.tables import decimal, number, say

if TYPE_CHECKING:
    from whistlog.analysis.costs import Analysis, Remark
    from whistlog.notes.outcome import Decision, Goal
    from whistlog.notes.review import Key, KeyPlay, PlayerReview, Review, Weight
    from whistlog.notes.totals import Sample, Totals
    from whistlog.notes.values import BidMoment, Moment, Note, Step
    from whistlog.replay.values import Replay

VERSION: Final = 1
"""Version of the JSON document."""

_MARKS: Final = {FOLLOWS: "+", DEPARTS: "-", NEUTRAL: "·"}


def worth_telling(note: Note) -> bool:
    """Whether a note is shown where not all are asked for: a departure that matters and that
    nothing explains, the opening lead, and what is worth telling when it is followed."""
    entry = catalogue()[note.code]
    if note.verdict == DEPARTS:
        return note.explained is None and (note.severity > 0 or entry.severity > 0)
    opening = note.moment.trick == 1 and note.moment.place == 0
    return opening or note.verdict == NEUTRAL or entry.praise or bool(entry.explains)


def message(note: Note, names: board.Names) -> str:
    """The sentence of a note, in the language that is spoken."""
    facts = {
        # What a rule names are the plays that it leaves open; all other cards go together.
        key: _word(value, names, joint="or" if key == "named" else "and")
        for key, value in note.facts.items()
    }
    return fill(sentence(note.code, note.key, spoken()), facts)


def _word(value: object, names: board.Names, joint: str = "and") -> str:
    if isinstance(value, Card):
        return value.name
    if isinstance(value, Seat):
        return names.letters[value]
    if isinstance(value, Side):
        return names.sides[value]
    if isinstance(value, Suit):
        return value.symbol
    if isinstance(value, int):
        return number(value)
    if isinstance(value, tuple):
        words = [_word(item, names) for item in value]
        if len(words) < 2:
            return "".join(words)
        return say(joint, a=", ".join(words[:-1]), b=words[-1])
    return str(value)


def lines(
    review: Review,
    deal: Deal,
    replay: Replay,
    names: board.Names,
    *,
    score: tuple[int, int] | None,
    analysis: Analysis | None = None,
    remarks: Sequence[Remark] = (),
    everything: bool = False,
) -> Iterator[str]:
    """All that is said about a deal, after its heading.

    Args:
        review: the notes.
        deal: as written.
        replay: what happened.
        names: of the seats.
        score: points of each side before the deal, or None.
        analysis: what the cards cost, for the better ones; None where that is not known.
        remarks: what the analysis could not do.
        everything: show what is not worth telling, too.
    """
    yield say("notes-school", school=say(f"school-{review.school}"))
    if score is not None:
        yield say("notes-score", score=names.pair(score))
    yield from _goals(review.goals, names)
    if remarks:
        from whistlog.render.analysis import remark_lines

        yield from remark_lines(remarks, names)
    yield ""
    yield from board.compass(replay.known_hands, names, flat=True)
    yield ""
    better = _better(analysis)
    by_play: dict[Key, list[Note]] = {}
    before: list[Note] = []
    for note in review.notes:
        if everything or worth_telling(note):
            if note.moment.trick:
                by_play.setdefault(_key(note), []).append(note)
            else:
                before.append(note)
    for note in before:
        yield _note(note, names)
        yield from _held([note])
    if before:
        yield ""
    for trick, won in zip(replay.tricks, board.running(replay)):
        yield from board.trick_lines(deal, trick, won, names)
        for seat, card in zip(trick.seats, trick.cards):
            if seat is None:
                continue
            key = (trick.number, seat)
            weight = review.weights.get(key)
            notes = by_play.get(key, [])
            for note in notes:
                yield _note(note, names)
            if weight is not None and notes and (weight.cost or weight.loss):
                yield f"       {_cost(weight, better.get(key), names)}"
            elif weight is not None and not notes and _tells(weight, everything):
                said = _cost(weight, better.get(key), names)
                who = say("titled", title=f"{names.letters[seat]} {card.name}")
                yield f"     · {who} {said}"
            yield from _held(notes)
    if review.key_plays:
        yield ""
        yield say("notes-decisive")
        yield from _key_plays(review.key_plays, names, better)
    told = _weightiest(decision.goal for decision in review.decisions)
    reached = [_decision(d, names) for d in review.decisions if d.goal in told]
    if reached:
        yield ""
        yield from reached
    yield ""
    yield say("notes-players")
    for player in review.players:
        yield from _player(player, names)


def _key(note: Note) -> Key:
    return (note.moment.trick, note.moment.seat)


def _note(note: Note, names: board.Names) -> str:
    said = f"{_about(note.moment, names)} {message(note, names)} [{note.code}]"
    if note.explained is not None:
        said += f" {say('notes-explained', code=note.explained)}"
    elif note.verdict == DEPARTS and note.cost is not None and note.cost <= 0 and not note.loss:
        said += f" {say('notes-free' if note.loss is not None else 'notes-free-lay')}"
    return f"     {_MARKS[note.verdict]} {said}"


def _held(notes: Iterable[Note]) -> Iterator[str]:
    """The hand from which something was chosen that is criticised."""
    held = next((note.moment.held for note in notes if note.critical), None)
    if held is not None:
        yield f"       {say('notes-held', hand=board.hand_line(held))}"


def _about(moment: Moment | BidMoment | Step, names: board.Names) -> str:
    return say("titled", title=_subject(moment, names))


def _subject(moment: Moment | BidMoment | Step, names: board.Names) -> str:
    """What a note is about: who played which card, or what was done before the first one."""
    seat = names.letters[moment.seat]
    if moment.card is not None:
        return f"{seat} {moment.card.name}"
    if moment.kind == EXCHANGE:
        return say("notes-away", seat=seat, cards=" ".join(c.name for c in moment.cards))
    if moment.call is not None and moment.view is not None:
        return f"{seat} {auction.say(moment.call, moment.view.rules)}"
    if moment.trump is not None:
        return say("notes-names", seat=seat, what=moment.trump.symbol)
    direction = "downtown" if moment.ranking is Ranking.DOWNTOWN else "uptown"
    return say("notes-names", seat=seat, what=say(direction))


def _cost(weight: Weight, better: _Better | None, names: board.Names) -> str:
    """What a play cost, in one or more sentences."""
    from whistlog.render.analysis import tricks_in_words

    words = []
    if weight.cost > 0:
        words.append(say("notes-cost", tricks=tricks_in_words(weight.cost)))
    elif weight.cost < 0:
        words.append(say("notes-gain", tricks=tricks_in_words(-weight.cost)))
    if weight.loss:
        words.append(say("notes-loss", loss=decimal(weight.loss, ".1f")))
    elif weight.loss is not None and weight.cost > 0:
        words.append(say("notes-luck"))
    if better is not None and (weight.cost > 0 or weight.loss):
        named = better.expected if weight.loss else better.cost
        if named:
            words.append(say("notes-better", better=named))
    if weight.points and weight.points != weight.cost:
        words.append(say("notes-points", points=say("points", n=weight.points)))
    lost = _weightiest(weight.goals)
    words += [say(f"notes-lost-{goal.kind}", side=names.sides[goal.side]) for goal in lost]
    return " ".join(words)


_WEIGHTIEST: Final = ("game", "save", "bid", "set", "odd")
"""Kinds of goals, that which says most first."""


def _weightiest(goals: Iterable[Goal]) -> list[Goal]:
    """Of goals that a side reaches with the same trick the one that says most, in their order."""
    found: dict[tuple[Side, int], Goal] = {}
    for goal in sorted(goals, key=lambda goal: _WEIGHTIEST.index(goal.kind)):
        found.setdefault((goal.side, goal.tricks), goal)
    return list(found.values())


class _Better(NamedTuple):
    """Better cards, in words: as the cards lay, and by what was to be expected."""

    cost: str
    expected: str


def _better(analysis: Analysis | None) -> dict[Key, _Better]:
    if analysis is None:
        return {}
    from whistlog.render.analysis import better_in_words

    found = {}
    for play in analysis.plays:
        expected = (
            None if analysis.expected is None else analysis.expected.at(play.trick, play.seat)
        )
        best = expected.better[0].cards if expected is not None and expected.better else ()
        found[play.trick, play.seat] = _Better(
            better_in_words(play.better, play.cost), "=".join(card.name for card in best)
        )
    return found


def _tells(weight: Weight, everything: bool) -> bool:
    """Whether to tell what a play without a note cost: not where it was bad luck alone."""
    if everything:
        return bool(weight.cost or weight.loss)
    return bool(weight.cost if weight.loss is None else weight.loss)


def _goals(goals: Sequence[Goal], names: board.Names) -> Iterator[str]:
    said = [
        say(f"goal-{goal.kind}", side=names.sides[goal.side], tricks=say("tricks", n=goal.tricks))
        for goal in goals
        if goal.kind != "odd"
    ]
    if said:
        yield say("notes-goals", goals=say("notes-goals-between").join(said))


def _decision(decision: Decision, names: board.Names) -> str:
    side = names.sides[decision.goal.side]
    return say(f"decided-{decision.goal.kind}", side=side, trick=decision.trick)


def _key_plays(
    plays: Sequence[KeyPlay], names: board.Names, better: Mapping[Key, _Better]
) -> Iterator[str]:
    for play in plays:
        where = say("in-trick", number=play.trick)
        who = f"{names.letters[play.seat]} {play.card.name}"
        critical = [note for note in play.notes if note.critical]
        words = [message(note, names) for note in critical]
        if play.weight is not None:
            words.append(_cost(play.weight, better.get((play.trick, play.seat)), names))
        yield f"  {say('titled', title=f'{where}, {who}')} {' '.join(words)}"


def _player(player: PlayerReview, names: board.Names) -> Iterator[str]:
    followed = sum(player.followed.values())
    asked = followed + sum(player.departed.values())
    words = [say("notes-followed", followed=followed, n=asked)]
    if player.cost is not None:
        words.append(say("notes-player-cost", n=player.cost))
    if player.loss is not None:
        words.append(say("notes-player-loss", loss=decimal(player.loss, ".1f")))
    yield f"  {say('titled', title=names.player(player.seat))} {' '.join(words)}"
    entries, free = catalogue(), player.harmless
    faults = {code: times - free.get(code, 0) for code, times in player.departed.items()}
    # What is never a criticism is not told of a player.
    harmless = {code: times for code, times in free.items() if entries[code].severity}
    for key, counts in (("notes-departed", faults), ("notes-departed-free", harmless)):
        listed = ", ".join(
            f"{code} {entries[code].name}" + (f" ({times})" if times > 1 else "")
            for code, times in counts.items()
            if times
        )
        if listed:
            yield f"    {say(key, codes=listed)}"


def as_dict(
    review: Review,
    names: board.Names,
    *,
    path: str,
    game: int,
    deal: int,
    score: tuple[int, int] | None,
    remarks: Sequence[Remark] = (),
) -> dict[str, Any]:
    """The notes on a deal as JSON values, by ``schemas/notes.schema.json``."""
    from whistlog.render.analysis import remarks_as_list

    return {
        "path": path,
        "game": game,
        "deal": deal,
        "school": review.school,
        "score": None if score is None else _pair(score),
        "goals": [_goal(goal) for goal in review.goals],
        "decisions": [{**_goal(d.goal), "trick": d.trick} for d in review.decisions],
        "notes": [_note_dict(note, names) for note in review.notes],
        "costs": [
            {"trick": trick, "seat": seat.name, **_weight(weight)}
            for (trick, seat), weight in review.weights.items()
            if weight.cost or weight.loss
        ],
        "key_plays": [
            {"trick": p.trick, "seat": p.seat.name, "card": p.card.name} for p in review.key_plays
        ],
        "players": {
            SEATS[p.seat].name: {
                "followed": dict(p.followed),
                "departed": dict(p.departed),
                "explained": dict(p.explained),
                "harmless": dict(p.harmless),
                "cost": p.cost,
                "loss": None if p.loss is None else round(p.loss, 3),
            }
            for p in review.players
        },
        "remarks": remarks_as_list(remarks),
    }


def _note_dict(note: Note, names: board.Names) -> dict[str, Any]:
    moment = note.moment
    return {
        "code": note.code,
        "name": catalogue()[note.code].name,
        "verdict": note.verdict,
        "severity": note.severity,
        "trick": moment.trick,
        "seat": moment.seat.name,
        "card": None if moment.card is None else moment.card.name,
        "step": None if moment.card is not None else _step(moment),
        "key": note.key,
        "facts": {key: _plain(value) for key, value in note.facts.items()},
        "explained": note.explained,
        "hindsight": catalogue()[note.code].hindsight,
        "cost": note.cost,
        "loss": None if note.loss is None else round(note.loss, 3),
        "message": message(note, names),
    }


def _step(step: Step) -> dict[str, Any]:
    """What was done before the first card."""
    if step.call is not None:
        level = step.call.level
        call = None if level is None else {"number": level, "form": step.call.form}
        return {"kind": step.kind, "place": step.place + 1, "call": call}
    if step.kind == EXCHANGE:
        return {"kind": step.kind, "cards": [c.name for c in step.cards]}
    return {
        "kind": step.kind,
        "trump": None if step.trump is None else step.trump.symbol,
        "ranking": None if step.ranking is None else step.ranking.name.lower(),
    }


def _plain(value: object) -> object:
    """A fact as JSON: cards by name, seats and sides as N E S W, NS EW, suits by symbol."""
    if isinstance(value, Card | Seat | Side):
        return value.name
    if isinstance(value, Suit):
        return value.symbol
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return value


def _weight(weight: Weight) -> dict[str, Any]:
    return {
        "cost": weight.cost,
        "loss": None if weight.loss is None else round(weight.loss, 3),
        "points": weight.points,
        "goals": [_goal(goal) for goal in weight.goals],
    }


def _goal(goal: Goal) -> dict[str, Any]:
    return {"kind": goal.kind, "side": goal.side.name, "tricks": goal.tricks}


def _pair(pair: tuple[int, int]) -> dict[str, int]:
    return {side.name: pair[side] for side in SIDES}


def machine_notes(
    review: Review,
    deal: Deal,
    replay: Replay,
    names: board.Names,
    *,
    analysis: Analysis | None = None,
    everything: bool = False,
) -> Iterator[MachineNote]:
    """The notes to be written into a record, in the order of play.

    A glyph is given only to a departure whose cost is known: ``?!``, or ``?`` where it matters
    more. Convention alone is no error. What was done before the first card is said of the deal.

    Args:
        review: the notes.
        deal: as written.
        replay: what happened.
        names: of the seats.
        analysis: what the cards cost, for the better ones; None where that is not known.
        everything: write what is not worth telling, too.
    """
    better = _better(analysis)
    by_play: dict[Key, list[Note]] = {}
    for note in review.notes:
        if everything or worth_telling(note):
            by_play.setdefault(_key(note), []).append(note)
            if note.moment.card is None:
                said = f"{_about(note.moment, names)} {message(note, names)} [{note.code}]"
                yield MachineNote(said)
    for trick in replay.tricks:
        item = deal.items[trick.item]
        assert isinstance(item, Trick)
        for place, seat in enumerate(trick.seats):
            if seat is None:
                continue
            key = (trick.number, seat)
            weight = review.weights.get(key)
            notes = by_play.get(key, [])
            words = [f"{message(note, names)} [{note.code}]" for note in notes]
            if weight is not None and (_tells(weight, everything) or (notes and weight.cost)):
                words.append(_cost(weight, better.get(key), names))
            if words:
                glyph = _glyph(notes, weight)
                yield MachineNote(" ".join(words), trick.item, place_of(item, place), glyph)


def _glyph(notes: Sequence[Note], weight: Weight | None) -> str:
    """The glyph of a play: none unless it departs from something and is known to cost."""
    critical = [note.severity for note in notes if note.critical]
    if not critical or weight is None or not _tells(weight, everything=False):
        return ""
    return "?" if max(critical) >= 2 else "?!"


def summary_lines(totals: Totals, *, costs: bool) -> Iterator[str]:
    """The totals of many deals, player by player.

    Args:
        totals: the totals.
        costs: costs were asked for, so it is told if they are not known of all deals.
    """
    entries = catalogue()
    yield say("totals-deals", deals=say("deals", n=totals.deals))
    if costs and totals.analysed < totals.deals:
        yield say("totals-analysed", n=totals.analysed)
    for player in totals.players.values():
        yield ""
        line = f"{say('titled', title=visible(player.name))} {say('deals', n=player.deals)}"
        for key, sample in (("totals-cost", player.costs), ("totals-loss", player.losses)):
            mean, error = sample.mean, sample.error
            if mean is not None:
                spread = "" if error is None else f" ± {decimal(error, '.2f')}"
                line += f"; {say(key, mean=decimal(mean, '.2f') + spread)}"
                if sample.n < player.deals or sample.weighed < sample.played:
                    deals, cards = (sample.n, player.deals), (sample.weighed, sample.played)
                    line += f" ({say('totals-partly', deals=_of(deals), cards=_of(cards))})"
        yield line
        for code in codes_met([player]):
            followed = player.followed[code]
            asked = followed + player.departed[code]
            entry = entries[code]
            rate = "" if entry.rate is None else f"{_per_cent(*entry.rate):>6}"
            share = f"{followed:>6} / {asked:<6} {_per_cent(followed, asked):>6}"
            yield f"  {code:<5} {entry.name:<34} {share} {rate}".rstrip()
    if any(entries[c].rate for c in codes_met(totals.players.values())):
        yield ""
        yield say("totals-rate")


def _of(part: tuple[int, int]) -> str:
    return f"{number(part[0])} / {number(part[1])}"


def _per_cent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.0f} %"


def totals_as_dict(totals: Totals) -> dict[str, Any]:
    """The totals of many deals as JSON values, by ``schemas/notes.schema.json``."""
    entries = catalogue()
    return {
        "version": VERSION,
        "totals": {
            "deals": totals.deals,
            "analysed": totals.analysed,
            "players": [
                {
                    "name": player.name,
                    "deals": player.deals,
                    "cost": _sample(player.costs),
                    "loss": _sample(player.losses),
                    "observations": [
                        {
                            "code": code,
                            "name": entries[code].name,
                            "followed": player.followed[code],
                            "departed": player.departed[code],
                            "model": None
                            if entries[code].rate is None
                            else dict(zip(("followed", "asked"), entries[code].rate or ())),
                        }
                        for code in codes_met([player])
                    ],
                }
                for player in totals.players.values()
            ],
        },
    }


def _sample(sample: Sample) -> dict[str, Any] | None:
    if sample.mean is None:
        return None
    error = sample.error
    return {
        "n": sample.n,
        "weighed": sample.weighed,
        "played": sample.played,
        "mean": round(sample.mean, 4),
        "error": None if error is None else round(error, 4),
    }
