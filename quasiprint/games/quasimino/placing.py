"""Where a tile may lie beside others: every way in which a rhomb meets an edge of a layout, exactly, in integers.

A place is a rhomb's acute corner and its turn, so every rhomb has two, half a turn apart, for the two ways in which its
colours can lie. Places at which a tile would overlap another, or meet it along part of an edge, are none. What a place
asks of a tile is the colour of each edge that meets another; and one where a parallelogram would lie asks in vain.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from quasiprint.exact.beside import Beside, Forms, Key, Spot, as_number
from quasiprint.exact.zeta import ORIGIN, TURN, Zeta, integers, unit
from quasiprint.games.quasimino.rhomb import ACUTE, HALF_TURN, corners
from quasiprint.games.quasimino.rules import BLANK, PlacedRhomb, form_parallelogram, patch

if TYPE_CHECKING:
    from quasiprint.exact.orbit import Labels

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

    @property
    def middle(self) -> tuple[float, float]:
        """Its middle, in edge lengths."""
        return middle(self.corner, self.shape, self.turn)

    def fits(self, colours: Labels) -> bool:
        """Tell whether a tile may lie here. colours: of its edges, anticlockwise from this place's corner."""
        return not self.parallelogram and all(colours[edge] == colour for edge, colour in self.asks)


def middle(corner: Zeta, shape: str, turn: int) -> tuple[float, float]:
    """Return the middle of a rhomb, in edge lengths."""
    x, y = (corner + corners(shape, corner, turn)[2]).to_xy()
    return x / 2, y / 2


@dataclass(frozen=True)
class Layout:
    """Tiles that lie legally, numbered from 1; `lay` makes it. along: the two places on each ground along its edges."""

    tiles: tuple[PlacedRhomb, ...] = ()
    ground: Beside[Turned] = field(default=Beside(RHOMBS), repr=False, compare=False)
    along: Mapping[Key, tuple[RhombPlace, RhombPlace]] = field(default_factory=dict, repr=False, compare=False)

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
        ground = self.ground.put((shape, turn), corner)
        along = {
            key: _look(spot, ground, tiles, self.along.get(key)) if key in ground.fresh else self.along[key]
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

    @property
    def places(self) -> tuple[RhombPlace, ...]:
        """Every place along an edge of the layout, in order; on an empty table one in each direction."""
        found = (place for both in self.along.values() for place in both)
        return tuple(sorted(found, key=_order)) if self.tiles else _free(ORIGIN)

    @cached_property
    def _asking(self) -> Mapping[tuple[str, int, int], Sequence[RhombPlace]]:
        """The places by their shape, and the first edge and colour that they ask for."""
        found = defaultdict[tuple[str, int, int], list[RhombPlace]](list)
        for both in self.along.values():
            if not both[0].parallelogram:
                for place in both:
                    found[place.shape, *place.asks[0]].append(place)
        return found

    @cached_property
    def _found(self) -> dict[tuple[str, Labels], list[RhombPlace]]:
        """Where tiles may lie that were asked for."""
        return {}

    def places_for(self, shape: str, colours: Labels) -> list[RhombPlace]:
        """Return every place where a tile may lie, in order."""
        if not self.tiles:
            return [place for place in self.places if place.shape == shape]
        if (shape, colours) not in self._found:
            asking = (self._asking.get((shape, edge, colour), ()) for edge, colour in enumerate(colours))
            fitting = (place for row in asking for place in row if len(place.asks) == 1 or place.fits(colours))
            self._found[shape, colours] = sorted(fitting, key=_order)
        return self._found[shape, colours]

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


_order = attrgetter("order")


# of each ground the two ways to lie on it, and how far the second one's corner is from the first one's
HALVES: list[tuple[Turned, Turned, Zeta]] = [
    ((shape, turn), (shape, turn + HALF_TURN), unit(turn) + unit(turn + ACUTE[shape]))
    for shape in ACUTE
    for turn in range(HALF_TURN)
]


def _look(
    spot: Spot[Turned],
    ground: Beside[Turned],
    tiles: Sequence[PlacedRhomb],
    known: tuple[RhombPlace, RhombPlace] | None,
) -> tuple[RhombPlace, RhombPlace]:
    """Return what is to be known of the two places on a ground. known: what it was before the last tile."""
    form, other, far = HALVES[spot.ground]
    shape, turn = form
    asks, parallelogram = [], False
    met = ground.met(form, spot.step)
    for edge, (tile, there) in met:
        asks.append((edge, tiles[tile].colours[there]))
        parallelogram = parallelogram or form_parallelogram(tiles[tile].shape, there, shape, edge)
    half = [((edge + 2) % 4, colour) for edge, colour in asks]
    closed = ground.closes(form, spot.step, met)
    covers = again = tuple[Zeta, ...]()
    if closed:
        ring = corners(shape, spot.at, turn)
        covers, again = (tuple(ring[k] for k in row if k in closed) for row in ((0, 1, 2, 3), (2, 3, 0, 1)))
    return (
        RhombPlace(shape, spot.at, turn, tuple(asks), parallelogram, covers, (spot.edge, spot.forms[form])),
        RhombPlace(
            shape,
            known[1].corner if known else spot.at + far,
            other[1],
            tuple(half),
            parallelogram,
            again,
            (spot.edge, spot.forms[other]),
        ),
    )


def beside(shape: str, edge: int, tile: PlacedRhomb, own: int) -> PlacedRhomb:
    """Return a tile of a shape, without colours, whose edge `own` lies along edge `edge` of a tile."""
    there = tile.corners
    for turn in range(TURN):
        lying = PlacedRhomb(tile.entry + 1, shape, BLANK, ORIGIN, turn)
        step = there[(edge + 1) % 4] - lying.corners[own]
        if lying.corners[(own + 1) % 4] + step == there[edge]:
            return replace(lying, corner=step)
    raise ValueError(f"edge {own} of a {shape} tile never lies along edge {edge} of {tile}")


def is_seen(name: str) -> bool:
    """Tell whether a tile's name says its colours; one that only its owner sees is named by its shape."""
    return "-" in name


def legal(layout: Layout, names: Iterable[str]) -> Iterator[tuple[str, RhombPlace]]:
    """Yield every legal way to lay one of some tiles along an edge of a layout; of a tile that is not seen there is
    none."""
    for name in filter(is_seen, names):
        for place in layout.places_for(*parse_name(name)):
            yield name, place


@lru_cache(maxsize=4096)
def parse_name(name: str) -> tuple[str, Labels]:
    """Return the shape and the colours that a tile's name says."""
    shape, _, marks = name.partition("-")
    return shape, tuple(map(int, marks))
