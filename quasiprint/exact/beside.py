"""Where a further tile may lie beside others: edge to edge with one at least, and on none, exactly.

Knows no game: a tile is one of several forms, moved by a step. `Beside` is a value. With each tile that is laid, edges
open and close; a place is looked at again only if it is near that tile, and all that is known of others is kept. Forms
that cover the same ground, such as a square in each of its turns, have their places in common.

A point of a lattice stands for one whole number here, see `as_number`: steps add up as points do, and are looked up
faster. Floats say how far apart two tiles clearly are; where it is less than a margin, `touch` decides exactly.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from operator import itemgetter
from typing import Any, Generic, NamedTuple, TypeVar

from quasiprint.exact.patch import MARGIN, WRONG, EdgeEnd, touch
from quasiprint.exact.polygon import ExactPoint, is_convex
from quasiprint.exact.zeta import integers

SPAN = 1 << 24  # more than any coordinate, or a sum of some, is away from 0, twice
KNOWN = 1 << 15  # steps between two forms that are remembered
SURE = 1e-6  # edge lengths: floats of coordinates up to 10⁹ are right to less
ROUNDED = 9  # digits of an angle, to find the parallel edges of a form
MOST_EDGES = 1 << 10  # of a tile

Form = TypeVar("Form", bound=Hashable)
XY = tuple[float, float]
Key = tuple[int, int]  # a ground, by its number, and its step


def as_number(point: ExactPoint) -> int:
    """Return a point as one number: sums of points are sums of numbers, and different points are different."""
    found = 0
    for part in integers(point):
        found = found * SPAN + part
    return found


def point_of(step: int, kind: Any) -> Any:
    """Return the point of a lattice that a number stands for. kind: of the point."""
    parts = []
    for _ in integers(kind(0)):
        part = (step + SPAN // 2) % SPAN - SPAN // 2
        parts.append(part)
        step = (step - part) // SPAN
    return kind(*reversed(parts))


@dataclass(frozen=True, slots=True)
class Ground:
    """What a form covers. corners: anticlockwise; points: the same in edge lengths. middle: of the box around it;
    radius: from there to the farthest corner. normals: to its edges, one to parallel ones."""

    corners: tuple[Any, ...]
    points: tuple[XY, ...]
    middle: XY
    radius: float
    normals: tuple[XY, ...]
    convex: bool

    @staticmethod
    def of(ring: Sequence[Any]) -> Ground:
        """Return the ground within some corners."""
        points = tuple(corner.to_xy() for corner in ring)
        (left, right), (low, high) = ((min(row), max(row)) for row in zip(*points, strict=True))
        middle = (left + right) / 2, (low + high) / 2
        ways = [(bx - ax, by - ay) for (ax, ay), (bx, by) in zip(points, points[1:] + points[:1], strict=True)]
        angles = {round(math.atan2(y, x) % math.pi, ROUNDED): (x, y) for x, y in ways}
        normals = tuple((y / math.hypot(x, y), -x / math.hypot(x, y)) for x, y in angles.values())
        radius = max(math.dist(middle, point) for point in points)
        return Ground(tuple(ring), points, middle, radius, normals, is_convex(ring))


class Forms(Generic[Form]):
    """The forms in which tiles lie. corners: of each, anticlockwise, where it is not moved. sides: forms and numbers of
    their edges, in the order in which places along an edge are looked for."""

    def __init__(self, corners: Mapping[Form, Sequence[Any]], sides: Iterable[tuple[Form, int]]) -> None:
        self.corners = corners
        self.numbers = {form: tuple(map(as_number, ring)) for form, ring in corners.items()}
        self.grounds: list[Ground] = []
        self.ground_of: dict[Form, tuple[int, Any]] = {}  # the number of each form's, and how far that is moved
        known: dict[frozenset[int], int] = {}
        for form, ring in corners.items():
            low, first = min(zip(self.numbers[form], ring, strict=True), key=itemgetter(0))
            ground = known.setdefault(frozenset(point - low for point in self.numbers[form]), len(self.grounds))
            if ground == len(self.grounds):
                self.grounds.append(Ground.of(ring))
            self.ground_of[form] = ground, first - min(self.grounds[ground].corners, key=as_number)
        self.kind: Any = type(self.grounds[0].corners[0])
        self.radius = max(ground.radius for ground in self.grounds)
        # by the way in which an edge runs: the grounds that have such an edge, where each lies if the edge begins at 0,
        # and its middle; and the forms on it, each with its place in the order
        self.along: dict[int, dict[Key, tuple[Any, XY, dict[Form, int]]]] = defaultdict(dict)
        for place, (form, k) in enumerate(sides):
            ring, (ground, moved) = corners[form], self.ground_of[form]
            foot, (x, y) = moved - ring[k], self.grounds[ground].middle
            dx, dy = foot.to_xy()
            found = self.along[as_number(ring[(k + 1) % len(ring)] - ring[k])]
            found.setdefault((ground, as_number(foot)), (foot, (x + dx, y + dy), {}))[2][form] = place
        self.touch = lru_cache(KNOWN)(self._touch)

    def _touch(self, left: int, right: int, step: int) -> bool | None:
        """Tell whether two grounds touch, the second moved farther by a step; None if they overlap, or touch as no two
        tiles may."""
        first, second, shift = self.grounds[left], self.grounds[right], point_of(step, self.kind)
        x, y = shift.to_xy()
        # of two convex ones that lie apart, an edge of either parts them
        gap = max(_gap(first, second, x, y, normal) for normal in first.normals + second.normals)
        if gap > SURE:
            return False
        if gap < -SURE and first.convex and second.convex:
            return None
        contact = touch(first.corners, [corner + shift for corner in second.corners])
        return None if contact is None or any(wrong in contact for wrong in WRONG) else bool(contact)


def _gap(first: Ground, second: Ground, x: float, y: float, normal: XY) -> float:
    """Return how far apart two grounds are along a way, the second moved; negative: by how much they overlap."""
    a, b = normal
    points, other = ([a * px + b * py for px, py in ground.points] for ground in (first, second))
    move = a * x + b * y
    return max(min(other) + move - max(points), min(points) - max(other) - move)


class Spot(NamedTuple, Generic[Form]):
    """A ground that a tile covers, or may cover. at: how far it is moved; step: the same as a number. x, y: its middle,
    in edge lengths. edge: along which it was found, the later the higher; forms: that may lie there, in order."""

    ground: int
    at: Any
    step: int
    x: float
    y: float
    edge: int
    forms: Mapping[Form, int]


@dataclass(frozen=True)
class Beside(Generic[Form]):
    """Tiles that lie. open: the edges along which nothing lies, as they run anticlockwise, each with its tile and its
    number. points: how many of these begin at each corner of the tiles; with none, tiles lie all around it. free: the
    places along open edges, by ground and step. fresh: those that are new, or that the last tile touches; what others
    meet is as it was before."""

    forms: Forms[Form]
    tiles: tuple[Spot[Form], ...] = ()
    open: Mapping[tuple[int, int], EdgeEnd] = field(default_factory=dict)
    points: Mapping[int, int] = field(default_factory=dict)
    free: Mapping[Key, Spot[Form]] = field(default_factory=dict)
    fresh: frozenset[Key] = frozenset()

    def met(self, form: Form, step: int) -> list[tuple[int, EdgeEnd]]:
        """Return the edges of a free place along which others lie, each with the other's tile and edge."""
        ring = self.forms.numbers[form]
        found, start = [], ring[-1] + step
        for k, corner in enumerate(ring):
            end = corner + step
            if other := self.open.get((end, start)):
                found.append(((k or len(ring)) - 1, other))
            start = end
        return found

    @property
    def closed(self) -> list[Any]:
        """The points with tiles all around."""
        return [point_of(point, self.forms.kind) for point, edges in self.points.items() if not edges]

    def closes(self, form: Form, step: int, met: Iterable[tuple[int, EdgeEnd]]) -> list[int]:
        """Return at which of its corners a tile closes the last gap at a free place. met: what it meets there."""
        ring, along = self.forms.numbers[form], {k for k, _ in met}
        n = len(ring)
        return [k for k in sorted(along) if (k or n) - 1 in along and self.points[ring[k] + step] == 1]

    def add(self, form: Form, at: Any) -> Beside[Form]:
        """Return it with one more tile, which lies at a free place, or along no edge and on no tile."""
        forms, ring, corners = self.forms, self.forms.numbers[form], self.forms.corners[form]
        ground, moved = forms.ground_of[form]
        (x, y), (dx, dy) = forms.grounds[ground].middle, (at + moved).to_xy()
        tile: Spot[Form] = Spot(ground, at + moved, as_number(at + moved), x + dx, y + dy, 0, {})
        x, y, step, n = tile.x, tile.y, tile.step, len(ring)
        reach = forms.grounds[ground].radius + forms.radius + MARGIN
        free, fresh = dict(self.free), list[Key]()
        for key, spot in self.free.items():
            if abs(spot.x - x) < reach and abs(spot.y - y) < reach:
                touches = forms.touch(ground, spot.ground, spot.step - step)
                if touches:
                    fresh.append(key)
                elif touches is None:
                    del free[key]
        edges, first = dict(self.open), as_number(at)
        ends = [(ring[k] + first, ring[(k + 1) % n] + first) for k in range(n)]
        points, bare = dict(self.points), list[int]()
        for k, (start, end) in enumerate(ends):
            points.setdefault(start, 0)
            if edges.pop((end, start), None) is None:
                bare.append(k)
                points[start] += 1
            else:
                points[end] -= 1  # from there to the start, the other's edge ran
        tiles = (*self.tiles, tile)
        far = reach + 2 * forms.radius + MARGIN  # of a tile that may touch one beside this one
        near = [other for other in tiles if abs(other.x - x) < far and abs(other.y - y) < far]
        for k in bare:
            start, end = ends[k]
            edges[start, end] = len(self.tiles), k
            corner = corners[(k + 1) % n] + at  # where the edge ends, and one along it begins
            (cx, cy), serial = corner.to_xy(), len(self.tiles) * MOST_EDGES + k
            for (other, foot), (lean, (dx, dy), order) in forms.along[start - end].items():
                key = other, end + foot
                if key not in self.free and key not in free and self._is_free(*key, cx + dx, cy + dy, near):
                    free[key] = Spot(other, corner + lean, end + foot, cx + dx, cy + dy, serial, order)
                    fresh.append(key)
        return Beside(forms, tiles, edges, points, free, frozenset(fresh))

    def _is_free(self, ground: int, step: int, x: float, y: float, tiles: Iterable[Spot[Form]]) -> bool:
        """Tell whether a tile would lie on no other. x, y: its middle."""
        touch, reach = self.forms.touch, self.forms.grounds[ground].radius + self.forms.radius + MARGIN
        return not any(
            touch(tile.ground, ground, step - tile.step) is None
            for tile in tiles
            if abs(x - tile.x) < reach and abs(y - tile.y) < reach
        )
