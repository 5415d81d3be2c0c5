"""The play of bid whist (BW09 to BW15)."""

from __future__ import annotations

from dataclasses import replace

import pytest

import whistlog
from tests.notes.test_bidding import BID, parsed
from whistlog.analysis.costs import PlayCost
from whistlog.cards import SEATS, Seat
from whistlog.notes.annotator import annotate
from whistlog.rules.profile import BidRules, Profile

F = ("follows", "follows")
D = ("departs", "departs")
AWAY = "3♦ 4♦ 5♦ 3♣ 4♣ 5♣"
"""The kitty, all of which North puts back."""


def play(
    code: str,
    hand: str,
    plays: str,
    *,
    bid: str = "1 up",
    named: str = "Trump: ♠",
    away: str = AWAY,
    shown: str = "shown",
    after: tuple[int, int] | None = None,
    profile: Profile = BID,
) -> tuple[str, str] | None:
    """Verdict and key of the note on the last card of some tricks.

    Args:
        code: the observation.
        hand: the twelve cards with which the player of the last card plays.
        plays: the tricks, divided by semicolons, each with its leader. North is the declarer.
        bid: of North.
        named: trump or direction.
        away: the kitty, all of which is put back.
        shown: whether the kitty was ``shown`` or ``hidden``.
        after: tricks of each side with best play after the card, which cost North-South a
            trick; without it there is no analysis.
        profile: the rules.
    """
    tricks = [trick.strip() for trick in plays.split(";")]
    leader, cards = tricks[-1].split(":")
    seat = SEATS[("NESW".index(leader) + len(cards.split()) - 1) % 4]
    deal = parsed(
        "Dealer: W",
        f"{seat.name}: {hand}",
        f"Kitty: {away} {shown}",
        f"Auction: {bid}, pass, pass, pass",
        named,
        f"Discards: {away}",
        *(f"{number}. {trick}" for number, trick in enumerate(tricks, 1)),
    )
    replay = whistlog.replay_deal(deal, profile)
    assert {f.name for f in replay.facts} <= {"revoke-undecidable"}, replay.facts
    costs = {}
    if after is not None:
        card = replay.tricks[-1].cards[-1]
        ours = 1 if seat in (Seat.N, Seat.S) else -1
        before = (after[0] + ours, after[1] - ours)
        costs[len(tricks), seat] = PlayCost(len(tricks), seat, card, True, 1, (), before, after)
    notes = annotate(replay, profile, costs=costs)
    last = notes.story.moments[-1]
    assert (last.seat, last.view is not None) == (seat, True)
    said = [n for n in notes.notes if n.code == code and n.moment.play == last.play]
    assert len(said) <= 1
    return (said[0].verdict, said[0].key) if said else None


LONG = "♠ A K 6 5 4  ♥ A 7 6  ♦ 9 8  ♣ K 7"
OWN_JOKER = "♠ Q 7 6 5  ♥ A 7 6  ♦ 9 8  ♣ K 7  LJ"
FOUR = "♠ A K 6 5  ♥ A 7 6 2  ♦ 9 8  ♣ K 7"
BEST = "♠ A K 6 5  ♥ A 7 6  ♦ 9 8  ♣ K 7  BJ"


@pytest.mark.parametrize(
    ("hand", "card", "expected"),
    [
        (BEST, "BJ", F),
        (BEST, "5♠", F),
        (BEST, "A♥", D),
        (BEST, "7♣", None),
        # A joker is enough; without one the ace is not the best trump. Four are not long.
        (OWN_JOKER, "A♥", D),
        (LONG, "A♥", None),
        (FOUR, "A♥", None),
        ("♠ A K 6  ♥ A 7 6 2  ♦ 9 8  ♣ K 7  BJ", "A♥", None),
        # No winner beside the trumps.
        ("♠ A K 6 5  ♥ K 7 6  ♦ 9 8  ♣ K 7  BJ", "BJ", None),
    ],
)
def test_draw_trumps(hand: str, card: str, expected: tuple[str, str] | None) -> None:
    assert play("BW09", hand, f"N: {card}") == expected


def test_trumps_are_left_when_a_winner_makes_the_bid_or_nobody_has_any() -> None:
    hand = "♠ 8 7 6 5  ♥ A K Q J 10 9  ♣ K  BJ"
    four = "N: A♥ 2♥ 3♥ 4♥; N: K♥ 5♥ 6♥ 7♥; N: Q♥ 8♥ 2♦ 6♦; N: J♥ 7♦ 8♦ 9♦; "
    assert play("BW09", hand, f"{four}N: 10♥") == D
    # One for the kitty and five: the next one makes the bid.
    assert play("BW09", hand, f"{four}N: 10♥ 10♦ J♦ Q♦; N: 9♥") is None
    assert play("BW09", hand, f"{four}N: 10♥ 10♦ J♦ Q♦; N: 9♥", bid="2 up") == D
    assert play("BW09", hand, "N: BJ 2♦ A♠ 6♦; N: A♥") is None


TWO = "N: BJ 2♠ 3♠ 4♠; N: LJ 2♦ 10♠ 7♦; "
"""East and West have no trump any more."""


@pytest.mark.parametrize(
    ("card", "expected"),
    [("A♥", F), ("7♣", D), ("A♠", None), ("9♥", None), ("6♦", None)],
)
def test_cash_after_trumps(card: str, expected: tuple[str, str] | None) -> None:
    hand = "♠ A  ♥ A 9  ♦ K 9 8 6  ♣ K Q 7  BJ LJ"
    assert play("BW10", hand, f"{TWO}N: {card}") == expected


def test_cashing_waits_while_a_trump_is_against() -> None:
    hand = "♠ A  ♥ A 9  ♦ K 9 8 6  ♣ K Q 7  BJ LJ"
    assert play("BW10", hand, "N: BJ 2♠ 3♠ 4♠; N: LJ 2♦ 10♠ 7♠; N: 7♣") is None
    assert play("BW10", hand, "N: 7♣", named="Ranking: uptown", bid="1 nt") is None


def test_a_trump_of_a_kitty_that_was_shown_is_not_against() -> None:
    hand = "♠ A K Q J 10 9 8 7 6  ♥ A  ♦ A  ♣ 7"
    away = "3♦ 4♦ 5♦ 3♣ 4♣ 5♠"
    trumps = "N: BJ 2♠ 6♠ 3♠; N: LJ 4♠ 7♠ 2♦; N: 9♥ 2♥ A♥ 3♥; "
    assert play("BW10", hand, f"{trumps}S: A♦", away=away) == F
    assert play("BW10", hand, f"{trumps}S: A♦", away=away, shown="hidden") is None


DOWNTOWN = {"bid": "1 down"}


@pytest.mark.parametrize(
    ("hand", "plays", "expected"),
    [
        # The last player: the king does not beat the nine, the three does.
        ("♥ K 3", "N: 9♥ 10♥ J♥ K♥", ("departs", "high")),
        ("♥ K 3", "N: 9♥ 10♥ J♥ 3♥", F),
        ("♥ 6 3", "N: 9♥ 10♥ J♥ 3♥", None),
        # The trick is lost: the king is the lowest, not the two.
        ("♥ K 2", "N: A♥ 2♥", ("departs", "low")),
        ("♥ K 2", "N: A♥ K♥", F),
        ("♥ A Q", "N: 9♥ 10♥ J♥ A♥", F),
        # An undecided trick is left alone before the last player.
        ("♥ K 2", "N: 9♥ K♥", None),
        # Uptown no more than downtown does the king beat the ace.
        ("♠ K  ♥ 9 8 7 6 5 4 3 2 10 K  LJ", "N: A♠ 2♠ 3♠ K♠", None),
        # Discards say nothing.
        ("♦ K 2", "N: A♥ 2♦", None),
    ],
)
def test_rank_slip(hand: str, plays: str, expected: tuple[str, str] | None) -> None:
    if "♠" not in hand:
        hand = f"♠ Q J 10 9 8 7 6 5 4 3  {hand}"
    assert play("BW11", hand, plays, **DOWNTOWN) == expected
    assert play("BW11", hand, plays, bid="1 up") is None


def test_rank_slip_on_the_lead() -> None:
    hand = "♠ Q J 10 9  ♥ K J  ♦ A 6  ♣ A 2 J 10"
    rounds = "N: J♥ A♥ 2♥ 3♥; E: 7♦ 8♦ 9♦ A♦; "
    # The ace of hearts is gone: uptown the king would be the best.
    assert play("BW11", hand, f"{rounds}N: K♥", **DOWNTOWN) == ("departs", "lead")
    assert play("BW11", hand, f"{rounds}N: A♣", **DOWNTOWN) == F
    assert play("BW11", hand, f"{rounds}N: Q♠", **DOWNTOWN) is None


def test_a_low_ace_is_a_slip_on_the_lead() -> None:
    hand = "♠ Q J 10 9  ♥ A J  ♦ 2 6  ♣ 2 9 J 10"
    rounds = "N: J♥ 2♥ 3♥ 4♥; E: 7♦ 8♦ 9♦ 2♦; "
    low = replace(BID, bid=BidRules(downtown_ace="low"))
    assert play("BW11", hand, f"{rounds}N: A♥", bid="1 down", profile=low) == ("departs", "lead")
    assert play("BW11", hand, f"{rounds}N: 2♣", bid="1 down", profile=low) == F
    assert play("BW11", hand, f"{rounds}N: 2♣", bid="1 down") is None


@pytest.mark.parametrize(
    ("hand", "card", "expected"),
    [
        ("♠ A K 6 5 4  ♥ A 7 6  ♦ 9 8  ♣ 7  LJ", "LJ", D),
        ("♠ A K 6 5 4  ♥ A 7 6  ♦ 9 8  ♣ 7  LJ", "A♠", F),
        (LONG, "A♠", None),
    ],
)
def test_joker_lead(hand: str, card: str, expected: tuple[str, str] | None) -> None:
    assert play("BW12", hand, f"N: {card}", bid="1 nt", named="Ranking: uptown") == expected
    assert play("BW12", hand, f"N: {card}") is None


@pytest.mark.parametrize(
    ("plays", "expected"),
    [
        ("N: 2♣ LJ", ("follows", "discard")),
        ("N: 2♣ 9♦", ("departs", "kept-discard")),
        ("N: 2♥ 6♥", None),
        # A joker led sets no suit.
        ("N: BJ 9♦", None),
    ],
)
def test_joker_discard(plays: str, expected: tuple[str, str] | None) -> None:
    hand = "♠ A K 6 5 4  ♥ A 7 6  ♦ 9 8 7  LJ"
    assert play("BW13", hand, plays, bid="1 nt", named="Ranking: uptown") == expected


DEFENDER = "♠ 6 5 4  ♥ A Q 6  ♦ K 9 8  ♣ Q 9 8"


@pytest.mark.parametrize(
    ("plays", "expected"),
    [
        # The ace wins the trick, or falls on the partner's.
        ("N: 10♥ 4♥ 5♥ A♥", None),
        ("N: 10♥ J♥ 5♥ A♥", ("departs", "boss")),
        ("N: 10♥ J♥ 5♥ Q♥", None),
    ],
)
def test_setting_trick_in_following(plays: str, expected: tuple[str, str] | None) -> None:
    assert play("BW14", DEFENDER, plays, after=(7, 6)) == expected


@pytest.mark.parametrize(
    ("card", "after", "expected"),
    [
        ("A♥", (7, 6), ("departs", "boss")),
        ("8♦", (7, 6), None),
        ("8♣", (7, 6), ("departs", "guard")),
        # The bid fails after it too, or could be made before it, or there is no analysis.
        ("A♥", (6, 7), None),
        ("A♥", (8, 5), None),
        ("A♥", None, None),
    ],
)
def test_setting_trick_thrown(
    card: str, after: tuple[int, int] | None, expected: tuple[str, str] | None
) -> None:
    hand = "♥ A K 6 4 2  ♦ K 9 8 2  ♣ Q 9 8"
    assert play("BW14", hand, f"N: A♠ {card}", after=after) == expected


def test_what_was_no_guard_can_be_thrown() -> None:
    hand = "♥ A K 6 4 2  ♦ K 9 8 7 2  ♣ Q 9"
    assert play("BW14", hand, "N: A♠ 9♣", after=(7, 6)) is None


@pytest.mark.parametrize(
    ("card", "after", "expected"),
    [
        ("Q♥", (6, 7), D),
        ("Q♥", (7, 6), None),
        ("A♥", (7, 6), F),
        ("2♥", (6, 7), None),
        ("Q♥", None, None),
        # The bid was lost before.
        ("Q♥", (5, 8), None),
    ],
)
def test_stop_at_the_contract(
    card: str, after: tuple[int, int] | None, expected: tuple[str, str] | None
) -> None:
    hand = "♠ 6 5 4  ♥ A Q 2  ♦ K 9 8  ♣ Q 9 8"
    assert play("BW15", hand, f"N: 3♥ 4♥ {card}", after=after) == expected


def test_finesses_of_the_defenders_and_touching_cards_are_left_alone() -> None:
    hand = "♠ 6 5 4  ♥ A Q 2  ♦ K 9 8  ♣ Q 9 8"
    assert play("BW15", hand, "N: 3♥ Q♥", after=(6, 7)) is None
    # The partner is winning the trick.
    assert play("BW15", hand, "N: J♥ 4♥ Q♥", after=(6, 7)) is None
    hand = "♠ 6 5 4  ♥ A K 2  ♦ K 9 8  ♣ Q 9 8"
    assert play("BW15", hand, "N: 3♥ 4♥ K♥", after=(6, 7)) is None
