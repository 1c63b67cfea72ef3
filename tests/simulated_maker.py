"""A maker who owns a laser with a kerf that nobody is told, a printer that shifts backs, a caliper, and eyes.

Takes a sheet's SVG as it lies in the folder, burns every line to cut as wide as the hidden kerf, and then has nothing
but what is left: parts that can be picked up, measured and pushed into one another. What is written on them is read
from its shapes. Of paper there are both sides, one shining through the other. Nothing of the program is asked, neither
what was designed nor how large.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from xml.etree import ElementTree

import shapely
from digits import _Rings
from fontTools.ttLib import TTFont
from shapely import affinity
from shapely.geometry import LineString, Point, Polygon, box
from shapely.ops import unary_union
from shapely.validation import make_valid

CUT, ENGRAVE = "#FF0000", "#000000"
FONT = Path(__file__).parent.parent / "templates" / "fonts" / "NotoSans-Regular.ttf"
READ = "0123456789x-."  # letters that matter here
POINT = 25.4 / 72  # mm
LONG = 5.0  # mm: a long line of a scale
FINE = 0.6  # mm: what is narrower is a line
Points = list[tuple[float, float]]


@dataclass(frozen=True)
class Word:
    """What is written somewhere: a text without blanks, and the middle of its box, mm."""

    text: str
    x: float
    y: float


@dataclass(frozen=True)
class Burnt:
    """What a laser made of a sheet. parts: all that comes off it, the largest first. engraved: areas on them."""

    parts: tuple[Polygon, ...]
    engraved: tuple[Polygon, ...]

    @cached_property
    def words(self) -> tuple[Word, ...]:
        """What is written on the parts, digits and the like."""
        return tuple(words(self.engraved))

    def words_on(self, part: Polygon) -> list[Word]:
        """Return what is written on a part, from left to right."""
        return sorted((one for one in self.words if part.contains(Point(one.x, one.y))), key=lambda one: one.x)


def burn(svg: str, kerf: float) -> Burnt:
    """Burn a sheet. kerf: the full width of what the beam removes, mm."""
    root = ElementTree.fromstring(svg)
    width, height = (float(root.get(side, "").removesuffix("mm")) for side in ("width", "height"))
    lines: list[LineString] = []
    areas: list[Polygon] = []
    for path in root.iter("{http://www.w3.org/2000/svg}path"):
        style, drawn = path.get("style", ""), list(_lines(path.get("d", ""), height))
        if f"stroke:{CUT};" in style:
            lines += [LineString([*points, *points[:1]] if closed else points) for points, closed in drawn]
        elif f"fill:{ENGRAVE};" in style:
            areas += even_odd([Polygon(points) for points, _ in drawn])
    gone = unary_union([line.buffer(kerf / 2, quad_segs=32) for line in lines])
    sheet = box(0, 0, width, height)
    left = (part for part in shapely.get_parts(sheet.difference(gone)) if part.distance(sheet.exterior) > 1e-6)
    return Burnt(tuple(sorted(left, key=lambda part: -part.area)), tuple(areas))


def _lines(data: str, height: float) -> Iterator[tuple[Points, bool]]:
    """Yield the lines of a path, y up, and whether each closes; arcs as chords of six degrees at most."""
    for line in data.split("M")[1:]:
        points: Points = []
        for command, said in re.findall(r"([LA]?)([^LAZ]+)", line):
            numbers = [float(n) for n in re.findall(r"-?[\d.]+", said)]
            if command == "A":
                points += _arc(points[-1], numbers)
                numbers = numbers[7:]
            points += zip(numbers[::2], numbers[1::2], strict=True)
        yield [(x, height - y) for x, y in points], line.rstrip().endswith("Z")


def _arc(start: tuple[float, float], numbers: Sequence[float]) -> Points:
    """Return the points of an arc of a circle, its end the last, y down."""
    radius, _, _, _, sweep, x, y = numbers[:7]
    (x0, y0), chord = start, math.dist(start, (x, y))
    away = math.sqrt(max(radius**2 - chord**2 / 4, 0.0)) * (1 if sweep else -1)
    mx, my = (x0 + x) / 2 - away * (y - y0) / chord, (y0 + y) / 2 + away * (x - x0) / chord
    first, last = math.atan2(y0 - my, x0 - mx), math.atan2(y - my, x - mx)
    turn = (last - first) % math.tau if sweep else -((first - last) % math.tau)
    count = max(2, math.ceil(abs(turn) / 0.1))
    angles = [first + turn * k / count for k in range(1, count)]
    return [*((mx + radius * math.cos(a), my + radius * math.sin(a)) for a in angles), (x, y)]


def even_odd(rings: Sequence[Polygon]) -> list[Polygon]:
    """Return what is filled of rings: those in an odd number of others are holes."""
    around = [[other for other in rings if other is not ring and other.contains(ring)] for ring in rings]
    return [
        Polygon(ring.exterior, [hole.exterior for hole, homes in zip(rings, around, strict=True) if ring in homes])
        for ring, homes in zip(rings, around, strict=True)
        if len(homes) % 2 == 0
    ]


def words(areas: Sequence[Polygon], size: float = 0.0) -> Iterator[Word]:
    """Yield what is written: letters that stand side by side. size: how high they are, 0 if each says it."""
    letters = [(area.bounds, found) for area in areas if (found := _letter(area))]
    letters.sort(key=lambda entry: entry[0][0])
    while letters:
        (left, low, right, high), text = letters.pop(0)
        tall = size or high - low
        while True:
            near = [
                entry
                for entry in letters
                if -0.01 <= entry[0][0] - right < 0.6 * tall and abs(entry[0][1] + entry[0][3] - low - high) < tall
            ]
            if not near:
                break
            letters.remove(near[0])
            right, text = near[0][0][2], text + near[0][1]
        yield Word(text, (left + right) / 2, (low + high) / 2)


def _letter(area: Polygon) -> str:
    """Return which letter an area is, "" for none: the one that it covers best, made as large."""
    left, low, _, high = area.bounds
    moved = affinity.translate(area, -left, -low)
    seen = affinity.scale(moved, 1 / (high - low), 1 / (high - low), origin=(0, 0))
    off = {
        letter: seen.symmetric_difference(shape).area / shape.area
        for letter, shape in _glyphs().items()
        if abs(shape.bounds[2] / seen.bounds[2] - 1) < 0.1
    }
    best = min(off, key=off.__getitem__, default="")
    return best if best and off[best] < 0.15 else ""


@cache
def _glyphs() -> dict[str, Polygon]:
    """Return letters, each one high, its box from 0."""
    font = TTFont(FONT)
    glyphs, names = font.getGlyphSet(), font.getBestCmap()
    found = {}
    for letter in READ:
        pen = _Rings(glyphs)
        glyphs[names[ord(letter)]].draw(pen)
        drawn = Polygon()
        for ring in pen.rings:
            drawn = drawn.symmetric_difference(make_valid(Polygon(ring)))
        left, low, _, high = drawn.bounds
        found[letter] = affinity.scale(
            affinity.translate(drawn, -left, -low), 1 / (high - low), 1 / (high - low), origin=(0, 0)
        )
    return found


def span(part: Polygon) -> tuple[float, float]:
    """Return how wide and high a part is by the caliper."""
    left, low, right, high = part.bounds
    return right - left, high - low


def across(area: Polygon, y: float) -> float:
    """Return how wide a part or a hole is at a height."""
    return area.intersection(LineString([(-1e4, y), (1e4, y)])).length


def up(area: Polygon, x: float) -> float:
    """Return how high a part is at a place."""
    return area.intersection(LineString([(x, -1e4), (x, 1e4)])).length


@dataclass(frozen=True)
class LaserReadings:
    """What a maker reads off the laser coupon. bars: mm by the caliper, to a hundredth; slides, tight, liked: what is
    written at the last step that goes in, the tightest slot, and the slot whose play is the nearest to the one that the
    maker likes."""

    bars: float
    slides: float
    tight: int
    liked: int


def read_laser(burnt: Burnt, play: float) -> LaserReadings:
    """Measure the laser coupon. play: that the maker likes a peg to have, mm."""
    plate = burnt.parts[0]
    holes = [Polygon(ring) for ring in plate.interiors]
    window = max(holes, key=lambda hole: hole.area)
    bars = [part for part in burnt.parts if window.contains(part)]
    (crossed,) = [bar for bar in bars if any(word.text == "x" for word in burnt.words_on(bar))]
    ten = [bar for bar in bars if bar is not crossed]
    assert len(ten) == 10
    together = sum(across(bar, bar.centroid.y) for bar in ten)
    gap = across(window, window.centroid.y) - together
    outside = [part for part in burnt.parts[1:] if part.disjoint(plate.envelope)]
    gauge = max(outside, key=lambda part: part.area)
    steps = [word for word in burnt.words_on(gauge) if word.text.isdigit()]
    fitting = [word for word in steps if up(gauge, word.x) <= gap]
    peg = outside[-1]
    tongue = min(up(peg, peg.bounds[0] + 2), up(peg, peg.bounds[2] - 2))
    slots = {}
    for word in burnt.words_on(plate):
        above = [h for h in holes if h.bounds[0] < word.x < h.bounds[2] and 0 < h.bounds[1] - word.y < 3]
        if word.text.isdigit() and above:
            slots[int(word.text)] = across(above[0], above[0].centroid.y) - tongue
    taking = {number: free for number, free in slots.items() if free >= 0}
    return LaserReadings(
        bars=round(together, 2),
        slides=int(fitting[-1].text) / 100,
        tight=min(taking, key=taking.__getitem__),
        liked=min(taking, key=lambda number: abs(taking[number] - play)),
    )


@dataclass(frozen=True)
class Side:
    """A printed side of a leaf, mm, y up. lines: fine upright or level ones; letters: whatever else is filled."""

    width: float
    lines: tuple[Polygon, ...]
    letters: tuple[Polygon, ...]


def printed(pdf: bytes) -> list[Side]:
    """Return what stands on each page of a PDF, as it is drawn."""
    import pymupdf

    sides = []
    for page in pymupdf.open(stream=pdf):
        lines: list[Polygon] = []
        letters: list[Polygon] = []
        for drawn in page.get_drawings():
            rings = [
                Polygon([(x * POINT, (page.rect.height - y) * POINT) for x, y in ring])
                for ring in _subpaths(drawn["items"])
            ]
            areas = even_odd([ring for ring in rings if ring.is_valid]) if drawn["fill"] else []
            for area in areas:
                thin = min(span(area)) < FINE and len(area.exterior.coords) == 5
                (lines if thin and max(span(area)) > 3 else letters).append(area)
        sides.append(Side(page.rect.width * POINT, tuple(lines), tuple(letters)))
    return sides


def _subpaths(items: Sequence[tuple[object, ...]]) -> Iterator[Points]:
    """Yield the closed lines of what pymupdf calls a drawing."""
    ring: Points = []
    for kind, *said in items:
        if kind == "re":
            r = said[0]
            yield [(r.x0, r.y0), (r.x1, r.y0), (r.x1, r.y1), (r.x0, r.y1)]
        elif kind == "l":
            a, b = ((p.x, p.y) for p in said)
            if ring and math.dist(ring[-1], a) > 1e-3:
                yield from [ring] * (len(ring) > 2)
                ring = []
            ring += [b] if ring else [a, b]
    if len(ring) > 2:
        yield ring


@dataclass(frozen=True)
class PaperReadings:
    """What a maker reads off the paper coupon, mm: of each two scales."""

    back_x: tuple[float, float]
    back_y: tuple[float, float]


def read_paper(pdf: bytes, right: float, up_: float) -> PaperReadings:
    """Print the paper coupon on both sides, and hold it against the light. right, up_: how far the printer prints backs
    too far to the right, as seen from behind, and too far up."""
    front, back = printed(pdf)[:2]
    through = [
        affinity.translate(affinity.scale(one, -1, 1, origin=(front.width / 2, 0)), -right, up_) for one in back.lines
    ]
    said = [word for word in words(front.letters, 2.0) if re.fullmatch(r"-?[0-9]*[.]?[0-9]+", word.text)]
    found: dict[bool, list[float]] = {}
    for level in (False, True):  # scales across have upright lines
        own, others = (
            [one for one in every if (span(one)[0] > span(one)[1]) is level] for every in (front.lines, through)
        )
        for place in sorted({round(_along(one, not level) / 20) for one in own}):
            scale = [one for one in own if round(_along(one, not level) / 20) == place]
            if len(scale) < 20:  # an l, or an i
                continue
            beyond = [one for one in others if min(one.distance(line) for line in scale) < 2.5]
            found.setdefault(level, []).append(_meeting(scale, beyond, said, level))
    across_, upward = found[False], found[True]
    return PaperReadings((across_[0], across_[1]), (upward[0], upward[1]))


def _along(one: Polygon, level: bool) -> float:
    """Return where a line stands on its scale; with `level` the other way, on which scale."""
    return one.centroid.y if level else one.centroid.x


def _meeting(scale: Sequence[Polygon], beyond: Sequence[Polygon], said: Sequence[Word], level: bool) -> float:
    """Return what is read where the lines meet best; in the middle of two that meet as well."""
    at = sorted(_along(one, level) for one in scale)
    others = [_along(one, level) for one in beyond]
    long, longs = ([_along(one, level) for one in every if max(span(one)) > LONG] for every in (scale, beyond))

    def apart(place: float) -> float:
        """How far a line is from one of the back, and the long line next to it from a long one."""
        near = min(long, key=lambda other: abs(other - place))
        return min(abs(place - other) for other in others) + min(abs(near - other) for other in longs) / 100

    off = {place: apart(place) for place in at}
    best = min(off.values())
    meeting = [place for place in at if off[place] < best + 0.01]
    middle = sum(meeting) / len(meeting)
    line = unary_union(list(scale))
    numbers = sorted(
        (word.y if level else word.x, float(word.text))
        for word in said
        if line.envelope.distance(Point(word.x, word.y)) < 4
    )
    below = max(number for number in numbers[:-1] if number[0] <= middle + 0.5)
    above = numbers[numbers.index(below) + 1]
    return below[1] + (above[1] - below[1]) * (middle - below[0]) / (above[0] - below[0])


def read_laser_backs(face: Burnt, back: Burnt, width: float, right: float, up_: float) -> tuple[float, float]:
    """Turn the plate over, whose back was engraved too far to the right and up, and say which lines meet their slits:
    what the numbers at them say, in tenths of mm. back: of the same sheet. width: of the sheet, mm."""
    holes = [Polygon(ring) for ring in face.parts[0].interiors]
    slits = [affinity.scale(hole, -1, 1, origin=(width / 2, 0)) for hole in holes if min(span(hole)) < 1]
    scales = [affinity.translate(area, right, up_) for area in back.engraved]
    said = [Word(word.text, word.x + right, word.y + up_) for word in words(back.engraved, 1.6)]
    found = []
    for level in (False, True):
        own, lines = ([one for one in every if (span(one)[0] > span(one)[1]) is level] for every in (slits, scales))
        lines = [line for line in lines if min(span(line)) < FINE and max(span(line)) > 3]
        best = min(lines, key=lambda line: min(abs(_along(line, level) - _along(slit, level)) for slit in own))
        row = unary_union(lines).envelope.buffer(3)
        numbers = sorted(
            (word.y if level else word.x, float(word.text))
            for word in said
            if re.fullmatch("-?[0-9]+", word.text) and row.contains(Point(word.x, word.y))
        )
        (at, first), (after, second) = numbers[0], numbers[-1]
        found.append(first + (second - first) * (_along(best, level) - at) / (after - at))
    return found[0], found[1]
