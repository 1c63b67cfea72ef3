"""A region is filled corner by corner: with tiles whose sides may be of any length, labels aside.

The lowest point that is not covered yet, the leftmost of several, is a corner of the region or of a tile that lies
there. Whatever covers the room above it has its own lowest corner there, and a side along the edge of what is covered.
So in each of its postures a tile can go there in one way, or in none.

All edges run in one of the lattice's directions. So around a point a tile covers whole parts of a turn, which are the
bits of a number. Tiles do not overlap if no two of them cover the same part around a corner of either, and no sides
cross. Floats lead the search; whoever takes what it finds proves it in integers (`Dissection.lines`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from quasiprint.addons.designer.sets.placed import Lattice, Placed, common, lay, numbers
from quasiprint.addons.designer.sets.polygons import Outline
from quasiprint.addons.designer.sets.set_file import TWO_SIDED, Shape
from quasiprint.exact.polygon import orientation
from quasiprint.exact.zeta import Eighth, Gauss
from quasiprint.model.errors import InputError

Point = Any
XY = tuple[float, float]
NEAR = 1e-6  # edges: points of a lattice that a search meets are farther apart, or the same


def lattice_of(outlines: Sequence[Outline]) -> Lattice:
    """Return the lattice on which tiles are laid; squares are turned by halves of a quarter, too. Raises ValueError for
    outlines of several lattices that have none in common."""
    found = common(outlines)
    return Lattice(Eighth, Eighth.TURN, numbers(Eighth(0))) if found.points is Gauss else found


class Form:
    """A tile in one posture, somewhere, or a region. rings: without straight corners; masks: at each corner, which
    parts of a turn around it are inside; ways: of each side."""

    def __init__(self, rings: Sequence[Sequence[Point]], masks: Sequence[int], ways: Sequence[int], parts: int) -> None:
        self.corners = [corner for ring in rings for corner in ring]
        self.ways, self._half = ways, (1 << parts // 2) - 1
        self.masks: dict[Point, int] = {}
        for corner, mask in zip(self.corners, masks, strict=True):
            self.masks[corner] = self.masks.get(corner, 0) | mask  # rings may touch
        self.whole = (1 << parts) - 1
        self._parts = parts
        self.xy = [corner.to_xy() for corner in self.corners]
        around = [[corner.to_xy() for corner in ring] for ring in rings]
        self.sides = [side for ring in around for side in zip(ring, ring[1:] + ring[:1], strict=True)]
        xs, ys = [x for x, _ in self.xy], [y for _, y in self.xy]
        self.box = min(xs) - NEAR, min(ys) - NEAR, max(xs) + NEAR, max(ys) + NEAR

    def inside(self, p: Point, at: XY) -> int:
        """Return which parts of a turn around a point are inside. at: its coordinates."""
        if p in self.masks:
            return self.masks[p]
        x, y = at
        left, low, right, high = self.box
        if not (left <= x <= right and low <= y <= high):
            return 0
        odd = False
        for ((ax, ay), (bx, by)), way in zip(self.sides, self.ways, strict=True):
            if (
                abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) < NEAR
                and (x - ax) * (x - bx) + (y - ay) * (y - by) < 0
            ):
                return turned(self._half, way, self._parts)
            if (ay > y) != (by > y) and x < ax + (bx - ax) * (y - ay) / (by - ay):
                odd = not odd
        return self.whole if odd else 0

    def crosses(self, other: Form) -> bool:
        """Tell whether a side crosses one of another form."""
        left, low, right, high = self.box
        if other.box[0] > right or left > other.box[2] or other.box[1] > high or low > other.box[3]:
            return False
        return any(_crossing(*one, *two) for one in self.sides for two in other.sides)


def _crossing(a: XY, b: XY, c: XY, d: XY) -> bool:
    def side(p: XY, q: XY, r: XY) -> int:
        turn = (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])
        return (turn > NEAR) - (turn < -NEAR)

    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


def turned(mask: int, by: int, parts: int) -> int:
    """Return parts of a turn, turned by so many of them."""
    by %= parts
    return (mask << by | mask >> (parts - by)) & ((1 << parts) - 1)


class Directions:
    """In which of a lattice's directions steps go."""

    def __init__(self, lattice: Lattice) -> None:
        self._lattice, self._known = lattice, dict[Point, int]()

    def way(self, step: Point) -> int:
        """Return the number of a step's direction, in parts of a turn."""
        if step not in self._known:
            one = self._lattice.points(1)
            for k in range(self._lattice.parts):
                back = step.turn(self._lattice.parts - k)
                if back.cross(one).sign() == 0 and back.dot(one).sign() > 0:
                    self._known[step] = k
                    break
            else:
                raise InputError(
                    "found a side that runs in no direction of its lattice, allowed are those of its turns, such as 45°"
                )
        return self._known[step]

    def form(self, *rings: Sequence[Point]) -> Form:
        """Return a form of some rings, straight corners left out."""
        parts = self._lattice.parts
        sharp, ways, masks = list[list[Point]](), list[int](), list[int]()
        for ring in rings:
            n = len(ring)
            sharp.append([p for k, p in enumerate(ring) if orientation(ring[k - 1], p, ring[(k + 1) % n])])
            own = [self.way(b - a) for a, b in zip(sharp[-1], sharp[-1][1:] + sharp[-1][:1], strict=True)]
            for before, way in zip([own[-1], *own[:-1]], own, strict=True):
                wide = (before + parts // 2 - way) % parts
                masks.append(turned((1 << wide) - 1, way, parts))
            ways += own
        return Form(sharp, masks, ways, parts)


@dataclass(frozen=True, slots=True)
class Posture:
    """One way to hold a tile: the number of its kind, and the tile as it lies with its lowest corner at 0. wide: how
    many parts of a turn it covers there, from the direction `way` on."""

    kind: int
    tile: Placed
    way: int
    wide: int
    size: float


def low_first(p: Point) -> tuple[float, float]:
    """Return what the lowest point, and the leftmost of several, has least."""
    x, y = p.to_xy()
    return round(y, 6) + 0.0, round(x, 6) + 0.0


class Filling:
    """A region that is filled with so many tiles of each shape. steps: after so many tries a search ends."""

    def __init__(self, region: Outline, shapes: Sequence[tuple[Shape, int]], lattice: Lattice, steps: int) -> None:
        self._lattice, self._steps = lattice, steps
        self._directions = Directions(lattice)
        self._left = [count for _, count in shapes]
        self._faces: list[bool | None] = [None] * len(shapes)
        self._outer = self._directions.form(*([lattice.lift(p) for p in ring] for ring in region.rings))
        self._laid: list[tuple[Placed, Form]] = []
        self._starting: dict[int, list[Posture]] = {}
        for number, (shape, _) in enumerate(shapes):
            for posture in self._postures(number, shape):
                self._starting.setdefault(posture.way, []).append(posture)
        for own in self._starting.values():
            own.sort(key=lambda one: (-round(one.size, 6), one.kind, one.tile.flipped, one.tile.turn))

    def find(self) -> tuple[Placed, ...] | None:
        """Return tiles that fill the region, None if there is no way. Raises TimeoutError after so many steps."""
        outside = {p: self._outer.whole & ~mask for p, mask in self._outer.masks.items()}
        return tuple(tile for tile, _ in self._laid) if self._fill(outside) else None

    def _postures(self, number: int, shape: Shape) -> Iterator[Posture]:
        seen = set()
        for flipped in (False, True) if shape.symmetry == TWO_SIDED else (False,):
            for turn in range(self._lattice.parts):
                tile = lay(shape, (0,) * shape.outline.edges, self._lattice, None, turn, flipped)
                tile = tile.translate(-min(tile.corners, key=low_first))
                if (key := frozenset(tile.corners)) not in seen:
                    seen.add(key)
                    form = self._directions.form(tile.corners)
                    foot = form.corners.index(self._lattice.points(0))
                    size = abs(sum(ax * by - ay * bx for (ax, ay), (bx, by) in form.sides)) / 2
                    wide = form.masks[form.corners[foot]].bit_count()
                    yield Posture(number, tile, form.ways[foot], wide, size)

    def _fill(self, covered: dict[Point, int]) -> bool:
        """Lay what is missing. covered: around each corner there is, which parts of a turn are taken."""
        free = [p for p, mask in covered.items() if mask != self._outer.whole]
        if not free:
            return True
        here = min(free, key=low_first)
        taken, parts = covered[here], self._lattice.parts
        way = next(k for k in range(parts) if not taken >> k & 1 and taken >> (k - 1) % parts & 1)
        room = next(k for k in range(1, parts + 1) if taken >> (way + k) % parts & 1)
        for posture in self._starting.get(way, ()):
            kind, tile = posture.kind, posture.tile
            if posture.wide > room or not self._left[kind] or self._faces[kind] is (not tile.flipped):
                continue
            self._steps -= 1
            if self._steps < 0:
                raise TimeoutError
            tile = tile.translate(here)
            form = self._directions.form(tile.corners)
            further = self._with(form, covered)
            if further is None:
                continue
            face, self._faces[kind] = self._faces[kind], tile.flipped
            self._left[kind] -= 1
            self._laid.append((tile, form))
            if self._fill(further):
                return True
            self._laid.pop()
            self._left[kind] += 1
            self._faces[kind] = face
        return False

    def _with(self, form: Form, covered: dict[Point, int]) -> dict[Point, int] | None:
        """Return what is covered around each corner with one more tile, None if it has no room."""
        found = dict(covered)
        for p, at in zip(form.corners, form.xy, strict=True):
            if p not in found:
                outside = self._outer.whole & ~self._outer.inside(p, at)
                for _, other in self._laid:
                    outside |= other.inside(p, at)
                found[p] = outside
        for p, mask in found.items():
            own = form.inside(p, p.to_xy())
            if own & mask:
                return None
            found[p] = mask | own
        if form.crosses(self._outer) or any(form.crosses(other) for _, other in self._laid):
            return None
        return found
