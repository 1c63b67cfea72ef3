"""Which tiles may lie together, and what a layout of them covers.

The law of placement: tiles meet full edge to full edge; the stripes that meet have one colour;
and the two tiles do not form a parallelogram. They form one exactly when their corners add up
to a half turn at both ends of the edge. Tiles that meet only in corners may always do so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product

from quasiprint.checks.layouts import joins as shared_edges
from quasiprint.checks.layouts import lying, twice
from quasiprint.exact.orbit import Labels, canonical, tile_id
from quasiprint.exact.patch import EdgeEnd, Patch
from quasiprint.exact.zeta import TURN, Zeta
from quasiprint.games.quasimino.design import HALF_TURN, composition
from quasiprint.games.quasimino.rhomb import ACUTE, angles, corners
from quasiprint.games.quasimino.rhomb import HALF_TURN as HALF
from quasiprint.model.finding import Finding, error
from quasiprint.model.piece import is_whole


@dataclass(frozen=True, slots=True)
class PlacedRhomb:
    """A tile on the table. entry: its place in the list it came from, from 1. colours: of its
    edges, anticlockwise from the acute corner `corner`. turn: direction of the first edge, in
    tenths of a turn."""

    entry: int
    shape: str
    colours: Labels
    corner: Zeta
    turn: int

    @property
    def id(self) -> str:
        """The tile's name in the set."""
        return tile_id(self.shape, canonical(HALF_TURN, self.colours))

    @property
    def corners(self) -> tuple[Zeta, Zeta, Zeta, Zeta]:
        """Its exact corners, anticlockwise."""
        return corners(self.shape, self.corner, self.turn)

    def __str__(self) -> str:
        return f"{self.id} (entry {self.entry})"


def patch(tiles: Iterable[PlacedRhomb]) -> Patch:
    """Return the tiles as exact polygons with their angles in tenths of a turn."""
    laid = tuple(tiles)
    return Patch(tuple(t.corners for t in laid), tuple(angles(t.shape) for t in laid), TURN)


def form_parallelogram(one: str, i: int, two: str, j: int) -> bool:
    """Tell whether tiles of these shapes form a parallelogram when edge i of one meets edge j of
    the other: at both ends of the edge their corners add up to a half turn."""
    a, b = angles(one), angles(two)
    return a[i] + b[(j + 1) % 4] == HALF and a[(i + 1) % 4] + b[j] == HALF


def judge(tiles: tuple[PlacedRhomb, ...], colours: int) -> tuple[list[Finding], Patch, frozenset[int]]:
    """Judge a layout by every law; return the findings, the patch, and which tiles overlap.

    Each finding about a pair names both tiles and the law that they break. Of tiles in a heap
    not every pair is named, but every tile; a note says so.
    """
    laid = patch(tiles)
    findings = _membership(tiles, colours)
    findings += lying(tiles, laid)
    for one, two in shared_edges(laid):
        findings += _join(tiles, one, two)
    return findings, laid, frozenset(t for pair in laid.overlaps() for t in pair)


def _membership(tiles: tuple[PlacedRhomb, ...], colours: int) -> list[Finding]:
    findings = []
    for tile in tiles:
        if any(not 0 <= colour < colours for colour in tile.colours):
            message = f"its colours are {tile.colours}; a set of {colours} colours has 0 to {colours - 1}"
            remedy = "take the tile away, or say with how many colours the set was made"
            findings.append(error("tile-foreign", str(tile), message, remedy))
    return findings + twice((tile.id, tile.entry) for tile in tiles)


def _join(tiles: tuple[PlacedRhomb, ...], one: EdgeEnd, two: EdgeEnd) -> Iterator[Finding]:
    (s, i), (t, j) = one, two
    a, b = tiles[s], tiles[t]
    if a.colours[i] != b.colours[j]:
        message = (
            f"colour law: edge {i} of the first has colour {a.colours[i]}, edge {j} of the second {b.colours[j]}; "
        )
        remedy = "turn or change one of the tiles"
        yield error("join-colour", f"{a} and {b}", f"{message}stripes that meet have one colour", remedy)
    if form_parallelogram(a.shape, i, b.shape, j):
        message = f"parallelogram law: the two {a.shape} tiles are translates of each other along edge {i} of the first"
        yield error("join-parallelogram", f"{a} and {b}", message, "turn one of the tiles")


def is_complete(tiles: Iterable[PlacedRhomb], colours: int) -> bool:
    """Tell whether the tiles are exactly the whole set of so many colours."""
    return is_whole(composition(colours), ((tile.shape, tile.colours) for tile in tiles))


def joins(reflections: bool = False) -> tuple[int, int]:
    """Return how many ways two unmarked tiles can share an edge, and how many are legal.

    Counted up to rotation (and reflection) by visiting every edge of every pair of shapes.
    """
    seen: dict[tuple[tuple[str, bool], ...], bool] = {}
    for one, two, i, j in product(ACUTE, ACUTE, range(4), range(4)):
        ways = [(one, i % 2 == 0, two, j % 2 == 0)]
        if reflections:
            ways.append((one, i % 2 == 1, two, j % 2 == 1))
        # a half turn carries edge i to edge i + 2, and either tile may be named first
        names = [tuple(sorted(((a, x), (b, y)))) for a, x, b, y in ways]
        seen[min(names)] = not form_parallelogram(one, i, two, j)
    return len(seen), sum(seen.values())


def positions(one: str, two: str, marked: bool = True) -> tuple[int, int]:
    """Return in how many ways a tile of shape `two` can share an edge with a fixed tile of shape
    `one`, and how many of these are parallelograms.

    marked: the second tile's edges are told apart; an unmarked one is its own half turn.
    """
    ways = list(product(range(4), range(4 if marked else 2)))
    return len(ways), sum(form_parallelogram(one, i, two, j) for i, j in ways)
