"""Which vertex stars can be part of more: a star is kept if around it all its points can be surrounded too, by stars
that are kept. What is left out stands in no layout that goes on to all sides. What is kept may yet do so nowhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from quasiprint.addons.designer.sets.corners import Corners, TooMany, View
from quasiprint.addons.designer.sets.placed import Point, integers

MOST_STEPS = 20_000  # stars laid


@dataclass(frozen=True, slots=True)
class Laid:
    """A tile laid. at: its least corner. corner: the number of that, as if it lay at 0. shows: its view's number."""

    at: Point
    corner: int
    shows: int


LabelledStar = tuple[tuple[int, View], ...]  # the tiles around a point: the corner's number and what the tile shows
StarAt = frozenset[Laid]


class Coronas:
    """Stars, and what can be laid around them."""

    def __init__(self, corners: Corners, stars: Sequence[LabelledStar]) -> None:
        self._corners, self._stars, self._steps = corners, stars, 0
        self._laid: dict[tuple[LabelledStar, int], list[Laid]] = {}
        self._views: list[View] = []
        self._numbers: dict[View, int] = {}
        self._further: dict[tuple[int, int], int] = {}
        self._known: dict[tuple[int, int, int, int, Point], bool] = {}

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
        by_view: dict[tuple[int, int], list[tuple[LabelledStar, int]]] = {}
        for other in others:
            for k, (number, view) in enumerate(other):
                by_view.setdefault((self._corners.all[number].kind, self._number(view)), []).append((other, k))
        choices = {point: list(self._stars_at(point, tiles, by_view)) for point in sorted(rim, key=integers)}
        return self._surround(tiles, choices)

    def _surround(self, tiles: StarAt, choices: Mapping[Point, Sequence[StarAt]]) -> bool:
        """Tell whether points can be surrounded. choices: of each, the stars that fit there, beside tiles that lie."""
        if not choices:
            return True
        self._steps += 1
        if self._steps > MOST_STEPS:
            raise TooMany(f"more than {MOST_STEPS:,} steps would be needed to see which stars can be part of more")
        here = min(choices, key=lambda point: len(choices[point]))
        for star in choices[here]:
            new = star - tiles
            left = {
                point: [other for other in ways if self._all_fit(other - new, new - other)]
                for point, ways in choices.items()
                if point != here
            }
            if self._surround(tiles | star, left):
                return True
        return False

    def _stars_at(
        self, point: Point, tiles: StarAt, by_view: Mapping[tuple[int, int], Sequence[tuple[LabelledStar, int]]]
    ) -> Iterator[StarAt]:
        """Yield the stars that fit around a point, where tiles lie already."""
        there = {tile for tile in tiles if point in self._points(tile)}
        number, shows = self._from(next(iter(there)), point)
        corner = self._corners.all[number]
        seen = set[StarAt]()
        for star, k in by_view.get((corner.kind, shows), ()):
            star_at = self._tiles(point, star, corner.turn - self._corners.all[star[k][0]].turn)
            if star_at in seen or not there <= star_at:
                continue
            seen.add(star_at)
            if self._all_fit(star_at - there, tiles - there):
                yield star_at

    def _tiles(self, at: Point, star: LabelledStar, turn: int) -> StarAt:
        """Return the tiles of a star, turned and laid around a point."""
        if (star, turn) not in self._laid:
            self._laid[star, turn] = [self._from_least(self._corners.turned(n, turn), view) for n, view in star]
        return frozenset(Laid(at + tile.at, tile.corner, tile.shows) for tile in self._laid[star, turn])

    def _from_least(self, number: int, view: View) -> Laid:
        """Return a tile that lies with a corner at 0."""
        points = self._corners.all[number].points
        k = min(range(len(points)), key=lambda k: integers(points[k]))
        return Laid(points[k], self._corners.seen_from(number, k), self._seen_from(self._number(view), k))

    def _points(self, tile: Laid) -> list[Point]:
        return [tile.at + point for point in self._corners.all[tile.corner].points]

    def _from(self, tile: Laid, point: Point) -> tuple[int, int]:
        """Return the corner of a tile that lies at a point, and the number of what the tile shows from there."""
        k = self._corners.all[tile.corner].points.index(point - tile.at)
        return self._corners.seen_from(tile.corner, k), self._seen_from(tile.shows, k)

    def _number(self, view: View) -> int:
        """Return the number of a view: views are long to compare."""
        if view not in self._numbers:
            self._numbers[view] = len(self._views)
            self._views.append(view)
        return self._numbers[view]

    def _seen_from(self, shows: int, k: int) -> int:
        """Return the number of what a tile shows, seen from k corners further on."""
        if (shows, k) not in self._further:
            view = self._views[shows]
            n = len(view) // 2
            self._further[shows, k] = self._number((*view[k:n], *view[:k], *view[n + k :], *view[n : n + k]))
        return self._further[shows, k]

    def _all_fit(self, some: StarAt, others: StarAt) -> bool:
        return all(self._fits(one, other) for one in some for other in others)

    def _fits(self, one: Laid, other: Laid) -> bool:
        step = other.at - one.at
        key = one.corner, one.shows, other.corner, other.shows, step
        if key not in self._known:
            meetings = self._corners.meetings(one.corner, other.corner, step)
            own, met = self._views[one.shows], self._views[other.shows]
            self._known[key] = meetings is not None and all(self._corners.may_meet(own[i], met[j]) for i, j in meetings)
        return self._known[key]
