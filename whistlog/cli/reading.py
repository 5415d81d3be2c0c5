"""One way for all commands to read a file, whatever it holds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from whistlog.api import Report, check_json, check_json_lines, check_stream
from whistlog.cli.inputs import (
    STDIN,
    Fault,
    Stream,
    is_archive,
    is_json,
    known_encoding,
    known_language,
    opened,
)

if TYPE_CHECKING:
    from whistlog.contest import Contest
    from whistlog.rules.profile import Profile


class Options(NamedTuple):
    """How files are read and checked.

    Attributes:
        rules: the profile to check by; None for those that the games name.
        language: language of the letters, where a text does not state it.
        encoding: of a text.
        validate: hold JSON against its schema.
        strict: say also what can't be decided; see `whistlog.api.check_stream`.
    """

    rules: Profile | None
    language: str | None
    encoding: str
    validate: bool
    strict: bool = False

    @classmethod
    def typed(
        cls,
        rules: str | None,
        language: str | None,
        encoding: str | None,
        validate: bool = True,
        strict: bool = False,
    ) -> Options:
        """The options as a person types them.

        Args:
            rules: name or file of a profile.
            language: code of a language.
            encoding: name of an encoding, UTF-8 if None.
            validate: hold JSON against its schema.
            strict: say also what can't be decided.

        Raises:
            CommandError: there is no such profile, language or encoding.
        """
        profile = None
        if rules is not None:
            from whistlog.cli.profiles import load

            profile = load(rules)
        return cls(profile, known_language(language), known_encoding(encoding), validate, strict)


_DOCUMENT: Final = re.compile(rb'(?:\xef\xbb\xbf)?\s*\{\s*"(?:\$schema|whistlog|kind|games)"\s*:')


def reports(
    path: str,
    stream: Stream,
    options: Options,
    *,
    json: bool = False,
    contest: Contest | None = None,
) -> Iterator[Report]:
    """Check what a stream holds: text, JSON or an archive of JSON, by the ending of its name.

    Standard input, which has no name, holds JSON if it begins like a document of whistlog.

    Args:
        path: the name.
        stream: the bytes.
        options: how it is read and checked.
        json: the stream holds JSON whatever its name says.
        contest: takes in the deals that are compared with those of other files.

    Raises:
        Fault: it can't be read.
    """
    rules, language, encoding, validate, strict = options
    lines = is_archive(path)
    if path == STDIN and not json:
        start = stream.beginning()
        json = _DOCUMENT.match(start) is not None
        lines = json and start.partition(b"\n")[0].rstrip().endswith(b"}")
    if lines:
        yield from check_json_lines(
            stream, path=path, rules=rules, validate=validate, contest=contest, strict=strict
        )
    elif json or is_json(path):
        yield from check_json(
            stream.read_all(),
            path=path,
            rules=rules,
            validate=validate,
            contest=contest,
            strict=strict,
        )
    else:
        yield from check_stream(
            stream,
            path=path,
            rules=rules,
            encoding=encoding,
            language=language,
            contest=contest,
            strict=strict,
        )


def reports_of(
    path: str,
    options: Options,
    *,
    contest: Contest | None = None,
) -> Iterator[Report]:
    """Check a file; what prevents that comes as the last report, which is fatal."""
    try:
        with opened(path) as stream:
            yield from reports(path, stream, options, contest=contest)
            stream.confirm_unchanged()
    except Fault as fault:
        yield Report(0, diagnostics=(fault.found,), fatal=True)
