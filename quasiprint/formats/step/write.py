"""STEP of the whole set: each unique body once, everything else an instance of it.

The root is the set; under it stands one assembly for each piece, as often as it lies on the
plates, and in that its body and inlays, which all pieces share. The plates lie side by side.
CadQuery's kernel builds the bodies and writes the file.
"""

from __future__ import annotations

import importlib.util
import io
import itertools
import math
import re
import sys
from collections.abc import Iterator
from typing import Any

from quasiprint.model.blame import elsewhere, require_room
from quasiprint.model.errors import Unavailable
from quasiprint.model.placement import Placement
from quasiprint.model.production import Artefact, SolidProduction
from quasiprint.model.solid import Part, Solid

BETWEEN_PLATES = 20.0  # mm
KERNEL = 600 << 20  # bytes that loading the CAD kernel takes, and a small set in it
TIME_STAMP = "2000-01-01T00:00:00"  # the format demands one; equal sets have equal bytes


def available() -> str | None:
    """Return None if STEP can be written on this machine, else the reason and the remedy.

    Does not load CadQuery, which would take seconds.
    """
    if importlib.util.find_spec("cadquery") is None:
        return "STEP needs CadQuery, which is not installed: pip install cadquery"
    if sys.platform == "linux":
        import ctypes

        try:
            ctypes.CDLL("libGL.so.1")
        except OSError as problem:
            elsewhere(problem)
            return "STEP needs the library libGL.so.1, which CadQuery loads: apt install libgl1"
    return None


def files(production: SolidProduction) -> Iterator[Artefact]:
    """Yield the one file of the set.

    Raises Unavailable where CadQuery cannot load, ValueError if a plate holds what is no piece.
    """
    reason = available()
    if reason is not None:
        raise Unavailable(reason)
    require_room("for STEP", KERNEL)
    try:
        import OCP.STEPCAFControl  # noqa: F401
    except ImportError as found:
        elsewhere(found)
        raise Unavailable(
            f"STEP needs CadQuery, which cannot load ({found}): pip install cadquery, apt install libgl1"
        ) from found
    yield Artefact(f"step/{production.set.game}-set.step", _encoded(production))


def _encoded(production: SolidProduction) -> bytes:
    from OCP.TCollection import TCollection_ExtendedString
    from OCP.TDocStd import TDocStd_Document
    from OCP.XCAFApp import XCAFApp_Application
    from OCP.XCAFDoc import XCAFDoc_DocumentTool

    document = TDocStd_Document(TCollection_ExtendedString("BinXCAF"))
    XCAFApp_Application.GetApplication_s().InitDocument(document)
    tree = _Tree(XCAFDoc_DocumentTool.ShapeTool_s(document.Main()))
    root = tree.assembly(f"{production.set.game}-set")
    pieces = {piece.id: piece for piece in production.pieces}
    products: dict[str, Any] = {}
    for k, plate in enumerate(production.plates):
        offset = k * (plate.width + BETWEEN_PLATES)
        for place in plate.placements:
            if place.item not in pieces:
                raise ValueError(f"plate {plate.name!r} holds {place.item!r}, which is no piece of the set")
            if place.item not in products:
                products[place.item] = tree.assembly(place.item)
                for part in pieces[place.item].parts:
                    tree.place(products[place.item], tree.body(part))
            moved = Placement(place.item, place.x + offset, place.y, place.angle)
            tree.place(root, products[place.item], moved)
    tree.shapes.UpdateAssemblies()
    text = _written(document, production.set.title)
    palette = production.set.palette
    colours = {
        key: palette.body if colour is None else palette.inks[colour].rgb for key, colour in tree.colours.items()
    }
    return _canonical(text, colours).encode("ascii")


class _Tree:
    """The products of a document: bodies, assemblies and where they are placed."""

    def __init__(self, shapes: Any) -> None:
        from quasiprint.solids.brep import Breps

        self.shapes = shapes
        self.colours: dict[str, int | None] = {}
        self._bodies: dict[str, Any] = {}
        self._breps = Breps()
        self._taken: set[Solid] = set()

    def assembly(self, name: str) -> Any:
        """Return a new, empty product."""
        label = self.shapes.NewShape()
        _name(label, name)
        return label

    def body(self, part: Part) -> Any:
        """Return the product of a unique body, built at its first use."""
        if part.key not in self._bodies:
            label = self.shapes.AddShape(self._own(part.solid), False)
            _name(label, part.key)
            self._bodies[part.key] = label
            self.colours[part.key] = part.colour
        return self._bodies[part.key]

    def _own(self, solid: Solid) -> Any:
        """Return the B-rep of a solid; a copy if another product has it, for that keeps its name."""
        from OCP.BRepBuilderAPI import BRepBuilderAPI_Copy

        shape = self._breps(solid)
        if solid in self._taken:
            return BRepBuilderAPI_Copy(shape).Shape()
        self._taken.add(solid)
        return shape

    def place(self, assembly: Any, product: Any, place: Placement | None = None) -> None:
        """Put an instance of a product into an assembly."""
        from OCP.gp import gp_Ax1, gp_Dir, gp_Pnt, gp_Trsf, gp_Vec
        from OCP.TopLoc import TopLoc_Location

        move = gp_Trsf()
        if place is not None:
            move.SetRotation(gp_Ax1(gp_Pnt(0, 0, 0), gp_Dir(0, 0, 1)), math.radians(place.angle))
            move.SetTranslationPart(gp_Vec(place.x, place.y, 0))
        component = self.shapes.AddComponent(assembly, product, TopLoc_Location(move))
        _name(component, product_name(product))


def _name(label: Any, name: str) -> None:
    from OCP.TCollection import TCollection_ExtendedString
    from OCP.TDataStd import TDataStd_Name

    TDataStd_Name.Set_s(label, TCollection_ExtendedString(name))


def product_name(label: Any) -> str:
    """Return the name of a product of a document."""
    from OCP.TDataStd import TDataStd_Name

    name = TDataStd_Name()
    label.FindAttribute(TDataStd_Name.GetID_s(), name)
    return str(name.Get().ToExtString())


def _written(document: Any, title: str) -> str:
    """Return the document as the kernel writes it, without colours."""
    from OCP.APIHeaderSection import APIHeaderSection_MakeHeader
    from OCP.IFSelect import IFSelect_ReturnStatus
    from OCP.Interface import Interface_Static
    from OCP.Message import Message, Message_Gravity
    from OCP.STEPCAFControl import STEPCAFControl_Writer
    from OCP.TCollection import TCollection_HAsciiString

    for printer in Message.DefaultMessenger_s().Printers():
        printer.SetTraceLevel(Message_Gravity.Message_Fail)  # no statistics on standard output
    writer = STEPCAFControl_Writer()
    Interface_Static.SetIVal_s("write.surfacecurve.mode", 0)  # plane faces need no curves on them
    writer.SetColorMode(False)  # the kernel writes colours in the order of their addresses
    writer.SetNameMode(True)
    if not writer.Transfer(document):
        raise ValueError("STEP: the kernel could not translate the set")
    header = APIHeaderSection_MakeHeader(writer.ChangeWriter().Model())
    header.SetName(TCollection_HAsciiString(title))
    header.SetTimeStamp(TCollection_HAsciiString(TIME_STAMP))
    header.SetAuthorValue(1, TCollection_HAsciiString(""))
    header.SetOrganizationValue(1, TCollection_HAsciiString(""))
    header.SetOriginatingSystem(TCollection_HAsciiString("quasiprint"))
    stream = io.BytesIO()
    if writer.WriteStream(stream) != IFSelect_ReturnStatus.IFSelect_RetDone:
        raise ValueError("STEP: the kernel could not write the set")
    return stream.getvalue().decode("ascii")


def _canonical(text: str, colours: dict[str, str]) -> str:
    """Return the file with its occurrences counted from 1, and with colours ("#RRGGBB" by product).

    The kernel counts occurrences on from file to file, as long as its process lives.
    """
    count = itertools.count(1)
    text = re.sub(
        r"(NEXT_ASSEMBLY_USAGE_OCCURRENCE)\(\s*'\d+'\s*,\s*('[^']*')\s*,\s*''\s*,\s*(#\d+)\s*,\s*(#\d+)[^;]*;",
        lambda found: "{}('{}',{},'',{},{},$);".format(found[1], next(count), *found.groups()[1:]),
        text,
    )
    body, end, rest = text.rpartition("ENDSEC;")
    last = int(body.rpartition("\n#")[2].partition(" ")[0])  # the kernel numbers in order
    return body + "".join(_styles(body, colours, last)) + end + rest


def _styles(body: str, colours: dict[str, str], last: int) -> Iterator[str]:
    """Yield the statements that colour each product's solid, numbered on from `last`.

    Raises ValueError if the kernel's file does not hold a solid for each product.
    """
    statements: dict[str, list[tuple[str, str]]] = {}
    for n, entity, arguments in re.findall(
        r"^#(\d+) = (PRODUCT\w*|SHAPE_DEFINITION_REPRESENTATION|ADVANCED_BREP\w*)\(([^;]*);",
        body,
        re.MULTILINE,
    ):
        statements.setdefault(entity, []).append((n, arguments))

    def links(entity: str) -> list[tuple[str, list[str]]]:
        """Return the number of each statement, and the numbers it refers to."""
        return [(n, re.findall(r"#(\d+)", arguments)) for n, arguments in statements[entity]]

    product = {n: arguments.split("'")[1] for n, arguments in statements["PRODUCT"]}
    formation = {n: product[to[0]] for n, to in links("PRODUCT_DEFINITION_FORMATION")}
    definition = {n: formation[to[0]] for n, to in links("PRODUCT_DEFINITION")}
    shape = {n: definition[to[0]] for n, to in links("PRODUCT_DEFINITION_SHAPE") if to[0] in definition}
    named = {to[1]: shape[to[0]] for _, to in links("SHAPE_DEFINITION_REPRESENTATION")}
    solids = {named[n]: (to[1], to[2]) for n, to in links("ADVANCED_BREP_SHAPE_REPRESENTATION")}
    if set(solids) != set(colours):
        missing, strange = sorted(set(colours) - set(solids)), sorted(set(solids) - set(colours))
        raise ValueError(f"STEP: the solids of {missing[:5]} are missing, those of {strange[:5]} are strange")
    n = last
    for key, (solid, context) in solids.items():
        red, green, blue = (f"{int(colours[key][k : k + 2], 16) / 255:.6f}" for k in (1, 3, 5))
        for statement in (
            f"MECHANICAL_DESIGN_GEOMETRIC_PRESENTATION_REPRESENTATION('',(#{n + 2}),#{context})",
            f"STYLED_ITEM('color',(#{n + 3}),#{solid})",
            f"PRESENTATION_STYLE_ASSIGNMENT((#{n + 4}))",
            f"SURFACE_STYLE_USAGE(.BOTH.,#{n + 5})",
            f"SURFACE_SIDE_STYLE('',(#{n + 6}))",
            f"SURFACE_STYLE_FILL_AREA(#{n + 7})",
            f"FILL_AREA_STYLE('',(#{n + 8}))",
            f"FILL_AREA_STYLE_COLOUR('',#{n + 9})",
            f"COLOUR_RGB('',{red},{green},{blue})",
        ):
            n += 1
            yield f"#{n} = {statement};\n"
