"""Choice of tiles by what they have: labels on them or not, and their own symmetry; each count by brute force."""

from __future__ import annotations

import json
import re
from itertools import pairwise, product
from pathlib import Path

import pytest

import quasiprint
from quasiprint.addons.designer.sets.judge import judge
from quasiprint.addons.designer.sets.laws import laws
from quasiprint.addons.designer.sets.polygons import by_points, on_slots
from quasiprint.addons.designer.sets.proof import prove
from quasiprint.addons.designer.sets.set_file import SetDesign, Shape, read
from quasiprint.checks import check_set
from quasiprint.checks.marks import features
from quasiprint.checks.well_drawn import well_drawn
from quasiprint.model.errors import InputError


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


def test_a_hexagon_has_as_many_symmetric_tiles_as_all_without_the_others() -> None:
    counts = {}
    for said in ('"all"', '{ symmetric = "rotations" }', '{ symmetric = "reflections" }', '{ symmetric = "none" }'):
        (shape,) = design(said, '"hexagon"', 'at = "edges", count = 4', 'symmetry = "rotations"').shapes
        counts[said] = shape.closed_form
    # necklaces of six beads in four colours: 700 in all, of which 160 are their own mirror images (bracelets: 430)
    assert counts['"all"'] == 700
    assert counts['{ symmetric = "reflections" }'] == 2 * 430 - 700
    # of period one, two and three: 4, 6 and 20
    assert counts['{ symmetric = "rotations" }'] == 4 + 6 + 20


def test_labels_at_edges_and_corners_are_counted_together() -> None:
    (shape,) = design('"all"', labels='at = "edges and corners", count = 2').shapes
    # Burnside: of 2 ** 8 labellings a quarter turn leaves 2 ** 2, a half turn 2 ** 4
    assert shape.closed_form == len(shape.tiles) == (2**8 + 2 * 2**2 + 2**4) // 4 == len(brute(shape))
    both = design('"all"', labels='at = "edges and corners", count = 2', more='symmetry = "rotations and reflections"')
    assert both.shapes[0].closed_form == len(brute(both.shapes[0]))


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


@pytest.mark.parametrize("polygon", ["square", "kite", "triangle"])
def test_labels_at_edges_and_corners_are_of_one_size_and_read_back(polygon: str, tmp_path: Path) -> None:
    file = tmp_path / "both.toml"
    file.write_text(
        f'[set]\ntitle = "x"\n[[shape]]\npolygon = "{polygon}"\nlabels = {{ at = "edges and corners", count = 3 }}\n'
        "which = { of = 'all', with = [0, 1, 2], symmetric = 'reflections' }\n"
    )
    held = quasiprint.design("set", set_file=file).as_made_by("printer")
    assert [*laws(read(file.read_bytes(), "x"), held)[0], *well_drawn(held), *features(held), *check_set(held)[0]] == []


def test_paths_of_chosen_colours_are_counted() -> None:
    own = design("{ with = [0], without = [2] }", '"hexagon"', 'at = "links", count = 3')
    (shape,) = own.shapes
    assert prove(own, {shape.name: shape.tiles})[0] == []
    assert {label for tile in shape.tiles for _, _, label in tile} == {0, 1}


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
