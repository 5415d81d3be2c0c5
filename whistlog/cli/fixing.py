"""``whistlog check --fix`` and ``--diff``: records put right where there is one way to."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from whistlog.cli.errors import CommandError
from whistlog.cli.inputs import STDIN, Fault, Input
from whistlog.cli.whole import (
    Unsuitable,
    Whole,
    give,
    read_whole,
    refuse_json,
    refuse_special,
    show_difference,
)
from whistlog.fixing import fix_text
from whistlog.sentences.tables import say

if TYPE_CHECKING:
    from whistlog.cli.check import Work
    from whistlog.cli.reading import Options


class Job:
    """A run over some files.

    Args:
        options: what every file is checked with.
        work: what shows findings.
        wanted: whether findings of a name are to be put right.
        diff: show the changes, and change nothing.
    """

    def __init__(
        self, options: Options, work: Work, wanted: Callable[[str], bool], *, diff: bool
    ) -> None:
        self._options = options
        self._work = work
        self._wanted = wanted
        self._diff = diff
        self.fixed = 0
        self._files = 0
        self._left: list[str] = []

    def refuse(self, files: Iterable[Input]) -> None:
        """Refuse what can't be put right in place.

        Raises:
            CommandError: one of the files is JSON, or standard input is to be changed.
        """
        for file in files:
            refuse_json(file.path, "--fix, --diff")
            if self._diff:
                continue
            if file.path == STDIN:
                raise CommandError(say("fix-changes-files"))
            refuse_special(file.path, "--fix")

    def do(self, file: Input) -> None:
        """Put one file right, or show what would change."""
        if file.fault is not None:
            if self._diff:
                self._work.fail(file.fault)
            return
        try:
            whole = read_whole(file.path, self._options.encoding, "--fix, --diff")
            self._do(file.path, whole)
        except Fault as fault:
            if self._diff:
                self._work.fail(fault.found)
        except Unsuitable as reason:
            self._left.append(str(reason))

    def _do(self, path: str, whole: Whole) -> None:
        options = self._options
        result = fix_text(
            whole.text, rules=options.rules, language=options.language, wanted=self._wanted
        )
        if not result.understood and result.refused:
            self._left.append(say("left-not-understood", path=path))
        elif result.refused:
            self._left.append(say("not-fixed", path=path, n=len(result.refused)))
        if not result.applied:
            return
        after = whole.encoded(result.text, path)
        if self._diff:
            show_difference(path, whole.text, result.text)
        else:
            give(after, path)
        self.fixed += len(result.applied)
        self._files += 1

    def report(self) -> None:
        """Say what was done, on standard error."""
        sys.stdout.flush()
        for remark in self._left:
            print(f"{remark}.", file=sys.stderr)
        if self.fixed:
            key = "would-be-fixed" if self._diff else "fixed"
            print(say(key, n=self.fixed, files=say("files", n=self._files)), file=sys.stderr)
