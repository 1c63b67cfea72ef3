"""Things that lie on a table, seen from in front and above, in a warm light from the left.

What is seen of things without overhangs is a height for each place of the table. The table is painted as it is seen
through a lens that leaves uprights upright: then what stands in a column of the table is in one column of the picture,
and each of its points is lifted by its height. Of two points that come to lie at one place the nearer is seen. Heights
are whole hundredths of a millimetre and light whole 256ths, so that each machine makes the same picture.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from quasiprint.documents.pictures.figures import in_rows, letter_areas
from quasiprint.documents.pictures.raster import HERE, Areas, Corners, Numbers, Pixels, hues, mean, raster
from quasiprint.drawing.face_shapes import rectangle
from quasiprint.model.face import Ring, bounds
from quasiprint.model.page import Text
from quasiprint.model.production import Placement

POINTS = 2  # across a pixel, and up
UNITS = 100  # of height in a millimetre
MOST = 30_000  # units
SINE, COSINE = 0.8, 0.6  # of how steeply the table is seen from above, at its middle
FAR = 3.4  # from the lens to the front of the table, in widths of the table
CELL = 4  # points: of what light is reckoned for
FULL = 256  # of light
LIT, LEFT, RIGHT = 200, 15, 38  # of FULL: on an upright that faces the viewer; more, less where it faces left, right
SIDEWAYS = 6  # points to both sides that tell whither an upright faces
FALL = 0.75  # by how much a shadow sinks where it is a millimetre away
STEP = 4  # of light: finer is not told apart, and takes more room in a file
SHADE, DIM = 20, 16  # steps: how much light a shadow takes, and a corner that little light comes to
SLIGHT = 1e-6  # points: less than what rounding moves
NEAR = 3.0  # mm: so far around a place what stands there takes light from it

Counts = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Level:
    """A level area of a thing. rings: even-odd, mm, in the thing's frame; z: how high above what it lies on, mm;
    colour, "#RRGGBB"; wall: the colour of what stands below its rim, lower than `below`, mm."""

    rings: tuple[Ring, ...]
    z: float
    colour: str
    wall: str
    below: float = 0.0


@dataclass(frozen=True, slots=True)
class Lying:
    """A thing on the table. levels: each over those before it. lift: on what it lies, mm above the table."""

    levels: tuple[Level, ...]
    place: Placement
    lift: float = 0.0


def render(things: Sequence[Lying], size: tuple[float, float], width_px: int, table: str) -> Pixels:
    """Return how things look that lie on a table, as pixels, `width_px` wide.

    size: how wide and deep the table is seen, its lower left corner the origin, mm. things: what lies over others
    later. table: its colour.
    """
    return _Scene(things, size, width_px, table).pixels()


class _Kinds:
    """What places can be, by number: how high, of which colour, and what stands below."""

    def __init__(self, table: str) -> None:
        self._numbers: dict[tuple[int, str, str, int], int] = {(0, table, table, 0): 0}

    def number(self, level: Level, lift: float) -> int:
        """Return the number of a level of something that lies at a height, mm."""
        key = min(round((level.z + lift) * UNITS), MOST), level.colour, level.wall, round((level.below + lift) * UNITS)
        return self._numbers.setdefault(key, len(self._numbers))

    def table(self) -> tuple[NDArray[np.int32], NDArray[np.uint8], NDArray[np.uint8], NDArray[np.int32]]:
        """Return heights, colours, colours of uprights and how high these reach, by number."""
        z, colours, walls, below = zip(*self._numbers, strict=True)
        return np.array(z, dtype=np.int32), hues(colours), hues(walls), np.array(below, dtype=np.int32)


class _Scene:
    """A table with what lies on it, as points."""

    def __init__(self, things: Iterable[Lying], size: tuple[float, float], width_px: int, table: str) -> None:
        wide, deep = size
        front = FAR * wide  # from the lens to the table's front, along the table
        self.width = POINTS * width_px
        scale = self.width * front / wide  # the front of the table is as wide as the picture
        self.up = SINE / COSINE * (front + deep / 2)  # how high the lens is, mm
        self.far = COSINE * scale * self.up / (front + deep)
        depth = COSINE * scale * self.up / front - self.far
        self.height = int(depth) // (POINTS * CELL) * POINTS * CELL
        self.point = wide / self.width  # mm, about
        kinds = _Kinds(table)

        def to(corners: Corners) -> Corners:
            away = front + corners[1]
            seen = np.empty_like(corners)
            seen[0] = (corners[0] - wide / 2) * scale / away + self.width / 2
            seen[1] = self.height - (COSINE * scale * self.up / away - self.far)
            return seen

        known: dict[tuple[tuple[Level, ...], float], Areas] = {}
        lying = []
        for thing in things:
            key = thing.levels, thing.lift
            if key not in known:
                known[key] = Areas((one.rings, kinds.number(one, thing.lift)) for one in thing.levels)
            lying.append((known[key], thing.place))
        self.ground: Numbers = raster(lying, self.width, self.height, to)
        self.z, self.colours, self.walls, self.below = kinds.table()

    def pixels(self) -> Pixels:
        """Return what is seen."""
        at = self._visible_rows()
        column = np.arange(self.width, dtype=np.intp)[None, :]
        shown = self._lit().ravel()[at * np.intp(self.width) + column]
        upright = np.zeros(at.shape, dtype=bool)
        upright[1:] = at[1:] == at[:-1]  # of a place its level is seen first; what is seen of it further down stands
        rows, columns = np.nonzero(upright)
        foot = at[rows, columns].astype(np.intp)
        own = self.ground[foot, columns]
        # an upright reaches as high as what is seen of it is lifted
        height = self.up * UNITS * (1.0 - (self.far + rows + 0.5) / (self.far + foot + 0.5))
        light = self._facing(foot, columns, self.z[own])
        shown[rows, columns] = _mix(
            np.where((height < self.below[own])[:, None], self.walls[own], self.colours[own]), light
        )
        return mean(shown)

    def _lit(self) -> Numbers:
        """Return the colour of each place of the table, in the light that comes to it."""
        cells = self.z[self.ground[CELL // 2 :: CELL, CELL // 2 :: CELL]].astype(np.int64)
        size = self.point * CELL  # mm
        shadow = _blur(_shadow(cells, max(1, round(FALL * size * UNITS))), 1)
        around = _blur(cells, max(1, round(NEAR / size)))
        z = self.z.astype(np.int16)[self.ground]
        shaded, dimmed = (_spread(np.clip(of, -MOST, MOST).astype(np.int16)) - z for of in (shadow, around))
        lost = np.clip(shaded, 0, UNITS) // (UNITS // SHADE) + np.clip(dimmed, 0, 4 * UNITS) // (4 * UNITS // DIM)
        levels = SHADE + DIM + 1
        light = FULL - np.arange(levels, dtype=np.int64) * STEP
        table = np.concatenate([_mix(self.colours, one) for one in light])
        lit: Numbers = table[lost.astype(np.uint32) * np.uint32(len(self.z)) + self.ground]
        return lit

    def _visible_rows(self) -> NDArray[np.int16]:
        """Return for each point of the picture the row of the table, from its far end, that is seen there."""
        lifts = 1.0 - self.z / (self.up * UNITS)
        seen = np.full((self.height + 1) * self.width, -1, dtype=np.int16)  # the last row is below the picture
        column = np.arange(self.width, dtype=np.intp)
        top = np.full(self.width, self.height, dtype=np.intp)  # of each column, what the nearer rows take
        for row in range(self.height - 1, -1, -1):
            lifted = lifts[self.ground[row]] * (self.far + row + 0.5) - self.far
            place = np.maximum(np.ceil(lifted - (0.5 + SLIGHT)), 0.0).astype(np.intp)
            free = np.flatnonzero(place < top)
            seen[place[free] * self.width + column[free]] = row
            np.minimum(top, place, out=top)
        shown = seen.reshape(self.height + 1, self.width)[:-1]
        for row in range(1, self.height):  # what is lifted there is seen down to where something nearer begins
            shown[row] = np.where(shown[row] < 0, shown[row - 1], shown[row])
        return np.maximum(shown, 0)

    def _facing(self, foot: NDArray[np.intp], columns: NDArray[np.intp], z: NDArray[np.int32]) -> Counts:
        """Return how much light comes to uprights. foot, columns: where on the table they stand; z: how high."""
        turned = np.zeros(len(foot), dtype=np.int64)
        for step in range(1, SIDEWAYS + 1):
            left = self.ground[foot, np.maximum(columns - step, 0)]
            right = self.ground[foot, np.minimum(columns + step, self.width - 1)]
            turned += LEFT * (self.z[left] < z) - RIGHT * (self.z[right] < z)
        light: Counts = LIT + turned // SIDEWAYS
        return light


def _mix(colours: NDArray[np.uint8], light: Counts | np.int64) -> Numbers:
    """Return colours in a light, of FULL, packed."""
    red, green, blue = (colours[:, k].astype(np.int64) * light // FULL for k in range(3))
    return (red << 20 | green << 10 | blue).astype(np.uint32)


def _spread(cells: NDArray[np.int16]) -> NDArray[np.int16]:
    """Return cells as points."""
    return np.repeat(np.repeat(cells, CELL, axis=0), CELL, axis=1)


def _shadow(cells: Counts, fall: int) -> Counts:
    """Return how high shadows reach at each cell; a shadow runs to the right and half as far to the front. fall: by how
    much it sinks from cell to cell."""
    high = np.full_like(cells, -UNITS)
    for step in range(1, min(-(-int(cells.max()) // fall), *cells.shape) + 1):
        down = step // 2
        high[down:, step:] = np.maximum(high[down:, step:], cells[: len(cells) - down, :-step] - step * fall)
    return high


def _blur(cells: Counts, reach: int) -> Counts:
    """Return the mean around each cell, `reach` cells to each side."""
    for axis in (0, 1):
        wide = np.pad(cells, [(reach + 1, reach) if k == axis else (0, 0) for k in (0, 1)], mode="edge")
        total = np.cumsum(wide, axis=axis)
        count = 2 * reach + 1
        head, tail = (slice(count, None), slice(None, -count))
        cells = (total[head] - total[tail] if axis == 0 else total[:, head] - total[:, tail]) // count
    return cells


IN_A_PICTURE = 300  # things, at most
PILE, HIGH = 10, 12.5  # equal things on one another at most, and how high they are, mm
HIDES = COSINE / SINE  # how much of the table a thing hides behind it, in its height
AIR = 3.5  # mm between things
MARGIN = 14.0  # mm around all of it
SKEW = 1.6  # degrees, at most: nobody lays tiles down quite straight
STRAY = 0.35  # mm, at most
ACROSS = 1.45  # it is so much wider than deep, about
FRONT = 34.0  # mm: where the ruler lies
RULER, COIN, BESIDE = 120.0, 23.25, 8.0  # mm: how wide the ruler is, and a coin of 1 €; between them and the words
TABLE, GRAIN, WORDS = "#7A5437", ("#A67C57", "#AE8560", "#A17651", "#AA805B"), "#FFF6E6"
PLANK = 46.0  # mm: how deep the planks of the table are
STRIP, TICK = "#F1E7C6", "#3B3226"
RIM_OF_COIN, MIDDLE_OF_COIN = "#D9B65A", "#C9C9C6"


@dataclass(frozen=True, slots=True)
class Thing:
    """Something in the box: its levels face up, its outline, how high it is, mm, how many there are, and what it is:
    things of another kind begin a row."""

    levels: tuple[Level, ...]
    outline: Ring
    height: float
    count: int = 1
    kind: str = ""


@dataclass(frozen=True, slots=True)
class _Pile:
    """Equal things on one another, and the room they take on the table, mm: what they hide behind them is left free."""

    thing: Thing
    count: int

    @property
    def room(self) -> tuple[float, float]:
        left, low, right, top = bounds((self.thing.outline,))
        return right - left + AIR, top - low + AIR + HIDES * self.count * self.thing.height


def table(things: Sequence[Thing], words: str) -> tuple[list[Lying], tuple[float, float]]:
    """Return what lies on the table, and how wide and deep that is, mm. words: what stands below it all."""
    piles = [pile for thing in things for pile in _piles(thing)][:IN_A_PICTURE]
    letters = tuple(region.rings for region in letter_areas(Text(0.0, 0.0, words, 7.0, "start")))
    long = max((x for rings in letters for x, _ in rings[0]), default=0.0)
    ground = sum(pile.room[0] * pile.room[1] for pile in piles)
    least = RULER + BESIDE + COIN + BESIDE + long
    wide = max([least, (ACROSS * ground) ** 0.5, *(pile.room[0] for pile in piles)])
    rows = in_rows(piles, wide, lambda pile: pile.room[0], lambda one, other: one.thing.kind != other.thing.kind)
    size = wide + 2 * MARGIN, sum(max(pile.room[1] for pile in row) for row in rows) + FRONT + 2 * MARGIN
    lying = [*_planks(size)]
    y, number = size[1] - MARGIN, 0
    for row in rows:
        high = max(pile.room[1] for pile in row)
        x = MARGIN + (wide - sum(pile.room[0] for pile in row)) / 2
        for pile in row:
            own = pile.room[0]
            middle = x + own / 2, y - high / 2 - HIDES * pile.count * pile.thing.height / 2
            lying += [_place(pile.thing, middle, step, 31 * number + step) for step in range(pile.count)]
            x += own
            number += 1
        y -= high
    written = Lying(
        tuple(Level(rings, 0.0, WORDS, WORDS) for rings in letters),
        Placement("", round(size[0] - MARGIN - long, 6), MARGIN + 2.0, 0.0),
    )
    return [*lying, *_scale(), written], size


def _piles(thing: Thing) -> Iterator[_Pile]:
    """Yield equal things as they lie on one another."""
    most = max(1, min(PILE, int(HIGH / thing.height)))
    for left in range(thing.count, 0, -most):
        yield _Pile(thing, min(left, most))


def _chance(number: int) -> float:
    """Return something from −1 to 1 that looks like chance, and is always the same."""
    return ((number * 2654435761 >> 7) % 2001 - 1000) / 1000


def _place(thing: Thing, at: tuple[float, float], step: int, number: int) -> Lying:
    """Return one of a pile. at: the pile's place, to which the middle of the thing's outline comes, mm."""
    left, low, right, top = bounds((thing.outline,))
    angle = SKEW * _chance(3 * number)
    x, y = Placement("", 0.0, 0.0, angle).point(((left + right) / 2, (low + top) / 2))
    stray = STRAY * (1 + bool(step))
    x, y = at[0] - x + stray * _chance(3 * number + 1), at[1] - y + stray * _chance(3 * number + 2)
    return Lying(thing.levels, Placement("", round(x, 6), round(y, 6), round(angle, 6)), step * thing.height)


def _planks(size: tuple[float, float]) -> Iterator[Lying]:
    """Yield the planks of the table."""
    wide, deep = size
    for k in range(math.ceil(deep / PLANK) + 8):
        colour, ring = GRAIN[k % len(GRAIN)], rectangle(-wide, (k - 4) * PLANK, 3 * wide, PLANK - 0.5)
        yield Lying((Level((ring,), 0.0, colour, colour),), HERE)


def _scale() -> Iterator[Lying]:
    """Yield a ruler of 100 mm, and a coin."""

    def letters(text: Text, z: float, colour: str, wall: str) -> list[Level]:
        return [Level(region.rings, z, colour, wall) for region in letter_areas(text)]

    ruler = [Level((rectangle(0.0, 0.0, RULER, 15.0),), 1.2, STRIP, STRIP)]
    for mm in range(101):
        long = 6.0 if mm % 10 == 0 else 4.5 if mm % 5 == 0 else 3.0
        ruler.append(Level((rectangle(3.9 + mm, 15.0 - long, 0.2, long),), 1.2, TICK, STRIP))
    for cm in range(0, 101, 10):
        ruler += letters(Text(4.0 + cm, 3.0, str(cm), 4.6, "start" if cm == 0 else "middle", True), 1.2, TICK, STRIP)
    ruler += letters(Text(109.5, 3.0, "mm", 4.6, "start", True), 1.2, TICK, STRIP)
    yield Lying(tuple(ruler), Placement("", MARGIN, MARGIN, 0.0))
    coin = [Level((_disc(COIN / 2),), 2.33, RIM_OF_COIN, RIM_OF_COIN)]
    coin.append(Level((_disc(8.0),), 2.33, MIDDLE_OF_COIN, RIM_OF_COIN))
    coin += letters(Text(0.0, -2.6, "1 €", 7.6, "middle", True), 2.33, "#8B8B86", RIM_OF_COIN)
    yield Lying(tuple(coin), Placement("", round(MARGIN + RULER + BESIDE + COIN / 2, 6), MARGIN + COIN / 2, 0.0))


def _disc(radius: float) -> Ring:
    """Return a circle as a polygon, from points that rounding makes alike everywhere."""
    return tuple(Placement("", 0.0, 0.0, 5.0 * k).point((radius, 0.0)) for k in range(72))
