"""Keys of profiles: each is declared once, at the field that holds its value.

``gap: Annotated[float, Key()]`` says that a profile's table has a key ``gap``, a number within the limits of that name.
From the declaration come the check of the value, the reader of the table (`TomlTable.keys_of`) and what a manifest
records. Whether a key may be left out, and what it is then, says the field's default.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields
from functools import cache
from typing import Any, NewType, get_args, get_type_hints

from quasiprint.model.limits import LIMITS, Limits, refuse

Signed = NewType("Signed", float)  # a length that may be less than 0, mm
NUMBERS = (float, int, Signed, float | None, tuple[Signed, Signed])  # types of fields that have limits


@dataclass(frozen=True, slots=True)
class Key:
    """What a key of a profile is besides its name, its type and its default.

    limit: from where to where its number may be, or the name of limits; "": those of the key's own name. positive:
    whether 0 is refused in a file, whatever the limits say. needed: whether a file must have it though programs need
    not. read: whether a file has it at all. told: whether a manifest tells it at its default, too; of a key that is
    younger than sets it does not, and their bytes stay as they were. colour: whether a text is a colour. usual: what a
    file that has it not means, where a program has to say it.
    """

    limit: str | Limits = ""
    positive: bool = False
    needed: bool = False
    read: bool = True
    told: bool = True
    colour: bool = False
    usual: Any = None


@dataclass(frozen=True, slots=True)
class Declared:
    """A key as a dataclass declares it. default: None if a file must have the key, or for none of it."""

    name: str
    type: Any
    default: Any
    key: Key

    @property
    def limits(self) -> Limits:
        """From where to where its number may be."""
        return self.key.limit if isinstance(self.key.limit, Limits) else LIMITS[self.key.limit or self.name]

    def check(self, value: float) -> None:
        """Raise InputError for a number beyond the limits."""
        if isinstance(self.key.limit, str) and self.key.limit:
            refuse(self.key.limit, value, self.name)
        else:
            self.limits.refuse(self.name, value)


def _declared(kind: type) -> tuple[Declared, ...]:
    """Return the keys that a dataclass declares, in the order of its fields."""
    hints = get_type_hints(kind, include_extras=True)
    return tuple(
        Declared(
            one.name,
            get_args(hints[one.name])[0],
            key.usual if key.needed or one.default is MISSING else one.default,
            key,
        )
        for one in fields(kind)
        for key in getattr(hints[one.name], "__metadata__", ())
        if isinstance(key, Key)
    )


declared: Callable[[type], tuple[Declared, ...]] = cache(_declared)


def check(value: object) -> None:
    """Raise InputError if a number that a dataclass declares as a key is beyond its limits."""
    for one in declared(type(value)):
        if one.type in NUMBERS:
            found = getattr(value, one.name)
            for number in found if isinstance(found, tuple) else (found,):
                if number is not None:
                    one.check(number)
