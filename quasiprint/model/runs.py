"""Names that differ in one number, told as a run: `plate-1.stl` to `plate-6.stl` in place of six names."""

from __future__ import annotations

import re
from collections.abc import Iterable

SHORT = 3  # names: fewer are named one by one
_NUMBER = re.compile(r"(?<=-)c?(\d+)")  # a number of its own, or of a colour: not the 4 of a4


def runs(names: Iterable[str], quote: str = "`") -> list[str]:
    """Return the names in their order, each between quotes; three or more that count on by one are told as
    "first to last", at the first one's place. No name is lost or told twice."""
    left = dict.fromkeys(names)
    told = []
    while left:
        first = next(iter(left))
        run = max((_from(first, number, left) for number in _NUMBER.finditer(first)), key=len, default=[first])
        if len(run) < SHORT:
            run = [first]
        for name in run:
            del left[name]
        told.append(f"{quote}{first}{quote}" + (f" to {quote}{run[-1]}{quote}" if len(run) > 1 else ""))
    return told


def _from(first: str, number: re.Match[str], names: Iterable[str]) -> list[str]:
    """Return the names that count on from the first in one of its numbers."""
    start, end = number.span(1)
    there, run, count = frozenset(names), [first], int(number[1])
    while (name := f"{first[:start]}{count + len(run):0{end - start}}{first[end:]}") in there:
        run.append(name)
    return run
