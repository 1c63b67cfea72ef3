"""The surface of a sector: its top, the walls between its steps, and its share of the outer wall."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import islice, pairwise
from typing import TYPE_CHECKING

from quasiprint.drawing.rings import NANOMETRES
from quasiprint.model.solid import Surface
from quasiprint.solids.partition import Plan, follow, triangulate

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from quasiprint.solids.partition import Numbers


def corners_of(surface: Surface) -> NDArray[np.float64]:
    """Return the corners of a surface, (c, 3), mm."""
    import numpy as np

    return np.frombuffer(surface.corners).reshape(-1, 3)


def indices_of(surface: Surface) -> NDArray[np.int32]:
    """Return the triangles of a surface as numbers of its corners, (t, 3)."""
    import numpy as np

    return np.frombuffer(surface.indices, dtype=np.int32).reshape(-1, 3)


class SectorSurface:
    """The surface of a sector, which is being built. Corners are numbers of a place and a level together: levels are
    the heights of its areas, and that of the lower end of its outer walls, from below."""

    def __init__(self, plan: Plan, top: float, low: float) -> None:
        import numpy as np

        self.plan, self.top = plan, top
        areas = [(rings, z) for rings, z in ((plan.base, top), *plan.steps) if rings]
        self.levels = np.array(sorted({low, top, *(z for _, z in areas)}))
        self.mm = plan.places / NANOMETRES
        self.sizes = [list(map(len, rings)) for rings, _ in areas]
        self.start = np.array([place for rings, _ in areas for ring in rings for place in ring], dtype=np.int64)
        self.end = self.start[follow([size for own in self.sizes for size in own])]
        of_area = np.searchsorted(self.levels, [z for _, z in areas])
        self.level = np.repeat(of_area, list(map(sum, self.sizes)))
        # every edge has its area to its left: each end of it meets that area's height
        met = np.zeros((len(plan.places), len(self.levels) + 1), dtype=np.int64)
        met[self.start, self.level + 1] = met[self.end, self.level + 1] = 1
        self.below = met.cumsum(axis=1)  # how many of the heights that a place meets lie beneath a level
        self.edges = self.start * len(plan.places) + self.end
        self.order = np.argsort(self.edges)

    def surface(self, outer: Sequence[bool]) -> Surface:
        """Return everything. outer: of each side, whether a wall stands on it."""
        import numpy as np

        under = self._level_of(self.end * len(self.plan.places) + self.start)
        inner = np.flatnonzero((under >= 0) & (under < self.level))
        walls = self._walls(self.start[inner], self.end[inner], under[inner], self.level[inner])
        return self._surface(np.concatenate((self._tops(), *walls, *self._outer_walls(outer))))

    def _level_of(self, edges: Numbers) -> Numbers:
        """Return the levels of the areas that edges bound, -1 where none has such an edge."""
        import numpy as np

        at = self.order[np.minimum(np.searchsorted(self.edges, edges, sorter=self.order), len(self.order) - 1)]
        return np.where(self.edges[at] == edges, self.level[at], -1)

    def _tops(self) -> Numbers:
        import numpy as np

        corners = np.asarray(self.plan.places, dtype=np.float64)[self.start]
        found = np.concatenate(triangulate(corners, self.sizes))
        numbers: Numbers = (self.start * len(self.levels) + self.level)[found]
        return numbers

    def _walls(self, a: Numbers, b: Numbers, low: Numbers, high: Numbers) -> list[Numbers]:
        """Return the walls over edges a → b, seen from their right, split where other heights meet them."""
        import numpy as np

        count = len(self.levels)
        a, b = a * count, b * count
        made: Numbers = np.array((a + low, b + low, b + high, a + low, b + high, a + high)).T.reshape(-1, 3)
        between = [self.below[end // count, high] - self.below[end // count, low + 1] for end in (a, b)]
        split = np.flatnonzero(between[0] + between[1]).tolist()
        if not split:
            return [made]
        parts, done = [], 0
        for k in split:
            a_up, b_up = (
                [end[k] + z for z in (low[k], *self._met(end[k] // count, low[k], high[k]), high[k])] for end in (a, b)
            )
            parts += [made[2 * done : 2 * k], np.array(_split_wall(a_up, b_up, count), dtype=np.int64)]
            done = k + 1
        return [*parts, made[2 * done :]]

    def _met(self, place: int, low: int, high: int) -> list[int]:
        """Return the levels between two others that a place meets."""
        below = self.below[place]
        return [z for z in range(low + 1, high) if below[z + 1] > below[z]]

    def _outer_walls(self, outer: Sequence[bool]) -> Iterator[Numbers]:
        """Yield the walls over the edges of the outline and of holes, one plane polygon each."""
        import numpy as np

        sides = self.plan.sides
        many = len(self.plan.places)
        heads = np.array([side[:2] for side in sides], dtype=np.int64)
        tops = self._level_of(heads[:, 0] * many + heads[:, 1])
        plain = np.array([len(side) == 2 for side in sides])
        if not np.where(outer, True, plain & (self.levels[tops] == self.top)).all():
            raise ValueError("solid: a step touches the seam between two sectors")
        stepped = np.flatnonzero(~plain & outer).tolist()
        walls = self._stepped_walls([sides[k] for k in stepped])
        done = 0
        for k in (*stepped, len(sides)):
            own = done + np.flatnonzero(outer[done:k])
            yield from self._walls(heads[own, 0], heads[own, 1], np.zeros_like(own), tops[own])
            yield from walls[:1]
            del walls[:1]
            done = k + 1

    def _stepped_walls(self, sides: list[list[int]]) -> list[Numbers]:
        """Return the outer walls over edges of the outline: of each one plane polygon with a stepped top."""
        import numpy as np

        if not sides:
            return []
        many, count = len(self.plan.places), len(self.levels)
        edges = [a * many + b for side in sides for a, b in pairwise(side)]
        every = iter(self._level_of(np.array(edges)).tolist())
        heights = (self.levels * NANOMETRES).tolist()
        corners: list[int] = []
        flat: list[tuple[float, float]] = []
        sizes: list[int] = []
        for line in sides:
            levels = [0, *islice(every, len(line) - 1), 0]
            (x0, y0), *_ = places = self.plan.places[line].tolist()
            for k in range(len(line) - 1, -1, -1):  # anticlockwise, seen from outside
                z0, z1 = levels[k + 1], levels[k]  # right of the corner, then left of it
                inner = self._met(line[k], min(z0, z1), max(z0, z1))
                run = math.hypot(places[k][0] - x0, places[k][1] - y0)
                for z in dict.fromkeys([z0, *(inner if z0 < z1 else inner[::-1]), z1]):
                    corners.append(line[k] * count + z)
                    flat.append((run, heights[z]))
            sizes.append(len(flat) - sum(sizes))
        return [np.array(corners)[found] for found in triangulate(np.array(flat), [[size] for size in sizes])]

    def _surface(self, numbers: Numbers) -> Surface:
        """Return triangles as a surface."""
        import numpy as np

        every = numbers.ravel()
        first = np.full(len(self.plan.places) * len(self.levels), -1)
        first[every[::-1]] = np.arange(len(every) - 1, -1, -1)
        used = np.flatnonzero(first >= 0)
        used = used[np.argsort(first[used])]
        first[used] = np.arange(len(used))
        place, level = np.divmod(used, len(self.levels))
        corners = np.concatenate((self.mm[place], self.levels[level][:, None]), axis=1)
        return Surface.of(corners.tobytes(), first[numbers].astype(np.int32).tobytes())


def _split_wall(up_a: list[int], up_b: list[int], count: int) -> list[tuple[int, int, int]]:
    """Return a wall between two edges upwards. count: of levels."""
    facets: list[tuple[int, int, int]] = []
    i = j = 0
    while i + 1 < len(up_a) or j + 1 < len(up_b):
        if j + 1 == len(up_b) or (i + 1 < len(up_a) and up_a[i + 1] % count < up_b[j + 1] % count):
            facets.append((up_a[i], up_b[j], up_a[i + 1]))
            i += 1
        else:
            facets.append((up_a[i], up_b[j], up_b[j + 1]))
            j += 1
    return facets
