"""The solids of a STEP file as its own text has them: plane faces between straight edges, closed, seen from outside.

The kernel mends what it reads. Here nothing is mended: every corner lies on its edges and in its faces, every edge
parts two faces that run along it in opposite directions, and what the faces enclose is inside.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from quasiprint.formats.step.part21 import Numbers, Reals, Table

CLOSE = 1e-5  # mm: the kernel writes no more digits of what it has moved


def faults(tables: dict[str, Table]) -> Iterator[tuple[str, str]]:
    """Yield kind and text of what is wrong with solids whose instances are all as they are to be.

    Kinds: "open", "aside", "inside-out".
    """
    return _Faces(tables).faults()


class _Faces:
    """Everything as rows of tables: sides in the order of their loops, loops in that of their faces."""

    def __init__(self, tables: dict[str, Table]) -> None:
        self.tables = tables
        self.points: Reals = np.stack(tables["point"].columns, axis=1)
        self.directions: Reals = np.stack(tables["direction"].columns, axis=1)
        sides, edges, loops, bounds = (tables[kind] for kind in ("side", "edge", "loop", "bound"))
        self.corners = np.stack([self._corner(edges.columns[k]) for k in (0, 1)], axis=1)  # of edges, as rows of points
        self.vertices = np.stack([edges.columns[0], edges.columns[1]], axis=1)
        self.edge = edges.rows(sides.columns[0])
        self.along: np.ndarray = sides.columns[1]
        self.order = sides.rows(loops.columns[0])  # sides as loops have them
        self.loop = np.repeat(np.arange(len(loops)), loops.counts[0])
        face = tables["face"]
        bound_of = bounds.rows(face.columns[0])
        self.face_of_bound = np.zeros(len(bounds), dtype=np.int64)
        self.face_of_bound[bound_of] = np.repeat(np.arange(len(face)), face.counts[0])
        bound_of_loop = np.zeros(len(loops), dtype=np.int64)
        bound_of_loop[loops.rows(bounds.columns[0])] = np.arange(len(bounds))
        self.bound = bound_of_loop[self.loop]  # of each side, in order
        self.face = self.face_of_bound[self.bound]
        self.forward = self.along[self.order] == bounds.columns[1][self.bound]  # along its edge, as its face runs

    def _corner(self, vertices: Numbers) -> Numbers:
        table = self.tables["vertex"]
        return self.tables["point"].rows(table.columns[0][table.rows(vertices)])

    def faults(self) -> Iterator[tuple[str, str]]:
        """Yield what is wrong."""
        if not len(self.order):
            return
        yield from self._straight()
        yield from self._joined()
        yield from self._plane()

    def _straight(self) -> Iterator[tuple[str, str]]:
        """Yield where an edge is not the straight line between its corners."""
        edges, lines, splines = (self.tables[kind] for kind in ("edge", "line", "spline"))
        start, end = (self.points[self.corners[:, k]] for k in (0, 1))
        curve = edges.columns[2]
        straight = np.isin(curve, lines.ids)
        row = lines.rows(curve[straight])
        at = self.points[self.tables["point"].rows(lines.columns[0][row])]
        vectors = self.tables["vector"]
        way = self.directions[self.tables["direction"].rows(vectors.columns[0][vectors.rows(lines.columns[1][row])])]
        off, ahead = [np.zeros(1)], [np.ones(1, dtype=bool)]

        def compare(which: np.ndarray, at: Reals, way: Reals) -> Iterator[Reals]:
            """Note how far edges are from lines; yield how far along these their corners are."""
            for corner in (start[which], end[which]):
                reach = corner - at
                along = (reach * way).sum(axis=1)
                off.append(np.linalg.norm(reach - along[:, None] * way, axis=1))
                yield along
            ahead.append(((end - start)[which] * way).sum(axis=1) > 0)

        list(compare(straight, at, way))
        row = splines.rows(curve[~straight])
        poles = [self.points[self.tables["point"].rows(splines.columns[k][row])] for k in (0, 1)]
        length = np.linalg.norm(poles[1] - poles[0], axis=1)
        for along in compare(~straight, poles[0], (poles[1] - poles[0]) / np.maximum(length, 1e-12)[:, None]):
            off.append(np.maximum(-along, along - length))  # an edge may be a part of its line, and never more
        worst = float(np.concatenate(off).max())
        if not worst <= CLOSE:
            yield "aside", f"an edge is {worst:.3g} mm beside its corners"
        if not np.concatenate(ahead).all() or not (splines.columns[2] < splines.columns[3]).all():
            yield "aside", "an edge runs against its line"

    def _joined(self) -> Iterator[tuple[str, str]]:
        """Yield where loops are open, or an edge has two faces that do not continue one another."""
        ends = self.vertices[self.edge[self.order]]
        along = self.along[self.order]
        first, last = np.where(along, ends.T, ends.T[::-1])
        counts = self.tables["loop"].counts[0]
        begin = np.concatenate([[0], np.cumsum(counts)[:-1]])
        following = np.arange(1, len(self.order) + 1)
        following[begin + counts - 1] = begin
        if (last != first[following]).any():
            yield "open", "a loop's edges do not follow one another"
        ways = np.bincount(self.edge[self.order], weights=np.where(self.forward, 1.0, -1.0))
        if (ways != 0).any():
            yield "open", f"{int((ways != 0).sum())} edges are passed twice in one direction"
        shells = self.tables["shell"]
        shell_of = np.zeros(len(self.tables["face"]), dtype=np.int64)
        shell_of[self.tables["face"].rows(shells.columns[0])] = np.repeat(np.arange(len(shells)), shells.counts[0])
        by_edge = np.argsort(self.edge[self.order], kind="stable")
        if (np.diff(shell_of[self.face][by_edge])[::2] != 0).any():
            yield "open", "an edge parts faces of two solids"
        self.shell = shell_of

    def _plane(self) -> Iterator[tuple[str, str]]:
        """Yield where a face's corners are not in its plane, or it is turned against them."""
        faces, planes, patches = (self.tables[kind] for kind in ("face", "plane", "patch"))
        count = len(faces)
        normal, at = np.zeros((count, 3)), np.zeros((count, 3))
        flat = np.isin(faces.columns[1], planes.ids)
        axes = self.tables["axes"]
        row = axes.rows(planes.columns[0][planes.rows(faces.columns[1][flat])])
        at[flat] = self.points[self.tables["point"].rows(axes.columns[0][row])]
        normal[flat] = self.directions[self.tables["direction"].rows(axes.columns[1][row])]
        if not all((patches.columns[k] < patches.columns[k + 1]).all() for k in (4, 6)):
            yield "aside", "a face runs against its plane"
        poles = [self.points[self.tables["point"].rows(patches.columns[k])] for k in range(4)]
        row = patches.rows(faces.columns[1][~flat])
        across = np.cross(poles[2] - poles[0], poles[1] - poles[0])
        size = np.maximum(np.linalg.norm(across, axis=1), 1e-12)[:, None]
        skew = float(np.abs(((poles[3] - poles[0]) * across / size).sum(axis=1)).max(initial=0.0))
        at[~flat], normal[~flat] = poles[0][row], (across / size)[row]
        corners = np.where(self.along[self.order], *self.corners[self.edge[self.order]].T)
        off = np.abs(((self.points[corners] - at[self.face]) * normal[self.face]).sum(axis=1))
        worst = max(float(off.max()), skew)
        if not worst <= CLOSE:
            yield "aside", f"a face's corner is {worst:.3g} mm outside its plane"
        outward = np.where(faces.columns[2], 1.0, -1.0)[:, None] * normal
        area = self._areas(at)
        facing = (area * outward).sum(axis=1)
        if not (facing > 0).all():
            yield "inside-out", "a face is turned against its corners, or has no area"
        volume = np.bincount(self.shell, weights=(at * outward).sum(axis=1) * facing / 3)
        if not (volume > 0).all():
            yield "inside-out", "a solid is turned inside out"

    def _areas(self, at: Reals) -> Reals:
        """Return the area of each face, as a vector seen from where its corners run anticlockwise."""
        ends = self.points[self.corners[self.edge[self.order]]]
        start, end = ends[:, 0] - at[self.face], ends[:, 1] - at[self.face]
        parts = np.cross(start, end) * np.where(self.forward, 0.5, -0.5)[:, None]
        sums = [np.bincount(self.face, weights=parts[:, k], minlength=len(at)) for k in range(3)]
        return np.stack(sums, axis=1)
