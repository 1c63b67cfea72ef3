"""Solids of every kind, and ways to look at what is built of them."""

from __future__ import annotations

import pytest
import trimesh

from quasiprint.model.face import Region, Ring, region_area
from quasiprint.model.solid import Mesh, Sector, Solid, Step
from quasiprint.solids.mesh import Facet, inset, mesh

SQUARE: Ring = ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0))
LEFT: Ring = ((0.0, 0.0), (5.0, 0.0), (5.0, 10.0), (0.0, 10.0))
RIGHT: Ring = ((5.0, 0.0), (10.0, 0.0), (10.0, 10.0), (5.0, 10.0))


def box(x0: float, y0: float, x1: float, y1: float) -> Ring:
    return ((x0, y0), (x1, y0), (x1, y1), (x0, y1))


def facets(made: Mesh) -> list[Facet]:
    return [triangle for surface in made.surfaces for triangle in surface.triangles]


def as_trimesh(made: Mesh) -> trimesh.Trimesh:
    corners, triangles = made.to_indices()
    return trimesh.Trimesh(corners, triangles, process=False)


def solid_of(*steps: Step, boundary: Ring = SQUARE, **options: object) -> Solid:
    return Solid(boundary, (Sector(boundary, steps),), 0.0, 4.0, **options)  # type: ignore[arg-type]


def expected_volume(solid: Solid) -> float:
    """The volume by areas and heights; for a chamfer, by the prismatoid formula."""
    top = region_area(Region(solid.outline, solid.holes))
    low = solid.bottom + solid.chamfer
    found = top * (solid.top - solid.bevel - low)
    for sector in solid.sectors:
        found += sum(region_area(step.region) * (step.z - solid.top) for step in sector.steps)
    for width in filter(None, (solid.chamfer, solid.bevel)):
        floor = region_area(Region(inset(solid.outline, width)))
        middle = region_area(Region(inset(solid.outline, width / 2)))
        found += width / 6 * (top + 4 * middle + floor)
    return found - sum(region_area(recess.region) * (recess.z - solid.bottom) for recess in solid.recesses)


HOLED = Region(box(2, 2, 8, 8), (box(4, 4, 6, 6)[::-1],))
CASES = {
    "plain": solid_of(),
    "everything raised": solid_of(Step(Region(SQUARE), 5.0)),
    "everything sunk": solid_of(Step(Region(SQUARE), 3.0)),
    "a bar from side to side": solid_of(Step(Region(box(0, 4, 10, 6)), 5.0)),
    "a pocket at a side": solid_of(Step(Region(box(3, 0, 6, 5)), 3.4)),
    "a pocket in a corner": solid_of(Step(Region(box(0, 0, 3, 3)), 3.4)),
    "a dot": solid_of(Step(Region(box(3, 3, 6, 6)), 5.0)),
    "a ring": solid_of(Step(HOLED, 5.0)),
    "a sunk ring": solid_of(Step(HOLED, 3.0)),
    "two sunk rings and a dot": solid_of(
        Step(Region(box(1, 1, 4, 4), (box(2, 2, 3, 3)[::-1],)), 3.0),
        Step(Region(box(5, 1, 8, 4), (box(6, 2, 7, 3)[::-1],)), 3.4),
        Step(Region(box(4, 6, 6, 8)), 5.0),
        chamfer=0.4,
    ),
    "steps that share a wall inside": solid_of(Step(Region(box(2, 2, 4, 4)), 5.0), Step(Region(box(4, 2, 6, 4)), 3.0)),
    "a dot in a ring": solid_of(Step(HOLED, 5.0), Step(Region(box(4.5, 4.5, 5.5, 5.5)), 4.5)),
    "up and down at one side": solid_of(
        Step(Region(box(1, 0, 3, 3)), 5.0), Step(Region(box(4, 0, 6, 3)), 3.0), Step(Region(box(7, 0, 10, 3)), 6.0)
    ),
    "steps that share a wall": solid_of(Step(Region(box(2, 0, 4, 4)), 5.0), Step(Region(box(4, 0, 6, 4)), 3.0)),
    "a sunk strip that cuts the top in two": solid_of(Step(Region(box(4, 0, 6, 10)), 3.0)),
    "two bars that leave a cross's arms": solid_of(
        Step(Region(box(0, 0, 4, 4)), 5.0), Step(Region(box(6, 6, 10, 10)), 5.0)
    ),
    "chamfer": solid_of(Step(Region(box(3, 0, 6, 5)), 3.4), chamfer=0.4),
    "bevel": solid_of(Step(Region(box(3, 1, 6, 5)), 3.4), bevel=0.4),
    "a bevel over a chamfer, and a raised dot": solid_of(Step(Region(box(3, 3, 6, 6)), 5.0), chamfer=0.4, bevel=0.6),
    "recess": solid_of(chamfer=0.4, recesses=(Step(HOLED, 0.4),)),
    "recesses of two depths": solid_of(
        chamfer=0.4, recesses=(Step(Region(box(1, 1, 3, 3)), 0.6), Step(Region(box(5, 5, 8, 8)), 1.2))
    ),
    "two sectors with a bevel": Solid(
        SQUARE,
        (Sector(LEFT, (Step(Region(box(1, 1, 3, 3)), 5.0),)), Sector(RIGHT, (Step(Region(box(8, 8, 9, 9)), 3.0),))),
        0.0,
        4.0,
        chamfer=0.4,
        bevel=0.5,
        recesses=(Step(Region(box(4, 4, 6, 6)), 0.4),),
    ),
    "two sectors": Solid(
        SQUARE,
        (Sector(LEFT, (Step(Region(box(1, 0, 3, 3)), 5.0),)), Sector(RIGHT, (Step(Region(box(8, 8, 10, 10)), 3.0),))),
        0.0,
        4.0,
        chamfer=0.4,
        recesses=(Step(Region(box(4, 4, 6, 6)), 0.4),),
    ),
}


def same_body(solid: Solid, built: object) -> None:
    import cadquery

    made = as_trimesh(mesh(solid))
    shape = cadquery.Shape.cast(built)
    assert shape.isValid()
    assert shape.Volume() == pytest.approx(made.volume, rel=1e-6)
    found = shape.BoundingBox(1e-6)
    low, high = (found.xmin, found.ymin, found.zmin), (found.xmax, found.ymax, found.zmax)
    assert low == pytest.approx(made.bounds[0], abs=1e-5)
    assert high == pytest.approx(made.bounds[1], abs=1e-5)
