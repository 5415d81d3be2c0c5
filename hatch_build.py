"""Build hook: compile the native solver into the wheel where a C++ compiler is at hand.

Without one the wheel is pure Python, and `whistlog.analysis` solves endings only.
"""

from __future__ import annotations

import importlib.util
import sysconfig
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NATIVE = "whistlog/analysis/_native"


class NativeSolver(BuildHookInterface[Any]):
    """Compiles ``solver/`` and tags the wheel for this platform and every Python 3."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile before the wheel is put together."""
        if self.target_name != "wheel":
            return
        root = Path(self.root)
        spec = importlib.util.spec_from_file_location("solver_build", root / "solver" / "build.py")
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        library = module.build(root / NATIVE)
        if library is None:
            return
        build_data["artifacts"].append(f"{NATIVE}/{library.name}")
        build_data["pure_python"] = False
        platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
        build_data["tag"] = f"py3-none-{platform}"
