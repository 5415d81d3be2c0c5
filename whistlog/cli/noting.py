"""Machine notes written into a file: for every command that has some to write."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from whistlog.annotating import Annotated, Notes, annotate
from whistlog.cli.errors import CLEAN, FOUND, USAGE, CommandError
from whistlog.cli.inputs import STDIN, Fault
from whistlog.cli.refusal import Refusals
from whistlog.cli.whole import (
    Unsuitable,
    give,
    read_whole,
    refuse_json,
    refuse_special,
    show_difference,
)

if TYPE_CHECKING:
    from whistlog.rules.profile import Profile


def write_notes(
    path: str,
    notes: Notes,
    *,
    target: str | None = None,
    diff: bool = False,
    rules: Profile | None = None,
    language: str | None = None,
    encoding: str = "utf-8",
    confirm: Callable[[], None] = lambda: None,
) -> int:
    """Exchange the machine notes of a file for others, and say how many on standard error.

    The file is replaced all or nothing, and not touched if nothing changes.

    Args:
        path: the file, or ``-``, which goes to standard output.
        notes: gives the notes of a deal, or None to leave it alone; see
            `whistlog.annotating.annotate`.
        target: write this file instead; ``-`` is standard output.
        diff: change nothing; print what would change.
        rules: the profile to check by; None for those that the games name.
        language: language of the letters, where the record does not state it.
        encoding: of the file.
        confirm: called when all notes are there and before anything is written or printed;
            raises what speaks against it.

    Returns:
        The exit status: 1 where the file was not understood, or with ``diff`` would change; 2
        where it can't be read.

    Raises:
        CommandError: the file is none that can be changed, or can't be written.
    """
    refuse_json(path, "--write is")
    if target is None and not diff:
        refuse_special(path, "--write")
    try:
        whole = read_whole(path, encoding, "--write")
        done = annotate(whole.text, notes, rules=rules, language=language, path=path)
        refusals = Refusals()
        for report in done.refused:
            part = report.header or (report.deal.deal if report.deal else None)
            refusals.show(report.faults, part.source if part else None)
        if not done.understood:
            print(f"{path} was not understood in full and was left as it is.", file=sys.stderr)
            return USAGE if any(report.fatal for report in done.refused) else FOUND
        confirm()
        data = whole.encoded(done.text, path)
    except Fault as fault:
        Refusals().show((fault.found,))
        return USAGE
    except Unsuitable as reason:
        raise CommandError(f"{reason}.") from None
    changed = done.text != whole.text
    if diff:
        show_difference(path, whole.text, done.text)
    elif target is not None or path == STDIN:
        give(data, None if target in (None, STDIN) else target)
    elif changed:
        give(data, path)
    _tell(path, done, changed, diff)
    return FOUND if diff and changed else CLEAN


def _tell(path: str, done: Annotated, changed: bool, diff: bool) -> None:
    would = " would be" if diff else ""
    told = []
    if done.put and changed:
        told.append(f"{_notes(done.put)}{would} written")
    if done.taken and changed:
        told.append(f"{_notes(done.taken)}{would} taken off")
    if done.left_out:
        told.append(f"{_notes(done.left_out)} left out, as the line or the deal is too long")
    sys.stdout.flush()
    print(f"{path}: {', '.join(told) or 'unchanged'}.", file=sys.stderr)


def _notes(number: int) -> str:
    return "1 note" if number == 1 else f"{number} notes"
