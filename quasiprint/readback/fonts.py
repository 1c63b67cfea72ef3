"""The packaged fonts, as readers know them: how far each letter goes on, and its outline."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from quasiprint import resources

FONTS = {False: "fonts/NotoSans-Regular.ttf", True: "fonts/NotoSans-Bold.ttf"}
CAPITALS = 0.714  # of the fonts' size: how high capitals are
MISSING = ".notdef"  # the glyph of a character that the fonts do not have
NONE = "\0"  # how such a character is read back
UNKNOWN = "?"  # stands for such a character where room is kept, and where names are engraved


@lru_cache(maxsize=2)
def packaged(bold: bool = False) -> tuple[Any, dict[int, str], Any]:
    """Return a packaged font, the names of its glyphs by character, and their widths (each first of a pair)."""
    from fontTools.ttLib import TTFont

    font = TTFont(resources.packaged() / FONTS[bold])
    return font, font.getBestCmap(), font["hmtx"]


@lru_cache(maxsize=4096)
def width(text: str, bold: bool = False) -> float:
    """Return how far a text runs on a page, in parts of the font's size."""
    return _run(text, bold, MISSING)


@lru_cache(maxsize=4096)
def room(text: str, bold: bool = False) -> float:
    """Return how much room is kept for a text, in parts of the font's size."""
    names = packaged(bold)[1]
    return _run(text, bold, names[ord(UNKNOWN)])


@lru_cache(maxsize=4096)
def printed(text: str, bold: bool = False) -> str:
    """Return a text as it is read back from a page: characters that the fonts do not have are none."""
    names = packaged(bold)[1]
    return "".join(letter if ord(letter) in names else NONE for letter in text)


def _run(text: str, bold: bool, missing: str) -> float:
    font, names, widths = packaged(bold)
    every = sum(widths[names.get(ord(letter), missing)][0] for letter in text)
    return float(every) / float(font["head"].unitsPerEm)


def drawn(font: Any, glyph: str) -> tuple[list[tuple[float, float]], list[int], list[int]]:
    """Return a glyph's points, where its rings end, and which of the points lie on it."""
    points, ends, flags = font["glyf"][glyph].getCoordinates(font["glyf"])
    return list(points), list(ends), [flag & 1 for flag in flags]
