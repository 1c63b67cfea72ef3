"""The tray of a puzzle, for a laser: a frame around the region, and a floor to glue it on. Lengths in mm."""

from __future__ import annotations

from dataclasses import dataclass

from quasiprint.drawing.mitre import mitred
from quasiprint.layout.kerf import kerf_offset
from quasiprint.model.errors import InputError
from quasiprint.model.face import Ring, snap
from quasiprint.model.production import Drawing, SheetPath
from quasiprint.model.profile import SheetOperation, SheetStock

WIDE = 12.0  # of the frame


@dataclass(frozen=True, slots=True)
class Tray:
    """region: anticlockwise, as tiles of full size fill it. clearance: by which the hole is larger on each side. kerf:
    full width of what the beam removes."""

    region: Ring
    clearance: float
    kerf: float


def tray(wanted: Tray, sheet: SheetStock) -> Drawing:
    """Return frame and floor on one sheet, side by side or one above the other. Raises InputError where they do not
    fit."""
    hole = mitred(wanted.region, wanted.clearance, "clearance") if wanted.clearance else wanted.region
    outer = mitred(hole, WIDE, "frame")
    cut = kerf_offset(tuple((snap(x), snap(y)) for x, y in outer), wanted.kerf)
    inner = kerf_offset(tuple((snap(x), snap(y)) for x, y in reversed(hole)), wanted.kerf)
    left, low = min(x for x, _ in cut), min(y for _, y in cut)
    wide, high = max(x for x, _ in cut) - left, max(y for _, y in cut) - low
    gap, margin = sheet.gap + wanted.kerf, sheet.margin
    room = sheet.width - 2 * margin, sheet.height - 2 * margin
    for across in (True, False):
        taken = (2 * wide + gap, high) if across else (wide, 2 * high + gap)
        if taken[0] <= room[0] and taken[1] <= room[1]:
            break
    else:
        raise InputError(
            f"tray: found a frame of {wide:.1f} × {high:.1f} mm, of which two are to fit on a sheet with room for "
            f"{room[0]:g} × {room[1]:g} mm; choose a larger sheet, or a smaller --edge"
        )
    first = margin - left, margin - low
    second = (first[0] + wide + gap, first[1]) if across else (first[0], first[1] + high + gap)
    paths = (
        SheetPath(SheetOperation.CUT_INNER, (_moved(inner, *first),), item="frame"),
        SheetPath(SheetOperation.CUT_OUTER, (_moved(cut, *first),), item="frame"),
        SheetPath(SheetOperation.CUT_OUTER, (_moved(cut, *second),), item="floor"),
    )
    return Drawing("tray", "tray", sheet.width, sheet.height, paths)


def _moved(ring: Ring, x: float, y: float) -> Ring:
    return tuple((snap(px + x), snap(py + y)) for px, py in ring)
