"""What everybody asks first, of sets as they are without any option: answered when the studio without a server is
written, so that a first picture does not wait for Python.

The answers are the engine's own. ``python -m quasiprint.studio.first`` prints them: in a process of its own, which
starts in an empty folder, so that no profile of whoever writes the studio is in them.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import quasiprint
from quasiprint import plugins
from quasiprint.formats import GROUP as FORMATS
from quasiprint.games import GROUP as GAMES
from quasiprint.model.game import Needs
from quasiprint.studio.answer import Value

LACKING = frozenset({"numpy"})  # in a browser
PARTS = (["pieces"], ["icon"], ["checks", "others"])  # of a preview, as the page asks for them


def key(name: str, value: Value) -> str:
    """Return how the page's worker knows a question."""
    return f"{name} {json.dumps(value, separators=(',', ':'))}"


def questions(games: list[str]) -> list[tuple[str, Value]]:
    """Return what everybody asks first, of some games."""
    found: list[tuple[str, Value]] = [("games", {})]
    for game in games:
        found.append(("form", {"game": game}))
        found += [("preview", {"game": game, "settings": {}, "parts": parts}) for parts in PARTS]
    return found


@cache
def answers() -> dict[str, Any]:
    """Return the answers to `questions` about every game that can be had in a browser, by their keys."""
    where = str(Path(quasiprint.__file__).parents[1])
    with tempfile.TemporaryDirectory() as empty:
        made = subprocess.run(
            [sys.executable, "-m", __name__],
            cwd=empty,
            env={**os.environ, "PYTHONPATH": os.pathsep.join([where, os.environ.get("PYTHONPATH", "")])},
            stdout=subprocess.PIPE,
            check=True,
        )
    found: dict[str, Any] = json.loads(made.stdout)
    return found


def _answered() -> dict[str, Any]:
    from quasiprint import games
    from quasiprint.studio import engine

    with plugins.held({GAMES: (), FORMATS: ()}):  # what is plugged in here is not there
        here = [
            name
            for name in games.offered()
            if not isinstance(room := games.load(name), Needs) or not LACKING.intersection(room.needs)
        ]
        found = {}
        for name, value in questions(here):
            made = engine.QUESTIONS[name](value, lambda _: None)
            assert isinstance(made, dict)
            found[key(name, value)] = made
    told = found[key("games", {})]["games"]
    for game in told:
        game["here"] = game["name"] in here
    told.sort(key=lambda game: not game["here"])
    return found


if __name__ == "__main__":
    json.dump(_answered(), sys.stdout, separators=(",", ":"))
