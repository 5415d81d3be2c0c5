from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

import whistlog as api
from tests.cli.conftest import CLEAN, PLAYED, UNREADABLE, Command

ROUGH = "# hello\ndealer: w\ntrump: 4s\n1. n: ah 3 6h k\n"


@pytest.fixture
def rough() -> Path:
    path = Path("a.whist")
    path.write_text(ROUGH)
    return path


def test_a_file_is_rewritten_in_place(whistlog: Command, rough: Path) -> None:
    status, out, err = whistlog("fmt", rough)
    assert (status, out) == (0, "")
    assert err == "1 file reformatted.\n"
    text = rough.read_text()
    assert text.startswith("# hello\nFormat: whist 1\n")
    assert " 1. N: A♥  3♥  6♥  K♥\n" in text
    before, after = api.parse(ROUGH)[0], api.parse(text)[0]
    assert before.games[0].deals == after.games[0].deals
    assert whistlog("fmt", rough) == (0, "", "1 file unchanged.\n")
    assert rough.read_text() == text


def test_what_is_neat_is_not_touched(whistlog: Command, rough: Path) -> None:
    whistlog("fmt", rough)
    os.utime(rough, (1, 1))
    whistlog("fmt", rough)
    assert rough.stat().st_mtime == 1


def test_standard_input_goes_to_standard_output(whistlog: Command, rough: Path) -> None:
    status, out, err = whistlog("fmt", "-", stdin=ROUGH)
    assert (status, err) == (0, "")
    whistlog("fmt", rough)
    assert out == rough.read_text()


def test_check_and_diff_change_nothing(whistlog: Command, rough: Path) -> None:
    assert whistlog("fmt", "--check", rough) == (
        1,
        "would reformat a.whist\n",
        "1 file would be reformatted.\n",
    )
    status, out, _ = whistlog("fmt", "--diff", rough)
    assert status == 1
    assert "-dealer: w\n" in out
    assert "+Dealer: W\n" in out
    assert (
        whistlog("fmt", "--diff", "-", stdin=ROUGH).out.splitlines()[2:] == (out.splitlines()[2:])
    )
    assert rough.read_text() == ROUGH
    whistlog("fmt", rough)
    assert whistlog("fmt", "--check", "--diff", rough).status == 0


def test_the_difference_is_a_patch(whistlog: Command, rough: Path) -> None:
    import shutil
    import subprocess

    if not shutil.which("patch"):
        pytest.skip("no patch")
    rough.write_text(ROUGH + "\n" + PLAYED.replace("Deal 1\n", "Deal  2\n"))
    diff = whistlog("fmt", "--diff", rough).out
    whistlog("fmt", rough)
    neat = rough.read_text()
    rough.write_text(ROUGH + "\n" + PLAYED.replace("Deal 1\n", "Deal  2\n"))
    subprocess.run(["patch", "-s", str(rough)], input=diff.encode(), check=True)
    assert rough.read_text() == neat


@pytest.mark.parametrize("bad", [UNREADABLE, "foo\n", "Dealer: W\0\n", "Trump: 4C\n"])
def test_what_is_not_understood_is_never_touched(whistlog: Command, bad: str) -> None:
    path = Path("a.whist")
    path.write_text(bad)
    status, out, err = whistlog("fmt", path)
    assert (status, out) == (1, "")
    assert "error[S" in err
    assert "left as it is" in err
    assert path.read_text() == bad
    assert whistlog("fmt", "-", stdin=bad)[:2] == (1, "")
    assert [p.name for p in Path().iterdir()] == ["a.whist"]


def test_one_bad_file_does_not_stop_the_others(whistlog: Command, rough: Path) -> None:
    Path("0.whist").write_text("foo\n")
    Path("1.whist").write_text("")
    status, _, err = whistlog("fmt", ".", "none.whist")
    assert status == 2
    assert "1 file reformatted" in err
    assert "F001" in err
    assert rough.read_text() != ROUGH


def test_utf16_is_not_touched_without_being_asked(whistlog: Command, rough: Path) -> None:
    rough.write_bytes(ROUGH.encode("utf-16"))
    status, _, err = whistlog("fmt", rough)
    assert status == 2
    assert "--encoding utf-16" in err
    assert whistlog("fmt", "--encoding", "utf-16", rough).status == 0
    assert "Dealer: W" in rough.read_text("utf-8")


def test_letters_and_languages(whistlog: Command) -> None:
    text = whistlog("fmt", "-", "--ascii", stdin=PLAYED).out
    assert "3S" in text
    assert text.isascii()
    text = whistlog("fmt", "-", "--language", "pt", stdin=PLAYED).out
    assert "Trunfo:" in text
    again = whistlog("fmt", "-", "--language", "en", stdin=text).out
    assert "Trump:" in again


def test_permissions_and_links_are_kept(whistlog: Command, rough: Path) -> None:
    rough.chmod(0o640)
    link = Path("link.whist")
    link.symlink_to(rough)
    assert whistlog("fmt", link).status == 0
    assert link.is_symlink()
    assert rough.stat().st_mode & 0o777 == 0o640
    assert rough.read_text() != ROUGH


@pytest.mark.parametrize("name", ["fsync", "replace", "chmod"])
def test_a_failure_while_writing_leaves_the_old_file(
    whistlog: Command, rough: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    def fail(*args: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(f"whistlog.cli.atomic.os.{name}", fail)
    status, _, err = whistlog("fmt", rough)
    assert status == 2
    assert err == "whistlog: a.whist was not written: no space left on device.\n"
    assert rough.read_text() == ROUGH
    assert [p.name for p in Path().iterdir()] == ["a.whist"]


def test_ctrl_c_while_writing_leaves_the_old_file(
    whistlog: Command, rough: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*args: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("whistlog.cli.atomic.os.replace", interrupt)
    assert whistlog("fmt", rough) == (130, "", "whistlog: interrupted\n")
    assert rough.read_text() == ROUGH
    assert [p.name for p in Path().iterdir()] == ["a.whist"]


def test_json_is_refused(whistlog: Command) -> None:
    Path("a.json").write_text("{}")
    assert whistlog("fmt", "a.json").status == 2
    assert Path("a.json").read_text() == "{}"


def test_games_stay_apart(whistlog: Command) -> None:
    text = CLEAN + "\nGame 2\n\n\n" + CLEAN
    out = whistlog("fmt", "-", stdin=text).out
    assert len(api.parse(out)[0].games) == 2
    assert whistlog("fmt", "-", stdin=out).out == out


def test_a_file_of_blank_lines_stays_as_it_is(whistlog: Command, tmp_path: Path) -> None:
    path = tmp_path / "blank.whist"
    path.write_bytes(b"\n \n\n")
    assert whistlog("fmt", path) == (0, "", "1 file unchanged.\n")
    assert path.read_bytes() == b"\n \n\n"


def test_a_second_run_does_not_read_utf8_as_something_else(
    whistlog: Command, tmp_path: Path
) -> None:
    path = tmp_path / "a.whist"
    path.write_bytes("Event: café\nDealer: W\n".encode("cp1252"))
    assert whistlog("fmt", "--encoding", "cp1252", path).status == 0
    first = path.read_bytes()
    assert "café" in first.decode("utf-8")
    second = whistlog("fmt", "--ascii", "--encoding", "cp1252", path)
    assert (second.status, path.read_bytes()) == (2, first)
    assert "UTF-8" in second.err


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes")
def test_a_pipe_is_read_once_and_never_replaced(whistlog: Command, tmp_path: Path) -> None:
    fifo = tmp_path / "pipe.whist"
    os.mkfifo(fifo)
    # Open for reading too, so that neither end waits for the other.
    keep = os.open(fifo, os.O_RDWR)
    try:
        refused = whistlog("fmt", fifo)
        assert refused.status == 2
        assert "no regular file" in refused.err
        assert whistlog("check", "--fix", fifo).status == 2
    finally:
        os.close(keep)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give")
def test_the_owner_of_a_file_is_kept(whistlog: Command, rough: Path) -> None:
    os.chown(rough, 1234, 2345)
    assert whistlog("fmt", rough).status == 0
    assert (rough.stat().st_uid, rough.stat().st_gid) == (1234, 2345)
