"""Binary STL as arrays of numpy, and the tiles that lie on a plate."""

from __future__ import annotations

import struct
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import connected_components
from shapely import MultiPoint, Polygon

from mutations.folder import NotHere, files, put

RECORD = np.dtype([("normal", "<f4", (3,)), ("corners", "<f4", (3, 3)), ("attributes", "<u2")])
HEAD = 84
Facets = NDArray[np.float64]  # facets × 3 corners × 3 coordinates

TURNED_OVER = np.diag([1.0, -1.0, -1.0])
MIRRORED = np.diag([-1.0, 1.0, 1.0])


def read(path: Path) -> Facets:
    """Return the facets of a binary STL file."""
    content = path.read_bytes()
    (count,) = struct.unpack_from("<I", content, 80)
    assert len(content) == HEAD + count * RECORD.itemsize, path.name
    return np.frombuffer(content, RECORD, count, HEAD)["corners"].astype(float)


def write(path: Path, facets: Facets, head: bytes = b"quasiprint: binary STL, millimetres") -> None:
    """Write facets as binary STL, with their normals."""
    put(path, encoded(facets, head))


def encoded(facets: Facets, head: bytes = b"quasiprint: binary STL, millimetres") -> bytes:
    """Return facets as binary STL."""
    records = np.zeros(len(facets), RECORD)
    records["corners"] = facets
    across = np.cross(facets[:, 1] - facets[:, 0], facets[:, 2] - facets[:, 0])
    lengths = np.linalg.norm(across, axis=1, keepdims=True)
    records["normal"] = np.divide(across, lengths, out=np.zeros_like(across), where=lengths > 0)
    return head.ljust(80, b"\0") + struct.pack("<I", len(facets)) + records.tobytes()


def moved(facets: Facets, matrix: Any, about: Any = (0.0, 0.0, 0.0), by: Any = (0.0, 0.0, 0.0)) -> Facets:
    """Return facets moved by a matrix about a point, and then on; a mirrored body stays a body."""
    matrix = np.asarray(matrix, float)
    turned: Facets = (facets - about) @ matrix.T + about + by
    return turned[:, ::-1].copy() if np.linalg.det(matrix) < 0 else turned


def turn(degrees: float) -> NDArray[np.float64]:
    """Return the matrix that turns about the upright axis."""
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])


def middle(parts: Iterable[Facets]) -> NDArray[np.float64]:
    """Return the middle of the box around bodies."""
    points = np.concatenate([part.reshape(-1, 3) for part in parts])
    return (points.min(axis=0) + points.max(axis=0)) / 2


def bodies(facets: Facets) -> list[NDArray[np.intp]]:
    """Return the facets of each body that hangs together, as indices, in order of their first facet."""
    _, corner = np.unique(facets.reshape(-1, 3), axis=0, return_inverse=True)
    corner = corner.reshape(-1, 3)
    pairs = np.concatenate([corner[:, [0, 1]], corner[:, [1, 2]]])
    size = corner.max() + 1
    joined = coo_matrix((np.ones(len(pairs)), (pairs[:, 0], pairs[:, 1])), shape=(size, size))
    label = connected_components(joined, directed=False)[1][corner[:, 0]]
    _, first = np.unique(label, return_index=True)
    return [np.flatnonzero(label == label[k]) for k in sorted(first)]


class Plate:
    """All files of one plate, and where on it each tile lies."""

    def __init__(self, folder: Path, stem: str = "") -> None:
        names = [path.name for path in files(folder, "stl/plate-*-body.stl")]
        self.stem = stem or sorted(names)[0].removesuffix("-body.stl")
        self.paths = files(folder, f"stl/{self.stem}-*.stl")
        self.facets = {path: read(path) for path in self.paths}
        body = next(path for path in self.paths if path.name.endswith("-body.stl"))
        self.outlines: list[Polygon] = []
        for held in bodies(self.facets[body]):
            outline = MultiPoint(self.facets[body][held].reshape(-1, 3)[:, :2]).convex_hull
            if not any(seen.contains(outline.centroid) for seen in self.outlines):
                self.outlines.append(outline)
        self.lowest = float(self.facets[body][:, :, 2].min())
        self.height = float(self.facets[body][:, :, 2].max())
        if len(self.outlines) < 2:
            raise NotHere("the plate has one piece only")

    def of_tile(self, path: Path, tile: int) -> NDArray[np.bool_]:
        """Return which facets of a file belong to a tile."""
        from shapely import contains_xy

        outline = self.outlines[tile].buffer(0.02)
        x, y = self.facets[path].mean(axis=1)[:, :2].T
        return np.asarray(contains_xy(outline, x, y))

    def move(self, tile: int, matrix: Any = None, by: Any = (0.0, 0.0, 0.0)) -> None:
        """Move a tile in all files of the plate: by a matrix about its middle, and then on."""
        x, y = self.outlines[tile].centroid.coords[0]
        about = (x, y, (self.lowest + self.height) / 2)
        for path in self.paths:
            mine = self.of_tile(path, tile)
            self.facets[path][mine] = moved(self.facets[path][mine], np.eye(3) if matrix is None else matrix, about, by)

    def drop(self, tile: int) -> None:
        """Leave a tile out of all files of the plate."""
        for path in self.paths:
            self.facets[path] = self.facets[path][~self.of_tile(path, tile)]

    def copy(self, tile: int, by: Any) -> None:
        """Lay a tile there once more."""
        for path in self.paths:
            mine = self.facets[path][self.of_tile(path, tile)]
            self.facets[path] = np.concatenate([self.facets[path], mine + np.asarray(by)])

    def write(self) -> None:
        """Write the files that have changed, with facets left."""
        for path, facets in self.facets.items():
            if not len(facets):
                path.unlink()
            elif encoded(facets)[HEAD:] != path.read_bytes()[HEAD:]:
                write(path, facets)

    def neighbour(self, tile: int) -> int:
        """Return the tile that lies nearest to another."""
        others = [k for k in range(len(self.outlines)) if k != tile]
        return min(others, key=lambda k: self.outlines[k].distance(self.outlines[tile]))


def towards(mine: Polygon, theirs: Polygon, gap: float) -> tuple[float, float]:
    """Return the move of one outline towards another after which they are `gap` mm apart."""
    from shapely.affinity import translate

    (x, y), (u, v) = mine.centroid.coords[0], theirs.centroid.coords[0]
    near, far = 0.0, 1.0
    for _ in range(60):
        at = (near + far) / 2
        if translate(mine, at * (u - x), at * (v - y)).distance(theirs) > gap:
            near = at
        else:
            far = at
    return near * (u - x), near * (v - y)
