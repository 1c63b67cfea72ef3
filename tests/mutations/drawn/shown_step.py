"""What the CAD kernel makes of a STEP file: shapes where they lie, names, colours, layers, what is hidden."""

from __future__ import annotations

import io
import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from mutations.drawn.seen_of import Refused, Seen


def step(content: bytes, path: str, beside: Mapping[str, bytes]) -> Seen:
    """What the CAD kernel has: shapes where they lie, their names, colours, layers, and whether they are shown."""
    from OCP.IFSelect import IFSelect_ReturnStatus
    from OCP.Message import Message
    from OCP.STEPCAFControl import STEPCAFControl_Reader
    from OCP.TCollection import TCollection_ExtendedString
    from OCP.TDF import TDF_LabelSequence
    from OCP.TDocStd import TDocStd_Document
    from OCP.XCAFApp import XCAFApp_Application
    from OCP.XCAFDoc import XCAFDoc_DocumentTool

    messenger = Message.DefaultMessenger_s()
    for printer in list(messenger.Printers()):
        messenger.RemovePrinter(printer)
    document = TDocStd_Document(TCollection_ExtendedString("BinXCAF"))
    XCAFApp_Application.GetApplication_s().InitDocument(document)
    reader = STEPCAFControl_Reader()
    reader.SetColorMode(True)
    reader.SetNameMode(True)
    reader.SetLayerMode(True)
    reader.SetPropsMode(True)
    if reader.ReadStream("set.step", io.BytesIO(content)) != IFSelect_ReturnStatus.IFSelect_RetDone:
        raise Refused("the CAD kernel cannot read it")
    if not reader.Transfer(document):
        raise Refused("the CAD kernel finds nothing in it")
    shapes = XCAFDoc_DocumentTool.ShapeTool_s(document.Main())
    roots = TDF_LabelSequence()
    shapes.GetFreeShapes(roots)
    held: Seen = {"products": roots.Length()}
    walker = _Walker(document, shapes)
    for k in range(1, roots.Length() + 1):
        walker.walk(roots.Value(k), None, 0)
    held["shapes"] = sorted(walker.found, key=str)
    held["layers"] = sorted(walker.layers)
    return held


class _Walker:
    """Goes through a document of the CAD kernel and notes every shape that is part of no other."""

    def __init__(self, document: Any, shapes: Any) -> None:
        from OCP.XCAFDoc import XCAFDoc_DocumentTool

        self.shapes = shapes
        self.colours = XCAFDoc_DocumentTool.ColorTool_s(document.Main())
        self.layer_tool = XCAFDoc_DocumentTool.LayerTool_s(document.Main())
        self.found: list[Any] = []
        self.layers: list[str] = []
        self.known: dict[Any, list[Any]] = {}

    def walk(self, label: Any, place: Any, depth: int) -> None:
        from OCP.TDF import TDF_Label, TDF_LabelSequence

        product = TDF_Label()
        where = self.shapes.GetLocation_s(label)
        place = where if place is None else place.Multiplied(where)
        shown = bool(self.colours.IsVisible_s(label))
        told = [self.name(label), shown, self.colour_of(label), depth]
        if self.shapes.IsReference_s(label):
            self.shapes.GetReferredShape_s(label, product)
        else:
            product = label
        told += [self.name(product), bool(self.colours.IsVisible_s(product)), self.colour_of(product)]
        parts = TDF_LabelSequence()
        self.shapes.GetComponents_s(product, parts)
        if parts.Length() and depth < 9:
            self.found.append([*told, "assembly", parts.Length()])
            for k in range(1, parts.Length() + 1):
                self.walk(parts.Value(k), place, depth + 1)
            return
        key = str(product.EntryDumpToString()) if hasattr(product, "EntryDumpToString") else self.entry(product)
        if key not in self.known:
            self.known[key] = self.measured(self.shapes.GetShape_s(product), product)
        move = place.Transformation()
        matrix = [round(float(move.Value(row, column)), 5) + 0.0 for row in (1, 2, 3) for column in (1, 2, 3, 4)]
        self.found.append([*told, str(matrix), self.known[key]])

    def entry(self, label: Any) -> str:
        from OCP.TCollection import TCollection_AsciiString
        from OCP.TDF import TDF_Tool

        held = TCollection_AsciiString()
        TDF_Tool.Entry_s(label, held)
        return str(held.ToCString())

    def name(self, label: Any) -> str:
        from OCP.TDataStd import TDataStd_Name

        held = TDataStd_Name()
        return str(held.Get().ToExtString()) if label.FindAttribute(TDataStd_Name.GetID_s(), held) else ""

    def colour_of(self, label: Any) -> list[str]:
        return self._colours(label)

    def _colours(self, thing: Any) -> list[str]:
        from OCP.Quantity import Quantity_ColorRGBA
        from OCP.TDF import TDF_Label
        from OCP.XCAFDoc import XCAFDoc_ColorType

        found = []
        for kind in ("Surf", "Gen", "Curv"):
            colour = Quantity_ColorRGBA()
            asked = self.colours.GetColor_s if isinstance(thing, TDF_Label) else self.colours.GetColor
            if asked(thing, getattr(XCAFDoc_ColorType, f"XCAFDoc_Color{kind}"), colour):
                rgb = colour.GetRGB()
                found.append(f"{kind} {rgb.Red():.3f} {rgb.Green():.3f} {rgb.Blue():.3f} {colour.Alpha():.3f}")
        return found

    def measured(self, shape: Any, product: Any) -> list[Any]:
        """Return what a shape is: how many of each kind, how large, where, of what colours its parts are."""
        from OCP.Bnd import Bnd_Box
        from OCP.BRepBndLib import BRepBndLib
        from OCP.BRepGProp import BRepGProp
        from OCP.GProp import GProp_GProps
        from OCP.TDF import TDF_LabelSequence
        from OCP.TopAbs import TopAbs_ShapeEnum
        from OCP.TopExp import TopExp_Explorer

        counts, colours = [], []
        for kind in ("SOLID", "SHELL", "FACE", "EDGE", "VERTEX"):
            walk = TopExp_Explorer(shape, getattr(TopAbs_ShapeEnum, f"TopAbs_{kind}"))
            count = 0
            while walk.More():
                count += 1
                if kind in ("SOLID", "FACE"):
                    colours.append(f"{kind} {self._colours(walk.Current())}")
                walk.Next()
            counts.append(count)
        numbers = []
        for measure in ("VolumeProperties_s", "SurfaceProperties_s"):
            props = GProp_GProps()
            try:
                getattr(BRepGProp, measure)(shape, props)
                centre = props.CentreOfMass()
                numbers += [props.Mass(), centre.X(), centre.Y(), centre.Z()]
            except Exception:
                numbers += [math.nan] * 4
        box = Bnd_Box()
        BRepBndLib.AddOptimal_s(shape, box, False, False)
        numbers += list(box.Get()) if not box.IsVoid() else []
        hidden = []
        below = TDF_LabelSequence()
        self.shapes.GetSubShapes_s(product, below)
        for k in range(1, below.Length() + 1):
            one = below.Value(k)
            told = [bool(self.colours.IsVisible_s(one)), self._colours(one)]
            hidden += [] if told == [True, []] else [str(told)]
        painted = sorted({f"{colours.count(one)} × {one}" for one in set(colours)})
        return [str(counts), str(painted), str(sorted(hidden)), np.array([round(float(x), 4) for x in numbers])]
