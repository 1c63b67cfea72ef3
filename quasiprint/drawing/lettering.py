"""Text as outlines, from the font that comes with the program, and plain marks for what is made to be measured.

Lasers and viewers have different fonts or none, so a drawing holds no text. Lengths in mm; the
height of a text is the height of its capitals. The font is read here: outlines and widths of its letters, in its own
units, as OpenType 1.9 says them; whole numbers, but where a part of a letter is scaled.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache, partial
from itertools import groupby, pairwise
from struct import unpack_from
from typing import NamedTuple

from quasiprint.drawing.outlines import rectangle, translate
from quasiprint.drawing.rings import inside
from quasiprint.errors import InputError
from quasiprint.model.face import Cell, Face, Mark, Operation, Point, Region, Ring, area, bounds, snap, snap_axes
from quasiprint.model.page import Anchor, Imprint, Shape, Text
from quasiprint.model.resources import template_folder

MORE, WORDS, ONE, TWO, FOUR = 0x20, 0x01, 0x08, 0x40, 0x80  # of a part of a letter: what follows


class Stop(NamedTuple):
    """A point of an outline. on: it lies on the line, and does not just pull at it."""

    x: float
    y: float
    on: bool


Contour = tuple[Stop, ...]


class TrueType:
    """A font. numbers: of glyphs, by the codes of characters. capitals: how high they are, of `em` units."""

    def __init__(self, data: bytes) -> None:
        """data: of a file as those in `templates/fonts` are: TrueType outlines, fewer than 128 KiB of them, and one
        table of characters, in format 4."""
        self._data = data
        self._tables = {
            bytes(data[at : at + 4]): unpack_from(">I", data, at + 8)[0]
            for at in range(12, 12 + 16 * unpack_from(">H", data, 4)[0], 16)
        }
        self.em: int = self._read(b"head", 18, "H")[0]
        self._measured: int = self._read(b"hhea", 34, "H")[0]  # glyphs with widths; all others are as wide as the last
        self.capitals: int = self._read(b"OS/2", 88, "h")[0]
        self.numbers = self._numbers()

    def _read(self, table: bytes, offset: int, form: str) -> tuple[int, ...]:
        return unpack_from(f">{form}", self._data, self._tables[table] + offset)

    def _numbers(self) -> dict[int, int]:
        """Return the glyphs of the Basic Multilingual Plane, in stretches of characters."""
        at = self._read(b"cmap", 8, "I")[0]
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
        low, high = self._read(b"loca", 2 * glyph, "2H")
        if low == high:
            return ()
        at = 2 * low
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


FONTS = {False: "NotoSans-Regular.ttf", True: "NotoSans-Bold.ttf"}
PAGE_FONTS = {False: "AlegreyaSans-Regular.ttf", True: "AlegreyaSans-Bold.ttf"}  # of pages, whose books have it, too
CAPITALS = 0.714  # of a text's size: how high capitals are
FLATNESS = 0.008  # of the capitals' height: how far a chord may lie off its curve, where nobody says otherwise
BEFORE: dict[Anchor, float] = {"start": 0.0, "middle": 0.5, "end": 1.0}  # how much of a text is left of its place


@lru_cache(maxsize=4)
def _font(file: str) -> TrueType:
    return TrueType((template_folder() / "fonts" / file).read_bytes())


def _number(character: str, file: str) -> int:
    """Return a character's glyph. Raises InputError if the font has none: a name that nobody asked about before."""
    if not (number := _font(file).numbers.get(ord(character))):
        raise InputError(f"text: {foreign_letter(character)}")
    return number


def foreign_letter(text: str) -> str:
    """Return what is wrong with a text that is to stand on pages and sheets: its first character that the fonts, plain
    and bold, do not have, and what is allowed; "" if they have all of them. What is written from right to left is among
    what they do not have."""
    strange = next((letter for letter in text if any(ord(letter) not in _font(f).numbers for f in FONTS.values())), "")
    if not strange:
        return ""
    found = f"found {strange!r} (U+{ord(strange):04X}, {unicodedata.name(strange, 'no letter').lower()})"
    found += f" in {text!r}" if text != strange else ""
    if unicodedata.combining(strange) and not foreign_letter(unicodedata.normalize("NFC", text)):
        return f"{found}, allowed is a letter with its mark as one character (Unicode's form NFC)"
    return f"{found}, allowed are the letters of Latin, Greek and Cyrillic that the program's fonts have"


def width(text: str, height_mm: float, bold: bool = False, spacing: float = 0.0) -> float:
    """Return how far a text runs, in mm. spacing: put between two letters, in heights of the text."""
    letters = _run(text, [FONTS[bold]] * len(text))
    return (letters + spacing * (len(text) - 1)) * height_mm


@lru_cache(maxsize=2048)
def _advance(character: str, file: str) -> int:
    """Return how far a letter runs, in the font's units."""
    return _font(file).advance(_number(character, file))


def _run(text: str, files: list[str]) -> float:
    """Return how far letters run, each in its font, in heights of capitals."""
    units = dict.fromkeys(files, 0)  # whole numbers: versions of Python add up fractions in different ways
    for character, file in zip(text, files, strict=True):
        units[file] += _advance(character, file)
    return sum([far / _font(file).capitals for file, far in units.items()])


@lru_cache(maxsize=2048)
def _page_font(character: str, bold: bool) -> str:
    """Return which font a page has a letter in: a sign that the books' own lacks is another's."""
    page_font = PAGE_FONTS[bold]
    return page_font if ord(character) in _font(page_font).numbers else FONTS[bold]


def page_runs(text: Text) -> Iterator[tuple[str, str, float]]:
    """Yield the parts of a line on a page: the file of the font that they are in, the part, and the font's size, mm."""
    for file, part in groupby(text.text, partial(_page_font, bold=text.bold)):
        yield file, "".join(part), CAPITALS * text.size * _font(file).em / _font(file).capitals


def text_width(text: str, size: float, bold: bool = False) -> float:
    """Return how far a line on a page runs, mm. size: as of `Text`."""
    return CAPITALS * size * _run(text, [_page_font(character, bold) for character in text])


SHRUNK = 0.6  # of its size: words shrink so far to have room, and are then cut off


def fit_line(text: str, size: float, room: float, bold: bool = False) -> tuple[str, float]:
    """Return a line of a page and its size so that it is no wider than `room`, mm: smaller, and cut off if it must be.
    size: as of `Text`."""
    if (wide := text_width(text, size, bold)) <= room:
        return text, size
    size *= max(SHRUNK, room / wide)
    if text_width(text, size, bold) > room + 1e-9:
        while text and text_width(f"{text}…", size, bold) > room:
            text = text[:-1]
        text = f"{text.rstrip()}…" if text else ""
    return text, size


def fit_lines(texts: Iterable[str], size: float, room: float, most: int) -> tuple[list[str], float]:
    """Return texts, each in lines of up to `room` mm, and their size, so that there are no more than `most` lines."""
    least, all_texts = SHRUNK * size, [*texts]
    while True:
        lines = [line for text in all_texts for line in wrap(text, room, size)]
        if len(lines) <= most or size < least:
            return [fit_line(line, size, room)[0] for line in lines[:most]], size
        size *= 0.95


def wrap(text: str, width: float, size: float, bold: bool = False) -> list[str]:
    """Return a text in lines of up to `width` mm, broken after spaces and hyphens; a word that is
    longer stands alone. size: of the font, mm."""
    words = text.replace("-", "-\0").replace(" ", " \0").split("\0")
    lines = [""]
    for word in words:
        longer = lines[-1] + word
        if lines[-1] and text_width(longer.rstrip(), size, bold=bold) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return [line.rstrip() for line in lines]


def outlines(
    text: str,
    height_mm: float,
    x: float,
    y: float,
    anchor: Anchor = "start",
    bold: bool = False,
    spacing: float = 0.0,
    flatness: float = FLATNESS,
) -> tuple[Region, ...]:
    """Return a text as areas in mm, on the grid of coordinates.

    x, y: where its baseline starts, has its middle or ends, as `anchor` says. spacing: put
    between two letters; flatness: how far a chord may lie off its curve; both in heights.
    """
    scale = height_mm / _font(FONTS[bold]).capitals
    at = x - BEFORE[anchor] * width(text, height_mm, bold, spacing)
    areas = []
    for character in text:
        for region in _glyph(character, FONTS[bold], flatness):
            outer, *holes = (
                snap_axes([at + px * scale for px, _ in ring], [y + py * scale for _, py in ring])
                for ring in region.rings
            )
            areas.append(Region(outer, tuple(holes)))
        at += _advance(character, FONTS[bold]) * scale + spacing * height_mm
    return tuple(areas)


def letters(text: Text, *, page: bool = False) -> Iterator[Imprint]:
    """Yield the letters of a line of text where they lie, each drawn once in the font's units. page: it stands on a
    page, not in a figure."""
    height, turn = CAPITALS * text.size, math.radians(text.angle)
    fonts = [_page_font(character, text.bold) if page else FONTS[text.bold] for character in text.text]
    along = -BEFORE[text.anchor] * height * _run(text.text, fonts)
    for character, file in zip(text.text, fonts, strict=True):
        scale = height / _font(file).capitals
        if shapes := _letter(character, file, text.colour):
            at = text.x + along * math.cos(turn), text.y + along * math.sin(turn)
            yield Imprint(shapes, *at, text.angle, scale)
        along += _advance(character, file) * scale


@lru_cache(maxsize=1024)
def _letter(character: str, file: str, colour: str) -> tuple[Shape, ...]:
    return tuple(Shape(region.rings, colour) for region in _glyph(character, file, FLATNESS))


@lru_cache(maxsize=1024)
def _glyph(character: str, file: str, flatness: float) -> tuple[Region, ...]:
    """Return the areas of a character in the font's units."""
    font = _font(file)
    # a font runs its outer lines clockwise
    rings = [_flatten(line, flatness * font.capitals)[::-1] for line in font.contours(_number(character, file))]
    outer = [ring for ring in rings if area(ring) > 0]
    holes = [ring for ring in rings if area(ring) < 0]
    # a hole belongs to the least line around it
    home = {hole: min((r for r in outer if inside(hole[0], r)), key=area) for hole in holes}
    return tuple(Region(ring, tuple(hole for hole in holes if home[hole] is ring)) for ring in outer)


def _flatten(stops: Contour, flatness: float) -> Ring:
    """Return a closed line of quadratic curves as a ring. Between two stops that do not lie on it, their middle
    does."""
    full: list[tuple[Point, bool]] = []
    for k, (x, y, is_on) in enumerate(stops):
        if not is_on and not stops[k - 1].on:
            full.append((((x + stops[k - 1].x) / 2, (y + stops[k - 1].y) / 2), True))
        full.append(((float(x), float(y)), is_on))
    first = next(k for k, (_, is_on) in enumerate(full) if is_on)
    full = full[first:] + full[:first]
    ring: list[Point] = []
    for k, (p, is_on) in enumerate(full):
        if is_on:
            ring.append(p)
            continue
        a, b = full[k - 1][0], full[(k + 1) % len(full)][0]
        bulge = math.hypot(a[0] - 2 * p[0] + b[0], a[1] - 2 * p[1] + b[1]) / 4
        steps = max(1, math.ceil(math.sqrt(bulge / flatness)))
        for step in range(1, steps):
            f = step / steps
            u, v, w = (1 - f) * (1 - f), 2 * f * (1 - f), f * f
            ring.append((u * a[0] + v * p[0] + w * b[0], u * a[1] + v * p[1] + w * b[1]))
    return tuple(ring)


def box(x: float, y: float, width: float, height: float) -> Ring:
    """Return a rectangle from its lower left corner, anticlockwise."""
    return rectangle(x, y, x + width, y + height)


def line(x0: float, y0: float, x1: float, y1: float) -> Ring:
    """Return an open line of two points."""
    return ((snap(x0), snap(y0)), (snap(x1), snap(y1)))


def engrave(areas: Iterable[Region], colour: int | None = None, pattern: str | None = None, setting: int = 0) -> Mark:
    """Return areas, engraved. setting: see `Mark`."""
    drawn = tuple(areas)
    return Mark(0, Operation.ENGRAVE, colour, pattern, drawn, drawn, setting=setting)


def areas_of(*rings: Ring) -> tuple[Region, ...]:
    """Return rings as areas without holes."""
    return tuple(Region(ring) for ring in rings)


def cut_out(*rings: Ring) -> Mark:
    """Return areas that are cut out and fall."""
    drawn = areas_of(*rings)
    return Mark(0, Operation.CUT, None, None, drawn, drawn)


def cut_along(*lines: Ring) -> Mark:
    """Return open lines that are cut along."""
    return Mark(0, Operation.CUT, None, None, (), (), lines=lines)


def centre_face(outline: Ring, marks: Iterable[Mark], back: tuple[Region, ...] = ()) -> Face:
    """Return a face of one cell with its origin in the middle of its outline, and a slot for each mark. Its outline is
    made as it is drawn."""
    left, low, right, high = bounds((outline,))

    def centre(ring: Ring) -> Ring:
        return translate(ring, -(left + right) / 2, -(low + high) / 2)

    def areas(regions: tuple[Region, ...]) -> tuple[Region, ...]:
        return tuple(region.map_rings(centre) for region in regions)

    drawn = tuple(
        replace(mark, slot=k, field=areas(mark.field), ink=areas(mark.ink), lines=tuple(map(centre, mark.lines)))
        for k, mark in enumerate(marks)
    )
    rim = centre(outline)
    return Face(rim, rim, (Cell(rim, drawn),), areas(back))
