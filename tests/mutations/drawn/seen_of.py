"""How two versions of a file are compared, by what programs make of them."""

from __future__ import annotations

import contextlib
import math
import subprocess
from collections.abc import Iterator
from typing import Any

import numpy as np

from mutations.drawn.hands import short

DOTS = 200  # to the inch, for lasers' sheets: 1 µm changes a pixel by 2 of 255
PAGE_DOTS = 150
NOTICED = 32  # of 255: what a pixel changes by, where a line moves by 16 µm
NEAR = 0.016  # mm
NOTHING = 1e-5  # mm³: a cube of 22 µm
LONGEST = 180.0  # s
Seen = dict[str, Any]


class Refused(Exception):
    """A program does not open the file: that is seen."""


def difference(before: Seen, after: Seen) -> str:
    """Return how two versions of a file differ in what is seen, "" if they do not."""
    for key in [*before, *(key for key in after if key not in before)]:
        one, two = before.get(key), after.get(key)
        found = _differ(one, two)
        if found:
            return f"{key}: {found}"
    return ""


def _differ(one: Any, two: Any) -> str:
    if isinstance(one, Segments) and isinstance(two, Segments):
        return one.differ(two)
    if isinstance(one, np.ndarray) and isinstance(two, np.ndarray):
        if one.shape != two.shape:
            return f"{one.shape} → {two.shape}"
        if one.dtype == np.uint8:
            far = np.abs(one.astype(np.int16) - two.astype(np.int16))
            count = int((far >= NOTICED).sum())
            return f"{count} pixels differ, by up to {int(far.max())}" if count else ""
        return "" if np.allclose(one, two, atol=NEAR, rtol=1e-6, equal_nan=True) else "numbers differ"
    if isinstance(one, float) and isinstance(two, float):
        return "" if math.isclose(one, two, abs_tol=NEAR, rel_tol=1e-6) else f"{one} → {two}"
    if isinstance(one, list) and isinstance(two, list) and len(one) == len(two):
        return next((found for a, b in zip(one, two, strict=True) if (found := _differ(a, b))), "")
    if isinstance(one, list) and isinstance(two, list):
        return f"{len(one)} → {len(two)}"
    if isinstance(one, dict) and isinstance(two, dict):
        if one.keys() != two.keys():
            return f"other keys: {short(sorted(map(str, one.keys() ^ two.keys())), 120)}"
        return next((f"{key}: {found}" for key in one if (found := _differ(one[key], two[key]))), "")
    return "" if one == two else f"{short(one)} → {short(two)}"


class Segments:
    """Points of some dimension, in no order, each as often as it is."""

    def __init__(self, rows: Any) -> None:
        self.rows = np.asarray(rows, dtype=float)

    def differ(self, other: Segments) -> str:
        """Return how two sets differ by more than nobody sees."""
        from scipy.spatial import cKDTree

        if self.rows.shape != other.rows.shape:
            return f"{len(self.rows)} → {len(other.rows)} of them"
        if not self.rows.size or np.array_equal(self.rows, other.rows):
            return ""
        if not (np.isfinite(self.rows).all() and np.isfinite(other.rows).all()):
            return "numbers that are none"
        for one, two in ((self.rows, other.rows), (other.rows, self.rows)):
            far, _ = cKDTree(one).query(two)
            if float(far.max()) > NEAR:
                return f"{int((far > NEAR).sum())} lie elsewhere, up to {float(far.max()):.3g} away"
        return ""


class Skin(Segments):
    """Triangles as rows of nine numbers. Two skins are alike if they enclose the same solid, however it is cut."""

    def differ(self, other: Segments) -> str:
        """Return how two skins differ by more than nobody sees."""
        found = super().differ(other)
        one, two = self.solid(), other.solid() if isinstance(other, Skin) else None
        if not found or one is None or two is None:
            return found
        return found if (one - two).volume() + (two - one).volume() > NOTHING else ""

    def solid(self) -> Any:
        """Return what the triangles enclose, None if they are no closed skin."""
        from manifold3d import Error, Manifold, Mesh

        if not len(self.rows) or not np.isfinite(self.rows).all():
            return None
        points, corners = np.unique(self.rows.reshape(-1, 3).astype(np.float32), axis=0, return_inverse=True)
        made = Manifold(Mesh(vert_properties=points, tri_verts=corners.reshape(-1, 3).astype(np.uint32)))
        return made if made.status() == Error.NoError and made.volume() > 0 else None


QUIET: dict[str, Any] = {"capture_output": True, "timeout": LONGEST}


@contextlib.contextmanager
def in_time() -> Iterator[None]:
    """Take a program that does not end for one that does not open the file."""
    try:
        yield
    except subprocess.TimeoutExpired as late:
        raise Refused(f"{late.cmd[0]} takes more than {LONGEST:g} s") from None
