from __future__ import annotations

import importlib.util
import os
from pathlib import Path

import pytest

from whistlog.analysis import solver

ROOT = Path(__file__).resolve().parents[2]
LONG = bool(os.environ.get("WHISTLOG_LONG_TESTS"))
"""Whether thousands of positions are tried instead of hundreds."""


def often(long: int, short: int) -> int:
    """How often to try: a number for long runs and one for ordinary ones."""
    return long if LONG else short


def load_build_script():
    spec = importlib.util.spec_from_file_location("solver_build", ROOT / "solver" / "build.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def build_script():
    if not (ROOT / "solver" / "build.py").is_file():
        pytest.skip("no solver sources beside the tests")
    return load_build_script()


@pytest.fixture(scope="session")
def native():
    """The solver module with its library, built first when a source tree has none."""
    if not solver.available() and (ROOT / "solver" / "build.py").is_file():
        load_build_script().build(ROOT / "solver" / "build")
    if not solver.available():
        pytest.skip("no native solver and no compiler to build it")
    return solver


@pytest.fixture(scope="session")
def dds():
    from tests.analysis import dds_oracle

    if dds_oracle.path() is None:
        pytest.skip("endplay, which carries DDS, is not installed")
    return dds_oracle.Dds()
