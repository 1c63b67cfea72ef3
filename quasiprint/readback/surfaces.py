"""What readers of bodies share: surfaces that are looked at once, how a matrix lays a body, what objects are called."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from quasiprint.model.finding import Finding, error
from quasiprint.readback.mesh import LYING, Facets, Surface, Terrain, closed, shells, terrain
from quasiprint.readback.plane import Lie
from quasiprint.readback.recognise import REMAKE, Found

ROUND = 1e-6  # of a matrix


@dataclass(slots=True)
class Surfaces:
    """Surfaces, each proved closed and looked at from above once. Of no body anything may be out of sight there.
    proved: those that are as they should be."""

    findings: list[Finding] = field(default_factory=list)
    proved: list[tuple[Surface, Terrain]] = field(default_factory=list)
    _known: dict[bytes, Terrain | None] = field(default_factory=dict)

    def terrain(self, facets: Facets, subject: str) -> Terrain | None:
        """Return a surface seen from above; None if it is not closed, which is noted."""
        key = hashlib.sha256(facets.tobytes()).digest()
        if key not in self._known:
            found = closed(facets, subject)
            seen = terrain(found) if isinstance(found, Surface) else None
            if isinstance(found, Surface) and seen and len(seen.outlines) != found.shells:
                message = f"{found.shells} closed surfaces, and {len(seen.outlines)} are seen from above"
                found, seen = error("content-foreign", subject, message, REMAKE), None
            if isinstance(found, Finding):
                self.findings.append(found)
            elif seen is not None:
                self.proved.append((found, seen))
            self._known[key] = seen
        return self._known[key]

    def apart(self, facets: Facets, subject: str) -> list[Terrain]:
        """Return what a file of inlays holds: those that float, and those that lie on the bed, which fill backs; each
        may lie under the others. None of a surface that is not closed, which is noted."""
        found = closed(facets, subject)
        if isinstance(found, Surface):
            shell = shells(found.beyond)
            low = np.full(int(shell.max()) + 1, np.inf)
            np.minimum.at(low, shell, facets[:, :, 2].min(axis=1))
            lying = low[shell] < LYING
            if lying.any() and not lying.all():
                seen = [self.terrain(facets[own], subject) for own in (lying, ~lying)]
                return [one for one in seen if one is not None]
        whole = self.terrain(facets, subject)
        return [] if whole is None else [whole]


def upright(matrix: Sequence[float], subject: str) -> tuple[Lie, list[Finding]]:
    """Return how a body lies that a matrix (4 × 3, for row vectors) moves, and what is wrong with that.

    Findings: piece-turned-over, piece-mirrored, piece-size, height-wrong.
    """
    a, b, c, d, e, f, g, h, i, x, y, z = matrix
    turn = complex(a, b)
    det = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
    lie = Lie(turn / (abs(turn) or 1.0), complex(x, y))
    if det < 0:
        return lie, [error("piece-mirrored", subject, "its matrix mirrors it", REMAKE)]
    if i < 0 or abs(c) + abs(f) + abs(g) + abs(h) > ROUND:
        return lie, [error("piece-turned-over", subject, "its matrix does not leave its face up", REMAKE)]
    if max(abs(abs(turn) - 1), abs(i - 1), abs(d + b), abs(e - a)) > ROUND:
        return lie, [error("piece-size", subject, f"its matrix makes it {abs(turn):.4f} times as large", REMAKE)]
    if abs(z) > ROUND:
        return lie, [error("height-wrong", subject, f"its matrix lifts it by {z:g} mm", REMAKE)]
    return lie, []


def called(names: Mapping[int, str], found: Sequence[Found]) -> Iterator[Finding]:
    """Yield which objects are called what they are not. names: of objects, by number."""
    for thing in found:
        name = names[thing.owner]
        if thing.ids and name not in thing.ids:
            yield error("id-wrong", thing.subject, f"it is called {name[:40]!r}, and is {thing.ids[0]}", REMAKE)
