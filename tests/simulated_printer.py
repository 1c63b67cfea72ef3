"""A maker who owns a caliper, and a printer that lays edges too far out and lets parts shrink: nobody is told how far.

Takes the STL files as they lie in the folder and cuts through them; each section comes out scaled, and grown on every
side, with a foot where the first layers are. Then there is nothing but these: they are measured, and laid into one
another. Nothing of the program is asked, neither what was designed nor how large.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import shapely
import trimesh
from shapely import affinity
from shapely.geometry import Polygon

FIRST = 0.1  # mm: within the first layers
LARGE = 50.0  # mm²: a well, and no groove and no letter


@dataclass(frozen=True)
class Printer:
    """edge: how far out it lays an edge, mm; shrinkage: a share; foot: how far the first layers are squeezed out."""

    edge: float
    shrinkage: float = 0.0
    foot: float = 0.0

    def prints(self, file: Path, above: float | None = None) -> Polygon:
        """Return a section through a printed part. above: how far above the bed, mm; None: halfway up."""
        drawn = _section(file.resolve(), above)
        small = affinity.scale(drawn, 1 - self.shrinkage, 1 - self.shrinkage, origin=(0, 0))
        grown = self.edge + (self.foot if above is not None and above <= FIRST else 0.0)
        # the islands in letters are no parts
        return max(shapely.get_parts(small.buffer(grown, join_style="mitre")), key=lambda part: part.area).simplify(
            1e-4
        )


@cache
def _section(file: Path, above: float | None) -> Polygon:
    """Return a section through a part as drawn."""
    mesh = trimesh.load(file)
    low, high = mesh.bounds[0][2], mesh.bounds[1][2]
    z = (low + high) / 2 if above is None else low + above
    cut = trimesh.intersections.mesh_plane(mesh, plane_normal=[0, 0, 1], plane_origin=[0, 0, z])
    lines = shapely.MultiLineString([(a[:2], b[:2]) for a, b in cut.round(6)])
    faces = shapely.get_parts(shapely.polygonize([lines]))
    return shapely.unary_union(_even_odd([Polygon(face.exterior) for face in faces]))


def _even_odd(rings: Sequence[Polygon]) -> list[Polygon]:
    """Return what is filled of rings: those in an odd number of others are holes."""
    around = [[other for other in rings if other is not ring and other.contains(ring)] for ring in rings]
    return [
        Polygon(ring.exterior, [hole.exterior for hole, homes in zip(rings, around, strict=True) if ring in homes])
        for ring, homes in zip(rings, around, strict=True)
        if len(homes) % 2 == 0
    ]


def caliper(part: Polygon) -> float:
    """Return the longer side of a part, to a hundredth."""
    left, low, right, high = part.bounds
    return round(max(right - left, high - low), 2)


def takes(well: Polygon, tile: Polygon) -> bool:
    """Tell whether a tile goes into a well, turned as it likes by quarters."""
    for turn in (0, 90, 180, 270):
        turned = affinity.rotate(tile, turn, origin="centroid")
        there, middle = well.centroid, turned.centroid
        if well.buffer(1e-9).contains(affinity.translate(turned, there.x - middle.x, there.y - middle.y)):
            return True
    return False


def read(folder: Path, printer: Printer) -> dict[str, float]:
    """Print a coupon and read it off. well: the first, from the left, that takes the tile; 0: none does."""
    stl = folder / "stl"
    thick = trimesh.load(stl / "tile-body.stl").bounds[1][2]  # a stud may stand higher
    plate = printer.prints(stl / "plate-body.stl", thick - 0.2)
    tile = printer.prints(stl / "tile-body.stl")
    holes = [Polygon(ring) for ring in plate.interiors if Polygon(ring).area > LARGE]
    wells = sorted(holes, key=lambda hole: hole.centroid.x)
    return {
        "long": caliper(plate),
        "short": caliper(printer.prints(stl / "block-body.stl")),
        "foot": caliper(printer.prints(stl / "angle-body.stl", FIRST)),
        "well": next((number for number, well in enumerate(wells, 1) if takes(well, tile)), 0),
    }
