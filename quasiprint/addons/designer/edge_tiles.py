"""Regular tiles with a label on each edge, as they lie on a table: what games of your own read and judge them by."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from quasiprint.exact.lattice import LENGTH, Cell, meetings
from quasiprint.exact.orbit import Labels, canonical, tile_id
from quasiprint.exact.regular import COUNTS, TURNS
from quasiprint.model.finding import Finding, error
from quasiprint.model.game_text import entries


@dataclass(frozen=True, slots=True)
class EdgeTile:
    """A regular tile on the table, with a label on each edge. entry: its place in the list, from 1. edges: its labels,
    clockwise from the cell's first corner."""

    entry: int
    shape: str
    cell: Cell
    edges: Labels

    @property
    def id(self) -> str:
        """The name that the tile has in its set."""
        return tile_id(self.shape, canonical(TURNS[self.shape], self.edges))

    def __str__(self) -> str:
        return f"{self.id} (entry {self.entry})"


def edge_tiles(text: bytes, shape: str) -> tuple[EdgeTile, ...]:
    """Read ``{"tiles": [{"cell": […], "edges": […]}, …]}``; labels that a set does not have are left to its rules.
    Raises InputError, which names the entry, for what is not in this form."""
    edges = TURNS[shape].slots
    return tuple(
        EdgeTile(
            entry.number,
            shape,
            tuple(entry.integers("cell", COUNTS[LENGTH[shape]], LENGTH[shape], -999, 999)),
            tuple(entry.integers("edges", COUNTS[edges], edges, 0, 99)),
        )
        for entry in entries(text, ("cell", "edges"))
    )


def unequal(tiles: Iterable[EdgeTile]) -> Iterator[Finding]:
    """Yield the edges that meet with different labels."""
    there = {tile.cell: tile for tile in tiles}
    shape = next((tile.shape for tile in there.values()), "")
    for cell, side, other, back in meetings(shape, there):
        first, second = there[cell], there[other]
        if first.edges[side] != second.edges[back]:
            message = f"colour {first.edges[side]} meets colour {second.edges[back]}; they must be one"
            yield error("join-colour", f"{first} and {second}", message, "turn or change one of them")
