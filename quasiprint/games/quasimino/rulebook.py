"""Quasimino's book: its numbers, and its scenes: cover, box, the rules, games that were played, the appendix. And its
score sheet: a row for each game of Quasi-Domino, Quasi-Match and FastQuasi, and the games won.

A scene is its panels: tiles with their places and marks. The rules compute what its caption claims. The games are texts
that are scored whenever a book is made: one of Quasi-Domino, in which whoever can cover a vertex does; the opening of
one of Quasi-Match; and what somebody built of a hand of FastQuasi. Players are counted from 0. The tiles have three
colours, so larger sets have them, too. Lengths in mm.

Tiles that lie without stripes are given some that match on every edge, no tile twice, so that a reader can lay them.
They are found by trying, tile by tile from the middle outwards, and taking back what leads nowhere."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import groupby, pairwise, product
from pathlib import Path
from typing import Any

from quasiprint.drawing.face_shapes import Scene, SetPainter, heap, places
from quasiprint.drawing.lettering import CAPITALS
from quasiprint.drawing.outlines import mirror
from quasiprint.errors import InputError
from quasiprint.exact.orbit import Labels, canonical, labellings, tile_id
from quasiprint.exact.zeta import ORIGIN, TURN, Zeta, unit
from quasiprint.games.quasimino import ACCENT, tilings
from quasiprint.games.quasimino.design import HALF_TURN, PLAYERS, SHAPES, Star, angles, by_size, stars
from quasiprint.games.quasimino.rules import BLANK, PlacedRhomb, is_complete, middle, parse_name, patch
from quasiprint.games.quasimino.rules import read as read_layout
from quasiprint.games.quasimino.scoring import follow, last_table
from quasiprint.games.quasimino.tilings import FAST_RIM, PUZZLES, USUAL, far, most, parse_tiles, poster, with_stripes
from quasiprint.games.quasimino.turns import DOMINO, FAST, HAND, LEAST_SHAPE, MATCH, Turns, read
from quasiprint.model.choices import PROCESSES, Process
from quasiprint.model.face import Point, bounds
from quasiprint.model.finding import in_words
from quasiprint.model.game import Parameters
from quasiprint.model.game_text import is_layout
from quasiprint.model.page import (
    Block,
    Content,
    Drawn,
    FieldGrid,
    Figure,
    FormCell,
    Imprint,
    Row,
    Said,
    ScoreSheet,
    Shape,
    group,
    number_fields,
)
from quasiprint.model.piece import GameSet
from quasiprint.model.profile import Ink
from quasiprint.model.texts import markdown

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
    """A layout in a figure. ringed: vertices with a ring. crossed: edges with a cross, as their ends. signs: texts and
    their positions, in edge lengths. fresh: indices in `tiles` of the tiles just laid. tokens: their positions and
    owners, players counted from 0."""

    tiles: tuple[PlacedRhomb, ...]
    ringed: tuple[Zeta, ...] = ()
    crossed: tuple[tuple[Zeta, Zeta], ...] = ()
    signs: tuple[tuple[float, float, str], ...] = ()
    fresh: tuple[int, ...] = ()
    tokens: tuple[tuple[Zeta, int], ...] = ()
    room: float = 0.0  # around it, in edge lengths
    breaks: bool = False  # whether a new row of the figure begins with it


def extent(tiles: Iterable[PlacedRhomb]) -> tuple[float, float, float, float]:
    """Return left, low, right and top of tiles, in edge lengths."""
    return bounds(tuple(tuple(corner.to_xy() for corner in tile.corners) for tile in tiles))


def sign(tile: PlacedRhomb, text: str) -> tuple[float, float, str]:
    """Return a text in the middle of a tile."""
    return *middle(tile), text


class RhombFigures(SetPainter):
    """The set's tiles, laid. game_set: as it is made of paper, without gaps between tiles."""

    def __init__(self, game_set: GameSet) -> None:
        super().__init__(game_set)
        self.colours = game_set.labelled.labels
        self.faces = {piece.id: piece.face for piece in game_set.pieces}
        self._backs: dict[str, tuple[Shape, ...]] = {}
        self.tokens = [accessory.face for accessory in game_set.accessories if accessory.kind == "token"]

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
        return self.face_at(face, *middle, edge, angle, body)

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
        return self.face_at(self.tokens[player % len(self.tokens)], x, y, edge, rim=DARK)

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
        for px, py, text in panel.signs:
            scene.disc(at(px, py), 0.72 * size, 24, LIGHT)
            scene.write(x + px * edge, y + py * edge - 0.36 * size, text, size, bold=True)


def picture(text: str | bytes, sets: Mapping[Process, GameSet]) -> Figure:
    """Draw a layout with paper's tiles, or what lies at the end of a game: tokens on what is owned, rings on other
    covered vertices. Raises InputError for what cannot be read, and for a layout of none of its tiles."""
    draw = RhombFigures(sets[Process.PAPER])
    content = text.encode() if isinstance(text, str) else text
    if is_layout(content):
        tiles, findings = read_layout(text)
        if not tiles:
            raise InputError(f"layout: {in_words(findings)}")
        return draw.figure([Panel(tiles)], EDGE, {})
    table = last_table(content, draw.colours)
    if not any(layout.tiles for layout in table.layouts):
        raise InputError("game: found no tile on the table, allowed are some")
    panels = []
    for layout in table.layouts:  # in FastQuasi a row for each player
        for number, part in enumerate(layout.parts):
            ringed = () if table.owned else tilings.full_vertices(part)
            panels.append(Panel(part, ringed, tokens=table.owned, breaks=not number))
    return draw.figure(panels, EDGE, {})


NAMES = ("ann", "ben")  # of the players, in the words of the book
TABLE = "#F4F1EA"
ON_TABLE = (WIDE, 82.0)
PILE = 38  # tiles of each shape that are left of 45 after two hands of three and one open tile
SPREAD, LONG = 1.75, 1.35  # of a heap: mm for the square root of its tiles, and how much wider than high it is
DEALT_EDGE = 7.6  # of the tiles on the table set up
AT_RIM = 10.0  # from the middle of a hand to the rim of the table
GAME_EDGE, IN_HAND = 9.6, 7.0  # of tiles in the layout, and in hands
APART = 0.22  # edge lengths, between tiles of a hand
NAME_ROOM = 7.0  # above a hand
HAND_HIGH = 48.0  # a name and six tiles
SIDE = 8.0  # from a hand's middle to the figure's side
ANN, BEN = 0, 1


TURNS = ((1, 1), (2, 3), (4, 6), (7, 7), (8, 8), (9, 9), (10, 10))  # of the game of Quasi-Domino in the book: its tiles
PLAYED, MATCHED, BUILT = (
    read((Path(__file__).parent / f"{kind}.txt").read_text(encoding="utf-8")) for kind in (DOMINO, MATCH, FAST)
)
DEALT = tuple(event.tiles for event in PLAYED.events if event.verb == "has")  # the hands
OPENED = next(event.tiles for event in PLAYED.events if event.verb == "open")
FACTS_DEALT: dict[str, object] = {"hands": list(map(len, DEALT)), "open": len(OPENED)}


@lru_cache(maxsize=1)  # in seven pictures
def played(colours: int) -> list[tuple[Turns, str]]:
    """Return the game of Quasi-Domino after the start, and after each tile that is laid, and one drawn, where one must
    be; with the tile that was drawn, "" for none."""
    found: list[tuple[Turns, str]] = []
    for event, table, _ in follow(PLAYED, colours)[0]:
        if isinstance(table, Turns) and len(table.layout.tiles) > len(SHAPES):
            if event.verb == "lays":
                found.append((table, ""))
            else:
                found[-1] = table, event.tiles[0]
    return found


IN_A_ROW = {"thick": 4, "thin": 7}  # tiles of a hand, at most
COLUMN = 80.0  # of a book's column
CLOSE = 0.8  # between items that are shown at true size
MORE: tuple[Star, ...] = ((1, 3, 3, 3), (1, 1, 2, 4, 2), (1, 1, 1, 2, 1, 1, 3))
COVER = 150.0  # of the cover's figure
PENROSE_STEPS = 4  # after which every star of the Penrose tilings has come up


class Scenes(RhombFigures):
    """The figures of a book. game_set: the tiles, as they are made of paper. words: of the book's language."""

    def __init__(self, game_set: GameSet, words: Mapping[str, str]) -> None:
        super().__init__(game_set)
        self.words = words

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
        tiles = tilings.rosette(self.colours)
        closed = [vertex for vertex in tilings.full_vertices(tiles) if vertex != ORIGIN]
        away = sorted({round(far(vertex), 6) for vertex in closed})
        ring = [vertex for vertex in closed if round(far(vertex), 6) == away[len(away) // 2]]
        ring.sort(key=lambda v: math.atan2(*v.to_xy()[::-1]))
        owned = tuple((vertex, player % max(1, len(self.tokens))) for player, vertex in enumerate(ring))
        legal, lying = tilings.verdict(tiles, self.colours)["legal"], patch(tiles)
        facts = {"legal": legal, "holes": lying.holes(), "pieces": lying.components()}
        left, _, right, _ = extent(tiles)
        return upright(self.figure([Panel(tiles, tokens=owned)], COVER / (right - left), facts, width=math.inf))

    def box(self) -> Figure:
        """A tile of each shape, face up and face down, and a token of each player: as large as they are, if they
        fit."""
        edge = min(self.edge, (WIDE - 2 * CLOSE) / box_width(1.0, 0.0))
        radius = bounds((self.tokens[0].nominal,))[2] * edge / self.edge
        faces = [with_stripes([upright_tile(shape)], self.colours)[0] for shape in UPRIGHT]
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
        _, bottom, _, top = extent([upright_tile("thick")])
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
        pairs = self._pairs()
        facts = {"ways": len(pairs), "mistakes": tilings.mistakes(pairs, self.colours).total()}
        return self.figure([Panel(p, breaks=n == 2) for n, p in enumerate(pairs)], 16.0, facts, gap=4.0)

    def mismatch(self) -> Figure:
        """The same places as two allowed pairs, and stripes that do not agree."""
        pairs = []
        for left, right in self._pairs()[1:3]:
            (((_, edge), (_, there)),) = patch((left, right)).joins()
            marks = list(right.colours)
            marks[there] = (left.colours[edge] + 1) % self.colours
            pairs.append((left, replace(right, colours=tuple(marks))))
        return self._crossed(pairs, "colour")

    def parallelograms(self) -> Figure:
        """The two parallelograms: colours agree, and yet they are not allowed."""
        return self._crossed(self._pairs(legal=False), "parallelogram", "colour")

    def _pairs(self, legal: bool = True) -> list[tuple[PlacedRhomb, ...]]:
        return [with_stripes(pair, self.colours) for fine, pair in tilings.ways() if fine == legal]

    def _crossed(self, pairs: Sequence[tuple[PlacedRhomb, ...]], *laws: str) -> Figure:
        """Return pairs that break laws, a cross on the edge that they share."""
        edges = [_edge(pair[0], edge) for pair in pairs for (_, edge), _ in patch(pair).joins()]
        panels = [Panel(pair, crossed=(edge,)) for pair, edge in zip(pairs, edges, strict=True)]
        found = tilings.mistakes(pairs, self.colours)
        return self.figure(panels, 16.0, {law: found[law] for law in laws})

    def three(self) -> Figure:
        """The vertices that three tiles cover."""
        found = [star for star in stars(reflections=True) if len(star) == 3]
        return self._stars(found, 16.0, 7.0, {"ways": ["".join(map(str, star)) for star in found]})

    def more(self) -> Figure:
        """Some vertices that more tiles cover."""
        return self._stars(MORE, 7.6, 1.5, {"tiles": list(map(len, MORE))})

    def _stars(self, shown: Iterable[Star], edge: float, gap: float, facts: dict[str, object]) -> Figure:
        layouts = [with_stripes(tilings.at_vertex(star), self.colours) for star in shown]
        facts["covered"] = sum(len(tilings.full_vertices(tiles)) for tiles in layouts)
        facts["mistakes"] = tilings.mistakes(layouts, self.colours).total()
        return self.figure([Panel(tiles, ringed=(ORIGIN,)) for tiles in layouts], edge, facts, gap=gap)

    def skill(self) -> Figure:
        """A tile A that touches one edge moves, a tile B is laid, and together they cover a vertex."""
        before, after, moved, new = tilings.rearrangement(self.colours)
        panels = []
        for tiles in (before, after):
            signs = [sign(tile, letter) for tile, letter in ((moved[tiles is after], "A"), (new, "B")) if tile in tiles]
            panels.append(Panel(tiles, tilings.full_vertices(tiles), signs=tuple(signs)))
        facts = {
            "edges": tilings.edges_touched(before, 2),
            "before": len(patch(before).inner_corners()),
            "after": len(patch(after).inner_corners()),
            "mistakes": tilings.mistakes((before, after), self.colours).total(),
        }
        return self.figure(panels, 11.5, facts, gap=8.0)

    def turn(self, number: int) -> Figure:
        """The layout of `opening` once so many tiles are laid, the last of them marked, its covered vertices ringed.
        number: 2: two open tiles lie apart, and the tile that will join them stands by."""
        tiles = tilings.opening(self.colours)
        lying = tiles[:number]
        if number == 2:
            panels = [Panel((replace(t, corner=ORIGIN, turn=0),), fresh=(0,) * (t is tiles[2])) for t in tiles[:3]]
            return self.figure(panels, 13.5, {"thick": sum(t.shape == "thick" for t in lying), "open": len(lying)})
        facts = {
            "pieces": patch(lying).components(),
            "covered": len(tilings.full_vertices(lying)) - len(tilings.full_vertices(tiles[: number - 1])),
            "mistakes": tilings.mistakes([lying], self.colours).total(),
        }
        return self.figure([Panel(lying, tilings.full_vertices(lying), fresh=(number - 1,))], 13.5, facts)

    def hand(self, tiles: Sequence[PlacedRhomb]) -> Figure:
        """Tiles side by side, thick ones in rows, and thin ones upright in the next, rows of about the same length."""
        lying = [upright_tile(*parse_name(id), n) for n, id in enumerate(sorted(tile.id for tile in tiles), 1)]
        panels, facts = [], {}
        for shape, length in IN_A_ROW.items():
            same_shape = [tile for tile in lying if tile.shape == shape]
            facts[shape] = len(same_shape)
            row = math.ceil(len(same_shape) / math.ceil(len(same_shape) / length)) if same_shape else 1
            panels += [Panel((tile,), breaks=n % row == 0) for n, tile in enumerate(same_shape)]
        return self.figure(panels, 12.0, facts, gap=2.0)

    # --- games that were played

    def _column(
        self, scene: Scene, names: Sequence[str], x: float, y: float, edge: float, fresh: Sequence[str] = ()
    ) -> None:
        """Draw a hand, one tile below the other, thick ones first. x, y: its middle. fresh: tiles just drawn."""
        names = sorted(names, key=lambda name: tuple(UPRIGHT).index(name.split("-")[0]))
        tiles = [parse_tiles(f"{name}@0,0,0,0/0")[0] for name in names]
        boxes = [extent([tile]) for tile in tiles]
        top = y + edge * (sum(box[3] - box[1] for box in boxes) + APART * (len(boxes) - 1)) / 2
        for name, tile, (left, low, right, high) in zip(names, tiles, boxes, strict=True):
            body = FRESH if name in fresh else LIGHT
            scene.shapes += self.tile(tile, x - edge * (left + right) / 2, top - edge * high, edge, body=body)
            top -= edge * (high - low + APART)

    def table(self) -> Figure:
        """A table set up for two: the pile, in two heaps, two hands, and the two open tiles."""
        (wide, high), scene = ON_TABLE, Scene()
        scene.box(0.0, 0.0, wide, high, TABLE, BACK_LINE, 0.3)
        for shape, y in (("thick", 0.78 * high), ("thin", 0.22 * high)):
            for number, (dx, dy) in reversed([*enumerate(heap(PILE, SPREAD, LONG))]):
                self.back(scene, shape, wide / 2 + dx, y + dy, DEALT_EDGE, 31.0 * number * number)
        for player, x in ((ANN, AT_RIM), (BEN, wide - AT_RIM)):
            self._column(scene, DEALT[player], x, (high - NAME_ROOM) / 2, DEALT_EDGE)
            scene.write(x, high - NAME_ROOM, self.words[NAMES[player]], LETTERS, bold=True)
        for name, away in zip(OPENED, (-1.2, 1.2), strict=True):
            self._column(scene, [name], wide / 2 + away * DEALT_EDGE, high / 2, DEALT_EDGE)
        return scene.figure(wide, high, {**FACTS_DEALT, "pile": 2 * PILE})

    def step(self, first: int, last: int) -> Figure:
        """A turn of the game: its tiles from number `first` to `last`, counted from 1, and the hands after it."""
        tables, drawn = zip(*played(self.colours)[:last], strict=True)
        covered = [(), *(table.layout.covered for table in tables)][first - 1 :]
        some, now = tables[first - 1 :], tables[-1]
        tiles = now.layout.tiles
        at = range(len(tiles) - len(some), len(tiles))
        signs = [sign(tiles[place], letter) for place, letter in zip(at, "abc", strict=False)]
        new = tuple(vertex for vertex in now.layout.covered if vertex not in covered[0])
        panel = Panel(tiles, ringed=new, signs=tuple(signs) if len(some) > 1 else (), fresh=tuple(at))
        facts = {
            "legal": tilings.verdict(tiles, self.colours)["legal"],
            "covered": [len(after) - len(before) for before, after in pairwise(covered)],
            "hands": [len(hand) for hand in now.hands],
            "next": "nobody" if now.mover is None else NAMES[now.mover],
        }
        return self._position(panel, now.hands, drawn[first - 1 :], facts)

    def _position(
        self, panel: Panel, hands: Sequence[Sequence[str]], drawn: Sequence[str], facts: Mapping[str, object]
    ) -> Figure:
        """Return a layout with Ann's hand on its left and Ben's on its right."""
        x0, y0, x1, y1 = extent(panel.tiles)
        high, scene = max(GAME_EDGE * (y1 - y0), HAND_HIGH), Scene()
        self.panel(scene, panel, WIDE / 2 - GAME_EDGE * (x0 + x1) / 2, (high - GAME_EDGE * (y0 + y1)) / 2, GAME_EDGE)
        for player, x in ((ANN, SIDE), (BEN, WIDE - SIDE)):
            self._column(scene, hands[player], x, (high - NAME_ROOM) / 2, IN_HAND, drawn)
            scene.write(x, high - LETTERS, self.words[NAMES[player]], LETTERS, bold=True)
        return scene.figure(WIDE, high, facts)

    def deal(self) -> Figure:
        """The hands before the game, and the two open tiles, apart."""
        tiles = parse_tiles(f"{OPENED[0]}@0,0,0,0/0 {OPENED[1]}@2,0,0,0/0")
        return self._position(Panel(tiles), DEALT, (), FACTS_DEALT)

    def ownership(self) -> Figure:
        """The opening of a game of Quasi-Match, with tokens on what is covered, and its last tile marked."""
        before, now = (table for _, table, _ in follow(MATCHED, self.colours)[0][-2:])
        assert isinstance(before, Turns)
        assert isinstance(now, Turns)
        tiles = now.layout.tiles
        panel = Panel(tiles, fresh=(len(tiles) - 1,), tokens=now.owned)
        facts = {
            "legal": tilings.verdict(tiles, self.colours)["legal"],
            "new": len(now.owned) - len(before.owned),
            "owned": [now.score(player) for player in range(len(NAMES))],
        }
        return self.figure([panel], 15.0, facts)

    def fast(self) -> Figure:
        """What somebody built of a hand of FastQuasi."""
        shapes = follow(BUILT, self.colours)[1].layouts[ANN].parts  # in the order in which they were begun
        facts = self._verdicts(shapes, "legal", "tiles", "covered")
        facts["different"] = len({tile.id for tiles in shapes for tile in tiles})
        return self.figure([Panel(tiles, tilings.full_vertices(tiles)) for tiles in shapes], 11.5, facts, gap=5.0)

    def _verdicts(self, layouts: Iterable[Sequence[PlacedRhomb]], *keys: str) -> dict[str, object]:
        """Return what the rules say of each of some layouts, in order."""
        found = [tilings.verdict(tiles, self.colours) for tiles in layouts]
        return {key: ",".join("yes" if facts[key] is True else str(facts[key]) for facts in found) for key in keys}

    # --- the appendix

    def corners(self) -> Figure:
        """A tile of each shape, with the corners in tenths of a turn."""
        panels = []
        for shape in UPRIGHT:
            (tile,) = with_stripes([PlacedRhomb(1, shape, BLANK, ORIGIN, 0)], self.colours)
            points = [corner.to_xy() for corner in tile.corners]
            mx, my, _ = sign(tile, "")
            signs = []
            for (px, py), angle in zip(points, angles(shape), strict=True):
                far = math.dist((px, py), (mx, my))
                grow = (far + 0.17) / far
                signs.append((mx + (px - mx) * grow, my + (py - my) * grow, str(angle)))
            panels.append(Panel((tile,), signs=tuple(signs), room=0.25))
        return self.figure(panels, 15.0, {shape: angles(shape) for shape in UPRIGHT})

    def mirror(self) -> Figure:
        """A tile and its mirror image, which is another tile."""
        labels = next(m for m in labellings(HALF_TURN, self.colours) if canonical(HALF_TURN, m[::-1]) != m)
        pair = [PlacedRhomb(1, "thick", marks, ORIGIN, 0) for marks in (labels, labels[::-1])]
        return self.figure([Panel((tile,)) for tile in pair], 16.0, {"different": len({tile.id for tile in pair})})

    def stars(self) -> Figure:
        """All covered vertices, the corners in tenths of a turn under each; those of Penrose tilings have a ring."""
        all_stars = stars(reflections=True)
        true = tilings.kinds(PENROSE_STEPS)
        wide, high, across, edge = 20.2, 23.6, 8, 5.2
        rows: list[list[Star]] = [[]]  # none divides the stars of as many tiles
        for _, alike in groupby(all_stars, len):
            group = list(alike)
            rows += [[]] if len(rows[-1]) + len(group) > across else []
            rows[-1] += group
        cells = [(line, n + (across - len(row)) / 2) for line, row in enumerate(rows, 1) for n in range(len(row))]
        scene = Scene()
        for (line, column), star in zip(cells, all_stars, strict=True):
            tiles = tilings.at_vertex(star)
            x0, y0, x1, y1 = extent(tiles)
            mx, my = (x0 + x1) / 2 * edge, (y0 + y1) / 2 * edge
            low = (len(rows) - line) * high
            x, y = (column + 0.5) * wide - mx, low + 0.57 * high - my
            self.panel(scene, Panel(tiles, ringed=(ORIGIN,) * (star in true)), x, y, edge, blank=True)
            scene.write(x + mx, low + 1.0, "".join(map(str, star)), LETTERS)
        facts = {
            "stars": len(all_stars),
            "turned": len(stars()),
            "by": list(by_size(all_stars).values()),
            "most": max(map(len, all_stars)),
            "penrose": len(true & set(all_stars)),
            "rows": list(map(len, rows)),
        }
        return scene.figure(across * wide, len(rows) * high, facts)

    def periodic(self) -> Figure:
        """Three tiles that repeat for ever, without any parallelogram."""
        three = tilings.at_vertex((3, 3, 4))
        # the moves from a hexagon of three tiles to its neighbours are differences of the edges between the tiles
        first, second = unit(0) - unit(3), unit(3) - unit(6)
        moves = [sum([first] * i + [second] * j, ORIGIN) for i, j in product(range(5), range(4))]
        bare = [replace(tile, corner=tile.corner + move) for move in moves for tile in three]
        tiles = tuple(replace(tile, entry=n) for n, tile in enumerate(bare, 1))
        facts = {
            "tiles": len(tiles),
            "parallelogram": tilings.mistakes([tiles], 1)["parallelogram"],
            "overlaps": len(patch(tiles).overlaps()),
            "kinds": len(set(tilings.stars_of(tiles).values())),
        }
        return self.figure([Panel(tiles)], 6.2, facts, blank=True)

    def penrose(self) -> Figure:
        """A piece of a true Penrose tiling."""
        tiles = tilings.tiling(PENROSE_STEPS)
        facts = {
            "parallelogram": tilings.mistakes([tiles], 1)["parallelogram"],
            "stars": len(tilings.kinds(PENROSE_STEPS)),
        }
        return self.figure([Panel(tiles)], 5.2, facts, blank=True)

    def solutions(self) -> Figure:
        """The solutions of all puzzles, numbered. The figure's facts are, in order, what the rules say of each.
        guarded: tiles with all their corners covered."""
        layouts = [*PUZZLES.values()]
        covered = list(map(tilings.full_vertices, layouts))
        facts = self._verdicts(layouts, "legal", "tiles", "covered", "boundary")
        panels, guarded = [], []
        for number, (tiles, closed) in enumerate(zip(layouts, covered, strict=True), 1):
            guarded.append(sum(set(closed).issuperset(tile.corners) for tile in tiles))
            left, low, right, _ = extent(tiles)
            below = ((left + right) / 2, low - 0.25, str(number))
            panels.append(Panel(tiles, closed, signs=(below,), room=0.42, breaks=number in (3, 5)))
        return self.figure(panels, 9.2, facts | {"guarded": guarded}, gap=0.0)


def box_width(edge: float, gap: float = CLOSE) -> float:
    """Return how wide the picture of the box is with tiles of this edge: a thick tile and two thin ones upright."""
    wide = {shape: right - left for shape, (left, _, right, _) in ((s, extent([upright_tile(s)])) for s in UPRIGHT)}
    return (wide["thick"] + 2 * wide["thin"]) * edge + 2 * gap


def upright_tile(shape: str, marks: Labels = BLANK, entry: int = 1) -> PlacedRhomb:
    """Return a tile that stands as in a hand."""
    return PlacedRhomb(entry, shape, marks, ORIGIN, UPRIGHT[shape])


def upright(figure: Figure) -> Figure:
    """Return a figure of shapes a quarter turn clockwise: tenths of a turn do not bring a rosette's tip to the top."""

    def turned(shape: Drawn) -> Drawn:
        if isinstance(shape, Imprint):
            return replace(shape, x=shape.y, y=figure.width - shape.x, angle=shape.angle - 90.0)
        return replace(shape, rings=tuple(tuple((y, figure.width - x) for x, y in ring) for ring in shape.rings))

    return replace(figure, width=figure.height, height=figure.width, drawn=tuple(map(turned, figure.drawn)))


def _edge(tile: PlacedRhomb, edge: int) -> tuple[Zeta, Zeta]:
    return tile.corners[edge], tile.corners[(edge + 1) % 4]


POSTER_EDGE = 9.1  # mm: of its tiles in the book
GOALS = (6, 10)  # vertices, for a short Quasi-Match
RING = 5  # tiles of each shape in the regular decagon of side 1; one of side s has s² times as many
WAYS = {"aaaa": (4,), "aaab": (1, 3), "aabb": (2, 2), "aabc": (1, 1, 2), "abcd": (1, 1, 1, 1)}
DISPLAYED = ("record", "penrose", "periodic", "fast", "stars", "table")  # figures that a page of the set shows


def content(sets: Mapping[Process, GameSet], words: Mapping[str, str]) -> Content:
    """Return what the book is filled with. sets: the tiles, as each process makes them. words: of the book's
    language."""
    paper = sets[Process.PAPER]
    tiles = len(paper.pieces)
    marks = [piece.marks for piece in paper.pieces if piece.shape == SHAPES[0]]
    own_mirror = sum(canonical(HALF_TURN, m[::-1]) == m for m in marks)
    tokens = [accessory for accessory in paper.accessories if accessory.kind == "token"]
    kinds = Counter(tuple(sorted(Counter(m).values())) for m in marks)
    fields = {
        "tiles": str(tiles),
        "each": str(len(marks)),
        "colours": str(paper.labelled.labels),
        "palette": ", ".join(
            f"{_colour_name(ink, words)} ({number}, {words.get(f'pattern-{ink.pattern}', ink.pattern)})"
            for number, ink in enumerate(paper.palette.inks[: paper.labelled.labels])
        ),
        "edges": str(sum(m.count(0) for m in marks) * len(SHAPES)),
        "own_mirror": str(own_mirror),
        "pairs": str((len(marks) - own_mirror) // 2),
        "players": str(len(tokens)),
        "tokens": str(tokens[0].count),
        **{f"{kind}_hand": str(2 * each) for kind, each in HAND.items()},
        **{f"{kind}_each": str(each) for kind, each in HAND.items()},
        "domino_start": str(2 * HAND[DOMINO] - 1),
        "match_moves": str(max(0, tiles - LEAST_SHAPE)),
        "goal_few": str(GOALS[0]),
        "goal_many": str(GOALS[1]),
        "fast_players": str(len(marks) // HAND[FAST]),
        "fast_most": str(most(2 * HAND[FAST], FAST_RIM)),
        "least_shape": str(LEAST_SHAPE),
        "stars": str(len(stars(reflections=True))),
    }
    fields |= {f"kind_{kind}": str(kinds[parts]) for kind, parts in WAYS.items()}
    fields |= {f"edge_{process}": f"{sets[process].measures.size.edge:g}" for process in PROCESSES}
    traits = {"one-edge" if len({fields[f"edge_{process}"] for process in sets}) == 1 else "several-edges"}
    fits = box_width(paper.measures.size.edge) <= COLUMN
    traits.add("life-size" if fits and "one-edge" in traits else "to-scale")
    if paper.labelled.labels > 1:
        traits |= {"mixed", "many" if len(marks) // HAND[FAST] > 1 else "few"}
    else:
        traits.add("plain")
    puzzles = paper.labelled.labels >= USUAL
    if puzzles:  # the tiles of the puzzles are in larger sets, too
        traits.add("puzzles")
        fields |= {"ring": str(2 * RING), "ring_each": str(RING)}
        fields |= {f"token_{who}": _colour_name(paper.palette.inks[n], words) for n, who in enumerate(NAMES)}
    draw = Scenes(paper, words)
    figures = draw.figures(puzzles)
    if paper.labelled.labels == USUAL:
        traits.add("usual")
        tiling = poster()
        lying = patch(tiling)
        side = 3
        rim = TURN * side
        fields |= {
            "most": str(len(lying.inner_corners())),
            "boundary": str(lying.boundary_edges),
            "least_boundary": str(rim),
            "bound": str(most(tiles, rim)),
            "side": str(side),
        }
        facts = tilings.verdict(tiling, USUAL) | {"whole": is_complete(tiling, USUAL), "holes": lying.holes()}
        panel = Panel(tiling, tilings.full_vertices(tiling))
        figures["record"] = partial(draw.figure, [panel], POSTER_EDGE, facts)
    return Content(fields, frozenset(traits), figures, accent=ACCENT, shown=DISPLAYED)


def _colour_name(ink: Ink, words: Mapping[str, str]) -> str:
    """Return a colour's name in the words of a language."""
    return words.get(f"ink-{ink.name}", markdown(ink.name))


SEATS = range(1, PLAYERS + 1)
GAMES = {"domino": 11, "match": 11, "fast": 20}  # rows of each kind of game, so that pages are full
NUMBER, PERSON, WHO = 20.0, 24.0, 30.0  # widths in proportion


def scoresheet(sets: Mapping[Process, GameSet], words: Mapping[str, str], chosen: Parameters) -> ScoreSheet:
    """Return the sheet, the same whatever is chosen. sets: the tiles, as each process makes them."""
    say = Said(words, "quasimino-scoresheet.toml")
    number = sum(piece.shape == SHAPES[0] for piece in sets[Process.PAPER].pieces)
    match = _games(say, "match", SEATS, few=GOALS[0], many=GOALS[1])
    pages: list[tuple[Block, ...]] = [(*say.top(), *_games(say, "domino", SEATS), *match)]
    fast = range(1, min(PLAYERS, number // HAND[FAST]) + 1)
    if fast:
        games = _games(say, "fast", fast, most=most(2 * HAND[FAST], FAST_RIM), least=LEAST_SHAPE)
        kinds = [_boxes(say, say.head(NUMBER, kind), f"all-{kind}", "tip-all", SEATS, kind=say(kind)) for kind in GAMES]
        won = _boxes(say, say.head(NUMBER, "won", bold=True), "all-won", "tip-all-won", SEATS)
        grid = FieldGrid((_names(say, "all", SEATS), *kinds, won))
        pages.append((*games, say.heading("all"), grid, say.prose("all-how")))
    return ScoreSheet(say("title"), tuple(pages), say("foot"))


def _boxes(
    say: Said, label: FormCell, name: str, tip: str, seats: range, *after: FormCell, names: bool = False, **values: Any
) -> Row:
    """Return a row with a box for each player. tip: the key of their tips' words. after: what stands behind them.
    names: whether it is for the players' names, so that a box has the player's number."""
    boxes = (say.box(PERSON, f"{name}-player-{n}", tip, str(n) * names, **values, player=n) for n in seats)
    return Row((label, *(replace(box, first=True) for box in boxes), *group(after)))


def _names(say: Said, kind: str, seats: range, *after: FormCell) -> Row:
    """Return a row with the players' names. after: what stands behind them."""
    return _boxes(say, say.head(NUMBER, "player"), kind, f"tip-{kind}-name", seats, *after, names=True)


def _games(say: Said, kind: str, seats: range, **values: Any) -> tuple[Block, ...]:
    """Return a row for each game of a kind: what each player has at its end, and for whom it is noted; then how many
    games each player won. values: of the words below."""
    rows = [_names(say, kind, seats, say.head(WHO, f"{kind}-who", bold=True))]
    for game, digits in number_fields(GAMES[kind]):
        at = f"{kind}-game-{digits}"
        who = say.box(WHO, f"{at}-who", f"tip-{kind}-who", start=True, game=game)
        rows.append(_boxes(say, say.head(NUMBER, "game", game=game), at, f"tip-{kind}", seats, who, game=game))
    won = say.head(NUMBER, "won", bold=True)
    rows.append(_boxes(say, won, f"{kind}-won", f"tip-{kind}-won", seats, FormCell(WHO)))
    return say.heading(kind), FieldGrid(tuple(rows)), say.prose(f"{kind}-how", **values)
