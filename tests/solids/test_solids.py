"""Solids: closed, of the volume of their areas, the same by both constructions, as thick as they say, backs inlaid."""

from __future__ import annotations

import io
import re
import xml.etree.ElementTree as ET
import zipfile
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path, PurePosixPath
from xml.etree import ElementTree

import manifold3d
import numpy as np
import pytest
import shapely
import trimesh
from called import invoke
from foreign import KERNEL
from hypothesis import given
from hypothesis import strategies as st
from samples import PALETTE, PRINTER, quasimino, resized
from sections import sliced
from solid_cases import CASES, HOLED, LEFT, RIGHT, SQUARE, as_trimesh, box, expected_volume, facets, same_body, solid_of

import quasiprint
from quasiprint.checks.well_formed import well_drawn
from quasiprint.drawing.patterns import PATTERNS
from quasiprint.errors import InputError
from quasiprint.games.quasimino.design import face as tile_face
from quasiprint.model.face import Cell, Face, Mark, Operation, Region, Ring, bounds, region_area
from quasiprint.model.piece import Accessory
from quasiprint.model.solid import Sector, Solid, Step
from quasiprint.solids.build import solid_piece, solid_pieces
from quasiprint.solids.cad import workplane
from quasiprint.solids.mesh import Facet, check_closed, mesh, meshes, volume
from quasiprint.solids.partition import triangles

RING = Solid(HOLED.outer, (Sector(HOLED.outer, (), HOLED.holes),), 0.0, 4.0)
NOTCHED: Ring = ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (5.0, 5.0), (0.0, 10.0))


@pytest.mark.parametrize("solid", [*CASES.values(), RING], ids=[*CASES, "a hole"])
def test_mesh_is_closed_and_has_the_volume_of_its_areas(solid: Solid) -> None:
    made = mesh(solid)
    assert check_closed("test", facets(made)) == []
    assert volume(facets(made)) == pytest.approx(expected_volume(solid), rel=1e-12)
    outside = as_trimesh(made)
    assert outside.is_volume
    assert outside.volume == pytest.approx(expected_volume(solid), rel=1e-9)


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
        (Solid(SQUARE, (Sector(SQUARE, ()), Sector(SQUARE, ())), 0.0, 4.0), "do not part its outline"),
        (
            Solid(SQUARE, (Sector(LEFT, (Step(Region(box(3, 3, 5, 5)), 5.0),)), Sector(RIGHT, ())), 0.0, 4.0),
            "touches the seam",
        ),
        (solid_of(Step(Region(box(1, 1, 3, 3)), 5.0), Step(Region(box(1, 1, 3, 4)), 5.0)), "two steps overlap"),
        (solid_of(Step(Region(box(2, -3, 4, 0)), 5.0)), "outside its sector"),
        (solid_of(Step(Region(box(2, 2, 4, 4)), 0.3), chamfer=0.4), "lowest step"),
        (solid_of(Step(Region(box(2, 2, 4, 4)), 0.5), recesses=(Step(Region(box(6, 6, 8, 8)), 0.5),)), "lowest step"),
        (replace(RING, chamfer=0.2), "one with holes has no chamfer"),
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


# --- The Quasimino set as solids ------------------------------------------------------------------


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
        same_body(part.solid, workplane(part.solid, curved=False).val().wrapped)


# --- Things that are as thick as they say themselves ----------------------------------------------


CORE = "{http://schemas.microsoft.com/3dmanufacturing/core/2015/02}"


@cache
def made() -> Mapping[str, bytes]:
    return quasiprint.design("triomino", highest=0, storage=["tray"]).files(formats=("stl", "3mf", "obj", "step"))


@cache
def things() -> dict[str, Accessory]:
    held = quasiprint.design("triomino", highest=0, storage=["tray"]).as_made_by("printer")
    return {thing.id: thing for thing in held.accessories}


def heights() -> dict[str, float]:
    """How high each thing reaches: the tray's lips stand on its rim."""
    found = {}
    for id, thing in things().items():
        assert thing.face.thickness is not None
        found[id] = thing.face.thickness + max([0.0, *(mark.rise or 0.0 for mark in thing.face.marks)])
    return found


def test_stl_files_are_as_high_as_the_things() -> None:
    for id, high in heights().items():
        body = trimesh.load(io.BytesIO(made()[f"stl/pieces/{id}-body.stl"]), file_type="stl")
        assert body.is_watertight
        assert body.bounds[:, 2] == pytest.approx([0.0, high], abs=1e-5)
    tile = trimesh.load(io.BytesIO(made()["stl/pieces/0-0-0-body.stl"]), file_type="stl")
    assert tile.bounds[1, 2] == pytest.approx(4.0)


def test_the_bottom_is_sunk_as_deep_as_the_thing_says() -> None:
    for id, thing in things().items():
        body = trimesh.load(io.BytesIO(made()[f"stl/pieces/{id}-body.stl"]), file_type="stl")
        down = body.triangles[body.face_normals[:, 2] < -0.99]
        assert sorted(set(np.round(down[:, 0, 2], 4))) == [0.0, thing.face.hollow_depth]


def test_obj_and_3mf_and_step_have_the_same_heights() -> None:
    for id, high in heights().items():
        scene = trimesh.load(io.BytesIO(made()[f"obj/{id}.obj"]), file_type="obj")
        assert scene.bounds[:, 2] == pytest.approx([0.0, high], abs=1e-5)
    found: dict[str, float] = {}
    for path, content in made().items():
        if PurePosixPath(path).name.endswith("prusa.3mf"):
            with zipfile.ZipFile(io.BytesIO(content)) as package:
                model = ElementTree.fromstring(package.read("3D/3dmodel.model"))
            for one in model.iter(f"{CORE}object"):
                found[one.attrib["name"]] = max(float(v.attrib["z"]) for v in one.iter(f"{CORE}vertex"))
    assert {id: pytest.approx(high, abs=1e-5) for id, high in heights().items()} == {id: found[id] for id in heights()}
    points = re.findall(rb"CARTESIAN_POINT\('',\(([^)]*)\)\)", made()["step/triomino-set.step"])
    z = {round(float(point.split(b",")[2]), 4) for point in points if point.count(b",") == 2}
    assert {*heights().values(), 4.0} <= z
    assert max(z) == max(heights().values())


@pytest.mark.thorough
def test_a_set_with_such_things_is_read_back_and_proved() -> None:
    verdict = quasiprint.verify(made(), by="pieces")
    assert verdict.verified, verdict.findings
    assert verdict.pieces == 1


def test_another_height_is_found() -> None:
    """A tray whose lips are a layer higher than they are to be."""
    path = "stl/pieces/tray-1-body.stl"
    files = dict(made())
    records = np.frombuffer(files[path], dtype="<u1").copy()
    body = np.frombuffer(records[84:].tobytes(), dtype=[("n", "<3f4"), ("c", "<(3,3)f4"), ("a", "<u2")]).copy()
    top = body["c"][:, :, 2].max()
    body["c"][:, :, 2][body["c"][:, :, 2] == top] += 0.2
    files[path] = files[path][:84] + body.tobytes()
    codes = {finding.code for finding in quasiprint.verify(files, by="pieces").findings}
    assert "height-wrong" in codes


def test_heights_that_are_none_are_found() -> None:
    held = quasiprint.design("triomino", highest=0, storage=["tray"]).as_made_by("printer")
    lid = next(thing for thing in held.accessories if thing.id == "tray-lid")
    for change in ({"thickness": -1.0}, {"thickness": float("inf")}, {"hollow_depth": 0.0}):
        broken = replace(lid, face=replace(lid.face, **change))
        assert {one.code for one in well_drawn(replace(held, accessories=(broken,)))} == {"height-own"}
    cut = quasiprint.design("triomino", highest=0).as_made_by("laser")
    tile = cut.pieces[0]
    thick = replace(cut, pieces=(replace(tile, face=replace(tile.face, thickness=5.0)),))
    assert [one.code for one in well_drawn(thick)] == ["height-own"]


# --- Black corners on the white side of printed Quominoes -----------------------------------------


FORMATS = ("stl", "3mf", "step", "obj")


@pytest.fixture(scope="module")
def made_of_backs(small_set: Callable[..., Path]) -> Path:
    """A small box in each format, which verifies as it is made."""
    folder = small_set("quomino", "--size", 4, "--format", ",".join(FORMATS))
    invoke("verify", folder, code=0)
    return folder


def solid(folder: Path, name: str) -> trimesh.Trimesh:
    (path,) = (folder / "stl/pieces").glob(f"quomino_x*-{name}.stl")
    return trimesh.load(path)


def at(body: trimesh.Trimesh, z: float) -> shapely.Geometry:
    """Return what a level plane meets of a body."""
    inside = body.bounds[0][2] < z < body.bounds[1][2]
    return shapely.union_all(sliced(body, z)) if inside and body.section((0, 0, 1), (0, 0, z)) else shapely.Polygon()


def fill_faults(body: trimesh.Trimesh, inlay: trimesh.Trimesh) -> list[str]:
    """Say where body and inlay do not fill a Quomino's lowest 0.6 mm together, but for its hollow and its bevel."""
    faults, hollow = [], shapely.Point(0, 0).buffer(4)
    for z in (0.05, 0.3, 0.55):
        white, black = at(body, z), at(inlay, z)
        outline = shapely.Polygon(white.exterior).difference(hollow)
        both = white.union(black)
        if white.intersection(black).area > 1e-3:
            faults.append(f"overlap at {z}")
        if outline.difference(both.buffer(1e-4)).area > 1e-3 or black.difference(outline.buffer(1e-4)).area > 1e-3:
            faults.append(f"gap at {z}")
    if at(inlay, 0.65).area or abs(at(body, 0.65).area + hollow_area(body) - at(body, 2.0).area) > 1e-3:
        faults.append("depth")
    return faults


def hollow_area(body: trimesh.Trimesh) -> float:
    return sum(shapely.Polygon(ring).area for ring in at(body, 1.0).interiors)


@pytest.mark.thorough
def test_body_and_inlays_fill_one_another_three_layers_deep(made_of_backs: Path) -> None:
    body, inlay = solid(made_of_backs, "body"), solid(made_of_backs, "inlay-c0")
    assert inlay.is_watertight and body.is_watertight
    corners = [part for part in inlay.split() if part.bounds[0][2] == 0]
    assert len(corners) == 4 and len(inlay.split()) == 5
    assert {round(float(z), 4) for part in corners for z in part.bounds[:, 2]} == {0.0, 0.6}
    # four triangles, each with its right angle towards a corner of the tile, and as large as its sides say
    side = float(np.ptp(at(body, 2.0).bounds[::2]))
    short = side / 2 - 2 * (0.4 + 0.84)
    assert [part.volume for part in corners] == pytest.approx([short**2 / 2 * 0.6] * 4, rel=1e-4)
    assert sorted(np.sign(part.centroid[:2]).tolist() for part in corners) == [[-1, -1], [-1, 1], [1, -1], [1, 1]]
    assert fill_faults(body, inlay) == []
    # and what is wrong is found
    aside, low = inlay.copy().apply_translation((0.1, 0, 0)), inlay.copy().apply_translation((0, 0, -0.2))
    assert {fault.split()[0] for fault in fill_faults(body, aside)} == {"overlap", "gap"}
    assert "gap at 0.55" in fill_faults(body, low)
    assert "depth" in fill_faults(body, inlay.copy().apply_translation((0, 0, 0.2)))
    assert "gap at 0.3" in fill_faults(body, trimesh.util.concatenate(corners[:3]))


def test_in_relief_the_corners_are_sunk_as_deep(made_of_backs: Path) -> None:
    body, relief = solid(made_of_backs, "body"), solid(made_of_backs, "relief")
    for z in (0.3, 0.65, 1.0, 1.3):
        assert at(relief, z).symmetric_difference(at(body, z)).area < 1e-6


def test_both_kinds_of_3mf_print_the_corners_in_black(made_of_backs: Path) -> None:
    (prusa,), (bambu,) = ((made_of_backs / "3mf").glob(f"{name}.3mf") for name in ("plate-*", "*-set-bambu"))
    for path, config, body in (
        (prusa, "Metadata/Slic3r_PE_model.config", "volume"),
        (bambu, "Metadata/model_settings.config", "part"),
    ):
        with zipfile.ZipFile(path) as package:
            told = ET.fromstring(package.read(config))
        found = Counter()
        for part in told.iter(body):
            values = {entry.get("key"): entry.get("value") for entry in part.iter("metadata")}
            if "quomino" in values["name"]:
                found[values["name"].removeprefix("quomino-"), values["extruder"]] += 1
        corners = {(f"inlay-back-{k}", "2"): 4 for k in range(1, 5)}
        assert found == {("body", "1"): 4, ("inlay-2-1", "2"): 4, **corners}, path.name


def test_obj_and_step_have_them_in_ink(made_of_backs: Path) -> None:
    (path,) = (made_of_backs / "obj").glob("quomino_x*.obj")
    groups = re.findall(r"g (\S+)\nusemtl (\S+)", path.read_text())
    assert groups[2:] == [(f"quomino-1-inlay-back-{k}", "c0") for k in range(1, 5)]
    text = (made_of_backs / "step/quomino-set.step").read_text()
    assert re.findall(r"PRODUCT\('quomino-(inlay-back-\d)'", text) == [f"inlay-back-{k}" for k in range(1, 5)]
