"""Laser sheets as SVG or DXF text has them: lines in millimetres, y up. No reader of the program takes part."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from shapely import Polygon

Ring = NDArray[np.float64]
GROUP = re.compile(r'<g id="([^"]*)"[^>]*>\n(.*?)</g>', re.S)
PATH = re.compile(r'<path d="([^"]*)"')
STEP = re.compile(r"(?:A[^,]*,\S* 0 0 [01] |[ MLA])([^, ]*),([^ AMLZ]*)")


@dataclass
class Lines:
    """Rings that are one path in the file."""

    operation: str
    rings: list[Ring]


@dataclass
class Sheet:
    """One drawing. lines: in the order in which they are drawn."""

    lines: list[Lines]
    width: float
    height: float

    def cuts(self) -> list[Lines]:
        """Return the outer cuts: one for each piece."""
        return [lines for lines in self.lines if lines.operation == "cut-outer"]

    def outline(self, cut: Lines) -> Polygon:
        """Return what a cut bounds."""
        return Polygon(cut.rings[0])


def read(path: Path) -> Sheet:
    """Return an SVG sheet as its file says, and that of what is never burned."""
    text = path.read_text()
    idle = path.with_name(f"{path.stem}-reference.svg")
    size = re.search(r'viewBox="0 0 (\S+) (\S+)"', text)
    assert size
    width, height = float(size[1]), float(size[2])
    lines = [
        Lines(name, [_ring(part, height) for part in data.split("M") if part])
        for name, paths in GROUP.findall(text + (idle.read_text() if idle.exists() else ""))
        for data in PATH.findall(paths)
    ]
    return Sheet(lines, width, height)


def _ring(part: str, height: float) -> Ring:
    ring = np.array([[float(x), float(y)] for x, y in STEP.findall(f"M{part}")]) * (1, -1) + (0, height)
    return ring[:-1] if part.endswith("Z") and np.abs(ring[0] - ring[-1]).max() < 1e-9 else ring


def corners(ring: Ring) -> Ring:
    """Return the corners of a ring at which it turns."""
    before, after = ring - np.roll(ring, 1, axis=0), np.roll(ring, -1, axis=0) - ring
    across = before[:, 0] * after[:, 1] - before[:, 1] * after[:, 0]
    return np.asarray(ring[np.abs(across) > 1e-2])
