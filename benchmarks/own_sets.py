"""Twelve sets of one's own: made in all formats of pieces, verified, a tile sliced, counts beside published ones.

    python benchmarks/own_sets.py                    all of them
    python benchmarks/own_sets.py macmahon-squares   some

They are files of ``examples/sets``. ``stars`` are vertex stars, and how many of them can be part of more. The tile is
sliced with PrusaSlicer, if it is installed: for how long and with how much filament is it printed?
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

from measuring import ROOT, Figure, arguments, empty, program, report, run, surroundings, table

FORMATS = "stl,3mf,step,obj,svg,dxf,pdf"
# how many tiles there are of each shape, how many stars can be part of more, and where that is published
SETS: dict[str, tuple[tuple[int, ...], int | None, str]] = {
    "penrose-kites-and-darts": ((1, 1), 7, "7 stars: Wikipedia, Penrose tiling"),
    "penrose-rhombs": ((1, 1), 8, "7 stars without arrows: E. Hwang, intendo.net/penrose; with arrows not found"),
    "macmahon-squares": ((24,), None, "OEIS A006528, 3 colours"),
    "macmahon-triangles": ((24,), None, "OEIS A006527, 4 colours"),
    "three-paths": ((56,), None, "Tantrix: Mathematical Gazette, 2017, 14 patterns; Wikipedia, 56 tiles"),
    "triomino": ((56,), None, "Wikipedia, Triominoes"),
    "letters": ((28,), None, "dominoes, double six"),
    "octagons-and-squares": ((36, 6), None, "OEIS A000031, 8 and 4 beads"),
    "edges-and-corners": ((24, 70), None, "OEIS A006527, A006528, 4 colours: edge and corner together"),
    "mirror-hexagons": ((54,), None, "OEIS A027671, A001867, 6 beads: 2 × 92 − 130"),
    "jigsaw": ((24,), None, "OEIS A006528, 3 colours"),
    "spectres": ((1,), None, "arXiv 2305.17743: one shape, Tile(1,1)"),
}


def sliced(stl: Path, folder: Path) -> str:
    """Return what PrusaSlicer says of a tile: time and filament; of no PrusaSlicer, nothing."""
    slicer, gcode = shutil.which("prusa-slicer"), folder / "tile.gcode"
    if slicer is None:
        return "not sliced"
    command = [slicer, "--export-gcode", "--dont-arrange", "--center", "100,100", "-o", str(gcode), str(stl)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    said = dict(re.findall(r"^; (estimated printing time|filament used \[mm\])[^=]*= (.*)$", gcode.read_text(), re.M))
    return f"{said['estimated printing time']}, {said['filament used [mm]']} mm"


def tried(name: str) -> tuple[list[object], list[Figure]]:
    """Return the row of a set, and what is demanded of it."""
    shapes, more, source = SETS[name]
    file, around = ROOT / "examples/sets" / f"{name}.toml", surroundings()
    facts = json.loads(run(program("check", file, "--json"), around).output)["facts"]
    found = tuple(fact["in the set"] for fact in facts.values() if isinstance(fact, dict) and "in the set" in fact)
    stars = facts["vertex stars"]
    on = stars.get("kinds that can be part of more")
    figures = [Figure(f"{name}: tiles", sum(found), sum(shapes), sum(shapes))]
    if more is not None:
        figures.append(Figure(f"{name}: stars", float(on), more, more))
    with empty() as folder:
        made = run(program("make", file, "--format", FORMATS, "-o", folder / "set"), around)
        judged = run(program("verify", folder / "set"), around, codes=(0, 1))
        whole = "proved: every file is what this program makes" in judged.output
        figures.append(Figure(f"{name}: verified", int(whole), least=1))
        tile = sliced(
            min(path for path in (folder / "set/stl").glob("*.stl") if not path.name.startswith("plate-")), folder
        )
        files = sum(path.is_file() for path in (folder / "set").rglob("*"))
    told = f"{stars['kinds, with labels']:,}" + (f", {on}" if on is not None else "")
    counts = " + ".join(map(str, found))
    return [name, counts, source, told, files, made.cpu_s, judged.cpu_s, "yes" if whole else "no", tile], figures


def main() -> int:
    """Try the sets and print a table. Return the exit code: 1 if a count differs or a set is not verified."""
    parser = arguments(__doc__)
    parser.add_argument("sets", nargs="*", metavar="SET", help=f"of {', '.join(SETS)} (default: all)")
    asked = parser.parse_args()
    if unknown := sorted(set(asked.sets) - set(SETS)):
        parser.error(f"SET: found {', '.join(unknown)}, allowed are {', '.join(SETS)}")
    rows, figures = [], list[Figure]()
    for name in asked.sets or SETS:
        row, demanded = tried(name)
        rows.append(row)
        figures += demanded
    head = (
        "set",
        "tiles",
        "published",
        "stars, on",
        "files",
        "make, CPU s",
        "verify, CPU s",
        "proved",
        "one tile",
    )
    return report(figures, asked.json, asked.write, before=table(head, rows))


if __name__ == "__main__":
    sys.exit(main())
