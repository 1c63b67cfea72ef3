"""What it costs to prove a set of a million labellings: hexagons with ten labels, one-sided and two-sided."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from measuring import Figure, arguments, in_turn, program, report, run

LIMIT = 5.0  # CPU s, of the visit alone
MOST_MIB = 400.0
FILE = """[set]
title = "A million"
most = 100000
[[shape]]
polygon = "hexagon"
labels = { at = "edges", count = 10 }
symmetry = "rotations and reflections"
"""
VISIT = """
from quasiprint.addons.designer.sets.counts import Choice
from quasiprint.addons.designer.sets.polygons import named
from quasiprint.addons.designer.sets.choices import ONE_SIDED
from quasiprint.addons.designer.sets.set_file import TWO_SIDED, Shape
from quasiprint.addons.designer.sets.proof import visit
shape = Shape("hexagon", named("hexagon"), Choice("edges", 10), {symmetry})
assert sum(visit(shape.outline, shape.choice, shape.by_points).values()) == {count}
"""


def measure(rounds: int) -> list[Figure]:
    """Return the CPU seconds and the memory of two visits and of a check."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "million.toml")
        file.write_text(FILE, encoding="utf-8")
        jobs = {
            "visit, one-sided": [sys.executable, "-c", VISIT.format(symmetry="ONE_SIDED", count=166_870)],
            "visit, two-sided": [sys.executable, "-c", VISIT.format(symmetry="TWO_SIDED", count=86_185)],
            "check, two-sided": program("check", str(file)),
        }
        used = in_turn(rounds, {name: lambda command=command: run(command) for name, command in jobs.items()})
    figures = []
    for name, one in used.items():
        figures.append(Figure(f"{name}, CPU s", one.cpu_s, most=LIMIT if name.startswith("visit") else None))
        figures.append(Figure(f"{name}, MiB", one.peak_mib, most=MOST_MIB))
    return figures


if __name__ == "__main__":
    asked = arguments(__doc__, rounds=3).parse_args()
    sys.exit(report(measure(asked.rounds), asked.json, asked.write))
