"""DXF sheets, read back by ezdxf and held against the SVG."""

from __future__ import annotations

import io
import math
import re
from dataclasses import replace

import ezdxf
import pytest
from ezdxf.document import Drawing as Document
from laser import STYLES, every_operation, production
from svgelements import Arc, Line, Move
from svgelements import Path as Curve

from quasiprint.formats import svg
from quasiprint.formats.dxf import files
from quasiprint.model.production import Drawing, DrawingProduction
from quasiprint.model.profile import LayerStyle, SheetOperation

LAYERS = {
    "engrave": "ENGRAVE",
    "score": "SCORE",
    "cut-inner": "CUT_INNER",
    "cut-outer": "CUT_OUTER",
    "reference": "REFERENCE",
}


@pytest.fixture(scope="module")
def sheets() -> dict[str, bytes]:
    return {output.path: output.content for output in files(production())}


@pytest.fixture(scope="module")
def documents(sheets: dict[str, bytes]) -> dict[str, Document]:
    return {path: read(content) for path, content in sheets.items()}


def read(content: bytes) -> Document:
    return ezdxf.read(io.StringIO(content.decode("cp1252")))


def made_of(drawing: object) -> list[Document]:
    made = DrawingProduction(production().set, (drawing,), STYLES)  # type: ignore[arg-type]
    return [read(output.content) for output in files(made)]


def test_ezdxf_audits_without_errors_or_mending(documents: dict[str, Document]) -> None:
    names = ("sheet-1", "sheet-1-back", "corner-jig")
    assert list(documents) == [f"dxf/{name}{kind}.dxf" for name in names for kind in ("", "-reference")]
    for document in documents.values():
        audit = document.audit()
        assert (audit.errors, audit.fixes) == ([], [])


def test_layers_and_nothing_but_polylines_in_the_colour_of_their_layer(
    documents: dict[str, Document],
) -> None:
    styles = {style.layer: style for style in STYLES}
    burned = made_of(every_operation())[0]
    assert {entity.dxf.layer for entity in burned.modelspace()} == set(LAYERS.values()) - {"REFERENCE"}
    for document in (*documents.values(), burned):
        entities = list(document.modelspace())
        assert entities
        drawn = {entity.dxf.layer for entity in entities}
        assert {layer.dxf.name for layer in document.layers} == {*drawn, "0", "Defpoints"}
        assert all(document.layers.get(layer).color == styles[layer].dxf_colour for layer in drawn)
        assert {entity.dxftype() for entity in entities} == {"LWPOLYLINE"}
        assert {entity.dxf.color for entity in entities} == {ezdxf.const.BYLAYER}
        assert {block.name for block in document.blocks} == {"*Model_Space", "*Paper_Space"}
        assert len(document.layout("Layout1")) == 0


def test_the_same_lines_as_in_svg(documents: dict[str, Document]) -> None:
    """Both files read back: as many rings, corner by corner and arc by arc, the SVG's y turned up again: so cuts are as
    long as those of the SVG, which are what the design predicts."""
    for output in svg.files(production()):
        mine = iter(documents[output.path.replace("svg", "dxf")].modelspace())
        text = output.content.decode()
        for operation, group in re.findall(r'<g id="([\w-]+)"[^>]*>(.*?)</g>', text, re.DOTALL):
            for data in re.findall(r'd="([^"]+)"', group):
                for sub in Curve(data).as_subpaths():
                    line = next(mine)
                    assert line.dxf.layer == LAYERS[operation]
                    steps = [s for s in sub if isinstance(s, (Move, Line, Arc))]
                    wanted = [(s.end.x, 300 - s.end.y) for s in steps]
                    if line.closed and math.dist(wanted[0], wanted[-1]) < 1e-9:
                        wanted.pop()  # it comes back to its beginning
                    found = line.get_points("xy")
                    angles = [s.sweep if isinstance(s, Arc) else 0.0 for s in steps[1:]]
                    bulges = [math.tan(-angle / 4) for angle in angles]  # y runs down there
                    bulges += [0.0] * (len(found) - len(bulges))
                    assert [b for (b,) in line.get_points("b")] == pytest.approx(bulges, abs=2e-3)
                    assert len(found) == len(wanted)
                    worst = max(
                        abs(p - q) for a, b in zip(found, wanted, strict=True) for p, q in zip(a, b, strict=True)
                    )
                    assert worst < 1e-4
        assert next(mine, None) is None


def made_by_ezdxf(drawing: Drawing, styles: list[LayerStyle]) -> tuple[str, str]:
    """Return what ezdxf writes before and after the lines of a drawing, told of no line but of how many there are."""
    options = ezdxf.options
    before = options.write_fixed_meta_data_for_testing
    options.write_fixed_meta_data_for_testing = True  # neither the time nor random ids
    try:
        document = ezdxf.new("R2000")
        for name, value in (("$INSUNITS", 4), ("$MEASUREMENT", 1), ("$LUNITS", 2)):
            document.header[name] = value
        corners = (0, 0, 0), (drawing.width, drawing.height, 0)
        document.modelspace().reset_extents(*corners)
        # ezdxf copies them into the header, but not from a corner at the origin
        document.header["$EXTMIN"], document.header["$EXTMAX"] = corners
        document.modelspace().reset_limits((0, 0), (drawing.width, drawing.height))
        for style in styles:
            layer = document.layers.add(style.layer, color=style.dxf_colour)
            if style.operation is SheetOperation.REFERENCE:
                layer.dxf.plot = 0
        for path in drawing.paths:
            for _ in path.rings:
                document.entitydb.handles.next()
        stream = io.StringIO()
        document.write(stream)
    finally:
        options.write_fixed_meta_data_for_testing = before
    head, _, tail = stream.getvalue().partition("ENTITIES\n")
    return head, tail


def test_all_but_the_lines_is_what_ezdxf_writes() -> None:
    made = production()
    other = tuple(replace(style, layer=f"own-{k}", dxf_colour=k + 1) for k, style in enumerate(STYLES))
    cases = [(drawing, styles) for drawing in made.drawings for styles in (made.styles, other)]
    for drawing, styles in cases:
        burned = DrawingProduction(made.set, (drawing,), styles)
        for output, whole in zip(files(burned), burned.files(), strict=True):
            used = {path.operation for path in whole.paths}
            head, tail = made_by_ezdxf(whole, [style for style in styles if style.operation in used])
            before, _, after = output.content.decode("ascii").partition("ENTITIES\n")
            assert before == head
            assert after[after.index("  0\nENDSEC\n") :] == tail
    assert cases
