from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from tests.cli.conftest import CLEAN, PLAYED, UNFINISHED, UNREADABLE, WRONG, Command
from whistlog.cli import check as check_module
from whistlog.cli import inputs, parallel
from whistlog.notation.schema import schema


def codes(text: str) -> list[str]:
    return [found["name"] for found in json.loads(text)["diagnostics"]]


def test_a_clean_record(whistlog: Command, tmp_path: Path) -> None:
    Path("a.whist").write_text(CLEAN + "\nGame\n" + PLAYED)
    assert whistlog("check", "a.whist") == (0, "Checked 3 deals: no errors.\n", "")


def test_an_error_with_its_place_and_proof(whistlog: Command) -> None:
    Path("a.whist").write_text(WRONG)
    status, out, err = whistlog("check", "a.whist")
    assert (status, err) == (1, "")
    lines = out.splitlines()
    assert lines[0].startswith("error[P404] winner-wrong: ")
    assert lines[1] == "  --> a.whist:12:27 (game 1, deal 1, trick 4, S)"
    assert lines[3] == "12 |  4. S: 7♠  2♠  Q♠  10♠ -> S"
    assert lines[4] == "   |                           ^"
    assert lines[-1] == "Checked 1 deal: 1 error."


def test_the_plain_call_says_the_same_as_the_full_command_line(whistlog: Command) -> None:
    Path("a.whist").write_text(WRONG)
    Path("b.txt").write_text(CLEAN)
    assert whistlog("check", ".") == whistlog("check", ".", "--format", "full")
    assert whistlog("check", "none") == whistlog("check", "--format=full", "none")


def test_warnings_fail_only_a_strict_check(whistlog: Command) -> None:
    Path("a.whist").write_text(UNFINISHED)
    status, out, _ = whistlog("check", "a.whist")
    assert status == 0
    assert out.startswith("warning[C225] deal-short: ")
    assert whistlog("check", "--strict", "a.whist").status == 1


@pytest.mark.parametrize("form", ["json", "ndjson"])
def test_json_is_told_from_text_on_standard_input(whistlog: Command, form: str) -> None:
    Path("a.whist").write_text(WRONG)
    document = whistlog("convert", "--to", form, "a.whist").out
    for stdin in (document, "\n \n" + document, "\ufeff" + document):
        result = whistlog("check", "--format", "concise", "-", stdin=stdin)
        assert "error P404 winner-wrong" in result.out
        assert result.out.endswith("Checked 1 deal: 1 error.\n")
    if form == "ndjson":
        two = whistlog("check", "--format", "json", "-", stdin=document * 2).out
        assert [found["line"] for found in json.loads(two)["diagnostics"]] == [1, 2]
    assert "over: NS 1, EW 0." in whistlog("score", "-", stdin=document).out


def test_an_annotation_does_not_make_a_text_json(whistlog: Command) -> None:
    for note in ("{games}", '{"A note"}', "{}"):
        assert whistlog("check", "-", stdin=f"{note}\n{CLEAN}").out.endswith("no errors.\n")


@pytest.mark.parametrize("form", ["text", "json", "ndjson"])
def test_strict_says_that_no_trick_is_recorded(whistlog: Command, form: str) -> None:
    text = "Deal 1\nDealer: N\nTrump: 4♠\nTricks: NS 8, EW 5\n\nDeal 2\nDealer: E\nMisdeal:\n"
    Path("a.whist").write_text(text)
    name = "a.whist"
    if form != "text":
        name = f"a.{form}"
        whistlog("convert", "--to", form, "-o", name, "a.whist")
    assert whistlog("check", name).out == "Checked 2 deals: no errors.\n"
    strict = whistlog("check", "--strict", "--format", "concise", name)
    assert strict.status == 0
    assert strict.out.count(" P408 play-unrecorded ") == 1
    assert whistlog("check", "--strict", "--ignore", "P408", name).out.endswith("no errors.\n")


@pytest.mark.parametrize("format", ["full", "concise", "json", "github", "sarif"])
@pytest.mark.parametrize(("text", "status"), [(CLEAN, 0), (WRONG, 1), (UNREADABLE, 1)])
def test_the_status_does_not_depend_on_the_format(
    whistlog: Command, format: str, text: str, status: int
) -> None:
    Path("a.whist").write_text(text)
    assert whistlog("check", "-f", format, "a.whist").status == status


def test_json_is_one_valid_document_with_the_counts(whistlog: Command) -> None:
    Path("a.whist").write_text(WRONG + "\nGame 2\n" + CLEAN)
    Path("b.whist").write_text(UNREADABLE)
    Path("c.whist").write_text(UNFINISHED)
    result = whistlog("check", "--format", "json", ".", "none.whist")
    assert result.status == 2
    document = json.loads(result.out)
    assert list(Draft202012Validator(schema("diagnostics")).iter_errors(document)) == []
    assert document["summary"]["files"] == 3
    assert document["summary"]["games"] == 4
    assert document["summary"]["deals"] == 5
    severities = [found["severity"] for found in document["diagnostics"]]
    assert [document["summary"][key] for key in ("errors", "warnings", "infos")] == [
        severities.count(key) for key in ("error", "warning", "info")
    ]
    assert codes(result.out)[0] == "winner-wrong"
    assert codes(result.out)[-1] == "file-missing"


def test_findings_stand_in_the_order_of_files_and_lines(whistlog: Command) -> None:
    for name in ("b", "a", "c"):
        Path(f"{name}.whist").write_text(WRONG + "\nGame 2\n" + UNREADABLE + "\nGame 3\n" + WRONG)
    found = json.loads(whistlog("check", "-f", "json", ".").out)["diagnostics"]
    places = [(d["path"], d["line"], d["column"]) for d in found]
    assert places == sorted(places)
    assert len(places) >= 9


def test_select_and_ignore(whistlog: Command) -> None:
    Path("a.whist").write_text(WRONG + "\nGame 2\n" + UNREADABLE + "\nGame 3\n" + UNFINISHED)

    def shown(*options: str) -> set[str]:
        return set(codes(whistlog("check", "-f", "json", "a.whist", *options).out))

    everything = shown()
    assert {"winner-wrong", "deal-short"} < everything
    assert shown("--select", "P404") == shown("--select", "winner-wrong") == {"winner-wrong"}
    assert shown("--ignore", "p404") == everything - {"winner-wrong"}
    assert shown("--select", "C,P", "--ignore", "C") == shown("--select", "P")
    assert "winner-wrong" in shown("--select", "P404", "--ignore", "P")
    assert "winner-wrong" not in shown("--select", "P", "--ignore", "P404")
    assert "winner-wrong" not in shown("--select", "P404", "--ignore", "winner-wrong")


def test_what_is_ignored_does_not_count(whistlog: Command) -> None:
    Path("a.whist").write_text(WRONG)
    assert whistlog("check", "--ignore", "winner-wrong", "a.whist") == (
        0,
        "Checked 1 deal: no errors.\n",
        "",
    )


def test_a_file_that_cannot_be_read_cannot_be_ignored(whistlog: Command) -> None:
    status, out, _ = whistlog("check", "--ignore", "F", "none.whist")
    assert status == 2
    assert "F001" in out


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["--select", "winner-wron"], "winner-wrong"),
        (["--ignore", "Z"], "“Z”"),
        (["--rules", "shrot"], "short"),
        (["--rules", "none.toml"], "none.toml"),
        (["--language", "xx"], "pt"),
        (["--encoding", "utf-99"], "utf-99"),
        (["--encoding", "base64"], "base64"),
        (["--format", "xml"], "sarif"),
        (["--jobs", "-1"], "-1"),
        (["--nonsense"], "--nonsense"),
    ],
)
def test_a_wrong_option_is_named(whistlog: Command, args: list[str], words: str) -> None:
    Path("a.whist").write_text(CLEAN)
    status, out, err = whistlog("check", "a.whist", *args)
    assert (status, out) == (2, "")
    assert words in err


def test_without_a_file_the_usage_is_shown(whistlog: Command) -> None:
    status, _, err = whistlog("check")
    assert status == 2
    assert "PATH" in err


def test_rules_are_chosen_by_name(whistlog: Command) -> None:
    Path("a.whist").write_text(CLEAN + "\nDeal 3\nDealer: E\nTrump: 5♠\nTricks: NS 7, EW 6\n")
    assert codes(whistlog("check", "-f", "json", "a.whist").out) == ["game-over-missed"]
    assert codes(whistlog("check", "-f", "json", "--rules", "long", "a.whist").out) == []


def test_folders_are_searched_in_order_and_each_file_is_read_once(whistlog: Command) -> None:
    for name in ("b/x.whist", "b/a/y.TXT", "a.txt", "b/.hidden/z.whist", "b/no.md", ".q.whist"):
        path = Path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(WRONG)
    out = whistlog("check", "-f", "concise", "b", "./b/x.whist", ".", "*.txt").out
    paths = [line.split(":")[0] for line in out.splitlines()[:-1]]
    assert [os.path.normpath(p) for p in paths] == ["b/a/y.TXT", "b/x.whist", "a.txt"]


def test_patterns(whistlog: Command) -> None:
    Path("x/y").mkdir(parents=True)
    for name in ("b1.whist", "a1.whist", "x/y/a2.whist", "[1].whist"):
        Path(name).write_text(WRONG)
    out = whistlog("check", "-f", "concise", "?1.whist", "**/a2.whist", "[1].whist").out
    assert [line.split(":")[0] for line in out.splitlines()[:-1]] == [
        "a1.whist",
        "b1.whist",
        "x/y/a2.whist",
        "[1].whist",
    ]


def test_standard_input(whistlog: Command) -> None:
    status, out, _ = whistlog("check", "-f", "concise", "-", stdin=WRONG)
    assert status == 1
    assert out.startswith("-:12:27: error P404 ")


@pytest.mark.parametrize(
    ("content", "status", "name"),
    [
        (b"", 1, "file-empty"),
        (b"\n \n\t\n", 1, "file-empty"),
        (b"\xef\xbb\xbf", 1, "file-empty"),
        (bytes(range(256)) * 100, None, None),
        (b"\x7fELF" + b"\0" * 1000, 2, "not-text"),
        (CLEAN.encode("utf-16"), 2, "encoding-utf16"),
        (CLEAN.encode("utf-16-le"), 2, "encoding-utf16"),
        (CLEAN.replace("Davi", "Jos\xe9").encode("latin-1", "ignore"), 1, "undecodable-byte"),
        (PLAYED.replace("Dealer: E", "Dealer: E\0").encode(), 1, "control-character"),
        (PLAYED.replace("Dealer: E\n", "Dealer: E\r").encode(), 1, "carriage-return"),
    ],
)
def test_bad_input_gets_a_clear_answer(
    whistlog: Command, content: bytes, status: int | None, name: str | None
) -> None:
    Path("a.txt").write_bytes(content)
    result = whistlog("check", "-f", "json", "a.txt")
    assert result.status == (status or result.status)
    assert result.status in (1, 2)
    if name is not None:
        assert codes(result.out)[0] == name


def test_a_hint_that_helps(whistlog: Command) -> None:
    Path("a.txt").write_bytes(CLEAN.encode("utf-16"))
    assert "--encoding utf-16" in whistlog("check", "a.txt").out
    assert whistlog("check", "--encoding", "utf-16", "a.txt").status == 0


def test_an_undecodable_byte_in_another_encoding(whistlog: Command) -> None:
    Path("a.txt").write_bytes(CLEAN.encode("utf-16") + b"\x00")
    status, out, _ = whistlog("check", "--encoding", "utf-16", "a.txt")
    assert status == 2
    assert "undecodable" in out


def test_bom_and_crlf_are_welcome(whistlog: Command) -> None:
    Path("a.txt").write_bytes(b"\xef\xbb\xbf" + WRONG.replace("\n", "\r\n").encode())
    assert whistlog("check", "-f", "concise", "a.txt").out.startswith("a.txt:12:27: ")


def test_a_folder_without_records(whistlog: Command) -> None:
    Path("d/e").mkdir(parents=True)
    Path("d/e/notes.md").write_text("x")
    status, out, _ = whistlog("check", "d")
    assert status == 2
    assert "F003" in out


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes")
def test_a_folder_with_other_things_than_files(whistlog: Command) -> None:
    Path("d/x.whist").mkdir(parents=True)
    for name in ("d/a.whist", "d/x.whist/b.whist", "d/z.whist"):
        Path(name).write_text(CLEAN)
    os.mkfifo("d/pipe.whist")
    Path("d/again.whist").symlink_to(".")
    Path("d/same.whist").symlink_to("a.whist")
    Path("d/nowhere.whist").symlink_to("gone")
    Path("d/round.whist").symlink_to("round.whist")
    status, out, _ = whistlog("check", "-f", "concise", "d")
    assert status == 2
    assert [line.split(" ")[:3] for line in out.splitlines()] == [
        ["d/nowhere.whist:", "error", "F001"],
        ["d/round.whist:", "error", "F002"],
        ["Checked", "8", "deals"],
    ]
    assert [p.path for p in inputs.expand(["d"])] == [
        "d/a.whist",
        "d/nowhere.whist",
        "d/round.whist",
        "d/same.whist",
        "d/x.whist/b.whist",
        "d/z.whist",
    ]


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="everything can be read")
def test_a_file_and_a_folder_that_may_not_be_read(whistlog: Command) -> None:
    Path("a.whist").write_text(CLEAN)
    Path("a.whist").chmod(0)
    Path("d").mkdir(mode=0)
    assert whistlog("check", "a.whist").status == 2
    assert whistlog("check", "d").status == 2
    Path("d").chmod(0o700)


def test_a_file_that_fails_while_it_is_read(
    whistlog: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("a.whist").write_text(CLEAN)
    Path("b.whist").write_text(WRONG)
    read = inputs.Stream.read

    class Failing:
        def __init__(self, source: object) -> None:
            self.fileno = source.fileno  # type: ignore[attr-defined]

        def read(self, size: int) -> bytes:
            raise OSError(5, "Input/output error")

    def failing(self: inputs.Stream, size: int = -1, /) -> bytes:
        if self.path == "a.whist":
            self._source = Failing(self._source)  # type: ignore[assignment]
        return read(self, size)

    monkeypatch.setattr(inputs.Stream, "read", failing)
    status, out, _ = whistlog("check", "-f", "concise", "a.whist", "b.whist")
    assert status == 2
    assert out.splitlines()[0] == (
        "a.whist: error F002 file-unreadable The file can't be read: input/output error."
    )
    assert "b.whist:12:27" in out


def test_a_file_that_changes_while_it_is_read(
    whistlog: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = Path("a.whist")
    path.write_text(CLEAN)
    read = inputs.Stream.read

    def changing(self: inputs.Stream, size: int = -1, /) -> bytes:
        block = read(self, size)
        if block:
            with path.open("a") as stream:
                stream.write("# more\n")
        return block

    monkeypatch.setattr(inputs.Stream, "read", changing)
    status, out, _ = whistlog("check", "a.whist")
    assert status == 2
    assert "F004" in out


def test_a_file_that_vanishes_after_it_was_found(
    whistlog: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("a.whist").write_text(CLEAN)
    monkeypatch.setattr(check_module, "total_size", lambda files: Path("a.whist").unlink() or 0)
    status, out, _ = whistlog("check", ".")
    assert status == 2
    assert "F001" in out


def test_very_long_lines_and_many_errors_are_bounded(whistlog: Command) -> None:
    Path("long.whist").write_bytes(b"Dealer: W\nEvent: " + b"x" * 30_000_000 + b"\n")
    Path("many.whist").write_text("foo\n" * 10_000)
    status, out, _ = whistlog("check", "long.whist", "many.whist")
    assert status == 1
    assert max(map(len, out.splitlines())) < 400


def test_a_record_as_json_is_checked_at_its_places(whistlog: Command) -> None:
    Path("a.whist").write_text(WRONG)
    assert whistlog("convert", "a.whist", "-o", "a.json").status == 0
    (found,) = json.loads(whistlog("check", "-f", "json", "a.json").out)["diagnostics"]
    assert found["name"] == "winner-wrong"
    lines = Path("a.json").read_text().splitlines()
    assert lines[found["line"] - 1][found["column"] - 1 :].startswith("{")
    value = "\n".join(lines[found["line"] - 1 : found["end_line"]])
    assert json.loads(value[value.index("{") :].rstrip(","))["number"] == 4


def test_a_broken_json_document_names_every_violation(whistlog: Command) -> None:
    Path("a.json").write_text('{"whistlog": 1, "kind": "record",\n "gmaes": [], "x": 1}')
    status, out, _ = whistlog("check", "-f", "concise", "a.json")
    assert status == 2
    assert "a.json:2:" in out
    assert out.count("error J8") >= 3
    Path("b.json").write_text("{")
    assert whistlog("check", "b.json").status == 2


def test_an_archive_with_a_document_a_line(whistlog: Command) -> None:
    Path("a.whist").write_text(CLEAN + "\nGame 2\n" + WRONG + "\nGame 3\n" + WRONG)
    assert whistlog("convert", "a.whist", "-o", "a.ndjson").status == 0
    lines = Path("a.ndjson").read_text().splitlines()
    Path("b.ndjson").write_text("\n".join([lines[0], "{", "", *lines[1:]]) + "\n")
    result = whistlog("check", "-f", "json", "b.ndjson")
    found = json.loads(result.out)
    assert [(d["name"], d["line"], d["game"]) for d in found["diagnostics"]] == [
        ("json-syntax", 2, None),
        ("winner-wrong", 4, 2),
        ("winner-wrong", 5, 3),
    ]
    assert found["summary"]["games"] == 3
    assert result.status == 1


@pytest.mark.parametrize("jobs", ["2", "0"])
def test_several_processes_say_the_same_as_one(
    whistlog: Command, monkeypatch: pytest.MonkeyPatch, jobs: str
) -> None:
    games = [WRONG, CLEAN, UNREADABLE, UNFINISHED]
    text = "".join(f"# above\nGame {i}\n{games[i % 4]}\n" for i in range(40))
    Path("a.whist").write_text("Event: x\n" + text)
    Path("b.whist").write_text(WRONG)
    Path("c.json").write_text("{")
    Path("d.txt").write_bytes(CLEAN.encode("utf-16"))
    monkeypatch.setattr(parallel, "RANGE", 2_000)
    args = ("check", "-f", "json", "a.whist", "none", "b.whist", "-", "c.json", "d.txt")
    alone = whistlog(*args, stdin=WRONG)
    monkeypatch.setattr(check_module, "PARALLEL_FROM", 0)
    together = whistlog(*args, "--jobs", jobs, stdin=WRONG)
    assert together == alone
    assert json.loads(alone.out)["summary"]["games"] == 42


def test_ranges_cover_a_file_and_start_at_games(whistlog: Command) -> None:
    text = "".join(f"# above\n  # two\nGame {i}\n{WRONG}\n" for i in range(30))
    Path("a.whist").write_text(text)
    data = text.encode()
    before = parallel.RANGE
    try:
        parallel.RANGE = 1_500  # type: ignore[misc]
        with inputs.opened("a.whist") as stream:
            parts = list(parallel.ranges("a.whist", stream))
    finally:
        parallel.RANGE = before  # type: ignore[misc]
    assert len(parts) > 10
    assert [p.start for p in parts[1:]] == [p.end for p in parts[:-1]]
    assert (parts[0].start, parts[-1].end) == (0, len(data))
    for part in parts:
        assert data[part.start :].startswith(b"# above\n")
        assert part.first_line == data[: part.start].count(b"\n") + 1


def test_a_rubber_is_checked_in_one_piece(
    whistlog: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = "Game\nRules: rubber\nTricks: NS 11, EW 2\nScore: NS 5\n"
    Path("a.whist").write_text("".join(f"{game}# {'x' * 1000}\n" for _ in range(5)))
    monkeypatch.setattr(parallel, "RANGE", 100)
    monkeypatch.setattr(check_module, "PARALLEL_FROM", 0)
    args = ("check", "-f", "json", "a.whist", "--jobs", "2")
    for more in ((), ("--rules", "rubber")):
        found = json.loads(whistlog(*args, *more).out)["diagnostics"]
        assert [(d["name"], d["line"]) for d in found] == [("third-game-needless", 11)]


def test_a_process_that_is_killed_is_reported(
    whistlog: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("a.whist").write_text(WRONG)
    monkeypatch.setattr(check_module, "PARALLEL_FROM", 0)
    monkeypatch.setattr(parallel, "_start", lambda stop: os._exit(9))
    status, _, err = whistlog("check", "--jobs", "2", "a.whist")
    assert status == 2
    assert "--jobs" in err


def test_a_pipe_is_a_file_like_any_other(whistlog: Command) -> None:
    if not hasattr(os, "mkfifo") or not shutil.which("sh"):
        pytest.skip("no named pipes")
    os.mkfifo("p")
    Path("a.whist").write_text(WRONG)
    child = os.spawnlp(os.P_NOWAIT, "sh", "sh", "-c", "cat a.whist > p")
    assert whistlog("check", "p").status == 1
    os.waitpid(child, 0)
