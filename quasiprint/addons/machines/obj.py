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

from quasiprint.model.face import decimal
from quasiprint.model.production import Arrangement, Artefact, Placement, SolidProduction
from quasiprint.model.profile import channels

if TYPE_CHECKING:
    from quasiprint.model.solid import Mesh, SolidPiece

MATERIALS = "materials.mtl"
HEAD = f"# quasiprint: Wavefront OBJ, millimetres, z is up\nmtllib {MATERIALS}\ns off\n"
HERE = Placement("", 0.0, 0.0, 0.0)


def files(production: SolidProduction) -> Iterator[Artefact]:
    """Yield the materials, then plate by plate the files of what lies on it and has none yet, and that of the plate."""
    palette, rows = production.set.palette, ["# quasiprint: sRGB as parts of 1"]
    for material, rgb in (("body", palette.body), *((f"c{k}", ink.rgb) for k, ink in enumerate(palette.inks))):
        colour = " ".join(f"{part:.6f}" for part in channels(rgb))
        rows += [f"newmtl {material}", f"Kd {colour}", "Ks 0 0 0", "d 1", "illum 1"]
    yield Artefact(f"obj/{MATERIALS}", "\n".join([*rows, ""]).encode("ascii"))
    pieces = {piece.id: piece for piece in production.pieces}
    for fresh, plate in production.plate_by_plate():
        for name, ids in fresh:
            yield Artefact(f"obj/{name}.obj", _document([(ids[0], pieces[ids[0]], HERE)], production.meshes), ids)
        if plate is not None:
            yield Artefact(f"obj/{plate.name}.obj", _document(_copies(plate, pieces), production.meshes))


def _copies(plate: Arrangement, pieces: Mapping[str, SolidPiece]) -> Iterator[tuple[str, SolidPiece, Placement]]:
    """Yield what lies on a plate, each item with a name of its own."""
    copies: Counter[str] = Counter()
    for place in plate.placements:
        copies[place.item] += 1
        copy = f".{copies[place.item]}" if copies[place.item] > 1 else ""
        yield place.item + copy, pieces[place.item], place


def _document(objects: Iterable[tuple[str, SolidPiece, Placement]], meshes: Mapping[str, Mesh]) -> bytes:
    """Return a file of objects: name, bodies, and where it lies. Corners are counted through the file, from 1. meshes:
    of bodies, by key."""
    rows, first = [HEAD], 1
    for name, piece, place in objects:
        (c, s), dx, dy = place.turn, place.x, place.y
        rows.append(f"o {name}\n")
        for part in piece.parts:
            corners, triangles = meshes[part.key].to_indices()
            rows += [
                f"v {decimal(x * c - y * s + dx)} {decimal(x * s + y * c + dy)} {decimal(z)}\n" for x, y, z in corners
            ]
            material = "body" if part.colour is None else f"c{part.colour}"
            label = part.key[part.key.rindex(f"-{part.role}") + 1 :]
            rows.append(f"g {name}-{label}\nusemtl {material}\n")
            rows += [f"f {i + first} {j + first} {k + first}\n" for i, j, k in triangles]
            first += len(corners)
    return "".join(rows).encode("ascii")
