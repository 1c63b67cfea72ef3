"""What a puzzle is asked to be: with which tiles, of which region, with which border."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from quasiprint.addons.designer.puzzles.bounds import size
from quasiprint.addons.designer.puzzles.puzzle import ANY, FREE, Tile
from quasiprint.addons.designer.puzzles.region import LARGEST, grid, on_tenths, read_region, region
from quasiprint.addons.designer.sets.judge import meant, name
from quasiprint.addons.designer.sets.polygons import Outline, walk
from quasiprint.addons.designer.sets.proof import hold
from quasiprint.addons.designer.sets.set_file import SetDesign
from quasiprint.disk.reading import name_of, read_bytes
from quasiprint.model.errors import InputError, hint
from quasiprint.model.texts import MAX_TOML

MOST_HAND = 100
USUAL = 400  # cells at most of a region that nobody names: more may take a solver long
SIX, HALF = 6, 5  # triangles in a hexagon of side 1; directions of a decagon's sides
ROOM = 1.1  # times the area of tiles: so large is a region in which they need not fill all


@dataclass(frozen=True, slots=True)
class Asked:
    """What a puzzle is to be. region: a name and size, or a file; "" for the usual one. border: "free", "any" or a
    label. pieces: names of the tiles that may be used, each with a colon and a count, or without; none: all. hand: so
    many tiles of each shape, drawn by seed, 0 for no hand. seconds: after which a search ends. place: tiles that lie
    fixed, as `Places` reads them. hint: tiles that are told, and lie so in the solution; a number: so many of it. most:
    whether tiles need not fill the region, which then has room around them, if nobody names it."""

    region: str = ""
    border: str = "free"
    pieces: tuple[str, ...] = ()
    hand: int = 0
    seconds: float | None = None
    place: tuple[str, ...] = ()
    hint: tuple[str, ...] = ()
    most: bool = False


def tiles_of(design: SetDesign, label: str) -> tuple[Tile, ...]:
    """Return the tiles of a set, each with its copies. label: how messages name the set file."""
    held = hold(design, label)
    return tuple(
        Tile(name(shape, labels), shape, labels, shape.copies_of(labels))
        for shape in design.shapes
        for labels in held[shape.name]
    )


def cells_in(tiles: Iterable[Tile]) -> int:
    """Return how many cells tiles have together."""
    return sum(tile.copies * len(tile.shape.outline.cells) for tile in tiles)


def region_of(said: str, design: SetDesign) -> Outline:
    """Return a region: of a file, or one that is named. Raises InputError for what is none."""
    if said.lower().endswith(".toml"):
        file = Path(said)
        return read_region(read_bytes(file, f"region {said!r}", MAX_TOML), name_of(file), design)
    return region(said, design)


def usual_region(design: SetDesign, covered: int) -> str:
    """Return the region that is meant where nobody names one: one that all tiles fill, if there is one; "" where there
    is none for such tiles. covered: how many cells they have together."""
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
        side = next((n for n in range(1, LARGEST) if _roomy_cells(cells, n) >= ROOM * cells_in(tiles)), LARGEST)
        said = f"rectangle:{side}x{side}" if cells == "squares" else f"hexagon:{side}"
        return said, region(said, design)
    if not on_tenths(design):
        return "", region("", design)
    needed = ROOM * sum(tile.copies * size(tile.shape.outline.corners) for tile in tiles)
    for edges in range(HALF, HALF * LARGEST):
        sides = [edges // HALF + (k < edges % HALF) for k in range(HALF)]
        found = walk("tenths", [turn for n in sides * 2 for turn in (*[0] * (n - 1), 1)])
        if size(found.corners) >= needed:
            return f"a decagon of sides {', '.join(map(str, sides))}", found
    raise InputError(f"--most: found {sum(tile.copies for tile in tiles):,} tiles, allowed are fewer")


def _roomy_cells(cells: str, side: int) -> int:
    if cells == "squares":
        return side * side
    return SIX * side * side if cells == "triangles" else 3 * side * (side - 1) + 1


def border_of(said: str, design: SetDesign) -> int:
    """Return the label of a border, FREE or ANY. Raises InputError for a label that there is not."""
    if said in ("free", "any"):
        return {"free": FREE, "any": ANY}[said]
    label = design.label_of(said)
    if label is None:
        labels = max(shape.choice.labels for shape in design.shapes)
        known = f"of {', '.join(design.names)}" if design.names else f"from 0 to {labels - 1}"
        near = hint(said, ["free", "any", *design.names])
        raise InputError(f"--border: found {said!r}{near}, allowed is free, any or a label {known}")
    return label


def choose(design: SetDesign, every: Sequence[Tile], asked: Asked, seed: int) -> tuple[Tile, ...]:
    """Return the tiles that a puzzle may use."""
    if asked.pieces and asked.hand:
        raise InputError("--hand: found beside --pieces, allowed is one of the two")
    if asked.hand:
        return tuple(_draw(every, asked.hand, seed))
    if not asked.pieces:
        return tuple(every)
    there = {tile.name: tile for tile in every}
    wanted: Counter[str] = Counter()
    for said in asked.pieces:
        id, _, times = said.partition(":")
        found = meant(design, id)
        tile = there.get(name(found[0], found[0].least(found[1]))) if found else None
        if tile is None:
            allowed = f"allowed is a tile of the set, such as {every[0].name}"
            raise InputError(f"--pieces: found {id!r}{hint(id, there)}, {allowed}")
        if times and not (times.isascii() and times.isdigit() and 0 < int(times[:6]) <= tile.copies):
            raise InputError(f"--pieces: found {said!r}, allowed is a count from 1 to {tile.copies}")
        wanted[tile.name] += int(times or 1)
        if wanted[tile.name] > tile.copies:
            raise InputError(f"--pieces: found {id} {wanted[tile.name]} times, allowed is up to {tile.copies}")
    return tuple(replace(tile, copies=wanted[tile.name]) for tile in every if wanted[tile.name])


def _draw(every: Sequence[Tile], hand: int, seed: int) -> Iterator[Tile]:
    """Yield so many tiles of each shape, drawn by lot."""
    lot = random.Random(seed)
    for shape in dict.fromkeys(tile.shape.name for tile in every):
        own = [tile for tile in every if tile.shape.name == shape for _ in range(tile.copies)]
        if not 1 <= hand <= min(len(own), MOST_HAND):
            most = min(len(own), MOST_HAND)
            raise InputError(f"--hand: found {hand}, allowed is from 1 to {most}: there are {len(own)} {shape} tiles")
        drawn = Counter(tile.name for tile in lot.sample(own, hand))
        yield from (replace(tile, copies=drawn[tile.name]) for tile in every if drawn[tile.name])
