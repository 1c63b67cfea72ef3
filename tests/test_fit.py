"""How sets fit: what is told of it, against outlines that shapely has burnt, laid and pushed together."""

from __future__ import annotations

import itertools
import json
import math
from dataclasses import replace
from pathlib import Path

import pytest
from called import invoke
from samples import LASER, quasimino, resized
from shapely import affinity
from shapely.geometry import LinearRing, Point, Polygon
from svgelements import SVG
from svgelements import Path as Curve

from quasiprint.checks import check_set
from quasiprint.checks.fit import Budget, Span, budget, joints, loose
from quasiprint.exact.regular import Group
from quasiprint.games.quasimino.rules import score
from quasiprint.model.measures import Maker
from quasiprint.model.piece import Seat
from quasiprint.pipeline.run import Request, settle
from quasiprint.pipeline.workshop import Workshop

KERF = 0.2
EDGE = 30.0
LONG = 3.0  # mm: sides of a tile are longer, chords of its round corners shorter


def span(found: Budget | None, name: str) -> Span:
    assert found is not None
    return next(one for one in (*found.between, *found.drifts) if name in one.name)


def drawn(group: Group) -> list[Polygon]:
    """The tiles at their drawn places, mm."""
    return [Polygon([(EDGE * x, EDGE * y) for x, y in (p.to_xy() for p in tile)]) for tile in group.tiles]


def sharp(tile: Polygon) -> list[tuple[float, float]]:
    """The corners that the long sides of a tile run to, anticlockwise: a burnt tile has round ones."""
    ring = list(tile.exterior.coords)[:-1] if tile.exterior.is_ccw else list(tile.exterior.coords)[:0:-1]
    sides = [(a, b) for a, b in zip(ring, ring[1:] + ring[:1], strict=True) if math.dist(a, b) > LONG]
    return [crossing(one, two) for one, two in zip(sides[-1:] + sides[:-1], sides, strict=True)]


def crossing(one: tuple, two: tuple) -> tuple[float, float]:
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = *one, *two
    ux, uy, vx, vy = bx - ax, by - ay, dx - cx, dy - cy
    s = ((cx - ax) * vy - (cy - ay) * vx) / (ux * vy - uy * vx)
    return ax + s * ux, ay + s * uy


def laid(tile: Polygon, place: Polygon) -> Polygon:
    """A tile turned and moved to where one of its shape is drawn: as well as it can lie there."""
    corners, target = sharp(tile), sharp(place)
    middle, there = Polygon(corners).centroid, Polygon(target).centroid

    def direction(ring: list[tuple[float, float]], k: int) -> float:
        (x0, y0), (x1, y1) = ring[k], ring[(k + 1) % len(ring)]
        return math.degrees(math.atan2(y1 - y0, x1 - x0))

    ways = []
    for k in range(len(corners)):
        turned = affinity.rotate(tile, direction(target, 0) - direction(corners, k), origin=middle)
        moved = affinity.translate(turned, there.x - middle.x, there.y - middle.y)
        ways.append((moved.symmetric_difference(place).area, k, moved))
    return min(ways)[2]


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
    held = Workshop(run).whole(Maker.LASER)
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
    held = Workshop(run).whole(Maker.PRINTER)
    studs = next(mark for thing in held.accessories for mark in thing.face.marks if mark.rise and mark.rise > 0)
    stud = Polygon(studs.ink[0].outer)
    hollow = Polygon(next(p for p in held.pieces if p.shape == "quomino").face.hollows[0].outer)
    middle = stud.centroid
    room = hollow.exterior.distance(Point(0, 0)) - max(middle.distance(Point(p)) for p in stud.exterior.coords)
    assert held.seats[0] == Seat("around a stud under a Quomino", pytest.approx(room, abs=1e-5))

    board = Workshop(settle(Request("majomino", {"size": 3, "count": 1}, clearance=0.1))).whole(Maker.LASER)
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
    page = Path("set/README.md").read_text(encoding="utf-8")
    assert "up to 0.1 mm cut (profile `measures mine`)" in page
    assert "| between two tiles, cut | 0.40 | ± 0.14 | 0.20 to 0.60 |" in page
    assert "| a row of twelve is shorter by, cut | 3.82 |" in page
    told = json.loads(invoke("check", *words, "--json").stdout)["facts"]["fit"]["laser"]
    assert told["between two tiles"] == {"nominal": 0.4, "likely": 0.14, "worst": [0.2, 0.6]}
    assert invoke("verify", "set").exit_code == 0


def test_default_sets_have_no_more_play_than_is_warned_of() -> None:
    for game, few in (("triomino", {"highest": 0}), ("quasimino", {"colours": 1}), ("quomino", {"size": 6})):
        shop = Workshop(settle(Request(game, few)))
        assert [
            finding for maker in (Maker.PRINTER, Maker.LASER, Maker.PAPER) for finding in loose(shop.whole(maker))
        ] == []
