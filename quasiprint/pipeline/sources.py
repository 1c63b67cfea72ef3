"""Files that a set was made from, kept with it: drawings in place of numbers, a file of boards.

Without them a set could not be proved again from its folder alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from quasiprint import games
from quasiprint.model.errors import InputError
from quasiprint.model.game import Game
from quasiprint.pipeline.plan import Plan

SOURCES = "source"


def sources(plan: Plan) -> Iterator[tuple[str, bytes]]:
    """Yield the path within the set, and the content, of every file that a plan's options name.

    Raises InputError if one cannot be read.
    """
    kinds = {option.name: option.kind for option in games.load(plan.game).options}
    for name, value in plan.parameters:
        if not value or kinds[name] not in ("folder", "source"):
            continue
        path = Path(str(value))
        try:
            if path.is_dir() and kinds[name] == "folder":
                for file in sorted(path.iterdir()):
                    if file.suffix.lower() == ".svg" and file.is_file():
                        yield f"{SOURCES}/{name}/{file.name}", file.read_bytes()
            elif path.is_file():
                yield f"{SOURCES}/{name}/{path.name}", path.read_bytes()
        except OSError as problem:
            raise InputError(f"{name}: {path.name!r} cannot be read: {problem.strerror}") from None


def given(folder: Path, game: Game, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return a set's options as its manifest tells them, with the paths of the files that are kept with it."""
    kinds = {option.name: option.kind for option in game.options}
    found = dict(values)
    for name, value in values.items():
        if not value or kinds[name] not in ("folder", "source"):
            continue
        kept = folder / SOURCES / name
        if kept.is_symlink() or (folder / SOURCES).is_symlink():
            raise InputError(f"{name}: its files are a link, allowed are files of the set")
        if kept.is_dir():
            found[name] = str(kept if kinds[name] == "folder" else kept / Path(str(value)).name)
        elif kinds[name] == "folder" or "." in str(value) or "/" in str(value):
            raise InputError(f"{name}: the files it was made from are not in the set")
    return found
