"""The replay: who played what, who won, what can be told of the hands."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given

from tests import strategies
from tests.deals import CLEAN, NO_HANDS, Board, allowed, cards, edited, taker
from whistlog import check, parse
from whistlog.cards import (
    CARDS,
    PACK_52,
    SEATS,
    SUITS,
    Card,
    Ranking,
    Seat,
    Suit,
    card,
    mask,
    suit_mask,
)
from whistlog.checks import Checker
from whistlog.record import Deal, Header, Play, Record, Trick, Trump
from whistlog.replay import Basis, positions, replay
from whistlog.replay.careful import careful_replay
from whistlog.replay.quick import quick_replay
from whistlog.replay.values import Replay
from whistlog.rules.profile import SHORT, Profile, builtin

BID = builtin("bid")


def read(text: str) -> Deal:
    record, faults = parse(text)
    assert faults == ()
    return record.games[0].deals[0]


def played(text: str, profile: Profile = SHORT, **facts: object) -> Replay:
    return replay(read(text), profile, **facts)  # type: ignore[arg-type]


@pytest.mark.parametrize("with_hands", [True, False])
@pytest.mark.parametrize("with_leaders", [True, False])
@pytest.mark.parametrize("with_marks", [True, False])
def test_the_quick_pass_and_the_careful_one_agree(
    with_hands: bool, with_leaders: bool, with_marks: bool
) -> None:
    for seed in range(30):
        board = replace(
            Board.random(random.Random(seed)),
            with_hands=with_hands,
            with_leaders=with_leaders,
            with_marks=with_marks,
        )
        quick = quick_replay(board.deal(), SHORT)
        assert quick is not None
        assert quick == careful_replay(board.deal(), SHORT)
        assert [t.leader for t in quick.tricks] == board.lead
        assert [t.winner for t in quick.tricks] == board.marks


def test_the_quick_pass_leaves_alone_what_is_out_of_order() -> None:
    for text in (
        edited(NO_HANDS, (" 5. N: 2♣  8♣  7♦  10♣", " 5. N: 2♣  8♣  7♦  10♣ -> E")),
        edited(NO_HANDS, (" 5. N: 2♣  8♣", " 5. N: 2♣  8♦")),
        edited(NO_HANDS, (" 5. N:", " 6. N:")),
        edited(CLEAN, ("♣ J 8 7 4 3", "♣ J 8 7 4")),
        edited(NO_HANDS, ("10♣\n", "(9♦) 10♣\n")),
        NO_HANDS + "Unfinished: tea\n",
    ):
        assert quick_replay(read(text), SHORT) is None


def test_the_hands_follow_from_thirteen_tricks() -> None:
    written, inferred = played(CLEAN), played(NO_HANDS)
    assert written.hands == inferred.hands
    assert set(written.hands_basis) == {Basis.WRITTEN}
    assert set(inferred.hands_basis) == {Basis.INFERRED}


def test_the_fourth_hand_follows_from_the_other_three() -> None:
    lines = CLEAN.splitlines(keepends=True)
    result = played("".join(line for line in lines[:7] if line[:2] != "S:"))
    assert result.hands_basis[Seat.S] is Basis.INFERRED
    assert result.hands == played(CLEAN).hands


def test_a_hand_is_known_in_part_from_what_was_played() -> None:
    result = played(NO_HANDS[: NO_HANDS.index(" 3. E")])
    assert result.hands_basis == (Basis.PARTIAL,) * 4
    assert result.hands[Seat.E] == mask(cards("7♣ Q♠"))
    # Everybody has seen the card turned up.
    assert result.hands[Seat.W] == mask(cards("9♣ 6♠ J♠"))


def test_nothing_written_is_nothing_known() -> None:
    result = replay(Deal(()))
    assert result.dealer is None
    assert result.dealer_basis is None
    assert result.trump_basis is None
    assert result.hands == (None,) * 4
    assert (result.unplayed, result.undecided, result.complete) == (13, 0, False)


def test_what_is_written_and_what_is_inferred_are_told_apart() -> None:
    assert played(CLEAN).dealer_basis is Basis.WRITTEN
    by_hand = played(edited(CLEAN, ("Dealer: W\n", "")))
    assert (by_hand.dealer, by_hand.dealer_basis) == (Seat.W, Basis.INFERRED)
    by_leader = played(edited(NO_HANDS, ("Dealer: W\n", "")))
    assert (by_leader.dealer, by_leader.dealer_basis) == (Seat.W, Basis.INFERRED)
    fixed = replace(SHORT, trump_source="fixed", trumps=(Suit.HEARTS,))
    result = played("Dealer: W\n1. N: A♥ 2♥ 3♥ 4♥\n", fixed)
    assert (result.trump, result.trump_basis) == (Suit.HEARTS, Basis.INFERRED)


@pytest.mark.parametrize("index", range(6))
def test_the_trump_of_a_rotation_follows_from_the_number_of_the_deal(index: int) -> None:
    order = (Suit.HEARTS, Suit.CLUBS, None)
    rules = replace(SHORT, trump_source="rotation", trumps=order)
    result = played("Dealer: W\n1. N: A♥ 2♥ 3♥ 4♥\n", rules, index=index)
    assert (result.trump, result.trump_basis) == (order[index % 3], Basis.INFERRED)


def test_both_counts_are_kept_when_a_winner_is_written_wrongly() -> None:
    result = played(edited(CLEAN, (" 5. N: 2♣  8♣  7♦  10♣", " 5. N: 2♣  8♣  7♦  10♣ -> N")))
    clean = played(CLEAN)
    assert result.won == clean.won
    assert result.won_recorded == (clean.won[0] + 1, clean.won[1] - 1)


@pytest.mark.parametrize(
    ("ending", "claimed", "unplayed"),
    [
        ("Claim: NS rest\n", (2, 0), 0),
        ("Claim: NS 1\n", (1, 1), 0),
        ("Concede: NS 2\n", (0, 2), 0),
        ("Concede: EW rest\n", (2, 0), 0),
        ("Unfinished: tea\n", (0, 0), 2),
    ],
)
def test_claims_and_concessions(ending: str, claimed: tuple[int, int], unplayed: int) -> None:
    result = played(CLEAN[: CLEAN.index("12. W")] + ending)
    assert (result.claimed, result.unplayed) == (claimed, unplayed)
    assert result.complete == (not unplayed)


def test_the_play_goes_on_after_an_irregularity_as_it_did_at_the_table() -> None:
    text = edited(CLEAN, (" 5. N: 2♣  8♣  7♦  10♣", " 5. E: 8♣  7♦  10♣ 2♣"))
    result = played(text)
    assert [f.name for f in result.facts] == ["lead-wrong-seat"]
    assert result.tricks[4].seats == (Seat.E, Seat.S, Seat.W, Seat.N)
    assert [t.winner for t in result.tricks] == [t.winner for t in played(CLEAN).tricks]


def test_a_withdrawn_card_stays_in_the_hand() -> None:
    result = played(edited(CLEAN, (" 1. N: 6♣  7♣  Q♣  9♣", " 1. N: 6♣  7♣  Q♣  (7♥) 9♣")))
    assert result.tricks[0].cards[3] is card("9♣")
    assert [f.name for f in result.facts] == ["revoke-corrected"]


# Positions


@pytest.mark.parametrize("with_hands", [True, False])
def test_positions_of_a_deal(with_hands: bool) -> None:
    for seed in range(20):
        board = replace(Board.random(random.Random(seed)), with_hands=with_hands)
        left = [list(hand) for hand in board.hands]
        seen = list(positions(replay(board.deal())))
        assert len(seen) == 53
        walk = iter(seen)
        gone = 0
        won = [0, 0]
        for t, trick in enumerate(board.tricks):
            for i, c in enumerate(trick):
                at = next(walk)
                seat = board.seat_at(t, i)
                assert (at.trick, at.number, at.turn, at.card) == (t, i, seat, c)
                assert at.hands == tuple(mask(hand) for hand in left)
                assert [x for _, x in at.table] == trick[:i]
                assert at.legal == mask(allowed(left[seat], trick[:i], board.up.suit))
                assert at.played == gone
                assert at.turn_up is (None if board.up.bit & gone else board.up)
                assert at.won == tuple(won)
                for s in SEATS:
                    assert not at.voids[s] & mask(left[s])
                left[seat].remove(c)
                gone |= c.bit
            won[board.marks[t].side] += 1
        last = next(walk)
        assert (last.turn, last.card, last.hands, last.won) == (None, None, (0,) * 4, tuple(won))


def test_voids_are_shown_by_not_following() -> None:
    seen = list(positions(played(CLEAN)))
    # N plays a heart on the jack of spades, the second card of the sixth trick.
    assert seen[5 * 4 + 1].voids[Seat.N] == 0
    assert seen[5 * 4 + 2].voids[Seat.N] & PACK_52 == suit_mask(Suit.SPADES)


def test_positions_of_a_deal_without_hands_that_stops() -> None:
    seen = list(positions(played(NO_HANDS[: NO_HANDS.index(" 3. E")])))
    assert seen[0].legal is None
    assert seen[0].hands == (None,) * 4
    assert (seen[-1].turn, seen[-1].table) == (Seat.E, ())


def test_a_trick_that_stops_in_the_middle() -> None:
    *_, last = positions(played("Dealer: W\nTrump: 4♠\n1. N: A♥ 3♥\nUnfinished: tea\n"))
    assert (last.turn, [c.name for _, c in last.table]) == (Seat.S, ["A♥", "3♥"])


# Bid whist


def bid_deal(
    rng: random.Random, trump: Suit | None, ranking: Ranking, *, with_discards: bool
) -> tuple[str, list[Seat]]:
    """A deal of bid whist played by the rules: its text, and who won the tricks."""
    pack = list(CARDS)
    rng.shuffle(pack)
    hands = [pack[12 * i : 12 * i + 12] for i in range(4)]
    kitty = pack[48:]
    dealer = rng.choice(SEATS)
    declarer = rng.choice(SEATS)
    passes = (declarer - dealer - 1) % 4
    form = "nt" if trump is None else "up" if ranking is Ranking.UPTOWN else "down"
    calls = ["pass"] * passes + [f"3 {form}"] + ["pass"] * (3 if passes < 3 else 0)
    lines = [f"Dealer: {dealer.name}"]
    for s in SEATS:
        lines.append(f"{s.name}: " + " ".join(c.name for c in hands[s]))
    lines.append("Kitty: " + " ".join(c.name for c in kitty))
    lines.append("Auction: " + ", ".join(calls))
    if trump is None:
        lines.append(f"Ranking: {ranking.name.lower()}")
    else:
        lines.append(f"Trump: {trump.symbol}")
    pool = hands[declarer] + kitty
    rng.shuffle(pool)
    hands[declarer], gone = pool[:12], pool[12:]
    if with_discards:
        lines.append("Discards: " + " ".join(c.name for c in gone))
    leader = declarer
    winners = []
    for n in range(12):
        trick: list[Card] = []
        for i in range(4):
            hand = hands[(leader + i) % 4]
            c = rng.choice(allowed(hand, trick, trump))
            hand.remove(c)
            trick.append(c)
        lines.append(f"{n + 1}. {leader.name}: " + " ".join(c.name for c in trick))
        leader = SEATS[(leader + taker(trick, trump, ranking)) % 4]
        winners.append(leader)
    return "\n".join(lines) + "\n", winners


@pytest.mark.parametrize("trump", [None, *SUITS])
@pytest.mark.parametrize("ranking", list(Ranking))
@pytest.mark.parametrize("with_discards", [True, False])
def test_bid_whist(trump: Suit | None, ranking: Ranking, with_discards: bool) -> None:
    for seed in range(8):
        text, winners = bid_deal(random.Random(seed), trump, ranking, with_discards=with_discards)
        result = played(text, BID)
        assert result.facts == (), (seed, text)
        assert [t.winner for t in result.tricks] == winners
        assert (result.trump, result.ranking) == (trump, ranking)
        assert result.unplayed == 0


def test_a_revoke_in_bid_whist_by_a_joker_kept_back() -> None:
    text = (
        "Dealer: W\nAuction: 3 up, pass, pass, pass\nTrump: ♥\n"
        "1. N: A♥ 3♥ 6♥ 2♣\n2. N: K♠ 4♠ 5♠ LJ\nUnfinished: x\n"
    )
    assert "revoke-inferred" in [f.name for f in played(text, BID).facts]
    at_no_trump = edited(text, ("3 up", "3 nt"), ("Trump: ♥", "Ranking: uptown"))
    assert [f.name for f in played(at_no_trump, BID).facts] == ["revoke-undecidable"]


# Anything at all


@given(strategies.records)
def test_no_record_is_too_strange(record: Record) -> None:
    for rules in (None, BID, replace(SHORT, trump_source="rotation", trumps=(Suit.HEARTS, None))):
        checker = Checker(rules)
        for game in record.games:
            checker.header(game.header)
            for deal in game.deals:
                report = checker.deal(deal)
                for found in report.diagnostics:
                    assert "<" not in found.message
                    assert "<" not in found.help
                    for note in found.related:
                        assert "<" not in found.related_message(note)
                list(positions(report.replay))
            checker.end_game()


@given(strategies.played_games())
def test_games_played_by_the_rules_have_nothing(deals: tuple[strategies.Played, ...]) -> None:
    record = strategies.game_record(deals)
    checker = Checker()
    for game in record.games:
        checker.header(game.header)
        for deal in game.deals:
            report = checker.deal(deal)
            assert report.diagnostics == ()
            assert sum(report.replay.won) == 13


def test_a_header_begins_a_new_game() -> None:
    checker = Checker()
    assert checker.header(Header(())) == ()
    assert check("Rules: shrot\n")[0].name == "profile-unknown"


@pytest.mark.parametrize("name", ["rotation", "rotation-nt", "spades", "no-trump"])
def test_the_quick_pass_reads_games_without_a_turn_up(name: str) -> None:
    rules = builtin(name)
    for index in range(8):
        trump = rules.trumps[index % len(rules.trumps)] if rules.trumps else None
        board = Board.random(random.Random(index))
        items = list(board.deal().items)
        left = [list(hand) for hand in board.hands]
        leader = board.dealer.next
        for n in range(13):
            trick: list[Card] = []
            for i in range(4):
                hand = left[(leader + i) % 4]
                trick.append(hand.pop(hand.index(allowed(hand, trick, trump)[0])))
            items[7 + n] = Trick(n + 1, None, tuple(map(Play, trick)))
            leader = SEATS[(leader + taker(trick, trump)) % 4]
        for line in ((), (Trump(None, trump),)):
            deal = Deal((*items[:2], *line, *items[3:]))
            quick = quick_replay(deal, rules, index)
            assert quick is not None
            assert quick == careful_replay(deal, rules, index=index)
            assert quick.facts == ()
        assert quick_replay(Deal((*items[:2], Trump(board.up), *items[3:])), rules, index) is None
