"""The figures of games that were played: a table set up, each turn of a game, tokens on vertices, a hand well laid."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from quasiprint.drawing.face_shapes import heap
from quasiprint.exact.zeta import ORIGIN, Zeta
from quasiprint.games.quasimino import examples, penrose
from quasiprint.games.quasimino.examples import owners, positions
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
from quasiprint.games.quasimino.rules import PlacedRhomb
from quasiprint.model.page import Figure, Shape, Text

NAMES = ("west", "east")  # of the players, in the words of the book
TABLE = "#F4F1EA"
ON_TABLE = (WIDE, 82.0)  # mm
PILE = 38  # tiles of each shape that are left of 45 after two hands of three and one open tile
SPREAD, LONG = 1.75, 1.35  # of a heap: mm for the square root of its tiles, and how much wider than high it is
DEALT_EDGE = 7.6  # mm: of the tiles on the table set up
AT_RIM = 10.0  # mm: from the middle of a hand to the rim of the table
EDGE, IN_HAND = 9.6, 7.0  # mm: of tiles in the layout, and in hands
APART = 0.22  # edge lengths, between tiles of a hand
NAME_ROOM = 7.0  # mm, above a hand
HAND_HIGH = 48.0  # mm: a name and six tiles
SIDE = 8.0  # mm: from a hand's middle to the figure's side
LETTERED = "abc"  # tiles of one turn


def column(
    draw: RhombFigures, names: Sequence[str], x: float, y: float, edge: float, fresh: Sequence[str] = ()
) -> list[Shape]:
    """Return a hand, one tile below the other, thick ones first. x, y: its middle, mm. fresh: tiles just drawn."""
    lying = []
    for name in sorted(names, key=lambda name: tuple(UPRIGHT).index(name.split("-")[0])):
        shape, marks = name.split("-")
        lying.append((name, PlacedRhomb(1, shape, tuple(map(int, marks)), ORIGIN, 0)))
    boxes = [extent([tile]) for _, tile in lying]
    top = y + edge * (sum(box[3] - box[1] for box in boxes) + APART * (len(boxes) - 1)) / 2
    shapes: list[Shape] = []
    for (name, tile), (left, low, right, high) in zip(lying, boxes, strict=True):
        body = FRESH if name in fresh else LIGHT
        shapes += draw.tile(tile, x - edge * (left + right) / 2, top - edge * high, edge, body=body)
        top -= edge * (high - low + APART)
    return shapes


def table(draw: RhombFigures, words: Mapping[str, str]) -> Figure:
    """A table set up for two: the pile, in two heaps, two hands, and the two open tiles."""
    deal = examples.PLAYED
    wide, high = ON_TABLE
    shapes = [Shape((_rounded(wide, high, 6.0),), TABLE, BACK_LINE, 0.3)]
    for shape, y in (("thick", 0.78 * high), ("thin", 0.22 * high)):
        for number, (dx, dy) in reversed([*enumerate(heap(PILE, SPREAD, LONG))]):
            shapes += draw.back(shape, wide / 2 + dx, y + dy, DEALT_EDGE, 31.0 * number * number)
    texts = []
    for player, x in ((examples.WEST, AT_RIM), (examples.EAST, wide - AT_RIM)):
        shapes += column(draw, deal.hands[player], x, (high - NAME_ROOM) / 2, DEALT_EDGE)
        texts.append(Text(x, high - NAME_ROOM, words[NAMES[player]], LETTERS, "middle", bold=True))
    for tile, away in zip(deal.opened, (-1.2, 1.2), strict=True):
        shapes += column(draw, [tile.id], wide / 2 + away * DEALT_EDGE, high / 2, DEALT_EDGE)
    facts: dict[str, object] = {
        "hands": ",".join(str(len(hand)) for hand in deal.hands),
        "open": len(deal.opened),
        "pile": 2 * PILE,
    }
    return Figure(wide, high, tuple(shapes), tuple(texts), facts)


def _rounded(wide: float, high: float, radius: float) -> tuple[tuple[float, float], ...]:
    """Return a rectangle with round corners."""
    points = []
    for k, (x, y) in enumerate(((wide, high), (0.0, high), (0.0, 0.0), (wide, 0.0))):
        cx, cy = (x - radius if x else radius), (y - radius if y else radius)
        turns = [math.pi / 2 * (k + part / 6) for part in range(7)]
        points += [(cx + radius * math.cos(a), cy + radius * math.sin(a)) for a in turns]
    return tuple(points)


def step(draw: RhombFigures, words: Mapping[str, str], first: int, last: int) -> Figure:
    """A turn of the game: its tiles from number `first` to `last`, counted from 1, and the hands after it."""
    deal = examples.PLAYED
    played = positions(deal, draw.colours)
    now = played[last - 1]
    some = played[first - 1 : last]
    at = range(len(now.tiles) - len(some), len(now.tiles))
    signs = []
    if len(some) > 1:
        signs = [sign(now.tiles[place], letter) for place, letter in zip(at, LETTERED, strict=False)]
    new = tuple(vertex for position in some for vertex in position.new)
    panel = Panel(now.tiles, ringed=new, signs=tuple(signs), fresh=tuple(at))
    drawn = tuple(lay.drawn for lay in deal.lays[first - 1 : last] if lay.drawn)
    facts: dict[str, object] = {
        "legal": verdict(now.tiles, draw.colours)["legal"],
        "covered": ",".join(str(len(position.new)) for position in some),
        "hands": ",".join(str(len(hand)) for hand in now.hands),
        "next": "nobody" if now.player is None else NAMES[now.player],
    }
    return _position(draw, words, panel, now.hands, drawn, facts)


def _position(
    draw: RhombFigures,
    words: Mapping[str, str],
    panel: Panel,
    hands: Sequence[Sequence[str]],
    drawn: Sequence[str],
    facts: Mapping[str, object],
) -> Figure:
    """Return a layout with West's hand on its left and East's on its right."""
    x0, y0, x1, y1 = extent(panel.tiles)
    high = max(EDGE * (y1 - y0), HAND_HIGH)
    shapes, texts = draw.panel(panel, WIDE / 2 - EDGE * (x0 + x1) / 2, (high - EDGE * (y0 + y1)) / 2, EDGE)
    for player, x in ((examples.WEST, SIDE), (examples.EAST, WIDE - SIDE)):
        shapes += column(draw, hands[player], x, (high - NAME_ROOM) / 2, IN_HAND, drawn)
        texts.append(Text(x, high - LETTERS, words[NAMES[player]], LETTERS, "middle", bold=True))
    return Figure(WIDE, high, tuple(shapes), tuple(texts), facts)


def dealt(draw: RhombFigures, words: Mapping[str, str]) -> Figure:
    """The hands before the game, and the two open tiles, apart."""
    deal = examples.PLAYED
    apart = (Zeta(0), Zeta(2))
    tiles = tuple(
        PlacedRhomb(n, tile.shape, tile.colours, corner, 0)
        for n, (tile, corner) in enumerate(zip(deal.opened, apart, strict=True), 1)
    )
    facts = {"hands": ",".join(str(len(hand)) for hand in deal.hands), "open": len(tiles)}
    return _position(draw, words, Panel(tiles), deal.hands, (), facts)


def tokens(draw: RhombFigures) -> Figure:
    """The opening of a game of Quasi-Match, with tokens on what is covered, and its last tile marked."""
    tiles = examples.MATCHED
    owned = owners(tiles, examples.MATCHED_BY)
    before = owners(tiles[:-1], examples.MATCHED_BY[:-1])
    panel = Panel(tiles, fresh=(len(tiles) - 1,), tokens=tuple(owned.items()))
    facts: dict[str, object] = {
        "legal": verdict(tiles, draw.colours)["legal"],
        "new": len(owned) - len(before),
        "owned": ",".join(str(list(owned.values()).count(player)) for player in range(len(NAMES))),
    }
    return draw.figure([panel], 15.0, facts)


def fast(draw: RhombFigures) -> Figure:
    """What somebody built of a hand of FastQuasi."""
    judged = [verdict(tiles, draw.colours) for tiles in examples.SHAPES]
    whole = {tile.id for tiles in examples.SHAPES for tile in tiles}
    facts: dict[str, object] = {key: ",".join(str(one[key]) for one in judged) for key in ("legal", "tiles", "covered")}
    facts["different"] = len(whole)
    panels = [Panel(tiles, penrose.covered(tiles)) for tiles in examples.SHAPES]
    return draw.figure(panels, 11.5, facts, gap=5.0)
