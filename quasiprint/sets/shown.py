"""What tiles with paths, and tiles that interlock, show: read from the geometry, and held against what they say.

Of a path it is read where its pieces run over edges, at what angle and in which ink; of an outline, whether it goes out
or in at the middle of each edge.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

from quasiprint.checks.edges import GRID, SLANT, Crossing, crossings
from quasiprint.drawing.rings import inside
from quasiprint.model.face import Cell, Face, Point
from quasiprint.model.finding import Finding, error
from quasiprint.model.piece import Piece
from quasiprint.sets.choice import Labelling
from quasiprint.sets.looks.frame import Frame
from quasiprint.sets.looks.profiles import IN, OUT, way
from quasiprint.sets.set_file import Shape

DEEP = 0.1  # of an edge: how far from its middle it is looked whether there is a tab, or a notch
Inked = tuple[tuple[float, float], ...]
Profiles = dict[int | None, tuple[str, Inked]]  # of each label what is inked at an end, and where that was seen first


def over_edges(face: Face, tile: Frame) -> list[Crossing]:
    """Return where marks run over the edges of the exact outline. Of edges that lie in one line, each has its own."""
    every = crossings(replace(face, nominal=tile.points))
    return [c for c in every if max(-c.field[0], c.field[1]) < tile.length(c.edge) / 2]


def linked(piece: Piece, links: Labelling, tile: Frame, per: int, profiles: Profiles) -> Iterator[Finding]:
    """Yield what is wrong with the paths of a piece. tile: its outline in mm. per: how many ends an edge has.
    profiles: what other pieces show, to which this adds."""
    met: dict[int, list[int]] = {}
    labels: dict[int, int | None] = {}
    for mark in piece.face.marks:
        path = mark.slot % len(links)
        alone = replace(piece.face, cells=(Cell(piece.face.outline, (mark,)),))
        for crossing in over_edges(alone, tile):
            end, off = _end(crossing, tile, per)
            where = f"{piece.id} end {end}"
            met.setdefault(path, []).append(end)
            labels[path] = crossing.label
            yield from _of_end(where, crossing, off, profiles)
    shown = tuple(sorted((*sorted(ends), labels[path]) for path, ends in met.items()))
    if shown != tuple(links):
        message = f"its paths join {shown}, each two ends and a label, but its links are {tuple(links)}"
        yield error("marks-differ", piece.id, message, "draw the paths that the piece's name says")


def _end(crossing: Crossing, tile: Frame, per: int) -> tuple[int, float]:
    """Return the end that is nearest to where a path runs over an edge, and how far off that is, mm."""
    middle, length = sum(crossing.field) / 2, tile.length(crossing.edge)
    spots = [length * ((k + 1) / (per + 1) - 0.5) for k in range(per)]
    k = min(range(per), key=lambda k: abs(middle - spots[k]))
    return per * crossing.edge + k, middle - spots[k]


def _of_end(where: str, crossing: Crossing, off: float, profiles: Profiles) -> Iterator[Finding]:
    """Yield what is wrong with a path where it runs over an edge."""
    if abs(off) > 2 * GRID:
        message = f"the path runs over the edge {off:.3f} mm from its end; it must reach as far to either side"
        yield error("stripe-off-midpoint", where, message, "let it end where the neighbour's ends")
        return
    if crossing.slant > SLANT:
        message = (
            f"the path leaves the edge {math.degrees(math.asin(min(1.0, crossing.slant))):.2f}° off the right angle"
        )
        yield error("stripe-slanted", where, message, "let it run in straight before it bends")
        return
    middle, (low, high) = sum(crossing.field) / 2, crossing.field
    ink = tuple((a - middle, b - middle) for a, b in crossing.ink if low - GRID <= a and b <= high + GRID)
    first, wanted = profiles.setdefault(crossing.label, (where, ink))
    turned = tuple(sorted((-b, -a) for a, b in ink))
    if _differ(turned, wanted) or _differ(turned, ink):
        message = f"what is inked there does not meet what is inked at {first} of the same label"
        yield error("stripe-broken", where, message, "draw the pattern symmetric about the end, and alike at every end")


def _differ(one: Inked, two: Inked) -> bool:
    pairs = zip(one, two, strict=False)
    return len(one) != len(two) or any(abs(x - y) > 3 * GRID for a, b in pairs for x, y in zip(a, b, strict=True))


def interlocked(piece: Piece, shape: Shape, plain: Frame) -> Iterator[Finding]:
    """Yield whether the edges of a piece go out and in otherwise than it says. plain: its outline without tabs, mm."""
    ways = tuple(way(label, shape.choice.labels) for label in piece.marks)
    shown = reading(piece.face, plain)
    if shown != ways:
        said = {OUT: "out", IN: "in"}
        told = [", ".join(said.get(one, "straight") for one in every) for every in (shown, ways)]
        message = f"its edges go {told[0]}, but its marks say {told[1]}"
        yield error("marks-differ", piece.id, message, "draw the tabs and notches that the piece's name says")


def reading(face: Face, plain: Frame) -> tuple[int, ...]:
    """Return which way each edge goes at its middle. An outline begins where the one without tabs does."""
    (x, y), (px, py) = face.nominal[0], plain.points[0]
    found = []
    for k in range(len(plain.points)):
        out, within = (_beside(plain, k, side, x - px, y - py) for side in (-1.0, 1.0))
        found.append(OUT if inside(out, face.nominal) else IN if not inside(within, face.nominal) else 0)
    return tuple(found)


def _beside(plain: Frame, k: int, side: float, x: float, y: float) -> Point:
    """Return a point beside the middle of an edge, moved: side 1 inside of it, −1 outside."""
    ((px, py),) = plain.placed(k, ((0.0, side * DEEP * plain.length(k)),))
    return px + x, py + y
