"""Words among facts: they become text when they are shown, and not before."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from whistlog.classes import dataclass, field
from whistlog.sentences.tables import say


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words among the facts of a finding.

    Attributes:
        key: of the sentence.
        facts: those that fill it; they may be phrases too.
    """

    key: str
    facts: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return say(self.key, **self.facts)


@dataclass(frozen=True, slots=True)
class Listed:
    """Several facts in a row.

    Attributes:
        items: the facts.
        joint: key of what stands between the last two (``and``, ``or``), with a comma
            between the others; "" for commas only.
    """

    items: tuple[object, ...]
    joint: str = ""

    def __str__(self) -> str:
        words = [str(item) for item in self.items]
        if not self.joint or len(words) < 2:
            return ", ".join(words)
        return say(self.joint, a=", ".join(words[:-1]), b=words[-1])


def listed(items: Iterable[object], joint: str = "") -> Listed:
    """Several facts in a row, from whatever can be gone through."""
    return Listed(tuple(items), joint)
