"""The quick classes of values against those of the standard library."""

from __future__ import annotations

import copy
import dataclasses
import importlib
import inspect
import pickle
import pkgutil
import typing
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import whistlog
from whistlog import classes

NAMES = ("a", "b", "c", "d")
OPTIONS = st.fixed_dictionaries(
    {"frozen": st.booleans(), "slots": st.booleans(), "eq": st.booleans()}
)
VALUES = st.integers(0, 3)
FIELDS = st.lists(
    st.fixed_dictionaries(
        {},
        optional={
            "default": VALUES,
            "repr": st.booleans(),
            "compare": st.booleans(),
            "kw_only": st.booleans(),
        },
    ),
    max_size=len(NAMES),
)
PLAIN, FACTORY = "plain", "factory"


def body(
    fields: list[dict[str, Any]], forms: list[str], field: Any, own: frozenset[str]
) -> dict[str, Any]:
    """The body of a class, with its fields in the words of one library or the other."""
    made: dict[str, Any] = {"__annotations__": {}, "__module__": __name__}
    optional = False
    for name, said, form in zip(NAMES, fields, forms):
        said = dict(said)
        made["__annotations__"][name] = "int"
        # A field without a default can't follow one that has it.
        if "default" in said or (optional and not said.get("kw_only")):
            default = said.pop("default", 0)
            optional = optional or not said.get("kw_only")
            if form == PLAIN and not said:
                made[name] = default
                continue
            said |= (
                {"default": default}
                if form == PLAIN
                else {"default_factory": partial(int, default)}
            )
        if said:
            made[name] = field(**said)
    methods = {
        "__eq__": lambda self, other: True,
        "__repr__": lambda self: "own",
        "__hash__": lambda self: 7,
    }
    return made | {name: methods[name] for name in own}


def parameters(cls: type) -> list[tuple[str, object, object, bool]]:
    found = inspect.signature(cls).parameters.values()
    return [(p.name, p.kind, p.annotation, p.default is p.empty) for p in found]


def outcome(call: Any, *args: Any, **kwargs: Any) -> tuple[str, Any]:
    try:
        return "value", call(*args, **kwargs)
    except (TypeError, AttributeError, dataclasses.FrozenInstanceError) as error:
        return "error", type(error)


@given(
    st.data(),
    FIELDS,
    st.lists(st.sampled_from((PLAIN, FACTORY)), min_size=4, max_size=4),
    OPTIONS,
    st.frozensets(st.sampled_from(("__eq__", "__repr__", "__hash__"))),
)
def test_it_behaves_as_the_standard_librarys(
    data: st.DataObject,
    fields: list[dict[str, Any]],
    forms: list[str],
    options: dict[str, bool],
    own: frozenset[str],
) -> None:
    ours: Any = classes.dataclass(**options)(type("T", (), body(fields, forms, classes.field, own)))
    theirs: Any = dataclasses.dataclass(**options)(
        type("T", (), body(fields, forms, dataclasses.field, own))
    )
    assert ours.__match_args__ == theirs.__match_args__
    assert ours.__qualname__ == theirs.__qualname__
    assert parameters(ours) == parameters(theirs)

    used = NAMES[: len(fields)]
    given_values = st.dictionaries(st.sampled_from(used), VALUES) if used else st.just({})
    values = [data.draw(given_values) for _ in range(2)]
    made = [[outcome(cls, **v) for v in values] for cls in (ours, theirs)]
    if any(kind == "error" for kind, _ in made[0] + made[1]):
        assert [kind for kind, _ in made[0]] == [kind for kind, _ in made[1]]
        return
    (x, y), (p, q) = ([value for _, value in row] for row in made)
    assert (repr(x), repr(y)) == (repr(p), repr(q))
    assert ((x == y), (x != y), (x == 0)) == ((p == q), (p != q), (p == 0))
    if options["eq"] or "__hash__" in own:
        assert outcome(hash, x) == outcome(hash, p)
    for name in used:
        assert getattr(x, name) == getattr(p, name)
    for standard in (classes.replace, dataclasses.replace):
        assert repr(standard(x, **values[1])) == repr(dataclasses.replace(p, **values[1]))
    assert dataclasses.asdict(x) == dataclasses.asdict(p)
    for name in used:
        assert outcome(setattr, x, name, 9) == outcome(setattr, p, name, 9)
        assert outcome(delattr, x, name) == outcome(delattr, p, name)
    # The standard library's raises a TypeError here when it is frozen and has slots.
    assert outcome(setattr, x, "other", 9)[0] == outcome(setattr, p, "other", 9)[0]
    assert outcome(repr, x) == outcome(repr, p)


@classes.dataclass(frozen=True)
class Base:
    a: int
    z: int = classes.field(default=0, compare=False, kw_only=True)


@classes.dataclass(frozen=True)
class Derived(Base):
    b: str = "b"


@classes.dataclass(frozen=True, slots=True)
class Slotted:
    a: int
    b: list[int] = classes.field(default_factory=list)


def test_fields_are_inherited() -> None:
    assert repr(Derived(1, "x", z=2)) == "Derived(a=1, z=2, b='x')"
    assert Derived(1, z=2) == Derived(1, z=3) != Derived(2, z=2)
    assert Derived(1) != Base(1)
    for fields in (classes.fields, dataclasses.fields):
        assert [(f.name, f.compare) for f in fields(Derived)] == [
            ("a", True),
            ("z", False),
            ("b", True),
        ]


@pytest.mark.parametrize("value", [Slotted(1, [2]), Derived(1, "x", z=2)], ids=repr)
def test_values_can_be_copied_and_sent(value: object) -> None:
    for other in (copy.copy(value), copy.deepcopy(value), pickle.loads(pickle.dumps(value))):
        assert other is not value
        assert repr(other) == repr(value)


def test_what_comes_after_is_done() -> None:
    @classes.dataclass(frozen=True, slots=True)
    class Positive:
        a: int

        def __post_init__(self) -> None:
            if self.a < 0:
                raise ValueError(self.a)

    assert Positive(1).a == 1
    with pytest.raises(ValueError, match="-1"):
        Positive(-1)
    with pytest.raises(ValueError, match="-2"):
        classes.replace(Positive(1), a=-2)


def test_a_default_is_made_for_each_value() -> None:
    assert Slotted(1).b is not Slotted(1).b


class Ours(classes.NamedTuple):
    """What it is."""

    a: int
    b: str = "b"

    @property
    def twice(self) -> int:
        """Twice."""
        return 2 * self.a


class Theirs(typing.NamedTuple):
    """What it is."""

    a: int
    b: str = "b"

    @property
    def twice(self) -> int:
        """Twice."""
        return 2 * self.a


def test_a_named_tuple_is_the_standard_librarys() -> None:
    for name in ("_fields", "_field_defaults", "__doc__", "__module__", "__match_args__"):
        assert getattr(Ours, name) == getattr(Theirs, name)
    assert typing.get_type_hints(Ours) == typing.get_type_hints(Theirs)
    assert Ours(1) == (1, "b")
    assert Ours(2).twice == 4
    assert repr(Ours(1)._replace(b="c")) == "Ours(a=1, b='c')"
    assert [p[:2] for p in parameters(Ours)] == [p[:2] for p in parameters(Theirs)]
    assert pickle.loads(pickle.dumps(Ours(1))) == Ours(1)
    assert not hasattr(Ours(1), "__dict__")


def test_the_package_defines_its_values_so() -> None:
    # What `classes` leaves out must not be used: InitVar and ClassVar.
    found = 0
    for module in pkgutil.walk_packages(whistlog.__path__, "whistlog."):
        if module.name.endswith("__main__"):
            continue
        for cls in vars(importlib.import_module(module.name)).values():
            if not isinstance(cls, type) or not cls.__module__.startswith("whistlog."):
                continue
            assert typing.NamedTuple not in getattr(cls, "__orig_bases__", ()), cls
            if dataclasses.is_dataclass(cls):
                found += 1
                assert hasattr(cls, "_fields_"), f"{cls} is not made by whistlog.classes"
                assert not any("Var[" in str(f.type) for f in dataclasses.fields(cls))
    assert found > 50
