from __future__ import annotations

import json

import pytest
from jsonschema import Draft202012Validator

from tests.render.conftest import REVOKE
from whistlog.diagnostics import Diagnostic
from whistlog.notation.schema import schema
from whistlog.record import Span
from whistlog.render import FORMATS, Summary, create

TAG = Diagnostic("odd-tag", Span(2, 1, 2, 7), {"word": "a:b, 5%\nc"}, path="a,b:c%.txt", game=1)
FILE = Diagnostic("hint", path="-")


def test_concise(show) -> None:
    assert show("concise", REVOKE, FILE) == (
        "club/game 1.whist:3:16: error P901 revoke South played 6♣ to a heart lead.\n"
        "-: info I903 hint Hands are not recorded.\n"
        "Checked 1 deal: 1 error, 1 remark.\n"
    )


def test_concise_keeps_to_one_line(show) -> None:
    assert show("concise", TAG).count("\n") == 2


def test_github_escapes_what_its_log_would_misread(show) -> None:
    assert show("github", TAG) == (
        "::warning file=a%2Cb%3Ac%25.txt,line=2,endLine=2,col=1,endColumn=6,"
        "title=S902 odd-tag::“a:b, 5%25%0Ac” is not known. (game 1)\n"
    )


def test_github_names_levels_as_github_does(show) -> None:
    assert show("github", FILE) == ("::notice file=-,title=I903 hint::Hands are not recorded.\n")


def test_json_has_exactly_the_fields_that_are_promised(show) -> None:
    document = json.loads(show("json", REVOKE))
    assert document == {
        "version": 1,
        "diagnostics": [
            {
                "code": "P901",
                "name": "revoke",
                "severity": "error",
                "message": "South played 6♣ to a heart lead.",
                "help": "Look at both cards.",
                "path": "club/game 1.whist",
                "line": 3,
                "column": 16,
                "end_line": 3,
                "end_column": 18,
                "game": 1,
                "deal": 1,
                "trick": 1,
                "seat": "S",
                "related": [
                    {
                        "message": "Here is the heart.",
                        "path": "club/game 1.whist",
                        "line": 5,
                        "column": 16,
                        "end_line": 5,
                        "end_column": 18,
                    }
                ],
            }
        ],
        "summary": {"files": 1, "games": 1, "deals": 1, "errors": 1, "warnings": 0, "infos": 0},
    }


@pytest.mark.parametrize("findings", [(), (FILE,), (REVOKE, TAG, FILE)])
def test_json_follows_its_schema(show, findings) -> None:
    document = json.loads(show("json", *findings))
    validator = Draft202012Validator(
        schema("diagnostics"), format_checker=Draft202012Validator.FORMAT_CHECKER
    )
    assert list(validator.iter_errors(document)) == []
    assert len(document["diagnostics"]) == len(findings)


def test_the_schema_of_findings_is_one_and_its_examples_follow_it() -> None:
    Draft202012Validator.check_schema(schema("diagnostics"))
    validator = Draft202012Validator(schema("diagnostics"))
    for example in schema("diagnostics")["examples"]:
        assert list(validator.iter_errors(example)) == []
        for key in example["diagnostics"][0]:
            broken = json.loads(json.dumps(example))
            del broken["diagnostics"][0][key]
            assert list(validator.iter_errors(broken)), key


def test_json_that_would_not_follow_its_schema_is_not_written(show) -> None:
    with pytest.raises(ValueError, match="not a valid document"):
        show("json", Diagnostic("odd-tag", Span(0, 1, 1, 1), {"word": "x"}))


def test_sarif_has_what_the_standard_asks_for(show) -> None:
    log = json.loads(show("sarif", REVOKE, TAG, FILE))
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    assert run["columnKind"] == "unicodeCodePoints"
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == ["P901", "S902", "I903"]
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["message"]["text"]
        assert result["level"] in ("error", "warning", "note")
    first, tag, file = run["results"]
    assert first["locations"] == [
        {
            "physicalLocation": {
                "artifactLocation": {"uri": "club/game%201.whist"},
                "region": {"startLine": 3, "startColumn": 16, "endLine": 3, "endColumn": 18},
            }
        }
    ]
    (related,) = first["relatedLocations"]
    assert related["message"] == {"text": "Here is the heart."}
    assert related["physicalLocation"]["region"]["startLine"] == 5
    assert first["properties"] == {"game": 1, "deal": 1, "trick": 1, "seat": "S"}
    assert tag["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "a%2Cb%3Ac%25.txt"
    assert "region" not in file["locations"][0]["physicalLocation"]


def test_sarif_without_findings_is_a_whole_log(show) -> None:
    assert json.loads(show("sarif"))["runs"][0]["results"] == []


@pytest.mark.parametrize("format", FORMATS)
def test_every_format_survives_any_text(show, format: str) -> None:
    word = "".join(map(chr, range(0x20))) + "\x7f\x85\u2028\u202e\ufeff\U0001f0a1"
    text = show(format, Diagnostic("odd-tag", Span(1, 1, 1, 2), {"word": word}, path=word))
    if format in ("json", "sarif"):
        json.loads(text)


def test_an_unknown_format_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        create("xml", None)  # type: ignore[arg-type]


def test_the_counts_in_words() -> None:
    assert Summary(files=3, deals=2000, errors=1, warnings=2, infos=3).sentence() == (
        "Checked 2,000 deals in 3 files: 1 error, 2 warnings, 3 remarks."
    )
