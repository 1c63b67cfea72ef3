"""Pieces for whoever designs on with CadQuery: each part by a short name, or all of them with their colours."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quasiprint.cad.workplanes import loaded, workplane
from quasiprint.model.errors import InputError
from quasiprint.model.profile import Palette
from quasiprint.model.solid import Part, SolidPiece

if TYPE_CHECKING:
    import cadquery

WHOLE = "relief"


def parts(piece: SolidPiece) -> dict[str, Part]:
    """Return a piece's parts by short names: "body", "inlay-SLOT-LABEL", and "relief", the whole in one body, which is
    the body itself where nothing is inlaid."""
    found = {"body": piece.parts[0]}
    for part in piece.parts[1:]:
        found[part.key[part.key.rindex("-inlay-") + 1 :]] = part
    found[WHOLE] = piece.relief or piece.parts[0]
    return found


def part_of(piece: SolidPiece, part: str) -> cadquery.Workplane:
    """Return a part as a workplane with one solid on its stack, in the piece's frame: face up from z = 0, mm.

    Raises InputError for a name that no part has, Unavailable without CadQuery.
    """
    known = parts(piece)
    if part not in known:
        raise InputError(f"part: {piece.id} has no {str(part)[:40]!r}, allowed is {', '.join(known)}")
    return workplane(known[part].solid)


def assembled(piece: SolidPiece, palette: Palette) -> cadquery.Assembly:
    """Return a piece as an assembly of its body and its inlays, with names and colours. Raises as `part_of` does."""
    cq = loaded()
    found: cadquery.Assembly = cq.Assembly(name=piece.id)
    for name, part in parts(piece).items():
        if name != WHOLE:
            rgb = palette.body if part.colour is None else palette.inks[part.colour].rgb
            colour = cq.Color(*(int(rgb[k : k + 2], 16) / 255 for k in (1, 3, 5)))
            found.add(workplane(part.solid), name=name, color=colour)
    return found
