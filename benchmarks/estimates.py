"""Hours and grams of every default plate beside what PrusaSlicer says, with the settings of the material's profile.

    python benchmarks/estimates.py [GAME …]
    python benchmarks/estimates.py --write      and put the tables into benchmarks/README.md

Each 3MF for PrusaSlicer is sliced where its pieces lie. The settings are those of the default material: strokes, walls,
solid layers, filling, speeds, acceleration and the time that a change of filament takes. What PrusaSlicer decides
besides, it decides as it does by default; cooling is off, since the model has none. Takes some minutes; needs
`prusa-slicer`. The issue's limit: hours within 15 % on every plate.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

from measuring import Figure, arguments, empty, fresh, program, report, run, table

GAMES = ("quasimino", "triomino", "majomino", "quomino")
MOST = 15.0  # %
TOOLS = 5
KEYS = (r"estimated printing time \(normal mode\)", r"filament used \[g\]")
UNITS = {"d": 24.0, "h": 1.0, "m": 1 / 60, "s": 1 / 3600}


def settings(layer: float) -> str:
    """Return PrusaSlicer's settings for the default filament. layer: its height, mm."""
    from quasiprint.model.profile import Material
    from quasiprint.pipeline.profiles import read

    filament = read("pla")
    assert isinstance(filament, Material)
    printing = filament.printing
    assert printing is not None
    each = {
        "nozzle_diameter": 0.4, "filament_diameter": filament.thickness, "filament_density": filament.density,
        "filament_load_time": printing.change / 2, "filament_unload_time": printing.change / 2, "temperature": 200,
        "first_layer_temperature": 200, "retract_length": 0.8, "retract_speed": 35, "retract_length_toolchange": 0,
        "extruder_offset": "0x0",
    }  # fmt: skip
    strokes = ("", "first_layer_", "external_perimeter_", "perimeter_", "infill_", "solid_infill_", "top_infill_")
    whole = {
        "bed_shape": "0x0,250x0,250x210,0x210", "layer_height": layer, "first_layer_height": layer,
        **{f"{stroke}extrusion_width": printing.width for stroke in strokes},
        "perimeters": printing.walls, "top_solid_layers": printing.top, "bottom_solid_layers": printing.bottom,
        "fill_density": f"{printing.infill:g}%", "fill_pattern": "grid",
        "external_perimeter_speed": printing.outer_wall, "small_perimeter_speed": printing.outer_wall,
        "perimeter_speed": printing.inner_wall, "infill_speed": printing.sparse,
        "solid_infill_speed": printing.solid, "bridge_speed": printing.solid,
        "top_solid_infill_speed": printing.surface, "gap_fill_speed": printing.surface,
        "first_layer_speed": printing.first_layer, "travel_speed": printing.travel,
        "machine_max_acceleration_extruding": printing.acceleration,
        "machine_max_acceleration_travel": printing.acceleration, "machine_max_jerk_x": 10, "machine_max_jerk_y": 10,
        "gcode_flavor": "marlin2", "use_relative_e_distances": 0, "skirts": 0, "wipe_tower": 0, "cooling": 0,
    }  # fmt: skip
    every = {key: ",".join([str(value)] * TOOLS) for key, value in each.items()} | whole
    return "".join(f"{key} = {value}\n" for key, value in every.items())


def sliced(file: Path, folder: Path) -> tuple[float, float]:
    """Return the hours and the grams that PrusaSlicer says of a plate."""
    (folder / "settings.ini").write_text(settings(0.2), encoding="utf-8")
    options = ("--export-gcode", "--load", "settings.ini", "--dont-arrange", "-o", "plate.gcode", str(file))
    subprocess.run(["prusa-slicer", *options], cwd=folder, check=True, capture_output=True)
    text = (folder / "plate.gcode").read_text(encoding="utf-8")
    said = [re.findall(rf"^; {key} = (.*)$", text, re.MULTILINE)[-1] for key in KEYS]
    hours = sum(float(count) * UNITS[unit] for count, unit in re.findall(r"(\d+)([dhms])", said[0]))
    return hours, sum(map(float, said[1].split(",")))


def main() -> int:
    """Slice the plates, print what both say, and return whether the limit is broken."""
    parser = arguments(__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME")
    asked = parser.parse_args()
    rows: list[tuple[object, ...]] = []
    figures: list[Figure] = []
    with empty() as folder:
        for game in asked.games or GAMES:
            target = fresh(folder)
            run(program("make", game, "-o", target, "--format", "3mf"))
            worst = [0.0, 0.0]
            for way in json.loads((target / "manifest.json").read_bytes())["bill"]["ways"]:
                for plate in way["plates"] if "prusa" in way["slicers"] else ():
                    ours = plate["hours"], sum(spool["grams"] for spool in plate["spools"])
                    theirs = sliced(target / "3mf" / f"{plate['name']}-prusa.3mf", folder)
                    off = [100 * (one / other - 1) for one, other in zip(ours, theirs, strict=True)]
                    worst = [max(one, abs(other)) for one, other in zip(worst, off, strict=True)]
                    shown = [f"{value:.2f}" for pair in zip(ours, theirs, strict=True) for value in pair]
                    rows.append((game, plate["name"], *shown[:2], f"{off[0]:+.1f}", *shown[2:], f"{off[1]:+.1f}"))
            figures.append(Figure(f"{game}, hours off at most, %", round(worst[0], 1), most=MOST))
            figures.append(Figure(f"{game}, grams off at most, %", round(worst[1], 1), most=MOST))
    head = ("game", "plate", "hours", "PrusaSlicer", "off, %", "g", "PrusaSlicer", "off, %")
    return report(figures, asked.json, asked.write, table(head, rows))


if __name__ == "__main__":
    sys.exit(main())
