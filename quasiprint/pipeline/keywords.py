"""What a program asks for, as keywords: checked as the command line checks what is typed."""

from __future__ import annotations

import os
from collections.abc import Mapping

from quasiprint.model.errors import InputError
from quasiprint.model.limits import LIMITS
from quasiprint.model.option import COMMON, Kind, Option
from quasiprint.model.piece import Value
from quasiprint.pipeline.run import LARGEST, Request


def _fits(option: Option, value: object) -> bool:
    """Tell whether a program may hand over a value for an option that every game has."""
    match option.kind:
        case Kind.SIZE | Kind.LENGTH:
            return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < LARGEST
        case Kind.COUNT:
            return type(value) is int and 0 <= value < LARGEST and (option.name != "dpi" or LIMITS["dpi"].hold(value))
        case Kind.FLAG:
            return isinstance(value, bool)
        case Kind.TEXT:
            return isinstance(value, str)
    return isinstance(value, tuple | list) and all(isinstance(name, str) for name in value)


def request(game: str, options: Mapping[str, object]) -> Request:
    """Return what was asked for. Raises InputError for a value that is none."""
    own: dict[str, Value] = {}
    common: dict[str, object] = {}
    for name, value in options.items():
        if name in COMMON and (wanted := COMMON[name].program):
            if not _fits(COMMON[name], value):
                raise InputError(f"{name}: found {str(value)[:40]!r}, allowed is {wanted}")
            common[name] = tuple(value) if isinstance(value, list) else value
        elif isinstance(value, os.PathLike):
            own[name] = os.fspath(value)
        elif isinstance(value, str | int | float | bool):
            own[name] = value
        else:
            raise InputError(f"{name}: found {type(value).__name__}, allowed are text, numbers, True, False and paths")
    return Request(game, own, **common)  # type: ignore[arg-type]
