"""Machine notes written into a file: for every command that has some to write."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from whistlog.annotating import Annotated, Notes, annotate
from whistlog.cli.asked import Asked, Chosen
from whistlog.cli.errors import CLEAN, FOUND, USAGE, CommandError
from whistlog.cli.inputs import STDIN, Fault, is_archive, is_json
from whistlog.cli.reading import Options
from whistlog.cli.refusal import Refusals
from whistlog.cli.whole import (
    Unsuitable,
    give,
    read_whole,
    refuse_special,
    show_difference,
)
from whistlog.sentences.tables import say

if TYPE_CHECKING:
    from whistlog.annotating import MachineNote
    from whistlog.api import Report
    from whistlog.record import Header

Speak = Callable[[Chosen], "tuple[MachineNote, ...] | None"]
"""What is to be said of a deal; None where nothing can be said."""


class Rewrite(NamedTuple):
    """A record whose notes are to be exchanged.

    Attributes:
        path: a file, or ``-``, which goes to standard output.
        game: only this game of the file; the notes of others stay as they are.
        deal: only deals with this number.
        clear: take notes off, and put none in.
        output: file to write instead; ``-`` is standard output.
        diff: change nothing; print what would change.
        rules: name or file of a profile.
        language: language of the letters, where a record does not state it.
        encoding: encoding of the file, UTF-8 if None.
    """

    path: str
    game: int | None = None
    deal: int | None = None
    clear: bool = False
    output: str | None = None
    diff: bool = False
    rules: str | None = None
    language: str | None = None
    encoding: str | None = None


def exchange(target: Rewrite, speak: Speak) -> int:
    """Exchange the machine notes of a record for others.

    Args:
        target: the record.
        speak: gives the notes of a deal.

    Returns:
        The exit status: 1 if nothing could be said of any deal, if the record was not
        understood, or if ``diff`` shows a change; 2 where it can't be read.

    Raises:
        CommandError: an option is wrong, there is no such deal, or a file can't be written.
    """
    options = Options.typed(target.rules, target.language, target.encoding)
    asked = Asked(target.game, target.deal)
    spoke = False

    def notes(header: Header, report: Report) -> tuple[MachineNote, ...] | None:
        nonlocal spoke
        number = asked.number(header, report)
        if number is None:
            return None
        said = () if target.clear else speak(Chosen(target.path, header, number, report))
        spoke = spoke or said is not None
        return said or ()

    def confirm() -> None:
        if not asked.seen:
            raise asked.missing(target.path)

    status = write_notes(
        target.path, notes, options, target=target.output, diff=target.diff, confirm=confirm
    )
    return FOUND if status == CLEAN and not (spoke or target.clear) else status


def write_notes(
    path: str,
    notes: Notes,
    options: Options,
    *,
    target: str | None = None,
    diff: bool = False,
    confirm: Callable[[], None],
) -> int:
    """Exchange the machine notes of a file for others, and say how many on standard error.

    The file is replaced all or nothing, and not touched if nothing changes.

    Args:
        path: the file, text or JSON by its ending, or ``-``, which goes to standard output.
        notes: gives the notes of a deal, or None to leave it alone; see
            `whistlog.annotating.annotate`.
        options: how the file is read and checked.
        target: write this file instead; ``-`` is standard output.
        diff: change nothing; print what would change.
        confirm: called when all notes are there and before anything is written or printed;
            raises what speaks against it.

    Returns:
        The exit status: 1 where the file was not understood, or with ``diff`` would change; 2
        where it can't be read.

    Raises:
        CommandError: the file is none that can be changed, or can't be written.
    """
    json = is_json(path) or is_archive(path)
    if target not in (None, STDIN) and json != (is_json(target) or is_archive(target)):
        raise CommandError(say("forms-differ", path=path, target=target))
    if target is None and not diff:
        refuse_special(path, "--write")
    try:
        whole = read_whole(path, "utf-8" if json else options.encoding, "--write")
        if json:
            from whistlog.annotating_json import annotate_json

            done = annotate_json(
                whole.text, notes, rules=options.rules, path=path, archive=is_archive(path)
            )
        else:
            done = annotate(
                whole.text, notes, rules=options.rules, language=options.language, path=path
            )
        refusals = Refusals()
        for report in done.refused:
            part = report.header or (report.deal.deal if report.deal else None)
            refusals.show(report.faults, part.source if part else None)
        if not done.understood:
            print(f"{say('left-not-understood', path=path)}.", file=sys.stderr)
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
    _tell(path if diff or target in (None, STDIN) else target, done, changed, diff)
    return FOUND if diff and changed else CLEAN


def _tell(path: str, done: Annotated, changed: bool, diff: bool) -> None:
    told = []
    if done.put and changed:
        told.append(say("notes-would-be-written" if diff else "notes-written", n=done.put))
    if done.taken and changed:
        told.append(say("notes-would-be-taken" if diff else "notes-taken", n=done.taken))
    if done.left_out:
        told.append(say("notes-left-out", n=done.left_out))
    sys.stdout.flush()
    print(say("told-of", path=path, text=", ".join(told) or say("unchanged")), file=sys.stderr)
