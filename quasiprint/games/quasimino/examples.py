"""Games of the book, as texts that are scored whenever a book is made: one of Quasi-Domino, in which whoever can cover
a vertex does; the opening of one of Quasi-Match; and what somebody built of a hand of FastQuasi.

Players are counted from 0. The tiles have three colours, so larger sets have them, too.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from quasiprint.drawing.face_shapes import Scene, heap
from quasiprint.exact.zeta import Zeta
from quasiprint.games.quasimino import penrose
from quasiprint.games.quasimino.design import SHAPES
from quasiprint.games.quasimino.fast import Fast
from quasiprint.games.quasimino.figures import (
    BACK_LINE,
    FRESH,
    LETTERS,
    LIGHT,
    UPRIGHT,
    WIDE,
    Panel,
    RhombFigures,
    extent,
    sign,
    verdict,
)
from quasiprint.games.quasimino.following import follow
from quasiprint.games.quasimino.notation import DOMINO, FAST, MATCH, GameText, read
from quasiprint.games.quasimino.puzzles import parse_tiles
from quasiprint.games.quasimino.rules import PlacedRhomb
from quasiprint.games.quasimino.turns import Turns
from quasiprint.model.face import Ring
from quasiprint.model.page import Figure
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
LETTERED = "abc"  # tiles of one turn
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


def games(told: GameText, colours: int) -> list[Turns | Fast]:
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


class PlayedFigures(RhombFigures):
    """Games that were played, in pictures. game_set: the tiles, as they are made of paper. words: of the book's
    language."""

    def __init__(self, game_set: GameSet, words: Mapping[str, str]) -> None:
        super().__init__(game_set)
        self.words = words

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
        signs = [sign(now.tiles[place], letter) for place, letter in zip(at, LETTERED, strict=False)]
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
        return self.figure([Panel(tiles, penrose.full_vertices(tiles)) for tiles in shapes], 11.5, facts, gap=5.0)

    def _verdicts(self, layouts: Iterable[Sequence[PlacedRhomb]], *keys: str) -> dict[str, object]:
        """Return what the rules say of each of some layouts, in order."""
        found = [verdict(tiles, self.colours) for tiles in layouts]
        return {key: ",".join("yes" if one[key] is True else str(one[key]) for one in found) for key in keys}


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
