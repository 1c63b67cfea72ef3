"""Two colours from one nozzle: at which layer the filament is changed, so that faces show what they show.

What stands above the faces has the second colour if it begins where they lie. Where nothing stands above a face, what
is sunk into it has the first colour if the second begins at its floor: the face has the second then. All things of a
plate must agree on one height, and it must lie between two layers; else there is none.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from quasiprint.model.profile import Palette
from quasiprint.model.solid import Solid, SolidPiece

NEAR = 1e-6  # mm
FIRST = 0  # of the palette


@dataclass(frozen=True, slots=True)
class ColourChange:
    """Where the second filament begins. z: mm above the bed. layer: the first that it prints, from 1; top: of that
    layer, mm. sunk: whether the faces have the second colour, and what is sunk into them the first. ink: the palette's
    colour that this filament has besides the body's: the one that all pieces show, or the first if they show several,
    which their patterns tell apart."""

    z: float
    layer: int
    top: float
    sunk: bool
    ink: int = FIRST


def spools(palette: Palette, change: ColourChange | None) -> tuple[tuple[str, str], ...]:
    """Return the name and colour of the filament that a plate begins with, and of that to which it changes."""
    body = "body", palette.body
    if change is None:
        return (body,)
    ink = palette.inks[change.ink]
    second = ink.name, ink.rgb
    return (second, body) if change.sunk else (body, second)


def one_body(piece: SolidPiece) -> Solid:
    """Return a piece as it is printed in one body."""
    return (piece.relief or piece.parts[0]).solid


def colour_change(pieces: Iterable[SolidPiece], height: float) -> ColourChange | None:
    """Return where pieces of one plate, each in one body, change their filament; None if there is no such height.

    height: of a layer, the first among them, mm.
    """
    every = tuple(pieces)
    found = change_height(every)
    if found is None or not on_layer(found[0], height):
        return None
    z, sunk = found
    layers = round(z / height)
    inks = {part.colour for piece in every for part in piece.parts if part.colour is not None}
    return ColourChange(z, layers + 1, round((layers + 1) * height, 6), sunk, min(inks) if len(inks) == 1 else FIRST)


def change_height(pieces: Iterable[SolidPiece]) -> tuple[float, bool] | None:
    """Return at which height (mm) pieces of one plate would change their filament, whatever the layers are, and whether
    for what is sunk; None if there is no such height."""
    every = tuple(pieces)
    if any(piece.plain for piece in every):  # it would change its colour anywhere
        return None
    seen = [(solid.top, _levels(solid)) for solid in map(one_body, every)]
    above = {top for top, levels in seen if any(z > top for z in levels)}
    floors = {max(levels) for top, levels in seen if levels and max(levels) < top}
    level = above or floors
    if len(level) != 1:
        return None
    (z,) = level
    if above and any(top > z for top, _ in seen):  # part of a face would have the wrong colour
        return None
    return z, not above


def on_layer(z: float, height: float) -> bool:
    """Tell whether a height lies between two layers. height: of a layer, mm."""
    layers = round(z / height)
    return layers >= 1 and abs(layers * height - z) <= NEAR


def _levels(solid: Solid) -> list[float]:
    """Return the heights of what is raised or sunk in a face."""
    return [step.z for sector in solid.sectors for step in sector.steps]
