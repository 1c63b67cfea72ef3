"""Marks in corners: does each corner have one, on the piece, the same wherever its label stands?

Read from the geometry of the faces. A mark stands in the corner to which every point of it is
nearest. A label that is drawn as nothing (no pips) is what a corner without a mark shows.
"""

from __future__ import annotations

import math
from functools import lru_cache

from quasiprint.checks.edges import GRID
from quasiprint.drawing.areas import differ
from quasiprint.drawing.rings import boundary_distance, direction, inside, turned
from quasiprint.model.face import Face, Mark, Ring
from quasiprint.model.finding import Finding, error
from quasiprint.model.piece import GameSet


def blank(face: Face) -> int | None:
    """Return the label that is drawn as nothing, if the face has one."""
    return next((mark.label for mark in face.marks if mark.label is not None and not mark.ink), None)


def in_corners(face: Face) -> tuple[tuple[Mark, ...], ...]:
    """Return the labelled marks in each corner, anticlockwise, as drawn."""
    found: list[list[Mark]] = [[] for _ in face.nominal]
    for mark in face.marks:
        if mark.label is not None and mark.ink:
            corners = _corners_of(mark, face.nominal)
            if len(corners) == 1:
                found[min(corners)].append(mark)
    return tuple(map(tuple, found))


@lru_cache(maxsize=4096)
def _corners_of(mark: Mark, nominal: Ring) -> frozenset[int]:
    """Return the corners that are nearest to some point of a mark."""
    points = [p for region in (*mark.field, *mark.ink) for p in region.outer]
    return frozenset(min(range(len(nominal)), key=lambda k: math.dist(p, nominal[k])) for p in points)


def corners(game_set: GameSet) -> list[Finding]:
    """Check that each corner has one mark, clear of the rim, and that a label looks the same in
    every corner of every piece, seen from that corner."""
    findings: list[Finding] = []
    drawn: dict[tuple[str, int | None], tuple[str, Mark, int]] = {}
    upright: dict[tuple[str, int | None], Mark] = {}  # all in one corner, as they are compared
    for piece in game_set.pieces:
        found = in_corners(piece.face)
        blanks = sum(1 for mark in piece.face.marks if mark.label is not None and not mark.ink)
        counts = [len(marks) for marks in found]
        if max(counts) > 1 or sum(counts) + blanks != len(counts):
            findings.append(
                error(
                    "corner-unmarked",
                    piece.id,
                    f"its corners have {counts} marks, anticlockwise, and {blanks} are drawn as nothing; "
                    f"every one of the {len(counts)} corners needs one, wholly its own",
                    "let one mark stand in each corner",
                )
            )
            continue
        for corner, marks in enumerate(found):
            for mark in marks:
                where = f"{piece.id} corner {corner}"
                findings += _near_rim(where, mark, piece.face, game_set)
                first = drawn.setdefault((piece.shape, mark.label), (where, mark, corner))
                if corner == 0:
                    upright.setdefault((piece.shape, mark.label), mark)
                if not _same(mark, corner, first[1], first[2], piece.face.nominal):
                    findings.append(
                        error(
                            "mark-uneven",
                            where,
                            f"{mark.label} is drawn otherwise than on {first[0]}, seen from the corner",
                            "draw a label once, and turn it into every corner",
                        )
                    )
    return findings + _mistakable(upright, game_set.measures.machine.min_feature)


@lru_cache(maxsize=4096)
def _clear(mark: Mark, outline: Ring) -> float:
    """Return how far a mark lies inside an outline, in mm, 0 if it leaves it."""
    rings = [region.outer for region in mark.field]
    if not all(inside(p, outline) for ring in rings for p in ring):
        return 0.0
    return min(boundary_distance(ring, outline) for ring in rings)


def _near_rim(where: str, mark: Mark, face: Face, game_set: GameSet) -> list[Finding]:
    clear, least = _clear(mark, face.outline), game_set.measures.machine.min_feature
    if clear >= least - GRID:
        return []
    return [
        error(
            "mark-near-rim",
            where,
            f"the mark comes within {clear:.3f} mm of the rim; a {game_set.measures.process} needs {least:g} mm",
            "make the mark smaller, or the piece larger",
        )
    ]


@lru_cache(maxsize=4096)
def _same(one: Mark, corner: int, two: Mark, other: int, nominal: Ring) -> bool:
    """Tell whether two marks are the same seen from their corners, within the grid."""
    if one is two:
        return True
    angle = direction(nominal[other]) - direction(nominal[corner])
    mine = [[turned(p, angle) for p in ring] for region in one.ink for ring in region.rings]
    theirs = [ring for region in two.ink for ring in region.rings]
    return len(mine) == len(theirs) and all(
        len(a) == len(b) and all(math.dist(p, q) < 2 * GRID for p, q in zip(a, b, strict=True))
        for a, b in zip(mine, theirs, strict=True)
    )


def _mistakable(upright: dict[tuple[str, int | None], Mark], least: float) -> list[Finding]:
    """Return a finding for each two labels that look alike, one of them perhaps upside down."""
    findings = []
    marks = list(upright.items())
    for k, ((shape, label), mark) in enumerate(marks):
        for (other_shape, other), second in marks[:k]:
            if shape == other_shape:
                for upside_down in (False, True):
                    if not differ(mark.ink, second.ink, least, half_turn=upside_down):
                        findings.append(_alike(other, label, least, upside_down))
    return findings


def _alike(one: int | None, two: int | None, least: float, upside_down: bool) -> Finding:
    return error(
        "marks-alike",
        f"{one} and {two}",
        f"they differ nowhere by a stroke of {least:g} mm{', one of them upside down' if upside_down else ''}; "
        "players could take one for the other",
        "underline one of them, or draw another",
    )
