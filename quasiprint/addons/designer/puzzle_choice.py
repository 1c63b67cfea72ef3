"""The choices of a puzzle: its tiles, its region, named or from a file, its border, and where some tiles lie.

For tiles of cells (squares, triangles, hexagons, dominoes) a region is its cells, however it was written. For other
tiles it is its border alone, with a corner at the end of each tile's edge.

Where a tile lies, people read and write as TILE@CELL,TURN. TILE is a tile's name, as in a layout: its labels may be
read from any corner that a turn brings to the first. TURN is the layout's `turn`. CELL is a number: a region's cells
are counted from 1 as one reads, row by row from the top, each from the left. A tile of several cells lies in the first
that it covers. A region without cells has points in place of numbers: the layout's `at`, with commas. A tile on its
face has ",flipped" behind it.
"""

from __future__ import annotations

import math
import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from typing import Any

from quasiprint.addons.designer.puzzles.laying import (
    ANY,
    FREE,
    FixedTile,
    Puzzle,
    Tile,
    cells_of,
    fits_border,
    labels_along,
    size,
)
from quasiprint.addons.designer.sets.placed import MAX_COORDINATE, Lattice, Placed, Rule, common, lay, meant, meet, name
from quasiprint.addons.designer.sets.placed import PlacedTile as Judged
from quasiprint.addons.designer.sets.polygons import Cell, Edge, Outline, of_cells, rim_of, walk
from quasiprint.addons.designer.sets.schema import MOST_CELLS, Document, Region, schema
from quasiprint.addons.designer.sets.schema import region_of as region_in
from quasiprint.addons.designer.sets.set_file import SetDesign, hold
from quasiprint.disk.reading import name_of, read_bytes
from quasiprint.errors import InputError, hint
from quasiprint.exact.zeta import Eisenstein, Zeta, integers
from quasiprint.model.finding import Severity
from quasiprint.model.texts import MAX_TOML, text_of, toml_of

GRIDS = {4: "squares", 3: "triangles", 6: "hexagons"}  # by how many corners a cell has
LARGEST = 100  # of a named region, along a side
LONGEST = 100  # edges of tiles that a side of a region is split into
MOST_EDGES = 4000  # along the border


def grid(design: SetDesign) -> str:
    """Return of which cells all tiles of a set are; "" if some are of none, or of others."""
    found = {GRIDS.get(len(shape.outline.cells[0])) if shape.outline.cells else None for shape in design.shapes}
    return found.pop() or "" if len(found) == 1 else ""


def on_tenths(design: SetDesign) -> bool:
    """Tell whether all tiles of a set lie on tenths of a turn, as rhombs that fill a decagon."""
    return all(isinstance(shape.outline.corners[0], Zeta) for shape in design.shapes)


def _rectangle(wide: int, high: int) -> list[tuple[int, ...]]:
    return [(x, y) for y in range(high) for x in range(wide)]


def _triangles(inside: Callable[[int, int, int], bool], size: int) -> list[tuple[int, ...]]:
    """Return the triangles all of whose corners fulfil a condition on their three coordinates, which sum to 0."""
    found: list[tuple[int, ...]] = []
    span = range(-size - 1, size + 2)
    for y, x, down in product(span, span, (0, 1)):
        if all(inside(a, b, -a - b) for a, b in ((x + 1, y), (x, y + 1), (x + down, y + down))):
            found.append((x, y, down))
    return found


# of each kind of cells its regions: how many numbers each has, and its cells
CELLS: dict[str, dict[str, tuple[int, Callable[..., list[tuple[int, ...]]]]]] = {
    "squares": {"rectangle": (2, _rectangle)},
    "triangles": {
        "hexagon": (1, lambda n: _triangles(lambda *point: max(map(abs, point)) <= n, n)),
        "triangle": (1, lambda n: _triangles(lambda a, b, _: a >= 0 and b >= 0 and a + b <= n, n)),
        "parallelogram": (2, lambda wide, high: [(*cell, down) for cell in _rectangle(wide, high) for down in (0, 1)]),
    },
    "hexagons": {
        "hexagon": (1, lambda n: [(x, y) for y in range(1 - n, n) for x in range(1 - n, n) if abs(x + y) < n]),
        "parallelogram": (2, _rectangle),
    },
}


def region(text: str, design: SetDesign, label: str = "--region") -> Outline:
    """Return a named region: "rectangle:6x4", "hexagon:2", "triangle:3", "parallelogram:4x3", "decagon:1". label: what
    messages call it. Raises InputError for an unknown name, for a bad size, and for what the tiles cannot fill."""
    cells = grid(design)
    known = {name: numbers for name, (numbers, _) in CELLS.get(cells, {}).items()} if cells else {"decagon": 1}
    name, _, size = text.partition(":")
    words = [f"{each}:{'WIDTHxHEIGHT' if numbers == 2 else 'SIDE'}" for each, numbers in known.items()]
    source = "FILE.toml" if label == "--region" else "a table"
    if not cells and not on_tenths(design):
        found = repr(text) if text else "none"
        raise InputError(f"{label}: found {found}, allowed for these tiles is a region of your own, {source}")
    allowed = f"allowed for tiles {f'of {cells}' if cells else 'on tenths of a turn'} is {', '.join(words)}, {source}"
    if name not in known:
        raise InputError(f"{label}: found {text!r}{hint(name, list(known))}, {allowed}")
    pattern = r"([1-9][0-9]{0,3})x([1-9][0-9]{0,3})" if known[name] == 2 else r"([1-9][0-9]{0,3})"
    sizes = re.fullmatch(pattern, size)
    if sizes is None or max(map(int, sizes.groups())) > LARGEST:
        raise InputError(f"{label}: found {text!r}, {allowed}, with whole numbers from 1 to {LARGEST}")
    numbers = [int(number) for number in sizes.groups()]
    if not cells:
        (n,) = numbers
        return walk("tenths", ([0] * (n - 1) + [1]) * 10)
    places = CELLS[cells][name][1](*numbers)
    if len(places) > MOST_CELLS:
        raise InputError(f"{label}: found {len(places):,} cells, allowed are up to {MOST_CELLS:,}")
    return of_cells(cells, places)


def for_puzzle(found: Region, design: SetDesign) -> Outline:
    """Return a region as a puzzle takes it. Raises InputError for a name that means nothing for the tiles, for a region
    on another lattice than theirs, for one that is not made of their cells, if they have some, and for one too large.
    """
    document, outline = found.document, found.shape
    if isinstance(outline, str):
        return region(outline, design, f"{document.label}: [region] polygon" if document else "--region")

    def wrong(message: str) -> InputError:
        return document.wrong(("region", "polygon"), message) if document else InputError(f"--region: {message}")

    cells, fitted = grid(design), outline
    if not cells or not outline.cells or GRIDS[len(outline.cells[0])] != cells:
        try:
            fitted = fit_to_tiles(outline, design)
        except ValueError:
            raise wrong("found another lattice than that of the tiles, allowed is theirs") from None
    if (sides := len(fitted.sides)) > MOST_EDGES:
        raise wrong(f"found {sides:,} edges along the border, allowed are up to {MOST_EDGES:,}")
    if cells and not fitted.cells:
        lattice = "quarters" if cells == "squares" else "sixths"
        allowed = f"one of {cells}, or turns and steps on {lattice} along the edges of such"
        found_cells = f"found a region that is not made of up to {MOST_CELLS:,} {cells}"
        raise wrong(f"{found_cells}, allowed for these tiles is {allowed}")
    return fitted


def fit_to_tiles(outline: Outline, design: SetDesign) -> Outline:
    """Return a region as tiles of a set fill it: with the tiles' cells, if they have some and it is made of them, and
    else with none; long sides split into edges of the tiles. Raises ValueError for another lattice than theirs."""
    tiles = [shape.outline for shape in design.shapes]
    lattice = common([*tiles, outline])
    edges = {
        step.turn(part)
        for tile in tiles
        for a, b in tile.sides
        for step in (lattice.lift(b - a), lattice.lift(b - a).mirror())
        for part in range(lattice.parts)
    }
    rings = [_split(ring, edges, lattice) for ring in outline.rings]
    split = replace(outline, corners=rings[0], further=tuple(rings[1:]), cells=())
    corners = len(tiles[0].cells[0]) if grid(design) else 0
    if not corners or len(split.sides) > MOST_EDGES or type(rings[0][0]) is not type(tiles[0].corners[0]):
        return split
    return replace(split, cells=_cells_inside(set(split.sides), corners))


def _split(ring: Sequence[Any], edges: set[Any], lattice: Lattice) -> tuple[Any, ...]:
    """Return a ring with a corner wherever two tiles meet along it: a side that is none of some edges is made of equal
    ones, as long as can be. Any other stays as it is."""
    found: list[Any] = []
    for a, b in zip(ring, (*ring[1:], ring[0]), strict=True):
        step = b - a
        for parts in range(1, LONGEST + 1):
            if all(number % parts == 0 for number in integers(step)):
                part = type(step)(*(number // parts for number in integers(step)))
                if lattice.lift(part) in edges:
                    break
        else:
            part = step
        while a != b:
            found.append(a)
            a += part
    return tuple(found)


def _cells_inside(sides: set[Edge], corners: int) -> tuple[Cell, ...]:
    """Return the regular cells, of `corners` corners each, that a border encloses; none if the border does not follow
    their edges. sides: the edges of the border."""
    found: dict[frozenset[Any], Cell] = {}
    waiting = list(sides)
    while waiting:
        a, b = waiting.pop()
        cell, step = [a, b], b - a
        for _ in range(corners - 2):
            step = step.turn(step.TURN // corners)
            cell.append(cell[-1] + step)
        if cell[-1] + step.turn(step.TURN // corners) != a or len(found) > MOST_CELLS:
            return ()
        if frozenset(cell) not in found:
            found[frozenset(cell)] = tuple(cell)
            cell_sides = zip(cell, (*cell[1:], a), strict=True)
            waiting += [(q, p) for p, q in cell_sides if (p, q) not in sides]
    cells = sorted(found.values(), key=lambda cell: sorted(map(integers, cell)))
    return tuple(cells) if rim_of(cells) == sides else ()


MOST_HAND = 100
USUAL = 400  # cells at most of a region that nobody names: more may take a solver long
SIX, HALF = 6, 5  # triangles in a hexagon of side 1; directions of a decagon's sides
ROOM = 1.1  # times the area of tiles: so large is a region in which they need not fill all


@dataclass(frozen=True, slots=True)
class Asked:
    """What a puzzle is to be. region: a name and size, or a file; "" for the usual one. border: "free", "any" or a
    label. pieces: names of the tiles that may be used, each with a colon and a count, or without; none: all. hand: so
    many tiles of each shape, drawn by seed, 0 for no hand. seconds: after which a search ends. place: tiles that lie
    fixed, as `Places` reads them. hint: tiles shown as hints; a number: so many of the solution's. most:
    whether tiles need not fill the region, which then has room around them, if nobody names it. open: how many cells
    stay open, or which, as `open_cells` reads them; "" for what the region's file says."""

    region: str = ""
    border: str = "free"
    pieces: tuple[str, ...] = ()
    hand: int = 0
    seconds: float | None = None
    place: tuple[str, ...] = ()
    hint: tuple[str, ...] = ()
    most: bool = False
    open: str = ""


def tiles_of(design: SetDesign) -> tuple[Tile, ...]:
    """Return the tiles of a set, each with its copies. Raises InputError for too many."""
    held = hold(design)
    return tuple(
        Tile(name(shape, labels), shape, labels, shape.copies_of(labels))
        for shape in design.shapes
        for labels in held[shape.name]
    )


def cells_in(tiles: Iterable[Tile]) -> int:
    """Return how many cells tiles have together."""
    return sum(tile.copies * len(tile.shape.outline.cells) for tile in tiles)


def region_of(text: str, design: SetDesign, tiles: Sequence[Tile]) -> tuple[str, Region]:
    """Return a region and its name: from a file, a named one, or the set's. text: "" for the set file's region, else
    one that the tiles fill. Raises InputError for a text that names no region, of a file with the line."""
    if text.lower().endswith(".toml"):
        # [region] polygon = …, as in a set file, and nothing else
        file = Path(text)
        content, label = read_bytes(file, f"region {text!r}", MAX_TOML), name_of(file)
        values, document = toml_of(content, label), Document(label, text_of(content, label))
        properties = {"region": schema()["properties"]["region"]}
        law = {"type": "object", "required": ["region"], "additionalProperties": False, "properties": properties}
        document.hold(values, law)
        return text, region_in(document, values["region"])
    if not text and design.region:
        shape = design.region.shape
        return shape if isinstance(shape, str) else f"the region of {design.label}", design.region
    text = text or usual_region(design, cells_in(tiles))
    return text, Region(text)


def open_cells(text: str, found: Region, cells: Sequence[Cell]) -> tuple[int, list[int]]:
    """Return how many cells of a region stay open, whichever they are, or the numbers of those that do. text: on the
    command line, "" for what the region's file says. cells: in reading order. Raises InputError for cells that there
    are not, and for words that are not as many as cells."""

    def wrong(key: str, message: str) -> InputError:
        if found.document and not (text and key == "open"):
            return found.document.wrong(("region", key), message)
        return InputError(f"--open: {message}")

    words, last = found.words, len(cells)
    wanted = found.open
    if text:
        wanted = int(text[:9]) if text.isascii() and text.isdigit() else tuple(map(str.strip, text.split(",")))
    if words and len(words) != last:
        raise wrong("words", f"found {len(words):,} words, allowed is one for each of the {last:,} cells")
    if (text or wanted) and not cells:
        raise wrong("open", "found open cells, allowed are such in regions of squares, triangles or hexagons")
    if isinstance(wanted, int):
        if (text or wanted) and not 0 < wanted < last:
            raise wrong("open", f"found {wanted:,}, allowed is from 1 to {last - 1:,}: there are {last:,} cells")
        return wanted, []
    numbers: list[int] = []
    for word in wanted:
        at = word.removeprefix("@")
        counted = int(at[:9]) if at != word and at.isascii() and at.isdigit() else 0
        number = words.index(word) + 1 if words.count(word) == 1 else counted
        if not 1 <= number <= last or number in numbers:
            example = f"a word that stands on one cell, such as {next(filter(None, words), '')}, " if words else ""
            again = "twice" * (number in numbers) or f"{hint(word, words)}".strip()
            what = f"found {word!r}{' ' * bool(again)}{again}"
            raise wrong("open", f"{what}, allowed is {example}@NUMBER from @1 to @{last}, each once, or a number alone")
        numbers.append(number)
    if len(numbers) == last:
        raise wrong("open", "found all cells, allowed are fewer")
    return 0, numbers


def usual_region(design: SetDesign, covered: int) -> str:
    """Return the default region: one that all tiles, of `covered` cells, fill, if there is; else ""."""
    cells = grid(design)
    covered = covered if covered <= USUAL else 0
    if cells == "squares":
        high = max((n for n in range(1, math.isqrt(covered or 1) + 1) if covered % n == 0), default=1)
        fits = high > 1 and covered // high <= LARGEST
        return f"rectangle:{covered // high}x{high}" if fits else "rectangle:3x3"
    if cells == "triangles":
        side = math.isqrt(covered // SIX)
        return f"hexagon:{side if SIX * side * side == covered and side else 1}"
    return "hexagon:2" if cells else "decagon:1" if on_tenths(design) else ""


def roomy_region(design: SetDesign, tiles: Sequence[Tile]) -> tuple[str, Outline]:
    """Return a region in which tiles have room to lie as compactly as they can, and what it is called. Raises
    InputError for tiles of which no such region is known."""
    cells = grid(design)
    if cells:
        called = "rectangle" if cells == "squares" else "hexagon"
        numbers, cells_of_side = CELLS[cells][called]
        sizes = ([side] * numbers for side in range(1, LARGEST + 1))
        enough = (size for size in sizes if len(cells_of_side(*size)) >= ROOM * cells_in(tiles) or size[0] == LARGEST)
        text = f"{called}:{'x'.join(map(str, next(enough)))}"
        return text, region(text, design)
    if not on_tenths(design):
        return "", region("", design)
    needed = ROOM * sum(tile.copies * size(tile.shape.outline.corners) for tile in tiles)
    for edges in range(HALF, HALF * LARGEST):
        sides = [edges // HALF + (k < edges % HALF) for k in range(HALF)]
        found = walk("tenths", [turn for n in sides * 2 for turn in (*[0] * (n - 1), 1)])
        if size(found.corners) >= needed:
            return f"a decagon of sides {', '.join(map(str, sides))}", found
    raise InputError(f"--most: found {sum(tile.copies for tile in tiles):,} tiles, allowed are fewer")


def border_of(text: str, design: SetDesign) -> int:
    """Return the label of a border, FREE or ANY. Raises InputError for a label that there is not."""
    if text in ("free", "any"):
        return {"free": FREE, "any": ANY}[text]
    label = design.label_of(text)
    if label is None:
        labels = max(shape.choice.labels for shape in design.shapes)
        known = f"of {', '.join(design.names)}" if design.names else f"from 0 to {labels - 1}"
        near = hint(text, ["free", "any", *design.names])
        raise InputError(f"--border: found {text!r}{near}, allowed is free, any or a label {known}")
    return label


def choose(design: SetDesign, all_tiles: Sequence[Tile], asked: Asked, seed: int) -> tuple[Tile, ...]:
    """Return the tiles that a puzzle may use."""
    if asked.pieces and asked.hand:
        raise InputError("--hand: found beside --pieces, allowed is one of the two")
    wanted = Counter[str]()
    if hand := asked.hand:  # so many tiles of each shape, drawn by lot
        lot = random.Random(seed)
        for shape in dict.fromkeys(tile.shape.name for tile in all_tiles):
            pile = [tile.name for tile in all_tiles if tile.shape.name == shape for _ in range(tile.copies)]
            most = min(len(pile), MOST_HAND)
            if not 1 <= hand <= most:
                lack = f"there are {len(pile)} {shape} tiles"
                raise InputError(f"--hand: found {hand}, allowed is from 1 to {most}: {lack}")
            wanted.update(lot.sample(pile, hand))
    elif not asked.pieces:
        return tuple(all_tiles)
    there = {tile.name: tile for tile in all_tiles}
    for text in asked.pieces:
        id, _, times = text.partition(":")
        found = meant(design, id)
        tile = there.get(name(found[0], found[0].least(found[1]))) if found else None
        if tile is None:
            allowed = f"allowed is a tile of the set, such as {all_tiles[0].name}"
            raise InputError(f"--pieces: found {id!r}{hint(id, there)}, {allowed}")
        if times and not (times.isascii() and times.isdigit() and 0 < int(times[:6]) <= tile.copies):
            raise InputError(f"--pieces: found {text!r}, allowed is a count from 1 to {tile.copies}")
        wanted[tile.name] += int(times or 1)
        if wanted[tile.name] > tile.copies:
            raise InputError(f"--pieces: found {id} {wanted[tile.name]} times, allowed is up to {tile.copies}")
    return tuple(replace(tile, copies=wanted[tile.name]) for tile in all_tiles if wanted[tile.name])


FLIPPED = "flipped"
_NUMBERS = re.compile(r"[+-]?[0-9]{1,6}(,[+-]?[0-9]{1,6})*", re.ASCII)
Point = Any


def in_reading_order(region: Outline) -> tuple[Cell, ...]:
    """Return the cells of a region row by row from the top, each row from the left. Cell number k is the one at k−1."""
    return tuple(sorted(region.cells, key=_reading))


def _reading(cell: Iterable[Point]) -> tuple[int, int]:
    """Return the key that sorts cells: how low the lowest corner lies, then how far right the first corner. In
    triangles a step up is half a step to the right."""
    found = [(p.b, 2 * p.a + p.b if isinstance(p, Eisenstein) else p.a) for p in cell]
    return -min(b for b, _ in found), min(a for _, a in found)


class Places:
    """The places of a puzzle's tiles. cells: of the region, on the lattice of the tiles, in reading order."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle, self._lattice = puzzle, puzzle.lattice
        self.cells = [frozenset(map(self._lattice.lift, cell)) for cell in in_reading_order(puzzle.region)]
        self._number = {cell: k for k, cell in enumerate(self.cells, 1)}

    @property
    def form(self) -> str:
        """How a place is written."""
        return f"TILE@{'CELL' if self.cells else 'POINT'},TURN"

    def where(self, placed: Placed) -> tuple[int, ...]:
        """Return where a tile lies in the region: the number of its cell, or the integers of its point."""
        if not self.cells:
            return integers(placed.at)
        return (min(self._number[cell] for cell in cells_of(placed)),)

    def say(self, tile: Tile, placed: Placed) -> str:
        """Return how a tile that lies in the region is written."""
        where = ",".join(map(str, self.where(placed)))
        return f"{tile.name}@{where},{placed.turn}{f',{FLIPPED}' if placed.flipped else ''}"

    def read(self, text: str, option: str) -> FixedTile:
        """Return the tile that a text places. option: what messages begin with. Raises InputError for a text that names
        no tile, and for a tile that can never lie there."""

        def wrong(found: str) -> InputError:
            return InputError(f"{option}: found {found}")

        puzzle, border, call, rim = self._puzzle, self._puzzle.border, self._puzzle.design.call, self._puzzle.rim
        tile, at, rest = text.strip().rpartition("@")
        flipped = rest.endswith(f",{FLIPPED}")
        rest = rest.removesuffix(f",{FLIPPED}").replace(" ", "")
        size = 1 if self.cells else self._lattice.size
        if not at or not tile or not _NUMBERS.fullmatch(rest) or rest.count(",") != size:
            example = f"{puzzle.tiles[0].name}@{'1,0' if self.cells else '0,' * size + '0'}"
            other = ", or a number" if option == "--hint" else ""
            raise wrong(f"{text!r}, allowed is {self.form}, such as {example}{other}")
        *where, turn = map(int, rest.split(","))
        found, known = meant(puzzle.design, tile), [tile.name for tile in puzzle.tiles]
        called = name(found[0], found[0].least(found[1])) if found else ""
        if found is None or called not in known:
            raise wrong(f"{tile!r} in {text!r}{hint(tile, known)}, allowed is a tile of the puzzle, such as {known[0]}")
        parts = self._lattice.parts
        if not 0 <= turn < parts:
            raise wrong(f"turn {turn} in {text!r}, allowed is from 0 to {parts - 1}")
        lying = lay(*found, self._lattice, None, turn, flipped)
        if self.cells:
            if not 1 <= where[0] <= len(self.cells):
                allowed = f"from 1 to {len(self.cells)}, counted row by row from the top, each from the left"
                raise wrong(f"cell {where[0]} in {text!r}, allowed is {allowed}")
            cell, first = self.cells[where[0] - 1], min(cells_of(lying), key=_reading)
            placed = lying.translate(min(cell, key=integers) - min(first, key=integers))
            if not {cell} <= {*cells_of(placed)} <= self._number.keys():
                raise wrong(f"{text!r}, which does not fit in there, allowed is another turn, or another cell")
        elif max(map(abs, where)) > MAX_COORDINATE:
            raise wrong(f"{text!r}, allowed are numbers up to {MAX_COORDINATE:,}")
        else:
            placed = lying.translate(self._lattice.points(*where) - lying.at)
        if not fits_border(puzzle, placed, rim):
            shown = ", ".join(map(call, sorted(set(labels_along(placed, rim)))))
            wanted = "one label alone" if border == ANY else f"label {call(border)} alone"
            raise wrong(f"label {shown} of {text!r} along the border, allowed there is {wanted}")
        return FixedTile(option, text, known.index(called), placed)

    def refuse(self, lying: Sequence[FixedTile], option: str) -> None:
        """Raise InputError for tiles that cannot lie in one layout, as the judge of layouts says."""
        design, judged = self._puzzle.design, [Judged(k, tile.placed, tile.text) for k, tile in enumerate(lying, 1)]
        for finding in meet(design, Rule(design), judged)[2]:
            if finding.severity is Severity.ERROR:
                raise InputError(f"{option}: {finding.subject}: {finding.message}")
