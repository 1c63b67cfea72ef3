"""The same solids as boundary representations, built by CadQuery.

Nothing here comes from the meshes: a solid is extruded, lofted, cut and fused from its own
description, so that the two constructions check each other. Only the inset of the chamfer's
lower ring is shared.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from quasiprint.model.face import Region, Ring
from quasiprint.model.solid import Solid
from quasiprint.solids.halfturn import half_turned
from quasiprint.solids.inset import inset

if TYPE_CHECKING:
    import cadquery as cq

FUZZ = 1e-5  # mm: corners on the grid of a nanometre lie so near to the edges they are meant to be on


def brep(solid: Solid) -> cq.Shape:
    """Return a solid (mm) as a B-rep: plane faces, one closed shell.

    Raises ValueError if the result is not one solid.
    """
    low = solid.bottom + solid.chamfer
    steps = [step for sector in solid.sectors for step in sector.steps]
    body: cq.Shape
    if solid.chamfer:
        lower = inset(solid.outline, solid.chamfer)
        body = _loft((lower, solid.bottom), (solid.outline, low), (solid.outline, solid.top))
    else:
        body = _prism(Region(solid.outline), solid.bottom, solid.top)
    added = [_prism(step.region, solid.top, step.z) for step in steps if step.z > solid.top]
    cut = [_prism(step.region, step.z, solid.top) for step in steps if step.z < solid.top]
    cut += [_prism(region, solid.bottom, solid.bottom + solid.recess_depth) for region in solid.recesses]
    if added:
        # what is added stands on the body without reaching into it: "glue" tells the kernel
        body = body.fuse(*added, glue=True, tol=FUZZ)
    if cut:
        body = body.cut(*cut, tol=FUZZ)
    found = body.Solids()
    if len(found) != 1:
        raise ValueError(f"B-rep: found {len(found)} solids where one is due")
    return found[0]


class Breps:
    """B-reps of solids; of two that a half turn makes equal, the second is the first one turned.

    Opposite edges of a rhomb have such inlays, and booleans are what takes the time.
    """

    def __init__(self) -> None:
        self._built: dict[Solid, cq.Shape] = {}

    def __call__(self, solid: Solid) -> cq.Shape:
        """Return the B-rep of a solid, in its own frame (mm). Raises ValueError as `brep` does."""
        if solid not in self._built:
            other = self._built.get(half_turned(solid))
            self._built[solid] = brep(solid) if other is None else other.rotate((0, 0, 0), (0, 0, 1), 180)
        return self._built[solid]


def _wire(ring: Ring, z: float) -> cq.Wire:
    import cadquery as cq

    return cq.Wire.makePolygon([cq.Vector(x, y, z) for x, y in ring], close=True)


def _prism(region: Region, low: float, high: float) -> cq.Solid:
    import cadquery as cq

    holes = [_wire(ring, low) for ring in region.holes]
    return cq.Solid.extrudeLinear(_wire(region.outer, low), holes, cq.Vector(0, 0, high - low))


def _loft(*rings: tuple[Ring, float]) -> cq.Solid:
    """Return the solid whose sides run straight from ring to ring (each with its z)."""
    import cadquery as cq

    return cq.Solid.makeLoft([_wire(ring, z) for ring, z in rings], ruled=True)
