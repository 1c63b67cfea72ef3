"""The same solids as boundary representations, built by CadQuery's kernel.

Nothing here comes from the meshes: a solid is extruded, lofted, cut and fused from its own
description, so that the two constructions check each other. Only the inset of the chamfer's
lower ring is shared.

The kernel is called as CadQuery calls it, but without importing CadQuery itself, which takes
longer than all the work here (docs/decisions/0004-cad-kernel.md); the tests build the same
bodies with CadQuery's own calls and compare.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from quasiprint.drawing.rings import boundary_distance, distance
from quasiprint.model.face import Region, Ring, bounds
from quasiprint.model.solid import Solid, Step
from quasiprint.solids.halfturn import half_turned
from quasiprint.solids.inset import inset

if TYPE_CHECKING:
    from OCP.TopoDS import TopoDS_Shape

FUZZ = 1e-5  # mm: corners on the grid of a nanometre lie so near to the edges they are meant to be on
CLEAR = 1e-3  # mm: what lies farther from the rim does not touch it


def brep(solid: Solid) -> TopoDS_Shape:
    """Return a solid (mm) as a B-rep: plane faces, one closed shell.

    Raises ValueError if the result is not one solid.
    """
    steps = [step for sector in solid.sectors for step in sector.steps]
    body = _block(replace(solid, sectors=()))
    if all(_clear(step.region, solid.outline) for step in steps) and _apart(steps):
        return _let_in(body, steps, solid.top) if steps else body
    from OCP.BRepAlgoAPI import BRepAlgoAPI_Cut, BRepAlgoAPI_Fuse

    added = [_prism(step.region, solid.top, step.z) for step in steps if step.z > solid.top]
    cut = [_prism(step.region, step.z, solid.top) for step in steps if step.z < solid.top]
    if added:
        # what is added stands on the body without reaching into it: "glue" tells the kernel
        body = _combined(BRepAlgoAPI_Fuse(), body, added, glue=True)
    if cut:
        body = _combined(BRepAlgoAPI_Cut(), body, cut)
    return _only_solid(body)


@lru_cache(maxsize=64)
def _block(solid: Solid) -> TopoDS_Shape:
    """Return a solid without its steps: its outline raised, chamfer and recesses in its bottom."""
    from OCP.BRepAlgoAPI import BRepAlgoAPI_Cut

    low = solid.bottom + solid.chamfer
    if solid.chamfer:
        lower = inset(solid.outline, solid.chamfer)
        body = _loft((lower, solid.bottom), (solid.outline, low), (solid.outline, solid.top))
    else:
        body = _prism(Region(solid.outline, solid.holes), solid.bottom, solid.top)
    cut = [_prism(region, solid.bottom, solid.bottom + solid.recess_depth) for region in solid.recesses]
    return _only_solid(_combined(BRepAlgoAPI_Cut(), body, cut) if cut else body)


@lru_cache(maxsize=4096)
def _clear(region: Region, outline: Ring) -> bool:
    """Tell whether an area inside an outline does not touch it."""
    return boundary_distance(region.outer, outline) > CLEAR


def _apart(steps: Sequence[Step]) -> bool:
    """Tell whether no step touches another, nor stands on the island that another one leaves."""
    boxes = [bounds((step.region.outer,)) for step in steps]
    for k, a in enumerate(boxes):
        for b, step in zip(boxes[:k], steps, strict=False):
            near = max(a[0] - b[2], b[0] - a[2], a[1] - b[3], b[1] - a[3]) < CLEAR
            if near and distance(steps[k].region.outer, step.region.outer) < CLEAR:
                return False
    return True


def _let_in(body: TopoDS_Shape, steps: Sequence[Step], top: float) -> TopoDS_Shape:
    """Return a body with steps, none of which touches its rim or another, in or on its top.

    No boolean is needed: the top gets a hole where a step is, and the step's walls and its own
    surface take the hole's place, joined to the top by the very edges of the hole. What a step
    leaves as an island is a piece of the top again.
    """
    from OCP.BRep import BRep_Builder
    from OCP.BRepBuilderAPI import BRepBuilderAPI_MakeFace, BRepBuilderAPI_MakeSolid
    from OCP.BRepTools import BRepTools
    from OCP.gp import gp_Dir, gp_Pln, gp_Pnt
    from OCP.TopoDS import TopoDS, TopoDS_Shell

    build, shell = BRep_Builder(), TopoDS_Shell()
    build.MakeShell(shell)
    plane = gp_Pln(gp_Pnt(0, 0, top), gp_Dir(0, 0, 1))
    ceiling = None
    for face in _parts(body, "FACE"):
        if _lies_at(face, top):
            ceiling = BRepBuilderAPI_MakeFace(face)
        else:
            build.Add(shell, face)
    if ceiling is None:
        raise ValueError(f"B-rep: the body has no face at z = {top:g} mm")
    for step in steps:
        raised = step.z > top
        for face in _parts(_prism(step.region, min(step.z, top), max(step.z, top)), "FACE"):
            if not _lies_at(face, top):
                build.Add(shell, face if raised else face.Reversed())
                continue
            rim = BRepTools.OuterWire_s(face)
            for wire in _parts(face, "WIRE"):
                if wire.IsSame(rim):
                    ceiling.Add(wire if raised else TopoDS.Wire_s(wire.Reversed()))
                else:
                    island = wire if raised else TopoDS.Wire_s(wire.Reversed())
                    build.Add(shell, BRepBuilderAPI_MakeFace(plane, island, True).Face())
    build.Add(shell, ceiling.Face())
    shell.Closed(True)
    return BRepBuilderAPI_MakeSolid(shell).Solid()


def _parts(shape: TopoDS_Shape, kind: str) -> Iterator[Any]:
    """Yield the faces ("FACE") or wires ("WIRE") of a shape."""
    from OCP.TopAbs import TopAbs_ShapeEnum
    from OCP.TopExp import TopExp_Explorer
    from OCP.TopoDS import TopoDS

    cast = {"FACE": TopoDS.Face_s, "WIRE": TopoDS.Wire_s}[kind]
    walk = TopExp_Explorer(shape, getattr(TopAbs_ShapeEnum, f"TopAbs_{kind}"))
    while walk.More():
        yield cast(walk.Current())
        walk.Next()


def _lies_at(face: Any, z: float) -> bool:
    """Tell whether a face is level, at height z."""
    from OCP.BRepAdaptor import BRepAdaptor_Surface
    from OCP.GeomAbs import GeomAbs_SurfaceType

    surface = BRepAdaptor_Surface(face)
    if surface.GetType() != GeomAbs_SurfaceType.GeomAbs_Plane:
        return False
    plane = surface.Plane()
    tilt, rise = abs(plane.Axis().Direction().Z()) - 1, plane.Location().Z() - z
    return bool(abs(tilt) < FUZZ and abs(rise) < FUZZ)


def _combined(operation: Any, body: TopoDS_Shape, tools: Sequence[TopoDS_Shape], glue: bool = False) -> TopoDS_Shape:
    from OCP.BOPAlgo import BOPAlgo_GlueEnum
    from OCP.TopTools import TopTools_ListOfShape

    arguments, others = TopTools_ListOfShape(), TopTools_ListOfShape()
    arguments.Append(body)
    for tool in tools:
        others.Append(tool)
    operation.SetArguments(arguments)
    operation.SetTools(others)
    operation.SetFuzzyValue(FUZZ)
    if glue:
        operation.SetGlue(BOPAlgo_GlueEnum.BOPAlgo_GlueShift)
    operation.Build()
    return operation.Shape()


def _only_solid(shape: TopoDS_Shape) -> TopoDS_Shape:
    from OCP.TopAbs import TopAbs_ShapeEnum
    from OCP.TopExp import TopExp_Explorer
    from OCP.TopoDS import TopoDS

    walk = TopExp_Explorer(shape, TopAbs_ShapeEnum.TopAbs_SOLID)
    found = []
    while walk.More():
        found.append(TopoDS.Solid_s(walk.Current()))
        walk.Next()
    if len(found) != 1:
        raise ValueError(f"B-rep: found {len(found)} solids where one is due")
    return found[0]


def _turned(shape: TopoDS_Shape) -> TopoDS_Shape:
    """Return a shape after a half turn about the z axis."""
    from OCP.BRepBuilderAPI import BRepBuilderAPI_Transform
    from OCP.gp import gp, gp_Trsf

    turn = gp_Trsf()
    turn.SetMirror(gp.OZ_s())  # a mirror image in a line of space is a half turn about it
    return BRepBuilderAPI_Transform(shape, turn, True).Shape()


class Breps:
    """B-reps of solids; of two that a half turn makes equal, the second is the first one turned.

    Opposite edges of a rhomb have such inlays, and booleans are what takes the time.
    """

    def __init__(self) -> None:
        self._built: dict[Solid, TopoDS_Shape] = {}

    def __call__(self, solid: Solid) -> TopoDS_Shape:
        """Return the B-rep of a solid, in its own frame (mm). Raises ValueError as `brep` does."""
        if solid not in self._built:
            other = self._built.get(half_turned(solid))
            self._built[solid] = brep(solid) if other is None else _turned(other)
        return self._built[solid]


def _wire(ring: Ring, z: float) -> Any:
    from OCP.BRepBuilderAPI import BRepBuilderAPI_MakePolygon
    from OCP.gp import gp_Pnt

    polygon = BRepBuilderAPI_MakePolygon()
    for x, y in ring:
        polygon.Add(gp_Pnt(x, y, z))
    polygon.Close()
    return polygon.Wire()


def _prism(region: Region, low: float, high: float) -> TopoDS_Shape:
    from OCP.BRepBuilderAPI import BRepBuilderAPI_MakeFace
    from OCP.BRepPrimAPI import BRepPrimAPI_MakePrism
    from OCP.gp import gp_Vec

    face = BRepBuilderAPI_MakeFace(_wire(region.outer, low), True)
    for ring in region.holes:
        face.Add(_wire(ring, low))  # holes run clockwise
    return BRepPrimAPI_MakePrism(face.Face(), gp_Vec(0, 0, high - low)).Shape()


def _loft(*rings: tuple[Ring, float]) -> TopoDS_Shape:
    """Return the solid whose sides run straight from ring to ring (each with its z)."""
    from OCP.BRepOffsetAPI import BRepOffsetAPI_ThruSections

    sections = BRepOffsetAPI_ThruSections(True, True)  # a solid, ruled
    for ring, z in rings:
        sections.AddWire(_wire(ring, z))
    sections.Build()
    return sections.Shape()
