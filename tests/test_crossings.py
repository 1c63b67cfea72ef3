"""How often the paths of a tile may cross: each number is counted three ways, as is published and by trying."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

import pytest
from test_set_files import counts

from quasiprint.sets.choices import ONE_SIDED
from quasiprint.sets.counts import Choice
from quasiprint.sets.polygons import outline_of
from quasiprint.sets.proof import prove
from quasiprint.sets.set_file import FIXED, TWO_SIDED, SetDesign, Shape, read

# ways to join 2n ends with 0, 1, 2 … crossings, for n from 1: Touchard, 1952; Riordan, 1975 (A067311)
TOUCHARD = [[1], [2, 1], [5, 6, 3, 1], [14, 28, 28, 20, 10, 4, 1]]
LINKED = [("square", 1), ("square", 2), ("hexagon", 1), ("octagon", 1)]


@pytest.mark.parametrize(("polygon", "per"), LINKED)
def test_ways_to_join_ends_have_as_many_crossings_as_is_published(polygon: str, per: int) -> None:
    ways = TOUCHARD[outline_of(polygon).edges * per // 2 - 1]
    for most in range(len(ways)):
        shape = Shape("tile", outline_of(polygon), Choice("links", 1, per=per, crossing=most), FIXED)
        assert counts(shape) == (sum(ways[: most + 1]),) * 3


@pytest.mark.sampled(13)
@pytest.mark.parametrize(("polygon", "per"), LINKED)
@pytest.mark.parametrize(
    ("labels", "which", "symmetry"),
    [(1, "all", ONE_SIDED), (2, "all", ONE_SIDED), (1, "all", TWO_SIDED), (4, "all different", ONE_SIDED)],
)
def test_each_number_of_crossings_is_counted_as_by_brute_force(
    polygon: str, per: int, labels: int, which: str, symmetry: str
) -> None:
    outline = outline_of(polygon)
    found = joined(outline.edges, per, labels, which == "all different", symmetry == TWO_SIDED)
    for most in range(max(found) + 1):
        choice = Choice("links", labels, which, per=per, crossing=most)
        number = sum(tiles for crossings, tiles in found.items() if crossings <= most)
        assert counts(Shape("tile", outline, choice, symmetry)) == (number, number, number)


def joined(edges: int, per: int, labels: int, different: bool, over: bool) -> Counter[int]:
    """Return how many tiles have how many crossings, by trying: ends lie on a parabola, and straight links are cut."""
    n = edges * per
    spots = [(k, k * k) for k in range(n)]

    def left(a: int, b: int, c: int) -> bool:
        (ax, ay), (bx, by), (cx, cy) = spots[a], spots[b], spots[c]
        return (bx - ax) * (cy - ay) > (by - ay) * (cx - ax)

    def cut(one: frozenset[int], two: frozenset[int]) -> bool:
        (a, b), (c, d) = one, two
        return left(a, b, c) != left(a, b, d) and left(c, d, a) != left(c, d, b)

    def pairs(ends: frozenset[int]) -> Iterator[frozenset[frozenset[int]]]:
        if not ends:
            yield frozenset()
            return
        for other in ends - {max(ends)}:
            link = frozenset({max(ends), other})
            yield from (rest | {link} for rest in pairs(ends - link))

    turns = [[(k + per * turn) % n for k in range(n)] for turn in range(edges)]
    moves = turns + [[n - 1 - k for k in turn] for turn in turns] * over
    seen, found = set[Any](), Counter[int]()
    for links in pairs(frozenset(range(n))):
        for colours in product(range(labels), repeat=n // 2):
            tile = frozenset(zip(links, colours, strict=True))
            if (different and len(set(colours)) < n // 2) or tile in seen:
                continue
            seen |= {frozenset((frozenset(move[k] for k in link), c) for link, c in tile) for move in moves}
            found[sum(cut(*two) for two in combinations(links, 2))] += 1
    return found


def test_the_number_of_crossings_is_read_and_shown() -> None:
    def own(crossing: str, polygon: str = "hexagon") -> Shape:
        labels = f'{{ at = "links", count = 4{crossing} }}'
        content = f'[set]\ntitle = "x"\n[[shape]]\npolygon = "{polygon}"\nlabels = {labels}\nwhich = "all different"\n'
        (shape,) = read(content.encode(), "x.toml").shapes
        return shape

    assert own("").choice == own(", crossing = true").choice
    assert own(", crossing = 0").choice == own(", crossing = false").choice
    assert [len(own(f", crossing = {most}").tiles) for most in range(4)] == [20, 44, 56, 64]
    findings, facts = prove(SetDesign("", "", (own(", crossing = 2"),)), {"hexagon": own("").tiles})
    assert [finding.code for finding in findings] == ["tile-unasked"] * 8
    assert facts["hexagon"]["tiles by crossings"] == {"0": 20, "1": 24, "2": 12}
