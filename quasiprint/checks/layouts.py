"""Laws of any layout, whatever its game: no tile is foreign, laid twice, on others or apart from them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from quasiprint.exact.lattice import Cell, groups
from quasiprint.model.finding import Finding, Severity, error

if TYPE_CHECKING:
    from quasiprint.exact.patch import EdgeEnd, Patch

NAMED = 10  # tiles in one finding, at most
SHOWN = 40  # characters of a name that no tile has


class Lying(Protocol):
    """A tile on the table, in a cell of a lattice. Printed, it says its name and its entry."""

    @property
    def cell(self) -> Cell:
        """Where it lies."""
        ...


def names_of(tiles: Sequence[object]) -> str:
    """Return tiles by their names, shortened where a heap would fill pages."""
    return ", ".join(map(str, tiles[:NAMED])) + (" …" if len(tiles) > NAMED else "")


def foreign(name: str, entry: int, why: str) -> Finding:
    """Return the finding that an entry of a layout names no tile of the set."""
    return error("tile-foreign", f"{name[:SHOWN]!r} (entry {entry})", why, "correct the name")


def twice(tiles: Iterable[tuple[str, int]], code: str = "tile-twice") -> list[Finding]:
    """Return a finding for each tile that lies there several times. tiles: names, with their entries."""
    entries: dict[str, list[int]] = defaultdict(list)
    for name, entry in tiles:
        entries[name].append(entry)
    text = "the tile lies there {} times (entries {}); the set holds it once"
    return [
        error(code, name, text.format(len(same), names_of(same)), "take the others away")
        for name, same in entries.items()
        if len(same) > 1
    ]


def by_cell(tiles: Iterable[Lying]) -> dict[Cell, list[Lying]]:
    """Return the tiles in each cell."""
    found: dict[Cell, list[Lying]] = defaultdict(list)
    for tile in tiles:
        found[tile.cell].append(tile)
    return dict(found)


def overlapping(lying: Mapping[Cell, Sequence[Lying]]) -> list[Finding]:
    """Return a finding for each cell in which several tiles lie."""
    return [
        error("cells-overlap", names_of(same), f"they lie in one cell, {list(cell)}", "move one of them")
        for cell, same in lying.items()
        if len(same) > 1
    ]


def disconnected(shape: str, lying: Mapping[Cell, Sequence[Lying]]) -> list[Finding]:
    """Return a finding for each group of tiles that meets the largest group along no full side."""
    findings = []
    for group in groups(shape, lying)[1:]:
        here, tiles = min(group), "tiles meet" if len(group) > 1 else "tile meets"
        message = f"{len(group)} {tiles} the others along no full side, at {list(here)}"
        findings.append(error("not-connected", str(lying[here][0]), message, "lay the tiles side to side"))
    return findings


def lying(tiles: Sequence[object], patch: Patch) -> Iterator[Finding]:
    """Yield which tiles of a patch overlap, and which meet as no two may. Of a heap not every pair is named, but every
    tile."""
    from quasiprint.exact.patch import CROWD
    from quasiprint.exact.polygon import Contact

    for i, j in patch.overlaps():
        message = "the two tiles overlap; tiles lie flat, next to each other"
        yield error("tile-overlap", f"{tiles[i]} and {tiles[j]}", message, "take one of them away")
    crowded = patch.meetings.crowded
    if crowded:
        message = f"{CROWD} tiles or more lie over each of them; not every pair of these is named"
        yield Finding("overlaps-shortened", Severity.NOTE, f"{len(crowded)} tiles", message, "lay the heap out")
    for i, j, contact in patch.misfits():
        code = "tile-partial-edge" if contact is Contact.PARTIAL else "tile-corner-on-edge"
        message = f"the two tiles touch with {contact}; tiles meet full edge to full edge, or in corners"
        yield error(code, f"{tiles[i]} and {tiles[j]}", message, "move one of them along the edge")


def joins(patch: Patch) -> Iterator[tuple[EdgeEnd, EdgeEnd]]:
    """Yield the edges that two tiles share which do not overlap, nor lie in one heap."""
    over, crowded = set(patch.overlaps()), patch.meetings.crowded
    for first, second in patch.joins():
        if (first[0], second[0]) not in over and not (first[0] in crowded and second[0] in crowded):
            yield first, second
