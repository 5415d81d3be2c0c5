"""Compile the native solver.

``build(output_dir)`` is for packaging hooks; ``python solver/build.py`` builds into
``solver/build``, where ``whistlog.analysis.solver`` finds it in a source tree.
"""

from __future__ import annotations

import argparse
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

SOURCE_DIR = Path(__file__).resolve().parent
COMPILERS = ("c++", "g++", "clang++")
FLAGS = ("-O3", "-std=c++17", "-fPIC", "-pthread", "-fvisibility=hidden", "-Wall", "-Wextra")
SANITIZERS = ("address", "undefined", "thread")


class BuildError(Exception):
    """No compiler, or one that failed; the text is its reason."""


def library_name() -> str:
    """Name the shared library as this platform does."""
    suffix = {"darwin": ".dylib", "win32": ".dll"}.get(sys.platform, ".so")
    return f"libwhistlog_solver{suffix}"


def find_compiler() -> list[str]:
    """Give the command of a C++ compiler: ``$CXX``, else the first of ``COMPILERS`` at hand."""
    named = os.environ.get("CXX")
    if named:
        command = shlex.split(named)
        if command and shutil.which(command[0]):
            return command
        raise BuildError(f"CXX names {named!r}, which cannot be run")
    for name in COMPILERS:
        if shutil.which(name):
            return [name]
    raise BuildError(f"none of {', '.join(COMPILERS)} is installed and CXX is not set")


def compile_library(output_dir: Path, sanitize: str | None = None) -> Path:
    """Compile into ``output_dir``, made if need be; raise ``BuildError`` with the reason."""
    compiler = find_compiler()
    output_dir.mkdir(parents=True, exist_ok=True)
    target = output_dir / library_name()
    # Written beside the target and moved, so that no reader sees half a library.
    partial = output_dir / f".{os.getpid()}-{library_name()}"
    extra = [f"-fsanitize={sanitize}", "-g", "-fno-omit-frame-pointer"] if sanitize else []
    command = [*compiler, *FLAGS, *extra, "-shared", "-o", str(partial)]
    command.append(str(SOURCE_DIR / "whistlog_solver.cpp"))
    try:
        result = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as error:
        raise BuildError(f"{compiler[0]} cannot be run: {error}") from error
    if result.returncode != 0 or not partial.exists():
        partial.unlink(missing_ok=True)
        raise BuildError(f"{shlex.join(command)} failed:\n{result.stderr.strip()}")
    partial.replace(target)
    return target


def build(output_dir: Path, sanitize: str | None = None) -> Path | None:
    """Compile into ``output_dir`` and give the library's path, or say why not and give None."""
    try:
        return compile_library(Path(output_dir), sanitize)
    except BuildError as error:
        print(f"the native solver was not built: {error}", file=sys.stderr)
        return None


def main(arguments: list[str] | None = None) -> int:
    """Build from the command line; 1 when nothing was built."""
    parser = argparse.ArgumentParser(description="Compile the native double-dummy solver.")
    parser.add_argument("output_dir", nargs="?", type=Path, default=SOURCE_DIR / "build")
    parser.add_argument("--sanitize", choices=SANITIZERS)
    options = parser.parse_args(arguments)
    path = build(options.output_dir, options.sanitize)
    if path is None:
        return 1
    print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
