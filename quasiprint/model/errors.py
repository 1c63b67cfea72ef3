"""What can go wrong before any work begins, and which known name somebody may have meant.

What a message quotes of a file or a command line may be long, or hold characters that steer a terminal: whatever
is said goes through `plain`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

LONGEST = 600  # characters of a message
ROOM = 540  # characters of faults in one
KEPT = 380  # of a longer one: so many from its beginning, the rest from its end, where it says what is allowed


def plain(message: str) -> str:
    """Return a message as one printable line of at most LONGEST characters."""
    if len(message) > 4 * LONGEST:  # of a quoted megabyte, no more than can be shown is looked at
        message = f"{message[: 2 * LONGEST]}…{message[-2 * LONGEST :]}"
    line = _printable(message.strip())
    return line if len(line) <= LONGEST else f"{line[:KEPT]} … {line[KEPT + 3 - LONGEST :]}"


def printable(text: str) -> str:
    """Return lines for a terminal, in which nothing steers it."""
    return "\n".join(map(_printable, text.split("\n")))


def _printable(line: str) -> str:
    if line.isprintable():
        return line
    shown = (c if c.isprintable() else " " if c.isspace() else c.encode("unicode_escape").decode() for c in line)
    return "".join(shown)


def reason_of(problem: BaseException) -> str:
    """Return why the system, or Python, refuses something."""
    return getattr(problem, "strerror", None) or str(problem)


class InputError(ValueError):
    """Bad input: one message that says what was wrong, what was found and what is allowed.

    The command line prints it and ends with exit code 2.
    """

    def __init__(self, message: str) -> None:
        super().__init__(plain(message))


def in_one(faults: Sequence[str]) -> str:
    """Return faults as one message: all, or those that have room in it and how many more there are."""
    kept = [fault for k, fault in enumerate(faults) if not k or len("; ".join(faults[: k + 1])) < ROOM]
    more = len(faults) - len(kept)
    return "; ".join([*kept, f"and {more} more"] if more else kept)


def refuse_all(wrong: Sequence[InputError], label: str) -> None:
    """Raise one InputError for all of some, none for none. label: which each of them begins with, said once."""
    if len(wrong) == 1:
        raise wrong[0]
    if wrong:
        raise InputError(f"{label}: {in_one([str(one).removeprefix(f'{label}: ') for one in wrong])}")


class Unavailable(RuntimeError):
    """Something this machine lacks: the message names the package to install."""


ALIKE = 0.7  # of 1, from where on two words are so much alike that one may be meant by the other


def as_written(typed: str, known: Iterable[str]) -> str:
    """Return a name as it is written: `typed` itself if it is known, else the only known one that differs from it in
    nothing but capitals, else `typed`."""
    names = list(known)
    if typed in names:
        return typed
    found = [name for name in names if name.casefold() == typed.casefold()]
    return found[0] if len(found) == 1 else typed


def nearest(typed: str, known: Iterable[str], most: int = 3) -> list[str]:
    """Return the known names that are most like a typed one, at most so many."""
    from difflib import get_close_matches

    written = {name.casefold(): name for name in known}
    return [written[near] for near in get_close_matches(typed.casefold(), written, most, ALIKE)]


def hint(typed: str, known: Iterable[str]) -> str:
    """Return " (did you mean …?)" with the known name that is most like a typed one, "" if none is much like it."""
    near = nearest(typed, known, 1)
    return f" (did you mean {near[0]}?)" if near else ""
