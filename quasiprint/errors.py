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


def join_faults(faults: Sequence[str]) -> str:
    """Return faults as one message: all, or those that have room in it and how many more there are."""
    kept = [fault for k, fault in enumerate(faults) if not k or len("; ".join(faults[: k + 1])) < ROOM]
    more = len(faults) - len(kept)
    return "; ".join([*kept, f"and {more} more"] if more else kept)


def refuse_all(wrong: Sequence[InputError], label: str) -> None:
    """Raise one InputError for all of some, none for none. label: which each of them begins with, said once."""
    if len(wrong) == 1:
        raise wrong[0]
    if wrong:
        raise InputError(
            f"{label}: {join_faults([str(input_error).removeprefix(f'{label}: ') for input_error in wrong])}"
        )


class Unavailable(RuntimeError):
    """Something this machine lacks: the message names the package to install."""


SHORT = 4  # letters: shorter words are other words if a letter differs
LETTERS = 6  # of the longer of two words, for each slip that may lie between them; one may in any that is not short


def as_written(typed: str, known: Iterable[str]) -> str:
    """Return a name as it is written: `typed` itself if it is known, else the only known one that differs from it in
    nothing but capitals, else `typed`."""
    names = list(known)
    if typed in names:
        return typed
    found = [name for name in names if name.casefold() == typed.casefold()]
    return found[0] if len(found) == 1 else typed


def nearest(typed: str, known: Iterable[str], most: int = 3) -> list[str]:
    """Return the known names that may be meant by a typed one, the nearest first, at most so many. A slip is a letter
    too many or too few, another letter, or two exchanged. A word that is like another and means something else
    (rectangle, triangle) is not near: so few slips are allowed."""
    found = []
    for name in known:
        one, two = typed.casefold().replace("_", "-"), name.casefold().replace("_", "-")
        long = max(len(one), len(two))
        allowed = max(1, long // LETTERS) if long >= SHORT else 0
        if abs(len(one) - len(two)) <= allowed and (slips := _slips(one, two)) <= allowed:
            found.append((slips, name))
    return [name for _, name in sorted(found, key=lambda each: each[0])[:most]]


def _slips(one: str, two: str) -> int:
    """Return by how many slips one word becomes another (optimal string alignment)."""
    before, row = list[int](), list(range(len(two) + 1))
    for i, a in enumerate(one, 1):
        above, row, older = row, [i], before
        for j, b in enumerate(two, 1):
            least = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (a != b))
            if i > 1 and j > 1 and a == two[j - 2] and b == one[i - 2]:
                least = min(least, older[j - 2] + 1)
            row.append(least)
        before = above
    return row[-1]


def hint(typed: str, known: Iterable[str]) -> str:
    """Return " (did you mean …?)" with the known name that is most like a typed one, "" if none is much like it."""
    near = nearest(typed, known, 1)
    return f" (did you mean {near[0]}?)" if near else ""


def unknown(typed: str, known: Iterable[str]) -> str:
    """Return what is said of a name that is none of the known ones: what was found, what may be meant, and what is
    allowed."""
    names = list(known)
    return f"found {typed[:60]!r}{hint(typed, names)}, allowed is {', '.join(names)}"


REMOVED = {  # commands, options and their choices that version 2.0 removed: what to do instead
    "diff": "quasiprint verify says of each set with which options and by which version it was made",
    "leaves": "the layout with the fewest leaves is the only one; leave it out",
    "loops": "give --most vertices; score still counts loops",
    "look": 'the tiles have ribbons; wedges are for set files (look = "wedges")',
    "patient": "a proof goes on for as long as it takes, and Ctrl-C ends it; leave it out",
    "previews": "START-HERE.html in the set shows it, and Design.png() writes a picture",
}


def removed(name: str) -> str:
    """Return what is said of a name that version 2.0 removed: one sentence; "" for any other."""
    key = name.strip("-").replace("_", "-")
    return f"{name}: was removed in version 2.0: {REMOVED[key]}" if key in REMOVED else ""
