"""The designer's commands, each imported when it is run."""

from __future__ import annotations

from quasiprint.model.plugins import Command

COMMANDS = (
    Command(
        "puzzle",
        "quasiprint.addons.designer.cli.puzzle",
        "Fill a shape with a set's tiles: a solution, how many there are, or a proof that there is none.",
        True,
    ),
)
