"""What Typer says of the command line, in the language that is spoken.

The help of commands and options are sentences of ours. The frame around them, and what is said
of a wrong command line, are Typer's in English; what the tables know of that is replaced.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from functools import cache
from typing import Any, Final

from typer.core import TyperOption

from whistlog.cli import MESSAGES
from whistlog.sentences.spoken import SPOKEN, spoken
from whistlog.sentences.tables import keys, say, sentence

_HEADINGS: Final = ("frame-arguments", "frame-options", "frame-commands")
_PIECES: Final = (
    "frame-usage", "frame-some-options", "frame-command", "frame-default", "frame-required",
    "option-help",
)  # fmt: skip


def in_words(group: Any, languages: Callable[[str], list[str]]) -> Any:
    """Give every command its help and the option that all of them have.

    Args:
        group: the commands, as Typer made them.
        languages: completes the code of a language.

    Returns:
        The same commands.

    Raises:
        KeyError: a command or an option has no sentence.
    """
    for name, command in (("whistlog", group), *group.commands.items()):
        more = sentence(f"help-{name}-more", spoken())
        command.help = say(f"help-{name}") + (f"\n\n{more}" if more else "")
        # The option was taken out of the arguments before; here it is shown and completed.
        option = TyperOption(
            param_decls=[MESSAGES],
            metavar="|".join(SPOKEN),
            expose_value=False,
            autocompletion=languages,
        )
        command.params.append(option)
        for param in command.params:
            key = param.name.replace("_", "-")
            own = f"option-{name}-{key}"
            param.help = say(own if sentence(own, "en") is not None else f"option-{key}")
        command.get_help = _framed(command.get_help)
    return group


def told(error: Any) -> str:
    """What Typer has to say of a wrong command line."""
    stream = io.StringIO()
    error.show(file=stream)
    text = stream.getvalue().removesuffix("\n")
    return text if spoken() == "en" else "\n".join(map(_line, frame(text).split("\n")))


def frame(text: str) -> str:
    """A page of help with the words that Typer puts around ours."""
    if spoken() == "en":
        return text
    for key in _HEADINGS:
        text = re.sub(f"^{sentence(key, 'en')}$", lambda _, k=key: say(k), text, flags=re.M)  # type: ignore[misc]
    for key in _PIECES:
        text = text.replace(sentence(key, "en") or "", say(key))
    return text


def _framed(plain: Callable[[Any], str]) -> Callable[[Any], str]:
    return lambda context: frame(plain(context))


def _line(line: str) -> str:
    """A line of an error, or of what goes before it."""
    for key in ("frame-try", "frame-error"):
        found = _pattern(key).fullmatch(line)
        if found is not None:
            return say(key, a=_message(found["a"]))
    return line


def _message(text: str) -> str:
    for key in keys("usage-"):
        found = _pattern(key).fullmatch(text)
        if found is not None:
            return say(key, **found.groupdict())
    return text


@cache
def _pattern(key: str) -> re.Pattern[str]:
    """What an English sentence looks like when it is filled."""
    words = re.escape(sentence(key, "en") or "")
    return re.compile(re.sub(r"\\{(\w)\\}", r"(?P<\1>.*?)", words))
