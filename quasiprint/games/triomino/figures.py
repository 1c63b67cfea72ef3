"""Triomino's figures: what lies, with the set's own faces, and what the rules say of it; the set as it is made, a table
set up, a turn, a round step by step; puzzles, and their solutions, found by the rules whenever a book is made. Lengths
in mm."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from quasiprint.drawing.face_shapes import GOLDEN, RIM, Scene, SetPainter, box_of, heap, in_rows
from quasiprint.drawing.outlines import turn_ring
from quasiprint.errors import InputError
from quasiprint.exact.lattice import LatticePoint, corners
from quasiprint.exact.orbit import Labels
from quasiprint.games.triomino import cases
from quasiprint.games.triomino.cases import PLAYERS, SHAPE, Outcome, RoundCase
from quasiprint.games.triomino.proof import hexagons, sides
from quasiprint.games.triomino.rules import (
    DRAW,
    HouseRules,
    PlacedTile,
    full_points,
    judge,
    moves_of,
    place,
    read,
    shows,
    tile_id,
)
from quasiprint.games.triomino.scoring import tables
from quasiprint.games.triomino.turns import ways
from quasiprint.model.choices import Process
from quasiprint.model.face import Point, Ring
from quasiprint.model.finding import in_words
from quasiprint.model.game_text import is_layout
from quasiprint.model.page import Drawn, Figure, Shape
from quasiprint.model.piece import GameSet

EDGE = 16.0  # mm: a tile's edge in a figure
LARGE = 20.0  # of squares, whose digits are near the corners; and on the cover
MIDDLE = 15.0  # where more than two lie
WHOLE = 16.0  # of a layout of the whole set
BODY = "#FFFFFF"
SIGN = 5.2  # mm: the font of a sum below tiles
MARGIN = 3.0
GAP = 9.0  # between two items in one figure
NEW = "#e9e6da"  # the body of the tile just put down, which has a heavy line around it too
HEAVY, LINE = 0.8, "#1c1c1c"
DASH = 1.6
DOT = 1.5  # a point's radius, where tiles lie all around
CROSS = 1.5  # half of what marks a corner where numbers disagree: small enough to leave the digits whole
STEP = 8.0  # of a table's cells


def middle(ring: Ring) -> Point:
    """Return the mean of a tile's corners."""
    x, y = (sum(p[k] for p in ring) / len(ring) for k in (0, 1))
    return x, y


def frame(scenes: Sequence[Scene], facts: Mapping[str, object]) -> Figure:
    """Return scenes side by side, each on the middle line, as a figure."""
    return in_rows([(scene.shapes, scene.texts) for scene in scenes], facts, GAP, MARGIN)


def stack(scenes: Sequence[Scene], facts: Mapping[str, object]) -> Figure:
    """Return scenes one below the other as a figure."""
    return in_rows([(scene.shapes, scene.texts) for scene in scenes], facts, GAP / 2, MARGIN, 0.0)


def below(scene: Scene, text: str) -> Scene:
    """Return a scene with a sign below it."""
    left, low, right, _ = box_of(scene.shapes, scene.texts)
    scene.write((left + right) / 2, low - 1.4 * SIGN, text, SIGN, bold=True)
    return scene


def picture(text: str | bytes, sets: Mapping[Process, GameSet]) -> Figure:
    """Draw a layout with paper's tiles, or what lies at the end of each round of a game. Raises InputError as `read`,
    for a layout of none of its tiles, and for a game without places."""
    game_set = sets[Process.PAPER]
    highest, content = game_set.labelled.labels - 1, text.encode() if isinstance(text, str) else text
    if not is_layout(content):
        return SceneFigures(game_set, 0).rounds(tables(content, highest))
    tiles, findings = read(text, game_set.pieces[0].shape, highest)
    known = [tile for tile in tiles if tile.marks]
    if not known:
        raise InputError(f"layout: {in_words(findings)}")
    return SceneFigures(game_set, 0).layout(known)


def dashes(scene: Scene, ring: Ring) -> None:
    """Draw a ring in dashes."""
    for (x0, y0), (x1, y1) in zip(ring, ring[1:] + ring[:1], strict=True):
        count = max(1, round(math.dist((x0, y0), (x1, y1)) / DASH / 2))
        for k in range(count):
            s, t = (k + 0.25) / count, (k + 0.75) / count
            line = ((x0 + s * (x1 - x0), y0 + s * (y1 - y0)), (x0 + t * (x1 - x0), y0 + t * (y1 - y0)))
            scene.lines((line,), LINE, HEAVY)


COVER_BODY, SHADE = "#fbf8ef", "#d9d2c2"  # of a tile on the cover, and its shadow
DEPTH = 0.7  # of the shadow
PAGE, COLUMN = 165.0, 74.0  # wide: across both columns, and in one
ROOM = 1.8  # between tiles beside one another
WIDEST = 16.5  # a tile's edge in a round
SMALL = 12.0  # a tile's edge in a hand
CLOTH, BACK, PAPER = "#f3eee2", "#cdbfa3", "#ffffff"  # a table, a tile face down, a score sheet
DEEP = 52.0  # of a table: between the hands
SPREAD, LONG = 19.7, 1.9  # of the pool: how far its tiles lie from its middle, and how much wider than high it is
DISC, NUMBER, POINTS = 2.1, 3.1, 4.4  # a turn's mark, its number, and points beside tiles
GAP_NAMES = "ABC"
NEAR = 13.0  # mm: a tile's edge on the table of a puzzle
SOLVED = 16.0  # in a hexagon that is a solution
CLOSE = 10.0  # where three hexagons lie side by side


class Gap(NamedTuple):
    """A place between five tiles. place: with the numbers that a tile needs; fit: the tiles of the set that are not
    there yet and fit; lies: whether the tile that would fit is one of the five."""

    table: tuple[PlacedTile, ...]
    place: PlacedTile
    fit: tuple[Labels, ...]
    lies: bool


def best(shift: int) -> tuple[Outcome, Outcome]:
    """Return the move of the puzzle's hand that scores most, and the best of another tile. Raises ValueError if there
    are two that score most."""
    table = cases.lying(cases.POSITIONS["best"][0], shift)
    moves = moves_of({tile.cell: tile for tile in table}, cases.tiles_of(cases.POSITIONS["best"][1], shift), SHAPE)
    found = [cases.put_down(table, move, SHAPE) for move in moves]
    found.sort(key=lambda outcome: -outcome.points)
    if len(found) < 2 or found[0].points == found[1].points:
        raise ValueError(f"puzzle: found {[outcome.name for outcome in found[:2]]}, allowed is one best move")
    return found[0], next(outcome for outcome in found if outcome.name != found[0].name)


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


class SceneFigures(SetPainter):
    """Tiles of a set, as they lie."""

    def __init__(self, game_set: GameSet, shift: int) -> None:
        super().__init__(game_set)
        self.shape = game_set.pieces[0].shape
        self.faces = {piece.marks: piece.face for piece in game_set.pieces}
        self.highest = game_set.labelled.labels - 1
        self.shift = shift
        self.rules = HouseRules.of(dict(game_set.parameters))

    def position(self, name: str) -> tuple[PlacedTile, ...]:
        """Return a position of the book, in the numbers of the set."""
        return cases.lying(cases.POSITIONS[name], self.shift)

    def outcome(self, name: str) -> Outcome:
        """Return a case of the book, in the numbers of the set."""
        return cases.outcome(cases.POSITIONS[name], self.shift, self.shape, self.rules)

    def point(self, point: LatticePoint, edge: float) -> Point:
        """Return where a point of the lattice lies."""
        if self.shape == "square":
            return point.a * edge, point.b * edge
        return (point.a + point.b / 2) * edge, point.b * edge * math.sqrt(3) / 2

    def ring(self, cell: tuple[int, ...], edge: float) -> Ring:
        """Return the outline of a cell."""
        return tuple(self.point(point, edge) for point in corners(self.shape, cell))

    def tile(self, tile: PlacedTile, edge: float, body: str = BODY) -> tuple[Drawn, ...]:
        """Return a tile: its face is turned until the number of the cell's first corner is there."""
        ring = self.ring(tile.cell, edge)
        turn = next(k for k in range(len(ring)) if tile.marks[k:] + tile.marks[:k] == tile.numbers)
        down = self.shape == "triangle" and tile.cell[2] == 1
        angle = 360.0 / len(ring) * turn + (180.0 if down else 0.0)
        return self.face_at(self.faces[tile.marks], *middle(ring), edge, angle, body)

    def lying(self, tiles: Iterable[PlacedTile], edge: float, new: PlacedTile | None = None) -> Scene:
        """Return tiles as they lie. new: the one just put down."""
        scene = Scene(shape for tile in tiles for shape in self.tile(tile, edge))
        if new:
            scene.shapes += self.tile(new, edge, NEW)
            scene.area(self.ring(new.cell, edge), None, LINE, HEAVY)
        return scene

    def case(self, done: Outcome, edge: float = MIDDLE) -> Scene:
        """Return a tile put down, crosses on the corners that disagree."""
        scene = self.lying(done.table, edge, done.placed)
        for x, y in [self.point(point, edge) for point in self.disagreeing(done)] if not done.legal else []:
            for colour, width in (("#FFFFFF", 2.0), (LINE, 1.1)):
                for up in (-CROSS, CROSS):
                    scene.lines((((x - CROSS, y - up), (x + CROSS, y + up)),), colour, width)
        return scene

    def with_sum(self, done: Outcome, edge: float = MIDDLE) -> Scene:
        """Return a tile put down, and below it the sum that it scores."""
        return below(self.case(done, edge), f"{cases.sum_text(done.parts)} = {cases.points_text(done.points)}")

    def disagreeing(self, done: Outcome) -> dict[LatticePoint, tuple[int, int]]:
        """Return, by point, a tile's number and that of its neighbours where they differ."""
        shown = {point: number for tile in done.table for point, number in shows(tile, self.shape).items()}
        labels = shows(done.tile, self.shape)
        return {p: (number, shown[p]) for p, number in labels.items() if shown.get(p, number) != number}

    def around(self, done: Outcome) -> int:
        """Return the number at the corner around which a tile closes a hexagon."""
        (full,) = full_points(self.shape, [*done.table, done.tile])
        return shows(done.tile, self.shape)[full]

    def verdict(self, tiles: Sequence[PlacedTile]) -> dict[str, object]:
        """Return what the rules say of a layout."""
        what = "hexagons" if self.shape == "triangle" else "blocks"
        full = len(full_points(self.shape, tiles))
        return {"tiles": len(tiles), what: full, "legal": not judge(tiles, self.shape)}

    def layout(self, tiles: Sequence[PlacedTile], edge: float = WHOLE) -> Figure:
        """A layout, judged whole."""
        return frame([self._judged(tiles, edge)], self.verdict(tiles))

    def rounds(self, tables: Mapping[int, Sequence[PlacedTile]]) -> Figure:
        """What lies at the end of rounds, each above its number if there are several."""
        scenes = [self._judged(tiles, WHOLE) for tiles in tables.values()]
        if len(scenes) > 1:
            scenes = [below(scene, str(number)) for number, scene in zip(tables, scenes, strict=True)]
        return stack(scenes, {"rounds": len(scenes), "tiles": sum(map(len, tables.values()))})

    def _judged(self, tiles: Sequence[PlacedTile], edge: float) -> Scene:
        """Return tiles as they lie, with a dot where they lie all around."""
        scene = self.lying(tiles, edge)
        for point in full_points(self.shape, tiles):
            scene.disc(self.point(point, edge), DOT, 40, LINE)
        return scene

    def kinds(self, tiles: Sequence[Labels], counts: Mapping[str, str]) -> Figure:
        """One tile of each kind, and how many of it the set has."""
        cell, edge = ((0, 0, 0), 1.2 * EDGE) if self.shape == "triangle" else ((0, 0), EDGE)
        return frame([self.lying([PlacedTile(1, marks, cell, marks)], edge) for marks in tiles], counts)

    def cases(self, facts: Mapping[str, object], *done: Outcome, edge: float = MIDDLE, sums: bool = False) -> Figure:
        """Tiles put down, side by side. sums: whether what they score stands below them."""
        return frame([(self.with_sum if sums else self.case)(outcome, edge) for outcome in done], facts)

    def impossible(self, table: Sequence[PlacedTile], gap: PlacedTile) -> Figure:
        """A gap that no tile of the set fits: dashes around it."""
        here = {tile.cell: tile for tile in table}
        wanted = (PlacedTile(1, marks, gap.cell, gap.numbers) for marks in self.faces)
        fitting = sum(not place({}, tile, self.shape).findings for tile in wanted)
        fit_here = len({move.marks for move in moves_of(here, self.faces, self.shape) if move.cell == gap.cell})
        scene, ring = self.lying(table, MIDDLE), self.ring(gap.cell, MIDDLE)
        dashes(scene, ring)
        x, y = middle(ring)
        scene.write(x, y - 2.0, "?", 6.0, bold=True)
        return frame([scene], {"wants": tile_id(gap.numbers), "tiles": max(fitting, fit_here)})

    def poor(self) -> PlacedTile:
        """Return a tile with such a side."""
        top = self.highest
        return PlacedTile(1, (0, top // 2, top), (0, 0, 0), (top, 0, top // 2))

    def poor_side(self) -> Figure:
        """The few tiles that fit a side which runs up from the lowest number to the highest; how many fit one that
        falls by one."""
        table = self.poor()
        here = {table.cell: table}
        fits = list(moves_of(here, (face for face in self.faces if face != table.marks), self.shape))
        found = [move for move in fits if move.cell == (0, 0, 1)]
        falling = {sides(list(self.faces))[a + 1, a] for a in range(self.highest)}
        facts = {"fits": len(found), "tiles": [tile_id(move.marks) for move in found], "falling": max(falling)}
        return frame([self.lying([table], EDGE, move) for move in found], facts)

    def sides(self) -> Figure:
        """A table: how many tiles have a side that reads from a number (rows) to a number (columns), clockwise."""
        counts: Counter[tuple[int, int]] = sides(list(self.faces))
        most, scene = max(counts.values()), Scene()
        for a in range(self.highest + 1):
            x, y = (a + 1.5) * STEP, -(a + 1.5) * STEP
            scene.write(x, -0.5 * STEP - 1.5, a, 4.2, bold=True)
            scene.write(0.5 * STEP, y - 1.5, a, 4.2, bold=True)
            for b in range(self.highest + 1):
                left, low = (b + 1) * STEP, -(a + 2) * STEP
                grey = 255 - round(70 * counts[a, b] / most)
                scene.box(left, low, STEP, STEP, f"#{grey:02x}{grey:02x}{grey:02x}", RIM, 0.15)
                scene.write(left + STEP / 2, low + STEP / 2 - 1.5, counts[a, b], 4.2)
        scene.lines((((0, 0), (STEP, -STEP)),), RIM, 0.2)
        return frame([scene], {"least": min(counts.values()), "most": most})

    def cover(self, tiles: Sequence[PlacedTile]) -> Figure:
        """A layout, large, its tiles as bodies on the page."""
        rings = [self.ring(tile.cell, LARGE) for tile in tiles]
        scene = Scene(Shape((tuple((x + DEPTH, y - 1.4 * DEPTH) for x, y in ring),), SHADE) for ring in rings)
        for tile in tiles:
            scene.shapes += self.tile(tile, LARGE, COVER_BODY)
        return frame([scene], self.verdict(tiles))

    def upright(self, scene: Scene, marks: Labels, x: float, y: float, edge: float, body: str = "#FFFFFF") -> None:
        """Draw a tile by itself, its first number at the top, the middle of its lower side at (x, y)."""
        scene.shapes += self.face_at(self.faces[marks], x, y + edge * math.sqrt(3) / 6, edge, body=body)

    def row(
        self, scene: Scene, hand: Iterable[Labels], x: float, y: float, edge: float, gone: Labels | None = None
    ) -> Scene:
        """Draw tiles beside one another from (x, y), upright. gone: a tile that has left, dashed."""
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
        marks, hand = first.tile.marks, case.hands[0]
        high = SMALL * math.sqrt(3) / 2
        span = len(hand) * (SMALL + ROOM) - ROOM
        top = DEEP + 2 * high + 16.0
        x, scene = (PAGE - span) / 2, Scene()
        scene.box(0, 0, PAGE, top, CLOTH, RIM, 0.2)
        for k, tile in enumerate(hand):
            at = x + k * (SMALL + ROOM)
            self.row(scene, [tile], at, 5.0, SMALL, marks)
            scene.area(tuple((px, top - py) for px, py in _upright_ring(at + SMALL / 2, 5.0, SMALL)), BACK, RIM, 0.15)
        low = 5.0 + high + 4.0
        face_down = _upright_ring(0.0, -SMALL * math.sqrt(3) / 6, SMALL)
        for k, (dx, dy) in enumerate(heap(case.pool, SPREAD / math.sqrt(case.pool), LONG)):
            scene.area(turn_ring(face_down, k * GOLDEN, 0.3 * PAGE + dx, low + DEEP / 2 + dy), BACK, RIM, 0.15)
        middle, edge = (0.66 * PAGE, low + DEEP / 2 - 5.0), 1.3 * SMALL
        self.upright(scene, marks, *middle, edge, NEW)
        scene.area(_upright_ring(*middle, edge), None, LINE, HEAVY)
        _sheet(scene, 0.79 * PAGE, low + 3.0, 0.17 * PAGE, DEEP - 8.0, cases.points_text(first.points))
        for name, y in zip(PLAYERS, (6.5, top - 10.0), strict=True):
            scene.write(x - 4.0, y, name, 5.0, "end", bold=True)
        facts = {"pool": case.pool, "each": len(hand), "opens": first.name, "points": cases.points_text(first.points)}
        return scene.figure(PAGE, top, facts)

    def turn(self, done: Outcome) -> Figure:
        """A turn: what lies, the hand, tiles drawn, and the tile that is placed, which leaves its place in dashes."""
        lying, scene = self.lying(done.table, SMALL, done.placed), Scene()
        left, low, _, top = box_of(lying.shapes, [])
        scene.add(lying, -left, -low)
        down = -7.0 - SMALL * math.sqrt(3) / 2
        side, level = COLUMN - len(done.drawn) * (SMALL + ROOM) + ROOM, (top - low) / 2
        placed = done.placed.marks if done.placed else None
        self.row(scene, done.hand, 0.0, down, SMALL, placed)
        self.row(scene, done.drawn, side, level, SMALL, placed)
        points = cases.points_text(done.points)  # of a tile that alone makes them: the sum of its numbers
        text = f"{' + '.join(map(str, placed))} = {points}" if placed and len(done.parts) == 1 else done.sum
        scene.write(COLUMN, -4.5 if done.drawn else level, text, SIGN, "end", bold=True)
        if placed:  # three in vain cost more than each of them
            for k in range(len(done.drawn)):
                scene.write(side + SMALL / 2 + k * (SMALL + ROOM), level - 5.0, cases.points_text(-DRAW), POINTS)
        facts = {
            "fit": len({way.marks for way in ways(done.table, done.hand)}),
            "drawn": len(done.drawn),
            "vain": len({*done.drawn} - {placed}),
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
        new = {turn.placed for turn in turns if turn.placed}
        edge = self._edge(here)
        scene = Scene(shape for tile in here for shape in self.tile(tile, edge, NEW if tile in new else "#FFFFFF"))
        for tile in here:
            if tile in new:
                scene.area(self.ring(tile.cell, edge), None, LINE, HEAVY)
                self._number(scene, tile, edge)
        vain = [marks for turn in turns for marks in turn.drawn if not turn.placed or marks != turn.placed.marks]
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
