"""True Penrose tilings of thick and thin rhombs, by substitution, exactly: to compare Quasimino's layouts with them.

A rhomb is two triangles, cut along the thin one's short and the thick one's long diagonal. One step stretches the
plane by the golden ratio φ and cuts each stretched triangle into two or three of the old size. φ times a point is the
point turned a tenth of a turn either way, added up: 2 cos 36° = φ.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import cast

from quasiprint.exact.zeta import ORIGIN, TURN, Zeta, unit
from quasiprint.games.quasimino.rhomb import ACUTE, Star, angles, rotations
from quasiprint.games.quasimino.rules import PlacedRhomb, patch

Triangle = tuple[bool, Zeta, Zeta, Zeta]  # whether of a thick rhomb; its apex and the other two corners
BLANK = (0, 0, 0, 0)
DIRECTIONS = {unit(t): t for t in range(TURN)}


def stretched(point: Zeta) -> Zeta:
    """Return a point times φ."""
    return point.turned(1) + point.turned(-1)


def finer(triangle: Triangle) -> tuple[Triangle, ...]:
    """Return the triangles that a stretched one is made of."""
    thick, a, b, c = triangle
    long_a, long_b, long_c = stretched(a), stretched(b), stretched(c)
    if not thick:
        p = long_a + b - a
        return ((False, long_c, p, long_b), (True, p, long_c, long_a))
    q, r = long_b + a - b, long_b + c - b
    return ((True, r, long_c, long_a), (True, q, r, long_b), (False, r, q, long_a))


def tiling(steps: int) -> tuple[PlacedRhomb, ...]:
    """Return the rhombs, without colours, that so many steps make of ten thin triangles around a point."""
    triangles: list[Triangle] = []
    for k in range(TURN):
        ends = (unit(k), unit(k + 1))
        triangles.append((False, ORIGIN, *(ends if k % 2 else ends[::-1])))
    for _ in range(steps):
        triangles = [part for triangle in triangles for part in finer(triangle)]
    found: dict[tuple[str, Zeta, int], None] = {}
    for thick, a, b, c in triangles:
        shape, corner, ends = ("thick", b, (a, b + c - a)) if thick else ("thin", a, (b, c))
        one, two = (DIRECTIONS[end - corner] for end in ends)
        turn = one if (two - one) % TURN == ACUTE[shape] else two
        opposite = corner + unit(turn) + unit(turn + ACUTE[shape])
        if turn >= TURN // 2:  # a half turn leaves a rhomb as it is: one name for both of its triangles
            corner, turn = opposite, turn - TURN // 2
        found[shape, corner, turn] = None
    return tuple(PlacedRhomb(n, shape, BLANK, corner, turn) for n, (shape, corner, turn) in enumerate(found, 1))


def covered(tiles: Sequence[PlacedRhomb]) -> tuple[Zeta, ...]:
    """Return the covered vertices of a layout."""
    return tuple(cast("list[Zeta]", patch(tiles).covered()))


def stars_of(tiles: Sequence[PlacedRhomb]) -> dict[Zeta, Star]:
    """Return the star of each covered vertex, least of its rotations and reflections."""
    around: dict[Zeta, dict[int, int]] = {corner: {} for corner in covered(tiles)}
    for tile in tiles:
        corners = tile.corners
        for k, (corner, angle) in enumerate(zip(corners, angles(tile.shape), strict=True)):
            if corner in around:
                around[corner][DIRECTIONS[corners[(k + 1) % 4] - corner]] = angle
    every = {corner: tuple(angle for _, angle in sorted(angles.items())) for corner, angles in around.items()}
    return {corner: min(rotations(star) | rotations(star[::-1])) for corner, star in every.items()}


@lru_cache(maxsize=4)
def kinds(steps: int) -> frozenset[Star]:
    """Return the stars that come up in a tiling of so many steps."""
    return frozenset(stars_of(tiling(steps)).values())
