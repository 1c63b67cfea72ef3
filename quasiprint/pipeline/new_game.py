"""A game of one's own to start from: a small project that works as it is.

It lies in ``templates/new-game/`` and is a project itself, of a game called ``newgame``; only that name is changed.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator
from importlib.util import find_spec

from quasiprint import games
from quasiprint.model.errors import InputError
from quasiprint.resources import packaged
from quasiprint.version import __version__

FOLDER = "new-game"
# what the distribution, the name, the title and the program's version are called in the template
_CALLED = re.compile("quasiprint-newgame|newgame|New game|0[.]0[.]0")
_NAME = re.compile("[a-z][a-z0-9]*(_[a-z0-9]+)*")


def project(name: str) -> Iterator[tuple[str, bytes]]:
    """Yield the files of a project for a game of this name: path and content. Raises InputError for a name that cannot
    be a game's, or is one's already."""
    refuse_name(name)
    called = {
        "quasiprint-newgame": distribution(name),
        "newgame": name,
        "New game": name.replace("_", " ").capitalize(),
        "0.0.0": __version__,
    }
    top = packaged() / FOLDER
    for file in sorted(top.rglob("*")):
        path = file.relative_to(top)
        if file.is_file() and "__pycache__" not in path.parts:
            text = file.read_text(encoding="utf-8")
            yield path.as_posix().replace("newgame", name), _CALLED.sub(lambda found: called[found[0]], text).encode()


def distribution(name: str) -> str:
    """Return what the distribution of a game is called."""
    return f"quasiprint-{name.replace('_', '-')}"


def refuse_name(name: str) -> None:
    """Raise InputError for a name that no new game may have."""
    if not games.NAME.fullmatch(name) or not _NAME.fullmatch(name):
        wanted = "up to 40 small letters and digits, a letter first, and single _ between them, as in my_game"
        raise InputError(f"name: found {name!r}, allowed are {wanted}")
    if keyword.iskeyword(name):
        raise InputError(f"name: found {name!r}, which is a word of Python; allowed is any other name")
    if name in games.names() or name == games.EVERY:
        taken = ", ".join((*games.names(), games.EVERY))
        raise InputError(f"name: found {name!r}, allowed is one that is not taken; taken are {taken}")
    if find_spec(f"quasiprint_{name}") is not None:
        raise InputError(f"name: found {name!r}, but there is a module quasiprint_{name} already; allowed is another")
