"""``quasiprint new set``: a set file, written from a few answers."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from quasiprint.cli.reporting import add, place
from quasiprint.errors import InputError
from quasiprint.system.outcome import print_error

if TYPE_CHECKING:
    from quasiprint.addons.designer.sets.questions import Question

_SET = re.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,59}")


@click.command("set")
@click.argument("name")
@click.option("--title", metavar="TEXT", help="What the set is called.")
@click.option("--polygon", metavar="SHAPE", help="The shape of its tiles, such as square.")
@click.option("--at", metavar="PLACE", help="Where labels stand: edges, corners, cells, links or profiles.")
@click.option("--symmetry", metavar="HOW", help="'rotations', 'rotations and reflections' or 'none'.")
@click.option("--count", metavar="N", help="How many different labels there are.")
@click.option("--look", metavar="LOOK", help="How labels look, such as wedges.")
@click.option("--names", metavar="A,B,…", help="What labels are called, if not by numbers.")
@click.option("--yes", is_flag=True, help="Ask nothing; use the usual answer where none is given.")
@click.option("--replace", is_flag=True, help="Rename a file of that name.")
def COMMAND(name: str, yes: bool, replace: bool, **given: str | None) -> None:  # noqa: N802
    """Start a set of your own, in the file NAME.toml.

    This asks for a shape, and for where labels stand, how many there are and how they look; it says how many tiles that
    is, and writes a set file with comments, which can be checked and made at once.
    """
    from quasiprint.addons.designer.sets import questions as set_writing

    stem = name.removesuffix(".toml")
    if not _SET.fullmatch(stem):
        raise InputError(f"name: found {name[:60]!r}, allowed are up to 60 letters, digits and . _ -")
    target = Path(f"{stem}.toml")
    if os.path.lexists(target) and not replace:
        raise InputError(f"{str(target)!r}: already exists, and was left alone; --replace puts it aside")
    values = {key: word for key, word in given.items() if word is not None}
    if not yes and (sys.stdin is None or not sys.stdin.isatty()):
        raise InputError("there is no terminal to ask in; --yes takes the usual answer to what is not given")
    answers = set_writing.settle_answers(values, None if yes else _prompt)
    text, pieces = set_writing.write_set(answers)
    tiles = f"{pieces:,} tile{'s' * (pieces != 1)}"
    print_error(f"{answers['title']}: {tiles}")
    if not yes and not click.confirm(f"Write {target}?", default=True, err=True):
        print_error("nothing was written")
        return
    place(target, text.encode(), "a set file", replace)
    add(f"{target}: {tiles}")
    add(f"  quasiprint check {target}")


def _prompt(asked: Question, wrong: str) -> str:
    """Ask a question, and say first what was wrong with the answer before."""
    if wrong:
        print_error(wrong)
    words = f"{asked.words} ({', '.join(asked.choices)})" if asked.choices else asked.words
    return str(click.prompt(words, default=asked.usual, show_default=bool(asked.usual), err=True))
