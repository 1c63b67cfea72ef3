"""The tower on which filaments are changed stands where slicers put it: none of a plate's parts lies there.

PrusaSlicer slices plates with the vendor's own profiles, as they are, see `shipped`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import shapely
from numpy.typing import NDArray
from shapely.geometry import Polygon, box
from shipped import MK3, MK3S, MK25S, PRINTERS, SINGLE, Shipped, resolved, said, sliced

from quasiprint.formats.threemf import MeshText, jobs, prusa
from quasiprint.make.bill import part_of_bill
from quasiprint.make.run import Request, settle
from quasiprint.make.workshop import Build
from quasiprint.model.choices import ProductKind
from quasiprint.model.production import PlateBill
from quasiprint.model.profile import Box, Slicer

pytestmark = pytest.mark.foreign("prusa-slicer")

# PrusaSlicer 2.5 goes to places that it never set, infinity or anywhere, in every other tower that it writes of equal
# files and settings: faults are believed that it makes twice.
ATTEMPTS = 24
NO_PART = (";TYPE:Custom", ";TYPE:Skirt/Brim")


@dataclass(frozen=True)
class Wiped:
    """What is printed as a tower, and as parts: lines, mm."""

    tower: NDArray[np.object_]
    parts: NDArray[np.object_]


@dataclass(frozen=True)
class Plate:
    """A plate of a set: its name, its file, the outlines that lie on it, what it keeps free for a tower, mm, and
    whether it is for one nozzle."""

    name: str
    content: bytes
    outlines: list[Polygon]
    place: Box | None
    relief: bool


def wiped_in(gcode: str) -> Wiped | None:
    """Return what G-code with filament lengths from point to point prints; None if it goes where no number is."""
    found: dict[bool, list[tuple[tuple[float, float], ...]]] = {True: [], False: []}  # by whether it is the tower
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
                found[kind == ";TYPE:Wipe tower"].append((at, to))
            at = to
    return Wiped(*map(shapely.linestrings, found.values()))


def strokes_inside(found: Wiped) -> int:
    """Return how many strokes of parts lie within the hull of a tower."""
    hull = shapely.multilinestrings(found.tower).convex_hull
    return int(shapely.intersects(hull, found.parts).sum())


def tower_faults(found: Wiped, plate: Plate) -> list[str]:
    """Say where a tower's paths leave its place or meet a part, and parts' strokes lie in the tower."""
    crossing = shapely.STRtree(plate.outlines).query(found.tower, "intersects").shape[1]
    assert plate.place
    outside = int((~shapely.covers(box(*plate.place), found.tower)).sum())
    counts = {"crossing": crossing, "outside": outside, "inside": strokes_inside(found)}
    return [f"{name}: {count}" for name, count in counts.items() if count]


def wiped(plate: Plate, folder: Path, shipped: Shipped) -> Wiped:
    """Slice a plate with its tower on until it has no faults, or the same twice."""
    seen: list[list[bytes]] = []
    for _ in range(ATTEMPTS):
        found = wiped_in(sliced(plate.content, folder, shipped))
        if found is None:
            continue
        assert len(found.tower) > 500
        if (tower := shapely.to_wkb(found.tower).tolist()) in seen or not tower_faults(found, plate):
            return found
        seen.append(tower)
    raise AssertionError(f"PrusaSlicer wrote {ATTEMPTS} towers, no two alike")


def sliced_faults(plate: Plate, folder: Path, shipped: Shipped) -> list[str]:
    """Slice a plate with its tower on, and say what is wrong."""
    return tower_faults(wiped(plate, folder, shipped), plate)


def plates_of(game: str, **options: Any) -> Iterator[tuple[Plate, PlateBill]]:
    """Yield the plates of a set for PrusaSlicer, and what is told of each. options: of the request."""
    shop = Build(settle(Request(game, {}, formats=("3mf",), **options)))
    made = shop.solids
    text = MeshText(made.meshes)
    faces = {thing.id: thing.face for thing in made.set.items}
    ways = [way for way in part_of_bill(shop, ProductKind.SOLIDS).ways if Slicer.PRUSA in way.slicers]
    bills = {plate.name: plate for way in ways for plate in way.plates}
    for path, job in jobs(made):
        if path.endswith("-prusa.3mf"):
            (plate,) = job.plates
            outlines = [Polygon(p.ring(faces[p.item].outline)) for p in plate.placements]
            place = plate.tower if len(job.filaments) > 1 and not job.relief else None
            yield Plate(plate.name, prusa(job, b"", text), outlines, place, job.relief), bills[plate.name]


def test_the_vendors_profiles_are_what_they_say() -> None:
    """A value of the profile itself, one of its parent's, one of its parent's parent's; and one for each filament."""
    whole = resolved("print", MK3S.printing)
    assert (whole["top_solid_layers"], whole["wipe_tower_y"], whole["wipe_tower_width"]) == ("6", "125", "60")
    assert resolved("print", MK25S.printing)["wipe_tower_y"] == "140"
    flat = dict(line.split(" = ", 1) for line in MK3.settings().splitlines())
    assert flat["nozzle_diameter"] == ",".join(["0.4"] * 5)
    assert flat["machine_max_jerk_x"] == "8,8"
    assert flat["filament_type"] == ";".join(["PLA"] * 5)
    assert flat["wipe_tower_x"] == "170"
    assert "inherits" not in flat
    assert dict(line.split(" = ", 1) for line in SINGLE.settings().splitlines())["nozzle_diameter"] == "0.4"


def test_no_path_of_the_tower_meets_a_part(tmp_path: Path) -> None:
    """Thin tokens lie around the place of the tower, in five filaments."""
    only = tuple(f"token-{name}:20" for name in ("solid", "dashed", "dotted", "double"))
    plate, _ = next(plates_of("quasimino", only=only, thickness=1.4))
    assert sliced_faults(plate, tmp_path, MK3S) == []


@pytest.mark.thorough
@pytest.mark.parametrize("printer", PRINTERS)
@pytest.mark.parametrize("game", ["quasimino", "triomino", "majomino", "quomino"])
def test_each_plate_has_its_tower_free_and_takes_what_was_told(game: str, printer: str, tmp_path: Path) -> None:
    """With the shipped profiles of three printers. Times and weights are those of an MK3S: within 25 and 15 % of it."""
    for plate, bill in plates_of(game):
        if plate.place:
            assert sliced_faults(plate, tmp_path, PRINTERS[printer]) == [], plate.name
        elif printer == "mk3s":
            sliced(plate.content, tmp_path, PRINTERS[printer])
        if printer == "mk3s":
            due = said((tmp_path / "plate.gcode").read_text(encoding="utf-8"))
            assert bill.hours == pytest.approx(due[0], rel=0.25), plate.name
            assert bill.grams == pytest.approx(due[1], rel=0.15), plate.name
