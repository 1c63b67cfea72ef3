"""The figures of games that were played: a table set up, each turn of a game, tokens on vertices, a hand well laid."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from quasiprint.exact.zeta import ORIGIN, Zeta
from quasiprint.games.quasimino import examples, penrose
from quasiprint.games.quasimino.figures import (
    BACK_LINE,
    FRESH,
    LETTERS,
    LIGHT,
    UPRIGHT,
    WIDE,
    Panel,
    RhombFigures,
    verdict,
)
from quasiprint.games.quasimino.played import owners, positions
from quasiprint.games.quasimino.rules import PlacedRhomb
from quasiprint.model.face import bounds
from quasiprint.model.page import Shape, Text
from quasiprint.model.rulebook import Figure

NAMES = ("north", "south")  # of the players, in the words of the book
TABLE = "#F4F1EA"
ON_TABLE = (160.0, 92.0)  # mm
GOLDEN = math.pi * (3 - math.sqrt(5))  # a turn after which no direction comes again: tiles of a heap do not line up
PILE = 38  # tiles of each shape that are left of 45 after two hands of three and one open tile
SPREAD = 3.15  # mm: of a heap, for the square root of its tiles
EDGE, IN_HAND = 9.6, 7.6  # mm: of tiles on the table, and in hands
LETTERED = "abc"  # tiles of one turn


def lying(name: str) -> PlacedRhomb:
    """Return a tile by its name, as it stands in a hand."""
    shape, marks = name.split("-")
    return PlacedRhomb(1, shape, tuple(map(int, marks)), ORIGIN, UPRIGHT[shape])


def in_hand(
    draw: RhombFigures, names: Sequence[str], middle: float, low: float, edge: float, fresh: Sequence[str] = ()
) -> list[Shape]:
    """Return a hand side by side. middle: of the hand, low: its lower side, mm. fresh: the tiles that were just drawn."""
    gap = 0.22 * edge
    boxes = [bounds((tuple(corner.to_xy() for corner in lying(name).corners),)) for name in names]
    width = sum(edge * (box[2] - box[0]) for box in boxes) + gap * (len(names) - 1)
    tall = edge * (max(box[3] - box[1] for box in boxes) if boxes else 0.0)
    x = middle - width / 2
    shapes: list[Shape] = []
    for name, box in zip(names, boxes, strict=True):
        y = low + (tall - edge * (box[3] - box[1])) / 2
        body = FRESH if name in fresh else LIGHT
        shapes += draw.tile(lying(name), x - edge * box[0], y - edge * box[1], edge, body=body)
        x += edge * (box[2] - box[0]) + gap
    return shapes


def hand_height(edge: float) -> float:
    """Return how high a hand is: a thin tile that stands upright."""
    return 2 * math.cos(math.pi / 10) * edge


def table(draw: RhombFigures, words: Mapping[str, str]) -> Figure:
    """A table set up for two: the pile, in two heaps, two hands, and the two open tiles."""
    deal = examples.PLAYED
    wide, high = ON_TABLE
    edge = 8.4
    shapes = [Shape((_rounded(wide, high, 6.0),), TABLE, BACK_LINE, 0.3)]
    for shape, x in (("thick", 0.17 * wide), ("thin", 0.82 * wide)):
        for number in range(PILE):
            far, way = SPREAD * math.sqrt(number + 0.5) * edge / 7.5, number * GOLDEN
            place = (x + far * math.cos(way), high / 2 + 1.25 * far * math.sin(way))
            shapes += draw.back(shape, *place, edge, 31.0 * number * number)
    texts = []
    for player, low in ((examples.NORTH, high - hand_height(edge) - 5.0), (examples.SOUTH, 5.0)):
        shapes += in_hand(draw, deal.hands[player], wide / 2, low, edge)
        size = 1.2 * LETTERS
        at = low - 1.6 * size if player == examples.NORTH else low + hand_height(edge) + 0.8 * size
        texts.append(Text(wide / 2, at, words[NAMES[player]], size, "middle", bold=True))
    for tile, x in zip(deal.opened, (wide / 2 - 1.9 * edge, wide / 2 + 0.5 * edge), strict=True):
        shapes += draw.tile(PlacedRhomb(1, tile.shape, tile.colours, ORIGIN, 0), x, high / 2 - 0.4 * edge, edge)
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
        for place, letter in zip(at, LETTERED, strict=False):
            x, y = (now.tiles[place].corners[0] + now.tiles[place].corners[2]).to_xy()
            signs.append((x / 2, y / 2, letter))
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
    """Return a layout with North's hand above it and South's below."""
    points = [corner.to_xy() for tile in panel.tiles for corner in tile.corners]
    x0, x1 = (f(x for x, _ in points) for f in (min, max))
    y0, y1 = (f(y for _, y in points) for f in (min, max))
    tall, gap = hand_height(IN_HAND), 4.0
    high = 2 * (tall + gap) + EDGE * (y1 - y0)
    low = {examples.SOUTH: 0.0, examples.NORTH: high - tall}
    shapes, texts = draw.panel(panel, WIDE / 2 - EDGE * (x0 + x1) / 2, tall + gap - EDGE * y0, EDGE)
    for player, hand in enumerate(hands):
        shapes += in_hand(draw, hand, WIDE / 2, low[player], IN_HAND, drawn)
        texts.append(Text(0.0, low[player] + tall / 2 - LETTERS / 3, words[NAMES[player]], LETTERS, bold=True))
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
