"""What a program asks for, as keywords: checked as the command line checks what is typed."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping

from quasiprint.model.errors import InputError
from quasiprint.model.limits import LIMITS
from quasiprint.model.piece import Value
from quasiprint.pipeline.run import LARGEST, Request


def _is_length(value: object) -> bool:
    number = value if isinstance(value, int | float) and not isinstance(value, bool) else -1.0
    return 0 <= number < LARGEST


def _is_seed(value: object) -> bool:
    return type(value) is int and 0 <= value < LARGEST


def _are_names(value: object) -> bool:
    return isinstance(value, tuple | list) and all(isinstance(name, str) for name in value)


_LENGTH = ("a length from 0 mm", _is_length)
# options of every set, and what each may be
COMMON: dict[str, tuple[str, Callable[[object], bool]]] = {
    **dict.fromkeys(("edge", "thickness", "stripe", "kerf", "clearance"), _LENGTH),
    "dpi": ("a whole number from 72 to 1200", lambda value: type(value) is int and LIMITS["dpi"].hold(value)),
    "seed": ("a whole number from 0, of up to 18 digits", _is_seed),
    "profiles": ("a list of names", _are_names),
    "price": ("a list of NAME=AMOUNT", _are_names),
    "touch": ("True or False", lambda value: isinstance(value, bool)),
    "language": ("a text", lambda value: isinstance(value, str)),
    "only": ("a list of names, each with a colon and a count, or without", _are_names),
    "spares": ("a whole number from 0", _is_seed),
    "storage": ("a list of tray, box and rack", _are_names),
}


def request(game: str, options: Mapping[str, object]) -> Request:
    """Return what was asked for. Raises InputError for a value that is none."""
    own: dict[str, Value] = {}
    common: dict[str, object] = {}
    for name, value in options.items():
        if name in COMMON:
            wanted, is_right = COMMON[name]
            if not is_right(value):
                raise InputError(f"{name}: found {str(value)[:40]!r}, allowed is {wanted}")
            common[name] = tuple(value) if isinstance(value, list) else value
        elif isinstance(value, os.PathLike):
            own[name] = os.fspath(value)
        elif isinstance(value, str | int | float | bool):
            own[name] = value
        else:
            raise InputError(f"{name}: found {type(value).__name__}, allowed are text, numbers, True, False and paths")
    return Request(game, own, **common)  # type: ignore[arg-type]
