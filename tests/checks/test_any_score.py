"""Whatever lines a record has, in whatever order: it is scored, and every finding is a sentence."""

from __future__ import annotations

import random
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

import whistlog
from tests.deals import Board
from whistlog.cards import CARDS, SEATS, SIDES
from whistlog.record import Deal, DealLine, Game, Header, Incident, Item, Record, Tally
from whistlog.replay.honours import honours_held
from whistlog.rules.profile import HonourRules, PenaltyRules, Profile, builtin, profile_names
from whistlog.rules.scoring import Extras, Pair, deal_points, game_over, honour_points, settle

KEYS = ("tricks", "points", "score", "honours", "value", "rubber", "claim", "concede")
numbers = st.lists(
    st.tuples(st.sampled_from(SIDES), st.integers(-2, 14)),
    min_size=1,
    max_size=2,
    unique_by=lambda share: share[0],
)
tallies = st.tuples(st.sampled_from(KEYS), numbers).map(lambda t: Tally(t[0], tuple(t[1])))
seats, sides = st.sampled_from(SEATS), st.sampled_from(SIDES)
incidents = st.one_of(
    st.tuples(seats, st.none() | st.integers(1, 13)).map(
        lambda t: Incident("revoke", seat=t[0], trick=t[1])
    ),
    st.tuples(sides, st.sampled_from(["tricks", "add", "deduct"]), st.integers(0, 7)).map(
        lambda t: Incident("penalty", side=t[0], choice=t[1], amount=t[2])
    ),
    st.tuples(seats, st.sampled_from(CARDS[:52])).map(
        lambda t: Incident("called", seat=t[0], card=t[1])
    ),
    sides.map(lambda side: Incident("winner", side=side)),
    st.sampled_from(["misdeal", "redeal", "unfinished"]).map(Incident),
)


def profiles() -> list[Profile]:
    """The built-in ones, and some with other penalties and honours."""
    found = [builtin(name) for name in profile_names()]
    for name in ("short", "rubber", "bid"):
        for both in ("punish", "cancel", "redeal"):
            rules = PenaltyRules(2, ("add", "tricks"), both, "always")
            found.append(replace(builtin(name), penalty=rules))
    rules = HonourRules(bar=3, call=2, claim="automatic")
    return [*found, replace(builtin("rubber"), honours=rules, deals=3)]


@st.composite
def deals(draw: st.DrawFn) -> Deal:
    items: list[Item] = [DealLine(1)]
    if draw(st.booleans()):
        board = Board.random(random.Random(draw(st.integers(0, 9999))), draw(st.integers(0, 13)))
        board.with_hands, board.with_marks = draw(st.booleans()), draw(st.booleans())
        if len(board.tricks) > 1 and draw(st.booleans()):
            # Two cards change places: somebody revokes, or plays a card of another hand.
            (t, i), (u, j) = (
                (draw(st.integers(0, len(board.tricks) - 1)), draw(st.integers(0, 3)))
                for _ in range(2)
            )
            one, other = board.tricks[t][i], board.tricks[u][j]
            board.tricks[t][i], board.tricks[u][j] = other, one
        items = list(board.deal().items)
    for line in draw(st.lists(tallies | incidents, max_size=7)):
        items.insert(draw(st.integers(1, len(items))), line)
    return Deal(tuple(items))


games = st.tuples(st.lists(tallies, max_size=2), st.lists(deals(), max_size=3)).map(
    lambda t: Game(Header(tuple(t[0])), tuple(t[1]))
)


@settings(max_examples=60, deadline=None)
@given(st.lists(games, max_size=3), st.sampled_from(profiles()))
def test_any_lines_are_scored(written: list[Game], rules: Profile) -> None:
    record = Record(tuple(written))
    for found in whistlog.check(record, rules=rules):
        sentences = [found.message, found.help, *map(found.related_message, found.related)]
        assert all("<" not in sentence for sentence in sentences), sentences
    scored = whistlog.score(record, rules=rules)
    assert [len(game) for game in scored] == [len(game.deals) for game in written]
    for game in scored:
        for report in game:
            score = report.score
            assert score is not None
            assert score.winner is None or score.over
            assert score.rubber is None or rules.rubber is not None
            if score.basis == "void":
                assert score.before == score.after


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6), st.booleans())
def test_a_game_with_honours_kept_without_a_slip_is_clean(seed: int, with_hands: bool) -> None:
    """And it is counted as the laws say, one deal after the other."""
    rng, rules = random.Random(seed), builtin("short-honours")
    score: Pair = (0, 0)
    written: list[Deal] = []
    expected: list[Pair] = []
    dealer = None
    while not game_over(score, len(written), rules):
        board = Board.random(rng)
        while dealer is not None and board.dealer is not dealer:
            board = Board.random(rng)
        dealer = board.dealer.next
        board.with_hands = with_hands
        replay = whistlog.replay_deal(board.deal(), rules)
        (held,) = honours_held(replay)
        due = honour_points(held, score, rules)
        points = deal_points(replay.won, rules)
        score = settle(score, points, rules, Extras(due))
        expected.append(score)
        items: list[Item] = [DealLine(len(written) + 1), *board.deal().items[1:]]
        if any(due):
            items.append(Tally("honours", tuple(zip(SIDES, due))))
        items.append(Tally("score", tuple(zip(SIDES, score))))
        written.append(Deal(tuple(items)))
    record = Record((Game(Header(()), tuple(written)),))
    assert whistlog.check(record, rules=rules) == ()
    (reports,) = whistlog.score(record, rules=rules)
    assert [r.score and r.score.after for r in reports] == expected
