"""What PrusaSlicer makes of our 3MF files, read back from its G-code.

``benchmarks/slice_all.py`` does the same with the plates of a whole set.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from pathlib import Path

import foreign
import numpy as np
import pytest
import shapely
from gcode import LAYER, WIDTH, moves_off_bed, sliced, strokes
from samples import quasimino, solids, triomino
from shapely.geometry import Polygon
from test_threemf import MODEL, PRUSA, edited, files, replaced

from quasiprint.model.face import Region
from quasiprint.model.production import Placement, SolidProduction

pytestmark = pytest.mark.foreign("prusa-slicer")


def area_of(place: Placement, region: Region) -> Polygon:
    return Polygon(place.ring(region.outer), [place.ring(hole) for hole in region.holes])


def extruder_faults(held: SolidProduction, gcode: str) -> list[str]:
    """Say where a printed plate differs from the design; nothing, if it does not.

    tools: a layer uses other tools than the bodies in it. colour: a tool prints outside its
    inlays, or an inlay is not printed by its own. size: an object's box is off by 0.1 mm.
    """
    faults = []
    (plate,) = held.plates
    pieces = {piece.id: piece for piece in held.pieces}
    printed = strokes(gcode)
    laid = [(place, part) for place in plate.placements for part in pieces[place.item].parts]
    inks = sorted({part.colour for _, part in laid if part.colour is not None})  # a tool for each, without a gap

    used, expected = defaultdict(set), defaultdict(set)
    for stroke in printed:
        used[stroke.z].add(stroke.tool)
    for _, part in laid:
        heights = [corner[2] for corner in held.meshes[part.key].to_indices()[0]]
        for k in range(round(min(heights) / LAYER), round(max(heights) / LAYER)):
            expected[round((k + 1) * LAYER, 3)].add(0 if part.colour is None else 1 + inks.index(part.colour))
    faults += [
        f"tools: {sorted(used[z])} at {z} mm, not {sorted(expected[z])}"
        for z in sorted(used.keys() | expected.keys())
        if used[z] != expected[z]
    ]

    inlays = defaultdict(list)  # by their heights: those of backs lie below those of faces
    for place, part in laid:
        if part.colour is not None:
            shape = area_of(place, Region(part.solid.outline, part.solid.holes))
            top = max(corner[2] for corner in held.meshes[part.key].to_indices()[0])
            inlays[part.solid.bottom, top].append((1 + inks.index(part.colour), place.item, shape))
    for (bottom, top), there in inlays.items():
        level = [stroke for stroke in printed if bottom < stroke.z < top + LAYER / 2]
        middles = (np.array([s.start for s in level]) + np.array([s.end for s in level])) / 2
        tools = np.array([s.tool for s in level])
        for tool in sorted(set(tools) - {0}):
            own = shapely.union_all([shape for t, _, shape in there if t == tool]).buffer(0.05)
            outside = np.count_nonzero(~shapely.contains_xy(own, *middles[tools == tool].T))
            if outside:
                faults.append(f"colour: tool {tool} prints {outside} strokes outside its inlays")
        for tool, name, shape in there:
            inside = set(tools[shapely.contains_xy(shape.buffer(-0.1), *middles.T)].tolist())
            if inside != {tool}:
                faults.append(f"colour: tools {sorted(inside)} print an inlay of {name}, not {tool}")

    boxes = defaultdict(list)
    for stroke in printed:
        if stroke.z >= 1:  # above the chamfer
            boxes[stroke.label].extend((stroke.start, stroke.end))
    found = [
        (label.split(" id:")[0], *np.min(points, axis=0) - WIDTH / 2, *np.max(points, axis=0) + WIDTH / 2)
        for label, points in boxes.items()
    ]
    wanted = [
        (place.item, *shapely.bounds(Polygon(place.ring(pieces[place.item].parts[0].solid.outline))))
        for place in plate.placements
    ]
    if sorted(box[0] for box in found) != sorted(box[0] for box in wanted):
        return [*faults, f"size: objects {[box[0] for box in found]}, not {[box[0] for box in wanted]}"]
    for other in wanted:  # each beside the nearest of its kind: what lies in a row has no order that rounding keeps
        box = min((one for one in found if one[0] == other[0]), key=lambda one: math.dist(one[1:], other[1:]))
        found.remove(box)
        if not np.allclose(box[1:], other[1:], rtol=0, atol=0.1):
            faults.append(f"size: {box[0]} fills {np.round(box[1:], 2)}, not {np.round(other[1:], 2)}")
    return faults


def test_plate_prints_in_the_colours_and_sizes_of_the_design(tmp_path: Path) -> None:
    held = solids(quasimino(), ("thick-0012", "thin-0121", "token-solid", "token-solid"))
    gcode = sliced(files(held)[PRUSA], tmp_path)
    assert {stroke.tool for stroke in strokes(gcode)} == {0, 1, 2, 3}
    assert extruder_faults(held, gcode) == []


def test_a_move_beside_the_bed_is_found() -> None:
    inside = "G1 X0 Y210.0 E3 ; as far as it goes\nG1 Z3\n"
    beside = ["G1 X250.1 F9", "G0 X3 Y-0.2", "G1 Xnan Y5 E1"]
    assert moves_off_bed(inside + "\n".join(beside)) == beside


@pytest.mark.thorough
def test_inlaid_digits_print_in_their_own_colour(tmp_path: Path) -> None:
    held = solids(triomino(finish="inlaid", highest=6, tack=5.0), ("0-3-6", "1-4-5", "2-2-2"))
    gcode = sliced(files(held)[PRUSA], tmp_path, extruders=2)
    assert {stroke.tool for stroke in strokes(gcode)} == {0, 1}
    assert extruder_faults(held, gcode) == []


def test_sunk_digits_are_left_out_and_the_walls_around_them_are_not(tmp_path: Path) -> None:
    held = solids(triomino(), ("0-3-4", "1-2-5"))
    printed = strokes(sliced(files(held)[PRUSA], tmp_path, extruders=1))
    (plate,) = held.plates
    faces = {piece.id: piece.face for piece in held.set.pieces}
    digits = shapely.union_all(
        [
            area_of(place, region)
            for place in plate.placements
            for mark in faces[place.item].marks
            for region in mark.ink
        ]
    )
    for z, there in ((3.4, True), (3.6, False), (4.0, False)):
        middles = [((s.start[0] + s.end[0]) / 2, (s.start[1] + s.end[1]) / 2) for s in printed if s.z == z]
        assert middles
        assert bool(np.count_nonzero(shapely.contains_xy(digits.buffer(-0.1), *np.array(middles).T))) == there
    # the islands of the 0 and the 4 stand up to the top
    for hole in (hole for shape in digits.geoms for hole in shape.interiors):
        island = Polygon(hole).buffer(-0.2)
        assert any(island.contains(shapely.Point(s.end)) for s in printed if s.z == 4.0)


@pytest.fixture(scope="module")
def one() -> SolidProduction:
    return solids(quasimino(), ("thick-0012",))


def info(content: bytes, folder: Path) -> list[dict[str, str]]:
    """Return what ``prusa-slicer --info`` says of each object."""
    (folder / "plate.3mf").write_bytes(content)
    options = {"cwd": folder, "check": True, "capture_output": True, "text": True, "timeout": 120}
    done = foreign.run("prusa-slicer", "--info", "plate.3mf", **options)
    blocks = done.stdout.split("[plate.3mf]")[1:]
    return [dict(re.findall(r"(\w+) = +(\S+)", block)) for block in blocks]


def test_prusaslicer_finds_each_object_manifold_and_in_its_size(tmp_path: Path) -> None:
    names = ("thick-0012", "thin-0121", "token-solid", "token-solid")
    held = solids(quasimino(), names)
    pieces = {piece.id: piece for piece in held.pieces}
    said = info(files(held)[PRUSA], tmp_path)
    assert len(said) == len(pieces)
    order = dict.fromkeys(place.item for place in held.plates[0].placements)
    for block, name in zip(said, order, strict=True):
        body = pieces[name].parts[0].solid
        low, high = np.min(body.outline, axis=0), np.max(body.outline, axis=0)
        assert block["manifold"] == "yes"
        assert int(block["number_of_parts"]) == len(pieces[name].parts)
        assert float(block["size_x"]) == pytest.approx(high[0] - low[0], abs=1e-3)
        assert float(block["size_y"]) == pytest.approx(high[1] - low[1], abs=1e-3)
        assert float(block["size_z"]) == pytest.approx(body.top - body.bottom, abs=1e-3)
    twice = replaced(r"(<triangle [^>]*/>)<triangle [^>]*/>", r"\1\1")
    hole = edited(files(held)[PRUSA], MODEL, twice)
    assert [block["manifold"] for block in info(hole, tmp_path)].count("no") == 1
