"""Can it be made? Outlines against the exact design, and the finest strokes and gaps."""

from __future__ import annotations

import math
from functools import lru_cache

from quasiprint.checks.marks import GRID
from quasiprint.drawing.rings import boundary_distance
from quasiprint.model.face import Mark, Ring, area
from quasiprint.model.finding import Finding, error
from quasiprint.model.piece import Accessory, GameSet, Piece

OPPOSITE = -0.9  # cosine: two sides face each other if their normals differ by more than 154°

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
            for kind, width in finest(mark, least).items():
                findings.append(
                    error(
                        f"{kind}-too-fine",
                        f"{thing.id} slot {mark.slot}",
                        f"pattern {mark.pattern!r} has a {kind} of {width:.3f} mm; "
                        f"a {held.measures.process} makes no less than {least:g} mm",
                        "make the tile or its stripe larger",
                    )
                )
    return findings


@lru_cache(maxsize=4096)
def finest(mark: Mark, least: float) -> dict[str, float]:
    """Return the finest "stroke" and "gap" of a mark's ink that is under `least`, in mm.

    A stroke is what lies between two sides of the ink that face each other across it, a gap
    what lies between two that face each other across what is left out.
    """
    sides = sorted(side for region in mark.ink for ring in region.rings for side in _sides(ring))
    found: dict[str, float] = {}
    near = least - GRID
    for i, (ax, ay, bx, by, nx, ny) in enumerate(sides):
        right = max(ax, bx) + near
        for cx, cy, dx, dy, mx, my in sides[i + 1 :]:
            if min(cx, dx) > right:
                if cx > right + 4 * near:
                    break  # sorted by their first end; a side is shorter than that
                continue
            if nx * mx + ny * my > OPPOSITE:
                continue
            # from the middle of one side to the middle of the other, along the normal
            across = ((cx + dx - ax - bx) * nx + (cy + dy - ay - by) * ny) / 2
            if abs(across) >= near or not _overlap(ax, ay, bx, by, cx, cy, dx, dy):
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
            findings += _outline(piece, held.measures.edge)
    return findings


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
