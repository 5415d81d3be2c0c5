from __future__ import annotations

import json
from pathlib import Path

from tests.cli.conftest import Command

GOOD = "Dealer: W\r\nTricks: NS 9, EW 4\r\nPoints: NS 3\r\n"
BAD = GOOD.replace("NS 3", "NS 2")


def test_fix_keeps_bom_and_line_ends(whistlog: Command) -> None:
    path = Path("game.whist")
    path.write_bytes(b"\xef\xbb\xbf" + BAD.encode())
    status, out, err = whistlog("check", "--fix", "game.whist")
    assert (status, out, err) == (0, "Checked 1 deal: no errors.\n", "1 finding fixed in 1 file.\n")
    assert path.read_bytes() == b"\xef\xbb\xbf" + GOOD.encode()


def test_fix_keeps_the_encoding(whistlog: Command) -> None:
    path = Path("game.whist")
    path.write_bytes(("# Núñez\r\n" + BAD).encode("cp1252"))
    assert whistlog("check", "--fix", "--encoding", "cp1252", "game.whist")[0] == 0
    assert path.read_bytes() == ("# Núñez\r\n" + GOOD).encode("cp1252")


def test_diff_changes_nothing(whistlog: Command) -> None:
    path = Path("game.whist")
    path.write_bytes(BAD.encode())
    status, out, err = whistlog("check", "--diff", "game.whist")
    assert (status, err) == (1, "1 finding would be fixed in 1 file.\n")
    assert out.endswith("-Points: NS 2\n+Points: NS 3\n")
    assert path.read_bytes() == BAD.encode()
    path.write_bytes(GOOD.encode())
    assert whistlog("check", "--diff", "game.whist") == (0, "", "")


def test_only_what_is_selected_is_fixed(whistlog: Command) -> None:
    path = Path("game.whist")
    path.write_bytes(BAD.encode())
    assert whistlog("check", "--fix", "--ignore", "points-wrong", "game.whist")[0] == 0
    assert path.read_bytes() == BAD.encode()


def test_what_is_not_understood_is_left(whistlog: Command) -> None:
    path = Path("game.whist")
    path.write_text(BAD + "and so we went home in the rain\n")
    before = path.read_bytes()
    status, _, err = whistlog("check", "--fix", "game.whist")
    assert status == 1
    assert err == "game.whist was not understood in full and was left as it is.\n"
    assert path.read_bytes() == before


def test_a_fix_is_in_json_and_sarif(whistlog: Command) -> None:
    Path("game.whist").write_bytes(BAD.encode())
    _, out, _ = whistlog("check", "--format", "json", "game.whist")
    (found,) = json.loads(out)["diagnostics"]
    assert found["fix"] == {
        "line": 3, "column": 12, "end_line": 3, "end_column": 13, "text": "3",
    }  # fmt: skip
    _, out, _ = whistlog("check", "--format", "sarif", "game.whist")
    (result,) = json.loads(out)["runs"][0]["results"]
    (change,) = result["fixes"][0]["artifactChanges"]
    assert change["replacements"][0]["insertedContent"] == {"text": "3"}


def test_json_and_standard_input_are_refused(whistlog: Command) -> None:
    Path("game.json").write_text("{}")
    assert whistlog("check", "--fix", "game.json")[0] == 2
    assert whistlog("check", "--fix", "-")[0] == 2
