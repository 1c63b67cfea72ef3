"""Is a set what its file says? Its tiles are counted three times, and what is drawn on them is read from the geometry.

A mark says its label; where it stands is found from its own points, so that a drawing that is turned, or is a mirror
image, is caught though the tile's name is right. Of a path it is read where its pieces run over edges, at what angle
and in which ink; of an outline, whether it goes out or in at the middle of each edge.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace

from quasiprint.addons.designer.sets.counts import Labelling
from quasiprint.addons.designer.sets.looks.frame import Frame, frame, is_needed
from quasiprint.addons.designer.sets.looks.paths import Ends, ends_of
from quasiprint.addons.designer.sets.looks.paths import links as links_of
from quasiprint.addons.designer.sets.looks.profiles import IN, OUT, way
from quasiprint.addons.designer.sets.looks.spots import spots
from quasiprint.addons.designer.sets.meeting import meeting
from quasiprint.addons.designer.sets.placed import name
from quasiprint.addons.designer.sets.polygons import BOTH, At, slots
from quasiprint.addons.designer.sets.set_file import LINES, SetDesign, Shape, prove
from quasiprint.checks.marks import Crossing, crossings, meets
from quasiprint.drawing.rings import inside
from quasiprint.drawing.strokes import GRID
from quasiprint.model.face import Cell, Face, Point, bounds
from quasiprint.model.finding import Finding, error
from quasiprint.model.game import Facts
from quasiprint.model.piece import GameSet, Piece
from quasiprint.model.texts import listed
from quasiprint.system.progress import tell

FORMS = {"wedges": "wedge", "ribbons": "stripe"}  # looks that run over edges, as `quasiprint.checks.marks` calls them


def laws(design: SetDesign, held: GameSet, thorough: bool = False) -> tuple[list[Finding], Facts]:
    """Return what is wrong with a set, and what was counted. thorough: also what the rule lets its tiles do."""
    shapes = {shape.name: shape for shape in design.shapes}
    tiles: dict[str, list[Labelling]] = {key: [] for key in shapes}
    findings: list[Finding] = []
    for piece in held.complete.pieces:
        shape = shape_of(piece, shapes)
        if shape is None:
            message = f"the file has no shape {piece.shape!r}"
            findings.append(error("piece-foreign", piece.id, message, "take the piece out of the set"))
            continue
        tiles[shape.name].append(_labelling(shape, piece.marks))
    different = {key: list(dict.fromkeys(found)) for key, found in tiles.items()}
    wrong, facts = prove(design, different)
    findings += wrong
    if thorough:
        wrong, counted = meeting(design, different, tell)
        findings += wrong
        facts = {**facts, **counted}
    for key, found in tiles.items():
        for tile, number in Counter(found).items():
            expected = shapes[key].copies_of(shapes[key].least(tile))
            if number != expected:
                message = f"the set holds this tile {number} times; the file asks for {expected}"
                remedy = "hold as many as the file asks for"
                findings.append(error("copies-differ", name(shapes[key], tile), message, remedy))
    findings += _check_drawn_labels(shapes, held)
    findings += _check_meetings(shapes, held)
    findings += _check_unlabelled(shapes, held)
    return findings, facts


def _check_unlabelled(shapes: Mapping[str, Shape], held: GameSet) -> Iterator[Finding]:
    """Yield the pieces that have to say which way up they lie and do not, and those without labels with other marks."""
    for piece, shape in _pieces(shapes, held):
        inked, upright = [mark for mark in piece.face.marks if mark.ink], is_needed(shape)
        heights = [[y for region in mark.ink for _, y in region.outer] for mark in inked if mark.label is None]
        # of a triangle that points down two corners are the highest
        if upright and [sum(max(ys) - y < GRID for y in ys) for ys in heights] != [1]:
            message = "it lies as it lies, and no mark on it, or no single one, has a tip that points up"
            yield error("upright-unmarked", piece.id, message, "mark which way up the tile lies")
        drawn = [mark for mark in inked if mark.label is not None or not upright]
        if shape.is_plain and (drawn or piece.face.back or piece.face.hollows):
            message = "something is drawn on it; the look 'plain' draws nothing, on the face and on the back"
            yield error("plain-marked", piece.id, message, "take the marks off, or choose another look")


def shape_of(piece: Piece, shapes: Mapping[str, Shape]) -> Shape | None:
    """Return the shape of the file that a piece is of. An outline that labels decide is a shape of its own."""
    if piece.shape in shapes:
        return shapes[piece.shape]
    profiled = (shape for shape in shapes.values() if shape.choice.at == "profiles")
    return next((shape for shape in profiled if name(shape, piece.marks) == piece.shape), None)


def _pieces(shapes: Mapping[str, Shape], held: GameSet) -> Iterator[tuple[Piece, Shape]]:
    """Yield the pieces of shapes that the file says."""
    yield from ((piece, shape) for piece in held.pieces if (shape := shape_of(piece, shapes)))


def _labelling(shape: Shape, labels: tuple[int, ...]) -> Labelling:
    if shape.choice.at != "links":
        return labels
    return tuple(labels[k : k + 3] for k in range(0, len(labels), 3))


def _check_drawn_labels(shapes: Mapping[str, Shape], held: GameSet) -> Iterator[Finding]:
    """Yield the pieces that show other labels than they say."""
    inked: Profiles = {}
    for piece, shape in _pieces(shapes, held):
        tile = frame(shape.outline, held.measures)
        if shape.look in LINES:
            yield from check_paths(piece, links_of(shape, _labelling(shape, piece.marks)), tile, ends_of(shape), inked)
            continue
        if shape.choice.at == "profiles":
            yield from check_profiles(piece, shape, tile)
            continue
        shown = reading(piece.face, tile, shape.choice.at)
        if shown != piece.marks:
            message = f"its {shape.choice.at} show {listed(shown)}, anticlockwise, "
            message += f"but its marks are {listed(piece.marks)}"
            yield error("marks-differ", piece.id, message, "draw the marks that the piece's name says")


def reading(face: Face, tile: Frame, at: At) -> tuple[int | None, ...]:
    """Return the label that is drawn in each slot of a face; None for none, or several. What is drawn as nothing is
    what a slot without a mark shows."""
    count = slots(tile.outline, at)
    nothing = next((mark.label for mark in face.marks if mark.label is not None and not mark.ink), None)
    found: list[list[int | None]] = [[] for _ in range(count)]
    for mark in face.marks:
        if mark.ink and mark.label is not None:
            points = [p for region in mark.field for p in region.outer]
            if at != "cells":  # by the middle of the box around it
                left, low, right, high = bounds((tuple(points),))
                points = [((left + right) / 2, (low + high) / 2)]
            for slot in {_nearest(p, tile, at) for p in points}:
                found[slot].append(mark.label)
    return tuple(labels[0] if len(labels) == 1 else (None if labels else nothing) for labels in found)


def _nearest(p: Point, tile: Frame, at: str) -> int:
    """Return the slot that is nearest to a point."""
    if at not in ("corners", "cells", BOTH):
        return min(range(len(tile.points)), key=lambda k: tile.off(p, k))
    places = tile.points if at == "corners" else tile.middles if at == "cells" else ()
    places = places or tuple((spot.x, spot.y) for spot in spots(tile, at))
    return min(range(len(places)), key=lambda k: math.dist(p, places[k]))


def _check_meetings(shapes: Mapping[str, Shape], held: GameSet) -> Iterator[Finding]:
    """Yield where marks that run over edges do not meet others of their label on edges as long."""
    profiles: dict[tuple[int, int | None], tuple[str, Crossing]] = {}
    known: set[tuple[str, Crossing]] = set()
    for piece, shape in _pieces(shapes, held):
        form = FORMS.get(shape.look)
        if form is None:
            continue
        tile = frame(shape.outline, held.measures)
        across = over_edges(piece.face, tile)
        edges = [c.edge for c in across]
        if sorted(edges) != list(range(len(tile.points))):
            message = f"{form}s cross the edges {edges}; every one of the {len(tile.points)} edges needs one"
            yield error("edge-uncrossed", piece.id, message, f"let one {form} run over each edge")
            continue
        for c in across:
            if (piece.shape, c) not in known:
                known.add((piece.shape, c))
                length = tile.length(c.edge)
                first = profiles.setdefault((round(1000 * length), c.label), (f"{piece.id} edge {c.edge}", c))
                yield from meets(f"{piece.id} edge {c.edge}", c, length, form, first)


DEEP = 0.1  # of an edge: how far from its middle it is looked whether there is a tab, or a notch
Profiles = dict[int | None, tuple[str, Crossing]]  # of each label what runs over an end, and where that was seen first


def over_edges(face: Face, tile: Frame) -> list[Crossing]:
    """Return where marks run over the edges of the exact outline. Edges in one line count separately."""
    all_crossings = crossings(replace(face, nominal=tile.points))
    return [c for c in all_crossings if max(-c.field[0], c.field[1]) < tile.length(c.edge) / 2]


def check_paths(piece: Piece, links: Labelling, tile: Frame, at: Ends, profiles: Profiles) -> Iterator[Finding]:
    """Yield what is wrong with the paths of a piece. tile: its outline in mm. at: where paths end.
    profiles: what other pieces show, to which this adds."""
    met: dict[int, list[int]] = {}
    labels: dict[int, int | None] = {}
    for mark in piece.face.marks:
        path = mark.slot % len(links)
        alone = replace(piece.face, cells=(Cell(piece.face.outline, (mark,)),))
        for crossing in over_edges(alone, tile):
            middle = sum(crossing.field) / 2 + tile.length(crossing.edge) / 2
            spots = at.along(tile, crossing.edge)
            k = min(range(at.per), key=lambda k: abs(middle - spots[k]))
            end, off = at.per * crossing.edge + k, middle - spots[k]
            where = f"{piece.id} end {end}"
            met.setdefault(path, []).append(end)
            labels[path] = crossing.label
            yield from _of_end(where, crossing, off, tile.length(crossing.edge), profiles)
    # a path that ends on the tile is one from an end to itself
    shown = tuple(sorted((*sorted(ends if len(ends) > 1 else 2 * ends), labels[path]) for path, ends in met.items()))
    if shown != tuple(links):
        message = f"its paths join {shown}, each two ends and a label, but its links are {tuple(links)}"
        yield error("marks-differ", piece.id, message, "draw the paths that the piece's name says")


def _of_end(where: str, crossing: Crossing, off: float, length: float, profiles: Profiles) -> list[Finding]:
    """Return what is wrong with a path where it runs over an edge. off: how far it misses its end, mm."""
    if abs(off) > 2 * GRID:
        message = f"the path runs over the edge {off:.3f} mm from its end; it must reach as far to either side"
        return [error("stripe-off-midpoint", where, message, "let it end where the neighbour's ends")]
    (low, high), middle = crossing.field, sum(crossing.field) / 2
    ink = tuple((a - middle, b - middle) for a, b in crossing.ink if low - GRID <= a and b <= high + GRID)
    moved = replace(crossing, field=(low - middle, high - middle), ink=ink)
    return meets(where, moved, length, "stripe", profiles.setdefault(crossing.label, (where, moved)))


def check_profiles(piece: Piece, shape: Shape, plain: Frame) -> Iterator[Finding]:
    """Yield whether the edges of a piece go out and in at their middles otherwise than it says. plain: its outline
    without tabs, mm, which begins where the one with tabs does."""
    ways, shown = tuple(way(label, shape.choice.labels) for label in piece.marks), []
    nominal = piece.face.nominal
    (x, y), (ax, ay) = nominal[0], plain.points[0]
    for k in range(len(plain.points)):
        deep = DEEP * plain.length(k)
        out, within = ((px + x - ax, py + y - ay) for px, py in plain.place(k, ((0.0, -deep), (0.0, deep))))
        shown.append(OUT if inside(out, nominal) else IN if not inside(within, nominal) else 0)
    if tuple(shown) != ways:
        directions = {OUT: "out", IN: "in"}
        described = [", ".join(directions.get(number, "straight") for number in numbers) for numbers in (shown, ways)]
        message = f"its edges go {described[0]}, but its marks say {described[1]}"
        yield error("marks-differ", piece.id, message, "draw the tabs and notches that the piece's name says")
