"""The rules of classic whist, statement by statement: a test for each, named after it.

R01-R28 are the rules of the game, V01-V06 its worked examples. A record goes in as text;
what comes out is what the checks say about it, or what the replay and the score make of it.
"""

from __future__ import annotations

import random
import re
from itertools import combinations, permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import Played, game_record, play_deal, played_deals, played_games
from whistlog.api import check, format, parse, score
from whistlog.cards import CARDS, PACK_52, SEATS, SIDES, SUITS, Card, Seat, Side, Suit, card
from whistlog.checks import DealReport
from whistlog.replay import Replay, positions, replay
from whistlog.rules.play import order
from whistlog.rules.profile import SHORT, load_profile
from whistlog.rules.scoring import (
    deal_points,
    dealer_of,
    game_over,
    leading_side,
    longest_game,
)

CLASSIC = ("short", "american", "long", "rotation", "rotation-nt", "tournament", "drive")


def text_of(*deals: Played, **shape: bool) -> str:
    """The record of a game, as it is written."""
    return format(game_record(deals, **shape))


def names(text: str, rules: str | None = None) -> list[str]:
    """What is wrong with a record."""
    profile = load_profile(rules)[0] if rules is not None else None
    return [found.name for found in check(text, rules=profile)]


def clean(text: str, rules: str | None = None) -> bool:
    return names(text, rules) == []


def replays(text: str, rules: str = "short") -> list[Replay]:
    profile, _ = load_profile(rules)
    record, faults = parse(text)
    assert faults == ()
    return [
        replay(deal, profile or SHORT, index=i)
        for game in record.games
        for i, deal in enumerate(game.deals)
    ]


def scores(text: str) -> list[DealReport]:
    record, faults = parse(text)
    assert faults == ()
    return [report for game in score(record) for report in game]


def cards(text: str) -> list[Card]:
    return [card(word) for word in text.split()]


def hand_mask(text: str) -> int:
    return sum(c.bit for c in cards(text))


def a_deal(dealer: Seat = Seat.W, seed: int = 1) -> Played:
    return play_deal(random.Random(seed), dealer)


def find_deal(wanted, dealer: Seat = Seat.W) -> Played:
    """The first of the random deals in which something happens."""
    return next(d for seed in range(5000) if wanted(d := a_deal(dealer, seed)))


def seat_of(deal: Played, trick: int, place: int) -> Seat:
    return SEATS[(deal.leaders[trick] + place) & 3]


# -- A1, A2: players, pack, deal ----------------------------------------------------------


def test_r01_four_players_in_two_fixed_partnerships_sit_opposite() -> None:
    assert [s.partner for s in SEATS] == [Seat.S, Seat.W, Seat.N, Seat.E]
    assert [s.side for s in SEATS] == [Side.NS, Side.EW, Side.NS, Side.EW]
    deal = a_deal()
    (happened,) = replays(text_of(deal))
    by_seat = [sum(w is s for w in deal.winners) for s in SEATS]
    assert happened.won == (by_seat[0] + by_seat[2], by_seat[1] + by_seat[3])


def test_r02_there_are_52_cards_and_the_ace_is_high_in_every_suit() -> None:
    assert PACK_52.bit_count() == 52
    for name in CLASSIC:
        profile, _ = load_profile(name)
        assert profile is not None
        assert (profile.pack, profile.hand_size) == (PACK_52, 13)
    high_to_low = ["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"]
    for suit in SUITS:
        ranked = [card(rank + suit.symbol) for rank in high_to_low]
        for trump in SUITS:
            for higher, lower in combinations(ranked, 2):
                assert order(trump).winner([lower, higher]) == 1
                assert order(trump).winner([higher, lower]) == 0


def test_r02_a_joker_is_no_card_of_the_pack() -> None:
    text = text_of(a_deal(), hands=False)
    first = re.search(r"^ 1\. .: +(\S+)", text, re.M)
    assert first is not None
    joker = text[: first.start(1)] + "BJ" + text[first.end(1) :]
    assert "card-foreign" in names(joker)


def test_r02_court_cards_may_be_written_v_d_r() -> None:
    record, faults = parse("Language: pt\n\nDeal 1\n1. N: V♥ D♥ R♥ A♥\n")
    assert faults == ()
    (trick,) = record.games[0].deals[0].tricks
    assert [play.card.name for play in trick.plays] == ["J♥", "Q♥", "K♥", "A♥"]


@pytest.mark.parametrize("system", ["NESW", "ABCD", "AYBZ"])
def test_r03_players_are_named_as_the_record_says(system: str) -> None:
    """N E S W or A B C D in playing order; A and C are partners in the second."""
    text = f"Seats: {system}\n\nDeal 1\nDealer: {system[3]}\nTrump: 4♠\n"
    text += f"1. {system[0]}: A♥ 3♥ 4♥ K♥ -> {system[0]}\n2. {system[0]}: A♣ 3♣ 4♣ K♣\n"
    assert names(text) == names(text.replace("-> " + system[0], ""))
    assert "winner-wrong" not in names(text)
    assert "winner-wrong" in names(text.replace("-> " + system[0], "-> " + system[2]))
    (happened,) = replays(text)
    assert (happened.dealer, happened.won) == (Seat.W, (2, 0))


@given(st.sampled_from(SEATS))
def test_r04_anybody_may_be_the_first_dealer(dealer: Seat) -> None:
    assert clean(text_of(a_deal(dealer)))


def test_r05_who_shuffled_and_cut_is_nobodys_business() -> None:
    text = text_of(a_deal())
    text = text.replace("Dealer: ", "Shuffled by: North\nCut by: South\nDealer: ")
    assert clean(text)
    assert format(parse(text)[0]).count("Shuffled by: North") == 1


@given(played_deals)
def test_r06_thirteen_cards_each_and_the_last_is_the_dealers(deal: Played) -> None:
    text = text_of(deal)
    assert clean(text)
    (happened,) = replays(text)
    assert [(hand or 0).bit_count() for hand in happened.hands] == [13] * 4
    assert deal.turn_up.bit & (happened.hands[deal.dealer] or 0)


def test_r06_a_hand_of_another_size_is_found() -> None:
    text = text_of(a_deal())
    hand = re.search(r"^N: +♠ +(\S+) ", text, re.M)
    assert hand is not None
    without = text[: hand.start(1)] + text[hand.end(1) :]
    assert names(without) == ["hand-count"]


@given(st.integers(0, 2**32 - 1), st.sampled_from(SEATS))
def test_r07_the_suit_of_the_card_turned_up_is_trump_for_that_deal_only(
    seed: int, dealer: Seat
) -> None:
    deals = [play_deal(random.Random(seed + i), dealer_of(dealer, i + 1)) for i in range(3)]
    happened = replays(text_of(*deals))
    assert [r.trump for r in happened] == [d.turn_up.suit for d in deals]
    assert [r.won for r in happened] == [d.won for d in deals]


def test_r07_the_card_turned_up_belongs_to_the_dealers_hand() -> None:
    deal = a_deal()
    (other,) = [c for c in deal.hands[Seat.N] if c.suit is deal.turn_up.suit][:1]
    assert "turnup-not-dealers" in names(_with_trump(text_of(deal), other.name))


def _with_trump(text: str, trump: str) -> str:
    return re.sub(r"^Trump:.*$", f"Trump: {trump}", text, flags=re.M)


def test_r08_a_deal_in_which_the_cards_do_not_come_out_is_a_misdeal() -> None:
    """The deal is lost: it scores nothing, and the next player deals."""
    first, second = a_deal(Seat.W), a_deal(Seat.N, 2)
    text = text_of(first, second)
    start = text.index("Deal 1")
    lost = "Deal 1\nDealer: S\nMisdeal: the last card came to East\n\n"
    text = text[:start] + lost + text[start:]
    assert clean(text)
    assert [r.score.basis for r in scores(text) if r.score] == ["void", "counted", "counted"]
    assert "dealer-rotation" in names(text.replace("Dealer: S\nMis", "Dealer: W\nMis"))


def test_r09_exactly_one_card_is_exposed() -> None:
    text = text_of(a_deal())
    assert replays(text)[0].turn_up is a_deal().turn_up
    other = next(c for c in a_deal().hands[Seat.W] if c is not a_deal().turn_up)
    second = re.sub(r"^(Trump:.*)$", rf"\1\nTrump: {other}", text, flags=re.M)
    assert not clean(second)


@given(played_deals)
def test_r10_the_card_turned_up_is_known_to_all_until_it_is_played(deal: Played) -> None:
    (happened,) = replays(text_of(deal))
    seen = False
    for position in positions(happened):
        assert position.turn_up is (None if seen else deal.turn_up)
        seen = seen or position.card is deal.turn_up
    assert seen


def test_r10_the_dealer_may_play_it_to_the_first_trick() -> None:
    assert clean(text_of(find_deal(lambda d: d.tricks[0][3] is d.turn_up)))


@given(played_games())
def test_r11_the_deal_passes_to_the_left_after_every_deal(deals: tuple[Played, ...]) -> None:
    assert clean(text_of(*deals))


def test_r11_the_winner_of_a_deal_does_not_keep_it() -> None:
    assert names(text_of(a_deal(Seat.W, 1), a_deal(Seat.W, 2))) == ["dealer-rotation"]
    assert names(text_of(a_deal(Seat.W, 1), a_deal(Seat.N, 2))) == []


# -- A3: play -----------------------------------------------------------------------------


def test_r12_eldest_hand_leads_and_may_lead_a_trump() -> None:
    deal = find_deal(lambda d: d.tricks[0][0].suit is d.trump)
    assert deal.leaders[0] is deal.dealer.next
    assert clean(text_of(deal))
    for seat in SEATS:
        turned = re.sub(r"^ 1\. .:", f" 1. {seat.name}:", text_of(deal, hands=False), flags=re.M)
        assert ("lead-wrong-seat" in names(turned)) == (seat is not deal.dealer.next)


def test_r13_the_play_goes_clockwise() -> None:
    deal = a_deal()
    (happened,) = replays(text_of(deal))
    for trick, leader in zip(happened.tricks, deal.leaders):
        assert trick.seats == tuple(SEATS[(leader + i) & 3] for i in range(4))


def test_r13_who_can_follow_must() -> None:
    hand = hand_mask("A♠ 2♠ K♥ 3♦")
    assert order(Suit.HEARTS).legal(hand, card("9♠")) == hand_mask("A♠ 2♠")
    assert order(Suit.HEARTS).legal(hand, card("9♥")) == hand_mask("K♥")


@given(played_deals)
def test_r13_every_card_that_is_not_legal_is_a_revoke(deal: Played) -> None:
    (happened,) = replays(text_of(deal))
    for position in positions(happened):
        if position.card is not None:
            assert position.legal is not None
            assert position.legal & position.card.bit


@given(st.integers(0, PACK_52), st.sampled_from(CARDS[:52]), st.sampled_from((*SUITS, None)))
def test_r14_who_is_void_may_play_anything(hand: int, led: Card, trump: Suit | None) -> None:
    hand &= ~sum(c.bit for c in CARDS[:52] if c.suit is led.suit)
    assert order(trump).legal(hand, led) == hand


def test_r14_there_is_no_duty_to_ruff_or_to_overruff() -> None:
    def discards_with_a_trump_in_hand(deal: Played) -> bool:
        for t, trick in enumerate(deal.tricks):
            for place in (1, 2, 3):
                seat = seat_of(deal, t, place)
                later = [
                    c
                    for u in range(t + 1, 13)
                    for p in range(4)
                    for c in [deal.tricks[u][p]]
                    if seat_of(deal, u, p) is seat
                ]
                if trick[place].suit not in (trick[0].suit, deal.trump) and any(
                    c.suit is deal.trump for c in later
                ):
                    return True
        return False

    assert clean(text_of(find_deal(discards_with_a_trump_in_hand), hands=False))


def test_r15_only_the_suit_led_binds() -> None:
    hand = hand_mask("A♠ 2♠ K♥ 3♦")
    rules = order(Suit.DIAMONDS)
    # Hearts were led, the second player discarded a spade: the third follows hearts.
    table = cards("9♥ 5♠")
    assert rules.legal(hand, rules.setter(table)) == hand_mask("K♥")


def test_r16_the_highest_trump_wins_or_else_the_highest_card_of_the_suit_led() -> None:
    """All sixteen ways to have or have not the suit led and a trump, by an independent rule."""
    rules = order(Suit.SPADES)
    sample = cards("2♠ K♠ 3♥ A♥ 4♦ A♦")
    for trick in permutations(sample, 4):
        trumps = [c for c in trick if c.suit is Suit.SPADES]
        led = [c for c in trick if c.suit is trick[0].suit]
        best = max(trumps or led, key=lambda c: c.rank)
        assert trick[rules.winner(trick)] is best


def test_r16_a_wrong_winner_is_found() -> None:
    deal = a_deal()
    text = text_of(deal, winners=True)
    assert clean(text)
    wrong = deal.winners[4].next.name
    text = re.sub(r"^( 5\. .*-> ).$", rf"\g<1>{wrong}", text, flags=re.M)
    assert "winner-wrong" in names(text)


def test_r17_the_winner_leads_next() -> None:
    deal = a_deal()
    assert deal.leaders[1:] == deal.winners[:-1]
    text = text_of(deal, hands=False)
    wrong = deal.leaders[4].next.name
    text = re.sub(r"^ 5\. .:", f" 5. {wrong}:", text, flags=re.M)
    assert "lead-wrong-seat" in names(text)


@pytest.mark.parametrize(
    "line",
    ["Auction: pass, 3 up, pass, pass, pass", "Kitty: 6", "Discards: 6", "Ranking: downtown"],
)
def test_r18_nothing_is_bid_drawn_or_exchanged(line: str) -> None:
    text = text_of(a_deal())
    (found,) = check(text.replace("Dealer: ", f"{line}\nDealer: "))
    assert found.name == "bidding-foreign"
    assert found.span.line == text[: text.index("Dealer: ")].count("\n") + 1
    assert found.message.startswith(line.split(":")[0])


def test_r18_an_auction_is_one_thing_out_of_place() -> None:
    line = "Auction: pass, 3 up, pass, pass, pass\nKitty: 6\n"
    (found,) = check(text_of(a_deal()).replace("Dealer: ", line + "Dealer: "))
    assert found.message.startswith("Auction and Kitty can't be here")


def test_r19_all_thirteen_tricks_are_played() -> None:
    deal = a_deal()
    text = text_of(deal)
    assert clean(text)  # also after a side has its seventh trick
    short = text[: text.index("\n13. ")] + "\n"
    assert "deal-short" in names(short)
    assert scores(short)[0].score.basis == "undecided"  # type: ignore[union-attr]


@given(played_deals)
def test_r20_tricks_are_pooled_and_the_cards_in_them_count_nothing(deal: Played) -> None:
    (report,) = scores(text_of(deal))
    assert report.score is not None
    assert report.score.tricks == deal.won
    assert report.score.points == deal_points(deal.won, SHORT)


def test_r21_a_card_that_was_played_is_not_played_again() -> None:
    deal = a_deal()
    text = text_of(deal, hands=False)
    last = re.search(r"^13\. .: +(\S+)", text, re.M)
    assert last is not None
    again = text[: last.start(1)] + deal.tricks[0][0].name + text[last.end(1) :]
    assert "card-twice" in names(again)


REVOKE = """\
Deal 1
Dealer: W
Trump: 4♠
1. N: A♥ 3♥ 6♣ K♥
2. N: 2♥ 10♥ 4♥ Q♥
"""


def test_r22_not_to_follow_though_able_is_illegal() -> None:
    assert "revoke-inferred" in names(REVOKE)
    assert "revoke-inferred" not in names(REVOKE.replace("4♥ Q♥", "4♣ Q♥"))


def test_r22_no_penalty_is_applied() -> None:
    deal = find_deal(_can_revoke)
    text = text_of(deal)
    assert clean(text)
    t, place, c = _revoking(deal)
    u, other = next((u, p) for u in range(13) for p in range(4) if deal.tricks[u][p] is c)
    tricks = [list(trick) for trick in deal.tricks]
    tricks[t][place], tricks[u][other] = tricks[u][other], tricks[t][place]
    revoked = Played(
        deal.dealer,
        deal.turn_up,
        deal.trump,
        deal.hands,
        tuple(map(tuple, tricks)),
        deal.leaders,
        deal.winners,
    )
    text = text_of(revoked)
    assert sorted(names(text)) == ["revoke", "revoke-penalty"]
    (report,) = scores(text)
    assert report.score is not None
    assert report.score.tricks == deal.won
    assert report.score.points == deal_points(deal.won, SHORT)


def _revoking(deal: Played) -> tuple[int, int, Card]:
    """A place where a loser follows suit, and a card of another suit that it might swap
    with a later discard of the same seat, so that no winner changes."""
    for t, trick in enumerate(deal.tricks):
        for place in (1, 2, 3):
            seat = seat_of(deal, t, place)
            if trick[place].suit is not trick[0].suit or deal.winners[t] is seat:
                continue
            for u in range(t + 1, 13):
                p = (seat - deal.leaders[u]) & 3
                c = deal.tricks[u][p]
                if (
                    p
                    and c.suit not in (trick[0].suit, deal.trump, deal.tricks[u][0].suit)
                    and trick[place].suit is not deal.trump
                    and trick[place].suit is not deal.tricks[u][0].suit
                    and deal.turn_up not in (c, trick[place])
                    and not any(
                        deal.tricks[v][0].suit in (trick[0].suit, c.suit)
                        for v in range(t + 1, u + 1)
                    )
                ):
                    return t, place, c
    raise LookupError


def _can_revoke(deal: Played) -> bool:
    try:
        _revoking(deal)
    except LookupError:
        return False
    return True


# -- A4: score and end --------------------------------------------------------------------

RESULTS = [(n, 13 - n) for n in range(14)]


@pytest.mark.parametrize("tricks", RESULTS)
def test_r23_only_the_side_with_more_than_six_tricks_scores(tricks: tuple[int, int]) -> None:
    points = deal_points(tricks, SHORT)
    assert sum(n > 0 for n in points) == 1
    for side in SIDES:
        assert points[side] == (tricks[side] - 6 if tricks[side] > 6 else 0)
    assert 1 <= max(points) <= 7


def test_r23_points_for_the_other_side_are_an_error() -> None:
    deal = find_deal(lambda d: d.won == (8, 5))
    text = text_of(deal)
    assert clean(text + "Points: NS 2, EW 0\n")
    assert names(text + "Points: NS 2, EW 1\n") == ["both-scored"]
    assert names(text + "Points: NS 0, EW 2\n") == ["points-wrong"]


@pytest.mark.parametrize(
    ("tricks", "points"),
    [*((n, 0) for n in range(7)), (7, 1), (8, 2), (9, 3), (10, 4), (11, 5), (12, 6), (13, 7)],
)
def test_r24_the_table_of_points(tricks: int, points: int) -> None:
    assert deal_points((tricks, 13 - tricks), SHORT)[Side.NS] == points
    assert deal_points((13 - tricks, tricks), SHORT)[Side.EW] == points


@pytest.mark.parametrize("name", ["short", "american", "long", "rotation", "rotation-nt"])
def test_r25_the_first_six_tricks_are_worth_nothing(name: str) -> None:
    profile, _ = load_profile(name)
    assert profile is not None
    assert profile.book == 6
    for tricks in RESULTS:
        assert sum(deal_points(tricks, profile)) == max(tricks) - 6


def test_r26_the_first_side_with_at_least_five_points_wins() -> None:
    assert not game_over((4, 4), 8, SHORT)
    for points in (5, 6, 11):  # overshoot is allowed
        assert game_over((points, 4), 2, SHORT)
        assert leading_side((points, 4)) is Side.NS


def test_r26_the_game_ends_after_the_deal_and_not_within_it() -> None:
    deal = find_deal(lambda d: d.won[0] >= 9)
    text = "Score: NS 4, EW 4\n\n" + text_of(deal)
    assert clean(text)
    (report,) = scores(text)
    assert report.score is not None
    assert (report.score.over, report.score.winner) == (True, Side.NS)
    after = text_of(deal, a_deal(Seat.N, 2)).replace("Deal 1\n", "Winner: NS\n\nDeal 1\n")
    assert names("Score: NS 4, EW 4\n\n" + after) == ["game-over-missed"]


@given(played_games())
def test_r26_a_game_won_is_over_and_one_not_won_is_not(deals: tuple[Played, ...]) -> None:
    reports = scores(text_of(*deals))
    assert [r.score.over for r in reports if r.score] == [False] * (len(deals) - 1) + [True]
    text = text_of(*deals) + f"Winner: {reports[-1].score.winner.name}\n"  # type: ignore[union-attr]
    assert clean(text)
    loser = reports[-1].score.winner.other.name  # type: ignore[union-attr]
    assert names(text_of(*deals) + f"Winner: {loser}\n") == ["game-winner-wrong"]


@pytest.mark.parametrize(("name", "most"), [("short", 9), ("american", 13), ("long", 19)])
def test_r27_there_is_no_tie_in_a_game_to_a_target(name: str, most: int) -> None:
    profile, _ = load_profile(name)
    assert profile is not None
    target = profile.target or 0
    for before in product(range(target), repeat=2):
        for tricks in RESULTS:
            points = deal_points(tricks, profile)
            after = (before[0] + points[0], before[1] + points[1])
            assert not (after[0] >= target and after[1] >= target)
            if game_over(after, 1, profile):
                assert leading_side(after) is not None
    assert longest_game(profile) == most


@given(played_games())
def test_r28_while_nobody_has_won_the_next_deal_follows(deals: tuple[Played, ...]) -> None:
    text = text_of(*deals)
    assert "game-over-missed" not in names(text)
    for number, deal in enumerate(deals, start=1):
        assert deal.dealer is dealer_of(deals[0].dealer, number)
    nxt = play_deal(random.Random(0), deals[-1].dealer.next)
    assert names(text_of(*deals, nxt)) == ["game-over-missed"]


# -- A5: other agreements -----------------------------------------------------------------


def test_a5_a_rotation_of_trumps() -> None:
    suits = [Suit.HEARTS, Suit.DIAMONDS, Suit.SPADES, Suit.CLUBS]
    for rules, trumps in (("rotation", suits), ("rotation-nt", [*suits, None])):
        dealer = Seat.W
        deals = []
        for i in range(6):
            # Six and seven tricks in turn, so that the game lasts long enough.
            seed = next(
                s
                for s in range(10_000)
                if play_deal(random.Random(s), dealer, trumps[i % len(trumps)], turn_up=False).won[
                    i % 2
                ]
                == 7
            )
            trump = trumps[i % len(trumps)]
            deals.append(play_deal(random.Random(seed), dealer, trump, turn_up=False))
            dealer = dealer.next
        text = text_of(*deals, turn_up=False)
        assert clean(text, rules)
        assert [r.won for r in replays(text, rules)] == [d.won for d in deals]
        swapped = re.sub(r"^Trump: +♦", "Trump: ♠", text, count=1, flags=re.M)
        assert "trump-rotation" in names(swapped, rules)


def test_a5_a_fixed_number_of_deals_may_end_in_a_tie() -> None:
    profile, _ = load_profile("tournament")
    assert profile is not None
    assert game_over((6, 6), 12, profile)
    assert leading_side((6, 6)) is None


@pytest.mark.parametrize(("name", "target"), [("short", 5), ("american", 7), ("long", 10)])
def test_a5_the_record_names_its_agreement(name: str, target: int) -> None:
    deal = find_deal(lambda d: d.won[0] == 8)
    text = f"Rules: {name}\nScore: NS {target - 2}, EW 0\n\n" + text_of(deal)
    (report,) = scores(text)
    assert report.score is not None
    assert report.score.over
    (report,) = scores(text.replace(f"NS {target - 2}", f"NS {target - 3}"))
    assert report.score is not None
    assert not report.score.over
    assert names(text.replace(f"Rules: {name}", "Rules: solo"))[0] == "profile-unknown"


# -- A6: worked examples ------------------------------------------------------------------


def test_v01_nine_tricks_at_two_win_the_game() -> None:
    deal = find_deal(lambda d: d.won == (9, 4))
    text = "Score: NS 2, EW 0\n\n" + text_of(deal) + "Tricks: NS 9, EW 4\nScore: NS 5, EW 0\n"
    assert clean(text)
    (report,) = scores(text)
    assert report.score is not None
    assert report.score.points == (3, 0)
    assert report.score.after == (5, 0)
    assert report.score.winner is Side.NS


def test_v02_a_ruff_of_partners_ace_wins() -> None:
    text = "Seats: ABCD\n\nDeal 1\nDealer: D\nTrump: 5♠\n1. A: A♥ 3♥ 4♠ K♥\n2. C: 9♣\n"
    (happened,) = replays(text)
    first = happened.tricks[0]
    assert first.winner is Seat.S  # C
    assert happened.tricks[1].leader is Seat.S
    assert happened.won == (1, 0)
    assert not {"revoke", "lead-wrong-seat"} & set(names(text))


@pytest.mark.parametrize(("trump", "winner"), [("♠", 1), ("♥", 1), ("♣", 1), ("♦", 2)])
def test_v03_who_is_void_may_throw_and_who_is_not_must_follow(trump: str, winner: int) -> None:
    rules = order(next(s for s in SUITS if s.symbol == trump))
    trick = cards("10♣ K♣ 3♦ J♣")
    assert rules.winner(trick) == winner
    assert rules.legal(hand_mask("3♦ A♠ 2♥"), trick[0]) == hand_mask("3♦ A♠ 2♥")
    assert rules.legal(hand_mask("J♣ A♦ 2♥"), trick[0]) == hand_mask("J♣")


def test_v04_three_and_four_tricks_of_partners_are_one_point() -> None:
    deal = find_deal(
        lambda d: sorted(sum(w is s for w in d.winners) for s in (Seat.N, Seat.S)) == [3, 4]
    )
    (report,) = scores(text_of(deal))
    assert report.score is not None
    assert (report.score.tricks, report.score.points) == ((7, 6), (1, 0))


def test_v05_thirteen_tricks_are_seven_points_without_a_bonus() -> None:
    assert deal_points((13, 0), SHORT) == (7, 0)
    assert clean("Deal 1\nTricks: NS 13, EW 0\nPoints: NS 7, EW 0\nScore: NS 7, EW 0\n")
    assert names("Deal 1\nTricks: NS 13, EW 0\nPoints: NS 8, EW 0\n") == ["points-wrong"]


def test_v06_six_tricks_are_nothing() -> None:
    assert deal_points((6, 7), SHORT) == (0, 1)
    assert clean("Deal 1\nTricks: NS 6, EW 7\nPoints: NS 0, EW 1\nScore: NS 0, EW 1\n")
