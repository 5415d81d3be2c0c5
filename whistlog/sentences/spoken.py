"""Which language is spoken."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from contextvars import ContextVar
from typing import Final

SPOKEN: Final = ("en", "pt", "es", "ca", "fr")
"""Codes of the languages that have all sentences."""

VARIABLE: Final = "WHISTLOG_LANG"
"""Names the language in the environment, before those of the system."""

_SYSTEM: Final = ("LC_ALL", "LC_MESSAGES", "LANG")

_spoken: ContextVar[str] = ContextVar("spoken", default="en")


def spoken() -> str:
    """The language that is spoken now."""
    return _spoken.get()


def speak(language: str) -> None:
    """Say everything from now on in a language.

    Raises:
        KeyError: there are no sentences in it.
    """
    if language not in SPOKEN:
        raise KeyError(language)
    _spoken.set(language)


@contextlib.contextmanager
def speaking(language: str) -> Iterator[None]:
    """Say everything in a language until the block ends.

    Raises:
        KeyError: there are no sentences in it.
    """
    before = spoken()
    speak(language)
    try:
        yield
    finally:
        speak(before)


def chosen(environment: Mapping[str, str]) -> str:
    """The language that an environment asks for: `VARIABLE`, else the language of the system.

    As with other programs, the first of ``LC_ALL``, ``LC_MESSAGES`` and ``LANG`` that is not
    empty counts. A language that has no sentences gives English.

    >>> chosen({"LANG": "ca_ES.UTF-8"}), chosen({"LC_ALL": "C", "LANG": "fr_FR"})
    ('ca', 'en')
    >>> chosen({"WHISTLOG_LANG": "en", "LANG": "pt_BR"}), chosen({"LANG": "de_DE"})
    ('en', 'en')
    """
    own = _code(environment.get(VARIABLE, ""))
    if own in SPOKEN:
        return own
    system = next((environment[name] for name in _SYSTEM if environment.get(name)), "")
    code = _code(system)
    return code if code in SPOKEN else "en"


def _code(locale: str) -> str:
    return locale.strip().lower().replace("-", "_").partition(".")[0].partition("_")[0]
