"""``quasiprint play``: a game against the computer, line by line. Which games can be played, the rooms say."""

from __future__ import annotations

import sys
from typing import Any

import click

from quasiprint.addons.studio.table.games import PLAYS
from quasiprint.addons.studio.table.session import Session
from quasiprint.cli.chosen import GameCommand, choice_of, complete_game, game_values
from quasiprint.cli.kinds import TEXT
from quasiprint.cli.reporting import say, show_progress
from quasiprint.cli.score import read
from quasiprint.disk.staging import put_file
from quasiprint.model.option import settle_options
from quasiprint.system import interruption
from quasiprint.system.outcome import print_error
from quasiprint.system.progress import tell

MAX_LINE = 400  # bytes; no move or path that is typed is nearly as long


@click.pass_context
def run(ctx: click.Context, /, game: str, resume: str | None, **_: object) -> None:
    """Play a game against the computer, or between two people.

    While it runs, type help to see what you can do.
    """
    room = PLAYS.require(choice_of(ctx).games[game])
    given = game_values(ctx)
    parameters = settle_options(game, room.playing, given)
    kind = room.session
    table = kind.new(parameters) if resume is None else kind.resumed(read(resume), f"file {resume!r}", given)
    table.plain = "utf" not in (getattr(sys.stdout, "encoding", None) or "").lower()
    try:
        _play(table)
    finally:
        # however it ends: at the end of the input, by "quit", or by Ctrl-C
        if table.unsaved:
            print_error('The game was not saved. While it runs, "save FILE" saves it.')


def _play(table: Session[Any]) -> None:
    """Go on with a game to the end of the input, or until the player quits."""
    at_terminal = sys.stdin is not None and sys.stdin.isatty()
    say(table.opponents())
    say(table.show())
    if _steps(table):
        say(table.show())
    if at_terminal:
        say('Type a move, or "help".')
    while True:
        if at_terminal:
            say(f"{table.prompt}> ", nl=False)
        line = _line()
        if line is None:
            if at_terminal:
                say()
            return
        if len(line) > MAX_LINE:
            say(f"found a line of more than {MAX_LINE} bytes, allowed are up to {MAX_LINE}")
            continue
        with show_progress():
            reply = table.say(line.decode("utf-8", errors="replace"))
        if reply.text:
            say(reply.text)
        if reply.save:
            say(_save(table, *reply.save))
        if reply.ends:
            return
        if _steps(table) or reply.changed:
            say(table.show())


def _steps(table: Session[Any]) -> int:
    """Let the table make the moves that wait for nobody; return how many."""
    made = 0
    while True:
        with show_progress():
            tell("thinking …")
            message = table.step()
        if message is None:
            return made
        say(message)
        made += 1


def _line() -> bytes | None:
    """Return the next line of the input; None at the end."""
    line = sys.stdin.buffer.readline() if sys.stdin is not None else b""  # None: closed from the start
    return line.rstrip(b"\r\n") if line else None


def _save(table: Session[Any], path: str, content: bytes) -> str:
    """Write a saved game, and return the message about it. What goes wrong ends no game."""
    try:
        put_file(path, content, table.owns, "a saved game")
        interruption.begin_next()
    except (OSError, ValueError) as problem:
        reason = problem.strerror if isinstance(problem, OSError) and problem.strerror else str(problem)
        return f"file {path!r}: was not saved: {reason}; the game goes on"
    table.unsaved = False
    return f"file {path!r}: saved"


COMMAND = GameCommand(
    "play",
    options=lambda game: PLAYS.require(game).playing,
    able=PLAYS,
    limited=True,
    callback=run,
    params=[
        click.Argument(["game"], shell_complete=complete_game),
        click.Option(["--resume"], type=TEXT, metavar="FILE", help="Continue a saved game."),
    ],
)
