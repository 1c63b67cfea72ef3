"""Is a set what its file says? Its tiles are counted three times, and what is drawn on them is read from the geometry.

A mark says its label; where it stands is found from its own points, so that a drawing that is turned, or is a mirror
image, is caught though the tile's name is right.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping

from quasiprint.checks.edges import GRID, Crossing, meets
from quasiprint.model.face import Face, Mark, Point
from quasiprint.model.finding import Finding, error
from quasiprint.model.game import Facts
from quasiprint.model.piece import GameSet, Piece
from quasiprint.sets.choice import Labelling
from quasiprint.sets.holding import least
from quasiprint.sets.looks.frame import Frame, frame
from quasiprint.sets.looks.upright import is_needed
from quasiprint.sets.proof import prove
from quasiprint.sets.set_file import SetDesign, Shape
from quasiprint.sets.shown import Profiles, interlocked, linked, over_edges
from quasiprint.sets.tile_names import name

FORMS = {"wedges": "wedge", "ribbons": "stripe"}  # looks that run over edges, as `quasiprint.checks.edges` calls them


def laws(design: SetDesign, held: GameSet) -> tuple[list[Finding], Facts]:
    """Return what is wrong with a set, and what was counted."""
    shapes = {shape.name: shape for shape in design.shapes}
    tiles: dict[str, list[Labelling]] = {key: [] for key in shapes}
    findings: list[Finding] = []
    for piece in held.complete.pieces:
        shape = shape_of(piece, shapes)
        if shape is None:
            findings.append(
                error(
                    "piece-foreign",
                    piece.id,
                    f"the file says no shape {piece.shape!r}",
                    "take the piece out of the set",
                )
            )
            continue
        tiles[shape.name].append(_labelling(shape, piece.marks))
    different = {key: list(dict.fromkeys(found)) for key, found in tiles.items()}
    wrong, facts = prove(design, different)
    findings += wrong
    for key, found in tiles.items():
        findings += _copies(shapes[key], found)
    findings += _drawn(shapes, held)
    findings += _met(shapes, held)
    findings += _upright(shapes, held)
    return findings, facts


def _upright(shapes: Mapping[str, Shape], held: GameSet) -> Iterator[Finding]:
    """Yield the pieces that do not say which way up they lie, and have to."""
    for piece in held.pieces:
        shape = shape_of(piece, shapes)
        if shape is None or not is_needed(shape):
            continue
        tops = [_tops(mark) for mark in piece.face.marks if mark.label is None and mark.ink]
        if tops != [1]:
            message = "it lies as it lies, and no mark on it, or no single one, has a tip that points up"
            yield error("upright-unmarked", piece.id, message, "mark which way up the tile lies")


def _tops(mark: Mark) -> int:
    """Return how many corners of a mark are the highest; of a triangle that points down there are two."""
    points = [p for region in mark.ink for p in region.outer]
    return sum(max(y for _, y in points) - y < GRID for _, y in points)


def shape_of(piece: Piece, shapes: Mapping[str, Shape]) -> Shape | None:
    """Return the shape of the file that a piece is of. An outline that labels decide is a shape of its own."""
    if piece.shape in shapes:
        return shapes[piece.shape]
    return next(
        (one for one in shapes.values() if one.choice.at == "profiles" and name(one, piece.marks) == piece.shape),
        None,
    )


def _labelling(shape: Shape, told: tuple[int, ...]) -> Labelling:
    if shape.choice.at != "links":
        return told
    return tuple(told[k : k + 3] for k in range(0, len(told), 3))


def _copies(shape: Shape, found: list[Labelling]) -> Iterator[Finding]:
    """Yield the tiles of which there are not as many as the file asks for."""
    moves = [p for p, _ in shape.by_angles]
    for tile, number in Counter(found).items():
        due = shape.count(least(tile, moves, shape.choice))
        if number != due:
            message = f"the set holds this tile {number} times; the file asks for {due}"
            yield error("copies-differ", name(shape, tile), message, "hold as many as the file asks for")


def _drawn(shapes: Mapping[str, Shape], held: GameSet) -> Iterator[Finding]:
    """Yield the pieces that show other labels than they say."""
    inked: Profiles = {}
    for piece in held.pieces:
        shape = shape_of(piece, shapes)
        if shape is None:
            continue
        tile = frame(shape.outline, held.measures)
        if shape.choice.at == "links":
            yield from linked(piece, _labelling(shape, piece.marks), tile, shape.choice.per, inked)
            continue
        if shape.choice.at == "profiles":
            yield from interlocked(piece, shape, tile)
            continue
        shown = reading(piece.face, tile, shape.choice.at)
        if shown != piece.marks:
            message = f"its {shape.choice.at} show {shown}, anticlockwise, but its marks are {piece.marks}"
            yield error("marks-differ", piece.id, message, "draw the marks that the piece's name says")


def reading(face: Face, tile: Frame, at: str) -> tuple[int | None, ...]:
    """Return the label that is drawn in each slot of a face; None for none, or several. What is drawn as nothing is
    what a slot without a mark shows."""
    count = len(tile.outline.cells) if at == "cells" else len(tile.points)
    nothing = next((mark.label for mark in face.marks if mark.label is not None and not mark.ink), None)
    found: list[list[int | None]] = [[] for _ in range(count)]
    for mark in face.marks:
        if mark.ink and mark.label is not None:
            slots = {_nearest(p, tile, at) for region in mark.field for p in region.outer}
            slots = slots if at == "cells" else {_nearest(_middle(mark), tile, at)}
            for slot in slots:
                found[slot].append(mark.label)
    return tuple(labels[0] if len(labels) == 1 else (None if labels else nothing) for labels in found)


def _middle(mark: Mark) -> Point:
    points = [p for region in mark.field for p in region.outer]
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _nearest(p: Point, tile: Frame, at: str) -> int:
    """Return the slot that is nearest to a point."""
    if at == "corners":
        return min(range(len(tile.points)), key=lambda k: math.dist(p, tile.points[k]))
    if at == "cells":
        middles = [tile.middle(k) for k in range(len(tile.outline.cells))]
        return min(range(len(middles)), key=lambda k: math.dist(p, middles[k]))
    return min(range(len(tile.points)), key=lambda k: tile.off(p, k))


def _met(shapes: Mapping[str, Shape], held: GameSet) -> Iterator[Finding]:
    """Yield where marks that run over edges do not meet others of their label on edges as long."""
    profiles: dict[tuple[int, int | None], tuple[str, Crossing]] = {}
    seen: set[tuple[str, Crossing]] = set()
    for piece in held.pieces:
        shape = shape_of(piece, shapes)
        form = FORMS.get(shape.look or shape.usual_look) if shape else None
        if shape is None or form is None:
            continue
        tile = frame(shape.outline, held.measures)
        across = over_edges(piece.face, tile)
        edges = [c.edge for c in across]
        if sorted(edges) != list(range(len(tile.points))):
            message = f"{form}s cross the edges {edges}; every one of the {len(tile.points)} edges needs one"
            yield error("edge-uncrossed", piece.id, message, f"let one {form} run over each edge")
            continue
        for c in across:
            if (piece.shape, c) not in seen:
                seen.add((piece.shape, c))
                length = tile.length(c.edge)
                first = profiles.setdefault((round(1000 * length), c.label), (f"{piece.id} edge {c.edge}", c))
                yield from meets(f"{piece.id} edge {c.edge}", c, length, form, first)
