"""Solves a position that was read from a file or named, and keeps what is proved in a checkpoint."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Any

from quasiprint import games
from quasiprint.model.errors import InputError
from quasiprint.model.game import Solves
from quasiprint.model.piece import Value
from quasiprint.model.solution import Known, Problem, Solution
from quasiprint.pipeline.run import settled
from quasiprint.version import __version__

KIND = "quasiprint checkpoint"
FORMAT = 2  # 1 did not say which keys its answers were found with


def problem(game: str, source: bytes | str, where: str, given: Mapping[str, Value]) -> Problem:
    """Return a position to solve.

    source: its text, or the name of one. where: how messages name the text. given: the options for solving that were
    asked for. Raises InputError as `Solves.problem`, and for a game without a solver.
    """
    room = games.load(game)
    if not isinstance(room, Solves):
        raise InputError(f"game: {game} has no solver")
    return room.problem(source, where, settled(game, room.solving, given))


def checkpoint(solution: Solution, identity: str, keys: Iterable[int]) -> bytes:
    """Return what is proved so far, as a file that `resumed` reads. keys: those with which it was found."""
    content = {
        "kind": KIND,
        "format": FORMAT,
        "version": __version__,
        "position": identity,
        "keys": sorted(set(keys)),
        "moves": [[[list(cell) for cell in choice.cells], list(choice.x)] for choice in solution.choices],
    }
    content["sha256"] = _digest(content)
    return (json.dumps(content, sort_keys=True) + "\n").encode()


def is_checkpoint(text: bytes) -> bool:
    """Tell whether a file says of itself that it is a checkpoint."""
    return _read(text).get("kind") == KIND


def resumed(text: bytes, where: str, identity: str) -> tuple[Known, frozenset[int]]:
    """Return what a checkpoint has of a position, and the keys with which it was found.

    Raises InputError if it is none, was changed, or is of another version, position or rule.
    """
    content = _read(text)
    if content.get("kind") != KIND:
        raise InputError(f"{where}: is no checkpoint of quasiprint solve, and was left alone; choose another name")
    if content.pop("sha256", None) != _digest(content):
        raise InputError(f"{where}: is a checkpoint that was changed or cut short; remove it to begin anew")
    form, version = content.get("format"), content.get("version")
    if (form, version) != (FORMAT, __version__):
        raise InputError(
            f"{where}: is a checkpoint of version {version} (form {form}), this is {__version__} (form {FORMAT}); "
            "remove it to begin anew"
        )
    if content.get("position") != identity:
        raise InputError(f"{where}: is a checkpoint of another position, or of another rule; choose another name")
    try:
        return _found(content)
    except (KeyError, TypeError, ValueError):
        raise InputError(f"{where}: is a checkpoint whose parts do not fit together; remove it to begin anew") from None


def _found(content: Mapping[str, Any]) -> tuple[Known, frozenset[int]]:
    """Return the moves and keys of a checkpoint. Raises KeyError, TypeError or ValueError."""
    known = {tuple((row, column) for row, column in cells): (low, high) for cells, (low, high) in content["moves"]}
    keys = frozenset(content["keys"])
    if any(low > high for low, high in known.values()) or not all(type(key) is int for key in keys):
        raise ValueError("no range, or no key")
    return known, keys


def _read(text: bytes) -> dict[str, Any]:
    """Return the object of a JSON text, an empty one for anything else."""
    try:
        content = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return content if isinstance(content, dict) else {}


def _digest(content: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()
