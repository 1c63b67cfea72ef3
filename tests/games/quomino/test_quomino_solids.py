"""The solids of a made Quomino box, read back from meshes alone: do the pieces turn, cover and lock as they should?

What is measured is measured from the files. PrusaSlicer prints a small box.
"""

from __future__ import annotations

import contextlib
import math
from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
import shapely
import trimesh
from admesh import admesh, repairs
from sections import areas, sliced
from shapely.affinity import translate
from shapely.geometry import Point, Polygon, box
from shapely.ops import unary_union
from test_quomino_files import EDGE, RIM, made, marked, side_shown

THICK, INLAY, DEEP, KNOB, CLEAR = 4.0, 0.6, 1.0, 2.0, 0.1
BOARD = 1.6  # how thick a board and its strips are


@pytest.fixture(scope="module")
def full(whole: Callable[[str], Path]) -> Path:
    """The default box for printers."""
    return whole("quomino")


@pytest.fixture(scope="module")
def knobs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A box whose ominoes have knobs."""
    return made(tmp_path_factory.mktemp("knobs"), "--size", 4, "--grip", "knob", "--format", "stl")


@cache
def mesh(folder: Path, name: str) -> trimesh.Trimesh:
    (file,) = (folder / "stl").rglob(f"{name}.stl")
    return trimesh.load(file)


@cache  # a body that was changed is another
def at(body: trimesh.Trimesh, z: float) -> shapely.Geometry:
    """Return what a plane at height z meets of a body."""
    return unary_union(sliced(body, z)) if body.bounds[0][2] < z < body.bounds[1][2] else Polygon()


def whole(body: trimesh.Trimesh) -> shapely.Geometry:
    """Return a board's part with its holes filled."""
    return unary_union([Polygon(part.exterior) for part in areas(at(body, BOARD / 2))])


def omino_faults(body: trimesh.Trimesh, inlay: trimesh.Trimesh, knob: bool = False) -> list[str]:
    """Say what is wrong with an omino whose upper right half should be black."""
    if not (body.is_watertight and inlay.is_watertight and body.volume > 0 < inlay.volume):
        return ["open"]
    whole, top, ink = at(body, THICK / 2), at(body, THICK - INLAY / 2), at(inlay, THICK - INLAY / 2)
    grip, beyond = (at(body, THICK + KNOB + z) for z in (-0.05, 0.05))
    if not knob:
        grip, beyond = (whole.difference(at(body, THICK - DEEP + z).buffer(1e-6)) for z in (0.05, -0.05))
    sunk = 0.0 if knob else grip.area
    faults = []
    if not box(-EDGE / 2, -EDGE / 2, EDGE / 2, EDGE / 2).contains(whole) or body.bounds[0][2] != 0:
        faults.append("size")
    low = min(x + y for x, y in shapely.get_coordinates(ink))
    if low < -1e-4 or unary_union([ink, grip.buffer(1)]).area < 0.8 * whole.area / 2:
        faults.append("half")
    if abs(top.area + ink.area + sunk - whole.area) > 0.02 or top.intersection(ink).area > 0.02:
        faults.append("fill")
    discs = areas(grip)
    fits = len(discs) == 1 and not areas(beyond) and discs[0].distance(ink) > 0.3
    if not fits or min(x + y for x, y in discs[0].exterior.coords) <= 0 or discs[0].area < math.pi * 2.5**2 * 0.98:
        faults.append("grip")
    return faults


def test_an_omino_is_half_black_and_its_grip_is_there(full: Path, knobs: Path) -> None:
    body, inlay = (mesh(full, f"omino_x100-{part}") for part in ("body", "inlay-c0"))
    high, around = (mesh(knobs, f"omino_x16-{part}") for part in ("body", "inlay-c0"))
    assert omino_faults(body, inlay) == omino_faults(high, around, knob=True) == []
    assert body.bounds[1][2] == pytest.approx(THICK) and high.bounds[1][2] == pytest.approx(THICK + KNOB)
    # in relief, what is black stands over the face
    assert at(mesh(full, "omino_x100-relief"), THICK + 0.4).symmetric_difference(at(inlay, THICK - 0.3)).area < 0.02
    # and what is wrong is found
    mirror, turn = np.diag([-1.0, 1, 1, 1]), np.diag([-1.0, -1, 1, 1])
    assert omino_faults(body, inlay.copy().apply_transform(mirror)) == ["half", "fill", "grip"]
    assert omino_faults(*(part.copy().apply_transform(turn) for part in (body, inlay))) == ["half", "grip"]
    assert omino_faults(body.copy().apply_transform(np.diag([1.3, 1.3, 1, 1])), inlay)[0] == "size"
    assert omino_faults(body.copy().apply_transform(np.diag([1, 1, 0.97, 1])), inlay) == ["grip"]
    assert omino_faults(body, inlay, knob=True) == ["half", "fill", "grip"]
    assert omino_faults(trimesh.Trimesh(body.vertices, body.faces[1:]), inlay) == ["open"]


@cache
def laid(folder: Path, size: int) -> dict[str, trimesh.Trimesh]:
    """Return the parts of a board where they belong: the outer ones reach its rim."""
    half, found = size * EDGE / 2 + RIM - CLEAR, {}
    for file in sorted((folder / "stl/pieces").glob("board*-body.stl")):
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


@pytest.mark.thorough
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


def stuck(body: trimesh.Trimesh, studs: list[Polygon]) -> set[str]:
    """Say what an omino touches as it turns in its square: a stud, or an omino in the next square."""
    reach = float(np.hypot(*body.vertices[:, :2].T).max()) + CLEAR
    xs = sorted({round(stud.centroid.x, 3) for stud in studs})
    pitch, every = xs[1] - xs[0], unary_union(studs)
    middles = [Point(x + pitch / 2, y + pitch / 2) for x in xs[:-1] for y in xs[:-1]]
    found = {"stud"} if min(every.distance(middle) for middle in middles) < reach else set()
    return found | ({"omino"} if pitch - body.bounds[1][0] < reach else set())


def test_an_omino_turns_between_studs_and_beside_others(full: Path, knobs: Path) -> None:
    studs = studs_of(laid(full, 10))
    body = mesh(full, "omino_x100-body")
    for turning in (body, mesh(full, "omino_x100-relief"), mesh(knobs, "omino_x16-body")):
        assert stuck(turning, studs) == set()
    assert stuck(body.copy().apply_scale(1.045), studs) == {"stud"}
    assert stuck(body.copy().apply_scale(1.1), studs) == {"stud", "omino"}
    assert stuck(body, [stud.buffer(0.6) for stud in studs]) == {"stud"}


def quomino_faults(body: trimesh.Trimesh, inlay: trimesh.Trimesh, studs: list[Polygon], high: float) -> list[str]:
    """Say what is wrong with a Quomino that should be black above and white below, and lie between studs."""
    faults, half = list[str](), float(body.bounds[1][0])
    below, above = (at(body, z) for z in (high + 0.05, THICK - high - 0.05))
    stud = min(studs, key=lambda s: math.hypot(s.centroid.x, s.centroid.y))  # the one in the middle of a block
    faults += [f"hollow {name}" for name, z in (("below", below), ("above", above)) if z.distance(stud) < 0.2]
    whole = at(body, THICK / 2)
    sunk = unary_union([Polygon(hole) for hole in getattr(at(body, 0.6), "interiors", ())])
    cap = Point(0, 0).buffer(5)  # a hollow says nothing of colours
    for ink, side in ((unary_union([at(inlay, THICK - 0.3), cap]), "black"), (sunk.difference(cap), "white")):
        shown = ""
        with contextlib.suppress(AssertionError):
            shown = side_shown(ink, half)
        faults += [f"not {side}"] if shown != side else []
    around = min(s.distance(whole) for s in studs if math.hypot(s.centroid.x, s.centroid.y) > 1)
    return faults + (["large"] if around < 0.2 else [])


def test_a_quomino_lies_over_a_stud_and_between_others_either_way_up(full: Path) -> None:
    parts = laid(full, 10)
    studs = studs_of(parts)
    high = float(parts["a1"].bounds[1][2]) - BOARD
    body, inlay = (mesh(full, f"quomino_x25-{part}") for part in ("body", "inlay-c0"))
    assert quomino_faults(body, inlay, studs, high) == []
    assert at(mesh(full, "quomino_x25-relief"), THICK + 0.4).symmetric_difference(at(inlay, 3.7)).area < 0.02
    top, ink = at(body, THICK - 0.3), at(inlay, THICK - 0.3)
    hollow = math.pi * (3.3 + 0.3) ** 2
    assert top.area + ink.area == pytest.approx(at(body, THICK / 2).area - hollow, abs=0.5)
    assert top.intersection(ink).area < 0.02
    # and what is wrong is found
    upside_down = trimesh.transformations.rotation_matrix(math.pi, (1, 0, 0), (0, 0, THICK / 2))
    for code, change in (("large", np.diag([1.02, 1.02, 1, 1])), ("not white", upside_down)):
        changed = body.copy().apply_transform(change)
        assert code in quomino_faults(changed, inlay, studs, high)
    assert quomino_faults(body, inlay, studs, 1.3) == ["hollow below", "hollow above"]
    turned = inlay.copy().apply_transform(trimesh.transformations.rotation_matrix(math.pi / 4, (0, 0, 1)))
    assert quomino_faults(body, turned, studs, high) == ["not black"]
    assert "hollow below" in quomino_faults(body, inlay, [s.buffer(0.2) for s in studs], high)


def test_the_plates_hold_all_the_box(full: Path) -> None:
    files = sorted((full / "stl").glob("plate-?-body.stl"))
    volumes = Counter(round(body.volume) for file in files for body in trimesh.load(file).split())
    names = {"omino_x100": 100, "quomino_x25": 25, "marker": 64, "board-a1": 1, "frame-7": 4, "frame-9": 4}
    assert {name: volumes[round(mesh(full, f"{name}-body").volume)] for name in names} == names
    assert volumes.total() == 199


def bodies(full: Path, knobs: Path) -> list[Path]:
    return sorted({*(full / "stl").rglob("*.stl"), *(knobs / "stl/pieces").glob("omino*")})


@pytest.mark.foreign("admesh")
def test_admesh_has_no_body_to_repair(full: Path, knobs: Path) -> None:
    for file in bodies(full, knobs):
        assert repairs(admesh(file)) == 0, file.name
