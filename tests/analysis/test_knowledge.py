"""What the player of a card knew: against a test of legality that is written for tests alone."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import permutations

import pytest

from tests.analysis.conftest import ROOT
from tests.bids import BidBoard
from tests.deals import Board, allowed, placed
from whistlog import parse, replay_deal
from whistlog.analysis.knowledge import AWAY, choices
from whistlog.cards import CARDS, SEATS, Card, card
from whistlog.record import Pile
from whistlog.replay.incidents import Exposed, called_plays, exposed_cards
from whistlog.rules.profile import SHORT, builtin

BIDS = ("bid", "bid-52", "bid-pagat")


def cards_of(bits: int) -> list[Card]:
    return [c for c in CARDS if c.bit & bits]


def mask(cards) -> int:
    return sum(c.bit for c in cards)


def classic(seed):
    board = Board.random(random.Random(seed))
    return board, SHORT, [mask(hand) for hand in board.hands]


def bid(seed, name, **rules):
    profile = builtin(name)
    profile = profile.with_bid(replace(profile.bid, **rules))
    board = BidBoard.random(random.Random(seed), profile)
    board.numbers = profile.bid.bids == "number"
    hands = [mask(hand) for hand in board.hands]
    hands[board.declarer] = mask([*board.hands[board.declarer], *board.kitty]) & ~mask(
        board.discards
    )
    return board, profile, hands


def found(board, profile, hands):
    return list(choices(replay_deal(board.deal(), profile), profile, tuple(hands)))


def possible(board, profile, choice, layout) -> bool:
    """Whether the play up to a choice could have happened with other cards, where they lie."""
    if isinstance(board, Board):
        if not any(board.up in trick for trick in board.tricks[: choice.trick - 1]) and (
            board.up not in choice.table
            and choice.seat != board.dealer
            and not layout[board.dealer] & board.up.bit
        ):
            return False
        trump = board.up.suit
    else:
        trump = board.trump
        shown = profile.bid.kitty_shown
        if shown == "always" or (shown == "trump" and trump is not None):
            here = (
                layout[board.declarer]
                | layout[AWAY]
                | choice.hand * (choice.seat == board.declarer)
            )
            gone = mask(c for t in board.tricks[: choice.trick - 1] for c in t) | mask(choice.table)
            known = choice.seat == board.declarer
            if not known and mask(board.kitty) & ~gone & ~here:
                return False
    left = [cards_of(bits) for bits in layout[:4]]
    left[choice.seat] = cards_of(choice.hand)
    past = [*board.tricks[: choice.trick - 1], list(choice.table)]
    for number, trick in enumerate(past):
        for i, c in enumerate(trick):
            left[(board.lead[number] + i) % 4].append(c)
    for number, trick in enumerate(past):
        for i, c in enumerate(trick):
            hand = left[(board.lead[number] + i) % 4]
            if c not in allowed(hand, trick[:i], trump):
                return False
            if (
                not i
                and c.is_joker
                and profile.bid is not None
                and profile.bid.joker_lead != "allowed"
                and trump is None
                and not all(held.is_joker for held in hand)
            ):
                return False
            hand.remove(c)
    return True


def truth(hands, played, seat, away):
    left = [0 if i == seat else bits & ~played for i, bits in enumerate(hands)]
    return (*left, away)


BOARDS = [
    *(pytest.param(classic, (seed,), id=f"classic-{seed}") for seed in range(4)),
    *(pytest.param(bid, (seed, name), id=f"{name}-{seed}") for name in BIDS for seed in range(4)),
]


@pytest.mark.parametrize(("make", "args"), BOARDS)
def test_layouts_are_those_with_which_the_play_is_legal(make, args):
    board, profile, hands = make(*args)
    rng = random.Random(5)
    played = 0
    seen = found(board, profile, hands)
    assert len(seen) == 4 * profile.hand_size
    for choice in seen:
        away = profile.pack & ~sum(hands)
        if profile.bid and choice.seat == board.declarer:
            away = 0
        true = truth(hands, played, choice.seat, away)
        assert choice.hand == hands[choice.seat] & ~played
        assert choice.layouts.sizes == tuple(bits.bit_count() for bits in true)
        assert possible(board, profile, choice, true)
        for _ in range(4):
            layout = choice.layouts.draw(rng)
            assert [b.bit_count() for b in layout] == list(choice.layouts.sizes)
            assert sum(layout) == sum(true)
            assert possible(board, profile, choice, layout)
        played |= choice.card.bit


@pytest.mark.parametrize(("make", "args"), BOARDS)
def test_no_layout_is_left_out(make, args):
    board, profile, hands = make(*args)
    tried = 0
    for choice in found(board, profile, hands):
        sizes = choice.layouts.sizes
        unseen = [c for bits, _ in choice.layouts.groups for c in cards_of(bits)]
        if len(unseen) > 7 and (not sizes[AWAY] or sum(sizes[:4]) > 2):
            continue
        every = set()
        # Only who has which card counts, so the cards put away are what the others leave.
        for chosen in permutations(unseen, sum(sizes[:4])):
            layout, at = [], 0
            for size in sizes[:4]:
                layout.append(mask(chosen[at : at + size]))
                at += size
            layout = (*layout, mask(unseen) & ~sum(layout))
            if layout not in every and possible(board, profile, choice, layout):
                every.add(layout)
        assert choice.layouts.count == len(every)
        assert set(choice.layouts) == every
        tried += 1
    assert tried > 3


def test_jokers_that_are_led_last_tell_that_there_is_nothing_else():
    for seed in range(200):
        board, profile, hands = bid(seed, "bid", joker_lead="only-jokers")
        if board.trump is not None:
            continue
        played = 0
        for choice in found(board, profile, hands):
            lead = choice.table[0] if choice.table else None
            played |= choice.card.bit
            if lead is None or not lead.is_joker or choice.seat == choice.leader:
                continue
            rest = hands[choice.leader] & ~played
            if not rest or any(not c.is_joker for c in cards_of(rest)):
                # By these rules the lead was not allowed, which nobody knows yet.
                continue
            assert choice.layouts.count
            assert all(
                layout[choice.leader] & ~(card("BJ").bit | card("LJ").bit) == 0
                for layout in choice.layouts
            )
            return
    pytest.fail("no such lead in two hundred deals")


REVOKE = """\
Dealer: W
Trump: 5♦
N: ♠ A K  ♥ 2 3
E: ♠ 2 3  ♥ 4 5
S: ♠ 4 5  ♥ 6 7
W: ♠ 6  ♥ 8 9  ♦ 5
 1. N: A♠ {} 4♠ 6♠
 2. N: K♠ 2♠ 5♠ 8♥
 3. N: 2♥ 5♥ 6♥ 9♥
"""


def revoke(mark=""):
    record, _ = parse(REVOKE.format("4♥" + mark))
    replay = replay_deal(record.games[0].deals[0])
    hands = [
        mask(map(card, names.split()))
        for names in ("A♠ K♠ 2♥ 3♥", "2♠ 3♠ 4♥ 5♥", "4♠ 5♠ 6♥ 7♥", "6♠ 8♥ 9♥ 5♦")
    ]
    profile = replace(SHORT, hand_size=4, pack=sum(hands))
    return list(choices(replay, profile, tuple(hands)))


def may_hold(choice, seat, name):
    return any(
        card(name).bit & bits and places >> seat & 1 for bits, places in choice.layouts.groups
    )


def test_a_revoke_is_believed_until_it_shows():
    seen = revoke()
    # Trick 1: East has thrown a heart on a spade.
    assert may_hold(seen[0], SEATS[1], "3♠")
    assert not may_hold(seen[2], SEATS[1], "3♠")
    assert not may_hold(seen[4], SEATS[1], "3♠")
    # Trick 2: the 2♠ has come out, so North may hold the 3♠ as well as East.
    assert may_hold(seen[6], SEATS[1], "3♠")


def test_a_revoke_that_the_record_marks_as_known_tells_nothing():
    seen = revoke("^")
    assert may_hold(seen[2], SEATS[1], "3♠")


def test_cards_that_can_lie_nowhere_else_show_a_revoke():
    text = (
        "Dealer: W\nTrump: ♣\n"
        "N: ♥ 2  ♦ 2 3\nE: ♠ 3  ♥ 4 5\nS: ♥ 6 7 8\nW: ♠ 8 9  ♥ 10\n"
        " 1. N: 2♥ 5♥ 6♥ 10♥\n 2. W: 9♠ 2♦ 4♥ 7♥\n 3. W: 8♠ 3♦ 3♠ 8♥\n"
    )
    record, _ = parse(text)
    replay = replay_deal(record.games[0].deals[0])
    hands = [
        mask(map(card, names.split()))
        for names in ("2♥ 2♦ 3♦", "3♠ 4♥ 5♥", "6♥ 7♥ 8♥", "8♠ 9♠ 10♥")
    ]
    profile = replace(SHORT, hand_size=3, pack=sum(hands))
    seen = list(choices(replay, profile, tuple(hands)))
    north, east, south, _ = SEATS
    # East has thrown the 4♥. For South, West can't have both the 8♠ and the 3♠.
    choice = seen[7]
    assert (choice.trick, choice.seat) == (2, south)
    assert may_hold(choice, east, "3♠")
    assert not may_hold(choice, north, "3♠")
    # For West, nobody can have the 3♠ as all have shown themselves.
    choice = seen[8]
    assert may_hold(choice, east, "3♠")
    assert not may_hold(choice, north, "3♠")
    assert not may_hold(choice, south, "3♠")
    assert all(choice.layouts.count for choice in seen)


@pytest.mark.parametrize("shown", [None, True, False])
def test_a_kitty_is_known_to_all_where_it_was_shown(shown):
    board, profile, hands = next(
        made for made in (bid(seed, "bid") for seed in range(20)) if made[0].trump is not None
    )
    items = [
        item._replace(shown=shown) if isinstance(item, Pile) and item.key == "kitty" else item
        for item in board.items()
    ]
    replay = replay_deal(placed(items), profile)
    kitty = mask(board.kitty)
    first = list(choices(replay, profile, tuple(hands)))[1]
    assert first.seat != board.declarer
    other = next(seat for seat in SEATS if seat not in (board.declarer, first.seat))
    unseen = kitty & sum(bits for bits, _ in first.layouts.groups)
    assert unseen
    may = sum(bits for bits, places in first.layouts.groups if places >> other & 1)
    # By the rules it is shown where there are trumps.
    assert may & unseen == (unseen if shown is False else 0)
    away = sum(bits for bits, places in first.layouts.groups if places >> AWAY & 1)
    assert away & unseen == unseen


def test_a_card_exposed_is_known_to_be_with_its_owner():
    text = (ROOT / "samples" / "clean" / "called-card.whist").read_text("utf-8")
    record, _ = parse(text)
    deal = record.games[0].deals[0]
    replay = replay_deal(deal)
    south = SEATS[2]
    shown = list(exposed_cards(deal, replay))
    assert shown == [Exposed(3, south, card("5♣"))]
    assert called_plays(deal, replay) == {(10, south)}
    plain = choices(replay, SHORT, replay.hands)
    for choice, without in zip(choices(replay, SHORT, replay.hands, shown), plain):
        if choice.seat is south or choice.trick > 9:
            continue
        holders = [seat for seat in SEATS if may_hold(choice, seat, "5♣")]
        if choice.trick < 3:
            assert len(holders) == 3
            assert choice.layouts.count == without.layouts.count
        else:
            assert holders == [south]
            assert choice.layouts.count < without.layouts.count
