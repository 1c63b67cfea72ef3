"""Layouts: puzzles of the book and what its pictures show, stripes that match on every edge, and Penrose tilings.

A tile of a puzzle is written "thin-0121@-1,1,0,1/0": its name, read from the acute corner with these coordinates, and
the direction of its first edge. The tiles have three colours, so larger sets have them, too.

Stripes are found by trying, tile by tile from the middle outwards, and taking back what leads nowhere. Figures show
tiles of the set, so that a reader can lay them.

Tilings are made exactly, by substitution, to compare layouts with them. A rhomb is two triangles, cut along the thin
one's short and the thick one's long diagonal. One step stretches the plane by the golden ratio φ and cuts each
stretched triangle into two or three of the old size. φ times a point is the point turned a tenth of a turn either way,
added up: 2 cos 36° = φ.
"""

from __future__ import annotations

import math
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import product
from pathlib import Path
from typing import cast

from quasiprint.exact.orbit import Labels, labellings
from quasiprint.exact.zeta import ORIGIN, TURN, Zeta, unit
from quasiprint.games.quasimino.design import ACUTE, DIRECTIONS, HALF_TURN, Star, angles, rotations
from quasiprint.games.quasimino.rules import BLANK, PlacedRhomb, beside, form_parallelogram, judge, patch, read

STARTS, TRIES = 12, 400  # how often it is begun anew, and tiles laid each time
PARTS = 3  # of the list of all stripes: tiles are tried from one after the other, so that no colour is left out


def far(point: Zeta) -> float:
    """Return how far a point is from the origin, in edge lengths."""
    return math.hypot(*point.to_xy())


def with_stripes(tiles: Sequence[PlacedRhomb], colours: int) -> tuple[PlacedRhomb, ...]:
    """Return tiles with stripes that match on every edge, no tile twice; but of one colour there are only two tiles."""
    numbers: dict[frozenset[Zeta], int] = {}
    ends = [[frozenset((corner, tile.corners[k - 3])) for k, corner in enumerate(tile.corners)] for tile in tiles]
    edges = [[numbers.setdefault(two, len(numbers)) for two in four] for four in ends]
    found = (_search_stripes(tiles, edges, colours, start) for start in range(STARTS))
    marks = next(filter(None, found), {})
    lying = zip(tiles, edges, strict=True)
    return tuple(replace(tile, colours=tuple(marks.get(edge, 0) for edge in four)) for tile, four in lying)


def _search_stripes(
    tiles: Sequence[PlacedRhomb], edges: Sequence[Sequence[int]], colours: int, start: int
) -> dict[int, int] | None:
    """Return a colour for each edge, None if that was not found in time. edges: of each tile, by number. start: with
    which stripes it begins."""
    order = sorted(range(len(tiles)), key=lambda n: (round(sum(map(far, tiles[n].corners)), 6), n))
    kinds = sorted(labellings(HALF_TURN, colours))
    step = next(n for n in range(len(kinds) // PARTS + 1, 2 * len(kinds) + 1) if math.gcd(n, len(kinds)) == 1)
    first = max(range(len(kinds)), key=lambda n: (len(set(kinds[n])), -n)) + start  # a tile alone shows many colours
    tries = iter(range(TRIES))

    def lay(at: int, fixed: dict[int, int], used: frozenset[tuple[str, Labels]]) -> dict[int, int] | None:
        """Return a colour for each edge, those of the first tiles fixed; None if there is none, or no time is left."""
        if at == len(order):
            return fixed
        shape, labels = tiles[order[at]].shape, edges[order[at]]
        names = [kinds[(first + number * step + 17 * at) % len(kinds)] for number in range(len(kinds))]
        for name in (name for name in names if (shape, name) not in used):
            for marks in dict.fromkeys((name, name[2:] + name[:2])):
                if all(fixed.get(edge, mark) == mark for edge, mark in zip(labels, marks, strict=True)):
                    if next(tries, None) is None:
                        return None
                    done = lay(at + 1, fixed | dict(zip(labels, marks, strict=True)), used | {(shape, name)})
                    if done is not None:
                        return done
        return None

    return lay(0, {}, frozenset())


Triangle = tuple[bool, Zeta, Zeta, Zeta]  # whether of a thick rhomb; its apex and the other two corners


def stretch(point: Zeta) -> Zeta:
    """Return a point times φ."""
    return point.turn(1) + point.turn(-1)


def finer(triangle: Triangle) -> tuple[Triangle, ...]:
    """Return the triangles that a stretched one is made of."""
    thick, a, b, c = triangle
    long_a, long_b, long_c = stretch(a), stretch(b), stretch(c)
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
        first, second = (DIRECTIONS[end - corner] for end in ends)
        turn = first if (second - first) % TURN == ACUTE[shape] else second
        opposite = corner + unit(turn) + unit(turn + ACUTE[shape])
        if turn >= TURN // 2:  # a half turn leaves a rhomb as it is: one name for both of its triangles
            corner, turn = opposite, turn - TURN // 2
        found[shape, corner, turn] = None
    return tuple(PlacedRhomb(n, shape, BLANK, corner, turn) for n, (shape, corner, turn) in enumerate(found, 1))


def full_vertices(tiles: Sequence[PlacedRhomb]) -> tuple[Zeta, ...]:
    """Return the covered vertices of a layout."""
    return tuple(cast("list[Zeta]", patch(tiles).inner_corners()))


def stars_of(tiles: Sequence[PlacedRhomb]) -> dict[Zeta, Star]:
    """Return the star of each covered vertex, least of its rotations and reflections."""
    around: dict[Zeta, dict[int, int]] = {corner: {} for corner in full_vertices(tiles)}
    for tile in tiles:
        corners = tile.corners
        for k, (corner, angle) in enumerate(zip(corners, angles(tile.shape), strict=True)):
            if corner in around:
                around[corner][DIRECTIONS[corners[(k + 1) % 4] - corner]] = angle
    angles_at = {corner: tuple(angle for _, angle in sorted(angles.items())) for corner, angles in around.items()}
    return {corner: min(rotations(star) | rotations(star[::-1])) for corner, star in angles_at.items()}


@lru_cache(maxsize=4)
def kinds(steps: int) -> frozenset[Star]:
    """Return the stars that come up in a tiling of so many steps."""
    return frozenset(stars_of(tiling(steps)).values())


def at_vertex(star: Star) -> tuple[PlacedRhomb, ...]:
    """Return tiles without colours around the origin, the first from the direction 0 on."""
    tiles, start = [], 0
    for number, angle in enumerate(star, 1):
        shape = next(shape for shape in ACUTE if angle in angles(shape))
        acute = angle == ACUTE[shape]
        corner, turn = (ORIGIN, start) if acute else (unit(start), start + angle)
        tiles.append(PlacedRhomb(number, shape, BLANK, corner, turn % TURN))
        start += angle
    return tuple(tiles)


def mistakes(layouts: Iterable[Sequence[PlacedRhomb]], colours: int) -> Counter[str]:
    """Return how many pairs of some layouts break the law of colours, and that of parallelograms."""
    codes = [finding.code for tiles in layouts for finding in judge(tuple(tiles), colours)[0]]
    return Counter(colour=codes.count("join-colour"), parallelogram=codes.count("join-parallelogram"))


def verdict(tiles: Sequence[PlacedRhomb], colours: int) -> dict[str, object]:
    """Return what the rules say of a layout of different tiles."""
    findings, lying, overlapping = judge(tuple(tiles), colours)
    return {
        "legal": not findings,
        "tiles": len(tiles),
        "covered": len(lying.inner_corners(overlapping)),
        "boundary": lying.boundary_edges,
    }


def ways() -> Iterator[tuple[bool, tuple[PlacedRhomb, PlacedRhomb]]]:
    """Yield each way in which two tiles can share an edge, up to rotation and reflection, and whether it is allowed."""
    for (left, right), side in product((("thick", "thick"), ("thick", "thin"), ("thin", "thin")), range(2)):
        first = PlacedRhomb(1, left, BLANK, ORIGIN, 0)
        yield not form_parallelogram(left, 0, right, side), (first, beside(right, 0, first, side))


OPENING: Star = (1, 3, 3, 3)  # the first tile and the third lie open, the second joins them, the last covers the vertex
ROSETTE = 3  # steps of a Penrose tiling
# edge lengths: how far the tiles of a rosette reach from its centre, where there are too few for all; by colours
REACHES = {2: 1.7, 3: 4.3}


@lru_cache(maxsize=1)  # in four pictures
def opening(colours: int) -> tuple[PlacedRhomb, ...]:
    """Return five tiles in the order in which they are laid: two open tiles, the tile that joins them, a tile that
    covers their vertex, and a tile that covers no vertex."""
    first, joining, third, closing = with_stripes(at_vertex(OPENING), colours)
    marks = (third.colours[0], *((k + 1) % colours for k in range(1, 4)))
    last = replace(beside("thin", 0, third, 0), colours=marks, entry=5)
    return first, third, joining, closing, last


def edges_touched(tiles: Sequence[PlacedRhomb], at: int) -> int:
    """Return along how many edges the tile at this place of a layout touches others."""
    return sum(at in (first, second) for (first, _), (second, _) in patch(tiles).joins())


def rearrangement(
    colours: int,
) -> tuple[tuple[PlacedRhomb, ...], tuple[PlacedRhomb, ...], tuple[PlacedRhomb, PlacedRhomb], PlacedRhomb]:
    """Return a layout before and after a move with a rearranged tile, that tile in both, and the new one. The first
    place that fits is taken."""
    after = with_stripes(at_vertex((2, 2, 2, 4)), colours)
    first, second, moving, new = after
    for base, edge, side in product((first, second), range(4), range(4)):
        away = replace(beside(moving.shape, edge, base, side), colours=moving.colours, entry=moving.entry)
        before = (first, second, away)
        lies = not patch(before).overlaps() and not patch(before).misfits()
        if lies and not mistakes([before], colours).total() and edges_touched(before, 2) == 1:
            return before, after, (away, moving), new
    raise ValueError("figure: found no place for the tile that is to move")


def rosette(colours: int) -> tuple[PlacedRhomb, ...]:
    """Return a rosette, a piece of a Penrose tiling, as large as the tiles of so many colours make it; two tiles of
    one."""
    reach = REACHES.get(colours, math.inf)
    bare = [tile for tile in tiling(ROSETTE) if max(map(far, tile.corners)) < reach]
    return with_stripes(bare if colours > 1 else at_vertex((2, 4))[:2], colours)


POSTER = Path(__file__).parent / "record.json"  # the layout with the most covered vertices that is known
USUAL = 3  # colours of the set that the rules are written for
FAST_RIM = TURN + 2  # edges: ten enclose no more than the regular decagon of side 1, and an odd number nothing


def parse_tiles(text: str) -> tuple[PlacedRhomb, ...]:
    """Return tiles as they lie, numbered from 1."""
    tiles = []
    for number, entry in enumerate(text.split(), 1):
        name, _, place = entry.partition("@")
        corner, _, turn = place.partition("/")
        shape, marks = name.split("-")
        tiles.append(PlacedRhomb(number, shape, tuple(map(int, marks)), Zeta(*map(int, corner.split(","))), int(turn)))
    return tuple(tiles)


_DATA = tomllib.loads((Path(__file__).parent / "puzzles.toml").read_text(encoding="utf-8"))
PUZZLES = {name: parse_tiles(text) for name, text in _DATA["puzzles"].items()}


def most(tiles: int, rim: int) -> int:
    """Return how many vertices one layout without holes covers, by Euler's count. rim: the edges of its boundary."""
    return 1 + tiles - rim // 2


def poster() -> tuple[PlacedRhomb, ...]:
    """Return the layout with the most covered vertices."""
    return read(POSTER.read_bytes())[0]
