"""What PrusaSlicer makes of a 3MF file, read back from its G-code."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import foreign

LAYER, WIDTH = 0.2, 0.45  # of a stroke, mm
BED = 250, 210  # mm
# seams at the rear: to hide them, it would look at each layer from all sides, for five sixths of its time
SETTINGS = f"""
nozzle_diameter = NOZZLES
filament_diameter = 1.75
temperature = 200
first_layer_temperature = 200
bed_shape = 0x0,{BED[0]}x0,{BED[0]}x{BED[1]},0x{BED[1]}
layer_height = {LAYER}
first_layer_height = {LAYER}
external_perimeter_extrusion_width = {WIDTH}
gcode_flavor = marlin2
gcode_label_objects = 1
use_relative_e_distances = 0
fill_density = 5%
seam_position = rear
skirts = 0
wipe_tower = 0
"""


@dataclass(frozen=True)
class Stroke:
    """A straight extrusion in mm: at height z, with a tool from 0, for a labelled object."""

    z: float
    tool: int
    label: str
    start: tuple[float, float]
    end: tuple[float, float]


def sliced(content: bytes, folder: Path, extruders: int = 5) -> str:
    """Return PrusaSlicer's G-code for a 3MF, every piece where the file puts it."""
    (folder / "plate.3mf").write_bytes(content)
    settings = SETTINGS.replace("NOZZLES", ",".join(["0.4"] * extruders))
    (folder / "settings.ini").write_text(settings, encoding="utf-8")
    options = ("--export-gcode", "--load", "settings.ini", "--dont-arrange", "-o", "plate.gcode", "plate.3mf")
    done = foreign.run("prusa-slicer", *options, cwd=folder, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
    gcode = (folder / "plate.gcode").read_text(encoding="utf-8")
    assert moves_off_bed(gcode) == []
    return gcode


def moves_off_bed(gcode: str) -> list[str]:
    """Return the moves of a G-code file that lead beside the bed, with filament or without."""
    moves = (line for line in gcode.splitlines() if re.match("G[01] ", line))
    places = ((line, dict(re.findall(r"([XY])(\S+)", line.partition(";")[0]))) for line in moves)
    return [
        line
        for line, at in places
        if not (0 <= float(at.get("X", 0)) <= BED[0] and 0 <= float(at.get("Y", 0)) <= BED[1])
    ]


def strokes(gcode: str) -> list[Stroke]:
    """Return the extrusions of a G-code file with absolute positions and filament lengths."""
    found = []
    z, tool, label, at, fed = 0.0, 0, "", (0.0, 0.0), 0.0
    for line in gcode.splitlines():
        if line.startswith(";Z:"):
            z = round(float(line[3:]), 3)
        elif line.startswith("; printing object "):
            label = line.removeprefix("; printing object ")
        elif re.fullmatch(r"T\d", line):
            tool = int(line[1:])
        elif line.startswith("G92 E"):
            fed = float(line[5:])
        elif line.startswith("G1 "):
            words = {word[0]: float(word[1:]) for word in line.partition(";")[0].split()[1:]}
            to = words.get("X", at[0]), words.get("Y", at[1])
            length = words.get("E", fed)
            if to != at and length > fed:
                found.append(Stroke(z, tool, label, at, to))
            at, fed = to, length
    return found


def change_faults(gcode: str, z: float, command: str = "M600") -> list[str]:
    """Say what is wrong with a change of filament, or another command, that is due at a height (mm); nothing, if
    nothing is."""
    before, *after = re.split(rf"^{command}$", gcode, flags=re.MULTILINE)
    if len(after) != 1:
        return [f"changes: {len(after)}"]
    whole = strokes(gcode)
    count = len(strokes(before))
    faults = [f"before: {s.z}" for s in whole[:count] if s.z > z + 1e-6]
    return faults + [f"after: {s.z}" for s in whole[count:] if s.z < z + 1e-6]
