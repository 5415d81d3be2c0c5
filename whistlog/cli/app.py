"""What can be typed: every command with its arguments and options, in Typer's terms.

The commands do nothing here; each says which ``run`` is to be called with which values.
It is called when Typer is done, so that Typer's ways with exceptions are not in the way.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from enum import StrEnum
from functools import partial
from typing import Annotated, Any

import typer

from whistlog.cli.errors import CLEAN, USAGE

Action = Callable[[], int]

app = typer.Typer(
    name="whistlog",
    help="Write down a deal of whist; check it, replay it, score it.",
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
    entries = catalogue().values()
    codes = [(e.code, e.summary) for e in entries if typed and e.code.lower().startswith(typed)]
    return codes + [(e.name, e.summary) for e in entries if e.name.startswith(typed)]


Paths = Annotated[
    list[str],
    typer.Argument(
        metavar="PATH",
        help="Files, folders (their .whist and .txt files) or patterns; - is standard input.",
        show_default=False,
    ),
]
Path_ = Annotated[
    str, typer.Argument(metavar="PATH", help="A file; - is standard input.", show_default=False)
]
Rules = Annotated[
    str | None,
    typer.Option(
        "--rules",
        "-r",
        metavar="NAME|FILE",
        autocompletion=_profiles,
        help="Rule profile, instead of the one that the record names. See `whistlog rules`.",
    ),
]
Language = Annotated[
    str | None,
    typer.Option(
        "--language",
        "-l",
        metavar="en|pt|es|ca|fr",
        autocompletion=_languages,
        help="Language of the letters, where a record does not state it.",
    ),
]
Encoding = Annotated[
    str | None,
    typer.Option("--encoding", metavar="NAME", help="Encoding of the files; UTF-8 by default."),
]
NoValidate = Annotated[
    bool,
    typer.Option("--no-validate", help="Do not hold JSON against its schema (for archives)."),
]

Samples = Annotated[
    int | None,
    typer.Option(
        "--samples",
        metavar="NUMBER",
        min=20,
        help="With --expected: the most layouts of the unseen cards for a card; 200 if not given.",
    ),
]
Seed = Annotated[
    int | None,
    typer.Option(
        "--seed",
        metavar="NUMBER",
        help="With --expected: what chance begins with; 0 if not given.",
    ),
]
Jobs = Annotated[
    int | None,
    typer.Option(
        "--jobs",
        "-j",
        min=0,
        help="With --expected: threads; one for each processor if not given.",
    ),
]
TimeLimit = Annotated[
    float | None,
    typer.Option(
        "--time-limit",
        metavar="SECONDS",
        min=0.001,
        help="With --expected: the most time for a deal; the first tricks are left out then.",
    ),
]

Write = Annotated[
    bool,
    typer.Option("--write", "-w", help="Write notes into the record; they bear a mark."),
]
Output = Annotated[
    str | None,
    typer.Option(
        "--output", "-o", metavar="FILE", help="Write the record with its notes to a file."
    ),
]
NotesDiff = Annotated[
    bool, typer.Option("--diff", help="Change nothing; show what --write would change.")
]
Clear = Annotated[
    bool, typer.Option("--clear", help="Take the notes of whistlog out of the record.")
]


def _version(value: bool) -> None:
    if value:
        from whistlog import __version__

        typer.echo(f"whistlog {__version__}")
        raise typer.Exit


@app.callback()
def _whistlog(
    version: Annotated[
        bool,
        typer.Option(
            "--version", "-V", help="Print the version.", callback=_version, is_eager=True
        ),
    ] = False,
) -> None:
    """Write down a deal of whist; check it, replay it, score it."""


@app.command()
def check(
    paths: Paths,
    rules: Rules = None,
    language: Language = None,
    encoding: Encoding = None,
    format: Annotated[
        CheckFormat, typer.Option("--format", "-f", help="How findings are shown.")
    ] = CheckFormat.full,
    select: Annotated[
        list[str] | None,
        typer.Option(
            "--select",
            metavar="CODE|NAME",
            autocompletion=_findings,
            help="Show only these: a name, a code or its beginning (P4); commas allow several.",
        ),
    ] = None,
    ignore: Annotated[
        list[str] | None,
        typer.Option(
            "--ignore",
            metavar="CODE|NAME",
            autocompletion=_findings,
            help="Do not show these.",
        ),
    ] = None,
    strict: Annotated[bool, typer.Option("--strict", help="Warnings fail the check too.")] = False,
    no_validate: NoValidate = False,
    jobs: Annotated[
        int,
        typer.Option(
            "--jobs", "-j", min=0, help="Processes for large files; 0 is one for each processor."
        ),
    ] = 1,
    fix: Annotated[
        bool,
        typer.Option("--fix", help="Put right, in the files, what can be put right in one way."),
    ] = False,
    diff: Annotated[
        bool, typer.Option("--diff", help="Change nothing; show what --fix would change.")
    ] = False,
) -> Action:
    """Say everything that is wrong with records, where, why and by which rule.

    Exit status: 0 clean, 1 errors found (with --strict: warnings too), 2 unreadable input.
    """
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
    game: Annotated[
        int | None, typer.Option("--game", "-g", min=1, help="Only this game of the file.")
    ] = None,
    deal: Annotated[
        int | None, typer.Option("--deal", "-d", min=0, help="Only the deal with this number.")
    ] = None,
    trick: Annotated[
        int | None,
        typer.Option("--trick", "-t", min=1, help="Only this trick; the first one when stepping."),
    ] = None,
    step: Annotated[
        bool | None,
        typer.Option(
            "--step/--all",
            help="Step with keys, or print all tricks. On a terminal, stepping is the default.",
            show_default=False,
        ),
    ] = None,
    rules: Rules = None,
    language: Language = None,
    encoding: Encoding = None,
    no_validate: NoValidate = False,
) -> Action:
    """Play deals trick by trick.

    Keys when stepping: right, n or Enter next card, left or p card before, down and up next
    trick and trick before, home start, end end, a number that trick (at once), ] or d next
    deal, [ or u deal before, q quit.
    """
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
    to: Annotated[
        Target | None,
        typer.Option("--to", help="What to write; by default text for a .json file, else json."),
    ] = None,
    output: Annotated[
        str | None,
        typer.Option("--output", "-o", metavar="FILE", help="Write to a file, all or nothing."),
    ] = None,
    ascii: Annotated[bool, typer.Option("--ascii", help="Letters for suits in text.")] = False,
    rules: Rules = None,
    language: Language = None,
    encoding: Encoding = None,
    no_validate: NoValidate = False,
) -> Action:
    """Turn a record into JSON, or JSON into a record; nothing is lost either way."""
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
    format: Annotated[
        TableFormat, typer.Option("--format", "-f", help="How the score is printed.")
    ] = TableFormat.table,
    boards: Annotated[
        bool, typer.Option("--boards", help="Only compare boards that several tables played.")
    ] = False,
    players: Annotated[
        bool, typer.Option("--players", help="Only rank the players of a drive.")
    ] = False,
    language: Language = None,
    encoding: Encoding = None,
    no_validate: NoValidate = False,
) -> Action:
    """Keep the score of the deals and the games; compare boards, rank the players of a drive."""
    from whistlog.cli.score import run

    if boards and players:
        raise typer.BadParameter("--boards and --players exclude each other.")

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
    game: Annotated[int | None, typer.Option("--game", min=1, help="Only this game.")] = None,
    deal: Annotated[
        int | None, typer.Option("--deal", "-d", min=1, help="Only the deal with this number.")
    ] = None,
    continue_from: Annotated[
        int | None,
        typer.Option(
            "--from", metavar="TRICK", min=1, help="Show the best continuation from this trick on."
        ),
    ] = None,
    expected: Annotated[
        bool,
        typer.Option(
            "--expected",
            "-e",
            help="Tell what each card was expected to lose by what its player could know.",
        ),
    ] = False,
    samples: Samples = None,
    seed: Seed = None,
    jobs: Jobs = None,
    time_limit: TimeLimit = None,
    format: Annotated[
        AnalysisFormat, typer.Option("--format", "-f", help="How the analysis is printed.")
    ] = AnalysisFormat.text,
    write: Write = False,
    output: Output = None,
    diff: NotesDiff = False,
    clear: Clear = False,
    rules: Rules = None,
    language: Language = None,
    encoding: Encoding = None,
    no_validate: NoValidate = False,
) -> Action:
    """Say what deals were worth and what each card cost, with all cards seen.

    Exit status: 0 analysed, 1 no deal could be analysed, 2 unreadable input.
    """
    if not expected and (samples, seed, jobs, time_limit) != (None,) * 4:
        raise typer.BadParameter("--samples, --seed, --jobs and --time-limit need --expected.")
    if write or output is not None or diff or clear:
        if continue_from is not None or expected or format is not AnalysisFormat.text:
            raise typer.BadParameter("--from, --expected and --format do not go with --write.")
        from whistlog.cli import costnotes
        from whistlog.cli.noting import Target as Record

        record = Record(path, game, deal, clear, output, diff, rules, language, encoding)
        return partial(costnotes.run, record)
    from whistlog.cli.analyse import run
    from whistlog.cli.weighing import Weighing

    return partial(
        run,
        path,
        game=game,
        deal=deal,
        continue_from=continue_from,
        expected=Weighing(samples, seed, jobs, time_limit) if expected else None,
        format=format.value,
        rules=rules,
        language=language,
        encoding=encoding,
        validate=not no_validate,
    )


@app.command()
def annotate(
    paths: Paths,
    game: Annotated[int | None, typer.Option("--game", min=1, help="Only this game.")] = None,
    deal: Annotated[
        int | None, typer.Option("--deal", "-d", min=1, help="Only deals with this number.")
    ] = None,
    school: Annotated[
        School, typer.Option("--school", help="Who judges the play.")
    ] = School.cavendish,
    no_analysis: Annotated[
        bool, typer.Option("--no-analysis", help="Do not work out what each card cost.")
    ] = False,
    expected: Annotated[
        bool | None,
        typer.Option(
            "--expected/--no-expected",
            help="Work out what each card was expected to lose: some seconds a deal; not done "
            "for --summary unless asked for.",
        ),
    ] = None,
    samples: Samples = None,
    seed: Seed = None,
    jobs: Jobs = None,
    time_limit: TimeLimit = None,
    everything: Annotated[bool, typer.Option("--all", "-a", help="Show the routine, too.")] = False,
    summary: Annotated[
        bool,
        typer.Option("--summary", help="The totals of each player instead of the notes."),
    ] = False,
    format: Annotated[
        AnalysisFormat, typer.Option("--format", "-f", help="How the notes are printed.")
    ] = AnalysisFormat.text,
    write: Write = False,
    output: Output = None,
    diff: NotesDiff = False,
    clear: Clear = False,
    rules: Rules = None,
    language: Language = None,
    encoding: Encoding = None,
    no_validate: NoValidate = False,
) -> Action:
    """Go through deals as a teacher would: what each play follows or departs from, and why.

    Exit status: 0 done, 1 there is no deal, 2 unreadable input.
    """
    from whistlog.cli.annotate import run
    from whistlog.cli.weighing import Weighing

    weighs = not (summary or no_analysis) if expected is None else expected
    if weighs and no_analysis:
        raise typer.BadParameter("--expected and --no-analysis exclude each other.")
    if not weighs and (samples, seed, jobs, time_limit) != (None,) * 4:
        raise typer.BadParameter("--samples, --seed, --jobs and --time-limit need --expected.")
    weighing = Weighing(samples, seed, jobs, time_limit) if weighs else None
    if write or output is not None or diff or clear:
        if summary or format is not AnalysisFormat.text:
            raise typer.BadParameter("--summary and --format do not go with --write.")
        if len(paths) != 1:
            raise typer.BadParameter("--write takes one file.")
        from whistlog.cli.annotate import write as write_notes
        from whistlog.cli.noting import Target as Record

        record = Record(paths[0], game, deal, clear, output, diff, rules, language, encoding)
        return partial(
            write_notes,
            record,
            school=school.value,
            analysis=not no_analysis,
            expected=weighing,
            everything=everything,
        )
    return partial(
        run,
        paths,
        game=game,
        deal=deal,
        school=school.value,
        analysis=not no_analysis,
        expected=weighing,
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
    check: Annotated[
        bool, typer.Option("--check", help="Change nothing; exit with 1 if a file would change.")
    ] = False,
    diff: Annotated[
        bool, typer.Option("--diff", help="Change nothing; show what would change.")
    ] = False,
    ascii: Annotated[bool, typer.Option("--ascii", help="Letters for suits.")] = False,
    language: Annotated[
        str | None,
        typer.Option(
            "--language",
            "-l",
            metavar="en|pt|es|ca|fr",
            autocompletion=_languages,
            help="Write in this language.",
        ),
    ] = None,
    encoding: Encoding = None,
) -> Action:
    """Write records in the canonical spelling.

    A file is rewritten only if every line of it was understood. - reads standard input and
    writes standard output.
    """
    from whistlog.cli.fmt import run

    return partial(
        run, paths, check=check, diff=diff, ascii=ascii, language=language, encoding=encoding
    )


@app.command()
def explain(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[CODE|NAME]...",
            autocompletion=_findings,
            help="Findings, or beginnings of codes (P4) for a list; none for a list of all.",
        ),
    ] = None,
) -> Action:
    """Explain a finding: what it means, why it matters, what to do."""
    from whistlog.cli.explain import run

    return partial(run, names or ())


@app.command()
def rules(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="[NAME|FILE]",
            autocompletion=_profiles,
            help="A profile to print; none for a list.",
        ),
    ] = None,
) -> Action:
    """List the rule profiles, or print one."""
    from whistlog.cli.rules import run

    return partial(run, name)


def run_app(args: list[str]) -> int:
    """Run the command line and return its exit status."""
    command = typer.main.get_command(app)
    try:
        result: Any = command.main(args=args, prog_name="whistlog", standalone_mode=False)
    except SystemExit as stop:  # shell completion ends like this
        return stop.code if isinstance(stop.code, int) else CLEAN
    except Exception as error:
        # Typer's own exceptions for a wrong command line know how to show themselves; their
        # classes are not public in every release that we allow.
        show = getattr(error, "show", None)
        if show is None:
            raise
        show(file=sys.stderr)
        return int(getattr(error, "exit_code", USAGE))
    if callable(result):
        return int(result())
    return result if isinstance(result, int) else CLEAN
