"""The reference of the site, written from the program: what `--help` says of commands, and what profiles there are.

A page asks for a part with a block that reads as what it is on a forge, too:

    ```{command} make quasimino
    quasiprint make quasimino --help
    ```

    ```{profiles} palette
    quasiprint profiles
    ```

`{command} NAME` gives a command's whole help, `{command} NAME GAME` the options of that game alone, and
`{profiles} KIND` the profiles of a kind.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import ClassVar

import click
from docutils import nodes
from docutils.parsers.rst import Directive
from docutils.statemachine import StringList
from sphinx.application import Sphinx

from quasiprint.cli import main
from quasiprint.cli.chosen import HELP_ALL
from quasiprint.cli.listing import HEADINGS
from quasiprint.make import profiles

OWN = "Options of "  # how the heading of a game's own options begins


@dataclass
class Part:
    """A heading of a help, and what stands below it: paragraphs, and rows of a term and its explanation."""

    heading: str
    paragraphs: list[str] = field(default_factory=list)
    rows: list[tuple[str, str]] = field(default_factory=list)


class Told(click.HelpFormatter):
    """Takes down what a command writes into its help, and lays out nothing."""

    def __init__(self) -> None:
        super().__init__(width=10_000)
        self.usage = ""
        self.parts = [Part("")]

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        self.usage = f"{prog} {args}".strip()

    @contextmanager
    def section(self, name: str) -> Iterator[None]:
        self.parts.append(Part(name))
        yield
        self.parts.append(Part(""))

    def write_text(self, text: str) -> None:
        self.parts[-1].paragraphs += [" ".join(one.split()) for one in text.split("\n\n")]

    def write_paragraph(self) -> None:
        pass

    def write_dl(self, rows: object, col_max: int = 30, col_spacing: int = 2) -> None:
        self.parts[-1].rows += [(term, " ".join(words.split())) for term, words in rows]  # type: ignore[attr-defined]


def told(words: list[str]) -> Told:
    """Return what `quasiprint WORDS --help-all` says. Raises click's errors for what is no command."""
    formatter = Told()
    context = main.make_context("quasiprint", [*words, "--help"], resilient_parsing=True)
    command: click.Command = main
    while words and isinstance(command, click.Group):
        name, *words = words
        found = command.get_command(context, name)
        if found is None:
            raise click.UsageError(f"no command {name!r}")
        command = found
        context = command.make_context(name, [*words, "--help"], parent=context, resilient_parsing=True)
    context.meta[HELP_ALL] = True
    command.format_help(context, formatter)
    return formatter


def cell(text: str) -> str:
    """Return text as it stands in a cell of a Markdown table; what is code in it stays code, and options become it."""
    parts = re.sub(r"(?<![\w`-])(--[a-z][a-z-]*)", r"`\1`", text).split("`")
    parts[::2] = [re.sub(r"([\\|*_<>\[\]])", r"\\\1", part) for part in parts[::2]]
    return "`".join(parts)


def term(text: str) -> str:
    """Return a term as code; a bar would end the cell of a table that it stands in, also in code."""
    return f"`{text}`".replace("|", "\\|")


def table(rows: list[tuple[str, str]], heads: tuple[str, str]) -> list[str]:
    """Return the lines of a table of terms and explanations."""
    return [f"| {heads[0]} | {heads[1]} |", "|---|---|", *(f"| {term(one)} | {cell(said)} |" for one, said in rows), ""]


def command_lines(words: list[str]) -> list[str]:
    """Return Markdown that says what a command's help says. words: the command, and a game for its options alone."""
    said = told(words)
    alone = [part for part in said.parts if part.heading.startswith(OWN)]
    lines = [] if alone else ["```", f"{said.usage}", "```", ""]
    for part in alone or said.parts:
        if part.heading and not alone:
            lines += [f"**{part.heading}**", ""]
        for paragraph in part.paragraphs:
            lines += [cell(paragraph), ""]
        if part.rows:
            lines += table(part.rows, ("option" if part.rows[0][0].startswith("-") else "", "what it does"))
    return lines


def palette_rows(names: dict[str, str]) -> list[str]:
    """Return the lines of a table of palettes, each colour shown."""
    lines = ["| name | colours, in the order in which they are used |", "|---|---|"]
    for name in names:
        inks = tomllib.loads(profiles.text(name))["palette"]["inks"]
        shown = ", ".join(
            f'<span class="ink" style="background:{ink["rgb"]}"></span> {ink["name"]} `{ink["rgb"]}`' for ink in inks
        )
        lines.append(f"| `{name}`{usual(name)} | {shown} |")
    return [*lines, ""]


def usual(name: str) -> str:
    """Return what is said of a profile that is taken where none is named."""
    return " (if you name none)" if name in profiles.DEFAULTS else ""


def profile_lines(kind: str) -> list[str]:
    """Return Markdown that lists the profiles of a kind."""
    found = profiles.lines()
    if kind not in found:
        raise click.UsageError(f"profiles: found {kind!r}, allowed is {', '.join(HEADINGS)}")
    if kind == "palette":
        return palette_rows(found[kind])
    lines = ["| name | what it is |", "|---|---|"]
    lines += [f"| `{name}`{usual(name)} | {cell(line.strip())} |" for name, line in found[kind].items()]
    return [*lines, ""]


class _Written(Directive):
    """A block that is replaced by what the program says."""

    optional_arguments = 1  # the program itself has none
    final_argument_whitespace = True
    has_content = True
    option_spec: ClassVar[dict[str, object]] = {}

    def lines(self) -> list[str]:
        raise NotImplementedError

    def run(self) -> list[nodes.Node]:
        try:
            lines = self.lines()
        except click.ClickException as problem:
            raise self.error(problem.format_message()) from None
        inner = nodes.container()
        self.state.nested_parse(StringList(lines, source="the program"), self.content_offset, inner)
        return inner.children


class CommandBlock(_Written):
    """What the help of a command says."""

    def lines(self) -> list[str]:
        return command_lines("".join(self.arguments).split())


class ProfilesBlock(_Written):
    """What profiles there are of a kind."""

    def lines(self) -> list[str]:
        return profile_lines("".join(self.arguments))


def setup(app: Sphinx) -> dict[str, bool]:
    """Tell Sphinx."""
    app.add_directive("command", CommandBlock)
    app.add_directive("profiles", ProfilesBlock)
    return {"parallel_read_safe": True}
