"""What everybody asks first, of sets as they are without any option: answered when the studio without a server is
written, so that a first picture does not wait for Python.

The answers are the engine's own. This module as a program prints them: it starts in an empty folder, so that no
profile of whoever writes the studio is in them.
"""

from __future__ import annotations

import json
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from quasiprint import children, plugins
from quasiprint.formats import GROUP as FORMATS
from quasiprint.games import GROUP as GAMES
from quasiprint.model.blame import Shortage
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
    with (
        tempfile.TemporaryDirectory() as empty,
        children.start_program(Path(__file__), folder=Path(empty), stdout=children.PIPE) as made,
    ):
        try:
            said, _ = made.communicate()
        except BaseException:
            made.kill()
            raise
    if made.returncode:
        raise Shortage(f"what the studio answers at first: its process was ended ({children.end_of(made.returncode)})")
    found: dict[str, Any] = json.loads(said)
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
