"""Bid whist: what is said rests on what the player could know, and on a choice."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.notes.biddeals import BidLine
from tests.notes.test_catalogue import named
from tests.strategies import chances
from whistlog.cards import CARDS
from whistlog.notes.annotator import DealNotes, annotate
from whistlog.notes.bid import BEFORE_PLAY, CODES, OF_PLAY, WEIGHED
from whistlog.notes.registry import SCHOOLS, catalogue
from whistlog.notes.values import CALL, DECLARATION, EXCHANGE, VERDICTS
from whistlog.record import Auction, Call, Deal, Hand, Play, Trick
from whistlog.replay import replay
from whistlog.rules.profile import BidRules, builtin

BID = builtin("bid")
PROFILES = (
    BID,
    replace(BID, bid=BidRules(downtown_ace="low", downtown="equal", declare="after")),
    replace(BID, bid=BidRules(bids="number", kitty_shown="never", minimum=3)),
    replace(BID, bid=BidRules(jokers=0, hand=12, kitty_shown="always", rounds="one")),
)


@st.composite
def lines(draw: st.DrawFn) -> BidLine:
    """Deals under several rules."""
    return BidLine.random(draw(chances), draw(st.sampled_from(PROFILES)))


def sayings(notes: DealNotes, kind: str, place: int) -> list[tuple[object, ...]]:
    """What is said of one play or step, by those who are not to look at other hands."""
    entries = catalogue()
    return [
        (n.code, n.verdict, n.key, dict(n.facts), n.severity)
        for n in notes.notes
        if not entries[n.code].hindsight
        and (
            (kind == "play" and n.moment.play == place)
            or (n.moment.card is None and (n.moment.kind, n.moment.place) == (kind, place))
        )
    ]


def kitty_shown(line: BidLine) -> bool:
    """Whether all saw the kitty."""
    rules = line.profile.bid
    assert rules is not None
    return rules.kitty_is_shown(line.trump)


@settings(max_examples=120, deadline=None)
@given(lines(), chances, st.sampled_from(SCHOOLS))
def test_hidden_cards_change_no_note_on_a_play(line, chance, school):  # type: ignore[no-untyped-def]
    """Neither the cards of the others, nor a kitty that was not shown, nor what comes later."""
    full = line.notes(school)
    for number in chance.sample(range(44), 5):
        player, _ = line.plays[number]
        known = player is line.declarer or kitty_shown(line)
        other = line.exchanged(chance, player, number, kitty_known=known)
        assert sayings(other.notes(school), "play", number) == sayings(full, "play", number)


@settings(max_examples=120, deadline=None)
@given(lines(), chances)
def test_hidden_cards_change_no_note_before_the_first_card(line, chance):  # type: ignore[no-untyped-def]
    """In the auction nobody knows more than the own hand; the declarer then sees the kitty."""
    full = line.notes()
    for place in range(len(line.calls)):
        other = line.at_call(place).exchanged(chance, line.caller(place), 0)
        assert sayings(other.notes(), CALL, place) == sayings(full, CALL, place)
    rules = line.profile.bid
    late = rules is not None and rules.declare == "after"
    declared = replace(line, away=line.away if late else None, plays=())
    other = declared.exchanged(chance, line.declarer, 0, kitty_known=late)
    assert sayings(other.notes(), DECLARATION, 0) == sayings(full, DECLARATION, 0)
    other = replace(line, plays=()).exchanged(chance, line.declarer, 0, kitty_known=True)
    assert sayings(other.notes(), EXCHANGE, 0) == sayings(full, EXCHANGE, 0)


@settings(max_examples=120, deadline=None)
@given(lines())
def test_nothing_is_said_without_a_choice(line):  # type: ignore[no-untyped-def]
    for note in line.notes().notes:
        moment = note.moment
        if moment.card is not None:
            assert line.choice(moment.play), note.code
            assert (moment.seat, moment.card) == line.plays[moment.play]
        elif moment.kind == CALL:
            assert line.call_choice(moment.place), note.code
            assert moment.seat is line.caller(moment.place)
        else:
            assert moment.seat is line.declarer


@settings(max_examples=60, deadline=None)
@given(lines(), chances)
def test_exchanged_cards_fit_what_was_seen(line, chance):  # type: ignore[no-untyped-def]
    """The exchange itself is right, so that the properties above mean something."""
    number = chance.randrange(44)
    player, _ = line.plays[number]
    known = player is line.declarer or kitty_shown(line)
    other = line.exchanged(chance, player, number, kitty_known=known)
    assert other.hands[player] == line.hands[player]
    assert other.held(player, number) == line.held(player, number)
    assert not known or other.kitty == line.kitty
    assert Counter(len(h) for h in other.hands) == Counter(len(h) for h in line.hands)
    assert frozenset().union(*other.hands, other.kitty) == frozenset().union(
        *line.hands, line.kitty
    )
    assert not replay(other.deal(), line.profile).facts


@settings(max_examples=80, deadline=None)
@given(lines(), st.sampled_from(SCHOOLS))
def test_what_is_said_has_a_sentence_that_can_be_filled(line, school):  # type: ignore[no-untyped-def]
    entries = catalogue()
    for note in line.notes(school).notes:
        assert named(entries[note.code].sentences[note.key]) <= set(note.facts), note.code
        assert note.verdict in VERDICTS
        assert note.severity in range(4)


def spoiled(deal: Deal, chance: random.Random) -> Deal:
    """A deal with lines left out, wrong cards and wrong calls."""
    items = list(deal.items)
    for _ in range(chance.randrange(1, 4)):
        k = chance.randrange(len(items))
        item = items[k]
        if isinstance(item, Trick) and chance.random() < 0.7:
            plays = list(item.plays)
            plays[chance.randrange(len(plays))] = Play(chance.choice(CARDS))
            items[k] = Trick(item.number, item.leader, tuple(plays[: chance.randrange(1, 5)]))
        elif isinstance(item, Hand) and chance.random() < 0.5:
            items[k] = Hand(item.seat, (*item.cards[1:], chance.choice(CARDS)))
        elif isinstance(item, Auction) and chance.random() < 0.8:
            call = Call(chance.randrange(1, 8), chance.choice(("up", "down", "nt")))
            items[k] = Auction((*item.calls[: chance.randrange(5)], call, *item.calls[2:]))
        else:
            del items[k]
    return Deal(tuple(items))


@settings(max_examples=150, deadline=None)
@given(lines(), chances)
def test_faulty_records_are_gone_through_as_far_as_it_goes(line, chance):  # type: ignore[no-untyped-def]
    story = replay(spoiled(line.deal(), chance), line.profile)
    for note in annotate(story, line.profile).notes:
        assert note.moment.held is not None


def test_the_random_deals_make_all_speak() -> None:
    """A property says something only of what happens in the deals that it is tried on."""
    spoke = set()
    for seed in range(300):
        line = BidLine.random(random.Random(seed), PROFILES[seed % len(PROFILES)])
        spoke |= {n.code for n in line.notes().notes}
    assert spoke == {o.code for o in BEFORE_PLAY} | {o.code for o in OF_PLAY}


def test_every_observation_has_an_entry_and_every_entry_an_observation() -> None:
    entries = {code: e for code, e in catalogue().items() if e.game == "bid"}
    assert set(CODES) == set(entries)
    assert {o.code for o in WEIGHED} == {c for c, e in entries.items() if e.needs == "analysis"}
    assert all(e.hindsight for e in entries.values() if e.needs)


def test_classic_whist_and_bid_whist_have_their_own_observations() -> None:
    line = BidLine.random(random.Random(1))
    assert {n.code for n in line.notes().notes} <= set(CODES)


def test_a_profile_without_jokers_or_kitty() -> None:
    rules = BidRules(jokers=0, hand=13, kitty_trick="none")
    line = BidLine.random(random.Random(3), replace(BID, bid=rules))
    assert {m.kind for m in line.notes().story.steps} == {CALL, DECLARATION}
