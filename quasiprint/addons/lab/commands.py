"""The lab's commands, each imported when it is run."""

from __future__ import annotations

from quasiprint.model.plugins import Command

COMMANDS = (
    Command("solve", "quasiprint.addons.lab.solve", "Solve a position: who wins, and with which moves."),
    Command("catalogue", "quasiprint.addons.lab.catalogue", "Solve all boards of a size: who wins each."),
    Command(
        "playtest",
        "quasiprint.addons.lab.playtest",
        "Play a game by itself, many times: how long, how much to choose, who wins.",
    ),
)
