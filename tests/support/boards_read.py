"""Reads Majomino boards back from text, drawings and laser sheets; shares nothing with what writes them."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

import ezdxf
import shapely
from shapely.geometry import LineString, Polygon, box
from shapely.ops import unary_union
from svgelements import SVG, Arc, Close, Line, Move
from svgelements import Path as Curve

Regions = tuple[int, ...]  # of each cell, row by row, numbered as they come
Pair = tuple[int, int]  # two cells beside each other
Colour = TypeVar("Colour", int, str)
PITCH = 20.0
Ring = list[tuple[float, float]]
Lines = dict[str, list[Ring]]  # what is done, along which lines; those that close end where they began; y is up

# the diagrams of the inventor's message
TYPICAL = """\
+--+--+--+--+--+
|           |  |
+  +--+--+--+  +
|  |     |     |
+--+  +--+--+  +
|     |     |  |
+--+  +--+  +  +
|  |  |  |  |  |
+  +--+  +  +--+
|        |     |
+--+--+--+--+--+
"""
FILLED = """\
+--+--+--+--+--+
| o  o  x  o| x|
+  +--+--+--+  +
| x| x  x| o  x|
+--+  +--+--+  +
| o  o| o  x| o|
+--+  +--+  +  +
| x| o| x| x| o|
+  +--+  +  +--+
| o  x  x| o  o|
+--+--+--+--+--+
"""
QUESTION_4 = """\
+--+--+--+--+--+
|  | o  o  o  x|
+  +--+--+  +--+
|  | o  o| x|  |
+  +--+  +--+  +
| o   | x  x|  |
+--+  +--+  +  +
| o|  |  | o| x|
+  +--+  +--+  +
| x      | x   |
+--+--+--+--+--+
"""
SCORED = {  # of the example; its own lines add up to 4 and 11, the 5 and 10 beneath them are a slip
    "complete": True,
    "x": 4,
    "o": 11,
    "rows": ["o", "x", "o", "x", "o"],
    "columns": ["o", "o", "x", "o", "o"],
    "regions": ["o", "o", "o", "o", "x"],
}


def text_form(rows: str) -> str:
    """Return a board, given by the letters of its regions, in the form of its inventor."""
    cells = rows.split()
    size, lines = len(cells), []
    for r in range(size + 1):
        level = (r in (0, size) or cells[r - 1][c] != cells[r][c] for c in range(size))
        lines.append("+" + "".join("--+" if wall else "  +" for wall in level))
        if r < size:
            walls = (c in (0, size) or cells[r][c - 1] != cells[r][c] for c in range(size + 1))
            lines.append("  ".join("|" if wall else " " for wall in walls))
    return "\n".join(lines) + "\n"


def places(size: int) -> list[Pair]:
    """Return the cells between which a wall can stand: row by row, from the top."""
    beside = [(cell, cell + 1) for cell in range(size * size) if (cell + 1) % size]
    return beside + [(cell, cell + size) for cell in range(size * (size - 1))]


def parted(size: int, walls: set[Pair]) -> Regions:
    """Return the regions that walls part, by flood."""
    opened = [pair for pair in places(size) if pair not in walls]
    found = [-1] * (size * size)
    for first in range(size * size):
        if found[first] < 0:
            waiting, number = [first], max(found) + 1
            while waiting:
                cell = waiting.pop()
                found[cell] = number
                near = [a + b - cell for a, b in opened if cell in (a, b)]
                waiting += [other for other in near if found[other] < 0]
    return tuple(found)


def read_text(text: str) -> list[Regions]:
    """Return the boards of a text."""
    found = []
    for lines in (block.split("\n") for block in text.strip("\n").split("\n\n")):
        size = len(lines) // 2
        walls = {
            (a, b)
            for a, b in places(size)
            for row, column in [divmod(b, size)]
            if (lines[2 * row][3 * column + 1] == "-" if b - a == size else lines[2 * row + 1][3 * column] == "|")
        }
        found.append(parted(size, walls))
    return found


def middles(size: int = 5, pitch: float = PITCH) -> list[tuple[float, float]]:
    """Return the middles of a board's cells; the board's middle is 0, 0, and y is up."""
    half = (size - 1) / 2
    return [((c - half) * pitch, (half - r) * pitch) for r in range(size) for c in range(size)]


def edge_of(a: int, b: int, size: int, pitch: float, reach: float) -> LineString:
    """Return the line between two cells, as far as `reach` from its middle."""
    (x0, y0), (x1, y1) = (middles(size, pitch)[cell] for cell in (a, b))
    x, y, along, up = (x0 + x1) / 2, (y0 + y1) / 2, (y0 - y1) / pitch * reach, (x1 - x0) / pitch * reach
    return LineString([(x - along, y - up), (x + along, y + up)])


def standing(drawn: shapely.Geometry, size: int, pitch: float = PITCH) -> set[Pair]:
    """Return where walls stand in a drawing: all along the side of a cell, or not at all."""
    shapely.prepare(drawn)
    found = set()
    for pair in places(size):
        place = edge_of(*pair, size, pitch, 0.45 * pitch)
        if drawn.covers(place):
            found.add(pair)
        else:
            assert drawn.disjoint(place), f"half a wall between the cells {pair}"
    return found


def recovered(drawn: shapely.Geometry, size: int, pitch: float = PITCH) -> Regions:
    """Return the regions of a drawn board, which has walls all around."""
    half = size * pitch / 2
    assert drawn.buffer(1e-3).covers(box(-half, -half, half, half).exterior), "the rim has a gap"
    return parted(size, standing(drawn, size, pitch))


def coloured(fields: dict[Colour, shapely.Geometry], size: int) -> tuple[Colour, ...]:
    """Return the colour of each cell: one covers its middle, the others keep out of it."""
    found = []
    for cell, (x, y) in enumerate(middles(size)):
        middle = box(x - 8, y - 8, x + 8, y + 8)
        touched = [colour for colour, field in fields.items() if field.intersects(middle)]
        assert len(touched) == 1, f"cell {cell} has the colours {touched}"
        assert fields[touched[0]].buffer(1e-3).covers(middle)
        found.append(touched[0])
    return tuple(found)


def lines_of(file: Path) -> Lines:
    """Return the lines of a sheet, SVG or DXF."""
    found: Lines = {}
    if file.suffix == ".dxf":
        for line in ezdxf.readfile(file).modelspace().query("LWPOLYLINE"):
            ring = [(x, y) for x, y in line.get_points("xy")]
            operation = line.dxf.layer.lower().replace("_", "-")
            found.setdefault(operation, []).append(ring + ring[:1] * line.closed)
        return found
    height = float(ET.parse(file).getroot().get("viewBox", "").split()[3])
    for group in SVG.parse(file, ppi=25.4):
        for curve in group.select(lambda element: isinstance(element, Curve)):
            for sub in map(Curve, abs(curve).as_subpaths()):
                ring = [(s.end.x, height - s.end.y) for s in sub if isinstance(s, (Move, Line, Arc, Close))]
                closed_twice = len(ring) > 2 and ring[-1] == ring[-2]  # by an arc, and as it says
                found.setdefault(group.id, []).append(ring[:-1] if closed_twice else ring)
    return found


def inside(lines: Lines, operation: str, cut: Polygon) -> list[Ring]:
    """Return what lies inside a cut, as seen from its middle."""
    x, y = cut.centroid.coords[0]
    room = cut.buffer(1e-3)
    return [[(u - x, v - y) for u, v in ring] for ring in lines.get(operation, []) if room.covers(LineString(ring))]


def along(rings: list[Ring]) -> shapely.Geometry:
    """Return lines, as wide as a hair."""
    return unary_union([LineString(ring) for ring in rings]).buffer(1e-3)


def cuts_of(lines: Lines, width: float, near: float = 1e-3) -> list[Polygon]:
    """Return the outer cuts as wide and high as `width`; all of them close."""
    assert all(ring[0] == ring[-1] for ring in lines["cut-outer"])
    sides = [(s, s.bounds[2] - s.bounds[0], s.bounds[3] - s.bounds[1]) for s in map(Polygon, lines["cut-outer"])]
    return [shape for shape, wide, high in sides if abs(wide - width) + abs(high - width) < near]


def wanted(boards: Sequence[str]) -> list[Regions]:
    return [read_text(text_form(rows))[0] for rows in boards]
