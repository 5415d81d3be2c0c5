"""Machine notes written into a file: for every command that has some to write."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from whistlog.annotating import Annotated, Notes, annotate
from whistlog.cli.errors import CLEAN, FOUND, USAGE, CommandError, missing
from whistlog.cli.inputs import STDIN, Fault, known_encoding, known_language
from whistlog.cli.refusal import Refusals
from whistlog.cli.whole import (
    Unsuitable,
    give,
    read_whole,
    refuse_json,
    refuse_special,
    show_difference,
)
from whistlog.record import Header
from whistlog.sentences.tables import say

if TYPE_CHECKING:
    from whistlog.annotating import MachineNote
    from whistlog.api import Report
    from whistlog.rules.profile import Profile

Speak = Callable[["Header", "Report", int], "tuple[MachineNote, ...] | None"]
"""What is to be said of a deal, by the header of its game, its report and its number; None
where nothing can be said."""


class Target(NamedTuple):
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


def exchange(target: Target, speak: Speak) -> int:
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
    from whistlog.cli.profiles import load

    profile = load(target.rules) if target.rules is not None else None
    job = _Job(target, speak)
    status = write_notes(
        target.path,
        job.notes,
        target=target.output,
        diff=target.diff,
        rules=profile,
        language=known_language(target.language),
        encoding=known_encoding(target.encoding),
        confirm=job.confirm,
    )
    return FOUND if status == CLEAN and not (job.spoke or target.clear) else status


class _Job:
    """A run over the deals of a file."""

    def __init__(self, target: Target, speak: Speak) -> None:
        self._target = target
        self._speak = speak
        self._header = Header(())
        self._place = 0
        self._seen = False
        self.spoke = False

    def notes(self, header: Header, report: Report) -> tuple[MachineNote, ...] | None:
        """The notes of a deal, or None if it was not asked for."""
        assert report.deal is not None
        if header is not self._header:
            self._header, self._place = header, 0
        self._place += 1
        written = report.deal.deal.number
        number = self._place if written is None else written
        target = self._target
        if target.game not in (None, report.game) or target.deal not in (None, number):
            return None
        self._seen = True
        said = () if target.clear else self._speak(header, report, number)
        self.spoke = self.spoke or said is not None
        return said or ()

    def confirm(self) -> None:
        """Go no further where there is no deal of those asked for."""
        if not self._seen:
            raise missing(self._target.path, self._target.game, self._target.deal)


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
    refuse_json(path, "--write")
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
    _tell(path, done, changed, diff)
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
