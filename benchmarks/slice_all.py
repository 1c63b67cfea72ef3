"""Slice every plate of the games' default sets, and in relief, with PrusaSlicer and compare them with the design.

``quasiprint make`` writes the 3MF files, PrusaSlicer slices each plate where it lies,
and the comparison of ``tests/formats/test_slicing.py`` goes through every stroke of the G-code: tools
at each height, each colour in its inlays, each piece in its size and place. Plates in relief are sliced for one
nozzle: its filament must be changed before the layer that the file tells. Prints one JSON
document: for each plate its pieces, filaments, tool changes (at most one less than filaments
for each layer of the inlays, however many pieces lie there, and one for what follows above them), what
PrusaSlicer says of print time and filament, and its CPU seconds. Takes one to three minutes a game; needs the extra
``test``. With --write the table in ``docs/proof/slicing.md`` is made anew: a game's set may say in its README that it
was sliced only if it stands there without faults.

    python benchmarks/slice_all.py [GAME …] [--write]
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

from measuring import ROOT, children, program, run, table

sys.path[:0] = [str(ROOT), str(ROOT / "tests/support")]


def said(gcode: str, key: str) -> str:
    """Return what the G-code's last comments say of `key`."""
    found = re.findall(rf"^; {re.escape(key)} = (.*)$", gcode, re.MULTILINE)
    return str(found[-1]) if found else ""


def slice_set(game: str, folder: Path) -> dict[str, dict[str, object]]:
    """Make the set in `folder` and slice its plates; return figures and faults of each."""
    from gcode import change_faults, sliced, strokes
    from test_slicing import extruder_faults

    from quasiprint.formats.threemf import jobs
    from quasiprint.make.run import Request, settle
    from quasiprint.make.workshop import Build

    run(program("make", game, "--format", "3mf", "--extras", "relief", "-o", folder / "set"))
    held = Build(settle(Request(game, {}, extras=("relief",)))).solids
    figures: dict[str, dict[str, object]] = {}
    every = [(path, job) for path, job in jobs(held) if path.endswith("-prusa.3mf")]
    for path, job in every:
        (plate,), (change,) = job.plates, job.changes
        filaments = len(job.filaments)
        content = (folder / "set" / path).read_bytes()
        wall, cpu = time.perf_counter(), children()
        gcode = sliced(content, folder, filaments)
        wall, cpu = time.perf_counter() - wall, children() - cpu
        printed = strokes(gcode)
        inlaid = {stroke.z for stroke in printed if stroke.tool}
        changes = sum(a.tool != b.tool for a, b in zip(printed, printed[1:], strict=False)) + bool(change)
        # of a plate without inlays only that it is sliced with one filament
        faults = extruder_faults(replace(held, plates=(plate,)), gcode) if filaments > 1 else []
        if change:
            faults += change_faults(gcode, change.z)
        layers = sorted({stroke.z for stroke in printed})
        # back to the body once more above the inlays of backs, and where something stands above those of faces
        above = sum(z in inlaid and over not in inlaid for z, over in zip(layers, layers[1:], strict=False))
        if changes > (filaments - 1) * len(inlaid) + above + bool(change):
            faults.append(f"changes: {changes} for {filaments} filaments in {len(inlaid)} layers")
        figures[plate.name] = {
            "pieces": len(plate.placements),
            "filaments": len({stroke.tool for stroke in printed}),
            "inlay_layers_mm": sorted(inlaid),
            "tool_changes": changes,
            "print_time": said(gcode, "estimated printing time (normal mode)"),
            "filament_mm": said(gcode, "filament used [mm]"),
            "slicer_wall_s": round(wall, 1),
            "slicer_cpu_s": round(cpu, 1),
            "faults": faults,
        }
    return figures


def write(found: dict[str, dict[str, dict[str, object]]]) -> None:
    """Put a row for each plate in the place of those on record."""
    head = ("game", "plate", "pieces", "filaments", "tool changes", "print time", "faults")
    rows = []
    for game, plates in found.items():
        for name, seen in plates.items():
            faults = "; ".join(map(str, seen["faults"])) or "none"  # type: ignore[call-overload]
            rows.append(
                (game, name, *(seen[key] for key in ("pieces", "filaments", "tool_changes", "print_time")), faults)
            )
    record = ROOT / "docs/proof/slicing.md"
    before = record.read_text(encoding="utf-8").partition("| game |")[0]
    record.write_text(before + table(head, rows), encoding="utf-8")


if __name__ == "__main__":
    from quasiprint import games

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(games.names())}; all if none is named")
    parser.add_argument("--write", action="store_true", help="put the table into docs/proof/slicing.md")
    asked = parser.parse_args()
    result = {}
    for game in asked.games or games.names():
        with tempfile.TemporaryDirectory() as empty:
            result[game] = slice_set(game, Path(empty))
    print(json.dumps(result, indent=1))
    if asked.write:
        write(result)
    sys.exit(any(plate["faults"] for plates in result.values() for plate in plates.values()))
