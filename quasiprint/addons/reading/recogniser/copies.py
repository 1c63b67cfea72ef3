"""Copies of pieces: bodies whose facets are those of a piece's own files, turned about z and moved.

A piece that was named by its own files is found again without looking at its surfaces: where its facets follow one
another, all at the same heights bit for bit, their corners meeting as they do there, and each in its place. Whatever
differs by more than `COPIED`, is mirrored, or has another colour, is no copy.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from quasiprint.addons.reading.recogniser.mesh import number_corners
from quasiprint.addons.reading.recogniser.plane import Lie, Numbers
from quasiprint.addons.reading.recogniser.shapes import Body, Complex, Facets

COPIED = 1e-4  # mm: numbers of 32 bits are off by less on any bed


@dataclass(frozen=True, slots=True, eq=False)
class _Part:
    """A piece's facets in one colour. xy, z: of their corners, z in four bytes each; points: the corners' numbers."""

    xy: Complex
    z: bytes
    points: Numbers


@dataclass(frozen=True, slots=True)
class _Known:
    """A piece that was named, alone in its frame, and its parts by colour."""

    original: Any
    parts: dict[int | None, _Part]


class _Row:
    """The facets of one colour in a frame, body after body, of which copies are found from the first on."""

    def __init__(self, bodies: Sequence[Facets]) -> None:
        self.corners = np.concatenate(bodies).reshape(-1, 3)
        self.xy, self.z = _by_height(self.corners)
        self.at, self._ends = 0, np.cumsum([3 * len(facets) for facets in bodies])[:-1].tolist()
        self._points, self._count = list[Numbers](), 0

    def off(self, part: _Part, lie: Lie) -> float:
        """Return how far corners of the next copy are from where they belong at most, mm."""
        return float(np.abs(self.xy[self.at : self.at + len(part.xy)] - lie.turn * part.xy - lie.shift).max())

    def take(self, part: _Part) -> None:
        """Go on behind a copy of a part."""
        self._points.append(part.points + self._count)
        self.at, self._count = self.at + len(part.xy), self._count + int(part.points.max()) + 1

    def whole(self) -> bool:
        """Tell whether nothing is left, corners are equal as in what was copied, and no body begins within a shell."""
        if self.at < len(self.corners) or not self.at:
            return False
        points = np.concatenate(self._points)
        first = np.empty(self._count, dtype=np.int64)
        first[points[::-1]] = np.arange(len(points))[::-1]
        mine = self.corners[first]
        different = number_corners(mine[:, None], np.zeros(len(mine), dtype=np.int64)).max() + 1 == len(mine)
        joined = any(np.isin(points[:end], points[end:]).any() for end in self._ends)
        return bool(different and (mine[points] == self.corners).all() and not joined)


class Copies:
    """Pieces that were named by their own files, each with what it was named."""

    def __init__(self) -> None:
        # by variant and number of corners, then by their heights
        self._known: dict[tuple[str, int], dict[bytes, list[_Known]]] = {}

    def add(self, original: Any, variant: str, bodies: Sequence[Body], points: Sequence[Numbers]) -> None:
        """Take note of a piece and its bodies, the first in its own colour. points: of each body, see `Levels`."""
        each = zip(bodies, points, strict=True)
        parts = {body.colour: _Part(*_by_height(body.facets.reshape(-1, 3)), at.ravel()) for body, at in each}
        if len(parts) == len(bodies) and None in parts:
            alike = self._known.setdefault((variant, len(parts[None].xy)), {})
            alike.setdefault(parts[None].z, []).append(_Known(original, parts))

    def find(self, bodies: Sequence[Body], variants: Sequence[str]) -> list[tuple[Any, Lie]]:
        """Return the pieces that bodies in one frame are copies of, and how they lie there; none if anything is left.
        variants: how they may be made, the first before the next."""
        if not all(len(body.facets) for body in bodies):
            return []
        rows = {
            colour: _Row([body.facets for body in bodies if body.colour == colour])
            for colour in {body.colour for body in bodies}
        }
        found: list[tuple[Any, Lie]] = []
        while None in rows and rows[None].at < len(rows[None].xy):
            copy = next((copy for variant in variants if (copy := self._next(rows, variant))), None)
            if copy is None:
                return []
            for colour, part in copy[0].parts.items():
                rows[colour].take(part)
            found.append((copy[0].original, copy[1]))
        return found if all(row.whole() for row in rows.values()) else []

    def _next(self, rows: dict[int | None, _Row], variant: str) -> tuple[_Known, Lie] | None:
        """Return what comes next in the rows of each colour."""
        row = rows[None]
        for (made, count), alike in self._known.items():
            for known in alike.get(row.z[4 * row.at : 4 * (row.at + count)], []) if made == variant else ():
                pairs = [(rows[colour], part) for colour, part in known.parts.items() if colour in rows]
                if len(pairs) == len(known.parts) and all(row.z.startswith(part.z, 4 * row.at) for row, part in pairs):
                    # turned and moved, as near as can be
                    here, there = row.xy[row.at : row.at + count], known.parts[None].xy
                    middle, centre = here.mean(), there.mean()
                    turn = np.vdot(there - centre, here - middle)
                    turn /= abs(turn) or 1.0
                    lie = Lie(complex(turn), complex(middle - turn * centre))
                    off = max(row.off(part, lie) for row, part in pairs)
                    if off <= COPIED:
                        return known, replace(lie, off=off)
        return None


def _by_height(corners: Facets) -> tuple[Complex, bytes]:
    """Return where corners are, seen from above, and how high, see `_Part`."""
    return corners[:, :2].astype(np.float64).view(np.complex128).ravel(), corners[:, 2].tobytes()
