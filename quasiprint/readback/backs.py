"""Do the backs of pieces that lie face down in play keep their secret? Asked of what is engraved, not of the design.

Whatever lies behind a piece is brought into the frame of its shape. There it has to be what lies behind the first piece
of that shape, however either of them is turned: else somebody could tell them apart, or which way one lies.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import shapely
from shapely import affinity
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from quasiprint.model.finding import Finding, error
from quasiprint.readback.plane import lies
from quasiprint.readback.recognise import CLOSE, REMAKE, Found
from quasiprint.readback.reference import Kind, Reference
from quasiprint.readback.sheet_lines import LaserSheet


class Backs:
    """What is engraved behind the pieces of a set, piece by piece."""

    def __init__(self, reference: Reference) -> None:
        self._pieces = set(reference.ids)
        self._seen: dict[int, tuple[Kind, list[tuple[Found, BaseGeometry]]]] = {}

    def take(self, sheet: LaserSheet, things: Sequence[Found]) -> None:
        """Take note of a sheet's back. things: those that were found on its face."""
        areas = np.array([affinity.affine_transform(area, (-1, 0, 0, 1, sheet.width, 0)) for area in sheet.areas()])
        tree = shapely.STRtree(areas)
        for thing in things:
            if thing.kind is None or thing.lie is None or not self._pieces.intersection(thing.ids):
                continue
            behind = areas[np.sort(tree.query(thing.outline, "intersects"))] if len(areas) else areas
            own = thing.lie.back(shapely.union_all(behind)) if len(behind) else Polygon()
            self._seen.setdefault(id(thing.kind), (thing.kind, []))[1].append((thing, own))

    def telling(self) -> list[Finding]:
        """Return which pieces can be told from others of their shape, or the way they lie."""
        return [
            error("back-telling", thing.subject, "what is engraved behind it tells it from others of its shape", REMAKE)
            for kind, seen in self._seen.values()
            for thing in _odd(kind, seen)
        ]


def _odd(kind: Kind, seen: Sequence[tuple[Found, BaseGeometry]]) -> list[Found]:
    """Return the things whose backs are not that of most, turned in any way in which their outline lies on itself."""
    turns = lies(kind.ring, kind.ring)
    groups: list[tuple[BaseGeometry, list[Found]]] = []
    for thing, back in seen:
        for like, own in groups:
            if _same(back, like):
                own.append(thing)
                break
        else:
            groups.append((back, [thing]))
    most = max(groups, key=lambda group: len(group[1]))
    if not all(_same(turn.there(most[0]), most[0]) for turn in turns):
        return [thing for thing, _ in seen]
    return [thing for back, own in groups if back is not most[0] for thing in own]


def _same(one: BaseGeometry, two: BaseGeometry) -> bool:
    if one.is_empty or two.is_empty:
        return bool(one.is_empty and two.is_empty)
    return bool(one.boundary.hausdorff_distance(two.boundary) < CLOSE)
