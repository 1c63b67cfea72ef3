"""What the commands say, and how they end."""

from __future__ import annotations

import contextlib
import json
import signal
import sys
from collections.abc import Iterable, Iterator
from types import FrameType
from typing import Any

import click

from quasiprint.model.errors import InputError, Unavailable
from quasiprint.model.finding import Finding

FAILED, BAD_INPUT = 1, 2
SIGNALS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))


class Refused(click.ClickException):
    """Bad input: one message, exit code 2."""

    exit_code = BAD_INPUT

    def __init__(self, message: str) -> None:
        super().__init__(" ".join(message.split()))


class _Ended(BaseException):
    """The program was told to end."""

    def __init__(self, number: int) -> None:
        self.number = number


def _end(number: int, frame: FrameType | None) -> None:
    raise _Ended(number)


@contextlib.contextmanager
def refusing() -> Iterator[None]:
    """Turn bad input into a message, and Ctrl-C or a plea to end into an exit that leaves no mess.

    Exit codes: 2 for bad input, 128 and the signal's number for a signal (Ctrl-C: 130).
    """
    before = {number: signal.getsignal(number) for number in SIGNALS}
    try:
        for number, handler in before.items():
            if handler is not signal.SIG_IGN:
                signal.signal(number, _end)
        yield
    except (InputError, Unavailable) as problem:
        raise Refused(str(problem)) from None
    except _Ended as ended:
        click.echo("\nInterrupted; nothing is left half made.", err=True)
        raise click.exceptions.Exit(128 + ended.number) from None
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def put_json(document: Any) -> None:
    """Print one JSON document; in ASCII, so that it arrives whole whatever the terminal's language."""
    click.echo(json.dumps(document, indent=2))


def put_findings(findings: Iterable[Finding]) -> None:
    """Print findings for people, on stderr."""
    for finding in findings:
        remedy = f" ({finding.remedy})" if finding.remedy else ""
        what = f"{finding.severity}: {finding.code}: {finding.subject}"
        click.echo(f"{what}: {finding.message}{remedy}", err=True)


def warn(message: str) -> None:
    """Print a warning."""
    click.echo(f"warning: {message}", err=True)


class Progress:
    """A line on stderr that counts files; nothing at all if stderr is no terminal."""

    def __init__(self) -> None:
        self.shown = sys.stderr.isatty()
        self.width = 0

    def tick(self, name: str, count: int) -> None:
        """Say how many files of a format are written; 0: what is done before there are any."""
        if self.shown and (count % 25 == 0 or count == 1):
            self._line(f"{name}: {count} files" if count else f"{name} …")

    def say(self, what: str) -> None:
        """Say what is being done."""
        if self.shown:
            self._line(what[:70])

    def done(self) -> None:
        """Wipe the line."""
        if self.shown and self.width:
            self._line("")
            click.echo("\r", nl=False, err=True)

    def _line(self, text: str) -> None:
        click.echo(f"\r{text.ljust(self.width)}", nl=False, err=True)
        self.width = len(text)
