"""The bodies of a STEP file that this program wrote, from its text alone: no CAD kernel takes part, nothing is mended.

Every corner lies on its edges, every edge on its faces, and as it is drawn on curved ones; each edge parts two faces
that run along it in opposite directions; faces look outwards. What is curved is read back as the straight sides of the
mesh that it came from: how many these are stands with each circle.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from quasiprint.formats.step.covering import coverings
from quasiprint.formats.step.curved import CurvedFaces
from quasiprint.formats.step.edges import CLOSE, Edges, Fault
from quasiprint.formats.step.links import Links
from quasiprint.formats.step.part21 import Flags, Numbers, Reals, Table
from quasiprint.readback.mesh import Facets

NANOMETRES = 1e6


class Shapes:
    """The bodies of a file whose instances are all as they are to be. facets: of each solid, by number, seen from
    outside anticlockwise, on the grid of a nanometre. noted: what is wrong with them, kind and message, where kinds are
    "open", "aside" and "inside-out"; a face that is wrong has no facets."""

    def __init__(self, tables: dict[str, Table]) -> None:
        self.noted: list[tuple[str, str]] = []
        self.links = links = Links(tables)
        self.wrong = np.zeros(len(links.surface), dtype=bool)
        self.edges = Edges(links, _bevels(links))
        for kind, message, which in self.edges.faults():
            self._blame(kind, message, links.face[which[links.edge]])
        for fault in self._joined():
            self._fault(*fault)
        self.rings = _Rings(links, self.edges)
        self.flat = np.isin(links.surface, tables["plane"].ids)
        facets, owner = self._flat_faces()
        curved = CurvedFaces(links, self.edges, np.flatnonzero(~self.flat & ~self.wrong), self.rings.of_side)
        for fault in curved.faults():
            self._fault(*fault)
        strips, strip_of = curved.facets()
        self.noted += curved.torn
        every, solid = np.concatenate((facets, strips)), links.solid[np.concatenate((owner, strip_of))]
        order = np.argsort(solid, kind="stable")
        parts = np.split(every[order], np.searchsorted(solid[order], np.arange(1, len(tables["solid"]))))
        self.facets: dict[int, Facets] = dict(zip(tables["solid"].ids.tolist(), parts, strict=True))

    def _fault(self, kind: str, message: str, faces: Flags) -> None:
        """Take note of what is wrong with faces, if it is with any."""
        self._blame(kind, message, np.flatnonzero(faces))

    def _blame(self, kind: str, message: str, faces: Numbers) -> None:
        if len(faces):
            self.noted.append((kind, message))
            self.wrong[faces] = True

    @property
    def faults(self) -> dict[str, str]:
        """What is wrong, the first of each kind: one fault often has others follow."""
        return dict(reversed(self.noted))

    def _joined(self) -> Iterator[Fault]:
        """Yield which faces are not bounded by lines that are closed, each edge parting two of one solid."""
        links = self.links
        first = np.zeros(len(links.outer), dtype=bool)
        first[links.opens] = True
        outer = np.repeat(np.arange(len(links.opens)), links.ends - links.opens)[links.outer != first]
        yield "open", "a face has no outer bound, or not as its first", self._having(outer)
        begin = links.vertices[links.edge, np.where(links.along, 0, 1)]
        end = links.vertices[links.edge, np.where(links.along, 1, 0)]
        loose = end != begin[links.following]
        yield "open", "a loop's edges do not follow one another", self._having(links.face[loose])
        order = np.lexsort((links.along, links.edge))
        edge, along, solid = links.edge[order], links.along[order], links.solid[links.face[order]]
        number, start, count = np.unique(edge, return_index=True, return_counts=True)
        two = count == 2
        at = start[two]
        two[two] = ~along[at] & along[at + 1] & (solid[at] == solid[at + 1])
        lonely = np.isin(links.edge, number[~two])
        message = "an edge is not passed once in each direction by the faces of one solid"
        yield "open", message, self._having(links.face[lonely])

    def _having(self, faces: Numbers) -> Flags:
        found = np.zeros(len(self.wrong), dtype=bool)
        found[faces] = True
        return found

    def _flat_faces(self) -> tuple[Facets, Numbers]:
        """Return the facets of plane faces, and which face each is of."""
        links, rings = self.links, self.rings
        plane = links.tables["plane"]
        own = np.flatnonzero(self.flat)
        at, up, ahead = (np.zeros((len(self.flat), 3)) for _ in range(3))
        axes = plane.columns[0][plane.rows(links.surface[own])]
        at[own], up[own], ahead[own] = links.frames(axes)
        for fault in self._in_plane(at, up):
            self._fault(*fault)
        reach = rings.corners - at[rings.face]
        across = np.cross(up, ahead)
        flat = np.column_stack([(reach * way[rings.face]).sum(axis=1) for way in (ahead, across)]) * NANOMETRES
        area = rings.areas(flat)
        turned = np.zeros(len(self.wrong), dtype=bool)
        turned[rings.face_of_ring[~np.where(links.outer, area > 0, area < 0)]] = True
        self._fault("inside-out", "a face is turned against its corners, or has no area", turned & self.flat)
        good = np.flatnonzero(self.flat & ~self.wrong)
        faces = np.column_stack((links.opens, links.ends))[good]
        triangles, owner, unfit = coverings(flat, rings.reach, faces)
        self._blame("open", "a face's bounds cross, or lie beside one another", good[unfit])
        kept = ~np.isin(owner, unfit)
        return rings.corners[triangles[kept]], good[owner[kept]]

    def _in_plane(self, at: Reals, up: Reals) -> Iterator[Fault]:
        """Yield which plane faces are turned against their planes, or have edges that do not lie in them."""
        links = self.links
        yield "inside-out", "a face is turned against its plane", self.flat & ~links.sense
        level = (up[:, 0] == 0) & (up[:, 1] == 0)
        sides = self.flat[links.face]
        arcs = sides & self.edges.arc[links.edge] & ~level[links.face]
        yield "aside", "an arc is part of a face that is not level", self._having(links.face[arcs])
        reach = links.corners[links.edge] - at[links.face][:, None]
        off = np.abs((reach * up[links.face][:, None]).sum(axis=2)).max(axis=1, initial=0.0)
        far = float(off[sides].max(initial=0.0))
        aside = sides & ~(off <= CLOSE)
        yield "aside", f"a face's corner is {far:.3g} mm outside its plane", self._having(links.face[aside])


class _Rings:
    """The corners of the mesh along the bounds of faces, one after the other. corners: (n, 3), mm. face: of each.
    reach: (r, 2), of each bound, where its corners begin and end."""

    def __init__(self, links: Links, edges: Edges) -> None:
        ends, inner, more = edges.paths()
        count = 1 + more[links.edge]
        self.stop = np.cumsum(count)
        self.start = self.stop - count
        self.corners = np.zeros((int(count.sum()), 3))
        self.corners[self.start] = ends[links.edge, np.where(links.along, 0, 1)]
        side = np.repeat(np.arange(len(count)), count - 1)
        k = np.arange(len(side)) - np.repeat(self.stop - np.arange(1, len(count) + 1) - (count - 1), count - 1)
        begin = (np.cumsum(more) - more)[links.edge[side]]
        there = np.where(links.along[side], begin + k, begin + more[links.edge[side]] - 1 - k)
        self.corners[self.start[side] + 1 + k] = inner[there]
        self.face = np.repeat(links.face, count)
        self.reach = np.column_stack((self.start[links.first], self.stop[links.last - 1]))
        self.face_of_ring = links.face[links.first]

    def of_side(self, side: int) -> Reals:
        """Return the corners along a side, without its end, mm."""
        return self.corners[self.start[side] : self.stop[side]]

    def areas(self, flat: Reals) -> Reals:
        """Return the area of each ring, nm², positive if it runs anticlockwise. flat: its corners (n, 2), nm."""
        after = np.arange(1, len(flat) + 1)
        after[self.reach[:, 1] - 1] = self.reach[:, 0]
        ring = np.repeat(np.arange(len(self.reach)), self.reach[:, 1] - self.reach[:, 0])
        one, two = flat - flat[self.reach[ring, 0]], flat[after] - flat[self.reach[ring, 0]]
        sums = np.bincount(ring, one[:, 0] * two[:, 1] - one[:, 1] * two[:, 0], minlength=len(self.reach))
        return np.asarray(sums / 2, dtype=np.float64)


def _bevels(links: Links) -> dict[int, float]:
    """Return how high the faces on cones are, mm, by cone."""
    cones = links.tables["cone"].ids
    sides = np.flatnonzero(np.isin(links.surface, cones)[links.face])
    surface, at = np.unique(links.surface[links.face[sides]], return_inverse=True)
    heights = links.corners[links.edge[sides], :, 2]
    low, high = np.full(len(surface), np.inf), np.full(len(surface), -np.inf)
    np.minimum.at(low, at.ravel(), heights.min(axis=1, initial=np.inf))
    np.maximum.at(high, at.ravel(), heights.max(axis=1, initial=-np.inf))
    return dict(zip(surface.tolist(), (high - low).tolist(), strict=True))
