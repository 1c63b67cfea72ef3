"""What tiles of a set file are called, and the text form of a layout of them.

"square-0012": the labels of the slots, anticlockwise; "square-0-0-1-12" where one has two digits. Of links
"square-01-23": the ends that are joined, "square-0_11-…" where one has two digits; "square-01-23-0-2" with the label of
each, if there are several labels.

    {"tiles": [{"tile": "square-0012", "at": [3, 0], "turn": 1, "flipped": false}, ...]}

`tile` is a tile's name; its labels may be read from any corner that a turn brings to the first. `at` is where the first
corner of the outline lies: as many integers as the lattice has, over 1, ζ, …, with ζ a part of a whole turn and edge
length 1. `turn` says by how many parts the tile is turned anticlockwise about that corner, 0 if it is left out;
`flipped` whether it is mirrored in the x axis first, so that its other face is up.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from quasiprint.checks.layouts import foreign
from quasiprint.exact.orbit import tile_id
from quasiprint.model.errors import InputError
from quasiprint.model.finding import Finding
from quasiprint.model.layout_text import LayoutEntry, entries
from quasiprint.sets.choice import Labelling, law
from quasiprint.sets.placed import Lattice, Placed, Point, common, lay
from quasiprint.sets.set_file import SetDesign, Shape

COUNTS = {2: "two", 4: "four"}
MAX_COORDINATE = 10_000  # 5,000 tiles laid in a row are shorter


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
            laid.append(Laid(entry.number, tile, found[0].least(found[1])))
    return laid, findings


def _where(entry: LayoutEntry, lattice: Lattice) -> tuple[Point, int, bool]:
    at = entry.integers("at", COUNTS[lattice.size], lattice.size, -MAX_COORDINATE, MAX_COORDINATE)
    turn = entry.integer("turn", 0, lattice.parts - 1) if "turn" in entry.values else 0
    return lattice.point(at), turn, "flipped" in entry.values and entry.truth("flipped")


COPY = re.compile(r"-copy-[1-9][0-9]{0,2}")
LONG = 400  # characters: no name is longer


def name(shape: Shape, labels: Labelling) -> str:
    """Return what a tile is called. labels: as it is read; a set holds the least labelling of each."""
    if shape.choice.at != "links":
        return tile_id(shape.name, labels)
    joined = [f"{a}{b}" if max(a, b) < 10 else f"{a}_{b}" for a, b, _ in labels]
    colours = [str(label) for _, _, label in labels] if shape.choice.labels > 1 else []
    return "-".join([shape.name, *joined, *colours])


def meant(design: SetDesign, said: str) -> tuple[Shape, Labelling] | None:
    """Return the shape and the labelling that a name says, read from any corner; None if the set has no such tile. A
    copy's name, "square-0012-copy-2", says the tile that it is a copy of."""
    if len(said) > LONG:
        return None
    said = COPY.sub("", said) if COPY.search(said[-9:]) else said
    for shape in design.shapes:
        rest = said.removeprefix(f"{shape.name}-")
        if rest == said or not re.fullmatch(r"[0-9]+([-_][0-9]+)*", rest):
            continue
        labels = _links(shape, rest) if shape.choice.at == "links" else _labels(shape, rest)
        if labels is not None and name(shape, labels) == said and is_tile(shape, labels):
            return shape, labels
    return None


def is_tile(shape: Shape, labels: Labelling) -> bool:
    """Tell whether a labelling that has a label for each slot, or links all ends, is a tile of the set."""
    own = [link[2] for link in labels] if shape.choice.at == "links" else labels
    return max(own) < shape.choice.labels and law(shape.outline, shape.choice)(labels)


def _labels(shape: Shape, rest: str) -> Labelling | None:
    n = shape.slots
    parts = rest.split("-") if "-" in rest or n == 1 else list(rest)
    return tuple(map(int, parts)) if len(parts) == n and all(part.isdigit() for part in parts) else None


def _links(shape: Shape, rest: str) -> Labelling | None:
    n = shape.slots
    parts, links = rest.split("-"), n // 2
    several = shape.choice.labels > 1
    if len(parts) != links * (1 + several):
        return None
    pairs = [part.split("_") if "_" in part else list(part) for part in parts[:links]]
    colours = parts[links:] if several else ["0"] * links
    if any(len(pair) != 2 for pair in pairs) or not all(colour.isdigit() for colour in colours):
        return None
    if sorted(int(end) for pair in pairs for end in pair) != list(range(n)):
        return None
    return tuple((int(a), int(b), int(label)) for (a, b), label in zip(pairs, colours, strict=True))
