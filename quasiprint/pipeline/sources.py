"""What a set was made from, kept with it: drawings in place of numbers, boards that were given.

Without it a set could not be proved again from its folder alone.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

from quasiprint import games
from quasiprint.model.errors import InputError
from quasiprint.model.game import Game
from quasiprint.model.piece import GameSet
from quasiprint.pipeline.plan import Plan
from quasiprint.storage.reading import there

SOURCES = "source"


def sources(plan: Plan, held: GameSet) -> Iterator[tuple[str, bytes]]:
    """Yield the path within the set, and the content, of what a plan's options name.

    Of a folder its drawings; of anything else the pieces in the game's text form, as they were read: standard input
    cannot be read again. Raises InputError if a drawing cannot be read.
    """
    kinds = {option.name: option.kind for option in games.load(plan.game).options}
    for name, value in plan.parameters:
        if value and kinds[name] == "source":
            yield f"{SOURCES}/{name}/{held.noun}s.txt", held.text.encode()
        elif value and kinds[name] == "folder":
            path = Path(str(value))
            try:
                for file in sorted(path.iterdir()):
                    if file.suffix.lower() == ".svg" and file.is_file():
                        yield f"{SOURCES}/{name}/{file.name}", file.read_bytes()
            except OSError as problem:
                raise InputError(f"{name}: {path.name!r} cannot be read: {problem.strerror}") from None


def given(folder: Path, game: Game, values: Mapping[str, Any], files: Collection[str]) -> dict[str, Any]:
    """Return a set's options as its manifest tells them, with the paths of what is kept with it.

    files: those of the set that were read. Raises InputError for an option that names anything else.
    """
    kinds = {option.name: option.kind for option in game.options}
    found = dict(values)
    for name, value in values.items():
        if not value or kinds[name] not in ("folder", "source"):
            continue
        own = [path for path in files if path.startswith(f"{SOURCES}/{name}/")]
        kept = folder / SOURCES / name
        if own and kinds[name] == "folder" and sorted(os.listdir(kept)) == sorted(map(os.path.basename, own)):
            found[name] = str(kept)
        elif len(own) == 1 and kinds[name] == "source":
            found[name] = str(folder / own[0])
        elif own or kinds[name] == "folder" or value == "-" or Path(str(value)).name != value or there(value):
            raise InputError(f"{name}: what it was made from is not in the set")
    return found
