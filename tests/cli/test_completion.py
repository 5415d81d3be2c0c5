from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Command, process


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("check --rules a", ["american"]),
        ("check --format s", ["sarif"]),
        ("check --language p", ["pt"]),
        ("fmt --language e", ["en", "es"]),
        ("explain winner-w", ["winner-wrong"]),
        ("explain P404", ["P404"]),
        ("check --ignore P404", ["P404"]),
        ("rules bid-p", ["bid-pagat"]),
    ],
)
def test_values_are_completed(tmp_path: Path, typed: str, offered: list[str]) -> None:
    with process(
        cwd=tmp_path,
        _WHISTLOG_COMPLETE="complete_bash",
        COMP_WORDS=f"whistlog {typed}",
        COMP_CWORD=str(len(typed.split())),
    ) as run:
        out, _ = run.communicate()
    assert out.decode().split() == offered


def test_there_is_no_home_to_install_completion_in(
    whistlog: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_home() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr("shellingham.detect_shell", lambda *_: ("bash", "/bin/bash"))
    monkeypatch.setattr(Path, "home", no_home)
    status, out, err = whistlog("--install-completion")
    assert (status, out) == (2, "")
    assert "home folder" in err
