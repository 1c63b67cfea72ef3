"""Choice of tiles by what they have: labels on them or not, and their own symmetry; each count by brute force."""

from __future__ import annotations

import json
import re
from itertools import pairwise, product

import pytest

from quasiprint.model.errors import InputError
from quasiprint.sets.judge import judge
from quasiprint.sets.polygons import by_points, on_slots
from quasiprint.sets.proof import prove
from quasiprint.sets.set_file import SetDesign, Shape, read


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
    ("which", "labels", "said"),
    [
        (
            "{ with = [3] }",
            'at = "edges", count = 3',
            "[[shape]] which.with: found label 3, allowed are labels from 0 to 2",
        ),
        ("{ with = [1], without = [1] }", 'at = "edges", count = 3', "found label 1 here and under without"),
        ('{ with = ["B"] }', 'at = "edges", count = 3', "found 'B', allowed is a number: labels have no names"),
        (
            "{ tiles = [[0, 0, 0, 0]], with = [0] }",
            'at = "edges", count = 3',
            "found tiles, with, allowed is one of of,",
        ),
        ("{}", 'at = "edges", count = 3', "found an empty table, allowed is one of"),
        ('{ symmetric = "rotation" }', 'at = "edges", count = 3', "found 'rotation' (did you mean rotations?)"),
        ('{ symmetric = "none" }', 'at = "links"', "found 'none' with links, allowed is it with labels at edges"),
        (
            '{ of = "non-decreasing", symmetric = "none" }',
            'at = "edges", count = 3',
            "found 'none' with non-decreasing",
        ),
    ],
)
def test_what_cannot_be_is_refused(which: str, labels: str, said: str) -> None:
    with pytest.raises(InputError, match=re.escape(said)):
        design(which, labels=labels)
