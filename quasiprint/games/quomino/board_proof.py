"""Does a board, as its parts are drawn, come together: without a gap, with every line and every stud?

The parts are laid where the seams say, and what is drawn on them is read from their marks. Lengths in mm.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from quasiprint.drawing.lettering import outlines as lettering
from quasiprint.drawing.rings import cross, inside, sides, to_segment
from quasiprint.games.quomino.accessories import (
    BOLD,
    FINE,
    LEAST_NUMBER,
    LINES,
    NAME_HEIGHT,
    NAMES,
    PhysicalBoard,
    board,
    fits,
)
from quasiprint.games.quomino.sizes import Sizes
from quasiprint.games.quomino.squares import name
from quasiprint.model.errors import InputError
from quasiprint.model.face import Face, Mark, Point, Ring, bounds
from quasiprint.model.finding import Finding, error
from quasiprint.model.piece import Accessory, GameSet

NEAR = 1e-4  # mm: points that are nearer to one another are meant to be the same
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
        """Return a ring of the part in the board's frame."""
        return tuple((x + self.x, y + self.y) for x, y in ring)


def is_board(thing: Accessory) -> bool:
    """Tell whether something is a board, or a part of one."""
    return thing.kind in ("board", "board-part")


def board_findings(game_set: GameSet, sizes: Sizes, size: int, smaller: tuple[int, ...]) -> list[Finding]:
    """Check the parts of a board of `size` × `size` squares, on which `smaller` boards are marked."""
    try:
        wanted = board(sizes, size, smaller)
    except InputError as problem:
        return [error("part-large", "board", str(problem))]
    places = {name: bounds((ring,)) for name, ring in wanted.parts}
    faces = {thing.id: thing.face for thing in game_set.accessories if is_board(thing)}
    if set(faces) != set(places):
        message = f"its parts are {', '.join(sorted(faces)) or 'none'}, and should be {', '.join(sorted(places))}"
        return [error("parts-wrong", "board", message, "make each part once")]
    parts = [
        BoardPart(name, faces[name], (box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
        for name, box in sorted(places.items())
    ]
    findings = [
        error("part-large", part.id, f"it does not fit on {sizes.measures.machine.room} mm", "part the board once more")
        for part in parts
        if not fits(part.face.nominal, sizes.measures.machine.room)
    ]
    open_seams = _closed(parts, wanted)
    locked = [] if open_seams or sizes.paper else _locked(parts, wanted)
    lines = _ruled(parts, wanted) + _named(parts, wanted) if sizes.paper else _drawn(parts, wanted)
    return findings + open_seams + locked + _loose(parts, sizes) + _studs(parts, wanted) + lines


class _Points:
    """Points that are met again: one that lies within `NEAR` of an earlier one is that one. Rounding would not do: two
    points a nanometre apart may be rounded apart."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, int], list[Point]] = {}

    def at(self, p: Point) -> Point:
        """Return the point that was met first near a point."""
        column, row = round(p[0] / NEAR), round(p[1] / NEAR)
        for place in ((column + i, row + j) for i in (0, -1, 1) for j in (0, -1, 1)):
            for known in self._known.get(place, ()):
                if abs(known[0] - p[0]) < NEAR and abs(known[1] - p[1]) < NEAR:
                    return known
        self._known.setdefault((column, row), []).append(p)
        return p

    def sides(self, ring: Ring) -> list[tuple[Point, Point]]:
        """Return the sides of a ring between points that were met first."""
        return sides(tuple(map(self.at, ring)))


def _closed(parts: list[BoardPart], wanted: PhysicalBoard) -> list[Finding]:
    """Check that the parts' sides run along one another, and else along the board's rim."""
    points = _Points()
    every = [side for part in parts for side in points.sides(part.ring(part.face.nominal))]
    known = set(every)
    inside = wanted.half - NEAR
    loose = sorted((a, b) for a, b in every if (b, a) not in known and max(map(abs, _middle(a, b))) < inside)
    if loose or len(known) != len(every):
        (x0, y0), (x1, y1) = loose[0] if loose else every[0]
        message = f"no other part lies along its side from ({x0:g}, {y0:g}) to ({x1:g}, {y1:g}) mm, inside the board"
        return [error("board-open", "board", message, "let each seam run the same way on both of its sides")]
    return []


def _locked(parts: list[BoardPart], wanted: PhysicalBoard) -> list[Finding]:
    """Check that no two parts that lie along each other can be drawn apart in the plane: their rims would cross."""
    findings = []
    by, points = PULL * wanted.sizes.edge, _Points()
    for k, one in enumerate(parts):
        first = one.ring(one.face.nominal)
        own = set(points.sides(first))
        for two in parts[:k]:
            second = two.ring(two.face.nominal)
            if not any((b, a) in own for a, b in points.sides(second)):
                continue
            dx, dy = one.x - two.x, one.y - two.y
            way = (by if dx > 0 else -by, 0.0) if abs(dx) > abs(dy) else (0.0, by if dy > 0 else -by)
            if not cross(tuple((x + way[0], y + way[1]) for x, y in first), second):
                message = "they come apart when they are drawn away from each other"
                remedy = "let dovetails be broader at their heads than at their feet"
                findings.append(error("parts-loose", f"{two.id} and {one.id}", message, remedy))
    return findings


def _loose(parts: list[BoardPart], sizes: Sizes) -> list[Finding]:
    """Check that the clearance is taken off every part, all around."""
    clearance = sizes.measures.fit.clearance
    for part in parts:
        rim = sides(part.face.nominal)
        least = min(min(to_segment(p, a, b) for a, b in rim) for p in part.face.outline)
        if least < clearance - NEAR:
            message = f"its outline comes within {least:.3f} mm of its full size, and the clearance is {clearance:g} mm"
            return [error("part-tight", part.id, message, "take the clearance off all of its sides")]
    return []


def _middle(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def _studs(parts: list[BoardPart], wanted: PhysicalBoard) -> list[Finding]:
    """Check that a stud stands at every crossing, and nowhere else; none on a board without studs."""
    points = _Points()
    due = sorted(map(points.at, wanted.crossings())) if wanted.sizes.stud else []
    found = sorted(
        points.at(((left + right) / 2, (low + high) / 2))
        for part in parts
        for mark in part.face.marks
        if mark.rise is not None and mark.rise > 0
        for region in mark.ink
        for left, low, right, high in [bounds((part.ring(region.outer),))]
    )
    if found != due:
        odd = sorted(set(found) ^ set(due))
        where = f", beginning at ({odd[0][0]:g}, {odd[0][1]:g}) mm" if odd else ""
        message = f"it has {len(found)} studs, {len(due)} are due, and they differ{where}"
        return [error("studs-wrong", "board", message, "put a stud at every crossing")]
    return []


def _drawn(parts: list[BoardPart], wanted: PhysicalBoard) -> list[Finding]:
    """Check that every side of a square is drawn, and heavily just where it bounds a size of board."""
    due = {size: (wanted.size - size) // 2 for size in (wanted.size, *wanted.smaller)}
    shown = [(width, mark, bounds((mark[0],))) for width, mark in _shown(parts)]
    for line in range(wanted.size + 1):
        for cell in range(wanted.size):
            heavy = any(line in (first, first + size) and first <= cell < first + size for size, first in due.items())
            for upright in (False, True):
                # a quarter of the way along: no seam is there, and no stud
                along, across = wanted.at(cell + 0.25), wanted.at(line)
                p = (across, along) if upright else (along, across)
                widths = [width for width, mark, box in shown if _within(p, box) and _covers(mark, p)]
                if not widths:
                    return [_line(p, "no line", "draw the sides of all squares")]
                if (max(widths) > 0) != heavy:
                    return [_line(p, "a fine line" if heavy else "a heavy line", "draw the boards' sizes heavily")]
    return []


def _ruled(parts: list[BoardPart], wanted: PhysicalBoard) -> list[Finding]:
    """Check on paper that every line runs through, whole over seams, and is broad just where it bounds a board."""
    nets = [(part, region) for part in parts for mark in part.face.marks for region in mark.ink if mark.slot == LINES]
    areas = [bounds((part.ring(region.outer),)) for part, region in nets]
    holes = [bounds((part.ring(hole),)) for part, region in nets for hole in region.holes]
    fine = max(2 * wanted.sizes.measures.machine.min_feature, FINE * wanted.sizes.edge)
    due = {size: (wanted.size - size) // 2 for size in (wanted.size, *wanted.smaller)}
    for line in range(wanted.size + 1):
        for cell in range(wanted.size):
            heavy = any(line in (first, first + size) and first <= cell < first + size for size, first in due.items())
            for upright in (False, True):
                across, along = wanted.at(line), wanted.at(cell + 0.25)
                p = (across, along) if upright else (along, across)
                broad = _ink(areas, holes, p, upright)
                if broad < fine - NEAR or _ink(areas, holes, _begun(p, upright, wanted), upright) < fine - NEAR:
                    return [_line(p, "no line", "draw the sides of all squares, from crossing to crossing")]
                if (broad > (1 + BOLD) / 2 * fine) != heavy:
                    return [_line(p, "a fine line" if heavy else "a heavy line", "draw the boards' sizes heavily")]
    return []


def _begun(p: Point, upright: bool, wanted: PhysicalBoard) -> Point:
    """Return a place on the same side of a square as another, where it begins."""
    back = (0.25 - OFF) * wanted.sizes.edge
    return (p[0], p[1] - back) if upright else (p[0] - back, p[1])


Box = tuple[float, float, float, float]


def _ink(areas: list[Box], holes: list[Box], p: Point, upright: bool) -> float:
    """Return how broad the ink is at a place on a line, on both sides of it together: a seam may run along it."""
    broad = 0.0
    for sign in (-1, 1):
        along, across = (p[1], sign * p[0]) if upright else (p[0], sign * p[1])
        inked, free = (_spans(boxes, along, sign, upright) for boxes in (areas, holes))
        ends = [end for start, end in inked if start <= across + NEAR < end]
        free_from = [start for start, _ in free if start > across - NEAR]
        broad += min(ends + free_from) - across if ends else 0.0
    return broad


def _spans(boxes: list[Box], along: float, sign: int, upright: bool) -> list[tuple[float, float]]:
    """Return from where to where boxes reach across a line, of those that a place along it lies in."""
    found = []
    for left, low, right, high in boxes:
        (a0, a1), (c0, c1) = ((low, high), (left, right)) if upright else ((left, right), (low, high))
        if a0 - NEAR < along < a1 + NEAR:
            found.append((c0, c1) if sign > 0 else (-c1, -c0))
    return found


def _named(parts: list[BoardPart], wanted: PhysicalBoard) -> list[Finding]:
    """Check on paper that the names of columns and rows stand once each, beside their squares: a1 is lower left."""
    fine = max(2 * wanted.sizes.measures.machine.min_feature, FINE * wanted.sizes.edge)
    size, rim = wanted.size, wanted.half - (wanted.sizes.rim - BOLD * fine / 2) / 2
    due: list[Point] = []
    height = max(NAME_HEIGHT * wanted.sizes.rim, LEAST_NUMBER * wanted.sizes.measures.machine.min_feature)
    for square in range(size * size):
        row, column = divmod(square, size)
        title = name(square, size)
        places = [(title[0], wanted.at(column + 0.5), -rim)] if row == size - 1 else []
        places += [(title[1:], -rim, wanted.at(size - row - 0.5))] if column == 0 else []
        for text, x, y in places:
            written = lettering(text, height, x, y - height / 2, "middle", bold=True)
            due += [p for area in written for p in area.outer]
    points = _Points()
    wanted_at = sorted(map(points.at, due))
    found = sorted(
        points.at(p)
        for part in parts
        for mark in part.face.marks
        for region in mark.ink
        if mark.slot == NAMES
        for p in part.ring(region.outer)
    )
    if found != wanted_at:
        x, y = min(set(found) ^ set(wanted_at), default=(0.0, 0.0))
        message = f"the name of a column or row is missing, or is another, at ({x:g}, {y:g}) mm"
        return [error("lines-wrong", "board", message, "write the names of columns and rows beside their squares")]
    return []


def _within(p: Point, box: tuple[float, float, float, float]) -> bool:
    """Tell whether a point lies in a box or nearly so: nothing covers a point outside its box."""
    return box[0] - OFF <= p[0] <= box[2] + OFF and box[1] - OFF <= p[1] <= box[3] + OFF


def _line(p: Point, what: str, remedy: str) -> Finding:
    return error("lines-wrong", "board", f"there is {what} at ({p[0]:g}, {p[1]:g}) mm", remedy)


def _shown(parts: list[BoardPart]) -> Iterator[tuple[int, tuple[Ring, bool]]]:
    """Yield what is drawn, in the board's frame, and whether it is heavy (1) or fine (0): of the marks that are
    neither studs nor numbers, the widest are heavy."""
    every: list[tuple[float, tuple[Ring, bool]]] = []
    for part in parts:
        for mark in part.face.marks:
            if mark.rise is None:
                every += [(_width(ring), (part.ring(ring), True)) for ring in _bars(mark)]
                every += [(0.0, (part.ring(line), False)) for line in mark.lines]
    widest = max((width for width, _ in every), default=0.0)
    for width, drawn in every:
        yield int(width > 0.75 * widest), drawn


def _bars(mark: Mark) -> list[Ring]:
    """Return the straight areas of a mark that has no others, as numbers have."""
    rings = [region.outer for region in mark.ink]
    return rings if all(len(ring) == 4 for ring in rings) else []


def _width(ring: Ring) -> float:
    left, low, right, high = bounds((ring,))
    return min(right - left, high - low)


def _covers(drawn: tuple[Ring, bool], p: Point) -> bool:
    ring, filled = drawn
    if filled:
        return inside(p, ring)
    (x0, y0), (x1, y1) = ring[0], ring[-1]
    along = min(x0, x1) - OFF <= p[0] <= max(x0, x1) + OFF and min(y0, y1) - OFF <= p[1] <= max(y0, y1) + OFF
    return along and (abs(x1 - x0) < OFF or abs(y1 - y0) < OFF)
