"""Reads of a font what letters are drawn with: their outlines, how far they run, and how high capitals are.

Of TrueType, what the fonts that come with the program have: one table of characters, of format 4. To read that takes a
tenth of what it takes to load a library that reads all fonts.
"""

from __future__ import annotations

from collections.abc import Iterator
from struct import iter_unpack, unpack_from

Contour = list[tuple[float, float, bool]]  # points in the font's units, and whether each lies on the line
ON, SHORT_X, SHORT_Y, REPEATED, SAME_X, SAME_Y = 1, 2, 4, 8, 16, 32  # of a point
WORDS, SCALE, MORE, SCALES, MATRIX = 1, 8, 32, 64, 128  # of a part
UNIT = 1 << 14  # of a scale


class Typeface:
    """A font. capitals: their height, in the font's units."""

    def __init__(self, content: bytes) -> None:
        self._content = content
        (count,) = unpack_from(">4xH", content)
        self._at: dict[bytes, int] = {tag: at for tag, _, at, _ in iter_unpack(">4sLLL", content[12 : 12 + 16 * count])}
        (self.capitals,) = map(float, unpack_from(">h", content, self._at[b"OS/2"] + 88))
        (self._long,) = unpack_from(">h", content, self._at[b"head"] + 50)
        (self._widths,) = unpack_from(">H", content, self._at[b"hhea"] + 34)
        self._glyphs = dict(self._characters())

    def _characters(self) -> Iterator[tuple[int, int]]:
        """Yield the glyph of each character, by their numbers."""
        (first,) = unpack_from(">L", self._content, self._at[b"cmap"] + 8)
        at = self._at[b"cmap"] + first
        (twice,) = unpack_from(">6xH", self._content, at)
        lists = (at + 14, at + 16 + twice, at + 16 + 2 * twice, at + 16 + 3 * twice)  # last, first, shift, where
        for k in range(0, twice, 2):
            last, start, shift, where = (unpack_from(">H", self._content, one + k)[0] for one in lists)
            for code in range(start, min(last, 0xFFFE) + 1):
                glyph = code
                if where:
                    (glyph,) = unpack_from(">H", self._content, lists[3] + k + where + 2 * (code - start))
                if glyph or not where:
                    yield code, (glyph + shift) % 0x10000

    def glyph(self, character: str) -> int | None:
        """Return the number of a character's glyph, None if the font does not have it."""
        return self._glyphs.get(ord(character))

    def width(self, glyph: int) -> int:
        """Return how far a glyph runs, in the font's units."""
        at = self._at[b"hmtx"] + 4 * min(glyph, self._widths - 1)
        return int(unpack_from(">H", self._content, at)[0])

    def contours(self, glyph: int) -> list[Contour]:
        """Return the closed lines of a glyph: between two points that do not lie on a line, their middle does."""
        size, form = (4, ">LL") if self._long else (2, ">HH")
        start, end = unpack_from(form, self._content, self._at[b"loca"] + size * glyph)
        if start == end:
            return []
        at = self._at[b"glyf"] + (start if self._long else 2 * start)
        (count,) = unpack_from(">h", self._content, at)
        return self._drawn(at + 10, count) if count >= 0 else self._composed(at + 10)

    def _drawn(self, at: int, count: int) -> list[Contour]:
        ends = [end + 1 for end in unpack_from(f">{count}H", self._content, at)]
        at += 2 * count
        at += 2 + unpack_from(">H", self._content, at)[0]  # past what a screen would be told
        flags: list[int] = []
        while len(flags) < ends[-1]:
            flag, at = self._content[at], at + 1
            flags.append(flag)
            if flag & REPEATED:
                flags += [flag] * self._content[at]
                at += 1
        axes = []
        for short, same in ((SHORT_X, SAME_X), (SHORT_Y, SAME_Y)):
            value, values = 0, []
            for flag in flags:
                if flag & short:
                    value += self._content[at] if flag & same else -self._content[at]
                    at += 1
                elif not flag & same:
                    value += unpack_from(">h", self._content, at)[0]
                    at += 2
                values.append(float(value))
            axes.append(values)
        points = [(x, y, bool(flag & ON)) for x, y, flag in zip(*axes, flags, strict=True)]
        return [points[start:end] for start, end in zip([0, *ends], ends, strict=False)]

    def _composed(self, at: int) -> list[Contour]:
        """Return the lines of a glyph that is put together of others, such as a letter and its accent."""
        found: list[Contour] = []
        flags = MORE
        while flags & MORE:
            flags, glyph = unpack_from(">HH", self._content, at)
            dx, dy = unpack_from(">hh" if flags & WORDS else ">bb", self._content, at + 4)
            at += 8 if flags & WORDS else 6
            count = 1 if flags & SCALE else 2 if flags & SCALES else 4 if flags & MATRIX else 0
            scales = [value / UNIT for value in unpack_from(f">{count}h", self._content, at)]
            at += 2 * count
            a, b, c, d = scales if count == 4 else (scales[0], 0.0, 0.0, scales[-1]) if count else (1.0, 0.0, 0.0, 1.0)
            for line in self.contours(glyph):
                found.append([(x * a + y * c + dx, x * b + y * d + dy, on) for x, y, on in line])
        return found
