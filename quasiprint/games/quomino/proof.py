"""What `check quomino` proves: that the box is enough for every game, that its pieces do what they should, and that the
board's parts are laid where its seams say, and come together without a gap, with every line, every stud and every hole
in its place.

How many pieces a game can need is decided in integers, see `quasiprint.games.quomino.design`. What is
drawn is read back from the faces, in mm, not taken from how they were made.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from itertools import combinations, product
from typing import Any

from quasiprint.drawing.packer import greatest_width, least_width
from quasiprint.drawing.rings import cross, crossings, inside, sides, to_segment
from quasiprint.errors import InputError
from quasiprint.games.quomino import design
from quasiprint.games.quomino.design import (
    BOLD,
    HEAVY,
    LINES,
    NAMES,
    PhysicalBoard,
    board,
    fits,
    has_board,
)
from quasiprint.games.quomino.face import HEIGHT, LEAST_FINGER, Sizes
from quasiprint.model.face import Face, Operation, Point, Region, Ring, area, box_middle, snap, snap_axes
from quasiprint.model.face import bounds as box_of
from quasiprint.model.finding import Finding, error
from quasiprint.model.piece import GameSet

NEAR = 2e-5  # mm: on the grid of a nanometre, after a few sums
FILLED = 0.4  # of an omino's black half: how much of it is black, at least, around the grip
TURNED_OVER = "turn it over: one side is black in the middle, the other white"


def prove(game_set: GameSet, thorough: bool = False) -> tuple[list[Finding], dict[str, Any]]:
    """Check a box; return findings, and facts for people and programs."""
    parameters = dict(game_set.parameters)
    played = design.board_sizes(game_set)
    sizes = Sizes(game_set.measures, str(parameters["grip"]))
    findings = design.supply(game_set, design.box(played))
    faces: dict[tuple[str, Face], str] = {}  # each once, with the first piece that has it
    for piece in game_set.pieces:
        faces.setdefault((piece.shape, piece.face), piece.id)
    for (shape, face), id in faces.items():
        findings += omino_findings(id, face, sizes) if shape == "omino" else quomino_findings(id, face, sizes)
    if has_board(parameters, game_set.measures.process):
        findings += board_findings(game_set, sizes, max(played), played[:-1])
    elif there := [item.id for item in game_set.accessories if item.kind in ("board", "board-part", "frame")]:
        message = f"it is made by another machine, {parameters['board_by']}, and stands among what this one makes"
        findings.append(error("parts-wrong", there[0], message, "make the board once"))
    table = {f"{size} × {size}": asdict(design.need(size)) for size in played}
    return findings, {**asdict(design.contents(game_set)), "boards": table}


def omino_findings(id: str, face: Face, sizes: Sizes) -> list[Finding]:
    """Check that an omino is black on one side of its diagonal, turns in its square, and has its grip where
    black is."""
    findings = []
    black = [mark for mark in face.marks if mark.label is not None]
    corners = [p for mark in black for region in mark.ink for p in region.outer]
    inked = sum(area(ring) for mark in black for region in mark.ink for ring in region.rings)
    half = area(face.outline) / 2
    if len(black) != 1 or min((x + y for x, y in corners), default=-1.0) < -NEAR or inked < FILLED * half:
        message = (
            f"its black covers {inked / half:.0%} of the half at its upper right corner, and lies there alone: "
            f"{'no' if corners and min(x + y for x, y in corners) < -NEAR else 'yes'}"
        )
        findings.append(error("half-wrong", id, message, "ink the half at the upper right, up to the diagonal"))
    if sizes.paper:
        return findings  # it fills its square, and is lifted
    # the circle in which it turns
    reach = max(math.hypot(x, y) for x, y in face.outline)
    beside = sizes.edge - max(x for x, _ in face.outline)
    to_stud = sizes.edge / math.sqrt(2) - sizes.stud if sizes.stud else math.inf
    room = min(beside, to_stud)
    if reach > room - sizes.measures.fit.clearance:
        what = "the stud at its corner" if to_stud < beside else "an omino beside it"
        message = f"it reaches {reach:.2f} mm from its middle when it turns, and {what} begins at {room:.2f} mm"
        findings.append(error("omino-stuck", id, message, "round its corners more, or make it smaller"))
    return findings + _check_grip(id, face, sizes)


def _check_grip(id: str, face: Face, sizes: Sizes) -> list[Finding]:
    """Check that there is one dimple or knob, wide enough for a fingertip, wholly in the black half."""
    rings = [region.outer for mark in face.marks if mark.label is None for region in mark.ink]
    left, low, right, high = box_of((rings[0],)) if rings else (0.0, 0.0, 0.0, 0.0)
    width = min(right - left, high - low)
    if len(rings) != 1:
        message = f"it has {len(rings)} shapes for a fingertip"
    elif min(x + y for x, y in rings[0]) < NEAR:
        message = f"its {sizes.grip} lies on the diagonal or beyond, not in the black half"
    elif width < 2 * LEAST_FINGER - NEAR:
        message = f"its {sizes.grip} is {width:.2f} mm wide"
    else:
        return []
    remedy = f"give it one {sizes.grip} of at least {2 * LEAST_FINGER:g} mm in its black half"
    return [error("grip-wrong", id, message, remedy)]


def quomino_findings(id: str, face: Face, sizes: Sizes) -> list[Finding]:
    """Check that a Quomino is black in the middle of its face and white in that of its back, and lies on four
    squares."""
    findings = []
    west, south, east, north = box_of((face.outline,))
    # beside the middle, where a hollow may be, and near a corner
    middle, corner = (0.3 * east, 0.05 * north), (0.8 * east, 0.8 * north)
    black = [region for mark in face.marks if mark.label is not None for region in mark.ink]
    shows = (_holds(black, middle), _holds(black, corner))
    if shows != (True, False):
        message = f"its face is {_words(shows)}, and should be black in the middle and white at the corners"
        findings.append(error("sides-wrong", id, message, TURNED_OVER))
    sunk = sizes.for_printer and face.back_colour is None  # then its corners are as white as the body
    back = (_holds(face.back, middle), _holds(face.back, corner) and not sunk)
    if sizes.paper and face.back_colour is None:
        back = (not back[0], not back[1])  # what is marked there stays white, and is black elsewhere
    if back != (False, True):
        message = f"its back is {_words(back)}, and should be white in the middle and black at the corners"
        findings.append(error("sides-wrong", id, message, TURNED_OVER))
    free = 2 * sizes.edge - 2 * sizes.stud
    if max(east - west, north - south) > free + NEAR:
        message = f"it is {max(east - west, north - south):.2f} mm wide, and its four squares leave {free:.2f} mm"
        findings.append(error("quomino-large", id, message, "make it smaller"))
    findings += _hollows(id, face, sizes)
    return findings


def _hollows(id: str, face: Face, sizes: Sizes) -> list[Finding]:
    """Check that the stud in the middle of a block finds room in either side of a Quomino."""
    if not sizes.stud:
        return []
    sunk = [region for mark in face.marks if mark.rise is not None and mark.rise < 0 for region in mark.ink]
    deep = max((-mark.rise for mark in face.marks if mark.rise is not None), default=0.0)
    for where, depth in (("face", deep), ("back", sizes.measures.finish.back_depth)):
        if depth < HEIGHT + NEAR:
            message = f"the hollow in its {where} is {depth:g} mm deep, and a stud {HEIGHT:g} mm high would carry it"
            return [error("hollow-shallow", id, message, "sink the hollow deeper than the stud is high")]
    for where, regions in (("face", sunk), ("back", face.hollows)):
        around = [region.outer for region in regions if inside((0.0, 0.0), region.outer)]
        # a round ring is nearest to its middle in the middles of its sides
        middles = [(p, q) for ring in around for p, q in sides(ring)]
        apart = min((math.hypot(p[0] + q[0], p[1] + q[1]) / 2 for p, q in middles), default=0.0)
        if apart < sizes.stud + NEAR:
            message = f"the hollow in its {where} has room for {apart:.2f} mm, and a stud's radius is {sizes.stud:g} mm"
            return [error("hollow-small", id, message, "sink a hollow that is wider than the stud into both sides")]
    return []


def _holds(regions: tuple[Region, ...] | list[Region], p: Point) -> bool:
    return any(inside(p, r.outer) and not any(inside(p, hole) for hole in r.holes) for r in regions)


def _words(black: tuple[bool, ...]) -> str:
    middle, corner = ("black" if there else "white" for there in black)
    return f"{middle} in the middle and {corner} at the corners"


SAME = 1e-4  # mm: what is nearer is meant to be the same
PULL = 0.1  # of a square's edge: how far parts are drawn apart to see whether they lock
OFF = 0.01  # of a square's edge: how far beside a line a place on it is looked for


@dataclass(frozen=True, slots=True)
class BoardPart:
    """A part of a board with its place: where its origin lies in the board's frame."""

    id: str
    face: Face
    x: float
    y: float

    def ring(self, ring: Ring) -> Ring:
        """Return a ring of the part in the board's frame, exactly where it was drawn there."""
        return snap_axes([x + self.x for x, _ in ring], [y + self.y for _, y in ring])


def board_findings(game_set: GameSet, sizes: Sizes, size: int, smaller: tuple[int, ...]) -> list[Finding]:
    """Check the parts of a board of `size` × `size` squares, on which `smaller` boards are marked."""
    try:
        wanted = board(sizes, size, smaller)
    except InputError as problem:
        return [error("part-large", "board", str(problem))]
    places = {name: _middle(ring) for name, ring in wanted.parts}
    faces = {item.id: item.face for item in game_set.accessories if item.kind in ("board", "board-part")}
    if set(faces) != set(places):
        message = f"its parts are {', '.join(sorted(faces)) or 'none'}, and should be {', '.join(sorted(places))}"
        return [error("parts-wrong", "board", message, "make each part once")]
    parts = [BoardPart(name, faces[name], *middle) for name, middle in sorted(places.items())]
    room = sizes.measures.machine.room
    large = [part.id for part in parts if not fits(part.face.nominal, room)]
    findings = [error("part-large", id, f"it does not fit on {room} mm", "part the board once more") for id in large]
    findings += [*_check_seams(parts, wanted)] or ([] if sizes.paper else [*_check_locks(parts, wanted)])
    findings += [*_loose(parts, sizes), *_studs(parts, wanted), *_check_lines(parts, wanted)]
    findings += _check_holes(parts, wanted, game_set)
    return findings + ([*_check_names(parts, wanted)] if sizes.paper else [])


def _middle(ring: Ring) -> Point:
    """Return the middle of the box around a ring, on the grid."""
    x, y = box_middle(ring)
    return snap(x), snap(y)


def _differ(expected: Iterable[Point], found: Iterable[Point]) -> list[Point]:
    """Return the points that are of one kind alone, or of one kind more often."""
    first, second = Counter(expected), Counter(found)
    return sorted((first - second) + (second - first))


def _check_seams(parts: list[BoardPart], wanted: PhysicalBoard) -> Iterator[Finding]:
    """Check that the parts' sides run along one another, and else along the board's rim."""
    rims = [side for part in parts for side in sides(part.ring(part.face.nominal))]
    known, rim = set(rims), 2 * (wanted.half - SAME)
    loose = sorted((a, b) for a, b in rims if (b, a) not in known and max(abs(a[0] + b[0]), abs(a[1] + b[1])) < rim)
    if loose or len(known) != len(rims):
        (x0, y0), (x1, y1) = loose[0] if loose else rims[0]
        message = f"no other part lies along its side from ({x0:g}, {y0:g}) to ({x1:g}, {y1:g}) mm, inside the board"
        yield error("board-open", "board", message, "let each seam run the same way on both of its sides")


def _check_locks(parts: list[BoardPart], wanted: PhysicalBoard) -> Iterator[Finding]:
    """Check that no two parts that lie along each other can be drawn apart in the plane: their rims would cross."""
    by = PULL * wanted.sizes.edge
    for left, right in combinations(parts, 2):
        first, second = right.ring(right.face.nominal), left.ring(left.face.nominal)
        if not {(b, a) for a, b in sides(first)}.intersection(sides(second)):
            continue
        dx, dy = right.x - left.x, right.y - left.y
        way = (math.copysign(by, dx), 0.0) if abs(dx) > abs(dy) else (0.0, math.copysign(by, dy))
        if not cross(tuple((x + way[0], y + way[1]) for x, y in first), second):
            message = "they come apart when they are drawn away from each other"
            remedy = "let dovetails be broader at their heads than at their feet"
            yield error("parts-loose", f"{left.id} and {right.id}", message, remedy)


def _loose(parts: list[BoardPart], sizes: Sizes) -> Iterator[Finding]:
    """Check that the clearance is taken off every part, all around."""
    clearance = sizes.measures.fit.clearance
    for part in parts:
        rim = sides(part.face.nominal)
        least = min(min(to_segment(p, a, b) for a, b in rim) for p in part.face.outline)
        if least < clearance - SAME:
            message = f"its outline comes within {least:.3f} mm of its full size, and the clearance is {clearance:g} mm"
            yield error("part-tight", part.id, message, "take the clearance off all of its sides")
            return


def _studs(parts: list[BoardPart], wanted: PhysicalBoard) -> Iterator[Finding]:
    """Check that a stud stands at every crossing, and nowhere else; none on a board without studs."""
    expected = list(wanted.crossings()) if wanted.sizes.stud else []
    found = [
        _middle(part.ring(region.outer))
        for part in parts
        for mark in part.face.marks
        if mark.rise is not None and mark.rise > 0
        for region in mark.ink
    ]
    for x, y in _differ(expected, found)[:1]:
        where = f"beginning at ({x:g}, {y:g}) mm"
        message = f"it has {len(found)} studs, {len(expected)} are due, and they differ, {where}"
        yield error("studs-wrong", "board", message, "put a stud at every crossing")


def _check_holes(parts: list[BoardPart], wanted: PhysicalBoard, game_set: GameSet) -> Iterator[Finding]:
    """Check that whichever way an omino lies in its square, no hole reaches as far as it: it would tilt; and that no
    marker falls through one."""
    markers = [least_width(accessory.face.outline) for accessory in game_set.accessories if accessory.kind == "marker"]
    narrow = min(markers, default=math.inf)
    rims = (sides(piece.face.outline) for piece in game_set.pieces[:1])
    reach = min((to_segment((0.0, 0.0), a, b) for rim in rims for a, b in rim), default=0.0)
    for part in parts:
        cut = [mark for mark in part.face.marks if mark.operation is Operation.CUT]
        for hole in (region.outer for mark in cut for region in mark.ink):
            left, low, right, high = box_of((hole,))
            x, y = (
                wanted.at(math.floor((middle + moved) / wanted.sizes.edge + wanted.size / 2) + 0.5) - moved
                for middle, moved in (((left + right) / 2, part.x), ((low + high) / 2, part.y))
            )
            far = math.sqrt(max([(px - x) ** 2 + (py - y) ** 2 for px, py in hole]))
            # in few boxes that are so wide from corner to corner is a hole that wide
            wide = math.hypot(right - left, high - low) >= narrow and greatest_width(hole) >= narrow
            if far >= reach or wide:
                message = (
                    f"a hole reaches {far:.2f} mm from the middle of its square, and an omino {reach:.2f} mm; it is "
                    f"{greatest_width(hole):.2f} mm wide, and a marker {narrow:.2f} mm"
                )
                yield error("hole-wide", part.id, message, "make its holes smaller")
                return


def _check_lines(parts: list[BoardPart], wanted: PhysicalBoard) -> list[Finding]:
    """Check that every side of a square is drawn, on paper from crossing to crossing and whole over seams, and heavily
    just where it bounds a size of board."""
    paper, fine = wanted.sizes.paper, wanted.width
    lines = [(part, mark) for part in parts for mark in part.face.marks if mark.slot in (LINES, HEAVY)]
    inked = [part.ring(ring) for part, mark in lines for region in mark.ink for ring in region.rings]
    rings = inked, [tuple((y, x) for x, y in ring) for ring in inked]
    scored = [box_of((part.ring(line),)) for part, mark in lines for line in mark.lines]
    # a quarter of the way along: no seam is there, and no stud; on paper also where the side begins
    places = (0.25, OFF) if paper else (0.25,)
    across = {
        (cell, level): [crossings(rings[level], wanted.at(cell + place)) for place in places]
        for cell, level in product(range(wanted.size), (False, True))
    }
    for line, level, cell in product(range(wanted.size + 1), (True, False), range(wanted.size)):
        at, along = wanted.at(line), wanted.at(cell + 0.25)
        heavy = wanted.heavy(line, cell)
        widths = [_ink(found, at) for found in across[cell, level]]
        x, y = (along, at) if level else (at, along)
        open_line = any(x0 - OFF <= x <= x1 + OFF and y0 - OFF <= y <= y1 + OFF for x0, y0, x1, y1 in scored)
        if min(widths) < fine - SAME and not open_line:
            remedy = f"draw the sides of all squares{', from crossing to crossing' if paper else ''}"
            return [error("lines-wrong", "board", f"there is no line at ({x:g}, {y:g}) mm", remedy)]
        if (widths[0] > (1 + BOLD) / 2 * fine) != heavy:
            message = f"there is a {'fine' if heavy else 'heavy'} line at ({x:g}, {y:g}) mm"
            return [error("lines-wrong", "board", message, "draw the boards' sizes heavily")]
    return []


def _ink(crossed: list[float], at: float) -> float:
    """Return how broad the ink is that reaches to a place on a line which crosses it, of both parts along a seam."""
    spans = zip(crossed[::2], crossed[1::2], strict=True)
    return sum(end - start for start, end in spans if start - SAME <= at <= end + SAME)


def _check_names(parts: list[BoardPart], wanted: PhysicalBoard) -> Iterator[Finding]:
    """Check on paper that the names of columns and rows stand once each, beside their squares: a1 is lower left."""
    drawn = (p for name in wanted.names() for area in name for p in area.outer)
    inked = ((part, r.outer) for part in parts for mark in part.face.marks if mark.slot == NAMES for r in mark.ink)
    for x, y in _differ(drawn, (p for part, ring in inked for p in part.ring(ring)))[:1]:
        message = f"the name of a column or row is missing, or is another, at ({x:g}, {y:g}) mm"
        yield error("lines-wrong", "board", message, "write the names of columns and rows beside their squares")
