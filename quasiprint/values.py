"""Values: classes that are dataclasses, at a tenth of what those cost when a program starts.

`dataclasses` compiles up to eight methods of a class where it is defined, and a run calls few of them. Here each is
compiled when it is first called, and `__init__` stores through the slots, which takes half as long. All else in
`dataclasses`, such as `replace` and `fields`, takes these classes as its own, since they are.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import MISSING, Field, FrozenInstanceError, fields
from typing import TYPE_CHECKING, Any

__all__ = ["Hashed", "dataclass"]

SET = object.__setattr__


class Hashed:
    """A base of values that have much in them and are looked up often: their hash is found once."""

    __slots__ = ("_hashed",)


def _make_value(
    cls: type | None = None, /, *, frozen: bool = False, slots: bool = False, eq: bool = True
) -> type | Callable[[type], type]:
    """Make a class a dataclass, as the decorator of that name does."""
    if cls is None:
        return lambda cls: _value(cls, frozen, slots, eq)
    return _value(cls, frozen, slots, eq)


def _value(cls: type, frozen: bool, slots: bool, eq: bool) -> type:
    own = set(vars(cls))
    # to tell it that values are frozen compiles two methods; it has to be told where it asks
    inherits = frozen and any(dataclasses.is_dataclass(base) for base in cls.__bases__)
    made: Any = dataclasses.dataclass(init=False, repr=False, eq=False, frozen=inherits, slots=slots)(cls)
    made.__dataclass_params__.frozen = frozen
    _compile_later(made, "__init__", _init)
    if "__repr__" not in own:
        made.__repr__ = _repr
    if eq:
        if "__eq__" not in own:
            _compile_later(made, "__eq__", _eq)
        if vars(cls).get("__hash__") is None:  # Python puts None there, too, beside an `__eq__`
            made.__hash__ = None
            if frozen:
                _compile_later(made, "__hash__", _hash)
    if frozen:
        made.__setattr__ = made.__delattr__ = _refuse
        if slots and "__getstate__" not in own:
            made.__getstate__, made.__setstate__ = _state, _set_state
    whole: type = made
    return whole


def _compile_later(cls: type, name: str, source: Callable[[tuple[Field[Any], ...], type], tuple[str, Any]]) -> None:
    """Give a class a method that compiles itself when it is first called. source: what returns its text, and the names
    that stand in it."""

    def first(self: object, *values: object, **named: object) -> object:
        text, names = source(fields(cls), cls)
        exec(compile(text, f"<{cls.__qualname__}>", "exec"), names)
        method = names[name]
        method.__qualname__ = f"{cls.__qualname__}.{name}"
        setattr(cls, name, method)
        return method(self, *values, **named)

    setattr(cls, name, first)


def _init(every: tuple[Field[Any], ...], cls: type) -> tuple[str, dict[str, Any]]:
    names: dict[str, Any] = {"SET": SET, "MISSING": MISSING}
    words, lines = ["self"], []
    for one in every:
        name, value = one.name, one.name
        if one.default_factory is not MISSING:
            names[f"_new_{name}"] = one.default_factory
            value = f"_new_{name}() if {name} is MISSING else {name}" if one.init else f"_new_{name}()"
        if one.init:
            names[f"_usual_{name}"] = one.default
            optional = one.default is not MISSING or one.default_factory is not MISSING
            words.append(f"{name}=_usual_{name}" if optional else name)
        elif one.default is MISSING and one.default_factory is MISSING:
            continue
        elif one.default is not MISSING:
            names[value := f"_usual_{name}"] = one.default
        slot = getattr(getattr(cls, name, None), "__set__", None)
        names[f"_set_{name}"] = slot
        lines.append(f"_set_{name}(self, {value})" if slot else f"SET(self, {name!r}, {value})")
    lines += ["self.__post_init__()"] * hasattr(cls, "__post_init__")
    body = "\n ".join(lines or ["pass"])
    return f"def __init__({', '.join(words)}):\n {body}", names


def _compared(every: tuple[Field[Any], ...], whose: str) -> str:
    return f"({''.join(f'{whose}.{one.name}, ' for one in every if one.compare)})"


def _eq(every: tuple[Field[Any], ...], _: type) -> tuple[str, dict[str, Any]]:
    both = f"{_compared(every, 'self')} == {_compared(every, 'other')}"
    return f"def __eq__(self, other):\n return {both} if other.__class__ is self.__class__ else NotImplemented", {}


def _hash(every: tuple[Field[Any], ...], cls: type) -> tuple[str, dict[str, Any]]:
    found = f"hash({_compared(every, 'self')})"
    if not issubclass(cls, Hashed):
        return f"def __hash__(self):\n return {found}", {}
    known = (
        f"try:\n  return self._hashed\n except AttributeError:\n  SET(self, '_hashed', {found})\n  return self._hashed"
    )
    return f"def __hash__(self):\n {known}", {"SET": SET}


def _repr(self: Any) -> str:
    said = ", ".join(f"{one.name}={getattr(self, one.name)!r}" for one in fields(self) if one.repr)
    return f"{self.__class__.__qualname__}({said})"


def _refuse(_: object, name: str, *__: object) -> None:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _state(self: Any) -> list[object]:
    return [getattr(self, one.name) for one in fields(self)]


def _set_state(self: Any, state: list[object]) -> None:
    for one, value in zip(fields(self), state, strict=True):
        SET(self, one.name, value)


if TYPE_CHECKING:
    from dataclasses import dataclass  # as a type checker sees it
else:
    dataclass = _make_value
