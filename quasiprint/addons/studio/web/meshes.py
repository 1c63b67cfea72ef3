"""Bodies as text for the viewer.

Bodies are small, and exact enough to be looked at. Of corners and triangles only differences are kept, each in as many
bytes as it needs, in base64: a third of what plain numbers take. Nothing is compressed, since what compresses does not
always give the same bytes. ``viewer.js`` reads them. Pure Python, so that it runs in a browser, too.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from quasiprint.model.production import Arrangement
from quasiprint.model.profile import Palette
from quasiprint.model.solid import Mesh, SolidPiece, Triangle, Vertex

UNIT = 0.01  # mm: corners lie on this grid
PLACES = 3  # decimals of a placement, mm and degrees


def mesh_value(
    pieces: Iterable[SolidPiece], meshes: Mapping[str, Mesh], palette: Palette, plates: Sequence[Arrangement] = ()
) -> dict[str, Any]:
    """Return items, and plates on which they lie, as JSON for the viewer.

    unit: mm of a corner's step. base: the colour of bodies, palette: of inlays. bodies: by key, what `pack` returns.
    things: by id, the bodies of each with the colour's index, None for the base. plates: name, width and depth in mm,
    and what lies there: id, x and y in mm, degrees anticlockwise.
    """
    bodies_of: dict[str, list[tuple[str, int | None]]] = {}
    bodies: dict[str, dict[str, str]] = {}
    for piece in pieces:
        bodies_of[piece.id] = [(part.key, part.colour) for part in piece.parts]
        for part in piece.parts:
            if part.key not in bodies:
                bodies[part.key] = pack(meshes[part.key])
    return {
        "unit": UNIT,
        "base": palette.body,
        "palette": [ink.rgb for ink in palette.inks],
        "bodies": bodies,
        "things": bodies_of,
        "plates": [
            {
                **{"name": plate.name, "width": plate.width, "depth": plate.height},
                "items": [
                    (
                        placement.item,
                        *(round(value, PLACES) + 0.0 for value in (placement.x, placement.y, placement.angle)),
                    )
                    for placement in plate.placements
                ],
            }
            for plate in plates
        ],
    }


def pack(mesh: Mesh) -> dict[str, str]:
    """Return a mesh as two texts.

    corners: of each x, y and z as steps of `UNIT` from the corner before, first from 0; a step n ≥ 0 as 2n, another as
    −2n − 1. triangles: three corners each, counted back from the first that no triangle had before: 0 is that one.
    """
    corners, triangles = mesh.to_indices()
    return {"corners": _text(_steps(corners)), "triangles": _text(_back(triangles))}


def _steps(corners: Iterable[Vertex]) -> Iterable[int]:
    last = [0, 0, 0]
    for corner in corners:
        for axis, length in enumerate(corner):
            place = round(length / UNIT)
            step = place - last[axis]
            last[axis] = place
            yield 2 * step if step >= 0 else -2 * step - 1


def _back(triangles: Iterable[Triangle]) -> Iterable[int]:
    fresh = 0
    for triangle in triangles:
        for corner in triangle:
            yield fresh - corner
            fresh += corner == fresh


def _text(numbers: Iterable[int]) -> str:
    """Return whole numbers ≥ 0 as base64: seven bits a byte, lowest first, the top bit on all bytes but the last."""
    return b64encode(b"".join(map(_bytes, numbers))).decode()


@lru_cache(maxsize=8192)  # few steps are long
def _bytes(number: int) -> bytes:
    found = bytearray()
    while number > 127:
        found.append(number & 127 | 128)
        number >>= 7
    found.append(number)
    return bytes(found)
