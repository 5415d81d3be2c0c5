"""What can be typed: every command with its arguments and options, in Typer's terms.

The commands do nothing here; each says which ``run`` is to be called with which values.
It is called when Typer is done, so that Typer's ways with exceptions are not in the way.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer

from whistlog.cli.errors import CLEAN, USAGE, CommandError
from whistlog.cli.usage import in_words, told
from whistlog.sentences.phrases import Listed
from whistlog.sentences.spoken import spoken
from whistlog.sentences.tables import say

if TYPE_CHECKING:
    from whistlog.analysis.expected import Settings

Action = Callable[[], int]

app = typer.Typer(
    name="whistlog",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


class CheckFormat(StrEnum):
    """What ``check`` can print."""

    full = "full"
    concise = "concise"
    json = "json"
    github = "github"
    sarif = "sarif"


class Target(StrEnum):
    """What ``convert`` can write."""

    json = "json"
    text = "text"
    ndjson = "ndjson"


class AnalysisFormat(StrEnum):
    """What ``analyse`` can print."""

    text = "text"
    json = "json"


class School(StrEnum):
    """Who judges the play in ``annotate``."""

    hoyle = "hoyle"
    cavendish = "cavendish"
    american = "american"
    modern = "modern"


class TableFormat(StrEnum):
    """What ``score`` can print."""

    table = "table"
    csv = "csv"
    json = "json"


def _profiles(typed: str) -> list[str]:
    from whistlog.rules.profile import profile_names

    return [name for name in profile_names() if name.startswith(typed.lower())]


def _languages(typed: str) -> list[str]:
    from whistlog.notation.languages import LANGUAGES

    return [code for code in LANGUAGES if code.startswith(typed.lower())]


def _findings(typed: str) -> list[tuple[str, str]]:
    """Names of findings, or codes where a code is begun, each with what it means."""
    from whistlog.diagnostics import catalogue

    typed = typed.lower()
    entries = catalogue(spoken()).values()
    codes = [(e.code, e.summary) for e in entries if typed and e.code.lower().startswith(typed)]
    return codes + [(e.name, e.summary) for e in entries if e.name.startswith(typed)]


Paths = Annotated[list[str], typer.Argument(metavar="PATH", show_default=False)]
Path_ = Annotated[str, typer.Argument(metavar="PATH", show_default=False)]
Game = Annotated[int | None, typer.Option("--game", min=1)]
DealNumber = Annotated[int | None, typer.Option("--deal", "-d", min=1)]
Rules = Annotated[
    str | None, typer.Option("--rules", "-r", metavar="NAME|FILE", autocompletion=_profiles)
]
Language = Annotated[
    str | None,
    typer.Option("--language", "-l", metavar="en|pt|es|ca|fr", autocompletion=_languages),
]
Encoding = Annotated[str | None, typer.Option("--encoding", metavar="NAME")]
NoValidate = Annotated[bool, typer.Option("--no-validate")]

Samples = Annotated[int | None, typer.Option("--samples", metavar="NUMBER", min=20, max=100_000)]
Seed = Annotated[int | None, typer.Option("--seed", metavar="NUMBER")]
Jobs = Annotated[int | None, typer.Option("--jobs", "-j", min=0)]
TimeLimit = Annotated[float | None, typer.Option("--time-limit", metavar="SECONDS", min=0.001)]

Write = Annotated[bool, typer.Option("--write", "-w")]
Output = Annotated[str | None, typer.Option("--output", "-o", metavar="FILE")]
NotesDiff = Annotated[bool, typer.Option("--diff")]
Clear = Annotated[bool, typer.Option("--clear")]


def _version(value: bool) -> None:
    if value:
        from whistlog import __version__

        typer.echo(f"whistlog {__version__}")
        raise typer.Exit


@app.callback()
def _whistlog(
    version: Annotated[
        bool, typer.Option("--version", "-V", callback=_version, is_eager=True)
    ] = False,
) -> None:
    """What may stand before a command."""


@app.command()
def check(
    paths: Paths,
    rules: Rules = None,
    language: Language = None,
    encoding: Encoding = None,
    format: Annotated[CheckFormat, typer.Option("--format", "-f")] = CheckFormat.full,
    select: Annotated[
        list[str] | None, typer.Option("--select", metavar="CODE|NAME", autocompletion=_findings)
    ] = None,
    ignore: Annotated[
        list[str] | None, typer.Option("--ignore", metavar="CODE|NAME", autocompletion=_findings)
    ] = None,
    strict: Annotated[bool, typer.Option("--strict")] = False,
    no_validate: NoValidate = False,
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=0)] = 1,
    fix: Annotated[bool, typer.Option("--fix")] = False,
    diff: Annotated[bool, typer.Option("--diff")] = False,
) -> Action:
    """``whistlog check``, with its options as plain values."""
    from whistlog.cli.check import run

    return partial(
        run,
        paths,
        rules=rules,
        language=language,
        encoding=encoding,
        format=format.value,
        select=select or (),
        ignore=ignore or (),
        strict=strict,
        validate=not no_validate,
        jobs=jobs,
        fix=fix,
        diff=diff,
    )


@app.command()
def replay(
    path: Path_,
    game: Annotated[int | None, typer.Option("--game", "-g", min=1)] = None,
    deal: Annotated[int | None, typer.Option("--deal", "-d", min=0)] = None,
    trick: Annotated[int | None, typer.Option("--trick", "-t", min=1)] = None,
    step: Annotated[bool | None, typer.Option("--step/--all", show_default=False)] = None,
    rules: Rules = None,
    language: Language = None,
    encoding: Encoding = None,
    no_validate: NoValidate = False,
) -> Action:
    """``whistlog replay``, with its options as plain values."""
    from whistlog.cli.replay import run

    return partial(
        run,
        path,
        game=game,
        deal=deal,
        trick=trick,
        step=step,
        rules=rules,
        language=language,
        encoding=encoding,
        validate=not no_validate,
    )


@app.command()
def convert(
    path: Path_,
    to: Annotated[Target | None, typer.Option("--to")] = None,
    output: Annotated[str | None, typer.Option("--output", "-o", metavar="FILE")] = None,
    ascii: Annotated[bool, typer.Option("--ascii")] = False,
    rules: Rules = None,
    language: Language = None,
    encoding: Encoding = None,
    no_validate: NoValidate = False,
) -> Action:
    """``whistlog convert``, with its options as plain values."""
    from whistlog.cli.convert import run

    return partial(
        run,
        path,
        to=to.value if to else None,
        target=output,
        ascii=ascii,
        rules=rules,
        language=language,
        encoding=encoding,
        validate=not no_validate,
    )


@app.command()
def score(
    paths: Paths,
    rules: Rules = None,
    format: Annotated[TableFormat, typer.Option("--format", "-f")] = TableFormat.table,
    boards: Annotated[bool, typer.Option("--boards")] = False,
    players: Annotated[bool, typer.Option("--players")] = False,
    language: Language = None,
    encoding: Encoding = None,
    no_validate: NoValidate = False,
) -> Action:
    """``whistlog score``, with its options as plain values."""
    from whistlog.cli.score import run

    if boards and players:
        raise typer.BadParameter(say("exclude", a="--boards", b="--players"))

    return partial(
        run,
        paths,
        rules=rules,
        format=format.value,
        language=language,
        encoding=encoding,
        validate=not no_validate,
        only="boards" if boards else "players" if players else None,
    )


@app.command()
def analyse(
    path: Path_,
    game: Game = None,
    deal: DealNumber = None,
    continue_from: Annotated[int | None, typer.Option("--from", metavar="TRICK", min=1)] = None,
    expected: Annotated[bool, typer.Option("--expected", "-e")] = False,
    samples: Samples = None,
    seed: Seed = None,
    jobs: Jobs = None,
    time_limit: TimeLimit = None,
    format: Annotated[AnalysisFormat, typer.Option("--format", "-f")] = AnalysisFormat.text,
    write: Write = False,
    output: Output = None,
    diff: NotesDiff = False,
    clear: Clear = False,
    rules: Rules = None,
    language: Language = None,
    encoding: Encoding = None,
    no_validate: NoValidate = False,
) -> Action:
    """``whistlog analyse``, with its options as plain values."""
    settings = _settings(expected, samples, seed, jobs, time_limit)
    if write or output is not None or diff or clear:
        if continue_from is not None or format is not AnalysisFormat.text:
            raise _not_with_write("--from", "--format")
        from whistlog.cli import costnotes
        from whistlog.cli.noting import Rewrite

        record = Rewrite(path, game, deal, clear, output, diff, rules, language, encoding)
        return partial(costnotes.run, record, settings)
    from whistlog.cli.analyse import run

    return partial(
        run,
        path,
        game=game,
        deal=deal,
        continue_from=continue_from,
        expected=settings,
        format=format.value,
        rules=rules,
        language=language,
        encoding=encoding,
        validate=not no_validate,
    )


@app.command()
def annotate(
    paths: Paths,
    game: Game = None,
    deal: DealNumber = None,
    school: Annotated[School, typer.Option("--school")] = School.cavendish,
    no_analysis: Annotated[bool, typer.Option("--no-analysis")] = False,
    expected: Annotated[bool | None, typer.Option("--expected/--no-expected")] = None,
    samples: Samples = None,
    seed: Seed = None,
    jobs: Jobs = None,
    time_limit: TimeLimit = None,
    everything: Annotated[bool, typer.Option("--all", "-a")] = False,
    summary: Annotated[bool, typer.Option("--summary")] = False,
    format: Annotated[AnalysisFormat, typer.Option("--format", "-f")] = AnalysisFormat.text,
    write: Write = False,
    output: Output = None,
    diff: NotesDiff = False,
    clear: Clear = False,
    rules: Rules = None,
    language: Language = None,
    encoding: Encoding = None,
    no_validate: NoValidate = False,
) -> Action:
    """``whistlog annotate``, with its options as plain values."""
    from whistlog.cli.annotate import run

    weighs = not (summary or no_analysis) if expected is None else expected
    if weighs and no_analysis:
        raise typer.BadParameter(say("exclude", a="--expected", b="--no-analysis"))
    settings = _settings(weighs, samples, seed, jobs, time_limit)
    if write or output is not None or diff or clear:
        if summary or format is not AnalysisFormat.text:
            raise _not_with_write("--summary", "--format")
        if len(paths) != 1:
            raise typer.BadParameter(say("takes-one-file", option="--write"))
        from whistlog.cli.annotate import write as write_notes
        from whistlog.cli.noting import Rewrite

        record = Rewrite(paths[0], game, deal, clear, output, diff, rules, language, encoding)
        return partial(
            write_notes,
            record,
            school=school.value,
            analysis=not no_analysis,
            expected=settings,
            everything=everything,
        )
    return partial(
        run,
        paths,
        game=game,
        deal=deal,
        school=school.value,
        analysis=not no_analysis,
        expected=settings,
        everything=everything,
        summary=summary,
        format=format.value,
        rules=rules,
        language=language,
        encoding=encoding,
        validate=not no_validate,
    )


@app.command()
def fmt(
    paths: Paths,
    check: Annotated[bool, typer.Option("--check")] = False,
    diff: Annotated[bool, typer.Option("--diff")] = False,
    ascii: Annotated[bool, typer.Option("--ascii")] = False,
    language: Annotated[
        str | None,
        typer.Option("--language", "-l", metavar="en|pt|es|ca|fr", autocompletion=_languages),
    ] = None,
    encoding: Encoding = None,
) -> Action:
    """``whistlog fmt``, with its options as plain values."""
    from whistlog.cli.fmt import run

    return partial(
        run, paths, check=check, diff=diff, ascii=ascii, language=language, encoding=encoding
    )


@app.command()
def explain(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="[CODE|NAME]...", autocompletion=_findings)
    ] = None,
) -> Action:
    """``whistlog explain``, with its options as plain values."""
    from whistlog.cli.explain import run

    return partial(run, names or ())


@app.command()
def rules(
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME|FILE]", autocompletion=_profiles)
    ] = None,
) -> Action:
    """``whistlog rules``, with its options as plain values."""
    from whistlog.cli.rules import run

    return partial(run, name)


def commands() -> Any:
    """All commands as Typer has them, with their help in the language that is spoken."""
    return in_words(typer.main.get_command(app), _languages)


def run_app(args: list[str]) -> int:
    """Run the command line and return its exit status."""
    command = commands()
    try:
        result: Any = command.main(args=args, prog_name="whistlog", standalone_mode=False)
    except SystemExit as stop:  # shell completion ends like this
        if isinstance(stop.__context__, BrokenPipeError):  # and a page of help that nobody reads
            raise stop.__context__ from None
        return stop.code if isinstance(stop.code, int) else CLEAN
    except RuntimeError as error:  # of the library that says where the home is
        if "--install-completion" not in args:
            raise
        raise CommandError(say("no-home")) from error
    except Exception as error:
        # Typer's own exceptions for a wrong command line know how to show themselves; their
        # classes are not public in every release that we allow.
        if getattr(error, "show", None) is None:
            raise
        print(told(error), file=sys.stderr)
        return int(getattr(error, "exit_code", USAGE))
    if callable(result):
        return int(result())
    return result if isinstance(result, int) else CLEAN


def _settings(
    wanted: bool,
    samples: int | None,
    seed: int | None,
    jobs: int | None,
    time_limit: float | None,
) -> Settings | None:
    """How expected losses are to be found; None where they are not wanted."""
    if wanted:
        from whistlog.analysis.expected import SAMPLES, Settings

        most = SAMPLES if samples is None else samples
        return Settings(most, seed or 0, jobs or 0, time_limit)
    if (samples, seed, jobs, time_limit) != (None,) * 4:
        options = Listed(("--samples", "--seed", "--jobs", "--time-limit"), "and")
        raise typer.BadParameter(say("needs", options=options, other="--expected"))
    return None


def _not_with_write(*options: str) -> typer.BadParameter:
    return typer.BadParameter(
        say("do-not-go-with", options=Listed(options, "and"), other="--write")
    )
