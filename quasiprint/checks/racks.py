"""Does a rack hold a hand? Its slots take the tiles and lean them back, and it does not fall over.

A rack's face is its cross-section: the table lies at y = 0, tiles lean towards +x. Lengths in mm.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from quasiprint.drawing.rings import inside, sides
from quasiprint.model.face import Point, Ring, area
from quasiprint.model.finding import Finding, error
from quasiprint.model.piece import Accessory, GameSet, Slot
from quasiprint.model.solid import standing, tallest

PLAY = 0.4  # of a tile in its slot, at least
LOOSE = 2.0  # at most: else it does not lean as it is to
READABLE = (60.0, 80.0)  # degrees from the table
EDGE = 0.15  # of the foot's breadth: so far inside of it the weight lies
APART = 0.5  # between tiles
DEPTH = 0.3  # of a wall, behind its surface
LEANS = 0.5  # of a tile's height: so high the wall behind it reaches
GRIP = 3.0  # how far a front wall reaches up


def racked(game_set: GameSet) -> list[Finding]:
    """Check every rack of a set."""
    return [finding for thing in _extruded(game_set) for finding in _rack(thing, game_set)]


def _extruded(game_set: GameSet) -> list[Accessory]:
    """Return the racks that are printed; those of boards are checked by `quasiprint.checks.board_racks`."""
    return [thing for thing in game_set.accessories if thing.slots and thing.face.thickness is not None]


def held(slot: Slot, subject: str, thick: float) -> Iterator[Finding]:
    """Yield whether a tile leans so that it can be read, and has room in its slot. thick: the thickest tile, mm."""
    if not READABLE[0] <= slot.slope <= READABLE[1]:
        message = f"its tiles stand at {slot.slope:g}° to the table; allowed is from {READABLE[0]:g}° to "
        yield error("slope-unreadable", subject, f"{message}{READABLE[1]:g}°", "lean them back a little")
    if not thick + PLAY <= slot.width <= thick + LOOSE:
        message = f"it is {slot.width:g} mm wide, for {thick:g} mm allowed is {thick + PLAY:g} to {thick + LOOSE:g}"
        yield error("slot-tight", subject, message, "make it as wide as the thickest piece and 0.6 mm")


def _rack(rack: Accessory, game_set: GameSet) -> Iterator[Finding]:
    faces = list({piece.face.nominal: piece.face for piece in game_set.pieces}.values())
    sizes = [standing(face) for face in faces]
    thick = max(tallest(piece.face, game_set.measures) for piece in game_set.pieces)
    high, wide = max(high for _, high in sizes), max(wide for wide, _ in sizes)
    long = rack.count * game_set.measures.with_thickness(rack.face.thickness).stock.thickness
    holds = len(rack.slots) * math.floor(long / (wide + APART) + 1e-9)
    if holds < rack.hand:
        message = f"{rack.count} of it hold {holds} {game_set.noun}s, a hand has {rack.hand}"
        yield error("hand-short", rack.id, message, "make more segments, or longer ones")
    for number, slot in enumerate(rack.slots, 1):
        subject = f"{rack.id}, slot {number}"
        yield from held(slot, subject, thick)
        if wrong := _shape(rack.face.outline, slot, thick, high):
            yield error("slot-wrong", subject, wrong, "draw the walls along the tile")
    x, left, right = _weight(rack, thick, sum(high for _, high in sizes) / len(sizes))
    free = EDGE * (right - left)
    if not left + free <= x <= right - free:
        message = f"its weight lies at {x:.1f} mm, its foot reaches from {left:.1f} to {right:.1f} mm: it falls over"
        yield error("rack-falls", rack.id, message, "make the foot broader")


def _frame(slot: Slot) -> tuple[Point, Point]:
    """Return the directions up along a slot's tiles, and out of it to the front."""
    slope = math.radians(slot.slope)
    return (math.cos(slope), math.sin(slope)), (-math.sin(slope), math.cos(slope))


def _at(slot: Slot, up: float, front: float) -> Point:
    (ux, uy), (fx, fy) = _frame(slot)
    return slot.x + up * ux + front * fx, slot.y + up * uy + front * fy


def _shape(ring: Ring, slot: Slot, thick: float, high: float) -> str:
    """Return what is wrong with the walls of a slot, as its rack's cross-section has them; "" if nothing is."""
    half, back = slot.width / 2, LEANS * high
    # a tile that leans on the wall behind it, its corners and sides a little inside of it
    steps = [k / 20 for k in range(21)]
    tile = [
        (DEPTH / 3 + s * (high - DEPTH / 3), f) for s in steps for f in (DEPTH / 3 - half, thick - DEPTH / 3 - half)
    ]
    if any(inside(_at(slot, up, front), ring) for up, front in tile):
        return "a tile that stands in it runs into the rack"
    walls = [
        ("floor", [(-DEPTH, f * half) for f in (-0.8, 0.0, 0.8)]),
        ("wall behind the tile", [(s * back, -half - DEPTH) for s in steps]),
        ("wall before the tile", [(s * GRIP, half + DEPTH) for s in steps]),
    ]
    for name, points in walls:
        if not all(inside(_at(slot, up, front), ring) for up, front in points):
            return f"it has no {name}, or a tile has too much room"
    return ""


def _weight(rack: Accessory, thick: float, high: float) -> tuple[float, float, float]:
    """Return where the weight of a rack with its tiles lies, and from where to where it stands on the table. Tiles and
    rack are of one stuff, and the rack is printed sparsely: tiles weigh more than it seems."""
    ring = rack.face.outline
    weight, moment = 0.0, 0.0
    for (x0, y0), (x1, y1) in sides(ring):
        part = (x0 * y1 - x1 * y0) / 2
        weight, moment = weight + part, moment + part * (x0 + x1) / 3
    assert abs(weight - area(ring)) < 1.0
    weight, moment = weight / 4, moment / 4
    for slot in rack.slots:
        x, _ = _at(slot, high / 2, 0.0)
        weight, moment = weight + thick * high, moment + thick * high * x
    low = min(y for _, y in ring)
    foot = [x for x, y in ring if y - low < 1e-6]
    return moment / weight, min(foot), max(foot)
