"""Where a tile may lie beside others: every way in which a rhomb meets an edge of a layout, exactly, in integers.

A place is a rhomb's acute corner and its turn, so every rhomb has two, half a turn apart, for the two ways in which its
colours can lie. Places at which a tile would overlap another, or meet it along part of an edge, are none. What a place
asks of a tile is the colour of each edge that meets another; and one where a parallelogram would lie asks in vain.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from quasiprint.exact.patch import WRONG, EdgeEnd, touch
from quasiprint.exact.zeta import ORIGIN, TURN, Zeta
from quasiprint.games.quasimino.rhomb import ACUTE, DIRECTIONS, HALF_TURN, angles, corners
from quasiprint.games.quasimino.rules import BLANK, PlacedRhomb, form_parallelogram

if TYPE_CHECKING:
    from quasiprint.exact.orbit import Labels

REACH = 2.0  # edge lengths: middles of tiles that are farther apart belong to tiles that do not touch
APART = 2  # edge lengths, between a layout and a new shape beside it

Key = tuple[str, Zeta, int]  # shape, corner and turn of a place


def turns_of_edges(shape: str) -> tuple[int, int, int, int]:
    """Return the direction of each edge of a rhomb that lies with turn 0, in tenths of a turn."""
    acute = ACUTE[shape]
    return 0, acute, HALF_TURN, HALF_TURN + acute


@dataclass(frozen=True, slots=True)
class RhombPlace:
    """Where a rhomb may lie. asks: edges, with the colour that each has to have. parallelogram: whether it would form
    one with a neighbour. covers: the vertices that it would cover."""

    shape: str
    corner: Zeta
    turn: int
    asks: tuple[tuple[int, int], ...] = ()
    parallelogram: bool = False
    covers: tuple[Zeta, ...] = ()

    @property
    def at(self) -> str:
        """The place as a line says it."""
        c = self.corner
        return f"{c.a},{c.b},{c.c},{c.d}/{self.turn}"

    def fits(self, colours: Labels) -> bool:
        """Tell whether a tile may lie here. colours: of its edges, anticlockwise from this place's corner."""
        return not self.parallelogram and all(colours[edge] == colour for edge, colour in self.asks)


def middle(corner: Zeta, shape: str, turn: int) -> tuple[float, float]:
    """Return the middle of a rhomb, in edge lengths."""
    x, y = (corner + corners(shape, corner, turn)[2]).to_xy()
    return x / 2, y / 2


@dataclass(frozen=True)
class Layout:
    """Tiles that lie legally, numbered from 1. before: the layout without the last one, if that is known: most of its
    places stay."""

    tiles: tuple[PlacedRhomb, ...] = ()
    before: Layout | None = None

    def lay(self, shape: str, colours: Labels, corner: Zeta, turn: int) -> Layout:
        """Return the layout with one more tile."""
        return Layout((*self.tiles, PlacedRhomb(len(self.tiles) + 1, shape, colours, corner, turn)), self)

    @cached_property
    def corners(self) -> tuple[tuple[Zeta, Zeta, Zeta, Zeta], ...]:
        """The exact corners of each tile."""
        return tuple(tile.corners for tile in self.tiles)

    @cached_property
    def _rim(self) -> dict[tuple[Zeta, Zeta], EdgeEnd]:
        """Each edge of each tile, as it runs anticlockwise, with the tile and the edge's number."""
        return {(own[k], own[(k + 1) % 4]): (t, k) for t, own in enumerate(self.corners) for k in range(4)}

    def across(self, start: Zeta, end: Zeta) -> EdgeEnd | None:
        """Return which tile's which edge, from 0, lies along an edge of another tile that runs from start to end."""
        return self._rim.get((end, start))

    @cached_property
    def _sums(self) -> dict[Zeta, int]:
        """The angles around each corner, added up, in tenths of a turn."""
        found: dict[Zeta, int] = defaultdict(int)
        for tile, own in zip(self.tiles, self.corners, strict=True):
            for corner, angle in zip(own, angles(tile.shape), strict=True):
                found[corner] += angle
        return dict(found)

    @cached_property
    def covered(self) -> tuple[Zeta, ...]:
        """The covered vertices."""
        return tuple(corner for corner, angle in self._sums.items() if angle == TURN)

    @cached_property
    def parts(self) -> tuple[tuple[PlacedRhomb, ...], ...]:
        """The separate shapes of the layout, in the order in which they were begun."""
        left, found = set(range(len(self.tiles))), list[tuple[PlacedRhomb, ...]]()
        while left:
            waiting, part = [min(left)], {min(left)}
            while waiting:
                own = self.corners[waiting.pop()]
                for k in range(4):
                    other = self.across(own[k], own[(k + 1) % 4])
                    if other and other[0] not in part:
                        part.add(other[0])
                        waiting.append(other[0])
            left -= part
            found.append(tuple(self.tiles[tile] for tile in sorted(part)))
        return tuple(found)

    @cached_property
    def places(self) -> tuple[RhombPlace, ...]:
        """Every place along an edge of the layout; on an empty table one in each direction."""
        return tuple(self._look(self.along)) if self.tiles else self._free(ORIGIN)

    def places_for(self, shape: str, colours: Labels) -> Iterator[RhombPlace]:
        """Yield every place where a tile may lie: no other is looked at."""
        keys = (key for key, (edge, colour) in self.along.items() if key[0] == shape and colours[edge] == colour)
        found = self._look(keys) if self.tiles else (place for place in self.places if place.shape == shape)
        return (place for place in found if place.fits(colours))

    def place(self, shape: str, corner: Zeta, turn: int) -> RhombPlace | None:
        """Return a place along an edge, or at the origin of an empty table; None for any other, and on other tiles."""
        if not self.tiles:
            return RhombPlace(shape, corner, turn) if corner == ORIGIN else None
        key = shape, corner, turn
        return next(self._look([key] if key in self.along else []), None)

    @cached_property
    def along(self) -> dict[Key, tuple[int, int]]:
        """Every way to lie along an edge; and which edge lies there, and which colour it meets."""
        found: dict[Key, tuple[int, int]] = {}
        fresh = self.tiles
        if self.before and self.before.tiles:
            found.update(self.before.along)
            fresh = fresh[-1:]
        for tile in fresh:
            own = tile.corners
            for k, start in enumerate(own):
                end = own[(k + 1) % 4]
                if (end, start) not in self._rim:
                    for shape in ACUTE:
                        for edge, lean in enumerate(turns_of_edges(shape)):
                            turn = (DIRECTIONS[start - end] - lean) % TURN
                            corner = end - corners(shape, ORIGIN, turn)[edge]
                            found.setdefault((shape, corner, turn), (edge, tile.colours[k]))
        return found

    @cached_property
    def known(self) -> dict[Key, RhombPlace | None]:
        """What was found so far; None where a tile would lie on others."""
        return {}

    @cached_property
    def _middles(self) -> list[tuple[float, float]]:
        return [middle(tile.corner, tile.shape, tile.turn) for tile in self.tiles]

    def _look(self, keys: Iterable[Key]) -> Iterator[RhombPlace]:
        """Yield the places among some ways to lie along an edge."""
        before = self.before.known if self.before else {}
        for key in keys:
            if key not in self.known:
                self.known[key] = self._again(before[key]) if key in before else self._place(*key)
            if place := self.known[key]:
                yield place

    def _again(self, place: RhombPlace | None) -> RhombPlace | None:
        """Return what becomes of a place now that the last tile lies."""
        if place and math.dist(middle(place.corner, place.shape, place.turn), self._middles[-1]) < REACH:
            return self._place(place.shape, place.corner, place.turn, range(len(self.tiles))[-1:])
        return place

    def apart(self, room: int = APART) -> tuple[RhombPlace, ...]:
        """Return the places for the first tile of another shape, to the right of all. room: edge lengths between."""
        right = max((corner.to_xy()[0] for own in self.corners for corner in own), default=0.0)
        return self._free(Zeta(math.ceil(right) + room)) if self.tiles else ()

    def _free(self, corner: Zeta) -> tuple[RhombPlace, ...]:
        return tuple(RhombPlace(shape, corner, turn) for shape in ACUTE for turn in range(TURN))

    def _place(self, shape: str, corner: Zeta, turn: int, others: Sequence[int] = ()) -> RhombPlace | None:
        """Return a place, None where a tile would lie on others. others: the tiles that it may lie on, () for all."""
        own, here = corners(shape, corner, turn), middle(corner, shape, turn)
        for other in others or range(len(self.tiles)):
            if math.dist(here, self._middles[other]) < REACH:
                tile = self.tiles[other]
                back, tenths = (TURN - tile.turn) % TURN, (turn - tile.turn) % TURN
                # turned by half, a rhomb lies on the same ground
                foot, tenths = (own[2], tenths - HALF_TURN) if tenths >= HALF_TURN else (corner, tenths)
                if not _lie_apart(tile.shape, shape, tenths, (foot - tile.corner).turn(back)):
                    return None
        asks, parallelogram = [], False
        for edge in range(4):
            if across := self.across(own[edge], own[(edge + 1) % 4]):
                number, there = across
                asks.append((edge, self.tiles[number].colours[there]))
                parallelogram |= form_parallelogram(self.tiles[number].shape, there, shape, edge)
        sums = zip(own, angles(shape), strict=True)
        covers = tuple(point for point, angle in sums if self._sums.get(point, 0) + angle == TURN)
        return RhombPlace(shape, corner, turn, tuple(asks), parallelogram, covers)


@lru_cache(maxsize=4096)
def _lie_apart(one: str, two: str, turn: int, step: Zeta) -> bool:
    """Tell whether two rhombs may lie so: the first at the origin, the second turned and moved."""
    contact = touch(corners(one, ORIGIN, 0), corners(two, step, turn))
    return contact is not None and not any(wrong in contact for wrong in WRONG)


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


def parse_name(name: str) -> tuple[str, Labels]:
    """Return the shape and the colours that a tile's name says."""
    shape, _, marks = name.partition("-")
    return shape, tuple(map(int, marks))
