"""Reads the texts of a run: those of the program and of the game's room, and a user's own in their place.

A user's own lie in ``templates/`` in the current folder, under the same names: ``templates/rules/de/quomino.md`` wins
over the room's ``rules/de/quomino.md``.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from quasiprint import games
from quasiprint.resources import Templates, packaged
from quasiprint.storage.reading import read_bytes, there

OWN = Path("templates")
COMMON = "common.toml"  # a language is one that has these words
PAGE = "set-readme.md"
ENDINGS = (".md", "-quick.md", ".toml", "-scoresheet.toml")  # of a game's texts


def templates(game: str, language: str) -> Templates:
    """Return the texts for a game's books in a language, and of the page in a set's folder.

    Raises InputError for a user's own that cannot be read, or is too long.
    """
    found: dict[str, bytes] = {}
    for folder in (packaged(), games.folder(game), OWN):
        own = folder is OWN
        for name in (*_common(folder), *(f"rules/{language}/{game}{ending}" for ending in ENDINGS), PAGE):
            path = folder / name
            if there(path):
                found[name] = read_bytes(path, name) if own else path.read_bytes()
    return Templates(tuple(found.items()))


def _common(folder: Path) -> Iterator[str]:
    """Yield the names of the words that all books of a language share."""
    for path in sorted((folder / "rules").glob(f"*/{COMMON}")):
        yield path.relative_to(folder).as_posix()
