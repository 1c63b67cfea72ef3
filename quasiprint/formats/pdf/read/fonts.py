"""Fonts of a file: what is drawn is what is said, in the letters of the packaged fonts.

A font is the packaged one, regular or bold, cut down to some of its letters and embedded: each code that is written
has the letter that the file's map says, drawn as the packaged font draws it, and goes on as far.
"""

from __future__ import annotations

import io
import re
from functools import lru_cache
from typing import Any

from quasiprint.formats.pdf.read.streams import Font, foreign
from quasiprint.readback import fonts

NAMES = {False: "NotoSans-Regular", True: "NotoSans-Bold"}
KEYS = {"/Type", "/Subtype", "/BaseFont", "/FirstChar", "/LastChar", "/Widths", "/FontDescriptor", "/ToUnicode",
        "/Name"}  # fmt: skip
DESCRIBED = {"/Type", "/FontName", "/Flags", "/FontBBox", "/ItalicAngle", "/Ascent", "/Descent", "/CapHeight",
             "/StemV", "/MissingWidth", "/FontFile2"}  # fmt: skip
TABLES = {"GlyphOrder", "head", "hhea", "maxp", "OS/2", "hmtx", "cmap", "loca", "glyf", "name", "post"}
PACKED = {"/Length", "/Filter"}
PROGRAM = PACKED | {"/Length1"}
SYMBOLIC = 4  # a flag: codes are looked up in the font's own table
PAIR = re.compile(r"<([0-9A-Fa-f]{2})>\s*<([0-9A-Fa-f]{4})>")
MAPS = re.compile(r"begin(?!cmap|codespacerange|bfchar)\w+")  # of a map, what says more than letters one by one
OFF = 1.0  # of a thousandth of the size: widths are whole numbers


def font_of(found: Any) -> Font:
    """Return a font from its dictionary. Raises Unreadable for one that no sheet has."""
    base = str(found.get("/BaseFont", ""))
    bold = next((bold for bold, name in NAMES.items() if base.rpartition("+")[2].strip("/") == name), None)
    if bold is None or not set(found) <= KEYS or found.get("/Subtype") != "/TrueType":
        raise foreign(f"a font {base[:40]!r}")
    letters = _letters(found["/ToUnicode"].get_data().decode("latin-1"))
    first, last = int(found["/FirstChar"]), int(found["/LastChar"])
    widths = {first + k: float(width) / 1000 for k, width in enumerate(found["/Widths"])}
    if len(widths) != last - first + 1:
        raise foreign("a font with other widths than codes")
    return Font(bold, letters, widths)


def proved(font: Font, found: Any) -> None:
    """Prove that the codes which were written look like what they mean. Raises Unreadable if one does not."""
    from fontTools.ttLib import TTLibError

    described = found["/FontDescriptor"].get_object()
    if not set(described) <= DESCRIBED or not int(described["/Flags"]) & SYMBOLIC or "/FontFile2" not in described:
        raise foreign("a font that is not embedded as sheets have it")
    held = described["/FontFile2"]
    program = held.get_data()
    if not set(held) <= PROGRAM or int(held["/Length1"]) != len(program) or not set(found["/ToUnicode"]) <= PACKED:
        raise foreign("a font that is packed in another way")
    for code in sorted(font.used):
        letter = font.letters.get(code, fonts.NONE)
        if code not in font.widths:
            raise foreign(f"the code {code} of a font, which has no width")
        wide = fonts.width(letter, font.bold)
        if abs(font.widths[code] - wide) * 1000 > OFF:
            raise foreign(f"a letter {letter!r} that goes on by {font.widths[code]:g} of its size, and not {wide:g}")
    written = tuple((code, font.letters.get(code, fonts.NONE)) for code in sorted(font.used))
    try:
        unlike = _unlike(program, font.bold, written)
    except TTLibError as problem:
        raise foreign(f"a font that cannot be read ({problem})") from None
    if unlike:
        raise foreign(f"a font whose {unlike!r} is drawn otherwise")


@lru_cache(maxsize=64)
def _unlike(program: bytes, bold: bool, written: tuple[tuple[int, str], ...]) -> str:
    """Return the first letter that a font program does not draw as the packaged font does, "" if there is none."""
    from fontTools.ttLib import TTFont

    own = TTFont(io.BytesIO(program))
    known, names, widths = fonts.packaged(bold)
    if not set(own.keys()) <= TABLES or own["head"].unitsPerEm != known["head"].unitsPerEm:
        raise foreign("a font with tables that no sheet's has")
    (table,) = own["cmap"].tables
    for code, letter in written:
        glyph, wanted = table.cmap.get(code, fonts.MISSING), names.get(ord(letter), fonts.MISSING)
        if own["hmtx"][glyph] != widths[wanted] or fonts.drawn(own, glyph) != fonts.drawn(known, wanted):
            return letter
    return ""


def _letters(text: str) -> dict[int, str]:
    """Return what the codes of a font mean, as its own map to Unicode says."""
    if MAPS.search(text):
        raise foreign("a font whose letters are told otherwise than one by one")
    return {int(code, 16): chr(int(to, 16)) for code, to in PAIR.findall(text)}
