"""Tiles that lead inwards, as pages and pictures show them: their ground, ink that runs out, their card, their page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import start_page
from called import invoke
from shapely.geometry import Point, Polygon
from shapely.ops import unary_union

from quasiprint.drawing.outlines import mirror, round_offset, run_out
from quasiprint.drawing.rings import sides, turn_point
from quasiprint.make.run import Request, settle
from quasiprint.make.workshop import Build
from quasiprint.model.choices import Process
from quasiprint.model.face import Ring

OUTLINES = {
    "ell": "squares = [[0, 0], [1, 0], [0, 1]]",
    "star": 'lattice = "tenths", turns = [4, -2, 4, -2, 4, -2, 4, -2, 4, -2]',
    "spectre": 'lattice = "twelfths", turns = [-2, 3, 2, -3, 2, 3, 2, -3, 2, 0, 2, 3, -2, 3]',
    "bite": 'lattice = "sixths", turns = [2, 1, 1, 1, 1, 2, -2]',  # of 60°
}
BLEED = 3.0  # mm


def written(folder: Path, polygon: str, labels: int, more: str = "") -> Path:
    file = folder / "own.toml"
    shape = f'name = "tile"\npolygon = {{ {polygon} }}\nlabels = {{ at = "edges", count = {labels} }}\n{more}'
    file.write_text(f'[set]\ntitle = "Own"\n[[shape]]\n{shape}[rule]\nmatch = "equal"\n')
    return file


def outline(folder: Path, name: str) -> Ring:
    """Return the outline of a tile on paper."""
    file = written(folder, OUTLINES[name], 1)
    shop = Build(settle(Request("set", {"set_file": str(file)}, formats=("pdf",))))
    return shop.set(Process.PAPER).pieces[0].face.nominal


@pytest.mark.parametrize("name", OUTLINES)
def test_the_ground_below_a_tile_is_all_that_lies_near_it(tmp_path: Path, name: str) -> None:
    first = outline(tmp_path, name)
    for ring in (first, mirror(first), tuple(turn_point(p, 1.0) for p in first), first[2:] + first[:2]):
        grown, due = Polygon(round_offset(ring, BLEED)), Polygon(ring).buffer(BLEED)
        assert grown.is_valid
        assert grown.contains(Polygon(ring))
        assert grown.symmetric_difference(due).area < 0.02 * due.area
        assert round_offset(ring, 0.0) == ring


@pytest.mark.parametrize("name", OUTLINES)
def test_ink_runs_out_over_every_side_and_over_no_tile(tmp_path: Path, name: str) -> None:
    ring = outline(tmp_path, name)
    tile = Polygon(ring)
    strips = unary_union([Polygon(one) for side in sides(ring) for one in run_out(ring, ring, side, BLEED)])
    assert strips.intersection(tile).area < 1e-3
    for (ax, ay), (bx, by) in sides(ring):
        middle = Point((ax + bx) / 2, (ay + by) / 2)
        assert strips.distance(middle) < 1e-6
    assert strips.area > 0.5 * tile.length * BLEED


@pytest.mark.sampled(1)
@pytest.mark.parametrize("labels", [2, 1])
def test_the_page_of_a_set_names_books_that_are_there_and_no_work_that_is_not(labels: int, tmp_path: Path) -> None:
    folder = tmp_path / f"of-{labels}"
    file = written(tmp_path, OUTLINES["ell"], labels, "which = { tiles = [[0, 0, 0, 0, 0, 0, 0, 0]] }\n")
    invoke("make", file, "--format", "pdf,svg", "-o", folder, code=0)
    page = start_page.text(folder)
    named = set(re.findall(r"`(pdf/[a-z-]+)-a4\.pdf`", page))
    assert named == {"pdf/inventory", "pdf/quick-reference"}
    assert all((folder / f"{name}-a4.pdf").is_file() for name in named)
    assert ("**Paint** what is engraved" in page) is (labels > 1)
    assert ("--back-offset" in page) is (labels > 1)
