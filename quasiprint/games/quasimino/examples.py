"""Games, hands and puzzles of the book, found by search and among hands drawn at random, as data; the rules judge them
whenever a book is made: whose turn it is, what a tile covers, and who draws.

A tile that lies is written "thin-0121@-1,1,0,1/0": its name, read from the acute corner with these coordinates, and the
direction of its first edge. Players are counted from 0. The tiles have three colours, so larger sets have them, too.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path

from quasiprint.drawing.face_shapes import Scene, heap
from quasiprint.exact.zeta import Zeta
from quasiprint.games.quasimino import penrose
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
from quasiprint.games.quasimino.penrose import full_vertices
from quasiprint.games.quasimino.rules import PlacedRhomb, judge
from quasiprint.model.face import Ring
from quasiprint.model.page import Figure
from quasiprint.model.piece import GameSet
from quasiprint.values import dataclass

PLAYERS = 2  # of the games in a book
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
DOMINO_HAND = 3  # tiles of each shape in a hand of Quasi-Domino
ANN, BEN = 0, 1


def parse_tiles(text: str) -> tuple[PlacedRhomb, ...]:
    """Return tiles as they lie, numbered from 1."""
    tiles = []
    for number, entry in enumerate(text.split(), 1):
        name, _, place = entry.partition("@")
        corner, _, turn = place.partition("/")
        shape, marks = name.split("-")
        tiles.append(PlacedRhomb(number, shape, tuple(map(int, marks)), Zeta(*map(int, corner.split(","))), int(turn)))
    return tuple(tiles)


@dataclass(frozen=True, slots=True)
class Lay:
    """A tile that a player lays, as it lies then. drawn: which tile the player draws after it; "": none."""

    player: int
    tile: PlacedRhomb
    drawn: str = ""


@dataclass(frozen=True, slots=True)
class Deal:
    """A game of Quasi-Domino. opened: the two tiles that lie open, as they lie in the first shape. The first of `lays`
    is the start."""

    hands: tuple[tuple[str, ...], ...]
    opened: tuple[PlacedRhomb, ...]
    lays: tuple[Lay, ...]


_DATA = tomllib.loads((Path(__file__).parent / "examples.toml").read_text(encoding="utf-8"))


PLAYED = Deal(
    tuple(tuple(hand.split()) for hand in _DATA["played"]["hands"]),
    parse_tiles(_DATA["played"]["opened"]),
    tuple(Lay(player, parse_tiles(tile)[0], drawn) for player, tile, drawn in _DATA["played"]["lays"]),
)
TURNS = ((1, 1), (2, 3), (4, 6), (7, 7), (8, 8), (9, 9), (10, 10))  # of this game, as it is told: its tiles
MATCHED, MATCHED_BY = parse_tiles(_DATA["matched"]), tuple(_DATA["matched_by"])
BUILT = tuple(map(parse_tiles, _DATA["built"]))
PUZZLES = {name: parse_tiles(text) for name, text in _DATA["puzzles"].items()}


@dataclass(frozen=True, slots=True)
class Position:
    """What lies on the table after a tile was laid. new: the vertices that it covered. player: whose turn is next;
    None: the game is over."""

    tiles: tuple[PlacedRhomb, ...]
    hands: tuple[tuple[str, ...], ...]
    new: tuple[Zeta, ...]
    player: int | None


def positions(deal: Deal, colours: int) -> list[Position]:
    """Return the position after each tile of a game. Raises ValueError, naming the tile, for what the rules forbid."""
    tiles, hands = deal.opened, [list(hand) for hand in deal.hands]
    for player, hand in enumerate(hands):
        if any(sum(name.startswith(shape) for name in hand) != DOMINO_HAND for shape in UPRIGHT):
            raise ValueError(
                f"player {player}: found the hand {', '.join(hand)}, allowed are {DOMINO_HAND} of each shape"
            )
    seen = [tile.id for tile in tiles] + [name for hand in hands for name in hand]
    turn: int | None = None  # before the start it is nobody's
    found: list[Position] = []
    for number, lay in enumerate(deal.lays, 1):
        tile = replace(lay.tile, entry=len(tiles) + 1)
        who = f"tile {number}, {tile.id}"
        if tile.id not in hands[lay.player]:
            raise ValueError(f"{who}: found in no hand of player {lay.player}")
        if found and lay.player != turn:
            raise ValueError(f"{who}: player {lay.player} lays it, allowed is player {turn}")
        before = set(full_vertices(tiles)) if found else set()
        tiles = (*tiles, tile)
        findings, lying, _ = judge(tiles, colours)
        if findings or lying.components() > 1:
            raise ValueError(f"{who}: {findings[0].message if findings else 'it shares no edge with the rest'}")
        hands[lay.player].remove(tile.id)
        new = tuple(vertex for vertex in full_vertices(tiles) if vertex not in before)
        draws = bool(found) and not new  # nobody draws for the start
        if draws != bool(lay.drawn):
            raise ValueError(f"{who}: it covers {len(new)} vertices, and the player draws {lay.drawn or 'nothing'}")
        if lay.drawn:
            hands[lay.player].append(lay.drawn)
            seen.append(lay.drawn)
        over = not hands[lay.player]
        if over and number < len(deal.lays):
            raise ValueError(f"{who}: the game is over, and tiles are laid after it")
        turn = None if over else lay.player if new else (lay.player + 1) % len(hands)
        found.append(Position(tiles, tuple(map(tuple, hands)), new, turn))
    if len(set(seen)) < len(seen):
        raise ValueError(f"a tile is there twice among {', '.join(sorted(seen))}")
    return found


def owners(tiles: Sequence[PlacedRhomb], players: Sequence[int]) -> dict[Zeta, int]:
    """Return who owns each covered vertex. players: who laid each tile after the first two. Raises ValueError if
    somebody lays out of turn."""
    owned: dict[Zeta, int] = {}
    turn = None
    for number, player in enumerate(players, 3):
        if turn is not None and player != turn:
            raise ValueError(f"tile {number}: player {player} lays it, allowed is player {turn}")
        new = [vertex for vertex in full_vertices(tiles[:number]) if vertex not in owned]
        owned |= dict.fromkeys(new, player)
        turn = player if new else (player + 1) % PLAYERS
    return owned


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
        (wide, high), scene = ON_TABLE, Scene()
        scene.area(round_corners(wide, high, 6.0), TABLE, BACK_LINE, 0.3)
        for shape, y in (("thick", 0.78 * high), ("thin", 0.22 * high)):
            for number, (dx, dy) in reversed([*enumerate(heap(PILE, SPREAD, LONG))]):
                self.back(scene, shape, wide / 2 + dx, y + dy, DEALT_EDGE, 31.0 * number * number)
        for player, x in ((ANN, AT_RIM), (BEN, wide - AT_RIM)):
            self._column(scene, PLAYED.hands[player], x, (high - NAME_ROOM) / 2, DEALT_EDGE)
            scene.write(x, high - NAME_ROOM, self.words[NAMES[player]], LETTERS, bold=True)
        for tile, away in zip(PLAYED.opened, (-1.2, 1.2), strict=True):
            self._column(scene, [tile.id], wide / 2 + away * DEALT_EDGE, high / 2, DEALT_EDGE)
        return scene.figure(wide, high, {**_dealt(), "pile": 2 * PILE})

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
        return self._position(panel, now.hands, [lay.drawn for lay in PLAYED.lays[first - 1 : last]], facts)

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
        pair = zip(PLAYED.opened, (Zeta(0), Zeta(2)), strict=True)
        tiles = tuple(replace(tile, entry=n, corner=at, turn=0) for n, (tile, at) in enumerate(pair, 1))
        return self._position(Panel(tiles), PLAYED.hands, (), _dealt())

    def ownership(self) -> Figure:
        """The opening of a game of Quasi-Match, with tokens on what is covered, and its last tile marked."""
        owned = owners(MATCHED, MATCHED_BY)
        before = owners(MATCHED[:-1], MATCHED_BY[:-1])
        panel = Panel(MATCHED, fresh=(len(MATCHED) - 1,), tokens=tuple(owned.items()))
        facts = {
            "legal": verdict(MATCHED, self.colours)["legal"],
            "new": len(owned) - len(before),
            "owned": [list(owned.values()).count(player) for player in range(len(NAMES))],
        }
        return self.figure([panel], 15.0, facts)

    def fast(self) -> Figure:
        """What somebody built of a hand of FastQuasi."""
        facts = self._verdicts(BUILT, "legal", "tiles", "covered")
        facts["different"] = len({tile.id for tiles in BUILT for tile in tiles})
        return self.figure([Panel(tiles, penrose.full_vertices(tiles)) for tiles in BUILT], 11.5, facts, gap=5.0)

    def _verdicts(self, layouts: Iterable[Sequence[PlacedRhomb]], *keys: str) -> dict[str, object]:
        """Return what the rules say of each of some layouts, in order."""
        found = [verdict(tiles, self.colours) for tiles in layouts]
        return {key: ",".join("yes" if one[key] is True else str(one[key]) for one in found) for key in keys}


def _dealt() -> dict[str, object]:
    """Return what is true of the hands and open tiles before the game."""
    return {"hands": [len(hand) for hand in PLAYED.hands], "open": len(PLAYED.opened)}


def round_corners(wide: float, high: float, radius: float) -> Ring:
    """Return a rectangle with round corners."""
    points = []
    for k, (x, y) in enumerate(((wide, high), (0.0, high), (0.0, 0.0), (wide, 0.0))):
        cx, cy = (x - radius if x else radius), (y - radius if y else radius)
        turns = [math.pi / 2 * (k + part / 6) for part in range(7)]
        points += [(cx + radius * math.cos(a), cy + radius * math.sin(a)) for a in turns]
    return tuple(points)
