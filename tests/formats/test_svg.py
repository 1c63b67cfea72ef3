"""SVG sheets, read back by an XML parser, svgelements and librsvg."""

from __future__ import annotations

import math
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import foreign
import pymupdf
import pytest
from laser import KERF, STYLES, every_operation, predicted_cut_length, production
from shapely.geometry import LinearRing, LineString, Polygon
from svgelements import SVG, Arc, Close, Line, Move
from svgelements import Path as Curve

from quasiprint.formats.svg import files
from quasiprint.layout.sheets import cut_length
from quasiprint.model.production import DrawingProduction

NS = "{http://www.w3.org/2000/svg}"
INKSCAPE = "{http://www.inkscape.org/namespaces/inkscape}"
ORDER = ["engrave", "score", "cut-inner", "cut-outer", "reference"]
MM_PER_INCH = 25.4


@pytest.fixture(scope="module")
def sheets() -> dict[str, bytes]:
    return {output.path: output.content for output in files(production())}


def curves(content: bytes, tmp_path: Path) -> dict[str, list[Curve]]:
    """The paths by the operation of their group, in mm, as svgelements reads them."""
    file = tmp_path / "sheet.svg"
    file.write_bytes(content)
    parsed = SVG.parse(file, ppi=MM_PER_INCH)  # so that a pixel is a millimetre
    found: dict[str, list[Curve]] = {}
    for group in parsed:
        found[group.id] = [abs(element) for element in group.select(lambda e: isinstance(e, Curve))]
    return found


def rings(curve: Curve) -> list[list[tuple[float, float]]]:
    found = [
        [(segment.end.x, segment.end.y) for segment in Curve(sub) if isinstance(segment, (Move, Line, Arc))]
        for sub in curve.as_subpaths()
    ]
    return [ring[:-1] if math.dist(ring[0], ring[-1]) < 1e-9 else ring for ring in found]


def test_every_sheet_has_a_face_and_a_back_and_what_is_never_burned_beside_each(sheets: dict[str, bytes]) -> None:
    names = ("sheet-1", "sheet-1-back", "corner-jig")
    assert list(sheets) == [f"svg/{name}{kind}.svg" for name in names for kind in ("", "-reference")]


def test_only_paths_in_groups_in_the_order_of_burning(sheets: dict[str, bytes]) -> None:
    burned = files(DrawingProduction(production().set, (every_operation(),), STYLES))
    for content in (*sheets.values(), *(output.content for output in burned)):
        root = ET.fromstring(content)
        assert root.tag == f"{NS}svg"
        assert {group.tag for group in root} == {f"{NS}g"}
        assert {path.tag for group in root for path in group} == {f"{NS}path"}
        assert all(len(path) == 0 and not (path.text or "").strip() for group in root for path in group)
        ids = [group.get("id") for group in root]
        assert ids == sorted(ids, key=ORDER.index)
        assert len(set(ids)) == len(ids)
        assert ("reference" in ids) is (ids == ["reference"])  # what is never burned has a file of its own
        assert [group.get(f"{INKSCAPE}label") for group in root] == ids
        assert {group.get(f"{INKSCAPE}groupmode") for group in root} == {"layer"}
        allowed = {"d", "style"}
        assert all(set(path.keys()) == allowed for group in root for path in group)
        assert not re.search(rb"<text|<use|class=|display|visibility|url\(|<style|<image|<script", content)


def test_one_unit_is_one_millimetre(sheets: dict[str, bytes], tmp_path: Path) -> None:
    for content in sheets.values():
        root = ET.fromstring(content)
        assert (root.get("width"), root.get("height")) == ("600mm", "300mm")
        assert root.get("viewBox") == "0 0 600 300"
        assert all("transform" not in element.attrib for element in root.iter())
        found = curves(content, tmp_path).get("reference")
        if found is None:
            continue
        left, top, right, bottom = found[0].bbox()  # the rim of the sheet
        assert (left, top, right, bottom) == pytest.approx((0, 0, 600, 300))
        left, _, right, _ = found[1].bbox()  # the ruler
        assert right - left == pytest.approx(100.0)


def test_svgelements_measures_the_cut_length_that_the_design_predicts(sheets: dict[str, bytes], tmp_path: Path) -> None:
    drawing, held = production().drawings[0], production().set
    found = curves(sheets["svg/sheet-1.svg"], tmp_path)["cut-outer"]
    measured = sum(curve.length() for curve in found)
    predicted = predicted_cut_length(drawing, held, KERF)
    assert len(found) == len(held.pieces) + 2 * len(held.accessories)
    assert predicted > len(held.pieces) * 4 * 25
    assert measured == pytest.approx(predicted, abs=0.05)
    assert cut_length(drawing) == pytest.approx(predicted, abs=0.01)


def test_burning_the_file_leaves_the_nominal_tiles(sheets: dict[str, bytes], tmp_path: Path) -> None:
    outlines = {piece.id: piece.face.outline for piece in production().set.pieces}
    found = curves(sheets["svg/sheet-1.svg"], tmp_path)["cut-outer"]
    items = [path.item for path in production().drawings[0].paths if path.operation == "cut-outer"]
    for curve, item in list(zip(found, items, strict=True))[::9]:
        ((*ring,),) = rings(curve)
        left = Polygon(ring).difference(LinearRing(ring).buffer(KERF / 2, quad_segs=64))
        tile = Polygon(outlines.get(item, production().set.accessories[0].face.outline))
        assert left.area == pytest.approx(tile.area, abs=1e-3 * tile.length)
        assert left.length == pytest.approx(tile.length, abs=0.01)


def test_every_line_closes_but_the_rulers(sheets: dict[str, bytes], tmp_path: Path) -> None:
    for content in sheets.values():
        for operation, found in curves(content, tmp_path).items():
            closed = [all(isinstance(Curve(sub)[-1], Close) for sub in c.as_subpaths()) for c in found]
            jig = operation == "cut-outer" and content is sheets["svg/corner-jig.svg"]
            assert closed.count(False) == (1 if operation == "reference" or jig else 0)


@pytest.mark.foreign("rsvg-convert")
def test_librsvg_draws_what_the_design_engraves(sheets: dict[str, bytes], tmp_path: Path) -> None:
    """Two pixels to the millimetre: as much black as the marks have area, and the right way up."""
    (tmp_path / "sheet.svg").write_bytes(sheets["svg/sheet-1.svg"])
    foreign.run(
        "rsvg-convert", "-w", 1200, "-b", "white", "-o", tmp_path / "sheet.png", tmp_path / "sheet.svg", check=True
    )
    picture = pymupdf.Pixmap(pymupdf.csGRAY, pymupdf.Pixmap(str(tmp_path / "sheet.png")))
    assert (picture.width, picture.height) == (1200, 600)
    samples = picture.samples
    dark = sum(255 - value for value in samples) / 255 / 4
    engraved = [path for path in production().drawings[0].paths if path.operation == "engrave"]
    inked = sum(Polygon(r).area * (1 if LinearRing(r).is_ccw else -1) for path in engraved for r in path.rings)
    others = [path for path in production().drawings[0].paths if path.operation != "engrave"]
    lines = sum(LineString(ring).length * 0.1 for path in others for ring in path.rings)
    assert inked < dark < inked + lines  # coloured lines are grey, or lie on the ink
    x, y = Polygon(engraved[0].rings[0]).representative_point().coords[0]
    assert samples[int((300 - y) * 2) * 1200 + int(x * 2)] < 40
