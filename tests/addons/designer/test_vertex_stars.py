"""What tiles of a set file can do by its rule: vertex stars beside a plain program and the literature, and findings."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from itertools import product
from pathlib import Path

import pytest
from called import invoke

from quasiprint.addons.designer.sets import meeting
from quasiprint.addons.designer.sets.meeting import STARS
from quasiprint.addons.designer.sets.set_file import SetDesign, hold, read
from quasiprint.games.quasimino import tilings
from quasiprint.games.quasimino.design import angles, rotations

SETS = Path(__file__).parents[3] / "examples/sets"


def squares(
    tiles: list[list[int]], count: int, rule: str = 'match = "equal"', symmetry: str = "rotations"
) -> SetDesign:
    return read(
        f'[set]\ntitle = "squares"\n[[shape]]\npolygon = "square"\nlabels = {{ at = "edges", count = {count} }}\n'
        f'which = {{ tiles = {tiles} }}\nsymmetry = "{symmetry}"\n[rule]\n{rule}\n'.encode(),
        "squares",
    )


def example(name: str) -> SetDesign:
    return read((SETS / f"{name}.toml").read_bytes(), name)


def found(design: SetDesign) -> tuple[set[str], dict[str, object]]:
    findings, facts = meeting.meeting(design, hold(design))
    return {finding.code for finding in findings}, facts.get(STARS, {})


@cache
def of_example(name: str) -> tuple[set[str], dict[str, object]]:
    return found(example(name))


def around(design: SetDesign) -> list[tuple[str, ...]]:
    """Return the arrangements of a set's outlines around a point, each the shapes and corners in order."""
    every = meeting.Corners(design, hold(design))
    return [tuple(str(every.all[n]) for n in star) for star in meeting.find(every).found]


@pytest.mark.parametrize(
    ("tiles", "count", "rule"),
    [
        ([[0, 1, 2, 3], [0, 1, 0, 2], [1, 1, 2, 2]], 4, 'match = "equal"'),
        ([[0, 1, 2, 3], [0, 1, 0, 2], [1, 1, 2, 2]], 4, 'match = "complementary"'),
        ([[0, 1, 1, 2], [1, 2, 1, 2]], 3, 'match = "equal"\nforbidden = [[0, 0]]'),
        ([[0, 0, 1, 2], [0, 1, 0, 1], [2, 2, 2, 2]], 3, "forbidden = [[0, 1], [2, 2]]"),
    ],
)
def test_stars_of_squares_are_those_that_a_plain_program_counts(
    tiles: list[list[int]], count: int, rule: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(meeting, "LOOKED_AT", 0)  # which of them can be part of more takes long, and is another test's
    turned = sorted({tuple(tile[k:] + tile[:k]) for tile in tiles for k in range(4)})
    barred = {frozenset(pair) for pair in ([0, 0], [0, 1], [2, 2]) if str(pair) in rule}

    def meet(a: int, b: int) -> bool:
        wanted = {"equal": a, "complementary": a ^ 1}.get(rule.split('"')[1] if '"' in rule else "", b)
        return b == wanted and frozenset((a, b)) not in barred

    # each tile from the point: the first edge begins there, the last one ends there
    rounds = {
        four for four in product(turned, repeat=4) if all(meet(four[k][3], four[(k + 1) % 4][0]) for k in range(4))
    }
    kinds = {min((*four[k:], *four[:k]) for k in range(4)) for four in rounds}
    assert kinds
    assert found(squares(tiles, count, rule))[1]["kinds, with labels"] == len(kinds)


def test_stars_of_macmahon_come_out_by_burnside() -> None:
    # four inner edges, and two of each square that lead out: 12 edges of three labels, up to four turns
    of_squares = (3**12 + 3**6 + 2 * 3**3) // 4
    assert found(example("macmahon-squares"))[1]["kinds, with labels"] == of_squares
    # six inner edges and six that lead out, of four labels, up to six turns
    of_triangles = (4**12 + 4**6 + 2 * 4**4 + 2 * 4**2) // 6
    assert found(example("macmahon-triangles"))[1]["kinds, with labels"] == of_triangles
    # every tile of Truchet's lies in one of two ways
    assert found(example("truchet"))[1]["kinds, with labels"] == (2**4 + 2**2 + 2 * 2) // 4


def test_rhombs_surround_a_point_in_34_ways_without_a_parallelogram() -> None:
    text = (SETS / "quasimino.toml").read_text().replace("count = 3", "count = 1")  # no tile is barred by its labels
    every = around(read(text.encode(), "quasimino"))
    assert Counter(map(len, every)) == {3: 2, 4: 4, 5: 3, 6: 9, 7: 9, 8: 5, 9: 1, 10: 1}


def test_penrose_stars_are_as_many_as_in_the_literature() -> None:
    codes, kites = of_example("penrose-kites-and-darts")
    assert codes == set()
    assert (kites["kinds, with labels"], kites["kinds that can be part of more"]) == (7, 7)
    codes, rhombs = of_example("penrose-rhombs")
    assert codes == set()
    assert (rhombs["kinds, with labels"], rhombs["kinds that can be part of more"]) == (14, 8)


def test_stars_that_can_be_part_of_more_are_those_of_true_tilings() -> None:
    listed = of_example("penrose-rhombs")[1]["list"]
    assert isinstance(listed, dict)
    kept = [told for told in listed.values() if not told.endswith("(ends)")]
    shapes = set()
    for told in kept:
        star = list[int]()
        for part in told.split(", "):
            number, _, tile = part.rpartition(" × ")
            shape, corner = tile.split("-")[0], int(tile[-1])
            # the set file's corner 1 is acute, the room's first
            star += [angles(shape)[(corner + 1) % 2]] * int(number or 1)
        shapes.add(min(rotations(tuple(star)) | rotations(tuple(star[::-1]))))
    assert shapes == tilings.kinds(5)
    assert (len(kept), len(shapes)) == (8, 7)  # one has two readings: five thick rhombs, arrows inwards or outwards


COMPLEMENTARY = 'match = "complementary"'
# the four tiles of one square of two by two: what leads out of it meets nothing
BLOCK = [[4, 0, 1, 5], [4, 6, 2, 0], [1, 3, 7, 5], [2, 6, 7, 3]]
WRONG = {
    "whole": (squares([[0, 1, 0, 1]], 2, COMPLEMENTARY), set()),
    "nothing joins": (squares([[0, 0, 0, 0]], 2, COMPLEMENTARY), {"nothing-joins"}),
    "a tile that none can meet": (
        squares([[0, 1, 0, 1], [2, 2, 2, 2]], 4, COMPLEMENTARY),
        {"tile-unjoined", "tile-starless"},
    ),
    "an edge that none can meet": (
        squares([[0, 1, 0, 1], [0, 1, 0, 2]], 4, COMPLEMENTARY),
        {"edge-unjoined", "tile-starless"},
    ),
    "no point is surrounded": (squares([[0, 2, 1, 2]], 4, COMPLEMENTARY), {"edge-unjoined", "no-star"}),
    "no star goes on": (squares(BLOCK, 8, symmetry="none"), {"edge-unjoined", "stars-end", "corner-starless"}),
    "a tile in no star": (squares([[0, 1, 0, 1], [0, 0, 0, 0]], 2, COMPLEMENTARY), {"tile-starless"}),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_each_finding_has_its_counterexample(wrong: str) -> None:
    design, codes = WRONG[wrong]
    assert found(design)[0] == codes


@pytest.mark.parametrize("bound", ["CORNERS", "KINDS", "PAIRS", "STEPS", "ARRANGEMENTS", "WAYS"])
def test_a_bound_that_is_met_is_told(bound: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(meeting, f"MOST_{bound}", 5)
    codes, counted = found(example("penrose-kites-and-darts"))
    assert codes == set()
    assert list(counted) == ["not counted"]
    assert "5" in str(counted["not counted"])


def test_check_tells_stars_on_the_command_line() -> None:
    said = invoke("check", SETS / "truchet.toml", code=0).output
    assert "kinds, with labels: 6" in said
    assert "1: 4 × square@0: 6" in said
    assert "every check passed" in said
    told = json.loads(invoke("check", SETS / "truchet.toml", "--json", code=0).output)
    assert told["facts"][STARS]["kinds, with labels"] == 6
