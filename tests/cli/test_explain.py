from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Command
from whistlog.diagnostics import Entry, catalogue
from whistlog.notes import registry
from whistlog.rules.profile import load_profile, profile_names


@pytest.mark.parametrize("name", sorted(catalogue()))
def test_every_finding_has_its_page(whistlog: Command, name: str) -> None:
    entry = catalogue()[name]
    by_name = whistlog("explain", name)
    assert by_name == whistlog("explain", entry.code.lower())
    status, page, err = by_name
    assert (status, err) == (0, "")
    assert page.startswith(f"{entry.code} {entry.name} ({entry.severity})\n")
    assert page.count("\n") >= 5
    assert max(map(len, page.splitlines())) <= 100


def test_the_list_names_them_all(whistlog: Command) -> None:
    lines = whistlog("explain").out.splitlines()
    codes = [e.code for e in catalogue().values()] + list(registry.catalogue())
    assert [line.split()[0] for line in lines] == codes
    assert len({line.split()[1] for line in lines}) == len(codes)


@pytest.mark.parametrize("code", sorted(registry.catalogue()))
def test_every_observation_has_its_page(whistlog: Command, code: str) -> None:
    entry = registry.catalogue()[code]
    by_name = whistlog("explain", entry.name)
    assert by_name == whistlog("explain", code.lower())
    status, page, err = by_name
    assert (status, err) == (0, "")
    assert page.startswith(f"{code} {entry.name} (note)\n")
    assert "\nWhen\n" in page
    assert entry.source in page
    assert max(map(len, page.splitlines())) <= 100


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("winner-worng", "winner-wrong"), ("P4O4", "P404"), ("revoke_infered", "revoke-inferred")],
)
def test_a_slip_gets_suggestions(whistlog: Command, typed: str, meant: str) -> None:
    status, out, err = whistlog("explain", typed)
    assert (status, out) == (2, "")
    assert meant in err


def test_several_pages(whistlog: Command) -> None:
    out = whistlog("explain", "F001", "winner-wrong").out
    assert "F001 file-missing" in out
    assert "\nP404 winner-wrong" in out


def test_rules_are_listed(whistlog: Command) -> None:
    lines = whistlog("rules").out.splitlines()
    assert [line.split()[0] for line in lines] == list(profile_names())


@pytest.mark.parametrize("name", profile_names())
def test_a_profile_is_printed_as_a_file_that_can_be_used(whistlog: Command, name: str) -> None:
    Path("mine.toml").write_text(whistlog("rules", name).out)
    mine, faults = load_profile(Path("mine.toml"))
    theirs, _ = load_profile(name)
    assert faults == ()
    assert mine is not None
    assert theirs is not None
    assert (mine.trumps, mine.target, mine.deals) == (theirs.trumps, theirs.target, theirs.deals)
    assert whistlog("rules", "mine.toml").status == 0


def test_a_broken_profile_is_shown_with_its_line(whistlog: Command) -> None:
    Path("mine.toml").write_text("[game]\ntarget = 'five'\n")
    for args in (("rules", "mine.toml"), ("check", "--rules", "mine.toml", "x")):
        status, out, err = whistlog(*args)
        assert (status, out) == (2, "")
        assert "mine.toml:2:1" in err
        assert "target = 'five'" in err


def test_help_and_no_command(whistlog: Command) -> None:
    status, out, _ = whistlog("--help")
    assert status == 0
    for command in ("check", "replay", "convert", "score", "fmt", "explain", "rules"):
        assert command in out
        assert whistlog(command, "--help").status == 0
    assert whistlog("nonsense").status == 2
    assert whistlog().status == 2


@pytest.mark.parametrize("entry", catalogue().values(), ids=lambda e: e.name)
def test_messages_are_sentences(entry: Entry) -> None:
    assert not entry.message[0].islower()
    assert entry.message.rstrip()[-1] in ".!?}"


@pytest.mark.parametrize("group", ["P4", "p", "P40"])
def test_the_beginning_of_codes_lists_a_group(whistlog: Command, group: str) -> None:
    status, out, err = whistlog("explain", group)
    assert (status, err) == (0, "")
    codes = [line.split()[0] for line in out.splitlines()]
    known = [e.code for e in catalogue().values()] + list(registry.catalogue())
    assert codes == [code for code in known if code.startswith(group.upper())]
    assert len(codes) > 1


def test_what_is_known_is_explained_beside_what_is_not(whistlog: Command) -> None:
    status, out, err = whistlog("explain", "P412", "nosuch", "P9")
    assert status == 2
    assert out == whistlog("explain", "P412").out
    assert "“nosuch”" in err
    assert "“P9”" in err
    assert all(line.startswith("whistlog: ") for line in err.splitlines())
