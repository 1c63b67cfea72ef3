"""Areas: how two drawings differ, and what a bolder one looks like. Lengths in mm."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cached_property, lru_cache
from typing import Any

from quasiprint.model.face import Point, Region, Ring, area, bounds, region_area, snap_axes

SPECK = 1e-6  # mm²: less is no area
NEAR = 1e-4  # mm
SIDES = 8  # of an item, from which fingers come
GRIP = 0.01  # mm²: so much room the middle of a finger's tip has at least


class Silhouette:
    """A drawing that is compared with others, laid with the middle of its box on that of theirs. width: of the disc by
    which they are to differ, mm."""

    def __init__(self, areas: tuple[Region, ...], width: float) -> None:
        left, low, right, high = bounds(tuple(ring for region in areas for ring in region.rings) or (((0.0, 0.0),),))
        self._section = _section(areas, (left + right) / 2, (low + high) / 2)
        self._radius = width / 2

    @cached_property
    def _core(self) -> Any:
        """Where the middle of a disc may lie that is inside: less than all of it, in corners that turn inwards."""
        return _mitre(self._section, -self._radius)

    @cached_property
    def _shadow(self) -> Any:
        """Where the middle of a disc cannot lie that is outside: more than all of it, around corners."""
        return _mitre(self._section, self._radius)

    def differs(self, other: Silhouette, *, half_turn: bool = False) -> bool:
        """Tell whether two drawings differ somewhere by an area that holds the disc. half_turn: the other one is turned
        upside down."""
        turn = 180.0 if half_turn else 0.0
        # most differ by a disc inside of one and outside of the other, which takes no new outline to see
        if (self._core - other._shadow.rotate(turn)).area() > SPECK:
            return True
        if (other._core.rotate(turn) - self._shadow).area() > SPECK:
            return True
        a, b = self._section, other._section.rotate(turn)
        return bool(_round((a - b) + (b - a), -self._radius).area() > SPECK)


@lru_cache(maxsize=1024)
def holds_disc(ring: Ring, width: float) -> bool:
    """Tell whether a disc finds room inside a ring."""
    return bool(_round(_section((Region(ring),)), -width / 2).area() > SPECK)


@lru_cache(maxsize=1024)
def widest_disc(ring: Ring) -> float:
    """Return how wide a disc is that just finds room inside a ring, to a thousandth."""
    section = _section((Region(ring),))
    left, low, right, high = bounds((ring,))
    narrow, wide = 0.0, float(min(right - left, high - low))
    while wide - narrow > 1e-3 * wide:
        middle = (narrow + wide) / 2
        if _round(section, -middle / 2).area() > SPECK:
            narrow = middle
        else:
            wide = middle
    return wide


@lru_cache(maxsize=4096)
def beyond(first: tuple[Region, ...], second: tuple[Region, ...], by: float) -> bool:
    """Tell whether some area of `first` lies farther than `by` mm outside of `second`."""
    outside = _section(first) - _section(second)
    return outside.area() > SPECK and bool(_mitre(outside, -by).area() > 0)


def _section(areas: tuple[Region, ...], x0: float = 0.0, y0: float = 0.0) -> Any:
    """Return areas as one of manifold3d's, of which (x0, y0) is the origin."""
    import manifold3d

    rings = [ring for region in areas for ring in region.rings]
    if x0 or y0:
        rings = [tuple([(x - x0, y - y0) for x, y in ring]) for ring in rings]
    return manifold3d.CrossSection(rings, manifold3d.FillRule.EvenOdd)


def _round(section: Any, by: float, **steps: int) -> Any:
    """Return what lies inside when all lines are moved outwards, corners rounded. Moved inwards by the radius of a disc
    it is where the middle of one may lie that is inside."""
    import manifold3d

    return section.offset(by, manifold3d.JoinType.Round, **steps)


def _mitre(section: Any, by: float) -> Any:
    """Return what lies inside when all lines are moved outwards."""
    import manifold3d

    return section.offset(by, manifold3d.JoinType.Miter, 2.0)


def grow(areas: tuple[Region, ...], by: float) -> tuple[Region, ...]:
    """Return areas with every line moved outwards by `by`, corners mitred; apart if they were apart."""
    return regions(_mitre(_section(areas), by))


def grow_round(ring: Ring, by: float) -> tuple[Region, ...]:
    """Return what lies within `by` of a ring or inside, corners rounded in steps of 15°."""
    return regions(_round(_section((Region(ring),)), by, circular_segments=24))


def regions(
    section: Any, rounded: Callable[[list[Point]], Ring] = lambda ring: snap_axes(*zip(*ring, strict=True))
) -> tuple[Region, ...]:
    """Return the areas of a manifold3d.CrossSection, each with its holes, from left to right. rounded: of a ring."""
    found = []
    for part in section.decompose():
        rings = [_from_least(rounded([(float(x), float(y)) for x, y in ring])) for ring in part.to_polygons()]
        if not rings:  # nothing is left
            continue
        outer = max(rings, key=area)
        holes = sorted(ring for ring in rings if ring is not outer)
        found.append(Region(outer, tuple(holes)))
    return tuple(sorted(found, key=lambda region: region.outer))


def _from_least(ring: Ring) -> Ring:
    """Return a ring begun at its least point: the library may begin anywhere."""
    k = ring.index(min(ring))
    return ring[k:] + ring[:k]


def unite(areas: tuple[Region, ...]) -> tuple[Region, ...]:
    """Return what areas cover together, as areas that do not touch. Points nearer than `NEAR` mm to a line are left
    out."""
    return regions(_together(areas).simplify(NEAR))


def _together(areas: tuple[Region, ...]) -> Any:
    import manifold3d

    return manifold3d.CrossSection.batch_boolean([_section((region,)) for region in areas], manifold3d.OpType.Add)


def common(first: tuple[Region, ...], second: tuple[Region, ...]) -> tuple[Region, ...]:
    """Return what lies in both of two groups of areas. Points nearer than `NEAR` mm to a line are left out."""
    return regions((_section(first) ^ _section(second)).simplify(NEAR))


def close_gaps(areas: tuple[Region, ...], gap: float) -> tuple[Region, ...]:
    """Return areas together, and what lies between two of them that are nearer than a gap."""
    closed = _mitre(_mitre(_section(areas), gap / 2), -gap / 2)
    return regions(closed.simplify(NEAR))


def opening(areas: tuple[Region, ...], least: float, smallest: float) -> tuple[Region, ...]:
    """Return what of areas is nowhere narrower than `least` mm, without parts smaller than `smallest` mm²."""
    whole = _section(areas)
    opened = _mitre(_mitre(whole, -least / 2), least / 2) ^ whole
    return tuple(region for region in regions(opened.simplify(NEAR)) if region_area(region) >= smallest)


def is_gripped(region: Region, solids: tuple[Region, ...], width: float, play: float) -> bool:
    """Tell whether two fingertips, discs `width` mm across, get hold of a region: from two of its eight sides that are
    opposite, or nearly so, each comes within `play` mm of it and meets none of the solids beside it."""
    body = _section((region,))
    free = _round(body, width / 2 + play) - _round(body, width / 2 + NEAR) - _round(_section(solids), width / 2)
    left, low, right, high = bounds((region.outer,))
    x, y, far = (left + right) / 2, (low + high) / 2, right - left + high - low + 4 * width
    found = set()
    for side in range(SIDES):
        ends = [math.tau * (side + half) / SIDES for half in (-0.5, 0.5)]
        wedge = Region(((x, y), *((x + far * math.cos(end), y + far * math.sin(end)) for end in ends)))
        if (free ^ _section((wedge,))).area() > GRIP:
            found.add(side)
    return any((first - second) % SIDES in (SIDES // 2 - 1, SIDES // 2) for first in found for second in found)


def room_beside(region: Region, obstacles: tuple[Region, ...], width: float) -> int:
    """Return at how many places apart a disc `width` mm across has room in an area, beside what stands in it."""
    free = _section((region,))
    for obstacle in obstacles:  # which may lie above one another
        free -= _section((obstacle,))
    return sum(part.area() > SPECK for part in _round(free, -width / 2).decompose())


def difference(areas: tuple[Region, ...], taken: tuple[Region, ...]) -> tuple[Region, ...]:
    """Return what is left of disjoint areas without what others cover. Points nearer than `NEAR` mm to a line are left
    out."""
    return regions((_section(areas) - _together(taken)).simplify(NEAR))


def hull(points: tuple[Point, ...]) -> Ring:
    """Return the convex outline around points, anticlockwise."""
    import manifold3d

    return regions(manifold3d.CrossSection.hull_points(list(points)).simplify(NEAR))[0].outer


@lru_cache(maxsize=4096)
def clip_inside(areas: tuple[Region, ...], outline: Ring, clear: float, least: float) -> tuple[Region, ...]:
    """Return what of areas lies farther than `clear` inside an outline, mm; without what is narrower than `least`."""
    room = _mitre(_section((Region(outline),)), -clear)
    found: list[Region] = []
    for region in areas:
        inner = _section((region,)) ^ room
        if _round(inner, -least / 2).area() > SPECK:
            found += [part for part in regions(inner.simplify(NEAR)) if widest_disc(part.outer) >= least]
    return tuple(found)
