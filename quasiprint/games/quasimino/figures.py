"""The figures of Quasimino's rulebook: layouts that the rules judge, drawn with the set's own faces."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, product

from quasiprint.drawing.face_shapes import laid
from quasiprint.drawing.figure_rows import places
from quasiprint.drawing.outlines import circle
from quasiprint.exact.orbit import canonical
from quasiprint.exact.zeta import ORIGIN, TURN, Zeta, unit
from quasiprint.games.quasimino import penrose
from quasiprint.games.quasimino.design import HALF_TURN
from quasiprint.games.quasimino.rhomb import ACUTE, angles
from quasiprint.games.quasimino.rules import PlacedRhomb, form_parallelogram, judge, patch
from quasiprint.games.quasimino.stars import Star, by_size, stars
from quasiprint.model.page import Shape, Text
from quasiprint.model.piece import GameSet
from quasiprint.model.rulebook import Figure
from quasiprint.tiling.labellings import labellings, tile_id

DARK, LIGHT, SHADE = "#111111", "#FFFFFF", "#CFCFCF"
GAP = 7.0  # mm, between layouts that stand in a row
WIDE = 160.0  # mm: no figure is wider
ATTEMPTS = 400
UPRIGHT = {"thick": 0, "thin": 2}  # turns with which tiles of a hand stand in little room
PENROSE_STEPS = 4  # after which every star of the Penrose tilings has come up


@dataclass(frozen=True, slots=True)
class Panel:
    """A layout in a figure. ringed: vertices with a ring. crossed: edges with a cross, as their ends.
    signs: texts, with where they stand, in edge lengths."""

    tiles: tuple[PlacedRhomb, ...]
    ringed: tuple[Zeta, ...] = ()
    crossed: tuple[tuple[Zeta, Zeta], ...] = ()
    signs: tuple[tuple[float, float, str], ...] = ()
    room: float = 0.0  # around it, in edge lengths
    breaks: bool = False  # whether a new row of the figure begins with it


def at_vertex(star: Star, vertex: Zeta = ORIGIN, start: int = 0) -> tuple[PlacedRhomb, ...]:
    """Return tiles without colours around a point, the first between the directions `start` and start + its corner."""
    tiles = []
    for number, angle in enumerate(star, 1):
        shape = next(shape for shape in ACUTE if angle in angles(shape))
        acute = angle == ACUTE[shape]
        corner, turn = (vertex, start) if acute else (vertex + unit(start), start + angle)
        tiles.append(PlacedRhomb(number, shape, penrose.BLANK, corner, turn % TURN))
        start += angle
    return tuple(tiles)


def beside(shape: str, edge: int, tile: PlacedRhomb, own: int) -> PlacedRhomb:
    """Return a tile of a shape, without colours, whose edge `own` lies along edge `edge` of a tile."""
    there = tile.corners
    for turn in range(TURN):
        lying = PlacedRhomb(tile.entry + 1, shape, penrose.BLANK, ORIGIN, turn)
        step = there[(edge + 1) % 4] - lying.corners[own]
        if lying.corners[(own + 1) % 4] + step == there[edge]:
            return replace(lying, corner=step)
    raise ValueError(f"edge {own} of a {shape} tile never lies along edge {edge} of {tile}")


def dressed(tiles: Sequence[PlacedRhomb], colours: int) -> tuple[PlacedRhomb, ...]:
    """Return tiles with colours that agree on every edge, no tile twice if there are enough of them."""
    ends = [[frozenset((c, tile.corners[(k + 1) % 4])) for k, c in enumerate(tile.corners)] for tile in tiles]
    order = {edge: n for n, edge in enumerate(dict.fromkeys(edge for four in ends for edge in four))}
    best: tuple[PlacedRhomb, ...] = ()
    most = 0
    for attempt in range(ATTEMPTS):
        step, bend = attempt + 2, attempt // 5
        dress = {edge: (n * step + n * n * bend) // 2 % colours for edge, n in order.items()}
        found = tuple(
            replace(tile, colours=tuple(dress[edge] for edge in four)) for tile, four in zip(tiles, ends, strict=True)
        )
        ids = {tile.id for tile in found}
        shown = {c for tile in found for c in tile.colours}
        worth = 100 * len(ids) + len(shown)
        if worth > most:
            best, most = found, worth
        if len(ids) == len(tiles) and len(shown) == colours:
            break
    return best


def mistakes(tiles: Sequence[PlacedRhomb], colours: int) -> dict[str, int]:
    """Return how many pairs of a layout break the law of colours, and that of parallelograms."""
    codes = [finding.code for finding in judge(tuple(tiles), colours)[0]]
    return {"colour": codes.count("join-colour"), "parallelogram": codes.count("join-parallelogram")}


def verdict(tiles: Sequence[PlacedRhomb], colours: int) -> dict[str, object]:
    """Return what the rules say of a layout of different tiles."""
    findings, lying, overlapping = judge(tuple(tiles), colours)
    return {
        "legal": "no" if findings else "yes",
        "tiles": len(tiles),
        "covered": len(lying.covered(overlapping)),
        "boundary": lying.boundary_edges,
    }


def ways() -> Iterator[tuple[bool, tuple[PlacedRhomb, PlacedRhomb]]]:
    """Yield each way in which two tiles can share an edge, up to rotation and reflection, and whether it is allowed."""
    for (one, two), own in product((("thick", "thick"), ("thick", "thin"), ("thin", "thin")), range(2)):
        first = PlacedRhomb(1, one, penrose.BLANK, ORIGIN, 0)
        yield not form_parallelogram(one, 0, two, own), (first, beside(two, 0, first, own))


class RhombFigures:
    """The set's tiles, laid. game_set: as it is made of paper, without gaps between tiles."""

    def __init__(self, game_set: GameSet) -> None:
        self.inks = [ink.rgb for ink in game_set.palette.inks]
        self.edge = game_set.measures.size.edge
        self.colours = game_set.labelled.labels
        self.faces = {piece.id: piece.face for piece in game_set.pieces}

    def tile(self, tile: PlacedRhomb, x: float, y: float, edge: float, blank: bool) -> Iterator[Shape]:
        """Yield the shapes of a tile. x, y: where the plane's origin lies, mm. edge: mm. blank: the rhomb alone."""
        corners = [(x + px * edge, y + py * edge) for px, py in (corner.to_xy() for corner in tile.corners)]
        named = canonical(HALF_TURN, tile.colours)
        face = self.faces.get(tile_id(tile.shape, named))
        if blank or face is None:  # or a tile that the set does not have
            yield Shape((tuple(corners),), SHADE if tile.shape == "thin" else LIGHT, DARK, 0.25)
            return
        angle = 36.0 * tile.turn + (0.0 if named == tile.colours else 180.0)
        middle = ((corners[0][0] + corners[2][0]) / 2, (corners[0][1] + corners[2][1]) / 2)
        yield from laid(face, self.inks, *middle, angle, edge / self.edge)

    def figure(
        self,
        panels: Iterable[Panel],
        edge: float,
        facts: dict[str, object],
        *,
        blank: bool = False,
        gap: float = GAP,
        width: float = WIDE,
    ) -> Figure:
        """Return panels in rows, from left to right. edge: of a tile, mm."""
        laid_out = list(panels)
        boxes = []
        for panel in laid_out:
            points = [corner.to_xy() for tile in panel.tiles for corner in tile.corners]
            xs, ys = [x for x, _ in points], [y for _, y in points]
            room = panel.room + 0.03
            box = (min(xs) - room, min(ys) - room, max(xs) + room, max(ys) + room)
            boxes.append((box[0] * edge, box[1] * edge, box[2] * edge, box[3] * edge))
        breaks = [number for number, panel in enumerate(laid_out) if panel.breaks]
        whole, top, at = places(boxes, gap, width=width, breaks=breaks)
        shapes: list[Shape] = []
        texts: list[Text] = []
        for panel, (left, low) in zip(laid_out, at, strict=True):
            drawn, said = self._panel(panel, left, low, edge, blank)
            shapes += drawn
            texts += said
        return Figure(whole, top, tuple(shapes), tuple(texts), facts)

    def _panel(self, panel: Panel, x: float, y: float, edge: float, blank: bool) -> tuple[list[Shape], list[Text]]:
        shapes = [shape for tile in panel.tiles for shape in self.tile(tile, x, y, edge, blank)]
        for vertex in panel.ringed:
            px, py = vertex.to_xy()
            ring = circle(x + px * edge, y + py * edge, max(0.085 * edge, 1.0), 24)
            shapes.append(Shape((ring,), LIGHT, DARK, 0.5))
        for ends in panel.crossed:
            (ax, ay), (bx, by) = (end.to_xy() for end in ends)
            mx, my, arm = x + (ax + bx) / 2 * edge, y + (ay + by) / 2 * edge, 0.12 * edge
            strokes = tuple(((mx - arm, my - s * arm), (mx + arm, my + s * arm)) for s in (1, -1))
            shapes.append(Shape(strokes, None, LIGHT, 2.4, closed=False))
            shapes.append(Shape(strokes, None, DARK, 1.0, closed=False))
        size = min(4.5, max(3.0, 0.22 * edge))
        for px, py, _ in panel.signs:
            shapes.append(Shape((circle(x + px * edge, y + py * edge, 0.72 * size, 24),), LIGHT))
        texts = [
            Text(x + px * edge, y + py * edge - 0.36 * size, said, size, "middle", bold=True)
            for px, py, said in panel.signs
        ]
        return shapes, texts

    def shapes(self) -> Figure:
        """A tile of each shape, with the corners in tenths of a turn."""
        panels = []
        for shape in ("thick", "thin"):
            (tile,) = dressed([PlacedRhomb(1, shape, penrose.BLANK, ORIGIN, 0)], self.colours)
            points = [corner.to_xy() for corner in tile.corners]
            mx, my = (points[0][0] + points[2][0]) / 2, (points[0][1] + points[2][1]) / 2
            signs = []
            for (px, py), angle in zip(points, angles(shape), strict=True):
                far = math.dist((px, py), (mx, my))
                grow = (far + 0.17) / far
                signs.append((mx + (px - mx) * grow, my + (py - my) * grow, str(angle)))
            panels.append(Panel((tile,), signs=tuple(signs), room=0.25))
        facts: dict[str, object] = {shape: ",".join(map(str, angles(shape))) for shape in ("thick", "thin")}
        return self.figure(panels, 20.0, facts)

    def palette(self) -> Figure:
        """For each colour the thick tile whose stripes have it alone, numbered."""
        panels = []
        for colour in range(self.colours):
            tile = PlacedRhomb(1, "thick", (colour,) * 4, ORIGIN, 0)
            panels.append(Panel((tile,), signs=((0.65, -0.2, str(colour + 1)),), room=0.3))
        return self.figure(panels, 16.0 if self.colours < 5 else 14.0, {"colours": self.colours}, gap=3.0)

    def mirror(self) -> Figure:
        """A tile and its mirror image, which is another tile."""
        one = next(m for m in labellings(HALF_TURN, self.colours) if canonical(HALF_TURN, m[::-1]) != m)
        pair = [PlacedRhomb(1, "thick", one, ORIGIN, 0), PlacedRhomb(2, "thick", one[::-1], ORIGIN, 0)]
        return self.figure([Panel((tile,)) for tile in pair], 16.0, {"different": len({tile.id for tile in pair})})

    def joins(self) -> Figure:
        """Every way in which two tiles may share an edge."""
        pairs = [dressed(pair, self.colours) for fine, pair in ways() if fine]
        wrong = sum(sum(mistakes(pair, self.colours).values()) for pair in pairs)
        return self.figure([Panel(pair) for pair in pairs], 17.0, {"ways": len(pairs), "mistakes": wrong}, gap=9.0)

    def mismatch(self) -> Figure:
        """The same places as two allowed pairs, and stripes that do not agree."""
        panels = []
        total = 0
        for pair in [pair for fine, pair in ways() if fine][1:3]:
            one, two = dressed(pair, self.colours)
            ((first, second),) = patch((one, two)).joins()
            marks = list(two.colours)
            marks[second[1]] = (one.colours[first[1]] + 1) % self.colours
            two = replace(two, colours=tuple(marks))
            total += mistakes((one, two), self.colours)["colour"]
            panels.append(Panel((one, two), crossed=(_edge(one, first[1]),)))
        return self.figure(panels, 17.0, {"colour": total})

    def parallelograms(self) -> Figure:
        """The two parallelograms: colours agree, and yet they are not allowed."""
        panels = []
        facts = {"parallelogram": 0, "colour": 0}
        for pair in [pair for fine, pair in ways() if not fine]:
            one, two = dressed(pair, self.colours)
            for law, count in mistakes((one, two), self.colours).items():
                facts[law] += count
            ((first, _),) = patch((one, two)).joins()
            panels.append(Panel((one, two), crossed=(_edge(one, first[1]),)))
        return self.figure(panels, 17.0, dict(facts))

    def three(self) -> Figure:
        """The vertices that three tiles cover."""
        found = [star for star in stars(reflections=True) if len(star) == 3]
        panels = [Panel(dressed(at_vertex(star), self.colours), ringed=(ORIGIN,)) for star in found]
        covered = sum(len(patch(panel.tiles).covered()) for panel in panels)
        wrong = sum(sum(mistakes(panel.tiles, self.colours).values()) for panel in panels)
        facts: dict[str, object] = {"ways": ",".join("".join(map(str, s)) for s in found), "covered": covered}
        return self.figure(panels, 19.0, facts | {"mistakes": wrong})

    def stars(self) -> Figure:
        """All covered vertices, the corners in tenths of a turn under each; those of Penrose tilings have a ring."""
        every = stars(reflections=True)
        true = penrose.kinds(PENROSE_STEPS)
        wide, high, across, edge = 20.2, 25.0, 8, 5.2
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
            points = [corner.to_xy() for tile in tiles for corner in tile.corners]
            mx = (min(p[0] for p in points) + max(p[0] for p in points)) / 2 * edge
            my = (min(p[1] for p in points) + max(p[1] for p in points)) / 2 * edge
            low = (len(rows) - line) * high
            x, y = (column + 0.5) * wide - mx, low + 0.57 * high - my
            ringed = (ORIGIN,) if star in true else ()
            shapes += self._panel(Panel(tiles, ringed=ringed), x, y, edge, blank=True)[0]
            texts.append(Text(x + mx, low + 1.0, "".join(map(str, star)), 3.2, "middle"))
        facts: dict[str, object] = {
            "stars": len(every),
            "turned": len(stars()),
            "by": ",".join(map(str, by_size(every).values())),
            "most": max(map(len, every)),
            "penrose": len(true & set(every)),
            "rows": ",".join(str(len(row)) for row in rows),
        }
        return Figure(across * wide, len(rows) * high, tuple(shapes), tuple(texts), facts)

    def skill(self) -> Figure:
        """A tile A that touches one edge moves, a tile B is laid, and together they cover a vertex."""
        before, after, moved, new = rearranged(self.colours)
        panels = []
        for tiles in (before, after):
            signed = [(tile, said) for tile, said in ((moved[tiles is after], "A"), (new, "B")) if tile in tiles]
            signs = []
            for tile, said in signed:
                px, py = (tile.corners[0] + tile.corners[2]).to_xy()
                signs.append((px / 2, py / 2, said))
            panels.append(Panel(tiles, penrose.covered(tiles), signs=tuple(signs)))
        facts: dict[str, object] = {
            "edges": edges_touched(before, 2),
            "before": len(patch(before).covered()),
            "after": len(patch(after).covered()),
            "mistakes": sum(sum(mistakes(tiles, self.colours).values()) for tiles in (before, after)),
        }
        return self.figure(panels, 15.0, facts, gap=16.0)

    def periodic(self) -> Figure:
        """Three tiles that repeat for ever, without any parallelogram."""
        three = at_vertex((3, 3, 4))
        steps = _steps(three)
        tiles = [
            replace(tile, corner=tile.corner + Zeta(*(i * a + j * b for a, b in zip(*steps, strict=True))))
            for i, j in product(range(5), range(4))
            for tile in three
        ]  # fmt: skip
        tiles = [replace(tile, entry=n) for n, tile in enumerate(tiles, 1)]
        lying = patch(tiles)
        facts: dict[str, object] = {
            "tiles": len(tiles),
            "parallelogram": mistakes(tiles, 1)["parallelogram"],
            "overlaps": len(lying.overlaps()),
            "kinds": len(set(penrose.stars_of(tiles).values())),
        }
        return self.figure([Panel(tuple(tiles))], 9.0, facts, blank=True)

    def penrose(self) -> Figure:
        """A piece of a true Penrose tiling."""
        tiles = penrose.tiling(PENROSE_STEPS)
        facts: dict[str, object] = {
            "parallelogram": mistakes(tiles, 1)["parallelogram"],
            "stars": len(penrose.kinds(PENROSE_STEPS)),
        }
        return self.figure([Panel(tiles)], 8.0, facts, blank=True)

    def hand(self, tiles: Sequence[PlacedRhomb]) -> Figure:
        """Tiles side by side, thick ones in a row, and thin ones upright in the next."""
        ids = sorted(tile.id.split("-") for tile in tiles)
        lying = [PlacedRhomb(n, s, tuple(map(int, m)), ORIGIN, UPRIGHT[s]) for n, (s, m) in enumerate(ids, 1)]
        shapes = [tile.shape for tile in lying]
        panels = [Panel((t,), breaks=shapes.index(t.shape) == n > 0) for n, t in enumerate(lying)]
        facts: dict[str, object] = {"thick": shapes.count("thick"), "thin": shapes.count("thin")}
        return self.figure(panels, 14.0, facts, gap=3.5)

    def solved(self, tiles: Sequence[PlacedRhomb], facts: dict[str, object], edge: float) -> Figure:
        """A layout with its covered vertices."""
        return self.figure([Panel(tuple(tiles), penrose.covered(tiles))], edge, facts)


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
            lying = patch(before)
            clean = not lying.overlaps() and not lying.misfits() and not sum(mistakes(before, colours).values())
            if clean and edges_touched(before, 2) == 1:
                return before, after, (away, moving), new
    raise ValueError("figure: found no place for the tile that is to move")


def _edge(tile: PlacedRhomb, edge: int) -> tuple[Zeta, Zeta]:
    return tile.corners[edge], tile.corners[(edge + 1) % 4]


def _steps(hexagon: Sequence[PlacedRhomb]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return two moves that carry a hexagon of three tiles to neighbours with which it fills the plane."""
    sides = [unit(0), unit(3), unit(6)]  # from the middle: the edges between the tiles
    moves = [sides[0] - sides[1], sides[1] - sides[2]]
    assert all(side in {corner for tile in hexagon for corner in tile.corners} for side in sides)
    one, two = ((move.a, move.b, move.c, move.d) for move in moves)
    return one, two
