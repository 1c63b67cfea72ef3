"""How sets fit, and what a caliper reads: against outlines that foreign readers have burnt, laid and measured."""

from __future__ import annotations

import io
import itertools
import json
import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

import ezdxf
import numpy as np
import pytest
import start_page
import trimesh
from called import invoke
from numpy.typing import NDArray
from samples import LASER, quasimino, resized
from scipy.spatial import ConvexHull
from shapely.geometry import LinearRing, Point, Polygon
from svgelements import SVG
from svgelements import Path as Curve
from tiles_laid import EDGE, drawn, laid

import quasiprint
from quasiprint.checks import check_set
from quasiprint.checks.fit import Budget, Span, budget, joints, loose
from quasiprint.games.quasimino.rules import score
from quasiprint.make.run import Request, settle
from quasiprint.make.workshop import Build
from quasiprint.model.choices import Process
from quasiprint.model.piece import Seat

KERF = 0.2


def span(found: Budget | None, name: str) -> Span:
    assert found is not None
    return next(one for one in (*found.between, *found.drifts) if name in one.name)


def pushed(tiles: list[Polygon], normals: tuple[tuple[float, float], ...]) -> list[tuple[float, float]]:
    """Push each tile straight against the one before it; return how far each has moved from where it lay."""
    x = y = 0.0
    moved = [(x, y)]
    for before, after, (nx, ny) in zip(tiles, tiles[1:], normals, strict=False):
        gap = before.distance(after)  # their facing edges are parallel
        x, y = x - gap * nx, y - gap * ny
        moved.append((x, y))
    return moved


@pytest.fixture(scope="module")
def cut(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Polygon]]:
    """What the beam is to run along around each tile, as svgelements reads it, by game."""
    found = {}
    for game, few in (("triomino", ("--highest", 0)), ("quasimino", ("--colours", 1))):
        folder = tmp_path_factory.mktemp(game) / "set"
        sizes = ("--edge", EDGE, "--clearance", 0.1, "--kerf", KERF)
        invoke("make", game, *few, "--format", "svg", "-o", folder, *sizes, code=0)
        parsed = SVG.parse(folder / "svg/sheet-1.svg", ppi=25.4)
        (group,) = (group for group in parsed if group.id == "cut-outer")
        every = [abs(one) for one in group.select(lambda e: isinstance(e, Curve))]
        rings = [[(s.end.x, -s.end.y) for s in one if s.end is not None] for one in every]
        found[game] = [Polygon(ring) for ring in rings]
    return found


@pytest.mark.sampled(4)
@pytest.mark.parametrize("hidden", [0.1, 0.2, 0.26, 0.34])
@pytest.mark.parametrize("game", ["triomino", "quasimino"])
def test_burnt_tiles_lie_and_drift_as_the_budget_says(cut: dict[str, list[Polygon]], game: str, hidden: float) -> None:
    few = {"triomino": {"highest": 0}, "quasimino": {"colours": 1}}[game]
    run = settle(Request(game, few, edge=EDGE, clearance=0.1, kerf=KERF))
    held = Build(run).whole(Process.LASER)
    off = (hidden - KERF) / 2  # of each edge: the beam is not what the drawing allows for
    found = budget(replace(held, measures=resized(held.measures, tolerance=abs(off))))
    for group in held.groups:
        places = drawn(group)
        # of the tiles on the sheet one of this shape: the sheet has tokens, too, and rhombs of both shapes
        path = min(cut[game], key=lambda one: abs(one.area - places[0].area))
        burnt = path.difference(LinearRing(path.exterior.coords).buffer(hidden / 2, quad_segs=32))
        tiles = [laid(burnt, place) for place in places]
        ring = [*tiles, tiles[0]] if group.ring else tiles
        gaps = [one.distance(two) for one, two in itertools.pairwise(ring)]
        between = span(found, "between")
        assert gaps == pytest.approx([between.nominal + 2 * off] * len(gaps), abs=1e-3)
        assert between.least - 1e-3 <= gaps[0] <= between.most + 1e-3
        moved = pushed(ring, joints(group))
        if group.ring:
            across = span(found, "across")
            assert moved[-1] == pytest.approx((0, 0), abs=0.01)  # equal tiles close
            half = math.hypot(*moved[len(tiles) // 2])
        else:
            across = span(found, "row")
            half = math.hypot(*moved[-1])
        # all edges are off the same way: the worst case is reached
        assert half == pytest.approx(across.most if off > 0 else across.least, abs=0.015)


def test_loose_tiles_are_warned_of_and_nothing_else() -> None:
    loosest = resized(LASER, clearance=0.1, tolerance=0.15)
    assert check_set(quasimino(1, loosest))[0] == []
    (finding,) = check_set(quasimino(1, resized(loosest, tolerance=0.16)))[0]
    assert (finding.code, finding.severity) == ("parts-loose", "warning")
    assert "up to 0.52 mm of play" in finding.message


def test_a_loose_seat_is_warned_of() -> None:
    held = replace(quasimino(1, LASER), groups=(), seats=(Seat("around a stud", 0.6),))
    assert [finding.code for finding in loose(held)] == ["parts-loose"]
    assert loose(replace(held, seats=())) == []


def test_the_row_of_rhombs_is_one_that_the_rules_allow() -> None:
    row = quasimino(1).groups[0]
    tiles = []
    for k, tile in enumerate(row.tiles):
        corner, turn = tile[0], 4 * (k % 2)
        tiles.append({"tile": "thin-0000", "corner": [corner.a, corner.b, corner.c, corner.d], "turn": turn})
    judged = score(json.dumps({"tiles": tiles}), 1)
    assert {finding.code for finding in judged.findings} <= {
        "tile-twice",
        "tile-duplicate",
    }  # it says how tiles lie alone
    assert judged.components == 1


def test_what_sits_in_what_has_the_play_that_is_told() -> None:
    run = settle(Request("quomino", {"size": 6}))
    held = Build(run).whole(Process.PRINTER)
    studs = next(mark for thing in held.accessories for mark in thing.face.marks if mark.rise and mark.rise > 0)
    stud = Polygon(studs.ink[0].outer)
    hollow = Polygon(next(p for p in held.pieces if p.shape == "quomino").face.hollows[0].outer)
    middle = stud.centroid
    room = hollow.exterior.distance(Point(0, 0)) - max(middle.distance(Point(p)) for p in stud.exterior.coords)
    assert held.seats[0] == Seat("around a stud under a Quomino", pytest.approx(room, abs=1e-5))

    board = Build(settle(Request("majomino", {"size": 3, "count": 1}, clearance=0.1))).whole(Process.LASER)
    frame = next(thing for thing in board.accessories if thing.kind == "frame")
    hole = Polygon(next(mark for mark in frame.face.marks).field[0].outer)
    room = hole.exterior.distance(Polygon(board.pieces[0].face.outline).exterior)
    assert board.seats == (Seat("around a board in its frame", pytest.approx(room)),)


def test_the_page_and_the_facts_tell_it(here: Path) -> None:
    Path("mine.toml").write_text(
        '[measures]\nprocess = "laser"\nthickness = 3\nclearance = 0.2\ntolerance = 0.1\ncorner_radius = 0.8\n'
        "min_feature = 0.4\n",
        encoding="utf-8",
    )
    words = ("triomino", "--highest", 0, "--profile", "mine.toml")
    result = invoke("make", *words, "--format", "svg", "-o", "set", code=0)
    assert "warning: parts-loose: triomino, cut: between two tiles: up to 0.60 mm of play" in result.output
    page = start_page.text(Path("set"))
    assert "up to 0.1 mm cut (profile `measures mine`)" in page
    assert "| between two tiles, cut | 0.40 | ± 0.14 | 0.20 to 0.60 |" in page
    assert "| a row of twelve is shorter by, cut | 3.82 |" in page
    told = json.loads(invoke("check", *words, "--json").stdout)["facts"]["fit"]["laser"]
    assert told["between two tiles"] == {"nominal": 0.4, "likely": 0.14, "worst": [0.2, 0.6]}
    assert invoke("verify", "set").exit_code == 0


def test_default_sets_have_no_more_play_than_is_warned_of() -> None:
    for game, few in (("triomino", {"highest": 0}), ("quasimino", {"colours": 1}), ("quomino", {"size": 6})):
        shop = Build(settle(Request(game, few)))
        assert [
            finding for maker in (Process.PRINTER, Process.LASER, Process.PAPER) for finding in loose(shop.whole(maker))
        ] == []


# --- what a caliper reads -------------------------------------------------------------------------


TUTORIALS = Path(__file__).parents[2] / "docs" / "tutorials"
ROW = re.compile(
    r"^\| ([A-Za-z0-9][A-Za-z0-9, -]*), (printed|cut|on paper) \| ([0-9. and]+) \| ([0-9.]+) \| ([0-9.]+) \|$",
    re.MULTILINE,
)

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
    rows = ROW.findall(start_page.text(made(game)[start_page.NAME]))
    return {
        (name, how): (float(along.split(" and ")[0]), float(far), float(thick)) for name, how, along, far, thick in rows
    }


@pytest.mark.sampled(2)
@pytest.mark.parametrize("game", SETS)
def test_what_is_printed_has_the_size_that_is_said(game: str) -> None:
    files = {path: content for path, content in made(game).items() if re.fullmatch(r"stl/pieces/.*-body\.stl", path)}
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
        for curve in (
            element for element in svg.elements() if isinstance(element, Curve) and str(element.stroke) == "#ff0000"
        )
        for curve in map(Curve, curve.as_subpaths())
    ]
    document = ezdxf.read(io.StringIO(made(game)["dxf/sheet-1.dxf"].decode()))
    lines = document.modelspace().query("LWPOLYLINE")
    layered = [[(x, y) for x, y in line.get_points("xy")] for line in lines if line.dxf.layer == "CUT_OUTER"]
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
    ("printer", "triomino --highest 1 --format stl", [("tile", "printed")]),
    ("laser", "triomino --highest 1 --format svg --profile k40-whisperer --cut shared", [("tile", "cut")]),
    ("paper", "quasimino --colours 1 --format pdf", [("thick tile", "on paper"), ("thin tile", "on paper")]),
]


@pytest.mark.parametrize(("tutorial", "words", "rows"), TAUGHT)
def test_tutorials_say_what_the_page_says(
    tutorial: str, words: str, rows: list[tuple[str, str]], tmp_path: Path
) -> None:
    invoke("make", *words.split(), "-o", tmp_path / "set")
    page = start_page.text(tmp_path / "set")
    found = {(name, how): (along, far) for name, how, along, far, _ in ROW.findall(page)}
    text = (TUTORIALS / f"{tutorial}.md").read_text(encoding="utf-8")
    figures = re.findall(r"\*\*(\d+\.\d\d) mm\*\*", text)
    assert figures == [figure for row in rows for figure in (found[row] if len(rows) == 1 else found[row][:1])]
