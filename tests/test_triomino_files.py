"""The files of a triomino set: bodies read digit by digit from their geometry alone, none mirrored, backs that tell
nothing, and the manifest. The recogniser proves the rest."""

from __future__ import annotations

import json
import math
import re
import subprocess
import xml.etree.ElementTree as ET
from collections.abc import Callable
from itertools import combinations_with_replacement, zip_longest
from pathlib import Path

import numpy as np
import pymupdf
import pytest
import shapely
import trimesh
from digits import least_turn, read_tile
from shapely.geometry import Polygon
from shapely.ops import unary_union

Tile = tuple[int, ...]
Run = Callable[..., subprocess.CompletedProcess[str]]
EDGE, THICKNESS, DEPTH = 36.0, 4.0, 0.6
ROUND, BEVEL = 1.98, 0.4
FEW = ("0-0-1", "0-1-2", "3-4-5", "5-5-5")  # every digit, the least number and the largest
EVERY = sorted(combinations_with_replacement(range(6), 3))
CORE = "{http://schemas.microsoft.com/3dmanufacturing/core/2015/02}"


@pytest.fixture(scope="module")
def triomino(whole: Callable[[str], Path]) -> Path:
    """The whole default set, as a user makes it."""
    return whole("triomino")


@pytest.fixture(scope="module")
def inlaid(small_set: Callable[..., Path]) -> Path:
    """A set for two colours, with a recess for a tack."""
    return small_set("triomino", "--finish", "inlaid", "--tack", "5mm", "--format", "stl")


def areas(shape: shapely.Geometry) -> list[Polygon]:
    """Return the polygons of a shape, specks of rounding left aside."""
    parts = getattr(shape, "geoms", [shape])
    return [part for part in parts if isinstance(part, Polygon) and part.area > 1e-3]


def sliced(mesh: trimesh.Trimesh, z: float) -> list[Polygon]:
    """Return what a plane at height z meets of a body."""
    loops = mesh.section(plane_normal=(0, 0, 1), plane_origin=(0, 0, z)).discrete
    assert all(math.dist(loop[0], loop[-1]) < 1e-6 for loop in loops), "the body is open at this height"
    return burned([[(x, y) for x, y, _ in loop] for loop in loops])


def read_body(mesh: trimesh.Trimesh) -> Tile:
    """Return the numbers sunk into a body."""
    left = unary_union(sliced(mesh, THICKNESS - DEPTH / 2))
    whole = Polygon(max(areas(left), key=lambda cell: cell.area).exterior)
    return least_turn(read_tile(whole, areas(whole.difference(left.buffer(1e-4)))))


def test_each_stl_is_one_closed_tile_of_the_right_size(triomino: Path) -> None:
    manifest = json.loads((triomino / "manifest.json").read_text())
    assert len(manifest["pieces"]) == 56
    for entry in manifest["pieces"]:
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
    mesh = trimesh.load(triomino / "stl" / "0-1-4-body.stl")
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


def test_a_mirrored_body_is_read_as_none(triomino: Path) -> None:
    mesh = trimesh.load(triomino / "stl" / "1-3-5-body.stl")
    assert read_body(mesh) == (1, 3, 5)
    mesh.apply_transform(np.diag([-1.0, 1.0, 1.0, 1.0]))
    with pytest.raises(AssertionError):
        read_body(mesh)


def test_the_recess_is_as_wide_and_deep_as_asked(inlaid: Path) -> None:
    body = trimesh.load(inlaid / "stl" / "1-3-5-body.stl")
    whole = max(sliced(body, THICKNESS / 2), key=lambda cell: cell.area)
    for z, there in ((THICKNESS - 0.95, True), (THICKNESS - 1.05, False)):
        holes = areas(whole.difference(unary_union(sliced(body, z)).buffer(1e-4)))
        assert len(holes) == there
        if there:
            west, south, east, north = holes[0].bounds
            assert (east - west, north - south) == (pytest.approx(5, abs=1e-3), pytest.approx(5, abs=0.02))
            assert holes[0].centroid.distance(whole.centroid) < 1e-3
    reliefs = trimesh.load(inlaid / "stl" / "1-3-5-relief.stl")
    assert reliefs.bounds[1][2] > THICKNESS


def burned(rings: list[list[tuple[float, float]]]) -> list[Polygon]:
    """Return the areas that closed lines bound, odd inside and even outside."""
    shapes = list[shapely.Geometry](map(Polygon, rings)) or [Polygon()]
    while len(shapes) > 1:  # by twos: each is met by few others, not by all before it
        shapes = [a.symmetric_difference(b) for a, b in zip_longest(shapes[::2], shapes[1::2], fillvalue=Polygon())]
    return areas(shapes[0])


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


def test_the_manifest_keeps_the_contract(triomino: Path) -> None:
    manifest = json.loads((triomino / "manifest.json").read_text())
    assert manifest["game"] == "triomino"
    assert sorted(tuple(entry["marks"]) for entry in manifest["pieces"]) == EVERY
    assert {entry["shape"] for entry in manifest["pieces"]} == {"triangle"}
    assert manifest["accessories"] == []
    assert manifest["parameters"]["highest"] == 5
    told = {key: value for key, value in manifest["parameters"].items() if key != "made with"}
    assert "stripe" not in json.dumps(told)
    assert not any(key in manifest["parameters"] for key in ("target", "first"))  # rules, not sizes
    text = (triomino / "README.md").read_text()
    assert "56 tiles" in text
    assert "stripe" not in text
    assert "## Colours" not in text
