"""Solves a position that was read from a file or named, and keeps what is proved in a checkpoint, or a winner's
strategy in a certificate: files that are sealed, and told from any other by their position and rules. Scores what was
read.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Any

from quasiprint import games, interruption
from quasiprint.model.errors import InputError
from quasiprint.model.finding import Judgement
from quasiprint.model.game import Certifies, Scores, Solves
from quasiprint.model.option import settle_options
from quasiprint.model.piece import Value
from quasiprint.model.solution import Known, Problem, Replayed, Solution
from quasiprint.pipeline.run import bound, supplied_by
from quasiprint.version import __version__

KIND = "quasiprint checkpoint"
FORMAT = 2  # 1 did not say which keys its answers were found with


def sealed(content: Mapping[str, Any]) -> bytes:
    """Return an object as a line of JSON that `seal` can prove."""
    return (json.dumps({**content, "sha256": seal(content)}, sort_keys=True) + "\n").encode()


def seal(content: Mapping[str, Any]) -> str:
    """Return what seals an object: it tells whether it was changed or cut short."""
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def read_object(text: bytes | str) -> dict[str, Any]:
    """Return the object of a JSON text, an empty one for anything else."""
    try:
        content = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return content if isinstance(content, dict) else {}


def problem(game: str, source: bytes | str, where: str, given: Mapping[str, Value]) -> Problem:
    """Return a position to solve.

    source: its text, or the name of one. where: how messages name the text. given: the options for solving that were
    asked for. Raises InputError as `Solves.problem`, and for a game without a solver.
    """
    room = games.load(game)
    if not isinstance(room, Solves):
        raise InputError(f"game: {game} has no solver")
    return room.problem(source, where, settle_options(game, room.solving, given))


def checkpoint(solution: Solution, identity: str, keys: Iterable[int]) -> bytes:
    """Return what is proved so far, as a file that `resume` reads. keys: those with which it was found."""
    return sealed(
        {
            "kind": KIND,
            "format": FORMAT,
            "version": __version__,
            "position": identity,
            "keys": sorted(set(keys)),
            "moves": [[[list(cell) for cell in choice.cells], list(choice.x)] for choice in solution.choices],
        }
    )


def is_checkpoint(text: bytes) -> bool:
    """Tell whether a file says of itself that it is a checkpoint."""
    return read_object(text).get("kind") == KIND


def resume(text: bytes, where: str, identity: str) -> tuple[Known, frozenset[int]]:
    """Return what a checkpoint has of a position, and the keys with which it was found.

    Raises InputError if it is none, was changed, or is of another version, position or rule.
    """
    content = read_object(text)
    if content.get("kind") != KIND:
        raise InputError(f"{where}: is no checkpoint of quasiprint solve, and was left alone; choose another name")
    if content.pop("sha256", None) != seal(content):
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
        return _moves_and_keys(content)
    except (KeyError, TypeError, ValueError):
        raise InputError(f"{where}: is a checkpoint whose parts do not fit together; remove it to begin anew") from None


def _moves_and_keys(content: Mapping[str, Any]) -> tuple[Known, frozenset[int]]:
    """Return the moves and keys of a checkpoint. Raises KeyError, TypeError or ValueError."""
    known = {tuple((row, column) for row, column in cells): (low, high) for cells, (low, high) in content["moves"]}
    keys = frozenset(content["keys"])
    if any(low > high for low, high in known.values()) or not all(type(key) is int for key in keys):
        raise ValueError("no range, or no key")
    return known, keys


CERTIFICATE = "quasiprint certificate"
CERTIFICATE_FORMAT = 1


def certificate(game: str, problem: Problem, winner: str, memory: int) -> bytes:
    """Return a strategy for the winner of a position, as a file that `check_certificate` reads. memory: MiB.

    Raises InputError for a game without certificates.
    """
    return sealed(
        {
            "kind": CERTIFICATE,
            "format": CERTIFICATE_FORMAT,
            "version": __version__,
            "game": game,
            **_certifying(game).certificate(problem, winner, memory, interruption.check),
        }
    )


def is_certificate(text: bytes) -> bool:
    """Tell whether a file says of itself that it is a certificate."""
    return read_object(text).get("kind") == CERTIFICATE


def is_complete(text: bytes) -> bool:
    """Tell whether a certificate has an answer to every reply."""
    return bool(read_object(text).get("complete"))


def check_certificate(game: str, text: bytes, where: str, problem: Problem) -> Replayed:
    """Play a certificate's strategy, and return what it proves of a position. where: how messages name the file.

    Raises InputError for a file that is none, was changed or cut short, is of another position or rule, or proves
    nothing.
    """
    content = read_object(text)
    if content.get("kind") != CERTIFICATE:
        raise InputError(f"{where}: is no certificate of quasiprint solve")
    if content.pop("sha256", None) != seal(content):
        raise InputError(f"{where}: is a certificate that was changed or cut short")
    if content.get("format") != CERTIFICATE_FORMAT or content.get("game") != game:
        allowed = f"{game}, form {CERTIFICATE_FORMAT}"
        raise InputError(f"{where}: is a certificate of another game or form, allowed is {allowed}")
    if content.get("position") != problem.identity:
        raise InputError(f"{where}: is a certificate of another position, or of another rule")
    return _certifying(game).replayed(content, where)


def _certifying(game: str) -> Certifies:
    room = games.load(game)
    if not isinstance(room, Certifies):
        raise InputError(f"game: {game} has no certificates")
    return room


def score(game: str, text: bytes, given: Mapping[str, Value]) -> Judgement:
    """Return what the game's rules say of a text.

    given: the game's own options that were asked for. Raises InputError if the text is empty or
    cannot be read, and for an option that is none of the game's for scoring.
    """
    room = games.load(game)
    if not isinstance(room, Scores):
        raise InputError(f"game: {game} has no rules to score by")
    if not text.strip():
        raise InputError(f"{game}: found nothing to score, allowed is a layout or game in {game}'s text form")
    options = tuple(option for option in room.options if option.scores)
    chosen = settle_options(game, options, given)
    of_files = bound(room, dict(supplied_by(room, chosen)))
    assert isinstance(of_files, Scores)
    return of_files.score(text, chosen)
