"""The legend of sheets: which pattern is which colour."""

from __future__ import annotations

from collections.abc import Callable

from quasiprint.model.face import Mark, bounds
from quasiprint.model.page import Stamp, Text
from quasiprint.model.piece import GameSet

COLUMNS, STEP = 4, 22.0  # mm
ROW, HIGH = 5.6, 4.8  # mm: of a row, of a mark
SMALL = "#555555"  # of small print


def legend(
    game_set: GameSet, swatch: Callable[[Mark], str], width: float, right: float, low: float
) -> tuple[tuple[Stamp, ...], tuple[Text, ...]]:
    """Return a mark of each colour, with the colour's number, name and pattern; nothing for one colour alone, which
    nobody can mistake. swatch: returns the figure of a mark; width: what there is beside the level ruler; right, low:
    where the page's room ends, mm. Where there is little beside the ruler, rows go on below."""
    first: dict[int, Mark] = {}
    for piece in game_set.pieces:
        for mark in piece.face.marks:
            if mark.colour is not None and mark.ink:
                first.setdefault(mark.colour, mark)
    if len(first) == 1:
        return (), ()
    stamps: list[Stamp] = []
    texts: list[Text] = []
    columns = min(COLUMNS, len(first), max(1, int(width / STEP)))
    for k, (colour, mark) in enumerate(sorted(first.items(), key=lambda one: one[0])):
        ink = game_set.palette.inks[colour]
        x, y = right - STEP * (columns - k % columns), low + ROW * (1 - k // columns)
        west, south, east, north = bounds(tuple(region.outer for region in mark.field))
        scale = HIGH / max(east - west, north - south)
        px, py = x + HIGH / 2 - scale * (west + east) / 2, y + HIGH / 2 - scale * (south + north) / 2
        stamps.append(Stamp(swatch(mark), px, py, 0, scale))
        texts.append(Text(x + HIGH + 1, y + 2.8, f"{colour} {ink.name}", 2.4))
        texts.append(Text(x + HIGH + 1, y + 0.2, ink.pattern, 2.4, colour="#555555"))
    return tuple(stamps), tuple(texts)
