"""A winner's strategy as a file: sealed, and told from any other by its position and rules."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from quasiprint import games, interruption
from quasiprint.model.errors import InputError
from quasiprint.model.game import Certifies
from quasiprint.model.solution import Problem, Replayed
from quasiprint.version import __version__

KIND = "quasiprint certificate"
FORMAT = 1


def certificate(game: str, problem: Problem, winner: str, memory: int) -> bytes:
    """Return a strategy for the winner of a position, as a file that `checked` reads. memory: MiB.

    Raises InputError for a game without certificates.
    """
    content = {
        "kind": KIND,
        "format": FORMAT,
        "version": __version__,
        "game": game,
        **_room(game).certificate(problem, winner, memory, interruption.check),
    }
    return (json.dumps({**content, "sha256": _seal(content)}, sort_keys=True) + "\n").encode()


def is_certificate(text: bytes) -> bool:
    """Tell whether a file says of itself that it is a certificate."""
    return _read(text).get("kind") == KIND


def is_complete(text: bytes) -> bool:
    """Tell whether a certificate has an answer to every reply."""
    return bool(_read(text).get("complete"))


def checked(game: str, text: bytes, where: str, problem: Problem) -> Replayed:
    """Play a certificate's strategy, and return what it proves of a position. where: how messages name the file.

    Raises InputError for a file that is none, was changed or cut short, is of another position or rule, or proves
    nothing.
    """
    content = _read(text)
    if content.get("kind") != KIND:
        raise InputError(f"{where}: is no certificate of quasiprint solve")
    if content.pop("sha256", None) != _seal(content):
        raise InputError(f"{where}: is a certificate that was changed or cut short")
    if content.get("format") != FORMAT or content.get("game") != game:
        raise InputError(f"{where}: is a certificate of another game or form, allowed is {game}, form {FORMAT}")
    if content.get("position") != problem.identity:
        raise InputError(f"{where}: is a certificate of another position, or of another rule")
    return _room(game).replayed(content, where)


def _room(game: str) -> Certifies:
    room = games.load(game)
    if not isinstance(room, Certifies):
        raise InputError(f"game: {game} has no certificates")
    return room


def _read(text: bytes) -> dict[str, Any]:
    """Return the object of a JSON text, an empty one for anything else."""
    try:
        content = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return content if isinstance(content, dict) else {}


def _seal(content: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()
