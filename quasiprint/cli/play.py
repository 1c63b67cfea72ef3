"""``quasiprint play``: a game against the computer, line by line. Which games can be played, the rooms say."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

import click

from quasiprint import games
from quasiprint.api import settled
from quasiprint.cli.kinds import PlainText, WholeNumber
from quasiprint.cli.reporting import refusing
from quasiprint.cli.score import read
from quasiprint.model.game import Playable
from quasiprint.model.option import Kind, Option
from quasiprint.model.piece import Value
from quasiprint.model.session import Session
from quasiprint.storage.file import put

MAX_LINE = 400  # bytes; no move or path that is typed is nearly as long


def playable() -> dict[str, Playable]:
    """Return the games that can be played, by name."""
    rooms = {name: games.load(name) for name in games.names()}
    return {name: room for name, room in rooms.items() if isinstance(room, Playable)}


class PlayCommand(click.Command):
    """`play`, with the options that the rooms have for it."""

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Return the command's own parameters, then the games'."""
        own = super().get_params(ctx)
        found: dict[str, list[Option]] = {}
        for room in playable().values():
            for option in room.playing:
                found.setdefault(option.name, []).append(option)
        asked = [_parameter(options) for options in found.values()]
        return [*own[:-1], *asked, own[-1]]  # --help stays the last


def _parameter(options: list[Option]) -> click.Parameter:
    """Return the parameter for the options of this name."""
    first = options[0]
    shown = first.choices or (() if first.minimum is None else (f"{first.minimum:g}–{first.maximum:g}",))
    limits = f" [{'|'.join(map(str, shown))}]" if shown else ""
    default = "" if first.default == "" else f" [default: {first.default}]"
    kind: click.ParamType[int] | click.ParamType[str] = WholeNumber() if first.kind is Kind.INT else PlainText()
    return click.Option([f"--{first.name.replace('_', '-')}"], type=kind, help=f"{first.help}{limits}{default}")


@click.command("play", cls=PlayCommand)
@click.argument("game")
@click.option("--resume", type=PlainText(), metavar="FILE", help="Go on with a game that was saved.")
@click.pass_context
def command(ctx: click.Context, /, game: str, resume: str | None, **options: Value | None) -> None:
    """Play a game against the computer, or let it look on. Type help once it runs."""
    rooms = playable()
    if game not in rooms:
        why = "has no opponent yet" if game in games.names() else "is no game"
        raise click.UsageError(f"game: {game!r} {why}, allowed is {', '.join(rooms)}", ctx)
    room = rooms[game]
    given = {key: value for key, value in options.items() if value is not None}
    plain = not _has_triangles()
    with refusing():
        parameters = settled(game, room.playing, given)
        if resume is None:
            table = room.session(parameters, plain=plain)
        else:
            table = room.resumed(read(resume), f"file {resume!r}", given, plain=plain)
        try:
            _play(table)
        finally:
            # however it ends: at the end of the input, by "quit", or by Ctrl-C
            if table.unsaved:
                click.echo('The game was not saved. While it runs, "save FILE" saves it.', err=True)


def _play(table: Session) -> None:
    """Go on with a game to the end of the input, or until the player quits."""
    at_terminal = sys.stdin is not None and sys.stdin.isatty()
    click.echo(table.show())
    if _steps(table):
        click.echo(table.show())
    if at_terminal:
        click.echo('Type a move, or "help".')
    while True:
        if at_terminal:
            click.echo(f"{table.prompt}> ", nl=False)
        line = _line()
        if line is None:
            if at_terminal:
                click.echo()
            return
        if len(line) > MAX_LINE:
            click.echo(f"found a line of more than {MAX_LINE} bytes, allowed are up to {MAX_LINE}")
            continue
        reply = table.say(line.decode("utf-8", errors="replace"))
        if reply.text:
            click.echo(reply.text)
        if reply.save:
            click.echo(_saved(table, *reply.save))
        if reply.ends:
            return
        if _steps(table) or reply.changed:
            click.echo(table.show())


def _steps(table: Session) -> int:
    """Let the table make the moves that wait for nobody; return how many."""
    made = 0
    while True:
        with _thinking():
            told = table.step()
        if told is None:
            return made
        click.echo(told)
        made += 1


@contextmanager
def _thinking() -> Iterator[None]:
    """Say on a terminal that the computer thinks, for as long as it does."""
    shown = sys.stderr.isatty() and sys.stdout.isatty()
    if shown:
        click.echo("thinking …", nl=False, err=True)
    try:
        yield
    finally:
        if shown:
            click.echo("\r          \r", nl=False, err=True)


def _line() -> bytes | None:
    """Return the next line of the input, cut where it is longer than MAX_LINE; None at the end."""
    if sys.stdin is None:
        return None  # closed from the start
    stream = sys.stdin.buffer
    line = stream.readline(MAX_LINE + 1)
    if not line:
        return None
    part = line
    while not part.endswith(b"\n") and len(part) > MAX_LINE:
        part = stream.readline(MAX_LINE + 1)  # what is left of a line that is too long is not another one
    return line.rstrip(b"\r\n")


def _saved(table: Session, path: str, content: bytes) -> str:
    """Write a saved game, and return what is to be said of it. What goes wrong ends no game."""
    try:
        put(path, content, table.owns, "a saved game")
    except (OSError, ValueError) as problem:
        reason = problem.strerror if isinstance(problem, OSError) and problem.strerror else str(problem)
        return f"file {path!r}: was not saved: {reason}; the game goes on"
    table.mark_saved()
    return f"file {path!r}: saved"


def _has_triangles() -> bool:
    """Tell whether the output can show more than ASCII."""
    return "utf" in (getattr(sys.stdout, "encoding", None) or "").lower()


COMMAND = command
