"""Paths within a set: relative, with forward slashes, and inside it."""

from __future__ import annotations

from pathlib import PurePosixPath

from quasiprint.model.errors import InputError


def is_inside(path: str) -> bool:
    """Tell whether a path is one within a set, as it is written: no way up, no root, nothing that is not printed."""
    parts = PurePosixPath(path)
    plain = path.isprintable() and "\\" not in path and ":" not in path and str(parts) == path
    return plain and not parts.is_absolute() and ".." not in parts.parts and path not in ("", ".")


def refuse_outside(path: str) -> None:
    """Raise InputError for a path that leads out of a set, whoever asks."""
    if not is_inside(path):
        raise InputError(f"file {path[:80]!r}: it would not lie in the set; allowed are paths such as 'stl/0-0-1.stl'")
