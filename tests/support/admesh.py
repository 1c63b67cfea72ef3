"""What admesh, a program that repairs STL files, finds in one."""

from __future__ import annotations

import re
from pathlib import Path

import foreign


def admesh(path: Path) -> dict[str, int]:
    """What admesh counts, and what it would have to repair."""
    text = foreign.run("admesh", path, capture_output=True, text=True, check=True).stdout
    wanted = (
        "Number of facets",
        "Total disconnected facets",
        "Degenerate facets",
        "Edges fixed",
        "Facets removed",
        "Facets added",
        "Facets reversed",
        "Backwards edges",
        "Normals fixed",
        "Normals fixed",
        "Number of parts",
    )
    found = {name: re.search(rf"{name} *: *(\d+)", text) for name in wanted}
    return {name: int(hit[1]) for name, hit in found.items() if hit}


def repairs(report: dict[str, int]) -> int:
    return sum(count for name, count in report.items() if not name.startswith("Number"))
