"""Boxes of a laser and of paper, put together and folded by other means than the program's own."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import combinations

import numpy as np
import pytest
import trimesh
from shapely import Polygon, affinity, box, unary_union

from quasiprint import api
from quasiprint.checks import check_set
from quasiprint.checks.boxes import check_boxes
from quasiprint.drawing.containers.boxes import LID_PLAY, PLAY, segments
from quasiprint.model.face import Face
from quasiprint.model.piece import Accessory, GameSet
from quasiprint.pipeline.run import Request, settle
from quasiprint.pipeline.workshop import Workshop

GAMES = ("quasimino", "triomino", "majomino", "quomino")
FOLDED = ("quasimino", "triomino", "quomino")


@cache
def made(game: str, process: str) -> GameSet:
    given = {"count": 3} if game == "majomino" else {}
    return api.design(game, storage=["box"], **given).as_made_by(process)


def parts(held: GameSet) -> dict[str, Accessory]:
    return {thing.id: thing for thing in held.accessories if thing.storage}


def shape(thing: Accessory) -> Polygon:
    return Polygon(thing.face.outline)


def panels(held: GameSet) -> dict[str, trimesh.Trimesh]:
    """Return the parts of a laser's box as bodies, where they are once it is put together and closed."""
    found = {}
    for name, thing in parts(held).items():
        (stand,) = thing.stands
        body = trimesh.creation.extrude_polygon(shape(thing), held.measures.stock.thickness)
        across, up = np.eye(3)[stand.across - 1], np.eye(3)[stand.up - 1]
        out = np.eye(3)[5 - stand.across - stand.up]
        turn = np.eye(4)
        turn[:3, :3] = np.column_stack([across, up, out])
        turn[:3, 3] = np.array(stand.at) - stand.area[0] * across - stand.area[1] * up
        body.apply_transform(turn)
        found[name] = body
    return found


def common(one: trimesh.Trimesh, two: trimesh.Trimesh) -> float:
    both = trimesh.boolean.intersection([one, two], engine="manifold")
    return 0.0 if both.is_empty else float(abs(both.volume))


@pytest.mark.parametrize("game", GAMES)
def test_a_box_goes_together_and_closes(game: str) -> None:
    held = made(game, "laser")
    thick = held.measures.stock.thickness
    bodies = panels(held)
    for one, two in combinations(bodies.values(), 2):
        assert common(one, two) < 1e-3
    walls = [body for name, body in bodies.items() if "lid" not in name]
    whole = trimesh.boolean.union(walls, engine="manifold")
    assert whole.body_count == 1 or PLAY > 0
    low, high = whole.bounds
    wide, deep, tall = high - low
    shell = wide * deep * tall - (wide - 2 * thick) * (deep - 2 * thick) * (tall - thick)
    # nothing is missing but the play beside each finger, as deep and as thick as the sheet
    joints = 2 * sum(len(segments(length - 2 * thick, thick)) for length in (wide, deep))
    joints += 4 * len(segments(tall, thick))
    assert 0 <= shell - whole.volume <= joints * PLAY * thick * thick * 1.01
    lid, inner = bodies["box-lid"], bodies["box-lid-inner"]
    assert lid.bounds[0][2] == pytest.approx(high[2]) == pytest.approx(inner.bounds[1][2])
    assert (lid.bounds[0][:2] < low[:2]).all() and (lid.bounds[1][:2] > high[:2]).all()
    assert inner.bounds[0][0] - low[0] == pytest.approx(thick + LID_PLAY)


@pytest.mark.parametrize(("game", "process"), [*((g, "laser") for g in GAMES), *((g, "paper") for g in FOLDED)])
def test_the_whole_set_is_packed(game: str, process: str) -> None:
    held = made(game, process)
    (holder,) = (thing for thing in held.accessories if thing.stacks)
    outlines = {thing.id: Polygon(thing.face.outline) for thing in held.things}
    lying = []
    for stack in holder.stacks:
        area = unary_union([outlines[id] for id, _ in stack.things])
        lying.append((affinity.translate(area, stack.x, stack.y), stack.z, stack.z + stack.height))
        assert stack.height >= sum(n for _, n in stack.things) * held.measures.stock.thickness - 1e-6
    for (one, low, high), (two, down, up) in combinations(lying, 2):
        assert one.distance(two) >= 0.9 or low >= up - 1e-6 or down >= high - 1e-6
    counts: dict[str, int] = {}
    for stack in holder.stacks:
        for id, count in stack.things:
            counts[id] = counts.get(id, 0) + count
    assert counts.items() >= {piece.id: 1 for piece in held.pieces}.items()
    if process == "paper":
        left, low, right, high = holder.stands[0].area
        assert all(box(left, low, right, high).contains(area) for area, _, _ in lying)
        return
    bodies = panels(held)
    floor, roof = bodies["box-bottom"].bounds[1][2], bodies["box-lid-inner"].bounds[0][2]
    inside = box(*(bodies["box-lid-inner"].bounds[k][j] for k in (0, 1) for j in (0, 1)))
    assert all(inside.buffer(LID_PLAY).contains(area) for area, _, _ in lying)
    assert floor - 1e-6 <= min(z for _, z, _ in lying) and max(z for _, _, z in lying) < roof


def test_cuts_run_half_a_kerf_outside() -> None:
    shop = Workshop(settle(Request("triomino", {}, formats=("svg",), storage=("box",), kerf=0.3)))
    drawn = [path for drawing in shop.drawings.drawings for path in drawing.paths if path.item == "box-front"]
    cut = max((Polygon(ring) for path in drawn for ring in path.rings), key=lambda area: area.area)
    nominal = shape(parts(shop.set("laser"))["box-front"])  # type: ignore[arg-type]
    assert cut.area == pytest.approx(nominal.buffer(0.15, join_style="mitre").area, abs=1e-3)


@pytest.mark.parametrize("game", FOLDED)
def test_a_tuck_box_is_folded(game: str) -> None:
    """Fold the sheet itself: from the back outwards each panel is turned up by a right angle about the edge by which
    it hangs."""
    thing = parts(made(game, "paper"))["tuck-box"]
    areas = [box(*stand.area) for stand in thing.stands]
    turns: dict[int, np.ndarray] = {0: np.eye(4)}
    waiting = [0]
    while waiting:
        k = waiting.pop(0)
        for other, area in enumerate(areas):
            edge = areas[k].intersection(area)
            if other in turns or edge.length < 5 or edge.area > 1e-6:
                continue
            turns[other] = turns[k] @ hinge(areas[k], area, edge.bounds)
            waiting.append(other)
    assert len(turns) == len(areas)
    back = thing.stands[0].area
    for k, stand in enumerate(thing.stands):
        corner = turns[k] @ np.array([stand.area[0], stand.area[1], 0.0, 1.0])
        assert corner[:3] - (back[0], back[1], 0.0) == pytest.approx(np.array(stand.at), abs=1e-5)
    whole = shape(thing)
    assert all(whole.intersection(area).area > 0.6 * area.area for area in areas)
    assert whole.area < sum(area.area for area in areas)


def hinge(fixed: Polygon, moved: Polygon, edge: tuple[float, float, float, float]) -> np.ndarray:
    """Return how a panel turns up (towards +z) by a right angle about an edge."""
    left, low, right, high = edge
    (fx, fy), (mx, my) = fixed.centroid.coords[0], moved.centroid.coords[0]
    upright = right - left < high - low
    axis = (0.0, -math.copysign(1.0, mx - fx), 0.0) if upright else (math.copysign(1.0, my - fy), 0.0, 0.0)
    return trimesh.transformations.rotation_matrix(math.pi / 2, axis, (left, low, 0.0))


@pytest.mark.parametrize(("game", "process"), [*((g, "laser") for g in GAMES), *((g, "paper") for g in GAMES)])
def test_sets_with_boxes_pass_every_check(game: str, process: str) -> None:
    assert {one.code for one in check_set(made(game, process))[0]} <= {"place-none"}


def spoilt(held: GameSet, name: str, change: Callable[[Accessory], Accessory]) -> GameSet:
    return replace(held, accessories=tuple(change(x) if x.id == name else x for x in held.accessories))


def redrawn(thing: Accessory, area: Polygon) -> Accessory:
    ring = tuple(area.exterior.coords)[:-1]
    face = thing.face
    return replace(thing, face=Face(ring, ring, (replace(face.cells[0], boundary=ring),)))


def whole(thing: Accessory) -> Accessory:
    return redrawn(thing, box(*thing.stands[0].area))


def narrower(thing: Accessory) -> Accessory:
    left, low, right, high = thing.stands[0].area
    return redrawn(thing, shape(thing).intersection(box(left, low, right - 3.3, high + 1)))


def lower(thing: Accessory) -> Accessory:
    return replace(thing, stacks=tuple(replace(stack, z=stack.z + 1.0) for stack in thing.stacks))


def higher(thing: Accessory) -> Accessory:
    return replace(thing, stacks=tuple(replace(stack, height=stack.height + 9.0) for stack in thing.stacks))


def aside(thing: Accessory) -> Accessory:
    return replace(thing, stacks=tuple(replace(stack, x=stack.x + 0.4) for stack in thing.stacks))


def small(thing: Accessory) -> Accessory:
    return redrawn(thing, affinity.scale(shape(thing), 0.9, 0.9))


def unhinged(thing: Accessory) -> Accessory:
    first, second, *others = thing.stands
    x, y, z = second.at
    return replace(thing, stands=(first, replace(second, at=(x + 0.5, y, z)), *others))


def open_end(thing: Accessory) -> Accessory:
    x = thing.stands[0]
    return replace(thing, stands=tuple(s for s in thing.stands if not (s.across == 1 and s.up == 3 and s is not x)))


@pytest.mark.parametrize(
    ("process", "name", "change", "codes"),
    [
        ("laser", "box-front", whole, {"panels-overlap"}),
        ("laser", "box-bottom", narrower, {"joint-open"}),
        ("laser", "box-bottom", lower, {"box-small"}),
        ("laser", "box-bottom", aside, {"box-small"}),
        ("laser", "box-lid-inner", small, {"lid-open"}),
        ("laser", "box-lid", small, {"lid-open"}),
        ("paper", "tuck-box", higher, {"box-small"}),
        ("paper", "tuck-box", aside, {"box-small"}),
        ("paper", "tuck-box", unhinged, {"fold-open"}),
    ],
)
def test_each_law_finds_what_breaks_it(
    process: str, name: str, change: Callable[[Accessory], Accessory], codes: set[str]
) -> None:
    assert {one.code for one in check_boxes(spoilt(made("triomino", process), name, change))} == codes


@pytest.mark.parametrize("process", ["laser", "paper"])
def test_a_box_without_a_wall_is_open(process: str) -> None:
    held = made("triomino", process)
    if process == "paper":
        held = spoilt(held, "tuck-box", open_end)
    else:
        held = replace(held, accessories=tuple(thing for thing in held.accessories if thing.id != "box-back"))
    assert "box-open" in {one.code for one in check_boxes(held)}


def test_a_set_with_a_box_is_read_back() -> None:
    files = api.design("triomino", highest=1, storage=["box"]).files(formats=["svg", "dxf", "pdf"])
    assert api.verify(files, by="pieces").findings == []
