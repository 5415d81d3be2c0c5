"""The short way to ``check`` reads arguments as the whole command line does."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
import typer
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.cli.conftest import PLAYED
from tests.cli.test_process import imported
from whistlog.cli import check, short
from whistlog.cli.app import CheckFormat, app, run_app
from whistlog.render import FORMATS

NAMES = (*short.FLAGS, *short.VALUES, *short.LISTS)
VALUES = ("a.whist", "b/c.txt", "", " ", "-", "json", "full", "xml", "pt", "a,b", "P4", "1", "ação")
WORDS = st.one_of(
    st.sampled_from(VALUES),
    st.sampled_from(NAMES),
    st.tuples(st.sampled_from(NAMES), st.sampled_from((*VALUES, "--strict", "=", "-x"))).map(
        "=".join
    ),
    st.tuples(st.sampled_from(("-f", "-r", "-l")), st.sampled_from(VALUES)).map("".join),
    st.sampled_from(("--", "-h", "--jobs", "-j", "-j2", "--stric", "-fj", "--no-strict")),
    st.text(max_size=4),
)
PLAIN = st.one_of(
    st.sampled_from(("a.whist", "-", "b")).map(lambda path: [path]),
    st.sampled_from(list(short.FLAGS)).map(lambda name: [name]),
    st.tuples(
        st.sampled_from([*short.VALUES, *short.LISTS]), st.sampled_from(VALUES), st.booleans()
    ).map(lambda t: ["=".join(t[:2])] if t[2] else [*t[:2]]),
)
DEFAULTS = {
    name: parameter.default
    for name, parameter in inspect.signature(check.run).parameters.items()
    if parameter.default is not parameter.empty
}


def by_typer(args: list[str]) -> tuple[list[str], dict[str, Any]] | None:
    """What Typer makes of the arguments: how it calls `check.run`, if it does."""
    with mock.patch.object(check, "run", return_value=0) as run:
        run_app(args)
    if not run.called:
        return None
    return run.call_args.args[0], dict(run.call_args.kwargs)


def agree(args: list[str]) -> bool:
    """Whether the short way is taken; it must lead where Typer leads."""
    call = short.check_call(args)
    if call is None:
        return False
    paths, options = call
    assert by_typer(args) == (paths, DEFAULTS | options)
    return True


@given(st.lists(WORDS, max_size=5), st.sampled_from(("check", "check", "check", "fmt", "")))
@settings(max_examples=300)
def test_any_arguments_are_read_as_typer_reads_them(words: list[str], command: str) -> None:
    agree([command, *words])


@given(st.lists(PLAIN, min_size=1, max_size=4))
def test_usual_arguments_are_read_as_typer_reads_them(words: list[list[str]]) -> None:
    agree(["check", *(word for some in words for word in some)])


@pytest.mark.parametrize("name", NAMES)
def test_every_option_is_read_here(name: str) -> None:
    value = [] if name in short.FLAGS else ["json"]
    assert agree(["check", name, *value, "a.whist"])
    assert agree(["check", "a.whist", "-", name, *value, name, *value])
    if value and name.startswith("--"):
        assert agree(["check", f"{name}=json", "a.whist"])


def test_the_tables_are_those_of_the_command_line() -> None:
    group: Any = typer.main.get_command(app)
    options = {
        name: option for option in group.commands["check"].params for name in option.opts
        if name.startswith("-")
    }  # fmt: skip
    for name in NAMES:
        option = options[name]
        assert option.is_flag == (name in short.FLAGS)
        assert option.multiple == (name in short.LISTS)
    left = {option.name for option in options.values()} - {options[n].name for n in NAMES}
    assert left == {"jobs"}
    assert [form.value for form in CheckFormat] == list(FORMATS)


def test_completion_is_left_to_typer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("_WHISTLOG_COMPLETE", "complete_bash")
    assert short.check_call(["check", "a.whist"]) is None


def test_usual_options_do_not_load_typer(tmp_path: Path) -> None:
    (tmp_path / "a.whist").write_text(PLAYED)
    args = ["check", "--strict", "--format=concise", "-r", "short", "--select", "P4", "a.whist"]
    assert not imported(*args, cwd=tmp_path) & {"typer", "rich"}
