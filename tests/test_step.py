from __future__ import annotations

import builtins
import ctypes
import hashlib
import importlib.util
import os
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

from quasiprint.formats.step import write as step
from quasiprint.layout.nesting import nest
from quasiprint.model.errors import Unavailable
from quasiprint.model.placement import Arrangement, Placement
from quasiprint.model.production import SolidProduction
from quasiprint.model.profile import Bed
from quasiprint.solids.build import solid_piece

BED = Bed("test", 250.0, 210.0, 5.0, 2.0, 0.4, 5)


def production(colours: int = 2) -> SolidProduction:
    held = quasimino(colours)
    pieces = (
        *(solid_piece(p.id, p.shape, p.face, held.measures) for p in held.pieces),
        *(solid_piece(a.id, a.kind, a.face, held.measures) for a in held.accessories),
    )
    items = [(p.id, p.face.nominal) for p in held.pieces]
    tokens = [(a.id, a.face.nominal) for a in held.accessories for _ in range(3)]
    plates = (
        *nest("tiles-plate", items, BED.width, BED.depth, BED.margin, BED.gap),
        *nest("tokens-plate", tokens, BED.width, BED.depth, BED.margin, BED.gap),
    )
    return SolidProduction(held, pieces, {}, plates, BED)


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
        (place.item, place.point((10.0, 5.0)), k * (BED.width + step.BETWEEN_PLATES))
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
    from quasiprint.solids.closed import volume
    from quasiprint.solids.mesh import mesh

    palette = made.set.palette
    for part in {part.key: part for piece in made.pieces for part in piece.parts}.values():
        triangles = [t for surface in mesh(part.solid).surfaces for t in surface.triangles]
        shape = tree.shape(part.key)
        assert shape.isValid()
        assert shape.Volume() == pytest.approx(volume(triangles), rel=1e-6)
        rgb = palette.body if part.colour is None else palette.inks[part.colour].rgb
        assert tree.rgb(part.key) == rgb


@pytest.mark.foreign(KERNEL)
def test_header_has_no_time_and_no_path(content: bytes) -> None:
    head = content[: content.index(b"DATA;")].decode()
    assert re.findall(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d", head) == [step.TIME_STAMP]
    assert "/" not in head


@pytest.mark.foreign(KERNEL)
def test_bytes_do_not_depend_on_run_or_process(content: bytes, root: Path) -> None:
    (again,) = step.files(production())
    assert again.content == content
    code = (
        "import sys, hashlib; sys.path[:0] = ['tests', '.']\n"
        "from test_step import production; from quasiprint.formats.step import write as step\n"
        "(output,) = step.files(production())\n"
        "print(hashlib.sha256(output.content).hexdigest())"
    )
    for seed in ("1", "2"):
        found = subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            check=True,
            cwd=root,
            env={**os.environ, "PYTHONHASHSEED": seed},
        )
        assert found.stdout.strip() == hashlib.sha256(content).hexdigest()


@pytest.mark.foreign(KERNEL)
def test_another_set_is_another_file(content: bytes, made: SolidProduction) -> None:
    first = made.plates[0]
    moved = replace(first.placements[0], x=first.placements[0].x + 0.001)
    plates = (replace(first, placements=(moved, *first.placements[1:])), *made.plates[1:])
    (output,) = step.files(replace(made, plates=plates))
    assert output.content != content


@pytest.mark.foreign(KERNEL)
def test_a_plate_with_a_stranger_is_refused(made: SolidProduction) -> None:
    plate = Arrangement("odd-plate", 250.0, 210.0, (Placement("nobody", 10.0, 10.0, 0.0),))
    with pytest.raises(ValueError, match="'odd-plate' holds 'nobody'"):
        list(step.files(replace(made, plates=(plate,))))


@pytest.mark.foreign(KERNEL)
def test_with_libgl_it_is_available() -> None:
    assert step.available() is None


def test_without_libgl_the_package_is_named(made: SolidProduction, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(library: str, *_: object) -> None:
        raise OSError(f"{library}: cannot open shared object file")

    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(ctypes, "CDLL", missing)
    assert "apt install libgl1" in str(step.available())
    with pytest.raises(Unavailable, match=r"libGL\.so\.1.*apt install libgl1"):
        list(step.files(made))


def test_without_cadquery_the_package_is_named(made: SolidProduction, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    assert "pip install cadquery" in str(step.available())
    with pytest.raises(Unavailable, match="pip install cadquery"):
        list(step.files(made))


def test_a_cadquery_that_cannot_load_is_told(made: SolidProduction, monkeypatch: pytest.MonkeyPatch) -> None:
    really = builtins.__import__

    def failing(module: str, *arguments: Any, **options: Any) -> Any:
        if module.startswith("OCP"):
            raise ImportError("libX11.so.6: cannot open shared object file")
        return really(module, *arguments, **options)

    monkeypatch.setattr(ctypes, "CDLL", lambda *_: None)  # libGL is there
    monkeypatch.setattr(builtins, "__import__", failing)
    with pytest.raises(Unavailable, match=r"libX11\.so\.6.*pip install cadquery.*libgl1"):
        list(step.files(made))


def test_to_ask_whether_step_is_there_loads_no_kernel(root: Path) -> None:
    code = (
        "import sys; from quasiprint.formats.step import write as step; step.available()\n"
        "print(sorted({'cadquery', 'OCP', 'numpy'} & set(sys.modules)))"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=root)
    assert found.stdout.strip() == "[]"
