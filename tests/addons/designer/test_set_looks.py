"""Looks of set files: paths, strands, arrows, pips, interlocking outlines hold every law, with counterexamples."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from called import invoke
from readers_sets import SETS
from readers_sets import design as shipped
from test_set_made import changed, designed, moved, remarked

import quasiprint
from quasiprint.addons.designer.sets.laws import Profiles, check_paths, laws
from quasiprint.addons.designer.sets.looks import paths, profiles
from quasiprint.addons.designer.sets.looks.frame import LabelStyle, frame
from quasiprint.addons.designer.sets.looks.paths import Ends
from quasiprint.addons.designer.sets.looks.spots import DOMINOES, pip_sizes, pips_of_dominoes
from quasiprint.addons.designer.sets.set_file import SetDesign, Shape, read
from quasiprint.checks import check_set
from quasiprint.checks.marks import SLANT, crossings, features
from quasiprint.checks.well_formed import well_drawn
from quasiprint.drawing.numerals import middle, pips
from quasiprint.errors import InputError
from quasiprint.model.choices import Process
from quasiprint.model.face import Cell, Face, Mark, Region, snap
from quasiprint.model.measures import Finish, Fit, Machine, Measures, Size, Stock
from quasiprint.model.piece import GameSet, Parts, Piece

PALETTE = quasiprint.design("quasimino", colours=1).set.palette
MEASURES = {
    Process.PRINTER: Measures(
        Process.PRINTER, Size(40.0), Stock(4.0), Machine(0.84), Finish(corner_radius=0.8), Fit(clearance=0.1)
    ),
    Process.LASER: Measures(Process.LASER, Size(30.0), Stock(3.0), Machine(0.4), Finish(corner_radius=0.8)),
    Process.PAPER: Measures(Process.PAPER, Size(30.0), Stock(0.3), Machine(0.25)),
}


def design(polygon: str, labels: str, symmetry: str = "rotations") -> SetDesign:
    shape = f"[[shape]]\npolygon = '{polygon}'\nlabels = {{ {labels} }}\nsymmetry = '{symmetry}'\n"
    return read(f"[set]\ntitle = 'x'\nmost = 100000\n{shape}".encode(), "x.toml")


def held(own: SetDesign, measures: Measures, first: int = 0, most: int = 1000, every: int = 1) -> GameSet:
    """The tiles of the only shape, drawn as paths, the palette begun at its ink `first`."""
    (shape,) = own.shapes
    palette = replace(PALETTE, inks=PALETTE.inks[first:] + PALETTE.inks[:first])
    drawn = LabelStyle((shape,), measures, palette)
    paths.refuse(shape, drawn)
    tile = frame(shape.outline, measures)
    pieces = []
    for number, links in enumerate(shape.tiles[:most:every]):
        face = Face(tile.nominal, tile.rim, (Cell(tile.rim, paths.marks(shape, drawn, tile, links)),), tile.back)
        pieces.append(
            Piece(f"tile-{number}", shape.name, tuple(n for link in links for n in link), shape.outline.corners, face)
        )
    return GameSet("set", "x", (), tuple(pieces), (), Parts(), False, palette, measures)


@pytest.mark.sampled(5)
@pytest.mark.parametrize(
    ("maker", "first"), [(Process.LASER, 7), *((Process.PRINTER, 7 - k) for k in range(8)), (Process.PAPER, 2)]
)
def test_every_pattern_of_paths_can_be_made(maker: Process, first: int) -> None:
    own = design("square", "at = 'links', per = 2")
    # every seventh tile of Tsuro in one pattern
    drawn = held(own, MEASURES[maker], first, every=7)
    assert [*well_drawn(drawn), *features(drawn), *check_set(drawn)[0]] == []
    tile = frame(own.shapes[0].outline, MEASURES[maker])
    seen: Profiles = {}
    for piece in drawn.pieces:
        links = tuple(piece.marks[k : k + 3] for k in range(0, len(piece.marks), 3))
        assert list(check_paths(piece, links, tile, Ends(2), seen)) == []


@pytest.mark.parametrize(("maker", "least"), [(Process.PRINTER, 13), (Process.LASER, 10)])
def test_paths_run_straight_to_every_edge(maker: Process, least: int) -> None:
    """The last bend of a piece that is cut off at a slant ends at other places on its two sides."""
    listed = "[[shape]]\nwhich = { tiles = [[0, 2, 0, 1, 4, 0, 3, 5, 0]] }\npolygon = 'hexagon'\n"
    own = read(f"[set]\ntitle = 'x'\n{listed}labels = {{ at = 'links', count = 3 }}\n".encode(), "x.toml")
    wrong = [edge for edge in range(least, 41) if laws(own, held(own, MEASURES[maker].with_edge(edge)))[0]]
    assert wrong == []


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", ["truchet", "serpentiles", "jigsaw"])
def test_examples_are_drawn_and_what_is_drawn_is_read_back(name: str) -> None:
    made = quasiprint.design("set", set_file=SETS / f"{name}.toml").as_made_by("printer")
    findings, _ = laws(shipped(name), made)
    assert findings == []
    assert [*well_drawn(made), *check_set(made)[0]] == []


TRUCHET = design("square", "at = 'links', count = 2, crossing = false")
COUNTEREXAMPLES: dict[str, Callable[[Mark], Mark]] = {
    "stripe-off-midpoint": lambda mark: moved(mark, lambda x, y: (snap(x + 0.3), y)),
    "stripe-slanted": lambda mark: moved(mark, lambda x, y: (snap(x + 0.05 * (y + 15)), y)),
    "stripe-broken": lambda mark: replace(mark, ink=()),
    "marks-differ": lambda mark: replace(mark, label=1 - (mark.label or 0)),
}


@pytest.mark.parametrize("code", COUNTEREXAMPLES)
def test_paths_that_are_drawn_wrong_are_found(code: str) -> None:
    drawn = held(TRUCHET, MEASURES[Process.PAPER])
    assert laws(TRUCHET, drawn)[0] == []
    findings, _ = laws(TRUCHET, changed(drawn, remarked(COUNTEREXAMPLES[code]), -1))
    assert code in {f.code for f in findings}


def test_a_mirrored_path_is_found() -> None:
    own = design("square", "at = 'links', crossing = false", "none")
    drawn = held(own, MEASURES[Process.PAPER])

    def mirrored(mark: Mark) -> Mark:
        flipped = [tuple((snap(-x), y) for x, y in area.outer[::-1]) for area in mark.field]
        return replace(mark, field=tuple(map(Region, flipped)), ink=tuple(map(Region, flipped)))

    before = {f.code for f in laws(own, drawn)[0]}  # such tiles need a sign of which way is up, which is not drawn here
    assert {f.code for f in laws(own, changed(drawn, remarked(mirrored), -1))[0]} - before == {"marks-differ"}


def test_ends_meet_whole_on_every_edge() -> None:
    for maker, measures in MEASURES.items():
        for piece in held(design("hexagon", "at = 'links'"), measures, 3).pieces:
            across = crossings(piece.face)
            assert [c.edge for c in across] == list(range(6)), maker
            assert all(c.slant <= SLANT and abs(sum(c.field)) < 1e-5 for c in across)


@pytest.mark.parametrize(
    ("polygon", "labels", "edge", "said"),
    [
        (
            "square",
            "at = 'links'",
            4.0,
            r"edge: found 4 mm, allowed is from [\d.]+ mm: paths on 'square' must leave room",
        ),
        ("dart", "at = 'links'", 40.0, r"\[\[shape\]\] dart: found look 'paths', allowed is another"),
        ("domino", "at = 'links'", 40.0, r"\[\[shape\]\] domino: found look 'paths', allowed is another"),
    ],
)
def test_paths_without_room_are_refused(polygon: str, labels: str, edge: float, said: str) -> None:
    with pytest.raises(InputError, match=said):
        held(design(polygon, labels), MEASURES[Process.PRINTER].with_edge(edge))
    wide = replace(MEASURES[Process.PAPER], size=Size(30.0, 9.0))
    with pytest.raises(InputError, match=r"stripe: found 9 mm, allowed on an edge of 30 mm is up to 7.2 mm"):
        held(design("square", "at = 'links'"), wide)


INTERLOCKING = ["square", "triangle", "pentagon", "hexagon", "octagon", "thick-rhomb", "kite", "half-square", "domino"]


def jigsaw(polygon: str, count: int = 3) -> Shape:
    (shape,) = design(polygon, f"at = 'profiles', count = {count}").shapes
    return shape


def along(shape: Shape, label: int, edge: int) -> list[Any]:
    """The corners of one edge of a tile whose other edges are flat, both ends among them."""
    labels = [0] * shape.outline.edges
    labels[edge] = label
    corners = profiles.outline(shape, tuple(labels)).corners
    return [*corners, corners[0]][edge : edge + (10 if label else 2)]


@pytest.mark.parametrize("polygon", INTERLOCKING)
def test_a_notch_is_the_neighbours_tab(polygon: str) -> None:
    shape = jigsaw(polygon)
    for edge in range(shape.outline.edges):
        tab, notch = along(shape, 1, edge), along(shape, 2, edge)
        # the neighbour lies turned by half a turn about the middle of the edge: point by point it is there, exactly
        both = tab[0] + tab[-1]
        assert [both - corner for corner in reversed(tab)] != tab
        assert [both - corner for corner in tab][::-1] == [notch[0], *notch[1:-1], notch[-1]]
        assert len(tab) == 10


def test_interlocking_without_room_is_refused() -> None:
    with pytest.raises(InputError, match="thin-rhomb: found tabs and notches that meet at a corner"):
        profiles.refuse(jigsaw("thin-rhomb"), LabelStyle((), MEASURES[Process.LASER], PALETTE))
    with pytest.raises(InputError, match=r"edge: found 5 mm, allowed is from [\d.]+ mm: necks of tabs"):
        profiles.refuse(jigsaw("square"), LabelStyle((), MEASURES[Process.LASER].with_edge(5.0), PALETTE))


def test_a_tab_where_a_notch_should_be_is_found() -> None:
    own = shipped("jigsaw")
    made = quasiprint.design("set", set_file=SETS / "jigsaw.toml").as_made_by("paper")
    faces = {piece.id: piece.face for piece in made.pieces}
    wrong = tuple(
        replace(piece, face=faces["square-0002"]) if piece.id == "square-0001" else piece for piece in made.pieces
    )
    assert [(f.code, f.subject) for f in laws(own, replace(made, pieces=wrong))[0]] == [("marks-differ", "square-0001")]


# --- Arrows, arcs and strands ---------------------------------------------------------------------


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
WEDGES = f"""
[[shape]]
polygon = "square"
labels = {{ at = "edges", count = 8 }}
which = {{ tiles = {[4 * [label] for label in range(8)]} }}
look = "wedges"
"""
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
    ("shapes", "look"),
    [(RHOMBS, "arrows"), (RHOMBS, "arcs"), (RINGS, ""), (STRANDS, ""), (WEDGES, ""), (TWO_SIDED, "arrows")],
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
    assert paths.links(shape, labels) == links


@pytest.mark.parametrize(("shapes", "look"), [(STRANDS, ""), (TWO_SIDED, "arcs"), (TWO_SIDED, "arrows")])
def test_what_is_drawn_on_another_edge_is_found(shapes: str, look: str, tmp_path: Path) -> None:
    own, held = made(tmp_path, shapes.replace("count = 2 }", "count = 2 }\nwhich = { tiles = [[1, 0, 1, 0]] }"), look)
    turned = remarked(lambda mark: moved(mark, lambda x, y: (-y, x)))
    wrong = replace(held, pieces=tuple(map(turned, held.pieces)))
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


# --- Dominoes with up to eighteen pips ------------------------------------------------------------


MIDDLE = 0.5


@pytest.mark.parametrize("highest", range(1, len(DOMINOES)))
def test_a_figure_has_as_many_pips_as_it_says(highest: int) -> None:
    drawn = pips_of_dominoes(highest)
    assert [len(areas) for areas in drawn] == list(range(highest + 1))
    for areas in drawn:
        at = [middle(area) for area in areas]
        turned = {(round(-x, 6) + 0.0, round(2 * MIDDLE - y, 6)) for x, y in at}
        if len(at) != 3:  # three stand on two
            assert {(round(x, 6) + 0.0, round(y, 6)) for x, y in at} == turned, "upside down it is the same"
        if highest > 9:
            wide, between = pip_sizes(highest)
            apart = min((math.dist(a, b) for a, b in combinations(at, 2)), default=math.inf)
            assert apart > wide + between - 1e-6
            assert all(-1e-6 < y < 1 + 1e-6 for area in areas for _, y in area.outer)
    assert pips_of_dominoes(min(highest, 9)) == pips(min(highest, 9))


def test_figures_of_more_than_nine_differ_in_their_rows() -> None:
    rows = [tuple(len(places) for places, _ in figure) for figure in DOMINOES]
    assert [sum(row) for row in rows] == list(range(19))
    assert len(set(rows)) == len(rows)


def dominoes(folder: Path, count: int) -> Path:
    file = folder / f"double-{count - 1}.toml"
    file.write_text((SETS / "dominoes-6.toml").read_text().replace("count = 7", f"count = {count}"))
    return file


@pytest.mark.sampled(2)
@pytest.mark.parametrize("maker", [Process.LASER, Process.PAPER, Process.PRINTER])
@pytest.mark.parametrize(("count", "pieces"), [(13, 91), (19, 190), (16, 136)])
def test_double_twelve_fifteen_and_eighteen_hold_every_law(
    count: int, pieces: int, maker: Process, tmp_path: Path
) -> None:
    own, held = designed(dominoes(tmp_path, count), maker)
    assert len(held.pieces) == pieces
    assert own.prove(held)[0] == [] and check_set(held)[0] == []


def test_pips_that_cannot_be_made_are_refused_with_the_edge_at_which_they_can(tmp_path: Path) -> None:
    file = dominoes(tmp_path, 19)
    file.write_text(file.read_text().replace("\n\n[rule]", "\nwhich = { tiles = [[0, 18], [18, 18]] }\n[rule]"))
    said = invoke("check", file, "--edge", 12, code=2).output
    least = said.split("allowed is from ")[1].split()[0]
    assert "pips on 'domino' must be 9.1 mm high" in said
    for maker in Process:
        _, held = designed(file, maker, edge=float(least))
        assert check_set(held)[0] == []
