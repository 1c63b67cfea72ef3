"""What the commands say, and how they end."""

from __future__ import annotations

import contextlib
import gc
import json
import sys
from collections.abc import Iterable, Iterator
from typing import Any

import click

from quasiprint.model.errors import InputError, Unavailable, printable
from quasiprint.model.finding import Finding
from quasiprint.outcome import Unsaid, complain, silence
from quasiprint.telling import telling

FAILED, BAD_INPUT = 1, 2
WIDTH = 76  # characters of a line of progress: a terminal of 80 columns does not wrap it


class Refused(click.ClickException):
    """Bad input: one message, exit code 2."""

    exit_code = BAD_INPUT

    def __init__(self, message: str) -> None:
        super().__init__(" ".join(message.split()))


@contextlib.contextmanager
def refusing() -> Iterator[None]:
    """Turn bad input, and what this machine lacks, into a message and exit code 2."""
    try:
        yield
    except (InputError, Unavailable) as problem:
        raise Refused(str(problem)) from None


def say(message: str = "", *, nl: bool = True) -> None:
    """Print what a command was asked for. Raises Unsaid where it cannot be: then the command has not done its work."""
    try:
        if sys.stdout is None:
            raise ValueError("it is closed")
        click.echo(printable(message), nl=nl)
    except (OSError, ValueError) as problem:
        raise Unsaid(problem) from None


def add(message: str) -> None:
    """Print what became of the work, which lies on the disk: where it cannot be said, it is done nonetheless."""
    try:
        say(message)
    except Unsaid as problem:
        silence(sys.stdout)
        if not problem.gone:
            warn(str(problem))


def put_json(document: Any) -> None:
    """Print one JSON document; in ASCII, so that it arrives whole whatever the terminal's language."""
    say(json.dumps(document, indent=2))


def put_findings(findings: Iterable[Finding]) -> None:
    """Print findings for people, on stderr."""
    for finding in findings:
        remedy = f" ({finding.remedy})" if finding.remedy else ""
        what = f"{finding.severity}: {finding.code}: {finding.subject}"
        complain(f"{what}: {finding.message}{remedy}")


def warn(message: str) -> None:
    """Print a warning."""
    complain(f"warning: {message}")


class Progress:
    """A line on stderr that counts files; nothing at all if stderr is no terminal."""

    def __init__(self) -> None:
        self.shown = sys.stderr is not None and sys.stderr.isatty()
        self.begun = False

    def tick(self, name: str, count: int) -> None:
        """Say how many files of a format are written; 0: what is done before there are any."""
        if self.shown and (count % 25 == 0 or count == 1):
            self._line(f"{name}: {count} files" if count else f"{name} …")

    def say(self, what: str) -> None:
        """Say what is being done."""
        if self.shown:
            self._line(what)

    def done(self) -> None:
        """Wipe the line."""
        if self.begun:
            self._line("")
            complain("", end="\r")

    def _line(self, text: str) -> None:
        # as wide as any line, since those of processes that encode stand there, too
        complain("", end="\r")
        complain(f"{text[:WIDTH]:{WIDTH}}", end="")
        self.begun = True


@contextlib.contextmanager
def reported() -> Iterator[None]:
    """Show what takes long in the block, on a terminal, and wipe it when that is done."""
    progress = Progress()
    try:
        with telling(progress.say):
            yield
    finally:
        progress.done()


@contextlib.contextmanager
def uncollected() -> Iterator[None]:
    """Do without the collector of reference cycles: a set is many values and hardly any cycles, and
    walking them all again and again took a sixth of the time."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()
