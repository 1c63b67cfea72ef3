"""Which tiles may lie together, where a tile may be added, and which vertices a layout covers.

The law of placement: tiles meet full edge to full edge; the stripes that meet have one colour;
and the two tiles do not form a parallelogram. They form one exactly when their corners add up
to a half turn at both ends of the edge. Tiles that meet only in corners may always do so.

The text form of a layout:

    {"tiles": [{"tile": "thin-0121", "corner": [-1, 1, 0, 1], "turn": 0}, ...]}

`corner` is the acute corner from which the tile's colours are read, as integers over 1, ζ, ζ², ζ³
(ζ = exp(iπ/5), edge length 1); `turn` the direction of the first edge in tenths of a turn.

A place is a rhomb's acute corner and its turn, so every rhomb has two, half a turn apart, for the two ways in which its
colours can lie. Places at which a tile would overlap another, or meet it along part of an edge, are none. What a place
asks of a tile is the colour of each edge that meets another; and one where a parallelogram would lie asks in vain.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, lru_cache
from operator import attrgetter
from typing import NamedTuple, cast

from quasiprint.checks.layouts import foreign, lying, twice
from quasiprint.checks.layouts import joins as shared_edges
from quasiprint.exact.beside import Beside, Forms, Key, Spot, as_number
from quasiprint.exact.orbit import Labels, canonical, is_whole, tile_id
from quasiprint.exact.patch import Patch
from quasiprint.exact.zeta import ORIGIN, TURN, Zeta, integers, unit
from quasiprint.games.quasimino.design import ACUTE, DIRECTIONS, HALF, HALF_TURN, angles, composition, corners
from quasiprint.model.finding import Finding, LayoutJudgement, error, has_errors
from quasiprint.model.game_text import entries
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
    placed = tuple(tiles)
    return Patch(tuple(t.corners for t in placed), tuple(angles(t.shape) for t in placed), TURN)


@cache
def form_parallelogram(first: str, i: int, second: str, j: int) -> bool:
    """Tell whether tiles of these shapes form a parallelogram when edge i of one meets edge j of
    the other: at both ends of the edge their corners add up to a half turn."""
    a, b = angles(first), angles(second)
    return a[i] + b[(j + 1) % 4] == HALF and a[(i + 1) % 4] + b[j] == HALF


def judge(tiles: tuple[PlacedRhomb, ...], colours: int) -> tuple[list[Finding], Patch, frozenset[int]]:
    """Judge a layout by every law; return the findings, the patch, and which tiles overlap.

    Each finding about a pair names both tiles and the law that they break. Of tiles in a heap
    not every pair is named, but every tile; a note says so.
    """
    covered = patch(tiles)
    findings = []
    for tile in tiles:
        if any(not 0 <= colour < colours for colour in tile.colours):
            message = f"its colours are {listed(tile.colours)}; a set of {colours} colours has 0 to {colours - 1}"
            remedy = "take the tile away, or say with how many colours the set was made"
            findings.append(error("tile-foreign", str(tile), message, remedy))
    findings += (*twice((tile.id, tile.entry) for tile in tiles), *lying(tiles, covered))
    for (s, i), (t, j) in shared_edges(covered):
        a, b = tiles[s], tiles[t]
        if a.colours[i] != b.colours[j]:
            found = f"edge {i + 1} of the first has colour {a.colours[i]}, edge {j + 1} of the second {b.colours[j]}"
            message = f"colour law: {found}; stripes that meet have one colour"
            findings.append(error("join-colour", f"{a} and {b}", message, "turn or change one of the tiles"))
        if form_parallelogram(a.shape, i, b.shape, j):
            message = f"parallelogram law: the two {a.shape} tiles make one, joined at edge {i + 1} of the first"
            findings.append(error("join-parallelogram", f"{a} and {b}", message, "turn one of the tiles"))
    return findings, covered, frozenset(t for pair in covered.overlaps() for t in pair)


def is_complete(tiles: Iterable[PlacedRhomb], colours: int) -> bool:
    """Tell whether the tiles are exactly the whole set of so many colours."""
    return is_whole(composition(colours), ((tile.shape, tile.colours) for tile in tiles))


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


def entry(shape: str, labels: Sequence[int], ring: Sequence[Zeta], marks: Sequence[int] = ()) -> dict[str, object]:
    """Return the entry of a tile in a layout: see `quasiprint.model.game.Puzzled.lying`. ring: its corners,
    anticlockwise from the acute one at which the first edge begins. marks: none stand at corners."""
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
    judged, whole, overlapping = judge(tiles, colours)
    findings += judged
    covered = sorted(cast("list[Zeta]", whole.inner_corners(overlapping)), key=lambda v: (v.a, v.b, v.c, v.d))
    return RhombLayout(
        legal=not has_errors(findings),
        complete_set=not any(f.code == "tile-foreign" for f in findings) and is_complete(tiles, colours),
        covered=len(covered),
        components=whole.components(),
        vertices=tuple(CoveredVertex(*located(vertex)) for vertex in covered),
        findings=tuple(findings),
    )


APART = 2  # edge lengths, between a layout and a new shape beside it

Turned = tuple[str, int]  # a shape, and by how many tenths of a turn it is turned
RHOMBS: Forms[Turned] = Forms(
    {(shape, turn): corners(shape, ORIGIN, turn) for shape in ACUTE for turn in range(TURN)},
    (((shape, turn), edge) for shape in ACUTE for edge in range(4) for turn in range(TURN)),
)


class RhombPlace(NamedTuple):
    """Where a rhomb may lie. asks: edges, with the colour that each has to have. parallelogram: whether it would form
    one with a neighbour. covers: the vertices that it would cover. order: among all places of a layout."""

    shape: str
    corner: Zeta
    turn: int
    asks: tuple[tuple[int, int], ...] = ()
    parallelogram: bool = False
    covers: tuple[Zeta, ...] = ()
    order: tuple[int, int] = (0, 0)

    @property
    def at(self) -> str:
        """The place as a line says it."""
        return f"{','.join(map(str, integers(self.corner)))}/{self.turn}"

    def fits(self, colours: Labels) -> bool:
        """Tell whether a tile may lie here. colours: of its edges, anticlockwise from this place's corner."""
        return not self.parallelogram and all(colours[edge] == colour for edge, colour in self.asks)


def middle(rhomb: PlacedRhomb | RhombPlace) -> tuple[float, float]:
    """Return the middle of a rhomb, in edge lengths."""
    x, y = (rhomb.corner + corners(rhomb.shape, rhomb.corner, rhomb.turn)[2]).to_xy()
    return x / 2, y / 2


@dataclass(frozen=True)
class Layout:
    """Tiles that lie legally, numbered from 1; `lay` makes it. along: the two places on each ground along its edges."""

    tiles: tuple[PlacedRhomb, ...] = ()
    ground: Beside[Turned] = field(default=Beside(RHOMBS), repr=False, compare=False)
    along: Mapping[Key, tuple[RhombPlace, ...]] = field(default_factory=dict, repr=False, compare=False)

    @staticmethod
    def of(tiles: Iterable[PlacedRhomb]) -> Layout:
        """Return a layout of tiles, which are numbered anew."""
        found = Layout()
        for tile in tiles:
            found = found.lay(tile.shape, tile.colours, tile.corner, tile.turn)
        return found

    def lay(self, shape: str, colours: Labels, corner: Zeta, turn: int) -> Layout:
        """Return the layout with one more tile, which lies at a place or apart. What the tile does not touch stays."""
        tiles = (*self.tiles, PlacedRhomb(len(self.tiles) + 1, shape, colours, corner, turn))
        ground = self.ground.add((shape, turn), corner)
        along = {
            key: _look(spot, ground, tiles) if key in ground.fresh else self.along[key]
            for key, spot in ground.free.items()
        }
        return Layout(tiles, ground, along)

    @cached_property
    def covered(self) -> tuple[Zeta, ...]:
        """The covered vertices."""
        return tuple(self.ground.closed)

    @cached_property
    def parts(self) -> tuple[tuple[PlacedRhomb, ...], ...]:
        """The separate shapes of the layout, in the order in which they were begun."""
        return tuple(tuple(self.tiles[tile] for tile in part) for part in patch(self.tiles).parts())

    @cached_property
    def places(self) -> tuple[RhombPlace, ...]:
        """Every place along an edge of the layout, in order; on an empty table one in each direction."""
        found = (place for both in self.along.values() for place in both)
        return tuple(sorted(found, key=attrgetter("order"))) if self.tiles else _free(ORIGIN)

    def places_for(self, shape: str, colours: Labels) -> list[RhombPlace]:
        """Return every place where a tile may lie, in order."""
        return [place for place in self.places if place.shape == shape and place.fits(colours)]

    def place(self, shape: str, corner: Zeta, turn: int) -> RhombPlace | None:
        """Return a place along an edge, or at the origin of an empty table; None for any other, and on other tiles."""
        if not self.tiles:
            return RhombPlace(shape, corner, turn) if corner == ORIGIN else None
        ground, moved = RHOMBS.ground_of[shape, turn]
        both = self.along.get((ground, as_number(corner + moved)), ())
        return next((place for place in both if place.turn == turn), None)

    def apart(self, room: int = APART) -> tuple[RhombPlace, ...]:
        """Return the places for the first tile of another shape, to the right of all. room: edge lengths between."""
        right = max((corner.to_xy()[0] for tile in self.tiles for corner in tile.corners), default=0.0)
        return _free(Zeta(math.ceil(right) + room)) if self.tiles else ()


def _free(corner: Zeta) -> tuple[RhombPlace, ...]:
    return tuple(RhombPlace(shape, corner, turn) for shape in ACUTE for turn in range(TURN))


def _look(spot: Spot[Turned], ground: Beside[Turned], tiles: Sequence[PlacedRhomb]) -> tuple[RhombPlace, ...]:
    """Return what is to be known of the two places on a ground."""
    found = []
    for (shape, turn), order in spot.forms.items():
        corner = spot.at - RHOMBS.ground_of[shape, turn][1]
        step = as_number(corner)
        met = ground.met((shape, turn), step)
        asks = tuple((edge, tiles[tile].colours[there]) for edge, (tile, there) in met)
        parallelogram = any(form_parallelogram(tiles[tile].shape, there, shape, edge) for edge, (tile, there) in met)
        covers = tuple(corners(shape, corner, turn)[k] for k in ground.closes((shape, turn), step, met))
        found.append(RhombPlace(shape, corner, turn, asks, parallelogram, covers, (spot.edge, order)))
    return tuple(found)


def beside(shape: str, edge: int, tile: PlacedRhomb, side: int) -> PlacedRhomb:
    """Return a tile of a shape, without colours, whose edge `side` lies along edge `edge` of a tile."""
    there, alone = tile.corners, corners(shape)
    turn = DIRECTIONS[there[edge] - there[(edge + 1) % 4]] - DIRECTIONS[alone[(side + 1) % 4] - alone[side]]
    lying = PlacedRhomb(tile.entry + 1, shape, BLANK, ORIGIN, turn % TURN)
    return replace(lying, corner=there[(edge + 1) % 4] - lying.corners[side])


def is_face_up(name: str) -> bool:
    """Tell whether a tile's name says its colours; a tile that only its owner sees is named by its shape."""
    return "-" in name


def legal(layout: Layout, names: Iterable[str]) -> Iterator[tuple[str, RhombPlace]]:
    """Yield every legal way to lay one of some tiles along an edge of a layout; of a tile that is not seen there is
    none."""
    for name in filter(is_face_up, names):
        for place in layout.places_for(*parse_name(name)):
            yield name, place


@lru_cache(maxsize=4096)
def parse_name(name: str) -> tuple[str, Labels]:
    """Return the shape and the colours that a tile's name says."""
    shape, _, marks = name.partition("-")
    return shape, tuple(map(int, marks))
