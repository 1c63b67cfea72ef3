"""The figures of Quasimino's rulebook: layouts that the rules judge, drawn with the set's own faces.

Tiles that lie without stripes are given some that match on every edge, no tile twice, so that a reader can lay them.
They are found by trying, tile by tile from the middle outwards, and taking back what leads nowhere.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING

from quasiprint.drawing.face_shapes import Scene, SetPainter, places
from quasiprint.drawing.lettering import CAPITALS
from quasiprint.drawing.outlines import mirror
from quasiprint.errors import InputError
from quasiprint.exact.orbit import canonical, labellings, tile_id
from quasiprint.exact.zeta import ORIGIN, TURN, Zeta, unit
from quasiprint.games.quasimino import tilings
from quasiprint.games.quasimino.design import HALF_TURN
from quasiprint.games.quasimino.rhomb import ACUTE, Star, angles
from quasiprint.games.quasimino.rules import BLANK, PlacedRhomb, beside, form_parallelogram, judge, patch, read
from quasiprint.games.quasimino.scoring import last_table
from quasiprint.games.quasimino.tilings import far, matching_stripes, with_stripes
from quasiprint.model.choices import Maker
from quasiprint.model.face import Point, bounds
from quasiprint.model.finding import in_words
from quasiprint.model.game_text import is_layout
from quasiprint.model.page import Drawn, Figure, Imprint, Shape

if TYPE_CHECKING:
    from quasiprint.model.piece import GameSet

DARK, LIGHT, SHADE = "#111111", "#FFFFFF", "#CFCFCF"
FRESH = "#FFF0BF"  # a tile that was just laid
BACK, BACK_LINE = "#D8DCE2", "#8A8F98"  # a tile that lies face down
EDGE = 14.0  # mm: of a tile in a picture of a layout
GAP = 7.0  # mm, between layouts that stand in a row
WIDE = 78.0  # mm: a column of a book; what is wider goes across the page
LETTERS = 2.3 / CAPITALS  # mm: the least size of letters
UPRIGHT = {"thick": 0, "thin": 2}  # turns with which tiles of a hand stand in little room


@dataclass(frozen=True, slots=True)
class Panel:
    """A layout in a figure. ringed: vertices with a ring. crossed: edges with a cross, as their ends.
    signs: texts, with where they stand, in edge lengths. fresh: places in `tiles` of those that were just laid.
    tokens: where they lie, and whose they are, players counted from 0."""

    tiles: tuple[PlacedRhomb, ...]
    ringed: tuple[Zeta, ...] = ()
    crossed: tuple[tuple[Zeta, Zeta], ...] = ()
    signs: tuple[tuple[float, float, str], ...] = ()
    fresh: tuple[int, ...] = ()
    tokens: tuple[tuple[Zeta, int], ...] = ()
    room: float = 0.0  # around it, in edge lengths
    breaks: bool = False  # whether a new row of the figure begins with it


def at_vertex(star: Star) -> tuple[PlacedRhomb, ...]:
    """Return tiles without colours around the origin, the first from the direction 0 on."""
    tiles, start = [], 0
    for number, angle in enumerate(star, 1):
        shape = next(shape for shape in ACUTE if angle in angles(shape))
        acute = angle == ACUTE[shape]
        corner, turn = (ORIGIN, start) if acute else (unit(start), start + angle)
        tiles.append(PlacedRhomb(number, shape, BLANK, corner, turn % TURN))
        start += angle
    return tuple(tiles)


def extent(tiles: Iterable[PlacedRhomb]) -> tuple[float, float, float, float]:
    """Return left, low, right and top of tiles, in edge lengths."""
    return bounds(tuple(tuple(corner.to_xy() for corner in tile.corners) for tile in tiles))


def sign(tile: PlacedRhomb, text: str) -> tuple[float, float, str]:
    """Return a text in the middle of a tile."""
    x, y = (tile.corners[0] + tile.corners[2]).to_xy()
    return x / 2, y / 2, text


def mistakes(tiles: Sequence[PlacedRhomb], colours: int) -> dict[str, int]:
    """Return how many pairs of a layout break the law of colours, and that of parallelograms."""
    codes = [finding.code for finding in judge(tuple(tiles), colours)[0]]
    return {"colour": codes.count("join-colour"), "parallelogram": codes.count("join-parallelogram")}


def faults(layouts: Iterable[Sequence[PlacedRhomb]], colours: int) -> int:
    """Return how many pairs break a law, in all of some layouts."""
    return sum(sum(mistakes(tiles, colours).values()) for tiles in layouts)


def verdict(tiles: Sequence[PlacedRhomb], colours: int) -> dict[str, object]:
    """Return what the rules say of a layout of different tiles."""
    findings, lying, overlapping = judge(tuple(tiles), colours)
    return {
        "legal": not findings,
        "tiles": len(tiles),
        "covered": len(lying.inner_corners(overlapping)),
        "boundary": lying.boundary_edges,
    }


def ways() -> Iterator[tuple[bool, tuple[PlacedRhomb, PlacedRhomb]]]:
    """Yield each way in which two tiles can share an edge, up to rotation and reflection, and whether it is allowed."""
    for (one, two), own in product((("thick", "thick"), ("thick", "thin"), ("thin", "thin")), range(2)):
        first = PlacedRhomb(1, one, BLANK, ORIGIN, 0)
        yield not form_parallelogram(one, 0, two, own), (first, beside(two, 0, first, own))


class RhombFigures(SetPainter):
    """The set's tiles, laid. game_set: as it is made of paper, without gaps between tiles."""

    def __init__(self, game_set: GameSet) -> None:
        super().__init__(game_set)
        self.colours = game_set.labelled.labels
        self.faces = {piece.id: piece.face for piece in game_set.pieces}
        self._backs: dict[str, tuple[Shape, ...]] = {}
        self.tokens = [thing.face for thing in game_set.accessories if thing.kind == "token"]

    def tile(
        self, tile: PlacedRhomb, x: float, y: float, edge: float, blank: bool = False, body: str = LIGHT
    ) -> tuple[Drawn, ...]:
        """Return a tile. x, y: where the plane's origin lies, mm. edge: mm. blank: the rhomb alone."""
        corners = [(x + px * edge, y + py * edge) for px, py in (corner.to_xy() for corner in tile.corners)]
        named = canonical(HALF_TURN, tile.colours)
        face = self.faces.get(tile_id(tile.shape, named))
        if blank or face is None:  # or a tile that the set does not have
            return (Shape((tuple(corners),), SHADE if tile.shape == "thin" else LIGHT, DARK, 0.25),)
        angle = 36.0 * tile.turn + (0.0 if named == tile.colours else 180.0)
        middle = ((corners[0][0] + corners[2][0]) / 2, (corners[0][1] + corners[2][1]) / 2)
        return self.put(face, *middle, edge, angle, body)

    def back(self, scene: Scene, shape: str, x: float, y: float, edge: float, angle: float = 0.0) -> None:
        """Draw a tile that lies face down. x, y: its middle, mm. angle: in degrees."""
        if shape not in self._backs:
            face = next(face for name, face in self.faces.items() if name.startswith(shape))
            # seen from behind: a rhomb's mirror image is the same rhomb, elsewhere
            marks = (Shape((mirror(region.outer),), LIGHT) for region in face.back)
            self._backs[shape] = Shape((mirror(face.nominal),), BACK, BACK_LINE), *marks
        scene.shapes.append(Imprint(self._backs[shape], x, y, angle, edge / self.edge, 0.2))

    def token(self, player: int, x: float, y: float, edge: float) -> tuple[Drawn, ...]:
        """Return a player's token. x, y: its middle, mm."""
        return self.put(self.tokens[player % len(self.tokens)], x, y, edge, rim=DARK)

    def figure(
        self,
        panels: Sequence[Panel],
        edge: float,
        facts: Mapping[str, object],
        *,
        blank: bool = False,
        gap: float = GAP,
        width: float = WIDE,
    ) -> Figure:
        """Return panels in rows, from left to right. edge: of a tile, mm."""
        boxes = []
        for panel in panels:
            left, low, right, top = extent(panel.tiles)
            room = panel.room + 0.03
            boxes.append(((left - room) * edge, (low - room) * edge, (right + room) * edge, (top + room) * edge))
        breaks = [number for number, panel in enumerate(panels) if panel.breaks]
        wide, high, at = places(boxes, gap, width=width, breaks=breaks)
        scene = Scene()
        for panel, (x, y) in zip(panels, at, strict=True):
            self.panel(scene, panel, x, y, edge, blank)
        return scene.figure(wide, high, facts)

    def panel(self, scene: Scene, panel: Panel, x: float, y: float, edge: float, blank: bool = False) -> None:
        """Draw a panel. x, y: where the plane's origin lies, mm. edge: mm."""

        def at(px: float, py: float) -> Point:
            return x + px * edge, y + py * edge

        for place, tile in enumerate(panel.tiles):
            scene.shapes += self.tile(tile, x, y, edge, blank, FRESH if place in panel.fresh else LIGHT)
        for vertex in panel.ringed:
            scene.disc(at(*vertex.to_xy()), max(0.085 * edge, 1.0), 24, LIGHT, DARK, 0.5)
        for ends in panel.crossed:
            (ax, ay), (bx, by) = (end.to_xy() for end in ends)
            (mx, my), arm = at((ax + bx) / 2, (ay + by) / 2), 0.12 * edge
            strokes = tuple(((mx - arm, my - s * arm), (mx + arm, my + s * arm)) for s in (1, -1))
            scene.lines(strokes, LIGHT, 2.4)
            scene.lines(strokes, DARK, 1.0)
        for vertex, player in panel.tokens:
            scene.shapes += self.token(player, *at(*vertex.to_xy()), edge)
        size = min(4.5, max(LETTERS, 0.22 * edge))
        for px, py, said in panel.signs:
            scene.disc(at(px, py), 0.72 * size, 24, LIGHT)
            scene.write(x + px * edge, y + py * edge - 0.36 * size, said, size, bold=True)


def picture(text: str | bytes, sets: Mapping[Maker, GameSet]) -> Figure:
    """Draw a layout with paper's tiles, or what lies at the end of a game: tokens on what is owned, rings on other
    covered vertices. Raises InputError for what cannot be read, and for a layout of none of its tiles."""
    draw = RhombFigures(sets[Maker.PAPER])
    content = text.encode() if isinstance(text, str) else text
    if not is_layout(content):
        return draw.figure(list(_panels(content, draw.colours)), EDGE, {})
    tiles, findings = read(text)
    if not tiles:
        raise InputError(f"layout: {in_words(findings)}")
    return draw.figure([Panel(tiles)], EDGE, {})


def _panels(content: bytes, colours: int) -> Iterator[Panel]:
    """Yield what lies at the end of a game, in FastQuasi a row for each player."""
    table = last_table(content, colours)
    if not any(layout.tiles for layout in table.layouts):
        raise InputError("game: found no tile on the table, allowed are some")
    for layout in table.layouts:
        for number, part in enumerate(layout.parts):
            ringed = () if table.owned else tilings.full_vertices(part)
            yield Panel(part, ringed, tokens=table.owned, breaks=not number)


OPENING: Star = (1, 3, 3, 3)  # the first tile and the third lie open, the second joins them, the last covers the vertex
# steps of a Penrose tiling, and how far its tiles reach from the centre, in edge lengths: large rosettes first
ROSETTES = ((3, math.inf), (3, 4.3), (3, 3.3), (3, 1.7))


@lru_cache(maxsize=1)  # in four pictures
def opening(colours: int) -> tuple[PlacedRhomb, ...]:
    """Return five tiles in the order in which they are laid: two open ones and the one that joins them, one that covers
    their vertex, one that covers none. Raises ValueError if the last finds no place."""
    first, joining, third, closing = with_stripes(at_vertex(OPENING), colours)
    laid = (first, third, joining, closing)
    for base, edge, own in product((third, joining), range(4), range(4)):
        bare = beside("thin", edge, base, own)
        marks = tuple(base.colours[edge] if k == own else (k + 1) % colours for k in range(4))
        tiles = (*laid, replace(bare, colours=marks, entry=5))
        new = len({tile.id for tile in tiles}) - len({tile.id for tile in laid})
        if _clean(tiles, colours) and edges_touched(tiles, 4) == 1 and new == (colours > 1):
            return tiles
    raise ValueError("figure: found no place for a tile that covers nothing")


def _clean(tiles: tuple[PlacedRhomb, ...], colours: int) -> bool:
    findings, lying, _ = judge(tiles, colours)
    joined = not any(finding.code.startswith("join-") for finding in findings)
    return joined and not lying.overlaps() and not lying.misfits()


def edges_touched(tiles: Sequence[PlacedRhomb], at: int) -> int:
    """Return along how many edges the tile at this place of a layout touches others."""
    return sum(at in (one, two) for (one, _), (two, _) in patch(tiles).joins())


def rearrangement(
    colours: int,
) -> tuple[tuple[PlacedRhomb, ...], tuple[PlacedRhomb, ...], tuple[PlacedRhomb, PlacedRhomb], PlacedRhomb]:
    """Return a layout before and after a move with a rearranged tile, that tile in both, and the new one. The first
    place that fits is taken. Raises ValueError if there is none."""
    bare = at_vertex((2, 2, 2, 4))
    for star in (bare, bare[1:3] + bare[:1] + bare[3:]):
        after = with_stripes(star, colours)
        one, two, moving, new = after
        for base, edge, own in product((one, two), range(4), range(4)):
            away = beside(moving.shape, edge, base, own)
            away = replace(away, colours=moving.colours, entry=moving.entry)
            before = (one, two, away)
            if _clean(before, colours) and edges_touched(before, 2) == 1:
                return before, after, (away, moving), new
    raise ValueError("figure: found no place for the tile that is to move")


def rosette(colours: int) -> tuple[PlacedRhomb, ...]:
    """Return the largest rosette, a piece of a Penrose tiling, for so many colours; two tiles if none is found."""
    each = len(tuple(labellings(HALF_TURN, colours)))
    for steps, reach in ROSETTES:
        bare = [t for t in tilings.tiling(steps) if max(map(far, t.corners)) < reach]
        if max(Counter(tile.shape for tile in bare).values()) < each:  # none to spare: it would take too long
            tiles = matching_stripes(bare, colours)
            if tiles:
                return tiles
    return with_stripes(at_vertex((2, 4))[:2], colours)
