"""What can go wrong before any work begins."""

from __future__ import annotations


class InputError(ValueError):
    """Bad input: one message that says what was wrong, what was found and what is allowed.

    The command line prints it and ends with exit code 2.
    """


class Unavailable(RuntimeError):
    """Something this machine lacks: the message names the package to install."""
