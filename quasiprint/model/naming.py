"""Which known name somebody may have meant who typed one."""

from __future__ import annotations

from collections.abc import Iterable

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
