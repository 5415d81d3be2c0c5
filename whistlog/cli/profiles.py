"""The profile that ``--rules`` names."""

from __future__ import annotations

import sys
from contextlib import suppress

from whistlog.cli.errors import CommandError
from whistlog.rules.profile import Profile, load_profile
from whistlog.sentences.tables import say


def load(name: str) -> Profile:
    """Load a profile by name or path.

    Raises:
        CommandError: it can't be used; what is wrong with it has been printed.
    """
    profile, faults = load_profile(name)
    if profile is not None:
        return profile
    from pathlib import Path

    from whistlog.cli.terminal import output
    from whistlog.render import Excerpts, create

    if len(faults) == 1 and not faults[0].path:
        raise CommandError(f"{faults[0].message} {faults[0].help}".rstrip())
    renderer = create("full", output(sys.stderr))
    lines: list[str] = []
    # What could not be read (a device, a huge file) must not be read for its excerpts.
    if all(fault.name != "profile-unreadable" for fault in faults):
        with suppress(OSError, ValueError):
            lines = Path(name).read_text(encoding="utf-8-sig").split("\n")
    excerpts = Excerpts.of_lines(enumerate(lines, start=1))
    for fault in faults:
        renderer.diagnostic(fault, excerpts)
    raise CommandError(say("rules-unusable", path=name))
