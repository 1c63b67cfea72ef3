"""Boxes of a laser and of paper, and racks of boards: put together and folded by other means than the program's own."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import combinations

import numpy as np
import pytest
import trimesh
from kept import codes, with_slots, with_thing
from shapely import Polygon, affinity, box, unary_union

import quasiprint
from quasiprint import api
from quasiprint.accessories.boxes import LID_PLAY, PLAY, segments
from quasiprint.checks import check_set
from quasiprint.checks.containers import check_boxes
from quasiprint.make.run import Request, settle
from quasiprint.make.workshop import Build
from quasiprint.model.face import Face
from quasiprint.model.piece import Accessory, GameSet
from quasiprint.model.solid import tallest, upright_size

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


def common(first: trimesh.Trimesh, second: trimesh.Trimesh) -> float:
    both = trimesh.boolean.intersection([first, second], engine="manifold")
    with np.errstate(all="ignore"):  # where panels touch alone, what they share has no middle
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
    outlines = {thing.id: Polygon(thing.face.outline) for thing in held.items}
    lying = []
    for stack in holder.stacks:
        area = unary_union([outlines[id] for id, _ in stack.items])
        lying.append((affinity.translate(area, stack.x, stack.y), stack.z, stack.z + stack.height))
        assert stack.height >= sum(n for _, n in stack.items) * held.measures.stock.thickness - 1e-6
    for (one, low, high), (two, down, up) in combinations(lying, 2):
        assert one.distance(two) >= 0.9 or low >= up - 1e-6 or down >= high - 1e-6
    counts: dict[str, int] = {}
    for stack in holder.stacks:
        for id, count in stack.items:
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
    shop = Build(settle(Request("triomino", {}, formats=("svg",), storage=("box",), kerf=0.3)))
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


# --- Racks of boards ------------------------------------------------------------------------------


@cache
def boarded(game: str) -> GameSet:
    return quasiprint.design(game, storage=["rack"]).as_made_by("laser")


def by_id(game_set: GameSet) -> dict[str, Accessory]:
    return {thing.id: thing for thing in game_set.accessories}


HANDED = ("quasimino", "triomino")


def holes(side: Accessory) -> list[Polygon]:
    return [Polygon(area.outer) for mark in side.face.marks for area in mark.ink]


@pytest.mark.parametrize("game", HANDED)
def test_tiles_stand_between_the_boards(game: str) -> None:
    held = boarded(game)
    side, boards = by_id(held)["rack-side"], holes(by_id(held)["rack-side"])
    assert len(boards) == 2 * 3
    outline = Polygon(side.face.outline)
    assert all(outline.buffer(-3.0).contains(hole) for hole in boards)
    assert all(a.distance(b) >= 1.9 for k, a in enumerate(boards) for b in boards[:k])
    thick = max(tallest(piece.face, held.measures) for piece in held.pieces)
    high = max(upright_size(piece.face)[1] for piece in held.pieces)
    tiles = []
    for slot in side.slots:
        # leaning on the board behind it, a hair off each
        tile = box(1e-3, -slot.width / 2 + 1e-3, high, thick - slot.width / 2 + 1e-3)
        tiles.append(affinity.translate(affinity.rotate(tile, slot.slope, origin=(0, 0)), slot.x, slot.y))
        assert slot.slope == 70
        assert slot.width - thick == pytest.approx(0.6)
    # the whole boards, broader than the tabs in the holes: twice as broad
    for tile in tiles:
        assert all(tile.distance(board) > 0 for board in boards)
        assert sum(tile.distance(board) < 1.0 for board in boards) == 3
    assert tiles[0].distance(tiles[1]) > 2.0
    low, _, far, _ = outline.bounds
    middle = sum(tile.centroid.x for tile in tiles) / 2
    assert low + 10 < middle < far - 10


@pytest.mark.parametrize("game", HANDED)
def test_each_tab_goes_through_its_hole(game: str) -> None:
    held = boarded(game)
    stock = held.measures.stock.thickness
    tabs = []
    for name in ("rack-floor", "rack-back", "rack-lip"):
        board = Polygon(by_id(held)[name].face.outline)
        _, low, right, high = board.bounds
        end = board.intersection(box(right - stock / 2, low, right, high))
        tabs.append(end.bounds[3] - end.bounds[1])
    found = sorted(max(hole.area / stock, 0.0) for hole in holes(by_id(held)["rack-side"]))
    assert found == pytest.approx(sorted(tab + 0.06 for tab in tabs * 2), abs=1e-3)


def with_back(x: float, y: float) -> Callable[[GameSet], GameSet]:
    """Make the board behind tiles as many times as long and broad."""

    def change(board: Accessory) -> Accessory:
        ring = tuple((x * a, y * b) for a, b in board.face.outline)
        return replace(board, face=replace(board.face, outline=ring, nominal=ring))

    return lambda held: with_thing(held, "rack-back", change)


def footless(side: Accessory) -> Accessory:
    ring = tuple((a + 60.0 if b < 0.01 else a, b) for a, b in side.face.outline)
    return replace(side, face=replace(side.face, outline=ring))


def unholed(side: Accessory) -> Accessory:
    (cell,) = side.face.cells
    return replace(side, face=replace(side.face, cells=(replace(cell, marks=cell.marks[:-1]),)))


BOARD_LAWS: list[tuple[str, Callable[[GameSet], GameSet]]] = [
    ("tab-unfit", with_back(1.0, 0.8)),
    ("tab-unfit", lambda held: with_thing(held, "rack-side", unholed)),
    ("hand-short", with_back(0.8, 1.0)),
    ("slope-unreadable", with_slots("rack-side", slope=88.0)),
    ("slot-tight", with_slots("rack-side", width=3.1)),
    ("slot-wrong", with_slots("rack-side", x=0.0)),
    ("rack-falls", lambda held: with_thing(held, "rack-side", footless)),
]


@pytest.mark.parametrize(("code", "change"), BOARD_LAWS)
def test_each_law_of_boards_has_a_counterexample(code: str, change: Callable[[GameSet], GameSet]) -> None:
    assert codes(boarded("triomino")) == set()
    assert code in codes(change(boarded("triomino")))


@pytest.mark.parametrize("game", HANDED)
def test_a_set_with_a_rack_passes_every_check(game: str) -> None:
    assert [one for one in check_set(boarded(game))[0] if one.code != "place-none"] == []
