"""The rules of bid whist, statement by statement: a test for each, named after it.

B01-B20 are the rules of the source that `bid` follows, V07-V09 its worked examples.
"""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations, product

import pytest

from tests.bids import BID, COLUMNS, TABLE, BidBoard, score_of
from tests.deals import allowed, cards, taker
from whistlog.api import check, parse, score
from whistlog.cards import (
    BIG_JOKER,
    CARDS,
    LITTLE_JOKER,
    SEATS,
    SUITS,
    Card,
    Ranking,
    Seat,
    Side,
    Suit,
    card,
    cards_of,
    mask,
    suit_mask,
)
from whistlog.checks import Checker, DealReport
from whistlog.notation.writer import format_record
from whistlog.record import Call, Deal, Game, Header, Pile, Record, Tag, Tally, kind
from whistlog.replay import positions, replay
from whistlog.rules.auction import BIDS, PASS, after, hold, legal_calls, rank, refusal, start
from whistlog.rules.play import order
from whistlog.rules.profile import BidRules, Profile
from whistlog.rules.scoring import bid_points, game_over, leading_side, target_reached

RULES = BID.bid or BidRules()
UP, DOWN = Ranking


def board(seed: int = 1, **changes: object) -> BidBoard:
    return replace(BidBoard.random(random.Random(seed)), **changes)  # type: ignore[arg-type]


def board_with(form: str, seed: int = 0) -> BidBoard:
    """The first of the random deals that is played in a form."""
    return next(b for s in range(seed, seed + 500) if (b := board(s)).form == form)


def report(b: BidBoard, profile: Profile = BID) -> DealReport:
    checker = Checker(profile)
    checker.header(Header((Tally("score", ((Side.NS, 2), (Side.EW, -1))),)))
    return checker.deal(b.deal())


def names(b: BidBoard, profile: Profile = BID) -> list[str]:
    return [d.name for d in report(b, profile).diagnostics]


def auction(text: str, dealer: Seat = Seat.W, rules: BidRules = RULES):
    """The outcome of an auction as it is written in a record."""
    record, faults = parse(f"Rules: bid\n\nDeal 1\nDealer: W\nAuction: {text}\n")
    assert faults == ()
    line = record.games[0].deals[0].layout.auction
    assert line is not None
    return hold(line[1].calls, dealer, rules)


def faults(text: str, rules: BidRules = RULES) -> list[str]:
    return [f.name for f in auction(text, rules=rules).faults]


def bid(text: str) -> Call:
    return (
        auction(f"{text}, pass, pass, pass")
        and parse(f"Deal 1\nAuction: {text}\n")[0].games[0].deals[0].layout.auction[1].calls[0]
    )  # type: ignore[index]


# -- the pack and the deal ----------------------------------------------------------------


def test_b01_fifty_four_cards_with_two_jokers_that_can_be_told_apart() -> None:
    assert BID.pack.bit_count() == 54
    assert BIG_JOKER is not LITTLE_JOKER
    assert mask((BIG_JOKER, LITTLE_JOKER)) & BID.pack == mask((BIG_JOKER, LITTLE_JOKER))
    record, found = parse("Rules: bid\n\nDeal 1\nN: ♠ A 2 BJ LJ\n")
    assert found == ()
    assert record.games[0].deals[0].hands[Seat.N] == tuple(cards("A♠ 2♠ BJ LJ"))


def test_b02_twelve_cards_each_and_a_kitty_of_six() -> None:
    assert (BID.hand_size, BID.kitty) == (12, 6)
    b = board()
    happened = report(b).replay
    assert [bits is not None and bits.bit_count() for bits in happened.hands] == [12] * 4
    assert happened.kitty == mask(b.kitty)
    b.kitty.pop()
    assert names(b) == ["kitty-count"]
    b = board()
    b.hands[2].pop()
    assert names(b) == ["hand-count"]


# -- the auction --------------------------------------------------------------------------


@pytest.mark.parametrize("dealer", SEATS)
def test_b03_the_player_at_the_dealers_left_speaks_first(dealer: Seat) -> None:
    bidding = start(dealer)
    for k in range(1, 9):
        assert bidding.turn is SEATS[(dealer + k) % 4]
        bidding = after(bidding, BIDS[k], RULES)
    assert faults("N: 3 up, E: pass, S: pass, W: pass") == []
    assert faults("E: 3 up, S: pass, W: pass, N: pass") == ["bid-turn"]


def test_b04_a_bid_is_a_number_from_one_to_seven_and_promises_six_more_tricks() -> None:
    assert sorted({c.level for c in BIDS if c.level}) == [1, 2, 3, 4, 5, 6, 7]
    for level in range(1, 8):
        made = [t for t in range(14) if bid_points(t, level, "up", BID)[0] > 0]
        assert made == list(range(6 + level, 14))
    assert faults("0 up, pass, pass, pass") == ["bid-form"]
    assert faults("8 up, pass, pass, pass") == ["bid-form"]


@pytest.mark.parametrize(
    ("text", "call"),
    [
        ("4", Call(4, "up")),
        ("4 uptown", Call(4, "up")),
        ("4 downtown", Call(4, "down")),
        ("4 no trump", Call(4, "nt")),
        ("4 nt", Call(4, "nt")),
    ],
)
def test_b05_the_forms_are_uptown_downtown_and_no_trump(text: str, call: Call) -> None:
    assert bid(text) == call
    assert faults(f"{text}, pass, pass, pass") == []


@pytest.mark.parametrize("text", ["4 hearts", "4 ♥", "4 nt up", "4 no trump downtown", "4 trump"])
def test_b05_no_bid_names_a_suit_or_the_direction_of_no_trump(text: str) -> None:
    assert faults(f"{text}, pass, pass, pass") == ["bid-form"]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("4 hearts", "4 up"),
        ("4 ♥", "4 up"),
        ("4 trump", "4 up"),  # AMB-30
        ("4 nt up", "4 nt"),
        ("4 no trump downtown", "4 nt"),
        ("4 hearts down", "4 down"),
        ("4 para baixo ouros", "4 down"),
        ("4 more", None),
        ("14 up", None),
    ],
)
def test_b05_the_hint_keeps_the_form_that_is_named(text: str, meant: str | None) -> None:
    (fault,) = auction(f"{text}, pass, pass, pass").faults
    assert str(fault.args["hint"]) == (f"Perhaps “{meant}” is meant. " if meant else "")


def test_b06_there_are_twenty_one_bids_in_order() -> None:
    assert len(BIDS) == 21
    index = {"up": 0, "down": 1, "nt": 2}
    for i, call in enumerate(BIDS):
        assert call.level is not None
        assert call.form is not None
        assert i == 3 * (call.level - 1) + index[call.form] == rank(call.level, call.form, RULES)
    for one, other in product(BIDS, BIDS):
        bidding = after(start(Seat.W), one, RULES)
        legal = refusal(bidding, other, RULES) is None
        assert legal == (BIDS.index(other) > BIDS.index(one))
    assert faults("5, 5 up, pass, pass, pass") == ["bid-too-low"]


def test_b07_three_passes_after_a_bid_end_the_auction() -> None:
    result = auction("pass, 3 up, pass, 4 down, pass, pass, pass")
    assert (result.declarer, result.level, result.form) == (Seat.W, 4, "down")
    assert result.over
    assert faults("3 up, pass, pass") == ["auction-open"]
    assert faults("3 up, pass, pass, pass, pass") == ["bid-after-end"]


def test_b08_the_dealer_must_bid_when_three_have_passed_and_wins_at_once() -> None:
    bidding = start(Seat.W)
    for _ in range(3):
        bidding = after(bidding, PASS, RULES)
    assert legal_calls(bidding, RULES) == BIDS  # AMB-16, AMB-17: any bid, no trump too
    result = auction("pass, pass, pass, 7 nt")
    assert (result.declarer, result.over, result.faults) == (Seat.W, True, ())
    assert faults("pass, pass, pass, pass") == ["all-pass"]
    assert faults("pass, pass, pass, 1 up, pass") == ["bid-after-end"]


def test_b09_a_trump_suit_or_a_direction_is_named() -> None:
    assert names(board_with("up")) == names(board_with("down")) == names(board_with("nt")) == []
    for form in ("up", "down"):
        b = board_with(form)
        assert report(b).replay.trump is b.trump
        line = next(i for i in b.items() if kind(i) == "trump")
        b.named = [i for i in b.items() if kind(i) == "ranking"] or [Tag("site", "here")]
        assert names(b) == ["declare-missing"]
        b.named = [Tag("site", "here"), line]
        assert names(b) == []
    b = board_with("nt")
    b.named = [next(i for i in b.items() if kind(i) == "trump")]
    assert names(b) == ["direction-missing"]


def test_b09_it_is_named_before_the_kitty_is_taken_up() -> None:
    b = board_with("up")
    items = b.items()
    at = next(i for i, item in enumerate(items) if kind(item) == "trump")
    back = next(i for i, item in enumerate(items) if isinstance(item, Pile) and item.key != "kitty")
    late = [*items[:at], *items[at + 1 : back + 1], items[at], *items[back + 1 :]]
    for rules, expected in ((RULES, ["declare-late"]), (BidRules(declare="after"), [])):
        checker = Checker(BID.with_bid(rules))
        checker.header(Header((Tally("score", ((Side.NS, 2), (Side.EW, -1))),)))
        assert [d.name for d in checker.deal(Deal(tuple(late))).diagnostics] == expected


# -- ranks and jokers ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ranking", "names_"),
    [
        (UP, "2 3 4 5 6 7 8 9 10 J Q K A"),
        (DOWN, "K Q J 10 9 8 7 6 5 4 3 2 A"),
    ],
)
def test_b10_ranks_uptown_and_downtown(ranking: Ranking, names_: str) -> None:
    ranks = names_.split()
    for trump in (*SUITS, None):
        rules = order(trump, ranking)
        for suit in SUITS:
            row = [card(r + suit.symbol) for r in ranks]
            row += [LITTLE_JOKER, BIG_JOKER] * (suit is trump)
            for low, high in combinations(row, 2):
                assert rules.winner([low, high]) == 1
                assert rules.winner([high, low]) == 0


def test_b11_with_a_trump_suit_the_jokers_are_trumps() -> None:
    rules = order(Suit.HEARTS)
    hand = mask(cards("BJ K♠ 2♣"))
    assert cards_of(rules.legal(hand, card("3♥"))) == (BIG_JOKER,)
    assert BIG_JOKER not in cards_of(rules.legal(hand, card("3♠")))
    assert rules.legal(hand, card("3♦")) == hand  # it may ruff
    assert cards_of(rules.legal(hand, LITTLE_JOKER)) == (BIG_JOKER,)
    assert rules.winner(cards("A♠ LJ K♠ A♥")) == 1
    assert rules.winner(cards("A♠ LJ BJ A♥")) == 2


def test_b11_a_joker_that_is_not_played_to_a_trump_is_a_revoke() -> None:
    text = """Rules: bid

Deal 1
Dealer: W
Auction: 1 up, pass, pass, pass
Trump: ♥
1. N: A♥ 3♣ 4♥ 5♥
2. N: 3♠ BJ 4♠ 5♠
Unfinished: rain
"""
    assert [d.name for d in check(text) if d.severity == "error"] == ["joker-suit"]


def test_b12_at_no_trump_a_joker_never_wins() -> None:
    for ranking in Ranking:
        rules = order(None, ranking)
        assert rules.winner(cards("2♠ BJ LJ A♥")) == 0
        assert rules.winner(cards("BJ 2♠ LJ A♥")) == 1
        assert rules.winner(cards("BJ LJ 2♠ 3♥")) == 2
    assert order(None).winner(cards("BJ 2♠ 3♠ A♥")) == 2
    assert order(None, DOWN).winner(cards("BJ 3♠ 2♠ A♥")) == 2
    assert order(None).legal(mask(cards("BJ 2♠")), card("A♥")) == mask(cards("BJ 2♠"))
    assert order(None).legal(mask(cards("BJ 2♠")), card("A♠")) == card("2♠").bit


def test_b12_amb20_the_first_card_after_a_joker_sets_the_suit() -> None:
    rules = order(None)
    assert rules.setter(cards("BJ LJ")) is None
    assert rules.setter(cards("BJ LJ 4♣ A♠")) is card("4♣")
    assert rules.setter(cards("BJ 4♣")) is card("4♣")


@pytest.mark.parametrize("lead", ["allowed", "only-jokers"])
def test_b12_amb20_some_houses_do_not_let_jokers_be_led(lead: str) -> None:
    profile = BID.with_bid(BidRules(joker_lead=lead))
    led = 0
    for seed in range(60):
        b = board(seed)
        early = [
            t
            for t, trick in enumerate(b.tricks[:-1])
            if b.trump is None
            and trick[0].is_joker
            and not all(
                c.is_joker
                for later in range(t + 1, 12)
                for p, c in enumerate(b.tricks[later])
                if b.seat_at(later, p) is b.lead[t]
            )
        ]
        expected = ["joker-lead"] * len(early) if lead != "allowed" else []
        assert names(b, profile) == expected
        led += len(early)
    assert led > 3


# -- the kitty ----------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(5))
def test_b13_the_kitty_is_the_first_trick_of_who_takes_it(seed: int) -> None:
    b = board(seed)
    happened = report(b).replay
    assert happened.kitty_to is b.declarer
    played = [0, 0]
    for trick in happened.tricks:
        assert trick.winner is not None
        played[trick.winner.side] += 1
    assert sum(played) == 12
    assert happened.won[b.side] == played[b.side] + 1
    assert next(iter(positions(happened))).won[b.side] == 1
    b.won = played
    assert names(b) == ["kitty-not-counted"]


@pytest.mark.parametrize(
    ("form", "shown", "expected"),
    [
        ("up", True, []),
        ("up", False, ["kitty-not-shown"]),
        ("down", False, ["kitty-not-shown"]),
        ("nt", False, []),
        ("nt", True, ["kitty-shown"]),
    ],
)
def test_b14_the_kitty_is_shown_unless_the_bid_was_no_trump(
    form: str, shown: bool, expected: list[str]
) -> None:
    b = board_with(form)
    items = tuple(
        i._replace(shown=shown) if isinstance(i, Pile) and i.key == "kitty" else i
        for i in b.items()
    )
    checker = Checker(BID)
    checker.header(Header((Tally("score", ((Side.NS, 2), (Side.EW, -1))),)))
    assert [d.name for d in checker.deal(Deal(items)).diagnostics] == expected


def test_b15_as_many_cards_go_back_as_are_taken() -> None:
    b = board()
    happened = report(b).replay
    assert happened.exchanged is not None
    assert happened.exchanged.bit_count() == 12
    both = mask(b.hands[b.declarer]) | mask(b.kitty)
    assert happened.exchanged == both & ~mask(b.discards)
    for number, expected in ((7, ["discard-count"]), (6, [])):
        items = tuple(
            Pile("discards", None, number) if isinstance(i, Pile) and i.key == "discards" else i
            for i in b.items()
        )
        checker = Checker(BID)
        checker.header(Header((Tally("score", ((Side.NS, 2), (Side.EW, -1))),)))
        assert [d.name for d in checker.deal(Deal(items)).diagnostics] == expected


def test_b15_the_number_alone_leaves_open_what_went_back() -> None:
    b = board_with("up", 20)

    def short() -> Deal:
        return Deal(tuple(i for i in b.deal().items if kind(i) != "trick" or i.number < 5))

    both = mask(b.hands[b.declarer]) | mask(b.kitty)
    assert replay(short(), BID).exchanged == both & ~mask(b.discards)
    b.with_discards = "count"
    happened = replay(short(), BID)
    assert happened.exchanged is None
    assert happened.facts == ()
    assert replay(b.deal(), BID).exchanged == both & ~mask(b.discards)  # he has played all


def test_b16_the_winner_of_the_auction_leads_and_twelve_tricks_are_played() -> None:
    b = board(3)
    happened = report(b).replay
    assert happened.tricks[0].leader is b.declarer
    assert [t.number for t in happened.tricks] == list(range(1, 13))
    assert (BID.hand_size, BID.tricks) == (12, 13)
    checker = Checker(BID)
    checker.header(Header(()))
    text = format_record(Record((Game(Header((Tag("rules", "bid"),)), (b.deal(),)),)))
    wrong = text.replace(f" 1. {b.declarer.name}:", f" 1. {b.declarer.next.name}:")
    found = [d for d in check(wrong) if d.name in ("lead-wrong-seat", "leader-wrong")]
    assert len(found) == 1
    assert "won the auction" in found[0].related_message(found[0].related[0])


def test_b17_everything_else_is_as_in_basic_whist() -> None:
    """Following and winning are those of whist, with jokers as the highest trumps."""
    rng = random.Random(17)
    for _ in range(3000):
        trump: Suit | None = rng.choice([*SUITS, None])
        ranking = rng.choice(list(Ranking))
        rules = order(trump, ranking)
        drawn: list[Card] = rng.sample(CARDS, 16)
        table, hand = drawn[:4], drawn[4:]
        assert rules.winner(table) == taker(table, trump, ranking)
        for n in range(4):
            led = rules.setter(table[:n])
            assert set(cards_of(rules.legal(mask(hand), led))) == set(
                allowed(hand, table[:n], trump)
            )
    for suit in SUITS:
        assert order(suit).follow[suit * 13] == suit_mask(suit) | mask((BIG_JOKER, LITTLE_JOKER))


# -- the score ----------------------------------------------------------------------------


@pytest.mark.parametrize(("level", "column"), list(product(TABLE, range(len(COLUMNS)))))
def test_b18_the_whole_table(level: int, column: int) -> None:
    tricks = COLUMNS[column]
    for form in ("up", "down", "nt"):
        assert bid_points(tricks, level, form, BID)[0] == TABLE[level][column]


@pytest.mark.parametrize(("level", "tricks"), list(product(range(1, 8), range(1, 14))))
def test_b18_only_the_bidders_gain_or_lose(level: int, tricks: int) -> None:
    points = bid_points(tricks, level, "up", BID)[0]
    assert points == score_of(level, tricks)
    assert (points > 0) == (tricks >= 6 + level)
    assert points != 0
    by_points = bid_points(tricks, level, "up", BID.with_bid(BidRules(failed="points")))[0]
    # AMB-22: the two ways to count a shortfall differ only below the book.
    assert (by_points == points) == (tricks >= 6 or points > 0)
    by_bid = bid_points(tricks, level, "up", BID.with_bid(BidRules(failed="bid")))
    assert by_bid == ((points,) if points > 0 else (-level,))


@pytest.mark.parametrize("failed", ["shortfall", "tricks", "points"])
@pytest.mark.parametrize("counted", ["tricks", "points"])
def test_b18_amb22_both_readings_are_accepted_unless_the_profile_says(
    failed: str, counted: str
) -> None:
    b = next(x for s in range(500) if (x := board(s)).won[x.side] < 6)
    gain = score_of(b.level, b.won[b.side]) if counted == "tricks" else -b.level
    b.points[b.side] = gain
    b.score = [2, -1]
    b.score[b.side] += gain
    profile = BID.with_bid(BidRules(failed=failed))
    right = failed == "shortfall" or failed == counted
    found = report(b, profile)
    expected = [] if right else ["bid-score"]
    assert [d.name for d in found.diagnostics if d.severity == "error"] == expected
    info = [d.name for d in found.diagnostics if d.severity == "info"]
    assert info == ["bid-score-reading"] * (failed == "shortfall" and counted == "points")
    for told in found.diagnostics:  # at the number of the side that bid
        if told.name == "bid-score-reading":
            assert told.span.end_column - told.span.column < 10
    if right:
        assert found.score is not None
        assert found.score.points == tuple(b.points)
        assert found.score.after == tuple(b.score)


def test_b18_no_trump_and_all_the_tricks_may_count_more() -> None:
    double = BID.with_bid(BidRules(no_trump="double", boston="quadruple"))
    assert bid_points(9, 3, "nt", double) == (6,)
    assert bid_points(8, 3, "nt", double) == (-2,)
    assert bid_points(9, 3, "up", double) == (3,)
    assert bid_points(13, 3, "down", double) == (28,)
    assert bid_points(13, 3, "nt", double) == (56,)


def test_b18_defenders_do_not_score() -> None:
    b = board(4)
    assert names(b) == []
    b.points[1 - b.side] = 1
    assert names(b) == ["defender-scored"]


@pytest.mark.parametrize(
    ("score_", "winner"),
    [
        ((5, 0), Side.NS), ((4, 0), None), ((7, -4), Side.NS), ((0, -5), Side.NS),
        ((-5, 3), Side.EW), ((-4, -4), None), ((-12, 4), Side.EW),
    ],
)  # fmt: skip
def test_b19_five_points_win_and_five_below_nothing_lose(
    score_: tuple[int, int], winner: Side | None
) -> None:
    assert target_reached(score_, BID) == game_over(score_, 3, BID) == (winner is not None)
    if winner is not None:
        assert leading_side(score_) is winner


def test_b19_one_deal_can_end_the_game() -> None:
    assert game_over((bid_points(11, 1, "up", BID)[0], 0), 1, BID)
    assert game_over((bid_points(8, 7, "up", BID)[0], 0), 1, BID)


def test_b19_a_deal_after_the_end_is_found() -> None:
    b = next(x for s in range(500) if (x := board(s)).score[x.side] <= -5)
    checker = Checker(BID)
    checker.header(Header((Tally("score", ((Side.NS, 2), (Side.EW, -1))),)))
    ended = checker.deal(b.deal())
    assert ended.score is not None
    assert ended.score.over
    assert ended.score.winner is SEATS[b.declarer].side.other
    again = checker.deal(board(1, with_points=False, with_score=False).deal())
    assert "game-over-missed" in [d.name for d in again.diagnostics]


def test_b20_the_lowest_bid_may_be_three() -> None:
    assert faults("1 up, pass, pass, pass") == []
    three = BidRules(minimum=3)
    assert faults("2 nt, pass, pass, pass", three) == ["bid-below-min"]
    assert faults("3 up, pass, pass, pass", three) == []
    assert len(legal_calls(start(Seat.W), three)) == 1 + 15


# -- worked examples ----------------------------------------------------------------------


def test_v07_seven_bid_and_nine_tricks_taken() -> None:
    assert bid_points(9, 7, "up", BID) == (-4,)


def test_v08_three_needs_nine_tricks() -> None:
    assert bid_points(9, 3, "up", BID) == (3,)
    assert bid_points(8, 3, "up", BID) == (-1,)


@pytest.mark.parametrize("form", ["up", "down"])
def test_v09_four_uptown_and_four_downtown_need_ten(form: str) -> None:
    assert bid_points(10, 4, form, BID) == (4,)
    assert bid_points(9, 4, form, BID) == (-1,)


def test_a_deal_is_scored_from_its_text() -> None:
    b = board(5)
    header = Header((Tag("rules", "bid"), Tally("score", ((Side.NS, 2), (Side.EW, -1)))))
    text = format_record(Record((Game(header, (b.deal(),)),)))
    assert list(check(text)) == []
    record, found = parse(text)
    assert found == ()
    ((only,),) = [list(game) for game in score(record)]
    assert only.score is not None
    assert only.score.tricks == tuple(b.won)
    assert only.score.after == tuple(b.score)
