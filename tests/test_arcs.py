"""Circles and round corners are arcs: what is cut is round within a hundredth of a millimetre, and nothing else is."""

from __future__ import annotations

import math
from pathlib import Path

import ezdxf
import numpy as np
import pytest
from called import invoke
from doctored import doctored
from mutations.sheets import Lines, Sheet
from shapely import Point, Polygon
from svgelements import SVG, Arc
from svgelements import Path as Curve

from quasiprint.drawing.outlines import circle, rounded_square, square
from quasiprint.formats.svg.read import DATA
from quasiprint.layout.arcs import offset, radii

KERF = 0.2
ROUND = 0.01  # mm


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Ominoes with holes for a finger, markers that are discs, and squares with round corners."""
    folder = tmp_path_factory.mktemp("arcs") / "set"
    result = invoke("make", "quomino", "--size", 6, "--format", "svg,dxf", "-o", folder)
    assert result.exit_code == 0, result.output
    return folder


def drawn_svg(path: Path) -> dict[str, list[Polygon]]:
    """What is cut, by its operation, each arc drawn by many chords: as svgelements has them."""
    found: dict[str, list[Polygon]] = {}
    for group in SVG.parse(path, ppi=25.4):
        for curve in group.select(lambda one: isinstance(one, Curve)):
            if not group.id.startswith("cut"):
                continue
            points: list[tuple[float, float]] = []
            for step in abs(curve):
                count = 12 if isinstance(step, Arc) else 1
                points += [(p.x, p.y) for p in (step.point((k + 1) / count) for k in range(count)) if p is not None]
            found.setdefault(group.id, []).append(Polygon(points))
    return found


def drawn_dxf(path: Path) -> dict[str, list[Polygon]]:
    """The same as ezdxf has them."""
    found: dict[str, list[Polygon]] = {}
    for line in ezdxf.readfile(path).modelspace().query("LWPOLYLINE"):
        operation = line.dxf.layer.lower().replace("_", "-")
        if operation.startswith("cut") and line.closed:
            points = ezdxf.path.make_path(line).flattening(0.0005)
            found.setdefault(operation, []).append(Polygon([(p.x, p.y) for p in points]))
    return found


@pytest.mark.parametrize("kind", ["svg", "dxf"])
def test_discs_and_holes_are_round_when_they_are_cut(made: Path, kind: str) -> None:
    every = [
        (operation, shape)
        for path in sorted((made / kind).glob("*sheet-?." + kind))
        for operation, shapes in (drawn_svg if kind == "svg" else drawn_dxf)(path).items()
        for shape in shapes
    ]
    discs = [(op, shape) for op, shape in every if abs(shape.length**2 / (4 * math.pi * shape.area) - 1) < 5e-3]
    assert {op for op, _ in discs} == {"cut-inner", "cut-outer"}
    for operation, shape in discs:
        away = KERF / 2 if operation == "cut-inner" else -KERF / 2
        edge = shape.buffer(away, quad_segs=64).exterior  # what the beam leaves
        far = [Point(p).distance(shape.centroid) for p in edge.segmentize(0.05).coords]
        radius = sum(far) / len(far)
        assert max(abs(one - radius) for one in far) < ROUND
        assert abs(radius - round(radius, 2)) < ROUND / 2


def test_a_polygon_is_no_circle() -> None:
    for sides in (6, 10, 12, 14):
        assert not any(radii(circle(0, 0, 10, sides)))
    for sides in (15, 16, 24, 32, 48):
        assert radii(circle(1, 2, 10, sides)) == pytest.approx((10.0,) * sides, abs=1e-4)
        assert radii(circle(1, 2, 10, sides)[::-1]) == pytest.approx((-10.0,) * sides, abs=1e-4)


@pytest.mark.parametrize("radius", [0.3, 0.8, 3.0])
def test_round_corners_are_arcs_and_sides_are_not(radius: float) -> None:
    ring = rounded_square(square(30), 0.0, radius)
    found = offset(ring, KERF)
    assert sum(one == 0 for one in found) == 4
    assert [one for one in found if one] == pytest.approx([radius + KERF / 2] * (len(ring) - 4), abs=2e-4)
    for (a, b), one in zip(zip(ring, ring[1:] + ring[:1], strict=True), found, strict=True):
        assert (one == 0) == (math.dist(a, b) > 20)


def first(sheet: Sheet) -> tuple[Lines, int]:
    """A path with a round side, and its number."""
    for lines in sheet.lines:
        for k, radius in enumerate(lines.arcs[0] if lines.arcs else []):
            if radius:
                return lines, k
    raise AssertionError("nothing is round")


def changed(sheet: Sheet, by: dict[int, float]) -> None:
    lines, _ = first(sheet)
    lines.arcs = [[by.get(k, radius) for k, radius in enumerate(lines.arcs[0])]]
    lines.rings = [ring.copy() for ring in lines.rings]


def flat(sheet: Sheet) -> None:
    changed(sheet, {first(sheet)[1]: 0.0})


def wider(sheet: Sheet) -> None:
    lines, k = first(sheet)
    changed(sheet, {k: lines.arcs[0][k] * 1.02})


def hollow(sheet: Sheet) -> None:
    lines, k = first(sheet)
    changed(sheet, {k: -lines.arcs[0][k]})


def bowed(sheet: Sheet) -> None:
    """Let a straight side of a tile be an arc of 500 mm."""
    lines = next(one for one in sheet.cuts() if any(one.arcs[0]) and not all(one.arcs[0]))
    k = lines.arcs[0].index(0.0)
    lines.arcs = [[500.0 if j == k else radius for j, radius in enumerate(lines.arcs[0])]]
    lines.rings = [np.array(ring) for ring in lines.rings]


@pytest.mark.parametrize("kind", ["svg", "dxf"])
@pytest.mark.parametrize("change", [flat, wider, hollow, bowed])
def test_an_arc_that_is_another_is_found_out(made: Path, tmp_path: Path, kind: str, change) -> None:
    said = doctored(made, tmp_path / "set", kind, change)
    assert said == {"arc-wrong"}


@pytest.mark.parametrize("game", ["quomino", "triomino"])
def test_arcs_of_a_wide_kerf_verify(tmp_path: Path, game: str) -> None:
    """The wider the kerf, the farther from their circle a mitred offset has its corners."""
    folder = tmp_path / "set"
    result = invoke("make", game, "--kerf", 1, "--format", "svg,dxf", "-o", folder)
    assert result.exit_code == 0, result.output
    result = invoke("verify", folder, "--by", "reading")
    assert result.exit_code == 0, result.output


def test_a_bare_point_after_an_arc_is_refused() -> None:
    """Other programs take it for the radii of another arc."""
    for data, read in (("M1,1A5,5 0 0 1 3,3L4,1 5,0Z", True), ("M1,1A5,5 0 0 1 3,3 4,1L5,0Z", False)):
        assert (DATA.fullmatch(data) is not None) is read
