"""What a set's page and tutorials say that a caliper reads, against our own calipers on what foreign readers read.

STL is read with trimesh, SVG with svgelements, DXF with ezdxf. Calipers turn around the points that these give, in
floats; nothing of the program measures here.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

import ezdxf
import numpy as np
import pytest
import trimesh
from called import invoke
from numpy.typing import NDArray
from scipy.spatial import ConvexHull
from shapely.geometry import Polygon
from svgelements import SVG
from svgelements import Path as Curve

import quasiprint

TUTORIALS = Path(__file__).parents[1] / "docs" / "tutorials"
ROW = re.compile(
    r"^\| ([a-z0-9-]+), (printed|cut|on paper) \| ([0-9. and]+) \| ([0-9.]+) \| ([0-9.]+) \|$", re.MULTILINE
)
KERF = 0.2
SHOWN = 0.005 + 1e-3  # mm: figures have two decimals, and 32-bit floats less than a micrometre
SETS = {"triomino": {"highest": 1}, "quomino": {"size": 4}, "majomino": {"count": 2}, "quasimino": {"colours": 2}}


def jaws(points: Iterable[tuple[float, float]]) -> tuple[float, float]:
    """Turn a caliper around points, and return the least and the most that it reads."""
    cloud = np.array(list(points), dtype=float)
    corners: NDArray[np.float64] = cloud[ConvexHull(cloud).vertices]
    along = np.roll(corners, -1, axis=0) - corners
    normals = np.stack((-along[:, 1], along[:, 0]), axis=1) / np.hypot(*along.T)[:, None]
    reach = corners @ normals.T
    apart = np.hypot(*(corners[:, None] - corners[None]).transpose(2, 0, 1))
    return float((reach.max(axis=0) - reach.min(axis=0)).min()), float(apart.max())


@cache
def made(game: str) -> Mapping[str, bytes]:
    return quasiprint.design(game, **SETS[game], kerf=KERF).files(formats=("stl", "svg", "dxf", "pdf"))


@cache
def said(game: str) -> dict[tuple[str, str], tuple[float, float, float]]:
    """By thing and maker: the least along a side, from corner to corner, and how thick, as the set's page has it."""
    rows = ROW.findall(made(game)["README.md"].decode())
    return {
        (name, how): (float(along.split(" and ")[0]), float(far), float(thick)) for name, how, along, far, thick in rows
    }


@pytest.mark.sampled(2)
@pytest.mark.parametrize("game", SETS)
def test_what_is_printed_has_the_size_that_is_said(game: str) -> None:
    files = {path: content for path, content in made(game).items() if re.fullmatch(r"stl/(?!plate).*-body\.stl", path)}
    bodies = [trimesh.load(io.BytesIO(content), file_type="stl") for content in files.values()]
    found = [(*jaws(map(tuple, body.vertices[:, :2])), body) for body in bodies]
    printed = {name: sizes for (name, how), sizes in said(game).items() if how == "printed"}
    assert printed
    for name, (least, most, thick) in printed.items():
        fits = [b for low, high, b in found if abs(low - least) < SHOWN and abs(high - most) < SHOWN]
        assert fits, (name, least, most, [(low, high) for low, high, _ in found])
        assert any(thick - 1e-4 <= body.bounds[1, 2] <= thick + 2.1 for body in fits)  # studs and knobs stand on it


@pytest.mark.sampled(2)
@pytest.mark.parametrize("game", SETS)
def test_what_is_cut_has_the_size_that_is_said(game: str) -> None:
    """Read from SVG and from DXF; the beam takes half of the kerf off all around."""
    svg = SVG.parse(io.BytesIO(made(game)["svg/sheet-1.svg"]))
    mm = 25.4 / 96
    drawn = [
        [(p.x * mm, p.y * mm) for p in (segment.end for segment in curve if segment.end is not None)]
        for curve in (one for one in svg.elements() if isinstance(one, Curve) and str(one.stroke) == "#ff0000")
        for curve in map(Curve, curve.as_subpaths())
    ]
    document = ezdxf.read(io.StringIO(made(game)["dxf/sheet-1.dxf"].decode()))
    lines = document.modelspace().query("LWPOLYLINE")
    layered = [[(x, y) for x, y in one.get_points("xy")] for one in lines if one.dxf.layer == "CUT_OUTER"]
    cut = {name: sizes for (name, how), sizes in said(game).items() if how == "cut"}
    assert cut
    for outlines in (drawn, layered):
        areas = [Polygon(ring) for ring in outlines if len(ring) > 2]
        left = [area.buffer(-KERF / 2, join_style="mitre", mitre_limit=50) for area in areas]
        found = [jaws(area.exterior.coords) for area in left if not area.is_empty]
        for name, (least, most, _) in cut.items():
            near = [abs(low - least) < 2 * SHOWN and abs(high - most) < 2 * SHOWN for low, high in found]
            assert any(near), (name, least, most)


TAUGHT = [
    ("printer", "triomino --format stl", [("triangle", "printed")]),
    ("laser", "triomino --format svg --profile k40-whisperer --cut shared", [("triangle", "cut")]),
    ("paper", "quasimino --format pdf", [("thick", "on paper"), ("thin", "on paper")]),
]


@pytest.mark.parametrize(("tutorial", "words", "rows"), TAUGHT)
def test_tutorials_say_what_the_page_says(
    tutorial: str, words: str, rows: list[tuple[str, str]], tmp_path: Path
) -> None:
    invoke("make", *words.split(), "-o", tmp_path / "set")
    page = (tmp_path / "set" / "README.md").read_text(encoding="utf-8")
    found = {(name, how): (along, far) for name, how, along, far, _ in ROW.findall(page)}
    text = (TUTORIALS / f"{tutorial}.md").read_text(encoding="utf-8")
    figures = re.findall(r"\*\*(\d+\.\d\d) mm\*\*", text)
    assert figures == [figure for row in rows for figure in (found[row] if len(rows) == 1 else found[row][:1])]
