"""The tower on which filaments are changed stands where slicers put it: none of a plate's parts lies there.

PrusaSlicer slices plates with the vendor's own profiles, as they are, see `shipped`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import pytest
import shapely
from shapely.geometry import LineString, MultiLineString, Polygon, box
from shipped import MK3, MK3S, MK25S, PRINTERS, SINGLE, Shipped, resolved, sliced

from quasiprint.api import Request
from quasiprint.formats.threemf.package import MeshText
from quasiprint.formats.threemf.write import jobs, prusa
from quasiprint.model.profile import Box
from quasiprint.pipeline.run import settle
from quasiprint.pipeline.workshop import Workshop

pytestmark = pytest.mark.foreign("prusa-slicer")

# PrusaSlicer 2.5 goes to places that it never set, infinity or anywhere, in every other tower that it writes of equal
# files and settings: faults are believed that it makes twice.
ATTEMPTS = 24
NO_PART = (";TYPE:Custom", ";TYPE:Skirt/Brim")
OLD = 178.0, 138.0, 244.0, 204.0  # mm: what was kept free, and what the vendor's profiles do not use


@dataclass(frozen=True)
class Wiped:
    """What is printed as a tower, and as parts: lines, mm."""

    tower: list[LineString]
    parts: list[LineString]


@dataclass(frozen=True)
class Plate:
    """A plate of a set: its name, its file, the outlines that lie on it, and what it keeps free for a tower, mm."""

    name: str
    content: bytes
    outlines: list[Polygon]
    place: Box


def wiped_in(gcode: str) -> Wiped | None:
    """Return what G-code with filament lengths from point to point prints; None if it goes where no number is."""
    found = Wiped([], [])
    kind, at = "", (0.0, 0.0)
    for line in gcode.splitlines():
        if line.startswith(";TYPE:"):
            kind = line
        elif line.startswith("G1 "):
            words = {word[0]: float(word[1:]) for word in line.partition(";")[0].split()[1:]}
            to = words.get("X", at[0]), words.get("Y", at[1])
            if not all(map(math.isfinite, to)):
                return None
            if words.get("E", 0.0) > 0 and to != at and kind not in NO_PART:
                (found.tower if kind == ";TYPE:Wipe tower" else found.parts).append(LineString([at, to]))
            at = to
    return found


def strokes_inside(found: Wiped) -> int:
    """Return how many strokes of parts lie within the hull of a tower."""
    hull = MultiLineString(found.tower).convex_hull
    return int(shapely.intersects(hull, found.parts).sum())


def tower_faults(found: Wiped, plate: Plate) -> list[str]:
    """Say where a tower's paths leave its place or meet a part, and parts' strokes lie in the tower."""
    crossing = shapely.STRtree(plate.outlines).query(found.tower, "intersects").shape[1]
    outside = int((~shapely.covers(box(*plate.place), found.tower)).sum())
    said = {"crossing": crossing, "outside": outside, "inside": strokes_inside(found)}
    return [f"{name}: {count}" for name, count in said.items() if count]


def sliced_faults(plate: Plate, folder: Path, shipped: Shipped, *, twice: bool = True) -> list[str]:
    """Slice a plate with its tower on, and say what is wrong. twice: whether faults must be found again."""
    seen: list[list[LineString]] = []
    for _ in range(ATTEMPTS):
        found = wiped_in(sliced(plate.content, folder, shipped))
        if found is None:
            continue
        assert len(found.tower) > 500
        faults = tower_faults(found, plate)
        if not (faults and twice) or found.tower in seen:
            return faults
        seen.append(found.tower)
    raise AssertionError(f"PrusaSlicer wrote {ATTEMPTS} towers, no two alike")


@cache
def plates(game: str, *only: str, tower: Box | None = None, **measures: float) -> tuple[Plate, ...]:
    """Return the plates of a set that take several filaments. tower: what is kept free, where not the bed's place."""
    run = settle(Request(game, {}, formats=("3mf",), only=only, **measures))
    if tower:
        beds = tuple(replace(bed, tower=tower) for bed in run.profiles.beds)
        run = replace(run, profiles=replace(run.profiles, beds=beds))
    made = Workshop(run).solids
    text = MeshText(made.meshes)
    faces = {thing.id: thing.face for thing in made.set.things}
    found = []
    for path, job in jobs(made):
        if path.endswith("-prusa.3mf") and not job.relief and len(job.filaments) > 1:
            (plate,) = job.plates
            assert plate.tower
            outlines = [Polygon(p.ring(faces[p.item].outline)) for p in plate.placements]
            found.append(Plate(plate.name, prusa(job, b"", text), outlines, plate.tower))
    return tuple(found)


def tokens(tower: Box | None = None) -> Plate:
    """Return a plate of thin tokens, around the place of the tower, in five filaments."""
    names = [f"token-{name}" for name in ("solid", "dashed", "dotted", "double")]
    return plates("quasimino", *(f"{name}:20" for name in names), tower=tower, thickness=1.4)[0]


def test_the_vendors_profiles_are_what_they_say() -> None:
    """A value of the profile itself, one of its parent's, one of its parent's parent's; and one for each filament."""
    whole = resolved("print", MK3S.printing)
    assert (whole["top_solid_layers"], whole["wipe_tower_y"], whole["wipe_tower_width"]) == ("6", "125", "60")
    assert resolved("print", MK25S.printing)["wipe_tower_y"] == "140"
    said = dict(line.split(" = ", 1) for line in MK3.settings().splitlines())
    assert said["nozzle_diameter"] == ",".join(["0.4"] * 5)
    assert said["machine_max_jerk_x"] == "8,8"
    assert said["filament_type"] == ";".join(["PLA"] * 5)
    assert said["wipe_tower_x"] == "170"
    assert "inherits" not in said
    assert dict(line.split(" = ", 1) for line in SINGLE.settings().splitlines())["nozzle_diameter"] == "0.4"


def test_no_path_of_the_tower_meets_a_part(tmp_path: Path) -> None:
    assert sliced_faults(tokens(), tmp_path, MK3S) == []


def test_parts_on_the_place_that_the_profiles_use_are_found(tmp_path: Path) -> None:
    faults = sliced_faults(tokens(OLD), tmp_path, MK3S, twice=False)
    assert {fault.partition(":")[0] for fault in faults} == {"crossing", "inside", "outside"}


@pytest.mark.thorough
@pytest.mark.parametrize("printer", PRINTERS)
@pytest.mark.parametrize("game", ["quasimino", "majomino", "quomino"])
def test_no_path_of_a_tower_meets_a_part_on_any_plate(game: str, printer: str, tmp_path: Path) -> None:
    for plate in plates(game):
        assert sliced_faults(plate, tmp_path, PRINTERS[printer]) == [], plate.name
