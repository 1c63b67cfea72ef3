"""Ids on the waste of a laser's sheet, beside the pieces: each has to be the name of the piece beside it.

Where such a name may stand follows from the cuts: along the middle of a long side of one, outside of it, away from
every other cut. Which of these places was taken does not matter; but a piece beside which there is still room for its
name must have it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from shapely.geometry import Polygon

from quasiprint.model.finding import Finding, error
from quasiprint.readback import letters
from quasiprint.readback.accounts import Accounts, rings
from quasiprint.readback.plane import Complex, rings_of
from quasiprint.readback.recognise import CLOSE, REMAKE, Found
from quasiprint.readback.report import shortened
from quasiprint.readback.sheet_lines import OpenLine

CAPITALS = (2.0, 1.6, 1.2)  # mm
AWAY = 0.8  # mm: from cuts
APART = 0.5  # mm: from other names
FREE = 0.5  # mm: from the sheet's rim
LONG = 0.45  # of the longest side
ABOUT = 1.0  # mm: so far may another version's names be off
HAIR = 1e-3  # mm
UPRIGHT = 1e-4  # of a unit vector


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a name may stand: its letters, and the box that they fill. sure: whether a hair would not matter."""

    letters: list[Polygon]
    box: Polygon
    sure: bool


def on_waste(
    subject: str,
    lines: Sequence[OpenLine],
    things: Sequence[Found],
    names: Mapping[str, str],
    room: Polygon,
    *,
    loose: bool = False,
) -> Iterator[Finding]:
    """Yield what is wrong with what is engraved in the waste of a sheet.

    names: what things are called, by id. room: where on the sheet they may stand. loose: whether they may be missing,
    as in an older version.
    """
    held = Accounts([line.shape for line in lines])
    tree = shapely.STRtree([thing.outline for thing in things])
    written: list[Polygon] = []
    bare: list[tuple[Found, list[_Place]]] = []
    for thing in things:
        texts = [text for text in dict.fromkeys(names.get(id, "") for id in thing.ids) if text]
        places = [place for text in texts for place in _places(text, thing.outline, tree, room)]
        ways = held.ways([place.letters for place in places], ABOUT if loose else CLOSE)
        claims = [(held.claim(way), place) for way, place in zip(ways, places, strict=True)]
        there = next(((claim, place) for claim, place in claims if not claim.missing), None)
        if there is None:
            bare.append((thing, places))
        else:
            held.take(there[0])
            written.append(there[1].box)
    yield from shortened([] if loose else list(_nameless(bare, written)))
    if held.left:
        at = held.shapes[held.left[0]].centroid
        message = (
            f"{len(held.left)} of what is engraved lie in no piece and are not its name beside it, the first at "
            f"{at.x:.2f}, {at.y:.2f} mm"
        )
        yield error("engraving-foreign", subject, message, REMAKE)


def _nameless(bare: Sequence[tuple[Found, Sequence[_Place]]], written: Sequence[Polygon]) -> Iterator[Finding]:
    """Yield beside which things no name stands though there is room for it. written: the boxes of those that do."""
    tree = shapely.STRtree(written)
    for thing, places in bare:
        if any(place.sure and not len(tree.query(place.box, "dwithin", APART + HAIR)) for place in places):
            yield error("id-wrong", thing.subject, "its name does not stand beside it, where there is room", REMAKE)


def _places(text: str, outline: Polygon, tree: shapely.STRtree, room: Polygon) -> Iterator[_Place]:
    """Yield where a name may stand beside an outline. tree: of all that is cut out; room: where it may be."""
    ring = rings_of(outline)[0]
    sides = np.roll(ring, -1) - ring
    along = np.flatnonzero(np.abs(sides) > LONG * np.abs(sides).max())
    for height in CAPITALS:
        run = letters.run(text) * height
        for k in along.tolist():
            way = complex(sides[k] / abs(sides[k]))
            middle = complex(ring[k] + sides[k] / 2) - 1j * way * (AWAY + height / 2)
            if way.real < -UPRIGHT or (abs(way.real) <= UPRIGHT and way.imag < 0):
                way = -way
            around = _box(middle, way, run, height)
            if room.contains(around) and not len(tree.query(around, "dwithin", AWAY - HAIR)):
                at = middle - way * (run / 2 + 1j * height / 2)
                near = tree.query(around, "dwithin", AWAY + HAIR)  # its own cut, for certain
                yield _Place(rings(letters.written(text, height, at, way)), around, len(near) == 1)


def _box(middle: complex, way: complex, run: float, height: float) -> Polygon:
    along, up = way * run / 2, way * 1j * height / 2
    corners: Complex = np.array([middle - along - up, middle + along - up, middle + along + up, middle - along + up])
    return Polygon(np.column_stack((corners.real, corners.imag)))
