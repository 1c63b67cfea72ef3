"""The tiles, which of them may lie together, what a placed tile completes, and what a turn is worth.

A tile has a number at each corner. Read clockwise, face up, from its smallest number, the numbers never decrease; so a
tile is the multiset of its numbers, and its mirror image is another tile unless two of its numbers are equal in the
right places.

The law of placement: a tile takes a free cell and shares a full side with a tile that lies there; wherever corners
meet, they show one number. Six tiles around a point are a hexagon; for squares, four are a block. A bridge is a tile
that meets the others along one side and, beyond that, with the point opposite it.

The text form of a layout:

    {"tiles": [{"tile": "1-3-5", "cell": [6, 9, 0], "corners": [5, 1, 3]}, ...]}

`cell` is a cell of `quasiprint.exact.lattice`; `corners` the numbers at its corners, clockwise from the top, or from
the bottom of a triangle that points down. Squares have cells of two numbers and corners from the top left.

Each part of a turn's points stands with its words, so that the sum and its explanation cannot disagree. Whoever asks
what a turn is worth, the scorer, the book's cases, its figures or the score sheet, asks `turn_parts`.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from math import comb
from typing import Any, Literal

from quasiprint.checks.layouts import NAMED, by_cell, disconnected, foreign, overlapping, twice
from quasiprint.errors import InputError
from quasiprint.exact import orbit
from quasiprint.exact.lattice import AROUND, LENGTH, Cell, LatticePoint, around, corners, groups, neighbours
from quasiprint.exact.orbit import Labelled, Labels, Marking, canonical, is_whole
from quasiprint.exact.regular import COUNTS, TURNS
from quasiprint.model.finding import Finding, LayoutJudgement, error, has_errors
from quasiprint.model.game_text import entries

MOST_TILES = 2000
MAX_COORDINATE = 10_000
MAX_NUMBER = 999
FIRST = {
    "triangle": "from the top of a cell that points up, from the bottom of one that points down",
    "square": "from the top left",
}


@dataclass(frozen=True, slots=True)
class PlacedTile:
    """A tile on the table. entry: its place in the list it came from, from 1. marks: the tile's
    numbers clockwise from the smallest; none for a tile that is not of the set. cell: where it
    lies. numbers: at the cell's corners, clockwise from the first."""

    entry: int
    marks: Labels
    cell: Cell
    numbers: Labels

    def __str__(self) -> str:
        return f"{tile_id(self.marks or self.numbers)} (entry {self.entry})"


Table = Mapping[Cell, PlacedTile]


def shows(tile: PlacedTile, shape: str) -> dict[LatticePoint, int]:
    """Return the number that a tile shows at each of its corners, clockwise from its cell's first."""
    return dict(zip(corners(shape, tile.cell), tile.numbers, strict=True))


def at_points(shape: str, tiles: Iterable[PlacedTile]) -> dict[LatticePoint, list[tuple[int, PlacedTile]]]:
    """Return, for each point, the number that each tile shows there."""
    found: dict[LatticePoint, list[tuple[int, PlacedTile]]] = defaultdict(list)
    for tile in tiles:
        for point, number in shows(tile, shape).items():
            found[point].append((number, tile))
    return dict(found)


def full_points(shape: str, tiles: Iterable[PlacedTile]) -> list[LatticePoint]:
    """Return the points with tiles all around that show one number there, from left to right."""
    full = [
        point
        for point, here in at_points(shape, tiles).items()
        if len({tile.cell for _, tile in here}) == AROUND[shape] and len({number for number, _ in here}) == 1
    ]
    return sorted(full, key=lambda p: (p.a, p.b))


def judge(tiles: Sequence[PlacedTile], shape: str) -> list[Finding]:
    """Judge a layout by every law. Each finding names the tiles, the place and the law."""
    findings: list[Finding] = []
    for tile in tiles:
        if tile.marks:
            findings += _corners(tile, shape)
    placed = [(tile_id(tile.marks), tile.entry) for tile in tiles if tile.marks]
    lying = by_cell(tiles)
    findings += [*twice(placed, code="tile-duplicate"), *overlapping(lying)]
    alone = [tile for tile in tiles if len(lying[tile.cell]) == 1]
    for point, tiles_there in at_points(shape, alone).items():
        if len({number for number, _ in tiles_there}) > 1:
            shown = ", ".join(f"{number} on {tile}" for number, tile in tiles_there[:NAMED])
            shown += " …" if len(tiles_there) > NAMED else ""
            message = f"the corners that meet there show {shown}; they must show one number"
            findings.append(error("corner-mismatch", f"point ({point.a}, {point.b})", message, "turn or move a tile"))
    return findings + disconnected(shape, lying)


def _corners(tile: PlacedTile, shape: str) -> list[Finding]:
    """Check that the numbers at a tile's corners are the tile's own, turned and not mirrored."""
    group = TURNS[shape]
    if canonical(group, tile.numbers) == tile.marks:
        return []
    if canonical(group, tile.numbers[::-1]) == tile.marks:
        code, why = "corners-mirrored", "which is its mirror image: tiles lie face up"
    else:
        code, why = "corners-foreign", "which are not its numbers"
    message = f"its corners show {tile_id(tile.numbers)} clockwise, {why}"
    return [error(code, str(tile), message, f"read the numbers clockwise, {FIRST[shape]}")]


@dataclass(frozen=True, slots=True)
class TilePlacement:
    """What putting down a tile comes to. findings: why it is illegal, if it is. completed: how many
    hexagons it completes (squares: blocks of four). bridge: whether it makes one."""

    findings: tuple[Finding, ...]
    completed: int
    bridge: bool


def place(table: Table, tile: PlacedTile, shape: str) -> TilePlacement:
    """Judge one tile put down on a table where others lie. The first may lie anywhere."""
    if tile.cell in table:
        there = f"{table[tile.cell]} lies in the cell {list(tile.cell)}"
        return TilePlacement((error("cells-overlap", str(tile), there, "find a free cell"),), 0, False)
    findings = _corners(tile, shape)
    sides = [cell in table for cell in neighbours(shape, tile.cell)]
    if table and not any(sides):
        message = f"it shares no full side at {list(tile.cell)}"
        findings.append(error("not-connected", str(tile), message, "lay it side to side"))
    touched = []
    completed = 0
    for point, number in zip(corners(shape, tile.cell), tile.numbers, strict=True):
        others = [table[cell] for cell in around(shape, point) if cell in table and cell != tile.cell]
        touched.append(bool(others))
        shown = {other.numbers[corners(shape, other.cell).index(point)] for other in others}
        if shown - {number}:
            message = f"it shows {number} there, where others show {', '.join(map(str, sorted(shown)))}"
            where = f"{tile} at point ({point.a}, {point.b})"
            findings.append(error("corner-mismatch", where, message, "turn it, or find another place"))
        completed += len(others) == AROUND[shape] - 1
    bridge = shape == "triangle" and sum(sides) == 1 and touched[(sides.index(True) + 2) % 3]
    return TilePlacement(tuple(findings), completed if not findings else 0, bridge and not findings)


NAME = re.compile(r"[0-9]{1,3}(-[0-9]{1,3})*")


def composition(shape: str, highest: int, names: tuple[str, ...] = ()) -> Labelled:
    """Return what makes a set whole: a number at each corner, clockwise, and no tile on which they fall. names: of the
    drawings that stand for numbers."""
    marking = Marking("corner", clockwise=True, ascending=True, names=names)
    return Labelled(((shape, TURNS[shape]),), highest + 1, marking)


def labellings(shape: str, highest: int) -> tuple[Labels, ...]:
    """Return the numbers of every tile of a set from 0 to `highest`, clockwise, in order."""
    return orbit.labellings(TURNS[shape], highest + 1, ascending=True)


def refuse_too_many(shape: str, highest: int) -> None:
    """Raise InputError for a highest number of a set of more tiles than anybody could make."""
    slots = TURNS[shape].slots
    tiles = comb(highest + slots, slots)
    if tiles > MOST_TILES:
        most = max(top for top in range(MOST_TILES) if comb(top + slots, slots) <= MOST_TILES)
        raise InputError(
            f"--highest: found {highest}, allowed is up to {most} with --shape {shape}, because a set of up to "
            f"{MOST_TILES} tiles can be made and this one has {tiles}"
        )


def tile_id(marks: Sequence[int]) -> str:
    """Return a tile's name, stable for good: "1-3-5". `marks`: clockwise from the smallest."""
    return "-".join(map(str, marks))


def entry(shape: str, labels: Labels, points: Sequence[LatticePoint], marks: Labels) -> dict[str, object]:
    """Return the entry of a triangle in a layout: see `quasiprint.model.game.Puzzled.lying`."""
    shows = dict(zip(points, marks, strict=True))
    x, y = min(p.a for p in shows), min(p.b for p in shows)
    cell = next((x, y, down) for down in (0, 1) if set(corners("triangle", (x, y, down))) == set(shows))
    numbers = tuple(shows[point] for point in corners("triangle", cell))
    return {"tile": tile_id(canonical(TURNS["triangle"], numbers)), "cell": list(cell), "corners": list(numbers)}


def read_tile(text: str, shape: str, highest: int) -> Labels:
    """Return the numbers of the tile that a text names, clockwise from the smallest. Any corner may come first: 5-1-3
    is 1-3-5. Raises ValueError, which says why, if the set from 0 to `highest` has no such tile."""
    group = TURNS[shape]
    if not NAME.fullmatch(text) or text.count("-") != group.slots - 1:
        example = tile_id(range(1, group.slots + 1))
        raise ValueError(f"found {text[:40]!r}, allowed are {group.slots} numbers clockwise, such as {example}")
    marks = canonical(group, tuple(map(int, text.split("-"))))
    if max(marks) > highest:
        raise ValueError(f"the set has no tile {text}: its numbers run from 0 to {highest}")
    if any(a > b for a, b in zip(marks, marks[1:], strict=False)):
        remedy = f"; the tile with these numbers is {tile_id(sorted(marks))}"
        raise ValueError(f"the set has no tile {text}: clockwise from the smallest, its numbers must not fall{remedy}")
    return marks


def read(text: str | bytes, shape: str, highest: int) -> tuple[tuple[PlacedTile, ...], list[Finding]]:
    """Return the tiles of a layout, and a finding for each entry that names no tile of the set. Raises InputError,
    which names the entry (from 1), for what is not in the text form."""
    tiles: list[PlacedTile] = []
    findings: list[Finding] = []
    slots = TURNS[shape].slots
    for entry in entries(text, ("tile", "cell", "corners")):
        name = entry.text("tile", tile_id(range(1, slots + 1)))
        length = LENGTH[shape]
        cell = entry.integers("cell", COUNTS[length], length, -MAX_COORDINATE, MAX_COORDINATE)
        if shape == "triangle" and cell[2] not in (0, 1):
            message = f"found {cell[2]} as its third number, allowed is 0 (points up) or 1 (points down)"
            raise InputError(f"{entry.where}: 'cell': {message}")
        numbers = tuple(entry.integers("corners", COUNTS[slots], slots, 0, MAX_NUMBER))
        marks: Labels = ()
        try:
            marks = read_tile(name, shape, highest)
        except ValueError as problem:
            findings.append(foreign(name, entry.number, str(problem)))
        tiles.append(PlacedTile(entry.number, marks, tuple(cell), numbers))
    return tuple(tiles), findings


@dataclass(frozen=True, slots=True)
class TriangleLayout(LayoutJudgement):
    """What the rules say of a layout of triangles. hexagons_at: their middles; components: groups of tiles."""

    legal: bool
    complete_set: bool
    hexagons: int
    hexagons_at: tuple[tuple[int, int], ...]
    components: int
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class SquareLayout(LayoutJudgement):
    """What the rules say of a layout of squares. blocks_at: the middles of blocks of four."""

    legal: bool
    complete_set: bool
    blocks: int
    blocks_at: tuple[tuple[int, int], ...]
    components: int
    findings: tuple[Finding, ...]


Layout = TriangleLayout | SquareLayout


def score_layout(text: str | bytes, shape: str = "triangle", highest: int = 5) -> Layout:
    """Judge a layout with the tiles of a set. Raises InputError as `read` does, and for a set that cannot be."""
    refuse_too_many(shape, highest)
    tiles, findings = read(text, shape, highest)
    strange = bool(findings)
    findings += judge(tiles, shape)
    full = full_points(shape, tiles)
    return (TriangleLayout if shape == "triangle" else SquareLayout)(
        not has_errors(findings),
        not strange and is_whole(composition(shape, highest), ((shape, tile.marks) for tile in tiles)),
        len(full),
        tuple((point.a, point.b) for point in full),
        len(groups(shape, (tile.cell for tile in tiles))),
        tuple(findings),
    )


OPENING_TRIPLE = 10
OPENING_ZEROS = 40  # in place of the triple's points
DRAW = 5
DRAWS = 3  # the most in one turn
THREE_DRAWN = 25  # when none of the three fits
HEXAGON = 50
BRIDGE = 40
LAST_TILE = 25
HAND = {2: 9, 3: 7, 4: 7, 5: 6, 6: 6}  # players → tiles each

Parts = tuple[tuple[str, int], ...]  # of a turn's points: words, and what is added
UNSCORED: Parts = (("not scored, see the findings", 0),)  # of a turn that a finding refuses
LAST: Parts = ((f"last tile +{LAST_TILE}", LAST_TILE),)  # for going out, without the hands of the others


@dataclass(frozen=True, slots=True)
class HouseRules:
    """What tables settle in different ways; the defaults are the common rules.

    target: points that make a round the last. double_hexagon, triple_hexagon: for so many at
    once. empty_pool: lost when the pool is empty and nothing fits. first: who opens, the player
    with the highest "triple", or the one whose tiles of a first "draw" have the highest sum and
    who may open with any tile.
    """

    target: int = 400
    double_hexagon: int = 100
    triple_hexagon: int = 150
    empty_pool: int = 10
    first: Literal["triple", "draw"] = "triple"

    @classmethod
    def of(cls, chosen: Mapping[str, Any]) -> HouseRules:
        """Return the rules that options or a set's parameters say, which have the same names; else the common ones."""
        return cls(**{rule.name: chosen.get(rule.name, rule.default) for rule in fields(cls)})


def total(parts: Iterable[tuple[str, int]]) -> int:
    """Return what parts of a score are worth together, penalties taken off."""
    return sum(points for _, points in parts)


@dataclass(slots=True)
class Turn:
    """A turn that scores. line: where it is written. parts: words and points, in order."""

    line: int
    player: str
    parts: Parts

    @property
    def points(self) -> int:
        """What the turn is worth."""
        return total(self.parts)

    @property
    def why(self) -> str:
        """The sum, as a player would say it."""
        words = ", ".join(words for words, _ in self.parts)
        return f"{words}: {self.points}" if len(self.parts) > 1 else words


COMMON = HouseRules()


def turn_parts(
    tile: Labels,
    drawn: int = 0,
    hexagons: int = 0,
    bridge: bool = False,
    *,
    opens: bool = False,
    empty: bool = False,
    rules: HouseRules = COMMON,
) -> Parts:
    """Return what a turn scores.

    tile: that is placed, without numbers for a pass. drawn: tiles before it. hexagons, bridge: what it completes; a
    hexagon leaves no bridge to score. opens: whether it is the first of a round. empty: whether the pool had nothing
    more to draw.
    """
    parts = [(f"{drawn} drawn -{DRAW * drawn}", -DRAW * drawn)] if drawn else []
    if not tile:
        if drawn >= DRAWS:
            parts = [(f"{drawn} drawn and none fits -{THREE_DRAWN}", -THREE_DRAWN)]
        elif empty:
            parts.append((f"the pool is empty and nothing fits -{rules.empty_pool}", -rules.empty_pool))
        return tuple(parts) or UNSCORED
    if opens and not any(tile):
        return ((f"opening with {tile_id(tile)} +{OPENING_ZEROS}", OPENING_ZEROS),)
    parts.insert(0, (f"{'+'.join(map(str, tile))} = {sum(tile)}", sum(tile)))
    if opens and len(set(tile)) == 1:
        parts.append((f"opening triple +{OPENING_TRIPLE}", OPENING_TRIPLE))
    elif hexagons:
        bonus = (HEXAGON, rules.double_hexagon, rules.triple_hexagon)[hexagons - 1]
        parts.append((f"{'hexagon' if hexagons == 1 else f'{hexagons} hexagons'} +{bonus}", bonus))
    elif bridge:
        parts.append((f"bridge +{BRIDGE}", BRIDGE))
    return tuple(parts)


def others(hands: Sequence[int]) -> Parts:
    """Return what the hands of the others bring to the player who went out."""
    if len(hands) < 2:
        return tuple((f"the other hand +{hand}", hand) for hand in hands)
    return ((f"the hands of the others {'+'.join(map(str, hands))} = {sum(hands)}", sum(hands)),)


def lowest_hand(player: str, hands: Mapping[str, int]) -> Parts:
    """Return what the lowest hand gains from each other player when nobody can place."""
    low = hands[player]
    gains = ((f"{name} {hand}-{low} = {hand - low}", hand - low) for name, hand in hands.items() if name != player)
    return (f"lowest hand {low}", 0), *gains
