"""``whistlog rules``: the rule profiles that are built in, or one of them as a file."""

from __future__ import annotations

from whistlog.cli.errors import CLEAN
from whistlog.cli.profiles import load
from whistlog.cli.terminal import output
from whistlog.sentences.tables import say


def run(name: str | None = None) -> int:
    """List the built-in profiles, or print one as a file that can be changed and used.

    Args:
        name: a built-in name, or a file, which is then printed in full.

    Raises:
        CommandError: there is no such profile, or the file is no profile.
    """
    from whistlog.rules.profile import format_profile, profile_names, profile_text

    out = output()
    if name is None:
        names = profile_names()
        longest = max(map(len, names))
        for each in names:
            out.write((f"{each:<{longest}}", "strong"), f"  {say(f'about-{each}')}\n")
    elif name.strip().lower() in profile_names():
        out.write(profile_text(name.strip().lower()))
    else:
        out.write(format_profile(load(name)))
    return CLEAN
