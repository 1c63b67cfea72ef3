"""Triomino's larger figures: the set as it is made, a table set up, a turn, a round step by step; puzzles, and their
solutions, found by the rules whenever a book is made. Lengths in mm."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from quasiprint.drawing.face_shapes import GOLDEN, RIM, Drawn, box_of, laid, moved
from quasiprint.drawing.outlines import circle, turned
from quasiprint.exact.orbit import Labels
from quasiprint.games.triomino import cases
from quasiprint.games.triomino.cases import Outcome
from quasiprint.games.triomino.figures import HEAVY, LINE, NEW, SIGN, TileFigures, dashes, middle, yes
from quasiprint.games.triomino.points import DRAW
from quasiprint.games.triomino.proof import hexagons
from quasiprint.games.triomino.rounds import PLAYERS, RoundCase, RoundTurn
from quasiprint.games.triomino.rules import PlacedTile, judge, moves, place, tile_id
from quasiprint.model.face import Point, Ring
from quasiprint.model.page import Shape, Text
from quasiprint.model.rulebook import Figure

SHAPE = "triangle"
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
    the set that are not there yet and fit; lies: whether the tile that would fit is one of the five.
    """

    table: tuple[PlacedTile, ...]
    place: PlacedTile
    fit: tuple[Labels, ...]
    lies: bool

    @property
    def wants(self) -> str:
        """The numbers, as a tile is named."""
        return tile_id(self.place.marks)


def best(shift: int) -> tuple[Outcome, Outcome]:
    """Return the move of the puzzle's hand that scores most, and the best of another tile.

    Raises ValueError if there are two that score most.
    """
    table = cases.lying(cases.BEST[0], shift)
    here = {tile.cell: tile for tile in table}
    found = []
    for marks in cases.tiles_of(cases.BEST[1], shift):
        for move in moves(here, marks, SHAPE):
            found.append(cases.put_down(table, move, SHAPE))
    found.sort(key=lambda one: -one.points)
    if len(found) < 2 or found[0].points == found[1].points:
        raise ValueError(f"puzzle: found {[(one.name, one.points) for one in found[:2]]}, allowed is one best move")
    return found[0], next(one for one in found if one.name != found[0].name)


def gaps(shift: int, tiles: Sequence[Labels]) -> tuple[Gap, ...]:
    """Return the gaps of the puzzle. tiles: of the set."""
    found = []
    for lying, there in cases.GAPS:
        table = cases.lying(lying, shift)
        (gap,) = cases.lying(there, shift)
        here = {tile.cell: tile for tile in table}
        fit = [marks for marks in tiles if any(move.cell == gap.cell for move in moves(here, marks, SHAPE))]
        out = {tile.marks for tile in table}
        found.append(Gap(table, gap, tuple(marks for marks in fit if marks not in out), bool(out & set(fit))))
    return tuple(found)


class SceneFigures(TileFigures):
    """Scenes with the tiles of a set."""

    def cover(self, tiles: Sequence[PlacedTile]) -> Figure:
        """A layout, large, its tiles as bodies on the page."""
        rings = [self._ring(tile.cell, LARGE) for tile in tiles]
        shapes = [Shape((tuple((x + DEPTH, y - 1.4 * DEPTH) for x, y in ring),), SHADE) for ring in rings]
        for tile in tiles:
            shapes += self._tile(tile, LARGE, BODY)
        return self._framed([(shapes, [])], self._verdict(tiles))

    def upright(self, marks: Labels, x: float, y: float, edge: float, body: str = "#FFFFFF") -> list[Shape]:
        """Return a tile by itself, its first number at the top, the middle of its lower side at (x, y)."""
        middle = y + edge * math.sqrt(3) / 6
        return list(laid(self.faces[marks], self.inks, x, middle, 0.0, edge / self.edge, body))

    def row(self, hand: Iterable[Labels], x: float, y: float, edge: float, gone: Labels | None = None) -> list[Shape]:
        """Return tiles beside one another from (x, y), upright. gone: which has left its place, that is dashed."""
        shapes: list[Shape] = []
        for k, marks in enumerate(hand):
            at = x + edge / 2 + k * (edge + ROOM)
            shapes += dashes(_upright_ring(at, y, edge)) if marks == gone else self.upright(marks, at, y, edge)
        return shapes

    def box(self) -> Figure:
        """All tiles of the set, by how many different numbers they have."""
        kinds = [list(some) for _, some in groupby(sorted(self.faces, key=_kind), key=lambda marks: _kind(marks)[0])]
        across = 2 * self.highest
        edge = min(16.0, (PAGE + ROOM) / across - ROOM)
        shapes: list[Shape] = []
        y = 0.0
        for kind in kinds:
            for k in range(0, len(kind), across):
                some = kind[k : k + across]
                shapes += self.row(some, -(len(some) * (edge + ROOM) - ROOM) / 2, y, edge)
                y -= edge * math.sqrt(3) / 2 + 2 * ROOM
            y -= 2 * ROOM
        facts = {"tiles": len(self.faces), **{f"of-{k}": len(kind) for k, kind in enumerate(kinds, 1)}}
        return self._framed([(shapes, [])], facts)

    def set_up(self, case: RoundCase) -> Figure:
        """A table from above after the opening: two hands, the pool, the first tile, the score sheet."""
        first = case.turns[0]
        if first.tile is None:
            raise ValueError("round: found a pass in turn 1, allowed is an opening")
        high = SMALL * math.sqrt(3) / 2
        own = case.hands[0]
        span = len(own) * (SMALL + ROOM) - ROOM
        top = DEEP + 2 * high + 16.0
        shapes = [_slab(0, 0, PAGE, top, CLOTH)]
        x = (PAGE - span) / 2
        for k, marks in enumerate(own):
            at = x + SMALL / 2 + k * (SMALL + ROOM)
            gone = marks == first.tile.marks
            shapes += dashes(_upright_ring(at, 5.0, SMALL)) if gone else self.upright(marks, at, 5.0, SMALL)
            lying = tuple((px, top - py) for px, py in _upright_ring(at, 5.0, SMALL))
            shapes.append(Shape((lying,), BACK, RIM, 0.15))
        low = 5.0 + high + 4.0
        shapes += heap(case.pool, 6.0, low, 0.52 * PAGE, DEEP - 2.0)
        middle, edge = (0.66 * PAGE, low + DEEP / 2 - 5.0), 1.3 * SMALL
        shapes += self.upright(first.tile.marks, *middle, edge, NEW)
        shapes.append(Shape((_upright_ring(*middle, edge),), None, LINE, HEAVY))
        sheet, texts = _sheet(0.79 * PAGE, low + 3.0, 0.17 * PAGE, DEEP - 8.0, first)
        texts += [Text(x - 4.0, 6.5, PLAYERS[0], 5.0, "end", bold=True)]
        texts += [Text(x - 4.0, top - 10.0, PLAYERS[1], 5.0, "end", bold=True)]
        facts = {
            "pool": case.pool,
            "each": len(own),
            "opens": tile_id(first.tile.marks),
            "points": cases.signed(first.points),
        }
        return Figure(PAGE, top, tuple(shapes + sheet), tuple(texts), facts)

    def turn(self, case: tuple[str, str, str]) -> Figure:
        """A turn: what lies, the hand, tiles drawn, and the tile that is placed, which leaves its place in dashes."""
        done = cases.taken(case, self.shift)
        lying = self._lying(done.table, SMALL, done.tile)
        left, low, _, top = box_of(lying, [])
        shapes = [moved(shape, -left, -low) for shape in lying]
        down = -7.0 - SMALL * math.sqrt(3) / 2
        side, level = COLUMN - len(done.drawn) * (SMALL + ROOM) + ROOM, (top - low) / 2
        placed = done.tile.marks if done.tile else None
        for tiles, x, y in ((done.hand, 0.0, down), (done.drawn, side, level)):
            shapes += self.row(tiles, x, y, SMALL, gone=placed)
        texts = [Text(COLUMN, -4.5 if done.drawn else level, done.sum, SIGN, "end", bold=True)]
        if placed:  # three in vain cost more than each of them
            for k in range(len(done.drawn)):
                at = side + SMALL / 2 + k * (SMALL + ROOM)
                texts.append(Text(at, level - 5.0, cases.signed(-DRAW), POINTS, "middle"))
        facts = {
            "fit": len(done.fitting & set(done.hand)),
            "drawn": len(done.drawn),
            "vain": len(set(done.drawn) - done.fitting),
            "tile": done.name,
            "points": done.points,
        }
        return self._framed([(shapes, texts)], facts)

    def step(self, case: RoundCase, number: int) -> Figure:
        """The table after some turns of a round; what came last is outlined and has its turn on it, what was drawn
        in vain stands below."""
        turns = case.steps[number - 1]
        last = turns[-1].number
        here = [tile for tile in case.tiles if tile.entry <= last]
        new = {turn.tile for turn in turns if turn.tile}
        edge = self._edge(here)
        shapes = [shape for tile in here for shape in self._tile(tile, edge, NEW if tile in new else "#FFFFFF")]
        texts: list[Text] = []
        for tile in here:
            if tile in new:
                ring = self._ring(tile.cell, edge)
                shapes += [Shape((ring,), None, LINE, HEAVY), _disc(ring)]
                texts.append(_number(ring, tile.entry))
        drawn: list[Drawn] = [(shapes, texts)]
        vain = [marks for turn in turns for marks in turn.drawn if not turn.tile or marks != turn.tile.marks]
        facts = {
            "turns": f"{turns[0].number}-{last}",
            "tiles": len(here),
            "hexagons": sum(turn.hexagons for turn in turns),
            "bridges": sum(turn.bridge for turn in turns),
            "drawn": sum(len(turn.drawn) for turn in turns),
            "ann": cases.signed(turns[-1].totals[0]),
            "ben": cases.signed(turns[-1].totals[1]),
            "legal": yes(not judge(here, SHAPE)),
        }
        if vain:
            drawn.append((self.row(vain, 0.0, 0.0, SMALL), []))
        return self._stacked(drawn, facts)

    def round(self, case: RoundCase) -> Figure:
        """The table at the end of a round; on each tile the turn in which it came."""
        edge = self._edge(case.tiles)
        rings = {tile.entry: self._ring(tile.cell, edge) for tile in case.tiles}
        shapes = self._lying(case.tiles, edge) + list(map(_disc, rings.values()))
        texts = [_number(ring, entry) for entry, ring in rings.items()]
        facts = {
            "tiles": len(case.tiles),
            "turns": len(case.turns),
            "hexagons": case.hexagons,
            "bridges": case.bridges,
            "legal": yes(not judge(case.tiles, SHAPE)),
        }
        return self._framed([(shapes, texts)], facts)

    def _edge(self, tiles: Sequence[PlacedTile]) -> float:
        """Return how long an edge may be, so that tiles lie in a column."""
        xs = [x for tile in tiles for x, _ in self._ring(tile.cell, 1.0)]
        return min(WIDEST, COLUMN / (max(xs) - min(xs)))

    def best_puzzle(self) -> Figure:
        """A table, and a hand below it."""
        first, _ = best(self.shift)
        hand = cases.tiles_of(cases.BEST[1], self.shift)
        shapes = self._lying(first.table, NEAR)
        facts = {"tiles": len(first.table), "hand": ",".join(map(tile_id, hand))}
        return self._stacked([(shapes, []), (self.row(hand, 0.0, 0.0, SMALL), [])], facts)

    def best_solution(self) -> Figure:
        """The tile of the hand that scores most, where it does, and its sum."""
        first, second = best(self.shift)
        facts = {"tile": first.name, "points": first.points, "second": second.name, "next": second.points}
        return self._framed([self._summed(first, NEAR)], facts)

    def six_puzzle(self) -> Figure:
        """Six tiles, of which a hexagon can be made."""
        tiles = sorted(tile.marks for tile in self._six())
        facts = {"tiles": len(tiles), "ways": hexagons(tiles, self.highest)}
        three = len(tiles) // 2
        edge = 1.3 * SMALL
        rows: list[Drawn] = [(self.row(some, 0.0, 0.0, edge), []) for some in (tiles[:three], tiles[three:])]
        return self._stacked(rows, facts)

    def six_solution(self) -> Figure:
        """The hexagon that they make."""
        done = cases.outcome(cases.SIX, self.shift)
        facts = {"hexagons": done.result.completed, "around": self.around(done)}
        return self._framed([(self._lying(self._six(), SOLVED), [])], facts)

    def _six(self) -> tuple[PlacedTile, ...]:
        return cases.lying(" ".join(cases.SIX), self.shift)

    def gaps_puzzle(self) -> Figure:
        """Hexagons with a gap each, and their letters."""
        drawn: list[Drawn] = []
        facts = {}
        for name, gap in zip(GAP_NAMES, gaps(self.shift, list(self.faces)), strict=True):
            if judge(gap.table, SHAPE):
                raise ValueError(f"gap {name}: {judge(gap.table, SHAPE)[0].message}")
            ring = self._ring(gap.place.cell, CLOSE)
            shapes = [*self._lying(gap.table, CLOSE), *dashes(ring)]
            left, low, right, _ = box_of(shapes, [])
            x = (left + right) / 2
            texts = [Text(x, low - 1.4 * SIGN, name, SIGN, "middle", bold=True)]
            drawn.append((shapes, texts))
            facts[name.lower()] = ",".join(map(tile_id, gap.fit)) or ("lies" if gap.lies else "none")
        return self._framed(drawn, facts)

    def gaps_solution(self) -> Figure:
        """The hexagon of which the gap can be filled, closed."""
        (gap,) = (gap for gap in gaps(self.shift, list(self.faces)) if gap.fit)
        here = {tile.cell: tile for tile in gap.table}
        (tile,) = (move for move in moves(here, gap.fit[0], SHAPE) if move.cell == gap.place.cell)
        facts = {"tile": tile_id(tile.marks), "hexagons": place(here, tile, SHAPE).completed}
        return self._framed([(self._lying(gap.table, SOLVED, tile), [])], facts)


def _disc(ring: Ring) -> Shape:
    """Return the disc on which a tile's turn stands."""
    return Shape((circle(*middle(ring), DISC, 30),), "#FFFFFF", RIM, 0.15)


def _number(ring: Ring, number: int) -> Text:
    x, y = middle(ring)
    return Text(x, y - 0.36 * NUMBER, str(number), NUMBER, "middle")


def heap(count: int, x: float, y: float, width: float, height: float) -> list[Shape]:
    """Return tiles face down, shuffled, in a box whose lower left corner is (x, y)."""
    pitch = math.sqrt(width * height / count)
    across = max(1, round(width / pitch))
    rows = math.ceil(count / across)
    shapes = []
    for k in range(count):
        row, place = divmod(k, across)
        many = min(across, count - row * across)
        at = (
            x + width / 2 + (place + 0.5 - many / 2 + 0.12 * math.sin(3 * k)) * width / across,
            y + (row + 0.5 + 0.1 * math.cos(5 * k)) * height / rows,
        )
        radius = SMALL / math.sqrt(3)
        corners = tuple(
            (radius * math.cos(a), radius * math.sin(a)) for a in (math.pi / 2 * (1 + 4 * j / 3) for j in range(3))
        )
        shapes.append(Shape((turned(corners, k * GOLDEN, *at),), BACK, RIM, 0.15))
    return shapes


def _sheet(x: float, y: float, width: float, height: float, first: RoundTurn) -> tuple[list[Shape], list[Text]]:
    """Return a score sheet with the points of the opening."""
    shapes = [_slab(x, y, width, height, PAPER)]
    column, line = width / 2, 6.0
    for k in range(1, int(height / line)):
        level = y + height - k * line
        shapes.append(Shape((((x, level), (x + width, level)),), None, RIM, 0.5 if k == 1 else 0.15, closed=False))
    shapes.append(Shape((((x + column, y), (x + column, y + height)),), None, RIM, 0.15, closed=False))
    texts = [
        Text(x + (k + 0.5) * column, y + height - 0.75 * line, name, POINTS, "middle", bold=True)
        for k, name in enumerate(PLAYERS)
    ]
    texts.append(Text(x + column / 2, y + height - 1.75 * line, cases.signed(first.points), POINTS, "middle"))
    return shapes, texts


def _slab(x: float, y: float, width: float, height: float, fill: str) -> Shape:
    return Shape((((x, y), (x + width, y), (x + width, y + height), (x, y + height)),), fill, RIM, 0.2)


def _upright_ring(x: float, y: float, edge: float) -> Ring:
    """Return the outline of a tile that stands on (x, y), the middle of its lower side."""
    corners: tuple[Point, ...] = ((x, y + edge * math.sqrt(3) / 2), (x + edge / 2, y), (x - edge / 2, y))
    return corners


def _kind(marks: Labels) -> tuple[int, Labels]:
    return len(set(marks)), marks
