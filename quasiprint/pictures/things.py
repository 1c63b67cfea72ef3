"""Things of a set as levels: as a printer makes them, as a laser cuts them, or as cards of paper."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from quasiprint.drawing.face_shapes import PLAIN, pale
from quasiprint.model.colour_change import ColourChange, spools
from quasiprint.model.face import Face, Mark, Operation
from quasiprint.model.measures import Maker
from quasiprint.model.piece import Accessory, GameSet, Piece
from quasiprint.model.profile import Palette
from quasiprint.model.solid import Part, SolidPiece
from quasiprint.pictures.box import Thing
from quasiprint.pictures.flat import outlined
from quasiprint.pictures.render import Level

BRIGHT = 500  # of 1000: a colour's brightness, above which it shows on a dark bed and is darkened
WOOD, CHARRED, ENGRAVED, SCORED = "#E8CB9C", "#6B4A2C", "#8A5A33", "#4A3220"
BURNED = 0.3  # mm: how deep a laser engraves, about
PALE = 0.78  # of a tint on paper: as pieces are shown
HAIR = 0.3  # mm: a scored line


def is_bright(colour: str) -> bool:
    """Tell whether a colour "#RRGGBB" is bright."""
    red, green, blue = bytes.fromhex(colour[1:])
    return 299 * red + 587 * green + 114 * blue > 255 * BRIGHT


def shaded(colour: str) -> str:
    """Return a colour made darker, or lighter if it is dark."""
    made = ((3 * c // 4) if is_bright(colour) else c + (255 - c) // 3 for c in bytes.fromhex(colour[1:]))
    return f"#{bytes(made).hex().upper()}"


def filament(part: Part, z: float, palette: Palette, change: ColourChange | None) -> str:
    """Return the colour of the filament in which a body is printed at a height, mm."""
    if part.colour is not None:
        return palette.inks[part.colour].rgb
    return spools(palette, change)[-1 if change and z > change.z else 0][1]


def seen(part: Part, z: float, face: float, palette: Palette, change: ColourChange | None) -> str:
    """Return the colour in which a body's level is shown: one that would not be told from the face, which lies at
    `face` mm, by its filament is shaded."""
    colour = filament(part, z, palette, change)
    return colour if z == face or colour != filament(part, face, palette, change) else shaded(colour)


def printed(piece: SolidPiece, relief: bool, palette: Palette, change: ColourChange | None) -> tuple[Level, ...]:
    """Return a piece as it is printed, seen from above. relief: in one body; change: of its filament."""
    parts = piece.printed(relief)
    face = parts[0].solid.top
    return tuple(
        level
        for part in parts
        if part is parts[0] or part.solid.bottom > 0  # not inlays of the back
        for level in _levels(part, face, palette, change)
    )


def _levels(part: Part, face: float, palette: Palette, change: ColourChange | None) -> Iterator[Level]:
    """Yield what is seen of a body, what lies in it after it."""
    solid = part.solid
    body = filament(part, 0.0, palette, change) if part.colour is None else palette.body
    below = solid.bottom if part.colour is not None else change.z if change else 0.0

    def level(rings: tuple[tuple[tuple[float, float], ...], ...], z: float) -> Level:
        return Level(rings, z, seen(part, z, face, palette, change), body, below)

    yield level((solid.outline, *solid.holes), solid.top)
    for sector in solid.sectors:
        for step in sector.steps:
            yield level(step.region.rings, step.z)


def flat(face: Face, process: Maker, palette: Palette, thickness: float) -> tuple[Level, ...]:
    """Return something that is cut out, of wood by a laser, else of card. thickness: of it, mm."""
    cut = process is Maker.LASER
    body, wall = (WOOD, CHARRED) if cut else (palette.body, shaded(palette.body))
    levels = [Level((face.outline, *_holes(face)), thickness, body, wall, thickness)]
    for mark in face.marks:
        levels += _burned(mark, thickness) if cut else _inked(mark, palette, thickness)
    return tuple(levels)


def _holes(face: Face) -> Iterator[tuple[tuple[float, float], ...]]:
    """Yield what is cut out of a face."""
    for mark in face.marks:
        if mark.operation is Operation.CUT:
            yield from (region.outer for region in mark.field or mark.ink)


def _burned(mark: Mark, top: float) -> Iterator[Level]:
    colour = ENGRAVED if mark.operation is Operation.ENGRAVE else SCORED
    if mark.operation is not Operation.CUT:
        for region in mark.ink:
            yield Level(region.rings, top - BURNED, colour, CHARRED, top)
    for side in outlined(((line, False) for line in mark.lines), HAIR):
        yield Level(side, top - BURNED, SCORED, CHARRED, top)


def _inked(mark: Mark, palette: Palette, top: float) -> Iterator[Level]:
    if mark.operation is Operation.CUT:
        return
    colour = PLAIN if mark.colour is None else palette.inks[mark.colour].rgb
    for region in mark.ink:
        yield Level(region.rings, top, colour, colour, top)
    if mark.colour is not None and not mark.ink:
        for region in mark.field:
            yield Level(region.rings, top, pale(colour, PALE), colour, top)
    for side in outlined(((line, False) for line in mark.lines), HAIR):
        yield Level(side, top, shaded(palette.body), colour, top)


def of_bodies(
    game_set: GameSet, pieces: tuple[SolidPiece, ...], relief: bool, changes: Mapping[str, ColourChange | None]
) -> list[Thing]:
    """Return everything in the box as it is printed. changes: of the filament, by piece."""
    things = {thing.id: thing for thing in game_set.things}
    return [
        _thing(things[piece.id], printed(piece, relief, game_set.palette, changes.get(piece.id)), _height(piece))
        for piece in pieces
    ]


def _thing(one: Piece | Accessory, levels: tuple[Level, ...], height: float) -> Thing:
    kind = one.shape if isinstance(one, Piece) else one.kind
    return Thing(levels, one.face.nominal, height, one.count, kind)


def _height(piece: SolidPiece) -> float:
    return max(part.solid.top for part in piece.parts)


def of_faces(game_set: GameSet) -> list[Thing]:
    """Return everything in the box as it is cut out."""
    measures = game_set.measures

    def thing(one: Piece | Accessory) -> Thing:
        thick = one.face.thickness or measures.stock.thickness
        return _thing(one, flat(one.face, measures.process, game_set.palette, thick), thick)

    return [thing(one) for one in game_set.things]
