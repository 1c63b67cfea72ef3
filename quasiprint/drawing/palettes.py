"""Is a palette enough for a set? Enough inks, each with a pattern that can be drawn; and what is too pale to see alone.

And the modes: how a set looks on paper, in colour, in grey, and saving ink.

Contrast is that of WCAG 2.2 (W3C, success criterion 1.4.11): from 1, none at all, to 21, black on white.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from quasiprint.drawing.patterns import PATTERNS
from quasiprint.errors import InputError, unknown
from quasiprint.model.profile import Palette, channels

MAX_COLOURS = len(PATTERNS)  # more cannot be distinguished without colour
PALE = 0.78  # how far a tint is from its colour to white


LEAST_CONTRAST = 3.0  # WCAG's, of graphics: what has less is outlined
OUTLINES = ("#333333", "#FFFFFF")  # of such fills: the one that is seen better


def contrast(first: str, second: str) -> float:
    """Return the contrast of two sRGB colours ("#RRGGBB"), from 1 to 21."""
    low, high = sorted(0.2126 * r + 0.7152 * g + 0.0722 * b for r, g, b in map(linear, (first, second)))
    return (high + 0.05) / (low + 0.05)


def linear(rgb: str) -> tuple[float, float, float]:
    """Return the parts of an sRGB colour, "#RRGGBB", as light: from 0 to 1, linear (IEC 61966-2-1)."""
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels(rgb))
    return red, green, blue


@lru_cache(maxsize=256)
def outline_of(fill: str, ground: str) -> str | None:
    """Return the colour of the line around a fill, None where it is plain enough on its ground without one."""
    if contrast(fill, ground) >= LEAST_CONTRAST:
        return None
    return max(OUTLINES, key=lambda line: contrast(line, ground))


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
            raise InputError(f"palette {palette.name!r}, ink {ink.name!r}: pattern: {unknown(ink.pattern, PATTERNS)}")


def tint(rgb: str) -> str:
    """Return the tint of a colour, both "#RRGGBB": so pale that one can write on it."""
    parts = (int(rgb[k : k + 2], 16) for k in (1, 3, 5))
    return "#" + "".join(f"{round(part + (255 - part) * PALE):02X}" for part in parts)


@dataclass(frozen=True, slots=True)
class Mode:
    """One look. fill: of all ink ("" for the palette's colours); outline: of the ink; back: the
    tint of the backs, None for none."""

    name: str
    fill: str
    outline: str | None
    width: float
    back: str | None

    def ink(self, palette: Palette, colour: int | None) -> str:
        """Return what a mark of this colour is filled with."""
        if self.fill or colour is None:
            return self.fill or "#222222"
        return palette.inks[colour].rgb


MODES = (
    # yellow and orange are under 3:1 on white: every patch of ink has a fine dark line around it
    Mode("colour", "", "#333333", 0.12, "#DDE3EA"),
    Mode("greyscale", "#333333", None, 0.0, "#E4E4E4"),
    Mode("inksaver", "#E8E8E8", "#333333", 0.18, None),
)
