"""What the quick reader reads, the grammar reads as the same, with the same places."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from whistlog.cards import CARDS, SUITS, Card, sort_hand
from whistlog.notation.languages import LANGUAGES, LineContext, context, language
from whistlog.notation.lines import parse_line
from whistlog.notation.quick import quick_reader

CONTEXTS = [context(code, seats) for code in (None, *LANGUAGES) for seats in ("NESW", "AYBZ")]
HEADS = (
    *(f"{n}." for n in (0, 1, 2, 9, 13, 14)),
    *["N:", "E:", "S:", "W:", "O:", "A:", "Y:", "n:"],
    *(
        f"{w}:"
        for w in ("Dealer", "Trump", "Ranking", "Kitty", "Discards", "Dealt", "Auction", "Tricks")
    ),
    *(f"{w}:" for w in ("Score", "Points", "Event", "Rules", "North", "Date", "Board", "Table")),
    *(f"{w}:" for w in ("Format", "Source", "Winner", "Unfinished", "Honours", "Value", "Redeal")),
    *("Deal", "Game", "Mão", "Partida", "Donne:", "Trunfo:", "Vazas:", "Dador:"),
)
WORDS = st.one_of(
    st.sampled_from([c.name for c in CARDS]),
    st.sampled_from(["♠", "♥", "♦", "♣", "-", "->", "BJ", "LJ", "x♥", "x", "♤", "S", "C", "P"]),
    st.sampled_from(["A", "K", "Q", "J", "10", "9", "2", "R", "D", "V", "T", "a", "k", "AH", "ha"]),
    st.sampled_from(["N", "E", "S", "W", "O", "NS", "EW", "9,", "4", "4,", "0", "007", "12345678"]),
    st.sampled_from(["pass,", "pass", "3", "up,", "nt", "2", "down", "uptown", "downtown", "none"]),
    st.sampled_from(
        ["A♥!", "6♣!?", "K♠^", "{x}", "#", "# note", "(6♣)", "E:6♣", "Ana", "A♥:", "é"]
    ),
)
TAILS = ("", "", "", " ", "# x", " #x: {y", " { a } ", "{b}", " {a}b}", "{#}", " #", " # \\# \\ ")
NOTES = (
    "{x}",
    "{ a # b }",
    "{a} {b}",
    "{\\}",
    "{\\\\}",
    "{a \\} b}",
    "{{",
    "{}",
    "{whistlog ?!: 10♠, 5♠=4♠}",
)
MARKS = ("!", "?!", "^", "!^", "^??", "!!!", " !", "!{x}", "? {a \\} b} {c}")
BLANKS = st.sampled_from([" ", " ", " ", "  ", "\t", "\u00a0", ", "])


@st.composite
def lines(draw: st.DrawFn) -> str:
    text = draw(st.sampled_from(["", "", " "])) + draw(st.sampled_from(HEADS))
    for word in draw(st.lists(WORDS, max_size=9)):
        text += draw(BLANKS) + word
    return text + draw(st.sampled_from(TAILS))


@st.composite
def noted(draw: st.DrawFn) -> str:
    """Lines with annotations, glyphs, seats, cards taken back: mostly those that can be read."""
    note = st.sampled_from(("", "", "", *NOTES))
    mark = st.sampled_from(("", "", "", *MARKS, *NOTES))
    tail = draw(note) + draw(st.sampled_from(("", "", " ", "  ", " # x", "# {x} \\# ")))
    kind = draw(st.integers(0, 9))
    if kind == 0:
        return draw(st.sampled_from(["", " "])) + draw(st.sampled_from(NOTES)) + " " + tail
    if kind == 1:
        return draw(st.sampled_from(HEADS)) + " NS 9, EW 4 " + tail
    if kind == 2:
        calls = draw(st.lists(st.sampled_from(["pass", "3 up", "N: pass", "4  nt", "E : 2 down"])))
        return "Auction: " + ", ".join(call + draw(note) for call in calls) + tail
    text = f"{draw(st.integers(0, 14))}. " + draw(
        st.sampled_from(["", "N: ", "N:", "A : ", "E: -: "])
    )
    text += draw(st.sampled_from(["", "", "", "{x}", "("]))
    card = st.sampled_from(
        ["A♥", "3", "10", "6♣", "h10", "10h", "x♥", "-", "E:6♣", "(6♣)", "(3)", "BJ"]
    )
    for _ in range(draw(st.integers(1, 6))):
        text += draw(card) + draw(mark) + draw(BLANKS)
    arrow = st.sampled_from(["-> N", "=> W", "→ E", "->", "-> A ", "-> -", "->N", ""])
    return text + draw(arrow) + tail


@st.composite
def hands(draw: st.DrawFn) -> str:
    """Suits in letters and symbols, with ranks, cards, voids: mostly hands that can be read."""
    suits = draw(st.sampled_from(("♠♥♦♣", "♠♥♦♣", "SHDC", "shdc", "ECOP", "PCDT", "PCKT", "♠H♦C")))
    text = draw(st.sampled_from(["N:", "A:", "O:", "Kitty:"]))
    for suit in suits:
        text += " " + suit if draw(st.integers(0, 9)) else ""
        ranks = (*"AKRQDJV", "10", *"T98765432-")
        for rank in ranks:
            if not draw(st.integers(0, 4)):
                text += " " + (rank if draw(st.integers(0, 30)) else rank + suit)
    return text + draw(st.sampled_from(["", "", " BJ", " # x", " ♠ 2", " S 2"]))


@pytest.mark.parametrize("ctx", CONTEXTS)
def test_hands_in_letters_and_symbols(ctx: LineContext) -> None:
    """A hand is written in the one or the other: both together are for the grammar."""
    rng = random.Random(1)
    table = language(ctx.language or "en")
    for _ in range(300):
        text = f"{ctx.seats.letters[0]}:"
        for suit in SUITS:
            mark = table.suit_letters[suit] if rng.random() < 0.6 else suit.symbol
            ranks = [table.rank_letter(r) for r in range(12, -1, -1) if rng.random() < 0.3]
            blank = " " if rng.random() < 0.9 or len(ranks) != 1 else ""
            text += f" {mark}{blank}{' '.join(ranks) or '-'}"
        assert_agree(text, CONTEXTS.index(ctx))


@pytest.mark.parametrize(
    "line",
    [
        "Kitty: K♥ 8♥ Q♦ J♣ 4♣ hidden",
        "Kitty: K♥ 8♥ shown",
        "Format: whist  1",
        "Format:  whist 1",
        "N: ♠ A ♠ K ♥ Q",
    ],
)
def test_lines_that_were_read_otherwise(line: str) -> None:
    assert_agree(line, 0)


@given(hands(), st.integers(0, len(CONTEXTS) - 1))
@settings(max_examples=2000, deadline=None)
def test_hands(line: str, number: int) -> None:
    assert_agree(line, number)


def hand(cards: list[Card]) -> str:
    """A hand in the canonical form, now and then with a rank out of place."""
    groups = []
    for suit in "♠♥♦♣":
        ranks = [c.name[:-1] for c in sort_hand(cards) if c.name[-1] == suit]
        if len(ranks) > 5:
            ranks.reverse()
        groups.append(f"{suit} {' '.join(ranks) or '-'}")
    return "    ".join(groups)


def assert_agree(line: str, number: int) -> bool:
    ctx = CONTEXTS[number]
    items, _, complete, _ = quick_reader(ctx).read([line], line.isprintable())
    if complete and items:
        parsed = parse_line(line, ctx)
        assert parsed.item == items[0], (line, ctx)
        assert type(parsed.item) is type(items[0]), (line, ctx)
        assert not parsed.faults, (line, ctx)
        assert quick_reader(ctx).parts(line) == parsed.parts, (line, ctx)
        return True
    assert quick_reader(ctx).parts(line) is None
    return False


@given(lines(), st.integers(0, len(CONTEXTS) - 1))
@settings(max_examples=1500, deadline=None)
def test_any_words(line: str, number: int) -> None:
    assert_agree(line, number)


@given(noted(), st.integers(0, len(CONTEXTS) - 1))
@settings(max_examples=3000, deadline=None)
def test_annotations(line: str, number: int) -> None:
    assert_agree(line, number)


@pytest.mark.parametrize("number", range(len(CONTEXTS)))
def test_well_formed_lines(number: int) -> None:
    """Lines that a person would write: the quick reader takes part in most of them."""
    rng = random.Random(number)
    letters = CONTEXTS[number].seats.letters
    taken = 0
    for _ in range(300):
        cards = [c.name for c in rng.sample(CARDS[:52], 4)]
        bare = [cards[0]] + [c[:-1] if c[-1] == cards[0][-1] else c for c in cards[1:]]
        lead, win = rng.choice(letters), rng.choice(letters)
        n = rng.randrange(1, 14)
        for line in (
            f"{n}. {lead}: {' '.join(cards)} -> {win}",
            f"{n:2}. {' '.join(bare)}",
            f"{n}. {lead}:  {'  '.join(bare)}",
            f"{n}. {' '.join(cards)} -> {win}",
            f"{lead}: ♠ - ♥ 10 9 ♦ A ♣ 2 3",
            f"{lead}: {hand(rng.sample(CARDS[:52], 13))}",
            f"{lead}: {hand(rng.sample(CARDS[:52], 5))}  BJ",
            f"{lead}: {' '.join(cards)}",
            f"Dealer: {lead}",
            f"Trump: {cards[0]}",
            f"Deal {n}",
            "Format:  whist 1",
            f"Winner: {letters[1]}{letters[3]}",
            "Unfinished: the lamp went out",
            "# only a comment ",
            f"{n}. {lead}: {' '.join(cards)} -> {win} {{ a note }} ",
            f"{n}. {lead}: {cards[0]}! {' '.join(cards[1:])}^ # a comment",
            f"{n}. {lead}: {cards[0]}?! {{whistlog ?!: {cards[1]}}} {' '.join(bare[1:])} => {win}",
            f"{n}. {lead}: {cards[0]} {win}:{bare[1]} ({cards[2]}) {cards[3]}! {{a}} {{b}}",
            "{a note # with a sign} {and \\} a brace} # and a comment",
            f"Score: {letters[0]}{letters[2]} 9, {letters[1]}{letters[3]} 4 {{counted}} # twice",
            f"Tricks: {letters[0]}{letters[2]} 9, {letters[1]}{letters[3]} 4",
        ):
            taken += assert_agree(line, number)
    assert taken > 5200
