"""Wavefront OBJ: every piece as one object, its bodies as groups in the materials of one MTL, and whole plates.

A group is called by its piece and by what it is, ``thick-0012-body``: where a program has one name for a mesh, it is
the last that it read.

Lengths are millimetres and z is up, which OBJ cannot say: a comment does. A corner has six decimals, so equal corners
are written alike and a closed body stays closed. There are no normals, for the faces are flat (``s off``). Pieces that
share all of their bodies share a file, whose object is called by the first of them; on a plate the second copy of an
accessory is called ID.2, and so on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from quasiprint.model.bounded import Bounded
from quasiprint.model.face import decimal
from quasiprint.model.production import Arrangement, Artefact, Placement, SolidProduction
from quasiprint.model.profile import channels

if TYPE_CHECKING:
    from quasiprint.model.solid import Indexed, Mesh, Part, SolidPiece

MATERIALS = "materials.mtl"
HEAD = f"# quasiprint: Wavefront OBJ, millimetres, z is up\nmtllib {MATERIALS}\ns off\n"
KEPT = 50_000  # triangles of bodies that recur
HERE = Placement("", 0.0, 0.0, 0.0)


def files(production: SolidProduction) -> Iterator[Artefact]:
    """Yield the materials, then plate by plate the files of what lies on it and has none yet, and that of the plate."""
    palette, rows = production.set.palette, ["# quasiprint: sRGB as parts of 1"]
    for material, rgb in (("body", palette.body), *((f"c{k}", ink.rgb) for k, ink in enumerate(palette.inks))):
        colour = " ".join(f"{part:.6f}" for part in channels(rgb))
        rows += [f"newmtl {material}", f"Kd {colour}", "Ks 0 0 0", "d 1", "illum 1"]
    yield Artefact(f"obj/{MATERIALS}", "\n".join([*rows, ""]).encode("ascii"))
    bodies = _Bodies(production.meshes)
    pieces = {piece.id: piece for piece in production.pieces}
    for fresh, plate in production.plate_by_plate():
        for name, ids in fresh:
            yield Artefact(f"obj/{name}.obj", _document([(ids[0], pieces[ids[0]], HERE)], bodies), ids)
        if plate is not None:
            yield Artefact(f"obj/{plate.name}.obj", _document(_copies(plate, pieces), bodies))


def _copies(plate: Arrangement, pieces: Mapping[str, SolidPiece]) -> Iterator[tuple[str, SolidPiece, Placement]]:
    """Yield what lies on a plate, each item with a name of its own."""
    copies: Counter[str] = Counter()
    for place in plate.placements:
        copies[place.item] += 1
        copy = f".{copies[place.item]}" if copies[place.item] > 1 else ""
        yield place.item + copy, pieces[place.item], place


def _document(objects: Iterable[tuple[str, SolidPiece, Placement]], bodies: _Bodies) -> bytes:
    """Return a file of objects: name, bodies, and where it lies. Corners are counted through the file, from 1."""
    content = bytearray(HEAD.encode("ascii"))
    first = 1
    for name, piece, place in objects:
        content += f"o {name}\n".encode("ascii")
        for part in piece.parts:
            content += bodies.corners(part, place).encode("ascii")
            material = "body" if part.colour is None else f"c{part.colour}"
            label = part.key[part.key.rindex(f"-{part.role}") + 1 :]
            content += f"g {name}-{label}\nusemtl {material}\n".encode("ascii")
            content += bodies.faces(part, first).encode("ascii")
            first += bodies.count(part)
    return bytes(content)


class _Bodies:
    """The corners and faces of bodies. One that recurs is indexed once."""

    def __init__(self, meshes: Mapping[str, Mesh]) -> None:
        self._indexed: Bounded[str, Indexed] = Bounded(
            lambda key: meshes[key].to_indices(), lambda made: len(made[1]), KEPT
        )

    def count(self, part: Part) -> int:
        """Return how many corners a body has."""
        return len(self._indexed[part.key][0])

    def corners(self, part: Part, place: Placement) -> str:
        """Return a body's corners where its piece lies."""
        (c, s), dx, dy = place.turn, place.x, place.y
        rows = (
            f"v {decimal(x * c - y * s + dx)} {decimal(x * s + y * c + dy)} {decimal(z)}\n"
            for x, y, z in self._indexed[part.key][0]
        )
        return "".join(rows)

    def faces(self, part: Part, first: int) -> str:
        """Return a body's triangles, its corners counted from `first`."""
        return "".join(f"f {a + first} {b + first} {c + first}\n" for a, b, c in self._indexed[part.key][1])
