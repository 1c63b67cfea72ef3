"""A part of a set, as it is asked for: which pieces and accessories, and how many of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from quasiprint.model.errors import InputError

SAMPLES = "samples"  # in place of a name: one of each shape, and one of each kind of accessory
MOST = 999  # copies of a thing
DIGITS = 3  # of MOST


@dataclass(frozen=True, slots=True)
class Part:
    """What of a set is to be made.

    only: names, each with how many. spares: how many more of each of these; where no name is given, how many of
    everything of which the set has several that are alike.
    """

    only: tuple[tuple[str, int], ...]
    spares: int = 0

    @property
    def most(self) -> int:
        """How many copies of a thing are asked for at most, so that the work can be told."""
        return max((count for _, count in self.only), default=0) + self.spares


def part(only: Sequence[str], spares: int = 0) -> Part | None:
    """Return the part that is asked for, None if none is. only: names, each with a colon and a count, or without.

    Raises InputError for a count that is none, for a name that stands twice, and for more copies than MOST.
    """
    if type(spares) is not int or not 0 <= spares <= MOST:
        raise InputError(f"--spares: found {str(spares)[:40]}, allowed is a whole number from 0 to {MOST}")
    found: dict[str, int] = {}
    for said in only:
        name, colon, count = said.partition(":")
        if not name.strip():
            raise InputError(f"--only: found {said[:60]!r}, allowed is a name, such as marker or marker:3")
        number = int(count) if count.isascii() and count.isdigit() and len(count) <= DIGITS else 0
        if colon and not 1 <= number <= MOST:
            message = f"found {count[:40]!r} after {name[:60]!r}, allowed is how many, from 1 to {MOST}"
            raise InputError(f"--only: {message}, such as {name[:60]}:3")
        name = name.strip()
        if name.casefold() in {known.casefold() for known in found}:
            raise InputError(f"--only: found {name[:60]!r} twice, allowed is once, with how many: {name[:60]}:2")
        found[name] = number if colon else 1
    for name, number in found.items():
        if number + spares > MOST:
            message = f"found {number} of {name[:60]!r} and {spares} to spare, allowed are {MOST} together"
            raise InputError(f"--only: {message}")
    return Part(tuple(found.items()), spares) if found or spares else None
