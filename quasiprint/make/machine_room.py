"""How much room the machine of each process has."""

from __future__ import annotations

from quasiprint.make.profiles import Profiles
from quasiprint.model.measures import Maker


def largest_part(profiles: Profiles, process: Maker) -> tuple[float, float]:
    """Return the width and height of the largest part that fits the machine, mm; (0, 0) for a text."""
    if process is Maker.PRINTER:
        return profiles.bed.width - 2 * profiles.bed.margin, profiles.bed.depth - 2 * profiles.bed.margin
    if process is Maker.LASER:
        taken = 2 * (profiles.sheet.margin + profiles.measures_of(process).fit.kerf)
        return profiles.sheet.width - taken, profiles.sheet.height - taken
    if process is Maker.PAPER:
        from quasiprint.documents.sheets import room

        every = [room(paper) for paper in profiles.pages]
        return min(width for width, _ in every), min(height for _, height in every)
    return 0.0, 0.0
