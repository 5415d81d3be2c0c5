"""The command ``whistlog``, also ``python -m whistlog``.

Start-up is what a person feels, so this module imports nothing that a call does not need:
``--version`` answers at once, and ``whistlog check`` with its usual options goes straight to
the function that the full command line calls too, without building that command line.
"""

from __future__ import annotations

import sys


def main(args: list[str] | None = None) -> int:
    """Run the command line and return its exit status.

    Args:
        args: the arguments; those of the process by default.

    Returns:
        0 clean, 1 errors found, 2 usage or unreadable input, 130 interrupted, 141 when
        whoever read the output closed it.
    """
    if args is None:
        args = sys.argv[1:]
    if args in (["--version"], ["-V"]) and _print_version():
        return 0
    try:
        from whistlog.cli import run

        return run(args)
    except KeyboardInterrupt:
        # Before `run` can say so itself; what Python prints before this module is loaded is
        # not ours to change.
        return 130


def _print_version() -> bool:
    from whistlog import __version__

    try:
        print(f"whistlog {__version__}", flush=True)
    except OSError:
        # The full command line meets it too, and says what it is.
        return False
    return True


if __name__ == "__main__":
    sys.exit(main())
