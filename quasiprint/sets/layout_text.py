"""The text form of a layout of a set file's tiles.

    {"tiles": [{"tile": "square-0012", "at": [3, 0], "turn": 1, "flipped": false}, ...]}

`tile` is a tile's name; its labels may be read from any corner that a turn brings to the first. `at` is where the first
corner of the outline lies: as many integers as the lattice has, over 1, ζ, …, with ζ a part of a whole turn and edge
length 1. `turn` says by how many parts the tile is turned anticlockwise about that corner, 0 if it is left out;
`flipped` whether it is mirrored in the x axis first, so that its other face is up.
"""

from __future__ import annotations

from dataclasses import dataclass

from quasiprint.model.errors import InputError
from quasiprint.model.finding import Finding
from quasiprint.model.layout_text import LayoutEntry, entries
from quasiprint.sets.choice import Labelling
from quasiprint.sets.placed import Lattice, Placed, Point, common, lay
from quasiprint.sets.set_file import SetDesign
from quasiprint.sets.tile_names import held_as, meant, name
from quasiprint.tiling.layouts import foreign

MAX_COORDINATE = 10_000  # 5,000 tiles laid in a row are shorter
COUNTS = {2: "two", 4: "four"}


@dataclass(frozen=True, slots=True)
class Laid:
    """A tile of a layout. entry: its place in the list, from 1. tile: as it lies. held: its least labelling."""

    entry: int
    tile: Placed
    held: Labelling

    @property
    def id(self) -> str:
        """The tile's name in the set."""
        return name(self.tile.shape, self.held)

    def __str__(self) -> str:
        return f"{self.id} (entry {self.entry})"


def read(design: SetDesign, text: bytes) -> tuple[list[Laid], list[Finding]]:
    """Return the tiles of a layout, and a finding for each entry that names none of the set's."""
    try:
        lattice = common(shape.outline for shape in design.shapes)
    except ValueError as problem:
        raise InputError(f"layout: {problem}") from None
    laid: list[Laid] = []
    findings: list[Finding] = []
    example = f"{design.shapes[0].name}-…"
    for entry in entries(text, ("tile", "at"), ("turn", "flipped")):
        said = entry.text("tile", example)
        at, turn, flipped = _where(entry, lattice)
        found = meant(design, said)
        if found is None:
            shapes = ", ".join(f"{shape.name}-…" for shape in design.shapes[:5])
            findings.append(foreign(said, entry.number, f"no tile of the set has this name; names are {shapes}"))
        else:
            tile = lay(*found, lattice, at, turn, flipped)
            laid.append(Laid(entry.number, tile, held_as(*found)))
    return laid, findings


def _where(entry: LayoutEntry, lattice: Lattice) -> tuple[Point, int, bool]:
    at = entry.integers("at", COUNTS[lattice.size], lattice.size, -MAX_COORDINATE, MAX_COORDINATE)
    turn = entry.integer("turn", 0, lattice.parts - 1) if "turn" in entry.values else 0
    return lattice.point(at), turn, "flipped" in entry.values and entry.truth("flipped")
