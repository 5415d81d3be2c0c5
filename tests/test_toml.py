"""The tables of the package, read straight from their files and by way of what is kept."""

from __future__ import annotations

import os
import sys
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import whistlog
from whistlog.toml import load

PACKAGE = Path(whistlog.__file__).parent
TABLES = sorted(PACKAGE.rglob("*.toml"))
ids = lambda path: str(path.relative_to(PACKAGE))  # noqa: E731


@pytest.fixture
def keeping(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)


@pytest.mark.parametrize("path", TABLES, ids=ids)
def test_a_table_is_what_its_file_says(path: Path) -> None:
    for _ in range(2):
        assert load(str(path)) == tomllib.loads(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", TABLES, ids=ids)
def test_no_module_is_kept_under_the_same_name(path: Path) -> None:
    assert not path.with_suffix(".py").exists()


@given(st.text())
def test_any_text_comes_through(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    path = tmp_path_factory.mktemp("table") / "a.toml"
    escaped = "".join(f"\\U{ord(c):08X}" for c in text if not 0xD800 <= ord(c) < 0xE000)
    path.write_text(f'a = [1, true, "{escaped}"]\n[b."c d"]\ne = 1.5\n', encoding="utf-8")
    assert load(str(path)) == tomllib.loads(path.read_text(encoding="utf-8"))


def test_a_table_is_kept(tmp_path: Path, keeping: None, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.toml"
    path.write_text("a = 1\n")
    assert load(str(path)) == {"a": 1}
    monkeypatch.setattr(tomllib, "loads", None)
    assert load(str(path)) == {"a": 1}


def test_a_table_that_has_changed_is_parsed_again(tmp_path: Path, keeping: None) -> None:
    path = tmp_path / "a.toml"
    path.write_text("a = 1\n")
    assert load(str(path)) == {"a": 1}
    path.write_text("a = 22\n")
    assert load(str(path)) == {"a": 22}
    path.write_text("a = 33\n")
    os.utime(path, (1, 1))
    assert load(str(path)) == {"a": 33}


def test_what_was_kept_and_is_damaged_is_made_again(tmp_path: Path, keeping: None) -> None:
    path = tmp_path / "a.toml"
    path.write_text("a = 1\n")
    load(str(path))
    (kept,) = (tmp_path / "__pycache__").iterdir()
    kept.write_bytes(b"nothing of use")
    assert load(str(path)) == {"a": 1}


@pytest.mark.parametrize("text", [b"a = ", b"a = '\xff'\n"])
def test_what_is_no_table_is_refused(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "a.toml"
    path.write_bytes(text)
    with pytest.raises(ValueError, match=r".+"):
        load(str(path))
    with pytest.raises(FileNotFoundError):
        load(str(tmp_path / "b.toml"))
