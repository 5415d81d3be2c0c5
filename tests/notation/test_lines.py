"""Lines of every kind and spelling, their places, and their faults."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.strategies import game_record, play_deal
from whistlog import format, parse
from whistlog.cards import SEATS, UNRECORDED, Ranking, Side, Suit, card
from whistlog.diagnostics import catalogue
from whistlog.notation.languages import (
    LANGUAGES,
    MAX_LINE,
    context,
)
from whistlog.notation.lines import locator, parse_line
from whistlog.record import (
    Annotation,
    Auction,
    Call,
    Comment,
    Dealer,
    DealLine,
    GameLine,
    Hand,
    Incident,
    Item,
    Pile,
    Play,
    RankingLine,
    Tag,
    Tally,
    Trick,
    Trump,
    Unreadable,
)

N, E, S, W = SEATS
NS, EW = Side


def cards(names: str) -> tuple:  # type: ignore[type-arg]
    return tuple(map(card, names.split()))


def plays(names: str) -> tuple[Play, ...]:
    return tuple(map(Play, cards(names)))


NORTH = Hand(N, cards("K♠ J♠ 6♠ A♥ 9♥ 7♥ 2♥ A♦ Q♦ 5♦ 10♣ 8♣ 4♣"))

LINES: list[tuple[str, str | None, Item | None]] = [
    ("", None, None),
    (" \t\u00a0 ", None, None),
    ("#", None, Comment("")),
    ("#text", None, Comment("text")),
    ("  #  two blanks ", None, Comment(" two blanks")),
    ("{one} {two}# three", None, Annotation(("one", "two"), "three")),
    (r"{a \} b} {\{}", None, Annotation(("a } b", r"\{"))),
    ("Event:  Club, table 2   # x", None, Tag("event", "Club, table 2", comment="x")),
    ("date:2026-11-24", None, Tag("date", "2026-11-24")),
    ("Event:", None, Tag("event", "")),
    (r"Site: Room \#4 # x", None, Tag("site", "Room #4", comment="x")),
    ("Table cloth: {green}", None, Tag("Table cloth", "{green}", known=False)),
    ("Norte: Ana", None, Tag("north", "Ana")),
    ("Player B: Bruno", None, Tag("player b", "Bruno")),
    ("North: 4 aces", "en", Tag("north", "4 aces")),
    ("North: S K J 6 H A 9", None, Tag("north", "S K J 6 H A 9")),
    ("North: ♠ and Co.", None, Tag("north", "♠ and Co.")),
    ("Players: four", None, Tag("Players", "four", known=False)),
    ("Note: at the club", None, Tag("Note", "at the club", known=False)),
    ("Note: A♥ was led", None, Tag("Note", "A♥ was led", known=False)),
    ("Result: 10 3", None, Tag("Result", "10 3", known=False)),
    ("Language: pt", None, Tag("language", "pt")),
    ("Seats: ABCD", None, Tag("seats", "ABCD")),
    ("Format: whist 1", None, Tag("format", "whist 1")),
    ("Game", None, GameLine()),
    ("game 2: the final", None, GameLine("2: the final")),
    ("Partida: amical # x", None, GameLine("amical", "x")),
    ("Deal", None, DealLine()),
    ("DEAL 12 # x", None, DealLine(12, "x")),
    ("Deal: 3", None, DealLine(3)),
    ("Mão 3", None, DealLine(3)),
    ("Dealer: W", None, Dealer(W)),
    ("dealer : west", None, Dealer(W)),
    ("Donneur : O", "fr", Dealer(W)),
    ("Trump: 4♠", None, Trump(card("4♠"))),
    ("Trump: ♠ 4", None, Trump(card("4♠"))),
    ("Trump: s4", "en", Trump(card("4♠"))),
    ("Trump: BJ", None, Trump(card("BJ"))),
    ("Trump: ♡", None, Trump(suit=Suit.HEARTS)),
    ("Trump: h", "en", Trump(suit=Suit.HEARTS)),
    ("Turn-up: 4♠", None, Trump(card("4♠"))),
    ("turned up: 4♠", None, Trump(card("4♠"))),
    ("Trump card: 4♠", None, Trump(card("4♠"))),
    ("Carte retournée : 4♠", None, Trump(card("4♠"))),
    ("Trunfo: copas", None, Trump(suit=Suit.HEARTS)),
    ("Atout: cœur", None, Trump(suit=Suit.HEARTS)),
    ("Trump: none", None, Trump()),
    ("Trump: no  trump", None, Trump()),
    ("Atout: sans-atout", None, Trump()),
    ("Ranking: downtown", None, RankingLine(Ranking.DOWNTOWN)),
    ("Ranking: para cima", None, RankingLine(Ranking.UPTOWN)),
    ("N: ♠ K J 6      ♥ A 9 7 2    ♦ A Q 5    ♣ 10 8 4", None, NORTH),
    ("North: ♠ K J 6 ♥ A 9 7 2 ♦ A Q 5 ♣ 10 8 4", None, NORTH),
    ("Norte: S K J 6 H A 9 7 2 D A Q 5 C 10 8 4", "en", NORTH),
    ("N: ♠KJ6♥A972♦AQ5♣1084", None, NORTH),
    ("N: ♠️KJ6♥️A972 ♦AQ5♣1084", None, NORTH),
    ("N: K♠J♠6♠A♥9♥7♥2♥ A♦Q♦5♦10♣8♣4♣", None, NORTH),
    ("N: SKJ6HA972DAQ5CT84", "en", NORTH),
    ("N: spades K J 6 hearts A 9 7 2 diamonds A Q 5 clubs 10 8 4", None, NORTH),
    ("N: pique R V 6 cœur A 9 7 2 carreau A D 5 trèfle 10 8 4", "fr", NORTH),
    ("N: Espadas R V 6 copas A 9 7 2 ouros A D 5 paus 10 8 4", None, NORTH),
    ("n: ♠KJ6 ♥A972 ♦AQ5 ♣1084", None, NORTH),
    ("N: ♤ k j 6, ♡ a 9 7 2, ♢ a q 5, ♧ 10 8 4", None, NORTH),
    ("N: ♣\ufe0f 4 8 10 ♠\ufe0f K 6 J ♦\ufe0f Q A 5 ♥\ufe0f 2 7 9 A", None, NORTH),
    ("N: KJ6.A972.AQ5.T84", None, NORTH),
    ("N: kj6.a972.aq5.1084", "pt", NORTH),
    ("N: K♠ J♠ 6♠ ♥A ♥9 ♥7 ♥2 A♦ Q♦ 5♦ 10♣ 8♣ 4♣", None, NORTH),
    ("N: SKJ6 HA972 DAQ5 CT84", "en", NORTH),
    ("N: S K J 6 H A 9 7 2 D A Q 5 C T 8 4", "en", NORTH),
    ("N: sk sj s6 ah 9h 7h 2h ad qd 5d tc 8c 4c", "en", NORTH),
    ("N: E R V 6 C A 9 7 2 O A D 5 P 10 8 4", "pt", NORTH),
    ("N: P K J 6 C A 9 7 2 D A Q 5 T 10 8 4", "es", NORTH),
    ("N: P R V 6 C A 9 7 2 D A D 5 T 10 8 4", "ca", NORTH),
    ("N: P RV6 C A972 D AD5 T 1084", "es", NORTH),
    ("N: P R V 6 C A 9 7 2 K A D 5 T 10 8 4", "fr", NORTH),
    ("N: P K J 6 C A 9 7 2 K A Q 5 T 10 8 4", "fr", NORTH),
    ("E: ♠ A ♥ - ♦ - ♣ x x BJ LJ", None, Hand(E, cards("A♠ x♣ x♣ BJ LJ"))),
    ("E: A..xx.", None, Hand(E, cards("A♠ x♦ x♦"))),
    ("E: A.-.K.- LJ", None, Hand(E, cards("A♠ K♦ LJ"))),
    ("E: -", None, Hand(E, ())),
    ("E: ♠ ♥ A ♦", None, Hand(E, cards("A♥"))),
    ("O: ♠ R", "pt", Hand(W, cards("K♠"))),
    ("L: ♠ R", "pt", Hand(E, cards("K♠"))),
    ("Kitty: 9♣ 7♣ 4♦ 3♦ 2♥ LJ", None, Pile("kitty", cards("9♣ 7♣ 4♦ 3♦ 2♥ LJ"))),
    ("Kitty: ♣ 9 7 shown", None, Pile("kitty", cards("9♣ 7♣"), shown=True)),
    ("Monte: 6 hidden", None, Pile("kitty", count=6, shown=False)),
    ("Kitty: hidden", None, Pile("kitty", shown=False)),
    ("Discards: 6", None, Pile("discards", count=6)),
    ("Discards: -", None, Pile("discards", ())),
    ("Dealt: 4♣ K♠ 2♥", None, Pile("dealt", cards("4♣ K♠ 2♥"))),
    ("Repartidas: 4♣ K♠ 2♥", "es", Pile("dealt", cards("4♣ K♠ 2♥"))),
    (
        "Auction: pass, 3 up, 4D, N: 4n {late}, 5, 6 sem trunfo, 3x, double",
        None,
        Auction(
            (
                Call(),
                Call(3, "up"),
                Call(4, "down"),
                Call(4, "nt", seat=N, notes=("late",)),
                Call(5, "up"),
                Call(6, "nt"),
                Call(text="3x"),
                Call(text="double"),
            )
        ),
    ),
    (
        "Auction: n pass, West 4 down, N x, N;pass, pass;",
        None,
        Auction(
            (
                Call(seat=N),
                Call(4, "down", seat=W),
                Call(text="N x"),
                Call(text="N;pass"),
                Call(text="pass;"),
            )
        ),
    ),
    ("1. N: A♥ 3♥ 6♣ K♥", None, Trick(1, N, plays("A♥ 3♥ 6♣ K♥"))),
    ("2.n:2h 10h 4c q->w", "en", Trick(2, N, plays("2♥ 10♥ 4♣ Q♥"), W)),
    ("02 . N : 2♥, 10, 4♣, Q → W", None, Trick(2, N, plays("2♥ 10♥ 4♣ Q♥"), W)),
    ("3. R♥ D V x => S", None, Trick(3, None, plays("K♥ Q♥ J♥ x♥"), S)),
    ("4. ♥A - x♠ --", None, Trick(4, None, plays("A♥ - x♠ -"))),
    ("5. BJ A♥ LJ 2♥", None, Trick(5, None, plays("BJ A♥ LJ 2♥"))),
    ("6.", None, Trick(6, None, ())),
    ("6. E:", None, Trick(6, E, ())),
    ("6. E: -> N", None, Trick(6, E, (), N)),
    ("6. A♥ -> - {odd}", None, Trick(6, None, plays("A♥"), None, ("odd",))),
    (
        "7. N: A♥ 3 6♣!? {void} (4♣)^ {taken back} E:K♥ ?? -> W {nice} {end} # c",
        None,
        Trick(
            7,
            N,
            (
                Play(card("A♥")),
                Play(card("3♥")),
                Play(card("6♣"), "!?", ("void",)),
                Play(card("4♣"), "^", ("taken back",), withdrawn=True),
                Play(card("K♥"), "??", seat=E),
            ),
            W,
            ("nice", "end"),
            "c",
        ),
    ),
    (
        "8. (A♠) 3♥ 4",
        None,
        Trick(8, None, (Play(card("A♠"), withdrawn=True), *plays("3♥ 4♥"))),
    ),
    ("8. -: E:3♥", None, Trick(8, None, (Play(card("3♥"), seat=E),))),
    ("Tricks: NS 9, EW 4", None, Tally("tricks", ((NS, 9), (EW, 4)))),
    ("Score: ew 5 NS 0 {a} # c", None, Tally("score", ((EW, 5), (NS, 0)), ("a",), "c")),
    ("Points: N-S -3", None, Tally("points", ((NS, -3),))),
    ("Honors: North/South 4", None, Tally("honours", ((NS, 4),))),
    ("Claim: NS (rest)", None, Tally("claim", ((NS, None),))),
    ("Claim: NS (the rest), EW 1", None, Tally("claim", ((NS, None), (EW, 1)))),
    ("Reclama: EO resto", "pt", Tally("claim", ((EW, None),))),
    ("Concede: EW 3", None, Tally("concede", ((EW, 3),))),
    ("Value: NS 3", None, Tally("value", ((NS, 3),))),
    ("Rubber: NS 8, EW 1", None, Tally("rubber", ((NS, 8), (EW, 1)))),
    ("Unfinished: rain # x", None, Incident("unfinished", text="rain", comment="x")),
    ("Misdeal:", None, Incident("misdeal")),
    ("Redonne: retourne cachée", None, Incident("redeal", text="retourne cachée")),
    ("Revoke: E, trick 5", None, Incident("revoke", seat=E, trick=5)),
    ("Renúncia: E vaza 5", "pt", Incident("revoke", seat=E, trick=5)),
    ("Revoke: E 5", None, Incident("revoke", seat=E, trick=5)),
    ("Revoke: East", None, Incident("revoke", seat=E)),
    ("Penalty: EW 3 tricks", None, Incident("penalty", side=EW, choice="tricks", amount=3)),
    ("Penalty: EW, 1 trick", None, Incident("penalty", side=EW, choice="tricks", amount=1)),
    ("Penalty: EW +3", None, Incident("penalty", side=EW, choice="add", amount=3)),
    ("Penalty: NS - 3", None, Incident("penalty", side=NS, choice="deduct", amount=3)),
    ("Penalty: NS −3", None, Incident("penalty", side=NS, choice="deduct", amount=3)),
    ("Exposed: S 4♣", None, Incident("exposed", seat=S, card=card("4♣"))),
    ("Called: S, 4♣", None, Incident("called", seat=S, card=card("4♣"))),
    ("Called: W ♥", None, Incident("called", seat=W, suit=Suit.HEARTS)),
    ("Called: W hearts", None, Incident("called", seat=W, suit=Suit.HEARTS)),
    ("Winner: NS", None, Incident("winner", side=NS)),
]


@pytest.mark.parametrize(("text", "code", "item"), LINES, ids=[text for text, _, _ in LINES])
def test_lines(text: str, code: str | None, item: Item | None) -> None:
    parsed = parse_line(text, context(code))
    assert not parsed.faults
    assert parsed.item == item
    assert type(parsed.item) is type(item)


@pytest.mark.parametrize("system", ["ABCD", "AYBZ"])
def test_other_seats(system: str) -> None:
    ctx = context("en", system)
    a, b, c, d = ctx.seats.letters
    assert parse_line(f"{b}: ♠ A", ctx).item == Hand(E, cards("A♠"))
    trick = parse_line(f"1. {c}: A♥ {d}:2♥ -> {a}", ctx).item
    assert trick == Trick(1, S, (Play(card("A♥")), Play(card("2♥"), seat=W)), N)
    assert parse_line(f"Tricks: {d}{b} 4", ctx).item == Tally("tricks", ((EW, 4),))
    assert parse_line("N: ♠ A", ctx).faults[0].name == "seat-syntax"


# The text, with the place that is blamed between « and ».
FAULTS = [
    ("Dealer: «Q»", "seat-syntax"),
    ("Dealer: «W E»", "seat-syntax"),
    ("Dealer:«»", "line-incomplete"),
    ("Dealer:«»  # who?", "line-incomplete"),
    ("Dealer: W «{why}»", "annotation-misplaced"),
    ("«Dealer» W", "colon-missing"),
    ("«N» ♠ K J 6", "colon-missing"),
    ("«Delaer»: W", "keyword-unknown"),
    ("«Dael» 3", "keyword-misspelt"),
    ("«Trick 1. N»: A♥ 3♥ 6♥ K♥", "cards-unknown"),
    ("«Trick 2»: N A♥ 3♥ 6♥ K♥", "cards-unknown"),
    ("«T1»: A♥ 3♥ 6♥ K♥", "cards-unknown"),
    ("«Vaza 3»: bem jogada", "cards-unknown"),
    ("«I. N»: A♥ 3♥ 6♥ K♥", "cards-unknown"),
    ("«V»: A♥ 3♥ 6♥ K♥", "cards-unknown"),
    ("«Hand N»: ♠ K J 6", "cards-unknown"),
    ("«Prize»: AH KD", "cards-unknown"),
    ("«Discrads»: A♥ K♦ 3♣", "keyword-misspelt"),
    ("«Discrads» A♥ K♦ 3♣  # no colon either", "keyword-misspelt"),
    ("«Kity»: A♥ K♦", "keyword-misspelt"),
    ("«Trmup» 4♠   # the card turned up", "keyword-misspelt"),
    ("«Acution» pass, 3 up, pass", "keyword-misspelt"),
    ("«Acution was fun for all of us»", "line-unknown"),
    ("Auction: «pass 3 up», pass", "comma-missing"),
    ("Auction: «3 up pass pass»", "comma-missing"),
    ("Auction: N: «passo 5 no trump» {a note}, E: pass", "comma-missing"),
    ("1. «N» A♥ 3♥ 6♥ K♥", "colon-missing"),
    ("1. «N» AH 3 6 K -> N", "colon-missing"),
    ("4. «S» 2♣ 3♣ 4♣ 5♣", "colon-missing"),
    ("«played at home»", "line-unknown"),
    ("  «!!!»", "line-unknown"),
    ("«M»: ♠ K J 6", "seat-syntax"),
    ("Deal «3a»", "number-syntax"),
    ("Deal «-1»", "number-syntax"),
    ("Trump: «4»", "trump-syntax"),
    ("Trump: «spadez»", "trump-syntax"),
    ("Ranking: «sideways»", "ranking-syntax"),
    ("N: ♠ K «Z» 6", "card-syntax"),
    ("N: «K» J 6 ♥ A", "suit-missing"),
    ("N: ♠ K ♥ A «-»", "card-syntax"),
    ("N: ♠ K «11» ♥ A", "card-syntax"),
    ("N: «SQ» ♥ 3 ♦ 5 ♣ 2", "card-syntax"),
    ("N: «SQJ» ♥ 3 ♦ 5 ♣ 2", "card-syntax"),
    ("N: ♠ K ♥ A «♠» 6", "suit-repeated"),
    ("N: ♠ «♠» K ♥ A", "suit-repeated"),
    ("1. N: A♥ «3♥x» 6♣ K♥", "card-syntax"),
    ("1. N: «3» 4 5 6", "suit-missing"),
    ("1. N: «Z♥» 4 5 6", "card-syntax"),
    ("1. N: A♥ «B C» 4", "card-syntax"),
    ("1. N: A♥ 3♥ {«»", None),
    ("1. N: A♥ 3♥ «{foo»", "annotation-unclosed"),
    ("1. N: A♥ 3♥«!!!» 4", "glyph-syntax"),
    ("1. «Q»: A♥ 3♥", "seat-syntax"),
    ("1. N: A♥ «Q»:3♥", "seat-syntax"),
    ("1. N: A♥ 3♥ -> «Q»", "seat-syntax"),
    ("1. N: A♥ 3♥ ->«»", "line-incomplete"),
    ("1. N: A♥ 3♥ -> W «E»", "line-syntax"),
    ("1. N: A♥ «)» 3♥", "line-syntax"),
    ("1. N: A♥ «>» 3♥", "line-syntax"),
    ("1. N: A♥ (4♣ 5♣«»", None),
    ("«1» N: A♥ 3♥", "line-syntax"),
    ("Tricks: «XY» 9", "side-syntax"),
    ("Tricks: NS «nine»", "number-syntax"),
    ("Tricks: NS 9, «NS» 4", "side-repeated"),
    ("Tricks: NS 9, EW«»", "line-incomplete"),
    ("Score: «2-0»", "side-missing"),
    ("Points: «3» # x", "side-missing"),
    ("Claim: «rest»", "side-missing"),
    ("Dealer: «Z»", "seats-unstated"),
    ("Tricks: «YZ» 9", "seats-unstated"),
    ("«B»: ♠ K", "seats-unstated"),
    ("1. «A»: A♥", "seats-unstated"),
    ("N: «Ana Maria»", "card-syntax"),
    ("N: «Carla»", "card-syntax"),
    ("N: ♠KJ6«♥AZ»♦AQ5", "card-syntax"),
    ("1. N: A♥ 3♥ 6♥ K♥ «won by E»", "card-syntax"),
    ("1. N: A♥ 3♥ 6♥ K♥ «-h E»", "card-syntax"),
    ("1. N: A♥ «three of hearts» 6♥ K♥", "card-syntax"),
    ("Tricks: NS «12345678901234567890»", "number-syntax"),
    ("Claim: NS «most»", "number-syntax"),
    ("Penalty: NS «3»", "penalty-syntax"),
    ("Penalty: NS «+3 tricks»", "penalty-syntax"),
    ("Penalty: NS«»", "line-incomplete"),
    ("Revoke: E, trick «five»", "number-syntax"),
    ("Revoke: E, trick 5 «6»", "line-syntax"),
    ("Exposed: S «♣»", "card-syntax"),
    ("Exposed: S«»", "line-incomplete"),
    ("Called: S «9»", "card-syntax"),
    ("Auction: pass,«»", "line-incomplete"),
    ("Auction: «Q»: pass", "seat-syntax"),
    ("Language: «tlh»  # x", "language-unknown"),
    ("Seats: «NSEW»", "seats-unknown"),
    ("Format: «whist one»", "format-unknown"),
    ("Format: «whist 2»", "format-newer"),
    ("Dealer:«\r»W", "carriage-return"),
    ("Dealer: «\x00»", "control-character"),
    ("Event: a«\x1b»[0m", "control-character"),
    ("Event: caf«\udce9» x", "undecodable-byte"),
    ("Event: «\u2028»", "control-character"),
]


@pytest.mark.parametrize(("marked", "name"), [f for f in FAULTS if f[1]])
def test_faults_and_their_columns(marked: str, name: str) -> None:
    start = marked.index("«")
    end = marked.index("»") - 1
    text = marked.replace("«", "").replace("»", "")
    parsed = parse_line(text, context("en"))
    assert [(f.name, f.start, f.end) for f in parsed.faults] == [(name, start, end)]
    entry = catalogue()[name]
    for template in (entry.message, entry.help):
        assert template.format(**parsed.faults[0].args)  # every fact that is named is given
    if entry.severity == "error" and type(parsed.item) not in (Trick, Hand, Tag, Tally, Auction):
        assert parsed.item == Unreadable(text)


def test_every_fault_is_in_the_catalogue_and_tested() -> None:
    tested = {name for _, name in FAULTS if name}
    tested |= {"line-too-long", "lang-ambiguous", "card-language", "card-ambiguous"}
    tested |= {
        "line-misplaced",
        "language-wrong",
        "deal-line-missing",
    }  # of the reader, which knows other lines
    assert tested == {name for name, e in catalogue().items() if e.code.startswith("S1")}


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("Dealr: W", "Dealer: W"),
        ("Dealr W", "Dealer: W"),
        ("Dael 3", "Deal 3"),
        ("Dealer = W", "Dealer: W"),
        ("Trump - 4♠", "Trump: 4♠"),
        ("Dealer W", "Dealer: W"),
        ("Dealer? W", "Dealer: W"),
        ("Score -3", None),  # whose it is remains to be said
        ("Delaer: Q", None),
        ("Seat: AYBZ", "Seats: AYBZ"),
        ("Nroth: Ana", None),  # may be a keyword of one's own
        ("Trick 1. N: A♥ 3♥ 6♥ K♥", "1. N: A♥ 3♥ 6♥ K♥"),
        ("Trick 2: N A♥ 3♥ 6♥ K♥", None),
        ("T3: A♥ 3♥ 6♥ K♥", "3. A♥ 3♥ 6♥ K♥"),
        ("IV. N: A♥ 3♥ 6♥ K♥", "4. N: A♥ 3♥ 6♥ K♥"),
        ("1. N A♥ 3♥ 6♥ K♥", "1. N: A♥ 3♥ 6♥ K♥"),
    ],
)
def test_a_fix_makes_the_line_right(text: str, right: str | None) -> None:
    (fault,) = parse_line(text, context("en")).faults
    if fault.fix is None:
        assert right is None
    else:
        start, end, new = fault.fix
        assert text[:start] + new + text[end:] == right
        assert not parse_line(right, context("en")).faults  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "code", "suggestion"),
    [
        ("Dealr: W", "en", "Dealer"),
        ("Dealr: Q", "en", "Dealer"),
        ("Nroth: Ana", "en", "North"),
        ("Note: text", "en", None),  # not Norte
        ("Note: text", "pt", "Norte"),
        ("Soul: text", "en", None),  # not Sud
        ("Jogadores: 4", "pt", None),
        ("Tablo: 4", "en", "Table"),
        ("Tblo: 4", "en", None),
    ],
)
def test_suggested_keywords(text: str, code: str, suggestion: str | None) -> None:
    faults = parse_line(text, context(code)).faults
    assert [f.args["suggestion"] for f in faults] == ([suggestion] if suggestion else [])


def test_a_leader_without_colon_is_no_fifth_card() -> None:
    parsed = parse_line("1. N A♥ 3 6♣ K", context(None))
    assert parsed.item == Trick(1, N, plays("A♥ 3♥ 6♣ K♥"))
    assert parsed.parts["card", 0] == (5, 7)
    assert parsed.parts["leader",] == (3, 4)
    assert parse_line("1. A A♥ 3 6♣ K", context(None, "ABCD")).item == parsed.item
    assert [p.card.name for p in parse_line("1. S 2 3♠ 4", context("en")).item.plays][2] == "3♠"  # type: ignore[union-attr]


def test_long_lines_are_not_read() -> None:
    parsed = parse_line("Event: " + "x" * MAX_LINE, context("en"))
    assert [f.name for f in parsed.faults] == ["line-too-long"]
    assert not parse_line("Event: " + "x" * (MAX_LINE - 7), context("en")).faults


def test_bad_cards_among_good_ones() -> None:
    parsed = parse_line("1. N: A♥ 3♥? Q♧♧ K♥ 1♥ 2♥", context("en"))
    assert [(f.name, f.start, f.end) for f in parsed.faults] == [
        ("card-syntax", 13, 16),
        ("card-syntax", 20, 22),
    ]
    assert isinstance(parsed.item, Trick)
    assert [p.card.name for p in parsed.item.plays] == ["A♥", "3♥", "-", "K♥", "-", "2♥"]


def test_each_bad_card_of_a_trick_is_told_apart() -> None:
    parsed = parse_line("1. N: AHH 33 1H 11H", context("en"))
    assert [f.args["text"] for f in parsed.faults] == ["AHH", "33", "1H", "11H"]
    assert [p.card for p in parsed.item.plays] == [UNRECORDED] * 4  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("1. N: A♥ 3♥ 6♥ K♥ won by E", "A♥ 3♥ 6♥ K♥"),
        ("1. N: A♥ three of hearts 6♥ K♥", "A♥ - 6♥ K♥"),
        ("1. N: A♥ 1 ♥ 6♥ K♥", "A♥ - 6♥ K♥"),
        ("N: ♠KZ6♥A", "A♥ - - -"),
        ("N: ♠ K 11 ♥ A", "K♠ A♥ -"),
    ],
)
def test_what_can_not_be_read_keeps_its_place(text: str, names: str) -> None:
    """So that the number of cards stays right, and one fault does not become several."""
    item = parse_line(text, context("en")).item
    if isinstance(item, Trick):
        assert " ".join(p.card.name for p in item.plays) == names
    else:
        assert isinstance(item, Hand)
        assert " ".join(c.name for c in item.cards) == names


@pytest.mark.parametrize(
    ("text", "code", "example"),
    [
        ("Score: 2-0", "en", "Score: NS 2, EW 0"),
        ("Vazas: 9, 4", "pt", "Vazas: NS 9, EO 4"),
        ("Points: 3", None, "Points: NS 3"),
        ("Claim: (rest)", "en", "Claim: NS (rest)"),
    ],
)
def test_the_example_for_a_missing_side(text: str, code: str | None, example: str) -> None:
    (fault,) = parse_line(text, context(code)).faults
    assert fault.args["example"] == example


def test_a_card_with_a_blank_in_it_stays_one_card() -> None:
    parsed = parse_line("1. N: A♥ 1 0♥ 6♣ K♥", context("en"))
    assert [(f.start, f.end) for f in parsed.faults] == [(9, 13)]
    assert isinstance(parsed.item, Trick)
    assert [p.card for p in parsed.item.plays] == [card("A♥"), UNRECORDED, *cards("6♣ K♥")]
    assert parsed.parts["card", 1] == (9, 13)


def test_what_follows_a_lost_suit_is_not_blamed() -> None:
    parsed = parse_line("N: ♠ K J 6 ¶ A 9 7 2 ♦ A Q 5 ♣ 10 8 4", context("en"))
    assert [(f.name, f.start, f.end) for f in parsed.faults] == [("card-syntax", 11, 12)]
    assert isinstance(parsed.item, Hand)
    assert [c for c in parsed.item.cards if c.known] == list(cards("K♠ J♠ 6♠ A♦ Q♦ 5♦ 10♣ 8♣ 4♣"))


@pytest.mark.parametrize(
    ("text", "code", "readings"),
    [
        ("1. N: A♥ TS", "pt", "10♠ in English"),
        ("1. N: 4P", "en", "4♣ in Português; 4♠ in Español, Català, Français"),
        ("Trump: 4H", "fr", "4♥ in English"),
        ("N: HA97 CK", "es", "A♥ 9♥ 7♥ in English"),
    ],
)
def test_letters_of_another_language(text: str, code: str, readings: str) -> None:
    faults = parse_line(text, context(code)).faults
    assert [(f.name, str(f.args["readings"])) for f in faults] == [("card-language", readings)]


def test_letters_without_a_language() -> None:
    for text in ("1. N: 4C 5C 6 7", "Trump: C", "N: CA972"):
        faults = parse_line(text, context(None)).faults
        assert [f.name for f in faults] == ["lang-ambiguous"], text


def test_a_letter_that_is_suit_and_rank() -> None:
    """Only where nothing in the hand tells which."""
    parsed = parse_line("N: C A D 5", context("es"))
    assert [(f.name, f.start, f.end) for f in parsed.faults] == [("card-ambiguous", 7, 8)]
    assert not parse_line("N: P - C A D 5 T 3", context("es")).faults
    assert not parse_line("N: ♥ A D 5", context("es")).faults


def test_parts() -> None:
    text = " 7. N: A♥ 10! {x} (4♣)  E:K♥ -> W # c"
    parts = parse_line(text, context("en")).parts
    assert {part: text[a:b] for part, (a, b) in parts.items()} == {
        (): "7. N: A♥ 10! {x} (4♣)  E:K♥ -> W",
        ("number",): "7",
        ("leader",): "N",
        ("card", 0): "A♥",
        ("card", 1): "10",
        ("card", 2): "4♣",
        ("card", 3): "K♥",
        ("winner",): "W",
        ("comment",): "# c",
    }


def test_parts_of_a_hand_follow_its_cards() -> None:
    text = "N: ♥ 2 10 KJ.A97.. ♠ A"
    text = "N: ♥ 2 10A ♠ K6"
    parsed = parse_line(text, context("en"))
    assert isinstance(parsed.item, Hand)
    for i, c in enumerate(parsed.item.cards):
        a, b = parsed.parts["card", i]
        assert text[a:b] == c.name[:-1]
    text = "N: KJ6.A972.AQ5.T84"
    parts = parse_line(text, context(None)).parts
    assert [text[slice(*parts["card", i])] for i in range(13)] == list("KJ6A972AQ5T84")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Tricks: NS 9, EW 4", {("side", 0): "NS 9", ("side", 1): "EW 4", ("key",): "Tricks"}),
        ("Trump: 4♠ # x", {("value",): "4♠", ("card", 0): "4♠"}),
        ("Dealer: W", {("value",): "W"}),
        ("Revoke: E, trick 5", {("number",): "5", ("value",): "E, trick 5"}),
        ("Exposed: S 4♣", {("card", 0): "4♣"}),
        ("Auction: pass, N: 3 up {x}", {("card", 0): "pass", ("card", 1): "3 up"}),
        ("Auction: E pass, N 3 up {x}", {("card", 0): "pass", ("card", 1): "3 up"}),
        ("Event: the club # x", {("value",): "the club", ("key",): "Event"}),
        ("Deal 3", {("value",): "3", ("key",): "Deal"}),
        ("Dealer: Q # x", {(): "Dealer: Q", ("winner",): "Dealer: Q"}),
        ("no line # x", {(): "no line # x"}),
        ("Dealer: W # x", {(): "Dealer: W", ("card", 7): "Dealer: W"}),
    ],
)
def test_locate(text: str, found: dict[tuple[str | int, ...], str]) -> None:
    locate = locator(context("en"))
    for part, written in found.items():
        start, end = locate(text, part)
        assert text[start:end] == written


# Properties


def plain_text(rng: random.Random, code: str | None, ascii: bool) -> str:
    shape = rng.choice(
        [{}, {"hands": False}, {"leaders": False, "winners": True, "tally": True}]
    )  # fmt: skip
    record = game_record([play_deal(rng, rng.choice(SEATS))], **shape)
    return format(record, language=code, ascii=ascii)


INK = "ABCDEHKNOPQRSTVWXZabcdhjnqstx0123456789♠♥♦♣♡♢-.,:;#{}()!?^<>=@é/\\ "


def edit(rng: random.Random, text: str) -> str:
    """Change, add, leave out a character, or swap two, within a line."""
    while True:
        i = rng.randrange(len(text))
        kind = rng.randrange(4)
        if "\n" in text[i : i + 2]:
            continue
        char = rng.choice(INK)
        if kind == 0:
            return text[:i] + text[i + 1 :]
        if kind == 1:
            return text[:i] + char + text[i:]
        if kind == 2:
            return text[:i] + char + text[i + 1 :]
        return text[:i] + text[i + 1] + text[i] + text[i + 2 :]


def syntax(text: str) -> list[int]:
    """Lines of the syntax faults of a text."""
    return [d.span.line for d in parse(text)[1] if d.code.startswith("S")]


@pytest.mark.parametrize("code", [None, *LANGUAGES])
@pytest.mark.parametrize("ascii", [False, True])
def test_one_edit_is_one_fault_at_most(code: str | None, ascii: bool) -> None:
    rng = random.Random(f"{code}{ascii}")
    found = 0
    for _ in range(3):
        text = plain_text(rng, code, ascii)
        assert not syntax(text)
        for _ in range(60):
            edited = edit(rng, text)
            faults = syntax(edited)
            assert len(faults) <= 1, edited
            found += len(faults)
    assert found > 50


def test_two_edits_on_two_lines_are_two_faults() -> None:
    rng = random.Random(2)
    for _ in range(40):
        lines = plain_text(rng, None, ascii=False).splitlines()
        spoiled = []
        for i in rng.sample(range(len(lines)), 2):
            edited = edit(rng, lines[i] + "\n")[:-1] if lines[i] else ""
            one = [*lines[:i], edited, *lines[i + 1 :]]
            if syntax("\n".join(one)) == [i + 1]:
                spoiled.append(i)
                lines[i] = edited
        assert syntax("\n".join(lines)) == [i + 1 for i in sorted(spoiled)]


@given(st.data())
@settings(max_examples=400, deadline=None)
def test_nothing_is_skipped(data: st.DataObject) -> None:
    """A character that is added is understood (the item changes) or reported.

    (Suit symbols are not tried: a suit may be named beside a card that has it anyway.)
    """
    text, code, item = data.draw(st.sampled_from([line for line in LINES if line[2] is not None]))
    ctx = context(code)
    at = data.draw(st.integers(0, len(text)))
    char = data.draw(st.sampled_from("ZWY579?!^(){}<>=@;\\\"'*_~Жß§¶😀\u200b\u200d"))
    changed = text[:at] + char + text[at:]
    parsed = parse_line(changed, ctx)
    assert parsed.faults or parsed.item != item, changed


@given(
    st.text(max_size=60)
    | st.text(INK, max_size=60)
    | st.lists(st.sampled_from([text for text, _, _ in LINES]), max_size=3).map("".join)
    | st.binary(max_size=60).map(lambda b: b.decode("utf-8", "surrogateescape")),
    st.sampled_from([None, *LANGUAGES]),
)
@settings(max_examples=1000, deadline=None)
def test_any_text_is_read_or_reported(text: str, code: str | None) -> None:
    parsed = parse_line(text, context(code))
    if parsed.item is None:
        assert not text.strip()
    if type(parsed.item) is Unreadable:
        assert parsed.faults
        assert parsed.item.text == text
    for fault in parsed.faults:
        assert 0 <= fault.start <= fault.end <= len(text)
        assert catalogue()[fault.name].message.format(**fault.args)
    for start, end in parsed.parts.values():
        assert 0 <= start <= end <= len(text)


def test_long_words_take_no_long_time() -> None:
    """No pattern of the grammar backtracks without bound."""
    import time

    ctx = context("en")
    size = MAX_LINE - 100
    begin = time.process_time()
    for text in (
        "1. N: " + "-" * size,
        "1. N: " + "A-" * (size // 2),
        "1. N: " + "A" * size + ":",
        "1. N: " + "A " * (size // 2) + ":",
        "N: " + "♠" * size,
        "N: ♠ " + "A" * size,
        "{" + "\\" * size,
        "{" + "\\}" * (size // 2),
        "Event: " + "\\#" * (size // 2),
        "Auction: " + "3 up, " * (size // 6),
        "a" * size,
        "a" * size + ":",
        "N: " + "D " * (size // 2),
    ):
        parse_line(text, ctx)
        parse_line(text, context("es"))
    assert time.process_time() - begin < 20
