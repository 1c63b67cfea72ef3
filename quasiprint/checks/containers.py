"""Does everything find its place? Containers hold what they say they hold, fingers get it out, and lids close; racks
take a hand of tiles, lean them back, and do not fall over; boxes go together, and the set goes into them.

What is asked is read from the faces: a well is an area that is sunk, a lip one that is raised, a groove one that is
sunk from below. A rack is read from the side, as a printed rack's face and the holes of a rack of boards have it: the
table lies at y = 0, tiles lean towards +x.

Boxes are put together from their parts' outlines, exactly. Panels of a laser's box lie along three axes, so that space
is parted by all their corners into cells, each of which is full or empty. A folded box is put together panel by panel;
what hangs together in the sheet must do so in space. Lengths in mm.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product

from quasiprint.drawing.areas import beyond, difference, grow, is_gripped, room_beside, unite
from quasiprint.drawing.outlines import turn_ring
from quasiprint.drawing.packer import greatest_width, least_width
from quasiprint.drawing.rings import (
    NANOMETRES,
    GridRing,
    boundary_distance,
    distance,
    inside,
    meeting,
    on_grid,
    sides,
)
from quasiprint.model.face import Operation, Point, Region, Ring, area, bounds, snap
from quasiprint.model.finding import Finding, error
from quasiprint.model.piece import Accessory, GameSet, Piece, Place, Slot, Stack, Stand
from quasiprint.model.profile import Box
from quasiprint.model.solid import tallest, upright_size

# the clearances of containers, which all laws about them ask: no other module says one
CLEAR = 0.3  # around what lies in a well, and
CLEAR_LIP = 0.2  # around a lip in its groove
CLEAR_BOX = 0.2  # around what lies in a box
LID_PLAY = (0.1, 1.5)  # of what drops into a box, on each side
OPEN = 0.2  # a joint may stand so far open
SLOT_PLAY = (0.4, 2.0)  # of a tile in its slot: with more it does not lean as it is to
TAB_PLAY = 0.2  # a hole may be so much larger than its tab
APART = 0.5  # between tiles in a rack

FINGER = 8.0  # the tip of a finger
SMALL = 16.0  # what is no longer on either side is reached from above
HAND = 20.0  # the room that this takes
BESIDE = 3.0  # mm: so near to its item a finger comes
# so far an item is pushed: parts of a board have a well as large as the largest, which is a square longer than others
HELD = (2.0, 4.0, 8.0, 12.0, 16.0, 20.0, 24.0)
READABLE = (60.0, 80.0)  # degrees from the table
EDGE = 0.15  # of a foot's breadth: so far inside of it the weight lies
DEPTH = 0.3  # of a rack's wall, behind its surface
LEANS = 0.5  # of a tile's height: so high the wall behind it reaches
GRIP = 3.0  # how far a front wall reaches up
GRID, NEAR = 1e-4, 0.01
REMEDY = "take the sizes from the set as it is made"

Placed = tuple[Stack, Region]  # a stack, and an outline that lies in it


def check_containers(game_set: GameSet) -> list[Finding]:
    """Check that all pieces lie in containers, if there are any, and everything lies in wells that are wide and deep
    enough, and can be taken out."""
    holders = [accessory for accessory in game_set.accessories if accessory.stacks]
    findings = list(_check_counts(game_set, holders)) if holders else []
    items = {item.id: item for item in game_set.items}
    kept = {other.face.outline for other in game_set.items if not isinstance(other, Accessory) or not other.storage}
    for holder in (accessory for accessory in game_set.accessories if accessory.storage):
        findings += _sieve(holder, kept)
    for holder in holders:
        unknown = [id for stack in holder.stacks for id, _ in stack.items if id not in items]
        if unknown:
            message = f"it is to hold {unknown[0]!r}, which the set has not"
            findings.append(error("place-unknown", holder.id, message, REMEDY))
            continue
        placed = [
            (stack, Region(turn_ring(ring, math.radians(stack.angle), stack.x, stack.y)))
            for stack in holder.stacks
            for ring in dict.fromkeys(items[id].face.outline for id, _ in stack.items)
        ]
        findings += _heights(holder, items, game_set)
        findings += _apart(holder, placed)
        if game_set.measures.with_thickness(holder.face.thickness) is not game_set.measures:
            findings += _wells(holder, placed)
    return findings


def _check_counts(game_set: GameSet, holders: Sequence[Accessory]) -> Iterator[Finding]:
    """Yield the pieces that have more or fewer places than copies. An accessory may be kept elsewhere, all of it."""
    places: Counter[str] = Counter()
    for holder in holders:
        for stack in holder.stacks:
            for id, count in stack.items:
                places[id] += count * holder.count
    for item in game_set.items:
        found = places[item.id]
        beside = isinstance(item, Accessory) and (item.storage or not found)
        if not beside and found != item.count:
            code = "place-missing" if found < item.count else "place-twice"
            message = f"{found} of it have a place in containers, there are {item.count}"
            yield error(code, item.id, message, "let the stacks of the containers hold each item once")


def _heights(holder: Accessory, items: dict[str, Piece | Accessory], game_set: GameSet) -> Iterator[Finding]:
    """Yield which stacks are higher than declared, or reach out of their container."""
    rim = game_set.measures.with_thickness(holder.face.thickness).stock.thickness
    for stack in holder.stacks:
        subject = f"{holder.id}, {stack.items[0][0]}"
        needed = sum(count * tallest(items[id].face, game_set.measures) for id, count in stack.items)
        if stack.height < needed - GRID:
            message = f"its stack is {stack.height:g} mm high, what lies in it takes {needed:g} mm"
            yield error("stack-low", subject, message, REMEDY)
        if holder.face.thickness is not None and stack.z + stack.height > rim - CLEAR:
            message = f"it reaches up to {stack.z + stack.height:g} mm, and the rim lies at {rim:g} mm"
            yield error("well-shallow", subject, message, "make the container higher, or the stack lower")


def _apart(holder: Accessory, placed: Sequence[Placed]) -> Iterator[Finding]:
    """Yield which stacks lie where others lie."""
    for (left, first), (right, second) in combinations(placed, 2):
        if left is not right and _level(left, right) and distance(first.outer, second.outer, CLEAR) < CLEAR:
            subject = f"{holder.id}, {left.items[0][0]} and {right.items[0][0]}"
            yield error("stacks-overlap", subject, "they lie in the same place", "move the stacks apart")


def _level(first: Stack, second: Stack) -> bool:
    """Tell whether two stacks share a height."""
    return first.z < second.z + second.height - GRID and second.z < first.z + first.height - GRID


def _wells(holder: Accessory, placed: Sequence[Placed]) -> Iterator[Finding]:
    """Yield what lies in no well, or on no floor, or cannot be got hold of, or is not held."""
    rim, marks = holder.face.thickness or 0.0, holder.face.marks
    holes = tuple(hole for mark in marks if mark.operation is Operation.CUT for hole in mark.ink)
    deep = [(mark.ink, snap(rim + mark.rise)) for mark in marks if mark.rise is not None and mark.rise < 0]
    sunk = [(well, floor) for areas, floor in deep for well in unite((*areas, *holes))]
    walls = difference((Region(holder.face.outline),), unite((*holes, *(area for areas, _ in deep for area in areas))))
    rings = tuple(on_grid(ring) for wall in walls for ring in wall.rings)
    for stack, region in placed:
        subject = f"{holder.id}, {stack.items[0][0]}"
        around = grow((region,), CLEAR)
        left, low, right, high = bounds((region.outer,))
        homes = [
            home for home in sunk if inside(region.outer[0], home[0].outer) and not beyond(around, (home[0],), GRID)
        ]
        if not homes:
            message = f"it has not {CLEAR:g} mm of room on all sides in any well"
            yield error("well-tight", subject, message, REMEDY)
            continue
        well, floor = homes[0]
        below = [other.z + other.height for other, _ in placed if other is not stack]
        if abs(stack.z - floor) > GRID and not any(abs(stack.z - top) < GRID for top in below):
            message = f"it is declared to lie at {stack.z:g} mm, and the floor of its well at {floor:g} mm"
            yield error("stack-floats", subject, message, "let stacks stand on floors")
        if small := max(right - left, high - low) <= SMALL:
            reached, held = room_beside(well, (), HAND) > 0, boundary_distance(well.outer, holder.face.outline) > CLEAR
        else:
            # what lies above it is taken out before it
            beside = tuple(dict.fromkeys(other for two, other in placed if two is not stack and _level(stack, two)))
            reached = is_gripped(region, (*walls, *beside), FINGER, BESIDE)
            held = _is_held(on_grid(region.outer), rings)
        if not reached:
            what = "a hand does not reach into its well" if small else "no two fingers get hold of it from two sides"
            yield error("notch-missing", subject, what, "leave room beside it, and no wall there")
        if not held:
            pushed = f"it can be pushed by {HELD[-1]:g} mm: no wall holds it"
            what = "its well has no walls all around" if small else pushed
            yield error("stack-loose", subject, what, "let walls stand around it")


def _is_held(ring: GridRing, walls: tuple[GridRing, ...]) -> bool:
    """Tell whether something meets a wall, in whichever of eight directions it is pushed; decided in nanometres."""
    left, low, right, high = bounds((ring,))
    far = round(2 * HELD[-1] * NANOMETRES)
    near = []
    for wall in walls:
        west, south, east, north = bounds((wall,))
        if west <= right + far and left - far <= east and south <= high + far and low - far <= north:
            near.append(wall)

    def meets(dx: float, dy: float) -> bool:
        x0, y0 = round(dx * NANOMETRES), round(dy * NANOMETRES)
        moved = tuple((x + x0, y + y0) for x, y in ring)
        return meeting((moved, *near)) is not None or any(inside(wall[0], moved) for wall in near)

    ways = [(math.cos(math.tau * k / 8), math.sin(math.tau * k / 8)) for k in range(8)]
    return all(any(meets(by * x, by * y) for by in HELD) for x, y in ways)


def _sieve(holder: Accessory, kept: Collection[Ring]) -> Iterator[Finding]:
    """Yield the holes of a container through which the narrowest item falls. kept: outlines in containers."""
    holes = [hole.outer for mark in holder.face.marks if mark.operation is Operation.CUT for hole in mark.ink]
    if holder.face.thickness is None or not holes or not kept:
        return
    widest, least = max(map(greatest_width, holes)), min(map(least_width, kept))
    if widest >= least:
        message = f"a hole in it is {widest:.2f} mm wide, and the narrowest item in the set {least:.2f} mm"
        yield error("hole-wide", holder.id, message, "make its holes smaller")


def check_lids(game_set: GameSet) -> list[Finding]:
    """Check that containers with lips stack, and that a lid closes each."""
    stored = [
        accessory for accessory in game_set.accessories if accessory.storage and accessory.face.thickness is not None
    ]
    trays = [accessory for accessory in stored if accessory.stacks]
    covers = [accessory for accessory in stored if not accessory.slots]
    findings = []
    for tray in trays:
        if not any(cover.face.outline == tray.face.outline and not cover.stacks for cover in covers):
            message = "no lid of its outline closes it"
            findings.append(error("lid-missing", tray.id, message, "make a lid for the trays"))
        for cover in covers:
            if cover is not tray:
                findings += _closes(tray, cover)
    return findings


def _closes(tray: Accessory, cover: Accessory) -> Iterator[Finding]:
    """Yield why something does not lie on a tray: a lip that meets no groove, or one that is too shallow."""
    for mark in tray.face.marks:
        if mark.rise is None or mark.rise <= 0:
            continue
        deep = cover.face.hollow_depth or 0.0
        homes = [hollow for hollow in cover.face.hollows if not beyond(grow(mark.ink, CLEAR_LIP), (hollow,), GRID)]
        if not homes or deep < mark.rise + CLEAR_LIP - GRID:
            message = f"it does not lie on {tray.id}: a lip there, {mark.rise:g} mm high, finds no groove for it"
            yield error("lid-open", cover.id, message, "let grooves follow the lips")
            return


@dataclass(frozen=True, slots=True)
class _Tiles:
    """What a rack is to take: the thickest, the widest and the highest tile, and how high they are in the mean."""

    thick: float
    wide: float
    high: float
    mean: float


def check_racks(game_set: GameSet) -> list[Finding]:
    """Check every rack of a set, printed or of boards: that it holds a hand, and its tiles as they are to stand."""
    racks = [accessory for accessory in game_set.accessories if accessory.slots]
    if not racks:
        return []
    faces = list({piece.face.nominal: piece.face for piece in game_set.pieces}.values())
    widths, heights = zip(*map(upright_size, faces), strict=True)
    thick = max(tallest(piece.face, game_set.measures) for piece in game_set.pieces)
    tiles = _Tiles(thick, max(widths), max(heights), sum(heights) / len(heights))
    return [finding for rack in racks for finding in _check_rack(rack, tiles, game_set)]


def _check_rack(rack: Accessory, tiles: _Tiles, game_set: GameSet) -> Iterator[Finding]:
    """Yield what is wrong with segments that are printed, or with a side and the boards between it and its twin."""
    ring, stock = rack.face.outline, game_set.measures.stock.thickness
    holes = [well.outer for mark in rack.face.marks if mark.operation is Operation.CUT for well in mark.ink]
    if printed := rack.face.thickness is not None:
        long = rack.count * game_set.measures.with_thickness(rack.face.thickness).stock.thickness
        what, longer, walls = f"{rack.count} of it hold", "make more segments, or longer ones", "draw the walls"
        weight, weighs, ground = _weight(rack, tiles), "its weight lies at", 0.0
        reaches = "its foot reaches"
    else:
        boards = [
            accessory for accessory in game_set.accessories if accessory.kind == "rack-part" and not accessory.slots
        ]
        yield from _tabs(rack, holes, boards, stock)
        long = min((_inside(board.face.outline) for board in boards), default=0.0)
        what, longer, walls = "it holds", "make its boards longer", "let the boards lie"
        weight = sum(_at(slot, tiles.high / 2, 0.0)[0] for slot in rack.slots) / len(rack.slots)
        weighs, ground, reaches = "its tiles weigh on", bounds((ring,))[1], "its foot is"
    holds = len(rack.slots) * math.floor(long / (tiles.wide + APART) + 1e-9)
    if holds < rack.hand:
        message = f"{what} {holds} {game_set.noun}s, a hand has {rack.hand}"
        yield error("hand-short", rack.id, message, longer)
    for number, slot in enumerate(rack.slots, 1):
        subject = f"{rack.id}, slot {number}"
        yield from _leaning(slot, subject, tiles.thick)
        if wrong := _walls(ring, slot, tiles) if printed else _boards_at(slot, holes, stock):
            yield error("slot-wrong", subject, wrong, f"{walls} along the tile")
    foot = [x for x, y in ring if y - ground < (1e-6 if printed else NEAR)] or [0.0]
    left, right, free = min(foot), max(foot), EDGE * (max(foot) - min(foot))
    if not left + free <= weight <= right - free:
        message = f"{weighs} {weight:.1f} mm, {reaches} from {left:.1f} to {right:.1f} mm: it falls over"
        yield error("rack-falls", rack.id, message, "make the foot broader")


def _leaning(slot: Slot, subject: str, thick: float) -> Iterator[Finding]:
    """Yield whether a tile leans so that it can be read, and has room in its slot. thick: the thickest tile."""
    if not READABLE[0] <= slot.slope <= READABLE[1]:
        message = f"its tiles stand at {slot.slope:g}° to the table; allowed is from {READABLE[0]:g}° to "
        yield error("slope-unreadable", subject, f"{message}{READABLE[1]:g}°", "lean them back a little")
    least, most = thick + SLOT_PLAY[0], thick + SLOT_PLAY[1]
    if not least <= slot.width <= most:
        message = f"it is {slot.width:g} mm wide, for {thick:g} mm allowed is {least:g} to {most:g}"
        yield error("slot-tight", subject, message, "make it as wide as the thickest piece and 0.6 mm")


def _at(slot: Slot, up: float, front: float) -> Point:
    """Return the point so far up along a slot's tiles, and out of it to the front."""
    c, s = math.cos(math.radians(slot.slope)), math.sin(math.radians(slot.slope))
    return slot.x + up * c - front * s, slot.y + up * s + front * c


def _walls(ring: Ring, slot: Slot, tiles: _Tiles) -> str:
    """Return what is wrong with the walls of a slot, as its rack's cross-section has them; "" if nothing is."""
    half, back = slot.width / 2, LEANS * tiles.high
    # a tile that leans on the wall behind it, its corners and sides a little inside of it
    steps, near = [k / 20 for k in range(21)], DEPTH / 3
    tile = [(near + s * (tiles.high - near), f) for s in steps for f in (near - half, tiles.thick - near - half)]
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


def _weight(rack: Accessory, tiles: _Tiles) -> float:
    """Return where the weight of a rack with its tiles lies. Tiles and rack are of one stuff, and the rack is printed
    sparsely: tiles weigh more than it seems."""
    ring = rack.face.outline
    moment = sum((x0 * y1 - x1 * y0) * (x0 + x1) / 6 for (x0, y0), (x1, y1) in sides(ring))
    weight, moment, tile = area(ring) / 4, moment / 4, tiles.thick * tiles.mean
    for slot in rack.slots:
        weight, moment = weight + tile, moment + tile * _at(slot, tiles.mean / 2, 0.0)[0]
    return moment / weight


def _tabs(side: Accessory, holes: Sequence[Ring], boards: Sequence[Accessory], stock: float) -> Iterator[Finding]:
    """Yield which boards have no holes for their tabs, or wrong ones."""
    sizes = sorted((math.dist(ring[0], ring[1]), math.dist(ring[1], ring[2])) for ring in holes)
    expected = [(_tab(board.face.outline), board) for board in boards for _ in range(board.count)]
    if len(expected) != len(sizes):
        message = f"it has {len(sizes)} holes, and {len(expected)} boards have tabs for it"
        yield error("tab-unfit", side.id, message, "make a hole for each tab")
        return
    for tab, board in expected:
        fitting = [
            size
            for size in sizes
            for long, short in (size, size[::-1])
            if -NEAR <= long - tab <= TAB_PLAY and abs(short - stock) <= NEAR
        ]
        if not fitting:
            message = f"its tab is {tab:.2f} × {stock:g} mm, and no hole of {side.id} is so large"
            yield error("tab-unfit", board.id, message, "make the hole as large as the tab")
            return
        sizes.remove(fitting[0])


def _tab(ring: Ring) -> float:
    """Return how broad a board's tab is: what lies farthest out."""
    far = max(x for x, _ in ring)
    ends = [y for x, y in ring if x > far - NEAR]
    return max(ends) - min(ends)


def _inside(ring: Ring) -> float:
    """Return how long a board is between its tabs: where it is broadest."""
    _, low, _, _ = bounds((ring,))
    across = [x for x, y in ring if y < low + NEAR]
    return max(across) - min(across)


def _boards_at(slot: Slot, holes: Sequence[Ring], stock: float) -> str:
    """Return which board of a slot is missing or lies elsewhere; "" if none."""
    slope, half = math.radians(slot.slope), slot.width / 2
    spans = []
    for ring in holes:
        moved = [(x - slot.x, y - slot.y) for x, y in ring]
        along = [x * math.cos(slope) + y * math.sin(slope) for x, y in moved]
        front = [y * math.cos(slope) - x * math.sin(slope) for x, y in moved]
        spans.append((min(along), max(along), min(front), max(front)))

    def near(value: float, wanted: float) -> bool:
        return abs(value - wanted) <= NEAR

    if not any(near(span[1], 0) and near(span[0], -stock) and span[2] < 0 < span[3] for span in spans):
        return "no floor lies below its tile"
    if not any(near(span[3], -half) and span[1] > GRIP for span in spans):
        return "no board lies behind its tile"
    if not any(near(span[2], half) and 0 < span[0] < span[1] for span in spans):
        return "no lip holds its tile"
    return ""


NONE = 1e-4  # less is rounding
Cell = tuple[int, int, int]


def check_boxes(game_set: GameSet) -> list[Finding]:
    """Check every box of a set: its parts join, it closes, and its contents fit."""
    parts = [accessory for accessory in game_set.accessories if accessory.stands]
    cut = [part for part in parts if len(part.stands) == 1]
    findings = [
        finding for accessory in parts if len(accessory.stands) > 1 for finding in _check_folds(accessory, game_set)
    ]
    return findings + (list(_check_assembly(cut, game_set)) if cut else [])


def _place(stand: Stand, p: Point) -> Place:
    """Return where a point of a panel's face is in space."""
    place = list(stand.at)
    for way, run in ((stand.across, p[0] - stand.area[0]), (stand.up, p[1] - stand.area[1])):
        place[abs(way) - 1] += run if way > 0 else -run
    return place[0], place[1], place[2]


def _around(places: Iterable[Place]) -> tuple[Place, Place]:
    """Return the least and the greatest corner of the box around some places."""
    (x0, x1), (y0, y1), (z0, z1) = ((min(axis), max(axis)) for axis in zip(*places, strict=True))
    return (x0, y0, z0), (x1, y1, z1)


@dataclass(frozen=True, slots=True)
class _Solid:
    """A panel in space. low, high: its box; rim: its outline on one side; normal: the axis along which it is thin."""

    id: str
    low: Place
    high: Place
    rim: tuple[Place, ...]
    normal: int


def _solid(accessory: Accessory, thick: float) -> _Solid:
    """Return where a panel stands whose face's axes go along those of space."""
    (stand,) = accessory.stands
    rim, normal = tuple(_place(stand, p) for p in accessory.face.outline), 5 - abs(stand.across) - abs(stand.up)
    low, high = _around(rim)
    x, y, z = (far + thick * (axis == normal) for axis, far in enumerate(high))
    return _Solid(accessory.id, low, (x, y, z), rim, normal)


def _check_assembly(parts: Sequence[Accessory], game_set: GameSet) -> Iterator[Finding]:
    thick = game_set.measures.stock.thickness
    solids = [_solid(accessory, thick) for accessory in parts]
    level = sorted((solid for solid in solids if solid.normal == 2), key=lambda solid: solid.low[2])
    walls = [solid for solid in solids if solid.normal != 2]
    if len(level) < 3 or len(walls) < 4:
        message = f"it has {len(walls)} walls and {len(level)} plates that lie; a box with a lid has 4 and 3"
        yield error("box-open", game_set.game, message, "make all parts of a box")
        return
    shell = [level[0], *walls]
    low, high = _around(place for solid in shell for place in (solid.low, solid.high))
    yield from _check_joints(solids, shell, (low, high), thick)
    inner = (low[0] + thick, low[1] + thick, low[2] + thick), (high[0] - thick, high[1] - thick, high[2])
    yield from _check_lid(level[1:], inner, (low, high))
    roof = min(solid.low[2] for solid in level[1:])
    outlines = {item.id: item.face.outline for item in game_set.items}
    for holder in parts:
        (stand,) = holder.stands
        for stack in holder.stacks:
            spans = _spans(stack, outlines)
            at = (stack.x + stand.at[0] - stand.area[0], stack.y + stand.at[1] - stand.area[1])
            room = inner[0][0] - at[0], inner[0][1] - at[1], inner[1][0] - at[0], inner[1][1] - at[1]
            yield from _lies(holder.id, stack, spans, room, roof - stand.at[2])


def _spans(stack: Stack, outlines: dict[str, Ring]) -> Box:
    """Return the box of a stack about the origin of its items."""
    rings = tuple(turn_ring(outlines[id], math.radians(stack.angle)) for id, _ in stack.items if id in outlines)
    return bounds(rings) if rings else (0.0, 0.0, 0.0, 0.0)


def _lies(where: str, stack: Stack, spans: Box, room: Box, roof: float) -> Iterator[Finding]:
    """Yield whether a stack reaches into the walls of its box, or its lid."""
    subject = f"{where}, {stack.items[0][0]}"
    free = min(spans[0] - room[0], spans[1] - room[1], room[2] - spans[2], room[3] - spans[3])
    for clear, what in ((free, "a wall of the box"), (roof - stack.z - stack.height, "the lid")):
        if clear < CLEAR_BOX:
            yield error("box-small", subject, f"it has {clear:.2f} mm to {what}, {CLEAR_BOX:g} are needed", REMEDY)


def _check_joints(
    solids: Sequence[_Solid], shell: Sequence[_Solid], outside: tuple[Place, Place], thick: float
) -> Iterator[Finding]:
    """Yield where two panels are in one place, and where there is none though there is to be a wall or the floor."""
    lines = [_lines(solids, outside, thick, axis) for axis in range(3)]
    full: dict[Cell, str] = {}
    overlapping: set[tuple[str, str]] = set()
    for solid in solids:
        for cell in _cells(solid, lines):
            other = full.setdefault(cell, solid.id)
            if other != solid.id and min(_sizes(cell, lines)) > NONE:
                overlapping.add((other, solid.id))
    for first, second in sorted(overlapping):
        remedy = "let each notch have its finger"
        yield error("panels-overlap", f"{first} and {second}", "they are in one place", remedy)
    (x0, y0, z0), (x1, y1, z1) = outside
    i, j, k = (range(len(line) - 1) for line in lines)
    for cell in product(i, j, k):
        x, y, z = (lines[k][cell[k]] for k in range(3))
        if not (x0 - NONE < x < x1 - NONE and y0 - NONE < y < y1 - NONE and z0 - NONE < z < z1 - NONE):
            continue
        deep = (x0 + thick, x1 - thick), (y0 + thick, y1 - thick)
        within = (
            all(lo - NONE < v < hi - NONE for v, (lo, hi) in zip((x, y), deep, strict=True)) and z > z0 + thick - NONE
        )
        if not within and cell not in full and min(_sizes(cell, lines)) > OPEN:
            message = f"a joint stands {min(_sizes(cell, lines)):.2f} mm open near ({x:g}, {y:g}, {z:g})"
            yield error("joint-open", shell[0].id, message, "let each finger fill its notch")
            return


def _lines(solids: Sequence[_Solid], outside: tuple[Place, Place], thick: float, axis: int) -> list[float]:
    """Return where space is parted along an axis."""
    found = {place[axis] for solid in solids for place in (*solid.rim, solid.high)}
    found |= {outside[0][axis] + thick, outside[1][axis] - thick}
    merged: list[float] = []
    for value in sorted(found):
        if not merged or value - merged[-1] > NONE:
            merged.append(value)
    return merged


def _cells(solid: _Solid, lines: Sequence[list[float]]) -> Iterator[Cell]:
    """Yield the cells that a panel fills."""
    a, b = (axis for axis in range(3) if axis != solid.normal)
    ring = tuple((place[a], place[b]) for place in solid.rim)
    i, j, k = (_within(lines[axis], solid.low[axis], solid.high[axis]) for axis in range(3))
    for cell in product(i, j, k):
        x, y = ((lines[axis][cell[axis]] + lines[axis][cell[axis] + 1]) / 2 for axis in (a, b))
        if inside((x, y), ring):
            yield cell


def _within(lines: Sequence[float], low: float, high: float) -> range:
    return range(bisect_left(lines, low - NONE), bisect_left(lines, high - NONE))


def _sizes(cell: Cell, lines: Sequence[list[float]]) -> list[float]:
    return [lines[k][n + 1] - lines[k][n] for k, n in enumerate(cell)]


def _check_lid(lid: Sequence[_Solid], inner: tuple[Place, Place], outside: tuple[Place, Place]) -> Iterator[Finding]:
    """Yield why a lid does not close: its lower plate drops into the box, its upper plate covers the box."""
    lower, upper = lid[0], lid[-1]
    play = [gap for k in (0, 1) for gap in (lower.low[k] - inner[0][k], inner[1][k] - lower.high[k])]
    if not LID_PLAY[0] <= min(play) <= max(play) <= LID_PLAY[1]:
        message = f"it has {min(play):.2f} to {max(play):.2f} mm of play in the box; allowed is "
        message += f"{LID_PLAY[0]:g} to {LID_PLAY[1]:g}"
        yield error("lid-open", lower.id, message, "make it as large as the inside, less a little play")
    covers = all(upper.low[k] <= outside[0][k] and upper.high[k] >= outside[1][k] for k in (0, 1))
    if not covers or abs(upper.low[2] - outside[1][2]) > NONE or abs(lower.high[2] - upper.low[2]) > NONE:
        yield error("lid-open", upper.id, "it does not lie on all walls", "make it as large as the box")


def _corners(stand: Stand) -> list[tuple[Point, Place]]:
    """Return the corners of a folded panel: in its sheet, and in space."""
    left, low, right, high = stand.area
    return [(p, _place(stand, p)) for p in ((left, low), (right, low), (right, high), (left, high))]


def _check_folds(accessory: Accessory, game_set: GameSet) -> Iterator[Finding]:
    """Yield what is wrong with a box that is folded of one sheet."""
    corners = [_corners(stand) for stand in accessory.stands]
    for panel, near in combinations(corners, 2):
        apart = [math.dist(place, there) for at, place in panel for other, there in near if math.dist(at, other) < NONE]
        # what shares an edge has two corners in common; flaps that a slit parts may have one
        if len(apart) > 1 and max(apart) > OPEN:
            message = f"two panels that hang together are {max(apart):.2f} mm apart when it is folded"
            yield error("fold-open", accessory.id, message, "fold along the edges of panels")
            return
    panels = [[place for _, place in row] for row in corners]
    low, high = _around(place for panel in panels for place in panel)
    missing = [k for k in range(3) for end in (low, high) if not _has_wall(panels, low, high, k, end[k])]
    if missing:
        message = f"folded, it has no wall on {len(missing)} of its six sides"
        yield error("box-open", accessory.id, message, "fold panels round on all sides")
    left, foot, right, top = accessory.stands[0].area
    outlines = {other.id: other.face.outline for other in game_set.items}
    for stack in accessory.stacks:
        room = left - stack.x, foot - stack.y, right - stack.x, top - stack.y
        yield from _lies(accessory.id, stack, _spans(stack, outlines), room, high[2] - low[2])


def _has_wall(
    panels: Sequence[Sequence[Place]], low: Sequence[float], high: Sequence[float], axis: int, at: float
) -> bool:
    """Tell whether a panel covers a side of a folded box, that which lies across an axis."""
    return any(
        all(abs(place[axis] - at) < NONE for place in panel)
        and all(
            max(p[k] for p in panel) - min(p[k] for p in panel) > high[k] - low[k] - OPEN for k in range(3) if k != axis
        )
        for panel in panels
    )
