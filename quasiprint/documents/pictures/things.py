"""Things of a set as levels: as a printer makes them, as a laser cuts them, or as cards of paper.

And what they lie on, as PNGs: a plate seen from above, as file managers and slicers show it, and a laser's sheet as
wood with its lines. Each pixel is the mean of four points. A point of a plate has the colour of the filament that it is
printed in; a level that would not be told from its face by that is darker, or lighter where the filament is dark.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from quasiprint.documents.pictures.raster import (
    HERE,
    POINTS,
    Areas,
    Corners,
    mean,
    pack,
    pixels,
    png,
    raster,
    stroke_rings,
    strokes,
)
from quasiprint.documents.pictures.render import Level, Thing
from quasiprint.drawing.face_shapes import PLAIN, pale
from quasiprint.drawing.outlines import mitre
from quasiprint.model.face import Face, Mark, Operation, Ring, snap
from quasiprint.model.measures import Maker
from quasiprint.model.piece import Accessory, GameSet, Piece
from quasiprint.model.production import Arrangement, Drawing, SheetPath
from quasiprint.model.profile import Bed, Palette, SheetOperation
from quasiprint.model.solid import ColourChange, Part, SolidPiece, spools

BRIGHT = 500  # of 1000: a colour's brightness, above which it shows on a dark bed and is darkened
WOOD, CHARRED, ENGRAVED, SCORED = "#E8CB9C", "#6B4A2C", "#8A5A33", "#4A3220"
BURNED = 0.3  # mm: how deep a laser engraves, about
PALE = 0.78  # of a tint on paper: as pieces are shown
HAIR = 0.3  # mm: a scored line


def is_bright(colour: str) -> bool:
    """Tell whether a colour "#RRGGBB" is bright."""
    red, green, blue = bytes.fromhex(colour[1:])
    return 299 * red + 587 * green + 114 * blue > 255 * BRIGHT


@lru_cache(maxsize=256)
def shade(colour: str) -> str:
    """Return a colour made darker, or lighter if it is dark."""
    made = ((3 * c // 4) if is_bright(colour) else c + (255 - c) // 3 for c in bytes.fromhex(colour[1:]))
    return f"#{bytes(made).hex().upper()}"


def filament(part: Part, z: float, palette: Palette, change: ColourChange | None) -> str:
    """Return the colour of the filament in which a body is printed at a height, mm."""
    if part.colour is not None:
        return palette.inks[part.colour].rgb
    return spools(palette, change)[-1 if change and z > change.z else 0][1]


def print_levels(piece: SolidPiece, relief: bool, palette: Palette, change: ColourChange | None) -> tuple[Level, ...]:
    """Return a piece as it is printed, seen from above. relief: in one body; change: of its filament."""
    parts = piece.bodies_for(relief)
    face = parts[0].solid.top
    return tuple(
        level
        for part in parts
        if part is parts[0] or part.solid.bottom > 0  # not inlays of the back
        for level in _levels(part, face, palette, change)
    )


def _levels(part: Part, face: float, palette: Palette, change: ColourChange | None) -> Iterator[Level]:
    """Yield what is seen of a body, what lies in it after it. What would not be told from the face, which lies at
    `face` mm, by its filament is shaded."""
    solid = part.solid
    body = filament(part, 0.0, palette, change) if part.colour is None else palette.body
    below = solid.bottom if part.colour is not None else change.z if change else 0.0

    def level(rings: tuple[Ring, ...], z: float) -> Level:
        colour = filament(part, z, palette, change)
        alike = z != face and colour == filament(part, face, palette, change)
        return Level(rings, z, shade(colour) if alike else colour, body, below)

    if solid.bevel:  # as one step, half as high
        yield level((solid.outline,), solid.top - solid.bevel / 2)
    yield level((_inside(solid.outline, solid.bevel), *solid.holes), solid.top)
    for sector in solid.sectors:
        for step in sector.steps:
            yield level(step.region.rings, step.z)


@lru_cache(maxsize=256)
def _inside(outline: Ring, width: float) -> Ring:
    return tuple([(snap(x), snap(y)) for x, y in mitre(outline, -width)]) if width else outline


def flat(face: Face, process: Maker, palette: Palette, thickness: float) -> tuple[Level, ...]:
    """Return something that is cut out, of wood by a laser, else of card. thickness: of it, mm."""
    cut = process is Maker.LASER
    body, wall = (WOOD, CHARRED) if cut else (palette.body, shade(palette.body))
    cuts = (mark.field or mark.ink for mark in face.marks if mark.operation is Operation.CUT)
    holes = (region.outer for areas in cuts for region in areas)
    levels = [Level((face.outline, *holes), thickness, body, wall, thickness)]
    for mark in face.marks:
        levels += _laser_levels(mark, thickness) if cut else _ink_levels(mark, palette, thickness)
    return tuple(levels)


def _laser_levels(mark: Mark, top: float) -> Iterator[Level]:
    colour = ENGRAVED if mark.operation is Operation.ENGRAVE else SCORED
    if mark.operation is not Operation.CUT:
        for region in mark.ink:
            yield Level(region.rings, top - BURNED, colour, CHARRED, top)
    for side in stroke_rings(((line, False) for line in mark.lines), HAIR):
        yield Level(side, top - BURNED, SCORED, CHARRED, top)


def _ink_levels(mark: Mark, palette: Palette, top: float) -> Iterator[Level]:
    if mark.operation is Operation.CUT:
        return
    colour = PLAIN if mark.colour is None else palette.inks[mark.colour].rgb
    for region in mark.ink:
        yield Level(region.rings, top, colour, colour, top)
    if mark.colour is not None and not mark.ink:
        for region in mark.field:
            yield Level(region.rings, top, pale(colour, PALE), colour, top)
    for side in stroke_rings(((line, False) for line in mark.lines), HAIR):
        yield Level(side, top, shade(palette.body), colour, top)


def of_bodies(
    game_set: GameSet, pieces: tuple[SolidPiece, ...], relief: bool, changes: Mapping[str, ColourChange | None]
) -> list[Thing]:
    """Return everything in the box as it is printed. changes: of the filament, by piece."""
    things = {thing.id: thing for thing in game_set.things}
    return [
        _thing(things[piece.id], print_levels(piece, relief, game_set.palette, changes.get(piece.id)), _height(piece))
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


SIDE = 512  # pixels
DARK_BED, LIGHT_BED, BESIDE = "#5E666E", "#C9CED3", "#FFFFFF"


def plate(
    bed: Bed,
    lies: Arrangement,
    pieces: Mapping[str, SolidPiece],
    palette: Palette,
    relief: bool,
    change: ColourChange | None,
) -> bytes:
    """Return the picture of a plate. pieces: by id. relief: whether each is printed in one body; change: of the plate's
    filament."""
    width, depth = bed.width, bed.depth
    under = pack(DARK_BED if is_bright(palette.body) else LIGHT_BED)
    whole = Areas([((((0.0, 0.0), (width, 0.0), (width, depth), (0.0, depth)),), under)])
    known: dict[str, Areas] = {}
    lying = [(whole, HERE)]
    for placement in lies.placements:
        if placement.item not in known:
            levels = print_levels(pieces[placement.item], relief, palette, change)
            known[placement.item] = Areas((level.rings, pack(level.colour)) for level in levels)
        lying.append((known[placement.item], placement))
    points = POINTS * SIDE
    scale = points / max(width, depth)
    left, low = points / 2 - scale * width / 2, points / 2 - scale * depth / 2

    def to(corners: Corners) -> Corners:
        there = corners * scale
        there[0] += left
        there[1] += low
        return there

    return png(mean(raster(lying, points, points, to, pack(BESIDE))), palette=False)


LONG = 800  # pixels of the longer side
CUT = "#2B1A0F"
CUT_WIDE, SCORE_WIDE = 2.0, 1.2  # pixels: so wide are lines


def sheet(drawing: Drawing) -> bytes:
    """Return the picture of a sheet as PNG. A cut is shown whole: tabs are finer than its pixels."""
    longer = max(drawing.width, drawing.height)
    width = max(1, round(LONG * drawing.width / longer))
    size = drawing.width, drawing.height
    return png(pixels(_sheet_areas(drawing, longer / LONG), size, width, WOOD))


def _sheet_areas(drawing: Drawing, pixel: float) -> Iterator[Areas]:
    """Yield what is seen of a sheet, cuts last. pixel: how large one is, mm."""
    engraved = [path.rings for path in drawing.paths if path.operation is SheetOperation.ENGRAVE]
    yield Areas((rings, pack(ENGRAVED)) for rings in engraved)
    scored = (line for path in drawing.paths if path.operation is SheetOperation.SCORE for line in _lines(path))
    yield Areas.of_quads(strokes(scored, SCORE_WIDE * pixel), pack(SCORED))
    cut = (line for path in drawing.paths if path.operation.cuts for line in _lines(path))
    yield Areas.of_quads(strokes(cut, CUT_WIDE * pixel), pack(CUT))


def _lines(path: SheetPath) -> tuple[tuple[Ring, bool], ...]:
    return path.whole if path.gaps else tuple((ring, path.closed) for ring in path.rings)
