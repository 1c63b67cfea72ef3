"""Is a palette enough for a set? Enough inks, each with a pattern that can be drawn."""

from __future__ import annotations

from quasiprint.drawing.patterns import PATTERNS
from quasiprint.model.errors import InputError
from quasiprint.model.profile import Palette

MAX_COLOURS = len(PATTERNS)  # more cannot be told apart without colour


def refuse_colours(palette: Palette, colours: int) -> None:
    """Raise InputError unless a set can have so many colours, from 1: as many as there are inks and patterns."""
    limit = min(MAX_COLOURS, len(palette.inks))
    if not 1 <= colours <= limit:
        why = (
            f"palette {palette.name!r} has {len(palette.inks)}"
            if len(palette.inks) < MAX_COLOURS
            else f"there are {MAX_COLOURS} patterns that can be told apart without colour"
        )
        raise InputError(f"colours: found {colours}, allowed is 1 to {limit}, because {why}")


def refuse_patterns(palette: Palette, inks: int | None = None) -> None:
    """Raise InputError if the first `inks` of a palette, or all of it, have a pattern that cannot be drawn."""
    for ink in palette.inks[:inks]:
        if ink.pattern not in PATTERNS:
            raise InputError(
                f"palette {palette.name!r}, ink {ink.name!r}: no pattern {ink.pattern!r}; there are "
                f"{', '.join(PATTERNS)}"
            )
