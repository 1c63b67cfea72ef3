"""Quasimino at the table: between two, against the computer, or alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Self

from quasiprint.addons.studio.table.games import QuasiminoTable
from quasiprint.addons.studio.table.tiles import HELP, TableSession, TableState
from quasiprint.errors import InputError
from quasiprint.games.quasimino import alone, turns
from quasiprint.games.quasimino.puzzles import USUAL
from quasiprint.model.game import NOBODY

COMPUTERS: dict[str, tuple[int, ...]] = {"none": (), "ben": (1,)}
"""Which players the computer plays."""


class QuasiminoSession(TableSession):
    """One game and who plays it."""

    game, names, players = "quasimino", {NOBODY: "start", **dict(enumerate(turns.NAMES))}, COMPUTERS
    playing = QuasiminoTable.playing
    help = HELP.format(game=game, example="thin-0121 -1,1,0,1/4") + (
        "\nQuasi-Domino and Quasi-Match:\n"
        "  quasi ann       Ann begins with a tile that joins the open two\n"
        "  draw thick      draw a tile, thick or thin\n"
        "Alone:\n"
        "  take TILE       take a tile up again\n"
        "  quasi           all tiles lie: count"
    )

    @property
    def design(self) -> Mapping[str, str]:
        """The options of the set that is played with."""
        return {"colours": str(self.settings["colours"])}

    @classmethod
    def begun(cls, settings: Mapping[str, object]) -> Self:
        """Return a new game. Raises InputError for a puzzle with other colours, or the computer in a game for one."""
        kind, colours, number = str(settings["kind"]), int(str(settings["colours"])), int(str(settings["deal"]))
        if kind in alone.NAMED and colours != USUAL:
            raise InputError(f"--colours: found {colours} with a puzzle of the book, allowed is {USUAL}")
        if kind not in turns.HAND and settings["computer"] != "none":
            raise InputError(f"--computer: found {settings['computer']!r} in a game for one, allowed is none")
        first: TableState = (turns if kind in turns.HAND else alone).deal(kind, colours, number)
        return cls(settings, first)


new_session, resume_session = QuasiminoSession.new, QuasiminoSession.resumed
