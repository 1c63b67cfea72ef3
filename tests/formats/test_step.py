from __future__ import annotations

import math
import re
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from foreign import KERNEL
from samples import quasimino

from quasiprint.drawing.outlines import circle, round_square, square, turn_ring
from quasiprint.formats import step
from quasiprint.formats.step import Instances
from quasiprint.games.quasimino.design import SIDES
from quasiprint.layout.nesting import Area, nest
from quasiprint.model.face import Region
from quasiprint.model.production import Arrangement, Placement, SolidProduction
from quasiprint.model.profile import Bed
from quasiprint.model.solid import Part, Sector, Solid, SolidPiece, Step
from quasiprint.solids.bodies import shells
from quasiprint.solids.build import solid_pieces
from quasiprint.solids.mesh import meshes

BED = Bed("test", 250.0, 210.0, 5.0, 2.0, 0.4, 5)


def production(colours: int = 2) -> SolidProduction:
    held = quasimino(colours)
    pieces = solid_pieces(held)
    items = [(p.id, p.face.nominal) for p in held.pieces]
    tokens = [(a.id, a.face.nominal) for a in held.accessories for _ in range(3)]
    plates = (
        *nest("tiles-plate", items, Area(BED.width, BED.depth, BED.margin, BED.gap)),
        *nest("tokens-plate", tokens, Area(BED.width, BED.depth, BED.margin, BED.gap)),
    )
    return SolidProduction(held, pieces, meshes(pieces), plates, BED)


class Tree:
    """A STEP file as OpenCASCADE's reader sees it: products, instances and colours."""

    def __init__(self, path: Path) -> None:
        from OCP.IFSelect import IFSelect_ReturnStatus
        from OCP.STEPCAFControl import STEPCAFControl_Reader
        from OCP.TCollection import TCollection_ExtendedString
        from OCP.TDF import TDF_LabelSequence
        from OCP.TDocStd import TDocStd_Document
        from OCP.XCAFApp import XCAFApp_Application
        from OCP.XCAFDoc import XCAFDoc_DocumentTool, XCAFDoc_ShapeTool

        self.document = TDocStd_Document(TCollection_ExtendedString("read"))
        XCAFApp_Application.GetApplication_s().InitDocument(self.document)
        reader = STEPCAFControl_Reader()
        reader.SetColorMode(True)
        reader.SetNameMode(True)
        assert reader.ReadFile(str(path)) == IFSelect_ReturnStatus.IFSelect_RetDone
        assert reader.Transfer(self.document)
        self.shapes = XCAFDoc_DocumentTool.ShapeTool_s(self.document.Main())
        self.colours = XCAFDoc_DocumentTool.ColorTool_s(self.document.Main())
        roots = TDF_LabelSequence()
        self.shapes.GetFreeShapes(roots)
        assert roots.Length() == 1
        self.root = roots.Value(1)
        every = TDF_LabelSequence()
        self.shapes.GetShapes(every)
        labels = [every.Value(k + 1) for k in range(every.Length())]
        self.bodies = {name(x): x for x in labels if XCAFDoc_ShapeTool.IsSimpleShape_s(x)}
        self.assemblies = {name(x): x for x in labels if XCAFDoc_ShapeTool.IsAssembly_s(x)}
        assert len(self.bodies) + len(self.assemblies) == len(labels)

    def instances(self, label: Any) -> list[tuple[str, Any]]:
        """Return (product, transformation) of what is placed in an assembly."""
        from OCP.TDF import TDF_Label, TDF_LabelSequence
        from OCP.XCAFDoc import XCAFDoc_ShapeTool

        found = TDF_LabelSequence()
        XCAFDoc_ShapeTool.GetComponents_s(label, found)
        result = []
        for k in range(found.Length()):
            product = TDF_Label()
            assert XCAFDoc_ShapeTool.GetReferredShape_s(found.Value(k + 1), product)
            move = XCAFDoc_ShapeTool.GetLocation_s(found.Value(k + 1)).Transformation()
            result.append((name(product), move))
        return result

    def shape(self, body: str) -> Any:
        import cadquery as cq
        from OCP.XCAFDoc import XCAFDoc_ShapeTool

        return cq.Shape.cast(XCAFDoc_ShapeTool.GetShape_s(self.bodies[body]))

    def rgb(self, body: str) -> str:
        from OCP.Quantity import Quantity_Color, Quantity_TOC_sRGB
        from OCP.XCAFDoc import XCAFDoc_ColorSurf

        colour = Quantity_Color()
        for shape in (self.shape(body), *self.shape(body).Solids()):
            if self.colours.GetColor(shape.wrapped, XCAFDoc_ColorSurf, colour):
                return "#" + "".join(f"{round(255 * v):02X}" for v in colour.Values(Quantity_TOC_sRGB))
        raise AssertionError(f"{body} has no colour")


def name(label: Any) -> str:
    from OCP.TDataStd import TDataStd_Name

    found = TDataStd_Name()
    assert label.FindAttribute(TDataStd_Name.GetID_s(), found)
    return str(found.Get().ToExtString())


@pytest.fixture(scope="module")
def made() -> SolidProduction:
    return production()


@pytest.fixture(scope="module")
def content(made: SolidProduction) -> bytes:
    (output,) = step.files(made)
    assert output.path == "step/quasimino-set.step"
    return output.content


@pytest.fixture(scope="module")
def tree(content: bytes, tmp_path_factory: pytest.TempPathFactory) -> Tree:
    path = tmp_path_factory.mktemp("step") / "set.step"
    path.write_bytes(content)
    return Tree(path)


@pytest.mark.foreign(KERNEL)
def test_each_unique_body_stands_once(made: SolidProduction, content: bytes, tree: Tree) -> None:
    parts = {part.key for piece in made.pieces for part in piece.parts}
    assert set(tree.bodies) == parts
    assert content.count(b"MANIFOLD_SOLID_BREP(") == len(parts)
    assert all(len(tree.shape(key).Solids()) == 1 for key in parts)


@pytest.mark.foreign(KERNEL)
def test_instances_are_placed_as_on_the_plates(made: SolidProduction, tree: Tree) -> None:
    assert name(tree.root) == "quasimino-set"
    placed = tree.instances(tree.root)
    expected = [
        (place.item, place.ring(((10.0, 5.0),))[0], k * (BED.width + step.BETWEEN_PLATES))
        for k, plate in enumerate(made.plates)
        for place in plate.placements
    ]
    assert Counter(item for item, _ in placed) == Counter(item for item, _, _ in expected)
    assert Counter(item for item, _ in placed)["token-solid"] == 3
    from OCP.gp import gp_Pnt

    where = sorted((item, (p := gp_Pnt(10, 5, 0).Transformed(move)).X(), p.Y(), p.Z()) for item, move in placed)
    for (item, x, y, z), (wanted, (x1, y1), offset) in zip(
        where, sorted(expected, key=lambda e: (e[0], e[1][0] + e[2], e[1][1])), strict=True
    ):
        assert item == wanted
        assert (x, y, z) == pytest.approx((x1 + offset, y1, 0.0), abs=1e-5)
    for piece in made.pieces:
        inside = tree.instances(tree.assemblies[piece.id])
        assert [key for key, _ in inside] == [part.key for part in piece.parts]


@pytest.mark.foreign(KERNEL)
def test_volumes_and_colours_survive(made: SolidProduction, tree: Tree) -> None:
    from quasiprint.solids.mesh import volume

    palette = made.set.palette
    for part in {part.key: part for piece in made.pieces for part in piece.parts}.values():
        triangles = [t for surface in made.meshes[part.key].surfaces for t in surface.triangles]
        shape = tree.shape(part.key)
        assert shape.isValid()
        # what is round is more than its mesh, by the segments over its chords
        round_ = {"body": 1e-3, "inlay": 1e-2}[part.role]
        due = volume(triangles)
        if part.key.startswith("token") and part.role == "body":  # all of it is round: discs of so many chords each
            due *= (math.tau / SIDES) / math.sin(math.tau / SIDES)
        assert shape.Volume() == pytest.approx(due, rel=round_)
        rgb = palette.body if part.colour is None else palette.inks[part.colour].rgb
        assert tree.rgb(part.key) == rgb


def test_header_has_no_time_and_no_path(content: bytes) -> None:
    head = content[: content.index(b"DATA;")].decode()
    assert re.findall(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d", head) == [step.TIME_STAMP]
    assert "/" not in head


def test_an_equal_set_is_an_equal_file(content: bytes) -> None:
    (again,) = step.files(production())
    assert again.content == content


def test_another_set_is_another_file(content: bytes, made: SolidProduction) -> None:
    first = made.plates[0]
    moved = replace(first.placements[0], x=first.placements[0].x + 0.001)
    plates = (replace(first, placements=(moved, *first.placements[1:])), *made.plates[1:])
    (output,) = step.files(replace(made, plates=plates))
    assert output.content != content


def test_a_plate_with_a_stranger_is_refused(made: SolidProduction) -> None:
    plate = Arrangement("odd-plate", 250.0, 210.0, (Placement("nobody", 10.0, 10.0, 0.0),))
    with pytest.raises(ValueError, match="'odd-plate' holds 'nobody'"):
        list(step.files(replace(made, plates=(plate,))))


DISC = circle(3.0, -2.0, 5.0, 32)
HOLES = (DISC[::-1],)
SOFT = round_square(square(20.0), 0.0, 2.0)
TURNED = turn_ring(SOFT, 0.3, 1.0, 2.0)
BOX = square(20.0)
WEDGE = ((-8.0, -10.0), (8.0, -10.0), (0.0, -2.0))
ROUNDED = 3.5 * (400 - 4 * (4 - math.pi)) + sum(
    # by Simpson's rule, which is exact for areas of the second degree
    weight * ((20 - 2 * inset) ** 2 - (4 - math.pi) * (2 - inset) ** 2) * 0.5 / 6
    for inset, weight in ((0.0, 1), (0.25, 4), (0.5, 1))
)
ROUND = {
    "a disc": (Solid(DISC, (Sector(DISC, ()),), 0.0, 4.0), 100 * math.pi, 1, 0),
    "a bevelled disc": (
        Solid(DISC, (Sector(DISC, ()),), 0.0, 4.0, 0.5),
        25 * math.pi * 3.5 + math.pi / 6 * (25 + 5 * 4.5 + 4.5**2), 1, 1,
    ),
    "a hole": (Solid(BOX, (Sector(BOX, (), HOLES),), 0.0, 4.0), 1600 - 100 * math.pi, 1, 0),
    "a dimple": (Solid(BOX, (Sector(BOX, (Step(Region(DISC), 3.0),)),), 0.0, 4.0), 1600 - 25 * math.pi, 1, 0),
    "a knob": (Solid(BOX, (Sector(BOX, (Step(Region(DISC), 5.0),)),), 0.0, 4.0), 1600 + 25 * math.pi, 1, 0),
    "round corners": (Solid(TURNED, (Sector(TURNED, ()),), 0.0, 4.0), 4 * (400 - 4 * (4 - math.pi)), 4, 0),
    "a wedge from round corner to round corner": (
        Solid(SOFT, (Sector(SOFT, (Step(Region(WEDGE), 3.0),)),), 0.0, 4.0), 4 * (400 - 4 * (4 - math.pi)) - 64, 4, 0,
    ),
    "round corners, bevelled": (Solid(TURNED, (Sector(TURNED, ()),), 0.0, 4.0, 0.5), ROUNDED, 4, 4),
    "round corners, bevelled above, with a knob": (
        Solid(TURNED, (Sector(TURNED, (Step(Region(DISC), 5.0),)),), 0.0, 4.0, bevel=0.5),
        ROUNDED + 25 * math.pi, 5, 4,
    ),
}  # fmt: skip


@pytest.mark.foreign(KERNEL)
@pytest.mark.parametrize("name", ROUND)
def test_what_is_round_is_a_cylinder_without_any_healing(name: str, tmp_path: Path) -> None:
    from OCP.BRepCheck import BRepCheck_Analyzer
    from OCP.BRepGProp import BRepGProp
    from OCP.GProp import GProp_GProps
    from OCP.STEPControl import STEPControl_Reader
    from OCP.StepData import StepData_Factors
    from OCP.StepToTopoDS import StepToTopoDS_Builder
    from OCP.Transfer import Transfer_TransientProcess

    solid, expected, cylinders, cones = ROUND[name]
    instances = Instances("")
    piece = SolidPiece("one", (Part("one-body", "body", None, solid),), None)
    for key, shell in shells([piece], meshes([piece])):
        step.Body(instances, shell).solid(key)
    written = instances.file(step.TAIL)
    assert (written.count(b"CYLINDRICAL_SURFACE"), written.count(b"CONICAL_SURFACE")) == (cylinders, cones)
    (tmp_path / "one.step").write_bytes(written)
    reader = STEPControl_Reader()
    reader.ReadFile(str(tmp_path / "one.step"))
    model = reader.WS().Model()
    builder = StepToTopoDS_Builder()
    process = Transfer_TransientProcess()
    process.SetModel(model)
    builder.Init(model.Value(instances.written), process, StepData_Factors())
    found = GProp_GProps()
    BRepGProp.VolumeProperties_s(builder.Value(), found)
    assert BRepCheck_Analyzer(builder.Value()).IsValid()
    assert found.Mass() == pytest.approx(expected, rel=1e-6)


def test_to_write_step_no_kernel_is_loaded(root: Path) -> None:
    code = (
        "import sys, quasiprint; quasiprint.design('triomino', highest=0).files(formats=('step',))\n"
        "print(sorted({'cadquery', 'OCP'} & set(sys.modules)))"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=root)
    assert found.stdout.strip() == "[]"


def test_titles_are_written_as_part_21_has_them(made: SolidProduction) -> None:
    (output,) = step.files(replace(made, set=replace(made.set, title="Größe a'b \U0001f600")))
    assert b"FILE_NAME('Gr\\X2\\00F600DF\\X0\\e a''b \\X4\\0001F600\\X0\\'," in output.content
