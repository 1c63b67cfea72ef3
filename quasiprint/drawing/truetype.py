"""Outlines and widths of a TrueType font's letters, in the font's units: what drawing letters needs of one, as OpenType
1.9 says it. Whole numbers, but where a part of a letter is scaled."""

from __future__ import annotations

from itertools import pairwise
from struct import unpack_from
from typing import NamedTuple

UNICODE = {(0, 3), (3, 1)}  # platforms and encodings of tables with the codes of characters
MORE, WORDS, PLACED, ONE, TWO, FOUR = 0x20, 0x01, 0x02, 0x08, 0x40, 0x80  # of a part of a letter: what follows


class Stop(NamedTuple):
    """A point of an outline. on: it lies on the line, and does not just pull at it."""

    x: float
    y: float
    on: bool


Contour = tuple[Stop, ...]


class TrueType:
    """A font. numbers: of glyphs, by the codes of characters. capitals: how high they are, of `em` units."""

    def __init__(self, data: bytes) -> None:
        """data: of the file. Raises ValueError for one that has no TrueType outlines, or no table of characters."""
        self._data = data
        self._tables = {
            bytes(data[at : at + 4]): unpack_from(">I", data, at + 8)[0]
            for at in range(12, 12 + 16 * unpack_from(">H", data, 4)[0], 16)
        }
        if missing := {b"cmap", b"glyf", b"head", b"hhea", b"hmtx", b"loca", b"OS/2"} - set(self._tables):
            raise ValueError(
                f"a font without {b', '.join(sorted(missing)).decode('latin-1')}: TrueType outlines are read"
            )
        self.em: int = self._read(b"head", 18, "H")[0]
        self._long: int = self._read(b"head", 50, "h")[0]
        self._measured: int = self._read(b"hhea", 34, "H")[0]  # glyphs with widths; all others are as wide as the last
        if self._read(b"OS/2", 0, "H")[0] < 2:
            raise ValueError("a font that does not say how high its capitals are (OS/2, before version 2)")
        self.capitals: int = self._read(b"OS/2", 88, "h")[0]
        self.numbers = self._numbers()

    def _read(self, table: bytes, offset: int, form: str) -> tuple[int, ...]:
        return unpack_from(f">{form}", self._data, self._tables[table] + offset)

    def _numbers(self) -> dict[int, int]:
        """Return the glyphs of the Basic Multilingual Plane: a table of format 4, in stretches of characters."""
        for number in range(self._read(b"cmap", 2, "H")[0]):
            platform, encoding, at = self._read(b"cmap", 4 + 8 * number, "HHI")
            if (platform, encoding) in UNICODE and self._read(b"cmap", at, "H") == (4,):
                break
        else:
            raise ValueError("a font without a table of Unicode's characters (cmap, format 4)")
        count = self._read(b"cmap", at + 6, "H")[0] // 2
        ends, starts, shifts, ranges = (
            self._read(b"cmap", at + 14 + 2 * (count * k + (k > 0)), f"{count}H") for k in range(4)
        )
        found = {}
        for k, (end, start, shift, offset) in enumerate(zip(ends, starts, shifts, ranges, strict=True)):
            for code in range(start, min(end, 0xFFFE) + 1):
                glyph = code
                if offset:  # counted in bytes from where it stands itself
                    place = at + 16 + 2 * (3 * count + k) + offset + 2 * (code - start)
                    glyph = self._read(b"cmap", place, "H")[0]
                if (offset == 0 or glyph) and (glyph := (glyph + shift) & 0xFFFF):
                    found[code] = glyph
        return found

    def advance(self, glyph: int) -> int:
        """Return how far a glyph runs."""
        return self._read(b"hmtx", 4 * min(glyph, self._measured - 1), "H")[0]

    def contours(self, glyph: int) -> tuple[Contour, ...]:
        """Return the closed lines of a glyph: quadratic curves."""
        low, high = self._read(b"loca", (4 if self._long else 2) * glyph, "2I" if self._long else "2H")
        if low == high:
            return ()
        at = low if self._long else 2 * low
        count = self._read(b"glyf", at, "h")[0]
        return self._simple(at + 10, count) if count >= 0 else tuple(self._composed(at + 10))

    def _simple(self, at: int, count: int) -> tuple[Contour, ...]:
        ends = self._read(b"glyf", at, f"{count}H")
        at += 2 * count
        at += 2 + self._read(b"glyf", at, "H")[0]  # after instructions
        flags: list[int] = []
        while len(flags) <= ends[-1]:
            flag = self._read(b"glyf", at, "B")[0]
            at += 1
            if flag & 8:
                flags += [flag] * (1 + self._read(b"glyf", at, "B")[0])
                at += 1
            else:
                flags.append(flag)
        axes = []
        for short, same in ((2, 16), (4, 32)):  # x, then y: of each point the step from the one before
            place, along = 0, []
            for flag in flags:
                if flag & short:
                    step = self._read(b"glyf", at, "B")[0] * (1 if flag & same else -1)
                    at += 1
                elif flag & same:
                    step = 0
                else:
                    step = self._read(b"glyf", at, "h")[0]
                    at += 2
                place += step
                along.append(place)
            axes.append(along)
        stops = [Stop(x, y, bool(flag & 1)) for x, y, flag in zip(*axes, flags, strict=True)]
        return tuple(tuple(stops[before + 1 : end + 1]) for before, end in pairwise((-1, *ends)))

    def _composed(self, at: int) -> list[Contour]:
        """Return the lines of a letter that is made of others, such as ä."""
        found: list[Contour] = []
        flags = MORE
        while flags & MORE:
            flags, part = self._read(b"glyf", at, "HH")
            if not flags & PLACED:
                raise ValueError("a font with letters whose parts are placed by their points: they are placed by steps")
            dx, dy = self._read(b"glyf", at + 4, "2h" if flags & WORDS else "2b")
            at += 8 if flags & WORDS else 6
            scales = 1 if flags & ONE else 2 if flags & TWO else 4 if flags & FOUR else 0
            read = [value / 0x4000 for value in self._read(b"glyf", at, f"{scales}h")]
            at += 2 * scales
            xx, xy, yx, yy = read if scales == 4 else (read[0], 0, 0, read[-1]) if scales else (1, 0, 0, 1)
            found += [
                tuple(Stop(x * xx + y * yx + dx, x * xy + y * yy + dy, on) for x, y, on in contour)
                for contour in self.contours(part)
            ]
        return found
