"""STEP, read back by the CAD kernel: solids where they lie, each with its colour, as triangles.

All faces are plane, so the triangles are the bodies themselves and no approximation.
"""

from __future__ import annotations

import io
import os
import pickle
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from quasiprint.model.errors import Unavailable
from quasiprint.model.finding import error
from quasiprint.model.format import Reading
from quasiprint.readback.bodies import LYING, Body, Scene, things
from quasiprint.readback.mesh import Facets
from quasiprint.readback.recognise import REMAKE, Found, recogniser_of
from quasiprint.readback.report import Report, complete, lying, pieces
from quasiprint.readback.surfaces import Surfaces, called, upright
from quasiprint.readback.unreadable import DAMAGED, Unreadable

LOOSE = 1e-3  # mm
LONGEST = 300.0  # s
CALL = f"from {__name__} import answer_call; answer_call()"
UNIT = re.compile(rb"LENGTH_UNIT\(\)[^;]*?SI_UNIT\(\s*(\S+?)\s*,\s*\.METRE\.\s*\)")


@dataclass(frozen=True, slots=True)
class StepSolid:
    """A solid where it lies. facets: shared by all that are alike. matrix: 4 × 3, for row vectors, mm. colour:
    "#RRGGBB" or "". name: of the product of the set that it is part of."""

    facets: Facets
    matrix: tuple[float, ...]
    colour: str
    name: str


def read(reading: Reading) -> Report:
    """Read STEP files: together they hold the set once."""
    report, surfaces, recogniser = Report(), Surfaces(), recogniser_of(reading)
    palette = recogniser.reference.game_set.palette
    inks = {palette.body.upper(): -1, **{ink.rgb.upper(): k for k, ink in enumerate(palette.inks)}}
    every: list[Found] = []
    for path, solids in report.read(reading, solids_of):
        scene = Scene(path, [])
        strange = {solid.colour for solid in solids} - set(inks)
        if strange:
            message = f"it has the colours {', '.join(sorted(strange))}, which are none of the palette's"
            scene.findings.append(error("colour-wrong", path, message, REMAKE))
        for number, solid in enumerate(solids, 1):
            lie, wrong = upright(solid.matrix, f"{path}, solid {number}")
            seen = surfaces.terrain(solid.facets, f"{path}, solid {number}")
            scene.findings += wrong
            if seen is not None and not wrong:
                standing = seen.low < LYING
                # the body's colour may be an ink's, too
                colour = -1 if standing and solid.colour == palette.body.upper() else inks.get(solid.colour, -1)
                scene.bodies.append(Body(seen, lie, colour, number))
        found = things(scene, recogniser)
        report.note([path], found)
        report.findings += called({number: solid.name for number, solid in enumerate(solids, 1)}, found)
        report.findings += [*scene.findings, *lying(path, found, (1e9, 1e9), -1e9, 0.0, what="bed")]
        every += found
    report.findings += surfaces.findings
    report.findings += complete("STEP", every, recogniser.reference, "inlaid")
    report.pieces = pieces(every, recogniser.reference)
    return report


def solids_of(content: bytes) -> list[StepSolid]:
    """Return a file's solids, read in a program of its own: damaged files can end the kernel, or keep it for ever.

    Raises Unreadable and Unavailable as `read_here` does, and Unreadable if that program fails.
    """
    above = str(Path(__file__).parents[3])
    path = os.pathsep.join([above, *filter(None, [os.environ.get("PYTHONPATH")])])
    try:
        child = subprocess.run(
            [sys.executable, "-c", CALL],
            input=content, capture_output=True, timeout=LONGEST, check=False, env={**os.environ, "PYTHONPATH": path},
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        raise Unreadable(f"the CAD kernel takes more than {LONGEST:g} s to read it") from None
    if child.returncode or not child.stdout:
        raise Unreadable("the CAD kernel fails on it")
    answer = pickle.loads(child.stdout)  # our own program's
    if isinstance(answer, (Unreadable, Unavailable)):
        raise answer
    solids: list[StepSolid] = answer
    return solids


def read_here(content: bytes) -> list[StepSolid]:
    """Return a file's solids.

    Raises Unreadable if the kernel cannot read it, or it is not in millimetres; Unavailable if there is no kernel.
    """
    if not content.startswith(b"ISO-10303-21;") or not content.rstrip().endswith(b"END-ISO-10303-21;"):
        raise Unreadable("it does not begin with ISO-10303-21 and end with END-ISO-10303-21")
    units = set(UNIT.findall(content))
    if units != {b".MILLI."} or b"CONVERSION_BASED_UNIT('INCH'" in content.upper():
        raise Unreadable("its unit of length is not the millimetre", "unit-wrong")
    try:
        from OCP.Standard import Standard_Failure
    except ImportError as found:
        raise Unavailable(
            f"to read STEP, CadQuery is needed, which cannot load ({found}): pip install cadquery, apt install libgl1"
        ) from found

    try:
        return _solids(_document(content))
    except (Standard_Failure, *DAMAGED) as problem:
        raise Unreadable(f"the CAD kernel cannot read it: {problem}") from None


def _document(content: bytes) -> Any:
    from OCP.IFSelect import IFSelect_ReturnStatus
    from OCP.Message import Message
    from OCP.STEPCAFControl import STEPCAFControl_Reader
    from OCP.TCollection import TCollection_ExtendedString
    from OCP.TDocStd import TDocStd_Document
    from OCP.XCAFApp import XCAFApp_Application

    messenger = Message.DefaultMessenger_s()
    for printer in list(messenger.Printers()):
        messenger.RemovePrinter(printer)  # what it finds goes into findings, not on standard output
    document = TDocStd_Document(TCollection_ExtendedString("BinXCAF"))
    XCAFApp_Application.GetApplication_s().InitDocument(document)
    reader = STEPCAFControl_Reader()
    reader.SetColorMode(True)
    reader.SetNameMode(True)
    read = reader.ReadStream("set.step", io.BytesIO(content)) == IFSelect_ReturnStatus.IFSelect_RetDone
    if not read or not reader.Transfer(document):
        raise Unreadable("the CAD kernel cannot read it")
    return document


def _solids(document: Any) -> list[StepSolid]:
    from OCP.BRepMesh import BRepMesh_IncrementalMesh
    from OCP.TDF import TDF_LabelSequence
    from OCP.TopAbs import TopAbs_ShapeEnum
    from OCP.TopExp import TopExp_Explorer
    from OCP.TopLoc import TopLoc_Location
    from OCP.XCAFDoc import XCAFDoc_DocumentTool

    shapes = XCAFDoc_DocumentTool.ShapeTool_s(document.Main())
    tool = XCAFDoc_DocumentTool.ColorTool_s(document.Main())
    roots = TDF_LabelSequence()
    shapes.GetFreeShapes(roots)
    known: dict[Any, tuple[Facets, str]] = {}
    found = []
    if roots.Length() != 1:
        count = roots.Length()
        raise Unreadable(f"{count} of its products are part of no other, allowed is one, the set", "piece-missing")
    parts = TDF_LabelSequence()
    shapes.GetComponents_s(roots.Value(1), parts)
    for k in range(1, parts.Length() + 1):
        name = _name(shapes, parts.Value(k))
        walk = TopExp_Explorer(shapes.GetShape_s(parts.Value(k)), TopAbs_ShapeEnum.TopAbs_SOLID)
        while walk.More():
            solid = walk.Current()
            bare = solid.Located(TopLoc_Location())
            key = bare.TShape()
            if key not in known:
                BRepMesh_IncrementalMesh(bare, 0.1)
                known[key] = _facets(bare), _colour(tool, bare)
            move = solid.Location().Transformation()
            if bare.Orientation() != solid.Orientation():
                raise Unreadable("a solid is turned inside out")
            matrix = tuple(move.Value(row, column) for column in (1, 2, 3, 4) for row in (1, 2, 3))
            found.append(StepSolid(known[key][0], matrix, known[key][1], name))
            walk.Next()
    return found


def _name(shapes: Any, component: Any) -> str:
    """Return what the product of an instance is called."""
    from OCP.TDataStd import TDataStd_Name
    from OCP.TDF import TDF_Label

    product, name = TDF_Label(), TDataStd_Name()
    shapes.GetReferredShape_s(component, product)
    return str(name.Get().ToExtString()) if product.FindAttribute(TDataStd_Name.GetID_s(), name) else ""


def _colour(tool: Any, shape: Any) -> str:
    from OCP.Quantity import Quantity_Color, Quantity_TypeOfColor
    from OCP.XCAFDoc import XCAFDoc_ColorType

    colour = Quantity_Color()
    for kind in (XCAFDoc_ColorType.XCAFDoc_ColorSurf, XCAFDoc_ColorType.XCAFDoc_ColorGen):
        if tool.GetColor(shape, kind, colour):
            values = colour.Values(Quantity_TypeOfColor.Quantity_TOC_sRGB)
            return "#" + "".join(f"{round(255 * value):02X}" for value in values)
    return ""


def _facets(shape: Any) -> Facets:
    """Return a solid's triangles, seen from outside anticlockwise, on the grid of a nanometre.

    Raises Unreadable for a solid whose corners are not the ends of its edges.
    """
    from OCP.BRep import BRep_Tool
    from OCP.TopAbs import TopAbs_Orientation, TopAbs_ShapeEnum
    from OCP.TopExp import TopExp_Explorer
    from OCP.TopLoc import TopLoc_Location
    from OCP.TopoDS import TopoDS

    corner = TopExp_Explorer(shape, TopAbs_ShapeEnum.TopAbs_VERTEX)
    while corner.More():
        # where lines miss a corner, the kernel makes the corner as large as it takes
        size = BRep_Tool.Tolerance_s(TopoDS.Vertex_s(corner.Current()))
        if size > LOOSE:
            raise Unreadable(f"edges of a solid miss its corner by {size:.3g} mm", "mesh-open")
        corner.Next()
    rows = []
    walk = TopExp_Explorer(shape, TopAbs_ShapeEnum.TopAbs_FACE)
    while walk.More():
        face = TopoDS.Face_s(walk.Current())
        place = TopLoc_Location()
        mesh = BRep_Tool.Triangulation_s(face, place)
        if mesh is None:
            raise Unreadable("a face has no triangles")
        nodes = [mesh.Node(k).Transformed(place.Transformation()) for k in range(1, mesh.NbNodes() + 1)]
        points = [(p.X(), p.Y(), p.Z()) for p in nodes]
        turned = face.Orientation() == TopAbs_Orientation.TopAbs_REVERSED
        for k in range(1, mesh.NbTriangles() + 1):
            a, b, c = mesh.Triangle(k).Get()
            rows.append([points[a - 1], points[c - 1 if turned else b - 1], points[b - 1 if turned else c - 1]])
        walk.Next()
    return np.asarray(np.round(np.array(rows), 6) + 0.0, dtype=np.float64)


def answer_call() -> None:
    """Read a file from standard input, and write its solids, or why there are none, to standard output."""
    answer: list[StepSolid] | Unreadable | Unavailable
    try:
        answer = read_here(sys.stdin.buffer.read())
    except (Unreadable, Unavailable) as problem:
        answer = problem
    sys.stdout.buffer.write(pickle.dumps(answer))
