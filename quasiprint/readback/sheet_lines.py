"""Laser sheets as they were found: lines, and which of them are none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from quasiprint.model.finding import Finding, error
from quasiprint.model.profile import SheetOperation
from quasiprint.readback.plane import Complex, areas_within
from quasiprint.readback.recognise import REMAKE
from quasiprint.readback.report import shortened
from quasiprint.readback.unreadable import Unreadable

FARTHEST = 1e5  # mm
SAME = 1e-6  # mm: points that lie nearer to one another are one point twice
NOTHING = 1e-6  # mm²: a line that encloses less encloses nothing


@dataclass(frozen=True, eq=False)
class OpenLine:
    """A line on a sheet, mm, y up. path: what is filled together has one number; arcs: the radius of each side, 0 for a
    straight one, above 0 for one that turns to the left; None if all are straight. setting: see `Mark`. Raises
    Unreadable for what is none.
    """

    operation: SheetOperation
    points: Complex
    closed: bool
    path: int = 0
    arcs: NDArray[np.float64] | None = None
    setting: int = 0

    def __post_init__(self) -> None:
        if len(self.points) < 2 + self.closed:
            raise Unreadable(f"a line has {len(self.points)} points, too few for one")

    @cached_property
    def shape(self) -> BaseGeometry:
        """The line as a polygon if it closes, else as a line."""
        rows = np.column_stack((self.points.real, self.points.imag))
        return Polygon(rows) if self.closed else LineString(rows)


def _shapes(lines: Sequence[OpenLine]) -> NDArray[Any]:
    """Return the shapes of lines, made together: many at once are quicker."""
    sizes = [len(line.points) for line in lines]
    points = np.concatenate([line.points for line in lines]).view(np.float64).reshape(-1, 2)
    closed = np.array([line.closed for line in lines])
    owner = np.repeat(np.arange(len(lines)), sizes)
    made = np.empty(len(lines), dtype=object)
    for kind, own in ((_polygons, closed), (shapely.linestrings, ~closed)):
        if own.any():
            those = own[owner]
            place = np.cumsum(own) - 1  # of each line among those of its kind
            made[own] = kind(points[those], indices=place[owner[those]])
    return made


def _polygons(points: NDArray[np.float64], indices: NDArray[np.int64]) -> NDArray[Any]:
    return np.asarray(shapely.polygons(shapely.linearrings(points, indices=indices)))


def _flaws(lines: Sequence[OpenLine]) -> list[str]:
    """Return what is wrong with each line wherever it is; nothing if it is sound."""
    found = ["has a point twice" if twice else "" for twice in _doubled(lines)]
    others = [k for k, flaw in enumerate(found) if not flaw]
    if not others:
        return found
    shapes = _shapes([lines[k] for k in others])
    simple, filled = shapely.is_simple(shapes), shapely.is_valid(shapes) & (shapely.area(shapes) > NOTHING)
    for n, k in enumerate(others):
        line = lines[k]
        vars(line)["shape"] = shapes[n]  # where the property would keep it
        if line.closed:
            found[k] = "" if filled[n] else "crosses or touches itself, or encloses nothing"
        elif line.operation is SheetOperation.ENGRAVE:
            found[k] = "does not close"
        else:
            found[k] = "" if simple[n] else "crosses or touches itself"
    return found


def _doubled(lines: Sequence[OpenLine]) -> list[bool]:
    """Tell of each line whether a point of it comes twice, one after the other."""
    if not lines:
        return []
    z = np.concatenate([line.points for line in lines])
    ends = np.cumsum([len(line.points) for line in lines])
    after = np.arange(1, len(z) + 1)
    after[ends - 1] = [end - len(line.points) for end, line in zip(ends.tolist(), lines, strict=True)]
    near = np.abs(z[after] - z) < SAME
    near[ends[[not line.closed for line in lines]] - 1] = False  # an open line does not go back to its beginning
    return [bool(twice) for twice in np.logical_or.reduceat(near, np.concatenate(([0], ends[:-1])))]


@dataclass(slots=True)
class LaserSheet:
    """A sheet, width and height in mm, its lines in the order in which they are done. Raises Unreadable for points that
    are none."""

    width: float
    height: float
    lines: list[OpenLine]

    def __post_init__(self) -> None:
        if self.lines and not np.abs(np.concatenate([line.points for line in self.lines])).max() <= FARTHEST:
            raise Unreadable(f"a line has a point that is no number, or farther away than {FARTHEST:g} mm")

    def of(self, *operations: str) -> list[OpenLine]:
        """Return the lines of these operations."""
        return [line for line in self.lines if line.operation in operations]

    def sound(self, subject: str) -> tuple[LaserSheet, list[Finding]]:
        """Return the sheet without lines that are none, and what is to be said of these."""
        flaws = list(zip(self.lines, _flaws(self.lines), strict=True))
        found = []
        for line, flaw in flaws:
            if flaw:
                at = line.points[0]
                message = f"a line to {line.operation} at {at.real:.2f}, {at.imag:.2f} mm {flaw}"
                code = (
                    "outlines-cross"
                    if line.closed or line.operation is not SheetOperation.ENGRAVE
                    else "engraving-foreign"
                )
                found.append(error(code, subject, message, REMAKE))
        return replace(self, lines=[line for line, flaw in flaws if not flaw]), list(shortened(found))

    def areas(self) -> list[Polygon]:
        """Return what is engraved: the lines of a path are filled together."""
        paths: dict[int, list[Polygon]] = {}
        for line in self.of(SheetOperation.ENGRAVE):
            paths.setdefault(line.path, []).append(line.shape)
        return [area for areas in areas_within(list(paths.values())) for area in areas]
