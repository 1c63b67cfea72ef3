"""The scenes of Quasimino's book: the cover and the box, the rules, games that were played, and the appendix.

A scene is its panels: which tiles lie where, and what is marked on them. What its caption claims, the rules say.
Lengths in mm.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby, product

from quasiprint.drawing.face_shapes import Scene
from quasiprint.exact.orbit import Labels, canonical, labellings
from quasiprint.exact.zeta import ORIGIN, Zeta, unit
from quasiprint.games.quasimino import penrose
from quasiprint.games.quasimino.design import HALF_TURN
from quasiprint.games.quasimino.examples import TURNS, PlayedFigures
from quasiprint.games.quasimino.figures import (
    LETTERS,
    UPRIGHT,
    WIDE,
    Panel,
    at_vertex,
    edges_touched,
    extent,
    faults,
    mistakes,
    opening,
    rearrangement,
    rosette,
    sign,
    verdict,
    ways,
)
from quasiprint.games.quasimino.penrose import far, with_stripes
from quasiprint.games.quasimino.puzzles import PUZZLES
from quasiprint.games.quasimino.rhomb import Star, angles, by_size, stars
from quasiprint.games.quasimino.rules import PlacedRhomb, patch
from quasiprint.model.face import bounds
from quasiprint.model.page import Drawn, Figure, Imprint

IN_A_ROW = {"thick": 4, "thin": 7}  # tiles of a hand, at most
COLUMN = 80.0  # of a book's column
CLOSE = 0.8  # between things that are shown at true size
MORE: tuple[Star, ...] = ((1, 3, 3, 3), (1, 1, 2, 4, 2), (1, 1, 1, 2, 1, 1, 3))
COVER = 150.0  # of the cover's figure
PENROSE_STEPS = 4  # after which every star of the Penrose tilings has come up


class Scenes(PlayedFigures):
    """The figures of a book. game_set: the tiles, as they are made of paper. words: of the book's language."""

    def figures(self, puzzles: bool) -> dict[str, Callable[[], Figure]]:
        """Return the figures by name. puzzles: whether the set has the tiles of the games and puzzles."""
        drawn = self.scenes("cover box palette joins parallelograms three more skill corners stars periodic penrose")
        drawn |= {name: partial(self.turn, k) for k, name in enumerate(("open", "start", "cover-one", "cover-none"), 2)}
        if self.colours > 1:
            drawn |= self.scenes("mirror mismatch")
        if puzzles:
            drawn |= {f"{name}-hand": partial(self.hand, tiles) for name, tiles in PUZZLES.items()}
            drawn |= {"tokens": self.ownership, **self.scenes("table fast solutions"), "dealt": self.deal}
            drawn |= {f"played-{k}": partial(self.step, first, last) for k, (first, last) in enumerate(TURNS, 1)}
        return drawn

    # --- the cover and the box

    def cover(self) -> Figure:
        """The rosette, with a token of each player around its centre."""
        tiles = rosette(self.colours)
        closed = [vertex for vertex in penrose.full_vertices(tiles) if vertex != ORIGIN]
        away = sorted({round(far(vertex), 6) for vertex in closed})
        ring = [vertex for vertex in closed if round(far(vertex), 6) == away[len(away) // 2]]
        ring.sort(key=lambda v: math.atan2(*v.to_xy()[::-1]))
        owned = tuple((vertex, player % max(1, len(self.tokens))) for player, vertex in enumerate(ring))
        legal, lying = verdict(tiles, self.colours)["legal"], patch(tiles)
        facts = {"legal": legal, "holes": lying.holes(), "pieces": lying.components()}
        left, _, right, _ = extent(tiles)
        return upright(self.figure([Panel(tiles, tokens=owned)], COVER / (right - left), facts, width=math.inf))

    def box(self) -> Figure:
        """A tile of each shape, face up and face down, and a token of each player: as large as they are, if they
        fit."""
        edge = min(self.edge, (WIDE - 2 * CLOSE) / box_width(1.0, 0.0))
        radius = bounds((self.tokens[0].nominal,))[2] * edge / self.edge
        faces = [with_stripes([standing(shape)], self.colours)[0] for shape in UPRIGHT]
        scene, low, left = Scene(), 2 * radius + 3 * CLOSE, 0.0
        for tile in faces:
            x0, y0, x1, y1 = (edge * length for length in extent([tile]))
            wide, high = x1 - x0, y1 - y0
            # from the back to the face
            across, up = (0.0, high + CLOSE) if tile.shape == "thick" else (wide + CLOSE, 0.0)
            scene.shapes += self.tile(tile, left + across - x0, low + up - y0, edge)
            self.back(scene, tile.shape, left + wide / 2, low + high / 2, edge, -36.0 * tile.turn)
            left += wide + CLOSE
        width = box_width(edge)
        step = (width - 2 * radius) / max(1, len(self.tokens) - 1)
        for player in range(len(self.tokens)):
            scene.shapes += self.token(player, radius + player * step, radius, edge)
        _, bottom, _, top = extent([standing("thick")])
        height = low + 2 * edge * (top - bottom) + CLOSE
        return scene.figure(width, height, {"shapes": len(faces), "tokens": len(self.tokens)})

    def palette(self) -> Figure:
        """For each colour the thick tile whose stripes have it alone, numbered as in the names of tiles."""
        tiles = [PlacedRhomb(1, "thick", (colour,) * 4, ORIGIN, 0) for colour in range(self.colours)]
        panels = [Panel((tile,), signs=((0.65, -0.2, str(k)),), room=0.3) for k, tile in enumerate(tiles)]
        return self.figure(panels, 13.0, {"colours": self.colours}, gap=0.5)

    # --- the rules

    def joins(self) -> Figure:
        """Every way in which two tiles may share an edge."""
        pairs = [with_stripes(pair, self.colours) for fine, pair in ways() if fine]
        facts = {"ways": len(pairs), "mistakes": faults(pairs, self.colours)}
        return self.figure([Panel(p, breaks=n == 2) for n, p in enumerate(pairs)], 16.0, facts, gap=4.0)

    def mismatch(self) -> Figure:
        """The same places as two allowed pairs, and stripes that do not agree."""
        panels, total = [], 0
        for pair in [pair for fine, pair in ways() if fine][1:3]:
            one, two = with_stripes(pair, self.colours)
            ((first, second),) = patch((one, two)).joins()
            marks = list(two.colours)
            marks[second[1]] = (one.colours[first[1]] + 1) % self.colours
            two = replace(two, colours=tuple(marks))
            total += mistakes((one, two), self.colours)["colour"]
            panels.append(Panel((one, two), crossed=(_edge(one, first[1]),)))
        return self.figure(panels, 16.0, {"colour": total})

    def parallelograms(self) -> Figure:
        """The two parallelograms: colours agree, and yet they are not allowed."""
        panels, facts = [], Counter[str](parallelogram=0, colour=0)
        for pair in [pair for fine, pair in ways() if not fine]:
            one, two = with_stripes(pair, self.colours)
            facts.update(mistakes((one, two), self.colours))
            ((first, _),) = patch((one, two)).joins()
            panels.append(Panel((one, two), crossed=(_edge(one, first[1]),)))
        return self.figure(panels, 16.0, facts)

    def three(self) -> Figure:
        """The vertices that three tiles cover."""
        found = [star for star in stars(reflections=True) if len(star) == 3]
        return self._stars(found, 16.0, 7.0, {"ways": ["".join(map(str, star)) for star in found]})

    def more(self) -> Figure:
        """Some vertices that more tiles cover."""
        return self._stars(MORE, 7.6, 1.5, {"tiles": list(map(len, MORE))})

    def _stars(self, shown: Iterable[Star], edge: float, gap: float, facts: dict[str, object]) -> Figure:
        layouts = [with_stripes(at_vertex(star), self.colours) for star in shown]
        facts["covered"] = sum(len(penrose.full_vertices(tiles)) for tiles in layouts)
        facts["mistakes"] = faults(layouts, self.colours)
        return self.figure([Panel(tiles, ringed=(ORIGIN,)) for tiles in layouts], edge, facts, gap=gap)

    def skill(self) -> Figure:
        """A tile A that touches one edge moves, a tile B is laid, and together they cover a vertex."""
        before, after, moved, new = rearrangement(self.colours)
        panels = []
        for tiles in (before, after):
            signs = [sign(tile, letter) for tile, letter in ((moved[tiles is after], "A"), (new, "B")) if tile in tiles]
            panels.append(Panel(tiles, penrose.full_vertices(tiles), signs=tuple(signs)))
        facts = {
            "edges": edges_touched(before, 2),
            "before": len(patch(before).inner_corners()),
            "after": len(patch(after).inner_corners()),
            "mistakes": faults((before, after), self.colours),
        }
        return self.figure(panels, 11.5, facts, gap=8.0)

    def turn(self, laid: int) -> Figure:
        """The layout of `opening` once so many tiles are laid, the last of them marked, its covered vertices ringed.
        laid: 2: two open tiles lie apart, and the tile that will join them stands by."""
        tiles = opening(self.colours)
        lying = tiles[:laid]
        if laid == 2:
            panels = [Panel((replace(t, corner=ORIGIN, turn=0),), fresh=(0,) * (t is tiles[2])) for t in tiles[:3]]
            return self.figure(panels, 13.5, {"thick": sum(t.shape == "thick" for t in lying), "open": len(lying)})
        facts = {
            "pieces": patch(lying).components(),
            "covered": len(penrose.full_vertices(lying)) - len(penrose.full_vertices(tiles[: laid - 1])),
            "mistakes": faults([lying], self.colours),
        }
        return self.figure([Panel(lying, penrose.full_vertices(lying), fresh=(laid - 1,))], 13.5, facts)

    def hand(self, tiles: Sequence[PlacedRhomb]) -> Figure:
        """Tiles side by side, thick ones in rows, and thin ones upright in the next, rows of about the same length."""
        ids = sorted(tile.id.split("-") for tile in tiles)
        lying = [standing(shape, tuple(map(int, marks)), n) for n, (shape, marks) in enumerate(ids, 1)]
        panels, facts = [], {}
        for shape, most in IN_A_ROW.items():
            own = [tile for tile in lying if tile.shape == shape]
            facts[shape] = len(own)
            length = math.ceil(len(own) / math.ceil(len(own) / most)) if own else 1
            panels += [Panel((tile,), breaks=n % length == 0) for n, tile in enumerate(own)]
        return self.figure(panels, 12.0, facts, gap=2.0)

    # --- the appendix

    def corners(self) -> Figure:
        """A tile of each shape, with the corners in tenths of a turn."""
        panels = []
        for shape in UPRIGHT:
            (tile,) = with_stripes([PlacedRhomb(1, shape, penrose.BLANK, ORIGIN, 0)], self.colours)
            points = [corner.to_xy() for corner in tile.corners]
            mx, my = (points[0][0] + points[2][0]) / 2, (points[0][1] + points[2][1]) / 2
            signs = []
            for (px, py), angle in zip(points, angles(shape), strict=True):
                far = math.dist((px, py), (mx, my))
                grow = (far + 0.17) / far
                signs.append((mx + (px - mx) * grow, my + (py - my) * grow, str(angle)))
            panels.append(Panel((tile,), signs=tuple(signs), room=0.25))
        return self.figure(panels, 15.0, {shape: angles(shape) for shape in UPRIGHT})

    def mirror(self) -> Figure:
        """A tile and its mirror image, which is another tile."""
        one = next(m for m in labellings(HALF_TURN, self.colours) if canonical(HALF_TURN, m[::-1]) != m)
        pair = [PlacedRhomb(1, "thick", marks, ORIGIN, 0) for marks in (one, one[::-1])]
        return self.figure([Panel((tile,)) for tile in pair], 16.0, {"different": len({tile.id for tile in pair})})

    def stars(self) -> Figure:
        """All covered vertices, the corners in tenths of a turn under each; those of Penrose tilings have a ring."""
        every = stars(reflections=True)
        true = penrose.kinds(PENROSE_STEPS)
        wide, high, across, edge = 20.2, 23.6, 8, 5.2
        rows: list[list[Star]] = [[]]  # none divides the stars of as many tiles
        for _, alike in groupby(every, len):
            group = list(alike)
            rows += [[]] if len(rows[-1]) + len(group) > across else []
            rows[-1] += group
        cells = [(line, n + (across - len(row)) / 2) for line, row in enumerate(rows, 1) for n in range(len(row))]
        scene = Scene()
        for (line, column), star in zip(cells, every, strict=True):
            tiles = at_vertex(star)
            x0, y0, x1, y1 = extent(tiles)
            mx, my = (x0 + x1) / 2 * edge, (y0 + y1) / 2 * edge
            low = (len(rows) - line) * high
            x, y = (column + 0.5) * wide - mx, low + 0.57 * high - my
            self.panel(scene, Panel(tiles, ringed=(ORIGIN,) * (star in true)), x, y, edge, blank=True)
            scene.write(x + mx, low + 1.0, "".join(map(str, star)), LETTERS)
        facts = {
            "stars": len(every),
            "turned": len(stars()),
            "by": list(by_size(every).values()),
            "most": max(map(len, every)),
            "penrose": len(true & set(every)),
            "rows": list(map(len, rows)),
        }
        return scene.figure(across * wide, len(rows) * high, facts)

    def periodic(self) -> Figure:
        """Three tiles that repeat for ever, without any parallelogram."""
        three = at_vertex((3, 3, 4))
        # the moves from a hexagon of three tiles to its neighbours are differences of the edges between the tiles
        one, two = unit(0) - unit(3), unit(3) - unit(6)
        moves = [sum([one] * i + [two] * j, ORIGIN) for i, j in product(range(5), range(4))]
        bare = [replace(tile, corner=tile.corner + move) for move in moves for tile in three]
        tiles = tuple(replace(tile, entry=n) for n, tile in enumerate(bare, 1))
        facts = {
            "tiles": len(tiles),
            "parallelogram": mistakes(tiles, 1)["parallelogram"],
            "overlaps": len(patch(tiles).overlaps()),
            "kinds": len(set(penrose.stars_of(tiles).values())),
        }
        return self.figure([Panel(tiles)], 6.2, facts, blank=True)

    def penrose(self) -> Figure:
        """A piece of a true Penrose tiling."""
        tiles = penrose.tiling(PENROSE_STEPS)
        facts = {"parallelogram": mistakes(tiles, 1)["parallelogram"], "stars": len(penrose.kinds(PENROSE_STEPS))}
        return self.figure([Panel(tiles)], 5.2, facts, blank=True)

    def solutions(self) -> Figure:
        """The solutions of all puzzles, numbered. The figure's facts are, in order, what the rules say of each.
        guarded: tiles with all their corners covered."""
        layouts = [*PUZZLES.values()]
        covered = list(map(penrose.full_vertices, layouts))
        facts = self._verdicts(layouts, "legal", "tiles", "covered", "boundary")
        facts["guarded"] = [
            sum(set(closed).issuperset(tile.corners) for tile in tiles)
            for tiles, closed in zip(layouts, covered, strict=True)
        ]
        panels = []
        for number, (tiles, closed) in enumerate(zip(layouts, covered, strict=True), 1):
            left, low, right, _ = extent(tiles)
            below = ((left + right) / 2, low - 0.25, str(number))
            panels.append(Panel(tiles, closed, signs=(below,), room=0.42, breaks=number in (3, 5)))
        return self.figure(panels, 9.2, facts, gap=0.0)


def box_width(edge: float, gap: float = CLOSE) -> float:
    """Return how wide the picture of the box is with tiles of this edge: a thick tile and two thin ones upright."""
    wide = {shape: right - left for shape, (left, _, right, _) in ((s, extent([standing(s)])) for s in UPRIGHT)}
    return (wide["thick"] + 2 * wide["thin"]) * edge + 2 * gap


def standing(shape: str, marks: Labels = penrose.BLANK, entry: int = 1) -> PlacedRhomb:
    """Return a tile that stands as in a hand."""
    return PlacedRhomb(entry, shape, marks, ORIGIN, UPRIGHT[shape])


def upright(figure: Figure) -> Figure:
    """Return a figure of shapes a quarter turn clockwise: tenths of a turn do not bring a rosette's tip to the top."""

    def turned(one: Drawn) -> Drawn:
        if isinstance(one, Imprint):
            return replace(one, x=one.y, y=figure.width - one.x, angle=one.angle - 90.0)
        return replace(one, rings=tuple(tuple((y, figure.width - x) for x, y in ring) for ring in one.rings))

    return replace(figure, width=figure.height, height=figure.width, drawn=tuple(map(turned, figure.drawn)))


def _edge(tile: PlacedRhomb, edge: int) -> tuple[Zeta, Zeta]:
    return tile.corners[edge], tile.corners[(edge + 1) % 4]
