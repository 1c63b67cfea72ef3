"""Can it be made? Outlines against the exact design, and the finest strokes and gaps."""

from __future__ import annotations

import math
from functools import lru_cache

from quasiprint.checks.edges import GRID, along, height, inset_of
from quasiprint.drawing.rings import boundary_distance
from quasiprint.model.face import Face, Mark, Region, Ring, area
from quasiprint.model.finding import Finding, error
from quasiprint.model.piece import Accessory, GameSet, Piece

# Cosine: two sides face each other if their normals differ by more than 162°. Less, and they make a
# tip, such as the one inside a 4, which any tool merely blunts.
OPPOSITE = -0.95

# A side of an area: both ends and the unit normal into the area.
Side = tuple[float, float, float, float, float, float]


def features(held: GameSet) -> list[Finding]:
    """Check that no stroke of a pattern, and no gap between strokes, is too fine to be made."""
    least = held.measures.min_feature
    findings = []
    seen: set[Mark] = set()
    things: tuple[Piece | Accessory, ...] = (*held.pieces, *held.accessories)
    for thing in things:
        for mark in thing.face.marks:
            if mark in seen:
                continue
            seen.add(mark)
            for kind, width in finest(mark.ink, least).items():
                findings.append(
                    error(
                        f"{kind}-too-fine",
                        f"{thing.id} slot {mark.slot}",
                        f"{f'pattern {mark.pattern!r}' if mark.pattern else 'the mark'} has a {kind} of "
                        f"{width:.3f} mm; a {held.measures.process} makes no less than {least:g} mm",
                        "make the tile, or what is drawn on it, larger",
                    )
                )
    return findings


@lru_cache(maxsize=4096)
def finest(ink: tuple[Region, ...], least: float) -> dict[str, float]:
    """Return the finest "stroke" and "gap" of a mark's ink that is under `least`, in mm.

    A stroke is what lies between two sides of the ink that face each other across it, a gap
    what lies between two that face each other across what is left out. However the mark is turned,
    the same is found.
    """
    sides = sorted(
        (side for region in ink for ring in region.rings for side in _sides(ring)),
        key=lambda side: min(side[0], side[2]),
    )
    found: dict[str, float] = {}
    near = least - GRID
    for i, (ax, ay, bx, by, nx, ny) in enumerate(sides):
        right = max(ax, bx) + near
        for cx, cy, dx, dy, mx, my in sides[i + 1 :]:
            if min(cx, dx) > right:
                break
            if nx * mx + ny * my > OPPOSITE:
                continue
            # from the middle of one side to the middle of the other, along the normals
            ex, ey = (cx + dx - ax - bx) / 2, (cy + dy - ay - by) / 2
            across, back = ex * nx + ey * ny, -ex * mx - ey * my
            if not (
                (abs(across) < near and _overlap(ax, ay, bx, by, cx, cy, dx, dy))
                or (abs(back) < near and _overlap(cx, cy, dx, dy, ax, ay, bx, by))
            ):
                continue
            width = boundary_distance(((ax, ay), (bx, by)), ((cx, cy), (dx, dy)))
            kind = "stroke" if across > 0 else "gap"
            if width < min(near, found.get(kind, math.inf)):
                found[kind] = width
    return found


def _overlap(
    ax: float, ay: float, bx: float, by: float, cx: float, cy: float, dx: float, dy: float
) -> bool:
    """Tell whether two sides, seen along the first, lie opposite each other for some length."""
    length = math.hypot(bx - ax, by - ay)
    ux, uy = (bx - ax) / length, (by - ay) / length
    one, two = (cx - ax) * ux + (cy - ay) * uy, (dx - ax) * ux + (dy - ay) * uy
    return min(one, two) < length - GRID and max(one, two) > GRID


def _sides(ring: Ring) -> list[Side]:
    sides = []
    for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1], strict=True):
        length = math.hypot(bx - ax, by - ay)
        sides.append((ax, ay, bx, by, (ay - by) / length, (bx - ax) / length))
    return sides


def outlines(held: GameSet) -> list[Finding]:
    """Check each nominal outline in mm against the exact one, and its tips against the nozzle."""
    findings: list[Finding] = []
    seen: set[tuple[str, Ring]] = set()
    for piece in held.pieces:
        if (piece.shape, piece.face.nominal) not in seen:
            seen.add((piece.shape, piece.face.nominal))
            findings += _outline(piece, held.measures.edge) or _edges(piece, held.measures.corner_radius)
    return findings


def _edges(piece: Piece, radius: float) -> list[Finding]:
    """Check that each edge as made runs straight from rounding to rounding: neighbours meet in full."""
    for k, (found, wanted) in enumerate(_straight(piece.face, radius)):
        if max(abs(x - y) for x, y in zip(found, wanted, strict=True)) > 8 * GRID:
            return [
                error(
                    "edge-short",
                    f"{piece.id} edge {k}",
                    f"it runs straight from {found[0]:.4f} to {found[1]:.4f} mm of its middle; with its corners "
                    f"rounded by {radius:g} mm it should run from {wanted[0]:.4f} to {wanted[1]:.4f} mm",
                    "keep the outline on the design's edges, up to the rounding of the corners",
                )
            ]
    return []


def _straight(face: Face, radius: float) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    """Return for each edge from where to where it runs straight, in mm from its middle: as made, and
    as inset and rounding leave it."""
    nominal, inset = face.nominal, inset_of(face)
    lost = []
    for k, b in enumerate(nominal):
        a, c = nominal[k - 1], nominal[(k + 1) % len(nominal)]
        turn = math.atan2(c[1] - b[1], c[0] - b[0]) - math.atan2(b[1] - a[1], b[0] - a[0])
        lost.append((inset + radius) * math.tan((turn % math.tau) / 2))
    runs = []
    for k, a in enumerate(nominal):
        b = nominal[(k + 1) % len(nominal)]
        half = math.dist(a, b) / 2
        on_it = [along(p, a, b) for p in face.outline if abs(height(p, a, b) - inset) < GRID]
        found = (min(on_it, default=0.0), max(on_it, default=0.0))
        runs.append((found, (lost[k] - half, half - lost[(k + 1) % len(nominal)])))
    return runs


def _outline(piece: Piece, edge: float) -> list[Finding]:
    exact = [p.to_xy() for p in piece.corners]
    cx, cy = (sum(axis) / len(exact) for axis in zip(*exact, strict=True))
    wanted = [((x - cx) * edge, (y - cy) * edge) for x, y in exact]
    off = max((math.dist(p, q) for p, q in zip(wanted, piece.face.nominal, strict=False)), default=math.inf)
    if len(wanted) != len(piece.face.nominal) or off > GRID:
        return [
            error(
                "outline-off",
                piece.id,
                f"a corner of the outline is {off:.6f} mm from where the exact design has it",
                "draw the outline from the exact corners",
            )
        ]
    parts = sum(area(cell.boundary) for cell in piece.face.cells)
    whole = area(piece.face.outline)
    if abs(parts - whole) > GRID * edge:
        return [
            error(
                "cells-differ",
                piece.id,
                f"the cells of the face cover {parts:.6f} mm², its outline {whole:.6f} mm²",
                "part the outline into cells without gap or overlap",
            )
        ]
    return []
