from __future__ import annotations

from dataclasses import replace

import manifold3d
import numpy as np
import pytest
from foreign import KERNEL
from hypothesis import given
from hypothesis import strategies as st
from samples import PRINTER, quasimino, resized
from solid_cases import CASES, HOLED, LEFT, RIGHT, SQUARE, as_trimesh, box, expected_volume, facets, same_body, solid_of

from quasiprint.model.errors import InputError
from quasiprint.model.face import Cell, Face, Mark, Operation, Region, Ring, region_area
from quasiprint.model.solid import Sector, Solid, Step
from quasiprint.solids.build import solid_piece
from quasiprint.solids.cad import straight, workplane
from quasiprint.solids.mesh import Facet, check_closed, mesh, volume
from quasiprint.solids.partition import triangles

RING = Solid(HOLED.outer, (Sector(HOLED.outer, (), HOLED.holes),), 0.0, 4.0, holes=HOLED.holes)
NOTCHED: Ring = ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (5.0, 5.0), (0.0, 10.0))


@pytest.mark.parametrize("solid", [*CASES.values(), RING], ids=[*CASES, "a hole"])
def test_mesh_is_closed_and_has_the_volume_of_its_areas(solid: Solid) -> None:
    made = mesh(solid)
    assert check_closed("test", facets(made)) == []
    assert volume(facets(made)) == pytest.approx(expected_volume(solid), rel=1e-12)
    outside = as_trimesh(made)
    assert outside.is_volume
    assert outside.volume == pytest.approx(expected_volume(solid), rel=1e-9)


@pytest.mark.sampled(1)
@pytest.mark.sampled(8)
@pytest.mark.foreign(KERNEL)
@pytest.mark.parametrize("solid", CASES.values(), ids=CASES.keys())
def test_cadquery_s_workplanes_build_a_body_of_the_same_volume_and_bounds(solid: Solid) -> None:
    same_body(solid, workplane(solid, straight).val().wrapped)


@given(st.lists(st.integers(0, 2), min_size=25, max_size=25), st.sampled_from([0.0, 0.4]))
def test_any_chequer_of_heights_is_closed(heights: list[int], chamfer: float) -> None:
    # cells of 2 mm on a board of 10 mm, apart from one another by 0.5 mm: only borders are shared
    steps = [
        Step(Region(box(2 * i, 2 * j, 2 * i + (2 if i == 4 else 1.5), 2 * j + (2 if j == 4 else 1.5))), 3.0 + h)
        for k, h in enumerate(heights)
        for i, j in [divmod(k, 5)]
        if h != 1
    ]
    solid = solid_of(*steps, chamfer=chamfer)
    assert check_closed("chequer", facets(mesh(solid))) == []
    assert volume(facets(mesh(solid))) == pytest.approx(expected_volume(solid), rel=1e-12)


# --- what is no solid -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("solid", "message"),
    [
        (Solid(SQUARE, (Sector(LEFT, ()),), 0.0, 4.0), "do not part its outline"),
        (Solid(SQUARE, (Sector(SQUARE, ()), Sector(SQUARE, ())), 0.0, 4.0), "two sectors overlap"),
        (
            Solid(SQUARE, (Sector(LEFT, (Step(Region(box(3, 3, 5, 5)), 5.0),)), Sector(RIGHT, ())), 0.0, 4.0),
            "touches the seam",
        ),
        (solid_of(Step(Region(box(1, 1, 3, 3)), 5.0), Step(Region(box(1, 1, 3, 4)), 5.0)), "two steps overlap"),
        (solid_of(Step(Region(box(2, -3, 4, 0)), 5.0)), "outside its sector"),
        (solid_of(Step(Region(box(2, 2, 4, 4)), 0.3), chamfer=0.4), "lowest step"),
        (solid_of(Step(Region(box(2, 2, 4, 4)), 0.5), recesses=(Step(Region(box(6, 6, 8, 8)), 0.5),)), "lowest step"),
        (replace(RING, chamfer=0.2), "one with holes has no chamfer"),
        (replace(RING, holes=()), "are not those of its sectors"),
        (replace(solid_of(chamfer=5.0), top=6.0), "chamfer: 5 mm is more"),
        (solid_of(boundary=NOTCHED, chamfer=0.4), "not convex"),
    ],
)
def test_wrong_solids_are_refused(solid: Solid, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        mesh(solid)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"thickness": 1.3}, r"thickness: found 1.3 mm, allowed is from 1.4 mm"),
        ({"groove_depth": 0.6}, r"groove_depth: found 0.6 mm, allowed is up to 0.4 mm: .* the inlay is 0.6 mm deep"),
        ({"groove_depth": 0.0}, r"groove_depth: found 0 mm, allowed is from 0.2 to 100 mm"),
    ],
)
def test_measures_without_room_are_refused(change: dict[str, float], message: str) -> None:
    piece = quasimino(1).pieces[0]
    with pytest.raises(InputError, match=message):
        solid_piece(piece.id, piece.shape, piece.face, resized(PRINTER, **change))


def test_an_inlay_with_a_hole_is_a_ring_that_fills_its_pocket() -> None:
    mark = Mark(2, Operation.ENGRAVE, 0, "solid", (HOLED,), (HOLED,), label=4)
    piece = solid_piece("a", "a", Face(SQUARE, SQUARE, (Cell(SQUARE, (mark,)),)), PRINTER)
    body, inlay = piece.parts
    assert inlay.key == "a-inlay-2-4"
    made = as_trimesh(mesh(inlay.solid))
    assert made.is_watertight
    assert made.euler_number == 0  # a torus
    assert made.volume == pytest.approx(region_area(HOLED) * PRINTER.finish.inlay_depth, rel=1e-9)
    whole = replace(body.solid, sectors=tuple(replace(s, steps=()) for s in body.solid.sectors))
    pocket = volume(facets(mesh(whole))) - volume(facets(mesh(body.solid)))
    assert pocket == pytest.approx(made.volume, rel=1e-6)
    assert check_closed("body", facets(mesh(body.solid))) == []


def test_a_back_in_a_colour_is_inlaid_and_its_hollows_are_not() -> None:
    two = (Region(box(1, 1, 3, 3)), Region(box(7, 7, 9, 9)))
    face = Face(SQUARE, SQUARE, (Cell(SQUARE, ()),), two, 3, (Region(box(4, 4, 6, 6)),))
    measures = resized(PRINTER, back_depth=1.2)
    piece = solid_piece("a", "a", face, measures)
    body, *inlays = piece.parts
    assert [(part.key, part.role, part.colour) for part in inlays] == [
        ("a-inlay-back-1", "inlay", 3),
        ("a-inlay-back-2", "inlay", 3),
    ]
    assert [(recess.region, recess.z) for recess in body.solid.recesses] == [
        (two[0], 0.6),
        (two[1], 0.6),
        (face.hollows[0], 1.2),
    ]
    assert [(part.solid.bottom, part.solid.top, part.solid.outline) for part in inlays] == [
        (0.0, 0.6, region.outer) for region in two
    ]
    assert piece.relief is not None and piece.relief.solid.recesses == body.solid.recesses
    # without a colour everything is as deep as the measures say, and nothing lies in it
    sunk = solid_piece("a", "a", replace(face, back_colour=None), measures)
    assert len(sunk.parts) == 1 and sunk.relief is None
    assert {recess.z for recess in sunk.parts[0].solid.recesses} == {1.2}
    # inlays above one another leave two layers between them
    with pytest.raises(InputError, match=r"thickness: found 3 mm, allowed is from 3.2 mm"):
        solid_piece("a", "a", face, resized(PRINTER, thickness=3.0, inlay_depth=1.4))


@pytest.mark.parametrize(("rise", "z"), [(None, 3.6), (-1.0, 3.0), (1.0, 5.0)])
def test_a_mark_without_colour_stands_where_it_says(rise: float | None, z: float) -> None:
    ink = (Region(box(2, 2, 4, 4)),)
    mark = Mark(0, Operation.ENGRAVE, None, None, (Region(box(1, 1, 5, 5)),), ink, rise=rise)
    piece = solid_piece("a", "a", Face(SQUARE, SQUARE, (Cell(SQUARE, (mark,)),)), PRINTER)
    assert piece.relief is None  # the body is the whole piece
    assert [part.role for part in piece.parts] == ["body"]
    assert piece.parts[0].solid.sectors[0].steps == (Step(ink[0], z),)
    assert check_closed("body", facets(mesh(piece.parts[0].solid))) == []


def test_a_recess_too_deep_is_refused() -> None:
    ink = (Region(box(2, 2, 4, 4)),)
    mark = Mark(0, Operation.ENGRAVE, None, None, ink, ink, rise=-3.3)
    with pytest.raises(InputError, match=r"thickness: found 4 mm, allowed is from 4.1 mm: a recess \(3.3 mm\)"):
        solid_piece("a", "a", Face(SQUARE, SQUARE, (Cell(SQUARE, (mark,)),)), PRINTER)


# --- the closedness check can fail, each way --------------------------------------------------


SOUP = facets(mesh(solid_of()))
(A, B, C), *REST = SOUP
FLAT = (0.0, 0.0, 0.0), (5.0, 0.0, 0.0), (10.0, 0.0, 0.0)


@pytest.mark.parametrize(
    ("soup", "codes"),
    [
        (SOUP[1:], {"edge-open"}),
        ([(A, C, B), *REST], {"edge-open", "edge-shared"}),
        (SOUP + facets(mesh(solid_of(boundary=box(11, 0, 21, 10)))), set()),
        (SOUP + facets(mesh(solid_of(boundary=box(10, 10, 20, 20)))), {"edge-shared"}),  # they meet along an edge
        ([(a, c, b) for a, b, c in SOUP], {"inside-out"}),
        ([], {"no-triangles"}),
        ([*SOUP, FLAT, FLAT[::-1]], {"degenerate-triangle", "edge-shared"}),
    ],
)
def test_what_is_no_closed_body_is_found(soup: list[Facet], codes: set[str]) -> None:
    assert {finding.code for finding in check_closed("test", soup)} == codes


# --- the plane ---------------------------------------------------------------------------------


def test_triangles_fill_their_area_or_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    ring = ((0.0, 0.0), (5e6, 0.0), (1e7, 0.0), (1e7, 1e7), (0.0, 1e7))
    hole = ((1e6, 1e6), (1e6, 2e6), (2e6, 2e6), (2e6, 1e6))
    assert len(triangles([ring, hole])) == 9
    found = manifold3d.triangulate([np.array(ring)])
    for spoilt in (found[1:], np.vstack([found, found[:1]]), found[:, ::-1]):
        monkeypatch.setattr(manifold3d, "triangulate", lambda _, spoilt=spoilt: spoilt)
        with pytest.raises(ValueError, match="triangulation"):
            triangles([ring])


def test_an_outline_that_crosses_itself_is_refused() -> None:
    # every side of it is the side of one triangle, so only a look at the triangles tells
    crossing = ((0, 0), (4e6, 0), (4e6, 1e6), (1e6, 1e6), (1e6, 2e6), (2e6, 2e6), (2e6, -1e6), (0, -1e6))
    with pytest.raises(ValueError, match="turned over"):
        triangles([crossing])


@pytest.mark.foreign(KERNEL)
@pytest.mark.parametrize("name", ["thick-0012", "thin-0121"])
def test_cadquery_s_workplanes_build_the_same_bodies(name: str) -> None:
    held = quasimino()
    found = next(one for one in held.pieces if one.id == name)
    built = solid_piece(name, found.shape, found.face, held.measures)
    for part in built.parts:
        same_body(part.solid, workplane(part.solid, straight).val().wrapped)
