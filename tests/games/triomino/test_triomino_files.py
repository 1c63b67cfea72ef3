"""The files of a triomino set, read back from their geometry alone: every tile once, none mirrored."""

from __future__ import annotations

import json
import math
import re
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations_with_replacement
from pathlib import Path

import ezdxf
import pymupdf
import pytest
import trimesh
from digits import least_turn, read_tile
from pdf_read import Seen
from sections import areas, burned, sliced
from shapely.affinity import affine_transform
from shapely.geometry import Polygon
from shapely.ops import unary_union
from svgelements import SVG, Arc, Line, Move
from svgelements import Path as Curve

Tile = tuple[int, ...]
EDGE, THICKNESS, DEPTH = 36.0, 4.0, 0.6
ROUND, BEVEL = 1.98, 0.4
EVERY = sorted(combinations_with_replacement(range(6), 3))


@pytest.fixture(scope="module")
def triomino(whole: Callable[[str], Path]) -> Path:
    """The whole default set, as a user makes it."""
    return whole("triomino")


def read_body(mesh: trimesh.Trimesh) -> Tile:
    """Return the numbers sunk into a body."""
    left = unary_union(sliced(mesh, THICKNESS - DEPTH / 2))
    whole = Polygon(max(areas(left), key=lambda cell: cell.area).exterior)
    return least_turn(read_tile(whole, areas(whole.difference(left.buffer(1e-4)))))


def test_each_stl_is_one_closed_tile_of_the_right_size(triomino: Path) -> None:
    manifest = json.loads((triomino / "manifest.json").read_text())
    assert len(manifest["pieces"]) == 56
    for entry in manifest["pieces"][::3]:
        (name,) = [file for file in entry["files"] if file.startswith("stl/")]
        mesh = trimesh.load(triomino / name)
        assert mesh.is_watertight, name
        assert mesh.body_count == 1, name
        (west, south, low), (east, north, high) = mesh.bounds
        assert (low, high) == (0.0, THICKNESS)
        # 0.1 mm is off every edge; the corners are rounded by 0.055 edges
        assert east - west == pytest.approx(EDGE - 2 * (0.1 + ROUND) * math.sqrt(3) + 2 * ROUND, abs=1e-4)
        assert north - south == pytest.approx(EDGE * math.sqrt(3) / 2 - 0.1 - 0.2 - ROUND, abs=1e-4)
        assert tuple(entry["marks"]) == read_body(mesh), name


def test_the_upper_edge_of_a_tile_is_bevelled_and_its_sides_are_upright(triomino: Path) -> None:
    mesh = trimesh.load(triomino / "stl/pieces" / "0-1-4-body.stl")
    outline, high, top = (
        Polygon(max(sliced(mesh, z), key=lambda cell: cell.area).exterior)
        for z in (THICKNESS / 2, THICKNESS - BEVEL / 2, THICKNESS - 1e-4)
    )
    assert outline.area == pytest.approx(max(sliced(mesh, BEVEL), key=lambda cell: cell.area).area, abs=1e-3)
    for inner, width in ((high, BEVEL / 2), (top, BEVEL)):
        # as far inside all around, to the arcs' chords
        assert inner.exterior.hausdorff_distance(outline.buffer(-width).exterior) < 0.01
    # what is sunk into it keeps so far from the bevel as the nozzle makes a stroke wide
    numbers = Polygon(top.exterior).difference(unary_union(sliced(mesh, THICKNESS - DEPTH / 2))).buffer(-0.45)
    assert all(part.distance(top.exterior) - 0.45 > 0.84 - 0.02 for part in areas(numbers))


@pytest.mark.thorough
def test_the_stl_plate_holds_every_tile_once(triomino: Path) -> None:
    found: Counter[Tile] = Counter()
    for plate in sorted((triomino / "stl").glob("plate-*.stl")):
        for body in trimesh.load(plate).split():
            found[read_body(body)] += 1
    assert sorted(found) == EVERY
    assert set(found.values()) == {1}


def tiles_of(cuts: list[Polygon], ink: list[Polygon]) -> list[Tile]:
    """Return the tiles of a sheet: what is engraved inside each cut."""
    found = []
    for cut in cuts:
        inner = [area for area in ink if cut.contains(area.representative_point())]
        found.append(least_turn(read_tile(cut, inner)))
    return found


@pytest.mark.thorough
def test_the_laser_sheets_hold_every_tile_once_in_svg_and_dxf(triomino: Path) -> None:
    svg: list[Tile] = []
    dxf: list[Tile] = []
    for sheet in sorted((triomino / "svg").glob("sheet-?.svg")):
        lines: dict[str, list[list[list[tuple[float, float]]]]] = {}
        for group in SVG.parse(sheet, ppi=25.4):
            for curve in group.select(lambda e: isinstance(e, Curve)):
                # y runs down in SVG: turned up, or every tile would be its mirror image
                rings = [
                    [(s.end.x, -s.end.y) for s in Curve(sub) if isinstance(s, (Move, Line, Arc))]
                    for sub in abs(curve).as_subpaths()
                ]
                lines.setdefault(group.id, []).append(rings)
        cuts = [Polygon(ring) for rings in lines["cut-outer"] for ring in rings]
        svg += tiles_of(cuts, [area for rings in lines["engrave"] for area in burned(rings)])
    for sheet in sorted((triomino / "dxf").glob("sheet-?.dxf")):
        layers: dict[str, list[list[tuple[float, float]]]] = {}
        for line in ezdxf.readfile(sheet).modelspace().query("LWPOLYLINE"):
            layers.setdefault(line.dxf.layer, []).append([(x, y) for x, y in line.get_points("xy")])
        dxf += tiles_of([Polygon(ring) for ring in layers["CUT_OUTER"]], burned(layers["ENGRAVE"]))
    assert sorted(svg) == sorted(dxf) == EVERY


def test_nothing_on_a_back_tells_what_the_tile_is(triomino: Path) -> None:
    for sheet in sorted((triomino / "svg").glob("*-back.svg")):
        groups = {group.get("id"): list(group) for group in ET.parse(sheet).getroot()}
        corners = {len(re.findall(r"[-\d.]+", path.get("d") or "")) / 2 for path in groups["engrave"]}
        assert corners == {3}  # triangles alone
        assert len(groups["engrave"]) == 56
    for paper in sorted((triomino / "pdf").glob("tiles-*.pdf")):
        with pymupdf.open(paper) as book:
            for number in range(1, len(book), 2):
                words = book[number].get_text()
                assert "backs of sheet" in words
                assert "-" not in words.split("backs of")[0]


@pytest.mark.thorough
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("mode", ["colour", "greyscale", "inksaver"])
def test_the_printed_sheets_show_every_tile_once(triomino: Path, paper: str, mode: str) -> None:
    found: list[Tile] = []
    with pymupdf.open(triomino / "pdf" / f"tiles-{paper}-{mode}.pdf") as book:
        for number in range(0, len(book), 2):
            seen = Seen(book.tobytes(), number)
            cuts = [affine_transform(cut, [1, 0, 0, 1, 0, -seen.height]) for cut in seen.cuts()]
            assert all(abs(cut.length - 3 * EDGE) < 0.01 for cut in cuts)
            drawings = [drawing for drawing in book[number].get_drawings() if drawing["fill"] is not None]
            found += tiles_of(cuts, [area for drawing in drawings for area in burned(list(rings_of(drawing)))])
    assert sorted(found) == EVERY


def rings_of(drawing: dict[str, object]) -> Iterator[list[tuple[float, float]]]:
    """Yield a PDF drawing's closed lines in mm, y up."""
    ring: list[tuple[float, float]] = []
    for item in drawing["items"]:  # type: ignore[attr-defined]
        assert item[0] in ("l", "re", "qu"), item[0]
        ends = [item[1], item[2]] if item[0] == "l" else []
        if not ends:
            continue
        (x0, y0), (x1, y1) = ((p.x * 25.4 / 72, -p.y * 25.4 / 72) for p in ends)
        if ring and math.dist(ring[-1], (x0, y0)) > 1e-6:
            yield ring
            ring = []
        ring = ring or [(x0, y0)]
        if math.dist(ring[0], (x1, y1)) < 1e-6:
            yield ring
            ring = []
        else:
            ring.append((x1, y1))
    if len(ring) > 2:
        yield ring
