"""Edges that interlock: outlines with tabs and notches, exact.

The lattice is refined: corners are multiplied by a whole number, so that those of a tab are points of the lattice, too.
What is across an edge lies in every lattice: ζ − ζ⁻¹ times the edge, ζ a step of turning, leads off at a right angle. A
tab is symmetric about the middle of its edge, so a notch is the neighbour's tab, seen from the other side. Its head is
wider than its neck: tiles that are laid together do not slide apart.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any

from quasiprint.addons.designer.sets.counts import Labelling
from quasiprint.addons.designer.sets.looks.frame import Frame, LabelStyle, angle_at, frame, refuse_small
from quasiprint.addons.designer.sets.polygons import Outline, times
from quasiprint.addons.designer.sets.schema import PROFILES
from quasiprint.addons.designer.sets.set_file import Shape
from quasiprint.drawing.rings import boundary_distance
from quasiprint.errors import InputError
from quasiprint.exact.polygon import area_sign, is_simple
from quasiprint.model.face import Mark
from quasiprint.model.measures import Measures

SCALE = 120  # steps of the refined lattice to a unit edge
# half of a tab from its neck to its head: how far from the middle, in steps, and how far out, in edges
TAB = ((9, 0.0), (15, 0.07), (15, 0.14), (9, 0.2))
FLAT, OUT, IN = 0, 1, -1  # which way an edge goes
ROUNDED = 0.9  # of a side: what the rounding of its corners takes of it, at most


def way(label: int, labels: int) -> int:
    """Return which way an edge of a label goes: FLAT, OUT for a tab, IN for a notch."""
    return ((FLAT, OUT, IN) if labels == PROFILES else (OUT, IN))[label]


@lru_cache(maxsize=4096)
def outline(shape: Shape, tile: Labelling) -> Outline:
    """Return a tile's outline with its tabs and notches; each unit edge is `SCALE` steps long.

    Raises InputError where tabs or notches of neighbouring edges would meet.
    """
    plain, corners = shape.outline, list[Any]()
    for k, label in enumerate(tile):
        out = way(label, shape.choice.labels)
        start, end = plain.corners[k], plain.corners[(k + 1) % plain.edges]
        corners.append(times(start, SCALE))
        if not out:
            continue
        edge = end - start
        across = edge.turn(-1) - edge.turn(1)  # to the right of the edge: out of the tile
        step = 2 * math.sin(math.tau / edge.TURN)  # how long that is, in edges
        half = [(along, out * round(SCALE * height / step)) for along, height in TAB]
        middle = times(start, SCALE) + times(edge, SCALE // 2)
        points = [(-along, height) for along, height in half] + half[::-1]
        corners += [middle + times(edge, along) + times(across, height) for along, height in points]
    if not is_simple(corners) or area_sign(corners) < 0:
        raise InputError(
            f"[[shape]] {shape.name}: found tabs and notches that meet at a corner, allowed are profiles on outlines "
            "with wider corners"
        )
    return Outline(tuple(corners), scale=SCALE * plain.scale)


def refuse(shape: Shape, drawn: LabelStyle) -> None:
    """Raise InputError if tabs and notches have no room on an outline, or cannot be made at this size."""
    _whole(shape)  # where edges meet on the outline itself, no size helps
    what = f"necks of tabs, and what is left of {shape.name!r} between notches, must not be narrower than a stroke"
    refuse_small(shape, drawn.measures, lambda measures: fits(shape, drawn.shapes, measures), what)


def marks(shape: Shape, drawn: LabelStyle, tile: Frame, labels: Labelling, behind: bool = False) -> tuple[Mark, ...]:
    """Return nothing: the outline says the labels."""
    return ()


def fits(shape: Shape, _: Sequence[Shape], measures: Measures) -> bool:
    """Tell whether outlines can be made that have tabs, or notches, everywhere: then all between can, too."""
    try:
        whole = _whole(shape)
    except InputError:
        return False
    inset, least, radius = measures.fit.clearance, measures.machine.min_feature, measures.finish.corner_radius
    gap = 2 * inset
    for nominal in (frame(whole[out], measures).nominal for out in (OUT, IN)):
        # sides have to be so long that their corners can be rounded, but for those that lead inwards
        lost = []
        for k in range(len(nominal)):
            turn = angle_at(nominal, k)
            lost.append((inset + radius * (turn <= math.pi)) / math.tan(turn / 2))
        if any(lost[k] + lost[k - 1] > ROUNDED * math.dist(p, nominal[k - 1]) for k, p in enumerate(nominal)):
            return False
    ring = frame(whole[IN], measures).points
    number = 2 * len(TAB) + 1  # points of an edge: its beginning, and a notch
    notches = [ring[k + 1 : k + number] for k in range(0, len(ring), number)]
    if min(math.dist(notch[0], notch[-1]) for notch in notches) - gap < least:
        return False
    return all(boundary_distance(first, second) - gap >= least for first, second in combinations(notches, 2))


def _whole(shape: Shape) -> dict[int, Outline]:
    """Return for each way of an edge the outline that has it everywhere. Raises InputError as `outline` does."""
    labels = range(shape.choice.labels)
    return {way(label, len(labels)): outline(shape, (label,) * shape.outline.edges) for label in labels}
