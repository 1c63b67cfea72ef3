"""Binary STL: whole plates, and in a folder of their own the solids of every piece.

A piece has its body, and, if it bears colours, one file of inlays for each of them and a one-piece
variant in relief, all in one frame. STL knows 32-bit floats only: equal corners round alike, so a closed
surface stays closed as long as no two corners round to the same point; that is checked.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from quasiprint.model.bounded import Bounded
from quasiprint.model.production import Arrangement, Artefact, Placement, SolidProduction
from quasiprint.model.solid import Mesh, SolidPiece, Surface
from quasiprint.solids.partition import corners_of, indices_of

HEAD = 84  # bytes before the first record
HEADER = b"quasiprint: binary STL, millimetres".ljust(80, b"\0")  # never b"solid": that is the text form
RECORD = [("normal", "<f4", (3,)), ("corners", "<f4", (3, 3)), ("attributes", "<u2")]
HERE = Placement("", 0.0, 0.0, 0.0)
KEPT = 200_000  # triangles of surfaces that recur, some 60 bytes each
APART = 1e-4  # mm: corners at least so far apart stay apart in 32-bit floats up to 1 m


def files(production: SolidProduction) -> Iterator[Artefact]:
    """Yield plate by plate the files of the pieces and accessories on it that have none yet, then those of the plate: a
    body is built, written and given back. Raises ValueError if two corners of a mesh lie too close together for 32-bit
    floats."""
    facets = _Facets()
    pieces = {piece.id: piece for piece in production.pieces}
    for fresh, plate in production.plate_by_plate():
        for name, ids in fresh:
            for kind, keys in _bodies(pieces[ids[0]]):
                lying = [(surface, HERE) for surface in _surfaces(keys, production.meshes)]
                yield Artefact(f"stl/pieces/{name}-{kind}.stl", facets.file(lying), ids)
        if plate is not None:
            yield from _plate(plate, pieces, production.meshes, facets)


def _bodies(piece: SolidPiece) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield what is printed from one spool, and the keys of its bodies: the body, the inlays of each colour, the
    relief."""
    yield "body", tuple(part.key for part in piece.parts if part.role == "body")
    for colour in sorted({part.colour for part in piece.parts if part.role == "inlay"}, key=str):
        yield f"inlay-c{colour}", tuple(p.key for p in piece.parts if p.role == "inlay" and p.colour == colour)
    if piece.relief is not None:
        yield "relief", (piece.relief.key,)


def _surfaces(keys: Iterable[str], meshes: Mapping[str, Mesh]) -> list[Surface]:
    return [surface for key in keys for surface in meshes[key].surfaces]


def _plate(
    plate: Arrangement, pieces: Mapping[str, SolidPiece], meshes: Mapping[str, Mesh], facets: _Facets
) -> Iterator[Artefact]:
    items = dict.fromkeys(place.item for place in plate.placements)
    bodies = {item: dict(_bodies(pieces[item])) for item in items}
    for name in sorted({name for names in bodies.values() for name in names}):
        places = [(place, bodies[place.item][name]) for place in plate.placements if name in bodies[place.item]]
        lying = [(surface, place) for place, keys in places for surface in _surfaces(keys, meshes)]
        yield Artefact(f"stl/{plate.name}-{name}.stl", facets.file(lying))


class _Facets:
    """STL records of surfaces. Those of a surface that recurs are worked out once, and once more for each angle."""

    def __init__(self) -> None:
        self._turned = Bounded(self._turn, lambda made: len(made[1]), KEPT)

    def file(self, lying: Sequence[tuple[Surface, Placement]]) -> bytes:
        """Return a file of surfaces, each where its piece lies: 50 bytes for each triangle."""
        made = [self._turned[surface, place.angle] for surface, place in lying]
        total = sum(len(records) for _, records in made)
        content = bytearray().join((HEADER, total.to_bytes(4, "little"), *(records.data for _, records in made)))
        if any(place.x or place.y for _, place in lying):
            self._move([corners for corners, _ in made], lying, content)
        return bytes(content)

    def _move(
        self, facets: list[NDArray[np.float64]], lying: Sequence[tuple[Surface, Placement]], content: bytearray
    ) -> None:
        """Put the corners of a file's records where they lie. facets: of each surface, turned."""
        count = np.array(list(map(len, facets)))
        corners = np.concatenate(facets)
        corners[:, :2] += np.repeat([(place.x, place.y) for _, place in lying], count, axis=0)
        first = np.repeat(count.cumsum() - count, [len(surface) for surface, _ in lying])
        numbers = np.concatenate([indices_of(surface) for surface, _ in lying]) + first[:, None]
        records = np.frombuffer(content, dtype=RECORD, offset=HEAD)
        records["corners"] = corners.astype("<f4").take(numbers, axis=0)

    def _turn(self, key: tuple[Surface, float]) -> tuple[NDArray[np.float64], NDArray[np.void]]:
        """Return the corners of a surface, turned by some degrees, and the records of its triangles."""
        surface, angle = key
        corners, numbers = corners_of(surface), indices_of(surface)
        _refuse_near_corners(corners)
        if angle:
            c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
            x, y, z = corners.T
            # not a matrix product: its rounding could differ from one corner to the next
            corners = np.array((x * c - y * s, x * s + y * c, z)).T
        records = np.zeros(len(numbers), dtype=RECORD)
        records["corners"] = corners.astype("<f4").take(numbers, axis=0)
        x, y, z = corners.T.take(numbers.T, axis=1)
        (ux, vx), (uy, vy), (uz, vz) = x[1:] - x[0], y[1:] - y[0], z[1:] - z[0]
        normal = np.array((uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx))
        x, y, z = normal
        normal /= np.sqrt(x * x + y * y + z * z)
        records["normal"] = (normal + 0.0).T  # never -0.0
        return corners, records


def _refuse_near_corners(corners: NDArray[np.float64]) -> None:
    """Raise ValueError if two of different corners could round to one 32-bit point. Corners nearer than `APART` have
    projections nearer than that on any line; on a slanting one few others do, so neighbours along it are all that must
    be measured."""
    along = 0.7702 * corners[:, 0] + 0.5973 * corners[:, 1] + 0.2237 * corners[:, 2]
    order = np.argsort(along)
    along, corners = along[order], corners[order]
    step = 1
    while (near := np.flatnonzero(along[step:] - along[:-step] < APART)).size:
        gap = np.abs(corners[near + step] - corners[near]).max(axis=1)
        if gap.min() < APART:
            x, y, z = corners[near[gap.argmin()]]
            raise ValueError(
                f"STL: two corners near ({x:g}, {y:g}, {z:g}) mm are {gap.min():g} mm apart; "
                f"32-bit floats need {APART:g} mm to tell them apart"
            )
        step += 1
