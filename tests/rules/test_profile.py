"""Rule profiles: the built-in ones, and files that players write."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from whistlog.cards import SUITS, Suit
from whistlog.diagnostics import Diagnostic
from whistlog.rules.profile import (
    LARGEST,
    SHORT,
    BidRules,
    HonourRules,
    PenaltyRules,
    Profile,
    RubberRules,
    format_profile,
    from_table,
    load_profile,
    profile_names,
    profile_text,
)
from whistlog.rules.profile_file import schema

H, D, S, C = Suit.HEARTS, Suit.DIAMONDS, Suit.SPADES, Suit.CLUBS


def load(tmp_path: Path, content: str | bytes) -> tuple[Profile | None, tuple[Diagnostic, ...]]:
    path = tmp_path / "club.toml"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return load_profile(path)


def faults(tmp_path: Path, content: str | bytes) -> list[Diagnostic]:
    """The findings for a file that can't be used, each with a whole sentence."""
    profile, found = load(tmp_path, content)
    assert profile is None
    assert found
    for diagnostic in found:
        assert "<" not in diagnostic.message + diagnostic.help
        assert diagnostic.path.endswith("club.toml")
    return list(found)


# -- built-in profiles --------------------------------------------------------------------


@pytest.mark.parametrize("name", profile_names())
def test_a_built_in_profile_follows_the_schema_and_loads(name: str) -> None:
    table = tomllib.loads(profile_text(name))
    assert list(Draft202012Validator(schema()).iter_errors(table)) == []
    profile, found = load_profile(name)
    assert found == ()
    assert profile is not None
    assert profile.name == name
    assert profile.title
    assert profile.description
    assert "\n" not in profile.description


def test_the_defaults_of_a_profile_are_the_file_of_short() -> None:
    assert from_table("short", tomllib.loads(profile_text("short"))) == SHORT == Profile()


@pytest.mark.parametrize(
    ("name", "facts"),
    [
        ("short", {"target": 5, "deals": None, "trump_source": "turn-up", "book": 6}),
        ("american", {"target": 7, "trump_source": "turn-up", "honours": None}),
        ("american", {"value": "american", "penalty": PenaltyRules(2, ("tricks",))}),
        ("long", {"target": 10, "trump_source": "turn-up"}),
        ("short-honours", {"target": 5, "honours": HonourRules(), "honours_bar": 4}),
        ("short-honours", {"value": None, "rubber": None, "penalty": PenaltyRules()}),
        ("long-honours", {"target": 10, "honours": HonourRules(call=8), "honours_bar": 9}),
        ("long-honours", {"value": "long", "long_values": "few-double", "rubber": None}),
        ("rubber", {"target": 5, "honours": HonourRules(), "honours_bar": 4, "value": "short"}),
        ("rubber", {"rubber": RubberRules(2), "penalty": PenaltyRules()}),
        ("rotation", {"target": 5, "trump_source": "rotation", "trumps": (H, D, S, C)}),
        ("rotation-nt", {"trump_source": "rotation", "trumps": (H, D, S, C, None)}),
        ("tournament", {"target": None, "deals": 12, "trump_source": "turn-up", "book": 6}),
        ("bid", {"target": 5, "lose": 5, "trump_source": "auction", "kitty": 6, "tricks": 13}),
        ("bid-pagat", {"target": 7, "lose": 7, "kitty": 6}),
        ("bid-52", {"target": 5, "lose": 5, "kitty": 4, "hand_size": 12}),
        ("drive", {"target": None, "deals": 24, "trumps": (H, C, D, S), "book": 0}),
    ],
)
def test_what_the_built_in_profiles_say(name: str, facts: dict[str, object]) -> None:
    profile, _ = load_profile(name)
    assert {key: getattr(profile, key) for key in facts} == facts


def test_names_are_found_in_any_case() -> None:
    assert load_profile("  American ") == load_profile("american")
    assert load_profile("SHORT")[0] is SHORT


def test_an_unknown_name_is_answered_with_the_near_ones() -> None:
    profile, (found,) = load_profile("amercan")
    assert profile is None
    assert found.name == "profile-unknown"
    assert "“amercan”" in found.message
    assert found.help.startswith("Did you mean “american”?")
    assert "short, american" in found.help


def test_an_unknown_name_may_be_very_long() -> None:
    _, (found,) = load_profile("x" * 100_000)
    assert len(found.message) < 200


def test_a_record_cannot_make_whistlog_open_files(tmp_path: Path) -> None:
    path = tmp_path / "club.toml"
    path.write_text("[game]\ntarget = 9\n")
    assert load_profile(str(path))[0] is not None
    assert [d.name for d in load_profile(str(path), files=False)[1]] == ["profile-unknown"]


def test_the_default_profile_costs_nothing_at_start_up() -> None:
    code = (
        "import sys; from whistlog.rules.profile import load_profile; load_profile('short');"
        "print([m for m in ('tomllib', 'jsonschema', 'json', 'difflib') if m in sys.modules])"
    )
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
    run = subprocess.run(
        [sys.executable, "-S", "-c", code], capture_output=True, text=True, env=env, check=True
    )
    assert run.stdout == "[]\n"


# -- the schema ---------------------------------------------------------------------------


def parts(node: object, path: str = "") -> list[tuple[str, dict[str, object]]]:
    """The schemas of all keys of a profile."""
    found = []
    if isinstance(node, dict):
        for key, value in node.get("properties", {}).items():
            if isinstance(value, dict):
                found.append((f"{path}/{key}", value))
                found += parts(value, f"{path}/{key}")
    return found


def test_the_schema_is_one_and_describes_every_key() -> None:
    Draft202012Validator.check_schema(schema())
    keys = parts({"properties": schema()["properties"]})
    assert len(keys) == 47
    for path, part in keys:
        assert part.get("description"), path
        assert part.get("examples"), path
        for example in part["examples"]:  # type: ignore[attr-defined]
            assert Draft202012Validator(part).is_valid(example), path
    for example in schema()["examples"]:
        assert Draft202012Validator(schema()).is_valid(example)


# -- a player's own file ------------------------------------------------------------------


def test_a_file_needs_to_say_only_what_differs_from_short(tmp_path: Path) -> None:
    profile, found = load(tmp_path, "[game]\ntarget = 9\n")
    assert found == ()
    assert profile == Profile(name="club", title="club", description="", target=9)
    assert load(tmp_path, "") == (Profile(name="club", title="club", description=""), ())


def test_a_file_extends_another_profile_table_by_table(tmp_path: Path) -> None:
    profile, _ = load(tmp_path, 'extends = "drive"\n[game]\ntarget = 100\n')
    assert profile is not None
    assert (profile.target, profile.deals) == (100, None)
    assert (profile.trumps, profile.book) == ((H, C, D, S), 0)


def test_any_rotation_and_a_fixed_suit_can_be_written(tmp_path: Path) -> None:
    text = '[trump]\nsource = "rotation"\norder = ["none", "spades", "spades", "clubs"]\n'
    profile, _ = load(tmp_path, text)
    assert profile is not None
    assert profile.trumps == (None, S, S, C)
    profile, _ = load(tmp_path, '[trump]\nsource = "fixed"\nsuit = "diamonds"\n')
    assert profile is not None
    assert (profile.trump_source, profile.trumps) == ("fixed", (D,))
    profile, _ = load(tmp_path, '[trump]\nsource = "none"\n')
    assert profile is not None
    assert (profile.trump_source, profile.trumps) == ("none", ())


def test_a_file_may_have_a_byte_order_mark_and_windows_line_ends(tmp_path: Path) -> None:
    profile, found = load(tmp_path, b"\xef\xbb\xbf[game]\r\ntarget = 9\r\n")
    assert found == ()
    assert profile is not None
    assert profile.target == 9


def test_whole_numbers_may_be_written_with_a_point(tmp_path: Path) -> None:
    profile, _ = load(tmp_path, "[game]\ntarget = 9.0\n")
    assert profile is not None
    assert repr(profile.target) == "9"


def options() -> dict[str, list[object]]:
    """All values of the keys of [bid], from the schema."""
    return {
        key: part.get("enum")
        or (
            [False, True]
            if part["type"] == "boolean"
            else [*range(part["minimum"], part["maximum"] + 1)]
        )
        for key, part in schema()["properties"]["bid"]["properties"].items()
    }


bid_rules = (
    st.fixed_dictionaries({key: st.sampled_from(values) for key, values in options().items()})
    .map(lambda words: BidRules(**words))
    .filter(lambda bid: bid.kitty > 0)
)


def words(table: str, key: str) -> st.SearchStrategy[str]:
    """The words that a key may have, from the schema."""
    return st.sampled_from(schema()["properties"][table]["properties"][key]["enum"])


points = st.integers(0, 99)
scores = st.none() | st.integers(0, 999)
honour_rules = st.builds(HonourRules, points, points, scores, scores, words("honours", "claim"))
penalty_rules = st.builds(
    PenaltyRules,
    st.integers(1, 13),
    st.permutations(PenaltyRules().choices).flatmap(
        lambda words: st.integers(1, 3).map(lambda n: tuple(words[:n]))
    ),
    words("penalty", "both"),
    words("penalty", "apply"),
)


@st.composite
def profiles(draw: st.DrawFn) -> Profile:
    source = draw(st.sampled_from(["turn-up", "rotation", "fixed", "none", "auction"]))
    trumps: tuple[Suit | None, ...] = ()
    if source == "rotation":
        trumps = tuple(draw(st.lists(st.sampled_from([*SUITS, None]), min_size=1, max_size=8)))
    elif source == "fixed":
        trumps = (draw(st.sampled_from(SUITS)),)
    target = draw(st.none() | st.integers(1, 999))
    bid = draw(bid_rules) if source == "auction" else None
    value = draw(st.sampled_from([None, "short", "long", "american"])) if target else None
    line = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=80)
    return Profile(
        name="club",
        title=draw(line.filter(bool)),
        description=draw(line),
        trump_source=source,
        trumps=trumps,
        book=draw(st.integers(0, 6)),
        target=target,
        deals=draw(st.integers(1, 999) | (st.none() if target else st.nothing())),
        lose=draw(st.none() | st.integers(1, 999)) if bid else None,
        contest=draw(st.sampled_from([None, "boards", "players"])),
        value=value,
        long_values=draw(words("game", "long_values")) if value == "long" else "few-double",
        honours=draw(st.none() | honour_rules) if source not in ("auction", "none") else None,
        rubber=draw(st.none() | st.integers(0, 99).map(RubberRules)),
        penalty=draw(penalty_rules),
    ).with_bid(bid)


@given(profile=profiles())
def test_a_profile_is_written_and_read_back(
    tmp_path_factory: pytest.TempPathFactory, profile: Profile
) -> None:
    path = tmp_path_factory.getbasetemp() / "club.toml"
    path.write_text(format_profile(profile), encoding="utf-8", newline="\n")
    assert load_profile(path) == (profile, ())


def test_a_file_changes_single_rules_of_the_auction(tmp_path: Path) -> None:
    profile, found = load(tmp_path, 'extends = "bid-pagat"\n[bid]\nminimum = 3\n')
    assert found == ()
    assert profile is not None
    assert (profile.target, profile.lose) == (7, 7)
    assert profile.bid == BidRules(rounds="one", minimum=3, failed="tricks", no_trump="double")


def test_the_defaults_of_the_auction_are_the_file_of_bid() -> None:
    profile, _ = load_profile("bid")
    assert profile is not None
    assert profile.bid == BidRules()
    table = tomllib.loads(profile_text("bid"))["bid"]
    assert table == {key: getattr(profile.bid, key) for key in options()}
    assert BidRules(**table) == BidRules()


@pytest.mark.parametrize(
    ("jokers", "hand", "facts"),
    [
        (2, 12, (54, 6, 13)),
        (2, 13, (54, 2, 14)),
        (1, 12, (53, 5, 13)),
        (1, 13, (53, 1, 14)),
        (0, 12, (52, 4, 13)),
    ],
)
def test_the_pack_and_the_hands_leave_the_kitty(
    tmp_path: Path, jokers: int, hand: int, facts: tuple[int, int, int]
) -> None:
    profile, _ = load(tmp_path, f'extends = "bid"\n[bid]\njokers = {jokers}\nhand = {hand}\n')
    assert profile is not None
    assert (profile.pack.bit_count(), profile.kitty, profile.tricks) == facts
    assert profile.hand_size == hand


def test_without_an_auction_there_is_no_kitty(tmp_path: Path) -> None:
    profile, found = load(tmp_path, 'extends = "bid"\n[trump]\nsource = "turn-up"\n')
    assert found == ()
    assert profile == Profile(name="club", title="club", description="", target=5)


def test_the_page_on_rules_shows_files_that_load(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "rules.md").read_text(encoding="utf-8")
    files = re.findall(r"^```toml\n(.*?)^```", page, re.M | re.S)
    assert files
    for text in files:
        assert load(tmp_path, text)[1] == ()
    assert set(re.findall(r"^\| `([a-z-]+)`.* a point (?:beyond|each)", page, re.M)) <= set(
        profile_names()
    )
    for name in profile_names():
        assert f"`{name}`" in page or name.startswith("bid"), name


# -- faults -------------------------------------------------------------------------------


def test_all_faults_of_a_file_are_found_at_once(tmp_path: Path) -> None:
    text = """\
titel = "x"
title = 5
extends = "shrt"
[trump]
source = "rotation"
suit = "clubs"
order = ["heart", "clubs"]
[score]
bok = 6
[game]
target = 0
deals = true
[honours]
all = 4
five = 6
[penalties]
size = 3
"""
    found = faults(tmp_path, text)
    assert [(d.span.line, d.name, d.args.get("pointer")) for d in found] == [
        (1, "profile-key-unknown", "/titel"),
        (2, "profile-value", "/title"),
        (3, "profile-unknown", None),
        (6, "profile-key-useless", "/trump/suit"),
        (7, "profile-value", "/trump/order/0"),
        (9, "profile-key-unknown", "/score/bok"),
        (11, "profile-value", "/game/target"),
        (12, "profile-value", "/game/deals"),
        (15, "profile-key-unknown", "/honours/five"),
        (16, "profile-key-unknown", "/penalties"),
    ]
    assert "[trump] order 1" in found[4].message
    assert "did you mean “book”" in found[5].help.lower()
    assert "a whole number from 1 to 999" in found[6].message
    assert found[7].args["written"] == "true"


@pytest.mark.parametrize(
    ("text", "name", "words"),
    [
        ("[game]", "profile-key-missing", "[game] must also say target, deals or contest"),
        ("[score]", "profile-key-missing", "[score] must also say book"),
        ("[trump]", "profile-key-missing", "[trump] must also say source"),
        ('[trump]\nsource = "rotation"', "profile-key-missing", "must also say order"),
        ('[trump]\nsource = "fixed"', "profile-key-missing", "must also say suit"),
        ('[trump]\nsource = "turn-up"\nsuit = "clubs"', "profile-key-useless", "is turn-up"),
        ('[trump]\nsource = "bids"', "profile-value", '"bids"'),
        ('[trump]\nsource = "rotation"\norder = []', "profile-value", "a list"),
        ('[trump]\nsource = "fixed"\nsuit = "none"', "profile-value", '"none"'),
        ("game = 5", "profile-value", "a table with target, deals, contest"),
        ("game = [1, 2]", "profile-value", "has a list for"),
        ("game.target = 5.5", "profile-value", "has 5.5 for [game] target"),
        ('game = {target = "five"}', "profile-value", 'has "five" for [game] target'),
        ("[game]\ntarget = nan", "profile-value", "has nan for"),
        ("[game]\ntarget = 2024-01-01", "profile-value", "has 2024-01-01 for"),
        (f"[game]\ntarget = {'9' * 4000}", "profile-value", "a number of many digits"),
        (f"[game]\ntarget = {'9' * 9000}", "profile-not-toml", "can't be understood"),
        (
            "[game]\nlose = 5",
            "profile-key-missing",
            "[game] must also say target, deals or contest",
        ),
        ("[game]\ntarget = 5\nlose = 5", "profile-key-useless", "[game] lose"),
        ("[bid]\nminimum = 3", "profile-key-useless", "[bid]"),
        ('extends = "bid"\n[honours]\nall = 4', "profile-key-useless", "[honours]"),
        ('extends = "no-trump"\n[honours]', "profile-key-useless", "[honours]"),
        ('[game]\ndeals = 9\nvalue = "short"', "profile-key-idle", "[game] value"),
        ('[game]\ntarget = 9\nlong_values = "few-single"', "profile-key-idle", "long_values"),
        ('[game]\ntarget = 9\nvalue = "treble"', "profile-value", '"treble"'),
        ("[honours]\nbar = -1", "profile-value", "from 0 to 999"),
        ("[penalty]\nsize = 0", "profile-value", "from 1 to 13"),
        ("[penalty]\nchoices = []", "profile-value", "a list of 1 to 3"),
        ('[penalty]\nchoices = ["add", "add"]', "profile-value", "1 to 3 different words"),
        ('[penalty]\nboth = "ignore"', "profile-value", '"cancel"'),
        ("[rubber]\nbonus = -2", "profile-value", "from 0 to 99"),
        ('extends = "bid"\n[bid]\nrounds = "two"', "profile-value", '"one"'),
        ('extends = "bid"\n[bid]\ndealer_equals = 1', "profile-value", "true or false"),
        ('extends = "bid"\n[bid]\njokers = 0\nhand = 13', "profile-no-kitty", "no kitty"),
        ('extends = "bid"\n[bid]\nhand = 14', "profile-value", "from 12 to 13"),
        ('extends = "bid-52"\n[bid]\nreentry = "allowed"', "profile-key-idle", "[bid] reentry"),
        ('extends = "bid-52"\n[bid]\ndowntown = "equal"', "profile-key-idle", "[bid] downtown"),
        ('extends = "bid-52"\n[bid]\njoker_lead = "allowed"', "profile-key-idle", "jokers = 0"),
        ("[score]\nbook = 7", "profile-value", "from 0 to 6"),
        ('title = ""', "profile-value", "one line of text in quotes"),
        ('title = "a\\u001b[31mb"', "profile-value", "one line of text"),
        (f'title = "{"x" * 81}"', "profile-value", "at most 80"),
        ('title = """\na\nb"""', "profile-value", "one line of text"),
        ("[[game]]\ntarget = 5", "profile-value", "a list"),
        ('"ta\\nrget" = 5', "profile-key-unknown", "which no rule profile knows"),
        ('extends = ""', "profile-value", "extends"),
        ('extends = "club.toml"', "profile-unknown", "“club.toml”"),
        ("[game]\ntarget = ", "profile-not-toml", "Invalid value"),
        ("[game", "profile-not-toml", "can't be understood"),
        ("[game]\ntarget = 5\ntarget = 6", "profile-not-toml", "can't be understood"),
        ("whist", "profile-not-toml", "can't be understood"),
        ("x = " + "[" * 5000, "profile-not-toml", "can't be understood"),
        ("a." * 2000 + "b = 1", "profile-key-unknown", "which no rule profile knows"),
    ],
)
def test_a_fault_is_named_in_words(tmp_path: Path, text: str, name: str, words: str) -> None:
    (found,) = faults(tmp_path, text + "\n")
    assert found.name == name
    assert words in found.message


def test_a_fault_points_at_its_key(tmp_path: Path) -> None:
    (found,) = faults(tmp_path, "# ours\n\n[game]\n  deals = 0\n")
    span = found.span
    assert (span.line, span.column, span.end_line, span.end_column) == (4, 3, 4, 8)
    (found,) = faults(tmp_path, "\ngame.target = 0\n[score]\nbook = 6")
    assert found.span.line == 2
    (found,) = faults(tmp_path, "[score]\nbook = 6\n[game]\ntarget = 'x\n")
    assert (found.name, found.span.line) == ("profile-not-toml", 4)


@pytest.mark.parametrize(
    ("content", "name", "words"),
    [
        (b"\xff\xfe[\x00g\x00", "profile-unreadable", "byte 0 is not UTF-8"),
        (b"title = '\xe9'", "profile-unreadable", "byte 9 is not UTF-8"),
        (b"title = 'a\x00b'", "profile-not-toml", "can't be understood"),
        (b"a = 1\rb = 2", "profile-not-toml", "can't be understood"),
        (b"#" * (LARGEST + 1), "profile-unreadable", "larger than 64 kB"),
        (b"k%d = 1\n" * 8000, "profile-not-toml", "can't be understood"),
    ],
)
def test_what_is_no_profile_at_all(tmp_path: Path, content: bytes, name: str, words: str) -> None:
    (found,) = faults(tmp_path, content)
    assert found.name == name
    assert words in found.message


def test_thousands_of_faults_are_all_found(tmp_path: Path) -> None:
    text = "".join(f"k{n} = 1\n" for n in range(5000))
    found = faults(tmp_path, text)
    assert [d.span.line for d in found] == list(range(1, 5001))


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    for path in (tmp_path / "none.toml", tmp_path, tmp_path / "a\0b.toml", Path("x" * 5000)):
        profile, (found,) = load_profile(path)
        assert profile is None
        assert found.name == "profile-unreadable"
    _, (found,) = load_profile("no/such/place.toml")
    assert found.path == "no/such/place.toml"


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no such device here")
def test_a_device_is_no_profile() -> None:
    _, (found,) = load_profile(Path("/dev/zero"))
    assert "not a file" in found.message


values = st.recursive(
    st.integers() | st.booleans() | st.floats() | st.text('ab é♥"\\\n\t\x7f\x1b<', max_size=9),
    lambda inner: st.lists(inner, max_size=3),
    max_leaves=4,
)
keys = st.sampled_from(
    ["title", "description", "extends", "source", "order", "suit", "book", "target", "deals", "x"]
)


@given(
    tables=st.dictionaries(
        st.sampled_from(["", "trump", "score", "game", "bid"]),
        st.dictionaries(keys, values, max_size=4),
    )
)
def test_any_table_loads_or_is_explained(
    tmp_path_factory: pytest.TempPathFactory, tables: dict[str, dict[str, object]]
) -> None:
    lines = []
    for name, table in sorted(tables.items()):
        lines += [f"[{name}]"] if name else []
        lines += [f"{key} = {toml(value)}" for key, value in table.items()]
    path = tmp_path_factory.getbasetemp() / "any.toml"
    path.write_text("\n".join(lines), encoding="utf-8", newline="\n")
    profile, found = load_profile(path)
    assert (profile is None) == bool(found)
    for diagnostic in found:
        assert diagnostic.name != "profile-not-toml"
        quoted = str(diagnostic.args.get("written") or diagnostic.args.get("profile"))
        assert "<" not in diagnostic.message.replace(quoted, "")


def toml(value: object) -> str:
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    if isinstance(value, float):
        return repr(value)
    return json.dumps(value, ensure_ascii=True).replace("\x7f", "\\u007f")


@given(st.binary(max_size=200))
def test_any_bytes_load_or_are_explained(
    tmp_path_factory: pytest.TempPathFactory, content: bytes
) -> None:
    path = tmp_path_factory.getbasetemp() / "bytes.toml"
    path.write_bytes(content)
    profile, found = load_profile(path)
    assert (profile is None) == bool(found)


@pytest.mark.parametrize("value", ["1", "[]", '"x"', "true", "{}", "{ x = 1 }", "[{ source = 1 }]"])
@pytest.mark.parametrize("key", sorted(schema()["properties"]))
def test_values_of_any_kind_are_judged_and_never_crash(
    tmp_path: Path, key: str, value: str
) -> None:
    profile, found = load(tmp_path, f"{key} = {value}\n")
    assert (profile is None) == any(d.severity == "error" for d in found)
    assert all(d.message for d in found)
