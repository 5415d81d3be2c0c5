"""The language of what is said: the option, the environment, and what does not depend on it."""

from __future__ import annotations

import json

import pytest

from tests.cli.conftest import ROOT, WRONG, Command
from whistlog import check_file
from whistlog.cli.asked import Chosen
from whistlog.cli.screens import screen
from whistlog.record import Header
from whistlog.render.base import width
from whistlog.replay import positions
from whistlog.sentences.spoken import SPOKEN, speaking, spoken

VERDICTS = {
    "en": "Checked 1 deal: 1 error.",
    "pt": "Verificação de 1 mão: 1 erro.",
    "es": "Comprobación de 1 mano: 1 error.",
    "ca": "Comprovació de 1 mà: 1 error.",
    "fr": "Vérification de 1 donne\u00a0: 1 erreur.",
}


@pytest.mark.parametrize("language", SPOKEN)
def test_option(whistlog: Command, language: str) -> None:
    """The option may stand anywhere, in either form."""
    for args in (
        ("--messages", language, "check", "-"),
        ("check", f"--messages={language.upper()}", "-"),
        ("check", "-", "--messages", language),
    ):
        done = whistlog(*args, stdin=WRONG)
        assert done.out.splitlines()[-1] == VERDICTS[language]
        assert done.status == 1
    assert spoken() == "en"


@pytest.mark.parametrize(
    ("variables", "language"),
    [
        ({"WHISTLOG_LANG": "pt"}, "pt"),
        ({"WHISTLOG_LANG": "", "LANG": "ca_ES.UTF-8"}, "ca"),
        ({"WHISTLOG_LANG": "xx", "LC_MESSAGES": "fr_CA"}, "fr"),
        ({"WHISTLOG_LANG": "", "LC_ALL": "C.UTF-8", "LANG": "es_ES.UTF-8"}, "en"),
        ({"WHISTLOG_LANG": "", "LC_ALL": "de_DE.UTF-8"}, "en"),
    ],
)
def test_environment(
    whistlog: Command, monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], language: str
) -> None:
    """Without the option, the own variable counts, then the language of the system."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert whistlog("check", "-", stdin=WRONG).out.splitlines()[-1] == VERDICTS[language]
    assert whistlog("check", "-", "--messages", "es", stdin=WRONG).out.endswith("1 error.\n")


def test_unknown_language(whistlog: Command) -> None:
    """A language that has no sentences is refused; a file may have the name of the option."""
    for args in (("--messages", "de"), ("--messages=",), ("--messages",)):
        done = whistlog("check", "-", *args, stdin=WRONG)
        assert (done.status, done.out) == (2, "")
        assert "en, pt, es, ca, fr" in done.err
    assert "--messages" in whistlog("check", "--", "--messages").out


def test_only_words_differ(whistlog: Command) -> None:
    """Names, codes, places and numbers are the same in all languages."""

    def bare(language: str) -> object:
        out = whistlog("check", "-f", "json", "-", "--messages", language, stdin=WRONG).out
        document = json.loads(out)
        for found in document["diagnostics"]:
            for words in (found, *found["related"]):
                del words["message"]
            del found["help"]
        return document

    english = bare("en")
    assert all(bare(language) == english for language in SPOKEN)


@pytest.mark.parametrize("language", SPOKEN)
def test_help(whistlog: Command, language: str) -> None:
    """Every command and every option is explained, in a frame of the same language."""
    page = whistlog("--help", "--messages", language).out
    names = [line.split()[0] for line in page.splitlines() if line.startswith("  ")]
    for name in (name for name in names if name.isalpha() and name.islower()):
        page += whistlog(name, "--help", "--messages", language).out
    assert page.count("--messages en|pt|es|ca|fr") > 9
    frame = ("Usage:", "\nOptions:", "\nArguments:", "[required]", "Show this message")
    assert [words in page for words in frame] == [
        language == "en" or (words == "\nArguments:" and language == "ca") for words in frame
    ]


def test_help_stands_in_the_tables() -> None:
    """The command line itself has no sentences: no language could lack them unseen."""
    import typer

    from whistlog.cli.app import app

    group = typer.main.get_command(app)
    own = [p for c in (group, *group.commands.values()) for p in c.params]  # type: ignore[attr-defined]
    assert {p.name for p in own if p.help} <= {"install_completion", "show_completion"}


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["chek"], "No existe esa orden: 'chek'. ¿Quería decir 'check'?"),
        (["check"], "Falta el argumento"),
        (["check", "--foo", "a"], "No existe esa opción: --foo"),
        (["check", "a", "--jobs"], "necesita un argumento."),
        (["check", "a", "--strict=1"], "no lleva valor."),
        (["check", "a", "-j", "x"], "no es un número válido"),
        (["check", "a", "-j", "-1"], "no está en el intervalo"),
        (["check", "a", "-f", "pdf"], "'pdf' no es uno de"),
        (["rules", "a", "b"], "Argumentos de más: b"),
        (["score", "a", "--boards", "--players"], "--boards y --players se excluyen."),
        (["explain", "zzzz"], "no hay ningún hallazgo ni observación “zzzz”."),
    ],
)
def test_wrong_command_lines(whistlog: Command, args: list[str], words: str) -> None:
    """What is wrong with a command line is said in the language too."""
    done = whistlog(*args, "--messages", "es")
    assert done.status == 2
    assert words in done.err
    assert not any(english in done.err for english in ("No such", "Usage:", "Try '", "Invalid"))


@pytest.mark.parametrize("language", SPOKEN)
@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (60, 16), (40, 12)])
def test_the_stepping_view_fits(language: str, columns: int, rows: int) -> None:
    """However long its words are, a screen is no larger than the window."""
    for path in ("samples/clean/full-deal.whist", "samples/faulty/revoke.whist"):
        (report,) = (r for r in check_file(ROOT / path) if r.deal is not None)
        assert report.deal is not None
        shown = Chosen(path, Header(()), 1, report)
        steps = list(positions(report.deal.replay))
        with speaking(language):
            for at in range(0, len(steps), 5):
                lines = screen(shown, steps, at, columns, rows)
                assert len(lines) <= rows
                assert all(width(line) <= columns for line in lines)
