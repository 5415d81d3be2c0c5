"""``whistlog analyse --write``: costs as machine notes in the record itself."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from tests.cli.conftest import CLEAN, PLAYED, ROOT, UNREADABLE, Command
from whistlog.analysis import solver
from whistlog.sentences.spoken import SPOKEN
from whistlog.sentences.tables import sentence

pytestmark = pytest.mark.skipif(not solver.available(), reason="no native solver")

TWO = f"North: Ana\n\n{PLAYED}\n{PLAYED.replace('Deal 1', 'Deal 2')}"


@pytest.fixture
def game(whistlog: Command) -> Path:
    path = Path("game.whist")
    path.write_bytes(TWO.encode())
    return path


def test_costs_stand_behind_their_cards(whistlog: Command, game: Path) -> None:
    told = whistlog("analyse", game).out
    checked = whistlog("check", game).out.splitlines()[-1]
    status, out, err = whistlog("analyse", "--write", game)
    assert (status, out) == (0, "")
    text = game.read_text("utf-8")
    # Every card with a cost, in the words of the analysis, once for each of the two deals.
    costs = [
        line.partition(" cost ")[2].rstrip(".") for line in told.splitlines() if " cost " in line
    ]
    assert len(costs) > 9
    assert any(cost.count(",") > 3 for cost in costs)
    for cost in costs:
        cards = cost.split(", ")
        words = cost if len(cards) < 5 else ", ".join(cards[:4]) + " and others"
        assert f": cost {words}}}" in text
    assert text.count(": cost one ") == text.count("?! {whistlog ?!: cost one ")
    assert text.count(": cost two ") == text.count("? {whistlog ?: cost two ")
    par = next(line for line in told.splitlines() if line.startswith("Par: "))
    assert text.count("{whistlog deal: p" + par.removesuffix(".")[1:]) == 2
    assert "??" not in text
    assert err == f"game.whist: {len(costs) + 4} notes written.\n"
    assert whistlog("check", game).out.splitlines()[-1] == checked
    assert whistlog("analyse", game).out == told


def test_again_it_changes_nothing_and_cleared_nothing_is_left(
    whistlog: Command, game: Path
) -> None:
    whistlog("analyse", "-w", game)
    written = game.read_bytes()
    time = game.stat().st_mtime_ns
    assert whistlog("analyse", "-w", game) == (0, "", "game.whist: unchanged.\n")
    assert (game.read_bytes(), game.stat().st_mtime_ns) == (written, time)
    status, _, err = whistlog("analyse", "--clear", game)
    assert (status, err) == (0, f"game.whist: {written.count(b'{whistlog')} notes taken off.\n")
    assert game.read_bytes() == TWO.encode()


def test_what_is_formatted_stays_formatted(whistlog: Command, game: Path) -> None:
    whistlog("fmt", game)
    before = game.read_bytes()
    whistlog("analyse", "-w", game)
    assert whistlog("fmt", "--check", game).status == 0
    whistlog("analyse", "--clear", game)
    assert game.read_bytes() == before


def test_diff_shows_it_and_changes_nothing(whistlog: Command, game: Path) -> None:
    status, out, err = whistlog("analyse", "--diff", game)
    assert status == 1
    assert out.startswith("--- game.whist\n+++ game.whist\n@@")
    assert "\n+{whistlog deal: par: NS " in out
    assert err.endswith(" notes would be written.\n")
    assert game.read_bytes() == TWO.encode()
    whistlog("analyse", "-w", game)
    assert whistlog("analyse", "--diff", game) == (0, "", "game.whist: unchanged.\n")


EXPECTED = ("--expected", "--samples", "20", "--jobs", "1")
OURS = re.compile(r"([?!]*) (\{whistlog.*?\})")


@pytest.mark.parametrize("language", SPOKEN)
def test_expected_losses_stand_behind_the_costs(whistlog: Command, language: str) -> None:
    game = Path("one.whist")
    game.write_text(PLAYED, "utf-8")
    command = ("--messages", language, "analyse")
    begins = (sentence("analysis-loses", language) or "").split("{")[0][1:]
    told = whistlog(*command, *EXPECTED, game).out.replace("\xa0", " ")
    losses = [
        line.strip()[1:-1]
        for line in told.splitlines()
        if line.startswith(" " * 5) and line[6:].startswith(begins)
    ]
    assert len(losses) > 5
    glyphs = Counter(mark for mark, _ in OURS.findall(whistlog(*command, "-o", "-", game).out))
    assert set(glyphs) == {"?", "?!"}
    written = whistlog(*command, "-o", "-", *EXPECTED, game).out
    # In the words of the analysis, but for the first letter and the stop; once for each loss.
    notes = OURS.findall(written)
    ends = [loss for _, note in notes for loss in set(losses) if note.endswith(f"{loss}}}")]
    assert Counter(ends) == Counter(losses)
    # A loss brings no glyph with it.
    assert all(Counter(m for m, _ in notes)[mark] == n for mark, n in glyphs.items())
    assert whistlog(*command, "--clear", "-", stdin=written).out == PLAYED


def test_expected_losses_go_in_once_and_come_out_again(whistlog: Command) -> None:
    own = PLAYED.replace("3♠  6♠ ", "3♠!? {mine} 6♠ ").replace("J♠  ->", "J♠ {why?} ->")
    game = Path("one.whist")
    game.write_text(own, "utf-8")
    shown = whistlog("analyse", "--diff", *EXPECTED, game).out.splitlines()
    assert game.read_text("utf-8") == own
    assert whistlog("analyse", "--write", *EXPECTED, game).status == 0
    written = game.read_text("utf-8")
    assert [line for line in written.splitlines() if line not in own.splitlines()] == [
        line[1:] for line in shown[3:] if line.startswith("+")
    ]
    assert "{whistlog deal: by what each player could know" in written
    assert "3♠!? {mine}" in written
    assert "{why?}" in written
    whistlog("analyse", "--write", *EXPECTED, game)
    assert game.read_text("utf-8") == written
    assert whistlog("analyse", "--clear", game).status == 0
    assert game.read_text("utf-8") == own


def test_another_file_or_standard_output(whistlog: Command, game: Path) -> None:
    done = whistlog("analyse", "-o", "new.whist", game)
    assert done.status == 0
    assert done.err.startswith("new.whist: ")
    assert game.read_bytes() == TWO.encode()
    new = Path("new.whist").read_text("utf-8")
    assert whistlog("analyse", "-o", "-", game).out == new
    assert whistlog("analyse", "--write", "-", stdin=TWO).out == new
    assert whistlog("analyse", "--clear", "-", stdin=new).out == TWO


def test_only_the_deal_that_is_asked_for(whistlog: Command, game: Path) -> None:
    whistlog("analyse", "-w", "--deal", "2", game)
    first, second = game.read_text("utf-8").split("Deal 2")
    assert "{whistlog" not in first
    assert "{whistlog" in second
    whistlog("analyse", "-w", "--deal", "1", game)
    assert game.read_text("utf-8").endswith(second)
    whistlog("analyse", "--clear", "--game", "1", "--deal", "2", game)
    assert "{whistlog" not in game.read_text("utf-8").split("Deal 2")[1]


@pytest.mark.parametrize("name", ["game.json", "game.ndjson"])
def test_json_is_annotated_as_json(whistlog: Command, game: Path, name: str) -> None:
    whistlog("convert", game, "-o", name)
    before = Path(name).read_bytes()
    whistlog("analyse", "--write", game)
    status, out, _ = whistlog("analyse", "--diff", name)
    assert status == 1
    assert out.count('"whistlog ?!: cost one trick') > 5
    assert Path(name).read_bytes() == before
    assert whistlog("analyse", "--write", name).err.endswith(" notes written.\n")
    after = Path(name).read_bytes()
    # The same notes as in the text, and nothing else is different.
    whistlog("convert", name, "-o", "back.whist")
    whistlog("fmt", game)
    assert Path("back.whist").read_text("utf-8") == game.read_text("utf-8")
    assert whistlog("analyse", "--write", name) == (0, "", f"{name}: unchanged.\n")
    assert whistlog("annotate", "--write", "--no-analysis", name).status == 0
    assert Path(name).read_bytes() != after
    assert whistlog("annotate", "--clear", name).status == 0
    assert Path(name).read_bytes() == before
    whistlog("analyse", "--output", "new.json", name)
    assert Path("new.json").read_bytes() == after


def test_only_one_game_of_an_archive(whistlog: Command, game: Path) -> None:
    game.write_text(TWO + "\nGame\n" + TWO, "utf-8")
    whistlog("convert", game, "-o", "game.ndjson")
    before = Path("game.ndjson").read_text("utf-8").splitlines()
    whistlog("analyse", "--write", "--game", "2", "game.ndjson")
    after = Path("game.ndjson").read_text("utf-8").splitlines()
    assert (len(after), after[0]) == (2, before[0])
    assert after[1] != before[1]


def test_bom_line_ends_and_encoding_are_kept(whistlog: Command, game: Path) -> None:
    data = b"\xef\xbb\xbf" + TWO.replace("\n", "\r\n").encode().removesuffix(b"\r\n")
    game.write_bytes(data)
    whistlog("analyse", "-w", game)
    written = game.read_bytes()
    assert written.startswith(b"\xef\xbb\xbfNorth")
    assert written.count(b"\n") == written.count(b"\r\n")
    assert b"}\r\n{whistlog deal: cost" in written
    assert not written.endswith(b"\n")
    whistlog("analyse", "--clear", game)
    assert game.read_bytes() == data
    game.write_bytes(TWO.encode("utf-16"))
    whistlog("analyse", "-w", "--encoding", "utf-16", game)
    assert "{whistlog" in game.read_bytes().decode("utf-16")
    whistlog("analyse", "--clear", "--encoding", "utf-16", game)
    assert game.read_bytes() == TWO.encode("utf-16")


def test_a_revoke_is_noted_without_a_glyph(whistlog: Command) -> None:
    text = PLAYED.replace("10♣ 5♣  8♣  -> S", "4♠  5♣  8♣  -> E").split(" 3. S")[0]
    out = whistlog("analyse", "--write", "-", stdin=text).out
    assert " 4♠ {whistlog: a revoke; it " in out


def test_a_withdrawn_card_is_passed_over(whistlog: Command) -> None:
    text = PLAYED.replace("7♣  5♦", "(J♥) 7♣  5♦")
    plain = whistlog("analyse", "--write", "-", stdin=PLAYED).out
    out = whistlog("analyse", "--write", "-", stdin=text).out
    assert out.replace("(J♥) ", "").split() == plain.split()


def test_deals_that_cannot_be_analysed_get_no_notes(whistlog: Command) -> None:
    status, out, err = whistlog("analyse", "--write", "-", stdin=CLEAN)
    assert (status, out, err) == (1, CLEAN, "-: unchanged.\n")


@pytest.mark.parametrize(
    ("args", "status"),
    [
        (("-w", "none.whist"), 2),
        (("-w", "game.whist", "--deal", "9"), 2),
        (("-w", "game.whist", "--from", "3"), 2),
        (("-w", "game.whist", "--format", "json"), 2),
        (("-w", "game.json"), 2),
        (("-o", "x.json", "game.whist"), 2),
        (("-o", "x.whist", "game.json"), 2),
        (("-w", "."), 2),
        (("-w", "game.whist", "--encoding", "utf-16"), 2),
        (("-o", "nowhere/x.whist", "game.whist"), 2),
        (("-w", "bad.whist"), 1),
        (("-w", "bytes.whist"), 2),
        (("-w", "letters.whist", "--encoding", "cp1252"), 2),
    ],
)
def test_what_is_refused_is_left_as_it_is(
    whistlog: Command, game: Path, args: tuple[str, ...], status: int
) -> None:
    Path("game.json").write_text("{}")
    Path("bad.whist").write_text(UNREADABLE)
    Path("bytes.whist").write_bytes(b"Event: \xff\n" + PLAYED.encode())
    letters = PLAYED
    for symbol, letter in zip("♠♥♦♣", "SHDC"):
        letters = letters.replace(symbol, letter)
    Path("letters.whist").write_bytes(f"Event: Núñez\n\n{letters}".encode("cp1252"))
    before = {path: path.read_bytes() for path in Path().iterdir()}
    result = whistlog("analyse", *args)
    assert result.status == status
    assert result.err
    assert "Traceback" not in result.err
    assert {path: path.read_bytes() for path in Path().iterdir()} == before


def test_the_sample_is_what_is_written(whistlog: Command) -> None:
    sample = ROOT / "samples" / "clean" / "machine-notes.whist"
    text = sample.read_text("utf-8")
    assert text.count("{whistlog") > 7
    assert whistlog("analyse", "--diff", sample)[:2] == (0, "")
    plain = whistlog("analyse", "--clear", "-", stdin=text).out
    assert "whistlog" not in plain.split("Deal 1")[1]
    assert "5♣! {what else?} 7♣" in plain
    assert whistlog("analyse", "--write", "-", stdin=plain).out == text
