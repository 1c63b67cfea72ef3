"""Set files: what they say is proved three ways, wherever an outline begins; each law has a counterexample."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from called import invoke
from readers_sets import SETS, design

import quasiprint
from quasiprint.addons.designer.set_check import check_set
from quasiprint.addons.designer.sets import set_file
from quasiprint.addons.designer.sets.counts import Choice, complement, move_labels
from quasiprint.addons.designer.sets.polygons import NAMED, BadPolygon, by_angles, by_points, of_cells, outline_of, walk
from quasiprint.addons.designer.sets.schema import KEYWORDS, ONE_SIDED, schema
from quasiprint.addons.designer.sets.set_file import FIXED, TWO_SIDED, SetDesign, Shape, hold, prove, read
from quasiprint.errors import InputError
from quasiprint.exact.zeta import Eighth, Surd, Twelfth
from quasiprint.make.run import Request, settle
from quasiprint.make.workshop import Build
from quasiprint.model.choices import Process
from quasiprint.model.finding import has_errors
from quasiprint.model.resources import classics

EXAMPLES = {  # the published count of each
    "dominoes-6": 28,
    "edges-and-corners": 24 + 70,
    "hats": 20,
    "hexagons": 130,
    "jigsaw": 24,
    "kites-and-darts": 2 * 2**4,
    "macmahon-squares": 24,
    "letters": 28,
    "macmahon-triangles": 24,
    "mirror-hexagons": 54,
    "octagons-and-squares": 36 + 6,
    "paths-of-squares": 35,
    "penrose-kites-and-darts": 55,
    "penrose-rhombs": 55,
    "quasimino": 90,
    "serpentiles": 85,
    "spectres": 20,
    "three-paths": 56,
    "trioker": 24,
    "triomino": 56,
    "triomino-rotations": 76,
    "truchet": 4,
    "wang-11": 11,
    "wang-13": 13,
}
THREE_HEXAGONS = of_cells("hexagons", [(0, 0), (1, 0), (0, 1)])
SIDES = ("triangle", "square", "pentagon", "hexagon", "octagon", "dodecagon")
EVEN = ("square", "hexagon", "octagon", "dodecagon")


def counts(shape: Shape) -> tuple[int, int, int]:
    """Return the three counts of a shape: closed form, visit, tiles held."""
    return (
        shape.closed_form,
        sum(set_file.visit(shape.outline, shape.choice, shape.by_points).values()),
        len(shape.tiles),
    )


PUBLISHED: dict[str, tuple[Any, list[int]]] = {
    # by the number of labels, from 1
    "A006527": (lambda k: ("triangle", ONE_SIDED, Choice("edges", k)), [1, 4, 11, 24, 45, 76]),
    "A000292": (lambda k: ("triangle", TWO_SIDED, Choice("edges", k)), [1, 4, 10, 20, 35, 56]),
    "A000292, triominoes": (
        lambda k: ("triangle", ONE_SIDED, Choice("corners", k, "non-decreasing")),
        [1, 4, 10, 20, 35, 56, 84],
    ),
    "A007290": (lambda k: ("triangle", ONE_SIDED, Choice("corners", k, "all different")), [0, 0, 2, 8, 20, 40]),
    "A006528": (lambda k: ("square", ONE_SIDED, Choice("edges", k)), [1, 6, 24, 70, 165, 336]),
    "A002817": (lambda k: ("square", TWO_SIDED, Choice("corners", k)), [1, 6, 21, 55, 120, 231]),
    "A054620": (lambda k: ("pentagon", ONE_SIDED, Choice("corners", k)), [1, 8, 51, 208, 629]),
    "A006565": (lambda k: ("hexagon", ONE_SIDED, Choice("edges", k)), [1, 14, 130, 700, 2635]),
    "A054622": (lambda k: ("octagon", ONE_SIDED, Choice("corners", k)), [1, 36, 834, 8230]),
    "A000217": (lambda k: ("domino", ONE_SIDED, Choice("cells", k)), [1, 3, 6, 10, 15, 21, 28, 36, 45, 55]),
    "A037270": (lambda k: ("thin-rhomb", ONE_SIDED, Choice("edges", k)), [1, 10, 45, 136, 325]),
    "A000583": (lambda k: ("kite", ONE_SIDED, Choice("edges", k)), [1, 16, 81, 256]),
    "A002411": (lambda k: ("half-square", TWO_SIDED, Choice("edges", k)), [1, 6, 18, 40, 75]),
    "A000578": (lambda k: ("half-square", ONE_SIDED, Choice("corners", k)), [1, 8, 27, 64]),
    "A006527, three hexagons": (lambda k: (THREE_HEXAGONS, ONE_SIDED, Choice("cells", k)), [1, 4, 11, 24]),
    # by outline
    "A000031": (lambda n: (SIDES[n - 1], ONE_SIDED, Choice("edges", 2)), [4, 6, 8, 14, 36, 352]),
    "A000029": (lambda n: (SIDES[n - 1], TWO_SIDED, Choice("edges", 2)), [4, 6, 8, 13, 30, 224]),
    "A001867": (lambda n: (SIDES[n - 1], ONE_SIDED, Choice("corners", 3)), [11, 24, 51, 130, 834]),
    "A027671": (lambda n: (SIDES[n - 1], TWO_SIDED, Choice("corners", 3)), [10, 21, 39, 92, 498]),
    "A001868": (lambda n: (SIDES[n - 1], ONE_SIDED, Choice("corners", 4)), [24, 70, 208, 700]),
    "A007769": (lambda n: (EVEN[n - 1], ONE_SIDED, Choice("links", 1)), [2, 5, 18, 902]),
    "A054499": (lambda n: (EVEN[n - 1], TWO_SIDED, Choice("links", 1)), [2, 5, 17, 554]),
    "A002995": (lambda n: (EVEN[n - 1], ONE_SIDED, Choice("links", 1, crossing=0)), [1, 2, 3, 14]),
    # games
    "Tsuro": (lambda k: ("square", ONE_SIDED, Choice("links", k, per=2)), [35]),
    "Kaliko, by colours": (lambda k: ("hexagon", ONE_SIDED, Choice("links", k)), [5, 28, 85]),
    "Tantrix and its 8 triple crossings": (
        lambda k: ("hexagon", ONE_SIDED, Choice("edges", k, "exactly", 2)),
        [0, 0, 16, 56 + 8],
    ),
}


@pytest.mark.parametrize("most", [400, pytest.param(10_000, marks=pytest.mark.thorough)])
@pytest.mark.parametrize("name", PUBLISHED)
def test_published_counts_come_out_three_ways(name: str, most: int) -> None:
    case, published = PUBLISHED[name]
    for k, number in ((k, number) for k, number in enumerate(published, 1) if number <= most):
        outline, symmetry, choice = case(k)
        shape = Shape("tile", outline_of(outline) if isinstance(outline, str) else outline, choice, symmetry)
        assert counts(shape) == (number, number, number)


@pytest.mark.parametrize(
    "which", [("all different", 0), ("no two neighbours alike", 0), ("at most", 2), ("exactly", 2)]
)
@pytest.mark.parametrize("symmetry", [ONE_SIDED, TWO_SIDED, FIXED])
def test_every_choice_comes_out_three_ways(which: tuple[str, int], symmetry: str) -> None:
    for outline in (
        *map(outline_of, ("triangle", "square", "kite", "thick-rhomb", "pentagon", "domino")),
        THREE_HEXAGONS,
    ):
        for at in ("edges", "corners", *["cells"] * bool(outline.cells)):
            if outline is THREE_HEXAGONS and at != "cells":
                continue
            closed, visited, held = counts(Shape("tile", outline, Choice(at, 3, *which), symmetry))  # type: ignore[arg-type]
            assert closed == visited == held


# of which many vertex stars are looked at, or further; some counts are those of the games and of A006527, too
SLOW = "hats", "spectres", "triomino-rotations", "quasimino", "penrose-rhombs", "triomino"


def test_the_classics_come_with_the_program_and_go_by_their_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert classics().keys() == EXAMPLES.keys()  # and each of these is proved below
    monkeypatch.chdir(tmp_path)
    assert "truchet.toml: Truchet's arcs, four tiles: 4 pieces" in invoke("check", "truchet", code=0).output
    invoke("make", "truchet", "--format", "pdf", "-o", "made", code=0)
    assert "every file is what this program makes" in invoke("verify", "made", code=0).output
    (shelf,) = (line for line in invoke("list", code=0).output.splitlines() if line.startswith("classics"))
    assert {*shelf.partition(": ")[2].split(", ")} == classics().keys() - {"quasimino", "triomino"}  # games have these
    assert "did you mean macmahon-squares?" in invoke("check", "macmahon-square", code=2).output


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.thorough] if name in SLOW else []) for name in EXAMPLES]
)
def test_examples_have_their_published_counts(name: str) -> None:
    proof = quasiprint.check_set(SETS / f"{name}.toml")
    assert (proof.findings, proof.pieces) == ((), EXAMPLES[name])
    for facts in (facts for facts in proof.facts.values() if "in the set" in facts):
        assert (
            facts["in the set"]
            == facts["enumerated"]
            == facts["closed form"]
            == sum(facts["tiles by symmetry"].values())
        )


def test_rooms_have_the_same_pieces_as_their_set_files() -> None:
    def turned(labels: tuple[int, ...], step: int) -> tuple[int, ...]:
        return min(labels[k:] + labels[:k] for k in range(0, len(labels), step))

    made = quasiprint.design("quasimino").set.pieces
    # the room begins at the acute corner of either shape, as the file does
    assert {name: set(held) for name, held in hold(design("quasimino")).items()} == {
        shape: {turned(piece.marks, 2) for piece in made if piece.shape == shape} for shape in ("thick", "thin")
    }
    (triangles,) = hold(design("triomino")).values()
    clockwise = {piece.marks for piece in quasiprint.design("triomino").set.pieces}
    assert {turned(labels[::-1], 1) for labels in triangles} == clockwise


def test_tabs_meet_notches() -> None:
    assert [complement(label, 3, "profiles") for label in range(3)] == [0, 2, 1]
    assert [complement(label, 2, "profiles") for label in range(2)] == [1, 0]
    assert [complement(label, 5, "edges") for label in range(5)] == [1, 0, 3, 2, 4]
    joins = quasiprint.check_set(SETS / "jigsaw.toml").facts["joins"]["square"]
    assert joins["label 1"] == {"on": 32, "meets": "label 2", "which is on": 32}


SQUARES = Shape("square", outline_of("square"), Choice("edges", 3))
DESIGN = SetDesign("squares", "", (SQUARES,))
WHOLE = SQUARES.tiles


@pytest.mark.parametrize(
    ("held", "codes"),
    [
        (WHOLE, set()),
        (WHOLE[1:], {"tile-missing", "tiles-disagree"}),
        ((*WHOLE, (1, 0, 0, 0)), {"tile-again"}),
        ((*WHOLE, (0, 0, 0, 3)), {"tile-unasked"}),
        ((*WHOLE, (0, 0, 0)), {"tile-unasked"}),
    ],
)
def test_a_set_that_is_not_whole_is_found(held: tuple[Any, ...], codes: set[str]) -> None:
    findings, _ = prove(DESIGN, {"square": held})
    assert {finding.code for finding in findings} == codes


def test_counts_that_disagree_are_found() -> None:
    assert set_file.agreement("square", 24, 24, 24) == []
    for wrong in ((25, 24, 24), (24, 25, 24), (24, 24, 25)):
        assert [finding.code for finding in set_file.agreement("square", *wrong)] == ["tiles-disagree"]


def test_moves_found_in_two_ways_are_the_same_or_that_is_said() -> None:
    for name in NAMED:
        outline = outline_of(name)
        assert set(by_angles(outline)) == set(by_points(outline))
    moves = SQUARES.by_angles
    assert set_file.same_moves("square", moves, SQUARES.by_points) == []
    assert [finding.code for finding in set_file.same_moves("square", moves, moves[:2])] == ["moves-differ"]


def test_symmetries_that_differ_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    right = set_file.by_symmetry(SQUARES, SQUARES.by_angles, set(WHOLE))
    assert right == {"none": 18, "half turn": 3, "4 turns": 3}
    monkeypatch.setattr("quasiprint.addons.designer.sets.set_file.by_symmetry", lambda *_: {"none": 24})
    findings, _ = prove(DESIGN, {"square": WHOLE})
    assert [finding.code for finding in findings] == ["symmetries-differ"]


GOOD = (SETS / "macmahon-squares.toml").read_text(encoding="utf-8")
WRONG = [
    ('polygon = "square"', 'polygon = "squar"', r"line 6: .*found 'squar' \(did you mean square\?\), allowed is"),
    ("count = 3", "count = 0", r"line 7: \[\[shape\]\] labels.count: found 0, allowed is a whole number"),
    ("count = 3", "count = true", "line 7: .*found true, allowed is a whole number"),
    ("count = 3", "count = 1979-05-27", "line 7: .*found 1979-05-27, allowed is a whole number"),
    ('"square"', "[{ a = true }, 3]", r"line 6: .*found \[\{a = true\}, 3\], allowed is triangle"),
    ("symmetry", "symetry", r"line 8: .*found a key 'symetry' \(did you mean symmetry\?\)"),
    ('title = "MacMahon', 'titel = "MacMahon', r"line 2: .*'titel' \(did you mean title\?\)"),
    ("[set]", "[sets]", r"line 1: .*\(did you mean set\?\)"),
    ('"wedges"', '"paths"', r"line 9: .*found 'paths', allowed for labels at edges is wedges or"),
    ('"equal"', '"same"', "line 12: .*allowed is equal, complementary"),
    ('labels = { at = "edges", count = 3 }\n', "", r"line 5: \[\[shape\]\]: found no key labels"),
    (", count = 3", "", "line 7: .*found no count"),
    ("count = 3", "count = 3, per = 2", "line 7: .*found per with labels at edges"),
    ("count = 3", "count = 60", "that would be 3,240,930 tiles, allowed are up to 2,000"),
    ('"square"', "{ turns = [1, 1, 1] }", "line 6: .*turns without a lattice"),
    ('"square"', '{ lattice = "quarters", turns = [1, 1, 1] }', "line 6: .*end 0, 1 edges from its beginning"),
    ('"square"', "{ squares = [[0, 0], [2, 0]] }", "line 6: .*apart"),
    ('"square"', "{ triangles = [[0, 0, 2]] }", "line 6: .*neither 0"),
    ('"square"', "{ }", "line 6: .*found none of them, allowed is one of turns"),
    ('"square"', "4", "line 6: .*found 4, allowed is triangle, square, .* or a table with lattice"),
    ('"rotations"', '"none"\nwhich = "non-decreasing"', "line 9: .*non-decreasing"),
    ('"rotations"', '"none"\nwhich = { at_most = 1, exactly = 1 }', "line 9: .*found at_most, exactly, allowed is one"),
    (
        '[rule]\nmatch = "equal"',
        '[[shape]]\npolygon = "square"\nlabels = { at = "edges", count = 1 }',
        "line 12: .*a second shape",
    ),
    ('at = "edges", count = 3', 'at = "profiles", count = 4', "line 7: .*allowed is 2"),
]
LISTED = """[set]
title = "x"
[[shape]]
polygon = "square"
labels = { at = "edges", count = 3 }
which = { tiles = [
  [0, 1, 2, 2], [0, 0, 0, 1],
] }
copies = [2, 5]
[rule]
match = "equal"
forbidden = ["parallelogram", [0, 0]]
score = "closed vertices"
"""
LIST = "which = { tiles = [\n  [0, 1, 2, 2], [0, 0, 0, 1],\n] }\n"
WRONG_LISTS = [
    ("[0, 0, 0, 1]", "[0, 0, 1]", r"line 6: \[\[shape\]\] which.tiles 2: found 3 labels, allowed are 4, one"),
    ("[0, 0, 0, 1]", "[0, 0, 0, 3]", "line 6: .* found label 3, allowed are labels from 0 to 2"),
    ("[0, 0, 0, 1]", "[2, 0, 1, 2]", r"line 6: .*tiles 2: found \[2, 0, 1, 2\], which is entry 1 again"),
    ("[0, 0, 0, 1]", '"0001"', "line 6: .*tiles 2: found '0001', allowed is a list of whole numbers, such as"),
    ("tiles =", "tile =", r"line 6: .*found a key 'tile' \(did you mean tiles\?\)"),
    ("[0, 1, 2, 2], [0, 0, 0, 1],", "", "line 6: .*which.tiles: found .*, allowed is a list of tiles, each"),
    ("[2, 5]", "[2]", "line 9: .*copies: found 1 numbers, allowed are 2, one for each listed tile"),
    ("[2, 5]", "[2, 0]", "line 9: .*copies 2: found 0, allowed is a whole number from 1 to 100"),
    ("[2, 5]", '"orbits"', r"line 9: .*found 'orbits' \(did you mean orbit\?\), allowed is orbit"),
    (LIST, "", "line 6: .*copies: found a list, allowed is"),
    ('"parallelogram"', '"parallelgram"', r"line 12: \[rule\] forbidden 1: .*did you mean parallelogram"),
    ("[0, 0]]", "[0, 3]]", "line 12: .*forbidden 2: found label 3, allowed are labels from 0 to 2"),
    ("[0, 0]]", "[0, 1]]", r"line 12: .*found \[0, 1\], which may not meet: match is 'equal'"),
    ("[0, 0]]", "[0, 0], [0, 0]]", r"line 12: .*forbidden 3: found \[0, 0\] again"),
    ('"parallelogram"', '"parallelogram", "parallelogram"', "line 12: .*forbidden 2: found 'parallelogram' again"),
    ("[0, 0]]", "[0, 0, 0]]", "line 12: .*found 3 entries, allowed is a pair of labels such as"),
    ("closed vertices", "closed loops", "line 13: .*found 'closed loops' without a shape with links"),
    ("closed vertices", "closed vertexes", r"line 13: .*\(did you mean closed vertices\?\)"),
    ("score", "scores", r"line 13: .*found a key 'scores' \(did you mean score\?\)"),
]
ALONE = [
    ('polygon = "kite"\nlabels = { at = "cells", count = 2 }', "found cells on an outline that has none"),
    ('polygon = "square"\nlabels = { at = "edges", count = 2, crossing = 1 }', "found crossing with labels at edges"),
    *(
        (f'polygon = "hexagon"\nlabels = {{ at = "links", crossing = {said} }}', f"line 5: .*crossing: found {found}")
        for said, found in (
            ("4", "4, allowed is true, false, or a number up to 3: 3 paths cross no more often"),
            ("-1", "-1, allowed is a number of crossings from 0 to 276"),
            ("1.5", "1.5, allowed is true or false or a number of crossings from 0 to 276"),
            ('"none"', "'none', allowed is true or false or a number of crossings from 0 to 276"),
        )
    ),
    # so many ways to join ends are not walked, not even for the closed form
    (
        'polygon = "dodecagon"\nlabels = { at = "links", per = 2, crossing = 60 }',
        "would visit 316,234,143,225 labellings, allowed are up to 200,000",
    ),
    ('polygon = "triangle"\nlabels = { at = "links" }', "allowed is an even number of ends"),
    ('polygon = "square"\nlabels = { at = "links" }\nwhich = "non-decreasing"', "with labels at links"),
    ('polygon = "octagon"\nlabels = { at = "edges", count = 9 }\n[rule]', "that would be"),
    *(
        (f'polygon = "square"\nlabels = {{ {labels} }}\nwhich = {{ tiles = [{listed}] }}', said)
        for labels, listed, said in (
            ('at = "links", per = 1', "[0, 1, 2]", "found .0, 1, 2., allowed are two ends for each link, and each"),
            ('at = "links", per = 1', "[0, 1, 2, 2]", "each end from 0 to 3 once"),
            ('at = "links", count = 2', "[0, 1, 0, 2, 3]", "allowed are two ends and a label for each link"),
            ('at = "links", count = 2', "[0, 1, 0, 2, 3, 2]", "found label 2, allowed are labels from 0 to 1"),
            (
                'at = "links", crossing = false',
                "[0, 2, 1, 3]",
                "whose paths cross 1 time, allowed are up to 0 crossings",
            ),
            (
                'at = "links", per = 2, crossing = 2',
                "[0, 4, 1, 5, 2, 6, 3, 7]",
                "whose paths cross 6 times, allowed are up",
            ),
            ('at = "cells", count = 2', "[0, 1]", "found 2 labels, allowed are 1, one for each of the cells"),
        )
    ),
    (
        'polygon = "dodecagon"\nlabels = { at = "edges", count = 12 }\nwhich = { exactly = 12 }',
        "would visit 8,916,100,448,256 labellings, allowed are up to 5,000,000",
    ),
    (
        'polygon = { squares = [[0, 0], [1, 0], [2, 0], [3, 0], [4, 0], [5, 0]] }\nlabels = { at = "links", per = 2 }',
        "found 28 ends of paths on a tile, allowed are up to 24",
    ),
    # more tiles than anybody counts are refused at once
    (
        f'polygon = {{ lattice = "quarters", turns = [{", ".join(["0, 0, 1"] * 4)}] }}\n'
        'labels = { at = "links", per = 2, count = 100 }\nwhich = { at_most = 24 }',
        "a proof would visit .* labellings, allowed are up to 200,000",
    ),
]
REFUSED = [
    *((GOOD, old, new, f"^x.toml: {said}") for old, new, said in WRONG),
    *((LISTED, old, new, f"^x.toml: {said}") for old, new, said in WRONG_LISTS),
    *(('[set]\ntitle = "x"\n[[shape]]\n@', "@", shape, said) for shape, said in ALONE),
]


@pytest.mark.parametrize(("text", "old", "new", "said"), REFUSED)
def test_what_is_no_set_is_refused_with_its_line(text: str, old: str, new: str, said: str) -> None:
    assert old in text
    with pytest.raises(InputError, match=said) as refused:
        set_file.refuse_too_many(read(text.replace(old, new, 1).encode(), "x.toml"))
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("symmetry", [ONE_SIDED, TWO_SIDED, FIXED])
@pytest.mark.parametrize(
    ("polygon", "choice"),
    [
        ("square", Choice("edges", 3)),
        ("thin-rhomb", Choice("corners", 4)),
        ("domino", Choice("cells", 5)),
        ("square", Choice("links", 1, per=2)),
        ("hexagon", Choice("links", 2)),
        ("triangle", Choice("profiles", 3)),
    ],
)
def test_a_list_is_counted_three_ways_whatever_is_listed(polygon: str, choice: Choice, symmetry: str) -> None:
    shape = Shape("tile", outline_of(polygon), choice, symmetry)
    some = {
        shape.least(one) for one in random.Random(7).sample(sorted(set_file.all_labellings(shape.outline, choice)), 9)
    }
    entries = []
    for one in sorted(some):  # as a file lists them, turned anyhow
        turned = move_labels(one, random.Random(len(entries)).choice(shape.moves), choice)
        if choice.at == "links":
            turned = tuple(part for link in turned for part in link[: 2 + (choice.labels > 1)])
        entries.append(list(turned))
    more = f"per = {choice.per}" if choice.at == "links" else ""
    content = (
        f'[set]\ntitle = "x"\n[[shape]]\npolygon = "{polygon}"\nsymmetry = "{symmetry}"\n'
        f"which = {{ tiles = {entries} }}\n"
        f"labels = {{ {', '.join(filter(None, [f'at = {choice.at!r}', f'count = {choice.labels}', more]))} }}\n"
    )
    told = read(content.encode(), "x.toml")
    (own,) = told.shapes
    held = hold(told)
    assert set(held[polygon]) == some
    assert counts(own) == (len(some),) * 3
    findings, facts = prove(told, held)
    assert (findings, facts[polygon]["in the set"]) == ([], len(some))
    # one that the file does not list is found
    other = next(tile for tile in shape.tiles if tile not in some)
    codes = [finding.code for finding in prove(told, {polygon: (*held[polygon], other)})[0]]
    assert codes == ["tile-unasked"]


def test_copies_are_counted(tmp_path: Path) -> None:
    file = tmp_path / "x.toml"
    file.write_text(LISTED, encoding="utf-8")
    proof = check_set(file)
    assert (proof.proved, proof.pieces) == (True, 7)
    assert proof.facts["joins"]["square"] == {"label 0": 2 + 5 * 3, "label 1": 2 + 5, "label 2": 4}
    orbit = LISTED.replace("copies = [2, 5]", 'copies = "orbit"').replace(LIST, "")
    told = read(orbit.encode(), "x.toml")
    held = hold(told)["square"]
    # as many copies as ways to lie: all 3⁴ labellings
    assert (len(held), told.shapes[0].pieces(held)) == (24, 81)
    few = read(orbit.replace('title = "x"', 'title = "x"\nmost = 80').encode(), "x.toml")
    set_file.refuse_too_many(few)
    with pytest.raises(InputError, match="that would be 81 tiles, allowed are up to 80"):
        hold(few)


def test_the_schema_says_nothing_that_is_not_held() -> None:
    def keywords(law: Any) -> set[str]:
        below = (*law.get("properties", {}).values(), *law.get("anyOf", ()), *filter(None, [law.get("items")]))
        return set(law).union(*map(keywords, below))

    assert keywords(schema()) == KEYWORDS
    assert schema()["properties"]["shape"]["items"]["properties"]["polygon"]["anyOf"][0]["enum"] == list(NAMED)


# --- Outlines of set files ------------------------------------------------------------------------


def test_outlines_are_exact() -> None:
    kite, dart = outline_of("kite"), outline_of("dart")
    together = [sum(xy) for xy in zip(*(corner.to_xy() for corner in kite.corners), strict=True)]
    assert together[1] > 0
    assert len(dart.corners) == 4
    # √2 and √3 are told from what floats cannot tell
    assert Surd(665857, -470832, 2).sign() == 1
    assert Surd(-665857, 470832, 2).sign() == -1
    for kind in (Eighth, Twelfth):
        total = sum((kind(1).turn(k) for k in range(kind.TURN)), kind(0))
        assert total == kind(0)
        assert kind(1, 2, 3, 4).mirror().mirror() == kind(1, 2, 3, 4).turn(kind.TURN)
    house = walk("eighths", [2, 1, 2, 1, 2], [(2, 0), (2, 0), (0, 1), (0, 1), (2, 0)])
    assert (len(house.corners), len(by_angles(house))) == (5, 2)


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: walk("quarters", [1, 1, 1]), "closed outline"),
        (lambda: walk("quarters", [1, 1, 1, 1], [(2, 0), (1, 0), (1, 0), (1, 0)]), "closed outline"),
        (lambda: walk("quarters", [-1, -1, -1, -1]), "clockwise"),
        (lambda: walk("tenths", [4, 4, 4, 4, 4]), "crosses or touches itself"),
        (lambda: walk("quarters", [1, 1, 1, 1], [(1, 0)]), "a step for each turn"),
        (lambda: walk("quarters", [1, 1, 1, 1], [(0, 1)] * 4), "whole numbers"),
        (lambda: walk("tenths", [2, 2, 2, 2, 2], [(2, -2)] * 5), "longer than 0"),
        (lambda: of_cells("squares", [(0, 0), (1, 1)]), "touch in a corner alone"),
        (lambda: of_cells("squares", [(0, 0), (2, 0)]), "apart, or have a hole"),
        (lambda: of_cells("squares", [(x, y) for x in range(3) for y in range(3) if (x, y) != (1, 1)]), "have a hole"),
        (lambda: of_cells("squares", [(0, 0), (0, 0)]), "a cell twice"),
    ],
)
def test_what_is_no_outline_is_refused(make: Any, said: str) -> None:
    with pytest.raises(BadPolygon, match=said):
        make()


# --- verdicts do not depend on where an outline begins --------------------------------------------


SPECTRE = (-2, 3, 2, -3, 2, 3, 2, -3, 2, 0, 2, 3, -2, 3)
WALKS = {  # by look: the lattice, the turns, and how long a step in odd directions is
    "wedges": ("quarters", (1, 0, 1, 1, -1, 1, 1, 0), "1"),  # an L
    "ribbons": ("twelfths", SPECTRE, "[0, 1]"),  # a hat
}


def walks(look: str) -> Iterator[str]:
    """Yield an outline as set files say it: begun at each corner, and mirrored."""
    lattice, turns, odd = WALKS[look]
    # a mirrored outline is walked the other way round, so that its turns stay to the same side
    for way in (turns, turns[-2::-1] + turns[-1:]):
        for k in range(len(way)):
            begun = way[k:] + way[:k]
            # lengths go with directions, which are counted from the outline's own first one
            towards = [sum(way[:k]) + sum(begun[:j]) for j in range(len(begun))]
            steps = ", ".join(odd if direction % 2 else "1" for direction in towards)
            yield f'{{ lattice = "{lattice}", turns = {list(begun)}, steps = [{steps}] }}'


@pytest.mark.parametrize("look", WALKS)
def test_some_outlines_are_judged_alike_wherever_they_begin(tmp_path: Path, look: str) -> None:
    every, file = [*walks(look)], tmp_path / "own.toml"
    for polygon in (every[0], every[4], every[-3]):
        labels = "labels = { at = 'edges', count = 1 }"
        file.write_text(
            f'[set]\ntitle = "own"\n[[shape]]\nname = "tile"\npolygon = {polygon}\n{labels}\n'
            f'look = "{look}"\ncopies = 4\n[rule]\nmatch = "equal"\n'
        )
        findings, _ = Build(settle(Request("set", {"set_file": str(file)}))).prove((Process.PAPER,))
        assert not has_errors(findings)
