"""Do the marks on the faces say what the labels say?

Everything here is read from the geometry of the faces, not from what the design meant: which
mark runs over which edge, or stands in which corner; so that a mirrored face is caught though
its label is right, and so is one that is turned over, or tells on its back what it is.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache

from quasiprint.checks.completeness import by_slot, reflections_onto_itself, turns_onto_itself
from quasiprint.checks.corners import blank, in_corners
from quasiprint.checks.edges import GRID, crossings
from quasiprint.drawing.rings import boundary_distance, direction, turned
from quasiprint.exact.orbit import Labels, SymmetryGroup, act, canonical
from quasiprint.model.face import Face, Mark, Ring, bounds
from quasiprint.model.finding import Finding, error
from quasiprint.model.piece import GameSet, Marking, Piece
from quasiprint.telling import counted


def reading(face: Face, marking: Marking) -> tuple[int | None, ...]:
    """Return the labels drawn on a face by slot: at its edges or in its corners."""
    if marking.at == "edge":
        drawn = [c.label for c in crossings(face)]
    else:
        nothing = blank(face)
        drawn = [label for marks in in_corners(face) for label in [m.label for m in marks] or [nothing]]
    if len(drawn) != len(face.nominal):
        return tuple(drawn)
    return tuple(drawn[marking.place(slot, len(drawn))] for slot in range(len(drawn)))


def handedness(game_set: GameSet) -> list[Finding]:
    """Check each piece's drawn marks against its label: the same turned way round?"""
    findings: list[Finding] = []
    groups = dict(game_set.labelled.symmetry)
    for piece in game_set.pieces:
        drawn = reading(piece.face, game_set.labelled.marking)
        group = groups[piece.shape]
        labels = tuple(c for c in drawn if c is not None)
        if len(labels) != group.slots or len(piece.marks) != group.slots:
            continue  # said by edge-uncrossed, corner-unmarked or piece-foreign
        if canonical(group, labels) != canonical(group, piece.marks):
            findings.append(_wrong_marks(piece, labels, group, game_set.labelled.marking))
    return findings


def _wrong_marks(piece: Piece, drawn: Labels, group: SymmetryGroup, marking: Marking) -> Finding:
    reflections = by_slot(reflections_onto_itself(piece.corners), marking, mirrored=True)
    mirrored = {canonical(group, act(r, piece.marks)) for r in reflections}
    shows = f"its {marking.at}s show {drawn} {'clockwise' if marking.clockwise else 'anticlockwise'}"
    if canonical(group, drawn) in mirrored:
        return error(
            "piece-mirrored",
            piece.id,
            f"{shows}, the mirror image of {piece.marks}",
            "the tiles are one-sided: turn the drawing back",
        )
    return error(
        "marks-differ",
        piece.id,
        f"{shows}, but its marks are {piece.marks}",
        "draw the marks that the piece's name says",
    )


def spacing(game_set: GameSet) -> list[Finding]:
    """Check that the marks of a piece stay apart: bodies that touch along a line are no solids."""
    least = game_set.measures.machine.min_feature
    findings = []
    for thing in counted(tuple(game_set.things), "checking the gaps between marks"):
        gap = gap_between(thing.face.marks, least)
        if gap < least - GRID:
            findings.append(
                error(
                    "marks-too-close",
                    thing.id,
                    f"two of its marks are {gap:.3f} mm apart; a {game_set.measures.process} needs {least:g} mm",
                    "shorten or narrow the marks",
                )
            )
    return findings


def gap_between(every: Iterable[Mark], least: float) -> float:
    """Return how far two marks of a face are apart, in mm; infinity if no two come within `least`."""
    outer = [tuple(region.outer for region in mark.field) for mark in every if mark.field]
    marks = sorted((_box(rings), rings) for rings in outer)
    gap = math.inf
    for k, (box, one) in enumerate(marks):
        for other, two in marks[k + 1 :]:
            if other[0] - box[2] >= least:
                break
            if max(other[1] - box[3], box[1] - other[3]) < least:
                gap = min(gap, _gap(one, two, least))
    return gap


@lru_cache(maxsize=16384)
def _gap(one: tuple[Ring, ...], two: tuple[Ring, ...], least: float) -> float:
    """Return how far rings are apart from others, in mm; infinity where their boxes are `least` apart."""
    boxes = sorted((bounds((ring,)), ring) for ring in two)
    found = math.inf
    for ring in one:
        left, low, right, high = bounds((ring,))
        for (west, south, east, north), other in boxes:
            if west - right >= least:
                break
            if max(left - east, south - high, low - north) < least:
                found = min(found, boundary_distance(ring, other))
    return found


@lru_cache(maxsize=16384)
def _box(rings: tuple[Ring, ...]) -> tuple[float, float, float, float]:
    return bounds(rings)


def backs(game_set: GameSet) -> list[Finding]:
    """Check that pieces which lie face down in play cannot be told apart, nor which way they lie."""
    if not game_set.hidden:
        return []
    findings: list[Finding] = []
    first: dict[str, Piece] = {}
    for piece in game_set.pieces:
        model = first.setdefault(piece.shape, piece)
        if model is piece:
            findings += _turning_back(piece)
        elif _behind(piece) != _behind(model):
            findings.append(
                error(
                    "back-telling",
                    piece.id,
                    f"its back differs from that of {model.id}, and these pieces lie face down in play",
                    "give every piece the same back",
                )
            )
    return findings


def _behind(piece: Piece) -> object:
    return piece.face.back, piece.face.back_colour, piece.face.hollows


def _turning_back(piece: Piece) -> list[Finding]:
    points = [p for region in (*piece.face.back, *piece.face.hollows) for ring in region.rings for p in ring]
    for turn in turns_onto_itself(piece.corners):
        angle = direction(piece.face.nominal[turn[0]]) - direction(piece.face.nominal[0])
        if any(min(math.dist(turned(p, angle), q) for q in points) > 2 * GRID for p in points):
            return [
                error(
                    "back-telling",
                    piece.id,
                    f"turned by {math.degrees(angle) % 360:.0f}°, its back looks different: it tells which way "
                    "the piece lies",
                    "give the back the symmetry of the outline",
                )
            ]
    return []
