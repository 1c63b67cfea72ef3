"""The surface of a sector: its top, the walls between its steps, and its share of the outer wall."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import chain, islice, pairwise
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
        every = chain.from_iterable(chain.from_iterable(rings for rings, _ in areas))
        self.start = np.fromiter(every, dtype=np.int64)
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
        walls, _ = self._walls(self.start[inner], self.end[inner], under[inner], self.level[inner])
        return self._surface(np.concatenate((self._tops(), walls, *self._outer_walls(outer))))

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

    def _walls(self, a: Numbers, b: Numbers, low: Numbers, high: Numbers) -> tuple[Numbers, Numbers]:
        """Return the walls over edges a → b, seen from their right, split where other heights meet them; and how many
        triangles each has."""
        import numpy as np

        count = len(self.levels)
        ends = np.array((a, b))
        a, b = ends * count
        made: Numbers = np.array((a + low, b + low, b + high, a + low, b + high, a + high)).T.reshape(-1, 3)
        more = self.below[ends, high] - self.below[ends, low + 1]
        sizes: Numbers = more[0] + more[1] + 2
        parts, done = [], 0
        for k in np.flatnonzero(sizes > 2).tolist():
            a_up, b_up = (
                [end[k] + z for z in (low[k], *self._met(end[k] // count, low[k], high[k]), high[k])] for end in (a, b)
            )
            parts += [made[2 * done : 2 * k], np.array(_split_wall(a_up, b_up, count), dtype=np.int64)]
            done = k + 1
        return np.concatenate((*parts, made[2 * done :])), sizes

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
        own = np.flatnonzero(plain & outer)
        walls, sizes = self._walls(heads[own, 0], heads[own, 1], np.zeros_like(own), tops[own])
        before = np.concatenate(((0,), sizes.cumsum()))[np.searchsorted(own, stepped)].tolist()
        done = 0
        for end, stepped_wall in zip(before, self._stepped_walls([sides[k] for k in stepped]), strict=True):
            yield walls[done:end]
            yield stepped_wall
            done = end
        yield walls[done:]

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
