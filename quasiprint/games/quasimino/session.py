"""Quasimino at the table: between two, against the computer, or alone."""

from __future__ import annotations

from collections.abc import Mapping

from quasiprint.games.quasimino import alone, turns
from quasiprint.model import saved
from quasiprint.model.errors import InputError
from quasiprint.model.piece import Value
from quasiprint.model.tabletop import HELP, NOBODY, TableSession, TableState, read_settings

KINDS = (*turns.HAND, *alone.KINDS)
COLOURS = range(2, 9)
DEALS = range(10**18)
COMPUTERS: dict[str, tuple[int, ...]] = {"none": (), "east": (1,)}
"""Which players the computer plays."""
USUAL: dict[str, object] = {"kind": turns.DOMINO, "colours": 3, "deal": 0, "computer": "none"}


class QuasiminoSession(TableSession):
    """One game and who plays it."""

    game, names, players = "quasimino", {NOBODY: "start", **dict(enumerate(turns.NAMES))}, COMPUTERS
    help = HELP.format(game=game, example="thin-0121 -1,1,0,1/4") + (
        "\nQuasi-Domino and Quasi-Match:\n"
        "  quasi west      West begins with a tile that joins the open two\n"
        "  draw thick      draw a tile, thick or thin\n"
        "Alone:\n"
        "  take TILE       take a tile up again\n"
        "  quasi           all tiles lie: count"
    )

    @property
    def design(self) -> Mapping[str, str]:
        """The options of the set that is played with."""
        return {"colours": str(self.settings["colours"])}


def _table(settings: Mapping[str, object]) -> QuasiminoSession:
    kind, colours, number = str(settings["kind"]), int(str(settings["colours"])), int(str(settings["deal"]))
    if kind in alone.NAMED and colours != USUAL["colours"]:
        raise InputError(f"--colours: found {colours} with a puzzle of the book, allowed is {USUAL['colours']}")
    if kind not in turns.HAND and settings["computer"] != "none":
        raise InputError(f"--computer: found {settings['computer']!r} in a game for one, allowed is none")
    first: TableState = (turns if kind in turns.HAND else alone).deal(kind, colours, number)
    return QuasiminoSession({"kind": kind, "colours": colours, "deal": number, "computer": settings["computer"]}, first)


def new_session(parameters: Mapping[str, Value], *, plain: bool = False) -> QuasiminoSession:
    """Return a new game, by the room's options for playing. What it shows is ASCII anyway."""
    return _table(USUAL | {name: parameters[name] for name in USUAL if parameters.get(name, "") != ""})


def resume_session(text: bytes, where: str, given: Mapping[str, Value], *, plain: bool = False) -> QuasiminoSession:
    """Return a saved game. given: the room's options that were asked for.

    Raises InputError, which names the line, for a text that cannot be read, is cut off or changed, or has an illegal
    move; and for an option that the game has itself.
    """
    record = saved.read(text, QuasiminoSession.game, where)
    allowed = {"kind": KINDS, "colours": COLOURS, "deal": DEALS, "computer": tuple(QuasiminoSession.players)}
    table = _table(read_settings(record.settings, USUAL, allowed, given, where))
    table.replay(record, where)
    return table
