"""The Quasimino set as solids: few bodies, all of them sound, the same by both constructions."""

from __future__ import annotations

from dataclasses import replace

import pytest
from foreign import KERNEL
from samples import PALETTE, PRINTER, quasimino
from solid_cases import as_trimesh, expected_volume, facets, same_body

from quasiprint.drawing.patterns import PATTERNS
from quasiprint.games.quasimino.face import face as tile_face
from quasiprint.model.face import Region, bounds, region_area
from quasiprint.solids.build import solid_piece, solid_pieces
from quasiprint.solids.cad import straight, workplane
from quasiprint.solids.mesh import (
    check_closed,
    mesh,
    meshes,
    volume,
)


def test_the_set_is_two_bodies_and_eight_inlays_a_colour_in_few_surfaces() -> None:
    held = quasimino(3)
    made = meshes(solid_pieces(held))
    tiles = [key for key in made if not key.startswith("token")]
    shapes = {piece.shape for piece in held.pieces}
    slots = {(p.shape, m.slot, m.colour) for p in held.pieces for m in p.face.marks}
    assert sorted(k for k in tiles if k.endswith("-body")) == sorted(f"{shape}-body" for shape in shapes)
    assert sum("-inlay-" in k for k in tiles) == len(slots) == len(shapes) * 4 * held.labelled.labels
    assert {p.id for p in held.pieces} <= set(tiles)
    reliefs = [made[p.id] for p in held.pieces]
    # one surface for each shape, edge and colour, and one bottom for each shape
    assert len({surface for relief in reliefs for surface in relief.surfaces}) == len(slots) + len(shapes)
    for shape in shapes:  # and the bottom is the body's own
        bottoms = {made[p.id].surfaces[-1] for p in held.pieces if p.shape == shape}
        assert bottoms == {made[f"{shape}-body"].surfaces[-1]}


@pytest.mark.parametrize("colour", range(len(PATTERNS)), ids=PATTERNS)
def test_every_pattern_makes_sound_bodies(colour: int) -> None:
    for shape in ("thick", "thin"):
        face = tile_face(shape, (colour,) * 4, PALETTE.inks, PRINTER)
        piece = solid_piece("a", shape, face, PRINTER)
        for part in piece.bodies:
            made = mesh(part.solid)
            assert as_trimesh(made).is_volume
            assert volume(facets(made)) == pytest.approx(expected_volume(part.solid), rel=1e-7)
            assert check_closed(part.key, facets(made)) == []


def test_inlays_fill_the_pockets_flush() -> None:
    for piece in solid_pieces(quasimino(2))[:6]:
        body, *inlays = piece.parts
        solid = replace(body.solid, sectors=tuple(replace(s, steps=()) for s in body.solid.sectors))
        pockets = volume(facets(mesh(solid))) - volume(facets(mesh(body.solid)))
        fields = sum(region_area(Region(part.solid.outline)) for part in inlays)
        # corners on a side bend it by less than a nanometre
        assert pockets == pytest.approx(fields * PRINTER.finish.inlay_depth, rel=1e-6)
        for part in inlays:
            corners, _ = mesh(part.solid).to_indices()
            assert max(z for *_, z in corners) == body.solid.top
            assert min(z for *_, z in corners) == pytest.approx(body.solid.top - PRINTER.finish.inlay_depth)
            x0, y0, x1, y1 = bounds((body.solid.outline,))
            assert all(x0 <= x <= x1 and y0 <= y <= y1 for x, y, _ in corners)


@pytest.mark.thorough
@pytest.mark.foreign(KERNEL)
def test_both_constructions_agree_on_every_unique_body_of_the_set() -> None:
    parts = {part.key: part for piece in solid_pieces(quasimino(3)) for part in piece.parts}
    for part in parts.values():
        same_body(part.solid, workplane(part.solid, straight).val().wrapped)
