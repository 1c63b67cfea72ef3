"""The scenes of Quasimino's book: the cover and the box, the rules, games that were played, and the appendix.

A scene is its panels: which tiles lie where, and what is marked on them. What its caption claims, the rules say.
The games are texts that are scored whenever a book is made: one of Quasi-Domino, in which whoever can cover a vertex
does; the opening of one of Quasi-Match; and what somebody built of a hand of FastQuasi. Players are counted from 0. The
tiles have three colours, so larger sets have them, too. Lengths in mm.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import groupby, product
from pathlib import Path
from typing import TYPE_CHECKING

from quasiprint.drawing.face_shapes import Scene, heap
from quasiprint.exact.orbit import Labels, canonical, labellings
from quasiprint.exact.zeta import ORIGIN, Zeta, unit
from quasiprint.games.quasimino import tilings
from quasiprint.games.quasimino.design import HALF_TURN, SHAPES
from quasiprint.games.quasimino.figures import (
    BACK_LINE,
    FRESH,
    LETTERS,
    LIGHT,
    UPRIGHT,
    WIDE,
    Panel,
    RhombFigures,
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
from quasiprint.games.quasimino.rhomb import Star, angles, by_size, stars
from quasiprint.games.quasimino.rules import BLANK, PlacedRhomb, patch
from quasiprint.games.quasimino.scoring import follow
from quasiprint.games.quasimino.tilings import PUZZLES, far, parse_tiles, with_stripes
from quasiprint.games.quasimino.turns import DOMINO, FAST, MATCH, Fast, GameText, Table, Turns, read
from quasiprint.model.face import Ring, bounds
from quasiprint.model.page import Drawn, Figure, Imprint

if TYPE_CHECKING:
    from quasiprint.model.piece import GameSet

NAMES = ("ann", "ben")  # of the players, in the words of the book
TABLE = "#F4F1EA"
ON_TABLE = (WIDE, 82.0)
PILE = 38  # tiles of each shape that are left of 45 after two hands of three and one open tile
SPREAD, LONG = 1.75, 1.35  # of a heap: mm for the square root of its tiles, and how much wider than high it is
DEALT_EDGE = 7.6  # of the tiles on the table set up
AT_RIM = 10.0  # from the middle of a hand to the rim of the table
EDGE, IN_HAND = 9.6, 7.0  # of tiles in the layout, and in hands
APART = 0.22  # edge lengths, between tiles of a hand
NAME_ROOM = 7.0  # above a hand
HAND_HIGH = 48.0  # a name and six tiles
SIDE = 8.0  # from a hand's middle to the figure's side
ANN, BEN = 0, 1


TURNS = (
    (1, 1),
    (2, 3),
    (4, 6),
    (7, 7),
    (8, 8),
    (9, 9),
    (10, 10),
)  # of the game of Quasi-Domino, as it is told: its tiles
PLAYED, MATCHED, BUILT = (
    read((Path(__file__).parent / f"{kind}.txt").read_text(encoding="utf-8")) for kind in (DOMINO, MATCH, FAST)
)


@dataclass(frozen=True, slots=True)
class Position:
    """What lies on the table after a tile was laid. new: the vertices that it covered; of the start, all. drawn: which
    tile was drawn after it, "" for none. player: whose turn is next; None: the game is over."""

    tiles: tuple[PlacedRhomb, ...]
    hands: tuple[tuple[str, ...], ...]
    new: tuple[Zeta, ...]
    drawn: str
    player: int | None


def games(told: GameText, colours: int) -> list[Table]:
    """Return a game after each event. Raises ValueError, naming the line, for what the rules forbid."""
    steps, _, finding = follow(told, colours)
    if finding:
        raise ValueError(f"{finding.subject}: {finding.message}")
    return [step.table for step in steps]


def positions(told: GameText, colours: int) -> list[Position]:
    """Return the position after the start, and after each tile that is laid, and one drawn, where one must be."""
    found: list[Position] = []
    before, covered = 0, set[Zeta]()
    for table in games(told, colours):
        assert isinstance(table, Turns)
        tiles, hands = table.layout.tiles, table.hands
        if len(tiles) > max(before, len(SHAPES)):
            new = tuple(vertex for vertex in table.layout.covered if vertex not in covered)
            found.append(Position(tiles, hands, new, "", table.mover))
            covered.update(new)
        elif found:
            drawn = [
                name for own, earlier in zip(hands, found[-1].hands, strict=True) for name in own if name not in earlier
            ]
            found[-1] = replace(found[-1], hands=hands, drawn=drawn[0], player=table.mover)
        before = len(tiles)
    return found


def dealt(told: GameText) -> tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]:
    """Return the first hands of a game that names them, and its open tiles."""
    hands = tuple(event.tiles for event in told.events if event.verb == "has")
    return hands, next(event.tiles for event in told.events if event.verb == "open")


def built(colours: int) -> tuple[tuple[PlacedRhomb, ...], ...]:
    """Return the shapes of the hand of FastQuasi, in the order in which they were begun."""
    table = games(BUILT, colours)[-1]
    assert isinstance(table, Fast)
    return table.tables[ANN].layout.parts


def _facts_dealt() -> dict[str, object]:
    """Return what is true of the hands and open tiles before the game."""
    hands, opened = dealt(PLAYED)
    return {"hands": [len(hand) for hand in hands], "open": len(opened)}


def round_corners(wide: float, high: float, radius: float) -> Ring:
    """Return a rectangle with round corners."""
    points = []
    for k, (x, y) in enumerate(((wide, high), (0.0, high), (0.0, 0.0), (wide, 0.0))):
        cx, cy = (x - radius if x else radius), (y - radius if y else radius)
        turns = [math.pi / 2 * (k + part / 6) for part in range(7)]
        points += [(cx + radius * math.cos(a), cy + radius * math.sin(a)) for a in turns]
    return tuple(points)


IN_A_ROW = {"thick": 4, "thin": 7}  # tiles of a hand, at most
COLUMN = 80.0  # of a book's column
CLOSE = 0.8  # between things that are shown at true size
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
        tiles = rosette(self.colours)
        closed = [vertex for vertex in tilings.full_vertices(tiles) if vertex != ORIGIN]
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
        facts["covered"] = sum(len(tilings.full_vertices(tiles)) for tiles in layouts)
        facts["mistakes"] = faults(layouts, self.colours)
        return self.figure([Panel(tiles, ringed=(ORIGIN,)) for tiles in layouts], edge, facts, gap=gap)

    def skill(self) -> Figure:
        """A tile A that touches one edge moves, a tile B is laid, and together they cover a vertex."""
        before, after, moved, new = rearrangement(self.colours)
        panels = []
        for tiles in (before, after):
            signs = [sign(tile, letter) for tile, letter in ((moved[tiles is after], "A"), (new, "B")) if tile in tiles]
            panels.append(Panel(tiles, tilings.full_vertices(tiles), signs=tuple(signs)))
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
            "covered": len(tilings.full_vertices(lying)) - len(tilings.full_vertices(tiles[: laid - 1])),
            "mistakes": faults([lying], self.colours),
        }
        return self.figure([Panel(lying, tilings.full_vertices(lying), fresh=(laid - 1,))], 13.5, facts)

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
        (wide, high), scene, (hands, opened) = ON_TABLE, Scene(), dealt(PLAYED)
        scene.area(round_corners(wide, high, 6.0), TABLE, BACK_LINE, 0.3)
        for shape, y in (("thick", 0.78 * high), ("thin", 0.22 * high)):
            for number, (dx, dy) in reversed([*enumerate(heap(PILE, SPREAD, LONG))]):
                self.back(scene, shape, wide / 2 + dx, y + dy, DEALT_EDGE, 31.0 * number * number)
        for player, x in ((ANN, AT_RIM), (BEN, wide - AT_RIM)):
            self._column(scene, hands[player], x, (high - NAME_ROOM) / 2, DEALT_EDGE)
            scene.write(x, high - NAME_ROOM, self.words[NAMES[player]], LETTERS, bold=True)
        for name, away in zip(opened, (-1.2, 1.2), strict=True):
            self._column(scene, [name], wide / 2 + away * DEALT_EDGE, high / 2, DEALT_EDGE)
        return scene.figure(wide, high, {**_facts_dealt(), "pile": 2 * PILE})

    @cached_property
    def played(self) -> list[Position]:
        """The positions of the game, which are the same in each of its pictures."""
        return positions(PLAYED, self.colours)

    def step(self, first: int, last: int) -> Figure:
        """A turn of the game: its tiles from number `first` to `last`, counted from 1, and the hands after it."""
        some, now = self.played[first - 1 : last], self.played[last - 1]
        at = range(len(now.tiles) - len(some), len(now.tiles))
        signs = [sign(now.tiles[place], letter) for place, letter in zip(at, "abc", strict=False)]
        new = tuple(vertex for position in some for vertex in position.new)
        panel = Panel(now.tiles, ringed=new, signs=tuple(signs) if len(some) > 1 else (), fresh=tuple(at))
        facts = {
            "legal": verdict(now.tiles, self.colours)["legal"],
            "covered": [len(position.new) for position in some],
            "hands": [len(hand) for hand in now.hands],
            "next": "nobody" if now.player is None else NAMES[now.player],
        }
        return self._position(panel, now.hands, [position.drawn for position in some], facts)

    def _position(
        self, panel: Panel, hands: Sequence[Sequence[str]], drawn: Sequence[str], facts: Mapping[str, object]
    ) -> Figure:
        """Return a layout with Ann's hand on its left and Ben's on its right."""
        x0, y0, x1, y1 = extent(panel.tiles)
        high, scene = max(EDGE * (y1 - y0), HAND_HIGH), Scene()
        self.panel(scene, panel, WIDE / 2 - EDGE * (x0 + x1) / 2, (high - EDGE * (y0 + y1)) / 2, EDGE)
        for player, x in ((ANN, SIDE), (BEN, WIDE - SIDE)):
            self._column(scene, hands[player], x, (high - NAME_ROOM) / 2, IN_HAND, drawn)
            scene.write(x, high - LETTERS, self.words[NAMES[player]], LETTERS, bold=True)
        return scene.figure(WIDE, high, facts)

    def deal(self) -> Figure:
        """The hands before the game, and the two open tiles, apart."""
        hands, opened = dealt(PLAYED)
        tiles = parse_tiles(f"{opened[0]}@0,0,0,0/0 {opened[1]}@2,0,0,0/0")
        return self._position(Panel(tiles), hands, (), _facts_dealt())

    def ownership(self) -> Figure:
        """The opening of a game of Quasi-Match, with tokens on what is covered, and its last tile marked."""
        before, now = games(MATCHED, self.colours)[-2:]
        assert isinstance(before, Turns)
        assert isinstance(now, Turns)
        tiles = now.layout.tiles
        panel = Panel(tiles, fresh=(len(tiles) - 1,), tokens=now.owned)
        facts = {
            "legal": verdict(tiles, self.colours)["legal"],
            "new": len(now.owned) - len(before.owned),
            "owned": [now.score(player) for player in range(len(NAMES))],
        }
        return self.figure([panel], 15.0, facts)

    def fast(self) -> Figure:
        """What somebody built of a hand of FastQuasi."""
        shapes = built(self.colours)
        facts = self._verdicts(shapes, "legal", "tiles", "covered")
        facts["different"] = len({tile.id for tiles in shapes for tile in tiles})
        return self.figure([Panel(tiles, tilings.full_vertices(tiles)) for tiles in shapes], 11.5, facts, gap=5.0)

    def _verdicts(self, layouts: Iterable[Sequence[PlacedRhomb]], *keys: str) -> dict[str, object]:
        """Return what the rules say of each of some layouts, in order."""
        found = [verdict(tiles, self.colours) for tiles in layouts]
        return {key: ",".join("yes" if one[key] is True else str(one[key]) for one in found) for key in keys}

    # --- the appendix

    def corners(self) -> Figure:
        """A tile of each shape, with the corners in tenths of a turn."""
        panels = []
        for shape in UPRIGHT:
            (tile,) = with_stripes([PlacedRhomb(1, shape, BLANK, ORIGIN, 0)], self.colours)
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
        true = tilings.kinds(PENROSE_STEPS)
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
            "kinds": len(set(tilings.stars_of(tiles).values())),
        }
        return self.figure([Panel(tiles)], 6.2, facts, blank=True)

    def penrose(self) -> Figure:
        """A piece of a true Penrose tiling."""
        tiles = tilings.tiling(PENROSE_STEPS)
        facts = {"parallelogram": mistakes(tiles, 1)["parallelogram"], "stars": len(tilings.kinds(PENROSE_STEPS))}
        return self.figure([Panel(tiles)], 5.2, facts, blank=True)

    def solutions(self) -> Figure:
        """The solutions of all puzzles, numbered. The figure's facts are, in order, what the rules say of each.
        guarded: tiles with all their corners covered."""
        layouts = [*PUZZLES.values()]
        covered = list(map(tilings.full_vertices, layouts))
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


def standing(shape: str, marks: Labels = BLANK, entry: int = 1) -> PlacedRhomb:
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
