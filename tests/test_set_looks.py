"""Paths and interlocking outlines of set files: laws that hold for every pattern and process, with counterexamples."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from readers_sets import SETS
from readers_sets import design as shipped

import quasiprint
from quasiprint.checks import check_set
from quasiprint.checks.edges import SLANT, crossings
from quasiprint.checks.marks import features
from quasiprint.checks.well_drawn import well_drawn
from quasiprint.model.errors import InputError
from quasiprint.model.face import Cell, Face, Mark, Region, Ring, snap
from quasiprint.model.measures import Finish, Fit, Machine, Maker, Measures, Size, Stock
from quasiprint.model.piece import GameSet, Parts, Piece
from quasiprint.sets.laws import Profiles, check_paths, laws
from quasiprint.sets.looks import paths, profiles
from quasiprint.sets.looks.frame import Drawn, frame
from quasiprint.sets.looks.path_room import Ends
from quasiprint.sets.set_file import SetDesign, Shape, read

PALETTE = quasiprint.design("quasimino").set.palette
MEASURES = {
    Maker.PRINTER: Measures(
        Maker.PRINTER, Size(40.0), Stock(4.0), Machine(0.84), Finish(corner_radius=0.8), Fit(clearance=0.1)
    ),
    Maker.LASER: Measures(Maker.LASER, Size(30.0), Stock(3.0), Machine(0.4), Finish(corner_radius=0.8)),
    Maker.PAPER: Measures(Maker.PAPER, Size(30.0), Stock(0.3), Machine(0.25)),
}


def design(polygon: str, labels: str, symmetry: str = "rotations") -> SetDesign:
    shape = f"[[shape]]\npolygon = '{polygon}'\nlabels = {{ {labels} }}\nsymmetry = '{symmetry}'\n"
    return read(f"[set]\ntitle = 'x'\nmost = 100000\n{shape}".encode(), "x.toml")


def held(own: SetDesign, measures: Measures, first: int = 0, most: int = 1000, every: int = 1) -> GameSet:
    """The tiles of the only shape, drawn as paths, the palette begun at its ink `first`."""
    (shape,) = own.shapes
    palette = replace(PALETTE, inks=PALETTE.inks[first:] + PALETTE.inks[:first])
    drawn = Drawn((shape,), measures, palette)
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
    ("maker", "first"), [*((Maker.PRINTER, first) for first in range(8)), (Maker.LASER, 7), (Maker.PAPER, 2)]
)
def test_every_pattern_of_paths_can_be_made(maker: Maker, first: int) -> None:
    own = design("square", "at = 'links', per = 2")
    # every seventh tile of Tsuro in one pattern
    drawn = held(own, MEASURES[maker], first, every=7)
    assert [*well_drawn(drawn), *features(drawn), *check_set(drawn)[0]] == []
    tile = frame(own.shapes[0].outline, MEASURES[maker])
    seen: Profiles = {}
    for piece in drawn.pieces:
        links = tuple(piece.marks[k : k + 3] for k in range(0, len(piece.marks), 3))
        assert list(check_paths(piece, links, tile, Ends(2), seen)) == []


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", ["truchet", "serpentiles", "jigsaw"])
def test_examples_are_drawn_and_what_is_drawn_is_read_back(name: str) -> None:
    made = quasiprint.design("set", set_file=SETS / f"{name}.toml").as_made_by("printer")
    findings, _ = laws(shipped(name), made)
    assert findings == []
    assert [*well_drawn(made), *check_set(made)[0]] == []


def moved(ring: Ring, x: float, y: float) -> Ring:
    return tuple((snap(px + x), snap(py + y)) for px, py in ring)


def redrawn(drawn: GameSet, change: Callable[[Mark], Mark], number: int = -1) -> GameSet:
    """The last tile, or another, with its marks changed."""
    pieces = list(drawn.pieces)
    face = pieces[number].face
    marks = tuple(change(mark) for mark in face.marks)
    pieces[number] = replace(pieces[number], face=replace(face, cells=(Cell(face.outline, marks),)))
    return replace(drawn, pieces=tuple(pieces))


def slanted(ring: Ring) -> Ring:
    return tuple((snap(x + 0.05 * (y + 15)), y) for x, y in ring)


def changed(areas: tuple[Region, ...], by: Callable[[Ring], Ring]) -> tuple[Region, ...]:
    return tuple(Region(by(area.outer)) for area in areas)


TRUCHET = design("square", "at = 'links', count = 2, crossing = false")
COUNTEREXAMPLES: dict[str, Callable[[Mark], Mark]] = {
    "stripe-off-midpoint": lambda mark: replace(mark, field=changed(mark.field, lambda ring: moved(ring, 0.3, 0.0))),
    "stripe-slanted": lambda mark: replace(mark, field=changed(mark.field, slanted)),
    "stripe-broken": lambda mark: replace(mark, ink=()),
    "marks-differ": lambda mark: replace(mark, label=1 - (mark.label or 0)),
}


@pytest.mark.parametrize("code", COUNTEREXAMPLES)
def test_paths_that_are_drawn_wrong_are_found(code: str) -> None:
    drawn = held(TRUCHET, MEASURES[Maker.PAPER])
    assert laws(TRUCHET, drawn)[0] == []
    findings, _ = laws(TRUCHET, redrawn(drawn, COUNTEREXAMPLES[code]))
    assert code in {f.code for f in findings}


def test_a_mirrored_path_is_found() -> None:
    own = design("square", "at = 'links', crossing = false", "none")
    drawn = held(own, MEASURES[Maker.PAPER])

    def mirrored(mark: Mark) -> Mark:
        flipped = [tuple((snap(-x), y) for x, y in area.outer[::-1]) for area in mark.field]
        return replace(mark, field=tuple(map(Region, flipped)), ink=tuple(map(Region, flipped)))

    before = {f.code for f in laws(own, drawn)[0]}  # such tiles need a sign of which way is up, which is not drawn here
    assert {f.code for f in laws(own, redrawn(drawn, mirrored))[0]} - before == {"marks-differ"}


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
            r"edge: found 4 mm, allowed is from [\d.]+ mm: paths on square must leave room",
        ),
        ("dart", "at = 'links'", 40.0, r"\[\[shape\]\] dart: found look 'paths', allowed is another"),
        ("domino", "at = 'links'", 40.0, r"\[\[shape\]\] domino: found look 'paths', allowed is another"),
    ],
)
def test_paths_without_room_are_refused(polygon: str, labels: str, edge: float, said: str) -> None:
    with pytest.raises(InputError, match=said):
        held(design(polygon, labels), MEASURES[Maker.PRINTER].with_edge(edge))
    wide = replace(MEASURES[Maker.PAPER], size=Size(30.0, 9.0))
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
        profiles.refuse(jigsaw("thin-rhomb"), Drawn((), MEASURES[Maker.LASER], PALETTE))
    with pytest.raises(InputError, match=r"edge: found 5 mm, allowed is from [\d.]+ mm: necks of tabs"):
        profiles.refuse(jigsaw("square"), Drawn((), MEASURES[Maker.LASER].with_edge(5.0), PALETTE))


def test_a_tab_where_a_notch_should_be_is_found() -> None:
    own = shipped("jigsaw")
    made = quasiprint.design("set", set_file=SETS / "jigsaw.toml").as_made_by("paper")
    faces = {piece.id: piece.face for piece in made.pieces}
    wrong = tuple(
        replace(piece, face=faces["square-0002"]) if piece.id == "square-0001" else piece for piece in made.pieces
    )
    assert [(f.code, f.subject) for f in laws(own, replace(made, pieces=wrong))[0]] == [("marks-differ", "square-0001")]
