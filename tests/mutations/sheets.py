"""Sheets for lasers, SVG or DXF, as lines in millimetres, y up; and the tiles that their cuts bound.

Files are read and written as text, in the form in which the program writes them: what is not touched stays as it is.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from shapely import Polygon, contains_xy

from mutations.folder import NotHere, files, put

Ring = NDArray[np.float64]
GROUP = re.compile(r'(<g id="([^"]*)">\n)(.*?)(</g>)', re.S)
PATH = re.compile(r'<path d="([^"]*)" style="([^"]*)" />\n')
POLYLINE = re.compile(
    r"  0\nLWPOLYLINE\n(  5\n\w+\n330\n\w+\n)100\nAcDbEntity\n  8\n(\w+)\n"
    r"100\nAcDbPolyline\n 90\n\d+\n 70\n(\d)\n((?: 10\n[^\n]*\n 20\n[^\n]*\n(?: 42\n[^\n]*\n)?)+)"
)
POINT = re.compile(r" 10\n([^\n]*)\n 20\n([^\n]*)\n(?: 42\n([^\n]*)\n)?")
STEP = re.compile(r"(?:A([^,]*),\S* 0 0 ([01]) |[ ML])([^, ]*),([^ AMLZ]*)")
ENTITIES = "  0\nSECTION\n  2\nENTITIES\n"
FIRST = 0x34  # the handle of the first polyline of a DXF; those of some records follow the last one's
FOLLOWING = (
    (0, r"(  0\nAPPID\n  5\n)\w+(\n330\n3\n(?:[^\n]*\n){5}HATCHBACKGROUNDCOLOR\n)"),
    (1, r"(  0\nAPPID\n  5\n)\w+(\n330\n3\n(?:[^\n]*\n){5}EZDXF\n)"),
    (2, r"(WRITTEN_BY_EZDXF\n350\n)\w+(\n)"),
    (2, r"(  0\nDICTIONARYVAR\n  5\n)(?!2E\n)\w+(\n)"),
    (3, r"(\$HANDSEED\n  5\n)\w+(\n)"),
)


@dataclass
class Lines:
    """Rings that are one path in the file. style: as it stands in an SVG; handle: in a DXF."""

    operation: str
    rings: list[Ring]
    closed: list[bool]
    style: str = ""
    handle: str = ""
    arcs: list[list[float]] = field(default_factory=list)  # of each ring: the radius of each side, 0 if it is straight
    raw: str = ""  # its points as they stand in the file, as long as its rings are those that were read

    def __post_init__(self) -> None:
        self.read = (self.rings, self.closed)

    @property
    def untouched(self) -> bool:
        """Whether the lines are those that were read."""
        return bool(self.raw) and self.read[0] is self.rings and self.read[1] is self.closed

    def copy(self, rings: list[Ring] | None = None) -> Lines:
        """Return the same path with other rings."""
        fresh = [*(self.rings if rings is None else rings)]
        arcs = self.arcs if len(fresh) == len(self.rings) else []
        return Lines(self.operation, fresh, [*self.closed], self.style, self.handle, arcs)

    def round(self, k: int) -> list[float]:
        """The radii of the sides of a ring, as far as it still has as many; it ends where it began."""
        own = self.arcs[k] if k < len(self.arcs) else []
        return own if len(own) == len(self.rings[k]) - (not self.closed[k]) else []

    @property
    def middle(self) -> NDArray[np.float64]:
        """The middle of the box around the path."""
        points = np.concatenate(self.rings)
        return (points.min(axis=0) + points.max(axis=0)) / 2


@dataclass
class Sheet:
    """One drawing. lines: in the order in which they are drawn. head and tail: the rest of the file, as it is."""

    path: Path
    lines: list[Lines]
    head: str
    tail: str
    width: float
    height: float
    groups: list[str] = field(default_factory=list)

    @property
    def svg(self) -> bool:
        """Whether the file is an SVG."""
        return self.path.suffix == ".svg"

    def cuts(self) -> list[Lines]:
        """Return the outer cuts: one for each piece."""
        return [lines for lines in self.lines if lines.operation == "cut-outer"]

    def outline(self, cut: Lines) -> Polygon:
        """Return what a cut bounds."""
        return Polygon(cut.rings[0])

    def of_piece(self, cut: Lines) -> list[Lines]:
        """Return all that is drawn in or on a piece, its cut first."""
        return [cut, *(lines for lines in self.lines if lines is not cut and self._inside(lines, cut))]

    def marks(self, cut: Lines) -> list[Lines]:
        """Return what is engraved on a piece."""
        return [lines for lines in self.of_piece(cut) if lines.operation == "engrave"]

    def _inside(self, lines: Lines, cut: Lines) -> bool:
        points = np.concatenate(lines.rings)
        low, high = cut.rings[0].min(axis=0) - 1, cut.rings[0].max(axis=0) + 1
        if (points < low).any() or (points > high).any():
            return False
        return bool(contains_xy(self.outline(cut).buffer(0.3), points[:, 0], points[:, 1]).all())

    def write(self) -> None:
        """Write the sheet again."""
        put(self.path, self._svg() if self.svg else self._dxf())

    def _svg(self) -> str:
        groups = []
        for name in self.groups:
            paths = "".join(
                f'<path d="{self._data(lines)}" style="{lines.style}" />\n'
                for lines in self.lines
                if lines.operation == name and lines.rings
            )
            groups.append(f'<g id="{name}">\n{paths}</g>\n')
        return self.head + "".join(groups) + self.tail

    def _data(self, lines: Lines) -> str:
        if lines.untouched:
            return lines.raw
        found = []
        for k, (ring, closed) in enumerate(zip(lines.rings, lines.closed, strict=True)):
            points = [f"{x:.4f},{self.height - y:.4f}" for x, y in ring]
            radii = lines.round(k) or [0.0] * (len(points) - 1)
            text, before = f"M{points[0]}", 0.0
            for radius, point in zip(radii, points[1:] + points[:1], strict=False):
                if point is points[0] and not radius:
                    continue
                step = (
                    f"A{abs(radius):.4f},{abs(radius):.4f} 0 0 {int(radius < 0)} " if radius else "L" if before else " "
                )
                text, before = text + step + point, radius
            found.append(f"{text}{'Z' if closed else ''}")
        return "".join(found)

    def _dxf(self) -> str:
        held: list[str] = []
        for lines in self.lines:
            for k, (ring, closed) in enumerate(zip(lines.rings, lines.closed, strict=True)):
                points = lines.raw if lines.untouched else _points(ring, lines.round(k))
                layer = lines.operation.upper().replace("-", "_")
                handle = f"  5\n{FIRST + len(held):X}\n330\n17\n"
                held.append(
                    f"  0\nLWPOLYLINE\n{handle}100\nAcDbEntity\n  8\n{layer}\n"
                    f"100\nAcDbPolyline\n 90\n{len(ring)}\n 70\n{int(closed)}\n{points}"
                )
        return renumbered(self.head, len(held)) + "".join(held) + renumbered(self.tail, len(held))


def _points(ring: Ring, radii: list[float]) -> str:
    """Return the points of a polyline in DXF, with the bulges of its arcs."""
    found = []
    for k, (x, y) in enumerate(ring):
        bulge = ""
        if k < len(radii) and radii[k]:
            half = np.arcsin(np.clip(np.hypot(*(ring[(k + 1) % len(ring)] - ring[k])) / (2 * radii[k]), -1, 1))
            bulge = f" 42\n{np.tan(half / 2):.9f}\n"
        found.append(f" 10\n{x:.6f}\n 20\n{y:.6f}\n{bulge}")
    return "".join(found)


def _svg_ring(part: str, height: float) -> tuple[Ring, list[float]]:
    """Return the points of a line in SVG, and the radii of its sides."""
    steps = STEP.findall(f"M{part}")
    ring = np.array([[float(x), float(y)] for _, _, x, y in steps]) * (1, -1) + (0, height)
    radii = [float(radius or 0) * (1 if way != "1" else -1) for radius, way, _, _ in steps[1:]]
    if part.endswith("Z"):
        if np.abs(ring[0] - ring[-1]).max() < 1e-9:
            return ring[:-1], radii
        radii.append(0.0)
    return ring, radii


def renumbered(text: str, count: int) -> str:
    """Return a part of a DXF with the handles that follow on so many polylines, as a careful hand would leave it."""
    for place, pattern in FOLLOWING:
        text = re.sub(pattern, rf"\g<1>{FIRST + count + place:X}\g<2>", text)
    return text


def read(path: Path) -> Sheet:
    """Return a sheet as its file says."""
    return _read_svg(path) if path.suffix == ".svg" else _read_dxf(path)


def _read_svg(path: Path) -> Sheet:
    text = path.read_text()
    size = re.search(r'viewBox="0 0 (\S+) (\S+)"', text)
    assert size
    width, height = float(size[1]), float(size[2])
    lines, groups = [], []
    found = list(GROUP.finditer(text))
    for group in found:
        groups.append(group[2])
        for data, style in PATH.findall(group[3]):
            parts = [part for part in data.split("M") if part]
            read = [_svg_ring(part, height) for part in parts]
            rings, arcs = [ring for ring, _ in read], [radii for _, radii in read]
            lines.append(Lines(group[2], rings, [part.endswith("Z") for part in parts], style, arcs=arcs, raw=data))
    return Sheet(path, lines, text[: found[0].start()], text[found[-1].end() + 1 :], width, height, groups)


def _read_dxf(path: Path) -> Sheet:
    text = path.read_text()
    size = re.search(r"\$EXTMAX\n 10\n(\S+)\n 20\n(\S+)\n", text)
    assert size
    head, _, rest = text.partition(ENTITIES)
    lines, end = [], 0
    for found in POLYLINE.finditer(rest):
        points = POINT.findall(found[4])
        ring, closed = np.array([[float(x), float(y)] for x, y, _ in points]), found[3] == "1"
        chords = np.hypot(*(np.roll(ring, -1, axis=0) - ring).T)
        bulges = [float(bulge or 0) for _, _, bulge in points]
        radii = [c * (1 + b * b) / (4 * b) if b else 0.0 for c, b in zip(chords, bulges, strict=True)]
        radii = radii if closed else radii[:-1]
        operation = found[2].lower().replace("_", "-")
        lines.append(Lines(operation, [ring], [closed], handle=found[1], arcs=[radii], raw=found[4]))
        end = found.end()
    return Sheet(path, lines, head + ENTITIES, rest[end:], float(size[1]), float(size[2]))


def front(folder: Path, kind: str) -> Sheet:
    """Return the first sheet."""
    return read(files(folder, f"{kind}/sheet-1.{kind}")[0])


def back(folder: Path, kind: str) -> Sheet:
    """Return the back of the first sheet."""
    return read(files(folder, f"{kind}/sheet-*-back.{kind}")[0])


def corners(ring: Ring) -> Ring:
    """Return the corners of a ring at which it turns."""
    before, after = ring - np.roll(ring, 1, axis=0), np.roll(ring, -1, axis=0) - ring
    across = before[:, 0] * after[:, 1] - before[:, 1] * after[:, 0]
    return np.asarray(ring[np.abs(across) > 1e-2])


def turned(ring: Ring, degrees: float, about: NDArray[np.float64]) -> Ring:
    """Return a ring turned about a point."""
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.asarray((ring - about) @ np.array([[c, s], [-s, c]]) + about)


def alike(sheet: Sheet, one: Lines, two: Lines) -> bool:
    """Tell whether two pieces of one outline bear the same, as they lie."""
    by = two.middle - one.middle

    def points(cut: Lines, move: NDArray[np.float64]) -> set[tuple[float, ...]]:
        rings = [ring for lines in sheet.marks(cut) for ring in lines.rings]
        if not rings:
            return set()
        return set(map(tuple, (np.round(np.concatenate(rings) + move, 1) + 0.0).tolist()))

    mine, theirs = points(one, by), points(two, 0 * by)
    return len(mine & theirs) > 0.9 * max(len(mine), len(theirs), 1)


def same_outline(one: Lines, two: Lines) -> bool:
    """Tell whether two cuts are one but for a move."""
    a, b = Polygon(one.rings[0] - one.middle), Polygon(two.rings[0] - two.middle)
    return bool(a.symmetric_difference(b).area < 0.01 * a.area)


def pair(sheet: Sheet) -> tuple[Lines, Lines]:
    """Return the cuts of two pieces of one outline that bear something different. Raises NotHere if there are none."""
    cuts = sheet.cuts()
    for k, one in enumerate(cuts):
        for two in cuts[k + 1 :]:
            if same_outline(one, two) and not alike(sheet, one, two):
                return one, two
    raise NotHere("no two pieces of the sheet lie alike and bear something different")
