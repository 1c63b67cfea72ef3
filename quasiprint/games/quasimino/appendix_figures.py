"""The figures of the book's appendix: corners, all stars, mirror images, patterns, solutions."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import groupby, product

from quasiprint.exact.orbit import canonical
from quasiprint.exact.zeta import ORIGIN, unit
from quasiprint.games.quasimino import penrose
from quasiprint.games.quasimino.design import HALF_TURN
from quasiprint.games.quasimino.examples import PUZZLES
from quasiprint.games.quasimino.figures import LETTERS, Panel, RhombFigures, at_vertex, extent, mistakes, verdict
from quasiprint.games.quasimino.penrose import dressed
from quasiprint.games.quasimino.rhomb import Star, angles, by_size
from quasiprint.games.quasimino.rhomb import stars as all_stars
from quasiprint.games.quasimino.rules import PlacedRhomb, patch
from quasiprint.model.page import Shape, Text
from quasiprint.model.rulebook import Figure
from quasiprint.tiling.labellings import labellings

PENROSE_STEPS = 4  # after which every star of the Penrose tilings has come up


def corners(draw: RhombFigures) -> Figure:
    """A tile of each shape, with the corners in tenths of a turn."""
    panels = []
    for shape in ("thick", "thin"):
        (tile,) = dressed([PlacedRhomb(1, shape, penrose.BLANK, ORIGIN, 0)], draw.colours)
        points = [corner.to_xy() for corner in tile.corners]
        mx, my = (points[0][0] + points[2][0]) / 2, (points[0][1] + points[2][1]) / 2
        signs = []
        for (px, py), angle in zip(points, angles(shape), strict=True):
            far = math.dist((px, py), (mx, my))
            grow = (far + 0.17) / far
            signs.append((mx + (px - mx) * grow, my + (py - my) * grow, str(angle)))
        panels.append(Panel((tile,), signs=tuple(signs), room=0.25))
    facts: dict[str, object] = {shape: ",".join(map(str, angles(shape))) for shape in ("thick", "thin")}
    return draw.figure(panels, 15.0, facts)


def mirror(draw: RhombFigures) -> Figure:
    """A tile and its mirror image, which is another tile."""
    one = next(m for m in labellings(HALF_TURN, draw.colours) if canonical(HALF_TURN, m[::-1]) != m)
    pair = [PlacedRhomb(1, "thick", one, ORIGIN, 0), PlacedRhomb(2, "thick", one[::-1], ORIGIN, 0)]
    return draw.figure([Panel((tile,)) for tile in pair], 16.0, {"different": len({tile.id for tile in pair})})


def stars(draw: RhombFigures) -> Figure:
    """All covered vertices, the corners in tenths of a turn under each; those of Penrose tilings have a ring."""
    every = all_stars(reflections=True)
    true = penrose.kinds(PENROSE_STEPS)
    wide, high, across, edge = 20.2, 23.6, 8, 5.2
    rows: list[list[Star]] = [[]]  # none divides the stars of as many tiles
    for _, alike in groupby(every, len):
        group = list(alike)
        rows += [[]] if len(rows[-1]) + len(group) > across else []
        rows[-1] += group
    cells = [(line, n + (across - len(row)) / 2) for line, row in enumerate(rows, 1) for n in range(len(row))]
    shapes: list[Shape] = []
    texts: list[Text] = []
    for (line, column), star in zip(cells, every, strict=True):
        tiles = at_vertex(star)
        x0, y0, x1, y1 = extent(tiles)
        mx, my = (x0 + x1) / 2 * edge, (y0 + y1) / 2 * edge
        low = (len(rows) - line) * high
        x, y = (column + 0.5) * wide - mx, low + 0.57 * high - my
        ringed = (ORIGIN,) if star in true else ()
        shapes += draw.panel(Panel(tiles, ringed=ringed), x, y, edge, blank=True)[0]
        texts.append(Text(x + mx, low + 1.0, "".join(map(str, star)), LETTERS, "middle"))
    facts: dict[str, object] = {
        "stars": len(every),
        "turned": len(all_stars()),
        "by": ",".join(map(str, by_size(every).values())),
        "most": max(map(len, every)),
        "penrose": len(true & set(every)),
        "rows": ",".join(str(len(row)) for row in rows),
    }
    return Figure(across * wide, len(rows) * high, tuple(shapes), tuple(texts), facts)


def periodic(draw: RhombFigures) -> Figure:
    """Three tiles that repeat for ever, without any parallelogram."""
    three = at_vertex((3, 3, 4))
    # the moves from a hexagon of three tiles to its neighbours are differences of the edges between the tiles
    one, two = unit(0) - unit(3), unit(3) - unit(6)
    places = [sum([one] * i + [two] * j, ORIGIN) for i, j in product(range(5), range(4))]
    bare = [replace(tile, corner=tile.corner + place) for place in places for tile in three]
    tiles = [replace(tile, entry=n) for n, tile in enumerate(bare, 1)]
    lying = patch(tiles)
    facts: dict[str, object] = {
        "tiles": len(tiles),
        "parallelogram": mistakes(tiles, 1)["parallelogram"],
        "overlaps": len(lying.overlaps()),
        "kinds": len(set(penrose.stars_of(tiles).values())),
    }
    return draw.figure([Panel(tuple(tiles))], 6.2, facts, blank=True)


def tiling(draw: RhombFigures) -> Figure:
    """A piece of a true Penrose tiling."""
    tiles = penrose.tiling(PENROSE_STEPS)
    facts: dict[str, object] = {
        "parallelogram": mistakes(tiles, 1)["parallelogram"],
        "stars": len(penrose.kinds(PENROSE_STEPS)),
    }
    return draw.figure([Panel(tiles)], 5.2, facts, blank=True)


def solutions(draw: RhombFigures) -> Figure:
    """The solutions of all puzzles, numbered. The figure's facts are, in order, what the rules say of each."""
    layouts = [PUZZLES[name] for name in PUZZLES]
    found = [verdict(tiles, draw.colours) | {"guarded": guarded(tiles)} for tiles in layouts]
    facts: dict[str, object] = {key: ",".join(str(each[key]) for each in found) for key in found[0]}
    panels = []
    for number, tiles in enumerate(layouts, 1):
        left, low, right, _ = extent(tiles)
        below = ((left + right) / 2, low - 0.25, str(number))
        panels.append(Panel(tiles, penrose.covered(tiles), signs=(below,), room=0.42, breaks=number in (3, 5)))
    return draw.figure(panels, 9.2, facts, gap=0.0)


def guarded(tiles: tuple[PlacedRhomb, ...]) -> int:
    """Return how many tiles of a layout have all their corners covered."""
    closed = set(penrose.covered(tiles))
    return sum(closed.issuperset(tile.corners) for tile in tiles)
