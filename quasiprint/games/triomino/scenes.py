"""Triomino's larger figures: the set as it is made, a table set up, a turn, a round step by step; puzzles, and their
solutions, found by the rules whenever a book is made. Lengths in mm."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from quasiprint.drawing.face_shapes import GOLDEN, RIM, Scene, box_of
from quasiprint.drawing.outlines import turn_ring
from quasiprint.exact.orbit import Labels
from quasiprint.games.triomino import cases
from quasiprint.games.triomino.cases import PLAYERS, SHAPE, Outcome, RoundCase
from quasiprint.games.triomino.figures import (
    HEAVY,
    LINE,
    NEW,
    SIGN,
    TileFigures,
    below,
    dashes,
    frame,
    middle,
    stack,
)
from quasiprint.games.triomino.points import DRAW
from quasiprint.games.triomino.proof import hexagons
from quasiprint.games.triomino.rules import PlacedTile, judge, moves_of, place, tile_id
from quasiprint.model.face import Point, Ring
from quasiprint.model.page import Figure, Shape

LARGE = 20.0  # a tile's edge on the cover
BODY, SHADE = "#fbf8ef", "#d9d2c2"  # of a tile on the cover, and its shadow
DEPTH = 0.7  # of the shadow
PAGE, COLUMN = 165.0, 74.0  # wide: across both columns, and in one
ROOM = 1.8  # between tiles beside one another
WIDEST = 16.5  # a tile's edge in a round
SMALL = 12.0  # a tile's edge in a hand
CLOTH, BACK, PAPER = "#f3eee2", "#cdbfa3", "#ffffff"  # a table, a tile face down, a score sheet
DEEP = 52.0  # of a table: between the hands
DISC, NUMBER, POINTS = 2.1, 3.1, 4.4  # a turn's mark, its number, and points beside tiles
GAP_NAMES = "ABC"
NEAR = 13.0  # mm: a tile's edge on the table of a puzzle
SOLVED = 16.0  # in a hexagon that is a solution
CLOSE = 10.0  # where three hexagons lie side by side


@dataclass(frozen=True, slots=True)
class Gap:
    """A place between five tiles. wants: the numbers that a tile needs, clockwise from the smallest; fit: the tiles of
    the set that are not there yet and fit; lies: whether the tile that would fit is one of the five."""

    table: tuple[PlacedTile, ...]
    place: PlacedTile
    fit: tuple[Labels, ...]
    lies: bool

    @property
    def wants(self) -> str:
        """The numbers, as a tile is named."""
        return tile_id(self.place.marks)


def best(shift: int) -> tuple[Outcome, Outcome]:
    """Return the move of the puzzle's hand that scores most, and the best of another tile. Raises ValueError if there
    are two that score most."""
    table = cases.lying(cases.POSITIONS["best"][0], shift)
    here = {tile.cell: tile for tile in table}
    found = []
    for move in moves_of(here, cases.tiles_of(cases.POSITIONS["best"][1], shift), SHAPE):
        found.append(cases.put_down(table, move, SHAPE))
    found.sort(key=lambda one: -one.points)
    if len(found) < 2 or found[0].points == found[1].points:
        raise ValueError(f"puzzle: found {[(one.name, one.points) for one in found[:2]]}, allowed is one best move")
    return found[0], next(one for one in found if one.name != found[0].name)


def gaps(shift: int, tiles: Sequence[Labels]) -> tuple[Gap, ...]:
    """Return the gaps of the puzzle. tiles: of the set."""
    found = []
    for lying, there in cases.POSITIONS["gaps"]:
        table = cases.lying(lying, shift)
        (gap,) = cases.lying(there, shift)
        here = {tile.cell: tile for tile in table}
        fit = dict.fromkeys(move.marks for move in moves_of(here, tiles, SHAPE) if move.cell == gap.cell)
        out = {tile.marks for tile in table}
        found.append(Gap(table, gap, tuple(marks for marks in fit if marks not in out), bool(out & set(fit))))
    return tuple(found)


class SceneFigures(TileFigures):
    """Scenes with the tiles of a set."""

    def cover(self, tiles: Sequence[PlacedTile]) -> Figure:
        """A layout, large, its tiles as bodies on the page."""
        rings = [self.ring(tile.cell, LARGE) for tile in tiles]
        scene = Scene(Shape((tuple((x + DEPTH, y - 1.4 * DEPTH) for x, y in ring),), SHADE) for ring in rings)
        for tile in tiles:
            scene.shapes += self.tile(tile, LARGE, BODY)
        return frame([scene], self.verdict(tiles))

    def upright(self, scene: Scene, marks: Labels, x: float, y: float, edge: float, body: str = "#FFFFFF") -> None:
        """Draw a tile by itself, its first number at the top, the middle of its lower side at (x, y)."""
        scene.shapes += self.put(self.faces[marks], x, y + edge * math.sqrt(3) / 6, edge, body=body)

    def row(
        self, scene: Scene, hand: Iterable[Labels], x: float, y: float, edge: float, gone: Labels | None = None
    ) -> Scene:
        """Draw tiles beside one another from (x, y), upright. gone: which has left its place, that is dashed."""
        for k, marks in enumerate(hand):
            at = x + edge / 2 + k * (edge + ROOM)
            if marks == gone:
                dashes(scene, _upright_ring(at, y, edge))
            else:
                self.upright(scene, marks, at, y, edge)
        return scene

    def box(self) -> Figure:
        """All tiles of the set, by how many different numbers they have."""
        kinds = [list(some) for _, some in groupby(sorted(self.faces, key=_kind), key=lambda marks: _kind(marks)[0])]
        across = 2 * self.highest
        edge = min(16.0, (PAGE + ROOM) / across - ROOM)
        scene, y = Scene(), 0.0
        for kind in kinds:
            for k in range(0, len(kind), across):
                some = kind[k : k + across]
                self.row(scene, some, -(len(some) * (edge + ROOM) - ROOM) / 2, y, edge)
                y -= edge * math.sqrt(3) / 2 + 2 * ROOM
            y -= 2 * ROOM
        return frame([scene], {"tiles": len(self.faces), **{f"of-{k}": len(kind) for k, kind in enumerate(kinds, 1)}})

    def set_up(self, case: RoundCase) -> Figure:
        """A table from above after the opening: two hands, the pool, the first tile, the score sheet."""
        first = case.turns[0]
        marks, own = first.tile.marks, case.hands[0]
        high = SMALL * math.sqrt(3) / 2
        span = len(own) * (SMALL + ROOM) - ROOM
        top = DEEP + 2 * high + 16.0
        x, scene = (PAGE - span) / 2, Scene()
        scene.box(0, 0, PAGE, top, CLOTH, RIM, 0.2)
        for k, one in enumerate(own):
            at = x + k * (SMALL + ROOM)
            self.row(scene, [one], at, 5.0, SMALL, marks)
            scene.area(tuple((px, top - py) for px, py in _upright_ring(at + SMALL / 2, 5.0, SMALL)), BACK, RIM, 0.15)
        low = 5.0 + high + 4.0
        heap(scene, case.pool, 6.0, low, 0.52 * PAGE, DEEP - 2.0)
        middle, edge = (0.66 * PAGE, low + DEEP / 2 - 5.0), 1.3 * SMALL
        self.upright(scene, marks, *middle, edge, NEW)
        scene.area(_upright_ring(*middle, edge), None, LINE, HEAVY)
        _sheet(scene, 0.79 * PAGE, low + 3.0, 0.17 * PAGE, DEEP - 8.0, cases.points_text(first.points))
        for name, y in zip(PLAYERS, (6.5, top - 10.0), strict=True):
            scene.write(x - 4.0, y, name, 5.0, "end", bold=True)
        facts = {"pool": case.pool, "each": len(own), "opens": first.name, "points": cases.points_text(first.points)}
        return scene.figure(PAGE, top, facts)

    def turn(self, done: Outcome) -> Figure:
        """A turn: what lies, the hand, tiles drawn, and the tile that is placed, which leaves its place in dashes."""
        lying, scene = self.lying(done.table, SMALL, done.put), Scene()
        left, low, _, top = box_of(lying.shapes, [])
        scene.add(lying, -left, -low)
        down = -7.0 - SMALL * math.sqrt(3) / 2
        side, level = COLUMN - len(done.drawn) * (SMALL + ROOM) + ROOM, (top - low) / 2
        placed = done.put.marks if done.put else None
        self.row(scene, done.hand, 0.0, down, SMALL, placed)
        self.row(scene, done.drawn, side, level, SMALL, placed)
        points = cases.points_text(done.points)  # of a tile that alone makes them: the sum of its numbers
        said = f"{' + '.join(map(str, placed))} = {points}" if placed and len(done.parts) == 1 else done.sum
        scene.write(COLUMN, -4.5 if done.drawn else level, said, SIGN, "end", bold=True)
        if placed:  # three in vain cost more than each of them
            for k in range(len(done.drawn)):
                scene.write(side + SMALL / 2 + k * (SMALL + ROOM), level - 5.0, cases.points_text(-DRAW), POINTS)
        facts = {
            "fit": len(done.fitting & set(done.hand)),
            "drawn": len(done.drawn),
            "vain": len(set(done.drawn) - done.fitting),
            "tile": done.name,
            "points": points,
        }
        return frame([scene], facts)

    def step(self, case: RoundCase, number: int) -> Figure:
        """The table after some turns of a round; what came last is outlined and has its turn on it, what was drawn
        in vain stands below."""
        turns = case.steps[number - 1]
        last = turns[-1].number
        here = [tile for tile in case.tiles if tile.entry <= last]
        new = {turn.put for turn in turns if turn.put}
        edge = self._edge(here)
        scene = Scene(shape for tile in here for shape in self.tile(tile, edge, NEW if tile in new else "#FFFFFF"))
        for tile in here:
            if tile in new:
                scene.area(self.ring(tile.cell, edge), None, LINE, HEAVY)
                self._number(scene, tile, edge)
        vain = [marks for turn in turns for marks in turn.drawn if not turn.put or marks != turn.put.marks]
        facts = {
            "turns": f"{turns[0].number}-{last}",
            "tiles": len(here),
            "hexagons": sum(turn.hexagons for turn in turns),
            "bridges": sum(turn.bridge for turn in turns),
            "drawn": sum(len(turn.drawn) for turn in turns),
            **dict(zip(("ann", "ben"), map(cases.points_text, turns[-1].totals), strict=True)),
            "legal": not judge(here, SHAPE),
        }
        return stack([scene, self.row(Scene(), vain, 0.0, 0.0, SMALL)] if vain else [scene], facts)

    def round(self, case: RoundCase) -> Figure:
        """The table at the end of a round; on each tile the turn in which it came."""
        edge = self._edge(case.tiles)
        scene = self.lying(case.tiles, edge)
        for tile in case.tiles:
            self._number(scene, tile, edge)
        facts = {
            "tiles": len(case.tiles),
            "turns": len(case.turns),
            "hexagons": case.hexagons,
            "bridges": case.bridges,
            "legal": not judge(case.tiles, SHAPE),
        }
        return frame([scene], facts)

    def _number(self, scene: Scene, tile: PlacedTile, edge: float) -> None:
        """Draw the disc with a tile's turn."""
        x, y = middle(self.ring(tile.cell, edge))
        scene.disc((x, y), DISC, 30, "#FFFFFF", RIM, 0.15)
        scene.write(x, y - 0.36 * NUMBER, tile.entry, NUMBER)

    def _edge(self, tiles: Sequence[PlacedTile]) -> float:
        """Return how long an edge may be, so that tiles lie in a column."""
        xs = [x for tile in tiles for x, _ in self.ring(tile.cell, 1.0)]
        return min(WIDEST, COLUMN / (max(xs) - min(xs)))

    def best(self) -> Figure:
        """A table, and a hand below it."""
        first, _ = best(self.shift)
        hand = cases.tiles_of(cases.POSITIONS["best"][1], self.shift)
        facts = {"tiles": len(first.table), "hand": list(map(tile_id, hand))}
        return stack([self.lying(first.table, NEAR), self.row(Scene(), hand, 0.0, 0.0, SMALL)], facts)

    def best_solution(self) -> Figure:
        """The tile of the hand that scores most, where it does, and its sum."""
        first, second = best(self.shift)
        facts = {"tile": first.name, "points": first.points, "second": second.name, "next": second.points}
        return frame([self.with_sum(first, NEAR)], facts)

    def six(self) -> Figure:
        """Six tiles, of which a hexagon can be made."""
        tiles = sorted(tile.marks for tile in self._six())
        three = len(tiles) // 2
        rows = [self.row(Scene(), some, 0.0, 0.0, 1.3 * SMALL) for some in (tiles[:three], tiles[three:])]
        return stack(rows, {"tiles": len(tiles), "ways": hexagons(tiles, self.highest)})

    def six_solution(self) -> Figure:
        """The hexagon that they make."""
        done = self.outcome("six")
        facts = {"hexagons": done.hexagons, "around": self.around(done)}
        return frame([self.lying(self._six(), SOLVED)], facts)

    def _six(self) -> tuple[PlacedTile, ...]:
        return cases.lying(" ".join(cases.POSITIONS["six"]), self.shift)

    def gaps(self) -> Figure:
        """Hexagons with a gap each, and their letters."""
        drawn, facts = [], {}
        for name, gap in zip(GAP_NAMES, gaps(self.shift, list(self.faces)), strict=True):
            if judge(gap.table, SHAPE):
                raise ValueError(f"gap {name}: {judge(gap.table, SHAPE)[0].message}")
            scene = self.lying(gap.table, CLOSE)
            dashes(scene, self.ring(gap.place.cell, CLOSE))
            drawn.append(below(scene, name))
            facts[name.lower()] = list(map(tile_id, gap.fit)) or ("lies" if gap.lies else "none")
        return frame(drawn, facts)

    def gaps_solution(self) -> Figure:
        """The hexagon of which the gap can be filled, closed."""
        (gap,) = (gap for gap in gaps(self.shift, list(self.faces)) if gap.fit)
        here = {tile.cell: tile for tile in gap.table}
        (tile,) = (move for move in moves_of(here, gap.fit[:1], SHAPE) if move.cell == gap.place.cell)
        facts = {"tile": tile_id(tile.marks), "hexagons": place(here, tile, SHAPE).completed}
        return frame([self.lying(gap.table, SOLVED, tile)], facts)


def heap(scene: Scene, count: int, x: float, y: float, width: float, height: float) -> None:
    """Draw tiles face down, shuffled, in a box whose lower left corner is (x, y)."""
    across = max(1, round(width / math.sqrt(width * height / count)))
    rows = math.ceil(count / across)
    radius = SMALL / math.sqrt(3)
    corners = tuple(
        (radius * math.cos(a), radius * math.sin(a)) for a in (math.pi / 2 * (1 + 4 * j / 3) for j in range(3))
    )
    for k in range(count):
        row, place = divmod(k, across)
        many = min(across, count - row * across)
        at = (
            x + width / 2 + (place + 0.5 - many / 2 + 0.12 * math.sin(3 * k)) * width / across,
            y + (row + 0.5 + 0.1 * math.cos(5 * k)) * height / rows,
        )
        scene.area(turn_ring(corners, k * GOLDEN, *at), BACK, RIM, 0.15)


def _sheet(scene: Scene, x: float, y: float, width: float, height: float, points: str) -> None:
    """Draw a score sheet with the points of the opening."""
    scene.box(x, y, width, height, PAPER, RIM, 0.2)
    column, line = width / 2, 6.0
    for k in range(1, int(height / line)):
        level = y + height - k * line
        scene.lines((((x, level), (x + width, level)),), RIM, 0.5 if k == 1 else 0.15)
    scene.lines((((x + column, y), (x + column, y + height)),), RIM, 0.15)
    for k, name in enumerate(PLAYERS):
        scene.write(x + (k + 0.5) * column, y + height - 0.75 * line, name, POINTS, bold=True)
    scene.write(x + column / 2, y + height - 1.75 * line, points, POINTS)


def _upright_ring(x: float, y: float, edge: float) -> Ring:
    """Return the outline of a tile that stands on (x, y), the middle of its lower side."""
    corners: tuple[Point, ...] = ((x, y + edge * math.sqrt(3) / 2), (x + edge / 2, y), (x - edge / 2, y))
    return corners


def _kind(marks: Labels) -> tuple[int, Labels]:
    return len(set(marks)), marks
