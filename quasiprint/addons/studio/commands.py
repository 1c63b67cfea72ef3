"""The studio's commands, each imported when it is run."""

from __future__ import annotations

from quasiprint.model.plugins import Command

COMMANDS = (
    Command("studio", "quasiprint.addons.studio.command", "Choose and make a set on a page in your browser."),
    Command("play", "quasiprint.addons.studio.table.play", "Play a game in the terminal."),
)
