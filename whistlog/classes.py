"""Classes of values, quick to define: ``dataclass`` and its like, ``NamedTuple``.

They are those of the standard library, and type checkers are told so. But a program that
checks one small record spends most of its time defining classes: the module `dataclasses`
loads half of the library's tools for looking at source text and compiles six functions for
each class, and `typing.NamedTuple` compiles every annotation. Here one function is compiled
for a class, its ``__init__``; what else a class needs works from the names of its fields.

What the package uses of the standard library's is here, and no more of it. `dataclasses.fields`,
`dataclasses.replace` and `dataclasses.asdict` take the classes made here too.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable, Iterable
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final

_MISSING: Final = object()


class _Field:
    """A field of a class, and what was said about it, in the words of `dataclasses.field`."""

    __slots__ = ("compare", "default", "default_factory", "kw_only", "name", "repr", "type")

    name: str
    type: str

    def __init__(
        self,
        *,
        default: object = _MISSING,
        default_factory: object = _MISSING,
        repr: bool = True,
        compare: bool = True,
        kw_only: bool = False,
    ) -> None:
        self.default = default
        self.default_factory = default_factory
        self.repr = repr
        self.compare = compare
        self.kw_only = kw_only


def _dataclass(
    *, frozen: bool = False, slots: bool = False, eq: bool = True
) -> Callable[[type], type]:
    """Make a class of values from the annotations in its body."""
    return lambda cls: _made(cls, frozen, slots, eq)


def _made(cls: Any, frozen: bool, slots: bool, eq: bool) -> type:
    fields = {f.name: f for base in cls.__mro__[:0:-1] for f in base.__dict__.get("_fields_", ())}
    own = vars(cls).get("__annotations__", {})
    for name, annotation in own.items():
        default = cls.__dict__.get(name, _MISSING)
        said = fields[name] = default if type(default) is _Field else _Field(default=default)
        said.name = name
        said.type = annotation
        if said.default is not _MISSING:
            setattr(cls, name, said.default)
        elif default is not _MISSING:
            delattr(cls, name)
    cls._fields_ = tuple(fields.values())
    for name in _Standard.NAMES:
        setattr(cls, name, _Standard(name, frozen, eq))
    by_itself = "__eq__" in vars(cls) and vars(cls)["__hash__"] is None
    attributes: dict[str, object] = {
        "__match_args__": tuple(f.name for f in cls._fields_ if not f.kw_only),
        "__init__": _init(cls, frozen),
        "__repr__": _repr,
    }
    if eq:
        attributes |= _equality([f.name for f in cls._fields_ if f.compare], frozen)
    for name, value in attributes.items():
        # Where a body has an ``__eq__`` alone, Python itself puts None for the ``__hash__``.
        if name not in vars(cls) or (name == "__hash__" and by_itself):
            setattr(cls, name, value)
    if frozen:
        cls.__setattr__ = _refuse_to_set
        cls.__delattr__ = _refuse_to_delete
    if not slots:
        return cls  # type: ignore[no-any-return]
    if frozen:
        cls.__getstate__ = _state
        cls.__setstate__ = _set_state
    left_out = {*own, "__dict__", "__weakref__"}
    body = {name: value for name, value in cls.__dict__.items() if name not in left_out}
    made = type(cls)(cls.__name__, cls.__bases__, body | {"__slots__": tuple(own)})
    made.__qualname__ = cls.__qualname__
    return made  # type: ignore[no-any-return]


def _init(cls: Any, frozen: bool) -> Any:
    """Compile ``__init__``: the only method whose speed needs code of its own."""
    parameters = ["self"]
    keywords: list[str] = []
    lines: list[str] = []
    known: dict[str, Any] = {"_set": object.__setattr__, "_MISSING": _MISSING}
    for f in cls._fields_:
        name = value = parameter = f.name
        if f.default is not _MISSING:
            known[f"_default_{name}"] = f.default
            parameter = f"{name}=_default_{name}"
        elif f.default_factory is not _MISSING:
            known[f"_make_{name}"] = f.default_factory
            parameter = f"{name}=_MISSING"
            value = f"_make_{name}() if {name} is _MISSING else {name}"
        (keywords if f.kw_only else parameters).append(parameter)
        lines.append(f"_set(self, {name!r}, {value})" if frozen else f"self.{name} = {value}")
    if keywords:
        parameters += ["*", *keywords]
    if hasattr(cls, "__post_init__"):
        lines.append("self.__post_init__()")
    exec("\n ".join([f"def __init__({', '.join(parameters)}):", *(lines or ["pass"])]), known)
    made = known["__init__"]
    made.__qualname__ = f"{cls.__qualname__}.__init__"
    made.__module__ = cls.__module__
    made.__annotations__ = {f.name: f.type for f in cls._fields_} | {"return": None}
    return made


def _repr(self: Any) -> str:
    shown = (f"{f.name}={getattr(self, f.name)!r}" for f in self._fields_ if f.repr)
    return f"{type(self).__qualname__}({', '.join(shown)})"


def _equality(names: list[str], frozen: bool) -> dict[str, Any]:
    values: Callable[[Any], object] = attrgetter(*names) if len(names) > 1 else _few(names)

    def equal(self: object, other: object) -> Any:
        if other.__class__ is not self.__class__:
            return NotImplemented
        return values(self) == values(other)

    def hashed(self: object) -> int:
        return hash(values(self))

    return {"__eq__": equal, "__hash__": hashed if frozen else None}


def _few(names: Iterable[str]) -> Callable[[Any], object]:
    return lambda self: tuple(getattr(self, name) for name in names)


def _refuse_to_set(self: object, name: str, value: object) -> None:
    from dataclasses import FrozenInstanceError

    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_to_delete(self: object, name: str) -> None:
    from dataclasses import FrozenInstanceError

    raise FrozenInstanceError(f"cannot delete field {name!r}")


def _state(self: Any) -> list[object]:
    return [getattr(self, f.name) for f in self._fields_]


def _set_state(self: Any, state: list[object]) -> None:
    for f, value in zip(self._fields_, state):
        object.__setattr__(self, f.name, value)


class _Standard:
    """What the functions of `dataclasses` look for in a class, made when they do."""

    NAMES: Final = ("__dataclass_fields__", "__dataclass_params__")

    def __init__(self, name: str, frozen: bool, eq: bool) -> None:
        self.name = name
        self.frozen = frozen
        self.eq = eq

    def __get__(self, instance: object, owner: Any) -> object:
        import dataclasses

        fields = []
        for f in owner._fields_:
            given = {"repr": f.repr, "compare": f.compare, "kw_only": f.kw_only}
            for key in ("default", "default_factory"):
                if getattr(f, key) is not _MISSING:
                    given[key] = getattr(f, key)
            fields.append((f.name, f.type, dataclasses.field(**given)))
        made = dataclasses.make_dataclass(owner.__name__, fields, frozen=self.frozen, eq=self.eq)
        for name in self.NAMES:
            setattr(owner, name, getattr(made, name))
        return getattr(made, self.name)


def _fields(of: Any) -> tuple[_Field, ...]:
    """The fields of a class, or of a value."""
    return of._fields_  # type: ignore[no-any-return]


def _replace(value: Any, /, **changes: Any) -> Any:
    """Make a copy of a value with other values of some fields."""
    for f in value._fields_:
        if f.name not in changes:
            changes[f.name] = getattr(value, f.name)
    return type(value)(**changes)


class _TupleMaker(type):
    """Makes a named tuple of a class whose base is ``NamedTuple``."""

    def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> Any:
        if not bases:
            return super().__new__(cls, name, bases, body)
        fields = body.get("__annotations__", {})
        defaults = [body[field] for field in fields if field in body]
        made = namedtuple(name, fields, defaults=defaults, module=body["__module__"])  # type: ignore[misc]
        for key, value in body.items():
            if key not in fields:
                setattr(made, key, value)
        return made


class _NamedTuple(metaclass=_TupleMaker):
    __slots__ = ()


if TYPE_CHECKING:
    from dataclasses import dataclass, field, fields, replace
    from typing import NamedTuple
else:
    dataclass, field, fields, replace = _dataclass, _Field, _fields, _replace
    NamedTuple = _NamedTuple

__all__ = ["NamedTuple", "dataclass", "field", "fields", "replace"]
