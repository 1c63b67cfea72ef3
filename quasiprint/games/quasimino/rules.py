"""Which tiles may lie together, and what a layout of them covers.

The law of placement: tiles meet full edge to full edge; the stripes that meet have one colour;
and the two tiles do not form a parallelogram. They form one exactly when their corners add up
to a half turn at both ends of the edge. Tiles that meet only in corners may always do so.

The text form of a layout:

    {"tiles": [{"tile": "thin-0121", "corner": [-1, 1, 0, 1], "turn": 0}, ...]}

`corner` is the acute corner from which the tile's colours are read, as integers over 1, ζ, ζ², ζ³
(ζ = exp(iπ/5), edge length 1); `turn` the direction of the first edge in tenths of a turn.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import cast

from quasiprint.checks.layouts import foreign, lying, twice
from quasiprint.checks.layouts import joins as shared_edges
from quasiprint.exact.orbit import Labels, canonical, tile_id
from quasiprint.exact.patch import EdgeEnd, Patch
from quasiprint.exact.zeta import TURN, Zeta, unit
from quasiprint.games.quasimino.design import HALF_TURN, composition
from quasiprint.games.quasimino.rhomb import ACUTE, angles, corners
from quasiprint.games.quasimino.rhomb import HALF_TURN as HALF
from quasiprint.model.finding import Finding, LayoutJudgement, error, has_errors
from quasiprint.model.game_text import entries
from quasiprint.model.piece import is_whole
from quasiprint.model.texts import listed

MAX_COORDINATE = 10_000  # a set of 5,000 tiles laid in a row is shorter
BLANK = (0, 0, 0, 0)  # colours of a tile without stripes
NAME = re.compile(rf"({'|'.join(ACUTE)})-([0-9]{{4}})")


@dataclass(frozen=True, slots=True)
class PlacedRhomb:
    """A tile on the table. entry: its place in the list it came from, from 1. colours: of its edges, anticlockwise from
    the acute corner `corner`. turn: direction of the first edge, in tenths of a turn."""

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


@cache
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
    findings = [*_membership(tiles, colours), *lying(tiles, laid)]
    for one, two in shared_edges(laid):
        findings += _join(tiles, one, two)
    return findings, laid, frozenset(t for pair in laid.overlaps() for t in pair)


def _membership(tiles: tuple[PlacedRhomb, ...], colours: int) -> Iterator[Finding]:
    for tile in tiles:
        if any(not 0 <= colour < colours for colour in tile.colours):
            message = f"its colours are {listed(tile.colours)}; a set of {colours} colours has 0 to {colours - 1}"
            remedy = "take the tile away, or say with how many colours the set was made"
            yield error("tile-foreign", str(tile), message, remedy)
    yield from twice((tile.id, tile.entry) for tile in tiles)


def _join(tiles: tuple[PlacedRhomb, ...], one: EdgeEnd, two: EdgeEnd) -> Iterator[Finding]:
    (s, i), (t, j) = one, two
    a, b = tiles[s], tiles[t]
    if a.colours[i] != b.colours[j]:
        found = f"edge {i + 1} of the first has colour {a.colours[i]}, edge {j + 1} of the second {b.colours[j]}"
        message = f"colour law: {found}; stripes that meet have one colour"
        yield error("join-colour", f"{a} and {b}", message, "turn or change one of the tiles")
    if form_parallelogram(a.shape, i, b.shape, j):
        message = f"parallelogram law: the two {a.shape} tiles make one, joined at edge {i + 1} of the first"
        yield error("join-parallelogram", f"{a} and {b}", message, "turn one of the tiles")


def is_complete(tiles: Iterable[PlacedRhomb], colours: int) -> bool:
    """Tell whether the tiles are exactly the whole set of so many colours."""
    return is_whole(composition(colours), ((tile.shape, tile.colours) for tile in tiles))


def joins(reflections: bool = False) -> tuple[int, int]:
    """Return how many ways two unmarked tiles can share an edge, and how many are legal. Counted up to rotation (and
    reflection) by visiting every edge of every pair of shapes."""
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
    """Return in how many ways a tile of shape `two` can share an edge with a fixed tile of shape `one`, and how many of
    these are parallelograms. marked: the second tile's edges are told apart; an unmarked one is its own half turn."""
    ways = list(product(range(4), range(4 if marked else 2)))
    return len(ways), sum(form_parallelogram(one, i, two, j) for i, j in ways)


def read(text: str | bytes) -> tuple[tuple[PlacedRhomb, ...], list[Finding]]:
    """Return the tiles of a layout, and a finding for each entry that names no tile. Raises InputError, which names the
    entry (from 1), for what is not in the text form."""
    tiles: list[PlacedRhomb] = []
    findings: list[Finding] = []
    for entry in entries(text, ("tile", "corner", "turn")):
        number = entry.number
        name = entry.text("tile", "thin-0121")
        corner = entry.integers("corner", "four", 4, -MAX_COORDINATE, MAX_COORDINATE)
        turn = entry.integer("turn", 0, TURN - 1)
        match = NAME.fullmatch(name)
        if match is None:
            why = "no Quasimino tile has this name; names are 'thick-' or 'thin-' and four colours, as in thin-0121"
            findings.append(foreign(name, number, why))
        else:
            colours = tuple(map(int, match[2]))
            tiles.append(PlacedRhomb(number, match[1], colours, Zeta(*corner), turn))
    return tuple(tiles), findings


def entry(shape: str, labels: Sequence[int], ring: Sequence[Zeta]) -> dict[str, object]:
    """Return the entry of a tile in a layout. labels: of its edges. ring: its corners, anticlockwise from the acute one
    at which the first edge begins."""
    turn = next(turn for turn in range(TURN) if unit(turn) == ring[1] - ring[0])
    return {"tile": tile_id(shape, labels), "corner": list(located(ring[0])[0]), "turn": turn}


@dataclass(frozen=True, slots=True)
class CoveredVertex:
    """Where a covered vertex lies: exactly, and in edge lengths."""

    corner: tuple[int, int, int, int]
    xy: tuple[float, float]


def located(vertex: Zeta) -> tuple[tuple[int, int, int, int], tuple[float, float]]:
    """Return where a vertex lies, exactly and in edge lengths."""
    x, y = vertex.to_xy()
    return (vertex.a, vertex.b, vertex.c, vertex.d), (round(x, 6) + 0.0, round(y, 6) + 0.0)  # never −0.0


@dataclass(frozen=True, slots=True)
class RhombLayout(LayoutJudgement):
    """What the rules say of a layout. covered: how many vertices are; components: separate pieces of it."""

    legal: bool
    complete_set: bool
    covered: int
    components: int
    vertices: tuple[CoveredVertex, ...]
    findings: tuple[Finding, ...]


def score(text: str | bytes, colours: int = 3) -> RhombLayout:
    """Judge a layout with a set of so many colours. Raises InputError as `read` does."""
    tiles, findings = read(text)
    judged, laid, overlapping = judge(tiles, colours)
    findings += judged
    covered = sorted(cast("list[Zeta]", laid.inner_corners(overlapping)), key=lambda v: (v.a, v.b, v.c, v.d))
    return RhombLayout(
        legal=not has_errors(findings),
        complete_set=not any(f.code == "tile-foreign" for f in findings) and is_complete(tiles, colours),
        covered=len(covered),
        components=laid.components(),
        vertices=tuple(CoveredVertex(*located(vertex)) for vertex in covered),
        findings=tuple(findings),
    )
