"""Which vertex stars can be part of more: a star is kept if around it all its points can be surrounded too, by stars
that are kept. What is left out stands in no layout that goes on to all sides. What is kept may yet do so nowhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from quasiprint.sets.corners import Corners, TooMany, View
from quasiprint.sets.placed import Point, integers
from quasiprint.values import dataclass

MOST_STEPS = 40_000  # stars laid


@dataclass(frozen=True, slots=True)
class Laid:
    """A tile laid. at: its least corner. corner: the number of that, as if it lay at 0. view: what the tile shows."""

    at: Point
    corner: int
    view: View


LabelledStar = tuple[tuple[int, View], ...]  # the tiles around a point: the corner's number and what the tile shows


class Coronas:
    """Stars, and what can be laid around them."""

    def __init__(self, corners: Corners, stars: Sequence[LabelledStar]) -> None:
        self._corners, self._stars, self._steps = corners, stars, 0
        self._laid: dict[tuple[LabelledStar, int], list[Laid]] = {}

    def kept(self) -> list[LabelledStar]:
        """Return the stars that are kept. Raises TooMany."""
        left = list(self._stars)
        while True:
            kept = [star for star in left if self._can_go_on(star, left)]
            if len(kept) == len(left):
                return kept
            left = kept

    def _can_go_on(self, star: LabelledStar, others: Sequence[LabelledStar]) -> bool:
        zero: Point = self._corners.all[star[0][0]].points[0]
        tiles = self._tiles(zero, star, 0)
        rim = {point for tile in tiles for point in self._points(tile)} - {zero}
        by_view: dict[tuple[int, View], list[tuple[LabelledStar, int]]] = {}
        for other in others:
            for k, (number, view) in enumerate(other):
                by_view.setdefault((self._corners.all[number].kind, view), []).append((other, k))
        return self._surround(tiles, sorted(rim, key=integers), by_view)

    def _surround(
        self,
        tiles: frozenset[Laid],
        rim: Sequence[Point],
        by_view: Mapping[tuple[int, View], Sequence[tuple[LabelledStar, int]]],
    ) -> bool:
        """Tell whether all points of a rim can be surrounded."""
        if not rim:
            return True
        self._steps += 1
        if self._steps > MOST_STEPS:
            raise TooMany(f"more than {MOST_STEPS:,} steps would be needed to see which stars can be part of more")
        choices = [(list(self._stars_at(point, tiles, by_view)), point) for point in rim]
        ways, here = min(choices, key=lambda one: len(one[0]))
        left = [point for point in rim if point != here]
        return any(self._surround(tiles | star, left, by_view) for star in ways)

    def _stars_at(
        self,
        point: Point,
        tiles: frozenset[Laid],
        by_view: Mapping[tuple[int, View], Sequence[tuple[LabelledStar, int]]],
    ) -> Iterator[frozenset[Laid]]:
        """Yield the stars that fit around a point, where tiles lie already."""
        there = {tile for tile in tiles if point in self._points(tile)}
        number, view = self._from(next(iter(there)), point)
        corner = self._corners.all[number]
        seen = set[frozenset[Laid]]()
        for star, k in by_view.get((corner.kind, view), ()):
            star_at = self._tiles(point, star, corner.turn - self._corners.all[star[k][0]].turn)
            if star_at in seen or not there <= star_at:
                continue
            seen.add(star_at)
            if all(self._fits(one, other) for one in star_at - there for other in tiles - there):
                yield star_at

    def _tiles(self, at: Point, star: LabelledStar, turn: int) -> frozenset[Laid]:
        """Return the tiles of a star, turned and laid around a point."""
        if (star, turn) not in self._laid:
            self._laid[star, turn] = [self._from_least(self._corners.turned(n, turn), view) for n, view in star]
        return frozenset(Laid(at + tile.at, tile.corner, tile.view) for tile in self._laid[star, turn])

    def _from_least(self, number: int, view: View) -> Laid:
        """Return a tile that lies with a corner at 0."""
        points = self._corners.all[number].points
        k = min(range(len(points)), key=lambda k: integers(points[k]))
        return Laid(points[k], self._corners.seen_from(number, k), _from_corner(view, k))

    def _points(self, tile: Laid) -> list[Point]:
        return [tile.at + point for point in self._corners.all[tile.corner].points]

    def _from(self, tile: Laid, point: Point) -> tuple[int, View]:
        """Return the corner of a tile that lies at a point, and what the tile shows from there."""
        k = self._corners.all[tile.corner].points.index(point - tile.at)
        return self._corners.seen_from(tile.corner, k), _from_corner(tile.view, k)

    def _fits(self, one: Laid, other: Laid) -> bool:
        if one == other:
            return True
        step = other.at - one.at
        meetings = self._corners.meetings(one.corner, other.corner, step)
        return meetings is not None and all(self._corners.may_meet(one.view[i], other.view[j]) for i, j in meetings)


def _from_corner(view: View, k: int) -> View:
    """Return what a tile shows, seen from k corners further on."""
    n = len(view) // 2
    return (*view[k:n], *view[:k], *view[n + k :], *view[n : n + k])
