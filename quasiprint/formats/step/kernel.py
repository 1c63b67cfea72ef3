"""The bodies of a STEP file as the CAD kernel reads them: the program that `importer` starts, which may end with it.

It is run as a file, not as a module, by a Python that looks only where its own libraries are: so it imports nothing of
this package, and nothing that lies in the folder where somebody stands. The file's content comes on standard input. The
answer is a line of JSON, and for `facets` the coordinates of points (mm) and the numbers of corners, three for a facet:

    {"bodies": [{"name": …, "valid": …, "closed": …, "loose": …, "volume": …, …}, …]}
    {"unreadable": message}   what is wrong with the file
    {"lacking": message}      what the machine lacks

Nothing is healed. The kernel's readers of whole documents heal, and not all of that can be switched off from Python; so
each solid is translated by itself, one step before. Lengths are taken for millimetres.
"""

from __future__ import annotations

import io
import json
import math
import os
import runpy
import sys
from array import array
from collections.abc import Iterator
from typing import Any

FINE = 2e-3  # mm: so near to an arc is each point of what stands for it
TURN = 0.5  # radians that a facet may turn away from the next
COARSE = 0.1  # mm: where one point of each face is looked for
LONGEST = 300  # s
MOST_MEMORY = 8 << 30  # bytes
MACHINE = os.path.join(os.path.dirname(__file__), os.pardir, os.pardir, "machine.py")  # imports nothing of it


def bodies(content: bytes) -> Iterator[tuple[str, Any]]:
    """Yield the solids of a file in the order in which they stand there, each with its product's name. Raises
    ValueError for what is not read, and whatever the kernel does."""
    from OCP import IFSelect, Message, STEPControl, StepData, StepShape, StepToTopoDS, Transfer

    reader = STEPControl.STEPControl_Reader()
    if reader.ReadStream("set.step", io.BytesIO(content)) != IFSelect.IFSelect_ReturnStatus.IFSelect_RetDone:
        raise ValueError("it is no STEP")
    model = reader.WS().Model()
    # one object for one entity, as long as it lives
    entities = [model.Value(k) for k in range(1, model.NbEntities() + 1)]
    names: dict[int, list[str]] = {}
    for entity in entities:
        if isinstance(entity, StepShape.StepShape_ShapeDefinitionRepresentation):
            product = entity.Definition().PropertyDefinition().Definition().ProductDefinition().Formation().OfProduct()
            drawn = entity.UsedRepresentation()
            for k in range(1, drawn.NbItems() + 1):
                names.setdefault(id(drawn.ItemsValue(k)), []).append(product.Id().ToCString())
    process = Transfer.Transfer_TransientProcess()
    process.SetModel(model)
    for entity in entities:
        if isinstance(entity, StepShape.StepShape_ManifoldSolidBrep):
            builder = StepToTopoDS.StepToTopoDS_Builder()
            builder.Init(entity, process, StepData.StepData_Factors(), Message.Message_ProgressRange())
            own = names.get(id(entity), [])
            if not builder.IsDone() or len(own) != 1:
                raise ValueError("a solid of it cannot be translated, or is not that of one product")
            yield own[0], builder.Value()


def soundness(solid: Any) -> dict[str, object]:
    """Return whether a solid is one. loose: how far edges may miss a corner at most, mm. volume: mm³."""
    from OCP import BRep, BRepCheck, BRepGProp, GProp, TopAbs
    from OCP.TopoDS import TopoDS

    inside = GProp.GProp_GProps()
    BRepGProp.BRepGProp.VolumeProperties_s(solid, inside)
    corners = map(TopoDS.Vertex_s, _each(solid, TopAbs.TopAbs_ShapeEnum.TopAbs_VERTEX))
    shells = map(TopoDS.Shell_s, _each(solid, TopAbs.TopAbs_ShapeEnum.TopAbs_SHELL))
    return {
        "valid": bool(BRepCheck.BRepCheck_Analyzer(solid).IsValid()),
        "closed": all(map(BRep.BRep_Tool.IsClosed_s, shells)),
        "loose": max(map(BRep.BRep_Tool.Tolerance_s, corners), default=0.0),
        "volume": inside.Mass(),
    }


def _each(shape: Any, kind: Any) -> Iterator[Any]:
    """Yield the faces, shells or corners of a shape."""
    from OCP import TopExp

    walk = TopExp.TopExp_Explorer(shape, kind)
    while walk.More():
        yield walk.Current()
        walk.Next()


def facets(solid: Any, points: array[float], corners: array[int]) -> dict[str, object]:
    """Append the points and facets of a solid, these anticlockwise seen from outside; return how many they are."""
    from OCP import BRep, BRepMesh, TopAbs, TopLoc
    from OCP.TopoDS import TopoDS

    BRepMesh.BRepMesh_IncrementalMesh(solid, FINE, False, TURN)
    before = len(points), len(corners)
    for face in map(TopoDS.Face_s, _each(solid, TopAbs.TopAbs_ShapeEnum.TopAbs_FACE)):
        mesh = BRep.BRep_Tool.Triangulation_s(face, TopLoc.TopLoc_Location())
        if mesh is None:
            continue  # the body is then not closed
        first = (len(points) - before[0]) // 3 - 1
        for k in range(1, mesh.NbNodes() + 1):
            point = mesh.Node(k)
            points.extend((point.X(), point.Y(), point.Z()))
        turned = face.Orientation() == TopAbs.TopAbs_Orientation.TopAbs_REVERSED
        for k in range(1, mesh.NbTriangles() + 1):
            a, b, c = mesh.Triangle(k).Get()
            corners.extend((first + a, first + c, first + b) if turned else (first + a, first + b, first + c))
    return {"points": (len(points) - before[0]) // 3, "facets": (len(corners) - before[1]) // 3}


def faces(solid: Any) -> dict[str, object]:
    """Return a solid's surface (mm²), its bounds (the least x, y, z, then the greatest, mm) and its faces."""
    from OCP import Bnd, BRepBndLib, BRepGProp, BRepMesh, GProp, TopAbs
    from OCP.TopoDS import TopoDS

    outside, box = GProp.GProp_GProps(), Bnd.Bnd_Box()
    BRepGProp.BRepGProp.SurfaceProperties_s(solid, outside)
    BRepBndLib.BRepBndLib.AddOptimal_s(solid, box, False, False)
    BRepMesh.BRepMesh_IncrementalMesh(solid, COARSE)
    every = [_face(TopoDS.Face_s(face)) for face in _each(solid, TopAbs.TopAbs_ShapeEnum.TopAbs_FACE)]
    return {"area": outside.Mass(), "box": list(box.Get()), "faces": every}


def _face(face: Any) -> list[object]:
    """Return what a face lies on ("plane", "cylinder", "cone", or what else the kernel calls it), its round, and a
    point in it with the direction outwards; of a face without triangles no point. The round: centre, radius, the angle
    at which it begins, and how far it goes anticlockwise; zeros for a plane."""
    from OCP import BRep, BRepAdaptor, TopAbs, TopLoc, gp

    surface = BRepAdaptor.BRepAdaptor_Surface(face)
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
    mesh = BRep.BRep_Tool.Triangulation_s(face, TopLoc.TopLoc_Location())
    if mesh is None or not mesh.HasUVNodes():
        return [kind, about, []]
    u, v = max((_middle(mesh, k) for k in range(1, mesh.NbTriangles() + 1)), default=(0.0, 0.0, 0.0))[1:]
    point, along, across = gp.gp_Pnt(), gp.gp_Vec(), gp.gp_Vec()
    surface.D1(u, v, point, along, across)
    out = along.Crossed(across)
    size = out.Magnitude() or 1.0
    if face.Orientation() == TopAbs.TopAbs_Orientation.TopAbs_REVERSED:
        size = -size
    return [kind, about, [point.X(), point.Y(), point.Z(), out.X() / size, out.Y() / size, out.Z() / size]]


def _middle(mesh: Any, k: int) -> tuple[float, float, float]:
    """Return how large a triangle is on its surface's parameters, and its middle there."""
    a, b, c = (mesh.UVNode(number) for number in mesh.Triangle(k).Get())
    area = (b.X() - a.X()) * (c.Y() - a.Y()) - (b.Y() - a.Y()) * (c.X() - a.X())
    return abs(area), (a.X() + b.X() + c.X()) / 3, (a.Y() + b.Y() + c.Y()) / 3


def answer(content: bytes, asked: str) -> bytes:
    """Return what is to be said of a file. asked: "facets" or "faces"."""
    points, corners = array("d"), array("i")
    try:
        from OCP.Message import Message

        for printer in list(Message.DefaultMessenger_s().Printers()):
            Message.DefaultMessenger_s().RemovePrinter(printer)
        found = []
        for name, solid in bodies(content):
            more = facets(solid, points, corners) if asked == "facets" else faces(solid)
            found.append({"name": name, **soundness(solid), **more})
        said: dict[str, object] = {"bodies": found}
    except ImportError as problem:
        said = {"lacking": str(problem)}
    except Exception as problem:  # the kernel has its own, and damaged files end in many others
        said = {"unreadable": str(problem)[:300]}
        points, corners = array("d"), array("i")
    return json.dumps(said).encode("ascii") + b"\n" + points.tobytes() + corners.tobytes()


def main(asked: str) -> None:
    """Read a file from standard input, and write what is to be said of it to standard output."""
    out = os.fdopen(os.dup(1), "wb")
    silent = os.open(os.devnull, os.O_WRONLY)
    for number in (1, 2):
        os.dup2(silent, number)  # what the kernel prints is no answer
    runpy.run_path(MACHINE)["limit"](MOST_MEMORY, LONGEST)
    with out:
        out.write(answer(sys.stdin.buffer.read(), asked))
    os._exit(0)  # the kernel may fail yet, where it clears up


if __name__ == "__main__":
    main(sys.argv[1])
