"""Circles and round corners are arcs: what is cut is round within a hundredth of a millimetre, and nothing else is."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

import ezdxf
import pytest
from called import invoke
from laser import STYLES
from shapely import Point, Polygon
from svgelements import SVG, Arc
from svgelements import Path as Curve

from quasiprint.addons.reading.importers.svg import sheet_of
from quasiprint.addons.reading.recogniser.shapes import Sheet, Unreadable
from quasiprint.drawing.arcs import offset_radii, radii
from quasiprint.drawing.outlines import circle, round_square, square

KERF = 0.2
ROUND = 0.01  # mm


@pytest.fixture(scope="module")
def made(small_set: Callable[..., Path]) -> Path:
    """Ominoes with holes for a finger, markers that are discs, and squares with round corners."""
    return small_set("quomino", "--size", 6, "--format", "svg,dxf")


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


@pytest.mark.thorough
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
    ring = round_square(square(30), 0.0, radius)
    found = offset_radii(ring, KERF)
    assert sum(one == 0 for one in found) == 4
    assert [one for one in found if one] == pytest.approx([radius + KERF / 2] * (len(ring) - 4), abs=2e-4)
    for (a, b), one in zip(zip(ring, ring[1:] + ring[:1], strict=True), found, strict=True):
        assert (one == 0) == (math.dist(a, b) > 20)


@pytest.mark.thorough
@pytest.mark.parametrize("game", ["quomino", "triomino"])
def test_arcs_of_a_wide_kerf_verify(tmp_path: Path, game: str) -> None:
    """The wider the kerf, the farther from their circle a mitred offset has its corners."""
    folder = tmp_path / "set"
    invoke("make", game, "--kerf", 1, "--format", "svg,dxf", "-o", folder, code=0)
    invoke("verify", folder, "--by", "pieces", code=0)


@pytest.mark.parametrize(
    "data",
    [
        "M1,1A5,5 0 0 1 3,3 4,1L5,0Z",  # radii of another arc
        "M1,1L3,3 5,5 0 0 1 4,1L5,0Z",  # no arc: its letter is that of lines
        "M1,1A3,3L4,1L5,0Z",
        "M1,1A-5,-5 0 0 0 3,3L4,1L5,0Z",  # radii have no sign: it turns the other way
        "ML1,1L3,3L4,1Z",
    ],
)
def test_a_path_that_other_programs_read_otherwise_is_refused(data: str) -> None:
    def sheet(path: str) -> Sheet:
        style = "fill:none;stroke:#FF0000;stroke-width:0.1"
        xml = '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="9mm" height="9mm" viewBox="0 0 9 9">'
        return sheet_of(f'{xml}<g id="cut-outer"><path d="{path}" style="{style}" /></g></svg>'.encode(), STYLES)

    (line,) = sheet("M1,1A5,5 0 0 1 3,3L4,1 5,0Z").lines
    assert (len(line.points), list(line.radii)) == (4, [-5, 0, 0, 0])
    with pytest.raises(Unreadable, match="a path"):
        sheet(data)
