"""One play of a deal: the hand of its player, and the cards that were seen."""

from __future__ import annotations

import whistlog
from whistlog.notes.annotator import annotate
from whistlog.notes.values import Note


def note(
    code: str,
    hand: str,
    plays: str,
    *,
    trump: str = "4♠",
    dealer: str = "W",
    school: str = "cavendish",
    score: tuple[int, int] | None = None,
) -> Note | None:
    """What an observation says of the last card of some tricks.

    Args:
        code: the observation.
        hand: the thirteen cards of the player, as in a record.
        plays: the tricks, divided by semicolons, each with its leader; the last card is looked
            at, and the hand is that of its player.
        trump: the card turned up, or ``none``.
        dealer: who dealt it.
        school: the school that judges.
        score: points of each side before the deal.
    """
    tricks = [trick.strip() for trick in plays.split(";")]
    leader, cards = tricks[-1].split(":")
    seat = "NESW"[("NESW".index(leader) + len(cards.split()) - 1) % 4]
    lines = [f"Dealer: {dealer}", f"Trump: {trump}", f"{seat}: {hand}"]
    lines += [f"{number}. {trick}" for number, trick in enumerate(tricks, 1)]
    record, found = whistlog.parse("\n".join(lines) + "\n")
    assert found == ()
    replay = whistlog.replay_deal(record.games[0].deals[0])
    # Where hands are not recorded nobody can tell whether a void was one.
    faults = [fact for fact in replay.facts if fact.name != "revoke-undecidable"]
    assert not faults, faults
    notes = annotate(replay, score=score, school=school)
    last = notes.story.moments[-1]
    assert last.view is not None, "no choice"
    said = [n for n in notes.notes if n.code == code and n.moment.play == last.play]
    assert len(said) <= 1
    return said[0] if said else None


def verdict(code: str, hand: str, plays: str, **options: object) -> tuple[str, str] | None:
    """Verdict and key of a note (see `note`), None where nothing is said."""
    found = note(code, hand, plays, **options)  # type: ignore[arg-type]
    return None if found is None else (found.verdict, found.key)
