"""Values are dataclasses: what `quasiprint.values` makes beside what `dataclasses` makes, of the same classes."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from collections.abc import Callable
from dataclasses import FrozenInstanceError, asdict, field, fields, replace
from types import SimpleNamespace
from typing import Any

import pytest

from quasiprint import values
from quasiprint.model.face import Region


def classes(dataclass: Callable[..., Any]) -> SimpleNamespace:
    @dataclass(frozen=True, slots=True)
    class Frozen:
        a: int
        b: tuple[int, ...] = (1,)
        c: list[int] = field(default_factory=list, compare=False)
        d: str = field(default="", repr=False)

    @dataclass(frozen=True, slots=True)
    class Child(Frozen):
        e: int = 5

        def __post_init__(self) -> None:
            if self.e > 9:
                raise ValueError(self.e)

    @dataclass(frozen=True)
    class Open:
        a: int
        later: int = field(init=False)

        def __post_init__(self) -> None:
            object.__setattr__(self, "later", self.a + 1)

    @dataclass(slots=True)
    class Mutable:
        a: int
        b: dict[str, int] = field(default_factory=dict)

    @dataclass(frozen=True, slots=True, eq=False)
    class Single:
        a: int = 1

    @dataclass(frozen=True)
    class Own:
        a: int

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Own) and self.a % 2 == other.a % 2

        def __repr__(self) -> str:
            return f"own {self.a}"

    @dataclass
    class Empty: ...

    return SimpleNamespace(**{name: one for name, one in locals().items() if isinstance(one, type)})


OURS, PLAIN = classes(values.dataclass), classes(dataclasses.dataclass)
for _kind in vars(OURS).values():  # so that they can be pickled
    _kind.__qualname__ = f"OURS.{_kind.__name__}"
CASES = {
    "positions": lambda k: k.Frozen(1, (2,), [3], "d"),
    "defaults": lambda k: k.Frozen(1),
    "names": lambda k: k.Frozen(d="x", a=2),
    "child": lambda k: k.Child(1, e=3),
    "replaced": lambda k: replace(k.Child(1, c=[4]), a=7),
    "open": lambda k: k.Open(4),
    "mutable": lambda k: k.Mutable(4),
    "single": lambda k: k.Single(),
    "own": lambda k: k.Own(3),
    "empty": lambda k: k.Empty(),
}


def hashed(value: object) -> object:
    if type(value).__hash__ is object.__hash__:
        return "as an object"
    try:
        return hash(value)
    except TypeError:
        return "not at all"


@pytest.mark.parametrize("case", CASES)
def test_a_value_is_as_a_dataclass_of_python(case: str) -> None:
    ours, plain = CASES[case](OURS), CASES[case](PLAIN)
    assert repr(ours).removeprefix("OURS.") == repr(plain).rpartition("<locals>.")[2]
    assert asdict(ours) == asdict(plain)
    assert [one.name for one in fields(ours)] == [one.name for one in fields(plain)]
    assert hashed(ours) == hashed(plain)
    assert (ours == CASES[case](OURS)) == (plain == CASES[case](PLAIN))
    assert ours != plain
    assert type(ours).__match_args__ == type(plain).__match_args__
    assert hasattr(ours, "__dict__") == hasattr(plain, "__dict__")
    assert asdict(copy.copy(ours)) == asdict(pickle.loads(pickle.dumps(ours))) == asdict(plain)


@pytest.mark.parametrize("wrong", [lambda k: k.Frozen(), lambda k: k.Frozen(1, f=2), lambda k: k.Child(1, e=10)])
def test_what_cannot_be_made_is_refused_the_same(wrong: Callable[[Any], object]) -> None:
    with pytest.raises((TypeError, ValueError)) as ours:
        wrong(OURS)
    with pytest.raises(ours.type) as plain:
        wrong(PLAIN)
    assert str(ours.value) == str(plain.value).replace("classes.<locals>", "OURS")


def test_what_is_frozen_cannot_be_changed() -> None:
    for value in (OURS.Frozen(1), OURS.Child(1), OURS.Open(1)):
        with pytest.raises(FrozenInstanceError):
            value.a = 2
        with pytest.raises(FrozenInstanceError):
            del value.a
    changed = OURS.Mutable(1)
    changed.a = 2
    assert changed == OURS.Mutable(2)


def test_a_hash_that_is_found_once_goes_nowhere() -> None:
    whole = Region(((0.0, 0.0), (1.0, 0.0), (0.0, 1.0)))
    assert hash(whole) == hash(whole) == hash((whole.outer, whole.holes))
    for other in (pickle.loads(pickle.dumps(whole)), copy.copy(whole), replace(whole)):
        assert not hasattr(other, "_hashed")
        assert (other, hash(other)) == (whole, hash(whole))
    assert hash(replace(whole, outer=whole.outer[::-1])) != hash(whole)


def test_a_plain_dataclass_may_inherit_from_a_value() -> None:
    @dataclasses.dataclass(frozen=True, slots=True)
    class Other(OURS.Frozen):  # type: ignore[misc]
        e: int = 1

    assert replace(Other(1), e=2) == Other(1, e=2) != Other(1)
