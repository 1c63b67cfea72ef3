"""The command line: parse, call, report.

This module and `click` are all that ``quasiprint --help`` imports; a command's own module is
imported when the command is run.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import sys
from collections.abc import Collection, Iterator, Sequence
from importlib import import_module
from typing import Any

import click
from click.shell_completion import CompletionItem

from quasiprint.system import interruption
from quasiprint.system.outcome import exit_code
from quasiprint.version import __version__

# command: its module, from here, and its name there if that is not COMMAND; and what --help says of it
COMMANDS = {
    "list": ("listing", "List the games and what can be made of each."),
    "profiles": ("listing:PROFILES", "List the printers, lasers, papers and colours that --profile knows."),
    "check": ("make:CHECK", "Prove that a set is complete and can be made; write nothing."),
    "make": ("make", "Make a set: files for 3D printers, lasers and paper."),
    "studio": ("..studio.command", "Choose and make a set on a page in your browser."),
    "verify": ("verify", "Check the files of a made set."),
    "diff": ("verify:DIFF", "Compare two made sets: do their pieces go together?"),
    "rules": ("rules", "Write the rulebook of a game."),
    "scoresheet": ("rules:SCORESHEET", "Write the score sheet of a game."),
    "score": ("score", "Score a game, or judge a layout."),
    "puzzle": (
        "puzzle",
        "Fill a shape with a set's tiles: a solution, how many there are, or a proof that there is none.",
    ),
    "solve": ("solve", "Solve a position: who wins, and with which moves."),
    "catalogue": ("catalogue", "Solve all boards of a size: who wins each."),
    "play": ("play", "Play a game in the terminal."),
    "playtest": ("playtest", "Play a game by itself, many times: how long, how much to choose, who wins."),
    "coupon": ("coupon", "Make a coupon: a small piece that shows what your machine really does."),
    "calibrate": ("coupon:CALIBRATE", "Turn what you measured on a coupon into a profile."),
    "new": ("new", "Start a game of your own."),
}
EXAMPLES = {
    "quasiprint make triomino --format pdf": "tiles to print on paper and cut out",
    "quasiprint make quomino --profile prusa-mini": "a set for your 3D printer, and for a laser and paper",
    "quasiprint make triomino --help": "what you can choose",
}


LARGE = {
    "check",
    "make",
    "verify",
    "diff",
    "rules",
    "scoresheet",
    "coupon",
    "puzzle",
}  # those that load the large libraries


EXTRA = re.compile(r"Got unexpected extra arguments? \((.*)\)", re.DOTALL)  # click's sentence


@contextlib.contextmanager
def sanitise_errors() -> Iterator[None]:
    """Let no refusal quote what is too long for a terminal, or would steer it: click quotes words as they are typed."""
    try:
        yield
    except click.exceptions.NoArgsIsHelpError:
        raise  # the help itself
    except click.ClickException as problem:
        from quasiprint.model.errors import plain

        message = problem.format_message()
        extra = EXTRA.fullmatch(message)
        said = f"found {plain(extra[1])!r} too many, allowed is what --help shows" if extra else plain(message)
        if said == message:
            raise
        context = getattr(problem, "ctx", None)
        if isinstance(problem, click.UsageError):
            raise click.UsageError(said, context) from None
        from quasiprint.cli.reporting import Refused

        raise Refused(said) from None


def resolve_name(what: str, known: Collection[str], ctx: click.Context, args: list[str]) -> list[str]:
    """Return words of which the first names a command, in whatever capitals. Raises UsageError if it names none."""
    from quasiprint.model.errors import as_written, unknown

    first = as_written(args[0], known)
    if first not in known and not ctx.resilient_parsing and not first.startswith("-"):
        raise click.UsageError(f"{what}: {unknown(first, known)}", ctx)
    return [first, *args[1:]]


class Commands(click.Group):
    """The commands, each imported when it is used."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """Run the command line, and end the program with its exit code; signals are heard meanwhile.

        standalone_mode: False leaves all that to whoever calls.
        """
        if not standalone_mode:
            return super().main(args, prog_name, complete_var, standalone_mode=False, **extra)
        own = not interruption.listening()
        if own:
            interruption.listen()
        try:
            code = exit_code(lambda: self.do(args, prog_name, **extra))
        finally:
            if own:
                interruption.leave()
        sys.exit(code)

    def do(self, args: Sequence[str] | None = None, prog_name: str | None = None, **extra: Any) -> None:
        """Run the command line. Raises whatever ends it, an exit with another code than 0 too."""
        name = prog_name or "quasiprint"
        self._main_shell_completion({}, name)
        with self.make_context(name, list(sys.argv[1:] if args is None else args), **extra) as ctx:
            self.invoke(ctx)

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """Parse the words before the command."""
        with sanitise_errors():
            return super().make_context(info_name, args, parent, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        """Parse the command's words, and run it."""
        with sanitise_errors():
            return super().invoke(ctx)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that the first word names, in whatever capitals. Raises UsageError if it names none."""
        return super().resolve_command(ctx, resolve_name("command", COMMANDS, ctx, args))

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the commands' names."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """Return a command, or None for an unknown name."""
        if name not in COMMANDS:
            return None
        if name in LARGE:
            from quasiprint.model.blame import require_room

            require_room()
        module, _, called = COMMANDS[name][0].partition(":")
        place = module if module.startswith(".") else f".{module}"  # most of them beside this one
        command: click.Command = getattr(import_module(place, __name__), called or "COMMAND")
        return command

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Complete a command's name, without importing it; else an option."""
        begun = [(name, help) for name, (_, help) in COMMANDS.items() if name.startswith(incomplete.casefold())]
        options = click.Command.shell_complete(self, ctx, incomplete)
        return [*(CompletionItem(name, help=help) for name, help in begun), *options]

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what the program is for, and commands to begin with."""
        super().format_help_text(ctx, formatter)
        with formatter.section("To begin"):
            formatter.write_dl(list(EXAMPLES.items()), col_max=46)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands into the help, without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, help) for name, (_, help) in COMMANDS.items()])


@click.command(
    cls=Commands,
    subcommand_metavar="COMMAND [ARGS]...",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="quasiprint")
def main() -> None:
    """Make tile games to hold in your hands: complete sets, checked before they are written, as files for 3D printers,
    lasers and paper.

    Lengths are in millimetres, or have a unit: 0.2, 0.2mm, 1in. Exit codes: 0 done, 1 a check failed or a game is
    illegal, 2 bad input.
    """
    # numpy does no linear algebra here, and starting its threads costs more than all that it does; where none can be
    # started, it would end the program with Ctrl-C's signal
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that lacks × or ° shows a question mark
