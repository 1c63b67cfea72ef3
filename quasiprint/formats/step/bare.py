"""A STEP file as it stands, without any healing: the program that `verify --thorough` starts for it.

It is run in the same way as `kernel.py` beside it, and uses its functions that load the
kernel, bound the process and answer:

    {"bare": [{"name": …, "valid": …, "closed": …, "loose": …, "volume": …, "area": …, "box": …, "faces": …}, …]}
"""

from __future__ import annotations

import io
import math
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING or __name__ != "__main__":
    from quasiprint.formats.step import kernel
else:
    # run as a file: nothing of the package is in reach, but for what lies beside it
    from importlib.util import module_from_spec, spec_from_file_location

    found = spec_from_file_location("kernel", Path(__file__).with_name("kernel.py"))
    kernel = module_from_spec(found)
    found.loader.exec_module(kernel)


def answer(content: bytes) -> bytes:
    """Return what is to be said of a file, in one line. Raises Unread, and whatever the kernel does."""
    return kernel.line({"bare": list(bodies(content))})


def bodies(content: bytes) -> Iterator[dict[str, object]]:
    """Yield what each body of a file is, as it stands there: no operation that heals shapes takes part.

    The kernel's readers of whole documents heal, and not all of that can be switched off from Python. So each solid is
    translated by itself, one step before any healing. Lengths have to be in millimetres. Raises Unread, and whatever
    the kernel does.
    """
    from OCP.Message import Message_ProgressRange
    from OCP.STEPControl import STEPControl_Reader
    from OCP.StepData import StepData_Factors
    from OCP.StepShape import StepShape_ManifoldSolidBrep, StepShape_ShapeDefinitionRepresentation
    from OCP.StepToTopoDS import StepToTopoDS_Builder
    from OCP.Transfer import Transfer_TransientProcess

    kernel.silent()
    reader = STEPControl_Reader()
    if reader.ReadStream("set.step", io.BytesIO(content)) != kernel.done():
        raise kernel.Unread("the CAD kernel cannot read it")
    model = reader.WS().Model()
    # one object for one entity, as long as it lives
    every = [model.Value(k) for k in range(1, model.NbEntities() + 1)]
    names: dict[int, list[str]] = {}
    for entity in every:
        if isinstance(entity, StepShape_ShapeDefinitionRepresentation):
            drawn = entity.UsedRepresentation()
            for k in range(1, drawn.NbItems() + 1):
                names.setdefault(id(drawn.ItemsValue(k)), []).append(_product(entity))
    for entity in every:
        if isinstance(entity, StepShape_ManifoldSolidBrep):
            process = Transfer_TransientProcess()
            process.SetModel(model)
            builder = StepToTopoDS_Builder()
            builder.Init(entity, process, StepData_Factors(), Message_ProgressRange())
            called = names.get(id(entity), [])
            if not builder.IsDone() or len(called) != 1:
                raise kernel.Unread("a solid of it cannot be translated, or is not that of one product")
            yield {"name": called[0], **_measured(builder.Value())}


def _product(drawing: Any) -> str:
    """Return what the product is called that a shape's representation is of."""
    shape = drawing.Definition().PropertyDefinition()
    product = shape.Definition().ProductDefinition().Formation().OfProduct()
    return str(product.Id().ToCString())[: kernel.MOST_NAME]


def _measured(solid: Any) -> dict[str, object]:
    """Return what a solid is: whether it is sound, how large, and for each face what it lies on and where."""
    from OCP.Bnd import Bnd_Box
    from OCP.BRepBndLib import BRepBndLib
    from OCP.BRepCheck import BRepCheck_Analyzer
    from OCP.BRepGProp import BRepGProp
    from OCP.BRepMesh import BRepMesh_IncrementalMesh
    from OCP.GProp import GProp_GProps
    from OCP.TopAbs import TopAbs_ShapeEnum

    inside, outside, box = GProp_GProps(), GProp_GProps(), Bnd_Box()
    BRepGProp.VolumeProperties_s(solid, inside)
    BRepGProp.SurfaceProperties_s(solid, outside)
    BRepBndLib.AddOptimal_s(solid, box, False, False)
    BRepMesh_IncrementalMesh(solid, 0.1)
    faces = [_face(face) for face in _each(solid, TopAbs_ShapeEnum.TopAbs_FACE)]
    return {
        "valid": bool(BRepCheck_Analyzer(solid).IsValid()),
        "closed": bool(solid.Closed() or all(map(_closed, _each(solid, TopAbs_ShapeEnum.TopAbs_SHELL)))),
        "loose": _loosest(solid),
        "volume": inside.Mass(),
        "area": outside.Mass(),
        "box": list(box.Get()),
        "faces": faces,
    }


def _closed(shell: Any) -> bool:
    from OCP.BRep import BRep_Tool

    return bool(BRep_Tool.IsClosed_s(shell))


def _each(shape: Any, kind: Any) -> Iterator[Any]:
    """Yield the faces, shells or corners of a shape."""
    from OCP.TopAbs import TopAbs_ShapeEnum
    from OCP.TopExp import TopExp_Explorer
    from OCP.TopoDS import TopoDS

    cast = {
        TopAbs_ShapeEnum.TopAbs_FACE: TopoDS.Face_s,
        TopAbs_ShapeEnum.TopAbs_SHELL: TopoDS.Shell_s,
        TopAbs_ShapeEnum.TopAbs_VERTEX: TopoDS.Vertex_s,
    }[kind]
    walk = TopExp_Explorer(shape, kind)
    while walk.More():
        yield cast(walk.Current())
        walk.Next()


def _loosest(solid: Any) -> float:
    """Return how far edges may miss a corner at most, mm."""
    from OCP.BRep import BRep_Tool
    from OCP.TopAbs import TopAbs_ShapeEnum

    return max((BRep_Tool.Tolerance_s(corner) for corner in _each(solid, TopAbs_ShapeEnum.TopAbs_VERTEX)), default=0.0)


def _face(face: Any) -> list[object]:
    """Return what a face lies on ("plane", "cylinder", "cone", or what else the kernel calls it), its round, and a
    point in it with the direction outwards; of a face without triangles no point.

    The round: centre, radius, the angle at which it begins, and how far it goes anticlockwise; zeros for a plane.
    """
    from OCP.BRep import BRep_Tool
    from OCP.BRepAdaptor import BRepAdaptor_Surface
    from OCP.gp import gp_Pnt, gp_Vec
    from OCP.TopAbs import TopAbs_Orientation
    from OCP.TopLoc import TopLoc_Location

    surface = BRepAdaptor_Surface(face)
    kind = str(surface.GetType()).rpartition("_")[2].lower()
    about = [0.0] * 5
    if kind in ("cylinder", "cone"):
        round = surface.Cylinder() if kind == "cylinder" else surface.Cone()
        place = round.Position()
        up, east = place.Direction().Z(), place.XDirection()
        if abs(up) < 1 - 1e-12:
            kind = f"leaning {kind}"
        first, last = surface.FirstUParameter(), surface.LastUParameter()
        begins = math.atan2(east.Y(), east.X()) + (first if up > 0 else -last)
        radius = round.Radius() if kind == "cylinder" else round.RefRadius()
        about = [place.Location().X(), place.Location().Y(), radius, begins, last - first]
    mesh = BRep_Tool.Triangulation_s(face, TopLoc_Location())
    if mesh is None or not mesh.HasUVNodes():
        return [kind, about, []]
    u, v = max((_middle(mesh, k) for k in range(1, mesh.NbTriangles() + 1)), default=(0.0, 0.0, 0.0))[1:]
    point, along, across = gp_Pnt(), gp_Vec(), gp_Vec()
    surface.D1(u, v, point, along, across)
    out = along.Crossed(across)
    size = out.Magnitude() or 1.0
    if face.Orientation() == TopAbs_Orientation.TopAbs_REVERSED:
        size = -size
    return [kind, about, [point.X(), point.Y(), point.Z(), out.X() / size, out.Y() / size, out.Z() / size]]


def _middle(mesh: Any, k: int) -> tuple[float, float, float]:
    """Return how large a triangle is on its surface's parameters, and its middle there."""
    a, b, c = (mesh.UVNode(number) for number in mesh.Triangle(k).Get())
    area = (b.X() - a.X()) * (c.Y() - a.Y()) - (b.Y() - a.Y()) * (c.X() - a.X())
    return abs(area), (a.X() + b.X() + c.X()) / 3, (a.Y() + b.Y() + c.Y()) / 3


if __name__ == "__main__":
    kernel.main(int(sys.argv[1]), sys.argv[2:], answer)
