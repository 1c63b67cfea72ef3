"""The cover, and the figures beside the rules: the box, joins, covered vertices, a start, a turn, hands of puzzles."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import product

from quasiprint.exact.orbit import Labels
from quasiprint.exact.zeta import ORIGIN, Zeta
from quasiprint.games.quasimino import penrose
from quasiprint.games.quasimino.design import HALF_TURN
from quasiprint.games.quasimino.figures import (
    UPRIGHT,
    WIDE,
    Panel,
    RhombFigures,
    at_vertex,
    beside,
    extent,
    faults,
    mistakes,
    sign,
    verdict,
    ways,
)
from quasiprint.games.quasimino.penrose import coloured, dressed, far
from quasiprint.games.quasimino.rhomb import Star, stars
from quasiprint.games.quasimino.rules import PlacedRhomb, patch
from quasiprint.model.face import bounds
from quasiprint.model.page import Shape
from quasiprint.model.rulebook import Figure
from quasiprint.tiling.labellings import labellings

IN_A_ROW = {"thick": 4, "thin": 7}  # tiles of a hand, at most
COLUMN = 80.0  # mm: of a book's column
CLOSE = 0.8  # mm, between things that are shown at true size
OPENING: Star = (1, 3, 3, 3)  # the first tile and the third lie open, the second joins them, the last covers the vertex
MORE: tuple[Star, ...] = ((1, 3, 3, 3), (1, 1, 2, 4, 2), (1, 1, 1, 2, 1, 1, 3))
# steps of a Penrose tiling, and how far its tiles reach from the centre, in edge lengths: large rosettes first
ROSETTES = ((3, math.inf), (3, 4.3), (3, 3.3), (3, 1.7))
COVER = 150.0  # mm: of the cover's figure


def box_width(edge: float, gap: float = CLOSE) -> float:
    """Return how wide the picture of the box is with tiles of this edge, mm: a thick tile and two thin ones upright."""
    wide = {shape: right - left for shape, (left, _, right, _) in ((s, extent([standing(s)])) for s in UPRIGHT)}
    return (wide["thick"] + 2 * wide["thin"]) * edge + 2 * gap


def standing(shape: str, marks: Labels = penrose.BLANK, entry: int = 1) -> PlacedRhomb:
    """Return a tile that stands as in a hand."""
    return PlacedRhomb(entry, shape, marks, ORIGIN, UPRIGHT[shape])


def box(draw: RhombFigures) -> Figure:
    """A tile of each shape, face up and face down, and a token of each player: as large as they are, if they fit."""
    edge = min(draw.edge, (WIDE - 2 * CLOSE) / box_width(1.0, 0.0))
    radius = bounds((draw.tokens[0].nominal,))[2] * edge / draw.edge
    faces = [dressed([standing(shape)], draw.colours)[0] for shape in UPRIGHT]
    shapes: list[Shape] = []
    low, left = 2 * radius + 3 * CLOSE, 0.0
    for tile in faces:
        x0, y0, x1, y1 = (edge * length for length in extent([tile]))
        wide, high = x1 - x0, y1 - y0
        across, up = (0.0, high + CLOSE) if tile.shape == "thick" else (wide + CLOSE, 0.0)  # from the back to the face
        shapes += draw.tile(tile, left + across - x0, low + up - y0, edge)
        shapes += draw.back(tile.shape, left + wide / 2, low + high / 2, edge, -36.0 * tile.turn)
        left += wide + CLOSE
    width = box_width(edge)
    step = (width - 2 * radius) / max(1, len(draw.tokens) - 1)
    for player in range(len(draw.tokens)):
        shapes += draw.token(player, radius + player * step, radius, edge)
    _, bottom, _, top = extent([standing("thick")])
    height = low + 2 * edge * (top - bottom) + CLOSE
    facts = {"shapes": len({tile.shape for tile in faces}), "tokens": len(draw.tokens)}
    return Figure(width, height, tuple(shapes), (), facts)


def palette(draw: RhombFigures) -> Figure:
    """For each colour the thick tile whose stripes have it alone, numbered as in the names of tiles."""
    panels = []
    for colour in range(draw.colours):
        tile = PlacedRhomb(1, "thick", (colour,) * 4, ORIGIN, 0)
        panels.append(Panel((tile,), signs=((0.65, -0.2, str(colour)),), room=0.3))
    return draw.figure(panels, 13.0, {"colours": draw.colours}, gap=0.5)


def joins(draw: RhombFigures) -> Figure:
    """Every way in which two tiles may share an edge."""
    pairs = [dressed(pair, draw.colours) for fine, pair in ways() if fine]
    facts: dict[str, object] = {"ways": len(pairs), "mistakes": faults(pairs, draw.colours)}
    return draw.figure([Panel(p, breaks=n == 2) for n, p in enumerate(pairs)], 16.0, facts, gap=4.0)


def mismatch(draw: RhombFigures) -> Figure:
    """The same places as two allowed pairs, and stripes that do not agree."""
    panels = []
    total = 0
    for pair in [pair for fine, pair in ways() if fine][1:3]:
        one, two = dressed(pair, draw.colours)
        ((first, second),) = patch((one, two)).joins()
        marks = list(two.colours)
        marks[second[1]] = (one.colours[first[1]] + 1) % draw.colours
        two = replace(two, colours=tuple(marks))
        total += mistakes((one, two), draw.colours)["colour"]
        panels.append(Panel((one, two), crossed=(_edge(one, first[1]),)))
    return draw.figure(panels, 16.0, {"colour": total})


def parallelograms(draw: RhombFigures) -> Figure:
    """The two parallelograms: colours agree, and yet they are not allowed."""
    panels = []
    facts = {"parallelogram": 0, "colour": 0}
    for pair in [pair for fine, pair in ways() if not fine]:
        one, two = dressed(pair, draw.colours)
        for law, count in mistakes((one, two), draw.colours).items():
            facts[law] += count
        ((first, _),) = patch((one, two)).joins()
        panels.append(Panel((one, two), crossed=(_edge(one, first[1]),)))
    return draw.figure(panels, 16.0, dict(facts))


def three(draw: RhombFigures) -> Figure:
    """The vertices that three tiles cover."""
    found = [star for star in stars(reflections=True) if len(star) == 3]
    return _stars(draw, found, 16.0, 7.0, "ways", ("".join(map(str, star)) for star in found))


def _stars(draw: RhombFigures, shown: Iterable[Star], edge: float, gap: float, key: str, said: Iterable[str]) -> Figure:
    layouts = [dressed(at_vertex(star), draw.colours) for star in shown]
    facts: dict[str, object] = {
        key: ",".join(said),
        "covered": sum(len(penrose.covered(tiles)) for tiles in layouts),
        "mistakes": faults(layouts, draw.colours),
    }
    return draw.figure([Panel(tiles, ringed=(ORIGIN,)) for tiles in layouts], edge, facts, gap=gap)


def skill(draw: RhombFigures) -> Figure:
    """A tile A that touches one edge moves, a tile B is laid, and together they cover a vertex."""
    before, after, moved, new = rearranged(draw.colours)
    panels = []
    for tiles in (before, after):
        signs = [sign(tile, letter) for tile, letter in ((moved[tiles is after], "A"), (new, "B")) if tile in tiles]
        panels.append(Panel(tiles, penrose.covered(tiles), signs=tuple(signs)))
    facts: dict[str, object] = {
        "edges": edges_touched(before, 2),
        "before": len(patch(before).covered()),
        "after": len(patch(after).covered()),
        "mistakes": faults((before, after), draw.colours),
    }
    return draw.figure(panels, 11.5, facts, gap=8.0)


def more(draw: RhombFigures) -> Figure:
    """Some vertices that more tiles cover."""
    return _stars(draw, MORE, 7.6, 1.5, "tiles", (str(len(star)) for star in MORE))


def opening(colours: int) -> tuple[PlacedRhomb, ...]:
    """Return five tiles in the order in which they are laid: two open ones and the one that joins them, one that covers
    their vertex, one that covers none. Raises ValueError if the last finds no place."""
    first, joining, third, closing = dressed(at_vertex(OPENING), colours)
    laid = (first, third, joining, closing)
    for base, edge, own in product((third, joining), range(4), range(4)):
        bare = beside("thin", edge, base, own)
        marks = tuple(base.colours[edge] if k == own else (k + 1) % colours for k in range(4))
        tiles = (*laid, replace(bare, colours=marks, entry=5))
        new = {tile.id for tile in tiles}
        if (
            _clean(tiles, colours)
            and edges_touched(tiles, 4) == 1
            and len(new) == len({tile.id for tile in laid}) + (colours > 1)
        ):
            return tiles
    raise ValueError("figure: found no place for a tile that covers nothing")


def turn(draw: RhombFigures, laid: int) -> Figure:
    """The layout of `opening` once so many tiles are laid, the last of them marked, its covered vertices ringed.

    laid: 2: two open tiles lie apart, and the tile that will join them stands by.
    """
    tiles = opening(draw.colours)
    if laid == 2:
        shapes = [tiles[0], tiles[1], tiles[2]]
        panels = [Panel((replace(t, corner=ORIGIN, turn=0),), fresh=(0,) if t is tiles[2] else ()) for t in shapes]
        facts: dict[str, object] = {"thick": sum(t.shape == "thick" for t in tiles[:2]), "open": len(tiles[:2])}
        return draw.figure(panels, 13.5, facts)
    lying = tiles[:laid]
    facts = {
        "pieces": patch(lying).components(),
        "covered": len(penrose.covered(lying)) - len(penrose.covered(tiles[: laid - 1])),
        "mistakes": faults([lying], draw.colours),
    }
    return draw.figure([Panel(lying, penrose.covered(lying), fresh=(laid - 1,))], 13.5, facts)


def hand(draw: RhombFigures, tiles: Sequence[PlacedRhomb]) -> Figure:
    """Tiles side by side, thick ones in rows, and thin ones upright in the next, rows of about the same length."""
    ids = sorted(tile.id.split("-") for tile in tiles)
    lying = [standing(shape, tuple(map(int, marks)), n) for n, (shape, marks) in enumerate(ids, 1)]
    counts = Counter(tile.shape for tile in lying)
    panels = []
    for shape, most in IN_A_ROW.items():
        count = counts[shape]
        length = math.ceil(count / math.ceil(count / most)) if count else 1
        panels += [Panel((t,), breaks=n % length == 0) for n, t in enumerate(t for t in lying if t.shape == shape)]
    facts: dict[str, object] = {"thick": counts["thick"], "thin": counts["thin"]}
    return draw.figure(panels, 12.0, facts, gap=2.0)


def _clean(tiles: tuple[PlacedRhomb, ...], colours: int) -> bool:
    lying = patch(tiles)
    return not lying.overlaps() and not lying.misfits() and not faults([tiles], colours)


def edges_touched(tiles: Sequence[PlacedRhomb], at: int) -> int:
    """Return along how many edges the tile at this place of a layout touches others."""
    return sum(at in (one, two) for (one, _), (two, _) in patch(tiles).joins())


def rearranged(
    colours: int,
) -> tuple[tuple[PlacedRhomb, ...], tuple[PlacedRhomb, ...], tuple[PlacedRhomb, PlacedRhomb], PlacedRhomb]:
    """Return a layout before and after a move with a rearranged tile, that tile in both, and the new one.

    The first place that fits is taken. Raises ValueError if there is none.
    """
    bare = at_vertex((2, 2, 2, 4))
    for star in (bare, bare[1:3] + bare[:1] + bare[3:]):
        after = dressed(star, colours)
        one, two, moving, new = after
        rest = (one, two)
        for base, edge, own in product(rest, range(4), range(4)):
            away = beside(moving.shape, edge, base, own)
            away = replace(away, colours=moving.colours, entry=moving.entry)
            before = (*rest, away)
            if _clean(before, colours) and edges_touched(before, 2) == 1:
                return before, after, (away, moving), new
    raise ValueError("figure: found no place for the tile that is to move")


def _edge(tile: PlacedRhomb, edge: int) -> tuple[Zeta, Zeta]:
    return tile.corners[edge], tile.corners[(edge + 1) % 4]


def rosette(colours: int) -> tuple[PlacedRhomb, ...]:
    """Return the largest rosette, a piece of a Penrose tiling, for so many colours; two tiles if none is found."""
    each = len(tuple(labellings(HALF_TURN, colours)))
    for steps, reach in ROSETTES:
        bare = [t for t in penrose.tiling(steps) if max(map(far, t.corners)) < reach]
        if max(Counter(tile.shape for tile in bare).values()) < each:  # none to spare: it would take too long
            tiles = coloured(bare, colours)
            if tiles:
                return tiles
    return dressed(at_vertex((2, 4))[:2], colours)


def cover(draw: RhombFigures) -> Figure:
    """The rosette, with a token of each player around its centre."""
    tiles = rosette(draw.colours)
    closed = [vertex for vertex in penrose.covered(tiles) if vertex != ORIGIN]
    away = sorted({round(far(vertex), 6) for vertex in closed})
    ring = [vertex for vertex in closed if round(far(vertex), 6) == away[len(away) // 2]]
    ring.sort(key=lambda v: math.atan2(*v.to_xy()[::-1]))
    owned = tuple((vertex, player % max(1, len(draw.tokens))) for player, vertex in enumerate(ring))
    judged = verdict(tiles, draw.colours)
    facts = {"legal": judged["legal"], "holes": patch(tiles).holes(), "pieces": patch(tiles).components()}
    left, _, right, _ = extent(tiles)
    lying = draw.figure([Panel(tiles, tokens=owned)], COVER / (right - left), facts, width=math.inf)
    return upright(lying)


def upright(figure: Figure) -> Figure:
    """Return a figure of shapes a quarter turn clockwise: tenths of a turn do not bring a rosette's tip to the top."""
    shapes = tuple(
        replace(s, rings=tuple(tuple((y, figure.width - x) for x, y in ring) for ring in s.rings))
        for s in figure.shapes
    )
    return replace(figure, width=figure.height, height=figure.width, shapes=shapes)
