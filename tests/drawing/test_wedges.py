"""Wedges of colour on the edges of regular tiles: right for every pattern, and every law of edges can be broken."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations

import pytest
from samples import LASER, PALETTE, PAPER, PRINTER, moved_marks, piece, quasimino, resized, wedged, with_piece

from quasiprint.checks import check_set
from quasiprint.checks.marks import crossings, reading
from quasiprint.drawing import regular
from quasiprint.drawing.areas import Silhouette
from quasiprint.drawing.patterns import PATTERNS
from quasiprint.errors import InputError
from quasiprint.model.choices import Process
from quasiprint.model.face import Face, Mark, Point, area
from quasiprint.model.measures import Measures
from quasiprint.model.piece import GameSet, Marking
from quasiprint.solids.build import solid_pieces
from quasiprint.solids.mesh import check_closed, meshes


def codes(held: GameSet) -> set[str]:
    return {finding.code for finding in check_set(held)[0]}


@pytest.mark.parametrize("measures", [PRINTER, LASER, PAPER], ids=lambda m: m.process)
@pytest.mark.parametrize(("shape", "colours", "count"), [("triangle", 4, 24), ("square", 3, 24), ("hexagon", 2, 14)])
def test_a_good_set_passes(shape: str, colours: int, count: int, measures: Measures) -> None:
    held = wedged(measures, shape, colours)
    assert len(held.pieces) == count
    findings, facts = check_set(held)
    assert findings == []
    assert facts["counts"][shape]["in the set"] == count  # type: ignore[index]


@pytest.mark.parametrize("edge", [30.0, 60.0])
@pytest.mark.parametrize("measures", [PRINTER, LASER, PAPER], ids=lambda m: m.process)
@pytest.mark.parametrize("shape", ["triangle", "square"])
def test_every_pattern_can_be_made_and_told_apart(shape: str, measures: Measures, edge: float) -> None:
    measures = resized(measures, edge=edge)
    slots = {"triangle": 3, "square": 4}[shape]
    drawn = [regular.wedge_mark(slots, 0, k, pattern, measures) for k, pattern in enumerate(PATTERNS)]
    for one, two in combinations(drawn, 2):
        assert one.field == two.field
        least = measures.machine.min_feature
        assert Silhouette(one.ink, least).differs(Silhouette(two.ink, least)), (one.pattern, two.pattern)
    few = wedged(measures, shape, 1)
    for mark in drawn:
        (face,) = (p.face for p in few.pieces)
        cells = (replace(face.cells[0], marks=(replace(mark, label=0),)), *face.cells[1:])
        held = with_piece(few, few.pieces[0].id, replace(few.pieces[0], face=replace(face, cells=cells)))
        alone = replace(held, palette=replace(PALETTE, inks=PALETTE.inks))
        assert codes(alone) <= {"wedge-broken", "patterns-alike"}, mark.pattern  # beside wedges of another pattern


def test_bodies_of_every_pattern_close() -> None:
    held = wedged(colours=8)
    some = replace(held, pieces=tuple(piece(held, name) for name in ("square-0123", "square-4567")))
    built = meshes(solid_pieces(some))
    assert len(built) > 8
    for key, mesh in built.items():
        assert check_closed(key, [facet for surface in mesh.surfaces for facet in surface.triangles]) == []


def test_labels_are_read_off_the_edges() -> None:
    held = wedged()
    for one in held.pieces:
        assert reading(one.face, held.labelled.marking) == one.marks


def test_wedges_fill_the_edges_and_stripes_do_not() -> None:
    for measures in (PRINTER, LASER, PAPER):
        for crossing in crossings(wedged(measures).pieces[0].face):
            assert (crossing.field[1] - crossing.field[0]) / 30 > 0.85
            assert crossing.top < 1e-5
    stripes = quasimino()
    as_wedges = replace(stripes.labelled, marking=Marking("edge", form="wedge"))
    assert codes(replace(stripes, composition=as_wedges)) == {"wedge-short"}
    held = wedged()
    as_stripes = replace(held.labelled, marking=Marking("edge"))
    assert codes(replace(held, composition=as_stripes)) == {"stripe-slanted"}


@pytest.mark.parametrize(
    ("move", "code"),
    [
        (lambda x, y: (x, y), set()),
        (lambda x, y: (x + 0.01, y), {"wedge-off-midpoint"}),
        (lambda x, y: (0.7 * x, y), {"wedge-short"}),
        (lambda x, y: (0.9 * x, y), {"wedge-broken"}),  # it fills enough, and meets no other
        (lambda x, y: (x, y + 0.2), {"edge-uncrossed"}),
    ],
)
def test_each_law_finds_what_breaks_it(move: Callable[[float, float], Point], code: set[str]) -> None:
    """The wedges of one tile's lower edge, which is the second, are moved point by point."""
    held = wedged()
    good = piece(held, "square-0122")

    def moved(p: Point) -> Point:
        x, y = move(*p)
        return round(x, 6), round(y, 6)

    assert codes(with_piece(held, good.id, replace(good, face=moved_marks(good.face, moved, {1})))) == code


def test_a_wedge_that_does_not_narrow() -> None:
    held = wedged()
    good = piece(held, "square-0122")
    ring = ((-13.0, -14.9), (13.0, -14.9), (13.0, -12.0), (-13.0, -12.0))

    def blunt(mark: Mark) -> Mark:
        region = replace(mark.field[0], outer=ring)
        return replace(mark, field=(region,), ink=(region,)) if mark.slot == 1 else mark

    cells = tuple(replace(cell, marks=tuple(map(blunt, cell.marks))) for cell in good.face.cells)
    alone = replace(held, pieces=(replace(good, face=replace(good.face, cells=cells)),))
    assert "wedge-blunt" in codes(alone)


def test_wedges_that_do_not_meet() -> None:
    held = wedged()
    good = piece(held, "square-0122")
    other = regular.wedge_mark(4, 1, 1, "chevron", PRINTER)

    def drawn(face: Face) -> Face:
        cells = tuple(
            replace(cell, marks=tuple(replace(m, ink=other.ink) if m.slot == 1 else m for m in cell.marks))
            for cell in face.cells
        )
        return replace(face, cells=cells)

    assert codes(with_piece(held, good.id, replace(good, face=drawn(good.face)))) == {"wedge-broken"}


@pytest.mark.parametrize(("slots", "shape"), [(3, "triangle"), (4, "square"), (6, "")])
@pytest.mark.parametrize("measures", [PRINTER, LASER], ids=lambda m: m.process)
def test_an_edge_too_short_for_every_pattern_is_refused(slots: int, shape: str, measures: Measures) -> None:
    regular.refuse_small_wedges(slots, measures)
    with pytest.raises(InputError, match=r"edge: found 3 mm, allowed is from (\d+\.?\d*) mm") as refused:
        regular.refuse_small_wedges(slots, resized(measures, edge=3.0))
    least = float(str(refused.value).split("from ")[1].split(" mm")[0])
    assert measures.process is Process.LASER or least > 10
    regular.refuse_small_wedges(slots, resized(measures, edge=least))
    with pytest.raises(InputError):
        regular.refuse_small_wedges(slots, resized(measures, edge=least - 0.1))
    assert not shape or codes(wedged(resized(measures, edge=least), shape, 4)) == set()


def test_the_lower_edge_is_the_second() -> None:
    ring = regular.wedge_mark(4, 1, 0, "solid", PRINTER).field[0].outer
    assert max(y for _, y in ring[:2]) == pytest.approx(-14.9)
    assert area(ring) > 0
