"""Machine notes: they go in, they come out, and nothing else moves."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import whistlog
from tests import strategies
from whistlog.annotating import GLYPHS, MachineNote, Notes, annotate, mark_of, place_of
from whistlog.api import Report
from whistlog.cards import CARDS
from whistlog.notation.languages import LANGUAGES
from whistlog.record import Annotation, Header, Record, Trick

SAMPLES = Path(__file__).parent.parent / "samples"
PATHS = sorted((*(SAMPLES / "clean").glob("*.whist"), *(SAMPLES / "historical").glob("*.whist")))
FAULTY = sorted((SAMPLES / "faulty").glob("*.whist"))

ODD = ("", "cost one trick", "a } brace", "{x}", "end \\", "\\}", "two\nlines\r\n", "# no comment",
       "whistlog: again", "\x00\ud800\u2028", "better: 9♠", "  ", ": x", "?!")  # fmt: skip


def at_random(seed: int, texts: Iterable[str] = ODD) -> Notes:
    """Notes on some of the cards, tricks and deals; the same for the same deal."""
    texts = tuple(texts)

    def notes(header: Header, report: Report) -> list[MachineNote]:
        assert report.deal is not None
        deal = report.deal.deal
        rng = random.Random(f"{seed} {report.game} {report.deal.deal.number} {len(deal.tricks)}")
        found = []
        tricks = [i for i, item in enumerate(deal.items) if type(item) is Trick]
        for number, i in enumerate(tricks):
            trick = deal.items[i]
            assert type(trick) is Trick
            # By the number of the trick: the index moves with lines of notes above it.
            rng = random.Random(f"{seed} {report.game} {deal.number} {number}")
            for card in range(len(trick.plays)):
                for _ in range(rng.choice((0, 0, 0, 1, 2))):
                    glyph = rng.choice(("", *GLYPHS))
                    found.append(MachineNote(rng.choice(texts), i, card, glyph))
            if not rng.randrange(4):
                found.append(MachineNote(rng.choice(texts), i))
        found += [MachineNote(rng.choice(texts)) for _ in range(rng.randrange(3))]
        return found

    return notes


def nothing(header: Header, report: Report) -> tuple[MachineNote, ...]:
    return ()


def as_humans_wrote(record: Record) -> list[list[object]]:
    """By deal, all that is no machine note, and no glyph that one names as its own."""
    return [
        [said for item in deal.items if (said := _human(item)) != ((), None)]
        for game in record.games
        for deal in game.deals
    ]


def _human(item: object) -> object:
    if type(item) is Annotation:
        return tuple(n for n in item.notes if mark_of(n) is None), item.comment
    if type(item) is Trick:
        plays = []
        for play in item.plays:
            marks = [mark_of(n) for n in play.notes]
            ours = bool(play.glyphs) and play.glyphs in marks
            notes = tuple(n for n in play.notes if mark_of(n) is None)
            plays.append((play.card, "" if ours else play.glyphs, notes, play.seat, play.withdrawn))
        notes = tuple(n for n in item.notes if mark_of(n) is None)
        return item.number, item.leader, tuple(plays), item.winner, notes, item.comment
    return item


def findings(text: str) -> list[tuple[str, int, str]]:
    """What is found, with the line, not counted the lines of machine notes."""
    lines = text.replace("\r\n", "\n").split("\n")
    ours = [n for n, line in enumerate(lines, 1) if line.startswith("{whistlog")]
    return [
        (d.code, d.span.line - sum(n < d.span.line for n in ours), d.message)
        for d in whistlog.check(text)
    ]


def holds(text: str, notes: Notes) -> None:
    """All that must hold for every text that is understood."""
    done = annotate(text, notes)
    assert done.understood
    assert annotate(done.text, notes).text == done.text
    clean = annotate(done.text, nothing)
    assert clean.text == annotate(text, nothing).text
    assert (clean.put, clean.taken) == (0, done.put)
    if "{whistlog" not in text:
        assert clean.text == text
    assert findings(done.text) == findings(text)
    before, after = whistlog.parse(text)[0], whistlog.parse(done.text)[0]
    assert as_humans_wrote(after) == as_humans_wrote(before)
    # What was canonical still is, and the marks survive the formatter and JSON.
    spelt = whistlog.format(after)
    assert whistlog.format(whistlog.parse(spelt)[0]) == spelt
    assert annotate(spelt, notes).text == spelt
    if whistlog.format(before) == text:
        assert done.text == spelt
    again, _ = whistlog.from_json(whistlog.to_json(after, validate=False), validate=False)
    assert again == after


@pytest.mark.parametrize("path", PATHS, ids=[p.stem for p in PATHS])
def test_samples(path: Path) -> None:
    text = path.read_bytes().decode("utf-8")
    for seed in range(2):
        holds(text, at_random(seed))


def respelt(text: str, rng: random.Random) -> str:
    """The same record, spelt less neatly."""
    lines = []
    for line in text.split("\n"):
        if re.match(r" ?[0-9]", line):
            line = re.sub(" +", lambda m: " " * rng.choice((1, 1, 2, 3)), line)
            line = re.sub(r"(?<=[♠♥♦♣]) +(?=[0-9AKQJ])", lambda m: rng.choice((m[0], ",")), line)
            if rng.random() < 0.3:
                line = re.sub(
                    r"(?<=[♠♥♦♣])(?= |$)", lambda m: rng.choice(("", "!", " ?^", "^", " {x}")), line
                )
        lines.append(line + rng.choice(("", "", " ", " # aside")))
    end = rng.choice(("\n", "\r\n"))
    return end.join(lines).removesuffix(rng.choice((end, "?")))


@settings(max_examples=40, deadline=None)
@given(strategies.played_games(most=2), st.integers(0, 2**32), st.booleans(), st.booleans())
def test_deals_played_at_random(
    played: tuple[strategies.Played, ...], seed: int, winners: bool, neat: bool
) -> None:
    record = strategies.game_record(played, winners=winners, leaders=winners, hands=bool(seed % 3))
    text = whistlog.format(record, ascii=seed % 5 == 0)
    if not neat:
        text = respelt(text, random.Random(seed))
    holds(text, at_random(seed))


@settings(max_examples=60, deadline=None)
@given(strategies.records, st.integers(0, 2**32))
def test_whatever_can_be_written(record: Record, seed: int) -> None:
    holds(whistlog.format(record), at_random(seed))


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_no_text_is_too_odd(data: st.DataObject) -> None:
    """Texts that are cut and glued: all is refused, or all of it is done."""
    path = data.draw(st.sampled_from([*PATHS, *FAULTY]))
    text = path.read_bytes().decode("utf-8", "surrogateescape")
    lines = text.split("\n")
    some = data.draw(st.lists(st.sampled_from(lines), max_size=12))
    odd = st.text(st.sampled_from("{}\\#!?^ \t\r\n♠AK:1.-,() whistlog"), max_size=12)
    text = data.draw(st.sampled_from(("\n", "\r\n"))).join(
        line + data.draw(st.just("") | st.just(" {whistlog ?: x}") | odd) for line in some
    )
    notes = at_random(data.draw(st.integers(0, 99)))
    done = annotate(text, notes)
    faults = [d for d in whistlog.parse(text)[1] if d.severity == "error"]
    if not done.understood:
        assert done.text == text
        return
    assert not faults
    assert annotate(done.text, notes).text == done.text
    assert annotate(done.text, nothing).text == annotate(text, nothing).text
    names = [d.name for d in whistlog.check(text)]
    assert [d.name for d in whistlog.check(done.text)] == names
    assert [d.name for d in whistlog.check(annotate(done.text, nothing).text)] == names


ONE = "Dealer: W\nTrump: 4S\n1. N: AH  3H  6H  KH\nUnfinished:\n"


def first(*notes: MachineNote) -> Notes:
    """The notes for the first deal; others are left alone."""
    return lambda header, report: (
        notes if report.deal and report.deal.deal.number in (None, 1) else None
    )


def put(text: str, *notes: MachineNote) -> str:
    return annotate(text, first(*notes)).text


BAD = MachineNote("cost one trick", 2, 1, "?")


def test_a_note_stands_behind_its_card_with_its_glyph() -> None:
    text = put(ONE, BAD)
    assert text == ONE.replace("3H ", "3H? {whistlog ?: cost one trick} ")
    play = whistlog.parse(text)[0].games[0].deals[0].tricks[0].plays[1]
    assert (play.glyphs, play.notes) == ("?", ("whistlog ?: cost one trick",))


@pytest.mark.parametrize("glyphs", ["!", "?", "^", "!^", " ??"])
def test_no_glyph_is_put_beside_another(glyphs: str) -> None:
    text = ONE.replace("3H", f"3H{glyphs} {{well played}}")
    assert put(text, BAD) == text.replace("played}", "played} {whistlog: cost one trick}")
    assert put(put(text, BAD)) == text


@pytest.mark.parametrize(
    ("edited", "left"),
    [
        ("3H! {whistlog ?: cost one trick}", "3H!"),  # the glyph is a human's now
        ("3H?^ {whistlog ?: cost one trick}", "3H^"),
        ("3H {whistlog ?: cost one trick}", "3H"),
        ("3H? {cost one trick}", "3H? {cost one trick}"),  # both are a human's
        ("3H? {whistlog: cost one trick}", "3H?"),
        ("3H? {whistlog ?: cost one trick} {I doubt it}", "3H {I doubt it}"),
        ("3H? {I doubt it} {whistlog ?: cost one trick}", "3H {I doubt it}"),
        ("3H? {Whistlog: x}", "3H? {Whistlog: x}"),
        ("3H {whistlog}", "3H {whistlog}"),
        ("3H {whistlog ???: x}", "3H {whistlog ???: x}"),
        ("3H {whistlogger: x}", "3H {whistlogger: x}"),
    ],
)
def test_what_a_human_makes_of_a_note_is_kept(edited: str, left: str) -> None:
    assert put(ONE.replace("3H", edited)) == ONE.replace("3H", left)


def test_notes_on_a_trick_stand_behind_its_winner_or_below_it() -> None:
    note = MachineNote("the turning point", 2)
    assert put(ONE, note) == ONE.replace("KH\n", "KH\n{whistlog: the turning point}\n")
    won = ONE.replace("KH", "KH -> N  # so")
    assert put(won, note) == won.replace("-> N", "-> N {whistlog: the turning point}")
    assert put(put(ONE, note)) == ONE
    unsure = ONE.replace("KH", "KH -> - {who?}")
    assert put(unsure, note) == unsure.replace("?}", "?} {whistlog: the turning point}")


def test_notes_on_a_deal_stand_at_its_end() -> None:
    text = f"Event: x\n\nDeal 1\n{ONE}# that was it\n\n# so to the next one\nDeal 2\n{ONE}"
    done = put(text, MachineNote("par: NS 7"), MachineNote("and so on"))
    end = "Unfinished:\n{whistlog deal: par: NS 7}\n{whistlog deal: and so on}\n# that was it"
    assert done == text.replace("Unfinished:\n# that was it", end)
    assert put(done) == text
    kept = done.replace("so on}", "so on} {no} # why")
    assert put(kept) == text.replace("Unfinished:\n", "Unfinished:\n{no} # why\n", 1)
    kept = done.replace("so on}", "so on} # why")
    assert put(kept) == text.replace("Unfinished:\n", "Unfinished:\n# why\n", 1)


def test_marks_are_taken_from_headers_too() -> None:
    assert put(f"{{whistlog: astray}}\nEvent: x\n\n{ONE}") == f"Event: x\n\n{ONE}"


def test_a_byte_order_mark_stays_in_front() -> None:
    text = "\ufeff1. N: AH 3H 6H KH -> N\r\nUnfinished:"
    done = put(text, MachineNote("so", 0, 0), MachineNote("well"))
    assert done == (
        "\ufeff1. N: AH {whistlog: so} 3H 6H KH -> N\r\nUnfinished:\r\n{whistlog deal: well}"
    )
    assert put(done) == text
    assert put("\ufeff{whistlog: x}\nEvent: x\n") == "\ufeffEvent: x\n"


def test_deals_can_be_left_alone() -> None:
    text = put(f"Deal 1\n{ONE}\nDeal 2\n{ONE}", BAD._replace(item=3))
    assert text.count("{whistlog") == 1
    assert annotate(text, lambda header, report: None).text == text
    both = annotate(text, lambda header, report: [BAD._replace(item=3)])
    assert (both.put, both.taken, both.text.count("{whistlog")) == (2, 1, 2)


def test_what_can_be_said_is_made_safe() -> None:
    for said in ODD:
        text = put(ONE, BAD._replace(text=said), MachineNote(said))
        record, faults = whistlog.parse(text)
        assert not faults
        (note,) = record.games[0].deals[0].tricks[0].plays[1].notes
        assert note.startswith("whistlog ?:")
        assert put(text) == ONE


def test_a_canonical_deal_stays_canonical_with_letters_too() -> None:
    for name in ("canonical", "canonical-ascii", "canonical-fr"):
        text = (SAMPLES / "clean" / f"{name}.whist").read_text("utf-8")
        done = annotate(text, at_random(3)).text
        record, _ = whistlog.parse(done)
        assert whistlog.format(record, ascii=name.endswith("ascii")) == done


def test_a_deal_does_not_become_canonical_by_chance() -> None:
    # Behind a note columns end, so this is how the formatter would write the annotated trick.
    text = "Dealer: W\nTrump:  4♠\n\n 1. N: A♥  3♥ 6♥ K♥\nUnfinished:\n"
    done = put(text, BAD)
    assert done != text
    assert put(done, BAD) == done
    assert put(done) == text


def test_what_has_no_room_is_left_out() -> None:
    full = ONE.replace("KH", f"KH # {'x' * 16_340}")
    done = annotate(full, first(BAD, BAD, MachineNote("y" * 17_000), MachineNote("z")))
    assert (done.put, done.left_out) == (1, 3)
    assert done.text == f"{full}{{whistlog deal: z}}\n"
    many = "Deal 1\n" + ONE + "# x\n" * 1_994
    done = annotate(many, first(*[MachineNote("z")] * 9, BAD._replace(item=3)))
    assert (done.put, done.left_out) == (2, 8)
    assert [d.name for d in whistlog.check(done.text)] == [d.name for d in whistlog.check(many)]


def test_what_was_not_understood_is_left_as_it_is() -> None:
    text = f"{put(ONE, BAD)}and we went home in the rain\n"
    done = annotate(text, first(MachineNote("x")))
    assert (done.text, done.understood) == (text, False)
    (report,) = done.refused
    assert [d.name for d in report.faults] == ["line-unknown"]


@pytest.mark.parametrize(
    "note",
    [
        MachineNote("x", 0),
        MachineNote("x", 99),
        MachineNote("x", -1),
        MachineNote("x", 2, 4),
        MachineNote("x", 2, -1),
        MachineNote("x", None, 0),
        MachineNote("x", 2, 0, "^"),
        MachineNote("x", 2, None, "?"),
        MachineNote("x", None, None, "?"),
    ],
)
def test_a_note_on_nothing_is_a_mistake_of_the_caller(note: MachineNote) -> None:
    with pytest.raises(ValueError, match="no such"):
        put(ONE, note)


def test_cards_are_found_without_those_withdrawn() -> None:
    record, _ = whistlog.parse("Dealer: W\n1. N: AH (3S) 3H KH 4H\n")
    trick = record.games[0].deals[0].tricks[0]
    assert [trick.plays[place_of(trick, i)].card.name for i in (1, 3)] == ["3♥", "4♥"]
    with pytest.raises(IndexError):
        place_of(trick, 4)


def test_a_language_is_told_by_cards_behind_notes_too() -> None:
    text = "Dealer: W\nTrump: 4♠\n1. N: A♥ 3♥ R♥ 4♥\nUnfinished:\n"
    note = MachineNote("x", 2, 0)
    assert findings(put(text, note)) == findings(text)
    assert [d.name for d in whistlog.parse(text)[1]] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_names_of_cards_in_notes_are_read_in_every_language(language: str) -> None:
    names = [card.name for card in CARDS[:52]]
    tricks = "\n".join(
        f"{i + 1}. N: {' '.join(names[4 * i : 4 * i + 4])}" for i in range(len(names) // 4)
    )
    record, faults = whistlog.parse(f"Language: {language}\n\nDealer: W\nTrump: 4♠\n{tricks}\n")
    (deal,) = record.games[0].deals
    assert not faults
    assert [play.card.name for trick in deal.tricks for play in trick.plays] == names
