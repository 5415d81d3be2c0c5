"""``--select`` and ``--ignore``: which findings are shown and counted."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from whistlog.cli.errors import CommandError
from whistlog.diagnostics.registry import catalogue
from whistlog.sentences.tables import say


class Selection:
    """Which findings a person wants to see.

    A finding is named by its name, its code, or the beginning of a code (``P``, ``P4``).
    Where both options name it, the more exact one counts; ``--ignore`` if they are equal.

    Args:
        select: only these; all of them when empty.
        ignore: not these.

    Raises:
        CommandError: a name or code fits no finding.
    """

    def __init__(self, select: Iterable[str] = (), ignore: Iterable[str] = ()) -> None:
        self._select = [self._known(word) for word in select]
        self._ignore = [self._known(word) for word in ignore]
        self.everything = not self._select and not self._ignore

    def shows(self, name: str) -> bool:
        """Whether findings of this name are shown."""
        return self.everything or name in self._shown

    @cached_property
    def _shown(self) -> frozenset[str]:
        return frozenset(
            entry.name
            for entry in catalogue().values()
            if self._decide(entry.name, entry.code.lower())
        )

    def _decide(self, name: str, code: str) -> bool:
        selected = _exactness(self._select, name, code) if self._select else 0
        return selected >= 0 and selected > _exactness(self._ignore, name, code)

    @staticmethod
    def _known(word: str) -> str:
        wanted = word.lower().replace("_", "-")
        for entry in catalogue().values():
            if _matches(wanted, entry.name, entry.code.lower()):
                return wanted
        from whistlog.cli.explain import suggestion

        raise CommandError(say("no-finding", name=word, hint=suggestion(wanted)))


def _matches(word: str, name: str, code: str) -> bool:
    return word == name or code.startswith(word)


def _exactness(words: Iterable[str], name: str, code: str) -> int:
    """Length of the longest match, a name counting as a whole code; -1 if there is none."""
    return max(
        (min(len(word), len(code)) for word in words if _matches(word, name, code)), default=-1
    )
