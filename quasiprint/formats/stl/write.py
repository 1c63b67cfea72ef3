"""Binary STL: the solids of every piece on its own, and of whole plates.

A piece has its body, and, if it bears colours, one file of inlays for each of them and a one-piece
variant in relief, all in one frame. STL knows 32-bit floats only: equal corners round alike, so a closed
surface stays closed as long as no two corners round to the same point; that is checked.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from quasiprint.model.bounded import Bounded
from quasiprint.model.production import Arrangement, Artefact, SolidProduction
from quasiprint.model.solid import Mesh, SolidPiece, Surface

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


HEADER = b"quasiprint: binary STL, millimetres".ljust(80, b"\0")  # never b"solid": that is the text form
RECORD = [("normal", "<f4", (3,)), ("corners", "<f4", (3, 3)), ("attributes", "<u2")]
KEPT = 50_000  # triangles of surfaces that recur, 122 bytes each
WHOLE = 8_000_000  # bytes of files that recur
APART = 1e-4  # mm: corners at least so far apart stay apart in 32-bit floats up to 1 m


def files(production: SolidProduction) -> Iterator[Artefact]:
    """Yield plate by plate the files of the pieces and accessories on it that have none yet, then those of the plate: a
    body is built, written and given back. Raises ValueError if two corners of a mesh lie too close together for 32-bit
    floats."""
    facets = _Facets()
    pieces = {piece.id: piece for piece in production.pieces}
    whole: Bounded[tuple[str, ...], bytes] = Bounded(
        lambda keys: _file([facets.records(surface) for surface in _surfaces(keys, production.meshes)]), len, WHOLE
    )
    for fresh, plate in production.plate_by_plate():
        for name, ids in fresh:
            for kind, keys in _bodies(pieces[ids[0]]):
                yield Artefact(f"stl/{name}-{kind}.stl", whole[keys], ids)
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
    laid: dict[str, list[bytes]] = {}
    for place in plate.placements:
        for name, keys in _bodies(pieces[place.item]):
            laid.setdefault(name, []).extend(
                facets.records(surface, place.angle, place.x, place.y) for surface in _surfaces(keys, meshes)
            )
    for name in sorted(laid):
        yield Artefact(f"stl/{plate.name}-{name}.stl", _file(laid[name]))


def _file(blocks: Sequence[bytes]) -> bytes:
    count = sum(map(len, blocks)) // 50
    return b"".join((HEADER, count.to_bytes(4, "little"), *blocks))


class _Facets:
    """STL records of surfaces. Those of a surface that recurs are worked out once, and once more for each angle."""

    def __init__(self) -> None:
        self._turned = Bounded(_turn, lambda made: len(made[0]), KEPT)

    def records(self, surface: Surface, angle: float = 0.0, x: float = 0.0, y: float = 0.0) -> bytes:
        """Return the 50-byte records of a surface, turned by `angle` degrees, then moved (mm)."""
        import numpy as np

        corners, records = self._turned[surface, angle]
        records["corners"] = corners + np.array((x, y, 0.0)) if x or y else corners
        return records.tobytes()


def _turn(key: tuple[Surface, float]) -> tuple[NDArray[np.float64], NDArray[np.void]]:
    """Return the corners and the records of a surface, turned by some degrees."""
    import numpy as np

    surface, angle = key
    corners = np.frombuffer(surface.numbers).reshape(-1, 3, 3)
    _refuse_near_corners(corners.reshape(-1, 3))
    if angle:
        c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
        x, y = corners[:, :, 0], corners[:, :, 1]
        # not a matrix product: its rounding could differ from one triangle to the next
        corners = np.stack((x * c - y * s, x * s + y * c, corners[:, :, 2]), axis=2)
    u, v = corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]
    normal = np.cross(u, v)
    normal /= np.sqrt((normal * normal).sum(axis=1))[:, None]
    records = np.zeros(len(corners), dtype=RECORD)
    records["normal"] = normal + 0.0  # never -0.0
    records["corners"] = corners
    return corners, records


def _refuse_near_corners(corners: NDArray[np.float64]) -> None:
    """Raise ValueError if two different corners could round to one 32-bit point. Corners nearer than `APART` have
    projections nearer than that on any line; on a slanting one few others do, so neighbours along it are all that must
    be measured."""
    import numpy as np

    # not a matrix product: equal corners must come out equal to the last bit
    along = 0.7702 * corners[:, 0] + 0.5973 * corners[:, 1] + 0.2237 * corners[:, 2]
    along, first = np.unique(along, return_index=True)
    corners = corners[first]
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
