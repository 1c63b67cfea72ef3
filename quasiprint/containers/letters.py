"""Letters on containers: as large as they must be for a machine to make them."""

from __future__ import annotations

from quasiprint.checks.printability import finest
from quasiprint.drawing.lettering import outlines
from quasiprint.drawing.lettering import width as text_width
from quasiprint.model.face import Region, snap

TALLER = (1.0, 1.1, 1.25, 1.5)  # what letters may be higher to be made
SPACING = 0.07  # between letters, of their height


def wide(text: str, height: float) -> float:
    """Return how far a text runs, mm."""
    return text_width(text, height, bold=True, spacing=SPACING)


def written(text: str, height: float, at: tuple[float, float], room: float, least: float) -> tuple[Region, ...]:
    """Return a text about the middle of a line; none if it has no room or cannot be made. at: the middle of its
    baseline, mm; height: of capitals; least: the finest stroke."""
    for taller in TALLER:
        high = snap(taller * height)
        letters = outlines(text, high, snap(at[0]), snap(at[1]), "middle", bold=True, spacing=SPACING)
        if wide(text, high) <= room and not finest(letters, least):
            return letters
    return ()
