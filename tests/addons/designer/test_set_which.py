"""Choice of tiles by what they have, and by how often their paths cross: each count by brute force."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, pairwise, product
from typing import Any

import pytest
from test_set_files import counts

from quasiprint.addons.designer.sets.counts import Choice
from quasiprint.addons.designer.sets.placed import judge
from quasiprint.addons.designer.sets.polygons import by_points, on_slots, outline_of
from quasiprint.addons.designer.sets.schema import ONE_SIDED
from quasiprint.addons.designer.sets.set_file import FIXED, TWO_SIDED, SetDesign, Shape, prove, read
from quasiprint.errors import InputError


def design(which: str, polygon: str = '"square"', labels: str = 'at = "edges", count = 3', more: str = "") -> SetDesign:
    shape = f"[[shape]]\npolygon = {polygon}\nlabels = {{ {labels} }}\nwhich = {which}\n{more}\n"
    return read(f'[set]\ntitle = "x"\nmost = 20000\n{shape}'.encode(), "x.toml")


def brute(shape: Shape) -> set[tuple[int, ...]]:
    """Every labelling, held to what its file says by trying all moves of the lattice's points."""
    choice, outline = shape.choice, shape.outline
    moves = [(on_slots(move, outline, choice.at), move.mirrored, move.edges) for move in by_points(outline)]
    own = [p for p, _ in shape.by_points]
    found = set()
    for labels in product(range(choice.labels), repeat=shape.slots):
        same = [
            mirrored
            for p, mirrored, edges in moves
            if (mirrored or edges != tuple(range(outline.edges))) and tuple(labels[k] for k in p) == labels
        ]
        kinds = {"rotations": False in same, "reflections": True in same, "none": not same, "": True}
        most = {"at most": choice.times, "all different": 1}.get(choice.which, len(labels))
        fits = choice.which != "no two neighbours alike" or all(a != b for a, b in pairwise((*labels, labels[0])))
        fits &= kinds[choice.symmetric] and choice.present <= {*labels} and not choice.absent & {*labels}
        if fits and max(map(labels.count, labels)) <= most:
            found.add(min(tuple(labels[k] for k in p) for p in own))
    return found


SAID = (
    '{ symmetric = "rotations" }',
    '{ symmetric = "reflections" }',
    '{ symmetric = "none" }',
    "{ with = [0] }",
    "{ with = [0, 2], without = [1] }",
    '{ at_most = 2, with = [1], symmetric = "reflections" }',
    '{ of = "no two neighbours alike", without = [0] }',
    '{ of = "no two neighbours alike", symmetric = "rotations" }',
    '{ of = "all different", with = [2], symmetric = "none" }',
)


@pytest.mark.parametrize("symmetry", ["rotations", "rotations and reflections", "none"])
@pytest.mark.parametrize("which", SAID)
def test_counts_agree_with_brute_force(which: str, symmetry: str) -> None:
    more = f'symmetry = "{symmetry}"'
    designs = [design(which, polygon, labels, more) for polygon, labels in (
        ('"square"', 'at = "edges", count = 3'),
        ('"triangle"', 'at = "corners", count = 4'),
        ('"thick-rhomb"', 'at = "edges", count = 3'),
        ('"kite"', 'at = "corners", count = 3'),
        *[('"triangle"', 'at = "edges and corners", count = 2')] * ("neighbours" not in which and "2" not in which),
    )]  # fmt: skip
    for own in designs:
        (shape,) = own.shapes
        tiles = brute(shape)
        assert (len(tiles), shape.closed_form) == (shape.closed_form, len(shape.tiles))
        assert set(shape.tiles) == tiles
        assert prove(own, {shape.name: shape.tiles})[0] == []


def layout(*tiles: tuple[str, int, int]) -> bytes:
    return json.dumps({"tiles": [{"tile": name, "at": [x, y]} for name, x, y in tiles]}).encode()


def test_labels_at_edges_and_corners_meet_each_in_its_place() -> None:
    own = design('"all"', labels='at = "edges and corners", count = 2', more='[rule]\nmatch = "equal"')
    # edges from the lower one, then corners from the lower left, anticlockwise
    right = judge(own, layout(("square-01000100", 0, 0), ("square-00011000", 1, 0)))
    assert right.legal
    edge = judge(own, layout(("square-00000100", 0, 0), ("square-00011000", 1, 0)))
    corner = judge(own, layout(("square-01000000", 0, 0), ("square-00011000", 1, 0)))
    assert [{finding.code for finding in one.findings} for one in (edge, corner)] == [
        {"join-labels"},
        {"corner-labels"},
    ]


@pytest.mark.parametrize(
    ("which", "said"),
    [
        ("{ with = [3] }", "[[shape]] which.with: found label 3, allowed are labels from 0 to 2"),
        ("{ with = [1], without = [1] }", "found label 1 here and under without"),
        ('{ with = ["B"] }', "found 'B', allowed is a number: labels have no names"),
        ("{ tiles = [[0, 0, 0, 0]], with = [0] }", "found tiles, with, allowed is one of of,"),
        ("{}", "found an empty table, allowed is one of"),
        ('{ symmetric = "rotation" }', "found 'rotation' (did you mean rotations?)"),
        ('{ of = "non-decreasing", symmetric = "none" }', "found 'none' with non-decreasing"),
    ],
)
def test_what_cannot_be_is_refused(which: str, said: str) -> None:
    with pytest.raises(InputError, match=re.escape(said)):
        design(which)
    with pytest.raises(InputError, match="found 'none' with links, allowed is it with labels at edges"):
        design('{ symmetric = "none" }', labels='at = "links"')


# --- How often the paths of a tile may cross ------------------------------------------------------


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
