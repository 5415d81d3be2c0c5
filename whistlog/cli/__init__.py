"""The command line: what a person types, and the only place that prints or exits.

`whistlog.cli.app` says what can be typed; beside it there is one module a command, each
with a ``run`` that takes plain values and returns an exit status.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Mapping
from typing import Final

from whistlog.cli.errors import BROKEN_PIPE, INTERRUPTED, OWN_FAULT, USAGE, CommandError

MESSAGES: Final = "--messages"
"""The option that names the language of what is said."""


def run(args: list[str]) -> int:
    """Run a command line and return its exit status; nothing escapes as a traceback.

    Findings go to standard output, everything about the run itself to standard error.
    """
    _set_up_streams()
    from whistlog.sentences.spoken import speaking

    try:
        language, args = language_of(args, os.environ)
    except CommandError as error:
        return _end(error.status, str(error))
    with speaking(language):
        return _run(args)


def _run(args: list[str]) -> int:
    try:
        status = _dispatch(args)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return _end(INTERRUPTED, _say("interrupted"))
    except BrokenPipeError:
        return _end(BROKEN_PIPE)
    except CommandError as error:
        return _end(error.status, str(error))
    except MemoryError:
        return _end(USAGE, _say("no-memory"))
    except OSError as error:
        return _end(USAGE, _reason(error))
    except Exception as error:
        if os.environ.get("WHISTLOG_TRACEBACK"):
            raise
        what = f"{type(error).__name__}: {error}"
        return _end(OWN_FAULT, f"{_say('own-fault', error=what)}\n{_say('please-report')}")
    return status


def _dispatch(args: list[str]) -> int:
    from whistlog.cli.short import check_call

    call = check_call(args)
    if call is not None:
        from whistlog.cli.check import run as run_check

        paths, options = call
        return run_check(paths, **options)
    from whistlog.cli.app import run_app

    return run_app(args)


def language_of(args: list[str], environment: Mapping[str, str]) -> tuple[str, list[str]]:
    """The language to speak, and the arguments without the option that names it.

    ``--messages LANG`` may stand anywhere: it holds for what is said about the other
    arguments too. Without it the environment decides.

    Raises:
        CommandError: there are no sentences in the language named.

    >>> language_of(["check", "--messages", "pt", "a.txt"], {})
    ('pt', ['check', 'a.txt'])
    >>> language_of(["check", "a.txt"], {"LANG": "fr_FR.UTF-8"})
    ('fr', ['check', 'a.txt'])
    """
    from whistlog.sentences.spoken import SPOKEN, chosen

    named, rest = None, []
    left = iter(args)
    for arg in left:
        if arg == "--":
            rest += [arg, *left]
        elif arg == MESSAGES:
            named = next(left, "")
        elif arg.startswith(f"{MESSAGES}="):
            named = arg.partition("=")[2]
        else:
            rest.append(arg)
    if named is None:
        return chosen(environment), rest
    code = named.strip().lower()
    if code not in SPOKEN:
        raise CommandError(_say("messages-unknown", language=named, known=", ".join(SPOKEN)))
    return code, rest


def _say(key: str, **facts: object) -> str:
    from whistlog.sentences.tables import say

    return say(key, **facts)


def _set_up_streams() -> None:
    # Of what the caller has closed Python makes None; what is said there is not heard.
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: SIM115
    # A name or a sign that the terminal can't show must not end the run.
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _end(status: int, message: str | None = None) -> int:
    """Flush what can be flushed, say why we stop, and keep the interpreter quiet."""
    try:
        sys.stdout.flush()
    except (OSError, ValueError):
        # The rest of the output can't be written; without this, Python would try again
        # at its exit and print a traceback of its own.
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115
    if message is not None:
        try:
            print(f"whistlog: {message}", file=sys.stderr, flush=True)
        except (OSError, ValueError):
            sys.stderr = open(os.devnull, "w")  # noqa: SIM115
    return status


def _reason(error: OSError) -> str:
    from whistlog.sentences.phrases import reason_of

    reason = str(reason_of(error))
    return f"{reason}: {error.filename}" if error.filename else reason
