"""Draw the laser's boxes and racks as they are put together, a box of paper as it is printed, and tiles for fingers.

    python docs/box_pictures.py       writes docs/pictures/box-*.png, rack-boards.png and touch.png

Each part stands where the set says that it stands, and is as thick as its sheet. Needs the test extra.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
import trimesh
from kept_pictures import LID, TILE, WOOD, Set, Shown, rendered, saved
from shapely import Polygon
from site_pictures import pages, shop
from site_pictures import saved as page_saved

import quasiprint
from quasiprint.model.face import Ring
from quasiprint.model.piece import Accessory, GameSet

INK = (70, 60, 50)
RAISED = (74, 118, 168)
LIFTED = 34.0  # mm: a lid above its box


def extruded(ring: Ring, holes: tuple[Ring, ...], thick: float) -> np.ndarray:
    """Return an area as a body, its triangles, from z = 0 upwards."""
    body = trimesh.creation.extrude_polygon(Polygon(ring, holes), thick)
    return np.asarray(body.triangles)


def marked(thing: Accessory, thick: float, colour: tuple[int, int, int]) -> Iterator[Shown]:
    """Yield a part and, a hair above it, what is engraved."""
    yield extruded(thing.face.outline, (), thick), colour
    for mark in thing.face.marks:
        for area in mark.ink:
            yield extruded(area.outer, area.holes, 0.02) + np.array((0, 0, thick)), INK


def box(game: str) -> None:
    """A laser's box with what lies in it, its lid above."""
    held = quasiprint.design(game, storage=["box"]).as_made_by("laser")
    thick = held.measures.stock.thickness
    bodies: list[Shown] = []
    for thing in (thing for thing in held.accessories if thing.stands):
        (stand,) = thing.stands
        lid = thing.id.startswith("box-lid")
        axes = np.zeros((3, 3))
        axes[0, stand.across - 1] = axes[1, stand.up - 1] = axes[2, 5 - stand.across - stand.up] = 1
        at = np.array(stand.at) + np.array((0, 0, LIFTED * lid))
        for body, colour in marked(thing, thick, LID if lid or thing.id in ("box-left", "box-right") else WOOD):
            placed = (body - np.array((stand.area[0], stand.area[1], 0))) @ axes + at
            bodies.append((placed if np.linalg.det(axes) > 0 else placed[:, ::-1], colour))
        bodies += stacked(held, thing, thick)
    saved(rendered(bodies, 560, 24.0, 34.0, 0.03), f"box-{game}")


def stacked(held: GameSet, holder: Accessory, thick: float) -> Iterator[Shown]:
    """Yield what lies in a part: of each stack one body, and its highest thing."""
    faces = {thing.id: thing.face for thing in held.items}
    for stack in holder.stacks:
        face = faces[stack.items[-1][0]]
        for high, z in ((stack.height, stack.z), (0.03, stack.z + stack.height)):
            ring = extruded(face.outline, (), high)
            yield ring + np.array((stack.x, stack.y, z)), TILE
        for area in (area for mark in face.marks for area in mark.ink):
            yield extruded(area.outer, area.holes, 0.05) + np.array((stack.x, stack.y, stack.z + stack.height)), INK


def rack() -> None:
    """Nine triominoes in a laser's rack."""
    held = quasiprint.design("triomino", storage=["rack"]).as_made_by("laser")
    thick = held.measures.stock.thickness
    parts = {thing.id: thing for thing in held.accessories if thing.storage}
    side = parts["rack-side"]
    low, high = (end(x for x, _ in parts["rack-back"].face.outline) for end in (min, max))
    bodies: list[Shown] = []

    def along(body: np.ndarray, start: float) -> np.ndarray:
        """Turn a cross-section, x and y, to lie across the rack; its thickness runs along it."""
        x, y, z = np.moveaxis(body, 2, 0)
        return np.stack((z + start, x, y), axis=2)

    holes = [area.outer for mark in side.face.marks for area in mark.ink]
    for start in (low, high - thick):
        bodies.append((along(extruded(side.face.outline, tuple(ring[::-1] for ring in holes), thick), start), WOOD))
    for slot in side.slots:
        s, half = math.radians(slot.slope), slot.width / 2
        spans = {
            "rack-floor": (-thick, 0.0, -half - thick, half + thick),
            "rack-back": (0.0, None, -half - thick, -half),
            "rack-lip": (0.0, None, half, half + thick),
        }
        for name, (below, above, rear, front) in spans.items():
            broad = 2 * max(y for _, y in parts[name].face.outline)
            top = below + broad if above is None else above
            corners = ((below, rear), (top, rear), (top, front), (below, front))
            ring = tuple(
                (slot.x + u * math.cos(s) - f * math.sin(s), slot.y + u * math.sin(s) + f * math.cos(s))
                for u, f in corners
            )
            bodies.append((along(extruded(ring, (), high - low - 2 * thick), low + thick), LID))
    faces = [piece.face for piece in held.pieces][7::5]
    for k in range(side.hand):
        slot, face = side.slots[k >= 5], faces[k]
        s, step = math.radians(slot.slope), (high - low - 2 * thick) / 5
        foot = -min(y for _, y in face.outline)
        for body, colour in tile(face.outline, [a for m in face.marks for a in m.ink], thick):
            x, y, z = np.moveaxis(body, 2, 0)
            up, front = y + foot, z - slot.width / 2 + 0.1
            across = slot.x + up * math.cos(s) - front * math.sin(s)
            middle = low + thick + (k % 5 + 0.5) * step
            placed = np.stack((x + middle, across, slot.y + up * math.sin(s) + front * math.cos(s)), axis=2)
            bodies.append((placed, colour))
    saved(rendered(bodies, 640, 10.0, 32.0, 0.03), "rack-boards")


def tile(outline: Ring, inked: list, thick: float) -> Iterator[Shown]:
    """Yield a tile and what is engraved on it."""
    yield extruded(outline, (), thick), TILE
    for area in inked:
        yield extruded(area.outer, area.holes, 0.05) + np.array((0, 0, thick)), INK


def touch() -> None:
    """Two tiles for fingers."""
    bodies: list[Shown] = []
    for k, (game, id) in enumerate((("quasimino", "thick-0012"), ("triomino", "1-3-5"))):
        one = Set(game, touch=True)
        top = one.held.measures.stock.thickness
        for body, colour in one.bodies(id):
            moved, raised = body + np.array((62.0 * k, -4.0 * k, 0)), body[:, :, 2].max(axis=1) > top + 0.01
            bodies += [(moved[~raised], colour), (moved[raised], RAISED)]
    saved(rendered(bodies, 720, -12.0, 46.0, 0.04), "touch")


def main() -> None:
    """Write all pictures."""
    box("triomino")
    box("quasimino")
    rack()
    touch()
    sheet = pages(shop("make triomino --storage box --format pdf"), "pdf/tiles-a4-colour.pdf")
    page_saved(sheet[0], "box-paper", 480)


if __name__ == "__main__":
    main()
