"""What a set is kept in: packed in simulation, and held to laws that each have a counterexample."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
import shapely
from called import settled
from kept import codes, with_slots, with_thing
from packing import highest, packed, shared, solids
from shapely.geometry import Polygon

import quasiprint
from quasiprint.accessories.racks import PLAY
from quasiprint.checks import check_set
from quasiprint.checks.containers import check_containers
from quasiprint.model.face import Face, Mark, Region
from quasiprint.model.piece import Accessory, GameSet

SETS = {"quasimino": {"colours": 1}, "triomino": {"highest": 3}, "majomino": {"count": 3}, "quomino": {"size": 4}}
DEFAULTS = ("triomino", "quasimino", "majomino", "quomino")
SMALL = ("triomino", ("tray", "rack"))


@cache
def held(game: str, *storage: str) -> GameSet:
    return quasiprint.design(game, storage=list(storage), **SETS[game]).as_made_by("printer")


def trays(game_set: GameSet) -> list[Accessory]:
    return [thing for thing in game_set.accessories if thing.stacks]


def lid(game_set: GameSet) -> Accessory:
    return next(thing for thing in game_set.accessories if thing.kind == "tray-lid")


@pytest.mark.sampled(2)
@pytest.mark.parametrize("game", SETS)
def test_everything_lies_in_the_trays_and_the_lid_closes(game: str) -> None:
    game_set = held(game, "tray")
    bodies = solids(game_set)
    packed_in: Counter[str] = Counter()
    for tray in trays(game_set):
        body, inside = bodies[tray.id], list(packed(tray, bodies))
        for stack in tray.stacks:
            packed_in.update(dict(stack.items))
        assert sum(shared(body, thing) for thing in inside) == pytest.approx(0.0, abs=1e-3)
        rim = tray.face.thickness or 0.0
        assert highest(inside) < rim
        # the lid, or another tray, stands on the rim: its grooves take the lips
        for cover in (lid(game_set), tray):
            above = bodies[cover.id].translate((0.0, 0.0, rim))
            assert shared(body, above) == pytest.approx(0.0, abs=1e-3)
            assert sum(shared(above, thing) for thing in inside) == 0.0
            # and it does not slide off: pushed by twice the play, it hits a lip
            assert shared(body, above.translate((0.7, 0.0, 0.0))) > 1.0
            assert shared(body, above.translate((0.0, 0.7, 0.0))) > 1.0
        # the other way round: what lies in wells cannot wander far
        for thing in inside[:: max(1, len(inside) // 4)]:
            low, high = thing.bounding_box()[:2], thing.bounding_box()[3:5]
            if max(high[0] - low[0], high[1] - low[1]) > 20:
                pushed = [thing.translate((dx, dy, 0.0)) for dx, dy in ((3, 0), (-3, 0), (0, 3), (0, -3))]
                assert all(shared(body, each) > 0.0 for each in pushed)
    assert packed_in == {thing.id: thing.count for thing in game_set.items if not getattr(thing, "storage", False)}


@pytest.mark.sampled(2)
@pytest.mark.parametrize("size", [9, 5, 4, 7, 11, 12])
def test_the_plate_between_walls_is_nowhere_too_fine(size: int) -> None:
    """Of 9, a nook between two walls was too small for a printer; of 5, the way between corners of two walls."""
    made = quasiprint.design("quomino", storage=["tray"], size=size).as_made_by("printer")
    assert [one for one in check_set(made)[0] if one.code != "place-none"] == []


def test_all_parts_lie_on_the_bed_and_print_as_they_stand() -> None:
    for game in SETS:
        game_set = held(game, "tray")
        room = game_set.measures.machine.room
        for thing in (*trays(game_set), lid(game_set)):
            left, low, right, high = Polygon(thing.face.outline).bounds
            assert right - left <= room[0]
            assert high - low <= room[1]
            # what is bridged is narrow, and no wall and no web between holes is narrower than two lines of a nozzle
            assert max(min(_sides(hollow.outer)) for hollow in thing.face.hollows) < 2.5
            holes = [Polygon(area.outer) for mark in thing.face.marks if mark.operation == "cut" for area in mark.ink]
            grooves = [Polygon(hollow.outer) for hollow in thing.face.hollows]
            apart = shapely.STRtree(holes + grooves)
            assert not len([1 for a, b in apart.query(holes, "dwithin", 0.83).T if a != b])
            for wall in walls(thing):
                assert wall.difference(wall.buffer(-0.41).buffer(0.42)).area < 1.0


def walls(thing: Accessory) -> list[Polygon]:
    """What stands as high as the rim of something."""
    marks = [Polygon(area.outer, area.holes) for mark in thing.face.marks for area in mark.ink if mark.rise != 0.6]
    left = Polygon(thing.face.outline).difference(shapely.unary_union(marks).buffer(1e-4))
    return [part for part in getattr(left, "geoms", [left]) if part.area > 0.5]


@pytest.mark.sampled(1)
@pytest.mark.parametrize("game", DEFAULTS)
def test_trays_and_their_lid_weigh_a_third_of_what_lies_in_them(game: str) -> None:
    design = quasiprint.design(game, storage=["tray"])
    bill = design.foresee().bill
    for kept, way in zip(bill.storage, bill.ways, strict=True):
        assert kept.way == way.name
        assert kept.grams < (way.total("grams") - kept.grams) / 3
    held = design.as_made_by("printer")
    for thing in held.accessories:
        if thing.storage:
            # a floor of 1.2 mm, half of it holes; walls take a tenth of the plan
            whole, outline = walls(thing), Polygon(thing.face.outline)
            assert thing.kind == "tray-lid" or sum(wall.area for wall in whole) < 0.1 * outline.area
            holes = [Polygon(area.outer) for mark in thing.face.marks if mark.operation == "cut" for area in mark.ink]
            assert sum(hole.area for hole in holes) > 0.5 * outline.area


def _sides(ring: tuple[tuple[float, float], ...]) -> tuple[float, float]:
    left, low, right, high = Polygon(ring).bounds
    return right - left, high - low


def test_tiles_stand_in_the_rack_and_it_does_not_fall_over() -> None:
    for game in ("triomino", "quasimino"):
        game_set = held(game, "rack")
        assert not check_containers(game_set)
        (rack,) = (thing for thing in game_set.accessories if thing.slots)
        outline = Polygon(rack.face.outline)
        high = 36 * 3**0.5 / 2 if game == "triomino" else 30 * 0.9510565
        weights = []
        for slot in rack.slots:
            thick = slot.width - PLAY
            tile = shapely.box(-slot.width / 2, 0.01, -slot.width / 2 + thick, high)
            tile = shapely.affinity.rotate(tile, 90.0 - slot.slope, origin=(0, 0))
            # up becomes the slope: the tile leans back, to the right
            tile = shapely.affinity.scale(tile, -1.0, 1.0, origin=(0, 0))
            tile = shapely.affinity.translate(tile, slot.x, slot.y)
            assert outline.intersection(tile).area < 1e-4
            assert outline.distance(tile) < 0.02
            # pushed into the wall behind it, it is in the wall over half of its height
            assert outline.intersection(shapely.affinity.translate(tile, 0.2, 0.0)).area > 0.1 * high / 2
            weights.append(tile)
        body = outline.area / 4
        x = (body * outline.centroid.x + sum(t.area * t.centroid.x for t in weights)) / (
            body + sum(t.area for t in weights)
        )
        foot = outline.intersection(shapely.box(-1e3, 0, 1e3, 0.01)).bounds
        assert foot[0] + 5 < x < foot[2] - 5
    assert quasiprint.design("quasimino", storage=["rack"]).as_made_by("printer").accessories[-1].hand == 14


def with_face(id: str, **changes: object) -> Callable[[GameSet], GameSet]:
    return lambda held: with_thing(held, id, lambda t: replace(t, face=replace(t.face, **changes)))  # type: ignore[arg-type]


def with_stack(number: int, **changes: object) -> Callable[[GameSet], GameSet]:
    def changed(tray: Accessory) -> Accessory:
        stacks = list(tray.stacks)
        stacks[number] = replace(stacks[number], **changes)  # type: ignore[arg-type]
        return replace(tray, stacks=tuple(stacks))

    return lambda held: with_thing(held, "tray-1", changed)


def with_marks(id: str, change: Callable[[Mark], Mark | None]) -> Callable[[GameSet], GameSet]:
    def changed(thing: Accessory) -> Accessory:
        cell = thing.face.cells[0]
        marks = tuple(made for made in map(change, cell.marks) if made is not None)
        face: Face = replace(thing.face, cells=(replace(cell, marks=marks),))
        return replace(thing, face=face)

    return lambda held: with_thing(held, id, changed)


def first_stack(**changes: float) -> Callable[[GameSet], GameSet]:
    """Move the first stack by so much."""

    def moved(held: GameSet) -> GameSet:
        stack = trays(held)[0].stacks[0]
        return with_stack(0, **{key: getattr(stack, key) + by for key, by in changes.items()})(held)

    return moved


def onto_the_first(held: GameSet) -> GameSet:
    one = trays(held)[0].stacks[0]
    return with_stack(1, x=one.x, y=one.y)(held)


def without_notches(held: GameSet) -> GameSet:
    """Wells of the tiles' own outline."""
    tray = trays(held)[0]
    tile = Polygon(held.pieces[0].face.outline).buffer(0.4, join_style="mitre")
    wells = [shapely.affinity.translate(tile, s.x, s.y) for s in tray.stacks]
    rings = [tuple((round(x, 6) + 0.0, round(y, 6) + 0.0) for x, y in w.exterior.coords[:-1]) for w in wells]

    def alone(mark: Mark) -> Mark:
        if mark.rise is None or mark.rise > -2.0:
            return mark
        own = [ring for ring in rings if Polygon(mark.ink[0].outer).contains(Polygon(ring).centroid)]
        areas = tuple(replace(mark.ink[0], outer=ring if Polygon(ring).exterior.is_ccw else ring[::-1]) for ring in own)
        return replace(mark, field=areas, ink=areas)

    return with_marks("tray-1", alone)(held)


def narrowed(held: GameSet) -> GameSet:
    """A rack whose foot ends under its first slot."""
    rack = next(thing for thing in held.accessories if thing.slots)
    front, (rear, _), *others = rack.face.outline
    return with_face("rack", outline=(front, (2.0, 0.0), (rear, 3.0), *others))(held)


def all_floor(held: GameSet, mark: Mark) -> Mark | None:
    """A tray that is a floor, and no walls."""
    if mark.operation == "cut" or (mark.rise is not None and -2.0 < mark.rise < 0.0):
        return None
    if mark.rise is None or mark.rise > 0.0:
        return mark
    whole = (Region(trays(held)[0].face.outline),)
    return replace(mark, field=whole, ink=whole)


def with_wide_hole(mark: Mark) -> Mark:
    """The lid's holes, the first of them as wide as a tile."""
    if mark.operation != "cut":
        return mark
    wide = (Region(tuple((20.0 * x, 20.0 * y) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1)))), *mark.ink[1:])
    return replace(mark, field=wide, ink=wide)


LAWS: dict[str, Callable[[GameSet], GameSet]] = {
    "place-missing": lambda held: replace(held, pieces=(replace(held.pieces[0], count=2), *held.pieces[1:])),
    "place-twice": lambda held: with_thing(held, "tray-1", lambda t: replace(t, count=2)),
    "place-unknown": with_stack(0, items=(("9-9-9", 1),)),
    "stack-low": first_stack(height=-0.5),
    "well-shallow": first_stack(z=0.0, height=20.0),
    "well-tight": first_stack(x=0.3),
    "stack-floats": first_stack(z=-0.2),
    "stacks-overlap": onto_the_first,
    "notch-missing": without_notches,
    "lid-missing": lambda held: replace(
        held, accessories=tuple(thing for thing in held.accessories if thing.kind != "tray-lid")
    ),
    "lid-open": with_face("tray-lid", hollow_depth=0.7),
    "stack-loose": lambda held: with_marks("tray-1", lambda mark: all_floor(held, mark))(held),
    "hole-wide": lambda held: with_marks("tray-lid", with_wide_hole)(held),
    "hand-short": lambda held: with_thing(held, "rack", lambda t: replace(t, count=1)),
    "slope-unreadable": with_slots("rack", slope=85.0),
    "slot-tight": with_slots("rack", width=4.2),
    "slot-wrong": with_slots("rack", x=3.0),
    "rack-falls": narrowed,
}


def test_what_is_made_keeps_every_law() -> None:
    assert codes(held(*SMALL[:1], *SMALL[1])) == set()


@pytest.mark.parametrize("code", LAWS)
def test_each_law_has_a_counterexample(code: str) -> None:
    beside = {"slope-unreadable": {"slot-wrong"}, "slot-wrong": {"slot-wrong"}, "place-unknown": {"place-missing"}}
    found = codes(LAWS[code](held(*SMALL[:1], *SMALL[1])))
    assert code in found
    assert found <= {code} | beside.get(code, set())


def test_it_is_asked_for_on_the_command_line_and_in_a_project(tmp_path: Path) -> None:
    assert settled("check", "triomino", "--storage", "rack,Tray").profiles.manner.storage == ("tray", "rack")
    project = tmp_path / "kept.toml"
    project.write_text('game = "triomino"\nstorage = ["tray"]\n', encoding="utf-8")
    assert settled("make", "--project", project).profiles.manner.storage == ("tray",)


def test_a_kept_set_is_recorded_and_proved_from_its_files() -> None:
    files = quasiprint.design("triomino", highest=0, storage=["rack", "tray"]).files(formats=("stl",))
    assert b'"storage": [\n     "tray",\n     "rack"\n    ]' in files["manifest.json"]
    assert {"stl/pieces/tray-1-body.stl", "stl/pieces/tray-lid-body.stl", "stl/pieces/rack-body.stl"} <= set(files)
    verdict = quasiprint.verify(files)
    assert verdict.verified, verdict.findings
