"""Faces, measured by an independent geometry library (shapely)."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, product

import pytest
from samples import LASER, PALETTE, PAPER, PRINTER, moved_marks, quasimino, resized
from shapely.geometry import Point, Polygon

from quasiprint.drawing.patterns import PATTERNS
from quasiprint.drawing.strokes import finest
from quasiprint.games.quasimino import GAME
from quasiprint.games.quasimino.design import PER_PLAYER, PLAYERS, face, mark
from quasiprint.games.quasimino.design import token_face as token
from quasiprint.model.face import Region
from quasiprint.model.measures import Measures
from quasiprint.model.piece import Accessory
from quasiprint.model.profile import Ink

GRAIN = 3e-6  # mm: two corners on the nanometre grid
SIZES = [PRINTER, LASER, PAPER, resized(PRINTER, edge=60, stripe=6), resized(PAPER, edge=20, stripe=2)]


def polygon(region: Region) -> Polygon:
    return Polygon(region.outer, region.holes)


@pytest.mark.parametrize("measures", SIZES, ids=lambda m: f"{m.process}-{m.size.edge:g}")
@pytest.mark.parametrize("pattern", PATTERNS)
@pytest.mark.parametrize("shape", ["thick", "thin"])
def test_ink_lies_in_its_field_in_pieces_that_do_not_touch(shape: str, pattern: str, measures: Measures) -> None:
    for edge in range(4):
        drawn = mark(shape, edge, 0, pattern, measures)
        field = polygon(drawn.field[0])
        ink = [polygon(region) for region in drawn.ink]
        assert field.is_valid and field.exterior.is_ccw
        assert all(part.is_valid and part.exterior.is_ccw for part in ink)
        assert all(field.buffer(GRAIN).contains(part) for part in ink)
        assert all(a.distance(b) > measures.machine.min_feature for a, b in combinations(ink, 2))
        covered = sum(part.area for part in ink) / field.area
        assert (covered == pytest.approx(1, abs=1e-6)) if pattern == "solid" else (0.3 < covered < 0.85)


@pytest.mark.parametrize("measures", SIZES, ids=lambda m: f"{m.process}-{m.size.edge:g}")
def test_fields_stay_in_their_cells_and_apart(measures: Measures) -> None:
    for shape in ("thick", "thin"):
        drawn = face(shape, (0, 1, 2, 3), PALETTE.inks, measures)
        outline = Polygon(drawn.outline)
        assert sum(Polygon(c.boundary).area for c in drawn.cells) == pytest.approx(outline.area, abs=1e-4)
        for cell in drawn.cells:
            assert Polygon(cell.boundary).buffer(GRAIN).contains(polygon(cell.marks[0].field[0]))
        fields = [polygon(m.field[0]) for m in drawn.marks]
        gap = min(a.distance(b) for a, b in combinations(fields, 2))
        assert gap == pytest.approx(1.3 / 3 * measures.size.stripe, rel=0.01)


def test_a_half_turn_is_exact_to_the_last_bit() -> None:
    for shape, edge in product(("thick", "thin"), range(4)):
        fields = {mark(shape, edge, k, pattern, PRINTER).field for k, pattern in enumerate(PATTERNS)}
        assert len(fields) == 1  # whatever the colour
        for pattern in PATTERNS:
            here = mark(shape, edge, 0, pattern, PRINTER)
            there = mark(shape, (edge + 2) % 4, 0, pattern, PRINTER)
            turned = {tuple((-x + 0.0, -y + 0.0) for x, y in region.outer) for region in here.ink}
            assert turned == {region.outer for region in there.ink}


def test_tokens_are_twenty_for_each_of_six_players_in_their_own_pattern() -> None:
    things = quasimino().accessories
    assert [thing.count for thing in things] == [PER_PLAYER] * PLAYERS
    assert len({thing.face.marks[0].ink for thing in things}) == PLAYERS
    for thing in things:
        rim, (drawn,) = Polygon(thing.face.outline), thing.face.marks
        assert rim.buffer(GRAIN).contains(polygon(drawn.field[0]))
        # its motif is in its middle
        assert rim.centroid.distance(Point(0, 0)) < GRAIN
        assert polygon(drawn.field[0]).centroid.distance(Point(0, 0)) < GRAIN


@pytest.mark.parametrize("measures", [*SIZES, resized(LASER, edge=100)], ids=lambda m: f"{m.process}-{m.size.edge:g}")
def test_a_token_on_a_corner_of_a_tile_hides_no_stripe(measures: Measures) -> None:
    held = quasimino(measures=measures)
    rim = max(Point(p).distance(Point(0, 0)) for thing in held.accessories for p in thing.face.nominal)
    stripes = {(p.face.nominal, m.field) for p in held.pieces for m in p.face.marks}
    assert all(polygon(f[0]).distance(Point(corner)) > rim for nominal, f in stripes for corner in nominal)
    assert GAME.prove(held)[0] == []


def test_a_token_too_wide_and_tokens_alike_are_found() -> None:
    held = quasimino()

    def grown(thing: Accessory) -> Accessory:
        rim = tuple((round(1.1 * x, 6), round(1.1 * y, 6)) for x, y in thing.face.nominal)
        return replace(thing, face=replace(thing.face, nominal=rim))

    wide = replace(held, accessories=tuple(map(grown, held.accessories)))
    assert [finding.code for finding in GAME.prove(wide)[0]] == ["token-hides-stripe"]
    # turned as it may lie, a token is taken for its equal
    first, second, *others = held.accessories
    quarter = moved_marks(second.face, lambda p: (-p[1], p[0]))
    same = replace(held, accessories=(first, second, replace(others[0], face=quarter), *others[1:]))
    assert [finding.code for finding in GAME.prove(same)[0]] == ["tokens-alike"]


@pytest.mark.parametrize("measures", SIZES, ids=lambda m: f"{m.process}-{m.size.edge:g}")
@pytest.mark.parametrize("pattern", PATTERNS)
def test_motifs_can_be_made_and_felt(pattern: str, measures: Measures) -> None:
    """Also where stripes are as narrow, and tiles as small, as the machine makes them."""
    small = resized(measures, stripe=measures.machine.min_feature / 0.3, edge=30 * measures.machine.min_feature)
    for each in (measures, small):
        (drawn,) = token(0, Ink("any", "#000000", pattern), each).marks
        assert finest(drawn.ink, each.machine.min_feature) == {}
        field, ink = polygon(drawn.field[0]), [polygon(region) for region in drawn.ink]
        assert all(field.buffer(GRAIN).contains(part) for part in ink)
        assert all(a.distance(b) > each.machine.min_feature for a, b in combinations(ink, 2))
    holes = [len(region.holes) for region in drawn.ink]
    felt = {"dashed": [0] * 3, "dotted": [0] * 4, "double": [1, 1], "ladder": [4], "chevron": [0, 0]}
    assert holes == felt.get(pattern, [0])
