"""What PrusaSlicer makes of a change of filament at a height, of the height of layers, and of a tower's place."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, replace
from pathlib import Path

import foreign
import pytest
import shapely
from samples import BED, quasimino, solids, triomino
from shapely.geometry import LineString, Polygon, box
from test_slicing import SETTINGS, sliced, strokes
from test_threemf import PRUSA, edited, files, replaced

from quasiprint.model.production import SolidProduction

pytestmark = pytest.mark.foreign("prusa-slicer")

CHANGE = "Metadata/Prusa_Slicer_custom_gcode_per_print_z.xml"
TOWER = "Metadata/Prusa_Slicer_wipe_tower_information.xml"
# PrusaSlicer 2.5 goes to places that it never set, infinity or anywhere, in every other tower that it writes of equal
# files and settings: a tower is believed that it writes twice.
ATTEMPTS = 24
PLACE = 178.0, 138.0, 244.0, 188.0  # left, low, right, high, mm
WIPED = "\n".join(
    (
        SETTINGS.replace("filament_diameter = 1.75", "filament_diameter = NOZZLES").replace("wipe_tower = 0", ""),
        "wipe_tower = 1",
        "wipe_tower_x = X",
        "wipe_tower_y = Y",
        "single_extruder_multi_material = 1",
        "single_extruder_multi_material_priming = 0",  # lines at the bed's front rim, and no tower
        "layer_gcode = G92 E0",
    )
).replace("use_relative_e_distances = 0", "use_relative_e_distances = 1")


def change_faults(gcode: str, z: float) -> list[str]:
    """Say what is wrong with a change of filament that is due at a height (mm); nothing, if nothing is."""
    before, *after = re.split(r"^M600$", gcode, flags=re.MULTILINE)
    if len(after) != 1:
        return [f"changes: {len(after)}"]
    whole = strokes(gcode)
    count = len(strokes(before))
    faults = [f"before: {s.z}" for s in whole[:count] if s.z > z + 1e-6]
    return faults + [f"after: {s.z}" for s in whole[count:] if s.z < z + 1e-6]


RELIEFS = {
    "stripes": (quasimino(), ("thick-0012", "token-solid"), 4.0),
    "raised digits": (triomino(finish="raised"), ("0-3-5",), 4.0),
    "sunk digits": (triomino(), ("0-3-5", "1-2-2"), 3.4),
    "digits in relief": (triomino(finish="inlaid"), ("0-3-5",), 4.0),
}


@pytest.mark.parametrize("kind", RELIEFS)
def test_one_nozzle_changes_its_filament_where_the_second_colour_begins(kind: str, tmp_path: Path) -> None:
    game_set, names, z = RELIEFS[kind]
    gcode = sliced(files(solids(game_set, names, relief=True))[PRUSA], tmp_path, extruders=1)
    assert change_faults(gcode, z) == []
    assert {stroke.z for stroke in strokes(gcode)} >= {round(z, 3), round(z + 0.2, 3)}


def test_a_change_in_another_layer_is_found(tmp_path: Path) -> None:
    content = files(solids(triomino(), ("0-3-5",), relief=True))[PRUSA]
    for told, code in ((3.4, "after"), (3.8, "before")):
        moved = edited(content, CHANGE, replaced('print_z="3.6"', f'print_z="{told}"'))
        assert {fault.split(":")[0] for fault in change_faults(sliced(moved, tmp_path, extruders=1), 3.4)} == {code}
    other = edited(content, CHANGE, replaced('type="0"', 'type="1"'))
    assert change_faults(sliced(other, tmp_path, extruders=1), 3.4) == ["changes: 0"]


def test_pieces_bring_the_height_of_their_layers(tmp_path: Path) -> None:
    content = files(solids(triomino(), ("0-3-5",)))[PRUSA]
    (tmp_path / "plate.3mf").write_bytes(content)
    settings = SETTINGS.replace("NOZZLES", "0.4").replace("\nlayer_height = 0.2", "\nlayer_height = 0.3")
    (tmp_path / "settings.ini").write_text(settings)
    options = ("--export-gcode", "--load", "settings.ini", "--dont-arrange", "-o", "plate.gcode", "plate.3mf")
    done = foreign.run("prusa-slicer", *options, cwd=tmp_path, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
    found = sorted({stroke.z for stroke in strokes((tmp_path / "plate.gcode").read_text())})
    assert found == [round(0.2 * k, 3) for k in range(1, 21)]


@dataclass(frozen=True)
class Wiped:
    """What is printed as a tower, and as parts: lines, mm."""

    tower: list[LineString]
    parts: list[LineString]


def wiped(content: bytes, folder: Path, extruders: int = 4) -> Wiped:
    """Slice a plate with its tower on, where the file says."""
    told = re.search(r'position_x="([^"]*)" position_y="([^"]*)"', member(content, TOWER))
    assert told
    nozzles, filaments = (",".join([size] * extruders) for size in ("0.4", "1.75"))
    settings = WIPED.replace("NOZZLES", nozzles, 1).replace("NOZZLES", filaments)
    settings = settings.replace("= X", f"= {told[1]}").replace("= Y", f"= {told[2]}")
    (folder / "plate.3mf").write_bytes(content)
    (folder / "settings.ini").write_text(settings)
    options = ("--export-gcode", "--load", "settings.ini", "--dont-arrange", "-o", "plate.gcode", "plate.3mf")
    seen: list[list[LineString]] = []
    for _ in range(ATTEMPTS):
        done = foreign.run("prusa-slicer", *options, cwd=folder, capture_output=True, text=True, timeout=600)
        assert done.returncode == 0, done.stdout + done.stderr
        found = wiped_in((folder / "plate.gcode").read_text())
        if found is not None and found.tower in seen:
            return found
        seen += [found.tower] if found is not None else []
    raise AssertionError(f"PrusaSlicer wrote {ATTEMPTS} towers, no two alike")


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
            if words.get("E", 0.0) > 0 and to != at:
                (found.tower if kind == ";TYPE:Wipe tower" else found.parts).append(LineString([at, to]))
            at = to
    return found


def member(content: bytes, name: str) -> str:
    import io
    import zipfile

    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return archive.read(name).decode()


def towered() -> SolidProduction:
    held = solids(quasimino(), ("thick-0012", "thin-0121", "token-solid"))
    plates = tuple(replace(plate, tower=PLACE) for plate in held.plates)
    return replace(held, plates=plates, projects=tuple(replace(one, plates=plates) for one in held.projects))


def outlines(held: SolidProduction) -> list[Polygon]:
    faces = {thing.id: thing.face for thing in held.set.things}
    return [Polygon(p.ring(faces[p.item].outline)) for plate in held.plates for p in plate.placements]


def tower_faults(found: Wiped, parts: list[Polygon], place: tuple[float, float, float, float] = PLACE) -> list[str]:
    """Say where a tower's paths leave its place or cross a part, and parts' paths the tower's place."""
    tree = shapely.STRtree(parts)
    crossing = tree.query(found.tower, "intersects").shape[1]
    outside = sum(not box(*place).covers(line) for line in found.tower)
    foreign_lines = sum(box(*place).intersects(line) for line in found.parts)
    said = {"crossing": crossing, "outside": outside, "on its place": foreign_lines}
    return [name for name, count in said.items() if count]


@pytest.mark.thorough
def test_no_path_of_the_tower_crosses_a_part(tmp_path: Path) -> None:
    held = towered()
    found = wiped(files(held)[PRUSA], tmp_path)
    assert len(found.tower) > 500
    assert tower_faults(found, outlines(held)) == []


@pytest.mark.thorough
def test_a_tower_on_a_part_is_found(tmp_path: Path) -> None:
    held = towered()
    x, y = outlines(held)[0].centroid.coords[0]
    place = f'position_x="{max(x - 30, 5):.0f}" position_y="{y - 10:.0f}"'
    onto = edited(files(held)[PRUSA], TOWER, replaced(r'position_x="\d+" position_y="\d+"', place))
    assert {"crossing", "outside"} <= set(tower_faults(wiped(onto, tmp_path), outlines(held)))


def test_the_place_of_the_tower_is_on_the_bed_of_the_tests() -> None:
    assert box(0, 0, BED.width, BED.depth).covers(box(*PLACE))
