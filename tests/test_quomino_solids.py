"""The boards of a made Quomino box, read back from meshes alone: do parts lock, and strips and ominoes lie on them?
PrusaSlicer prints a small box. Pieces are proved by the room's laws, and by the recogniser that files hold them."""

from __future__ import annotations

import math
import re
from collections import Counter
from functools import cache
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
import shapely
import trimesh
from shapely.affinity import rotate, translate
from shapely.geometry import LineString, Point, Polygon, box
from shapely.ops import unary_union
from test_quomino_files import made
from test_slicing import sliced as gcode_of
from test_slicing import strokes
from test_stl import admesh, repairs
from test_threemf import MODEL, edited
from test_triomino_files import areas, sliced

THICK, INLAY, DEEP, KNOB, CLEAR = 4.0, 0.6, 1.0, 2.0, 0.1
BOARD = 1.6  # how thick a board and its strips are
BED = box(0, 0, 250, 210)
EDGE, RIM = 22.0, 5.5


def marked(heavy: shapely.Geometry, size: int) -> list[int]:
    """Return which boards heavy lines bound, in the middle of one of `size`; there are no others."""

    def around(n: int) -> set[tuple[bool, int, int]]:
        first = (size - n) // 2
        ends = (first, first + n)
        return {(up, line, cell) for up in (False, True) for line in ends for cell in range(first, first + n)}

    shapely.prepare(heavy)
    found = set()
    for line in range(size + 1):
        for cell in range(size):
            at, to = (line - size / 2) * EDGE, (cell + 0.25 - size / 2) * EDGE
            found |= {(up, line, cell) for up in (False, True) if heavy.covers(Point((at, to) if up else (to, at)))}
    sizes = [n for n in range(size, 1, -2) if around(n) <= found]
    assert found == set().union(*map(around, sizes)), "a heavy line bounds no board"
    return sizes


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The default box for printers."""
    return made(tmp_path_factory.mktemp("full"), "--format", "stl")


@cache
def mesh(folder: Path, name: str) -> trimesh.Trimesh:
    (file,) = (folder / "stl").glob(f"{name}.stl")
    return trimesh.load(file)


@cache  # a body that was changed is another
def at(body: trimesh.Trimesh, z: float) -> shapely.Geometry:
    """Return what a plane at height z meets of a body."""
    return unary_union(sliced(body, z)) if body.bounds[0][2] < z < body.bounds[1][2] else Polygon()


def whole(body: trimesh.Trimesh) -> shapely.Geometry:
    """Return a board's part with its holes filled."""
    return unary_union([Polygon(part.exterior) for part in areas(at(body, BOARD / 2))])


@cache
def laid(folder: Path, size: int) -> dict[str, trimesh.Trimesh]:
    """Return the parts of a board where they belong: the outer ones reach its rim."""
    half, found = size * EDGE / 2 + RIM - CLEAR, {}
    for file in sorted((folder / "stl").glob("board*-body.stl")):
        part, name = trimesh.load(file), file.stem.split("-")[1].replace("body", "a1")
        assert set(name) <= set("ab12"), "a part in the middle of others has no place of its own"
        (left, low, _), (right, high, _) = part.bounds
        dx = -half - left if name[0] == "a" else half - right
        dy = -half - low if name[1] == "1" else half - high
        found[name] = part.apply_translation((dx, dy, 0))
    return found


def studs_of(parts: dict[str, trimesh.Trimesh]) -> list[Polygon]:
    return [stud for part in parts.values() for stud in areas(at(part, BOARD + 0.9))]


def stud_faults(studs: list[Polygon], size: int) -> list[str]:
    """Say where no stud stands at a crossing, or one elsewhere."""
    found = Counter((round(s.centroid.x / EDGE + size / 2, 3), round(s.centroid.y / EDGE + size / 2, 3)) for s in studs)
    due = Counter((i, j) for i in range(size + 1) for j in range(size + 1))
    return [f"{x:g}, {y:g}" for x, y in sorted((found - due) + (due - found))]


def board_faults(shapes: list[shapely.Geometry], size: int) -> set[str]:
    """Say whether parts are not a square without gaps but those of their clearance."""
    half = size * EDGE / 2 + RIM
    whole = unary_union([shape.buffer(CLEAR + 1e-4, join_style="mitre") for shape in shapes])
    found = {
        "overlap": any(a.intersection(b).area > 1e-3 for a, b in combinations(shapes, 2)),
        "size": np.abs(np.array(whole.bounds) - (-half, -half, half, half)).max() > 0.01,
        # the corners of a board in one part are rounded
        "gap": box(*whole.bounds).difference(whole).area > (0.01 if len(shapes) > 1 else 0.8),
        "tight": any(a.distance(b) < CLEAR for a, b in combinations(shapes, 2)),
    }
    return {code for code, wrong in found.items() if wrong}


def test_the_parts_of_a_board_come_together_and_lock(full: Path) -> None:
    parts = laid(full, 10)
    a, b = map(whole, parts.values())
    assert board_faults([a, b], 10) == set()
    for dx, dy in ((2, 0), (0, 1), (0, -1)):  # apart, or along the seam
        assert a.intersection(translate(b, dx, dy)).area > 0.2, (dx, dy)
    assert marked(grooves(parts), 10) == [10, 8, 6]
    assert stud_faults(studs_of(parts), 10) == []
    # and what is wrong is found
    assert board_faults([a, translate(b, 0.5, 0)], 10) >= {"size", "gap"}
    assert board_faults([a, translate(b, 0, 0.5)], 10) >= {"overlap"}
    assert board_faults([a, translate(b, -0.15, 0)], 10) >= {"tight"}
    assert stud_faults(studs_of(parts)[1:], 10) != []
    assert stud_faults([translate(stud, 0.01 * EDGE) for stud in studs_of(parts)], 10) != []


def test_a_board_is_light_and_ominoes_lie_on_it_whichever_way_they_are_turned(full: Path) -> None:
    parts = laid(full, 10)
    assert sum(part.volume for part in parts.values()) < 68_000  # mm³; 4 mm thick and without holes it had 215 cm³
    omino = Polygon(at(mesh(full, "omino_x100-body"), THICK / 2))
    opened = unary_union([whole(part).difference(at(part, BOARD / 2)) for part in parts.values()])
    holes = [hole for hole in areas(opened) if hole.area > 1]
    assert len(holes) > 4 * 80  # none at the seam, nor where the numbers of the smaller boards are
    reach = omino.exterior.distance(Point(0, 0))
    for hole in holes:
        x, y = ((round(v / EDGE - 0.5) + 0.5) * EDGE for v in (hole.centroid.x, hole.centroid.y))
        assert Point(x, y).hausdorff_distance(hole) < reach - 0.5
        assert hole.minimum_rotated_rectangle.length < 2 * 2 * 12.9  # a marker does not fall through
        assert hole.hausdorff_distance(hole.centroid) < 12.9 / 2
    assert {round(float(z), 3) for part in parts.values() for z in part.bounds[:, 2]} == {0.0, BOARD + 1}


def grooves(parts: dict[str, trimesh.Trimesh]) -> shapely.Geometry:
    """Return the heavy lines of a board: what is left of what is sunk into it, taken in by 0.5 mm."""
    sunk = list[shapely.Geometry]()
    for part in parts.values():
        holes = whole(part).difference(at(part, BOARD / 2)).buffer(0.1)
        sunk += [Polygon(ring).difference(holes) for s in areas(at(part, BOARD - 0.1)) for ring in s.interiors]
    return unary_union([line.buffer(-0.5) for line in sunk])


def test_a_board_in_four_parts(tmp_path: Path) -> None:
    bed = {"width": 110, "depth": 100, "margin": 2, "gap": 1, "nozzle": 0.4, "extruders": 2}
    (tmp_path / "bed.toml").write_text("\n".join(["[bed]", *(f"{key} = {value}" for key, value in bed.items())]))
    folder = made(tmp_path, "--size", 7, "--format", "stl", "--profile", tmp_path / "bed.toml")
    parts = laid(folder, 7)
    shapes = {name: whole(part) for name, part in parts.items()}
    assert sorted(shapes) == ["a1", "a2", "b1", "b2"]
    assert board_faults(list(shapes.values()), 7) == set()
    assert stud_faults(studs_of(parts), 7) == [] and marked(grooves(parts), 7) == [7]
    for one, other, dx, dy in (("a1", "b1", 2, 0), ("a2", "b2", 2, 0), ("a1", "a2", 0, 2), ("b1", "b2", 0, 2)):
        for move in ((dx, dy), (dy, dx), (-dy, -dx)):
            assert shapes[one].intersection(translate(shapes[other], *move)).area > 0.2, (one, other, move)
    for shape in shapes.values():
        assert sorted(np.ptp(np.reshape(shape.bounds, (2, 2)), axis=0)) <= [96, 106]


def test_strips_fill_what_lies_around_the_smaller_boards(full: Path) -> None:
    studs = unary_union(studs_of(laid(full, 10)))
    long, short = (at(mesh(full, f"frame-{n}-body"), BOARD / 2) for n in (9, 7))
    strips = []
    for strip, ring in ((long, 4.5), (short, 3.5)):  # four chase one another around a board
        first = translate(strip, -EDGE / 2, -ring * EDGE)
        strips += [rotate(first, 90 * k, origin=(0, 0)) for k in range(4)]
    assert min(strip.distance(studs) for strip in strips) > 0.2
    assert min(a.distance(b) for a, b in combinations(strips, 2)) > 0.2
    middles = {(x, y): Point((x - 4.5) * EDGE, (y - 4.5) * EDGE) for x in range(10) for y in range(10)}
    free = {square for square, middle in middles.items() if not any(strip.covers(middle) for strip in strips)}
    assert free == {(x, y) for x in range(2, 8) for y in range(2, 8)}
    marker = mesh(full, "marker-body")
    assert float(np.hypot(*marker.vertices[:, :2].T).max()) < EDGE / math.sqrt(2) - 3.3 - CLEAR


@pytest.mark.thorough
@pytest.mark.foreign("prusa-slicer")
def test_prusaslicer_prints_pieces_and_a_board(tmp_path: Path) -> None:
    folder = made(tmp_path, "--size", 4, "--format", "stl,3mf")
    plate = (folder / "3mf" / "plate-1-prusa.3mf").read_bytes()  # all the box lies on it
    # two ominoes and a Quomino, which are like the others: that is quicker
    others = re.compile(r'(<item objectid="(?!(?:2|3|20|23)").*?)/>')
    few = edited(plate, MODEL, lambda text: others.sub(r'\1 printable="0"/>', text))
    printed = strokes(gcode_of(few, tmp_path, extruders=2))
    labels = {stroke.label for stroke in printed}
    assert Counter(re.match("[a-z]+", label)[0] for label in labels) == {"omino": 2, "quomino": 1, "board": 1}
    assert sorted({stroke.z for stroke in printed if stroke.tool}) == [0.2, 0.4, 0.6, 3.6, 3.8, 4.0]
    corners = at(trimesh.load(folder / "stl" / "plate-1-inlay-c0.stl"), INLAY / 2)
    black = at(trimesh.load(folder / "stl" / "plate-1-inlay-c0.stl"), THICK - 0.3)
    holes = [Polygon(hole).centroid.buffer(2.8) for patch in black.geoms for hole in patch.interiors]
    ends = np.array([[*stroke.start, *stroke.end, stroke.z, stroke.tool] for stroke in printed])
    middle, z, tool = (ends[:, :2] + ends[:, 2:4]) / 2, ends[:, 4], ends[:, 5]
    high = z > THICK - INLAY
    assert (tool[high & shapely.contains_xy(black.buffer(-0.2), *middle.T)] == 1).all()
    assert shapely.contains_xy(black.buffer(0.05), *middle[high & (tool == 1)].T).all()
    # below the same: whatever lies in a corner is black, and nothing else
    low = z < INLAY + 0.1
    assert (tool[low & shapely.contains_xy(corners.buffer(-0.2), *middle.T)] == 1).all()
    assert shapely.contains_xy(corners.buffer(0.05), *middle[low & (tool == 1)].T).all()
    # a dimple and a hollow have a floor, and nothing in them
    assert {max(z[shapely.contains_xy(hole, *middle.T)], default=0.0) for hole in holes} == {0.0, 2.8, 3.0}
    of_board = [stroke for stroke in printed if stroke.label.startswith("board")]
    assert {stroke.tool for stroke in of_board} == {0}
    high = [stroke for stroke in of_board if stroke.z > BOARD + 0.9]
    tops = unary_union([LineString([stroke.start, stroke.end]).buffer(0.3) for stroke in high])
    assert len(tops.geoms) == 25 and {stroke.z for stroke in high} == {BOARD + 1}  # studs


@pytest.mark.foreign("admesh")
def test_admesh_has_no_body_to_repair(full: Path) -> None:
    for file in sorted((full / "stl").iterdir()):
        assert repairs(admesh(file)) == 0, file.name
