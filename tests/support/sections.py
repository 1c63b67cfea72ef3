"""What is met of bodies at a height, and the areas that closed lines bound: as a saw and a laser would see them."""

from __future__ import annotations

import math
from itertools import zip_longest

import shapely
import trimesh
from shapely.geometry import Polygon


def areas(shape: shapely.Geometry) -> list[Polygon]:
    """Return the polygons of a shape, specks of rounding left aside."""
    parts = getattr(shape, "geoms", [shape])
    return [part for part in parts if isinstance(part, Polygon) and part.area > 1e-3]


def sliced(mesh: trimesh.Trimesh, z: float) -> list[Polygon]:
    """Return what a plane at height z meets of a body."""
    loops = mesh.section(plane_normal=(0, 0, 1), plane_origin=(0, 0, z)).discrete
    assert all(math.dist(loop[0], loop[-1]) < 1e-6 for loop in loops), "the body is open at this height"
    return burned([[(x, y) for x, y, _ in loop] for loop in loops])


def burned(rings: list[list[tuple[float, float]]]) -> list[Polygon]:
    """Return the areas that closed lines bound, odd inside and even outside."""
    shapes = list[shapely.Geometry](map(Polygon, rings)) or [Polygon()]
    while len(shapes) > 1:  # by twos: each is met by few others, not by all before it
        shapes = [a.symmetric_difference(b) for a, b in zip_longest(shapes[::2], shapes[1::2], fillvalue=Polygon())]
    return areas(shapes[0])
