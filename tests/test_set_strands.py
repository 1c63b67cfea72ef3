"""Arrows, arcs and strands: what labels look like that point along an edge, or run through a tile."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

import quasiprint
from quasiprint.checks import check_set
from quasiprint.checks.marks import features
from quasiprint.checks.well_drawn import well_drawn
from quasiprint.model.errors import InputError
from quasiprint.model.face import Mark, Region
from quasiprint.model.piece import GameSet
from quasiprint.sets.laws import laws
from quasiprint.sets.looks import strands
from quasiprint.sets.looks.frame import frame
from quasiprint.sets.set_file import SetDesign, read

RHOMBS = """
[[shape]]
name = "thick"
polygon = "thick-rhomb"
labels = { at = "edges", count = 4 }
which = { tiles = [[0, 1, 3, 2]] }
look = "LOOK"

[[shape]]
name = "thin"
polygon = "thin-rhomb"
labels = { at = "edges", count = 4 }
which = { tiles = [[1, 0, 3, 2]] }
look = "LOOK"
"""
RINGS = """
[[shape]]
polygon = "kite"
labels = { at = "corners", count = 2 }
look = "arcs"

[[shape]]
polygon = "dart"
labels = { at = "corners", count = 2 }
look = "arcs"
"""
STRANDS = '[[shape]]\npolygon = "square"\nlabels = { at = "edges", count = 3 }\nlook = "strands"\n'
TWO_SIDED = """
[[shape]]
polygon = "square"
labels = { at = "edges", count = 2 }
symmetry = "rotations and reflections"
look = "LOOK"
"""


def text(shapes: str, look: str = "", rule: str = "") -> str:
    return f'[set]\ntitle = "x"\n{shapes.replace("LOOK", look)}\n{rule}'


def made(folder: Path, shapes: str, look: str = "", process: str = "paper") -> tuple[SetDesign, GameSet]:
    file = folder / "x.toml"
    file.write_text(text(shapes, look))
    return read(file.read_bytes(), "x"), quasiprint.design("set", set_file=file).as_made_by(process)


@pytest.mark.parametrize("process", ["printer", "laser", "paper"])
@pytest.mark.parametrize(
    ("shapes", "look"), [(RHOMBS, "arrows"), (RHOMBS, "arcs"), (RINGS, ""), (STRANDS, ""), (TWO_SIDED, "arrows")]
)
def test_they_are_drawn_as_every_law_asks(shapes: str, look: str, process: str, tmp_path: Path) -> None:
    own, held = made(tmp_path, shapes, look, process)
    assert [*laws(own, held)[0], *well_drawn(held), *features(held), *check_set(held)[0]] == []


def test_arrows_that_meet_are_halves_of_whole_ones(tmp_path: Path) -> None:
    _, held = made(tmp_path, TWO_SIDED, "arrows")
    tile = frame(read(text(TWO_SIDED, "arrows").encode(), "x").shapes[0].outline, held.measures)
    piece = next(piece for piece in held.pieces if piece.marks == (0, 0, 1, 1))
    ((one,), (two,)) = ([area.outer for area in piece.face.marks[k].ink] for k in (0, 2))
    low = min(y for _, y in tile.points)
    # edge 2 lies across from edge 0: a neighbour's there is the same, moved by an edge, and mirrored in the join
    assert {(x, round(2 * low - y, 6)) for x, y in one} == {(x, round(y + 2 * low, 6)) for x, y in two}


@pytest.mark.parametrize(
    ("polygon", "labels", "links"),
    [
        ("square", (0, 0, 0, 0), ((0, 1, 0), (2, 3, 0))),
        ("square", (0, 1, 0, 1), ((0, 2, 0), (1, 1, 1), (3, 3, 1))),  # 1 would cross 0: it runs under it
        ("square", (0, 1, 2, 2), ((0, 0, 0), (1, 1, 1), (2, 3, 2))),
        ("triangle", (1, 1, 1), ((0, 1, 1), (2, 2, 1))),
    ],
)
def test_strands_join_edges_of_one_label(
    polygon: str, labels: tuple[int, ...], links: tuple[tuple[int, int, int], ...]
) -> None:
    (shape,) = read(text(STRANDS.replace("square", polygon)).encode(), "x").shapes
    assert strands.links(shape, labels) == links


def redrawn(held: GameSet, change: Callable[[Mark], Mark]) -> GameSet:
    pieces = []
    for piece in held.pieces:
        cells = tuple(replace(cell, marks=tuple(map(change, cell.marks))) for cell in piece.face.cells)
        pieces.append(replace(piece, face=replace(piece.face, cells=cells)))
    return replace(held, pieces=tuple(pieces))


def turned(areas: tuple[Region, ...]) -> tuple[Region, ...]:
    return tuple(area.map_rings(lambda ring: tuple((-y, x) for x, y in ring)) for area in areas)


@pytest.mark.parametrize(("shapes", "look"), [(STRANDS, ""), (TWO_SIDED, "arcs"), (TWO_SIDED, "arrows")])
def test_what_is_drawn_on_another_edge_is_found(shapes: str, look: str, tmp_path: Path) -> None:
    own, held = made(tmp_path, shapes.replace("count = 2 }", "count = 2 }\nwhich = { tiles = [[1, 0, 1, 0]] }"), look)
    wrong = redrawn(held, lambda mark: replace(mark, field=turned(mark.field), ink=turned(mark.ink)))
    assert "marks-differ" in {finding.code for finding in laws(own, wrong)[0]}


@pytest.mark.parametrize(
    ("look", "labels", "rule", "said"),
    [
        ("arrows", 'at = "edges", count = 3', "", "line 6: [[shape]] look: found 'arrows' for 3 labels, allowed is"),
        (
            "arcs",
            'at = "edges", count = 4',
            'match = "equal"',
            "line 9: [rule] match: found 'equal' with the look 'arcs'",
        ),
        ("arrows", 'at = "corners", count = 2', "", "found 'arrows', allowed for labels at corners is digits or pips"),
        ("digits", 'at = "edges", count = 3', 'match = "complementary"', "label 2 has no partner"),
        ("paths", 'at = "links", count = 3', 'match = "complementary"', "label 2 has no partner"),
    ],
)
def test_what_would_contradict_itself_is_refused(look: str, labels: str, rule: str, said: str) -> None:
    shape = f'[[shape]]\npolygon = "square"\nlabels = {{ {labels} }}\nlook = "{look}"\n'
    with pytest.raises(InputError, match=re.escape(said)):
        read(text(shape, rule=f"[rule]\n{rule}\n" if rule else "").encode(), "x")
