"""The core's commands: each a line, so that the help imports none of them.

Add-ons and other distributions bring theirs in the same way, by entry points of the group ``quasiprint.commands``: a
tuple of `Command` values.
"""

from __future__ import annotations

from quasiprint.model.plugins import Command

COMMANDS = (
    Command("list", "quasiprint.cli.listing", "List the games and what can be made of each."),
    Command(
        "profiles",
        "quasiprint.cli.listing:PROFILES",
        "List the printers, lasers, papers and colours that --profile knows.",
    ),
    Command("check", "quasiprint.cli.make:CHECK", "Prove that a set is complete and can be made; write nothing.", True),
    Command("make", "quasiprint.cli.make", "Make a set: files for 3D printers, lasers and paper.", True),
    Command("verify", "quasiprint.cli.verify", "Check the files of a made set.", True),
    Command("rules", "quasiprint.cli.rules", "Write the rulebook of a game.", True),
    Command("scoresheet", "quasiprint.cli.rules:SCORESHEET", "Write the score sheet of a game.", True),
    Command("score", "quasiprint.cli.score", "Score a game, or judge a layout."),
    Command(
        "coupon",
        "quasiprint.cli.coupon",
        "Make a coupon: a small piece that shows what your machine really does.",
        True,
    ),
    Command("calibrate", "quasiprint.cli.coupon:CALIBRATE", "Turn what you measured on a coupon into a profile."),
    Command("new", "quasiprint.cli.new", "Start a game of your own."),
)
