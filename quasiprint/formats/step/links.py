"""What the bodies of a STEP file are made of, as whole arrays: sides in the order of solids, faces, bounds, loops."""

from __future__ import annotations

import numpy as np

from quasiprint.formats.step.part21 import Flags, Numbers, Reals, Table


class Links:
    """The faces, bounds and sides of a file's bodies, numbered one after the other, and the edges they go along.

    solid: of each face, the row of its solid. surface, sense: of each face. opens, ends: of each face, where its bounds
    begin and end. outer: of each bound. first, last: of each bound, where its sides begin and end. face, bound, edge,
    along: of each side; following: the side after it. vertices (e, 2) and corners (e, 2, 3; mm): of each edge, where it
    begins and ends; curve: what it runs along, wherever that is drawn besides; seam: whether it is one.
    """

    def __init__(self, tables: dict[str, Table]) -> None:
        self.tables = tables
        self.points: Reals = np.stack(tables["point"].columns, axis=1)
        self.directions: Reals = np.stack(tables["direction"].columns, axis=1)
        self._faces()
        self._edges()

    def _faces(self) -> None:
        solid, shell, face, outer, inner, loop, side = (
            self.tables[kind] for kind in ("solid", "shell", "face", "outer", "inner", "loop", "side")
        )
        faces, count = shell.lists(0, shell.rows(solid.columns[1]))
        self.solid = np.repeat(np.arange(len(solid)), count)
        row = face.rows(faces)
        self.surface: Numbers = face.columns[1][row]
        self.sense: Flags = face.columns[2][row]
        bounds, count = face.lists(0, row)
        self.ends = np.cumsum(count)
        self.opens = self.ends - count
        face_of = np.repeat(np.arange(len(faces)), count)
        self.outer = np.isin(bounds, outer.ids)
        loops = np.zeros(len(bounds), dtype=np.int64)
        for own, table in ((self.outer, outer), (~self.outer, inner)):
            loops[own] = table.columns[0][table.rows(bounds[own])]
        sides, count = loop.lists(0, loop.rows(loops))
        self.last = np.cumsum(count)
        self.first = self.last - count
        self.bound = np.repeat(np.arange(len(bounds)), count)
        self.face = face_of[self.bound]
        self.following = np.arange(1, len(sides) + 1)
        self.following[self.last - 1] = self.first
        row = side.rows(sides)
        self.edge = self.tables["edge"].rows(side.columns[0][row])
        self.along: Flags = side.columns[1][row]

    def _edges(self) -> None:
        edge, vertex, drawn, seam = (self.tables[kind] for kind in ("edge", "vertex", "drawn", "seam"))
        self.edges = edge.ids
        self.vertices: Numbers = np.stack(edge.columns[:2], axis=1)
        self.corners = self.at(vertex.columns[0][vertex.rows(self.vertices)])
        self.curve: Numbers = edge.columns[2].copy()
        self.seam = np.isin(self.curve, seam.ids)
        owner, curves = [], []
        for table in (drawn, seam):
            own = np.flatnonzero(np.isin(edge.columns[2], table.ids))
            row = table.rows(edge.columns[2][own])
            self.curve[own] = table.columns[0][row]
            found, count = table.lists(1, row)
            owner.append(np.repeat(own, count))
            curves.append(found)
        self.drawn = Drawn(self.tables, np.concatenate(owner), np.concatenate(curves))

    def at(self, points: Numbers) -> Reals:
        """Return where points are, mm."""
        return self.points[self.tables["point"].rows(points)]

    def towards(self, directions: Numbers) -> Reals:
        """Return directions."""
        return self.directions[self.tables["direction"].rows(directions)]

    def frames(self, axes: Numbers) -> tuple[Reals, Reals, Reals]:
        """Return places with their axes: where they are, mm, what is up, and what is ahead."""
        table = self.tables["axes"]
        row = table.rows(axes)
        at, up, ahead = (table.columns[k][row] for k in range(3))
        return self.at(at), self.towards(up), self.towards(ahead)


class Drawn:
    """Edges as they are drawn on curved faces. edge, surface: of each drawing; point, way: (n, 2), angle and height.
    curve: the instance that it is."""

    def __init__(self, tables: dict[str, Table], edge: Numbers, curves: Numbers) -> None:
        curve, drawing, line, vector, point, way = (
            tables[kind] for kind in ("pcurve", "drawing", "flat_line", "flat_vector", "flat_point", "flat_direction")
        )
        row = curve.rows(curves)
        self.edge, self.curve, self.surface = edge, curves, curve.columns[0][row]
        row = line.rows(drawing.columns[0][drawing.rows(curve.columns[1][row])])
        ways = vector.columns[0][vector.rows(line.columns[1][row])]
        self.point: Reals = np.stack(point.columns, axis=1)[point.rows(line.columns[0][row])]
        self.way: Reals = np.stack(way.columns, axis=1)[way.rows(ways)]
