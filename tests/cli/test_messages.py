"""The language of what is said: the option, the environment, and what does not depend on it."""

from __future__ import annotations

import json

import pytest

from tests.cli.conftest import WRONG, Command
from whistlog.sentences.spoken import SPOKEN, spoken

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
