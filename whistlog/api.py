"""The functions of ``import whistlog``, the same that the commands use.

Reading gives ``(value, diagnostics)``; nothing here prints or raises for what a record
holds. Files that can't be opened raise `OSError` as usual.
"""

from __future__ import annotations

import io
import os
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from whistlog.contest import Contest
from whistlog.diagnostics.values import Diagnostic
from whistlog.record import (
    NOWHERE,
    Annotation,
    Comment,
    Deal,
    Header,
    Record,
    Span,
    Tag,
)
from whistlog.rules.profile import SHORT, Profile, load_profile

if TYPE_CHECKING:
    from os import PathLike

    from whistlog.analysis.costs import Analysis, Remark
    from whistlog.analysis.expected import Settings
    from whistlog.checks import Checker, DealReport
    from whistlog.checks.suppress import Suppressions
    from whistlog.notation.blocks import ByteStream
    from whistlog.notes.review import Review
    from whistlog.replay import Replay

__all__ = [
    "Report",
    "analyse",
    "annotate",
    "check",
    "check_file",
    "check_json",
    "check_json_lines",
    "check_stream",
    "format",
    "from_json",
    "load_profile",
    "parse",
    "read",
    "replay_deal",
    "score",
    "to_json",
]

Diagnostics = tuple[Diagnostic, ...]

Rules = Profile | str | None
"""What ``rules`` may be: a profile, the name of one, the path of its file (as a string, with
``.toml`` or a separator in it), or None for the profile that each game names."""


_new = tuple.__new__  # the constructor of `Report`, less a call


class Report(NamedTuple):
    """What was found in one part of a file.

    Attributes:
        game: 1-based number of the game in the file.
        header: the header, where the part is one: a new game begins.
        deal: the deal with its replay and score, where the part is a deal.
        diagnostics: what is wrong with it, sorted by place.
        faults: those of the diagnostics that say what could not be read.
        fatal: the file could not be read on from here.
        profile: the rules by which it was checked.
    """

    game: int
    header: Header | None = None
    deal: DealReport | None = None
    diagnostics: Diagnostics = ()
    faults: Diagnostics = ()
    fatal: bool = False
    profile: Profile = SHORT

    @property
    def understood(self) -> bool:
        """Whether nothing of the text was lost: no fault of it is an error."""
        return not self.fatal and all(found.severity != "error" for found in self.faults)


def parse(text: str, *, path: str = "", language: str | None = None) -> tuple[Record, Diagnostics]:
    """Read a record from text.

    Args:
        text: the record.
        path: the name to give to it in diagnostics.
        language: code of the language to read in where the text states none; found out
            from the letters if None.

    Raises:
        ValueError: there is no such language.

    Returns:
        What was written, and what could not be understood. The record is complete even if
        there are faults: lines that were not understood are kept as they are.

    >>> record, faults = parse("Dealer: W\\nTrump: 4S\\n1. N: AH 3 6C K\\n")
    >>> record.games[0].deals[0].tricks[0].plays[2].card.name, faults
    ('6♣', ())
    """
    from whistlog.notation.reader import read_record

    return read_record(text, path=path, language=_language(language))


def read(
    path: str | PathLike[str], *, encoding: str = "utf-8", language: str | None = None
) -> tuple[Record | None, Diagnostics]:
    """Read a record from a file: text, or JSON where the name ends in ``.json``.

    Returns:
        What was written, and what could not be understood; None for a JSON document that
        was refused, and for a file that holds no text in this encoding.

    Raises:
        OSError: the file can't be read.
        LookupError: there is no such encoding.
        ValueError: there is no such language.
    """
    name = os.fspath(path)
    language = _language(language)
    with open(path, "rb") as stream:
        data = stream.read()
    if name.lower().endswith(".json"):
        return from_json(data, path=name)
    from whistlog.notation.blocks import NotText, iter_texts
    from whistlog.notation.reader import read_record

    try:
        text = "".join(iter_texts(io.BytesIO(data), encoding))
    except NotText as reason:
        return None, (not_text(reason, name),)
    return read_record(text, path=name, language=language)


def format(record: Record, *, ascii: bool = False, language: str | None = None) -> str:
    """Write a record in the canonical spelling.

    Args:
        record: what to write.
        ascii: letters for suits.
        language: code of the language to write in; that of the record if None.

    Raises:
        ValueError: there is no such language.

    >>> record, _ = parse("dealer: W\\ntrump: 4s\\n1. N: ah 3 6c k\\n")
    >>> print(format(record))  # doctest: +ELLIPSIS
    Format: whist 1
    ...
     1. N: A♥  3♥  6♣  K♥
    <BLANKLINE>
    """
    from whistlog.notation.writer import format_record

    return format_record(record, ascii=ascii, language=_language(language))


def to_json(record: Record, *, rules: Rules = None, validate: bool = True) -> str:
    """Write a record as JSON, with what follows from it beside what was written.

    Args:
        record: what to write.
        rules: the profile to conclude by; by default the one that the record names.
        validate: hold the document against its schema.

    Raises:
        whistlog.notation.jsondoc.CannotWriteJSON: the record has lines that were not
            understood.
    """
    from whistlog.notation.jsondoc import dumps

    return dumps(record, conclusions=conclusions(record, rules), validate=validate)


def from_json(
    text: str | bytes, *, path: str = "", validate: bool = True
) -> tuple[Record | None, Diagnostics]:
    """Read a record from JSON.

    Returns:
        What was written; or None, and everything that is wrong with the document.

    >>> from_json('{"whistlog": 1, "kind": "record", "games": []}')
    (Record(games=()), ())
    """
    from whistlog.notation.jsondoc import loads

    return loads(text, path=path, validate=validate)


def check(record: Record | str, *, rules: Rules = None) -> Diagnostics:
    """Say everything that is wrong with a record, or with its text.

    Args:
        record: the record, or its text.
        rules: the profile to check by, or its name; by default the one that the record names.

    Returns:
        A tuple of `Diagnostic`, one for each finding, sorted by place; empty if nothing is
        wrong. A record keeps no faults of its text, so check the text, or add the diagnostics
        of `parse`, to have those too. What belongs to which deal, with replays and scores, is
        told by `check_file`, `check_stream` and `check_json`, which yield `Report`s.

    Raises:
        ValueError: there is no such profile, or its file can't be used.

    >>> text = "Dealer: W\\nTrump: 4S\\n1. N: AH 3 6C K\\n2. N: 2H 10 4H Q\\n"
    >>> [found.name for found in check(text) if found.severity == "error"]
    ['revoke-inferred']
    """
    rules = _profile(rules)
    if isinstance(record, str):
        stream = io.BytesIO(record.encode("utf-8", "surrogateescape"))
        found = [d for report in check_stream(stream, rules=rules) for d in report.diagnostics]
        # Totals and boards are judged at the end, but stand where they stand.
        return tuple(sorted(found, key=attrgetter("sort_key")))
    contest = Contest()
    reports = chain(_check_record(record, rules, contest=contest, claims=True), _of(contest))
    return tuple(found for report in reports for found in report.diagnostics)


def check_file(
    path: str | PathLike[str],
    *,
    rules: Rules = None,
    encoding: str = "utf-8",
    language: str | None = None,
    validate: bool = True,
) -> Iterator[Report]:
    """Check a file and yield a report for each header and deal; text is read as a stream.

    Raises:
        OSError: the file can't be read.
        LookupError: there is no such encoding.
        ValueError: there is no such profile or language.
    """
    rules = _profile(rules)
    name = os.fspath(path)
    if name.lower().endswith(".json"):
        with open(path, "rb") as file:
            data = file.read()
        yield from check_json(data, path=name, rules=rules, validate=validate)
        return
    with open(path, "rb", buffering=0) as stream:
        yield from check_stream(
            stream, path=name, rules=rules, encoding=encoding, language=language
        )


def check_stream(
    stream: ByteStream,
    *,
    path: str = "",
    rules: Rules = None,
    encoding: str = "utf-8",
    language: str | None = None,
    first_line: int = 1,
    contest: Contest | None = None,
    strict: bool = False,
) -> Iterator[Report]:
    """Check a stream of bytes and yield a report for each header and deal.

    Args:
        stream: anything with ``read(size)``.
        path: the name to give to it in diagnostics.
        rules: the profile to check by, or its name; by default the one that each game names.
        encoding: of the bytes.
        language: code of the language to read in where a record states none.
        first_line: number of the first line of the stream in its file.
        contest: takes in the deals that are compared with those of other files; without
            one, those of this stream are compared at its end.
        strict: say also of which deals no card was recorded, so that nothing can be decided.

    Raises:
        OSError: it can't be read.
        LookupError: there is no such encoding.
        ValueError: there is no such profile or language.
    """
    rules = _profile(rules)
    language = _language(language)
    from whistlog.checks import Checker
    from whistlog.notation.blocks import NotText, iter_texts
    from whistlog.notation.reader import SectionReader

    checker = Checker(rules, strict=strict)
    reader = SectionReader(path, language)
    game = 0
    empty = strange = True
    said: Suppressions | None = None
    compared = contest if contest is not None else Contest()
    try:
        for section in reader.sections(iter_texts(stream, encoding), first_line):
            value = section.value
            empty = empty and not value.items and not section.diagnostics
            strange = strange and not section.diagnostics and _says_nothing(value)
            if type(value) is Deal:
                result = checker.deal(value)
                found = result.diagnostics
                asides = _asides(value)
                if asides & _BOARD or compared.open:
                    compared.deal(result, checker.profile, path, game, section.deal)
                faults = section.diagnostics
                if not _CLAIMS.isdisjoint(value.layout.tallies):
                    found = (*found, *_not_forced(checker, result, (*faults, *found)))
                if faults or found:
                    if faults:
                        from whistlog.checks.causes import after_text

                        faults = checker.with_fixes(faults, result)
                        found = after_text(faults, found)
                    found = _merge(faults, _tell(found, path, game, section.deal))
                if said is not None or asides & _SPEAKS:
                    said = said or _suppressions()
                    found = _merge(_tell(said.deal(value, found), path, game, section.deal), ())
                yield _new(Report, (game, None, result, found, faults, False, checker.profile))
            else:
                assert isinstance(value, Header)
                if game:
                    ending = checker.end_game()
                    if said is not None:
                        ending, said = said.end(ending), None
                    if ending:
                        yield Report(game, diagnostics=_tell(ending, path, game))
                game = section.game
                found = checker.header(value, section.diagnostics)
                if section.diagnostics or found:
                    found = _merge(section.diagnostics, _tell(found, path, game))
                asides = _asides(value)
                compared.header(value, checker.profile, path, game, board=asides & _BOARD > 0)
                if asides & _SPEAKS:
                    said = _suppressions()
                    found = _merge(_tell(said.header(value, found), path, game), ())
                faults = section.diagnostics
                yield _new(Report, (game, value, None, found, faults, False, checker.profile))
        if game:
            ending = checker.end_game()
            if said is not None:
                ending = said.end(ending)
            if ending:
                yield Report(game, diagnostics=_tell(ending, path, game))
        if contest is None and (found := compared.findings()):
            yield Report(game, diagnostics=found)
        if empty or strange:
            name = "file-empty" if empty else "no-record"
            found = (Diagnostic(name, path=path),)
            yield Report(game, diagnostics=found, faults=found)
    except NotText as reason:
        found = (not_text(reason, path),)
        yield Report(game, diagnostics=found, faults=found, fatal=True)


def check_json(
    data: str | bytes,
    *,
    path: str = "",
    rules: Rules = None,
    validate: bool = True,
    contest: Contest | None = None,
    strict: bool = False,
) -> Iterator[Report]:
    """Check a JSON document; findings are placed at the value in it that they blame."""
    rules = _profile(rules)
    record, faults = from_json(data, path=path, validate=validate)
    if record is None:
        yield Report(0, diagnostics=faults, faults=faults, fatal=True)
        return
    from whistlog.notation.jsonplaces import JsonPlaces

    places = JsonPlaces(record)
    own = Contest()
    reports = list(_check_record(places.record, rules, path, own, claims=True, strict=strict))
    if contest is not None:
        contest.add(own, places=False)
    elif found := own.findings():
        reports.append(Report(reports[-1].game, diagnostics=found))
    text = data.decode("utf-8-sig") if isinstance(data, bytes) else data
    places.find(text, (found for report in reports for found in report.diagnostics))
    for report in reports:
        yield report._replace(diagnostics=tuple(map(places.placed, report.diagnostics)))


def check_json_lines(
    stream: ByteStream,
    *,
    path: str = "",
    rules: Rules = None,
    validate: bool = True,
    contest: Contest | None = None,
    strict: bool = False,
) -> Iterator[Report]:
    """Check an archive with one JSON document a line, in constant memory."""
    rules = _profile(rules)
    games = 0
    compared = contest if contest is not None else Contest()
    for number, line in enumerate(_byte_lines(stream)):
        if line is None:
            from whistlog.notation.jsondoc import MAX_LINE

            place = Span(number + 1, 1, number + 1, 1)
            too_long = Diagnostic("json-too-long", place, {"limit": MAX_LINE}, path=path)
            yield Report(games, diagnostics=(too_long,), faults=(too_long,))
            continue
        if not line.strip():
            continue
        last = games
        own = Contest()
        for report in check_json(
            line, path=path, rules=rules, validate=validate, contest=own, strict=strict
        ):
            last = games + report.game
            found = tuple(_moved(d, number, games) for d in report.diagnostics)
            # A line that was refused hides nothing of those behind it.
            faults = found if report.fatal else ()
            yield report._replace(game=last, diagnostics=found, faults=faults, fatal=False)
        compared.add(own, games)
        games = last
    if contest is None and (found := compared.findings()):
        yield Report(games, diagnostics=found)


def _byte_lines(stream: ByteStream) -> Iterator[bytes | None]:
    """The lines of a stream; None for one that is too long."""
    from whistlog.notation.jsondoc import MAX_LINE

    rest: list[bytes] = []
    length = 0
    while block := stream.read(1 << 20):
        first, *lines = block.split(b"\n")
        length += len(first)
        if length <= MAX_LINE:
            rest.append(first)
        else:
            rest.clear()
        if lines:
            yield b"".join(rest) if length <= MAX_LINE else None
            yield from lines[:-1]
            rest, length = [lines[-1]], len(lines[-1])
    if length:
        yield b"".join(rest) if length <= MAX_LINE else None


def _moved(found: Diagnostic, lines: int, games: int) -> Diagnostic:
    """A finding about one line of an archive as one about the archive."""

    def move(span: Span) -> Span:
        if span == NOWHERE:
            return Span(lines + 1, 1, lines + 1, 1)
        return span.down(lines)

    related = tuple(r._replace(span=move(r.span)) for r in found.related)
    game = None if found.game is None else found.game + games
    return replace(found, span=move(found.span), related=related, game=game)


def replay_deal(deal: Deal, profile: Rules = None, *, index: int = 0) -> Replay:
    """Replay a deal trick by trick, going on after an irregularity as the table did.

    Args:
        deal: the deal as written.
        profile: the rules, or the name of a profile; ``short`` by default.
        index: how many deals of the game came before, where trumps rotate.

    >>> record, _ = parse("Dealer: W\\nTrump: 4S\\n1. N: AH 3 6C K\\n2. 2H 10 4C Q\\n")
    >>> [trick.winner.name for trick in replay_deal(record.games[0].deals[0]).tricks]
    ['N', 'W']
    """
    from whistlog.replay import replay

    return replay(deal, _profile(profile) or SHORT, index=index)


def score(record: Record, *, rules: Rules = None) -> tuple[tuple[DealReport, ...], ...]:
    """Score a record: for each game its deals, each with its replay and its score.

    >>> record, _ = parse("Dealer: W\\nTrump: 4S\\nTricks: NS 9, EW 4\\n")
    >>> [[deal.score.points for deal in deals] for deals in score(record)]
    [[(3, 0)]]
    """
    games: list[list[DealReport]] = []
    for report in _check_record(record, _profile(rules)):
        if report.header is not None:
            games.append([])
        elif report.deal is not None:
            games[-1].append(report.deal)
    return tuple(map(tuple, games))


def analyse(
    record: Record,
    *,
    rules: Rules = None,
    continue_from: int | None = None,
    expected: Settings | bool = False,
) -> tuple[tuple[tuple[Analysis, tuple[Remark, ...]], ...], ...]:
    """Say what deals were worth and what each card cost, with all cards seen.

    Args:
        record: the record.
        rules: the profile to replay by, or its name; by default the one that the record names.
        continue_from: number of a trick from whose start the best continuation is wanted.
        expected: find also what each card was expected to lose, given only what its player could
            know (`whistlog.analysis.expected.Settings` say how); that takes some seconds a deal.

    Returns:
        For each game its deals, each with its analysis and remarks on what is unusual or
        missing. Values are exact; a deal takes some hundredths of a second. Expected losses are
        means over layouts of the unseen cards, in ``Analysis.expected``. What belongs to a card
        is found by trick and seat: ``analysis.at(3, Seat.N)``, ``analysis.expected.at(3, Seat.N)``.

    >>> record, _ = parse("Dealer: W\\nTrump: 4S\\nTricks: NS 9, EW 4\\n")
    >>> [(analysis, remarks)] = analyse(record)[0]
    >>> analysis.analysed, remarks[0].message
    (False, "The hands of N, E, S and W can't be told from the record.")
    """
    games: list[list[tuple[Analysis, tuple[Remark, ...]]]] = []
    for report in _check_record(record, _profile(rules)):
        if report.header is not None:
            games.append([])
        elif report.deal is not None:
            games[-1].append(_analysed(report.deal, report.profile, expected, continue_from))
    return tuple(map(tuple, games))


def annotate(
    record: Record,
    *,
    rules: Rules = None,
    school: str = "cavendish",
    analysis: bool = False,
    expected: Settings | bool = False,
) -> tuple[tuple[Review, ...], ...]:
    """Go through deals as a teacher would.

    Args:
        record: the record.
        rules: the profile to replay by, or its name; by default the one that the record names.
        school: who judges: one of `whistlog.notes.registry.SCHOOLS`.
        analysis: work out what each card cost as the cards lay.
        expected: work out also what each card was expected to lose, as for `analyse`.

    Returns:
        For each game its deals: notes in the order of play, what decided, who followed what.

    Raises:
        ValueError: there is no such school or profile.

    >>> record, _ = parse("Dealer: W\\nTrump: 4S\\n")
    >>> [[review]] = annotate(record)
    >>> review.notes
    ()
    """
    from whistlog.notes.registry import SCHOOLS
    from whistlog.notes.review import review

    if school not in SCHOOLS:
        raise ValueError(f"there is no school “{school}”; there are {', '.join(SCHOOLS)}.")
    games: list[list[Review]] = []
    for report in _check_record(record, _profile(rules)):
        if report.header is not None:
            games.append([])
        elif report.deal is not None:
            deal, profile, costs = report.deal, report.profile, None
            if analysis or expected:
                costs, _ = _analysed(deal, profile, expected)
            games[-1].append(
                review(deal.replay, profile, score=deal.before, school=school, analysis=costs)
            )
    return tuple(map(tuple, games))


def _analysed(
    report: DealReport,
    profile: Profile,
    expected: Settings | bool,
    continue_from: int | None = None,
) -> tuple[Analysis, tuple[Remark, ...]]:
    from whistlog.analysis.expected import Settings
    from whistlog.analysis.expected import analyse as analyse_replay

    settings = Settings() if expected is True else expected or None
    return analyse_replay(
        report.replay, profile, settings, continue_from=continue_from, deal=report.deal
    )


def conclusions(record: Record, rules: Rules = None) -> Iterator[dict[str, Any]]:
    """What follows from each deal of a record, in the form of the JSON documents."""
    from whistlog.inferred import inferred

    for report in _check_record(record, _profile(rules)):
        if report.deal is not None:
            yield inferred(report.deal, report.profile)


def not_text(reason: Any, path: str) -> Diagnostic:
    """The finding for a stream that holds no text."""
    span = Span(reason.line, 1, reason.line, 1) if reason.line > 1 else NOWHERE
    return Diagnostic(reason.name, span, reason.facts, path=path)


def _profile(rules: Rules) -> Profile | None:
    """The profile that a caller names.

    Raises:
        ValueError: there is none, or its file can't be used.
    """
    if rules is None or isinstance(rules, Profile):
        return rules
    profile, faults = load_profile(rules)
    if profile is None:
        raise ValueError(" ".join(f"{d.message} {d.help}".strip() for d in faults))
    return profile


def _language(code: str | None) -> str | None:
    """The code of a language that a caller names.

    Raises:
        ValueError: there is none of this code.
    """
    if code is None:
        return None
    from whistlog.notation.languages import LANGUAGES

    if code.lower() not in LANGUAGES:
        raise ValueError(f"no language is called “{code}”; there are {', '.join(LANGUAGES)}.")
    return code.lower()


def _of(contest: Contest) -> Iterator[Report]:
    yield Report(0, diagnostics=contest.findings())


def _check_record(
    record: Record,
    rules: Profile | None,
    path: str = "",
    contest: Contest | None = None,
    *,
    claims: bool = False,
    strict: bool = False,
) -> Iterator[Report]:
    """Check a record part by part; ``claims`` are held against the best defence if wanted."""
    from whistlog.checks import Checker

    checker = Checker(rules, strict=strict)
    compared = contest if contest is not None else Contest()
    for number, game in enumerate(record.games, start=1):
        said: Suppressions | None = None
        found = checker.header(game.header)
        asides = _asides(game.header)
        board = asides & _BOARD > 0
        compared.header(game.header, checker.profile, path, number, board=board)
        if asides & _SPEAKS:
            said = _suppressions()
            found = _merge(said.header(game.header, found), ())
        found = _tell(found, path, number)
        yield Report(number, game.header, diagnostics=found, profile=checker.profile)
        for place, deal in enumerate(game.deals, start=1):
            result = checker.deal(deal)
            name = place if deal.number is None else deal.number
            found = result.diagnostics
            asides = _asides(deal)
            if asides & _BOARD or compared.open:
                compared.deal(result, checker.profile, path, number, name)
            if claims and not _CLAIMS.isdisjoint(deal.layout.tallies):
                found = _merge(found, _not_forced(checker, result, found))
            if said is not None or asides & _SPEAKS:
                said = said or _suppressions()
                found = _merge(said.deal(deal, found), ())
            found = _tell(found, path, number, name)
            yield Report(number, deal=result, diagnostics=found, profile=checker.profile)
        ending = checker.end_game()
        if said is not None:
            ending = said.end(ending)
        if ending:
            yield Report(number, diagnostics=_tell(ending, path, number), profile=checker.profile)


def _not_forced(checker: Checker, result: DealReport, found: Diagnostics) -> Diagnostics:
    """What a claim gives too much, in a deal of which nothing else is in doubt."""
    if result.score is None or any(d.severity == "error" for d in found):
        return ()
    from whistlog.analysis.claims import not_forced

    return not_forced(checker.reporter(result.deal), result.replay, checker.profile)


_CLAIMS: Final = frozenset(("claim", "concede"))
_SPEAKS: Final = 1
_BOARD: Final = 2


def _says_nothing(section: Header | Deal) -> bool:
    """Whether no line of a section is one that whistlog knows."""
    return type(section) is Header and all(
        isinstance(item, Comment | Annotation) or (type(item) is Tag and not item.known)
        for item in section.items
    )


def _asides(section: Header | Deal) -> int:
    """Whether a section has a comment meant for whistlog, and whether it names a board."""
    layout = section.layout
    found = _BOARD if "board" in layout.tags else 0
    if layout.remarks:
        for item in section.items:
            if (item.comment or "").lstrip()[:9].lower() == "whistlog:":
                found |= _SPEAKS
    return found


def _suppressions() -> Suppressions:
    from whistlog.checks.suppress import Suppressions

    return Suppressions()


def _tell(
    found: Iterable[Diagnostic], path: str, game: int, deal: int | None = None
) -> Diagnostics:
    """Complete findings by the circumstances that only the reader of the file knows."""
    return tuple(
        replace(
            d,
            path=d.path or path,
            game=d.game or game,
            deal=deal if d.deal is None else d.deal,
        )
        for d in found
    )


def _merge(first: Diagnostics, second: Diagnostics) -> Diagnostics:
    return tuple(sorted((*first, *second), key=lambda d: d.sort_key))
