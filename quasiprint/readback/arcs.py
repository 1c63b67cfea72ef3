"""Arcs on a laser's sheet: where an outline, a hole or a scored line is to be round, and where the file says so.

Which corners of the model's rings stand on a circle at equal steps is found here anew. On a sheet a side between two
corners on such a circle has to be an arc of its radius, moved by half of the kerf where it is cut; no other side may be
one.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
import shapely

from quasiprint.model.face import Face, Operation, Ring
from quasiprint.model.finding import Finding, error
from quasiprint.model.profile import SheetOperation
from quasiprint.readback.plane import Complex, Lie
from quasiprint.readback.recognise import CLOSE, REMAKE, Found
from quasiprint.readback.report import shortened
from quasiprint.readback.sheet_lines import LaserSheet

CIRCLE = 15  # sides at least
EVEN = 6e-6  # mm: chords of a circle differ by less
TANGENT = 1e-3  # radians: so near is the turn at an arc's end to half of the one within
FLATTEST = 0.0035  # radians
ON = 0.003  # mm: so near to its circle lies a corner
ROUND = (SheetOperation.SCORE, SheetOperation.CUT_INNER, SheetOperation.CUT_OUTER)


@dataclass(frozen=True, slots=True)
class Arc:
    """A part of a circle, mm. far: how far from its centre its corners lie at most, or at least where a hole is made
    smaller: a mitred offset moves them by more than the kerf's half. middle: the direction from its centre to its
    middle; half: of its angle, radians."""

    centre: complex
    radius: float
    far: float
    middle: complex
    half: float


def arc_findings(
    subject: str, sheet: LaserSheet, found: Sequence[Found], faces: dict[str, Face], kerf: float, *, loose: bool
) -> Iterator[Finding]:
    """Yield which sides of the lines on a sheet are arcs and should not be, or the other way round. loose: whether all
    may be straight, as in an older version."""
    named = [(thing.lie, faces[thing.ids[0]]) for thing in found if thing.lie and thing.ids]
    due = [_there(arc, lie) for lie, face in named for arc in _due(face, kerf)]
    wrong = []
    for line in sheet.lines:
        if line.arcs is not None and line.operation not in ROUND:
            wrong.append(error("arc-wrong", subject, f"a line to {line.operation} is round", REMAKE))
    lines = [line for line in sheet.lines if line.operation in ROUND]
    if lines and (due or any(line.arcs is not None for line in lines)):
        sides = [_sides(line.points, line.closed) for line in lines]
        start, end = np.concatenate([a for a, _ in sides]), np.concatenate([b for _, b in sides])
        radii = np.concatenate(
            [np.zeros(len(a)) if line.arcs is None else line.arcs for line, (a, _) in zip(lines, sides, strict=True)]
        )
        wanted = _wanted(start, end, due)
        bad = np.abs(radii - wanted) > CLOSE
        if loose:
            bad &= radii != 0
        for k in np.flatnonzero(bad).tolist():
            at = (start[k] + end[k]) / 2
            message = f"a side at {at.real:.2f}, {at.imag:.2f} mm is {_said(radii[k])}, allowed is {_said(wanted[k])}"
            wrong.append(error("arc-wrong", subject, message, REMAKE))
    yield from shortened(wrong)


def _said(radius: float) -> str:
    return f"round, its radius {abs(radius):.3f} mm" if radius else "straight"


def _sides(points: Complex, closed: bool) -> tuple[Complex, Complex]:
    if closed:
        return points, np.concatenate((points[1:], points[:1]))
    return points[:-1], points[1:]


def _wanted(start: Complex, end: Complex, due: Sequence[Arc]) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Return the radius that each side is to have, above 0 if it turns to the left; 0 for a straight one."""
    wanted = np.zeros(len(start))
    if not due:
        return wanted
    middle = (start + end) / 2
    tree = shapely.STRtree(shapely.points(middle.real, middle.imag))
    radii, far = np.array([arc.radius for arc in due]), np.array([arc.far for arc in due])
    centres = np.array([arc.centre for arc in due])
    arcs, sides = tree.query(shapely.points(centres.real, centres.imag), "dwithin", radii + ON)
    centre, radius = centres[arcs], radii[arcs]
    least, most = np.minimum(radii, far)[arcs] - ON, np.maximum(radii, far)[arcs] + ON
    ways, halves = np.array([arc.middle for arc in due])[arcs], np.array([arc.half for arc in due])[arcs]
    one, two = start[sides] - centre, end[sides] - centre
    fits = (np.abs(one) > least) & (np.abs(one) < most) & (np.abs(two) > least) & (np.abs(two) < most)
    fits &= np.abs(np.angle((one + two) * np.conj(ways))) < halves
    left = np.sign((np.conj(one) * two).imag)
    wanted[sides[fits]] = (radius * left)[fits]
    return wanted


def _there(arc: Arc, lie: Lie) -> Arc:
    turn = lie.turn / abs(lie.turn)
    return replace(arc, centre=lie.turn * arc.centre + lie.shift, middle=arc.middle * turn)


@lru_cache(maxsize=4096)
def _due(face: Face, kerf: float) -> tuple[Arc, ...]:
    """Return the arcs along which a face is cut or scored, in its frame."""
    found = [*_arcs(face.outline, kerf / 2)]
    for mark in face.marks:
        if mark.operation is Operation.ENGRAVE:
            continue
        for region in mark.ink:
            for ring in region.rings:
                # what falls out has its rim to its right: the cut lies on its inner side
                found += _arcs(ring, -kerf / 2 if mark.operation is Operation.CUT else 0.0)
    return tuple(found)


def _arcs(ring: Ring, out: float) -> Iterator[Arc]:
    """Yield the arcs of a ring, moved to its right by `out` mm."""
    z = np.array([complex(*p) for p in ring])
    z = z[np.abs(z - np.roll(z, -1)) > 0]
    n = len(z)
    if n < 4:
        return
    side = np.roll(z, -1) - z
    length = np.abs(side)
    turn = np.angle(side * np.conj(np.roll(side, 1)))  # at the corner where a side begins
    on = np.abs(length - np.roll(length, 1)) < EVEN
    on &= (np.abs(turn) < math.tau / CIRCLE + EVEN) & (np.abs(turn) > FLATTEST)
    if on.all():
        if n >= CIRCLE and np.ptp(turn) < 2 * EVEN / length.min():
            radius, by = float(np.abs(z - z.mean()).mean()), out if turn[0] > 0 else -out
            yield Arc(complex(z.mean()), radius + by, radius + by / math.cos(turn[0] / 2), 1 + 0j, 4.0)
        return
    first = int(np.flatnonzero(~on)[0])
    z, length, turn, on = (np.roll(what, -first) for what in (z, length, turn, on))
    k = 0
    while k < n:
        end = k + 1
        while end < n and on[end] and abs(turn[end] - turn[k + 1]) < 2 * EVEN / length[k]:
            end += 1
        by = float(turn[(k + 1) % n])
        smooth = abs(turn[k] - by / 2) < TANGENT and abs(turn[end % n] - by / 2) < TANGENT
        if end - k > 2 or (end - k == 2 and smooth):
            yield _arc(complex(z[k]), complex(z[end % n]), by * (end - k), by, out)
            k = end
        else:
            k += 1


def _arc(start: complex, end: complex, angle: float, step: float, out: float) -> Arc:
    """Return the arc from start to end that turns by an angle, radians, moved to its right. step: from corner to
    corner."""
    chord = end - start
    radius = abs(chord) / (2 * math.sin(abs(angle) / 2))
    left = 1j * chord / abs(chord) * math.copysign(1.0, angle)
    centre = (start + end) / 2 + left * radius * math.cos(angle / 2)
    by = out if angle > 0 else -out
    return Arc(centre, radius + by, radius + by / math.cos(step / 2), -left, abs(angle) / 2 + 0.02)
