"""Can it be made? Outlines against the exact design, and the finest strokes and gaps."""

from __future__ import annotations

import math
from collections.abc import Iterator

from quasiprint.checks.edges import along, height, inset_of
from quasiprint.drawing.strokes import GRID, finest
from quasiprint.model.face import Face, Mark, Region, Ring
from quasiprint.model.finding import Finding, error
from quasiprint.model.piece import GameSet, Piece
from quasiprint.telling import tell_progress

TOO_FINE = {"stroke": "stroke-too-fine", "gap": "gap-too-fine"}


def features(game_set: GameSet) -> Iterator[Finding]:
    """Check that no stroke of a pattern or of a back in colour, and no gap between strokes, is too fine to be made."""
    least = game_set.measures.machine.min_feature
    for where, what, ink in _inked_areas(game_set):
        for kind, width in finest(ink, least).items():
            message = (
                f"{what} has a {kind} of {width:.3f} mm; a {game_set.measures.process} makes no less than {least:g} mm"
            )
            yield error(TOO_FINE[kind], where, message, "make the tile, or what is drawn on it, larger")


def _inked_areas(game_set: GameSet) -> Iterator[tuple[str, str, tuple[Region, ...]]]:
    """Yield where something is drawn, what it is, and its areas: each mark once, and each back that has a colour."""
    marks: set[Mark] = set()
    backs: set[tuple[Region, ...]] = set()
    for thing in tell_progress(tuple(game_set.things), "checking the finest strokes"):
        for mark in thing.face.marks:
            if mark not in marks:
                marks.add(mark)
                what = f"pattern {mark.pattern!r}" if mark.pattern else "the mark"
                yield f"{thing.id} slot {mark.slot}", what, mark.ink
        below = thing.face.back + thing.face.hollows
        if thing.face.inlaid_back and below not in backs:
            backs.add(below)
            yield f"{thing.id} back", "what is on it", below


def outlines(game_set: GameSet) -> Iterator[Finding]:
    """Check each nominal outline in mm against the exact one, and each made edge against the nominal one."""
    seen: set[tuple[str, Ring]] = set()
    for piece in game_set.pieces:
        if (piece.shape, piece.face.nominal) not in seen:
            seen.add((piece.shape, piece.face.nominal))
            measures = game_set.measures
            yield from _outline(piece, measures.size.edge) or _edges(piece, measures.finish.corner_radius)


def _edges(piece: Piece, radius: float) -> list[Finding]:
    """Check that each edge as made runs straight from rounding to rounding: neighbours meet in full."""
    for k, (found, wanted) in enumerate(_straight(piece.face, radius)):
        if max(abs(x - y) for x, y in zip(found, wanted, strict=True)) > 8 * GRID:
            message = f"it runs straight from {found[0]:.4f} to {found[1]:.4f} mm of its middle; with its corners "
            message += f"rounded by {radius:g} mm it should run from {wanted[0]:.4f} to {wanted[1]:.4f} mm"
            remedy = "keep the outline on the design's edges, up to the rounding of the corners"
            return [error("edge-short", f"{piece.id} edge {k}", message, remedy)]
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
        message = f"a corner of the outline is {off:.6f} mm from where the exact design has it"
        return [error("outline-off", piece.id, message, "draw the outline from the exact corners")]
    return []
