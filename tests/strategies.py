"""Hypothesis strategies for what can be written down, and for deals played by the rules.

The items strategies give all that the notations can say, sensible or not; `played_games`
gives deals that were dealt and played legally to the end.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from hypothesis import strategies as st

from whistlog.cards import (
    CARDS,
    LOW,
    SEATS,
    SIDES,
    SUITS,
    UNRECORDED,
    Card,
    Ranking,
    Seat,
    Side,
    Suit,
    sort_hand,
)
from whistlog.record import (
    SEAT_SYSTEMS,
    Annotation,
    Auction,
    Call,
    Comment,
    Deal,
    Dealer,
    DealLine,
    Game,
    GameLine,
    Hand,
    Header,
    Incident,
    Item,
    Pile,
    Play,
    RankingLine,
    Record,
    Tag,
    Tally,
    Trick,
    Trump,
)

# --- words -----------------------------------------------------------------------------

_LETTERS = "abcXYZ 019.,;:!?'\"()[]/\\|-–→>=^*_~&%$@+éçñ·ü♠♥♦♣😀{}#"


def _texts(without: str = "", *, min_size: int = 0) -> st.SearchStrategy[str]:
    """Texts on one line that neither start nor end with a blank."""
    alphabet = "".join(c for c in _LETTERS if c not in without)
    return (
        st.text(alphabet, min_size=min_size, max_size=20)
        .map(str.strip)
        .filter(lambda text: len(text) >= min_size)
    )


comments = st.none() | _texts()
"""What stands behind a ``#``, or no comment."""

notes = st.lists(_texts(min_size=1), max_size=2).map(tuple)
"""Annotations behind a card or a line."""

values = _texts()
"""Values of tags and other free texts."""

unknown_keys = st.sampled_from(
    ["Table cloth", "Shuffler", "X-1", "Ana & Bruno's room", "Étage", "weather"]
)
"""Names of tags that whistlog does not know."""

known_keys = st.sampled_from(
    [
        "event",
        "site",
        "date",
        "time",
        "round",
        "table",
        "board",
        "totals",
        "source",
        "north",
        "west",
    ]
)
"""Names of tags that whistlog knows and that change nothing in how a record is read."""

# --- cards and seats -------------------------------------------------------------------

seats = st.sampled_from(SEATS)
sides = st.sampled_from(SIDES)
suits = st.sampled_from(SUITS)
natural_cards = st.sampled_from(CARDS[:52])
cards = st.sampled_from(CARDS)
written_cards = st.sampled_from((*CARDS, *LOW, UNRECORDED))
"""All that a card in a trick can be, the traces of cards that were not recorded included."""

# --- lines -----------------------------------------------------------------------------

glyphs = st.sampled_from(["", "", "", "!", "?", "!!", "?!", "^", "!^", "^??", "!^?"])
plays = st.builds(Play, written_cards, glyphs, notes, st.none() | seats, st.booleans())
plain_plays = cards.map(Play)
calls = st.builds(
    lambda bid, seat, notes: Call(*bid, seat=seat, notes=notes),
    st.just((None, None)) | st.tuples(st.integers(1, 7), st.sampled_from(["up", "down", "nt"])),
    st.none() | seats,
    notes,
)
numbers = st.integers(0, 20)

comment_lines = st.builds(Comment, _texts())
annotations = st.builds(Annotation, st.lists(_texts(), min_size=1, max_size=2).map(tuple), comments)
# Cards on a player's line are a hand.
known_tags = st.builds(Tag, known_keys, values, st.just(True), comments).filter(
    lambda tag: tag.key not in ("north", "west") or not set("♠♥♦♣") & set(tag.value)
)
unknown_tags = st.builds(Tag, unknown_keys, values, st.just(False), comments)
tags = known_tags | unknown_tags
deal_lines = st.builds(DealLine, st.none() | st.integers(1, 999), comments)
dealers = st.builds(Dealer, seats, comments)
trumps = (
    st.builds(lambda c, comment: Trump(card=c, comment=comment), natural_cards, comments)
    | st.builds(lambda s, comment: Trump(suit=s, comment=comment), suits, comments)
    | st.builds(lambda comment: Trump(comment=comment), comments)
)
rankings = st.builds(RankingLine, st.sampled_from(Ranking), comments)
hands = st.builds(
    Hand, seats, st.lists(cards, min_size=0, max_size=14, unique=True).map(tuple), comments
)
piles = st.builds(
    lambda key, cards, shown, comment: Pile(key, cards=cards, shown=shown, comment=comment),
    st.sampled_from(["kitty", "discards", "dealt"]),
    st.lists(cards, min_size=1, max_size=6).map(tuple),
    st.none() | st.booleans(),
    comments,
) | st.builds(
    lambda key, count, comment: Pile(key, count=count, comment=comment),
    st.sampled_from(["kitty", "discards", "dealt"]),
    st.integers(0, 9),
    comments,
)
auctions = st.builds(Auction, st.lists(calls, min_size=1, max_size=9).map(tuple), comments)
tricks = st.builds(
    Trick,
    st.integers(1, 13),
    st.none() | seats,
    st.lists(plays, min_size=1, max_size=5).map(tuple)
    | st.lists(plain_plays, min_size=4, max_size=4).map(tuple),
    st.none() | seats,
    notes,
    comments,
)


def tallies(*keys: str) -> st.SearchStrategy[Tally]:
    """Tallies of these kinds, for one side or both."""
    both = st.permutations(SIDES)
    some = both | sides.map(lambda side: [side])
    numbered = some.flatmap(
        lambda order: st.tuples(*(st.tuples(st.just(side), numbers) for side in order))
    )
    rest = sides.map(lambda side: ((side, None),))
    return st.sampled_from(keys).flatmap(
        lambda key: st.builds(
            Tally,
            st.just(key),
            numbered | rest if key in ("claim", "concede") else numbered,
            notes,
            comments,
        )
    )


incidents = st.one_of(
    st.builds(lambda c: Incident("unfinished", comment=c), comments),
    st.builds(
        lambda key, text, c: Incident(key, text=text, comment=c),
        st.sampled_from(["misdeal", "redeal"]),
        values,
        comments,
    ),
    st.builds(
        lambda seat, trick, c: Incident("revoke", seat=seat, trick=trick, comment=c),
        seats,
        st.integers(1, 13),
        comments,
    ),
    st.builds(
        lambda side, choice, amount, c: Incident(
            "penalty", side=side, choice=choice, amount=amount, comment=c
        ),
        sides,
        st.sampled_from(["tricks", "add", "deduct"]),
        st.integers(1, 9),
        comments,
    ),
    st.builds(
        lambda key, seat, card, c: Incident(key, seat=seat, card=card, comment=c),
        st.sampled_from(["exposed", "called"]),
        seats,
        natural_cards,
        comments,
    ),
    st.builds(
        lambda seat, suit, c: Incident("called", seat=seat, suit=suit, comment=c),
        seats,
        suits,
        comments,
    ),
    st.builds(lambda side, c: Incident("winner", side=side, comment=c), sides, comments),
)

header_items = st.one_of(comment_lines, annotations, tags, tallies("score", "rubber", "value"))
"""Lines that can stand before the first deal of a game."""

deal_openers = st.one_of(dealers, trumps, rankings, hands, piles, auctions, tricks)
"""Lines that start a first deal that has no ``Deal`` line."""

deal_items: st.SearchStrategy[Item] = st.one_of(
    deal_openers,
    comment_lines,
    annotations,
    tags,
    tallies("tricks", "score", "points", "honours", "claim", "concede", "value", "rubber"),
    incidents,
)
"""Lines that can stand in a deal, the ``Deal`` line excepted."""

# --- sections --------------------------------------------------------------------------


def _seats_tag(system: str) -> tuple[Item, ...]:
    return (Tag("seats", system),) if system != "NESW" else ()


headers = st.builds(
    lambda system, items: Header((*_seats_tag(system), *items), seats=SEAT_SYSTEMS[system]),
    st.sampled_from(list(SEAT_SYSTEMS)),
    # At least one line that is no comment: comments alone belong to the deal below them.
    st.tuples(known_tags, st.lists(header_items, max_size=4)).map(lambda t: (t[0], *t[1])),
)

numbered_deals = st.builds(
    lambda above, line, items: Deal((*above, line, *items)),
    st.lists(comment_lines, max_size=1),
    deal_lines,
    st.lists(deal_items, max_size=6),
)

plain_deals = st.builds(
    lambda opener, items: Deal((opener, *items)), deal_openers, st.lists(deal_items, max_size=6)
)
"""Deals without a ``Deal`` line: only the first of a game can be one."""


def games(*, first: bool = True) -> st.SearchStrategy[Game]:
    """Games; all but the first of a file start with a ``Game`` line."""

    def build(
        header: Header, line: GameLine | None, opening: Deal | None, deals: list[Deal]
    ) -> Game:
        items = header.items if line is None else (line, *header.items)
        header = Header(items, seats=header.seats)
        return Game(header, (*([] if opening is None else [opening]), *deals))

    line = st.builds(GameLine, st.sampled_from(["", "2", "12"]), comments)
    return st.builds(
        build,
        headers,
        st.none() | line if first else line,
        st.none() | plain_deals,
        st.lists(numbered_deals, max_size=2),
    )


def _record(first: Game, rest: list[Game]) -> Record:
    alone = not first.deals and not any(first.header.find(GameLine))
    return Record((first,) if alone else (first, *rest))


records = st.builds(
    _record,
    games(),
    st.lists(games(first=False), max_size=1),
)
"""Records with all that the notations can say, in any order that text can keep."""

# --- deals that were played --------------------------------------------------------------


@dataclass(frozen=True)
class Played:
    """A deal that was dealt and played legally to the end.

    Attributes:
        dealer: who dealt.
        turn_up: the last card dealt.
        trump: the trump suit, or None.
        hands: the cards dealt, by seat.
        tricks: the cards by trick, in the order of play.
        leaders: who led, by trick.
        winners: who took it, by trick.
    """

    dealer: Seat
    turn_up: Card
    trump: Suit | None
    hands: tuple[tuple[Card, ...], ...]
    tricks: tuple[tuple[Card, ...], ...]
    leaders: tuple[Seat, ...]
    winners: tuple[Seat, ...]

    @property
    def won(self) -> tuple[int, int]:
        """Tricks by side."""
        north = sum(w.side is Side.NS for w in self.winners)
        return north, len(self.winners) - north

    def items(
        self,
        *,
        number: int | None = 1,
        hands: bool = True,
        leaders: bool = True,
        winners: bool = False,
        tally: bool = False,
        turn_up: bool = True,
    ) -> tuple[Item, ...]:
        """The lines of its record, with or without what may be left out."""
        items: list[Item] = []
        if number is not None:
            items.append(DealLine(number))
        items.append(Dealer(self.dealer))
        items.append(Trump(card=self.turn_up) if turn_up else Trump(suit=self.trump))
        if hands:
            items += [Hand(s, sort_hand(h)) for s, h in zip(SEATS, self.hands)]
        for i, trick in enumerate(self.tricks):
            items.append(
                Trick(
                    i + 1,
                    self.leaders[i] if leaders or i == 0 else None,
                    tuple(map(Play, trick)),
                    self.winners[i] if winners else None,
                )
            )
        if tally:
            items.append(Tally("tricks", tuple(zip(SIDES, self.won))))
        return tuple(items)


def play_deal(
    chance: random.Random, dealer: Seat, trump: Suit | None = None, *, turn_up: bool = True
) -> Played:
    """Deal 52 cards and play them by the rules of classic whist, at random.

    Written apart from whistlog's own rules, so that the two can be compared.

    Args:
        chance: where the cards and the choices come from.
        dealer: who deals.
        trump: the trump suit, or None, where no card is turned up.
        turn_up: whether the last card dealt makes trumps.
    """
    pack = list(CARDS[:52])
    chance.shuffle(pack)
    held: list[list[Card]] = [[] for _ in SEATS]
    for i, c in enumerate(pack):
        held[(dealer + 1 + i) % 4].append(c)
    last = pack[-1]
    if turn_up:
        trump = last.suit
    hands = tuple(map(tuple, held))
    leader = SEATS[(dealer + 1) % 4]
    tricks, leaders, winners = [], [], []
    for _ in range(13):
        trick: list[Card] = []
        for i in range(4):
            hand = held[(leader + i) % 4]
            following = [c for c in hand if trick and c.suit is trick[0].suit]
            c = chance.choice(following or hand)
            hand.remove(c)
            trick.append(c)
        best = max(trick, key=lambda c: _strength(c, trick, trump))
        leaders.append(leader)
        leader = SEATS[(leader + trick.index(best)) % 4]
        winners.append(leader)
        tricks.append(tuple(trick))
    return Played(dealer, last, trump, hands, tuple(tricks), tuple(leaders), tuple(winners))


def _strength(c: Card, trick: Sequence[Card], trump: Suit | None) -> int:
    if trump is not None and c.suit is trump:
        return 100 + c.rank
    return c.rank if c.suit is trick[0].suit else -1


chances = st.integers(0, 2**32 - 1).map(random.Random)
"""Sources of chance that hypothesis can repeat."""

played_deals = st.builds(play_deal, chances, seats)
"""Deals of classic whist with a card turned up, played legally to the end."""


@st.composite
def played_games(draw: st.DrawFn, *, target: int = 5, most: int = 9) -> tuple[Played, ...]:
    """Games of classic whist: the deal passes to the left, the game ends at the target."""
    chance = draw(chances)
    dealer = draw(seats)
    score = [0, 0]
    deals = []
    while max(score) < target and len(deals) < most:
        played = play_deal(chance, dealer)
        deals.append(played)
        for side in SIDES:
            score[side] += max(0, played.won[side] - 6)
        dealer = dealer.next
    return tuple(deals)


def game_record(deals: Sequence[Played], **shape: bool) -> Record:
    """The record of a game: its deals numbered, the rest as `Played.items`."""
    header = Header((Tag("event", "A game played at random"),))
    return Record(
        (Game(header, tuple(Deal(d.items(number=i, **shape)) for i, d in enumerate(deals, 1))),)
    )
