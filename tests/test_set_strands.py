"""Arrows, arcs and strands: what labels look like that point along an edge, or run through a tile."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import pytest
from shapely.geometry import Polygon

import quasiprint
from quasiprint.addons.designer.sets.card import match_shown
from quasiprint.addons.designer.sets.laws import laws
from quasiprint.addons.designer.sets.looks import strands
from quasiprint.addons.designer.sets.looks.frame import frame
from quasiprint.addons.designer.sets.set_file import SetDesign, read
from quasiprint.checks import check_set
from quasiprint.checks.marks import features
from quasiprint.checks.well_drawn import well_drawn
from quasiprint.model.errors import InputError
from quasiprint.model.face import Mark, Region
from quasiprint.model.piece import GameSet

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


@pytest.mark.parametrize("polygon", ["dart", "domino", "thin-rhomb"])
def test_paths_that_do_not_cross_have_room_where_others_have_none(polygon: str, tmp_path: Path) -> None:
    shape = f'[[shape]]\npolygon = "{polygon}"\nlabels = {{ at = "links", crossing = CROSSING }}\n'
    own, held = made(tmp_path, shape.replace("CROSSING", "false"), process="printer")
    assert [*laws(own, held)[0], *well_drawn(held), *features(held), *check_set(held)[0]] == []
    with pytest.raises(InputError, match="paths would leave the tile, or come too close"):
        made(tmp_path, shape.replace("CROSSING", "true"))


def test_arrows_that_meet_are_halves_of_whole_ones(tmp_path: Path) -> None:
    _, held = made(tmp_path, TWO_SIDED, "arrows")
    tile = frame(read(text(TWO_SIDED, "arrows").encode(), "x").shapes[0].outline, held.measures)
    piece = next(piece for piece in held.pieces if piece.marks == (0, 0, 1, 1))
    ((one,), (two,)) = ([area.outer for area in piece.face.marks[k].ink] for k in (0, 2))
    low = min(y for _, y in tile.points)
    # edge 2 lies across from edge 0: a neighbour's there is the same, moved by an edge, and mirrored in the join
    assert {(x, round(2 * low - y, 6)) for x, y in one} == {(x, round(y + 2 * low, 6)) for x, y in two}


def test_the_back_of_an_arrow_points_as_its_label_says(tmp_path: Path) -> None:
    _, held = made(tmp_path, TWO_SIDED, "arrows")
    backs = {piece.marks: [area.outer for area in piece.face.back] for piece in held.pieces}
    faces = {piece.marks: [area.outer for m in piece.face.marks for area in m.ink] for piece in held.pieces}
    # drawn as it is seen through the tile, where anticlockwise is clockwise
    assert backs[0, 0, 0, 0] == faces[1, 1, 1, 1]


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


def test_arcs_join_edges_about_the_corner_from_which_both_are_crossed_at_one_distance() -> None:
    (shape,) = read(text(TWO_SIDED, "arcs").encode(), "x").shapes
    assert strands.links(shape, (1, 0, 1, 0)) == ((1, 2, 0), (5, 6, 0))  # about corners 1 and 3, near
    assert strands.links(shape, (0, 1, 0, 1)) == ((0, 7, 0), (3, 4, 0))
    assert strands.links(shape, (0, 1, 1, 0), behind=True) == strands.links(shape, (1, 0, 0, 1))


@pytest.mark.parametrize("polygon", ["triangle", "square"])
def test_arcs_of_every_tile_have_room_where_labels_are_left_without_a_partner(polygon: str, tmp_path: Path) -> None:
    shape = f'[[shape]]\npolygon = "{polygon}"\nlabels = {{ at = "edges", count = 4 }}\nlook = "arcs"\n'
    own, held = made(tmp_path, shape)
    assert laws(own, held)[0] == []
    assert any(a == b for (one,) in [own.shapes] for tile in one.tiles for a, b, _ in strands.links(one, tile))


DIGITS = '[[shape]]\npolygon = "{}"\nlabels = {{ at = "{}", count = 2 }}\nlook = "digits"\n'


@pytest.mark.parametrize("at", ["corners", "edges", "edges and corners"])
def test_digits_have_one_size_on_all_shapes_of_a_set(at: str, tmp_path: Path) -> None:
    own, held = made(tmp_path, "".join(DIGITS.format(polygon, at) for polygon in ("square", "triangle")))
    assert laws(own, held)[0] == []
    sizes = {
        (mark.label, round(sum(Polygon(area.outer, area.holes).area for area in mark.ink), 2))
        for piece in held.pieces
        for mark in piece.face.marks
    }
    assert [label for label, _ in sorted(sizes)] == [0, 1]


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


@pytest.mark.parametrize(
    ("shape", "look", "said"),
    [
        ("square", "wedges", "blue – vermilion, black – green."),
        ("square", "digits", "they show a pair: 0 – 1, 2 – 3."),
        ("square", "arrows", "the arrows on both point the same way along the edge"),
        ("hexagon", "arcs", "arcs run on from one to the other in the same colour"),
    ],
)
def test_the_card_calls_labels_by_how_they_look(shape: str, look: str, said: str, tmp_path: Path) -> None:
    labels = f'[[shape]]\npolygon = "{shape}"\nlabels = {{ at = "edges", count = 4 }}\nlook = "{look}"\n'
    own = read(text(labels, rule='[rule]\nmatch = "complementary"').encode(), "x")
    pairs = ", ".join(f"{one} – {two}" for one, two in own.pairs_as_seen(("blue", "vermilion", "black", "green")))
    card = (files("quasiprint.addons.designer.sets") / "rules" / "en" / "set-quick.md").read_text(encoding="utf-8")
    (shown,) = re.findall(f"<!-- for {match_shown(own)} -->\n(.*?)<!-- end -->", card, re.DOTALL)
    assert said in shown.replace("$pairs", pairs) and "tab" not in shown
