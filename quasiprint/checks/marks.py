"""Do the marks on the faces say what the labels say, the same wherever they stand? Are they coarse enough to be made?

Everything here is read from the geometry of the faces, not from what the design meant: which mark runs over which edge,
or stands in which corner: that to which every point of it is nearest. So a mirrored face is caught though its label is
right, and so is one that is turned over, or tells on its back what it is. A label that is drawn as nothing (no pips) is
what a corner without a mark shows.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from functools import lru_cache

from quasiprint.checks.completeness import by_slot, reflections_onto_itself, turns_onto_itself
from quasiprint.checks.edges import crossings
from quasiprint.drawing.areas import Drawn
from quasiprint.drawing.packer import near_pairs
from quasiprint.drawing.rings import boundary_distance, direction, inside, turn_point
from quasiprint.drawing.strokes import GRID, finest
from quasiprint.exact.orbit import Labels, SymmetryGroup, act, canonical
from quasiprint.model.face import Face, Mark, Region, Ring, bounds
from quasiprint.model.finding import Finding, error
from quasiprint.model.piece import GameSet, Marking, Piece
from quasiprint.model.texts import listed
from quasiprint.system.progress import tell_progress

TOO_FINE = {"stroke": "stroke-too-fine", "gap": "gap-too-fine"}


def reading(face: Face, marking: Marking) -> tuple[int | None, ...]:
    """Return the labels drawn on a face by slot: at its edges or in its corners."""
    if marking.at == "edge":
        drawn = [c.label for c in crossings(face)]
    else:
        # what a corner without a mark shows
        nothing = next((mark.label for mark in face.marks if mark.label is not None and not mark.ink), None)
        drawn = [label for marks in _in_corners(face) for label in [m.label for m in marks] or [nothing]]
    if len(drawn) != len(face.nominal):
        return tuple(drawn)
    return tuple(drawn[marking.place(slot, len(drawn))] for slot in range(len(drawn)))


def handedness(game_set: GameSet) -> Iterator[Finding]:
    """Check each piece's drawn marks against its label: the same turned way round?"""
    groups = dict(game_set.labelled.symmetry)
    for piece in game_set.pieces:
        drawn = reading(piece.face, game_set.labelled.marking)
        group = groups[piece.shape]
        labels = tuple(c for c in drawn if c is not None)
        if len(labels) != group.slots or len(piece.marks) != group.slots:
            continue  # said by edge-uncrossed, corner-unmarked or piece-foreign
        if canonical(group, labels) != canonical(group, piece.marks):
            yield _wrong_marks(piece, labels, group, game_set.labelled.marking)


def _wrong_marks(piece: Piece, drawn: Labels, group: SymmetryGroup, marking: Marking) -> Finding:
    reflections = by_slot(reflections_onto_itself(piece.corners), marking, mirrored=True)
    mirrored = {canonical(group, act(r, piece.marks)) for r in reflections}
    shows = f"its {marking.at}s show {listed(drawn)} {'clockwise' if marking.clockwise else 'anticlockwise'}"
    if canonical(group, drawn) in mirrored:
        remedy = "the tiles are one-sided: turn the drawing back"
        return error("piece-mirrored", piece.id, f"{shows}, the mirror image of {listed(piece.marks)}", remedy)
    remedy = "draw the marks that the piece's name says"
    return error("marks-differ", piece.id, f"{shows}, but its marks are {listed(piece.marks)}", remedy)


def spacing(game_set: GameSet) -> Iterator[Finding]:
    """Check that the marks of a piece stay apart: bodies that touch along a line are no solids."""
    least = game_set.measures.machine.min_feature
    for thing in tell_progress(tuple(game_set.things), "checking the gaps between marks"):
        gap = gap_between(thing.face.marks, least)
        if gap < least - GRID:
            message = f"two of its marks are {gap:.3f} mm apart; a {game_set.measures.process} needs {least:g} mm"
            yield error("marks-too-close", thing.id, message, "shorten or narrow the marks")


def features(game_set: GameSet) -> Iterator[Finding]:
    """Check that no stroke of a pattern or of a back in colour, and no gap between strokes, is too fine to be made."""
    least = game_set.measures.machine.min_feature
    for where, what, ink in _ink_areas(game_set):
        for kind, width in finest(ink, least).items():
            found, remedy = f"{what} has a {kind} of {width:.3f} mm", "make the tile, or what is drawn on it, larger"
            message = f"{found}; a {game_set.measures.process} makes no less than {least:g} mm"
            yield error(TOO_FINE[kind], where, message, remedy)


def _ink_areas(game_set: GameSet) -> Iterator[tuple[str, str, tuple[Region, ...]]]:
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


def gap_between(every: Iterable[Mark], least: float) -> float:
    """Return how far two marks of a face are apart, in mm; infinity if no two come within `least`."""
    outer = [tuple(region.outer for region in mark.field) for mark in every if mark.field]
    marks = sorted((_box(rings), rings) for rings in outer)
    near = near_pairs([box for box, _ in marks], least)
    return min((_gap(marks[i][1], marks[k][1], least) for i, k in near), default=math.inf)


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
            if left - east < least and south - high < least and low - north < least:
                apart = boundary_distance(ring, other, least)
                found = min(found, apart if apart < least else math.inf)
    return found


@lru_cache(maxsize=16384)
def _box(rings: tuple[Ring, ...]) -> tuple[float, float, float, float]:
    return bounds(rings)


def backs(game_set: GameSet) -> Iterator[Finding]:
    """Check that pieces which lie face down in play cannot be told apart, nor which way they lie."""
    first: dict[str, Piece] = {}
    for piece in game_set.pieces if game_set.hidden else ():
        model = first.setdefault(piece.shape, piece)
        if model is piece:
            yield from _turning_back(piece)
        elif _behind(piece) != _behind(model):
            message = f"its back differs from that of {model.id}, and these pieces lie face down in play"
            yield error("back-telling", piece.id, message, "give every piece the same back")


def _behind(piece: Piece) -> object:
    return piece.face.back, piece.face.back_colour, piece.face.hollows


def _turning_back(piece: Piece) -> Iterator[Finding]:
    points = [p for region in (*piece.face.back, *piece.face.hollows) for ring in region.rings for p in ring]
    for turn in turns_onto_itself(piece.corners):
        angle = direction(piece.face.nominal[turn[0]]) - direction(piece.face.nominal[0])
        if any(min(math.dist(turn_point(p, angle), q) for q in points) > 2 * GRID for p in points):
            turn_by = f"turned by {math.degrees(angle) % 360:.0f}°"
            message = f"{turn_by}, its back looks different: it tells which way the piece lies"
            yield error("back-telling", piece.id, message, "give the back the symmetry of the outline")
            return


def _in_corners(face: Face) -> tuple[tuple[Mark, ...], ...]:
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


def corners(game_set: GameSet) -> Iterator[Finding]:
    """Check that each corner has one mark, clear of the rim, and that a label looks the same in
    every corner of every piece, seen from that corner."""
    drawn: dict[tuple[str, int | None], tuple[str, Mark, int]] = {}
    upright: dict[tuple[str, int | None], Mark] = {}  # all in one corner, as they are compared
    for piece in game_set.pieces:
        found = _in_corners(piece.face)
        blanks = sum(1 for mark in piece.face.marks if mark.label is not None and not mark.ink)
        counts = [len(marks) for marks in found]
        if max(counts) > 1 or sum(counts) + blanks != len(counts):
            message = f"its corners have {counts} marks, anticlockwise, and {blanks} are drawn as nothing; "
            message += f"every one of the {len(counts)} corners needs one, wholly its own"
            yield error("corner-unmarked", piece.id, message, "let one mark stand in each corner")
            continue
        for corner, marks in enumerate(found):
            for mark in marks:
                where = f"{piece.id} corner {corner}"
                yield from _near_rim(where, mark, piece.face, game_set)
                first = drawn.setdefault((piece.shape, mark.label), (where, mark, corner))
                if corner == 0:
                    upright.setdefault((piece.shape, mark.label), mark)
                if not _same(mark, corner, first[1], first[2], piece.face.nominal):
                    message = f"{mark.label} is drawn otherwise than on {first[0]}, seen from the corner"
                    yield error("mark-uneven", where, message, "draw a label once, and turn it into every corner")
    yield from _mistakable(upright, game_set.measures.machine.min_feature)


@lru_cache(maxsize=4096)
def _clear(mark: Mark, outline: Ring, least: float) -> float:
    """Return how far a mark lies inside an outline, in mm, `least` at most, 0 if it leaves it."""
    rings = [region.outer for region in mark.field]
    if not all(inside(p, outline) for ring in rings for p in ring):
        return 0.0
    return min(boundary_distance(ring, outline, least) for ring in rings)


def _near_rim(where: str, mark: Mark, face: Face, game_set: GameSet) -> Iterator[Finding]:
    least = game_set.measures.machine.min_feature
    clear = _clear(mark, face.outline, least)
    if clear < least - GRID:
        message = f"the mark comes within {clear:.3f} mm of the rim; a {game_set.measures.process} needs {least:g} mm"
        yield error("mark-near-rim", where, message, "make the mark smaller, or the piece larger")


@lru_cache(maxsize=4096)
def _same(one: Mark, corner: int, two: Mark, other: int, nominal: Ring) -> bool:
    """Tell whether two marks are the same seen from their corners, within the grid."""
    if one is two:
        return True
    angle = direction(nominal[other]) - direction(nominal[corner])
    mine = [[turn_point(p, angle) for p in ring] for region in one.ink for ring in region.rings]
    theirs = [ring for region in two.ink for ring in region.rings]
    return len(mine) == len(theirs) and all(
        len(a) == len(b) and all(math.dist(p, q) < 2 * GRID for p, q in zip(a, b, strict=True))
        for a, b in zip(mine, theirs, strict=True)
    )


def _mistakable(upright: dict[tuple[str, int | None], Mark], least: float) -> Iterator[Finding]:
    """Yield which two labels look alike, one of them perhaps upside down."""
    marks = [(*named, Drawn(mark.ink, least)) for named, mark in upright.items()]
    for k, (shape, label, drawn) in enumerate(marks):
        for other_shape, other, second in marks[:k]:
            for how in ("", ", one of them upside down") if shape == other_shape else ():
                if not drawn.differs(second, half_turn=bool(how)):
                    message = f"they differ nowhere by a stroke of {least:g} mm{how}; players could take one for the "
                    remedy = "underline one of them, or draw another"
                    yield error("marks-alike", f"{other} and {label}", f"{message}other", remedy)
