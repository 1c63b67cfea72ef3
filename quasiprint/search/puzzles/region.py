"""What is to be filled: an exact region, named or of one's own.

A region of cells is made for tiles of cells: squares, triangles, hexagons, dominoes. Any other has an outline alone,
one corner for each edge of a tile along it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from quasiprint.exact.zeta import Zeta
from quasiprint.model.errors import InputError, hint
from quasiprint.model.texts import text_of, toml_of
from quasiprint.sets.placed import common
from quasiprint.sets.polygons import Outline, of_cells, walk
from quasiprint.sets.regions import region_of
from quasiprint.sets.schema import Document, schema
from quasiprint.sets.set_file import SetDesign

GRIDS = {4: "squares", 3: "triangles", 6: "hexagons"}  # by how many corners a cell has
MOST_CELLS = 400
LARGEST = 40


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
    for y in span:
        for x in span:
            for down in (0, 1):
                corners = [(x + 1, y), (x, y + 1), (x + down, y + down)]
                if all(inside(a, b, -a - b) for a, b in corners):
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


def region(said: str, design: SetDesign, label: str = "--region") -> Outline:
    """Return a named region: "rectangle:6x4", "hexagon:2", "triangle:3", "parallelogram:4x3", "decagon:1". label: what
    messages call it. Raises InputError for a name that there is not, for a size that is none, and for what the set's
    tiles cannot fill."""
    cells = grid(design)
    known = {name: numbers for name, (numbers, _) in CELLS.get(cells, {}).items()} if cells else {"decagon": 1}
    name, _, size = said.partition(":")
    words = [f"{each}:{'WIDTHxHEIGHT' if numbers == 2 else 'SIDE'}" for each, numbers in known.items()]
    own = "FILE.toml" if label == "--region" else "a table"
    if not cells and not on_tenths(design):
        found = repr(said) if said else "none"
        raise InputError(f"{label}: found {found}, allowed for these tiles is a region of one's own, {own}")
    allowed = f"allowed for tiles {f'of {cells}' if cells else 'on tenths of a turn'} is {', '.join(words)}, {own}"
    if name not in known:
        raise InputError(f"{label}: found {said!r}{hint(name, list(known))}, {allowed}")
    pattern = r"([1-9][0-9]{0,3})x([1-9][0-9]{0,3})" if known[name] == 2 else r"([1-9][0-9]{0,3})"
    sizes = re.fullmatch(pattern, size)
    if sizes is None or max(map(int, sizes.groups())) > LARGEST:
        raise InputError(f"{label}: found {said!r}, {allowed}, with whole numbers from 1 to {LARGEST}")
    numbers = [int(number) for number in sizes.groups()]
    if not cells:
        (n,) = numbers
        return walk("tenths", ([0] * (n - 1) + [1]) * 10)
    return _check_size(of_cells(cells, CELLS[cells][name][1](*numbers)), label)


def _check_size(outline: Outline, label: str) -> Outline:
    if len(outline.cells) > MOST_CELLS:
        raise InputError(f"{label}: found {len(outline.cells)} cells, allowed are up to {MOST_CELLS}")
    return outline


def read_region(content: bytes, label: str, design: SetDesign) -> Outline:
    """Return the region that a file says: [region] polygon = …, as in a set file. Raises InputError, with the line."""
    values = toml_of(content, label)
    document = Document(label, text_of(content, label))
    document.hold(values, _schema())
    outline = region_of(document, values["region"])
    if isinstance(outline, str):
        return region(outline, design, f"{label}: [region] polygon")
    cells = grid(design)
    found = GRIDS.get(len(outline.cells[0]), "") if outline.cells else ""
    if found != cells:
        said = f"cells, {found}" if found else "turns"
        wanted = f"one of cells, {cells}" if cells else "one of turns and steps"
        raise document.wrong(("region", "polygon"), f"found a region of {said}, allowed for these tiles is {wanted}")
    try:
        common([*(shape.outline for shape in design.shapes), outline])
    except ValueError:
        message = "found another lattice than that of the tiles, allowed is theirs"
        raise document.wrong(("region", "polygon"), message) from None
    return _check_size(outline, label)


def own_region(design: SetDesign) -> Outline | None:
    """Return the region that a set file says its tiles fill, None if it says none. Raises InputError for a name that
    means nothing for its tiles."""
    label = f"{design.label}: [region] polygon"
    return region(design.region, design, label) if isinstance(design.region, str) else design.region


def _schema() -> dict[str, Any]:
    """Return the schema of a file with a region alone: that of a set file's."""
    region = schema()["properties"]["region"]
    return {"type": "object", "required": ["region"], "additionalProperties": False, "properties": {"region": region}}
