"""Pictures to look at: one piece, or all pieces of a set in rows."""

from __future__ import annotations

import math

from quasiprint.drawing.face_shapes import laid, pale
from quasiprint.model.face import Face, Ring, bounds
from quasiprint.model.page import Shape, Text
from quasiprint.model.piece import Accessory, GameSet, Piece
from quasiprint.model.profile import Palette
from quasiprint.model.rulebook import Figure

MARGIN = 2.0  # mm
GAP = 4.0  # mm: between pieces
LETTERS = 2.6  # mm: of the ids
MOST = 400  # pieces in one picture
PALE = 0.78  # of a tint: light enough to write on
LINE = "#9A968C"
ACROSS = 1.6  # a picture is so much wider than high, about


def portrait(piece: Piece | Accessory, palette: Palette) -> Figure:
    """Return one piece or accessory, face up, at true size."""
    left, low, right, high = bounds((piece.face.nominal,))
    inks = [ink.rgb for ink in palette.inks]
    shapes = _shown(piece.face, inks, MARGIN - left, MARGIN - low, palette.body)
    return Figure(right - left + 2 * MARGIN, high - low + 2 * MARGIN, shapes)


def contact(game_set: GameSet) -> Figure:
    """Return every piece of a set with its id below it, in rows, the first MOST of them; of a part without pieces what
    else it has."""
    pieces: tuple[Piece | Accessory, ...] = game_set.pieces or game_set.accessories
    pieces = pieces[:MOST]
    if not pieces:
        return Figure(2 * MARGIN, 2 * MARGIN, ())
    inks = [ink.rgb for ink in game_set.palette.inks]
    boxes = [bounds((piece.face.nominal,)) for piece in pieces]
    wide = max(right - left for left, _, right, _ in boxes) + GAP
    high = max(top - low for _, low, _, top in boxes) + GAP + LETTERS
    columns = max(1, min(len(pieces), round(math.sqrt(ACROSS * len(pieces) * high / wide))))
    rows = math.ceil(len(pieces) / columns)
    shapes: list[Shape] = []
    texts: list[Text] = []
    for k, (piece, (left, low, right, top)) in enumerate(zip(pieces, boxes, strict=True)):
        row, column = divmod(k, columns)
        x = MARGIN + (column + 0.5) * wide
        y = MARGIN + (rows - row - 0.5) * high + LETTERS / 2
        shapes += _shown(piece.face, inks, x - (left + right) / 2, y - (low + top) / 2, game_set.palette.body)
        texts.append(Text(x, y - (top - low) / 2 - LETTERS - 0.6, _name(piece), LETTERS, "middle"))
    return Figure(columns * wide + 2 * MARGIN, rows * high + 2 * MARGIN, tuple(shapes), tuple(texts))


def _name(thing: Piece | Accessory) -> str:
    return (thing.name if isinstance(thing, Piece) else "") or thing.id


def _shown(face: Face, inks: list[str], x: float, y: float, body: str) -> tuple[Shape, ...]:
    """Return a face as shapes: what is inked, tints below it, and lines that are drawn open."""

    def moved(ring: Ring) -> Ring:
        return tuple((px + x, py + y) for px, py in ring)

    tints = [
        Shape(tuple(map(moved, region.rings)), pale(inks[mark.colour], PALE))
        for mark in face.marks
        if mark.colour is not None and not mark.ink
        for region in mark.field
    ]
    lines = [Shape((moved(line),), None, LINE, 0.2, closed=False) for mark in face.marks for line in mark.lines]
    ground, *inked = laid(face, inks, x, y, body=body)
    return (ground, *tints, *lines, *inked)
