"""The command line. In: words. Out: text or JSON, files, and an exit code (0, 1 a finding, 2 refused, 3 not proved).

``quasiprint --help`` imports this module, `click` and lists of commands; a command's module is imported when it runs.
Begin with `make`; `chosen` reads the options of a game, `reporting` prints."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from itertools import chain
from typing import TYPE_CHECKING, Any

import click

from quasiprint.errors import as_written, removed, unknown
from quasiprint.model import plugins
from quasiprint.model.plugins import Command
from quasiprint.system import interruption
from quasiprint.system.outcome import exit_code, require_room
from quasiprint.version import __version__

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

EXAMPLES = {
    "quasiprint make triomino --format pdf": "tiles to print on paper and cut out",
    "quasiprint make quomino --profile prusa-mini": "a set for your 3D printer, and for a laser and paper",
    "quasiprint make triomino --help": "what you can choose",
}


class Subcommands(click.Group):
    """Commands that are named in whatever capitals. what: one of them is, for messages."""

    def __init__(self, *words: Any, what: str = "command", **others: Any) -> None:
        super().__init__(*words, **others)
        self.what = what

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that the first word names. Raises UsageError if it names none."""
        known = self.list_commands(ctx)
        first = as_written(args[0], known)
        if first not in known and not ctx.resilient_parsing and not first.startswith("-"):
            raise click.UsageError(removed(first) or f"{self.what}: {unknown(first, known)}", ctx)
        return super().resolve_command(ctx, [first, *args[1:]])


COMMANDS = (  # of the core, each a line, so that the help imports none of them
    Command("list", "quasiprint.cli.listing", "List the games and what can be made of each."),
    Command("profiles", "quasiprint.cli.listing:PROFILES",
            "List the printers, lasers, papers and colours that --profile knows."),
    Command("check", "quasiprint.cli.make:CHECK", "Prove that a set is complete and can be made; write nothing.", True),
    Command("make", "quasiprint.cli.make", "Make a set: files for 3D printers, lasers and paper.", True),
    Command("verify", "quasiprint.cli.verify", "Check the files of a made set.", True),
    Command("rules", "quasiprint.cli.rules", "Write the rulebook of a game.", True),
    Command("scoresheet", "quasiprint.cli.rules:SCORESHEET", "Write the score sheet of a game.", True),
    Command("score", "quasiprint.cli.score", "Score a game, or judge a layout."),
    Command("coupon", "quasiprint.cli.coupon",
            "Make a coupon: a small piece that shows what your machine really does.", True),
    Command("calibrate", "quasiprint.cli.coupon:CALIBRATE", "Turn what you measured on a coupon into a profile."),
    Command("new", "quasiprint.cli.new", "Start a game of your own."),
)  # fmt: skip
GROUP = "quasiprint.commands"  # entry points of add-ons and other distributions: each a tuple of `Command` values
# in the order of the work; what others bring comes behind
ORDER = (
    *("list", "profiles", "check", "make", "studio", "verify", "rules", "scoresheet", "score"),
    *("puzzle", "solve", "catalogue", "play", "playtest", "coupon", "calibrate", "new"),
)


@cache
def known_commands() -> dict[str, Command]:
    """Return the commands by name: the core's, and those that add-ons and other distributions bring."""
    found: dict[str, Command] = {}
    for command in (*COMMANDS, *chain.from_iterable(map(plugins.load_commands, plugins.entries_of(GROUP)))):
        found.setdefault(command.name, command)
    return dict(sorted(found.items(), key=lambda pair: ORDER.index(pair[0]) if pair[0] in ORDER else len(ORDER)))


class Commands(Subcommands):
    """The commands, each imported when it is used."""

    def main(self, *words: Any, **extra: Any) -> Any:
        """Run the command line as `do`, and end the program with its exit code; signals are heard meanwhile."""
        before = interruption.begin()
        try:
            code = exit_code(lambda: self.do(*words, **extra))
        finally:
            interruption.restore(before)
        sys.exit(code)

    def do(self, args: Sequence[str] | None = None, prog_name: str | None = None, **extra: Any) -> None:
        """Run the command line. Raises whatever ends it, an exit with another code than 0 too."""
        name = prog_name or "quasiprint"
        self._main_shell_completion({}, name)
        with self.make_context(name, list(sys.argv[1:] if args is None else args), **extra) as ctx:
            try:
                self.invoke(ctx)
            except click.NoSuchOption as problem:
                if text := removed(problem.option_name):
                    raise click.UsageError(text, problem.ctx) from None
                raise

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the commands' names."""
        return list(known_commands())

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """Return a command, or None for an unknown name."""
        chosen = known_commands().get(name)
        if chosen is None:
            return None
        if chosen.large:
            require_room()
        module, _, called = chosen.module.partition(":")
        command: click.Command = getattr(import_module(module), called or "COMMAND")
        return command

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Complete a command's name, without importing it; else an option."""
        from click.shell_completion import CompletionItem

        begun = [command for command in known_commands().values() if command.name.startswith(incomplete.casefold())]
        options = click.Command.shell_complete(self, ctx, incomplete)
        return [*(CompletionItem(command.name, help=command.help) for command in begun), *options]

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what the program is for, and commands to begin with."""
        super().format_help_text(ctx, formatter)
        with formatter.section("To begin"):
            formatter.write_dl(list(EXAMPLES.items()), col_max=46)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands into the help, without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(command.name, command.help) for command in known_commands().values()])


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
